//! What a constellation is described by: the typed, checked form a scenario resolves to.
//!
//! Plain public data; [`crate::Timeline::build`] turns it into positions, links and routes. Units
//! are in the names. Nothing here has a default: defaults belong to the scenario and its presets.

use skyseam_base::Duration;
use skyseam_orbit::Utc;
use skyseam_params::Model;

pub use crate::description::parts::{
    Antennas, Failed, Failure, IslConfig, Listed, Orbiter, Orbits, Phasing, Plane, Point,
    Propagation, Sampling, Shell, Site, Terminal, Transition, Walker, Wire,
};
pub use crate::direction::Direction;
pub use crate::geometry::Geometry;
pub use crate::routing::Metric;

use crate::handover::Policy;
use crate::routing::source::RoutingRule;

/// A sky: satellites, the places on the ground, and how they are linked and routed.
#[derive(Clone, Debug, PartialEq)]
pub struct SkyConfig {
    /// Which approximations positions and delays follow.
    pub geometry: Geometry,
    /// What moves the satellites.
    pub propagation: Propagation,
    /// What wall time is at time zero; there is one where shells have elements.
    pub zero: Option<Utc>,
    /// Shells of satellites, numbered one after the other; may be empty where there are wires.
    pub shells: Vec<Shell>,
    /// When links between satellites can be held.
    pub isl: IslConfig,
    /// Links between satellites, by number, beside those that the shells' patterns make.
    pub listed_isls: Vec<[u32; 2]>,
    /// What is out of order, and when.
    pub failures: Vec<Failure>,
    /// Places linked to satellites, numbered after the satellites.
    pub terminals: Vec<Terminal>,
    /// Nodes without a place (routers, servers), numbered after the terminals.
    pub nodes: Vec<String>,
    /// Fixed links between terminals and nodes.
    pub wires: Vec<Wire>,
    /// When terminals change satellites and ISLs change state.
    pub handover: HandoverConfig,
    /// How packets find their way.
    pub routing: Model<dyn RoutingRule>,
    /// Seed of the sky's random streams (only randomized checks draw from them).
    pub seed: u64,
}

impl SkyConfig {
    /// Number of satellites in all shells.
    pub fn satellites(&self) -> u64 {
        self.shells.iter().map(Shell::satellites).sum()
    }
}

/// When terminals change satellites and ISLs change state.
#[derive(Clone, Debug, PartialEq)]
pub struct HandoverConfig {
    /// Which satellite a terminal takes, and when it leaves it.
    pub policy: Model<dyn Policy>,
    /// Which way a satellite goes that is taken before others. Means nothing to terminals that have
    /// every satellite above their mask.
    pub direction: Direction,
    /// Elevations and ISLs are looked at every so often, first at time zero.
    pub check_interval: Duration,
    /// Terminals check for the first time at time zero, and then so long after it; then at every
    /// interval. Zero but where a system's slots are not counted from time zero.
    pub offset: Duration,
    /// Whether each node draws its next check from interval +- interval/2.
    pub randomized: bool,
    /// What happens between one satellite and the next.
    pub transition: Transition,
}

impl HandoverConfig {
    /// How many satellites a terminal has at a time.
    pub fn antennas_of(&self, terminal: &Terminal) -> Antennas {
        self.policy.rule().antennas(terminal.antennas)
    }
}
