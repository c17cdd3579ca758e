//! Passes of satellites over terminals: instants of rise, peak and set, and look angles.
//!
//! Geometry only: the satellite that a terminal is linked to is in [`crate::timeline`].

use std::collections::BTreeMap;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_orbit::{Inertial, Vector};

use super::everywhere::LeastElevation;
use super::{Phases, Sky};
use crate::description::site::{SitePosition, azimuth};

/// Interval in which a satellite that has not failed is above a terminal's mask and horizon
/// profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Terminal of the pass.
    pub terminal: NodeId,
    /// Satellite of the pass.
    pub satellite: NodeId,
    /// Instant at which the satellite rises; `None` if it was up at the first instant.
    pub rise: Option<SimTime>,
    /// Instant of the highest elevation within the time examined.
    pub peak: SimTime,
    /// Instant at which the satellite sets; `None` if it was up at the last instant.
    pub set: Option<SimTime>,
}

/// Look angles and range of a satellite from a terminal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Azimuth, clockwise from north, rad, 0 to 2 pi.
    pub azimuth_rad: f64,
    /// Elevation above the local horizontal plane, rad.
    pub elevation_rad: f64,
    /// Distance of the satellite, km.
    pub range_km: f64,
    /// Rate of change of the range, km/s.
    pub range_rate_km_per_s: f64,
}

/// A satellite near a terminal's mask or above it, at the latest instants.
#[derive(Clone, Copy, Debug)]
struct Track {
    /// Elevation at the last instant and at the one before, rad.
    elevations: [f64; 2],
    /// Number of the instant at which it was last seen.
    number: u64,
    /// Current pass, and the elevation at its peak so far.
    pass: Option<(Pass, f64)>,
}

/// Accuracy of the instants of rising, setting and peaks.
const FINE: Duration = Duration::from_micros(1);

/// Maximum time between two instants, s.
const LONGEST_STEP_S: f64 = 600.0;

/// Speed of the Earth's surface at the equator, km/s.
const EARTH_KM_PER_S: f64 = 0.47;

/// Half the interval of the numerical derivative of a range.
const DIFFERENCE: Duration = Duration::from_millis(100);

impl Sky {
    /// Returns look angles and range of a satellite from a terminal at an instant.
    ///
    /// # Panics
    ///
    /// When the first node is not a terminal or the second not a satellite.
    pub fn look(&self, terminal: NodeId, satellite: NodeId, t: SimTime) -> Look {
        let here = self.here(terminal, t);
        let line = self.position_at(satellite, t) - here.position;
        let range_km = line.norm();
        // Slope of the parabola through three instants, which do not precede time zero.
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

    /// Returns the elevation of a satellite over a terminal's horizontal plane at an instant, rad,
    /// as [`Sky::look`].
    ///
    /// # Panics
    ///
    /// As [`Sky::look`].
    pub fn elevation_rad(&self, terminal: NodeId, satellite: NodeId, t: SimTime) -> f64 {
        let here = self.here(terminal, t);
        above_horizontal(self.position_at(satellite, t) - here.position, here.up)
    }

    /// Returns all passes over these terminals from an instant to before another, by terminal and
    /// in order of rising. Calls `watch` with the fraction done; returns `None` if it returns
    /// `false`.
    ///
    /// Samples every 256th of the shortest orbit, 24 s for Iridium, and refines events to a
    /// microsecond; a pass between two samples is found by the peak of its elevation. Interruptions
    /// by the horizon profile or a failure that are shorter than that may be missed.
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
                let span = SampleTimes { terminal, number, earliest, before, now: t, turn_rad };
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

    /// Samples all satellites at an instant; completed passes are moved to `passes`.
    fn follow(
        &self,
        span: &SampleTimes,
        phases: &Phases,
        tracks: &mut BTreeMap<NodeId, Track>,
        passes: &mut Vec<Pass>,
    ) {
        let &SampleTimes { terminal, number, earliest, before, now, turn_rad } = span;
        let here = self.place(terminal).at(now, phases.earth);
        let mask_rad = self.horizon(terminal).mask_rad();
        let is_angle = self.model.elevation_is_angle;
        // A satellite is followed from two instants before it may be above the mask, so that a pass
        // between two instants is found by its peak.
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
                // The highest elevation was between the instant before the last one and now.
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
        // A satellite no longer near the mask has set, if it had not before.
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

    /// Returns an upper bound of the angular rate at which the direction to a satellite turns as
    /// seen from any of these terminals, rad/s: the fastest satellite at the height of the lowest,
    /// and the Earth's rotation below.
    fn fastest_turn(&self, terminals: &[NodeId]) -> f64 {
        let radii = self.satellites.iter().map(|satellite| satellite.radius_km);
        let lowest = radii.fold(f64::MAX, f64::min);
        let place = terminals.iter().map(|&node| self.place(node).radius_km()).fold(0.0, f64::max);
        let period_s =
            self.shells.iter().map(|shell| shell.least_period_s).fold(f64::MAX, f64::min);
        let fastest_km_per_s = std::f64::consts::TAU * lowest / period_s;
        // Orbits from elements are slightly eccentric: a twentieth of the height is the margin.
        (fastest_km_per_s + EARTH_KM_PER_S) / (0.95 * (lowest - place)).max(1.0)
    }

    /// Refines the peak of a pass, which is at most a step away from the sample.
    fn peak_of(&self, pass: &Pass, from: SimTime, until: SimTime, step: Duration) -> SimTime {
        let (rise, set) = (pass.rise.unwrap_or(from), pass.set.unwrap_or(until));
        let start = SimTime::from_nanos(pass.peak.as_nanos().saturating_sub(step.as_nanos()));
        let end = pass.peak.saturating_add(step);
        self.highest(pass.terminal, pass.satellite, start.max(rise), end.min(set))
    }

    /// Returns the instant of the highest elevation between two instants with at most one peak
    /// between them; without a peak, one of the two.
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

    /// Whether the satellite is above the terminal's mask and horizon profile, and neither of the
    /// two has failed.
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
        here: SitePosition,
    ) -> bool {
        let elevation = self.elevation(satellite, line, here.up);
        let horizon = self.horizon(terminal);
        elevation.is_some_and(|elevation| horizon.is_cleared(elevation, line, &here))
            && !self.is_failed(satellite, t)
            && !self.is_failed(terminal, t)
    }

    fn here(&self, terminal: NodeId, t: SimTime) -> SitePosition {
        self.place(terminal).at(t, self.earth.at(t))
    }
}

/// Returns the angle of a line above the plane normal to `up`, rad.
fn above_horizontal(line: Vector<Inertial>, up: Vector<Inertial>) -> f64 {
    let sine = line.dot(up) / (line.norm() * up.norm());
    skyseam_base::math::asin(sine.clamp(-1.0, 1.0))
}

/// Latest three instants of a terminal's samples; all equal at the first sample.
#[derive(Clone, Copy, Debug)]
struct SampleTimes {
    terminal: NodeId,
    /// Number of the last instant, counted from 0.
    number: u64,
    earliest: SimTime,
    before: SimTime,
    now: SimTime,
    /// Upper bound of the turn of the direction to a satellite between successive instants, rad.
    turn_rad: f64,
}

/// Returns the first instant, to a microsecond, at which a condition holds that is false at `from`
/// and true at `to`.
fn narrow(from: SimTime, to: SimTime, holds: impl Fn(SimTime) -> bool) -> SimTime {
    let (mut without, mut with) = (from.as_nanos(), to.as_nanos());
    while with - without > FINE.as_nanos() {
        let middle = without + (with - without) / 2;
        if holds(SimTime::from_nanos(middle)) { with = middle } else { without = middle }
    }
    SimTime::from_nanos(with)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::config::Terminal;
    use crate::fixtures;
    use crate::geometry::Geometry;
    use crate::routing::Metric;
    use crate::timeline::Timeline;

    const END_S: u64 = 14_400;

    /// Returns Iridium as seen from a site at each latitude and longitude, with a mask.
    fn sky(places: &[(f64, f64)], mask_deg: f64) -> Sky {
        let mut config = fixtures::iridium(Metric::HOPS);
        config.geometry = Geometry::EXACT;
        let terminal = |(number, &(latitude_deg, longitude_deg))| {
            Terminal::fixed(&format!("T{number}"), latitude_deg, longitude_deg, mask_deg)
        };
        config.terminals = (0..).zip(places).map(terminal).collect::<Vec<Terminal>>();
        Timeline::build(&config, SimTime::from_secs(END_S)).sky().clone()
    }

    /// Goal: passes are found whatever their length. Method: near the pole, under a mask that
    /// leaves some passes shorter than the time between two samples; compared with a search second
    /// by second.
    #[test]
    fn passes_are_those_of_a_search_second_by_second() {
        let sky = sky(&[(80.0, 10.0), (82.0, 100.0), (84.0, -120.0), (83.0, -30.0)], 82.0);
        let end = SimTime::from_secs(END_S);
        let terminals: Vec<NodeId> = (66..70).map(NodeId).collect();
        let mut passes = sky.passes(&terminals, SimTime::ZERO, end, &mut |_| true).unwrap();
        passes.sort_by_key(|pass| (pass.terminal, pass.satellite, pass.rise));
        let mut found = passes.iter();
        let mut brief = 0;
        for &terminal in &terminals {
            for satellite in (0..66).map(NodeId) {
                let is_up =
                    |&second: &u64| sky.is_up(terminal, satellite, SimTime::from_secs(second));
                let mut seconds = (0..=END_S).filter(is_up).peekable();
                while let Some(first) = seconds.next() {
                    let mut last = first;
                    while let Some(next) = seconds.next_if_eq(&(last + 1)) {
                        last = next;
                    }
                    let pass = found.next().expect("as many passes as in the search");
                    assert_eq!((pass.terminal, pass.satellite), (terminal, satellite));
                    let in_second = |event: Option<SimTime>, second: u64| {
                        event.map(|at| at.as_nanos().div_ceil(1_000_000_000)) == Some(second)
                    };
                    assert!(in_second(pass.rise, first) || first == 0, "{pass:?} from {first} s");
                    assert!(in_second(pass.set, last + 1) || last == END_S, "{pass:?} to {last} s");
                    let height = |t| sky.elevation_rad(terminal, satellite, t);
                    let highest = (first..=last).map(|second| height(SimTime::from_secs(second)));
                    assert!(highest.fold(0.0, f64::max) <= height(pass.peak), "{pass:?}");
                    brief += u32::from(last - first < 20);
                }
            }
        }
        assert_eq!(found.next(), None);
        assert!(brief > 3, "{brief} passes between two samples");
    }

    #[test]
    fn a_satellite_out_of_reach_at_the_next_sample_has_set() {
        let sky = sky(&[(50.0, 10.0)], 10.0);
        let (terminal, end) = (NodeId(66), SimTime::from_secs(END_S));
        let passes = sky.passes(&[terminal], SimTime::ZERO, end, &mut |_| true).unwrap();
        let (whole, set) = passes
            .iter()
            .find_map(|pass| pass.rise.and(pass.set).map(|set| (*pass, set)))
            .expect("a pass that ends");
        let (mut tracks, mut found) = (BTreeMap::new(), Vec::new());
        let (peak, later) = (whole.peak, set + Duration::from_secs(300));
        for (number, before, now) in [(0, peak, peak), (1, peak, later)] {
            let turn_rad = 0.0;
            let span = SampleTimes { terminal, number, earliest: before, before, now, turn_rad };
            sky.follow(&span, &sky.phases(now), &mut tracks, &mut found);
        }
        assert!(!tracks.contains_key(&whole.satellite), "within reach");
        let pass = found.iter().find(|pass| pass.satellite == whole.satellite).expect("a pass");
        let error = pass.set.map(|at| at.as_nanos().abs_diff(set.as_nanos()));
        assert!(error.is_some_and(|error| error <= 2 * FINE.as_nanos()), "{pass:?} of {whole:?}");
    }
}
