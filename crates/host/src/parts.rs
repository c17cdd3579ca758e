//! The parts of a split connection whose application has two senders.
//!
//! Owns the content of each part: the client's application is at the first, the server's at the
//! last, and between them are proxies' endpoints without data of their own. TLS is between the
//! applications: proxies relay its records.

use skyseam_app::{AppEndpoints, Application, TransportService};
use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::app::StreamApp;
use skyseam_endpoint::proxy::IdleApp;
use skyseam_endpoint::session::{self, ProxySide, SplitSession, set_manual_read};
use skyseam_endpoint::tls::Tickets;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup, Transport};
use skyseam_params::Model;

/// Content of the further parts of a split connection.
#[derive(Debug)]
pub enum RemainingParts {
    /// A stream that ends at this application; until the last part is opened.
    Stream(Option<Box<dyn StreamApp>>),
    /// The connections of a session.
    Session(Box<SplitSession>),
}

/// Whether proxies that split a connection of `application` relay bytes in both directions.
pub fn is_bidirectional(application: &Application) -> bool {
    matches!(application.service(), TransportService::Stream | TransportService::Connections)
}

/// Creates the two endpoints of the first part of a split connection, and the content of the
/// further parts.
///
/// # Panics
/// If the application has one sender ([`is_bidirectional`]), or the transport is one-way.
pub fn open_first(
    opening: FlowSetup<'_>,
    application: &Application,
    transport: &Model<dyn Transport>,
) -> (BoxedEndpoint, BoxedEndpoint, RemainingParts) {
    let (tls, plain) = match transport.without_tls() {
        Some((tls, plain)) => (Some(tls), plain),
        None => (None, transport.clone()),
    };
    match application.open(opening.start, opening.random.part(1)) {
        AppEndpoints::Stream { client, server } => {
            let apps = [client, server];
            let [client, server] = match &tls {
                Some(tls) => tls.secure(apps, &Tickets::of_flow(&opening)),
                None => apps,
            };
            let content = ConnectionPayload::Stream([client, Box::new(IdleApp)]);
            let [client, mut proxy] = plain.open(opening, content);
            set_manual_read(&mut proxy);
            (client, proxy, RemainingParts::Stream(Some(server)))
        }
        AppEndpoints::Connections { client, server } => {
            let ([client, proxy], branch) =
                session::open_split(plain, tls, opening, client, server);
            (client, proxy, RemainingParts::Session(Box::new(branch)))
        }
        AppEndpoints::Transfer(_) | AppEndpoints::Messages { .. } => {
            panic!("an application whose endpoints both write streams")
        }
    }
}

/// Creates the two endpoints of a further part: the proxy's, which connects at the opening's start,
/// and the next proxy's if it `joins`, otherwise the server's.
pub fn open_further(
    opening: FlowSetup<'_>,
    rest: &mut RemainingParts,
    transport: &Model<dyn Transport>,
    joins: bool,
) -> (BoxedEndpoint, BoxedEndpoint) {
    let server = match rest {
        RemainingParts::Session(branch) => {
            return ProxySide::open(opening, branch, transport, joins).into();
        }
        RemainingParts::Stream(_) if joins => Box::new(IdleApp) as Box<dyn StreamApp>,
        RemainingParts::Stream(server) => server.take().expect("the last part is opened once"),
    };
    let content = ConnectionPayload::Stream([Box::new(IdleApp), server]);
    let [mut here, mut there] = transport.open(opening, content);
    set_manual_read(&mut here);
    if joins {
        set_manual_read(&mut there);
    }
    (here, there)
}
