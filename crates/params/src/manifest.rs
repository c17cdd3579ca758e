//! The manifest of a file: its values, with the default of every absent key.
//!
//! The manifest begins as the file itself. The reader of a value puts it in as printed, and the
//! code that computes an absent value fills that in; both through [`Problems`](crate::Problems), at
//! the location of the value. Items that the file describes once, such as a group of a thousand
//! nodes, stay one item.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use crate::document::{SourceSpan, Spanned, Value};
use crate::lines::Lines;

/// The resolved scenario as a tree of printed values, and the keys that its file sets.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    tree: Json,
    written: BTreeMap<String, usize>,
    notes: Vec<String>,
}

/// Manifests are equal if their values are, whatever the file sets and in which line.
impl PartialEq for Manifest {
    fn eq(&self, other: &Self) -> bool {
        self.tree == other.tree
    }
}

impl Manifest {
    /// Creates a manifest without a file: none of its keys counts as set by one.
    pub fn of(tree: Json) -> Self {
        Self { tree, ..Self::default() }
    }

    /// Creates a manifest with the content of a file.
    pub fn of_document(document: &Spanned<Value>, text: &str) -> Self {
        let lines = Lines::new(text);
        let mut written = BTreeMap::new();
        let line = |place: &SourceSpan| match place.end {
            0 => 0,
            _ => lines.line(place.start),
        };
        note_written(document, &line, &mut written);
        Self { tree: document.value.json(), written, notes: Vec::new() }
    }

    /// Returns the keys that the file sets to another value than their default: paths, such as
    /// `flows[0].transport.mss`, with their lines. The line is 0 if a sweep set the value.
    pub fn written(&self) -> impl Iterator<Item = (&str, usize)> {
        self.written.iter().map(|(path, line)| (&**path, *line))
    }

    /// Replaces the values by those of `document`, in which some of the file's are expanded.
    pub fn expand(&mut self, document: &Spanned<Value>) {
        self.tree = document.value.json();
    }

    /// Adds a line on what was taken of the data that the file names.
    pub fn note(&mut self, line: String) {
        self.notes.push(line);
    }

    /// Returns the lines on what was taken of the data that the file names, and what was not.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Notes that the value at a path is the default of its key.
    pub fn note_default(&mut self, path: &str) {
        self.written.remove(path);
    }

    /// Sets the value at a path such as `flows[0].transport`; `Null` removes the value there.
    pub fn put(&mut self, path: &str, value: Json) {
        if let Some(slot) = self.slot(path) {
            *slot = value;
        }
    }

    /// Sets the missing keys of the table at a path.
    pub fn fill(&mut self, path: &str, keys: Json) {
        let Some(slot) = self.slot(path) else { return };
        if slot.is_null() {
            *slot = Json::Object(Map::new());
        }
        let (Json::Object(table), Json::Object(keys)) = (slot, keys) else { return };
        for (key, value) in keys {
            let own = table.entry(key).or_insert(Json::Null);
            if own.is_null() {
                *own = value;
            }
        }
    }

    /// The value at a path, after creating the tables on the way. `None` if the path leads into a
    /// value without keys.
    fn slot(&mut self, path: &str) -> Option<&mut Json> {
        let mut at = &mut self.tree;
        for step in path.split('.').filter(|step| !step.is_empty()) {
            let mut parts = step.split('[');
            let key = parts.next().filter(|key| !key.is_empty());
            if let Some(key) = key {
                if at.is_null() {
                    *at = Json::Object(Map::new());
                }
                at = at.as_object_mut()?.entry(key).or_insert(Json::Null);
            }
            for number in parts {
                let number: usize = number.strip_suffix(']')?.parse().ok()?;
                at = at.as_array_mut()?.get_mut(number)?;
            }
        }
        Some(at)
    }

    /// Converts to JSON, without top-level keys that are empty.
    pub fn into_json(self) -> Json {
        let mut whole = self.tree;
        prune(&mut whole);
        if let Json::Object(table) = &mut whole {
            table.retain(|_, value| match value {
                Json::Array(items) => !items.is_empty(),
                Json::Object(keys) => !keys.is_empty(),
                _ => true,
            });
        }
        whole
    }
}

/// Removes keys without a value.
fn prune(value: &mut Json) {
    match value {
        Json::Object(keys) => {
            keys.retain(|_, value| !value.is_null());
            keys.values_mut().for_each(prune);
        }
        Json::Array(items) => items.iter_mut().for_each(prune),
        _ => {}
    }
}

/// Notes the keys within a value that hold no table, and no list of tables.
fn note_written(
    value: &Spanned<Value>,
    line: &dyn Fn(&SourceSpan) -> usize,
    written: &mut BTreeMap<String, usize>,
) {
    match &value.value {
        Value::Table(entries) => {
            entries.iter().for_each(|entry| note_written(&entry.value, line, written));
        }
        Value::List(items) if items.iter().any(|one| matches!(one.value, Value::Table(_))) => {
            items.iter().for_each(|item| note_written(item, line, written));
        }
        _ => _ = written.insert(value.place.path.clone(), line(&value.place)),
    }
}
