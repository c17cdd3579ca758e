//! CUBIC as RFC 9438 defines it, with the parameters that Linux 2.6.22 differs in; no HyStart.
//!
//! Inside, windows are real numbers of segments, as in the RFC's formulas.

use skyseam_base::SimTime;

use super::{Ack, Controller, Setup};
use crate::config::Stack;

/// What implementations of CUBIC differ in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Aggressiveness C, segments / s^3 (RFC 9438 Sec. 4.1).
    pub c: f64,
    /// Multiplicative decrease (RFC 9438 Sec. 4.6).
    pub beta: f64,
    /// Whether the Reno-friendly estimate grows as fast as Reno once it has passed the window
    /// before the loss (RFC 9438 Sec. 4.3).
    pub friendly_catches_up: bool,
    /// Whether the decrease starts from the congestion window and not from the data in flight.
    pub from_cwnd: bool,
    /// Whether the window aimed at is that of one smallest, not one smoothed, RTT ahead.
    pub min_rtt_ahead: bool,
    /// Whether the first stage after a timeout starts at its own plateau, K = 0, and not on the way
    /// back to the window before (RFC 9438 Sec. 4.8).
    pub forgets_at_timeout: bool,
}

impl Parameters {
    /// RFC 9438.
    pub const RFC: Self = Self {
        c: 0.4,
        beta: 0.7,
        friendly_catches_up: true,
        from_cwnd: false,
        min_rtt_ahead: false,
        forgets_at_timeout: true,
    };

    /// Linux 2.6.22, from which ns-2.35 took its module (reference model Sec. 7).
    pub const NS2: Self = Self {
        c: 410.0 / 1024.0,
        beta: 819.0 / 1024.0,
        friendly_catches_up: false,
        from_cwnd: true,
        min_rtt_ahead: true,
        // Linux's module forgets as well, but together with how ns-2 leaves the state after a
        // timeout, which is not imitated; alone, it takes transfers further from ns-2's times.
        forgets_at_timeout: false,
    };
}

/// The window as a cubic function of the time since the last loss.
#[derive(Clone, Debug)]
pub struct Cubic {
    parameters: Parameters,
    mss: u32,
    cwnd: f64,
    ssthresh: f64,
    /// Window before the last loss, lowered by fast convergence.
    w_max: f64,
    /// Window before the last loss.
    cwnd_prior: f64,
    epoch: Option<Epoch>,
    /// When the last ACK came.
    last_ack: SimTime,
}

/// A congestion avoidance stage (RFC 9438 Sec. 4.2).
#[derive(Clone, Copy, Debug)]
struct Epoch {
    start: SimTime,
    /// Seconds from the start until the cubic function is back at its origin.
    k: f64,
    origin: f64,
    /// The window Reno would have.
    w_est: f64,
}

/// A controller for one connection.
pub fn build(setup: &Setup) -> Box<dyn Controller> {
    let parameters = match setup.stack {
        Stack::Rfc | Stack::Linux => Parameters::RFC,
        Stack::Ns2 => Parameters::NS2,
    };
    Box::new(Cubic::new(parameters, setup))
}

impl Cubic {
    /// A controller with the given parameters.
    pub fn new(parameters: Parameters, setup: &Setup) -> Self {
        Self {
            parameters,
            mss: setup.mss,
            cwnd: setup.initial_window as f64 / f64::from(setup.mss),
            ssthresh: f64::INFINITY,
            w_max: 0.0,
            cwnd_prior: 0.0,
            epoch: None,
            last_ack: SimTime::ZERO,
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
        let (k, origin) = if missing > 0.0 {
            ((missing / self.parameters.c).cbrt(), self.w_max)
        } else {
            (0.0, self.cwnd)
        };
        Epoch { start: now, k, origin, w_est: self.cwnd }
    }

    fn avoid_congestion(&mut self, ack: &Ack) {
        let p = self.parameters;
        let mut epoch = self.epoch.unwrap_or_else(|| self.begin_epoch(ack.now));
        let ahead = if p.min_rtt_ahead { ack.min_rtt } else { ack.smoothed_rtt };
        let t = ack.now.saturating_since(epoch.start).as_secs_f64() + ahead.as_secs_f64();
        // RFC 9438 eq. (1) and the bounds of Sec. 4.2.
        let w_cubic = p.c * (t - epoch.k).powi(3) + epoch.origin;
        let target = w_cubic.clamp(self.cwnd, 1.5 * self.cwnd);
        // RFC 9438 eq. (4), over as many segments as were acknowledged.
        let acked = self.segments(ack.bytes);
        let mut alpha = 3.0 * (1.0 - p.beta) / (1.0 + p.beta);
        if p.friendly_catches_up && epoch.w_est >= self.cwnd_prior {
            alpha = 1.0;
        }
        epoch.w_est += alpha * acked / self.cwnd;
        self.epoch = Some(epoch);
        // RFC 9438 Sec. 4.4, 4.5: the larger of the two, approached over a window of ACKs.
        let grown = self.cwnd + (target - self.cwnd) / self.cwnd * acked;
        self.cwnd = grown.min(target.max(self.cwnd)).max(epoch.w_est);
    }

    fn reduced(&mut self, flight_size: u64) -> f64 {
        let p = self.parameters;
        self.cwnd_prior = self.cwnd;
        // Fast convergence, RFC 9438 Sec. 4.7.
        self.w_max =
            if self.cwnd < self.w_max { self.cwnd * (1.0 + p.beta) / 2.0 } else { self.cwnd };
        self.epoch = None;
        let from = if p.from_cwnd { self.cwnd.floor() } else { self.segments(flight_size) };
        let reduced = from * p.beta;
        // Linux counts whole packets.
        (if p.from_cwnd { reduced.floor() } else { reduced }).max(2.0)
    }
}

impl Controller for Cubic {
    fn on_ack(&mut self, ack: &Ack) {
        let since_last = ack.now.saturating_since(self.last_ack);
        self.last_ack = ack.now;
        if !ack.cwnd_limited {
            // RFC 9438 Sec. 5.8: such time does not count in t.
            if let Some(epoch) = &mut self.epoch {
                epoch.start += since_last;
            }
        } else if self.cwnd < self.ssthresh {
            // RFC 9438 Sec. 4.10 leaves slow start to RFC 5681: at most one segment per ACK.
            self.cwnd += self.segments(ack.bytes).min(1.0);
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
        if self.parameters.forgets_at_timeout {
            self.w_max = 0.0;
        }
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
