//! EXP/PF: proportional fair while all packets wait alike, and ever more for those who wait longer
//! than the others.

use skyseam_base::{Duration, SimTime, math};

use super::by_metric::{ByMetric, Candidate, Metric};
use super::users::UserQueues;
use super::{Policy, RatesConfig, SchedulerEntry};
use crate::config::Limit;

/// How scenarios and documentation know it.
pub(super) const ENTRY: SchedulerEntry = SchedulerEntry {
    name: "exp-pf",
    summary: "proportional fair, weighted by the exponential of how long packets have waited",
    source: "Rhee, Holtzman, Kim, IEEE VTC Spring 2003, for real-time users",
    serves_everyone: false,
    examples: || {
        [RatesConfig::textbook(7.0), RatesConfig::TAURAN]
            .map(|rates| {
                let deadline = Duration::from_millis(100);
                Policy::ExpPf(ExpPfConfig { rates, tolerated: 0.05, deadline })
            })
            .into()
    },
};

/// Parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpPfConfig {
    /// Rates and averages.
    pub rates: RatesConfig,
    /// Share of packets that may be later than the deadline.
    pub tolerated: f64,
    /// After which a packet is late.
    pub deadline: Duration,
}

/// exp((a W - chi) / (1 + sqrt(chi))) times rate over average, with chi the mean of a W over all
/// users for whom something waits. Its logarithm is what is compared, which cannot overflow.
#[derive(Debug)]
pub(super) struct ExpPf {
    /// -ln(tolerated) / deadline, 1/s.
    a: f64,
    chi: f64,
    per_width: f64,
}

impl Metric for ExpPf {
    fn begin(&mut self, now: SimTime, queues: &UserQueues) {
        let users = queues.backlogged();
        let mut total = 0.0;
        users.for_each(|user| total += queues.waited_s(now, user));
        self.chi = self.a * total / f64::from(users.len().max(1));
        self.per_width = 1.0 / (1.0 + self.chi.sqrt());
    }

    #[inline]
    fn score(&self, candidate: Candidate) -> f64 {
        let Candidate { waited_s, rate, average, .. } = candidate;
        (self.a * waited_s - self.chi) * self.per_width + math::ln(rate / average)
    }
}

/// The scheduler.
pub(super) fn scheduler(config: &ExpPfConfig, users: u32, limit: Limit) -> ByMetric<ExpPf> {
    let a = -math::ln(config.tolerated) / config.deadline.as_secs_f64();
    ByMetric::new(ExpPf { a, chi: 0.0, per_width: 1.0 }, &config.rates, users, limit)
}

#[cfg(test)]
mod tests {
    use super::super::contract::Bench;
    use super::*;

    fn policy(deadline_ms: u64) -> Policy {
        let deadline = Duration::from_millis(deadline_ms);
        Policy::ExpPf(ExpPfConfig { rates: RatesConfig::TAURAN, tolerated: 0.05, deadline })
    }

    /// Goal: the rule, by hand. Method: a = -ln .05 / .1 s = 29.957/s, two users with r = 10 and 5
    /// and no averages yet. They are equal where exp(a (W1 - W0) / (1 + sqrt(chi))) = 2. With
    /// W0 = 20 ms and W1 = 70 ms: chi = 29.957 * .045 = 1.3481, width 2.1611, exponent 1.4979 /
    /// 2.1611 = .6931 = ln 2 to four places (.69312): below ln 2 = .69315 by a hair, so user 0. A
    /// tenth of a ms more, and it is .6942: user 1.
    #[test]
    fn the_rule_by_hand() {
        for (w1_ms, served) in [(70.0, 0), (70.1, 1)] {
            let mut bench = Bench::new(policy(100), 2);
            bench.levels = vec![-1.0, -6.0];
            bench.put(1, 0.0);
            bench.put(0, w1_ms - 20.0);
            assert_eq!(bench.next(w1_ms), Some(served), "{w1_ms}");
        }
    }

    /// Waits of minutes, far beyond what an exponential could hold.
    #[test]
    fn long_waits_do_not_overflow() {
        let mut bench = Bench::new(policy(1), 2);
        bench.levels = vec![10.0, -10.9];
        bench.put(1, 0.0);
        bench.put(0, 500_000.0);
        assert_eq!(bench.next(600_000.0), Some(1));
    }
}
