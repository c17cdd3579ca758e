//! Path of a single packet by a scenario's routing rule, without a simulated world.

use std::sync::Arc;

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_packet::{Body, Echo, Packet};

use super::source::{ForwardedPacket, Refusal, RouteSource};
use super::{PathDelay, Router};
use crate::timeline::Timeline;

/// Finds paths of single packets that meet no queue: by the rule itself if its decisions depend on
/// no message ([`RoutingRule::is_walked`](super::RoutingRule::is_walked)), otherwise by the
/// shortest paths that the rule plans.
#[derive(Debug)]
pub struct PathFinder {
    timeline: Arc<Timeline>,
    goes: Goes,
}

#[derive(Debug)]
enum Goes {
    Planned(Box<Router>),
    Walked(Box<dyn RouteSource>),
}

impl PathFinder {
    /// Returns a walker for the rule of the timeline's configuration.
    ///
    /// # Panics
    ///
    /// As [`Router::new`].
    pub fn new(timeline: Arc<Timeline>) -> Self {
        let routing = &timeline.config().routing;
        let goes = if routing.is_walked() {
            Goes::Walked(routing.build(&timeline))
        } else {
            Goes::Planned(Box::new(Router::new(timeline.clone())))
        };
        Self { timeline, goes }
    }

    /// Finds the path of a packet that leaves `from` for `to` at `t`, as [`Router::path_into`].
    ///
    /// # Errors
    ///
    /// The reason why the packet does not arrive; `nodes` ends where it was dropped.
    pub fn path_into(
        &mut self,
        from: NodeId,
        to: NodeId,
        t: SimTime,
        nodes: &mut Vec<NodeId>,
    ) -> Result<PathDelay, Refusal> {
        match &mut self.goes {
            Goes::Planned(router) => router.path_into(from, to, t, nodes).ok_or(Refusal::NoRoute),
            Goes::Walked(source) => walk(&mut **source, &self.timeline, (from, to, t), nodes),
        }
    }
}

fn walk(
    source: &mut dyn RouteSource,
    timeline: &Timeline,
    (from, to, t): (NodeId, NodeId, SimTime),
    nodes: &mut Vec<NodeId>,
) -> Result<PathDelay, Refusal> {
    let mut packet = Packet {
        flow: FlowId(0),
        source: from,
        destination: to,
        size: 28,
        ttl: Packet::INITIAL_TTL,
        created: t,
        body: Body::Echo(Echo { sequence: 0, reply: false, sent: t }),
        ..Packet::BLANK
    };
    nodes.clear();
    nodes.push(from);
    let (mut at, mut before, mut now) = (from, None, t);
    let mut last_link = Duration::ZERO;
    while at != to {
        let hop = ForwardedPacket { now, at, from: before, packet: &packet };
        let Some(next) = source.route(&hop).next else { return Err(source.refusal(&hop)) };
        if !timeline.can_send(at, next, now) {
            return Err(Refusal::NoRoute);
        }
        last_link = timeline.propagation(at, next, now);
        now += last_link;
        nodes.push(next);
        (before, at) = (Some(at), next);
        packet.ttl -= 1;
        if packet.ttl == 0 && at != to {
            return Err(Refusal::HopLimit);
        }
    }
    Ok(PathDelay { whole: now - t, last_link })
}
