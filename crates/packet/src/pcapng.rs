//! The writer of capture files: pcapng (draft-ietf-opsawg-pcapng), readable by Wireshark and
//! tcpdump.
//!
//! Owns the blocks: one section, one interface per captured link or node, one block per packet.
//! Does not own the bytes of a packet ([`crate::wire`]), nor opening files: it writes to any sink.
//! All numbers are little-endian on every machine, so that files are the same everywhere.

use std::io::{self, Write};

use skyseam_base::SimTime;

/// Link types of captures whose packets begin with their IP header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkType {
    /// LINKTYPE_RAW, as registered.
    Raw = 101,
    /// libpcap's in-memory number for raw IP (DLT_RAW except on OpenBSD), which Wireshark accepts
    /// too. Files of several interfaces need it: libpcap 1.10 translates the number of the first
    /// interface only, compares it with those of the others, and rejects LINKTYPE_RAW.
    RawInMemory = 12,
}

/// Value of `if_tsresol` for timestamps in units of 10^-9 s.
const NANOSECONDS: u8 = 9;

const SECTION_HEADER: u32 = 0x0a0d_0d0a;
const INTERFACE_DESCRIPTION: u32 = 1;
const NAME_RESOLUTION: u32 = 4;
const ENHANCED_PACKET: u32 = 6;
const BYTE_ORDER_MAGIC: u32 = 0x1a2b_3c4d;
/// Section length of a section whose length is unknown when it begins.
const LENGTH_UNKNOWN: u64 = u64::MAX;

const OPTION_END: u16 = 0;
const OPTION_COMMENT: u16 = 1;
const OPTION_SECTION_APPLICATION: u16 = 4;
const OPTION_INTERFACE_NAME: u16 = 2;
const OPTION_INTERFACE_RESOLUTION: u16 = 9;
/// Type of a record in a name resolution block: an IPv4 address and names, each terminated by a
/// zero.
const RECORD_IPV4: u16 = 1;

/// Writer of a capture, block by block.
#[derive(Debug)]
pub struct Writer<W> {
    sink: W,
    interfaces: u32,
    block: Vec<u8>,
}

/// An interface of one capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterfaceId(u32);

impl<W: Write> Writer<W> {
    /// Begins a capture made by `application` (its name and version).
    pub fn new(sink: W, application: &str) -> io::Result<Self> {
        let mut writer = Self { sink, interfaces: 0, block: Vec::new() };
        writer.begin(SECTION_HEADER);
        writer.u32(BYTE_ORDER_MAGIC);
        writer.u16(1);
        writer.u16(0);
        writer.bytes(&LENGTH_UNKNOWN.to_le_bytes());
        writer.option(OPTION_SECTION_APPLICATION, application.as_bytes());
        writer.option(OPTION_END, &[]);
        writer.end()?;
        Ok(writer)
    }

    /// Adds an interface called `name`; interfaces can be added at any time.
    pub fn interface(&mut self, name: &str, link: LinkType) -> io::Result<InterfaceId> {
        self.begin(INTERFACE_DESCRIPTION);
        self.u16(link as u16);
        self.u16(0);
        // No snap length: each packet has its captured and its original length.
        self.u32(0);
        self.option(OPTION_INTERFACE_NAME, name.as_bytes());
        self.option(OPTION_INTERFACE_RESOLUTION, &[NANOSECONDS]);
        self.option(OPTION_END, &[]);
        self.end()?;
        self.interfaces += 1;
        Ok(InterfaceId(self.interfaces - 1))
    }

    /// Adds the names of the hosts with these addresses, for display by analysers.
    pub fn names<'a>(
        &mut self,
        names: impl IntoIterator<Item = ([u8; 4], &'a str)>,
    ) -> io::Result<()> {
        self.begin(NAME_RESOLUTION);
        for (address, name) in names {
            // A zero byte would end the name early.
            let name: Vec<u8> = name.bytes().filter(|&byte| byte != 0).take(255).collect();
            let value = [&address[..], &name, &[0]].concat();
            self.option(RECORD_IPV4, &value);
        }
        self.option(OPTION_END, &[]);
        self.end()
    }

    /// Adds a packet captured on `interface` at `at` (time zero is the Unix epoch): its first
    /// bytes, its original length in bytes, and a comment unless that is empty.
    ///
    /// # Panics
    /// If `interface` belongs to another capture with more interfaces, or `bytes` is longer than
    /// `original_length`.
    pub fn packet(
        &mut self,
        interface: InterfaceId,
        at: SimTime,
        bytes: &[u8],
        original_length: u32,
        comment: &str,
    ) -> io::Result<()> {
        assert!(interface.0 < self.interfaces, "{interface:?} of {}", self.interfaces);
        let captured = u32::try_from(bytes.len()).expect("a packet shorter than 4 GiB");
        assert!(captured <= original_length, "captured {captured} of {original_length} bytes");
        self.begin(ENHANCED_PACKET);
        self.u32(interface.0);
        self.u32((at.as_nanos() >> 32) as u32);
        self.u32(at.as_nanos() as u32);
        self.u32(captured);
        self.u32(original_length);
        self.bytes(bytes);
        self.pad();
        if !comment.is_empty() {
            self.option(OPTION_COMMENT, comment.as_bytes());
            self.option(OPTION_END, &[]);
        }
        self.end()
    }

    /// Ends the capture and returns the sink.
    pub fn finish(mut self) -> io::Result<W> {
        self.sink.flush()?;
        Ok(self.sink)
    }

    /// Begins a block; [`Self::end`] fills in its length.
    fn begin(&mut self, kind: u32) {
        self.block.clear();
        self.u32(kind);
        self.u32(0);
    }

    /// Ends the block and writes it: the total length follows the type and is repeated at the end.
    fn end(&mut self) -> io::Result<()> {
        let length = u32::try_from(self.block.len() + 4).expect("a block shorter than 4 GiB");
        self.block[4..8].copy_from_slice(&length.to_le_bytes());
        self.u32(length);
        self.sink.write_all(&self.block)
    }

    /// Adds an option; text beyond the 64 KiB limit of an option is cut.
    fn option(&mut self, code: u16, value: &[u8]) {
        let value = &value[..value.len().min(usize::from(u16::MAX))];
        self.u16(code);
        self.u16(value.len() as u16);
        self.bytes(value);
        self.pad();
    }

    /// Pads to 32 bits.
    fn pad(&mut self) {
        let length = self.block.len().next_multiple_of(4);
        self.block.resize(length, 0);
    }

    fn u16(&mut self, value: u16) {
        self.bytes(&value.to_le_bytes());
    }

    fn u32(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.block.extend_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Goal: the blocks are those of the draft. Method: a small capture written by hand.
    #[test]
    fn a_capture_is_these_bytes() {
        let mut writer = Writer::new(Vec::new(), "skyseam").unwrap();
        let interface = writer.interface("HNL up", LinkType::Raw).unwrap();
        let at = SimTime::from_nanos(5 << 32 | 0x0102_0304);
        writer.packet(interface, at, &[0x45, 1, 2, 3, 4], 40, "").unwrap();
        writer.names([([10, 0, 0, 1], "HNL")]).unwrap();
        writer.packet(interface, SimTime::ZERO, &[], 0, "lost").unwrap();
        #[rustfmt::skip]
        let golden = [
            // Section Header Block: magic, version 1.0, length unknown, application, end.
            0x0a, 0x0d, 0x0d, 0x0a, 44, 0, 0, 0, 0x4d, 0x3c, 0x2b, 0x1a, 1, 0, 0, 0,
            0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
            4, 0, 7, 0, b's', b'k', b'y', b's', b'e', b'a', b'm', 0, 0, 0, 0, 0,
            44, 0, 0, 0,
            // Interface Description Block: raw IP, any length, name, nanoseconds, end.
            1, 0, 0, 0, 44, 0, 0, 0, 101, 0, 0, 0, 0, 0, 0, 0,
            2, 0, 6, 0, b'H', b'N', b'L', b' ', b'u', b'p', 0, 0,
            9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0,
            44, 0, 0, 0,
            // Enhanced Packet Block: interface 0, time high and low, 5 of 40 bytes, padding.
            6, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 4, 3, 2, 1,
            5, 0, 0, 0, 40, 0, 0, 0, 0x45, 1, 2, 3, 4, 0, 0, 0,
            40, 0, 0, 0,
            // Name Resolution Block: one IPv4 record, end.
            4, 0, 0, 0, 28, 0, 0, 0, 1, 0, 8, 0, 10, 0, 0, 1, b'H', b'N', b'L', 0,
            0, 0, 0, 0, 28, 0, 0, 0,
            // Enhanced Packet Block: no bytes, a comment, end.
            6, 0, 0, 0, 44, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 4, 0, b'l', b'o', b's', b't', 0, 0, 0, 0,
            44, 0, 0, 0,
        ];
        assert_eq!(writer.finish().unwrap(), golden);
    }

    #[test]
    #[should_panic(expected = "captured 5 of 4 bytes")]
    fn more_bytes_than_there_were_are_refused() {
        let mut writer = Writer::new(Vec::new(), "").unwrap();
        let interface = writer.interface("a", LinkType::Raw).unwrap();
        let _ = writer.packet(interface, SimTime::ZERO, &[0; 5], 4, "");
    }

    #[test]
    #[should_panic(expected = "InterfaceId(0) of 0")]
    fn an_interface_belongs_to_its_capture() {
        let mut first = Writer::new(Vec::new(), "").unwrap();
        let interface = first.interface("a", LinkType::Raw).unwrap();
        let mut second = Writer::new(Vec::new(), "").unwrap();
        let _ = second.packet(interface, SimTime::ZERO, &[], 0, "");
    }

    /// A minimal reader by the draft: interface names, then (interface, ns, bytes, length,
    /// comment).
    type Seen = (u32, u64, Vec<u8>, u32, String);
    fn read(mut file: &[u8]) -> (Vec<String>, Vec<Seen>) {
        let u16_at = |b: &[u8], at: usize| u16::from_le_bytes([b[at], b[at + 1]]);
        let u32_at = |b: &[u8], at: usize| u32::from_le_bytes(b[at..at + 4].try_into().unwrap());
        let (mut names, mut packets) = (Vec::new(), Vec::new());
        while !file.is_empty() {
            let length = u32_at(file, 4) as usize;
            assert_eq!(length % 4, 0, "blocks are aligned");
            assert_eq!(u32_at(file, length - 4) as usize, length, "both lengths agree");
            let body = &file[8..length - 4];
            match u32_at(file, 0) {
                SECTION_HEADER => assert_eq!(u32_at(body, 0), BYTE_ORDER_MAGIC),
                INTERFACE_DESCRIPTION => {
                    let name_length = usize::from(u16_at(body, 10));
                    names.push(String::from_utf8(body[12..12 + name_length].to_vec()).unwrap());
                }
                ENHANCED_PACKET => {
                    let captured = u32_at(body, 12) as usize;
                    let nanos = u64::from(u32_at(body, 4)) << 32 | u64::from(u32_at(body, 8));
                    let bytes = body[20..20 + captured].to_vec();
                    let options = &body[20 + captured.next_multiple_of(4)..];
                    let comment = options.get(..4).map_or(String::new(), |head| {
                        assert_eq!(u16_at(head, 0), OPTION_COMMENT);
                        let length = usize::from(u16_at(head, 2));
                        String::from_utf8(options[4..4 + length].to_vec()).unwrap()
                    });
                    packets.push((u32_at(body, 0), nanos, bytes, u32_at(body, 16), comment));
                }
                kind => panic!("block of type {kind}"),
            }
            file = &file[length..];
        }
        (names, packets)
    }

    proptest! {
        /// Goal: everything written can be read. Method: arbitrary names and packets, read back.
        #[test]
        fn a_capture_reads_back(
            names in proptest::collection::vec("\\PC{0,20}", 1..5),
            packets in proptest::collection::vec(
                (
                    any::<(u32, u64)>(),
                    proptest::collection::vec(any::<u8>(), 0..70),
                    0..9u32,
                    "\\PC{0,9}",
                ),
                0..20,
            ),
        ) {
            let mut writer = Writer::new(Vec::new(), "test").unwrap();
            let link = LinkType::RawInMemory;
            let ids: Vec<_> = names.iter().map(|n| writer.interface(n, link).unwrap()).collect();
            let mut expected = Vec::new();
            for ((interface, nanos), bytes, cut, comment) in packets {
                let interface = ids[interface as usize % ids.len()];
                let length = bytes.len() as u32 + cut;
                let at = SimTime::from_nanos(nanos);
                writer.packet(interface, at, &bytes, length, &comment).unwrap();
                expected.push((interface.0, nanos, bytes, length, comment));
            }
            let (names_read, packets_read) = read(&writer.finish().unwrap());
            prop_assert_eq!(names_read, names);
            prop_assert_eq!(packets_read, expected);
        }
    }
}
