//! Reno's window as RFC 5681 writes it, counting acknowledged bytes.
//!
//! Does not own recovery, which is RFC 6582's or RFC 6675's: `tcp::recovery`.

use skyseam_base::SimTime;

use super::{Ack, Controller, Setup};

/// Additive increase, multiplicative decrease.
#[derive(Clone, Debug)]
pub struct NewReno {
    mss: u64,
    cwnd: u64,
    ssthresh: u64,
    /// Bytes acknowledged since the window last grew in congestion avoidance.
    acked: u64,
}

/// A controller for one connection.
pub fn build(setup: &Setup) -> Box<dyn Controller> {
    Box::new(NewReno {
        mss: u64::from(setup.mss),
        cwnd: setup.initial_window,
        ssthresh: u64::MAX,
        acked: 0,
    })
}

impl Controller for NewReno {
    fn on_ack(&mut self, ack: &Ack) {
        if !ack.cwnd_limited {
            return;
        }
        if self.in_slow_start() {
            // RFC 5681 eq. (2): at most one segment per ACK.
            self.cwnd += ack.bytes.min(self.mss);
            return;
        }
        // RFC 5681 Sec. 3.1 and RFC 3465: one segment per window of acknowledged bytes.
        self.acked += ack.bytes;
        if self.acked >= self.cwnd {
            self.acked -= self.cwnd;
            self.cwnd += self.mss;
        }
    }

    fn on_loss(&mut self, _: SimTime, flight_size: u64) {
        // RFC 5681 eq. (4). The window never grows at a loss, even from below two segments.
        self.ssthresh = (flight_size / 2).max(2 * self.mss);
        self.cwnd = self.ssthresh.min(self.cwnd);
        self.acked = 0;
    }

    fn on_timeout(&mut self, _: SimTime, flight_size: u64, first: bool) {
        if first {
            self.ssthresh = (flight_size / 2).max(2 * self.mss);
        }
        self.cwnd = self.mss;
        self.acked = 0;
    }

    fn on_syn_lost(&mut self) {
        self.cwnd = self.mss;
    }

    fn cwnd(&self) -> u64 {
        self.cwnd
    }

    fn ssthresh(&self) -> u64 {
        self.ssthresh
    }
}
