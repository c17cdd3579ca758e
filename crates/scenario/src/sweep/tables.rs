//! The tables of a sweep file: every key, its documentation, presence and shape.
//!
//! This is the format; see [`crate::shape`] for the notation, and `read` for what concerns more
//! than one key.

use serde_json::{Value as Json, json};
use skyseam_trace::SeriesSet;

use super::key::{self, Key};
use super::number::Number;
use crate::document::{At, Value};
use crate::error::{Problems, short};
use crate::models::series_of;
use crate::shape::{Definitions, List, Shape, nearest, table};
use crate::text_values::FileName;
use crate::text_values::Line;
use crate::values::{Latitude, Longitude, Whole};

table! {
    /// A Skyseam sweep: many runs of one scenario, each with some of its values replaced.
    SweepTable "Sweep" {
        /// One line for people.
        optional title: Line,
        /// What all runs have in common: a scenario file, relative to the directory of this one, or
        /// the scenario itself as a table. It need not be whole: what is varied may be missing.
        required scenario: Base,
        /// What is varied. Every combination of listed values is run, the last of them changing
        /// fastest; with each of so many `draws` of what is drawn.
        optional vary: List<VaryTable>,
        /// How often everything that is drawn at random is drawn.
        optional draws: Whole<1, 10_000_000>,
        /// Seed of the draws. Each variable has a stream of its own, so that another variable or
        /// more draws change none of those there were.
        default seed: Whole<0, { i64::MAX }> = 1,
        /// How often each combination is run, with `run.seed` that of the scenario, one more, ...
        default replications: Whole<1, 1_000_000> = 1,
        /// Tables to keep of every run beside `flows`. Time series need not be asked for in the
        /// scenario too.
        optional keep: List<KeptTable>,
    }
}

table! {
    /// A variable: a key of the scenario, and the values it takes.
    VaryTable "Vary" {
        /// What is varied: a key of the scenario, an element of a list by its name or number, such
        /// as "terminals.Hawaii.latitude" or "flows[0].transport.congestion". Several keys that
        /// change together: a list of them.
        required key: Keys,
        /// The values it takes; of several keys a list of their values each.
        optional values: Anything,
        /// The values from one to another, a step apart.
        optional range: RangeTable,
        /// Drawn evenly between two numbers.
        optional uniform: SpreadTable,
        /// Drawn so that its logarithm is spread evenly between two numbers above zero.
        optional log_uniform: SpreadTable,
        /// Drawn from values, each equally likely; of several keys a list of their values each.
        optional choice: Anything,
        /// Drawn evenly over an area of the Earth: the latitude and longitude of the table that
        /// `key` names, such as "terminals.Hawaii".
        optional globe: GlobeTable,
        exactly one of (values, range, uniform, log_uniform, choice, globe)
    }
}

table! {
    /// Numbers from one to another, both inclusive, a step apart.
    RangeTable "Range" {
        /// The first.
        required from: Number,
        /// None is beyond this.
        required to: Number,
        /// From one to the next.
        required step: Number,
    }
}

table! {
    /// Two numbers between which something is drawn.
    SpreadTable "Spread" {
        /// The least.
        required from: Number,
        /// The greatest.
        required to: Number,
        /// Numbers drawn are this far apart. Default: a millionth of the unit; 1 where there is no
        /// unit.
        optional step: Number,
    }
}

table! {
    /// An area of the Earth between two parallels and two meridians.
    GlobeTable "Globe" {
        /// Its southern edge.
        default south: Latitude = "-90 deg",
        /// Its northern edge.
        default north: Latitude = "90 deg",
        /// Its western edge.
        default west: Longitude = "-180 deg",
        /// Its eastern edge; where it is west of the western one, the area lies across 180 deg.
        default east: Longitude = "180 deg",
    }
}

/// The scenario that a sweep is of.
#[derive(Debug)]
pub(crate) enum Base {
    /// A file beside the sweep file.
    File(FileName),
    /// In the sweep file.
    Inline(At<Value>),
}

impl Shape for Base {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
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
pub(crate) struct Keys(pub(crate) Vec<At<Key>>);

impl Shape for Keys {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let one = |item: &At<Value>, problems: &mut Problems<'_>| {
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
            Some(At::new(key?, item.place.clone()))
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

/// A list of values that only the reader of scenarios can judge.
#[derive(Debug)]
pub(crate) struct Anything(pub(crate) Vec<At<Value>>);

impl Shape for Anything {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
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

/// The name of a table that a run can leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptTable(pub(crate) &'static str);

impl KeptTable {
    /// Deliveries in bins, each with the key that says how wide these are.
    pub(crate) const BINS: [(&'static str, &'static str); 2] =
        [("throughput", "run.throughput_bin"), ("group_throughput", "run.group_throughput_bin")];

    fn names(series: &SeriesSet) -> Vec<&'static str> {
        series.tables().map(|table| table.name).collect()
    }

    /// The table of this name.
    pub(crate) fn of(name: &str, series: &SeriesSet) -> Option<Self> {
        Self::names(series).into_iter().find(|known| *known == name).map(Self)
    }

    /// The names for a message.
    pub(crate) fn expected(series: &SeriesSet) -> String {
        let names = Self::names(series).into_iter();
        let quoted: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
        format!("one of {}", quoted.join(", "))
    }
}

impl Shape for KeptTable {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let text = match &value.value {
            Value::Text(text) => text.as_str(),
            _ => "",
        };
        let series = series_of(problems.catalogue());
        let known = Self::of(text, &series);
        if known.is_none() {
            problems
                .add(&value.place, format!("\"{}\" is not a table of a run", short(text)))
                .found(value.value.described())
                .expected(Self::expected(&series))
                .did_you_mean(nearest(text, Self::names(&series).into_iter()));
        }
        known
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({ "type": "string", "enum": Self::names(&series_of(definitions.catalogue())) })
    }
}
