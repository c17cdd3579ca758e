//! TCP: a sender and a receiver of one direction of data, as state machines; and the end that has
//! both.
//!
//! | File | Owns |
//! |---|---|
//! | [`stack`] | whose TCP: the defaults of each profile |
//! | [`sender`] | connection state, what is sent next, timers |
//! | [`recovery`] | when something is lost, how much may be in flight while it is repaired |
//! | [`scoreboard`] | segments in flight and their marks |
//! | [`receiver`] | reassembly, when to acknowledge and what the ACK says |
//! | `duplex` | an end with both halves, and the application above |
//! | `both_ways` | the halves of this stack |
//! | [`rtt`] | round-trip time and retransmission timeout |
//! | [`ranges`] | sets of stream offsets |
//!
//! Inside, the stream is numbered with 64 bits: SYN is at the connection's origin, byte `k` of the
//! data at `origin + 1 + k`; the wire carries the low 32 bits. A one-way flow has no FIN: it is
//! finished when all its bytes are acknowledged.

mod both_ways;
pub(crate) mod duplex;
pub mod ranges;
pub mod receiver;
pub mod recovery;
pub mod rtt;
pub mod scoreboard;
pub mod sender;
pub mod stack;

pub use receiver::Receiver;
pub use sender::Sender;

use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_packet::{Body, Packet, TcpSegment};

use crate::config::TcpConfig;
use crate::endpoint::{Agent, one_way_ends};
use crate::transport::{Content, Entry, Opening};

/// The registry's entry.
pub const ENTRY: Entry =
    Entry { name: "tcp, stack rfc", summary: "TCP as its RFCs read plainly.", is_two_way: true };

one_way_ends!(Sender by written, Receiver by next);

/// The two ends of a connection.
pub(crate) fn open(config: &TcpConfig, opening: Opening<'_>, content: Content) -> [Agent; 2] {
    let start = opening.start;
    match content {
        Content::Transfer(supply) => {
            let connection = Connection::of(&opening);
            let sender = Sender::new(connection, config, supply, start);
            [Agent::new(sender), Agent::new(Receiver::new(connection, config, supply.limit))]
        }
        Content::Stream(apps) => {
            let sender = |connection, _| Sender::new(connection, config, duplex::WRITTEN, start);
            let receiver = |connection| Receiver::new(connection, config, None);
            duplex::open(config, &opening, apps, sender, receiver)
        }
    }
}

/// Between whom a connection is, and where its sequence numbers begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The flow.
    pub flow: FlowId,
    /// The node of the sender of data.
    pub from: NodeId,
    /// The node of the receiver of data.
    pub to: NodeId,
    /// The stream offset of the SYN: the initial sequence number is its low 32 bits.
    pub origin: u64,
}

impl Connection {
    /// The connection of a flow, whose client sends.
    pub(crate) fn of(opening: &Opening<'_>) -> Self {
        let Opening { flow, from, to, .. } = *opening;
        Self { flow, from, to, origin: 0 }
    }

    /// A packet from `source` to `destination` made at `now`.
    pub(crate) fn packet(
        &self,
        source: NodeId,
        destination: NodeId,
        size: u32,
        now: SimTime,
        segment: TcpSegment,
    ) -> Packet {
        Packet {
            flow: self.flow,
            source,
            destination,
            size,
            ttl: Packet::INITIAL_TTL,
            created: now,
            body: Body::Tcp(segment),
        }
    }
}

/// The clock of the timestamps option: one tick per millisecond (RFC 7323 Sec. 5.4).
pub(crate) fn timestamp_clock(now: SimTime) -> u32 {
    (now.as_nanos() / 1_000_000) as u32
}

#[cfg(test)]
mod tests;
