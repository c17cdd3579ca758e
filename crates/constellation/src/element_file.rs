//! The keys of a file of published orbits. How such files are read is in the crate `orbit`, what
//! shells their satellites make in [`crate::listed`].

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_orbit::Utc;
use skyseam_params::error::short;
use skyseam_params::parameters::holds;
use skyseam_params::shape::last_key;
use skyseam_params::text_values::FileName;
use skyseam_params::units;
use skyseam_params::values::{LONGEST, quantity};
use skyseam_params::{At, Definitions, Parameter, Problems, Shape, Value, parameters};

quantity! {
    /// How old elements may be.
    Age(Duration) reads units::age, prints units::print_duration, AGE,
    accepts |age| age >= Duration::from_secs(1) && age <= LONGEST,
    expected "an age from 1 s to 366 days", such as "30 days"
}

parameters! {
    /// A file of published orbits beside the scenario: two-line elements (TLE), or orbit
    /// mean-elements messages (OMM) as JSON, CSV, XML or KVN. Its name stands for a table with
    /// `file`.
    pub struct ElementsKeys {
        /// The name of the file.
        file: FileName,
        /// UTC of time zero. Default: the latest epoch in the file, rounded up to a whole minute.
        epoch: Option<Epoch>,
        /// Elements further from time zero than this are refused. Default: 30 days.
        max_age: Option<Age>,
    }
}

/// The name of a file of orbits, or a table with it.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementFile(pub ElementsKeys);

impl Shape for ElementFile {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Table(_) = &value.value {
            return ElementsKeys::read(value, problems).map(Self);
        }
        let file = FileName::read(value, problems)?.own();
        Some(Self(ElementsKeys { file, epoch: None, max_age: None }))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({ "oneOf": [FileName::schema(definitions), ElementsKeys::schema(definitions)] })
    }
}

/// An instant of wall time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epoch(pub Utc);

impl Epoch {
    const EXPECTED: &'static str =
        "an instant of UTC in ISO 8601, such as \"2026-11-20T00:00:00Z\"";
}

impl Shape for Epoch {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let key = last_key(&value.place.path);
        match &value.value {
            // Without the Z somebody may mean the time of day where he is.
            Value::Text(text) => match text.parse::<Utc>() {
                Ok(utc) if text.ends_with('Z') => return Some(Self(utc)),
                Ok(_) => problems
                    .add(&value.place, format!("`{key}` does not say that it is UTC"))
                    .found(format!("\"{}\"", short(text)))
                    .expected(Self::EXPECTED)
                    .help(format!("add the Z: \"{}Z\"", short(text))),
                Err(_) => problems
                    .add(&value.place, format!("`{key}` is not an instant of UTC"))
                    .found(format!("\"{}\"", short(text)))
                    .expected(Self::EXPECTED),
            },
            Value::Date(date) => problems
                .refuse(value, "must be a string")
                .expected(Self::EXPECTED)
                .help(format!("write it inside quotes: \"{date}\"")),
            _ => problems
                .refuse(value, "must be an instant of UTC, as a string")
                .expected(Self::EXPECTED),
        };
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": "^[0-9]{4}-[0-9]{2,3}(-[0-9]{2})?T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
            "description": format!("Expected: {}.", Self::EXPECTED),
            "examples": ["2026-11-20T00:00:00Z"],
        })
    }
}

holds!(Epoch => Utc, |own| own.to_string());
