//! Transports: what carries an application between the two ends of a flow.
//!
//! A transport is a value that implements [`Transport`]: its parameters, and how it opens two ends.
//! The world knows of it the four verbs of [`crate::Endpoint`] and the report. A new one is one
//! file or folder with one line in the registry below; a stack of TCP is chosen by a key of TCP's.
//! Messages are carried by [`crate::app::datagrams::Datagrams`], whatever the transport.

pub mod carrier;
pub mod connection;
pub mod parts;
pub mod split;
mod tcp;
pub mod tls;

use skyseam_base::{FlowId, NodeId, RandomStream, SimTime};
use skyseam_params::registry;

use self::carrier::{Content, Opening, Transport};
use crate::app::datagrams::Datagrams;
use crate::app::{Application, Service, Session, Supply};
use crate::config::TcpConfig;
use crate::endpoint::Agent;
use crate::endpoint::SharedState;
use crate::quic::QuicConfig;
use crate::stp::Stp;

registry! {
    /// How a flow is carried.
    dyn Transport "Transport" is "a kind of transport" at "flows.transport.kind" by "kind" {
        TcpConfig, QuicConfig, Stp,
    }
    pub fn built_in;
    pub fn member;
}

/// Whether a flow of `application` can be carried by `transport`.
pub fn offers(transport: &dyn Transport, application: &Application) -> bool {
    match application.service() {
        Service::Transfer | Service::Messages => true,
        Service::Stream => transport.is_two_way(),
        Service::Connections => transport.streams() == Some(application.streams().0),
    }
}

/// The two ends of a flow: the one at `opening.from`, which begins at `opening.start`, and the one
/// at `opening.to`. Messages do not use `transport`.
///
/// # Panics
/// When the transport does not offer what the application asks for ([`offers`]), or a stack does
/// not have its controller ([`crate::Stack::has`]).
pub fn open_flow(
    opening: Opening<'_>,
    application: &Application,
    transport: &dyn Transport,
) -> (Agent, Agent) {
    let Opening { flow, from, to, start, .. } = opening;
    // Where no transport draws, the flow's stream is the application's.
    let (random, opening) = match application.service() {
        Service::Messages => (opening.random, None),
        Service::Transfer | Service::Stream | Service::Connections => {
            (opening.random.part(1), Some(opening))
        }
    };
    let session = application.open(start, random);
    assert_eq!(session.service(), application.service(), "what the application's entry says");
    let content = match session {
        Session::Transfer(supply) => {
            let limit = supply.limit.map(|bytes| transport.bytes_for(bytes));
            Content::Transfer(Supply { limit, ..supply })
        }
        Session::Stream { client, server } => Content::Stream([client, server]),
        Session::Connections { client, server } => Content::Session([client, server]),
        Session::Messages { client, server } => {
            let end =
                |source, destination, app| Box::new(Datagrams::new(flow, source, destination, app));
            return (end(from, to, client), end(to, from, server));
        }
    };
    let opening = opening.expect("a session other than messages");
    transport.open(opening, content).into()
}

/// As [`open_flow`], in shared of the flow's own, what is left to chance being drawn from
/// `random`.
pub fn open_with(
    flow: FlowId,
    from: NodeId,
    to: NodeId,
    start: SimTime,
    application: &Application,
    transport: &dyn Transport,
    random: RandomStream,
) -> (Agent, Agent) {
    let shared = &SharedState::default();
    let opening = Opening { flow, from, to, start, random, shared };
    open_flow(opening, application, transport)
}

/// As [`open_with`], what is left to chance being drawn from the flow's stream of seed 0.
pub fn open(
    flow: FlowId,
    from: NodeId,
    to: NodeId,
    start: SimTime,
    application: &Application,
    transport: &dyn Transport,
) -> (Agent, Agent) {
    let random = RandomStream::new(0, &format!("flow {}", flow.index()));
    open_with(flow, from, to, start, application, transport, random)
}

/// The two ends of one part of a split connection, of `bytes` in all if that is known: the client,
/// which connects at the opening's start and sends what is written into it, and the server.
/// `joins` says that the server is a proxy's too, which reads by hand.
pub fn open_part(
    opening: Opening<'_>,
    bytes: Option<u64>,
    transport: &dyn Transport,
    joins: bool,
) -> (Agent, Agent) {
    let supply = Supply { limit: bytes, stop: None };
    let [mut sender, mut receiver] = transport.open(opening, Content::Transfer(supply));
    if let Some(writer) = sender.writer() {
        writer.wait_for_writes();
    }
    if let Some(reader) = receiver.reader().filter(|_| joins) {
        reader.read_by_hand();
    }
    (sender, receiver)
}

/// Payload bytes that an application sends over this transport, where that is known beforehand.
pub fn bytes_of(application: &Application, transport: &dyn Transport) -> Option<u64> {
    if application.service() != Service::Transfer {
        return None;
    }
    match application.open(SimTime::ZERO, RandomStream::new(0, "")) {
        Session::Transfer(supply) => supply.limit.map(|bytes| transport.bytes_for(bytes)),
        _ => None,
    }
}
