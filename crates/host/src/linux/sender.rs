//! The sending end: connection state, the one timer of three kinds, and the report.
//!
//! Everything an event brings is worked out at once and waits in an outbox. How ACKs are judged is
//! in [`super::ack`], what leaves in [`super::transmit`].

use std::collections::VecDeque;

use skyseam_base::{RandomStream, SimTime};
use skyseam_packet::{Body, Packet, TcpFlags, TcpSegment};
use skyseam_trace::{Event, Recorder, RetransmitCause};

use super::congestion::{Controller, INFINITE, Window};
use super::pacing::Pacing;
use super::prr::Reduction;
use super::queue::RtxQueue;
use super::rack::Rack;
use super::rate::Delivery;
use super::recovery::State;
use super::rtt::Rtt;
use super::tlp::Probe;
use super::undo::Undo;
use super::{ticks_in, timer};
use crate::app::Supply;
use crate::config::TcpConfig;
use crate::endpoint::Endpoint;
use crate::report::FlowReport;
use crate::tcp::Connection;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Idle,
    SynSent,
    Established,
    /// Everything is acknowledged, and the FIN is on its way.
    Closing,
    Finished,
}

/// The window this end offers, bytes: nothing comes back that would need it.
pub(super) const WINDOW: u32 = 64_240;

/// The timer that stands; the kernel has one for all three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    /// None.
    None,
    /// Retransmission (RFC 6298).
    Retransmit(SimTime),
    /// Reordering (RFC 8985 Sec. 6.3).
    Reordering(SimTime),
    /// Tail loss probe (RFC 8985 Sec. 7).
    Probe(SimTime),
    /// Window probe (RFC 9293 Sec. 3.8.6.1): the peer's window is closed, nothing is in flight.
    Persist(SimTime),
}

/// How far the congestion window was used lately.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    pub(super) limited: bool,
    pub(super) most_out: u32,
    /// Until this offset is acknowledged.
    pub(super) until: u64,
}

/// The sending end of a connection.
#[derive(Debug)]
pub struct Sender {
    pub(super) connection: Connection,
    pub(super) config: TcpConfig,
    pub(super) supply: Supply,
    /// Bytes that the application has written so far; `u64::MAX` where it keeps none back.
    pub(super) written: u64,
    pub(super) start: SimTime,
    phase: Phase,
    /// Oldest offset not acknowledged.
    pub(super) una: u64,
    /// Next offset never sent.
    pub(super) next_new: u64,
    /// First offset the peer has not allowed.
    pub(super) edge: u64,
    pub(super) queue: RtxQueue,
    pub(super) rtt: Rtt,
    pub(super) controller: Box<dyn Controller>,
    pub(super) window: Window,
    pub(super) usage: Usage,
    pub(super) state: State,
    /// Whether the controller was told that the state is Open.
    pub(super) told_open: bool,
    /// Next new offset when the state was entered: acknowledged, the state ends.
    pub(super) high: u64,
    pub(super) reduction: Reduction,
    pub(super) undo: Undo,
    pub(super) rack: Rack,
    pub(super) delivery: Delivery,
    pub(super) pacing: Pacing,
    pub(super) random: RandomStream,
    pub(super) probe: Option<Probe>,
    pub(super) frto: bool,
    pub(super) timeouts_in_row: u32,
    /// Window probes without an answer.
    pub(super) window_probes: u32,
    pub(super) pending: Pending,
    /// Of the ACK under way: segments marked lost, recovery entered, timestamp echoed.
    pub(super) newly_lost: u32,
    pub(super) entered: bool,
    pub(super) echoed: Option<u32>,
    pub(super) echo: u32,
    pub(super) outbox: VecDeque<Packet>,
    /// Times the FIN was sent.
    pub(super) fins: u32,
    reported: (u32, u32, u32),
    pub(super) report: FlowReport,
}

fn controller(config: &TcpConfig, now: SimTime) -> Box<dyn Controller> {
    config.congestion.build_in_segments(config, now).expect("a controller that the stack has")
}

impl Sender {
    /// A sender that connects at `start` and sends what `supply` has; `random` decides what the
    /// controller leaves to chance.
    ///
    /// # Panics
    /// When the stack does not have the controller ([`TcpConfig::of`]).
    pub fn new(
        connection: Connection,
        config: &TcpConfig,
        supply: Supply,
        start: SimTime,
        random: RandomStream,
    ) -> Self {
        let cwnd = config.initial_window;
        let controller = controller(config, start);
        Self {
            connection,
            supply,
            written: u64::MAX,
            start,
            phase: Phase::Idle,
            una: connection.origin,
            next_new: connection.origin,
            edge: connection.origin + 1,
            queue: RtxQueue::default(),
            rtt: Rtt::new(config.initial_rto, config.min_rto, config.max_rto),
            delivery: Delivery::default(),
            pacing: Pacing::new(
                config.pacing || controller.governs(),
                config.offload.then(|| config.full_payload()),
            ),
            random,
            controller,
            window: Window { cwnd, ssthresh: INFINITE, count: 0 },
            usage: Usage::default(),
            state: State::Open,
            told_open: true,
            high: connection.origin,
            reduction: Reduction::default(),
            undo: Undo::default(),
            rack: Rack::default(),
            probe: None,
            frto: false,
            timeouts_in_row: 0,
            window_probes: 0,
            pending: Pending::None,
            newly_lost: 0,
            entered: false,
            echoed: None,
            echo: 0,
            outbox: VecDeque::new(),
            fins: 0,
            reported: (0, 0, 0),
            report: FlowReport::default(),
            config: config.clone(),
        }
    }

    /// What this end counted.
    pub fn report(&self) -> FlowReport {
        let (rtt_samples, rtt_min, rtt_mean, rtt_max) = self.rtt.summary();
        let cwnd = u64::from(self.window.cwnd) * u64::from(self.config.full_payload());
        FlowReport { rtt_samples, rtt_min, rtt_mean, rtt_max, cwnd: Some(cwnd), ..self.report }
    }

    /// Has it send no more than what [`Sender::write`] brings; before anything was sent.
    pub fn wait_for_writes(&mut self) {
        self.written = 0;
    }

    /// The application writes `bytes` more.
    pub fn write(&mut self, now: SimTime, bytes: u64) {
        self.written = self.written.saturating_add(bytes);
        if self.is_established() {
            self.send_new(now);
            self.watch_window(now);
        }
    }

    /// What was written is all: the end is known and acted on in the next time-out.
    pub fn end_writes(&mut self, now: SimTime) {
        self.supply.end(now, self.written);
    }

    /// Bytes written and not acknowledged: what a send buffer holds.
    pub fn held(&self) -> u64 {
        self.written.saturating_sub(self.una.saturating_sub(self.connection.origin + 1))
    }

    /// The congestion window in segments.
    pub fn cwnd(&self) -> u32 {
        self.window.cwnd
    }

    pub(super) fn is_established(&self) -> bool {
        self.phase == Phase::Established
    }

    /// First offset after the last byte, once that is known.
    pub(super) fn data_end(&self) -> Option<u64> {
        self.supply.limit.map(|bytes| self.connection.origin + 1 + bytes)
    }

    pub(super) fn report_congestion(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let Window { cwnd, ssthresh, .. } = self.window;
        let in_flight = self.queue.in_flight();
        if self.reported != (cwnd, ssthresh, in_flight) {
            self.reported = (cwnd, ssthresh, in_flight);
            let mss = u64::from(self.config.full_payload());
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
        self.emit(now, origin, 0);
        self.pending = Pending::Retransmit(timer(now, ticks_in(self.config.initial_rto)));
        self.report_congestion(now, trace);
    }

    /// The SYN was acknowledged: the third segment of the handshake leaves, then data.
    fn establish(&mut self, now: SimTime) {
        self.phase = Phase::Established;
        self.high = self.una;
        self.state = State::Open;
        self.undo = Undo::default();
        // RFC 6298 (5.7), `tcp_init_transfer`: a lost SYN costs the initial window.
        if self.report.retransmissions > 0 {
            self.window = Window { cwnd: 1, ssthresh: INFINITE, count: 0 };
        } else {
            self.window = Window { cwnd: self.config.initial_window, ssthresh: INFINITE, count: 0 };
        }
        self.rack = Rack::default();
        self.controller = controller(&self.config, now);
        self.told_open = true;
        self.controller.on_established(&mut self.window, self.rtt.smoothed());
        self.pace_window();
        self.govern(now, |controller, reins| controller.begin(reins));
        // The application's first write finds nothing in flight.
        self.delivery.limit_by_app(0);
        self.emit(now, self.una, 0);
    }

    fn finish_if_done(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.phase == Phase::Established && self.data_end() == Some(self.una) {
            self.phase = Phase::Closing;
            self.pacing.stop();
            self.report.acknowledged_at = Some(now);
            trace.record(now, Event::FlowFinished { flow: self.connection.flow });
            self.send_fin(now);
        }
    }

    fn on_segment(&mut self, now: SimTime, segment: &TcpSegment, trace: &mut dyn Recorder) {
        let handshake = self.phase == Phase::SynSent;
        self.on_ack(now, segment, trace);
        if handshake && self.una > self.connection.origin {
            self.establish(now);
        } else if segment.flags.contains(TcpFlags::SYN) {
            // The SYN-ACK again: the third segment was lost.
            self.emit(now, self.next_new, 0);
        }
        self.finish_if_done(now, trace);
        if self.is_established() {
            self.send_new(now);
            self.watch_window(now);
        }
        self.report_congestion(now, trace);
    }

    // ---- timers ----

    /// How many ticks of the timeout of the oldest segment are left (`tcp_rto_delta_us`).
    pub(super) fn rto_left(&self, now: SimTime) -> u64 {
        let Some(head) = self.queue.head() else { return 0 };
        let expires = head.at.saturating_add(self.rtt.rto());
        ticks_in(expires.saturating_since(now))
    }

    /// `tcp_rearm_rto`.
    pub(super) fn rearm_rto(&mut self, now: SimTime) {
        if self.queue.is_empty() {
            self.pending = Pending::None;
            return;
        }
        // What went by while another timer stood in its place counts.
        let wait = if self.stands_in() { self.rto_left(now).max(1) } else { self.rtt.rto_ticks() };
        self.pending = Pending::Retransmit(timer(now, wait));
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
        self.resend(now, &head, RetransmitCause::Timeout, trace);
        self.rtt.back_off();
        self.pending = Pending::Retransmit(timer(now, self.rtt.rto_ticks()));
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
        if self.phase == Phase::Closing {
            if self.on_closing(now, segment) {
                self.phase = Phase::Finished;
            }
            return;
        }
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
        }
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            match self.pending {
                Pending::None => {}
                Pending::Retransmit(_) if self.phase == Phase::Closing => {
                    if !self.send_fin(now) {
                        self.phase = Phase::Finished;
                    }
                }
                Pending::Retransmit(_) => self.on_retransmission_timeout(now, trace),
                Pending::Reordering(_) => self.on_reordering_timeout(now, trace),
                Pending::Probe(_) => self.on_probe_timeout(now, trace),
                Pending::Persist(_) => self.on_persist_timeout(now),
            }
        }
        self.on_pacing_timer(now, trace);
        self.report_congestion(now, trace);
    }

    fn poll_transmit(&mut self, _: SimTime, _: &mut dyn Recorder) -> Option<Packet> {
        self.outbox.pop_front()
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        if self.phase == Phase::Idle {
            return Some(self.start);
        }
        let candidates = [self.deadline(), self.pacing.deadline(), self.supply.stop];
        candidates.into_iter().flatten().min()
    }
}
