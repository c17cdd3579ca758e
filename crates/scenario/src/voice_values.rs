//! Values of keys about voice: lengths of frames, shapes of distributions.

use serde_json::{Value as Json, json};
use skyseam_base::Duration;

use crate::document::{At, Value};
use crate::error::Problems;
use crate::shape::{Definitions, Shape, last_key};
use crate::units;
use crate::values::quantity;

quantity! {
    /// Speech in a packet: receivers are ready for up to 200 ms (RFC 3551 Sec. 4.2).
    FrameLength(Duration) reads units::duration, prints units::print_duration, TIME,
    accepts |span| span >= Duration::from_millis(1) && span <= Duration::from_millis(200),
    expected "a time from 1 ms to 200 ms", such as "20 ms"
}

/// The shape of a Pareto distribution that has a mean, a plain number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ParetoShape(pub(crate) f64);

impl Shape for ParetoShape {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let number = match &value.value {
            Value::Whole(_, number) | Value::Real(number) => {
                number.replace('_', "").parse::<f64>().ok()
            }
            _ => None,
        };
        if let Some(number) = number
            && number > 1.0
            && number <= 100.0
        {
            return Some(Self(number));
        }
        let key = last_key(&value.place.path);
        let what = if number.is_some() { "is out of range" } else { "must be a number" };
        problems
            .add(&value.place, format!("`{key}` {what}"))
            .found(value.value.described())
            .expected("a number above 1 and at most 100, such as 1.5");
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "number", "exclusiveMinimum": 1, "maximum": 100, "examples": [1.5] })
    }
}
