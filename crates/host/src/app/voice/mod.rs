//! Voice: speech in RTP packets over UDP, one way, and how good it sounds at the other end.
//!
//! Owns the two ends of such a flow ([`Talker`], [`Listener`]), codecs, play-out buffers and the
//! E-model. Does not own conversations: two flows, one each way, are one.

pub mod codec;
pub mod emodel;
mod listener;
pub mod playout;
mod source;

use skyseam_base::{Duration, RandomStream, SimTime};

pub use self::codec::Codec;
pub use self::listener::{Delay, Listener, VoiceReport};
pub use self::playout::Playout;
pub use self::source::{Law, Talk, Talker};
use super::{Entry, Kind, Service, Session};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "voice",
    summary: "Speech in RTP packets over UDP, and how good it sounds.",
    service: Service::Messages,
};

/// A voice flow, both ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VoiceConfig {
    /// What speech becomes.
    pub codec: Codec,
    /// Speech in a packet; the codec divides it ([`Codec::divides`]).
    pub frame: Duration,
    /// IP, UDP and RTP header of a packet, bytes.
    pub header_bytes: u32,
    /// How long the call lasts.
    pub duration: Duration,
    /// When somebody talks.
    pub talk: Talk,
    /// What the listener does with packets.
    pub playout: Playout,
    /// What arrives later than this after it was sent is thrown away on arrival: it is neither
    /// played nor measured. `None` for a listener that looks at no packet's age.
    pub expires_after: Option<Duration>,
}

impl VoiceConfig {
    /// IP, UDP and RTP header (RFC 791, RFC 768, RFC 3550 Sec. 5.1), bytes.
    pub const HEADER_BYTES: u32 = 20 + 8 + 12;

    /// IP length of a packet.
    pub fn packet_bytes(&self) -> u32 {
        self.header_bytes.saturating_add(self.codec.bytes(self.frame))
    }
}

impl Kind for VoiceConfig {
    fn entry(&self) -> Entry {
        ENTRY
    }

    fn open(&self, start: SimTime, random: RandomStream) -> Session {
        Session::Messages {
            client: Box::new(Talker::new(start, *self, random)),
            server: Box::new(Listener::new(*self)),
        }
    }

    fn largest_packet(&self) -> Option<u32> {
        Some(self.packet_bytes())
    }
}
