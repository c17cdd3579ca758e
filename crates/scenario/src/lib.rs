//! The scenario file: its format, its presets, its checks and messages, its JSON Schema.
//!
//! [`parse`] turns text into a [`Scenario`] or says everything that is wrong with it; [`schema`]
//! gives the same format to editors. Owns no model: it names what the crates `constellation`, `net`
//! and `host` offer, from their registries, and resolves to their configuration types.
//!
//! Read `tables` first: it is the format. Then `resolve` for what concerns more than one key.

mod document;
mod error;
mod models;
mod names;
mod presets;
mod resolve;
mod resolved;
mod scenario;
mod schema;
mod shape;
mod tables;
mod units;
mod values;

pub use error::{Problem, ScenarioErrors};
pub use models::models;
pub use scenario::{DelayStudy, Flow, Links, Record, Repeat, Run, Scenario};
pub use schema::schema;

use shape::Shape;

/// Reads and checks a scenario; `name` is what messages call the file.
///
/// # Errors
/// Everything that is wrong with the text, in its order. Whatever the text, this does not panic.
pub fn parse(text: &str, name: &str) -> Result<Scenario, ScenarioErrors> {
    let mut problems = error::Problems::new(text);
    let document = document::read(text, &mut problems);
    let file = document.and_then(|document| tables::ScenarioTable::read(&document, &mut problems));
    let scenario = file.and_then(|file| resolve::resolve(&file, &mut problems));
    match scenario {
        Some(scenario) if problems.is_empty() => Ok(scenario),
        _ => Err(problems.into_errors(name)),
    }
}
