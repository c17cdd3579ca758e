//! The events of a world, and their encoding in one word each.

use skyseam_base::NodeId;
use skyseam_engine::Word;
use skyseam_net::PacketKey;

use crate::id::{CarrierId, EndpointId, LaneId, ReceiverId, SeriesId, TransmitterId};

/// Event of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorldEvent {
    /// The first packet in flight behind a transmitter arrives.
    Head {
        transmitter: TransmitterId,
        /// Key of the packet.
        key: PacketKey,
    },
    /// A packet that overtook others arrives.
    Alone { key: PacketKey },
    /// A packet that was forwarded over several hops in one event is dropped by the next queue.
    Refused { key: PacketKey },
    /// A packet whose link is down at its transmission time is routed again.
    Reroute { key: PacketKey },
    /// An endpoint's deadline may have passed.
    Deadline { endpoint: EndpointId },
    /// The deadline of a routing protocol's agent may have passed.
    AgentDeadline { node: NodeId },
    /// A link that holds packets may send the next one.
    Service { transmitter: TransmitterId, node: NodeId },
    /// A transmission over a link with HARQ reaches its receiver.
    Reception { transmitter: TransmitterId, key: PacketKey },
    /// The receiver has decoded it, or has failed to.
    Verdict { transmitter: TransmitterId, key: PacketKey },
    /// A request for redundancy reaches the transmitter.
    Request { transmitter: TransmitterId, key: PacketKey },
    /// Feedback on a codeword that needs no further transmission reaches the transmitter.
    ProcessFree { transmitter: TransmitterId, lane: LaneId },
    /// A status report of RLC reaches the transmitter.
    RlcStatus { transmitter: TransmitterId, lane: LaneId },
    /// A timer of RLC may have expired.
    RlcTimeout { transmitter: TransmitterId, lane: LaneId },
    /// A packet in a reordering buffer may have waited too long.
    ReorderingTimeout { receiver: ReceiverId },
    /// A frame or a burst begins on a shared carrier.
    Turns { carrier: CarrierId },
    /// The next flow of a series begins.
    Open { series: SeriesId },
}

/// Classes of events at equal times: packets arrive before timers fire, as in ns-2 and in kernels
/// that serve the network before their timers; then medium access, reordering buffers, and
/// deadlines; flows start last.
pub(super) mod class {
    pub const PACKET: u8 = 0;
    pub(crate) const TURN: u8 = 1;
    pub(crate) const REORDERING: u8 = 2;
    pub const DEADLINE: u8 = 3;
    pub const OPEN: u8 = 4;
}

impl WorldEvent {
    /// The packet that arrives over a link, if the event is an arrival, and the transmitter behind
    /// which it is the first in flight, if it is: covers most events without a test of all kinds.
    #[inline(always)]
    pub fn arrival(word: Word<Self>) -> Option<(PacketKey, Option<TransmitterId>)> {
        let word = word.bits();
        let head = (word >> 60 == HEAD).then(|| transmitter_of(word));
        (word >> 60 <= ALONE).then_some((PacketKey(word as u32), head))
    }
}

const HEAD: u64 = 0;
const ALONE: u64 = 1;

#[inline(always)]
const fn transmitter_of(word: u64) -> TransmitterId {
    TransmitterId((word >> 32) as u32 & ((1 << 28) - 1))
}

// A word: the kind in 4 bits, a transmitter in 28, for which `Rank::assert_room` makes sure of
// room, and another number in 32.
impl skyseam_engine::PackedEvent for WorldEvent {
    #[inline(always)]
    fn to_word(self) -> u64 {
        let word = |kind: u64, transmitter: TransmitterId, number: u32| {
            debug_assert!(transmitter.0 < 1 << 28);
            kind << 60 | u64::from(transmitter.0) << 32 | u64::from(number)
        };
        let none = TransmitterId(0);
        match self {
            Self::Head { transmitter, key } => word(HEAD, transmitter, key.0),
            Self::Alone { key } => word(ALONE, none, key.0),
            Self::Refused { key } => word(2, none, key.0),
            Self::Reroute { key } => word(3, none, key.0),
            Self::Deadline { endpoint } => word(4, none, endpoint.0),
            Self::AgentDeadline { node } => word(5, none, node.0),
            Self::Service { transmitter, node } => word(6, transmitter, node.0),
            Self::Reception { transmitter, key } => word(7, transmitter, key.0),
            Self::Verdict { transmitter, key } => word(8, transmitter, key.0),
            Self::Request { transmitter, key } => word(9, transmitter, key.0),
            Self::ReorderingTimeout { receiver } => word(10, none, receiver.0),
            Self::Turns { carrier } => word(11, none, carrier.0),
            Self::Open { series } => word(12, none, series.0),
            Self::ProcessFree { transmitter, lane } => word(13, transmitter, lane.0),
            Self::RlcStatus { transmitter, lane } => word(14, transmitter, lane.0),
            Self::RlcTimeout { transmitter, lane } => word(15, transmitter, lane.0),
        }
    }

    #[inline(always)]
    fn from_word(word: u64) -> Self {
        let transmitter = transmitter_of(word);
        let number = word as u32;
        let key = PacketKey(number);
        match word >> 60 {
            HEAD => Self::Head { transmitter, key },
            ALONE => Self::Alone { key },
            2 => Self::Refused { key },
            3 => Self::Reroute { key },
            4 => Self::Deadline { endpoint: EndpointId(number) },
            5 => Self::AgentDeadline { node: NodeId(number) },
            6 => Self::Service { transmitter, node: NodeId(number) },
            7 => Self::Reception { transmitter, key },
            8 => Self::Verdict { transmitter, key },
            9 => Self::Request { transmitter, key },
            10 => Self::ReorderingTimeout { receiver: ReceiverId(number) },
            11 => Self::Turns { carrier: CarrierId(number) },
            12 => Self::Open { series: SeriesId(number) },
            13 => Self::ProcessFree { transmitter, lane: LaneId(number) },
            14 => Self::RlcStatus { transmitter, lane: LaneId(number) },
            _ => Self::RlcTimeout { transmitter, lane: LaneId(number) },
        }
    }
}

#[cfg(test)]
mod tests {
    use skyseam_engine::PackedEvent as _;

    use super::*;

    /// Goal: every event is decoded from its word, and no two have the same word. Method: one of
    /// each kind with the largest numbers, and with zeros.
    #[test]
    fn events_come_back_from_their_words() {
        let mut words = std::collections::BTreeSet::new();
        for (transmitter, number) in [(0, 0), ((1 << 28) - 1, u32::MAX), (1, 0), (0, 1)] {
            let (transmitter, key) = (TransmitterId(transmitter), PacketKey(number));
            for event in [
                WorldEvent::Head { transmitter, key },
                WorldEvent::Alone { key },
                WorldEvent::Refused { key },
                WorldEvent::Reroute { key },
                WorldEvent::Deadline { endpoint: EndpointId(number) },
                WorldEvent::AgentDeadline { node: NodeId(number) },
                WorldEvent::Service { transmitter, node: NodeId(number) },
                WorldEvent::Reception { transmitter, key },
                WorldEvent::Verdict { transmitter, key },
                WorldEvent::Request { transmitter, key },
                WorldEvent::ReorderingTimeout { receiver: ReceiverId(number) },
                WorldEvent::Turns { carrier: CarrierId(number) },
                WorldEvent::Open { series: SeriesId(number) },
                WorldEvent::ProcessFree { transmitter, lane: LaneId(number) },
                WorldEvent::RlcStatus { transmitter, lane: LaneId(number) },
                WorldEvent::RlcTimeout { transmitter, lane: LaneId(number) },
            ] {
                assert_eq!(WorldEvent::from_word(event.to_word()), event);
                let arrival = match event {
                    WorldEvent::Head { transmitter, key } => Some((key, Some(transmitter))),
                    WorldEvent::Alone { key } => Some((key, None)),
                    _ => None,
                };
                assert_eq!(WorldEvent::arrival(Word::of(event)), arrival);
                words.insert((event.to_word(), format!("{event:?}")));
            }
        }
        let mut alone: Vec<u64> = words.iter().map(|(word, _)| *word).collect();
        alone.dedup();
        assert_eq!(alone.len(), words.len());
    }
}
