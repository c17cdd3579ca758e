//! Shortest ways over the links that are on at an instant, by propagation delay.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use skyseam_base::{NodeId, SimTime};

use super::network::{Link, Network};

/// In place of a node: there is none.
pub(super) const NONE: u32 = u32::MAX;

/// A shortest-path search over the network weighed at an instant, and its workspace.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// What the costs of links are of.
    weighed: Option<SimTime>,
    isl_costs: Vec<f64>,
    /// Neighbours of node `n` and costs to them: `edges[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    edges: Vec<(u32, f64)>,
    costs: Vec<f64>,
    parents: Vec<u32>,
    settled: Vec<bool>,
    /// Nodes that ways can lead through.
    passed: Vec<bool>,
    root: u32,
    /// What is not settled costs at least this, s.
    frontier: f64,
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
    /// Takes the delays of all links that are on at `t`; `network`, always the same, is there.
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
                sky.delay(range).as_secs_f64()
            } else {
                f64::INFINITY
            });
        }
        self.passed.clear();
        self.passed.extend((0..network.nodes() as u32).map(|node| network.is_passed(NodeId(node))));
        self.starts.clear();
        self.edges.clear();
        for node in (0..network.nodes() as u32).map(NodeId) {
            self.starts.push(self.edges.len() as u32);
            for (end, link) in network.neighbours(node) {
                let cost = match link {
                    Link::Isl(isl) => self.isl_costs[isl as usize],
                    Link::Wire(wire) => timeline.wires()[wire as usize].2.as_secs_f64(),
                    Link::Ground => timeline.propagation(node, end, t).as_secs_f64(),
                };
                self.edges.push((end.0, cost));
            }
        }
        self.starts.push(self.edges.len() as u32);
    }

    /// Whether the search went as far as this node, or to the end without finding it.
    pub fn is_known(&self, node: NodeId) -> bool {
        self.settled[node.index()] || self.frontier == f64::INFINITY
    }

    /// The cost of a node's best way, s; infinite where there is none.
    pub fn cost(&self, node: NodeId) -> f64 {
        self.costs[node.index()]
    }

    /// The node next to a node, on its best way to the root; [`NONE`] without a way.
    pub fn parent(&self, node: NodeId) -> u32 {
        self.parents[node.index()]
    }

    /// The same of all nodes.
    pub fn parents(&self) -> &[u32] {
        &self.parents
    }

    /// The least cost of a node's ways to the root through any neighbour but its parent, s; as far
    /// as the search went: where it stopped earlier, a bound that is not above it.
    pub fn second_cost(&self, node: NodeId) -> f64 {
        let next = self.parents[node.index()];
        let others = self
            .edges_of(node.0)
            .iter()
            .filter(|&&(end, _)| end != next && (self.passed[end as usize] || end == self.root));
        let costs = others.map(|&(end, step)| {
            let settled = self.settled[end as usize];
            step + if settled { self.costs[end as usize] } else { self.frontier }
        });
        costs.fold(f64::INFINITY, f64::min)
    }

    fn edges_of(&self, node: u32) -> &[(u32, f64)] {
        let node = node as usize;
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Dijkstra's search from `root`, with ns-2's order of settling. Nodes that pass nothing on are
    /// reached and lead nowhere.
    pub fn run(&mut self, root: NodeId) {
        self.run_with(root, |_, _| 0.0);
    }

    /// The same where a link costs so much `more`, given its ends.
    pub fn run_with(&mut self, root: NodeId, more: impl Fn(u32, u32) -> f64) {
        self.run_until(root, more, |_, _| false);
    }

    /// The same as far as everything that costs `reach`, and `node` with all its neighbours.
    pub fn run_as_far(&mut self, root: NodeId, node: NodeId, reach: f64) {
        let is_far = |search: &Self, cost: f64| {
            cost >= reach
                && search.settled[node.index()]
                && search.edges_of(node.0).iter().all(|&(end, _)| search.settled[end as usize])
        };
        self.run_until(root, |_, _| 0.0, is_far);
    }

    fn run_until(
        &mut self,
        root: NodeId,
        more: impl Fn(u32, u32) -> f64,
        is_far: impl Fn(&Self, f64) -> bool,
    ) {
        let nodes = self.starts.len() - 1;
        self.root = root.0;
        self.costs.clear();
        self.costs.resize(nodes, f64::INFINITY);
        self.parents.clear();
        self.parents.resize(nodes, NONE);
        self.settled.clear();
        self.settled.resize(nodes, false);
        self.queue.clear();
        self.costs[root.index()] = 0.0;
        self.queue.push(Reverse(Candidate { cost: 0.0, node: root.0 }));
        self.frontier = f64::INFINITY;
        while let Some(Reverse(Candidate { cost, node })) = self.queue.pop() {
            if is_far(self, cost) {
                self.frontier = cost;
                return;
            }
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

    /// After a search from `root`: the first node after it on the way to `to`.
    pub fn first_hop(&self, root: NodeId, to: NodeId) -> u32 {
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
