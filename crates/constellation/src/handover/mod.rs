//! Handover policies: which satellites terminals take, and when they leave them.
//!
//! A policy is asked at every check; when checks happen is decided in one place for all policies
//! (see [`crate::timeline`]), and so is what happens between one satellite and the next.

mod direction;
mod global;
mod highest;
mod longest;
pub(crate) mod several;
mod shortest;
mod sticky;

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId};

pub use direction::{DIRECTIONS, Direction};

use crate::config::{Antennas, HandoverConfig, Terminal};
use crate::registry::{Chosen, Registered};
use crate::sky::View;

/// Names the policies of this crate, each by the file that has it.
macro_rules! policies {
    ($($policy:ident in $file:ident),* $(,)?) => {
        /// The policies of this crate.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum HandoverPolicy {
            $(
                #[doc = concat!("That of `handover/", stringify!($file), ".rs`.")]
                $policy,
            )*
        }

        /// Every policy of this crate.
        pub const POLICIES: &[Registered<HandoverPolicy, Model>] = &[$($file::REGISTERED),*];
    };
}

policies! {
    Sticky in sticky,
    HighestElevation in highest,
    LongestVisibility in longest,
    GlobalReallocation in global,
    ShortestPath in shortest,
}

/// A policy with its parameters, of this crate or of another.
///
/// Its `Debug` form shows its name and all parameters: policies that show the same are taken for
/// equal.
pub trait Policy: fmt::Debug + Send + Sync {
    /// What results and messages call it.
    fn name(&self) -> &str;

    /// How it decides. Asked for once for each sky that is built; decisions follow from what is
    /// given in and the parameters alone, so that a terminal takes the same satellites whoever
    /// else is there.
    fn rule(&self) -> Rule;

    /// How often terminals look by it, where the scenario does not say.
    fn clock(&self) -> Clock {
        Clock::USUAL
    }
}

/// How a policy decides at a check.
pub enum Rule {
    /// Each terminal by itself, given what it sees and what it holds: the satellite it has after
    /// the check. Asked of terminals with one antenna; what those with several do is no policy's
    /// (see [`Antennas`]).
    Each(Box<OfEach>),
    /// Each terminal has every satellite above its mask, however many antennas are its own.
    Every,
    /// All terminals at once, given what they ask for and how many of them a satellite takes at
    /// most: the satellites that each has after the check.
    Together(Box<OfAll>),
}

/// See [`Rule::Each`].
pub type OfEach = dyn Fn(&View<'_>, Attachment) -> Option<NodeId> + Send + Sync;

/// See [`Rule::Together`].
pub type OfAll = dyn Fn(&[Request<'_>], Option<u32>) -> Vec<Vec<NodeId>> + Send + Sync;

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

/// What carries out a policy without parameters.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// How it decides.
    pub rule: fn() -> Rule,
    /// When.
    pub clock: Clock,
}

impl HandoverPolicy {
    fn row(self) -> &'static Registered<Self, Model> {
        let row = POLICIES.iter().find(|row| row.value == self);
        row.expect("a file registers the policy that it is named for")
    }
}

impl Policy for HandoverPolicy {
    fn name(&self) -> &str {
        self.row().name
    }

    fn rule(&self) -> Rule {
        (self.row().rule.rule)()
    }

    fn clock(&self) -> Clock {
        self.row().rule.clock
    }
}

impl<P: Policy + 'static> From<P> for Chosen<dyn Policy> {
    fn from(policy: P) -> Self {
        Self(Arc::new(policy))
    }
}

impl PartialEq<HandoverPolicy> for Chosen<dyn Policy> {
    fn eq(&self, other: &HandoverPolicy) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}

impl Rule {
    /// Whether what a terminal is linked to hangs on the others.
    pub fn is_together(&self) -> bool {
        matches!(self, Self::Together(_))
    }

    /// How many satellites a terminal has at a time that has these antennas of its own.
    pub fn antennas(&self, own: Antennas) -> Antennas {
        match self {
            Self::Every => Antennas::Unlimited,
            Self::Each(_) | Self::Together(_) => own,
        }
    }
}

impl HandoverConfig {
    /// How many satellites a terminal has at a time.
    pub fn antennas_of(&self, terminal: &Terminal) -> Antennas {
        self.policy.rule().antennas(terminal.antennas)
    }
}

/// The order in which satellites are taken, the best first: see [`View::rank`].
fn best_first(a: (bool, f64), b: (bool, f64)) -> Ordering {
    b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
}

/// What a terminal holds before a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The satellite it is linked to, or will be when an outage is over.
    pub current: Option<NodeId>,
    /// The satellite it was last linked to: `current`, or the one lost since.
    pub last: Option<NodeId>,
}

/// What a terminal asks for when all get satellites together.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What it sees.
    pub view: View<'a>,
    /// How many satellites it takes at most.
    pub antennas: usize,
}
