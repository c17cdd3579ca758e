//! Reads the frames of a datagram that this endpoint has just made, to find its stream data.
//!
//! quinn-proto does not expose retransmissions, nor the amount of data still to be sent. Its
//! packets are not encrypted here, so they can be parsed (RFC 9000 Sec. 17 and 19). Owns the
//! parser; an unknown frame ends it.

/// Bytes of stream data in a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StreamData {
    /// Identifier of the stream.
    pub stream: u64,
    /// Offset of the first byte.
    pub offset: u64,
    /// Number of bytes.
    pub length: u64,
}

/// A bounds-checked reader of bytes.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn skip(&mut self, count: u64) -> Option<()> {
        self.take(usize::try_from(count).ok()?).map(|_| ())
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// Decodes a variable-length integer (RFC 9000 Sec. 16).
    fn number(&mut self) -> Option<u64> {
        let first = self.byte()?;
        let more = self.take((1 << (first >> 6)) - 1)?;
        let low = u64::from(first & 0x3f);
        Some(more.iter().fold(low, |value, &byte| value << 8 | u64::from(byte)))
    }

    fn numbers(&mut self, count: u64) -> Option<()> {
        (0..count).try_for_each(|_| self.number().map(|_| ()))
    }
}

/// Calls `note` with the stream data of every packet of `datagram`, whose short headers carry
/// connection IDs of `id_length` bytes and whose packets end with a tag of `tag` bytes.
pub(super) fn stream_data(
    datagram: &[u8],
    id_length: usize,
    tag: usize,
    mut note: impl FnMut(StreamData),
) {
    let mut rest = Bytes(datagram);
    while packet(&mut rest, id_length, tag, &mut note).is_some() {}
}

/// Reads one packet; `None` if nothing more can be read.
fn packet(
    bytes: &mut Bytes<'_>,
    id_length: usize,
    tag: usize,
    note: &mut impl FnMut(StreamData),
) -> Option<()> {
    let first = bytes.byte()?;
    let number_length = u64::from(first & 0b11) + 1;
    if first & 0x80 == 0 {
        bytes.take(id_length)?;
        bytes.skip(number_length)?;
        let end = bytes.0.len().checked_sub(tag)?;
        let mut frames = Bytes(bytes.take(end)?);
        while frame(&mut frames, note).is_some() {}
        return None;
    }
    // Long header (Sec. 17.2): version, two connection IDs, a token in an Initial, length. What
    // these packets carry is the handshake's, but for 0-RTT.
    bytes.take(4)?;
    for _ in 0..2 {
        let length = bytes.byte()?;
        bytes.skip(u64::from(length))?;
    }
    let kind = first >> 4 & 0b11;
    if kind == 0 {
        let length = bytes.number()?;
        bytes.skip(length)?;
    }
    let length = bytes.number()?;
    let mut inside = Bytes(bytes.take(usize::try_from(length).ok()?)?);
    if kind == 1 {
        inside.skip(number_length)?;
        let end = inside.0.len().checked_sub(tag)?;
        let mut frames = Bytes(inside.take(end)?);
        while frame(&mut frames, note).is_some() {}
    }
    Some(())
}

/// Reads one frame (Sec. 19); `None` at the end or for an unknown kind.
fn frame(bytes: &mut Bytes<'_>, note: &mut impl FnMut(StreamData)) -> Option<()> {
    let kind = bytes.number()?;
    match kind {
        // PADDING, PING, HANDSHAKE_DONE, IMMEDIATE_ACK.
        0x00 | 0x01 | 0x1e | 0x1f => Some(()),
        // ACK: largest, delay, ranges, first range; gap and length of each; counts of ECN.
        0x02 | 0x03 => {
            bytes.numbers(2)?;
            let ranges = bytes.number()?;
            bytes.numbers(1)?;
            (0..ranges).try_for_each(|_| bytes.numbers(2))?;
            bytes.numbers(if kind == 0x03 { 3 } else { 0 })
        }
        0x06 => {
            bytes.numbers(1)?;
            let length = bytes.number()?;
            bytes.skip(length)
        }
        0x08..=0x0f => {
            let stream = bytes.number()?;
            let offset = if kind & 0b100 != 0 { bytes.number()? } else { 0 };
            let length = if kind & 0b10 != 0 { bytes.number()? } else { bytes.0.len() as u64 };
            bytes.skip(length)?;
            note(StreamData { stream, offset, length });
            Some(())
        }
        // MAX_DATA, MAX_STREAMS, DATA_BLOCKED, STREAMS_BLOCKED, RETIRE_CONNECTION_ID.
        0x10 | 0x12..=0x14 | 0x16 | 0x17 | 0x19 => bytes.numbers(1),
        // MAX_STREAM_DATA, STREAM_DATA_BLOCKED, STOP_SENDING.
        0x11 | 0x15 | 0x05 => bytes.numbers(2),
        // RESET_STREAM.
        0x04 => bytes.numbers(3),
        // NEW_CONNECTION_ID: the ID and a reset token of 16 bytes.
        0x18 => {
            bytes.numbers(2)?;
            let length = bytes.byte()?;
            bytes.skip(u64::from(length) + 16)
        }
        // PATH_CHALLENGE, PATH_RESPONSE.
        0x1a | 0x1b => bytes.skip(8),
        // ACK_FREQUENCY (draft-ietf-quic-ack-frequency-04 Sec. 4).
        0xaf => bytes.numbers(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(datagram: &[u8]) -> Vec<(u64, u64)> {
        let mut found = Vec::new();
        stream_data(datagram, 8, 16, |data| found.push((data.offset, data.length)));
        found
    }

    /// Goal: stream data is found behind other frames and in a coalesced packet. Method: datagrams
    /// put together by hand after RFC 9000.
    #[test]
    fn stream_data_is_found_behind_other_frames() {
        let mut short = vec![0x41];
        short.extend([7; 8]); // connection ID
        short.extend([0, 9]); // packet number
        short.extend([0x02, 0x05, 0x00, 0x01, 0x02, 0x00, 0x01]); // ACK of two ranges
        short.extend([0x10, 0x44, 0x00]); // MAX_DATA 1024
        short.extend([0x0e, 0x02, 0x80, 0x01, 0x00, 0x00, 0x03, 1, 2, 3]); // offset 65536
        short.extend([0x0c, 0x02, 0x40, 0x64, 4, 5]); // offset 100, to the end
        short.extend([0; 16]);
        assert_eq!(read(&short), [(65_536, 3), (100, 2)]);
        let mut coalesced = vec![0xe0, 0, 0, 0, 1, 2, 1, 1, 1, 9, 0x05, 0, 6, 0, 1, 5];
        coalesced.extend(&short);
        assert_eq!(read(&coalesced), [(65_536, 3), (100, 2)]);
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            read(&bytes);
        }
    }
}
