//! Packets of STP as bytes, written and read.
//!
//! All over IPv4, with the protocol number for experiments (RFC 3692). A common header of 12 bytes:
//! source and destination port (16 bits each), type (8), number (24), checksum (16, as TCP's, but
//! without a pseudo-header), flags (4) and 12 bits that are zero. Then, by type:
//!
//! | packet | type | number | behind the header | IP length |
//! |---|---|---|---|---|
//! | SD | 8 | N(S), its own | time stamp (32) where it polls; data | 32 + data, or 36 + data |
//! | POLL | 10 | N(S), of the next SD that is new | time stamp (32) | 36 |
//! | STAT | 11 | N(R), the next | echo (32), N(MR) (32), end (32), gaps: start, end | 44 + 8 each |
//! | USTAT | 12 | N(R) | N(MR) (32), start and end of the gap (32 each) | 44 |
//! | BGN, BGAK, END, ENDAK | 1 to 4 | N(S) | N(MR) (32) | 36 |
//!
//! The echo of a STAT is that of the poll's time stamp; positions from `end` on are not covered.
//!
//! Types and names are SSCOP's (ITU-T Q.2110); bit positions are our choice, since no description
//! of STP has them. Numbers count packets modulo 2^24.

use std::fmt;

use skyseam_packet::raw::checksum;

/// The protocol number in the IP header: "use for experimentation and testing" (RFC 3692).
pub(crate) const PROTOCOL: u8 = 253;
/// Length of the common header, bytes.
pub const HEADER_BYTES: u32 = 12;
/// Length of an IPv4 header, bytes.
pub const IP_BYTES: u32 = 20;
/// Maximum number of gaps in a STAT.
pub(crate) const GAPS_MAX: usize = 33;

const NUMBER_BITS: u32 = 24;
const NUMBER_MASK: u32 = (1 << NUMBER_BITS) - 1;

/// Number of a packet on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Number(u32);

impl Number {
    /// The number of the packet at `position` in the series.
    pub fn of(position: u64) -> Self {
        Self(position as u32 & NUMBER_MASK)
    }

    /// The position with this number that is nearest to `near`; none below zero.
    pub fn near(self, near: u64) -> u64 {
        const HALF: u64 = 1 << (NUMBER_BITS - 1);
        let ahead = u64::from(self.0.wrapping_sub(near as u32) & NUMBER_MASK);
        if ahead < HALF { near + ahead } else { (near + ahead).saturating_sub(2 * HALF) }
    }
}

/// Flags in the header of a packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Whether this requests a connection: its sender has received nothing from the peer yet.
    pub begins: bool,
    /// Whether this is the last packet of its direction.
    pub ends: bool,
    /// Whether this is a STAT that begins where another one about the same poll ended.
    pub continues: bool,
}

/// A run of numbers, as `start..end`.
pub type Gap = (Number, Number);

/// A packet, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pdu {
    /// Sequenced data; may also poll.
    Data {
        /// Number of this packet, N(S).
        number: Number,
        /// Time stamp, if it requests a STAT about everything up to itself.
        poll: Option<u32>,
    },
    /// Request for a STAT.
    Poll {
        /// N(S) of the next new SD.
        next: Number,
        /// Time stamp of the sender.
        stamp: u32,
    },
    /// Answer to a poll: the state of all packets.
    Stat {
        /// Next number that the receiver expects, N(R).
        expected: Number,
        /// Time stamp of the poll.
        echo: u32,
        /// First number for which the receiver has no room, N(MR).
        limit: Number,
        /// First number that the STAT does not cover.
        end: Number,
        /// Missing ranges from N(R), or from the first gap of a continued one, up to `end`.
        gaps: Vec<Gap>,
    },
    /// Immediate report of a missing range.
    Ustat {
        /// Next number that the receiver expects, N(R).
        expected: Number,
        /// First number for which the receiver has no room, N(MR).
        limit: Number,
        /// Missing range.
        gap: Gap,
    },
    /// Request for a connection.
    Begin {
        /// First number for which the receiver has no room, N(MR).
        limit: Number,
    },
    /// Acceptance of a connection.
    BeginAck {
        /// First number for which the receiver has no room, N(MR).
        limit: Number,
    },
    /// End of the connection, without waiting for anything.
    End,
    /// Answer to END.
    EndAck,
}

/// Reason for which bytes are not a packet of STP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// The bytes end before the end of an item.
    Truncated {
        /// Bytes available.
        found: usize,
        /// Bytes required.
        expected: usize,
    },
    /// No packet has this type.
    Type(u8),
    /// The checksum is wrong.
    Checksum,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { found, expected } => {
                write!(f, "found {found} bytes, expected {expected}")
            }
            Self::Type(found) => write!(f, "found type {found}, expected 1 to 4, 8 or 10 to 12"),
            Self::Checksum => f.write_str("the checksum is wrong"),
        }
    }
}

impl std::error::Error for ParseError {}

const BEGIN: u8 = 1;
const BEGIN_ACK: u8 = 2;
const END: u8 = 3;
const END_ACK: u8 = 4;
const DATA: u8 = 8;
const POLL: u8 = 10;
const STAT: u8 = 11;
const USTAT: u8 = 12;

const FLAG_BEGIN: u8 = 0x80;
const FLAG_END: u8 = 0x40;
const FLAG_POLL: u8 = 0x20;
const FLAG_CONTINUES: u8 = 0x10;

/// Appends the encoding of `pdu` to `bytes`.
pub fn emit(pdu: &Pdu, flags: Flags, ports: [u16; 2], bytes: &mut Vec<u8>) {
    let start = bytes.len();
    let (kind, number) = match pdu {
        Pdu::Data { number, .. } => (DATA, *number),
        Pdu::Poll { next, .. } => (POLL, *next),
        Pdu::Stat { expected, .. } => (STAT, *expected),
        Pdu::Ustat { expected, .. } => (USTAT, *expected),
        Pdu::Begin { .. } => (BEGIN, Number::default()),
        Pdu::BeginAck { .. } => (BEGIN_ACK, Number::default()),
        Pdu::End => (END, Number::default()),
        Pdu::EndAck => (END_ACK, Number::default()),
    };
    let polls = matches!(pdu, Pdu::Data { poll: Some(_), .. });
    let bits = [
        (flags.begins, FLAG_BEGIN),
        (flags.ends, FLAG_END),
        (polls, FLAG_POLL),
        (flags.continues, FLAG_CONTINUES),
    ];
    let flags: u8 = bits.iter().filter(|(set, _)| *set).map(|(_, bit)| bit).sum();
    for port in ports {
        bytes.extend_from_slice(&port.to_be_bytes());
    }
    bytes.extend_from_slice(&(u32::from(kind) << NUMBER_BITS | number.0).to_be_bytes());
    bytes.extend_from_slice(&[0, 0, flags, 0]);
    let mut word = |value: u32| bytes.extend_from_slice(&value.to_be_bytes());
    match pdu {
        Pdu::Data { poll, .. } => poll.iter().for_each(|&stamp| word(stamp)),
        Pdu::Poll { stamp, .. } => word(*stamp),
        Pdu::Stat { echo, limit, end, gaps, .. } => {
            word(*echo);
            word(limit.0);
            word(end.0);
            for (start, end) in gaps {
                word(start.0);
                word(end.0);
            }
        }
        Pdu::Ustat { limit, gap: (start, end), .. } => {
            word(limit.0);
            word(start.0);
            word(end.0);
        }
        Pdu::Begin { limit } | Pdu::BeginAck { limit } => word(limit.0),
        Pdu::End | Pdu::EndAck => word(0),
    }
    let sum = checksum(&bytes[start..]).to_be_bytes();
    bytes[start + 8..start + 10].copy_from_slice(&sum);
}

/// Decodes the packet in `bytes`, without its data, and its flags.
///
/// # Errors
/// [`ParseError`] if they are not a packet.
pub fn parse(bytes: &[u8]) -> Result<(Pdu, Flags), ParseError> {
    let need = |expected: usize| {
        let found = bytes.len();
        if found < expected { Err(ParseError::Truncated { found, expected }) } else { Ok(()) }
    };
    let word =
        |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    const BODY: usize = HEADER_BYTES as usize;
    need(BODY)?;
    let bits = bytes[10];
    let polls = bits & FLAG_POLL != 0;
    let kind = bytes[4];
    need(match kind {
        DATA => BODY + if polls { 4 } else { 0 },
        POLL | BEGIN | BEGIN_ACK | END | END_ACK => BODY + 4,
        STAT | USTAT => BODY + 12,
        other => return Err(ParseError::Type(other)),
    })?;
    if checksum(bytes) != 0 {
        return Err(ParseError::Checksum);
    }
    let number = Number(word(4) & NUMBER_MASK);
    let number_at = |at: usize| Number(word(at) & NUMBER_MASK);
    let pdu = match kind {
        DATA => Pdu::Data { number, poll: polls.then(|| word(BODY)) },
        POLL => Pdu::Poll { next: number, stamp: word(BODY) },
        STAT => {
            let rest = &bytes[BODY + 12..];
            if !rest.len().is_multiple_of(8) {
                let found = bytes.len();
                return Err(ParseError::Truncated {
                    found,
                    expected: found.next_multiple_of(8) + 4,
                });
            }
            let gaps = (0..rest.len() / 8)
                .map(|gap| BODY + 12 + 8 * gap)
                .map(|at| (number_at(at), number_at(at + 4)));
            Pdu::Stat {
                expected: number,
                echo: word(BODY),
                limit: number_at(BODY + 4),
                end: number_at(BODY + 8),
                gaps: gaps.collect(),
            }
        }
        USTAT => Pdu::Ustat {
            expected: number,
            limit: number_at(BODY),
            gap: (number_at(BODY + 4), number_at(BODY + 8)),
        },
        BEGIN => Pdu::Begin { limit: number_at(BODY) },
        BEGIN_ACK => Pdu::BeginAck { limit: number_at(BODY) },
        END => Pdu::End,
        _ => Pdu::EndAck,
    };
    let flags = Flags {
        begins: bits & FLAG_BEGIN != 0,
        ends: bits & FLAG_END != 0,
        continues: bits & FLAG_CONTINUES != 0,
    };
    Ok((pdu, flags))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = Number> {
        any::<u64>().prop_map(Number::of)
    }

    fn gaps() -> impl Strategy<Value = Vec<Gap>> {
        prop::collection::vec((number(), number()), 0..GAPS_MAX)
    }

    fn pdu() -> impl Strategy<Value = Pdu> {
        prop_oneof![
            (number(), any::<Option<u32>>()).prop_map(|(number, poll)| Pdu::Data { number, poll }),
            (number(), any::<u32>()).prop_map(|(next, stamp)| Pdu::Poll { next, stamp }),
            (number(), any::<u32>(), number(), number(), gaps()).prop_map(
                |(expected, echo, limit, end, gaps)| Pdu::Stat { expected, echo, limit, end, gaps }
            ),
            (number(), number(), (number(), number()))
                .prop_map(|(expected, limit, gap)| Pdu::Ustat { expected, limit, gap }),
            number().prop_map(|limit| Pdu::Begin { limit }),
            number().prop_map(|limit| Pdu::BeginAck { limit }),
            Just(Pdu::End),
            Just(Pdu::EndAck),
        ]
    }

    proptest! {
        /// Goal: a decoded packet equals the encoded one.
        #[test]
        fn packets_survive_the_wire(
            pdu in pdu(),
            bits in any::<[bool; 3]>(),
            ports in any::<[u16; 2]>(),
        ) {
            let flags = Flags { begins: bits[0], ends: bits[1], continues: bits[2] };
            let mut bytes = vec![];
            emit(&pdu, flags, ports, &mut bytes);
            prop_assert_eq!(parse(&bytes), Ok((pdu, flags)));
        }

        /// Goal: no bytes break the decoder, and a flipped bit is found.
        #[test]
        fn anything_is_read_or_refused(
            pdu in pdu(),
            noise in prop::collection::vec(any::<u8>(), 0..80),
            at in any::<prop::sample::Index>(),
            bit in 0..8,
        ) {
            let _ = parse(&noise);
            let mut bytes = vec![];
            emit(&pdu, Flags::default(), [1, 2], &mut bytes);
            let at = at.index(bytes.len());
            bytes[at] ^= 1_u8 << bit;
            prop_assert!(parse(&bytes).is_err());
        }

        /// Goal: a number decodes to the nearest position, over any wrap.
        #[test]
        fn numbers_are_near(near in 0_u64..1 << 40, off in -(1_i64 << 22)..1 << 22) {
            let position = near.saturating_add_signed(off);
            prop_assert_eq!(Number::of(position).near(near), position);
        }
    }

    /// Lengths are those of the table above.
    #[test]
    fn lengths_are_as_stated() {
        let number = Number::of(7);
        let length = |pdu: &Pdu| {
            let mut bytes = vec![];
            emit(pdu, Flags::default(), [0, 0], &mut bytes);
            bytes.len() as u32 + IP_BYTES
        };
        assert_eq!(length(&Pdu::Data { number, poll: None }), 32);
        assert_eq!(length(&Pdu::Data { number, poll: Some(1) }), 36);
        assert_eq!(length(&Pdu::Poll { next: number, stamp: 1 }), 36);
        assert_eq!(length(&Pdu::Begin { limit: number }), 36);
        let gap = (number, number);
        assert_eq!(length(&Pdu::Ustat { expected: number, limit: number, gap }), 44);
        for count in [0, 5, GAPS_MAX] {
            let gaps = vec![gap; count];
            let stat = Pdu::Stat { expected: number, echo: 0, limit: number, end: number, gaps };
            assert_eq!(length(&stat), 44 + 8 * count as u32);
        }
    }
}
