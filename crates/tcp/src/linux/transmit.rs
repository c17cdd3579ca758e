//! Transmission: retransmissions (`tcp_xmit_retransmit_queue`), new data (`tcp_write_xmit`), and
//! the detection whether the window limits the sender (`tcp_cwnd_validate`).

use skyseam_base::SimTime;
use skyseam_packet::{AccEcnOption, Ecn, SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps};
use skyseam_trace::{Event, Recorder, RetransmitCause};

use super::clock::ticks_in;
use super::queue::Sent;
use super::sender::{Pending, Phase, Sender, WINDOW};
use super::state::State;
use crate::ecn::Departure;

/// Pacing rate over window per round trip, per cent: while the window is below half its threshold
/// (`tcp_pacing_ss_ratio`), and above (`tcp_pacing_ca_ratio`).
const RATIOS: (u64, u64) = (200, 120);

impl Sender {
    /// Sends lost segments and then new data if the pacing timer has fired (`tcp_pace_kick`).
    pub(super) fn on_pacing_timer(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.pacing.fires(now) && self.is_established() {
            self.resend_lost(now, trace);
            self.send_new(now);
        }
    }

    /// Sets the pacing rate for a controller that does not set it (`tcp_update_pacing_rate`).
    pub(super) fn pace_window(&mut self) {
        let smoothed8 = self.rtt.smoothed8_us();
        let is_off = !self.pacing.is_on() || self.pacing.is_spreading();
        if is_off || self.controller.governs() || smoothed8 == 0 {
            return;
        }
        if let Some(rate) = self.controller.pacing_rate() {
            self.pacing.rate = Some(rate);
            return;
        }
        if let Some(rate) = self.careful.as_ref().and_then(|own| own.pacing_rate()) {
            self.pacing.rate = Some(rate);
            return;
        }
        let window = self.window;
        let ratio = if window.cwnd < window.ssthresh / 2 { RATIOS.0 } else { RATIOS.1 };
        let segments = u64::from(window.cwnd.max(self.queue.packets_out));
        let per_segment = u64::from(self.mss()) * (8 * 1_000_000 / 100) * ratio;
        self.pacing.rate = Some(per_segment.saturating_mul(segments) / smoothed8);
    }

    pub(super) fn has_new(&self) -> bool {
        self.next_length() > 0
    }

    /// Returns the sequence space of the next new segment, if there is one and the peer's window
    /// has room for it.
    pub(super) fn next_new_length(&self) -> Option<u32> {
        let length = self.next_length();
        (length > 0 && self.next_new + u64::from(length) <= self.edge).then_some(length)
    }

    /// Returns the sequence space of the next new segment: its data, and the FIN behind the last of
    /// them once the application has closed.
    fn next_length(&self) -> u32 {
        let most = u64::from(self.unsent.first(self.payload_of_full()));
        let data = self.left_to_send().min(most);
        let fin = self.closed && self.data_end() == Some(self.next_new + data);
        data as u32 + u32::from(fin)
    }

    /// Fills the first unsent buffer before an attempt to send, unless it is paced
    /// (`tcp_grow_skb`).
    pub(super) fn fill_buffers(&mut self, now: SimTime) {
        if !self.pacing.is_on() || self.pacing.next() <= now {
            self.unsent.fill(self.payload_of_full());
        }
    }

    /// Returns the bytes that are written and were never sent.
    pub(super) fn left_to_send(&self) -> u64 {
        let written = (self.connection.origin + 1).saturating_add(self.written);
        let end = self.data_end().map_or(written, |end| end.min(written));
        end.saturating_sub(self.next_new)
    }

    /// Sets the timer of window probes if only the peer's window holds data back, and clears it
    /// otherwise (`tcp_check_probe_timer`).
    pub(super) fn watch_window(&mut self, now: SimTime) {
        let closed = self.queue.is_empty() && {
            let length = self.next_length();
            length > 0 && self.next_new + u64::from(length) > self.edge
        };
        match self.pending {
            Pending::None if closed => self.arm_persist(now),
            Pending::Persist(_) if !closed => self.pending = Pending::None,
            _ => {}
        }
        if !closed {
            self.window_probes = 0;
        }
    }

    fn arm_persist(&mut self, now: SimTime) {
        let wait = self.rtt.rto_ticks() << self.window_probes.min(16);
        let most = ticks_in(self.config.max_rto);
        let wait = wait + self.pacing.delay_ticks(now);
        self.pending = Pending::Persist(self.clock.timer(now, wait.min(most)));
    }

    /// Sends what fits into the window, or else a segment that the peer already has, which it
    /// answers with its window (`tcp_write_wakeup`).
    pub(super) fn on_persist_timeout(&mut self, now: SimTime) {
        let room = self.edge.saturating_sub(self.next_new).min(u64::from(self.next_length()));
        if room > 0 {
            self.pending = Pending::None;
            self.send_new_of(now, room as u32);
            return;
        }
        self.window_probes += 1;
        self.probes_unanswered += 1;
        self.emit(now, self.una - 1, 0, Departure::Other);
        self.arm_persist(now);
    }

    /// Sends one new segment with `length` of sequence space, regardless of the congestion window.
    pub(super) fn send_new_of(&mut self, now: SimTime, length: u32) {
        let start = self.next_new;
        let first = self.queue.is_empty();
        let in_flight = self.start_if_idle(now);
        let departure = self.delivery.on_sent(now, first, in_flight + 1);
        self.queue.push(start, length, now, departure);
        self.next_new = start + u64::from(length);
        let mut unsent = self.unsent;
        unsent.on_sent(length, || self.left_to_send(), self.payload_of_full());
        self.unsent = unsent;
        self.emit(now, start, length, Departure::New);
        if first || matches!(self.pending, Pending::Probe(_)) {
            self.rearm_rto(now);
        }
    }

    /// Returns the segments in the network. If there are none, notifies the controller that data
    /// leave (`tcp_event_data_sent`).
    fn start_if_idle(&mut self, now: SimTime) -> u32 {
        let in_flight = self.queue.in_flight();
        if in_flight == 0 {
            self.controller.on_start(now, self.last_data, self.next_new);
            if self.controller.governs() {
                self.govern(now, |controller, control| controller.on_restart(control));
            }
        }
        in_flight
    }

    /// Sends new data as the windows allow.
    pub(super) fn send_new(&mut self, now: SimTime) {
        let mut sent = 0;
        while self.queue.in_flight() < self.window.cwnd
            && let () = self.fill_buffers(now)
            && let Some(length) = self.next_new_length()
            && !self.pacing.holds(now)
        {
            self.send_new_of(now, length);
            sent += 1;
        }
        self.pacing.end_burst();
        self.validate(now, self.queue.in_flight() >= self.window.cwnd, sent > 0);
        if sent > 0 {
            if self.in_reduction() {
                self.reduction.out += sent;
            }
            self.schedule_probe(now, false);
        }
    }

    /// Sends the first segment of a write that fills more than one, before the rest is written; the
    /// use of the window is recorded after it (`tcp_push_one`).
    pub(super) fn push_one(&mut self, now: SimTime) {
        if self.pacing.is_on() || self.queue.in_flight() >= self.window.cwnd {
            return;
        }
        let Some(length) = self.next_new_length() else { return };
        self.send_new_of(now, length);
        self.validate(now, self.queue.in_flight() >= self.window.cwnd, true);
        if self.in_reduction() {
            self.reduction.out += 1;
        }
        self.schedule_probe(now, false);
    }

    /// Records the use of the window. A window that was not fully used for a timeout shrinks
    /// halfway to its use (`tcp_cwnd_validate`, `tcp_cwnd_application_limited`).
    fn validate(&mut self, now: SimTime, limited: bool, sent: bool) {
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
        if self.is_limited() {
            (self.usage.used, self.usage.since) = (0, now);
            return;
        }
        let used = self.usage.used.max(out);
        self.usage.used = used;
        let unused = self.clock.ticks(now).saturating_sub(self.clock.ticks(self.usage.since));
        if unused < self.rtt.rto_ticks() || self.controller.governs() {
            return;
        }
        let waits = self.buffer.is_some_and(|buffer| buffer.waiting);
        if self.state == State::Open && !waits {
            let used = used.max(self.initial);
            if used < self.window.cwnd {
                self.window.ssthresh = self.current_ssthresh();
                self.window.cwnd = (self.window.cwnd + used) / 2;
            }
            self.usage.used = 0;
        }
        self.usage.since = now;
    }

    /// Whether the congestion window, and not the application or the peer, limits the sender
    /// (`tcp_is_cwnd_limited`, RFC 7661). In slow start that holds up to twice the window's use.
    pub(super) fn is_limited(&self) -> bool {
        self.usage.limited
            || (self.window.in_slow_start() && self.window.cwnd < 2 * self.usage.most_out)
    }

    /// Retransmits lost segments, as the window allows.
    pub(super) fn resend_lost(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let cause = match self.state {
            State::Loss => RetransmitCause::Timeout,
            _ => RetransmitCause::Rack,
        };
        let mut rearm = false;
        while self.queue.in_flight() < self.window.cwnd
            && let Some(segment) = self.queue.next_lost()
            && !self.pacing.holds(now)
            && let Some(segment) = self.within_window(segment)
        {
            self.resend(now, &segment, cause, trace);
            if self.in_reduction() {
                self.reduction.out += 1;
            }
            rearm |= segment.start == self.una && !matches!(self.pending, Pending::Reordering(_));
        }
        self.pacing.end_burst();
        if rearm {
            let wait = self.rtt.rto_ticks() + self.pacing.delay_ticks(now);
            self.pending = Pending::Retransmit(self.clock.timer(now, wait));
        }
    }

    /// Returns the part of a segment that may be retransmitted. If the peer has shrunk its window,
    /// the segment is cut at the edge, and only the oldest segment may leave beyond it, as a window
    /// probe (`tcp_retransmit_skb`).
    pub(super) fn within_window(&mut self, mut segment: Sent) -> Option<Sent> {
        let room = self.edge.saturating_sub(segment.start);
        if room == 0 {
            return (segment.start == self.una).then_some(segment);
        }
        if u64::from(self.payload_of(segment.start, segment.len)) <= room {
            return Some(segment);
        }
        segment.len = room as u32;
        self.queue.split(segment.start, segment.len);
        Some(segment)
    }

    /// Retransmits a segment.
    pub(super) fn resend(
        &mut self,
        now: SimTime,
        segment: &Sent,
        cause: RetransmitCause,
        trace: &mut dyn Recorder,
    ) {
        let in_flight = self.start_if_idle(now);
        let departure = self.delivery.on_sent(now, false, in_flight + 1);
        let repairs = cause != RetransmitCause::TailLossProbe;
        self.queue.resent(segment.start, now, departure, repairs);
        if repairs {
            self.note_resent(now);
        }
        self.report.retransmissions += 1;
        let bytes = self.payload_of(segment.start, segment.len);
        let (flow, first) = (self.connection.flow, self.connection.origin + 1);
        let offset = segment.start.saturating_sub(first);
        trace.record(now, Event::Retransmitted { flow, offset, bytes, cause });
        self.emit(now, segment.start, segment.len, Departure::Other);
    }

    /// Returns the bytes of data in `length` of sequence space from `start` on. The SYN and the FIN
    /// take one each.
    fn payload_of(&self, start: u64, length: u32) -> u32 {
        let end = start + u64::from(length);
        match self.data_end() {
            _ if start == self.connection.origin => 0,
            Some(last) if self.closed => end.min(last).saturating_sub(start) as u32,
            _ => length,
        }
    }

    /// Whether a segment with data from `start` on carries PSH.
    fn is_pushed(&mut self, start: u64, payload: u32) -> bool {
        let (first, end) = (self.connection.origin + 1, start + u64::from(payload));
        let is_last_written = self.is_half && end == first.saturating_add(self.written);
        if self.data_end() == Some(end) || is_last_written {
            return true;
        }
        let (from, to) = (start.saturating_sub(first), end.saturating_sub(first));
        if self.buffer.is_none() {
            // Everything is written at once: how far is looked at when it leaves.
            let (window, full) = (self.largest_window, self.payload_of_full());
            self.pushes.forget(self.acknowledged());
            self.pushes.write(to, window, full, None);
        }
        self.pushes.is_on(from, to)
    }

    /// Hands a segment with `length` of sequence space to the network.
    pub(super) fn emit(&mut self, now: SimTime, start: u64, length: u32, departure: Departure) {
        let origin = self.connection.origin;
        let payload = self.payload_of(start, length);
        let mut flags = if start == origin { TcpFlags::SYN } else { TcpFlags::ACK };
        if payload > 0 && self.is_pushed(start, payload) {
            flags = flags.with(TcpFlags::PSH);
        }
        if payload < length && start != origin {
            flags = flags.with(TcpFlags::FIN);
        }
        // The peer's SYN is 0, and its FIN, as it sends no data, 1.
        let expected = if self.phase == Phase::Finished { 2 } else { 1 };
        let mut segment = TcpSegment {
            seq: SeqNumber::of_offset(start),
            ack: SeqNumber(if flags.contains(TcpFlags::ACK) { expected } else { 0 }),
            flags,
            window: WINDOW,
            payload,
            sack: SackBlocks::default(),
            timestamps: self
                .config
                .timestamps
                .then(|| Timestamps { value: self.clock.stamp(now), echo: self.echo }),
            option: None,
        };
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        self.pacing.on_sent(now, payload);
        if payload > 0 {
            self.last_data = now;
        }
        let is_syn = flags.contains(TcpFlags::SYN);
        let size = if is_syn { self.config.syn_size() } else { self.overhead + payload };
        let (field, option) = match self.ecn {
            Some(_) => self.complete(now, &mut segment, departure),
            None => (Ecn::NotEct, 0),
        };
        let connection = &self.connection;
        let (from, to) = (connection.from, connection.to);
        let mut packet = connection.packet(from, to, size + option, now, segment);
        packet.ecn = field;
        self.outbox.push_back(packet);
    }

    /// Adds the ECN feedback to a departing segment; returns its ECN field and the length of the
    /// AccECN option.
    #[inline(never)]
    fn complete(
        &mut self,
        now: SimTime,
        segment: &mut TcpSegment,
        departure: Departure,
    ) -> (Ecn, u32) {
        let Some(ecn) = &mut self.ecn else { return (Ecn::NotEct, 0) };
        if segment.flags.contains(TcpFlags::SYN) {
            return (ecn.on_syn_sent(segment, departure == Departure::New), 0);
        }
        let data = if segment.payload > 0 { departure } else { departure.without_data() };
        let field = ecn.on_departure(segment, data);
        let option = if self.is_half {
            // The other half fills it.
            ecn.reserve(segment, self.sends_option)
        } else {
            let fits = segment.payload + AccEcnOption::FULL_LENGTH <= self.full;
            let sends = fits && ecn.sends_option(now, self.rtt.smoothed());
            ecn.give(now, segment, sends.then_some(AccEcnOption::FULL_LENGTH))
        };
        (field, option)
    }
}
