//! Least delay with hysteresis: a destination's routes at an instant keep to the links that they
//! used at the instant before, unless others are shorter by so much.
//!
//! Worked out per destination, from time zero on, one recomputation after another: the tree of
//! shortest ways to it where a link costs its delay, and the hysteresis on top unless it was part
//! of the tree before (in either direction). Every node follows the same tree, whose costs grow
//! along each branch, so there are no loops. A way is at most as much longer than the shortest as
//! the hysteresis times the number of the shortest way's links.
//!
//! Trees depend on all before them, so whoever asks about an instant pays for all instants up to
//! it, once per destination: see [`effort`]. The last few are kept; further back means from time
//! zero again, with the same result.

use std::collections::VecDeque;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};

use super::network::Network;
use super::search::{NONE, Search};
use super::{Choice, Forwarding};
use crate::description::config::SkyConfig;
use crate::timeline::Timeline;

/// Trees of a destination are kept for so long: packets under way, and pairs of a delay profile
/// asked one after the other, go back to earlier instants.
const KEPT_FOR: Duration = Duration::from_secs(1);
/// But at least so many of them,
const FEWEST_KEPT: u64 = 4;
/// and at most so many.
const MOST_KEPT: u64 = 128;

/// Nodes that trees of one destination visit up to `end`: what whoever asks about that instant pays
/// for; some 10^7 take a second. Zero without hysteresis.
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
    /// Instant that the search's links are weighed at.
    weighed: Option<SimTime>,
    period: Duration,
    more_s: f64,
    /// So many trees of a destination are kept.
    kept: usize,
    /// Per destination, the oldest first.
    trees: Vec<VecDeque<Tree>>,
}

/// The routes to a destination at the multiple `number` of the period: per node the next one.
#[derive(Debug)]
struct Tree {
    number: u64,
    next: Vec<u32>,
}

impl Hysteresis {
    /// # Panics
    /// When the period is zero.
    pub fn new(timeline: Arc<Timeline>, period: Duration, hysteresis: Duration) -> Self {
        assert!(!period.is_zero(), "routes every zero seconds");
        let network = Network::new(timeline);
        let trees = (0..network.nodes()).map(|_| VecDeque::new()).collect();
        let more_s = hysteresis.as_secs_f64();
        let kept = KEPT_FOR.as_nanos().div_ceil(period.as_nanos()) + 1;
        let kept = kept.clamp(FEWEST_KEPT, MOST_KEPT) as usize;
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
    fn choose(&mut self, at: NodeId, to: NodeId, t: SimTime) -> Choice {
        let number = t.as_nanos() / self.period.as_nanos();
        let next = self.tree(to, number).next[at.index()];
        let until = SimTime::ZERO + self.period * (number + 1);
        Choice { next: (next != NONE).then_some(NodeId(next)), until }
    }
}
