//! Backward search for the shortest routes to a destination: see [`RouteTree::search`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use skyseam_base::NodeId;

use super::network::Network;
use super::search::NONE;
use super::tree::{RouteTree, TreeKey, WindowedEdge};
use super::window::WindowEnd;

/// Queue of nodes by cost. A cost is not negative, so its bits have the same order.
pub(super) type CostQueue = BinaryHeap<Reverse<(u64, u32)>>;

/// Marks a cost that is not computed yet.
const UNKNOWN: f64 = -1.0;

/// Factor by which a search goes beyond the cost of the furthest requested node, since later
/// requests are for nodes that are further away.
const FURTHER: f64 = 1.5;

impl RouteTree {
    /// Searches backwards from `to` over the links of `instant`, or over `last` if given as its
    /// only links, until all nodes of cost up to `reach` and all of `nodes` are settled.
    ///
    /// This is Dijkstra's search with an initial guess: costs along the routes of this tree at its
    /// previous instant. Routes seldom change from one instant to the next, so that only those that
    /// changed need repair (as in Ramalingam and Reps, Journal of Algorithms 21(2), 1996).
    pub fn search(
        &mut self,
        of: TreeKey,
        (to, last): (NodeId, impl Iterator<Item = WindowedEdge>),
        instant: &WindowEnd,
        network: &Network,
        (reach, nodes): (f64, &[NodeId]),
        queue: &mut CostQueue,
    ) {
        let mut astray = 0;
        if self.of != Some(of) {
            let knows_links = self.of.is_some_and(|before| before.stretch == of.stretch);
            self.of = Some(of);
            self.last.clear();
            self.last.extend(last);
            astray = self.guess(to, instant, network.span(), knows_links);
        } else {
            // Extends a previous search from its frontier and from its initial nodes.
            self.begin(to);
        }
        // All nodes of smaller cost may lower the costs of others. A requested node is settled once
        // all of them are; without a guess, the search finds out how far that is.
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
            // A node whose cost has increased is queued again.
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
            // Larger costs may still have decreased, but not below this one.
            for cost in self.costs.iter_mut().filter(|cost| **cost > self.frontier) {
                *cost = f64::INFINITY;
            }
        }
    }

    /// Sets the cost of the destination, or of the nodes that it has links to.
    fn begin(&mut self, to: NodeId) {
        if let Some(cost) = self.costs.get_mut(to.index()) {
            *cost = 0.0;
        }
        for edge in &self.last {
            let cost = &mut self.costs[edge.to as usize];
            // Nodes that are reached at less cost over others already have a route.
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

    /// Computes costs along the routes of the previous tree; infinite for nodes without a route, or
    /// with one over a link that is gone. `knows_links` states whether links have their places.
    /// Returns the number of nodes that stood before their next node in `order`; all of them in a
    /// tree without routes, which has no order yet.
    fn guess(&mut self, to: NodeId, instant: &WindowEnd, span: usize, knows_links: bool) -> usize {
        let mut astray = 0;
        if self.order.len() != span {
            astray = span;
            self.order = (0..span as u32).collect();
            self.next.resize(span, NONE);
            self.links.resize(span, NONE);
        }
        self.costs.clear();
        self.costs.resize(span, UNKNOWN);
        self.begin(to);
        let mut way = Vec::new();
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

    /// Computes the present cost of a node's previous route from the known cost of its next node.
    fn follow(&mut self, node: u32, instant: &WindowEnd, knows_links: bool) {
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

    /// Sorts nodes if `astray`, the number of nodes that stand before their next node, is large.
    fn put_in_order(&mut self, astray: usize) {
        if astray > self.order.len() / 8 {
            let costs = &self.costs;
            self.order.sort_by_cached_key(|&node| costs[node as usize].to_bits());
        }
    }

    /// Whether a route through `node`, whose cost is `cost`, is cheaper for a neighbour than the
    /// known one.
    fn lowers(&self, node: NodeId, cost: f64, instant: &WindowEnd) -> bool {
        let mut edges = instant.edges(node).iter();
        edges.any(|edge| cost + edge.least < self.costs[edge.to as usize])
    }

    /// Lowers the costs of the neighbours of `node`, whose cost is `cost`; neighbours that then
    /// cost less than `reach` are queued. A node that costs `reach` or more lowers nothing.
    fn relax(
        &mut self,
        node: NodeId,
        cost: f64,
        instant: &WindowEnd,
        reach: f64,
        queue: &mut CostQueue,
    ) {
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
