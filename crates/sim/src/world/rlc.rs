//! Links with radio link control: PDUs in codewords of HARQ, and status reports about them.
//!
//! `net` owns the two entities; here they are connected to events. The packet itself stays in the
//! pool of packets in flight until it is delivered, while each of its PDUs is handled by HARQ under
//! a key of its own ([`super::radio`]). A retransmission waits with the redundancy of HARQ, before
//! all packets that wait for their first transmission, and takes a HARQ process like one of those.
//! A status report takes the propagation delay, and like a request of HARQ no link time.

use std::collections::{BTreeMap, VecDeque};

use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::handover::QueuedAtHandover;
use skyseam_engine::EventQueue;
use skyseam_net::harq::Feedback;
use skyseam_net::queue::QueuedPacket;
use skyseam_net::rlc::{Pdu, Receiver, RlcConfig, Sender, Status};
use skyseam_net::{Flight, PacketKey, Transmission};
use skyseam_trace::DropReason;

use super::parts::HarqResult;
use super::radio::{Underway, flow_of};
use super::serving::Turn;
use super::{InFlight, World, WorldEvent};
use crate::id::{LaneId, TransmitterId};

/// A PDU, and the number of times that its entities had been established before.
#[derive(Clone, Copy, Debug)]
pub(super) struct LanePdu {
    established: u32,
    pdu: Pdu,
}

/// A packet that is not both acknowledged and delivered.
struct RlcPacket {
    key: PacketKey,
    /// The packet as its segments are retransmitted.
    segment: InFlight,
    begun: Underway,
    is_delivered: bool,
    is_acknowledged: bool,
}

/// Both entities of a transmitter and one of its receivers.
pub(super) struct RlcLane {
    config: RlcConfig,
    pub sender: Sender,
    receiver: Receiver,
    packets: BTreeMap<u64, RlcPacket>,
    /// Status reports on their way, by arrival.
    reports: VecDeque<(SimTime, Status)>,
    /// Retransmissions that wait for a HARQ process.
    pub waiting: VecDeque<QueuedPacket>,
    /// Timeout for which an event is scheduled.
    timeout_at: Option<SimTime>,
    established: u32,
    /// Node to which packets were sent last.
    peer: NodeId,
}

impl RlcLane {
    pub fn new(config: &RlcConfig) -> Self {
        Self {
            config: config.clone(),
            sender: Sender::new(config),
            receiver: Receiver::new(config),
            packets: BTreeMap::new(),
            reports: VecDeque::new(),
            waiting: VecDeque::new(),
            timeout_at: None,
            established: 0,
            peer: NodeId(0),
        }
    }
}

impl World {
    fn rlc(&mut self, lane: LaneId) -> &mut RlcLane {
        self.radio().lanes[lane.index()].rlc.as_mut().expect("a link with RLC")
    }

    /// Sends the packet `key` in PDUs, one for each codeword.
    pub(super) fn begin_pdus(
        &mut self,
        number: TransmitterId,
        key: PacketKey,
        (begun, codewords): (Underway, u32),
        (sent, flight): (Transmission, Flight),
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let mut segment = self.in_flight[key];
        self.in_flight[key].lost = None;
        segment.packet.size = segment.packet.size.div_ceil(codewords);
        let is_last = !self.transmitters[number.index()].has_waiting();
        let bytes = segment.packet.size;
        let rlc = self.rlc(begun.lane);
        rlc.peer = segment.next;
        let pdus = rlc.sender.send(sent.start, codewords, bytes, is_last);
        let established = rlc.established;
        let again = InFlight { lost: None, ..segment };
        let packet =
            RlcPacket { key, segment: again, begun, is_delivered: false, is_acknowledged: false };
        rlc.packets.insert(pdus[0].sn, packet);
        for (n, pdu) in (1..).zip(pdus) {
            let key = self.in_flight.insert(segment);
            let radio = self.radio();
            radio.pdus_underway += 1;
            let (began, pdu) = (sent.end_of(n - 1, codewords), Some(LanePdu { established, pdu }));
            radio.put(key, Underway { began, pdu, ..begun });
            let sooner = (sent.end - sent.end_of(n, codewords)).as_nanos();
            let at = SimTime::from_nanos(flight.arrival.as_nanos() - sooner);
            self.expect(number, key, at, queue);
        }
        self.note_blocked(number, begun.lane);
        self.schedule_rlc(sent.start, number, begun.lane, queue);
    }

    /// Whether the redundancy `held` may be sent: a retransmission of RLC begins only in a free
    /// HARQ process, and none of entities that were established anew since.
    pub(super) fn may_begin(
        &mut self,
        now: SimTime,
        node: NodeId,
        held: QueuedPacket,
        number: TransmitterId,
        queue: &mut EventQueue<WorldEvent>,
    ) -> bool {
        let Underway { pdu, process, lane, .. } = *self.radio().underway(held.key);
        let Some(pdu) = pdu.filter(|_| process.transmissions == 0) else { return true };
        let next = self.in_flight[held.key].next;
        let is_stale = pdu.established != self.rlc(lane).established;
        let is_left = !matches!(self.turn(now, node, next), Turn::Waste)
            && self.turn(now, node, next) != Turn::Send(next);
        if is_stale || is_left {
            self.in_flight.remove(held.key);
            self.radio().discard_pdu(held.key);
            if !is_stale {
                self.reestablish(now, number, lane, queue);
            }
            return false;
        }
        let own = &mut self.radio().lanes[lane.index()];
        if own.processes.is_some_and(|processes| processes.must_wait(1)) {
            own.rlc.as_mut().expect("a link with RLC").waiting.push_back(held);
            return false;
        }
        let feedback = own.processes.as_mut().map_or(Feedback::Enabled, |own| own.take(1));
        own.counts.note_again(feedback);
        let underway = self.radio().underway(held.key);
        (underway.feedback, underway.sent) = (feedback, now);
        true
    }

    /// Handles the end of HARQ for a PDU.
    pub(super) fn end_pdu(
        &mut self,
        now: SimTime,
        (number, lane): (TransmitterId, LaneId),
        pdu: LanePdu,
        fate: HarqResult,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        if pdu.established != self.rlc(lane).established {
            return;
        }
        match fate {
            HarqResult::Decoded => {
                let mut delivered = Vec::new();
                self.rlc(lane).receiver.handle_pdu(now, pdu.pdu, &mut delivered);
                self.report(now, number, lane, queue);
                self.schedule_rlc(now, number, lane, queue);
                self.deliver(now, lane, delivered, queue);
            }
            HarqResult::LeftBehind => self.reestablish(now, number, lane, queue),
            // The receiver finds out that it is missing.
            HarqResult::GaveUp | HarqResult::Wasted => {}
        }
    }

    /// Forwards packets that the receiver has in order.
    fn deliver(
        &mut self,
        now: SimTime,
        lane: LaneId,
        delivered: Vec<u64>,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let rlc = self.rlc(lane);
        let mut keys = Vec::with_capacity(delivered.len());
        for sn in delivered {
            let packet = rlc.packets.get_mut(&sn).expect("a packet that was not delivered");
            packet.is_delivered = true;
            keys.push(packet.key);
            if packet.is_acknowledged {
                rlc.packets.remove(&sn);
            }
        }
        for key in keys {
            self.arrive_apart(now, key, queue);
        }
    }

    /// Sends a status report if one is due.
    fn report(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        lane: LaneId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let Some(status) = self.rlc(lane).receiver.poll_status(now) else { return };
        let (peer, own) = (self.rlc(lane).peer, &self.radio().lanes[lane.index()]);
        let (node, user) = (own.node, own.user);
        let delay = self.timeline.propagation(peer, node, now);
        let delay = self.transmitters[number.index()].way_back(now, user, delay);
        let link = self.radio().link(number).expect("a link with HARQ");
        let at = link.harq.report_at(now.saturating_add(delay));
        self.rlc(lane).reports.push_back((at, status));
        self.schedule(at, number, WorldEvent::RlcStatus { transmitter: number, lane }, queue);
    }

    /// Handles the arrival of a status report at the transmitter.
    pub(super) fn rlc_status(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        lane: LaneId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let rlc = self.rlc(lane);
        // Reports of entities that were established anew are gone.
        if rlc.reports.front().is_none_or(|(at, _)| *at > now) {
            return;
        }
        let (_, status) = rlc.reports.pop_front().expect("a report");
        let (mut acknowledged, mut failed) = (Vec::new(), Vec::new());
        rlc.sender.handle_status(&status, &mut acknowledged, &mut failed);
        for sn in acknowledged {
            let packet = rlc.packets.get_mut(&sn).expect("a packet without acknowledgement");
            packet.is_acknowledged = true;
            // The receiver may hold it until those before it have come.
            if packet.is_delivered {
                rlc.packets.remove(&sn);
            }
        }
        self.go_on(now, number, lane, failed, queue);
    }

    /// Handles the expiry of timers of `lane`, which may have moved.
    pub(super) fn rlc_timeout(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        lane: LaneId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let has_packets = self.transmitters[number.index()].has_waiting();
        let rlc = self.rlc(lane);
        if rlc.timeout_at != Some(now) {
            // An earlier one was scheduled since.
            return;
        }
        rlc.timeout_at = None;
        let mut failed = Vec::new();
        rlc.sender.handle_timeout(now, has_packets, &mut failed);
        rlc.receiver.handle_timeout(now);
        self.report(now, number, lane, queue);
        self.go_on(now, number, lane, failed, queue);
    }

    /// Drops the packets that RLC gives up, queues retransmissions, and lets the link send.
    fn go_on(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        lane: LaneId,
        failed: Vec<u64>,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let node = self.radio().lanes[lane.index()].node;
        for sn in failed {
            let mut delivered = Vec::new();
            let rlc = self.rlc(lane);
            rlc.receiver.skip(now, sn, &mut delivered);
            let packet = rlc.packets.remove(&sn).expect("a packet without acknowledgement");
            if !packet.is_delivered {
                self.drop_packet(now, node, packet.key, DropReason::HarqFailure);
            }
            self.deliver(now, lane, delivered, queue);
        }
        let is_last = !self.transmitters[number.index()].has_waiting();
        while let Some(pdu) = self.rlc(lane).sender.poll_retransmission(now, is_last) {
            let rlc = self.rlc(lane);
            let established = rlc.established;
            let packet = &rlc.packets[&pdu.sn];
            let (segment, begun) = (packet.segment, packet.begun);
            let link = self.radio().link(number).expect("a link with HARQ");
            let process = link.harq.begin();
            let bytes = link.harq.coded_bytes(&process);
            let key = self.in_flight.insert(segment);
            let pdu = Some(LanePdu { established, pdu });
            self.radio().pdus_underway += 1;
            self.radio().put(key, Underway { process, pdu, ..begun });
            let flow = flow_of(&segment.packet);
            self.transmitters[number.index()].enqueue_redundancy(now, key, bytes, flow);
        }
        self.note_blocked(number, lane);
        self.schedule_rlc(now, number, lane, queue);
        self.serve(now, node, number, queue);
    }

    /// Establishes both entities anew after the receiver has left: packets that were not delivered
    /// are routed again, or with `handover.queued = "lost"` dropped.
    fn reestablish(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        lane: LaneId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let node = self.radio().lanes[lane.index()].node;
        let rlc = self.rlc(lane);
        let old = RlcLane { established: rlc.established + 1, ..RlcLane::new(&rlc.config) };
        let old = std::mem::replace(rlc, old);
        for held in old.waiting {
            self.in_flight.remove(held.key);
            self.radio().discard_pdu(held.key);
        }
        for packet in old.packets.into_values().filter(|packet| !packet.is_delivered) {
            if self.queued_at_handover == QueuedAtHandover::Lost {
                self.drop_packet(now, node, packet.key, DropReason::Handover);
                continue;
            }
            self.schedule(now, number, WorldEvent::Reroute { key: packet.key }, queue);
        }
        self.note_blocked(number, lane);
    }

    fn schedule_rlc(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        lane: LaneId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let rlc = self.rlc(lane);
        let timers = [rlc.sender.next_timeout(), rlc.receiver.next_timeout()];
        let Some(at) = timers.into_iter().flatten().min().map(|at| at.max(now)) else { return };
        if rlc.timeout_at.is_some_and(|pending| pending <= at) {
            return;
        }
        rlc.timeout_at = Some(at);
        self.schedule(at, number, WorldEvent::RlcTimeout { transmitter: number, lane }, queue);
    }
}
