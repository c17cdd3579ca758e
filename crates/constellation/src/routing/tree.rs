//! Shortest ways to a destination by what links cost at least at an end of windows.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Arc, Mutex};

use skyseam_base::{NodeId, SimTime};

use super::network::Network;
use super::search::NONE;
use super::window::{Edge, Instant};

/// What the parts of a run find out about ways, for each other: it saves work, and changes nothing.
#[derive(Debug)]
pub struct Findings(Vec<Mutex<Found>>);

/// One of the parts of a run, each with a router of its own.
#[derive(Clone, Debug)]
pub struct Part {
    /// What all parts find out.
    pub findings: Arc<Findings>,
    /// Its number.
    pub number: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Part {
    /// Whether it finds the ways to a node for all parts.
    pub(super) fn finds(&self, to: NodeId) -> bool {
        to.index() % self.of == self.number
    }
}

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
        if let Some(found) = found.trees.iter().find(|found| found.is(of, asking)) {
            tree.clone_from(found);
            return true;
        }
        tree.begin_as(&found.trees[0]);
        false
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
    /// Per node the place of the link to it from the next one among all links of the instant.
    links: Vec<u32>,
    /// All nodes, the next ones before those that go through them. How well that is kept decides on
    /// the time of a search, and on nothing else.
    order: Vec<u32>,
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

/// Stands for a cost that is not worked out yet.
const UNKNOWN: f64 = -1.0;

/// Whoever asks about a node that is not reached will ask about some that are further: a search
/// goes on to so many times what that costs.
const FURTHER: f64 = 1.5;

impl Clone for Tree {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Takes no memory that is there already.
    fn clone_from(&mut self, other: &Self) {
        let Self { of, last, costs, next, links, order, frontier } = other;
        (self.of, self.frontier) = (*of, *frontier);
        self.last.clone_from(last);
        self.costs.clone_from(costs);
        self.next.clone_from(next);
        self.links.clone_from(links);
        self.order.clone_from(order);
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

    /// Whether it is a tree of this instant.
    pub(crate) fn is_at(&self, t: SimTime) -> bool {
        self.of.is_some_and(|of| of.t == t)
    }

    /// Takes another tree for a first guess if it has none yet.
    pub(crate) fn begin_as(&mut self, other: &Self) {
        if self.of.is_none() && other.of.is_some() {
            self.clone_from(other);
        }
    }

    /// What the way from a node costs at least, s.
    pub fn cost(&self, node: NodeId) -> f64 {
        self.costs.get(node.index()).map_or(f64::INFINITY, |&cost| cost.min(self.frontier))
    }

    /// Whether the search got to the node: its way is known.
    pub(crate) fn is_reached(&self, node: NodeId) -> bool {
        self.costs.get(node.index()).is_some_and(|&cost| cost < f64::INFINITY)
    }

    /// The next node after one that is reached.
    pub fn next(&self, node: NodeId) -> NodeId {
        NodeId(self.next[node.index()])
    }

    /// Searches backwards from `to` over the links of `instant`, or over `last` if these are all it
    /// has, as far as everything that costs `reach` and all of `nodes`.
    ///
    /// This is Dijkstra's search, but for its beginning: costs along the ways of this tree as it
    /// was, of whatever instant, are a first guess. Ways seldom change from one instant to the
    /// next, and what is left to do is to mend those that did (as in Ramalingam and Reps, Journal
    /// of Algorithms 21(2), 1996).
    pub fn search(
        &mut self,
        of: Of,
        (to, last): (NodeId, impl Iterator<Item = Edge>),
        instant: &Instant,
        network: &Network,
        (reach, nodes): (f64, &[NodeId]),
        queue: &mut Queue,
    ) {
        let mut astray = 0;
        if self.of != Some(of) {
            let knows_links = self.of.is_some_and(|before| before.stretch == of.stretch);
            self.of = Some(of);
            self.last.clear();
            self.last.extend(last);
            astray = self.guess(to, instant, network.span(), knows_links);
        } else {
            // It goes further than before, from where it stopped and from its own beginnings.
            self.begin(to);
        }
        // All that costs less than this may lower what others cost. What is asked about is certain
        // once all that costs less is; where there is no guess yet, the search finds out how far.
        let costs = nodes.iter().map(|&node| self.cost_so_far(node));
        let reach_of_all = costs.fold(reach, f64::max);
        self.frontier = f64::INFINITY;
        queue.clear();
        let leads_on = |node: NodeId| node == to || network.is_passed(node);
        for node in (0..network.span() as u32).map(NodeId) {
            let cost = self.costs[node.index()];
            let is_due = cost >= reach_of_all || self.lowers(node, cost, instant);
            if cost < f64::INFINITY && is_due && leads_on(node) {
                self.relax(node, cost, instant, reach_of_all, queue);
            }
        }
        while let Some(Reverse((bits, node))) = queue.pop() {
            let (cost, node) = (f64::from_bits(bits), NodeId(node));
            // What costs more by now is queued again.
            if cost > self.costs[node.index()] || !leads_on(node) {
                continue;
            }
            let is_far = cost >= reach;
            if is_far && nodes.iter().all(|&node| FURTHER * self.cost_so_far(node) <= cost) {
                self.frontier = self.frontier.min(cost);
                break;
            }
            self.relax(node, cost, instant, reach_of_all, queue);
        }
        self.put_in_order(astray);
        if self.frontier < f64::INFINITY {
            // Costs above this may still have fallen, but not below it.
            for cost in self.costs.iter_mut().filter(|cost| **cost > self.frontier) {
                *cost = f64::INFINITY;
            }
        }
    }

    /// Gives the destination, or those that it has links to, their costs.
    fn begin(&mut self, to: NodeId) {
        if let Some(cost) = self.costs.get_mut(to.index()) {
            *cost = 0.0;
        }
        for edge in &self.last {
            let cost = &mut self.costs[edge.to as usize];
            // Of nodes that are reached over others at less cost the way is known.
            if !(0.0..=edge.least).contains(cost) {
                *cost = edge.least;
                self.next[edge.to as usize] = to.0;
                self.links[edge.to as usize] = NONE;
            }
        }
    }

    fn cost_so_far(&self, node: NodeId) -> f64 {
        self.costs.get(node.index()).copied().unwrap_or(f64::INFINITY)
    }

    /// Works out costs along the ways of the tree as it was; infinite where it had none, or where
    /// one leads over a link that is gone. `knows_links` tells whether links have their places.
    /// Returns how many nodes came before the next one after them.
    fn guess(&mut self, to: NodeId, instant: &Instant, span: usize, knows_links: bool) -> usize {
        if self.order.len() != span {
            self.order = (0..span as u32).collect();
            self.next.resize(span, NONE);
            self.links.resize(span, NONE);
        }
        self.costs.clear();
        self.costs.resize(span, UNKNOWN);
        self.begin(to);
        let (mut way, mut astray) = (Vec::new(), 0);
        for place in 0..span {
            let mut node = self.order[place];
            if self.costs[node as usize] != UNKNOWN {
                continue;
            }
            while self.cost_so_far(NodeId(self.next[node as usize])) == UNKNOWN {
                way.push(node);
                node = self.next[node as usize];
            }
            astray += way.len();
            self.follow(node, instant, knows_links);
            while let Some(node) = way.pop() {
                self.follow(node, instant, knows_links);
            }
        }
        astray
    }

    /// Works out what the way of a node as it was costs now; that of the next one is known.
    fn follow(&mut self, node: u32, instant: &Instant, knows_links: bool) {
        let next = NodeId(self.next[node as usize]);
        let link = &mut self.links[node as usize];
        let cost = self.costs.get(next.index()).copied().unwrap_or(f64::INFINITY);
        if !knows_links {
            let is_there = cost < f64::INFINITY;
            let place = is_there.then(|| instant.place(next, NodeId(node))).flatten();
            *link = place.unwrap_or(NONE);
        }
        let edge = instant.edge(*link);
        self.costs[node as usize] = edge.map_or(f64::INFINITY, |edge| cost + edge.least);
    }

    /// Puts nodes in order, if that is worth it: so many came before the next one after them.
    fn put_in_order(&mut self, astray: usize) {
        if astray > self.order.len() / 8 {
            let costs = &self.costs;
            self.order.sort_unstable_by_key(|&node| costs[node as usize].to_bits());
        }
    }

    /// Whether a way through a node that costs so much costs a neighbour less than what is known.
    fn lowers(&self, node: NodeId, cost: f64, instant: &Instant) -> bool {
        let mut edges = instant.edges(node).iter();
        edges.any(|edge| cost + edge.least < self.costs[edge.to as usize])
    }

    /// Lowers the costs of the neighbours of a node that costs so much; those that then cost less
    /// than `reach` are queued. What costs as much itself lowers nothing.
    fn relax(&mut self, node: NodeId, cost: f64, instant: &Instant, reach: f64, queue: &mut Queue) {
        if cost >= reach {
            self.frontier = self.frontier.min(cost);
            return;
        }
        for (link, edge) in instant.links(node) {
            let through = cost + edge.least;
            if through < self.costs[edge.to as usize] {
                self.costs[edge.to as usize] = through;
                self.next[edge.to as usize] = node.0;
                self.links[edge.to as usize] = link;
                if through < reach {
                    queue.push(Reverse((through.to_bits(), edge.to)));
                } else {
                    self.frontier = self.frontier.min(through);
                }
            }
        }
    }
}
