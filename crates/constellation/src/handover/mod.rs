//! Handover policies: which satellites terminals take, and when they leave them.
//!
//! A policy is asked at every check; when checks happen is decided in one place for all policies
//! (see [`crate::timeline`]), and so is what happens between one satellite and the next.

mod global;
mod highest;
mod keys;
mod least_loaded;
mod longest;
pub(crate) mod several;
mod shortest;
mod sticky;

use std::cmp::Ordering;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_params::{Model, Parameters, registry};

pub use global::GlobalReallocation;
pub use highest::HighestElevation;
pub use keys::{HandoverKeys, PresetHandoverKeys, QueuedAtHandover, check_effort};
pub use least_loaded::LeastLoaded;
pub use longest::LongestVisibility;
pub use shortest::ShortestPath;
pub use sticky::Sticky;

use crate::description::parts::Antennas;
use crate::sky::View;

/// A policy and its parameters.
pub trait Policy: Parameters {
    /// How it decides. Asked for once for each sky that is built; decisions follow from what is
    /// given in and the parameters alone, so that a terminal takes the same satellites whoever
    /// else is there.
    fn rule(&self) -> Rule;

    /// How often terminals look by it, where the scenario does not say.
    fn clock(&self) -> Clock {
        Clock::USUAL
    }

    /// Terminals that a satellite takes at most, where terminals take room from each other.
    fn capacity(&self) -> Option<u32> {
        None
    }
}

registry! {
    /// Which satellite a terminal takes, and when it leaves it.
    dyn Policy "HandoverPolicy" is "a handover policy" at "handover.kind" {
        Sticky,
        HighestElevation,
        LongestVisibility,
        GlobalReallocation,
        LeastLoaded,
        ShortestPath,
    }
    pub fn built_in;
    pub fn member;
}

/// A policy as a configuration holds it.
pub fn model(policy: impl Policy) -> Model<dyn Policy> {
    Model::new(Arc::new(policy))
}

/// How a policy decides at a check.
pub enum Rule {
    /// Each terminal by itself, given what it sees and what it holds: the satellite it has after
    /// the check. Asked of terminals with one antenna; what those with several do is no policy's
    /// (see [`Antennas`]).
    Each(Box<OfEach>),
    /// Each terminal has every satellite above its mask, however many antennas are its own.
    Every,
    /// All terminals at once, given what they ask for: the satellites that each has after the
    /// check.
    Together(Box<OfAll>),
}

/// See [`Rule::Each`].
pub(crate) type OfEach = dyn Fn(&View<'_>, Attachment) -> Option<NodeId> + Send + Sync;

/// See [`Rule::Together`].
pub(crate) type OfAll = dyn Fn(&[Request<'_>]) -> Vec<Vec<NodeId>> + Send + Sync;

/// When terminals look by a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// From one check to the next.
    pub interval: Duration,
    /// From time zero to the second check; zero: an interval.
    pub offset: Duration,
}

impl Clock {
    /// ns-2's: every 10 s from time zero on.
    pub const USUAL: Self = Self { interval: Duration::from_secs(10), offset: Duration::ZERO };
}

impl Rule {
    /// Whether what a terminal is linked to hangs on the others.
    pub fn is_together(&self) -> bool {
        matches!(self, Self::Together(_))
    }

    /// Whether a terminal has every satellite above its mask.
    pub fn is_every(&self) -> bool {
        matches!(self, Self::Every)
    }

    /// How many satellites a terminal has at a time that has these antennas of its own.
    pub fn antennas(&self, own: Antennas) -> Antennas {
        match self {
            Self::Every => Antennas::Unlimited,
            Self::Each(_) | Self::Together(_) => own,
        }
    }
}

/// The order in which satellites are taken, the best first: see [`View::rank`].
fn best_first(a: (bool, f64), b: (bool, f64)) -> Ordering {
    b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
}

/// A satellite that a terminal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Its number among the nodes.
    pub satellite: NodeId,
    /// When its link began or, during an outage, will begin.
    pub since: SimTime,
}

/// Satellites that a terminal with one antenna holds and held before a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The satellite it is linked to, or will be when an outage is over.
    pub current: Option<Held>,
    /// The satellite it was last linked to: that of `current`, or the one lost since.
    pub last: Option<NodeId>,
}

impl Attachment {
    /// The satellite held, where it is still above the mask and works.
    pub fn usable(&self, view: &View<'_>) -> Option<Held> {
        self.current.filter(|held| view.usable_elevation(held.satellite).is_some())
    }
}

/// What a terminal asks for when all get satellites together.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What it sees.
    pub view: View<'a>,
    /// How many satellites it takes at most.
    pub antennas: usize,
    /// The satellites that it holds, the one taken first first.
    pub held: &'a [Held],
}
