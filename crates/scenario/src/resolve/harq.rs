//! HARQ, and the channel, HARQ and reordering of a link together.

use std::sync::Arc;

use skyseam_host::Transport;
use skyseam_net::RadioConfig;
use skyseam_net::channel::ChannelModel;
use skyseam_net::harq::{HarqConfig, HarqScheme, Packets};
use skyseam_net::reordering::ReorderingConfig;
use skyseam_params::Chosen;
use skyseam_params::shape::Tried;

use super::channel::{Ends, channel};
use super::names::Names;
use crate::document::{At, Place};
use crate::error::Problems;
use crate::scenario::{Flow, Links};
use crate::tables::ScenarioTable;

/// The tables of a link that make it one with HARQ.
#[derive(Clone, Copy)]
pub(super) struct RadioTables<'a> {
    pub(super) channel: Option<&'a At<Tried<Chosen<dyn ChannelModel>>>>,
    pub(super) harq: Option<&'a At<Chosen<dyn HarqScheme>>>,
    pub(super) reordering: Option<&'a At<Tried<ReorderingConfig>>>,
    /// The link's own table.
    pub(super) place: &'a Place,
    pub(super) ends: Ends,
}

/// What the tables describe together; `None` where there are none, or one is wrong or missing.
pub(super) fn radio(
    tables: RadioTables<'_>,
    problems: &mut Problems<'_>,
) -> Option<Arc<RadioConfig>> {
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
            .add(&own.place, "`channel` needs `harq`, which says what a level does to packets")
            .expected("both, or none of the two")
            .help(
                "add `harq`; packets that are sent once only have \
                 harq = { kind = \"incremental-redundancy\", reference_snr = \"10 dB\", \
                 retransmissions = 0 }",
            );
    }
    if let (Some(own), Some(_)) = (tables.harq, &harq)
        && !has_channel
    {
        problems
            .add(&own.place, "`harq` needs `channel`, over which packets are received")
            .expected("both, or none of the two")
            .help(
                "add `channel`, for example channel = { model = \"constant\", level = \"0 dB\" }",
            );
    }
    let reordering = tables.reordering.map(|own| reordering(own, has_harq, problems));
    let (channel, direction) = channel?;
    let reordering = match reordering {
        Some(resolved) => Some(resolved?),
        None => None,
    };
    Some(Arc::new(RadioConfig { channel, harq: harq?, reordering, direction }))
}

/// Notes a buffer without HARQ, where a link has nothing for it to put in order.
fn reordering(
    own: &At<Tried<ReorderingConfig>>,
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

/// Notes what a link without a receiver on the ground cannot have.
pub(super) fn refuse(tables: RadioTables<'_>, problems: &mut Problems<'_>) {
    let places = [
        tables.channel.map(|own| ("fading channel", &own.place)),
        tables.harq.map(|own| ("HARQ", &own.place)),
        tables.reordering.map(|own| ("reordering buffer", &own.place)),
    ];
    for (what, place) in places.into_iter().flatten() {
        problems
            .add(place, format!("links between satellites have no {what}"))
            .help("remove it: wires, uplinks and downlinks can have one");
    }
}

fn harq(own: &At<Chosen<dyn HarqScheme>>, problems: &mut Problems<'_>) -> Option<HarqConfig> {
    Some(HarqConfig { scheme: own.model(problems)?, keys: own.common.clone() })
}

/// Notes codewords that are smaller than the largest packet of any flow.
pub(super) fn check_sizes(
    file: &ScenarioTable,
    names: &Names,
    links: Option<&Links>,
    flows: &[Flow],
    problems: &mut Problems<'_>,
) {
    let Some(links) = links else { return };
    // The first of those with the largest packets.
    let sizes = flows.iter().rev().map(|flow| (largest_packet(flow), flow));
    let Some((bytes, flow)) = sizes.max_by_key(|(bytes, _)| *bytes) else {
        return;
    };
    let wires = file.wires.iter().flat_map(|list| &list.0);
    let own = file.links.as_ref();
    let [up, down] = [
        own.and_then(|own| own.uplink.as_ref()).and_then(|link| link.harq.as_ref()),
        own.and_then(|own| own.downlink.as_ref()).and_then(|link| link.harq.as_ref()),
    ];
    let mut all = vec![(up, links.uplink.as_ref()), (down, links.downlink.as_ref())];
    // Of a group all wires are alike: the first stands for them.
    let mut of_wires = Vec::new();
    let mut first = 0;
    for wire in wires {
        of_wires.push((wire.harq.as_ref(), links.wires.get(first)));
        let ends = wire.between.as_ref().map(|between| between.0.each_ref());
        let counts = ends.map_or([1; 2], |ends| ends.map(|end| names.end(&end.0).count()));
        first += counts[0].max(counts[1]) as usize;
    }
    if first == links.wires.len() {
        all.extend(of_wires);
    }
    let beams: Vec<_> = file.beams.iter().flat_map(|list| &list.0).collect();
    if beams.len() == links.beams.len() {
        let harqs = beams.iter().map(|beam| beam.harq.as_ref());
        all.extend(harqs.zip(links.beams.iter().map(|beam| Some(&beam.forward))));
    }
    for (table, link) in all {
        let radio = link.and_then(|link| link.radio.as_ref());
        let (Some(table), Some(radio)) = (table, radio) else { continue };
        if radio.harq.keys.packets == Packets::Split {
            continue;
        }
        let bits = radio.harq.scheme.information_bits();
        if 8 * u64::from(bytes) > u64::from(bits) {
            let place = match table.keys.has("information_bits") {
                true => &table.keys.at("information_bits"),
                false => &table.place,
            };
            problems
                .add(place, format!("a codeword cannot hold the packets of \"{}\"", flow.name))
                .found(format!("packets of {bytes} B with headers, codewords of {bits} bits"))
                .expected(format!(
                    "at least {} information bits, so that one codeword holds one packet",
                    8 * u64::from(bytes)
                ))
                .help(
                    "send smaller packets (`mss`, `datagram`, a ping's `size`, a call's `frame`), \
                     or give larger `information_bits` and `symbols` that go with them, or have \
                     packets split (`packets = \"split\"`)",
                );
        }
    }
}

/// Bytes of the largest IP packet that a flow can send.
fn largest_packet(flow: &Flow) -> u32 {
    if let Some(bytes) = flow.application.largest_packet() {
        return bytes;
    }
    let proxies = flow.split_at.iter().map(|split| split.proxy.transport.largest_packet());
    proxies.fold(flow.transport.largest_packet(), u32::max)
}
