//! A file of a constellation: what its keys mean for scenarios that name it.

use skyseam_constellation::config::Propagation;
use skyseam_constellation::handover::{Sticky, model};

use super::handover::clock;
use super::{sky, sky_links};
use crate::error::Problems;
use crate::files::Files;
use crate::presets::{Preset, PresetHandover};
use crate::tables::{ConstellationTable, PresetTable};

/// The constellation that `table` describes; `None` when a problem was noted.
pub(crate) fn preset(
    table: &PresetTable,
    name: &str,
    problems: &mut Problems<'_>,
) -> Option<Preset> {
    let files = Files::new();
    let own = table.constellation.as_ref();
    if let Some(own) = own {
        refuse_keys(own, problems);
    }
    if !problems.is_empty() {
        return None;
    }
    let sky = sky::satellites(own, &files, problems);
    let handover = table.handover.as_ref()?;
    let policy = match &handover.policy {
        Some(policy) => policy.model(problems)?,
        None => model(Sticky {}),
    };
    let (interval, offset) = (handover.check_interval.as_ref(), handover.offset.as_ref());
    let handover = PresetHandover {
        clock: clock(interval, offset, policy.clock(), problems),
        policy,
        source: handover.source.as_ref()?.0.clone(),
    };
    let links = match &table.links {
        Some(table) => {
            let used =
                sky_links::Used { has_sky: true, has_isl: sky.may_have_isls, has_flows: true };
            Some(sky_links::links(table, used, None, &files, problems)?.links)
        }
        None => None,
    };
    Some(Preset {
        name: name.to_owned(),
        summary: table.summary.as_ref()?.0.trim().to_owned(),
        source: table.source.as_ref()?.0.trim().to_owned(),
        geometry: sky.geometry,
        elevation_mask_deg: own?.elevation_mask.as_ref().map(|mask| mask.0),
        shells: sky.shells?,
        pattern: sky.pattern?,
        isl: sky.isl?,
        handover,
        links,
    })
}

/// Notes keys that are the scenario's: what names something else to read, since what a
/// constellation is stands in one file, and what moves the satellites.
fn refuse_keys(table: &ConstellationTable, problems: &mut Problems<'_>) {
    let file = table.isl.as_ref().and_then(|isl| isl.file.as_ref());
    let moved = table.propagation.as_ref().filter(|given| given.value != Propagation::Kepler);
    let refused = [
        table.preset.as_ref().map(|key| ("preset", &key.place)),
        table.elements.as_ref().map(|key| ("elements", &key.place)),
        file.map(|key| ("file", &key.place)),
        moved.map(|key| ("propagation", &key.place)),
    ];
    for (key, place) in refused.into_iter().flatten() {
        problems
            .add(place, format!("a file of a constellation has no `{key}`"))
            .expected("shells of its own, and a pattern of links")
            .help(format!("write `{key}` in the scenario"));
    }
}
