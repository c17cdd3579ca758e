//! Positions of all satellites and sites at an instant, and ranges; `sky/view.rs` has the view of a
//! terminal, `sky/delay_bounds.rs` the linearity of delays, `sky/made.rs` the construction.
//!
//! Does not know time intervals: these are in [`crate::timeline`].

mod delay_bounds;
mod delay_curve;
mod everywhere;
mod gso;
mod made;
mod passes;
mod view;

use std::ops::Range;
use std::sync::Arc;

use std::cell::OnceCell;

use skyseam_base::{Duration, NodeId, SimTime, math};
use skyseam_orbit::{
    Basis, Ephemerides, Inertial, Motion, Rotation, RotationAngle, Slopes, Utc, Vector, sun,
};

use crate::description::parts::{ListedPlanes, Propagation, Terminal, Walker};
use crate::description::site::{Horizon, SiteMotion};
use crate::geometry::GeometryModel;
use crate::isl::limits::SatelliteState;
use crate::outages::{self, Outages, Stretches};
use everywhere::Everywhere;

pub(crate) use delay_bounds::{DelayCurvature, LinearizedDelay};
pub use delay_curve::DelayCurve;
pub use gso::GsoArc;
pub use passes::{Look, Pass};
pub use view::{LOOK_AHEAD, TerminalView};

/// Motions of all satellites and terminals.
#[derive(Clone, Debug)]
pub struct Sky {
    model: GeometryModel,
    earth: Rotation,
    shells: Vec<ShellMotion>,
    /// Rates of the shells of circular orbits.
    turnings: Vec<ShellRates>,
    satellites: Vec<Satellite>,
    /// Positions of all satellites with elements, if there are any.
    ephemerides: Option<Arc<Ephemerides>>,
    places: Vec<SiteMotion>,
    horizons: Vec<Horizon>,
    outages: Outages,
    /// Intervals in which each terminal has failed.
    ground_outages: Vec<Stretches>,
    /// Wall time at time zero, if it has one.
    zero: Option<Utc>,
    /// Share of all satellites that were launched before each one; zero without a designator.
    launched_before: Vec<f64>,
}

/// Numbering and motion of a shell.
#[derive(Clone, Debug)]
pub(crate) struct ShellMotion {
    pub first: u32,
    /// Number of the first satellite of each plane, then the number after the shell's last one.
    pub plane_starts: Vec<u32>,
    /// Shortest orbital period of its satellites, s.
    least_period_s: f64,
    /// Whether ascending and descending half-planes meet at a seam (see [`crate::studies::seam`]).
    pub has_seam: bool,
}

/// Rates of a shell of circular orbits: the mean motion, and the precession of the planes about the
/// Earth's axis, if any.
#[derive(Clone, Copy, Debug)]
struct ShellRates {
    rotation: Rotation,
    precession: Option<Rotation>,
}

#[derive(Clone, Debug)]
struct Satellite {
    course: SatelliteMotion,
    shell: u32,
    plane: u32,
    /// Orbital radius or semi-major axis, km.
    radius_km: f64,
}

/// Motion of a satellite.
#[derive(Clone, Debug)]
enum SatelliteMotion {
    /// On a circle, at the rates of its shell.
    Circle(Circle),
    /// Tabulated, by its number in the table.
    Table(Arc<Ephemerides>, u32),
}

/// Circular orbit of a satellite.
#[derive(Clone, Copy, Debug)]
struct Circle {
    motion: Motion,
    /// Index of its shell's rates.
    turning: u32,
}

/// Phase of every rotation at one instant.
#[derive(Clone, Debug)]
pub struct Phases {
    t: SimTime,
    /// Phases of each shell of circular orbits.
    turned: Vec<Turned>,
    earth: RotationAngle,
    /// Interpolation basis of the table of satellites with elements; computed on first use, as are
    /// the fields below.
    basis: OnceCell<Basis>,
    slopes: OnceCell<Slopes>,
    everywhere: OnceCell<Everywhere>,
    sun: OnceCell<Option<Vector<Inertial>>>,
}

/// Phase of a shell's satellites along their orbits, and of its planes about the axis.
#[derive(Clone, Copy, Debug)]
struct Turned {
    along: RotationAngle,
    node: Option<RotationAngle>,
}

impl Turned {
    fn position(self, motion: &Motion) -> Vector<Inertial> {
        let in_plane = motion.at(self.along);
        self.node.map_or(in_plane, |node| node.turn_about_z(in_plane))
    }
}

impl ShellRates {
    fn at(self, t: SimTime) -> Turned {
        let node = self.precession.map(|precession| precession.at(t));
        Turned { along: self.rotation.at(t), node }
    }
}

impl Phases {
    fn turned(&self, circle: &Circle) -> Turned {
        self.turned[circle.turning as usize]
    }

    fn basis(&self, table: &Ephemerides) -> &Basis {
        self.basis.get_or_init(|| table.basis(self.t))
    }
}

impl ShellMotion {
    /// Returns the shell of evenly spaced orbits whose first satellite has the number `first`, with
    /// its rates.
    fn even(
        walker: &Walker,
        first: u32,
        model: &GeometryModel,
        propagation: Propagation,
    ) -> (Self, ShellRates) {
        let (rotation, raan_rate) = match propagation {
            Propagation::Kepler => ((model.shell_rotation)(walker), 0.0),
            Propagation::J2 => {
                let precessing = model.shell_rotation_j2;
                precessing.expect("a geometry mode without precession")(walker)
            }
        };
        let start = |plane: u32| first + plane * walker.satellites_per_plane;
        let precession = (raan_rate != 0.0).then(|| Rotation::from_rate(raan_rate));
        let shell = Self {
            first,
            plane_starts: (0..=walker.planes).map(start).collect(),
            least_period_s: rotation.period_s(),
            has_seam: walker.has_seam(),
        };
        (shell, ShellRates { rotation, precession })
    }

    /// Returns the shell of satellites with elements whose first satellite has the number `first`.
    fn listed(listed: &ListedPlanes, first: u32) -> Self {
        let mut plane_starts = vec![first];
        for plane in &listed.planes {
            let start = plane_starts[plane_starts.len() - 1];
            plane_starts.push(start + plane.satellites.len() as u32);
        }
        let periods = listed
            .orbiters()
            .map(|(_, _, orbiter)| 86_400.0 / orbiter.elements.mean().mean_motion_rev_per_day);
        let least_period_s = periods.fold(f64::INFINITY, f64::min);
        Self { first, plane_starts, least_period_s, has_seam: listed.has_seam() }
    }

    /// Returns the number of planes.
    pub fn planes(&self) -> u32 {
        self.plane_starts.len() as u32 - 1
    }
}

/// A position in spherical coordinates that rotate with the Earth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundPoint {
    /// Geocentric latitude, deg north (a geodetic latitude is up to 0.19 deg larger).
    pub latitude_deg: f64,
    /// Longitude, deg east, from -180 to 180.
    pub longitude_deg: f64,
    /// Distance from the Earth's centre, km.
    pub radius_km: f64,
}

impl GroundPoint {
    /// Returns the great-circle distance to another point, km, on a sphere with the mean radius of
    /// the Earth at both points. The error against the geodesic of WGS84 is at most 20 km per 6400
    /// km.
    pub fn great_circle_km(&self, other: &Self) -> f64 {
        let (phi, phi_other) = (self.latitude_deg.to_radians(), other.latitude_deg.to_radians());
        let north = (phi_other - phi) / 2.0;
        let east = (other.longitude_deg - self.longitude_deg).to_radians() / 2.0;
        // The haversine is accurate at small distances, where the arc cosine of a dot product is
        // not.
        let haversine = math::powi(math::sin(north), 2)
            + math::cos(phi) * math::cos(phi_other) * math::powi(math::sin(east), 2);
        (self.radius_km + other.radius_km) * math::asin(haversine.sqrt().min(1.0))
    }
}

impl Sky {
    /// Returns the same satellites with these terminals.
    pub(crate) fn seen_from(self, terminals: &[Terminal]) -> Self {
        Self {
            places: terminals.iter().map(|t| SiteMotion::new(t, self.model.place)).collect(),
            horizons: terminals.iter().map(Horizon::new).collect(),
            ground_outages: terminals.iter().map(|t| t.outages.clone()).collect(),
            ..self
        }
    }

    /// Returns the number of satellites; terminals are numbered after them.
    pub fn satellites(&self) -> u32 {
        self.satellites.len() as u32
    }

    /// Returns the number of terminals.
    pub fn terminals(&self) -> u32 {
        self.places.len() as u32
    }

    /// Returns the rules of the geometry mode.
    pub(crate) fn model(&self) -> &GeometryModel {
        &self.model
    }

    pub(crate) fn shells(&self) -> &[ShellMotion] {
        &self.shells
    }

    pub(crate) fn shell_number(&self, satellite: NodeId) -> u32 {
        self.satellites[satellite.index()].shell
    }

    fn shell_of(&self, satellite: NodeId) -> &ShellMotion {
        &self.shells[self.shell_number(satellite) as usize]
    }

    /// Returns the outages of satellites and of links between them.
    pub(crate) fn outages(&self) -> &Outages {
        &self.outages
    }

    /// Whether a satellite or terminal has failed at `t`.
    pub fn is_failed(&self, node: NodeId, t: SimTime) -> bool {
        match self.ground_outages_of(node) {
            Some(stretches) => outages::contain(stretches, t),
            None => self.outages.is_failed(node, t),
        }
    }

    /// Returns the first instant strictly after `t` at which a satellite or terminal fails or
    /// recovers; [`SimTime::MAX`] if there is none.
    pub(crate) fn next_failure_change(&self, node: NodeId, t: SimTime) -> SimTime {
        match self.ground_outages_of(node) {
            Some(stretches) => outages::next_bound(stretches, t),
            None => self.outages.next_failure_change(node, t),
        }
    }

    /// Returns the outages of a node that is a terminal.
    fn ground_outages_of(&self, node: NodeId) -> Option<&Stretches> {
        self.ground_outages.get(node.index().checked_sub(self.satellites.len())?)
    }

    /// Returns the phases of all rotations at `t`.
    pub fn phases(&self, t: SimTime) -> Phases {
        Phases {
            t,
            turned: self.turnings.iter().map(|turning| turning.at(t)).collect(),
            earth: self.earth.at(t),
            basis: OnceCell::new(),
            slopes: OnceCell::new(),
            everywhere: OnceCell::new(),
            sun: OnceCell::new(),
        }
    }

    /// Returns the positions of all satellites, km; computed once per instant.
    pub(crate) fn satellite_positions<'a>(&self, phases: &'a Phases) -> &'a [Vector<Inertial>] {
        &self.everywhere(phases).positions
    }

    fn everywhere<'a>(&self, phases: &'a Phases) -> &'a Everywhere {
        phases.everywhere.get_or_init(|| {
            let satellites = (0..self.satellites()).map(NodeId);
            let positions = satellites.map(|satellite| self.position(satellite, phases)).collect();
            Everywhere::new(positions, self.shells.iter().map(|shell| shell.first))
        })
    }

    /// Returns the direction of the sun, a unit vector; `None` if time zero has no date.
    fn sun(&self, phases: &Phases) -> Option<Vector<Inertial>> {
        *phases.sun.get_or_init(|| Some(sun::direction(self.zero?, phases.t)))
    }

    /// Returns the position of a satellite or terminal, km.
    pub fn position(&self, node: NodeId, phases: &Phases) -> Vector<Inertial> {
        match self.satellites.get(node.index()) {
            Some(satellite) => match &satellite.course {
                SatelliteMotion::Circle(circle) => phases.turned(circle).position(&circle.motion),
                SatelliteMotion::Table(table, number) => {
                    table.position(*number as usize, phases.basis(table))
                }
            },
            None => self.place(node).at(phases.t, phases.earth).position,
        }
    }

    /// Returns the velocity of a satellite in inertial space, km/s.
    ///
    /// # Panics
    ///
    /// When the node is not a satellite.
    pub fn velocity(&self, satellite: NodeId, phases: &Phases) -> Vector<Inertial> {
        match &self.satellites[satellite.index()].course {
            SatelliteMotion::Circle(circle) => {
                let ShellRates { rotation, precession } = self.turnings[circle.turning as usize];
                let turned = phases.turned(circle);
                let along = circle.motion.heading(turned.along) * rotation.rate();
                let (Some(node), Some(precession)) = (turned.node, precession) else {
                    return along;
                };
                let position = turned.position(&circle.motion);
                let carried = Vector::new(-position.y, position.x, 0.0) * precession.rate();
                node.turn_about_z(along) + carried
            }
            SatelliteMotion::Table(table, number) => {
                let slopes = phases.slopes.get_or_init(|| table.slopes(phases.t));
                table.velocity(*number as usize, slopes)
            }
        }
    }

    /// Returns position and velocity of a satellite.
    ///
    /// # Panics
    ///
    /// When the node is not a satellite.
    pub(crate) fn state(&self, satellite: NodeId, phases: &Phases) -> SatelliteState {
        SatelliteState {
            position: self.position(satellite, phases),
            velocity: self.velocity(satellite, phases),
        }
    }

    /// Returns the position of a satellite or terminal over the rotating Earth.
    pub fn ground_point(&self, node: NodeId, phases: &Phases) -> GroundPoint {
        let position = self.position(node, phases);
        let RotationAngle { sin, cos } = phases.earth;
        let (x, y) = (position.x * cos + position.y * sin, position.y * cos - position.x * sin);
        GroundPoint {
            latitude_deg: math::atan2(position.z, math::hypot(x, y)).to_degrees(),
            longitude_deg: math::atan2(y, x).to_degrees(),
            radius_km: position.norm(),
        }
    }

    /// Returns the unit vector from the centre of a sphere to a point; geocentric latitude, deg.
    pub(crate) fn direction(
        &self,
        latitude_deg: f64,
        longitude_deg: f64,
        phases: &Phases,
    ) -> Vector<Inertial> {
        let (phi, lambda) = (latitude_deg.to_radians(), longitude_deg.to_radians());
        let (x, y) = (math::cos(phi) * math::cos(lambda), math::cos(phi) * math::sin(lambda));
        let RotationAngle { sin, cos } = phases.earth;
        Vector::new(x * cos - y * sin, x * sin + y * cos, math::sin(phi))
    }

    /// Returns the distance between two satellites, or a terminal and a satellite, at `t`, km.
    pub fn range_km(&self, a: NodeId, b: NodeId, t: SimTime) -> f64 {
        match (self.circle(a), self.circle(b)) {
            (Some(one), Some(other)) if one.turning == other.turning => {
                // Planes precess together, which changes no distance between them.
                let phase = self.turnings[one.turning as usize].rotation.at(t);
                (one.motion.at(phase) - other.motion.at(phase)).norm()
            }
            _ => (self.position_at(a, t) - self.position_at(b, t)).norm(),
        }
    }

    /// Returns the circular orbit of a node, if it has one.
    fn circle(&self, node: NodeId) -> Option<&Circle> {
        match &self.satellites.get(node.index())?.course {
            SatelliteMotion::Circle(circle) => Some(circle),
            SatelliteMotion::Table(..) => None,
        }
    }

    /// Returns the half-open interval around `t` in which every satellite's motion is smooth: those
    /// with elements follow one polynomial after another. `None` after the end of their tables.
    pub(crate) fn smooth(&self, t: SimTime) -> Option<(SimTime, SimTime)> {
        match &self.ephemerides {
            Some(table) => table.segment(t),
            None => Some((SimTime::ZERO, SimTime::MAX)),
        }
    }

    /// Whether the distance between two satellites changes only by their common mean motion, on
    /// circles of equal height: two satellites of a shell of evenly spaced orbits.
    pub(crate) fn turn_together(&self, a: NodeId, b: NodeId) -> bool {
        let turnings = [a, b].map(|node| self.circle(node).map(|circle| circle.turning));
        turnings[0].is_some() && turnings[0] == turnings[1]
    }

    /// Returns the propagation delay over a range, rounded by the rules of the geometry mode.
    pub fn delay(&self, range_km: f64) -> Duration {
        (self.model.delay)(range_km)
    }

    /// Whether the satellite moves north at `t`.
    pub fn moves_north(&self, satellite: NodeId, t: SimTime) -> bool {
        match self.circle(satellite) {
            Some(Circle { motion, turning }) => {
                motion.heading(self.turnings[*turning as usize].rotation.at(t)).z >= 0.0
            }
            None => self.velocity(satellite, &self.phases(t)).z >= 0.0,
        }
    }

    /// Returns the satellite that follows in the same plane (index s - 1, ns-2's `set_next`).
    pub fn behind(&self, satellite: NodeId) -> NodeId {
        let Satellite { shell, plane, .. } = &self.satellites[satellite.index()];
        let starts = &self.shells[*shell as usize].plane_starts;
        let (first, after) = (starts[*plane as usize], starts[*plane as usize + 1]);
        NodeId(if satellite.0 == first { after - 1 } else { satellite.0 - 1 })
    }

    /// Returns the numbers of all satellites in a satellite's plane.
    pub(crate) fn plane_satellites(&self, satellite: NodeId) -> Range<u32> {
        let Satellite { shell, plane, .. } = &self.satellites[satellite.index()];
        let starts = &self.shells[*shell as usize].plane_starts;
        starts[*plane as usize]..starts[*plane as usize + 1]
    }

    /// Returns the plane of a satellite in its shell.
    pub(crate) fn plane_of(&self, satellite: NodeId) -> u32 {
        self.satellites[satellite.index()].plane
    }

    /// Returns the position of a satellite or terminal at `t`, km.
    pub fn position_at(&self, node: NodeId, t: SimTime) -> Vector<Inertial> {
        match self.satellites.get(node.index()).map(|satellite| &satellite.course) {
            Some(SatelliteMotion::Circle(Circle { motion, turning })) => {
                self.turnings[*turning as usize].at(t).position(motion)
            }
            Some(SatelliteMotion::Table(table, number)) => {
                table.position(*number as usize, &table.basis(t))
            }
            None => self.place(node).at(t, self.earth.at(t)).position,
        }
    }

    /// As [`Sky::position_at`], also after the end; `None` if the satellite has decayed by then.
    fn position_ahead(&self, satellite: NodeId, t: SimTime) -> Option<Vector<Inertial>> {
        match &self.satellites[satellite.index()].course {
            SatelliteMotion::Circle(_) => Some(self.position_at(satellite, t)),
            SatelliteMotion::Table(table, number) => table.position_ahead(*number as usize, t),
        }
    }

    fn is_place(&self, node: NodeId) -> bool {
        node.index() >= self.satellites.len()
    }

    fn horizon(&self, terminal: NodeId) -> &Horizon {
        &self.horizons[terminal.index() - self.satellites.len()]
    }

    fn place(&self, terminal: NodeId) -> &SiteMotion {
        let number = terminal.index().checked_sub(self.satellites.len());
        number.and_then(|n| self.places.get(n)).expect("a node without a place")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quarter of the equator, one degree of it, and the distance from pole to pole.
    #[test]
    fn great_circles_have_the_length_of_their_angle() {
        let at = |latitude_deg, longitude_deg| GroundPoint {
            latitude_deg,
            longitude_deg,
            radius_km: 6378.0,
        };
        for (a, b, angle_deg) in [
            (at(0.0, -45.0), at(0.0, 45.0), 90.0),
            (at(0.0, 179.5), at(0.0, -179.5), 1.0),
            (at(-90.0, 3.0), at(90.0, 70.0), 180.0_f64),
            (at(12.0, 3.0), at(12.0, 3.0), 0.0),
        ] {
            let expected_km = angle_deg.to_radians() * 6378.0;
            assert!((a.great_circle_km(&b) - expected_km).abs() < 1e-6);
        }
    }
}
