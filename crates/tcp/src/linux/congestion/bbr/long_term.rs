//! Bandwidth over intervals that begin and end with losses: the rate of a policer
//! (`bbr_lt_bw_sampling`).

use super::{BW_UNIT, UNIT, bytes_per_second};
use crate::linux::rate::{Delivery, RateSample};

/// Minimum length of an interval in round trips; the maximum is four times as many.
const LEAST_ROUNDS: u32 = 4;
/// Lost segments of 256 above which a path is lossy.
const LOSSY: u64 = 50;
/// Tolerances within which the bandwidths of two intervals agree: a relative one, as divisor, and
/// one in bytes per second.
const CLOSE_SHARE: u64 = 8;
const CLOSE_RATE: u64 = 4_000 / 8;
/// Round trips for which the long-term bandwidth is used.
const LASTS_ROUNDS: u32 = 48;

/// Change of the bandwidth that the controller uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No change.
    None,
    /// The long-term bandwidth applies from now on.
    Adopted,
    /// The long-term bandwidth applied long enough: the path is probed again.
    Expired,
}

/// Sampling of the long-term bandwidth.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LongTerm {
    /// Bandwidth of the last interval; 0 if there is none.
    bandwidth: u64,
    in_use: bool,
    sampling: bool,
    rounds: u32,
    begun_ms: u64,
    delivered: u64,
    lost: u64,
}

impl LongTerm {
    /// Returns the bandwidth while it applies.
    pub fn bandwidth(&self) -> Option<u64> {
        self.in_use.then_some(self.bandwidth)
    }

    /// Clears all state.
    pub fn reset(&mut self, delivery: &Delivery) {
        *self = Self::default();
        self.new_interval(delivery);
    }

    fn new_interval(&mut self, delivery: &Delivery) {
        self.begun_ms = millis(delivery);
        self.delivered = delivery.delivered;
        self.lost = delivery.lost;
        self.rounds = 0;
    }

    /// Processes an ACK. `new_round` says that it begins a round trip, `probing` that the mode is
    /// PROBE_BW.
    pub fn on_ack(
        &mut self,
        delivery: &Delivery,
        sample: &RateSample,
        new_round: bool,
        probing: bool,
        mss: u32,
    ) -> Verdict {
        if self.in_use {
            if probing && new_round {
                self.rounds += 1;
                if self.rounds >= LASTS_ROUNDS {
                    self.reset(delivery);
                    return Verdict::Expired;
                }
            }
            return Verdict::None;
        }
        if !self.sampling {
            // Until a loss, the token bucket of a policer may just be full.
            if sample.losses == 0 {
                return Verdict::None;
            }
            self.new_interval(delivery);
            self.sampling = true;
        }
        if sample.app_limited {
            self.reset(delivery);
            return Verdict::None;
        }
        self.rounds += u32::from(new_round);
        if self.rounds > 4 * LEAST_ROUNDS {
            self.reset(delivery);
            return Verdict::None;
        }
        if self.rounds < LEAST_ROUNDS || sample.losses == 0 {
            return Verdict::None;
        }
        let lost = delivery.lost - self.lost;
        let delivered = delivery.delivered - self.delivered;
        let elapsed_ms = millis(delivery).saturating_sub(self.begun_ms);
        if delivered == 0 || (lost << 8) < LOSSY * delivered || elapsed_ms == 0 {
            return Verdict::None;
        }
        self.end_interval(delivered.saturating_mul(BW_UNIT) / (elapsed_ms * 1_000), delivery, mss)
    }

    fn end_interval(&mut self, bandwidth: u64, delivery: &Delivery, mss: u32) -> Verdict {
        if self.bandwidth > 0 {
            let apart = bandwidth.abs_diff(self.bandwidth);
            let close = apart.saturating_mul(CLOSE_SHARE) <= self.bandwidth
                || bytes_per_second(apart, UNIT, mss) <= CLOSE_RATE;
            if close {
                self.bandwidth = (bandwidth + self.bandwidth) / 2;
                self.in_use = true;
                self.rounds = 0;
                return Verdict::Adopted;
            }
        }
        self.bandwidth = bandwidth;
        self.new_interval(delivery);
        Verdict::None
    }
}

fn millis(delivery: &Delivery) -> u64 {
    delivery.delivered_at.as_nanos() / 1_000_000
}

#[cfg(test)]
mod tests {
    use skyseam_base::Duration;

    use super::*;

    /// Goal: a policed rate is used once two intervals of at least four round trips agree, for 48
    /// round trips of PROBE_BW. Method: 100 segments delivered per round trip of 100 ms, and 30
    /// lost.
    #[test]
    fn a_policed_rate_is_used_for_48_round_trips() {
        let (mut long_term, mut delivery) = (LongTerm::default(), Delivery::default());
        let sample = RateSample { losses: 30, ..RateSample::default() };
        let mut round = |probing| {
            delivery.delivered += 100;
            delivery.lost += 30;
            delivery.delivered_at += Duration::from_millis(100);
            let verdict = long_term.on_ack(&delivery, &sample, true, probing, 1000);
            (verdict, long_term.bandwidth())
        };
        for number in 1..8 {
            assert_eq!(round(true), (Verdict::None, None), "{number}");
        }
        // 1000 segments per second, in segments per microsecond.
        let policed = Some(BW_UNIT / 1000);
        assert_eq!(round(true), (Verdict::Adopted, policed));
        for number in 1..48 {
            assert_eq!(round(false), (Verdict::None, policed), "only PROBE_BW counts");
            assert_eq!(round(true), (Verdict::None, policed), "{number}");
        }
        assert_eq!(round(true), (Verdict::Expired, None));
    }
}
