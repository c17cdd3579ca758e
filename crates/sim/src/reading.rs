//! Reading scenarios that can ask for every series of this crate, and for no other.
//!
//! Who has models or series of their own hands the reader more: [`skyseam_scenario::Models`].

use skyseam_scenario::{Files, Models, Parsed, Scenario, ScenarioErrors};

use crate::series::built_in;

/// Everything that is built in, the series of this crate with it.
pub fn models() -> Models {
    Models::built_in().with_series(&built_in())
}

/// Reads and checks a scenario; see [`Models::parse`].
///
/// # Errors
/// Everything that is wrong with the text and with the files.
pub fn parse(text: &str, name: &str, files: &Files) -> Result<Parsed, ScenarioErrors> {
    models().parse(text, name, files)
}

/// As [`parse`], of a scenario without files beside it; warnings are left out.
///
/// # Errors
/// As [`parse`].
pub fn parse_alone(text: &str, name: &str) -> Result<Scenario, ScenarioErrors> {
    parse(text, name, &Files::new()).map(|parsed| parsed.scenario)
}
