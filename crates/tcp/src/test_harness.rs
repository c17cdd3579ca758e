//! Test support: an endpoint driven by hand, and arbitrary segments. Each stack's tests add helpers
//! of their own.

use proptest::prelude::*;
use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_endpoint::Endpoint;
use skyseam_packet::{
    Body, Packet, SackBlock, SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps,
};
use skyseam_trace::NullRecorder;

use crate::connection::Connection;

pub(crate) const CONNECTION: Connection =
    Connection { flow: FlowId(0), from: NodeId(0), to: NodeId(1), origin: 0 };

/// Endpoint under test, and the current time.
pub(crate) struct TestHarness<E> {
    pub(crate) end: E,
    pub(crate) now: SimTime,
}

impl<E: Endpoint> TestHarness<E> {
    pub(crate) fn new(end: E) -> Self {
        Self { end, now: SimTime::ZERO }
    }

    /// Advances to `millis`, handling every deadline up to it.
    pub(crate) fn time(&mut self, millis: u64) {
        let until = SimTime::ZERO + Duration::from_millis(millis);
        while let Some(deadline) = self.end.poll_timeout()
            && deadline <= until
        {
            self.now = deadline.max(self.now);
            self.end.handle_timeout(self.now, &mut NullRecorder);
        }
        self.now = until.max(self.now);
    }

    /// Returns a packet of the peer with the segment.
    pub(crate) fn packet(&self, segment: TcpSegment) -> Packet {
        Packet {
            flow: FlowId(0),
            source: NodeId(1),
            destination: NodeId(0),
            size: 40,
            ttl: 64,
            created: self.now,
            body: Body::Tcp(segment),
            ..Packet::BLANK
        }
    }

    /// Hands a segment to the endpoint.
    pub(crate) fn recv(&mut self, segment: TcpSegment) {
        let packet = self.packet(segment);
        self.end.handle_packet(self.now, &packet, &mut NullRecorder);
    }

    /// Returns the packets that leave now.
    pub(crate) fn sent(&mut self) -> Vec<(Packet, TcpSegment)> {
        let mut sent = Vec::new();
        while let Some(packet) = self.end.take_packet(self.now, &mut NullRecorder) {
            let Body::Tcp(segment) = packet.body else { unreachable!("only TCP here") };
            sent.push((packet, segment));
            assert!(sent.len() < 10_000, "sends without end");
        }
        sent
    }
}

/// Numbers near the limits of those that a connection uses, and arbitrary ones.
pub(crate) fn number() -> impl Strategy<Value = u32> {
    prop_oneof![
        4 => 0u32..60_000,
        1 => any::<u32>(),
        1 => (u32::MAX - 5_000)..=u32::MAX,
    ]
}

/// Arbitrary segments with sequence numbers from `edge`, blocks, a window and a payload.
pub(crate) fn segment<S: Strategy<Value = u32>>(
    edge: impl Fn() -> S,
    block: impl Strategy<Value = SackBlock>,
    window: impl Strategy<Value = u32>,
    payload: impl Strategy<Value = u32>,
) -> impl Strategy<Value = TcpSegment> {
    (
        (edge(), edge(), any::<u8>(), window),
        payload,
        prop::collection::vec(block, 0..4),
        prop::option::of((any::<u32>(), any::<u32>())),
    )
        .prop_map(|((seq, ack, flags, window), payload, blocks, stamps)| {
            let mut sack = SackBlocks::default();
            blocks.into_iter().for_each(|block| {
                sack.push(block);
            });
            TcpSegment {
                seq: SeqNumber(seq),
                ack: SeqNumber(ack),
                // Mostly what is taken seriously: an ACK without SYN or RST.
                flags: if flags < 200 { TcpFlags::ACK } else { TcpFlags(flags.into()) },
                window,
                payload: payload.min(u32::MAX - 2),
                sack,
                timestamps: stamps.map(|(value, echo)| Timestamps { value, echo }),
                option: None,
            }
        })
}
