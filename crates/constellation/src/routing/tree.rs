//! Shortest ways to a destination by what links cost at least at an end of windows, and what the
//! parts of a run tell each other of them. `backward.rs` finds them.

use std::sync::{Arc, Mutex};

use skyseam_base::{NodeId, SimTime};

/// Cost of a link at an end of windows, s.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The node that it leads to.
    pub to: u32,
    /// Straight lines between these are nowhere above its delay.
    pub least: f64,
    /// And these nowhere below.
    pub most: f64,
}

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
    pub(super) of: Option<Of>,
    /// The links of a destination that passes nothing on.
    pub last: Vec<Edge>,
    /// Per node what it costs to get to the destination at least, s; infinite where there is no way
    /// or the search did not get so far.
    pub(super) costs: Vec<f64>,
    /// Per node the next one.
    pub(super) next: Vec<u32>,
    /// Per node the place of the link to it from the next one among all links of the instant.
    pub(super) links: Vec<u32>,
    /// All nodes, the next ones before those that go through them. How well that is kept decides on
    /// the time of a search, and on nothing else.
    pub(super) order: Vec<u32>,
    /// All others cost at least this, s; infinite without others.
    pub(super) frontier: f64,
}

/// What a tree hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Of {
    pub t: SimTime,
    /// Since when no link changes, and since when the destination's do not.
    pub stretch: SimTime,
    pub spell: SimTime,
}

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
}
