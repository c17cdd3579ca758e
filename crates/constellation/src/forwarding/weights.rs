//! Costs of all links at an instant, in whole nanoseconds, for all destinations at once.
//!
//! Owns positions, delays of the inter-satellite links that are on, and the satellites that a
//! terminal can use. Does not know routes.

use std::sync::Arc;

use skyseam_base::{NodeId, SimTime};

use super::lanes::Lanes;
use super::topology::{GroundAccess, Topology};
use crate::sky::Phases;
use crate::timeline::Changed;

/// Cost of an unusable link or a missing route, ns. The sum of two does not overflow.
pub const FAR: u32 = (1 << 31) - 1;

/// Delays between satellites, and from terminals to their usable satellites, at one instant.
#[derive(Clone, Debug)]
pub struct Weights {
    topology: Arc<Topology>,
    /// Instant up to which changes are applied, and the number of applied changes.
    at: Option<SimTime>,
    applied: usize,
    isl_on: Vec<bool>,
    /// The two places of each link in `costs`.
    places: Vec<[u32; 2]>,
    /// Neighbours of satellite `n`, ascending, and the costs of the links to them:
    /// `starts[n]..starts[n + 1]`. The last cost belongs to no link and is always 0.
    pub(super) starts: Vec<u32>,
    pub(super) neighbours: Vec<u32>,
    pub(super) costs: Vec<u32>,
    pub(super) lanes: Lanes,
    /// Usable satellites of each terminal, ascending, and the costs of the links to them.
    sites: Vec<Site>,
}

/// A terminal and its usable satellites.
#[derive(Clone, Debug)]
struct Site {
    node: NodeId,
    usable: Vec<(u32, u32)>,
}

impl Weights {
    /// Allocates weights for routes between satellites and `terminals`.
    ///
    /// # Panics
    ///
    /// When a node of `terminals` is not a terminal.
    pub fn new(topology: Arc<Topology>, terminals: &[NodeId]) -> Self {
        let timeline = &topology.timeline;
        let satellites = timeline.sky().satellites() as usize;
        let mut links: Vec<(u32, u32, u32)> = Vec::new();
        for (number, &(a, b)) in timeline.isl_pairs().iter().enumerate() {
            links.push((a.0, b.0, number as u32));
            links.push((b.0, a.0, number as u32));
        }
        links.sort_unstable();
        let mut starts = vec![0; satellites + 1];
        let mut places = vec![[u32::MAX; 2]; timeline.isl_pairs().len()];
        for (place, &(from, _, number)) in links.iter().enumerate() {
            starts[from as usize + 1] = place as u32 + 1;
            let [first, second] = &mut places[number as usize];
            *if *first == u32::MAX { first } else { second } = place as u32;
        }
        for satellite in 0..satellites {
            starts[satellite + 1] = starts[satellite + 1].max(starts[satellite]);
        }
        for &node in terminals {
            assert!(topology.is_terminal(node), "{node} is not a terminal");
        }
        let sites = terminals.iter().map(|&node| Site { node, usable: Vec::new() });
        Self {
            sites: sites.collect(),
            at: None,
            applied: 0,
            isl_on: vec![false; places.len()],
            lanes: Lanes::new(timeline.isl_pairs(), &places),
            places,
            starts,
            neighbours: links.iter().map(|&(_, to, _)| to).collect(),
            costs: vec![0; links.len() + 1],
            topology,
        }
    }

    /// Returns the number of satellites.
    pub fn satellites(&self) -> usize {
        self.starts.len() - 1
    }

    /// Moves to `t`. Any order of instants is correct; ascending order is fast.
    pub fn seek(&mut self, t: SimTime) {
        self.switch(t);
        let topology = self.topology.clone();
        let sky = &topology.sky;
        let phases = sky.phases(t);
        let positions = sky.satellite_positions(&phases);
        for (number, (&(a, b), &[there, back])) in
            topology.timeline.isl_pairs().iter().zip(&self.places).enumerate()
        {
            let cost = if self.isl_on[number] {
                self.cost((positions[a.index()] - positions[b.index()]).norm())
            } else {
                FAR
            };
            self.costs[there as usize] = cost;
            self.costs[back as usize] = cost;
            self.lanes.costs[self.lanes.of_link[number] as usize] = cost as i32;
        }
        let mut sites = std::mem::take(&mut self.sites);
        for site in &mut sites {
            self.look(site, t, &phases);
        }
        self.sites = sites;
    }

    /// Returns the satellites linked to `satellite`, ascending, each with the delay in ns.
    pub fn neighbours(&self, satellite: u32) -> impl Iterator<Item = (u32, u32)> {
        let satellite = satellite as usize;
        let row = self.starts[satellite] as usize..self.starts[satellite + 1] as usize;
        let links = self.neighbours[row.clone()].iter().zip(&self.costs[row]);
        links.map(|(&end, &cost)| (end, cost)).filter(|&(_, cost)| cost < FAR)
    }

    /// Returns the usable satellites of a terminal (by its number among the given ones), ascending,
    /// each with the delay in ns.
    pub fn usable(&self, terminal: usize) -> &[(u32, u32)] {
        &self.sites[terminal].usable
    }

    /// Sets every link to its state at `t`.
    fn switch(&mut self, t: SimTime) {
        let timeline = &self.topology.timeline;
        let changes = &timeline.transit_changes;
        if self.at.is_none_or(|at| t < at) {
            self.applied = changes.partition_point(|change| change.at <= t);
            for (on, toggles) in self.isl_on.iter_mut().zip(&timeline.isl_toggles) {
                *on = toggles.partition_point(|&toggle| toggle <= t) % 2 == 1;
            }
        }
        while let Some(change) = changes.get(self.applied).filter(|change| change.at <= t) {
            if let Changed::Isl(isl) = change.what {
                self.isl_on[isl as usize] ^= true;
            }
            self.applied += 1;
        }
        self.at = Some(t);
    }

    /// Updates the satellites that a terminal can use.
    fn look(&self, site: &mut Site, t: SimTime, phases: &Phases) {
        let sky = &self.topology.sky;
        let place = sky.position(site.node, phases);
        let positions = sky.satellite_positions(phases);
        let cost_of = |s: NodeId| self.cost((positions[s.index()] - place).norm());
        site.usable.clear();
        if self.topology.ground == GroundAccess::Attached {
            let satellites = self.topology.timeline.satellites_of_end(site.node, t);
            site.usable.extend(satellites.map(|s| (s.0, cost_of(s))));
            // Contacts are ordered by age.
            site.usable.sort_unstable();
            return;
        }
        let view = sky.view(site.node, phases);
        let usable = view.candidates().filter(|&s| view.is_usable(s));
        site.usable.extend(usable.map(|s| (s.0, cost_of(s))));
    }

    /// Returns the delay in ns, at least 1, so that costs always decrease along a route.
    fn cost(&self, range_km: f64) -> u32 {
        let delay = self.topology.sky.delay(range_km);
        delay.as_nanos().clamp(1, u64::from(FAR)) as u32
    }
}
