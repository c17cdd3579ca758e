//! Codecs: bytes per speech frame, and parameters of the E-model.
//!
//! A new codec is one line in [`CODECS`]. Impairment factors are those of ITU-T G.113 Appendix I;
//! the constants of the simplified form are those of its authors
//! ([`super::emodel::cole_rosenbluth`]).

use skyseam_base::Duration;
use skyseam_params::names::{Choice, Named, choice};

/// A voice codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// G.711 without packet loss concealment.
    G711,
    /// G.711 with the packet loss concealment of its Appendix I.
    G711Concealed,
    /// G.729 Annex A with silence suppression.
    G729,
}

/// A registered codec.
#[derive(Clone, Copy, Debug)]
pub struct CodecEntry {
    /// Identifier of the codec.
    pub codec: Codec,
    /// Name in scenario files.
    pub name: &'static str,
    /// One-sentence summary for the documentation.
    pub summary: &'static str,
    /// Source of the definition.
    pub source: &'static str,
    /// Length of the shortest frame.
    pub unit: Duration,
    /// Bytes of such a frame.
    pub unit_bytes: u32,
    /// Look-ahead of the encoder.
    pub look_ahead: Duration,
    /// Payload type (RFC 3551 Sec. 6).
    pub payload_type: u8,
    /// Equipment impairment factor.
    pub ie: f64,
    /// Packet-loss robustness factor.
    pub bpl: f64,
    /// Constants of the simplified form.
    pub gamma: [f64; 3],
}

/// All codecs, in the order documentation lists them.
pub const CODECS: &[CodecEntry] = &[
    CodecEntry {
        codec: Codec::G711,
        name: "g711",
        summary: "64 kbit/s; lost packets are played as silence.",
        source: "ITU-T G.711",
        unit: Duration::from_micros(125),
        unit_bytes: 1,
        look_ahead: Duration::ZERO,
        payload_type: 0,
        ie: 0.0,
        bpl: 4.3,
        gamma: [0.0, 30.0, 15.0],
    },
    CodecEntry {
        codec: Codec::G711Concealed,
        name: "g711-plc",
        summary: "64 kbit/s; losses are concealed.",
        source: "ITU-T G.711 Appendix I",
        unit: Duration::from_micros(125),
        unit_bytes: 1,
        look_ahead: Duration::ZERO,
        payload_type: 0,
        ie: 0.0,
        bpl: 25.1,
        gamma: [0.0, 30.0, 15.0],
    },
    CodecEntry {
        codec: Codec::G729,
        name: "g729",
        summary: "8 kbit/s in frames of 10 ms, silence suppressed; losses are concealed.",
        source: "ITU-T G.729 Annexes A and B",
        unit: Duration::from_millis(10),
        unit_bytes: 10,
        look_ahead: Duration::from_millis(5),
        payload_type: 18,
        ie: 11.0,
        bpl: 19.0,
        gamma: [11.0, 40.0, 10.0],
    },
];

impl Codec {
    /// The entry of the codec.
    pub fn entry(self) -> &'static CodecEntry {
        CODECS.iter().find(|entry| entry.codec == self).expect("every codec is registered")
    }

    /// Whether this length is a multiple of the codec's frame.
    pub fn divides(self, frame: Duration) -> bool {
        !frame.is_zero() && frame.as_nanos().is_multiple_of(self.entry().unit.as_nanos())
    }

    /// Bytes of `frame` of speech.
    pub fn bytes(self, frame: Duration) -> u32 {
        let units = frame.as_nanos() / self.entry().unit.as_nanos();
        u32::try_from(units).unwrap_or(u32::MAX).saturating_mul(self.entry().unit_bytes)
    }
}

impl Named for Codec {
    const WHAT: &'static str = "a codec";

    fn choices() -> Vec<Choice<Self>> {
        let row = |row: &CodecEntry| choice(row.codec, row.name, row.summary, row.source);
        CODECS.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_hold_what_the_rate_says() {
        let frame = Duration::from_millis(20);
        assert_eq!(CODECS.iter().map(|c| c.codec.bytes(frame)).collect::<Vec<_>>(), [160, 160, 20]);
        // ns-2's 210 bytes at 64 kbit/s.
        assert_eq!(Codec::G711.bytes(Duration::from_micros(26_250)), 210);
        assert!(Codec::G711.divides(Duration::from_micros(26_250)));
        assert!(!Codec::G729.divides(Duration::from_millis(15)));
        assert!(!Codec::G711.divides(Duration::ZERO));
    }
}
