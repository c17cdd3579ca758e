//! Shortest path: a terminal is linked to every satellite above its mask, and the route of each
//! packet chooses: the satellite on the best way from it, and the one on the best way to it.

use super::{Clock, HandoverPolicy, Model, Rule};
use crate::registry::Registered;

pub(super) const REGISTERED: Registered<HandoverPolicy, Model> = Registered {
    value: HandoverPolicy::ShortestPath,
    name: "shortest-path",
    summary: "linked to every satellite above the mask; the route chooses among them",
    source: "what Hypatia assumes of ground stations with many antennas; Kassing et al., ACM IMC, \
             2020",
    rule: Model { rule: || Rule::Every, clock: Clock::USUAL },
};
