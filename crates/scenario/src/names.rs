//! Choices by name: which names a scenario can use, from the registry of the crate that carries the
//! choice out, and how a name is read.
//!
//! Families with keys of their own are read by `params`.

use serde_json::Value as Json;
pub(crate) use skyseam_params::names::{Choice, Named, choice, name_of};
use skyseam_params::names::{described, read_name, schema_of_names};
use skyseam_trace::AnySeries;

use crate::document::{At, Value};
use crate::error::Problems;
use crate::models::series_of;
use crate::shape::{Definitions, Shape};

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
