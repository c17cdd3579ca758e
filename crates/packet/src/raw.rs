//! Packets of a protocol directly above IPv4 as bytes, for captures.
//!
//! Owns nothing but the IPv4 header. The endpoints know the meaning of the bytes after it.

use etherparse::checksum::Sum16BitWords;
use etherparse::{IpNumber, Ipv4Header};

use crate::ip;
use crate::packet::{Packet, Raw};
use crate::wire::{Emitted, ipv4_header};

/// Bytes of the IPv4 header before the protocol's own.
pub const IP_BYTES: u32 = Ipv4Header::MIN_LEN as u32;

/// `packet` with `raw` and its `header` in wire form. The payload counts as zeros that are not
/// emitted: the capture is truncated there. A packet of a program is emitted as it is, with the hop
/// limit that is left and the marks of queues.
///
/// # Panics
/// If a node number takes more than 24 bits, or the packet exceeds the maximum length of an IPv4
/// packet.
pub fn emit(packet: &Packet, raw: Raw, header: &[u8]) -> Emitted {
    if ip::is_inside(raw.protocol) {
        let mut bytes = header.to_vec();
        ip::update(&mut bytes, packet.ttl, packet.ecn);
        return Emitted { original_length: bytes.len() as u32, bytes };
    }
    let length = packet.size.max(IP_BYTES + header.len() as u32 + raw.payload);
    let length = u16::try_from(length).expect("an IPv4 packet of at most 65535 bytes");
    let ip = ipv4_header(packet, length, IpNumber(raw.protocol), 0);
    let mut bytes = ip.to_bytes().to_vec();
    bytes.extend_from_slice(header);
    Emitted { bytes, original_length: length.into() }
}

/// The Internet checksum (RFC 1071) of `bytes`: zero if they include a valid checksum.
pub fn checksum(bytes: &[u8]) -> u16 {
    Sum16BitWords::new().add_slice(bytes).ones_complement().to_be()
}

#[cfg(test)]
mod tests {
    use etherparse::{NetSlice, SlicedPacket};
    use skyseam_base::{FlowId, NodeId, SimTime};

    use super::*;
    use crate::packet::Body;
    use crate::payload::Payloads;

    /// Goal: another implementation accepts the packet. Method: etherparse reads the emitted bytes.
    #[test]
    fn the_header_is_that_of_the_protocol() {
        let header = [1, 2, 3, 4];
        let raw =
            Raw { protocol: 253, header: Payloads::default().keep(header.to_vec()), payload: 96 };
        let packet = Packet {
            flow: FlowId(5),
            source: NodeId(3),
            destination: NodeId(9),
            size: 120,
            ttl: 60,
            created: SimTime::ZERO,
            body: Body::Raw(raw),
            ..Packet::BLANK
        };
        let emitted = emit(&packet, raw, &header);
        assert_eq!(emitted.original_length, 120);
        let sliced = SlicedPacket::from_ip(&emitted.bytes);
        // The payload is not there: only the header can be read.
        assert!(sliced.is_err() || matches!(sliced.unwrap().net, Some(NetSlice::Ipv4(_))));
        let (ip, rest) = Ipv4Header::from_slice(&emitted.bytes).unwrap();
        assert_eq!((ip.protocol, ip.total_len, rest), (IpNumber(253), 120, &header[..]));
        assert_eq!(ip.header_checksum, ip.calc_header_checksum());
    }
}
