//! Receiver (`Agent/TCPSink`): reassembly, the time when an ACK is due (`DelAck`), and the packets
//! that its blocks name (`Sack1`).
//!
//! The application reads immediately and no window is offered, as in ns-2, where `window_` is the
//! sender's. If the application reads by hand, waiting data close a window.

use skyseam_base::SimTime;
use skyseam_endpoint::{Endpoint, FlowReport, Polled};
use skyseam_packet::{
    Body, Packet, SackBlock, SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps,
};
use skyseam_trace::{AckRelease, Event, Recorder};

use crate::config::TcpConfig;
use crate::connection::{Connection, timestamp_clock};
use crate::delayed_ack::HeldAck;
use crate::linux::ack_policy::AckPolicy;
use crate::linux::clock::HostClock;
use crate::profile::PacketLengths;
use crate::ranges::RangeSet;

/// Receiver of a connection.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Receiver {
    /// Next expected offset.
    pub(super) next: u64,
    connection: Connection,
    config: TcpConfig,
    /// First offset after the last byte, if the application knows it.
    end: Option<u64>,
    /// Bytes in order that wait to be read by hand.
    unread: Option<u64>,
    /// First offset beyond the last offered window.
    edge: u64,
    pub(super) out_of_order: RangeSet,
    /// Blocks as last reported, the latest first (`SackStack`).
    told: Vec<(u64, u64)>,
    /// Offset of the segment that the next ACK answers, if an ACK is due.
    due: Option<u64>,
    /// Offset of the latest segment whose ACK is delayed.
    waiting: Option<u64>,
    /// End of the delay.
    delayed_until: Option<SimTime>,
    held: HeldAck,
    /// Policy of a receiver that delays ACKs as Linux does.
    policy: Option<Box<AckPolicy>>,
    /// TS.Recent and Last.ACK.sent of RFC 7323 Sec. 4.3.
    echo: u32,
    acknowledged: u64,
    syn_ack_due: bool,
    /// Number of duplicate segments.
    duplicates: u64,
    report: FlowReport,
    lengths: PacketLengths,
}

impl Receiver {
    /// Returns a receiver that waits for the connection; `bytes` is the number expected by the
    /// application, if known.
    pub fn new(connection: Connection, config: &TcpConfig, bytes: Option<u64>) -> Self {
        Self {
            connection,
            end: bytes.map(|bytes| connection.origin + 1 + bytes),
            next: connection.origin,
            unread: None,
            edge: 0,
            out_of_order: RangeSet::default(),
            told: Vec::new(),
            due: None,
            waiting: None,
            delayed_until: None,
            held: HeldAck::default(),
            policy: AckPolicy::if_asked_for(config.delayed_ack),
            echo: 0,
            acknowledged: connection.origin,
            syn_ack_due: false,
            duplicates: 0,
            report: FlowReport::default(),
            lengths: config.lengths(),
            config: config.clone(),
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
        FlowReport { duplicates_received, delayed_acks, ..self.report }
    }

    /// Payload bytes received in order.
    pub fn delivered(&self) -> u64 {
        self.next.saturating_sub(self.connection.origin + 1)
    }

    /// Keeps bytes in order until [`Receiver::read`] takes them. Call before anything arrives.
    pub fn set_manual_read(&mut self) {
        self.unread = Some(0);
        // What leaves with the SYN is welcome, too.
        self.edge = self.connection.origin + 1 + self.config.receive_window;
    }

    /// Bytes in order that wait to be read by hand.
    pub fn unread(&self) -> u64 {
        self.unread.unwrap_or(0)
    }

    /// Reads `bytes` for the application. An ACK announces the new window once that justifies a
    /// packet.
    pub fn read(&mut self, _: SimTime, bytes: u64) {
        let Some(unread) = &mut self.unread else { return };
        *unread = unread.saturating_sub(bytes);
        if self.next > self.connection.origin && self.offer() > self.edge {
            self.due.get_or_insert(self.next.saturating_sub(1));
        }
    }

    /// Returns the first offset beyond the window to offer now. It advances in steps large enough
    /// to announce and never moves back.
    fn offer(&self) -> u64 {
        let Some(unread) = self.unread else { return u64::MAX };
        let edge = self.next.saturating_add(self.config.receive_window.saturating_sub(unread));
        if edge >= self.edge.saturating_add(u64::from(self.config.mss)) {
            edge
        } else {
            self.edge.max(self.next)
        }
    }

    /// Accepts `start..end` of the stream, SYN or data. Returns whether it contains anything new.
    fn take(&mut self, now: SimTime, start: u64, end: u64, trace: &mut dyn Recorder) -> bool {
        let before = self.delivered();
        let mut is_new = false;
        if self.out_of_order.is_empty() && start <= self.next {
            // In order, with nothing beyond: as most come.
            is_new = end > self.next;
            self.next = self.next.max(end);
        } else {
            self.out_of_order.insert(start.max(self.next), end, |_, _| is_new = true);
            while let Some((first, after)) = self.out_of_order.first()
                && first <= self.next
            {
                self.next = self.next.max(after);
                self.out_of_order.pop_first();
            }
        }
        if is_new && end > self.connection.origin + 1 {
            self.report.last_received = Some(now);
        }
        let (flow, bytes) = (self.connection.flow, self.delivered() - before);
        if bytes > 0 {
            self.report.bytes_delivered += bytes;
            self.unread = self.unread.map(|unread| unread + bytes);
            trace.record(now, Event::Delivered { flow, bytes });
        }
        if self.report.received_at.is_none() && self.end.is_some_and(|end| self.next >= end) {
            self.report.received_at = Some(now);
            trace.record(now, Event::FlowReceived { flow });
        }
        is_new
    }

    /// Decides whether the segment `start..end` is answered now (`DelAckSink`).
    fn answer(&mut self, now: SimTime, start: u64, end: u64, is_new: bool) {
        let in_order = end == self.next && self.out_of_order.is_empty();
        // ns-2's sink holds back what answers its latest packet come twice, too.
        let may = start > self.connection.origin && (is_new || self.policy.is_none());
        if in_order && may && self.may_wait(now, start, end) {
            self.waiting = Some(start);
            self.held.hold(now);
            return;
        }
        self.held.release(match (is_new, in_order) {
            (true, true) => AckRelease::SecondSegment,
            (true, false) => AckRelease::Gap,
            (false, _) => AckRelease::Other,
        });
        if let (false, Some(policy)) = (is_new, &mut self.policy) {
            policy.hurry(self.config.mss, self.config.receive_window);
            policy.schedule();
        }
        self.due = Some(start);
    }

    /// Whether the ACK of a segment in order, with nothing missing beyond, may be delayed.
    fn may_wait(&mut self, now: SimTime, start: u64, end: u64) -> bool {
        match (self.config.delayed_ack.deadline(now), &mut self.policy) {
            (Some(deadline), _) if self.waiting.is_none() => {
                self.delayed_until = Some(deadline);
                true
            }
            (_, Some(policy)) => {
                let payload = u32::try_from(end - start).unwrap_or(u32::MAX);
                policy.on_data(now, payload, self.config.mss, self.config.receive_window);
                !policy.decide_and_read(now, self.config.mss, self.next)
            }
            _ => false,
        }
    }

    fn on_segment(&mut self, now: SimTime, segment: &TcpSegment, trace: &mut dyn Recorder) {
        let syn = segment.flags.contains(TcpFlags::SYN);
        let Some(start) = segment.seq.unwrap_near(self.next) else { return };
        if syn && start != self.connection.origin {
            return;
        }
        let end = start.saturating_add(if syn { 1 } else { u64::from(segment.payload) });
        if start >= end || start < self.connection.origin {
            return;
        }
        if end > self.edge && self.unread.is_some() && !syn {
            // Beyond what was offered: a probe.
            self.due = Some(start);
            return;
        }
        if let Some(timestamps) = segment.timestamps
            && start <= self.acknowledged
        {
            self.echo = timestamps.value;
        }
        self.syn_ack_due |= syn && self.next == self.connection.origin;
        let is_new = self.take(now, start, end, trace);
        self.duplicates += u64::from(!is_new && !syn);
        self.answer(now, start, end, is_new);
    }

    /// Returns the SACK blocks of an ACK that answers the segment at `start`: the block that
    /// contains it, then the blocks last reported, unchanged.
    fn blocks(&mut self, start: u64) -> SackBlocks {
        let mut blocks = SackBlocks::default();
        let room = self.lengths.sack_room;
        if self.out_of_order.is_empty() || room == 0 {
            self.told.clear();
            return blocks;
        }
        let latest = self.out_of_order.containing(start);
        // A segment at the edge makes useless what was told of blocks that have been reached.
        let (from, to) = latest.unwrap_or((0, self.next));
        let mut named = [(0, 0); SackBlocks::MAX];
        let mut count = usize::from(latest.is_some());
        named[0] = latest.unwrap_or_default();
        let mut index = 0;
        while count < room
            && let Some(&old) = self.told.get(index)
        {
            if from <= old.0 && old.1 <= to {
                self.told.remove(index);
            } else {
                named[count] = old;
                count += 1;
                index += 1;
            }
        }
        if let Some(latest) = latest {
            self.told.truncate(room - 1);
            self.told.insert(0, latest);
        }
        for &(start, end) in &named[..count] {
            let start = SeqNumber::of_offset(start);
            blocks.push(SackBlock { start, end: SeqNumber::of_offset(end) });
        }
        blocks
    }

    #[inline(always)]
    fn acknowledgement(&mut self, now: SimTime, start: u64) -> Packet {
        let sack = self.blocks(start);
        self.edge = self.offer();
        let syn = std::mem::take(&mut self.syn_ack_due);
        let stamps = Timestamps { value: timestamp_clock(now), echo: self.echo };
        let segment = TcpSegment {
            seq: SeqNumber(u32::from(!syn)),
            ack: SeqNumber::of_offset(self.next),
            flags: if syn { TcpFlags::ACK.with(TcpFlags::SYN) } else { TcpFlags::ACK },
            window: u32::try_from(self.edge - self.next).unwrap_or(u32::MAX),
            payload: 0,
            sack,
            timestamps: self.config.timestamps.then_some(stamps),
            option: None,
        };
        self.acknowledged = self.next;
        self.waiting = None;
        self.delayed_until = None;
        if let Some(policy) = &mut self.policy {
            policy.on_ack_sent();
        }
        let size = self.lengths.packet(0, sack.as_slice().len());
        self.connection.packet(self.connection.to, self.connection.from, size, now, segment)
    }
}

impl Endpoint for Receiver {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Tcp(segment) = &packet.body else { return };
        self.report.packets_received += 1;
        if !segment.flags.contains(TcpFlags::RST) {
            self.on_segment(now, segment, trace);
        }
    }

    fn handle_timeout(&mut self, now: SimTime, _: &mut dyn Recorder) {
        let is_due = match &mut self.policy {
            Some(policy) => policy.on_timeout(now),
            None => self.delayed_until.take_if(|until| *until <= now).is_some(),
        };
        if is_due && let Some(start) = self.waiting {
            self.held.release(AckRelease::Timer);
            self.due = Some(start);
        }
    }

    fn poll_transmit(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled {
        let Some(start) = self.due.take() else { return Polled::Nothing };
        self.held.on_ack_sent(now, self.connection.flow, trace);
        *place = self.acknowledgement(now, start);
        Polled::Last
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.policy.as_ref().map_or(self.delayed_until, |policy| policy.deadline())
    }
}
