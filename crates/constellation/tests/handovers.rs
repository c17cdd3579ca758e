//! Goal: terminals change satellites when and as the configuration says. Method: the timeline is
//! compared with elevations at the checks, computed from positions.

use crate::common::{PLACES, iridium};
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::description::config::{FlightDirection, Geometry, Metric, SkyConfig};
use skyseam_constellation::{NodeKind, Timeline};

const END: SimTime = SimTime::from_secs(20_000);

/// Every change of a terminal: instant, previous satellite, next satellite.
type Handover = (SimTime, Option<NodeId>, Option<NodeId>);

fn handovers(timeline: &Timeline, terminal: &str) -> Vec<Handover> {
    let terminal = timeline.node(terminal).unwrap();
    let mut handovers = Vec::new();
    let (mut satellite, mut until) = timeline.satellite_until(terminal, SimTime::ZERO);
    while until < SimTime::MAX {
        let (next, next_until) = timeline.satellite_until(terminal, until);
        handovers.push((until, satellite, next));
        (satellite, until) = (next, next_until);
    }
    handovers
}

fn elevation(timeline: &Timeline, terminal: &str, satellite: NodeId, t: SimTime) -> Option<f64> {
    let terminal = timeline.node(terminal).unwrap();
    timeline.sky().view(terminal, &timeline.sky().phases(t)).elevation(satellite)
}

fn places() -> [&'static str; 8] {
    PLACES.map(|place| place.0)
}

fn randomized(seed: u64) -> SkyConfig {
    let mut config = iridium(Geometry::EXACT, Metric::HOPS, &places());
    config.handover.randomized = true;
    config.seed = seed;
    config
}

#[test]
fn sticky_leaves_below_the_mask_and_takes_the_one_behind_or_the_highest() {
    for geometry in [Geometry::NS2, Geometry::EXACT] {
        let config = iridium(geometry, Metric::HOPS, &places());
        let timeline = Timeline::build(&config, END);
        let mask = 8.2_f64.to_radians();
        let interval = config.handover.check_interval;
        let (mut behind, mut highest) = (0, 0);
        for place in places() {
            for (t, left, taken) in handovers(&timeline, place) {
                let (left, taken) = (left.expect("no outage"), taken.expect("no outage"));
                assert_eq!(t.as_nanos() % interval.as_nanos(), 0, "a change between checks");
                let usable =
                    |satellite, t| elevation(&timeline, place, satellite, t).filter(|&e| e > mask);
                assert_eq!(usable(left, t), None, "left above the mask");
                assert!(usable(left, t - interval).is_some(), "kept below the mask");
                let height = usable(taken, t).expect("taken below the mask");
                let NodeKind::Satellite { plane, index, .. } = timeline.nodes()[left.index()].kind
                else {
                    panic!("linked to {left}")
                };
                let follower = NodeId(plane * 11 + (index + 10) % 11);
                if usable(follower, t).is_some() {
                    assert_eq!(taken, follower);
                    behind += 1;
                } else {
                    let best = (0..66).filter_map(|s| usable(NodeId(s), t)).fold(0.0, f64::max);
                    assert_eq!(height, best, "not the highest");
                    highest += 1;
                }
            }
        }
        assert!(behind > 100 && highest > 40, "{behind} behind, {highest} highest");
    }
}

/// Goal: with a preferred direction, the satellite behind is taken only if that skips no satellite
/// of the preferred direction. Method: each handover is compared with elevations and directions of
/// flight; both outcomes must occur while the satellite behind is in view.
#[test]
fn sticky_takes_the_one_behind_only_where_that_keeps_the_direction() {
    for direction in [FlightDirection::Ascending, FlightDirection::Descending] {
        let mut config = iridium(Geometry::EXACT, Metric::HOPS, &places());
        config.handover.direction = direction;
        let timeline = Timeline::build(&config, END);
        let mask = 8.2_f64.to_radians();
        let (mut behind, mut passed_over) = (0, 0);
        for place in places() {
            for (t, left, taken) in handovers(&timeline, place) {
                let (left, taken) = (left.expect("no outage"), taken.expect("no outage"));
                let rank = |satellite: NodeId| {
                    let height = elevation(&timeline, place, satellite, t).filter(|&e| e > mask)?;
                    let moves_north = timeline.sky().moves_north(satellite, t);
                    Some((moves_north == (direction == FlightDirection::Ascending), height))
                };
                let best = (0..66).map(NodeId).filter_map(rank);
                let best = best.max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
                let NodeKind::Satellite { plane, index, .. } = timeline.nodes()[left.index()].kind
                else {
                    panic!("linked to {left}")
                };
                let follower = NodeId(plane * 11 + (index + 10) % 11);
                match (rank(follower), best) {
                    (Some(own), Some(best)) if own.0 >= best.0 => {
                        assert_eq!(taken, follower, "at {t}");
                        behind += 1;
                    }
                    (own, best) => {
                        assert_eq!(rank(taken), best, "at {t}");
                        passed_over += u32::from(own.is_some());
                    }
                }
            }
        }
        assert!(behind > 20 && passed_over > 5, "{behind} behind, {passed_over} passed over");
    }
}

#[test]
fn a_high_mask_leaves_gaps_that_end_when_a_satellite_rises() {
    let mut config = iridium(Geometry::EXACT, Metric::HOPS, &["HNL"]);
    config.terminals[0].elevation_mask_deg = 40.0;
    let timeline = Timeline::build(&config, END);
    let mask = 40.0_f64.to_radians();
    let handovers = handovers(&timeline, "HNL");
    let gaps = handovers.iter().filter(|(_, _, taken)| taken.is_none()).count();
    assert!(gaps > 10, "{gaps} gaps");
    for pair in handovers.windows(2) {
        let ((start, _, taken), (end, _, _)) = (pair[0], pair[1]);
        let mut t = start;
        while taken.is_none() && t < end {
            let up = (0..66).filter_map(|s| elevation(&timeline, "HNL", NodeId(s), t));
            assert!(up.fold(0.0, f64::max) <= mask, "a satellite was up at {t}");
            t += Duration::from_secs(10);
        }
    }
}

#[test]
fn random_checks_follow_the_seed_and_leave_other_nodes_alone() {
    let all = |config: &SkyConfig| {
        let timeline = Timeline::build(config, END);
        places().map(|place| handovers(&timeline, place))
    };
    let once = all(&randomized(1));
    assert_eq!(once, all(&randomized(1)));
    assert_ne!(once, all(&randomized(2)));
    // Without BOAT all others change exactly as before, up to the numbers of nodes (satellites keep
    // theirs).
    let mut fewer = randomized(1);
    fewer.terminals.retain(|terminal| terminal.name != "BOAT");
    let fewer = Timeline::build(&fewer, END);
    for (place, before) in places().iter().zip(&once).filter(|(place, _)| **place != "BOAT") {
        assert_eq!(&handovers(&fewer, place), before, "{place}");
    }
}

#[test]
fn random_checks_come_after_half_to_one_and_a_half_intervals() {
    let timeline = Timeline::build(&randomized(3), END);
    let mask = 8.2_f64.to_radians();
    let mut off_the_grid = 0;
    for place in places() {
        for (t, left, _) in handovers(&timeline, place) {
            let left = left.expect("no outage");
            off_the_grid += u32::from(t.as_nanos() % 10_000_000_000 != 0);
            // The longest time between checks is 15 s, so 15 s before it was still above the mask.
            let before = elevation(&timeline, place, left, t - Duration::from_secs(15));
            assert!(before.is_some_and(|e| e > mask), "{place} kept {left} too long at {t}");
        }
    }
    assert!(off_the_grid > 100, "{off_the_grid} changes off the grid");
}
