//! What an application is to the rest of the crate: the parameters of a flow ([`Kind`]) and the two
//! ends that they make ([`AppEndpoints`]).
//!
//! Owns the questions that a flow's application answers. Does not own any application, nor the list
//! of those that are built in: see the root of the crate.

use std::any::Any;
use std::sync::Arc;

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::app::message::MessageApp;
use skyseam_endpoint::app::session::SessionApp;
use skyseam_endpoint::app::stream::StreamApp;
use skyseam_endpoint::transport::{Streams, Transport};
use skyseam_params::{Model, Parameters};

/// What an application asks of its transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransportService {
    /// Bytes in order from the client to the server, all offered by themselves.
    Transfer,
    /// Bytes in order in both directions, as either end writes them.
    Stream,
    /// Messages in both directions, each of which may be lost.
    Messages,
    /// Connections with streams, as many as the client opens as it goes.
    Connections,
}

/// The two ends of an application that is to be carried, by what it asks for.
#[derive(Debug)]
pub enum AppEndpoints {
    /// [`TransportService::Transfer`]: what the client sends.
    Transfer(OfferedData),
    /// [`TransportService::Stream`].
    Stream {
        /// The end that opens the connection.
        client: Box<dyn StreamApp>,
        /// The end that takes it.
        server: Box<dyn StreamApp>,
    },
    /// [`TransportService::Messages`].
    Messages {
        /// The end that begins.
        client: Box<dyn MessageApp>,
        /// The other end.
        server: Box<dyn MessageApp>,
    },
    /// [`TransportService::Connections`].
    Connections {
        /// The end that opens connections.
        client: Box<dyn SessionApp>,
        /// The end that takes them.
        server: Box<dyn SessionApp>,
    },
}

impl AppEndpoints {
    /// What is asked for.
    pub fn service(&self) -> TransportService {
        match self {
            Self::Transfer(_) => TransportService::Transfer,
            Self::Stream { .. } => TransportService::Stream,
            Self::Messages { .. } => TransportService::Messages,
            Self::Connections { .. } => TransportService::Connections,
        }
    }
}

/// A kind of application: the parameters of a flow, and how its two ends are made.
pub trait Kind: Parameters {
    /// What it asks of its transport.
    fn service(&self) -> TransportService;

    /// The two ends, for a flow that begins at `start`; what they leave to chance is drawn from
    /// `random`, which is the application's own. The session is of this [`Kind::service`].
    fn open(&self, start: SimTime, random: RandomStream) -> AppEndpoints;

    /// Whether the two ends of a flow share anything beside its messages, where it asks for
    /// [`TransportService::Messages`]. One thread runs ends that do, in the order of their events.
    /// Ends that say `false` and still share give other results on another number of threads.
    fn ends_share(&self) -> bool {
        true
    }

    /// What carries it, where it asks for [`TransportService::Messages`] and so has no transport.
    fn carrier(&self) -> NoTransportNote {
        NoTransportNote {
            what: "an application of messages",
            why: "each message is a packet of its own",
        }
    }

    /// What it is carried by where a flow names no transport; `None` for TCP as it comes.
    fn default_transport(&self) -> Option<Model<dyn Transport>> {
        None
    }

    /// Whether TLS is below it where it goes over TCP and no key of the transport says otherwise.
    fn uses_tls(&self) -> bool {
        false
    }

    /// Of [`TransportService::Connections`], how many streams each of its connections has, and what
    /// says so.
    fn streams(&self) -> (Streams, String) {
        (Streams::One, format!("kind = \"{}\"", self.name()))
    }

    /// IP length of the largest packet, where the application and not a transport decides it,
    /// bytes.
    fn largest_packet(&self) -> Option<u32> {
        None
    }

    /// The packets that it sends within a run of this `duration`, where the run keeps something of
    /// each to its end.
    fn retained_packets(&self, duration: Duration) -> Option<RetainedPackets> {
        let _ = duration;
        None
    }
}

/// What a message says of an application without a transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTransportNote {
    /// What the application is, with its article.
    pub what: &'static str,
    /// What carries it instead, as half a sentence.
    pub why: &'static str,
}

/// Packets of which a run keeps something to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetainedPackets {
    /// How many one flow sends.
    pub sent: u64,
    /// How many all flows of its kind may send together.
    pub limit: &'static PacketLimit,
}

/// How many packets all flows of a kind may send together within a run, and what a message says
/// beyond that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketLimit {
    /// So many.
    pub most: u64,
    /// What is wrong beyond that, as a sentence without its full stop.
    pub title: &'static str,
    /// What they are called.
    pub noun: &'static str,
    /// What to do.
    pub help: &'static str,
}

/// What a flow carries: any [`Kind`] of application.
#[derive(Clone, Debug, PartialEq)]
pub struct Application(Model<dyn Kind>);

impl From<Model<dyn Kind>> for Application {
    fn from(model: Model<dyn Kind>) -> Self {
        Self(model)
    }
}

impl Application {
    /// A flow of this kind.
    pub fn of(kind: impl Kind) -> Self {
        Self(Model::new(Arc::new(kind)))
    }

    /// The parameters, where it is of the kind `K`.
    pub fn kind<K: Kind>(&self) -> Option<&K> {
        let own: &dyn Any = &*self.0;
        own.downcast_ref()
    }

    /// Whether it goes over a connection, which knows when everything has arrived; what does not
    /// is over when its last packet is.
    pub fn has_connection(&self) -> bool {
        self.service() != TransportService::Messages
    }

    /// The choice as a scenario file would have it, with every default.
    pub fn print(&self) -> skyseam_params::serde_json::Value {
        self.0.print()
    }
}

impl std::ops::Deref for Application {
    type Target = dyn Kind;

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
