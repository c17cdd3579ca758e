//! Paths that are much longer than the great circle, and the reasons, for results and checks.
//!
//! Owns the choice of pairs and instants, and the wording; `constellation` defines a detour
//! ([`Detour`]).

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::description::config::{
    Antennas, FlightDirection, SkyConfig, Transition,
};
use skyseam_constellation::routing::ShortestPaths;
use skyseam_constellation::studies::detour::{Detour, Detours, IMPLAUSIBLE, Why};
use skyseam_constellation::{Router, Timeline};
use skyseam_scenario::Scenario;

use crate::run::{NoOutcome, check_effort};

/// Maximum number of pairs that a run or a check examines; of more pairs, this many, evenly spaced.
const MAX_PAIRS: usize = 8;

/// Number of instants at which they are examined.
const INSTANTS: u64 = 5;

/// Sentences for pairs that had no path although both endpoints had satellites, because no links
/// connect these; with the keys that connect them.
///
/// A satellite as an endpoint that no terminal of the other one sees has no path by its orbit.
fn apart(timeline: &Timeline, pairs: &[LookedAt]) -> Vec<String> {
    let mut told = Vec::new();
    for LookedAt { pair, without_path, .. } in pairs {
        let is_apart = |&&t: &&SimTime| {
            let [ours, theirs] = pair.map(|end| reached(timeline, end, t));
            let has = |end: &BTreeSet<NodeId>| end.iter().any(|node| timeline.is_satellite(*node));
            has(&ours)
                && has(&theirs)
                && ours.iter().all(|node| !timeline.is_satellite(*node) || !theirs.contains(node))
                && !is_out_of_view(timeline, &ours, &theirs, t)
                && !is_out_of_view(timeline, &theirs, &ours, t)
        };
        let instants = without_path.iter().filter(is_apart).count();
        if instants > 0 {
            let [from, to] = pair.map(|node| &timeline.nodes()[node.index()].name);
            let (has, joined) = match pair.map(|end| timeline.is_satellite(end)) {
                [true, true] => ("", format!("they need {LINKS}")),
                [false, false] => ("each has a satellite, and ", joined_by("one of the two")),
                _ => ("the ground has another satellite, and ", joined_by("its terminal")),
            };
            told.push(format!(
                "{from} to {to}: at {instants} of {INSTANTS} instants looked at {has}no links \
                 between satellites join the two, so packets are lost; {joined}"
            ));
        }
    }
    told
}

/// Remedy for satellites that no links connect.
const LINKS: &str = "links between these satellites, or a constellation of one shell";

/// Remedy for an endpoint on the ground that has another satellite.
fn joined_by(end: &str) -> String {
    format!("antennas = \"all\" for {end}, as gateways have it, joins them, or {LINKS}")
}

/// Whether `ours` is a lone satellite that no terminal of `theirs` sees.
fn is_out_of_view(
    timeline: &Timeline,
    ours: &BTreeSet<NodeId>,
    theirs: &BTreeSet<NodeId>,
    t: SimTime,
) -> bool {
    let &[satellite] = &Vec::from_iter(ours)[..] else { return false };
    let (sky, phases) = (timeline.sky(), timeline.sky().phases(t));
    let sees = |terminal: NodeId| sky.view(terminal, &phases).is_usable(*satellite);
    let mut terminals = theirs.iter().filter(|node| timeline.is_terminal(**node)).peekable();
    timeline.is_satellite(*satellite)
        && terminals.peek().is_some()
        && !terminals.any(|terminal| sees(*terminal))
}

/// Nodes that packets from `end` can reach over wires, the links of its terminals, and links
/// between satellites.
fn reached(timeline: &Timeline, end: NodeId, t: SimTime) -> BTreeSet<NodeId> {
    let (mut seen, mut left) = (BTreeSet::from([end]), vec![end]);
    while let Some(node) = left.pop() {
        for next in timeline.neighbours(node, t) {
            // Packets do not come down again, unless the terminal is a relay.
            let is_down = timeline.is_satellite(node) && !timeline.is_satellite(next);
            let is_relay = || {
                let name = &timeline.nodes()[next.index()].name;
                timeline.config().terminals.iter().any(|one| one.name == *name && one.is_relay)
            };
            if (!is_down || is_relay()) && seen.insert(next) {
                left.push(next);
            }
        }
    }
    seen
}

/// Examines the pairs of the flows, at instants spread evenly over the run: implausible paths, and
/// sentences about endpoints that no links connect.
///
/// Routes with hysteresis are skipped: each depends on all previous routes.
pub(crate) fn of_run(scenario: &Scenario, timeline: &Arc<Timeline>) -> (Value, Vec<String>) {
    let flows = scenario.flows.iter().map(|flow| [flow.from.clone(), flow.to.clone()]);
    let (start, length) = (scenario.run.start, scenario.run.duration);
    let looked_at = looked_at(timeline, flows.collect(), start, length);
    (told(timeline, &looked_at), apart(timeline, &looked_at))
}

/// Entries of a manifest: one object for each pair with an implausible path.
pub(crate) fn told(timeline: &Timeline, pairs: &[LookedAt]) -> Value {
    let name = |node: NodeId| &timeline.nodes()[node.index()].name;
    let told = pairs.iter().filter(|one| one.detours.implausible > 0);
    let told = told.filter_map(|LookedAt { pair: [from, to], detours, .. }| {
        let (at, worst) = detours.worst?;
        Some(json!({
            "source": name(*from),
            "destination": name(*to),
            "instants": detours.instants,
            "implausible": detours.implausible,
            "worst": {
                "t_s": at.as_secs_f64(),
                "hops": worst.links,
                "delay_ms": worst.delay.as_millis_f64(),
                "least_ms": worst.least.as_millis_f64(),
                "great_circle_km": worst.great_circle_km,
            },
            "because": worst.why.name(),
            "message": message(timeline, [name(*from), name(*to)], detours, at, &worst),
        }))
    });
    told.collect()
}

/// Limit on the work of a check, in satellites examined: some tenths of a second.
const MAX_LOOKS: u64 = 1_000_000;

/// Cost of a terminal in a check of handovers, in satellites examined.
const LOOKS_OF_TERMINAL: u64 = 32;

/// Describes implausible paths of a scenario that was not run: for its pairs at a few instants from
/// time zero on, at most to its end, limited by a number of handover checks.
///
/// # Errors
/// If a satellite cannot be propagated that long, or a run would take hours without output.
pub fn check(scenario: &Scenario) -> Result<Vec<String>, NoOutcome> {
    let sky = &scenario.sky;
    let run = scenario.run.start.saturating_add(scenario.run.duration);
    if !scenario.flows.is_empty() {
        check_effort(sky, run)?;
    }
    let Some(study) = scenario.delay_study().filter(|_| !sky.shells.is_empty()) else {
        return Ok(Vec::new());
    };
    let looks = sky.satellites() + LOOKS_OF_TERMINAL * sky.terminals.len() as u64;
    let checks = (MAX_LOOKS / looks.max(1)).max(2);
    let bound = sky.handover.check_interval.saturating_mul(checks);
    let end = run.min(SimTime::ZERO.saturating_add(bound));
    // Routes of the instant itself: hysteresis and the delay of routing do not matter here.
    let ShortestPaths { metric, paths, .. } = sky.routing.planned();
    let routing = ShortestPaths { paths, ..ShortestPaths::by(metric) }.model();
    let sky = SkyConfig { routing, ..sky.clone() };
    let timeline = Arc::new(Timeline::build_watched(&sky, end, &mut |_| true)?);
    let length = end.saturating_since(SimTime::ZERO);
    let told = told(&timeline, &looked_at(&timeline, study.pairs, SimTime::ZERO, length));
    let messages = told.as_array().into_iter().flatten().filter_map(|one| one["message"].as_str());
    Ok(messages.map(str::to_owned).collect())
}

/// A pair of endpoints, and the results of examining its paths.
pub(crate) struct LookedAt {
    pub(crate) pair: [NodeId; 2],
    pub(crate) detours: Detours,
    pub(crate) without_path: Vec<SimTime>,
}

fn looked_at(
    timeline: &Arc<Timeline>,
    mut pairs: Vec<[String; 2]>,
    start: SimTime,
    length: Duration,
) -> Vec<LookedAt> {
    if timeline.sky().satellites() == 0 || !timeline.config().routing.planned().hysteresis.is_zero()
    {
        return Vec::new();
    }
    pairs.sort_unstable();
    pairs.dedup();
    let several = pairs.len().min(MAX_PAIRS);
    let chosen = (0..several).map(|number| &pairs[number * pairs.len() / several]);
    let node = |name: &String| timeline.node(name).expect("names of a checked scenario");
    let chosen = chosen.map(|pair| LookedAt {
        pair: pair.each_ref().map(node),
        detours: Detours::default(),
        without_path: Vec::new(),
    });
    let mut chosen: Vec<LookedAt> = chosen.collect();
    let mut router = Router::new(timeline.clone());
    let mut path = Vec::new();
    for instant in 0..INSTANTS {
        let t = start + length * (2 * instant + 1) / (2 * INSTANTS);
        for LookedAt { pair: [from, to], detours, without_path } in &mut chosen {
            if router.path_into(*from, *to, t, &mut path).is_none() {
                path.clear();
                without_path.push(t);
            }
            detours.note(timeline, &path, t);
        }
    }
    chosen
}

/// The sentence that describes a pair's implausible path, its reason, and a remedy.
fn message(
    timeline: &Timeline,
    [source, destination]: [&str; 2],
    detours: &Detours,
    at: SimTime,
    worst: &Detour,
) -> String {
    let name = |node: NodeId| &timeline.nodes()[node.index()].name;
    let (from, to) = (name(worst.from), name(worst.to));
    let way = |is_northbound| if is_northbound { "north" } else { "south" };
    let because = match worst.why {
        Why::Directions { is_first_northbound } => format!(
            "{from} then has a satellite that goes {}, {to} one that goes {}, and links join such \
             satellites only near the top latitude",
            way(is_first_northbound),
            way(!is_first_northbound),
        ),
        Why::Seam => format!(
            "{from} and {to} then have satellites on different sides of the seam, and no link is \
             on across it near them"
        ),
        Why::Links => format!("the links between the satellites of {from} and {to} lead around"),
    };
    let help = help(timeline.config(), worst.why);
    let help = help.map_or_else(String::new, |help| format!("; most often shorter with {help}"));
    format!(
        "{source} to {destination}: a path of {} links takes {:.1} ms at {} s, {:.1} times the \
         {:.1} ms that light needs along the great circle with the way up and down (more than \
         {IMPLAUSIBLE:.0} times at {} of {} instants looked at): {because}{help}",
        worst.links,
        worst.delay.as_millis_f64(),
        at.as_secs_f64(),
        worst.ratio(),
        worst.least.as_millis_f64(),
        detours.implausible,
        detours.instants,
    )
}

/// Keys of a scenario that typically make paths shorter.
fn help(sky: &SkyConfig, why: Why) -> Option<String> {
    let has_all = |terminal| sky.handover.antennas_of(terminal) == Antennas::Unlimited;
    if sky.terminals.iter().all(has_all) {
        return None;
    }
    let mut keys = vec!["antennas = \"all\" for one of the two, as gateways have it"];
    // The policy refuses an outage, which a terminal with every satellite does not have.
    if !matches!(sky.handover.transition, Transition::BreakBeforeMake(outage) if !outage.is_zero())
    {
        keys.push("kind = \"shortest-path\" in [handover]");
    }
    if matches!(why, Why::Directions { .. }) && sky.handover.direction == FlightDirection::Any {
        keys.push("where each has one antenna, direction = \"ascending\" in [handover]");
    }
    Some(keys.join(", or "))
}
