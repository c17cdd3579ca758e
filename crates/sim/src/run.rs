//! One run of a scenario, from its first packet to its tables.

use std::sync::Arc;

use serde_json::{Value, json};
use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_constellation::routing::hysteresis_effort;
use skyseam_constellation::{NoTimeline, SkyConfig, Timeline};
use skyseam_engine::{self as engine, Control, EventQueue, Stop};
use skyseam_host::{Ended, FlowReport};
use skyseam_packet::wire::{Announced, window_scale_of};
use skyseam_scenario::Scenario;
use skyseam_trace::{Column, DropReason, Table, Values};

use crate::build::{self, Names};
use crate::flows::FlowOutcome;
use crate::world::World;
use crate::{handovers, harq, plausibility, voice};

/// How far a run is; given to whoever asked to be told, who says whether to go on.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// From 0 to 1: the further of simulated time and finished flows.
    pub fraction: f64,
    /// Simulated time.
    pub now: SimTime,
}

/// What a run leaves.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The resolved scenario, why the run ended, and its counts.
    pub manifest: Value,
    /// Tables by name: `flows`, `drops`, `links`, `harq` where a link has it, those of voice where
    /// there is any, and what the scenario recorded.
    pub tables: Vec<(&'static str, Table)>,
    /// Packet captures (pcapng) by node name.
    pub captures: Vec<(String, Vec<u8>)>,
}

/// Why there is no outcome.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoOutcome {
    /// Whoever was told the progress asked to stop.
    #[error("stopped")]
    Stopped,
    /// The scenario's sky cannot be followed to the end.
    #[error("{0}")]
    Sky(String),
}

/// Routes with hysteresis visit so many nodes for a destination at most: some two minutes' work.
const MOST_VISITS: u64 = 1_000_000_000;

/// Refuses what would be worked out for hours without a word.
pub(crate) fn check_effort(sky: &SkyConfig, end: SimTime) -> Result<(), NoOutcome> {
    let visits = hysteresis_effort(sky, end);
    if visits <= MOST_VISITS {
        return Ok(());
    }
    let periods = end.as_nanos() / sky.routing.recompute.map_or(1, Duration::as_nanos).max(1);
    let most = MOST_VISITS / (visits / periods.max(1)).max(1);
    Err(NoOutcome::Sky(format!(
        "routes with hysteresis follow from all before them, and there are {periods} to each \
         destination from time zero to the end; expected at most {most} among so many nodes: make \
         routing.recompute longer, or start earlier"
    )))
}

impl From<NoTimeline> for NoOutcome {
    fn from(reason: NoTimeline) -> Self {
        match reason {
            NoTimeline::Stopped => Self::Stopped,
            NoTimeline::Ephemeris(error) => Self::Sky(error.to_string()),
        }
    }
}

/// Runs `scenario` over `timeline`, which was built from its sky and reaches its end.
///
/// # Errors
/// [`NoOutcome::Stopped`] where `progress` asked to stop.
///
/// # Panics
/// When packets were not conserved: that is a fault of the simulator, and no result is given.
pub fn run(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    progress: &mut dyn FnMut(Progress) -> Control,
) -> Result<Outcome, NoOutcome> {
    let happened = run_to_end(scenario, timeline, progress);
    match happened.stop {
        Stop::Cancelled => Err(NoOutcome::Stopped),
        Stop::End | Stop::Finished => Ok(outcome(scenario, timeline, happened)),
    }
}

/// The tables alone of [`run`], without what says how they came about.
///
/// # Errors
/// As [`run`].
///
/// # Panics
/// As [`run`].
pub(crate) fn run_for_tables(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    progress: &mut dyn FnMut(Progress) -> Control,
) -> Result<Vec<(&'static str, Table)>, NoOutcome> {
    Ok(run(scenario, timeline, progress)?.tables)
}

/// A world in which nothing more happens.
struct Happened {
    world: World,
    names: Names,
    stop: Stop,
    /// The last instant of the run.
    at: SimTime,
    events: u64,
}

impl Happened {
    /// Why flows ended that would have gone on; finished where nothing more could have come of any.
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
    progress: &mut dyn FnMut(Progress) -> Control,
) -> Happened {
    let end = scenario.run.start + scenario.run.duration;
    assert!(timeline.end() >= end, "a timeline that ends before the run");
    let (mut world, names) = build::world(scenario, timeline.clone());
    let mut queue = EventQueue::default();
    world.begin(scenario.run.start, &mut queue);
    let (stop, last, events) = engine::run(&mut world, &mut queue, end, &mut |world, now| {
        let passed = now.saturating_since(scenario.run.start).as_secs_f64();
        let (finished, flows) = world.flows.progress();
        let fraction = passed / scenario.run.duration.as_secs_f64();
        progress(Progress { fraction: fraction.max(finished as f64 / flows.max(1) as f64), now })
    });
    let counts = world.counts();
    assert!(counts.are_conserved(), "packets are not conserved: {counts:?}");
    let at = if stop == Stop::End { end } else { last };
    Happened { world, names, stop, at, events }
}

/// Runs `scenario` over a timeline of its own. Where `progress` asked to stop before its end, the
/// outcome is of what had happened by then, and its manifest says so.
///
/// # Errors
/// Where `progress` asked to stop before anything happened, or a satellite cannot be followed to
/// the end.
pub fn run_alone(
    scenario: &Scenario,
    progress: &mut dyn FnMut(Progress) -> Control,
) -> Result<Outcome, NoOutcome> {
    let end = scenario.run.start + scenario.run.duration;
    check_effort(&scenario.sky, end)?;
    let timeline = Timeline::build_watched(&scenario.sky, end, &mut |_| {
        let beginning = Progress { fraction: 0.0, now: scenario.run.start };
        progress(beginning) == Control::Continue
    })?;
    let timeline = Arc::new(timeline);
    let happened = run_to_end(scenario, &timeline, progress);
    Ok(outcome(scenario, &timeline, happened))
}

fn outcome(scenario: &Scenario, timeline: &Arc<Timeline>, happened: Happened) -> Outcome {
    let flows: Vec<FlowOutcome> = happened.world.flows.outcomes(happened.last()).collect();
    let manifest = manifest(scenario, timeline, &happened, &flows);
    let Happened { mut world, names, at: ended, .. } = happened;
    let node_names: Vec<String> = timeline.nodes().iter().map(|n| n.name.clone()).collect();
    world.note_still_waiting(ended);
    let voice = voice::tables(&world);
    let mut tables = vec![
        ("flows", flows_table(&world, &flows, &node_names)),
        ("links", links_table(&world, &names.links)),
    ];
    if let Some(radio) = world.harq() {
        tables.push(("harq", harq::table(radio.lanes(), &names)));
    }
    tables.extend(world.collector.into_tables(ended, &node_names, names));
    if scenario.run.record.handovers {
        let table = handovers::table(timeline, scenario.run.start, ended, &node_names);
        tables.push(("handovers", table));
    }
    tables.extend(voice);
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
    let dropped: serde_json::Map<String, Value> = DropReason::ALL
        .iter()
        .map(|reason| (reason.name().to_owned(), counts.dropped[*reason as usize].into()))
        .collect();
    // The further parts of split connections are counted with their first.
    let mut ended = Ended::ALL.map(|ended| (ended, 0u64));
    for (_, flow) in (0u32..).zip(flows).filter(|(number, flow)| flow.whole == *number) {
        ended[flow.ended as usize].1 += 1;
    }
    let ended: serde_json::Map<String, Value> =
        ended.into_iter().map(|(ended, count)| (ended.name().to_owned(), count.into())).collect();
    json!({
        "scenario": scenario.resolved(),
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
    })
}

/// Builds a column from one number of each row.
fn numbers<T>(name: &'static str, rows: &[T], value: impl Fn(&T) -> f64) -> Column {
    Column { name, values: Values::F64(rows.iter().map(value).collect()) }
}

/// Builds a column from one count of each row.
fn counts<T>(name: &'static str, rows: &[T], value: impl Fn(&T) -> u64) -> Column {
    Column { name, values: Values::U64(rows.iter().map(value).collect()) }
}

/// Builds a column from one name of each row, given as an index into `names`.
fn named<T>(name: &'static str, rows: &[T], names: &[String], value: impl Fn(&T) -> u32) -> Column {
    let indices = rows.iter().map(value).collect();
    Column { name, values: Values::Names { indices, names: names.to_vec() } }
}

/// One row per flow.
fn flows_table(world: &World, rows: &[FlowOutcome], node_names: &[String]) -> Table {
    let series = world.flows.series();
    let series_names: Vec<String> = series.iter().map(|s| s.name.clone()).collect();
    let endings = Ended::ALL.map(|ended| ended.name().to_owned());
    let instant = |t: Option<SimTime>| t.map_or(f64::NAN, SimTime::as_secs_f64);
    let report = |row: &FlowOutcome| row.report.unwrap_or_default();
    let transfer_time = |row: &FlowOutcome| {
        let report = report(row);
        match (report.first_sent, report.received_at) {
            (Some(first), Some(last)) => (last - first).as_secs_f64(),
            _ => f64::NAN,
        }
    };
    let goodput = |row: &FlowOutcome| {
        let report = report(row);
        match (report.first_sent, report.last_received) {
            (Some(first), Some(last)) if last > first => {
                report.bytes_delivered as f64 * 8.0 / (last - first).as_secs_f64()
            }
            _ => f64::NAN,
        }
    };
    let spurious = (0..).map(FlowId).zip(rows).map(|(flow, _)| world.collector.spurious_of(flow));
    let spurious = spurious.collect();
    let optional = |name, value: fn(FlowReport) -> Option<u64>| {
        let values = rows.iter().map(|row| value(report(row))).collect();
        Column { name, values: Values::OptionalU64(values) }
    };
    let millis = |d: Option<skyseam_base::Duration>| d.map_or(f64::NAN, |d| d.as_millis_f64());
    Table::new(vec![
        Column { name: "flow", values: Values::U64((0..rows.len() as u64).collect()) },
        named("name", rows, &series_names, |r| r.series),
        counts("part_of", rows, |r| u64::from(r.whole)),
        named("source", rows, node_names, |r| r.from.0),
        named("destination", rows, node_names, |r| r.to.0),
        numbers("start_s", rows, |r| instant(report(r).started)),
        numbers("first_sent_s", rows, |r| instant(report(r).first_sent)),
        numbers("last_received_s", rows, |r| instant(report(r).last_received)),
        numbers("finished_s", rows, |r| instant(report(r).acknowledged_at)),
        named("ended_because", rows, &endings, |r| r.ended as u32),
        numbers("transfer_time_s", rows, transfer_time),
        counts("bytes", rows, |r| report(r).bytes_delivered),
        numbers("goodput_bps", rows, goodput),
        counts("packets_sent", rows, |r| report(r).packets_sent),
        counts("retransmissions", rows, |r| report(r).retransmissions),
        Column { name: "spurious_retransmissions", values: Values::OptionalU64(spurious) },
        optional("duplicates_received", |report| report.duplicates_received),
        counts("timeouts", rows, |r| report(r).timeouts),
        counts("recoveries", rows, |r| report(r).recoveries),
        optional("delayed_acks", |report| report.delayed_acks),
        counts("drops", rows, |r| r.drops),
        counts("rtt_samples", rows, |r| report(r).rtt_samples),
        numbers("rtt_min_ms", rows, |r| millis(report(r).rtt_min)),
        numbers("rtt_mean_ms", rows, |r| millis(report(r).rtt_mean)),
        numbers("rtt_max_ms", rows, |r| millis(report(r).rtt_max)),
    ])
}

/// One row per link that carried or refused a packet.
fn links_table(world: &World, names: &[String]) -> Table {
    let rows: Vec<(u32, skyseam_net::Counters)> = (0..)
        .zip(world.transmitters().iter().map(skyseam_net::Transmitter::counters))
        .filter(|(_, c)| c.packets + c.overflows + c.early_drops > 0)
        .collect();
    Table::new(vec![
        named("link", &rows, names, |r| r.0),
        counts("packets", &rows, |r| r.1.packets),
        counts("bytes", &rows, |r| r.1.bytes),
        counts("queue_overflows", &rows, |r| r.1.overflows),
        counts("early_drops", &rows, |r| r.1.early_drops),
        counts("losses", &rows, |r| r.1.losses),
        counts("peak_waiting_packets", &rows, |r| u64::from(r.1.peak_waiting)),
    ])
}
