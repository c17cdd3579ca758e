//! The packet as a plain value: `Copy`, no heap. TCP payload is counted; a datagram refers to its
//! stored bytes.

use std::fmt;

use skyseam_base::{FlowId, NodeId, SimTime};

use crate::ecn::Ecn;
use crate::payload::PayloadKey;
use crate::seq::SeqNumber;

/// An IP packet in flight.
// What every hop reads comes first, what only the ends read last: while packets are under way the
// processor then fetches one line of each.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Packet {
    /// Flow of the packet; identifies the sockets at both endpoints.
    pub flow: FlowId,
    /// Node that created the packet.
    pub source: NodeId,
    /// Destination node.
    pub destination: NodeId,
    /// IP packet length in bytes, including headers, excluding link framing.
    pub size: u32,
    /// Number of the connection within the flow, from 0; most flows have one.
    pub connection: u16,
    /// Remaining hops (RFC 791); the packet is dropped at zero.
    pub ttl: u8,
    /// Explicit congestion notification.
    pub ecn: Ecn,
    /// Differentiated services codepoint, six bits (RFC 2474 Sec. 3).
    pub dscp: u8,
    /// Time when the source handed the packet to its first link.
    pub created: SimTime,
    /// Content.
    pub body: Body,
}

impl Packet {
    /// A packet of no flow and no bytes, used as a placeholder.
    pub const BLANK: Self = Self {
        flow: FlowId(0),
        source: NodeId(0),
        destination: NodeId(0),
        size: 0,
        connection: 0,
        ttl: 0,
        ecn: Ecn::NotEct,
        dscp: 0,
        created: SimTime::ZERO,
        body: Body::Echo(Echo { sequence: 0, reply: false, sent: SimTime::ZERO }),
    };

    /// Initial hop limit (RFC 1122 Sec. 3.2.1.7 requires a configurable default; 64 is common).
    pub const INITIAL_TTL: u8 = 64;

    /// Whether the packet carries payload; a pure ACK, a SYN and a ping do not. Every stored
    /// datagram counts as payload, since its content is opaque here.
    pub const fn carries_data(&self) -> bool {
        match &self.body {
            Body::Tcp(segment) => segment.payload > 0,
            Body::Udp(_) | Body::Rtp(_) | Body::Synthetic(_) => true,
            Body::Raw(raw) => raw.payload > 0,
            Body::Echo(_) => false,
        }
    }
}

/// Content of a packet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body {
    /// A TCP segment (RFC 9293).
    Tcp(TcpSegment),
    /// An ICMP echo request or reply (RFC 792).
    Echo(Echo),
    /// A UDP datagram (RFC 768), whose bytes lie in the world's payload store.
    Udp(Datagram),
    /// An RTP packet (RFC 3550) in a UDP datagram.
    Rtp(Rtp),
    /// A UDP datagram (RFC 768) whose payload is counted and not stored.
    Synthetic(SyntheticDatagram),
    /// A packet of a protocol directly above IP whose headers lie in the world's payload store.
    Raw(Raw),
}

impl Body {
    /// The key of the bytes in the world's payload store, if the body has any there.
    pub const fn stored(&self) -> Option<PayloadKey> {
        match self {
            Self::Udp(datagram) => Some(datagram.payload),
            Self::Raw(raw) => Some(raw.header),
            Self::Tcp(_) | Self::Echo(_) | Self::Rtp(_) | Self::Synthetic(_) => None,
        }
    }

    /// Sets the key if the body refers to stored bytes.
    pub const fn store_at(&mut self, key: PayloadKey) {
        match self {
            Self::Udp(datagram) => datagram.payload = key,
            Self::Raw(raw) => raw.header = key,
            Self::Tcp(_) | Self::Echo(_) | Self::Rtp(_) | Self::Synthetic(_) => {}
        }
    }
}

/// A packet of a protocol directly above IP; its payload is counted and not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raw {
    /// Protocol number in the IP header.
    pub protocol: u8,
    /// Key of the headers in the [`crate::Payloads`] of the world.
    pub header: PayloadKey,
    /// Payload after the headers, bytes.
    pub payload: u32,
}

/// A UDP datagram without stored bytes, one of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntheticDatagram {
    /// Position in the sender's series, from 0; the first four bytes of the payload on the wire, if
    /// it is that long.
    pub number: u32,
    /// Whether the direction is from client to server.
    pub to_server: bool,
}

/// An RTP packet; its payload is counted and not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rtp {
    /// Position in the series, from 0; the sequence number on the wire is its lower 16 bits.
    pub number: u32,
    /// Sampling instant of the first sample, in units of the payload's clock.
    pub timestamp: u32,
    /// Whether the packet is the first of a talkspurt (RFC 3551 Sec. 4.1).
    pub marker: bool,
    /// Payload type (RFC 3551 Sec. 6), 7 bits.
    pub payload_type: u8,
}

/// A UDP datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datagram {
    /// Key of the bytes in the [`crate::Payloads`] of the world.
    pub payload: PayloadKey,
    /// Whether the direction is from client to server.
    pub to_server: bool,
}

/// An ICMP echo message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Echo {
    /// Position in the series, from 0.
    pub sequence: u32,
    /// Whether this is a reply.
    pub reply: bool,
    /// Time of the request; a reply echoes it.
    pub sent: SimTime,
}

/// A TCP segment; `payload` bytes are counted and not stored.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TcpSegment {
    /// Sequence number of the first payload byte, or of SYN or FIN.
    pub seq: SeqNumber,
    /// Next byte expected; meaningful with [`TcpFlags::ACK`].
    pub ack: SeqNumber,
    /// Control bits.
    pub flags: TcpFlags,
    /// Receive window in bytes, scaling already applied.
    pub window: u32,
    /// Payload length in bytes.
    pub payload: u32,
    /// Selective acknowledgements (RFC 2018), most recent first.
    pub sack: SackBlocks,
    /// Timestamps option (RFC 7323).
    pub timestamps: Option<Timestamps>,
    /// Option of an accelerated opening or of AccECN.
    pub option: Option<ExtraOption>,
}

impl TcpSegment {
    /// Sequence space of the segment: payload, plus one for SYN and one for FIN.
    pub const fn seq_len(&self) -> u32 {
        self.payload
            + self.flags.contains(TcpFlags::SYN) as u32
            + self.flags.contains(TcpFlags::FIN) as u32
    }
}

/// TCP control bits as on the wire (RFC 9293 Sec. 3.1, RFC 9768 Sec. 3.1), nine bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TcpFlags(pub u16);

impl TcpFlags {
    /// FIN: the sender has no more data.
    pub const FIN: Self = Self(0x01);
    /// SYN: synchronize sequence numbers.
    pub const SYN: Self = Self(0x02);
    /// RST: reset the connection.
    pub const RST: Self = Self(0x04);
    /// PSH: push function.
    pub const PSH: Self = Self(0x08);
    /// ACK: the acknowledgement number is valid.
    pub const ACK: Self = Self(0x10);
    /// ECE: congestion was experienced (RFC 3168 Sec. 6.1).
    pub const ECE: Self = Self(0x40);
    /// CWR: the congestion window was reduced (RFC 3168 Sec. 6.1).
    pub const CWR: Self = Self(0x80);
    /// AE: the highest bit of the ACE field (RFC 9768 Sec. 3.1).
    pub const AE: Self = Self(0x100);

    /// The union of these bits and those of `other`.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// ACE field: AE, CWR and ECE as a number of three bits (RFC 9768 Sec. 3.1).
    pub const fn ace(self) -> u8 {
        ((self.0 >> 6) & 7) as u8
    }

    /// The same bits with this ACE field.
    pub const fn with_ace(self, ace: u8) -> Self {
        Self(self.0 & !0x1c0 | (ace as u16 & 7) << 6)
    }
}

impl fmt::Display for TcpFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (Self::SYN, "S"),
            (Self::FIN, "F"),
            (Self::RST, "R"),
            (Self::PSH, "P"),
            (Self::ACK, "."),
            (Self::ECE, "E"),
            (Self::CWR, "W"),
            (Self::AE, "A"),
        ];
        names.iter().filter(|(bit, _)| self.contains(*bit)).try_for_each(|(_, n)| f.write_str(n))
    }
}

/// The timestamps option: the sender's clock and the echo of the peer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamps {
    /// TSval: the sender's clock, in ticks of its own.
    pub value: u32,
    /// TSecr: the echoed value of the peer's clock.
    pub echo: u32,
}

/// TCP option of which a segment has one at most: a cookie of TCP Fast Open (RFC 7413 Sec. 4.1.1),
/// connection counts of T/TCP (RFC 1644 Sec. 3.1), or byte counters of AccECN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraOption {
    /// Request of a cookie by the client.
    CookieRequest,
    /// A cookie, sent by the server that issues it or by the client that presents it.
    Cookie([u8; 8]),
    /// CC: the connection count of the sender of the segment.
    Count(u32),
    /// CC.NEW: as CC, on a SYN that must not skip the handshake.
    NewCount(u32),
    /// CC and CC.ECHO on a SYN-ACK.
    Echo {
        /// Connection count of the server.
        own: u32,
        /// Echoed connection count of the client.
        peer: u32,
    },
    /// Byte counters of AccECN.
    AccEcn(AccEcnOption),
}

impl ExtraOption {
    /// Length of the option in a header, padded to a multiple of four, bytes.
    pub const fn length(self) -> u32 {
        match self {
            Self::CookieRequest => 4,
            Self::Cookie(_) => 12,
            Self::Count(_) | Self::NewCount(_) => 8,
            Self::Echo { .. } => 16,
            // Kind and length, three bytes for each counter.
            Self::AccEcn(option) => (2 + 3 * option.count as u32).next_multiple_of(4),
        }
    }
}

/// The AccECN option (RFC 9768 Sec. 3.2.3): payload bytes received with ECT(1), CE and ECT(0), each
/// the low 24 bits of a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccEcnOption {
    counters: [[u8; 3]; 3],
    count: u8,
    is_order_0: bool,
}

impl AccEcnOption {
    /// Maximum number of counters.
    pub const MAX: usize = 3;

    /// Length of the option with all counters, padded to a multiple of four, bytes.
    pub const FULL_LENGTH: u32 = 12;

    /// Returns the option with the first `count` of the counters EE1B, ECEB and EE0B (order 1).
    ///
    /// # Panics
    /// If `count` is above three.
    pub fn new(counters: [u32; 3], count: usize) -> Self {
        Self::from_wire(counters.map(low_24), count, false)
    }

    pub(crate) fn from_wire(counters: [[u8; 3]; 3], count: usize, is_order_0: bool) -> Self {
        assert!(count <= Self::MAX, "{count} counters");
        let mut kept = [[0; 3]; 3];
        kept[..count].copy_from_slice(&counters[..count]);
        Self { counters: kept, count: count as u8, is_order_0 }
    }

    /// Whether the counter of ECT(0) comes first (kind 172), not that of ECT(1) (kind 174).
    pub(crate) const fn is_order_0(&self) -> bool {
        self.is_order_0
    }

    /// The counters as on the wire, in the order of the option.
    pub(crate) fn wire_counters(&self) -> &[[u8; 3]] {
        &self.counters[..usize::from(self.count)]
    }

    /// Low 24 bits of the counters of ECT(1), CE and ECT(0), as far as the option has them.
    pub fn counters(&self) -> [Option<u32>; 3] {
        let mut counters = [None; 3];
        for (index, &[high, middle, low]) in self.wire_counters().iter().enumerate() {
            let place = if self.is_order_0 { 2 - index } else { index };
            counters[place] = Some(u32::from_be_bytes([0, high, middle, low]));
        }
        counters
    }
}

fn low_24(counter: u32) -> [u8; 3] {
    let [_, high, middle, low] = counter.to_be_bytes();
    [high, middle, low]
}

/// One block of received data above the cumulative acknowledgement: `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SackBlock {
    /// First byte of the block.
    pub start: SeqNumber,
    /// First byte after the block.
    pub end: SeqNumber,
}

/// Up to four selective acknowledgement blocks (RFC 2018 Sec. 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SackBlocks {
    blocks: [SackBlock; 4],
    count: u8,
}

impl SackBlocks {
    /// Maximum number of blocks in the option.
    pub const MAX: usize = 4;

    /// No blocks.
    pub const NONE: Self =
        Self { blocks: [SackBlock { start: SeqNumber(0), end: SeqNumber(0) }; 4], count: 0 };

    /// Adds a block; returns false if there is no room.
    pub fn push(&mut self, block: SackBlock) -> bool {
        let room = self.blocks.get_mut(usize::from(self.count));
        match room {
            Some(slot) => {
                *slot = block;
                self.count += 1;
                true
            }
            None => false,
        }
    }

    /// Keeps the first `count` blocks.
    pub fn truncate(&mut self, count: usize) {
        self.count = self.count.min(count as u8);
        self.blocks[usize::from(self.count)..].fill(SackBlock::default());
    }

    /// Whether there are no blocks.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The blocks as a slice.
    pub fn as_slice(&self) -> &[SackBlock] {
        &self.blocks[..usize::from(self.count)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fifth_block_finds_no_room() {
        let mut blocks = SackBlocks::default();
        for i in 0..4 {
            assert!(blocks.push(SackBlock { start: SeqNumber(i), end: SeqNumber(i + 1) }));
        }
        assert!(!blocks.push(SackBlock::default()));
        assert_eq!(blocks.as_slice().len(), 4);
    }

    #[test]
    fn syn_and_fin_take_sequence_space() {
        let segment = TcpSegment { flags: TcpFlags::SYN, payload: 9, ..TcpSegment::default() };
        assert_eq!(segment.seq_len(), 10);
        assert_eq!(TcpFlags::SYN.with(TcpFlags::ACK).to_string(), "S.");
    }

    /// Goal: the ACE field is AE, CWR and ECE, as the kernel's flags 450 (SYN, all three) and 336
    /// (ACK, 5) show.
    #[test]
    fn the_ace_field_has_three_flags() {
        assert_eq!([TcpFlags(450).ace(), TcpFlags(336).ace(), TcpFlags(146).ace()], [7, 5, 2]);
        assert_eq!(TcpFlags(450).with_ace(2), TcpFlags(130));
        assert_eq!(TcpFlags(336).to_string(), ".EA");
    }

    #[test]
    fn a_packet_stays_small_enough_for_two_cache_lines() {
        assert!(size_of::<Packet>() <= 112, "{} bytes", size_of::<Packet>());
    }
}
