//! The exact mode's Earth: WGS 84 constants, the ellipsoid, true elevation, the speed of light.
//!
//! Orbits are circular and Keplerian (no J2, no drag); the rotation of the Earth is uniform.
//! Heights of orbits are above the equatorial radius.

use skyseam_base::Duration;

use crate::motion::{Motion, Rotation};
use crate::vector::{EarthFixed, Inertial, Vector};

/// Semi-major axis of the ellipsoid, km (NIMA TR8350.2, 3rd ed., Table 3.1).
pub const EQUATORIAL_RADIUS_KM: f64 = 6378.137;
/// Flattening of the ellipsoid (NIMA TR8350.2, 3rd ed., Table 3.1).
pub const FLATTENING: f64 = 1.0 / 298.257_223_563;
/// Gravitational parameter of the Earth with its atmosphere, km^3/s^2 (NIMA TR8350.2, Table 3.1).
pub const MU_KM3_PER_S2: f64 = 398_600.441_8;
/// Angular velocity of the Earth in a precessing frame, rad/s (NIMA TR8350.2, chapter 3, "Angular
/// Velocity of the Earth", constant term).
pub const EARTH_RATE_RAD_PER_S: f64 = 7.292_115_855_3e-5;
/// Speed of light in vacuum, km/s (by definition of the metre).
pub const LIGHT_KM_PER_S: f64 = 299_792.458;

/// Radius of a circular orbit at `altitude_km`, km.
pub fn orbit_radius_km(altitude_km: f64) -> f64 {
    EQUATORIAL_RADIUS_KM + altitude_km
}

/// The motion along a circular orbit at `altitude_km`: Kepler's third law.
pub fn orbit_rotation(altitude_km: f64) -> Rotation {
    Rotation::from_rate((MU_KM3_PER_S2 / orbit_radius_km(altitude_km).powi(3)).sqrt())
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
        inclination_deg.to_radians(),
        raan_deg.to_radians(),
        argument_of_latitude_deg.to_radians(),
    )
}

/// The rotation of the Earth.
pub fn earth_rotation() -> Rotation {
    Rotation::from_rate(EARTH_RATE_RAD_PER_S)
}

/// A geodetic position in Earth-fixed coordinates (NIMA TR8350.2, Eq. 4-14).
pub fn earth_fixed(latitude_deg: f64, longitude_deg: f64, altitude_m: f64) -> Vector<EarthFixed> {
    let (sin_lat, cos_lat) = latitude_deg.to_radians().sin_cos();
    let (sin_lon, cos_lon) = longitude_deg.to_radians().sin_cos();
    let e2 = FLATTENING * (2.0 - FLATTENING);
    // Radius of curvature in the prime vertical.
    let n = EQUATORIAL_RADIUS_KM / (1.0 - e2 * sin_lat * sin_lat).sqrt();
    let h = altitude_m / 1000.0;
    Vector::new(
        (n + h) * cos_lat * cos_lon,
        (n + h) * cos_lat * sin_lon,
        (n * (1.0 - e2) + h) * sin_lat,
    )
}

/// The direction of the local vertical: the normal of the ellipsoid.
pub fn up(latitude_deg: f64, longitude_deg: f64) -> Vector<EarthFixed> {
    let (sin_lat, cos_lat) = latitude_deg.to_radians().sin_cos();
    let (sin_lon, cos_lon) = longitude_deg.to_radians().sin_cos();
    Vector::new(cos_lat * cos_lon, cos_lat * sin_lon, sin_lat)
}

/// Elevation in radians above the local horizontal plane of what lies at `sight` from a place whose
/// vertical is `up`; negative below the plane.
pub fn elevation(sight: Vector<Inertial>, up: Vector<Inertial>) -> f64 {
    (sight.dot(up) / sight.norm()).clamp(-1.0, 1.0).asin()
}

/// Propagation delay over a distance, to the nearest nanosecond.
pub fn delay(range_km: f64) -> Duration {
    Duration::from_secs_f64(range_km / LIGHT_KM_PER_S)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skyseam_base::SimTime;

    /// Cartesian to geodetic by fixed-point iteration on the latitude (Hofmann-Wellenhof, GNSS,
    /// Sec. 8.2.1): the inverse, worked out another way.
    fn geodetic(v: Vector<EarthFixed>) -> (f64, f64, f64) {
        let b = EQUATORIAL_RADIUS_KM * (1.0 - FLATTENING);
        let e2 = 1.0 - (b / EQUATORIAL_RADIUS_KM).powi(2);
        let p = v.x.hypot(v.y);
        let mut latitude = (v.z / p / (1.0 - e2)).atan();
        let mut height = 0.0;
        for _ in 0..20 {
            let n = EQUATORIAL_RADIUS_KM.powi(2)
                / (EQUATORIAL_RADIUS_KM * latitude.cos()).hypot(b * latitude.sin());
            height = p / latitude.cos() - n;
            latitude = (v.z / p / (1.0 - e2 * n / (n + height))).atan();
        }
        (latitude.to_degrees(), v.y.atan2(v.x).to_degrees(), height * 1000.0)
    }

    #[test]
    fn geodetic_positions_invert_within_a_hundredth_of_a_millimetre() {
        for latitude in [-80.0, -33.87, 0.0, 21.5, 59.9, 85.0] {
            for (longitude, altitude) in [(-158.0, 0.0), (0.0, 12_000.0), (151.21, 350.0)] {
                let (lat, lon, alt) = geodetic(earth_fixed(latitude, longitude, altitude));
                assert!((lat - latitude).abs() < 1e-10, "latitude {lat} of {latitude}");
                assert!((lon - longitude).abs() < 1e-10, "longitude {lon} of {longitude}");
                assert!((alt - altitude).abs() < 1e-5, "altitude {alt} of {altitude}");
            }
        }
    }

    #[test]
    fn poles_and_equator_have_the_published_radii() {
        // Semi-minor axis 6356752.3142 m: NIMA TR8350.2, Table 3.3.
        assert!((earth_fixed(90.0, 0.0, 0.0).norm() - 6_356.752_314_2).abs() < 1e-7);
        assert!((earth_fixed(0.0, 77.0, 0.0).norm() - 6_378.137).abs() < 1e-9);
    }

    #[test]
    fn the_vertical_is_where_height_grows() {
        let (latitude, longitude) = (50.0, -40.0);
        let rise = earth_fixed(latitude, longitude, 1000.0) - earth_fixed(latitude, longitude, 0.0);
        assert!((rise - up(latitude, longitude)).norm() < 1e-9);
        assert!((up(latitude, longitude).norm() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn a_geostationary_orbit_keeps_pace_with_the_earth() {
        // 42164.17 km, the radius at which a Keplerian orbit takes one sidereal day.
        let orbit = orbit_rotation(42_164.17 - EQUATORIAL_RADIUS_KM);
        assert!((orbit.rate() / EARTH_RATE_RAD_PER_S - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_satellite_on_the_vertical_is_at_ninety_degrees() {
        let motion = Motion::carried(up(30.0, 10.0));
        let vertical = motion.at(earth_rotation().at(SimTime::from_secs(5000)));
        assert!((elevation(vertical * 780.0, vertical).to_degrees() - 90.0).abs() < 1e-5);
        assert!(elevation(-vertical, vertical) < 0.0);
    }
}
