//! Warnings of keys that are valid but have no effect in this run, with advice how to make them
//! effective.
//!
//! Owns only effects that are certain before the run. A queue that never fills, or a timer that
//! never expires, is not a mistake of the file and is not reported here.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, SimTime};
use skyseam_constellation::description::config::{Geometry, SkyConfig};
use skyseam_constellation::description::parts::Antennas;
use skyseam_net::config::ArrivalOrder;
use skyseam_net::keys::beam::{BeamTable, Fading};
use skyseam_net::keys::link::LinkTable;
use skyseam_net::keys::wire::WireTable;
use skyseam_params::units::print_duration;
use skyseam_params::values::{PositiveSpan, Span};

use super::used_links::Reached;
use crate::document::{Items, SourceSpan, Spanned};
use crate::error::Problems;
use crate::scenario::{Beam, Flow, LinkConfigs, RunConfig};
use crate::tables::ScenarioTable;

/// Keys of `[handover]` and their defaults, as printed in manifests.
const HANDOVER: [(&str, &str); 8] = [
    ("kind", "\"sticky\""),
    ("direction", "\"any\""),
    ("check_interval", "\"10 s\""),
    ("offset", "\"0 s\""),
    ("randomized", "false"),
    ("interruption_time", "\"0 s\""),
    ("overlap", "\"0 s\""),
    ("queued", "\"forwarded\""),
];

/// Keys of `[routing]` that concern changes of the network.
const ROUTES_OVER_TIME: [&str; 3] = ["recompute_interval", "convergence_delay", "hysteresis"];

/// Locations of `reference_rtt` where nothing is given in bandwidth-delay products.
///
/// Examines the written values, before limits are resolved to bytes.
pub(super) fn unused_round_trips(
    file: &ScenarioTable,
    problems: &mut Problems<'_>,
) -> Vec<SourceSpan> {
    fn has_product(value: Option<&Json>) -> bool {
        match value {
            Some(Json::String(text)) => text.trim_end().ends_with("BDP"),
            Some(Json::Array(items)) => items.iter().any(|item| has_product(Some(item))),
            Some(Json::Object(keys)) => keys.values().any(|own| has_product(Some(own))),
            _ => false,
        }
    }
    let wires = file.wires.items().map(|own| &own.reference_rtt);
    let beams = file.beams.items().map(|own| &own.reference_rtt);
    let links = file.links.iter().map(|own| &own.reference_rtt);
    let given: Vec<&Spanned<PositiveSpan>> = wires.chain(beams).chain(links).flatten().collect();
    if given.is_empty() {
        return Vec::new();
    }
    let written = problems.manifest().clone().into_json();
    let is_unused = |own: &&&Spanned<PositiveSpan>| {
        let path = &own.place.path;
        let table = path.strip_suffix(".reference_rtt").unwrap_or(path);
        if table == "links" {
            return !["links", "terminals", "users"]
                .iter()
                .any(|key| has_product(written.get(key)));
        }
        let pointer = table.replace('[', "/").replace(']', "").replace('.', "/");
        !has_product(written.pointer(&format!("/{pointer}")))
    };
    given.iter().filter(is_unused).map(|own| own.place.clone()).collect()
}

/// Warns of `reference_rtt` at these locations.
pub(super) fn warn_of_round_trips(unused: &[SourceSpan], problems: &mut Problems<'_>) {
    for place in unused {
        problems
            .warn(place, "`reference_rtt` changes nothing: no queue is given in BDP")
            .help("give a queue as a multiple of it, such as queue = \"1 BDP\", or remove the key");
    }
}

/// Warns of all other keys without effect.
pub(super) fn warn(
    file: &ScenarioTable,
    (sky, links): (&SkyConfig, &LinkConfigs),
    run: &RunConfig,
    flows: &[Flow],
    problems: &mut Problems<'_>,
) {
    for table in file.wires.items() {
        warn_of_wire(table, run, problems);
    }
    for (table, beam) in file.beams.items().zip(&links.beams) {
        warn_of_beam(table, beam, run, problems);
    }
    for table in link_tables(file) {
        let offset = table.trace_offset.as_ref();
        warn_of_repetition(table.trace_repeat.as_ref(), offset, run, problems);
    }
    if file.constellation.is_none() {
        warn_of_handover(file, problems);
        warn_of_routes(file, sky, problems);
    }
    warn_of_failures(file, run, problems);
    warn_of_terminals(file, sky, problems);
    warn_of_demand(file, sky, problems);
    // Users may hold sessions with another seed that they do not hold with this one.
    if !flows.is_empty()
        && file.users.is_none()
        && let Some(reached) = Reached::of(sky, flows)
    {
        warn_of_unreached(file, sky, &reached, problems);
    }
}

fn warn_of_wire(table: &Spanned<WireTable>, run: &RunConfig, problems: &mut Problems<'_>) {
    let own = [&table.forward, &table.backward];
    let traced = own.iter().any(|own| own.as_ref().is_some_and(|own| own.trace.is_some()));
    let changes = table.changes.items();
    let is_constant =
        table.trace.is_none() && !traced && !changes.clone().any(|change| change.delay.is_some());
    warn_of_order(table.order.as_ref(), is_constant, problems);
    // Links of a group with `trace_stagger` are further along the trace.
    let period = table.trace_repeat.as_ref().filter(|_| table.trace_stagger.is_none());
    warn_of_repetition(period, table.trace_offset.as_ref(), run, problems);
    for own in own.into_iter().flatten() {
        let offset = own.trace_offset.as_ref();
        warn_of_repetition(own.trace_repeat.as_ref(), offset, run, problems);
    }
    let late = changes.filter_map(|change| change.at.as_ref()).find(|at| at.0 >= run.duration);
    if let Some(at) = late {
        problems
            .warn(&at.place, "this change changes nothing: `at` is after the run has ended")
            .found(format!(
                "{}, in a run of {}",
                print_duration(at.0),
                print_duration(run.duration)
            ))
            .help("`at` counts from the start of the run: make it earlier, or the run longer");
    }
}

fn warn_of_beam(
    table: &Spanned<BeamTable>,
    beam: &Beam,
    run: &RunConfig,
    problems: &mut Problems<'_>,
) {
    warn_of_order(table.order.as_ref(), table.trace.is_none(), problems);
    // Links of a group with `trace_stagger` are further along the trace.
    let period = table.trace_repeat.as_ref().filter(|_| table.trace_stagger.is_none());
    warn_of_repetition(period, table.trace_offset.as_ref(), run, problems);
    let Some(radio) = &beam.forward.radio else { return };
    let is_one_level = radio.channel.model.sample().is_none();
    if let Some(own) = table.fading.as_ref().filter(|_| beam.fading != Fading::Own)
        && is_one_level
    {
        problems
            .warn(&own.place, "`fading` changes nothing: the level of this channel is constant")
            .help("choose a channel that fades, such as kind = \"fontan\", or remove the key");
    }
    let is_alike = is_one_level
        && beam.users.iter().all(|user| user.channel.is_none())
        && beam.users.windows(2).all(|pair| pair[0].gain_db == pair[1].gain_db);
    if let Some(own) = table.redundancy_fading.as_ref().filter(|_| beam.redundancy_at_first)
        && (is_alike || beam.users.len() == 1)
    {
        let why = if is_alike { "all users are at one level" } else { "the beam has one user" };
        problems
            .warn(&own.place, format!("`redundancy_fading` changes nothing: {why}"))
            .help("it needs users with different fading; or remove the key");
    }
}

fn warn_of_order(
    order: Option<&Spanned<ArrivalOrder>>,
    is_constant: bool,
    problems: &mut Problems<'_>,
) {
    if let Some(order) = order.filter(|order| order.value == ArrivalOrder::Fifo && is_constant) {
        problems
            .warn(&order.place, "`order` changes nothing: the delay never becomes shorter")
            .help(
                "packets overtake each other where `changes` or a `trace` shorten the delay, and \
                 `jitter` keeps their order by itself",
            );
    }
}

/// Warns of a trace that would repeat only after the run has ended.
fn warn_of_repetition(
    period: Option<&Spanned<PositiveSpan>>,
    offset: Option<&Spanned<Span>>,
    run: &RunConfig,
    problems: &mut Problems<'_>,
) {
    let Some(period) = period else { return };
    let offset = offset.map_or(Duration::ZERO, |offset| offset.0);
    let end = offset + run.duration;
    if end <= period.0 {
        let found = format!(
            "{}, and the run ends {} into it",
            print_duration(period.0),
            print_duration(end)
        );
        problems
            .warn(&period.place, "`trace_repeat` changes nothing: the run ends before it")
            .found(found)
            .help("make it shorter, or the run longer, or remove the key");
    }
}

fn link_tables(file: &ScenarioTable) -> impl Iterator<Item = &Spanned<LinkTable>> {
    let links = file.links.iter().flat_map(|links| {
        let gateway = links.gateway.iter().flat_map(|own| [&own.uplink, &own.downlink]);
        [&links.uplink, &links.downlink, &links.isl].into_iter().chain(gateway)
    });
    let terminals = file.terminals.items();
    let terminals = terminals.flat_map(|own| [&own.uplink, &own.downlink]);
    let users = file.users.items();
    let users = users.flat_map(|own| [&own.uplink, &own.downlink]);
    links.chain(terminals).chain(users).flatten()
}

/// Warns of `[handover]` in a network of wires.
fn warn_of_handover(file: &ScenarioTable, problems: &mut Problems<'_>) {
    let Some(table) = &file.handover else { return };
    let is_usual = |key: &str, usual: &str| {
        table.keys.value(key).is_none_or(|own| {
            let written = own.value.json().to_string();
            written == usual
        })
    };
    let mut keys = HANDOVER.iter().filter(|(key, usual)| !is_usual(key, usual)).map(|(key, _)| key);
    let Some(first) = keys.next() else { return };
    let others: String = keys.map(|key| format!(", `{key}`")).collect();
    problems
        .warn(
            &table.keys.at(first),
            format!(
                "[handover] changes nothing in a network without satellites: `{first}`{others}"
            ),
        )
        .help("describe a [constellation], or remove the table");
}

/// Warns of keys of `[routing]` that have an effect only if links change, or if there are several
/// routes.
fn warn_of_routes(file: &ScenarioTable, sky: &SkyConfig, problems: &mut Problems<'_>) {
    let Some(rule) = &file.routing else { return };
    let changes = file.failures.as_ref().is_some_and(|list| !list.0.is_empty());
    for key in ROUTES_OVER_TIME.into_iter().filter(|_| !changes) {
        let own = rule.keys.value(key).filter(|own| own.value.json() != json!("0 s"));
        if let Some(own) = own {
            problems
                .warn(
                    &own.place,
                    format!("`{key}` changes nothing: wires and beams are always there"),
                )
                .help("routes over satellites change, those over wires do not; remove the key");
        }
    }
    if ["centralized", "geographic"].contains(&rule.name) && Reached::of(sky, &[]).is_some() {
        let place = if rule.keys.has("kind") { &rule.keys.at("kind") } else { rule.keys.table() };
        problems
            .warn(place, "`routing` changes nothing: between any two nodes there is one route")
            .help("describe a [constellation], or remove the table");
    }
    let metric = rule.keys.value("metric").filter(|own| own.value.json() != json!("delay"));
    if let Some(own) = metric.filter(|_| Reached::of(sky, &[]).is_some()) {
        problems
            .warn(&own.place, "`metric` changes nothing: between any two nodes there is one route")
            .help("it decides between several routes; remove the key");
    }
}

/// Warns of failures that end before the run, or begin after it and after the interval of
/// `[delay]`.
fn warn_of_failures(file: &ScenarioTable, run: &RunConfig, problems: &mut Problems<'_>) {
    let end = run.start.saturating_add(run.duration);
    let of_delay = file.delay.as_ref().map(|table| {
        let start = table.start.as_ref().map_or(run.start, |start| start.0);
        let duration = table.duration.as_ref().map_or(run.duration, |duration| duration.0);
        (start, start.saturating_add(duration))
    });
    let spans: Vec<(SimTime, SimTime)> = [(run.start, end)].into_iter().chain(of_delay).collect();
    for table in file.failures.items() {
        let Some(start) = &table.start else { continue };
        let until = table.end.as_ref().map_or(SimTime::MAX, |end| end.0);
        if spans.iter().all(|(first, last)| start.0 >= *last || until <= *first) {
            let which = if start.0 >= spans[0].1 { "begins after" } else { "ends before" };
            problems
                .warn(&start.place, format!("this failure changes nothing: it {which} the run"))
                .help("`start` and `end` count from time zero, as `run.start` does");
        }
    }
}

/// Warns of keys of terminals that have no effect with this policy or geometry.
fn warn_of_terminals(file: &ScenarioTable, sky: &SkyConfig, problems: &mut Problems<'_>) {
    if file.constellation.is_none() {
        return;
    }
    for (table, terminal) in file.terminals.items().zip(&sky.terminals) {
        let height = table.altitude.as_ref().filter(|own| own.0 != 0.0);
        if let Some(own) = height.filter(|_| sky.geometry == Geometry::NS2) {
            problems
                .warn(&own.place, "`altitude` changes nothing: the geometry \"ns2\" ignores it")
                .help("remove the key, or choose geometry = \"exact\"");
        }
        let has_one = sky.handover.antennas_of(terminal) == Antennas::One;
        if let Some(own) = table.relay.as_ref().filter(|own| own.0 && has_one) {
            problems
                .warn(&own.place, "`relay` changes nothing: the terminal has one antenna")
                .help("a relay is linked to several satellites: antennas = 2 or \"all\"");
        }
    }
}

/// Warns of a demand that has only one endpoint to choose from.
fn warn_of_demand(file: &ScenarioTable, sky: &SkyConfig, problems: &mut Problems<'_>) {
    for users in file.users.items() {
        let (Some(demand), Some(to)) = (&users.demand, &users.to) else { continue };
        let [end] = &to.0[..] else { continue };
        let is_one = sky.terminals.iter().any(|terminal| terminal.name == end.0)
            || sky.nodes.contains(&end.0);
        if is_one {
            problems
                .warn(&demand.place, "`demand` changes nothing: `to` names one endpoint")
                .found(format!("\"{}\"", end.0))
                .help("name several endpoints or a group of users in `to`, or remove the key");
        }
    }
}

/// Warns of wires, beams and links of terminals that no flow uses, in a network with one route
/// between any two endpoints.
fn warn_of_unreached(
    file: &ScenarioTable,
    sky: &SkyConfig,
    reached: &Reached,
    problems: &mut Problems<'_>,
) {
    // Of a table of a group, one wire is enough.
    let mut used: BTreeSet<[&str; 2]> = BTreeSet::new();
    for (wire, _) in sky.wires.iter().zip(&reached.wires).filter(|(_, is_used)| **is_used) {
        let [a, b] = wire.between.each_ref().map(|name| [name.as_str(), group_of(name)]);
        used.extend(a.iter().flat_map(|a| b.iter().map(|b| [*a, *b])));
    }
    let any_used = |from: &str, to: &str| used.contains(&[from, to]);
    for table in file.wires.items() {
        let Some(between) = &table.between else { continue };
        let [a, b] = &between.0;
        if !any_used(&a.0, &b.0) {
            problems
                .warn(&between.place, "the keys of this wire change nothing: no flow goes over it")
                .found(format!("\"{}\" and \"{}\"", a.0, b.0))
                .help("a flow between ends on its two sides would; or remove the wire");
        }
    }
    for table in file.beams.items() {
        let (Some(from), Some(to)) = (&table.from, &table.to) else { continue };
        if !to.0.iter().any(|to| any_used(&from.0, &to.0)) {
            problems
                .warn(&from.place, "the keys of this beam change nothing: no flow goes over it")
                .help("a flow to one of its users would; or remove the beam");
        }
    }
    for (table, is_used) in file.terminals.items().zip(&reached.terminals) {
        let own = [
            ("uplink", table.uplink.as_ref().map(|own| &own.place)),
            ("downlink", table.downlink.as_ref().map(|own| &own.place)),
            ("channel", table.channel.as_ref().map(|own| &own.place)),
        ];
        let first = own.into_iter().find_map(|(key, place)| Some((key, place?)));
        if let Some((key, place)) = first.filter(|_| !is_used) {
            problems
                .warn(
                    place,
                    format!("`{key}` changes nothing: no flow goes to or from this terminal"),
                )
                .help("name the terminal in a flow, or remove the key");
        }
    }
}

/// Name of the group whose member has this name, if it is one; else the name itself.
fn group_of(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((group, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => group,
        _ => name,
    }
}
