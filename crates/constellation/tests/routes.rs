//! Goal: links and routes are consistent on any constellation, not only on Iridium. Method: random
//! constellations (shape, mask, thresholds, wires, antennas, relays, randomized checks), each
//! queried at instants in random order by one router, compared with petgraph's shortest paths over
//! the links that are on in the timeline.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::iridium;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{EdgeFiltered, EdgeRef};
use proptest::prelude::*;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::description::config::{
    Antennas, Geometry, Metric, Phasing, Propagation, SkyConfig, Walker, Wire,
};
use skyseam_constellation::isl::{self, Pattern};
use skyseam_constellation::routing::ShortestPaths;
use skyseam_constellation::{Router, Timeline};
use skyseam_params::Model;

const END: SimTime = SimTime::from_secs(7_000);

/// Every pattern.
fn patterns() -> Vec<Model<dyn Pattern>> {
    let none = Arc::default();
    isl::built_in().iter().filter_map(|member| member.usual(&none)).collect()
}

prop_compose! {
    fn sky(metric: Metric)(
        geometry in prop_oneof![Just(Geometry::NS2), Just(Geometry::EXACT)],
        planes in 1..7_u32,
        satellites_per_plane in 1..12_u32,
        shift_deg in 0.0..30.0_f64,
        inclination_deg in 50.0..98.0_f64,
        latitude_threshold_deg in 40.0..90.0_f64,
        seam_longitude_threshold_deg in 0.0..20.0_f64,
        pattern in proptest::sample::select(patterns()),
        elevation_mask_deg in 5.0..25.0_f64,
        is_wired in any::<bool>(),
        is_double in any::<bool>(),
        is_precessing in any::<bool>(),
        randomized in any::<bool>(),
        (is_several, links, relays) in (
            any::<bool>(),
            proptest::collection::vec(0..5_u32, 4),
            proptest::collection::vec(any::<bool>(), 4),
        ),
        seed in any::<u64>(),
        outages in proptest::collection::vec((0..5_000_u64, 1..3_000_u64), 7),
        fails in any::<bool>(),
    ) -> SkyConfig {
        let mut config = iridium(geometry, metric, &["HNL", "LAX", "NYC", "LON"]);
        let shell = crate::common::walker(&mut config);
        (shell.planes, shell.satellites_per_plane) = (planes, satellites_per_plane);
        shell.raan_spacing_deg = 190.0 / f64::from(planes);
        shell.inclination_deg = inclination_deg;
        shell.phasing = Phasing::EachPlane(shift_deg);
        if is_precessing && geometry == Geometry::EXACT {
            config.propagation = Propagation::J2;
        }
        if is_double {
            let second = Walker {
                altitude_km: 1400.0,
                inclination_deg: 52.0,
                raan_spacing_deg: 360.0 / f64::from(planes),
                argument_of_latitude_deg: shift_deg,
                ..crate::common::walker(&mut config).clone()
            };
            config.shells.push(crate::common::shell("second", second, pattern.clone()));
        }
        config.isl.latitude_threshold_deg = latitude_threshold_deg;
        config.isl.seam_longitude_threshold_deg = seam_longitude_threshold_deg;
        config.shells.iter_mut().for_each(|shell| shell.pattern = pattern.clone());
        config.terminals.iter_mut().for_each(|t| t.elevation_mask_deg = elevation_mask_deg);
        if is_several {
            let drawn = links.into_iter().zip(relays);
            for (terminal, (links, is_relay)) in config.terminals.iter_mut().zip(drawn) {
                terminal.is_relay = is_relay;
                terminal.antennas = match links {
                    0 => Antennas::Unlimited,
                    1 => Antennas::One,
                    links => Antennas::Several(links),
                };
            }
        }
        config.handover.randomized = randomized;
        config.seed = seed;
        if is_wired {
            let wire = |a: &str, b: &str, millis| {
                Wire::new([a.into(), b.into()], Duration::from_millis(millis))
            };
            config.nodes = vec!["router".into(), "server".into()];
            config.wires = vec![
                wire("LAX", "router", 3),
                wire("router", "NYC", 25),
                wire("NYC", "server", 1),
            ];
        }
        if fails {
            let at = SimTime::from_secs;
            let mut outages = outages.iter().map(|&(from, length)| (at(from), at(from + length)));
            config.wires.iter_mut().for_each(|wire| wire.outages.extend(outages.next()));
            config.terminals.iter_mut().for_each(|own| own.outages.extend(outages.next()));
        }
        config
    }
}

fn instants() -> impl Strategy<Value = Vec<SimTime>> {
    proptest::collection::vec((0..END.as_nanos()).prop_map(SimTime::from_nanos), 12)
}

fn nodes(timeline: &Timeline) -> impl Iterator<Item = NodeId> {
    (0..timeline.nodes().len() as u32).map(NodeId)
}

/// The links that are on at `t`, in each direction with its delay, found by testing every pair.
fn graph(timeline: &Timeline, t: SimTime) -> DiGraph<(), u64> {
    let mut graph = DiGraph::default();
    for _ in nodes(timeline) {
        graph.add_node(());
    }
    for a in nodes(timeline) {
        for b in nodes(timeline).filter(|&b| b < a && timeline.is_linked(a, b, t)) {
            assert!(timeline.is_linked(b, a, t), "a one-way link");
            let delay = timeline.propagation(a, b, t);
            assert_eq!(delay, timeline.propagation(b, a, t), "delay differs by direction");
            let [a, b] = [a, b].map(|node| NodeIndex::new(node.index()));
            graph.add_edge(a, b, delay.as_nanos());
            graph.add_edge(b, a, delay.as_nanos());
        }
    }
    graph
}

/// Cost from a node to all others, over paths through nodes that forward.
fn least_costs(
    timeline: &Timeline,
    graph: &DiGraph<(), u64>,
    from: NodeId,
    cost: impl Fn(u64) -> u64,
) -> BTreeMap<NodeIndex, u64> {
    let config = timeline.config();
    let is_passed = |node: NodeIndex| {
        let number = node.index().checked_sub(timeline.sky().satellites() as usize);
        let terminal = number.and_then(|number| config.terminals.get(number));
        terminal.is_none_or(|terminal| {
            let has_wire = |wire: &Wire| wire.between.contains(&terminal.name);
            terminal.is_relay || config.wires.iter().any(has_wire)
        })
    };
    let root = NodeIndex::new(from.index());
    let passing = EdgeFiltered::from_fn(graph, |e| e.source() == root || is_passed(e.source()));
    petgraph::algo::dijkstra(&passing, root, None, |e| cost(*e.weight())).into_iter().collect()
}

/// The route that all nodes would take at a fixed instant: its links and delay, checked to be up
/// and free of loops.
fn frozen_route(
    router: &mut Router,
    from: NodeId,
    to: NodeId,
    t: SimTime,
) -> Option<(u64, Duration)> {
    let timeline = router.timeline().clone();
    let (mut at, mut links, mut delay) = (from, 0, Duration::ZERO);
    while at != to {
        let next = router.next_hop(at, to, t)?;
        assert!(timeline.is_linked(at, next, t), "{at} forwards over a link that is off");
        links += 1;
        assert!(links < timeline.nodes().len() as u64, "a loop from {from} to {to} at {t}");
        delay += timeline.propagation(at, next, t);
        at = next;
    }
    Some((links, delay))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn hop_routes_are_as_short_as_petgraphs(config in sky(Metric::HOPS), instants in instants()) {
        let timeline = Arc::new(Timeline::build(&config, END));
        let mut router = Router::new(timeline.clone());
        for t in instants {
            let graph = graph(&timeline, t);
            for from in nodes(&timeline).step_by(3) {
                let shortest = least_costs(&timeline, &graph, from, |_| 1);
                for to in nodes(&timeline) {
                    let found = frozen_route(&mut router, from, to, t).map(|(links, _)| links);
                    let expected = shortest.get(&NodeIndex::new(to.index())).copied();
                    prop_assert_eq!(found, expected, "from {} to {} at {}", from, to, t);
                }
            }
        }
    }

    /// Cached decisions must equal those of a fresh search: the router is queried again shortly
    /// after each instant, when its cache may or may not still be valid.
    #[test]
    fn delay_routes_are_as_short_as_petgraphs(
        config in sky(Metric::DELAY),
        instants in instants(),
        later in proptest::collection::vec(0..3_000_000_000_u64, 12),
    ) {
        let timeline = Arc::new(Timeline::build(&config, END));
        let mut router = Router::new(timeline.clone());
        let instants = instants.into_iter().zip(later);
        for t in instants.flat_map(|(t, later)| [t, t + Duration::from_nanos(later)]) {
            let graph = graph(&timeline, t);
            for from in nodes(&timeline).step_by(3) {
                let least = least_costs(&timeline, &graph, from, |delay| delay);
                for to in nodes(&timeline) {
                    let found = frozen_route(&mut router, from, to, t);
                    let found = found.map(|(_, delay)| delay.as_nanos());
                    let expected = least.get(&NodeIndex::new(to.index())).copied();
                    prop_assert_eq!(found, expected, "from {} to {} at {}", from, to, t);
                }
            }
        }
    }

    #[test]
    fn satellites_hold_as_long_as_said(config in sky(Metric::HOPS), instants in instants()) {
        let timeline = Timeline::build(&config, END);
        let just_before = |t: SimTime| t - Duration::from_nanos(1);
        for terminal in ["HNL", "LAX", "NYC", "LON"].map(|name| timeline.node(name).unwrap()) {
            for &t in &instants {
                let (satellite, until) = timeline.satellite_until(terminal, t);
                prop_assert!(until > t);
                prop_assert_eq!(timeline.satellite_of(terminal, t), satellite);
                prop_assert_eq!(timeline.satellite_of(terminal, just_before(until)), satellite);
                if until < SimTime::MAX {
                    prop_assert_ne!(timeline.satellite_of(terminal, until), satellite);
                }
            }
        }
    }

    #[test]
    fn links_change_at_the_next_change_and_not_before(
        config in sky(Metric::HOPS),
        instants in instants(),
    ) {
        let timeline = Timeline::build(&config, END);
        let linked = |t| -> Vec<bool> {
            let pairs = nodes(&timeline).flat_map(|a| nodes(&timeline).map(move |b| (a, b)));
            pairs.filter(|(a, b)| a < b).map(|(a, b)| timeline.is_linked(a, b, t)).collect()
        };
        for t in instants {
            let change = timeline.next_change(t);
            prop_assert!(change > t);
            let before = linked(t);
            prop_assert_eq!(&before, &linked(change - Duration::from_nanos(1)));
            if change < SimTime::MAX {
                prop_assert_ne!(&before, &linked(change));
            }
        }
    }
}

/// If a route over the ground is shorter, it is taken: two terminals joined by a wire.
#[test]
fn a_terminal_with_a_wire_is_a_way_through() {
    let mut config = iridium(Geometry::NS2, Metric::DELAY, &["NYC", "SFO"]);
    config.wires = vec![Wire::new(["NYC".into(), "SFO".into()], Duration::from_micros(20_500))];
    let timeline = Arc::new(Timeline::build(&config, END));
    let (nyc, sfo) = (timeline.node("NYC").unwrap(), timeline.node("SFO").unwrap());
    let mut router = Router::new(timeline.clone());
    let path = router.path(nyc, sfo, SimTime::from_secs(100)).unwrap();
    assert_eq!((path.nodes, path.delay), (vec![nyc, sfo], Duration::from_micros(20_500)));
    // From a satellite over NYC the way to SFO is down and along the wire, or over ISLs.
    let satellite = timeline.satellite_of(nyc, SimTime::ZERO).unwrap();
    let down = timeline.propagation(satellite, nyc, SimTime::ZERO) + config.wires[0].delays[0];
    let path = router.path(satellite, sfo, SimTime::ZERO).unwrap();
    assert!(path.delay <= down);
}

/// Without any satellite a constellation is a network of wires.
#[test]
fn wires_alone_are_a_network() {
    let mut config = iridium(Geometry::EXACT, Metric::HOPS, &[]);
    config.shells.clear();
    config.nodes = ["a", "b", "c"].map(String::from).to_vec();
    let wire = |a: &str, b: &str| Wire::new([a.into(), b.into()], Duration::from_millis(7));
    config.wires = vec![wire("a", "b"), wire("b", "c")];
    for metric in [Metric::HOPS, Metric::DELAY] {
        config.routing = ShortestPaths::by(metric).model();
        let timeline = Arc::new(Timeline::build(&config, END));
        assert_eq!(timeline.next_change(SimTime::ZERO), SimTime::MAX);
        let [a, b, c] = ["a", "b", "c"].map(|name| timeline.node(name).unwrap());
        let path = Router::new(timeline).path(a, c, SimTime::from_secs(50)).unwrap();
        assert_eq!((path.nodes, path.delay), (vec![a, b, c], Duration::from_millis(14)));
    }
}

/// Goal: ties are resolved as in ns-2, from the forwarding node outwards (satroute.cc). Method:
/// networks of wires in which a search from the destination would decide otherwise.
#[test]
fn ties_are_broken_from_the_forwarding_node() {
    let next = |metric, nodes: &[&str], wires: &[(&str, &str, u64)]| {
        let mut config = iridium(Geometry::NS2, metric, &[]);
        config.shells.clear();
        config.nodes = nodes.iter().map(|name| name.to_string()).collect();
        let wire = |&(a, b, millis): &(&str, &str, u64)| {
            Wire::new([a.to_string(), b.to_string()], Duration::from_millis(millis))
        };
        config.wires = wires.iter().map(wire).collect();
        let timeline = Arc::new(Timeline::build(&config, END));
        let [from, to] = ["from", "to"].map(|name| timeline.node(name).unwrap());
        let mut router = Router::new(timeline.clone());
        // What other nodes have asked before must not matter.
        assert_eq!(router.next_hop(NodeId(1), to, SimTime::ZERO), Some(to));
        let next = router.next_hop(from, to, SimTime::ZERO).unwrap();
        timeline.nodes()[next.index()].name.clone()
    };
    // "near" is settled first, reaches "to" at 3 ms, and "far" is not strictly better.
    let nodes = ["from", "far", "near", "to"];
    let wires = [("from", "far", 2), ("far", "to", 1), ("from", "near", 1), ("near", "to", 2)];
    assert_eq!(next(Metric::DELAY, &nodes, &wires), "near");
    // Of the second level "y" has the lower number and reaches "to" first.
    let nodes = ["from", "y", "b", "c", "x", "to"];
    let wires = [("from", "b"), ("b", "x"), ("x", "to"), ("from", "c"), ("c", "y"), ("y", "to")];
    let wires = wires.map(|(a, b)| (a, b, 1));
    assert_eq!(next(Metric::HOPS, &nodes, &wires), "c");
}
