//! Whole runs from scenario text: times that can be computed by hand, the effect of a handover on
//! queued packets, conservation, determinism.

use std::sync::Arc;

use crate::common::{counts, floats};
use proptest::prelude::*;
use skyseam_base::SimTime;
use skyseam_constellation::{Router, Timeline};
use skyseam_scenario::Scenario;
use skyseam_sim::{Control, NoOutcome, Outcome, parse_alone, run_alone, run_batch};

fn scenario(text: &str) -> Scenario {
    parse_alone(text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

fn outcome(text: &str) -> Outcome {
    run_alone(&scenario(text), &mut |_| Control::Continue).expect("nobody cancels")
}

/// Two wires of 10 ms and 1 Mbit/s; a ping of 125 B takes 1 ms on each, four times: 44 ms.
#[test]
fn a_ping_takes_as_long_as_its_links_say() {
    let out = outcome(
        r#"
        nodes = [{ name = "a" }, { name = "b" }, { name = "c" }]
        wires = [
            { between = ["a", "b"], delay = "10 ms", rate = "1 Mbit/s", queue = "5 packets" },
            { between = ["b", "c"], delay = "10 ms", rate = "1 Mbit/s", queue = "5 packets" },
        ]
        [[flows]]
        name = "ping"
        from = "a"
        to = "c"
        application = { kind = "ping", count = 3, interval = "1 s", size = "125 B" }
        [run]
        duration = "10 s"
        record = ["rtt"]
        "#,
    );
    assert_eq!(floats(&out, "rtt", "rtt_ms"), [44.0; 3]);
    assert_eq!(out.manifest["packets"]["delivered"], 6);
    assert_eq!(out.manifest["packet_hops"], 12);
}

const HAWAII: &str = r#"
    [constellation]
    preset = "iridium-ns2"
    [links]
    uplink = { rate = "1.5 Mbit/s", queue = "50 packets", framing = "16 B" }
    downlink = { rate = "1.5 Mbit/s", queue = "50 packets", framing = "16 B" }
    isl = { rate = "25 Mbit/s", queue = "50 packets", framing = "16 B" }
    [routing]
    metric = "hops"
    [[terminals]]
    name = "HNL"
    latitude = "21.5 deg"
    longitude = "-158.0 deg"
    [[terminals]]
    name = "LAX"
    latitude = "34.05 deg"
    longitude = "-118.24 deg"
"#;

fn page(start_s: u32, count: u32) -> String {
    format!(
        r#"{HAWAII}
    [[flows]]
    name = "page"
    from = "HNL"
    to = "LAX"
    count = {count}
    every = "60 s"
    application = {{ kind = "file", size = "9 kB" }}
    transport = {{ kind = "tcp", stack = "ns2", congestion = "cubic" }}
    [run]
    start = "{start_s} s"
    duration = "86000 s"
    "#
    )
}

/// The closed form for ns-2.35: SYN and nine packets on the uplink, the last of them on every later
/// link, and the propagation delay of the path. It uses the path at the start, so only transfers
/// without a change of satellites are compared; the propagation delay drifts by less than 1 us.
#[test]
fn a_page_takes_the_closed_form_of_its_path() {
    let text = page(20_000, 60);
    let out = outcome(&text);
    let times = floats(&out, "flows", "transfer_time_s");
    let starts = floats(&out, "flows", "first_sent_s");
    let timeline =
        Arc::new(Timeline::build(&scenario(&text).sky, SimTime::from_secs(20_000 + 86_000)));
    let (from, to) = (timeline.node("HNL").unwrap(), timeline.node("LAX").unwrap());
    let mut router = Router::new(timeline.clone());
    let mut compared = 0;
    for (start, time) in starts.into_iter().zip(times) {
        let t = SimTime::from_secs_f64(start);
        if timeline.next_change(t) < SimTime::from_secs_f64(start + time) {
            continue;
        }
        let path = router.path(from, to, t).expect("a path");
        let links = path.nodes.len() - 1;
        let at = |bytes: f64, rate: f64| bytes * 8.0 / rate;
        let expected = path.delay.as_secs_f64()
            + at(56.0, 1.5e6)
            + 10.0 * at(1056.0, 1.5e6)
            + (links - 2) as f64 * at(1056.0, 25e6);
        assert!((time - expected).abs() < 5e-6, "at {start}: {time} instead of {expected}");
        compared += 1;
    }
    assert!(compared > 30, "only {compared} transfers without a change");
}

fn bulk_over_handovers(queued: &str) -> Outcome {
    outcome(&format!(
        r#"{HAWAII}
    [handover]
    queued = "{queued}"
    [[flows]]
    name = "bulk"
    from = "HNL"
    to = "LAX"
    application = {{ kind = "bulk", duration = "1800 s" }}
    transport = {{ kind = "tcp", stack = "ns2", congestion = "cubic" }}
    [run]
    start = "10000 s"
    duration = "1800 s"
    "#
    ))
}

/// ns-2 loses the uplink's queue at every handover of the sender; with forwarding no packet is lost
/// there.
#[test]
fn a_handover_loses_what_waits_only_where_told_so() {
    let (lost, forwarded) = (bulk_over_handovers("lost"), bulk_over_handovers("forwarded"));
    let dropped =
        |out: &Outcome, reason: &str| out.manifest["packets"]["dropped"][reason].as_u64().unwrap();
    assert!(dropped(&lost, "handover") > 20, "{}", lost.manifest["packets"]);
    assert_eq!(dropped(&forwarded, "handover"), 0, "{}", forwarded.manifest["packets"]);
    assert!(floats(&forwarded, "flows", "goodput_bps")[0] > 1.3e6);
}

/// Goal: invariant 4 of the design. Method: all results of a batch, compared in full.
#[test]
fn the_same_scenario_gives_the_same_tables_on_any_number_of_threads() {
    let scenarios: Vec<Scenario> = [(9_000, 3), (30_000, 2), (75_000, 4), (9_000, 3)]
        .map(|(s, n)| scenario(&page(s, n)))
        .into();
    let on = |threads| run_batch(&scenarios, threads, &mut |_| Control::Continue).unwrap();
    let (one, two) = (on(1), on(2));
    assert_eq!(format!("{one:?}"), format!("{two:?}"));
    assert_eq!(format!("{:?}", one[0]), format!("{:?}", one[3]));
}

#[test]
fn a_cancelled_batch_has_no_result() {
    let scenarios = vec![scenario(&page(0, 1000)); 8];
    assert_eq!(run_batch(&scenarios, 2, &mut |_| Control::Cancel).unwrap_err(), NoOutcome::Stopped);
}

#[test]
fn a_flow_cut_off_by_the_end_has_no_transfer_time() {
    let text = page(20_000, 2).replace("duration = \"86000 s\"", "duration = \"60.05 s\"");
    let out = outcome(&text);
    let bytes = counts(&out, "flows", "bytes");
    assert!(bytes[0] == 9000 && bytes[1] < 9000, "{bytes:?}");
    assert!(floats(&out, "flows", "transfer_time_s")[1].is_nan());
    assert!(out.manifest["packets"]["inside_at_end"].as_u64() > Some(0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Packets are conserved (the run asserts it) and a file that arrives is complete, for any
    /// rates, queues, stacks and treatment of queued packets.
    #[test]
    fn any_small_world_conserves_its_packets(
        kbit in 200u32..3000, queue in 1u32..30, size_kb in 1u32..400, start in 0u32..80_000,
        flows in 2u32..5, stack in prop::sample::select(vec!["ns2", "rfc"]),
        queued in prop::sample::select(vec!["lost", "forwarded"]),
        metric in prop::sample::select(vec!["hops", "delay"]),
    ) {
        let text = format!(
            r#"{}
    [handover]
    queued = "{queued}"
    [[flows]]
    name = "file"
    from = "HNL"
    to = "LAX"
    count = {flows}
    every = "700 ms"
    application = {{ kind = "file", size = "{size_kb} kB" }}
    transport = {{ kind = "tcp", stack = "{stack}", congestion = "cubic" }}
    [run]
    start = "{start} s"
    duration = "120 s"
    "#,
            HAWAII
                .replace("1.5 Mbit/s", &format!("{kbit} kbit/s"))
                .replace("50 packets", &format!("{queue} packets"))
                .replace("\"hops\"", &format!("\"{metric}\""))
        );
        let out = outcome(&text);
        let times = floats(&out, "flows", "transfer_time_s");
        let bytes = counts(&out, "flows", "bytes");
        for (time, bytes) in times.into_iter().zip(bytes) {
            prop_assert!(bytes <= u64::from(size_kb) * 1000);
            prop_assert!(time.is_nan() || bytes == u64::from(size_kb) * 1000);
        }
    }

    /// Goal: packets are conserved in any handover, and no handover stops a run. Method: terminals
    /// in the far north that are often without a satellite, inter-plane links that go off near the
    /// poles, terminals that forward because wires connect them to a node, all kinds of flows
    /// together, bursts far beyond the queues; the run ends during the traffic.
    #[test]
    fn a_world_of_handovers_conserves_its_packets(
        mask in 8u32..35, latitude in 40u32..85, start in 0u32..80_000, millis in 1u32..90_000,
        kbit in 20u32..400, queue in 1u32..200, wire_ms in 0u32..200,
        queued in prop::sample::select(vec!["lost", "forwarded"]),
        metric in prop::sample::select(vec!["hops", "delay"]),
        preset in prop::sample::select(vec!["iridium", "iridium-ns2"]),
    ) {
        let link = format!(r#"{{ rate = "{kbit} kbit/s", queue = "{queue} packets" }}"#);
        let text = format!(
            r#"
    wires = [
        {{ between = ["north", "lab"], delay = "{wire_ms} ms", rate = "1 Mbit/s",
           queue = "9 packets" }},
        {{ between = ["lab", "south"], delay = "30 ms", rate = "1 Mbit/s", queue = "9 packets" }},
    ]
    nodes = [{{ name = "lab" }}]
    [constellation]
    preset = "{preset}"
    [links]
    uplink = {link}
    downlink = {link}
    isl = {link}
    [handover]
    queued = "{queued}"
    [routing]
    metric = "{metric}"
    [[terminals]]
    name = "north"
    latitude = "{latitude} deg"
    longitude = "20 deg"
    elevation_mask = "{mask} deg"
    [[terminals]]
    name = "south"
    latitude = "-30 deg"
    longitude = "150 deg"
    elevation_mask = "{mask} deg"
    [[terminals]]
    name = "leaf"
    latitude = "{latitude} deg"
    longitude = "-100 deg"
    elevation_mask = "{mask} deg"
    [[flows]]
    name = "up"
    from = "lab"
    to = "leaf"
    application = {{ kind = "bulk", duration = "60 s" }}
    [flows.transport]
    kind = "tcp"
    stack = "ns2"
    congestion = "cubic"
    initial_window = "300 segments"
    [[flows]]
    name = "down"
    from = "leaf"
    to = "south"
    application = {{ kind = "bulk", duration = "60 s" }}
    transport = {{ kind = "tcp", stack = "rfc", congestion = "newreno", sack_blocks = 0 }}
    [[flows]]
    name = "ping"
    from = "north"
    to = "leaf"
    application = {{ kind = "ping", count = 500, interval = "10 ms", size = "1000 B" }}
    [run]
    start = "{start} s"
    duration = "{millis} ms"
    record = ["queue"]
    "#
        );
        // The run itself asserts that packets are conserved and no event lies in the past.
        let out = outcome(&text);
        let sent: u64 = counts(&out, "flows", "packets_sent").iter().sum();
        prop_assert!(out.manifest["packets"]["sent"].as_u64() >= Some(sent));
        let waiting = counts(&out, "queue", "queue_packets");
        prop_assert!(waiting.iter().all(|&n| n <= u64::from(queue.max(9))));
    }
}
