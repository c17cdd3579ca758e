//! Sender: connection state, selection of the next segment, and the timers.
//!
//! Does not own loss detection ([`super::recovery`]) nor the window ([`crate::congestion`]).

use skyseam_base::{Duration, SimTime, StreamId};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::{EndReason, Endpoint, FlowReport, Polled};
use skyseam_packet::{
    AccEcnOption, Body, Ecn, Packet, SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps,
};
use skyseam_trace::{Event, Recorder, RetransmitCause};

use super::recovery::{AckSummary, Recovery, RecoveryAlgorithm};
use super::rtt::RttEstimator;
use super::scoreboard::{Acknowledged, Scoreboard, Segment};
use super::state::{State, Timer};
use crate::config::TcpConfig;
use crate::congestion::algorithm::{AckInfo, CongestionController, Setup};
use crate::connection::{Connection, timestamp_clock};
use crate::ecn::{Acked, Departure, EcnState};
use crate::profile::PacketLengths;

/// Maximum number of retransmissions of a segment before the connection is given up: the threshold
/// R2 of RFC 9293 Sec. 3.8.3 as a count. The RFC leaves it open; this is BSD's (`TCP_MAXRXTSHIFT`).
const R2: u32 = 12;
/// Minimum time before a connection is given up, and that for a SYN (RFC 9293 Sec. 3.8.3, MUST-23
/// and SHLD-11).
const R2_TIME: Duration = Duration::from_secs(100);
const R2_TIME_SYN: Duration = Duration::from_secs(180);

/// Sender of a connection.
#[derive(Debug)]
#[repr(C)]
pub struct Sender {
    /// Bytes that the application has written so far; `u64::MAX` if it writes without limit.
    pub(super) written: u64,
    pub(super) connection: Connection,
    config: TcpConfig,
    supply: OfferedData,
    start: SimTime,
    pub(super) state: State,
    /// Oldest offset not acknowledged.
    pub(super) una: u64,
    /// Next offset never sent.
    pub(super) next_new: u64,
    /// First offset that the peer has not allowed.
    edge: u64,
    window: u32,
    largest_window: u32,
    board: Scoreboard,
    recovery: Recovery,
    controller: Box<dyn CongestionController>,
    pub(super) rtt: RttEstimator,
    timer: Timer,
    probes: u32,
    probe_due: bool,
    /// Whether the persist timer allows a smaller segment than RFC 9293 Sec. 3.8.6.2.1 does.
    small_allowed: bool,
    /// Whether the sender is half of a bidirectional endpoint, so that a FIN follows the data.
    pub(super) is_half: bool,
    /// Maximum payload of the first segment, if it is a SYN with data or leaves with one.
    pub(super) early_room: Option<u32>,
    syn_lost: bool,
    /// Oldest offset when the retransmission timer last fired.
    timed_out: Option<u64>,
    /// Number of timeouts without an answer, and the time of the first.
    unanswered: (u32, SimTime),
    echo: u32,
    reported: (u64, u64),
    report: FlowReport,
    lengths: PacketLengths,
    /// ECN, if the connection may have it.
    pub(super) ecn: Option<Box<EcnState>>,
    /// Whether data carry the AccECN option.
    pub(super) sends_option: bool,
    /// Offset whose acknowledgement lets the next mark reduce the window: once per window (RFC 3168
    /// Sec. 6.1.2).
    reduced_until: u64,
}

impl Sender {
    /// Prefetches nothing: outstanding data are only counted.
    pub(super) const fn prefetch_outstanding(&self) {}

    /// Returns a sender that connects at `start` and sends what `supply` has; its controller may
    /// draw from `random`.
    ///
    /// # Panics
    /// When the stack does not have the controller ([`crate::Stack::has`]).
    pub fn new(
        connection: Connection,
        config: &TcpConfig,
        supply: OfferedData,
        start: SimTime,
        random: StreamId,
    ) -> Self {
        let lengths = config.lengths();
        let rule = if config.sack_blocks == 0 {
            RecoveryAlgorithm::NewReno
        } else {
            RecoveryAlgorithm::Sack
        };
        let rtt = RttEstimator::new(config.initial_rto, config.min_rto, config.max_rto);
        let controller = {
            let flow = Some(connection.flow);
            config.congestion.in_bytes(&Setup { random, flow, ..config.setup(start) })
        };
        Self {
            connection,
            supply,
            written: u64::MAX,
            start,
            state: State::Idle,
            una: connection.origin,
            next_new: connection.origin,
            // The SYN and what is sent with it need no permission.
            edge: connection.origin.saturating_add(config.receive_window),
            window: 0,
            largest_window: 0,
            board: Scoreboard::default(),
            recovery: Recovery::new(rule, config.dup_threshold, lengths.full),
            controller: controller.expect("a controller that the stack has"),
            rtt,
            timer: Timer::Off,
            probes: 0,
            probe_due: false,
            small_allowed: false,
            is_half: false,
            early_room: None,
            syn_lost: false,
            timed_out: None,
            unanswered: (0, SimTime::ZERO),
            echo: 0,
            reported: (0, 0),
            report: FlowReport::default(),
            lengths,
            ecn: EcnState::of(config),
            sends_option: false,
            reduced_until: 0,
            config: config.clone(),
        }
    }

    /// The endpoint's counters.
    pub fn report(&self) -> FlowReport {
        FlowReport {
            rtt_samples: self.rtt.samples(),
            rtt_min: self.rtt.smallest(),
            rtt_mean: self.rtt.mean(),
            rtt_max: self.rtt.largest(),
            cwnd: Some(self.controller.cwnd()),
            delivered_ce: self.ecn.as_ref().and_then(|ecn| ecn.reported_ce()),
            ..self.report
        }
    }

    /// Limits the stream to the bytes supplied by [`Sender::write`]. Call before the first segment.
    pub fn set_manual_write(&mut self) {
        self.written = 0;
    }

    /// Writes `bytes` more for the application.
    pub fn write(&mut self, now: SimTime, bytes: u64) {
        self.written = self.written.saturating_add(bytes);
        self.watch_window(now);
    }

    /// Ends the stream after what was written; takes effect at the next timeout.
    pub fn end_writes(&mut self, now: SimTime) {
        self.supply.end(now, self.written);
    }

    /// Returns the bytes written and not acknowledged, which a send buffer holds.
    pub fn held(&self) -> u64 {
        self.written.saturating_sub(self.una.saturating_sub(self.data_start()))
    }

    /// Whether all data were acknowledged.
    pub fn is_finished(&self) -> bool {
        self.state == State::Finished
    }

    /// Bytes sent and not cumulatively acknowledged.
    pub fn in_flight(&self) -> u64 {
        self.board.outstanding()
    }

    /// The congestion window in bytes.
    pub fn cwnd(&self) -> u64 {
        self.controller.cwnd()
    }

    /// The slow-start threshold in bytes.
    #[cfg(test)]
    pub(super) fn threshold(&self) -> u64 {
        self.controller.ssthresh()
    }

    /// Recounts the scoreboard.
    #[cfg(test)]
    pub(super) fn check(&self) {
        self.board.check();
    }

    /// The offset of the first data byte.
    pub(super) fn data_start(&self) -> u64 {
        self.connection.origin + 1
    }

    /// Returns the first offset after the data, if the supply has an end.
    pub(super) fn data_end(&self) -> Option<u64> {
        self.supply.limit.map(|bytes| self.data_start() + bytes)
    }

    // ---- input ----

    fn on_segment(&mut self, now: SimTime, segment: &TcpSegment, trace: &mut dyn Recorder) {
        let Some(ack) = segment.ack.unwrap_near(self.una) else { return };
        if ack < self.una || ack > self.next_new {
            // Old, or for something not sent: RFC 9293 Sec. 3.10.7.4 drops it.
            return;
        }
        let is_newer = segment
            .timestamps
            .is_some_and(|timestamps| timestamps.value.wrapping_sub(self.echo) as i32 > 0);
        let same_window = segment.window == self.window;
        let cwnd_limited = self.is_cwnd_limited();
        self.update_window(ack, segment.window);
        let sacked = self.apply_sack(ack, &segment.sack);
        let outstanding = !self.board.is_empty();
        let acknowledged = self.board.acknowledge(ack);
        self.una = ack;
        // While the window is closed any answer will do (RFC 9293 Sec. 3.8.6.1).
        if acknowledged.bytes > 0 || !outstanding {
            self.unanswered.0 = 0;
        }
        let rtt = self.sample_round_trip(now, segment, &acknowledged, trace);
        let handshake = self.state == State::SynSent;
        if acknowledged.bytes > 0 && !self.recovery.keeps_timer(ack) {
            self.timer = if self.board.is_empty() {
                Timer::Off
            } else {
                Timer::Retransmit(now.saturating_add(self.rtt.rto()))
            };
        }
        let news = AckSummary {
            una: ack,
            next_new: self.next_new,
            acked: acknowledged.bytes,
            duplicate: acknowledged.bytes == 0
                && outstanding
                && segment.seq_len() == 0
                && same_window,
            sacked,
        };
        if !handshake {
            self.take_feedback(now, segment, &news, is_newer);
        }
        let verdict = self.recovery.on_ack(now, &news, &mut self.board, &mut *self.controller);
        if verdict.entered {
            self.report.recoveries += 1;
            trace.record(now, Event::RecoveryEntered { flow: self.connection.flow });
        }
        if handshake {
            if ack >= self.data_start() {
                self.on_established();
            }
        } else if verdict.grow {
            self.controller.on_ack(&AckInfo {
                now,
                bytes: news.acked,
                smoothed_rtt: self.rtt.smoothed().unwrap_or(Duration::ZERO),
                rtt,
                in_flight: Some(self.board.pipe()),
                cwnd_limited,
                ..AckInfo::SOME
            });
        }
        self.finish_if_done(now, trace);
        self.report_congestion(now, trace);
    }

    /// Returns the payload of a full segment.
    fn full(&self) -> u32 {
        self.lengths.full - if self.sends_option { AccEcnOption::FULL_LENGTH } else { 0 }
    }

    /// Evaluates the ECN feedback of an ACK: a mark reduces the window as a loss does, once per
    /// window (RFC 3168 Sec. 6.1.2).
    fn take_feedback(
        &mut self,
        now: SimTime,
        segment: &TcpSegment,
        news: &AckSummary,
        is_newer: bool,
    ) {
        let Some(ecn) = &mut self.ecn else { return };
        let mss = self.lengths.full;
        let bytes = (news.acked + news.sacked) as u32;
        let acked = Acked {
            packets: bytes.div_ceil(mss),
            bytes,
            is_newer: is_newer || bytes > 0,
            is_first: news.acked > 0 && self.una.saturating_sub(news.acked) <= 1,
            mss,
        };
        if ecn.on_feedback(segment, &acked) && self.una >= self.reduced_until {
            ecn.set_reduced(true);
            self.reduced_until = self.next_new;
            self.controller.on_loss(now, self.board.pipe());
        }
    }

    /// Whether the congestion window, and not the peer or the application, limits the sender.
    fn is_cwnd_limited(&self) -> bool {
        let full = u64::from(self.full());
        let window = self.recovery.window(&*self.controller);
        self.board.pipe() + full > window
    }

    pub(super) fn update_window(&mut self, ack: u64, window: u32) {
        self.window = window;
        self.largest_window = self.largest_window.max(window);
        self.edge = ack.saturating_add(u64::from(window));
    }

    /// Applies the SACK blocks. Blocks outside `ack..next_new` acknowledge nothing (RFC 2018 Sec.
    /// 5) and are ignored.
    fn apply_sack(&mut self, ack: u64, blocks: &SackBlocks) -> u64 {
        if self.config.sack_blocks == 0 {
            return 0;
        }
        let mut newly = 0;
        for block in blocks.as_slice() {
            let (Some(start), Some(end)) =
                (block.start.unwrap_near(self.una), block.end.unwrap_near(self.una))
            else {
                continue;
            };
            if start < end && start >= ack && end <= self.next_new {
                newly += self.board.mark_sacked(start, end);
            }
        }
        newly
    }

    fn sample_round_trip(
        &mut self,
        now: SimTime,
        segment: &TcpSegment,
        acknowledged: &Acknowledged,
        trace: &mut dyn Recorder,
    ) -> Option<Duration> {
        let sample = match segment.timestamps {
            Some(timestamps) if self.config.timestamps => {
                self.echo = timestamps.value;
                // RFC 7323 Sec. 4.1: only an ACK of new data gives a sample. An echo older than the
                // connection is ignored.
                let age = timestamp_clock(now).wrapping_sub(timestamps.echo);
                let sample = Duration::from_millis(u64::from(age));
                (acknowledged.bytes > 0 && sample <= now.saturating_since(self.start))
                    .then_some(sample)
            }
            _ => acknowledged.timed.map(|sent| now.saturating_since(sent)),
        };
        if let Some(sample) = sample {
            self.rtt.on_sample(sample);
            let smoothed = self.rtt.smoothed().expect("a sample was just taken");
            let flow = self.connection.flow;
            trace.record(now, Event::RoundTrip { flow, sample, smoothed });
        }
        sample
    }

    fn on_established(&mut self) {
        self.state = State::Established;
        if !self.board.is_empty() {
            // The peer did not take the data of the SYN (RFC 7413 Sec. 4.2.2).
            self.recovery.on_timeout(self.next_new, &mut self.board);
        }
        if self.syn_lost {
            self.rtt.after_lost_syn();
            self.controller.on_syn_lost();
        }
    }

    fn finish_if_done(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.state == State::Established && self.stream_end() == Some(self.una) {
            self.state = State::Finished;
            self.timer = Timer::Off;
            self.probe_due = false;
            self.report.acknowledged_at = Some(now);
            trace.record(now, Event::FlowFinished { flow: self.connection.flow });
        }
    }

    fn report_congestion(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let (cwnd, ssthresh) = (self.cwnd(), self.controller.ssthresh());
        if self.reported != (cwnd, ssthresh) {
            self.reported = (cwnd, ssthresh);
            let (flow, in_flight) = (self.connection.flow, self.board.pipe());
            trace.record(now, Event::Congestion { flow, cwnd, ssthresh, in_flight });
        }
    }

    // ---- timers ----

    /// Whether the connection is given up after a timeout, because the segment or probe has been
    /// unanswered for too long (RFC 9293 Sec. 3.8.3).
    fn should_abort(&mut self, now: SimTime) -> bool {
        if self.unanswered.0 == 0 {
            self.unanswered.1 = now;
        }
        self.unanswered.0 += 1;
        let (fired, since) = self.unanswered;
        let least = if self.una == self.connection.origin { R2_TIME_SYN } else { R2_TIME };
        let gives_up = fired > R2 && now.saturating_since(since) >= least;
        if gives_up {
            self.state = State::Aborted;
            self.timer = Timer::Off;
            self.supply.stop = None;
            self.report.gave_up = Some(EndReason::TooManyRetransmissions);
        }
        gives_up
    }

    fn begin(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.state = if self.config.handshake { State::SynSent } else { State::Established };
        self.report.started = Some(now);
        trace.record(now, Event::FlowStarted { flow: self.connection.flow });
        self.report_congestion(now, trace);
    }

    fn on_retransmission_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.report.timeouts += 1;
        trace.record(now, Event::RetransmissionTimeout { flow: self.connection.flow });
        self.rtt.back_off();
        if self.state == State::SynSent {
            self.syn_lost = true;
        } else {
            // RFC 5681 Sec. 3.1: the threshold is held while one segment is timed out repeatedly.
            let first = self.timed_out != Some(self.una);
            self.controller.on_timeout(now, self.board.outstanding(), first);
            self.timed_out = Some(self.una);
        }
        self.recovery.on_timeout(self.next_new, &mut self.board);
        self.timer = Timer::Retransmit(now.saturating_add(self.rtt.rto()));
        self.report_congestion(now, trace);
    }

    fn on_persist_timeout(&mut self, now: SimTime) {
        self.probes = (self.probes + 1).min(32);
        if self.next_new < self.edge {
            self.small_allowed = true;
        } else {
            self.probe_due = true;
        }
        self.arm_persist(now);
    }

    fn arm_persist(&mut self, now: SimTime) {
        let interval = self.rtt.rto().saturating_mul(1 << self.probes).min(self.config.max_rto);
        self.timer = Timer::Persist(now.saturating_add(interval));
    }

    /// Sets the persist timer if only the peer's window holds data back, and clears it otherwise.
    pub(super) fn watch_window(&mut self, now: SimTime) {
        let blocked = self.state == State::Established
            && self.board.is_empty()
            && self.next_length() > 0
            && self.permitted(self.next_length()) == 0;
        match self.timer {
            Timer::Off if blocked => self.arm_persist(now),
            Timer::Persist(_) if !blocked => {
                self.timer = Timer::Off;
                self.probes = 0;
                self.probe_due = false;
            }
            _ => {}
        }
    }

    // ---- output ----

    /// Sequence space of the next new segment, if windows allow it.
    fn next_length(&self) -> u32 {
        let full = u64::from(self.full());
        let written = self.data_start().saturating_add(self.written);
        let end = self.data_end().map_or(written, |end| end.min(written));
        let data = end.saturating_sub(self.next_new).min(full) as u32;
        data.max(u32::from(self.is_fin(self.next_new)))
    }

    /// Returns the part of `length` that the peer's window permits, avoiding silly windows (RFC
    /// 9293 Sec. 3.8.6.2.1).
    fn permitted(&self, length: u32) -> u32 {
        let usable = self.edge.saturating_sub(self.next_new);
        if usable >= u64::from(length) {
            return length;
        }
        let half = u64::from(self.largest_window / 2).max(1);
        if usable >= half || (self.small_allowed && usable > 0) { usable as u32 } else { 0 }
    }

    fn next_new_segment(&mut self, now: SimTime) -> Option<Packet> {
        let start = self.next_new;
        if start == self.connection.origin {
            self.board.push(start, 1, now);
            self.next_new += 1;
            let early = self.early_room.take().map_or(0, |room| self.next_length().min(room));
            // The SYN and its data are lost and acknowledged apart.
            if early > 0 && !self.is_fin(self.next_new) {
                self.board.push(self.next_new, early, now);
                self.next_new += u64::from(early);
                return Some(self.segment(now, start, early, Departure::New));
            }
            return Some(self.segment(now, start, 0, Departure::New));
        }
        if self.state != State::Established {
            return None;
        }
        let mut length = self.permitted(self.next_length());
        if start == self.data_start() {
            length = length.min(self.early_room.take().unwrap_or(length));
        }
        if length == 0 {
            return None;
        }
        let window = self.recovery.window(&*self.controller);
        if self.board.pipe() + u64::from(length) > window {
            return None;
        }
        self.small_allowed = false;
        self.board.push(start, length, now);
        self.next_new += u64::from(length);
        self.recovery.on_new_data(length);
        let payload = if self.is_fin(start) { 0 } else { length };
        Some(self.segment(now, start, payload, Departure::New))
    }

    fn resend(
        &mut self,
        now: SimTime,
        segment: &Segment,
        cause: RetransmitCause,
        trace: &mut dyn Recorder,
    ) -> Packet {
        self.board.resent(segment.start, now);
        self.recovery.on_retransmitted(segment);
        self.report.retransmissions += 1;
        let takes_none = segment.start == self.connection.origin || self.is_fin(segment.start);
        let payload = if takes_none { 0 } else { segment.len };
        trace.record(
            now,
            Event::Retransmitted {
                flow: self.connection.flow,
                offset: segment.start.saturating_sub(self.data_start()),
                bytes: payload,
                cause,
            },
        );
        self.segment(now, segment.start, payload, Departure::Other)
    }

    /// Returns a window probe (RFC 9293 Sec. 3.8.6.1): an octet sent before makes the peer announce
    /// its window.
    fn probe(&mut self, now: SimTime) -> Packet {
        let payload = u32::from(self.una > self.data_start());
        self.segment(now, self.una - 1, payload, Departure::Other)
    }

    fn segment(&mut self, now: SimTime, start: u64, payload: u32, kind: Departure) -> Packet {
        let syn = start == self.connection.origin && self.una == start;
        let flags = match (syn, self.una > self.connection.origin) {
            (true, _) => TcpFlags::SYN,
            (false, true) => TcpFlags::ACK,
            // Without a handshake data leave before the peer was heard.
            (false, false) => TcpFlags::default(),
        };
        let flags = if self.is_fin(start) { flags.with(TcpFlags::FIN) } else { flags };
        let mut segment = TcpSegment {
            seq: SeqNumber::of_offset(start),
            ack: SeqNumber(u32::from(flags.contains(TcpFlags::ACK))),
            flags,
            window: u32::try_from(self.config.receive_window).unwrap_or(u32::MAX),
            payload,
            sack: SackBlocks::default(),
            timestamps: self
                .config
                .timestamps
                .then(|| Timestamps { value: timestamp_clock(now), echo: self.echo }),
            option: None,
        };
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        let mut size = self.lengths.packet(payload, 0);
        let mut field = Ecn::NotEct;
        if let Some(ecn) = &mut self.ecn {
            if syn {
                field = ecn.on_syn_sent(&mut segment, kind == Departure::New);
            } else {
                let kind = if payload > 0 { kind } else { kind.without_data() };
                field = ecn.on_departure(&mut segment, kind);
                size += if self.is_half {
                    ecn.reserve(&mut segment, self.sends_option)
                } else {
                    let fits = payload + AccEcnOption::FULL_LENGTH <= self.lengths.full;
                    let sends = fits && ecn.sends_option(now, self.rtt.smoothed());
                    ecn.give(now, &mut segment, sends.then_some(AccEcnOption::FULL_LENGTH))
                };
            }
        }
        let (from, to) = (self.connection.from, self.connection.to);
        Packet { ecn: field, ..self.connection.packet(from, to, size, now, segment) }
    }

    fn next_packet(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        if let Some((segment, cause)) =
            self.recovery.next_retransmission(&mut self.board, &*self.controller)
            // Data that left with a SYN wait for its answer.
            && (self.state != State::SynSent || segment.start == self.connection.origin)
        {
            return Some(self.resend(now, &segment, cause, trace));
        }
        if let Some(packet) = self.next_new_segment(now) {
            return Some(packet);
        }
        let doubtful = self.recovery.next_rescue(&self.board, &*self.controller)?;
        Some(self.resend(now, &doubtful, RetransmitCause::FastRetransmit, trace))
    }
}

impl Endpoint for Sender {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Tcp(segment) = &packet.body else { return };
        let live = matches!(self.state, State::SynSent | State::Established);
        if !live || !segment.flags.contains(TcpFlags::ACK) || segment.flags.contains(TcpFlags::RST)
        {
            return;
        }
        if let Some(ecn) = &mut self.ecn {
            ecn.on_answer_or_arrival(segment, packet.ecn, self.is_half);
            self.sends_option = ecn.always_sends_option();
        }
        self.on_segment(now, segment, trace);
        self.watch_window(now);
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.state == State::Idle && now >= self.start {
            self.begin(now, trace);
        }
        if self.supply.stop.is_some_and(|stop| stop <= now) {
            let offered = self.next_new.saturating_sub(self.data_start());
            self.supply.close(offered);
            self.finish_if_done(now, trace);
        }
        let timer = self.timer;
        match timer {
            Timer::Off => {}
            Timer::Retransmit(deadline) | Timer::Persist(deadline) if deadline > now => {}
            _ if self.should_abort(now) => {}
            Timer::Retransmit(_) => self.on_retransmission_timeout(now, trace),
            Timer::Persist(_) => self.on_persist_timeout(now),
        }
    }

    fn poll_transmit(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled {
        if !matches!(self.state, State::SynSent | State::Established) {
            return Polled::Nothing;
        }
        if std::mem::take(&mut self.probe_due) {
            *place = self.probe(now);
            return Polled::MayBeMore;
        }
        let Some(packet) = self.next_packet(now, trace) else { return Polled::Nothing };
        if !matches!(self.timer, Timer::Retransmit(_)) {
            self.timer = Timer::Retransmit(now.saturating_add(self.rtt.rto()));
        }
        *place = packet;
        Polled::MayBeMore
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        let timer = match self.timer {
            _ if self.state == State::Idle => return Some(self.start),
            Timer::Off => None,
            Timer::Retransmit(deadline) | Timer::Persist(deadline) => Some(deadline),
        };
        match (timer, self.supply.stop) {
            (Some(timer), Some(stop)) => Some(timer.min(stop)),
            (timer, stop) => timer.or(stop),
        }
    }
}
