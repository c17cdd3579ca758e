//! Passes of satellites over terminals: when each rises, is highest and sets, and where a terminal
//! has to look.
//!
//! Geometry alone: which satellite a terminal is linked to stands in [`crate::timeline`].

use std::collections::BTreeMap;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_orbit::{Inertial, Vector};

use super::everywhere::LeastElevation;
use super::{Phases, Sky};
use crate::description::site::{Here, azimuth};

/// A stretch of time in which a satellite is above a terminal's mask and skyline, and works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Over which terminal.
    pub terminal: NodeId,
    /// Which satellite.
    pub satellite: NodeId,
    /// When it rises; `None`: it was up at the first instant looked at.
    pub rise: Option<SimTime>,
    /// When it is highest of all the time looked at.
    pub peak: SimTime,
    /// When it sets; `None`: it was up at the last instant looked at.
    pub set: Option<SimTime>,
}

/// Where a terminal sees a satellite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Clockwise from north, rad, 0 to 2 pi.
    pub azimuth_rad: f64,
    /// Above the local horizontal plane, rad.
    pub elevation_rad: f64,
    /// How far away it is, km.
    pub range_km: f64,
    /// How fast that grows, km/s.
    pub range_rate_km_per_s: f64,
}

/// A satellite near a terminal's mask or above it, as seen at the instants looked at last.
#[derive(Clone, Copy, Debug)]
struct Track {
    /// Elevation at the last instant and at the one before, rad.
    elevations: [f64; 2],
    /// At which instant it was seen last.
    number: u64,
    /// The pass under way, and the elevation at its peak so far.
    pass: Option<(Pass, f64)>,
}

/// Instants of rising, setting and peaks are this close to those of the geometry.
const FINE: Duration = Duration::from_micros(1);

/// Between two instants looked at lies at most this, s.
const LONGEST_STEP_S: f64 = 600.0;

/// How fast the Earth's surface moves at the equator, km/s.
const EARTH_KM_PER_S: f64 = 0.47;

/// Half the time in which a range is seen to change.
const DIFFERENCE: Duration = Duration::from_millis(100);

impl Sky {
    /// Where a terminal sees a satellite at an instant.
    ///
    /// # Panics
    /// When the first node is no terminal or the second no satellite.
    pub fn look(&self, terminal: NodeId, satellite: NodeId, t: SimTime) -> Look {
        let here = self.here(terminal, t);
        let line = self.position_at(satellite, t) - here.position;
        let range_km = line.norm();
        // The slope of the parabola through three instants; time has a beginning.
        let at = |t| self.range_km(satellite, terminal, t);
        let (middle, step) = (t.max(SimTime::ZERO + DIFFERENCE), DIFFERENCE.as_secs_f64());
        let before = SimTime::from_nanos(middle.as_nanos() - DIFFERENCE.as_nanos());
        let (past, now, next) = (at(before), at(middle), at(middle + DIFFERENCE));
        let off = t.as_secs_f64() - middle.as_secs_f64();
        let bend = (past - 2.0 * now + next) / (step * step);
        Look {
            azimuth_rad: azimuth(line, here.up),
            elevation_rad: above_horizontal(line, here.up),
            range_km,
            range_rate_km_per_s: (next - past) / (2.0 * step) + bend * off,
        }
    }

    /// The elevation of a satellite over a terminal's horizontal plane at an instant, rad, as
    /// [`Sky::look`] tells it.
    ///
    /// # Panics
    /// As [`Sky::look`].
    pub fn elevation_rad(&self, terminal: NodeId, satellite: NodeId, t: SimTime) -> f64 {
        let here = self.here(terminal, t);
        above_horizontal(self.position_at(satellite, t) - here.position, here.up)
    }

    /// All passes over these terminals from an instant to before another, by terminal and in order
    /// of rising; tells `watch` the share done, which says whether to go on: `None` where not.
    ///
    /// Looks every 256th of the shortest orbit, 24 s for Iridium, and narrows down what it finds to
    /// a microsecond; a satellite whose pass lies between two of these instants is found by the
    /// peak of its elevation. What a skyline or a failure hides for less than that may be missed.
    pub fn passes(
        &self,
        terminals: &[NodeId],
        from: SimTime,
        until: SimTime,
        watch: &mut dyn FnMut(f64) -> bool,
    ) -> Option<Vec<Pass>> {
        let periods = self.shells.iter().map(|shell| shell.least_period_s);
        let period_s = periods.fold(LONGEST_STEP_S * 256.0, f64::min);
        let step = Duration::from_secs_f64(period_s / 256.0).max(DIFFERENCE);
        let turn_rad = self.fastest_turn(terminals) * step.as_secs_f64();
        let instants = until.saturating_since(from).as_nanos().div_ceil(step.as_nanos()) + 1;
        let mut tracks = vec![BTreeMap::new(); terminals.len()];
        let mut passes = Vec::new();
        for number in 0..instants {
            if number % 64 == 0 && !watch(number as f64 / instants as f64) {
                return None;
            }
            let t = from.saturating_add(step * number).min(until);
            let before = from.saturating_add(step * number.saturating_sub(1));
            let phases = self.phases(t);
            for (&terminal, tracks) in terminals.iter().zip(&mut tracks) {
                let earliest = from.saturating_add(step * number.saturating_sub(2));
                let span = Span { terminal, number, earliest, before, now: t, turn_rad };
                self.follow(&span, &phases, tracks, &mut passes);
            }
        }
        for tracks in tracks {
            passes
                .extend(tracks.into_values().filter_map(|track| track.pass).map(|(pass, _)| pass));
        }
        for pass in &mut passes {
            pass.peak = self.peak_of(pass, from, until, step);
        }
        passes.sort_by_key(|pass| (pass.terminal, pass.rise, pass.satellite));
        Some(passes)
    }

    /// Looks at all satellites at an instant; passes that have ended go to `passes`.
    fn follow(
        &self,
        span: &Span,
        phases: &Phases,
        tracks: &mut BTreeMap<NodeId, Track>,
        passes: &mut Vec<Pass>,
    ) {
        let &Span { terminal, number, earliest, before, now, turn_rad } = span;
        let here = self.place(terminal).at(now, phases.earth);
        let mask_rad = self.horizon(terminal).mask_rad();
        let is_angle = self.model.elevation_is_angle;
        // A satellite is followed from two instants before it may be above the mask, so that one
        // whose pass lies between two instants is found by its peak.
        let lowest_rad = (mask_rad - 2.0 * turn_rad).max(-std::f64::consts::FRAC_PI_2);
        let least = is_angle.then(|| LeastElevation::under_mask(lowest_rad));
        let all = self.everywhere(phases);
        for satellite in all.in_reach(here.position, least) {
            let line = all.positions[satellite.index()] - here.position;
            let elevation = self.elevation(satellite, line, here.up).unwrap_or(-1.0);
            let is_up = self.is_cleared(terminal, satellite, now, line, here);
            let track = tracks.entry(satellite).or_insert(Track {
                elevations: [f64::NEG_INFINITY; 2],
                number,
                pass: None,
            });
            let is_new = track.number + 1 != number;
            let [last, older] = track.elevations;
            let is_cleared = |t| self.is_up(terminal, satellite, t);
            match (&mut track.pass, is_up) {
                (Some((pass, highest)), true) => {
                    if elevation > *highest {
                        (pass.peak, *highest) = (now, elevation);
                    }
                }
                (Some((pass, _)), false) => {
                    let set = narrow(before, now, |t| !is_cleared(t));
                    passes.push(Pass { set: Some(set), ..*pass });
                    track.pass = None;
                }
                (None, true) => {
                    let rise = (number > 0).then(|| narrow(before, now, is_cleared));
                    let pass = Pass { terminal, satellite, rise, peak: now, set: None };
                    track.pass = Some((pass, elevation));
                }
                // It was highest between the instant before the last one and now.
                (None, false)
                    if !is_new
                        && last > older
                        && last >= elevation
                        && last + turn_rad > mask_rad =>
                {
                    let peak = self.highest(terminal, satellite, earliest, now);
                    if is_cleared(peak) {
                        let rise = Some(narrow(earliest, peak, is_cleared));
                        let set = Some(narrow(peak, now, |t| !is_cleared(t)));
                        passes.push(Pass { terminal, satellite, rise, peak, set });
                    }
                }
                (None, false) => {}
            }
            track.elevations = [elevation, if is_new { f64::NEG_INFINITY } else { last }];
            track.number = number;
        }
        // Whoever is no longer near the mask has set, if it had not before.
        tracks.retain(|&satellite, track| {
            if track.number == number {
                return true;
            }
            if let Some((pass, _)) = track.pass {
                let set = narrow(before, now, |t| !self.is_up(terminal, satellite, t));
                passes.push(Pass { set: Some(set), ..pass });
            }
            false
        });
    }

    /// How fast the direction to a satellite turns at most as seen from any of these terminals,
    /// rad/s: the fastest satellite at the height of the lowest, and the Earth below.
    fn fastest_turn(&self, terminals: &[NodeId]) -> f64 {
        let radii = self.satellites.iter().map(|satellite| satellite.radius_km);
        let lowest = radii.fold(f64::MAX, f64::min);
        let place = terminals.iter().map(|&node| self.place(node).radius_km()).fold(0.0, f64::max);
        let period_s =
            self.shells.iter().map(|shell| shell.least_period_s).fold(f64::MAX, f64::min);
        let fastest_km_per_s = std::f64::consts::TAU * lowest / period_s;
        // Elements have some eccentricity: a twentieth of the height is left for it.
        (fastest_km_per_s + EARTH_KM_PER_S) / (0.95 * (lowest - place)).max(1.0)
    }

    /// Refines the peak of a pass, which is at most a step away from where it was seen.
    fn peak_of(&self, pass: &Pass, from: SimTime, until: SimTime, step: Duration) -> SimTime {
        let (rise, set) = (pass.rise.unwrap_or(from), pass.set.unwrap_or(until));
        let start = SimTime::from_nanos(pass.peak.as_nanos().saturating_sub(step.as_nanos()));
        let end = pass.peak.saturating_add(step);
        self.highest(pass.terminal, pass.satellite, start.max(rise), end.min(set))
    }

    /// When the satellite is highest between two instants between which it has one peak, or none:
    /// then one of the two.
    fn highest(&self, terminal: NodeId, satellite: NodeId, from: SimTime, to: SimTime) -> SimTime {
        let height = |t| {
            let here = self.here(terminal, t);
            let line = self.position_at(satellite, t) - here.position;
            line.dot(here.up) / (line.norm() * here.up.norm())
        };
        let (mut low, mut high) = (from.as_nanos(), to.as_nanos().max(from.as_nanos()));
        while high - low > 2 * FINE.as_nanos() {
            let third = (high - low) / 3;
            let (a, b) = (low + third, high - third);
            if height(SimTime::from_nanos(a)) < height(SimTime::from_nanos(b)) {
                low = a;
            } else {
                high = b;
            }
        }
        let middle = SimTime::from_nanos(low + (high - low) / 2);
        let higher = |best, t| if height(t) > height(best) { t } else { best };
        [from, to].into_iter().fold(middle, higher)
    }

    /// Whether the satellite is above the terminal's mask and skyline, and works.
    fn is_up(&self, terminal: NodeId, satellite: NodeId, t: SimTime) -> bool {
        let here = self.here(terminal, t);
        let line = self.position_at(satellite, t) - here.position;
        self.is_cleared(terminal, satellite, t, line, here)
    }

    fn is_cleared(
        &self,
        terminal: NodeId,
        satellite: NodeId,
        t: SimTime,
        line: Vector<Inertial>,
        here: Here,
    ) -> bool {
        let elevation = self.elevation(satellite, line, here.up);
        let horizon = self.horizon(terminal);
        elevation.is_some_and(|elevation| horizon.is_cleared(elevation, line, here.up))
            && !self.is_failed(satellite, t)
    }

    fn here(&self, terminal: NodeId, t: SimTime) -> Here {
        self.place(terminal).at(t, self.earth.at(t))
    }
}

/// How high a line points above the plane that `up` is normal to, rad.
fn above_horizontal(line: Vector<Inertial>, up: Vector<Inertial>) -> f64 {
    let sine = line.dot(up) / (line.norm() * up.norm());
    skyseam_base::math::asin(sine.clamp(-1.0, 1.0))
}

/// The latest three instants at which a terminal has looked; all the same at the first.
#[derive(Clone, Copy, Debug)]
struct Span {
    terminal: NodeId,
    /// Of the last of them, counted from 0.
    number: u64,
    earliest: SimTime,
    before: SimTime,
    now: SimTime,
    /// How far the direction to a satellite turns at most from one to the next, rad.
    turn_rad: f64,
}

/// When something begins that holds at `to` and not at `from`: the first instant, to a microsecond,
/// at which it holds.
fn narrow(from: SimTime, to: SimTime, holds: impl Fn(SimTime) -> bool) -> SimTime {
    let (mut without, mut with) = (from.as_nanos(), to.as_nanos());
    while with - without > FINE.as_nanos() {
        let middle = without + (with - without) / 2;
        if holds(SimTime::from_nanos(middle)) { with = middle } else { without = middle }
    }
    SimTime::from_nanos(with)
}
