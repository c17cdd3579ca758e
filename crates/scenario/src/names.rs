//! Choices by name: which names a scenario can use, from the registry of the crate that carries the
//! choice out, and how a name is read.
//!
//! A new policy or pattern is a line in its crate's registry and appears here by itself, in
//! messages and in the schema. Families with keys of their own are read by `params`.

use serde_json::Value as Json;
use skyseam_constellation::config::{
    Direction, Geometry, HandoverPolicy, IslPattern, Metric, Propagation,
};
use skyseam_constellation::geometry::GEOMETRIES;
use skyseam_constellation::handover::{DIRECTIONS, POLICIES};
use skyseam_constellation::isl::PATTERNS;
use skyseam_constellation::routing::METRICS;
pub(crate) use skyseam_params::names::{Choice, Named, choice, name_of};
use skyseam_params::names::{described, read_name, schema_of_names};
use skyseam_trace::AnySeries;

use crate::document::{At, Value};
use crate::error::Problems;
use crate::models::series_of;
use crate::shape::{Definitions, Shape};

/// A choice of a type of another crate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pick<T>(pub(crate) T);

/// Names a type by the registry of the crate that owns it.
macro_rules! registered {
    ($what:literal, $named:ty, $rows:expr, $value:ident) => {
        impl Named for Pick<$named> {
            const WHAT: &'static str = $what;
            fn choices() -> Vec<Choice<Self>> {
                let rows = $rows.iter();
                rows.map(|row| choice(Self(row.$value), row.name, row.summary, row.source))
                    .collect()
            }
        }
    };
}

registered!("a geometry", Geometry, GEOMETRIES, value);
registered!("an ISL pattern", IslPattern, PATTERNS, value);
registered!("a handover policy", HandoverPolicy, POLICIES, value);
registered!("a direction of satellites", Direction, DIRECTIONS, value);
registered!("a routing metric", Metric, METRICS, value);

/// Which satellites have a link, as [constellation.isl] has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkPattern {
    /// By a rule.
    Rule(IslPattern),
    /// Those that a file lists.
    File,
}

impl Named for LinkPattern {
    const WHAT: &'static str = "an ISL pattern";
    fn choices() -> Vec<Choice<Self>> {
        let rules = PATTERNS.iter();
        rules
            .map(|row| choice(Self::Rule(row.value), row.name, row.summary, row.source))
            .chain([choice(
                Self::File,
                "file",
                "those that the file `constellation.isl.file` lists, checked like links between \
                 planes",
                "a file beside the scenario, as Hypatia's isls.txt",
            )])
            .collect()
    }
}

impl Named for Pick<Propagation> {
    const WHAT: &'static str = "a propagation";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self(Propagation::Kepler),
                "kepler",
                "circular orbits that keep their planes",
                "Kepler's third law",
            ),
            choice(
                Self(Propagation::J2),
                "j2",
                "circular orbits whose planes turn, as the Earth's bulge makes them on average",
                "Vallado, Fundamentals of Astrodynamics, 4th ed., Sec. 9.6",
            ),
        ]
    }
}

/// How far round the ascending nodes of a shell are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    /// Half round.
    Star,
    /// All round.
    Delta,
}

impl Spread {
    /// The whole spread, deg.
    pub(crate) fn degrees(self) -> f64 {
        match self {
            Self::Star => 180.0,
            Self::Delta => 360.0,
        }
    }
}

impl Named for Spread {
    const WHAT: &'static str = "a kind of shell";
    fn choices() -> Vec<Choice<Self>> {
        let source = "Walker 1984, J. Brit. Interplanet. Soc. 37, 559";
        vec![
            choice(
                Self::Star,
                "star",
                "ascending nodes over 180 deg: planes meet at a seam",
                source,
            ),
            choice(Self::Delta, "delta", "ascending nodes over 360 deg", source),
        ]
    }
}

/// A series that a run can record: one of the set that the reader was handed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeriesName(pub(crate) AnySeries);

impl Shape for SeriesName {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let series: Vec<AnySeries> = series_of(problems.catalogue()).iter().collect();
        let names: Vec<&str> = series.iter().map(AnySeries::name).collect();
        let number = read_name(value, "a series a run can record", &names, problems)?;
        Some(Self(series[number]))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let row = |series: AnySeries| (series.name(), described(series.summary, series.source));
        schema_of_names(series_of(definitions.catalogue()).iter().map(row))
    }
}
