//! Value types of the keys of users: distances, locations, countries, times of day.

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_params::error::short;
use skyseam_params::shape::last_key;
use skyseam_params::values::{Latitude, Longitude, plain_number, quantity};
use skyseam_params::{Definitions, Parameter, Problems, Shape, Spanned, Value, holds, units};

use crate::ground::Ground;

quantity! {
    /// A distance along the ground, km.
    Radius(f64) in units::KILOMETRES,
    accepts |km| km > 0.0 && km <= 20_000.0,
    expected "a distance above 0 km and at most 20000 km", such as "50 km"
}

plain_number! {
    /// Exponent of the distance.
    Exponent from 0.0 to 10.0
}

plain_number! {
    /// Sessions per hour.
    PerHour from 0.001 to 1_000_000.0
}

/// A location given as [latitude, longitude].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlacePoint(pub Ground);

impl Shape for PlacePoint {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::List(items) = &value.value
            && let [latitude, longitude] = &items[..]
        {
            let latitude = Latitude::read(latitude, problems);
            let longitude = Longitude::read(longitude, problems);
            return Some(Self(Ground { latitude_deg: latitude?.0, longitude_deg: longitude?.0 }));
        }
        let found = match &value.value {
            Value::List(items) => format!("a list of {}", items.len()),
            other => other.described(),
        };
        problems
            .add(&value.place, format!("`{}` is a list of places", last_key(&value.place.path)))
            .found(found)
            .expected(
                "pairs, such as [[\"48.1 deg\", \"11.6 deg\"], [\"52.5 deg\", \"13.4 deg\"]]",
            );
        None
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({
            "type": "array",
            "prefixItems": [Latitude::schema(definitions), Longitude::schema(definitions)],
            "minItems": 2,
            "maxItems": 2,
        })
    }
}

impl Parameter for PlacePoint {
    type Own = Ground;

    fn own(self) -> Ground {
        self.0
    }

    fn print(own: &Ground) -> Json {
        json!([Latitude::print(&own.latitude_deg), Longitude::print(&own.longitude_deg)])
    }
}

/// Country code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Country(pub String);

impl Shape for Country {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Text(text) = &value.value
            && text.len() == 2
            && text.bytes().all(|letter| letter.is_ascii_uppercase())
        {
            return Some(Self(text.clone()));
        }
        let found = match &value.value {
            Value::Text(text) => format!("\"{}\"", short(text)),
            other => other.described(),
        };
        problems
            .add(&value.place, "that is not the code of a country")
            .found(found)
            .expected("two capital letters (ISO 3166-1 alpha-2), such as \"US\"");
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "string", "pattern": "^[A-Z]{2}$", "examples": ["US"] })
    }
}

holds!(Country => String, |own| own);

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeOfDay(pub Duration);

impl Shape for TimeOfDay {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let found = match &value.value {
            Value::Text(text) => {
                let two = |part: &str| (part.len() == 2).then(|| part.parse::<u64>().ok())?;
                let parts = text.split_once(':').map(|(h, m)| [two(h), two(m)]);
                if let Some([Some(hours @ 0..=23), Some(minutes @ 0..=59)]) = parts {
                    return Some(Self(Duration::from_secs(hours * 3600 + minutes * 60)));
                }
                format!("\"{}\"", short(text))
            }
            other => other.described(),
        };
        problems
            .add(&value.place, format!("`{}` is not a time of day", last_key(&value.place.path)))
            .found(found)
            .expected("hours and minutes from \"00:00\" to \"23:59\"");
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
            "examples": ["20:30"],
        })
    }
}

impl Parameter for TimeOfDay {
    type Own = Duration;

    fn own(self) -> Duration {
        self.0
    }

    fn print(own: &Duration) -> Json {
        let minutes = own.as_nanos() / 60_000_000_000;
        json!(format!("{:02}:{:02}", minutes / 60, minutes % 60))
    }
}
