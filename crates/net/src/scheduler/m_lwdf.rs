//! M-LWDF, modified largest weighted delay first: proportional fair, weighted by how long the first
//! packet of each user has waited.

use skyseam_base::{Duration, SimTime, math};

use super::by_metric::{ByMetric, Candidate, Metric};
use super::users::UserQueues;
use super::{Policy, RatesConfig, SchedulerEntry};
use crate::config::Limit;

/// How scenarios and documentation know it.
pub(super) const ENTRY: SchedulerEntry = SchedulerEntry {
    name: "m-lwdf",
    summary: "proportional fair, weighted by how long packets have waited",
    source: "Andrews et al., IEEE Commun. Mag. 39(2), 150, 2001; Tauran 2018",
    serves_everyone: false,
    examples: || {
        let deadline = Duration::from_millis(100);
        let rule = MLwdfRule::Textbook { tolerated: 0.05, deadline };
        let textbook = MLwdfConfig { rates: RatesConfig::textbook(7.0), rule };
        let rule = MLwdfRule::Tauran { upstream: Duration::ZERO };
        let thesis = MLwdfConfig { rates: RatesConfig::TAURAN, rule };
        vec![Policy::MLwdf(textbook), Policy::MLwdf(thesis)]
    },
};

/// Parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct MLwdfConfig {
    /// Rates and averages.
    pub rates: RatesConfig,
    /// The weight by delay.
    pub rule: MLwdfRule,
}

/// What a user's rate over average is multiplied with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MLwdfRule {
    /// a W with a = -ln(tolerated) / deadline and W the time the first packet has waited.
    Textbook {
        /// Share of packets that may be later than the deadline.
        tolerated: f64,
        /// After which a packet is late.
        deadline: Duration,
    },
    /// -ln(0.05) (mean / most): the mean of W over decisions (weight 0.05; W = 0 while nothing
    /// waits), and what is left of 400 ms, less 20 ms and the packet's age, at least 10 ms.
    Tauran {
        /// A packet's age when it arrives here.
        upstream: Duration,
    },
}

/// Constants of Tauran 2018: share tolerated, weight of the newest W, what is left at most and at
/// least, s.
const TOLERATED: f64 = 0.05;
const NEWEST: f64 = 0.05;
const MOST_S: f64 = 0.4 - 0.02;
const LEAST_S: f64 = 0.01;

/// The weight by delay, and what it needs to remember.
#[derive(Debug)]
pub(super) enum MLwdf {
    /// a, 1/s.
    Textbook(f64),
    Tauran {
        upstream_s: f64,
        decision: u64,
        /// Of each user the mean of W and the decision it is of.
        means: Vec<(f64, u64)>,
    },
}

impl Metric for MLwdf {
    fn begin(&mut self, now: SimTime, queues: &UserQueues) {
        let Self::Tauran { decision, means, .. } = self else { return };
        *decision += 1;
        queues.backlogged().for_each(|user| {
            let waited_s = queues.waited_s(now, user);
            let (mean, of) = &mut means[user as usize];
            let passed = *decision - *of;
            let kept =
                if passed == 1 { 1.0 - NEWEST } else { math::powf(1.0 - NEWEST, passed as f64) };
            *mean = kept * *mean + NEWEST * waited_s;
            *of = *decision;
        });
    }

    #[inline]
    fn score(&self, candidate: Candidate) -> f64 {
        let Candidate { user, waited_s, rate, average } = candidate;
        let weight = match self {
            Self::Textbook(a) => a * waited_s,
            Self::Tauran { upstream_s, means, .. } => {
                let most = (MOST_S - upstream_s - waited_s).max(LEAST_S);
                -math::ln(TOLERATED) * means[user as usize].0 / most
            }
        };
        weight * rate / average
    }
}

/// The scheduler.
pub(super) fn scheduler(config: &MLwdfConfig, users: u32, limit: Limit) -> ByMetric<MLwdf> {
    let metric = match config.rule {
        MLwdfRule::Textbook { tolerated, deadline } => {
            MLwdf::Textbook(-math::ln(tolerated) / deadline.as_secs_f64())
        }
        MLwdfRule::Tauran { upstream } => MLwdf::Tauran {
            upstream_s: upstream.as_secs_f64(),
            decision: 0,
            means: vec![(0.0, 0); users as usize],
        },
    };
    ByMetric::new(metric, &config.rates, users, limit)
}

#[cfg(test)]
mod tests {
    use super::super::contract::Bench;
    use super::*;

    fn rule(rule: MLwdfRule) -> Policy {
        Policy::MLwdf(MLwdfConfig { rates: RatesConfig::TAURAN, rule })
    }

    /// Goal: W r / average, by hand. Method: r = 10 and 5, averages by decision as in proportional
    /// fair, packets of user 0 a ms apart from 0, of user 1 from -6 ms on, decisions from 4 ms.
    ///
    /// | at | W 0 | avg 0 | W 1 | avg 1 | score 0 | score 1 | served |
    /// | 4 | 4 | 1 | 10 | 1 | 40 | 50 | 1 |
    /// | 5 | 5 | 1 | 10 | (.95+.25)*.95 = 1.14 | 50 | 43.86 | 0 |
    /// | 6 | 5 | 1.3775 | 11 | 1.0289 | 36.30 | 53.46 | 1 |
    /// | 7 | 6 | 1.2432 | 11 | 1.0289*.9025+.2375 = 1.1661 | 48.26 | 47.17 | 0 |
    /// | 8 | 6 | 1.5970 | 12 | 1.0524 | 37.57 | 57.01 | 1 |
    #[test]
    fn the_textbook_form_by_hand() {
        let (tolerated, deadline) = (0.05, Duration::from_millis(100));
        let mut bench = Bench::new(rule(MLwdfRule::Textbook { tolerated, deadline }), 2);
        bench.levels = vec![-1.0, -6.0];
        for n in 0..10 {
            bench.put(0, 6.0 + f64::from(n));
            bench.put(1, f64::from(n));
        }
        let users: Vec<u32> = (10..15).filter_map(|ms| bench.next(f64::from(ms))).collect();
        assert_eq!(users, [1, 0, 1, 0, 1]);
    }

    /// Goal: the thesis' weight, by hand. Method: equal levels, user 0's packets 100 ms old at the
    /// first decision and user 1's 60 ms; a decision each 10 ms. In s:
    ///
    /// | | W 0 | mean 0 | most 0 | avg 0 | W 1 | mean 1 | most 1 | avg 1 | mean/most/avg 0, 1 |
    /// | 1 | .10 | .005 | .28 | 1 | .06 | .003 | .32 | 1 | .01786, .00937: 0 |
    /// | 2 | .11 | .01025 | .27 | 1.3775 | .07 | .00635 | .31 | 1 | .02756, .02048: 0 |
    /// | 3 | .12 | .01574 | .26 | 1.7182 | .08 | .01003 | .30 | 1 | .03523, .03344: 0 |
    /// | 4 | .13 | .02145 | .25 | 2.0257 | .09 | .01403 | .29 | 1 | .04236, .04838: 1 |
    #[test]
    fn the_thesis_form_by_hand() {
        let mut bench = Bench::new(rule(MLwdfRule::Tauran { upstream: Duration::ZERO }), 2);
        bench.levels = vec![-1.0, -1.0];
        for _ in 0..5 {
            bench.put(0, 0.0);
            bench.put(1, 40.0);
        }
        let at = [100.0, 110.0, 120.0, 130.0];
        let users: Vec<u32> = at.into_iter().filter_map(|ms| bench.next(ms)).collect();
        assert_eq!(users, [0, 0, 0, 1]);
    }
}
