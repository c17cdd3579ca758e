//! Loo fading along a course: a shadowed direct ray, and diffuse echoes.
//!
//! The received envelope is |10^(A/20) exp(j 2 pi fd cos(el) t) + diffuse|, where A is normal with
//! the mean and spread at the user's position (C. Loo, IEEE Trans. Vehicular Technology 34, 1985;
//! F. Perez-Fontan et al., IEEE Trans. Vehicular Technology 50, 2001), sampled on a fixed grid.

use std::f64::consts::LN_10;

use pulp::Arch;
use skyseam_base::{Duration, math};

use super::diffuse::{BLOCK, Diffuse, Samples};
use super::many::{self, LANES};
use super::serving::{SatelliteChange, SatelliteTracker};
use super::shadowing::Shadowing;
use super::state_sequence::{Loo, StateProcess, StateSequence};
use super::{Channel, MobileUser};
use crate::context::LinkContext;

/// Number of levels computed ahead for a caller that reads them in order. With thousands of users,
/// the data of a channel have left the processor's caches before its next level is read.
const AHEAD: usize = LANES;

/// Lower limit of levels, dB, since the sum of two rays can fade to zero power.
const FLOOR_DB: f64 = -300.0;

/// Channel of a user along a course.
pub(super) struct LooChannel<S> {
    way: TrackPosition<S>,
    names: &'static [&'static str],
    shadowing: Shadowing,
    diffuse: Diffuse,
    sample: Duration,
    offset: Duration,
    /// Maximum Doppler shift, and the carrier's shift at the start, turns per sample.
    doppler: f64,
    carrier: f64,
    /// Next block to enter, if a satellite is followed.
    next_block: u64,
    /// Number of the block whose shadowing and echoes are computed.
    block: Option<u64>,
    shadows: [f32; BLOCK],
    echoes: Samples,
    /// Levels of `computed` samples from `first` on, their states, and the last one read.
    first: u64,
    computed: usize,
    levels: [f64; AHEAD],
    states: [u8; AHEAD],
    asked: usize,
    /// Last diffuse power, dB, and its amplitude: it changes rarely.
    diffuse_amplitude: (f64, f64),
    arch: Arch,
}

/// Path of the user through the segments, below the satellite.
struct TrackPosition<S> {
    course: StateSequence<S>,
    per_sample_m: f64,
    follower: Option<SatelliteTracker>,
}

impl<S: StateProcess> TrackPosition<S> {
    /// The parameters at a sample, which must not decrease, and the state.
    fn at(&mut self, sample: u64) -> (Loo, usize) {
        while let Some(follower) = &mut self.follower
            && let Some((look, seen)) = follower.look_by(sample)
        {
            let at_m = look as f64 * self.per_sample_m;
            match seen {
                Some(SatelliteChange::Moved(elevation_deg)) => {
                    self.course.turn_to(at_m, elevation_deg)
                }
                Some(SatelliteChange::HandedOver(elevation_deg)) => {
                    self.course.hand_over(at_m, elevation_deg)
                }
                None => {}
            }
        }
        self.course.at(sample as f64 * self.per_sample_m)
    }

    /// Decay rate: the correlation of shadowing from one sample to the next is exp(-rate).
    fn decay(&self) -> f64 {
        self.per_sample_m / self.course.correlation_m()
    }
}

impl<S: StateProcess> LooChannel<S> {
    /// Creates a channel whose states are called `names`. The satellite is at `elevation_deg` at
    /// the start and, without a follower, during the whole run.
    pub(super) fn new(
        stretches: S,
        names: &'static [&'static str],
        user: &MobileUser,
        (elevation_deg, follower): (f64, Option<SatelliteTracker>),
        offset: Duration,
        context: &LinkContext<'_>,
    ) -> Self {
        let sample_s = user.sample.as_secs_f64();
        let per_sample_m = user.speed_mps * sample_s;
        let doppler = user.doppler_hz() * sample_s;
        let carrier = doppler * math::cos(elevation_deg.to_radians());
        let way = TrackPosition { course: StateSequence::new(stretches), per_sample_m, follower };
        Self {
            shadowing: Shadowing::new(way.decay(), context.stream("shadowing of")),
            way,
            names,
            diffuse: Diffuse::new(doppler, carrier, &mut context.stream("diffuse of")),
            sample: user.sample,
            offset,
            doppler,
            carrier,
            next_block: 0,
            block: None,
            shadows: [0.0; BLOCK],
            echoes: [(0.0, 0.0); BLOCK],
            first: 0,
            computed: 0,
            levels: [0.0; AHEAD],
            states: [0; AHEAD],
            asked: 0,
            diffuse_amplitude: (0.0, 1.0),
            arch: Arch::new(),
        }
    }
}

impl<S: StateProcess> LooChannel<S> {
    /// Enters all blocks up to `block`, if a satellite is followed: in each, the direct ray has the
    /// Doppler shift, and shadowing the correlation, of the elevation at its start.
    fn enter(&mut self, block: u64) {
        while self.way.follower.is_some() && self.next_block <= block {
            self.way.at(self.next_block * BLOCK as u64);
            let elevation_deg =
                self.way.follower.as_ref().map_or(0.0, SatelliteTracker::elevation_deg);
            let carrier = self.doppler * math::cos(elevation_deg.to_radians());
            self.diffuse.enter(carrier - self.carrier);
            self.shadowing.enter(self.next_block, self.way.decay());
            self.next_block += 1;
        }
    }

    /// Computes the levels of `count` samples of one block from `first` on.
    fn compute(&mut self, first: u64, count: usize) {
        let (block, inside) = (first / BLOCK as u64, (first % BLOCK as u64) as usize);
        if self.block != Some(block) {
            self.block = Some(block);
            self.enter(block);
            self.shadowing.fill(block, &mut self.shadows);
            self.diffuse.fill(block * BLOCK as u64, &mut self.echoes);
        }
        let (mut direct, mut diffuse) = ([0.0; AHEAD], [0.0; AHEAD]);
        let shadows = self.shadows[inside..].iter().take(count);
        for (place, &shadow) in shadows.enumerate() {
            let (loo, state) = self.way.at(first + place as u64);
            self.states[place] = state as u8;
            direct[place] = nepers(loo.mean_db + loo.spread_db * f64::from(shadow));
            if loo.diffuse_db != self.diffuse_amplitude.0 {
                self.diffuse_amplitude = (loo.diffuse_db, math::exp(nepers(loo.diffuse_db)));
            }
            diffuse[place] = self.diffuse_amplitude.1;
        }
        // A single level is computed alone.
        if count > 1 {
            many::exp(self.arch, &mut direct);
        } else {
            direct[0] = math::exp(direct[0]);
        }
        let rays = direct.iter().zip(&diffuse).zip(&self.echoes[inside..]).take(count);
        for (level, ((direct, diffuse), &(re, im))) in self.levels.iter_mut().zip(rays) {
            let re = direct + diffuse * f64::from(re);
            let im = diffuse * f64::from(im);
            *level = re * re + im * im;
        }
        if count > 1 {
            many::ln(self.arch, &mut self.levels);
        } else {
            self.levels[0] = math::ln(self.levels[0]);
        }
        for level in &mut self.levels[..count] {
            *level = ((10.0 / LN_10) * *level).max(FLOOR_DB);
        }
        (self.first, self.computed) = (first, count);
    }
}

impl<S: StateProcess> Channel for LooChannel<S> {
    fn level_db(&mut self, at: Duration) -> f64 {
        let sample = (at + self.offset).as_nanos() / self.sample.as_nanos();
        let since = sample.wrapping_sub(self.first);
        self.asked = if since < self.computed as u64 {
            since as usize
        } else {
            let is_next = since == self.computed as u64;
            let left = BLOCK - (sample % BLOCK as u64) as usize;
            self.compute(sample, if is_next { AHEAD.min(left) } else { 1 });
            0
        };
        self.levels[self.asked]
    }

    fn state(&self) -> Option<&'static str> {
        Some(self.names[usize::from(self.states[self.asked])])
    }
}

/// A level in dB as the logarithm of an amplitude.
fn nepers(level_db: f64) -> f64 {
    level_db * (LN_10 / 20.0)
}
