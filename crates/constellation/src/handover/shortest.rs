//! Shortest path: a terminal is linked to every satellite above its mask, and the route of each
//! packet selects the satellites on the best path from and to the terminal.

use skyseam_params::parameters;

use super::{HandoverPolicy, HandoverRule};

parameters! {
    /// Linked to every satellite above the mask; the route chooses among them.
    pub struct ShortestPath "shortest-path"
    from "what Hypatia assumes of ground stations with many antennas; Kassing et al., ACM IMC, \
          2020" {}
}

impl HandoverPolicy for ShortestPath {
    fn rule(&self) -> HandoverRule {
        HandoverRule::Every
    }
}
