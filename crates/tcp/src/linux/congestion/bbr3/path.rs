//! Measurements of the path besides its rate: the smallest round trip, the aggregation of ACKs, and
//! whether the pipe is full.

use skyseam_base::{Duration, SimTime};

use super::super::bbr::segments_in;
use super::super::bbr::windowed_max::WindowedMax;
use crate::linux::clock::micros;
use crate::linux::rate::RateSample;

/// Interval between two `ProbeRTT`, and duration for which a smallest round trip is valid.
const PROBE_RTT_INTERVAL: Duration = Duration::from_secs(5);
const SMALLEST_LASTS: Duration = Duration::from_secs(10);
/// Round trips for which the aggregation of ACKs is remembered.
const EXTRA_ROUNDS: u32 = 10;
/// Round trips with less growth than a quarter after which the pipe is full.
const FULL_ROUNDS: u32 = 3;

/// The smallest round trip, and the smallest since the last `ProbeRTT` (Sec. 5.3.4.3).
#[derive(Clone, Copy, Debug)]
pub struct Smallest {
    us: Option<u64>,
    at: SimTime,
    recent_us: Option<u64>,
    recent_at: SimTime,
}

impl Smallest {
    /// Returns an estimate that begins at `now` with the round trip `known`.
    pub fn new(now: SimTime, known: Option<Duration>) -> Self {
        let us = known.map(micros);
        Self { us, at: now, recent_us: us, recent_at: now }
    }

    /// Returns the smallest round trip in microseconds, once there is a sample.
    pub fn us(&self) -> Option<u64> {
        self.us
    }

    /// Adds a sample (`BBRUpdateMinRTT`). Returns whether a `ProbeRTT` is due.
    pub fn on_ack(&mut self, now: SimTime, rtt: Option<Duration>) -> bool {
        let due = now > self.recent_at + PROBE_RTT_INTERVAL;
        if let Some(rtt_us) = rtt.map(micros)
            && (due || self.recent_us.is_none_or(|recent| rtt_us < recent))
        {
            (self.recent_us, self.recent_at) = (Some(rtt_us), now);
        }
        let expired = now > self.at + SMALLEST_LASTS;
        if let Some(recent) = self.recent_us
            && (expired || self.us.is_none_or(|smallest| recent < smallest))
        {
            (self.us, self.at) = (Some(recent), self.recent_at);
        }
        due
    }

    /// Records the end of a `ProbeRTT`: the next is due an interval from `now`.
    pub fn probed(&mut self, now: SimTime) {
        self.recent_at = now;
    }
}

/// Segments acknowledged beyond what the rate explains (Sec. 5.5.9).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extra {
    filter: WindowedMax,
    start: SimTime,
    acked: u64,
}

impl Extra {
    /// Returns an estimate that begins at `now`.
    pub fn new(now: SimTime) -> Self {
        Self { filter: WindowedMax::default(), start: now, acked: 0 }
    }

    /// Returns the maximum over the last round trips.
    pub fn segments(&self) -> u64 {
        self.filter.value()
    }

    /// Processes an ACK of `acked` segments in round trip `round` at `bandwidth`, with the window
    /// `cwnd`. Until the pipe is full, values are kept for one round trip.
    pub fn on_ack(
        &mut self,
        now: SimTime,
        (acked, cwnd): (u32, u32),
        bandwidth: u64,
        round: u32,
        is_full: bool,
    ) {
        let mut expected = segments_in(bandwidth, now.saturating_since(self.start));
        if self.acked <= expected {
            self.acked = 0;
            self.start = now;
            expected = 0;
        }
        self.acked += u64::from(acked);
        let extra = (self.acked - expected).min(u64::from(cwnd));
        self.filter.update(if is_full { EXTRA_ROUNDS } else { 1 }, round, extra);
    }
}

/// Detection whether sending faster delivers more (Sec. 5.3.1.2).
#[derive(Clone, Copy, Debug, Default)]
pub struct Pipe {
    /// Rate at the last growth, and round trips since.
    rate: u64,
    rounds: u32,
    now: bool,
    ever: bool,
}

impl Pipe {
    /// Whether the pipe is full according to this probe.
    pub(crate) fn is_full_now(&self) -> bool {
        self.now
    }

    /// Whether the pipe was ever full.
    pub fn was_full(&self) -> bool {
        self.ever
    }

    /// Records that a loss shows the pipe to be full.
    pub fn fill(&mut self) {
        self.ever = true;
    }

    /// Starts a probe at `rate` (`BBRResetFullBW`).
    pub fn reset(&mut self, rate: u64) {
        *self = Self { rate, rounds: 0, now: false, ever: self.ever };
    }

    /// Processes an ACK with a sample of the rate (`BBRCheckFullBWReached`).
    pub fn on_ack(&mut self, sample: &RateSample, rate: u64, round_start: bool) {
        if self.now || !round_start || sample.app_limited {
            return;
        }
        if rate >= self.rate.saturating_mul(5) / 4 {
            self.reset(rate);
            return;
        }
        self.rounds += 1;
        self.now = self.rounds >= FULL_ROUNDS;
        self.ever |= self.now;
    }
}
