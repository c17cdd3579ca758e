//! Shortest routes over the links that are on at an instant, by propagation delay.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use skyseam_base::{NodeId, SimTime};

use super::network::{NeighbourLink, Network};

/// Marks a missing node.
pub(super) const NONE: u32 = u32::MAX;

/// A shortest-path search over the network weighed at an instant, and its workspace.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// Instant of the link costs.
    weighed: Option<SimTime>,
    isl_costs: Vec<f64>,
    /// Neighbours of node `n` and costs to them: `edges[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    edges: Vec<(u32, f64)>,
    costs: Vec<f64>,
    parents: Vec<u32>,
    settled: Vec<bool>,
    /// Whether routes can lead through each node.
    passed: Vec<bool>,
    /// Satellites and the ends that they serve.
    served: Vec<(NodeId, NodeId)>,
    queue: BinaryHeap<Reverse<Candidate>>,
}

/// A node that can be settled at a cost; ordered by cost, then by number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    cost: f64,
    node: u32,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.cost.total_cmp(&other.cost).then(self.node.cmp(&other.node))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Search {
    /// Takes the delays of all links that are on at `t`; every call must pass the same `network`,
    /// at `t`.
    pub fn weigh(&mut self, network: &Network, t: SimTime) {
        if self.weighed.replace(t) == Some(t) {
            return;
        }
        let timeline = network.timeline();
        let sky = timeline.sky();
        let phases = sky.phases(t);
        let positions = sky.satellite_positions(&phases);
        self.isl_costs.clear();
        for (number, &(a, b)) in timeline.isl_pairs().iter().enumerate() {
            self.isl_costs.push(if network.is_on(number as u32) {
                let range = (positions[a.index()] - positions[b.index()]).norm();
                sky.delay(range).as_secs_f64() + network.isl_s()
            } else {
                f64::INFINITY
            });
        }
        let nodes = || (0..network.nodes() as u32).map(NodeId);
        self.passed.clear();
        self.passed.extend(nodes().map(|node| network.is_passed(node)));
        // Ends by the satellite that serves them.
        let ends = nodes().filter(|&node| timeline.is_end(node));
        self.served.clear();
        self.served.extend(ends.flat_map(|end| {
            timeline.satellites_of_end(end, t).map(move |satellite| (satellite, end))
        }));
        self.served.sort_unstable();
        self.starts.clear();
        self.edges.clear();
        for node in nodes() {
            self.starts.push(self.edges.len() as u32);
            for (end, link) in network.neighbours(node) {
                let cost = match link {
                    NeighbourLink::Isl(isl) => self.isl_costs[isl as usize],
                    _ => network.cost_s((node, end), link, &phases),
                };
                self.edges.push((end.0, cost));
            }
            let first = self.served.partition_point(|&(satellite, _)| satellite < node);
            let served = self.served[first..].iter().take_while(|&&(by, _)| by == node);
            let served = served.map(|&(_, end)| end);
            let serving = timeline.is_end(node).then(|| timeline.satellites_of_end(node, t));
            for end in served.chain(serving.into_iter().flatten()) {
                self.edges
                    .push((end.0, network.cost_s((node, end), NeighbourLink::Ground, &phases)));
            }
        }
        self.starts.push(self.edges.len() as u32);
    }

    /// Returns the next node of each node on its best route to the root; [`NONE`] without a route.
    pub fn parents(&self) -> &[u32] {
        &self.parents
    }

    /// Runs Dijkstra's search from `root`, with ns-2's order of settling. Nodes that do not forward
    /// are reached but not expanded.
    pub fn run(&mut self, root: NodeId) {
        self.run_with(root, |_, _| 0.0);
    }

    /// Runs the search with an additional cost `more` of each link, given its ends.
    pub fn run_with(&mut self, root: NodeId, more: impl Fn(u32, u32) -> f64) {
        let nodes = self.starts.len() - 1;
        self.costs.clear();
        self.costs.resize(nodes, f64::INFINITY);
        self.parents.clear();
        self.parents.resize(nodes, NONE);
        self.settled.clear();
        self.settled.resize(nodes, false);
        self.queue.clear();
        self.costs[root.index()] = 0.0;
        self.queue.push(Reverse(Candidate { cost: 0.0, node: root.0 }));
        while let Some(Reverse(Candidate { cost, node })) = self.queue.pop() {
            if std::mem::replace(&mut self.settled[node as usize], true)
                || !(self.passed[node as usize] || node == root.0)
            {
                continue;
            }
            let (first, last) = (self.starts[node as usize], self.starts[node as usize + 1]);
            for &(end, step) in &self.edges[first as usize..last as usize] {
                let through = cost + (step + more(node, end));
                if through < self.costs[end as usize] {
                    self.costs[end as usize] = through;
                    self.parents[end as usize] = node;
                    self.queue.push(Reverse(Candidate { cost: through, node: end }));
                }
            }
        }
    }

    /// Returns the first node after `root` on the route to `to`, after a search from `root`.
    pub(crate) fn first_hop(&self, root: NodeId, to: NodeId) -> u32 {
        let mut node = to.0;
        while self.parents[node as usize] != root.0 {
            node = self.parents[node as usize];
            if node == NONE {
                return NONE;
            }
        }
        node
    }
}
