//! Goal: the time without a path follows from the links, to the nanosecond. Method: drawn
//! constellations with outages, overlaps and failures; at a fine grid of instants, and on both
//! sides of every change of a link, a search over all pairs of nodes determines whether there is a
//! path.

use crate::common::iridium;
use proptest::prelude::*;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::description::config::{
    Antennas, Failed, Failure, FlightDirection, Geometry, Metric, SkyConfig, Transition, Wire,
};
use skyseam_constellation::handover::{
    GlobalReallocation, HighestElevation, ShortestPath, Sticky, model,
};
use skyseam_constellation::{Gaps, Timeline};

const END: SimTime = SimTime::from_secs(300);

/// Whether links lead from one node to the other, found by trying all pairs.
fn is_way(timeline: &Timeline, from: NodeId, to: NodeId, t: SimTime) -> bool {
    let config = timeline.config();
    let satellites = timeline.sky().satellites();
    let nodes = timeline.nodes().len() as u32;
    let is_passed = |node: NodeId| {
        node.0 < satellites || config.terminals[(node.0 - satellites) as usize].is_relay
    };
    let mut reached = vec![false; nodes as usize];
    let mut open = vec![from];
    reached[from.index()] = true;
    while let Some(node) = open.pop() {
        if node != from && !is_passed(node) {
            continue;
        }
        for next in (0..nodes).map(NodeId) {
            // What routes lead over: a satellite that is only still delivering is none.
            let is_link = timeline.can_send(node, next, t) && timeline.can_send(next, node, t);
            if is_link && !reached[next.index()] {
                reached[next.index()] = true;
                open.push(next);
            }
        }
    }
    reached[to.index()]
}

prop_compose! {
    fn failure()(satellite in 0..66_u32, from in 0..300_u64, length in 0..200_u64) -> Failure {
        let (from, until) = (SimTime::from_secs(from), SimTime::from_secs(from + length));
        Failure { what: Failed::Satellite(satellite), from, until }
    }
}

prop_compose! {
    fn sky()(
        policy in prop_oneof![
            Just(model(Sticky {})),
            Just(model(HighestElevation::default())),
            Just(model(GlobalReallocation::default())),
            Just(model(ShortestPath {})),
        ],
        geometry in prop_oneof![Just(Geometry::NS2), Just(Geometry::EXACT)],
        mask_deg in 0.0..30.0_f64,
        interval in 3..20_u64,
        ms in 0..4_000_u64,
        is_break in any::<bool>(),
        is_relay in any::<bool>(),
        failures in proptest::collection::vec(failure(), 0..60),
        outage in proptest::option::of((0..3_usize, 0..300_u64, 1..100_u64)),
        wire_outage in proptest::option::of((0..300_u64, 1..100_u64)),
        is_wired in any::<bool>(),
    ) -> SkyConfig {
        let mut config = iridium(geometry, Metric::HOPS, &["MOW", "NYC", "HNL"]);
        config.handover.policy = policy;
        config.handover.direction = FlightDirection::Any;
        config.handover.check_interval = Duration::from_secs(interval);
        let length = Duration::from_millis(ms);
        config.handover.transition = if is_break {
            Transition::BreakBeforeMake(length)
        } else {
            Transition::MakeBeforeBreak(length)
        };
        config.failures = failures;
        let interval = |from, length| (SimTime::from_secs(from), SimTime::from_secs(from + length));
        if let Some((number, from, length)) = outage {
            config.terminals[number].outages = vec![interval(from, length)];
        }
        if is_wired {
            let mut wire = Wire::new(["MOW".into(), "NYC".into()], Duration::from_millis(9));
            let outage = wire_outage.map(|(from, length)| interval(from, length));
            wire.outages = outage.into_iter().collect();
            config.wires = vec![wire];
        }
        for terminal in &mut config.terminals {
            terminal.elevation_mask_deg = mask_deg;
        }
        config.terminals[2].is_relay = is_relay;
        config.terminals[2].antennas = Antennas::Unlimited;
        config
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn gaps_are_where_no_links_lead(config in sky(), from in 0..250_u64) {
        let timeline = Timeline::build(&config, END);
        let [source, destination] = ["MOW", "NYC"].map(|name| timeline.node(name).unwrap());
        let from = SimTime::from_secs(from);
        let until = from + Duration::from_secs(40);
        let gaps = Gaps::between(&timeline, source, destination, from, until);
        let mut instants: Vec<SimTime> =
            (0..400_u64).map(|k| from + Duration::from_millis(100) * k).collect();
        let mut change = timeline.next_change(from);
        while change < until {
            instants.extend([SimTime::from_nanos(change.as_nanos() - 1), change]);
            change = timeline.next_change(change);
        }
        for t in instants {
            let is_gap = gaps.stretches.iter().any(|&(from, until)| from <= t && t < until);
            prop_assert_eq!(is_gap, !is_way(&timeline, source, destination, t), "at {}", t);
        }
        for pair in gaps.stretches.windows(2) {
            prop_assert!(pair[0].1 < pair[1].0, "two stretches that are one");
        }
    }
}

/// One handover in 40 s, whose outage falls between samples at whole seconds.
#[test]
fn a_gap_between_samples_is_seen() {
    let mut config = iridium(Geometry::EXACT, Metric::HOPS, &["MOW", "NYC"]);
    config.handover.policy = model(HighestElevation::default());
    config.handover.offset = Duration::from_millis(300);
    config.handover.transition = Transition::BreakBeforeMake(Duration::from_millis(50));
    let timeline = Timeline::build(&config, SimTime::from_secs(1_000));
    let ends = ["MOW", "NYC"].map(|name| timeline.node(name).unwrap());
    let from = SimTime::from_secs(1);
    let gaps = Gaps::between(&timeline, ends[0], ends[1], from, timeline.end());
    let handovers: usize = ends
        .iter()
        .map(|&end| timeline.contacts(end).iter().filter(|c| c.from > from).count())
        .sum();
    assert!(handovers > 5 && !gaps.stretches.is_empty());
    let is_outage = |&(from, until): &(SimTime, SimTime)| until - from == Duration::from_millis(50);
    assert!(gaps.stretches.iter().all(is_outage), "{gaps:?}");
    assert!(gaps.stretches.len() <= handovers);
    assert_eq!(gaps.total(), Duration::from_millis(50) * gaps.stretches.len() as u64);
    assert_eq!(gaps.longest(), Duration::from_millis(50));
}
