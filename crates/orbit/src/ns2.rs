//! The spherical model of ns-2.35's satellite extension, for comparison of results.
//!
//! Files and functions named in comments are in its directory `satellite`. As in ns-2, position
//! parameters pass through 32-bit floats.

use skyseam_base::{Duration, math};

use crate::motion::{Motion, Rotation};
use crate::vector::Vector;

/// Radius of the spherical Earth, km (satgeometry.h).
pub const EARTH_RADIUS_KM: f64 = 6378.0;
/// Gravitational parameter, km^3/s^2 (satgeometry.h).
pub const MU_KM3_PER_S2: f64 = 398_601.2;
/// Speed of light, km/s (satgeometry.h: not the defined 299792.458).
pub const LIGHT_KM_PER_S: f64 = 299_793.0;
/// Rotation period of the Earth, s (satgeometry.h).
pub(crate) const EARTH_PERIOD_S: f64 = 86_164.0;
/// Pi as ns-2 writes it (satgeometry.h), truncated.
#[allow(clippy::approx_constant)]
pub const PI: f64 = 3.1415926535897;

/// Rounding factor: distances are rounded to multiples of 1/`ROUNDING` km, delays of 1/`ROUNDING` s
/// (satgeometry.cc).
const ROUNDING: f64 = 1e8;

/// Radians of an angle given in degrees, computed as in ns-2.
fn parsed_radians(degrees: f64) -> f64 {
    parsed(degrees) * PI / 180.0
}

/// A position parameter as read by ns-2, through a 32-bit float (satposition.cc).
fn parsed(value: f64) -> f64 {
    f64::from(value as f32)
}

/// Radius of a circular orbit at `altitude_km`, km.
pub fn orbit_radius_km(altitude_km: f64) -> f64 {
    EARTH_RADIUS_KM + parsed(altitude_km)
}

/// The motion along a circular orbit at `altitude_km` (`PolarSatPosition`).
pub fn orbit_rotation(altitude_km: f64) -> Rotation {
    let period = 2.0 * PI * (math::powi(orbit_radius_km(altitude_km), 3) / MU_KM3_PER_S2).sqrt();
    Rotation::new(period, 2.0 * PI)
}

/// A satellite, by altitude, inclination, ascending node and argument of latitude at time zero.
pub fn satellite(
    altitude_km: f64,
    inclination_deg: f64,
    raan_deg: f64,
    argument_of_latitude_deg: f64,
) -> Motion {
    Motion::orbit(
        orbit_radius_km(altitude_km),
        parsed_radians(inclination_deg),
        parsed_radians(raan_deg),
        parsed_radians(argument_of_latitude_deg),
    )
}

/// The rotation of the Earth.
pub fn earth_rotation() -> Rotation {
    Rotation::new(EARTH_PERIOD_S, 2.0 * PI)
}

/// A location on the sphere (`TermSatPosition`: colatitude 90 - lat).
pub fn place(latitude_deg: f64, longitude_deg: f64) -> Motion {
    let (sin_theta, cos_theta) = math::sin_cos((90.0 - parsed(latitude_deg)) * PI / 180.0);
    let (sin_phi, cos_phi) = math::sin_cos(parsed_radians(longitude_deg));
    Motion::carried(
        Vector::new(sin_theta * cos_phi, sin_theta * sin_phi, cos_theta) * EARTH_RADIUS_KM,
    )
}

/// Elevation in radians of a satellite at `orbit_radius_km`, seen from the ground at distance
/// `range_km`; `None` if the Earth is in between (`SatGeometry::check_elevation`).
pub fn elevation(orbit_radius_km: f64, range_km: f64) -> Option<f64> {
    let (s, e, d) = (orbit_radius_km, EARTH_RADIUS_KM, rounded(range_km));
    if d >= (s * s - e * e).sqrt() {
        return None;
    }
    let central_angle = math::acos(((s * s + e * e - d * d) / (2.0 * s * e)).clamp(-1.0, 1.0));
    Some(math::acos((s * math::sin(central_angle) / d).min(1.0)))
}

/// Propagation delay over a distance; both are rounded (`SatGeometry::propdelay`).
pub fn delay(range_km: f64) -> Duration {
    let units = (rounded(range_km) / LIGHT_KM_PER_S * ROUNDING + 0.5).floor();
    Duration::from_nanos(units as u64 * 10)
}

fn rounded(value: f64) -> f64 {
    (value * ROUNDING + 0.5).floor() / ROUNDING
}

#[cfg(test)]
mod tests {
    use super::*;
    use skyseam_base::SimTime;

    #[test]
    fn periods_are_those_of_the_model_file() {
        assert!((orbit_rotation(780.0).period_s() - 6026.9).abs() < 0.1);
        assert!((orbit_rotation(1375.0).period_s() - 6794.0).abs() < 1.0);
    }

    #[test]
    fn a_delay_is_a_whole_number_of_ten_nanoseconds() {
        assert_eq!(delay(299_793.0), Duration::from_secs(1));
        assert_eq!(delay(780.0).as_nanos(), 2_601_800); // 780/299793 = 2.6017952... ms
        assert_eq!(delay(0.0), Duration::ZERO);
    }

    #[test]
    fn elevation_is_ninety_degrees_overhead_and_none_beyond_the_horizon() {
        let overhead = elevation(7158.0, 780.0).unwrap().to_degrees();
        assert!((overhead - 90.0).abs() < 1e-5, "{overhead}");
        assert_eq!(elevation(7158.0, 3300.0), None);
        let low = elevation(7158.0, 3249.0).unwrap().to_degrees();
        assert!((0.0..0.5).contains(&low), "{low}");
    }

    #[test]
    fn parameters_lose_the_digits_a_32_bit_float_cannot_hold() {
        let exact = Motion::orbit(7158.0, 86.4_f64.to_radians(), 0.0, 1.0);
        let phase = orbit_rotation(780.0).at(SimTime::from_secs(1000));
        let off =
            (satellite(780.0, 86.4, 0.0, 1.0_f64.to_degrees()).at(phase) - exact.at(phase)).norm();
        assert!(off > 1e-6 && off < 1e-2, "{off} km");
    }
}
