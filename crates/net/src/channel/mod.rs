//! Channels: received signal level of a link over time.
//!
//! A model is one file here, including its parameters, and one line in the registry below, from
//! which reader, messages, schema, manifest and contract test are made. [`crate::harq`] decides the
//! effect of a level on a packet.

mod constant;
mod diffuse;
mod distribution;
mod fontan;
mod levels_file;
mod loo;
mod many;
mod mobile;
mod ntn_tdl;
mod p681;
mod p681_table;
mod serving;
mod shadowing;
mod staggered;
mod state_sequence;
mod trace;
pub mod values;

use std::sync::Arc;

use skyseam_base::Duration;
use skyseam_params::{Model, Parameters, parameters, registry};

use crate::context::LinkContext;
use crate::direction::Direction;
use staggered::Staggered;
use state_sequence::Loo;

pub use constant::ConstantLevel;
pub use fontan::{Fontan, FontanEnvironment};
pub use mobile::{MobileUser, TooLong};
pub use ntn_tdl::{NtnTdl, NtnTdlProfile};
pub use p681::{P681, P681Environment};
pub use serving::{Serving, ServingSight};
pub use staggered::KnownLevels;
pub use trace::{LevelTrace, Levels, WhenOver};

/// A received level over time.
pub trait Channel: Send {
    /// The level at `at`, counted from the start of the run, in dB relative to an unobstructed line
    /// of sight. `at` must not decrease. The level does not depend on which other levels were read.
    fn level_db(&mut self, at: Duration) -> f64;

    /// State at the last level read, if the model has states.
    fn state(&self) -> Option<&'static str> {
        None
    }
}

/// A channel model: its parameters, the initial state they define, and theoretical figures.
pub trait ChannelModel: Parameters {
    /// Creates the channel of a receiver called `context.name`, starting at position `offset` of
    /// its course; `serving` gives the serving satellite if the model
    /// [follows](Self::follows_satellite) it.
    fn build(
        &self,
        offset: Duration,
        context: &LinkContext<'_>,
        serving: Option<&Arc<dyn Serving>>,
    ) -> Box<dyn Channel>;

    /// Time in the channel's realization at the start of the run.
    fn offset(&self) -> Duration {
        Duration::ZERO
    }

    /// The level that the channel exceeds with `probability` in the long run, dB.
    fn level_exceeded_with(&self, probability: f64) -> f64;

    /// The probability that the level exceeds `level_db` in the long run.
    fn probability_above(&self, level_db: f64) -> f64;

    /// The states of the model that occur; empty if the model has none.
    fn states(&self) -> Vec<StateFigures> {
        Vec::new()
    }

    /// The moving user, if the model has one.
    fn user(&self) -> Option<MobileUser> {
        None
    }

    /// The reason why a realization of this length is too long to compute, if it is.
    fn too_long(&self, length: Duration) -> Option<TooLong> {
        self.user()?.too_long(length)
    }

    /// Time between levels; `None` if there is only one level.
    fn sample(&self) -> Option<Duration>;

    /// Number of recorded levels; `None` for a generative model.
    fn written(&self) -> Option<u64> {
        None
    }

    /// Whether levels depend on the elevation of the receiver's serving satellite. Figures in the
    /// long run are then those of all elevations with parameters, equally weighted.
    fn follows_satellite(&self) -> bool {
        false
    }

    /// The fixed-elevation model that applies at this elevation, if the model follows a satellite.
    fn held_at(&self, _elevation_deg: f64) -> Option<Model<dyn ChannelModel>> {
        None
    }

    /// Whether levels are random, so that every receiver has its own.
    fn is_drawn(&self) -> bool {
        true
    }
}

parameters! {
    /// Keys of every channel, whatever its model.
    pub struct ChannelKeys {
        /// On a wire, the direction with the channel: "forward" is from the first of `between` to
        /// the second. Default: "forward".
        direction: Option<Direction> = None,
    }
}

registry! {
    /// The level at which a link's signal is received over time, relative to an unobstructed line
    /// of sight.
    dyn ChannelModel "Channel" is "a model of a channel" at "links.*.channel.kind"
    with ChannelKeys {
        ConstantLevel,
        Fontan,
        P681,
        NtnTdl,
        LevelTrace,
    }
    pub fn built_in;
    pub fn member;
}

/// A channel, and the time in its realization at the start of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelConfig {
    /// Model of the channel.
    pub model: Model<dyn ChannelModel>,
    /// Time in the channel's realization at the start of the run.
    pub offset: Duration,
}

impl ChannelConfig {
    /// A channel that begins at the time that its parameters give.
    pub fn of(model: Model<dyn ChannelModel>) -> Self {
        let offset = model.offset();
        Self { model, offset }
    }

    /// A channel with these parameters.
    pub fn with(model: impl ChannelModel) -> Self {
        Self::of(Model::new(Arc::new(model)))
    }
}

/// Creates the channel of a receiver called `context.name`, which a satellite may serve.
///
/// # Panics
/// If the model follows a satellite and `serving` is `None`.
pub fn build(
    config: &ChannelConfig,
    context: &LinkContext<'_>,
    serving: Option<&Arc<dyn Serving>>,
) -> Box<dyn Channel> {
    config.model.build(config.offset, context, serving)
}

/// Creates a channel like [`build`], without a satellite, that shares the levels of its realization
/// with others at other positions.
pub fn build_staggered(
    config: &ChannelConfig,
    context: &LinkContext<'_>,
    known: &KnownLevels,
) -> Box<dyn Channel> {
    Box::new(Staggered::new(build(config, context, None), config.offset, known.clone()))
}

/// Theoretical figures for a state of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateFigures {
    /// Name of the state.
    pub name: &'static str,
    /// Share of time in the long run.
    pub share: f64,
    /// Mean square of the diffuse power, relative to a clear line of sight.
    pub echoes: f64,
    /// Twice the mean product of direct and diffuse power. Over times short enough for shadowing to
    /// be constant, the autocovariance of the received power is `echoes` J0^2 + `beats` J0 cos(2 pi
    /// fd cos(el) tau), where the argument of J0 is 2 pi fd tau.
    pub beats: f64,
}

impl StateFigures {
    /// The figures of a state in which these parameters are equally frequent.
    fn new(name: &'static str, share: f64, loos: &[Loo]) -> Self {
        let mean = |of: fn((f64, f64)) -> f64| {
            loos.iter().map(|loo| of(loo.powers())).sum::<f64>() / loos.len() as f64
        };
        let echoes = mean(|(_, diffuse)| diffuse * diffuse);
        Self { name, share, echoes, beats: mean(|(direct, diffuse)| 2.0 * direct * diffuse) }
    }

    /// The weighted mean of the figures of several periods, which have the same states.
    pub fn together(times: &[(f64, Vec<Self>)]) -> Vec<Self> {
        let whole: f64 = times.iter().map(|(weight, _)| weight).sum();
        let count = times.first().map_or(0, |(_, states)| states.len());
        let of = |state: usize| {
            let all = || times.iter().map(|(weight, states)| (weight / whole, states[state]));
            let share: f64 = all().map(|(weight, own)| weight * own.share).sum();
            let mean = |value: fn(&Self) -> f64| {
                all().map(|(weight, own)| weight * own.share * value(&own)).sum::<f64>() / share
            };
            let name = times[0].1[state].name;
            Self { name, share, echoes: mean(|own| own.echoes), beats: mean(|own| own.beats) }
        };
        (0..count).map(of).collect()
    }
}

#[cfg(test)]
mod serving_tests;
#[cfg(test)]
mod tests;
