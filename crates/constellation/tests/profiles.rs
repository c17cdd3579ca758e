//! Goal: delay profiles name what changed, and miss nothing they count. Method: a day of Iridium
//! against the hop rule of the reference, and against the timeline itself.

mod common;

use std::sync::Arc;

use common::iridium;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::config::{Geometry, Metric, Wire};
use skyseam_constellation::{Cause, DelayProfile, Sampling, Timeline, profile};

const DAY: SimTime = SimTime::from_secs(86_400);

fn day(destination: &str, mask_deg: f64) -> (Arc<Timeline>, DelayProfile, NodeId, NodeId) {
    let mut config = iridium(Geometry::Ns2, Metric::Hops, &["HNL", destination]);
    config.terminals.iter_mut().for_each(|t| t.elevation_mask_deg = mask_deg);
    let timeline = Arc::new(Timeline::build(&config, DAY));
    let pair = (timeline.node("HNL").unwrap(), timeline.node(destination).unwrap());
    let sampling = Sampling { start: SimTime::ZERO, step: Duration::from_secs(10), end: DAY };
    let profile = profile(&timeline, &[pair], &sampling, &mut |_| true).unwrap();
    (timeline, profile, pair.0, pair.1)
}

/// First and last second of every stretch of rows for which `holds`.
fn windows(profile: &DelayProfile, holds: impl Fn(usize) -> bool) -> Vec<(u64, u64)> {
    let mut windows: Vec<(u64, u64)> = Vec::new();
    for row in (0..profile.rows()).filter(|&row| holds(row)) {
        let t = profile.t[row].as_nanos() / 1_000_000_000;
        match windows.last_mut() {
            Some(last) if last.1 == t => last.1 = t + 10,
            _ => windows.push((t, t + 10)),
        }
    }
    windows
}

#[test]
fn the_seam_lies_between_hawaii_and_los_angeles_when_the_reference_says() {
    let (_, profile, _, _) = day("LAX", 8.2);
    // Reference README: a hop path of 7 links or more, 26000-35520 s and 70190-79270 s.
    let expected = [(26_000, 35_520), (70_190, 79_270)];
    assert_eq!(windows(&profile, |row| profile.separated[row]), expected);
    assert_eq!(windows(&profile, |row| profile.links[row] >= 7), expected);
}

#[test]
fn sampled_handovers_are_those_of_the_timeline() {
    let (_, profile, source, destination) = day("LAX", 8.2);
    let counted = |causes: &[Cause]| -> u64 {
        let rows = profile.handovers.iter().filter(|row| causes.contains(&row.cause));
        rows.map(|row| row.count).sum()
    };
    let sampled = |cause| profile.sampled(source, destination, cause);
    assert_eq!(sampled(Cause::SeamHandover), counted(&[Cause::SeamHandover]));
    assert_eq!(counted(&[Cause::Outage, Cause::Recovery]), 0);
    // Two terminals that change at one check make one row.
    let all = [Cause::IntraOrbitalHandover, Cause::InterOrbitalHandover, Cause::SeamHandover];
    let named: u64 = all.iter().map(|&cause| sampled(cause)).sum();
    assert!(named <= counted(&all) && named + 20 > counted(&all), "{named} {}", counted(&all));
    assert_eq!(Cause::ALL.iter().map(|&c| sampled(c)).sum::<u64>(), profile.rows() as u64 - 1);
}

#[test]
fn every_row_is_named_after_what_its_paths_show() {
    let (timeline, profile, _, _) = day("DEL", 8.2);
    assert_eq!(profile.cause[0], None);
    let plane = |node: NodeId| node.0 / 11;
    for row in 1..profile.rows() {
        let (before, after) = (profile.path(row - 1), profile.path(row));
        let ends = |path: &[NodeId]| (path[1], path[path.len() - 2]);
        let ((a, b), (c, d)) = (ends(before), ends(after));
        let expected = match profile.cause[row].unwrap() {
            Cause::Elevation => before == after,
            Cause::IslChange => (a, b) == (c, d) && before != after,
            Cause::IntraOrbitalHandover => {
                (a, b) != (c, d) && (plane(a), plane(b)) == (plane(c), plane(d))
            }
            Cause::InterOrbitalHandover | Cause::SeamHandover => {
                (plane(a), plane(b)) != (plane(c), plane(d))
            }
            Cause::Outage | Cause::Recovery => false,
        };
        assert!(expected, "row {row}: {:?}", profile.cause[row]);
        assert_eq!(profile.links[row] as usize, after.len() - 1);
        assert!(after.iter().all(|node| node.index() < timeline.nodes().len()));
    }
}

#[test]
fn outages_and_recoveries_take_turns() {
    let (_, profile, _, _) = day("LAX", 40.0);
    let turns: Vec<Cause> = profile
        .cause
        .iter()
        .flatten()
        .copied()
        .filter(|cause| matches!(cause, Cause::Outage | Cause::Recovery))
        .collect();
    assert!(turns.len() > 50, "{} turns", turns.len());
    assert!(turns.windows(2).all(|pair| pair[0] != pair[1]));
    for row in 0..profile.rows() {
        assert_eq!(profile.delay[row].is_none(), profile.path(row).is_empty());
        let is_change = profile.cause[row].is_some() && profile.cause[row] != Some(Cause::Outage);
        assert!(!is_change || profile.delay[row].is_some(), "a change without a path");
    }
}

#[test]
fn a_wire_does_not_drift() {
    let mut config = iridium(Geometry::Exact, Metric::Delay, &["HNL"]);
    config.nodes = vec!["server".into()];
    let delay = Duration::from_millis(5);
    config.wires = vec![Wire { between: ["HNL".into(), "server".into()], delay }];
    let end = SimTime::from_secs(100);
    let timeline = Arc::new(Timeline::build(&config, end));
    let pair = (timeline.node("HNL").unwrap(), timeline.node("server").unwrap());
    let sampling = Sampling { start: SimTime::ZERO, step: Duration::from_secs(10), end };
    let profile = profile(&timeline, &[pair], &sampling, &mut |_| true).unwrap();
    assert_eq!(profile.delay, [Some(delay); 10]);
    assert_eq!(profile.cause, [None; 10]);
}

#[test]
fn samples_stop_before_the_end_and_when_told() {
    let config = iridium(Geometry::Exact, Metric::Delay, &["HNL", "LAX"]);
    let timeline = Arc::new(Timeline::build(&config, SimTime::from_secs(100)));
    let pair = (timeline.node("HNL").unwrap(), timeline.node("LAX").unwrap());
    let sampling = |end| Sampling {
        start: SimTime::from_secs(10),
        step: Duration::from_secs(7),
        end: SimTime::from_secs(end),
    };
    let rows = |end| profile(&timeline, &[pair, pair], &sampling(end), &mut |_| true).unwrap().t;
    assert_eq!(rows(24), [10, 10, 17, 17].map(SimTime::from_secs));
    assert_eq!(rows(25).len(), 6);
    assert_eq!(rows(5).len(), 0);
    assert_eq!(profile(&timeline, &[pair], &sampling(90), &mut |_| false), None);
}
