//! Fewest links, with ns-2's tie-breaks: breadth-first from the forwarding node, within a level by
//! ascending number, the first to reach a node is its parent (model.md Sec. 6). Nodes that pass
//! nothing on are reached and lead nowhere.
//!
//! The decisions of a node are worked out when first asked for, all at once, and hold until links
//! change.

use skyseam_base::{NodeId, SimTime};

use super::network::Network;
use super::{Choice, Forwarding, Rule};
use crate::config::Metric;
use crate::registry::Registered;

pub(super) const REGISTERED: Registered<Metric, Rule> = Registered {
    value: Metric::Hops,
    name: "hops",
    summary: "fewest links; ties go by node number, so delays vary",
    source: "ns-2.35, metric_delay_ false (model.md Sec. 6)",
    rule: |timeline| {
        let network = Network::new(timeline);
        let rows = (0..network.nodes()).map(|_| Row::default()).collect();
        Box::new(Hops { network, rows, level: Vec::new(), next_level: Vec::new() })
    },
};

const NONE: u32 = u32::MAX;

#[derive(Debug)]
struct Hops {
    network: Network,
    rows: Vec<Row>,
    level: Vec<NodeId>,
    next_level: Vec<NodeId>,
}

/// The decisions of a node: per destination the next node, valid from an instant to before another.
#[derive(Debug, Default)]
struct Row {
    from: SimTime,
    until: SimTime,
    next: Vec<u32>,
}

impl Forwarding for Hops {
    fn choose(&mut self, at: NodeId, to: NodeId, t: SimTime) -> Choice {
        let row = &self.rows[at.index()];
        if t < row.from || t >= row.until {
            self.search_from(at, t);
        }
        let row = &self.rows[at.index()];
        let next = row.next[to.index()];
        Choice { next: (next != NONE).then_some(NodeId(next)), until: row.until }
    }
}

impl Hops {
    fn search_from(&mut self, root: NodeId, t: SimTime) {
        self.network.seek(t);
        let row = &mut self.rows[root.index()];
        (row.from, row.until) = (self.network.from, self.network.until);
        row.next.clear();
        row.next.resize(self.network.nodes(), NONE);
        row.next[root.index()] = root.0;
        self.level.clear();
        self.level.push(root);
        while !self.level.is_empty() {
            self.next_level.clear();
            for &parent in &self.level {
                if parent != root && !self.network.is_passed(parent) {
                    continue;
                }
                for (child, _) in self.network.neighbours(parent) {
                    if row.next[child.index()] == NONE {
                        row.next[child.index()] =
                            if parent == root { child.0 } else { row.next[parent.index()] };
                        self.next_level.push(child);
                    }
                }
            }
            self.next_level.sort_unstable();
            std::mem::swap(&mut self.level, &mut self.next_level);
        }
        row.next[root.index()] = NONE;
    }
}
