//! Goal: a run that is divided among threads gives the outcome of one thread, to the last byte.
//! Method: every example with satellites that can be divided, and drawn constellations with drawn
//! traffic, on several numbers of threads.

use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;
use skyseam_scenario::{Files, Scenario};
use skyseam_sim::{Control, Outcome, parse, parse_alone, run_on_threads};

fn outcome(scenario: &Scenario, threads: usize) -> (Outcome, Option<&'static str>) {
    run_on_threads(scenario, threads, &mut |_| Control::Continue).expect("nobody cancels")
}

/// Compares one thread with so many; returns why the run was not divided.
fn compare(scenario: &Scenario, threads: usize, what: &str) -> Option<&'static str> {
    let (divided, why) = outcome(scenario, threads);
    if why.is_some() {
        return why;
    }
    let (whole, _) = outcome(scenario, 1);
    assert_eq!(divided.manifest, whole.manifest, "{what} on {threads} threads");
    assert_eq!(divided.tables.len(), whole.tables.len());
    for ((name, ours), (_, expected)) in divided.tables.iter().zip(&whole.tables) {
        let is_equal = format!("{ours:?}") == format!("{expected:?}");
        assert!(is_equal, "{what} on {threads} threads: table {name}");
    }
    None
}

#[test]
fn examples_with_satellites_come_out_the_same() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut files = Files::new();
    let mut texts = BTreeMap::new();
    for entry in place.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = std::fs::read(&path).unwrap();
        if name.ends_with(".toml") {
            texts.insert(name.clone(), String::from_utf8(bytes.clone()).unwrap());
        }
        files.insert(name, bytes);
    }
    let mut compared = Vec::new();
    for (name, text) in &texts {
        let parsed = parse(text, name, &files).unwrap_or_else(|errors| panic!("{errors}"));
        let scenario = parsed.scenario;
        if scenario.sky.satellites() == 0 || scenario.flows.is_empty() {
            continue;
        }
        match compare(&scenario, 2, name) {
            Some(why) => println!("{name}: {why}"),
            None => compared.push(name.clone()),
        }
    }
    println!("{compared:?}");
    assert!(compared.len() >= 10, "{compared:?}");
}

const TRANSPORTS: [&str; 4] = [
    r#"{ kind = "tcp", stack = "linux", congestion = "cubic" }"#,
    r#"{ kind = "tcp", stack = "rfc", congestion = "newreno" }"#,
    r#"{ kind = "tcp", stack = "ns2", congestion = "cubic" }"#,
    r#"{ kind = "tcp", stack = "linux", congestion = "bbr" }"#,
];

const QUEUES: [&str; 4] = [r#""4 packets""#, r#""60 packets""#, r#""codel""#, r#""fq-codel""#];

const SERIES: [&str; 4] =
    ["", r#""cwnd", "rtt""#, r#""queue""#, r#""sequence", "retransmissions""#];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn drawn_runs_come_out_the_same(
        (queue, series, threads) in (0..4usize, 0..4usize, 2..8usize),
        transports in prop::collection::vec((0..4usize, 0..4usize, 0..6usize, 1..400u32), 1..8),
        (start, loss, forwarded) in (0..5_000u32, any::<bool>(), any::<bool>()),
    ) {
        let places = [
            (52.5, 13.4), (40.7, -74.0), (-33.9, 151.2), (35.7, 139.7), (6.5, 3.4), (-23.5, -46.6),
        ];
        let terminals: String = (0..)
            .zip(places)
            .map(|(n, (latitude, longitude))| {
                format!(
                    "[[terminals]]\nname = \"t{n}\"\nlatitude = \"{latitude} deg\"\n\
                     longitude = \"{longitude} deg\"\n"
                )
            })
            .collect();
        let flows: String = (0..)
            .zip(&transports)
            .map(|(n, (transport, from, step, size))| {
                let to = (from + 1 + step % 5) % 6;
                let (count, every) = (2 + size % 4, 1 + size % 7);
                format!(
                    "[[flows]]\nname = \"f{n}\"\nfrom = \"t{from}\"\nto = \"t{to}\"\n\
                     start = \"{} ms\"\ncount = {count}\nevery = \"{every}00 ms\"\n\
                     application = {{ kind = \"file\", size = \"{size} kB\" }}\n\
                     transport = {}\n",
                    10 * size % 500, TRANSPORTS[*transport],
                )
            })
            .collect();
        let loss = if loss { r#", loss = { kind = "bernoulli", probability = 0.02 }"# } else { "" };
        let at_handover = if forwarded { "forwarded" } else { "lost" };
        let queue = QUEUES[queue];
        let record = SERIES[series];
        let text = format!(
            "[constellation]\npreset = \"iridium\"\n\
             [handover]\nqueued = \"{at_handover}\"\n\
             [links]\nuplink = {{ rate = \"2 Mbit/s\", queue = {queue}{loss} }}\n\
             downlink = {{ rate = \"2 Mbit/s\", queue = {queue} }}\n\
             isl = {{ rate = \"5 Mbit/s\", queue = {queue} }}\n\
             {terminals}{flows}\n\
             [run]\nstart = \"{start} s\"\nduration = \"20 s\"\nrecord = [{record}]\n",
        );
        let scenario = parse_alone(&text, "drawn.toml").unwrap_or_else(|errors| panic!("{errors}"));
        prop_assert_eq!(compare(&scenario, threads, &text), None);
    }
}
