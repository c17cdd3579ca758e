//! Single values of the keys of transports and congestion controllers.

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_params::units;
use skyseam_params::values::{LONGEST, is_word, quantity, read_quantity};
use skyseam_params::{Definitions, Parameter, Problems, Shape, Spanned, Value};

quantity! {
    /// A retransmission timeout. Shorter than a millisecond it would expire before any answer over
    /// a satellite could arrive, a thousand times a second and more.
    Timeout(Duration) in units::TIME,
    accepts |span| span >= Duration::from_millis(1) && span <= LONGEST,
    expected "a time from 1 ms to 366 d", such as "200 ms"
}

quantity! {
    /// Payload of a full segment: the content of an IPv4 packet apart from 40 bytes of headers.
    SegmentSize(u32) in units::SIZE,
    accepts |bytes| (1..=65_495).contains(&bytes),
    expected "a size from 1 B to 65495 B", such as "1460 B"
}

quantity! {
    /// Size of a packet's headers.
    HeaderSize(u32) in units::SIZE,
    accepts |bytes| bytes <= 1000,
    expected "a size of at most 1000 B", such as "16 B"
}

quantity! {
    /// A receive window: at most the value that a shift of 14 can announce (RFC 7323 Sec. 2.3).
    Window(u64) in units::SIZE,
    accepts |bytes| (1..=65_535 << 14).contains(&bytes),
    expected "a size from 1 B to 1073725440 B (RFC 7323)", such as "4 MiB"
}

/// An initial congestion window: a number of segments, or the value of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitialWindow {
    /// Number of full segments.
    Segments(u32),
    /// RFC 2414 and, unchanged, RFC 3390: two to four segments.
    Rfc2414,
    /// RFC 3390 Sec. 1.
    Rfc3390,
    /// RFC 6928 Sec. 2: ten segments.
    Rfc6928,
}

impl InitialWindow {
    const NAMES: [(&'static str, Self); 3] =
        [("rfc2414", Self::Rfc2414), ("rfc3390", Self::Rfc3390), ("rfc6928", Self::Rfc6928)];
    const EXPECTED: &'static str = "a number of segments from 1 to 1000000, such as \
                                    \"10 segments\", or one of \"rfc2414\", \"rfc3390\", \
                                    \"rfc6928\"";

    /// Size in bytes if full segments hold `mss` bytes.
    pub fn bytes(self, mss: u32) -> u64 {
        let mss = u64::from(mss);
        let limited = |segments: u64, bytes: u64| (segments * mss).min(bytes.max(2 * mss));
        match self {
            Self::Segments(segments) => u64::from(segments) * mss,
            Self::Rfc2414 | Self::Rfc3390 => limited(4, 4_380),
            Self::Rfc6928 => limited(10, 14_600),
        }
    }

    /// Size in whole segments.
    pub fn segments(self, mss: u32) -> u32 {
        match self {
            Self::Segments(segments) => segments,
            // Two to ten.
            named => (named.bytes(mss) / u64::from(mss.max(1))) as u32,
        }
    }
}

impl From<u32> for InitialWindow {
    fn from(segments: u32) -> Self {
        Self::Segments(segments)
    }
}

impl Shape for InitialWindow {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        for (name, window) in Self::NAMES {
            if is_word(value, name) {
                return Some(window);
            }
        }
        let accepts = |segments| (1..=1_000_000).contains(&segments);
        let read = read_quantity(value, problems, &units::SEGMENTS, accepts, Self::EXPECTED)?;
        u32::try_from(read).ok().map(Self::Segments)
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": format!("({})|(^rfc(2414|3390|6928)$)", units::SEGMENTS.pattern(false)),
            "description": "Expected: a number of segments from 1 to 1000000, \"rfc2414\", \
                            \"rfc3390\" or \"rfc6928\".",
            "examples": ["10 segments", "rfc3390"],
        })
    }
}

impl Parameter for InitialWindow {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        match *own {
            Self::Segments(segments) => json!(units::SEGMENTS.print(segments.into())),
            named => {
                let name = Self::NAMES.iter().find(|(_, window)| *window == named);
                json!(name.expect("every document has a name").0)
            }
        }
    }
}

/// Size of a send buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendBufferSize {
    /// No limit.
    Unlimited,
    /// Maximum number of bytes.
    Bytes(u64),
}

impl Shape for SendBufferSize {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if is_word(value, "unlimited") {
            return Some(Self::Unlimited);
        }
        let accepts = |bytes: u64| (1..=1 << 40).contains(&bytes);
        let expected = "\"unlimited\", or a size from 1 B to 1024 GiB, such as \"4 MiB\"";
        read_quantity(value, problems, &units::SIZE, accepts, expected).map(Self::Bytes)
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": format!("({})|(^unlimited$)", units::SIZE.pattern(false)),
            "description": "Expected: \"unlimited\" or a size.",
            "examples": ["4 MiB", "unlimited"],
        })
    }
}

impl Parameter for SendBufferSize {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: named windows are those of their documents. Method: the values that RFC 2414 Sec. 2
    /// and RFC 6928 Sec. 2 give for segments of several lengths.
    #[test]
    fn named_windows_are_those_of_their_documents() {
        let bytes = |window: InitialWindow, mss| (window.bytes(mss), window.segments(mss));
        for older in [InitialWindow::Rfc2414, InitialWindow::Rfc3390] {
            assert_eq!(bytes(older, 536), (4 * 536, 4));
            assert_eq!(bytes(older, 1_095), (4_380, 4));
            assert_eq!(bytes(older, 1_460), (4_380, 3));
            assert_eq!(bytes(older, 2_190), (4_380, 2));
            assert_eq!(bytes(older, 4_312), (8_624, 2));
        }
        assert_eq!(bytes(InitialWindow::Rfc6928, 1_460), (14_600, 10));
        assert_eq!(bytes(InitialWindow::Rfc6928, 1_448), (14_480, 10));
        assert_eq!(bytes(InitialWindow::Rfc6928, 8_960), (17_920, 2));
        assert_eq!(bytes(InitialWindow::Segments(7), 1_000), (7_000, 7));
    }
}
