//! HARQ: codewords that must hold the packets of flows.

use skyseam_constellation::names::Names;
use skyseam_net::keys::check_codeword;
use skyseam_net::{LinkConfig, RadioConfig};

use crate::document::Items;
use crate::error::Problems;
use crate::scenario::{Flow, LinkConfigs, WireLinks};
use crate::tables::ScenarioTable;

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
    fn radio_of(link: Option<&LinkConfig>) -> Option<&RadioConfig> {
        link?.radio.as_deref()
    }
    let of_links = super::sky_links::harqs(file, links).into_iter();
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
