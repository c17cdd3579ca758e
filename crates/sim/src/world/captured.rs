//! Captures that are written while a run goes on.
//!
//! Owns which packets are still under way; what is written of the others is the matter of
//! [`crate::capture`].

use std::collections::BTreeSet;

use skyseam_base::SimTime;

use super::World;
use crate::capture::{Terms, identity};

impl World {
    /// Writes captured packets that nothing can change any more, where they are many.
    pub fn write_captures(&mut self, now: SimTime) {
        if !self.capture.is_full() {
            return;
        }
        let under_way: BTreeSet<_> =
            self.in_flight.values().map(|carried| identity(&carried.packet)).collect();
        let announced = |flow| self.flows.announced(flow);
        let terms = Terms { nodes: self.timeline.nodes(), announced: &announced };
        self.capture.write(now, &under_way, &terms);
    }
}
