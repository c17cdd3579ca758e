//! Least propagation delay at the instant of forwarding. ns-2's data-driven routing recomputes the
//! routes of a node for every packet (`recompute_node`); here the results are the same without a
//! computation for every packet.
//!
//! # How long a decision holds
//! Within a window of time (`window.rs`) the delay of each link deviates from the straight line
//! between its delays at the ends of the window by at most a known bound. Subtract the bounds from
//! these lines, and consider the least cost `A` of a node's routes to a destination through any
//! neighbour except one: a minimum of straight lines is nowhere below the straight line between its
//! values at both ends. A search backwards from the destination at each end finds these values. Now
//! take one route through the excluded neighbour, and add the bounds: its cost `U` is a straight
//! line. Wherever the straight line through the values of `A - U` at both ends is positive, every
//! route through another neighbour is longer, and the decision is certain. With the shortest routes
//! at the first end and at the last end, two searches decide for all nodes and nearly the whole
//! window.
//!
//! # Where it is not certain
//! In the rest of the window two routes are equally long up to rounding and bounds: for some
//! milliseconds around the instant at which one becomes shorter than the other. A search then
//! decides for that instant, with ns-2's rule for ties (settled by cost, then by lowest number;
//! only strictly smaller costs replace); it visits only the few nodes that the bounds leave
//! undecided (`corridor.rs`).
//!
//! Decisions equal those of a search over the whole network at the instant itself, without any
//! error. Sums of delays are computed in double precision, for whose rounding [`GUARD_S`] allows.

use skyseam_base::{Duration, NodeId, SimTime};

use super::backward::CostQueue;
use super::corridor::{Corridor, Graph};
use super::network::{NeighbourLink, Network};
use super::search::{NONE, Search};
use super::tree::{Findings, RouteTree, RunPart, TreeKey, WindowedEdge};
use super::window::{Instants, TimeWindow, WindowEnd};
use super::{Forwarding, ForwardingChoice, Measure};
use crate::registry;
use crate::sky::Phases;
use crate::timeline::Timeline;

pub(super) const ROW: registry::NamedModel<Measure> = registry::NamedModel {
    name: "delay",
    summary: "least sum of propagation delays at the instant of forwarding",
    source: "ns-2.35, metric_delay_ true, data_driven_computation_ true (satellite/satroute.cc)",
    model: Measure { rule: |timeline| Box::new(Delays::new(Network::new(timeline))), link_s: 0.0 },
};

/// Cost of an inter-satellite link, s: more than routes with the same number of these differ, and
/// little enough for sums to be exact to [`GUARD_S`].
const ISL_S: f64 = 1.0;

pub(super) const ISL_HOPS: registry::NamedModel<Measure> = registry::NamedModel {
    name: "isl-hops",
    summary: "fewest links between satellites, each of which counts as 1 s; then least delay",
    source: "bent pipes wherever a satellite sees both ends: Mohan et al., WWW, 2024, of Starlink",
    model: Measure {
        rule: |timeline| Box::new(Delays::new(Network::with_isl_cost(timeline, ISL_S))),
        link_s: ISL_S,
    },
};

/// Upper bound of the rounding error in a sum of some hundred delays of some seconds, s.
pub(super) const GUARD_S: f64 = 1e-12;

/// Factor by which the search goes beyond the furthest requested cost, which may be slightly larger
/// in the next window.
const MORE: f64 = 1.02;

#[derive(Debug)]
struct Delays {
    network: Network,
    instants: Instants,
    /// Routes by destination.
    rows: Vec<DestinationRoutes>,
    /// Ends, by number after the satellites.
    ends: Vec<LeafLinks>,
    queue: CostQueue,
    corridor: Corridor,
    search: Search,
    /// Part of the run that it decides for.
    part: Option<RunPart>,
    /// Window for which this part has computed its share of trees.
    prepared: Option<TimeWindow>,
}

/// Routes to a destination.
#[derive(Debug, Default)]
struct DestinationRoutes {
    /// Trees at both ends of the latest window.
    trees: [RouteTree; 2],
    /// Largest cost that searches must reach for all requested nodes, s.
    reach: f64,
}

/// Links of a node that does not forward.
#[derive(Debug, Default)]
struct LeafLinks {
    /// Satellites that it sends to, and the interval in which it does.
    satellites: Vec<NodeId>,
    spell: (SimTime, SimTime),
    /// Links to them at both ends of the latest window.
    up: [Vec<WindowedEdge>; 2],
    window: Option<TimeWindow>,
}

impl LeafLinks {
    /// Updates the satellites of the end `node` for `t`.
    fn seek(&mut self, timeline: &Timeline, node: NodeId, t: SimTime) {
        if self.spell.0 <= t && t < self.spell.1 {
            return;
        }
        self.spell = timeline.end_spell(node, t);
        self.satellites.clear();
        self.satellites.extend(timeline.satellites_of_end(node, t));
        self.window = None;
    }

    /// Computes the costs of its links at both ends of a window.
    fn weigh(
        &mut self,
        network: &Network,
        node: NodeId,
        window: TimeWindow,
        instants: [&WindowEnd; 2],
    ) {
        if self.window == Some(window) {
            return;
        }
        self.window = Some(window);
        for (up, instant) in self.up.iter_mut().zip(instants) {
            up.clear();
            up.extend(instant.up(network, node, self.satellites.iter().copied()));
        }
    }
}

/// Inputs for computing the trees of a window.
struct Trees<'a> {
    network: &'a Network,
    window: TimeWindow,
    instants: [&'a WindowEnd; 2],
    /// Results shared between the parts of the run.
    findings: Option<&'a Findings>,
    queue: &'a mut CostQueue,
}

impl Trees<'_> {
    /// Computes the trees of a destination at both ends of the window, as far as all of `asking`;
    /// `end` has the links of a destination that does not forward.
    fn bring(
        &mut self,
        row: &mut DestinationRoutes,
        (to, end): (NodeId, Option<&LeafLinks>),
        asking: &[NodeId],
    ) {
        let Self { network, window, instants, findings, queue } = self;
        let DestinationRoutes { trees, reach } = row;
        let spell = end.map_or(SimTime::ZERO, |end| end.spell.0);
        let of = window.ends.map(|t| TreeKey { t, stretch: window.stretch, spell });
        if trees[1].is_of(of[0]) || trees[0].is_of(of[1]) {
            trees.swap(0, 1);
        }
        for (place, (of, instant)) in of.into_iter().zip(instants).enumerate() {
            let [early, late] = &mut *trees;
            let (tree, other) = if place == 0 { (early, late) } else { (late, early) };
            if tree.is(of, asking) {
                continue;
            }
            tree.begin_as(other);
            let is_there =
                findings.is_some_and(|found| found.copy(to, of, (&mut *reach, asking), tree));
            if !is_there {
                let satellites = end.map_or(&[][..], |end| &end.satellites);
                let last = instant.up(network, to, satellites.iter().copied());
                tree.search(of, (to, last), instant, network, (*reach, asking), queue);
            }
            let far = asking.iter().map(|&node| tree.cost(node)).filter(|c| c.is_finite());
            *reach = far.fold(*reach, |reach, far| if far > reach { MORE * far } else { reach });
            if let Some(findings) = findings {
                findings.keep(to, *reach, (!is_there).then_some(&*tree));
            }
        }
    }
}

/// Routes from a node to another in a window.
struct WindowedRoute<'a> {
    network: &'a Network,
    corridor: &'a mut Corridor,
    at: NodeId,
    to: NodeId,
    /// Present satellites of either node if it does not forward.
    satellites: [&'a [NodeId]; 2],
    window: TimeWindow,
    /// Instant up to which the links of both stay the same.
    until: SimTime,
    instants: [&'a WindowEnd; 2],
    trees: &'a [RouteTree; 2],
    /// Links of `at` if it does not forward.
    first: [&'a [WindowedEdge]; 2],
}

impl Forwarding for Delays {
    fn choose(&mut self, at: NodeId, to: NodeId, t: SimTime) -> ForwardingChoice {
        if let Some(mut view) = self.look(at, to, t)
            && let Some(choice) = view.choose(t)
        {
            return choice;
        }
        self.search(at, to, t)
    }

    fn reaches(&mut self, at: NodeId, to: NodeId, t: SimTime) -> (bool, SimTime) {
        if let Some(view) = self.look(at, to, t) {
            return (view.has_way(), view.until);
        }
        let ForwardingChoice { next, until } = self.search(at, to, t);
        (next.is_some(), until)
    }

    fn share(&mut self, part: &RunPart) {
        self.part = Some(part.clone());
    }
}

impl Delays {
    fn new(network: Network) -> Self {
        let satellites = network.timeline().sky().satellites() as usize;
        Self {
            instants: Instants::new(&network),
            rows: (0..network.nodes()).map(|_| DestinationRoutes::default()).collect(),
            ends: (satellites..network.nodes()).map(|_| LeafLinks::default()).collect(),
            network,
            queue: CostQueue::default(),
            corridor: Corridor::default(),
            search: Search::default(),
            part: None,
            prepared: None,
        }
    }

    /// Searches the whole network; the result is valid for this instant only.
    fn search(&mut self, at: NodeId, to: NodeId, t: SimTime) -> ForwardingChoice {
        self.network.seek(t);
        self.search.weigh(&self.network, t);
        self.search.run(at);
        let next = self.search.first_hop(at, to);
        ForwardingChoice { next: (next != NONE).then_some(NodeId(next)), until: after(t) }
    }

    /// Computes the trees of this part's share of destinations in a new window, for those requested
    /// in the previous one. All parts need them at once, so that none waits for another.
    fn prepare(&mut self, window: TimeWindow, t: SimTime) {
        let Some(part) = &self.part else { return };
        if self.prepared == Some(window) {
            return;
        }
        self.prepared = Some(window);
        let Self { network, instants, rows, ends, queue, .. } = self;
        let instants = instants.of(&window, network);
        let timeline = network.timeline();
        let satellites = timeline.sky().satellites();
        let mut search = Trees { network, window, instants, findings: Some(&part.findings), queue };
        for (to, row) in (0..).map(NodeId).zip(rows).filter(|(to, _)| part.finds(*to)) {
            if row.trees.iter().any(|tree| tree.is_at(window.from)) {
                let end = timeline.is_end(to).then(|| {
                    let end = &mut ends[(to.0 - satellites) as usize];
                    end.seek(timeline, to, t);
                    &*end
                });
                search.bring(row, (to, end), &[]);
            }
        }
    }

    /// Returns the routes in the window that contains `t`; `None` if there is no window.
    fn look(&mut self, at: NodeId, to: NodeId, t: SimTime) -> Option<WindowedRoute<'_>> {
        self.network.seek(t);
        let window = TimeWindow::of(&self.network, t)?;
        self.prepare(window, t);
        let Self { network, instants, rows, ends, queue, corridor, part, .. } = self;
        let network = &*network;
        let instants = instants.of(&window, network);
        let timeline = network.timeline();
        let mut until = window.until;
        let numbers = [at, to].map(|node| {
            let satellites = timeline.sky().satellites();
            timeline.is_end(node).then(|| (node.0 - satellites) as usize)
        });
        for (node, number) in [at, to].into_iter().zip(numbers) {
            if let Some(number) = number {
                ends[number].seek(timeline, node, t);
                until = ends[number].spell.1.min(until);
            }
        }
        if let Some(number) = numbers[0] {
            ends[number].weigh(network, at, window, instants);
        }
        let ends = &*ends;
        let [from, end] = numbers.map(|number| number.map(|number| &ends[number]));
        let satellites = [from, end].map(|end| end.map_or(&[][..], |end| &end.satellites));
        let first = from.map_or([&[][..]; 2], |end| [&end.up[0], &end.up[1]]);
        let alone = [at];
        let asking = if from.is_some() { satellites[0] } else { &alone };
        let row = &mut rows[to.index()];
        let findings = part.as_ref().map(|part| &*part.findings);
        Trees { network, window, instants, findings, queue }.bring(row, (to, end), asking);
        let trees = &row.trees;
        Some(WindowedRoute {
            network,
            corridor,
            at,
            to,
            satellites,
            window,
            until,
            instants,
            trees,
            first,
        })
    }
}

impl WindowedRoute<'_> {
    /// Returns the decision at `t`; `None` if it takes a search over the whole network.
    fn choose(&mut self, t: SimTime) -> Option<ForwardingChoice> {
        if !self.has_way() {
            return Some(ForwardingChoice { next: None, until: self.until });
        }
        let share = self.window.share(t);
        for tree in 0..2 {
            if let Some((next, held)) = self.certain(tree, share) {
                let until = held.map_or(self.until, |held| self.window.at(held).min(self.until));
                if until > t {
                    return Some(ForwardingChoice { next: Some(next), until });
                }
            }
        }
        let phases = self.network.timeline().sky().phases(t);
        let mut corridor = std::mem::take(self.corridor);
        let graph = Now { view: self, share, phases: &phases };
        let next = corridor.next(self.at, self.to, self.network.nodes(), &graph);
        *self.corridor = corridor;
        Some(ForwardingChoice { next: next.ok()?, until: after(t) })
    }

    fn has_way(&self) -> bool {
        let tree = &self.trees[0];
        if self.network.timeline().is_end(self.at) {
            self.first[0].iter().any(|edge| tree.is_reached(NodeId(edge.to)))
        } else {
            tree.is_reached(self.at)
        }
    }

    /// Returns the links of a node at both ends of the window.
    fn links(&self, node: NodeId) -> impl Iterator<Item = [WindowedEdge; 2]> {
        let [early, late] = self.instants.map(|instant| instant.edges(node));
        let first = if node == self.at { self.first } else { [&[][..]; 2] };
        let [last_early, last_late] = [0, 1].map(|i| &self.trees[i].last[..]);
        let last = last_early.iter().zip(last_late).filter(move |(edge, _)| edge.to == node.0);
        let last =
            last.map(|(early, late)| [early, late].map(|&e| WindowedEdge { to: self.to.0, ..e }));
        let between = early.iter().zip(late).chain(first[0].iter().zip(first[1]));
        between.map(|(early, late)| [*early, *late]).chain(last)
    }

    /// Returns the upper bound of a tree link's cost at both ends of the window.
    fn most(&self, node: NodeId, next: NodeId) -> [f64; 2] {
        let instants = self.instants.map(|instant| instant.edges(node));
        // The order is the same at both ends.
        if let Some(place) = instants[0].iter().position(|edge| edge.to == next.0) {
            return instants.map(|edges| edges[place].most);
        }
        let mut links = self.links(node);
        links.find(|edges| edges[0].to == next.0).expect("a link of a tree").map(|edge| edge.most)
    }

    /// Returns the next node if it is certain after the fraction `share` of the window, by the
    /// shortest route at the first end (`tree` 0) or the last (1); and the end of its validity, if
    /// before that of the window.
    fn certain(&self, tree: usize, share: f64) -> Option<(NodeId, Option<f64>)> {
        let by = &self.trees[tree];
        let next = if self.network.timeline().is_end(self.at) {
            let costs = self.first[tree].iter().map(|e| (e.least + by.cost(NodeId(e.to)), e.to));
            NodeId(costs.min_by(|a, b| a.0.total_cmp(&b.0))?.1)
        } else {
            by.next(self.at)
        };
        let (mut others, mut ours) = ([f64::INFINITY; 2], [0.0; 2]);
        for edges in self.links(self.at) {
            let end = NodeId(edges[0].to);
            if end == next {
                ours = edges.map(|edge| edge.most);
            } else if end == self.to {
                others = [0, 1].map(|i| edges[i].least.min(others[i]));
            } else if self.network.is_passed(end) {
                let cost = |i: usize| edges[i].least + self.trees[i].cost(end);
                others = [0, 1].map(|i| cost(i).min(others[i]));
            }
        }
        if others == [f64::INFINITY; 2] {
            return Some((next, None));
        }
        let mut node = next;
        while node != self.to {
            let after = by.next(node);
            let most = self.most(node, after);
            ours = [0, 1].map(|i| ours[i] + most[i]);
            node = after;
        }
        let [early, late] = [0, 1].map(|i| others[i] - ours[i] - GUARD_S);
        if early + (late - early) * share > 0.0 {
            Some((next, (late <= 0.0).then(|| early / (early - late))))
        } else {
            None
        }
    }
}

/// The network at an instant, given as a fraction of a window.
struct Now<'a> {
    view: &'a WindowedRoute<'a>,
    share: f64,
    phases: &'a Phases,
}

impl Graph for Now<'_> {
    fn links(&self, node: NodeId, links: &mut Vec<(NodeId, f64)>) {
        let WindowedRoute { network, at, to, satellites, .. } = self.view;
        let neighbours = network.neighbours(node);
        links.extend(neighbours.map(|(end, link)| {
            let cost_s = network.cost_s((node, end), link, self.phases);
            (end, cost_s)
        }));
        for (&end, &satellites) in [at, to].into_iter().zip(satellites) {
            let other = |&satellite: &NodeId| {
                if node == end { Some(satellite) } else { (node == satellite).then_some(end) }
            };
            links.extend(satellites.iter().filter_map(other).map(|other| {
                (other, network.cost_s((node, other), NeighbourLink::Ground, self.phases))
            }));
        }
    }

    fn is_passed(&self, node: NodeId) -> bool {
        self.view.network.is_passed(node)
    }

    fn left(&self, node: NodeId) -> f64 {
        if node == self.view.to {
            return 0.0;
        }
        let [early, late] = [0, 1].map(|i| self.view.trees[i].cost(node));
        // If either cost is infinite there is no route.
        if early.max(late) == f64::INFINITY {
            return f64::INFINITY;
        }
        early * (1.0 - self.share) + late * self.share
    }
}

/// Returns the next instant.
fn after(t: SimTime) -> SimTime {
    t.saturating_add(Duration::from_nanos(1))
}

#[cfg(test)]
mod tests;
