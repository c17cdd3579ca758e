//! The scenario file: its format, its presets, its checks and messages, its JSON Schema.
//!
//! [`Models::parse`] converts text into a [`Scenario`] or reports every problem; [`references`]
//! lists the files that it needs beside the text; [`Models::schema`] describes the format to
//! editors. Owns no model: it names the models of the crates `constellation`, `net`, `host` and
//! `users`, from their registries, and resolves to their configuration types. `orbit` reads the
//! orbits of element files.
//!
//! Read `tables` first: it is the format. Then `resolve` for everything that concerns more than one
//! key.

mod ground;
mod models;
mod names;
mod plugins;
mod presets;
mod resolve;
mod scenario;
mod schema;
mod tables;
mod transfers;
mod users;

pub mod sweep;

use skyseam_params::{document, error, shape, text_values, units, values};

pub use error::{Problem, ScenarioErrors, ScenarioWarning};
pub use models::{Models, cities, constellations, references};
pub use names::SeriesKind;
pub use plugins::{PluginTable, plugin_tables};
pub use scenario::{
    Beam, BeamUser, DelayStudy, Flow, LinkConfigs, Record, Repeat, RunConfig, Scenario,
    TerminalLinks, WireLinks, link_ends,
};

pub use skyseam_host::connection::ProxyPlacement;
pub use skyseam_net::keys::beam::Fading;
pub use skyseam_params::files::{Files, Reference};
pub use users::{
    MixComponent, SessionDirection, SessionTarget, User, UserSession, Users, Whereabouts,
};

use shape::Shape;
use skyseam_net::channel::ChannelConfig;
use skyseam_net::keys::{self, ChannelFile, TableDirections};

/// A valid scenario, and its probable mistakes.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// Resolved scenario.
    pub scenario: Scenario,
    /// Probable mistakes, for the user.
    pub warnings: Vec<ScenarioWarning>,
}

/// Reads and checks a channel alone: a text with one table `channel`, as in a link, but without a
/// direction.
///
/// # Errors
/// Those of [`Models::parse`].
pub fn parse_channel(
    text: &str,
    name: &str,
    files: &Files,
) -> Result<ChannelConfig, ScenarioErrors> {
    let mut problems = error::Problems::of(text, Models::built_in().format()).beside(files);
    let document = document::read(text, &mut problems);
    let file = document.and_then(|document| ChannelFile::read(&document, &mut problems));
    let channel =
        file.and_then(|file| keys::channel(&file.channel?, TableDirections::None, &mut problems));
    problems.verdict(channel.map(|(channel, _)| channel), name)
}

/// Prints a channel as in a scenario, with every default.
pub fn print_channel(channel: &ChannelConfig) -> serde_json::Value {
    channel.model.print()
}

/// Reads a scenario like [`Models::parse`], with the built-in models, without files beside it and
/// without series; warnings are ignored.
///
/// # Errors
/// Those of [`Models::parse`].
pub fn parse_alone(text: &str, name: &str) -> Result<Scenario, ScenarioErrors> {
    Models::built_in().parse(text, name, &Files::new()).map(|parsed| parsed.scenario)
}
