//! How fast satellites can move and ranges can change: bounds that hold at every instant.
//!
//! Routing by delay keeps decisions as long as these allow. Bounds that hold from one check to the
//! next only, where these are of no use, stand in [`crate::isl::approach`].

use skyseam_base::NodeId;
use skyseam_orbit::wgs84;

use super::{Course, Satellite, Sky, Turning};

impl Sky {
    /// Whether the distance between two satellites changes only as both go round at one rate, on
    /// circles of one height: two of a shell of evenly spaced orbits.
    pub(crate) fn turn_together(&self, a: NodeId, b: NodeId) -> bool {
        let (a, b) = (&self.satellites[a.index()], &self.satellites[b.index()]);
        a.shell == b.shell
            && matches!((&a.course, &b.course), (Course::Circle(_), Course::Circle(_)))
    }

    /// A speed that the satellite does not exceed, km/s.
    pub(crate) fn fastest_km_per_s(&self, satellite: NodeId) -> f64 {
        let Satellite { course, shell, radius_km, .. } = &self.satellites[satellite.index()];
        match (course, self.shells[*shell as usize].turning) {
            (Course::Circle(_), Turning::Even { rotation, precession }) => {
                let node = precession.map_or(0.0, |precession| precession.rate().abs());
                (rotation.rate() + node) * radius_km
            }
            (Course::Table(number), _) => {
                let table = self.ephemerides.as_ref().expect("a table with the courses");
                table.max_speed_km_per_s(*number as usize)
            }
            (Course::Circle(_), Turning::Own { .. }) => unreachable!("a circle without a rate"),
        }
    }

    /// An acceleration that the satellite does not exceed, km/s^2.
    pub(crate) fn strongest_pull(&self, satellite: NodeId) -> f64 {
        let Satellite { course, radius_km, .. } = &self.satellites[satellite.index()];
        match course {
            // On a circle that itself turns, at most as if both turned the same way.
            Course::Circle(_) => self.fastest_km_per_s(satellite).powi(2) / radius_km,
            // Gravity where it is lowest; a hundredth more for all but the Earth's round mass.
            Course::Table(_) => {
                1.01 * wgs84::MU_KM3_PER_S2 / self.least_radius_km(satellite).powi(2)
            }
        }
    }

    /// A distance from the Earth's centre that the satellite does not go below, km.
    fn least_radius_km(&self, satellite: NodeId) -> f64 {
        let Satellite { course, radius_km, .. } = &self.satellites[satellite.index()];
        match course {
            Course::Circle(_) => *radius_km,
            Course::Table(number) => {
                let table = self.ephemerides.as_ref().expect("a table with the courses");
                table.least_radius_km(*number as usize)
            }
        }
    }

    /// The fastest that two satellites of one shell can approach each other, km/s.
    pub(crate) fn closing_speed(&self, satellite: NodeId) -> f64 {
        2.0 * self.fastest_km_per_s(satellite)
    }

    /// The largest relative change per second (|d'| / d) that the range of a link can ever have:
    /// between two satellites, or a terminal and any satellite it can see. Infinite where the two
    /// may meet.
    pub(crate) fn relative_range_rate(&self, a: NodeId, b: NodeId) -> f64 {
        let (low, high) = (a.min(b), a.max(b));
        if high.index() >= self.satellites.len() {
            self.relative_ground_rate(low, high)
        } else if self.turn_together(low, high) {
            self.relative_rate_of_turning(low, high)
        } else {
            match [low, high].map(|node| self.satellites[node.index()]) {
                [
                    Satellite { course: Course::Circle(_), radius_km: r, .. },
                    Satellite { course: Course::Circle(_), radius_km: s, .. },
                ] => {
                    let rates = self.fastest_km_per_s(low) / r + self.fastest_km_per_s(high) / s;
                    swinging(r, s, rates)
                }
                _ => f64::INFINITY,
            }
        }
    }

    fn relative_rate_of_turning(&self, a: NodeId, b: NodeId) -> f64 {
        let courses = [a, b].map(|node| &self.satellites[node.index()].course);
        let ([Course::Circle(one), Course::Circle(other)], Turning::Even { rotation, .. }) =
            (courses, self.shell_of(a).turning)
        else {
            unreachable!("circles without a rate")
        };
        // d^2 = M + N cos x with x' = 2n: |d'|/d = nN |sin x| / d^2, at most nN / (dmin dmax).
        let (least, greatest) = one.relative_to(other).extremes_km();
        let swing = (greatest * greatest - least * least) / 2.0;
        rotation.rate() * swing / (least * greatest)
    }

    /// Between a terminal and any satellite of the shell that `satellite` is of.
    fn relative_ground_rate(&self, satellite: NodeId, terminal: NodeId) -> f64 {
        let place = self.place(terminal);
        let e = place.radius_km();
        let turning = self.earth.rate() + place.fastest();
        let above = |low_km: f64, speed: f64| {
            if low_km > e { speed / (low_km - e) } else { f64::INFINITY }
        };
        match self.satellites[satellite.index()] {
            Satellite { course: Course::Circle(_), radius_km: s, .. } => {
                let rates = self.fastest_km_per_s(satellite) / s + turning;
                swinging(s, e, rates) + above(s, place.climb_km_per_s())
            }
            Satellite { shell, .. } => {
                let shell = &self.shells[shell as usize];
                let rates = shell.satellites().map(NodeId).map(|satellite| {
                    let speed = self.fastest_km_per_s(satellite) + turning * e;
                    above(self.least_radius_km(satellite), speed + place.climb_km_per_s())
                });
                rates.fold(0.0, f64::max)
            }
        }
    }
}

/// The largest |d'| / d between points that stay at two distances from the centre, as the angle
/// between them changes by `rate`.
fn swinging(r: f64, s: f64, rate: f64) -> f64 {
    // d^2 = r^2 + s^2 - 2 r s cos psi: |d'|/d = r s sin psi / d^2 psi', largest where cos psi =
    // 2 r s / (r^2 + s^2).
    rate * r * s / (r * r - s * s).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timeline;
    use crate::config::{Geometry, Metric, Point, Propagation, Site, Terminal};
    use crate::fixtures;
    use proptest::prelude::*;
    use skyseam_base::SimTime;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// Goal: no range to a terminal changes faster than its bound, also to one that travels
        /// and climbs. Method: ranges to all satellites, a fifth of a second apart.
        #[test]
        fn ranges_to_terminals_change_within_the_bound(
            from in (-90.0..90.0_f64, -180.0..180.0_f64, 0.0..30_000.0_f64),
            to in (-90.0..90.0_f64, -180.0..180.0_f64, 0.0..30_000.0_f64),
            seconds in 60..2_000_u64,
            altitude_km in 150.0..1_500.0_f64,
            geometry in prop_oneof![Just(Geometry::Ns2), Just(Geometry::Exact)],
            is_precessing in any::<bool>(),
        ) {
            let mut config = fixtures::iridium(Metric::Delay);
            let crate::config::Orbits::Walker(walker) = &mut config.shells[0].orbits else {
                unreachable!("a fixture of even orbits")
            };
            walker.altitude_km = altitude_km;
            config.geometry = geometry;
            if is_precessing && geometry == Geometry::Exact {
                config.propagation = Propagation::J2;
            }
            let point = |(latitude_deg, longitude_deg, altitude_m)| Point {
                latitude_deg, longitude_deg, altitude_m,
            };
            let end = SimTime::from_secs(seconds);
            let track = vec![(SimTime::ZERO, point(from)), (end, point(to))];
            let still = Terminal::fixed("T", 0.0, 0.0, 5.0);
            config.terminals = vec![Terminal { site: Site::Track(track), ..still }];
            let timeline = Timeline::build(&config, SimTime::ZERO);
            let (sky, terminal) = (timeline.sky(), NodeId(66));
            let bound = sky.relative_range_rate(NodeId(0), terminal);
            let step_s = 0.2;
            for step in 0..60 {
                let start = seconds as f64 * f64::from(step) / 61.0;
                let [early, late] = [start, start + step_s].map(SimTime::from_secs_f64);
                let passed = (late - early).as_secs_f64();
                for satellite in (0..66).map(NodeId) {
                    let [before, after] =
                        [early, late].map(|t| sky.range_km(satellite, terminal, t));
                    let rate = (after / before).ln().abs() / passed;
                    prop_assert!(rate <= bound * (1.0 + 1e-9), "{rate} is more than {bound}");
                }
            }
        }
    }
}
