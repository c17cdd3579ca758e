//! Links whose users share a carrier: filling of the bursts that they are granted.
//!
//! A [`AccessController`] in `net` decides who sends when; here it is connected to events, queues
//! and satellites. A packet that does not fit into the rest of a burst continues in the next one of
//! its terminal; if that is on another carrier by then, it starts anew there.

use skyseam_base::{Duration, NodeId, Rate, SimTime};
use skyseam_constellation::Timeline;
use skyseam_engine::{EventQueue, Rank};
use skyseam_net::access::{AccessContext, AccessController, AccessEvent, Burst};
use skyseam_net::queue::{PacketKey, QueuedPacket};
use skyseam_net::{Transmission, Transmitter};
use skyseam_trace::{AccessStep, DropReason, Event as Statement, Events, Recorder};

use super::serving::Turn;
use super::{World, WorldEvent, class};
use crate::id::{CarrierId, TransmitterId};

/// Users of a carrier, by their numbers there.
pub(crate) struct CarrierUsers {
    pub controller: Box<dyn AccessController>,
    pub users: Vec<CarrierUser>,
    /// The other endpoint, if it is always the same.
    pub peer: Option<NodeId>,
    /// Whether each user has a mode of its own, whose rate is that of its transmitter.
    pub has_modes: bool,
    /// Time of the next event.
    due: Option<SimTime>,
    /// Number of events so far.
    sequence: u32,
    /// Codepoints whose bytes are counted apart, a bit for each.
    apart: u64,
}

/// A user of a carrier.
pub(crate) struct CarrierUser {
    pub node: NodeId,
    pub transmitter: TransmitterId,
    /// Packet of which some bytes were sent.
    begun: Option<PartialPacket>,
    /// Bytes in the queue of codepoints that are counted apart.
    queued_apart: u64,
}

/// A packet of which some bytes were sent.
#[derive(Clone, Copy)]
struct PartialPacket {
    held: QueuedPacket,
    /// Receiver of these bytes.
    next: NodeId,
    start: SimTime,
    /// Number of bytes still to be sent.
    left: u32,
}

impl CarrierUser {
    pub fn new(node: NodeId, transmitter: TransmitterId) -> Self {
        Self { node, transmitter, begun: None, queued_apart: 0 }
    }
}

impl CarrierUsers {
    pub fn new(
        controller: Box<dyn AccessController>,
        users: Vec<CarrierUser>,
        peer: Option<NodeId>,
        has_modes: bool,
    ) -> Self {
        let apart = controller.codepoints_apart();
        Self { controller, users, peer, has_modes, due: None, sequence: 0, apart }
    }
}

/// All shared carriers of a world.
#[derive(Default)]
pub(crate) struct Carriers {
    pub shared: Vec<CarrierUsers>,
    /// For each transmitter, its carrier and its user's number there.
    pub of: Vec<Option<(CarrierId, u32)>>,
}

/// Positions and satellites of the users of a carrier.
struct CarrierContext<'w> {
    timeline: &'w Timeline,
    users: &'w [CarrierUser],
    peer: Option<NodeId>,
    /// Transmitters of the world, if users have modes of their own.
    transmitters: Option<&'w mut [Transmitter]>,
}

impl CarrierContext<'_> {
    /// Rate of a user's mode, `None` below all modes, and the time until which it stays the same;
    /// `None` if users have no modes of their own.
    fn mode_until(&mut self, user: u32, now: SimTime) -> Option<(Option<Rate>, SimTime)> {
        let number = self.users[user as usize].transmitter;
        Some(self.transmitters.as_mut()?[number.index()].rate_until(now))
    }

    /// The receiver of a user's carrier, and an instant until which it is the same.
    fn receiver(&self, user: u32, now: SimTime) -> (Option<NodeId>, SimTime) {
        match self.peer {
            Some(peer) => (Some(peer), SimTime::MAX),
            None => self.timeline.satellite_until(self.users[user as usize].node, now),
        }
    }
}

impl AccessContext for CarrierContext<'_> {
    fn carrier_until(&mut self, user: u32, now: SimTime) -> (Option<u32>, SimTime) {
        let (node, until) = self.receiver(user, now);
        let carrier = node.map(|node| node.0);
        match self.mode_until(user, now) {
            None => (carrier, until),
            Some((mode, changes)) => (mode.and(carrier), until.min(changes)),
        }
    }

    fn mode(&mut self, user: u32, now: SimTime) -> Option<Rate> {
        self.mode_until(user, now)?.0
    }

    fn round_trip(&mut self, user: u32, now: SimTime) -> Duration {
        let node = self.users[user as usize].node;
        let (receiver, _) = self.receiver(user, now);
        receiver.map_or(Duration::ZERO, |other| self.timeline.propagation(node, other, now) * 2)
    }
}

impl World {
    /// Notifies the carrier of `number` of the backlog there.
    pub(super) fn note_backlog(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let Some((carrier, user)) = self.carriers.of[number.index()] else { return };
        let bytes = self.backlog(carrier, user);
        self.note_apart(carrier, user);
        self.carriers.shared[carrier.index()].controller.on_backlog(now, user, bytes);
        self.schedule_turns(carrier, queue);
    }

    /// Backlog of a user in bytes, including those of a packet that is partly sent.
    fn backlog(&self, carrier: CarrierId, user: u32) -> u64 {
        let own = &self.carriers.shared[carrier.index()].users[user as usize];
        let begun = own.begun.map_or(0, |begun| u64::from(begun.left));
        begun + self.transmitters[own.transmitter.index()].held_bytes()
    }

    /// Notifies a carrier that counts codepoints apart how many bytes of a user are of these.
    fn note_apart(&mut self, carrier: CarrierId, user: u32) {
        let shared = &mut self.carriers.shared[carrier.index()];
        if shared.apart != 0 {
            let own = &shared.users[user as usize];
            let is_apart = |begun: &PartialPacket| {
                shared.apart >> (self.in_flight[begun.held.key].packet.dscp & 63) & 1 == 1
            };
            let begun = own.begun.filter(is_apart).map_or(0, |begun| u64::from(begun.left));
            shared.controller.on_backlog_apart(user, own.queued_apart + begun);
        }
    }

    /// Counts the frame of `bytes` of packet `key`, which enters the queue of transmitter `number`
    /// or leaves it, if its carrier counts its codepoint apart.
    pub(super) fn count_apart(
        &mut self,
        number: TransmitterId,
        (key, bytes): (PacketKey, u32),
        enters: bool,
    ) {
        let Some((carrier, user)) = self.carriers.of[number.index()] else { return };
        let shared = &mut self.carriers.shared[carrier.index()];
        if shared.apart >> (self.in_flight[key].packet.dscp & 63) & 1 == 1 {
            let queued = &mut shared.users[user as usize].queued_apart;
            *queued = if enters { *queued + u64::from(bytes) } else { *queued - u64::from(bytes) };
        }
    }

    fn schedule_turns(&mut self, carrier: CarrierId, queue: &mut EventQueue<WorldEvent>) {
        let shared = &mut self.carriers.shared[carrier.index()];
        let Some(at) = shared.controller.poll_timeout() else { return };
        if shared.due.is_none_or(|due| at < due) {
            shared.due = Some(at);
            let sequence = shared.sequence;
            shared.sequence = sequence.wrapping_add(1);
            let rank = Rank { class: class::TURN, owner: carrier.0, sequence };
            queue.push(at, rank, WorldEvent::Turns { carrier });
        }
    }

    /// Handles the events on a carrier at `now`.
    pub(super) fn turns(
        &mut self,
        now: SimTime,
        carrier: CarrierId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let shared = &mut self.carriers.shared[carrier.index()];
        if shared.due != Some(now) {
            // An earlier event took its place.
            return;
        }
        shared.due = None;
        let mut steps = Vec::new();
        let transmitters = shared.has_modes.then_some(&mut *self.transmitters);
        let CarrierUsers { users, peer, .. } = shared;
        let mut around =
            CarrierContext { timeline: &self.timeline, users, peer: *peer, transmitters };
        shared.controller.handle_timeout(now, &mut around, &mut steps);
        for step in steps {
            match step {
                AccessEvent::Burst(burst) => self.fill(now, carrier, burst, queue),
                other => self.record_step(now, carrier, other),
            }
        }
        self.schedule_turns(carrier, queue);
    }

    fn record_step(&mut self, now: SimTime, carrier: CarrierId, step: AccessEvent) {
        let (user, slots, what, bytes) = match step {
            AccessEvent::Requested { user, slots } => (user, slots, AccessStep::Request, 0),
            AccessEvent::Collided { user, slots } => (user, slots, AccessStep::Collision, 0),
            AccessEvent::Unused { user, slots } => (user, slots, AccessStep::Grant, 0),
            AccessEvent::Burst(burst) => {
                (burst.user, burst.slots, AccessStep::Grant, burst.bytes())
            }
        };
        self.record_access(now, carrier, user, (what, slots, bytes));
    }

    fn record_access(
        &mut self,
        now: SimTime,
        carrier: CarrierId,
        user: u32,
        (step, slots, bytes): (AccessStep, u32, u64),
    ) {
        let link = self.carriers.shared[carrier.index()].users[user as usize].transmitter.0;
        self.collector.record(now, Statement::Accessed { link, step, slots, bytes });
    }

    /// Fills a burst from the queue of its user.
    fn fill(
        &mut self,
        now: SimTime,
        carrier: CarrierId,
        burst: Burst,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let own = &mut self.carriers.shared[carrier.index()].users[burst.user as usize];
        let (node, number) = (own.node, own.transmitter);
        let mut begun = own.begun.take();
        let mut used = 0;
        // While a handover takes time nothing is sent.
        let is_paused = self.outage_until(now, node).is_some();
        while !is_paused && used < burst.bytes() {
            let next = begun.take().or_else(|| self.take_next(now, node, number, burst, used));
            let Some(mut packet) = next else { break };
            match self.turn(now, node, self.in_flight[packet.held.key].next) {
                Turn::Reroute => {
                    self.schedule(now, number, WorldEvent::Reroute { key: packet.held.key }, queue);
                    continue;
                }
                Turn::Send(next) if next != packet.next => {
                    packet = PartialPacket { next, left: packet.held.bytes, ..packet };
                }
                Turn::Send(_) | Turn::Waste => {}
            }
            let part = u64::from(packet.left).min(burst.bytes() - used);
            used += part;
            packet.left -= part as u32;
            if packet.left > 0 {
                begun = Some(packet);
                break;
            }
            let sent = Transmission { start: packet.start, end: burst.end_after(used) };
            self.finish(now, node, number, (packet.held, sent), queue);
        }
        self.carriers.shared[carrier.index()].users[burst.user as usize].begun = begun;
        self.record_access(now, carrier, burst.user, (AccessStep::Grant, burst.slots, used));
        let left = self.backlog(carrier, burst.user);
        self.note_apart(carrier, burst.user);
        let shared = &mut self.carriers.shared[carrier.index()];
        let transmitters = shared.has_modes.then_some(&mut *self.transmitters);
        let CarrierUsers { users, peer, .. } = shared;
        let mut around =
            CarrierContext { timeline: &self.timeline, users, peer: *peer, transmitters };
        let mut steps = Vec::new();
        shared.controller.on_burst(now, burst.user, left, &mut around, &mut steps);
        for step in steps {
            self.record_step(now, carrier, step);
        }
    }

    /// Dequeues the next packet, to be sent after `used` bytes of the burst.
    fn take_next(
        &mut self,
        now: SimTime,
        node: NodeId,
        number: TransmitterId,
        burst: Burst,
        used: u64,
    ) -> Option<PartialPacket> {
        let mut dropped = Vec::new();
        let mut levels = |_: u32| 0.0;
        let next = self.transmitters[number.index()].dequeue(now, &mut levels, &mut dropped);
        for packet in dropped.iter().map(|dropped| &dropped.packet).chain(&next) {
            self.count_apart(number, (packet.key, packet.bytes), false);
        }
        self.drop_all(now, node, number, dropped);
        let held = next?;
        let start = burst.start_after(used);
        self.collector.note_wait(held.arrived, start, number);
        let carried = &mut self.in_flight[held.key];
        let transmitter = &mut self.transmitters[number.index()];
        transmitter.apply_mark(&held, &mut carried.packet);
        if self.collector.hears(Events::CLASS_SERVED) {
            let class = transmitter.class_of(&carried.packet);
            self.collector.note_class(now, (held, start), class, number);
        }
        let next = carried.next;
        Some(PartialPacket { held, next, start, left: held.bytes })
    }

    /// Forwards a packet whose last bit leaves in a burst.
    fn finish(
        &mut self,
        now: SimTime,
        node: NodeId,
        number: TransmitterId,
        (held, sent): (QueuedPacket, Transmission),
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let turn = self.turn(now, node, self.in_flight[held.key].next);
        let transmitter = &mut self.transmitters[number.index()];
        let carried = &mut self.in_flight[held.key];
        transmitter.count_granted(held.bytes);
        let arrival = if let Turn::Send(next) = turn {
            carried.next = next;
            let delay = self.timeline.propagation(node, next, sent.end);
            let flight = transmitter.cross(sent, &carried.packet, 0, delay);
            carried.lost = flight.is_lost.then_some(DropReason::LinkLoss);
            flight.arrival
        } else {
            carried.lost = Some(DropReason::Handover);
            sent.end
        };
        self.capture.note(sent.start.max(now), node, carried.next, &carried.packet);
        self.launch(number, arrival, held.key, queue);
    }
}
