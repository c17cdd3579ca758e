//! Round-trip time and timeout in whole ticks, as in ns-2, and before it in 4.4BSD.

use skyseam_base::{Duration, SimTime};

/// Agent whose arithmetic applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// `Agent/TCP`: timers fire to the nanosecond.
    Agent,
    /// `Agent/TCP/Linux`: the variation falls an eighth as fast as it rises.
    Linux,
    /// 4.4BSD (`tcp_xmit_timer`, `tcp_slowtimo`): timers are counts of a tick of the whole host.
    Bsd,
}

/// Smoothed round-trip time, its variation, and the timeout they give.
#[derive(Clone, Copy, Debug)]
pub struct Rtt {
    /// Clock granularity (`tcpTick_`).
    tick: Duration,
    rule: Rule,
    /// Eight times the smoothed time in ticks; 0 before the first sample.
    smoothed: i64,
    /// Four times the variation in ticks.
    variation: i64,
    /// Smoothed value after the last sample, which a long back-off does not clear.
    last_smoothed: i64,
    timeout: Duration,
    backoff: u64,
    min_rto: Duration,
    max_rto: Duration,
    samples: u64,
    sum: Duration,
    /// Smoothed time by the simulated clock.
    exact: Duration,
    smallest: Duration,
    largest: Duration,
}

impl Rtt {
    /// Returns an estimator without samples.
    pub fn new(tick: Duration, initial: Duration, min_rto: Duration, max_rto: Duration) -> Self {
        Self {
            tick,
            rule: Rule::Agent,
            smoothed: 0,
            variation: 0,
            last_smoothed: 0,
            timeout: initial,
            backoff: 1,
            min_rto,
            max_rto,
            samples: 0,
            sum: Duration::ZERO,
            exact: Duration::ZERO,
            smallest: Duration::ZERO,
            largest: Duration::ZERO,
        }
    }

    /// Returns the estimator with the variation of `Agent/TCP/Linux`.
    pub(crate) fn falling_slowly(self) -> Self {
        Self { rule: Rule::Linux, ..self }
    }

    /// Returns the estimator with the timers of 4.4BSD.
    pub(crate) fn on_host_ticks(self) -> Self {
        Self { rule: Rule::Bsd, ..self }
    }

    /// Adds a sample from `sent` to `now`: the ticks that passed in between.
    pub(crate) fn on_sample(&mut self, sent: SimTime, now: SimTime) {
        let tick = self.tick.as_nanos();
        let ticks = now.as_nanos() / tick - sent.as_nanos() / tick;
        self.update(ticks, now.saturating_since(sent));
    }

    /// Adds a sample from the age of an echoed timestamp, rounded to ticks.
    pub(crate) fn on_echo(&mut self, age: Duration) {
        let tick = self.tick.as_nanos();
        self.update((age.as_nanos() + tick / 2) / tick, age);
    }

    fn update(&mut self, ticks: u64, sample: Duration) {
        // Sums of a day's ticks fit; a longer round trip is no round trip.
        let least = i64::from(self.rule != Rule::Bsd);
        let ticks = (ticks.min(1 << 32) as i64).max(least);
        if self.smoothed == 0 {
            // 4.4BSD counts the tick in which the packet leaves for the first sample only.
            let first = ticks + i64::from(self.rule == Rule::Bsd);
            self.smoothed = first << 3;
            self.variation = first << 1;
        } else {
            let error = ticks - (self.smoothed >> 3);
            self.smoothed = (self.smoothed + error).max(1);
            let mut change = error.abs() - (self.variation >> 2);
            if self.rule == Rule::Linux && error < 0 && change > 0 {
                change >>= 3;
            }
            self.variation += change;
            if self.rule != Rule::Linux {
                self.variation = self.variation.max(1);
            }
        }
        self.last_smoothed = self.smoothed;
        // SRTT + 4 RTTVAR, rounded down to ticks; by 4.4BSD's timers up.
        let rounding = if self.rule == Rule::Bsd { 7 } else { 0 };
        let timeout = ((self.variation << 3) + self.smoothed + rounding) >> 3;
        self.timeout = self.tick.saturating_mul(timeout.max(0) as u64);
        self.exact = if self.samples == 0 { sample } else { (self.exact * 7 + sample) / 8 };
        self.smallest = if self.samples == 0 { sample } else { self.smallest.min(sample) };
        self.largest = self.largest.max(sample);
        self.samples += 1;
        self.sum += sample;
    }

    /// Doubles the timeout after it expired. Beyond a factor of eight, the smoothed round trip is
    /// cleared.
    pub fn back_off(&mut self) {
        if self.backoff < 64 || (self.backoff < 1 << 40 && self.rto() < self.max_rto) {
            self.backoff *= 2;
        }
        if self.backoff > 8 {
            self.variation += self.smoothed >> 3;
            self.smoothed = 0;
        }
    }

    /// Ends a back-off.
    pub fn recover(&mut self) {
        self.backoff = 1;
    }

    /// Returns the current timeout, including its back-off.
    pub(crate) fn rto(&self) -> Duration {
        if self.rule == Rule::Bsd {
            // The bounds are those of the backed-off value (`TCPT_RANGESET`).
            let timeout = self.timeout.saturating_mul(self.backoff.min(64));
            return timeout.max(self.min_rto).min(self.max_rto);
        }
        let timeout = self.timeout.max(self.min_rto).saturating_mul(self.backoff);
        timeout.min(self.max_rto).max(self.tick * 2)
    }

    /// Returns the time when a timer set at `now` fires: a count of host ticks is exact to a tick.
    pub fn deadline(&self, now: SimTime) -> SimTime {
        let tick = self.tick.as_nanos();
        match self.rule {
            Rule::Bsd => {
                let ticks = self.rto().as_nanos().div_ceil(tick).max(1);
                SimTime::from_nanos((now.as_nanos() / tick).saturating_add(ticks) * tick)
            }
            Rule::Agent | Rule::Linux => now.saturating_add(self.rto()),
        }
    }

    /// Returns the time by which a packet acknowledged at `now` must have been sent: no path
    /// becomes shorter than half of the minimum round trip at once.
    pub fn answered(&self, now: SimTime) -> SimTime {
        let soonest = if self.samples == 0 { Duration::ZERO } else { self.smallest / 2 };
        SimTime::from_nanos(now.as_nanos().saturating_sub(soonest.as_nanos()))
    }

    /// Returns the smoothed time, zero before the first sample.
    pub fn smoothed(&self) -> Duration {
        self.tick.saturating_mul(self.last_smoothed as u64) / 8
    }

    /// Returns the smoothed time without ticks, zero before the first sample.
    pub fn exact(&self) -> Duration {
        self.exact
    }

    /// Returns eight times the smoothed time in ticks, as the modules of Linux use it.
    pub(crate) fn eightfold(&self) -> u64 {
        self.last_smoothed as u64
    }

    /// Returns number, minimum, mean and maximum of the samples.
    pub fn summary(&self) -> (u64, Option<Duration>, Option<Duration>, Option<Duration>) {
        let some = |value: Duration| (self.samples > 0).then_some(value);
        let mean = some(self.sum / self.samples.max(1));
        (self.samples, some(self.smallest), mean, some(self.largest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// Goal: whole ticks. Method: the same round trip, begun at two places within a tick.
    #[test]
    fn a_sample_counts_the_ticks_that_pass() {
        for (sent, ticks) in [(3, 10), (8, 11)] {
            let mut rtt = Rtt::new(ms(10), ms(3_000), ms(200), ms(60_000));
            let sent = SimTime::ZERO + ms(sent);
            rtt.on_sample(sent, sent + ms(104));
            assert_eq!(rtt.smoothed(), ms(10 * ticks));
            assert_eq!(rtt.rto(), ms(30 * ticks), "R + 4 R/2");
        }
    }

    /// Goal: the minimum bounds the timeout before backoff, the maximum after it.
    #[test]
    fn the_timeout_keeps_its_bounds() {
        let mut rtt = Rtt::new(ms(1), ms(3_000), ms(200), ms(2_000));
        rtt.on_sample(SimTime::ZERO, SimTime::ZERO + ms(10));
        assert_eq!(rtt.rto(), ms(200));
        rtt.back_off();
        assert_eq!(rtt.rto(), ms(400));
        (0..100).for_each(|_| rtt.back_off());
        assert_eq!(rtt.rto(), ms(2_000));
        rtt.recover();
        assert_eq!(rtt.rto(), ms(200));
    }

    /// Goal: 4.4BSD's arithmetic. Method: by hand; for a segment that leaves at 0.4 s and is
    /// acknowledged at 1.1 s two ticks pass, three with the one in which it left.
    #[test]
    fn timers_of_bsd_are_ticks_of_the_host() {
        let mut rtt = Rtt::new(ms(500), ms(6_000), ms(1_000), ms(64_000)).on_host_ticks();
        let at = |millis| SimTime::ZERO + ms(millis);
        assert_eq!(rtt.deadline(at(400)), at(6_000), "twelve ticks, of which one is almost over");
        rtt.on_sample(at(400), at(1_100));
        // SRTT x 8 = 24, RTTVAR x 4 = 6: 3 + 6 ticks.
        assert_eq!((rtt.smoothed(), rtt.rto()), (ms(1_500), ms(4_500)));
        assert_eq!(rtt.deadline(at(1_100)), at(5_500));
        rtt.on_sample(at(1_200), at(1_900));
        // One tick: error -2, SRTT x 8 = 22; variation 6 + 2 - 1 = 7: 22 / 8 up is 3.
        assert_eq!((rtt.smoothed(), rtt.rto()), (ms(1_375), ms(5_000)));
        // SRTT x 8 ends at 7 and RTTVAR x 4 at 3, where shifts give nothing more: 1 + 3 ticks.
        (0..60).for_each(|_| rtt.on_sample(at(10_100), at(10_400)));
        assert_eq!(rtt.rto(), ms(2_000));
        let mut short = Rtt::new(ms(500), ms(6_000), ms(3_000), ms(64_000)).on_host_ticks();
        short.on_sample(at(10_100), at(10_400));
        assert_eq!(short.rto(), ms(3_000), "1 + 2 ticks, and the least");
        (0..5).for_each(|_| short.back_off());
        assert_eq!(short.rto(), ms(48_000), "32 times 1 + 2 ticks: the least is not doubled");
        short.back_off();
        assert_eq!(short.rto(), ms(64_000), "the most");
    }

    /// Goal: the timeout doubles to 64 times its value. Method: nine expiries with no sample.
    #[test]
    fn timeouts_of_bsd_double_six_times() {
        let mut rtt = Rtt::new(ms(500), ms(1_000), ms(1_000), ms(640_000)).on_host_ticks();
        let timeouts: Vec<u64> = (0..9)
            .map(|_| {
                rtt.back_off();
                rtt.rto().as_nanos() / 1_000_000_000
            })
            .collect();
        assert_eq!(timeouts, [2, 4, 8, 16, 32, 64, 64, 64, 64]);
    }

    /// Goal: `Agent/TCP/Linux` keeps a variation longer. Method: one long round trip, then short
    /// ones, in both.
    #[test]
    fn the_variation_of_linux_falls_slowly() {
        let plain = Rtt::new(ms(1), ms(3_000), ms(1), ms(60_000));
        let timeouts = [plain, plain.falling_slowly()].map(|mut rtt| {
            rtt.on_sample(SimTime::ZERO, SimTime::ZERO + ms(800));
            (0..10).for_each(|_| rtt.on_sample(SimTime::ZERO, SimTime::ZERO + ms(100)));
            rtt.rto()
        });
        assert!(timeouts[0] != timeouts[1], "{timeouts:?}");
    }
}
