//! Values of keys about schedulers: names, limits by rule, plain numbers.

use serde_json::{Value as Json, json};
use skyseam_net::scheduler::{SCHEDULERS, SchedulerEntry};

use crate::document::{At, Value};
use crate::error::Problems;
use crate::names::{Choice, Named, choice};
use crate::scheduler_tables::RatesTable;
use crate::shape::{Definitions, Shape, last_key};
use skyseam_net::queue::QueueLimit;

/// Policies of schedulers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SchedulerKind {
    /// One queue.
    DropTail,
    /// By turns.
    RoundRobin,
    /// By turns of bytes.
    DeficitRoundRobin,
    /// By turns of bytes, with controlled delay.
    FqCoDel,
    /// By rate over average.
    ProportionalFair,
    /// And by delay.
    MLwdf,
    /// And by the exponential of the delay.
    ExpPf,
    /// By use.
    Utility,
    /// By rate over average, with a time-out.
    CoDeS,
}

impl Named for SchedulerKind {
    const WHAT: &'static str = "a policy of a scheduler";
    fn choices() -> Vec<Choice<Self>> {
        let kind = |row: &SchedulerEntry| {
            let value = match row.name {
                "drop-tail" => Self::DropTail,
                "round-robin" => Self::RoundRobin,
                "deficit-round-robin" => Self::DeficitRoundRobin,
                "fq-codel" => Self::FqCoDel,
                "proportional-fair" => Self::ProportionalFair,
                "m-lwdf" => Self::MLwdf,
                "exp-pf" => Self::ExpPf,
                "utility" => Self::Utility,
                "codes" => Self::CoDeS,
                other => panic!("the scheduler {other} has no keys in the scenario format"),
            };
            choice(value, row.name, row.summary, row.source)
        };
        SCHEDULERS.iter().map(kind).collect()
    }
}

/// Forms of rates and averages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RatesForm {
    /// Information and time.
    Textbook,
    /// Decibels and decisions.
    Tauran,
}

impl Named for RatesForm {
    const WHAT: &'static str = "a form of rates and averages";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Textbook,
                "textbook",
                "mutual information of QPSK; bytes received, with a window over time",
                "Viswanath, Tse, Laroia 2002; Jalali, Padovani, Pankaj 2000 (from memory)",
            ),
            choice(
                Self::Tauran,
                "tauran",
                "level in dB plus 11, at least 0; averaged twice at every decision of the link",
                "Tauran 2018, as the simulations have it",
            ),
        ]
    }
}

/// How the waiting time counts in M-LWDF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WeightRule {
    /// In proportion.
    Textbook,
    /// Its mean, over what is left.
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
                "Andrews et al. 2001 (from memory)",
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

/// Limits that follow the number of users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TauranLimit {
    /// 5952 / sqrt(n).
    Whole,
    /// The n-th part.
    Share,
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

/// What each queue of a scheduler may hold: a limit, or the name of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SchedulerLimit {
    /// However many users there are.
    Each(QueueLimit),
    /// By their number.
    Tauran(TauranLimit),
}

impl Shape for SchedulerLimit {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
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

/// Rates by the name of their form, or a table.
#[derive(Debug)]
pub(crate) enum RatesShape {
    /// With every default.
    Form(RatesForm),
    /// A form and its keys.
    Table(RatesTable),
}

impl Shape for RatesShape {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        match &value.value {
            Value::Table(_) => RatesTable::read(value, problems).map(Self::Table),
            _ => RatesForm::read(value, problems).map(Self::Form),
        }
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({ "oneOf": [RatesForm::schema(definitions), RatesTable::schema(definitions)] })
    }
}

/// Declares a plain number within limits.
macro_rules! plain_number {
    (
        $(#[doc = $doc:literal])+
        $name:ident from $least:literal to $most:literal
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(crate) struct $name(pub(crate) f64);

        impl Shape for $name {
            fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
                let expected = concat!("a number from ", $least, " to ", $most);
                read_number(value, $least..=$most, expected, problems).map(Self)
            }

            fn schema(_: &mut Definitions) -> Json {
                json!({ "type": "number", "minimum": $least, "maximum": $most })
            }
        }
    };
}

plain_number! {
    /// The weight of a user.
    Weight from 0.001 to 1000.0
}

plain_number! {
    /// The alpha of alpha-fairness.
    FairnessNumber from 0.0 to 100.0
}

fn read_number(
    value: &At<Value>,
    range: std::ops::RangeInclusive<f64>,
    expected: &'static str,
    problems: &mut Problems<'_>,
) -> Option<f64> {
    let number = match &value.value {
        Value::Whole(_, number) | Value::Real(number) => {
            number.replace('_', "").parse::<f64>().ok()
        }
        _ => None,
    };
    if let Some(number) = number
        && range.contains(&number)
    {
        return Some(number);
    }
    let key = last_key(&value.place.path);
    let what = if number.is_some() { "is out of range" } else { "must be a number" };
    let problem = problems
        .add(&value.place, format!("`{key}` {what}"))
        .found(value.value.described())
        .expected(expected);
    if let Value::Text(text) = &value.value
        && text.parse::<f64>().is_ok()
    {
        problem.help("leave out the quotes");
    }
    None
}
