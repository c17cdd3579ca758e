//! The receiving end: reassembly, and what an ACK says.
//!
//! When an ACK is due is [`super::ack_policy`]'s matter, how much is offered [`super::window`]'s.
//! The application reads at once, or by hand.

use skyseam_base::SimTime;
use skyseam_packet::{
    Body, Packet, SackBlock, SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps,
};
use skyseam_trace::{AckRelease, Event, Recorder};

use super::ack_policy::AckPolicy;
use super::clock::Clock;
use super::handshake::Handshake;
use super::window::ReceiveWindow;
use crate::config::TcpConfig;
use crate::delayed_ack::HeldAck;
use crate::endpoint::{Endpoint, Polled};
use crate::report::FlowReport;
use crate::tcp::connection::Connection;
use crate::tcp::duplex::ReceiveHalf;
use crate::tcp::ranges::RangeSet;
use crate::tcp::receiver::Recent;

/// What is taken for a full segment before one came (`TCP_MSS_DEFAULT`).
const MSS_DEFAULT: u32 = 536;

/// Segments that a buffer of the kernel's has room for beside its first (`MAX_SKB_FRAGS`).
const BUFFER_SEGMENTS: u64 = 16;

/// Separate ranges of early data that are kept; what would make one more is dropped.
const MAX_RANGES: usize = 1 << 20;

/// The receiving end of a connection.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Receiver {
    /// Next offset expected.
    pub(super) next: u64,
    pub(super) connection: Connection,
    pub(super) config: TcpConfig,
    /// First offset after the last byte, if the application knows it.
    end: Option<u64>,
    /// First offset that was never offered: the window does not shrink.
    pub(super) edge: u64,
    /// Bytes in order that wait to be read, where the application does so by hand.
    unread: Option<u64>,
    /// Bytes in order that an application which reads at once has not read yet: an ACK that leaves
    /// at once is made before, as the kernel's is. Of them, those of the first buffer.
    queued: u64,
    first_buffer: u64,
    /// Whether this end has closed its own direction.
    pub(super) has_closed: bool,
    pub(super) early: RangeSet,
    early_bytes: u64,
    recent: Recent,
    pub(super) duplicate: Option<(u64, u64)>,
    pub(super) policy: AckPolicy,
    pub(super) window: ReceiveWindow,
    /// Payload of the largest segment so far: what the sender takes for full (`rcv_mss`).
    largest: u32,
    pub(super) ack_due: bool,
    pub(super) held: HeldAck,
    pub(super) syn_ack_due: bool,
    pub(super) handshake: Handshake,
    /// An ACK that left before the state changed; in a box, as there seldom is one.
    pub(super) flushed: Option<Box<Packet>>,
    /// Offset of the peer's FIN, once one came.
    fin: Option<u64>,
    /// Whether every ACK carries a FIN once the peer's came: this end has nothing to send.
    pub(super) answers_fin: bool,
    /// TS.Recent and Last.ACK.sent of RFC 7323 Sec. 4.3.
    echo: u32,
    pub(super) acknowledged: u64,
    /// Segments that brought nothing new.
    duplicates: u64,
    report: FlowReport,
}

impl Receiver {
    /// The end that waits for the connection; `bytes` is what the application expects, if it knows.
    pub fn new(connection: Connection, config: &TcpConfig, bytes: Option<u64>) -> Self {
        // Duplicates are counted where there are no blocks, so none may be left out.
        let compresses = config.compressed_sacks == Some(true) && config.sack_blocks > 0;
        Self {
            connection,
            end: bytes.map(|bytes| connection.origin + 1 + bytes),
            next: connection.origin,
            edge: 0,
            unread: None,
            queued: 0,
            first_buffer: 0,
            has_closed: false,
            early: RangeSet::default(),
            early_bytes: 0,
            recent: Recent::default(),
            duplicate: None,
            policy: AckPolicy::new(config.delayed_ack, compresses),
            window: ReceiveWindow::new(config.receive_window, config.full_payload()),
            largest: MSS_DEFAULT.min(config.full_payload()),
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
            config: config.clone(),
        }
    }

    /// Sets the clock of its host. Call before anything arrives.
    pub(super) fn on_clock(mut self, clock: Clock) -> Self {
        self.policy.set_clock(clock);
        self.handshake.clock = clock;
        self
    }

    /// What this end counted.
    pub fn report(&self) -> FlowReport {
        let duplicates_received = Some(self.duplicates);
        let delayed_acks = Some(self.held.count());
        FlowReport { duplicates_received, delayed_acks, ..self.report }
    }

    /// Keeps bytes in order until [`Receiver::read`] takes them. Call before anything arrives.
    pub fn read_by_hand(&mut self) {
        self.unread = Some(0);
    }

    /// Bytes in order that wait to be read by hand.
    pub fn unread(&self) -> u64 {
        self.unread.unwrap_or(0)
    }

    /// The application reads `bytes` of them.
    pub fn read(&mut self, now: SimTime, bytes: u64) {
        let Some(unread) = &mut self.unread else { return };
        *unread = unread.saturating_sub(bytes);
        let unread = *unread;
        self.window.on_read(now, self.next - unread, unread, self.span());
        if bytes > 0 {
            self.look_after_read(unread == 0);
        }
    }

    /// An application that reads at once does so, buffer by buffer.
    pub(super) fn read_queued(&mut self, now: SimTime) {
        let queued = std::mem::take(&mut self.queued);
        if queued == 0 {
            return;
        }
        let behind = queued - self.first_buffer.min(queued);
        self.window.on_read(now, self.next - behind, behind, self.span());
        if behind > 0 {
            self.window.on_read(now, self.next, 0, self.span());
        }
        self.look_after_read(true);
    }

    /// The application has read: an ACK leaves if one waited for that, or tells of room that has
    /// doubled (`tcp_cleanup_rbuf`).
    fn look_after_read(&mut self, is_empty: bool) {
        if self.ack_due {
            return;
        }
        self.ack_due = self.policy.on_read(self.largest, is_empty);
        let told = self.told();
        if !self.ack_due && !self.is_closed() && self.window.is_narrow(told) {
            let room = self.window.room(self.kept(), self.largest);
            self.ack_due = room > 0 && room >= 2 * told;
        }
    }

    /// Bytes that take room in the buffer.
    pub(super) fn kept(&self) -> u64 {
        self.unread() + self.queued + self.early_bytes
    }

    /// Offered window that is not used yet, bytes.
    fn told(&self) -> u64 {
        self.edge.saturating_sub(self.next)
    }

    /// The window to offer now: the right edge stays where it is or moves on by whole steps of the
    /// window field (`tcp_select_window`).
    pub(super) fn next_window(&mut self) -> u64 {
        let kept = self.kept();
        if self.window.is_short(kept) {
            self.policy.end_quick();
        }
        let told = self.told();
        let room = self.window.room(kept, self.largest);
        if room < told { self.window.in_steps(told) } else { room }
    }

    /// How far what was received lies beyond the next offset expected.
    fn span(&self) -> u64 {
        self.early.last().map_or(0, |(_, end)| end - self.next)
    }

    /// The peer's FIN came, with everything before it.
    pub(super) fn is_closed(&self) -> bool {
        self.fin.is_some_and(|fin| self.next > fin)
    }

    pub(super) fn delivered(&self) -> u64 {
        let end = self.fin.map_or(self.next, |fin| fin.min(self.next));
        end.saturating_sub(self.connection.origin + 1)
    }

    /// A segment without SYN came: the first one ends the handshake.
    pub(super) fn end_handshake(&mut self, now: SimTime) {
        if self.handshake.on_segment(now) {
            self.window.begin(now, self.next);
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
            self.ack_due |= from != self.next;
            return;
        }
        let limit = self.edge.max(self.next);
        let data_end = from.saturating_add(u64::from(segment.payload));
        // The FIN takes a place in the sequence, behind the data.
        let to = data_end.saturating_add(u64::from(fin));
        if to <= self.next {
            // `tcp_send_dupack`: received already.
            self.duplicates += 1;
            self.duplicate = Some((from, to));
            self.policy.hurry();
            self.ack_due = true;
            return;
        }
        if from >= limit {
            self.policy.hurry();
            self.ack_due = true;
            return;
        }
        let (start, end) = (from.max(self.next), to.min(limit));
        if fin && end == to {
            self.fin.get_or_insert(data_end);
        }
        if let Some(timestamps) = segment.timestamps {
            if from <= self.acknowledged {
                self.echo = timestamps.value;
            }
            if segment.payload >= self.largest {
                self.window.on_echo(timestamps.echo, self.policy.clock.stamp(now));
            }
        }
        // By length too (`tcp_measure_rcv_mss`): a full segment would have had more.
        let pushed = segment.flags.contains(TcpFlags::PSH) || segment.payload < self.largest;
        self.largest = self.largest.max(segment.payload.min(self.config.full_payload()));
        let had_holes = !self.early.is_empty();
        if start > self.next {
            self.on_early(now, segment.payload, start, end);
        } else {
            self.on_next(now, segment.payload, pushed, end, trace);
        }
        if self.flushed.is_some() {
            // The ACK that just left took the note with it that one is due: the new block waits for
            // the segment after this (`inet_csk_ack_scheduled`).
            return;
        }
        let holes = !self.early.is_empty();
        let round_trip = self.handshake.round_trip().into_iter().chain(self.window.rtt()).min();
        self.policy.on_round_trip(round_trip);
        let told = self.edge.saturating_sub(self.acknowledged);
        let keeps_window = self.policy.has_second(self.largest) && self.next_window() >= told;
        self.ack_due |= self.policy.decide(now, self.largest, keeps_window, self.next, holes);
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

    fn on_next(
        &mut self,
        now: SimTime,
        payload: u32,
        pushed: bool,
        end: u64,
        trace: &mut dyn Recorder,
    ) {
        let had_holes = !self.early.is_empty();
        let held = self.kept() + u64::from(payload);
        if payload > 0 {
            self.report.last_received = Some(now);
            self.policy.on_data(now, payload, self.window.offered(), pushed);
        }
        let before = self.delivered();
        self.next = end;
        while let Some((start, end)) = self.early.first()
            && start <= self.next
        {
            self.next = self.next.max(end);
            self.early_bytes -= end - start;
            self.early.pop_first();
        }
        self.policy.on_joined(self.next - end);
        let flow = self.connection.flow;
        let bytes = self.delivered() - before;
        self.report.bytes_delivered += bytes;
        if bytes > 0 {
            match &mut self.unread {
                Some(unread) => *unread += bytes,
                None => {
                    self.queued += bytes;
                    // A hole's filler begins a buffer that few others fit into.
                    let joined = self.next - end;
                    let fits = joined <= BUFFER_SEGMENTS * u64::from(self.largest);
                    self.first_buffer = if fits { bytes } else { bytes.saturating_sub(joined) };
                }
            }
            trace.record(now, Event::Delivered { flow, bytes });
        }
        if self.report.received_at.is_none() && self.end.is_some_and(|end| self.next >= end) {
            self.report.received_at = Some(now);
            trace.record(now, Event::FlowReceived { flow });
        }
        // RFC 5681 Sec. 4.2: a gap that closes is told at once. So is the end of the stream, where
        // the ACK carries the FIN in answer, or this end has closed already; otherwise the ACK
        // waits for the application to close (`tcp_fin`).
        self.ack_due |= had_holes && self.early.is_empty();
        if self.is_closed() {
            if self.answers_fin || self.has_closed {
                self.ack_due = true;
            } else {
                self.policy.on_fin();
            }
        }
        let told = self.edge.saturating_sub(self.acknowledged);
        self.window.on_in_order(now, self.next, self.next + told);
        // `tcp_event_data_recv` leaves small segments alone.
        if payload >= 128 && self.window.on_segment(payload, held) {
            self.policy.on_window_grown();
        }
    }

    fn on_early(&mut self, now: SimTime, payload: u32, start: u64, end: u64) {
        if self.early.len() >= MAX_RANGES && self.early.containing(start).is_none() {
            self.ack_due = true;
            return;
        }
        if self.policy.crowds_out(self.place(start, end)) {
            self.flushed = Some(Box::new(self.acknowledgement(now)));
        }
        let mut new = 0;
        self.early.insert(start, end, |from, to| new += to - from);
        if new > 0 {
            if payload > 0 {
                self.report.last_received = Some(now);
            }
            // Without SACK an ACK with a wider window would not count as a duplicate.
            if self.config.sack_blocks > 0 && self.window.on_segment(payload, self.kept()) {
                self.policy.on_window_grown();
            }
        } else {
            // RFC 2883 Sec. 4: the whole segment is there already, beyond a hole.
            self.duplicates += 1;
            self.duplicate = Some((start, end));
        }
        self.early_bytes += new;
        self.window.on_early(self.span());
        let grown = self.early.containing(start).expect("the range just inserted");
        self.recent.note(start, grown, self.next);
    }

    /// How many blocks were noted after the one that `start..end` touches, or in all.
    fn place(&self, start: u64, end: u64) -> usize {
        let ranges = self.recent.iter().filter_map(|offset| self.early.containing(offset));
        ranges.take_while(|&(from, to)| to < start || end < from).count()
    }

    fn sack_blocks(&mut self) -> SackBlocks {
        let mut blocks = SackBlocks::default();
        let room = self.config.sack_room();
        let block = |(start, end): (u64, u64)| SackBlock {
            start: SeqNumber::of_offset(start),
            end: SeqNumber::of_offset(end),
        };
        if let Some(duplicate) = self.duplicate.take()
            && room > 0
        {
            blocks.push(block(duplicate));
        }
        let told = blocks.as_slice().len();
        for offset in self.recent.iter() {
            if blocks.as_slice().len() >= room {
                break;
            }
            let Some(range) = self.early.containing(offset) else { continue };
            if !blocks.as_slice()[told..].contains(&block(range)) {
                blocks.push(block(range));
            }
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
        let segment = TcpSegment {
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
            opener: None,
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
            self.config.packet_size(0, sack.as_slice().len())
        };
        self.connection.packet(self.connection.to, self.connection.from, size, now, segment)
    }
}

impl Endpoint for Receiver {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Tcp(segment) = &packet.body else { return };
        self.report.packets_received += 1;
        if segment.flags.contains(TcpFlags::RST) {
            return;
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

    fn poll_transmit(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        if let Some(flushed) = self.flushed.take() {
            return Some(*flushed);
        }
        if !self.ack_due {
            return None;
        }
        self.held.on_ack_sent(now, self.connection.flow, trace);
        let packet = self.acknowledgement(now);
        self.read_queued(now);
        Some(packet)
    }

    fn transmit_into(
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
