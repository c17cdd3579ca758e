//! Captures that are read: when each IP packet was seen, and how long it was.
//!
//! Owns the two file formats, libpcap's (draft-ietf-opsawg-pcap) and pcapng
//! (draft-ietf-opsawg-pcapng), and where the IP header lies behind a link's own. Contents are not
//! kept. Writing is [`crate::pcapng`]'s matter.

/// An IP packet of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// When it was captured, ns since the epoch of the capture.
    pub at_ns: u64,
    /// IP length, bytes.
    pub length: u32,
}

/// Why a capture cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, as a sentence without its full stop.
    pub what: String,
    /// What the file has.
    pub found: String,
    /// What it should have.
    pub expected: &'static str,
}

/// The longest IP packet (RFC 791 Sec. 3.1), bytes.
const LONGEST: u32 = 65_535;

const SECTION_HEADER: u32 = 0x0a0d_0d0a;
const BYTE_ORDER_MAGIC: u32 = 0x1a2b_3c4d;
const MAGIC_MICROSECONDS: u32 = 0xa1b2_c3d4;
const MAGIC_NANOSECONDS: u32 = 0xa1b2_3c4d;

/// Whether `bytes` begin as a capture of one of the two formats does.
pub fn is_capture(bytes: &[u8]) -> bool {
    let Some(first) = bytes.first_chunk::<4>() else { return false };
    let magics = [SECTION_HEADER, MAGIC_MICROSECONDS, MAGIC_NANOSECONDS];
    magics.into_iter().any(|magic| [magic.to_le_bytes(), magic.to_be_bytes()].contains(first))
}

/// The IP packets of a capture, in the order of the file, which is that of their times. What is not
/// IP is left out.
///
/// # Errors
/// A [`Fault`], with the number of the packet as analysers count, from 1.
pub fn read(bytes: &[u8]) -> Result<Vec<Seen>, Fault> {
    let mut reader = Reader { seen: Vec::new(), number: 0 };
    match bytes.first_chunk::<4>().map(|&first| u32::from_le_bytes(first)) {
        Some(SECTION_HEADER) => reader.sections(bytes)?,
        Some(_) if is_capture(bytes) => reader.records(bytes)?,
        _ => {
            let first = &bytes[..bytes.len().min(4)];
            return Err(Fault {
                what: "the file is no capture".into(),
                found: if first.is_empty() { "nothing".into() } else { hexadecimal(first) },
                expected: "a file in the format pcap or pcapng, which begins with its magic number",
            });
        }
    }
    if reader.seen.is_empty() {
        return Err(Fault {
            what: "the capture holds no IP packet".into(),
            found: format!("{} packets", reader.number),
            expected: "at least one IP packet",
        });
    }
    Ok(reader.seen)
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("the bytes 0x{digits}")
}

/// Numbers of one byte order.
#[derive(Clone, Copy)]
struct Numbers {
    is_big: bool,
}

impl Numbers {
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
    /// Units of its timestamps in a second.
    units_per_s: u128,
}

struct Reader {
    seen: Vec<Seen>,
    /// Packets so far, IP or not.
    number: u64,
}

impl Reader {
    fn fault(&self, what: &str, found: String, expected: &'static str) -> Fault {
        Fault { what: format!("packet {} {what}", self.number), found, expected }
    }

    fn truncated(&self, there: usize, needed: usize) -> Fault {
        Fault {
            what: format!("the capture is cut off after packet {}", self.number),
            found: format!("{there} bytes of {needed}"),
            expected: "a complete file",
        }
    }

    /// A file of libpcap: a header of 24 bytes, then records with headers of 16.
    fn records(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let magic = bytes.first_chunk::<4>().copied().unwrap_or_default();
        let is_big = [MAGIC_MICROSECONDS, MAGIC_NANOSECONDS]
            .into_iter()
            .any(|known| known.to_be_bytes() == magic);
        let numbers = Numbers { is_big };
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

    /// Blocks of pcapng: type, total length, body, total length again.
    fn sections(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let mut numbers = Numbers { is_big: false };
        let mut interfaces: Vec<Interface> = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            if rest.len() < 12 {
                return Err(self.truncated(rest.len(), 12));
            }
            if rest.starts_with(&SECTION_HEADER.to_le_bytes()) {
                let is_big = rest.get(8..12) == Some(&BYTE_ORDER_MAGIC.to_be_bytes()[..]);
                numbers = Numbers { is_big };
                if numbers.u32(rest, 8) != Some(BYTE_ORDER_MAGIC) {
                    return Err(Fault {
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
                return Err(Fault {
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
        numbers: Numbers,
        interfaces: &mut Vec<Interface>,
    ) -> Result<(), Fault> {
        let damaged = |reader: &Self| Fault {
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

    /// Takes a frame, of which `frame` was captured and which was `original` bytes long.
    fn packet(&mut self, at_ns: u64, link: u16, frame: &[u8], original: u32) -> Result<(), Fault> {
        self.number += 1;
        let begin = match ip_begins(link, frame) {
            Ok(Some(begin)) => begin,
            Ok(None) => return Ok(()),
            Err(()) => {
                return Err(self.fault(
                    "has a link type that is not known here",
                    format!("link type {link}"),
                    "Ethernet, raw IP, loopback or Linux cooked (link types 0, 1, 12, 14, 101, \
                     108, 113, 228, 229, 276)",
                ));
            }
        };
        let ip = frame.get(begin..).unwrap_or_default();
        let big = Numbers { is_big: true };
        let stated = match ip.first().map(|first| first >> 4) {
            Some(4) => big.u16(ip, 2).map(u32::from),
            Some(6) => big.u16(ip, 4).filter(|&payload| payload > 0).map(|n| 40 + u32::from(n)),
            _ => return Ok(()),
        };
        // Captures on the sending host may hold segments that the adapter has yet to cut, of which
        // the header does not state the length.
        let behind = original.saturating_sub(begin as u32);
        let length = stated.filter(|&stated| stated > 0).unwrap_or(behind);
        if !(crate::udp::HEADER_BYTES..=LONGEST).contains(&length) {
            return Err(self.fault(
                "has a length that no datagram has",
                format!("{length} bytes"),
                "an IP length from 28 to 65535 bytes",
            ));
        }
        if let Some(before) = self.seen.last()
            && at_ns < before.at_ns
        {
            let back = (before.at_ns - at_ns) as f64 / 1e9;
            return Err(self.fault(
                "goes back in time",
                format!("{back} s before the packet before it"),
                "packets in the order of their times, as `reordercap` writes them",
            ));
        }
        self.seen.push(Seen { at_ns, length });
        Ok(())
    }
}

/// Where the IP header of a frame lies; `None` where it holds something else. Fails for a link type
/// that is not known.
fn ip_begins(link: u16, frame: &[u8]) -> Result<Option<usize>, ()> {
    let big = Numbers { is_big: true };
    let is_ip = |at: usize| matches!(big.u16(frame, at), Some(0x0800 | 0x86dd));
    Ok(match link {
        0 | 108 => Some(4),
        1 => {
            // Tags of virtual networks (IEEE 802.1Q) stand before the type.
            let mut at = 12;
            while matches!(big.u16(frame, at), Some(0x8100 | 0x88a8)) {
                at += 4;
            }
            is_ip(at).then_some(at + 2)
        }
        12 | 14 | 101 | 228 | 229 => Some(0),
        113 => is_ip(14).then_some(16),
        276 => is_ip(0).then_some(20),
        _ => return Err(()),
    })
}

/// Units of timestamps in a second, from the options of an interface (`if_tsresol`); microseconds
/// where they do not say.
fn units_per_s(mut options: &[u8], numbers: Numbers) -> u128 {
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
    use crate::packet::{Body, Counted, Packet};
    use crate::pcapng::{LinkType, Writer};
    use crate::wire;

    /// An IPv4 header that states this length.
    fn ipv4(length: u16) -> Vec<u8> {
        let mut header = vec![0; 20];
        header[0] = 0x45;
        header[2..4].copy_from_slice(&length.to_be_bytes());
        header
    }

    /// A file of libpcap, its numbers in one order: seconds, part, frame, original length.
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

    /// Goal: both byte orders, both resolutions, tags and foreign protocols. Method: files made
    /// here, byte by byte.
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
                let seen = read(&pcap(is_big, magic, 1, &records)).unwrap();
                let expected = [
                    Seen { at_ns: 7_000_000_000 + 5 * unit, length: 100 },
                    Seen { at_ns: 8_000_000_000, length: 1500 },
                    Seen { at_ns: 8_000_000_000 + 9 * unit, length: 30_000 },
                ];
                assert_eq!(seen, expected);
            }
        }
        let mut ipv6 = vec![0; 40];
        (ipv6[0], ipv6[5]) = (0x60, 60);
        let cooked = [&[0; 14][..], &[0x86, 0xdd], &ipv6].concat();
        let seen = read(&pcap(false, MAGIC_MICROSECONDS, 113, &[(0, 0, cooked, 116)])).unwrap();
        assert_eq!(seen, [Seen { at_ns: 0, length: 100 }]);
    }

    /// Goal: what this crate writes is read. Method: datagrams through [`Writer`], at instants that
    /// need nanoseconds.
    #[test]
    fn own_captures_are_read() {
        let mut writer = Writer::new(Vec::new(), "test").unwrap();
        let interface = writer.interface("a", LinkType::Raw).unwrap();
        for (number, size) in [(0u32, 100), (1, 1500)] {
            let packet = Packet {
                flow: FlowId(0),
                connection: 0,
                source: NodeId(0),
                destination: NodeId(1),
                size,
                ttl: 64,
                created: SimTime::ZERO,
                body: Body::Counted(Counted { number, to_server: true }),
            };
            let emitted = wire::emit(&packet, wire::Announced::default());
            let at = SimTime::from_nanos(1 + u64::from(number));
            writer.packet(interface, at, &emitted.bytes, emitted.original_length, "").unwrap();
        }
        let file = writer.finish().unwrap();
        let expected = [Seen { at_ns: 1, length: 100 }, Seen { at_ns: 2, length: 1500 }];
        assert_eq!(read(&file).unwrap(), expected);
        // Wherever it is cut, that is found, or whole blocks are missing.
        for end in 0..file.len() {
            if let Ok(seen) = read(&file[..end]) {
                assert!(expected.starts_with(&seen), "{end}");
            }
        }
    }

    #[test]
    fn damage_is_told() {
        let told = |bytes: &[u8]| read(bytes).unwrap_err().what;
        let one = |link, frame: Vec<u8>, original| {
            pcap(false, MAGIC_MICROSECONDS, link, &[(0, 0, frame, original)])
        };
        assert_eq!(told(b"GIF8"), "the file is no capture");
        assert_eq!(told(b""), "the file is no capture");
        assert_eq!(told(&one(1, vec![], 0)), "the capture holds no IP packet");
        assert_eq!(
            told(&one(147, ipv4(99), 99)),
            "packet 1 has a link type that is not known here"
        );
        assert_eq!(told(&one(101, ipv4(20), 20)), "packet 1 has a length that no datagram has");
        assert_eq!(told(&one(101, ipv4(0), 65_536)), "packet 1 has a length that no datagram has");
        let file = one(101, ipv4(99), 99);
        assert_eq!(told(&file[..30]), "the capture is cut off after packet 0");
        assert_eq!(told(&file[..20]), "the capture is cut off after packet 0");
        let records = [(1, 0, ipv4(99), 99), (0, 999_999, ipv4(99), 99)];
        let back = pcap(false, MAGIC_MICROSECONDS, 101, &records);
        assert_eq!(told(&back), "packet 2 goes back in time");
    }
}
