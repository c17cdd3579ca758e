//! Readers of scenarios that can record every series of this crate, and no others.
//!
//! A program with models or series of its own uses [`skyseam_scenario::Models`].

use skyseam_scenario::{Files, Models, Parsed, Scenario, ScenarioErrors};

use crate::series::built_in;

/// All built-in models, and the series of this crate.
pub fn models() -> Models {
    Models::built_in().with_series(&built_in())
}

/// Reads and checks a scenario; see [`Models::parse`].
///
/// # Errors
/// All problems of the text and of the files.
pub fn parse(text: &str, name: &str, files: &Files) -> Result<Parsed, ScenarioErrors> {
    parse_seeded(text, name, files, None)
}

/// Reads a scenario like [`parse`], with `seed`, if given, in place of its own.
///
/// # Errors
/// Those of [`parse`].
pub fn parse_seeded(
    text: &str,
    name: &str,
    files: &Files,
    seed: Option<i64>,
) -> Result<Parsed, ScenarioErrors> {
    models().parse_seeded(text, name, files, seed)
}

/// Reads a scenario like [`parse`], without files beside it; warnings are ignored.
///
/// # Errors
/// Those of [`parse`].
pub fn parse_alone(text: &str, name: &str) -> Result<Scenario, ScenarioErrors> {
    parse(text, name, &Files::new()).map(|parsed| parsed.scenario)
}
