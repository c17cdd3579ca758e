//! The geostationary arc as a place on the Earth sees it, and its angle to other directions.
//!
//! Does not own the avoidance of the arc, which is a handover policy's.

use skyseam_base::math;
use skyseam_orbit::{Inertial, Vector};

/// Radius of the geostationary orbit, km: that of a period of a sidereal day (ITU-R S.1503).
const RADIUS_KM: f64 = 42_164.2;

/// Number of parts of the arc between whose ends the nearest point is looked for.
const PARTS: usize = 32;

/// Bisections of two parts of the arc by the golden ratio: to less than 1e-6 of them.
const SECTIONS: u32 = 30;

/// The part of the geostationary arc above the horizontal plane of a place.
#[derive(Clone, Debug)]
pub struct GsoArc {
    /// Distance of the place from the Earth's axis and height above the equatorial plane, km.
    place: (f64, f64),
    /// Cosine and sine of the angle from the inertial x axis to the meridian.
    meridian: (f64, f64),
    /// Longitude at which the arc sets, relative to the place, rad.
    end: f64,
    /// Unit vectors to evenly spaced points, with the meridian as x axis.
    points: Vec<Vector<Inertial>>,
    /// Largest angle between two adjacent points, rad.
    spacing: f64,
}

impl GsoArc {
    /// Returns the arc as seen from `position`, km, with the vertical `up`; `None` if all of it is
    /// below the horizontal plane.
    pub(crate) fn seen_from(position: Vector<Inertial>, up: Vector<Inertial>) -> Option<Self> {
        let distance = math::hypot(position.x, position.y);
        let meridian = (position.x / distance, position.y / distance);
        // The vertical lies in the meridian plane. A point of the arc rises above the horizontal
        // plane where its component along the vertical exceeds that of the place.
        let level = math::hypot(up.x, up.y);
        let least = position.dot(up) / (RADIUS_KM * level);
        if least.is_nan() || least >= 1.0 {
            return None;
        }
        let end = math::acos(least);
        let mut arc = Self {
            place: (distance, position.z),
            meridian,
            end,
            points: Vec::with_capacity(PARTS + 1),
            spacing: 0.0,
        };
        arc.points = (0..=PARTS).map(|part| arc.point(arc.longitude(part))).collect();
        let gaps = arc.points.windows(2).map(|pair| angle(pair[0], pair[1]));
        arc.spacing = gaps.fold(0.0, f64::max);
        Some(arc)
    }

    /// Returns the smallest angle between `line` and the arc, rad.
    #[cfg(test)]
    fn separation(&self, line: Vector<Inertial>) -> f64 {
        let direction = self.turned(line);
        let (nearest, _) = self.nearest(direction);
        self.refined(direction, nearest)
    }

    /// Whether the smallest angle between `line` and the arc is at most `limit`, rad.
    pub fn is_within(&self, line: Vector<Inertial>, limit: f64) -> bool {
        let direction = self.turned(line);
        let (nearest, cos) = self.nearest(direction);
        let coarse = math::acos(cos.min(1.0));
        // The nearest point of the arc is at most half the spacing from one of the points.
        coarse <= limit
            || (coarse - self.spacing / 2.0 <= limit && self.refined(direction, nearest) <= limit)
    }

    /// Longitude of one of the points, relative to the place.
    fn longitude(&self, part: usize) -> f64 {
        self.end * (2.0 * part as f64 / PARTS as f64 - 1.0)
    }

    /// Unit vector to the point of the arc at a longitude.
    fn point(&self, longitude: f64) -> Vector<Inertial> {
        let (sin, cos) = math::sin_cos(longitude);
        let (distance, z) = self.place;
        let line = Vector::new(RADIUS_KM * cos - distance, RADIUS_KM * sin, -z);
        line * (1.0 / line.norm())
    }

    /// Unit vector along `line`, with the meridian as x axis.
    fn turned(&self, line: Vector<Inertial>) -> Vector<Inertial> {
        let (cos, sin) = self.meridian;
        let turned = Vector::new(line.x * cos + line.y * sin, line.y * cos - line.x * sin, line.z);
        turned * (1.0 / line.norm())
    }

    /// Number of the point nearest to a direction, and the cosine of its angle.
    fn nearest(&self, direction: Vector<Inertial>) -> (usize, f64) {
        let cosines = self.points.iter().map(|point| point.dot(direction)).enumerate();
        cosines.fold((0, -1.0), |best, next| if next.1 > best.1 { next } else { best })
    }

    /// Smallest angle between a direction and the two parts of the arc beside a point, rad.
    fn refined(&self, direction: Vector<Inertial>, nearest: usize) -> f64 {
        const GOLDEN: f64 = 0.618_033_988_749_894_9;
        let cos = |longitude: f64| self.point(longitude).dot(direction);
        let mut from = self.longitude(nearest.saturating_sub(1));
        let mut to = self.longitude((nearest + 1).min(PARTS));
        for _ in 0..SECTIONS {
            let (low, high) = (to - GOLDEN * (to - from), from + GOLDEN * (to - from));
            if cos(low) > cos(high) { to = high } else { from = low }
        }
        angle(self.point((from + to) / 2.0), direction)
    }
}

/// Angle between two unit vectors, rad; accurate for small angles.
fn angle(a: Vector<Inertial>, b: Vector<Inertial>) -> f64 {
    math::atan2(a.cross(b).norm(), a.dot(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A place on a sphere of 6378.137 km at a latitude, on the meridian of 30 deg, its vertical,
    /// and the direction at an azimuth and elevation there, deg.
    fn seen(latitude_deg: f64, azimuth_deg: f64, elevation_deg: f64) -> (GsoArc, Vector<Inertial>) {
        let (sin, cos) = math::sin_cos(latitude_deg.to_radians());
        let (s, c) = math::sin_cos(30_f64.to_radians());
        let up = Vector::new(cos * c, cos * s, sin);
        let east = Vector::new(-s, c, 0.0);
        let north = up.cross(east);
        let (sin_a, cos_a) = math::sin_cos(azimuth_deg.to_radians());
        let (sin_e, cos_e) = math::sin_cos(elevation_deg.to_radians());
        let line = (north * cos_a + east * sin_a) * cos_e + up * sin_e;
        (GsoArc::seen_from(up * 6378.137, up).expect("an arc"), line * 700.0)
    }

    /// Goal: the angle is that of the textbook. Method: the arc culminates in the meridian at the
    /// elevation of a geostationary satellite at the place's longitude: atan((cos L - 0.15127) /
    /// sin L); directions in the meridian above, below and opposite are off by the difference. At
    /// the equator it passes through the zenith from east to west.
    #[test]
    fn it_culminates_in_the_meridian() {
        for latitude_deg in [5.0_f64, 23.5, 48.5, 60.0, 75.0] {
            let (sin, cos) = math::sin_cos(latitude_deg.to_radians());
            let culmination_deg = math::atan((cos - 6378.137 / RADIUS_KM) / sin).to_degrees();
            for above_deg in [0.0, 3.0, 20.0] {
                let (arc, line) = seen(latitude_deg, 180.0, culmination_deg + above_deg);
                let found_deg = arc.separation(line).to_degrees();
                assert!((found_deg - above_deg).abs() < 1e-4, "{latitude_deg}: {found_deg}");
                for (limit_deg, is_within) in
                    [(above_deg + 0.001, true), (above_deg - 0.001, false)]
                {
                    let limit = f64::to_radians(limit_deg);
                    assert_eq!(arc.is_within(line, limit), is_within, "{latitude_deg} {limit_deg}");
                }
            }
        }
        let (arc, east) = seen(0.0, 90.0, 40.0);
        assert!(arc.separation(east) < 1e-6);
        let (arc, north) = seen(0.0, 0.0, 40.0);
        assert!((arc.separation(north).to_degrees() - 50.0).abs() < 1e-4);
    }

    /// Goal: away from the meridian the angle is exact, too, and the quick test agrees. Method: a
    /// hundred thousand points of the arc, for directions all over the sky.
    #[test]
    fn the_nearest_point_is_found_everywhere() {
        for latitude_deg in [-35.0, 1.0, 48.5, 70.0] {
            for azimuth_deg in (0..360).step_by(24) {
                for elevation_deg in [10.0, 40.0, 85.0] {
                    let (arc, line) = seen(latitude_deg, f64::from(azimuth_deg), elevation_deg);
                    let direction = arc.turned(line);
                    let points = (0..=100_000).map(|k| f64::from(k) / 50_000.0 - 1.0);
                    let cosines = points.map(|k| arc.point(k * arc.end).dot(direction));
                    let exact = math::acos(cosines.fold(-1.0, f64::max));
                    let found = arc.separation(line);
                    assert!((found - exact).abs() < 1e-5, "{latitude_deg} {azimuth_deg}");
                    for limit in [exact - 1e-4, exact + 1e-4] {
                        assert_eq!(arc.is_within(line, limit), exact <= limit);
                    }
                }
            }
        }
    }

    /// From 81.3 deg on the arc is below the horizontal plane.
    #[test]
    fn the_poles_see_nothing_of_it() {
        for (latitude_deg, is_seen) in [(81.0, true), (81.5, false), (-81.5, false), (90.0, false)]
        {
            let (sin, cos) = math::sin_cos(f64::to_radians(latitude_deg));
            let up = Vector::new(cos, 0.0, sin);
            assert_eq!(GsoArc::seen_from(up * 6378.137, up).is_some(), is_seen, "{latitude_deg}");
        }
    }
}
