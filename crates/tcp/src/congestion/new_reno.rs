//! Reno's window as in RFC 5681, counting acknowledged bytes.
//!
//! Does not own recovery by RFC 6582 or RFC 6675: that is `tcp::recovery`.

use skyseam_base::SimTime;
use skyseam_endpoint::slow_start::{self, HyStartSearch, SlowStart};
use skyseam_params::{Model, parameters};

use super::algorithm::{AckInfo, CongestionController, Setup, TcpAlgorithm};
use super::increase::Increase;
use crate::linux::congestion as linux;
use crate::ns2::congestion as ns2;

parameters! {
    /// Additive increase, multiplicative decrease by half. Stacks: rfc, ns2, linux, bsd.
    pub struct NewReno "newreno" from "RFC 5681" {
        /// Growth of the window before the first loss, with the stacks "rfc" and "linux".
        /// Default: "standard".
        slow_start: Option<Model<dyn SlowStart>> = None,
    }
}

impl TcpAlgorithm for NewReno {
    fn in_bytes(&self, setup: &Setup) -> Option<Box<dyn CongestionController>> {
        let search = slow_start::search(&self.slow_start, setup.paced);
        Some(Box::new(NewRenoState { search, ..NewRenoState::new(setup) }))
    }

    fn in_segments(&self, setup: &Setup) -> Option<Box<dyn linux::LinuxController>> {
        Some(Box::new(linux::reno::Reno {
            search: slow_start::search(&self.slow_start, setup.paced),
        }))
    }

    fn has_own_slow_start(&self) -> bool {
        slow_start::search(&self.slow_start, false).is_some()
    }

    fn in_packets(&self, _: &Setup) -> Option<Box<dyn ns2::ControllerModule>> {
        Some(Box::new(ns2::reno::Reno))
    }

    fn increase(&self) -> Option<Increase> {
        Some(Increase::Standard)
    }
}

/// State of additive increase and multiplicative decrease.
#[derive(Clone, Debug)]
pub(crate) struct NewRenoState {
    mss: u64,
    cwnd: u64,
    ssthresh: u64,
    /// Bytes acknowledged since the window last grew in congestion avoidance.
    acked: u64,
    /// Search for the end of the first slow start, if it has one.
    search: Option<HyStartSearch>,
}

impl NewRenoState {
    /// Returns the window at the start of a connection.
    pub fn new(setup: &Setup) -> Self {
        Self {
            mss: u64::from(setup.mss),
            cwnd: setup.initial_window,
            ssthresh: u64::MAX,
            acked: 0,
            search: None,
        }
    }

    /// Increases the window by `bytes`.
    pub(super) fn widen(&mut self, bytes: u64) {
        self.cwnd += bytes;
    }
}

impl CongestionController for NewRenoState {
    fn on_ack(&mut self, ack: &AckInfo) {
        let is_first = self.ssthresh == u64::MAX;
        if is_first && self.search.as_mut().is_some_and(|search| search.on_bytes(ack)) {
            self.ssthresh = self.cwnd;
        }
        if !ack.cwnd_limited {
            return;
        }
        if self.in_slow_start() {
            // RFC 5681 eq. (2): at most one segment per ACK.
            let own = self.search.as_mut().filter(|_| self.ssthresh == u64::MAX);
            self.cwnd += match own {
                Some(search) => search.growth(ack.bytes, self.mss),
                None => ack.bytes.min(self.mss),
            };
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
