//! Voice flows: what their keys mean for each other.

use skyseam_base::Duration;
use skyseam_host::app::voice::{Codec, Law, Playout, Talk, VoiceConfig};

use crate::error::Problems;
use crate::names::{Pick, name_of};
use crate::units::print_duration;
use crate::voice_tables::{PlayoutTable, TalkTable, VoiceTable};

/// More packets than anybody can say.
const MOST_PACKETS: u64 = 100_000_000;
/// The buffer where nothing is said of it.
const HOLD: Duration = Duration::from_millis(60);
/// The shape of ns-2's and the thesis' Pareto distribution.
const SHAPE: f64 = 1.5;

pub(super) fn voice(table: &VoiceTable, problems: &mut Problems<'_>) -> Option<VoiceConfig> {
    let codec = table.codec.as_ref()?.value.0;
    check_frame(table, codec, problems);
    check_playout(table, problems);
    Some(VoiceConfig {
        codec,
        frame: table.frame.as_ref()?.0,
        header_bytes: u32::try_from(table.header.as_ref()?.0).ok()?,
        duration: table.duration.as_ref()?.0,
        talk: match &table.talk {
            Some(talk) => self::talk(talk)?,
            None => Talk::Constant,
        },
        playout: match &table.playout {
            Some(playout) => self::playout(playout)?,
            None => Playout::Fixed { hold: HOLD },
        },
        expires_after: table.playout.as_ref().and_then(|playout| expires_after(playout)),
    })
}

fn talk(table: &TalkTable) -> Option<Talk> {
    Some(match table {
        TalkTable::Constant(_) => Talk::Constant,
        TalkTable::Exponential(table) => Talk::Spurts {
            law: Law::Exponential,
            talk: table.talk.as_ref()?.0,
            pause: table.pause.as_ref()?.0,
        },
        TalkTable::Pareto(table) => Talk::Spurts {
            law: Law::Pareto { shape: table.shape.as_ref().map_or(SHAPE, |shape| shape.0) },
            talk: table.talk.as_ref()?.0,
            pause: table.pause.as_ref()?.0,
        },
    })
}

fn playout(table: &PlayoutTable) -> Option<Playout> {
    Some(match table {
        PlayoutTable::Fixed(table) => Playout::Fixed { hold: table.delay.as_ref()?.0 },
        PlayoutTable::Adaptive(table) => Playout::Adaptive {
            alpha: table.alpha.as_ref().map_or(Playout::ALPHA, |alpha| alpha.0),
        },
        PlayoutTable::TwiceJitter(_) => Playout::TwiceJitter,
    })
}

fn expires_after(table: &PlayoutTable) -> Option<Duration> {
    let expires_after = match table {
        PlayoutTable::Fixed(table) => &table.expires_after,
        PlayoutTable::Adaptive(table) => &table.expires_after,
        PlayoutTable::TwiceJitter(table) => &table.expires_after,
    };
    expires_after.as_ref().map(|span| span.0)
}

/// Notes frames that the codec does not make, and calls of too many.
fn check_frame(table: &VoiceTable, codec: Codec, problems: &mut Problems<'_>) {
    let (Some(frame), Some(duration)) = (&table.frame, &table.duration) else { return };
    if !codec.divides(frame.0) {
        let unit = print_duration(codec.entry().unit);
        problems
            .add(&frame.place, "the codec does not make packets of this length")
            .found(format!("frame = \"{}\"", print_duration(frame.0)))
            .expected(format!("with codec = \"{}\", a multiple of {unit}", name_of(Pick(codec))));
    } else if duration.0.as_nanos() / frame.0.as_nanos() > MOST_PACKETS {
        problems
            .add(&duration.place, "the call has too many packets")
            .found(format!("{} of them", duration.0.as_nanos() / frame.0.as_nanos()))
            .expected(format!("at most {MOST_PACKETS}"));
    }
}

/// Notes an adaptive buffer that could not adapt, or not forget.
fn check_playout(table: &VoiceTable, problems: &mut Problems<'_>) {
    let Some(playout) = &table.playout else { return };
    let PlayoutTable::Adaptive(adaptive) = &playout.value else { return };
    if matches!(table.talk.as_ref().map(|talk| &talk.value), None | Some(TalkTable::Constant(_))) {
        problems
            .add(&playout.place, "an adaptive buffer adapts between talkspurts, and here is one")
            .help(
                "give `talk` spurts, for example talk = { kind = \"exponential\" }, or a fixed \
                   buffer",
            );
    }
    if let Some(alpha) = &adaptive.alpha
        && alpha.0 >= 1.0
    {
        problems
            .add(&alpha.place, "averages that only know the past learn nothing")
            .found(format!("alpha = {}", alpha.0))
            .expected("a number from 0 to below 1, such as 0.998002");
    }
}
