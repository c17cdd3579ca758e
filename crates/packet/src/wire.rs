//! Packets as bytes: IPv4 with TCP (RFC 9293, 2018, 7323, 7413, 1644) or ICMP echo (RFC 792),
//! written and read.
//!
//! Owns the mapping of the simulator's ids to addresses and ports, and every header field and
//! checksum. Does not own the capture file ([`crate::pcapng`]) nor the meaning of the fields to a
//! host.
//!
//! | On the wire | From |
//! |---|---|
//! | address `10.x.y.z` | [`NodeId`], 24 bits |
//! | port of the lower-numbered node | 49152 + bits 0..14 of [`FlowId`] |
//! | port of the other node | 49152 + bits 14..28 |
//! | IPv4 identification (RFC 6864 leaves it free) | bits 28..32 (TCP), 16..32 (echo) |
//! | ICMP identifier, sequence | low 16 bits of flow and sequence, as `ping` does |
//! | first 12 bytes of echo data | time of the request in ns (8), sequence (4) |
//!
//! Payload is zeros and is not emitted. Zeros add nothing to a checksum, and length fields count
//! them, so the headers are those of the whole packet and a capture is merely truncated.
//!
//! Lengths: headers on the wire have their real length. If a stack counts less (ns-2's ACK is 40
//! bytes whatever its SACK blocks; no stack counts the options of a SYN), the IPv4 total length is
//! the real one and exceeds [`Packet::size`]. If a stack counts more, the surplus is a trailer
//! after the IPv4 packet. Timing in the simulation always goes by [`Packet::size`].

use std::fmt;

use etherparse::checksum::Sum16BitWords;
use etherparse::{
    IcmpEchoHeader, Icmpv4Header, Icmpv4Type, IpDscp, IpEcn, IpNumber, Ipv4Header, TcpHeader,
    TcpOptionElement, TcpOptions,
};
use skyseam_base::{FlowId, NodeId, SimTime};

use crate::ecn::Ecn;
use crate::packet::{
    AccEcnOption, Body, Echo, ExtraOption, Packet, SackBlock, SackBlocks, TcpFlags, TcpSegment,
    Timestamps,
};
use crate::seq::SeqNumber;

/// Window scale (RFC 7323 Sec. 2) that [`parse`] assumes, and the default of [`Announced`]: units
/// of 4 KiB, up to 256 MiB.
pub(crate) const WINDOW_SCALE: u8 = 12;

/// The largest window scale (RFC 7323 Sec. 2.3).
const WINDOW_SCALE_MAX: u32 = 14;

/// The longest IPv4 packet, bytes (RFC 791 Sec. 3.1).
pub(crate) const MAX_LENGTH: u32 = 65_535;

const IPV4_HEADER: usize = Ipv4Header::MIN_LEN;
const TCP_HEADER: usize = TcpHeader::MIN_LEN;
const TCP_OPTIONS_MAX: usize = TcpHeader::MAX_LEN - TcpHeader::MIN_LEN;
const ECHO_HEADER: usize = 8;
/// Bytes of echo data for fields that do not fit into the echo header.
const ECHO_DATA: usize = 12;
/// First octet of every address (RFC 1918 Sec. 3).
const NETWORK: u8 = 10;
/// First of the dynamic ports (RFC 6335 Sec. 6), which no dissector takes for a service.
const PORT_BASE: u16 = 49_152;
const PORT_BITS: u32 = 14;
const PORT_MASK: u32 = (1 << PORT_BITS) - 1;

/// Options that a connection's SYN segments announce; a packet does not carry them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announced {
    /// Maximum segment size, bytes (RFC 9293 Sec. 3.7.1).
    pub mss: u16,
    /// Whether selective acknowledgements are permitted (RFC 2018 Sec. 2).
    pub sack_permitted: bool,
    /// Window scale of both endpoints: windows are in units of 2^scale bytes, rounded up so that a
    /// small one never reads as zero.
    pub window_scale: u8,
}

impl Default for Announced {
    fn default() -> Self {
        Self { mss: 1_460, sack_permitted: true, window_scale: WINDOW_SCALE }
    }
}

/// The window scale that Linux announces for a receive buffer of `buffer_bytes` bytes
/// (`tcp_select_initial_window`): the smallest with which the window field can express the size.
pub fn window_scale_of(buffer_bytes: u64) -> u8 {
    let highest = buffer_bytes.max(1).ilog2();
    highest.saturating_sub(15).min(WINDOW_SCALE_MAX) as u8
}

/// The headers of a packet as bytes, and the length of the whole packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// Headers; for an echo also the first 12 bytes of data.
    pub bytes: Vec<u8>,
    /// [`Packet::size`], or the length of the real packet if that is greater.
    pub original_length: u32,
}

/// The headers of `packet` in wire form.
///
/// Four SACK blocks and timestamps together do not fit into a header: the last block is omitted, as
/// by a real host (RFC 2018 Sec. 3). The payload of a datagram counts as zeros;
/// [`crate::udp::emit`] writes its bytes.
///
/// # Panics
/// If a node number takes more than 24 bits, or the packet is longer than [`MAX_LENGTH`].
pub fn emit(packet: &Packet, announced: Announced) -> Emitted {
    let addresses = [address_of(packet.source), address_of(packet.destination)];
    let (transport, protocol, identification, length) = match &packet.body {
        Body::Tcp(segment) => {
            let header = emit_tcp(packet, segment, announced, addresses);
            let length = (IPV4_HEADER + header.len()) as u64 + u64::from(segment.payload);
            (header, IpNumber::TCP, packet.flow.0 >> (2 * PORT_BITS), length)
        }
        Body::Echo(echo) => {
            let message = emit_echo(packet, *echo);
            let length = ((IPV4_HEADER + message.len()) as u64).max(u64::from(packet.size));
            (message, IpNumber::ICMP, packet.flow.0 >> 16, length)
        }
        Body::Udp(datagram) => return crate::udp::emit(packet, *datagram, &[]),
        Body::Rtp(rtp) => return crate::rtp::emit(packet, *rtp),
        Body::Raw(raw) => return crate::raw::emit(packet, *raw, &[]),
        Body::Synthetic(counted) => return crate::udp::emit_counted(packet, *counted),
    };
    assert!(length <= u64::from(MAX_LENGTH), "an IPv4 packet of {length} bytes");
    let ip = ipv4_header(packet, length as u16, protocol, identification as u16);
    let mut bytes = Vec::with_capacity(IPV4_HEADER + transport.len());
    bytes.extend_from_slice(&ip.to_bytes());
    bytes.extend_from_slice(&transport);
    Emitted { bytes, original_length: packet.size.max(length as u32) }
}

/// The IPv4 header of `packet`, which has `length` bytes in all.
pub(crate) fn ipv4_header(
    packet: &Packet,
    length: u16,
    protocol: IpNumber,
    identification: u16,
) -> Ipv4Header {
    let mut ip = Ipv4Header {
        dscp: IpDscp::try_new(packet.dscp).expect("six bits"),
        ecn: IpEcn::try_new(packet.ecn as u8).expect("two bits"),
        total_len: length,
        identification,
        dont_fragment: true,
        time_to_live: packet.ttl,
        protocol,
        source: address_of(packet.source),
        destination: address_of(packet.destination),
        ..Ipv4Header::default()
    };
    ip.header_checksum = ip.calc_header_checksum();
    ip
}

/// The packet at the start of `bytes`: an IPv4 packet as [`emit`] writes it, with payload complete
/// or truncated.
///
/// Missing payload counts as zeros in checksums, bytes after the IPv4 packet are ignored, and TCP
/// options of unknown kind are skipped. [`Packet::size`] is the IPv4 total length. Not on the wire
/// and therefore not restored: [`Packet::created`] (time zero), the low 12 bits of the window, and
/// the acknowledgement number of a segment without ACK (zero).
pub fn parse(bytes: &[u8]) -> Result<Packet, WireError> {
    need(bytes, "IPv4 header", 0, IPV4_HEADER)?;
    if bytes[0] != 0x45 {
        return Err(unexpected(0, "IPv4 version and header length", bytes[0], "0x45 = 69"));
    }
    let length = usize::from(u16_at(bytes, 2));
    if length < IPV4_HEADER {
        return Err(unexpected(2, "IPv4 total length", length as u32, "20 or more"));
    }
    let fragment = u16_at(bytes, 6) & 0x3fff;
    if fragment != 0 {
        return Err(unexpected(6, "more-fragments flag and fragment offset", fragment, "0"));
    }
    let sum = Sum16BitWords::new().add_slice(&bytes[..IPV4_HEADER]).ones_complement();
    if sum != 0 {
        return Err(unexpected(10, "IPv4 header checksum: sum", sum, "0"));
    }
    let nodes = [node_at(bytes, 12, "source address")?, node_at(bytes, 16, "destination address")?];
    let captured = &bytes[..bytes.len().min(length)];
    let identification = u32::from(u16_at(bytes, 4));
    let (flow, body) = match bytes[9] {
        6 => parse_tcp(captured, length, identification, nodes)?,
        1 => parse_echo(captured, identification)?,
        other => return Err(unexpected(9, "IPv4 protocol", other, "1 (ICMP) or 6 (TCP)")),
    };
    Ok(Packet {
        flow,
        source: nodes[0],
        destination: nodes[1],
        size: length as u32,
        ttl: bytes[8],
        ecn: Ecn::from_bits(bytes[1]),
        dscp: bytes[1] >> 2,
        connection: 0,
        created: SimTime::ZERO,
        body,
    })
}

/// Reason for which bytes are not a packet. Offsets count from the first byte of the IPv4 header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireError {
    /// The bytes, or a length field, end before the end of an item.
    Truncated {
        /// Offset of the item.
        offset: usize,
        /// Name of the item.
        what: &'static str,
        /// Bytes available.
        found: usize,
        /// Bytes required.
        expected: usize,
    },
    /// A field has an invalid value.
    Unexpected {
        /// Offset of the field.
        offset: usize,
        /// Name of the field.
        what: &'static str,
        /// Value of the field.
        found: u32,
        /// Valid values.
        expected: &'static str,
    },
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { offset, what, found, expected } => {
                write!(f, "byte {offset}, {what}: found {found} bytes, expected {expected}")
            }
            Self::Unexpected { offset, what, found, expected } => {
                write!(f, "byte {offset}, {what}: found {found}, expected {expected}")
            }
        }
    }
}

impl std::error::Error for WireError {}

/// The IPv4 address of a node.
///
/// # Panics
/// If the number takes more than 24 bits.
pub fn address_of(node: NodeId) -> [u8; 4] {
    let [high, x, y, z] = node.0.to_be_bytes();
    assert!(high == 0, "{node} has no address in 10.0.0.0/8");
    [NETWORK, x, y, z]
}

/// The ports of `flow` at `source` and `destination`, the same in both directions.
pub fn ports_of(flow: FlowId, source: NodeId, destination: NodeId) -> [u16; 2] {
    ports_of_connection(flow, 0, source, destination)
}

/// The ports of connection number `connection` of `flow`; each connection has its own port at both
/// endpoints. See [`ports_of`].
pub(crate) fn ports_of_connection(
    flow: FlowId,
    connection: u16,
    source: NodeId,
    destination: NodeId,
) -> [u16; 2] {
    // Odd, so that the ports of one flow's connections differ; far from those of other flows.
    const STEP: u32 = 1_021;
    let step = u32::from(connection).wrapping_mul(STEP);
    let low = PORT_BASE + (flow.0.wrapping_add(step) & PORT_MASK) as u16;
    let high = PORT_BASE + ((flow.0 >> PORT_BITS).wrapping_add(step) & PORT_MASK) as u16;
    if source <= destination { [low, high] } else { [high, low] }
}

fn emit_tcp(
    packet: &Packet,
    segment: &TcpSegment,
    announced: Announced,
    [source, destination]: [[u8; 4]; 2],
) -> Vec<u8> {
    let Packet { flow, connection, source: from, destination: to, .. } = *packet;
    let [source_port, destination_port] = ports_of_connection(flow, connection, from, to);
    // Analysers report a number without its flag as an error.
    let ack = if segment.flags.contains(TcpFlags::ACK) { segment.ack.0 } else { 0 };
    let mut header = TcpHeader {
        source_port,
        destination_port,
        sequence_number: segment.seq.0,
        acknowledgment_number: ack,
        window_size: window_field(segment, announced.window_scale),
        ..TcpHeader::default()
    };
    let fits = "options are chosen to fit in 40 bytes";
    match segment.option {
        None => header.set_options(&tcp_options(segment, announced)).expect(fits),
        Some(option) => {
            let others = TcpOptions::try_from_elements(&tcp_options(segment, announced));
            let mut options = others.expect(fits).as_slice().to_vec();
            options.extend(extra_option(option));
            header.set_options_raw(&options).expect(fits);
        }
    }
    let mut bytes = header.to_bytes().to_vec();
    let [highest, flags] = segment.flags.0.to_be_bytes();
    bytes[12] |= highest & 1;
    bytes[13] = flags;
    let length = segment.payload.saturating_add(bytes.len() as u32);
    let checksum =
        tcp_sum(&source, &destination, length, &bytes).ones_complement().to_be().to_be_bytes();
    bytes[16..18].copy_from_slice(&checksum);
    bytes
}

/// TCP options in the order used by Linux; those of a SYN are packed as Linux packs them.
fn tcp_options(segment: &TcpSegment, announced: Announced) -> Vec<TcpOptionElement> {
    use TcpOptionElement::{
        MaximumSegmentSize, Noop, SelectiveAcknowledgement, SelectiveAcknowledgementPermitted,
        Timestamp, WindowScale,
    };
    let mut options = Vec::new();
    let mut length = 0;
    let sack = announced.sack_permitted.then_some(SelectiveAcknowledgementPermitted);
    let stamp = segment.timestamps.map(|t| Timestamp(t.value, t.echo));
    if segment.flags.contains(TcpFlags::SYN) {
        options.push(MaximumSegmentSize(announced.mss));
        // SACK permitted, two bytes, stands where the timestamps' padding would.
        if stamp.is_some() || sack.is_some() {
            options.extend(sack.clone().map_or_else(|| vec![Noop, Noop], |sack| vec![sack]));
            options.extend(stamp.clone().map_or_else(|| vec![Noop, Noop], |stamp| vec![stamp]));
            length += if stamp.is_some() { 12 } else { 4 };
        }
        options.extend([Noop, WindowScale(announced.window_scale)]);
        length += 4 + 4;
    } else if let Some(stamp) = stamp {
        options.extend([Noop, Noop, stamp]);
        length += 12;
    }
    length += segment.option.map_or(0, |option| option.length() as usize);
    let room = (TCP_OPTIONS_MAX - length).saturating_sub(4) / 8;
    let mut blocks = segment.sack.as_slice().iter().take(room).map(|b| (b.start.0, b.end.0));
    if let Some(first) = blocks.next() {
        let rest = [blocks.next(), blocks.next(), blocks.next()];
        options.extend([Noop, Noop, SelectiveAcknowledgement(first, rest)]);
    }
    options
}

/// Kinds of the options of accelerated connection setups (IANA's registry of TCP option kinds).
const COUNT: u8 = 11;
const NEW_COUNT: u8 = 12;
const ECHOED_COUNT: u8 = 13;
const FAST_OPEN: u8 = 34;
/// Kinds of the AccECN option (RFC 9768 Sec. 3.2.3).
const ACC_ECN_0: u8 = 172;
const ACC_ECN_1: u8 = 174;

/// The option of an accelerated opening or of AccECN, with its padding.
fn extra_option(option: ExtraOption) -> Vec<u8> {
    const NOOP: u8 = 1;
    let count = |kind: u8, value: u32| {
        let [a, b, c, d] = value.to_be_bytes();
        vec![NOOP, NOOP, kind, 6, a, b, c, d]
    };
    match option {
        ExtraOption::CookieRequest => vec![FAST_OPEN, 2, NOOP, NOOP],
        ExtraOption::Cookie(cookie) => {
            [&[FAST_OPEN, 2 + cookie.len() as u8][..], &cookie, &[NOOP, NOOP]].concat()
        }
        ExtraOption::Count(own) => count(COUNT, own),
        ExtraOption::NewCount(own) => count(NEW_COUNT, own),
        ExtraOption::Echo { own, peer } => [count(COUNT, own), count(ECHOED_COUNT, peer)].concat(),
        ExtraOption::AccEcn(own) => {
            let counters = own.wire_counters().concat();
            let kind = if own.is_order_0() { ACC_ECN_0 } else { ACC_ECN_1 };
            let mut bytes = [&[kind, 2 + counters.len() as u8][..], &counters].concat();
            bytes.resize(bytes.len().next_multiple_of(4), NOOP);
            bytes
        }
    }
}

/// The window field: unscaled on a SYN (RFC 7323 Sec. 2.2), otherwise in units of the window scale.
fn window_field(segment: &TcpSegment, scale: u8) -> u16 {
    let field = if segment.flags.contains(TcpFlags::SYN) {
        segment.window
    } else {
        segment.window.div_ceil(1 << scale)
    };
    field.min(u16::MAX.into()) as u16
}

/// The sum for a TCP checksum: pseudo-header (RFC 9293 Sec. 3.1) and the available bytes.
fn tcp_sum(source: &[u8], destination: &[u8], length: u32, bytes: &[u8]) -> Sum16BitWords {
    Sum16BitWords::new()
        .add_slice(source)
        .add_slice(destination)
        .add_2bytes([0, IpNumber::TCP.0])
        .add_2bytes((length as u16).to_be_bytes())
        .add_slice(bytes)
}

fn emit_echo(packet: &Packet, echo: Echo) -> Vec<u8> {
    let mut data = [0; ECHO_DATA];
    data[..8].copy_from_slice(&echo.sent.as_nanos().to_be_bytes());
    data[8..].copy_from_slice(&echo.sequence.to_be_bytes());
    let header = IcmpEchoHeader { id: packet.flow.0 as u16, seq: echo.sequence as u16 };
    let kind =
        if echo.reply { Icmpv4Type::EchoReply(header) } else { Icmpv4Type::EchoRequest(header) };
    let mut bytes = Icmpv4Header::with_checksum(kind, &data).to_bytes().to_vec();
    bytes.extend_from_slice(&data);
    bytes
}

fn parse_tcp(
    bytes: &[u8],
    length: usize,
    identification: u32,
    [source, destination]: [NodeId; 2],
) -> Result<(FlowId, Body), WireError> {
    const AT: usize = IPV4_HEADER;
    need(bytes, "TCP header", AT, TCP_HEADER)?;
    let header_length = usize::from(bytes[AT + 12] >> 4) * 4;
    if header_length < TCP_HEADER {
        return Err(unexpected(AT + 12, "TCP header length", header_length as u32, "20 or more"));
    }
    need(bytes, "TCP header with options", AT, header_length)?;
    let sum = tcp_sum(&bytes[12..16], &bytes[16..20], (length - AT) as u32, &bytes[AT..])
        .ones_complement();
    if sum != 0 {
        return Err(unexpected(AT + 16, "TCP checksum: sum", sum, "0"));
    }
    if identification >> (32 - 2 * PORT_BITS) != 0 {
        return Err(unexpected(4, "IPv4 identification", identification, "15 or less"));
    }
    let port = |offset| {
        let found = u16_at(bytes, offset);
        let number = found.checked_sub(PORT_BASE).map(u32::from);
        number.ok_or_else(|| unexpected(offset, "TCP port", found, "49152 or more"))
    };
    let (first, second) = (port(AT)?, port(AT + 2)?);
    let (low, high) = if source <= destination { (first, second) } else { (second, first) };

    let flags = TcpFlags(u16_at(bytes, AT + 12) & 0x1ff);
    let window = u32::from(u16_at(bytes, AT + 14));
    let Options { sack, timestamps, option } =
        parse_tcp_options(&bytes[..AT + header_length], AT + TCP_HEADER)?;
    let segment = TcpSegment {
        seq: SeqNumber(u32_at(bytes, AT + 4)),
        ack: SeqNumber(if flags.contains(TcpFlags::ACK) { u32_at(bytes, AT + 8) } else { 0 }),
        flags,
        window: if flags.contains(TcpFlags::SYN) { window } else { window << WINDOW_SCALE },
        payload: (length - AT - header_length) as u32,
        sack,
        timestamps,
        option,
    };
    let flow = identification << (2 * PORT_BITS) | high << PORT_BITS | low;
    Ok((FlowId(flow), Body::Tcp(segment)))
}

/// The options of a segment that a [`TcpSegment`] holds.
#[derive(Debug, Default)]
struct Options {
    sack: SackBlocks,
    timestamps: Option<Timestamps>,
    option: Option<ExtraOption>,
}

/// Parses the options of a segment whose header ends with `bytes`; the options begin at `offset`.
fn parse_tcp_options(bytes: &[u8], mut offset: usize) -> Result<Options, WireError> {
    let Options { mut sack, mut timestamps, mut option } = Options::default();
    while let Some(&kind) = bytes.get(offset) {
        // End of list, no-operation (RFC 9293 Sec. 3.2): one byte each.
        match kind {
            0 => break,
            1 => {
                offset += 1;
                continue;
            }
            _ => need(bytes, "TCP option", offset, 2)?,
        }
        let length = usize::from(bytes[offset + 1]);
        let wrong_length =
            |expected| Err(unexpected(offset + 1, "TCP option length", length as u32, expected));
        if length < 2 {
            return wrong_length("2 or more");
        }
        need(bytes, "TCP option", offset, length)?;
        match kind {
            5 if !matches!(length, 10 | 18 | 26 | 34) => return wrong_length("10, 18, 26 or 34"),
            5 => {
                sack = SackBlocks::default();
                for at in (offset + 2..offset + length).step_by(8) {
                    let (start, end) = (u32_at(bytes, at), u32_at(bytes, at + 4));
                    sack.push(SackBlock { start: SeqNumber(start), end: SeqNumber(end) });
                }
            }
            8 if length != 10 => return wrong_length("10"),
            8 => {
                let (value, echo) = (u32_at(bytes, offset + 2), u32_at(bytes, offset + 6));
                timestamps = Some(Timestamps { value, echo });
            }
            COUNT | NEW_COUNT | ECHOED_COUNT if length != 6 => return wrong_length("6"),
            COUNT => option = Some(ExtraOption::Count(u32_at(bytes, offset + 2))),
            NEW_COUNT => option = Some(ExtraOption::NewCount(u32_at(bytes, offset + 2))),
            ECHOED_COUNT => {
                let peer = u32_at(bytes, offset + 2);
                if let Some(ExtraOption::Count(own)) = option {
                    option = Some(ExtraOption::Echo { own, peer });
                }
            }
            FAST_OPEN if length == 2 => option = Some(ExtraOption::CookieRequest),
            // Cookies of other lengths are not ours.
            FAST_OPEN if length == 10 => {
                let cookie = bytes[offset + 2..offset + 10].try_into().expect("eight bytes");
                option = Some(ExtraOption::Cookie(cookie));
            }
            ACC_ECN_0 | ACC_ECN_1 if !matches!(length, 2 | 5 | 8 | 11) => {
                return wrong_length("2, 5, 8 or 11");
            }
            ACC_ECN_0 | ACC_ECN_1 => {
                let (count, mut counters) = ((length - 2) / 3, [[0; 3]; 3]);
                counters.as_flattened_mut()[..length - 2]
                    .copy_from_slice(&bytes[offset + 2..offset + length]);
                let own = AccEcnOption::from_wire(counters, count, kind == ACC_ECN_0);
                option = Some(ExtraOption::AccEcn(own));
            }
            _ => {}
        }
        offset += length;
    }
    Ok(Options { sack, timestamps, option })
}

fn parse_echo(bytes: &[u8], identification: u32) -> Result<(FlowId, Body), WireError> {
    const AT: usize = IPV4_HEADER;
    need(bytes, "ICMP echo with time and sequence", AT, ECHO_HEADER + ECHO_DATA)?;
    let kind = u16_at(bytes, AT);
    let reply = match kind {
        0x0000 => true,
        0x0800 => false,
        _ => return Err(unexpected(AT, "ICMP type and code", kind, "0x0800 = 2048 or 0")),
    };
    // An odd last byte that was cut off is a zero like any other; the sum pads with one.
    let sum = Sum16BitWords::new().add_slice(&bytes[AT..]).ones_complement();
    if sum != 0 {
        return Err(unexpected(AT + 2, "ICMP checksum: sum", sum, "0"));
    }
    let sequence = u32_at(bytes, AT + ECHO_HEADER + 8);
    if sequence & 0xffff != u32::from(u16_at(bytes, AT + 6)) {
        let expected = "the ICMP sequence in its low 16 bits";
        return Err(unexpected(AT + 16, "sequence in the data", sequence, expected));
    }
    let flow = identification << 16 | u32::from(u16_at(bytes, AT + 4));
    let nanos = u64::from(u32_at(bytes, AT + ECHO_HEADER)) << 32
        | u64::from(u32_at(bytes, AT + ECHO_HEADER + 4));
    Ok((FlowId(flow), Body::Echo(Echo { sequence, reply, sent: SimTime::from_nanos(nanos) })))
}

fn node_at(bytes: &[u8], offset: usize, what: &'static str) -> Result<NodeId, WireError> {
    match u32_at(bytes, offset).to_be_bytes() {
        [NETWORK, x, y, z] => Ok(NodeId(u32::from_be_bytes([0, x, y, z]))),
        [found, ..] => Err(unexpected(offset, what, found, "10 (10.0.0.0/8)")),
    }
}

fn unexpected(
    offset: usize,
    what: &'static str,
    found: impl Into<u32>,
    expected: &'static str,
) -> WireError {
    WireError::Unexpected { offset, what, found: found.into(), expected }
}

/// Returns an error unless `length` bytes lie at `offset`.
fn need(bytes: &[u8], what: &'static str, offset: usize, length: usize) -> Result<(), WireError> {
    let found = bytes.len().saturating_sub(offset);
    if found < length {
        return Err(WireError::Truncated { offset, what, found, expected: length });
    }
    Ok(())
}

fn u16_at(bytes: &[u8], offset: usize) -> u16 {
    u16::from_be_bytes([bytes[offset], bytes[offset + 1]])
}

fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    u32::from(u16_at(bytes, offset)) << 16 | u32::from(u16_at(bytes, offset + 2))
}

#[cfg(test)]
mod tests;
