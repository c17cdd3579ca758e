//! A world: nodes, transmitters and endpoints, and the packets between them.
//!
//! The only module that knows both the positions of nodes (`constellation`) and the behaviour of
//! links (`net`). Owns the forwarding of a packet from a node to the next one, the effect of a
//! handover on waiting packets, and the count that proves that packets are conserved. A world is a
//! value: thousands may run in parallel.

use std::cell::Cell;
use std::sync::Arc;

use skyseam_base::{FlowId, NodeId, SimTime, prefetch_lines};
use skyseam_constellation::Timeline;
use skyseam_constellation::handover::QueuedAtHandover;
use skyseam_constellation::routing::{ForwardedPacket, Refusal, RouteSource};
use skyseam_endpoint::Polled;
use skyseam_engine::{Deadlines, EventHandler, EventOrder, EventQueue, Rank, Word};
use skyseam_net::{Launch, PacketKey, Transmitter};
use skyseam_packet::{Body, Packet, ip};
use skyseam_trace::{DropReason, Event as Statement, Events, Recorder};

use crate::capture::CaptureProbes;
use crate::flows::Flows;
use crate::id::{EndpointId, SeriesId, TransmitterId};
use crate::series::Collector;

mod agents;
mod captured;
pub(crate) mod carriers;
mod delays;
mod event;
mod fast_path;
mod fused_hops;
mod next_hops;
mod parts;
mod pool;
pub(crate) mod radio;
pub(crate) mod region;
mod rlc;
pub(crate) mod serving;

use agents::{Messages, is_message};
use carriers::Carriers;
use delays::{LinkDelays, NO_PLACE};
pub(crate) use event::WorldEvent;
use event::class;
use fused_hops::FusedHops;
use next_hops::{NO_TRANSMITTER, NextHops, find_next_hop};
use pool::Pool;
use radio::Radio;
use region::Region;
use serving::LinkUsers;

/// An interface of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interface {
    /// Node at the other end; `None` for the radio interface, for which a satellite's terminals and
    /// a terminal's satellite change.
    pub peer: Option<NodeId>,
    /// Number of its transmitter.
    pub transmitter: TransmitterId,
}

/// Links of a world.
pub(crate) struct Links {
    /// Transmitters of every direction of every link.
    pub transmitters: Vec<Transmitter>,
    /// State of links with HARQ, if there are any.
    pub radio: Option<Radio>,
    /// Users who share links.
    pub users: LinkUsers,
    /// Carriers that users share.
    pub carriers: Carriers,
    /// Ports of each node, in any order.
    pub ports: Vec<Vec<Interface>>,
}

/// A packet in flight and its next node. The fields that a hop reads fill one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct InFlight {
    from: NodeId,
    next: NodeId,
    /// Previous node of the packet; `from` itself if the packet was created there.
    came_from: NodeId,
    /// Reason for which it will not be received, if that is known already.
    lost: Option<DropReason>,
    packet: Packet,
}

impl InFlight {
    /// A placeholder packet to be overwritten.
    const fn blank() -> Self {
        let node = NodeId(0);
        Self { from: node, next: node, came_from: node, lost: None, packet: Packet::BLANK }
    }
}

/// A packet of a program that was dropped.
pub(crate) struct LiveDrop {
    pub at: SimTime,
    pub node: NodeId,
    pub reason: DropReason,
    pub sent: SimTime,
    pub bytes: Vec<u8>,
}

/// Counts of the packets of a run by their fate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PacketCounts {
    /// Packets handed to the network by endpoints.
    pub sent: u64,
    /// Packets that reached their destination.
    pub delivered: u64,
    /// Packets dropped, by [`DropReason`] in the order of [`DropReason::ALL`].
    pub dropped: [u64; DropReason::ALL.len()],
    /// Packets still queued or in flight when the run ended.
    pub inside: u64,
    /// Links crossed by all packets together.
    pub hops: u64,
    /// Whether a packet's link had ended at its transmission time.
    pub has_late: bool,
}

impl PacketCounts {
    /// Packets dropped for any reason.
    pub(crate) fn dropped_total(&self) -> u64 {
        self.dropped.iter().sum()
    }

    /// Whether sent = delivered + dropped + still inside.
    pub(crate) fn are_conserved(&self) -> bool {
        self.sent == self.delivered + self.dropped_total() + self.inside
    }
}

/// All state that changes during a run.
pub(crate) struct World {
    timeline: Arc<Timeline>,
    routes: Box<dyn RouteSource>,
    queued_at_handover: QueuedAtHandover,
    transmitters: Vec<Transmitter>,
    /// State of links with HARQ, if there are any.
    radio: Option<Box<Radio>>,
    users: LinkUsers,
    carriers: Carriers,
    /// Ports of each node, by ascending peer, the radio interface first.
    ports: Vec<Vec<Interface>>,
    next_hops: NextHops,
    fused_hops: FusedHops,
    delays: LinkDelays,
    /// State of the region that this world is, if the run is divided.
    region: Option<Box<Region>>,
    in_flight: Pool<InFlight>,
    deadlines: Deadlines,
    messages: Messages,
    pub flows: Flows,
    pub collector: Collector,
    pub capture: CaptureProbes,
    /// Packets of programs that were dropped and not taken yet.
    pub live_drops: Vec<LiveDrop>,
    counts: PacketCounts,
    /// Whether the link of a held packet had ended at its transmission time.
    has_late: Cell<bool>,
}

impl World {
    pub fn new(
        timeline: Arc<Timeline>,
        links: Links,
        queued_at_handover: QueuedAtHandover,
        flows: Flows,
        mut collector: Collector,
        capture: CaptureProbes,
    ) -> Self {
        let Links { transmitters, radio, users, carriers, mut ports } = links;
        // Owners of packet events, reordering buffers, deadlines and handshakes.
        let receivers = radio.as_ref().map_or(0, Radio::receivers);
        let endpoints = 2 * flows.count();
        let timers = endpoints + timeline.nodes().len();
        let turns = carriers.shared.len();
        for owners in [transmitters.len(), receivers, timers, turns, flows.series().len()] {
            Rank::assert_room(owners);
        }
        for ports in &mut ports {
            ports.sort_by_key(|port| port.peer);
        }
        let next_hops = NextHops::new(timeline.nodes().len());
        // How long a packet waits is told when it leaves a transmitter that holds packets.
        if transmitters.iter().any(Transmitter::holds_packets) {
            collector.expect_late(Events::WAITED);
        }
        Self {
            routes: timeline.config().routing.build(&timeline),
            timeline,
            queued_at_handover,
            transmitters,
            radio: radio.map(Box::new),
            users,
            carriers,
            ports,
            next_hops,
            fused_hops: FusedHops::default(),
            delays: LinkDelays::default(),
            region: None,
            in_flight: Pool::default(),
            deadlines: Deadlines::default(),
            messages: Messages::new(endpoints, flows.payloads().clone()),
            flows,
            collector,
            capture,
            live_drops: Vec::new(),
            counts: PacketCounts::default(),
            has_late: Cell::new(false),
        }
    }

    /// Schedules the first flow of every series, and the start of agents, at `start`.
    pub fn begin(&mut self, start: SimTime, queue: &mut EventQueue<WorldEvent>) {
        self.begin_agents(start, queue);
        for series in self.flows.series_ids() {
            self.schedule_opening(series, queue);
        }
    }

    /// Packet counts so far.
    pub fn counts(&self) -> PacketCounts {
        let parts = self.radio.as_ref().map_or(0, |radio| radio.parts_underway());
        let inside = self.counts.inside + (self.in_flight.len() - parts) as u64;
        let has_late = self.counts.has_late || self.has_late.get();
        PacketCounts { inside, has_late, ..self.counts.clone() }
    }

    /// Packet hops so far.
    pub fn hops(&self) -> u64 {
        self.counts.hops
    }

    /// Maximum number of packets in the network at once.
    pub fn most_packets(&self) -> u64 {
        self.in_flight.most()
    }

    /// The transmitters, in the order of their link names.
    pub fn transmitters(&self) -> &[Transmitter] {
        &self.transmitters
    }

    /// The state of links with HARQ, if there are any.
    pub fn harq(&self) -> Option<&Radio> {
        self.radio.as_deref()
    }

    fn schedule_opening(&mut self, series: SeriesId, queue: &mut EventQueue<WorldEvent>) {
        if let Some((sequence, at)) = self.flows.next_opening(series) {
            let rank = Rank { class: class::OPEN, owner: series.0, sequence };
            queue.push(at, rank, WorldEvent::Open { series });
        }
    }

    /// Out-of-line copy of [`World::arrive`] for cold call sites.
    #[inline(never)]
    fn arrive_apart(&mut self, now: SimTime, key: PacketKey, queue: &mut EventQueue<WorldEvent>) {
        self.arrive(now, key, queue);
    }

    /// Handles a packet that arrived at `node`: delivers it or forwards it.
    #[inline(always)]
    fn arrive(&mut self, now: SimTime, key: PacketKey, queue: &mut EventQueue<WorldEvent>) {
        let carried = &mut self.in_flight[key];
        let node = carried.next;
        let from = carried.from;
        if let Some(reason) = carried.lost {
            self.drop_packet(now, from, key, reason);
            return;
        }
        self.counts.hops += 1;
        self.capture.note(now, node, from, &carried.packet);
        if !is_message(&carried.packet) {
            self.collector.note_step(now, key, node, &carried.packet);
        }
        if node == carried.packet.destination {
            self.counts.delivered += 1;
            if is_message(&carried.packet) {
                let packet = self.in_flight.remove(key).packet;
                return self.deliver_message(now, &packet, queue);
            }
            let endpoint = self.flows.deliver(now, node, &carried.packet, &mut self.collector);
            self.in_flight.free(key);
            if self.flows.is_whole(endpoint) {
                self.drain(now, endpoint, queue);
            } else {
                self.drain_both(now, endpoint, queue);
            }
        } else if carried.packet.ttl <= 1 {
            self.drop_packet(now, node, key, DropReason::TtlExpired);
        } else {
            carried.packet.ttl -= 1;
            carried.came_from = from;
            self.forward(now, node, key, queue);
        }
    }

    /// Sends the pending packets of an endpoint after an event and, if it is one side of a proxy,
    /// those of the other side.
    #[inline(never)]
    fn drain_both(
        &mut self,
        now: SimTime,
        endpoint: EndpointId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let others = match self.flows.is_whole(endpoint) {
            true => [None; 2],
            false => self.flows.pass_on(now, endpoint),
        };
        for each in [Some(endpoint)].into_iter().chain(others).flatten() {
            self.drain_alone(now, each, queue);
        }
    }

    /// Sends the pending packets of an endpoint into which a program put some.
    pub(crate) fn drain_now(
        &mut self,
        now: SimTime,
        endpoint: EndpointId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        self.drain_alone(now, endpoint, queue);
    }

    /// Keeps the bytes of a dropped packet if it is a program's.
    fn note_live_drop(&mut self, at: SimTime, node: NodeId, reason: DropReason, packet: &Packet) {
        let Body::Raw(raw) = packet.body else { return };
        if !ip::is_inside(raw.protocol) {
            return;
        }
        let mut bytes = self.flows.payloads().read(raw.header, <[u8]>::to_vec);
        ip::update(&mut bytes, packet.ttl, packet.ecn);
        self.live_drops.push(LiveDrop { at, node, reason, sent: packet.created, bytes });
    }

    /// Out-of-line copy of [`World::drain`] for cold call sites.
    #[inline(never)]
    fn drain_alone(
        &mut self,
        now: SimTime,
        endpoint: EndpointId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        self.drain(now, endpoint, queue);
    }

    /// Sends the pending packets of an endpoint, and schedules its next deadline.
    #[inline(always)]
    fn drain(&mut self, now: SimTime, endpoint: EndpointId, queue: &mut EventQueue<WorldEvent>) {
        loop {
            let (key, sent) = self.in_flight.vacant(InFlight::blank);
            let place = &mut sent.packet;
            let polled = self.flows.poll_transmit(now, endpoint, place, &mut self.collector);
            if polled == Polled::Nothing {
                self.in_flight.free(key);
                break;
            }
            self.flows.note_sent(now, endpoint, place, &mut self.collector);
            self.counts.sent += 1;
            let from = sent.packet.source;
            (sent.from, sent.next, sent.came_from, sent.lost) = (from, from, from, None);
            self.collector.note_step(now, key, from, &sent.packet);
            self.forward(now, from, key, queue);
            if polled == Polled::Last {
                break;
            }
        }
        // A deadline in the past becomes one at `now`.
        let deadline = self.flows.poll_timeout(endpoint).map(|at| at.max(now));
        if let Some(at) = self.deadlines.set(endpoint.index(), deadline) {
            queue.push(at, deadline_rank(endpoint), WorldEvent::Deadline { endpoint });
        }
    }

    /// Out-of-line copy of [`World::forward`] for cold call sites.
    #[inline(never)]
    fn forward_apart(
        &mut self,
        now: SimTime,
        node: NodeId,
        key: PacketKey,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        self.forward(now, node, key, queue);
    }

    /// Hands a packet at `node` to the transmitter towards its destination.
    #[inline(always)]
    fn forward(
        &mut self,
        now: SimTime,
        node: NodeId,
        key: PacketKey,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let carried = &mut self.in_flight[key];
        let known = if is_message(&carried.packet) {
            self.messages.next_hop()
        } else {
            self.next_hops.to(node, carried.packet.destination)
        };
        if now >= known.until {
            let from = Some(carried.came_from).filter(|&from| from != node);
            let hop = ForwardedPacket { now, at: node, from, packet: &carried.packet };
            let before = (known.link(), known.delay);
            *known =
                find_next_hop(&mut *self.routes, &self.timeline, &self.ports, &self.users, &hop);
            if known.moves() {
                known.delay = self.delays.move_user(known.link(), before);
            } else if before.1 != NO_PLACE {
                self.delays.leave(before.0, before.1);
            }
        }
        let hop = *known;
        if hop.transmitter == NO_TRANSMITTER {
            return self.refuse(now, node, key);
        }
        let next = hop.next;
        carried.from = node;
        carried.next = next;
        let transmitter = &mut self.transmitters[hop.transmitter.index()];
        if transmitter.holds_packets() {
            self.enqueue(now, node, key, hop.transmitter, queue);
            return;
        }
        let start = transmitter.next_start(now);
        let is_forwarded = self.queued_at_handover == QueuedAtHandover::Forwarded;
        let linked = start < hop.linked_until
            || if is_forwarded {
                self.timeline.can_send(node, next, start)
            } else {
                // Packets queued for a satellite still go there while it delivers.
                self.timeline.is_linked(node, next, start)
            };
        if !linked && is_forwarded {
            self.counts.has_late = true;
            self.forward_later(now, node, key, hop.transmitter, queue);
            return;
        }
        let sent = match transmitter.accept(now, carried.packet.size, &mut carried.packet.ecn) {
            Ok(sent) => sent,
            Err(reason) => return self.drop_packet(now, node, key, reason),
        };
        let arrival = if linked {
            let delay = match hop.fixed_delay {
                Some(delay) => delay,
                None => {
                    self.delays.propagation(&self.timeline, hop.delay, (node, next), sent.start)
                }
            };
            let flight = transmitter.cross(sent, &carried.packet, hop.lane, delay);
            carried.lost = flight.is_lost.then_some(DropReason::LinkLoss);
            flight.arrival
        } else {
            self.counts.has_late = true;
            carried.lost = Some(DropReason::Handover);
            sent.end
        };
        self.capture.note(sent.start, node, next, &carried.packet);
        self.collector.note_wait(now, sent.start, hop.transmitter);
        if self.has_fused_hops() {
            self.pass_fused_hops(hop.transmitter, arrival, key, queue);
        } else {
            self.launch(hop.transmitter, arrival, key, queue);
        }
    }

    /// Handles a packet whose link will be down at its transmission time. A terminal with one link
    /// at a time and no fixed route sends it to its satellite at that time or, if the handover
    /// itself takes time, lets it wait until the handover is over. Any other node routes it again
    /// at that time, without spending link time on it.
    #[inline(never)]
    fn forward_later(
        &mut self,
        now: SimTime,
        node: NodeId,
        key: PacketKey,
        number: TransmitterId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let carried = &mut self.in_flight[key];
        let transmitter = &mut self.transmitters[number.index()];
        let start = transmitter.next_start(now);
        let (satellite, again) = if self.routes.is_free_leaf(node) {
            let (satellite, until) = self.timeline.satellite_until(node, start);
            let is_handover = until <= start.saturating_add(self.timeline.handover_outage());
            (satellite, if is_handover { until } else { start })
        } else {
            (None, start)
        };
        match satellite {
            Some(satellite) => {
                let sent =
                    match transmitter.accept(now, carried.packet.size, &mut carried.packet.ecn) {
                        Ok(sent) => sent,
                        Err(reason) => return self.drop_packet(now, node, key, reason),
                    };
                carried.next = satellite;
                let delay = self.timeline.propagation(node, satellite, sent.start);
                let flight = transmitter.cross(sent, &carried.packet, 0, delay);
                carried.lost = flight.is_lost.then_some(DropReason::LinkLoss);
                let arrival = flight.arrival;
                self.capture.note(sent.start, node, satellite, &carried.packet);
                self.collector.note_wait(now, sent.start, number);
                self.launch(number, arrival, key, queue);
            }
            None => match transmitter.hold(now, carried.packet.size, &mut carried.packet.ecn) {
                Ok((_, sequence)) => {
                    self.collector.note_wait(now, again, number);
                    queue.push(again, packet_rank(number, sequence), WorldEvent::Reroute { key });
                }
                Err(reason) => self.drop_packet(now, node, key, reason),
            },
        }
    }

    #[inline(always)]
    fn launch(
        &mut self,
        number: TransmitterId,
        at: SimTime,
        key: PacketKey,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        if self.leaves(number, at, key) {
            return;
        }
        let transmitter = &mut self.transmitters[number.index()];
        match transmitter.launch(at, key) {
            Launch::Behind => {}
            Launch::Head(sequence) => {
                queue.push(
                    at,
                    packet_rank(number, sequence),
                    WorldEvent::Head { transmitter: number, key },
                );
            }
            Launch::Alone(sequence) => {
                queue.push(at, packet_rank(number, sequence), WorldEvent::Alone { key });
            }
        }
    }

    /// Drops a packet at `node` that cannot be forwarded.
    #[cold]
    fn refuse(&mut self, now: SimTime, node: NodeId, key: PacketKey) {
        let reason = self.refusal(now, node, key);
        self.drop_packet(now, node, key, reason);
    }

    /// Reason for which a packet at `node` cannot be forwarded, from the routing.
    fn refusal(&mut self, now: SimTime, node: NodeId, key: PacketKey) -> DropReason {
        let carried = &self.in_flight[key];
        if is_message(&carried.packet) {
            return DropReason::NoRoute;
        }
        let from = Some(carried.came_from).filter(|&from| from != node);
        match self.routes.refusal(&ForwardedPacket { now, at: node, from, packet: &carried.packet })
        {
            Refusal::NoRoute => DropReason::NoRoute,
            Refusal::GeographicLoop => DropReason::GeographicLoop,
            Refusal::HopLimit => DropReason::HopLimit,
        }
    }

    #[inline(never)]
    fn drop_packet(&mut self, now: SimTime, node: NodeId, key: PacketKey, reason: DropReason) {
        let InFlight { packet, next, .. } = self.in_flight.remove(key);
        self.capture.note_drop(now, node, next, reason, &packet);
        self.counts.dropped[reason as usize] += 1;
        if is_message(&packet) {
            return self.note_message_drop(&packet);
        }
        self.note_live_drop(now, node, reason, &packet);
        self.collector.note_gone(now, key, reason);
        let is_reverse = self.flows.note_drop(&packet);
        let dropped = Statement::Dropped { node, reason, packet: &packet };
        if is_reverse {
            self.collector.record_reverse(now, dropped);
        } else {
            self.collector.record(now, dropped);
        }
    }
}

impl EventHandler for World {
    type Event = WorldEvent;

    #[inline(always)]
    fn prefetch<const STAGE: usize>(&self, event: Word<WorldEvent>) {
        let Some((key, transmitter)) = WorldEvent::arrival(event) else { return };
        let carried = &self.in_flight[key];
        if STAGE == 0 {
            prefetch_lines(&carried.from, 1);
            if let Some(number) = transmitter {
                self.transmitters[number.index()].prefetch_ring();
            }
            return;
        }
        let (packet, node) = (&carried.packet, carried.next);
        if packet.destination == node {
            match STAGE {
                1 => {
                    prefetch_lines(&carried.from, size_of::<InFlight>() / 64);
                    self.flows.prefetch_flow(packet);
                    // The way of what will be answered.
                    self.next_hops.prefetch(node, packet.source);
                }
                2 => {
                    if let Some((endpoint, end)) = self.flows.end_ahead(packet, node) {
                        end.prefetch();
                        self.deadlines.prefetch(endpoint.index());
                    }
                }
                _ => {
                    if let Some((_, end)) = self.flows.end_ahead(packet, node) {
                        end.prefetch_state();
                    }
                }
            }
        } else if STAGE == 2 {
            if let Some(hop) = self.next_hops.known(node, packet.destination)
                && let Some(transmitter) = self.transmitters.get(hop.transmitter.index())
            {
                transmitter.prefetch();
                self.delays.prefetch(hop.delay);
            }
        } else if STAGE == 1 {
            self.next_hops.prefetch(node, packet.destination);
        }
        if STAGE == 1
            && let Some(number) = transmitter
        {
            self.transmitters[number.index()].prefetch_next();
        }
    }

    #[inline]
    fn handle(
        &mut self,
        now: SimTime,
        event: Word<WorldEvent>,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let Some((key, behind)) = WorldEvent::arrival(event) else {
            return self.handle_other(now, event, queue);
        };
        if let Some(transmitter) = behind {
            let link = &mut self.transmitters[transmitter.index()];
            link.leave_flight();
            if let Some((at, sequence, key)) = link.head() {
                // Among few events its turn comes soon; among many, when the queue says so.
                if !queue.knows_ahead() {
                    prefetch_lines(&self.in_flight[key].from, size_of::<InFlight>() / 64);
                }
                let event = WorldEvent::Head { transmitter, key };
                queue.push(at, packet_rank(transmitter, sequence), event);
            }
        }
        self.arrive(now, key, queue);
    }

    #[inline]
    fn note_order(&mut self, order: EventOrder) {
        self.collector.note_order(order);
    }

    fn is_finished(&self) -> bool {
        self.flows.are_quiet() && self.in_flight.len() == self.messages.inside
    }
}

impl World {
    /// Schedules an event of transmitter `number` at `at`.
    fn schedule(
        &mut self,
        at: SimTime,
        number: TransmitterId,
        event: WorldEvent,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let sequence = self.transmitters[number.index()].next_sequence();
        queue.push(at, packet_rank(number, sequence), event);
    }

    /// Handles an event other than the arrival of a packet over a link.
    #[inline(never)]
    fn handle_other(
        &mut self,
        now: SimTime,
        event: Word<WorldEvent>,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        match event.event() {
            WorldEvent::Head { .. } | WorldEvent::Alone { .. } => {
                unreachable!("arrivals come before")
            }
            WorldEvent::Refused { key } => {
                let InFlight { from, lost, .. } = self.in_flight[key];
                let reason = lost.expect("a reason");
                self.drop_packet(now, from, key, reason);
            }
            WorldEvent::Reroute { key } => {
                let node = self.in_flight[key].from;
                self.forward_apart(now, node, key, queue);
            }
            WorldEvent::Service { transmitter, node } => {
                self.serve(now, node, transmitter, queue);
            }
            WorldEvent::Reception { transmitter, key } => {
                self.receive(now, transmitter, key, queue);
            }
            WorldEvent::Verdict { transmitter, key } => {
                self.conclude(now, transmitter, key, queue);
            }
            WorldEvent::Request { transmitter, key } => {
                self.request(now, transmitter, key, queue);
            }
            WorldEvent::ProcessFree { transmitter, lane } => {
                self.free_process(now, transmitter, lane, queue);
            }
            WorldEvent::RlcStatus { transmitter, lane } => {
                self.rlc_status(now, transmitter, lane, queue);
            }
            WorldEvent::RlcTimeout { transmitter, lane } => {
                self.rlc_timeout(now, transmitter, lane, queue);
            }
            WorldEvent::ReorderingTimeout { receiver } => {
                self.reordering_timeout(now, receiver, queue);
            }
            WorldEvent::Deadline { endpoint } => {
                let (passed, next) = self.deadlines.on_event(endpoint.index(), now);
                if let Some(at) = next {
                    queue.push(at, deadline_rank(endpoint), WorldEvent::Deadline { endpoint });
                }
                if passed {
                    self.flows.handle_timeout(now, endpoint, &mut self.collector);
                    self.drain_both(now, endpoint, queue);
                }
            }
            WorldEvent::AgentDeadline { node } => {
                self.agent_deadline(now, node, queue);
            }
            WorldEvent::Turns { carrier } => {
                self.turns(now, carrier, queue);
            }
            WorldEvent::Open { series } => {
                let flow: FlowId = self.flows.open(series);
                let ends = [EndpointId::sender_of(flow), EndpointId::receiver_of(flow)];
                for (part, endpoint) in (0..).zip(ends) {
                    if self.flows.is_ours(endpoint) {
                        self.collector.note_part(part);
                        self.drain_alone(now, endpoint, queue);
                    }
                }
                self.note_opening(flow);
                self.schedule_opening(series, queue);
            }
        }
    }
}

fn packet_rank(transmitter: TransmitterId, sequence: u32) -> Rank {
    Rank { class: class::PACKET, owner: transmitter.0, sequence }
}

fn deadline_rank(endpoint: EndpointId) -> Rank {
    Rank { class: class::DEADLINE, owner: endpoint.0, sequence: 0 }
}
