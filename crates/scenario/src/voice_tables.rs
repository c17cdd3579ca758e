//! The tables of voice flows; part of [`crate::tables`].

use skyseam_host::app::voice::Codec;

use crate::names::Pick;
use crate::shape::{kinds, table};
use crate::values::Probability;
use crate::values::{Overhead, PositiveSpan, Span};
use crate::voice_names::{PlayoutKind, TalkKind};
use crate::voice_values::{FrameLength, ParetoShape};

table! {
    /// Speech in RTP packets over UDP, one way, and how good it sounds. A conversation is two such
    /// flows.
    VoiceTable "Voice" {
        /// What speech becomes.
        default codec: Pick<Codec> = "g711",
        /// Speech in a packet, a multiple of what the codec cuts it into.
        default frame: FrameLength = "20 ms",
        /// IP, UDP and RTP header of a packet.
        default header: Overhead = "40 B",
        /// How long the call lasts.
        required duration: PositiveSpan,
        /// When somebody talks. Default: all the time.
        optional talk: TalkTable,
        /// What the listener does with packets. Default: a fixed buffer of 60 ms.
        optional playout: PlayoutTable,
    }
}

kinds! {
    /// When somebody talks.
    TalkTable "Talk" by TalkKind {
        Constant(ConstantTalkTable),
        Exponential(ExponentialTalkTable),
        Pareto(ParetoTalkTable),
    }
}

table! {
    /// All the time.
    ConstantTalkTable "ConstantTalk" {}
}

table! {
    /// In talkspurts with pauses between, their lengths exponential; a call begins with a pause.
    ExponentialTalkTable "ExponentialTalk" {
        /// Mean talkspurt.
        default talk: PositiveSpan = "1004 ms",
        /// Mean pause.
        default pause: PositiveSpan = "1587 ms",
    }
}

table! {
    /// In talkspurts with pauses between, their lengths by Pareto's law; a call begins with a
    /// pause.
    ParetoTalkTable "ParetoTalk" {
        /// Mean talkspurt (burst_time_).
        default talk: PositiveSpan = "500 ms",
        /// Mean pause (idle_time_).
        default pause: PositiveSpan = "50 ms",
        /// The law's shape (shape_). Default: 1.5.
        optional shape: ParetoShape,
    }
}

kinds! {
    /// What a listener does with packets.
    PlayoutTable "Playout" by PlayoutKind {
        Fixed(FixedPlayoutTable),
        Adaptive(AdaptivePlayoutTable),
        TwiceJitter(TwiceJitterTable),
    }
}

table! {
    /// The first packet of each talkspurt waits a fixed time; the others are played at the
    /// distances at which they were spoken.
    FixedPlayoutTable "FixedPlayout" {
        /// How long.
        default delay: Span = "60 ms",
        /// What arrives later than this after it was sent is thrown away on arrival: it counts as
        /// lost, and its delay is not measured. Default: nothing expires.
        optional expires_after: PositiveSpan,
    }
}

table! {
    /// Each talkspurt is delayed by the mean and four mean deviations of the delays measured; what
    /// talks all the time has but one.
    AdaptivePlayoutTable "AdaptivePlayout" {
        /// What the past counts in both averages, below 1. Default: 0.998002.
        optional alpha: Probability,
        /// What arrives later than this after it was sent is thrown away on arrival: it counts as
        /// lost, and its delay is not measured. Default: nothing expires.
        optional expires_after: PositiveSpan,
    }
}

table! {
    /// No buffer is simulated: nothing is late, and speech is taken to be delayed by twice the
    /// jitter.
    TwiceJitterTable "TwiceJitter" {
        /// What arrives later than this after it was sent is thrown away on arrival: it counts as
        /// lost, and its delay is not measured. Default: nothing expires.
        optional expires_after: PositiveSpan,
    }
}
