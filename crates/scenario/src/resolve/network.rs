//! Network of a scenario: names, nodes, wires and transmitters; other modules here resolve the
//! satellites and terminals.

use skyseam_base::{Duration, SimTime};
use skyseam_constellation::description::config::{SkyConfig, Wire};
use skyseam_constellation::description::failures::{Drawing, failures};
use skyseam_constellation::handover::{HandoverKeys, QueuedAtHandover};
use skyseam_constellation::names::{EndpointPairs, Laid, Linkable, Names};
use skyseam_constellation::routing::check_paths;
use skyseam_net::config::WireConfig;
use skyseam_net::keys::offsets::{OffsetKeys, offsets};
use skyseam_net::keys::queues::check_weights;
use skyseam_net::keys::wire;
use skyseam_params::Parameter;

use super::beams;
use super::flows::has_flows;
use super::names;
use super::users::{self, Population};
use super::{handover, sky, sky_links, terminals};
use crate::document::{Items, SourceSpan};
use crate::error::Problems;
use crate::scenario::{Beam, LinkConfigs, WireLinks};
use crate::tables::ScenarioTable;

/// Resolved network; parts that could not be read are `None`.
pub(super) struct ResolvedNetwork {
    pub(super) sky: Option<SkyConfig>,
    pub(super) preset: Option<String>,
    pub(super) elevation_mask_deg: Option<f64>,
    pub(super) links: Option<LinkConfigs>,
    pub(super) queued: Option<QueuedAtHandover>,
    pub(super) names: Names,
    /// Users of each table.
    pub(super) populations: Vec<Option<Population>>,
}

/// End of the run and of the study of delays; a run without a stated duration ends within a day.
pub(super) fn end_of_studies(file: &ScenarioTable) -> SimTime {
    let run = file.run.as_ref();
    let start = run.and_then(|run| run.start.as_ref()).map_or(SimTime::ZERO, |own| own.0);
    let duration = run.and_then(|run| run.duration.as_ref());
    let duration = duration.map_or(Duration::from_secs(86_400), |own| own.0);
    let delay = file.delay.as_ref().map_or(SimTime::ZERO, |delay| {
        let start = delay.start.as_ref().map_or(start, |own| own.0);
        start.saturating_add(delay.duration.as_ref().map_or(duration, |own| own.0))
    });
    start.saturating_add(duration).max(delay)
}

pub(super) fn network(
    file: &ScenarioTable,
    seed: u64,
    problems: &mut Problems<'_>,
) -> ResolvedNetwork {
    check_there_is_a_network(file, problems);
    let sky = sky::satellites(file.constellation.as_ref(), problems);
    sky::warn_of_shells(file.constellation.as_ref(), &sky, problems);
    let mut names = names::declared(file, &sky, problems);
    let mask = terminals::default_mask(file, sky.preset.as_ref());
    let handover = handover::handover(file, sky.preset.as_ref(), problems);
    let policy = handover.as_ref().map(|handover| &*handover.policy);
    let mut terminals = terminals::terminals(file, mask, policy, problems);
    let mut populations = users::populations(file, (mask, seed), policy, &names, problems);
    for population in populations.iter_mut().flatten() {
        terminals.append(&mut population.terminals);
    }
    let nodes = names.nodes.clone();
    let mut laid = Laid::default();
    let (mut wires, wire_links) = wires(file, &mut names, &mut laid, problems);
    let beams = beams::beams(file, &mut names, &mut laid, problems);
    let (beams, wires_of_beams): (Vec<Beam>, Vec<Vec<Wire>>) = beams.into_iter().unzip();
    wires.extend(wires_of_beams.into_iter().flatten());
    check_reached(file, &names, problems);
    let keys = file.handover.as_ref().and_then(|table| table.read.as_ref());
    let queued = keys.map(|keys| keys.queued_in(sky.geometry));
    if let (Some(table), Some(config), Some(queued)) = (&file.handover, &handover, queued) {
        problems.print(&table.place, HandoverKeys::print(&HandoverKeys::of(config, queued)));
    }
    let used = sky_links::Used {
        has_sky: file.constellation.is_some(),
        has_isl: sky.may_have_isls,
        has_flows: has_flows(file),
    };
    let brought = sky.preset.as_ref().and_then(|preset| preset.links.as_ref());
    let links = file.links.as_ref();
    let mut links = links.and_then(|table| sky_links::links(table, used, brought, problems));
    let downlink = file.links.as_ref().and_then(|links| links.downlink.as_ref());
    let channels = sky_links::own_channels(file, downlink, problems);
    if let Some(links) = &mut links {
        let satellites = sky.shells.iter().flatten().map(|shell| shell.satellites() as usize).sum();
        sky_links::add_terminals(links, file, satellites, policy, problems);
        for ((own, terminal), channel) in links.terminals.iter_mut().zip(&terminals).zip(channels) {
            (own.name, own.channel) = (terminal.name.clone(), channel);
        }
    }
    if let Some(own) = downlink.and_then(|downlink| downlink.scheduler.as_ref())
        && !names.in_doubt
        && !names.terminals.is_empty()
    {
        let resolved = links.as_ref().and_then(|links| links.downlink.as_ref());
        let resolved = resolved.map(|link| &link.queue);
        check_weights(own, resolved, names.terminals.len() as u32, problems);
    }
    let linkable = Linkable::new(sky.shells.as_deref(), sky.listed_isls.as_deref(), &wires);
    let drawing = Drawing { seed, end: end_of_studies(file) };
    let failures = failures(file.failures.as_ref(), &names, &linkable, drawing, problems);
    let routing = file.routing.as_ref().and_then(|rule| {
        rule.adapted(
            &mut |key, value, keys, problems| {
                if value.is::<Vec<Vec<String>>>() {
                    check_paths(key, keys, &names, &terminals, &linkable, problems);
                }
            },
            problems,
        )
    });
    failures.apply(&mut terminals, &mut wires);
    let config = || {
        Some(SkyConfig {
            geometry: sky.geometry,
            propagation: sky.propagation?,
            zero: sky.zero,
            shells: sky.shells?,
            isl: sky.isl?,
            listed_isls: sky.listed_isls?,
            failures: failures.sky,
            terminals,
            nodes,
            wires,
            handover: handover?,
            routing: routing?,
            seed,
        })
    };
    let sky_config = config();
    ResolvedNetwork {
        sky: sky_config,
        preset: sky.preset.map(|preset| preset.name),
        elevation_mask_deg: mask,
        links: links.map(|links| LinkConfigs { wires: wire_links, beams, ..links }),
        queued,
        names,
        populations,
    }
}

fn check_there_is_a_network(file: &ScenarioTable, problems: &mut Problems<'_>) {
    if file.constellation.is_some() || problems.doubts("constellation") {
        return;
    }
    if let Some(first) = file.terminals.items().next() {
        problems
            .add(&first.place, "terminals need satellites, and there is no [constellation]")
            .expected("a [constellation], or [[nodes]] and [[wires]] instead of terminals")
            .help("add [constellation] with a preset, such as preset = \"iridium\"");
    } else if file.nodes.items().next().is_none()
        && !problems.doubts("nodes")
        && !problems.doubts("terminals")
    {
        problems
            .add(&SourceSpan::default(), "the scenario describes no network")
            .expected("a [constellation] with [[terminals]], or [[nodes]] with [[wires]]");
    }
}

/// Wires and their transmitters.
fn wires(
    file: &ScenarioTable,
    names: &mut Names,
    laid: &mut Laid,
    problems: &mut Problems<'_>,
) -> (Vec<Wire>, Vec<WireLinks>) {
    let (mut wires, mut links) = (Vec::new(), Vec::new());
    for table in file.wires.items() {
        let between = table.between.as_ref();
        let ends = between.and_then(|between| names.ends("wire", between.0.each_ref(), problems));
        let group = ends.as_ref().filter(|ends| ends.is_group()).map(EndpointPairs::count);
        let keys = OffsetKeys {
            table: &table.place,
            has_trace: table.trace.is_some(),
            offset: &table.trace_offset,
            stagger: &table.trace_stagger,
            period: &table.trace_repeat,
            // Of ends that are not known nothing is said.
            group: match &ends {
                Some(ends) if !names.may_be_group(ends) => None,
                _ => group.or(Some(1)),
            },
        };
        let offsets = offsets(&keys, problems);
        let link = wire::wire(table, offsets.first, problems);
        let (Some(between), Some(ends)) = (between, ends) else { continue };
        if !laid.takes(ends.count(), &between.place, problems) {
            continue;
        }
        for (index, pair) in (0..).zip(ends.pairs()) {
            let [a, b] = pair.each_ref().map(String::as_str);
            if !laid.lay(names, [a, b]) {
                problems
                    .add(&between.place, format!("a second wire between \"{a}\" and \"{b}\""))
                    .help("remove one, or put a node between");
                break;
            }
            if let Some(link) = &link {
                let (link, delays) = link.further(offsets.further(index));
                let WireConfig { forward, backward } = link;
                links.push(WireLinks { between: pair.clone(), forward, backward });
                wires.push(Wire { between: pair, delays, outages: Vec::new() });
            }
        }
    }
    (wires, links)
}

/// Reports nodes without a wire or beam.
fn check_reached(file: &ScenarioTable, names: &Names, problems: &mut Problems<'_>) {
    let lists = ["wires", "beams"];
    let ends = [".between", ".from", ".to"];
    let in_doubt = names.in_doubt
        || lists.iter().any(|list| problems.doubts(list))
        || problems.any(|path| {
            lists.iter().any(|list| path.starts_with(list))
                && (!path.contains('.') || ends.iter().any(|end| path.contains(end)))
        });
    if in_doubt {
        return;
    }
    for node in file.nodes.items() {
        if let Some(name) = &node.name
            && let Some(unreached) = names.unreached(&name.0)
        {
            problems
                .add(&name.place, format!("no wire leads to the node \"{unreached}\""))
                .expected("at least one wire or beam to every node")
                .help(format!("add [[wires]] with between = [\"{}\", ...]", name.0));
        }
    }
}
