//! Sources of the next hop at a node while packets travel.
//!
//! A rule decides at every node that a packet reaches ([`RouteSource`]). The interface serves three
//! kinds of rules: those that know all links everywhere immediately (the [`Router`](super::Router),
//! whose decisions nodes cache as long as they hold); those that decide hop by hop, from the
//! packet, the previous node and a state of their own; and protocols, with an [`Agent`] at each
//! node that learns from messages ([`Agents`]). Owns no rule. The rule of a world is
//! [`SkyConfig::routing`](crate::SkyConfig::routing), a value, so that any crate can provide one.

use std::fmt;
use std::sync::Arc;

use skyseam_base::{NodeId, SimTime};
use skyseam_packet::Packet;
use skyseam_params::{Keys, Parameters, Problems};

use super::shortest::ShortestPaths;
use super::tree::RunPart;
use crate::description::config::SkyConfig;
use crate::timeline::Timeline;

/// A rule and its parameters, from which every world makes a separate source.
pub trait RoutingRule: Parameters {
    /// Returns the source of a world over `timeline` in its initial state.
    fn build(&self, timeline: &Arc<Timeline>) -> Box<dyn RouteSource>;

    /// Returns the shortest paths used by studies without packets.
    fn planned(&self) -> ShortestPaths {
        ShortestPaths::default()
    }

    /// Whether the path of a single packet can be found node by node without a world and its
    /// messages; studies without packets then do so instead of using planned paths.
    fn is_walked(&self) -> bool {
        false
    }

    /// Whether decisions depend on the scenario's seed ([`SkyConfig::seed`]): runs with different
    /// seeds then share no timeline.
    fn uses_seed(&self) -> bool {
        false
    }

    /// Warns of keys that are probably not intended for this traffic.
    fn warn(&self, _: &Traffic<'_>, _keys: &Keys, _problems: &mut Problems<'_>) {}
}

/// Load that a scenario puts on a routing rule.
#[derive(Clone, Copy, Debug)]
pub struct Traffic<'s> {
    /// Constellation in which packets are routed.
    pub sky: &'s SkyConfig,
    /// End of the scenario.
    pub end: SimTime,
    /// Number of destination nodes.
    pub destinations: usize,
}

/// A packet at a node, to be forwarded.
#[derive(Clone, Copy, Debug)]
pub struct ForwardedPacket<'a> {
    /// Present instant.
    pub now: SimTime,
    /// Node at which the packet is; not its destination.
    pub at: NodeId,
    /// Previous node of the packet; `None` at its origin.
    pub from: Option<NodeId>,
    /// Packet with its TTL, from which the links crossed so far are subtracted.
    pub packet: &'a Packet,
}

/// A forwarding decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForwardingChoice {
    /// Next neighbour; `None` without a route.
    pub next: Option<NodeId>,
    /// Instant up to which the decision holds at least.
    pub until: SimTime,
}

/// Reasons why a node does not forward a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The node knows no next neighbour, or has no link to it.
    NoRoute,
    /// The packet has crossed as many links as the rule allows, and the rule leads it in a loop.
    GeographicLoop,
    /// The packet has crossed as many links as the rule allows, without a loop.
    HopLimit,
}

/// Decides the next hop of packets.
pub trait RouteSource: fmt::Debug + Send {
    /// Returns the next neighbour and the validity of the decision: up to
    /// [`ForwardingChoice::until`] every packet at this node for this destination is sent there
    /// without another call. A rule that considers more than node and destination returns
    /// [`SimTime::ZERO`].
    ///
    /// If there is no link to the neighbour at the instant, the packet is dropped. If the link is
    /// gone when the packet reaches the head of the queue, the source is called again, provided the
    /// scenario forwards queued packets at a handover.
    fn route(&mut self, hop: &ForwardedPacket<'_>) -> ForwardingChoice;

    /// Returns why the packet is not forwarded, after [`RouteSource::route`] returned no neighbour,
    /// or one without a link.
    fn refusal(&mut self, hop: &ForwardedPacket<'_>) -> Refusal {
        let _ = hop;
        Refusal::NoRoute
    }

    /// Whether `node` sends all packets to its one satellite at the time. Packets that wait for
    /// another satellite are then sent there without a call, and wait during a handover.
    fn is_free_leaf(&self, node: NodeId) -> bool {
        let _ = node;
        false
    }

    /// Whether all decisions hold forever and depend on node and destination only, and no node has
    /// an agent.
    fn is_fixed(&self) -> bool {
        false
    }

    /// Whether every decision depends on its arguments only, not on earlier calls: parts of a run
    /// with separate sources then get the same decisions.
    fn is_pure(&self) -> bool {
        false
    }

    /// Exchanges results with other sources of the same run.
    fn share(&mut self, part: &RunPart) {
        let _ = part;
    }

    /// Returns the agent of a node, if nodes exchange messages.
    fn agent(&mut self, node: NodeId) -> Option<&mut dyn Agent> {
        let _ = node;
        None
    }
}

/// State of a routing protocol at a node: the four methods of a protocol, and the choice of the
/// next hop.
///
/// After a message or a timeout is handed in, the world takes messages until there are none, then
/// requests the next deadline. Messages are UDP datagrams over the links that all packets use: they
/// take link time, wait in queues and can be lost.
pub trait Agent: fmt::Debug + Send {
    /// Handles a message from the neighbour `from`.
    fn handle_packet(&mut self, now: SimTime, from: NodeId, message: &[u8]);

    /// Handles the expiry of the deadline last returned by [`Agent::poll_timeout`].
    fn handle_timeout(&mut self, now: SimTime);

    /// Returns the next message to send at `now`, or `None` if there is none.
    fn poll_transmit(&mut self, now: SimTime) -> Option<AgentMessage>;

    /// Returns the instant of the next call of [`Agent::handle_timeout`], if any. The first is that
    /// of the agent's start; an instant before the run begins counts as its beginning.
    fn poll_timeout(&self) -> Option<SimTime>;

    /// Returns the neighbour to which a packet is forwarded; `None` without a route. Called for
    /// every packet.
    fn next_hop(&mut self, hop: &ForwardedPacket<'_>) -> Option<NodeId>;
}

/// A message from one agent to that of a neighbour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentMessage {
    /// Destination of the message; dropped if there is no link to it at the instant.
    pub to: NodeId,
    /// Payload, at most [`AgentMessage::MAX_BYTES`].
    pub bytes: Vec<u8>,
}

impl AgentMessage {
    /// Maximum size of a message: an IPv4 packet without its header and that of UDP.
    pub const MAX_BYTES: usize = 65_535 - 28;
}

/// A source whose decisions are those of the agents of all nodes.
#[derive(Debug)]
pub struct Agents<A>(Vec<A>);

impl<A: Agent> Agents<A> {
    /// Creates an agent for every node of `timeline` by `make`.
    pub fn new(timeline: &Timeline, make: impl FnMut(NodeId) -> A) -> Self {
        Self((0..timeline.nodes().len() as u32).map(NodeId).map(make).collect())
    }
}

impl<A: Agent> RouteSource for Agents<A> {
    fn route(&mut self, hop: &ForwardedPacket<'_>) -> ForwardingChoice {
        ForwardingChoice { next: self.0[hop.at.index()].next_hop(hop), until: SimTime::ZERO }
    }

    fn agent(&mut self, node: NodeId) -> Option<&mut dyn Agent> {
        self.0.get_mut(node.index()).map(|agent| agent as &mut dyn Agent)
    }
}
