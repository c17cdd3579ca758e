//! Single values that keys of transports and congestion controllers hold.

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_params::units::{self, Fault};
use skyseam_params::values::{LONGEST, is_word, pattern, quantity, read_quantity};
use skyseam_params::{At, Definitions, Parameter, Problems, Shape, Value};

quantity! {
    /// A retransmission timeout. Shorter than a millisecond it would fire before any answer over a
    /// satellite could come, a thousand times a second and more.
    Timeout(Duration) reads units::duration, prints units::print_duration, TIME,
    accepts |span| span >= Duration::from_millis(1) && span <= LONGEST,
    expected "a time from 1 ms to 366 d", such as "200 ms"
}

quantity! {
    /// Payload of a full segment: what an IPv4 packet holds beside 40 bytes of headers.
    SegmentSize(u32) reads units::bytes_in_32_bits, prints units::print_bytes, SIZE,
    accepts |bytes| (1..=65_495).contains(&bytes),
    expected "a size from 1 B to 65495 B", such as "1460 B"
}

quantity! {
    /// Headers of a packet.
    HeaderSize(u32) reads units::bytes_in_32_bits, prints units::print_bytes, SIZE,
    accepts |bytes| bytes <= 1000,
    expected "a size of at most 1000 B", such as "16 B"
}

quantity! {
    /// A receive window: at most what a shift of 14 can announce (RFC 7323 Sec. 2.3).
    Window(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (1..=65_535 << 14).contains(&bytes),
    expected "a size from 1 B to 1073725440 B (RFC 7323)", such as "4 MiB"
}

quantity! {
    /// Segments of an initial window.
    Segments(u32) reads segments, prints print_segments, SEGMENTS,
    accepts |segments| (1..=1_000_000).contains(&segments),
    expected "a number of segments from 1 to 1000000", such as "10 segments"
}

fn segments(text: &str) -> Result<u32, Fault> {
    units::segments(text).map(|segments| u32::try_from(segments).unwrap_or(u32::MAX))
}

fn print_segments(segments: u32) -> String {
    units::print_segments(segments.into())
}

/// Room in a send buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendBuffer {
    /// As much as anything asks for.
    Unlimited,
    /// At most so many bytes.
    Bytes(u64),
}

impl Shape for SendBuffer {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if is_word(value, "unlimited") {
            return Some(Self::Unlimited);
        }
        let accepts = |bytes: u64| (1..=1 << 40).contains(&bytes);
        let expected = "\"unlimited\", or a size from 1 B to 1024 GiB, such as \"4 MiB\"";
        read_quantity(value, problems, &units::SIZE, units::bytes, accepts, expected)
            .map(Self::Bytes)
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": format!("({})|(^unlimited$)", pattern(&units::SIZE, false)),
            "description": "Expected: \"unlimited\" or a size.",
            "examples": ["4 MiB", "unlimited"],
        })
    }
}

impl Parameter for SendBuffer {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        match *own {
            Self::Unlimited => json!("unlimited"),
            Self::Bytes(bytes) => json!(units::print_bytes(bytes)),
        }
    }
}
