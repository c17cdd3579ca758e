//! One endpoint of an STP connection: both directions, opening and closing.
//!
//! A short exchange needs no handshake: data leave with the request to connect. Otherwise BGN and
//! BGAK are exchanged first, as in SSCOP. A direction ends with its last packet of data, which is
//! marked; the connection is over when both directions have ended, or the only one. An endpoint
//! that gives up sends END.

use std::collections::VecDeque;

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_endpoint::app::stream::{Driver, StreamNotification, StreamRequest};
use skyseam_endpoint::app::{OfferedData, StreamApp};
use skyseam_endpoint::directional_recorder::DirectionalRecorder;
use skyseam_endpoint::{EndReason, Endpoint, FlowReport, Polled, ProxyReader, ProxyWriter};
use skyseam_packet::wire::ports_of;
use skyseam_packet::{Body, Packet, Payloads, Raw};
use skyseam_trace::{Event, Recorder};

use super::Stp;
use super::receiver::{Answer, Receiver};
use super::sender::{Outgoing, Sender, Status};
use super::wire::{self, Flags, Number, Pdu};

/// Interval of retransmissions of BGN (SSCOP's Timer_CC).
const BEGIN_AGAIN: Duration = Duration::from_secs(1);
/// Maximum number of transmissions of BGN (SSCOP's MaxCC).
const BEGINS: u32 = 4;

/// Content of one direction of a connection.
#[derive(Debug)]
pub(super) enum SendMode {
    /// Data that need no application.
    Supply(OfferedData),
    /// No data.
    Nothing,
    /// Data written by an application.
    Application(Box<dyn StreamApp>),
}

/// Identity of an endpoint: its node, its peer and its flow.
#[derive(Clone, Debug)]
pub(super) struct ConnectionIds {
    pub flow: FlowId,
    pub source: NodeId,
    pub destination: NodeId,
    pub payloads: Payloads,
    /// Position of the first packet of either direction: 0, except in tests of the numbers' wrap.
    pub base: u64,
}

/// State of the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    /// The client has not begun; it does at this time.
    Before(SimTime),
    /// BGN was sent this number of times, the last time at this instant.
    Asking(u32, SimTime),
    /// The server waits for the client.
    Listening,
    Open,
    /// The connection failed, or the peer has ended it.
    Over,
}

/// One endpoint of a connection.
#[derive(Debug)]
pub(super) struct StpEndpoint {
    place: ConnectionIds,
    is_client: bool,
    fast_open: bool,
    opening: Opening,
    sender: Sender,
    receiver: Receiver,
    driver: Option<Driver>,
    /// Whether the peer has answered a packet of data or a poll.
    is_answered: bool,
    outbox: VecDeque<Pdu>,
    /// Number of bytes to be received, if known.
    expected: Option<u64>,
    ended_at: Option<SimTime>,
    peer_closed_at: Option<SimTime>,
    report: FlowReport,
}

impl StpEndpoint {
    /// Creates an endpoint at `place`; only a client has a `start`. `expected` is the number of
    /// bytes to receive, if known.
    pub fn new(
        place: ConnectionIds,
        config: &Stp,
        load: SendMode,
        start: Option<SimTime>,
        expected: Option<u64>,
    ) -> Self {
        let (flow, base) = (place.flow, place.base);
        let (sender, driver) = match load {
            SendMode::Supply(supply) => (Sender::new(flow, config, supply, base), None),
            SendMode::Nothing => (Sender::mute(flow, config, base), None),
            SendMode::Application(app) => {
                (Sender::of_application(flow, config, base), Some(Driver::new(flow, app)))
            }
        };
        Self {
            is_client: start.is_some(),
            fast_open: config.fast_open,
            opening: start.map_or(Opening::Listening, Opening::Before),
            sender,
            receiver: Receiver::new(config, base),
            driver,
            is_answered: false,
            outbox: VecDeque::new(),
            expected,
            ended_at: None,
            peer_closed_at: None,
            report: FlowReport { duplicates_received: Some(0), ..FlowReport::default() },
            place,
        }
    }

    fn direction<'t>(&self, sending: bool, trace: &'t mut dyn Recorder) -> DirectionalRecorder<'t> {
        DirectionalRecorder { trace, is_reverse: self.is_client != sending }
    }

    fn limit(&self) -> Number {
        Number::of(self.receiver.limit())
    }

    fn is_open(&self) -> bool {
        self.opening == Opening::Open
    }

    /// Starts the connection at the client's start time.
    fn begin(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.report.started = Some(now);
        trace.record(now, Event::FlowStarted { flow: self.place.flow });
        if self.fast_open {
            self.opening = Opening::Open;
        } else {
            self.ask(now, 1);
        }
    }

    fn ask(&mut self, now: SimTime, times: u32) {
        self.opening = Opening::Asking(times, now);
        self.outbox.push_back(Pdu::Begin { limit: self.limit() });
    }

    fn give_up(&mut self, ended: EndReason) {
        self.report.gave_up.get_or_insert(ended);
        self.opening = Opening::Over;
    }

    fn on_pdu(
        &mut self,
        now: SimTime,
        (pdu, flags): (Pdu, Flags),
        payload: u32,
        trace: &mut dyn Recorder,
    ) {
        match pdu {
            Pdu::Begin { .. } if !self.is_client => {
                if self.opening == Opening::Listening {
                    self.opening = Opening::Open;
                }
                self.outbox.push_back(Pdu::BeginAck { limit: self.limit() });
                return;
            }
            Pdu::End => {
                self.outbox.push_back(Pdu::EndAck);
                if self.ended_at.is_none() {
                    self.give_up(EndReason::Refused);
                }
                return;
            }
            Pdu::Begin { .. } | Pdu::EndAck => return,
            _ => {}
        }
        match self.opening {
            // Whatever the server says, it has agreed.
            Opening::Asking(times, at) => {
                self.opening = Opening::Open;
                if times == 1 && matches!(pdu, Pdu::BeginAck { .. }) {
                    let mut trace = self.direction(true, trace);
                    self.sender.sample(now, now.saturating_since(at), &mut trace);
                }
            }
            Opening::Listening if flags.begins => self.opening = Opening::Open,
            Opening::Open => {}
            Opening::Before(_) | Opening::Listening | Opening::Over => return,
        }
        let near = self.sender.first();
        match pdu {
            Pdu::Data { number, poll } => {
                let position = number.near(self.receiver.expected());
                self.on_data(now, position, payload, flags.ends, trace);
                if let Some(stamp) = poll {
                    self.receiver.on_poll(now, stamp, position + 1);
                }
            }
            Pdu::Poll { next, stamp } => {
                self.receiver.on_poll(now, stamp, next.near(self.receiver.expected()));
            }
            Pdu::Stat { expected, echo, limit, end, gaps } => {
                self.is_answered = true;
                let gaps: Vec<(u64, u64)> =
                    gaps.iter().map(|(start, end)| (start.near(near), end.near(near))).collect();
                let expected = expected.near(near);
                let from = gaps.first().filter(|_| flags.continues).map_or(expected, |gap| gap.0);
                let (limit, end) = (limit.near(near), end.near(near));
                let status = Status { echo, expected, from, end, limit, gaps };
                let mut trace = self.direction(true, trace);
                self.sender.on_status(now, &status, &mut trace);
            }
            Pdu::Ustat { gap: (start, end), .. } => {
                self.is_answered = true;
                let mut trace = self.direction(true, trace);
                self.sender.on_gap(now, (start.near(near), end.near(near)), &mut trace);
            }
            Pdu::BeginAck { .. } | Pdu::Begin { .. } | Pdu::End | Pdu::EndAck => {}
        }
    }

    fn on_data(
        &mut self,
        now: SimTime,
        position: u64,
        payload: u32,
        ends: bool,
        trace: &mut dyn Recorder,
    ) {
        let taken = self.receiver.on_data(now, position, payload, ends);
        if taken.is_useless {
            *self.report.duplicates_received.get_or_insert(0) += 1;
        } else if payload > 0 {
            self.report.last_received = Some(now);
        }
        if taken.bytes == 0 {
            return;
        }
        self.report.bytes_delivered += taken.bytes;
        let (flow, bytes) = (self.place.flow, taken.bytes);
        self.direction(false, trace).record(now, Event::Delivered { flow, bytes });
        if self.expected == Some(self.report.bytes_delivered) {
            self.report.received_at = Some(now);
            trace.record(now, Event::FlowReceived { flow });
        }
        // The application is told when it knows that the connection stands.
        self.tell(now, StreamNotification::Open, trace);
        self.tell(now, StreamNotification::Data(taken.bytes), trace);
    }

    fn tell(&mut self, now: SimTime, notice: StreamNotification, trace: &mut dyn Recorder) {
        let Some(driver) = &mut self.driver else { return };
        let StreamRequest { write, close } = driver.notify(now, notice, trace);
        self.sender.offer(write);
        if close {
            self.sender.close();
        }
    }

    /// Notifies the application of new data, and checks whether everything is done.
    fn advance(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if let Some(ended) = self.sender.gave_up() {
            if self.opening != Opening::Over {
                self.outbox.push_back(Pdu::End);
            }
            self.give_up(ended);
        }
        if !self.is_open() {
            return;
        }
        self.tell(now, StreamNotification::Open, trace);
        let flow = self.place.flow;
        if self.driver.is_some() && self.receiver.is_at_end() && self.peer_closed_at.is_none() {
            self.peer_closed_at = Some(now);
            if !self.is_client {
                self.report.received_at = Some(now);
                trace.record(now, Event::FlowReceived { flow });
            }
            self.tell(now, StreamNotification::PeerClosed, trace);
        }
        let is_done = self.sender.is_done() && self.driver.as_ref().is_none_or(Driver::has_all);
        if is_done && self.ended_at.is_none() && (self.is_client || self.driver.is_some()) {
            self.ended_at = Some(now);
            if self.is_client {
                trace.record(now, Event::FlowFinished { flow });
            }
        }
    }

    fn packet(&mut self, now: SimTime, pdu: &Pdu, flags: Flags, payload: u32) -> Packet {
        let ConnectionIds { flow, source, destination, ref payloads, .. } = self.place;
        let mut bytes = payloads.buffer();
        wire::emit(pdu, flags, ports_of(flow, source, destination), &mut bytes);
        let size = wire::IP_BYTES + bytes.len() as u32 + payload;
        let header = payloads.keep(bytes);
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        Packet {
            flow,
            source,
            destination,
            size,
            ttl: Packet::INITIAL_TTL,
            created: now,
            body: Body::Raw(Raw { protocol: wire::PROTOCOL, header, payload }),
            ..Packet::BLANK
        }
    }

    fn answer(&self, answer: Answer) -> (Pdu, Flags) {
        let expected = Number::of(self.receiver.expected());
        let limit = self.limit();
        match answer {
            Answer::Status { echo, continues, end, gaps } => {
                let number = |(start, end)| (Number::of(start), Number::of(end));
                let gaps = gaps.into_iter().map(number).collect();
                let end = Number::of(end);
                let flags = Flags { continues, ..Flags::default() };
                (Pdu::Stat { expected, echo, limit, end, gaps }, flags)
            }
            Answer::Gap(start, end) => {
                let gap = (Number::of(start), Number::of(end));
                (Pdu::Ustat { expected, limit, gap }, Flags::default())
            }
        }
    }

    /// Time of the next step of the opening without a packet.
    fn opening_at(&self) -> Option<SimTime> {
        match self.opening {
            Opening::Before(start) => Some(start),
            Opening::Asking(_, at) => Some(at.saturating_add(BEGIN_AGAIN)),
            Opening::Listening | Opening::Open | Opening::Over => None,
        }
    }

    /// Deadline of the endpoint's next action that no packet triggers.
    fn plans(&self) -> Option<SimTime> {
        let sender = self.sender.poll_timeout().filter(|_| self.is_open());
        let app = self.driver.as_ref().and_then(Driver::poll_timeout);
        let app = app.filter(|_| self.opening != Opening::Over);
        [self.opening_at(), sender, app].into_iter().flatten().min()
    }
}

impl StpEndpoint {
    fn next_packet(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        if let Some(pdu) = self.outbox.pop_front() {
            return Some(self.packet(now, &pdu, Flags::default(), 0));
        }
        if let Some(answer) = self.receiver.poll_answer() {
            let (pdu, flags) = self.answer(answer);
            return Some(self.packet(now, &pdu, flags, 0));
        }
        if !self.is_open() {
            return None;
        }
        let mut direction = self.direction(true, trace);
        let begins = self.fast_open && !self.is_answered;
        let (pdu, ends, payload) = match self.sender.poll_transmit(now, &mut direction)? {
            Outgoing::Data { number, payload, ends, poll } => {
                (Pdu::Data { number: Number::of(number), poll }, ends, payload)
            }
            Outgoing::Poll { next, stamp } => {
                (Pdu::Poll { next: Number::of(next), stamp }, false, 0)
            }
        };
        Some(self.packet(now, &pdu, Flags { begins, ends, continues: false }, payload))
    }
}

impl Endpoint for StpEndpoint {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Raw(raw) = packet.body else { return };
        self.report.packets_received += 1;
        // Nothing damages a header on the way; one that cannot be read is no packet of ours.
        let Ok(said) = self.place.payloads.read(raw.header, wire::parse) else { return };
        self.on_pdu(now, said, raw.payload, trace);
        self.advance(now, trace);
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.opening_at().is_some_and(|due| due <= now) {
            match self.opening {
                Opening::Asking(BEGINS, _) => self.give_up(EndReason::TooManyRetransmissions),
                Opening::Asking(times, _) => {
                    self.report.timeouts += 1;
                    self.ask(now, times + 1);
                }
                _ => self.begin(now, trace),
            }
        }
        if self.is_open() {
            let mut direction = self.direction(true, trace);
            self.sender.on_timeout(now, &mut direction);
        }
        self.receiver.on_timeout(now);
        if self.opening != Opening::Over {
            self.tell(now, StreamNotification::Timer, trace);
        }
        self.advance(now, trace);
    }

    fn poll_transmit(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled {
        let Some(packet) = self.next_packet(now, trace) else { return Polled::Nothing };
        *place = packet;
        Polled::MayBeMore
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        let keepalive = self.sender.keepalive_at().filter(|_| self.is_open());
        [self.plans(), keepalive, self.receiver.poll_timeout()].into_iter().flatten().min()
    }
}

impl ProxyWriter for StpEndpoint {
    fn set_manual_write(&mut self) {
        self.sender.set_manual_write();
    }

    fn write(&mut self, _: SimTime, bytes: u64) {
        self.sender.offer(bytes);
    }

    fn end_writes(&mut self, _: SimTime) {
        let close = match &mut self.driver {
            Some(driver) => driver.admit(StreamRequest { write: 0, close: true }).close,
            None => true,
        };
        if close {
            self.sender.close();
        }
    }

    fn held(&self) -> u64 {
        self.sender.held()
    }
}

impl ProxyReader for StpEndpoint {
    fn set_manual_read(&mut self) {
        self.receiver.set_manual_read();
        self.sender.write_by_hand();
    }

    fn unread(&self) -> u64 {
        self.receiver.unread()
    }

    fn read(&mut self, _: SimTime, bytes: u64) {
        self.receiver.read(bytes);
    }

    fn is_eof(&self) -> bool {
        self.driver.is_some() && self.receiver.is_at_end()
    }
}

impl skyseam_endpoint::FlowEndpoint for StpEndpoint {
    fn report(&self) -> FlowReport {
        let (own, sender) = (&self.report, self.sender.report());
        let both = self.driver.is_some();
        FlowReport {
            // Of a transfer, the sending end counts what is sent and the other what arrives.
            packets_sent: if self.is_client || both { own.packets_sent } else { 0 },
            packets_received: if self.is_client && !both { 0 } else { own.packets_received },
            duplicates_received: own.duplicates_received.filter(|_| both || !self.is_client),
            first_sent: own.first_sent.filter(|_| self.is_client),
            acknowledged_at: self.ended_at,
            replies: self.driver.as_ref().map_or(0, Driver::replies),
            timeouts: own.timeouts + sender.timeouts,
            retransmissions: sender.retransmissions,
            recoveries: sender.recoveries,
            rtt_samples: sender.rtt_samples,
            rtt_min: sender.rtt_min,
            rtt_mean: sender.rtt_mean,
            rtt_max: sender.rtt_max,
            cwnd: sender.cwnd,
            ..*own
        }
    }

    fn has_pending_work(&self) -> bool {
        self.plans().is_some()
    }

    fn writer(&mut self) -> Option<&mut dyn ProxyWriter> {
        Some(self)
    }

    fn reader(&mut self) -> Option<&mut dyn ProxyReader> {
        Some(self)
    }

    fn unread(&self) -> u64 {
        self.receiver.unread()
    }

    fn is_bidirectional(&self) -> bool {
        self.driver.is_some()
    }
}
