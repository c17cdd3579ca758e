//! Codewords that must hold the packets of flows, and channels with a realization so long that a
//! run would spend hours on it, most of them in one step.

use skyseam_base::Duration;
use skyseam_constellation::names::Names;
use skyseam_net::channel::ChannelConfig;
use skyseam_net::keys::beam::Fading;
use skyseam_net::keys::check_codeword;
use skyseam_net::{LinkConfig, RadioConfig};

use super::sky_links::harqs;
use crate::document::Items;
use crate::error::Problems;
use crate::scenario::{Flow, LinkConfigs, RunConfig, WireLinks};
use crate::tables::ScenarioTable;
use crate::values::LONGEST;

fn radio_of(link: Option<&LinkConfig>) -> Option<&RadioConfig> {
    link?.radio.as_deref()
}

/// Reports codewords that are smaller than the largest packet of any flow.
pub(super) fn check_sizes(
    file: &ScenarioTable,
    names: &Names,
    links: Option<&LinkConfigs>,
    flows: &[Flow],
    problems: &mut Problems<'_>,
) {
    let Some(links) = links else { return };
    // The first of those with the largest packets.
    let sizes = flows.iter().rev().map(|flow| (largest_packet(flow), flow));
    let Some((bytes, flow)) = sizes.max_by_key(|(bytes, _)| *bytes) else { return };
    let of_links = harqs(file, links).into_iter();
    let mut all: Vec<_> = of_links.map(|(table, link)| (table, radio_of(link))).collect();
    // Of a group all wires are alike: the first stands for them.
    let mut of_wires = Vec::new();
    let mut first = 0;
    for wire in file.wires.items() {
        of_wires.push((wire.harq.as_ref(), links.wires.get(first).and_then(WireLinks::radio)));
        let ends = wire.between.as_ref().map(|between| between.0.each_ref());
        let counts = ends.map_or([1; 2], |ends| ends.map(|end| names.end(&end.0).count()));
        first += counts[0].max(counts[1]) as usize;
    }
    if first == links.wires.len() {
        all.extend(of_wires);
    }
    let beams: Vec<_> = file.beams.items().collect();
    if beams.len() == links.beams.len() {
        let harqs = beams.iter().map(|beam| beam.harq.as_ref());
        let radios = links.beams.iter().map(|beam| radio_of(Some(&beam.forward)));
        all.extend(harqs.zip(radios));
    }
    for (table, radio) in all {
        if let (Some(table), Some(radio)) = (table, radio) {
            check_codeword(table, radio, (bytes, &flow.name), problems);
        }
    }
}

/// Size of the largest IP packet that a flow can send, bytes.
fn largest_packet(flow: &Flow) -> u32 {
    if let Some(bytes) = flow.application.largest_packet() {
        return bytes;
    }
    let proxies = flow.split_at.iter().map(|split| split.proxy.transport.largest_packet());
    proxies.fold(flow.transport.largest_packet(), u32::max)
}

/// Reports the first channel that is too long up to the end of the run.
pub(super) fn check_lengths(
    file: &ScenarioTable,
    links: &LinkConfigs,
    run: &RunConfig,
    problems: &mut Problems<'_>,
) {
    let Some(table) = &file.run else { return };
    let place = table.duration.as_ref().map_or(&table.place, |duration| &duration.place);
    for (link, channel, offset) in channels(links) {
        let length = offset + run.duration;
        if let Some(walk) = channel.model.too_long(length) {
            problems
                .add(place, format!("the realization of the channel of {link} is too long"))
                .found(format!("{} up to the end of the run", walk.found))
                .expected(walk.expected)
                .help("a longer `sample`, a smaller `offset`, or a shorter run");
            return;
        }
    }
}

/// All channels by the keys of their links, each with its largest offset.
fn channels(links: &LinkConfigs) -> impl Iterator<Item = (String, &ChannelConfig, Duration)> {
    let shared = [("uplink", &links.uplink), ("downlink", &links.downlink), ("isl", &links.isl)];
    let shared = shared.into_iter().filter_map(|(key, link)| {
        Some((format!("links.{key}"), &radio_of(link.as_ref())?.channel))
    });
    let terminals = links.terminals.iter().enumerate().flat_map(|(at, own)| {
        [("uplink", &own.uplink), ("downlink", &own.downlink)].into_iter().filter_map(
            move |(key, link)| {
                Some((format!("terminals[{at}].{key}"), &radio_of(link.as_ref())?.channel))
            },
        )
    });
    let own = links.terminals.iter().enumerate();
    let own = own.filter_map(|(at, own)| Some((format!("terminals[{at}]"), own.channel.as_ref()?)));
    let wires = links.wires.iter().enumerate();
    let wires =
        wires.filter_map(|(at, wire)| Some((format!("wires[{at}]"), &wire.radio()?.channel)));
    let users = links.beams.iter().flat_map(|beam| {
        let own = beam.users.iter();
        own.filter_map(|user| Some((format!("the user {}", user.name), user.channel.as_ref()?)))
    });
    let alone = shared.chain(terminals).chain(own).chain(wires).chain(users);
    let alone = alone.map(|(link, channel)| (link, channel, channel.offset));
    let beams = links.beams.iter().filter_map(|beam| {
        let channel = &radio_of(Some(&beam.forward))?.channel;
        let further = match beam.fading {
            Fading::Staggered(each) => each.saturating_mul(beam.users.len() as u64).min(LONGEST),
            Fading::Own | Fading::Shared => Duration::ZERO,
        };
        let offset = channel.offset + further;
        Some((format!("beams.{}", beam.name), channel, offset))
    });
    alone.chain(beams)
}
