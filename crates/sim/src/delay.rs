//! Delay studies: paths and one-way delays over time, without packets.
//!
//! Owns the request and the tables of a study; `constellation` owns the physics.

use std::sync::Arc;

use serde_json::json;
use skyseam_base::{Duration, NodeId};
use skyseam_constellation::geometry::satellite_names;
use skyseam_constellation::{
    Cause, DelayProfile, PairSummary, PerDay, Sampling, Timeline, profile,
};
use skyseam_engine::Control;
use skyseam_params::shape::nearest;
use skyseam_scenario::{DelayStudy, Scenario};
use skyseam_trace::{Columns, NameLists, Names, Table, columns};

use crate::plausibility::LookedAt;
use crate::run::{NoOutcome, Outcome, check_effort};
use crate::{plausibility, sampling};

/// A user's request for a delay study; `None` stands for the scenario's value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DelayRequest {
    /// Names of source and destination.
    pub pairs: Option<Vec<(String, String)>>,
    /// First sample, seconds after time zero.
    pub start_s: Option<f64>,
    /// Duration of the study, s.
    pub duration_s: Option<f64>,
    /// Time between samples, s.
    pub step_s: Option<f64>,
}

impl DelayRequest {
    /// Resolves the request.
    ///
    /// # Errors
    /// For an unknown or repeated name, an invalid time, or no pairs.
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
        if rows > MAX_ROWS {
            return Err(format!(
                "{rows} samples ({}, {} pairs); expected at most {MAX_ROWS}: take a longer step \
                 or a shorter time",
                sampling::described(&sampling),
                pairs.len()
            ));
        }
        Ok(DelayStudy { pairs, sampling })
    }
}

/// Maximum number of samples of a study: its tables take some 100 bytes for each.
const MAX_ROWS: u64 = 50_000_000;

fn check_name(scenario: &Scenario, name: &str) -> Result<(), String> {
    let sky = &scenario.sky;
    let known: Vec<&str> =
        sky.terminals.iter().map(|t| &*t.name).chain(sky.nodes.iter().map(|n| &**n)).collect();
    let satellites = satellite_names(sky.geometry, &sky.shells);
    if known.contains(&name) || satellites.iter().any(|one| one == name) {
        return Ok(());
    }
    let mut expected = match known.len() {
        0 => Vec::new(),
        1..=12 => vec![format!("one of {}", known.join(", "))],
        _ => vec!["a terminal or node".to_owned()],
    };
    expected.extend(satellites.first().map(|one| format!("a satellite such as {one}")));
    let all = known.iter().copied().chain(satellites.iter().map(String::as_str));
    let meant =
        nearest(name, all).map_or_else(String::new, |near| format!("; did you mean {near}?"));
    Err(format!(
        "no terminal, node or satellite is called \"{name}\"; expected {}{meant}",
        expected.join(", or ")
    ))
}

/// Share of the work that the timeline takes: an estimate, for progress only.
const BUILDING: f64 = 0.3;

/// Computes a study, calling `progress` with the fraction done.
///
/// # Errors
/// If `progress` asked to stop, or a satellite cannot be propagated to the end.
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
    let looked_at = profile.pairs.iter().map(|pair| LookedAt {
        pair: [pair.source, pair.destination],
        detours: pair.detours,
        without_path: Vec::new(),
    });
    let looked_at: Vec<LookedAt> = looked_at.collect();
    let manifest = json!({
        "scenario": scenario.resolved(),
        "seed": scenario.run.seed,
        "satellites": timeline.sky().satellites(),
        "implausible_paths": plausibility::told(&timeline, &looked_at),
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

columns! {
    /// A row for each sample and pair. [The seam](models/isl.md) defines *across_seam*.
    pub(crate) struct DelayTable "delay" {
        /// Time of the sample.
        t_s: Vec<f64> as "s",
        /// Name of the node at the start of the path.
        source: Names,
        /// Name of the node at the end of the path.
        destination: Names,
        /// Number of links of the path; 0 without a path.
        hops: Vec<u64>,
        /// One-way delay; null without a path.
        delay_ms: Vec<f64> as "ms",
        /// Propagation delay of the path's last link, included in `delay_ms`.
        last_link_ms: Vec<f64> as "ms",
        /// Names of all nodes of the path, including both ends.
        path: NameLists,
        /// Cause of a path other than that of the previous sample; null if it is the same.
        cause: Names,
        /// Whether the satellites that serve both ends move in opposite directions, one north, one
        /// south.
        across_seam: Vec<bool>,
    }
}

fn delay_table(profile: DelayProfile, names: &[String]) -> Table {
    let ms = |delays: &[Option<Duration>]| {
        delays.iter().map(|delay| delay.map_or(f64::NAN, Duration::as_millis_f64)).collect()
    };
    let cause = profile.cause.iter().map(|c| c.map_or(u32::MAX, cause_index));
    DelayTable {
        t_s: profile.t.iter().map(|t| t.as_secs_f64()).collect(),
        source: Names::new(indices(&profile.source), names),
        destination: Names::new(indices(&profile.destination), names),
        hops: profile.links.iter().map(|&n| u64::from(n)).collect(),
        delay_ms: ms(&profile.delay),
        last_link_ms: ms(&profile.last_link),
        path: NameLists {
            indices: indices(&profile.path_nodes),
            names: names.to_vec(),
            offsets: profile.path_offsets,
        },
        cause: Names::new(cause, &cause_names()),
        across_seam: profile.separated,
    }
    .into_table()
}

columns! {
    /// A row for each terminal and cause of a
    /// [handover](models/handover.md#how-handovers-are-counted).
    pub(crate) struct HandoversTable "handovers" {
        /// Name of the terminal.
        terminal: Names,
        /// Cause of the change of satellite.
        cause: Names,
        /// Number in the whole study.
        count: Vec<u64>,
        /// Minimum per day over the whole days of the study; null if there is none.
        per_day_min: Vec<Option<u64>>,
        /// Mean per day over the whole days of the study; null if there is none.
        per_day_mean: Vec<f64>,
        /// Maximum per day over the whole days of the study; null if there is none.
        per_day_max: Vec<Option<u64>>,
        /// Time without a link that this caused, in the whole study.
        without_link_s: Vec<f64> as "s",
    }
}

fn handovers_table(profile: &DelayProfile, names: &[String]) -> Table {
    let rows = &profile.handovers;
    let (per_day_min, per_day_mean, per_day_max) = per_day(rows.iter().map(|row| row.per_day));
    HandoversTable {
        terminal: Names::new(rows.iter().map(|row| row.terminal.0), names),
        cause: Names::new(rows.iter().map(|row| cause_index(row.cause)), &cause_names()),
        count: rows.iter().map(|row| row.count).collect(),
        per_day_min,
        per_day_mean,
        per_day_max,
        without_link_s: rows.iter().map(|row| row.without_link.as_secs_f64()).collect(),
    }
    .into_table()
}

columns! {
    /// A row for each pair and cause, and one for each pair and all causes together.
    pub(crate) struct PathChangesTable "path_changes" {
        /// Name of the node at the start of the path.
        source: Names,
        /// Name of the node at the end of the path.
        destination: Names,
        /// Cause of the change of path, or `any`.
        cause: Names,
        /// Number in the whole study.
        count: Vec<u64>,
        /// Minimum per day over the whole days of the study; null if there is none.
        per_day_min: Vec<Option<u64>>,
        /// Mean per day over the whole days of the study; null if there is none.
        per_day_mean: Vec<f64>,
        /// Maximum per day over the whole days of the study; null if there is none.
        per_day_max: Vec<Option<u64>>,
    }
}

fn path_changes_table(profile: &DelayProfile, names: &[String]) -> Table {
    let rows = &profile.path_changes;
    let any = Cause::ALL.len() as u32;
    let cause = rows.iter().map(|row| row.cause.map_or(any, cause_index));
    let causes: Vec<String> = cause_names().into_iter().chain(["any".to_owned()]).collect();
    let (per_day_min, per_day_mean, per_day_max) = per_day(rows.iter().map(|row| row.per_day));
    PathChangesTable {
        source: Names::new(rows.iter().map(|row| row.source.0), names),
        destination: Names::new(rows.iter().map(|row| row.destination.0), names),
        cause: Names::new(cause, &causes),
        count: rows.iter().map(|row| row.count).collect(),
        per_day_min,
        per_day_mean,
        per_day_max,
    }
    .into_table()
}

columns! {
    /// A row for each pair: its samples, its delays, and its time without a path
    /// ([delay](models/delay.md),
    /// [which paths are plausible](models/handover.md#which-paths-are-plausible)).
    pub(crate) struct PairsTable "pairs" {
        /// Name of the node at the start of the path.
        source: Names,
        /// Name of the node at the end of the path.
        destination: Names,
        /// Number of samples.
        samples: Vec<u64>,
        /// Number of samples without a path.
        samples_without_path: Vec<u64>,
        /// Time during which no path exists, from the times of link changes; unlike the sample
        /// count it is not biased by samples that fall on handovers.
        without_path_s: Vec<f64> as "s",
        /// Number of intervals without a path.
        gaps: Vec<u64>,
        /// Length of the longest interval without a path.
        longest_gap_s: Vec<f64> as "s",
        /// Minimum delay of the samples with a path.
        min_ms: Vec<f64> as "ms",
        /// Median delay of the samples with a path.
        median_ms: Vec<f64> as "ms",
        /// The delay that 95 % of the samples with a path do not exceed.
        p95_ms: Vec<f64> as "ms",
        /// Maximum delay of the samples with a path.
        max_ms: Vec<f64> as "ms",
        /// Great circle between both ends at the sample of `detour`.
        great_circle_km: Vec<f64> as "km",
        /// Maximum ratio of a path to the great circle plus the links up and down.
        detour: Vec<f64>,
        /// Number of samples whose ratio is above three.
        implausible: Vec<u64>,
    }
}

fn pairs_table(profile: &DelayProfile, names: &[String]) -> Table {
    let rows = &profile.pairs;
    let delays: Vec<Vec<f64>> = rows.iter().map(|pair| delays_of(profile, pair)).collect();
    let count = |of: &dyn Fn(&PairSummary) -> u64| -> Vec<u64> { rows.iter().map(of).collect() };
    let real = |of: &dyn Fn(&PairSummary) -> Option<f64>| -> Vec<f64> {
        rows.iter().map(|pair| of(pair).unwrap_or(f64::NAN)).collect()
    };
    let worst = |pair: &PairSummary| pair.detours.worst.map(|(_, detour)| detour);
    let rank = |share: f64| -> Vec<f64> {
        delays.iter().map(|delays| nearest_rank(delays, share).unwrap_or(f64::NAN)).collect()
    };
    let without_path =
        |(pair, delays): (&PairSummary, &Vec<f64>)| pair.detours.instants - delays.len() as u64;
    PairsTable {
        source: Names::new(rows.iter().map(|pair| pair.source.0), names),
        destination: Names::new(rows.iter().map(|pair| pair.destination.0), names),
        samples: count(&|pair| pair.detours.instants),
        samples_without_path: rows.iter().zip(&delays).map(without_path).collect(),
        without_path_s: real(&|pair| Some(pair.gaps.total().as_secs_f64())),
        gaps: count(&|pair| pair.gaps.stretches.len() as u64),
        longest_gap_s: real(&|pair| Some(pair.gaps.longest().as_secs_f64())),
        min_ms: rank(0.0),
        median_ms: rank(0.5),
        p95_ms: rank(0.95),
        max_ms: rank(1.0),
        great_circle_km: real(&|pair| Some(worst(pair)?.great_circle_km)),
        detour: real(&|pair| Some(worst(pair)?.ratio())),
        implausible: count(&|pair| pair.detours.implausible),
    }
    .into_table()
}

/// Delays of a pair's samples with a path, ascending, ms.
fn delays_of(profile: &DelayProfile, pair: &PairSummary) -> Vec<f64> {
    let ends = profile.source.iter().zip(&profile.destination);
    let delays = ends.zip(&profile.delay).filter_map(|((source, destination), delay)| {
        delay.filter(|_| (*source, *destination) == (pair.source, pair.destination))
    });
    let mut delays: Vec<f64> = delays.map(Duration::as_millis_f64).collect();
    delays.sort_by(f64::total_cmp);
    delays
}

/// Smallest of the ascending values that is not exceeded by a share `share` of them.
fn nearest_rank(ascending: &[f64], share: f64) -> Option<f64> {
    let rank = (share * ascending.len() as f64).ceil() as usize;
    ascending.get(rank.max(1) - 1).copied()
}

/// Minimum, mean and maximum count per day; null if there is no whole day.
fn per_day(
    rows: impl Iterator<Item = Option<PerDay>> + Clone,
) -> (Vec<Option<u64>>, Vec<f64>, Vec<Option<u64>>) {
    let min = rows.clone().map(|row| row.map(|row| row.min)).collect();
    let mean = rows.clone().map(|row| row.map_or(f64::NAN, |row| row.mean)).collect();
    let max = rows.map(|row| row.map(|row| row.max)).collect();
    (min, mean, max)
}
