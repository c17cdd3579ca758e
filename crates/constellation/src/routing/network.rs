//! Links that are on at an instant, moved along the timeline by its changes.
//!
//! Terminals that do not forward are left out, if routes weigh their links at all ("ends"): they
//! are first or last on a path, so that their handovers do not change the network. A search for a
//! route from or to one starts from its satellites.

use std::collections::BTreeSet;
use std::sync::Arc;

use skyseam_base::{NodeId, SimTime};

use crate::sky::Phases;
use crate::timeline::{Changed, FixedLink, Timeline, TopologyChange};

/// Links among nodes that routes can lead through, over an interval without a change.
#[derive(Debug)]
pub(super) struct Network {
    timeline: Arc<Timeline>,
    /// Number of applied changes.
    applied: usize,
    /// First instant of the interval.
    pub from: SimTime,
    pub until: SimTime,
    isl_on: Vec<bool>,
    /// Wires that have failed.
    wires_off: BTreeSet<u32>,
    /// Attachments of each node, ascending: satellites of a terminal that forwards, or such
    /// terminals of a satellite.
    attached: Vec<Vec<NodeId>>,
    /// Upper bound (exclusive) of the numbers of nodes with links here.
    span: usize,
    /// Cost of an inter-satellite link in addition to its propagation delay, s.
    isl_s: f64,
}

/// A link to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NeighbourLink {
    /// An inter-satellite link, by its number.
    Isl(u32),
    /// A wire, by its number.
    Wire(u32),
    /// A link between a satellite and a terminal.
    Ground,
}

impl Network {
    pub fn new(timeline: Arc<Timeline>) -> Self {
        Self::with_isl_cost(timeline, 0.0)
    }

    /// Returns the network in which an inter-satellite link costs `isl_s` more than its delay, s.
    pub(crate) fn with_isl_cost(timeline: Arc<Timeline>, isl_s: f64) -> Self {
        let satellites = timeline.sky().satellites() as usize;
        let nodes = timeline.nodes.len();
        let has_links = |node: usize| {
            !timeline.fixed_links[node].is_empty()
                || timeline.is_transit.get(node - satellites) == Some(&true)
        };
        let span = (satellites..nodes).rev().find(|&node| has_links(node));
        let mut network = Self {
            applied: 0,
            from: SimTime::ZERO,
            until: SimTime::ZERO,
            isl_on: vec![false; timeline.isl_pairs.len()],
            wires_off: BTreeSet::new(),
            attached: vec![Vec::new(); nodes],
            span: span.map_or(satellites, |last| last + 1),
            isl_s,
            timeline,
        };
        network.seek(SimTime::ZERO);
        network
    }

    pub fn timeline(&self) -> &Arc<Timeline> {
        &self.timeline
    }

    /// Returns the number of nodes, including leaves and ends.
    pub fn nodes(&self) -> usize {
        self.attached.len()
    }

    /// Returns an upper bound (exclusive) of the numbers of nodes with links here.
    pub fn span(&self) -> usize {
        self.span
    }

    /// Returns the cost of an inter-satellite link in addition to its propagation delay, s.
    pub(crate) fn isl_s(&self) -> f64 {
        self.isl_s
    }

    /// Moves to the interval that contains `t`, forwards or backwards.
    pub fn seek(&mut self, t: SimTime) {
        if self.from <= t && t < self.until {
            return;
        }
        let timeline = self.timeline.clone();
        let changes = &timeline.transit_changes;
        while let Some(&TopologyChange { at, what }) = changes.get(self.applied)
            && at <= t
        {
            self.toggle(what);
            self.applied += 1;
        }
        while let Some(&TopologyChange { at, what }) =
            self.applied.checked_sub(1).map(|i| &changes[i])
            && at > t
        {
            self.toggle(what);
            self.applied -= 1;
        }
        self.from = self.applied.checked_sub(1).map_or(SimTime::ZERO, |i| changes[i].at);
        self.until = changes.get(self.applied).map_or(SimTime::MAX, |change| change.at);
    }

    /// Returns the present neighbours of a node except ends, in an order that depends only on which
    /// they are.
    pub fn neighbours(&self, node: NodeId) -> impl Iterator<Item = (NodeId, NeighbourLink)> {
        let fixed = self.timeline.fixed_links[node.index()].iter();
        let fixed = fixed.filter_map(|&(end, link)| match link {
            FixedLink::Isl(isl) => {
                self.isl_on[isl as usize].then_some((end, NeighbourLink::Isl(isl)))
            }
            FixedLink::Wire(wire) => {
                let is_on = !self.wires_off.contains(&wire);
                is_on.then_some((end, NeighbourLink::Wire(wire)))
            }
        });
        fixed.chain(self.attached[node.index()].iter().map(|&end| (end, NeighbourLink::Ground)))
    }

    /// Returns the cost of a link that is on at the instant of `phases`, s: its propagation delay,
    /// and that of an inter-satellite link in addition.
    pub(crate) fn cost_s(
        &self,
        (a, b): (NodeId, NodeId),
        link: NeighbourLink,
        phases: &Phases,
    ) -> f64 {
        let sky = self.timeline.sky();
        let delay = match link {
            // The mean gives routes in both directions the same cost.
            NeighbourLink::Wire(wire) => {
                let [forward, backward] = self.timeline.wires[wire as usize].2;
                return (forward.as_secs_f64() + backward.as_secs_f64()) / 2.0;
            }
            NeighbourLink::Isl(_) | NeighbourLink::Ground => {
                sky.delay((sky.position(a, phases) - sky.position(b, phases)).norm())
            }
        };
        let more = if matches!(link, NeighbourLink::Isl(_)) { self.isl_s } else { 0.0 };
        delay.as_secs_f64() + more
    }

    /// Whether the inter-satellite link is on.
    pub fn is_on(&self, isl: u32) -> bool {
        self.isl_on[isl as usize]
    }

    /// Whether routes can lead through a node.
    pub fn is_passed(&self, node: NodeId) -> bool {
        let number = (node.0 as usize).checked_sub(self.timeline.sky().satellites() as usize);
        number.and_then(|number| self.timeline.is_transit.get(number)).is_none_or(|&passed| passed)
    }

    /// Switches a link on if it is off, and off if it is on.
    fn toggle(&mut self, what: Changed) {
        match what {
            Changed::Isl(isl) => {
                let on = &mut self.isl_on[isl as usize];
                *on = !*on;
            }
            Changed::Wire(wire) => {
                if !self.wires_off.remove(&wire) {
                    self.wires_off.insert(wire);
                }
            }
            Changed::Contact { terminal, satellite } => {
                for (end, other) in [(terminal, satellite), (satellite, terminal)] {
                    let attached = &mut self.attached[end.index()];
                    match attached.binary_search(&other) {
                        Ok(place) => drop(attached.remove(place)),
                        Err(place) => attached.insert(place, other),
                    }
                }
            }
        }
    }
}
