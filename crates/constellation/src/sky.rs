//! Positions of all satellites and places at an instant, and what follows from them alone:
//! ranges, elevations, whether an inter-plane link can be held.
//!
//! Knows nothing of time intervals: that is [`crate::timeline`].

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_orbit::{Inertial, Motion, Phase, Rotation, Vector};

use crate::config::{Orbits, Propagation, SkyConfig, Walker};
use crate::geometry::{GEOMETRIES, Model, Sight};
use crate::registry::rule_of;
use crate::site::{Horizon, Place};

/// The motions of everything that has a place.
#[derive(Clone, Debug)]
pub struct Sky {
    model: Model,
    earth: Rotation,
    shells: Vec<Shell>,
    satellites: Vec<Satellite>,
    places: Vec<Place>,
    horizons: Vec<Horizon>,
    max_sin_latitude: f64,
    min_grazing_radius_km: f64,
    max_cos_seam_longitude: f64,
}

/// A shell's place in the numbering, and its motion.
#[derive(Clone, Debug)]
pub(crate) struct Shell {
    pub first: u32,
    /// Number of the first satellite of each plane, and that after the last of all.
    pub plane_starts: Vec<u32>,
    pub rotation: Rotation,
    /// How the planes turn about the Earth's axis, if they do.
    precession: Option<Rotation>,
    /// Whether ascending and descending half-planes meet at a seam (see [`crate::seam`]).
    pub has_seam: bool,
}

#[derive(Clone, Copy, Debug)]
struct Satellite {
    motion: Motion,
    shell: u32,
    plane: u32,
    radius_km: f64,
}

/// How far every rotation has turned at one instant.
#[derive(Clone, Debug)]
pub struct Phases {
    t: SimTime,
    shells: Vec<Turned>,
    earth: Phase,
}

/// How far the satellites of a shell have gone along their orbits, and the planes about the axis.
#[derive(Clone, Copy, Debug)]
struct Turned {
    along: Phase,
    node: Option<Phase>,
}

impl Turned {
    fn position(self, motion: &Motion) -> Vector<Inertial> {
        let in_plane = motion.at(self.along);
        self.node.map_or(in_plane, |node| node.turn_about_z(in_plane))
    }
}

impl Shell {
    /// The shell of evenly spaced orbits whose first satellite has the number `first`.
    fn even(walker: &Walker, first: u32, model: &Model, propagation: Propagation) -> Self {
        let (rotation, raan_rate) = match propagation {
            Propagation::Kepler => ((model.shell_rotation)(walker), 0.0),
            Propagation::J2 => {
                let precessing = model.shell_rotation_j2;
                precessing.expect("a geometry mode without precession")(walker)
            }
        };
        let start = |plane: u32| first + plane * walker.satellites_per_plane;
        Self {
            first,
            plane_starts: (0..=walker.planes).map(start).collect(),
            rotation,
            precession: (raan_rate != 0.0).then(|| Rotation::from_rate(raan_rate)),
            has_seam: walker.has_seam(),
        }
    }

    /// Number of planes.
    pub fn planes(&self) -> u32 {
        self.plane_starts.len() as u32 - 1
    }

    fn turned(&self, t: SimTime) -> Turned {
        let node = self.precession.map(|precession| precession.at(t));
        Turned { along: self.rotation.at(t), node }
    }

    /// How fast satellites move against the stars at most, rad/s.
    fn fastest(&self) -> f64 {
        self.rotation.rate() + self.precession.map_or(0.0, |precession| precession.rate().abs())
    }
}

/// A place over the Earth in spherical coordinates that rotate with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundPoint {
    /// Geocentric latitude, deg north (a geodetic latitude is up to 0.19 deg larger).
    pub latitude_deg: f64,
    /// Longitude, deg east, from -180 to 180.
    pub longitude_deg: f64,
    /// Distance from the Earth's centre, km.
    pub radius_km: f64,
}

impl Sky {
    /// The sky that `config` describes.
    ///
    /// # Panics
    /// When the geometry mode does not know the propagation.
    pub fn new(config: &SkyConfig) -> Self {
        let model = rule_of(GEOMETRIES, config.geometry);
        let mut shells = Vec::new();
        let mut satellites = Vec::new();
        for (number, shell) in config.shells.iter().enumerate() {
            let first = satellites.len() as u32;
            match &shell.orbits {
                Orbits::Walker(walker) => {
                    shells.push(Shell::even(walker, first, &model, config.propagation));
                    for (plane, index) in walker.slots() {
                        let motion = (model.satellite)(walker, plane, index);
                        let radius_km = motion.at(Phase { sin: 0.0, cos: 1.0 }).norm();
                        let shell = number as u32;
                        satellites.push(Satellite { motion, shell, plane, radius_km });
                    }
                }
            }
        }
        let terminals = &config.terminals;
        Self {
            model,
            earth: (model.earth_rotation)(),
            shells,
            satellites,
            places: terminals.iter().map(|t| Place::new(&t.site, model.place)).collect(),
            horizons: terminals.iter().map(Horizon::new).collect(),
            max_sin_latitude: config.isl.latitude_threshold_deg.to_radians().sin(),
            min_grazing_radius_km: model.earth_radius_km + config.isl.grazing_altitude_km,
            max_cos_seam_longitude: config.isl.seam_longitude_threshold_deg.to_radians().cos(),
        }
    }

    /// Number of satellites; terminals are numbered after them.
    pub fn satellites(&self) -> u32 {
        self.satellites.len() as u32
    }

    /// Number of terminals.
    pub fn terminals(&self) -> u32 {
        self.places.len() as u32
    }

    /// The rules of the geometry mode.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    pub(crate) fn shells(&self) -> &[Shell] {
        &self.shells
    }

    pub(crate) fn shell_number(&self, satellite: NodeId) -> u32 {
        self.satellites[satellite.index()].shell
    }

    fn shell_of(&self, satellite: NodeId) -> &Shell {
        &self.shells[self.shell_number(satellite) as usize]
    }

    /// How far everything has turned at `t`.
    pub fn phases(&self, t: SimTime) -> Phases {
        Phases {
            t,
            shells: self.shells.iter().map(|shell| shell.turned(t)).collect(),
            earth: self.earth.at(t),
        }
    }

    /// Position of a satellite or terminal, km.
    pub fn position(&self, node: NodeId, phases: &Phases) -> Vector<Inertial> {
        match self.satellites.get(node.index()) {
            Some(satellite) => phases.shells[satellite.shell as usize].position(&satellite.motion),
            None => self.place(node).at(phases.t, phases.earth).position,
        }
    }

    /// Velocity of a satellite in inertial space, km/s.
    ///
    /// # Panics
    /// When the node is not a satellite.
    pub fn velocity(&self, satellite: NodeId, phases: &Phases) -> Vector<Inertial> {
        let Satellite { motion, shell, .. } = &self.satellites[satellite.index()];
        let turned = phases.shells[*shell as usize];
        let along = motion.heading(turned.along) * self.shells[*shell as usize].rotation.rate();
        match (turned.node, self.shells[*shell as usize].precession) {
            (Some(node), Some(precession)) => {
                let position = turned.position(motion);
                let carried = Vector::new(-position.y, position.x, 0.0) * precession.rate();
                node.turn_about_z(along) + carried
            }
            _ => along,
        }
    }

    /// Where a satellite or terminal stands over the rotating Earth.
    pub fn ground_point(&self, node: NodeId, phases: &Phases) -> GroundPoint {
        let position = self.position(node, phases);
        let Phase { sin, cos } = phases.earth;
        let (x, y) = (position.x * cos + position.y * sin, position.y * cos - position.x * sin);
        GroundPoint {
            latitude_deg: position.z.atan2(x.hypot(y)).to_degrees(),
            longitude_deg: y.atan2(x).to_degrees(),
            radius_km: position.norm(),
        }
    }

    /// Distance between two satellites, or a terminal and a satellite, at `t`, km.
    pub fn range_km(&self, a: NodeId, b: NodeId, t: SimTime) -> f64 {
        let satellite = |node: NodeId| self.satellites.get(node.index());
        match (satellite(a), satellite(b)) {
            (Some(a), Some(b)) if a.shell == b.shell => {
                // Planes turn together, which changes no distance between them.
                let phase = self.shells[a.shell as usize].rotation.at(t);
                (a.motion.at(phase) - b.motion.at(phase)).norm()
            }
            _ => (self.position_at(a, t) - self.position_at(b, t)).norm(),
        }
    }

    /// Propagation delay over a range, rounded as the geometry mode does.
    pub fn delay(&self, range_km: f64) -> Duration {
        (self.model.delay)(range_km)
    }

    /// Whether the satellite moves north at `t`.
    pub fn moves_north(&self, satellite: NodeId, t: SimTime) -> bool {
        let phase = self.shell_of(satellite).rotation.at(t);
        self.satellites[satellite.index()].motion.heading(phase).z >= 0.0
    }

    /// What the terminal sees at an instant.
    pub fn view<'a>(&'a self, terminal: NodeId, phases: &'a Phases) -> View<'a> {
        let here = self.place(terminal).at(phases.t, phases.earth);
        View {
            sky: self,
            terminal,
            phases,
            position: here.position,
            up: here.up,
            horizon: &self.horizons[terminal.index() - self.satellites.len()],
        }
    }

    /// Whether an inter-plane link between satellites at `a` and `b` can be held: neither beyond
    /// the latitude threshold, the line of sight not below the grazing height (model.md Sec. 4).
    ///
    /// The lowest point of the line is its middle because both ends are in one shell.
    pub(crate) fn inter_plane_holds(&self, a: Vector<Inertial>, b: Vector<Inertial>) -> bool {
        let inside = |v: Vector<Inertial>| v.z.abs() <= self.max_sin_latitude * v.norm();
        inside(a) && inside(b) && ((a + b) * 0.5).norm() >= self.min_grazing_radius_km
    }

    /// Whether a link across the seam between satellites at `a` and `b` can be held: as any
    /// inter-plane link, and their longitudes not closer than the threshold (model.md Sec. 4).
    pub(crate) fn crossing_holds(&self, a: Vector<Inertial>, b: Vector<Inertial>) -> bool {
        // The cosine of the difference in longitude, times both distances from the axis.
        let along = a.x * b.x + a.y * b.y;
        along <= self.max_cos_seam_longitude * a.x.hypot(a.y) * b.x.hypot(b.y)
            && self.inter_plane_holds(a, b)
    }

    /// The satellite that follows behind in the same plane (model.md Sec. 3: index s - 1).
    pub fn behind(&self, satellite: NodeId) -> NodeId {
        let Satellite { shell, plane, .. } = self.satellites[satellite.index()];
        let starts = &self.shells[shell as usize].plane_starts;
        let (first, after) = (starts[plane as usize], starts[plane as usize + 1]);
        NodeId(if satellite.0 == first { after - 1 } else { satellite.0 - 1 })
    }

    /// The plane of a satellite in its shell.
    pub(crate) fn plane_of(&self, satellite: NodeId) -> u32 {
        self.satellites[satellite.index()].plane
    }

    /// The fastest that two satellites of one shell can approach each other, km/s.
    pub(crate) fn closing_speed(&self, satellite: NodeId) -> f64 {
        let shell = self.shell_of(satellite);
        2.0 * shell.fastest() * self.satellites[satellite.index()].radius_km
    }

    /// The largest relative change per second (|d'| / d) that the range of a link can have: between
    /// two satellites of a shell, or a terminal and any satellite it can see.
    pub(crate) fn relative_range_rate(&self, a: NodeId, b: NodeId) -> f64 {
        let (low, high) = (a.min(b), a.max(b));
        let satellite = &self.satellites[low.index()];
        let rotation = self.shells[satellite.shell as usize].rotation;
        match self.satellites.get(high.index()) {
            Some(other) => {
                assert_eq!(satellite.shell, other.shell, "a link between shells");
                // d^2 = M + N cos x with x' = 2n: |d'|/d = nN |sin x| / d^2, at most nN / (dmin
                // dmax).
                let (least, greatest) = satellite.motion.relative_to(&other.motion).extremes_km();
                let swing = (greatest * greatest - least * least) / 2.0;
                rotation.rate() * swing / (least * greatest)
            }
            None => {
                // d^2 = s^2 + e^2 - 2 s e cos psi, psi' at most the sum of both rates.
                let place = self.place(high);
                let (s, e) = (satellite.radius_km, place.radius_km());
                let fastest = self.shells[satellite.shell as usize].fastest();
                let turning = self.earth.rate() + place.fastest();
                (fastest + turning) * s * e / (s * s - e * e).abs()
            }
        }
    }

    /// Elevation in radians of a satellite that lies at `line` from a place whose vertical is `up`;
    /// `None` where the Earth is in the way.
    fn elevation(
        &self,
        satellite: NodeId,
        line: Vector<Inertial>,
        up: Vector<Inertial>,
    ) -> Option<f64> {
        let orbit_radius_km = self.satellites[satellite.index()].radius_km;
        (self.model.elevation)(&Sight { line, up, orbit_radius_km })
    }

    fn position_at(&self, node: NodeId, t: SimTime) -> Vector<Inertial> {
        match self.satellites.get(node.index()) {
            Some(satellite) => {
                self.shells[satellite.shell as usize].turned(t).position(&satellite.motion)
            }
            None => self.place(node).at(t, self.earth.at(t)).position,
        }
    }

    fn place(&self, terminal: NodeId) -> &Place {
        let number = terminal.index().checked_sub(self.satellites.len());
        number.and_then(|n| self.places.get(n)).expect("a node without a place")
    }
}

/// Beyond this nothing asks how long a satellite stays: it is as good as there for ever.
pub const LOOK_AHEAD: Duration = Duration::from_secs(86_400);

/// What a terminal sees at an instant.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    sky: &'a Sky,
    terminal: NodeId,
    phases: &'a Phases,
    position: Vector<Inertial>,
    up: Vector<Inertial>,
    horizon: &'a Horizon,
}

impl View<'_> {
    /// Every satellite, in ascending number.
    pub fn satellites(&self) -> impl Iterator<Item = NodeId> {
        (0..self.sky.satellites()).map(NodeId)
    }

    /// Elevation in radians; `None` where the Earth is in the way.
    pub fn elevation(&self, satellite: NodeId) -> Option<f64> {
        let line = self.sky.position(satellite, self.phases) - self.position;
        self.sky.elevation(satellite, line, self.up)
    }

    /// Elevation in radians where it is above the terminal's mask.
    pub fn usable_elevation(&self, satellite: NodeId) -> Option<f64> {
        let line = self.sky.position(satellite, self.phases) - self.position;
        let elevation = self.sky.elevation(satellite, line, self.up)?;
        self.horizon.is_below(elevation, line, self.up).then_some(elevation)
    }

    /// The satellite that is highest above the mask; of two equally high the one of lower number.
    pub fn highest(&self) -> Option<NodeId> {
        self.best(|satellite| self.usable_elevation(satellite))
    }

    /// Of the satellites that `merit` is known of the one where it is greatest; of equals the one
    /// of lower number.
    pub fn best<T: PartialOrd>(&self, merit: impl Fn(NodeId) -> Option<T>) -> Option<NodeId> {
        let mut best: Option<(T, NodeId)> = None;
        for satellite in self.satellites() {
            if let Some(merit) = merit(satellite)
                && best.as_ref().is_none_or(|(least, _)| merit > *least)
            {
                best = Some((merit, satellite));
            }
        }
        best.map(|(_, satellite)| satellite)
    }

    /// How long the satellite stays above the mask from now on, to a millisecond, at most
    /// [`LOOK_AHEAD`]; `None` when it is not above it.
    ///
    /// Looks ahead in steps of a 256th of an orbit, 24 s for Iridium: less than from one pass to
    /// the next, so none is missed between two steps.
    pub fn remaining_visibility(&self, satellite: NodeId) -> Option<Duration> {
        self.usable_elevation(satellite)?;
        let is_up = |ahead: Duration| {
            let t = self.phases.t.saturating_add(ahead);
            let earth = self.sky.earth.at(t);
            let here = self.sky.place(self.terminal).at(t, earth);
            let line = self.sky.position_at(satellite, t) - here.position;
            let elevation = self.sky.elevation(satellite, line, here.up);
            elevation.is_some_and(|elevation| self.horizon.is_below(elevation, line, here.up))
        };
        let step = self.sky.shell_of(satellite).rotation.period_s() / 256.0;
        let step = Duration::from_secs_f64(step).max(Duration::from_millis(1));
        let (mut up, mut down) = (Duration::ZERO, step);
        while is_up(down) {
            if down >= LOOK_AHEAD {
                return Some(LOOK_AHEAD);
            }
            (up, down) = (down, down + step);
        }
        while down - up > Duration::from_millis(1) {
            let middle = up + (down - up) / 2;
            if is_up(middle) { up = middle } else { down = middle }
        }
        Some(up)
    }

    /// The satellite that follows behind in the same plane.
    pub fn behind(&self, satellite: NodeId) -> NodeId {
        self.sky.behind(satellite)
    }
}
