//! Radio link control in acknowledged mode (3GPP TS 38.322): what HARQ gives up is sent again, and
//! packets are delivered once and in order.
//!
//! Owns the sending and the receiving entity of one link and receiver as state machines without
//! events: their owner passes PDUs and status reports between them, with delays and losses of its
//! own. A PDU is one codeword of HARQ, so a packet has as many segments as codewords, and a segment
//! is not divided further. Sequence numbers do not wrap around here; their window does limit the
//! sender.

mod receiver;
mod sender;

#[cfg(test)]
mod tests;

use skyseam_base::Duration;
use skyseam_params::parameters;
use skyseam_params::values::{Count, PositiveSpan, Span};

pub use receiver::Receiver;
pub use sender::Sender;

parameters! {
    /// Radio link control in acknowledged mode (RLC AM) over HARQ: packets that HARQ gives up are
    /// retransmitted, and arrive once and in order.
    pub struct RlcConfig {
        /// Time for which the receiver waits for a PDU that HARQ may still deliver before it
        /// reports it as missing (`t-Reassembly` of 3GPP TS 38.331, `t-ReassemblyExt` over
        /// satellites): as long as HARQ with all its retransmissions may take.
        t_reassembly: Span = Duration::from_millis(35),
        /// Minimum time between two status reports (`t-StatusProhibit`).
        t_status_prohibit: Span = Duration::ZERO,
        /// Time after which a poll without a status report is repeated (`t-PollRetransmit`).
        t_poll_retransmit: PositiveSpan = Duration::from_millis(45),
        /// Number of PDUs after which the sender polls the receiver for a status report
        /// (`pollPDU`).
        poll_pdu: Count<1, 65_536> = 32,
        /// Number of bytes after which it does (`pollByte`).
        poll_byte: Count<1, 1_000_000_000> = 25_000,
        /// Number of retransmissions of a packet by RLC after which it is dropped
        /// (`maxRetxThreshold`).
        max_retx_threshold: Count<1, 64> = 32,
        /// Length of sequence numbers, bits: half of their range may be without status
        /// (`sn-FieldLength`, 12 or 18).
        sn_field_length: Count<12, 18> = 18,
    }
}

impl RlcConfig {
    /// Maximum number of packets without status, `AM_Window_Size` (TS 38.322 Sec. 7.2).
    pub fn window(&self) -> u64 {
        1 << (self.sn_field_length - 1)
    }

    /// Bytes of the header of a PDU: flags and sequence number, and the offset of a segment that is
    /// not the first (TS 38.322 Sec. 6.2.2.4).
    pub(crate) fn header_bytes(&self, is_segmented: bool) -> u32 {
        let number = if self.sn_field_length > 12 { 3 } else { 2 };
        number + if is_segmented { 2 } else { 0 }
    }
}

/// Data of a PDU that its header carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pdu {
    /// Sequence number of the packet.
    pub sn: u64,
    /// Number of the segment, from 0.
    pub segment: u32,
    /// Number of segments of the packet.
    pub segments: u32,
    /// Whether the sender asks for a status report.
    pub poll: bool,
}

/// A status report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Sequence number below which every packet is received or in the list of those missing.
    pub ack_sn: u64,
    /// Packets missing, ascending, with their missing segments.
    pub nacks: Vec<(u64, Missing)>,
}

/// Segments of a packet that are missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// All: the receiver has seen none.
    Whole,
    /// These.
    Segments(Vec<u32>),
}
