//! Shortest path: a terminal is linked to every satellite above its mask, and the route of each
//! packet chooses: the satellite on the best way from it, and the one on the best way to it.

use skyseam_params::parameters;

use super::{Policy, Rule};

parameters! {
    /// Linked to every satellite above the mask; the route chooses among them.
    pub struct ShortestPath "shortest-path"
    from "what Hypatia assumes of ground stations with many antennas; Kassing et al., ACM IMC, \
          2020" {}
}

impl Policy for ShortestPath {
    fn rule(&self) -> Rule {
        Rule::Every
    }
}
