//! The two-state land mobile satellite channel of Recommendation ITU-R P.681-11 (Annex 2, Sec. 6):
//! good and bad segments with log-normal lengths, each with a mean level of its own.
//!
//! Parameters are those of the S band (1.5 to 3 GHz) as found in implementations. Interpretation of
//! the Recommendation (docs/provenance.md): lengths are redrawn while below the minimum; the mean
//! level of a bad segment is drawn between the quantiles 0.1 and 0.9 (pB,min, pB,max); a transition
//! is f1 |difference of mean levels| + f2 metres long. docs/models/channel.md states what is
//! unknown.
//!
//! With `elevation = "satellite"` the parameters at each instant are those of the tabulated
//! elevation that is nearest to the satellite's. They are not interpolated: neighbouring rows were
//! fitted independently and differ in sign (g1, h1) and by factors (minimum lengths), so that
//! intermediate numbers would describe no measurement.

use std::sync::Arc;

use skyseam_base::{Duration, RandomStream, math};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::{PositiveSpan, Span};
use skyseam_params::{Keys, Model, Problems, parameters};

use super::distribution::{mixture_above, mixture_exceeded_with, normal_above};
use super::loo::LooChannel;
use super::mobile::ValidityRange;
use super::p681_table::{Row, State, TABLE};
use super::serving::{SatelliteTracker, Serving};
use super::state_sequence::{Loo, StateProcess, StateSegment};
use super::values::{Frequency, SatelliteElevation, Speed};
use super::{Channel, ChannelModel, MobileUser, StateFigures};
use crate::context::LinkContext;

parameters! {
    /// A mobile user in good and bad segments of log-normal length, each with a mean level of its
    /// own, with Loo fading and linear transitions between them.
    pub struct P681 "p681"
    from "ITU-R P.681-11 Annex 2 Sec. 6; S band", check surroundings {
        /// Environment of the user.
        environment: P681Environment,
        /// Speed of the user; at "0 km/h" state, shadowing and phase are constant for the whole
        /// run.
        speed: Speed,
        /// Carrier frequency; the parameters are valid in the S band, from 1.5 GHz to 3 GHz.
        frequency: Frequency = 2_200_000_000,
        /// Elevation of the satellite: one for which the environment has parameters, or
        /// "satellite", the elevation of the terminal's serving satellite at each instant; the
        /// nearest elevation with parameters then applies. Uplinks, downlinks and terminals have a
        /// serving satellite.
        elevation: SatelliteElevation,
        /// Time from one level to the next; each level holds until the next one.
        sample: PositiveSpan = Duration::from_millis(1),
        /// Time in the channel's realization at the start of the run.
        offset: Span = Duration::ZERO,
    }
}

impl P681 {
    fn mobile(&self) -> MobileUser {
        MobileUser {
            speed_mps: self.speed,
            frequency_hz: self.frequency as f64,
            elevation_deg: self.elevation.fixed(),
            sample: self.sample,
        }
    }

    fn surroundings(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let known = ValidityRange {
            model: "p681",
            band_hz: BAND_HZ,
            elevations_deg: self.environment.elevations_deg(),
        };
        known.check(&self.mobile(), keys, problems);
    }

    /// Elevations that enter the figures in the long run, with equal weight.
    fn elevations_deg(&self) -> Vec<f64> {
        let all = || self.environment.elevations_deg().to_vec();
        self.elevation.fixed().map_or_else(all, |deg| vec![deg])
    }

    /// Shares of the course with their parameters, over all these elevations.
    fn shares(&self) -> Vec<(f64, Loo)> {
        let of = |elevation_deg| {
            let shares = shares(self.environment, elevation_deg);
            let whole: f64 = shares.iter().map(|(share, _)| share).sum();
            shares.into_iter().map(move |(share, loo)| (share / whole, loo))
        };
        self.elevations_deg().into_iter().flat_map(of).collect()
    }
}

impl ChannelModel for P681 {
    /// # Panics
    /// If the model follows a satellite but none is given: the reader of scenarios rejects that.
    fn build(
        &self,
        offset: Duration,
        context: &LinkContext<'_>,
        serving: Option<&Arc<dyn Serving>>,
    ) -> Box<dyn Channel> {
        let (user, environment) = (self.mobile(), self.environment);
        let follower = self.follows_satellite().then(|| {
            let serving = serving.expect("a satellite to follow");
            SatelliteTracker::new(serving.clone(), offset, user.sample)
        });
        let elevation_deg = follower.as_ref().map_or_else(
            || self.elevation.fixed().expect("a satellite that is not followed stands still"),
            SatelliteTracker::elevation_deg,
        );
        let stretches =
            GoodBadSegments::new(environment, elevation_deg, context.stream("states of"));
        Box::new(LooChannel::new(
            stretches,
            STATES,
            &user,
            (elevation_deg, follower),
            offset,
            context,
        ))
    }

    fn offset(&self) -> Duration {
        self.offset
    }

    fn level_exceeded_with(&self, probability: f64) -> f64 {
        mixture_exceeded_with(&self.shares(), probability)
    }

    fn probability_above(&self, level_db: f64) -> f64 {
        mixture_above(&self.shares(), level_db)
    }

    fn states(&self) -> Vec<StateFigures> {
        let each = self.elevations_deg().into_iter().map(|deg| states(self.environment, deg));
        StateFigures::together(&each.map(|states| (1.0, states)).collect::<Vec<_>>())
    }

    fn follows_satellite(&self) -> bool {
        self.elevation == SatelliteElevation::Serving
    }

    fn held_at(&self, elevation_deg: f64) -> Option<Model<dyn ChannelModel>> {
        let nearest = parameters(self.environment, elevation_deg).elevation_deg;
        let held = Self { elevation: SatelliteElevation::Fixed(nearest), ..self.clone() };
        let held: Arc<dyn ChannelModel> = Arc::new(held);
        self.follows_satellite().then(|| Model::new(held))
    }

    fn user(&self) -> Option<MobileUser> {
        Some(self.mobile())
    }

    fn sample(&self) -> Option<Duration> {
        Some(self.sample)
    }
}

/// Frequency range of the parameters, Hz: S band.
const BAND_HZ: (f64, f64) = (1.5e9, 3.0e9);

pub(super) const STATES: &[&str] = &["good", "bad"];

/// Maximum deviation of a bad segment's mean level, in standard deviations: quantiles 0.1 to 0.9.
const BAD_WITHIN: f64 = 1.281_551_565_5;

/// Environments with parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum P681Environment {
    /// Cities.
    Urban,
    /// Suburbs.
    Suburban,
    /// Wooded countryside.
    RuralWooded,
}

impl P681Environment {
    /// Elevations with parameters, degrees. For suburbs at 70 deg the source repeats the values for
    /// cities, probably by mistake; they are left out.
    pub(crate) const fn elevations_deg(self) -> &'static [f64] {
        match self {
            Self::Urban | Self::RuralWooded => &[20.0, 30.0, 45.0, 60.0, 70.0],
            Self::Suburban => &[20.0, 30.0, 45.0, 60.0],
        }
    }
}

/// The Recommendation's parameters at the tabulated elevation nearest to `elevation_deg`.
pub(super) fn parameters(environment: P681Environment, elevation_deg: f64) -> &'static Row {
    let distance = |row: &&Row| (row.elevation_deg - elevation_deg).abs();
    let own = TABLE.iter().filter(|row| row.environment == environment);
    own.min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("every environment has rows")
}

impl State {
    /// Mean level of a segment from its normal variate, dB.
    fn mean_db(&self, z: f64) -> f64 {
        self.mu_mean_db + self.sigma_mean_db * z
    }

    /// The parameters on a segment of this mean level.
    fn loo(&self, mean_db: f64) -> Loo {
        Loo {
            mean_db,
            // From a line fitted to measurements, which is below zero outside their range.
            spread_db: (self.g1 * mean_db + self.g2).max(0.0),
            diffuse_db: self.h1 * mean_db + self.h2,
        }
    }

    /// Draws a length of the state and its normal variate, whose mean is `mean`.
    fn length_m(&self, mean: f64, stream: &mut RandomStream) -> (f64, f64) {
        loop {
            let z = mean + stream.normal();
            let length_m = self.length_of(z);
            if length_m >= self.least_length_m {
                return (length_m, z);
            }
        }
    }

    fn length_of(&self, z: f64) -> f64 {
        math::exp(self.mu_length + self.sigma_length * z)
    }

    /// Lower bound on the normal variate, from the minimum length.
    fn least(&self) -> f64 {
        (math::ln(self.least_length_m) - self.mu_length) / self.sigma_length
    }

    /// Normal variate whose quantile in this state equals that of `z` in `other`.
    fn as_long_as(&self, other: &Self, z: f64) -> f64 {
        let exceeded = normal_above(z) / normal_above(other.least());
        normal_quantile(exceeded * normal_above(self.least())).max(self.least())
    }

    /// Mean length of the segments: mean of a log-normal variable above its minimum, m.
    fn mean_length_m(&self) -> f64 {
        let z = self.least();
        let mean = math::exp(self.mu_length + 0.5 * math::powi(self.sigma_length, 2));
        mean * normal_above(z - self.sigma_length) / normal_above(z)
    }
}

/// Alternating good and bad segments.
#[derive(Debug)]
pub(super) struct GoodBadSegments {
    environment: P681Environment,
    row: &'static Row,
    /// Row of the table before the last change of the elevation.
    row_before: &'static Row,
    stream: RandomStream,
    state: usize,
}

impl GoodBadSegments {
    pub(super) fn new(
        environment: P681Environment,
        elevation_deg: f64,
        mut stream: RandomStream,
    ) -> Self {
        let row = parameters(environment, elevation_deg);
        let state = drawn_state(row, &mut stream);
        Self { environment, row, row_before: row, stream, state }
    }

    /// Draws a segment whose length comes from a normal variate of this mean.
    fn stretch(&mut self, mean: f64) -> StateSegment {
        let state = self.state;
        let own = &self.row.states[state];
        let (length_m, of_length) = own.length_m(mean, &mut self.stream);
        let z = loop {
            let z = self.stream.normal();
            if state == 0 || z.abs() <= BAD_WITHIN {
                break z;
            }
        };
        self.state = 1 - state;
        StateSegment { state, length_m, loo: own.loo(own.mean_db(z)), drawn: [of_length, z] }
    }
}

/// Draws the initial state of a user, by the states' shares of the course.
fn drawn_state(row: &Row, stream: &mut RandomStream) -> usize {
    let [good, bad] = row.states.each_ref().map(State::mean_length_m);
    usize::from(stream.uniform() * (good + bad) >= good)
}

impl StateProcess for GoodBadSegments {
    fn next(&mut self) -> StateSegment {
        self.stretch(0.0)
    }

    fn transition_m(&self, before: &StateSegment, after: &StateSegment) -> f64 {
        (self.row.f1 * (before.loo.mean_db - after.loo.mean_db).abs() + self.row.f2).max(0.0)
    }

    fn turn_to(&mut self, elevation_deg: f64) -> bool {
        self.row_before = self.row;
        self.row = parameters(self.environment, elevation_deg);
        !std::ptr::eq(self.row, self.row_before)
    }

    fn again(&self, stretch: &StateSegment) -> StateSegment {
        let [of_length, of_mean] = stretch.drawn;
        let own = &self.row.states[stretch.state];
        let of_length = own.as_long_as(&self.row_before.states[stretch.state], of_length);
        StateSegment {
            state: stretch.state,
            length_m: own.length_of(of_length),
            loo: own.loo(own.mean_db(of_mean)),
            drawn: [of_length, of_mean],
        }
    }

    /// A user enters a state with its share of the course, and a segment with a probability
    /// proportional to its length, at a uniform position. A log-normal variable weighted by its
    /// value is log-normal with a mean logarithm that is sigma^2 greater.
    fn entered(&mut self) -> (StateSegment, f64) {
        self.state = drawn_state(self.row, &mut self.stream);
        let stretch = self.stretch(self.row.states[self.state].sigma_length);
        (stretch, self.stream.uniform())
    }

    fn correlation_m(&self) -> f64 {
        self.row.correlation_m
    }
}

/// Mean levels of a state at the centres of equally probable parts of their distribution, dB.
fn mean_levels<const N: usize>(state: &State, is_bad: bool) -> [f64; N] {
    let beyond = if is_bad { normal_above(BAD_WITHIN) } else { 0.0 };
    std::array::from_fn(|i| {
        let above = beyond + (1.0 - 2.0 * beyond) * (1.0 - (i as f64 + 0.5) / N as f64);
        state.mu_mean_db + state.sigma_mean_db * normal_quantile(above)
    })
}

/// The value that a normal variable exceeds with this probability, by bisection.
fn normal_quantile(above: f64) -> f64 {
    let (mut low, mut high) = (-10.0, 10.0);
    while high - low > 1e-9 {
        let middle = 0.5 * (low + high);
        if normal_above(middle) > above { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Figures of each state: its share of the course, and its parameters over the distribution of mean
/// levels.
pub(super) fn states(environment: P681Environment, elevation_deg: f64) -> Vec<StateFigures> {
    let states = &parameters(environment, elevation_deg).states;
    let whole: f64 = states.iter().map(State::mean_length_m).sum();
    let of = |(i, state): (usize, &State)| {
        let loos = mean_levels::<64>(state, i == 1).map(|mean_db| state.loo(mean_db));
        StateFigures::new(STATES[i], state.mean_length_m() / whole, &loos)
    };
    states.iter().enumerate().map(of).collect()
}

/// Shares of the course with their parameters: each state with its distribution of mean levels, and
/// the transitions between median ones in steps.
pub(super) fn shares(environment: P681Environment, elevation_deg: f64) -> Vec<(f64, Loo)> {
    const LEVELS: usize = 16;
    const ENDS: usize = 4;
    const STEPS: usize = 4;
    let row = parameters(environment, elevation_deg);
    let [good, bad] = &row.states;
    let lengths = [good, bad].map(State::mean_length_m);
    let mut shares = Vec::new();
    let mut in_transitions = 0.0;
    for from in mean_levels::<ENDS>(good, false).map(|mean_db| good.loo(mean_db)) {
        for to in mean_levels::<ENDS>(bad, true).map(|mean_db| bad.loo(mean_db)) {
            // At most to the middle of either stretch, for which a stretch of mean length stands.
            let longest = lengths[0].min(lengths[1]);
            let length = row.f1 * (from.mean_db - to.mean_db).abs() + row.f2;
            // One transition in each direction per pair of a good and a bad stretch.
            let share = 2.0 * length.clamp(0.0, longest) / (ENDS * ENDS) as f64;
            in_transitions += share;
            for step in 0..STEPS {
                let loo = from.mixed(&to, (step as f64 + 0.5) / STEPS as f64);
                shares.push((share / STEPS as f64, loo));
            }
        }
    }
    for (i, state) in [good, bad].into_iter().enumerate() {
        let own = (lengths[i] - 0.5 * in_transitions).max(0.0) / LEVELS as f64;
        let levels = mean_levels::<LEVELS>(state, i == 1);
        shares.extend(levels.map(|mean_db| (own, state.loo(mean_db))));
    }
    shares
}

impl Named for P681Environment {
    const WHAT: &'static str = "an environment of the model \"p681\"";
    fn choices() -> Vec<Choice<Self>> {
        let source = "ITU-R P.681-11 Annex 2, S band";
        vec![
            choice(Self::Urban, "urban", "cities; at 20, 30, 45, 60 and 70 deg", source),
            choice(Self::Suburban, "suburban", "suburbs; at 20, 30, 45 and 60 deg", source),
            choice(
                Self::RuralWooded,
                "rural-wooded",
                "country with woods; at 20, 30, 45, 60 and 70 deg",
                source,
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: quantiles are those of the normal distribution. Method: its values at whole standard
    /// deviations.
    #[test]
    fn quantiles_are_whole_deviations() {
        let exceeded = [0.5, 0.158_655_253_9, 0.022_750_131_9, 0.841_344_746_1];
        for (above, z) in exceeded.into_iter().zip([0.0, 1.0, 2.0, -1.0]) {
            assert!((normal_quantile(above) - z).abs() < 1e-6, "{above}");
        }
    }

    /// Goal: the lower bound of the normal variate is that of the minimum length, in every row.
    #[test]
    fn the_least_variate_gives_the_least_length() {
        for state in TABLE.iter().flat_map(|row| &row.states) {
            let length_m = state.length_of(state.least());
            assert!((length_m / state.least_length_m - 1.0).abs() < 1e-9, "{length_m}");
        }
    }

    /// Goal: a transition is f1 metres long per decibel of the difference of its mean levels, in
    /// either direction, and f2 more.
    #[test]
    fn a_transition_is_as_long_as_its_step() {
        let segments =
            GoodBadSegments::new(P681Environment::Suburban, 45.0, RandomStream::new(1, "test"));
        let of = |mean_db| StateSegment {
            state: 0,
            length_m: 10.0,
            loo: Loo { mean_db, spread_db: 1.0, diffuse_db: -20.0 },
            drawn: [0.0; 2],
        };
        let Row { f1, f2, .. } = segments.row;
        for (before, after) in [(-2.0, -12.0), (-12.0, -2.0)] {
            let length_m = segments.transition_m(&of(before), &of(after));
            assert!((length_m - (f1 * 10.0 + f2).max(0.0)).abs() < 1e-9, "{length_m}");
        }
    }
}
