//! Voice: speech in RTP packets over UDP, one way, and its quality at the receiver.
//!
//! Owns the two endpoints of such a flow ([`VoiceSender`], [`VoiceReceiver`]), codecs, play-out
//! buffers and the E-model. Does not own conversations: a conversation is two flows, one in each
//! direction.

pub mod codec;
mod config;
pub mod emodel;
mod listener;
pub mod playout;
pub mod report;
mod source;
pub mod talk;

use skyseam_base::{Duration, RandomStream, SimTime};

use super::kind::{
    AppEndpoints, ApplicationKind, NoTransportNote, PacketLimit, RetainedPackets, TransportService,
};

pub use self::codec::Codec;
pub use self::config::Voice;
pub use self::listener::VoiceReceiver;
pub use self::playout::{AdaptivePlayout, FixedPlayout, Playout, PlayoutConfig, TwiceJitter};
pub use self::report::{Delay, VoiceReport};
pub use self::source::VoiceSender;
pub use self::talk::{ConstantTalk, ExponentialTalk, ParetoTalk, Talk, talk};

/// Maximum number of voice packets within a run: more take gigabytes of memory, some 200 B each.
const LIMIT: PacketLimit = PacketLimit {
    most: 8_000_000,
    title: "the calls have too many packets together",
    noun: "packets",
    help: "a shorter `duration`, a smaller `count`, or a shorter run",
};

impl ApplicationKind for Voice {
    fn service(&self) -> TransportService {
        TransportService::Messages
    }

    fn ends_share(&self) -> bool {
        false
    }

    fn open(&self, start: SimTime, random: RandomStream) -> AppEndpoints {
        AppEndpoints::Messages {
            client: Box::new(VoiceSender::new(start, self.clone(), random)),
            server: Box::new(VoiceReceiver::new(self.clone())),
        }
    }

    fn carrier(&self) -> NoTransportNote {
        NoTransportNote { what: "voice", why: "RTP packets are carried by UDP only" }
    }

    fn largest_packet(&self) -> Option<u32> {
        Some(self.packet_bytes())
    }

    fn retained_packets(&self, duration: Duration) -> Option<RetainedPackets> {
        let sent = self.duration.min(duration).as_nanos() / self.frame.as_nanos().max(1);
        Some(RetainedPackets { sent, limit: &LIMIT })
    }
}
