//! Declaration of a table of the scenario file, once for both its reader and its schema.
//!
//! [`table!`] lists keys with their documentation, presence and shape. That one list gives the
//! struct that the rest of the crate uses, the reader that reports unknown, missing and malformed
//! keys, and the JSON Schema. Every field of the struct is an `Option`, even for required keys: a
//! file with a bad key is read to the end so that all problems are reported at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::catalogue::Catalogue;
use crate::document::{SourceSpan, Spanned, TableEntry, Value};
use crate::error::{Problems, short};

/// A type of key values: their parser and their schema.
pub trait Shape: Sized {
    /// Reads a value, or reports why it is invalid.
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self>;

    /// The schema of the values; tables add theirs to the definitions and refer to it.
    fn schema(definitions: &mut Definitions) -> Json;

    /// The value as in a manifest, if that differs from its spelling in the file.
    fn spelled(&self) -> Option<Json> {
        None
    }
}

/// A table with fixed keys.
pub trait Table: Sized {
    /// Reads the keys.
    fn read_keys(table: &Spanned<Value>, problems: &mut Problems<'_>) -> Self;

    /// The schema of the table itself.
    fn table_schema(definitions: &mut Definitions) -> Json;
}

/// Schemas of tables by name, and the models to choose from.
#[derive(Debug, Default)]
pub struct Definitions {
    catalogue: Arc<Catalogue>,
    tables: BTreeMap<&'static str, Json>,
}

impl Definitions {
    /// Creates an empty set of schemas for a format with this catalogue.
    pub fn new(catalogue: Arc<Catalogue>) -> Self {
        Self { catalogue, tables: BTreeMap::new() }
    }

    /// The models to choose from.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// Refers to the schema called `name`, which is built at the first reference.
    pub fn refer(&mut self, name: &'static str, schema: impl FnOnce(&mut Self) -> Json) -> Json {
        if !self.tables.contains_key(name) {
            let own = schema(self);
            self.tables.insert(name, own);
        }
        json!({ "$ref": format!("#/$defs/{name}") })
    }

    /// All schemas, for `$defs`.
    pub fn into_json(self) -> Json {
        json!(self.tables)
    }
}

/// Whether a key is required, and its value if it is absent.
#[derive(Clone, Debug)]
pub enum Presence {
    /// The key is required.
    Required,
    /// The key may be absent; its documentation states the value then, which depends on other keys.
    Optional,
    /// The key may be absent and then has this value.
    Default(Value),
}

/// Declares a table: its documentation, its name in the schema and its keys, if any. Each key is
/// `required`, `optional` or `default` (with `= value` at its end). `exactly one of (a, b)` at the
/// end of the list rejects none and both.
#[macro_export]
macro_rules! table {
    (
        $(#[doc = $table_doc:literal])+
        $table:ident $name:literal {
            $(
                $(#[doc = $doc:literal])+
                $presence:ident $key:ident: $shape:ty $(= $default:expr)?,
            )*
            $(exactly one of ($($choice:ident),+))?
        }
    ) => {
        $(#[doc = $table_doc])+
        #[derive(Debug)]
        pub struct $table {
            $(
                $(#[doc = $doc])+
                pub $key: Option<$crate::document::Spanned<$shape>>,
            )*
        }

        #[allow(unused_variables, reason = "some tables have no keys")]
        impl $crate::shape::Table for $table {
            fn read_keys(
                table: &$crate::document::Spanned<$crate::document::Value>,
                problems: &mut $crate::error::Problems<'_>,
            ) -> Self {
                let keys: &[&'static str] = &[$(stringify!($key)),*];
                $crate::shape::refuse_unknown_keys(table, keys, None, problems);
                $($crate::shape::require_one(table, &[$(stringify!($choice)),+], problems);)?
                Self {
                    $($key: $crate::shape::read_key(
                        table,
                        stringify!($key),
                        $crate::shape::presence!($presence $($default)?),
                        problems,
                    ),)*
                }
            }

            fn table_schema(
                definitions: &mut $crate::shape::Definitions,
            ) -> $crate::serde_json::Value {
                let choices: &[&str] = &[$($(stringify!($choice)),+)?];
                let keys = vec![$($crate::shape::KeySchema::new::<$shape>(
                    stringify!($key),
                    &[$($doc),+],
                    $crate::shape::presence!($presence $($default)?),
                    definitions,
                )),*];
                $crate::shape::object(&[$($table_doc),+], keys, ("oneOf", choices), None)
            }
        }

        impl $crate::shape::Shape for $table {
            fn read(
                value: &$crate::document::Spanned<$crate::document::Value>,
                problems: &mut $crate::error::Problems<'_>,
            ) -> Option<Self> {
                $crate::shape::read_table(value, problems)
            }

            fn schema(definitions: &mut $crate::shape::Definitions) -> $crate::serde_json::Value {
                definitions.refer($name, |definitions| {
                    <Self as $crate::shape::Table>::table_schema(definitions)
                })
            }
        }
    };
}

/// The [`Presence`] for a word of [`table!`].
#[macro_export]
macro_rules! presence {
    (required) => {
        $crate::shape::Presence::Required
    };
    (optional) => {
        $crate::shape::Presence::Optional
    };
    (default $value:expr) => {
        $crate::shape::Presence::Default($crate::Value::from($value))
    };
}

pub use crate::list::{List, Tried};
pub use crate::spelling::nearest;
pub use crate::value::last_key;
use crate::value::without_indexes;
pub use crate::{presence, table};

/// The entries of a table; reports a problem if the value is not a table.
pub fn entries<'v>(
    value: &'v Spanned<Value>,
    problems: &mut Problems<'_>,
) -> Option<&'v [TableEntry]> {
    if let Value::Table(entries) = &value.value {
        return Some(entries);
    }
    let key = last_key(&value.place.path);
    let problem = problems.refuse(value, "must be a table").expected(format!(
        "a table: [{}] or {key} = {{ ... }}",
        without_indexes(&value.place.path)
    ));
    if matches!(&value.value, Value::List(_)) {
        problem.help("write [name] for a table; [[name]] makes a list of tables");
    }
    None
}

/// Reads any value that is a table with fixed keys.
pub fn read_table<T: Table>(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<T> {
    entries(value, problems)?;
    Some(T::read_keys(value, problems))
}

/// Reads the value of `key`, if it is present; reports a problem if it is missing and required.
pub fn read_key<T: Shape>(
    table: &Spanned<Value>,
    key: &str,
    presence: Presence,
    problems: &mut Problems<'_>,
) -> Option<Spanned<T>> {
    let place = &table.place;
    let usual;
    let value = match (table.get(key), presence) {
        (Some(value), _) => value,
        (None, Presence::Optional) => return None,
        (None, Presence::Required) => {
            missing_key(key, place, T::schema, problems);
            return None;
        }
        (None, Presence::Default(value)) => {
            problems.fill(place, json!({ key: value.json() }));
            usual = Spanned::new(value, place.key(key, place.start..place.end));
            &usual
        }
    };
    let read = T::read(value, problems)?;
    if let Some(spelled) = read.spelled() {
        problems.print(&value.place, spelled);
    }
    Some(Spanned::new(read, value.place.clone()))
}

/// Reports that `key` is missing in the table at `place`, with a possible value as an example.
pub fn missing_key(
    key: &str,
    place: &SourceSpan,
    schema: impl FnOnce(&mut Definitions) -> Json,
    problems: &mut Problems<'_>,
) {
    let schema = match problems.is_beyond(place) {
        true => Json::Null,
        false => schema(&mut Definitions::new(problems.catalogue().clone())),
    };
    let example = schema["examples"][0].as_str().map(|text| format!("{key} = \"{text}\""));
    if let Some(problem) = problems.require(key, place, "") {
        problem.help = example.map(|example| format!("add it, for example {example}"));
    }
}

/// Reports every key that is not among `known`.
pub fn refuse_unknown_keys(
    table: &Spanned<Value>,
    known: &[&'static str],
    tag: Option<&str>,
    problems: &mut Problems<'_>,
) {
    let free: Vec<_> = known.iter().filter(|key| table.get(key).is_none()).copied().collect();
    for entry in table.entries() {
        let key = entry.key.value.as_str();
        if known.contains(&key) || tag == Some(key) {
            continue;
        }
        if problems.are_enough() {
            return;
        }
        let absent_tag = tag.filter(|tag| table.get(tag).is_none());
        let nearest = nearest(key, free.iter().copied().chain(absent_tag));
        let elsewhere = problems.tables_with_key(key).to_vec();
        let path = &entry.key.place.path;
        let table = without_indexes(path[..path.len() - key.len()].trim_end_matches('.'));
        let of_other_kind = elsewhere.iter().any(|head| head.trim_matches(['[', ']']) == table);
        let expected = match (known, tag) {
            ([], Some(tag)) => format!("no other key than `{tag}`"),
            _ => format!("one of {}", listed(known)),
        };
        let help = match (problems.meant(&table, key), nearest, elsewhere.as_slice()) {
            (Some(meant), ..) => Some(meant.to_owned()),
            (None, Some(near), _) => {
                problems.suspect(format!("{}{near}", &path[..path.len() - key.len()]));
                Some(format!("did you mean `{near}`?"))
            }
            (.., []) => None,
            _ if of_other_kind => {
                Some(format!("`{key}` belongs to another kind of `{}`", last_key(&table)))
            }
            (.., tables) => Some(format!("`{key}` belongs to {}", nearest_tables(tables, &table))),
        };
        let message = format!("unknown key `{}`", short(key));
        problems.add(&entry.key.place, message).expected(expected).help = help;
    }
}

/// Number of tables that a message names where more have the key.
const MOST_TABLES: usize = 4;

/// Names the headings of those `tables` that share most of the way with `table`, shallow ones
/// first, and counts the others.
fn nearest_tables(tables: &[String], table: &str) -> String {
    let steps = |head: &str| -> Vec<String> {
        head.trim_matches(['[', ']']).split('.').map(str::to_owned).collect()
    };
    let here = steps(table);
    let mut sorted = tables.to_vec();
    sorted.sort_by_cached_key(|head| {
        let steps = steps(head);
        let shared = steps.iter().zip(&here).take_while(|(a, b)| a == b).count();
        (std::cmp::Reverse(shared), steps.len())
    });
    // One more is named as well as counted.
    if sorted.len() > MOST_TABLES + 1 {
        let others = sorted.len() - MOST_TABLES;
        sorted.truncate(MOST_TABLES);
        sorted.push(format!("one of {others} other tables"));
    }
    sorted.join(" or ")
}

/// Reports a problem if none or more than one of `choices` is present.
pub fn require_one(table: &Spanned<Value>, choices: &[&'static str], problems: &mut Problems<'_>) {
    let place = &table.place;
    let given = |entry: &&TableEntry| choices.contains(&entry.key.as_str());
    let mut there = table.entries().iter().filter(given);
    match (there.next(), there.next()) {
        (None, _) if choices.iter().any(|key| problems.doubts(&place.path_of(key))) => {}
        (None, _) => {
            problems
                .add(place, format!("one of the keys {} is missing", listed(choices)))
                .expected(format!("exactly one of {}", listed(choices)));
        }
        (Some(first), Some(second)) => {
            problems
                .add(
                    &second.key.place,
                    format!("`{}` and `{}` exclude each other", *first.key, *second.key),
                )
                .expected(format!("exactly one of {}", listed(choices)))
                .help("remove one of the two");
        }
        (Some(_), None) => {}
    }
}

/// Names for a message: `` `a`, `b`, `c` ``.
pub fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// Documentation lines as one text.
pub fn joined(doc: &[&str]) -> String {
    let lines: Vec<&str> = doc.iter().map(|line| line.trim()).collect();
    lines.join(" ")
}

/// One-line summary: documentation lines as one text without its full stop.
pub fn summary(doc: &[&str]) -> String {
    joined(doc).trim_end_matches('.').to_owned()
}

/// Entry of one key in the schema.
#[derive(Debug)]
pub struct KeySchema {
    /// Name of the key.
    pub key: &'static str,
    /// Documentation of the key.
    pub doc: &'static [&'static str],
    /// Whether the key is required.
    pub is_required: bool,
    /// Value if the key is absent, if that is a constant.
    pub default: Option<Json>,
    /// Schema of the value.
    pub schema: Json,
}

impl KeySchema {
    /// The schema of a key in [`table!`].
    pub fn new<T: Shape>(
        key: &'static str,
        doc: &'static [&'static str],
        presence: Presence,
        definitions: &mut Definitions,
    ) -> Self {
        let is_required = matches!(presence, Presence::Required);
        let default = match presence {
            Presence::Default(usual) => Some(usual.json()),
            Presence::Required | Presence::Optional => None,
        };
        Self { key, doc, is_required, default, schema: T::schema(definitions) }
    }
}

/// The schema of a table; one of the `choices` is required, and further ones are rejected if the
/// keyword is `oneOf`, not if it is `anyOf`.
pub fn object(
    doc: &[&str],
    keys: Vec<KeySchema>,
    (keyword, choices): (&str, &[&str]),
    tag: Option<(&str, &str)>,
) -> Json {
    let mut properties = Map::new();
    let mut required = Vec::new();
    if let Some((key, value)) = tag {
        properties.insert(key.into(), json!({ "const": value }));
        required.push(json!(key));
    }
    for KeySchema { key, doc, is_required, default, mut schema } in keys {
        let own = schema.as_object_mut().expect("every schema is an object");
        let mut description = joined(doc);
        if let Some(Json::String(more)) = own.get("description") {
            description = format!("{description} {more}");
        }
        own.insert("description".into(), json!(description));
        if is_required {
            required.push(json!(key));
        }
        if let Some(default) = default {
            own.insert("default".into(), default);
        }
        properties.insert(key.into(), schema);
    }
    let mut object = json!({
        "type": "object",
        "description": joined(doc),
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    if !choices.is_empty() {
        object[keyword] = choices.iter().map(|key| json!({ "required": [key] })).collect();
    }
    object
}
