//! One endpoint of a QUIC flow: quinn-proto behind the four methods of an endpoint.
//!
//! Owns the order of calls of quinn-proto, pacing at a controller's own rate, and the report. Each
//! endpoint that sends data opens a stream of its own for it: only the client of a transfer, both
//! endpoints of an application with two senders. Does not own the protocol.

use std::collections::VecDeque;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use bytes::Bytes;
use quinn_proto::{
    ClientConfig, Connection, ConnectionError, ConnectionHandle, DatagramEvent, EcnCodepoint,
    Endpoint as Quinn, Event as QuinnEvent, ServerConfig, StreamEvent, VarInt,
};
use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_endpoint::app::stream::{Driver, StreamNotification, StreamRequest};
use skyseam_endpoint::directional_recorder::DirectionalRecorder;
use skyseam_endpoint::{EndReason, Endpoint, FlowReport, Polled, SharedState};
use skyseam_packet::udp::HEADER_BYTES;
use skyseam_packet::{Body, Datagram, Ecn, Packet, Payloads};
use skyseam_trace::{Event, Recorder};

use super::clock::{InstantConverter, sim_duration};
use super::config::QuicConfig;
use super::download::{Download, Read};
use super::frames;
use super::meter::ControllerProbe;
use super::receive_arena::ReceiveArena;
use super::settings;
use super::streams::Streams;
use super::upload::Upload;

/// Addresses for quinn-proto, which needs some; each flow has its own address space.
const CLIENT: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)), 49_152);
const SERVER: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::new(10, 0, 0, 2)), 443);
/// Name of the server in the handshake.
const SERVER_NAME: &str = "skyseam";
/// Length of a packet's tag, bytes.
const TAG: usize = 16;
/// Error code for a stream with other bytes than were sent.
const WRONG_BYTES: VarInt = VarInt::from_u32(1);

/// Parts of [`SharedState`] that an endpoint uses.
#[derive(Clone, Debug)]
struct Shared {
    /// Simulated time in the form of quinn-proto.
    clock: InstantConverter,
    /// Store of the payload of sent datagrams.
    payloads: Payloads,
    /// Memory of received datagrams while quinn-proto reads them.
    arrivals: ReceiveArena,
}

impl Shared {
    fn of(state: &SharedState) -> Self {
        let payloads = state.payloads.clone();
        Self { clock: state.part(), payloads, arrivals: state.part() }
    }
}

/// Settings and start time of a client's connection.
pub(super) struct Dial {
    pub settings: ClientConfig,
    pub start: SimTime,
}

/// One endpoint of a flow.
pub struct QuicEndpoint {
    flow: FlowId,
    source: NodeId,
    destination: NodeId,
    /// Settings of a client; `None` for a server.
    dial: Option<Dial>,
    /// Sending side, if this endpoint sends data.
    pub(super) upload: Option<Upload>,
    /// Receiving side, if the peer sends data.
    pub(super) download: Option<Download>,
    /// Number of bytes to be received, if known.
    pub(super) expected: Option<u64>,
    /// Streams of a session with several.
    pub(super) streams: Option<Streams>,
    /// Application, if both endpoints send.
    pub(super) driver: Option<Driver>,
    /// Whether all data of this endpoint were acknowledged.
    is_acknowledged: bool,
    shared: Shared,
    quinn: Quinn,
    /// The connection; boxed because it is moved out while in use, and takes some kilobytes.
    connection: Option<Box<(ConnectionHandle, Connection)>>,
    /// Datagrams with which the endpoint answers outside of connections.
    responses: VecDeque<Vec<u8>>,
    /// A buffer that was requested and not used.
    buffer: Vec<u8>,
    /// Largest UDP payload that this endpoint may send.
    max_mtu: u64,
    /// Maximum bytes that a server sends before the handshake is over.
    most_early: u64,
    meter: ControllerProbe,
    deadline: Option<SimTime>,
    /// Whether the application must still be notified of events.
    has_news: bool,
    /// Time of the last deadline.
    woken: Option<SimTime>,
    /// Time before which the congestion controller's rate allows no more packets.
    paced_until: SimTime,
    /// Whether packets may be waiting for that time.
    is_paced: bool,
    /// Whether everything was acknowledged or the connection is gone.
    is_over: bool,
    reported: Option<(u64, Option<u64>)>,
    rtt_sum: Duration,
    report: FlowReport,
}

impl fmt::Debug for QuicEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("End")
            .field("flow", &self.flow)
            .field("upload", &self.upload)
            .field("download", &self.download)
            .field("deadline", &self.deadline)
            .field("report", &self.report)
            .finish_non_exhaustive()
    }
}

impl QuicEndpoint {
    /// Creates an endpoint of `flow` at the first of `nodes`, at which `server` listens or which
    /// dials; `name` names its random draws.
    #[expect(clippy::too_many_arguments, reason = "called twice, side by side")]
    pub(super) fn new(
        flow: FlowId,
        [source, destination]: [NodeId; 2],
        config: &QuicConfig,
        shared: &SharedState,
        name: &str,
        meter: ControllerProbe,
        dial: Option<Dial>,
        server: Option<ServerConfig>,
    ) -> Self {
        let settings = settings::endpoint(config, shared.seed, name);
        let allows_discovery = config.mtu_discovery;
        Self {
            flow,
            source,
            destination,
            dial,
            upload: None,
            download: None,
            expected: None,
            driver: None,
            streams: None,
            is_acknowledged: false,
            shared: Shared::of(shared),
            quinn: Quinn::new(Arc::new(settings), server.map(Arc::new), allows_discovery, None),
            connection: None,
            responses: VecDeque::new(),
            buffer: Vec::new(),
            max_mtu: config.largest_sent().into(),
            most_early: config.initial_window / 4,
            meter,
            deadline: None,
            has_news: false,
            woken: None,
            paced_until: SimTime::ZERO,
            is_paced: false,
            is_over: false,
            reported: None,
            rtt_sum: Duration::ZERO,
            report: FlowReport::default(),
        }
    }

    fn is_client(&self) -> bool {
        self.dial.is_some()
    }

    /// Whether this endpoint sends data.
    fn sends(&self) -> bool {
        self.upload.is_some() || self.streams.is_some()
    }

    /// The recorder for this endpoint as a sender, or as a receiver.
    fn direction<'t>(&self, sending: bool, trace: &'t mut dyn Recorder) -> DirectionalRecorder<'t> {
        DirectionalRecorder { trace, is_reverse: self.is_client() != sending }
    }

    fn connect(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let Some(dial) = &self.dial else { return };
        self.report.started = Some(now);
        trace.record(now, Event::FlowStarted { flow: self.flow });
        let at = self.shared.clock.instant(now);
        let connected = self.quinn.connect(at, dial.settings.clone(), SERVER, SERVER_NAME);
        let (handle, mut connection) = connected.expect("a version and an address that are known");
        if connection.has_0rtt() {
            self.open(now, &mut connection, trace);
        }
        self.connection = Some(Box::new((handle, connection)));
        self.settle(now, trace);
    }

    /// Processes a datagram or a timeout, without notifying the application.
    fn settle(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let Some(mut taken) = self.connection.take() else { return };
        self.close_if_wanted(now, &mut taken.1, trace);
        if self.sends() {
            self.note_controller(now, &taken.1, &mut self.direction(true, trace));
        }
        self.connection = Some(taken);
        self.has_news = true;
    }

    /// Notifies the application, as quinn's driver does, once the pending data were sent. Returns
    /// whether there may be something to send after that.
    fn advance(&mut self, now: SimTime, trace: &mut dyn Recorder) -> bool {
        self.has_news = false;
        let Some(mut taken) = self.connection.take() else { return false };
        let (handle, connection) = &mut *taken;
        let mut is_due = false;
        while let Some(event) = connection.poll_endpoint_events() {
            if let Some(answer) = self.quinn.handle_event(*handle, event) {
                connection.handle_event(answer);
                is_due = true;
            }
        }
        if is_due {
            // What the endpoint answers, new connection IDs, goes out before the application acts.
            self.has_news = true;
        } else {
            while let Some(event) = connection.poll() {
                is_due |= self.on_event(now, connection, event, trace);
            }
            if !self.is_over {
                is_due |= self.tell(now, StreamNotification::Timer, trace);
            }
        }
        self.connection = Some(taken);
        is_due
    }

    /// Handles an event; returns whether there may be something to send after it.
    fn on_event(
        &mut self,
        now: SimTime,
        connection: &mut Connection,
        event: QuinnEvent,
        trace: &mut dyn Recorder,
    ) -> bool {
        let mut is_due = true;
        match event {
            QuinnEvent::Connected => self.open(now, connection, trace),
            QuinnEvent::Stream(event) if self.streams.is_some() => {
                is_due = self.read_streams(now, connection, &event, trace);
            }
            QuinnEvent::Stream(StreamEvent::Writable { id }) => {
                if let Some(upload) = self.upload.as_mut().filter(|upload| upload.is_stream(id)) {
                    upload.unblock();
                }
            }
            QuinnEvent::Stream(StreamEvent::Finished { id }) => {
                self.is_acknowledged |=
                    self.upload.as_ref().is_some_and(|upload| upload.is_stream(id));
            }
            QuinnEvent::Stream(event) => {
                // Data that came with the client's hello are answered at once.
                is_due = connection.has_0rtt();
                if is_due {
                    self.open(now, connection, trace);
                }
                is_due |= self.read(now, connection, &event, trace);
            }
            QuinnEvent::ConnectionLost { reason } if self.sends() => {
                self.on_lost(now, &reason);
            }
            _ => {}
        }
        let was_over = self.is_over;
        self.finish_if_done(now, connection, trace);
        is_due || self.is_over != was_over
    }

    /// Opens the data phase of the connection.
    fn open(&mut self, now: SimTime, connection: &mut Connection, trace: &mut dyn Recorder) {
        if let Some(upload) = &mut self.upload {
            upload.open(connection);
        }
        if let Some(streams) = &mut self.streams {
            streams.on_connected();
        }
        self.tell(now, StreamNotification::Open, trace);
        self.write_pending(now, connection);
    }

    /// Handles the loss of the connection. A close by the client is the regular end of a flow.
    fn on_lost(&mut self, now: SimTime, reason: &ConnectionError) {
        if let (Some(streams), ConnectionError::ApplicationClosed(_)) = (&self.streams, reason)
            && !self.is_client()
        {
            streams.on_closed();
            self.report.acknowledged_at = Some(now);
        }
        self.report.gave_up = match reason {
            ConnectionError::TimedOut => Some(EndReason::IdleTimeout),
            ConnectionError::ApplicationClosed(_) if !self.is_client() => None,
            _ => Some(EndReason::Refused),
        };
        self.is_over = true;
    }

    /// Ends the flow if this endpoint has sent and read everything; a client closes the connection.
    fn finish_if_done(
        &mut self,
        now: SimTime,
        connection: &mut Connection,
        trace: &mut dyn Recorder,
    ) {
        let has_all = self.driver.as_ref().is_none_or(Driver::has_all);
        if !self.is_acknowledged || !has_all || self.is_over {
            return;
        }
        self.is_over = true;
        self.report.acknowledged_at = Some(now);
        if self.is_client() {
            trace.record(now, Event::FlowFinished { flow: self.flow });
            let at = self.shared.clock.instant(now);
            connection.close(at, VarInt::from_u32(0), Bytes::new());
        }
    }

    /// Writes pending data into the connection.
    fn write_pending(&mut self, now: SimTime, connection: &mut Connection) {
        let in_flight = self.meter.in_flight();
        // What a server sends before the handshake is over leaves room in the window for messages
        // of the handshake that are lost: quinn-proto does not probe for the data until then.
        let is_early = !self.is_client() && connection.is_handshaking();
        let most = if is_early { self.most_early } else { u64::MAX };
        if let Some(upload) = &mut self.upload {
            upload.feed(now, connection, self.max_mtu, in_flight, most);
        }
        if let Some(streams) = &mut self.streams {
            streams.feed(connection, self.max_mtu);
        }
    }

    /// Closes a session's connection at the client when its application does.
    fn close_if_wanted(
        &mut self,
        now: SimTime,
        connection: &mut Connection,
        trace: &mut dyn Recorder,
    ) {
        let Some(streams) = &mut self.streams else { return };
        if self.is_over || !streams.closes() || self.dial.is_none() {
            return;
        }
        self.is_over = true;
        self.report.acknowledged_at = Some(now);
        streams.on_closed();
        trace.record(now, Event::FlowFinished { flow: self.flow });
        let at = self.shared.clock.instant(now);
        connection.close(at, VarInt::from_u32(0), Bytes::new());
    }

    /// Reads the data available after `event`; returns whether there may be something to send then.
    fn read_streams(
        &mut self,
        now: SimTime,
        connection: &mut Connection,
        event: &StreamEvent,
        trace: &mut dyn Recorder,
    ) -> bool {
        let Some(streams) = &mut self.streams else { return false };
        let Read { bytes, is_wrong, is_due } = streams.on_event(connection, event);
        if is_wrong {
            let at = self.shared.clock.instant(now);
            connection.close(at, WRONG_BYTES, Bytes::from_static(b"other bytes than were sent"));
        }
        if bytes > 0 {
            self.report.bytes_delivered += bytes;
            self.report.last_received = Some(now);
            let event = Event::Delivered { flow: self.flow, bytes };
            self.direction(false, trace).record(now, event);
        }
        is_due || is_wrong
    }

    /// Notifies the application, if there is one, and carries out its requests; returns whether
    /// there were any.
    fn tell(&mut self, now: SimTime, notice: StreamNotification, trace: &mut dyn Recorder) -> bool {
        let (Some(driver), Some(upload)) = (&mut self.driver, &mut self.upload) else {
            return false;
        };
        let wish = driver.notify(now, notice, trace);
        upload.offer(wish.write);
        if wish.close {
            upload.close();
        }
        wish != StreamRequest::default()
    }

    /// Reads the data available after `event`; returns whether there may be something to send then.
    fn read(
        &mut self,
        now: SimTime,
        connection: &mut Connection,
        event: &StreamEvent,
        trace: &mut dyn Recorder,
    ) -> bool {
        let Some(download) = &mut self.download else { return false };
        let read = download.on_event(connection, event);
        let (delivered, is_at_end) = (download.delivered(), download.is_at_end());
        let mut is_due = read.is_due || read.is_wrong;
        if read.is_wrong {
            let at = self.shared.clock.instant(now);
            connection.close(at, WRONG_BYTES, Bytes::from_static(b"other bytes than were sent"));
        }
        if read.bytes > 0 {
            self.report.bytes_delivered += read.bytes;
            self.report.last_received = Some(now);
            let event = Event::Delivered { flow: self.flow, bytes: read.bytes };
            self.direction(false, trace).record(now, event);
            if self.expected == Some(delivered) {
                self.report.received_at = Some(now);
                trace.record(now, Event::FlowReceived { flow: self.flow });
            }
            is_due |= self.tell(now, StreamNotification::Data(read.bytes), trace);
        }
        if is_at_end && self.driver.as_ref().is_some_and(|driver| !driver.peer_has_closed()) {
            if !self.is_client() {
                self.report.received_at = Some(now);
                trace.record(now, Event::FlowReceived { flow: self.flow });
            }
            is_due |= self.tell(now, StreamNotification::PeerClosed, trace);
        }
        is_due
    }

    /// Records the inputs and decisions of the congestion controller.
    fn note_controller(&mut self, now: SimTime, connection: &Connection, trace: &mut dyn Recorder) {
        let flow = self.flow;
        let seen = self.meter.look();
        let report = &mut self.report;
        if let Some(sample) = seen.sample.map(sim_duration) {
            self.rtt_sum += sample;
            report.rtt_samples += 1;
            report.rtt_min = Some(report.rtt_min.map_or(sample, |least| least.min(sample)));
            report.rtt_max = report.rtt_max.max(Some(sample));
            report.rtt_mean = Some(self.rtt_sum / report.rtt_samples);
            let smoothed = sim_duration(connection.rtt());
            trace.record(now, Event::RoundTrip { flow, sample, smoothed });
        }
        for _ in 0..seen.reductions {
            report.recoveries += 1;
            trace.record(now, Event::RecoveryEntered { flow });
        }
        for _ in 0..seen.persistent {
            report.timeouts += 1;
            trace.record(now, Event::RetransmissionTimeout { flow });
        }
        if let Some(upload) = &mut self.upload {
            upload.note_loss(seen.lost);
        }
        if let Some(streams) = &mut self.streams {
            streams.note_loss(seen.lost);
        }
        let metrics = connection.congestion_state().metrics();
        let state = (metrics.congestion_window, metrics.ssthresh);
        if self.reported != Some(state) {
            self.reported = Some(state);
            report.cwnd = Some(state.0);
            let ssthresh = state.1.unwrap_or(u64::MAX);
            let in_flight = seen.in_flight;
            trace.record(now, Event::Congestion { flow, cwnd: state.0, ssthresh, in_flight });
        }
    }

    /// Sets the next deadline of this endpoint, once it has nothing more to send, which is when it
    /// is queried.
    fn set_deadline(&mut self, now: SimTime, connection: &mut Connection) {
        let clock = self.shared.clock;
        // A probe may have been due before what made it due was known. What is due again at the
        // instant at which it was seen to waits for the next: at round trips of nanoseconds
        // quinn-proto's pacer rounds its waits down to nothing, in which no budget grows.
        let again = self.woken == Some(now);
        let soonest = if again { now + Duration::from_nanos(1) } else { now };
        let protocol = connection.poll_timeout().map(|at| clock.sim_time(at).max(soonest));
        let paced = self.is_paced.then_some(self.paced_until);
        let stop = self.upload.as_ref().and_then(Upload::stop);
        let app = self.driver.as_ref().and_then(Driver::poll_timeout);
        let own = earlier(stop, app).filter(|_| !connection.is_closed());
        self.deadline = earlier(earlier(protocol, paced), own);
    }

    /// The next datagram of the connection, in `self.buffer`, and its ECN field.
    fn next_datagram(&mut self, now: SimTime, connection: &mut Connection) -> Option<Ecn> {
        self.is_paced = false;
        self.write_pending(now, connection);
        let paces = self.sends();
        let rate = paces.then(|| connection.congestion_state().metrics().pacing_rate).flatten();
        let is_free = connection.is_handshaking() || connection.is_closed();
        let rate = rate.filter(|&bps| bps > 0 && !is_free);
        if rate.is_some() && now < self.paced_until {
            self.is_paced = true;
            return None;
        }
        if self.buffer.capacity() == 0 {
            self.buffer = self.shared.payloads.buffer();
        }
        let at = self.shared.clock.instant(now);
        let transmit = connection.poll_transmit(at, 1, &mut self.buffer)?;
        assert!(transmit.segment_size.is_none(), "one datagram was asked for");
        self.buffer.truncate(transmit.size);
        if let Some(bps) = rate {
            let nanos = (transmit.size as u64 * 8).saturating_mul(1_000_000_000) / bps;
            self.paced_until = now.saturating_add(Duration::from_nanos(nanos));
        }
        Some(transmit.ecn.map_or(Ecn::NotEct, |ecn| Ecn::from_bits(ecn as u8)))
    }

    /// Makes a packet from the bytes in `self.buffer`.
    fn packet(&mut self, now: SimTime, ecn: Ecn) -> Packet {
        let bytes = std::mem::take(&mut self.buffer);
        let to_server = self.is_client();
        if self.sends() {
            self.report.first_sent.get_or_insert(now);
            self.report.packets_sent += 1;
        }
        let size = HEADER_BYTES + bytes.len() as u32;
        let payload = self.shared.payloads.keep(bytes);
        Packet {
            flow: self.flow,
            source: self.source,
            destination: self.destination,
            size,
            ttl: Packet::INITIAL_TTL,
            ecn,
            created: now,
            body: Body::Udp(Datagram { payload, to_server }),
            ..Packet::BLANK
        }
    }

    /// Records the stream data that the datagram in `self.buffer` carries.
    fn note_stream_data(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let mut direction = self.direction(true, trace);
        if !self.sends() {
            return;
        }
        let (upload, streams) = (&mut self.upload, &mut self.streams);
        let (report, flow, length) = (&mut self.report, self.flow, self.buffer.len());
        let mut is_old = false;
        frames::stream_data(&self.buffer, settings::ID_LENGTH, TAG, |data| {
            let of_one = upload.as_mut().and_then(|upload| upload.note_sent(data, length));
            let of_many = streams.as_mut().and_then(|streams| streams.note_sent(data, length));
            if let Some(cause) = of_one.or(of_many) {
                is_old = true;
                let (offset, bytes) = (data.offset, data.length as u32);
                direction.record(now, Event::Retransmitted { flow, offset, bytes, cause });
            }
        });
        report.retransmissions += u64::from(is_old);
    }
}

/// The earlier of two optional instants.
fn earlier(one: Option<SimTime>, other: Option<SimTime>) -> Option<SimTime> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, None) => one,
        (None, other) => other,
    }
}

impl QuicEndpoint {
    fn next_packet(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        if let Some(response) = self.responses.pop_front() {
            self.buffer = response;
            return Some(self.packet(now, Ecn::NotEct));
        }
        loop {
            let mut taken = self.connection.take()?;
            let ecn = self.next_datagram(now, &mut taken.1);
            self.connection = Some(taken);
            if let Some(ecn) = ecn {
                self.note_stream_data(now, trace);
                return Some(self.packet(now, ecn));
            }
            if !self.has_news || !self.advance(now, trace) {
                break;
            }
        }
        let mut taken = self.connection.take()?;
        self.set_deadline(now, &mut taken.1);
        self.connection = Some(taken);
        None
    }
}

impl Endpoint for QuicEndpoint {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Udp(datagram) = packet.body else { return };
        if datagram.to_server == self.is_client() {
            return;
        }
        let Shared { payloads, arrivals, .. } = &self.shared;
        let bytes = payloads.read(datagram.payload, |bytes| arrivals.copy(bytes));
        if bytes.is_empty() {
            return;
        }
        if self.download.is_some() || self.streams.is_some() {
            self.report.packets_received += 1;
        }
        let at = self.shared.clock.instant(now);
        let remote = if datagram.to_server { CLIENT } else { SERVER };
        let ecn = EcnCodepoint::from_bits(packet.ecn as u8);
        let mut answer = Vec::new();
        match self.quinn.handle(at, remote, None, ecn, bytes, &mut answer) {
            Some(DatagramEvent::ConnectionEvent(handle, event)) => {
                if let Some((own, connection)) = self.connection.as_deref_mut()
                    && *own == handle
                {
                    connection.handle_event(event);
                }
            }
            Some(DatagramEvent::NewConnection(incoming)) if self.connection.is_none() => {
                match self.quinn.accept(incoming, at, &mut answer, None) {
                    Ok(accepted) => {
                        let is_early = accepted.1.has_0rtt();
                        self.connection = Some(Box::new(accepted));
                        if is_early {
                            // The application has the connection before anything was sent.
                            self.advance(now, trace);
                        }
                    }
                    Err(error) => {
                        if error.response.is_some() {
                            self.responses.push_back(answer);
                        }
                    }
                }
            }
            // A flow has one connection.
            Some(DatagramEvent::NewConnection(incoming)) => self.quinn.ignore(incoming),
            Some(DatagramEvent::Response(_)) => self.responses.push_back(answer),
            None => {}
        }
        self.settle(now, trace);
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.woken = Some(now);
        match (self.connection.as_deref_mut(), &self.dial) {
            (Some((_, connection)), _) => {
                connection.handle_timeout(self.shared.clock.instant(now));
                self.settle(now, trace);
            }
            (None, Some(dial)) if dial.start <= now && !self.is_over => {
                self.connect(now, trace);
            }
            _ => {}
        }
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
        match &self.dial {
            Some(_) if self.is_over => None,
            Some(dial) if self.connection.is_none() => Some(dial.start),
            _ => self.deadline,
        }
    }
}

impl skyseam_endpoint::FlowEndpoint for QuicEndpoint {
    fn report(&self) -> FlowReport {
        let replies = self.driver.as_ref().map_or(0, Driver::replies);
        FlowReport { replies, ..self.report }
    }

    fn has_pending_work(&self) -> bool {
        self.sends() && !self.is_over && self.poll_timeout().is_some()
    }

    fn is_bidirectional(&self) -> bool {
        self.driver.is_some() || self.streams.is_some()
    }
}
