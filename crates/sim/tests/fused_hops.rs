//! Goal: packets that cross several links in one event give the same outcome, to the last byte, as
//! one event for every packet and hop. Method: the example scenarios with wires, and random
//! networks with random traffic in both directions.

use std::sync::Arc;

use proptest::prelude::*;
use skyseam_constellation::Timeline;
use skyseam_scenario::Scenario;
use skyseam_sim::run::run_over;
use skyseam_sim::{Control, Outcome, Progress, RunOptions, parse_alone};

use crate::common;

fn both(scenario: &Scenario) -> [Outcome; 2] {
    let end = scenario.run.start + scenario.run.duration;
    let timeline = Arc::new(Timeline::build(&scenario.sky, end));
    [true, false].map(|fuses| {
        let options = RunOptions { fuses, ..RunOptions::default() };
        let go_on = &mut |_: Progress<'_>| Control::Continue;
        run_over(scenario, &timeline, &options, go_on).expect("nobody cancels").outcome
    })
}

fn assert_equal(scenario: &Scenario) {
    let [fused, plain] = both(scenario);
    assert_eq!(fused.manifest, plain.manifest);
    assert_eq!(fused.captures, plain.captures);
    assert_eq!(fused.tables.len(), plain.tables.len());
    for ((name, ours), (_, expected)) in fused.tables.iter().zip(&plain.tables) {
        assert_eq!(format!("{ours:?}"), format!("{expected:?}"), "table {name}");
    }
}

#[test]
fn examples_of_wires_come_out_the_same() {
    let examples = common::examples(10, 10).into_iter();
    let of_wires: Vec<_> = examples.filter(|(_, one)| one.sky.satellites() == 0).collect();
    for (_, scenario) in &of_wires {
        assert_equal(scenario);
    }
    assert!(of_wires.len() > 10, "{} scenarios of wires", of_wires.len());
}

const TRANSPORTS: [&str; 6] = [
    r#"{ kind = "tcp", stack = "linux", congestion = "cubic" }"#,
    r#"{ kind = "tcp", stack = "rfc", congestion = "newreno" }"#,
    r#"{ kind = "tcp", stack = "ns2", congestion = "cubic" }"#,
    r#"{ kind = "tcp", stack = "linux", congestion = "bbr" }"#,
    r#"{ kind = "quic" }"#,
    r#"{ kind = "stp" }"#,
];

const QUEUES: [&str; 4] = [
    r#""4 packets""#,
    r#""60 packets""#,
    r#"{ kind = "red", limit = "50 packets", min_threshold = "5 packets",
        max_threshold = "15 packets", mean_packet = "1 kB" }"#,
    r#""codel""#,
];

const LOSSES: [&str; 3] = [
    "",
    r#", loss = { kind = "bernoulli", probability = 0.02 }"#,
    r#", loss = { kind = "bernoulli", probability = 0.1, data_only = true }"#,
];

#[derive(Clone, Debug)]
struct Wire {
    to: usize,
    rate_kbps: u64,
    delay_us: u64,
    queue: usize,
    loss: usize,
}

#[derive(Clone, Debug)]
struct Flow {
    from: usize,
    to: usize,
    size_kb: u64,
    start_ms: u64,
    transport: usize,
    is_ping: bool,
}

fn wire() -> impl Strategy<Value = Wire> {
    // Few rates and delays, so that packets of several links arrive in the same nanosecond.
    let rates = prop::sample::select(vec![1_000, 2_000, 3_001, 7_777]);
    let delays = prop::sample::select(vec![0, 1_000, 4_000, 20_000]);
    (0usize..8, rates, delays, 0..QUEUES.len(), 0..LOSSES.len()).prop_map(
        |(to, rate_kbps, delay_us, queue, loss)| Wire { to, rate_kbps, delay_us, queue, loss },
    )
}

fn flow() -> impl Strategy<Value = Flow> {
    (0usize..9, 0usize..9, 1u64..200, 0u64..40, 0..TRANSPORTS.len(), any::<bool>()).prop_map(
        |(from, to, size_kb, start_ms, transport, is_ping)| Flow {
            from,
            to,
            size_kb,
            start_ms,
            transport,
            is_ping,
        },
    )
}

fn text(wires: &[Wire], flows: &[Flow], duration_ms: u64) -> String {
    let mut text = String::from("[[nodes]]\nname = \"n0\"\n");
    for (i, wire) in (1..).zip(wires) {
        // Mostly chains: their ends are the neighbours before.
        let to = if wire.to < 6 { i - 1 } else { wire.to % i };
        text += &format!(
            "[[nodes]]\nname = \"n{i}\"\n[[wires]]\nbetween = [\"n{to}\", \"n{i}\"]\n\
             rate = \"{} kbit/s\"\ndelay = \"{} us\"\nqueue = {}{}\n",
            wire.rate_kbps,
            wire.delay_us,
            QUEUES[wire.queue],
            LOSSES[wire.loss].replacen(", ", "\n", 1),
        );
    }
    let nodes = wires.len() + 1;
    for (number, flow) in flows.iter().enumerate() {
        let from = flow.from % nodes;
        let to = (from + 1 + flow.to % (nodes - 1)) % nodes;
        let application = if flow.is_ping {
            r#"{ kind = "ping", count = 20, interval = "10 ms", size = "500 B" }"#.to_owned()
        } else {
            format!(r#"{{ kind = "file", size = "{} kB" }}"#, flow.size_kb)
        };
        text += &format!(
            "[[flows]]\nname = \"f{number}\"\nfrom = \"n{from}\"\nto = \"n{to}\"\n\
             start = \"{} ms\"\napplication = {application}\n",
            flow.start_ms,
        );
        if !flow.is_ping {
            text += &format!("transport = {}\n", TRANSPORTS[flow.transport]);
        }
    }
    let record = ["rtt", "rtt\", \"routes", "rtt\", \"queue", "cwnd\", \"rtt"][flows.len() % 4];
    text + &format!("[run]\nduration = \"{duration_ms} ms\"\nrecord = [\"{record}\"]\n")
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_000, failure_persistence: None, ..Default::default()
    })]

    #[test]
    fn drawn_networks_come_out_the_same(
        wires in prop::collection::vec(wire(), 1..8),
        flows in prop::collection::vec(flow(), 1..5),
        duration_ms in prop::sample::select(vec![50u64, 777, 5_000]),
    ) {
        let text = text(&wires, &flows, duration_ms);
        let scenario = parse_alone(&text, "drawn.toml").unwrap_or_else(|e| panic!("{text}\n{e}"));
        assert_equal(&scenario);
    }
}
