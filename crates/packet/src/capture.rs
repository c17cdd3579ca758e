//! Reading of captures: capture time and length of each IP packet.
//!
//! Owns the two file formats, libpcap's (draft-ietf-opsawg-pcap) and pcapng
//! (draft-ietf-opsawg-pcapng), and the position of the IP header behind a link-layer header.
//! Contents are not kept. For writing see [`crate::pcapng`].

use std::collections::BTreeMap;

/// A captured IP packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapturedPacket {
    /// Capture time, ns since the epoch of the capture.
    pub at_ns: u64,
    /// IP length, bytes.
    pub length: u32,
}

/// The IP packets of a capture in order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capture {
    /// Packets, at least one.
    pub packets: Vec<CapturedPacket>,
    /// Number of packets that the file stores after later ones.
    pub out_of_order: u64,
    /// Maximum lag of such a packet, ns.
    pub furthest_back_ns: u64,
}

/// Reason for which a capture cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureFault {
    /// Problem, as a sentence without its full stop.
    pub what: String,
    /// Content of the file at that place.
    pub found: String,
    /// Content that was expected.
    pub expected: &'static str,
}

/// Maximum length of an IP packet (RFC 791 Sec. 3.1), bytes.
const MAX_LENGTH: u32 = 65_535;

/// Maximum time by which a packet may be earlier than those before it, ns: interfaces with several
/// queues write packets out of order by microseconds.
const MAX_LAG_NS: u64 = 10_000_000;

/// Maximum number of frame kinds that a message lists.
const KINDS_SHOWN: usize = 3;

const SECTION_HEADER: u32 = 0x0a0d_0d0a;
const BYTE_ORDER_MAGIC: u32 = 0x1a2b_3c4d;
const MAGIC_MICROSECONDS: u32 = 0xa1b2_c3d4;
const MAGIC_NANOSECONDS: u32 = 0xa1b2_3c4d;

/// Whether `bytes` begin like a capture in one of the two formats.
pub fn is_capture(bytes: &[u8]) -> bool {
    let Some(first) = bytes.first_chunk::<4>() else { return false };
    let magics = [SECTION_HEADER, MAGIC_MICROSECONDS, MAGIC_NANOSECONDS];
    magics.into_iter().any(|magic| [magic.to_le_bytes(), magic.to_be_bytes()].contains(first))
}

/// The IP packets of a capture, in order of time. Other packets are skipped.
///
/// # Errors
/// A [`CaptureFault`], with the number of the packet as analysers count, from 1.
pub fn read(bytes: &[u8]) -> Result<Capture, CaptureFault> {
    let mut reader = Reader::default();
    match bytes.first_chunk::<4>().map(|&first| u32::from_le_bytes(first)) {
        Some(SECTION_HEADER) => reader.sections(bytes)?,
        Some(_) if is_capture(bytes) => reader.records(bytes)?,
        _ => {
            let first = &bytes[..bytes.len().min(4)];
            return Err(CaptureFault {
                what: "the file is not a capture".into(),
                found: if first.is_empty() { "nothing".into() } else { hexadecimal(first) },
                expected: "a file in the format pcap or pcapng, which begins with its magic number",
            });
        }
    }
    let mut capture = reader.capture;
    if capture.packets.is_empty() {
        let mut others: Vec<(String, u64)> = reader.others.into_iter().collect();
        others.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        others.truncate(KINDS_SHOWN);
        let others: Vec<String> =
            others.into_iter().map(|(kind, count)| format!("{count} of {kind}")).collect();
        let which = if others.is_empty() { String::new() } else { ": ".to_string() };
        return Err(CaptureFault {
            what: "the capture holds no IP packet".into(),
            found: format!("{} packets{which}{}", reader.number, others.join(", ")),
            expected: "at least one IP packet, behind tags of VLAN, labels of MPLS or PPPoE or not",
        });
    }
    // Stable: packets of one instant stay in the order of the file.
    capture.packets.sort_by_key(|packet| packet.at_ns);
    Ok(capture)
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("the bytes 0x{digits}")
}

/// Integers of one byte order.
#[derive(Clone, Copy)]
struct ByteOrder {
    is_big: bool,
}

impl ByteOrder {
    fn u16(self, bytes: &[u8], at: usize) -> Option<u16> {
        let two = *bytes.get(at..)?.first_chunk::<2>()?;
        Some(if self.is_big { u16::from_be_bytes(two) } else { u16::from_le_bytes(two) })
    }

    fn u32(self, bytes: &[u8], at: usize) -> Option<u32> {
        let four = *bytes.get(at..)?.first_chunk::<4>()?;
        Some(if self.is_big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) })
    }
}

/// An interface of a pcapng section.
struct Interface {
    link: u16,
    /// Timestamp units per second.
    units_per_s: u128,
}

#[derive(Default)]
struct Reader {
    capture: Capture,
    /// Latest time so far, ns.
    latest_ns: u64,
    /// Number of packets so far, IP or not.
    number: u64,
    /// Number of packets that are not IP, by kind.
    others: BTreeMap<String, u64>,
}

impl Reader {
    fn fault(&self, what: &str, found: String, expected: &'static str) -> CaptureFault {
        CaptureFault { what: format!("packet {} {what}", self.number), found, expected }
    }

    fn truncated(&self, there: usize, needed: usize) -> CaptureFault {
        CaptureFault {
            what: format!("the capture is truncated after packet {}", self.number),
            found: format!("{there} bytes of {needed}"),
            expected: "a complete file",
        }
    }

    /// Reads a libpcap file: a header of 24 bytes, then records with headers of 16.
    fn records(&mut self, bytes: &[u8]) -> Result<(), CaptureFault> {
        let magic = bytes.first_chunk::<4>().copied().unwrap_or_default();
        let is_big = [MAGIC_MICROSECONDS, MAGIC_NANOSECONDS]
            .into_iter()
            .any(|known| known.to_be_bytes() == magic);
        let numbers = ByteOrder { is_big };
        let is_fine = numbers.u32(bytes, 0) == Some(MAGIC_NANOSECONDS);
        let Some(link) = numbers.u32(bytes, 20) else {
            return Err(self.truncated(bytes.len(), 24));
        };
        let mut rest = &bytes[24..];
        while !rest.is_empty() {
            let field = |at| numbers.u32(rest, at);
            let (Some(seconds), Some(part), Some(captured), Some(original)) =
                (field(0), field(4), field(8), field(12))
            else {
                return Err(self.truncated(rest.len(), 16));
            };
            let end = 16 + captured as usize;
            let Some(frame) = rest.get(16..end) else {
                return Err(self.truncated(rest.len(), end));
            };
            let part_ns = u64::from(part) * if is_fine { 1 } else { 1000 };
            let at_ns = u64::from(seconds) * 1_000_000_000 + part_ns;
            // The upper bits say how long checksums of frames are.
            self.packet(at_ns, link as u16, frame, original)?;
            rest = &rest[end..];
        }
        Ok(())
    }

    /// Reads the blocks of a pcapng file: type, total length, body, total length again.
    fn sections(&mut self, bytes: &[u8]) -> Result<(), CaptureFault> {
        let mut numbers = ByteOrder { is_big: false };
        let mut interfaces: Vec<Interface> = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            if rest.len() < 12 {
                return Err(self.truncated(rest.len(), 12));
            }
            if rest.starts_with(&SECTION_HEADER.to_le_bytes()) {
                let is_big = rest.get(8..12) == Some(&BYTE_ORDER_MAGIC.to_be_bytes()[..]);
                numbers = ByteOrder { is_big };
                if numbers.u32(rest, 8) != Some(BYTE_ORDER_MAGIC) {
                    return Err(CaptureFault {
                        what: "a section of the capture does not state its byte order".into(),
                        found: hexadecimal(&rest[8..12]),
                        expected: "0x1a2b3c4d in one order or the other",
                    });
                }
                interfaces.clear();
            }
            let kind = numbers.u32(rest, 0).unwrap_or_default();
            let length = numbers.u32(rest, 4).unwrap_or_default() as usize;
            if length < 12 || !length.is_multiple_of(4) {
                return Err(CaptureFault {
                    what: format!("a block of the capture after packet {} is damaged", self.number),
                    found: format!("a length of {length} bytes"),
                    expected: "a multiple of 4 bytes, at least 12",
                });
            }
            let Some(body) = rest.get(8..length - 4) else {
                return Err(self.truncated(rest.len(), length));
            };
            self.block(kind, body, numbers, &mut interfaces)?;
            rest = rest.get(length..).ok_or_else(|| self.truncated(rest.len(), length))?;
        }
        Ok(())
    }

    fn block(
        &mut self,
        kind: u32,
        body: &[u8],
        numbers: ByteOrder,
        interfaces: &mut Vec<Interface>,
    ) -> Result<(), CaptureFault> {
        let damaged = |reader: &Self| CaptureFault {
            what: format!("a block of the capture after packet {} is damaged", reader.number),
            found: format!("{} bytes of block type {kind}", body.len()),
            expected: "the fields of that type of block",
        };
        match kind {
            1 => {
                let link = numbers.u16(body, 0).ok_or_else(|| damaged(self))?;
                let options = body.get(8..).unwrap_or_default();
                interfaces.push(Interface { link, units_per_s: units_per_s(options, numbers) });
            }
            // Simple packets have no time.
            3 => {
                self.number += 1;
                let expected = "packets with times: enhanced packet blocks";
                return Err(self.fault("has no time", "a simple packet block".into(), expected));
            }
            6 => {
                let field = |at| numbers.u32(body, at).ok_or_else(|| damaged(self));
                let ticks = u128::from(field(4)?) << 32 | u128::from(field(8)?);
                let (number, captured, original) = (field(0)?, field(12)?, field(16)?);
                let interface = interfaces.get(number as usize).ok_or_else(|| damaged(self))?;
                let end = 20 + captured as usize;
                let frame = body.get(20..end).ok_or_else(|| damaged(self))?;
                let at_ns = ticks * 1_000_000_000 / interface.units_per_s;
                let at_ns = u64::try_from(at_ns).unwrap_or(u64::MAX);
                self.packet(at_ns, interface.link, frame, original)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds a frame of `original` bytes, of which `frame` was captured.
    fn packet(
        &mut self,
        at_ns: u64,
        link: u16,
        frame: &[u8],
        original: u32,
    ) -> Result<(), CaptureFault> {
        self.number += 1;
        let begin = match ip_begins(link, frame) {
            Ok(begin) => begin,
            Err(NotIp::Other(kind)) => {
                *self.others.entry(kind).or_default() += 1;
                return Ok(());
            }
            Err(NotIp::UnknownLink) => {
                return Err(self.fault(
                    "has a link type that is not known here",
                    format!("link type {link}"),
                    "Ethernet, raw IP, loopback, PPP or Linux cooked (link types 0, 1, 9, 12, 14, \
                     50, 51, 101, 108, 113, 228, 229, 276)",
                ));
            }
        };
        let ip = frame.get(begin..).unwrap_or_default();
        let big = ByteOrder { is_big: true };
        let stated = match ip.first().map(|first| first >> 4) {
            Some(4) => big.u16(ip, 2).map(u32::from),
            Some(6) => big.u16(ip, 4).filter(|&payload| payload > 0).map(|n| 40 + u32::from(n)),
            version => {
                let kind = version.map_or("nothing".into(), |n| format!("IP version {n}"));
                *self.others.entry(kind).or_default() += 1;
                return Ok(());
            }
        };
        // Captures on the sending host may hold segments that the adapter has yet to cut, of which
        // the header does not state the length.
        let behind = original.saturating_sub(begin as u32);
        let length = stated.filter(|&stated| stated > 0).unwrap_or(behind);
        if !(crate::udp::HEADER_BYTES..=MAX_LENGTH).contains(&length) {
            return Err(self.fault(
                "has a length that no datagram has",
                format!("{length} bytes"),
                "an IP length from 28 to 65535 bytes",
            ));
        }
        let back_ns = self.latest_ns.saturating_sub(at_ns);
        if back_ns > MAX_LAG_NS {
            return Err(self.fault(
                "goes back in time",
                format!("{} s before a packet before it", back_ns as f64 / 1e9),
                "packets in the order of their times or 10 ms from it; `reordercap` orders others",
            ));
        }
        self.capture.out_of_order += u64::from(back_ns > 0);
        self.capture.furthest_back_ns = self.capture.furthest_back_ns.max(back_ns);
        self.latest_ns = self.latest_ns.max(at_ns);
        self.capture.packets.push(CapturedPacket { at_ns, length });
        Ok(())
    }
}

/// Reason for which no IP header was found in a frame.
enum NotIp {
    /// The frame has other content, named here.
    Other(String),
    /// The link type is not supported.
    UnknownLink,
}

/// Offset of the IP header in a frame.
fn ip_begins(link: u16, frame: &[u8]) -> Result<usize, NotIp> {
    match link {
        0 | 108 => Ok(4),
        1 => behind_type(frame, 12, 14),
        9 | 50 => {
            // Address and control of HDLC may stand in front (RFC 1662).
            let at = if frame.starts_with(&[0xff, 0x03]) { 2 } else { 0 };
            behind_ppp(frame, at)
        }
        12 | 14 | 101 | 228 | 229 => Ok(0),
        51 => behind_ppp(frame, 6),
        113 => behind_type(frame, 14, 16),
        276 => behind_type(frame, 0, 20),
        _ => Err(NotIp::UnknownLink),
    }
}

/// Offset of the IP header, for an EtherType at `at` whose payload begins at `begin`.
fn behind_type(frame: &[u8], at: usize, begin: usize) -> Result<usize, NotIp> {
    let big = ByteOrder { is_big: true };
    let (mut at, mut begin) = (at, begin);
    loop {
        match big.u16(frame, at) {
            Some(0x0800 | 0x86dd) => return Ok(begin),
            // Tags of virtual networks (IEEE 802.1Q): two bytes of the tag, then the next type.
            Some(0x8100 | 0x88a8 | 0x9100) => (at, begin) = (begin + 2, begin + 4),
            // Labels of MPLS, of which the last has a bit set (RFC 3032 Sec. 2.1).
            Some(0x8847 | 0x8848) => {
                let is_last = |label: &&[u8]| label.get(2).is_some_and(|byte| byte & 1 == 1);
                let labels = frame.get(begin..).unwrap_or_default();
                let before = labels.chunks(4).position(|label| is_last(&label));
                return before.map(|before| begin + 4 * (before + 1)).ok_or_else(no_type);
            }
            // PPPoE (RFC 2516 Sec. 4): six bytes, then the protocol of PPP.
            Some(0x8864) => return behind_ppp(frame, begin + 6),
            Some(kind) => return Err(NotIp::Other(format!("EtherType 0x{kind:04x}"))),
            None => return Err(no_type()),
        }
    }
}

/// Offset of the IP header, for a PPP protocol field at `at` (RFC 1661 Sec. 2, RFC 5072).
fn behind_ppp(frame: &[u8], at: usize) -> Result<usize, NotIp> {
    let big = ByteOrder { is_big: true };
    match (frame.get(at), big.u16(frame, at)) {
        (_, Some(0x0021 | 0x0057)) => Ok(at + 2),
        // The first byte of a protocol may be left out where it is zero.
        (Some(0x21 | 0x57), _) => Ok(at + 1),
        (_, Some(kind)) => Err(NotIp::Other(format!("PPP protocol 0x{kind:04x}"))),
        (_, None) => Err(no_type()),
    }
}

/// The error for a frame that ends before its protocol field.
fn no_type() -> NotIp {
    NotIp::Other("truncated frames".into())
}

/// Timestamp units per second, from the options of an interface (`if_tsresol`); microseconds by
/// default.
fn units_per_s(mut options: &[u8], numbers: ByteOrder) -> u128 {
    while let (Some(code), Some(length)) = (numbers.u16(options, 0), numbers.u16(options, 2)) {
        if code == 0 {
            break;
        }
        if code == 9
            && let Some(&resolution) = options.get(4)
        {
            let power = u32::from(resolution & 0x7f);
            let base: u128 = if resolution & 0x80 == 0 { 10 } else { 2 };
            return base.checked_pow(power).unwrap_or(u128::MAX);
        }
        let next = 4 + usize::from(length).next_multiple_of(4);
        options = options.get(next..).unwrap_or_default();
    }
    1_000_000
}

#[cfg(test)]
mod tests {
    use skyseam_base::{FlowId, NodeId, SimTime};

    use super::*;
    use crate::packet::{Body, Packet, SyntheticDatagram};
    use crate::pcapng::{LinkType, Writer};
    use crate::wire;

    /// An IPv4 header that states this length.
    fn ipv4(length: u16) -> Vec<u8> {
        let mut header = vec![0; 20];
        header[0] = 0x45;
        header[2..4].copy_from_slice(&length.to_be_bytes());
        header
    }

    /// A libpcap file in one byte order, with records of (seconds, fraction, frame, original
    /// length).
    fn pcap(is_big: bool, magic: u32, link: u32, records: &[(u32, u32, Vec<u8>, u32)]) -> Vec<u8> {
        let number = |n: u32| if is_big { n.to_be_bytes() } else { n.to_le_bytes() };
        let mut file = Vec::new();
        for field in [magic, 0x0004_0002, 0, 0, 65_535, link] {
            file.extend(number(field));
        }
        for (seconds, part, frame, original) in records {
            for field in [*seconds, *part, frame.len() as u32, *original] {
                file.extend(number(field));
            }
            file.extend(frame);
        }
        file
    }

    fn ethernet(kind: &[u8], ip: &[u8]) -> Vec<u8> {
        [&[0; 12][..], kind, ip].concat()
    }

    /// Goal: both byte orders, both resolutions, tags and foreign protocols are read. Method: files
    /// built here, byte by byte.
    #[test]
    fn packets_are_those_of_the_file() {
        for is_big in [false, true] {
            for (magic, unit) in [(MAGIC_MICROSECONDS, 1000), (MAGIC_NANOSECONDS, 1)] {
                let records = [
                    (7, 5, ethernet(&[8, 0], &ipv4(100)), 114),
                    (7, 6, ethernet(&[8, 6], &[0; 28]), 42),
                    (8, 0, ethernet(&[0x81, 0, 0, 3, 8, 0], &ipv4(1500)), 1518),
                    // Not cut into segments yet.
                    (8, 9, ethernet(&[8, 0], &ipv4(0)), 30_014),
                ];
                let seen = read(&pcap(is_big, magic, 1, &records)).unwrap().packets;
                let expected = [
                    CapturedPacket { at_ns: 7_000_000_000 + 5 * unit, length: 100 },
                    CapturedPacket { at_ns: 8_000_000_000, length: 1500 },
                    CapturedPacket { at_ns: 8_000_000_000 + 9 * unit, length: 30_000 },
                ];
                assert_eq!(seen, expected);
            }
        }
        let mut ipv6 = vec![0; 40];
        (ipv6[0], ipv6[5]) = (0x60, 60);
        let cooked = [&[0; 14][..], &[0x86, 0xdd], &ipv6].concat();
        let seen = read(&pcap(false, MAGIC_MICROSECONDS, 113, &[(0, 0, cooked, 116)])).unwrap();
        assert_eq!(seen.packets, [CapturedPacket { at_ns: 0, length: 100 }]);
    }

    /// Goal: IP is found behind the headers of access networks and tunnels. Method: a datagram of
    /// 100 bytes behind each header, written as its standard draws it.
    #[test]
    fn ip_is_found_behind_other_headers() {
        let ip = ipv4(100);
        let pppoe = [&[0x11, 0, 0, 7, 0, 102, 0, 0x21][..], &ip].concat();
        let labels = [&[0, 0, 0x10, 64, 0, 0, 0x21, 64][..], &ip].concat();
        let frames: [(u32, Vec<u8>); 12] = [
            (1, ethernet(&[0x88, 0x64], &pppoe)),
            (1, ethernet(&[0x81, 0, 0, 3, 0x88, 0x64], &pppoe)),
            (1, ethernet(&[0x88, 0xa8, 0, 3, 0x81, 0, 0, 4, 8, 0], &ip)),
            (1, ethernet(&[0x88, 0x47], &labels)),
            (9, [&[0xff, 3, 0, 0x21][..], &ip].concat()),
            (9, [&[0x21][..], &ip].concat()),
            (50, [&[0xff, 3, 0, 0x21][..], &ip].concat()),
            (51, pppoe.clone()),
            (113, [&[0; 14][..], &[0x81, 0, 0, 3, 8, 0], &ip].concat()),
            (113, [&[0; 14][..], &[0x88, 0x64], &pppoe].concat()),
            (276, [&[8, 0][..], &[0; 18], &ip].concat()),
            (276, [&[0x81, 0][..], &[0; 18], &[0, 3, 8, 0], &ip].concat()),
        ];
        for (link, frame) in frames {
            let length = frame.len() as u32;
            let file = pcap(false, MAGIC_MICROSECONDS, link, &[(0, 0, frame.clone(), length)]);
            let seen = read(&file).unwrap_or_else(|fault| panic!("{link} {frame:?}: {fault:?}"));
            assert_eq!(
                seen.packets,
                [CapturedPacket { at_ns: 0, length: 100 }],
                "{link} {frame:?}"
            );
        }
        let others = [
            (0, 0, ethernet(&[8, 6], &[0; 28]), 42),
            (0, 0, ethernet(&[0x88, 0xcc], &[0; 28]), 42),
            (0, 0, ethernet(&[8, 6], &[0; 28]), 42),
            (0, 0, vec![0; 5], 5),
        ];
        let fault = read(&pcap(false, MAGIC_MICROSECONDS, 1, &others)).unwrap_err();
        assert_eq!(
            fault.found,
            "4 packets: 2 of EtherType 0x0806, 1 of EtherType 0x88cc, 1 of truncated frames"
        );
    }

    /// Goal: packets that an interface with several queues wrote out of order are sorted and
    /// counted. Method: two that lag by 3 and 5 us; then a lag of more than 10 ms.
    #[test]
    fn packets_out_of_order_by_little_are_ordered() {
        let at = |micros: u32| (7, micros, ipv4(100 + micros as u16), 100);
        let file = |records: &[_]| pcap(false, MAGIC_MICROSECONDS, 101, records);
        let capture = read(&file(&[at(10), at(7), at(12), at(12), at(7)])).unwrap();
        let lengths: Vec<u32> = capture.packets.iter().map(|packet| packet.length).collect();
        assert_eq!(lengths, [107, 107, 110, 112, 112]);
        assert_eq!((capture.out_of_order, capture.furthest_back_ns), (2, 5_000));
        assert!(read(&file(&[at(10_001), at(1)])).is_ok());
        assert!(read(&file(&[at(10_002), at(1)])).is_err());
    }

    /// Goal: captures that this crate writes are read. Method: datagrams through [`Writer`], at
    /// instants that need nanoseconds.
    #[test]
    fn own_captures_are_read() {
        let mut writer = Writer::new(Vec::new(), "test").unwrap();
        let interface = writer.interface("a", LinkType::Raw).unwrap();
        for (number, size) in [(0u32, 100), (1, 1500)] {
            let packet = Packet {
                flow: FlowId(0),
                source: NodeId(0),
                destination: NodeId(1),
                size,
                ttl: 64,
                created: SimTime::ZERO,
                body: Body::Synthetic(SyntheticDatagram { number, to_server: true }),
                ..Packet::BLANK
            };
            let emitted = wire::emit(&packet, wire::Announced::default());
            let at = SimTime::from_nanos(1 + u64::from(number));
            writer.packet(interface, at, &emitted.bytes, emitted.original_length, "").unwrap();
        }
        let file = writer.finish().unwrap();
        let expected =
            [CapturedPacket { at_ns: 1, length: 100 }, CapturedPacket { at_ns: 2, length: 1500 }];
        assert_eq!(read(&file).unwrap().packets, expected);
        // Wherever it is cut, that is found, or whole blocks are missing.
        for end in 0..file.len() {
            if let Ok(seen) = read(&file[..end]) {
                assert!(expected.starts_with(&seen.packets), "{end}");
            }
        }
    }

    #[test]
    fn damage_is_told() {
        let told = |bytes: &[u8]| read(bytes).unwrap_err().what;
        let one = |link, frame: Vec<u8>, original| {
            pcap(false, MAGIC_MICROSECONDS, link, &[(0, 0, frame, original)])
        };
        assert_eq!(told(b"GIF8"), "the file is not a capture");
        assert_eq!(told(b""), "the file is not a capture");
        assert_eq!(told(&one(1, vec![], 0)), "the capture holds no IP packet");
        assert_eq!(
            told(&one(147, ipv4(99), 99)),
            "packet 1 has a link type that is not known here"
        );
        assert_eq!(told(&one(101, ipv4(20), 20)), "packet 1 has a length that no datagram has");
        assert_eq!(told(&one(101, ipv4(0), 65_536)), "packet 1 has a length that no datagram has");
        let file = one(101, ipv4(99), 99);
        assert_eq!(told(&file[..30]), "the capture is truncated after packet 0");
        assert_eq!(told(&file[..20]), "the capture is truncated after packet 0");
        let records = [(1, 0, ipv4(99), 99), (0, 980_000, ipv4(99), 99)];
        let back = pcap(false, MAGIC_MICROSECONDS, 101, &records);
        assert_eq!(told(&back), "packet 2 goes back in time");
    }
}
