//! One run of a scenario, from its first packet to its tables.

use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};
use skyseam_base::{Duration, SimTime};
use skyseam_constellation::routing::hysteresis_effort;
use skyseam_constellation::{NoTimeline, SkyConfig, Timeline};
use skyseam_endpoint::EndReason;
use skyseam_engine::{self as engine, Control, EventQueue, Stop};
use skyseam_orbit::EphemerisError;
use skyseam_scenario::Scenario;
use skyseam_trace::{DropReason, Events, RunEnd, Table, Values};

use crate::build;
use crate::capture::Terms;
use crate::flows::FlowOutcome;
use crate::id::LinkNames;
use crate::loads::Loads;
use crate::regions::{self, Together};
use crate::world::{World, WorldEvent};
use crate::{
    flow_tables, harq, numbered_losses, overview, plausibility, series, udp, users, video, voice,
    without_effect,
};

/// Progress of a run, for a callback that decides whether to go on.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// Simulated time.
    pub now: SimTime,
    /// Number of packet hops: packets that have crossed a link, counted once per link.
    pub hops: u64,
    /// Number of rows of tables in memory, including those that will be made at the end, excluding
    /// tables with a row for each flow or link.
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

    /// Estimated fraction of the work that is done, from 0 to 1: packets sent, relative to these
    /// plus those that flows will still send. Takes as long as some hundred events for each
    /// thousand flows.
    pub fn fraction(&self) -> f64 {
        (self.fraction)()
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("now", &self.now).finish_non_exhaustive()
    }
}

/// Callback that returns the partial tables available during a run.
pub type SoFar<'a> = dyn Fn() -> Vec<(&'static str, Table)> + 'a;

/// Watcher of a run. A function that accepts progress is one.
pub trait Watcher {
    /// Receives the progress of the run; returns whether to go on.
    fn note(&mut self, progress: Progress<'_>) -> Control;

    /// Whether something outside of the run has failed, such as a plug-in: the run then ends before
    /// its next event. `None` if nothing can fail; the run then does not ask at every event.
    fn has_failed(&self) -> Option<bool> {
        None
    }

    /// May read tables during the run. Not called for a divided run.
    fn look(&mut self, so_far: &SoFar<'_>) {
        let _ = so_far;
    }

    /// Whether rows and captures are taken during the run; the outcome then has only the last rows
    /// of each table, and the last bytes of each capture.
    fn takes_rows(&self) -> bool {
        false
    }

    /// Takes the next rows of the table called `name`.
    fn take(&mut self, name: &'static str, rows: Table) {
        let _ = (name, rows);
    }

    /// Takes the next bytes of the capture called `name`, if it takes rows.
    fn take_capture(&mut self, name: &str, bytes: Vec<u8>) {
        let _ = (name, bytes);
    }

    /// Discards the rows taken so far because the run restarts.
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
    /// Resolved scenario, reason of the run's end, and counts.
    pub manifest: Value,
    /// Tables by name: `flows`, `drops`, `links`, `harq` if a link has it, those of voice, UDP,
    /// video and users if there are any, and the series that the scenario recorded.
    pub tables: Vec<(&'static str, Table)>,
    /// Packet captures (pcapng) by node name.
    pub captures: Vec<(String, Vec<u8>)>,
}

impl Outcome {
    /// The table called `name`, if the run has it.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|(known, _)| *known == name).map(|(_, table)| table)
    }

    /// The values of a column of numbers or counts; NaN for null. `None` if there is no such table
    /// or column, or it has no numbers.
    pub fn numbers(&self, table: &str, column: &str) -> Option<Vec<f64>> {
        let count = |&count: &u64| count as f64;
        Some(match self.table(table)?.column(column)? {
            Values::F64(numbers) => numbers.clone(),
            Values::U64(counts) => counts.iter().map(count).collect(),
            Values::OptionalU64(counts) => {
                counts.iter().map(|own| own.as_ref().map_or(f64::NAN, count)).collect()
            }
            _ => return None,
        })
    }
}

/// Reason for which there is no outcome.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoOutcome {
    /// The progress callback asked to stop.
    #[error("stopped")]
    Stopped,
    /// The scenario's constellation cannot be computed to the end.
    #[error(transparent)]
    Ephemeris(#[from] EphemerisError),
    /// Routes with hysteresis would take hours without output.
    #[error(
        "routes with hysteresis follow from all before them, and there are {periods} to each \
         destination from time zero to the end; expected at most {most} among so many nodes: make \
         routing.recompute_interval longer, or start earlier"
    )]
    Hysteresis {
        /// Number of recomputations from time zero to the end.
        periods: u64,
        /// Maximum number.
        most: u64,
    },
    /// More flows or packets were in the network at once than memory has room for.
    #[error("more than {most} {what} at once, by {at_s} s after the start of the run: {advice}")]
    Crowd {
        /// Noun and verb for the items that were too many.
        what: &'static str,
        /// Maximum number.
        most: u64,
        /// Advice to the user.
        advice: &'static str,
        /// Time of the excess, s after the start of the run.
        at_s: f64,
    },
}

/// Limit on node visits per destination of routes with hysteresis: some two minutes' work.
const MAX_VISITS: u64 = 1_000_000_000;

/// Rejects work that would take hours without output.
pub(crate) fn check_effort(sky: &SkyConfig, end: SimTime) -> Result<(), NoOutcome> {
    let visits = hysteresis_effort(sky, end);
    if visits <= MAX_VISITS {
        return Ok(());
    }
    let periods = end.as_nanos()
        / sky.routing.planned().recompute_interval.map_or(1, Duration::as_nanos).max(1);
    let most = MAX_VISITS / (visits / periods.max(1)).max(1);
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

/// Options of execution, on which only the existence of an outcome depends, not its content.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// Number of threads that the run is divided among, if that is possible and worthwhile.
    pub threads: usize,
    /// Number of regions into which the run is divided unconditionally, in place of one for each
    /// thread. For tests.
    pub regions: Option<usize>,
    /// Whether packets take several hops in one event if that changes no results. Tests compare
    /// both.
    pub fuses: bool,
    /// Limit on the flows that are open at once; a QUIC connection counts as 8.
    pub most_open: u64,
    /// Limit on the packets that are in the network at once.
    pub most_packets: u64,
}

impl Default for RunOptions {
    /// One thread; at most a million flows open at once, which take some 7 GB, and 40 million
    /// packets in the network, which take some 6 GB.
    fn default() -> Self {
        let (most_open, most_packets) = (1_000_000, 40_000_000);
        Self { threads: 1, regions: None, fuses: true, most_open, most_packets }
    }
}

impl RunOptions {
    /// The limit that `world` has exceeded by `at_s`, if any.
    fn exceeded(&self, world: &World, at_s: f64) -> Option<NoOutcome> {
        if world.flows.most_open() > self.most_open {
            return Some(NoOutcome::Crowd {
                what: "flows were open, where one of QUIC counts as 8,",
                most: self.most_open,
                advice: "start fewer, or later, or let their links carry more",
                at_s,
            });
        }
        (world.most_packets() > self.most_packets).then_some(NoOutcome::Crowd {
            what: "packets were in the network",
            most: self.most_packets,
            advice: "shorter queues, or sources that send less than the links carry",
            at_s,
        })
    }
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Results of the run.
    pub outcome: Outcome,
    /// Whether it reached its end; `false` if its watcher stopped it.
    pub is_complete: bool,
    /// Reason for which it was not divided among threads, if that was requested.
    pub undivided: Option<&'static str>,
}

/// Runs `scenario` over a timeline of its own. If `watcher` stops it before its end, the outcome
/// contains the results up to then, and its manifest says so.
///
/// # Errors
/// If `watcher` stopped it before the first event, a satellite cannot be propagated to the end, or
/// more was in the network at once than memory has room for.
///
/// # Panics
/// If packets were not conserved: that is a bug of the simulator, and there is no result.
pub fn run(
    scenario: &Scenario,
    options: &RunOptions,
    watcher: &mut dyn Watcher,
) -> Result<Ran, NoOutcome> {
    let end = scenario.run.start + scenario.run.duration;
    check_effort(&scenario.sky, end)?;
    let timeline = Timeline::build_watched(&scenario.sky, end, &mut |_| {
        watcher.note(Progress::new(scenario.run.start, 0, 0, &|| 0.0)) == Control::Continue
    })?;
    run_over(scenario, &Arc::new(timeline), options, watcher)
}

/// Runs like [`run`], over a timeline that was built from the scenario's constellation and reaches
/// its end.
///
/// # Errors
/// If more was in the network at once than memory has room for.
///
/// # Panics
/// See [`run`].
pub fn run_over(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    options: &RunOptions,
    watcher: &mut dyn Watcher,
) -> Result<Ran, NoOutcome> {
    let (mut happened, mut undivided) = (None, None);
    if options.regions.is_some() || options.threads > 1 {
        match run_divided(scenario, timeline, options, watcher) {
            Ok(whole) => happened = Some(whole),
            Err(why) => {
                undivided = Some(why);
                watcher.begin_again();
            }
        }
    }
    let happened = match happened {
        Some(happened) => happened,
        None => run_whole(scenario, timeline, options, watcher)?,
    };
    let is_complete = happened.stop != Stop::Cancelled;
    Ok(Ran { outcome: outcome(scenario, timeline, happened), is_complete, undivided })
}

/// The outcome of [`run`] on one thread.
///
/// # Errors
/// Those of [`run`].
///
/// # Panics
/// See [`run`].
pub fn run_alone(
    scenario: &Scenario,
    progress: &mut dyn FnMut(Progress<'_>) -> Control,
) -> Result<Outcome, NoOutcome> {
    Ok(run(scenario, &RunOptions::default(), &mut { progress })?.outcome)
}

/// The outcome of [`run_over`] as part of many runs: none if it was stopped, the results so far if
/// `has_failed` returned true.
///
/// # Errors
/// Those of [`run_over`], and if `goes_on` returned false.
///
/// # Panics
/// See [`run`].
pub(crate) fn run_one_of_many(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    goes_on: &dyn Fn() -> bool,
    has_failed: Option<&dyn Fn() -> bool>,
) -> Result<Outcome, NoOutcome> {
    let mut watcher = OneOfMany { goes_on, has_failed };
    let ran = run_over(scenario, timeline, &RunOptions::default(), &mut watcher)?;
    let is_kept = ran.is_complete || watcher.has_failed() == Some(true);
    if is_kept { Ok(ran.outcome) } else { Err(NoOutcome::Stopped) }
}

/// Watcher of one of many runs.
struct OneOfMany<'a> {
    goes_on: &'a dyn Fn() -> bool,
    has_failed: Option<&'a dyn Fn() -> bool>,
}

impl Watcher for OneOfMany<'_> {
    fn note(&mut self, _: Progress<'_>) -> Control {
        if (self.goes_on)() { Control::Continue } else { Control::Cancel }
    }

    fn has_failed(&self) -> Option<bool> {
        self.has_failed.map(|has_failed| has_failed())
    }
}

/// A world after its last event.
struct FinishedWorld {
    world: World,
    names: LinkNames,
    stop: Stop,
    /// Last instant of the run.
    at: SimTime,
    events: u64,
}

impl FinishedWorld {
    /// Reason of the end of flows that would have continued; finished if no flow would have.
    fn last(&self) -> EndReason {
        match self.stop {
            Stop::Finished => EndReason::Finished,
            Stop::End => EndReason::EndOfRun,
            Stop::Cancelled => EndReason::Interrupted,
        }
    }
}

/// Runs on one thread.
fn run_whole(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    options: &RunOptions,
    watcher: &mut dyn Watcher,
) -> Result<FinishedWorld, NoOutcome> {
    let mut steps = Steps::new(scenario, timeline.clone(), options);
    steps.advance(steps.end, watcher);
    steps.into_finished()
}

/// A run on one thread that can be advanced in steps.
pub(crate) struct Steps {
    pub world: World,
    pub queue: EventQueue<WorldEvent>,
    pub timeline: Arc<Timeline>,
    /// First and last instant of the run.
    start: SimTime,
    pub end: SimTime,
    options: RunOptions,
    names: LinkNames,
    nodes: Vec<String>,
    stop: Stop,
    /// Time of the last event.
    last: SimTime,
    events: u64,
}

impl Steps {
    /// Builds the world of `scenario`, before its first event.
    pub fn new(scenario: &Scenario, timeline: Arc<Timeline>, options: &RunOptions) -> Self {
        let start = scenario.run.start;
        let end = start + scenario.run.duration;
        assert!(timeline.end() >= end, "a timeline that ends before the run");
        let (mut world, names) = build::world(scenario, timeline.clone());
        let mut queue = EventQueue::default();
        if options.fuses {
            world.find_fused_hops(start, end);
        }
        world.begin(start, &mut queue);
        let nodes = names_of_nodes(&timeline);
        let (stop, last, events) = (Stop::End, SimTime::ZERO, 0);
        let options = *options;
        Self { world, queue, timeline, start, end, options, names, nodes, stop, last, events }
    }

    /// Names of the links, in the order of their transmitters.
    pub(crate) fn link_names(&self) -> &[String] {
        &self.names.links
    }

    /// Handles the events before `until`, unless the run is finished or the watcher stops it.
    pub fn advance(&mut self, until: SimTime, watcher: &mut dyn Watcher) -> Control {
        if self.stop == Stop::Cancelled {
            return Control::Cancel;
        }
        let Self { names, nodes, end, options, .. } = self;
        let (nodes, end) = (nodes.as_slice(), *end);
        let end_at = |at| RunEnd { at, nodes, links: &names.links, receivers: &names.receivers };
        let until = until.min(end);
        let poll = if watcher.has_failed().is_some() { 1 } else { engine::EVENTS_PER_POLL };
        let mut polls = 0;
        let (stop, last, events) =
            engine::run(&mut self.world, &mut self.queue, until, poll, &mut |world, now| {
                polls += poll;
                if watcher.has_failed() == Some(true) {
                    return Control::Cancel;
                }
                if polls % engine::EVENTS_PER_POLL != 0 {
                    return Control::Continue;
                }
                if options.exceeded(world, 0.0).is_some() {
                    return Control::Cancel;
                }
                world.write_captures(now);
                if watcher.takes_rows() {
                    let mut take = |name: &str, bytes| watcher.take_capture(name, bytes);
                    world.capture.hand_over(&mut take);
                    let mut take = |name, rows| watcher.take(name, rows);
                    world.collector.take_rows(|| end_at(now), &mut take);
                } else {
                    watcher.look(&|| world.collector.so_far(&end_at(now)));
                }
                let fraction = || world.flows.work(now, end).fraction().unwrap_or(0.0);
                let held = world.collector.rows_held();
                watcher.note(Progress::new(now, world.hops(), held, &fraction))
            });
        self.stop = stop;
        self.last = self.last.max(last);
        self.events += events;
        if stop == Stop::Cancelled { Control::Cancel } else { Control::Continue }
    }

    /// Ends the run at `now`, unless the watcher stopped it: as whole if programs decide when it
    /// ends, else as interrupted where more would have happened.
    pub(crate) fn end_at(&mut self, now: SimTime, programs_decide: bool) {
        if self.stop == Stop::Cancelled {
            return;
        }
        if programs_decide {
            (self.stop, self.end) = (Stop::End, now);
        } else if self.stop == Stop::End && now < self.end {
            (self.stop, self.last) = (Stop::Cancelled, now);
        }
    }

    /// The world after its last event.
    fn into_finished(self) -> Result<FinishedWorld, NoOutcome> {
        let Self { mut world, names, stop, last, events, start, end, options, .. } = self;
        let at_s = last.saturating_since(start).as_secs_f64();
        if let Some(reason) = options.exceeded(&world, at_s) {
            return Err(reason);
        }
        world.settle_rows();
        let counts = world.counts();
        assert!(counts.are_conserved(), "packets are not conserved: {counts:?}");
        let at = if stop == Stop::End { end } else { last };
        let events = events + world.events_saved();
        Ok(FinishedWorld { world, names, stop, at, events })
    }

    /// The results, after the last step.
    ///
    /// # Errors
    /// If more was in the network at once than memory has room for.
    pub(crate) fn into_ran(self, scenario: &Scenario) -> Result<Ran, NoOutcome> {
        let timeline = self.timeline.clone();
        let happened = self.into_finished()?;
        let is_complete = happened.stop != Stop::Cancelled;
        let outcome = outcome(scenario, &timeline, happened);
        Ok(Ran { outcome, is_complete, undivided: None })
    }
}

/// Runs in regions, if that is possible and, unless their number is given, worthwhile; otherwise
/// returns the reason.
fn run_divided(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    options: &RunOptions,
    watcher: &mut dyn Watcher,
) -> Result<FinishedWorld, &'static str> {
    let end = scenario.run.start + scenario.run.duration;
    let (mut world, names) = build::world(scenario, timeline.clone());
    if let Some(reason) = regions::why_not(scenario, &world) {
        return Err(reason);
    }
    let division = regions::divide(scenario, timeline, &mut world, options)
        .ok_or("some of its links are too short to divide it")?;
    let together = regions::run(scenario, timeline, &division, (world, &names), watcher)?;
    let Together { world, stop, last, events } = together;
    let counts = world.counts();
    assert!(counts.are_conserved(), "packets are not conserved: {counts:?}");
    let at = if stop == Stop::End { end } else { last };
    Ok(FinishedWorld { world, names, stop, at, events })
}

pub(crate) fn names_of_nodes(timeline: &Timeline) -> Vec<String> {
    timeline.nodes().iter().map(|node| node.name.clone()).collect()
}

fn outcome(scenario: &Scenario, timeline: &Arc<Timeline>, happened: FinishedWorld) -> Outcome {
    let flows: Vec<FlowOutcome> = happened.world.flows.outcomes(happened.last()).collect();
    let counters = happened.world.transmitters().iter().map(|link| link.counters().bytes);
    let links = happened.names.links.iter().map(String::as_str).zip(counters);
    let loads = Loads::new(timeline, links);
    let mut manifest = manifest(scenario, timeline, &happened, &flows);
    let (implausible, mut warnings) = plausibility::of_run(scenario, timeline);
    manifest["implausible_paths"] = implausible;
    warnings.extend(loads.advice(scenario, timeline));
    if let Some(radio) = happened.world.harq() {
        let (limited, length) = (radio.limited(happened.at), happened.at - scenario.run.start);
        warnings.extend(harq::advice(radio.lanes(), &limited, &happened.names, length));
    }
    let counters = happened.world.transmitters().iter().map(|link| link.counters());
    warnings.extend(numbered_losses::advice(scenario, &happened.names.links, counters));
    let counters = happened.world.transmitters().iter().map(|link| link.counters());
    let links = happened.names.links.iter().map(String::as_str).zip(counters);
    let (idle, told) = without_effect::told(&without_effect::Finished {
        scenario,
        resolved: &manifest["scenario"],
        timeline,
        ended: happened.at,
        counts: &happened.world.counts(),
        flows: &flows,
        links: &links.collect::<Vec<_>>(),
    });
    warnings.extend(told);
    manifest["idle_keys"] = idle;
    manifest["warnings"] = warnings.into();
    manifest["satellite_load"] = loads.told(timeline);
    let data = overview::data(scenario);
    if !data.is_empty() {
        manifest["data"] = data.into();
    }
    let FinishedWorld { mut world, names, at: ended, .. } = happened;
    let node_names = names_of_nodes(timeline);
    world.note_still_waiting(ended);
    let voice = voice::tables(&world);
    let udp = udp::table(&world);
    let videos = video::table(&world, ended);
    let mut tables = vec![
        ("flows", flow_tables::flows(&world, &flows, &node_names)),
        ("links", flow_tables::links(&world, &names.links)),
    ];
    tables.extend(flow_tables::classes(&world, &names.links).map(|table| ("classes", table)));
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
    let announced = |flow| world.flows.announced(flow);
    let terms = Terms { nodes: timeline.nodes(), announced: &announced };
    let captures = world.capture.into_files(ended, &terms);
    Outcome { manifest, tables, captures }
}

fn manifest(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    happened: &FinishedWorld,
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
    let mut ended = EndReason::ALL.map(|ended| (ended, 0u64));
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
        "end_reason": match happened.stop {
            Stop::Finished => "all flows had ended",
            Stop::End if happened.at < scenario.run.start + scenario.run.duration => {
                "its programs had ended"
            }
            Stop::End => "its duration was over",
            Stop::Cancelled => "interrupted",
        },
        "flows_ended": ended,
        "satellites": timeline.sky().satellites(),
        "implausible_paths": null,
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
