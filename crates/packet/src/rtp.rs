//! RTP packets as bytes (RFC 3550 Sec. 5.1) in UDP, for captures. The endpoints own their meaning;
//! speech is counted, not stored.

use crate::packet::{Packet, Rtp};
use crate::udp;
use crate::wire::{Emitted, ports_of};

/// Bytes of an RTP header without contributing sources (CSRC).
pub const HEADER_BYTES: u32 = 12;
/// Port of the receivers (RFC 3551 Sec. 8).
const PORT: u16 = 5004;
/// First octet of the header: version 2; no padding, no extension, no contributing sources.
const VERSION: u8 = 0x80;

/// The headers of `packet` in wire form; the flow's number is the SSRC.
///
/// # Panics
/// See [`udp::emit`].
pub fn emit(packet: &Packet, rtp: Rtp) -> Emitted {
    let mut header = Vec::with_capacity(HEADER_BYTES as usize);
    header.extend([VERSION, u8::from(rtp.marker) << 7 | (rtp.payload_type & 0x7f)]);
    header.extend((rtp.number as u16).to_be_bytes());
    header.extend(rtp.timestamp.to_be_bytes());
    header.extend(packet.flow.0.to_be_bytes());
    let [source_port, _] = ports_of(packet.flow, packet.source, packet.destination);
    udp::emit_between(packet, [source_port, PORT], &header)
}

#[cfg(test)]
mod tests {
    use etherparse::{SlicedPacket, TransportSlice};
    use skyseam_base::{FlowId, NodeId, SimTime};

    use super::*;
    use crate::packet::Body;

    /// Goal: a header as RFC 3550 draws it. Method: etherparse finds the datagram, and its bytes
    /// are compared one by one; numbers keep their lower 16 bits.
    #[test]
    fn the_header_is_that_of_the_rfc() {
        let rtp =
            Rtp { number: 0x0001_fffe, timestamp: 0x0102_0304, marker: true, payload_type: 18 };
        let packet = Packet {
            flow: FlowId(7),
            source: NodeId(3),
            destination: NodeId(9),
            size: 60,
            ttl: 60,
            created: SimTime::ZERO,
            body: Body::Rtp(rtp),
            ..Packet::BLANK
        };
        let emitted = emit(&packet, rtp);
        assert_eq!((emitted.bytes.len(), emitted.original_length), (40, 60));
        let whole = [&emitted.bytes[..], &[0; 20]].concat();
        let sliced = SlicedPacket::from_ip(&whole).unwrap();
        let Some(TransportSlice::Udp(udp)) = sliced.transport else { unreachable!() };
        assert_eq!((udp.source_port(), udp.destination_port()), (49_159, 5004));
        let header = [0x80, 0x92, 0xff, 0xfe, 1, 2, 3, 4, 0, 0, 0, 7];
        assert_eq!(udp.payload()[..12], header);
        assert_eq!(udp.payload().len(), 32);
    }
}
