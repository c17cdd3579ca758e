//! Applications: what a flow carries, their registry, and the making of a flow's two ends.
//!
//! A new application is one file here and one line in [`APPLICATIONS`].

pub mod bulk;
pub mod file;
pub mod ping;
pub mod proxy;
pub mod voice;

use skyseam_base::{FlowId, NodeId, RandomStream, SimTime};
use skyseam_packet::Packet;
use skyseam_trace::Recorder;

use crate::config::{Application, Stack, TcpConfig};
use crate::congestion::Algorithm;
use crate::endpoint::Endpoint;
use crate::linux;
use crate::ns2;
use crate::quic::{self, QuicConfig, Surroundings};
use crate::report::FlowReport;
use crate::tcp::{Connection, Receiver, Sender};

/// What an application gives a TCP sender to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Bytes in all, once that is known.
    pub limit: Option<u64>,
    /// When the application offers no more.
    pub stop: Option<SimTime>,
}

impl Supply {
    /// Whether there is always more to send.
    pub fn is_open(&self) -> bool {
        self.limit.is_none()
    }

    /// The application stops after it has offered `bytes`.
    pub fn close(&mut self, bytes: u64) {
        self.limit.get_or_insert(bytes);
        self.stop = None;
    }

    /// The stream ends after `bytes`. Where that was not known before, it is known at `now` and
    /// takes effect at the next timeout.
    pub fn end(&mut self, now: SimTime, bytes: u64) {
        if self.limit.is_none() {
            *self = Self { limit: Some(bytes), stop: Some(now) };
        }
    }
}

/// A registered application.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name in scenario files.
    pub name: &'static str,
    /// One sentence for documentation.
    pub summary: &'static str,
}

/// All applications, in the order documentation lists them.
pub const APPLICATIONS: &[Entry] = &[file::ENTRY, bulk::ENTRY, ping::ENTRY, voice::ENTRY];

/// One end of a flow. An enum and not a boxed trait: the end lies where the world keeps it, and the
/// four verbs are a jump away.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "worlds hold few flows, and indirection costs more")]
pub enum Agent {
    /// The sending end of a TCP flow of the stack `rfc`.
    Sender(Sender),
    /// The receiving end of a TCP flow of the stack `rfc`.
    Receiver(Receiver),
    /// The sending end of a TCP flow of the stack `linux`. Boxed: it is large.
    LinuxSender(Box<linux::Sender>),
    /// The receiving end of a TCP flow of the stack `linux`.
    LinuxReceiver(Box<linux::Receiver>),
    /// The sending end of a TCP flow of the stack `ns2`. Boxed: it is large.
    Ns2Sender(Box<ns2::Sender>),
    /// The receiving end of a TCP flow of the stack `ns2`.
    Ns2Receiver(Box<ns2::Receiver>),
    /// Either end of a QUIC flow. Boxed: it is large.
    Quic(Box<quic::End>),
    /// The end that asks.
    Pinger(ping::Pinger),
    /// The end that answers.
    Responder(ping::Responder),
    /// The end that talks. Boxed: it is large.
    Talker(Box<voice::Talker>),
    /// The end that listens. Boxed: it is large.
    Listener(Box<voice::Listener>),
}

/// The two ends of a flow: the one at `from`, which begins at `start`, and the one at `to`.
///
/// Ping and voice do not use `transport`. Random draws come from the flow's stream of seed 0.
///
/// # Panics
/// When the stack of `transport` does not have its controller ([`TcpConfig::of`]).
pub fn open(
    flow: FlowId,
    from: NodeId,
    to: NodeId,
    start: SimTime,
    application: &Application,
    transport: &TcpConfig,
) -> (Agent, Agent) {
    let random = RandomStream::new(0, &format!("flow {}", flow.index()));
    open_with(flow, from, to, start, application, transport, random)
}

/// As [`open`], with random draws from `random`, the flow's own stream.
pub fn open_with(
    flow: FlowId,
    from: NodeId,
    to: NodeId,
    start: SimTime,
    application: &Application,
    transport: &TcpConfig,
    random: RandomStream,
) -> (Agent, Agent) {
    let supply = match *application {
        Application::File { size_bytes } => file::supply(size_bytes, transport),
        Application::Bulk { duration } => bulk::supply(start, duration),
        Application::Ping { count, interval, size_bytes } => {
            let ends = ping::Ends { flow, from, to };
            let pinger = ping::Pinger::new(ends, start, count, interval, size_bytes);
            return (Agent::Pinger(pinger), Agent::Responder(ping::Responder::new(ends)));
        }
        Application::Voice(config) => {
            let ends = voice::Ends { flow, from, to };
            let talker = voice::Talker::new(ends, start, config, random);
            let listener = voice::Listener::new(ends, config);
            return (Agent::Talker(Box::new(talker)), Agent::Listener(Box::new(listener)));
        }
    };
    ends(Connection { flow, from, to, origin: 0 }, start, supply, transport, random)
}

/// Payload bytes that an application sends over this transport, where that is known beforehand.
pub fn bytes_of(application: &Application, transport: &TcpConfig) -> Option<u64> {
    match *application {
        Application::File { size_bytes } => file::supply(size_bytes, transport).limit,
        Application::Bulk { .. } | Application::Ping { .. } | Application::Voice(_) => None,
    }
}

/// The two ends of a TCP connection.
fn ends(
    connection: Connection,
    start: SimTime,
    supply: Supply,
    transport: &TcpConfig,
    random: RandomStream,
) -> (Agent, Agent) {
    match transport.stack {
        Stack::Linux => {
            let sender = linux::Sender::new(connection, transport, supply, start, random);
            let receiver = linux::Receiver::new(connection, transport, supply.limit);
            (Agent::LinuxSender(Box::new(sender)), Agent::LinuxReceiver(Box::new(receiver)))
        }
        Stack::Ns2 => {
            let sender = ns2::Sender::new(connection, transport, supply, start);
            let receiver = ns2::Receiver::new(connection, transport, supply.limit);
            (Agent::Ns2Sender(Box::new(sender)), Agent::Ns2Receiver(Box::new(receiver)))
        }
        Stack::Rfc => (
            Agent::Sender(Sender::new(connection, transport, supply, start)),
            Agent::Receiver(Receiver::new(connection, transport, supply.limit)),
        ),
    }
}

/// The two ends of one part of a split connection, of `bytes` in all if that is known: the one at
/// `connection.from`, which connects at `start` and sends what is written into it, and the other.
/// `joins` says that the other end is a proxy's too, which reads by hand. Random draws come from
/// `random`.
pub fn open_part(
    connection: Connection,
    start: SimTime,
    bytes: Option<u64>,
    transport: &TcpConfig,
    joins: bool,
    random: RandomStream,
) -> (Agent, Agent) {
    let supply = Supply { limit: bytes, stop: None };
    let (mut sender, mut receiver) = ends(connection, start, supply, transport, random);
    sender.wait_for_writes();
    if joins {
        receiver.read_by_hand();
    }
    (sender, receiver)
}

/// The two ends of a flow over QUIC: the one at `from`, which begins at `start`, and the one at
/// `to`. Ping and voice are as in [`open_with`], which is what `random` is for: QUIC's own draws
/// are named by `surroundings`.
#[expect(clippy::too_many_arguments, reason = "those of `open_with`, and the surroundings")]
pub fn open_quic(
    flow: FlowId,
    from: NodeId,
    to: NodeId,
    start: SimTime,
    application: &Application,
    transport: &QuicConfig,
    random: RandomStream,
    surroundings: &Surroundings,
) -> (Agent, Agent) {
    let supply = match *application {
        Application::File { size_bytes } => Supply { limit: Some(size_bytes), stop: None },
        Application::Bulk { duration } => bulk::supply(start, duration),
        Application::Ping { .. } | Application::Voice(_) => {
            let unused = TcpConfig::of(Stack::Rfc, Algorithm::Cubic);
            return open_with(flow, from, to, start, application, &unused, random);
        }
    };
    let (client, server) = quic::open(flow, [from, to], start, supply, transport, surroundings);
    (Agent::Quic(Box::new(client)), Agent::Quic(Box::new(server)))
}

impl Agent {
    /// What this end counted; [`FlowReport::merged`] joins both ends'.
    pub fn report(&self) -> FlowReport {
        match self {
            Self::Sender(end) => end.report(),
            Self::Receiver(end) => end.report(),
            Self::LinuxSender(end) => end.report(),
            Self::LinuxReceiver(end) => end.report(),
            Self::Ns2Sender(end) => end.report(),
            Self::Ns2Receiver(end) => end.report(),
            Self::Quic(end) => end.report(),
            Self::Pinger(end) => end.report(),
            Self::Responder(end) => end.report(),
            Self::Talker(end) => end.report(),
            Self::Listener(end) => end.report(),
        }
    }

    /// What it measured, where it is the end that listens to speech.
    pub fn voice(&self) -> Option<voice::VoiceReport> {
        match self {
            Self::Listener(end) => Some(end.voice()),
            _ => None,
        }
    }
}

impl Endpoint for Agent {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        match self {
            Self::Sender(end) => end.handle_packet(now, packet, trace),
            Self::Receiver(end) => end.handle_packet(now, packet, trace),
            Self::LinuxSender(end) => end.handle_packet(now, packet, trace),
            Self::LinuxReceiver(end) => end.handle_packet(now, packet, trace),
            Self::Ns2Sender(end) => end.handle_packet(now, packet, trace),
            Self::Ns2Receiver(end) => end.handle_packet(now, packet, trace),
            Self::Quic(end) => end.handle_packet(now, packet, trace),
            Self::Pinger(end) => end.handle_packet(now, packet, trace),
            Self::Responder(end) => end.handle_packet(now, packet, trace),
            Self::Talker(end) => end.handle_packet(now, packet, trace),
            Self::Listener(end) => end.handle_packet(now, packet, trace),
        }
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        match self {
            Self::Sender(end) => end.handle_timeout(now, trace),
            Self::Receiver(end) => end.handle_timeout(now, trace),
            Self::LinuxSender(end) => end.handle_timeout(now, trace),
            Self::LinuxReceiver(end) => end.handle_timeout(now, trace),
            Self::Ns2Sender(end) => end.handle_timeout(now, trace),
            Self::Ns2Receiver(end) => end.handle_timeout(now, trace),
            Self::Quic(end) => end.handle_timeout(now, trace),
            Self::Pinger(end) => end.handle_timeout(now, trace),
            Self::Responder(end) => end.handle_timeout(now, trace),
            Self::Talker(end) => end.handle_timeout(now, trace),
            Self::Listener(end) => end.handle_timeout(now, trace),
        }
    }

    fn poll_transmit(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        match self {
            Self::Sender(end) => end.poll_transmit(now, trace),
            Self::Receiver(end) => end.poll_transmit(now, trace),
            Self::LinuxSender(end) => end.poll_transmit(now, trace),
            Self::LinuxReceiver(end) => end.poll_transmit(now, trace),
            Self::Ns2Sender(end) => end.poll_transmit(now, trace),
            Self::Ns2Receiver(end) => end.poll_transmit(now, trace),
            Self::Quic(end) => end.poll_transmit(now, trace),
            Self::Pinger(end) => end.poll_transmit(now, trace),
            Self::Responder(end) => end.poll_transmit(now, trace),
            Self::Talker(end) => end.poll_transmit(now, trace),
            Self::Listener(end) => end.poll_transmit(now, trace),
        }
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        match self {
            Self::Sender(end) => end.poll_timeout(),
            Self::Receiver(end) => end.poll_timeout(),
            Self::LinuxSender(end) => end.poll_timeout(),
            Self::LinuxReceiver(end) => end.poll_timeout(),
            Self::Ns2Sender(end) => end.poll_timeout(),
            Self::Ns2Receiver(end) => end.poll_timeout(),
            Self::Quic(end) => end.poll_timeout(),
            Self::Pinger(end) => end.poll_timeout(),
            Self::Responder(end) => end.poll_timeout(),
            Self::Talker(end) => end.poll_timeout(),
            Self::Listener(end) => end.poll_timeout(),
        }
    }
}
