//! The router: shortest paths over a timeline, queried per packet and hop.
//!
//! [`Router`] itself resolves leaves (terminals that have one link at a time and do not forward: a
//! route to one is a route to its satellite) and leaves decisions among all other nodes to the
//! metric. Unless the configuration says otherwise, all links are known everywhere immediately (as
//! in ns-2); decisions are taken hop by hop, each at the instant at which the packet is there.
//!
//! # Routes of an earlier instant
//! With a recomputation period or a convergence delay (see `periodic.rs`) routes are those of an
//! instant `s` before the packet's `t`. Links are those at `t`: if the link to the next hop is down
//! by then, there is no route. A leaf that sends uses the satellite it has at `t`; routes to a leaf
//! lead to the satellite it had at `s`, and any satellite that is linked to it at `t` delivers to
//! it directly.

use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_params::{Keys, Problems};

use super::explicit::Explicit;
use super::hysteresis::Hysteresis;
use super::periodic::Schedule;
use super::shortest::{Forwarding, Metric, ShortestPaths};
use super::source::{ForwardedPacket, ForwardingChoice, RouteSource, RoutingRule, Traffic};
use super::tree::RunPart;
use super::warnings;
use crate::contacts::AttachmentInterval;
use crate::description::config::SkyConfig;
use crate::description::parts::Transition;
use crate::timeline::{FixedLink, Node, NodeKind, Timeline};

/// Routes over one timeline, with the routes computed so far.
#[derive(Debug)]
pub struct Router {
    timeline: Arc<Timeline>,
    satellites: u32,
    /// Entry of each node after the satellites; `None` unless the node is a leaf.
    leaves: Vec<Option<Held>>,
    /// Whether every link is a wire: permanently on, with a fixed delay.
    is_fixed: bool,
    forwarding: Box<dyn Forwarding>,
    /// Whether the metric at the instant decides alone: there are no explicit paths, no routes of
    /// an earlier instant, and no satellites that still deliver after a handover.
    is_plain: bool,
    explicit: Explicit,
    schedule: Schedule,
    /// Only neighbour of each node that has a single wire; empty with hysteresis, whose routes
    /// depend on the costs of all links.
    gates: Vec<Option<NodeId>>,
}

/// Path of a packet that meets no queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// All nodes, both ends included.
    pub nodes: Vec<NodeId>,
    /// Sum of propagation delays, each taken at the instant the packet enters the link.
    pub delay: Duration,
}

/// Propagation delay of a packet that meets no queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathDelay {
    /// Sum of propagation delays, each taken at the instant the packet enters the link.
    pub whole: Duration,
    /// Propagation delay of the last link.
    pub last_link: Duration,
}

/// Satellite of a leaf over an interval.
#[derive(Clone, Copy, Debug)]
struct Held {
    satellite: Option<NodeId>,
    from: SimTime,
    until: SimTime,
}

impl Router {
    /// Returns a router without cached routes.
    ///
    /// # Panics
    ///
    /// When the configuration's routing is not consistent: a period of zero; hysteresis without a
    /// period or with another metric than delay; a path that names a node that does not exist, one
    /// node twice, or another continuation than a path before it. The scenario reader rejects such
    /// input.
    pub fn new(timeline: Arc<Timeline>) -> Self {
        let satellites = timeline.sky().satellites();
        let leaves = (satellites..timeline.nodes().len() as u32).map(|node| {
            let number = (node - satellites) as usize;
            let leaf = timeline.is_routed.get(number).is_some_and(|&routed| !routed);
            // An empty interval forces a lookup at the first request.
            leaf.then_some(Held { satellite: None, from: SimTime::MAX, until: SimTime::ZERO })
        });
        let leaves: Vec<Option<Held>> = leaves.collect();
        let SkyConfig { routing, handover, .. } = timeline.config();
        let routing = routing.planned();
        let forwarding = if routing.hysteresis.is_zero() {
            (routing.metric.rule)(timeline.clone())
        } else {
            assert_eq!(routing.metric, Metric::DELAY, "hysteresis of another metric than delay");
            let period =
                routing.recompute_interval.expect("hysteresis without a recomputation period");
            Box::new(Hysteresis::new(timeline.clone(), period, routing.hysteresis))
        };
        let (explicit, schedule) =
            (Explicit::new(&timeline, &routing.paths), Schedule::new(&routing));
        let is_plain = explicit.is_empty()
            && schedule.is_instant()
            && matches!(handover.transition, Transition::BreakBeforeMake(_));
        Self {
            satellites,
            gates: gates(&timeline),
            is_fixed: satellites == 0
                && leaves.iter().all(Option::is_none)
                && timeline.wire_toggles.is_empty(),
            leaves,
            forwarding,
            is_plain,
            explicit,
            schedule,
            timeline,
        }
    }

    /// Returns the timeline.
    pub fn timeline(&self) -> &Arc<Timeline> {
        &self.timeline
    }

    /// Whether all packets of a node go to its only satellite: it is a terminal with one link at a
    /// time that does not forward, and there are no explicit paths.
    pub fn is_free_leaf(&self, node: NodeId) -> bool {
        self.is_leaf(node) && self.explicit.is_empty()
    }

    /// Returns the next node for a packet at `at` for `to` at `t`; `None` without a route, or at
    /// the destination. Any order of `t` is correct; non-decreasing is fast.
    pub fn next_hop(&mut self, at: NodeId, to: NodeId, t: SimTime) -> Option<NodeId> {
        self.choose(at, to, t).next
    }

    /// As [`Router::next_hop`], with the time for which the decision holds, so that callers can
    /// cache it.
    pub fn choose(&mut self, at: NodeId, to: NodeId, t: SimTime) -> ForwardingChoice {
        let mut until = SimTime::MAX;
        let next = self.choose_within(at, to, t, &mut until);
        ForwardingChoice { next, until }
    }

    /// Chooses; lowers `until` to the end of the validity of each part of the decision.
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
        if !self.is_plain {
            return self.choose_linked(at, to, t, until);
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
        if source != at {
            // A terminal sends only packets that its satellite can forward.
            let (reaches, same_until) = self.reaches_beyond(source, target, t);
            *until = same_until.min(*until);
            return reaches.then_some(source);
        }
        let choice = self.choose_beyond(source, target, t);
        *until = choice.until.min(*until);
        choice.next
    }

    /// Chooses where links may have changed since routes were computed, or paths are explicit.
    fn choose_linked(
        &mut self,
        at: NodeId,
        to: NodeId,
        t: SimTime,
        until: &mut SimTime,
    ) -> Option<NodeId> {
        if let Some(next) = self.explicit.next(at, to) {
            return self.can_send(at, next, t, until).then_some(next);
        }
        if self.is_leaf(at) {
            let satellite = self.satellite_of_leaf(at, t, until)?;
            return self.choose_linked(satellite, to, t, until).map(|_| satellite);
        }
        let is_last = self.is_satellite(at) && self.can_send(at, to, t, until);
        if is_last && self.is_leaf(to) {
            return Some(to);
        }
        let planned = self.choose_planned(at, to, t, until);
        let planned = planned.filter(|&next| self.can_send(at, next, t, until));
        planned.or_else(|| if is_last { Some(to) } else { self.left_behind(at, t, until) })
    }

    /// Whether a node can send to another; lowers `until` to the end of the time for which this
    /// holds.
    fn can_send(&self, from: NodeId, to: NodeId, t: SimTime, until: &mut SimTime) -> bool {
        let (can_send, same_until) = self.timeline.link_until(from, to, t);
        *until = same_until.min(*until);
        can_send
    }

    /// Returns the next hop by the routes in use at `t`, whether or not their links still exist.
    fn choose_planned(
        &mut self,
        at: NodeId,
        to: NodeId,
        t: SimTime,
        until: &mut SimTime,
    ) -> Option<NodeId> {
        let instant = self.schedule.instant(t);
        let mut same_until = SimTime::MAX;
        let target = if self.is_leaf(to) {
            self.satellite_of_leaf(to, instant, &mut same_until)
        } else {
            Some(to)
        };
        let next = target.filter(|&target| target != at).and_then(|target| {
            let choice = self.choose_beyond(at, target, instant);
            same_until = choice.until.min(same_until);
            choice.next
        });
        *until = self.schedule.until(instant, same_until).min(*until);
        next
    }

    /// Chooses by the metric. Nodes with one neighbour send and receive through it, so that only
    /// routes between other nodes are computed: for the users of a beam one route instead of ten
    /// thousand.
    fn choose_beyond(&mut self, at: NodeId, to: NodeId, t: SimTime) -> ForwardingChoice {
        let (out, ends) = self.between(at, to);
        let choice = match ends {
            Some((from, before)) => self.forwarding.choose(from, before, t),
            None => ForwardingChoice { next: Some(to), until: SimTime::MAX },
        };
        ForwardingChoice { next: choice.next.map(|next| out.unwrap_or(next)), ..choice }
    }

    /// Whether there is a route.
    fn reaches_beyond(&mut self, at: NodeId, to: NodeId, t: SimTime) -> (bool, SimTime) {
        match self.between(at, to).1 {
            Some((from, before)) => self.forwarding.reaches(from, before, t),
            None => (true, SimTime::MAX),
        }
    }

    /// Returns the only neighbour of `at`, if it has just one, and the two nodes between which a
    /// route is needed; `None` for these if they are the same node or the first is `to`.
    fn between(&self, at: NodeId, to: NodeId) -> (Option<NodeId>, Option<(NodeId, NodeId)>) {
        let gate = |node: NodeId| self.gates.get(node.index()).copied().flatten();
        let (out, before) = (gate(at), gate(to).unwrap_or(to));
        let from = out.unwrap_or(at);
        (out, (from != to && from != before).then_some((from, before)))
    }

    /// Returns a terminal that has left the satellite `at` make-before-break, still receives from
    /// it, and can forward: a next hop for packets without another route.
    fn left_behind(&self, at: NodeId, t: SimTime, until: &mut SimTime) -> Option<NodeId> {
        let timeline = &self.timeline;
        if !self.is_satellite(at)
            || !matches!(timeline.config().handover.transition, Transition::MakeBeforeBreak(_))
        {
            return None;
        }
        let terminals = (self.satellites..).map(NodeId).zip(&timeline.is_transit);
        let mut passing = terminals.filter(|&(_, &passes)| passes).map(|(terminal, _)| terminal);
        passing.find(|&terminal| {
            self.can_send(at, terminal, t, until) && !timeline.can_send(terminal, at, t)
        })
    }

    /// Returns the path of a packet that leaves `from` for `to` at `t`, without queueing and
    /// transmission time: every node decides at the instant at which the packet arrives. Returns
    /// `None` if a node has no route, or if changes lead the packet through more nodes than the
    /// network has.
    pub fn path(&mut self, from: NodeId, to: NodeId, t: SimTime) -> Option<Path> {
        let mut path = Path::default();
        path.delay = self.path_into(from, to, t, &mut path.nodes)?.whole;
        Some(path)
    }

    /// As [`Router::path`], with the nodes written to `nodes` in place of its contents.
    pub fn path_into(
        &mut self,
        from: NodeId,
        to: NodeId,
        t: SimTime,
        nodes: &mut Vec<NodeId>,
    ) -> Option<PathDelay> {
        nodes.clear();
        nodes.push(from);
        let (mut at, mut now) = (from, t);
        let mut last_link = Duration::ZERO;
        while at != to {
            let next = self.next_hop(at, to, now)?;
            last_link = self.timeline.propagation(at, next, now);
            now += last_link;
            nodes.push(next);
            at = next;
            if nodes.len() > self.timeline.nodes().len() {
                return None;
            }
        }
        Some(PathDelay { whole: now - t, last_link })
    }

    fn is_satellite(&self, node: NodeId) -> bool {
        node.0 < self.satellites
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        !self.is_satellite(node) && self.leaves[(node.0 - self.satellites) as usize].is_some()
    }

    fn satellite_of_leaf(
        &mut self,
        leaf: NodeId,
        t: SimTime,
        until: &mut SimTime,
    ) -> Option<NodeId> {
        let held = self.leaves[(leaf.0 - self.satellites) as usize].as_mut()?;
        if t < held.from || t >= held.until {
            let (AttachmentInterval { satellite, from }, until) = self.timeline.spell(leaf, t);
            *held = Held { satellite, from, until };
        }
        *until = held.until.min(*until);
        held.satellite
    }
}

impl RoutingRule for ShortestPaths {
    fn build(&self, timeline: &Arc<Timeline>) -> Box<dyn RouteSource> {
        Box::new(Router::new(timeline.clone()))
    }

    fn planned(&self) -> ShortestPaths {
        self.clone()
    }

    fn warn(&self, asked: &Traffic<'_>, keys: &Keys, problems: &mut Problems<'_>) {
        warnings::warn(self, asked, keys, problems);
    }
}

impl RouteSource for Router {
    fn route(&mut self, hop: &ForwardedPacket<'_>) -> ForwardingChoice {
        let choice = self.choose(hop.at, hop.packet.destination, hop.now);
        if self.is_fixed { ForwardingChoice { until: SimTime::MAX, ..choice } } else { choice }
    }

    fn is_free_leaf(&self, node: NodeId) -> bool {
        Router::is_free_leaf(self, node)
    }

    fn is_pure(&self) -> bool {
        true
    }

    fn share(&mut self, part: &RunPart) {
        self.forwarding.share(part);
    }

    fn is_fixed(&self) -> bool {
        self.is_fixed
    }
}

/// Returns the only neighbour of each node that has a single link, a wire that never fails.
fn gates(timeline: &Timeline) -> Vec<Option<NodeId>> {
    if !timeline.config().routing.planned().hysteresis.is_zero() {
        return Vec::new();
    }
    let gate = |(node, links): (&Node, &Vec<(NodeId, FixedLink)>)| match links[..] {
        [(gate, FixedLink::Wire(wire))]
            if matches!(node.kind, NodeKind::Wired)
                && !timeline.wire_toggles.contains_key(&wire) =>
        {
            Some(gate)
        }
        _ => None,
    };
    timeline.nodes.iter().zip(&timeline.fixed_links).map(gate).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::description::parts::Wire;
    use crate::fixtures;

    /// Returns a network of wires among `nodes`, most of which have one wire; the others are drawn.
    fn wired(nodes: u32, drawn: &[(u32, u32, u64)], metric: Metric) -> SkyConfig {
        let name = |node: u32| format!("n{node}");
        let mut pairs = std::collections::BTreeMap::new();
        for &(a, b, delay_ms) in drawn {
            let (a, b) = (a % nodes, b % nodes);
            if a != b {
                pairs.insert((a.min(b), a.max(b)), Duration::from_millis(delay_ms));
            }
        }
        let wire = |((a, b), delay): ((u32, u32), Duration)| Wire::new([name(a), name(b)], delay);
        SkyConfig {
            nodes: (0..nodes).map(name).collect(),
            wires: pairs.into_iter().map(wire).collect(),
            shells: Vec::new(),
            ..fixtures::iridium(metric)
        }
    }

    proptest! {
        /// Goal: the shortcut for nodes with one neighbour changes no decision. Method: random
        /// networks with many ends, islands and equal delays, all pairs, compared with a router
        /// without the shortcut.
        #[test]
        fn only_neighbours_are_a_short_cut(
            nodes in 2u32..12,
            drawn in proptest::collection::vec((any::<u32>(), any::<u32>(), 1u64..4), 0..16),
            metric in prop::sample::select(vec![Metric::HOPS, Metric::DELAY, Metric::ISL_HOPS]),
        ) {
            let config = wired(nodes, &drawn, metric);
            let timeline = Arc::new(Timeline::build(&config, SimTime::from_secs(10)));
            let mut short = Router::new(timeline.clone());
            let mut plain = Router { gates: Vec::new(), ..Router::new(timeline) };
            for (at, to) in (0..nodes).flat_map(|at| (0..nodes).map(move |to| (at, to))) {
                let ends = (NodeId(at), NodeId(to), SimTime::from_secs(1));
                let [found, expected] =
                    [&mut short, &mut plain].map(|router| router.next_hop(ends.0, ends.1, ends.2));
                prop_assert_eq!(found, expected, "{} to {}", at, to);
            }
        }
    }
}
