//! Bidirectional connection: an endpoint with a sending half, a receiving half, and the application
//! above them.
//!
//! The halves are a stack's one-way endpoints, each with the sequence space of its direction. Owns
//! their common parts: one handshake, piggybacked acknowledgements, one clock of timestamps, a FIN
//! in each direction, and the end of the connection. Does not own loss detection, nor when an ACK
//! is due: those are in the halves.
//!
//! A segment with data carries the cumulative acknowledgement and the window, but no SACK blocks:
//! if there are any, a separate ACK follows (RFC 2018 Sec. 4 asks for blocks in every ACK that does
//! not cover all received data; here they would have to shorten the data).

use std::collections::VecDeque;

use skyseam_base::{Duration, SimTime};
use skyseam_endpoint::app::stream::{Driver, StreamNotification, StreamRequest};
use skyseam_endpoint::app::{OfferedData, StreamApp};
use skyseam_endpoint::directional_recorder::DirectionalRecorder;
use skyseam_endpoint::transport::FlowSetup;
use skyseam_endpoint::{
    BoxedEndpoint, EndReason, Endpoint, FlowEndpoint, FlowReport, Polled, ProxyReader, ProxyWriter,
};
use skyseam_packet::{Body, Packet, SeqNumber, TcpFlags, TcpSegment};
use skyseam_trace::{Event, Recorder};

use super::accelerated::Accelerated;
use super::connection::{Connection, timestamp_clock};
use super::ecn::EcnState;
use crate::config::TcpConfig;

/// Sending half of an endpoint: a stack's sender, which can also run beside a receiver.
pub(crate) trait SendHalf: FlowEndpoint + ProxyWriter {
    /// Makes the sender half of a bidirectional endpoint: it sends the written data and then a FIN.
    /// With `is_client` it begins with a SYN, otherwise with [`SendHalf::accept`].
    fn join(&mut self, is_client: bool);

    /// Starts data after the peer has answered the SYN-ACK. `window` is the peer's window,
    /// `round_trip` that of the handshake if it is known, and `lost` the number of retransmitted
    /// SYN-ACKs.
    fn accept(&mut self, now: SimTime, window: u32, round_trip: Option<Duration>, lost: u32);

    /// Returns the state of ECN.
    fn ecn(&mut self) -> &mut Option<Box<EcnState>>;

    /// Whether the peer has acknowledged the SYN.
    fn is_established(&self) -> bool;

    /// Whether all data and the FIN are acknowledged, or the sender has given up.
    fn is_done(&self) -> bool;

    /// Whether the sender stopped without an acknowledgement of its FIN.
    fn has_abandoned_fin(&self) -> bool {
        false
    }

    /// Returns the next offset never sent.
    fn next_offset(&self) -> u64;

    /// Limits the data in the SYN, or in the first segment of a server, to `room` bytes of what is
    /// written by then. To be called before it leaves.
    fn set_syn_data_limit(&mut self, room: u32);

    /// Returns the smoothed round trip and the retransmission timeout, if the receiving half needs
    /// them and there is a sample.
    fn estimate(&self) -> Option<(Duration, Duration)> {
        None
    }

    /// Records the round trip of the handshake at a server that already sends.
    fn sample_handshake(&mut self, now: SimTime, round_trip: Duration);

    /// Records that the other half sends an ACK without data.
    fn on_bare_ack(&mut self, _now: SimTime) {}
}

/// Receiving half of an endpoint: a stack's receiver, which can also run beside a sender.
pub(crate) trait ReceiveHalf: FlowEndpoint {
    /// Whether an ACK that is due on arrival of a segment leaves before the application's answer.
    /// Otherwise the answer carries it.
    const ACKS_FIRST: bool;
    /// Whether the receiver retransmits a SYN-ACK by itself.
    const REPEATS_SYN_ACK: bool;

    /// Makes the receiver half of a bidirectional endpoint: the sending half sends the FIN.
    fn join(&mut self);

    /// Records the peer's SYN-ACK, first or retransmitted.
    fn on_peer_syn(&mut self, now: SimTime);

    /// Returns the state of ECN.
    fn ecn(&mut self) -> &mut Option<Box<EcnState>>;

    /// Makes the SYN-ACK leave again.
    fn repeat_syn_ack(&mut self);

    /// Whether a SYN-ACK is due.
    fn is_syn_ack_due(&self) -> bool;

    /// Handles the data of a SYN as a separate segment.
    fn handle_early(&mut self, now: SimTime, segment: &TcpSegment, trace: &mut dyn Recorder);

    /// Records a segment that carries only an ACK.
    fn on_pure_ack(&mut self, now: SimTime);

    /// Records that the application has closed the direction of the other half.
    fn on_closing(&mut self) {}

    /// Records the smoothed round trip and the retransmission timeout of the other half.
    fn on_estimate(&mut self, _: (Duration, Duration)) {}

    /// Records that a segment of the other half, with `payload` bytes, leaves and acknowledges
    /// everything.
    fn on_ack_piggybacked(&mut self, now: SimTime, payload: u32, trace: &mut dyn Recorder);

    /// Whether an ACK is due.
    fn is_ack_due(&self) -> bool;

    /// Whether the due ACK leaves before the data that the ACK of the segment releases.
    fn answers_at_once(&self) -> bool {
        false
    }

    /// Whether there are SACK blocks to report.
    fn has_blocks(&self) -> bool;

    /// Returns the window to offer with the next segment, and records it as announced.
    fn offer_window(&mut self) -> u32;

    /// Returns the next expected offset; the origin before the peer's SYN.
    fn expected(&self) -> u64;

    /// Returns the first unacknowledged offset (Last.ACK.sent).
    fn acknowledged(&self) -> u64;

    /// Returns the payload bytes received in order.
    fn delivered(&self) -> u64;

    /// Whether the peer's FIN and everything before it have arrived.
    fn is_at_end(&self) -> bool;
}

/// Data of a half: everything that the application writes, until it closes.
pub(crate) const WRITTEN: OfferedData = OfferedData { limit: None, stop: None };

/// Largest window that a SYN can offer, bytes.
const UNSCALED_WINDOW: u32 = 65_535;

/// State of a server that waits for an answer to its SYN-ACK.
#[derive(Clone, Copy, Debug)]
struct SynAck {
    /// First timeout; each further one is twice as long (RFC 6298 (5.5)).
    timeout: Duration,
    /// Time of the first transmission.
    first: Option<SimTime>,
    /// Time of the last transmission, and the number of transmissions.
    left: Option<(SimTime, u32)>,
    /// Time of the next retransmission.
    due: Option<SimTime>,
}

impl SynAck {
    /// Maximum number of retransmissions, which take three minutes (RFC 9293 Sec. 3.8.3).
    const MAX_SYN_ACKS: u32 = 8;

    fn on_left(&mut self, now: SimTime) {
        let times = self.left.map_or(0, |(_, times)| times);
        self.first.get_or_insert(now);
        self.left = Some((now, times + 1));
        let wait = self.timeout.saturating_mul(1 << times.min(Self::MAX_SYN_ACKS));
        self.due = (times < Self::MAX_SYN_ACKS).then(|| now.saturating_add(wait));
    }

    /// Round-trip time of the handshake; unknown after several SYN-ACKs, as the answered one is
    /// ambiguous.
    fn round_trip(&self, now: SimTime) -> Option<Duration> {
        self.left.filter(|&(_, times)| times == 1).map(|(at, _)| now.saturating_since(at))
    }

    /// Returns the number of retransmissions that were necessary: none if `answer` echoes the
    /// timestamp of the first SYN-ACK.
    fn lost(&self, answer: &TcpSegment) -> u32 {
        let first = self.first.map(timestamp_clock);
        if first.is_some() && answer.timestamps.map(|timestamps| timestamps.echo) == first {
            return 0;
        }
        self.left.map_or(0, |(_, times)| times - 1)
    }
}

/// Endpoint of a connection that sends and receives.
#[derive(Debug)]
pub(crate) struct DuplexEndpoint<S, R> {
    is_client: bool,
    pub(super) sender: S,
    pub(super) receiver: R,
    driver: Driver,
    /// Data written by a proxy before the connection is established.
    pub(super) manual_writes: StreamRequest,
    /// Whether the sending half has begun; a server's begins when the peer has answered the
    /// SYN-ACK.
    has_begun: bool,
    syn_ack: SynAck,
    start: SimTime,
    accelerated: Option<Accelerated>,
    /// Whether this server regarded the connection as established on arrival of the SYN.
    is_early: bool,
    /// Whether the client has answered the SYN-ACK since then.
    is_answered: bool,
    /// TS.Recent (RFC 7323 Sec. 4.3) of both halves.
    recent: u32,
    /// Number of received bytes of which the application has been notified.
    notified_bytes: u64,
    /// Number of bytes that the application has written.
    written: u64,
    /// ACKs that leave before any other packet.
    outbox: VecDeque<Packet>,
    ended_at: Option<SimTime>,
    peer_closed_at: Option<SimTime>,
}

/// Creates the two endpoints of a connection with these applications at client and server. `half`
/// creates the halves of one direction; its second argument tells the server's from the client's.
pub(crate) fn open<S, R>(
    config: &TcpConfig,
    opening: &FlowSetup<'_>,
    [client, server]: [Box<dyn StreamApp>; 2],
    sender: impl Fn(Connection, u64) -> S,
    receiver: impl Fn(Connection) -> R,
) -> [BoxedEndpoint; 2]
where
    S: SendHalf + 'static,
    R: ReceiveHalf + 'static,
{
    let FlowSetup { flow, from, to, .. } = *opening;
    let there = Connection { flow, from, to, origin: 0 };
    let back = Connection { flow, from: to, to: from, origin: 0 };
    let end = |is_client: bool, app, sends, receives| {
        let mut end = DuplexEndpoint {
            is_client,
            sender: sender(sends, u64::from(!is_client)),
            receiver: receiver(receives),
            driver: Driver::new(flow, app),
            manual_writes: StreamRequest::default(),
            has_begun: is_client,
            syn_ack: SynAck { timeout: config.initial_rto, first: None, left: None, due: None },
            start: opening.start,
            accelerated: Accelerated::of(config, opening, is_client),
            is_early: false,
            is_answered: false,
            recent: 0,
            notified_bytes: 0,
            written: 0,
            outbox: VecDeque::new(),
            ended_at: None,
            peer_closed_at: None,
        };
        end.sender.set_manual_write();
        end.sender.join(is_client);
        end.receiver.join();
        Box::new(end)
    };
    [end(true, client, there, back), end(false, server, back, there)]
}

impl<S: SendHalf, R: ReceiveHalf> DuplexEndpoint<S, R> {
    /// Returns the recorder of the sending or of the receiving half.
    fn direction<'t>(&self, sending: bool, trace: &'t mut dyn Recorder) -> DirectionalRecorder<'t> {
        DirectionalRecorder { trace, is_reverse: self.is_client != sending }
    }

    fn knows_peer(&self) -> bool {
        self.receiver.expected() > 0
    }

    fn on_syn(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Tcp(segment) = &packet.body else { return };
        // A client takes SYN-ACKs, a server SYNs; there is no simultaneous open.
        if segment.flags.contains(TcpFlags::ACK) != self.is_client {
            return;
        }
        let is_first = !self.knows_peer();
        if is_first {
            self.recent = segment.timestamps.map_or(0, |timestamps| timestamps.value);
        }
        if self.is_client {
            self.receiver.on_peer_syn(now);
            let mut direction = self.direction(true, trace);
            self.sender.handle_packet(now, packet, &mut direction);
            if is_first {
                *self.receiver.ecn() = self.sender.ecn().clone();
            }
            if is_first && let Some(accelerated) = &mut self.accelerated {
                accelerated.on_syn_ack(segment.option);
                self.take_data_of_syn(now, segment, trace);
            }
            return;
        }
        let mut direction = self.direction(false, trace);
        self.receiver.handle_packet(now, packet, &mut direction);
        if !is_first {
            if self.is_early && !self.is_answered {
                self.receiver.repeat_syn_ack();
            }
            return;
        }
        let Some(accelerated) = &mut self.accelerated else { return };
        if let Some(room) = accelerated.on_syn(segment.option) {
            self.is_early = true;
            self.has_begun = true;
            if room > 0 {
                self.sender.set_syn_data_limit(room);
            }
            *self.sender.ecn() = self.receiver.ecn().clone();
            // The window of a SYN is not scaled (RFC 7323 Sec. 2.2).
            self.sender.accept(now, segment.window.min(UNSCALED_WINDOW), None, 0);
            self.take_data_of_syn(now, segment, trace);
        }
    }

    /// Handles the data and the FIN of a SYN.
    fn take_data_of_syn(&mut self, now: SimTime, syn: &TcpSegment, trace: &mut dyn Recorder) {
        let flags = TcpFlags(syn.flags.0 & !TcpFlags::SYN.0);
        let rest = TcpSegment { seq: SeqNumber(syn.seq.0.wrapping_add(1)), flags, ..*syn };
        if rest.seq_len() > 0 {
            let mut direction = self.direction(false, trace);
            self.receiver.handle_early(now, &rest, &mut direction);
        }
    }

    fn on_segment(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Tcp(segment) = &packet.body else { return };
        let has_ack = segment.flags.contains(TcpFlags::ACK);
        if has_ack && !self.has_begun {
            self.has_begun = true;
            self.syn_ack.due = None;
            let (round_trip, lost) = (self.syn_ack.round_trip(now), self.syn_ack.lost(segment));
            *self.sender.ecn() = self.receiver.ecn().clone();
            self.sender.accept(now, segment.window, round_trip, lost);
            if let Some(accelerated) = &mut self.accelerated {
                accelerated.on_answered();
            }
        }
        if has_ack && self.is_early && !std::mem::replace(&mut self.is_answered, true) {
            self.syn_ack.due = None;
            if let Some(round_trip) = self.syn_ack.round_trip(now) {
                self.sender.sample_handshake(now, round_trip);
            }
        }
        let next_before = self.sender.next_offset();
        let expected = self.receiver.expected();
        let start = segment.seq.unwrap_near(expected);
        if let Some(timestamps) = segment.timestamps
            && start.is_some_and(|start| start <= self.receiver.acknowledged())
        {
            self.recent = timestamps.value;
        }
        if has_ack {
            let mut trace = self.direction(true, trace);
            self.sender.handle_packet(now, packet, &mut trace);
        }
        let released =
            if R::ACKS_FIRST && has_ack { self.send_again(now, next_before, trace) } else { None };
        if let Some(estimate) = self.sender.estimate() {
            self.receiver.on_estimate(estimate);
        }
        let is_empty = segment.payload == 0 && !segment.flags.contains(TcpFlags::FIN);
        // Behind what is expected, an empty segment probes the window; ahead of it, it overtook
        // data, and is acceptable (RFC 9293 Sec. 3.4).
        if is_empty && start.is_some_and(|start| start >= expected) {
            if let Some(ecn) = self.receiver.ecn() {
                ecn.on_arrival(segment, packet.ecn);
            }
            self.receiver.on_pure_ack(now);
        } else {
            let mut trace = self.direction(false, trace);
            self.receiver.handle_packet(now, packet, &mut trace);
        }
        if R::ACKS_FIRST && has_ack {
            self.send_released(now, next_before, released, trace);
        }
    }

    /// Sends the retransmissions that the ACK of a segment caused, before its data are processed
    /// (`tcp_xmit_recovery`). Returns the first new segment, which begins at `next` or later.
    fn send_again(&mut self, now: SimTime, next: u64, trace: &mut dyn Recorder) -> Option<Packet> {
        loop {
            let mut direction = self.direction(true, trace);
            let packet = self.sender.take_packet(now, &mut direction)?;
            let Body::Tcp(segment) = &packet.body else { return Some(packet) };
            if segment.seq.unwrap_near(next).is_none_or(|start| start >= next) {
                return Some(packet);
            }
            let packet = self.piggyback_ack(now, packet, trace);
            self.outbox.push_back(packet);
        }
    }

    /// Sends the new data that the ACK of a segment released, `released` first. They carry the due
    /// ACK, except for one that was made when `next_before` was the next offset
    /// (`tcp_data_snd_check`).
    fn send_released(
        &mut self,
        now: SimTime,
        next_before: u64,
        mut released: Option<Packet>,
        trace: &mut dyn Recorder,
    ) {
        while self.receiver.answers_at_once()
            && let Some(mut packet) = self.poll_ack(now, trace)
        {
            if let Body::Tcp(segment) = &mut packet.body {
                segment.seq = SeqNumber::of_offset(next_before);
            }
            self.outbox.push_back(packet);
        }
        while let Some(packet) = released.take().or_else(|| {
            let mut direction = self.direction(true, trace);
            self.sender.take_packet(now, &mut direction)
        }) {
            let packet = self.piggyback_ack(now, packet, trace);
            self.outbox.push_back(packet);
        }
    }

    /// Notifies the application of new data, carries out its requests, and checks whether the
    /// connection is over.
    fn advance(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        // The second one, if there is one, tells what the read changed.
        while R::ACKS_FIRST
            && self.receiver.is_ack_due()
            && let Some(packet) = self.poll_ack(now, trace)
        {
            self.outbox.push_back(packet);
        }
        if !self.sender.is_established() {
            return;
        }
        self.tell(now, StreamNotification::Open, trace);
        let delivered = self.receiver.delivered();
        let new = delivered - std::mem::replace(&mut self.notified_bytes, delivered);
        self.tell(now, StreamNotification::Data(new), trace);
        if self.receiver.is_at_end() && self.peer_closed_at.is_none() {
            self.peer_closed_at = Some(now);
            self.tell(now, StreamNotification::PeerClosed, trace);
            if !self.is_client {
                trace.record(now, Event::FlowReceived { flow: self.driver.flow() });
            }
        }
        if self.ended_at.is_none() && self.driver.has_all() && self.sender.is_done() {
            self.ended_at = Some(now);
            if self.is_client {
                trace.record(now, Event::FlowFinished { flow: self.driver.flow() });
            }
        }
    }

    fn tell(&mut self, now: SimTime, notice: StreamNotification, trace: &mut dyn Recorder) {
        let wish = self.driver.notify(now, notice, trace);
        self.carry_out(now, wish);
        self.flush_hand(now);
    }

    /// Carries out the requests of a proxy once the connection is established.
    pub(super) fn flush_hand(&mut self, now: SimTime) {
        if self.driver.is_open() && self.manual_writes != StreamRequest::default() {
            let wish = self.driver.admit(std::mem::take(&mut self.manual_writes));
            self.carry_out(now, wish);
        }
    }

    fn carry_out(&mut self, now: SimTime, StreamRequest { write, close }: StreamRequest) {
        if write > 0 {
            self.written += write;
            self.sender.write(now, write);
        }
        if close {
            self.receiver.on_closing();
            self.sender.end_writes(now);
        }
    }

    /// Adds the acknowledgement and the window of the receiving half to a segment of the sending
    /// half.
    fn piggyback_ack(
        &mut self,
        now: SimTime,
        mut packet: Packet,
        trace: &mut dyn Recorder,
    ) -> Packet {
        let known = self.knows_peer();
        let Body::Tcp(segment) = &mut packet.body else { return packet };
        if segment.flags.contains(TcpFlags::SYN) || !known {
            return packet;
        }
        segment.flags = segment.flags.with(TcpFlags::ACK);
        segment.ack = SeqNumber::of_offset(self.receiver.expected());
        segment.window = self.receiver.offer_window();
        let payload = segment.payload;
        if let Some(ecn) = self.receiver.ecn() {
            ecn.complete(now, segment);
        }
        self.stamp(segment);
        if !self.receiver.has_blocks() {
            let mut trace = self.direction(false, trace);
            self.receiver.on_ack_piggybacked(now, payload, &mut trace);
        }
        packet
    }

    /// Returns the next segment of the receiving half, with the sequence number of the sending
    /// half.
    fn poll_ack(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        let mut direction = self.direction(false, trace);
        let mut packet = self.receiver.take_packet(now, &mut direction)?;
        if let Body::Tcp(segment) = &mut packet.body {
            if segment.flags.contains(TcpFlags::SYN) {
                self.syn_ack.on_left(now);
                self.syn_ack.due = self.syn_ack.due.filter(|_| !R::REPEATS_SYN_ACK);
            } else if self.has_begun {
                segment.seq = SeqNumber::of_offset(self.sender.next_offset());
                self.sender.on_bare_ack(now);
            }
            self.stamp(segment);
        }
        Some(packet)
    }

    /// Returns the SYN-ACK of a connection whose handshake was skipped, with the first data if it
    /// may carry them.
    fn poll_early(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        let mut syn_ack = self.poll_ack(now, trace)?;
        let carries = self.accelerated.as_ref().is_some_and(Accelerated::answers_with_data);
        if !carries || self.sender.next_offset() > 1 {
            return Some(syn_ack);
        }
        let mut direction = self.direction(true, trace);
        if let Some(data) = self.sender.take_packet(now, &mut direction)
            && let (Body::Tcp(segment), Body::Tcp(first)) = (&mut syn_ack.body, &data.body)
        {
            segment.flags = segment.flags.with(first.flags);
            segment.payload = first.payload;
        }
        Some(syn_ack)
    }

    /// Adds the option of T/TCP, which opens the connection without a handshake (RFC 1644).
    fn complete(&mut self, mut packet: Packet) -> Packet {
        if let (Some(accelerated), Body::Tcp(segment)) = (&mut self.accelerated, &mut packet.body) {
            let is_syn = segment.flags.contains(TcpFlags::SYN);
            segment.option = accelerated.option(is_syn).or(segment.option);
            if is_syn {
                packet.size = accelerated.size(segment.option, segment.payload);
            }
        }
        packet
    }

    fn next_packet(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        if let Some(packet) = self.outbox.pop_front() {
            return Some(packet);
        }
        if self.is_early
            && self.receiver.is_syn_ack_due()
            && let Some(packet) = self.poll_early(now, trace)
        {
            return Some(packet);
        }
        if self.has_begun {
            let mut direction = self.direction(true, trace);
            if let Some(packet) = self.sender.take_packet(now, &mut direction) {
                return Some(self.piggyback_ack(now, packet, trace));
            }
        }
        self.poll_ack(now, trace)
    }

    fn stamp(&self, segment: &mut TcpSegment) {
        if let Some(timestamps) = &mut segment.timestamps {
            timestamps.echo = self.recent;
        }
    }

    /// Whether a half has given up.
    fn has_given_up(&self) -> bool {
        self.sender.report().gave_up.is_some()
    }

    /// Returns the next deadline, except the receiving half's.
    fn plans(&self) -> Option<SimTime> {
        let sender = self.sender.poll_timeout().filter(|_| self.has_begun);
        let app = self.driver.poll_timeout().filter(|_| !self.has_given_up());
        [sender, app, self.syn_ack.due].into_iter().flatten().min()
    }
}

impl<S: SendHalf, R: ReceiveHalf> Endpoint for DuplexEndpoint<S, R> {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Tcp(segment) = &packet.body else { return };
        if segment.flags.contains(TcpFlags::RST) {
            // No end of a simulated flow resets it.
            return;
        }
        if segment.flags.contains(TcpFlags::SYN) {
            self.on_syn(now, packet, trace);
        } else if self.knows_peer() {
            self.on_segment(now, packet, trace);
        }
        self.advance(now, trace);
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.is_client
            && now >= self.start
            && !self.driver.is_open()
            && let Some(accelerated) = self.accelerated.as_mut().filter(|own| !own.has_begun())
            && let Some(room) = accelerated.begin()
        {
            self.sender.set_syn_data_limit(room);
            self.tell(now, StreamNotification::Open, trace);
        }
        if self.has_begun {
            let mut trace = self.direction(true, trace);
            self.sender.handle_timeout(now, &mut trace);
        }
        let mut direction = self.direction(false, trace);
        self.receiver.handle_timeout(now, &mut direction);
        if self.syn_ack.due.take_if(|due| *due <= now).is_some() {
            self.receiver.repeat_syn_ack();
        }
        if !self.has_given_up() {
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
        *place = self.complete(packet);
        Polled::MayBeMore
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        [self.plans(), self.receiver.poll_timeout()].into_iter().flatten().min()
    }
}

impl<S: SendHalf, R: ReceiveHalf> FlowEndpoint for DuplexEndpoint<S, R> {
    /// Returns the counters of both halves. The connection ends when both directions have.
    fn report(&self) -> FlowReport {
        let (sender, receiver) = (self.sender.report(), self.receiver.report());
        let is_abandoned = self.ended_at.is_none() && self.sender.has_abandoned_fin();
        let abandoned = is_abandoned.then_some(EndReason::TooManyRetransmissions);
        FlowReport {
            gave_up: sender.gave_up.or(abandoned),
            last_received: receiver.last_received,
            received_at: self.peer_closed_at.filter(|_| !self.is_client),
            acknowledged_at: self.ended_at,
            bytes_delivered: receiver.bytes_delivered,
            packets_received: receiver.packets_received,
            duplicates_received: receiver.duplicates_received,
            delayed_acks: receiver.delayed_acks,
            received_ce: receiver.received_ce,
            replies: self.driver.replies(),
            ..sender
        }
    }

    fn has_pending_work(&self) -> bool {
        // Until its SYN-ACK is answered, a server that repeats it has nothing else to wait for.
        let is_answered = if self.is_early { self.is_answered } else { self.has_begun };
        let answers = !is_answered && self.receiver.poll_timeout().is_some();
        answers || self.plans().is_some()
    }

    fn is_bidirectional(&self) -> bool {
        true
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

    fn unsent(&self) -> u64 {
        // The SYN takes the first offset, a FIN the one after the data.
        (self.written + 1).saturating_sub(self.sender.next_offset())
    }
}
