//! Links whose queue holds packets and chooses the next one when the link is free.
//!
//! What becomes of a packet whose link is gone is settled when its turn comes, not, as for the
//! other links, when it is accepted; by the same rules.

use skyseam_base::{NodeId, SimTime};
use skyseam_engine::EventQueue;
use skyseam_net::QueuedAtHandover;
use skyseam_net::queue::{Dropped, Held};
use skyseam_trace::DropReason;

use super::radio::flow_of;
use super::{Event, World, packet_rank};

/// What is to be done with a packet whose turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It is sent to this node.
    Send(NodeId),
    /// It is sent to nobody who listens.
    Waste,
    /// It goes back into routing.
    Reroute,
}

impl World {
    /// Hands a packet at `node` to transmitter `number`, which holds packets.
    pub(super) fn enqueue(
        &mut self,
        now: SimTime,
        node: NodeId,
        key: u32,
        number: u32,
        queue: &mut EventQueue<Event>,
    ) {
        // A transmission that ends at this instant has made room.
        self.serve(now, node, number, queue);
        let packet = &self.parcels[key as usize].packet;
        let flow = flow_of(packet);
        let size = packet.size;
        let mut dropped = Vec::new();
        self.transmitters[number as usize].enqueue(now, key, size, flow, &mut dropped);
        self.drop_all(now, node, number, dropped);
        self.serve(now, node, number, queue);
        self.transmitters[number as usize].note_waiting();
    }

    /// Lets transmitter `number` of `node` send as long as it is free and something waits.
    pub(super) fn serve(
        &mut self,
        now: SimTime,
        node: NodeId,
        number: u32,
        queue: &mut EventQueue<Event>,
    ) {
        let paused_until = self.outage_until(now, node);
        while paused_until.is_none() && self.transmitters[number as usize].is_free(now) {
            if let Some(held) = self.transmitters[number as usize].dequeue_redundancy() {
                self.take_redundancy_turn(now, node, held, number, queue);
                continue;
            }
            let mut dropped = Vec::new();
            let next = self.transmitters[number as usize].dequeue(now, &mut dropped);
            self.drop_all(now, node, number, dropped);
            let Some(held) = next else { return };
            self.take_turn(now, node, held, number, queue);
        }
        let not_before = paused_until.unwrap_or(now);
        if let Some((at, sequence)) = self.transmitters[number as usize].next_service(not_before) {
            let event = Event::Service { transmitter: number, node };
            queue.push(at, packet_rank(number, sequence), event);
        }
    }

    /// Until when packets at `node` wait because a handover takes time.
    fn outage_until(&self, now: SimTime, node: NodeId) -> Option<SimTime> {
        let outage = self.timeline.handover_outage();
        let may_pause = !outage.is_zero()
            && self.queued_at_handover == QueuedAtHandover::Forwarded
            && self.router.is_free_leaf(node);
        if !may_pause {
            return None;
        }
        match self.timeline.satellite_until(node, now) {
            (None, until) if until <= now.saturating_add(outage) => Some(until),
            _ => None,
        }
    }

    /// A packet that has waited is sent, or what else becomes of it.
    fn take_turn(
        &mut self,
        now: SimTime,
        node: NodeId,
        held: Held,
        number: u32,
        queue: &mut EventQueue<Event>,
    ) {
        let turn = self.turn(now, node, self.parcels[held.key as usize].next);
        let transmitter = &mut self.transmitters[number as usize];
        let parcel = &mut self.parcels[held.key as usize];
        self.collector.note_wait(held.arrived, now, number);
        let next = match turn {
            Turn::Reroute => {
                let sequence = transmitter.next_sequence();
                let event = Event::Reroute { key: held.key };
                queue.push(now, packet_rank(number, sequence), event);
                return;
            }
            Turn::Send(next) => next,
            Turn::Waste => parcel.next,
        };
        let radio = self.radio.as_ref();
        let bytes = radio.and_then(|radio| radio.first_frame(number, held.bytes));
        let sent = transmitter.send(now, bytes.unwrap_or(held.bytes));
        parcel.next = next;
        self.capture.note(sent.start, node, next, &parcel.packet);
        let arrival = if let Turn::Send(_) = turn {
            let delay = self.timeline.propagation(node, next, sent.start);
            let lane = if self.timeline.is_satellite(node) { next } else { node };
            let flight = transmitter.cross(sent, &parcel.packet, lane, delay);
            parcel.lost = flight.is_lost.then_some(DropReason::LinkLoss);
            if bytes.is_some() && self.begin_harq(number, held.key, sent, flight, queue) {
                return;
            }
            flight.arrival
        } else {
            parcel.lost = Some(DropReason::Handover);
            sent.end
        };
        self.launch(number, arrival, held.key, queue);
    }

    /// What to do with a packet at `node` for `next` whose turn has come.
    pub(super) fn turn(&self, now: SimTime, node: NodeId, next: NodeId) -> Turn {
        match self.queued_at_handover {
            QueuedAtHandover::Lost if self.timeline.is_linked(node, next, now) => Turn::Send(next),
            QueuedAtHandover::Lost => Turn::Waste,
            QueuedAtHandover::Forwarded if self.timeline.can_send(node, next, now) => {
                Turn::Send(next)
            }
            QueuedAtHandover::Forwarded if self.router.is_free_leaf(node) => {
                self.timeline.satellite_until(node, now).0.map_or(Turn::Reroute, Turn::Send)
            }
            QueuedAtHandover::Forwarded => Turn::Reroute,
        }
    }

    fn drop_all(&mut self, now: SimTime, node: NodeId, number: u32, dropped: Vec<Dropped>) {
        for Dropped { packet, reason } in dropped {
            self.collector.note_wait(packet.arrived, now, number);
            self.drop_packet(now, node, packet.key, reason);
        }
    }

    /// Notes the packets that still wait where they are held, when a run has ended: of others it is
    /// known as soon as they are accepted when their turn would have come.
    pub fn note_still_waiting(&mut self, ended: SimTime) {
        for (number, transmitter) in (0..).zip(&mut self.transmitters) {
            for held in transmitter.drain(ended) {
                self.collector.note_wait(held.arrived, SimTime::MAX, number);
            }
        }
    }
}
