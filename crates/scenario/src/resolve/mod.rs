//! Conversion of the tables of a file to a [`Scenario`]: defaults that depend on other keys, and
//! every check that concerns more than one key.
//!
//! Continues after a problem, so that all are found, but draws no conclusion from parts that could
//! not be read: a terminal with a malformed name does not make flows to it wrong.

mod beams;
mod flows;
mod ground;
mod handover;
mod names;
mod network;
mod radio;
mod sessions;
mod sky;
mod sky_links;
mod terminals;
mod transports;
mod used_links;
mod users;
mod without_effect;

use std::collections::BTreeSet;

use serde_json::json;
use skyseam_base::Duration;
use skyseam_constellation::description::config::Sampling;
use skyseam_constellation::handover::check_effort;
use skyseam_constellation::names::Names;
use skyseam_constellation::routing::Traffic;
use skyseam_trace::AnySeries;

use crate::document::{Items, Spanned};
use crate::error::Problems;
use crate::names::series_of;
use crate::scenario::{DelayStudy, Flow, Record, RunConfig, Scenario, default_pairs, link_ends};
use crate::shape::last_key;
use crate::tables::{DelayTable, RunTable, ScenarioTable};
use crate::units::{INSTANT, print_duration};
pub(crate) use ground::expand;
pub(crate) use sky::satellites;
pub(crate) use sky_links::{Used, links};

/// The scenario that `file` describes; `None` if a problem was reported, here or before.
pub(crate) fn resolve(file: &ScenarioTable, problems: &mut Problems<'_>) -> Option<Scenario> {
    let unused = without_effect::unused_round_trips(file, problems);
    let run = run(file, problems);
    let seed = run.as_ref().map_or(1, |run| run.seed);
    let mut network = network::network(file, seed, problems);
    let mut flows = flows::flows(file, &network.names, run.as_ref(), problems);
    let users = sessions::users(file, &mut network, run.as_ref(), &mut flows, problems);
    let flows = flows.flows;
    if let (Some(run), Some(sky)) = (&run, &network.sky) {
        if let Some(table) = &file.handover {
            check_effort(sky, run.start.saturating_add(run.duration), table, problems);
        }
        if let Some(rule) = &file.routing {
            // Data goes to one end, and what acknowledges it to the other.
            let ends = flows.iter().flat_map(|flow| [&flow.from, &flow.to]);
            let destinations = ends.collect::<BTreeSet<_>>().len();
            let end = run.start.saturating_add(run.duration);
            sky.routing.warn(&Traffic { sky, end, destinations }, &rule.keys, problems);
        }
        transports::warn_of_proxies(file, &users, &network.names, &sky.wires, problems);
    }
    if let (Some(run), Some(links)) = (&run, &network.links) {
        radio::check_lengths(file, links, run, problems);
    }
    without_effect::warn_of_round_trips(&unused, problems);
    if let (Some(run), Some(sky), Some(links)) = (&run, &network.sky, &network.links) {
        without_effect::warn(file, (sky, links), run, &flows, problems);
    }
    captures(file, &network.names, problems);
    radio::check_sizes(file, &network.names, network.links.as_ref(), &flows, problems);
    let delay = delay(file, &network.names, &flows, run.as_ref(), problems);
    if !problems.is_empty() {
        return None;
    }
    Some(Scenario {
        title: file.title.as_ref().map(|title| title.0.clone()),
        sky: network.sky?,
        preset: network.preset,
        elevation_mask_deg: network.elevation_mask_deg,
        links: network.links?,
        queued_at_handover: network.queued?,
        flows,
        users,
        run: run?,
        delay,
        manifest: std::mem::take(problems.manifest()).into(),
    })
}

fn run(file: &ScenarioTable, problems: &mut Problems<'_>) -> Option<RunConfig> {
    let table = file.run.as_ref()?;
    let has_flows = flows::has_flows(file);
    let duration = match &table.duration {
        Some(duration) => duration.0,
        None if problems.doubts("run") || problems.doubts("run.duration") => return None,
        None if has_flows => {
            let here = table.place.key("duration", table.place.start..table.place.end);
            problems
                .add(&here, "the key `duration` is missing")
                .expected("a time after which the run ends even when flows have not finished")
                .help("write duration = \"24 h\" in [run]");
            return None;
        }
        None => Duration::from_secs(86_400),
    };
    for bin in [&table.throughput_bin, &table.group_throughput_bin].into_iter().flatten() {
        let bins = duration.as_nanos() / bin.0.as_nanos().max(1);
        if bins > MAX_SAMPLES {
            problems
                .add(
                    &bin.place,
                    format!("`{}` is too short for the run", last_key(&bin.place.path)),
                )
                .found(format!("{bins} bins"))
                .expected(format!("at most {MAX_SAMPLES} bins"));
        }
    }
    let usual = json!({ "duration": print_duration(duration), "record": [], "captures": [] });
    problems.fill(&table.place, usual);
    Some(RunConfig {
        start: table.start.as_ref()?.0,
        duration,
        seed: u64::try_from(table.seed.as_ref()?.0).ok()?,
        record: record(table, problems),
    })
}

/// Maximum number of samples; more are a mistake.
const MAX_SAMPLES: u64 = 10_000_000;

fn record(table: &RunTable, problems: &Problems<'_>) -> Record {
    let wanted = || table.record.items().map(|wanted| &wanted.0);
    let built_in = series_of(problems.catalogue());
    let listed = |series: &AnySeries| wanted().any(|wanted| wanted == series);
    let others = wanted().filter(|wanted| built_in.find(wanted.name()).is_none());
    let captures = table.captures.items();
    Record {
        series: built_in.iter().filter(listed).chain(others.cloned()).collect(),
        throughput_bin: table.throughput_bin.as_ref().map(|bin| bin.0),
        group_throughput_bin: table.group_throughput_bin.as_ref().map(|bin| bin.0),
        captures: captures.map(|name| name.0.clone()).collect(),
    }
}

/// Maximum length of a file name, bytes: NAME_MAX of Linux, and of common file systems.
const MAX_FILE_NAME: usize = 255;

/// Suffix of the file name of a capture.
const CAPTURE_ENDING: &str = ".pcapng";

fn captures(file: &ScenarioTable, names: &Names, problems: &mut Problems<'_>) {
    for name in file.run.iter().flat_map(|run| run.captures.items()) {
        let ends = match link_ends(&name.0) {
            Some((node, peer)) if !names.has(&name.0) => vec![node, peer],
            _ => vec![name.0.as_str()],
        };
        let bytes = name.0.len() + CAPTURE_ENDING.len();
        if bytes > MAX_FILE_NAME {
            problems
                .add(&name.place, "the file of this capture would have too long a name")
                .found(format!("{bytes} bytes in UTF-8"))
                .expected(format!("at most {MAX_FILE_NAME}, which is what file systems take"))
                .help("give the node a shorter name");
        }
        for end in &ends {
            names.check_node_or_satellite(end, &name.place, problems);
        }
        if let [node, peer] = ends[..]
            && node == peer
        {
            problems
                .add(&name.place, "a link needs two different endpoints")
                .found(format!("\"{node}\" twice"));
        }
    }
}

fn delay(
    file: &ScenarioTable,
    names: &Names,
    flows: &[Flow],
    run: Option<&RunConfig>,
    problems: &mut Problems<'_>,
) -> Option<DelayStudy> {
    let table = file.delay.as_ref()?;
    for pair in table.pairs.items() {
        let [from, to] = &pair.0;
        for end in [from, to] {
            names.check_node_or_satellite(&end.0, &end.place, problems);
        }
        if from.value == to.value {
            problems
                .add(&to.place, "a pair needs two different endpoints")
                .found(format!("\"{}\" twice", from.0));
        }
    }
    let pairs = match &table.pairs {
        Some(pairs) => {
            pairs.0.iter().map(|pair| pair.0.each_ref().map(|name| name.0.clone())).collect()
        }
        None => default_pairs(
            flows.iter().map(|flow| [flow.from.as_str(), flow.to.as_str()]),
            names.terminals.iter().map(String::as_str),
        ),
    };
    let nothing = pairs.is_empty() && !names.in_doubt && !problems.any_under("delay");
    if nothing && !problems.any_under("flows") {
        problems
            .add(&table.place, "[delay] has no pair to look at")
            .help("name pairs = [[\"A\", \"B\"]], or describe flows or at least two terminals");
    }
    let sampling = sampling(table, run, problems)?;
    let usual = json!({
        "pairs": pairs,
        "start": INSTANT.print(sampling.start),
        "duration": print_duration(sampling.end - sampling.start),
    });
    problems.fill(&table.place, usual);
    Some(DelayStudy { pairs, sampling })
}

fn sampling(
    table: &Spanned<DelayTable>,
    run: Option<&RunConfig>,
    problems: &mut Problems<'_>,
) -> Option<Sampling> {
    let of_run = |key: &str| run.filter(|_| !problems.doubts(&table.place.path_of(key)));
    let start = table.start.as_ref().map(|own| own.0);
    let start = start.or_else(|| Some(of_run("start")?.start))?;
    let duration = table.duration.as_ref().map(|own| own.0);
    let duration = duration.or_else(|| Some(of_run("duration")?.duration))?;
    let step = table.step.as_ref()?;
    let samples = duration.as_nanos() / step.0.as_nanos().max(1);
    if samples > MAX_SAMPLES {
        problems
            .add(&step.place, "`step` is too short for the studied interval")
            .found(format!("{samples} samples"))
            .expected(format!("at most {MAX_SAMPLES} samples"));
    }
    Some(Sampling { start, step: step.0, end: start.saturating_add(duration) })
}
