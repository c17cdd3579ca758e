//! The way that a search from a node at this very instant finds, looking only where it can lead.
//!
//! An A* search (Hart, Nilsson and Raphael, IEEE Trans. Syst. Sci. Cybern. 4(2), 1968) with bounds
//! of what is left to the destination: it visits the nodes of the ways that are as short as the
//! shortest within what the bounds leave open, a few dozen of thousands. Sums are formed from the
//! forwarding node on, link by link, as [`super::search::Search`] forms them, and of ways that cost
//! the same that one is taken which it takes: a node's parent is the first, by cost and then by
//! number, that gives it its cost. So both give the same next node, to the last digit.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use skyseam_base::NodeId;

use super::delay::GUARD_S;

/// Costs of nodes, and what is to be looked at.
#[derive(Debug, Default)]
pub(super) struct Corridor {
    costs: Vec<f64>,
    touched: Vec<NodeId>,
    queue: BinaryHeap<Reverse<(u64, NodeId)>>,
    links: Vec<(NodeId, f64)>,
}

/// What a search can go by.
pub(super) trait Graph {
    /// The links of a node and their delays, s.
    fn links(&self, node: NodeId, links: &mut Vec<(NodeId, f64)>);
    /// Whether ways can lead through it.
    fn is_passed(&self, node: NodeId) -> bool;
    /// Not more than what a way from it to the destination costs, s.
    fn left(&self, node: NodeId) -> f64;
}

/// Why there is no answer: a link takes no time, and then the order of nodes is not that of costs.
#[derive(Debug)]
pub(super) struct Instantaneous;

impl Corridor {
    /// The node after `at` on the way to `to`; `None` without a way.
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
            // Costs are not negative: their bits are in their order.
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

    /// After a search: goes back from `to`, from each node to its parent.
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
