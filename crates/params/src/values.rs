//! Single values of keys: times, rates, sizes, counts, probabilities, flags. Text and names are in
//! [`crate::text_values`].
//!
//! Each type states its valid values once, with an example; messages and the schema use that
//! sentence. Limits that are not a model's own ensure that sums of accepted values cannot overflow
//! the nanosecond clock. [`quantity!`] declares further types.

use std::str::FromStr;

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, Rate, SimTime};

use crate::document::{Spanned, Value};
use crate::error::{Problem, Problems, short};
use crate::parameters::holds;
use crate::shape::{Definitions, Shape, last_key};
use crate::units::{self, Dimension};

/// Maximum time in a scenario: the topology is computed from time zero on.
pub const LONGEST: Duration = Duration::from_secs(366 * 86_400);

/// Declares a quantity: the wrapped type, its dimension, the accepted values as the dimension
/// counts them, and the text of what is expected.
#[macro_export]
macro_rules! quantity {
    (
        $(#[doc = $doc:literal])+
        $name:ident($of:ty) in $($dimension:ident)::+ $($signed:ident)?,
        accepts |$value:ident| $accepted:expr,
        expected $expected:literal, such as $example:literal
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name(pub $of);

        impl $crate::Shape for $name {
            fn read(
                value: &$crate::Spanned<$crate::Value>,
                problems: &mut $crate::Problems<'_>,
            ) -> Option<Self> {
                let expected = concat!($expected, ", such as \"", $example, "\"");
                let read = $crate::values::read_quantity(
                    value,
                    problems,
                    &$($dimension)::+,
                    |$value| $accepted,
                    expected,
                );
                read?.try_into().ok().map(Self)
            }

            fn spelled(&self) -> Option<$crate::serde_json::Value> {
                Some(<Self as $crate::Parameter>::print(&self.0))
            }

            fn schema(_: &mut $crate::Definitions) -> $crate::serde_json::Value {
                let signed = [$(stringify!($signed))?].contains(&"signed");
                $crate::serde_json::json!({
                    "type": "string",
                    "pattern": $($dimension)::+.pattern(signed),
                    "description": concat!("Expected: ", $expected, "."),
                    "examples": [$example],
                })
            }
        }

        $crate::holds!($name => $of, |own| $($dimension)::+.print((*own).into()));
    };
}

pub use crate::quantity;

quantity! {
    /// A duration, possibly zero.
    Span(Duration) in units::TIME,
    accepts |span| span <= LONGEST,
    expected "a time of at most 366 d", such as "50 ms"
}

quantity! {
    /// A duration that is not zero.
    PositiveSpan(Duration) in units::TIME,
    accepts |span| !span.is_zero() && span <= LONGEST,
    expected "a time longer than zero and at most 366 d", such as "10 s"
}

quantity! {
    /// A latitude, north positive.
    Latitude(f64) in units::ANGLE signed,
    accepts |deg| (-90.0..=90.0).contains(&deg),
    expected "a latitude from -90 deg to 90 deg", such as "21.5 deg"
}

quantity! {
    /// A longitude, east positive.
    Longitude(f64) in units::ANGLE signed,
    accepts |deg| (-360.0..=360.0).contains(&deg),
    expected "a longitude from -360 deg to 360 deg, east positive", such as "-158.0 deg"
}

quantity! {
    /// A rate.
    BitRate(Rate) in units::RATE,
    accepts |_rate| true,
    expected "a rate above zero", such as "25 Mbit/s"
}

quantity! {
    /// A number of bytes.
    ByteCount(u64) in units::SIZE,
    accepts |bytes| bytes <= 1_000_000_000_000_000,
    expected "a size of at most 1000 TB", such as "1500 B"
}

quantity! {
    /// Size of link framing or headers.
    Overhead(u64) in units::SIZE,
    accepts |bytes| bytes <= 1000,
    expected "a size of at most 1000 B", such as "16 B"
}

quantity! {
    /// Size of a frame.
    FrameSize(u32) in units::SIZE,
    accepts |bytes| (1..=100_000).contains(&bytes),
    expected "a size from 1 B to 100000 B", such as "1514 B"
}

quantity! {
    /// A mean number of packets.
    MeanPackets(f64) in units::MEAN_PACKETS,
    accepts |packets| (1.0..=1e12).contains(&packets),
    expected "a mean number of packets of at least 1", such as "8.5 packets"
}

/// Reads a quantity: a string, of the right dimension, in the right range.
pub fn read_quantity<T: Copy>(
    value: &Spanned<Value>,
    problems: &mut Problems<'_>,
    dimension: &Dimension<T>,
    accepts: impl Fn(T) -> bool,
    expected: &str,
) -> Option<T> {
    let text = match &value.value {
        Value::Text(text) => text,
        Value::Whole(_, number) | Value::Real(number) => {
            let unit = dimension.usual_unit();
            problems
                .refuse(value, "has no unit")
                .expected(expected)
                .help(format!("write the unit inside quotes, for example \"{number} {unit}\""));
            return None;
        }
        _ => {
            let why = format!("must be {}, as a string", dimension.what);
            problems.refuse(value, why).expected(expected);
            return None;
        }
    };
    let key = last_key(&value.place.path);
    let (message, help) = match dimension.read(text) {
        Ok(read) if accepts(read) => return Some(read),
        Ok(_) => (format!("`{key}` is out of range"), None),
        Err(fault) => (format!("`{key}`: {}", fault.message), fault.help),
    };
    let problem = problems.add(&value.place, message);
    problem.found(format!("\"{}\"", short(text))).expected(expected).help = help;
    None
}

/// An instant of simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instant(pub SimTime);

impl Instant {
    const EXPECTED: &'static str = "a time since time zero, such as \"12:21:00\" or \"44460 s\", \
                                    of at most 366 d";
}

impl Shape for Instant {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Date(date) = &value.value {
            problems
                .refuse(value, "must be a string")
                .expected(Self::EXPECTED)
                .help(format!("write it inside quotes: \"{date}\""));
            return None;
        }
        let accepts = |at: SimTime| at <= SimTime::ZERO + LONGEST;
        read_quantity(value, problems, &units::INSTANT, accepts, Self::EXPECTED).map(Self)
    }

    fn spelled(&self) -> Option<Json> {
        Some(json!(units::INSTANT.print(self.0)))
    }

    fn schema(_: &mut Definitions) -> Json {
        let clock = "^[0-9]{1,4}:[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?$";
        let either = format!("({})|({clock})", units::TIME.pattern(false));
        json!({
            "type": "string",
            "pattern": either,
            "description": "Expected: a time since time zero, also as hh:mm:ss.",
            "examples": ["0 s", "12:21:00"],
        })
    }
}

holds!(Instant => SimTime, |own| units::INSTANT.print(*own));

/// An integer within limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole<const LEAST: i64, const MOST: i64>(pub i64);

impl<const LEAST: i64, const MOST: i64> Shape for Whole<LEAST, MOST> {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        read_whole(value, LEAST, MOST, problems).map(Self)
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "integer", "minimum": LEAST, "maximum": MOST })
    }
}

holds!(Whole<LEAST, MOST> => i64, |own| own; const LEAST: i64, const MOST: i64);

/// An integer within limits that a program holds in 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count<const LEAST: u32, const MOST: u32>(pub u32);

impl<const LEAST: u32, const MOST: u32> Shape for Count<LEAST, MOST> {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let number = read_whole(value, LEAST.into(), MOST.into(), problems)?;
        u32::try_from(number).ok().map(Self)
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "integer", "minimum": LEAST, "maximum": MOST })
    }
}

holds!(Count<LEAST, MOST> => u32, |own| own; const LEAST: u32, const MOST: u32);

/// Reads an integer within limits.
pub(crate) fn read_whole(
    value: &Spanned<Value>,
    least: i64,
    most: i64,
    problems: &mut Problems<'_>,
) -> Option<i64> {
    if let Value::Whole(Some(number), _) = &value.value
        && (least..=most).contains(number)
    {
        return Some(*number);
    }
    let why = match &value.value {
        Value::Whole(..) => "is out of range",
        _ => "must be a whole number",
    };
    let problem = problems.refuse(value, why);
    problem.expected(format!("a whole number from {least} to {most}"));
    advise_on_quotes::<i64>(value, problem);
    None
}

/// A boolean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag(pub bool);

impl Shape for Flag {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Flag(flag) = &value.value {
            return Some(Self(*flag));
        }
        let problem = problems.refuse(value, "must be true or false").expected("true or false");
        advise_on_quotes::<bool>(value, problem);
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "boolean" })
    }
}

holds!(Flag => bool, |own| own);

/// A duration that is not zero, or "off".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffOrSpan(pub Option<Duration>);

impl Shape for OffOrSpan {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if is_word(value, "off") {
            return Some(Self(None));
        }
        let expected = "\"off\", or a time longer than zero and at most 366 d, such as \"200 ms\"";
        positive_span(value, problems, expected).map(|span| Self(Some(span)))
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": format!("({})|(^off$)", units::TIME.pattern(false)),
            "description": "Expected: \"off\" or a time.",
            "examples": ["off", "200 ms"],
        })
    }
}

holds!(OffOrSpan => Option<Duration>, |own| own.map_or("off".into(), units::print_duration));

/// A probability, a plain number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability(pub f64);

impl Shape for Probability {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let expected = "a probability from 0 to 1, such as 0.001";
        let problem = match read_number(value, 0.0..=1.0, expected, problems) {
            Ok(number) => return Some(Self(number)),
            Err(problem) => problem,
        };
        if let Value::Text(text) = &value.value
            && let Some(Ok(percent)) =
                text.strip_suffix('%').map(|share| share.trim().parse::<f64>())
            && (0.0..=100.0).contains(&percent)
        {
            let key = last_key(&value.place.path);
            problem.help(format!("write {key} = {}", percent / 100.0));
        }
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "number", "minimum": 0, "maximum": 1, "examples": [0.001] })
    }
}

holds!(Probability => f64, |own| own);

/// Whether a value is this string.
pub fn is_word(value: &Spanned<Value>, word: &str) -> bool {
    value.text() == Some(word)
}

/// Reads a duration that is not zero.
pub fn positive_span(
    value: &Spanned<Value>,
    problems: &mut Problems<'_>,
    expected: &str,
) -> Option<Duration> {
    let accepts = |span: Duration| !span.is_zero() && span <= LONGEST;
    read_quantity(value, problems, &units::TIME, accepts, expected)
}

/// Declares a plain number within limits.
#[macro_export]
macro_rules! plain_number {
    (
        $(#[doc = $doc:literal])+
        $name:ident from $least:literal to $most:literal
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name(pub f64);

        impl $crate::Shape for $name {
            fn read(
                value: &$crate::Spanned<$crate::Value>,
                problems: &mut $crate::Problems<'_>,
            ) -> Option<Self> {
                let expected = concat!("a number from ", $least, " to ", $most);
                let read =
                    $crate::values::read_number(value, $least..=$most, expected, problems);
                read.ok().map(Self)
            }

            fn schema(_: &mut $crate::Definitions) -> $crate::serde_json::Value {
                $crate::serde_json::json!({ "type": "number", "minimum": $least, "maximum": $most })
            }
        }

        $crate::holds!($name => f64, |own| own);
    };
}

pub use crate::plain_number;

/// Reads a plain number within a range.
///
/// # Errors
/// The problem that was reported.
pub fn read_number<'p>(
    value: &Spanned<Value>,
    range: std::ops::RangeInclusive<f64>,
    expected: &str,
    problems: &'p mut Problems<'_>,
) -> Result<f64, &'p mut Problem> {
    let number = match &value.value {
        Value::Whole(_, number) | Value::Real(number) => {
            number.replace('_', "").parse::<f64>().ok()
        }
        _ => None,
    };
    if let Some(number) = number
        && range.contains(&number)
    {
        return Ok(number);
    }
    let why = if number.is_some() { "is out of range" } else { "must be a number" };
    let problem = problems.refuse(value, why).expected(expected);
    advise_on_quotes::<f64>(value, problem);
    Err(problem)
}

/// Advises to leave out the quotes if the text between them is a `T`.
fn advise_on_quotes<T: FromStr>(value: &Spanned<Value>, problem: &mut Problem) {
    if value.text().is_some_and(|text| text.parse::<T>().is_ok()) {
        problem.help("leave out the quotes");
    }
}
