//! Receiver: reassembly, the time when an ACK is due, and its content.
//!
//! Does not own the application: bytes in order are consumed immediately, so the window stays open,
//! or wait in the window if it reads by hand.

use skyseam_base::SimTime;
use skyseam_endpoint::{Endpoint, FlowReport, Polled};
use skyseam_packet::{
    Body, Ecn, Packet, SackBlock, SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps,
};
use skyseam_trace::{AckRelease, Event, Recorder};

use crate::config::TcpConfig;
use crate::connection::{Connection, timestamp_clock};
use crate::delayed_ack::HeldAck;
use crate::duplex::ReceiveHalf;
use crate::ecn::{Departure, EcnState};
use crate::linux::ack_policy::AckPolicy;
use crate::linux::clock::HostClock;
use crate::profile::PacketLengths;
use crate::ranges::RangeSet;

/// Maximum number of separate out-of-order ranges. A segment that would add one more is dropped, as
/// a host short of memory may do (RFC 9293 Sec. 3.10.7.4). Slow start into a drop-tail queue loses
/// every other segment: 10 Gbit/s over 300 ms leaves some 50 000 ranges.
const MAX_RANGES: usize = 1 << 20;

/// Number of out-of-order ranges remembered in order of arrival, for the blocks of later ACKs.
const REMEMBERED: usize = 2 * SackBlocks::MAX;

/// Receiver of a connection.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Receiver {
    /// Next expected offset.
    pub(super) next: u64,
    pub(super) connection: Connection,
    pub(super) config: TcpConfig,
    /// First offset after the last byte, if the application knows it.
    end: Option<u64>,
    /// Bytes in order that wait to be read by hand.
    unread: Option<u64>,
    /// Full segments by which the window has to open before an ACK announces it.
    step: u64,
    /// First offset beyond the last offered window.
    pub(super) edge: u64,
    pub(super) out_of_order: RangeSet,
    /// Offset of the peer's FIN, once it arrived; a one-way sender sends none.
    pub(super) fin: Option<u64>,
    /// Offsets in out-of-order ranges, the most recently grown first.
    recent: Recent,
    /// Segments received in order and not yet acknowledged.
    unacknowledged: u32,
    pub(super) ack_due: bool,
    pub(super) syn_ack_due: bool,
    delayed_until: Option<SimTime>,
    pub(super) held: HeldAck,
    /// Policy that replaces the two fields above if ACKs are delayed as Linux does.
    pub(super) policy: Option<Box<AckPolicy>>,
    /// TS.Recent and Last.ACK.sent of RFC 7323 Sec. 4.3.
    echo: u32,
    pub(super) acknowledged: u64,
    /// Number of duplicate segments.
    duplicates: u64,
    report: FlowReport,
    pub(super) lengths: PacketLengths,
    /// ECN, if the connection may have it.
    pub(super) ecn: Option<Box<EcnState>>,
    syn_acks: u32,
}

/// Short list of offsets, newest first.
#[derive(Clone, Copy, Debug, Default)]
struct Recent {
    offsets: [u64; REMEMBERED],
    count: usize,
}

impl Recent {
    /// Puts `offset` first and removes those inside the range `grown` or below `next`.
    fn note(&mut self, offset: u64, grown: (u64, u64), next: u64) {
        let mut kept = Self { offsets: [offset; REMEMBERED], count: 1 };
        for &old in &self.offsets[..self.count] {
            if old >= next && !(grown.0..grown.1).contains(&old) && kept.count < REMEMBERED {
                kept.offsets[kept.count] = old;
                kept.count += 1;
            }
        }
        *self = kept;
    }
}

impl Receiver {
    /// Returns a receiver that waits for the connection; `bytes` is the number expected by the
    /// application, if known.
    pub fn new(connection: Connection, config: &TcpConfig, bytes: Option<u64>) -> Self {
        Self {
            connection,
            lengths: config.lengths(),
            config: config.clone(),
            end: bytes.map(|bytes| connection.origin + 1 + bytes),
            next: connection.origin,
            unread: None,
            step: 1,
            edge: 0,
            out_of_order: RangeSet::default(),
            fin: None,
            recent: Recent::default(),
            unacknowledged: 0,
            ack_due: false,
            syn_ack_due: false,
            delayed_until: None,
            held: HeldAck::default(),
            policy: AckPolicy::if_asked_for(config.delayed_ack),
            echo: 0,
            acknowledged: connection.origin,
            duplicates: 0,
            report: FlowReport::default(),
            ecn: EcnState::of(config),
            syn_acks: 0,
        }
    }

    /// Sets the clock of the host, which the policy of Linux uses.
    pub(super) fn on_clock(mut self, clock: HostClock) -> Self {
        if let Some(policy) = &mut self.policy {
            policy.set_clock(clock);
        }
        self
    }

    /// The endpoint's counters.
    pub fn report(&self) -> FlowReport {
        let duplicates_received = Some(self.duplicates);
        let delayed_acks = Some(self.held.count());
        let received_ce = self.ecn.as_ref().and_then(|ecn| ecn.received_ce());
        FlowReport { duplicates_received, delayed_acks, received_ce, ..self.report }
    }

    /// Payload bytes received in order.
    pub fn delivered(&self) -> u64 {
        let end = self.fin.map_or(self.next, |fin| fin.min(self.next));
        end.saturating_sub(self.connection.origin + 1)
    }

    /// Keeps bytes in order until [`Receiver::read`] takes them. Call before anything arrives.
    pub fn set_manual_read(&mut self) {
        self.unread = Some(0);
    }

    /// Bytes in order that wait to be read by hand.
    pub fn unread(&self) -> u64 {
        self.unread.unwrap_or(0)
    }

    /// Returns the receiver with a window that has to open by `step` full segments before an ACK
    /// announces it.
    pub(crate) fn telling_of(self, step: u64) -> Self {
        Self { step, ..self }
    }

    /// Reads `bytes` for the application. An ACK announces the new window once it has grown by a
    /// segment or half the buffer (RFC 9293 Sec. 3.8.6.2.2).
    pub fn read(&mut self, _: SimTime, bytes: u64) {
        let Some(unread) = &mut self.unread else { return };
        *unread = unread.saturating_sub(bytes);
        self.ack_due |= self.syn_seen() && self.offer() > self.edge;
    }

    /// Returns the first offset beyond the window to offer now. It advances in steps worth
    /// announcing and never moves back.
    pub(super) fn offer(&self) -> u64 {
        let window = self.config.receive_window;
        let edge = self.next.saturating_add(window.saturating_sub(self.unread()));
        let step = (self.step * u64::from(self.lengths.full)).min(window / 2);
        if self.unread.is_none() || edge >= self.edge.saturating_add(step) {
            edge
        } else {
            self.edge.max(self.next)
        }
    }

    fn syn_seen(&self) -> bool {
        self.next > self.connection.origin
    }

    fn on_syn(&mut self, now: SimTime, segment: &TcpSegment, trace: &mut dyn Recorder) {
        if segment.seq != SeqNumber::of_offset(self.connection.origin) {
            // RFC 9293 Sec. 3.10.7.4: answered with an ACK and otherwise ignored.
            self.ack_due = self.syn_seen();
            return;
        }
        self.echo = segment.timestamps.map_or(self.echo, |t| t.value);
        if !self.syn_seen() {
            self.syn_ack_due = true;
            self.advance(now, self.next + 1, trace);
        } else if self.delivered() == 0 {
            self.syn_ack_due = true;
        }
        self.ack_due = true;
    }

    pub(super) fn on_data(&mut self, now: SimTime, segment: &TcpSegment, trace: &mut dyn Recorder) {
        let first = self.connection.origin + 1;
        let window = self.config.receive_window.saturating_sub(self.unread());
        let edge = self.next.max(first).saturating_add(window);
        let Some(start) = segment.seq.unwrap_near(self.next) else {
            self.ack_due = self.syn_seen();
            return;
        };
        let fin = segment.flags.contains(TcpFlags::FIN);
        if segment.payload == 0 && !fin {
            // An ACK at the edge needs no answer; a probe below it does (RFC 9293 Sec. 3.8.6.1).
            self.ack_due |= start != self.next;
            return;
        }
        let data_end = start.saturating_add(u64::from(segment.payload));
        // The FIN takes a place in the sequence, behind the data.
        let end = data_end.saturating_add(u64::from(fin)).min(edge);
        if fin && end > data_end {
            self.fin.get_or_insert(data_end);
        }
        let start = start.max(self.next).max(first);
        if start >= end {
            // Old, or beyond the window: not acceptable, acknowledged (RFC 9293 Sec. 3.10.7.4).
            self.duplicates += u64::from(end <= self.next);
            self.in_trouble();
            self.ack_due = true;
            return;
        }
        if let Some(timestamps) = segment.timestamps
            && segment.seq.unwrap_near(self.acknowledged).is_some_and(|s| s <= self.acknowledged)
        {
            self.echo = timestamps.value;
        }
        if start > self.next {
            self.on_early(now, start, end);
            return;
        }
        let in_order = self.out_of_order.is_empty();
        self.report.last_received = Some(now);
        self.advance(now, end, trace);
        if in_order && !fin {
            self.acknowledge_later(now, segment);
        } else {
            // RFC 5681 Sec. 4.2: a segment that fills a gap is acknowledged at once. So is a FIN.
            self.held.release(AckRelease::Gap);
            self.ack_due = true;
        }
    }

    /// Accepts everything up to `end`, and the contiguous data behind it.
    fn advance(&mut self, now: SimTime, end: u64, trace: &mut dyn Recorder) {
        let before = self.delivered();
        self.next = end;
        while let Some((start, end)) = self.out_of_order.first()
            && start <= self.next
        {
            self.next = self.next.max(end);
            self.out_of_order.pop_first();
        }
        let flow = self.connection.flow;
        let bytes = self.delivered() - before;
        if bytes > 0 {
            self.report.bytes_delivered += bytes;
            self.unread = self.unread.map(|unread| unread + bytes);
            trace.record(now, Event::Delivered { flow, bytes });
        }
        if self.report.received_at.is_none() && self.end.is_some_and(|end| self.next >= end) {
            self.report.received_at = Some(now);
            trace.record(now, Event::FlowReceived { flow });
        }
    }

    /// Delays the ACK: every second segment is acknowledged, none later than the delay (RFC 1122
    /// Sec. 4.2.3.2).
    fn acknowledge_later(&mut self, now: SimTime, segment: &TcpSegment) {
        self.unacknowledged += 1;
        self.ack_due |= match (self.config.delayed_ack.deadline(now), &mut self.policy) {
            (Some(deadline), _) if self.unacknowledged < 2 => {
                self.delayed_until.get_or_insert(deadline);
                false
            }
            (_, Some(policy)) => {
                let window = self.edge.saturating_sub(self.next);
                let mss = self.lengths.full;
                if segment.flags.contains(TcpFlags::PSH) {
                    policy.on_end_of_write(segment.payload >= mss);
                }
                policy.on_data(now, segment.payload, mss, window);
                policy.decide_and_read(now, mss, self.next)
            }
            _ => true,
        };
        if self.ack_due {
            self.held.release(AckRelease::SecondSegment);
        } else {
            self.held.hold(now);
        }
    }

    /// Starts quick ACKs after a segment that was received before or lies beyond the window.
    fn in_trouble(&mut self) {
        if let Some(policy) = &mut self.policy {
            policy.hurry(self.lengths.full, self.edge.saturating_sub(self.next));
            policy.schedule();
        }
    }

    fn on_early(&mut self, now: SimTime, start: u64, end: u64) {
        // RFC 5681 Sec. 4.2: out of order, so at once.
        self.held.release(AckRelease::Gap);
        self.ack_due = true;
        if self.out_of_order.len() >= MAX_RANGES && self.out_of_order.containing(start).is_none() {
            return;
        }
        let mut new = false;
        self.out_of_order.insert(start, end, |_, _| new = true);
        if new {
            self.report.last_received = Some(now);
        } else {
            self.duplicates += 1;
        }
        let grown = self.out_of_order.containing(start).expect("the range just inserted");
        self.recent.note(start, grown, self.next);
    }
}

impl Receiver {
    fn sack_blocks(&self) -> SackBlocks {
        let mut blocks = SackBlocks::default();
        if self.out_of_order.is_empty() {
            return blocks;
        }
        let room = self.lengths.sack_room;
        // RFC 2018 Sec. 4: the block that grew last first, then those reported most recently.
        for &offset in &self.recent.offsets[..self.recent.count] {
            if blocks.as_slice().len() >= room {
                break;
            }
            let Some((start, end)) = self.out_of_order.containing(offset) else { continue };
            let block =
                SackBlock { start: SeqNumber::of_offset(start), end: SeqNumber::of_offset(end) };
            if !blocks.as_slice().contains(&block) {
                blocks.push(block);
            }
        }
        blocks
    }

    /// Records that a departing segment acknowledges everything in order.
    pub(super) fn on_acknowledged(&mut self) {
        self.ack_due = false;
        self.unacknowledged = 0;
        self.delayed_until = None;
        self.forget_ack_now();
        if let Some(policy) = &mut self.policy {
            policy.on_ack_sent();
        }
        self.acknowledged = self.next;
    }

    fn acknowledgement(&mut self, now: SimTime) -> Packet {
        let sack = self.sack_blocks();
        let syn = std::mem::take(&mut self.syn_ack_due);
        let window = self.offer_window();
        let mut segment = TcpSegment {
            seq: SeqNumber(u32::from(!syn)),
            ack: SeqNumber::of_offset(self.next),
            flags: if syn { TcpFlags::ACK.with(TcpFlags::SYN) } else { TcpFlags::ACK },
            window,
            payload: 0,
            sack,
            timestamps: self
                .config
                .timestamps
                .then(|| Timestamps { value: timestamp_clock(now), echo: self.echo }),
            option: None,
        };
        self.on_acknowledged();
        let (field, option) = self.complete(now, &mut segment, syn);
        let size = self.lengths.packet(0, segment.sack.as_slice().len()) + option;
        let (from, to) = (self.connection.to, self.connection.from);
        Packet { ecn: field, ..self.connection.packet(from, to, size, now, segment) }
    }

    /// Records that an ACK leaves: none is demanded by ECN any more.
    pub(super) fn forget_ack_now(&mut self) {
        if let Some(ecn) = &mut self.ecn {
            ecn.takes_ack_now();
        }
    }

    /// Adds the ECN feedback to a departing segment; returns its ECN field and the length of the
    /// AccECN option.
    fn complete(&mut self, now: SimTime, segment: &mut TcpSegment, is_syn: bool) -> (Ecn, u32) {
        let Some(ecn) = &mut self.ecn else { return (Ecn::NotEct, 0) };
        if is_syn {
            let field = ecn.on_syn_ack_sent(segment, self.syn_acks == 0);
            self.syn_acks += 1;
            return (field, segment.option.map_or(0, |option| option.length()));
        }
        let field = ecn.on_departure(segment, Departure::Other);
        let (stamps, blocks) = (self.config.timestamp_bytes(), segment.sack.as_slice().len());
        let (kept, option) = ecn.give_in_ack(now, segment, stamps, blocks, None);
        segment.sack.truncate(kept);
        (field, option)
    }
}

impl Endpoint for Receiver {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Tcp(segment) = &packet.body else { return };
        self.report.packets_received += 1;
        if segment.flags.contains(TcpFlags::RST) {
            // No end of a simulated flow resets it.
            return;
        }
        if let Some(ecn) = &mut self.ecn {
            ecn.on_receive(segment, packet.ecn, self.next == self.connection.origin);
            if segment.payload > 0 {
                ecn.on_cwr(segment.flags);
                // RFC 3168 Sec. 6.1.3 lets ACKs of marked data wait.
                ecn.on_data(packet.ecn);
            }
        }
        if segment.flags.contains(TcpFlags::SYN) {
            self.on_syn(now, segment, trace);
        } else if self.syn_seen() {
            self.on_data(now, segment, trace);
            self.ack_due |=
                segment.payload > 0 && self.ecn.as_mut().is_some_and(|ecn| ecn.takes_ack_now());
        }
    }

    fn handle_timeout(&mut self, now: SimTime, _: &mut dyn Recorder) {
        let is_due = match &mut self.policy {
            Some(policy) => policy.on_timeout(now),
            None => self.delayed_until.take_if(|deadline| *deadline <= now).is_some(),
        };
        if is_due {
            self.held.release(AckRelease::Timer);
            self.ack_due = true;
        }
    }

    fn poll_transmit(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled {
        if !self.ack_due {
            return Polled::Nothing;
        }
        self.held.on_ack_sent(now, self.connection.flow, trace);
        *place = self.acknowledgement(now);
        if self.ack_due { Polled::MayBeMore } else { Polled::Last }
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.policy.as_ref().map_or(self.delayed_until, |policy| policy.deadline())
    }
}
