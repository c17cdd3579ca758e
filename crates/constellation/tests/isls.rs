//! Goal: links between satellites are on exactly when their limits, failures and acquisition times
//! allow, within shells and between them; and routes over links between shells equal those of a
//! fresh search. Method: constellations of two shells; every link is recomputed at every check,
//! from positions alone, by formulas other than the crate's.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::iridium;
use skyseam_base::{Duration, NodeId, SimTime, math};
use skyseam_constellation::description::config::{
    Failed, Failure, Geometry, Metric, Phasing, SkyConfig, Walker,
};
use skyseam_constellation::isl;
use skyseam_constellation::isl::LinkKind;
use skyseam_constellation::{Router, Timeline};

const END: SimTime = SimTime::from_secs(9_000);
const CHECK_S: u64 = 10;

/// Iridium, and above it a shell of 4 x 8 satellites that the pattern links only within planes;
/// each upper satellite is linked to two satellites of Iridium, and Iridium has further listed
/// links.
fn two_shells(geometry: Geometry) -> SkyConfig {
    let mut config = iridium(geometry, Metric::DELAY, &[]);
    let upper = Walker {
        planes: 4,
        satellites_per_plane: 8,
        altitude_km: 1200.0,
        inclination_deg: 60.0,
        raan_spacing_deg: 90.0,
        phasing: Phasing::EachPlane(11.25),
        ..crate::common::walker(&mut config).clone()
    };
    config.shells.push(crate::common::shell("upper", upper, isl::model(isl::IntraPlane {})));
    config.listed_isls =
        (0..32).flat_map(|n| [[66 + n, 2 * n], [(2 * n + 31) % 66, 66 + n]]).collect();
    // Two away in the plane, a neighbour that the pattern links already, and twice the same.
    config.listed_isls.extend([[0, 2], [4, 3], [10, 0], [30, 8], [8, 30]]);
    config
}

type Xyz = [f64; 3];

fn minus(a: Xyz, b: Xyz) -> Xyz {
    std::array::from_fn(|i| a[i] - b[i])
}

fn dot(a: Xyz, b: Xyz) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cross(a: Xyz, b: Xyz) -> Xyz {
    std::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}

fn unit(a: Xyz) -> Xyz {
    a.map(|x| x / dot(a, a).sqrt())
}

fn position(timeline: &Timeline, node: NodeId, t: SimTime) -> Xyz {
    let v = timeline.sky().position(node, &timeline.sky().phases(t));
    [v.x, v.y, v.z]
}

/// The direction from one satellite to another in axes along the radius, the track and the normal.
fn direction(timeline: &Timeline, [here, there]: [NodeId; 2], t: SimTime) -> Xyz {
    let at = position(timeline, here, t);
    let ahead = position(timeline, here, t + Duration::from_millis(1));
    let (radial, normal) = (unit(at), unit(cross(at, ahead)));
    let line = unit(minus(position(timeline, there, t), at));
    [dot(line, radial), dot(line, cross(normal, radial)), dot(line, normal)]
}

/// Angular rate of that direction, deg/s.
fn tracking_deg_per_s(timeline: &Timeline, ends: [NodeId; 2], t: SimTime) -> f64 {
    let half = Duration::from_millis(50);
    let [before, after] = [t, t + half + half].map(|t| direction(timeline, ends, t));
    let turned = minus(after, before);
    (dot(turned, turned).sqrt() / (half + half).as_secs_f64()).to_degrees()
}

/// Whether limits allow a link, and whether the margin is too small for the formulas here to
/// decide.
fn can_hold(timeline: &Timeline, a: NodeId, b: NodeId, kind: LinkKind, t: SimTime) -> (bool, bool) {
    let limits = &timeline.config().isl;
    let (at_a, at_b) = (position(timeline, a, t), position(timeline, b, t));
    let mut margins = Vec::new();
    if kind == LinkKind::InterPlane {
        for end in [at_a, at_b] {
            let latitude = math::atan2(end[2], math::hypot(end[0], end[1])).to_degrees().abs();
            margins.push((limits.latitude_threshold_deg - latitude) / 1e-6);
        }
    }
    let line = minus(at_b, at_a);
    let squares = (0..=400).map(|k| {
        let point: Xyz = std::array::from_fn(|i| at_a[i] + line[i] * f64::from(k) / 400.0);
        dot(point, point)
    });
    // The lowest of the points tried is 16 km from the lowest of the line at most: 20 m higher.
    let lowest = squares.fold(f64::INFINITY, f64::min).sqrt() - 6378.137;
    margins.push((lowest - limits.grazing_altitude_km) / 0.03);
    margins.push((limits.max_range_km - dot(line, line).sqrt()) / 1e-6);
    if limits.max_tracking_rate_deg_per_s < f64::INFINITY {
        for ends in [[a, b], [b, a]] {
            // Looked at from here on for 0.1 s: its change within that is what cannot be told.
            let rate = tracking_deg_per_s(timeline, ends, t);
            margins.push((limits.max_tracking_rate_deg_per_s - rate) / 2e-4);
        }
    }
    let least = margins.into_iter().fold(f64::INFINITY, f64::min);
    (least >= 0.0, least.abs() < 1.0)
}

/// Compares all checks; returns how often links were found on and off, by kind.
fn compare(config: &SkyConfig) -> BTreeMap<LinkKind, [u32; 2]> {
    let timeline = Timeline::build(config, END);
    let mut seen: BTreeMap<LinkKind, [u32; 2]> = BTreeMap::new();
    for (&(a, b), &kind) in timeline.isl_pairs().iter().zip(timeline.isl_kinds()) {
        assert!(a < b);
        let is_out = |t: SimTime| {
            config.failures.iter().any(|failure| {
                let is_it = match failure.what {
                    Failed::Satellite(satellite) => [a.0, b.0].contains(&satellite),
                    Failed::Isl([x, y]) => [[a.0, b.0], [b.0, a.0]].contains(&[x, y]),
                };
                is_it && failure.from <= t && t < failure.until
            })
        };
        let mut since = None;
        let (mut holds, mut is_close) = (false, false);
        // Second by second: failures come between checks.
        for second in 0..=END.as_nanos() / 1_000_000_000 {
            let t = SimTime::from_secs(second);
            if second % CHECK_S == 0 {
                let (now, close) = can_hold(&timeline, a, b, kind, t);
                holds = now;
                is_close |= close;
            }
            if holds && !is_out(t) {
                since = since.or(Some(t));
            } else {
                since = None;
            }
            let expected = since
                .is_some_and(|since| since == SimTime::ZERO || t - since >= config.isl.acquisition);
            if is_close {
                // What was too close to tell has to settle: off, or on since long.
                is_close =
                    second % CHECK_S == 0 || since.is_none_or(|s| t - s < Duration::from_secs(60));
                continue;
            }
            let on = timeline.is_linked(a, b, t);
            assert_eq!(on, expected, "{kind:?} link {a} to {b} at {t}");
            seen.entry(kind).or_default()[usize::from(on)] += 1;
        }
    }
    seen
}

#[test]
fn links_within_and_between_shells_keep_latitude_and_clear_the_earth() {
    let config = two_shells(Geometry::EXACT);
    let timeline = Timeline::build(&config, SimTime::ZERO);
    // 121 of Iridium, 32 in rings, and of the list 64 between shells and two more.
    assert_eq!(timeline.isl_pairs().len(), 121 + 32 + 64 + 2);
    let rings = timeline.isl_kinds().iter().filter(|kind| **kind == LinkKind::IntraPlane);
    assert_eq!(rings.count(), 66 + 32);
    let seen = compare(&config);
    assert_eq!(seen[&LinkKind::IntraPlane][0], 0, "neighbours in a plane see each other always");
    assert!(seen[&LinkKind::InterPlane].iter().all(|&count| count > 50_000), "{seen:?}");
}

#[test]
fn links_keep_length_and_turning_and_are_acquired() {
    let mut config = two_shells(Geometry::EXACT);
    config.isl.max_range_km = 4_500.0;
    config.isl.max_tracking_rate_deg_per_s = 0.12;
    config.isl.acquisition = Duration::from_secs(17);
    let free = compare(&SkyConfig { isl: config.isl.clone(), ..two_shells(Geometry::EXACT) });
    assert!(free[&LinkKind::InterPlane].iter().all(|&count| count > 10_000), "{free:?}");
    // Each limit is one that matters.
    let on = |config: &SkyConfig| {
        let timeline = Timeline::build(config, END);
        timeline.isl_counts(SimTime::ZERO, END).iter().map(|count| count.ons).sum::<u64>()
    };
    let (limited, mut other) = (on(&config), config.clone());
    other.isl.max_tracking_rate_deg_per_s = f64::INFINITY;
    assert_ne!(on(&other), limited, "without a limit of turning");
    other = config.clone();
    other.isl.max_range_km = f64::INFINITY;
    assert_ne!(on(&other), limited, "without a limit of length");
}

#[test]
fn failures_begin_and_end_at_their_instants() {
    let mut config = two_shells(Geometry::EXACT);
    let at = SimTime::from_secs;
    let failure = |what, from, until| Failure { what, from, until };
    config.failures = vec![
        failure(Failed::Satellite(14), at(1_003), at(2_507)),
        failure(Failed::Satellite(14), at(2_507), at(2_511)),
        failure(Failed::Isl([1, 0]), at(0), at(33)),
        failure(Failed::Isl([66, 0]), at(4_000), SimTime::MAX),
        failure(Failed::Satellite(70), at(5_001), SimTime::MAX),
    ];
    for acquisition in [0, 25] {
        config.isl.acquisition = Duration::from_secs(acquisition);
        compare(&config);
    }
    let timeline = Timeline::build(&config, END);
    let first = (NodeId(0), NodeId(1));
    let linked = |nanos| timeline.is_linked(first.0, first.1, SimTime::from_nanos(nanos));
    // It was off at time zero, so it is acquired after the failure: 33 s + 25 s.
    assert!(!linked(0) && !linked(57_999_999_999) && linked(58_000_000_000));
}

/// ns-2 treats a ring as closed even if the Earth blocks its links; no other geometry does.
#[test]
fn three_satellites_in_a_plane_are_not_linked_through_the_earth() {
    for (geometry, linked) in [(Geometry::NS2, true), (Geometry::EXACT, false)] {
        let mut config = iridium(geometry, Metric::HOPS, &[]);
        crate::common::walker(&mut config).satellites_per_plane = 3;
        config.shells[0].pattern = isl::model(isl::IntraPlane {});
        let timeline = Timeline::build(&config, END);
        assert_eq!(timeline.is_linked(NodeId(0), NodeId(1), END), linked);
    }
}

/// With checks at random instants a link is held for at most one and a half intervals after it
/// became impossible.
#[test]
fn randomized_checks_find_the_same_limits_late() {
    let mut config = two_shells(Geometry::EXACT);
    config.isl.max_range_km = 4_500.0;
    config.isl.max_tracking_rate_deg_per_s = 0.12;
    config.handover.randomized = true;
    let end = SimTime::from_secs(3_000);
    let timeline = Timeline::build(&config, end);
    let mut late = 0;
    let links = timeline.isl_pairs().iter().zip(timeline.isl_kinds()).step_by(5);
    for (&(a, b), &kind) in links {
        let holds: Vec<bool> = (0..=3_000)
            .map(|second| can_hold(&timeline, a, b, kind, SimTime::from_secs(second)).0)
            .collect();
        for second in 16..=3_000_usize {
            let on = timeline.is_linked(a, b, SimTime::from_secs(second as u64));
            let recent = &holds[second - 16..=second];
            assert!(!on || recent.contains(&true), "{a} to {b} on at {second} s");
            assert!(on || recent.contains(&false), "{a} to {b} off at {second} s");
            late += u32::from(on != holds[second]);
        }
    }
    assert!(late > 100, "{late} s of links that were late");
}

/// Goal: cached decisions over links between shells equal those of a search at the instant itself.
/// Method: a router with earlier requests and a new one, at random instants, and close to changes
/// of decisions, which are found by bisection.
#[test]
fn routes_over_links_between_shells_are_those_of_a_fresh_search() {
    // Without links between its planes what binds a shell together are links to the other.
    for (randomized, pattern, enough) in [
        (false, isl::model(isl::GridSeamOpen {}), 8),
        (true, isl::model(isl::GridSeamOpen {}), 8),
        (false, isl::model(isl::IntraPlane {}), 1),
        (true, isl::model(isl::IntraPlane {}), 1),
    ] {
        let mut config = two_shells(Geometry::EXACT);
        config.shells[0].pattern = pattern;
        config.listed_isls.truncate(64);
        config.isl.acquisition = Duration::from_secs(5);
        config.failures = vec![Failure {
            what: Failed::Satellite(20),
            from: SimTime::from_secs(333),
            until: SimTime::from_secs(1_444),
        }];
        config.handover.randomized = randomized;
        let timeline = Arc::new(Timeline::build(&config, SimTime::from_secs(1_000)));
        let fresh = |at, to, t| Router::new(timeline.clone()).next_hop(at, to, t);
        let mut kept = Router::new(timeline.clone());
        let (to, mut changes) = (NodeId(30), 0);
        for at in (0..98).step_by(3).map(NodeId).filter(|&at| at != to) {
            // Where no link goes on or off decisions change with delays alone.
            let mut from = SimTime::ZERO;
            while from < timeline.end() {
                let until = timeline.next_change(from).min(timeline.end());
                let (mut early, mut late) = (from, until - Duration::from_nanos(1));
                from = until;
                let first = fresh(at, to, early);
                assert_eq!(kept.next_hop(at, to, early), first, "{at} at {early}");
                if fresh(at, to, late) == first {
                    continue;
                }
                changes += 1;
                while late - early > Duration::from_nanos(1) {
                    let middle = early + (late - early) / 2;
                    if fresh(at, to, middle) == first { early = middle } else { late = middle }
                }
                for distance in (0..10).map(|power| Duration::from_nanos(10_u64.pow(power))) {
                    for t in [late + distance, late - distance.min(late - SimTime::ZERO)] {
                        assert_eq!(kept.next_hop(at, to, t), fresh(at, to, t), "{at} at {t}");
                    }
                }
            }
        }
        assert!(changes >= enough, "{changes} changes of decision");
    }
}

#[test]
fn the_same_sky_is_built_twice() {
    let mut config = two_shells(Geometry::EXACT);
    config.isl.acquisition = Duration::from_secs(17);
    config.handover.randomized = true;
    let [one, other] = [(); 2].map(|()| Timeline::build(&config, END));
    assert_eq!(one.isl_pairs(), other.isl_pairs());
    let mut t = SimTime::ZERO;
    while t < SimTime::MAX {
        assert_eq!(one.next_change(t), other.next_change(t));
        t = one.next_change(t);
    }
}
