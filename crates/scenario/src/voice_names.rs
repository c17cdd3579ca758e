//! Choices by name that concern voice, as in [`crate::names`]; codecs come from the registry of the
//! crate `host`.

use skyseam_host::app::voice::Codec;
use skyseam_host::app::voice::codec::CODECS;

use crate::names::{Choice, Named, Pick, choice};

impl Named for Pick<Codec> {
    const WHAT: &'static str = "a codec";
    fn choices() -> Vec<Choice<Self>> {
        CODECS
            .iter()
            .map(|row| choice(Self(row.codec), row.name, row.summary, row.source))
            .collect()
    }
}

/// When somebody talks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TalkKind {
    /// All the time.
    Constant,
    /// In spurts of exponential length.
    Exponential,
    /// In spurts whose length follows Pareto's law.
    Pareto,
}

impl Named for TalkKind {
    const WHAT: &'static str = "a way to talk";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Constant, "constant", "a packet for every frame", "RFC 3551 Sec. 4.2"),
            choice(
                Self::Exponential,
                "exponential",
                "talkspurts and pauses of exponential length",
                "means: ITU-T P.59",
            ),
            choice(
                Self::Pareto,
                "pareto",
                "talkspurts and pauses of heavy-tailed length",
                "ns-2.35 Application/Traffic/Pareto",
            ),
        ]
    }
}

/// Play-out buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayoutKind {
    /// The first packet of a talkspurt waits a fixed time.
    Fixed,
    /// The delay of a talkspurt follows what was measured.
    Adaptive,
    /// None, but its delay counts.
    TwiceJitter,
}

impl Named for PlayoutKind {
    const WHAT: &'static str = "a play-out buffer";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Fixed,
                "fixed",
                "the first packet of each talkspurt waits a fixed time",
                "RFC 3550 Sec. 6.4.4 leaves it to receivers",
            ),
            choice(
                Self::Adaptive,
                "adaptive",
                "each talkspurt waits as long as mean and deviation of the delay ask for",
                "Ramjee et al. 1994, algorithm 1",
            ),
            choice(
                Self::TwiceJitter,
                "twice-jitter",
                "nothing is late; the E-model is given twice the jitter as further delay",
                "OpenBACH, compute_mos",
            ),
        ]
    }
}
