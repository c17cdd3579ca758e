//! Geometry modes: which approximations positions, elevations and delays follow.

mod exact;
mod hypatia;
mod ns2;

use skyseam_base::Duration;
use skyseam_orbit::{Inertial, Motion, Rotation, Vector};

use crate::description::parts::{Orbits, Point, Shell, Walker};
use crate::registry::{Kind, Registered};

/// Which approximations positions, elevations and delays follow.
pub type Geometry = Registered<Model>;

impl Geometry {
    /// WGS84 ellipsoid, true elevation above the local horizontal plane, exact constants.
    pub const EXACT: Self = Registered(&exact::ROW);
    /// ns-2.35's spherical model to the last rounding and tie-break.
    pub const NS2: Self = Registered(&ns2::ROW);
    /// Hypatia's flat-Earth range rule: ground links up to altitude / sin(mask) long.
    pub const HYPATIA: Self = Registered(&hypatia::ROW);
}

impl Kind for Model {
    const WHAT: &'static str = "a geometry";
    const BUILT_IN: &'static [Geometry] = &[Geometry::EXACT, Geometry::NS2, Geometry::HYPATIA];
}

/// How the satellites of a shell go round, and how fast its planes turn about the Earth's axis,
/// rad/s.
pub(crate) type Precessing = fn(&Walker) -> (Rotation, f64);

/// The names of the satellites of all shells, in the order of their numbers.
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

/// What a geometry mode decides.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// Radius of the Earth that inter-satellite links must clear, km.
    pub earth_radius_km: f64,
    /// Flattening of the ellipsoid that heights are above; 0 for a sphere.
    pub flattening: f64,
    /// How the Earth turns.
    pub earth_rotation: fn() -> Rotation,
    /// How the satellites of a shell go round.
    pub shell_rotation: fn(&Walker) -> Rotation,
    /// Rotation of a shell under [`Propagation::J2`](crate::description::parts::Propagation);
    /// `None` where the mode has no such propagation.
    pub shell_rotation_j2: Option<Precessing>,
    /// The satellite of a plane and an index in it.
    pub satellite: fn(&Walker, u32, u32) -> Motion,
    /// What the satellite of a plane and an index is called, given the name of its shell and its
    /// number among all nodes.
    pub satellite_name: fn(&str, u32, u32, u32) -> String,
    /// A place on or over the Earth.
    pub place: fn(Point) -> Carried,
    /// Elevation in radians of a satellite; `None` where the Earth is in the way.
    pub elevation: fn(&Sight) -> Option<f64>,
    /// Whether that is the angle above a plane within a quarter of a degree of the horizontal: then
    /// it bounds how far away the satellite can be.
    pub elevation_is_angle: bool,
    /// Propagation delay over a range in km.
    pub delay: fn(f64) -> Duration,
    /// The speed of light that it goes by, km/s,
    pub light_km_per_s: f64,
    /// and what it rounds delays to, s.
    pub delay_step_s: f64,
    /// Whether terminals hold satellite 0 before their first check.
    pub attached_at_zero: bool,
}

/// A place fixed to the Earth, carried by its rotation.
#[derive(Clone, Copy, Debug)]
pub struct Carried {
    /// Where it is.
    pub position: Motion,
    /// The local vertical.
    pub up: Motion,
    /// Distance from the centre of the Earth, km.
    pub radius_km: f64,
}

/// A satellite as seen from a place.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// From the place to the satellite, km.
    pub line: Vector<Inertial>,
    /// The local vertical at the place.
    pub up: Vector<Inertial>,
    /// Radius of the satellite's orbit, km.
    pub orbit_radius_km: f64,
}
