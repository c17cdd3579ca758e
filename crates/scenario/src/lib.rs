//! The scenario file: its format, its presets, its checks and messages, its JSON Schema.
//!
//! [`Models::parse`] turns text into a [`Scenario`] or says everything that is wrong with it;
//! [`references`] says which files it takes beside the text; [`Models::schema`] gives the same
//! format to editors. Owns no model: it names what the crates `constellation`, `net`, `host` and
//! `users` offer, from their registries, and resolves to their configuration types. Orbits of
//! element files are read by `orbit`.
//!
//! Read `tables` first: it is the format. Then `resolve` for what concerns more than one key.

mod files;
mod models;
mod names;
mod presets;
mod resolve;
mod scenario;
mod schema;
mod tables;
mod users;

pub mod sweep;

use skyseam_params::{document, error, shape, text_values, units, values};

pub use error::{Problem, ScenarioErrors, ScenarioWarning};
pub use files::{Files, Reference, references};
pub use models::Models;
pub use presets::constellations;
pub use scenario::{
    Beam, BeamUser, DelayStudy, Flow, Links, Record, Repeat, Run, Scenario, TerminalLinks,
    WireLinks, link_ends,
};

pub use skyseam_host::transport::connection::Split;
pub use skyseam_net::keys::beam::Fading;
pub use users::{Held, Part, Target, User, Users, Way, Whereabouts};

use shape::Shape;
use skyseam_net::channel::ChannelConfig;
use skyseam_net::keys::{self, ChannelFile, Ends};

/// A scenario that can be used, and what is probably a mistake in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The scenario.
    pub scenario: Scenario,
    /// What is probably a mistake, for people to look at.
    pub warnings: Vec<ScenarioWarning>,
}

/// Reads and checks a channel alone: a text with one table `channel`, as a link has it, but without
/// a direction.
///
/// # Errors
/// As [`Models::parse`].
pub fn parse_channel(
    text: &str,
    name: &str,
    files: &Files,
) -> Result<ChannelConfig, ScenarioErrors> {
    let mut problems = error::Problems::of(text, Models::built_in().format()).beside(files);
    let document = document::read(text, &mut problems);
    let file = document.and_then(|document| ChannelFile::read(&document, &mut problems));
    let channel = file.and_then(|file| keys::channel(&file.channel?, Ends::None, &mut problems));
    problems.verdict(channel.map(|(channel, _)| channel), name)
}

/// A channel as a scenario has it, with every default.
pub fn print_channel(channel: &ChannelConfig) -> serde_json::Value {
    channel.model.print()
}

/// As [`Models::parse`], of a scenario without files beside it that asks for no series; warnings
/// are left out.
///
/// # Errors
/// As [`Models::parse`].
pub fn parse_alone(text: &str, name: &str) -> Result<Scenario, ScenarioErrors> {
    Models::built_in().parse(text, name, &Files::new()).map(|parsed| parsed.scenario)
}
