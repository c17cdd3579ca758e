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

    /// Searches backwards from `to` over the links of `instant`, or over `last` if these are all it
    /// has, as far as everything that costs `reach` and all of `nodes`.
    ///
    /// Costs along the ways of this tree as it was, of whatever instant, are the first guess: ways
    /// seldom change from one instant to the next, and what is left to do is to mend those that did
    /// (as in Ramalingam and Reps, Journal of Algorithms 21(2), 1996).
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
        self.next.resize(network.span(), NONE);
        queue.clear();
        if self.guess(to, instant, nodes) {
            // What is asked about is certain once all that costs less is.
            let reach = nodes.iter().map(|&node| self.costs[node.index()]).fold(reach, f64::max);
            self.mend(to, instant, network, reach, queue);
        } else {
            self.search_anew(to, instant, network, (reach, nodes), queue);
        }
        if self.frontier < f64::INFINITY {
            // Costs above this may still have fallen, but not below it.
            for cost in self.costs.iter_mut().filter(|cost| **cost > self.frontier) {
                *cost = f64::INFINITY;
            }
        }
    }

    /// Works out costs along the ways of the tree as it was; returns whether all of `nodes` have
    /// one.
    fn guess(&mut self, to: NodeId, instant: &Instant, nodes: &[NodeId]) -> bool {
        const UNKNOWN: f64 = -1.0;
        if self.costs.is_empty() {
            return false;
        }
        self.costs.clear();
        self.costs.resize(self.next.len(), UNKNOWN);
        if let Some(cost) = self.costs.get_mut(to.index()) {
            *cost = 0.0;
        }
        for edge in &self.last {
            self.costs[edge.to as usize] = edge.least;
            self.next[edge.to as usize] = to.0;
        }
        let mut way = Vec::new();
        for node in 0..self.next.len() as u32 {
            let mut at = node;
            while self.costs.get(at as usize) == Some(&UNKNOWN) {
                way.push(at);
                at = self.next[at as usize];
            }
            // Infinite at the end of a way that leads nowhere any more.
            let mut cost = self.costs.get(at as usize).copied().unwrap_or(f64::INFINITY);
            while let Some(before) = way.pop() {
                let edges = if cost < f64::INFINITY { instant.edges(NodeId(at)) } else { &[] };
                let edge = edges.iter().find(|edge| edge.to == before);
                cost = edge.map_or(f64::INFINITY, |edge| cost + edge.least);
                self.costs[before as usize] = cost;
                at = before;
            }
        }
        nodes.iter().all(|&node| self.is_reached(node))
    }

    /// Lowers costs that are too high, as far as those below `reach`.
    fn mend(
        &mut self,
        to: NodeId,
        instant: &Instant,
        network: &Network,
        reach: f64,
        queue: &mut Queue,
    ) {
        self.frontier = f64::INFINITY;
        let leads_on = |node: NodeId| node == to || network.is_passed(node);
        for node in (0..self.next.len() as u32).map(NodeId) {
            let cost = self.costs[node.index()];
            if cost < reach && leads_on(node) {
                self.relax(node, cost, instant, reach, queue);
            } else if cost < f64::INFINITY && leads_on(node) {
                self.frontier = self.frontier.min(cost);
            }
        }
        while let Some(Reverse((bits, node))) = queue.pop() {
            let (cost, node) = (f64::from_bits(bits), NodeId(node));
            if cost == self.costs[node.index()] && leads_on(node) {
                self.relax(node, cost, instant, reach, queue);
            }
        }
    }

    /// Lowers the costs of the neighbours of a node that costs so much. Those that cost `reach` or
    /// more then go no further.
    fn relax(
        &mut self,
        node: NodeId,
        cost: f64,
        instant: &Instant,
        reach: f64,
        queue: &mut Queue,
    ) {
        for edge in instant.edges(node) {
            let through = cost + edge.least;
            if through < self.costs[edge.to as usize] {
                self.costs[edge.to as usize] = through;
                self.next[edge.to as usize] = node.0;
                if through < reach {
                    queue.push(Reverse((through.to_bits(), edge.to)));
                } else {
                    self.frontier = self.frontier.min(through);
                }
            }
        }
    }

    /// Dijkstra's search, from nothing.
    fn search_anew(
        &mut self,
        to: NodeId,
        instant: &Instant,
        network: &Network,
        (reach, nodes): (f64, &[NodeId]),
        queue: &mut Queue,
    ) {
        self.costs.clear();
        self.costs.resize(network.span(), f64::INFINITY);
        self.next.fill(NONE);
        self.frontier = f64::INFINITY;
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
            if node == to || network.is_passed(node) {
                self.relax(node, cost, instant, f64::INFINITY, queue);
            }
        }
    }
}
