//! Goal: a run divided among threads gives the outcome of one thread, to the last byte. Method:
//! every example with satellites that can be divided, drawn traffic of all kinds over Iridium in
//! two to seven regions, and traffic with many events at equal instants.

use std::sync::Arc;

use proptest::prelude::*;
use skyseam_constellation::Timeline;
use skyseam_scenario::Scenario;
use skyseam_sim::run::run_over;
use skyseam_sim::{Control, Progress, Ran, RunOptions, parse_alone, run};

use crate::common;

/// Compares a run on one thread with one of `regions` regions; returns the reason if the run was
/// not divided.
fn compare(scenario: &Scenario, regions: usize, what: &str) -> Option<&'static str> {
    let end = scenario.run.start + scenario.run.duration;
    let timeline = Arc::new(Timeline::build(&scenario.sky, end));
    let ran = |regions: Option<usize>| {
        let options = RunOptions { regions, ..RunOptions::default() };
        let go_on = &mut |_: Progress<'_>| Control::Continue;
        run_over(scenario, &timeline, &options, go_on).expect("nobody cancels")
    };
    let Ran { outcome: divided, undivided, .. } = ran(Some(regions));
    if undivided.is_some() {
        return undivided;
    }
    let whole = ran(None).outcome;
    assert_eq!(divided.manifest, whole.manifest, "{what} in {regions} regions");
    assert_eq!(divided.tables.len(), whole.tables.len());
    for ((name, ours), (_, expected)) in divided.tables.iter().zip(&whole.tables) {
        let is_equal = format!("{ours:?}") == format!("{expected:?}");
        assert!(is_equal, "{what} in {regions} regions: table {name}");
    }
    None
}

#[test]
fn examples_with_satellites_come_out_the_same() {
    let mut compared = Vec::new();
    for (name, scenario) in common::examples(16, 1) {
        if scenario.sky.satellites() == 0 {
            continue;
        }
        match compare(&scenario, 2, &name) {
            Some(why) => println!("{name}: {why}"),
            None => compared.push(name),
        }
    }
    println!("{compared:?}");
    assert!(compared.len() >= 10, "{compared:?}");
}

const TRANSPORTS: [&str; 8] = [
    r#"{ kind = "tcp", stack = "linux", congestion = "cubic" }"#,
    r#"{ kind = "tcp", stack = "rfc", congestion = "newreno" }"#,
    r#"{ kind = "tcp", stack = "ns2", congestion = "cubic" }"#,
    r#"{ kind = "tcp", stack = "linux", congestion = "bbr" }"#,
    r#"{ kind = "tcp", stack = "linux", tls = "full" }"#,
    r#"{ kind = "tcp", stack = "linux", fast_open = "learned" }"#,
    r#"{ kind = "quic" }"#,
    r#"{ kind = "stp" }"#,
];

/// Applications whose `SIZE` is drawn; the first two work over any transport, the next two over
/// some.
const APPLICATIONS: [&str; 8] = [
    r#"{ kind = "file", size = "SIZE kB" }"#,
    r#"{ kind = "bulk", duration = "3 s" }"#,
    r#"{ kind = "web", page = "median-2024" }"#,
    r#"{ kind = "request-response", request = "300 B", response = "SIZE kB" }"#,
    r#"{ kind = "voice", duration = "4 s", talk = { kind = "exponential" } }"#,
    r#"{ kind = "ping", count = 50, interval = "37 ms", size = "84 B" }"#,
    r#"{ kind = "udp", duration = "4 s",
        source = { kind = "poisson", rate = "200 kbit/s", size = "SIZE B" } }"#,
    r#"{ kind = "file", size = "SIZE kB" }"#,
];

const QUEUES: [&str; 4] = [r#""4 packets""#, r#""60 packets""#, r#""codel""#, r#""fq-codel""#];

const SERIES: [&str; 4] =
    ["", r#""cwnd", "rtt""#, r#""queue""#, r#""sequence", "retransmissions""#];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn drawn_runs_come_out_the_same(
        (queue, series, regions) in (0..4usize, 0..4usize, 2..8usize),
        flows in
            prop::collection::vec((0..8usize, 0..8usize, 0..6usize, 0..5usize, 1..400u32), 1..8),
        (start, loss, forwarded, jitter) in
            (0..5_000u32, any::<bool>(), any::<bool>(), any::<bool>()),
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
            .zip(&flows)
            .map(|(n, &(transport, application, from, step, size))| {
                let to = (from + 1 + step) % 6;
                let (count, every) = (2 + size % 4, 1 + size % 7);
                let transport = match application {
                    4..7 => String::new(),
                    // Only transports both of whose ends send.
                    2 | 3 => format!("transport = {}", TRANSPORTS[[0, 3, 5, 6][transport % 4]]),
                    _ => format!("transport = {}", TRANSPORTS[[0, 1, 2, 3, 6, 7][transport % 6]]),
                };
                let version = if transport.contains("quic") { "3" } else { "2" };
                let application = APPLICATIONS[application]
                    .replace("SIZE", &(30 + size).to_string())
                    .replace("2024\"", &format!("2024\", http = \"{version}\""));
                let is_split = size % 5 == 0 && application.contains("file");
                let split = if is_split && !transport.contains("quic") {
                    let between = (0..6).find(|node| ![from, to].contains(node)).unwrap();
                    format!("split_at = [{{ node = \"t{between}\" }}]")
                } else {
                    String::new()
                };
                format!(
                    "[[flows]]\nname = \"f{n}\"\nfrom = \"t{from}\"\nto = \"t{to}\"\n\
                     start = \"{} ms\"\ncount = {count}\nevery = \"{every}00 ms\"\n\
                     application = {application}\n{transport}\n{split}\n",
                    10 * size % 500,
                )
            })
            .collect();
        let loss = if loss { r#", loss = { kind = "bernoulli", probability = 0.02 }"# } else { "" };
        let jitter = if jitter { r#", jitter = "30 us""# } else { "" };
        let at_handover = if forwarded { "forwarded" } else { "lost" };
        let queue = QUEUES[queue];
        let record = SERIES[series];
        let text = format!(
            "[constellation]\npreset = \"iridium\"\n\
             [handover]\nqueued = \"{at_handover}\"\n\
             [links]\nuplink = {{ rate = \"2 Mbit/s\", queue = {queue}{loss}{jitter} }}\n\
             downlink = {{ rate = \"2 Mbit/s\", queue = {queue} }}\n\
             isl = {{ rate = \"5 Mbit/s\", queue = {queue}{jitter} }}\n\
             {terminals}{flows}\n\
             [run]\nstart = \"{start} s\"\nduration = \"20 s\"\nrecord = [{record}]\n",
        );
        let scenario = parse_alone(&text, "drawn.toml").unwrap_or_else(|errors| panic!("{errors}"));
        prop_assert_eq!(compare(&scenario, regions, &text), None);
    }
}

/// Six terminals under a constellation too sparse to serve all of them at all times, with this
/// elevation mask; each has a server behind it. Queues hold two packets.
fn sparse_sky(mask_deg: u32, flows: &str, record: &str) -> Scenario {
    let places =
        [(52.5, 13.4), (-0.2, -78.5), (-33.9, 151.2), (35.7, 139.7), (6.5, 3.4), (-23.5, -46.6)];
    let mut ground = String::new();
    for (n, (latitude, longitude)) in (0..).zip(places) {
        ground += &format!(
            "[[terminals]]\nname = \"t{n}\"\nlatitude = \"{latitude} deg\"\n\
             longitude = \"{longitude} deg\"\n[[nodes]]\nname = \"s{n}\"\n\
             [[wires]]\nbetween = [\"t{n}\", \"s{n}\"]\ndelay = \"1 ms\"\n\
             rate = \"1 Mbit/s\"\nqueue = \"2 packets\"\n"
        );
    }
    let text = format!(
        "[constellation]\nelevation_mask = \"{mask_deg} deg\"\n\
         [constellation.shell]\nplanes = 6\nsatellites_per_plane = 5\nkind = \"star\"\n\
         altitude = \"1630 km\"\ninclination = \"86 deg\"\nphasing = {{ factor = 2 }}\n\
         [links]\nuplink = {{ rate = \"1 Mbit/s\", queue = \"2 packets\" }}\n\
         downlink = {{ rate = \"1 Mbit/s\", queue = \"2 packets\" }}\n\
         isl = {{ rate = \"20 Mbit/s\", queue = \"2 packets\" }}\n\
         {ground}{flows}\n[run]\nduration = \"4 s\"\nrecord = [{record}]\n"
    );
    parse_alone(&text, "sparse.toml").unwrap_or_else(|errors| panic!("{errors}\n{text}"))
}

/// A flow of [`sparse_sky`].
fn flow_of(name: &str, from: &str, to: &str, start_ms: u32, rest: &str) -> String {
    format!(
        "[[flows]]\nname = \"{name}\"\nfrom = \"{from}\"\nto = \"{to}\"\n\
         start = \"{start_ms} ms\"\n{rest}\n"
    )
}

const VOICE: &str = "application = { kind = \"voice\", duration = \"3 s\" }";

/// Goal: simultaneous drops are in the order of the undivided run. At the instant at which a flow
/// opens a timer expires, and the first timer of the flow is due immediately and ranks before it.
/// Method: pings that open every 100 ms and voice every 20 ms, all without a route, between all
/// pairs of terminals, so that some pair spans two regions.
#[test]
fn drops_of_flow_starts_and_timers_at_one_instant_keep_their_order() {
    let mut divided = 0;
    for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))).filter(|(a, b)| a != b) {
        let again = format!("count = 3\nevery = \"100 ms\"\n{}", AT_ONCE[1]);
        let flows = [
            flow_of("opens", &format!("t{a}"), &format!("s{b}"), 0, &again),
            flow_of("speaks", &format!("t{b}"), &format!("t{a}"), 0, VOICE),
            flow_of("speaks too", &format!("t{a}"), &format!("t{b}"), 100, VOICE),
            flow_of("opens too", &format!("t{b}"), &format!("s{a}"), 100, &again),
        ];
        let scenario = sparse_sky(89, &flows.concat(), "");
        for regions in 2..5 {
            let why_not = compare(&scenario, regions, &format!("t{a} and t{b}"));
            divided += usize::from(why_not.is_none());
        }
    }
    assert!(divided >= 60, "{divided} of 90");
}

/// Periods and starts that coincide at many instants.
const AT_ONCE: [&str; 7] = [
    VOICE,
    r#"application = { kind = "ping", count = 30, interval = "100 ms", size = "84 B" }"#,
    r#"application = { kind = "udp", duration = "3 s",
        source = { kind = "constant", rate = "80 kbit/s", size = "1000 B" } }"#,
    r#"application = { kind = "file", size = "40 kB" }"#,
    r#"application = { kind = "bulk", duration = "1 s" }
       transport = { kind = "tcp", stack = "rfc" }"#,
    r#"application = { kind = "file", size = "9 kB" }
       transport = { kind = "stp" }"#,
    r#"application = { kind = "file", size = "30 kB" }
       transport = { kind = "quic" }"#,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Goal: all tables are the same on one, two and three threads and for any number of regions.
    /// Method: flows that open, send voice, ping, time out and lose packets at the same instants,
    /// at terminals that are often without a satellite.
    #[test]
    fn many_equal_instants_come_out_the_same(
        flows in prop::collection::vec(
            (0..AT_ONCE.len(), 0..6usize, 0..5usize, 0..3u32, 1..5u32, any::<bool>()), 2..14),
        series in 0..SERIES.len(),
        regions in 2..8usize,
    ) {
        let flows: String = (0..)
            .zip(&flows)
            .map(|(n, &(kind, from, step, start, count, wired))| {
                let to = (from + 1 + step) % 6;
                let to = if wired { format!("s{to}") } else { format!("t{to}") };
                let every = [100, 200][n % 2];
                let again = format!("count = {count}\nevery = \"{every} ms\"\n");
                let rest = if count > 1 { again } else { String::new() } + AT_ONCE[kind];
                flow_of(&format!("f{n}"), &format!("t{from}"), &to, 100 * start, &rest)
            })
            .collect();
        let scenario = sparse_sky(5, &flows, SERIES[series]);
        prop_assert_eq!(compare(&scenario, regions, &flows), None);
        let on = |threads| {
            let options = RunOptions { threads, ..RunOptions::default() };
            let go_on = &mut |_: Progress<'_>| Control::Continue;
            let Ran { outcome, .. } = run(&scenario, &options, go_on).expect("nobody cancels");
            format!("{} {:?}", outcome.manifest, outcome.tables)
        };
        let one = on(1);
        prop_assert!(on(2) == one, "two threads: {}", flows);
        prop_assert!(on(3) == one, "three threads: {}", flows);
    }
}

/// Goal: too many open flows, and too many packets in the network, end the run with a message, on
/// any number of threads; the permitted number does not. Method: two series of five pings, which
/// stay open; the smallest limits with which the run completes, found by bisection on one thread.
#[test]
fn what_memory_has_no_room_for_is_refused_on_any_number_of_threads() {
    let again = format!("count = 5\nevery = \"200 ms\"\n{}", AT_ONCE[1]);
    let flows = [flow_of("a", "t0", "t3", 0, &again), flow_of("b", "t4", "t1", 100, &again)];
    let scenario = sparse_sky(5, &flows.concat(), "");
    let ran = |most_open: u64, most_packets: u64, threads: usize, regions: Option<usize>| {
        let options =
            RunOptions { most_open, most_packets, threads, regions, ..RunOptions::default() };
        run(&scenario, &options, &mut |_: Progress<'_>| Control::Continue)
    };
    let enough = |packets: u64| ran(10, packets, 1, None).is_ok();
    let (mut few, mut packets) = (0u64, 1 << 10);
    while packets - few > 1 {
        let middle = few.midpoint(packets);
        *if enough(middle) { &mut packets } else { &mut few } = middle;
    }
    for (threads, regions) in [(1, None), (2, None), (1, Some(2)), (1, Some(5))] {
        let refused = ran(9, packets, threads, regions).expect_err("ten flows").to_string();
        assert!(refused.starts_with("more than 9 flows were open"), "{refused}");
        let refused = ran(10, few, threads, regions).expect_err("packets").to_string();
        assert!(refused.starts_with(&format!("more than {few} packets were in")), "{refused}");
        assert!(ran(10, packets, threads, regions).expect("as many as may be").is_complete);
    }
}
