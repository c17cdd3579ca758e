//! The format of a file as far as messages need it: the tables that have a key, and advice about
//! keys in tables where they do not belong.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::catalogue::Catalogue;

/// The format of a file.
#[derive(Clone, Debug, Default)]
pub struct Format {
    /// The models to choose from.
    pub catalogue: Arc<Catalogue>,
    /// The schema of the whole file.
    pub schema: Option<fn(&Arc<Catalogue>) -> Json>,
    /// Pairs of a table, as spelled in the file's headings, and a key that other tables have but
    /// this one rejects with a reason.
    pub refused: &'static [(&'static str, &'static str)],
    /// Advice about a key in a table where it does not belong, by (table, key).
    pub meant: Option<fn(&str, &str) -> Option<&'static str>>,
}

/// The tables that have each key, spelled as in headings: `[run]`, `[[flows]]`.
pub(crate) type TablesByKey = BTreeMap<String, Vec<String>>;

impl Format {
    /// Walks the schema, which takes milliseconds: done once per file, not once per key.
    pub(crate) fn tables_by_key(&self) -> TablesByKey {
        let schema = self.schema.map_or(Json::Null, |schema| schema(&self.catalogue));
        let mut found = TablesByKey::new();
        collect(&schema, &schema, "", &mut found);
        for (key, tables) in &mut found {
            tables.retain(|table| !self.refused.contains(&(table, key)));
        }
        found
    }
}

/// Walks nested tables; terminates because no schema refers to itself.
fn collect(schema: &Json, root: &Json, path: &str, found: &mut TablesByKey) {
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
    // The first choice of a table may say only that one of its keys is required.
    for choice in target["oneOf"].as_array().into_iter().flatten() {
        collect(choice, root, path, found);
    }
}
