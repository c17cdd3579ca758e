//! Bounds on the deviation of a link's delay from the straight line between its values at two
//! instants, for routing by delay ([`crate::routing`]). Too small a bound would make routes wrong,
//! too large a bound only makes routing slow.
//!
//! # Where they come from
//! A function whose second derivative is at most `K` in magnitude deviates by at most `K T^2 / 8`
//! from the straight line through its values at two instants `T` apart. For the length `d` of a
//! line of sight `r` that moves with velocity `v` and acceleration `a`, `d d' = r v` implies `d'' =
//! (v^2 - d'^2 + r a) / d`, hence `|d''| <= V^2 / d_min + A`, where within a time `T` of an instant
//! `V` is at most `|v| + A T` and `d_min` at least `d - V T`. Between two satellites of a shell of
//! circular orbits `d^2 = M + N cos x` with `x' = 2n`, so that `|d''| <= 2 n^2 N / d_min + n^2 N^2
//! / d_min^3` at all times.

use skyseam_base::{NodeId, math};

use super::{Phases, Satellite, SatelliteMotion, ShellRates, Sky};
use crate::description::site::SiteMotion;

/// Variation of the delay between two satellites at any time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum DelayCurvature {
    /// Constant delay, s.
    Never(f64),
    /// Upper bound of the deviation from a straight line, s.
    Within(f64),
    /// Depends on both positions and velocities.
    Free,
}

/// Delay of a link at an instant, with its deviation from a straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinearizedDelay {
    /// Delay before rounding, s.
    pub delay_s: f64,
    /// Upper bound of the rounded delay's deviation from the straight line between this instant and
    /// another one within the given time, s. Infinite if there is no bound; otherwise below
    /// `delay_s`.
    pub max_error_s: f64,
}

/// Radii that differ by less than this count as equal, km: rounding.
const CONSTANT_KM: f64 = 1e-7;

/// Rounding error of a moving site's position, km: ns-2's positions are read through 32-bit floats,
/// half of whose last digit is up to 0.95 m.
const ROUNDED_PLACE_KM: f64 = 0.002;

/// Factor that covers the rounding of bounds and ranges.
const MARGIN: f64 = 1.0 + 1e-3;

impl Sky {
    /// Returns the variation of the delay between two satellites over `within_s`.
    pub(crate) fn bend(&self, a: NodeId, b: NodeId, within_s: f64) -> DelayCurvature {
        let (Some(one), Some(other)) = (self.circle(a), self.circle(b)) else {
            return DelayCurvature::Free;
        };
        if one.turning != other.turning {
            return DelayCurvature::Free;
        }
        let (least, greatest) = one.motion.relative_to(&other.motion).extremes_km();
        let delays =
            [least - CONSTANT_KM, greatest + CONSTANT_KM].map(|km| self.delay(km.max(0.0)));
        if greatest - least < CONSTANT_KM && delays[0] == delays[1] {
            return DelayCurvature::Never(delays[0].as_secs_f64());
        }
        let swing = (greatest * greatest - least * least) / 2.0;
        let rate = self.turnings[one.turning as usize].rotation.rate();
        let bent = rate * rate * (2.0 + swing / (least * least)) * swing / least;
        let off_km = bent * within_s * within_s / 8.0;
        // At close range the deviation depends on the phase.
        if off_km < least / 4.0 && least > 1.0 {
            DelayCurvature::Within(self.off_s(off_km))
        } else {
            DelayCurvature::Free
        }
    }

    /// Returns the delay between two satellites whose variation is `bend`.
    pub(crate) fn straight(
        &self,
        bend: DelayCurvature,
        [a, b]: [NodeId; 2],
        within_s: f64,
        phases: &Phases,
    ) -> LinearizedDelay {
        let range = || self.position(b, phases) - self.position(a, phases);
        match bend {
            DelayCurvature::Never(delay_s) => LinearizedDelay { delay_s, max_error_s: 0.0 },
            DelayCurvature::Within(off_s) => LinearizedDelay {
                delay_s: range().norm() / self.model.light_km_per_s,
                max_error_s: off_s,
            },
            DelayCurvature::Free => {
                let speed = (self.velocity(b, phases) - self.velocity(a, phases)).norm();
                let pull = self.strongest_pull(a) + self.strongest_pull(b);
                self.moving(range().norm(), speed, pull, 0.0, within_s)
            }
        }
    }

    /// Returns the delay between a satellite and a terminal.
    pub(crate) fn straight_down(
        &self,
        satellite: NodeId,
        terminal: NodeId,
        within_s: f64,
        phases: &Phases,
    ) -> LinearizedDelay {
        let range_km = (self.position(satellite, phases) - self.position(terminal, phases)).norm();
        let place = self.place(terminal);
        // The site rotates with the Earth from its present position; the distance that it travels
        // before and after is added.
        let (turn, radius_km) = (self.earth.rate(), place.radius_km());
        let speed = self.velocity(satellite, phases).norm() + turn * radius_km;
        let pull = self.strongest_pull(satellite) + turn * turn * radius_km;
        let travels_km = match place {
            SiteMotion::Fixed(_) => 0.0,
            SiteMotion::Moving(_) => {
                let speed = place.fastest() * radius_km + place.climb_km_per_s();
                2.0 * (speed * within_s + ROUNDED_PLACE_KM)
            }
        };
        self.moving(range_km, speed, pull, travels_km, within_s)
    }

    /// Returns the delay over a range whose rate is at most `speed`, km/s, and whose acceleration
    /// is at most `pull`, km/s^2; the positions of the ends may deviate from such motion by
    /// `travels_km` in total.
    fn moving(
        &self,
        range_km: f64,
        speed: f64,
        pull: f64,
        travels_km: f64,
        within_s: f64,
    ) -> LinearizedDelay {
        let fastest = speed + pull * within_s;
        let comes_nearer = fastest * within_s;
        let bent = fastest * fastest / (range_km - comes_nearer) + pull;
        let off_km = bent * within_s * within_s / 8.0 + travels_km;
        let delay_s = range_km / self.model.light_km_per_s;
        let off_s = self.off_s(off_km);
        // The delay then exceeds its deviation at the end of the line too.
        let is_bounded = range_km > 2.0 * (comes_nearer + travels_km) && delay_s > 2.0 * off_s;
        LinearizedDelay { delay_s, max_error_s: if is_bounded { off_s } else { f64::INFINITY } }
    }

    fn off_s(&self, off_km: f64) -> f64 {
        (off_km / self.model.light_km_per_s + self.model.delay_step_s / 2.0) * MARGIN
    }

    /// Returns an upper bound of the satellite's acceleration, km/s^2; with elements it holds
    /// within one segment of the satellite's table.
    fn strongest_pull(&self, satellite: NodeId) -> f64 {
        let Satellite { course, radius_km, .. } = &self.satellites[satellite.index()];
        match course {
            // On a precessing circle: at most as if both rotations had the same direction.
            SatelliteMotion::Circle(circle) => {
                let ShellRates { rotation, precession } = self.turnings[circle.turning as usize];
                let node = precession.map_or(0.0, |precession| precession.rate().abs());
                math::powi(rotation.rate() + node, 2) * radius_km
            }
            SatelliteMotion::Table(table, number) => {
                table.max_acceleration_km_per_s2(*number as usize)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timeline;
    use crate::description::parts::{Orbits, Point, Propagation, Shell, Site, Terminal};
    use crate::fixtures;
    use crate::geometry::Geometry;
    use crate::routing::Metric;
    use proptest::prelude::*;
    use skyseam_base::{Duration, SimTime};

    /// Returns the largest deviation of delays in a window from the straight line, and its bound,
    /// given the results at both ends.
    fn off(
        sky: &Sky,
        ends: [NodeId; 2],
        from: SimTime,
        straight: impl Fn(&Phases) -> LinearizedDelay,
    ) -> (f64, f64) {
        let window = Duration::from_secs(1);
        let [early, late] = [from, from + window].map(|t| straight(&sky.phases(t)));
        let most = early.max_error_s.max(late.max_error_s);
        if most == f64::INFINITY {
            return (0.0, most);
        }
        let offs = (0..=40_u64).map(|step| {
            let share = step as f64 / 40.0;
            let delay = sky.delay(sky.range_km(ends[0], ends[1], from + window * step / 40));
            let bound = early.max_error_s * (1.0 - share) + late.max_error_s * share;
            let line = early.delay_s * (1.0 - share) + late.delay_s * share;
            let off = (delay.as_secs_f64() - line).abs();
            // Margin for floating-point sums.
            assert!(off <= bound + 1e-14, "{off} is more than {bound} from {ends:?} at {from}");
            off
        });
        (offs.fold(0.0, f64::max), most)
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 48, failure_persistence: None, ..<_>::default()
        })]

        /// Goal: delays deviate from straight lines by no more than the bound, and the bound is
        /// useful. Method: all links of random shells, links between two shells, and to terminals
        /// at rest or moving, 41 instants of random windows.
        #[test]
        fn delays_are_as_straight_as_said(
            geometry in prop_oneof![Just(Geometry::NS2), Just(Geometry::EXACT)],
            is_precessing in any::<bool>(),
            altitude_km in 400.0..1_500.0_f64,
            other_km in 400.0..1_500.0_f64,
            inclination_deg in 0.0..180.0_f64,
            from in (-90.0..90.0_f64, -180.0..180.0_f64, 0.0..30_000.0_f64),
            to in (-90.0..90.0_f64, -180.0..180.0_f64, 0.0..30_000.0_f64),
            seconds in 60..2_000_u64,
            nanos in 0..2_000_000_000_000_u64,
        ) {
            let mut config = fixtures::iridium(Metric::DELAY);
            let orbits = |altitude_km, inclination_deg| {
                Orbits::Walker(crate::description::parts::Walker {
                    altitude_km,
                    inclination_deg,
                    ..fixtures::iridium_orbits()
                })
            };
            config.shells[0].orbits = orbits(altitude_km, 86.4);
            let pattern = config.shells[0].pattern.clone();
            let other = orbits(other_km, inclination_deg);
            config.shells.push(Shell { name: "other".into(), orbits: other, pattern });
            config.geometry = geometry;
            if is_precessing && geometry == Geometry::EXACT {
                config.propagation = Propagation::J2;
            }
            let point = |(latitude_deg, longitude_deg, altitude_m)| Point {
                latitude_deg, longitude_deg, altitude_m,
            };
            let still = Terminal::fixed("still", from.0, from.1, 5.0);
            let end = SimTime::from_secs(seconds);
            let track = vec![(SimTime::ZERO, point(from)), (end, point(to))];
            let goes = Terminal { site: Site::Track(track), name: "goes".into(), ..still.clone() };
            config.terminals = vec![still, goes];
            let timeline = Timeline::build(&config, SimTime::ZERO);
            let (sky, from) = (timeline.sky(), SimTime::from_nanos(nanos));
            let of = |a| [(a, a + 1), (a, (a + 11) % 66), (a, 66 + a), (a, 131 - a)];
            let pairs = (0..66).flat_map(of);
            for (a, b) in pairs.filter(|(a, b)| a != b) {
                let ends = [NodeId(a), NodeId(b)];
                let bend = sky.bend(ends[0], ends[1], 1.0);
                let (_, most) = off(sky, ends, from, |at| sky.straight(bend, ends, 1.0, at));
                // In a plane only the rounding of a delay half way between two steps can change,
                // and between planes little more.
                let step = sky.model().delay_step_s;
                prop_assert!(b >= 66 || a / 11 != b / 11 || most < step, "{most} {a} {b}");
                prop_assert!(b != a + 11 || b >= 66 || most < 3e-8, "{most} {a} {b}");
            }
            for (satellite, terminal) in (0..132).flat_map(|s| [(s, 132), (s, 133)]) {
                let ends = [NodeId(satellite), NodeId(terminal)];
                let down = |at: &Phases| sky.straight_down(ends[0], ends[1], 1.0, at);
                let (_, most) = off(sky, ends, from, down);
                prop_assert!(terminal == 133 || most < 2e-7, "{most}");
            }
        }
    }
}
