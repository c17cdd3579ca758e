//! Values of keys about terminals that are more than one quantity: a number of antennas, a point of
//! a skyline.
//!
//! Single quantities are in [`crate::values`].

use serde_json::{Value as Json, json};
use skyseam_constellation::config::Antennas;

use crate::document::{At, Value};
use crate::error::Problems;
use crate::shape::{Definitions, Shape, last_key};
pub(crate) use crate::text_values::FileName;
use crate::values::{Azimuth, SkylineElevation};

/// How many satellites a terminal is linked to at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AntennaCount(pub(crate) Antennas);

impl AntennaCount {
    const MOST: i64 = 1000;
}

impl Shape for AntennaCount {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        match &value.value {
            Value::Whole(Some(1), _) => return Some(Self(Antennas::One)),
            Value::Whole(Some(number @ 2..=Self::MOST), _) => {
                return u32::try_from(*number).ok().map(|n| Self(Antennas::Several(n)));
            }
            Value::Text(text) if text == "all" => return Some(Self(Antennas::Unlimited)),
            _ => {}
        }
        problems
            .refuse(value, "is not a number of antennas")
            .expected(format!("a whole number from 1 to {}, or \"all\"", Self::MOST));
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        let number = json!({ "type": "integer", "minimum": 1, "maximum": Self::MOST });
        json!({ "oneOf": [number, { "const": "all" }] })
    }
}

/// A point of a skyline: where, and how high.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SkylinePoint {
    /// Clockwise from north.
    pub(crate) azimuth: At<Azimuth>,
    /// Above the horizontal plane.
    pub(crate) elevation: SkylineElevation,
}

impl Shape for SkylinePoint {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::List(items) = &value.value
            && let [azimuth, elevation] = &items[..]
        {
            let place = azimuth.place.clone();
            let azimuth = Azimuth::read(azimuth, problems).map(|read| At::new(read, place));
            let elevation = SkylineElevation::read(elevation, problems);
            return Some(Self { azimuth: azimuth?, elevation: elevation? });
        }
        let found = match &value.value {
            Value::List(items) => format!("a list of {}", items.len()),
            other => other.described(),
        };
        let key = last_key(&value.place.path);
        problems
            .add(&value.place, format!("`{key}` must be a list of azimuths and elevations"))
            .found(found)
            .expected("pairs, such as [[\"0 deg\", \"10 deg\"], [\"90 deg\", \"25 deg\"]]");
        None
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({
            "type": "array",
            "prefixItems": [Azimuth::schema(definitions), SkylineElevation::schema(definitions)],
            "minItems": 2,
            "maxItems": 2,
        })
    }
}
