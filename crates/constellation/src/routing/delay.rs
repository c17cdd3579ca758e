//! Least propagation delay at the instant of forwarding, as ns-2's data-driven routing decides anew
//! for every packet (model.md Sec. 6), without working anew for every packet.
//!
//! # How long a decision holds
//! One search backwards from a destination gives every node the cost `B` of its best way and the
//! least cost `A` of a way through any other neighbour. No link's delay changes faster than by the
//! factor `exp(e dt)` (`e`: [`Timeline`]'s bound, from the geometry of the orbits, and for links
//! across the seam from their lengths at the checks), and so does no way's. The decision therefore
//! stands as long as `A exp(-e dt) > B exp(e dt)`, that is for `dt < ln(A / B) / 2e`, before and
//! after, while no link goes on or off. Costs are sums of rounded delays, which is allowed for by
//! [`SLACK_S`]. Decisions so kept are those a search at the instant itself would give: there is no
//! error to state.
//!
//! Where the two ways are closer than the slack, the node's own search decides, with ns-2's rule
//! for ties (settled by cost, then by lowest number; only strictly smaller replaces), for that
//! instant alone.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_orbit::{Inertial, Vector};

use super::network::{Link, Network};
use super::{Choice, Forwarding, Rule};
use crate::config::Metric;
use crate::registry::Registered;
use crate::timeline::Timeline;

pub(super) const REGISTERED: Registered<Metric, Rule> = Registered {
    value: Metric::Delay,
    name: "delay",
    summary: "least sum of propagation delays at the instant of forwarding",
    source: "ns-2.35, metric_delay_ true, data_driven_computation_ true (model.md Sec. 6)",
    rule: |timeline| Box::new(Delays::new(timeline)),
};

/// What rounding of each link's delay (to 10 ns at most) can add to the difference of two ways of
/// up to a hundred links together, s.
const SLACK_S: f64 = 1e-6;

const NONE: u32 = u32::MAX;

#[derive(Debug)]
struct Delays {
    network: Network,
    /// Per destination, per node; empty until asked for.
    rows: Vec<Vec<Decision>>,
    search: Search,
}

/// A next node, valid from an instant to before another.
#[derive(Clone, Copy, Debug)]
struct Decision {
    next: u32,
    /// Whether ways are so close that only the node's own search can decide.
    is_close: bool,
    from: SimTime,
    until: SimTime,
}

impl Forwarding for Delays {
    fn choose(&mut self, at: NodeId, to: NodeId, t: SimTime) -> Choice {
        let known = self.rows[to.index()].get(at.index()).copied();
        let decision = known
            .filter(|known| known.from <= t && t < known.until && !known.is_close)
            .unwrap_or_else(|| self.decide(at, to, t));
        let next = (decision.next != NONE).then_some(NodeId(decision.next));
        Choice { next, until: decision.until }
    }
}

impl Delays {
    fn new(timeline: Arc<Timeline>) -> Self {
        let network = Network::new(timeline);
        let nodes = network.nodes();
        Self { network, rows: vec![Vec::new(); nodes], search: Search::default() }
    }

    /// Works out the decisions of all nodes towards `to` at `t`, and gives that of `at`.
    fn decide(&mut self, at: NodeId, to: NodeId, t: SimTime) -> Decision {
        self.network.seek(t);
        self.search.weigh(&self.network, t);
        self.search.run(to);
        let timeline = self.network.timeline();
        let (rate, until) = if t < timeline.end() {
            (timeline.max_relative_rate, timeline.end())
        } else {
            (timeline.max_relative_rate_after_end, SimTime::MAX)
        };
        let row = &mut self.rows[to.index()];
        row.clear();
        for node in 0..self.network.nodes() as u32 {
            let decision = self.search.decision(NodeId(node), t, &self.network, rate);
            row.push(Decision { until: decision.until.min(until), ..decision });
        }
        let decision = &mut self.rows[to.index()][at.index()];
        if decision.is_close {
            self.search.run(at);
            decision.next = self.search.first_hop(at, to);
            decision.is_close = false;
        }
        *decision
    }
}

/// A shortest-path search over the network weighed at an instant, and its workspace.
#[derive(Debug, Default)]
struct Search {
    positions: Vec<Vector<Inertial>>,
    isl_costs: Vec<f64>,
    /// Neighbours of node `n` and costs to them: `edges[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    edges: Vec<(u32, f64)>,
    costs: Vec<f64>,
    parents: Vec<u32>,
    settled: Vec<bool>,
    queue: BinaryHeap<Reverse<Candidate>>,
}

/// A node that can be settled at a cost; ordered by cost, then by number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    cost: f64,
    node: u32,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.cost.total_cmp(&other.cost).then(self.node.cmp(&other.node))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Search {
    /// Takes the delays of all links that are on at `t`.
    fn weigh(&mut self, network: &Network, t: SimTime) {
        let timeline = network.timeline();
        let sky = timeline.sky();
        let phases = sky.phases(t);
        self.positions.clear();
        let satellites = (0..sky.satellites()).map(NodeId);
        self.positions.extend(satellites.map(|satellite| sky.position(satellite, &phases)));
        self.isl_costs.clear();
        for (number, &(a, b)) in timeline.isl_pairs().iter().enumerate() {
            self.isl_costs.push(if network.is_on(number as u32) {
                let range = (self.positions[a.index()] - self.positions[b.index()]).norm();
                sky.delay(range).as_secs_f64()
            } else {
                f64::INFINITY
            });
        }
        self.starts.clear();
        self.edges.clear();
        for node in (0..network.nodes() as u32).map(NodeId) {
            self.starts.push(self.edges.len() as u32);
            for (end, link) in network.neighbours(node) {
                let cost = match link {
                    Link::Isl(isl) => self.isl_costs[isl as usize],
                    Link::Wire(wire) => timeline.wires()[wire as usize].2.as_secs_f64(),
                    Link::Ground => timeline.propagation(node, end, t).as_secs_f64(),
                };
                self.edges.push((end.0, cost));
            }
        }
        self.starts.push(self.edges.len() as u32);
    }

    fn edges_of(&self, node: u32) -> &[(u32, f64)] {
        let node = node as usize;
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Dijkstra's search from `root`, with ns-2's order of settling.
    fn run(&mut self, root: NodeId) {
        let nodes = self.starts.len() - 1;
        self.costs.clear();
        self.costs.resize(nodes, f64::INFINITY);
        self.parents.clear();
        self.parents.resize(nodes, NONE);
        self.settled.clear();
        self.settled.resize(nodes, false);
        self.queue.clear();
        self.costs[root.index()] = 0.0;
        self.queue.push(Reverse(Candidate { cost: 0.0, node: root.0 }));
        while let Some(Reverse(Candidate { cost, node })) = self.queue.pop() {
            if std::mem::replace(&mut self.settled[node as usize], true) {
                continue;
            }
            let (first, last) = (self.starts[node as usize], self.starts[node as usize + 1]);
            for &(end, step) in &self.edges[first as usize..last as usize] {
                let through = cost + step;
                if through < self.costs[end as usize] {
                    self.costs[end as usize] = through;
                    self.parents[end as usize] = node;
                    self.queue.push(Reverse(Candidate { cost: through, node: end }));
                }
            }
        }
    }

    /// After a search from a destination: a node's decision towards it, and how long it holds.
    fn decision(&self, node: NodeId, t: SimTime, network: &Network, rate: f64) -> Decision {
        let best = self.costs[node.index()];
        let next = self.parents[node.index()];
        let whole = Decision { next, is_close: false, from: network.from, until: network.until };
        if next == NONE {
            return whole;
        }
        let others = self.edges_of(node.0).iter().filter(|&&(end, _)| end != next);
        let other = others.map(|&(end, step)| step + self.costs[end as usize]);
        let second = other.fold(f64::INFINITY, f64::min);
        if second == f64::INFINITY {
            return whole;
        }
        let holds_s = ((second - SLACK_S) / (best + SLACK_S)).ln() / (2.0 * rate);
        if holds_s <= 0.0 || holds_s.is_nan() {
            let until = t.saturating_add(Duration::from_nanos(1));
            return Decision { next, is_close: true, from: t, until };
        }
        // `as` saturates: no rate at all makes it hold for ever.
        let holds = Duration::from_nanos((holds_s * 1e9) as u64);
        let from = SimTime::from_nanos(t.as_nanos().saturating_sub(holds.as_nanos()));
        Decision {
            from: from.max(network.from),
            until: t.saturating_add(holds).min(network.until),
            ..whole
        }
    }

    /// After a search from `root`: the first node after it on the way to `to`.
    fn first_hop(&self, root: NodeId, to: NodeId) -> u32 {
        let mut node = to.0;
        while self.parents[node as usize] != root.0 {
            node = self.parents[node as usize];
            if node == NONE {
                return NONE;
            }
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    fn iridium() -> Arc<Timeline> {
        Arc::new(Timeline::build(&fixtures::iridium(Metric::Delay), SimTime::from_secs(1_000)))
    }

    /// Goal: kept decisions are those of a search at the instant itself, also where two ways are
    /// equally long to the last digit. Method: find the instants at which decisions change by
    /// halving the time between samples, and ask at growing distances from each, before and after.
    #[test]
    fn kept_decisions_are_those_of_a_search_at_the_instant() {
        let timeline = iridium();
        let mut kept = Delays::new(timeline.clone());
        let mut fresh = Delays::new(timeline);
        let mut search = |at, to: NodeId, t| {
            fresh.network.seek(t);
            fresh.search.weigh(&fresh.network, t);
            fresh.search.run(at);
            let next = fresh.search.first_hop(at, to);
            (next != NONE).then_some(NodeId(next))
        };
        let (to, mut crossings) = (NodeId(38), 0);
        for at in (0..66).map(NodeId).filter(|&at| at != to) {
            // Between two checks no link changes.
            for check in (0..1_000).step_by(10) {
                let (mut early, mut late) = (
                    SimTime::from_secs(check),
                    SimTime::from_nanos(check * 1_000_000_000 + 9_999_999_999),
                );
                let first = search(at, to, early);
                if search(at, to, late) == first {
                    assert_eq!(kept.choose(at, to, late).next, first);
                    continue;
                }
                crossings += 1;
                while late - early > Duration::from_nanos(1) {
                    let middle = early + (late - early) / 2;
                    if search(at, to, middle) == first { early = middle } else { late = middle }
                }
                for distance in (0..10).map(|power| Duration::from_nanos(10_u64.pow(power))) {
                    for t in [late + distance, late - distance.min(late - SimTime::ZERO)] {
                        assert_eq!(kept.choose(at, to, t).next, search(at, to, t), "{at} at {t}");
                    }
                }
            }
        }
        assert!(crossings > 20, "{crossings} crossings");
    }
}
