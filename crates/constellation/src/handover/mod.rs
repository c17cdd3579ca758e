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

use skyseam_base::NodeId;

pub use direction::{DIRECTIONS, Direction};

use crate::config::HandoverPolicy;
use crate::registry::Registered;
use crate::sky::View;

/// Every policy.
pub const POLICIES: &[Registered<HandoverPolicy, Rule>] = &[
    sticky::REGISTERED,
    highest::REGISTERED,
    longest::REGISTERED,
    global::REGISTERED,
    shortest::REGISTERED,
];

/// How a policy decides at a check.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// Each terminal by itself, given what it sees and what it holds: the satellite it has after
    /// the check. Asked of terminals with one antenna; what those with several do is no policy's
    /// (see [`Antennas`](crate::config::Antennas)).
    Each(fn(&View<'_>, Attachment) -> Option<NodeId>),
    /// Each terminal has every satellite above its mask, however many antennas are its own.
    Every,
    /// All terminals at once, given what they ask for and how many of them a satellite takes at
    /// most: the satellites that each has after the check.
    Together(fn(&[Request<'_>], Option<u32>) -> Vec<Vec<NodeId>>),
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
