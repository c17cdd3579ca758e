//! Links with HARQ: receptions at a level of the channel, requests for redundancy, and decoded
//! packets, in order if there is a reordering buffer.
//!
//! `net` owns the rules of decoding and of order; here they are connected to events.
//! [`super::serving`] begins a packet's first transmission. When it arrives, the receiver's level
//! at that instant decides: the packet continues to its node; or a request is returned, which takes
//! the propagation delay and no link time, and redundancy is sent before all waiting packets; or
//! HARQ gives the packet up. A packet in several codewords stays in the pool of packets in flight
//! while each of its codewords is handled in this way under a key of its own; [`super::parts`]
//! combines their results.

use std::collections::BTreeMap;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_engine::{EventQueue, Rank};
use skyseam_net::channel::Channel;
use skyseam_net::harq::{DecodingResult, Feedback, Harq, Process, Processes};
use skyseam_net::queue::QueuedPacket;
use skyseam_net::reordering::{OrderedPacket, Released, Reordering};
use skyseam_net::rlc::RlcConfig;
use skyseam_net::{Flight, PacketKey, Transmission};
use skyseam_packet::{Body, Packet};
use skyseam_trace::{DropReason, HarqEnd, HarqEnding};

use super::agents::is_message;
use super::parts::{HarqResult, Parts};
use super::rlc::{LanePdu, RlcLane};
use super::serving::{LinkUsers, Turn};
use super::{World, WorldEvent, class};
use crate::harq::{LaneCounts, LimitedLink};
use crate::id::{ChannelId, LaneId, ReceiverId, TransmitterId};

/// The receiving side of a link with HARQ.
pub(crate) struct RadioReceiver {
    /// Number of its channel, which may be shared, and the gain of its level above the channel's,
    /// dB.
    channel: ChannelId,
    gain_db: f64,
    reordering: Option<Box<dyn Reordering>>,
    /// Timeout of the buffer for which an event is scheduled.
    timeout_at: Option<SimTime>,
    timeouts: u32,
    /// Highest sequence number of each flow so far: sequence space of TCP, packets of other
    /// transports.
    reached: BTreeMap<u64, u64>,
}

impl RadioReceiver {
    pub fn new(channel: ChannelId, gain_db: f64, reordering: Option<Box<dyn Reordering>>) -> Self {
        let reached = BTreeMap::new();
        Self { channel, gain_db, reordering, timeout_at: None, timeouts: 0, reached }
    }

    /// The range of a packet in the sequence of `flow`, at its first transmission.
    fn place(&mut self, flow: u64, packet: &Packet) -> (u64, u64) {
        let reached = self.reached.entry(flow).or_insert(0);
        let (start, length) = match &packet.body {
            Body::Tcp(segment) => {
                let start = segment.seq.unwrap_near(*reached);
                (start.unwrap_or(u64::from(segment.seq.0)), u64::from(segment.seq_len()))
            }
            Body::Udp(_) | Body::Raw(_) | Body::Rtp(_) | Body::Synthetic(_) | Body::Echo(_) => {
                (*reached, 1)
            }
        };
        *reached = (*reached).max(start + length);
        (start, start + length)
    }
}

/// The HARQ of a transmitter.
pub(crate) struct RadioLink {
    pub harq: Arc<Harq>,
    pub framing_bytes: u32,
    /// Number of the only receiver, or `None` if each user of the link has one.
    pub receiver: Option<ReceiverId>,
    /// The receiver at whose level all redundancy is received, instead of the addressed one.
    pub redundancy_at: Option<ReceiverId>,
    /// Time for which packets waited for a process while nothing was sent.
    pub stalled: Duration,
    /// Time since which they do.
    pub stalled_since: Option<SimTime>,
    /// Radio link control above HARQ, if there is any.
    pub rlc: Option<RlcConfig>,
}

/// A transmitter and one of its receivers.
pub(super) struct Lane {
    pub transmitter: TransmitterId,
    receiver: ReceiverId,
    /// Node of the transmitter, and number of the receiver among the users of the link.
    pub node: NodeId,
    pub user: u32,
    /// HARQ processes; `None` if any number may be in use.
    pub processes: Option<Processes>,
    /// Radio link control, if the link has it.
    pub rlc: Option<Box<RlcLane>>,
    /// Maximum number of codewords of a packet so far.
    most_codewords: u32,
    /// Number of first transmissions so far.
    begun: u64,
    pub counts: LaneCounts,
}

impl Lane {
    /// Whether a packet such as the longest so far must wait for a process, or for the window of
    /// RLC.
    pub fn must_wait(&self) -> bool {
        self.must_wait_with(self.most_codewords)
    }

    fn must_wait_with(&self, codewords: u32) -> bool {
        self.processes.is_some_and(|own| own.must_wait(codewords))
            || self.rlc.as_ref().is_some_and(|rlc| !rlc.sender.has_room())
    }
}

/// A codeword between its first transmission and the end of HARQ.
#[derive(Clone, Copy)]
pub(super) struct Underway {
    pub process: Process,
    pub verdict: DecodingResult,
    pub lane: LaneId,
    /// Key of the packet that it carries, completely or in part.
    pub whole: PacketKey,
    /// Number of the packet in the lane, and its range in its flow.
    pub number: u64,
    pub place: (u64, u64),
    pub sent: SimTime,
    /// Start of the transmission in progress.
    pub began: SimTime,
    pub feedback: Feedback,
    /// PDU of RLC that it carries.
    pub pdu: Option<LanePdu>,
}

/// All state of links with HARQ in a world.
pub(crate) struct Radio {
    /// Instant from which the channels' times count.
    start: SimTime,
    /// HARQ of each transmitter, if it has any.
    links: Vec<Option<RadioLink>>,
    channels: Vec<Box<dyn Channel>>,
    receivers: Vec<RadioReceiver>,
    pub(super) lanes: Vec<Lane>,
    lane_of: BTreeMap<(TransmitterId, ReceiverId), LaneId>,
    /// Codewords in flight by key, which is that of the packet if it has only one.
    underway: Vec<Option<Underway>>,
    /// Packets in several codewords.
    parts: Parts,
    /// Number of codewords in flight that carry PDUs of RLC.
    pub(super) pdus_underway: usize,
}

impl Radio {
    pub fn new(
        start: SimTime,
        links: Vec<Option<RadioLink>>,
        channels: Vec<Box<dyn Channel>>,
        receivers: Vec<RadioReceiver>,
    ) -> Self {
        Self {
            start,
            links,
            channels,
            receivers,
            lanes: Vec::new(),
            lane_of: BTreeMap::new(),
            underway: Vec::new(),
            parts: Parts::default(),
            pdus_underway: 0,
        }
    }

    /// Number of codewords in flight of packets that have several; these are not packets
    /// themselves.
    pub(crate) fn parts_underway(&self) -> usize {
        self.parts.underway() + self.pdus_underway
    }

    /// Number of receivers.
    pub fn receivers(&self) -> usize {
        self.receivers.len()
    }

    pub(super) fn link(&self, number: TransmitterId) -> Option<&RadioLink> {
        self.links.get(number.index())?.as_ref()
    }

    /// Link time, in bytes, of the first transmission on link `number` of a frame of `bytes`.
    pub(crate) fn first_frame(&self, number: TransmitterId, bytes: u32) -> Option<u32> {
        let link = self.link(number)?;
        let size = bytes - link.framing_bytes;
        Some(link.harq.frame_bytes(&link.harq.begin(), size, link.framing_bytes))
    }

    /// The lane from `node` to `next`, one of `users`, over link `number`, if it has HARQ.
    fn lane(
        &mut self,
        number: TransmitterId,
        node: NodeId,
        (users, next): (&LinkUsers, NodeId),
    ) -> Option<LaneId> {
        let link = self.links.get(number.index())?.as_ref()?;
        let receiver = match link.receiver {
            Some(only) => only,
            None => users.receiver(number, next),
        };
        let lanes = &mut self.lanes;
        Some(*self.lane_of.entry((number, receiver)).or_insert_with(|| {
            lanes.push(Lane {
                transmitter: number,
                receiver,
                node,
                user: users.number(number, next),
                processes: link.harq.processes(),
                rlc: link.rlc.as_ref().map(|rlc| Box::new(RlcLane::new(rlc))),
                most_codewords: 1,
                begun: 0,
                counts: LaneCounts::default(),
            });
            LaneId::from_index(lanes.len() - 1)
        }))
    }

    /// Records the first transmission of the packet `key` from `node`, to this one of `users`;
    /// returns the initial process of its codewords, and their number, if the link has HARQ.
    fn begin(
        &mut self,
        number: TransmitterId,
        (key, node): (PacketKey, NodeId),
        receiver: (&LinkUsers, NodeId),
        packet: &Packet,
        sent: Transmission,
    ) -> Option<(Underway, u32)> {
        let lane = self.lane(number, node, receiver)?;
        let link = self.links[number.index()].as_ref().expect("a link with HARQ");
        let codewords = link.harq.codewords(packet.size);
        let of = &mut self.lanes[lane.index()];
        let receiver = of.receiver;
        of.most_codewords = of.most_codewords.max(codewords);
        let feedback = of.processes.as_mut().map_or(Feedback::Enabled, |own| own.take(codewords));
        let own = &mut self.receivers[receiver.index()];
        let place = match own.reordering {
            Some(_) => own.place(flow_of(packet), packet),
            None => (0, 0),
        };
        let process = link.harq.begin();
        let begun = Underway {
            process,
            verdict: DecodingResult::Again,
            lane,
            whole: key,
            number: of.begun,
            place,
            sent: sent.start,
            began: sent.start,
            feedback,
            pdu: None,
        };
        of.begun += 1;
        for n in 0..codewords {
            let own = sent.end_of(n + 1, codewords) - sent.end_of(n, codewords);
            of.counts.note_first(process.symbols, own, feedback);
        }
        Some((begun, codewords))
    }

    pub(super) fn put(&mut self, key: PacketKey, underway: Underway) {
        let key = key.index();
        if self.underway.len() <= key {
            self.underway.resize(key + 1, None);
        }
        self.underway[key] = Some(underway);
    }

    /// The level at `receiver` at `now`, dB relative to an unobstructed line of sight.
    pub fn level_db(&mut self, now: SimTime, receiver: ReceiverId) -> f64 {
        let RadioReceiver { channel, gain_db, .. } = self.receivers[receiver.index()];
        let channel = &mut self.channels[channel.index()];
        channel.level_db(now.saturating_since(self.start)) + gain_db
    }

    pub(super) fn underway(&mut self, key: PacketKey) -> &mut Underway {
        self.underway[key.index()].as_mut().expect("a packet in HARQ")
    }

    /// Links with a limited number of processes, when the run ended at `ended`.
    pub fn limited(&self, ended: SimTime) -> Vec<LimitedLink> {
        let links = (0..).map(TransmitterId).zip(&self.links);
        let limited = links.filter_map(|(number, link)| {
            let link = link.as_ref()?;
            let since = link.stalled_since.unwrap_or(ended);
            let stalled = link.stalled + ended.saturating_since(since);
            Some(LimitedLink { link: number, processes: link.harq.processes()?.count(), stalled })
        });
        limited.collect()
    }

    /// Forgets a PDU whose codeword was never sent.
    pub(super) fn discard_pdu(&mut self, key: PacketKey) {
        self.underway[key.index()] = None;
        self.pdus_underway -= 1;
    }

    /// The counts of every lane that was used: transmitter, receiver, counts.
    pub fn lanes(&self) -> impl Iterator<Item = (TransmitterId, ReceiverId, &LaneCounts)> + Clone {
        self.lanes.iter().map(|lane| (lane.transmitter, lane.receiver, &lane.counts))
    }
}

/// Flow number for a link, on which the two directions of a flow count as two flows.
pub(super) fn flow_of(packet: &Packet) -> u64 {
    u64::from(packet.flow.0) << 32 | u64::from(packet.source.0)
}

impl World {
    pub(super) fn radio(&mut self) -> &mut Radio {
        self.radio.as_mut().expect("a world with HARQ")
    }

    /// Begins HARQ for a packet's first transmission, if the link `number` has it; returns whether
    /// it has.
    pub(super) fn begin_harq(
        &mut self,
        number: TransmitterId,
        key: PacketKey,
        sent: Transmission,
        flight: Flight,
        queue: &mut EventQueue<WorldEvent>,
    ) -> bool {
        let Some(radio) = &mut self.radio else { return false };
        let carried = &self.in_flight[key];
        let Some((begun, codewords)) = radio.begin(
            number,
            (key, carried.from),
            (&self.users, carried.next),
            &carried.packet,
            sent,
        ) else {
            return false;
        };
        let lane = &radio.lanes[begun.lane.index()];
        if lane.must_wait() {
            self.transmitters[number.index()].set_blocked(lane.user, true);
        }
        if lane.rlc.is_some() {
            self.begin_pdus(number, key, (begun, codewords), (sent, flight), queue);
            return true;
        }
        if codewords == 1 {
            radio.put(key, begun);
            self.expect(number, key, flight.arrival, queue);
            return true;
        }
        // One behind the other, the last one as the whole packet would arrive.
        radio.parts.begin(key, codewords);
        let mut part = *carried;
        part.packet.size = part.packet.size.div_ceil(codewords);
        self.in_flight[key].lost = None;
        for n in 1..=codewords {
            let key = self.in_flight.insert(part);
            let began = sent.end_of(n - 1, codewords);
            self.radio().put(key, Underway { began, ..begun });
            let sooner = (sent.end - sent.end_of(n, codewords)).as_nanos();
            let at = SimTime::from_nanos(flight.arrival.as_nanos() - sooner);
            self.expect(number, key, at, queue);
        }
        true
    }

    /// Schedules the reception of the transmission of `key` at `at`.
    pub(super) fn expect(
        &mut self,
        number: TransmitterId,
        key: PacketKey,
        at: SimTime,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        self.schedule(at, number, WorldEvent::Reception { transmitter: number, key }, queue);
    }

    /// Handles the arrival of the transmission of `key` at its receiver.
    pub(super) fn receive(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        key: PacketKey,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        // A packet lost on the link counts as a reception without signal.
        let lost = self.in_flight[key].lost.take();
        if lost == Some(DropReason::Handover) {
            self.end_harq(now, number, key, HarqResult::Wasted, queue);
            return;
        }
        let radio = self.radio.as_mut().expect("a world with HARQ");
        let lane = radio.underway(key).lane;
        let is_first = radio.underway(key).process.transmissions == 0;
        let own = radio.lanes[lane.index()].receiver;
        let other = radio.link(number).and_then(|link| link.redundancy_at);
        let level = match lost {
            Some(_) => f64::NEG_INFINITY,
            None => radio.level_db(now, other.filter(|_| !is_first).unwrap_or(own)),
        };
        let underway = radio.underway[key.index()].as_mut().expect("a packet in HARQ");
        let link = radio.links[number.index()].as_ref().expect("a link with HARQ");
        underway.verdict = link.harq.receive(&mut underway.process, level);
        if underway.feedback == Feedback::Disabled && underway.verdict == DecodingResult::Again {
            underway.verdict = DecodingResult::GaveUp;
        }
        let delay = link.harq.decoding_delay();
        if delay.is_zero() {
            self.conclude(now, number, key, queue);
        } else {
            self.schedule(
                now.saturating_add(delay),
                number,
                WorldEvent::Verdict { transmitter: number, key },
                queue,
            );
        }
    }

    /// Handles the result of the last transmission of `key` at its receiver.
    pub(super) fn conclude(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        key: PacketKey,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        match self.radio().underway(key).verdict {
            DecodingResult::Decoded => self.end_harq(now, number, key, HarqResult::Decoded, queue),
            DecodingResult::Again => {
                let at = self.feedback_at(now, number, key);
                self.schedule(at, number, WorldEvent::Request { transmitter: number, key }, queue);
            }
            DecodingResult::GaveUp => self.end_harq(now, number, key, HarqResult::GaveUp, queue),
        }
    }

    /// Time at which feedback on `key` that its receiver sends at `now` is at the transmitter.
    fn feedback_at(&mut self, now: SimTime, number: TransmitterId, key: PacketKey) -> SimTime {
        let carried = &self.in_flight[key];
        let delay = self.timeline.propagation(carried.next, carried.from, now);
        let lane = self.users.number(number, carried.next);
        let delay = self.transmitters[number.index()].way_back(now, lane, delay);
        let radio = self.radio();
        let began = radio.underway(key).began;
        let link = radio.link(number).expect("a link with HARQ");
        link.harq.feedback_at(began, now.saturating_add(delay))
    }

    /// Whether the packet `key` must wait for a HARQ process of its receiver.
    pub(super) fn waits_for_process(
        &mut self,
        now: SimTime,
        node: NodeId,
        key: PacketKey,
        number: TransmitterId,
    ) -> bool {
        let link = self.radio.as_ref().and_then(|radio| radio.link(number));
        let is_limited = |link: &&RadioLink| link.harq.processes().is_some() || link.rlc.is_some();
        let Some(link) = link.filter(is_limited) else { return false };
        let codewords = link.harq.codewords(self.in_flight[key].packet.size);
        let Turn::Send(next) = self.turn(now, node, self.in_flight[key].next) else { return false };
        let radio = self.radio.as_mut().expect("a world with HARQ");
        let lane = radio.lane(number, node, (&self.users, next)).expect("a link with HARQ");
        radio.lanes[lane.index()].must_wait_with(codewords)
    }

    /// Records whether packets of transmitter `number` wait for a process from `now` on while the
    /// link is free.
    pub(super) fn note_stalled(&mut self, now: SimTime, number: TransmitterId, is_stalled: bool) {
        let link = self.radio.as_mut().and_then(|radio| radio.links.get_mut(number.index()));
        let Some(link) = link.and_then(Option::as_mut) else { return };
        if let Some(since) = link.stalled_since.take() {
            link.stalled += now - since;
        }
        link.stalled_since = is_stalled.then_some(now);
    }

    /// Ends the use of the process of `key` when its sender knows that no further transmission
    /// follows.
    fn leave_process(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        key: PacketKey,
        fate: HarqResult,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let Underway { lane, sent, feedback, .. } = *self.radio().underway(key);
        let is_limited = self.radio().lanes[lane.index()].processes.is_some();
        if !is_limited || feedback == Feedback::Disabled {
            return;
        }
        let at = match fate {
            HarqResult::Decoded | HarqResult::GaveUp => self.feedback_at(now, number, key),
            HarqResult::LeftBehind | HarqResult::Wasted => now,
        };
        self.radio().lanes[lane.index()].counts.note_process(at - sent);
        self.schedule(at, number, WorldEvent::ProcessFree { transmitter: number, lane }, queue);
    }

    /// Frees a process of `lane`, and lets transmitter `number` send.
    pub(super) fn free_process(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        lane: LaneId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let own = &mut self.radio().lanes[lane.index()];
        own.processes.as_mut().expect("a limited number of processes").free();
        let node = own.node;
        let waiting = own.rlc.as_mut().and_then(|rlc| rlc.waiting.pop_front());
        self.note_blocked(number, lane);
        if let Some(held) = waiting {
            let transmitter = &mut self.transmitters[number.index()];
            transmitter.enqueue_redundancy(now, held.key, held.bytes, held.flow);
        }
        self.serve(now, node, number, queue);
    }

    /// Tells the scheduler of transmitter `number` whether the user of `lane` has to wait.
    pub(super) fn note_blocked(&mut self, number: TransmitterId, lane: LaneId) {
        let lane = &self.radio().lanes[lane.index()];
        let (user, must_wait) = (lane.user, lane.must_wait());
        self.transmitters[number.index()].set_blocked(user, must_wait);
    }

    /// Handles a request for redundancy for `key` at transmitter `number`.
    pub(super) fn request(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        key: PacketKey,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let carried = &self.in_flight[key];
        let (node, flow, size) = (carried.from, flow_of(&carried.packet), carried.packet.size);
        let radio = self.radio.as_ref().expect("a world with HARQ");
        let underway = radio.underway[key.index()].as_ref().expect("a packet in HARQ");
        let link = radio.link(number).expect("a link with HARQ");
        let bytes = link.harq.frame_bytes(&underway.process, size, link.framing_bytes);
        self.transmitters[number.index()].enqueue_redundancy(now, key, bytes, flow);
        self.serve(now, node, number, queue);
    }

    /// Sends redundancy at its transmission time, or handles its packet otherwise.
    pub(super) fn take_redundancy_turn(
        &mut self,
        now: SimTime,
        node: NodeId,
        held: QueuedPacket,
        number: TransmitterId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        if !self.may_begin(now, node, held, number, queue) {
            return;
        }
        let next = self.in_flight[held.key].next;
        let turn = self.turn(now, node, next);
        // A receiver that did not receive the first transmission cannot use redundancy.
        if !matches!(turn, Turn::Waste) && turn != Turn::Send(next) {
            self.end_harq(now, number, held.key, HarqResult::LeftBehind, queue);
            return;
        }
        let sent = self.transmitters[number.index()].send_redundancy(now, held.bytes);
        let radio = self.radio();
        let underway = radio.underway(held.key);
        underway.began = sent.start;
        let Underway { process, lane, .. } = *underway;
        let counts = &mut radio.lanes[lane.index()].counts;
        counts.note_redundancy(process.symbols, sent.end - sent.start);
        let arrival = if turn == Turn::Waste {
            self.in_flight[held.key].lost = Some(DropReason::Handover);
            sent.end
        } else {
            let delay = self.timeline.propagation(node, next, sent.start);
            let lane = self.users.number(number, next);
            let carried = &mut self.in_flight[held.key];
            let transmitter = &mut self.transmitters[number.index()];
            let flight = transmitter.cross(sent, &carried.packet, lane, delay);
            carried.lost = flight.is_lost.then_some(DropReason::LinkLoss);
            flight.arrival
        };
        self.expect(number, held.key, arrival, queue);
    }

    /// Ends HARQ for the codeword `key`, and with it, if no other is left, for its packet, which is
    /// delivered, routed again as a whole, or dropped.
    pub(super) fn end_harq(
        &mut self,
        now: SimTime,
        number: TransmitterId,
        key: PacketKey,
        fate: HarqResult,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        self.leave_process(now, number, key, fate, queue);
        let Underway { lane, pdu, .. } = *self.radio().underway(key);
        let (receiver, item) = self.note_end(now, key, fate.end());
        if let Some(pdu) = pdu {
            self.in_flight.remove(key);
            self.radio().pdus_underway -= 1;
            self.end_pdu(now, (number, lane), pdu, fate, queue);
            return;
        }
        let whole = item.key;
        let fate = if whole == key {
            fate
        } else {
            self.in_flight.remove(key);
            let Some(fate) = self.radio().parts.end(whole, fate) else { return };
            fate
        };
        let reason = match fate {
            HarqResult::Decoded => {
                let radio = self.radio();
                let Some(buffer) = &mut radio.receivers[receiver.index()].reordering else {
                    self.arrive_apart(now, whole, queue);
                    return;
                };
                let mut released = Released::default();
                buffer.on_decoded(now, item, &mut released);
                self.release(now, receiver, released, queue);
                return;
            }
            HarqResult::LeftBehind => {
                self.schedule(now, number, WorldEvent::Reroute { key: whole }, queue);
                self.skip(now, receiver, item, queue);
                return;
            }
            HarqResult::Wasted => DropReason::Handover,
            HarqResult::GaveUp => DropReason::HarqFailure,
        };
        let node = self.in_flight[whole].from;
        self.drop_packet(now, node, whole, reason);
        self.skip(now, receiver, item, queue);
    }

    /// Notifies the buffer of `receiver`, if it has one, that `item` will not come.
    fn skip(
        &mut self,
        now: SimTime,
        receiver: ReceiverId,
        item: OrderedPacket,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let Some(buffer) = &mut self.radio().receivers[receiver.index()].reordering else {
            return;
        };
        let mut released = Released::default();
        buffer.on_given_up(now, item, &mut released);
        self.release(now, receiver, released, queue);
    }

    /// Removes the codeword `key` from HARQ; returns its receiver, and the packet's entry in the
    /// receiver's buffer.
    fn note_end(
        &mut self,
        now: SimTime,
        key: PacketKey,
        end: HarqEnd,
    ) -> (ReceiverId, OrderedPacket) {
        let packet = &self.in_flight[key].packet;
        let radio = self.radio.as_mut().expect("a world with HARQ");
        let underway = radio.underway[key.index()].take().expect("a packet in HARQ");
        let Underway { process, lane, whole, number, place, sent, .. } = underway;
        let lane = &mut radio.lanes[lane.index()];
        lane.counts.note_end(end, &process);
        let item = OrderedPacket {
            key: whole,
            sender: lane.transmitter.0,
            number,
            flow: flow_of(packet),
            start: place.0,
            end: place.1,
        };
        let receiver = lane.receiver;
        let link = lane.transmitter;
        if !is_message(packet) {
            let (transmissions, symbols) = (process.transmissions, process.symbols_received);
            let mutual_information = process.mutual_information;
            let ending = HarqEnding {
                end,
                sent,
                link: link.0,
                receiver: receiver.0,
                transmissions,
                symbols,
                mutual_information,
            };
            self.collector.note_harq(now, packet, &ending);
        }
        (receiver, item)
    }

    /// Forwards the packets that the buffer of `receiver` has released, and drops those it has
    /// dropped.
    fn release(
        &mut self,
        now: SimTime,
        receiver: ReceiverId,
        released: Released,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        for key in released.drop {
            let node = self.in_flight[key].next;
            self.drop_packet(now, node, key, DropReason::ReorderingTimeout);
        }
        for key in released.deliver {
            self.arrive_apart(now, key, queue);
        }
        self.schedule_timeout(now, receiver, queue);
    }

    fn schedule_timeout(
        &mut self,
        now: SimTime,
        number: ReceiverId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let receiver = &mut self.radio().receivers[number.index()];
        let Some(at) = receiver.reordering.as_ref().and_then(|buffer| buffer.next_timeout()) else {
            return;
        };
        let at = at.max(now);
        if receiver.timeout_at.is_some_and(|pending| pending <= at) {
            return;
        }
        receiver.timeout_at = Some(at);
        let sequence = receiver.timeouts;
        receiver.timeouts = sequence.wrapping_add(1);
        let rank = Rank { class: class::REORDERING, owner: number.0, sequence };
        queue.push(at, rank, WorldEvent::ReorderingTimeout { receiver: number });
    }

    /// Handles a timeout of the buffer of `receiver`, which may have moved.
    pub(super) fn reordering_timeout(
        &mut self,
        now: SimTime,
        number: ReceiverId,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let receiver = &mut self.radio().receivers[number.index()];
        if receiver.timeout_at != Some(now) {
            // An earlier one was scheduled since.
            return;
        }
        receiver.timeout_at = None;
        let buffer = receiver.reordering.as_mut().expect("a buffer with a time-out");
        let mut released = Released::default();
        if buffer.next_timeout().is_some_and(|at| at <= now) {
            buffer.on_timeout(now, &mut released);
        }
        let later = buffer.next_timeout().is_some_and(|at| at <= now);
        debug_assert!(!later, "a time-out that has come is over");
        self.release(now, number, released, queue);
    }
}
