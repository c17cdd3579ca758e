//! Utility-based: serves the user whose utility increases most by a transmission, by the slope of a
//! utility of throughput or delay.
//!
//! Replaces the policy "UBMT" that Tauran 2018 compares, of which no definition was found: these
//! are two published families, with the gradient rule, and not that policy.

use skyseam_base::{Duration, math};
use skyseam_params::values::{PositiveSpan, plain_number};
use skyseam_params::{Keys, Model, Problems, parameters};

use super::by_metric::{ByMetric, Candidate, UserRanking};
use super::config::{length, number, rates_make_sense};
use super::rates::{RatesForm, TextbookRates, model};
use super::{LimitRule, Scheduler, SchedulerError, SchedulingPolicy, SharedLink};

plain_number! {
    /// Parameter alpha of alpha-fairness.
    FairnessNumber from 0.0 to 100.0
}

parameters! {
    /// The user whose utility increases most by a transmission.
    pub struct Utility "utility"
    from "gradient rule: Stolyar, Oper. Res. 53(1), 2005; alpha-fair: Mo, Walrand, IEEE/ACM Trans. \
          Netw. 8(5), 2000; of delay: Song, Li, IEEE Commun. Mag. 43(12), 2005",
    check together, exactly one of (alpha, deadline) {
        /// Maximum amount that may wait in each queue.
        limit: LimitRule,
        /// Instantaneous and average rates of the users.
        rates: Model<dyn RatesForm> = model(TextbookRates::default()),
        /// Exponent of a utility of throughput: the highest rate for 0, proportional fair for 1,
        /// towards equal throughputs above.
        alpha: Option<FairnessNumber>,
        /// Deadline of a utility of delay: waiting time at which a packet has half its utility.
        deadline: Option<PositiveSpan>,
        /// Width of the deadline: time around it in which the utility fades, 1/b of the sigmoid.
        /// Default: "20 ms".
        spread: Option<PositiveSpan>,
    }
}

/// Default time over which the utility of a packet decreases.
const SPREAD: Duration = Duration::from_millis(20);

impl Utility {
    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.alpha.is_some() && keys.has("spread") {
            problems
                .add(&keys.at("spread"), "`spread` belongs to the use of a delay")
                .help("remove it, or give `deadline` in the place of `alpha`");
        }
        if self.deadline.is_some() {
            self.spread.get_or_insert(SPREAD);
        }
    }

    /// The utility that the keys choose; `None` without a choice.
    fn curve(&self) -> Option<Curve> {
        if let Some(alpha) = self.alpha {
            return Some(Curve::AlphaFair { alpha });
        }
        let steepness_per_s = 1.0 / self.spread.unwrap_or(SPREAD).as_secs_f64();
        self.deadline.map(|deadline| Curve::Sigmoid { deadline, steepness_per_s })
    }
}

impl SchedulingPolicy for Utility {
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler> {
        let rates = link.rates(&*self.rates);
        let metric = Gradient(self.curve().expect("an alpha or a deadline"));
        Box::new(ByMetric::new(metric, &rates, link.users, self.limit.of(link.users)))
    }

    fn validate(&self) -> Result<(), SchedulerError> {
        rates_make_sense(&self.rates.rates(0.0))?;
        match self.curve() {
            None => Err(SchedulerError {
                key: "alpha",
                found: "neither it nor a deadline".into(),
                expected: "there, or a deadline in its place",
            }),
            Some(Curve::AlphaFair { alpha }) => {
                let is_right = (0.0..=100.0).contains(&alpha);
                number("alpha", alpha, is_right, "from 0 to 100")
            }
            Some(Curve::Sigmoid { deadline, steepness_per_s }) => {
                length("deadline", deadline)?;
                let is_right = steepness_per_s > 0.0 && steepness_per_s <= 1e6;
                number("steepness", steepness_per_s, is_right, "above 0, up to 1e6 1/s")
            }
        }
    }

    fn needs_levels(&self) -> bool {
        true
    }
}

/// A utility function; the sum over users is maximized.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Curve {
    /// Utility of throughput R: R^(1 - alpha) / (1 - alpha), ln R for alpha = 1; slope R^-alpha.
    /// Highest rate for 0, proportional fair for 1, towards equal throughputs above.
    AlphaFair {
        /// Exponent alpha.
        alpha: f64,
    },
    /// Utility of the waiting time W of the first packet: 1 / (1 + exp(b (W - D))), high before the
    /// deadline D and low after it. Its slope, times rate over average, is highest for users at the
    /// deadline, and falls on both sides.
    Sigmoid {
        /// Deadline D.
        deadline: Duration,
        /// Steepness b, 1/s.
        steepness_per_s: f64,
    },
}

/// Metric of the gradient rule.
#[derive(Debug)]
struct Gradient(Curve);

impl UserRanking for Gradient {
    #[inline]
    fn score(&self, candidate: Candidate) -> f64 {
        let Candidate { waited_s, rate, average, .. } = candidate;
        match self.0 {
            // Logarithms, because high powers of averages in bit/s would overflow.
            Curve::AlphaFair { alpha } => math::ln(rate) - alpha * math::ln(average),
            Curve::Sigmoid { deadline, steepness_per_s } => {
                let x = steepness_per_s * (waited_s - deadline.as_secs_f64()).abs();
                // ln of the slope b e^-x / (1 + e^-x)^2, which is even in x; b is the same for all
                // users.
                math::ln(rate / average) - x - 2.0 * math::ln_1p(math::exp(-x))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::{Bench, MANY, tauran};
    use super::*;

    fn bench(curve: Curve, users: u32) -> Bench {
        let (alpha, deadline, spread) = match curve {
            Curve::AlphaFair { alpha } => (Some(alpha), None, None),
            Curve::Sigmoid { deadline, steepness_per_s } => {
                let spread = Duration::from_secs_f64(1.0 / steepness_per_s);
                (None, Some(deadline), Some(spread))
            }
        };
        Bench::new(Utility { limit: MANY, rates: tauran(), alpha, deadline, spread }, users)
    }

    /// Goal: r / average^2, by hand. Method: r = 10 and 9, with averages as in proportional fair.
    /// Scores 10, 9: 0. 10/1.3775^2 = 5.27, 9: 1. 10/1.2432^2 = 6.47, 9/1.33^2 = 5.09: 0.
    /// 10/1.5970^2 = 3.92, 9/1.2003^2 = 6.25: 1. With alpha = 0 user 0 is always served.
    #[test]
    fn alpha_fairness_by_hand() {
        for (alpha, served) in [(2.0, [0, 1, 0, 1]), (0.0, [0, 0, 0, 0])] {
            let mut bench = bench(Curve::AlphaFair { alpha }, 2);
            bench.levels = vec![-1.0, -2.0];
            (0..10).for_each(|_| [0, 1].into_iter().for_each(|user| bench.put(user, 0.0)));
            let users: Vec<u32> = (0..4).filter_map(|ms| bench.next(f64::from(ms))).collect();
            assert_eq!(users, served, "{alpha}");
        }
    }

    /// Goal: alpha = 1 is proportional fair. Method: 2000 decisions of both at varying levels.
    #[test]
    fn alpha_of_one_is_proportional_fair() {
        let mut one = bench(Curve::AlphaFair { alpha: 1.0 }, 7);
        let mut other =
            Bench::new(super::super::ProportionalFair { limit: MANY, rates: tauran() }, 7);
        for ms in 0..2000u32 {
            let levels: Vec<f64> =
                (0..7).map(|user| f64::from((ms * 31 + user * 17) % 101) * 0.13 - 10.0).collect();
            for bench in [&mut one, &mut other] {
                bench.levels.clone_from(&levels);
                bench.put(ms % 7, f64::from(ms));
                bench.put(ms * 3 % 7, f64::from(ms));
            }
            assert_eq!(one.next(f64::from(ms)), other.next(f64::from(ms)), "{ms}");
        }
    }

    /// Equal users that have waited 99, 60 and 190 ms with a deadline of 100 ms: 1, 40 and 90 ms
    /// from it, served in that order. A rate 20 times as high outweighs 40 ms from it at b = 50/s
    /// (a factor of (1 + e^-2)^2 / e^-2 / 4 = 2.38), not 90 ms (a factor of 23).
    #[test]
    fn the_slope_of_the_sigmoid_is_highest_at_the_deadline() {
        let deadline = Duration::from_millis(100);
        let utility = Curve::Sigmoid { deadline, steepness_per_s: 50.0 };
        let mut equal = bench(utility, 3);
        equal.levels = vec![-5.0; 3];
        [(2, 0.0), (0, 91.0), (1, 130.0)].into_iter().for_each(|(user, ms)| equal.put(user, ms));
        let users: Vec<u32> = (0..3).filter_map(|_| equal.next(190.0)).collect();
        assert_eq!(users, [0, 1, 2]);
        for (arrived_ms, served) in [(130.0, 1), (180.0, 0)] {
            let mut bench = bench(utility, 2);
            bench.levels = vec![-10.0, 9.0];
            bench.put(0, 91.0);
            bench.put(1, arrived_ms);
            assert_eq!(bench.next(190.0), Some(served), "{arrived_ms}");
        }
    }
}
