//! Hypatia's flat-Earth range rule, so that its results can be compared: a ground link is admitted
//! if its range is at most `altitude / sin(minimum elevation)`.
//!
//! The model compares the mask with the angle `asin(altitude / range)`, the elevation over a flat
//! Earth. Over the round Earth a satellite admitted in this way is lower, with a mask of some
//! degrees even below the horizon: the link then passes through the Earth
//! (docs/models/geometry.md). The model does this on purpose; use `exact` for new work.
//!
//! The constants are those of Hypatia (Kassing et al., IMC 2020; github.com/snkas/hypatia): WGS 72
//! for the Earth, 299 792 458 m/s. Hypatia takes positions from SGP4; here shells move on the
//! circular orbits that SGP4's secular terms perturb, with `propagation = "j2"` to first order.

use skyseam_base::math;
use skyseam_orbit::{Motion, Rotation, Vector, wgs84};

use super::{EarthFixedSite, GeometryModel, LookAngles};
use crate::description::parts::{Point, Walker};
use crate::registry::NamedModel;

pub(super) const ROW: NamedModel<GeometryModel> = NamedModel {
    name: "hypatia",
    summary: "WGS 72, and ground links up to altitude / sin(mask) long, also through the Earth, as \
              Hypatia has it; only for comparison",
    source: "Kassing et al., IMC 2020; github.com/snkas/hypatia",
    model: GeometryModel {
        earth_radius_km: EQUATORIAL_RADIUS_KM,
        flattening: FLATTENING,
        earth_rotation: wgs84::earth_rotation,
        shell_rotation: |walker| Rotation::from_rate(mean_motion(walker)),
        shell_rotation_j2: Some(shell_rotation_j2),
        satellite,
        // Hypatia's files number the satellites.
        satellite_name: |_, number, _, _| number.to_string(),
        place,
        elevation: |sight| Some(flat_elevation(sight)),
        elevation_is_angle: false,
        delay: wgs84::delay,
        light_km_per_s: wgs84::LIGHT_KM_PER_S,
        delay_step_s: 1e-9,
        attached_at_zero: false,
    },
};

/// WGS 72 as SGP4 has it (Spacetrack Report 3 and its revision, Vallado et al. 2006), km.
const EQUATORIAL_RADIUS_KM: f64 = 6378.135;
/// WGS 72.
const FLATTENING: f64 = 1.0 / 298.26;
/// WGS 72, km^3/s^2.
const MU_KM3_PER_S2: f64 = 398_600.8;
/// WGS 72.
const J2: f64 = 1.082_616e-3;

fn orbit_radius_km(walker: &Walker) -> f64 {
    EQUATORIAL_RADIUS_KM + walker.altitude_km
}

/// Returns the angular rate along the orbit, rad/s: Kepler's third law.
fn mean_motion(walker: &Walker) -> f64 {
    (MU_KM3_PER_S2 / math::powi(orbit_radius_km(walker), 3)).sqrt()
}

/// As [`wgs84::SecularRates::j2`], with the constants of WGS 72.
fn shell_rotation_j2(walker: &Walker) -> (Rotation, f64) {
    let n = mean_motion(walker);
    let k = 1.5 * J2 * math::powi(EQUATORIAL_RADIUS_KM / orbit_radius_km(walker), 2) * n;
    let (sin, cos) = math::sin_cos(walker.inclination_deg.to_radians());
    (Rotation::from_rate(n + k * (3.0 - 4.0 * sin * sin)), -k * cos)
}

fn satellite(walker: &Walker, plane: u32, index: u32) -> Motion {
    Motion::orbit(
        orbit_radius_km(walker),
        walker.inclination_deg.to_radians(),
        (walker.raan_offset_deg + f64::from(plane) * walker.raan_spacing_deg).to_radians(),
        walker.argument_of_latitude_deg(plane, index).to_radians(),
    )
}

/// Converts a geodetic position on the ellipsoid of WGS 72 (Hypatia's geodetic2cartesian).
fn place(point: Point) -> EarthFixedSite {
    let (sin_lat, cos_lat) = math::sin_cos(point.latitude_deg.to_radians());
    let (sin_lon, cos_lon) = math::sin_cos(point.longitude_deg.to_radians());
    let e2 = FLATTENING * (2.0 - FLATTENING);
    // Radius of curvature in the prime vertical.
    let n = EQUATORIAL_RADIUS_KM / (1.0 - e2 * sin_lat * sin_lat).sqrt();
    let height_km = point.altitude_m / 1000.0;
    let from_axis = (n + height_km) * cos_lat;
    let position = Vector::new(
        from_axis * cos_lon,
        from_axis * sin_lon,
        (n * (1.0 - e2) + height_km) * sin_lat,
    );
    EarthFixedSite {
        position: Motion::carried(position),
        up: Motion::carried(Vector::new(cos_lat * cos_lon, cos_lat * sin_lon, sin_lat)),
        radius_km: position.norm(),
    }
}

/// Returns the elevation over a flat Earth, rad: the highest satellite is the nearest one.
///
/// If the range is below the altitude, as for an overhead satellite seen from a site above the
/// ellipsoid or near a pole, the elevation is a right angle.
fn flat_elevation(sight: &LookAngles) -> f64 {
    let altitude_km = sight.orbit_radius_km - EQUATORIAL_RADIUS_KM;
    math::asin((altitude_km / sight.line.norm()).min(1.0))
}
