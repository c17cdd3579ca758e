//! The highest satellite at every check, whatever is held: the best signal, and the most handovers.
//!
//! Of two equally high satellites the one of lower number is taken. Where one direction is
//! preferred the highest of those that go that way comes first.

use super::{Clock, HandoverPolicy, Model, Rule};
use crate::registry::Registered;

pub(super) const REGISTERED: Registered<HandoverPolicy, Model> = Registered {
    value: HandoverPolicy::HighestElevation,
    name: "highest-elevation",
    summary: "at every check the satellite of highest elevation above the mask",
    source: "maximum-elevation criterion; del Re et al., IEEE JSAC 13(2), 1995",
    rule: Model { rule: || Rule::Each(Box::new(|view, _| view.highest())), clock: Clock::USUAL },
};
