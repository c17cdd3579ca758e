//! The exact model of the Earth: WGS 84 constants, the ellipsoid, true elevation, the speed of
//! light.
//!
//! Orbits are circular, Keplerian or with the secular effects of the Earth's oblateness
//! ([`SecularRates::j2`]; no periodic terms, no drag); the rotation of the Earth is uniform.
//! Orbital altitudes are above the equatorial radius.

use skyseam_base::{Duration, math};

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
pub(crate) const EARTH_RATE_RAD_PER_S: f64 = 7.292_115_855_3e-5;
/// Speed of light in vacuum, km/s (by definition of the metre).
pub const LIGHT_KM_PER_S: f64 = 299_792.458;

/// Radius of a circular orbit at `altitude_km`, km.
pub fn orbit_radius_km(altitude_km: f64) -> f64 {
    EQUATORIAL_RADIUS_KM + altitude_km
}

/// The motion along a circular orbit at `altitude_km`: Kepler's third law.
pub fn orbit_rotation(altitude_km: f64) -> Rotation {
    Rotation::from_rate((MU_KM3_PER_S2 / math::powi(orbit_radius_km(altitude_km), 3)).sqrt())
}

/// Second zonal harmonic: -sqrt(5) times the normalized coefficient C(2,0), -0.484166774985e-3
/// (NIMA TR8350.2, 3rd ed., chapter 5).
pub const J2: f64 = 0.484_166_774_985e-3 * 2.236_067_977_499_79;

/// Mean rates of change of the angles of a circular orbit, averaged over an orbit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SecularRates {
    /// Rate of the argument of latitude, rad/s.
    pub argument_of_latitude: f64,
    /// Rate of the right ascension of the ascending node, rad/s; negative if the node moves west.
    pub raan: f64,
}

impl SecularRates {
    /// Rates of a circular orbit of the given mean altitude around an oblate Earth, to first order
    /// in J2 (Vallado, Fundamentals of Astrodynamics, 4th ed., Sec. 9.6):
    ///
    /// `k = 3/2 J2 (R/a)^2 n`, node `-k cos i`, perigee `k (2 - 5/2 sin^2 i)`, mean anomaly `n + k
    /// (1 - 3/2 sin^2 i)`; the argument of latitude is the sum of the last two. The second order is
    /// neglected: about a thousandth of this, 0.2 deg of Iridium's node in a year.
    pub fn j2(altitude_km: f64, inclination_deg: f64) -> Self {
        let mean_motion = orbit_rotation(altitude_km).rate();
        let ratio = EQUATORIAL_RADIUS_KM / orbit_radius_km(altitude_km);
        let k = 1.5 * J2 * ratio * ratio * mean_motion;
        let (sin, cos) = math::sin_cos(inclination_deg.to_radians());
        Self { argument_of_latitude: mean_motion + k * (3.0 - 4.0 * sin * sin), raan: -k * cos }
    }
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
    let (sin_lat, cos_lat) = math::sin_cos(latitude_deg.to_radians());
    let (sin_lon, cos_lon) = math::sin_cos(longitude_deg.to_radians());
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
    let (sin_lat, cos_lat) = math::sin_cos(latitude_deg.to_radians());
    let (sin_lon, cos_lon) = math::sin_cos(longitude_deg.to_radians());
    Vector::new(cos_lat * cos_lon, cos_lat * sin_lon, sin_lat)
}

/// Elevation in radians, above the local horizontal plane, of an object in direction `sight` from a
/// location whose vertical is `up`; negative below the plane.
pub fn elevation(sight: Vector<Inertial>, up: Vector<Inertial>) -> f64 {
    math::asin((sight.dot(up) / sight.norm()).clamp(-1.0, 1.0))
}

/// Propagation delay over a distance, to the nearest nanosecond.
pub fn delay(range_km: f64) -> Duration {
    Duration::from_secs_f64(delay_s(range_km))
}

/// Propagation delay over a distance, s.
pub fn delay_s(range_km: f64) -> f64 {
    range_km / LIGHT_KM_PER_S
}

#[cfg(test)]
mod tests {
    use super::*;
    use skyseam_base::SimTime;

    /// Conversion from Cartesian to geodetic by fixed-point iteration on the latitude
    /// (Hofmann-Wellenhof, GNSS, Sec. 8.2.1): the inverse, computed by another method.
    fn geodetic(v: Vector<EarthFixed>) -> (f64, f64, f64) {
        let b = EQUATORIAL_RADIUS_KM * (1.0 - FLATTENING);
        let e2 = 1.0 - math::powi(b / EQUATORIAL_RADIUS_KM, 2);
        let p = math::hypot(v.x, v.y);
        let mut latitude = math::atan(v.z / p / (1.0 - e2));
        let mut height = 0.0;
        for _ in 0..20 {
            let n = math::powi(EQUATORIAL_RADIUS_KM, 2)
                / math::hypot(EQUATORIAL_RADIUS_KM * math::cos(latitude), b * math::sin(latitude));
            height = p / math::cos(latitude) - n;
            latitude = math::atan(v.z / p / (1.0 - e2 * n / (n + height)));
        }
        (latitude.to_degrees(), math::atan2(v.y, v.x).to_degrees(), height * 1000.0)
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

    fn node_deg_per_day(altitude_km: f64, inclination_deg: f64) -> f64 {
        (SecularRates::j2(altitude_km, inclination_deg).raan * 86_400.0).to_degrees()
    }

    /// The textbook form for a node that follows the sun: cos i = -(a / 12352 km)^(7/2), with 360
    /// deg in 365.2422 days.
    #[test]
    fn the_node_of_a_sun_synchronous_orbit_follows_the_sun() {
        for altitude_km in [400.0, 705.0, 800.0, 1200.0, 2000.0_f64] {
            let cos_i = -math::powf(orbit_radius_km(altitude_km) / 12_352.0, 3.5);
            let rate = node_deg_per_day(altitude_km, math::acos(cos_i).to_degrees());
            let sun = 360.0 / 365.2422;
            assert!((rate / sun - 1.0).abs() < 1e-3, "{rate} deg a day at {altitude_km} km");
        }
        assert!(node_deg_per_day(780.0, 90.0).abs() < 1e-12);
        assert!(node_deg_per_day(420.0, 51.6) < -4.9, "the node of a prograde orbit moves west");
    }

    /// Landsat 7 passes its node 233 times in 16 days, at a mean semi-major axis of 7077.7 km and
    /// 98.2 deg: a period of 98.884 min. A Kepler orbit would take 98.765 min.
    #[test]
    fn landsat_is_back_after_sixteen_days() {
        let rates = SecularRates::j2(7077.7 - EQUATORIAL_RADIUS_KM, 98.2);
        let minutes = std::f64::consts::TAU / rates.argument_of_latitude / 60.0;
        assert!((minutes - 16.0 * 1440.0 / 233.0).abs() < 2e-3, "{minutes} min");
    }

    /// Integrates the motion in the field of a point mass and J2 from one ascending node to the
    /// 30th after it, by the Runge-Kutta method in steps of 5 s.
    #[test]
    fn the_node_moves_as_numerical_integration_says() {
        for (altitude_km, inclination_deg) in [(780.0, 86.4_f64), (550.0, 53.0), (1325.0, 120.0)] {
            let r = orbit_radius_km(altitude_km);
            let v = (MU_KM3_PER_S2 / r).sqrt();
            let (sin_i, cos_i) = math::sin_cos(inclination_deg.to_radians());
            let mut state = [r, 0.0, 0.0, 0.0, v * cos_i, v * sin_i];
            let (mut nodes, mut steps, mut moved) = (0, 0.0, 0.0);
            while nodes < 30 {
                let before = state;
                state = runge_kutta(before, 5.0);
                steps += 1.0;
                if before[2] < 0.0 && state[2] >= 0.0 {
                    nodes += 1;
                    let part = before[2] / (before[2] - state[2]);
                    let at = |k: usize| before[k] + part * (state[k] - before[k]);
                    moved = math::atan2(at(1), at(0)) / ((steps - 1.0 + part) * 5.0);
                }
            }
            let expected = SecularRates::j2(altitude_km, inclination_deg).raan;
            // The circle that is given is the osculating one; the mean one is up to 10 km off.
            assert!((moved / expected - 1.0).abs() < 0.01, "{moved} and {expected} rad/s");
        }
    }

    /// One step of the classical fourth-order method; position and velocity in km and km/s.
    fn runge_kutta(state: [f64; 6], h: f64) -> [f64; 6] {
        let moved = |slope: [f64; 6], h: f64| std::array::from_fn(|i| state[i] + h * slope[i]);
        let k1 = slope(state);
        let k2 = slope(moved(k1, h / 2.0));
        let k3 = slope(moved(k2, h / 2.0));
        let k4 = slope(moved(k3, h));
        std::array::from_fn(|i| state[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]))
    }

    /// Velocity and acceleration around a point mass with J2 (Vallado, 4th ed., Sec. 8.7.1).
    fn slope([x, y, z, vx, vy, vz]: [f64; 6]) -> [f64; 6] {
        let r2 = x * x + y * y + z * z;
        let pull = -MU_KM3_PER_S2 / (r2 * r2.sqrt());
        let oblate = 1.5 * J2 * EQUATORIAL_RADIUS_KM * EQUATORIAL_RADIUS_KM / r2;
        let across = pull * (1.0 + oblate * (1.0 - 5.0 * z * z / r2));
        let along = pull * (1.0 + oblate * (3.0 - 5.0 * z * z / r2));
        [vx, vy, vz, across * x, across * y, along * z]
    }

    /// Goal: the pages state the Earth's rotation rate used here. Method: the digits of both.
    #[test]
    fn the_pages_have_the_rate_of_the_earth() {
        let geometry = include_str!("../../../docs/models/geometry.md");
        let orbit = include_str!("../../../docs/models/orbit.md");
        assert!(geometry.contains(&format!("{EARTH_RATE_RAD_PER_S:e} rad/s")));
        let digits = format!("{EARTH_RATE_RAD_PER_S:e}").replace("e-5", "");
        assert!(
            orbit.contains(&format!(
                "${}$ rad/s",
                r"\omega = D \cdot 10^{-5}".replace('D', &digits)
            ))
        );
    }

    #[test]
    fn a_satellite_on_the_vertical_is_at_ninety_degrees() {
        let motion = Motion::carried(up(30.0, 10.0));
        let vertical = motion.at(earth_rotation().at(SimTime::from_secs(5000)));
        assert!((elevation(vertical * 780.0, vertical).to_degrees() - 90.0).abs() < 1e-5);
        assert!(elevation(-vertical, vertical) < 0.0);
    }
}
