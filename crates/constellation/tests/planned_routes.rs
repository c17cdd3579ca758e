//! Goal: routes that are computed in advance, with hysteresis, or given explicitly are those of the
//! configuration. Method: drawn constellations and instants; routes of an earlier instant are
//! compared with a router without such options at that instant, trees with hysteresis with
//! petgraph's least costs given the previous tree, and decisions with themselves during their
//! stated validity.

use std::sync::Arc;

use crate::common::iridium;
use petgraph::graph::{DiGraph, NodeIndex};
use proptest::prelude::*;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::description::config::{
    Antennas, Failed, Failure, Geometry, Metric, SkyConfig, Terminal, Transition, Wire,
};
use skyseam_constellation::handover::{HighestElevation, ShortestPath, Sticky, model};
use skyseam_constellation::isl;
use skyseam_constellation::routing::ShortestPaths;
use skyseam_constellation::{Router, Timeline};

const END: SimTime = SimTime::from_secs(900);

prop_compose! {
    fn sky()(
        metric in prop_oneof![Just(Metric::HOPS), Just(Metric::DELAY)],
        policy in prop_oneof![
            Just(model(Sticky {})),
            Just(model(HighestElevation::default())),
            Just(model(ShortestPath {})),
        ],
        links in 0..4_u32,
        is_relay in any::<bool>(),
        is_wired in any::<bool>(),
        transition in prop_oneof![
            (0..8_000_u64).prop_map(|ms| Transition::BreakBeforeMake(Duration::from_millis(ms))),
            (0..8_000_u64).prop_map(|ms| Transition::MakeBeforeBreak(Duration::from_millis(ms))),
        ],
        failed in proptest::collection::vec((0..66_u32, 0..900_u64), 0..8),
        recompute_interval in proptest::option::of(1..30_000_u64),
        convergence_delay in prop_oneof![Just(0), 1..20_000_u64],
    ) -> SkyConfig {
        let mut config = iridium(Geometry::EXACT, metric, &["HNL", "LAX", "LON", "MOW"]);
        config.handover.policy = policy;
        config.handover.transition = transition;
        config.terminals[0].antennas = match links {
            0 => Antennas::Unlimited,
            1 => Antennas::One,
            links => Antennas::Several(links),
        };
        config.terminals[1].is_relay = is_relay;
        if is_wired {
            config.nodes = vec!["server".into()];
            let between = ["LON".into(), "server".into()];
            config.wires = vec![Wire::new(between, Duration::from_millis(2))];
        }
        config.failures = failed
            .into_iter()
            .map(|(satellite, from)| Failure {
                what: Failed::Satellite(satellite),
                from: SimTime::from_secs(from),
                until: SimTime::from_secs(from + 100),
            })
            .collect();
        config.routing = ShortestPaths {
            recompute_interval: recompute_interval.map(Duration::from_millis),
            convergence_delay: Duration::from_millis(convergence_delay),
            ..ShortestPaths::by(metric)
        }
        .model();
        config
    }
}

fn instants() -> impl Strategy<Value = Vec<SimTime>> {
    proptest::collection::vec((0..END.as_nanos()).prop_map(SimTime::from_nanos), 10)
}

/// Every terminal and wired node, and some satellites.
fn some_nodes(timeline: &Timeline) -> Vec<NodeId> {
    let all = (0..timeline.nodes().len() as u32).map(NodeId);
    all.filter(|&node| !timeline.is_satellite(node) || node.0.is_multiple_of(9)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..<_>::default() })]

    /// Packets can be sent to the next hop, which stays the same for its stated validity, whatever
    /// was requested before.
    #[test]
    fn decisions_hold_as_long_as_said(
        config in sky(),
        hysteresis_us in prop_oneof![Just(0), 1..5_000_u64],
        instants in instants(),
        share in 0.0..1.0_f64,
    ) {
        let mut config = config;
        let mut routing = config.routing.planned();
        if routing.metric == Metric::DELAY && routing.recompute_interval.is_some() {
            routing.hysteresis = Duration::from_micros(hysteresis_us);
        }
        config.routing = routing.model();
        let timeline = Arc::new(Timeline::build(&config, END));
        let mut router = Router::new(timeline.clone());
        let mut other = Router::new(timeline.clone());
        for t in instants {
            for at in some_nodes(&timeline) {
                for to in some_nodes(&timeline) {
                    let choice = router.choose(at, to, t);
                    prop_assert!(choice.until > t);
                    if let Some(next) = choice.next {
                        prop_assert!(timeline.can_send(at, next, t), "{} to {} at {}", at, next, t);
                    }
                    let left = choice.until.min(END).saturating_since(t).as_nanos();
                    for later in [(left as f64 * share) as u64, left.saturating_sub(1)] {
                        let later = t + Duration::from_nanos(later);
                        prop_assert_eq!(
                            other.next_hop(at, to, later), choice.next,
                            "{} to {} at {} as at {}", at, to, later, t
                        );
                    }
                }
            }
        }
    }

    /// At a satellite: a leaf below it gets its own packets; otherwise the hop of the earlier
    /// instant, if its link is still on.
    #[test]
    fn routes_are_those_of_the_instant_that_they_were_worked_out_at(
        config in sky(),
        instants in instants(),
    ) {
        let mut config = config;
        config.handover.transition = Transition::BreakBeforeMake(Duration::ZERO);
        let timeline = Arc::new(Timeline::build(&config, END));
        let mut fresh = config.clone();
        let routing = config.routing.planned();
        fresh.routing = ShortestPaths::by(routing.metric).model();
        let mut fresh = Router::new(Arc::new(Timeline::build(&fresh, END)));
        let mut router = Router::new(timeline.clone());
        let convergence_delay = routing.convergence_delay.as_nanos();
        let period = routing.recompute_interval.map_or(1, Duration::as_nanos);
        for t in instants {
            let late = t.as_nanos().saturating_sub(convergence_delay);
            let instant = SimTime::from_nanos(late / period * period);
            for to in some_nodes(&timeline) {
                for at in some_nodes(&timeline).into_iter().filter(|&at| at != to) {
                    let is_satellite = timeline.is_satellite(at);
                    let is_last = is_satellite && timeline.is_linked(at, to, t);
                    let named = |node: NodeId| &config.terminals[node.index() - 66];
                    let is_terminal = |node: NodeId| (66..70).contains(&node.0);
                    let is_leaf = is_terminal(to)
                        && named(to).antennas == Antennas::One
                        && !named(to).is_relay
                        && !config.handover.policy.rule().is_every()
                        && !config.wires.iter().any(|w| w.between.contains(&named(to).name));
                    let found = router.next_hop(at, to, t);
                    if is_last && (is_leaf || found.is_none()) {
                        prop_assert_eq!(found, Some(to));
                    } else if is_satellite && !is_last {
                        // Towards a leaf: to the satellite that it had at the instant.
                        let target =
                            if is_leaf { timeline.satellite_of(to, instant) } else { Some(to) };
                        let planned = target.and_then(|to| fresh.next_hop(at, to, instant));
                        let expected = planned.filter(|&next| timeline.can_send(at, next, t));
                        prop_assert_eq!(found, expected, "{} to {} at {}", at, to, t);
                    }
                }
            }
        }
    }

    /// Given the previous tree, each tree has the least possible costs, whatever the order of
    /// requests.
    #[test]
    fn a_tree_keeps_to_the_links_of_the_one_before(
        period_ms in 500..20_000_u64,
        hysteresis_us in 1..8_000_u64,
        to in 0..66_u32,
        order in Just((0..30_u64).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let (period, hysteresis) =
            (Duration::from_millis(period_ms), Duration::from_micros(hysteresis_us));
        let mut config = iridium(Geometry::EXACT, Metric::DELAY, &["HNL"]);
        let recompute_interval = Some(period);
        config.routing = ShortestPaths { recompute_interval, hysteresis, ..<_>::default() }.model();
        let timeline = Arc::new(Timeline::build(&config, END));
        let (mut router, mut shuffled) =
            (Router::new(timeline.clone()), Router::new(timeline.clone()));
        let (to, nodes) = (NodeId(to), (0..66).map(NodeId));
        let tree = |router: &mut Router, number: u64| -> Vec<Option<NodeId>> {
            let t = SimTime::ZERO + period * number;
            nodes.clone().map(|at| router.next_hop(at, to, t)).collect()
        };
        let trees: Vec<_> = (0..30).map(|number| tree(&mut router, number)).collect();
        for number in order {
            prop_assert_eq!(&tree(&mut shuffled, number), &trees[number as usize]);
        }
        let mut changes = 0;
        for number in 1..30_usize {
            let (before, after) = (&trees[number - 1], &trees[number]);
            changes += before.iter().zip(after).filter(|(before, after)| before != after).count();
            let t = SimTime::ZERO + period * number as u64;
            let cost = |a: NodeId, b: NodeId| {
                let was_used = before[a.index()] == Some(b) || before[b.index()] == Some(a);
                let more = if was_used { Duration::ZERO } else { hysteresis };
                (timeline.propagation(a, b, t) + more).as_nanos()
            };
            let mut graph = DiGraph::<(), u64>::default();
            for _ in nodes.clone() {
                graph.add_node(());
            }
            for a in nodes.clone() {
                for b in nodes.clone().filter(|&b| timeline.is_linked(a, b, t)) {
                    let [from, to] = [a, b].map(|node| NodeIndex::new(node.index()));
                    graph.add_edge(from, to, cost(a, b));
                }
            }
            let least =
                petgraph::algo::dijkstra(&graph, NodeIndex::new(to.index()), None, |e| *e.weight());
            for from in nodes.clone() {
                let (mut at, mut sum, mut steps) = (from, 0, 0);
                while at != to {
                    let Some(next) = after[at.index()] else { break };
                    (sum, at, steps) = (sum + cost(at, next), next, steps + 1);
                    prop_assert!(steps < 66, "a loop from {} to {} at {}", from, to, t);
                }
                let expected = least.get(&NodeIndex::new(from.index()));
                prop_assert_eq!(at == to, expected.is_some());
                prop_assert!(expected.is_none_or(|&expected| sum == expected), "{} at {}", from, t);
            }
        }
        // In five minutes links near the poles go off; a large hysteresis may outlast the rest.
        prop_assert!(period_ms < 10_000 || hysteresis_us > 500 || changes > 0);
    }
}

/// The larger the hysteresis, the fewer paths in a day; with none, only recomputation limits them.
#[test]
fn hysteresis_makes_paths_last() {
    let paths = |hysteresis_us| {
        let mut config = iridium(Geometry::EXACT, Metric::DELAY, &["NYC", "LON"]);
        let recompute_interval = Some(Duration::from_secs(10));
        let hysteresis = Duration::from_micros(hysteresis_us);
        config.routing = ShortestPaths { recompute_interval, hysteresis, ..<_>::default() }.model();
        let timeline = Arc::new(Timeline::build(&config, SimTime::from_secs(86_400)));
        let mut router = Router::new(timeline.clone());
        let [nyc, lon] = ["NYC", "LON"].map(|name| timeline.node(name).unwrap());
        let mut paths: Vec<Vec<NodeId>> = (0..86_400)
            .step_by(10)
            .filter_map(|t| router.path(nyc, lon, SimTime::from_secs(t)))
            .map(|path| path.nodes)
            .collect();
        paths.dedup();
        paths.len()
    };
    let counts = [0, 100, 1_000, 10_000].map(paths);
    assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
    assert!(counts[3] < counts[0], "{counts:?}");
}

/// Two successive bent pipes: without links between satellites packets cross the ocean over a relay
/// in its middle, and only over it.
#[test]
fn without_links_between_satellites_relays_carry_packets() {
    for metric in [Metric::HOPS, Metric::DELAY] {
        let mut config = iridium(Geometry::EXACT, metric, &["NYC", "LON"]);
        config.shells[0].pattern = isl::model(isl::NoLinks {});
        crate::common::walker(&mut config).altitude_km = 1_400.0;
        config.terminals.iter_mut().for_each(|t| t.antennas = Antennas::Unlimited);
        let mut relay = Terminal::fixed("ship", 48.0, -37.0, 8.2);
        (relay.antennas, relay.is_relay) = (Antennas::Unlimited, true);
        config.terminals.push(relay);
        let reached = |config: &SkyConfig| {
            let timeline = Arc::new(Timeline::build(config, END));
            let mut router = Router::new(timeline.clone());
            let [nyc, lon, ship] = ["NYC", "LON", "ship"].map(|name| timeline.node(name).unwrap());
            let mut reached = 0;
            for t in (0..900).step_by(10).map(SimTime::from_secs) {
                let Some(path) = router.path(nyc, lon, t) else { continue };
                // One satellite that both see needs no relay.
                assert!(path.nodes.len() == 3 || path.nodes[2] == ship, "{:?} at {t}", path.nodes);
                reached += u32::from(path.nodes.contains(&ship));
            }
            reached
        };
        assert!(reached(&config) > 30, "{} of 90 over the ship", reached(&config));
        config.terminals[2].is_relay = false;
        assert_eq!(reached(&config), 0);
    }
}

/// Goal: an explicit path is followed, and there is no route while one of its links is down.
/// Method: wires with a path shorter than the explicit one; and over Iridium the shortest path at
/// time zero, which the first handover interrupts although there are others.
#[test]
fn a_way_laid_down_is_followed_while_its_links_are_on() {
    let mut config = iridium(Geometry::EXACT, Metric::DELAY, &["HNL", "LAX"]);
    config.nodes = ["a", "b", "c", "d"].map(String::from).to_vec();
    let wire =
        |a: &str, b: &str, millis| Wire::new([a.into(), b.into()], Duration::from_millis(millis));
    config.wires = vec![wire("a", "b", 5), wire("b", "c", 5), wire("a", "c", 1), wire("d", "a", 1)];
    let plain = Arc::new(Timeline::build(&config, END));
    let [hnl, lax, a, b, c, d] = ["HNL", "LAX", "a", "b", "c", "d"].map(|n| plain.node(n).unwrap());
    let shortest = Router::new(plain.clone()).path(hnl, lax, SimTime::ZERO).unwrap().nodes;
    let name = |node: &NodeId| plain.nodes()[node.index()].name.clone();
    let paths = vec![shortest.iter().map(name).collect(), [a, b, c].map(|n| name(&n)).into()];
    config.routing = ShortestPaths { paths, ..<_>::default() }.model();
    let timeline = Arc::new(Timeline::build(&config, END));
    let mut router = Router::new(timeline.clone());
    let mut way = |from, to, t| router.path(from, to, t).map(|path| path.nodes);
    assert_eq!(way(a, c, SimTime::ZERO), Some(vec![a, b, c]));
    assert_eq!(way(d, c, SimTime::ZERO), Some(vec![d, a, b, c]), "from beside the way onto it");
    assert_eq!(way(c, a, SimTime::ZERO), Some(vec![c, a]), "the other direction is another way");
    assert_eq!(way(hnl, lax, SimTime::ZERO), Some(shortest.clone()));
    let first = shortest[1];
    let lost = (0..900).map(SimTime::from_secs).find(|&t| !timeline.is_linked(hnl, first, t));
    let lost = lost.expect("a handover within 15 minutes");
    assert_eq!(way(hnl, lax, lost), None);
    assert!(Router::new(plain).path(hnl, lax, lost).is_some());
}
