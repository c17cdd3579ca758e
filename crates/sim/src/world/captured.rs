//! Captures that are written during a run.
//!
//! Owns the set of packets still in flight; [`crate::capture`] owns the writing of the others.

use std::collections::BTreeSet;

use skyseam_base::SimTime;

use super::World;
use crate::capture::{Terms, identity};

impl World {
    /// Writes captured packets that are final, if there are many.
    pub(crate) fn write_captures(&mut self, now: SimTime) {
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
