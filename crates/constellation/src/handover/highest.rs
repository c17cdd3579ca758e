//! The highest satellite at every check, whatever is held: the best signal, and the most handovers.
//!
//! Of two equally high satellites the one of lower number is taken. Where one direction is
//! preferred the highest of those that go that way comes first.

use super::Rule;
use crate::config::HandoverPolicy;
use crate::registry::Registered;

pub(super) const REGISTERED: Registered<HandoverPolicy, Rule> = Registered {
    value: HandoverPolicy::HighestElevation,
    name: "highest-elevation",
    summary: "at every check the satellite of highest elevation above the mask",
    source: "maximum-elevation criterion; del Re et al., IEEE JSAC 13(2), 1995",
    rule: Rule::Each(|view, _| view.highest()),
};
