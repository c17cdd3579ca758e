//! Handover policies: which satellites terminals take, and when they leave them.
//!
//! A policy decides at every check. The instants of checks are determined in one place for all
//! policies (see [`crate::timeline`]), and so are handovers from one satellite to the next.

mod allocation;
mod conditional;
mod global;
mod highest;
mod keys;
mod least_loaded;
mod longest;
pub(crate) mod several;
mod shortest;
mod starlink;
mod sticky;

use std::cmp::Ordering;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_params::{Model, Parameters, registry};

pub use conditional::{Condition, Conditional};
pub use global::GlobalReallocation;
pub use highest::HighestElevation;
pub use keys::{HandoverKeys, PresetHandoverKeys, QueuedAtHandover, check_effort};
pub use least_loaded::LeastLoaded;
pub use longest::LongestVisibility;
pub use shortest::ShortestPath;
pub use starlink::Starlink;
pub use sticky::Sticky;

use crate::description::parts::Antennas;
use crate::sky::TerminalView;

/// A policy and its parameters.
pub trait HandoverPolicy: Parameters {
    /// Returns the rule of decisions. Called once for each constellation that is built. Decisions
    /// depend only on the rule's input and the parameters, so that a terminal takes the same
    /// satellites whatever other terminals exist.
    fn rule(&self) -> HandoverRule;

    /// Returns the default times of checks.
    fn clock(&self) -> CheckTimes {
        CheckTimes::USUAL
    }

    /// Returns the maximum number of terminals per satellite, if terminals compete for satellites.
    fn capacity(&self) -> Option<u32> {
        None
    }

    /// Whether a terminal's satellites depend on the number of terminals that each satellite has.
    fn shares_load(&self) -> bool {
        false
    }

    /// Whether decisions depend on the scenario's seed ([`AssignmentRequest::seed`]): runs with
    /// different seeds then share no timeline.
    fn uses_seed(&self) -> bool {
        false
    }

    /// Returns the keys that act only on satellites with a date and a launch (element files).
    fn needs_dates(&self) -> &'static [&'static str] {
        &[]
    }
}

registry! {
    /// Policy by which a terminal takes and leaves satellites.
    dyn HandoverPolicy "HandoverPolicy" is "a handover policy" at "handover.kind" {
        Sticky,
        HighestElevation,
        LongestVisibility,
        GlobalReallocation,
        Starlink,
        LeastLoaded,
        ShortestPath,
        Conditional,
    }
    pub fn built_in;
    pub fn member;
}

/// Returns the policy in the form that a configuration stores.
pub fn model(policy: impl HandoverPolicy) -> Model<dyn HandoverPolicy> {
    Model::new(Arc::new(policy))
}

/// Decision of a policy at a check.
pub enum HandoverRule {
    /// Each terminal separately: from its view and the satellite it holds, the satellite after the
    /// check. Applies to terminals with one antenna; those with several do not depend on the policy
    /// (see [`Antennas`]).
    Each(Box<DecideEach>),
    /// Every terminal is linked to all satellites above its mask, regardless of its number of
    /// antennas.
    Every,
    /// All terminals together: from their requests, the satellites of each after the check.
    Together(Box<DecideTogether>),
}

/// See [`HandoverRule::Each`].
pub(crate) type DecideEach = dyn Fn(&TerminalView<'_>, Attachment) -> Option<NodeId> + Send + Sync;

/// See [`HandoverRule::Together`].
pub(crate) type DecideTogether = dyn Fn(&[AssignmentRequest<'_>]) -> Vec<Vec<NodeId>> + Send + Sync;

/// Times at which terminals check by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckTimes {
    /// Time between checks.
    pub interval: Duration,
    /// Time from the first check, at time zero, to the second one; zero: one interval.
    pub offset: Duration,
}

impl CheckTimes {
    /// ns-2's clock: every 10 s from time zero on.
    pub const USUAL: Self = Self { interval: Duration::from_secs(10), offset: Duration::ZERO };

    /// Starlink's slots of 15 s, at 12, 27, 42 and 57 s past the minute.
    pub const STARLINK: Self =
        Self { interval: Duration::from_secs(15), offset: Duration::from_secs(12) };
}

impl HandoverRule {
    /// Whether a terminal's links depend on other terminals.
    pub fn is_together(&self) -> bool {
        matches!(self, Self::Together(_))
    }

    /// Whether a terminal is linked to every satellite above its mask.
    pub fn is_every(&self) -> bool {
        matches!(self, Self::Every)
    }

    /// Returns the number of satellites that a terminal with `own` antennas is linked to.
    pub fn antennas(&self, own: Antennas) -> Antennas {
        match self {
            Self::Every => Antennas::Unlimited,
            Self::Each(_) | Self::Together(_) => own,
        }
    }
}

/// Orders satellites, the best first: see [`TerminalView::rank`].
fn best_first(a: (bool, f64), b: (bool, f64)) -> Ordering {
    b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
}

/// A satellite that a terminal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldSatellite {
    /// Node number of the satellite.
    pub satellite: NodeId,
    /// Beginning of the link, which is in the future during an outage.
    pub since: SimTime,
}

/// Satellites that a terminal with one antenna holds, or held, before a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Linked satellite, or the one that will be linked when an outage is over.
    pub current: Option<HeldSatellite>,
    /// Satellite of the latest link: that of `current`, or one lost since then.
    pub last: Option<NodeId>,
}

impl Attachment {
    /// Returns the satellite held if it is still above the mask and has not failed.
    pub fn usable(&self, view: &TerminalView<'_>) -> Option<HeldSatellite> {
        self.current.filter(|held| view.is_usable(held.satellite))
    }
}

/// Request of a terminal when satellites are assigned to all terminals together.
#[derive(Clone, Copy, Debug)]
pub struct AssignmentRequest<'a> {
    /// Satellites in the terminal's view.
    pub view: TerminalView<'a>,
    /// Maximum number of satellites of the terminal.
    pub antennas: usize,
    /// Satellites held, in the order in which they were taken.
    pub held: &'a [HeldSatellite],
    /// Seed of the scenario, for policies that draw random numbers
    /// ([`HandoverPolicy::uses_seed`]).
    pub seed: u64,
}
