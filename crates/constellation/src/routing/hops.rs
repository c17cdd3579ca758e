//! Fewest links, with ns-2's tie-breaks: breadth-first from the forwarding node, within a level by
//! ascending number; the first node to reach another is its parent (ns-2's satroute.cc). Nodes that
//! do not forward are reached, but not searched further.
//!
//! The decisions of a node are computed together at the first request, and hold until links change.
//! A terminal that does not forward is reached from the one of its satellites that comes first in
//! that order.

use std::sync::Arc;

use skyseam_base::{NodeId, SimTime};

use super::network::Network;
use super::{Forwarding, ForwardingChoice, Measure};
use crate::registry::NamedModel;
use crate::timeline::Timeline;

/// Cost of a link: more than any delay, so that routes have the fewest links.
const LINK_S: f64 = 1e3;

pub(super) const ROW: NamedModel<Measure> = NamedModel {
    name: "hops",
    summary: "fewest links; ties go by node number, so delays vary",
    source: "ns-2.35, metric_delay_ false (satellite/satroute.cc)",
    model: Measure { rule: |timeline| Box::new(Hops::new(timeline)), link_s: LINK_S },
};

const NONE: u32 = u32::MAX;

#[derive(Debug)]
struct Hops {
    network: Network,
    rows: Vec<Decisions>,
    level: Vec<NodeId>,
    next_level: Vec<NodeId>,
}

/// Decisions of a node over an interval.
#[derive(Debug, Default)]
struct Decisions {
    from: SimTime,
    until: SimTime,
    /// Next node for each destination, and the number of nodes that the search reaches before it.
    next: Vec<(u32, u32)>,
}

impl Hops {
    fn new(timeline: Arc<Timeline>) -> Self {
        let network = Network::new(timeline);
        let rows = (0..network.nodes()).map(|_| Decisions::default()).collect();
        Self { network, rows, level: Vec::new(), next_level: Vec::new() }
    }
}

impl Forwarding for Hops {
    fn choose(&mut self, at: NodeId, to: NodeId, t: SimTime) -> ForwardingChoice {
        let row = &self.rows[at.index()];
        if t < row.from || t >= row.until {
            self.search_from(at, t);
        }
        let row = &self.rows[at.index()];
        let timeline = self.network.timeline();
        let mut until = row.until;
        let next = if timeline.is_end(to) {
            until = timeline.end_spell(to, t).1.min(until);
            let reached = timeline.satellites_of_end(to, t);
            let reached = reached.map(|satellite| (row.next[satellite.index()], satellite));
            let first = reached.min_by_key(|&((_, place), _)| place);
            // Destinations that the forwarding node itself serves are next to it.
            first.map_or(NONE, |((next, _), by)| if by == at { to.0 } else { next })
        } else {
            row.next.get(to.index()).map_or(NONE, |&(next, _)| next)
        };
        ForwardingChoice { next: (next != NONE).then_some(NodeId(next)), until }
    }
}

impl Hops {
    fn search_from(&mut self, root: NodeId, t: SimTime) {
        self.network.seek(t);
        let Self { network, rows, level, next_level } = self;
        let timeline = network.timeline();
        let row = &mut rows[root.index()];
        (row.from, row.until) = (network.from, network.until);
        row.next.clear();
        row.next.resize(network.span(), (NONE, NONE));
        level.clear();
        let mut reached = 0;
        if timeline.is_end(root) {
            let (from, until) = timeline.end_spell(root, t);
            (row.from, row.until) = (row.from.max(from), row.until.min(until));
            level.extend(timeline.satellites_of_end(root, t));
            level.sort_unstable();
            for satellite in &*level {
                row.next[satellite.index()] = (satellite.0, reached);
                reached += 1;
            }
        } else if root.index() < network.span() {
            row.next[root.index()] = (root.0, reached);
            reached += 1;
            level.push(root);
        }
        while !level.is_empty() {
            next_level.clear();
            for &parent in &*level {
                if parent != root && !network.is_passed(parent) {
                    continue;
                }
                let (through, _) = row.next[parent.index()];
                for (child, _) in network.neighbours(parent) {
                    let known = &mut row.next[child.index()];
                    if known.0 == NONE {
                        known.0 = if parent == root { child.0 } else { through };
                        next_level.push(child);
                    }
                }
            }
            next_level.sort_unstable();
            for child in &*next_level {
                row.next[child.index()].1 = reached;
                reached += 1;
            }
            std::mem::swap(level, next_level);
        }
        if let Some(own) = row.next.get_mut(root.index()) {
            own.0 = NONE;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::description::parts::{Antennas, Terminal};
    use crate::fixtures;
    use crate::routing::Metric;

    /// Returns parents by a breadth-first search over all nodes, each level by ascending number, as
    /// the rule is stated.
    fn first_found(timeline: &Timeline, at: NodeId, t: SimTime) -> Vec<Option<NodeId>> {
        let nodes = || (0..timeline.nodes().len() as u32).map(NodeId);
        let mut next = vec![None; timeline.nodes().len()];
        let mut level = VecDeque::from([at]);
        while !level.is_empty() {
            let mut found = Vec::new();
            for &parent in &level {
                let passes = timeline.is_satellite(parent)
                    || timeline.is_transit[timeline.terminal_index(parent)];
                if parent != at && !passes {
                    continue;
                }
                for child in nodes().filter(|&child| timeline.can_send(parent, child, t)) {
                    if child != at && next[child.index()].is_none() {
                        next[child.index()] =
                            if parent == at { Some(child) } else { next[parent.index()] };
                        found.push(child);
                    }
                }
            }
            found.sort_unstable();
            level = found.into();
        }
        next
    }

    /// Goal: terminals that do not forward are left out of the search, with the same results as if
    /// they were in it. Method: two with several antennas and a relay over Iridium, from all nodes.
    #[test]
    fn terminals_are_found_as_by_a_search_over_all() {
        let mut config = fixtures::iridium(Metric::HOPS);
        let terminal = |name: &str, latitude, longitude, antennas| Terminal {
            antennas,
            ..Terminal::fixed(name, latitude, longitude, 8.0)
        };
        config.terminals = vec![
            terminal("a", 40.0, -74.0, Antennas::Unlimited),
            terminal("b", 60.0, 10.0, Antennas::Several(2)),
            Terminal { is_relay: true, ..terminal("c", 70.0, -40.0, Antennas::Unlimited) },
        ];
        let timeline = Arc::new(Timeline::build(&config, SimTime::from_secs(3_000)));
        let mut hops = Hops::new(timeline.clone());
        for t in (0..3_000).step_by(7).map(SimTime::from_secs) {
            for at in (0..69).step_by(3).chain([67, 68]).map(NodeId) {
                let expected = first_found(&timeline, at, t);
                for to in (0..69).map(NodeId).filter(|&to| to != at) {
                    let ForwardingChoice { next, until } = hops.choose(at, to, t);
                    assert_eq!(next, expected[to.index()], "{at} to {to} at {t}");
                    assert!(until > t);
                }
            }
        }
    }
}
