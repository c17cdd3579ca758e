//! Common parts of all policies: limits of their queues, and the checks of their parameters.

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_params::names::{Choice, Named, choice, name_of};
use skyseam_params::{Definitions, Parameter, Problems, Shape, Spanned, Value};

use super::{AverageRate, InstantRate, RatesConfig};
use crate::queue::Limit;
use crate::queue::QueueLimit;

/// Limit of each queue of a scheduler. Drop-tail has one queue for all users, and FQ-CoDel's queues
/// share one limit; every other policy has a queue, and a limit, for each user.
///
/// An empty queue accepts one packet whatever the limit, since it could never be sent otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LimitRule {
    /// A limit that does not depend on the number of users.
    Each(QueueLimit),
    /// A limit that depends on the number of users.
    Tauran(TauranLimit),
}

/// Limits that depend on the number of users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TauranLimit {
    /// 10 Mbit in packets of 1680 bit, divided by the square root of the number of users: 5952 /
    /// sqrt(n) packets (Tauran 2018, the single queue of "DT_H").
    Whole,
    /// 1/n of 10 Mbit in packets of 1680 bit, but at least 10 packets (Tauran 2018, each queue of
    /// every other policy, the single one of "DT_S").
    Share,
}

impl LimitRule {
    /// The limit of a queue if there are `users`. Numbers of packets are rounded down.
    ///
    /// # Panics
    /// See [`QueueLimit::known`].
    pub fn of(self, users: u32) -> Limit {
        let users = f64::from(users.max(1));
        let whole = 10_000_000.0 / (1680.0 * users.sqrt());
        match self {
            Self::Each(limit) => limit.known(),
            Self::Tauran(TauranLimit::Whole) => Limit::Packets(whole as u32),
            Self::Tauran(TauranLimit::Share) => Limit::Packets(((whole / users) as u32).max(10)),
        }
    }
}

impl Named for TauranLimit {
    const WHAT: &'static str = "a rule of limits";
    fn choices() -> Vec<Choice<Self>> {
        let source = "Tauran 2018, as the simulations have it";
        vec![
            choice(
                Self::Whole,
                "tauran-whole",
                "10 Mbit in packets of 1680 bit by the square root of the number of users",
                source,
            ),
            choice(
                Self::Share,
                "tauran-share",
                "the part of one user in \"tauran-whole\", at least 10 packets",
                source,
            ),
        ]
    }
}

impl Shape for LimitRule {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Text(text) = &value.value
            && text.starts_with("tauran")
        {
            return TauranLimit::read(value, problems).map(Self::Tauran);
        }
        QueueLimit::read(value, problems).map(Self::Each)
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let [limit, rule] = [QueueLimit::schema(definitions), TauranLimit::schema(definitions)];
        json!({ "oneOf": [limit, rule], "examples": ["50 packets", "tauran-share"] })
    }
}

impl Parameter for LimitRule {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        match own {
            Self::Each(limit) => QueueLimit::print(limit),
            Self::Tauran(rule) => json!(name_of(*rule)),
        }
    }
}

/// The error for an invalid parameter of a scheduler.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} is {found}; it must be {expected}")]
pub struct SchedulerError {
    /// Key of the parameter, as scenarios spell it.
    pub key: &'static str,
    /// Value of the parameter.
    pub found: String,
    /// Valid values.
    pub expected: &'static str,
}

/// Checks the parameters of rates and averages.
pub(super) fn rates_make_sense(rates: &RatesConfig) -> Result<(), SchedulerError> {
    let (InstantRate::Capacity { reference_es_n0_db: db }
    | InstantRate::LinearDb { offset_db: db }) = rates.instant
    else {
        panic!("a form of rates knows no modes");
    };
    number("reference_es_n0", db, db.abs() <= 200.0, "a level from -200 to 200 dB")?;
    match rates.average {
        AverageRate::Served { time_constant } => length("time_constant", time_constant),
        AverageRate::Decisions { weight, updates } => {
            let is_right = weight > 0.0 && weight < 1.0;
            number("weight", weight, is_right, "above 0 and below 1")?;
            let is_right = (1..=16).contains(&updates);
            number("updates", f64::from(updates), is_right, "from 1 to 16")
        }
    }
}

/// Checks a tolerated share of late packets and a deadline.
pub(super) fn delays_make_sense(tolerated: f64, deadline: Duration) -> Result<(), SchedulerError> {
    let is_right = tolerated > 0.0 && tolerated < 1.0;
    number("tolerated", tolerated, is_right, "a share above 0 and below 1")?;
    length("deadline", deadline)
}

/// Checks that a time is not zero.
pub(super) fn length(key: &'static str, length: Duration) -> Result<(), SchedulerError> {
    if length.is_zero() {
        return Err(SchedulerError { key, found: "0 s".into(), expected: "longer than nothing" });
    }
    Ok(())
}

/// Checks a number: an error with `expected` unless `is_right`.
pub(super) fn number(
    key: &'static str,
    found: f64,
    is_right: bool,
    expected: &'static str,
) -> Result<(), SchedulerError> {
    if is_right {
        return Ok(());
    }
    Err(SchedulerError { key, found: found.to_string(), expected })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduler::deficit_round_robin::Share;
    use crate::scheduler::rates::{TauranRates, TextbookRates, model};
    use crate::scheduler::{
        CoDeS, DeficitRoundRobin, ExpPf, FqCoDelScheduler, ProportionalFair, SchedulingPolicy,
        Utility,
    };

    /// 10^7 / 1680 = 5952.38: divided by sqrt(n), and by n, computed by hand.
    #[test]
    fn limits_follow_the_number_of_users() {
        let of = |rule: LimitRule, users| match rule.of(users) {
            Limit::Packets(packets) => packets,
            Limit::Bytes(_) => unreachable!(),
        };
        let whole = [(0, 5952), (1, 5952), (10, 1882), (75, 687), (100, 595), (200, 420)];
        for (users, packets) in whole {
            assert_eq!(of(LimitRule::Tauran(TauranLimit::Whole), users), packets, "{users}");
        }
        let share = [(0, 5952), (1, 5952), (10, 188), (50, 16), (75, 10), (200, 10)];
        for (users, packets) in share {
            assert_eq!(of(LimitRule::Tauran(TauranLimit::Share), users), packets, "{users}");
        }
        assert_eq!(LimitRule::Each(QueueLimit::Bytes(7)).of(3), Limit::Bytes(7));
    }

    /// Goal: every number that would make a policy divide by zero, compare NaN or never end is
    /// rejected with its name. Method: one wrong value each.
    #[test]
    fn what_makes_no_sense_is_refused() {
        let limit = LimitRule::Tauran(TauranLimit::Share);
        let textbook = |rates: TextbookRates| -> Box<dyn SchedulingPolicy> {
            Box::new(ProportionalFair { limit, rates: model(rates) })
        };
        let tauran = |rates: TauranRates| -> Box<dyn SchedulingPolicy> {
            Box::new(ProportionalFair { limit, rates: model(rates) })
        };
        let utility = |alpha, deadline, spread| -> Box<dyn SchedulingPolicy> {
            let rates = model(TextbookRates::default());
            Box::new(Utility { limit, rates, alpha, deadline, spread })
        };
        let exp_pf = |tolerated, deadline| -> Box<dyn SchedulingPolicy> {
            Box::new(ExpPf { limit, rates: model(TextbookRates::default()), tolerated, deadline })
        };
        let drr = |quantum, weight| -> Box<dyn SchedulingPolicy> {
            let (weights, share) = (Some(vec![2.0, weight]), Share::Bytes);
            Box::new(DeficitRoundRobin { limit, quantum, weights, share })
        };
        let ms = Duration::from_millis;
        let reference = |db| TextbookRates { reference_snr: Some(db), ..TextbookRates::default() };
        let wrong = [
            (
                "time_constant",
                textbook(TextbookRates {
                    time_constant: Duration::ZERO,
                    ..TextbookRates::default()
                }),
            ),
            ("weight", tauran(TauranRates { weight: f64::NAN, ..TauranRates::default() })),
            ("weight", tauran(TauranRates { weight: 1.0, ..TauranRates::default() })),
            ("updates", tauran(TauranRates { updates: 0, ..TauranRates::default() })),
            ("reference_es_n0", textbook(reference(f64::INFINITY))),
            ("reference_es_n0", tauran(TauranRates { offset: f64::NAN, ..TauranRates::default() })),
            ("deadline", utility(None, Some(Duration::ZERO), Some(ms(100)))),
            ("steepness", utility(None, Some(ms(100)), Some(Duration::ZERO))),
            ("steepness", utility(None, Some(ms(100)), Some(Duration::from_nanos(1)))),
            ("alpha", utility(Some(-0.1), None, None)),
            ("alpha", utility(None, None, None)),
            ("alpha", utility(Some(f64::NAN), None, None)),
            ("tolerated", exp_pf(0.0, ms(100))),
            ("tolerated", exp_pf(1.0, ms(100))),
            ("deadline", exp_pf(0.05, Duration::ZERO)),
            ("weights", drr(1500, 0.0)),
            ("weights", drr(1500, f64::INFINITY)),
            ("quantum", drr(1500, 0.01)),
            (
                "interval",
                Box::new(FqCoDelScheduler {
                    interval: Duration::ZERO,
                    ..FqCoDelScheduler::default()
                }),
            ),
            (
                "reference_es_n0",
                Box::new(CoDeS { limit, rates: model(reference(f64::NAN)), timeout: ms(1) }),
            ),
        ];
        for (key, policy) in wrong {
            assert_eq!(policy.validate().err().map(|error| error.key), Some(key), "{policy:?}");
        }
        let error = utility(Some(-1.0), None, None).validate().err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("alpha is -1; it must be from 0 to 100"));
    }
}
