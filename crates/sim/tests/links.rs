//! Goal: the table of links states when every link is on, also for terminals with several at a
//! time. Method: at instants during the study, the rows that hold are the pairs that are linked in
//! the timeline.

use std::collections::BTreeMap;

use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::Timeline;
use skyseam_sim::{Control, MotionRequest, motion, parse_alone};
use skyseam_trace::{Table, Values};

/// One antenna, two, any number; make-before-break; a wire; links that go off at latitudes.
const SKIES: [(&str, &str); 3] = [
    ("sticky", "overlap = \"20 s\""),
    ("highest-elevation", "overlap = \"90 s\""),
    ("shortest-path", "check_interval = \"3 s\""),
];

fn text((policy, transition): (&str, &str)) -> String {
    // That policy takes every satellite, whatever the antennas.
    let antennas = if policy == "shortest-path" { "" } else { "antennas = 2" };
    format!(
        r#"
        nodes = [{{ name = "server" }}]
        wires = [{{ between = ["gateway", "server"], delay = "1 ms", rate = "1 Mbit/s",
                    queue = "9 packets" }}]
        constellation = {{ preset = "iridium" }}
        handover = {{ kind = "{policy}", {transition} }}
        [[terminals]]
        name = "gateway"
        latitude = "65 deg"
        longitude = "10 deg"
        {antennas}
        [[terminals]]
        name = "leaf"
        latitude = "20 deg"
        longitude = "-100 deg"
        "#
    )
}

fn seconds<'t>(table: &'t Table, name: &str) -> &'t [f64] {
    match table.column(name) {
        Some(Values::F64(values)) => values,
        other => panic!("{name} is {other:?}"),
    }
}

fn nodes<'t>(table: &'t Table, name: &str) -> &'t [u32] {
    match table.column(name) {
        Some(Values::Names { indices, .. }) => indices,
        other => panic!("{name} is {other:?}"),
    }
}

#[test]
fn rows_hold_exactly_while_their_ends_are_linked() {
    for sky in SKIES {
        let scenario = parse_alone(&text(sky), "test.toml").unwrap_or_else(|e| panic!("{e}"));
        let request = MotionRequest {
            start_s: Some(500.0),
            duration_s: Some(2_000.0),
            step_s: Some(1_000.0),
        };
        let sampling = request.resolve(&scenario).expect("a request that can be met");
        let outcome = motion(&scenario, &sampling, &mut |_| Control::Continue).expect("an outcome");
        let links = &outcome.tables[1].1;
        let (a, b) = (nodes(links, "a"), nodes(links, "b"));
        let (from, until) = (seconds(links, "from_s"), seconds(links, "until_s"));
        let mut last: BTreeMap<(u32, u32), f64> = BTreeMap::new();
        for row in 0..a.len() {
            let before = last.insert((a[row], b[row]), until[row]);
            assert!(from[row] < until[row] && before.is_none_or(|before| before < from[row]));
            assert!(from[row] >= 500.0 && until[row] <= 2_500.0);
        }
        let timeline = Timeline::build(&scenario.sky, sampling.end);
        let mut most = 0;
        for second in (500..2_500).step_by(7) {
            let t = SimTime::from_secs(second);
            let holds = |&row: &usize| from[row] <= second as f64 && (second as f64) < until[row];
            let mut found: Vec<(u32, u32)> =
                (0..a.len()).filter(holds).map(|row| (a[row], b[row])).collect();
            let linked = |&(a, b): &(u32, u32)| timeline.is_linked(NodeId(a), NodeId(b), t);
            let count = timeline.nodes().len() as u32;
            let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
            // In ascending order already.
            let expected: Vec<(u32, u32)> = pairs.filter(linked).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "at {second} s with {sky:?}");
            most = most.max(found.iter().filter(|&&(_, b)| b == 66).count());
        }
        assert!(most > 1, "the gateway has {most} satellites at most");
    }
}
