//! UDP datagrams as bytes (RFC 768) in IPv4, for captures.
//!
//! Owns the UDP header. [`crate::wire`] owns addresses and the rest of IPv4; the endpoints own the
//! meaning of the payload.

use etherparse::{IpNumber, Ipv4Header, UdpHeader};

use crate::packet::{Datagram, Packet, SyntheticDatagram};
use crate::wire::{Emitted, address_of, ipv4_header, ports_of, ports_of_connection};

/// Server port: that of HTTP/3, so that dissectors recognise QUIC.
const SERVER_PORT: u16 = 443;

/// Server port of datagrams whose payload is only counted: the discard protocol (RFC 863).
const DISCARD_PORT: u16 = 9;

/// Bytes of IPv4 and UDP header before the payload.
pub const HEADER_BYTES: u32 = (Ipv4Header::MIN_LEN + UdpHeader::LEN) as u32;

/// `packet` with `datagram` in wire form. If `payload` is shorter than the packet's size says, the
/// rest counts as zeros that are not emitted: the capture is truncated there.
///
/// # Panics
/// If a node number takes more than 24 bits, or the packet exceeds the maximum length of an IPv4
/// packet.
pub fn emit(packet: &Packet, datagram: Datagram, payload: &[u8]) -> Emitted {
    let Packet { flow, connection, source, destination, .. } = *packet;
    let [source, destination] = ports_of_connection(flow, connection, source, destination);
    let ports = if datagram.to_server { [source, SERVER_PORT] } else { [SERVER_PORT, destination] };
    emit_between(packet, ports, payload)
}

/// `packet` with `counted` in wire form: the number, as far as the packet has room for it, and
/// zeros that are not emitted.
///
/// # Panics
/// See [`emit`].
pub(crate) fn emit_counted(packet: &Packet, counted: SyntheticDatagram) -> Emitted {
    let [source, destination] = ports_of(packet.flow, packet.source, packet.destination);
    let ports =
        if counted.to_server { [source, DISCARD_PORT] } else { [DISCARD_PORT, destination] };
    let room = packet.size.saturating_sub(HEADER_BYTES).min(4) as usize;
    emit_between(packet, ports, &counted.number.to_be_bytes()[..room])
}

/// Wire form as by [`emit`], with these ports.
pub(crate) fn emit_between(
    packet: &Packet,
    [source_port, destination_port]: [u16; 2],
    payload: &[u8],
) -> Emitted {
    let length = packet.size.max(HEADER_BYTES + payload.len() as u32);
    let length = u16::try_from(length).expect("an IPv4 packet of at most 65535 bytes");
    let addresses = [address_of(packet.source), address_of(packet.destination)];
    let udp_length = length - Ipv4Header::MIN_LEN as u16;
    let mut udp = UdpHeader { source_port, destination_port, length: udp_length, checksum: 0 };
    let ip = ipv4_header(packet, length, IpNumber::UDP, 0);
    // Missing zeros do not change the sum.
    let sum = etherparse::checksum::Sum16BitWords::new()
        .add_slice(&addresses[0])
        .add_slice(&addresses[1])
        .add_2bytes([0, IpNumber::UDP.0])
        .add_2bytes(udp_length.to_be_bytes())
        .add_slice(&udp.to_bytes())
        .add_slice(payload)
        .ones_complement()
        .to_be();
    // A checksum of zero is sent as all ones: zero means that there is none (RFC 768).
    udp.checksum = if sum == 0 { u16::MAX } else { sum };
    let mut bytes = Vec::with_capacity(HEADER_BYTES as usize + payload.len());
    bytes.extend_from_slice(&ip.to_bytes());
    bytes.extend_from_slice(&udp.to_bytes());
    bytes.extend_from_slice(payload);
    Emitted { bytes, original_length: u32::from(length) }
}

#[cfg(test)]
mod tests {
    use etherparse::{NetSlice, SlicedPacket, TransportSlice};
    use skyseam_base::{FlowId, NodeId};

    use super::*;
    use crate::ecn::Ecn;
    use crate::packet::Body;
    use crate::payload::Payloads;

    /// Goal: another implementation accepts the headers. Method: etherparse reads the emitted
    /// bytes, and the checksum over pseudo-header and datagram is right.
    #[test]
    fn the_headers_are_those_of_a_datagram() {
        let payload: Vec<u8> = (0..201u8).collect();
        let key = Payloads::default().keep(payload.clone());
        for to_server in [true, false] {
            let datagram = Datagram { payload: key, to_server };
            let ends = if to_server { (3, 9) } else { (9, 3) };
            let packet = Packet {
                flow: FlowId(5),
                source: NodeId(ends.0),
                destination: NodeId(ends.1),
                size: HEADER_BYTES + 201,
                ttl: 60,
                ecn: Ecn::Ect0,
                dscp: 46,
                body: Body::Udp(datagram),
                ..Packet::BLANK
            };
            let emitted = emit(&packet, datagram, &payload);
            assert_eq!(emitted.original_length, 229);
            let sliced = SlicedPacket::from_ip(&emitted.bytes).unwrap();
            let Some(NetSlice::Ipv4(ip)) = sliced.net else { unreachable!() };
            assert_eq!((ip.header().ecn().value(), ip.header().dcp().value()), (0b10, 46));
            let Some(TransportSlice::Udp(udp)) = sliced.transport else { unreachable!() };
            let ports = (udp.source_port(), udp.destination_port());
            assert_eq!(ports, if to_server { (49_157, 443) } else { (443, 49_157) });
            assert_eq!(udp.payload(), payload);
            let sum = udp.to_header().calc_checksum_ipv4_raw(
                ip.header().source(),
                ip.header().destination(),
                udp.payload(),
            );
            assert_eq!(sum, Ok(udp.checksum()));
        }
    }
    /// Goal: a counted datagram carries its number, and one without room for it carries a part of
    /// it. Method: etherparse reads the emitted bytes, with zeros added after the cut.
    #[test]
    fn a_counted_datagram_has_its_number() {
        for (size, payload) in [(1000, &[0u8, 1, 2, 3][..]), (30, &[0, 1]), (28, &[])] {
            let counted = SyntheticDatagram { number: 0x0001_0203, to_server: true };
            let packet = Packet {
                flow: FlowId(5),
                source: NodeId(3),
                destination: NodeId(9),
                size,
                ttl: 60,
                body: Body::Synthetic(counted),
                ..Packet::BLANK
            };
            let emitted = emit_counted(&packet, counted);
            assert_eq!(emitted.original_length, size);
            let mut whole = emitted.bytes;
            whole.resize(size as usize, 0);
            let sliced = SlicedPacket::from_ip(&whole).unwrap();
            let Some(TransportSlice::Udp(udp)) = sliced.transport else { unreachable!() };
            assert_eq!((udp.source_port(), udp.destination_port()), (49_157, DISCARD_PORT));
            assert_eq!(&udp.payload()[..payload.len()], payload);
        }
    }
}
