//! Routes over wires between terminals and nodes without a position, which satellites do not know.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skyseam_base::{NodeId, SimTime};

use crate::timeline::{FixedLink, Timeline};

/// Cached routes over wires with the fewest wires, over an interval in which no wire fails or
/// recovers.
#[derive(Debug, Default)]
pub(super) struct WireRoutes {
    from: SimTime,
    pub(super) until: SimTime,
    next: BTreeMap<(NodeId, NodeId), Option<NodeId>>,
    exits: BTreeMap<NodeId, Vec<NodeId>>,
}

fn wired(timeline: &Timeline, node: NodeId, t: SimTime) -> impl Iterator<Item = NodeId> {
    let links = timeline.fixed_links[node.index()].iter();
    let is_on = move |link: &FixedLink| match *link {
        FixedLink::Wire(wire) => timeline.wire_until(wire, t).0,
        FixedLink::Isl(_) => false,
    };
    links.filter(move |(_, link)| is_on(link)).map(|&(end, _)| end)
}

impl WireRoutes {
    /// Moves to the interval that contains `t`.
    pub(super) fn seek(&mut self, timeline: &Timeline, t: SimTime) {
        if self.from <= t && t < self.until {
            return;
        }
        let wires = timeline.wire_toggles.keys();
        let until = wires.map(|&wire| timeline.wire_until(wire, t).1).min();
        *self = Self { from: t, until: until.unwrap_or(SimTime::MAX), ..Self::default() };
    }

    /// Returns the terminals by which satellites reach a node: itself, or those that wires lead to,
    /// nearest first.
    pub(crate) fn exits(&mut self, timeline: &Timeline, node: NodeId) -> &[NodeId] {
        let from = self.from;
        self.exits.entry(node).or_insert_with(|| {
            if timeline.is_terminal(node) {
                return vec![node];
            }
            let reached = reached(timeline, node, from).into_iter().map(|(node, _)| node);
            reached.filter(|&node| timeline.is_terminal(node)).collect()
        })
    }

    /// Returns the next node from `at` to `to` over wires only.
    pub fn next(&mut self, timeline: &Timeline, at: NodeId, to: NodeId) -> Option<NodeId> {
        let from = self.from;
        *self.next.entry((at, to)).or_insert_with(|| {
            let reached = reached(timeline, to, from);
            reached.into_iter().find(|&(node, _)| node == at).and_then(|(_, back)| back)
        })
    }
}

/// Returns the nodes reached over wires, nearest first, each with the next node on its route back.
fn reached(timeline: &Timeline, from: NodeId, t: SimTime) -> Vec<(NodeId, Option<NodeId>)> {
    let mut found = vec![(from, None)];
    let (mut known, mut waiting) = (BTreeSet::from([from]), VecDeque::from([from]));
    while let Some(node) = waiting.pop_front() {
        for end in wired(timeline, node, t) {
            if known.insert(end) {
                found.push((end, Some(node)));
                waiting.push_back(end);
            }
        }
    }
    found
}
