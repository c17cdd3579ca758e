//! Values of keys about links that are no plain quantity: probabilities and mean numbers.

use serde_json::{Value as Json, json};

use crate::document::{At, Value};
use crate::error::Problems;
use crate::shape::{Definitions, Shape, last_key};
use crate::units;
use crate::values::quantity;

/// A probability, a plain number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Probability(pub(crate) f64);

impl Shape for Probability {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let number = match &value.value {
            Value::Whole(_, number) | Value::Real(number) => {
                number.replace('_', "").parse::<f64>().ok()
            }
            _ => None,
        };
        match number {
            Some(number) if (0.0..=1.0).contains(&number) => return Some(Self(number)),
            _ => {}
        }
        let key = last_key(&value.place.path);
        let what = if number.is_some() { "is out of range" } else { "must be a number" };
        let problem = problems
            .add(&value.place, format!("`{key}` {what}"))
            .found(value.value.described())
            .expected("a probability from 0 to 1, such as 0.001");
        if let Value::Text(text) = &value.value {
            match text.strip_suffix('%').map(|share| share.trim().parse::<f64>()) {
                Some(Ok(percent)) if (0.0..=100.0).contains(&percent) => {
                    problem.help(format!("write {key} = {}", percent / 100.0));
                }
                _ if text.parse::<f64>().is_ok() => {
                    problem.help("leave out the quotes");
                }
                _ => {}
            }
        }
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "number", "minimum": 0, "maximum": 1, "examples": [0.001] })
    }
}

quantity! {
    /// A mean number of packets.
    MeanPackets(f64) reads units::mean_packets, PACKETS,
    accepts |packets| (1.0..=1e12).contains(&packets),
    expected "a mean number of packets of at least 1", such as "8.5 packets"
}
