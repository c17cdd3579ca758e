//! What ns-2's sending agents share (`Agent/TCP`): sequence numbers, output, the one timer.
//!
//! Does not own any window: that is the [`super::Variant`]'s.

use std::collections::VecDeque;

use skyseam_base::{Duration, SimTime};
use skyseam_trace::RetransmitCause;

use super::rtt::Rtt;

/// An acknowledgement in packets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ack<'a> {
    /// First packet that has not arrived.
    pub una: u64,
    /// Packets that have arrived beyond, as `first..end`, in the order of the option.
    pub blocks: &'a [(u64, u64)],
    /// Age of the timestamp it echoes.
    pub echoed: Option<Duration>,
}

/// A packet to be sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    /// Which.
    pub packet: u64,
    /// Cause of the retransmission; `None` for the first transmission.
    pub again: Option<RetransmitCause>,
}

/// Sequence numbers, output and timer of a sending agent.
#[derive(Debug)]
pub(crate) struct Base {
    /// What time it is.
    pub now: SimTime,
    /// First packet not acknowledged (`highest_ack_` + 1).
    pub una: u64,
    /// Next packet in turn (`t_seqno_`): below `top` after a timeout that goes back.
    pub next: u64,
    /// First packet never sent (`maxseq_` + 1).
    pub top: u64,
    /// First packet after the data, once that is known (`curseq_`).
    pub end: Option<u64>,
    /// First packet that the application has not written yet.
    pub written: u64,
    /// First packet that the peer has no room for. ns-2's sinks always have; a proxy may not.
    pub edge: u64,
    /// The receive window, packets (`window_`).
    pub window: u64,
    pub rtt: Rtt,
    pub timer: Option<SimTime>,
    /// Packets on their way out, in order.
    pub outbox: VecDeque<Output>,
    /// A recovery began.
    pub entered: bool,
    /// The peer did not answer for so long that the connection ends.
    pub given_up: bool,
    /// The round trip measured.
    pub sampled: Option<Duration>,
    /// The packet whose round trip is being measured, and when it was sent.
    timed: Option<(u64, SimTime)>,
}

impl Base {
    /// Nothing sent.
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

    /// Sends a packet; `cause` matters if that was done before.
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

    /// Sends the next packet in turn.
    pub fn send_next(&mut self, cause: RetransmitCause) {
        self.next += 1;
        self.send(self.next - 1, cause);
    }

    /// Moves the lower edge up.
    pub fn acknowledge(&mut self, una: u64) {
        self.una = una;
        self.next = self.next.max(una);
        self.top = self.top.max(una);
    }

    /// Takes note of an acknowledgement of new packets (`newack`).
    pub fn on_new_ack(&mut self, ack: &Ack<'_>) {
        self.acknowledge(ack.una);
        match ack.echoed {
            Some(age) => self.measure_echo(age, false),
            None => self.measure(),
        }
        self.set_timer();
    }

    /// Takes the round trip of the timed packet once that is acknowledged, through a hole as well:
    /// an acknowledgement that a loss held back makes a long sample.
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

    /// Takes the round trip that a timestamp tells; with them, the timed packet only ends a
    /// back-off, which `always` says any does (`ts_resetRTO_`, in `Agent/TCP/Linux`).
    pub fn measure_echo(&mut self, age: Duration, always: bool) {
        self.rtt.on_echo(age);
        self.sampled = Some(age);
        self.drop_timed();
        if always {
            self.rtt.recover();
        }
    }

    /// The timed packet, once acknowledged, ends a back-off; its round trip is not taken.
    pub fn drop_timed(&mut self) {
        let una = self.una;
        if self.timed.take_if(|(packet, _)| *packet < una).is_some() {
            self.rtt.recover();
        }
    }

    /// Starts the timer anew.
    pub fn set_timer(&mut self) {
        self.timer = Some(self.rtt.deadline(self.now));
    }

    /// Starts the timer anew and measures no packet that is out (`reset_rtx_timer`).
    pub fn reset_timer(&mut self) {
        self.set_timer();
        self.timed = None;
    }
}
