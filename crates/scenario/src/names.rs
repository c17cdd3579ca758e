//! Choices by name: names available to scenarios, from the registry of the crate that implements
//! the choice, and their reader.
//!
//! `params` reads families with keys of their own.

use serde_json::{Value as Json, json};
pub(crate) use skyseam_params::names::{Choice, Named, choice, name_of};
use skyseam_params::names::{described, read_name, schema_of_names};
use skyseam_params::registry::Chosen;
use skyseam_params::{Catalogue, Parameters, registry};
use skyseam_trace::{AnySeries, SeriesSet};

use crate::document::{Spanned, Value};
use crate::error::Problems;
use crate::shape::{Definitions, Shape};

/// Kind of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TerminalKind {
    /// Terminal of a user.
    User,
    /// Gateway of a network.
    Gateway,
}

impl Named for TerminalKind {
    const WHAT: &'static str = "a kind of terminal";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::User,
                "user",
                "a terminal with the links of `links.uplink` and `links.downlink`",
                "a user's earth station; the service link of 3GPP TR 38.821",
            ),
            choice(
                Self::Gateway,
                "gateway",
                "a terminal with the links of `links.gateway`, linked to every satellite in view",
                "an earth station of the network; the feeder link of 3GPP TR 38.821",
            ),
        ]
    }
}

/// The series that a scenario can record.
pub(crate) fn series_of(catalogue: &Catalogue) -> SeriesSet {
    catalogue.set::<SeriesSet>().cloned().unwrap_or_default()
}

/// A series with keys; there is none unless a program adds it.
pub trait SeriesKind: Parameters {
    /// Returns the series with these parameters.
    fn series(&self) -> AnySeries;
}

registry! {
    /// A series of its own to record.
    dyn SeriesKind "Series" is "a series a run can record" at "run.record";
    pub fn member;
}

/// A series that a run can record: one of the reader's set, or one with keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeriesName(pub(crate) AnySeries);

impl Shape for SeriesName {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let catalogue = problems.catalogue().clone();
        let series: Vec<AnySeries> = series_of(&catalogue).iter().collect();
        let others = catalogue.members::<dyn SeriesKind>();
        let names: Vec<&str> = series.iter().map(AnySeries::name).collect();
        let is_other = match &value.value {
            Value::Text(name) => others.iter().any(|one| one.name == name),
            Value::Table(_) => !others.is_empty(),
            _ => false,
        };
        if is_other {
            let chosen = Chosen::<dyn SeriesKind>::read(value, problems)?;
            return Some(Self(chosen.model(problems)?.series()));
        }
        let names: Vec<&str> = names.into_iter().chain(others.iter().map(|one| one.name)).collect();
        let number = read_name(value, "a series a run can record", &names, problems)?;
        Some(Self(series[number].clone()))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let row = |series: AnySeries| (series.name(), described(series.summary, series.source));
        let names = schema_of_names(series_of(definitions.catalogue()).iter().map(row));
        match definitions.catalogue().members::<dyn SeriesKind>().is_empty() {
            true => names,
            false => json!({ "oneOf": [names, Chosen::<dyn SeriesKind>::schema(definitions)] }),
        }
    }
}
