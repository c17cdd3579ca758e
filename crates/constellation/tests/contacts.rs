//! Goal: terminals with several antennas, reallocated together, or with handovers that take time
//! have the links that the configuration defines, failures of satellites included. Method: the
//! timeline at drawn instants is compared with independently written rules over elevations at the
//! checks.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::common::iridium;
use proptest::prelude::*;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::Timeline;
use skyseam_constellation::description::config::{
    Antennas, Failed, Failure, FlightDirection, Geometry, Metric, SkyConfig, Transition,
};
use skyseam_constellation::handover::{
    GlobalReallocation, HandoverPolicy, HighestElevation, LongestVisibility, ShortestPath, Sticky,
    model,
};
use skyseam_params::Model;

const END: SimTime = SimTime::from_secs(1_500);
const PLACES: [&str; 4] = ["LON", "MOW", "NYC", "HNL"];

/// Elevation in radians if the satellite works and is above the terminal's mask.
fn usable(timeline: &Timeline, terminal: NodeId, satellite: NodeId, t: SimTime) -> Option<f64> {
    timeline.sky().view(terminal, &timeline.sky().phases(t)).usable_elevation(satellite)
}

/// Whether the satellite moves in the preferred direction, and its elevation if it is usable.
fn rank(
    timeline: &Timeline,
    terminal: NodeId,
    satellite: NodeId,
    t: SimTime,
) -> Option<(bool, f64)> {
    let moves_north = timeline.sky().moves_north(satellite, t);
    let is_preferred = match timeline.config().handover.direction {
        FlightDirection::Any => true,
        FlightDirection::Ascending => moves_north,
        FlightDirection::Descending => !moves_north,
    };
    Some((is_preferred, usable(timeline, terminal, satellite, t)?))
}

fn by_rank(a: (bool, f64), b: (bool, f64)) -> Ordering {
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
}

fn satellites(timeline: &Timeline) -> impl Iterator<Item = NodeId> + use<> {
    (0..timeline.sky().satellites()).map(NodeId)
}

fn terminals(timeline: &Timeline) -> Vec<NodeId> {
    let first = timeline.sky().satellites();
    (first..first + timeline.sky().terminals()).map(NodeId).collect()
}

fn linked(timeline: &Timeline, terminal: NodeId, t: SimTime) -> BTreeSet<NodeId> {
    timeline.satellites_of(terminal, t).collect()
}

/// Instants of the terminals' checks.
fn checks(config: &SkyConfig) -> Vec<SimTime> {
    let first = SimTime::ZERO + config.handover.offset;
    let later = (0_u64..).map(|k| first + config.handover.check_interval * k);
    let mut checks: Vec<SimTime> = later.take_while(|&t| t <= END).collect();
    checks.insert(0, SimTime::ZERO);
    checks.dedup();
    checks
}

/// An instant after a check by this delay, but before the next check.
fn after(checks: &[SimTime], check: SimTime, later: u64) -> SimTime {
    let next = checks.iter().find(|&&t| t > check).copied().unwrap_or(END);
    let last = SimTime::from_nanos(next.as_nanos().max(check.as_nanos() + 1) - 1);
    (check + Duration::from_nanos(later)).min(last)
}

/// Whether the satellite fails at some time after `from`, up to `t`.
fn fails(config: &SkyConfig, satellite: NodeId, from: SimTime, t: SimTime) -> bool {
    let of_satellite = config.failures.iter().filter(|f| f.what == Failed::Satellite(satellite.0));
    of_satellite.filter(|f| f.from < f.until).any(|f| from < f.from && f.from <= t)
}

prop_compose! {
    fn failure()(satellite in 0..66_u32, from in 0..1_500_u64, length in 0..400_u64) -> Failure {
        let (from, until) = (SimTime::from_secs(from), SimTime::from_secs(from + length));
        Failure { what: Failed::Satellite(satellite), from, until }
    }
}

prop_compose! {
    fn sky(policy: Model<dyn HandoverPolicy>, antennas: bool)(
        direction in prop_oneof![
            Just(FlightDirection::Any),
            Just(FlightDirection::Ascending),
            Just(FlightDirection::Descending),
        ],
        geometry in prop_oneof![Just(Geometry::NS2), Just(Geometry::EXACT)],
        mask_deg in 0.0..20.0_f64,
        interval in 5..40_u64,
        offset in 0..40_u64,
        failures in proptest::collection::vec(failure(), 0..60),
        several in proptest::collection::vec(0..5_u32, 4),
        capacity in proptest::option::of(1..3_u32),
        load_penalty in prop_oneof![Just(0.0), 0.0..60.0_f64],
    ) -> SkyConfig {
        let mut config = iridium(geometry, Metric::HOPS, &PLACES);
        config.handover.policy = match policy.rule().is_together() {
            true => model(GlobalReallocation {
                satellite_capacity: capacity,
                load_penalty,
            }),
            false => policy.clone(),
        };
        config.handover.direction = direction;
        config.handover.check_interval = Duration::from_secs(interval);
        config.handover.offset = Duration::from_secs(offset);
        config.failures = failures;
        for (terminal, several) in config.terminals.iter_mut().zip(several) {
            terminal.elevation_mask_deg = mask_deg;
            if antennas {
                terminal.antennas = match several {
                    0 => Antennas::Unlimited,
                    1 => Antennas::One,
                    several => Antennas::Several(several),
                };
            }
        }
        config
    }
}

/// Load penalty of the policy, deg.
fn penalty_deg(config: &SkyConfig) -> f64 {
    let policy: &dyn std::any::Any = &*config.handover.policy;
    policy.downcast_ref::<GlobalReallocation>().map_or(0.0, |policy| policy.load_penalty)
}

fn most(antennas: Antennas) -> usize {
    match antennas {
        Antennas::One => 1,
        Antennas::Several(most) => most as usize,
        Antennas::Unlimited => usize::MAX,
    }
}

/// Pairs of terminal and satellite, assigned one by one from the highest possible pair, where a
/// satellite counts as lower with each terminal that it has.
fn allocated(timeline: &Timeline, t: SimTime) -> Vec<BTreeSet<NodeId>> {
    let config = timeline.config();
    let penalty = penalty_deg(config).to_radians();
    let mut pairs = Vec::new();
    for (number, terminal) in terminals(timeline).into_iter().enumerate() {
        for satellite in satellites(timeline) {
            if let Some(rank) = rank(timeline, terminal, satellite, t) {
                pairs.push((rank, number, satellite));
            }
        }
    }
    let mut allocated = vec![BTreeSet::new(); config.terminals.len()];
    let counts: Vec<bool> =
        config.terminals.iter().map(|own| own.antennas != Antennas::Unlimited).collect();
    loop {
        // Terminals with every satellite neither count nor wait.
        let load = |satellite| {
            let others = allocated.iter().zip(&counts).filter(|(_, counts)| **counts);
            others.filter(|(of, _): &(&BTreeSet<NodeId>, _)| of.contains(&satellite)).count()
        };
        let is_possible = |&&(_, number, satellite): &&((bool, f64), usize, NodeId)| {
            let limit = config.handover.policy.capacity().filter(|_| counts[number]);
            !allocated[number].contains(&satellite)
                && allocated[number].len() < most(config.terminals[number].antennas)
                && limit.is_none_or(|limit| load(satellite) < limit as usize)
        };
        let lowered =
            |&((preferred, elevation), number, satellite): &((bool, f64), usize, NodeId)| {
                let load = if counts[number] { load(satellite) as f64 } else { 0.0 };
                (preferred, elevation - load * penalty)
            };
        let best = pairs
            .iter()
            .filter(is_possible)
            .max_by(|a, b| by_rank(lowered(a), lowered(b)).then(b.1.cmp(&a.1)).then(b.2.cmp(&a.2)));
        let Some(&(_, number, satellite)) = best else { return allocated };
        allocated[number].insert(satellite);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..<_>::default() })]

    /// At every check the greedy allocation; until the next check, the part of it that has not
    /// failed.
    #[test]
    fn all_terminals_are_reallocated_together(
        config in sky(model(GlobalReallocation::default()), true),
        later in 0..5_000_000_000_u64,
    ) {
        let timeline = Timeline::build(&config, END);
        let checks = checks(&config);
        for &check in &checks {
            let expected = allocated(&timeline, check);
            let t = after(&checks, check, later);
            for (terminal, expected) in terminals(&timeline).into_iter().zip(expected) {
                prop_assert_eq!(&linked(&timeline, terminal, check), &expected, "at {}", check);
                let left = expected.into_iter().filter(|&s| !fails(&config, s, check, t));
                prop_assert_eq!(linked(&timeline, terminal, t), left.collect(), "at {}", t);
            }
        }
    }

    /// Satellites above the mask are kept and free antennas take the highest; or all satellites are
    /// taken.
    #[test]
    fn several_antennas_keep_and_take_the_highest(config in sky(model(Sticky {}), true)) {
        let timeline = Timeline::build(&config, END);
        for check in checks(&config) {
            for (terminal, described) in terminals(&timeline).into_iter().zip(&config.terminals) {
                if described.antennas == Antennas::One {
                    continue;
                }
                let before = match check.as_nanos() {
                    0 => BTreeSet::new(),
                    nanos => linked(&timeline, terminal, SimTime::from_nanos(nanos - 1)),
                };
                let is_usable = |s: &NodeId| usable(&timeline, terminal, *s, check).is_some();
                let mut expected: BTreeSet<NodeId> = before.into_iter().filter(is_usable).collect();
                let mut rest: Vec<((bool, f64), NodeId)> = satellites(&timeline)
                    .filter(|satellite| !expected.contains(satellite))
                    .filter_map(|s| Some((rank(&timeline, terminal, s, check)?, s)))
                    .collect();
                rest.sort_by(|a, b| by_rank(b.0, a.0));
                let free = most(described.antennas) - expected.len();
                expected.extend(rest.into_iter().take(free).map(|(_, satellite)| satellite));
                prop_assert_eq!(linked(&timeline, terminal, check), expected, "at {}", check);
            }
        }
    }

    #[test]
    fn the_shortest_path_may_take_any_satellite_above_the_mask(
        config in sky(model(ShortestPath {}), false),
        later in 0..5_000_000_000_u64,
    ) {
        let timeline = Timeline::build(&config, END);
        let checks = checks(&config);
        for &check in &checks {
            let t = after(&checks, check, later);
            for terminal in terminals(&timeline) {
                let all = satellites(&timeline);
                let seen = all.filter(|&s| usable(&timeline, terminal, s, check).is_some());
                let left = seen.filter(|&s| !fails(&config, s, check, t));
                prop_assert_eq!(linked(&timeline, terminal, t), left.collect(), "at {}", t);
            }
        }
    }

    /// At each check the terminal selects the highest satellite. After leaving one it has none for
    /// the outage, and then gets the one selected, unless that has failed since.
    #[test]
    fn an_outage_lies_between_two_satellites(
        config in sky(model(HighestElevation::default()), false),
        outage_ms in 0..60_000_u64,
        later in 0..5_000_000_000_u64,
    ) {
        let mut config = config;
        let outage = Duration::from_millis(outage_ms);
        config.handover.transition = Transition::BreakBeforeMake(outage);
        let timeline = Timeline::build(&config, END);
        let checks = checks(&config);
        for terminal in terminals(&timeline) {
            // What it has or will have, since when, and when it can have another.
            let mut has: Option<(NodeId, SimTime)> = None;
            let mut ready = SimTime::ZERO;
            for (number, &check) in checks.iter().enumerate() {
                let ranks = satellites(&timeline)
                    .filter_map(|s| Some((rank(&timeline, terminal, s, check)?, s)));
                let wanted = ranks.max_by(|a, b| by_rank(a.0, b.0).then(b.1.cmp(&a.1)));
                let wanted = wanted.map(|(_, satellite)| satellite);
                if has.map(|(satellite, _)| satellite) != wanted {
                    if let Some((_, from)) = has && from < check {
                        ready = check + outage;
                    }
                    has = wanted.map(|satellite| (satellite, ready.max(check)));
                }
                let next = checks.get(number + 1).copied().unwrap_or(END);
                for t in [check, after(&checks, check, later)] {
                    let expected = has.filter(|&(satellite, from)| {
                        from <= t && !fails(&config, satellite, check, t)
                    });
                    let expected = expected.map(|(satellite, _)| satellite);
                    prop_assert_eq!(timeline.satellite_of(terminal, t), expected, "at {}", t);
                }
                // The first failure before the next check ends the link at its very instant.
                if let Some((satellite, from)) = has && fails(&config, satellite, check, next) {
                    let failures = config.failures.iter();
                    let of_satellite =
                        failures.filter(|f| f.what == Failed::Satellite(satellite.0));
                    let ahead = of_satellite.filter(|f| f.from > check && f.from < f.until);
                    let failed = ahead.map(|f| f.from).min().unwrap();
                    if failed <= next {
                        if from < failed {
                            ready = failed + outage;
                        }
                        has = None;
                    }
                }
            }
        }
    }

    /// The new satellite delivers from the check on. Old satellites above the horizon, whatever the
    /// mask, deliver for the overlap after they were left, but nothing is sent to them. This also
    /// holds if the policy leaves a satellite only below the mask.
    #[test]
    fn the_old_satellite_delivers_for_the_overlap(
        (config, policy) in (
            sky(model(HighestElevation::default()), false),
            prop_oneof![
                Just(model(HighestElevation::default())),
                Just(model(Sticky {})),
                Just(model(LongestVisibility {})),
            ],
        ),
        overlap_ms in 0..60_000_u64,
        later in 0..5_000_000_000_u64,
    ) {
        let mut config = config;
        config.handover.policy = policy;
        config.failures.clear();
        let overlap = Duration::from_millis(overlap_ms);
        config.handover.transition = Transition::MakeBeforeBreak(overlap);
        let timeline = Timeline::build(&config, END);
        let checks = checks(&config);
        let is_in_sight = |terminal, satellite, t| {
            let phases = timeline.sky().phases(t);
            let elevation = timeline.sky().view(terminal, &phases).elevation(satellite);
            elevation.is_some_and(|elevation| elevation > 0.0)
        };
        for terminal in terminals(&timeline) {
            let mut left: Vec<(NodeId, SimTime)> = Vec::new();
            let mut has = None;
            for &check in &checks {
                let wanted = timeline.satellite_of(terminal, check);
                if has != wanted {
                    left.extend(has.map(|satellite| (satellite, check)));
                    left.retain(|&(satellite, _)| Some(satellite) != wanted);
                    has = wanted;
                }
                let t = after(&checks, check, later);
                let delivers = |&&(satellite, since): &&(NodeId, SimTime)| {
                    t < since + overlap && is_in_sight(terminal, satellite, t)
                };
                let old = left.iter().filter(delivers).map(|&(satellite, _)| satellite);
                let expected: BTreeSet<NodeId> = old.chain(has).collect();
                prop_assert_eq!(&linked(&timeline, terminal, t), &expected, "at {}", t);
                prop_assert_eq!(timeline.satellite_of(terminal, t), has);
                for satellite in expected {
                    prop_assert!(timeline.is_linked(satellite, terminal, t));
                    prop_assert!(timeline.can_send(satellite, terminal, t));
                    let is_sent = timeline.can_send(terminal, satellite, t);
                    prop_assert_eq!(is_sent, Some(satellite) == has);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..<_>::default() })]

    /// Under every policy, a satellite in the other direction is taken only if none above the mask
    /// moves in the preferred one. A satellite that is held may change direction.
    #[test]
    fn satellites_that_go_the_preferred_way_are_taken_first(
        config in sky(model(Sticky {}), false),
        policy in prop_oneof![
            Just(model(HighestElevation::default())),
            Just(model(Sticky {})),
            Just(model(LongestVisibility {})),
            Just(model(GlobalReallocation::default())),
        ],
    ) {
        let mut config = config;
        config.handover.policy = policy;
        let timeline = Timeline::build(&config, END);
        for terminal in terminals(&timeline) {
            // Which satellite the geometry "ns2" has at time zero no policy decides.
            let mut before = timeline.satellite_of(terminal, SimTime::ZERO);
            for check in checks(&config).into_iter().filter(|check| *check > SimTime::ZERO) {
                let now = timeline.satellite_of(terminal, check);
                if let Some(taken) = now.filter(|_| now != before) {
                    let ranks = satellites(&timeline)
                        .filter_map(|satellite| rank(&timeline, terminal, satellite, check));
                    let is_any_preferred = ranks.into_iter().any(|(is_preferred, _)| is_preferred);
                    let (is_preferred, _) = rank(&timeline, terminal, taken, check).unwrap();
                    prop_assert_eq!(is_preferred, is_any_preferred, "at {}", check);
                }
                before = now;
            }
        }
    }
}

/// Four terminals at one place and a capacity of two per satellite: the terminals with lower
/// numbers get the higher satellite.
#[test]
fn a_full_satellite_takes_no_more() {
    let mut config = iridium(Geometry::EXACT, Metric::HOPS, &["MOW"]);
    for number in 1..4 {
        let mut other = config.terminals[0].clone();
        other.name = format!("MOW{number}");
        config.terminals.push(other);
    }
    config.handover.policy = model(GlobalReallocation::with_capacity(Some(2)));
    let timeline = Timeline::build(&config, END);
    let terminals = terminals(&timeline);
    let heights = |t| {
        let held = terminals.iter().map(|&terminal| timeline.satellite_of(terminal, t));
        let heights = held.zip(&terminals).map(|(satellite, &terminal)| {
            satellite.and_then(|satellite| usable(&timeline, terminal, satellite, t))
        });
        heights.collect::<Vec<_>>()
    };
    let mut seconds = 0;
    for t in (0..1_500).step_by(10).map(SimTime::from_secs) {
        let heights = heights(t);
        assert_eq!(heights[0], heights[1]);
        assert_eq!(heights[2], heights[3]);
        assert!(heights[2] < heights[0], "{heights:?} at {t}");
        seconds += u32::from(heights[2].is_some());
    }
    assert!(seconds > 50, "a second satellite at {seconds} checks");
}
