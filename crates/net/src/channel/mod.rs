//! Channels: how strong a link's signal is received, over time.
//!
//! A channel is one file here, one variant of [`ChannelModel`] and one line in [`CHANNELS`]; that
//! line feeds the scenario's names, the documentation and the contract test below. What a level
//! does to a packet is not decided here but in [`crate::harq`].

mod constant;

use skyseam_base::Duration;

use crate::transmitter::LinkContext;

/// A received level over time.
pub trait Channel: Send {
    /// The level at `at`, counted from the start of the run, in dB relative to an unobstructed line
    /// of sight. `at` never goes back. The level does not depend on when else it was asked for.
    fn level_db(&mut self, at: Duration) -> f64;
}

/// A channel and where in its course a run begins.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelConfig {
    /// Which.
    pub model: ChannelModel,
    /// How far into the course of the channel the run begins.
    pub offset: Duration,
}

/// A model and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum ChannelModel {
    /// The same level all the time.
    Constant {
        /// dB relative to an unobstructed line of sight.
        level_db: f64,
    },
}

/// A model as scenarios and documentation know it.
#[derive(Clone, Debug)]
pub struct ChannelEntry {
    /// Name in scenario files.
    pub name: &'static str,
    /// One line of what it does.
    pub summary: &'static str,
    /// Where it is defined.
    pub source: &'static str,
    /// One of its kind, for the contract test.
    pub example: fn() -> ChannelModel,
}

/// Every model there is.
pub const CHANNELS: &[ChannelEntry] = &[constant::ENTRY];

/// The channel of a receiver called `context.name`.
pub fn build(config: &ChannelConfig, _context: &LinkContext<'_>) -> Box<dyn Channel> {
    match &config.model {
        ChannelModel::Constant { level_db } => Box::new(constant::Constant { level_db: *level_db }),
    }
}

/// The level that a channel exceeds with `probability` in the long run, dB.
pub fn level_exceeded_with(config: &ChannelConfig, _probability: f64) -> f64 {
    match &config.model {
        ChannelModel::Constant { level_db } => *level_db,
    }
}
