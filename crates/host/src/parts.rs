//! The parts of a split connection whose application sends both ways.
//!
//! Owns what each part carries: the client's application stands at the first, the server's at the
//! last, and between them proxies' ends that say nothing of their own. TLS is between the
//! applications: proxies pass its records on.

use skyseam_app::{Application, Service, Session};
use skyseam_endpoint::Agent;
use skyseam_endpoint::app::StreamApp;
use skyseam_endpoint::proxy::Silent;
use skyseam_endpoint::session::{self, Branch, Trunk, read_by_hand};
use skyseam_endpoint::tls::Tickets;
use skyseam_endpoint::transport::{Content, Opening, Transport};
use skyseam_params::Model;

/// What the further parts of a split connection carry.
#[derive(Debug)]
pub enum Rest {
    /// A stream, at whose end this application is; until the last part is opened.
    Stream(Option<Box<dyn StreamApp>>),
    /// The connections of a session.
    Session(Box<Branch>),
}

/// Whether proxies that split a connection of `application` pass bytes on both ways.
pub fn relays_both_ways(application: &Application) -> bool {
    matches!(application.service(), Service::Stream | Service::Connections)
}

/// The two ends of the first part of a split connection, and what the further parts carry.
///
/// # Panics
/// When the application sends one way ([`relays_both_ways`]), or the transport does.
pub fn open_first(
    opening: Opening<'_>,
    application: &Application,
    transport: &Model<dyn Transport>,
) -> (Agent, Agent, Rest) {
    let (tls, plain) = match transport.without_tls() {
        Some((tls, plain)) => (Some(tls), plain),
        None => (None, transport.clone()),
    };
    match application.open(opening.start, opening.random.part(1)) {
        Session::Stream { client, server } => {
            let apps = [client, server];
            let [client, server] = match &tls {
                Some(tls) => tls.secure(apps, &Tickets::of_flow(&opening)),
                None => apps,
            };
            let content = Content::Stream([client, Box::new(Silent)]);
            let [client, mut proxy] = plain.open(opening, content);
            read_by_hand(&mut proxy);
            (client, proxy, Rest::Stream(Some(server)))
        }
        Session::Connections { client, server } => {
            let ([client, proxy], branch) =
                session::open_split(plain, tls, opening, client, server);
            (client, proxy, Rest::Session(Box::new(branch)))
        }
        Session::Transfer(_) | Session::Messages { .. } => {
            panic!("an application both of whose ends write streams")
        }
    }
}

/// The two ends of a further part: the proxy's, which connects at the opening's start, and the next
/// proxy's where it `joins`, otherwise the server's.
pub fn open_further(
    opening: Opening<'_>,
    rest: &mut Rest,
    transport: &Model<dyn Transport>,
    joins: bool,
) -> (Agent, Agent) {
    let server = match rest {
        Rest::Session(branch) => return Trunk::open(opening, branch, transport, joins).into(),
        Rest::Stream(_) if joins => Box::new(Silent) as Box<dyn StreamApp>,
        Rest::Stream(server) => server.take().expect("the last part is opened once"),
    };
    let content = Content::Stream([Box::new(Silent), server]);
    let [mut here, mut there] = transport.open(opening, content);
    read_by_hand(&mut here);
    if joins {
        read_by_hand(&mut there);
    }
    (here, there)
}
