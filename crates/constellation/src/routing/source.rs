//! Where the next hop at a node comes from while packets travel.
//!
//! A rule is asked at every node that a packet comes to ([`RouteSource`]). Three kinds fit behind
//! it: one that knows all links everywhere at once (the [`Router`](super::Router), by whose answer
//! nodes go as long as it holds); one that decides hop by hop, by the packet, the node it came from
//! and a state of its own; and a protocol, whose nodes have an [`Agent`] each that learns from
//! messages what it goes by ([`Agents`]). Owns no rule. Which one a world goes by is
//! [`SkyConfig::routing`](crate::SkyConfig::routing), a value, so that a rule may come from any
//! crate.

use std::fmt;
use std::sync::Arc;

use skyseam_base::{NodeId, SimTime};
use skyseam_packet::Packet;
use skyseam_params::{Keys, Parameters, Problems};

use super::shortest::ShortestPaths;
use super::tree::Part;
use crate::description::config::SkyConfig;
use crate::timeline::Timeline;

/// A rule and its parameters, from which every world makes a source of its own.
pub trait RoutingRule: Parameters {
    /// The source of a world over `timeline` in which nothing has happened yet.
    fn build(&self, timeline: &Arc<Timeline>) -> Box<dyn RouteSource>;

    /// The shortest paths that studies without packets look at.
    fn planned(&self) -> ShortestPaths {
        ShortestPaths::default()
    }

    /// Whether the way of a single packet is found by asking a source node by node, without a world
    /// and its messages; studies without packets then do so instead of taking planned paths.
    fn is_walked(&self) -> bool {
        false
    }

    /// Warns of keys that are probably not meant like this: in a sky up to an instant, with traffic
    /// to so many nodes.
    fn warn(&self, _: &Traffic<'_>, _keys: &Keys, _problems: &mut Problems<'_>) {}
}

/// What a scenario asks of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Traffic<'s> {
    /// Where packets are routed.
    pub sky: &'s SkyConfig,
    /// Until when.
    pub end: SimTime,
    /// To how many nodes.
    pub destinations: usize,
}

/// A packet at a node, to be passed on.
#[derive(Clone, Copy, Debug)]
pub struct Hop<'a> {
    /// The instant.
    pub now: SimTime,
    /// Where the packet is; not where it is for.
    pub at: NodeId,
    /// The node it came from; `None` where it was made here.
    pub from: Option<NodeId>,
    /// What it is, hops already taken counted in its TTL.
    pub packet: &'a Packet,
}

/// A forwarding decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The neighbour that is next; `None` without a route.
    pub next: Option<NodeId>,
    /// The decision holds up to this instant, and may still hold then.
    pub until: SimTime,
}

/// Why a packet goes no further from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The node knows no neighbour to send it to, or has no link to that neighbour.
    NoRoute,
    /// It has been over as many links as the rule allows, and the rule leads it in circles.
    GeographicLoop,
    /// It has been over as many links as the rule allows, though not in circles.
    HopLimit,
}

/// Says where packets go next.
pub trait RouteSource: fmt::Debug + Send {
    /// The neighbour that is next, and how long that holds: up to [`Choice::until`] every packet at
    /// this node for this destination is sent there without another question. A rule that looks at
    /// more than node and destination says [`SimTime::ZERO`].
    ///
    /// A neighbour to which there is no link at the instant is no route: the packet is dropped. One
    /// whose link is gone when the packet's turn in the queue comes is asked about again then,
    /// where the scenario has queued packets forwarded at a handover.
    fn route(&mut self, hop: &Hop<'_>) -> Choice;

    /// Why the packet, for which [`RouteSource::route`] has just given no neighbour, or one without
    /// a link, goes no further.
    fn refusal(&mut self, hop: &Hop<'_>) -> Refusal {
        let _ = hop;
        Refusal::NoRoute
    }

    /// Whether whatever `node` sends goes to the one satellite that it has at the time, so that
    /// what waits for another goes there without a question, and waits while a handover takes time.
    fn is_free_leaf(&self, node: NodeId) -> bool {
        let _ = node;
        false
    }

    /// Whether all choices hold for ever and hang on node and destination alone, and no node has an
    /// agent.
    fn is_fixed(&self) -> bool {
        false
    }

    /// Whether every answer hangs on its question alone, and not on questions before it: then
    /// parts of a run, each with a source of its own, hear the same.
    fn is_pure(&self) -> bool {
        false
    }

    /// Gives what it works out to other sources of the same run, and takes what they have.
    fn share(&mut self, part: &Part) {
        let _ = part;
    }

    /// The agent of a node, where nodes exchange messages.
    fn agent(&mut self, node: NodeId) -> Option<&mut dyn Agent> {
        let _ = node;
        None
    }
}

/// What a routing protocol has at a node: the four verbs of whatever sits there, and the choice.
///
/// After a message or a timeout is handed in, the world takes messages until there are none, then
/// asks for the next deadline. Messages are UDP datagrams over the links that all packets use: they
/// take link time, wait in queues and are lost like others.
pub trait Agent: fmt::Debug + Send {
    /// Takes a message that the neighbour `from` has sent.
    fn handle_packet(&mut self, now: SimTime, from: NodeId, message: &[u8]);

    /// Takes notice that the deadline last given by [`Agent::poll_timeout`] has passed.
    fn handle_timeout(&mut self, now: SimTime);

    /// The next message to send at `now`, or `None` when there is none.
    fn poll_transmit(&mut self, now: SimTime) -> Option<Message>;

    /// When [`Agent::handle_timeout`] wants to be called next, if ever. The first is when the agent
    /// begins; one before the run begins counts as that instant.
    fn poll_timeout(&self) -> Option<SimTime>;

    /// The neighbour to which a packet is passed on; `None`: no route is known. The world asks for
    /// every packet.
    fn next_hop(&mut self, hop: &Hop<'_>) -> Option<NodeId>;
}

/// A message from one agent to that of a neighbour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The neighbour; without a link to it at the instant the message is dropped.
    pub to: NodeId,
    /// What it carries, at most [`Message::MOST_BYTES`].
    pub bytes: Vec<u8>,
}

impl Message {
    /// Most bytes of a message: an IPv4 packet less its header and that of UDP.
    pub const MOST_BYTES: usize = 65_535 - 28;
}

/// A source that goes by what the agents of all nodes know.
#[derive(Debug)]
pub struct Agents<A>(Vec<A>);

impl<A: Agent> Agents<A> {
    /// An agent for every node of `timeline`, as `make` makes it.
    pub fn new(timeline: &Timeline, make: impl FnMut(NodeId) -> A) -> Self {
        Self((0..timeline.nodes().len() as u32).map(NodeId).map(make).collect())
    }
}

impl<A: Agent> RouteSource for Agents<A> {
    fn route(&mut self, hop: &Hop<'_>) -> Choice {
        Choice { next: self.0[hop.at.index()].next_hop(hop), until: SimTime::ZERO }
    }

    fn agent(&mut self, node: NodeId) -> Option<&mut dyn Agent> {
        self.0.get_mut(node.index()).map(|agent| agent as &mut dyn Agent)
    }
}
