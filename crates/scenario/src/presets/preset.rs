//! Names of constellations, and a constellation as its file describes it. [`super`] reads the file.

use serde_json::{Value as Json, json};
use skyseam_constellation::description::config::{Geometry, IslConfig, Orbits, Phasing, Shell};
use skyseam_constellation::handover::PresetHandoverKeys;
use skyseam_constellation::isl::Pattern;
use skyseam_params::embedded::{self, Embedded, EmbeddedName};
use skyseam_params::{Model, Parameters};

use crate::document::{Spanned, Value};
use crate::error::Problems;
use crate::names::name_of;
use crate::scenario::LinkConfigs;
use crate::shape::{Definitions, Shape};

/// Embeds files, each under the name that scenarios use.
macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../constellations/", $name, ".toml")))),*]
    };
}

/// Name and text of every built-in preset. docs/provenance.md lists the sources.
pub(super) const PRESETS: &[Embedded] = embedded![
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
pub(crate) struct PresetName(pub(super) EmbeddedName);

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
