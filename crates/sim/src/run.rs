//! One run of a scenario, from its first packet to its tables.

use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};
use skyseam_base::{Duration, SimTime};
use skyseam_constellation::routing::hysteresis_effort;
use skyseam_constellation::{NoTimeline, SkyConfig, Timeline};
use skyseam_engine::{self as engine, Control, EventQueue, Stop};
use skyseam_host::Ended;
use skyseam_orbit::EphemerisError;
use skyseam_packet::wire::{Announced, window_scale_of};
use skyseam_scenario::Scenario;
use skyseam_trace::{DropReason, Events, RunEnd, Table};

use crate::build::{self, Names};
use crate::flows::FlowOutcome;
use crate::regions::{self, Together};
use crate::world::World;
use crate::{flow_tables, harq, plausibility, series, udp, users, video, voice};

/// The progress of a run, for a callback that decides whether to go on.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// Simulated time.
    pub now: SimTime,
    /// Packets that have crossed a link, each once for each link.
    pub hops: u64,
    /// Rows of tables in memory, those included that will be made at the end: of tables with a row
    /// for each flow or link none.
    pub rows_held: usize,
    fraction: &'a dyn Fn() -> f64,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(
        now: SimTime,
        hops: u64,
        rows_held: usize,
        fraction: &'a dyn Fn() -> f64,
    ) -> Self {
        Self { now, hops, rows_held, fraction }
    }

    /// The share of the work that is done, from 0 to 1, as far as it can be told: packets sent,
    /// beside those that flows will yet send. To work it out takes as long as some hundred events
    /// for each thousand flows.
    pub fn fraction(&self) -> f64 {
        (self.fraction)()
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("now", &self.now).finish_non_exhaustive()
    }
}

/// Tells the tables that can be told while the run goes on.
pub type SoFar<'a> = dyn Fn() -> Vec<(&'static str, Table)> + 'a;

/// Watches a run. A function that is told of progress is one, too.
pub trait Watcher {
    /// Learns how far the run is; says whether to go on.
    fn note(&mut self, progress: Progress<'_>) -> Control;

    /// May look at tables while the run goes on. Of a run that is divided nothing is shown.
    fn look(&mut self, so_far: &SoFar<'_>) {
        let _ = so_far;
    }

    /// Whether it takes rows as they come; the outcome then has only the last ones of each table.
    fn takes_rows(&self) -> bool {
        false
    }

    /// Takes the next rows of the table called `name`.
    fn take(&mut self, name: &'static str, rows: Table) {
        let _ = (name, rows);
    }

    /// What was taken does not count: the run begins again.
    fn begin_again(&mut self) {}
}

impl<F: FnMut(Progress<'_>) -> Control> Watcher for F {
    fn note(&mut self, progress: Progress<'_>) -> Control {
        self(progress)
    }
}

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The resolved scenario, why the run ended, and its counts.
    pub manifest: Value,
    /// Tables by name: `flows`, `drops`, `links`, `harq` if a link has it, those of voice,
    /// UDP, video and users if there are any, and what the scenario recorded.
    pub tables: Vec<(&'static str, Table)>,
    /// Packet captures (pcapng) by node name.
    pub captures: Vec<(String, Vec<u8>)>,
}

/// The reason why there is no outcome.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoOutcome {
    /// The progress callback asked to stop.
    #[error("stopped")]
    Stopped,
    /// The scenario's sky cannot be computed to the end.
    #[error(transparent)]
    Ephemeris(#[from] EphemerisError),
    /// Routes with hysteresis would take hours without output.
    #[error(
        "routes with hysteresis follow from all before them, and there are {periods} to each \
         destination from time zero to the end; expected at most {most} among so many nodes: make \
         routing.recompute longer, or start earlier"
    )]
    Hysteresis {
        /// Recomputations from time zero to the end.
        periods: u64,
        /// How many there may be.
        most: u64,
    },
}

/// Limit on node visits per destination of routes with hysteresis: some two minutes' work.
const MOST_VISITS: u64 = 1_000_000_000;

/// Refuses work that would take hours without output.
pub(crate) fn check_effort(sky: &SkyConfig, end: SimTime) -> Result<(), NoOutcome> {
    let visits = hysteresis_effort(sky, end);
    if visits <= MOST_VISITS {
        return Ok(());
    }
    let periods =
        end.as_nanos() / sky.routing.planned().recompute.map_or(1, Duration::as_nanos).max(1);
    let most = MOST_VISITS / (visits / periods.max(1)).max(1);
    Err(NoOutcome::Hysteresis { periods, most })
}

impl From<NoTimeline> for NoOutcome {
    fn from(reason: NoTimeline) -> Self {
        match reason {
            NoTimeline::Stopped => Self::Stopped,
            NoTimeline::Ephemeris(error) => Self::Ephemeris(error),
        }
    }
}

/// Runs `scenario` over `timeline`, which was built from its sky and reaches its end.
///
/// # Errors
/// [`NoOutcome::Stopped`] if `progress` asked to stop.
///
/// # Panics
/// When packets were not conserved: that is a bug of the simulator, and there is no result.
pub fn run(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    progress: &mut dyn FnMut(Progress<'_>) -> Control,
) -> Result<Outcome, NoOutcome> {
    finish(scenario, timeline, run_to_end(scenario, timeline, &mut { progress }, true))
}

fn finish(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    happened: Happened,
) -> Result<Outcome, NoOutcome> {
    match happened.stop {
        Stop::Cancelled => Err(NoOutcome::Stopped),
        Stop::End | Stop::Finished => Ok(outcome(scenario, timeline, happened)),
    }
}

/// As [`run`], with an event for every packet and hop. The outcome is the same, and takes longer:
/// tests compare the two.
///
/// # Errors
/// As [`run`].
///
/// # Panics
/// As [`run`].
pub fn run_hop_by_hop(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    progress: &mut dyn FnMut(Progress<'_>) -> Control,
) -> Result<Outcome, NoOutcome> {
    finish(scenario, timeline, run_to_end(scenario, timeline, &mut { progress }, false))
}

/// Only the tables of [`run`], without its manifest and captures.
///
/// # Errors
/// As [`run`].
///
/// # Panics
/// As [`run`].
pub(crate) fn run_for_tables(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    progress: &mut dyn FnMut(Progress<'_>) -> Control,
) -> Result<Vec<(&'static str, Table)>, NoOutcome> {
    Ok(run(scenario, timeline, progress)?.tables)
}

/// A world after its last event.
struct Happened {
    world: World,
    names: Names,
    stop: Stop,
    /// The last instant of the run.
    at: SimTime,
    events: u64,
}

impl Happened {
    /// Why flows that would have gone on ended; finished if no flow would have done anything more.
    fn last(&self) -> Ended {
        match self.stop {
            Stop::Finished => Ended::Finished,
            Stop::End => Ended::EndOfRun,
            Stop::Cancelled => Ended::Interrupted,
        }
    }
}

fn run_to_end(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    watcher: &mut dyn Watcher,
    fuses: bool,
) -> Happened {
    let end = scenario.run.start + scenario.run.duration;
    assert!(timeline.end() >= end, "a timeline that ends before the run");
    let (mut world, names) = build::world(scenario, timeline.clone());
    let mut queue = EventQueue::default();
    if fuses {
        world.find_tandems(scenario.run.start, end);
    }
    world.begin(scenario.run.start, &mut queue);
    let nodes = names_of_nodes(timeline);
    let end_at =
        |at| RunEnd { at, nodes: &nodes, links: &names.links, receivers: &names.receivers };
    let (stop, last, events) = engine::run(&mut world, &mut queue, end, &mut |world, now| {
        if watcher.takes_rows() {
            world.collector.take_rows(|| end_at(now), &mut |name, rows| watcher.take(name, rows));
        } else {
            watcher.look(&|| world.collector.so_far(&end_at(now)));
        }
        let fraction = || world.flows.work(now, end).fraction().unwrap_or(0.0);
        watcher.note(Progress::new(now, world.hops(), world.collector.rows_held(), &fraction))
    });
    world.settle_rows();
    let counts = world.counts();
    assert!(counts.are_conserved(), "packets are not conserved: {counts:?}");
    let at = if stop == Stop::End { end } else { last };
    let events = events + world.events_saved();
    Happened { world, names, stop, at, events }
}

/// As [`run_on_threads`], with so many regions whether or not that pays: tests compare the two.
///
/// # Errors
/// Why the scenario cannot be divided.
///
/// # Panics
/// As [`run`].
pub fn run_in_regions(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    regions: usize,
) -> Result<Outcome, &'static str> {
    let happened = run_divided(scenario, timeline, (regions, false), &mut |_: Progress<'_>| {
        Control::Continue
    })?;
    Ok(outcome(scenario, timeline, happened))
}

/// As [`run_to_end`], divided into so many regions if that is possible, and if it pays where it has
/// to; or why it was not.
fn run_divided(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    regions: (usize, bool),
    watcher: &mut dyn Watcher,
) -> Result<Happened, &'static str> {
    let end = scenario.run.start + scenario.run.duration;
    let (mut world, names) = build::world(scenario, timeline.clone());
    if let Some(reason) = regions::why_not(scenario, &world) {
        return Err(reason);
    }
    let division = regions::divide(scenario, timeline, &mut world, regions)
        .ok_or("some of its links are too short to divide it")?;
    let together = regions::run(scenario, timeline, &division, (world, &names), watcher)?;
    let Together { world, stop, last, events } = together;
    let counts = world.counts();
    assert!(counts.are_conserved(), "packets are not conserved: {counts:?}");
    let at = if stop == Stop::End { end } else { last };
    Ok(Happened { world, names, stop, at, events })
}

/// Runs `scenario` over a timeline of its own. If `progress` asked to stop before its end, the
/// outcome contains the results up to then, and its manifest says so.
///
/// # Errors
/// When `progress` asked to stop before the first event, or a satellite cannot be propagated to the
/// end.
pub fn run_alone(
    scenario: &Scenario,
    progress: &mut dyn FnMut(Progress<'_>) -> Control,
) -> Result<Outcome, NoOutcome> {
    Ok(run_watched(scenario, 1, &mut { progress })?.0)
}

/// As [`run_alone`], on so many threads; the outcome does not depend on how many. Where the run
/// cannot be divided it goes on one; then the reason comes with the outcome.
///
/// # Errors
/// As [`run_alone`].
pub fn run_on_threads(
    scenario: &Scenario,
    threads: usize,
    progress: &mut dyn FnMut(Progress<'_>) -> Control,
) -> Result<(Outcome, Option<&'static str>), NoOutcome> {
    run_watched(scenario, threads, &mut { progress })
}

/// As [`run_on_threads`], for somebody who looks at tables or takes rows while the run goes on.
///
/// # Errors
/// As [`run_alone`].
pub fn run_watched(
    scenario: &Scenario,
    threads: usize,
    watcher: &mut dyn Watcher,
) -> Result<(Outcome, Option<&'static str>), NoOutcome> {
    let end = scenario.run.start + scenario.run.duration;
    check_effort(&scenario.sky, end)?;
    let timeline = Timeline::build_watched(&scenario.sky, end, &mut |_| {
        watcher.note(Progress::new(scenario.run.start, 0, 0, &|| 0.0)) == Control::Continue
    })?;
    let timeline = Arc::new(timeline);
    let (happened, undivided) = match threads {
        0 | 1 => (run_to_end(scenario, &timeline, watcher, true), None),
        _ => match run_divided(scenario, &timeline, (threads, true), watcher) {
            Ok(happened) => (happened, None),
            Err(why) => {
                watcher.begin_again();
                (run_to_end(scenario, &timeline, watcher, true), Some(why))
            }
        },
    };
    Ok((outcome(scenario, &timeline, happened), undivided))
}

pub(crate) fn names_of_nodes(timeline: &Timeline) -> Vec<String> {
    timeline.nodes().iter().map(|node| node.name.clone()).collect()
}

fn outcome(scenario: &Scenario, timeline: &Arc<Timeline>, happened: Happened) -> Outcome {
    let flows: Vec<FlowOutcome> = happened.world.flows.outcomes(happened.last()).collect();
    let manifest = manifest(scenario, timeline, &happened, &flows);
    let Happened { mut world, names, at: ended, .. } = happened;
    let node_names = names_of_nodes(timeline);
    world.note_still_waiting(ended);
    let voice = voice::tables(&world);
    let udp = udp::table(&world);
    let videos = video::table(&world, ended);
    let mut tables = vec![
        ("flows", flow_tables::flows(&world, &flows, &node_names)),
        ("links", flow_tables::links(&world, &names.links)),
    ];
    if let Some(radio) = world.harq() {
        tables.push(("harq", harq::table(radio.lanes(), &names)));
    }
    if world.collector.hears(Events::HANDED_OVER) {
        series::state_handovers(timeline, scenario.run.start, ended, &mut world.collector);
    }
    let (links, receivers) = (&names.links, &names.receivers);
    let end = RunEnd { at: ended, nodes: &node_names, links, receivers };
    tables.extend(world.collector.into_tables(&end));
    tables.extend(voice);
    tables.extend(udp);
    tables.extend(videos);
    tables.extend(users::tables(scenario, &flows));
    let captures = world.capture.into_files(ended, &node_names, &|flow| {
        let tcp = world.flows.tcp_of(flow);
        tcp.map_or_else(Announced::default, |tcp| Announced {
            mss: u16::try_from(tcp.mss).unwrap_or(u16::MAX),
            sack_permitted: tcp.sack_blocks > 0,
            window_scale: window_scale_of(tcp.receive_window),
        })
    });
    Outcome { manifest, tables, captures }
}

fn manifest(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    happened: &Happened,
    flows: &[FlowOutcome],
) -> Value {
    let counts = happened.world.counts();
    // Reasons that one rule of routing alone has are stated where they occur.
    let of_a_rule = [DropReason::GeographicLoop, DropReason::HopLimit];
    let is_stated =
        |&reason: &DropReason| !of_a_rule.contains(&reason) || counts.dropped[reason as usize] > 0;
    let dropped: serde_json::Map<String, Value> = DropReason::ALL
        .iter()
        .filter(|&reason| is_stated(reason))
        .map(|reason| (reason.name().to_owned(), counts.dropped[*reason as usize].into()))
        .collect();
    // The further parts of split connections are counted with the first part.
    let mut ended = Ended::ALL.map(|ended| (ended, 0u64));
    for (_, flow) in (0u32..).zip(flows).filter(|(number, flow)| flow.whole.0 == *number) {
        ended[flow.ended as usize].1 += 1;
    }
    let ended: serde_json::Map<String, Value> =
        ended.into_iter().map(|(ended, count)| (ended.name().to_owned(), count.into())).collect();
    let mut manifest = json!({
        "scenario": null,
        "preset": scenario.preset,
        "seed": scenario.run.seed,
        "complete": happened.stop != Stop::Cancelled,
        "ended_at_s": happened.at.as_secs_f64(),
        "ended_because": match happened.stop {
            Stop::Finished => "all flows had ended",
            Stop::End => "its duration was over",
            Stop::Cancelled => "interrupted",
        },
        "flows_ended": ended,
        "satellites": timeline.sky().satellites(),
        "implausible_paths": plausibility::of_run(scenario, timeline),
        "events": happened.events,
        "packet_hops": counts.hops,
        "packets": {
            "sent": counts.sent,
            "delivered": counts.delivered,
            "dropped": dropped,
            "inside_at_end": counts.inside,
        },
    });
    // Put in afterwards: the macro would copy it, and with thousands of flows it is large.
    manifest["scenario"] = scenario.resolved();
    manifest
}
