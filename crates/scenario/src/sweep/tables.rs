//! The tables of a sweep file: every key with its documentation, presence and shape.
//!
//! This is the format; see [`crate::shape`] for the notation, and `read` for everything that
//! concerns more than one key.

use serde_json::{Value as Json, json};
use skyseam_params::names::read_name;
use skyseam_trace::SeriesSet;

use super::key::{self, Key};
use super::number::Number;
use crate::document::{Spanned, Value};
use crate::error::Problems;
use crate::names::series_of;
use crate::shape::{Definitions, List, Shape, table};
use crate::text_values::FileName;
use crate::text_values::FreeText;
use crate::values::{Latitude, Longitude, Whole};

table! {
    /// A Skyseam sweep: many runs of one scenario, each with some of its values replaced.
    SweepTable "Sweep" {
        /// One-line title.
        optional title: FreeText,
        /// Common part of all runs: a scenario file, relative to the directory of this one, or the
        /// scenario itself as a table. It need not be complete: varied keys may be missing.
        required scenario: Base,
        /// Variables. Every combination of listed values is run, the last variable changing
        /// fastest; with each of the `draws` of random variables.
        optional vary: List<VaryTable>,
        /// Number of draws of each random variable.
        optional draws: Whole<1, 10_000_000>,
        /// Seed of the draws. Each variable has a stream of its own, so that another variable or
        /// more draws change no previous ones.
        default seed: Whole<0, { i64::MAX }> = 1,
        /// Number of runs of each combination, with `run.seed` that of the scenario, then one more,
        /// ...
        default replications: Whole<1, 1_000_000> = 1,
        /// Tables to keep of every run in addition to `flows`. Time series need not be requested in
        /// the scenario as well.
        optional keep: List<KeptTable>,
    }
}

table! {
    /// A variable: a key of the scenario, and its values.
    VaryTable "Vary" {
        /// Varied key: a key of the scenario, whose list elements are given by name or number, such
        /// as "terminals.Hawaii.latitude" or "flows[0].transport.congestion". For several keys that
        /// change together, a list of them.
        required key: Keys,
        /// Values of the key; for several keys, a list of their values each.
        optional values: Anything,
        /// Values from one to another in equal steps.
        optional range: RangeTable,
        /// Uniform distribution between two numbers.
        optional uniform: SpreadTable,
        /// Log-uniform distribution between two positive numbers.
        optional log_uniform: SpreadTable,
        /// Random choice of values, all equally likely; for several keys, a list of their values
        /// each.
        optional choice: Anything,
        /// Uniform distribution over an area of the Earth: latitude and longitude of the table that
        /// `key` names, such as "terminals.Hawaii".
        optional globe: GlobeTable,
        exactly one of (values, range, uniform, log_uniform, choice, globe)
    }
}

table! {
    /// Numbers from one to another, both inclusive, in equal steps.
    RangeTable "Range" {
        /// First number.
        required from: Number,
        /// Upper limit, inclusive.
        required to: Number,
        /// Difference between successive numbers.
        required step: Number,
    }
}

table! {
    /// Limits of a distribution.
    SpreadTable "Spread" {
        /// Lower limit.
        required from: Number,
        /// Upper limit.
        required to: Number,
        /// Resolution of drawn numbers. Default: a millionth of the unit; 1 if there is no unit.
        optional step: Number,
    }
}

table! {
    /// An area of the Earth between two parallels and two meridians.
    GlobeTable "Globe" {
        /// Southern limit.
        default south: Latitude = "-90 deg",
        /// Northern limit.
        default north: Latitude = "90 deg",
        /// Western limit.
        default west: Longitude = "-180 deg",
        /// Eastern limit; if it is west of the western one, the area spans the meridian at 180 deg.
        default east: Longitude = "180 deg",
    }
}

/// Base scenario of a sweep.
#[derive(Debug)]
pub(crate) enum Base {
    /// A file beside the sweep file.
    File(FileName),
    /// A table in the sweep file.
    Inline(Spanned<Value>),
}

impl Shape for Base {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        match &value.value {
            Value::Table(_) => return Some(Self::Inline(value.clone())),
            Value::Text(_) => return FileName::read(value, problems).map(Self::File),
            _ => {}
        }
        problems
            .refuse(value, "must be a file or a table")
            .expected("scenario = \"file.toml\", or the scenario itself under [scenario]");
        None
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({ "oneOf": [FileName::schema(definitions), { "type": "object" }] })
    }
}

/// One or several keys of the scenario.
#[derive(Debug)]
pub(crate) struct Keys(pub(crate) Vec<Spanned<Key>>);

impl Shape for Keys {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let one = |item: &Spanned<Value>, problems: &mut Problems<'_>| {
            let key = match &item.value {
                Value::Text(text) => Key::parse(text),
                _ => None,
            };
            if key.is_none() {
                problems
                    .add(&item.place, "this is not a key of a scenario")
                    .found(item.value.described())
                    .expected(key::EXPECTED);
            }
            Some(Spanned::new(key?, item.place.clone()))
        };
        match &value.value {
            Value::List(items) if !items.is_empty() => {
                let keys: Vec<_> = items.iter().filter_map(|item| one(item, problems)).collect();
                (keys.len() == items.len()).then_some(Self(keys))
            }
            _ => one(value, problems).map(|key| Self(vec![key])),
        }
    }

    fn schema(_: &mut Definitions) -> Json {
        let key = json!({ "type": "string", "minLength": 1 });
        json!({
            "oneOf": [key, { "type": "array", "items": key, "minItems": 1 }],
            "description": format!("Expected: {}.", key::EXPECTED),
            "examples": ["terminals.Hawaii.latitude"],
        })
    }
}

/// A list of values that the reader of scenarios will check.
#[derive(Debug)]
pub(crate) struct Anything(pub(crate) Vec<Spanned<Value>>);

impl Shape for Anything {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::List(items) = &value.value
            && !items.is_empty()
        {
            return Some(Self(items.clone()));
        }
        problems
            .refuse(value, "must be a list of values")
            .expected("at least one, such as [\"9 kB\", \"15 MB\"]");
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "array", "minItems": 1 })
    }
}

/// Name of a table that a run can produce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptTable(pub(crate) &'static str);

impl KeptTable {
    /// Tables of deliveries in bins, each with the key of the bin width.
    pub(crate) const BINS: [(&'static str, &'static str); 2] =
        [("throughput", "run.throughput_bin"), ("group_throughput", "run.group_throughput_bin")];

    fn names(series: &SeriesSet) -> Vec<&'static str> {
        series.tables().map(|table| table.name).collect()
    }

    /// The table called `name`.
    pub(crate) fn of(name: &str, series: &SeriesSet) -> Option<Self> {
        Self::names(series).into_iter().find(|known| *known == name).map(Self)
    }

    /// List of the names, for messages.
    pub(crate) fn expected(series: &SeriesSet) -> String {
        let names = Self::names(series).into_iter();
        let quoted: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
        format!("one of {}", quoted.join(", "))
    }
}

impl Shape for KeptTable {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let names = Self::names(&series_of(problems.catalogue()));
        read_name(value, "a table of a run", &names, problems).map(|number| Self(names[number]))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({ "type": "string", "enum": Self::names(&series_of(definitions.catalogue())) })
    }
}
