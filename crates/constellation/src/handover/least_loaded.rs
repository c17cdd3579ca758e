//! Least loaded: a satellite is kept until a check finds it at or below the mask; then the terminal
//! takes, of those above it, the one that the fewest terminals hold.
//!
//! Terminals choose one after another, by number, each with the loads that those before it leave.
//! Of equally loaded satellites the one of higher rank is taken ([`View::rank`]: the preferred
//! direction, then elevation), of equals the one of lower number.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use skyseam_base::NodeId;
use skyseam_params::parameters;
use skyseam_params::values::Count;

use super::{Policy, Request, Rule};

parameters! {
    /// Keep a satellite until it is at or below the mask; then take the one with the fewest
    /// terminals, of equals the highest.
    pub struct LeastLoaded "least-loaded" from "our rule" {
        /// Of "global-reallocation" and "least-loaded": maximum number of terminals that a
        /// satellite takes. Default: no limit.
        satellite_capacity: Option<Count<1, 1_000_000>> = None,
    }
}

impl Policy for LeastLoaded {
    fn rule(&self) -> Rule {
        let capacity = self.satellite_capacity;
        Rule::Together(Box::new(move |requests| allocate(requests, capacity)))
    }

    fn capacity(&self) -> Option<u32> {
        self.satellite_capacity
    }
}

fn allocate(requests: &[Request<'_>], capacity: Option<u32>) -> Vec<Vec<NodeId>> {
    let mut loads: BTreeMap<NodeId, u32> = BTreeMap::new();
    let mut allocated: Vec<Vec<NodeId>> = Vec::with_capacity(requests.len());
    for Request { view, antennas, held } in requests {
        let kept = held.iter().map(|held| held.satellite);
        let kept = kept.filter(|&satellite| view.usable_elevation(satellite).is_some());
        let kept: Vec<NodeId> = kept.take(*antennas).collect();
        for &satellite in &kept {
            *loads.entry(satellite).or_default() += 1;
        }
        allocated.push(kept);
    }
    for (Request { view, antennas, .. }, satellites) in requests.iter().zip(&mut allocated) {
        while satellites.len() < *antennas {
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
