//! Sender of a flow: packets and their bytes, the end of the application's data, the report.
//!
//! The [`Variant`] computes the effects of an event immediately; they wait in an outbox. It also
//! decides when a packet is lost and how much may be in flight.

use skyseam_base::{Duration, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::{EndReason, Endpoint, FlowReport, Polled};
use skyseam_packet::{Body, Packet, SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps};
use skyseam_trace::{Event, Recorder, RetransmitCause};

use super::Variant;
use super::base::{Ack, Base, Output};
use super::fack::Fack;
use super::keys::{LossRecovery, Ns2};
use super::newreno::NewReno;
use super::rtt::Rtt;
use super::sack::Sack;
use crate::config::TcpConfig;
use crate::connection::{Connection, timestamp_clock};
use crate::profile::PacketLengths;

/// Clock granularity (`tcpTick_`): of all agents except `Agent/TCP/Linux`, and of that agent.
const TICK: Duration = Duration::from_millis(10);
const LINUX_TICK: Duration = Duration::from_millis(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Idle,
    Sending,
    /// All data are acknowledged.
    Finished,
    /// The peer did not answer for too long.
    GaveUp,
}

/// Sender of a connection.
#[derive(Debug)]
#[repr(C)]
pub struct Sender {
    /// Bytes that the application has written so far; `u64::MAX` if it writes without limit.
    pub(super) written: u64,
    connection: Connection,
    /// Payload bytes of a full packet.
    unit: u64,
    lengths: PacketLengths,
    config: TcpConfig,
    supply: OfferedData,
    start: SimTime,
    phase: Phase,
    base: Base,
    variant: Box<dyn Variant>,
    /// Window last offered by the peer.
    peer_window: u32,
    echo: u32,
    reported: (u64, u64),
    report: FlowReport,
}

impl Sender {
    /// Prefetches nothing: outstanding data are only counted.
    pub(super) const fn prefetch_outstanding(&self) {}

    /// Returns a sender that connects at `start` and sends the data of `supply`.
    ///
    /// # Panics
    /// When the stack does not have the controller ([`crate::Stack::has`]).
    pub fn new(
        connection: Connection,
        config: &TcpConfig,
        supply: OfferedData,
        start: SimTime,
    ) -> Self {
        let own: Ns2 = config.own();
        let (window, initial) = (config.window_segments(), u64::from(config.initial_segments()));
        let (waits, threshold) = (config.handshake, u64::from(config.dup_threshold));
        let rtt = |tick| Rtt::new(tick, config.initial_rto, config.min_rto, config.max_rto);
        let increase = || config.congestion.increase().expect("a rule that the agent has");
        let (rtt, variant): (Rtt, Box<dyn Variant>) = match own.recovery {
            LossRecovery::NewReno => {
                (rtt(TICK), Box::new(NewReno::new(initial, window, waits, threshold, increase())))
            }
            LossRecovery::Sack => {
                (rtt(TICK), Box::new(Sack::new(initial, window, waits, threshold, increase())))
            }
            LossRecovery::Reno | LossRecovery::SackReno | LossRecovery::SackNewReno => {
                unreachable!("a recovery that the stack has")
            }
            LossRecovery::Fack => {
                let controller = config.congestion.in_packets(&config.setup(start));
                let controller = controller.expect("a controller that the stack has");
                let guard = own.storm_guard == Some(true);
                let fack = Fack::new(controller, initial, window, waits, threshold, guard);
                (rtt(LINUX_TICK).falling_slowly(), Box::new(fack))
            }
        };
        Self::of(connection, config, supply, start, rtt, variant)
    }

    /// Returns a sender with another variant and its timer.
    pub(crate) fn of(
        connection: Connection,
        config: &TcpConfig,
        supply: OfferedData,
        start: SimTime,
        rtt: Rtt,
        variant: Box<dyn Variant>,
    ) -> Self {
        let (mss, window) = (u64::from(config.full_payload()), config.window_segments());
        let end = supply.limit.map(|bytes| 1 + bytes.div_ceil(mss));
        Self {
            connection,
            supply,
            start,
            phase: Phase::Idle,
            base: Base::new(rtt, end, window),
            variant,
            written: u64::MAX,
            peer_window: u32::MAX,
            echo: 0,
            reported: (0, 0),
            report: FlowReport::default(),
            unit: mss,
            lengths: config.lengths(),
            config: config.clone(),
        }
    }

    /// The endpoint's counters.
    pub fn report(&self) -> FlowReport {
        let (rtt_samples, rtt_min, rtt_mean, rtt_max) = self.base.rtt.summary();
        let cwnd = Some(self.cwnd());
        FlowReport { rtt_samples, rtt_min, rtt_mean, rtt_max, cwnd, ..self.report }
    }

    /// Limits the stream to the bytes supplied by [`Sender::write`]. Call before the first segment.
    pub fn set_manual_write(&mut self) {
        self.written = 0;
        self.base.written = self.whole_packets();
    }

    /// Writes `bytes` more for the application. Whole packets are sent, and the last one of a file.
    pub fn write(&mut self, now: SimTime, bytes: u64) {
        self.written = self.written.saturating_add(bytes);
        self.base.written = self.whole_packets();
        self.resume(now);
    }

    /// Ends the stream after what was written; takes effect at the next timeout.
    pub fn end_writes(&mut self, now: SimTime) {
        self.supply.end(now, self.written);
    }

    /// Returns the bytes written and not acknowledged, which a send buffer holds.
    pub fn held(&self) -> u64 {
        let acknowledged = self.offset(self.base.una).saturating_sub(self.connection.origin + 1);
        self.written.saturating_sub(acknowledged)
    }

    /// Returns the first packet that is not completely written.
    fn whole_packets(&self) -> u64 {
        match self.written {
            u64::MAX => u64::MAX,
            written => self.packets_below(self.connection.origin + 1 + written),
        }
    }

    fn resume(&mut self, now: SimTime) {
        if self.phase == Phase::Sending {
            self.base.now = now;
            self.variant.resume(&mut self.base);
        }
    }

    /// Whether all data were acknowledged.
    pub fn is_finished(&self) -> bool {
        self.phase == Phase::Finished
    }

    /// The congestion window in bytes.
    pub fn cwnd(&self) -> u64 {
        self.variant.cwnd() * self.unit()
    }

    /// Bytes sent and not cumulatively acknowledged, the SYN counted as a packet.
    pub fn in_flight(&self) -> u64 {
        (self.base.top - self.base.una) * self.unit()
    }

    /// Payload bytes of a full packet.
    fn unit(&self) -> u64 {
        self.unit
    }

    /// The stream offset at which a packet begins.
    fn offset(&self, packet: u64) -> u64 {
        match packet.checked_sub(1) {
            None => self.connection.origin,
            Some(before) => self.connection.origin + 1 + before * self.unit(),
        }
    }

    /// Payload bytes of a packet: the last of a file may be short, the SYN has none.
    fn payload(&self, packet: u64) -> u32 {
        let mss = self.unit();
        let Some(before) = packet.checked_sub(1) else { return 0 };
        match self.supply.limit {
            Some(bytes) => bytes.saturating_sub(before * mss).min(mss) as u32,
            None => mss as u32,
        }
    }

    /// Packets that end at or below `offset`.
    fn packets_below(&self, offset: u64) -> u64 {
        let Some(bytes) = offset.checked_sub(self.connection.origin + 1) else { return 0 };
        match self.supply.limit {
            Some(limit) if bytes >= limit => 1 + limit.div_ceil(self.unit()),
            _ => 1 + bytes / self.unit(),
        }
    }

    fn on_segment(&mut self, now: SimTime, segment: &TcpSegment, trace: &mut dyn Recorder) {
        let near = self.offset(self.base.una);
        let Some(ack) = segment.ack.unwrap_near(near) else { return };
        let una = self.packets_below(ack);
        if una > self.base.top {
            return;
        }
        let mut blocks = [(0, 0); SackBlocks::MAX];
        let mut count = 0;
        for block in segment.sack.as_slice().iter().take(self.config.sack_blocks as usize) {
            let edges = (block.start.unwrap_near(near), block.end.unwrap_near(near));
            let (Some(start), Some(end)) = edges else { continue };
            let start = self.packets_below(start.saturating_add(self.unit() - 1));
            let (start, end) = (start.max(una + 1), self.packets_below(end));
            if start < end && end <= self.base.top {
                blocks[count] = (start, end);
                count += 1;
            }
        }
        let echoed = segment.timestamps.filter(|_| self.config.timestamps).map(|timestamps| {
            self.echo = timestamps.value;
            let age = timestamp_clock(now).wrapping_sub(timestamps.echo);
            Duration::from_millis(u64::from(age))
        });
        // An echo older than the connection is nobody's.
        let echoed = echoed.filter(|age| *age <= now.saturating_since(self.start));
        self.base.now = now;
        let window = std::mem::replace(&mut self.peer_window, segment.window);
        self.base.edge = self.edge(ack).max(una);
        if window != segment.window && una == self.base.una && una > 0 && count == 0 {
            // News of the window alone is no duplicate (RFC 5681 Sec. 2).
            self.variant.on_window(&mut self.base);
            return;
        }
        self.variant.on_ack(&mut self.base, &Ack { una, blocks: &blocks[..count], echoed });
        self.finish_if_done(now, trace);
        self.record(now, trace);
    }

    fn record(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let flow = self.connection.flow;
        if let Some(sample) = self.base.sampled.take() {
            let smoothed = self.base.rtt.smoothed();
            trace.record(now, Event::RoundTrip { flow, sample, smoothed });
        }
        if std::mem::take(&mut self.base.entered) {
            self.report.recoveries += 1;
            trace.record(now, Event::RecoveryEntered { flow });
        }
        let (cwnd, ssthresh) = (self.variant.cwnd(), self.variant.ssthresh());
        if self.reported != (cwnd, ssthresh) {
            self.reported = (cwnd, ssthresh);
            let bytes = |packets: u64| packets.saturating_mul(self.unit());
            // A threshold at the receive window is none.
            let ssthresh = if ssthresh < self.base.window { bytes(ssthresh) } else { u64::MAX };
            let in_flight = bytes(self.variant.in_flight(&self.base));
            trace.record(now, Event::Congestion { flow, cwnd: bytes(cwnd), ssthresh, in_flight });
        }
    }

    fn begin(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.phase = Phase::Sending;
        self.report.started = Some(now);
        trace.record(now, Event::FlowStarted { flow: self.connection.flow });
        self.base.now = now;
        self.variant.begin(&mut self.base);
        self.record(now, trace);
    }

    fn on_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.base.timer = None;
        self.base.now = now;
        if self.base.una == self.base.top {
            // Nothing is out. A window that closed is tried anew (RFC 9293 Sec. 3.8.6.1).
            if self.base.has(self.base.next) {
                self.base.send_next(RetransmitCause::Timeout);
            }
            return;
        }
        self.report.timeouts += 1;
        trace.record(now, Event::RetransmissionTimeout { flow: self.connection.flow });
        self.variant.on_timeout(&mut self.base);
        if self.base.given_up {
            self.phase = Phase::GaveUp;
            self.base.timer = None;
            self.base.outbox.clear();
            self.supply.stop = None;
            self.report.gave_up = Some(EndReason::TooManyRetransmissions);
        }
        self.record(now, trace);
    }

    /// Ends the application's data. The last packet need not be full.
    fn on_stop(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let mss = self.unit();
        let offered = self.base.top.saturating_sub(1) * mss;
        self.supply.close(offered);
        self.base.end = self.supply.limit.map(|bytes| 1 + bytes.div_ceil(mss));
        self.base.written = self.whole_packets();
        self.base.edge = self.edge(self.offset(self.base.una));
        self.finish_if_done(now, trace);
        self.resume(now);
    }

    /// Returns the first packet for which the peer has no room, by the window of the ACK `ack`.
    fn edge(&self, ack: u64) -> u64 {
        match self.peer_window {
            u32::MAX => u64::MAX,
            window => self.packets_below(ack.saturating_add(u64::from(window))).max(self.base.una),
        }
    }

    fn finish_if_done(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.phase == Phase::Sending && self.base.end == Some(self.base.una) {
            self.phase = Phase::Finished;
            self.base.timer = None;
            self.base.outbox.clear();
            self.report.acknowledged_at = Some(now);
            trace.record(now, Event::FlowFinished { flow: self.connection.flow });
        }
    }

    #[inline(always)]
    fn packet(&mut self, now: SimTime, output: Output, trace: &mut dyn Recorder) -> Packet {
        let (offset, payload) = (self.offset(output.packet), self.payload(output.packet));
        if let Some(cause) = output.again {
            self.report.retransmissions += 1;
            let flow = self.connection.flow;
            let offset = offset.saturating_sub(self.connection.origin + 1);
            trace.record(now, Event::Retransmitted { flow, offset, bytes: payload, cause });
        }
        let flags = match (output.packet, self.base.una) {
            (0, 0) => TcpFlags::SYN,
            // Data may leave before the peer was heard.
            (_, 0) => TcpFlags::default(),
            _ => TcpFlags::ACK,
        };
        let stamps = Timestamps { value: timestamp_clock(now), echo: self.echo };
        let segment = TcpSegment {
            seq: SeqNumber::of_offset(offset),
            ack: SeqNumber(u32::from(flags.contains(TcpFlags::ACK))),
            flags,
            window: u32::try_from(self.config.receive_window).unwrap_or(u32::MAX),
            payload,
            sack: SackBlocks::default(),
            timestamps: self.config.timestamps.then_some(stamps),
            option: None,
        };
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        let size = match output.packet {
            0 => self.config.header,
            _ => self.lengths.packet(payload, 0),
        };
        self.connection.packet(self.connection.from, self.connection.to, size, now, segment)
    }

    /// Recounts the scoreboard.
    #[cfg(test)]
    pub(super) fn check(&self) {
        self.variant.check();
    }
}

impl Endpoint for Sender {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Tcp(segment) = &packet.body else { return };
        let sound = segment.flags.contains(TcpFlags::ACK) && !segment.flags.contains(TcpFlags::RST);
        if self.phase == Phase::Sending && sound {
            self.on_segment(now, segment, trace);
        }
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.phase == Phase::Idle && now >= self.start {
            self.begin(now, trace);
        }
        if self.supply.stop.is_some_and(|stop| stop <= now) {
            self.on_stop(now, trace);
        }
        if self.base.timer.is_some_and(|deadline| deadline <= now) {
            self.on_timeout(now, trace);
        }
    }

    fn poll_transmit(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled {
        let Some(output) = self.base.outbox.pop_front() else { return Polled::Nothing };
        *place = self.packet(now, output, trace);
        if self.base.outbox.is_empty() { Polled::Last } else { Polled::MayBeMore }
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        match self.phase {
            Phase::Idle => Some(self.start),
            Phase::Sending | Phase::Finished | Phase::GaveUp => {
                self.base.timer.into_iter().chain(self.supply.stop).min()
            }
        }
    }
}
