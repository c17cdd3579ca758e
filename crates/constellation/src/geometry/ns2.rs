//! ns-2.35's spherical model, including its rounding (its directory `satellite`). Terminals are on
//! the sphere, whatever their altitude.

use skyseam_orbit::ns2;

use super::{EarthFixedSite, GeometryModel, LookAngles};
use crate::description::parts::{Point, Walker};
use crate::registry::NamedModel;

pub(super) const ROW: NamedModel<GeometryModel> = NamedModel {
    name: "ns2",
    summary: "spherical Earth, constants, roundings and tie-breaks of ns-2.35",
    source: "ns-2.35, satellite extension (T. Henderson)",
    model: GeometryModel {
        earth_radius_km: ns2::EARTH_RADIUS_KM,
        flattening: 0.0,
        earth_rotation: ns2::earth_rotation,
        shell_rotation: |walker| ns2::orbit_rotation(walker.altitude_km),
        // Planes do not precess (satposition.cc).
        shell_rotation_j2: None,
        satellite,
        satellite_name: |_, number, _, _| number.to_string(),
        place,
        elevation,
        elevation_is_angle: true,
        delay: ns2::delay,
        light_km_per_s: ns2::LIGHT_KM_PER_S,
        delay_step_s: 1e-8,
        // The example scripts link every terminal to satellite 0 first (tcl/ex/sat-iridium.tcl).
        attached_at_zero: true,
    },
};

fn satellite(walker: &Walker, plane: u32, index: u32) -> skyseam_orbit::Motion {
    let alpha = walker.argument_of_latitude_deg(plane, index);
    ns2::satellite(
        walker.altitude_km,
        walker.inclination_deg,
        walker.raan_offset_deg + f64::from(plane) * walker.raan_spacing_deg,
        // The scripts write alpha with two decimals (tcl/ex/sat-iridium-nodes.tcl).
        (alpha * 100.0).round() / 100.0,
    )
}

fn place(point: Point) -> EarthFixedSite {
    let position = ns2::place(point.latitude_deg, point.longitude_deg);
    EarthFixedSite { position, up: position, radius_km: ns2::EARTH_RADIUS_KM }
}

fn elevation(sight: &LookAngles) -> Option<f64> {
    ns2::elevation(sight.orbit_radius_km, sight.line.norm())
}
