//! Constellation files: the meaning of their keys for scenarios that name them.

use serde_json::Value as Json;
use skyseam_constellation::description::config::Propagation;

use super::{sky, sky_links};
use crate::error::Problems;
use crate::presets::Preset;
use crate::tables::{ConstellationTable, PresetTable};

/// The constellation that `table` describes; `None` if a problem was reported.
pub(crate) fn preset(
    table: &PresetTable,
    name: &str,
    problems: &mut Problems<'_>,
) -> Option<Preset> {
    let own = table.constellation.as_ref();
    if let Some(own) = own {
        refuse_keys(own, problems);
    }
    if !problems.is_empty() {
        return None;
    }
    let sky = sky::satellites(own, problems);
    let links = match &table.links {
        Some(table) => {
            let used =
                sky_links::Used { has_sky: true, has_isl: sky.may_have_isls, has_flows: true };
            Some(sky_links::links(table, used, None, problems)?)
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
