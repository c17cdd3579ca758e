//! Window and recovery of a 4.4BSD sender: Reno, NewReno, and both with selective acknowledgements.
//!
//! Two switches give the four variants (T. R. Henderson 1999, Sec. 4.2): whether holes are known
//! from selective acknowledgements, and whether recovery lasts until everything sent before the
//! loss is acknowledged (NewReno) or ends with the first ACK that advances (Reno). A timeout clears
//! all state and goes back to the first unacknowledged segment.

use skyseam_trace::RetransmitCause;

use super::MAX_RETRANSMISSIONS;
use super::keys::{Bsd, ExitBurst};
use crate::config::TcpConfig;
use crate::congestion::increase::Increase;
use crate::ns2::Variant;
use crate::ns2::base::{Ack, Base};
use crate::ns2::keys::LossRecovery;
use crate::ns2::reno_window::RenoWindow;
use crate::ns2::sack::Holes;

/// Window and loss state of the sender; counts are in full segments.
#[derive(Debug)]
pub(crate) struct Descendant {
    sack: bool,
    newreno: bool,
    /// Whether a recovery ends with a window of one segment more than is in flight.
    limited: bool,
    window: RenoWindow,
    initial_window: u64,
    /// Whether the first window waits for the acknowledgement of the SYN.
    waits: bool,
    threshold: u64,
    /// Number of consecutive duplicate ACKs (`t_dupacks`).
    duplicates: u64,
    recovering: bool,
    /// First unsent segment at the last window reduction; 0 for none.
    recover: u64,
    /// Window inflation by duplicates, minus deflation by partial ACKs.
    inflation: i64,
    holes: Holes,
    /// Timeouts since an ACK advanced.
    timeouts: u32,
}

impl Descendant {
    /// A sender with these keys and a receive window of `receive_window` segments.
    pub fn new(config: &TcpConfig, own: &Bsd, receive_window: u64, increase: Increase) -> Self {
        let recovery = own.recovery;
        let initial_window = u64::from(config.initial_segments());
        let first = if config.handshake { 1 } else { initial_window };
        let mut window = RenoWindow::new(first, receive_window, increase);
        if let Some(bytes) = own.initial_ssthresh {
            window.ssthresh = (bytes / u64::from(config.full_payload())).max(2);
        }
        Self {
            sack: matches!(recovery, LossRecovery::SackReno | LossRecovery::SackNewReno),
            newreno: matches!(recovery, LossRecovery::NewReno | LossRecovery::SackNewReno),
            limited: own.exit_burst != ExitBurst::Unlimited,
            window,
            initial_window,
            waits: config.handshake,
            threshold: u64::from(config.dup_threshold),
            duplicates: 0,
            recovering: false,
            recover: 0,
            inflation: 0,
            holes: Holes::default(),
            timeouts: 0,
        }
    }

    /// The window with its inflation, segments.
    fn inflated(&self) -> u64 {
        (self.window.cwnd as i64 + self.inflation).max(1) as u64
    }

    fn in_use(&self, base: &Base) -> f64 {
        (self.window.cwnd + self.inflation as f64).max(1.0).min(base.window as f64)
    }

    /// Sends what the window allows (`tcp_output`).
    fn output(&mut self, base: &mut Base) {
        if self.recovering && self.sack {
            self.fill_holes(base);
            return;
        }
        let allowed = self.inflated().min(base.window);
        while base.next < base.una + allowed && base.offers(base.next) {
            // Whatever is sent twice in turn is sent after going back.
            base.send_next(RetransmitCause::Timeout);
        }
    }

    /// Number of segments in the network: those beyond everything acknowledged, and those that fill
    /// holes.
    fn pipe(&self, base: &Base) -> u64 {
        base.next.saturating_sub(self.holes.top().max(base.una)) + self.holes.filling()
    }

    /// Sends holes, lowest first, then new segments, while the pipe has room.
    fn fill_holes(&mut self, base: &mut Base) {
        let cwnd = self.window.cwnd as u64;
        let mut pipe = self.pipe(base);
        while pipe < cwnd {
            if let Some(hole) = self.holes.next() {
                self.resend(base, hole, RetransmitCause::FastRetransmit);
            } else {
                base.next = base.next.max(self.holes.top());
                if base.next >= base.una + base.window || !base.offers(base.next) {
                    return;
                }
                base.send_next(RetransmitCause::FastRetransmit);
            }
            pipe += 1;
        }
    }

    /// Retransmits one segment out of order.
    fn resend(&mut self, base: &mut Base, packet: u64, cause: RetransmitCause) {
        self.holes.filled(packet);
        base.send(packet, cause);
        base.next = base.next.max(packet + 1);
    }

    fn on_duplicate(&mut self, base: &mut Base) {
        if base.una == base.top {
            self.duplicates = 0;
            return;
        }
        if self.recovering {
            self.inflation += i64::from(!self.sack);
            self.output(base);
            return;
        }
        self.duplicates += 1;
        // RFC 2582 Sec. 3: what was sent before the last cut is not cut for again. Reno, as 4.4BSD
        // has it, takes the echoes of its own going back for a loss.
        if self.duplicates == self.threshold && (!self.newreno || base.una > self.recover) {
            self.enter(base);
        }
    }

    fn enter(&mut self, base: &mut Base) {
        self.recovering = true;
        self.recover = base.top;
        base.entered = true;
        self.cut(base);
        base.reset_timer();
        self.holes.refill(base.una);
        self.resend(base, base.una, RetransmitCause::FastRetransmit);
        if self.sack {
            self.output(base);
        } else {
            self.inflation = self.threshold as i64;
        }
    }

    /// Sets the threshold to half of the used window, in whole segments.
    fn cut(&mut self, base: &Base) {
        let in_use = self.in_use(base);
        self.window.halve(in_use);
        self.window.cwnd = self.window.ssthresh as f64;
        self.inflation = 0;
    }

    /// Handles a partial ACK in a recovery, which shows the next hole.
    fn on_partial(&mut self, base: &mut Base, una: u64) {
        if !self.sack {
            // The window loses what was acknowledged, and has room for the segment sent again.
            self.inflation -= (una - base.una) as i64 - 1;
        }
        base.acknowledge(una);
        base.reset_timer();
        if !(self.sack && self.holes.is_filled(una)) {
            self.resend(base, una, RetransmitCause::PartialAck);
        }
    }

    fn leave(&mut self, base: &Base, una: u64) {
        self.recovering = false;
        self.inflation = 0;
        let flight = base.next.saturating_sub(una);
        let ssthresh = self.window.ssthresh;
        let left = if self.limited { ssthresh.min(flight + 1) } else { ssthresh };
        self.window.cwnd = left as f64;
    }

    fn on_advance(&mut self, base: &mut Base, ack: &Ack<'_>) {
        self.timeouts = 0;
        if self.recovering && self.newreno && ack.una < self.recover {
            self.on_partial(base, ack.una);
        } else {
            if self.recovering {
                self.leave(base, ack.una);
            }
            base.on_new_ack(ack);
            if ack.echoed.is_some() {
                base.rtt.recover();
            }
            self.window.open(base.rtt.exact());
            if self.waits && base.una == 1 {
                self.window.cwnd = self.initial_window as f64;
            }
        }
        self.duplicates = 0;
        self.output(base);
    }
}

impl Variant for Descendant {
    fn begin(&mut self, base: &mut Base) {
        self.output(base);
    }

    fn resume(&mut self, base: &mut Base) {
        self.output(base);
    }

    fn on_window(&mut self, base: &mut Base) {
        self.duplicates = 0;
        self.output(base);
    }

    fn on_ack(&mut self, base: &mut Base, ack: &Ack<'_>) {
        if self.sack {
            self.holes.update(ack.una, ack.blocks);
        }
        if ack.una > base.una {
            self.on_advance(base, ack);
        } else if ack.una == base.una {
            self.on_duplicate(base);
        }
    }

    fn on_timeout(&mut self, base: &mut Base) {
        self.timeouts += 1;
        if self.timeouts > MAX_RETRANSMISSIONS {
            base.given_up = true;
            return;
        }
        self.cut(base);
        self.window.cwnd = 1.0;
        self.duplicates = 0;
        self.recovering = false;
        self.recover = base.top;
        // RFC 2018 Sec. 8.
        self.holes.clear();
        base.rtt.back_off();
        base.reset_timer();
        base.next = base.una;
        self.output(base);
    }

    fn cwnd(&self) -> u64 {
        (self.window.cwnd as u64).max(1)
    }

    fn ssthresh(&self) -> u64 {
        self.window.ssthresh
    }

    fn in_flight(&self, base: &Base) -> u64 {
        match self.recovering && self.sack {
            true => self.pipe(base),
            false => base.next - base.una,
        }
    }
}
