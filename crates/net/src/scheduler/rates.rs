//! Instantaneous and average rates of users, which opportunistic policies weigh against each other.
//!
//! Averages decay by the same factor for all users, so only the one that was served is updated:
//! values are stored relative to a common scale that grows instead.

use std::sync::Arc;

use skyseam_base::{Duration, SimTime, math};
use skyseam_params::values::{Count, PositiveSpan, Probability, Span};
use skyseam_params::{Model, Parameters, parameters, registry};
use skyseam_radio::decibel::ratio;

use super::LevelOf;
use crate::channel::values::Level;
use crate::harq::mutual_information::Capacity;

/// Configuration of both rates.
#[derive(Clone, Debug, PartialEq)]
pub struct RatesConfig {
    /// Rate at which a user could receive now.
    pub instant: InstantRate,
    /// Average rate of a user.
    pub average: AverageRate,
    /// Validity of one report of a user's level, in intervals counted from time zero. With zero the
    /// level is read at every decision.
    pub report_interval: Duration,
}

/// Rate at which a user could receive now, as a function of its level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InstantRate {
    /// The mutual information of QPSK, bits per symbol.
    Capacity {
        /// Es/N0 received over an unobstructed line of sight (level 0 dB), dB.
        reference_es_n0_db: f64,
    },
    /// The value max(level + offset, 0), in dB (Tauran 2018: offset 11 dB).
    LinearDb {
        /// Offset added to the level, dB.
        offset_db: f64,
    },
    /// The rate of the mode at which the user receives, bit/s.
    Mode {
        /// Rate of the most efficient mode, at a level of 0 dB, bit/s.
        best_bps: f64,
    },
}

/// Average rate of a user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AverageRate {
    /// Throughput of the user in bit/s, with an exponential window over time; at least 1 bit/s.
    Served {
        /// Time in which an average decays to 1/e.
        time_constant: Duration,
    },
    /// Average per decision of the instantaneous rate of the served user: (1 - w) average + w rate
    /// for the user served last, with its rate at the decision that follows, (1 - w) average for
    /// all others; at least 1 (Tauran 2018: w = 0.05, and the update is applied twice, the second
    /// time as if no user had been served).
    Decisions {
        /// Weight w.
        weight: f64,
        /// Number of decays at each decision.
        updates: u32,
    },
}

impl RatesConfig {
    /// The defaults of [`TextbookRates`]: capacity, a window of 1000 slots of 1.667 ms (Jalali,
    /// Padovani, Pankaj, IEEE VTC 2000) and a report each millisecond.
    pub fn textbook(reference_es_n0_db: f64) -> Self {
        TextbookRates::default().rates(reference_es_n0_db)
    }

    /// The defaults of [`TauranRates`]: those of the simulations of Tauran 2018.
    pub fn tauran() -> Self {
        TauranRates::default().rates(0.0)
    }
}

/// A parameter set with which policies define both rates.
pub trait RatesForm: Parameters {
    /// The configuration for users with an Es/N0 of `reference_es_n0_db` at a level of 0 dB.
    fn rates(&self, reference_es_n0_db: f64) -> RatesConfig;
}

parameters! {
    /// Mutual information of QPSK as the current rate, and bytes received with an exponential
    /// window over time as the average.
    pub struct TextbookRates "textbook"
    from "Viswanath, Tse, Laroia 2002; Jalali, Padovani, Pankaj 2000" {
        /// Es/N0 received over an unobstructed line of sight, at a level of 0 dB. Default: that of
        /// `harq`.
        reference_snr: Option<Level> = None,
        /// Time after which an average has decayed to 1/e: 1000 slots of 1.667 ms.
        time_constant: PositiveSpan = Duration::from_micros(1_667_000),
        /// Validity of one report of a user's level; with "0 s" every decision reads the level.
        report_interval: Span = Duration::from_millis(1),
    }
}

impl RatesForm for TextbookRates {
    fn rates(&self, reference_es_n0_db: f64) -> RatesConfig {
        let reference_es_n0_db = self.reference_snr.unwrap_or(reference_es_n0_db);
        RatesConfig {
            instant: InstantRate::Capacity { reference_es_n0_db },
            average: AverageRate::Served { time_constant: self.time_constant },
            report_interval: self.report_interval,
        }
    }
}

parameters! {
    /// The level plus an offset in dB, at least 0, and its average over decisions of the link.
    pub struct TauranRates "tauran" from "Tauran 2018, as the simulations have it" {
        /// Offset added to the level.
        offset: Level = 11.0,
        /// Weight of the newest decision, above 0 and below 1.
        weight: Probability = 0.05,
        /// Number of decays of averages at each decision.
        updates: Count<1, 16> = 2,
        /// Validity of one report of a user's level; with "0 s" every decision reads the level.
        report_interval: Span = Duration::from_millis(1),
    }
}

impl RatesForm for TauranRates {
    fn rates(&self, _: f64) -> RatesConfig {
        let Self { offset, weight, updates, report_interval } = *self;
        RatesConfig {
            instant: InstantRate::LinearDb { offset_db: offset },
            average: AverageRate::Decisions { weight, updates },
            report_interval,
        }
    }
}

registry! {
    /// Instantaneous and average rates of the users.
    dyn RatesForm "SchedulerRates" is "a form of rates and averages"
    at "links.downlink.scheduler.rates" {
        TextbookRates, TauranRates,
    }
    pub fn forms;
    pub fn form;
}

/// A model of rates with these parameters.
pub fn model(form: impl RatesForm) -> Model<dyn RatesForm> {
    Model::new(Arc::new(form))
}

/// Lower limit of averages: 1 bit/s, or 1 dB.
const FLOOR: f64 = 1.0;

/// Upper limit of levels, dB: an infinite one would make comparisons meaningless.
const HIGHEST_DB: f64 = 300.0;

/// Value above which the common scale is reset to 1, well before it would overflow.
const RESCALE_ABOVE: f64 = 1e100;

/// Instantaneous and average rate of every user.
#[derive(Debug)]
pub(super) struct Rates {
    config: RatesConfig,
    /// Table of the capacity, computed on demand: many links never need it.
    capacity: Option<Capacity>,
    /// Rates as last reported, and the number of the interval of that report.
    reported: Vec<(u64, f64)>,
    /// Interval of this decision; never 0.
    interval: u64,
    /// Averages times `scale`.
    averages: Vec<f64>,
    scale: f64,
    per_scale: f64,
    /// Number of resets of the scale.
    rescaled: u32,
    decayed_at: SimTime,
    served_last: Option<u32>,
}

impl Rates {
    pub fn new(config: &RatesConfig, users: u32) -> Self {
        Self {
            config: config.clone(),
            capacity: None,
            reported: vec![(0, 0.0); users as usize],
            interval: 0,
            averages: vec![0.0; users as usize],
            scale: 1.0,
            per_scale: 1.0,
            rescaled: 0,
            decayed_at: SimTime::ZERO,
            served_last: None,
        }
    }

    /// Upper bound of the rates.
    pub fn highest(&self) -> f64 {
        match self.config.instant {
            InstantRate::Capacity { .. } => 2.0,
            InstantRate::LinearDb { .. } => f64::INFINITY,
            InstantRate::Mode { best_bps } => best_bps,
        }
    }

    /// Begins a decision at `now`.
    pub fn begin(&mut self, now: SimTime, levels: &mut LevelOf<'_>) {
        self.interval = match self.config.report_interval.as_nanos() {
            0 => self.interval + 1,
            every => now.as_nanos() / every + 1,
        };
        match self.config.average {
            AverageRate::Served { time_constant } => {
                let passed = now.saturating_since(self.decayed_at);
                self.decay(math::exp(passed.as_secs_f64() / time_constant.as_secs_f64()));
                self.decayed_at = now;
            }
            AverageRate::Decisions { weight, updates } => {
                let kept = 1.0 - weight;
                let served = self.served_last.take().map(|user| {
                    let first = kept * self.average(user) + weight * self.now(user, levels);
                    let idle = math::powi(kept, updates as i32 - 1);
                    (user, (first.max(FLOOR) * idle).max(FLOOR))
                });
                self.decay(math::powi(kept, -(updates as i32)));
                if let Some((user, average)) = served {
                    self.averages[user as usize] = average * self.scale;
                }
            }
        }
    }

    /// Multiplies all averages by a factor.
    fn decay(&mut self, factor: f64) {
        self.scale *= factor;
        if self.scale > RESCALE_ABOVE {
            for average in &mut self.averages {
                *average /= self.scale;
            }
            self.scale = 1.0;
            self.rescaled = self.rescaled.wrapping_add(1);
        }
        self.per_scale = 1.0 / self.scale;
    }

    /// Rate at which `user` could receive now.
    #[inline]
    pub fn now(&mut self, user: u32, levels: &mut LevelOf<'_>) -> f64 {
        let (interval, rate) = self.reported[user as usize];
        if interval == self.interval {
            return rate;
        }
        let level = match levels(user) {
            level if level.is_nan() => f64::NEG_INFINITY,
            level => level.min(HIGHEST_DB),
        };
        let rate = match self.config.instant {
            InstantRate::Capacity { reference_es_n0_db } => {
                let capacity = self.capacity.get_or_insert_with(Capacity::qpsk);
                capacity.at(reference_es_n0_db + level)
            }
            InstantRate::LinearDb { offset_db } => (level + offset_db).max(0.0),
            InstantRate::Mode { best_bps } => best_bps * ratio(level).min(1.0),
        };
        self.reported[user as usize] = (self.interval, rate);
        rate
    }

    /// Whether the rate at which `user` could receive now is known without reading its level.
    #[inline]
    pub fn is_known(&self, user: u32) -> bool {
        self.reported[user as usize].0 == self.interval
    }

    /// The average rate of `user`.
    #[inline]
    pub fn average(&self, user: u32) -> f64 {
        (self.averages[user as usize] * self.per_scale).max(FLOOR)
    }

    /// Identifies the interval during which known rates and the ratios of unserved averages do not
    /// change.
    pub fn stretch(&self) -> (u64, u32) {
        (self.interval, self.rescaled)
    }

    /// Factor from scaled averages to averages.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The scaled average of `user`, if it is above the floor.
    #[inline]
    pub(crate) fn scaled_above_floor(&self, user: u32) -> Option<f64> {
        let scaled = self.averages[user as usize];
        (scaled * self.per_scale > FLOOR).then_some(scaled)
    }

    /// Records that a packet of `bytes` is sent to `user` by the last decision.
    pub fn note_sent(&mut self, user: u32, bytes: u32) {
        match self.config.average {
            AverageRate::Served { time_constant } => {
                let bits = 8.0 * f64::from(bytes);
                self.averages[user as usize] += bits / time_constant.as_secs_f64() * self.scale;
            }
            AverageRate::Decisions { .. } => self.served_last = Some(user),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> SimTime {
        SimTime::ZERO + Duration::from_millis(ms)
    }

    /// Goal: averages per decision follow the recurrence, including floor and second update.
    /// Method: both, over 20,000 decisions (the scale is reset 8 times) at varying levels; the
    /// recurrence updates every user each time, as it is written.
    #[test]
    fn averages_per_decision_follow_the_recurrence() {
        let mut rates = Rates::new(&RatesConfig::tauran(), 5);
        let mut plain = [1.0f64; 5];
        let mut served = None;
        for decision in 0..20_000u64 {
            let level = |user: u32| f64::from((decision as u32 * 7 + user * 13) % 29) - 20.0;
            rates.begin(at(decision), &mut |user| level(user));
            for last in [served.take(), None] {
                for (user, average) in (0..).zip(&mut plain) {
                    let got = if last == Some(user) { (level(user) + 11.0).max(0.0) } else { 0.0 };
                    *average = (0.95 * *average + 0.05 * got).max(1.0);
                }
            }
            for (user, average) in (0..).zip(plain) {
                assert!((rates.average(user) / average - 1.0).abs() < 1e-12, "{decision}");
            }
            // Long times without service too, so that averages also fall to the floor.
            let user = (decision / 50 % 5) as u32;
            rates.note_sent(user, 1000);
            served = Some(user);
        }
    }

    /// A user served 1250 B every 10 ms has 1 Mbit/s, with the ripple of the window; afterwards the
    /// average decays to 1/e in a time constant, and after thousands of them it is at the floor.
    #[test]
    fn served_averages_are_rates_in_bits_per_second() {
        let average = AverageRate::Served { time_constant: Duration::from_secs(1) };
        let mut rates = Rates::new(&RatesConfig { average, ..RatesConfig::textbook(7.0) }, 2);
        let none = &mut |_: u32| 0.0;
        for n in 0..1000 {
            rates.begin(at(10 * n), none);
            rates.note_sent(1, 1250);
        }
        // Sum of 10^4 e^(-k/100), k = 0 to 999.
        let expected = 1e4 * (1.0 - math::exp(-10.0)) / (1.0 - math::exp(-0.01));
        assert!((rates.average(1) / expected - 1.0).abs() < 1e-9);
        rates.begin(at(9990 + 1000), none);
        assert!((rates.average(1) / (expected / std::f64::consts::E) - 1.0).abs() < 1e-9);
        rates.begin(at(5_000_000), none);
        assert_eq!((rates.average(0), rates.average(1)), (1.0, 1.0));
    }

    /// Levels are read once per interval, and become rates: at Es/N0 -4.8612 dB 0.40657 bits, on
    /// the scale of the thesis 4 at -7 dB, 0 below -11.
    #[test]
    fn levels_become_rates_once_an_interval() {
        let mut asked = 0;
        let mut levels = |_: u32| {
            asked += 1;
            -11.8612
        };
        let mut rates = Rates::new(&RatesConfig::textbook(7.0), 1);
        for ns in [0, 999_999, 1_000_000, 1_999_999, 7_000_000] {
            rates.begin(SimTime::from_nanos(ns), &mut levels);
            assert!((rates.now(0, &mut levels) - 0.40657).abs() < 2e-5);
            assert!(rates.is_known(0));
        }
        assert_eq!(asked, 3);
        let always = RatesConfig { report_interval: Duration::ZERO, ..RatesConfig::tauran() };
        for (level, rate) in [(-7.0, 4.0), (-11.5, 0.0), (f64::NEG_INFINITY, 0.0)] {
            let mut rates = Rates::new(&always, 1);
            rates.begin(at(0), &mut |_| level);
            assert_eq!(rates.now(0, &mut |_| level), rate);
        }
    }

    /// NaN counts as minus infinity, an infinite level as the highest one.
    #[test]
    fn levels_that_are_none_have_a_meaning() {
        let rate = |config: &RatesConfig, level: f64| {
            let mut rates = Rates::new(config, 1);
            rates.begin(at(0), &mut |_| level);
            rates.now(0, &mut |_| level)
        };
        for config in [RatesConfig::tauran(), RatesConfig::textbook(7.0)] {
            let strange = [f64::NAN, f64::NEG_INFINITY, f64::INFINITY, f64::MAX];
            let found = strange.map(|level| rate(&config, level));
            let most = rate(&config, HIGHEST_DB);
            assert_eq!(found, [0.0, 0.0, most, most]);
            assert!(most.is_finite());
        }
    }
}
