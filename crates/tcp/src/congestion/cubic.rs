//! CUBIC as RFC 9438 defines it.
//!
//! Windows are real numbers of segments, as in the RFC's formulas.

use skyseam_base::{SimTime, math};
use skyseam_endpoint::slow_start::{self, HyStartSearch, SlowStart};
use skyseam_params::{Model, parameters};

use super::algorithm::{AckInfo, CongestionController, Setup, TcpAlgorithm};
use crate::linux::congestion as linux;
use crate::linux::congestion::cubic::SlowStartExit;
use crate::linux::congestion::hystart::HyStart;
use crate::ns2::congestion as ns2;

/// Aggressiveness C, segments / s^3 (RFC 9438 Sec. 4.1).
pub(super) const C: f64 = 0.4;
/// Multiplicative decrease (RFC 9438 Sec. 4.6).
pub(super) const BETA: f64 = 0.7;

parameters! {
    /// Cubic function of the time since the last loss. Stacks: rfc, ns2, linux.
    pub struct Cubic "cubic" from "RFC 9438" {
        /// Growth of the window before the first loss, with the stacks "rfc" and "linux".
        /// Default: "standard".
        slow_start: Option<Model<dyn SlowStart>> = None,
    }
}

impl TcpAlgorithm for Cubic {
    fn in_bytes(&self, setup: &Setup) -> Option<Box<dyn CongestionController>> {
        let search = slow_start::search(&self.slow_start, setup.paced);
        Some(Box::new(CubicState { search, ..CubicState::new(setup) }))
    }

    fn in_segments(&self, setup: &Setup) -> Option<Box<dyn linux::LinuxController>> {
        let plus_plus =
            slow_start::search(&self.slow_start, setup.paced).map(SlowStartExit::PlusPlus);
        let linux = || SlowStartExit::Linux(HyStart::new(setup.paced, setup.now));
        let exit = plus_plus.or_else(|| setup.hystart.then(linux));
        Some(Box::new(linux::cubic::Cubic::new(exit, setup.clock)))
    }

    fn has_hystart(&self) -> bool {
        !self.has_own_slow_start()
    }

    fn has_own_slow_start(&self) -> bool {
        slow_start::search(&self.slow_start, false).is_some()
    }

    fn in_packets(&self, _: &Setup) -> Option<Box<dyn ns2::ControllerModule>> {
        Some(Box::new(ns2::cubic::Cubic::default()))
    }
}

/// Window as a cubic function of the time since the last loss.
#[derive(Clone, Debug)]
pub(crate) struct CubicState {
    mss: u32,
    cwnd: f64,
    ssthresh: f64,
    /// Window before the last loss, lowered by fast convergence.
    w_max: f64,
    /// Window before the last loss.
    cwnd_prior: f64,
    epoch: Option<Epoch>,
    /// Arrival time of the last ACK.
    last_ack: SimTime,
    /// Search for the end of the first slow start, if it has one.
    search: Option<HyStartSearch>,
}

/// Congestion avoidance epoch (RFC 9438 Sec. 4.2).
#[derive(Clone, Copy, Debug)]
struct Epoch {
    start: SimTime,
    /// Time from the start of the epoch until the cubic function reaches its origin, s.
    k: f64,
    origin: f64,
    /// Window that Reno would have.
    w_est: f64,
}

impl CubicState {
    /// Returns a controller for one connection.
    pub fn new(setup: &Setup) -> Self {
        Self {
            mss: setup.mss,
            cwnd: setup.initial_window as f64 / f64::from(setup.mss),
            ssthresh: f64::INFINITY,
            w_max: 0.0,
            cwnd_prior: 0.0,
            epoch: None,
            last_ack: SimTime::ZERO,
            search: None,
        }
    }

    fn segments(&self, bytes: u64) -> f64 {
        bytes as f64 / f64::from(self.mss)
    }

    fn bytes(&self, segments: f64) -> u64 {
        // To the nearest byte, without a call; saturates, so that no threshold is `u64::MAX`.
        (segments * f64::from(self.mss) + 0.5) as u64
    }

    fn begin_epoch(&self, now: SimTime) -> Epoch {
        // RFC 9438 eq. (2); without a loss to return from, growth starts at the plateau.
        let missing = self.w_max - self.cwnd;
        let (k, origin) =
            if missing > 0.0 { (math::cbrt(missing / C), self.w_max) } else { (0.0, self.cwnd) };
        Epoch { start: now, k, origin, w_est: self.cwnd }
    }

    fn avoid_congestion(&mut self, ack: &AckInfo) {
        let mut epoch = self.epoch.unwrap_or_else(|| self.begin_epoch(ack.now));
        let since = ack.now.saturating_since(epoch.start).as_secs_f64();
        let t = since + ack.smoothed_rtt.as_secs_f64();
        // RFC 9438 eq. (1) and the bounds of Sec. 4.2.
        let w_cubic = C * math::powi(t - epoch.k, 3) + epoch.origin;
        let target = w_cubic.clamp(self.cwnd, 1.5 * self.cwnd);
        // RFC 9438 eq. (4), over as many segments as were acknowledged.
        let acked = self.segments(ack.bytes);
        let caught_up = epoch.w_est >= self.cwnd_prior;
        let alpha = if caught_up { 1.0 } else { 3.0 * (1.0 - BETA) / (1.0 + BETA) };
        epoch.w_est += alpha * acked / self.cwnd;
        self.epoch = Some(epoch);
        // RFC 9438 Sec. 4.4, 4.5: the larger of the two, approached over a window of ACKs.
        let grown = self.cwnd + (target - self.cwnd) / self.cwnd * acked;
        self.cwnd = grown.min(target.max(self.cwnd)).max(epoch.w_est);
    }

    fn reduced(&mut self, flight_size: u64) -> f64 {
        self.cwnd_prior = self.cwnd;
        // Fast convergence, RFC 9438 Sec. 4.7.
        self.w_max =
            if self.cwnd < self.w_max { self.cwnd * (1.0 + BETA) / 2.0 } else { self.cwnd };
        self.epoch = None;
        (self.segments(flight_size) * BETA).max(2.0)
    }
}

impl CongestionController for CubicState {
    fn on_ack(&mut self, ack: &AckInfo) {
        let since_last = ack.now.saturating_since(self.last_ack);
        self.last_ack = ack.now;
        let is_first = self.ssthresh.is_infinite();
        if is_first && self.search.as_mut().is_some_and(|search| search.on_bytes(ack)) {
            self.ssthresh = self.cwnd;
        }
        if !ack.cwnd_limited {
            // RFC 9438 Sec. 5.8: such time does not count in t.
            if let Some(epoch) = &mut self.epoch {
                epoch.start += since_last;
            }
        } else if self.cwnd < self.ssthresh {
            // RFC 9438 Sec. 4.10 leaves slow start to RFC 5681: at most one segment per ACK.
            let own = self.search.as_mut().filter(|_| self.ssthresh.is_infinite());
            self.cwnd += match own {
                Some(search) => {
                    search.growth(ack.bytes, self.mss.into()) as f64 / f64::from(self.mss)
                }
                None => self.segments(ack.bytes).min(1.0),
            };
        } else {
            self.avoid_congestion(ack);
        }
    }

    fn on_loss(&mut self, _: SimTime, flight_size: u64) {
        self.ssthresh = self.reduced(flight_size);
        self.cwnd = self.ssthresh.min(self.cwnd);
    }

    fn on_timeout(&mut self, _: SimTime, flight_size: u64, first: bool) {
        if first {
            self.ssthresh = self.reduced(flight_size);
        }
        // RFC 9438 Sec. 4.8: the next stage begins at its own plateau.
        self.w_max = 0.0;
        self.cwnd = 1.0;
        self.epoch = None;
    }

    fn on_syn_lost(&mut self) {
        self.cwnd = 1.0;
    }

    fn cwnd(&self) -> u64 {
        self.bytes(self.cwnd)
    }

    fn ssthresh(&self) -> u64 {
        if self.ssthresh.is_finite() { self.bytes(self.ssthresh) } else { u64::MAX }
    }

    fn in_slow_start(&self) -> bool {
        self.cwnd < self.ssthresh
    }
}
