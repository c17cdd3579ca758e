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

use super::terminals::{TerminalKeys, all_keys};
use super::used_links::Reached;
use crate::document::{Items, SourceSpan, Spanned};
use crate::error::Problems;
use crate::scenario::{Beam, Flow, LinkConfigs, RunConfig};
use crate::shape::listed;
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
            .warn_of_no_effect(place, "no queue is given in BDP")
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
        warn_of_repetition(&table.trace_repeat, &table.trace_offset, run, problems);
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
    warn_of_order(&table.order, is_constant, problems);
    // Links of a group with `trace_stagger` are further along the trace.
    if table.trace_stagger.is_none() {
        warn_of_repetition(&table.trace_repeat, &table.trace_offset, run, problems);
    }
    for own in own.into_iter().flatten() {
        warn_of_repetition(&own.trace_repeat, &own.trace_offset, run, problems);
    }
    let late = changes.filter_map(|change| change.at.as_ref()).find(|at| at.0 >= run.duration);
    if let Some(at) = late {
        let [written, duration] = [at.0, run.duration].map(print_duration);
        problems
            .warn(&at.place, "this change changes nothing: `at` is after the run has ended")
            .found(format!("{written}, in a run of {duration}"))
            .help("`at` counts from the start of the run: make it earlier, or the run longer");
    }
}

fn warn_of_beam(
    table: &Spanned<BeamTable>,
    beam: &Beam,
    run: &RunConfig,
    problems: &mut Problems<'_>,
) {
    warn_of_order(&table.order, table.trace.is_none(), problems);
    // Links of a group with `trace_stagger` are further along the trace.
    if table.trace_stagger.is_none() {
        warn_of_repetition(&table.trace_repeat, &table.trace_offset, run, problems);
    }
    let Some(radio) = &beam.forward.radio else { return };
    let is_one_level = radio.channel.model.sample().is_none();
    if let Some(own) = table.fading.as_ref().filter(|_| beam.fading != Fading::Own)
        && is_one_level
    {
        problems
            .warn_of_no_effect(&own.place, "the level of this channel is constant")
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
            .warn_of_no_effect(&own.place, why)
            .help("it needs users with different fading; or remove the key");
    }
}

fn warn_of_order(
    order: &Option<Spanned<ArrivalOrder>>,
    is_constant: bool,
    problems: &mut Problems<'_>,
) {
    if let Some(order) = order
        && is_constant
        && order.value == ArrivalOrder::Fifo
    {
        problems.warn_of_no_effect(&order.place, "the delay never becomes shorter").help(
            "packets overtake each other where `changes` or a `trace` shorten the delay, and \
                 `jitter` keeps their order by itself",
        );
    }
}

/// Warns of a trace that would repeat only after the run has ended.
fn warn_of_repetition(
    period: &Option<Spanned<PositiveSpan>>,
    offset: &Option<Spanned<Span>>,
    run: &RunConfig,
    problems: &mut Problems<'_>,
) {
    let Some(period) = period else { return };
    let offset = offset.as_ref().map_or(Duration::ZERO, |offset| offset.0);
    let end = offset + run.duration;
    if end <= period.0 {
        let [written, end] = [period.0, end].map(print_duration);
        problems
            .warn_of_no_effect(&period.place, "the run ends before it")
            .found(format!("{written}, and the run ends {end} into it"))
            .help("make it shorter, or the run longer, or remove the key");
    }
}

fn link_tables(file: &ScenarioTable) -> impl Iterator<Item = &Spanned<LinkTable>> {
    let links = file.links.iter().flat_map(|links| {
        let gateway = links.gateway.iter().flat_map(|own| [&own.uplink, &own.downlink]);
        [&links.uplink, &links.downlink, &links.isl].into_iter().chain(gateway)
    });
    links.chain(all_keys(file).flat_map(|own| [own.uplink, own.downlink])).flatten()
}

/// Warns of `[handover]` in a network of wires.
fn warn_of_handover(file: &ScenarioTable, problems: &mut Problems<'_>) {
    let Some(table) = &file.handover else { return };
    let is_set = |(key, usual): &(&'static str, &str)| {
        let written = table.keys.value(key).map(|own| own.value.json().to_string());
        written.is_some_and(|written| written != *usual)
    };
    let keys: Vec<&str> = HANDOVER.into_iter().filter(is_set).map(|(key, _)| key).collect();
    let [first, ..] = keys[..] else { return };
    let what = "[handover] changes nothing in a network without satellites";
    problems
        .warn(&table.keys.at(first), format!("{what}: {}", listed(&keys)))
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
                .warn_of_no_effect(&own.place, "wires and beams are always there")
                .help("routes over satellites change, those over wires do not; remove the key");
        }
    }
    if ["centralized", "geographic"].contains(&rule.name) && Reached::of(sky, &[]).is_some() {
        let place = if rule.keys.has("kind") { &rule.keys.at("kind") } else { rule.keys.table() };
        problems
            .warn_of_no_effect(place, "between any two nodes there is one route")
            .help("describe a [constellation], or remove the table");
    }
    let metric = rule.keys.value("metric").filter(|own| own.value.json() != json!("delay"));
    if let Some(own) = metric.filter(|_| Reached::of(sky, &[]).is_some()) {
        problems
            .warn_of_no_effect(&own.place, "between any two nodes there is one route")
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
                .warn_of_no_effect(&own.place, "the geometry \"ns2\" ignores it")
                .help("remove the key, or choose geometry = \"exact\"");
        }
        let has_one = sky.handover.antennas_of(terminal) == Antennas::One;
        if let Some(own) = table.relay.as_ref().filter(|own| own.0 && has_one) {
            problems
                .warn_of_no_effect(&own.place, "the terminal has one antenna")
                .help("a relay is linked to several satellites: antennas = 2 or \"all\"");
        }
    }
}

/// Warns of a demand that has only one endpoint to choose from.
fn warn_of_demand(file: &ScenarioTable, sky: &SkyConfig, problems: &mut Problems<'_>) {
    for users in file.users.items() {
        let (Some(demand), Some(to)) = (&users.demand, &users.to) else { continue };
        let [end] = &to.0[..] else { continue };
        if sky.terminals.iter().any(|own| own.name == end.0) || sky.nodes.contains(&end.0) {
            problems
                .warn_of_no_effect(&demand.place, "`to` names one endpoint")
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
        let own = TerminalKeys::of_terminal(table);
        let mut of_links =
            own.given().filter(|(key, _)| ["uplink", "downlink", "channel"].contains(key));
        if let Some((_, place)) = of_links.next().filter(|_| !is_used) {
            problems
                .warn_of_no_effect(place, "no flow goes to or from this terminal")
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
