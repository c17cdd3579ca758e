//! Flows opened: an application of any kind over any transport.
//!
//! Owns the registry of transports, the resolution of a scenario's transport ([`connection`]), the
//! split of connections at proxies ([`split`], [`parts`]), and the two endpoints of a flow
//! ([`open_flow`]). Does not own transports or applications: those are `skyseam-tcp`,
//! `skyseam-quic`, `skyseam-stp` and `skyseam-app`.
//!
//! A transport is a value that implements [`Transport`]: its parameters, and the opening of its two
//! endpoints. The world knows only the four verbs of [`Endpoint`](skyseam_endpoint::Endpoint) and
//! the report. A new one is one file or crate with one line in [`built_in`]; a key of TCP selects
//! its stack. [`MessageEndpoint`] carry messages, whatever the transport.

pub mod connection;
pub mod controllers;
pub mod parts;
pub mod split;

use skyseam_app::{AppEndpoints, Application, TransportService};
use skyseam_base::{FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::app::datagrams::MessageEndpoint;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup, Transport};
use skyseam_endpoint::{BoxedEndpoint, SharedState};
use skyseam_params::Member;
use skyseam_quic::QuicConfig;
use skyseam_stp::Stp;
use skyseam_tcp::TcpConfig;

pub use skyseam_endpoint::transport::member;

/// The built-in transports.
pub fn built_in() -> Vec<Member<dyn Transport>> {
    vec![member::<TcpConfig>(), member::<QuicConfig>(), member::<Stp>()]
}

/// Whether `transport` can carry a flow of `application`.
pub fn offers(transport: &dyn Transport, application: &Application) -> bool {
    match application.service() {
        TransportService::Transfer | TransportService::Messages => true,
        TransportService::Stream => transport.is_two_way(),
        TransportService::Connections => transport.streams() == Some(application.streams().0),
    }
}

/// Creates the two endpoints of a flow: the one at `opening.from`, which begins at `opening.start`,
/// and the one at `opening.to`. Messages do not use `transport`.
///
/// # Panics
/// If the transport does not offer the service that the application requires ([`offers`]), or a
/// stack does not have its controller ([`Stack::has`](skyseam_tcp::Stack::has)).
pub fn open_flow(
    opening: FlowSetup<'_>,
    application: &Application,
    transport: &dyn Transport,
) -> (BoxedEndpoint, BoxedEndpoint) {
    let FlowSetup { flow, from, to, start, .. } = opening;
    // Where no transport draws, the flow's stream is the application's.
    let (random, opening) = match application.service() {
        TransportService::Messages => (opening.random, None),
        TransportService::Transfer | TransportService::Stream | TransportService::Connections => {
            (opening.random.part(1), Some(opening))
        }
    };
    let session = application.open(start, random);
    assert_eq!(session.service(), application.service(), "what the application's entry says");
    let content = match session {
        AppEndpoints::Transfer(supply) => {
            let limit = supply.limit.map(|bytes| transport.bytes_for(bytes));
            ConnectionPayload::Transfer(OfferedData { limit, ..supply })
        }
        AppEndpoints::Stream { client, server } => ConnectionPayload::Stream([client, server]),
        AppEndpoints::Connections { client, server } => {
            ConnectionPayload::Session([client, server])
        }
        AppEndpoints::Messages { client, server } => {
            let end = |source, destination, app| {
                Box::new(MessageEndpoint::new(flow, source, destination, app))
            };
            return (end(from, to, client), end(to, from, server));
        }
    };
    let opening = opening.expect("a session other than messages");
    transport.open(opening, content).into()
}

/// Opens a flow like [`open_flow`], with a shared state of its own and random draws from `random`.
pub fn open_with(
    flow: FlowId,
    from: NodeId,
    to: NodeId,
    start: SimTime,
    application: &Application,
    transport: &dyn Transport,
    random: RandomStream,
) -> (BoxedEndpoint, BoxedEndpoint) {
    let shared = &SharedState::default();
    let opening = FlowSetup { flow, from, to, start, random, shared };
    open_flow(opening, application, transport)
}

/// Opens a flow like [`open_with`], with random draws from the flow's stream of seed 0.
pub fn open(
    flow: FlowId,
    from: NodeId,
    to: NodeId,
    start: SimTime,
    application: &Application,
    transport: &dyn Transport,
) -> (BoxedEndpoint, BoxedEndpoint) {
    let random = RandomStream::new(0, &format!("flow {}", flow.index()));
    open_with(flow, from, to, start, application, transport, random)
}

/// Creates the two endpoints of one part of a split connection, of `bytes` in total if that is
/// known: the client, which connects at the opening's start and sends the data written into it, and
/// the server. `joins` is true if the server is a proxy's too, which reads from it.
pub fn open_part(
    opening: FlowSetup<'_>,
    bytes: Option<u64>,
    transport: &dyn Transport,
    joins: bool,
) -> (BoxedEndpoint, BoxedEndpoint) {
    let supply = OfferedData { limit: bytes, stop: None };
    let [mut sender, mut receiver] = transport.open(opening, ConnectionPayload::Transfer(supply));
    if let Some(writer) = sender.writer() {
        writer.set_manual_write();
    }
    if let Some(reader) = receiver.reader().filter(|_| joins) {
        reader.set_manual_read();
    }
    (sender, receiver)
}

/// Payload bytes that an application sends over this transport, if that is known beforehand.
pub fn bytes_of(application: &Application, transport: &dyn Transport) -> Option<u64> {
    if application.service() != TransportService::Transfer {
        return None;
    }
    match application.open(SimTime::ZERO, RandomStream::new(0, "")) {
        AppEndpoints::Transfer(supply) => supply.limit.map(|bytes| transport.bytes_for(bytes)),
        _ => None,
    }
}
