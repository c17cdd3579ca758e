//! The receiving side of an RLC entity in acknowledged mode (TS 38.322 Sec. 5.2.3.2, 5.3.4), with
//! the delivery in order that PDCP adds to it (TS 38.323 Sec. 5.2.2).

use std::collections::{BTreeMap, BTreeSet};

use skyseam_base::SimTime;

use super::{Missing, Pdu, RlcConfig, Status};

/// A packet of which segments were received.
#[derive(Clone, Debug)]
struct Partial {
    segments: u32,
    received: BTreeSet<u32>,
}

impl Partial {
    fn is_whole(&self) -> bool {
        self.received.len() == self.segments as usize
    }

    /// Whether a segment is missing before the last one received.
    fn has_gap(&self) -> bool {
        self.received.last().is_some_and(|last| self.received.len() <= *last as usize)
    }
}

/// Collects segments, detects what is missing, and reports it.
#[derive(Clone, Debug)]
pub struct Receiver {
    config: RlcConfig,
    /// First packet that is not whole (`RX_Next`).
    next: u64,
    /// Packet up to which missing ones are reported (`RX_Highest_Status`).
    highest_status: u64,
    /// Packet behind the highest one seen (`RX_Next_Highest`).
    next_highest: u64,
    /// Packets from `next` on of which something was received.
    packets: BTreeMap<u64, Partial>,
    /// End of `t-Reassembly`, and the packet for which it was started (`RX_Next_Status_Trigger`).
    reassembly: Option<(SimTime, u64)>,
    /// Highest packet with a poll that is not answered yet.
    polled: Option<u64>,
    must_report: bool,
    /// End of `t-StatusProhibit`.
    prohibited_until: SimTime,
}

impl Receiver {
    /// A receiver that has received nothing.
    pub fn new(config: &RlcConfig) -> Self {
        Self {
            config: config.clone(),
            next: 0,
            highest_status: 0,
            next_highest: 0,
            packets: BTreeMap::new(),
            reassembly: None,
            polled: None,
            must_report: false,
            prohibited_until: SimTime::ZERO,
        }
    }

    fn is_whole(&self, sn: u64) -> bool {
        sn < self.next || self.packets.get(&sn).is_some_and(Partial::is_whole)
    }

    fn has_gap(&self, sn: u64) -> bool {
        self.packets.get(&sn).is_some_and(Partial::has_gap)
    }

    /// The first packet from `sn` on that is not whole.
    fn first_missing(&self, sn: u64) -> u64 {
        (sn.max(self.next)..).find(|sn| !self.is_whole(*sn)).expect("an endless range")
    }

    /// Handles a PDU that was received at `now`; packets that can be delivered are appended to
    /// `delivered`, in order and each once.
    pub fn handle_pdu(&mut self, now: SimTime, pdu: Pdu, delivered: &mut Vec<u64>) {
        let Pdu { sn, segment, segments, poll } = pdu;
        if poll {
            self.polled = self.polled.max(Some(sn));
        }
        if sn >= self.next {
            let fresh = || Partial { segments, received: BTreeSet::new() };
            self.packets.entry(sn).or_insert_with(fresh).received.insert(segment);
            self.next_highest = self.next_highest.max(sn + 1);
            self.advance(now, delivered);
        }
        self.answer_poll();
    }

    /// Takes note that packet `sn` will not come: it counts as received.
    pub fn skip(&mut self, now: SimTime, sn: u64, delivered: &mut Vec<u64>) {
        if sn >= self.next {
            self.packets.insert(sn, Partial { segments: 0, received: BTreeSet::new() });
            self.next_highest = self.next_highest.max(sn + 1);
            self.advance(now, delivered);
        }
    }

    /// Moves the window behind whole packets, which are delivered, and updates `t-Reassembly`.
    fn advance(&mut self, now: SimTime, delivered: &mut Vec<u64>) {
        while let Some(first) = self.packets.first_entry().filter(|own| *own.key() == self.next)
            && first.get().is_whole()
        {
            let (sn, own) = first.remove_entry();
            self.next += 1;
            if own.segments > 0 {
                delivered.push(sn);
            }
        }
        self.highest_status = self.first_missing(self.highest_status);
        if let Some((_, trigger)) = self.reassembly {
            let is_passed =
                trigger <= self.next || (trigger == self.next + 1 && !self.has_gap(self.next));
            if is_passed {
                self.reassembly = None;
            }
        }
        if self.reassembly.is_none() {
            self.start_reassembly(now, self.next);
        }
    }

    /// Starts `t-Reassembly` if something from packet `sn` on is missing before what was received.
    fn start_reassembly(&mut self, now: SimTime, sn: u64) {
        let is_missing =
            self.next_highest > sn + 1 || (self.next_highest == sn + 1 && self.has_gap(sn));
        if is_missing {
            let at = now.saturating_add(self.config.t_reassembly);
            self.reassembly = Some((at, self.next_highest));
        }
    }

    /// A poll is answered when what it asks about is known to be received or missing.
    fn answer_poll(&mut self) {
        if self.polled.is_some_and(|sn| sn < self.highest_status) {
            self.polled = None;
            self.must_report = true;
        }
    }

    /// The status report to send at `now`, if one is due and not prohibited.
    pub fn poll_status(&mut self, now: SimTime) -> Option<Status> {
        if !self.must_report || now < self.prohibited_until {
            return None;
        }
        self.must_report = false;
        self.prohibited_until = now.saturating_add(self.config.t_status_prohibit);
        let missing = (self.next..self.highest_status).filter(|sn| !self.is_whole(*sn));
        let nacks = missing.map(|sn| {
            let missing = match self.packets.get(&sn) {
                None => Missing::Whole,
                Some(own) => Missing::Segments(
                    (0..own.segments).filter(|one| !own.received.contains(one)).collect(),
                ),
            };
            (sn, missing)
        });
        Some(Status { nacks: nacks.collect(), ack_sn: self.highest_status })
    }

    /// Time at which [`Receiver::handle_timeout`] must be called, if at all: the end of
    /// `t-Reassembly`, or of `t-StatusProhibit` if a report waits for it.
    pub fn next_timeout(&self) -> Option<SimTime> {
        let reassembly = self.reassembly.map(|(at, _)| at);
        let report = self.must_report.then_some(self.prohibited_until);
        reassembly.into_iter().chain(report).min()
    }

    /// Handles the expiry of timers at `now`: [`Receiver::poll_status`] may then have a report.
    pub fn handle_timeout(&mut self, now: SimTime) {
        let Some((_, trigger)) = self.reassembly.filter(|(at, _)| *at <= now) else { return };
        self.reassembly = None;
        self.highest_status = self.first_missing(trigger);
        self.must_report = true;
        self.start_reassembly(now, self.highest_status);
        self.answer_poll();
    }
}
