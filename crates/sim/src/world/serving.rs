//! Links whose queue holds packets and picks the next one when the link is free.
//!
//! The fate of a packet whose link is down is decided at its transmission time, not, as on other
//! links, when it is accepted; the rules are the same.

use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::handover::QueuedAtHandover;
use skyseam_engine::EventQueue;
use skyseam_net::PacketKey;
use skyseam_net::queue::{Dropped, QueuedPacket};
use skyseam_trace::{DropReason, Events};

use super::radio::flow_of;
use super::{World, WorldEvent, packet_rank};
use crate::id::{GroupId, ReceiverId, TransmitterId};

/// Users of shared links, by transmitter.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkUsers {
    /// Groups of users: one for all downlinks, whichever satellite serves a terminal, and one for
    /// each beam.
    groups: Vec<Group>,
    /// Group of each transmitter; `NO_GROUP` if it is not shared.
    group_of: Vec<GroupId>,
    /// For each transmitter, the time until which links stay unchanged since its users were last
    /// checked.
    there_until: Vec<SimTime>,
}

/// Marks a transmitter without a group.
const NO_GROUP: GroupId = GroupId(u32::MAX);

/// Marks a node that is not a user.
const NONE: u32 = u32::MAX;

/// Users who share a link, or several, as terminals share downlinks. A user's index among them is
/// its number in schedulers, and its lane.
#[derive(Clone, Debug)]
struct Group {
    nodes: Vec<NodeId>,
    /// Index of each node, from the lowest on; `NONE` for a node that is not a user.
    place: Vec<u32>,
    lowest: u32,
    /// Receiver of each user, on links with HARQ.
    receivers: Vec<ReceiverId>,
}

impl LinkUsers {
    /// Adds a group of users; returns its number for [`LinkUsers::add_transmitter`].
    pub fn add_group(&mut self, nodes: Vec<NodeId>) -> GroupId {
        let lowest = nodes.iter().map(|node| node.0).min().unwrap_or(0);
        let highest = nodes.iter().map(|node| node.0).max().unwrap_or(0);
        let mut place = vec![NONE; (highest - lowest) as usize + 1];
        for (number, node) in (0..).zip(&nodes) {
            place[(node.0 - lowest) as usize] = number;
        }
        self.groups.push(Group { nodes, place, lowest, receivers: Vec::new() });
        GroupId::from_index(self.groups.len() - 1)
    }

    /// Assigns receivers to the users of a group, in their order.
    pub(crate) fn give_receivers(&mut self, group: GroupId, receivers: Vec<ReceiverId>) {
        self.groups[group.index()].receivers = receivers;
    }

    /// Adds the next transmitter, and the group that shares it, if there is one.
    pub(crate) fn add_transmitter(&mut self, group: Option<GroupId>) {
        self.group_of.push(group.unwrap_or(NO_GROUP));
        self.there_until.push(SimTime::ZERO);
    }

    fn group(&self, number: TransmitterId) -> Option<&Group> {
        self.groups.get(self.group_of[number.index()].index())
    }

    /// The number of the user `node` at transmitter `number`; 0 if it is not shared or the node is
    /// not a user.
    #[inline]
    pub fn number(&self, number: TransmitterId, node: NodeId) -> u32 {
        let place = self.group(number).and_then(|group| {
            group.place.get(node.0.checked_sub(group.lowest)? as usize).filter(|at| **at != NONE)
        });
        place.copied().unwrap_or(0)
    }

    /// The receiver of the user `node` at transmitter `number`, which has HARQ.
    pub fn receiver(&self, number: TransmitterId, node: NodeId) -> ReceiverId {
        let group = self.group(number).expect("a link that users share");
        group.receivers[self.number(number, node) as usize]
    }

    fn are_there(&self, number: TransmitterId, now: SimTime) -> bool {
        now < self.there_until[number.index()]
    }

    fn set_there(&mut self, number: TransmitterId, until: SimTime) {
        self.there_until[number.index()] = until;
    }
}

/// Action for a packet at its transmission time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Transmit to this node.
    Send(NodeId),
    /// Transmit although no receiver is there.
    Waste,
    /// Route again.
    Reroute,
}

impl World {
    /// Hands a packet at `node` to transmitter `number`, which holds packets.
    pub(super) fn enqueue(
        &mut self,
        now: SimTime,
        node: NodeId,
        key: PacketKey,
        number: TransmitterId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        // A transmission that ends at this instant has made room.
        self.serve(now, node, number, queue);
        let carried = &self.in_flight[key];
        let packet = &carried.packet;
        let user = self.users.number(number, carried.next);
        let mut dropped = Vec::new();
        let transmitter = &mut self.transmitters[number.index()];
        let (bytes, waits_for_turns) =
            (transmitter.frame_bytes(packet.size), transmitter.waits_for_turns());
        transmitter.enqueue(now, key, packet, flow_of(packet), user, &mut dropped);
        if waits_for_turns {
            self.count_apart(number, (key, bytes), true);
            for Dropped { packet, .. } in &dropped {
                self.count_apart(number, (packet.key, packet.bytes), false);
            }
        }
        self.drop_all(now, node, number, dropped);
        self.serve(now, node, number, queue);
        self.transmitters[number.index()].note_waiting();
        if waits_for_turns {
            self.note_backlog(now, number, queue);
        }
    }

    /// Lets transmitter `number` of `node` send while it is free and packets wait.
    pub(super) fn serve(
        &mut self,
        now: SimTime,
        node: NodeId,
        number: TransmitterId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let paused_until = self.outage_until(now, node);
        let (mut is_stalled, mut next_mode) = (false, None);
        while paused_until.is_none() && self.transmitters[number.index()].is_free(now) {
            if let Some(held) = self.transmitters[number.index()].dequeue_redundancy() {
                self.take_redundancy_turn(now, node, held, number, queue);
                continue;
            }
            self.withdraw_departed(now, node, number, queue);
            self.transmitters[number.index()].follow_modes(now);
            let mut dropped = Vec::new();
            let (group, radio) = (self.users.group(number), &mut self.radio);
            let mut levels = |user: u32| {
                let radio = radio.as_mut().expect("a channel where a policy looks at levels");
                let group = group.expect("users where a policy looks at levels");
                radio.level_db(now, group.receivers[user as usize])
            };
            let transmitter = &mut self.transmitters[number.index()];
            let next = transmitter.dequeue(now, &mut levels, &mut dropped);
            self.drop_all(now, node, number, dropped);
            // A shaper may hold packets back, or all users of a scheduler wait for HARQ processes.
            let Some(held) = next else {
                is_stalled = self.transmitters[number.index()].has_scheduled();
                next_mode = self.transmitters[number.index()].next_mode().filter(|_| is_stalled);
                break;
            };
            if self.waits_for_process(now, node, held.key, number) {
                self.transmitters[number.index()].hold_back(held);
                is_stalled = true;
                break;
            }
            self.take_turn(now, node, held, number, queue);
        }
        self.note_stalled(now, number, is_stalled);
        if is_stalled && next_mode.is_none() {
            // Feedback serves the link again.
            return;
        }
        // Users without a mode wait for one, or for another satellite.
        let next_mode = next_mode.map(|at| at.min(self.timeline.next_change(now)));
        let not_before = paused_until.or(next_mode).unwrap_or(now);
        if let Some((at, sequence)) = self.transmitters[number.index()].next_service(not_before) {
            let event = WorldEvent::Service { transmitter: number, node };
            queue.push(at, packet_rank(number, sequence), event);
        }
    }

    /// After link changes, removes from the scheduler of `number` the packets for users whom `node`
    /// no longer reaches. They are routed again or, if queued packets are lost at a handover,
    /// dropped; neither takes link time, since a scheduler knows its users.
    fn withdraw_departed(
        &mut self,
        now: SimTime,
        node: NodeId,
        number: TransmitterId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        if !self.transmitters[number.index()].has_scheduled() || self.users.are_there(number, now) {
            return;
        }
        let until = self.timeline.next_change(now);
        self.users.set_there(number, until);
        let mut left = Vec::new();
        let users = self.users.group(number).map_or(0, |group| group.nodes.len());
        for user in 0..users {
            let next = self.users.group(number).expect("users of a scheduler").nodes[user];
            let turn = self.turn(now, node, next);
            if turn == Turn::Send(next) {
                continue;
            }
            self.transmitters[number.index()].withdraw(user as u32, &mut left);
            for held in left.drain(..) {
                self.collector.note_wait(held.arrived, now, number);
                if turn == Turn::Waste {
                    self.drop_packet(now, node, held.key, DropReason::Handover);
                    continue;
                }
                self.schedule(now, number, WorldEvent::Reroute { key: held.key }, queue);
            }
        }
    }

    /// Time until which packets at `node` wait because a handover takes time.
    pub(super) fn outage_until(&self, now: SimTime, node: NodeId) -> Option<SimTime> {
        let outage = self.timeline.handover_outage();
        let may_pause = !outage.is_zero()
            && self.queued_at_handover == QueuedAtHandover::Forwarded
            && self.routes.is_free_leaf(node);
        if !may_pause {
            return None;
        }
        match self.timeline.satellite_until(node, now) {
            (None, until) if until <= now.saturating_add(outage) => Some(until),
            _ => None,
        }
    }

    /// Sends a packet that has waited, or handles it otherwise.
    fn take_turn(
        &mut self,
        now: SimTime,
        node: NodeId,
        held: QueuedPacket,
        number: TransmitterId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let turn = self.turn(now, node, self.in_flight[held.key].next);
        let transmitter = &mut self.transmitters[number.index()];
        let carried = &mut self.in_flight[held.key];
        transmitter.apply_mark(&held, &mut carried.packet);
        self.collector.note_wait(held.arrived, now, number);
        let next = match turn {
            Turn::Reroute => {
                self.schedule(now, number, WorldEvent::Reroute { key: held.key }, queue);
                return;
            }
            Turn::Send(next) => next,
            Turn::Waste => carried.next,
        };
        if self.collector.hears(Events::CLASS_SERVED) {
            let class = transmitter.class_of(&carried.packet);
            self.collector.note_class(now, (held, now), class, number);
        }
        let radio = self.radio.as_ref();
        let bytes = radio.and_then(|radio| radio.first_frame(number, held.bytes));
        let lane = self.users.number(number, next);
        let (sent, is_missed) = transmitter.send_to(now, lane, bytes.unwrap_or(held.bytes));
        carried.next = next;
        self.capture.note(sent.start, node, next, &carried.packet);
        let arrival = if let Turn::Send(_) = turn {
            let delay = self.timeline.propagation(node, next, sent.start);
            let flight = transmitter.cross(sent, &carried.packet, lane, delay);
            if is_missed && !flight.is_lost {
                transmitter.count_loss();
            }
            carried.lost = (is_missed || flight.is_lost).then_some(DropReason::LinkLoss);
            if bytes.is_some() && self.begin_harq(number, held.key, sent, flight, queue) {
                return;
            }
            flight.arrival
        } else {
            carried.lost = Some(DropReason::Handover);
            sent.end
        };
        self.launch(number, arrival, held.key, queue);
    }

    /// The action for a packet at `node` for `next` at its transmission time.
    pub(super) fn turn(&self, now: SimTime, node: NodeId, next: NodeId) -> Turn {
        let turn = match self.queued_at_handover {
            QueuedAtHandover::Lost if self.timeline.is_linked(node, next, now) => Turn::Send(next),
            QueuedAtHandover::Lost => Turn::Waste,
            QueuedAtHandover::Forwarded if self.timeline.can_send(node, next, now) => {
                Turn::Send(next)
            }
            QueuedAtHandover::Forwarded if self.routes.is_free_leaf(node) => {
                self.timeline.satellite_until(node, now).0.map_or(Turn::Reroute, Turn::Send)
            }
            QueuedAtHandover::Forwarded => Turn::Reroute,
        };
        if turn != Turn::Send(next) {
            self.has_late.set(true);
        }
        turn
    }

    pub(super) fn drop_all(
        &mut self,
        now: SimTime,
        node: NodeId,
        number: TransmitterId,
        dropped: Vec<Dropped>,
    ) {
        for Dropped { packet, reason } in dropped {
            self.collector.note_wait(packet.arrived, now, number);
            self.drop_packet(now, node, packet.key, reason);
        }
    }

    /// Records the packets that are still held when a run has ended; for other packets the
    /// transmission time is known as soon as they are accepted.
    pub(crate) fn note_still_waiting(&mut self, ended: SimTime) {
        for (number, transmitter) in (0..).map(TransmitterId).zip(&mut self.transmitters) {
            for held in transmitter.drain(ended) {
                self.collector.note_wait(held.arrived, SimTime::MAX, number);
            }
        }
    }
}
