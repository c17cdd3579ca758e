//! Sender: connection state, the timer of three kinds, and the report.
//!
//! The answer to an event is computed immediately and waits in an outbox. [`super::ack`] evaluates
//! ACKs; [`super::transmit`] selects what leaves.

use std::collections::VecDeque;

use skyseam_base::{FlowId, RandomStream, SimTime, StreamId};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::careful_resume::{CarefulResume, SavedPaths};
use skyseam_endpoint::{Endpoint, FlowReport, Polled};
use skyseam_packet::{AccEcnOption, Body, Ecn, Packet, SeqNumber, TcpFlags, TcpSegment};
use skyseam_trace::{Event, Recorder, RetransmitCause};

use super::clock::{HostClock, ticks_in};
use super::congestion::{INFINITE, LinuxController, Window};
use super::keys::Linux;
use super::pacing::Pacing;
use super::prr::Reduction;
use super::pushes::Pushes;
use super::queue::RtxQueue;
use super::rack::Rack;
use super::rate::Delivery;
use super::rtt::Rtt;
use super::send_buffer::SendBuffer;
use super::state::{Probe, State, Undo};
use super::unsent::Unsent;
use crate::config::TcpConfig;
use crate::congestion::algorithm::Setup;
use crate::connection::Connection;
use crate::ecn::{Departure, EcnState};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Idle,
    SynSent,
    /// Data and the FIN are in flight, or may be.
    Established,
    Finished,
}

/// Timeouts of the SYN that do not double the next one (`tcp_syn_linear_timeouts`).
const LINEAR_SYNS: u64 = 4;

/// Window that this endpoint offers, bytes. The peer sends nothing that would need more.
pub(super) const WINDOW: u32 = 64_240;

/// Size up to which windows are no reason for smaller segments (`TCP_MSS_DEFAULT`).
const MSS_DEFAULT: u32 = 536;
/// Payload that a segment may always have: an IP packet of 68 bytes less its headers.
const MSS_LEAST: u32 = 28;

/// Armed timer. The kernel has one for all purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    /// No timer.
    None,
    /// Retransmission (RFC 6298).
    Retransmit(SimTime),
    /// Reordering (RFC 8985 Sec. 6.3).
    Reordering(SimTime),
    /// Tail loss probe (RFC 8985 Sec. 7).
    Probe(SimTime),
    /// Window probe (RFC 9293 Sec. 3.8.6.1): the peer's window is closed and nothing is in flight.
    Persist(SimTime),
}

/// Recent use of the congestion window.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    pub(super) limited: bool,
    pub(super) most_out: u32,
    /// Offset whose acknowledgement ends the period.
    pub(super) until: u64,
    /// Maximum number of outstanding segments since the window was last fully used or changed, and
    /// the time of that (`snd_cwnd_used`, `snd_cwnd_stamp`).
    pub(super) used: u32,
    pub(super) since: SimTime,
}

/// Sender of a connection.
#[derive(Debug)]
#[repr(C)]
pub struct Sender {
    /// Bytes that the application has written so far; `u64::MAX` if it writes without limit.
    pub(super) written: u64,
    pub(super) connection: Connection,
    pub(super) config: TcpConfig,
    /// Payload bytes of a full segment, by its options alone.
    pub(super) full: u32,
    /// Bytes of a segment beside its payload.
    pub(super) overhead: u32,
    /// Whether data carry the AccECN option.
    pub(super) sends_option: bool,
    /// See the methods of these names.
    mss: u32,
    payload_of_full: u32,
    /// Initial congestion window, segments.
    pub(super) initial: u32,
    pub(super) supply: OfferedData,
    /// Send buffer; `None` where the application writes by hand.
    pub(super) buffer: Option<SendBuffer>,
    pub(super) unsent: Unsent,
    pub(super) pushes: Pushes,
    pub(super) start: SimTime,
    pub(super) phase: Phase,
    /// Whether the application has closed: the FIN follows the data.
    pub(super) closed: bool,
    /// Whether the sender is half of a bidirectional endpoint: the other half answers the peer's
    /// FIN.
    pub(super) is_half: bool,
    /// Number of retransmissions of the passive side's SYN-ACK.
    pub(super) syn_acks_again: u32,
    /// Maximum number of data bytes in the SYN.
    pub(super) early_room: u32,
    /// Time when data last left (`lsndtime`).
    pub(super) last_data: SimTime,
    /// Oldest offset not acknowledged.
    pub(super) una: u64,
    /// Next offset never sent.
    pub(super) next_new: u64,
    /// First offset that the peer has not allowed.
    pub(super) edge: u64,
    /// Sequence number of the segment that set the window (`snd_wl1`).
    pub(super) window_from: SeqNumber,
    /// Largest window offered by the peer, bytes; 0 before the first (`max_window`).
    pub(super) largest_window: u32,
    pub(super) queue: RtxQueue,
    pub(super) rtt: Rtt,
    pub(super) controller: Box<dyn LinuxController>,
    pub(super) window: Window,
    pub(super) usage: Usage,
    pub(super) state: State,
    /// Whether the controller has been notified that the state is Open.
    pub(super) told_open: bool,
    /// Next new offset when the state was entered. The state ends when this offset is acknowledged.
    pub(super) high: u64,
    pub(super) reduction: Reduction,
    pub(super) undo: Undo,
    pub(super) rack: Rack,
    pub(super) delivery: Delivery,
    pub(super) pacing: Pacing,
    /// Random numbers. Boxed, because few controllers draw from them and they fill five cache
    /// lines.
    pub(super) random: Box<RandomStream>,
    pub(super) probe: Option<Probe>,
    pub(super) frto: bool,
    pub(super) timeouts_in_row: u32,
    /// Segments that the peer reported as duplicates.
    pub(super) duplicates_told: u64,
    /// Time of the first retransmission since the last new acknowledgement.
    pub(super) unanswered_since: Option<SimTime>,
    /// Window probes since the window closed, and those since the last segment from the peer.
    pub(super) window_probes: u32,
    pub(super) probes_unanswered: u32,
    pub(super) pending: Pending,
    pub(super) clock: HostClock,
    /// Findings about the current ACK: segments marked lost, recovery entered, timestamp echoed.
    pub(super) newly_lost: u32,
    pub(super) entered: bool,
    pub(super) echoed: Option<u32>,
    pub(super) echo: u32,
    /// Time when an ACK of data that were never sent was last answered.
    pub(super) last_challenge: Option<SimTime>,
    /// Careful Resume, if the connection uses it.
    pub(super) careful: Option<Box<CarefulResume>>,
    /// ECN, if the connection may have it.
    pub(super) ecn: Option<Box<EcnState>>,
    pub(super) outbox: VecDeque<Packet>,
    reported: (u32, u32, u32),
    pub(super) report: FlowReport,
}

fn controller(
    config: &TcpConfig,
    now: SimTime,
    clock: HostClock,
    random: StreamId,
    flow: FlowId,
) -> Box<dyn LinuxController> {
    let setup = Setup { clock, random, flow: Some(flow), ..config.setup(now) };
    let controller = config.congestion.in_segments(&setup);
    controller.expect("a controller that the stack has")
}

impl Sender {
    /// Prefetches the oldest outstanding segments. No effect on results.
    #[inline]
    pub(super) fn prefetch_outstanding(&self) {
        self.queue.prefetch();
        self.controller.prefetch();
    }

    /// Returns a sender that connects at `start` and sends the data of `supply`; the controller
    /// draws from `random`.
    ///
    /// # Panics
    /// When the stack does not have the controller ([`crate::Stack::has`]).
    pub fn new(
        connection: Connection,
        config: &TcpConfig,
        supply: OfferedData,
        start: SimTime,
        random: RandomStream,
    ) -> Self {
        let (initial, lengths) = (config.initial_segments(), config.lengths());
        let (own, clock) = (random.beside(), HostClock::default());
        let controller = controller(config, start, clock, own, connection.flow);
        let own: Linux = config.own();
        let most = own.most_buffered();
        Self {
            connection,
            supply,
            written: if most.is_some() { 0 } else { u64::MAX },
            unsent: Unsent::default(),
            buffer: most.map(|most| SendBuffer::new(most, config.mss, lengths.full, own.offload)),
            pushes: Pushes::default(),
            start,
            phase: Phase::Idle,
            closed: false,
            is_half: false,
            syn_acks_again: 0,
            early_room: 0,
            last_data: SimTime::ZERO,
            una: connection.origin,
            next_new: connection.origin,
            edge: connection.origin + 1,
            window_from: SeqNumber(0),
            largest_window: 0,
            queue: RtxQueue::default(),
            rtt: Rtt::new(config.initial_rto, config.min_rto, config.max_rto),
            delivery: Delivery::default(),
            pacing: Pacing::new(
                own.pacing == Some(true) || controller.paces(),
                own.offload.then_some(lengths.full),
            ),
            random: Box::new(random),
            controller,
            window: Window { cwnd: initial, ssthresh: INFINITE, count: 0 },
            usage: Usage::default(),
            state: State::Open,
            told_open: true,
            high: connection.origin,
            reduction: Reduction::default(),
            undo: Undo::default(),
            rack: Rack::new(config.dup_threshold),
            probe: None,
            frto: false,
            timeouts_in_row: 0,
            duplicates_told: 0,
            unanswered_since: None,
            window_probes: 0,
            probes_unanswered: 0,
            pending: Pending::None,
            clock: HostClock::default(),
            newly_lost: 0,
            entered: false,
            echoed: None,
            echo: 0,
            last_challenge: None,
            careful: None,
            ecn: EcnState::of(config),
            outbox: VecDeque::new(),
            reported: (0, 0, 0),
            report: FlowReport::default(),
            full: lengths.full,
            mss: lengths.full,
            payload_of_full: lengths.full,
            overhead: lengths.packet(0, 0),
            sends_option: false,
            initial,
            config: config.clone(),
        }
    }

    /// Returns the counters of this endpoint.
    pub fn report(&self) -> FlowReport {
        let (rtt_samples, rtt_min, rtt_mean, rtt_max) = self.rtt.summary();
        let cwnd = u64::from(self.window.cwnd) * u64::from(self.payload_of_full());
        let delivered_ce = self.ecn.as_ref().and_then(|ecn| ecn.reported_ce());
        FlowReport {
            rtt_samples,
            rtt_min,
            rtt_mean,
            rtt_max,
            cwnd: Some(cwnd),
            delivered_ce,
            ..self.report
        }
    }

    /// Sets the clock of the host. Call before the first segment.
    pub(super) fn on_clock(mut self, clock: HostClock) -> Self {
        self.clock = clock;
        self
    }

    /// Lets the connection resume carefully, if its keys say so. Call before the first segment.
    pub(super) fn with_paths(mut self, paths: SavedPaths) -> Self {
        let Connection { from, to, .. } = self.connection;
        let initial_window = u64::from(self.initial) * u64::from(self.full);
        let state = |rule| CarefulResume::new(rule, paths, (from, to), initial_window);
        self.careful = self.config.own::<Linux>().careful_resume.map(|rule| Box::new(state(rule)));
        self
    }

    /// Limits the stream to the bytes supplied by [`Sender::write`]. Call before the first segment.
    pub fn set_manual_write(&mut self) {
        self.written = 0;
        self.buffer = None;
    }

    /// Writes `bytes` more for the application.
    pub fn write(&mut self, now: SimTime, bytes: u64) {
        if self.is_half {
            self.resume_after_idle(now);
        }
        let had_new = self.has_new();
        self.unsent.on_write(self.left_to_send(), self.payload_of_full());
        self.written = self.written.saturating_add(bytes);
        if self.is_established() {
            if !had_new && bytes > u64::from(self.payload_of_full()) {
                self.push_one(now);
            }
            self.send_written(now);
        }
    }

    /// Ends the stream after what was written; takes effect at the next timeout.
    pub fn end_writes(&mut self, now: SimTime) {
        self.supply.end(now, self.written);
    }

    /// Returns the bytes written and not acknowledged, which a send buffer holds.
    pub fn held(&self) -> u64 {
        self.written.saturating_sub(self.acknowledged())
    }

    /// Returns the bytes acknowledged.
    pub(super) fn acknowledged(&self) -> u64 {
        self.una.saturating_sub(self.connection.origin + 1)
    }

    /// Returns the payload bytes of a full segment without AccECN option (`mss_cache`): at most
    /// half the largest window that the peer offered, so that two are in flight
    /// (`tcp_bound_to_half_wnd`).
    #[inline]
    pub(super) fn mss(&self) -> u32 {
        self.mss
    }

    /// Returns the payload bytes of a full segment that leaves now (`tcp_current_mss`).
    #[inline]
    pub(super) fn payload_of_full(&self) -> u32 {
        self.payload_of_full
    }

    /// Updates both lengths after a change of the largest window or of the option.
    pub(super) fn update_lengths(&mut self) {
        let bound = match self.largest_window {
            0 => u32::MAX,
            window if window > MSS_DEFAULT => window / 2,
            window => window.max(MSS_LEAST),
        };
        self.mss = self.full.min(bound);
        let option = if self.sends_option { AccEcnOption::FULL_LENGTH } else { 0 };
        self.payload_of_full = self.mss - option;
    }

    /// Takes the ECN field and the flags of an arriving segment.
    fn note_ecn(&mut self, segment: &TcpSegment, field: Ecn) {
        let Some(ecn) = &mut self.ecn else { return };
        ecn.on_answer_or_arrival(segment, field, self.is_half);
        self.sends_option = ecn.always_sends_option();
        self.update_lengths();
    }

    /// Returns the congestion window in segments.
    pub fn cwnd(&self) -> u32 {
        self.window.cwnd
    }

    pub(super) fn is_established(&self) -> bool {
        self.phase == Phase::Established
    }

    /// Returns the first offset after the last byte, once that is known.
    pub(super) fn data_end(&self) -> Option<u64> {
        self.supply.limit.map(|bytes| self.connection.origin + 1 + bytes)
    }

    pub(super) fn report_congestion(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let Window { cwnd, ssthresh, .. } = self.window;
        let in_flight = self.queue.in_flight();
        if self.reported != (cwnd, ssthresh, in_flight) {
            self.reported = (cwnd, ssthresh, in_flight);
            let mss = u64::from(self.payload_of_full());
            let bytes = |segments: u32| u64::from(segments) * mss;
            trace.record(
                now,
                Event::Congestion {
                    flow: self.connection.flow,
                    cwnd: bytes(cwnd),
                    ssthresh: if ssthresh == INFINITE { u64::MAX } else { bytes(ssthresh) },
                    in_flight: bytes(in_flight),
                },
            );
        }
    }

    fn begin(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.phase = Phase::SynSent;
        self.report.started = Some(now);
        trace.record(now, Event::FlowStarted { flow: self.connection.flow });
        let origin = self.connection.origin;
        let departure = self.delivery.on_sent(now, true, 1);
        self.queue.push(origin, 1, now, departure);
        self.next_new = origin + 1;
        self.emit(now, origin, 0, Departure::New);
        self.load_syn(now);
        self.pending =
            Pending::Retransmit(self.clock.timer(now, ticks_in(self.config.initial_rto)));
        self.report_congestion(now, trace);
    }

    /// Completes the active open: the third segment of the handshake leaves, then data.
    fn establish(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.begin_data(now);
        match self.queue.head() {
            None => self.emit(now, self.una, 0, Departure::ThirdAck),
            Some(data) => self.resend_early(now, &data, trace),
        }
    }

    /// Starts the data phase of an established connection.
    pub(super) fn begin_data(&mut self, now: SimTime) {
        self.phase = Phase::Established;
        self.high = self.una;
        self.state = State::Open;
        self.undo = Undo::default();
        // `tcp_init_transfer`: SYNs lost one after the other cost the initial window (one alone may
        // be a long path), unless the answer is to the first (`tcp_try_undo_spurious_syn`).
        let first = self.report.started.map(|at| self.clock.stamp(at));
        let spurious = self.echoed.is_some() && self.echoed == first;
        let lossy = self.report.retransmissions + u64::from(self.syn_acks_again) > 1 && !spurious;
        let cwnd = if lossy { 1 } else { self.initial };
        self.window = Window { cwnd, ssthresh: INFINITE, count: 0 };
        self.usage = Usage { since: now, ..self.usage };
        self.rtt.fall_back();
        self.rack = Rack::new(self.rack.assumed);
        let (random, flow) = (self.random.beside(), self.connection.flow);
        self.controller = controller(&self.config, now, self.clock, random, flow);
        self.told_open = true;
        self.controller.on_established(&mut self.window, self.rtt.smoothed());
        self.pace_window();
        self.govern(now, |controller, control| controller.begin(control));
        if self.config.own::<Linux>().initial_spreading == Some(true)
            && !self.controller.governs()
            && let Some(round) = self.rtt.smoothed()
        {
            let bytes = u64::from(self.window.cwnd) * u64::from(self.payload_of_full());
            self.pacing.spread(self.window.cwnd, bytes, round);
        }
        self.open_buffer();
        // The application's first write finds nothing in flight.
        self.delivery.limit_by_app(0);
    }

    fn finish_if_done(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let done = self.data_end().is_some_and(|end| self.una >= end);
        if self.is_established() && done && self.report.acknowledged_at.is_none() {
            self.report.acknowledged_at = Some(now);
            trace.record(now, Event::FlowFinished { flow: self.connection.flow });
        }
    }

    /// Sends what the application has written; it closes after its last write.
    fn send_written(&mut self, now: SimTime) {
        self.send_new(now);
        if !self.closed && self.supply.limit.is_some_and(|limit| limit <= self.written) {
            self.closed = true;
            self.send_new(now);
        }
        self.watch_window(now);
    }

    fn on_segment(&mut self, now: SimTime, segment: &TcpSegment, trace: &mut dyn Recorder) {
        let handshake = self.phase == Phase::SynSent;
        self.on_ack(now, segment, trace);
        if handshake && self.una > self.connection.origin {
            self.establish(now, trace);
        } else if segment.flags.contains(TcpFlags::SYN) {
            // The SYN-ACK again: the third segment was lost.
            self.emit(now, self.next_new, 0, Departure::ThirdAck);
        }
        self.finish_if_done(now, trace);
        if self.is_half && self.is_closed() {
            self.stop();
        } else if segment.flags.contains(TcpFlags::FIN) && self.is_closed() {
            self.end(now);
        } else if self.is_established() {
            self.tune_buffer();
            self.send_written(now);
            if self.check_space() {
                self.send_written(now);
            }
        }
        self.report_congestion(now, trace);
    }

    // ---- timers ----

    /// Returns the remaining ticks of the oldest segment's timeout (`tcp_rto_delta_us`).
    pub(super) fn rto_left(&self, now: SimTime) -> u64 {
        let Some(head) = self.queue.head() else { return 0 };
        let expires = head.at.saturating_add(self.rtt.rto());
        ticks_in(expires.saturating_since(now))
    }

    /// Rearms the retransmission timer (`tcp_rearm_rto`).
    pub(super) fn rearm_rto(&mut self, now: SimTime) {
        if self.queue.is_empty() {
            self.pending = Pending::None;
            return;
        }
        // What went by while another timer stood in its place counts.
        let wait = if self.stands_in() { self.rto_left(now).max(1) } else { self.rtt.rto_ticks() };
        let wait = wait + self.pacing.delay_ticks(now);
        self.pending = Pending::Retransmit(self.clock.timer(now, wait));
    }

    /// Stops the sender: nothing more is sent or awaited.
    pub(super) fn stop(&mut self) {
        self.phase = Phase::Finished;
        self.pending = Pending::None;
        self.pacing.stop();
        self.supply.stop = None;
    }

    fn on_retransmission_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let Some(head) = self.queue.head() else {
            self.pending = Pending::None;
            return;
        };
        if self.phase == Phase::SynSent {
            self.report.timeouts += 1;
            trace.record(now, Event::RetransmissionTimeout { flow: self.connection.flow });
        } else {
            self.enter_loss(now, trace);
        }
        let head = self.within_window(head).unwrap_or(head);
        self.resend(now, &head, RetransmitCause::Timeout, trace);
        // `tcp_retransmit_timer`: the first SYNs follow each other at the same distance.
        if self.phase != Phase::SynSent || self.report.timeouts > LINEAR_SYNS {
            self.rtt.back_off();
        }
        self.pending = Pending::Retransmit(self.clock.timer(now, self.rtt.rto_ticks()));
    }

    fn deadline(&self) -> Option<SimTime> {
        match self.pending {
            Pending::None => None,
            Pending::Retransmit(at)
            | Pending::Reordering(at)
            | Pending::Probe(at)
            | Pending::Persist(at) => Some(at),
        }
    }
}

impl Endpoint for Sender {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Tcp(segment) = &packet.body else { return };
        self.note_ecn(segment, packet.ecn);
        let live = matches!(self.phase, Phase::SynSent | Phase::Established);
        if live && segment.flags.contains(TcpFlags::ACK) && !segment.flags.contains(TcpFlags::RST) {
            self.on_segment(now, segment, trace);
        }
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.phase == Phase::Idle && now >= self.start {
            self.begin(now, trace);
        }
        if self.supply.stop.is_some_and(|stop| stop <= now) {
            let first = self.connection.origin + 1;
            self.supply.close(self.next_new.saturating_sub(first));
            self.finish_if_done(now, trace);
            if self.is_established() {
                self.send_written(now);
            }
        }
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            let pending = self.pending;
            match pending {
                Pending::None => {}
                Pending::Retransmit(_) | Pending::Persist(_) if self.gives_up(now) => return,
                Pending::Retransmit(_) => self.on_retransmission_timeout(now, trace),
                Pending::Reordering(_) => self.on_reordering_timeout(now, trace),
                Pending::Probe(_) => self.on_probe_timeout(now, trace),
                Pending::Persist(_) => self.on_persist_timeout(now),
            }
        }
        self.on_pacing_timer(now, trace);
        self.report_congestion(now, trace);
    }

    fn poll_transmit(&mut self, _: SimTime, place: &mut Packet, _: &mut dyn Recorder) -> Polled {
        let Some(packet) = self.outbox.pop_front() else { return Polled::Nothing };
        *place = packet;
        if !self.outbox.is_empty() {
            return Polled::MayBeMore;
        }
        // The next one lies where this one lay, which is in the cache.
        self.outbox.clear();
        Polled::Last
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        if self.phase == Phase::Idle {
            return Some(self.start);
        }
        let candidates = [self.deadline(), self.pacing.deadline(), self.supply.stop];
        candidates.into_iter().flatten().min()
    }
}
