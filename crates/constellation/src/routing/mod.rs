//! Routes: at a node, towards a node, at an instant: which neighbour is next.
//!
//! [`RoutingRule`] is the seam and `source.rs` has it; each rule is a file, and a line of the
//! registry below. The rule built in for most is [`ShortestPaths`], which the [`Router`] obeys.

mod backward;
mod centralized;
mod corridor;
mod delay;
mod explicit;
mod geographic;
mod hops;
mod hysteresis;
mod network;
mod paths;
mod periodic;
mod router;
mod search;
mod shortest;
pub(crate) mod source;
mod tree;
mod walk;
mod warnings;
mod way;
mod window;

use skyseam_params::registry;

use crate::registry::{Kind, Registered};
pub use centralized::Centralized;
pub use geographic::Geographic;
pub use hysteresis::effort as hysteresis_effort;
pub use paths::check_paths;
pub use router::{Path, PathDelay, Router};
pub use shortest::{Forwarding, Measure, Metric, Rule, ShortestPaths};
pub use source::{Agent, Agents, Choice, Hop, Message, Refusal, RouteSource, RoutingRule, Traffic};
pub use tree::{Findings, Part};
pub use walk::Walker;
pub use way::Way;

impl Metric {
    /// The number of links.
    pub const HOPS: Self = Registered(&hops::ROW);
    /// The sum of propagation delays at the instant of forwarding.
    pub const DELAY: Self = Registered(&delay::ROW);
}

impl Kind for Measure {
    const WHAT: &'static str = "a routing metric";
    const BUILT_IN: &'static [Metric] = &[Metric::HOPS, Metric::DELAY];
}

registry! {
    /// How packets find their way.
    dyn RoutingRule "Routing" is "a rule of routing" at "routing.kind"
    or "shortest-path" {
        ShortestPaths,
        Geographic,
        Centralized,
    }
    pub fn built_in;
    pub fn member;
}
