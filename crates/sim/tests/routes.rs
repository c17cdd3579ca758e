//! Forwarding tables from scenario text. Goal: at any instant they equal those of a search without
//! history, whatever the links of terminals, and are the same on any number of threads.
//!
//! Method: the reference reads links and delays from the timeline one by one and relaxes all links
//! until nothing changes (Bellman-Ford), then takes the lowest-numbered neighbour with the least
//! cost.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::forwarding::{GroundAccess, TableChange, TableRequest, Topology, walk};
use skyseam_constellation::{Sampling, Timeline};
use skyseam_scenario::{Files, Scenario};
use skyseam_sim::{Control, NoOutcome, RoutesRequest, parse, routes};
use skyseam_trace::{Table, Values};

/// Names and positions of terminals, with their elevation masks, deg.
const PLACES: [(&str, f64, f64, f64); 6] = [
    ("Honolulu", 21.3, -157.9, 8.0),
    ("Moscow", 55.8, 37.6, 0.0),
    ("Quito", -0.2, -78.5, 25.0),
    ("Longyearbyen", 78.2, 15.6, 15.0),
    ("Cape Town", -33.9, 18.4, 40.0),
    ("Suva", -18.1, 178.4, 10.0),
];

fn scenario(constellation: &str) -> Scenario {
    scenario_of(constellation, "", "")
}

fn scenario_of(constellation: &str, handover: &str, antennas: &str) -> Scenario {
    let mut text = format!("[constellation]\n{constellation}\n{handover}");
    for (name, latitude, longitude, mask) in PLACES {
        text += &format!(
            "[[terminals]]\nname = \"{name}\"\nlatitude = \"{latitude} deg\"\n\
             longitude = \"{longitude} deg\"\nelevation_mask = \"{mask} deg\"\n{antennas}"
        );
    }
    let parsed = parse(&text, "test.toml", &Files::new());
    parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario
}

/// Links that go off above a latitude, a seam with and without crossing links, an inclined shell,
/// two shells, precession, the geometry of ns-2.
const SKIES: [&str; 6] = [
    "preset = \"iridium\"",
    "preset = \"iridium-ns2\"",
    "preset = \"teledesic-ns2\"",
    "preset = \"telesat\"\npropagation = \"j2\"",
    "preset = \"globalstar\"",
    "preset = \"globalstar\"\nisl = { pattern = \"plus-grid\", latitude_threshold = \"45 deg\" }",
];

/// The section `handover` and each terminal's `antennas`: links to one satellite or to all above
/// the mask, as in the preset; to one, while the previous one still delivers; to two; to all.
const HANDOVERS: [[&str; 2]; 5] = [
    ["", ""],
    ["[handover]\nkind = \"highest-elevation\"\noverlap = \"5 s\"\n", ""],
    ["[handover]\nkind = \"sticky\"\n", "antennas = 2\n"],
    ["[handover]\nkind = \"shortest-path\"\n", ""],
    ["[handover]\nkind = \"sticky\"\n", "antennas = \"all\"\n"],
];

/// Next hops of all satellites and of all terminals towards `to` at `t`.
fn reference(
    timeline: &Timeline,
    ground: GroundAccess,
    to: NodeId,
    t: SimTime,
) -> Vec<Option<NodeId>> {
    let satellites = timeline.sky().satellites();
    let terminals = satellites..satellites + timeline.sky().terminals();
    let phases = timeline.sky().phases(t);
    let delay = |a, b| timeline.propagation(a, b, t).as_nanos().max(1);
    let mut links: BTreeMap<NodeId, Vec<(NodeId, u64)>> = BTreeMap::new();
    for &(a, b) in timeline.isl_pairs() {
        if timeline.is_linked(a, b, t) {
            links.entry(a).or_default().push((b, delay(a, b)));
            links.entry(b).or_default().push((a, delay(a, b)));
        }
    }
    let usable = |terminal: NodeId| -> Vec<NodeId> {
        let view = timeline.sky().view(terminal, &phases);
        let any = (0..satellites).map(NodeId);
        match ground {
            GroundAccess::Visible => any.filter(|&s| view.usable_elevation(s).is_some()).collect(),
            GroundAccess::Attached => any.filter(|&s| timeline.can_send(terminal, s, t)).collect(),
        }
    };
    for satellite in usable(to) {
        links.entry(satellite).or_default().push((to, delay(satellite, to)));
    }
    let mut costs = vec![u64::MAX; timeline.nodes().len()];
    costs[to.index()] = 0;
    let mut is_settled = false;
    while !is_settled {
        is_settled = true;
        for (from, ends) in &links {
            for &(end, cost) in ends {
                let offer = costs[end.index()].saturating_add(cost);
                if offer < costs[from.index()] {
                    costs[from.index()] = offer;
                    is_settled = false;
                }
            }
        }
    }
    let best = |offers: &mut dyn Iterator<Item = (NodeId, u64)>| {
        let offers = offers.map(|(end, cost)| (costs[end.index()].saturating_add(cost), end));
        offers.filter(|&(cost, _)| cost < u64::MAX).min().map(|(_, end)| end)
    };
    let of_satellite = (0..satellites).map(|satellite| {
        let ends = links.get(&NodeId(satellite)).into_iter().flatten();
        best(&mut ends.copied())
    });
    let of_terminal = terminals.map(NodeId).map(|terminal| {
        let ends = usable(terminal).into_iter();
        best(&mut ends.map(|satellite| (satellite, delay(satellite, terminal))))
            .filter(|_| terminal != to)
    });
    of_satellite.chain(of_terminal).collect()
}

fn walked(
    topology: &Arc<Topology>,
    places: usize,
    sampling: Sampling,
    threads: usize,
) -> Vec<TableChange> {
    let satellites = topology.satellites();
    let terminals = (satellites..satellites + PLACES.len() as u32).map(NodeId);
    let request = TableRequest {
        destinations: terminals.clone().take(places).collect(),
        sources: terminals.collect(),
        sampling,
    };
    let mut changes = Vec::new();
    let mut next_step = 0;
    let whole = walk(
        topology,
        &request,
        threads,
        &mut |stretch| {
            assert_eq!(stretch.steps.start, next_step);
            next_step = stretch.steps.end;
            changes.extend(stretch.changes);
            true
        },
        &mut |_| true,
    );
    assert!(whole);
    changes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any constellation, any start and step, both kinds of ground link: at every instant the
    /// changes so far add up to the reference's tables, and no change repeats a known entry.
    #[test]
    fn tables_are_those_of_a_search_without_memory(
        sky in 0..SKIES.len(),
        [handover, antennas] in prop::sample::select(HANDOVERS.to_vec()),
        attached in any::<bool>(),
        start_s in 0_u64..6_000,
        step_ms in prop_oneof![Just(1_000_u64), Just(10_000), 1_u64..400_000],
        threads in 1_usize..4,
    ) {
        let scenario = scenario_of(SKIES[sky], handover, antennas);
        let (start, step) = (SimTime::from_secs(start_s), Duration::from_millis(step_ms));
        let sampling = Sampling { start, step, end: start + step * 12 };
        let ground = if attached { GroundAccess::Attached } else { GroundAccess::Visible };
        let topology = Topology::build(&scenario.sky, ground, sampling.end, &mut |_| true);
        let topology = Arc::new(topology.expect("nobody stops it"));
        let timeline = Timeline::build(&scenario.sky, sampling.end);
        let satellites = topology.satellites();
        let mut changes = walked(&topology, 3, sampling, threads).into_iter().peekable();
        let nodes = satellites as usize + PLACES.len();
        let mut tables = vec![vec![None; nodes]; 3];
        for number in 0..12 {
            let mut last = None;
            while let Some(change) = changes.next_if(|change| change.step == number) {
                let to = (change.to.0 - satellites) as usize;
                prop_assert!(last < Some((to, change.at)), "out of order");
                last = Some((to, change.at));
                let known = &mut tables[to][change.at.index()];
                prop_assert_ne!(*known, change.next, "no change");
                *known = change.next;
            }
            let t = start + step * u64::from(number);
            for (to, table) in tables.iter().enumerate() {
                let to = NodeId(satellites + to as u32);
                prop_assert_eq!(table, &reference(&timeline, ground, to, t), "{} at {}", to, t);
            }
        }
        prop_assert!(changes.next().is_none());
    }
}

/// Two minutes of Starlink's first shell every second: more than one time range for each thread.
#[test]
fn any_number_of_threads_tells_the_same() {
    let scenario = scenario("preset = \"starlink-shell1\"");
    let sampling = Sampling {
        start: SimTime::from_secs(100),
        step: Duration::from_secs(1),
        end: SimTime::from_secs(260),
    };
    let topology =
        Topology::build(&scenario.sky, GroundAccess::Visible, sampling.end, &mut |_| true);
    let topology = Arc::new(topology.expect("nobody stops it"));
    let alone = walked(&topology, 6, sampling, 1);
    assert!(alone.len() > 6 * 1584, "every satellite has routes, and some change");
    for threads in [2, 3, 7] {
        assert!(walked(&topology, 6, sampling, threads) == alone, "{threads} threads");
    }
    // And they are right in the end, after many small steps.
    let timeline = Timeline::build(&scenario.sky, sampling.end);
    let last = SimTime::from_secs(259);
    for to in (1584..1590).map(NodeId) {
        let mut table = vec![None; 1590];
        for change in alone.iter().filter(|change| change.to == to) {
            table[change.at.index()] = change.next;
        }
        assert_eq!(table, reference(&timeline, GroundAccess::Visible, to, last), "to {to}");
    }
}

fn request() -> RoutesRequest {
    RoutesRequest {
        to: Some(vec!["Quito".into(), "Suva".into()]),
        from: vec!["Moscow".into()],
        ground: "visible".into(),
        duration_s: Some(60.0),
        step_s: Some(10.0),
        ..RoutesRequest::default()
    }
}

/// All pieces of a table, as rows of text.
fn rows(scenario: &Scenario, request: &RoutesRequest) -> Vec<String> {
    let study = request.resolve(scenario).expect("a good request");
    let mut rows = Vec::new();
    let mut take = |table: Table| {
        let text = |name, row: usize| match table.column(name).expect("a column") {
            Values::F64(values) => values[row].to_string(),
            Values::Names { indices, names } => {
                names.get(indices[row] as usize).cloned().unwrap_or("none".into())
            }
            other => panic!("{other:?}"),
        };
        let columns = ["t_s", "destination", "node", "next_hop"];
        rows.extend((0..table.rows()).map(|row| columns.map(|name| text(name, row)).join(" ")));
        true
    };
    let manifest = routes(scenario, &study, 2, &mut take, &mut |_| Control::Continue);
    let manifest = manifest.expect("nobody cancels");
    assert_eq!(manifest["routes"]["count"], rows.len());
    rows
}

/// The full tables equal the sum of the changes.
#[test]
fn full_tables_and_changes_say_the_same() {
    let scenario = scenario("preset = \"iridium\"");
    let changes = rows(&scenario, &request());
    let full = rows(&scenario, &RoutesRequest { full: true, ..request() });
    assert_eq!(full.len(), 6 * 2 * 67);
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let mut changes = changes.iter().peekable();
    for row in &full {
        let (time, rest) = row.split_once(' ').expect("four words");
        let (key, next) = rest.rsplit_once(' ').expect("three words");
        let now = |change: &&String| change.starts_with(&format!("{time} {key} "));
        if let Some(change) = changes.next_if(now) {
            known.insert(key.into(), change.rsplit_once(' ').expect("a word").1.into());
        }
        assert_eq!(known.get(key).map_or("none", |next| next), next, "{row}");
    }
    assert_eq!(changes.next(), None);
}

#[test]
fn what_cannot_be_tabled_is_refused_in_words() {
    let scenario = scenario("preset = \"iridium\"");
    let refused = |request: RoutesRequest| request.resolve(&scenario).expect_err("refused");
    let to = |names: &[&str]| Some(names.iter().map(|&name| name.into()).collect());
    let message = refused(RoutesRequest { to: to(&["Oslo"]), ..request() });
    assert!(message.starts_with("no terminal is called \"Oslo\"; expected one of Honolulu, M"));
    let message = refused(RoutesRequest { to: to(&["Suva", "Suva"]), ..request() });
    assert_eq!(message, "\"Suva\" is named twice as a destination");
    let message = refused(RoutesRequest { ground: "any".into(), ..request() });
    assert_eq!(message, "ground is \"any\"; expected \"visible\" or \"attached\"");
    let message = refused(RoutesRequest { step_s: Some(0.0), ..request() });
    assert!(message.starts_with("step is 0 s"), "{message}");
    let message = refused(RoutesRequest { step_s: Some(1e-9), ..request() });
    assert!(message.contains("take a longer step"), "{message}");
    let long =
        RoutesRequest { duration_s: Some(1e6), step_s: Some(0.001), full: true, ..request() };
    assert!(refused(long).contains("or changes only"));
}

#[test]
fn whoever_takes_the_rows_can_stop() {
    let scenario = scenario("preset = \"telesat\"");
    let study = RoutesRequest { duration_s: Some(3_600.0), step_s: Some(1.0), ..request() };
    let study = study.resolve(&scenario).expect("a good request");
    let stopped = routes(&scenario, &study, 2, &mut |_| false, &mut |_| Control::Continue);
    assert_eq!(stopped, Err(NoOutcome::Stopped));
    let mut asked = 0;
    let cancelled = routes(&scenario, &study, 2, &mut |_| true, &mut |_| {
        asked += 1;
        if asked > 3 { Control::Cancel } else { Control::Continue }
    });
    assert_eq!(cancelled, Err(NoOutcome::Stopped));
}
