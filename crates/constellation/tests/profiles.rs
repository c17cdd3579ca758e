//! Goal: delay profiles name the causes of changes, and count everything. Method: a day of Iridium
//! against the hop rule of the reference, and against the timeline itself.

use std::sync::Arc;

use crate::common::iridium;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::description::config::{Geometry, Metric, SkyConfig, Transition, Wire};
use skyseam_constellation::{Cause, DelayProfile, Sampling, Timeline, profile};

const DAY: SimTime = SimTime::from_secs(86_400);

fn day(destination: &str, mask_deg: f64) -> (Arc<Timeline>, DelayProfile, NodeId, NodeId) {
    let mut config = iridium(Geometry::NS2, Metric::HOPS, &["HNL", destination]);
    config.terminals.iter_mut().for_each(|t| t.elevation_mask_deg = mask_deg);
    let timeline = Arc::new(Timeline::build(&config, DAY));
    let pair = (timeline.node("HNL").unwrap(), timeline.node(destination).unwrap());
    let sampling = Sampling { start: SimTime::ZERO, step: Duration::from_secs(10), end: DAY };
    let profile = profile(&timeline, &[pair], &sampling, &mut |_| true).unwrap();
    (timeline, profile, pair.0, pair.1)
}

/// First and last second of every interval of rows for which `holds`.
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
fn the_last_link_is_taken_when_the_packet_gets_there() {
    let (timeline, profile, _, destination) = day("DEL", 8.2);
    let mut seen = 0;
    for row in (0..profile.rows()).step_by(7) {
        let (whole, last) = (profile.delay[row].unwrap(), profile.last_link[row].unwrap());
        let satellite = profile.path(row)[profile.path(row).len() - 2];
        let there = profile.t[row] + (whole - last);
        assert_eq!(last, timeline.propagation(satellite, destination, there));
        seen += 1;
    }
    assert_eq!(seen, 1235, "of the 8,640 rows of a day");
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
            Cause::GroundChange | Cause::Outage | Cause::Recovery => false,
        };
        assert!(expected, "row {row}: {:?}", profile.cause[row]);
        assert_eq!(profile.links[row] as usize, after.len() - 1);
        assert!(after.iter().all(|node| node.index() < timeline.nodes().len()));
    }
}

/// Goal: a path that changes its gateway is named so, and not after links between satellites; the
/// handover of a terminal that stays on the path is still named. Method: a node behind Honolulu and
/// Los Angeles, seen for a day from a satellite and from Delhi, and each row beside its two paths.
#[test]
fn another_gateway_is_a_change_on_the_ground() {
    let mut config = iridium(Geometry::EXACT, Metric::DELAY, &["HNL", "LAX", "DEL"]);
    config.nodes = vec!["server".into()];
    let wire =
        |gateway: &str| Wire::new([gateway.into(), "server".into()], Duration::from_millis(5));
    config.wires = vec![wire("HNL"), wire("LAX")];
    let timeline = Arc::new(Timeline::build(&config, DAY));
    let node = |name| timeline.node(name).unwrap();
    let pairs = ["iridium-3-0", "DEL"].map(|from| (node(from), node("server")));
    let sampling = Sampling { start: SimTime::ZERO, step: Duration::from_secs(10), end: DAY };
    let profile = profile(&timeline, &pairs, &sampling, &mut |_| true).unwrap();
    let mut seen = [0; 4];
    for row in 2..profile.rows() {
        let (before, after) = (profile.path(row - 2), profile.path(row));
        let (Some(cause), false) = (profile.cause[row], before.is_empty()) else { continue };
        // Each path ends with a satellite, its gateway and the server.
        let [last, gateway] =
            [3, 2].map(|from_end| [before, after].map(|path| path[path.len() - from_end]));
        // Delhi's satellite; the satellite at the beginning of a path stays what it is.
        let first = [before, after].map(|path| path[usize::from(row % 2 == 1)]);
        let is_moved = first[0] != first[1] || gateway[0] == gateway[1] && last[0] != last[1];
        let kind = match cause {
            Cause::Elevation => [before == after, true],
            Cause::IslChange => [before != after && gateway[0] == gateway[1], !is_moved],
            Cause::GroundChange => [gateway[0] != gateway[1], !is_moved],
            _ => [is_moved, true],
        };
        assert_eq!(kind, [true; 2], "row {row}: {cause:?}, {before:?}, {after:?}");
        if cause == Cause::GroundChange {
            seen[row % 2 + 2 * usize::from(last[0] != last[1])] += 1;
        }
    }
    let [satellite, terminal, satellite_moved, terminal_moved] = seen;
    assert!(satellite + satellite_moved > 10 && terminal + terminal_moved > 10, "{seen:?}");
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
    let mut config = iridium(Geometry::EXACT, Metric::DELAY, &["HNL"]);
    config.nodes = vec!["server".into()];
    let delay = Duration::from_millis(5);
    config.wires = vec![Wire::new(["HNL".into(), "server".into()], delay)];
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
    let config = iridium(Geometry::EXACT, Metric::DELAY, &["HNL", "LAX"]);
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

/// A profile of one sample over `days` days, for its counts.
fn counted(config: &SkyConfig, days: u64) -> (Arc<Timeline>, DelayProfile) {
    let end = SimTime::from_secs(days * 86_400);
    let timeline = Arc::new(Timeline::build(config, end));
    let sampling = Sampling { start: SimTime::ZERO, step: Duration::from_secs(600), end };
    let pair = (timeline.node("HNL").unwrap(), timeline.node("LAX").unwrap());
    let profile = profile(&timeline, &[pair], &sampling, &mut |_| true).unwrap();
    (timeline, profile)
}

/// Goal: a handover that takes time counts as one handover, not as an outage and a recovery, and
/// its time is counted. Method: counts of a day without and with an outage shorter than the check
/// interval, so that the sequence of satellites is the same.
#[test]
fn a_handover_that_takes_time_is_still_one() {
    let mut config = iridium(Geometry::EXACT, Metric::HOPS, &["HNL", "LAX"]);
    let (_, at_once) = counted(&config, 1);
    let outage = Duration::from_millis(2_500);
    config.handover.transition = Transition::BreakBeforeMake(outage);
    let (_, slow) = counted(&config, 1);
    let mut handovers = 0;
    for (fast, slow) in at_once.handovers.iter().zip(&slow.handovers) {
        assert_eq!(
            (fast.terminal, fast.cause, fast.count),
            (slow.terminal, slow.cause, slow.count)
        );
        assert_eq!(fast.without_link, Duration::ZERO);
        assert_eq!(slow.without_link, outage * slow.count);
        handovers += slow.count;
    }
    assert!(handovers > 300, "{handovers} handovers of two terminals");
}

/// Goal: counts per day and seconds add up. Method: three days through a high mask, compared with
/// intervals read from the timeline second by second, and with sums.
#[test]
fn days_and_outages_add_up() {
    let mut config = iridium(Geometry::EXACT, Metric::HOPS, &["HNL", "LAX"]);
    config.terminals.iter_mut().for_each(|t| t.elevation_mask_deg = 30.0);
    let (timeline, profile) = counted(&config, 3);
    for row in &profile.handovers {
        let per_day = row.per_day.unwrap();
        assert!((per_day.mean * 3.0 - row.count as f64).abs() < 1e-9);
        assert!(per_day.min as f64 <= per_day.mean && per_day.mean <= per_day.max as f64);
        if row.cause == Cause::Outage {
            let seconds = (0..3 * 86_400).map(SimTime::from_secs);
            let without = seconds.filter(|&t| timeline.satellite_of(row.terminal, t).is_none());
            assert_eq!(row.without_link, Duration::from_secs(without.count() as u64));
            assert!(row.count > 100, "{} outages", row.count);
        } else {
            assert_eq!(row.without_link, Duration::ZERO);
        }
    }
    let [any] =
        &profile.path_changes.iter().filter(|row| row.cause.is_none()).collect::<Vec<_>>()[..]
    else {
        panic!("one pair")
    };
    let seen = profile.cause.iter().flatten().filter(|&&cause| cause != Cause::Elevation);
    assert_eq!(any.count, seen.count() as u64);
    let causes = profile.path_changes.iter().filter(|row| row.cause.is_some());
    assert_eq!(any.count, causes.map(|row| row.count).sum::<u64>());
}
