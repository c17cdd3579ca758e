//! The transmitting side of an RLC entity in acknowledged mode (TS 38.322 Sec. 5.2.3.1, 5.3).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skyseam_base::SimTime;

use super::{Missing, Pdu, RlcConfig, Status};

/// A packet without positive acknowledgement.
#[derive(Clone, Debug)]
struct Unacknowledged {
    segments: u32,
    /// Number of retransmissions so far; `None` if it was not considered for any (`RETX_COUNT`).
    retransmissions: Option<u32>,
    /// Segments in the queue of retransmissions.
    pending: BTreeSet<u32>,
}

/// Numbers packets, polls the receiver, and retransmits what is missing.
#[derive(Clone, Debug)]
pub struct Sender {
    config: RlcConfig,
    /// Sequence number of the next packet (`TX_Next`).
    next: u64,
    unacknowledged: BTreeMap<u64, Unacknowledged>,
    retransmissions: VecDeque<(u64, u32)>,
    /// PDUs and bytes since the last poll (`PDU_WITHOUT_POLL`, `BYTE_WITHOUT_POLL`).
    without_poll: (u32, u64),
    /// Highest sequence number at the last poll without an answer (`POLL_SN`).
    poll_sn: Option<u64>,
    poll_timeout: Option<SimTime>,
    /// Whether the timer expired, so that the next PDU polls.
    must_poll: bool,
}

impl Sender {
    /// A sender that has sent nothing.
    pub fn new(config: &RlcConfig) -> Self {
        Self {
            config: config.clone(),
            next: 0,
            unacknowledged: BTreeMap::new(),
            retransmissions: VecDeque::new(),
            without_poll: (0, 0),
            poll_sn: None,
            poll_timeout: None,
            must_poll: false,
        }
    }

    /// Whether the window has room for another packet.
    pub fn has_room(&self) -> bool {
        let oldest = self.unacknowledged.keys().next().copied().unwrap_or(self.next);
        self.next < oldest + self.config.window()
    }

    /// Numbers a packet that is sent at `now` in `segments` of `bytes` each; `is_last` if no other
    /// waits behind it. Returns its PDUs.
    ///
    /// # Panics
    /// If the window has no room.
    pub fn send(&mut self, now: SimTime, segments: u32, bytes: u32, is_last: bool) -> Vec<Pdu> {
        assert!(self.has_room(), "a packet outside of the window");
        let sn = self.next;
        self.next += 1;
        let fresh = Unacknowledged { segments, retransmissions: None, pending: BTreeSet::new() };
        self.unacknowledged.insert(sn, fresh);
        let pdus = (0..segments).map(|segment| {
            self.without_poll.0 += 1;
            self.without_poll.1 += u64::from(bytes);
            let is_due = self.without_poll.0 >= self.config.poll_pdu
                || self.without_poll.1 >= u64::from(self.config.poll_byte);
            let is_end = segment + 1 == segments && is_last && self.retransmissions.is_empty();
            let is_stalled = segment + 1 == segments && !self.has_room();
            let poll = self.poll(now, is_due || is_end || is_stalled);
            Pdu { sn, segment, segments, poll }
        });
        pdus.collect()
    }

    /// Decides about a poll, and restarts its timer.
    fn poll(&mut self, now: SimTime, is_due: bool) -> bool {
        let poll = is_due || self.must_poll;
        if poll {
            self.must_poll = false;
            self.without_poll = (0, 0);
            self.poll_sn = Some(self.next - 1);
            self.poll_timeout = Some(now.saturating_add(self.config.t_poll_retransmit));
        }
        poll
    }

    /// The next PDU to be retransmitted at `now`; `is_last` if no packet waits for its first
    /// transmission.
    pub fn poll_retransmission(&mut self, now: SimTime, is_last: bool) -> Option<Pdu> {
        let (sn, segment) = self.retransmissions.pop_front()?;
        let own = self.unacknowledged.get_mut(&sn).expect("a packet without acknowledgement");
        own.pending.remove(&segment);
        let segments = own.segments;
        let is_end = self.retransmissions.is_empty() && (is_last || !self.has_room());
        let poll = self.poll(now, is_end);
        Some(Pdu { sn, segment, segments, poll })
    }

    /// Handles a status report; packets that it acknowledges are appended to `acknowledged`, those
    /// that reach the limit of retransmissions to `failed`.
    pub fn handle_status(
        &mut self,
        status: &Status,
        acknowledged: &mut Vec<u64>,
        failed: &mut Vec<u64>,
    ) {
        let nacks = &status.nacks;
        let is_missing = |sn: u64| nacks.binary_search_by_key(&sn, |nack| nack.0).is_ok();
        if let Some(poll) = self.poll_sn
            && (poll < status.ack_sn || is_missing(poll))
        {
            (self.poll_sn, self.poll_timeout) = (None, None);
        }
        let below = self.unacknowledged.range(..status.ack_sn).map(|(sn, _)| *sn);
        let positive: Vec<u64> = below.filter(|sn| !is_missing(*sn)).collect();
        for sn in positive {
            self.forget(sn);
            acknowledged.push(sn);
        }
        for (sn, missing) in nacks {
            self.consider(*sn, missing, failed);
        }
    }

    /// Considers segments of a packet for retransmission (TS 38.322 Sec. 5.3.2).
    fn consider(&mut self, sn: u64, missing: &Missing, failed: &mut Vec<u64>) {
        let Some(own) = self.unacknowledged.get_mut(&sn) else { return };
        let segments: Vec<u32> = match missing {
            Missing::Whole => (0..own.segments).collect(),
            Missing::Segments(list) => list.clone(),
        };
        let fresh: Vec<u32> =
            segments.into_iter().filter(|one| !own.pending.contains(one)).collect();
        if fresh.is_empty() {
            return;
        }
        // The first time sets RETX_COUNT to 0; a packet that waits to be sent again is not counted.
        if own.pending.is_empty() {
            own.retransmissions = Some(own.retransmissions.map_or(0, |count| count + 1));
        }
        if own.retransmissions == Some(self.config.max_retx_threshold) {
            self.forget(sn);
            failed.push(sn);
            return;
        }
        for segment in fresh {
            own.pending.insert(segment);
            self.retransmissions.push_back((sn, segment));
        }
    }

    fn forget(&mut self, sn: u64) {
        if let Some(own) = self.unacknowledged.remove(&sn)
            && !own.pending.is_empty()
        {
            self.retransmissions.retain(|one| one.0 != sn);
        }
    }

    /// Time at which [`Sender::handle_timeout`] must be called, if at all.
    pub fn next_timeout(&self) -> Option<SimTime> {
        self.poll_timeout
    }

    /// Handles the expiry of `t-PollRetransmit` at `now`; `has_packets` if some wait for their
    /// first transmission (TS 38.322 Sec. 5.3.3.4). The packet with the highest number may be given
    /// up here too.
    pub fn handle_timeout(&mut self, now: SimTime, has_packets: bool, failed: &mut Vec<u64>) {
        if self.poll_timeout.is_none_or(|at| at > now) {
            return;
        }
        (self.poll_sn, self.poll_timeout) = (None, None);
        let Some(highest) = self.unacknowledged.keys().next_back().copied() else { return };
        self.must_poll = true;
        let is_stuck = self.retransmissions.is_empty() && (!has_packets || !self.has_room());
        if is_stuck {
            let segments = self.unacknowledged[&highest].segments;
            self.consider(highest, &Missing::Segments(vec![segments - 1]), failed);
        }
    }
}
