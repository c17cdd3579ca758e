//! Global reallocation: at every check satellites are assigned anew to all terminals together, as
//! observed for Starlink in slots of 15 s, at 12, 27, 42 and 57 s past the minute.
//!
//! The operator's objective is not published. Here pairs of terminal and satellite are considered
//! from the highest elevation down; a pair is assigned if the terminal has a free antenna and the
//! satellite has capacity. Among equally high pairs, the lower number of the terminal and then of
//! the satellite takes precedence. With a preferred direction, pairs with satellites in that
//! direction precede all others. Without a limit of terminals per satellite every terminal gets its
//! highest one.

use std::collections::BTreeMap;

use skyseam_base::{Duration, NodeId};
use skyseam_params::parameters;
use skyseam_params::values::Count;

use super::{AssignmentRequest, CheckTimes, HandoverPolicy, HandoverRule, best_first};

parameters! {
    /// At every check, satellites are assigned anew to all terminals together, pairs of highest
    /// elevation first; no satellite gets more terminals than satellite_capacity.
    pub struct GlobalReallocation "global-reallocation"
    from "a global controller that allocates satellites to terminals: Tanveer et al., Making Sense \
          of Constellations, 2023 (arXiv 2307.00402); 15 s slots at 12, 27, 42, 57 s past the \
          minute: the same and Mohan et al., WWW, 2024; highest first and the capacity: our \
          assumption" {
        /// Of "global-reallocation" and "least-loaded": maximum number of terminals that a
        /// satellite takes. Default: no limit.
        satellite_capacity: Option<Count<1, 1_000_000>> = None,
    }
}

impl HandoverPolicy for GlobalReallocation {
    fn rule(&self) -> HandoverRule {
        let capacity = self.satellite_capacity;
        HandoverRule::Together(Box::new(move |requests| allocate(requests, capacity)))
    }

    fn clock(&self) -> CheckTimes {
        // 12, 27, 42 and 57 s past the minute.
        CheckTimes { interval: Duration::from_secs(15), offset: Duration::from_secs(12) }
    }

    fn capacity(&self) -> Option<u32> {
        self.satellite_capacity
    }
}

fn allocate(requests: &[AssignmentRequest<'_>], capacity: Option<u32>) -> Vec<Vec<NodeId>> {
    let mut pairs: Vec<((bool, f64), usize, NodeId)> = Vec::new();
    for (terminal, AssignmentRequest { view, .. }) in requests.iter().enumerate() {
        let seen = view.candidates();
        let seen = seen.filter_map(|s| view.rank(s).map(|rank| (rank, terminal, s)));
        pairs.extend(seen);
    }
    // A stable sort keeps equals in ascending number of terminal, then satellite.
    pairs.sort_by(|(a, ..), (b, ..)| best_first(*a, *b));
    let mut allocated = vec![Vec::new(); requests.len()];
    let mut loads: BTreeMap<NodeId, u32> = BTreeMap::new();
    for (_, terminal, satellite) in pairs {
        let load = loads.entry(satellite).or_default();
        if allocated[terminal].len() < requests[terminal].antennas
            && capacity.is_none_or(|capacity| *load < capacity)
        {
            *load += 1;
            allocated[terminal].push(satellite);
        }
    }
    allocated
}
