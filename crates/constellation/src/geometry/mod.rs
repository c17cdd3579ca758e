//! Geometry modes: approximations that positions, elevations and delays follow.

mod exact;
mod hypatia;
mod ns2;

use skyseam_base::Duration;
use skyseam_orbit::{Inertial, Motion, Rotation, Vector};

use crate::description::parts::{Orbits, Point, Shell, Walker};
use crate::registry::{ModelChoice, Registered};

/// Approximations that positions, elevations and delays follow.
pub type Geometry = Registered<GeometryModel>;

impl Geometry {
    /// WGS84 ellipsoid, true elevation above the local horizontal plane, exact constants.
    pub const EXACT: Self = Registered(&exact::ROW);
    /// ns-2.35's spherical model, including its rounding and tie-breaks.
    pub const NS2: Self = Registered(&ns2::ROW);
    /// Hypatia's flat-Earth range rule: ground links up to altitude / sin(mask) long.
    pub const HYPATIA: Self = Registered(&hypatia::ROW);
}

impl ModelChoice for GeometryModel {
    const WHAT: &'static str = "a geometry";
    const BUILT_IN: &'static [Geometry] = &[Geometry::EXACT, Geometry::NS2, Geometry::HYPATIA];
}

/// Rotation of a shell's satellites along their orbits, and precession rate of its planes about the
/// Earth's axis, rad/s.
pub(crate) type Precessing = fn(&Walker) -> (Rotation, f64);

/// Returns the names of the satellites of all shells, in the order of their numbers.
pub fn satellite_names(geometry: Geometry, shells: &[Shell]) -> Vec<String> {
    let name = geometry.satellite_name;
    let mut names = Vec::new();
    for shell in shells {
        match &shell.orbits {
            Orbits::Walker(walker) => {
                for (plane, index) in walker.slots() {
                    names.push(name(&shell.name, names.len() as u32, plane, index));
                }
            }
            Orbits::Listed(listed) => {
                names.extend(listed.orbiters().map(|(_, _, orbiter)| orbiter.name.clone()));
            }
        }
    }
    names
}

/// Rules of a geometry mode.
#[derive(Clone, Copy, Debug)]
pub struct GeometryModel {
    /// Radius of the Earth that inter-satellite links must clear, km.
    pub earth_radius_km: f64,
    /// Flattening of the reference ellipsoid of heights; 0 for a sphere.
    pub flattening: f64,
    /// Rotation of the Earth.
    pub earth_rotation: fn() -> Rotation,
    /// Rotation of a shell's satellites along their orbits.
    pub shell_rotation: fn(&Walker) -> Rotation,
    /// Rotation of a shell under [`Propagation::J2`](crate::description::parts::Propagation);
    /// `None` if the mode does not support it.
    pub shell_rotation_j2: Option<Precessing>,
    /// Motion of a satellite, by plane and index.
    pub satellite: fn(&Walker, u32, u32) -> Motion,
    /// Name of a satellite, from the name of its shell, plane, index and number among all nodes.
    pub satellite_name: fn(&str, u32, u32, u32) -> String,
    /// Motion of a site on or above the Earth.
    pub place: fn(Point) -> EarthFixedSite,
    /// Elevation of a satellite in radians; `None` if the Earth blocks the line of sight.
    pub elevation: fn(&LookAngles) -> Option<f64>,
    /// Whether elevations are angles above a plane within a quarter of a degree of the horizontal;
    /// they then bound the satellite's distance.
    pub elevation_is_angle: bool,
    /// Propagation delay over a range in km.
    pub delay: fn(f64) -> Duration,
    /// Speed of light used for delays, km/s.
    pub light_km_per_s: f64,
    /// Unit to which delays are rounded, s.
    pub delay_step_s: f64,
    /// Whether terminals are linked to satellite 0 before their first check.
    pub attached_at_zero: bool,
}

/// A site at a fixed position on the Earth, with which it rotates.
#[derive(Clone, Copy, Debug)]
pub struct EarthFixedSite {
    /// Position of the site.
    pub position: Motion,
    /// Local vertical.
    pub up: Motion,
    /// Distance from the centre of the Earth, km.
    pub radius_km: f64,
}

/// A satellite as seen from a site.
#[derive(Clone, Copy, Debug)]
pub struct LookAngles {
    /// Vector from the site to the satellite, km.
    pub line: Vector<Inertial>,
    /// Local vertical at the site.
    pub up: Vector<Inertial>,
    /// Radius of the satellite's orbit, km.
    pub orbit_radius_km: f64,
}
