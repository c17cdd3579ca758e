//! Delay studies: paths and one-way delays over time, without packets.
//!
//! Owns what a study looks at and the tables it leaves; the physics is `constellation`'s.

use std::sync::Arc;

use serde_json::json;
use skyseam_base::{Duration, NodeId};
use skyseam_constellation::{
    Cause, DelayProfile, PairSummary, PathChangeCount, PerDay, Sampling, Timeline, profile,
};
use skyseam_engine::Control;
use skyseam_scenario::{DelayStudy, Scenario};
use skyseam_trace::{Column, Table, Values};

use crate::run::{NoOutcome, Outcome, check_effort};
use crate::{plausibility, sampling};

/// What a user asks for beyond what the scenario says; `None` leaves it to the scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DelayRequest {
    /// Names of source and destination.
    pub pairs: Option<Vec<(String, String)>>,
    /// First sample, seconds after time zero.
    pub start_s: Option<f64>,
    /// Length of the study, s.
    pub duration_s: Option<f64>,
    /// Distance between samples, s.
    pub step_s: Option<f64>,
}

impl DelayRequest {
    /// The study to make.
    ///
    /// # Errors
    /// What cannot be studied: an unknown or doubled name, a time that is none, no pair at all.
    pub fn resolve(&self, scenario: &Scenario) -> Result<DelayStudy, String> {
        let preset = scenario.delay_study();
        let usual = preset.as_ref().map_or_else(
            || sampling::of_run(scenario, Duration::from_secs(10)),
            |study| study.sampling,
        );
        let pairs = match (&self.pairs, preset) {
            (Some(pairs), _) => pairs.iter().map(|(from, to)| [from.clone(), to.clone()]).collect(),
            (None, Some(study)) => study.pairs,
            (None, None) => Vec::new(),
        };
        if pairs.is_empty() {
            return Err("no pair to study: name two terminals, or give the scenario some".into());
        }
        for [from, to] in &pairs {
            for name in [from, to] {
                check_name(scenario, name)?;
            }
            if from == to {
                return Err(format!("a delay from \"{from}\" to itself: name two terminals"));
            }
        }
        let sampling = sampling::sampling(self.start_s, self.duration_s, self.step_s, usual)?;
        let rows = sampling.count().saturating_mul(pairs.len() as u64);
        if rows > MOST_ROWS {
            return Err(format!(
                "{rows} samples ({}, {} pairs); expected at most {MOST_ROWS}: take a longer step \
                 or a shorter time",
                sampling::described(&sampling),
                pairs.len()
            ));
        }
        Ok(DelayStudy { pairs, sampling })
    }
}

/// Most samples of a study: its tables take some 100 bytes each.
const MOST_ROWS: u64 = 50_000_000;

fn check_name(scenario: &Scenario, name: &str) -> Result<(), String> {
    let sky = &scenario.sky;
    let known: Vec<&str> =
        sky.terminals.iter().map(|t| &*t.name).chain(sky.nodes.iter().map(|n| &**n)).collect();
    if known.contains(&name) {
        return Ok(());
    }
    Err(format!("no terminal or node is called \"{name}\"; expected one of {}", known.join(", ")))
}

/// Share of the work that goes into the timeline: a guess, for progress only.
const BUILDING: f64 = 0.3;

/// Makes a study, telling `progress` the share done.
///
/// # Errors
/// Where it asked to stop, or a satellite cannot be followed to the end.
pub fn delay(
    scenario: &Scenario,
    study: &DelayStudy,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Outcome, NoOutcome> {
    check_effort(&scenario.sky, study.sampling.end)?;
    let timeline = Timeline::build_watched(&scenario.sky, study.sampling.end, &mut |fraction| {
        progress(BUILDING * fraction) == Control::Continue
    })?;
    let timeline = Arc::new(timeline);
    let node = |name: &String| timeline.node(name).expect("names checked by the request");
    let pairs: Vec<(NodeId, NodeId)> =
        study.pairs.iter().map(|[from, to]| (node(from), node(to))).collect();
    let profile = profile(&timeline, &pairs, &study.sampling, &mut |fraction| {
        progress(BUILDING + (1.0 - BUILDING) * fraction) == Control::Continue
    })
    .ok_or(NoOutcome::Stopped)?;
    let Sampling { start, step, end } = study.sampling;
    let detours: Vec<_> =
        profile.pairs.iter().map(|pair| ([pair.source, pair.destination], pair.detours)).collect();
    let manifest = json!({
        "scenario": scenario.resolved(),
        "seed": scenario.run.seed,
        "satellites": timeline.sky().satellites(),
        "implausible_paths": plausibility::told(&timeline, &detours),
        "delay": {
            "pairs": study.pairs,
            "start_s": start.as_secs_f64(),
            "step_s": step.as_secs_f64(),
            "end_s": end.as_secs_f64(),
            "samples": profile.rows(),
        },
    });
    let names: Vec<String> = timeline.nodes().iter().map(|n| n.name.clone()).collect();
    let tables = vec![
        ("pairs", pairs_table(&profile, &names)),
        ("handovers", handovers_table(&profile, &names)),
        ("path_changes", path_changes_table(&profile, &names)),
        ("delay", delay_table(profile, &names)),
    ];
    Ok(Outcome { manifest, tables, captures: vec![] })
}

fn indices(nodes: &[NodeId]) -> Vec<u32> {
    nodes.iter().map(|node| node.0).collect()
}

pub(crate) fn cause_names() -> Vec<String> {
    Cause::ALL.iter().map(|cause| cause.name().to_owned()).collect()
}

pub(crate) fn cause_index(cause: Cause) -> u32 {
    Cause::ALL.iter().position(|&c| c == cause).expect("a cause that ALL names") as u32
}

fn delay_table(profile: DelayProfile, names: &[String]) -> Table {
    let names = || names.to_vec();
    let ms = |delays: &[Option<Duration>]| {
        let each = delays.iter().map(|delay| delay.map_or(f64::NAN, Duration::as_millis_f64));
        Values::F64(each.collect())
    };
    let cause = profile.cause.iter().map(|c| c.map_or(u32::MAX, cause_index));
    Table::new(vec![
        column("t_s", Values::F64(profile.t.iter().map(|t| t.as_secs_f64()).collect())),
        column("source", Values::Names { indices: indices(&profile.source), names: names() }),
        column(
            "destination",
            Values::Names { indices: indices(&profile.destination), names: names() },
        ),
        column("hops", Values::U64(profile.links.iter().map(|&n| u64::from(n)).collect())),
        column("delay_ms", ms(&profile.delay)),
        column("last_link_ms", ms(&profile.last_link)),
        column(
            "path",
            Values::NameLists {
                indices: indices(&profile.path_nodes),
                names: names(),
                offsets: profile.path_offsets,
            },
        ),
        column("cause", Values::Names { indices: cause.collect(), names: cause_names() }),
        column("separated", Values::Bool(profile.separated)),
    ])
}

fn handovers_table(profile: &DelayProfile, names: &[String]) -> Table {
    let rows = &profile.handovers;
    let terminal = rows.iter().map(|row| row.terminal.0).collect();
    let cause = rows.iter().map(|row| cause_index(row.cause)).collect();
    let without_link = rows.iter().map(|row| row.without_link.as_secs_f64()).collect();
    let mut columns = vec![
        column("terminal", Values::Names { indices: terminal, names: names.to_vec() }),
        column("cause", Values::Names { indices: cause, names: cause_names() }),
        column("count", Values::U64(rows.iter().map(|row| row.count).collect())),
    ];
    columns.extend(per_day_columns(rows.iter().map(|row| row.per_day)));
    columns.push(column("without_link_s", Values::F64(without_link)));
    Table::new(columns)
}

/// One row per pair and cause, and one per pair for all causes together.
fn path_changes_table(profile: &DelayProfile, names: &[String]) -> Table {
    let rows = &profile.path_changes;
    let of = |node: fn(&PathChangeCount) -> NodeId| Values::Names {
        indices: rows.iter().map(|row| node(row).0).collect(),
        names: names.to_vec(),
    };
    let any = Cause::ALL.len() as u32;
    let cause = rows.iter().map(|row| row.cause.map_or(any, cause_index)).collect();
    let causes = cause_names().into_iter().chain(["any".to_owned()]).collect();
    let mut columns = vec![
        column("source", of(|row| row.source)),
        column("destination", of(|row| row.destination)),
        column("cause", Values::Names { indices: cause, names: causes }),
        column("count", Values::U64(rows.iter().map(|row| row.count).collect())),
    ];
    columns.extend(per_day_columns(rows.iter().map(|row| row.per_day)));
    Table::new(columns)
}

/// One row per pair: its samples, its delays, and its time without a path.
fn pairs_table(profile: &DelayProfile, names: &[String]) -> Table {
    let rows = &profile.pairs;
    let delays: Vec<Vec<f64>> = rows.iter().map(|pair| delays_of(profile, pair)).collect();
    let named = |of: fn(&PairSummary) -> NodeId| Values::Names {
        indices: rows.iter().map(|pair| of(pair).0).collect(),
        names: names.to_vec(),
    };
    let count = |of: &dyn Fn(usize, &PairSummary) -> u64| {
        Values::U64(rows.iter().enumerate().map(|(number, pair)| of(number, pair)).collect())
    };
    let real = |of: &dyn Fn(usize, &PairSummary) -> Option<f64>| {
        let each = rows.iter().enumerate().map(|(number, pair)| of(number, pair));
        Values::F64(each.map(|value| value.unwrap_or(f64::NAN)).collect())
    };
    let worst = |pair: &PairSummary| pair.detours.worst.map(|(_, detour)| detour);
    let rank = |share: f64| real(&|number, _| nearest_rank(&delays[number], share));
    Table::new(vec![
        column("source", named(|pair| pair.source)),
        column("destination", named(|pair| pair.destination)),
        column("samples", count(&|_, pair| pair.detours.instants)),
        column(
            "samples_without_path",
            count(&|number, pair| pair.detours.instants - delays[number].len() as u64),
        ),
        column("without_path_s", real(&|_, pair| Some(pair.gaps.total().as_secs_f64()))),
        column("gaps", count(&|_, pair| pair.gaps.stretches.len() as u64)),
        column("longest_gap_s", real(&|_, pair| Some(pair.gaps.longest().as_secs_f64()))),
        column("min_ms", rank(0.0)),
        column("median_ms", rank(0.5)),
        column("p95_ms", rank(0.95)),
        column("max_ms", rank(1.0)),
        column("great_circle_km", real(&|_, pair| Some(worst(pair)?.great_circle_km))),
        column("detour", real(&|_, pair| Some(worst(pair)?.ratio()))),
        column("implausible", count(&|_, pair| pair.detours.implausible)),
    ])
}

/// The delays of a pair's samples with a path, ascending, ms.
fn delays_of(profile: &DelayProfile, pair: &PairSummary) -> Vec<f64> {
    let ends = profile.source.iter().zip(&profile.destination);
    let delays = ends.zip(&profile.delay).filter_map(|((source, destination), delay)| {
        delay.filter(|_| (*source, *destination) == (pair.source, pair.destination))
    });
    let mut delays: Vec<f64> = delays.map(Duration::as_millis_f64).collect();
    delays.sort_by(f64::total_cmp);
    delays
}

/// The least of ascending values that at least this share of them do not exceed.
fn nearest_rank(ascending: &[f64], share: f64) -> Option<f64> {
    let rank = (share * ascending.len() as f64).ceil() as usize;
    ascending.get(rank.max(1) - 1).copied()
}

/// Least, mean and greatest count of a day; null where no whole day was looked at.
fn per_day_columns(rows: impl Iterator<Item = Option<PerDay>> + Clone) -> [Column; 3] {
    let min = rows.clone().map(|row| row.map(|row| row.min)).collect();
    let mean = rows.clone().map(|row| row.map_or(f64::NAN, |row| row.mean)).collect();
    let max = rows.map(|row| row.map(|row| row.max)).collect();
    [
        column("per_day_min", Values::OptionalU64(min)),
        column("per_day_mean", Values::F64(mean)),
        column("per_day_max", Values::OptionalU64(max)),
    ]
}

fn column(name: &'static str, values: Values) -> Column {
    Column { name, values }
}
