//! The scenario file: its format, its presets, its checks and messages, its JSON Schema.
//!
//! [`parse`] turns text into a [`Scenario`] or says everything that is wrong with it;
//! [`references`] says which files it takes beside the text; [`schema`] gives the same format to
//! editors. Owns no model: it names what the crates `constellation`, `net` and `host` offer, from
//! their registries, and resolves to their configuration types. Orbits of element files are read by
//! `orbit`.
//!
//! Read `tables` first: it is the format. Then `resolve` for what concerns more than one key.

mod beam_tables;
mod channel_tables;
mod files;
mod group_values;
mod link_tables;
mod models;
mod names;
mod presets;
mod resolve;
mod resolved;
mod resolved_beams;
mod resolved_groups;
mod resolved_links;
mod resolved_voice;
mod scenario;
mod schema;
mod sky_values;
mod tables;
mod values;
mod voice_names;
mod voice_tables;
mod voice_values;

pub mod sweep;

use skyseam_params::{document, error, shape, text_values, units};

pub use error::{Problem, ScenarioErrors, ScenarioWarning};
pub use files::{Files, Reference, references};
pub use models::{Models, models};
pub use presets::constellations;
pub use scenario::{
    Beam, BeamUser, DelayStudy, ElementsFile, Fading, FileNames, Flow, Links, Record, Repeat, Run,
    Scenario, Split, TraceFile, link_ends,
};
pub use schema::schema;

use channel_tables::ChannelFile;
use shape::Shape;
use skyseam_net::channel::ChannelConfig;
use skyseam_trace::SeriesSet;

/// A scenario that can be used, and what is probably a mistake in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The scenario.
    pub scenario: Scenario,
    /// What is probably a mistake, for people to look at.
    pub warnings: Vec<ScenarioWarning>,
}

/// Reads and checks a scenario that can ask for `series`; `name` is what messages call the file,
/// `files` holds what it refers to (see [`references`]).
///
/// # Errors
/// Everything that is wrong with the text, in its order, and with the files. Whatever they hold,
/// this does not panic.
pub fn parse(
    text: &str,
    name: &str,
    files: &Files,
    series: &SeriesSet,
) -> Result<Parsed, ScenarioErrors> {
    Models::built_in().with_series(series).parse(text, name, files)
}

/// Reads and checks a channel alone: a text with one table `channel`, as a link has it, but without
/// a direction.
///
/// # Errors
/// As [`parse`].
pub fn parse_channel(
    text: &str,
    name: &str,
    files: &Files,
) -> Result<ChannelConfig, ScenarioErrors> {
    let mut problems = error::Problems::of(text, Models::built_in().format());
    let document = document::read(text, &mut problems);
    let file = document.and_then(|document| ChannelFile::read(&document, &mut problems));
    let channel = file.and_then(|file| resolve::channel_alone(&file, files, &mut problems));
    match channel {
        Some(channel) if problems.is_empty() => Ok(channel),
        _ => Err(problems.into_errors(name)),
    }
}

/// A channel as a scenario has it, with every default.
pub fn print_channel(channel: &ChannelConfig) -> serde_json::Value {
    channel.model.print()
}

/// As [`parse`], of a scenario without files beside it that asks for no series; warnings are left
/// out.
///
/// # Errors
/// As [`parse`].
pub fn parse_alone(text: &str, name: &str) -> Result<Scenario, ScenarioErrors> {
    parse(text, name, &Files::new(), &SeriesSet::default()).map(|parsed| parsed.scenario)
}
