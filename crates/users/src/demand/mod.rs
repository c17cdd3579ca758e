//! Choice of the remote endpoint of a session among several candidates.

mod anybody;
mod gravity;
mod nearest;
mod other_end;

use skyseam_params::{Parameters, registry};

pub use anybody::Anybody;
pub use gravity::Gravity;
pub use nearest::Nearest;
pub use other_end::{EndpointCandidate, OtherEnd};

/// A model of demand, which assigns remote endpoints to users, and its parameters.
pub trait Demand: Parameters {
    /// Rule by which remote endpoints are chosen.
    fn rule(&self) -> EndpointRule;
}

/// Rule by which the remote endpoint of a session is chosen.
pub enum EndpointRule {
    /// Each user always has the nearest endpoint.
    Nearest,
    /// Each session draws an endpoint, with nonnegative weights as a function of the distance in
    /// km.
    ByDistance(Box<dyn Fn(f64) -> f64>),
    /// Each session draws an endpoint, all with equal probability.
    Anybody,
}

registry! {
    /// Choice of the remote endpoint of a session.
    dyn Demand "Demand" is "a rule of demand" at "users.demand.kind" {
        Nearest, Gravity, Anybody,
    }
    pub fn built_in;
    pub fn member;
}
