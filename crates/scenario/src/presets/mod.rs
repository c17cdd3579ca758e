//! Constellations by name: the files of `constellations/` at the top of the repository, and those
//! of users, which are read in the same way.
//!
//! A file states the source of its values, and otherwise has the keys of a scenario;
//! `resolve::preset` interprets them. The list in `name.rs` gives their order.

mod name;
mod preset;

use std::sync::{Arc, OnceLock};

use skyseam_params::Catalogue;
use skyseam_params::embedded::EmbeddedName;

use crate::document::{self, Spanned};
use crate::error::{Problems, ScenarioErrors};
use crate::resolve;
use crate::schema;
use crate::shape::Shape;
use crate::tables::PresetTable;
use name::PRESETS;
pub(crate) use name::PresetName;
pub(crate) use preset::Preset;

/// All built-in presets.
pub(crate) fn built_in(catalogue: &Arc<Catalogue>) -> Vec<Preset> {
    (0..PRESETS.len()).map(|row| embedded(row, catalogue)).collect()
}

/// A built-in preset, which is read once: runs of a sweep name the same one thousands of times.
fn embedded(row: usize, catalogue: &Arc<Catalogue>) -> Preset {
    static KNOWN: [OnceLock<Preset>; PRESETS.len()] = [const { OnceLock::new() }; PRESETS.len()];
    let (name, text) = PRESETS[row];
    let read = || read(text, name, catalogue).unwrap_or_else(|errors| panic!("{errors}"));
    KNOWN[row].get_or_init(read).clone()
}

/// Reads a constellation file; `name` is the constellation's name.
fn read(text: &str, name: &str, catalogue: &Arc<Catalogue>) -> Result<Preset, ScenarioErrors> {
    let mut problems = Problems::of(text, schema::format(catalogue.clone()));
    let document = document::read(text, &mut problems);
    let table = document.and_then(|document| {
        problems.describe(&document);
        PresetTable::read(&document, &mut problems)
    });
    let preset = table.and_then(|table| resolve::preset(&table, name, &mut problems));
    problems.verdict(preset, name)
}

/// The preset that a scenario names; reports what is wrong with a file.
pub(crate) fn named(given: &Spanned<PresetName>, problems: &mut Problems<'_>) -> Option<Preset> {
    let catalogue = problems.catalogue().clone();
    let name = match &given.0 {
        EmbeddedName::BuiltIn(row) => return Some(embedded(*row, &catalogue)),
        EmbeddedName::File(name) => Spanned::new(name.clone(), given.place.clone()),
    };
    let text = problems.text_of(&name)?;
    read(text, &name.0, &catalogue).map_err(|errors| problems.adopt(&name, errors)).ok()
}
