//! Number of segments acknowledged beyond what the bandwidth explains: ACKs in bunches need a
//! window larger by that number (`bbr_update_ack_aggregation`).

use skyseam_base::SimTime;

use super::{BW_UNIT, segments_in};
use crate::linux::rate::RateSample;

/// Round trips that each of the two halves of the memory covers.
const HALF_ROUNDS: u32 = 5;
/// Segments after which an epoch ends.
const EPOCH_SEGMENTS: u64 = 1 << 20;
/// Maximum estimate, as microseconds at the bandwidth.
const MOST_US: u64 = 100_000;

/// Estimate of the aggregation of ACKs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Aggregation {
    epoch_start: SimTime,
    epoch_acked: u64,
    extra: [u32; 2],
    half: usize,
    rounds: u32,
}

impl Aggregation {
    /// Returns an estimate that begins at `now`.
    pub fn new(now: SimTime) -> Self {
        Self { epoch_start: now, ..Self::default() }
    }

    /// Begins an epoch at `now`.
    pub fn restart(&mut self, now: SimTime) {
        self.epoch_start = now;
        self.epoch_acked = 0;
    }

    /// Processes an ACK that arrived at `now`; `bandwidth` is the estimate, `cwnd` the window.
    pub fn on_ack(
        &mut self,
        now: SimTime,
        sample: &RateSample,
        new_round: bool,
        bandwidth: u64,
        cwnd: u32,
    ) {
        if sample.acked == 0 || sample.interval.is_none() {
            return;
        }
        if new_round {
            self.rounds += 1;
            if self.rounds >= HALF_ROUNDS {
                self.rounds = 0;
                self.half = 1 - self.half;
                self.extra[self.half] = 0;
            }
        }
        let elapsed = now.saturating_since(self.epoch_start);
        let mut expected = segments_in(bandwidth, elapsed);
        let acked = u64::from(sample.acked);
        if self.epoch_acked <= expected || self.epoch_acked + acked >= EPOCH_SEGMENTS {
            self.epoch_acked = 0;
            self.epoch_start = now;
            expected = 0;
        }
        self.epoch_acked = (self.epoch_acked + acked).min(EPOCH_SEGMENTS - 1);
        let extra = (self.epoch_acked - expected).min(u64::from(cwnd)) as u32;
        self.extra[self.half] = self.extra[self.half].max(extra);
    }

    /// Returns the segments to add to the window at `bandwidth`.
    pub fn segments(&self, bandwidth: u64) -> u64 {
        let most = bandwidth.saturating_mul(MOST_US) / BW_UNIT;
        u64::from(self.extra[0].max(self.extra[1])).min(most)
    }
}
