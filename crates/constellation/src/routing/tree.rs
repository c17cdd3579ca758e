//! Shortest ways to a destination by what links cost at least at an end of windows.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Mutex;

use skyseam_base::{NodeId, SimTime};

use super::network::Network;
use super::search::NONE;
use super::window::{Edge, Instant};

/// What the parts of a run find out about ways, for each other: it saves work, and changes nothing.
#[derive(Debug)]
pub struct Findings(Vec<Mutex<Found>>);

/// What is found of the ways to a destination.
#[derive(Debug, Default)]
struct Found {
    trees: [Tree; 2],
    /// The greatest cost that searches have to go to for all who ask, s.
    reach: f64,
}

impl Findings {
    /// Nothing yet about the ways to each of `nodes` nodes.
    pub fn new(nodes: usize) -> Self {
        Self((0..nodes).map(|_| Mutex::default()).collect())
    }

    /// Copies the tree of `of` into `tree` if another has found it, as far as all of `asking`;
    /// returns whether. Raises `reach` to how far others ask.
    pub(super) fn copy(
        &self,
        to: NodeId,
        of: Of,
        (reach, asking): (&mut f64, &[NodeId]),
        tree: &mut Tree,
    ) -> bool {
        let Ok(found) = self.0[to.index()].try_lock() else { return false };
        *reach = reach.max(found.reach);
        let found = found.trees.iter().find(|found| found.is(of, asking));
        found.inspect(|found| tree.clone_from(found)).is_some()
    }

    /// Keeps how far is asked, and a copy of `tree`, if it is new, in the place of that of the same
    /// instant or the earlier one.
    pub(super) fn keep(&self, to: NodeId, reach: f64, tree: Option<&Tree>) {
        let Ok(mut found) = self.0[to.index()].try_lock() else { return };
        found.reach = found.reach.max(reach);
        let Some(tree) = tree else { return };
        let age = |found: &Tree| (found.of != tree.of).then_some(found.of.map(|of| of.t));
        if let Some(place) = found.trees.iter_mut().min_by_key(|found| age(found)) {
            place.clone_from(tree);
        }
    }
}

/// The ways of all nodes that are near enough to a destination.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// What it is of.
    of: Option<Of>,
    /// The links of a destination that passes nothing on.
    pub last: Vec<Edge>,
    /// Per node what it costs to get to the destination at least, s; infinite where there is no way
    /// or the search did not get so far.
    costs: Vec<f64>,
    /// Per node the next one.
    next: Vec<u32>,
    /// All others cost at least this, s; infinite without others.
    frontier: f64,
}

/// What a tree hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Of {
    pub t: SimTime,
    /// Since when no link changes, and since when the destination's do not.
    pub stretch: SimTime,
    pub spell: SimTime,
}

/// Nodes by what they cost: that is not negative, so its bits are in its order.
pub(super) type Queue = BinaryHeap<Reverse<(u64, u32)>>;

impl Clone for Tree {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Takes no memory that is there already.
    fn clone_from(&mut self, other: &Self) {
        let Self { of, last, costs, next, frontier } = other;
        (self.of, self.frontier) = (*of, *frontier);
        self.last.clone_from(last);
        self.costs.clone_from(costs);
        self.next.clone_from(next);
    }
}

impl Tree {
    /// Whether this is the tree of `of`, and goes as far as all of `nodes`.
    pub fn is(&self, of: Of, nodes: &[NodeId]) -> bool {
        self.of == Some(of)
            && (self.frontier == f64::INFINITY || nodes.iter().all(|&node| self.is_reached(node)))
    }

    pub fn is_of(&self, of: Of) -> bool {
        self.of == Some(of)
    }

    /// What the way from a node costs at least, s.
    pub fn cost(&self, node: NodeId) -> f64 {
        self.costs.get(node.index()).map_or(f64::INFINITY, |&cost| cost.min(self.frontier))
    }

    /// Whether the search got to the node: its way is known.
    pub fn is_reached(&self, node: NodeId) -> bool {
        self.costs.get(node.index()).is_some_and(|&cost| cost < f64::INFINITY)
    }

    /// The next node after one that is reached.
    pub fn next(&self, node: NodeId) -> NodeId {
        NodeId(self.next[node.index()])
    }

    /// Dijkstra's search backwards from `to` over the links of `instant`, or over `last` if these
    /// are all it has, as far as everything that costs `reach` and all of `nodes`.
    pub fn search(
        &mut self,
        of: Of,
        (to, last): (NodeId, impl Iterator<Item = Edge>),
        instant: &Instant,
        network: &Network,
        (reach, nodes): (f64, &[NodeId]),
        queue: &mut Queue,
    ) {
        self.of = Some(of);
        self.last.clear();
        self.last.extend(last);
        self.costs.clear();
        self.costs.resize(network.span(), f64::INFINITY);
        self.next.clear();
        self.next.resize(network.span(), NONE);
        self.frontier = f64::INFINITY;
        queue.clear();
        // What is queued has a cost; what is settled has nothing lower in the queue.
        if let Some(cost) = self.costs.get_mut(to.index()) {
            *cost = 0.0;
            queue.push(Reverse((0, to.0)));
        }
        for edge in &self.last {
            self.costs[edge.to as usize] = edge.least;
            self.next[edge.to as usize] = to.0;
            queue.push(Reverse((edge.least.to_bits(), edge.to)));
        }
        let mut missing = nodes.len();
        while let Some(Reverse((bits, node))) = queue.pop() {
            let cost = f64::from_bits(bits);
            let node = NodeId(node);
            if cost > self.costs[node.index()] {
                continue;
            }
            if missing == 0 && cost >= reach {
                self.frontier = cost;
                break;
            }
            missing -= usize::from(nodes.contains(&node));
            if !(node == to || network.is_passed(node)) {
                continue;
            }
            for edge in instant.edges(node) {
                let through = cost + edge.least;
                if through < self.costs[edge.to as usize] {
                    self.costs[edge.to as usize] = through;
                    self.next[edge.to as usize] = node.0;
                    queue.push(Reverse((through.to_bits(), edge.to)));
                }
            }
        }
        if self.frontier < f64::INFINITY {
            // Costs above this may still have fallen, but not below it.
            for cost in self.costs.iter_mut().filter(|cost| **cost > self.frontier) {
                *cost = f64::INFINITY;
            }
        }
    }
}
