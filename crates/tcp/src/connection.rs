//! Endpoints of a connection, and the clock of its timestamps.

use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_endpoint::transport::FlowSetup;
use skyseam_packet::{Body, Packet, TcpSegment};

/// Endpoints of a connection, and the start of its sequence numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Number of the flow.
    pub flow: FlowId,
    /// The node of the sender of data.
    pub from: NodeId,
    /// The node of the receiver of data.
    pub to: NodeId,
    /// The stream offset of the SYN: the initial sequence number is its low 32 bits.
    pub origin: u64,
}

impl Connection {
    /// Returns the connection of a flow, whose client sends.
    pub(crate) fn of(opening: &FlowSetup<'_>) -> Self {
        let FlowSetup { flow, from, to, .. } = *opening;
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
            ..Packet::BLANK
        }
    }
}

/// The clock of the timestamps option: one tick per millisecond (RFC 7323 Sec. 5.4).
pub(crate) fn timestamp_clock(now: SimTime) -> u32 {
    (now.as_nanos() / 1_000_000) as u32
}
