//! Constellations by name: the files of `constellations/` at the top of the repository, and those
//! of users, which are read in the same way.
//!
//! A file states the source of its values, and otherwise has the keys of a scenario;
//! `resolve::preset` interprets them. The list below gives their order.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_constellation::description::config::{Geometry, IslConfig, Orbits, Phasing, Shell};
use skyseam_constellation::handover::PresetHandoverKeys;
use skyseam_constellation::isl::Pattern;
use skyseam_params::names::{described, read_name, schema_of_names};
use skyseam_params::{Catalogue, Model, Parameters};

use crate::document::{self, At, Value};
use crate::error::{Problems, ScenarioErrors};
use crate::models::{Models, format};
use crate::names::name_of;
use crate::resolve;
use crate::scenario::Links;
use crate::shape::{Definitions, Shape};
use crate::tables::PresetTable;
use crate::text_values::FileName;

/// Embeds files, each under the name that scenarios use.
macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../constellations/", $name, ".toml")))),*]
    };
}

/// Name and text of every built-in preset. docs/provenance.md lists the sources.
const PRESETS: &[(&str, &str)] = embedded![
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
    pub(crate) links: Option<Links>,
    /// Equivalent scenario without the preset's name.
    pub(crate) scenario: Json,
}

/// All built-in presets.
pub(crate) fn built_in(catalogue: &Arc<Catalogue>) -> Vec<Preset> {
    PRESETS.iter().map(|row| embedded(row, catalogue)).collect()
}

fn embedded((name, text): &(&str, &str), catalogue: &Arc<Catalogue>) -> Preset {
    read(text, name, catalogue).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Reads a constellation file; `name` is the constellation's name.
fn read(text: &str, name: &str, catalogue: &Arc<Catalogue>) -> Result<Preset, ScenarioErrors> {
    let mut problems = Problems::of(text, format(catalogue.clone()));
    let document = document::read(text, &mut problems);
    let table = document.and_then(|document| {
        problems.describe(&document);
        PresetTable::read(&document, &mut problems)
    });
    let preset = table.and_then(|table| resolve::preset(&table, name, &mut problems));
    problems.verdict(preset, name)
}

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

/// The preset that a scenario names; reports what is wrong with a file.
pub(crate) fn named(given: &At<PresetName>, problems: &mut Problems<'_>) -> Option<Preset> {
    let catalogue = problems.catalogue().clone();
    let name = match &given.value {
        PresetName::BuiltIn(row) => return Some(embedded(&PRESETS[*row], &catalogue)),
        PresetName::File(name) => At::new(name.clone(), given.place.clone()),
    };
    let text = problems.text_of(&name)?;
    read(text, &name.0, &catalogue).map_err(|errors| problems.adopt(&name, errors)).ok()
}

impl Shape for PresetName {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if FileName::of(&value.value).is_some_and(|path| path.ends_with(Self::ENDING)) {
            return FileName::read(value, problems).map(Self::File);
        }
        let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
        read_name(value, "a preset", &names, problems).map(Self::BuiltIn)
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let presets = built_in(definitions.catalogue());
        let rows = PRESETS
            .iter()
            .zip(presets)
            .map(|((name, _), preset)| (*name, described(&preset.summary, &preset.source)));
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

impl Preset {
    fn listed(&self) -> Json {
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

/// Every preset with its content: a list of `{name, summary, source, satellites, shells,
/// scenario}`. `shells` has numbers, with units in their names; `scenario` is an equivalent
/// scenario.
pub fn constellations() -> Json {
    built_in(Models::built_in().catalogue()).iter().map(Preset::listed).collect()
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
