//! Routes over wires between terminals and nodes without a position, which satellites do not know.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skyseam_base::NodeId;

use crate::timeline::{FixedLink, Timeline};

/// Cached routes over wires with the fewest wires.
#[derive(Debug, Default)]
pub(super) struct WireRoutes {
    next: BTreeMap<(NodeId, NodeId), Option<NodeId>>,
    exits: BTreeMap<NodeId, Vec<NodeId>>,
}

fn wired(timeline: &Timeline, node: NodeId) -> impl Iterator<Item = NodeId> {
    let links = timeline.fixed_links[node.index()].iter();
    links.filter(|(_, link)| matches!(link, FixedLink::Wire(_))).map(|&(end, _)| end)
}

impl WireRoutes {
    /// Returns the terminals by which satellites reach a node: itself, or those that wires lead to,
    /// nearest first.
    pub(crate) fn exits(&mut self, timeline: &Timeline, node: NodeId) -> &[NodeId] {
        self.exits.entry(node).or_insert_with(|| {
            if timeline.is_terminal(node) {
                return vec![node];
            }
            let reached = reached(timeline, node).into_iter().map(|(node, _)| node);
            reached.filter(|&node| timeline.is_terminal(node)).collect()
        })
    }

    /// Returns the next node from `at` to `to` over wires only.
    pub fn next(&mut self, timeline: &Timeline, at: NodeId, to: NodeId) -> Option<NodeId> {
        *self.next.entry((at, to)).or_insert_with(|| {
            let reached = reached(timeline, to);
            reached.into_iter().find(|&(node, _)| node == at).and_then(|(_, back)| back)
        })
    }
}

/// Returns the nodes reached over wires, nearest first, each with the next node on its route back.
fn reached(timeline: &Timeline, from: NodeId) -> Vec<(NodeId, Option<NodeId>)> {
    let mut found = vec![(from, None)];
    let (mut known, mut waiting) = (BTreeSet::from([from]), VecDeque::from([from]));
    while let Some(node) = waiting.pop_front() {
        for end in wired(timeline, node) {
            if known.insert(end) {
                found.push((end, Some(node)));
                waiting.push_back(end);
            }
        }
    }
    found
}
