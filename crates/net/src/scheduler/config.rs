//! What a scheduler is described by, and which descriptions make no sense.

use skyseam_base::Duration;

use super::{AverageRate, InstantRate, MLwdfRule, Policy, RatesConfig, Utility};
use crate::config::Limit;

/// A scheduler: whom it serves, and how much may wait before it.
#[derive(Clone, Debug, PartialEq)]
pub struct SchedulerConfig {
    /// Whom to serve next.
    pub policy: Policy,
    /// What each of its queues may hold.
    pub limit: LimitRule,
}

/// What each queue of a scheduler may hold. Drop-tail has one queue for all users, FQ-CoDel's
/// queues share one limit; all others have a queue, and a limit, for each user.
///
/// An empty queue takes one packet whatever the limit, or nothing could ever be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitRule {
    /// This, however many users there are.
    Each(Limit),
    /// 10 Mbit in packets of 1680 bit, by the square root of the number of users: 5952 /
    /// sqrt(n) packets (Tauran 2018, the single queue of "DT_H").
    TauranWhole,
    /// The n-th part of that, but at least 10 packets (Tauran 2018, each queue of every other
    /// policy, the single one of "DT_S").
    TauranShare,
}

impl LimitRule {
    /// What a queue may hold where there are `users`. Numbers of packets are rounded down.
    pub fn of(self, users: u32) -> Limit {
        let users = f64::from(users.max(1));
        let whole = 10_000_000.0 / (1680.0 * users.sqrt());
        match self {
            Self::Each(limit) => limit,
            Self::TauranWhole => Limit::Packets(whole as u32),
            Self::TauranShare => Limit::Packets(((whole / users) as u32).max(10)),
        }
    }
}

/// A description that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} is {found}; it must be {expected}")]
pub struct SchedulerError {
    /// What of it, as scenarios spell it.
    pub key: &'static str,
    /// What it is.
    pub found: String,
    /// What it should be.
    pub expected: &'static str,
}

impl SchedulerConfig {
    /// Whether it makes sense.
    ///
    /// # Errors
    /// The first thing that does not.
    pub fn check(&self) -> Result<(), SchedulerError> {
        match &self.policy {
            Policy::DropTail | Policy::RoundRobin => Ok(()),
            Policy::DeficitRoundRobin(config) => {
                let least = config.weights.iter().copied().fold(1.0, f64::min);
                let known = config.weights.iter().all(|weight| weight.is_finite());
                number("weights", least, known && least > 0.0, "above 0")?;
                // Below that a large frame would take more turns than can be gone through.
                let quantum = f64::from(config.quantum_bytes) * least;
                number("quantum", quantum, quantum >= 16.0, "at least 16 B for the least weight")
            }
            Policy::FqCoDel(config) => {
                length("interval", config.interval)?;
                let quantum = f64::from(config.quantum_bytes);
                number("quantum", quantum, quantum >= 16.0, "at least 16 B")
            }
            Policy::ProportionalFair(rates) => rates_make_sense(rates),
            Policy::MLwdf(config) => {
                rates_make_sense(&config.rates)?;
                match config.rule {
                    MLwdfRule::Textbook { tolerated, deadline } => {
                        delays_make_sense(tolerated, deadline)
                    }
                    MLwdfRule::Tauran { .. } => Ok(()),
                }
            }
            Policy::ExpPf(config) => {
                rates_make_sense(&config.rates)?;
                delays_make_sense(config.tolerated, config.deadline)
            }
            Policy::Utility(config) => {
                rates_make_sense(&config.rates)?;
                match config.utility {
                    Utility::AlphaFair { alpha } => {
                        let is_right = (0.0..=100.0).contains(&alpha);
                        number("alpha", alpha, is_right, "from 0 to 100")
                    }
                    Utility::Sigmoid { deadline, steepness_per_s } => {
                        length("deadline", deadline)?;
                        let is_right = steepness_per_s > 0.0 && steepness_per_s <= 1e6;
                        number("steepness", steepness_per_s, is_right, "above 0, up to 1e6 1/s")
                    }
                }
            }
            // A time-out of zero drops whatever has waited at all.
            Policy::CoDeS(config) => rates_make_sense(&config.rates),
        }
    }
}

fn rates_make_sense(rates: &RatesConfig) -> Result<(), SchedulerError> {
    let (InstantRate::Capacity { reference_es_n0_db: db }
    | InstantRate::LinearDb { offset_db: db }) = rates.instant;
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

fn delays_make_sense(tolerated: f64, deadline: Duration) -> Result<(), SchedulerError> {
    let is_right = tolerated > 0.0 && tolerated < 1.0;
    number("tolerated", tolerated, is_right, "a share above 0 and below 1")?;
    length("deadline", deadline)
}

fn length(key: &'static str, length: Duration) -> Result<(), SchedulerError> {
    if length.is_zero() {
        return Err(SchedulerError { key, found: "0 s".into(), expected: "longer than nothing" });
    }
    Ok(())
}

fn number(
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
    use crate::scheduler::{
        CoDeSConfig, DeficitRoundRobinConfig, ExpPfConfig, SCHEDULERS, UserCoDelConfig,
        UtilityConfig, build,
    };

    /// 10^7 / 1680 = 5952.38: over sqrt(n), and by n, worked out by hand.
    #[test]
    fn limits_follow_the_number_of_users() {
        let of = |rule: LimitRule, users| match rule.of(users) {
            Limit::Packets(packets) => packets,
            Limit::Bytes(_) => unreachable!(),
        };
        let whole = [(0, 5952), (1, 5952), (10, 1882), (75, 687), (100, 595), (200, 420)];
        for (users, packets) in whole {
            assert_eq!(of(LimitRule::TauranWhole, users), packets, "{users}");
        }
        let share = [(0, 5952), (1, 5952), (10, 188), (50, 16), (75, 10), (200, 10)];
        for (users, packets) in share {
            assert_eq!(of(LimitRule::TauranShare, users), packets, "{users}");
        }
        assert_eq!(LimitRule::Each(Limit::Bytes(7)).of(3), Limit::Bytes(7));
    }

    #[test]
    fn examples_make_sense() {
        for entry in SCHEDULERS {
            for policy in (entry.examples)() {
                let config = SchedulerConfig { policy, limit: LimitRule::TauranShare };
                assert_eq!(config.check(), Ok(()), "{}", entry.name);
            }
        }
    }

    /// Goal: every number that would make a policy divide by nothing, choose by what is no number
    /// or never end is refused with its name. Method: one wrong value each.
    #[test]
    fn what_makes_no_sense_is_refused() {
        let rates = RatesConfig::textbook(7.0);
        let average = |average| Policy::ProportionalFair(RatesConfig { average, ..rates.clone() });
        let instant = |instant| Policy::ProportionalFair(RatesConfig { instant, ..rates.clone() });
        let sigmoid = |deadline, steepness_per_s| {
            let utility = Utility::Sigmoid { deadline, steepness_per_s };
            Policy::Utility(UtilityConfig { rates: rates.clone(), utility })
        };
        let alpha = |alpha| {
            let utility = Utility::AlphaFair { alpha };
            Policy::Utility(UtilityConfig { rates: rates.clone(), utility })
        };
        let exp_pf = |tolerated, deadline| {
            Policy::ExpPf(ExpPfConfig { rates: rates.clone(), tolerated, deadline })
        };
        let drr = |quantum_bytes, weight| {
            Policy::DeficitRoundRobin(DeficitRoundRobinConfig {
                quantum_bytes,
                weights: vec![2.0, weight],
            })
        };
        let ms = Duration::from_millis;
        let wrong = [
            ("time_constant", average(AverageRate::Served { time_constant: Duration::ZERO })),
            ("weight", average(AverageRate::Decisions { weight: f64::NAN, updates: 1 })),
            ("weight", average(AverageRate::Decisions { weight: 1.0, updates: 1 })),
            ("updates", average(AverageRate::Decisions { weight: 0.5, updates: 0 })),
            (
                "reference_es_n0",
                instant(InstantRate::Capacity { reference_es_n0_db: f64::INFINITY }),
            ),
            ("reference_es_n0", instant(InstantRate::LinearDb { offset_db: f64::NAN })),
            ("deadline", sigmoid(Duration::ZERO, 10.0)),
            ("steepness", sigmoid(ms(100), 0.0)),
            ("steepness", sigmoid(ms(100), f64::INFINITY)),
            ("alpha", alpha(-0.1)),
            ("alpha", alpha(f64::NAN)),
            ("tolerated", exp_pf(0.0, ms(100))),
            ("tolerated", exp_pf(1.0, ms(100))),
            ("deadline", exp_pf(0.05, Duration::ZERO)),
            ("weights", drr(1500, 0.0)),
            ("weights", drr(1500, f64::INFINITY)),
            ("quantum", drr(1500, 0.01)),
            (
                "interval",
                Policy::FqCoDel(UserCoDelConfig {
                    interval: Duration::ZERO,
                    ..UserCoDelConfig::LINUX
                }),
            ),
            (
                "reference_es_n0",
                Policy::CoDeS(CoDeSConfig {
                    rates: RatesConfig::textbook(f64::NAN),
                    timeout: Duration::ZERO,
                }),
            ),
        ];
        for (key, policy) in wrong {
            let config = SchedulerConfig { policy, limit: LimitRule::TauranShare };
            let refused = build(&config, 3).err().map(|error| error.key);
            assert_eq!(refused, Some(key), "{config:?}");
        }
        let config = SchedulerConfig { policy: alpha(-1.0), limit: LimitRule::TauranShare };
        let error = build(&config, 3).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("alpha is -1; it must be from 0 to 100"));
    }
}
