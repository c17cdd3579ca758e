//! Proportional fair: the user whose current rate is highest relative to its average.

use skyseam_params::{Model, parameters};

use super::by_metric::{ByMetric, Candidate, UserRanking};
use super::config::rates_make_sense;
use super::rates::{RatesForm, TextbookRates, model};
use super::{LimitRule, RatesConfig, Scheduler, SchedulerError, SchedulingPolicy, SharedLink};
use crate::queue::Limit;

parameters! {
    /// The user whose current rate is the highest relative to its average.
    pub struct ProportionalFair "proportional-fair"
    from "Viswanath, Tse, Laroia, IEEE Trans. Inf. Theory 48(6), 2002; Tauran 2018" {
        /// Maximum amount that may wait in each queue.
        limit: LimitRule,
        /// Instantaneous and average rates of the users.
        rates: Model<dyn RatesForm> = model(TextbookRates::default()),
    }
}

impl SchedulingPolicy for ProportionalFair {
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler> {
        let rates = link.rates(&*self.rates);
        Box::new(scheduler(&rates, link.users, self.limit.of(link.users)))
    }

    fn validate(&self) -> Result<(), SchedulerError> {
        rates_make_sense(&self.rates.rates(0.0))
    }

    fn needs_levels(&self) -> bool {
        true
    }
}

/// Metric: rate over average.
#[derive(Debug)]
pub(super) struct RateOverAverage;

impl UserRanking for RateOverAverage {
    #[inline]
    fn score(&self, candidate: Candidate) -> f64 {
        candidate.rate / candidate.average
    }

    fn is_rate_over_average(&self) -> bool {
        true
    }
}

/// Creates the scheduler.
pub(super) fn scheduler(
    rates: &RatesConfig,
    users: u32,
    limit: Limit,
) -> ByMetric<RateOverAverage> {
    ByMetric::new(RateOverAverage, rates, users, limit)
}

#[cfg(test)]
mod tests {
    use super::super::AverageRate;
    use super::super::contract::{Bench, MANY, tauran};
    use super::*;
    use skyseam_base::{Duration, RandomStream, math};

    /// Goal: the thesis' form, by hand. Method: two users at -1 and -2 dB, so r = 10 and 9, always
    /// backlogged, rounded to four places; each line is a decision.
    ///
    /// | | avg 0 | avg 1 | r/avg 0 | r/avg 1 | served |
    /// | 1 | 1 | 1 | 10 | 9 | 0 |
    /// | 2 | (.95+.5)*.95 = 1.3775 | 1 | 7.2595 | 9 | 1 |
    /// | 3 | 1.2432 | (.95+.45)*.95 = 1.33 | 8.0438 | 6.7669 | 0 |
    /// | 4 | 1.2432*.9025+.475 = 1.5970 | 1.2003 | 6.2618 | 7.4979 | 1 |
    /// | 5 | 1.4413 | 1.2003*.9025+.4275 = 1.5108 | 6.9382 | 5.9571 | 0 |
    /// | 6 | 1.4413*.9025+.475 = 1.7758 | 1.3635 | 5.6314 | 6.6008 | 1 |
    ///
    /// At the seventh user 0 has faded to -11 dB: r = 0, whatever its average.
    #[test]
    fn the_thesis_form_by_hand() {
        let mut bench = Bench::new(ProportionalFair { limit: MANY, rates: tauran() }, 2);
        bench.levels = vec![-1.0, -2.0];
        (0..10).for_each(|_| [0, 1].into_iter().for_each(|user| bench.put(user, 0.0)));
        let users: Vec<u32> = (0..6).filter_map(|ms| bench.next(f64::from(ms))).collect();
        assert_eq!(users, [0, 1, 0, 1, 0, 1]);
        bench.levels[0] = -11.0;
        assert_eq!([bench.next(6.0), bench.next(7.0)], [Some(1), Some(1)]);
    }

    /// Goal: the textbook form is its definition. Method: time constant 10 ms, 1250 B a ms (10
    /// Mbit/s); Es/N0 of 6 and -2 dB, so 1.82376 and 0.69776 bits per symbol (values of an
    /// independent evaluation), and a third user who receives nothing. Compared with the definition
    /// as it is written, which updates every average at each step. In the long run the averages of
    /// the two are proportional to their rates, within the packet of 1 Mbit/s by which they vary.
    #[test]
    fn the_textbook_form_is_its_definition() {
        let average = AverageRate::Served { time_constant: Duration::from_millis(10) };
        let rates = RatesConfig { average, ..RatesConfig::textbook(6.0) };
        let mut bench = Bench::of(Box::new(scheduler(&rates, 3, MANY.of(3))));
        bench.levels = vec![0.0, -8.0, f64::NEG_INFINITY];
        let rate = [1.82376, 0.69776, 0.0];
        let mut averages = [0.0f64; 3];
        for ms in 0..400 {
            (0..3).for_each(|user| bench.put_bytes(user, f64::from(ms), 1250));
            averages.iter_mut().for_each(|average| *average *= math::exp(-0.1));
            let score = |user: usize| rate[user] / averages[user].max(1.0);
            let best = if score(1) > score(0) { 1 } else { 0 };
            assert_eq!(bench.next(f64::from(ms)), Some(best as u32), "{ms}");
            averages[best] += 1e4 / 0.01;
        }
        let expected = averages[1] * rate[0] / rate[1];
        assert!((averages[0] - expected).abs() < 1e6 * rate[0] / rate[1], "{averages:?}");
    }

    /// Goal: the multi-user gain of proportional fairness. Method: n equal users whose rates are
    /// exponentially distributed, drawn at each decision. As averages are nearly equal, the highest
    /// of n is served, in the mean 1 + 1/2 + ... + 1/n times the mean rate (Viswanath, Tse, Laroia
    /// 2002, Sec. II), and each user has the same share of packets. 60,000 decisions: 1.2 % is four
    /// standard errors of the mean (n = 2); 2 % is allowed as averages differ a little.
    #[test]
    fn the_highest_of_many_is_served() {
        for (users, gain) in [(2, 1.5), (8, 2.717_857)] {
            let average = AverageRate::Served { time_constant: Duration::from_secs(2) };
            let report_interval = Duration::ZERO;
            let rates = RatesConfig { average, report_interval, ..RatesConfig::tauran() };
            let mut bench = Bench::of(Box::new(scheduler(&rates, users, MANY.of(users))));
            let mut random = RandomStream::new(1, "rates of a test");
            (0..users).for_each(|user| bench.put(user, 0.0));
            let (mut sum, mut served) = (0.0, vec![0u32; users as usize]);
            for ms in 1..=62_000 {
                let rate = |_| -math::ln(1.0 - random.uniform());
                bench.levels = (0..users).map(rate).map(|rate| rate - 11.0).collect();
                let user = bench.next(f64::from(ms)).unwrap();
                bench.put(user, f64::from(ms));
                if ms > 2000 {
                    sum += bench.levels[user as usize] + 11.0;
                    served[user as usize] += 1;
                }
            }
            assert!((sum / 60_000.0 / gain - 1.0).abs() < 0.02, "{users}: {}", sum / 60_000.0);
            let share = 60_000 / users;
            assert!(served.iter().all(|n| n.abs_diff(share) < share / 50), "{served:?}");
        }
    }

    /// Two equal users: the packet that arrived first is sent first, then that of the lower number.
    #[test]
    fn ties_go_to_the_first_packet() {
        let mut bench = Bench::new(ProportionalFair { limit: MANY, rates: tauran() }, 3);
        bench.levels = vec![-3.0; 3];
        [(1, 1.0), (2, 2.0), (0, 2.0)].into_iter().for_each(|(user, ms)| bench.put(user, ms));
        let users: Vec<u32> = (0..3).filter_map(|_| bench.next(3.0)).collect();
        assert_eq!(users, [1, 0, 2]);
    }
}
