//! What a transport is: the parameters of a connection, and how its two ends are opened.

use skyseam_base::{FlowId, NodeId, RandomStream, SimTime};
use skyseam_packet::wire::Announced;
use skyseam_params::{Keys, Model, Parameters, Problems, registry};

use crate::app::{OfferedData, SessionApp, StreamApp};
use crate::endpoint::BoxedEndpoint;
use crate::endpoint::SharedState;
use crate::session::AppChannel;
use crate::tls::Tls;

/// Between whom a flow is, from when on, and what its ends share with the world.
#[derive(Debug)]
pub struct FlowSetup<'a> {
    /// The flow.
    pub flow: FlowId,
    /// The node of the client, which opens the connection.
    pub from: NodeId,
    /// The node of the server.
    pub to: NodeId,
    /// When the client begins.
    pub start: SimTime,
    /// What the transport leaves to chance is drawn from this.
    pub random: RandomStream,
    /// What the flows of a world share.
    pub shared: &'a SharedState,
}

/// What a connection carries.
#[derive(Debug)]
pub enum ConnectionPayload {
    /// Bytes from the client to the server.
    Transfer(OfferedData),
    /// What the applications of the client and of the server write.
    Stream([Box<dyn StreamApp>; 2]),
    /// The streams of one connection, whose bytes the ports of the client and of the server hand
    /// over; only where a connection has [`Streams::Many`].
    Ports([AppChannel; 2]),
    /// Connections as the applications of the client and of the server want them.
    Session([Box<dyn SessionApp>; 2]),
}

/// How many streams each connection of a [`ConnectionPayload::Session`] has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Streams {
    /// One each way.
    One,
    /// As many as the client opens; what is missing from one does not hold up another.
    Many,
}

/// What carries an application: the parameters of a connection, checked.
pub trait Transport: Parameters {
    /// Whether both ends can send data.
    fn is_two_way(&self) -> bool;

    /// The two ends of a connection: the client and the server.
    ///
    /// # Panics
    /// When it is asked for a [`ConnectionPayload::Stream`] and is not two-way.
    fn open(&self, opening: FlowSetup<'_>, content: ConnectionPayload) -> [BoxedEndpoint; 2];

    /// Whether the two ends of a connection that carries a [`ConnectionPayload::Transfer`] share
    /// anything beside their packets, such as a store of what they send: as `Kind::ends_share` of
    /// an application.
    fn ends_share(&self) -> bool {
        true
    }

    /// How many streams each connection of a session has; `None` where it carries no
    /// [`ConnectionPayload::Session`]. One that is two-way carries them by handing itself to
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

    /// How many connections of TCP take as much memory as one of it, about.
    fn weight(&self) -> u64 {
        1
    }

    /// What its SYN segments announce, where it has such.
    fn announced(&self) -> Announced {
        Announced::default()
    }

    /// Name and bytes of the unit that a proxy's buffer holds at least two of.
    fn unit(&self) -> (&'static str, u32) {
        ("packet", self.largest_packet())
    }

    /// The TLS that lies between it and the application, and the same without, where it has any.
    fn without_tls(&self) -> Option<(Tls, Model<dyn Transport>)> {
        None
    }

    /// The same with the TLS that browsers have, where it has TLS and nothing says which.
    fn secured(&self) -> Option<Model<dyn Transport>> {
        None
    }

    /// The same without a limit on what an application may write ahead, where it has one; that of
    /// an application both of whose ends send is not modelled.
    fn unbuffered(&self) -> Option<Model<dyn Transport>> {
        None
    }

    /// Whether proxies can pass on what its connections bring, and write into them
    /// ([`crate::endpoint::Reader`], [`crate::endpoint::Writer`]).
    fn is_relayed(&self) -> bool {
        false
    }

    /// Whether proxies can split each connection of a session alone.
    fn is_relayed_in_sessions(&self) -> bool {
        false
    }

    /// Notes why it cannot carry an application, called `kind`, both of whose ends send; its own
    /// keys stand at `keys`.
    fn check_two_way(&self, kind: &str, keys: &Keys, problems: &mut Problems<'_>) {
        if !self.is_two_way() {
            let name = self.name();
            problems
                .add(keys.table(), format!("the transport \"{name}\" sends data one way"))
                .found(format!("kind = \"{name}\" under kind = \"{kind}\""))
                .expected("a transport both of whose ends send, or an application that does not");
        }
    }

    /// Notes why it cannot carry data that go one way, as a key of the scenario says, such as
    /// `kind = "file"`; its own keys stand at `keys`.
    fn check_one_way(&self, said: &str, keys: &Keys, problems: &mut Problems<'_>) {
        let _ = (said, keys, problems);
    }

    /// What a message says where proxies are to split a connection that is not relayed: that they
    /// cannot, and why.
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
    /// How a flow is carried.
    dyn Transport "Transport" is "a kind of transport" at "flows.transport.kind" by "kind";
    pub fn member;
}
