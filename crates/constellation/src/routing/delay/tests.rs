//! Goal: cached decisions equal those of a search over the whole network at the instant itself, to
//! the last digit, and stay valid as long as stated. Method: random skies (shells, seams, two
//! shells, elements, terminals with several antennas, moving terminals and relays, failures) and
//! random wires; the instants at which decisions change are found by bisection, and requested at
//! growing distances.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use skyseam_orbit::elements::{Elements, Identity, MeanElements};

use super::*;
use crate::description::config::SkyConfig;
use crate::description::parts::{
    Antennas, Failed, Failure, ListedPlanes, Orbiter, Orbits, Plane, Point, Propagation, Shell,
    Site, Terminal, Walker, Wire,
};
use crate::fixtures;
use crate::geometry::Geometry;
use crate::handover::{ShortestPath, model};
use crate::isl;
use crate::routing::Metric;

const END: SimTime = SimTime::from_secs(1_000);

/// Cached decisions, and those of a search at the instant.
struct Both {
    kept: Delays,
    fresh: Delays,
}

impl Both {
    fn new(config: &SkyConfig) -> Self {
        Self::with_isl_cost(config, 0.0)
    }

    fn with_isl_cost(config: &SkyConfig, isl_s: f64) -> Self {
        let timeline = Arc::new(Timeline::build(config, END));
        let delays = || Delays::new(Network::with_isl_cost(timeline.clone(), isl_s));
        Self { kept: delays(), fresh: delays() }
    }

    fn nodes(&self) -> u32 {
        self.fresh.network.nodes() as u32
    }

    fn satellites(&self) -> u32 {
        self.fresh.network.timeline().sky().satellites()
    }

    fn search(&mut self, at: NodeId, to: NodeId, t: SimTime) -> Option<NodeId> {
        self.fresh.search(at, to, t).next
    }

    /// Checks the decision at an instant and its validity at later ones.
    fn check(&mut self, at: NodeId, to: NodeId, t: SimTime) {
        let expected = self.search(at, to, t);
        let ForwardingChoice { next, until } = self.kept.choose(at, to, t);
        assert_eq!(next, expected, "{at} to {to} at {t}");
        assert!(until > t, "{at} to {to} at {t}: until {until}");
        let last = until.min(SimTime::from_secs(2_000)).saturating_add(Duration::ZERO);
        let last = SimTime::from_nanos(last.as_nanos() - 1).max(t);
        assert_eq!(self.search(at, to, last), expected, "{at} to {to} at {t} until {until}");
        let (reaches, _) = self.kept.reaches(at, to, t);
        assert_eq!(reaches, expected.is_some(), "a way from {at} to {to} at {t}");
        self.check_trees(at, to, t);
    }

    /// Compares the trees that the decision depends on, which started from those of other instants
    /// and stopped early, with complete trees built from nothing: costs of reached nodes are equal
    /// to the last digit, and other nodes cost at least the stated bound.
    fn check_trees(&mut self, at: NodeId, to: NodeId, t: SimTime) {
        let nodes = self.nodes();
        let Some(view) = self.kept.look(at, to, t) else { return };
        for (tree, instant) in view.trees.iter().zip(view.instants) {
            let mut whole = RouteTree::default();
            let of = TreeKey { t, stretch: SimTime::ZERO, spell: SimTime::ZERO };
            let last = tree.last.iter().copied();
            let all = (f64::INFINITY, &[][..]);
            whole.search(of, (to, last), instant, view.network, all, &mut CostQueue::default());
            for node in (0..nodes).map(NodeId) {
                if tree.is_reached(node) {
                    assert_eq!(tree.cost(node), whole.cost(node), "{node} to {to} at {t}");
                } else {
                    assert!(tree.cost(node) <= whole.cost(node), "{node} to {to} at {t}");
                }
            }
        }
    }

    /// Counts changes of the decision between two instants, located by bisection, and checks the
    /// instants around each.
    fn cross(&mut self, at: NodeId, to: NodeId, early: SimTime, late: SimTime) -> bool {
        let (mut early, mut late) = (early, late);
        let first = self.search(at, to, early);
        self.check(at, to, late);
        if self.search(at, to, late) == first {
            return false;
        }
        while late - early > Duration::from_nanos(1) {
            let middle = early + (late - early) / 2;
            if self.search(at, to, middle) == first { early = middle } else { late = middle }
        }
        for distance in (0..9).map(|power| Duration::from_nanos(10_u64.pow(power))) {
            for t in [late + distance, late - distance.min(late - SimTime::ZERO)] {
                self.check(at, to, t);
            }
        }
        true
    }
}

/// Routes from all nodes to one, over Iridium as in ns-2.
#[test]
fn kept_decisions_are_those_of_a_search_at_the_instant() {
    let mut both = Both::new(&fixtures::iridium(Metric::DELAY));
    let (to, mut crossings) = (NodeId(38), 0);
    for at in (0..66).map(NodeId).filter(|&at| at != to) {
        // Between two checks no link changes.
        for check in (0..1_000).step_by(10) {
            let early = SimTime::from_secs(check);
            let late = SimTime::from_nanos(check * 1_000_000_000 + 9_999_999_999);
            crossings += u32::from(both.cross(at, to, early, late));
        }
    }
    assert!(crossings > 20, "{crossings} crossings");
}

/// Most decisions hold for a whole window; few hold for a single instant.
#[test]
fn few_decisions_hold_for_an_instant_alone() {
    let mut config = fixtures::iridium(Metric::DELAY);
    config.geometry = Geometry::EXACT;
    let mut kept = Both::new(&config).kept;
    let (mut brief, mut all) = (0, 0);
    for at in (1..66).map(NodeId) {
        for millis in (0..200_000_u64).step_by(37) {
            let t = SimTime::from_nanos(millis * 1_000_000);
            all += 1;
            brief += u32::from(kept.choose(at, NodeId(0), t).until == after(t));
        }
    }
    assert!(brief * 1_000 < all, "{brief} of {all}");
}

/// Goal: a tree searched as far as one part of the network needs can be extended into another part.
/// Method: two shells without a link between them and one terminal that sees both; requests from
/// near to far in one shell, then in the other.
#[test]
fn parts_that_only_a_terminal_joins_are_reached() {
    let mut config = fixtures::iridium(Metric::DELAY);
    config.geometry = Geometry::EXACT;
    let shell = |name: &str, altitude_km: f64| Shell {
        name: name.into(),
        orbits: Orbits::Walker(Walker { altitude_km, planes: 2, ..fixtures::iridium_orbits() }),
        pattern: isl::model(isl::GridSeamOpen {}),
    };
    config.shells = vec![shell("low", 780.0), shell("high", 1_400.0)];
    config.terminals = vec![terminal("a", (40.0, 10.0), 0, false, false)];
    let mut both = Both::new(&config);
    let to = NodeId(both.satellites());
    let mut seen = [0; 2];
    for t in (0..1_000).step_by(37).map(SimTime::from_secs) {
        let mut nodes: Vec<NodeId> = (0..both.satellites()).map(NodeId).collect();
        let sky = both.fresh.network.timeline().clone();
        nodes.sort_by_key(|&node| (node.0 / 22, sky.propagation(node, to, t)));
        for at in nodes {
            both.check(at, to, t);
            seen[at.0 as usize / 22] += u32::from(both.search(at, to, t).is_some());
        }
    }
    assert!(seen.iter().all(|&ways| ways > 20), "parts with so many ways: {seen:?}");
}

/// Goal: a part of a run computes its share of the trees of a new window: those requested in the
/// window before, and no others. Method: destinations of either part and one never requested.
#[test]
fn a_part_prepares_its_share_of_the_trees_that_were_requested() {
    let timeline = Arc::new(Timeline::build(&fixtures::iridium(Metric::DELAY), END));
    let mut part = Delays::new(Network::new(timeline));
    let findings = Arc::new(Findings::new(part.network.nodes()));
    part.share(&RunPart { findings, number: 0, of: 2 });
    let at = |millis| SimTime::ZERO + Duration::from_millis(millis);
    let (from, own, others, unasked) = (NodeId(40), NodeId(2), NodeId(3), NodeId(4));
    for to in [own, others] {
        part.choose(from, to, at(101_500));
    }
    // Links change at multiples of 10 s.
    part.choose(from, NodeId(5), at(102_500));
    let latest = |to: NodeId| {
        part.rows[to.index()].trees.iter().filter_map(|tree| tree.of).map(|of| of.t).max()
    };
    assert_eq!([own, others, unasked].map(latest), [Some(at(103_000)), Some(at(102_000)), None]);
}

/// Returns elements of a satellite near its place in `walker`, with a random deviation.
fn orbiter(walker: &Walker, plane: u32, index: u32, draw: f64) -> Orbiter {
    let along = walker.argument_of_latitude_deg(plane, index).rem_euclid(360.0);
    let mean = MeanElements {
        inclination_deg: walker.inclination_deg,
        raan_deg: (walker.raan_spacing_deg * f64::from(plane)).rem_euclid(360.0),
        eccentricity: 0.01 * draw,
        argument_of_perigee_deg: 90.0,
        mean_anomaly_deg: (along + 270.0) % 360.0,
        mean_motion_rev_per_day: 14.34 + 0.1 * draw,
        bstar: 1e-5,
    };
    let identity = Identity {
        name: format!("SAT {plane}/{index}"),
        catalogue_number: 100 * plane + index,
        designator: String::new(),
    };
    let epoch = "2026-11-18T06:00:00Z".parse().unwrap();
    let elements = Elements::new(identity, epoch, mean).unwrap();
    Orbiter { name: format!("SAT {plane}/{index}"), elements, argument_of_latitude_deg: along }
}

/// Returns the orbits of `walker`, each satellite with its own elements.
fn listed(walker: &Walker, draw: f64) -> Orbits {
    let plane = |plane: u32| Plane {
        raan_deg: (walker.raan_spacing_deg * f64::from(plane)).rem_euclid(360.0),
        satellites: (0..walker.satellites_per_plane)
            .map(|index| orbiter(walker, plane, index, draw))
            .collect(),
    };
    let planes = (0..walker.planes).map(plane).collect();
    Orbits::Listed(ListedPlanes { inclination_deg: walker.inclination_deg, planes })
}

fn terminal(name: &str, place: (f64, f64), links: u32, goes: bool, is_relay: bool) -> Terminal {
    let point = |shift: f64| Point {
        latitude_deg: (place.0 + shift).clamp(-80.0, 80.0),
        longitude_deg: place.1,
        altitude_m: 1e4 * shift.abs(),
    };
    let mut terminal = Terminal::fixed(name, place.0, place.1, 8.0);
    if goes {
        let middle = SimTime::from_secs(500);
        terminal.site = Site::Track(vec![
            (SimTime::ZERO, point(0.0)),
            (middle, point(1.3)),
            (END, point(-0.5)),
        ]);
    }
    terminal.antennas = match links {
        0 => Antennas::Unlimited,
        1 => Antennas::One,
        links => Antennas::Several(links),
    };
    terminal.is_relay = is_relay;
    terminal
}

prop_compose! {
    fn sky()(
        geometry in proptest::sample::select(vec![
            Geometry::NS2, Geometry::EXACT, Geometry::HYPATIA,
        ]),
        pattern in proptest::sample::select(vec![
            isl::model(isl::GridSeamOpen {}), isl::model(isl::GridSeamCrossed {}),
            isl::model(isl::PlusGrid {}), isl::model(isl::Teledesic {}),
        ]),
        (planes, per_plane) in (2..7_u32, 6..12_u32),
        (is_delta, has_elements, is_double, precesses) in
            (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()),
        draw in 0.0..1.0_f64,
        places in proptest::collection::vec((-60.0..60.0_f64, -180.0..180.0_f64), 4),
        kinds in proptest::collection::vec((0..4_u32, any::<bool>(), any::<bool>()), 4),
        has_wires in any::<bool>(),
        failed in proptest::collection::vec((0..40_u32, 0..900_u64), 0..3),
    ) -> SkyConfig {
        let mut config = fixtures::iridium(Metric::DELAY);
        config.geometry = geometry;
        let walker = Walker {
            planes,
            satellites_per_plane: per_plane,
            raan_spacing_deg: if is_delta { 360.0 } else { 190.0 } / f64::from(planes),
            inclination_deg: if is_delta { 53.0 } else { 86.4 },
            ..fixtures::iridium_orbits()
        };
        // Satellites with elements follow SGP4 in any geometry mode except ns-2's, which does not
        // support them.
        let has_elements = has_elements && geometry != Geometry::NS2;
        let uneven = !pattern.needs_even_planes();
        let orbits = if has_elements && uneven {
            config.zero = Some("2026-11-20T00:00:00Z".parse().unwrap());
            listed(&walker, draw)
        } else {
            if precesses && geometry != Geometry::NS2 {
                config.propagation = Propagation::J2;
            }
            Orbits::Walker(walker.clone())
        };
        config.shells = vec![Shell { name: "one".into(), orbits, pattern }];
        let satellites = planes * per_plane;
        if is_double {
            let other = Walker {
                altitude_km: 550.0 + 900.0 * draw,
                inclination_deg: 70.0,
                planes: 3,
                satellites_per_plane: 5,
                raan_spacing_deg: 60.0,
                ..walker
            };
            let orbits = Orbits::Walker(other);
            let pattern = isl::model(isl::GridSeamOpen {});
            config.shells.push(Shell { name: "other".into(), orbits, pattern });
            config.listed_isls = (0..15).map(|n| [satellites + n, n * 7 % satellites]).collect();
        }
        config.isl.grazing_altitude_km = 0.0;
        let names = ["a", "b", "c", "d"];
        let drawn = names.iter().zip(places).zip(kinds);
        config.terminals = drawn
            .map(|((name, place), (links, goes, relays))| {
                terminal(name, place, links, goes, relays && links != 1)
            })
            .collect();
        if draw > 0.7 {
            config.handover.policy = model(ShortestPath {});
        }
        if has_wires {
            let wire = |a: &str, b: &str, micros| {
                Wire::new([a.into(), b.into()], Duration::from_micros(micros))
            };
            config.nodes = vec!["x".into(), "y".into()];
            config.wires = vec![wire("a", "x", 900), wire("x", "b", 12_000), wire("y", "x", 0)];
        }
        config.failures = failed
            .into_iter()
            .map(|(number, from)| Failure {
                what: Failed::Satellite(number % satellites),
                from: SimTime::from_secs(from),
                until: SimTime::from_secs(from + 60),
            })
            .collect();
        config
    }
}

/// Returns the nodes for which decisions are requested: all but leaves, which the router resolves.
fn asked(both: &Both) -> Vec<NodeId> {
    let timeline = both.fresh.network.timeline();
    let is_leaf = |node: NodeId| {
        timeline.is_terminal(node) && !timeline.is_routed[timeline.terminal_index(node)]
    };
    (0..both.nodes()).map(NodeId).filter(|&node| !is_leaf(node)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn kept_decisions_are_those_of_a_search_over_any_sky(
        config in sky(),
        instants in proptest::collection::vec(0..1_010_000_000_000_u64, 6),
        pairs in proptest::collection::vec(
            (any::<prop::sample::Index>(), any::<bool>(), any::<prop::sample::Index>()),
            12,
        ),
        isl_s in prop::sample::select(vec![0.0, ISL_S]),
    ) {
        let mut both = Both::with_isl_cost(&config, isl_s);
        let nodes = asked(&both);
        let others: Vec<NodeId> =
            nodes.iter().copied().filter(|node| node.0 >= both.satellites()).collect();
        for &(at, is_beside, to) in &pairs {
            let at = nodes[at.index(nodes.len())];
            // Nodes other than satellites are few and drawn more often.
            let ends = if is_beside && !others.is_empty() { &others } else { &nodes };
            let to = ends[to.index(ends.len())];
            for (at, to) in [(at, to), (to, at)] {
                for t in instants.iter().map(|&t| SimTime::from_nanos(t)) {
                    if at != to {
                        both.check(at, to, t);
                        // Includes instants where windows meet.
                        both.cross(at, to, t, t + Duration::from_millis(2_700));
                    }
                }
            }
        }
    }

    /// Many ties, and links without delay.
    #[test]
    fn kept_decisions_are_those_of_a_search_among_wires(
        nodes in 2u32..14,
        drawn in proptest::collection::vec((any::<u32>(), any::<u32>(), 0u64..3), 0..40),
    ) {
        let name = |node: u32| format!("n{node}");
        let mut pairs = BTreeMap::new();
        for (a, b, delay_ms) in drawn {
            let (a, b) = (a % nodes, b % nodes);
            if a != b {
                pairs.insert((a.min(b), a.max(b)), Duration::from_millis(delay_ms));
            }
        }
        let wire =
            |((a, b), delay): ((u32, u32), Duration)| Wire::new([name(a), name(b)], delay);
        let config = SkyConfig {
            nodes: (0..nodes).map(name).collect(),
            wires: pairs.into_iter().map(wire).collect(),
            shells: Vec::new(),
            ..fixtures::iridium(Metric::DELAY)
        };
        let mut both = Both::new(&config);
        for (at, to) in (0..nodes).flat_map(|at| (0..nodes).map(move |to| (at, to))) {
            if at != to {
                both.check(NodeId(at), NodeId(to), SimTime::from_secs(1));
            }
        }
    }
}
