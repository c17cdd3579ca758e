//! Receiver: reassembly and the content of ACKs.
//!
//! [`super::ack_policy`] decides when an ACK is due, [`super::window`] how much is offered. The
//! application reads immediately, or by hand.

use skyseam_base::SimTime;
use skyseam_endpoint::{Endpoint, FlowReport, Polled};
use skyseam_packet::{
    Body, Ecn, Packet, SackBlock, SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps,
};
use skyseam_trace::{AckRelease, Event, Recorder};

use super::ack_policy::AckPolicy;
use super::blocks::Blocks;
use super::clock::HostClock;
use super::handshake::Handshake;
use super::keys::Linux;
use super::memory::UnreadData;
use super::window::ReceiveWindow;
use crate::config::TcpConfig;
use crate::connection::Connection;
use crate::delayed_ack::HeldAck;
use crate::duplex::ReceiveHalf;
use crate::ecn::{Departure, EcnState};
use crate::profile::PacketLengths;
use crate::ranges::RangeSet;

/// Assumed length of a full segment before the first (`TCP_MSS_DEFAULT`); segments of at least this
/// length may be full.
const MSS_DEFAULT: u32 = 536;
/// Minimum length of a possibly full segment that does not end a write (`TCP_MIN_MSS`).
const MSS_LEAST: u32 = 88;
/// Milliseconds by which a timestamp may be older than the preceding one (`TCP_PAWS_WINDOW`).
pub(super) const REPLAY_WINDOW: i32 = 1;

/// Length of the timestamps option, padded.
const TIMESTAMPS: u32 = 12;

/// Length below which segments in order do not widen the window.
const SMALL: u32 = 128;

/// Maximum number of separate out-of-order ranges; a segment that would add one more is dropped.
const MAX_RANGES: usize = 1 << 20;

/// Receiver of a connection.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Receiver {
    /// Next offset expected.
    pub(super) next: u64,
    pub(super) connection: Connection,
    pub(super) config: TcpConfig,
    /// First offset after the last byte, if the application knows it.
    end: Option<u64>,
    /// First offset that was never offered. The window does not shrink.
    pub(super) edge: u64,
    /// Bytes in order that wait to be read by hand.
    unread: Option<u64>,
    /// Bytes in order that an application which reads immediately has not read yet, and those of
    /// them in the first buffer. An ACK that leaves immediately is built before the read, as in the
    /// kernel.
    queued: u64,
    first_buffer: u64,
    waiting: UnreadData,
    /// Whether this endpoint has closed its own direction.
    pub(super) has_closed: bool,
    pub(super) out_of_order: RangeSet,
    blocks: Blocks,
    pub(super) duplicate: Option<(u64, u64)>,
    pub(super) policy: AckPolicy,
    pub(super) window: ReceiveWindow,
    /// Payload of a full segment, as estimated from arrived segments (`rcv_mss`).
    full: u32,
    /// Payload of the last segment if it was shorter and may still be full (`last_seg_size`).
    last_short: u32,
    pub(super) ack_due: bool,
    pub(super) held: HeldAck,
    pub(super) syn_ack_due: bool,
    pub(super) handshake: Handshake,
    /// ACK that left before the state changed. Boxed, because it is rare.
    pub(super) flushed: Option<Box<Packet>>,
    /// Offset of the peer's FIN, once it arrived.
    fin: Option<u64>,
    /// Whether every ACK carries a FIN after the peer's: this endpoint has nothing to send.
    pub(super) answers_fin: bool,
    /// TS.Recent and Last.ACK.sent of RFC 7323 Sec. 4.3.
    echo: u32,
    pub(super) acknowledged: u64,
    /// Segments that brought nothing new.
    duplicates: u64,
    report: FlowReport,
    pub(super) lengths: PacketLengths,
    /// ECN, if the connection may have it, and the field of the segment that arrives.
    pub(super) ecn: Option<Box<EcnState>>,
    field: Ecn,
}

impl Receiver {
    /// Returns a receiver that waits for the connection; `bytes` is the number expected by the
    /// application, if known.
    pub fn new(connection: Connection, config: &TcpConfig, bytes: Option<u64>) -> Self {
        // Duplicates are counted where there are no blocks, so none may be left out.
        let lengths = config.lengths();
        let compresses = config.own::<Linux>().sack_compression && config.sack_blocks > 0;
        Self {
            connection,
            end: bytes.map(|bytes| connection.origin + 1 + bytes),
            next: connection.origin,
            edge: 0,
            unread: None,
            queued: 0,
            first_buffer: 0,
            waiting: UnreadData::default(),
            has_closed: false,
            out_of_order: RangeSet::default(),
            blocks: Blocks::default(),
            duplicate: None,
            policy: AckPolicy::new(config.delayed_ack, compresses),
            window: ReceiveWindow::new(config.receive_window, lengths.full, lengths.packet(0, 0)),
            full: MSS_DEFAULT.min(lengths.full),
            last_short: 0,
            ack_due: false,
            held: HeldAck::default(),
            syn_ack_due: false,
            handshake: Handshake::new(config.initial_rto),
            flushed: None,
            fin: None,
            answers_fin: true,
            echo: 0,
            acknowledged: connection.origin,
            duplicates: 0,
            report: FlowReport::default(),
            lengths,
            ecn: EcnState::of(config),
            field: Ecn::NotEct,
            config: config.clone(),
        }
    }

    /// Sets the clock of the host. Call before anything arrives.
    pub(super) fn on_clock(mut self, clock: HostClock) -> Self {
        self.policy.set_clock(clock);
        self.handshake.clock = clock;
        self
    }

    /// Returns the counters of this endpoint.
    pub fn report(&self) -> FlowReport {
        let duplicates_received = Some(self.duplicates);
        let delayed_acks = Some(self.held.count());
        let received_ce = self.ecn.as_ref().and_then(|ecn| ecn.received_ce());
        FlowReport { duplicates_received, delayed_acks, received_ce, ..self.report }
    }

    /// Keeps bytes in order until [`Receiver::read`] takes them. Call before anything arrives.
    pub fn set_manual_read(&mut self) {
        self.unread = Some(0);
    }

    /// Returns the bytes in order that wait to be read by hand.
    pub fn unread(&self) -> u64 {
        self.unread.unwrap_or(0)
    }

    /// Reads `bytes` of them for the application.
    pub fn read(&mut self, now: SimTime, bytes: u64) {
        let Some(left) = &mut self.unread else { return };
        let before = *left;
        *left = before.saturating_sub(bytes);
        let unread = *left;
        let (from, to) = (self.next - before, self.next - unread);
        if to > from {
            // The first buffer that is read ends a round: no other comes later.
            let first = self.waiting.first_end().map_or(to, |end| end.clamp(from, to));
            self.window.on_read(now, first, self.next - first, self.span());
            self.waiting.read(to);
        }
        if bytes > 0 {
            self.look_after_read(unread == 0 && self.out_of_order.is_empty());
        }
    }

    /// Reads queued data, buffer by buffer, for an application that reads immediately.
    pub(super) fn read_queued(&mut self, now: SimTime) {
        let queued = std::mem::take(&mut self.queued);
        if queued == 0 {
            return;
        }
        let behind = queued - self.first_buffer.min(queued);
        self.window.on_read(now, self.next - behind, behind, self.span());
        self.waiting.clear();
        self.look_after_read(self.out_of_order.is_empty());
    }

    /// Sends an ACK after a read if one waited for that, or if it announces room that has doubled
    /// (`tcp_cleanup_rbuf`).
    fn look_after_read(&mut self, is_empty: bool) {
        if self.ack_due {
            return;
        }
        self.ack_due = self.policy.on_read(self.full, is_empty);
        let told = self.told();
        if !self.ack_due && !self.is_closed() && self.window.is_narrow(told) {
            let room = self.window.room(self.waiting.memory(), self.full);
            self.ack_due = room > 0 && room >= 2 * told;
        }
    }

    /// Makes room for an arrived segment (`tcp_prune_queue`).
    fn make_room(&mut self) {
        if self.window.widen(self.waiting.memory()) {
            self.policy.end_quick();
        }
    }

    /// Returns the unused part of the offered window, bytes.
    fn told(&self) -> u64 {
        self.edge.saturating_sub(self.next)
    }

    /// Returns the window to offer now. The right edge stays or advances by whole steps of the
    /// window field (`tcp_select_window`).
    pub(super) fn next_window(&mut self) -> u64 {
        let waiting = self.waiting.memory();
        if self.window.is_short(waiting) {
            self.policy.end_quick();
        }
        let told = self.told();
        let room = self.window.room(waiting, self.full);
        if room < told { self.window.in_steps(told) } else { room }
    }

    /// Returns the distance from the next expected offset to the end of the received data.
    fn span(&self) -> u64 {
        self.out_of_order.last().map_or(0, |(_, end)| end - self.next)
    }

    /// Whether the peer's FIN and everything before it have arrived.
    pub(super) fn is_closed(&self) -> bool {
        self.fin.is_some_and(|fin| self.next > fin)
    }

    pub(super) fn delivered(&self) -> u64 {
        let end = self.fin.map_or(self.next, |fin| fin.min(self.next));
        end.saturating_sub(self.connection.origin + 1)
    }

    /// Ends the handshake with the first segment without SYN.
    pub(super) fn end_handshake(&mut self, now: SimTime) {
        if self.handshake.on_segment(now) {
            self.window.begin(now, self.next);
            self.policy.on_established(now);
            if let Some(sample) = self.handshake.round_trip() {
                self.policy.on_handshake(sample);
            }
        }
    }

    fn on_syn(&mut self, segment: &TcpSegment) {
        if segment.seq != SeqNumber::of_offset(self.connection.origin) {
            self.ack_due = self.next > self.connection.origin;
            return;
        }
        if self.next == self.connection.origin {
            // That of the first SYN to come, whichever is answered (`tcp_check_req`).
            self.echo = segment.timestamps.map_or(self.echo, |t| t.value);
            self.next += 1;
        }
        self.syn_ack_due = self.delivered() == 0;
        self.ack_due = true;
    }

    pub(super) fn on_data(&mut self, now: SimTime, segment: &TcpSegment, trace: &mut dyn Recorder) {
        let Some(from) = segment.seq.unwrap_near(self.next) else {
            self.ack_due = true;
            return;
        };
        let fin = segment.flags.contains(TcpFlags::FIN);
        if segment.payload == 0 && !fin {
            let is_outside = from < self.acknowledged || from > self.edge.max(self.next);
            if is_outside && self.policy.may_answer(now) {
                self.ack_due = true;
            }
            return;
        }
        let limit = self.edge.max(self.next);
        let data_end = from.saturating_add(u64::from(segment.payload));
        // The FIN takes a place in the sequence, behind the data.
        let to = data_end.saturating_add(u64::from(fin));
        if self.is_unacceptable(segment, from, to) {
            // `tcp_send_dupack`.
            if from < self.next {
                self.on_again(from, to.min(self.next));
            }
            self.ack_due = true;
            return;
        }
        if let Some(timestamps) = segment.timestamps {
            if from <= self.acknowledged && !self.is_stale(timestamps.value, 0) {
                self.echo = timestamps.value;
            }
            let is_full = segment.payload >= self.full;
            self.window.on_echo(timestamps.echo, self.policy.clock.stamp(now), is_full);
        }
        self.policy.schedule();
        if let Some(ecn) = &mut self.ecn {
            ecn.on_cwr(segment.flags);
        }
        // What no ACK has told yet is forgotten (`tcp_data_queue`).
        self.duplicate = None;
        if to <= self.next {
            self.on_again(from, to);
            self.ack_due = true;
            return;
        }
        let (start, end) = (from.max(self.next), to);
        if from < self.next {
            // A part came before (`tcp_data_queue`).
            self.duplicate = Some((from, self.next));
        }
        if start >= limit {
            self.policy.hurry(self.full, self.told());
            self.ack_due = true;
            return;
        }
        if fin {
            self.fin.get_or_insert(data_end);
        }
        let had_holes = !self.out_of_order.is_empty();
        if start > self.next {
            self.measure(segment);
            self.on_early(now, segment.payload, start, end);
        } else {
            if segment.payload > 0 {
                self.measure(segment);
            }
            self.part_acks(now);
            self.on_next(now, segment.payload, end, trace);
        }
        if start > self.next && self.flushed.is_some() {
            // The ACK that just left took the note with it that one is due: the new block waits for
            // the segment after this (`inet_csk_ack_scheduled`).
            return;
        }
        let holes = !self.out_of_order.is_empty();
        self.policy.on_round_trip(self.window.rtt());
        let told = self.edge.saturating_sub(self.acknowledged);
        let keeps_window = self.policy.has_second(self.full) && self.next_window() >= told;
        self.ack_due |= self.ecn.as_mut().is_some_and(|ecn| ecn.takes_ack_now());
        self.ack_due |= self.policy.decide(now, self.full, keeps_window, self.next, holes);
        if !self.ack_due {
            self.read_queued(now);
        }
        if self.ack_due {
            let in_order = !had_holes && !holes;
            self.held.release(if in_order { AckRelease::SecondSegment } else { AckRelease::Gap });
        } else if !holes {
            self.held.hold(now);
        }
    }

    /// Whether a segment is answered and otherwise ignored: its timestamp is old (PAWS, RFC 7323
    /// Sec. 5), it was acknowledged, or it lies beyond the window (`tcp_validate_incoming`,
    /// `tcp_sequence`).
    fn is_unacceptable(&self, segment: &TcpSegment, from: u64, to: u64) -> bool {
        let edge = self.edge.max(self.next);
        to < self.acknowledged
            || (to > edge && (from > edge || self.unread() > 0))
            || segment.timestamps.is_some_and(|t| self.is_stale(t.value, REPLAY_WINDOW))
    }

    /// Whether a timestamp is older than the one to echo by more than `by` milliseconds.
    fn is_stale(&self, stamp: u32, by: i32) -> bool {
        self.echo.wrapping_sub(stamp) as i32 > by
    }

    /// Sends the pending ACK if the segment's data may not share one with those before it
    /// (`dctcp_ece_ack_update`).
    fn part_acks(&mut self, now: SimTime) {
        let Some(ecn) = &self.ecn else { return };
        if ecn.parts_acks(self.field) && self.policy.is_holding() {
            self.flushed = Some(Box::new(self.acknowledgement(now)));
            self.policy.schedule();
        }
    }

    /// Handles the ECN field of acceptable data (`tcp_data_ecn_check`).
    fn note_field(&mut self) {
        if self.ecn.as_mut().is_some_and(|ecn| ecn.on_data(self.field)) {
            self.policy.hurry_briefly();
        }
    }

    /// Handles a duplicate segment `from..to`.
    fn on_again(&mut self, from: u64, to: u64) {
        self.duplicates += 1;
        self.duplicate = Some((from, to));
        self.policy.hurry(self.full, self.edge.saturating_sub(self.acknowledged));
    }

    /// Updates the estimated length of a full segment: a shorter length that occurs twice in a row
    /// is full, and otherwise ends an application's write (`tcp_measure_rcv_mss`).
    fn measure(&mut self, segment: &TcpSegment) {
        let (payload, before) = (segment.payload, std::mem::take(&mut self.last_short));
        let is_pushed = segment.flags.contains(TcpFlags::PSH);
        if payload >= self.full {
            if payload > self.full {
                let told = self.edge.saturating_sub(self.acknowledged);
                self.window.on_longer(payload, told);
                self.full = payload.min(self.lengths.full);
            }
            if is_pushed {
                self.policy.on_end_of_write(true);
            }
            return;
        }
        let options = if self.config.timestamps { TIMESTAMPS } else { 0 };
        let is_last = is_pushed || segment.flags.contains(TcpFlags::FIN);
        let least = if is_last { MSS_DEFAULT } else { MSS_LEAST };
        if payload + options >= least {
            self.last_short = payload;
            if payload == before {
                self.full = payload;
                return;
            }
        }
        self.policy.on_end_of_write(false);
    }

    fn on_next(&mut self, now: SimTime, payload: u32, end: u64, trace: &mut dyn Recorder) {
        let had_holes = !self.out_of_order.is_empty();
        let before = self.delivered();
        let offered = self.edge.saturating_sub(self.acknowledged);
        if payload > 0 {
            self.report.last_received = Some(now);
            let buffer = self.window.buffer(payload);
            self.make_room();
            self.waiting.add(end, u64::from(payload), buffer, self.unread.is_some());
            self.window.on_in_order(now, end, end + offered);
            self.policy.on_data(now, payload, self.full, offered);
            self.note_field();
            // `tcp_event_data_recv` leaves small segments alone.
            if payload >= SMALL && self.window.on_segment(payload, self.full, self.waiting.memory())
            {
                self.policy.on_window_grown();
            }
        }
        self.next = end;
        while let Some((start, end)) = self.out_of_order.first()
            && start <= self.next
        {
            self.next = self.next.max(end);
            self.out_of_order.pop_first();
        }
        self.blocks.pass(self.next);
        let joined = self.next - end;
        if joined > 0 {
            self.waiting.join(end, self.next, self.unread.is_some());
            self.policy.on_joined(joined);
        }
        let flow = self.connection.flow;
        let bytes = self.delivered() - before;
        self.report.bytes_delivered += bytes;
        if bytes > 0 {
            let waiting = self.unread.as_mut().unwrap_or(&mut self.queued);
            if *waiting == 0 {
                self.first_buffer = bytes.saturating_sub(joined);
            }
            *waiting += bytes;
            trace.record(now, Event::Delivered { flow, bytes });
        }
        if self.report.received_at.is_none() && self.end.is_some_and(|end| self.next >= end) {
            self.report.received_at = Some(now);
            trace.record(now, Event::FlowReceived { flow });
        }
        // RFC 5681 Sec. 4.2: a gap that closes is told at once. So is the end of the stream, where
        // the ACK carries the FIN in answer, or this end has closed already; otherwise the ACK
        // waits for the application to close (`tcp_fin`).
        self.ack_due |= had_holes && self.out_of_order.is_empty();
        if self.is_closed() {
            if self.answers_fin || self.has_closed {
                self.ack_due = true;
            } else {
                self.policy.on_fin();
            }
        }
    }

    fn on_early(&mut self, now: SimTime, payload: u32, start: u64, end: u64) {
        if self.out_of_order.len() >= MAX_RANGES && self.out_of_order.containing(start).is_none() {
            self.ack_due = true;
            return;
        }
        self.note_field();
        // RFC 2883 Sec. 4: the whole segment is there already, beyond a hole.
        let is_known = self.out_of_order.containing(start).is_some_and(|(_, known)| end <= known);
        if is_known {
            self.duplicates += 1;
            self.duplicate = Some((start, end));
        }
        let place = self.blocks.place(start, end);
        if self.policy.crowds_out(place) {
            self.blocks.extend(place, start, end);
            self.flushed = Some(Box::new(self.acknowledgement(now)));
        }
        let mut new = 0;
        self.out_of_order.insert(start, end, |from, to| new += to - from);
        if new > 0 {
            if payload > 0 {
                self.report.last_received = Some(now);
            }
            self.make_room();
            // Without SACK an ACK with a wider window would not count as a duplicate.
            let waiting = self.waiting.memory();
            if self.config.sack_blocks > 0 && self.window.on_segment(payload, self.full, waiting) {
                self.policy.on_window_grown();
            }
            self.waiting.add_early(start, end, self.window.buffer(payload));
        }
        self.window.on_early(self.span());
        self.blocks.note(start, end);
    }

    fn sack_blocks(&mut self) -> SackBlocks {
        let mut blocks = SackBlocks::default();
        let room = self.lengths.sack_room;
        let block = |(start, end): (u64, u64)| SackBlock {
            start: SeqNumber::of_offset(start),
            end: SeqNumber::of_offset(end),
        };
        if let Some(duplicate) = self.duplicate.take()
            && room > 0
        {
            blocks.push(block(duplicate));
        }
        let left = room - blocks.as_slice().len();
        for range in self.blocks.iter().take(left) {
            blocks.push(block(range));
        }
        blocks
    }

    fn acknowledgement(&mut self, now: SimTime) -> Packet {
        let sack = self.sack_blocks();
        let syn = std::mem::take(&mut self.syn_ack_due);
        if syn {
            // The window of a SYN is not scaled (RFC 7323 Sec. 2.2).
            self.edge = self.edge.max(self.next + self.window.offered());
        }
        let window = if syn { self.told() as u32 } else { self.offer_window() };
        let flags = match (syn, self.answers_fin && self.is_closed()) {
            (true, _) => TcpFlags::SYN,
            (false, true) => TcpFlags::FIN,
            (false, false) => TcpFlags::default(),
        };
        let mut segment = TcpSegment {
            seq: SeqNumber(u32::from(!syn)),
            ack: SeqNumber::of_offset(self.next),
            flags: flags.with(TcpFlags::ACK),
            window,
            payload: 0,
            sack,
            timestamps: self
                .config
                .timestamps
                .then(|| Timestamps { value: self.policy.clock.stamp(now), echo: self.echo }),
            option: None,
        };
        let (field, option) = match self.ecn {
            Some(_) => self.complete(now, &mut segment, syn),
            None => (Ecn::NotEct, 0),
        };
        self.ack_due = false;
        if syn {
            self.handshake.on_syn_ack(now);
        }
        // The answer to a SYN with data acknowledges those.
        if !syn || self.delivered() > 0 {
            self.policy.on_ack_sent();
        }
        self.acknowledged = self.next;
        let size = if syn {
            self.config.syn_size()
        } else {
            self.lengths.packet(0, segment.sack.as_slice().len())
        };
        let (from, to) = (self.connection.to, self.connection.from);
        let mut packet = self.connection.packet(from, to, size + option, now, segment);
        packet.ecn = field;
        packet
    }

    /// Records that an ACK leaves: none is demanded by ECN any more.
    pub(super) fn forget_ack_now(&mut self) {
        if let Some(ecn) = &mut self.ecn {
            ecn.takes_ack_now();
        }
    }

    /// Adds the ECN feedback to a departing segment; returns its ECN field and the length of the
    /// AccECN option.
    #[inline(never)]
    fn complete(&mut self, now: SimTime, segment: &mut TcpSegment, is_syn: bool) -> (Ecn, u32) {
        let Some(ecn) = &mut self.ecn else { return (Ecn::NotEct, 0) };
        if is_syn {
            let field = ecn.on_syn_ack_sent(segment, !self.handshake.is_repeated());
            return (field, segment.option.map_or(0, |option| option.length()));
        }
        ecn.takes_ack_now();
        let field = ecn.on_departure(segment, Departure::Other);
        let stamps = if segment.timestamps.is_some() { TIMESTAMPS } else { 0 };
        let (blocks, smoothed) = (segment.sack.as_slice().len(), self.policy.smoothed());
        let (kept, option) = ecn.give_in_ack(now, segment, stamps, blocks, smoothed);
        segment.sack.truncate(kept);
        (field, option)
    }
}

impl Endpoint for Receiver {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Tcp(segment) = &packet.body else { return };
        self.report.packets_received += 1;
        if segment.flags.contains(TcpFlags::RST) {
            return;
        }
        if let Some(ecn) = &mut self.ecn {
            ecn.on_receive(segment, packet.ecn, self.next == self.connection.origin);
            self.field = packet.ecn;
        }
        if segment.flags.contains(TcpFlags::SYN) {
            self.on_syn(segment);
        } else if self.next > self.connection.origin {
            self.end_handshake(now);
            self.on_data(now, segment, trace);
        }
    }

    fn handle_timeout(&mut self, now: SimTime, _: &mut dyn Recorder) {
        if self.policy.on_timeout(now) {
            self.held.release(AckRelease::Timer);
            self.ack_due = true;
        }
        if self.handshake.on_timeout(now) {
            self.syn_ack_due = true;
            self.ack_due = true;
        }
    }

    fn poll_transmit(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled {
        if let Some(flushed) = self.flushed.take() {
            *place = *flushed;
            return Polled::MayBeMore;
        }
        if !self.ack_due {
            return Polled::Nothing;
        }
        self.held.on_ack_sent(now, self.connection.flow, trace);
        *place = self.acknowledgement(now);
        self.read_queued(now);
        if self.ack_due { Polled::MayBeMore } else { Polled::Last }
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.policy.deadline().into_iter().chain(self.handshake.deadline()).min()
    }
}
