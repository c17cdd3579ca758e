//! Which files beside a scenario it refers to.
//!
//! Opens no file: [`references`] says which to read. Their forms stand with what is made of them.

use skyseam_host::app::web::page::PageName;
pub use skyseam_params::files::Files;

use crate::document::{At, Entry, Value, read};
use crate::error::Problems;
use crate::presets::PresetName;
use crate::sky_values::FileName;

/// A file that a scenario refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Path of the key, for example `terminals[0].track`.
    pub key: String,
    /// The file as the scenario names it.
    pub path: String,
}

/// The files that a scenario text refers to, each with the key that names it.
///
/// Cheap, and tolerant of everything that is wrong with the text: what cannot be read refers to
/// nothing, and is said by [`crate::parse`].
pub fn references(text: &str) -> Vec<Reference> {
    let file = read(text, &mut Problems::new(text));
    file.as_ref().map_or_else(Vec::new, references_in)
}

/// The files that the tree of a scenario refers to.
pub(crate) fn references_in(file: &At<Value>) -> Vec<Reference> {
    let mut found = Vec::new();
    let mut note = |value: Option<&At<Value>>| {
        if let Some(value) = value
            && let Some(path) = FileName::of(&value.value)
        {
            found.push(Reference { key: value.place.path.clone(), path: path.to_string() });
        }
    };
    let constellation = key(Some(file), "constellation");
    note(key(constellation, "preset").filter(|name| PresetName::file_in(&name.value).is_some()));
    let elements = key(constellation, "elements");
    note(elements);
    note(key(elements, "file"));
    note(key(key(constellation, "isl"), "file"));
    for (list, name) in [("terminals", "track"), ("wires", "trace"), ("beams", "trace")] {
        if let Some(Value::List(tables)) = key(Some(file), list).map(|list| &list.value) {
            for table in tables {
                note(key(Some(table), name));
                note(key(key(Some(table), "channel"), "file"));
                for link in ["uplink", "downlink"].into_iter().filter(|_| list == "terminals") {
                    note(key(key(Some(table), link), "trace"));
                }
            }
        }
    }
    let users = tables(Some(file), "users");
    let mixes = users.iter().flat_map(|&table| tables(table, "mix"));
    for carried in tables(Some(file), "flows").into_iter().chain(mixes) {
        let application = key(carried, "application");
        note(key(key(application, "source"), "file"));
        note(key(application, "sizes"));
        let page = key(application, "page");
        note(page.filter(|page| PageName::file_in(&page.value).is_some()));
    }
    for table in users {
        note(key(key(table, "places"), "file"));
        note(key(key(table, "sessions"), "file"));
        note(key(key(table, "channel"), "file"));
        note(key(key(table, "uplink"), "trace"));
        note(key(key(table, "downlink"), "trace"));
    }
    let links = key(Some(file), "links");
    for link in ["uplink", "downlink", "isl"] {
        note(key(key(key(links, link), "channel"), "file"));
        note(key(key(links, link), "trace"));
        note(key(key(key(links, "gateway"), link), "trace"));
    }
    // Of a channel alone: crate::parse_channel.
    note(key(key(Some(file), "channel"), "file"));
    found
}

/// The tables of the list under a key, where there is one.
fn tables<'v>(table: Option<&'v At<Value>>, name: &str) -> Vec<Option<&'v At<Value>>> {
    match key(table, name).map(|at| &at.value) {
        Some(Value::List(tables)) => tables.iter().map(Some).collect(),
        _ => Vec::new(),
    }
}

/// The value of a key, where `table` is a table that has it.
fn key<'v>(table: Option<&'v At<Value>>, key: &str) -> Option<&'v At<Value>> {
    let Value::Table(entries) = &table?.value else { return None };
    entries.iter().find(|entry: &&Entry| *entry.key == key).map(|entry| &entry.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_names_its_files() {
        let text = "
            wires = [{ trace = \"d.csv\", channel = { file = \"e.csv\" } }]
            beams = [{ trace = \"g.csv\", channel = { file = \"h.csv\" } }]
            links.downlink.channel.file = \"f.csv\"
            flows = [{ application = { source = { file = \"i.pcap\" } } },
                     { application = { sizes = \"j.csv\" } },
                     { application = { page = \"p.toml\" } },
                     { application = { page = \"plain\" } }]
            users = [{ places = { file = \"i.csv\" }, sessions = { file = \"k.csv\" },
                       uplink = { trace = \"l.csv\" } },
                     { places = 1, mix = [{ application = { page = \"q.toml\" } }] }]
            terminals = [{ track = \"a.csv\" }, { track = 7 }, { name = \"x\" }]
            constellation = { elements = \"b.tle\", isl = { file = \"c.txt\" } }
        ";
        let found: Vec<(String, String)> =
            references(text).into_iter().map(|found| (found.key, found.path)).collect();
        let pair = |key: &str, path: &str| (key.to_string(), path.to_string());
        let expected = [
            pair("constellation.elements", "b.tle"),
            pair("constellation.isl.file", "c.txt"),
            pair("terminals[0].track", "a.csv"),
            pair("wires[0].trace", "d.csv"),
            pair("wires[0].channel.file", "e.csv"),
            pair("beams[0].trace", "g.csv"),
            pair("beams[0].channel.file", "h.csv"),
            pair("flows[0].application.source.file", "i.pcap"),
            pair("flows[1].application.sizes", "j.csv"),
            pair("flows[2].application.page", "p.toml"),
            pair("users[1].mix[0].application.page", "q.toml"),
            pair("users[0].places.file", "i.csv"),
            pair("users[0].sessions.file", "k.csv"),
            pair("users[0].uplink.trace", "l.csv"),
            pair("links.downlink.channel.file", "f.csv"),
        ];
        assert_eq!(found, expected);
        let found = references("constellation.elements.file = \"b.tle\"");
        assert_eq!((&*found[0].key, found.len()), ("constellation.elements.file", 1));
        let found = references("constellation.preset = \"own/sky.toml\"");
        assert_eq!(found.len(), 1);
        assert_eq!((&*found[0].key, &*found[0].path), ("constellation.preset", "own/sky.toml"));
        for nothing in [
            "constellation.preset = \"iridium\"",
            "",
            "= 7",
            "constellation = []",
            "terminals = 1\nconstellation = \"x\"",
        ] {
            assert_eq!(references(nothing), []);
        }
    }
}
