//! Routes: the next neighbour at a node, towards a node, at an instant.
//!
//! [`RoutingRule`] is the interface, in `source.rs`; each rule is a file, and a line of the
//! registry below. The most common built-in rule is [`ShortestPaths`], implemented by the
//! [`Router`].

mod backward;
mod centralized;
mod corridor;
mod delay;
mod explicit;
mod explicit_path;
mod geographic;
mod hops;
mod hysteresis;
mod network;
mod path_finder;
mod paths;
mod periodic;
mod router;
mod search;
mod shortest;
pub(crate) mod source;
mod tree;
mod warnings;
mod window;

use skyseam_params::registry;

use crate::registry::{ModelChoice, Registered};
pub use centralized::Centralized;
pub use explicit_path::ExplicitPath;
pub use geographic::Geographic;
pub use hysteresis::effort as hysteresis_effort;
pub use path_finder::PathFinder;
pub use paths::check_paths;
pub use router::{Path, PathDelay, Router};
pub use shortest::{Forwarding, ForwardingRule, Measure, Metric, ShortestPaths};
pub use source::{
    Agent, AgentMessage, Agents, ForwardedPacket, ForwardingChoice, Refusal, RouteSource,
    RoutingRule, Traffic,
};
pub use tree::{Findings, RunPart};

impl Metric {
    /// Minimizes the number of links.
    pub const HOPS: Self = Registered(&hops::ROW);
    /// Minimizes the sum of propagation delays at the instant of forwarding.
    pub const DELAY: Self = Registered(&delay::ROW);
    /// Minimizes the number of inter-satellite links, then the sum of propagation delays.
    pub const ISL_HOPS: Self = Registered(&delay::ISL_HOPS);
}

impl ModelChoice for Measure {
    const WHAT: &'static str = "a routing metric";
    const BUILT_IN: &'static [Metric] = &[Metric::HOPS, Metric::DELAY, Metric::ISL_HOPS];
}

registry! {
    /// Routing rule.
    dyn RoutingRule "Routing" is "a rule of routing" at "routing.kind"
    or "shortest-path" {
        ShortestPaths,
        Geographic,
        Centralized,
    }
    pub fn built_in;
    pub fn member;
}
