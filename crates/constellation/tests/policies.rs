//! Goal: every handover policy does in every geometry what its name says. Method: the timeline is
//! compared with elevations at the checks, future ones included; random shells and places.

use crate::common::{PLACES, iridium};
use proptest::prelude::*;
use skyseam_base::{Duration, NodeId, SimTime, math};
use skyseam_constellation::Timeline;
use skyseam_constellation::description::config::{
    Geometry, Metric, Phasing, Propagation, SkyConfig,
};
use skyseam_constellation::handover::{
    Condition, Conditional, GlobalReallocation, HandoverPolicy, HighestElevation, LeastLoaded,
    LongestVisibility, ShortestPath, Sticky, model,
};
use skyseam_constellation::{ModelChoice, geometry};
use skyseam_params::Model;

const DAY: SimTime = SimTime::from_secs(86_400);
const INTERVAL: Duration = Duration::from_secs(10);

/// Elevation in radians if it is above the mask of the first terminal.
fn usable(timeline: &Timeline, satellite: NodeId, t: SimTime) -> Option<f64> {
    let terminal = NodeId(timeline.sky().satellites());
    timeline.sky().view(terminal, &timeline.sky().phases(t)).usable_elevation(satellite)
}

/// Instants at which the first terminal's satellite changes, with the previous and the next
/// satellite.
fn handovers(timeline: &Timeline) -> Vec<(SimTime, Option<NodeId>, Option<NodeId>)> {
    let terminal = NodeId(timeline.sky().satellites());
    let mut handovers = Vec::new();
    let (mut before, mut t) = timeline.satellite_until(terminal, SimTime::ZERO);
    while t < SimTime::MAX {
        let (after, until) = timeline.satellite_until(terminal, t);
        handovers.push((t, before, after));
        (before, t) = (after, until);
    }
    handovers
}

/// Handovers per day. A pass of Iridium above 8.2 deg spans twice 19.9 deg of its orbit, 668 s at
/// most, so there cannot be fewer than 129. The counts are recorded so that changes are noticed: at
/// Honolulu there is seldom a choice; at Moscow the highest satellite nearly doubles them, and
/// sticky, which tries the satellite behind first, has only one more than longest visibility. With
/// one terminal and no capacity global reallocation equals the highest; for the shortest path it is
/// the number of satellites that are successively the one held longest.
#[test]
fn policies_change_satellites_so_often_a_day() {
    let count = |geometry, policy: Model<dyn HandoverPolicy>, place| {
        let mut config = iridium(geometry, Metric::HOPS, &[place]);
        config.handover.policy = policy;
        handovers(&Timeline::build(&config, DAY)).len()
    };
    let mut counts = Vec::new();
    for geometry in geometry::GeometryModel::BUILT_IN {
        let policies = [
            model(Sticky {}),
            model(HighestElevation::default()),
            model(LongestVisibility {}),
            model(GlobalReallocation::default()),
            model(ShortestPath {}),
        ];
        for policy in policies {
            let at = |place| count(*geometry, policy.clone(), place);
            counts.push((geometry.0.name, policy.name(), at("HNL"), at("MOW")));
        }
    }
    // Hypatia's rule admits satellites below the mask: passes are longer.
    let mut elevated = counts.iter().filter(|count| count.0 != "hypatia");
    assert!(elevated.all(|&(_, _, honolulu, moscow)| honolulu.min(moscow) >= 129));
    let expected = [
        ("exact", "sticky", 185, 163),
        ("exact", "highest-elevation", 210, 295),
        ("exact", "longest-visibility", 185, 162),
        ("exact", "global-reallocation", 210, 295),
        ("exact", "shortest-path", 220, 333),
        ("ns2", "sticky", 186, 163),
        ("ns2", "highest-elevation", 210, 295),
        ("ns2", "longest-visibility", 186, 162),
        ("ns2", "global-reallocation", 210, 295),
        ("ns2", "shortest-path", 221, 331),
        ("hypatia", "sticky", 160, 157),
        ("hypatia", "highest-elevation", 210, 294),
        ("hypatia", "longest-visibility", 62, 62),
        ("hypatia", "global-reallocation", 210, 294),
        ("hypatia", "shortest-path", 326, 446),
    ];
    assert_eq!(counts, expected);
}

prop_compose! {
    fn sky(policy: Model<dyn HandoverPolicy>)(
        geometry in proptest::sample::select(geometry::GeometryModel::BUILT_IN),
        planes in 1..9_u32,
        satellites_per_plane in 1..14_u32,
        altitude_km in 400.0..9000.0_f64,
        inclination_deg in 0.0..120.0_f64,
        shift_deg in 0.0..30.0_f64,
        elevation_mask_deg in 0.0..40.0_f64,
        is_precessing in any::<bool>(),
        place in proptest::sample::select(&PLACES),
    ) -> SkyConfig {
        let mut config = iridium(geometry, Metric::HOPS, &[place.0]);
        config.handover.policy = policy.clone();
        if is_precessing && geometry == Geometry::EXACT {
            config.propagation = Propagation::J2;
        }
        let shell = crate::common::walker(&mut config);
        (shell.planes, shell.satellites_per_plane) = (planes, satellites_per_plane);
        (shell.altitude_km, shell.inclination_deg) = (altitude_km, inclination_deg);
        shell.raan_spacing_deg = 360.0 / f64::from(planes);
        shell.phasing = Phasing::EachPlane(shift_deg);
        config.terminals[0].elevation_mask_deg = elevation_mask_deg;
        config
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn the_highest_is_held_at_every_check(config in sky(model(HighestElevation::default()))) {
        let end = SimTime::from_secs(6_000);
        let timeline = Timeline::build(&config, end);
        let satellites = (0..timeline.sky().satellites()).map(NodeId);
        let mut t = SimTime::ZERO;
        while t <= end {
            let held = timeline.satellite_of(NodeId(timeline.sky().satellites()), t);
            let height = held.and_then(|satellite| usable(&timeline, satellite, t));
            let heights = satellites.clone().filter_map(|s| usable(&timeline, s, t));
            prop_assert_eq!(height, heights.max_by(f64::total_cmp), "at {}", t);
            t += INTERVAL;
        }
    }

    /// A satellite above the mask is left only for one that has been higher by the margin for long
    /// enough, and only after the minimum dwell.
    #[test]
    fn the_highest_is_held_back_by_its_keys(
        (margin, trigger_s, dwell_s) in (0.0..20.0_f64, 0..90_u64, 0..600_u64),
        config in sky(model(HighestElevation::default())),
    ) {
        let (time_to_trigger, minimum_dwell) =
            (Duration::from_secs(trigger_s), Duration::from_secs(dwell_s));
        let mut config = config;
        config.handover.policy = model(HighestElevation { margin, time_to_trigger, minimum_dwell });
        let timeline = Timeline::build(&config, SimTime::from_secs(12_000));
        let elevation = |satellite, t: SimTime| {
            let terminal = NodeId(timeline.sky().satellites());
            timeline.sky().view(terminal, &timeline.sky().phases(t)).elevation(satellite)
        };
        let mut since = SimTime::ZERO;
        for (t, left, taken) in handovers(&timeline) {
            let from = std::mem::replace(&mut since, t);
            let Some(left) = left.filter(|&left| usable(&timeline, left, t).is_some()) else {
                continue;
            };
            prop_assert!(t - from >= minimum_dwell, "left after {}", t - from);
            let taken = taken.expect("one above the mask is left for another");
            for eighth in 0..=8 {
                let ago = time_to_trigger / 8 * eighth;
                let then = SimTime::from_nanos(t.as_nanos().saturating_sub(ago.as_nanos()));
                let [other, own] = [taken, left].map(|seen| elevation(seen, then).unwrap());
                prop_assert!(other - own >= margin.to_radians() - 1e-9, "at {}", then);
            }
        }
    }

    /// A satellite is left only below the mask; the one taken has the fewest terminals of those
    /// above it, at most the capacity, or every satellite above the mask is full.
    #[test]
    fn the_least_loaded_is_taken(
        capacity in proptest::option::of(1..4_u32),
        config in sky(model(LeastLoaded::default())),
    ) {
        let mut config = config;
        config.handover.policy = model(LeastLoaded { satellite_capacity: capacity });
        let one = config.terminals[0].clone();
        for number in 1..9 {
            let mut terminal = one.clone();
            terminal.name = format!("T{number}");
            config.terminals.push(terminal);
        }
        let timeline = Timeline::build(&config, SimTime::from_secs(3_000));
        let terminals: Vec<NodeId> =
            (0..9).map(|number| NodeId(timeline.sky().satellites() + number)).collect();
        let mut t = SimTime::ZERO;
        while t <= SimTime::from_secs(3_000) {
            let held = terminals.iter().filter_map(|&terminal| timeline.satellite_of(terminal, t));
            let held: Vec<NodeId> = held.collect();
            // All stand at one place: they see the same satellites.
            let phases = timeline.sky().phases(t);
            let view = timeline.sky().view(terminals[0], &phases);
            let load = |satellite| held.iter().filter(|&&one| one == satellite).count();
            let seen = view.candidates().filter(|&s| view.usable_elevation(s).is_some());
            let seen: Vec<usize> = seen.map(load).collect();
            prop_assert_eq!(seen.iter().sum::<usize>(), held.len(), "all above the mask");
            let room = capacity.map_or(usize::MAX, |capacity| capacity as usize);
            prop_assert!(seen.iter().all(|&load| load <= room));
            let is_full = seen.iter().all(|&load| load == room);
            prop_assert!(held.len() == 9 || is_full, "{} at {}", held.len(), t);
            if t == SimTime::ZERO && capacity.is_none() && !seen.is_empty() {
                let most = 9_usize.div_ceil(seen.len());
                prop_assert_eq!(seen.iter().max(), Some(&most), "spread at the first check");
            }
            t += INTERVAL;
        }
    }

    /// The elevation that a satellite had, and its rate of change, equal those of other views.
    #[test]
    fn views_look_back_and_know_rates(
        config in sky(model(Sticky {})),
        t in (100_000_000_000..DAY.as_nanos()).prop_map(SimTime::from_nanos),
        ago in (0..100_000_000_000_u64).prop_map(Duration::from_nanos),
    ) {
        let timeline = Timeline::build(&config, SimTime::ZERO);
        let sky = timeline.sky();
        let terminal = NodeId(sky.satellites());
        let phases = [t, SimTime::from_nanos(t.as_nanos() - ago.as_nanos())].map(|t| sky.phases(t));
        let [view, earlier] = phases.each_ref().map(|phases| sky.view(terminal, phases));
        let soon = sky.phases(t + Duration::from_millis(100));
        let soon = sky.view(terminal, &soon);
        for satellite in view.satellites() {
            let [then, had] =
                [earlier.elevation(satellite), view.elevation_before(satellite, ago)];
            prop_assert!((then.unwrap_or(-9.0) - had.unwrap_or(-9.0)).abs() < 1e-9);
            let range_km = sky.range_km(terminal, satellite, t);
            prop_assert!((view.range_km(satellite) - range_km).abs() < 1e-6);
            let [now, then] = [&view, &soon].map(|view| view.elevation(satellite));
            if let (Some(now), Some(then), Some(rate)) =
                (now, then, view.elevation_rate(satellite))
            {
                prop_assert!((rate - (then - now) / 0.1).abs() < 1e-7);
            }
        }
    }

    /// A satellite is left only below the mask; the next one stays above it for as many checks as
    /// any could.
    #[test]
    fn the_one_taken_stays_longest(config in sky(model(LongestVisibility {}))) {
        let timeline = Timeline::build(&config, SimTime::from_secs(20_000));
        let lasts = |satellite, from: SimTime| {
            let checks = (0..8_000_u64).map(|check| from + INTERVAL * check);
            checks.take_while(|&t| usable(&timeline, satellite, t).is_some()).count()
        };
        let satellites = (0..timeline.sky().satellites()).map(NodeId);
        for (t, left, taken) in handovers(&timeline).into_iter().take(12) {
            prop_assert!(left.is_none_or(|left| usable(&timeline, left, t).is_none()));
            let longest = satellites.clone().map(|satellite| lasts(satellite, t)).max();
            let taken = taken.map_or(0, |taken| lasts(taken, t));
            prop_assert_eq!(Some(taken), longest, "at {}", t);
        }
    }

    /// A satellite stays visible exactly as long as stated, to the millisecond.
    #[test]
    fn visibility_ends_when_said(
        config in sky(model(Sticky {})),
        t in (0..DAY.as_nanos()).prop_map(SimTime::from_nanos),
    ) {
        let timeline = Timeline::build(&config, SimTime::ZERO);
        let terminal = NodeId(timeline.sky().satellites());
        let phases = timeline.sky().phases(t);
        let view = timeline.sky().view(terminal, &phases);
        for satellite in view.satellites() {
            let remaining = view.remaining_visibility(satellite);
            prop_assert_eq!(remaining.is_some(), view.usable_elevation(satellite).is_some());
            let Some(remaining) = remaining else { continue };
            if remaining < DAY - SimTime::ZERO {
                let gone = t + remaining + Duration::from_millis(1);
                prop_assert!(usable(&timeline, satellite, gone).is_none());
            }
            for k in 0..=20 {
                prop_assert!(usable(&timeline, satellite, t + remaining * k / 20).is_some());
            }
        }
    }
}

/// Central angle between a terminal and the point below a satellite times the Earth's radius, km.
fn ground_distance_km(range_km: f64, elevation: f64, radius_km: f64) -> f64 {
    // The law of cosines for the height of the orbit, then for the central angle.
    let square = |km: f64| km * km;
    let orbit_squared =
        square(radius_km) + square(range_km) + 2.0 * radius_km * range_km * math::sin(elevation);
    let cosine = (square(radius_km) + orbit_squared - square(range_km))
        / (2.0 * radius_km * orbit_squared.sqrt());
    radius_km * math::acos(cosine)
}

/// Goal: a handover happens when its condition is met and not before, and to a satellite that meets
/// it too. Method: every check of six hours under Iridium by each condition, with the quantities
/// recomputed from elevation, range and remaining time.
#[test]
fn a_conditional_handover_meets_its_condition() {
    let usual = Conditional { threshold1: 20.0, threshold2: 22.0, ..Conditional::default() };
    let policies = [
        Conditional { hysteresis: 1.0, ..usual.clone() },
        Conditional {
            condition: Condition::Location,
            threshold2: 0.0,
            distance_thresh_from_reference1: 1500.0,
            distance_thresh_from_reference2: 1400.0,
            hysteresis_location: 50.0,
            ..usual.clone()
        },
        Conditional {
            condition: Condition::Time,
            t1_threshold: Duration::from_secs(60),
            duration: Duration::from_secs(40),
            threshold2: 40.0,
            ..usual
        },
    ];
    let (mut voluntary, mut forced) = (0, 0);
    for policy in policies {
        let mut config = iridium(Geometry::EXACT, Metric::HOPS, &["MOW"]);
        let second = Duration::from_secs(1);
        config.handover.policy = model(policy.clone());
        config.handover.check_interval = second;
        let timeline = Timeline::build(&config, SimTime::from_secs(6 * 3600));
        let terminal = NodeId(timeline.sky().satellites());
        for check in 1..6 * 3600 {
            let t = SimTime::from_secs(check);
            let before = timeline.satellite_of(terminal, SimTime::from_nanos(t.as_nanos() - 1));
            let after = timeline.satellite_of(terminal, t);
            let phases = timeline.sky().phases(t);
            let view = timeline.sky().view(terminal, &phases);
            let Some(held) = before.filter(|own| view.usable_elevation(*own).is_some()) else {
                assert_eq!(after, view.highest(), "{t}");
                forced += 1;
                continue;
            };
            let elevation = |own: NodeId| view.elevation(own).expect("in sight").to_degrees();
            let distance = |own: NodeId| {
                ground_distance_km(view.range_km(own), elevation(own).to_radians(), 6371.0)
            };
            let left = view.remaining_visibility(held).expect("above the mask").as_secs_f64();
            let leaves = match policy.condition {
                Condition::Elevation => elevation(held) < 19.0,
                Condition::Location => distance(held) > 1550.0,
                Condition::Time => left <= 60.0 && left > 20.0,
            };
            let takes = |own: NodeId| match policy.condition {
                Condition::Elevation => elevation(own) > 23.0,
                Condition::Location => distance(own) < 1350.0,
                Condition::Time => elevation(own) > 40.0,
            };
            let others = view.satellites().filter(|own| *own != held);
            let mut others = others.filter(|own| view.usable_elevation(*own).is_some());
            if after == Some(held) {
                assert!(!leaves || !others.any(takes), "{t}: {policy:?}");
            } else {
                assert!(leaves && takes(after.expect("a satellite")), "{t}: {policy:?}");
                voluntary += 1;
            }
        }
    }
    assert!(voluntary > 60 && forced > 0, "{voluntary} by the condition, {forced} others");
}

/// A satellite that never sets is as good as any other that never sets.
#[test]
fn a_satellite_that_stays_is_held_for_ever() {
    for policy in [model(LongestVisibility {}), model(HighestElevation::default())] {
        let mut config = iridium(Geometry::EXACT, Metric::HOPS, &["HNL"]);
        config.handover.policy = policy;
        let shell = crate::common::walker(&mut config);
        (shell.planes, shell.satellites_per_plane) = (1, 4);
        (shell.altitude_km, shell.inclination_deg) = (42_164.17 - 6_378.137, 0.0);
        let timeline = Timeline::build(&config, DAY);
        assert_eq!(handovers(&timeline), []);
        // At 0, 90, 180 and 270 deg east: the third is 22 deg from Honolulu.
        assert_eq!(timeline.satellite_of(NodeId(4), DAY), Some(NodeId(2)));
    }
}
