//! Handover policies: which satellite a terminal takes, and when it leaves it.
//!
//! A policy is asked at every check of a terminal; when checks happen is decided in one place for
//! all policies (see [`crate::timeline`]).

mod highest;
mod longest;
mod sticky;

use skyseam_base::NodeId;

use crate::config::HandoverPolicy;
use crate::registry::Registered;
use crate::sky::View;

/// Every policy.
pub const POLICIES: &[Registered<HandoverPolicy, Rule>] =
    &[sticky::REGISTERED, highest::REGISTERED, longest::REGISTERED];

/// The satellite a terminal is linked to after a check, given what it sees and what it holds.
pub type Rule = fn(&View<'_>, Attachment) -> Option<NodeId>;

/// What a terminal holds before a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The satellite it is linked to.
    pub current: Option<NodeId>,
    /// The satellite it was last linked to: `current`, or the one lost since.
    pub last: Option<NodeId>,
}
