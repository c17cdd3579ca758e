//! Combinations of the keys of a link: a channel, its HARQ and its reordering buffer; losses; the
//! direction that they concern.
//!
//! The keys of each are declared beside its code. Modules here declare the tables of links and
//! resolve them: [`link`], [`wire`], [`beam`].

mod access;
pub mod beam;
pub mod link;
pub mod offsets;
pub mod queues;
pub mod wire;

use std::sync::Arc;

use serde_json::json;
use skyseam_params::names::name_of;
use skyseam_params::shape::{Tried, table};
use skyseam_params::{Chosen, Problems, SourceSpan, Spanned};

use crate::channel::{ChannelConfig, ChannelModel};
use crate::config::{LossConfig, RadioConfig};
use crate::direction::Direction;
use crate::harq::{HarqConfig, HarqScheme, LongPackets, codewords};
use crate::loss::LossModel;
use crate::reordering::ReorderingConfig;
use crate::rlc::RlcConfig;

table! {
    /// A file with a channel and nothing else.
    ChannelFile "ChannelFile" {
        /// Channel of the file.
        required channel: Tried<Chosen<dyn ChannelModel>>,
    }
}

/// How a table describes the two directions of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableDirections {
    /// One table describes both directions; the link has a first and a second endpoint.
    Ordered,
    /// The table describes one direction only.
    Apart,
    /// The table describes one direction of a link with a first and a second endpoint.
    OneWay,
    /// The table describes one direction of a beam.
    Beam,
    /// The channel stands alone, without a link.
    None,
}

impl TableDirections {
    /// Reports a `direction` key in a table that describes one direction.
    pub(crate) fn refuse_direction(self, place: &SourceSpan, problems: &mut Problems<'_>) {
        let why = match self {
            Self::Beam => {
                "remove it: a beam leads to its users, and `back` describes the return direction"
            }
            Self::OneWay => "remove it: the table describes one direction",
            Self::Ordered | Self::Apart | Self::None => {
                "remove it: uplinks and downlinks are described separately"
            }
        };
        problems
            .add(place, "`direction` belongs to wires, whose endpoints have an order")
            .help(why);
    }
}

/// The channel that `own` describes, and its direction.
pub fn channel(
    own: &Spanned<Tried<Chosen<dyn ChannelModel>>>,
    ends: TableDirections,
    problems: &mut Problems<'_>,
) -> Option<(ChannelConfig, Direction)> {
    let own = own.read.as_ref()?;
    let model = own.model(problems);
    if let Some(given) = own.common.direction {
        // What a beam's channel concerns anyway may be said.
        let is_right = match ends {
            TableDirections::Ordered => true,
            TableDirections::Apart | TableDirections::OneWay | TableDirections::None => false,
            TableDirections::Beam => given == Direction::Forward,
        };
        if !is_right {
            ends.refuse_direction(&own.keys.at("direction"), problems);
            return None;
        }
    }
    let direction = match ends {
        TableDirections::Apart | TableDirections::OneWay | TableDirections::None => Direction::Both,
        TableDirections::Beam => Direction::Forward,
        TableDirections::Ordered => {
            let usual = Direction::Forward;
            problems.fill(own.keys.table(), json!({ "direction": name_of(usual) }));
            own.common.direction.unwrap_or(usual)
        }
    };
    let model = model?;
    if model.follows_satellite() && ends != TableDirections::Apart {
        let why = match ends {
            TableDirections::Ordered | TableDirections::OneWay => {
                "a wire has no satellite whose elevation a channel could follow"
            }
            TableDirections::Beam => {
                "a beam has no satellite whose elevation a channel could follow"
            }
            TableDirections::Apart | TableDirections::None => {
                "without a constellation there is no satellite to follow"
            }
        };
        problems
            .add(&own.keys.at("elevation"), why)
            .expected("an angle, such as elevation = \"30 deg\"")
            .help("the channels of `links.uplink`, `links.downlink` and terminals can follow one");
        return None;
    }
    Some((ChannelConfig::of(model), direction))
}

/// The losses that `own` describes; only wires have two named endpoints, and so directions.
pub(crate) fn loss_config(
    own: &Spanned<Chosen<dyn LossModel>>,
    ends: TableDirections,
    problems: &mut Problems<'_>,
) -> Option<LossConfig> {
    let keys = own.common.clone();
    if ends != TableDirections::Ordered && keys.direction != Direction::Both {
        ends.refuse_direction(&own.keys.at("direction"), problems);
    }
    Some(LossConfig { model: own.model(problems)?, keys })
}

/// The tables that add a radio channel to a link.
#[derive(Clone, Copy, Debug)]
pub struct RadioTables<'a> {
    /// Channel model.
    pub channel: Option<&'a Spanned<Tried<Chosen<dyn ChannelModel>>>>,
    /// HARQ scheme over the channel.
    pub harq: Option<&'a Spanned<Chosen<dyn HarqScheme>>>,
    /// Reordering buffer after HARQ.
    pub reordering: Option<&'a Spanned<Tried<ReorderingConfig>>>,
    /// Radio link control above HARQ.
    pub rlc: Option<&'a Spanned<Tried<RlcConfig>>>,
    /// Location of the link's own table.
    pub place: &'a SourceSpan,
    /// How the table describes the link's directions.
    pub ends: TableDirections,
}

/// The radio configuration that the tables describe; `None` if there are none, or one is wrong or
/// missing.
pub fn radio(tables: RadioTables<'_>, problems: &mut Problems<'_>) -> Option<Arc<RadioConfig>> {
    let given = |key: &str, is_read: bool, problems: &Problems<'_>| {
        let path = tables.place.path_of(key);
        is_read || problems.any_under(&path) || problems.doubts(&path)
    };
    let has_channel = given("channel", tables.channel.is_some(), problems);
    let has_harq = given("harq", tables.harq.is_some(), problems);
    let channel = tables.channel.and_then(|own| channel(own, tables.ends, problems));
    let harq = tables.harq.and_then(|own| harq(own, problems));
    if let (Some(own), Some(_)) = (tables.channel, &channel)
        && !has_harq
    {
        problems
            .add(
                &own.place,
                "`channel` needs `harq`, which defines the effect of a level on packets",
            )
            .expected("both keys, or neither")
            .help(
                "add `harq`; for packets that are sent only once, \
                 write harq = { kind = \"incremental-redundancy\", reference_snr = \"10 dB\", \
                 retransmissions = 0 }",
            );
    }
    if let (Some(own), Some(_)) = (tables.harq, &harq)
        && !has_channel
    {
        problems
            .add(&own.place, "`harq` needs `channel`, over which packets are received")
            .expected("both keys, or neither")
            .help("add `channel`, for example channel = { kind = \"constant\", level = \"0 dB\" }");
    }
    let reordering = tables.reordering.map(|own| reordering(own, has_harq, problems));
    let rlc = tables.rlc.map(|own| rlc(own, has_harq, tables.reordering.is_some(), problems));
    let (channel, direction) = channel?;
    let reordering = match reordering {
        Some(resolved) => Some(resolved?),
        None => None,
    };
    let rlc = match rlc {
        Some(resolved) => Some(resolved?),
        None => None,
    };
    Some(Arc::new(RadioConfig { channel, harq: harq?, reordering, rlc, direction }))
}

/// The radio configuration of one terminal's link, with `base` as default for absent keys.
pub(crate) fn radio_over(
    tables: RadioTables<'_>,
    base: &Arc<RadioConfig>,
    problems: &mut Problems<'_>,
) -> Option<Arc<RadioConfig>> {
    let has_buffer = tables.reordering.is_some() || tables.rlc.is_some();
    if tables.channel.is_none() && tables.harq.is_none() && !has_buffer {
        return Some(base.clone());
    }
    let channel = match tables.channel {
        Some(own) => channel(own, tables.ends, problems).map(|(channel, _)| channel),
        None => Some(base.channel.clone()),
    };
    let harq = match tables.harq {
        Some(own) => harq(own, problems),
        None => Some(base.harq.clone()),
    };
    let reordering = match tables.reordering {
        Some(own) => Some(own.read.clone()?),
        None => base.reordering.clone().filter(|_| tables.rlc.is_none()),
    };
    let rlc = match tables.rlc {
        Some(own) => Some(rlc(own, true, tables.reordering.is_some(), problems)?),
        None => base.rlc.clone().filter(|_| tables.reordering.is_none()),
    };
    Some(Arc::new(RadioConfig {
        channel: channel?,
        harq: harq?,
        reordering,
        rlc,
        direction: base.direction,
    }))
}

/// The reordering buffer; reports one on a link without HARQ, which has nothing to reorder.
fn reordering(
    own: &Spanned<Tried<ReorderingConfig>>,
    has_harq: bool,
    problems: &mut Problems<'_>,
) -> Option<ReorderingConfig> {
    if !has_harq {
        problems
            .add(&own.place, "`reordering` has nothing to put in order: the link has no HARQ")
            .help("give the link `channel` and `harq` too, or remove `reordering`");
    }
    own.read.clone()
}

/// Radio link control; reports one without HARQ below it, or beside another buffer.
fn rlc(
    own: &Spanned<Tried<RlcConfig>>,
    has_harq: bool,
    has_reordering: bool,
    problems: &mut Problems<'_>,
) -> Option<RlcConfig> {
    if !has_harq {
        problems
            .add(&own.place, "`rlc` is above HARQ, and the link has none")
            .help("give the link `channel` and `harq` too, or remove `rlc`");
    }
    if has_reordering {
        problems
            .add(&own.place, "`rlc` and `reordering` exclude each other")
            .help("remove `reordering`: `rlc` delivers packets in order");
    }
    own.read.clone()
}

/// Reports keys that are meaningless on a link without a receiver on the ground.
pub fn refuse(tables: RadioTables<'_>, problems: &mut Problems<'_>) {
    let places = [
        tables.channel.map(|own| ("fading channel", &own.place)),
        tables.harq.map(|own| ("HARQ", &own.place)),
        tables.reordering.map(|own| ("reordering buffer", &own.place)),
        tables.rlc.map(|own| ("radio link control", &own.place)),
    ];
    for (what, place) in places.into_iter().flatten() {
        problems
            .add(place, format!("links between satellites have no {what}"))
            .help("remove it: wires, uplinks and downlinks can have one");
    }
}

/// Reports codewords of the HARQ of `radio`, which `table` describes, that are smaller than the
/// largest packets of a flow; `(bytes, name)` are the size of these packets and the name of that
/// flow.
pub fn check_codeword(
    table: &Spanned<Chosen<dyn HarqScheme>>,
    radio: &RadioConfig,
    (bytes, name): (u32, &str),
    problems: &mut Problems<'_>,
) {
    let harq = &radio.harq;
    let bits = harq.scheme.information_bits();
    let needed = u64::from(codewords(bytes, bits, radio.rlc.as_ref()));
    let bytes = bytes + radio.rlc.as_ref().map_or(0, |rlc| rlc.header_bytes(false));
    if harq.keys.packets == LongPackets::Split {
        let (processes, disabled) = (harq.keys.processes, harq.keys.feedback_disabled);
        if let Some(most) = processes.filter(|most| disabled == 0 && u64::from(*most) < needed) {
            problems
                .add(
                    &table.keys.at("processes"),
                    format!("a packet of \"{name}\" has more codewords than there are processes"),
                )
                .found(format!("{needed} codewords of {bits} bits, and {most} processes"))
                .expected(format!("at least {needed} processes, or larger `information_bits`"));
        }
        return;
    }
    if needed <= 1 {
        return;
    }
    let place = match table.keys.has("information_bits") {
        true => &table.keys.at("information_bits"),
        false => &table.place,
    };
    problems
        .add(place, format!("a codeword cannot hold the packets of \"{name}\""))
        .found(format!("packets of {bytes} B with headers, codewords of {bits} bits"))
        .expected(format!(
            "at least {} information bits, so that one codeword holds one packet",
            8 * u64::from(bytes)
        ))
        .help(
            "send smaller packets (`mss`, `initial_mtu`, a ping's `size`, a call's `frame`), or \
             give larger `information_bits` and `symbols` that go with them, or have packets split \
             (`packets = \"split\"`)",
        );
}

fn harq(own: &Spanned<Chosen<dyn HarqScheme>>, problems: &mut Problems<'_>) -> Option<HarqConfig> {
    own.common.check_processes(&own.keys, problems);
    Some(HarqConfig { scheme: own.model(problems)?, keys: own.common.clone() })
}

#[cfg(test)]
mod tests;
