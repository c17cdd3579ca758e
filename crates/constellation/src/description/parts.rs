//! The parts that a sky is described by: shells and the links within them, places, wires, failures,
//! and what can be chosen by name.
//!
//! Plain public data that knows nothing else of this crate but patterns; [`super::config`] puts it
//! together. Units are in the names.

use skyseam_base::{Duration, SimTime, math};
use skyseam_orbit::elements::Elements;
use skyseam_params::Model;
use skyseam_params::names::{Choice, Named, choice};

use crate::isl::pattern::Pattern;

/// What moves the satellites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// A spherical Earth's pull: circular orbits that stay where they are.
    Kepler,
    /// On average over an orbit, also the pull of its equatorial bulge: the planes turn about the
    /// axis, and satellites take a little longer or shorter. Not in the geometry `ns2`.
    J2,
}

impl Named for Propagation {
    const WHAT: &'static str = "a propagation";

    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Kepler,
                "kepler",
                "circular orbits that keep their planes",
                "Kepler's third law",
            ),
            choice(
                Self::J2,
                "j2",
                "circular orbits whose planes turn, as the Earth's bulge makes them on average",
                "Vallado, Fundamentals of Astrodynamics, 4th ed., Sec. 9.6",
            ),
        ]
    }
}

/// Satellites that are counted in planes and places in them, and linked by one pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Shell {
    /// Name that satellites carry, for example `iridium`.
    pub name: String,
    /// Where its satellites go.
    pub orbits: Orbits,
    /// Which of them have a link to each other.
    pub pattern: Model<dyn Pattern>,
}

impl Shell {
    /// Number of satellites in each plane.
    pub fn plane_sizes(&self) -> Vec<u32> {
        match &self.orbits {
            Orbits::Walker(walker) => vec![walker.satellites_per_plane; walker.planes as usize],
            Orbits::Listed(listed) => {
                listed.planes.iter().map(|plane| plane.satellites.len() as u32).collect()
            }
        }
    }

    /// Number of satellites.
    pub fn satellites(&self) -> u64 {
        match &self.orbits {
            Orbits::Walker(walker) => {
                u64::from(walker.planes) * u64::from(walker.satellites_per_plane)
            }
            Orbits::Listed(listed) => {
                listed.planes.iter().map(|plane| plane.satellites.len() as u64).sum()
            }
        }
    }
}

/// The orbits of a shell.
#[derive(Clone, Debug, PartialEq)]
pub enum Orbits {
    /// Evenly spaced circular orbits.
    Walker(Walker),
    /// Each satellite's own, from mean elements by SGP4.
    Listed(Listed),
}

/// Satellites with elements of their own, ordered into planes.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Mean inclination, deg.
    pub inclination_deg: f64,
    /// By ascending RAAN; none empty.
    pub planes: Vec<Plane>,
}

/// Satellites of one plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    /// Mean right ascension of the ascending node, deg, 0 to 360.
    pub raan_deg: f64,
    /// By ascending argument of latitude.
    pub satellites: Vec<Orbiter>,
}

/// A satellite with elements of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Orbiter {
    /// Name, unique in the scenario.
    pub name: String,
    /// Its mean elements.
    pub elements: Elements,
    /// Argument of latitude at time zero, deg, 0 to 360.
    pub argument_of_latitude_deg: f64,
}

impl Listed {
    /// All satellites in the order of their numbers, with plane and index.
    pub fn orbiters(&self) -> impl Iterator<Item = (u32, u32, &Orbiter)> {
        (0..).zip(&self.planes).flat_map(|(plane, of_plane)| {
            (0..).zip(&of_plane.satellites).map(move |(index, orbiter)| (plane, index, orbiter))
        })
    }

    /// Whether the planes go round the whole Earth: no gap between neighbours is twice the mean.
    pub fn is_closed(&self) -> bool {
        self.widest_gap_deg() < 720.0 / self.planes.len() as f64
    }

    /// Whether ascending and descending half-planes meet at a seam (see [`crate::studies::seam`]).
    pub(crate) fn has_seam(&self) -> bool {
        self.planes.len() > 1 && is_steep(self.inclination_deg) && self.widest_gap_deg() > 180.0
    }

    /// The largest difference in RAAN between neighbouring planes, round the Earth, deg.
    fn widest_gap_deg(&self) -> f64 {
        let next = self.planes.iter().cycle().skip(1);
        let gaps = self.planes.iter().zip(next).map(|(plane, next)| {
            let gap = (next.raan_deg - plane.raan_deg).rem_euclid(360.0);
            if self.planes.len() == 1 { 360.0 } else { gap }
        });
        gaps.fold(0.0, f64::max)
    }
}

/// Whether an orbit is steep enough for planes that move north and planes that move south to pass
/// each other as at a seam.
fn is_steep(inclination_deg: f64) -> bool {
    math::cos(inclination_deg.to_radians()).abs() < 0.5
}

/// Evenly spaced satellites in evenly spaced circular orbits: a Walker constellation, whose planes
/// need not go half or all the way round.
#[derive(Clone, Debug, PartialEq)]
pub struct Walker {
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

impl Walker {
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

    /// Plane and index of every satellite, in the order of their numbers.
    pub fn slots(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let per_plane = self.satellites_per_plane;
        (0..self.planes).flat_map(move |plane| (0..per_plane).map(move |index| (plane, index)))
    }

    /// How far the satellites of a plane are ahead of those of plane 0, deg.
    pub(crate) fn ahead_deg(&self, plane: u32) -> f64 {
        match self.phasing {
            Phasing::OddPlanes(shift) => f64::from(plane % 2) * shift,
            Phasing::EachPlane(shift) => f64::from(plane) * shift,
        }
    }

    /// Whether ascending and descending half-planes meet at a seam (see [`crate::studies::seam`]).
    pub(crate) fn has_seam(&self) -> bool {
        self.planes > 1
            && is_steep(self.inclination_deg)
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

/// When links between satellites can be held.
#[derive(Clone, Debug, PartialEq)]
pub struct IslConfig {
    /// Inter-plane links are off while either end is beyond this latitude, deg.
    pub latitude_threshold_deg: f64,
    /// Links are off while their line of sight dips below this height, km; in the geometry `ns2`
    /// those between neighbours in a plane are not looked at.
    pub grazing_altitude_km: f64,
    /// Links across the seam are off while the longitudes of their ends are closer than this, deg.
    pub seam_longitude_threshold_deg: f64,
    /// Links are off while they are longer than this, km; infinite: no limit.
    pub max_range_km: f64,
    /// Links are off while either end would have to turn its terminal faster than this against the
    /// satellite's own turning along its orbit, deg/s; infinite: no limit.
    pub max_tracking_rate_deg_per_s: f64,
    /// A link that was off comes on only when it could have been held for this long.
    pub acquisition: Duration,
}

impl IslConfig {
    /// Links that are on whatever happens.
    pub const ALWAYS: Self = Self {
        latitude_threshold_deg: 90.0,
        grazing_altitude_km: 0.0,
        seam_longitude_threshold_deg: 0.0,
        max_range_km: f64::INFINITY,
        max_tracking_rate_deg_per_s: f64::INFINITY,
        acquisition: Duration::ZERO,
    };
}

/// Something out of order from an instant to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What does not work.
    pub what: Failed,
    /// From when.
    pub from: SimTime,
    /// Until when; [`SimTime::MAX`]: for ever.
    pub until: SimTime,
}

/// What can be out of order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// A satellite with all its links, by number.
    Satellite(u32),
    /// The link between two satellites, by number.
    Isl([u32; 2]),
}

/// A place on or over the Earth with a link to one satellite at a time, or to several.
#[derive(Clone, Debug, PartialEq)]
pub struct Terminal {
    /// Name, unique in the scenario.
    pub name: String,
    /// Where it is.
    pub site: Site,
    /// Satellites at or below this elevation are not used, deg.
    pub elevation_mask_deg: f64,
    /// The skyline: azimuth (clockwise from north, ascending, 0 up to 360) and the elevation at or
    /// below which satellites are hidden there, deg; between two points, and from the last to the
    /// first, the elevation goes evenly. Empty: no skyline.
    pub skyline_deg: Vec<(f64, f64)>,
    /// How many satellites it is linked to at a time.
    pub antennas: Antennas,
    /// Whether packets of others go through it, from satellite to satellite.
    pub is_relay: bool,
}

impl Terminal {
    /// A terminal on the ground with one antenna, a free horizon, and nothing to relay.
    pub fn fixed(name: &str, latitude_deg: f64, longitude_deg: f64, mask_deg: f64) -> Self {
        Self {
            name: name.into(),
            site: Site::Fixed(Point { latitude_deg, longitude_deg, altitude_m: 0.0 }),
            elevation_mask_deg: mask_deg,
            skyline_deg: Vec::new(),
            antennas: Antennas::One,
            is_relay: false,
        }
    }
}

/// Where a terminal is.
#[derive(Clone, Debug, PartialEq)]
pub enum Site {
    /// Always at one place.
    Fixed(Point),
    /// Under way: at each point at its instant, ascending; between two on the great circle, evenly;
    /// before the first and after the last at that point. Never empty.
    Track(Vec<(SimTime, Point)>),
}

/// A place by geodetic coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Geodetic latitude, deg north.
    pub latitude_deg: f64,
    /// Longitude, deg east.
    pub longitude_deg: f64,
    /// Height above the ellipsoid (the mode `ns2` ignores it), m.
    pub altitude_m: f64,
}

/// How many satellites a terminal is linked to at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Antennas {
    /// One, which the handover policy chooses.
    One,
    /// Up to so many: a satellite is kept while above the mask, and replaced by the highest that is
    /// not held.
    Several(u32),
    /// Every satellite above the mask.
    Unlimited,
}

/// A fixed link between two terminals or nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    /// Names of the two ends.
    pub between: [String; 2],
    /// Propagation delay, from the first end to the second and back.
    pub delays: [Duration; 2],
}

impl Wire {
    /// A wire with the same delay each way.
    pub fn new(between: [String; 2], delay: Duration) -> Self {
        Self { between, delays: [delay; 2] }
    }
}

/// What happens when a terminal goes from one satellite to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// The old link ends, then for this long there is none.
    Break(Duration),
    /// The new link carries what is sent from now on; over the old one what its satellite has still
    /// arrives for this long, while the satellite is in sight, be it below the mask.
    Make(Duration),
}

/// The instants something is looked at: `start`, `start + step`, ... before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// First sample.
    pub start: SimTime,
    /// Distance between samples, not zero.
    pub step: Duration,
    /// No sample at or after this instant.
    pub end: SimTime,
}

impl Sampling {
    /// How many instants there are.
    ///
    /// # Panics
    /// When the step is zero.
    pub fn count(&self) -> u64 {
        self.end.saturating_since(self.start).as_nanos().div_ceil(self.step.as_nanos())
    }

    /// The instant of a number, counted from 0.
    pub fn instant(&self, number: u64) -> SimTime {
        self.start + self.step * number
    }
}
