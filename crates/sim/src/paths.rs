//! Changes of the path between two nodes, to the nanosecond, without packets.
//!
//! Owns the table; `constellation` owns the physics. A delay study ([`crate::delay`]) has samples,
//! and so finds a change up to a step late.

use std::sync::Arc;

use serde_json::json;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::{PathFinder, Sampling, Timeline};
use skyseam_engine::Control;
use skyseam_scenario::{DelayStudy, Scenario};
use skyseam_trace::{Columns, NameLists, Names, Table, columns};

use crate::run::{NoOutcome, Outcome, check_effort};

/// Maximum time for which a packet of the last sample may be in flight: links change during it.
const UNDER_WAY: Duration = Duration::from_secs(2);

/// Share of the work that the timeline takes: an estimate, for progress only.
const BUILDING: f64 = 0.3;

/// Computes the paths of packets over time (table `paths`), for each pair of a study; a path that
/// lasts less than a step may be missed. Calls `progress` with the fraction done.
///
/// # Errors
/// If `progress` asked to stop, or a satellite cannot be propagated to the end.
pub fn paths(
    scenario: &Scenario,
    study: &DelayStudy,
    progress: &mut dyn FnMut(f64) -> Control,
) -> Result<Outcome, NoOutcome> {
    let sampling = &study.sampling;
    check_effort(&scenario.sky, sampling.end)?;
    let end = sampling.end + UNDER_WAY;
    let timeline = Timeline::build_watched(&scenario.sky, end, &mut |fraction| {
        progress(BUILDING * fraction) == Control::Continue
    })?;
    let timeline = Arc::new(timeline);
    let node = |name: &String| timeline.node(name).expect("names checked by the request");
    let mut rows = Rows::default();
    for (number, [source, destination]) in study.pairs.iter().enumerate() {
        let mut way = NodePair {
            walker: PathFinder::new(timeline.clone()),
            ends: (node(source), node(destination)),
        };
        let mut note = |fraction: f64| {
            let share = (number as f64 + fraction) / study.pairs.len() as f64;
            progress(BUILDING + (1.0 - BUILDING) * share) == Control::Continue
        };
        way.follow(sampling, &mut rows, &mut note).ok_or(NoOutcome::Stopped)?;
    }
    let names: Vec<String> = timeline.nodes().iter().map(|node| node.name.clone()).collect();
    let manifest = json!({
        "scenario": scenario.resolved(),
        "pairs": study.pairs,
        "start_s": sampling.start.as_secs_f64(),
        "step_s": sampling.step.as_secs_f64(),
        "end_s": sampling.end.as_secs_f64(),
    });
    Ok(Outcome { manifest, tables: vec![("paths", rows.into_table(&names))], captures: vec![] })
}

/// The path from one node to another, at any instant.
struct NodePair {
    walker: PathFinder,
    ends: (NodeId, NodeId),
}

impl NodePair {
    /// The nodes on the path of a packet that leaves at `t`; none if it does not arrive.
    fn at(&mut self, t: SimTime) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        match self.walker.path_into(self.ends.0, self.ends.1, t, &mut nodes) {
            Ok(_) => nodes,
            Err(_) => Vec::new(),
        }
    }

    /// Records the path at the first sample and every change after it; `None` on request to stop.
    fn follow(
        &mut self,
        sampling: &Sampling,
        rows: &mut Rows,
        goes_on: &mut dyn FnMut(f64) -> bool,
    ) -> Option<()> {
        let count = sampling.count();
        let last = (sampling.end - Duration::from_nanos(1)).max(sampling.start);
        let mut known = (sampling.start, self.at(sampling.start));
        rows.push(known.0, self.ends, &known.1);
        for sample in 1..=count {
            if sample.is_multiple_of(64) && !goes_on(sample as f64 / count as f64) {
                return None;
            }
            // What is left after the last sample, without the end.
            let t = sampling.instant(sample).min(last);
            let next = self.at(t);
            // There may be several changes between two samples.
            while known.1 != next {
                known = self.next_change(known.0, &known.1, t);
                rows.push(known.0, self.ends, &known.1);
            }
            known.0 = t;
        }
        Some(())
    }

    /// Finds a change between an instant with this path and a later one with another: bisection.
    fn next_change(
        &mut self,
        mut before: SimTime,
        path: &[NodeId],
        mut after: SimTime,
    ) -> (SimTime, Vec<NodeId>) {
        let mut found = self.at(after);
        while after.saturating_since(before) > Duration::from_nanos(1) {
            let middle = before + after.saturating_since(before) / 2;
            let there = self.at(middle);
            if there == path {
                before = middle;
            } else {
                (after, found) = (middle, there);
            }
        }
        (after, found)
    }
}

#[derive(Default)]
struct Rows {
    t: Vec<SimTime>,
    source: Vec<u32>,
    destination: Vec<u32>,
    nodes: Vec<u32>,
    ends: Vec<u32>,
}

impl Rows {
    fn push(&mut self, t: SimTime, ends: (NodeId, NodeId), path: &[NodeId]) {
        self.t.push(t);
        self.source.push(ends.0.0);
        self.destination.push(ends.1.0);
        self.nodes.extend(path.iter().map(|node| node.0));
        self.ends.push(self.nodes.len() as u32);
    }

    fn into_table(self, names: &[String]) -> Table {
        let offsets = std::iter::once(0).chain(self.ends).collect();
        PathsTable {
            t_s: self.t.iter().map(|t| t.as_secs_f64()).collect(),
            source: Names::new(self.source, names),
            destination: Names::new(self.destination, names),
            path: NameLists { indices: self.nodes, names: names.to_vec(), offsets },
        }
        .into_table()
    }
}

columns! {
    /// A row for the first instant and for each change of path after it.
    pub(crate) struct PathsTable "paths" {
        /// Start of the path's validity.
        t_s: Vec<f64> as "s",
        /// Name of the node at the start of the path.
        source: Names,
        /// Name of the node at the end of the path.
        destination: Names,
        /// Names of all nodes of the path, including both ends; none without a path.
        path: NameLists,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_alone;

    const SKY: &str = r#"
        [constellation]
        preset = "iridium"

        [[terminals]]
        name = "HNL"
        latitude = "21.5 deg"
        longitude = "-158.0 deg"

        [[terminals]]
        name = "LAX"
        latitude = "34.05 deg"
        longitude = "-118.24 deg"

        [run]
        duration = "1 h"
    "#;

    /// Goal: changes are exact to the nanosecond, although samples are 7 s apart. Method: the path
    /// at each change, and a nanosecond before, by a separate computation without history.
    #[test]
    fn a_nanosecond_before_each_change_the_path_is_another() {
        let scenario = parse_alone(SKY, "sky.toml").unwrap();
        let (start, step) = (SimTime::ZERO, Duration::from_secs(7));
        let sampling = Sampling { start, step, end: start + scenario.run.duration };
        let timeline = Arc::new(Timeline::build(&scenario.sky, sampling.end + UNDER_WAY));
        let ends = (timeline.node("HNL").unwrap(), timeline.node("LAX").unwrap());
        let way = || NodePair { walker: PathFinder::new(timeline.clone()), ends };
        let mut rows = Rows::default();
        way().follow(&sampling, &mut rows, &mut |_| true).unwrap();
        assert!(rows.t.len() > 10, "{} rows", rows.t.len());
        let numbers = |t| way().at(t).iter().map(|node| node.0).collect::<Vec<_>>();
        let begins: Vec<usize> =
            std::iter::once(0).chain(rows.ends.iter().map(|&end| end as usize)).collect();
        for row in 1..rows.t.len() {
            let t = rows.t[row];
            let path = |row: usize| &rows.nodes[begins[row]..begins[row + 1]];
            assert_eq!(numbers(t), path(row), "at {t}");
            assert_eq!(numbers(t - Duration::from_nanos(1)), path(row - 1), "before {t}");
        }
    }
}
