//! Constellations by name: the files of `constellations/` at the top of the repository, and those
//! of users, which are read in the same way.
//!
//! A file states the source of its values, and otherwise has keys of a scenario. The list in
//! `preset.rs` gives their order.

mod preset;

use std::sync::{Arc, OnceLock};

use serde_json::Value as Json;
use skyseam_constellation::description::config::Propagation;
use skyseam_params::Catalogue;
use skyseam_params::embedded::EmbeddedName;

use crate::document::{self, Spanned};
use crate::error::{Problems, ScenarioErrors};
use crate::resolve::{Used, links, satellites};
use crate::schema;
use crate::shape::Shape;
use crate::tables::{ConstellationTable, PresetTable};
use preset::PRESETS;
pub(crate) use preset::{Preset, PresetName};

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
    let preset = table.and_then(|table| preset(&table, name, &mut problems));
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

/// The constellation that `table` describes; `None` if a problem was reported.
fn preset(table: &PresetTable, name: &str, problems: &mut Problems<'_>) -> Option<Preset> {
    let own = table.constellation.as_ref();
    if let Some(own) = own {
        refuse_keys(own, problems);
    }
    if !problems.is_empty() {
        return None;
    }
    let sky = satellites(own, problems);
    let links = match &table.links {
        Some(table) => {
            let used = Used { has_sky: true, has_isl: sky.may_have_isls, has_flows: true };
            Some(links(table, used, None, problems)?)
        }
        None => None,
    };
    for key in ["summary", "source", "handover.source"] {
        problems.manifest().put(key, Json::Null);
    }
    Some(Preset {
        name: name.to_owned(),
        summary: table.summary.as_ref()?.0.trim().to_owned(),
        source: table.source.as_ref()?.0.trim().to_owned(),
        geometry: sky.geometry,
        elevation_mask_deg: own?.elevation_mask.as_ref().map(|mask| mask.0),
        shells: sky.shells?,
        pattern: sky.pattern,
        isl: sky.isl?,
        handover: table.handover.as_ref()?.value.clone(),
        links,
        scenario: problems.manifest().clone().into_json(),
    })
}

/// Reports keys that a constellation file may not contain: references to other files, and
/// propagation.
fn refuse_keys(table: &ConstellationTable, problems: &mut Problems<'_>) {
    let isl = table.isl.as_ref().filter(|isl| isl.keys.has("file"));
    let file = isl.map(|isl| isl.keys.at("file"));
    let moved = table.propagation.as_ref().filter(|given| given.value != Propagation::Kepler);
    let refused = [
        table.preset.as_ref().map(|key| ("preset", &key.place)),
        table.elements.as_ref().map(|key| ("elements", &key.place)),
        file.as_ref().map(|file| ("file", file)),
        moved.map(|key| ("propagation", &key.place)),
    ];
    for (key, place) in refused.into_iter().flatten() {
        problems
            .add(place, format!("a constellation file has no `{key}`"))
            .expected("shells of its own, and a pattern of links")
            .help(format!("write `{key}` in the scenario"));
    }
}
