//! Constellations by name: the files of `constellations/` at the top of the repository, and those
//! of users, which are read the same way.
//!
//! A file says where its values come from, and for the rest has the keys of a scenario; what they
//! mean is in `resolve::preset`. The list below gives the order in which they are listed.

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

/// Embeds files, each by the name that scenarios call it.
macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../constellations/", $name, ".toml")))),*]
    };
}

/// Every preset that is built in: name and text. docs/provenance.md says which sources were read.
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

/// What a file of a constellation says.
#[derive(Clone, Debug)]
pub(crate) struct Preset {
    /// Name in scenario files.
    pub(crate) name: String,
    /// One line for documentation and completion.
    pub(crate) summary: String,
    /// Where its values come from.
    pub(crate) source: String,
    /// Geometry unless the scenario names another.
    pub(crate) geometry: Geometry,
    /// Elevation mask of terminals that give none, deg.
    pub(crate) elevation_mask_deg: Option<f64>,
    /// Its shells, linked as they are unless the scenario names a pattern.
    pub(crate) shells: Vec<Shell>,
    /// Which of the satellites have a link where a shell does not say otherwise.
    pub(crate) pattern: Model<dyn Pattern>,
    /// When links between its satellites can be held.
    pub(crate) isl: IslConfig,
    /// Which satellites terminals take where the scenario names no policy; its policy and clock
    /// are filled in.
    pub(crate) handover: PresetHandoverKeys,
    /// Links that the scenario does not describe.
    pub(crate) links: Option<Links>,
    /// The scenario that says the same without naming the preset.
    pub(crate) scenario: Json,
}

/// All presets that are built in.
pub(crate) fn built_in(catalogue: &Arc<Catalogue>) -> Vec<Preset> {
    PRESETS.iter().map(|row| embedded(row, catalogue)).collect()
}

fn embedded((name, text): &(&str, &str), catalogue: &Arc<Catalogue>) -> Preset {
    read(text, name, catalogue).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Reads a file of a constellation; `name` is what it is called.
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

/// A constellation as a scenario names it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PresetName {
    /// One that is built in, by its place in the list.
    BuiltIn(usize),
    /// The file of a user.
    File(FileName),
}

impl PresetName {
    /// What ends a name that is one of a file.
    const ENDING: &'static str = ".toml";
}

/// The preset that a scenario names; notes what is wrong with a file.
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

/// Every preset with all it stands for: a list of `{name, summary, source, satellites, shells,
/// scenario}`. `shells` has numbers, units in their names; `scenario` is a scenario that says the
/// same without naming the preset.
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
