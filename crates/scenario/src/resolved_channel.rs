//! Channels as they were resolved; part of [`crate::resolved`].

use serde_json::{Value as Json, json};
use skyseam_net::channel::{ChannelConfig, ChannelModel, MobileUser};

use crate::channel_names::ChannelKind;
use crate::names::name_of;
use crate::units::{print_duration, print_frequency, print_real, print_speed};

/// A channel as a scenario file has it.
pub(crate) fn channel(config: &ChannelConfig) -> Json {
    match &config.model {
        ChannelModel::Constant { level_db } => json!({
            "model": name_of(ChannelKind::Constant),
            "level": print_real(*level_db, "dB"),
        }),
        ChannelModel::Fontan(lms) => {
            let mut table = user(&lms.user);
            table["model"] = json!(name_of(ChannelKind::Fontan));
            table["environment"] = json!(name_of(lms.environment));
            table["offset"] = json!(print_duration(config.offset));
            table
        }
        ChannelModel::P681(lms) => {
            let mut table = user(&lms.user);
            table["model"] = json!(name_of(ChannelKind::P681));
            table["environment"] = json!(name_of(lms.environment));
            table["offset"] = json!(print_duration(config.offset));
            table
        }
        ChannelModel::Trace(trace) => json!({
            "model": name_of(ChannelKind::Trace),
            "file": trace.name(),
            "when_over": name_of(trace.when_over()),
            "offset": print_duration(config.offset),
        }),
    }
}

fn user(user: &MobileUser) -> Json {
    json!({
        "speed": print_speed(user.speed_mps),
        "frequency": print_frequency(user.frequency_hz as u64),
        "elevation": print_real(user.elevation_deg, "deg"),
        "sample": print_duration(user.sample),
    })
}
