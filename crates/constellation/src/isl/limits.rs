//! Limits of a link between two satellites: latitude, line of sight over the Earth, length, and
//! tracking rate.
//!
//! Examines two satellites at one instant; `build/isls.rs` decides at which instants.

use skyseam_base::math;
use skyseam_orbit::{Inertial, Vector};

use crate::description::parts::IslConfig;

/// Limits of links between satellites.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    max_sin_latitude: f64,
    min_grazing_radius_km: f64,
    max_cos_seam_longitude: f64,
    max_range_km: f64,
    max_tracking_rate_rad_per_s: f64,
}

/// Position and velocity of a satellite at an instant in inertial space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SatelliteState {
    /// km.
    pub position: Vector<Inertial>,
    /// km/s.
    pub velocity: Vector<Inertial>,
}

/// Geometry of a link, which determines its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IslGeometry {
    /// Between neighbours in a plane: no limit of latitude.
    InPlane,
    /// Between neighbours in a plane in ns-2, which never checks their height above the Earth.
    InPlaneNs2,
    /// Between satellites at equal height: the lowest point of the line of sight is its midpoint.
    Level,
    /// Between satellites at different heights.
    Sloping,
}

impl Limits {
    /// Returns the limits over an Earth of the given radius.
    pub fn new(isl: &IslConfig, earth_radius_km: f64) -> Self {
        Self {
            max_sin_latitude: math::sin(isl.latitude_threshold_deg.to_radians()),
            min_grazing_radius_km: earth_radius_km + isl.grazing_altitude_km,
            max_cos_seam_longitude: math::cos(isl.seam_longitude_threshold_deg.to_radians()),
            max_range_km: isl.max_range_km,
            max_tracking_rate_rad_per_s: isl.max_tracking_rate_deg_per_s.to_radians(),
        }
    }

    /// Whether the tracking rate is limited, which is the only limit that needs velocities.
    pub(crate) fn is_of_turning(&self) -> bool {
        self.max_tracking_rate_rad_per_s < f64::INFINITY
    }

    /// Whether the positions permit a link.
    #[inline]
    pub fn hold(&self, line: IslGeometry, a: Vector<Inertial>, b: Vector<Inertial>) -> bool {
        let inside = |v: Vector<Inertial>| v.z.abs() <= self.max_sin_latitude * v.norm();
        // ns-2's `SatLinkHandoffMgr`: both ends below the latitude threshold, the line of sight
        // high enough.
        let is_held = match line {
            IslGeometry::Level => inside(a) && inside(b) && self.clears((a + b) * 0.5),
            IslGeometry::InPlane => self.clears(lowest(a, b)),
            IslGeometry::InPlaneNs2 => true,
            IslGeometry::Sloping => inside(a) && inside(b) && self.clears(lowest(a, b)),
        };
        // Without a limit of length no square root is computed: most of the time of a build is
        // spent here.
        is_held && (self.max_range_km == f64::INFINITY || (a - b).norm() <= self.max_range_km)
    }

    /// Whether the positions permit a link across the seam: as any inter-plane link, and with the
    /// longitudes of its ends not closer than ns-2's `longitude_threshold_`.
    pub(crate) fn hold_crossing(&self, a: Vector<Inertial>, b: Vector<Inertial>) -> bool {
        // Cosine of the difference in longitude, times both distances from the axis.
        let along = a.x * b.x + a.y * b.y;
        along <= self.max_cos_seam_longitude * math::hypot(a.x, a.y) * math::hypot(b.x, b.y)
            && self.hold(IslGeometry::Level, a, b)
    }

    /// Whether the terminals at both ends can turn as fast as the line of sight.
    ///
    /// In the orbital frame of an end (radial, along track, normal to the orbit) the direction to
    /// the other end turns at `|w x r| / |r|`, where `w` is the rotation of the line of sight `r`
    /// against the stars minus that of the frame, `R x V / R^2`; the component of `w` along the
    /// line is a roll about it. These are the kinematics of a rotating frame (Goldstein, Classical
    /// Mechanics, Sec. 4.9). The slow precession of the frame about the radius is neglected: below
    /// 1e-4 deg/s.
    #[inline]
    pub fn follow(&self, a: SatelliteState, b: SatelliteState) -> bool {
        let (line, of_line) = line_of_sight(a, b);
        let most = math::powi(self.max_tracking_rate_rad_per_s, 2) * line.dot(line);
        [a, b].into_iter().all(|end| {
            let across = (of_line - turning(end.position, end.velocity)).cross(line);
            across.dot(across) <= most
        })
    }

    #[inline]
    fn clears(&self, point: Vector<Inertial>) -> bool {
        point.norm() >= self.min_grazing_radius_km
    }
}

/// Returns the point of a line segment that is closest to the Earth's centre.
fn lowest(a: Vector<Inertial>, b: Vector<Inertial>) -> Vector<Inertial> {
    let line = b - a;
    let share = -a.dot(line) / line.dot(line);
    // For a segment of length zero the fraction is not a number, and the first end is returned.
    if share > 0.0 { a + line * share.min(1.0) } else { a }
}

/// Returns the vector from one satellite to the other and its angular velocity against the stars,
/// rad/s.
#[inline]
fn line_of_sight(a: SatelliteState, b: SatelliteState) -> (Vector<Inertial>, Vector<Inertial>) {
    let line = b.position - a.position;
    (line, turning(line, b.velocity - a.velocity))
}

/// Returns the angular velocity of a vector `r` that changes by `v`, rad/s.
#[inline]
fn turning(r: Vector<Inertial>, v: Vector<Inertial>) -> Vector<Inertial> {
    r.cross(v) * (1.0 / r.dot(r))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::parts::IslConfig;
    use proptest::prelude::*;
    use skyseam_orbit::{Motion, RotationAngle};

    const EARTH_KM: f64 = 6378.0;

    /// Returns the tracking rate that [`Limits::follow`] compares, rad/s.
    fn tracking_rate(here: SatelliteState, there: SatelliteState) -> f64 {
        let (line, of_line) = line_of_sight(here, there);
        (of_line - turning(here.position, here.velocity)).cross(line).norm() / line.norm()
    }

    fn limits(change: impl Fn(&mut IslConfig)) -> Limits {
        let mut config = IslConfig::ALWAYS;
        change(&mut config);
        Limits::new(&config, EARTH_KM)
    }

    fn vector(x: f64, y: f64, z: f64) -> Vector<Inertial> {
        Vector::new(x, y, z)
    }

    /// Returns a satellite by radius, inclination, node and argument of latitude at `t`.
    fn state([radius_km, inclination, raan, argument]: [f64; 4], t: f64) -> SatelliteState {
        let motion = Motion::orbit(radius_km, inclination, raan, argument);
        let rate = (398_600.0 / math::powi(radius_km, 3)).sqrt();
        let (sin, cos) = math::sin_cos(rate * t);
        let phase = RotationAngle { sin, cos };
        SatelliteState { position: motion.at(phase), velocity: motion.heading(phase) * rate }
    }

    /// Returns the direction to another satellite in radial, along-track and normal axes.
    fn seen(here: SatelliteState, there: SatelliteState) -> Vector<Inertial> {
        let unit = |v: Vector<Inertial>| v * (1.0 / v.norm());
        let radial = unit(here.position);
        let normal = unit(here.position.cross(here.velocity));
        let line = unit(there.position - here.position);
        vector(line.dot(radial), line.dot(normal.cross(radial)), line.dot(normal))
    }

    proptest! {
        /// Goal: the tracking rate is the rate of change of the pointing angles. Method: the
        /// direction in the satellite's own axes, before and after a short time.
        #[test]
        fn the_tracking_rate_is_the_turning_of_the_direction_in_the_orbital_frame(
            one in [6_800.0..8_000.0, 0.0..3.1, 0.0..6.2, 0.0..6.2],
            other in [6_800.0..8_000.0, 0.0..3.1, 0.0..6.2, 0.0..6.2],
        ) {
            let h = 1e-3;
            let states = |t| (state(one, t), state(other, t));
            let (here, there) = states(0.0);
            prop_assume!((here.position - there.position).norm() > 100.0);
            let ((before_a, before_b), (after_a, after_b)) = (states(-h), states(h));
            let turned = (seen(after_a, after_b) - seen(before_a, before_b)).norm() / (2.0 * h);
            let rate = tracking_rate(here, there);
            prop_assert!((turned - rate).abs() < 1e-6 * (1.0 + rate / 0.01), "{turned} {rate}");
        }

        /// Goal: no point of a line is lower than its lowest point. Method: sampled points of the
        /// line.
        #[test]
        fn no_point_of_a_line_is_lower_than_its_lowest(
            a in [-9e3..9e3, -9e3..9e3, -9e3..9e3_f64], b in [-9e3..9e3, -9e3..9e3, -9e3..9e3_f64],
        ) {
            let (a, b) = (vector(a[0], a[1], a[2]), vector(b[0], b[1], b[2]));
            let least = lowest(a, b).norm();
            let points = (0..=1000).map(|k| (a + (b - a) * (f64::from(k) / 1000.0)).norm());
            let found = points.fold(f64::INFINITY, f64::min);
            prop_assert!(least <= found + 1e-9);
            prop_assert!(found <= least + (b - a).norm() / 1000.0);
        }
    }

    /// Two satellites that follow each other on one circle appear at rest to each other.
    #[test]
    fn neighbours_in_a_plane_need_not_turn() {
        let (a, b) = (state([7158.0, 1.5, 0.3, 0.0], 77.0), state([7158.0, 1.5, 0.3, 0.57], 77.0));
        assert!(tracking_rate(a, b) < 1e-12 && tracking_rate(b, a) < 1e-12);
        // Against the stars both turn with the orbit: 360 deg in 6027 s.
        let limits = limits(|config| config.max_tracking_rate_deg_per_s = 1e-9);
        assert!(limits.follow(a, b) && limits.is_of_turning());
    }

    /// Ends that approach head on, 100 km apart at 15 km/s across the line: 8.6 deg/s.
    #[test]
    fn the_stricter_end_decides() {
        let (here, there) = (vector(7000.0, 0.0, 0.0), vector(7100.0, 0.0, 0.0));
        let a = SatelliteState { position: here, velocity: vector(0.0, 7.5, 0.0) };
        let b = SatelliteState { position: there, velocity: vector(0.0, -7.5, 0.0) };
        let (at_a, at_b) = (tracking_rate(a, b), tracking_rate(b, a));
        // The line turns by -15/100; the frame of `a` by 7.5/7000, that of `b` by -7.5/7100.
        assert!((at_a - (0.15 + 7.5 / 7000.0)).abs() < 1e-12, "{at_a}");
        assert!((at_b - (0.15 - 7.5 / 7100.0)).abs() < 1e-12, "{at_b}");
        let middle = (at_a + at_b) / 2.0;
        let between = limits(|config| config.max_tracking_rate_deg_per_s = middle.to_degrees());
        assert!(!between.follow(a, b) && !between.follow(b, a));
    }

    /// A line from a high satellite to a low one beyond the horizon: its midpoint is high, its
    /// lowest point is not.
    #[test]
    fn a_sloping_line_is_lowest_where_it_grazes() {
        let limits = limits(|config| config.grazing_altitude_km = 100.0);
        // The line touches a height of 50 km at its foot (the y axis), 2000 km before the lower
        // end.
        let foot = EARTH_KM + 50.0;
        let (high, low) = (vector(-9000.0, foot, 0.0), vector(2000.0, foot, 0.0));
        assert!(((high + low) * 0.5).norm() > EARTH_KM + 900.0);
        assert!(limits.hold(IslGeometry::Level, high, low));
        assert!(
            !limits.hold(IslGeometry::Sloping, high, low)
                && !limits.hold(IslGeometry::Sloping, low, high)
        );
        assert!(!limits.hold(IslGeometry::InPlane, high, low));
        // A steep line is lowest at its end.
        let above = vector(0.0, foot + 900.0, 0.0);
        assert!(limits.hold(IslGeometry::Sloping, above, vector(500.0, foot + 60.0, 0.0)));
    }

    #[test]
    fn length_and_latitude_are_limits_of_their_lines() {
        let limits = limits(|config| {
            (config.max_range_km, config.latitude_threshold_deg) = (3000.0, 60.0);
        });
        let at = |latitude: f64, longitude: f64| {
            let (sin, cos) = math::sin_cos(latitude.to_radians());
            let (sin_lon, cos_lon) = math::sin_cos(longitude.to_radians());
            vector(cos * cos_lon, cos * sin_lon, sin) * 7158.0
        };
        let north = [at(59.0, 0.0), at(61.0, 0.0)];
        assert!(limits.hold(IslGeometry::InPlane, north[0], north[1]));
        assert!(!limits.hold(IslGeometry::Level, north[0], north[1]));
        assert!(limits.hold(IslGeometry::Level, at(59.0, 0.0), at(59.0, 40.0)));
        assert!(!limits.hold(IslGeometry::InPlane, at(0.0, 0.0), at(0.0, 25.0)));
        assert!(limits.hold(IslGeometry::InPlane, at(0.0, 0.0), at(0.0, 24.0)));
    }
}
