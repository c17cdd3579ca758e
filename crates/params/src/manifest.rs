//! The manifest of a file: its values, with the default of every absent key.
//!
//! The manifest begins as the file itself. The reader of a value puts it in as printed, and the
//! code that computes an absent value fills that in; both through [`Problems`](crate::Problems), at
//! the location of the value. Items that the file describes once, such as a group of a thousand
//! nodes, stay one item.

use serde_json::{Map, Value as Json};

/// The resolved scenario as a tree of printed values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest(Json);

impl Manifest {
    /// Creates a manifest with the content of a file.
    pub fn of(file: Json) -> Self {
        Self(file)
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
        let mut at = &mut self.0;
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
        let mut whole = self.0;
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
