//! `Agent/TCP/Sack1`: fast retransmit at the third duplicate that acknowledges something, then
//! holes are filled while an estimate of the pipe has room (Fall and Floyd 1996, the forerunner of
//! RFC 6675).

use skyseam_trace::RetransmitCause;

use super::Variant;
use super::base::{Ack, Base};
use super::reno_window::RenoWindow;
use crate::congestion::increase::Increase;
use crate::ranges::RangeSet;

/// State of the agent.
#[derive(Debug)]
pub(crate) struct Sack {
    window: RenoWindow,
    initial_window: u64,
    /// Whether the first window waits for the acknowledgement of the SYN (`delay_growth_`).
    waits: bool,
    threshold: u64,
    duplicates: u64,
    /// First packet not acknowledged outside fast recovery (`last_ack_` + 1).
    last: u64,
    /// First unsent packet when fast recovery or a timeout began; 1 for none.
    recover: u64,
    recovering: bool,
    timed_out: bool,
    /// Estimated number of packets in the network during fast recovery.
    pipe: i64,
    holes: Holes,
}

impl Sack {
    pub fn new(
        initial_window: u64,
        receive_window: u64,
        waits: bool,
        threshold: u64,
        increase: Increase,
    ) -> Self {
        let first = if waits { 1 } else { initial_window };
        Self {
            window: RenoWindow::new(first, receive_window, increase),
            initial_window,
            waits,
            threshold,
            duplicates: 0,
            last: 0,
            recover: 1,
            recovering: false,
            timed_out: false,
            pipe: 0,
            holes: Holes::default(),
        }
    }

    fn allowed(&self, base: &Base) -> u64 {
        (self.window.cwnd as u64).min(base.window)
    }

    fn in_use(&self, base: &Base) -> f64 {
        self.window.cwnd.min(base.window as f64)
    }

    fn cause(&self) -> RetransmitCause {
        match self.recovering {
            true => RetransmitCause::FastRetransmit,
            false => RetransmitCause::Timeout,
        }
    }

    fn send_much(&mut self, base: &mut Base) {
        let cause = self.cause();
        while base.offers(self.last) {
            let room = match self.recovering {
                true => self.pipe < self.window.cwnd as i64,
                false => base.next < self.last + self.allowed(base),
            };
            if !room {
                return;
            }
            let limit = if self.recovering { base.window } else { self.allowed(base) };
            match self.holes.next() {
                Some(hole) if self.recover > 1 && hole < base.una + base.window => {
                    self.holes.filled(hole);
                    base.send(hole, cause);
                    base.next = base.next.max(hole + 1);
                }
                None if base.next < base.una + limit && base.offers(base.next) => {
                    base.send_next(cause);
                }
                _ => return,
            }
            self.pipe += 1;
        }
    }

    fn on_duplicate(&mut self, base: &mut Base, ack: &Ack<'_>) {
        if !self.holes.update(base.una, ack.blocks) {
            return;
        }
        self.duplicates += 1;
        if self.duplicates == self.threshold {
            // The first data packet is not beyond any cut, and may be lost (`bugfix_ss_`).
            if base.una > self.recover || base.una == 1 {
                self.retransmit_fast(base);
            }
        } else if self.duplicates < self.threshold
            && base.next < base.una + base.window
            && base.offers(base.next)
            && (base.next + 1) as f64 <= base.una as f64 + self.window.cwnd + self.duplicates as f64
        {
            // Limited transmit (RFC 3042, `send_one`).
            base.send_next(self.cause());
        }
    }

    fn retransmit_fast(&mut self, base: &mut Base) {
        self.recover = base.top;
        self.pipe = (base.top - base.una) as i64 - self.threshold as i64;
        base.reset_timer();
        self.recovering = true;
        base.entered = true;
        self.holes.filled(base.una);
        let in_use = self.in_use(base);
        self.window.halve(in_use);
        base.send(self.last, RetransmitCause::FastRetransmit);
    }

    fn on_ack_in_recovery(&mut self, base: &mut Base, ack: &Ack<'_>) {
        self.pipe -= 1;
        if ack.una >= self.recover {
            self.recover = 1;
            self.recovering = false;
            self.take_new(base, ack);
        } else if ack.una > base.una {
            base.acknowledge(ack.una);
            self.holes.update(base.una, ack.blocks);
            // A partial acknowledgement: the packet sent again has left the pipe as well.
            self.pipe -= 1;
            base.set_timer();
            base.rtt.recover();
        } else if !self.timed_out && self.holes.update(base.una, ack.blocks) && self.duplicates > 0
        {
            self.duplicates += 1;
        }
        self.send_much(base);
    }

    /// Handles an ACK of new packets outside fast recovery, or the one that ends it.
    fn take_new(&mut self, base: &mut Base, ack: &Ack<'_>) {
        self.duplicates = 0;
        base.on_new_ack(ack);
        self.last = base.una;
        self.timed_out = false;
        self.holes.clear();
    }
}

impl Variant for Sack {
    fn begin(&mut self, base: &mut Base) {
        self.send_much(base);
    }

    fn resume(&mut self, base: &mut Base) {
        self.send_much(base);
    }

    fn on_ack(&mut self, base: &mut Base, ack: &Ack<'_>) {
        if self.recovering {
            self.on_ack_in_recovery(base, ack);
            return;
        }
        if ack.una > self.last {
            self.take_new(base, ack);
            self.window.open(base.rtt.exact());
            if self.waits && base.una == 1 {
                self.window.cwnd = self.initial_window as f64;
            }
        } else if ack.una == self.last && !self.timed_out {
            self.on_duplicate(base, ack);
        }
        if self.duplicates == 0 {
            self.send_much(base);
        }
    }

    fn on_timeout(&mut self, base: &mut Base) {
        self.duplicates = 0;
        self.recovering = false;
        self.timed_out = true;
        self.last = base.una;
        self.recover = base.top;
        self.holes.clear();
        if base.una == 0 {
            // The SYN was lost (RFC 5681 Sec. 3.1, `bugfix_ss_`).
            self.initial_window = 1;
        }
        self.window.cwnd = self.window.cwnd.max(1.0);
        let in_use = self.in_use(base);
        self.window.restart(in_use);
        base.rtt.back_off();
        base.reset_timer();
        base.next = base.una;
        self.send_much(base);
    }

    fn cwnd(&self) -> u64 {
        (self.window.cwnd as u64).max(1)
    }

    fn ssthresh(&self) -> u64 {
        self.window.ssthresh
    }

    fn in_flight(&self, base: &Base) -> u64 {
        match self.recovering {
            true => self.pipe.max(0) as u64,
            false => base.next - base.una,
        }
    }
}

/// Holes between selectively acknowledged packets (`ScoreBoardRQ`).
#[derive(Debug, Default)]
pub(crate) struct Holes {
    sacked: RangeSet,
    /// First unacknowledged packet at the last update.
    una: u64,
    /// Packet below which holes have been filled.
    from: u64,
}

impl Holes {
    pub fn clear(&mut self) {
        self.sacked.clear();
        self.from = 0;
    }

    /// Applies an ACK. Returns whether it contains anything new.
    pub fn update(&mut self, una: u64, blocks: &[(u64, u64)]) -> bool {
        let mut news = false;
        if self.una < una {
            self.una = una;
            news = !self.sacked.is_empty();
            self.sacked.remove_below(una);
        }
        for &(start, end) in blocks {
            self.sacked.insert(start.max(una), end, |_, _| news = true);
        }
        news
    }

    pub fn filled(&mut self, packet: u64) {
        self.from = self.from.max(packet + 1);
    }

    /// Marks holes from `packet` on as unfilled.
    pub(crate) fn refill(&mut self, packet: u64) {
        self.from = packet;
    }

    /// Whether a hole at `packet` was filled.
    pub(crate) fn is_filled(&self, packet: u64) -> bool {
        packet < self.from
    }

    /// Returns the first packet after everything acknowledged.
    pub fn top(&self) -> u64 {
        self.sacked.last().map_or(self.una, |(_, end)| end.max(self.una))
    }

    /// Returns the number of packets that filled holes and have not been acknowledged since.
    pub fn filling(&self) -> u64 {
        let all = self.una..self.from.max(self.una);
        let sacked = self
            .sacked
            .descending()
            .map(|(start, end)| end.min(all.end).saturating_sub(start.max(all.start)));
        all.end - all.start - sacked.sum::<u64>()
    }

    /// Returns the lowest unfilled hole below the highest acknowledged packet.
    pub fn next(&mut self) -> Option<u64> {
        let (_, highest) = self.sacked.last()?;
        self.from = self.from.max(self.una);
        if let Some((_, end)) = self.sacked.containing(self.from) {
            if end == highest {
                return None;
            }
            self.from = end;
        }
        (self.from < highest).then_some(self.from)
    }
}
