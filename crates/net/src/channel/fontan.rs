//! The three-state land mobile satellite channel of Perez-Fontan: the user moves between a clear, a
//! moderately and a deeply shadowed line of sight.
//!
//! F. Perez-Fontan, M. A. Vazquez-Castro, S. Buonomo, J. P. Poiares-Baptista, B. Arbesser-Rastburg,
//! "S-band LMS propagation channel behaviour for different environments, degrees of shadowing and
//! elevation angles", IEEE Trans. Broadcasting 44, 1998; F. Perez-Fontan et al., "Statistical
//! modeling of the LMS channel", IEEE Trans. Vehicular Technology 50, 2001. The Markov chain takes
//! a step every frame, whose length depends on its state; between different states parameters
//! change linearly over a transition. Parameters are those of the S band at an elevation of 40 deg,
//! as in implementations of the Vigo group; docs/models/channel.md has the table and its limits.

use std::sync::Arc;

use skyseam_base::{Duration, RandomStream};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::{PositiveSpan, Span};
use skyseam_params::{Keys, Problems, parameters};

use super::distribution::{mixture_above, mixture_exceeded_with};
use super::loo::LooChannel;
use super::mobile::ValidityRange;
use super::serving::Serving;
use super::state_sequence::{Loo, StateProcess, StateSegment};
use super::values::{Elevation, Frequency, Speed};
use super::{Channel, ChannelModel, MobileUser, StateFigures};
use crate::context::LinkContext;

parameters! {
    /// A mobile user whose line of sight alternates between clear, moderately shadowed and deeply
    /// shadowed, with Loo fading in each state and linear transitions between them.
    pub struct Fontan "fontan"
    from "Perez-Fontan et al. 2001, IEEE Trans. Veh. Technol. 50; S band, 40 deg",
    check surroundings {
        /// Environment of the user.
        environment: FontanEnvironment,
        /// Speed of the user; at "0 km/h" state, shadowing and phase are constant for the whole
        /// run.
        speed: Speed,
        /// Carrier frequency; the parameters are valid in the S band, from 2 GHz to 4 GHz.
        frequency: Frequency = 2_200_000_000,
        /// Elevation of the satellite; the only value with parameters is 40 deg.
        elevation: Elevation = 40.0,
        /// Time from one level to the next; each level holds until the next one.
        sample: PositiveSpan = Duration::from_millis(1),
        /// Time in the channel's realization at the start of the run.
        offset: Span = Duration::ZERO,
    }
}

impl Fontan {
    fn mobile(&self) -> MobileUser {
        MobileUser {
            speed_mps: self.speed,
            frequency_hz: self.frequency as f64,
            elevation_deg: Some(self.elevation),
            sample: self.sample,
        }
    }

    fn surroundings(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let known =
            ValidityRange { model: "fontan", band_hz: BAND_HZ, elevations_deg: ELEVATIONS_DEG };
        known.check(&self.mobile(), keys, problems);
    }
}

impl ChannelModel for Fontan {
    fn build(
        &self,
        offset: Duration,
        context: &LinkContext<'_>,
        _: Option<&Arc<dyn Serving>>,
    ) -> Box<dyn Channel> {
        let stretches = StateChain::new(self.environment, context.stream("states of"));
        let fixed = (self.elevation, None);
        Box::new(LooChannel::new(stretches, STATES, &self.mobile(), fixed, offset, context))
    }

    fn offset(&self) -> Duration {
        self.offset
    }

    fn level_exceeded_with(&self, probability: f64) -> f64 {
        mixture_exceeded_with(&shares(self.environment), probability)
    }

    fn probability_above(&self, level_db: f64) -> f64 {
        mixture_above(&shares(self.environment), level_db)
    }

    fn states(&self) -> Vec<StateFigures> {
        states(self.environment)
    }

    fn user(&self) -> Option<MobileUser> {
        Some(self.mobile())
    }

    fn sample(&self) -> Option<Duration> {
        Some(self.sample)
    }
}

/// Elevations with parameters, degrees.
const ELEVATIONS_DEG: &[f64] = &[40.0];

/// Frequency range of the parameters, Hz: S band.
const BAND_HZ: (f64, f64) = (2.0e9, 4.0e9);

pub(super) const STATES: &[&str] = &["line of sight", "moderate shadow", "deep shadow"];

/// Environments with parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FontanEnvironment {
    /// Open country.
    Open,
    /// Suburbs.
    Suburban,
    /// Intermediate tree shadow (ITS).
    IntermediateTreeShadow,
    /// Heavy tree shadow (HTS): no clear line of sight.
    HeavyTreeShadow,
}

/// Parameters of an environment.
#[derive(Debug)]
pub(super) struct EnvironmentParameters {
    /// States of the environment; the weight of an absent one is 0.
    states: [State; 3],
    transition_m: f64,
    pub(super) correlation_m: f64,
}

#[derive(Debug)]
struct State {
    loo: Loo,
    /// Probability of each state in the next frame.
    next: [f64; 3],
    /// Share of frames.
    weight: f64,
    frame_m: f64,
}

const fn state(
    [mean_db, spread_db, diffuse_db]: [f64; 3],
    next: [f64; 3],
    weight: f64,
    frame_m: f64,
) -> State {
    State { loo: Loo { mean_db, spread_db, diffuse_db }, next, weight, frame_m }
}

const OPEN: EnvironmentParameters = EnvironmentParameters {
    states: [
        state([0.1, 0.37, -22.0], [0.9530, 0.0431, 0.0039], 0.5, 8.9),
        state([-1.0, 0.5, -22.0], [0.0515, 0.9347, 0.0138], 0.375, 7.5),
        state([-2.25, 0.13, -21.2], [0.0334, 0.0238, 0.9428], 0.125, 4.0),
    ],
    transition_m: 12.4,
    correlation_m: 2.5,
};

const SUBURBAN: EnvironmentParameters = EnvironmentParameters {
    states: [
        state([-1.0, 0.5, -13.0], [0.8177, 0.1715, 0.0108], 0.4545, 5.2),
        state([-3.7, 0.98, -12.2], [0.1544, 0.7997, 0.0459], 0.4545, 3.7),
        state([-15.0, 5.9, -13.0], [0.1400, 0.1433, 0.7167], 0.0910, 3.0),
    ],
    transition_m: 2.2,
    correlation_m: 1.7,
};

#[expect(clippy::approx_constant, reason = "3.14 dB is no pi")]
const INTERMEDIATE: EnvironmentParameters = EnvironmentParameters {
    states: [
        state([-0.4, 1.5, -13.2], [0.7193, 0.1865, 0.0942], 0.3929, 6.3),
        state([-8.2, 3.9, -12.7], [0.1848, 0.7269, 0.0883], 0.3571, 6.3),
        state([-17.0, 3.14, -10.0], [0.1771, 0.0971, 0.7258], 0.2500, 4.5),
    ],
    transition_m: 2.6,
    correlation_m: 1.5,
};

const HEAVY: EnvironmentParameters = EnvironmentParameters {
    states: [
        // Never entered.
        state([0.0, 0.0, -10.0], [0.0, 0.5, 0.5], 0.0, 4.5),
        state([-10.1, 2.25, -10.0], [0.0, 0.9259, 0.0741], 0.5, 4.8),
        state([-19.0, 4.0, -10.0], [0.0, 0.0741, 0.9259], 0.5, 4.5),
    ],
    transition_m: 3.5,
    correlation_m: 1.7,
};

/// The parameters of `environment`.
pub(super) const fn parameters(environment: FontanEnvironment) -> &'static EnvironmentParameters {
    match environment {
        FontanEnvironment::Open => &OPEN,
        FontanEnvironment::Suburban => &SUBURBAN,
        FontanEnvironment::IntermediateTreeShadow => &INTERMEDIATE,
        FontanEnvironment::HeavyTreeShadow => &HEAVY,
    }
}

/// Markov chain of the states.
#[derive(Debug)]
pub(super) struct StateChain {
    parameters: &'static EnvironmentParameters,
    stream: RandomStream,
    /// State of the next segment.
    state: usize,
}

impl StateChain {
    pub(super) fn new(environment: FontanEnvironment, mut stream: RandomStream) -> Self {
        let parameters = parameters(environment);
        let state = drawn(&parameters.states.each_ref().map(|state| state.weight), &mut stream);
        Self { parameters, stream, state }
    }
}

impl StateProcess for StateChain {
    /// Collects all frames until the state changes into one segment.
    fn next(&mut self) -> StateSegment {
        let own = &self.parameters.states[self.state];
        let mut stretch =
            StateSegment { state: self.state, length_m: 0.0, loo: own.loo, drawn: [0.0; 2] };
        while self.state == stretch.state {
            stretch.length_m += own.frame_m;
            self.state = drawn(&own.next, &mut self.stream);
        }
        stretch
    }

    fn transition_m(&self, _: &StateSegment, _: &StateSegment) -> f64 {
        self.parameters.transition_m
    }

    fn correlation_m(&self) -> f64 {
        self.parameters.correlation_m
    }
}

/// Draws a state with these weights, which need not sum to one.
fn drawn(weights: &[f64; 3], stream: &mut RandomStream) -> usize {
    let mut left = stream.uniform() * weights.iter().sum::<f64>();
    for (state, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return state;
        }
    }
    // Only by rounding: the last state there is.
    weights.iter().rposition(|weight| *weight > 0.0).expect("a state with a weight")
}

/// Figures of each state that occurs: its share of the path, and its parameters.
pub(super) fn states(environment: FontanEnvironment) -> Vec<StateFigures> {
    let states = &parameters(environment).states;
    let frame = states.iter().map(|state| state.weight * state.frame_m).sum::<f64>();
    let of = |(name, state): (&&'static str, &State)| {
        let share = state.weight * state.frame_m / frame;
        StateFigures::new(name, share, &[state.loo])
    };
    STATES.iter().zip(states).filter(|(_, state)| state.weight > 0.0).map(of).collect()
}

/// Shares of the path with their parameters: the states between transitions, and the transitions in
/// steps.
pub(super) fn shares(environment: FontanEnvironment) -> Vec<(f64, Loo)> {
    const STEPS: usize = 8;
    let EnvironmentParameters { states, transition_m, .. } = parameters(environment);
    let frame = states.iter().map(|state| state.weight * state.frame_m).sum::<f64>();
    let mut shares = Vec::new();
    for (i, from) in states.iter().enumerate() {
        let mut own = from.weight * from.frame_m / frame;
        for (j, to) in states.iter().enumerate().filter(|(j, _)| *j != i) {
            // Changes per metre; half of each transition lies in either state.
            let changes = from.weight * from.next[j] / frame;
            let back = to.weight * to.next[i] / frame;
            own -= 0.5 * transition_m * (changes + back);
            for step in 0..STEPS {
                let loo = from.loo.mixed(&to.loo, (step as f64 + 0.5) / STEPS as f64);
                shares.push((changes * transition_m / STEPS as f64, loo));
            }
        }
        shares.push((own, from.loo));
    }
    shares.retain(|(share, _)| *share > 0.0);
    shares
}

impl Named for FontanEnvironment {
    const WHAT: &'static str = "an environment of the model \"fontan\"";
    fn choices() -> Vec<Choice<Self>> {
        let source = "Perez-Fontan et al. 2001, S band, 40 deg";
        vec![
            choice(Self::Open, "open", "open country", source),
            choice(Self::Suburban, "suburban", "suburbs", source),
            choice(
                Self::IntermediateTreeShadow,
                "intermediate-tree-shadow",
                "intermediate tree shadow (ITS), the channel of Tauran et al.",
                source,
            ),
            choice(
                Self::HeavyTreeShadow,
                "heavy-tree-shadow",
                "heavy tree shadow (HTS), never a clear line of sight",
                source,
            ),
        ]
    }
}
