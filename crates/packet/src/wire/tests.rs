//! Other programs can read what is emitted, and it parses back to the same packet.

use proptest::prelude::*;

use super::*;

fn segment(flags: TcpFlags, payload: u32) -> TcpSegment {
    TcpSegment {
        seq: SeqNumber(1_000),
        ack: SeqNumber(7),
        flags: flags.with(TcpFlags::ACK),
        window: 40_960,
        payload,
        ..TcpSegment::default()
    }
}

fn packet(size: u32, body: Body) -> Packet {
    Packet {
        flow: FlowId(3),
        source: NodeId(66),
        destination: NodeId(67),
        size,
        ttl: 64,
        body,
        ..Packet::BLANK
    }
}

fn blocks(count: u32) -> SackBlocks {
    let mut blocks = SackBlocks::default();
    for i in 0..count {
        let start = SeqNumber(5_000 + 2_000 * i);
        assert!(blocks.push(SackBlock { start, end: start + 1_000 }));
    }
    blocks
}

/// Goal: every byte of a data segment is right. Method: headers written by hand, the sums computed
/// by hand: IPv4 4500+0410+4000+4006+0a00+0042+0a00+0043 = dd9b, complement 2264; TCP
/// 0a00+0042+0a00+0043+0006+03fc+c003+c000+03e8+0007+5010+000a = 1ef90 -> ef91, complement 106e.
#[test]
fn a_data_segment_is_these_bytes() {
    let emitted =
        emit(&packet(1_040, Body::Tcp(segment(TcpFlags::default(), 1_000))), Announced::default());
    #[rustfmt::skip]
    let golden = [
        0x45, 0x00, 0x04, 0x10, 0x00, 0x00, 0x40, 0x00, 0x40, 0x06, 0x22, 0x64,
        10, 0, 0, 66, 10, 0, 0, 67,
        0xc0, 0x03, 0xc0, 0x00, 0x00, 0x00, 0x03, 0xe8, 0x00, 0x00, 0x00, 0x07,
        0x50, 0x10, 0x00, 0x0a, 0x13, 0x6b, 0x00, 0x00,
    ];
    assert_eq!(emitted.bytes, golden);
    assert_eq!(emitted.original_length, 1_040);
}

/// Goal: a SYN announces the right options. Method: the options written by hand.
#[test]
fn a_syn_announces_segment_size_sack_and_scale() {
    let options = |announced, timestamps| {
        let flags = TcpFlags::SYN;
        let syn = TcpSegment { flags, ack: SeqNumber(9), timestamps, ..segment(flags, 0) };
        let bytes = emit(&packet(40, Body::Tcp(syn)), announced).bytes;
        assert_eq!(u32_at(&bytes, 28), 0, "no number without its flag");
        assert_eq!(u16_at(&bytes, 34), 40_960, "the window of a SYN is not scaled");
        bytes[40..].to_vec()
    };
    assert_eq!(
        options(Announced { mss: 1_000, sack_permitted: true, window_scale: 7 }, None),
        [2, 4, 0x03, 0xe8, 4, 2, 1, 1, 1, 3, 3, 7]
    );
    assert_eq!(
        options(Announced { mss: 1_000, sack_permitted: false, window_scale: 0 }, None),
        [2, 4, 0x03, 0xe8, 1, 3, 3, 0]
    );
    let stamps = Some(Timestamps { value: 1, echo: 0 });
    assert_eq!(
        options(Announced::default(), stamps),
        [2, 4, 0x05, 0xb4, 4, 2, 8, 10, 0, 0, 0, 1, 0, 0, 0, 0, 1, 3, 3, WINDOW_SCALE]
    );
    assert_eq!(
        options(Announced { sack_permitted: false, ..Announced::default() }, stamps),
        [2, 4, 0x05, 0xb4, 1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 0, 1, 3, 3, WINDOW_SCALE]
    );
}

/// Goal: the scale is the kernel's. Method: the usual maximum of `tcp_rmem`, that of the reference
/// measurements (whose SYNs announce 10), and both ends of the range.
#[test]
fn the_window_scale_is_that_of_linux() {
    let scales = [0, 65_535, 6 << 20, 32 << 20, u64::MAX].map(window_scale_of);
    assert_eq!(scales, [0, 0, 7, 10, 14]);
}

/// Goal: headers have their real length if a stack counts less, and the counted length if it counts
/// more. Method: an ns-2 ACK with SACK, and a segment with 60 counted header bytes.
#[test]
fn a_header_is_as_long_as_it_must_be() {
    let ack = TcpSegment { sack: blocks(3), ..segment(TcpFlags::default(), 0) };
    let emitted = emit(&packet(40, Body::Tcp(ack)), Announced::default());
    assert_eq!((emitted.bytes.len(), emitted.original_length), (68, 68));
    assert_eq!(u16_at(&emitted.bytes, 2), 68);

    let wide = packet(1_060, Body::Tcp(segment(TcpFlags::PSH, 1_000)));
    let emitted = emit(&wide, Announced::default());
    assert_eq!((emitted.bytes.len(), emitted.original_length), (40, 1_060));
    assert_eq!(u16_at(&emitted.bytes, 2), 1_040);
}

#[test]
fn a_fourth_sack_block_finds_room_only_without_timestamps() {
    let stamps = Some(Timestamps { value: 1, echo: 2 });
    for (timestamps, kept) in [(None, 4), (stamps, 3)] {
        let ack = TcpSegment { sack: blocks(4), timestamps, ..segment(TcpFlags::default(), 0) };
        let emitted = emit(&packet(40, Body::Tcp(ack)), Announced::default());
        let Body::Tcp(back) = parse(&emitted.bytes).unwrap().body else { unreachable!() };
        assert_eq!(back.sack, blocks(kept));
    }
}

#[test]
fn a_window_is_rounded_up_and_ends_at_256_mib() {
    let shown = |window| {
        let ack = TcpSegment { window, ..segment(TcpFlags::default(), 0) };
        let bytes = emit(&packet(40, Body::Tcp(ack)), Announced::default()).bytes;
        let Body::Tcp(back) = parse(&bytes).unwrap().body else { unreachable!() };
        back.window
    };
    assert_eq!(shown(0), 0);
    assert_eq!(shown(1), 4_096);
    assert_eq!(shown(20_000), 20_480);
    assert_eq!(shown(u32::MAX), 65_535 << 12);
}

/// Goal: analysers show one conversation per flow. Method: ports of both directions.
#[test]
fn both_directions_of_a_flow_have_the_same_ports() {
    let flow = FlowId(0x0abc_1234);
    let [here, there] = ports_of(flow, NodeId(4), NodeId(9));
    assert_eq!(ports_of(flow, NodeId(9), NodeId(4)), [there, here]);
    assert_eq!([here, there], [49_152 + 0x1234, 49_152 + 0x2af0]);
}

#[test]
#[should_panic(expected = "node 16777216 has no address in 10.0.0.0/8")]
fn a_node_beyond_24_bits_is_refused() {
    address_of(NodeId(1 << 24));
}

#[test]
#[should_panic(expected = "an IPv4 packet of 65576 bytes")]
fn a_packet_beyond_16_bits_of_length_is_refused() {
    emit(&packet(0, Body::Tcp(segment(TcpFlags::PSH, 65_536))), Announced::default());
}

/// Goal: errors name place, found and expected. Method: one good packet, broken field by field;
/// where a checksum would notice first, the address or length is broken before it.
#[test]
fn broken_packets_are_refused_with_their_place() {
    let sound =
        emit(&packet(1_040, Body::Tcp(segment(TcpFlags::default(), 1_000))), Announced::default());
    let message = |offset: usize, value: u8| {
        let mut bytes = sound.bytes.clone();
        bytes[offset] = value;
        bytes[10..12].fill(0);
        let sum = Sum16BitWords::new().add_slice(&bytes[..20]).ones_complement().to_be();
        bytes[10..12].copy_from_slice(&sum.to_be_bytes());
        parse(&bytes).unwrap_err().to_string()
    };
    let table = [
        (0, 0x65, "byte 0, IPv4 version and header length: found 101, expected 0x45 = 69"),
        (6, 0x20, "byte 6, more-fragments flag and fragment offset: found 8192, expected 0"),
        (9, 17, "byte 9, IPv4 protocol: found 17, expected 1 (ICMP) or 6 (TCP)"),
        (12, 192, "byte 12, source address: found 192, expected 10 (10.0.0.0/8)"),
        (16, 11, "byte 16, destination address: found 11, expected 10 (10.0.0.0/8)"),
        (32, 0x40, "byte 32, TCP header length: found 16, expected 20 or more"),
        (32, 0xf0, "byte 20, TCP header with options: found 20 bytes, expected 60"),
    ];
    for (offset, value, expected) in table {
        assert_eq!(message(offset, value), expected);
    }
    assert!(message(25, 1).starts_with("byte 36, TCP checksum: sum: found"));
    let mut bytes = sound.bytes.clone();
    bytes[8] = 63;
    assert_eq!(
        parse(&bytes).unwrap_err(),
        unexpected(10, "IPv4 header checksum: sum", u16::to_be(0x0100), "0")
    );
    assert_eq!(
        parse(&sound.bytes[..19]).unwrap_err().to_string(),
        "byte 0, IPv4 header: found 19 bytes, expected 20"
    );
}

/// Goal: unknown options do not stop the reader. Method: a list with an unknown kind, one that ends
/// early, and malformed ones.
#[test]
fn options_are_read_as_rfc_9293_says() {
    let read = |options: &[u8]| parse_tcp_options(options, 0);
    let timestamps = Some(Timestamps { value: 0x0102_0304, echo: 5 });
    let known = [8, 10, 1, 2, 3, 4, 0, 0, 0, 5];
    assert_eq!(read(&[&[30, 4, 9, 9, 1][..], &known].concat()).unwrap().timestamps, timestamps);
    assert_eq!(
        read(&[&[0][..], &known].concat()).unwrap().timestamps,
        None,
        "after the end of the list"
    );
    let messages = [
        (
            &[5, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0][..],
            "byte 1, TCP option length: found 11, expected 10, 18, 26 or 34",
        ),
        (&[8, 2], "byte 1, TCP option length: found 2, expected 10"),
        (&[8, 1], "byte 1, TCP option length: found 1, expected 2 or more"),
        (&[1, 8], "byte 1, TCP option: found 1 bytes, expected 2"),
        (&[8, 10, 0], "byte 0, TCP option: found 3 bytes, expected 10"),
    ];
    for (options, expected) in messages {
        assert_eq!(read(options).unwrap_err().to_string(), expected);
    }
}

/// Goal: options of accelerated connection setups are those of RFC 7413 Sec. 4.1.1 and RFC 1644
/// Sec. 3.1.
/// Method: their bytes written by hand, behind the options of a SYN.
#[test]
fn options_have_the_bytes_of_their_documents() {
    let counters = AccEcnOption::new([1, 0x0100_0002, 0x03_0405], 3);
    let expected: [(ExtraOption, &[u8]); 7] = [
        (ExtraOption::CookieRequest, &[34, 2, 1, 1]),
        (ExtraOption::Cookie([1, 2, 3, 4, 5, 6, 7, 8]), &[34, 10, 1, 2, 3, 4, 5, 6, 7, 8, 1, 1]),
        (ExtraOption::Count(0x0a0b_0c0d), &[1, 1, 11, 6, 10, 11, 12, 13]),
        (ExtraOption::NewCount(2), &[1, 1, 12, 6, 0, 0, 0, 2]),
        (
            ExtraOption::Echo { own: 3, peer: 2 },
            &[1, 1, 11, 6, 0, 0, 0, 3, 1, 1, 13, 6, 0, 0, 0, 2],
        ),
        (ExtraOption::AccEcn(counters), &[174, 11, 0, 0, 1, 0, 0, 2, 3, 4, 5, 1]),
        (ExtraOption::AccEcn(AccEcnOption::new([9, 8, 7], 2)), &[174, 8, 0, 0, 9, 0, 0, 8]),
    ];
    for (option, bytes) in expected {
        let option = Some(option);
        let syn = TcpSegment { option, flags: TcpFlags::SYN, ..segment(TcpFlags::SYN, 0) };
        let emitted = emit(&packet(0, Body::Tcp(syn)), Announced::default()).bytes;
        assert!(emitted.ends_with(bytes), "{option:?}: {emitted:?}");
        assert_eq!(option.map(ExtraOption::length), Some(bytes.len() as u32));
        assert_eq!(usize::from(emitted[32] >> 4) * 4 + 20, emitted.len());
    }
}

fn any_segment() -> impl Strategy<Value = TcpSegment> {
    let numbers = (any::<u32>(), any::<u32>(), 0..0x200u16, any::<u16>(), 0..60_000u32);
    let blocks = proptest::collection::vec(any::<(u32, u32)>(), 0..=4);
    (numbers, blocks, any::<Option<(u32, u32)>>()).prop_map(|(numbers, blocks, stamps)| {
        let (seq, ack, flags, window, payload) = numbers;
        let flags = TcpFlags(flags);
        let syn = flags.contains(TcpFlags::SYN);
        let mut sack = SackBlocks::default();
        let room = if syn { 0 } else { 4 - usize::from(stamps.is_some()) };
        for (start, end) in blocks.into_iter().take(room) {
            sack.push(SackBlock { start: SeqNumber(start), end: SeqNumber(end) });
        }
        TcpSegment {
            seq: SeqNumber(seq),
            ack: SeqNumber(if flags.contains(TcpFlags::ACK) { ack } else { 0 }),
            flags,
            window: u32::from(window) << if syn { 0 } else { WINDOW_SCALE },
            payload,
            sack,
            timestamps: stamps.map(|(value, echo)| Timestamps { value, echo }),
            option: None,
        }
    })
}

fn any_option() -> impl Strategy<Value = Option<ExtraOption>> {
    prop_oneof![
        Just(None),
        Just(Some(ExtraOption::CookieRequest)),
        any::<[u8; 8]>().prop_map(|cookie| Some(ExtraOption::Cookie(cookie))),
        any::<u32>().prop_map(|own| Some(ExtraOption::Count(own))),
        any::<u32>().prop_map(|own| Some(ExtraOption::NewCount(own))),
        any::<(u32, u32)>().prop_map(|(own, peer)| Some(ExtraOption::Echo { own, peer })),
        (any::<[[u8; 3]; 3]>(), 0..=3usize, any::<bool>()).prop_map(
            |(counters, count, order_0)| {
                Some(ExtraOption::AccEcn(AccEcnOption::from_wire(counters, count, order_0)))
            }
        ),
    ]
}

fn any_packet() -> impl Strategy<Value = Packet> {
    let echo = any::<(u32, bool, u64)>().prop_map(|(sequence, reply, sent)| {
        Body::Echo(Echo { sequence, reply, sent: SimTime::from_nanos(sent) })
    });
    let segment = (any_segment(), any_option()).prop_map(|(mut segment, option)| {
        // Blocks that find no room beside the option are left out.
        if option.is_some() {
            segment.sack = SackBlocks::default();
        }
        Body::Tcp(TcpSegment { option, ..segment })
    });
    let body = prop_oneof![segment, echo];
    let ends = (any::<u32>(), 0..1u32 << 24, 0..1u32 << 24, any::<[u8; 2]>(), 40..2_000u32);
    (ends, body).prop_map(|((flow, source, destination, [ttl, class], size), body)| Packet {
        flow: FlowId(flow),
        source: NodeId(source),
        destination: NodeId(destination),
        size: if matches!(body, Body::Echo(_)) { size } else { 0 },
        ttl,
        ecn: Ecn::from_bits(class),
        dscp: class >> 2,
        body,
        ..Packet::BLANK
    })
}

proptest! {
    /// Goal: everything that can be carried is preserved. Method: any packet, cut after its headers
    /// and whole with a payload of zeros and a trailer.
    #[test]
    fn what_is_emitted_is_parsed(sent in any_packet()) {
        let Emitted { mut bytes, original_length } = emit(&sent, Announced::default());
        let sent = Packet { size: original_length, ..sent };
        prop_assert_eq!(parse(&bytes), Ok(sent));
        bytes.resize(original_length as usize + 3, 0);
        prop_assert_eq!(parse(&bytes), Ok(sent));
    }

    /// Goal: the checksum covers the whole packet. Method: payload that is not zeros is
    /// noticed.
    #[test]
    fn a_flipped_payload_bit_is_found(payload in 1..2_000u32, at in any::<u32>(), bit in 0..8) {
        let body = Body::Tcp(segment(TcpFlags::PSH, payload));
        let emitted = emit(&packet(0, body), Announced::default());
        let mut bytes = emitted.bytes;
        bytes.resize(emitted.original_length as usize, 0);
        bytes[(40 + at % payload) as usize] ^= 1u8 << bit;
        prop_assert!(parse(&bytes).is_err());
    }

    /// Goal: no input makes the reader panic. Method: arbitrary bytes.
    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
        let _ = parse(&bytes);
    }

    /// Goal: as before, but deeper. Method: sound packets cut anywhere, with a changed byte and
    /// the IPv4 checksum made to match, and options of arbitrary bytes.
    #[test]
    fn damaged_packets_do_not_panic(
        sent in any_packet(),
        (at, value, cut) in any::<(usize, u8, usize)>(),
        options in proptest::collection::vec(any::<u8>(), 0..41),
    ) {
        let mut bytes = emit(&sent, Announced::default()).bytes;
        let length = bytes.len();
        bytes[at % length] = value;
        bytes[10..12].fill(0);
        let sum = Sum16BitWords::new().add_slice(&bytes[..20]).ones_complement().to_be();
        bytes[10..12].copy_from_slice(&sum.to_be_bytes());
        bytes.truncate(cut % (length + 1));
        let _ = parse(&bytes);
        let _ = parse_tcp_options(&options, 0);
    }
}
