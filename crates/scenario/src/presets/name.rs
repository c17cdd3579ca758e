//! Names of constellations: built-in files by name, and the key of a scenario that chooses one.
//!
//! [`super`] reads the content of such a text.

use serde_json::Value as Json;
use skyseam_params::embedded::{self, Embedded, EmbeddedName};

use crate::document::{Spanned, Value};
use crate::error::Problems;
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
