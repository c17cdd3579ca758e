//! Names of constellations: built-in files by name, and the key of a scenario that chooses one.
//!
//! [`super`] reads the content of such a text.

use serde_json::{Value as Json, json};
use skyseam_params::names::{described, read_name, schema_of_names};

use crate::document::{self, Spanned, Value};
use crate::error::Problems;
use crate::shape::{Definitions, Shape};
use crate::text_values::FileName;

/// Embeds files, each under the name that scenarios use.
macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../constellations/", $name, ".toml")))),*]
    };
}

/// Name and text of every built-in preset. docs/provenance.md lists the sources.
pub(super) const PRESETS: &[(&str, &str)] = embedded![
    "iridium-ns2",
    "iridium",
    "teledesic-ns2",
    "globalstar",
    "oneweb",
    "starlink-shell1",
    "starlink-shell2",
    "starlink-shell3",
    "starlink-shell4",
    "starlink-shell5",
    "starlink-gen1",
    "kuiper-630",
    "kuiper",
    "telesat",
    "telesat-polar",
    "telesat-inclined",
    "leosat",
    "boeing",
    "theia",
    "viasat",
    "o3b",
    "o3b-mpower",
    "geo",
];

/// Name of a constellation in a scenario.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PresetName {
    /// A built-in one, by its index in the list.
    BuiltIn(usize),
    /// A file of the user.
    File(FileName),
}

impl PresetName {
    /// File extension that marks a preset name as a file.
    const ENDING: &'static str = ".toml";
}

impl Shape for PresetName {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if FileName::of(&value.value).is_some_and(|path| path.ends_with(Self::ENDING)) {
            return FileName::read(value, problems).map(Self::File);
        }
        let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
        read_name(value, "a preset", &names, problems).map(Self::BuiltIn)
    }

    fn schema(_: &mut Definitions) -> Json {
        let rows = PRESETS.iter().map(|(name, text)| {
            let [summary, source] = ["summary", "source"].map(|key| stated(text, key));
            (*name, described(&summary, &source))
        });
        let mut names = schema_of_names(rows);
        let description = names["description"].take();
        json!({
            "oneOf": [
                { "type": "string", "enum": names["enum"] },
                { "type": "string", "pattern": "\\.toml$" },
            ],
            "description": description,
        })
    }
}

/// Returns the value of a top-level key of a file's text.
fn stated(text: &str, key: &str) -> String {
    let document = document::read(text, &mut Problems::new(text));
    let Some(Value::Table(entries)) = document.map(|document| document.value) else {
        unreachable!("a preset is a table")
    };
    match entries.into_iter().find(|entry| *entry.key == key).map(|entry| entry.value.value) {
        Some(Value::Text(text)) => text.trim().to_owned(),
        _ => unreachable!("a preset states its {key}"),
    }
}
