//! Description of a constellation: the typed, checked form that a scenario resolves to.
//!
//! Plain public data; [`crate::Timeline::build`] computes positions, links and routes from it.
//! Units are in the names. There are no defaults here: these belong to the scenario and its
//! presets.

use skyseam_base::Duration;
use skyseam_orbit::Utc;
use skyseam_params::Model;

pub use crate::description::parts::{
    Antennas, Failed, Failure, IslConfig, ListedPlanes, Orbiter, Orbits, Phasing, Plane, Point,
    Propagation, Sampling, Shell, Site, Terminal, Transition, Walker, Wire,
};
pub use crate::direction::FlightDirection;
pub use crate::geometry::Geometry;
pub use crate::routing::Metric;

use crate::handover::HandoverPolicy;
use crate::routing::source::RoutingRule;

/// A constellation: satellites, terminals, and how they are linked and routed.
#[derive(Clone, Debug, PartialEq)]
pub struct SkyConfig {
    /// Approximations that positions and delays follow.
    pub geometry: Geometry,
    /// Propagation model of the satellites.
    pub propagation: Propagation,
    /// Wall time at time zero; present if shells have elements.
    pub zero: Option<Utc>,
    /// Shells of satellites, numbered in sequence; may be empty if there are wires.
    pub shells: Vec<Shell>,
    /// Conditions for links between satellites.
    pub isl: IslConfig,
    /// Links between satellites, by number, in addition to those of the shells' patterns.
    pub listed_isls: Vec<[u32; 2]>,
    /// Failures of satellites and links.
    pub failures: Vec<Failure>,
    /// Terminals, numbered after the satellites.
    pub terminals: Vec<Terminal>,
    /// Nodes without a position (routers, servers), numbered after the terminals.
    pub nodes: Vec<String>,
    /// Fixed links between terminals and nodes.
    pub wires: Vec<Wire>,
    /// Rules for terminals that change satellites and for checks of ISLs.
    pub handover: HandoverConfig,
    /// Routing rule.
    pub routing: Model<dyn RoutingRule>,
    /// Seed of the constellation's random streams: those of randomized checks, and of policies and
    /// rules that draw random numbers.
    pub seed: u64,
}

impl SkyConfig {
    /// Returns the number of satellites in all shells.
    pub fn satellites(&self) -> u64 {
        self.shells.iter().map(Shell::satellites).sum()
    }

    /// Returns the seed if links or routes depend on it, zero otherwise.
    pub fn seed_in_use(&self) -> u64 {
        let Self { handover, routing, .. } = self;
        let is_used = handover.randomized || handover.policy.uses_seed() || routing.uses_seed();
        if is_used { self.seed } else { 0 }
    }
}

/// Rules for terminals that change satellites and for checks of ISLs.
#[derive(Clone, Debug, PartialEq)]
pub struct HandoverConfig {
    /// Policy by which a terminal takes and leaves satellites.
    pub policy: Model<dyn HandoverPolicy>,
    /// Direction of flight of preferred satellites. Has no effect on terminals linked to every
    /// satellite above their mask.
    pub direction: FlightDirection,
    /// Interval between checks of elevations and ISLs; the first is at time zero.
    pub check_interval: Duration,
    /// Time from a terminal's first check, at time zero, to the second one; one check follows in
    /// every interval. Nonzero only if a system's slots are not counted from time zero.
    pub offset: Duration,
    /// Whether each node draws its next check from interval +- interval/2.
    pub randomized: bool,
    /// Link interruption or overlap at a handover.
    pub transition: Transition,
}

impl HandoverConfig {
    /// Returns the number of satellites that a terminal is linked to at a time.
    pub fn antennas_of(&self, terminal: &Terminal) -> Antennas {
        self.policy.rule().antennas(terminal.antennas)
    }
}
