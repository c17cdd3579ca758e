//! Direction of the sun, for eclipses of satellites.

use skyseam_base::{SimTime, math};

use crate::utc::Utc;
use crate::vector::{Inertial, Vector};

/// Returns the unit vector from the Earth to the sun, the time `t` after `zero`.
///
/// Low-precision formulas of the Astronomical Almanac (Michalsky, Solar Energy 40, 1988, p. 227):
/// errors below 0.01 deg from 1950 to 2050.
pub fn direction(zero: Utc, t: SimTime) -> Vector<Inertial> {
    let days = zero.after(t).julian_date() - 2_451_545.0;
    let mean_longitude_deg = 280.460 + 0.985_647_4 * days;
    let mean_anomaly = (357.528 + 0.985_600_3 * days).to_radians();
    let longitude = mean_longitude_deg
        + 1.915 * math::sin(mean_anomaly)
        + 0.020 * math::sin(2.0 * mean_anomaly);
    let (sin, cos) = math::sin_cos(longitude.to_radians());
    let (sin_obliquity, cos_obliquity) = math::sin_cos((23.439 - 4e-7 * days).to_radians());
    let (x, y, z) = (cos, cos_obliquity * sin, sin_obliquity * sin);
    // From the equinox to the Greenwich meridian at time zero.
    let (sin, cos) = math::sin_cos(zero.gmst_rad());
    Vector::new(x * cos + y * sin, y * cos - x * sin, z)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the sun stands over the right place of the Earth. Method: published subsolar points:
    /// at the equinox of 2025-03-20 09:01:30 UTC over the equator, at the solstice of 2025-06-21
    /// 02:42 UTC over 23.44 deg N; longitudes from UTC and the equation of time of these days (-7.4
    /// and -1.9 min), to a minute.
    #[test]
    fn it_stands_over_the_subsolar_point() {
        for (zero, latitude_deg, longitude_deg) in [
            ("2025-03-20T09:01:30Z", 0.0, 180.0 - 15.0 * (9.0 + (1.5 - 7.4) / 60.0)),
            ("2025-06-21T02:42:00Z", 23.44, 180.0 - 15.0 * (2.0 + (42.0 - 1.9) / 60.0)),
        ] {
            let sun = direction(zero.parse().unwrap(), SimTime::ZERO);
            let found = (math::asin(sun.z).to_degrees(), math::atan2(sun.y, sun.x).to_degrees());
            let longitude_off = (found.1 - longitude_deg + 540.0).rem_euclid(360.0) - 180.0;
            assert!((found.0 - latitude_deg).abs() < 0.02, "{zero}: {found:?}");
            assert!(longitude_off.abs() < 0.25, "{zero}: {found:?}, not {longitude_deg}");
            assert!((sun.norm() - 1.0).abs() < 1e-12);
        }
    }

    /// The frame does not rotate: in a day the sun moves by about a degree along the ecliptic.
    #[test]
    fn it_moves_a_degree_a_day() {
        let zero = "2026-05-21T00:00:00Z".parse().unwrap();
        let [one, other] = [0, 86_400].map(|s| direction(zero, SimTime::from_secs(s)));
        let moved_deg = math::acos(one.dot(other)).to_degrees();
        assert!((0.9..1.1).contains(&moved_deg), "{moved_deg}");
    }
}
