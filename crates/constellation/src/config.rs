//! What a constellation is described by: the typed, checked form a scenario resolves to.
//!
//! Plain public data; [`crate::Timeline::build`] turns it into positions, links and routes. Units
//! are in the names. Nothing here has a default: defaults belong to the scenario and its presets.

use skyseam_base::{Duration, SimTime};

/// A sky: satellites, the places on the ground, and how they are linked and routed.
#[derive(Clone, Debug, PartialEq)]
pub struct SkyConfig {
    /// Which approximations positions and delays follow.
    pub geometry: Geometry,
    /// What moves the satellites.
    pub propagation: Propagation,
    /// Shells of satellites, numbered one after the other; may be empty where there are wires.
    pub shells: Vec<Shell>,
    /// How satellites are linked to each other.
    pub isl: IslConfig,
    /// Places linked to satellites, numbered after the satellites.
    pub terminals: Vec<Terminal>,
    /// Nodes without a place (routers, servers), numbered after the terminals.
    pub nodes: Vec<String>,
    /// Fixed links between terminals and nodes.
    pub wires: Vec<Wire>,
    /// When terminals change satellites and ISLs change state.
    pub handover: HandoverConfig,
    /// What routes minimize.
    pub metric: Metric,
    /// Seed of the sky's random streams (only randomized checks draw from them).
    pub seed: u64,
}

/// Which approximations positions, elevations and delays follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Geometry {
    /// WGS84 ellipsoid, true elevation above the local horizontal plane, exact constants.
    Exact,
    /// ns-2.35's spherical model to the last rounding and tie-break.
    Ns2,
    /// Hypatia's flat-Earth range rule: ground links up to altitude / sin(mask) long.
    Hypatia,
}

/// What moves the satellites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// A spherical Earth's pull: circular orbits that stay where they are.
    Kepler,
    /// On average over an orbit, also the pull of its equatorial bulge: the planes turn about the
    /// axis, and satellites take a little longer or shorter. Not in the geometry `ns2`.
    J2,
}

/// A shell: evenly spaced satellites in evenly spaced circular orbits.
#[derive(Clone, Debug, PartialEq)]
pub struct Shell {
    /// Name that satellites carry, for example `iridium`.
    pub name: String,
    /// Number of orbital planes.
    pub planes: u32,
    /// Number of satellites in each plane.
    pub satellites_per_plane: u32,
    /// Height above the equatorial radius, km.
    pub altitude_km: f64,
    /// Inclination, deg.
    pub inclination_deg: f64,
    /// Right ascension of the ascending node of plane 0 at time zero, measured from Greenwich, deg.
    pub raan_offset_deg: f64,
    /// Difference in RAAN between neighbouring planes, deg.
    pub raan_spacing_deg: f64,
    /// Argument of latitude of satellite 0 of plane 0 at time zero, deg.
    pub argument_of_latitude_deg: f64,
    /// How satellites of neighbouring planes are shifted along their orbits.
    pub phasing: Phasing,
}

impl Shell {
    /// Argument of latitude at time zero of a satellite, deg.
    pub fn argument_of_latitude_deg(&self, plane: u32, index: u32) -> f64 {
        let in_plane = 360.0 * f64::from(index) / f64::from(self.satellites_per_plane);
        in_plane + self.ahead_deg(plane) + self.argument_of_latitude_deg
    }

    /// Whether the planes go round the whole Earth, so that the last is beside the first and moves
    /// the same way.
    pub fn is_closed(&self) -> bool {
        let spacing = self.raan_spacing_deg.abs();
        (f64::from(self.planes) * spacing - 360.0).abs() < spacing / 2.0
    }

    /// How far the satellites of a plane are ahead of those of plane 0, deg.
    pub fn ahead_deg(&self, plane: u32) -> f64 {
        match self.phasing {
            Phasing::OddPlanes(shift) => f64::from(plane % 2) * shift,
            Phasing::EachPlane(shift) => f64::from(plane) * shift,
        }
    }

    /// Whether ascending and descending half-planes meet at a seam (see [`crate::seam`]).
    pub fn has_seam(&self) -> bool {
        self.planes > 1
            && self.inclination_deg.to_radians().cos().abs() < 0.5
            && f64::from(self.planes - 1) * self.raan_spacing_deg.abs() < 180.0
    }
}

/// Shift of a plane's satellites along the orbit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phasing {
    /// Odd planes are ahead of even ones by this angle, deg (ns-2's scripts: half the spacing in
    /// the plane, for Iridium 360/22; 16.36 would round some satellites to another 0.01 deg).
    OddPlanes(f64),
    /// Each plane is ahead of the one before by this angle, deg (Walker: 360 f / t).
    EachPlane(f64),
}

/// How satellites are linked to each other.
#[derive(Clone, Debug, PartialEq)]
pub struct IslConfig {
    /// Which satellites have a link.
    pub pattern: IslPattern,
    /// Inter-plane links are off while either end is beyond this latitude, deg.
    pub latitude_threshold_deg: f64,
    /// Inter-plane links are off while their line of sight dips below this height, km.
    pub grazing_altitude_km: f64,
    /// Links across the seam are off while the longitudes of their ends are closer than this, deg.
    pub seam_longitude_threshold_deg: f64,
}

/// Which satellites have a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IslPattern {
    /// Two neighbours in the plane, and the one of the same index in each neighbouring plane; none
    /// across the seam.
    GridSeamOpen,
    /// The same, and across the seam one link for each satellite of plane 0.
    GridSeamCrossed,
    /// The same as the first, closed by links between the last plane and the first where they move
    /// the same way.
    PlusGrid,
    /// Four neighbours in the plane, the ones of the same index one and two planes away, and across
    /// the seam one link for each satellite of plane 0.
    Teledesic,
    /// No inter-satellite links.
    None,
}

/// A place on the Earth with a link to one satellite at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Terminal {
    /// Name, unique in the scenario.
    pub name: String,
    /// Geodetic latitude, deg north.
    pub latitude_deg: f64,
    /// Longitude, deg east.
    pub longitude_deg: f64,
    /// Height above the ellipsoid (`exact`; the mode `ns2` ignores it), m.
    pub altitude_m: f64,
    /// Satellites at or below this elevation are not used, deg.
    pub elevation_mask_deg: f64,
}

/// A fixed link between two terminals or nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    /// Names of the two ends.
    pub between: [String; 2],
    /// Propagation delay, each way.
    pub delay: Duration,
}

/// When terminals change satellites and ISLs change state.
#[derive(Clone, Debug, PartialEq)]
pub struct HandoverConfig {
    /// Which satellite a terminal takes, and when it leaves it.
    pub policy: HandoverPolicy,
    /// Elevations and ISLs are looked at every so often, first at time zero.
    pub check_interval: Duration,
    /// Whether each node draws its next check from interval +- interval/2.
    pub randomized: bool,
}

/// Which satellite a terminal takes, and when it leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandoverPolicy {
    /// Keep a satellite until a check finds it at or below the mask; then the one behind it in the
    /// same plane if that is above the mask, else the one of highest elevation.
    Sticky,
    /// At every check the one of highest elevation above the mask.
    HighestElevation,
    /// Keep a satellite until a check finds it at or below the mask; then the one that will stay
    /// above the mask longest.
    LongestVisibility,
}

/// What routes minimize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// The number of links.
    Hops,
    /// The sum of propagation delays at the instant of forwarding.
    Delay,
}

/// The instants a delay profile is taken at: `start`, `start + step`, ... before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// First sample.
    pub start: SimTime,
    /// Distance between samples, not zero.
    pub step: Duration,
    /// No sample at or after this instant.
    pub end: SimTime,
}
