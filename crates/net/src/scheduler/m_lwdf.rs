//! M-LWDF, modified largest weighted delay first: proportional fair, weighted by the waiting time
//! of each user's first packet.

use skyseam_base::{Duration, SimTime, math};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::{PositiveSpan, Probability, Span};
use skyseam_params::{Keys, Model, Problems, parameters};

use super::by_metric::{ByMetric, Candidate, UserRanking};
use super::config::{delays_make_sense, rates_make_sense};
use super::rates::{RatesForm, TextbookRates, model};
use super::users::UserQueues;
use super::{LimitRule, Scheduler, SchedulerError, SchedulingPolicy, SharedLink};

parameters! {
    /// Proportional fair, weighted by the packets' waiting times.
    pub struct MLwdf "m-lwdf"
    from "Andrews et al., IEEE Commun. Mag. 39(2), 150, 2001; Tauran 2018", check together {
        /// Maximum amount that may wait in each queue.
        limit: LimitRule,
        /// Instantaneous and average rates of the users.
        rates: Model<dyn RatesForm> = model(TextbookRates::default()),
        /// Rule for the weight of waiting times.
        rule: WeightRule = WeightRule::Textbook,
        /// Share of packets that may be later than the deadline; only for the textbook's rule,
        /// where it has no effect as long as all users have the same. Default: 0.05.
        tolerated: Option<Probability>,
        /// Waiting time after which a packet is late; only for the textbook's rule. Default: "100
        /// ms".
        deadline: Option<PositiveSpan>,
        /// Age of a packet when it arrives here; only for Tauran's rule. Default: "0 s".
        upstream: Option<Span>,
    }
}

/// Factor by which a user's rate over average is multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightRule {
    /// Factor a W with a = -ln(tolerated) / deadline and W the waiting time of the first packet.
    Textbook,
    /// Factor -ln(0.05) (mean / most): `mean` is the mean of W over decisions (weight 0.05; W = 0
    /// while nothing waits), and `most` is the remainder of 400 ms, minus 20 ms and the packet's
    /// age, at least 10 ms.
    Tauran,
}

impl Named for WeightRule {
    const WHAT: &'static str = "a rule of M-LWDF";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Textbook,
                "textbook",
                "in proportion to how long the first packet has waited",
                "Andrews et al. 2001",
            ),
            choice(
                Self::Tauran,
                "tauran",
                "in proportion to its mean over decisions, over what is left of 400 ms",
                "Tauran 2018, as the simulations have it",
            ),
        ]
    }
}

impl MLwdf {
    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let foreign: &[&str] = match self.rule {
            WeightRule::Textbook => &["upstream"],
            WeightRule::Tauran => &["tolerated", "deadline"],
        };
        if let Some(key) = foreign.iter().find(|key| keys.has(key)) {
            problems
                .add(&keys.at(key), format!("`{key}` belongs to the other rule of M-LWDF"))
                .help("remove it, or choose the other `rule`");
        }
        let usual = [
            ("tolerated", self.tolerated.is_none_or(|own| own == TOLERATED)),
            ("deadline", self.deadline.is_none_or(|own| own == DEADLINE)),
        ];
        for (key, _) in usual.into_iter().filter(|(key, is_usual)| keys.has(key) && !is_usual) {
            problems
                .warn(
                    &keys.at(key),
                    format!("`{key}` changes nothing: it weighs all users of a link alike"),
                )
                .help(
                    "where users have one deadline, M-LWDF decides by their rates and by how long \
                     packets have waited; kind = \"exp-pf\" depends on it",
                );
        }
        match self.rule {
            WeightRule::Textbook => {
                self.tolerated.get_or_insert(TOLERATED);
                self.deadline.get_or_insert(DEADLINE);
            }
            WeightRule::Tauran => {
                self.upstream.get_or_insert(Duration::ZERO);
            }
        }
    }

    fn tolerated(&self) -> f64 {
        self.tolerated.unwrap_or(TOLERATED)
    }

    fn deadline(&self) -> Duration {
        self.deadline.unwrap_or(DEADLINE)
    }
}

impl SchedulingPolicy for MLwdf {
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler> {
        let rates = link.rates(&*self.rates);
        let metric = match self.rule {
            WeightRule::Textbook => {
                Weights::Textbook(-math::ln(self.tolerated()) / self.deadline().as_secs_f64())
            }
            WeightRule::Tauran => Weights::Tauran {
                upstream_s: self.upstream.unwrap_or(Duration::ZERO).as_secs_f64(),
                decision: 0,
                means: vec![(0.0, 0); link.users as usize],
            },
        };
        Box::new(ByMetric::new(metric, &rates, link.users, self.limit.of(link.users)))
    }

    fn validate(&self) -> Result<(), SchedulerError> {
        rates_make_sense(&self.rates.rates(0.0))?;
        match self.rule {
            WeightRule::Textbook => delays_make_sense(self.tolerated(), self.deadline()),
            WeightRule::Tauran => Ok(()),
        }
    }

    fn needs_levels(&self) -> bool {
        true
    }
}

/// Constants of Tauran 2018: tolerated share, weight of the newest W, maximum and minimum remaining
/// time, s.
const TOLERATED: f64 = 0.05;
/// The default deadline.
const DEADLINE: Duration = Duration::from_millis(100);
const NEWEST: f64 = 0.05;
const MAX_S: f64 = 0.4 - 0.02;
const MIN_S: f64 = 0.01;

/// The rule of the weights, and its state.
#[derive(Debug)]
enum Weights {
    /// Parameter a of the algorithm, 1/s.
    Textbook(f64),
    Tauran {
        upstream_s: f64,
        decision: u64,
        /// Mean of W for each user, and the number of the decision at which it was computed.
        means: Vec<(f64, u64)>,
    },
}

impl UserRanking for Weights {
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
                let most = (MAX_S - upstream_s - waited_s).max(MIN_S);
                -math::ln(TOLERATED) * means[user as usize].0 / most
            }
        };
        weight * rate / average
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::{Bench, MANY, tauran};
    use super::*;

    fn rule(rule: WeightRule) -> MLwdf {
        let (tolerated, deadline, upstream) = (None, None, None);
        MLwdf { limit: MANY, rates: tauran(), rule, tolerated, deadline, upstream }
    }

    /// Goal: W r / average, by hand. Method: r = 10 and 5, averages by decision as in proportional
    /// fair, packets of user 0 one ms apart from 0 ms, of user 1 from -6 ms, decisions from 4 ms.
    ///
    /// | at | W 0 | avg 0 | W 1 | avg 1 | score 0 | score 1 | served |
    /// | 4 | 4 | 1 | 10 | 1 | 40 | 50 | 1 |
    /// | 5 | 5 | 1 | 10 | (.95+.25)*.95 = 1.14 | 50 | 43.86 | 0 |
    /// | 6 | 5 | 1.3775 | 11 | 1.0289 | 36.30 | 53.46 | 1 |
    /// | 7 | 6 | 1.2432 | 11 | 1.0289*.9025+.2375 = 1.1661 | 48.26 | 47.17 | 0 |
    /// | 8 | 6 | 1.5970 | 12 | 1.0524 | 37.57 | 57.01 | 1 |
    #[test]
    fn the_textbook_form_by_hand() {
        let mut bench = Bench::new(rule(WeightRule::Textbook), 2);
        bench.levels = vec![-1.0, -6.0];
        for n in 0..10 {
            bench.put(0, 6.0 + f64::from(n));
            bench.put(1, f64::from(n));
        }
        let users: Vec<u32> = (10..15).filter_map(|ms| bench.next(f64::from(ms))).collect();
        assert_eq!(users, [1, 0, 1, 0, 1]);
    }

    /// Goal: the thesis' weight, by hand. Method: equal levels, user 0's packets 100 ms old at the
    /// first decision and user 1's 60 ms; a decision every 10 ms. In s:
    ///
    /// | | W 0 | mean 0 | most 0 | avg 0 | W 1 | mean 1 | most 1 | avg 1 | mean/most/avg 0, 1 |
    /// | 1 | .10 | .005 | .28 | 1 | .06 | .003 | .32 | 1 | .01786, .00937: 0 |
    /// | 2 | .11 | .01025 | .27 | 1.3775 | .07 | .00635 | .31 | 1 | .02756, .02048: 0 |
    /// | 3 | .12 | .01574 | .26 | 1.7182 | .08 | .01003 | .30 | 1 | .03523, .03344: 0 |
    /// | 4 | .13 | .02145 | .25 | 2.0257 | .09 | .01403 | .29 | 1 | .04236, .04838: 1 |
    #[test]
    fn the_thesis_form_by_hand() {
        let mut bench = Bench::new(rule(WeightRule::Tauran), 2);
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
