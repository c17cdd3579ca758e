//! Common part of ns-2's sending agents (`Agent/TCP`): sequence numbers, output and the timer.
//!
//! Does not own the window: that is in the [`super::Variant`].

use std::collections::VecDeque;

use skyseam_base::{Duration, SimTime};
use skyseam_trace::RetransmitCause;

use super::rtt::Rtt;

/// Acknowledgement in packets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ack<'a> {
    /// First missing packet.
    pub una: u64,
    /// Packets that arrived beyond it, as `first..end`, in the order of the option.
    pub blocks: &'a [(u64, u64)],
    /// Age of the echoed timestamp.
    pub echoed: Option<Duration>,
}

/// Packet to send.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    /// Number of the packet.
    pub packet: u64,
    /// Cause of the retransmission; `None` for the first transmission.
    pub again: Option<RetransmitCause>,
}

/// Sequence numbers, output and timer of a sending agent.
#[derive(Debug)]
pub(crate) struct Base {
    /// Current time.
    pub now: SimTime,
    /// First packet not acknowledged (`highest_ack_` + 1).
    pub una: u64,
    /// Next packet in sequence (`t_seqno_`): below `top` after a timeout that goes back.
    pub next: u64,
    /// First packet never sent (`maxseq_` + 1).
    pub top: u64,
    /// First packet after the data, once that is known (`curseq_`).
    pub end: Option<u64>,
    /// First packet that the application has not written.
    pub written: u64,
    /// First packet for which the peer has no room. ns-2's sinks always have room; a proxy may not.
    pub edge: u64,
    /// Receive window, packets (`window_`).
    pub window: u64,
    pub rtt: Rtt,
    pub timer: Option<SimTime>,
    /// Packets to leave, in order.
    pub outbox: VecDeque<Output>,
    /// Whether a recovery began.
    pub entered: bool,
    /// Whether the connection was given up because the peer did not answer.
    pub given_up: bool,
    /// Measured round trip.
    pub sampled: Option<Duration>,
    /// Packet whose round trip is being measured, and its transmission time.
    timed: Option<(u64, SimTime)>,
}

impl Base {
    /// Returns the state before the first packet.
    pub fn new(rtt: Rtt, end: Option<u64>, window: u64) -> Self {
        Self {
            now: SimTime::ZERO,
            una: 0,
            next: 0,
            top: 0,
            end,
            written: u64::MAX,
            edge: u64::MAX,
            window,
            rtt,
            timer: None,
            outbox: VecDeque::new(),
            entered: false,
            given_up: false,
            sampled: None,
            timed: None,
        }
    }

    /// Whether the application has this packet to send, and the peer room for it.
    pub fn offers(&self, packet: u64) -> bool {
        packet < self.edge && self.has(packet)
    }

    /// Whether the application has this packet to send.
    pub fn has(&self, packet: u64) -> bool {
        packet < self.written && self.end.is_none_or(|end| packet < end)
    }

    /// Sends a packet; `cause` applies if it was sent before.
    pub fn send(&mut self, packet: u64, cause: RetransmitCause) {
        let nothing_out = self.una == self.top;
        let again = (packet < self.top).then_some(cause);
        self.outbox.push_back(Output { packet, again });
        if again.is_none() {
            self.top = packet + 1;
            // One packet is measured at a time.
            self.timed.get_or_insert((packet, self.now));
        }
        if self.timer.is_none() || nothing_out {
            self.set_timer();
        }
    }

    /// Sends the next packet in sequence.
    pub(crate) fn send_next(&mut self, cause: RetransmitCause) {
        self.next += 1;
        self.send(self.next - 1, cause);
    }

    /// Advances the lower edge to `una`.
    pub(crate) fn acknowledge(&mut self, una: u64) {
        self.una = una;
        self.next = self.next.max(una);
        self.top = self.top.max(una);
    }

    /// Records an acknowledgement of new packets (`newack`).
    pub(crate) fn on_new_ack(&mut self, ack: &Ack<'_>) {
        self.acknowledge(ack.una);
        match ack.echoed {
            Some(age) => self.measure_echo(age, false),
            None => self.measure(),
        }
        self.set_timer();
    }

    /// Takes a sample when the timed packet is acknowledged, also by the ACK that fills a hole: a
    /// loss makes such a sample long.
    pub fn measure(&mut self) {
        if let Some((packet, sent)) = self.timed
            && packet < self.una
        {
            self.timed = None;
            self.rtt.recover();
            self.rtt.on_sample(sent, self.now);
            self.sampled = Some(self.now.saturating_since(sent));
        }
    }

    /// Takes a sample from an echoed timestamp. With timestamps, the timed packet only ends a
    /// back-off; with `always` any ACK does (`ts_resetRTO_`, in `Agent/TCP/Linux`).
    pub(crate) fn measure_echo(&mut self, age: Duration, always: bool) {
        self.rtt.on_echo(age);
        self.sampled = Some(age);
        self.drop_timed();
        if always {
            self.rtt.recover();
        }
    }

    /// Ends a back-off when the timed packet is acknowledged, without taking its round trip.
    pub(crate) fn drop_timed(&mut self) {
        let una = self.una;
        if self.timed.take_if(|(packet, _)| *packet < una).is_some() {
            self.rtt.recover();
        }
    }

    /// Restarts the timer.
    pub(crate) fn set_timer(&mut self) {
        self.timer = Some(self.rtt.deadline(self.now));
    }

    /// Restarts the timer and stops measuring the outstanding packet (`reset_rtx_timer`).
    pub(crate) fn reset_timer(&mut self) {
        self.set_timer();
        self.timed = None;
    }
}
