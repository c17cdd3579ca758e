//! What leaves: retransmissions (`tcp_xmit_retransmit_queue`), new data (`tcp_write_xmit`), and
//! whether the window is what holds data back (`tcp_cwnd_validate`).

use skyseam_base::SimTime;
use skyseam_packet::{SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps};
use skyseam_trace::{Event, Recorder, RetransmitCause};

use super::queue::Sent;
use super::recovery::State;
use super::sender::{Pending, Sender, WINDOW};
use super::timer;
use crate::tcp::timestamp_clock;

/// An application writes this much at once: the last segment of each write is pushed.
const WRITE: u64 = 64 << 10;

impl Sender {
    pub(super) fn has_new(&self) -> bool {
        self.next_length() > 0
    }

    /// Payload bytes of the next new segment.
    fn next_length(&self) -> u32 {
        let full = u64::from(self.config.full_payload());
        match self.data_end() {
            Some(end) => end.saturating_sub(self.next_new).min(full) as u32,
            None if self.supply.is_open() => full as u32,
            None => 0,
        }
    }

    /// Sends one new segment if the peer's window has room for it, whatever the congestion window.
    pub(super) fn send_one_new(&mut self, now: SimTime) -> bool {
        let length = self.next_length();
        let end = self.next_new + u64::from(length);
        if length == 0 || end > self.edge {
            return false;
        }
        let start = self.next_new;
        let first = self.queue.is_empty();
        self.queue.push(start, length, now, self.rack.delivered);
        self.next_new = end;
        self.emit(now, start, length);
        if first || matches!(self.pending, Pending::Probe(_)) {
            self.rearm_rto(now);
        }
        true
    }

    /// Sends new data as the windows allow.
    pub(super) fn send_new(&mut self, now: SimTime) {
        let mut sent = 0;
        while self.queue.in_flight() < self.window.cwnd && self.send_one_new(now) {
            sent += 1;
        }
        self.validate(self.queue.in_flight() >= self.window.cwnd, sent > 0);
        if sent > 0 {
            if self.in_reduction() {
                self.reduction.out += sent;
            }
            self.schedule_probe(now, false);
        }
    }

    fn validate(&mut self, limited: bool, sent: bool) {
        if !limited && !sent {
            return;
        }
        let out = self.queue.packets_out;
        let usage = &mut self.usage;
        if self.una >= usage.until || limited || (!usage.limited && out > usage.most_out) {
            usage.limited = limited;
            usage.most_out = out;
            usage.until = self.next_new;
        }
    }

    /// Whether the congestion window, and not the application or the peer, holds data back
    /// (`tcp_is_cwnd_limited`, RFC 7661): in slow start up to twice what was used.
    pub(super) fn is_limited(&self) -> bool {
        self.usage.limited
            || (self.window.in_slow_start() && self.window.cwnd < 2 * self.usage.most_out)
    }

    /// Sends again what is lost, as the window allows.
    pub(super) fn resend_lost(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let cause = match self.state {
            State::Loss => RetransmitCause::Timeout,
            _ => RetransmitCause::Rack,
        };
        let mut rearm = false;
        while self.queue.in_flight() < self.window.cwnd
            && let Some(segment) = self.queue.next_lost()
        {
            self.resend(now, &segment, cause, trace);
            if self.in_reduction() {
                self.reduction.out += 1;
            }
            rearm |= segment.start == self.una && !matches!(self.pending, Pending::Reordering(_));
        }
        if rearm {
            self.pending = Pending::Retransmit(timer(now, self.rtt.rto_ticks()));
        }
    }

    /// Sends a segment again.
    pub(super) fn resend(
        &mut self,
        now: SimTime,
        segment: &Sent,
        cause: RetransmitCause,
        trace: &mut dyn Recorder,
    ) {
        self.queue.resent(segment.start, now, self.rack.delivered);
        self.note_resent(now);
        self.report.retransmissions += 1;
        let payload = if segment.start == self.connection.origin { 0 } else { segment.len };
        let (flow, first) = (self.connection.flow, self.connection.origin + 1);
        let offset = segment.start.saturating_sub(first);
        trace.record(now, Event::Retransmitted { flow, offset, bytes: payload, cause });
        self.emit(now, segment.start, payload);
    }

    /// Hands a segment to the network.
    pub(super) fn emit(&mut self, now: SimTime, start: u64, payload: u32) {
        let origin = self.connection.origin;
        let mut flags = if start == origin { TcpFlags::SYN } else { TcpFlags::ACK };
        let (from, to) = (start.saturating_sub(origin + 1), start - origin + u64::from(payload));
        let last = payload > 0 && self.data_end() == Some(start + u64::from(payload));
        if last || (payload > 0 && from / WRITE != (to.saturating_sub(1)) / WRITE) {
            flags = flags.with(TcpFlags::PSH);
        }
        let segment = TcpSegment {
            seq: SeqNumber::of_offset(start),
            ack: SeqNumber(u32::from(flags.contains(TcpFlags::ACK))),
            flags,
            window: WINDOW,
            payload,
            sack: SackBlocks::default(),
            timestamps: self
                .config
                .timestamps
                .then(|| Timestamps { value: timestamp_clock(now), echo: self.echo }),
        };
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        let size = if flags.contains(TcpFlags::SYN) {
            self.config.syn_size()
        } else {
            self.config.packet_size(payload, 0)
        };
        let connection = &self.connection;
        let packet = connection.packet(connection.from, connection.to, size, now, segment);
        self.outbox.push_back(packet);
    }
}
