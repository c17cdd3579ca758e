//! A tree of values with their places in a text, and paths of keys.

use std::ops::{Deref, Range};

use serde_json::{Map, Value as Json};

use crate::lines::short;

/// Source location of a value: its byte range in the text, and its key path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceSpan {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    /// Key path, for example `links.isl.rate`.
    pub path: String,
}

impl SourceSpan {
    /// The location of `key` within the table at this location.
    pub fn key(&self, key: &str, span: Range<usize>) -> Self {
        let path = if self.path.is_empty() { key.into() } else { format!("{}.{key}", self.path) };
        Self { start: span.start, end: span.end, path }
    }

    /// The path of `key` within the table at this location.
    pub fn path_of(&self, key: &str) -> String {
        self.key(key, 0..0).path
    }

    /// The location of an element of the list at this location.
    pub fn element(&self, index: usize, span: Range<usize>) -> Self {
        Self { start: span.start, end: span.end, path: format!("{}[{index}]", self.path) }
    }
}

/// A value and its source location.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// Value without its location.
    pub value: T,
    /// Source location of the value.
    pub place: SourceSpan,
}

impl<T> Spanned<T> {
    /// Creates a value with a location.
    pub fn new(value: T, place: SourceSpan) -> Self {
        Self { value, place }
    }
}

impl Spanned<Value> {
    /// Moves the value to `path`, with all values in it; if `bytes` are given, also to that range
    /// of the text.
    pub fn move_to(&mut self, path: String, bytes: Option<&Range<usize>>) {
        let moved = |place: &mut SourceSpan, path: String| {
            let Range { start, end } = bytes.cloned().unwrap_or(place.start..place.end);
            *place = SourceSpan { start, end, path };
        };
        moved(&mut self.place, path);
        match &mut self.value {
            Value::Table(entries) => {
                for TableEntry { key, value } in entries {
                    let path = self.place.path_of(key);
                    moved(&mut key.place, path.clone());
                    value.move_to(path, bytes);
                }
            }
            Value::List(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    item.move_to(self.place.element(index, 0..0).path, bytes);
                }
            }
            _ => {}
        }
    }

    /// Calls `see` with the value and with all values in it.
    pub fn walk<'v>(&'v self, see: &mut impl FnMut(&'v Self)) {
        see(self);
        self.items().iter().for_each(|item| item.walk(see));
        self.entries().iter().for_each(|entry| entry.value.walk(see));
    }
}

impl<T> Deref for Spanned<T> {
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
    List(Vec<Spanned<Value>>),
    /// A table, in the order of the text.
    Table(Vec<TableEntry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct TableEntry {
    /// Key; its location is that of the key before `=`.
    pub key: Spanned<String>,
    /// Value of the key.
    pub value: Spanned<Value>,
}

impl Value {
    /// The entries of a table; none of any other value.
    pub fn entries(&self) -> &[TableEntry] {
        match self {
            Self::Table(entries) => entries,
            _ => &[],
        }
    }

    /// The value of `key`, if this is a table that has it.
    pub fn get(&self, key: &str) -> Option<&Spanned<Value>> {
        self.entries().iter().find(|entry| *entry.key == key).map(|entry| &entry.value)
    }

    /// The value of `key`, if this is a table that has it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Spanned<Value>> {
        let Self::Table(entries) = self else { return None };
        entries.iter_mut().find(|entry| *entry.key == key).map(|entry| &mut entry.value)
    }

    /// The value of `key` in a table, which gets `value` at `place` if it has none.
    pub fn get_or_add(
        &mut self,
        key: &str,
        place: &SourceSpan,
        value: impl FnOnce() -> Value,
    ) -> Option<&mut Spanned<Value>> {
        let Self::Table(entries) = self else { return None };
        let index = entries.iter().position(|entry| *entry.key == key).unwrap_or_else(|| {
            let key = Spanned::new(key.into(), place.clone());
            entries.push(TableEntry { key, value: Spanned::new(value(), place.clone()) });
            entries.len() - 1
        });
        Some(&mut entries[index].value)
    }

    /// The elements of a list; none of any other value.
    pub fn items(&self) -> &[Spanned<Value>] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The elements of a list; none of any other value.
    pub fn items_mut(&mut self) -> &mut [Spanned<Value>] {
        match self {
            Self::List(items) => items,
            _ => &mut [],
        }
    }

    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value as shown in messages, with its TOML type.
    pub fn described(&self) -> String {
        match self {
            Self::Text(text) => format!("the string \"{}\"", short(text)),
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
        let at = |json: &Json| {
            Self::of_json(json).map(|value| Spanned::new(value, SourceSpan::default()))
        };
        Some(match json {
            Json::Null => return None,
            Json::Bool(flag) => Self::Flag(*flag),
            Json::Number(number) if number.is_f64() => Self::Real(number.to_string()),
            Json::Number(number) => Self::Whole(number.as_i64(), number.to_string()),
            Json::String(text) => Self::Text(text.clone()),
            Json::Array(items) => Self::List(items.iter().map(at).collect::<Option<_>>()?),
            Json::Object(entries) => {
                let entry = |(key, json): (&String, &Json)| {
                    Some(TableEntry {
                        key: Spanned::new(key.clone(), SourceSpan::default()),
                        value: at(json)?,
                    })
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
                let pair = |entry: &TableEntry| (entry.key.value.clone(), entry.value.value.json());
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

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Real(number.to_string())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

/// The last key of a path: `rate` of `links.isl.rate`, `wires` of `wires[2]`.
pub fn last_key(path: &str) -> &str {
    let last = path.rsplit('.').next().unwrap_or(path);
    last.split('[').next().unwrap_or(last)
}

/// A path as spelled in headings of tables: `flows.transport` for `flows[0].transport`.
pub(crate) fn without_indexes(path: &str) -> String {
    let mut inside = false;
    let outside = |c: &char| {
        inside = (inside || *c == '[') && *c != ']';
        !inside && *c != ']'
    };
    path.chars().filter(outside).collect()
}
