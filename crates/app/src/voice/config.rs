//! A voice flow: its parameters, and their combination.

use skyseam_base::Duration;
use skyseam_params::names::name_of;
use skyseam_params::units::{self, print_duration};
use skyseam_params::values::{Overhead, PositiveSpan, quantity};
use skyseam_params::{Keys, Model, Problems, parameters};

use super::codec::Codec;
use super::playout::{FixedPlayout, PlayoutConfig};
use super::talk::{ConstantTalk, Talk, talk};

/// Maximum number of packets of a call.
const MAX_PACKETS: u64 = 100_000_000;

quantity! {
    /// Length of speech in a packet: receivers accept up to 200 ms (RFC 3551 Sec. 4.2).
    FrameLength(Duration) in units::TIME,
    accepts |span| span >= Duration::from_millis(1) && span <= Duration::from_millis(200),
    expected "a time from 1 ms to 200 ms", such as "20 ms"
}

parameters! {
    /// Speech in RTP packets over UDP, one way, and its quality; a conversation is two such flows.
    pub struct Voice "voice" from "RFC 3550, 3551; ITU-T G.107", check together {
        /// Voice codec.
        codec: Codec = Codec::G711,
        /// Length of speech in a packet, a multiple of the codec's frame.
        frame: FrameLength = Duration::from_millis(20),
        /// IP, UDP and RTP header of a packet.
        header: Overhead = Voice::HEADER_BYTES,
        /// Duration of the call.
        duration: PositiveSpan,
        /// Talkspurts and pauses of the talker.
        talk: Model<dyn Talk> = talk(ConstantTalk {}),
        /// Play-out buffer of the receiver.
        playout: PlayoutConfig = PlayoutConfig::of(FixedPlayout::default()),
    }
}

impl Voice {
    /// IP, UDP and RTP header (RFC 791, RFC 768, RFC 3550 Sec. 5.1), bytes.
    pub const HEADER_BYTES: u64 = 20 + 8 + 12;

    /// A call of this duration, with defaults for everything else.
    pub fn lasting(duration: Duration) -> Self {
        Self {
            codec: Codec::G711,
            frame: Duration::from_millis(20),
            header: Self::HEADER_BYTES,
            duration,
            talk: talk(ConstantTalk {}),
            playout: PlayoutConfig::of(FixedPlayout::default()),
        }
    }

    /// IP length of a packet.
    pub fn packet_bytes(&self) -> u32 {
        let header = u32::try_from(self.header).unwrap_or(u32::MAX);
        header.saturating_add(self.codec.bytes(self.frame))
    }

    /// Reports frames that the codec does not make, calls with too many packets, and a buffer that
    /// could not adapt.
    fn together(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let packets = self.duration.as_nanos() / self.frame.as_nanos();
        if !self.codec.divides(self.frame) {
            let (name, unit) = (name_of(self.codec), print_duration(self.codec.entry().unit));
            problems
                .add(&keys.at("frame"), "the codec does not make packets of this length")
                .found(format!("frame = \"{}\"", print_duration(self.frame)))
                .expected(format!("with codec = \"{name}\", a multiple of {unit}"));
        } else if packets > MAX_PACKETS {
            problems
                .add(&keys.at("duration"), "the call has too many packets")
                .found(format!("{packets} of them"))
                .expected(format!("at most {MAX_PACKETS}"));
        }
        if self.playout.model.needs_pauses() && !self.talk.has_pauses() {
            let title = "an adaptive buffer adapts between talkspurts, and there is only one";
            problems.add(&keys.at("playout"), title).help(
                "give `talk` spurts, for example talk = { kind = \"exponential\" }, or a fixed \
                 buffer",
            );
        }
    }
}
