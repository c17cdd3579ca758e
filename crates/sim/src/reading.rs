//! Reading scenarios that can ask for every series of this crate, and for no other.
//!
//! Who has series of their own hands the reader a larger set: [`skyseam_scenario::parse`].

use skyseam_scenario::{Files, Parsed, Scenario, ScenarioErrors};

use crate::series::built_in;

/// Reads and checks a scenario; see [`skyseam_scenario::parse`].
///
/// # Errors
/// Everything that is wrong with the text and with the files.
pub fn parse(text: &str, name: &str, files: &Files) -> Result<Parsed, ScenarioErrors> {
    skyseam_scenario::parse(text, name, files, &built_in())
}

/// As [`parse`], of a scenario without files beside it; warnings are left out.
///
/// # Errors
/// As [`parse`].
pub fn parse_alone(text: &str, name: &str) -> Result<Scenario, ScenarioErrors> {
    parse(text, name, &Files::new()).map(|parsed| parsed.scenario)
}
