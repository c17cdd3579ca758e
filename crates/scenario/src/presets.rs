//! Constellations by name: the files of `constellations/` at the top of the repository, and those
//! of users, which are read in the same way.
//!
//! A file states the source of its values, and otherwise has keys of a scenario.

use std::sync::{Arc, OnceLock};

use serde_json::{Value as Json, json};
use skyseam_constellation::description::config::{
    Geometry, IslConfig, Orbits, Phasing, Propagation, Shell,
};
use skyseam_constellation::handover::PresetHandoverKeys;
use skyseam_constellation::isl::Pattern;
use skyseam_params::embedded::{self, Embedded, EmbeddedName};
use skyseam_params::{Catalogue, Model, Parameters};

use crate::document::{self, Spanned, Value};
use crate::error::{Problems, ScenarioErrors};
use crate::names::name_of;
use crate::resolve::{Used, links, satellites};
use crate::scenario::LinkConfigs;
use crate::schema;
use crate::shape::{Definitions, Shape};
use crate::tables::{ConstellationTable, PresetTable};

/// Embeds files, each under the name that scenarios use.
macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../constellations/", $name, ".toml")))),*]
    };
}

/// Name and text of every built-in preset, in the order of listings. docs/provenance.md lists the
/// sources.
const PRESETS: &[Embedded] = embedded![
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
pub(crate) struct PresetName(EmbeddedName);

impl Shape for PresetName {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        embedded::read(value, "a preset", PRESETS, problems).map(Self)
    }

    fn schema(_: &mut Definitions) -> Json {
        embedded::schema(PRESETS)
    }
}

/// Content of a constellation file.
#[derive(Clone, Debug)]
pub(crate) struct Preset {
    /// Name in scenario files.
    pub(crate) name: String,
    /// One line for documentation and completion.
    pub(crate) summary: String,
    /// Source of the values.
    pub(crate) source: String,
    /// Default geometry.
    pub(crate) geometry: Geometry,
    /// Default elevation mask of terminals, deg.
    pub(crate) elevation_mask_deg: Option<f64>,
    /// Shells, with their links unless the scenario names a pattern.
    pub(crate) shells: Vec<Shell>,
    /// Default pattern of links between satellites.
    pub(crate) pattern: Model<dyn Pattern>,
    /// Limits of links between satellites.
    pub(crate) isl: IslConfig,
    /// Default choice of satellites by terminals; its policy and clock are filled in.
    pub(crate) handover: PresetHandoverKeys,
    /// Default links.
    pub(crate) links: Option<LinkConfigs>,
    /// Equivalent scenario without the preset's name.
    pub(crate) scenario: Json,
}

impl Preset {
    /// Numbers and keys, for [`crate::constellations`].
    pub(crate) fn listed(&self) -> Json {
        json!({
            "name": self.name,
            "summary": self.summary,
            "source": self.source,
            "satellites": self.shells.iter().map(Shell::satellites).sum::<u64>(),
            "geometry": name_of(self.geometry),
            "elevation_mask_deg": self.elevation_mask_deg,
            "isl_pattern": self.pattern.name(),
            "handover": self.handover.printed(),
            "shells": self.shells.iter().map(numbers).collect::<Vec<_>>(),
            "scenario": self.scenario,
        })
    }
}

fn numbers(shell: &Shell) -> Json {
    let Orbits::Walker(walker) = &shell.orbits else {
        unreachable!("a preset names no file of elements")
    };
    let each = match walker.phasing {
        Phasing::OddPlanes(deg) => ("odd_planes_ahead_deg", deg),
        Phasing::EachPlane(deg) => ("each_plane_ahead_deg", deg),
    };
    json!({
        "name": shell.name,
        "planes": walker.planes,
        "satellites_per_plane": walker.satellites_per_plane,
        "altitude_km": walker.altitude_km,
        "inclination_deg": walker.inclination_deg,
        "raan_spread_deg": walker.raan_spacing_deg * f64::from(walker.planes),
        "raan_spacing_deg": walker.raan_spacing_deg,
        each.0: each.1,
    })
}

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
