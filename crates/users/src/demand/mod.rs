//! Whom sessions are with: which of several possible other ends a user has.

mod anybody;
mod gravity;
mod nearest;
mod other_end;

use skyseam_params::{Parameters, registry};

pub use anybody::Anybody;
pub use gravity::Gravity;
pub use nearest::Nearest;
pub use other_end::{Candidate, OtherEnd};

/// A rule by which users have other ends, and its parameters.
pub trait Demand: Parameters {
    /// How other ends are chosen.
    fn rule(&self) -> Rule;
}

/// How the other end of a session is chosen.
pub enum Rule {
    /// Each user has the nearest, always.
    Nearest,
    /// Each session draws one, with weights at least 0 by the distance in km.
    ByDistance(Box<dyn Fn(f64) -> f64>),
    /// Each session draws one, each as often; distances do not matter.
    Anybody,
}

registry! {
    /// Which of several is the other end of a session.
    dyn Demand "Demand" is "a rule of demand" at "users.demand.kind" by "kind" {
        Nearest, Gravity, Anybody,
    }
    pub fn built_in;
    pub fn member;
}
