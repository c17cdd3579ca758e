//! Round-trip time as in `tcp_rtt_estimator`: RFC 6298 with a variance that falls once per round
//! trip and never below the smallest timeout; and the smallest round trip.

use skyseam_base::{Duration, SimTime};

use super::clock::{TICK, micros, ticks_in};

/// Duration for which a smallest round trip is valid (`tcp_min_rtt_wlen`).
const SMALLEST_LASTS: Duration = Duration::from_secs(300);
/// Timeout of a connection whose handshake gave no sample (`TCP_TIMEOUT_FALLBACK`).
const FALLBACK: Duration = Duration::from_secs(3);

/// Smoothed round-trip time, its variation, and the timeout they give, in microseconds.
#[derive(Clone, Debug)]
pub struct Rtt {
    /// Eight times the smoothed round-trip time; 0 before the first sample.
    smoothed8: i64,
    deviation4: i64,
    /// Largest deviation in the current round trip, at least the smallest timeout.
    deviation_max: i64,
    variation: i64,
    /// Offset whose acknowledgement ends the round trip.
    round_end: u64,
    min_rto: Duration,
    max_rto: Duration,
    initial_rto: Duration,
    backoff: u32,
    /// Retransmission timeout in ticks that follows from the fields above.
    timeout: u64,
    smallest: Option<(Duration, SimTime)>,
    /// Number, sum, minimum and maximum of the samples, for the report.
    samples: u64,
    sum: Duration,
    least: Duration,
    largest: Duration,
}

impl Rtt {
    /// Returns an estimator without samples.
    pub fn new(initial_rto: Duration, min_rto: Duration, max_rto: Duration) -> Self {
        let mut new = Self {
            smoothed8: 0,
            deviation4: 0,
            deviation_max: 0,
            variation: 0,
            round_end: 0,
            min_rto,
            max_rto,
            initial_rto,
            backoff: 0,
            timeout: 0,
            smallest: None,
            samples: 0,
            sum: Duration::ZERO,
            least: Duration::ZERO,
            largest: Duration::ZERO,
        };
        new.settle();
        new
    }

    /// Adds a sample taken when `una` was the oldest offset outstanding and `next` the next new
    /// one. Ends any back-off.
    pub(crate) fn on_sample(&mut self, sample: Duration, una: u64, next: u64) {
        let floor = micros(self.min_rto) as i64;
        let sample_us = micros(sample).max(1) as i64;
        if self.smoothed8 == 0 {
            self.smoothed8 = sample_us * 8;
            self.deviation4 = sample_us * 2;
            self.variation = self.deviation4.max(floor);
            self.deviation_max = self.variation;
            self.round_end = next;
        } else {
            let error = sample_us - self.smoothed8 / 8;
            self.smoothed8 = (self.smoothed8 + error).max(1);
            let mut excess = error.abs() - self.deviation4 / 4;
            // A round trip that got shorter raises the timeout an eighth as fast.
            if error < 0 && excess > 0 {
                excess /= 8;
            }
            self.deviation4 += excess;
            self.deviation_max = self.deviation_max.max(self.deviation4);
            self.variation = self.variation.max(self.deviation_max);
            if una > self.round_end {
                self.variation -= (self.variation - self.deviation_max).max(0) / 4;
                self.round_end = next;
                self.deviation_max = floor;
            }
        }
        self.backoff = 0;
        self.settle();
        self.least = if self.samples == 0 { sample } else { self.least.min(sample) };
        self.largest = self.largest.max(sample);
        self.samples += 1;
        self.sum += sample;
    }

    /// Adds a sample to the smallest round trip only.
    pub(crate) fn on_smallest(&mut self, sample: Duration, now: SimTime) {
        let replace = self.smallest.is_none_or(|(smallest, since)| {
            sample <= smallest || now.saturating_since(since) > SMALLEST_LASTS
        });
        if replace {
            self.smallest = Some((sample, now));
        }
    }

    /// Returns the smallest round trip of the last five minutes.
    pub fn smallest(&self) -> Option<Duration> {
        self.smallest.map(|(smallest, _)| smallest)
    }

    /// Returns the smoothed round-trip time.
    pub fn smoothed(&self) -> Option<Duration> {
        (self.smoothed8 > 0).then(|| Duration::from_micros(self.smoothed8 as u64 / 8))
    }

    /// Eight times the smoothed round-trip time in microseconds, 0 before the first sample.
    pub(crate) fn smoothed8_us(&self) -> u64 {
        self.smoothed8 as u64
    }

    /// Returns the retransmission timeout in ticks, including its back-off.
    pub(crate) fn rto_ticks(&self) -> u64 {
        self.timeout
    }

    /// Computes the timeout anew; call after what it follows from has changed.
    fn settle(&mut self) {
        let plain = match self.smoothed() {
            Some(smoothed) => smoothed + Duration::from_micros(self.variation as u64),
            None => self.initial_rto,
        };
        let plain = plain.min(self.max_rto);
        let doubled = ticks_in(plain).saturating_mul(1 << self.backoff.min(20));
        self.timeout = doubled.min(ticks_in(self.max_rto)).max(1);
    }

    /// Returns the retransmission timeout.
    pub(crate) fn rto(&self) -> Duration {
        TICK * self.rto_ticks()
    }

    /// Sets the timeout to 3 s after a handshake without a sample (RFC 6298 (5.7),
    /// `tcp_init_metrics`).
    pub(crate) fn fall_back(&mut self) {
        if self.smoothed8 == 0 {
            self.initial_rto = self.initial_rto.max(FALLBACK);
            self.backoff = 0;
            self.settle();
        }
    }

    /// Doubles the timeout after it expired.
    pub fn back_off(&mut self) {
        self.backoff += 1;
        self.settle();
    }

    /// Returns number, minimum, mean and maximum of the samples.
    pub fn summary(&self) -> (u64, Option<Duration>, Option<Duration>, Option<Duration>) {
        let some = |value: Duration| (self.samples > 0).then_some(value);
        let mean = self.sum / self.samples.max(1);
        (self.samples, some(self.least), some(mean), some(self.largest))
    }
}
