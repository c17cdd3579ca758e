//! Interface of an application to the rest of the crate: the parameters of a flow
//! ([`ApplicationKind`]) and the two endpoints that they create ([`AppEndpoints`]).
//!
//! Owns the queries to a flow's application. Does not own any application, nor the list of the
//! built-in ones: see the root of the crate.

use std::any::Any;
use std::sync::Arc;

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::app::message::MessageApp;
use skyseam_endpoint::app::session::SessionApp;
use skyseam_endpoint::app::stream::StreamApp;
use skyseam_endpoint::transport::{Streams, Transport};
use skyseam_params::{Model, Parameters};

/// Service that an application requires of its transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransportService {
    /// Bytes in order from the client to the server, all available from the start; there is no
    /// application at the client.
    Transfer,
    /// Bytes in order in both directions, as either endpoint writes them.
    Stream,
    /// Messages in both directions, each of which may be lost.
    Messages,
    /// Connections with streams, opened by the client during the run.
    Connections,
}

/// The two endpoints of an application, by the service they require.
#[derive(Debug)]
pub enum AppEndpoints {
    /// Data that the client sends, for [`TransportService::Transfer`].
    Transfer(OfferedData),
    /// Endpoints for [`TransportService::Stream`].
    Stream {
        /// Endpoint that opens the connection.
        client: Box<dyn StreamApp>,
        /// Endpoint that accepts the connection.
        server: Box<dyn StreamApp>,
    },
    /// Endpoints for [`TransportService::Messages`].
    Messages {
        /// Endpoint that begins.
        client: Box<dyn MessageApp>,
        /// Peer of the client.
        server: Box<dyn MessageApp>,
    },
    /// Endpoints for [`TransportService::Connections`].
    Connections {
        /// Endpoint that opens connections.
        client: Box<dyn SessionApp>,
        /// Endpoint that accepts connections.
        server: Box<dyn SessionApp>,
    },
}

impl AppEndpoints {
    /// Returns the service that the endpoints require of a transport.
    pub fn service(&self) -> TransportService {
        match self {
            Self::Transfer(_) => TransportService::Transfer,
            Self::Stream { .. } => TransportService::Stream,
            Self::Messages { .. } => TransportService::Messages,
            Self::Connections { .. } => TransportService::Connections,
        }
    }
}

/// A kind of application: the parameters of a flow, and the creation of its two endpoints.
pub trait ApplicationKind: Parameters {
    /// The required service of the transport.
    fn service(&self) -> TransportService;

    /// Creates the two endpoints, for a flow that begins at `start`; random draws come from
    /// `random`, which is the application's own. The result matches [`ApplicationKind::service`].
    fn open(&self, start: SimTime, random: RandomStream) -> AppEndpoints;

    /// Whether the two endpoints of a flow share anything besides its messages, if it requires
    /// [`TransportService::Messages`]. One thread runs endpoints that do, in the order of their
    /// events. Endpoints that return `false` and still share give other results on another number
    /// of threads.
    fn ends_share(&self) -> bool {
        true
    }

    /// Its carrier, if it requires [`TransportService::Messages`] and so has no transport.
    fn carrier(&self) -> NoTransportNote {
        NoTransportNote {
            what: "an application of messages",
            why: "each message is a packet of its own",
        }
    }

    /// Default transport; `None` for TCP with default keys.
    fn default_transport(&self) -> Option<Model<dyn Transport>> {
        None
    }

    /// Whether it uses TLS over TCP, unless a key of the transport says otherwise.
    fn uses_tls(&self) -> bool {
        false
    }

    /// For [`TransportService::Connections`]: the number of streams of each connection, and the
    /// reason for it in words.
    fn streams(&self) -> (Streams, String) {
        (Streams::One, format!("kind = \"{}\"", self.name()))
    }

    /// IP length of the largest packet in bytes, if the application, not a transport, determines
    /// it.
    fn largest_packet(&self) -> Option<u32> {
        None
    }

    /// The packets that it sends within a run of this `duration`, if the run keeps data of each to
    /// its end.
    fn retained_packets(&self, duration: Duration) -> Option<RetainedPackets> {
        let _ = duration;
        None
    }
}

/// Message about an application without a transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTransportNote {
    /// Noun for the application, with its article.
    pub what: &'static str,
    /// Carrier of the application, as half a sentence.
    pub why: &'static str,
}

/// Packets about which a run keeps data until its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetainedPackets {
    /// Number of packets or datagrams that one flow sends.
    pub sent: u64,
    /// Limit on the total for all flows of its kind.
    pub limit: &'static PacketLimit,
}

/// Maximum number of packets that all flows of a kind may send together within a run, and the
/// message for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketLimit {
    /// Maximum number.
    pub most: u64,
    /// Description of the problem, as a sentence without its full stop.
    pub title: &'static str,
    /// Noun for the packets.
    pub noun: &'static str,
    /// Advice to the user.
    pub help: &'static str,
}

/// Content of a flow: any [`ApplicationKind`] of application.
#[derive(Clone, Debug, PartialEq)]
pub struct Application(Model<dyn ApplicationKind>);

impl From<Model<dyn ApplicationKind>> for Application {
    fn from(model: Model<dyn ApplicationKind>) -> Self {
        Self(model)
    }
}

impl Application {
    /// Creates an application of this kind.
    pub fn of(kind: impl ApplicationKind) -> Self {
        Self(Model::new(Arc::new(kind)))
    }

    /// The parameters, if it is of the kind `K`.
    pub fn kind<K: ApplicationKind>(&self) -> Option<&K> {
        let own: &dyn Any = &*self.0;
        own.downcast_ref()
    }

    /// Whether it uses a connection, which knows when everything has arrived; otherwise a flow ends
    /// with its last packet.
    pub fn has_connection(&self) -> bool {
        self.service() != TransportService::Messages
    }

    /// Prints the choice as in a scenario file, with every default.
    pub fn print(&self) -> skyseam_params::serde_json::Value {
        self.0.print()
    }
}

impl std::ops::Deref for Application {
    type Target = dyn ApplicationKind;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Bulk, File};
    use super::*;

    #[test]
    fn applications_are_equal_as_their_parameters_are() {
        let file = |size| Application::of(File { size });
        assert_eq!(file(1), file(1));
        assert_ne!(file(1), file(2));
        let bulk = Application::of(Bulk { duration: Duration::ZERO });
        assert_ne!(bulk, file(1));
        assert_eq!(bulk.kind::<File>(), None);
        assert_eq!(file(2).kind::<File>(), Some(&File { size: 2 }));
    }
}
