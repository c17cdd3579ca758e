//! The JSON Schema of a scenario file, from the same declarations that its reader comes from.
//!
//! It knows shapes, units, names of choices and limits of whole numbers. It does not know ranges of
//! quantities nor anything that concerns two keys: that is what `skyseam check` is for.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};
use skyseam_trace::SeriesSet;

use crate::shape::{Definitions, Table};
use crate::tables::ScenarioTable;

/// The JSON Schema (draft 2020-12) of a scenario file that can ask for these series.
pub fn schema(series: &SeriesSet) -> Json {
    let mut definitions = Definitions::new(series);
    let Json::Object(root) = ScenarioTable::table_schema(None, &mut definitions) else {
        unreachable!("a table's schema is an object")
    };
    let mut schema = Map::new();
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("$id".into(), json!("https://skyseam.org/schema/scenario.json"));
    schema.insert("title".into(), json!("Skyseam scenario"));
    schema.extend(root);
    schema.insert("$defs".into(), definitions.into_json());
    Json::Object(schema)
}

/// The tables that have a key, as a file heads them: `[run]`, `[[flows]]`; for every key.
#[derive(Debug)]
pub(crate) struct TablesByKey(BTreeMap<String, Vec<String>>);

impl TablesByKey {
    /// Walks the schema, which takes milliseconds: once for a file, not for each of its keys.
    pub(crate) fn new() -> Self {
        let schema = schema(&SeriesSet::default());
        let mut found = BTreeMap::new();
        collect(&schema, &schema, "", &mut found);
        for (key, tables) in &mut found {
            tables.retain(|table| !REFUSED.contains(&(table, key)));
        }
        Self(found)
    }

    /// Those that have a key of this name.
    pub(crate) fn of(&self, key: &str) -> &[String] {
        self.0.get(key).map_or(&[], Vec::as_slice)
    }
}

/// Keys that a table has in common with others, and that are refused there with their reason.
const REFUSED: [(&str, &str); 5] = [
    ("[links.uplink]", "scheduler"),
    ("[links.isl]", "scheduler"),
    ("[links.isl]", "channel"),
    ("[links.isl]", "harq"),
    ("[links.isl]", "reordering"),
];

/// What somebody is after who writes a key where it does not belong.
pub(crate) fn meant(table: &str, key: &str) -> Option<&'static str> {
    match (table, key) {
        ("wires", "scheduler") => {
            Some("a wire has one receiver: describe a transmitter that users share as [[beams]]")
        }
        _ => None,
    }
}

/// Walks tables within tables; nothing refers to itself, so this ends.
fn collect(schema: &Json, root: &Json, path: &str, found: &mut BTreeMap<String, Vec<String>>) {
    let target = match schema["$ref"].as_str() {
        Some(reference) => &root["$defs"][reference.trim_start_matches("#/$defs/")],
        None => schema,
    };
    if let Some(properties) = target["properties"].as_object() {
        let head = if path.is_empty() { "the top of the file" } else { path };
        for name in properties.keys() {
            let heads = found.entry(name.clone()).or_default();
            if !heads.iter().any(|noted| noted == head) {
                heads.push(head.to_string());
            }
        }
        for (name, property) in properties {
            let inner = path.trim_matches(['[', ']']);
            let joined = if inner.is_empty() { name.clone() } else { format!("{inner}.{name}") };
            match property["items"].is_object() {
                true => collect(&property["items"], root, &format!("[[{joined}]]"), found),
                false => collect(property, root, &format!("[{joined}]"), found),
            }
        }
    }
    // The first choice of a table may only be that one of its keys must be there.
    for choice in target["oneOf"].as_array().into_iter().flatten() {
        collect(choice, root, path, found);
    }
}
