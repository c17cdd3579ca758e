//! Channels: how strong a link's signal is received, over time.
//!
//! A channel is one file here, one variant of [`ChannelModel`] and one line in [`CHANNELS`]; that
//! line feeds the scenario's names, the documentation and the contract test below. What a level
//! does to a packet is not decided here but in [`crate::harq`].

mod constant;
mod course;
mod diffuse;
mod distribution;
mod fontan;
mod loo;
mod p681;
mod p681_table;
mod shadowing;
mod trace;
pub mod values;

use std::sync::Arc;

use skyseam_base::Duration;

use crate::transmitter::LinkContext;
use course::Loo;

pub use fontan::{FONTAN_BAND_HZ, FONTAN_ELEVATIONS_DEG, FontanEnvironment};
pub use p681::{P681_BAND_HZ, P681Environment};
pub use trace::{ChannelTrace, WhenOver};

/// A received level over time.
pub trait Channel: Send {
    /// The level at `at`, counted from the start of the run, in dB relative to an unobstructed line
    /// of sight. `at` never goes back. The level does not depend on when else it was asked for.
    fn level_db(&mut self, at: Duration) -> f64;

    /// The state that the last level was of, where the model has states.
    fn state(&self) -> Option<&'static str> {
        None
    }
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
    /// The three-state land mobile satellite channel of Perez-Fontan.
    Fontan(LmsConfig<FontanEnvironment>),
    /// The two-state land mobile satellite channel of ITU-R P.681.
    P681(LmsConfig<P681Environment>),
    /// Levels that were written down.
    Trace(Arc<ChannelTrace>),
}

/// A user who moves through an environment that a land mobile satellite (LMS) model knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LmsConfig<E> {
    /// Which environment.
    pub environment: E,
    /// How the user moves, and how he is looked at.
    pub user: MobileUser,
}

/// A user who moves in a straight line, at the same speed all the time. One who stands still (speed
/// 0) keeps one state, one shadow and one phase for the whole run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MobileUser {
    /// Speed, m/s.
    pub speed_mps: f64,
    /// Frequency of the carrier, Hz.
    pub frequency_hz: f64,
    /// Elevation of the satellite, which he moves towards, degrees.
    pub elevation_deg: f64,
    /// Time from one level to the next; between them the level stays.
    pub sample: Duration,
}

impl MobileUser {
    /// A car at 60 km/h in the S band.
    const EXAMPLE: Self = Self {
        speed_mps: 60.0 / 3.6,
        frequency_hz: 2.2e9,
        elevation_deg: 40.0,
        sample: Duration::from_millis(1),
    };

    /// The largest Doppler shift of an echo, v f / c, Hz.
    pub fn doppler_hz(&self) -> f64 {
        const LIGHT_MPS: f64 = 299_792_458.0;
        self.speed_mps * self.frequency_hz / LIGHT_MPS
    }

    /// The longest time from one level to the next that still shows how the level goes: its square
    /// has frequencies up to twice the Doppler shift, and a signal needs two samples per period.
    /// `None` for a user who stands still.
    pub fn longest_sample(&self) -> Option<Duration> {
        let doppler = self.doppler_hz();
        (doppler > 0.0).then(|| Duration::from_nanos((1e9 / (4.0 * doppler)) as u64))
    }
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
pub const CHANNELS: &[ChannelEntry] = &[constant::ENTRY, fontan::ENTRY, p681::ENTRY, trace::ENTRY];

/// The channel of a receiver called `context.name`.
pub fn build(config: &ChannelConfig, context: &LinkContext<'_>) -> Box<dyn Channel> {
    match &config.model {
        ChannelModel::Constant { level_db } => Box::new(constant::Constant { level_db: *level_db }),
        ChannelModel::Fontan(lms) => Box::new(loo::LooChannel::new(
            fontan::Frames::new(lms.environment, context.stream("states of")),
            fontan::STATES,
            fontan::parameters(lms.environment).correlation_m,
            &lms.user,
            config.offset,
            context,
        )),
        ChannelModel::P681(LmsConfig { environment, user }) => Box::new(loo::LooChannel::new(
            p681::Events::new(*environment, user.elevation_deg, context.stream("states of")),
            p681::STATES,
            p681::parameters(*environment, user.elevation_deg).correlation_m,
            user,
            config.offset,
            context,
        )),
        ChannelModel::Trace(trace) => {
            Box::new(trace::Replay { trace: trace.clone(), offset: config.offset })
        }
    }
}

/// The level that a channel exceeds with `probability` in the long run, dB: of models by quadrature
/// over their states and the transitions between them, to 0.01 dB where the density is not tiny.
pub fn level_exceeded_with(config: &ChannelConfig, probability: f64) -> f64 {
    match &config.model {
        ChannelModel::Constant { level_db } => *level_db,
        ChannelModel::Trace(trace) => trace.exceeded_with(probability),
        model => distribution::mixture_exceeded_with(&model.shares(), probability),
    }
}

/// The probability that a channel's level is above `level_db` in the long run, as
/// [`level_exceeded_with`].
pub fn probability_above(config: &ChannelConfig, level_db: f64) -> f64 {
    match &config.model {
        ChannelModel::Constant { level_db: own } => f64::from(u8::from(*own > level_db)),
        ChannelModel::Trace(trace) => trace.probability_above(level_db),
        model => distribution::mixture_above(&model.shares(), level_db),
    }
}

/// What theory says of a state of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateFigures {
    /// Its name.
    pub name: &'static str,
    /// Its share of time in the long run.
    pub share: f64,
    /// Mean square of the diffuse power, relative to a clear line of sight.
    pub echoes: f64,
    /// Twice the mean product of direct and diffuse power. The autocovariance of the received power
    /// over times in which shadowing stays is `echoes` J0^2 + `beats` J0 cos(2 pi fd cos(el) tau),
    /// the argument of J0 being 2 pi fd tau.
    pub beats: f64,
}

impl StateFigures {
    /// Of a state in which these hold equally often.
    fn new(name: &'static str, share: f64, loos: &[Loo]) -> Self {
        let mean = |of: fn((f64, f64)) -> f64| {
            loos.iter().map(|loo| of(loo.powers())).sum::<f64>() / loos.len() as f64
        };
        let echoes = mean(|(_, diffuse)| diffuse * diffuse);
        Self { name, share, echoes, beats: mean(|(direct, diffuse)| 2.0 * direct * diffuse) }
    }
}

impl ChannelModel {
    /// Shares of the way, with what holds there; none where the model is no mixture after Loo.
    fn shares(&self) -> Vec<(f64, Loo)> {
        match self {
            Self::Constant { .. } | Self::Trace(_) => Vec::new(),
            Self::Fontan(lms) => fontan::shares(lms.environment),
            Self::P681(lms) => p681::shares(lms.environment, lms.user.elevation_deg),
        }
    }

    /// The states of the model that occur; none where it has no states.
    pub fn states(&self) -> Vec<StateFigures> {
        match self {
            Self::Constant { .. } | Self::Trace(_) => Vec::new(),
            Self::Fontan(lms) => fontan::states(lms.environment),
            Self::P681(lms) => p681::states(lms.environment, lms.user.elevation_deg),
        }
    }

    /// The user who moves, where the model has one.
    pub fn user(&self) -> Option<&MobileUser> {
        match self {
            Self::Constant { .. } | Self::Trace(_) => None,
            Self::Fontan(LmsConfig { user, .. }) | Self::P681(LmsConfig { user, .. }) => Some(user),
        }
    }

    /// From one level to the next; `None` where there is only one.
    pub fn sample(&self) -> Option<Duration> {
        match self {
            Self::Constant { .. } => None,
            Self::Trace(trace) => Some(trace.sample()),
            Self::Fontan(_) | Self::P681(_) => self.user().map(|user| user.sample),
        }
    }
}

/// What holds anywhere in the models here.
#[cfg(test)]
fn every_share() -> Vec<(f64, course::Loo)> {
    use FontanEnvironment::{HeavyTreeShadow, IntermediateTreeShadow, Open, Suburban};
    let fontan = [Open, Suburban, IntermediateTreeShadow, HeavyTreeShadow];
    let p681 = [P681Environment::Urban, P681Environment::Suburban, P681Environment::RuralWooded];
    let p681 = p681.into_iter().flat_map(|environment| {
        let elevations = environment.elevations_deg().iter();
        elevations.flat_map(move |elevation| p681::shares(environment, *elevation))
    });
    fontan.into_iter().flat_map(fontan::shares).chain(p681).collect()
}

#[cfg(test)]
mod tests;
