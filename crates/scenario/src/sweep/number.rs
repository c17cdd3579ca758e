//! Numbers of ranges and distributions: decimals with a unit that only the varied key knows.
//!
//! Computed in integers, so that steps of `"0.1 s"` give `"0.3 s"` and not an adjacent float.
//! Several units are compared by [`crate::units`]; the reader of scenarios checks whether a key
//! accepts a unit at all.

use serde_json::{Value as Json, json};
use skyseam_base::math;

use crate::document::{Spanned, Value};
use crate::error::Problems;
use crate::shape::{Definitions, Shape};
use crate::units::{CONVERTIBLE, is_decimal};

/// `mantissa / 10^scale`, and its unit; an integer without a unit is a TOML integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    mantissa: i128,
    scale: u32,
    unit: Option<String>,
}

impl Number {
    const EXPECTED: &'static str =
        "a number with its unit, such as \"10 ms\", or a whole number where the key has no unit";

    /// Maximum number of digits: more than any unit needs, and too few for an overflow.
    const MAX_DIGITS: usize = 18;

    fn parse(text: &str) -> Option<Self> {
        let (number, unit) = text.split_once(' ')?;
        let (before, after) = number.split_once('.').unwrap_or((number, ""));
        let digits = format!("{before}{after}");
        if !is_decimal(number)
            || digits.trim_start_matches('-').len() > Self::MAX_DIGITS
            || unit.is_empty()
            || unit.contains(|c: char| c.is_whitespace() || c.is_control())
        {
            return None;
        }
        let (mantissa, scale) = (digits.parse().ok()?, after.len() as u32);
        Some(Self { mantissa, scale, unit: Some(unit.into()) })
    }

    /// As a floating-point number in its unit.
    fn real(&self) -> f64 {
        self.mantissa as f64 / math::powi(10.0, self.scale as i32)
    }

    /// As a value of a scenario.
    fn value(&self) -> Value {
        let (mut mantissa, mut scale) = (self.mantissa, self.scale);
        while scale > 0 && mantissa % 10 == 0 {
            (mantissa, scale) = (mantissa / 10, scale - 1);
        }
        let Some(unit) = &self.unit else {
            return Value::Whole(i64::try_from(mantissa).ok(), mantissa.to_string());
        };
        let sign = if mantissa < 0 { "-" } else { "" };
        let digits = format!("{:0>1$}", mantissa.unsigned_abs(), scale as usize + 1);
        let (before, after) = digits.split_at(digits.len() - scale as usize);
        let point = if after.is_empty() { "" } else { "." };
        Value::Text(format!("{sign}{before}{point}{after} {unit}"))
    }
}

impl Shape for Number {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let read = match &value.value {
            Value::Whole(Some(number), _) => {
                Some(Self { mantissa: i128::from(*number), scale: 0, unit: None })
            }
            Value::Text(text) => Self::parse(text),
            _ => None,
        };
        if read.is_none() {
            let problem = problems.refuse(value, "is not a number").expected(Self::EXPECTED);
            match &value.value {
                Value::Text(text) if text.contains(':') => {
                    problem.help("write an instant as a length of time: \"44460 s\"");
                }
                Value::Text(text) if text.parse::<i64>().is_ok() => {
                    problem.help("add the unit, or leave out the quotes");
                }
                Value::Real(_) => {
                    problem.help("put it in quotes, with its unit");
                }
                _ => {}
            }
        }
        read
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "oneOf": [
                { "type": "integer" },
                { "type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)? [^\\s]+$" },
            ],
            "description": format!("Expected: {}.", Self::EXPECTED),
            "examples": ["10 ms"],
        })
    }
}

/// Size of each number's unit; `None` if their dimensions differ.
fn worths<const N: usize>(numbers: [&Number; N]) -> Option<[u64; N]> {
    CONVERTIBLE.iter().find_map(|units| {
        let worths = numbers.map(|number| {
            let mut known = units.iter();
            known.find(|(name, ..)| number.unit.as_deref() == Some(name)).map(|unit| unit.1)
        });
        worths.iter().all(Option::is_some).then(|| worths.map(Option::unwrap_or_default))
    })
}

/// The same numbers in the smallest of their units; `None` if their dimensions differ.
fn in_one_unit<const N: usize>(numbers: [&Number; N]) -> Option<[Number; N]> {
    let all = numbers.map(Clone::clone);
    if all.iter().all(|number| number.unit == all[0].unit) {
        return Some(all);
    }
    let worths = worths(numbers)?;
    let least = (0..N).min_by_key(|&number| worths[number])?;
    let unit = all[least].unit.clone();
    let mut converted = all;
    for (number, worth) in converted.iter_mut().zip(worths) {
        let ratio = (worth % worths[least] == 0).then_some(worth / worths[least])?;
        number.mantissa = number.mantissa.checked_mul(i128::from(ratio))?;
        number.unit = unit.clone();
    }
    Some(converted)
}

/// Numbers of one unit with a constant step: `first`, `first + step`, ... `steps` times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    first: Number,
    step: i128,
    steps: u64,
}

/// Reason for which two limits and a step are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSteps {
    /// Units differ.
    Units,
    /// The last number is not beyond the first.
    Backwards,
    /// A step of zero or less.
    Step,
    /// There are too many steps.
    TooMany,
}

impl Steps {
    /// Numbers from `from` to `to`, inclusive if a step ends there.
    pub fn between(from: &Number, to: &Number, step: &Number) -> Result<Self, NoSteps> {
        let as_told = from;
        let [from, to, step] = &in_one_unit([from, to, step]).ok_or(NoSteps::Units)?;
        let scale = from.scale.max(to.scale).max(step.scale);
        let scaled = |number: &Number| {
            let power = 10i128.checked_pow(scale - number.scale)?;
            number.mantissa.checked_mul(power)
        };
        let [Some(first), Some(last), Some(step)] = [from, to, step].map(scaled) else {
            return Err(NoSteps::TooMany);
        };
        if last <= first {
            return Err(NoSteps::Backwards);
        }
        if step <= 0 {
            return Err(NoSteps::Step);
        }
        // Beyond 2^53 not every step can be drawn.
        let steps = u64::try_from((last - first) / step).ok().filter(|&steps| steps < 1 << 53);
        let mut first = Number { mantissa: first, scale, unit: from.unit.clone() };
        // In the unit of the first number where that is a matter of the point alone.
        if let Some([worth, small]) = worths([as_told, &first])
            && let Some(places) = (0..20).find(|&places| 10u64.pow(places) == worth / small)
        {
            first = Number { scale: scale + places, unit: as_told.unit.clone(), ..first };
        }
        Ok(Self { first, step, steps: steps.ok_or(NoSteps::TooMany)? })
    }

    /// The default step of a distribution: a millionth of the unit, or one without a unit.
    pub(crate) fn finest(like: &Number) -> Number {
        let scale = if like.unit.is_some() { 6 } else { 0 };
        Number { mantissa: 1, scale, unit: like.unit.clone() }
    }

    /// Number of values.
    pub fn count(&self) -> u64 {
        self.steps + 1
    }

    /// The value after `steps` steps.
    pub fn value(&self, steps: u64) -> Value {
        let mantissa = self.first.mantissa + self.step * i128::from(steps.min(self.steps));
        Number { mantissa, ..self.first.clone() }.value()
    }

    /// The value at a fraction from 0 to 1, exclusive, of the range; all values are equally likely.
    pub fn even(&self, share: f64) -> Value {
        self.value((share * self.count() as f64) as u64)
    }

    /// The value nearest to a fraction from 0 to 1, exclusive, of the range of logarithms; `None`
    /// if the first is not positive.
    pub(crate) fn even_in_logarithm(&self, share: f64) -> Option<Value> {
        let low = self.first.real();
        let last = self.first.mantissa + self.step * i128::from(self.steps);
        let high = Number { mantissa: last, ..self.first.clone() }.real();
        (low > 0.0).then(|| {
            let drawn = low * math::powf(high / low, share);
            self.value(((drawn - low) / (high - low) * self.steps as f64).round() as u64)
        })
    }

    /// Contribution to the sweep's identity.
    pub fn identity(&self) -> Json {
        let told = |steps| self.value(steps).json();
        json!([told(0), told(1), told(self.steps)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        let whole = text.parse::<i64>().ok();
        whole.map_or_else(
            || Number::parse(text).unwrap(),
            |n| Number { mantissa: i128::from(n), scale: 0, unit: None },
        )
    }

    fn all(from: &str, to: &str, step: &str) -> Vec<String> {
        let steps = Steps::between(&number(from), &number(to), &number(step)).unwrap();
        let told = |n| steps.value(n).json().to_string().replace('"', "");
        (0..steps.count()).map(told).collect()
    }

    #[test]
    fn steps_are_exact_decimals() {
        assert_eq!(
            all("0 s", "0.5 s", "0.1 s"),
            ["0 s", "0.1 s", "0.2 s", "0.3 s", "0.4 s", "0.5 s"]
        );
        assert_eq!(all("-1.5 deg", "1 deg", "1.25 deg"), ["-1.5 deg", "-0.25 deg", "1 deg"]);
        assert_eq!(all("1", "10", "4"), ["1", "5", "9"]);
        assert_eq!(all("0 s", "0.2 s", "50 ms"), ["0 s", "0.05 s", "0.1 s", "0.15 s", "0.2 s"]);
        assert_eq!(all("0 s", "1 min", "0.5 min"), ["0 s", "30 s", "60 s"]);
        assert_eq!(all("0 h", "1 min", "30 s"), ["0 s", "30 s", "60 s"]);
        assert_eq!(all("1 kB", "1 KiB", "12 B"), ["1 kB", "1.012 kB", "1.024 kB"]);
        assert_eq!(all("0.001 ms", "0.0012 ms", "0.0001 ms").last().unwrap(), "0.0012 ms");
    }

    #[test]
    fn ends_that_make_no_steps_say_why() {
        let between = |from, to, step| Steps::between(&number(from), &number(to), &number(step));
        assert_eq!(between("0 s", "1 kB", "1 s"), Err(NoSteps::Units));
        assert_eq!(between("0 s", "1 ms", "1"), Err(NoSteps::Units));
        assert_eq!(between("0", "1 s", "1 s"), Err(NoSteps::Units));
        assert_eq!(between("1 s", "1 s", "1 s"), Err(NoSteps::Backwards));
        assert_eq!(between("0 s", "1 s", "0 s"), Err(NoSteps::Step));
        assert_eq!(between("0 s", "99999999999999999 s", "1 s"), Err(NoSteps::TooMany));
        let fine = "0.00000000000000001 d";
        assert_eq!(between("1 d", "999999999999999999 d", fine), Err(NoSteps::TooMany));
        for text in ["", "1", " s", "1. s", ".5 s", "1e3 s", "1  s", "1 s s", "--1 s", "1 \ts"] {
            assert_eq!(Number::parse(text), None, "{text:?}");
        }
    }

    /// Goal: a uniform draw gives every number equally often, a logarithmic one every octave.
    #[test]
    fn draws_are_spread_as_they_should_be() {
        let shares = |count: u32| (0..count).map(move |n| f64::from(n) / f64::from(count));
        let steps = Steps::between(&number("1"), &number("4"), &number("1")).unwrap();
        for number in 1..=4_i64 {
            let value = Value::Whole(Some(number), number.to_string());
            let count = shares(4000).filter(|&share| steps.even(share) == value).count();
            assert_eq!(count, 1000, "{number}");
        }
        let steps = Steps::between(&number("1 s"), &number("8 s"), &number("0.001 s")).unwrap();
        let drawn = |share| match steps.even_in_logarithm(share) {
            Some(Value::Text(text)) => text.trim_end_matches(" s").parse::<f64>().unwrap(),
            other => panic!("{other:?}"),
        };
        let below = |limit| shares(3000).filter(|&share| drawn(share) < limit).count();
        assert!(below(2.0).abs_diff(1000) < 3);
        assert!(below(4.0).abs_diff(2000) < 3);
        let steps = Steps::between(&number("0 s"), &number("8 s"), &number("1 s")).unwrap();
        assert_eq!(steps.even_in_logarithm(0.5), None);
    }
}
