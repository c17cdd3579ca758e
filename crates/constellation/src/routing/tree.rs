//! Shortest routes to a destination by lower bounds of link costs at an end of windows, and their
//! exchange between the parts of a run. `backward.rs` computes them.

use std::sync::{Arc, Mutex};

use skyseam_base::{NodeId, SimTime};

/// Cost of a link at an end of windows, s.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowedEdge {
    /// Node at the other end.
    pub to: u32,
    /// Lower bound: straight lines between these values are nowhere above the delay.
    pub least: f64,
    /// Upper bound: straight lines between these values are nowhere below the delay.
    pub most: f64,
}

/// Trees that the parts of a run share: this saves time and does not affect results.
#[derive(Debug)]
pub struct Findings(Vec<Mutex<Found>>);

/// One of the parts of a run, each with a router of its own.
#[derive(Clone, Debug)]
pub struct RunPart {
    /// Trees shared by all parts.
    pub findings: Arc<Findings>,
    /// Number of this part.
    pub number: usize,
    /// Number of parts.
    pub of: usize,
}

impl RunPart {
    /// Whether this part computes the routes to a node for all parts.
    pub(super) fn finds(&self, to: NodeId) -> bool {
        to.index() % self.of == self.number
    }
}

/// Shared trees of a destination.
#[derive(Debug, Default)]
struct Found {
    trees: [RouteTree; 2],
    /// Largest cost that searches must reach for all requested nodes, s.
    reach: f64,
}

impl Findings {
    /// Returns an empty cache for routes to `nodes` nodes.
    pub fn new(nodes: usize) -> Self {
        Self((0..nodes).map(|_| Mutex::default()).collect())
    }

    /// Copies the tree of `of` into `tree` if another part has computed it as far as all of
    /// `asking`; returns whether it did. Raises `reach` to the largest requested by any part.
    pub(super) fn copy(
        &self,
        to: NodeId,
        of: TreeKey,
        (reach, asking): (&mut f64, &[NodeId]),
        tree: &mut RouteTree,
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

    /// Stores the requested reach, and a copy of a new `tree` in place of that of the same instant
    /// or of the earlier one.
    pub(super) fn keep(&self, to: NodeId, reach: f64, tree: Option<&RouteTree>) {
        let Ok(mut found) = self.0[to.index()].try_lock() else { return };
        found.reach = found.reach.max(reach);
        let Some(tree) = tree else { return };
        let age = |found: &RouteTree| (found.of != tree.of).then_some(found.of.map(|of| of.t));
        if let Some(place) = found.trees.iter_mut().min_by_key(|found| age(found)) {
            place.clone_from(tree);
        }
    }
}

/// Routes to a destination from all nodes within a cost.
#[derive(Debug, Default)]
pub(super) struct RouteTree {
    /// Window end and links for which it was computed.
    pub(super) of: Option<TreeKey>,
    /// Links of a destination that does not forward.
    pub last: Vec<WindowedEdge>,
    /// Lower bound of each node's cost to the destination, s; infinite without a route or beyond
    /// the search.
    pub(super) costs: Vec<f64>,
    /// Next node of each node.
    pub(super) next: Vec<u32>,
    /// Place of each node's link, from its next node, among all links of the instant.
    pub(super) links: Vec<u32>,
    /// All nodes, next nodes before those that route through them. Another order
    /// gives the same routes, but takes longer.
    pub(super) order: Vec<u32>,
    /// Lower bound of the cost of all other nodes, s; infinite if there are none.
    pub(super) frontier: f64,
}

/// Inputs that determine a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TreeKey {
    pub t: SimTime,
    /// Beginning of the interval without a change of links, and of that without a change of the
    /// destination's links.
    pub stretch: SimTime,
    pub spell: SimTime,
}

impl Clone for RouteTree {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Reuses existing allocations.
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

impl RouteTree {
    /// Whether this is the tree of `of`, and covers all of `nodes`.
    pub fn is(&self, of: TreeKey, nodes: &[NodeId]) -> bool {
        self.of == Some(of)
            && (self.frontier == f64::INFINITY || nodes.iter().all(|&node| self.is_reached(node)))
    }

    pub fn is_of(&self, of: TreeKey) -> bool {
        self.of == Some(of)
    }

    /// Whether the tree is for this instant.
    pub(crate) fn is_at(&self, t: SimTime) -> bool {
        self.of.is_some_and(|of| of.t == t)
    }

    /// Copies another tree as first guess if this one is empty.
    pub(crate) fn begin_as(&mut self, other: &Self) {
        if self.of.is_none() && other.of.is_some() {
            self.clone_from(other);
        }
    }

    /// Returns the lower bound of the cost from a node, s.
    pub fn cost(&self, node: NodeId) -> f64 {
        self.costs.get(node.index()).map_or(f64::INFINITY, |&cost| cost.min(self.frontier))
    }

    /// Whether the search reached the node, so that its route is known.
    pub(crate) fn is_reached(&self, node: NodeId) -> bool {
        self.costs.get(node.index()).is_some_and(|&cost| cost < f64::INFINITY)
    }

    /// Returns the next node after one that is reached.
    pub fn next(&self, node: NodeId) -> NodeId {
        NodeId(self.next[node.index()])
    }
}
