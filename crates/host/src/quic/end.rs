//! One end of a QUIC flow as the world sees it: quinn-proto behind the four verbs.
//!
//! Owns the order in which quinn-proto is asked, pacing at a controller's own rate, and what is
//! reported. The client is the end that sends data. Does not own the protocol.

use std::collections::VecDeque;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use quinn_proto::{
    ClientConfig, Connection, ConnectionError, ConnectionHandle, DatagramEvent, EcnCodepoint,
    Endpoint as Quinn, Event as QuinnEvent, ServerConfig, StreamEvent, VarInt,
};
use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_packet::udp::HEADER_BYTES;
use skyseam_packet::{Body, Datagram, Packet, Payloads};
use skyseam_trace::{Event, Recorder};

use super::clock::{Clock, sim_duration};
use super::config::QuicConfig;
use super::download::Download;
use super::frames;
use super::meter::{Controllers, Meter};
use super::settings;
use super::upload::Upload;
use crate::app::Supply;
use crate::endpoint::Endpoint;
use crate::report::{Ended, FlowReport};

/// Addresses as quinn-proto sees them: it needs some, and each flow has a world of its own.
const CLIENT: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)), 49_152);
const SERVER: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::new(10, 0, 0, 2)), 443);
/// Name of the server in the handshake.
const SERVER_NAME: &str = "skyseam";
/// Length of a packet's tag, bytes.
const TAG: usize = 16;
/// Why a connection is closed whose stream brought other bytes than were sent.
const WRONG_BYTES: VarInt = VarInt::from_u32(1);

/// What the flows of a world share.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Simulated time as quinn-proto takes it.
    pub clock: Clock,
    /// Where datagrams leave their bytes.
    pub payloads: Payloads,
    /// Seed of the run.
    pub seed: u64,
}

/// Sends or receives.
#[derive(Debug)]
enum Role {
    Client { upload: Upload, settings: Box<ClientConfig>, start: SimTime },
    Server { download: Download, expected: Option<u64> },
}

/// One end of a flow.
pub struct End {
    flow: FlowId,
    source: NodeId,
    destination: NodeId,
    role: Role,
    surroundings: Surroundings,
    quinn: Quinn,
    connection: Option<(ConnectionHandle, Connection)>,
    /// Datagrams that the endpoint answers with beside any connection.
    responses: VecDeque<Vec<u8>>,
    /// A buffer that was asked for and not used.
    buffer: Vec<u8>,
    /// Largest UDP payload that this end may send.
    largest_datagram: u64,
    meter: Meter,
    deadline: Option<SimTime>,
    /// When a deadline passed last.
    woken: Option<SimTime>,
    /// Before this instant the congestion controller's rate lets nothing more go.
    paced_until: SimTime,
    /// Whether something may wait for that.
    is_paced: bool,
    /// Whether everything was acknowledged or the connection is gone.
    is_over: bool,
    reported: Option<(u64, Option<u64>)>,
    rtt_sum: Duration,
    report: FlowReport,
}

impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("End")
            .field("flow", &self.flow)
            .field("role", &self.role)
            .field("deadline", &self.deadline)
            .field("report", &self.report)
            .finish_non_exhaustive()
    }
}

/// The two ends of a flow: the client at `from`, which connects at `start` and sends what `supply`
/// has, and the server at `to`.
pub fn open(
    flow: FlowId,
    nodes: [NodeId; 2],
    start: SimTime,
    supply: Supply,
    config: &QuicConfig,
    surroundings: &Surroundings,
) -> (End, End) {
    let controllers = |owner: &str| settings::controllers(config, surroundings.seed, owner);
    open_with(flow, nodes, start, supply, config, surroundings, &controllers)
}

/// As [`open`], with congestion controllers of the caller's: `controllers` is called with the name
/// of each end, after which its draws should be named.
pub fn open_with(
    flow: FlowId,
    [from, to]: [NodeId; 2],
    start: SimTime,
    supply: Supply,
    config: &QuicConfig,
    surroundings: &Surroundings,
    controllers: &dyn Fn(&str) -> Controllers,
) -> (End, End) {
    let seed = surroundings.seed;
    let name = |side: &str| format!("{flow} quic {side}");
    let end = |side: &str, [source, destination]: [NodeId; 2], role: Role, meter, server| End {
        flow,
        source,
        destination,
        role,
        surroundings: surroundings.clone(),
        quinn: Quinn::new(
            Arc::new(settings::endpoint(config, seed, &name(side))),
            server,
            config.discovery.is_some(),
            None,
        ),
        connection: None,
        responses: VecDeque::new(),
        buffer: Vec::new(),
        largest_datagram: config.datagram_bytes.max(config.discovery.unwrap_or(0)).into(),
        meter,
        deadline: None,
        woken: None,
        paced_until: SimTime::ZERO,
        is_paced: false,
        is_over: false,
        reported: None,
        rtt_sum: Duration::ZERO,
        report: FlowReport::default(),
    };
    let (client_meter, server_meter) = (Meter::default(), Meter::default());
    let transport = |side, meter| settings::transport(config, controllers(&name(side)), meter);
    let client =
        settings::client(config, seed, &name("client"), transport("client", &client_meter));
    let server: ServerConfig = settings::server(config, transport("server", &server_meter));
    let expected = supply.limit;
    let upload = Role::Client { upload: Upload::new(supply), settings: Box::new(client), start };
    let download = Role::Server { download: Download::default(), expected };
    (
        end("client", [from, to], upload, client_meter, None),
        end("server", [to, from], download, server_meter, Some(Arc::new(server))),
    )
}

impl End {
    /// What this end counted.
    pub fn report(&self) -> FlowReport {
        self.report
    }

    fn is_client(&self) -> bool {
        matches!(self.role, Role::Client { .. })
    }

    fn connect(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let Role::Client { settings, .. } = &self.role else { return };
        self.report.started = Some(now);
        trace.record(now, Event::FlowStarted { flow: self.flow });
        let at = self.surroundings.clock.instant(now);
        let connected = self.quinn.connect(at, (**settings).clone(), SERVER, SERVER_NAME);
        self.connection = Some(connected.expect("a version and an address that are known"));
        self.advance(now, trace);
    }

    /// Does what quinn-proto asks for after anything that happened to it.
    fn advance(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let Some((handle, mut connection)) = self.connection.take() else { return };
        loop {
            while let Some(event) = connection.poll_endpoint_events() {
                if let Some(answer) = self.quinn.handle_event(handle, event) {
                    connection.handle_event(answer);
                }
            }
            let Some(event) = connection.poll() else { break };
            self.on_event(now, &mut connection, event, trace);
        }
        if self.is_client() {
            self.note_controller(now, &connection, trace);
        }
        self.set_deadline(now, &mut connection);
        self.connection = Some((handle, connection));
    }

    fn on_event(
        &mut self,
        now: SimTime,
        connection: &mut Connection,
        event: QuinnEvent,
        trace: &mut dyn Recorder,
    ) {
        match (&mut self.role, event) {
            (Role::Client { upload, .. }, QuinnEvent::Connected) => {
                upload.open(connection);
                upload.feed(now, connection, self.largest_datagram, self.meter.in_flight());
            }
            (Role::Client { upload, .. }, QuinnEvent::Stream(StreamEvent::Writable { id }))
                if upload.is_stream(id) =>
            {
                upload.unblock();
            }
            (Role::Client { upload, .. }, QuinnEvent::Stream(StreamEvent::Finished { id }))
                if upload.is_stream(id) =>
            {
                self.report.acknowledged_at = Some(now);
                trace.record(now, Event::FlowFinished { flow: self.flow });
                let at = self.surroundings.clock.instant(now);
                connection.close(at, VarInt::from_u32(0), Bytes::new());
                self.is_over = true;
            }
            (Role::Client { .. }, QuinnEvent::ConnectionLost { reason }) => {
                self.report.gave_up = Some(match reason {
                    ConnectionError::TimedOut => Ended::IdleTimeout,
                    _ => Ended::Refused,
                });
                self.is_over = true;
            }
            (Role::Server { .. }, QuinnEvent::Stream(event)) => {
                self.read(now, connection, &event, trace);
            }
            _ => {}
        }
    }

    fn read(
        &mut self,
        now: SimTime,
        connection: &mut Connection,
        event: &StreamEvent,
        trace: &mut dyn Recorder,
    ) {
        let Role::Server { download, expected } = &mut self.role else { return };
        let read = download.on_event(connection, event);
        if read.is_wrong {
            let at = self.surroundings.clock.instant(now);
            connection.close(at, WRONG_BYTES, Bytes::from_static(b"other bytes than were sent"));
        }
        if read.bytes == 0 {
            return;
        }
        self.report.bytes_delivered += read.bytes;
        self.report.last_received = Some(now);
        trace.record(now, Event::Delivered { flow: self.flow, bytes: read.bytes });
        if *expected == Some(download.delivered()) {
            self.report.received_at = Some(now);
            trace.record(now, Event::FlowReceived { flow: self.flow });
        }
    }

    /// Writes down what the congestion controller was told and decided.
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
        if let Role::Client { upload, .. } = &mut self.role {
            upload.note_loss(seen.lost);
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

    fn set_deadline(&mut self, now: SimTime, connection: &mut Connection) {
        let clock = self.surroundings.clock;
        // A probe may have been due before what made it due was known. What is due again at the
        // instant at which it was seen to waits for the next: at round trips of nanoseconds
        // quinn-proto's pacer rounds its waits down to nothing, in which no budget grows.
        let again = self.woken == Some(now);
        let soonest = if again { now + Duration::from_nanos(1) } else { now };
        let protocol = connection.poll_timeout().map(|at| clock.sim_time(at).max(soonest));
        let paced = self.is_paced.then_some(self.paced_until);
        let stop = match &self.role {
            Role::Client { upload, .. } if !connection.is_closed() => upload.stop(),
            _ => None,
        };
        self.deadline = [protocol, paced, stop].into_iter().flatten().min();
    }

    /// The next datagram of the connection, in `self.buffer`, and its ECN bits.
    fn next_datagram(&mut self, now: SimTime, connection: &mut Connection) -> Option<u8> {
        self.is_paced = false;
        let rate = match &mut self.role {
            Role::Client { upload, .. } => {
                upload.feed(now, connection, self.largest_datagram, self.meter.in_flight());
                connection.congestion_state().metrics().pacing_rate
            }
            Role::Server { .. } => None,
        };
        let is_free = connection.is_handshaking() || connection.is_closed();
        let rate = rate.filter(|&bps| bps > 0 && !is_free);
        if rate.is_some() && now < self.paced_until {
            self.is_paced = true;
            return None;
        }
        if self.buffer.capacity() == 0 {
            self.buffer = self.surroundings.payloads.buffer();
        }
        let at = self.surroundings.clock.instant(now);
        let transmit = connection.poll_transmit(at, 1, &mut self.buffer)?;
        assert!(transmit.segment_size.is_none(), "one datagram was asked for");
        self.buffer.truncate(transmit.size);
        if let Some(bps) = rate {
            let nanos = (transmit.size as u64 * 8).saturating_mul(1_000_000_000) / bps;
            self.paced_until = now.saturating_add(Duration::from_nanos(nanos));
        }
        Some(transmit.ecn.map_or(0, |ecn| ecn as u8))
    }

    /// The bytes in `self.buffer` as a packet.
    fn packet(&mut self, now: SimTime, ecn: u8) -> Packet {
        let bytes = std::mem::take(&mut self.buffer);
        let to_server = self.is_client();
        if to_server {
            self.report.first_sent.get_or_insert(now);
            self.report.packets_sent += 1;
        }
        let size = HEADER_BYTES + bytes.len() as u32;
        let payload = self.surroundings.payloads.keep(bytes);
        Packet {
            flow: self.flow,
            source: self.source,
            destination: self.destination,
            size,
            ttl: Packet::INITIAL_TTL,
            created: now,
            body: Body::Udp(Datagram { payload, ecn, to_server }),
        }
    }

    /// Notes what of the stream the datagram in `self.buffer` carries.
    fn note_stream_data(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let Role::Client { upload, .. } = &mut self.role else { return };
        let (report, flow, length) = (&mut self.report, self.flow, self.buffer.len());
        let mut is_old = false;
        frames::stream_data(&self.buffer, settings::ID_LENGTH, TAG, |data| {
            if let Some(cause) = upload.note_sent(data, length) {
                is_old = true;
                let (offset, bytes) = (data.offset, data.length as u32);
                trace.record(now, Event::Retransmitted { flow, offset, bytes, cause });
            }
        });
        report.retransmissions += u64::from(is_old);
    }
}

impl Endpoint for End {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Body::Udp(datagram) = packet.body else { return };
        if datagram.to_server == self.is_client() {
            return;
        }
        let bytes = self.surroundings.payloads.read(datagram.payload, |b| BytesMut::from(b));
        if bytes.is_empty() {
            return;
        }
        if datagram.to_server {
            self.report.packets_received += 1;
        }
        let at = self.surroundings.clock.instant(now);
        let remote = if datagram.to_server { CLIENT } else { SERVER };
        let ecn = EcnCodepoint::from_bits(datagram.ecn);
        let mut answer = Vec::new();
        match self.quinn.handle(at, remote, None, ecn, bytes, &mut answer) {
            Some(DatagramEvent::ConnectionEvent(handle, event)) => {
                if let Some((own, connection)) = &mut self.connection
                    && *own == handle
                {
                    connection.handle_event(event);
                }
            }
            Some(DatagramEvent::NewConnection(incoming)) if self.connection.is_none() => {
                match self.quinn.accept(incoming, at, &mut answer, None) {
                    Ok(accepted) => self.connection = Some(accepted),
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
        self.advance(now, trace);
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.woken = Some(now);
        match (&mut self.connection, &self.role) {
            (Some((_, connection)), _) => {
                connection.handle_timeout(self.surroundings.clock.instant(now));
                self.advance(now, trace);
            }
            (None, Role::Client { start, .. }) if *start <= now && !self.is_over => {
                self.connect(now, trace);
            }
            _ => {}
        }
    }

    fn poll_transmit(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        if let Some(response) = self.responses.pop_front() {
            self.buffer = response;
            return Some(self.packet(now, 0));
        }
        let (handle, mut connection) = self.connection.take()?;
        let ecn = self.next_datagram(now, &mut connection);
        self.set_deadline(now, &mut connection);
        self.connection = Some((handle, connection));
        let ecn = ecn?;
        self.note_stream_data(now, trace);
        Some(self.packet(now, ecn))
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        match &self.role {
            Role::Client { .. } if self.is_over => None,
            Role::Client { start, .. } if self.connection.is_none() => Some(*start),
            _ => self.deadline,
        }
    }
}
