//! Round-trip time and the retransmission timeout (RFC 6298).

use skyseam_base::Duration;

/// Clock granularity G of RFC 6298: the floor of the variance term.
const GRANULARITY: Duration = Duration::from_millis(1);

/// Smoothed round-trip time, its variation, and the timeout they give.
#[derive(Clone, Copy, Debug)]
pub struct RttEstimator {
    smoothed: Option<Duration>,
    variation: Duration,
    rto: Duration,
    backoff: u32,
    min_rto: Duration,
    max_rto: Duration,
    samples: u64,
    sum: Duration,
    smallest: Duration,
    largest: Duration,
}

impl RttEstimator {
    /// Returns an estimator without samples.
    pub fn new(initial_rto: Duration, min_rto: Duration, max_rto: Duration) -> Self {
        Self {
            smoothed: None,
            variation: Duration::ZERO,
            rto: initial_rto,
            backoff: 0,
            min_rto,
            max_rto,
            samples: 0,
            sum: Duration::ZERO,
            smallest: Duration::ZERO,
            largest: Duration::ZERO,
        }
    }

    /// Adds a sample of a segment that was sent once (Karn), and ends any back-off.
    pub(crate) fn on_sample(&mut self, sample: Duration) {
        let smoothed = match self.smoothed {
            None => {
                // RFC 6298 (2.2).
                self.variation = sample / 2;
                sample
            }
            Some(before) => {
                // RFC 6298 (2.3), beta = 1/4, alpha = 1/8.
                self.variation = (self.variation * 3 + before.abs_diff(sample)) / 4;
                (before * 7 + sample) / 8
            }
        };
        self.smoothed = Some(smoothed);
        let margin = GRANULARITY.max(self.variation * 4);
        self.rto = (smoothed + margin).max(self.min_rto);
        self.backoff = 0;
        self.smallest = if self.samples == 0 { sample } else { self.smallest.min(sample) };
        self.largest = self.largest.max(sample);
        self.samples += 1;
        self.sum += sample;
    }

    /// Doubles the timeout after it expired (RFC 6298 (5.5)).
    pub fn back_off(&mut self) {
        self.backoff = (self.backoff + 1).min(32);
    }

    /// Sets the timeout after a lost SYN: data begin with at least three seconds (RFC 6298 (5.7)).
    pub(crate) fn after_lost_syn(&mut self) {
        self.rto = self.rto.max(Duration::from_secs(3));
        self.backoff = 0;
    }

    /// Returns the current timeout, including its back-off.
    pub(crate) fn rto(&self) -> Duration {
        self.rto.saturating_mul(1 << self.backoff).min(self.max_rto)
    }

    /// Returns the smoothed round-trip time.
    pub fn smoothed(&self) -> Option<Duration> {
        self.smoothed
    }

    /// Returns the smallest sample.
    pub fn smallest(&self) -> Option<Duration> {
        (self.samples > 0).then_some(self.smallest)
    }

    /// Returns the largest sample.
    pub fn largest(&self) -> Option<Duration> {
        (self.samples > 0).then_some(self.largest)
    }

    /// Returns the mean of all samples.
    pub fn mean(&self) -> Option<Duration> {
        (self.samples > 0).then(|| self.sum / self.samples)
    }

    /// Returns the number of samples.
    pub fn samples(&self) -> u64 {
        self.samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn the_timeout_follows_the_formula() {
        let mut rtt = RttEstimator::new(ms(1_000), ms(200), ms(60_000));
        assert_eq!(rtt.rto(), ms(1_000));
        rtt.on_sample(ms(100));
        assert_eq!(rtt.rto(), ms(300), "R + 4 R/2");
        rtt.on_sample(ms(180));
        // RTTVAR = 3/4 50 + 1/4 80 = 57.5 ms; SRTT = 7/8 100 + 1/8 180 = 110 ms.
        assert_eq!(rtt.smoothed(), Some(ms(110)));
        assert_eq!(rtt.rto(), ms(340));
        assert_eq!(
            (rtt.smallest(), rtt.mean(), rtt.largest()),
            (Some(ms(100)), Some(ms(140)), Some(ms(180)))
        );
    }

    #[test]
    fn the_timeout_keeps_its_bounds() {
        let mut rtt = RttEstimator::new(ms(1_000), ms(200), ms(60_000));
        (0..100).for_each(|_| rtt.on_sample(ms(10)));
        assert_eq!(rtt.rto(), ms(200));
        (0..40).for_each(|_| rtt.back_off());
        assert_eq!(rtt.rto(), ms(60_000));
        rtt.on_sample(ms(10));
        assert_eq!(rtt.rto(), ms(200), "a new sample ends the back-off");
    }
}
