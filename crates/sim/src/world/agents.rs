//! Messages of routing protocols: packets between the agents of nodes, over the links that all
//! packets use.
//!
//! Owns the calls of agents and the transport of a message to the next node; the agent owns the
//! meaning of messages ([`skyseam_constellation::routing::Agent`]). Without a protocol nothing here
//! is ever called.

use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_constellation::routing::AgentMessage;
use skyseam_engine::{Deadlines, EventQueue, Rank};
use skyseam_packet::{Body, Datagram, Packet, Payloads};

use super::next_hops::NextHop;
use super::{InFlight, World, WorldEvent, class};

/// State of a world for agents.
#[derive(Debug)]
pub(super) struct Messages {
    deadlines: Deadlines,
    /// Number of deadline owners before those of nodes.
    endpoints: u32,
    payloads: Payloads,
    /// Next hop of the message being sent, which is not cached.
    next_hop: NextHop,
    /// Number of messages in the network; they do not keep a run going.
    pub inside: usize,
}

/// Flow id of packets that belong to no flow.
const NO_FLOW: FlowId = FlowId(u32::MAX);

/// Length of a message's headers in bytes: IPv4 (RFC 791) and UDP (RFC 768).
const HEADERS: u32 = 28;

/// Whether a packet is a message between agents.
#[inline]
pub(super) fn is_message(packet: &Packet) -> bool {
    packet.flow == NO_FLOW
}

impl Messages {
    /// Creates an empty state for a world of `endpoints` endpoints whose datagrams lie in
    /// `payloads`.
    pub fn new(endpoints: usize, payloads: Payloads) -> Self {
        let endpoints = u32::try_from(endpoints).expect("endpoints that ranks have room for");
        let next_hop = NextHop::none(None);
        Self { deadlines: Deadlines::default(), endpoints, payloads, next_hop, inside: 0 }
    }

    /// A next hop for a message, which must be determined each time.
    #[cold]
    pub fn next_hop(&mut self) -> &mut NextHop {
        self.next_hop.until = SimTime::ZERO;
        &mut self.next_hop
    }

    /// Releases a message that is no longer in the network.
    fn release(&mut self, packet: &Packet) {
        self.inside -= 1;
        if let Body::Udp(datagram) = packet.body {
            self.payloads.release(datagram.payload);
        }
    }
}

impl World {
    /// Schedules the start of all nodes' agents, at `start` at the earliest.
    pub(super) fn begin_agents(&mut self, start: SimTime, queue: &mut EventQueue<WorldEvent>) {
        for node in (0..self.timeline.nodes().len() as u32).map(NodeId) {
            self.schedule_agent(start, node, queue);
        }
    }

    /// Sends the pending messages of the agent of `node`, and schedules its next deadline.
    fn drain_agent(&mut self, now: SimTime, node: NodeId, queue: &mut EventQueue<WorldEvent>) {
        while let Some(message) = self.routes.agent(node).and_then(|agent| agent.poll_transmit(now))
        {
            self.send_message(now, node, message, queue);
        }
        self.schedule_agent(now, node, queue);
    }

    fn schedule_agent(&mut self, now: SimTime, node: NodeId, queue: &mut EventQueue<WorldEvent>) {
        let Some(agent) = self.routes.agent(node) else { return };
        let deadline = agent.poll_timeout().map(|at| at.max(now));
        if let Some(at) = self.messages.deadlines.set(node.index(), deadline) {
            queue.push(at, self.agent_rank(node), WorldEvent::AgentDeadline { node });
        }
    }

    /// Rank of an agent's timer, after those of endpoints.
    fn agent_rank(&self, node: NodeId) -> Rank {
        Rank { class: class::DEADLINE, owner: self.messages.endpoints + node.0, sequence: 0 }
    }

    /// Handles a deadline of an agent, which may have moved.
    pub(super) fn agent_deadline(
        &mut self,
        now: SimTime,
        node: NodeId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let (passed, next) = self.messages.deadlines.on_event(node.index(), now);
        if let Some(at) = next {
            queue.push(at, self.agent_rank(node), WorldEvent::AgentDeadline { node });
        }
        if passed {
            if let Some(agent) = self.routes.agent(node) {
                agent.handle_timeout(now);
            }
            self.drain_agent(now, node, queue);
        }
    }

    fn send_message(
        &mut self,
        now: SimTime,
        node: NodeId,
        AgentMessage { to, bytes }: AgentMessage,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        assert!(bytes.len() <= AgentMessage::MAX_BYTES, "a message of {} bytes", bytes.len());
        let packet = Packet {
            flow: NO_FLOW,
            source: node,
            destination: to,
            size: HEADERS + bytes.len() as u32,
            // To the neighbour and no further.
            ttl: 1,
            created: now,
            body: Body::Udp(Datagram {
                payload: self.messages.payloads.keep(bytes),
                to_server: true,
            }),
            ..Packet::BLANK
        };
        self.counts.sent += 1;
        self.messages.inside += 1;
        let sent = InFlight { packet, from: node, next: node, came_from: node, lost: None };
        let key = self.in_flight.insert(sent);
        self.forward_apart(now, node, key, queue);
    }

    /// Delivers a message at its destination node.
    pub(super) fn deliver_message(
        &mut self,
        now: SimTime,
        packet: &Packet,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let node = packet.destination;
        if let (Some(agent), Body::Udp(datagram)) = (self.routes.agent(node), packet.body) {
            let payloads = &self.messages.payloads;
            let bytes = payloads.read(datagram.payload, <[u8]>::to_vec);
            agent.handle_packet(now, packet.source, &bytes);
        }
        self.messages.release(packet);
        self.drain_agent(now, node, queue);
    }

    /// Records the drop of a message, which the tables of flows do not contain.
    pub(super) fn note_message_drop(&mut self, packet: &Packet) {
        self.messages.release(packet);
    }
}
