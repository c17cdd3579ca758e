//! EXP/PF: proportional fair while all packets wait equally long; users whose packets wait longer
//! than the others' gain exponentially.

use skyseam_base::{Duration, SimTime, math};
use skyseam_params::values::{PositiveSpan, Probability};
use skyseam_params::{Model, parameters};

use super::by_metric::{ByMetric, Candidate, UserRanking};
use super::config::{delays_make_sense, rates_make_sense};
use super::rates::{RatesForm, TextbookRates, model};
use super::users::UserQueues;
use super::{LimitRule, Scheduler, SchedulerError, SchedulingPolicy, SharedLink};

parameters! {
    /// Proportional fair, weighted by the exponential of the packets' waiting times.
    pub struct ExpPf "exp-pf"
    from "Rhee, Holtzman, Kim, IEEE VTC Spring 2003, for real-time users" {
        /// Maximum amount that may wait in each queue.
        limit: LimitRule,
        /// Instantaneous and average rates of the users.
        rates: Model<dyn RatesForm> = model(TextbookRates::default()),
        /// Share of packets that may be later than the deadline.
        tolerated: Probability = 0.05,
        /// Waiting time after which a packet is late.
        deadline: PositiveSpan = Duration::from_millis(100),
    }
}

impl SchedulingPolicy for ExpPf {
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler> {
        let rates = link.rates(&*self.rates);
        let a = -math::ln(self.tolerated) / self.deadline.as_secs_f64();
        let metric = Exponential { a, chi: 0.0, per_width: 1.0 };
        Box::new(ByMetric::new(metric, &rates, link.users, self.limit.of(link.users)))
    }

    fn validate(&self) -> Result<(), SchedulerError> {
        rates_make_sense(&self.rates.rates(0.0))?;
        delays_make_sense(self.tolerated, self.deadline)
    }

    fn needs_levels(&self) -> bool {
        true
    }
}

/// Metric exp((a W - chi) / (1 + sqrt(chi))) times rate over average, where chi is the mean of a W
/// over all backlogged users. Logarithms are compared, which cannot overflow.
#[derive(Debug)]
struct Exponential {
    /// -ln(tolerated) / deadline, 1/s.
    a: f64,
    chi: f64,
    per_width: f64,
}

impl UserRanking for Exponential {
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

#[cfg(test)]
mod tests {
    use super::super::contract::{Bench, MANY, tauran};
    use super::*;

    fn policy(deadline_ms: u64) -> ExpPf {
        let deadline = Duration::from_millis(deadline_ms);
        ExpPf { limit: MANY, rates: tauran(), tolerated: 0.05, deadline }
    }

    /// Goal: the rule, by hand. Method: a = -ln .05 / .1 s = 29.957/s, two users with r = 10 and 5
    /// and equal averages. They are equal where exp(a (W1 - W0) / (1 + sqrt(chi))) = 2. With W0 =
    /// 20 ms and W1 = 70 ms: chi = 29.957 * .045 = 1.3481, width 2.1611, exponent 1.4979 / 2.1611 =
    /// .6931 = ln 2 to four places (.69312): just below ln 2 = .69315, so user 0. A tenth of a ms
    /// more, and it is .6942: user 1.
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

    /// Waiting times of minutes, far beyond the range of an exponential.
    #[test]
    fn long_waits_do_not_overflow() {
        let mut bench = Bench::new(policy(1), 2);
        bench.levels = vec![10.0, -10.9];
        bench.put(1, 0.0);
        bench.put(0, 500_000.0);
        assert_eq!(bench.next(600_000.0), Some(1));
    }
}
