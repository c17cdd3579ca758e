//! WGS 84 terminals, circular orbits, Keplerian or precessing by J2, true elevation above the local
//! horizontal plane.

use skyseam_orbit::{Motion, Rotation, wgs84};

use super::{EarthFixedSite, GeometryModel, LookAngles};
use crate::description::parts::{Point, Walker};
use crate::registry::NamedModel;

pub(super) const ROW: NamedModel<GeometryModel> = NamedModel {
    name: "exact",
    summary: "WGS 84 ellipsoid, true elevation, circular orbits, delays to 1 ns",
    source: "NIMA TR8350.2, 3rd ed. (WGS 84)",
    model: GeometryModel {
        earth_radius_km: wgs84::EQUATORIAL_RADIUS_KM,
        flattening: wgs84::FLATTENING,
        earth_rotation: wgs84::earth_rotation,
        shell_rotation: |walker| wgs84::orbit_rotation(walker.altitude_km),
        shell_rotation_j2: Some(shell_rotation_j2),
        satellite,
        satellite_name: |shell, _, plane, index| format!("{shell}-{plane}-{index}"),
        place,
        elevation,
        elevation_is_angle: true,
        delay: wgs84::delay,
        light_km_per_s: wgs84::LIGHT_KM_PER_S,
        delay_step_s: 1e-9,
        attached_at_zero: false,
    },
};

fn shell_rotation_j2(walker: &Walker) -> (Rotation, f64) {
    let rates = wgs84::SecularRates::j2(walker.altitude_km, walker.inclination_deg);
    (Rotation::from_rate(rates.argument_of_latitude), rates.raan)
}

fn satellite(walker: &Walker, plane: u32, index: u32) -> Motion {
    wgs84::satellite(
        walker.altitude_km,
        walker.inclination_deg,
        walker.raan_offset_deg + f64::from(plane) * walker.raan_spacing_deg,
        walker.argument_of_latitude_deg(plane, index),
    )
}

fn place(point: Point) -> EarthFixedSite {
    let (latitude, longitude) = (point.latitude_deg, point.longitude_deg);
    let position = wgs84::earth_fixed(latitude, longitude, point.altitude_m);
    EarthFixedSite {
        position: Motion::carried(position),
        up: Motion::carried(wgs84::up(latitude, longitude)),
        radius_km: position.norm(),
    }
}

fn elevation(sight: &LookAngles) -> Option<f64> {
    Some(wgs84::elevation(sight.line, sight.up)).filter(|&elevation| elevation >= -MAX_DIP_RAD)
}

/// Elevation below which the Earth blocks the view of every terminal up to an airliner's height:
/// the horizon dips by `acos(R / (R + h))`, 3.2 deg at 10 km; 6 deg covers heights up to 35 km.
const MAX_DIP_RAD: f64 = 0.105;
