//! Parser from TOML text to a tree of values with their source locations.
//!
//! Owns syntax and locations; knows no scenario. Every problem that the TOML parser finds is
//! reported with its location. A document with syntax errors is not read any further, because
//! problems found in its keys could be mere consequences.

use std::ops::Deref;

use serde_json::{Map, Value as Json};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::Problems;

/// Source location of a value: its byte range in the text, and its key path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    /// Key path, for example `links.isl.rate`.
    pub path: String,
}

impl Place {
    /// The location of `key` within the table at this location.
    pub fn key(&self, key: &str, span: std::ops::Range<usize>) -> Self {
        let path = if self.path.is_empty() { key.into() } else { format!("{}.{key}", self.path) };
        Self { start: span.start, end: span.end, path }
    }

    /// The path of `key` within the table at this location.
    pub fn path_of(&self, key: &str) -> String {
        self.key(key, 0..0).path
    }

    /// The location of an element of the list at this location.
    pub fn element(&self, index: usize, span: std::ops::Range<usize>) -> Self {
        Self { start: span.start, end: span.end, path: format!("{}[{index}]", self.path) }
    }
}

/// A value and its source location.
#[derive(Clone, Debug, PartialEq)]
pub struct At<T> {
    /// Value without its location.
    pub value: T,
    /// Source location of the value.
    pub place: Place,
}

impl<T> At<T> {
    /// Creates a value with a location.
    pub fn new(value: T, place: Place) -> Self {
        Self { value, place }
    }
}

impl<T> Deref for At<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

/// A TOML value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A string.
    Text(String),
    /// An integer; `None` if it does not fit into 64 bits.
    Whole(Option<i64>, String),
    /// Any other number, as written.
    Real(String),
    /// A boolean.
    Flag(bool),
    /// A date, a time or both, as written.
    Date(String),
    /// An array.
    List(Vec<At<Value>>),
    /// A table, in the order of the text.
    Table(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Key; its location is that of the key before `=`.
    pub key: At<String>,
    /// Value of the key.
    pub value: At<Value>,
}

impl Value {
    /// The value as shown in messages, with its TOML type.
    pub fn described(&self) -> String {
        match self {
            Self::Text(text) => format!("the string \"{}\"", crate::error::short(text)),
            Self::Whole(_, number) => format!("the number {number}"),
            Self::Real(number) => format!("the number {number}"),
            Self::Flag(flag) => format!("{flag}"),
            Self::Date(date) => format!("the date or time {date}"),
            Self::List(items) if items.is_empty() => "an empty list".into(),
            Self::List(_) => "a list".into(),
            Self::Table(_) => "a table".into(),
        }
    }

    /// The value of a JSON value; `None` for null, which no scenario holds.
    pub fn of_json(json: &Json) -> Option<Self> {
        let at = |json: &Json| Self::of_json(json).map(|value| At::new(value, Place::default()));
        Some(match json {
            Json::Null => return None,
            Json::Bool(flag) => Self::Flag(*flag),
            Json::Number(number) if number.is_f64() => Self::Real(number.to_string()),
            Json::Number(number) => Self::Whole(number.as_i64(), number.to_string()),
            Json::String(text) => Self::Text(text.clone()),
            Json::Array(items) => Self::List(items.iter().map(at).collect::<Option<_>>()?),
            Json::Object(entries) => {
                let entry = |(key, json): (&String, &Json)| {
                    Some(Entry { key: At::new(key.clone(), Place::default()), value: at(json)? })
                };
                Self::Table(entries.iter().map(entry).collect::<Option<_>>()?)
            }
        })
    }

    /// The value as JSON; numbers outside of JSON's range become text.
    pub fn json(&self) -> Json {
        match self {
            Self::Text(text) | Self::Date(text) => Json::String(text.clone()),
            Self::Whole(Some(number), _) => (*number).into(),
            Self::Whole(None, number) => Json::String(number.clone()),
            Self::Real(number) => match number.parse::<f64>().ok() {
                Some(real) if real.is_finite() => real.into(),
                _ => Json::String(number.clone()),
            },
            Self::Flag(flag) => (*flag).into(),
            Self::List(items) => items.iter().map(|item| item.value.json()).collect(),
            Self::Table(entries) => {
                let pair = |entry: &Entry| (entry.key.value.clone(), entry.value.value.json());
                Json::Object(entries.iter().map(pair).collect::<Map<_, _>>())
            }
        }
    }
}

/// A table without keys, so that the defaults of its keys apply.
impl From<()> for Value {
    fn from((): ()) -> Self {
        Self::Table(Vec::new())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Whole(Some(number), number.to_string())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

/// Maximum number of values: more are a mistake, and would take gigabytes of memory.
const MOST_VALUES: usize = 4_000_000;

/// Parses TOML text; `None` if its syntax is wrong.
pub fn read(text: &str, problems: &mut Problems<'_>) -> Option<At<Value>> {
    // One of these characters stands before every value, so there are not more values.
    let values = text.bytes().filter(|byte| matches!(byte, b'=' | b',' | b'[')).count();
    if values > MOST_VALUES {
        problems
            .add(&Place::default(), "the file holds too much for a scenario")
            .found(format!(
                "{values} of the characters `=`, `,` and `[`, which stand before values"
            ))
            .expected(format!("at most {MOST_VALUES}"))
            .help("nodes that are alike are a group: one table with `count`");
        return None;
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        let place =
            Place { start: span.start, end: span.end.max(span.start + 1), path: String::new() };
        let (what, expected) = match error.message().split_once(", expected ") {
            Some((what, expected)) => (what, expected),
            None => (error.message(), ""),
        };
        let problem = problems.add(&place, format!("this is not TOML: {what}")).expected(expected);
        if what == "duplicate key" {
            problem.help("a key and a [table] can stand only once; [[table]] makes a list");
        }
    }
    errors.is_empty().then(|| {
        let place = Place { start: 0, end: 0, path: String::new() };
        At::new(table_value(table.get_ref(), &place), place)
    })
}

fn table_value(table: &DeTable<'_>, place: &Place) -> Value {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| {
            let name = key.get_ref().to_string();
            let key_place = place.key(&name, key.span());
            let value_place = place.key(&name, value.span());
            Entry { key: At::new(name, key_place), value: convert(value, value_place) }
        })
        .collect();
    entries.sort_by_key(|entry| entry.key.place.start);
    Value::Table(entries)
}

fn convert(value: &Spanned<DeValue<'_>>, place: Place) -> At<Value> {
    let converted = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => Value::Whole(
            i64::from_str_radix(number.as_str(), number.radix()).ok(),
            number.to_string(),
        ),
        DeValue::Float(number) => Value::Real(number.to_string()),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(date) => Value::Date(date.to_string()),
        DeValue::Array(items) => Value::List(
            items
                .iter()
                .enumerate()
                .map(|(i, item)| convert(item, place.element(i, item.span())))
                .collect(),
        ),
        DeValue::Table(table) => table_value(table, &place),
    };
    At::new(converted, place)
}
