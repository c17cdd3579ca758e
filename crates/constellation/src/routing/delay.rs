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

use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};

use super::network::Network;
use super::search::{NONE, Search};
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

#[derive(Debug)]
struct Delays {
    network: Network,
    /// Per destination, per node; empty until asked for.
    rows: Vec<Vec<Decision>>,
    /// Per destination the greatest cost that searches from it have to go to for all who ask, s.
    reach: Vec<f64>,
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
        Self {
            network,
            rows: vec![Vec::new(); nodes],
            reach: vec![0.0; nodes],
            search: Search::default(),
        }
    }

    /// Works out the decisions towards `to` at `t` of `at` and all nodes that are nearer, and gives
    /// that of `at`.
    fn decide(&mut self, at: NodeId, to: NodeId, t: SimTime) -> Decision {
        self.network.seek(t);
        self.search.weigh(&self.network, t);
        self.search.run_as_far(to, at, self.reach[to.index()]);
        // Whoever has asked once asks again: one search for all.
        let cost = self.search.cost(at);
        if cost.is_finite() {
            self.reach[to.index()] = cost.max(self.reach[to.index()]);
        }
        let timeline = self.network.timeline();
        let (rate, until) = if t < timeline.end() {
            (timeline.max_relative_rate, timeline.end())
        } else {
            (timeline.max_relative_rate_after_end, SimTime::MAX)
        };
        let mut row = std::mem::take(&mut self.rows[to.index()]);
        row.clear();
        for node in 0..self.network.nodes() as u32 {
            let decision = self.decision(NodeId(node), t, rate);
            row.push(Decision { until: decision.until.min(until), ..decision });
        }
        self.rows[to.index()] = row;
        let decision = &mut self.rows[to.index()][at.index()];
        if decision.is_close {
            self.search.run(at);
            decision.next = self.search.first_hop(at, to);
            decision.is_close = false;
        }
        *decision
    }

    /// After a search from a destination: a node's decision towards it, and how long it holds.
    fn decision(&self, node: NodeId, t: SimTime, rate: f64) -> Decision {
        let Self { network, search, .. } = self;
        if !search.is_known(node) {
            return Decision { next: NONE, is_close: false, from: t, until: t };
        }
        let best = search.cost(node);
        let next = search.parent(node);
        let whole = Decision { next, is_close: false, from: network.from, until: network.until };
        if next == NONE {
            return whole;
        }
        let second = search.second_cost(node);
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
