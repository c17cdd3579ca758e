//! Least delay with hysteresis: a destination's routes at an instant keep the links that they used
//! at the previous instant, unless others are shorter by a margin.
//!
//! Computed per destination, from time zero on, one recomputation after another: the tree of
//! shortest routes, with a link's cost equal to its delay, plus the hysteresis unless the link was
//! part of the previous tree (in either direction). Every node follows the same tree, whose costs
//! increase along each branch, so there are no loops. A route exceeds the shortest by at most the
//! hysteresis times the number of links of the shortest route.
//!
//! Trees depend on all before them, so that a request for an instant computes all instants up to
//! it, once per destination: see [`effort`]. The last few are kept; an earlier instant is
//! recomputed from time zero, with the same result.

use std::collections::VecDeque;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};

use super::network::Network;
use super::search::{NONE, Search};
use super::{Forwarding, ForwardingChoice};
use crate::description::config::SkyConfig;
use crate::timeline::Timeline;

/// Time for which trees of a destination are kept: packets in flight, and pairs of a delay profile
/// in turn, refer to earlier instants.
const KEPT_FOR: Duration = Duration::from_secs(1);
/// Minimum number of trees kept.
const MIN_KEPT: u64 = 4;
/// Maximum number of trees kept.
const MAX_KEPT: u64 = 128;

/// Returns the number of nodes visited by the trees of one destination up to `end`: the cost of a
/// request for that instant; some 10^7 take a second. Zero without hysteresis.
pub fn effort(config: &SkyConfig, end: SimTime) -> u64 {
    let routing = config.routing.planned();
    let Some(period) = routing.recompute_interval.filter(|_| !routing.hysteresis.is_zero()) else {
        return 0;
    };
    let others = config.terminals.len() + config.nodes.len();
    let nodes = config.satellites().saturating_add(others as u64);
    (end.as_nanos() / period.as_nanos().max(1)).saturating_mul(nodes)
}

/// Routes at multiples of a period, with hysteresis.
#[derive(Debug)]
pub(super) struct Hysteresis {
    network: Network,
    search: Search,
    /// Instant at which the search's links are weighed.
    weighed: Option<SimTime>,
    period: Duration,
    more_s: f64,
    /// Number of trees kept per destination.
    kept: usize,
    /// Trees of each destination, oldest first.
    trees: Vec<VecDeque<Tree>>,
}

/// Routes to a destination at the multiple `number` of the period: the next node of each node.
#[derive(Debug)]
struct Tree {
    number: u64,
    next: Vec<u32>,
}

impl Hysteresis {
    /// Starts at time zero without trees.
    ///
    /// # Panics
    ///
    /// When the period is zero.
    pub fn new(timeline: Arc<Timeline>, period: Duration, hysteresis: Duration) -> Self {
        assert!(!period.is_zero(), "routes every zero seconds");
        let network = Network::new(timeline);
        let trees = (0..network.nodes()).map(|_| VecDeque::new()).collect();
        let more_s = hysteresis.as_secs_f64();
        let kept = KEPT_FOR.as_nanos().div_ceil(period.as_nanos()) + 1;
        let kept = kept.clamp(MIN_KEPT, MAX_KEPT) as usize;
        Self { network, search: Search::default(), weighed: None, period, more_s, kept, trees }
    }

    fn tree(&mut self, to: NodeId, number: u64) -> &Tree {
        let trees = &mut self.trees[to.index()];
        if trees.front().is_some_and(|oldest| number < oldest.number) {
            trees.clear();
        }
        let first = trees.back().map_or(0, |newest| newest.number + 1);
        for number in first..=number {
            let t = SimTime::ZERO + self.period * number;
            if self.weighed != Some(t) {
                self.network.seek(t);
                self.search.weigh(&self.network, t);
                self.weighed = Some(t);
            }
            let trees = &mut self.trees[to.index()];
            match trees.back() {
                Some(Tree { next, .. }) => self.search.run_with(to, |a, b| {
                    let was_used = next[a as usize] == b || next[b as usize] == a;
                    if was_used { 0.0 } else { self.more_s }
                }),
                None => self.search.run(to),
            }
            let mut next = if trees.len() < self.kept {
                Vec::new()
            } else {
                trees.pop_front().expect("several trees").next
            };
            next.clear();
            next.extend_from_slice(self.search.parents());
            trees.push_back(Tree { number, next });
        }
        let trees = &self.trees[to.index()];
        let back = trees[trees.len() - 1].number - number;
        &trees[trees.len() - 1 - back as usize]
    }
}

impl Forwarding for Hysteresis {
    fn choose(&mut self, at: NodeId, to: NodeId, t: SimTime) -> ForwardingChoice {
        let number = t.as_nanos() / self.period.as_nanos();
        let next = self.tree(to, number).next[at.index()];
        let until = SimTime::ZERO + self.period * (number + 1);
        ForwardingChoice { next: (next != NONE).then_some(NodeId(next)), until }
    }
}
