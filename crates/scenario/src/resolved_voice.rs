//! Voice flows as they were resolved; part of [`crate::resolved`].

use serde_json::{Value as Json, json};
use skyseam_host::app::voice::{Law, Playout, Talk, VoiceConfig};

use crate::names::{ApplicationKind, Pick, name_of};
use crate::units::{print_bytes, print_duration};
use crate::voice_names::{PlayoutKind, TalkKind};

/// A voice flow as a scenario file has it.
pub(crate) fn voice(config: &VoiceConfig) -> Json {
    json!({
        "kind": name_of(ApplicationKind::Voice),
        "codec": name_of(Pick(config.codec)),
        "frame": print_duration(config.frame),
        "header": print_bytes(u64::from(config.header_bytes)),
        "duration": print_duration(config.duration),
        "talk": talk(config.talk),
        "playout": playout(config),
    })
}

fn talk(talk: Talk) -> Json {
    let Talk::Spurts { law, talk, pause } = talk else {
        return json!({ "kind": name_of(TalkKind::Constant) });
    };
    let mut table = json!({ "talk": print_duration(talk), "pause": print_duration(pause) });
    match law {
        Law::Exponential => table["kind"] = json!(name_of(TalkKind::Exponential)),
        Law::Pareto { shape } => {
            table["kind"] = json!(name_of(TalkKind::Pareto));
            table["shape"] = json!(shape);
        }
    }
    table
}

fn playout(config: &VoiceConfig) -> Json {
    let mut table = match config.playout {
        Playout::Fixed { hold } => {
            json!({ "kind": name_of(PlayoutKind::Fixed), "delay": print_duration(hold) })
        }
        Playout::Adaptive { alpha } => {
            json!({ "kind": name_of(PlayoutKind::Adaptive), "alpha": alpha })
        }
        Playout::TwiceJitter => json!({ "kind": name_of(PlayoutKind::TwiceJitter) }),
    };
    if let Some(limit) = config.expires_after {
        table["expires_after"] = json!(print_duration(limit));
    }
    table
}
