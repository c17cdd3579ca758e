//! Channels with a realization so long that a run would spend hours on it, most of them in one
//! step.

use skyseam_base::Duration;
use skyseam_net::LinkConfig;
use skyseam_net::channel::ChannelConfig;
use skyseam_net::keys::beam::Fading;

use crate::error::Problems;
use crate::scenario::{LinkConfigs, RunConfig};
use crate::tables::ScenarioTable;
use crate::values::LONGEST;

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
    let shared = shared
        .into_iter()
        .filter_map(|(key, link)| Some((format!("links.{key}"), of_link(link.as_ref()?)?)));
    let terminals = links.terminals.iter().enumerate().flat_map(|(at, own)| {
        [("uplink", &own.uplink), ("downlink", &own.downlink)].into_iter().filter_map(
            move |(key, link)| Some((format!("terminals[{at}].{key}"), of_link(link.as_ref()?)?)),
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
        let channel = of_link(&beam.forward)?;
        let further = match beam.fading {
            Fading::Staggered(each) => each.saturating_mul(beam.users.len() as u64).min(LONGEST),
            Fading::Own | Fading::Shared => Duration::ZERO,
        };
        let offset = channel.offset + further;
        Some((format!("beams.{}", beam.name), channel, offset))
    });
    alone.chain(beams)
}

fn of_link(link: &LinkConfig) -> Option<&ChannelConfig> {
    Some(&link.radio.as_ref()?.channel)
}
