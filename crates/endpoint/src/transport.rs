//! Interface of a transport: the parameters of a connection, and the opening of its two endpoints.

use skyseam_base::{FlowId, NodeId, RandomStream, SimTime};
use skyseam_packet::wire::Announced;
use skyseam_params::{Keys, Model, Parameters, Problems, registry};

use crate::app::{OfferedData, SessionApp, StreamApp};
use crate::endpoint::BoxedEndpoint;
use crate::endpoint::SharedState;
use crate::session::AppChannel;
use crate::tls::Tls;

/// Nodes and start time of a flow, and the state that its endpoints share with the world.
#[derive(Debug)]
pub struct FlowSetup<'a> {
    /// Number of the flow.
    pub flow: FlowId,
    /// Node of the client, which opens the connection.
    pub from: NodeId,
    /// Node of the server.
    pub to: NodeId,
    /// Start time of the client.
    pub start: SimTime,
    /// Random stream of the transport.
    pub random: RandomStream,
    /// State that the flows of a world share.
    pub shared: &'a SharedState,
}

/// Content of a connection.
#[derive(Debug)]
pub enum ConnectionPayload {
    /// Bytes from the client to the server.
    Transfer(OfferedData),
    /// Data written by the applications of the client and of the server.
    Stream([Box<dyn StreamApp>; 2]),
    /// Streams of one connection, whose bytes pass through the channels of the client and of the
    /// server; only if a connection has [`Streams::Many`].
    Ports([AppChannel; 2]),
    /// Connections as requested by the applications of the client and of the server.
    Session([Box<dyn SessionApp>; 2]),
}

/// Number of streams of each connection of a [`ConnectionPayload::Session`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Streams {
    /// One stream in each direction.
    One,
    /// As many as the client opens; missing data of one do not block another.
    Many,
}

/// Carrier of an application: the parameters of a connection, checked.
pub trait Transport: Parameters {
    /// Whether both endpoints can send data.
    fn is_two_way(&self) -> bool;

    /// Creates the two endpoints of a connection: the client and the server.
    ///
    /// # Panics
    /// If a [`ConnectionPayload::Stream`] is requested of a transport that is not two-way.
    fn open(&self, opening: FlowSetup<'_>, content: ConnectionPayload) -> [BoxedEndpoint; 2];

    /// Whether the two endpoints of a connection with a [`ConnectionPayload::Transfer`] share
    /// anything besides their packets, such as a store of sent data; like
    /// `ApplicationKind::ends_share` of an application.
    fn ends_share(&self) -> bool {
        true
    }

    /// Number of streams of each connection of a session; `None` if it cannot carry a
    /// [`ConnectionPayload::Session`]. A two-way transport carries them by passing itself to
    /// [`crate::session::open`].
    fn streams(&self) -> Option<Streams> {
        None
    }

    /// IP length of the largest packet that it can send, bytes.
    fn largest_packet(&self) -> u32;

    /// Payload bytes that are sent for `bytes` of an application.
    fn bytes_for(&self, bytes: u64) -> u64 {
        bytes
    }

    /// Approximate memory of one of its connections, in TCP connections.
    fn weight(&self) -> u64 {
        1
    }

    /// Options that its SYN segments announce, if it has any.
    fn announced(&self) -> Announced {
        Announced::default()
    }

    /// Name and size in bytes of the unit of which a proxy's buffer holds at least two.
    fn unit(&self) -> (&'static str, u32) {
        ("packet", self.largest_packet())
    }

    /// The TLS between it and the application, and the transport without it, if there is any.
    fn without_tls(&self) -> Option<(Tls, Model<dyn Transport>)> {
        None
    }

    /// The transport with the TLS of browsers, if it supports TLS and none is configured.
    fn secured(&self) -> Option<Model<dyn Transport>> {
        None
    }

    /// The transport without a limit on unsent data of an application, if it has one, which is not
    /// modelled for applications with two senders.
    fn unbuffered(&self) -> Option<Model<dyn Transport>> {
        None
    }

    /// Whether proxies can read from and write into its connections
    /// ([`crate::endpoint::ProxyReader`], [`crate::endpoint::ProxyWriter`]).
    fn is_relayed(&self) -> bool {
        false
    }

    /// Whether proxies can split each connection of a session separately.
    fn is_relayed_in_sessions(&self) -> bool {
        false
    }

    /// Reports the reason for which this transport cannot carry a `kind` application, which has two
    /// senders; the transport's keys are at `keys`.
    fn check_two_way(&self, kind: &str, keys: &Keys, problems: &mut Problems<'_>) {
        if !self.is_two_way() {
            let name = self.name();
            problems
                .add(keys.table(), format!("the transport \"{name}\" sends data in one direction"))
                .found(format!("kind = \"{name}\" under kind = \"{kind}\""))
                .expected("a transport that sends in both directions, or another application");
        }
    }

    /// Reports the reason for which this transport cannot carry one-way data, as required by the
    /// key `said` of the scenario, such as `kind = "file"`; the transport's keys are at `keys`.
    fn check_one_way(&self, said: &str, keys: &Keys, problems: &mut Problems<'_>) {
        let _ = (said, keys, problems);
    }

    /// Returns the problem and its reason, as a message for proxies that would have to split a
    /// connection which cannot be relayed.
    fn not_split(&self) -> [String; 2] {
        let name = self.name();
        [
            format!("a connection of \"{name}\" cannot be split"),
            "proxies split connections of TCP and STP: remove `split_at`, or carry one of those"
                .to_owned(),
        ]
    }
}

registry! {
    /// Transport of a flow.
    dyn Transport "Transport" is "a kind of transport" at "flows.transport.kind";
    pub fn member;
}
