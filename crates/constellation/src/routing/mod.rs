//! Routes: at a node, towards a node, at an instant: which neighbour is next.
//!
//! [`Router`] is asked per packet and hop. It resolves terminals without wires itself (they are
//! leaves: routes to one are routes to its satellite) and leaves the choice among satellites, wired
//! nodes and terminals with wires to the metric. All links are known everywhere at once (model.md
//! Sec. 6); decisions are taken hop by hop, each at the instant the packet is there.

mod delay;
mod hops;
mod network;

use std::fmt;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};

use crate::config::Metric;
use crate::registry::{Registered, rule_of};
use crate::timeline::Timeline;

/// Every metric.
pub const METRICS: &[Registered<Metric, Rule>] = &[hops::REGISTERED, delay::REGISTERED];

/// What decides by the metric over a timeline.
pub type Rule = fn(Arc<Timeline>) -> Box<dyn Forwarding>;

/// Forwarding decisions among nodes that routes can lead through.
pub trait Forwarding: fmt::Debug + Send {
    /// The neighbour of `at` that is next towards `to`, another node, at `t`.
    fn choose(&mut self, at: NodeId, to: NodeId, t: SimTime) -> Choice;
}

/// A forwarding decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The neighbour that is next; `None` without a route.
    pub next: Option<NodeId>,
    /// The decision holds up to this instant, and may still hold then.
    pub until: SimTime,
}

/// Routes over one timeline, with what has been worked out so far.
#[derive(Debug)]
pub struct Router {
    timeline: Arc<Timeline>,
    satellites: u32,
    /// Per node after the satellites; `None` for those that routes can lead through.
    leaves: Vec<Option<Held>>,
    forwarding: Box<dyn Forwarding>,
}

/// The way of a packet that meets no queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// All nodes, both ends included.
    pub nodes: Vec<NodeId>,
    /// Sum of propagation delays, each taken at the instant the packet enters the link.
    pub delay: Duration,
}

/// The satellite of a leaf from an instant to another.
#[derive(Clone, Copy, Debug)]
struct Held {
    satellite: Option<NodeId>,
    from: SimTime,
    until: SimTime,
}

impl Router {
    /// A router that knows nothing yet.
    pub fn new(timeline: Arc<Timeline>) -> Self {
        let satellites = timeline.sky().satellites();
        let leaves = (satellites..timeline.nodes().len() as u32).map(|node| {
            let number = (node - satellites) as usize;
            let leaf = timeline.is_transit.get(number).is_some_and(|&transit| !transit);
            // An empty interval, so that the first question looks.
            leaf.then_some(Held { satellite: None, from: SimTime::MAX, until: SimTime::ZERO })
        });
        Self {
            satellites,
            leaves: leaves.collect(),
            forwarding: rule_of(METRICS, timeline.config().routing.metric)(timeline.clone()),
            timeline,
        }
    }

    /// What it routes over.
    pub fn timeline(&self) -> &Arc<Timeline> {
        &self.timeline
    }

    /// The node that a packet at `at` for `to` is sent to at `t`; `None` when there is no route, or
    /// when it is there. Any order of `t` is right; non-decreasing is fast.
    pub fn next_hop(&mut self, at: NodeId, to: NodeId, t: SimTime) -> Option<NodeId> {
        self.choose(at, to, t).next
    }

    /// As [`Router::next_hop`], with how long the decision holds: whoever asks often can remember
    /// it.
    pub fn choose(&mut self, at: NodeId, to: NodeId, t: SimTime) -> Choice {
        let mut until = SimTime::MAX;
        let next = self.choose_within(at, to, t, &mut until);
        Choice { next, until }
    }

    /// Chooses; lowers `until` to how long each part of the decision holds.
    fn choose_within(
        &mut self,
        at: NodeId,
        to: NodeId,
        t: SimTime,
        until: &mut SimTime,
    ) -> Option<NodeId> {
        if at == to {
            return None;
        }
        let target = if self.is_leaf(to) {
            let satellite = self.satellite_of_leaf(to, t, until)?;
            if at == satellite {
                return Some(to);
            }
            satellite
        } else {
            to
        };
        let source = if self.is_leaf(at) { self.satellite_of_leaf(at, t, until)? } else { at };
        if source == target {
            return Some(source);
        }
        let choice = self.forwarding.choose(source, target, t);
        *until = choice.until.min(*until);
        // A terminal sends only what its satellite can pass on.
        choice.next.map(|next| if source == at { next } else { source })
    }

    /// The way of a packet that leaves `from` for `to` at `t` and meets no queue and takes no time
    /// to transmit: every node decides when the packet gets there. `None` when a node has no route,
    /// or changes on the way lead it in circles through more nodes than there are.
    pub fn path(&mut self, from: NodeId, to: NodeId, t: SimTime) -> Option<Path> {
        let mut path = Path::default();
        path.delay = self.path_into(from, to, t, &mut path.nodes)?;
        Some(path)
    }

    /// As [`Router::path`], with the nodes put into `nodes` in place of what it holds.
    pub fn path_into(
        &mut self,
        from: NodeId,
        to: NodeId,
        t: SimTime,
        nodes: &mut Vec<NodeId>,
    ) -> Option<Duration> {
        nodes.clear();
        nodes.push(from);
        let (mut at, mut now) = (from, t);
        while at != to {
            let next = self.next_hop(at, to, now)?;
            now += self.timeline.propagation(at, next, now);
            nodes.push(next);
            at = next;
            if nodes.len() > self.timeline.nodes().len() {
                return None;
            }
        }
        Some(now - t)
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        node.0 >= self.satellites && self.leaves[(node.0 - self.satellites) as usize].is_some()
    }

    fn satellite_of_leaf(
        &mut self,
        leaf: NodeId,
        t: SimTime,
        until: &mut SimTime,
    ) -> Option<NodeId> {
        let held = self.leaves[(leaf.0 - self.satellites) as usize].as_mut()?;
        if t < held.from || t >= held.until {
            let (spell, until) = self.timeline.spell(leaf, t);
            *held = Held { satellite: spell.satellite, from: spell.from, until };
        }
        *until = held.until.min(*until);
        held.satellite
    }
}
