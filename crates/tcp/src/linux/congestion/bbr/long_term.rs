//! Bandwidth over intervals that begin and end with losses: what a policer lets through
//! (`bbr_lt_bw_sampling`).

use super::{BW_UNIT, UNIT, bytes_per_second};
use crate::linux::rate::{Delivery, RateSample};

/// Round trips that an interval has at least; four times as many at most.
const LEAST_ROUNDS: u32 = 4;
/// Segments lost of 256 that make a path lossy.
const LOSSY: u64 = 50;
/// Two intervals agree when they differ by an eighth, or by so many bytes per second.
const CLOSE_SHARE: u64 = 8;
const CLOSE_RATE: u64 = 4_000 / 8;
/// Round trips for which the long-term bandwidth is used.
const LASTS_ROUNDS: u32 = 48;

/// What the connection does about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing new.
    None,
    /// The long-term bandwidth holds from now on.
    Adopted,
    /// It held for long enough: the path is probed again.
    Expired,
}

/// The sampling.
#[derive(Clone, Copy, Debug, Default)]
pub struct LongTerm {
    /// Bandwidth of the last interval; 0: none.
    bandwidth: u64,
    in_use: bool,
    sampling: bool,
    rounds: u32,
    begun_ms: u64,
    delivered: u64,
    lost: u64,
}

impl LongTerm {
    /// The bandwidth, while it is to be used.
    pub fn bandwidth(&self) -> Option<u64> {
        self.in_use.then_some(self.bandwidth)
    }

    /// Forgets everything.
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

    /// Takes an ACK. `new_round` says that it begins a round trip, `probing` that the mode is
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
