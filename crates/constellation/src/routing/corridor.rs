//! Search from a node at a single instant that visits only nodes that bounds leave open.
//!
//! An A* search (Hart, Nilsson and Raphael, IEEE Trans. Syst. Sci. Cybern. 4(2), 1968) with lower
//! bounds of the remaining cost to the destination: it visits the nodes of the routes that the
//! bounds cannot exclude, a few dozen of thousands. Sums are formed from the forwarding node on,
//! link by link, as in [`super::search::Search`], and among routes of equal cost both choose the
//! same one: a node's parent is the first, by cost and then by number, that gives it its cost. Both
//! therefore return the same next node, to the last digit.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use skyseam_base::NodeId;

use super::delay::GUARD_S;

/// Costs of nodes and the queue of the search.
#[derive(Debug, Default)]
pub(super) struct Corridor {
    costs: Vec<f64>,
    touched: Vec<NodeId>,
    queue: BinaryHeap<Reverse<(u64, NodeId)>>,
    links: Vec<(NodeId, f64)>,
}

/// Links and bounds that a search uses.
pub(super) trait Graph {
    /// Collects the links of a node and their delays, s.
    fn links(&self, node: NodeId, links: &mut Vec<(NodeId, f64)>);
    /// Whether routes can lead through the node.
    fn is_passed(&self, node: NodeId) -> bool;
    /// Returns a lower bound of the cost from the node to the destination, s.
    fn left(&self, node: NodeId) -> f64;
}

/// Reason for no answer: a link has no delay, so that the order of nodes is not that of costs.
#[derive(Debug)]
pub(super) struct Instantaneous;

impl Corridor {
    /// Returns the node after `at` on the route to `to`; `None` without a route.
    pub fn next(
        &mut self,
        at: NodeId,
        to: NodeId,
        nodes: usize,
        graph: &impl Graph,
    ) -> Result<Option<NodeId>, Instantaneous> {
        self.costs.resize(nodes, f64::INFINITY);
        let found = self.search(at, to, graph).map(|()| self.first(at, to, graph));
        for node in self.touched.drain(..) {
            self.costs[node.index()] = f64::INFINITY;
        }
        found
    }

    fn search(&mut self, at: NodeId, to: NodeId, graph: &impl Graph) -> Result<(), Instantaneous> {
        self.queue.clear();
        self.costs[at.index()] = 0.0;
        self.touched.push(at);
        self.queue.push(Reverse((0, at)));
        while let Some(Reverse((bits, node))) = self.queue.pop() {
            // Costs are not negative, so their bits have the same order.
            if f64::from_bits(bits) > self.costs[to.index()] + GUARD_S {
                break;
            }
            let cost = self.costs[node.index()];
            let is_stale = node != at && f64::from_bits(bits) > cost + graph.left(node);
            if is_stale || node == to || !(node == at || graph.is_passed(node)) {
                continue;
            }
            self.links.clear();
            graph.links(node, &mut self.links);
            for &(end, step) in &self.links {
                if step <= 0.0 {
                    return Err(Instantaneous);
                }
                let through = cost + step;
                let known = &mut self.costs[end.index()];
                if through < *known {
                    if *known == f64::INFINITY {
                        self.touched.push(end);
                    }
                    *known = through;
                    let whole = through + if end == to { 0.0 } else { graph.left(end) };
                    if whole < f64::INFINITY {
                        self.queue.push(Reverse((whole.to_bits(), end)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Follows parents back from `to` after a search, to the first node after `at`.
    fn first(&mut self, at: NodeId, to: NodeId, graph: &impl Graph) -> Option<NodeId> {
        if self.costs[to.index()] == f64::INFINITY {
            return None;
        }
        let mut node = to;
        loop {
            self.links.clear();
            graph.links(node, &mut self.links);
            let costs = &self.costs;
            let parents = self.links.iter().filter(|&&(before, step)| {
                (before == at || graph.is_passed(before))
                    && costs[before.index()] + step == costs[node.index()]
            });
            let parent = parents
                .map(|&(before, _)| before)
                .min_by(|a, b| costs[a.index()].total_cmp(&costs[b.index()]).then(a.cmp(b)));
            let parent = parent.expect("a node that is reached from another");
            if parent == at {
                return Some(node);
            }
            node = parent;
        }
    }
}
