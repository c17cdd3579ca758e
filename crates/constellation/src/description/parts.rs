//! Parts of the description of a constellation: shells and the links within them, sites, wires,
//! failures, and values that are chosen by name.
//!
//! Plain public data, independent of the rest of this crate except patterns; [`super::config`]
//! combines it. Units are in the names.

use skyseam_base::{Duration, SimTime, math};
use skyseam_orbit::elements::Elements;
use skyseam_params::Model;
use skyseam_params::names::{Choice, Named, choice};

use crate::isl::pattern::Pattern;

/// Propagation model of satellites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// Gravity of a spherical Earth: circular orbits in fixed planes.
    Kepler,
    /// Secular effects of the Earth's oblateness (J2): the planes precess and the mean motion
    /// changes slightly. Not in the geometry `ns2`.
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

/// Satellites numbered by plane and index, and linked by one pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Shell {
    /// Name prefix of its satellites, for example `iridium`.
    pub name: String,
    /// Orbits of its satellites.
    pub orbits: Orbits,
    /// Pattern of the links among its satellites.
    pub pattern: Model<dyn Pattern>,
}

impl Shell {
    /// Returns the number of satellites in each plane.
    pub fn plane_sizes(&self) -> Vec<u32> {
        match &self.orbits {
            Orbits::Walker(walker) => vec![walker.satellites_per_plane; walker.planes as usize],
            Orbits::Listed(listed) => {
                listed.planes.iter().map(|plane| plane.satellites.len() as u32).collect()
            }
        }
    }

    /// Returns the number of satellites.
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
    /// Individual orbits from mean elements, propagated by SGP4.
    Listed(ListedPlanes),
}

/// Satellites with individual elements, grouped into planes.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedPlanes {
    /// Mean inclination, deg.
    pub inclination_deg: f64,
    /// Planes by ascending RAAN; none is empty.
    pub planes: Vec<Plane>,
}

/// Satellites of one plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    /// Mean right ascension of the ascending node, deg, 0 to 360.
    pub raan_deg: f64,
    /// Satellites by ascending argument of latitude.
    pub satellites: Vec<Orbiter>,
}

/// A satellite with its own elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Orbiter {
    /// Name, unique in the scenario.
    pub name: String,
    /// Its mean elements.
    pub elements: Elements,
    /// Argument of latitude at time zero, deg, 0 to 360.
    pub argument_of_latitude_deg: f64,
}

impl ListedPlanes {
    /// Returns all satellites in the order of their numbers, with plane and index.
    pub fn orbiters(&self) -> impl Iterator<Item = (u32, u32, &Orbiter)> {
        (0..).zip(&self.planes).flat_map(|(plane, of_plane)| {
            (0..).zip(&of_plane.satellites).map(move |(index, orbiter)| (plane, index, orbiter))
        })
    }

    /// Whether the planes are spread around the whole Earth: no gap between neighbours is twice the
    /// mean.
    pub fn is_closed(&self) -> bool {
        self.widest_gap_deg() < 720.0 / self.planes.len() as f64
    }

    /// Whether ascending and descending half-planes meet at a seam (see [`crate::studies::seam`]).
    pub(crate) fn has_seam(&self) -> bool {
        self.planes.len() > 1 && is_steep(self.inclination_deg) && self.widest_gap_deg() > 180.0
    }

    /// Returns the largest difference in RAAN between neighbouring planes around the Earth, deg.
    fn widest_gap_deg(&self) -> f64 {
        let next = self.planes.iter().cycle().skip(1);
        let gaps = self.planes.iter().zip(next).map(|(plane, next)| {
            let gap = (next.raan_deg - plane.raan_deg).rem_euclid(360.0);
            if self.planes.len() == 1 { 360.0 } else { gap }
        });
        gaps.fold(0.0, f64::max)
    }
}

/// Whether an orbit is steep enough for ascending and descending half-planes to meet as at a seam.
fn is_steep(inclination_deg: f64) -> bool {
    math::cos(inclination_deg.to_radians()).abs() < 0.5
}

/// Evenly spaced satellites in evenly spaced circular orbits: a Walker constellation whose planes
/// may span any angle.
#[derive(Clone, Debug, PartialEq)]
pub struct Walker {
    /// Number of planes.
    pub planes: u32,
    /// Number of satellites in each plane.
    pub satellites_per_plane: u32,
    /// Height above the equatorial radius, km.
    pub altitude_km: f64,
    /// Inclination of the orbits, deg.
    pub inclination_deg: f64,
    /// Right ascension of the ascending node of plane 0 at time zero, measured from Greenwich, deg.
    pub raan_offset_deg: f64,
    /// Difference in RAAN between neighbouring planes, deg.
    pub raan_spacing_deg: f64,
    /// Argument of latitude of satellite 0 of plane 0 at time zero, deg.
    pub argument_of_latitude_deg: f64,
    /// Phase shift between satellites of neighbouring planes.
    pub phasing: Phasing,
}

impl Walker {
    /// Returns the argument of latitude of a satellite at time zero, deg.
    pub fn argument_of_latitude_deg(&self, plane: u32, index: u32) -> f64 {
        let in_plane = 360.0 * f64::from(index) / f64::from(self.satellites_per_plane);
        in_plane + self.ahead_deg(plane) + self.argument_of_latitude_deg
    }

    /// Whether the planes span the whole Earth, so that the last is a neighbour of the first and
    /// moves in the same direction.
    pub fn is_closed(&self) -> bool {
        let spacing = self.raan_spacing_deg.abs();
        (f64::from(self.planes) * spacing - 360.0).abs() < spacing / 2.0
    }

    /// Returns plane and index of every satellite, in the order of their numbers.
    pub fn slots(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let per_plane = self.satellites_per_plane;
        (0..self.planes).flat_map(move |plane| (0..per_plane).map(move |index| (plane, index)))
    }

    /// Returns the phase lead of the satellites of a plane over those of plane 0, deg.
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

/// Phase shift of a plane's satellites along the orbit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phasing {
    /// Odd planes are ahead of even ones by this angle, deg (ns-2's scripts: half the spacing in
    /// the plane, for Iridium 360/22; 16.36 would round some satellites to another 0.01 deg).
    OddPlanes(f64),
    /// Each plane is ahead of the one before by this angle, deg (Walker: 360 f / t).
    EachPlane(f64),
}

/// Conditions for links between satellites.
#[derive(Clone, Debug, PartialEq)]
pub struct IslConfig {
    /// Latitude above which inter-plane links are off, deg; applies to either end.
    pub latitude_threshold_deg: f64,
    /// Minimum height of the line of sight, km; in the geometry `ns2` intra-plane links are exempt.
    pub grazing_altitude_km: f64,
    /// Minimum difference in longitude between the ends of a link across the seam, deg.
    pub seam_longitude_threshold_deg: f64,
    /// Maximum length of a link, km; infinite: no limit.
    pub max_range_km: f64,
    /// Maximum rate at which either end turns its terminal relative to the satellite's own rotation
    /// along its orbit, deg/s; infinite: no limit.
    pub max_tracking_rate_deg_per_s: f64,
    /// Time for which a link that was off must be holdable before it goes on.
    pub acquisition: Duration,
}

impl IslConfig {
    /// Limits that keep every link on.
    pub const ALWAYS: Self = Self {
        latitude_threshold_deg: 90.0,
        grazing_altitude_km: 0.0,
        seam_longitude_threshold_deg: 0.0,
        max_range_km: f64::INFINITY,
        max_tracking_rate_deg_per_s: f64::INFINITY,
        acquisition: Duration::ZERO,
    };
}

/// A failure over an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Failed satellite or link.
    pub what: Failed,
    /// Beginning of the failure.
    pub from: SimTime,
    /// End of the failure; [`SimTime::MAX`] if it never ends.
    pub until: SimTime,
}

/// A satellite or link that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// A satellite with all its links, by number.
    Satellite(u32),
    /// The link between two satellites, by number.
    Isl([u32; 2]),
}

/// A site on or above the Earth with links to one or several satellites.
#[derive(Clone, Debug, PartialEq)]
pub struct Terminal {
    /// Name, unique in the scenario.
    pub name: String,
    /// Position over time.
    pub site: Site,
    /// Elevation mask, deg: satellites at or below it are not used.
    pub elevation_mask_deg: f64,
    /// Horizon profile: azimuth (clockwise from north, ascending, 0 up to 360) and the elevation at
    /// or below which satellites are hidden there, deg; interpolated linearly between points, and
    /// from the last to the first. Empty: no profile.
    pub skyline_deg: Vec<(f64, f64)>,
    /// Whether azimuths of the horizon profile count from the direction of motion, not from north.
    pub turns_skyline: bool,
    /// Number of satellites that it is linked to at a time.
    pub antennas: Antennas,
    /// Whether it relays packets between satellites.
    pub is_relay: bool,
    /// Intervals in which it has failed: it has no link to a satellite.
    pub outages: Vec<(SimTime, SimTime)>,
}

impl Terminal {
    /// Returns a terminal on the ground with one antenna, a free horizon, and no relaying.
    pub fn fixed(name: &str, latitude_deg: f64, longitude_deg: f64, mask_deg: f64) -> Self {
        Self {
            name: name.into(),
            site: Site::Fixed(Point { latitude_deg, longitude_deg, altitude_m: 0.0 }),
            elevation_mask_deg: mask_deg,
            skyline_deg: Vec::new(),
            turns_skyline: false,
            antennas: Antennas::One,
            is_relay: false,
            outages: Vec::new(),
        }
    }
}

/// Position of a terminal over time.
#[derive(Clone, Debug, PartialEq)]
pub enum Site {
    /// A fixed position.
    Fixed(Point),
    /// A moving terminal: positions at ascending instants, with constant speed on the great circle
    /// in between; at rest before the first and after the last. Never empty.
    Track(Vec<(SimTime, Point)>),
}

/// A position in geodetic coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Geodetic latitude, deg north.
    pub latitude_deg: f64,
    /// Longitude, deg east.
    pub longitude_deg: f64,
    /// Height above the ellipsoid (the mode `ns2` ignores it), m.
    pub altitude_m: f64,
}

/// Number of satellites that a terminal is linked to at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Antennas {
    /// One satellite, chosen by the handover policy.
    One,
    /// Up to this number: a satellite is kept while above the mask, and replaced by the highest one
    /// that is not held.
    Several(u32),
    /// All satellites above the mask.
    Unlimited,
}

/// A fixed link between two terminals or nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    /// Names of the two ends.
    pub between: [String; 2],
    /// Propagation delays, from the first end to the second and in reverse.
    pub delays: [Duration; 2],
    /// Intervals in which it or one of its ends has failed.
    pub outages: Vec<(SimTime, SimTime)>,
}

impl Wire {
    /// Returns a wire with the same delay in both directions.
    pub fn new(between: [String; 2], delay: Duration) -> Self {
        Self { between, delays: [delay; 2], outages: Vec::new() }
    }
}

/// Link interruption or overlap when a terminal changes satellites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// Time without a link after the old link has ended.
    BreakBeforeMake(Duration),
    /// Time for which the old link still delivers, while its satellite is in
    /// sight, even below the mask. New packets use the new link.
    MakeBeforeBreak(Duration),
}

/// Instants of observation: `start`, `start + step`, ... before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// First sample.
    pub start: SimTime,
    /// Time between samples, nonzero.
    pub step: Duration,
    /// End of sampling, exclusive.
    pub end: SimTime,
}

impl Sampling {
    /// Returns the number of instants.
    ///
    /// # Panics
    ///
    /// When the step is zero.
    pub fn count(&self) -> u64 {
        self.end.saturating_since(self.start).as_nanos().div_ceil(self.step.as_nanos())
    }

    /// Returns the instant with a number, counted from 0.
    pub fn instant(&self, number: u64) -> SimTime {
        self.start + self.step * number
    }
}
