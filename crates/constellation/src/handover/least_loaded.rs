//! Least loaded: a satellite is kept until a check finds it at or below the mask; then the terminal
//! takes, of those above it, the one that the fewest terminals hold.
//!
//! Terminals choose one after another, by number, given the loads after the previous choices. Of
//! equally loaded satellites the one of higher rank is taken (its view's `rank`: the preferred
//! direction, then elevation), of equal ranks the lower number.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use skyseam_base::NodeId;
use skyseam_params::parameters;
use skyseam_params::values::Count;

use super::several::kept_and_highest;
use super::{AssignmentRequest, HandoverPolicy, HandoverRule};

parameters! {
    /// Keep a satellite until it is at or below the mask; then take the satellite with the fewest
    /// terminals, among equals the highest.
    pub struct LeastLoaded "least-loaded" from "our rule" {
        /// Of "global-reallocation", "starlink" and "least-loaded": maximum number of terminals
        /// that a satellite takes, without those that have every satellite (antennas = "all").
        /// Default: no limit.
        satellite_capacity: Option<Count<1, 1_000_000>> = None,
    }
}

impl HandoverPolicy for LeastLoaded {
    fn rule(&self) -> HandoverRule {
        let capacity = self.satellite_capacity;
        HandoverRule::Together(Box::new(move |requests| allocate(requests, capacity)))
    }

    fn capacity(&self) -> Option<u32> {
        self.satellite_capacity
    }
}

fn allocate(requests: &[AssignmentRequest<'_>], capacity: Option<u32>) -> Vec<Vec<NodeId>> {
    let mut loads: BTreeMap<NodeId, u32> = BTreeMap::new();
    let mut allocated: Vec<Vec<NodeId>> = Vec::with_capacity(requests.len());
    for AssignmentRequest { view, antennas, held, .. } in requests {
        if *antennas == usize::MAX {
            allocated.push(kept_and_highest(view, &[], usize::MAX));
            continue;
        }
        let kept = held.iter().map(|held| held.satellite);
        let kept = kept.filter(|&satellite| view.is_usable(satellite));
        let kept: Vec<NodeId> = kept.take(*antennas).collect();
        for &satellite in &kept {
            *loads.entry(satellite).or_default() += 1;
        }
        allocated.push(kept);
    }
    for (AssignmentRequest { view, antennas, .. }, satellites) in
        requests.iter().zip(&mut allocated)
    {
        // Terminals with every satellite have them all.
        while *antennas < usize::MAX && satellites.len() < *antennas {
            let next = view.best(|satellite| {
                let load = loads.get(&satellite).copied().unwrap_or(0);
                let is_free = capacity.is_none_or(|capacity| load < capacity);
                let rank = view.rank(satellite)?;
                (is_free && !satellites.contains(&satellite)).then_some((Reverse(load), rank))
            });
            let Some(next) = next else { break };
            *loads.entry(next).or_default() += 1;
            satellites.push(next);
        }
    }
    allocated
}
