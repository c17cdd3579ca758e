//! Window increase per ACK in congestion avoidance: Reno's rule and two rules intended to make long
//! round trips fair. Slow start and the response to loss are Reno's.
//!
//! S. Floyd, "Connections with Multiple Congested Gateways in Packet-Switched Networks, Part 1:
//! One-way Traffic", ACM Computer Communication Review 21 (5) (1991) 30; T. R. Henderson et al.,
//! "On Improving the Fairness of TCP Congestion Avoidance", IEEE Globecom 1998; RFC 2760 Sec. 3.4.

use skyseam_base::{Duration, SimTime};

use super::algorithm::{AckInfo, CongestionController, Setup};
use super::new_reno::NewRenoState;

/// Rule of window increase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Increase {
    /// One segment per round trip (RFC 5681 eq. (3)).
    Standard,
    /// Several segments per round trip, where that lasts longer than a threshold.
    ByConstant {
        /// Segments per round trip (K).
        segments: f64,
        /// Round-trip time above which the rule applies.
        above: Duration,
    },
    /// Increase of the rate that is equal for every connection: per round trip, the window grows by
    /// `c` times the square of the round-trip time.
    ConstantRate {
        /// Growth of the rate (c), segments per second and second.
        c: f64,
        /// Whether the bound of one segment applies per round trip instead of per ACK.
        per_round: bool,
    },
}

impl Increase {
    /// Segments that the ACK of a segment adds to a window of `window` segments, at most one.
    /// Before the first sample, when `smoothed_rtt` is zero, the standard rule applies.
    pub(crate) fn per_segment(self, window: f64, smoothed_rtt: Duration) -> f64 {
        match self {
            Self::ByConstant { segments, above } if smoothed_rtt > above => {
                (segments / window).min(1.0)
            }
            Self::ConstantRate { c, per_round } if !smoothed_rtt.is_zero() => {
                let rtt = smoothed_rtt.as_secs_f64();
                let growth = c * rtt * rtt;
                if per_round { growth.min(1.0) / window } else { (growth / window).min(1.0) }
            }
            _ => 1.0 / window,
        }
    }
}

/// Reno's window in bytes with another rule of increase.
#[derive(Clone, Debug)]
pub struct Opening {
    reno: NewRenoState,
    increase: Increase,
    mss: f64,
    /// Fraction of a byte of growth.
    rest: f64,
}

impl Opening {
    /// Returns the window at the start of a connection.
    pub fn new(increase: Increase, setup: &Setup) -> Self {
        Self { reno: NewRenoState::new(setup), increase, mss: f64::from(setup.mss), rest: 0.0 }
    }
}

impl CongestionController for Opening {
    fn on_ack(&mut self, ack: &AckInfo) {
        if !ack.cwnd_limited || self.in_slow_start() {
            self.reno.on_ack(ack);
            return;
        }
        // The stack counts bytes (RFC 3465); an ACK counts for a window at most, as with Reno.
        let window = self.cwnd() as f64 / self.mss;
        let segments = (ack.bytes as f64 / self.mss).min(window);
        let growth = segments * self.increase.per_segment(window, ack.smoothed_rtt);
        self.rest += self.mss * growth;
        let whole = self.rest as u64;
        self.rest -= whole as f64;
        self.reno.widen(whole);
    }

    fn on_loss(&mut self, now: SimTime, flight_size: u64) {
        self.rest = 0.0;
        self.reno.on_loss(now, flight_size);
    }

    fn on_timeout(&mut self, now: SimTime, flight_size: u64, first: bool) {
        self.rest = 0.0;
        self.reno.on_timeout(now, flight_size, first);
    }

    fn on_syn_lost(&mut self) {
        self.reno.on_syn_lost();
    }

    fn cwnd(&self) -> u64 {
        self.reno.cwnd()
    }

    fn ssthresh(&self) -> u64 {
        self.reno.ssthresh()
    }
}

#[cfg(test)]
mod tests {
    //! Goal: the rules are their formulas. Method: arithmetic on round numbers.

    use super::*;
    use crate::congestion::algorithm::TcpAlgorithm;
    use crate::congestion::{constant_rate::ConstantRate, increase_by_k::IncreaseByK};

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-12
    }

    #[test]
    fn a_constant_rate_grows_by_c_rtt_squared_per_round_trip() {
        let literal = |c| Increase::ConstantRate { c, per_round: true };
        let rule = |c| Increase::ConstantRate { c, per_round: false };
        // 4 * 0.6^2 = 1.44 segments per round trip of 20.
        assert!(near(rule(4.0).per_segment(20.0, ms(600)), 0.072));
        assert!(near(literal(4.0).per_segment(20.0, ms(600)), 0.05));
        // 1000 * 0.6^2 = 360: a segment per ACK, and no more.
        assert!(near(rule(1000.0).per_segment(20.0, ms(600)), 1.0));
        assert!(near(literal(1000.0).per_segment(20.0, ms(600)), 0.05));
        // c = 1 / RTT^2 is the standard.
        assert!(near(rule(100.0).per_segment(20.0, ms(100)), 0.05));
        assert!(near(literal(4.0).per_segment(20.0, ms(10)), rule(4.0).per_segment(20.0, ms(10))));
        assert!(near(rule(100.0).per_segment(20.0, Duration::ZERO), 0.05));
    }

    #[test]
    fn k_segments_are_added_above_the_threshold_alone() {
        let rule = Increase::ByConstant { segments: 4.0, above: ms(400) };
        assert!(near(rule.per_segment(20.0, ms(401)), 0.2));
        assert!(near(rule.per_segment(2.0, ms(401)), 1.0));
        assert!(near(rule.per_segment(20.0, ms(400)), 0.05));
    }

    /// Goal: over ten seconds of congestion avoidance the window in bytes grows as the rules say.
    /// Method: a path of 600 ms, an ACK for each segment and one for each second segment.
    #[test]
    fn windows_in_bytes_follow_the_rules() {
        const MSS: u64 = 1000;
        let setup = Setup { mss: 1000, initial_window: 40 * MSS, ..Setup::SOME };
        let rate = ConstantRate { c: 10.0, literal: false };
        let by_k = IncreaseByK { k: 3.6, threshold: ms(400) };
        for segments in [1, 2] {
            let rules: [&dyn TcpAlgorithm; 2] = [&rate, &by_k];
            for rule in rules {
                let mut window = rule.in_bytes(&setup).expect("a rule of the stack");
                window.on_loss(SimTime::ZERO, 40 * MSS);
                let begun = window.cwnd();
                assert_eq!(begun, 20 * MSS);
                for round in 0..10 {
                    let size = window.cwnd();
                    for _ in 0..size / (segments * MSS) {
                        window.on_ack(&AckInfo {
                            now: SimTime::ZERO + ms(600) * round,
                            bytes: segments * MSS,
                            smoothed_rtt: ms(600),
                            cwnd_limited: true,
                            ..AckInfo::SOME
                        });
                    }
                }
                // 3.6 segments per round trip, a little less as the window opens within one.
                let grown = (window.cwnd() - begun) as f64 / MSS as f64;
                assert!((33.0..=36.0).contains(&grown), "{}: {grown}", rule.name());
            }
        }
    }
}
