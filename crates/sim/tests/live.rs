//! Goal: a run advanced in steps gives the bytes of a whole run, and packets of programs cross the
//! world as others do. Method: every example with flows in steps of drawn lengths; packets handed
//! in at known instants over links whose delays are known, alone and beside flows.

use proptest::prelude::*;
use skyseam_base::{Duration, SimTime};
use skyseam_scenario::{Files, Scenario};
use skyseam_sim::{
    Arrival, Control, DroppedPacket, Live, NotAttached, NotSent, Outcome, Progress, RunOptions,
    parse, parse_alone, run_alone,
};
use skyseam_trace::DropReason;

use crate::common;

fn go_on(_: Progress<'_>) -> Control {
    Control::Continue
}

fn live(scenario: &Scenario, attached: &[&str]) -> Result<Live, NotAttached> {
    let attached: Vec<String> = attached.iter().map(|&name| name.to_owned()).collect();
    let options = RunOptions::default();
    Live::new(scenario.clone(), &attached, &options, &mut || Control::Continue)
}

/// Runs `scenario` with stops after each of `steps`, in ns, repeated to the end.
fn stepped(scenario: &Scenario, steps: &[u64]) -> Outcome {
    let mut live = live(scenario, &[]).expect("a world");
    for &step in steps.iter().cycle() {
        if live.now() >= live.end() {
            break;
        }
        let until = live.now().saturating_add(Duration::from_nanos(step));
        assert_eq!(live.advance(until, &mut go_on), Control::Continue);
    }
    live.finish().expect("room in memory").outcome
}

fn assert_equal(ours: &Outcome, expected: &Outcome, what: &str) {
    assert_eq!(ours.manifest, expected.manifest, "{what}");
    assert_eq!(format!("{:?}", ours.tables), format!("{:?}", expected.tables), "{what}");
    assert_eq!(ours.captures, expected.captures, "{what}");
}

#[test]
fn examples_in_steps_are_those_run_whole() {
    let examples = common::examples(5, 1);
    for (name, scenario) in &examples {
        let whole = run_alone(scenario, &mut |_| Control::Continue).expect("nobody cancels");
        assert_equal(&stepped(scenario, &[7_000_001, 133_000_000, 40]), &whole, name);
    }
    assert!(examples.len() > 30, "{} examples", examples.len());
}

/// Two flows over three nodes, a short queue and a lossy wire.
fn chain(rest: &str) -> Scenario {
    let text = format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}, {{ name = "c" }}]
        [[wires]]
        between = ["a", "b"]
        delay = "10 ms"
        rate = "1 Mbit/s"
        queue = "4 packets"
        [[wires]]
        between = ["b", "c"]
        delay = "5 ms"
        rate = "8 Mbit/s"
        queue = "50 packets"
        {rest}
        "#
    );
    parse_alone(&text, "chain.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

const FLOWS: &str = r#"
    [[flows]]
    name = "file"
    from = "a"
    to = "c"
    application = { kind = "file", size = "60 kB" }
    [[flows]]
    name = "pings"
    from = "c"
    to = "a"
    application = { kind = "ping", count = 40, interval = "31 ms" }
    [run]
    duration = "2 s"
    record = ["cwnd", "queue"]
    captures = ["b"]
"#;

/// An IPv4 packet of UDP (protocol 17) of this length.
fn packet(length: u16, ttl: u8) -> Vec<u8> {
    let mut bytes = vec![0; usize::from(length)];
    bytes[0] = 0x45;
    bytes[2..4].copy_from_slice(&length.to_be_bytes());
    (bytes[8], bytes[9]) = (ttl, 17);
    let checksum = skyseam_packet::raw::checksum(&bytes[..20]);
    bytes[10..12].copy_from_slice(&checksum.to_be_bytes());
    bytes
}

/// What a program beside [`FLOWS`] received, what was dropped, and the results, with packets handed
/// in at the instants `sent_ms` and stops at `stops_us` besides.
fn beside(sent_ms: &[u64], stops_us: &[u64]) -> (Vec<Arrival>, Vec<DroppedPacket>, Outcome) {
    let mut live = live(&chain(FLOWS), &["a", "c"]).expect("a world");
    let (mut arrived, mut dropped) = (Vec::new(), Vec::new());
    let mut instants: Vec<(u64, bool)> = sent_ms.iter().map(|&ms| (1_000 * ms, true)).collect();
    instants.extend(stops_us.iter().map(|&us| (us, false)));
    instants.sort_unstable();
    for (number, &(us, sends)) in (0..).zip(&instants) {
        live.advance(SimTime::from_nanos(1_000 * us), &mut go_on);
        if sends {
            live.send(0, 1, packet(1_000, 64)).expect("a packet");
            live.send(1, 0, packet(100 + us as u16 % 7, 3)).expect("a packet");
        }
        if number % 3 == 0 {
            arrived.extend(live.take());
            dropped.extend(live.take_dropped());
        }
    }
    live.advance(live.end(), &mut go_on);
    arrived.extend(live.take());
    dropped.extend(live.take_dropped());
    (arrived, dropped, live.finish().expect("room in memory").outcome)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40, failure_persistence: None, ..Default::default()
    })]

    #[test]
    fn no_division_of_time_changes_anything(
        steps in prop::collection::vec(50_000u64..400_000_000, 1..6),
        sent_ms in prop::collection::vec(0u64..1_700, 0..40),
        stops_us in prop::collection::vec(0u64..2_000_000, 0..60),
    ) {
        let scenario = chain(FLOWS);
        let whole = run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels");
        assert_equal(&stepped(&scenario, &steps), &whole, "alone");
        let (ours, expected) = (beside(&sent_ms, &stops_us), beside(&sent_ms, &[]));
        prop_assert_eq!((&ours.0, &ours.1), (&expected.0, &expected.1));
        prop_assert_eq!(ours.0.len() + ours.1.len(), 2 * sent_ms.len());
        assert_equal(&ours.2, &expected.2, "beside programs");
    }
}

/// Goal: queues mark packets of programs, and leave codepoints and the header checksum right.
/// Method: three packets at once, ECT(0) with DSCP 46, before a step of one waiting packet.
#[test]
fn packets_of_programs_are_marked() {
    let classed = |class: u8, ttl: u8| {
        let mut bytes = packet(1_000, ttl);
        (bytes[1], bytes[10], bytes[11]) = (class, 0, 0);
        let checksum = skyseam_packet::raw::checksum(&bytes[..20]);
        bytes[10..12].copy_from_slice(&checksum.to_be_bytes());
        bytes
    };
    let text = r#"
        nodes = [{ name = "a" }, { name = "b" }]
        [[wires]]
        between = ["a", "b"]
        delay = "10 ms"
        rate = "1 Mbit/s"
        queue = { kind = "threshold", min_threshold = "1 packet" }
        [run]
        duration = "1 s"
    "#;
    let scenario = parse_alone(text, "step.toml").unwrap_or_else(|errors| panic!("{errors}"));
    let mut live = live(&scenario, &["a", "b"]).expect("a world");
    for _ in 0..3 {
        live.send(0, 1, classed(46 << 2 | 0b10, 64)).expect("a packet");
    }
    live.advance(live.end(), &mut go_on);
    let arrived: Vec<Vec<u8>> = live.take().into_iter().map(|packet| packet.bytes).collect();
    let [plain, marked] = [0b10, 0b11].map(|ecn| classed(46 << 2 | ecn, 64));
    assert_eq!(arrived, [plain.clone(), plain, marked]);
}

/// Method: 1,000 bytes at 1 Mbit/s take 8 ms and at 8 Mbit/s 1 ms, beside 15 ms of propagation.
#[test]
fn a_packet_takes_the_time_of_its_links_and_loses_a_hop_at_each_router() {
    let mut live = live(&chain("[run]\nduration = \"1 s\""), &["a", "c"]).expect("a world");
    live.advance(SimTime::from_nanos(3_000_000), &mut go_on);
    live.send(0, 1, packet(1_000, 64)).expect("a packet");
    assert_eq!(live.next_time(), Some(SimTime::from_nanos(21_000_000)));
    live.advance(SimTime::from_nanos(27_000_000), &mut go_on);
    assert_eq!(live.take(), [], "it arrives at 27 ms");
    live.advance(SimTime::from_nanos(27_000_001), &mut go_on);
    let [sent, at] = [3_000_000, 27_000_000].map(SimTime::from_nanos);
    assert_eq!(live.take(), [Arrival { at, sent, source: 0, node: 1, bytes: packet(1_000, 63) }]);
    live.send(0, 1, packet(1_000, 1)).expect("a packet");
    live.advance(live.end(), &mut go_on);
    let dropped = live.take_dropped();
    assert_eq!((&*dropped[0].node, dropped[0].reason), ("b", DropReason::TtlExpired));
    assert_eq!(dropped[0].bytes, packet(1_000, 1));
    let ran = live.finish().expect("room in memory");
    assert!(ran.is_complete);
    assert_eq!(ran.outcome.manifest["ended_at_s"], 1.0);
    assert_eq!(ran.outcome.manifest["end_reason"], "its duration was over");
    assert_eq!(ran.outcome.manifest["packets"]["sent"], 2);
    assert_eq!(ran.outcome.manifest["packets"]["delivered"], 1);
}

/// Goal: a program that sleeps until the next known arrival, and no longer than the look-ahead,
/// misses none. Method: packets in both directions beside flows and a queue that overflows.
#[test]
fn arrivals_are_known_before_they_are_due() {
    let mut live = live(&chain(FLOWS), &["a", "c"]).expect("a world");
    assert_eq!(live.lookahead(), Duration::from_millis(5));
    let nanosecond = Duration::from_nanos(1);
    let (mut sends, mut arrived, mut longest) = (SimTime::ZERO, 0, 0);
    while live.now() < live.end() {
        if live.now() >= sends {
            live.send(0, 1, packet(1_000, 64)).expect("a packet");
            live.send(1, 0, packet(100, 64)).expect("a packet");
            sends = live.now() + Duration::from_millis(13);
        }
        let known = live.next_arrival();
        let until = known.map_or(SimTime::MAX, |at| at + nanosecond);
        live.advance(until.min(live.now() + live.lookahead()).min(sends), &mut go_on);
        for arrival in live.take() {
            assert_eq!(Some(arrival.at), known);
            arrived += 1;
        }
        longest = longest.max(live.queues().iter().map(|&(_, packets)| packets).max().unwrap_or(0));
    }
    assert!(arrived > 200, "{arrived} packets");
    assert_eq!(longest, 4, "packets of the short queue");
}

#[test]
fn the_look_ahead_is_the_height_of_the_satellites_unless_a_trace_decides() {
    let text = r#"
        constellation.preset = "iridium"
        terminals = [
            { name = "a", latitude = "0 deg", longitude = "0 deg" },
            { name = "b", latitude = "9 deg", longitude = "0 deg" },
        ]
        [links]
        uplink = { rate = "1 Mbit/s", queue = "9 packets" }
        downlink = { rate = "1 Mbit/s", queue = "9 packets" }
        isl = { rate = "1 Mbit/s", queue = "9 packets" }
        [run]
        duration = "1 s"
    "#;
    let sky = parse_alone(text, "sky.toml").unwrap_or_else(|errors| panic!("{errors}"));
    let found = live(&sky, &["a", "b"]).expect("a world").lookahead();
    // 780 km take 2.60 ms.
    assert!((2_450..2_600).contains(&(found.as_nanos() / 1_000)), "{found:?}");
    let text = r#"
        nodes = [{ name = "a" }, { name = "b" }]
        wires = [{ between = ["a", "b"], queue = "9 packets", trace = "t.csv" }]
        run.duration = "1 s"
    "#;
    let mut files = Files::new();
    files.insert("t.csv", "t_s,delay_ms,rate_bps\n0,10,1000000\n");
    let traced = parse(text, "traced.toml", &files).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(live(&traced.scenario, &["a", "b"]).expect("a world").lookahead(), Duration::ZERO);
}

#[test]
fn a_full_queue_drops_and_says_so() {
    let mut live = live(&chain("[run]\nduration = \"1 s\""), &["a", "c"]).expect("a world");
    for _ in 0..9 {
        live.send(0, 1, packet(1_000, 64)).expect("a packet");
    }
    live.advance(live.end(), &mut go_on);
    let dropped = live.take_dropped();
    assert_eq!(live.take().len() + dropped.len(), 9);
    assert!(!dropped.is_empty());
    assert!(dropped.iter().all(|one| one.node == "a" && one.reason == DropReason::QueueOverflow));
}

#[test]
fn programs_decide_when_a_run_ends() {
    for (attached, is_complete, reason) in
        [(&["a", "c"][..], true, "its programs had ended"), (&[], false, "interrupted")]
    {
        let mut live = live(&chain(FLOWS), attached).expect("a world");
        live.advance(SimTime::from_nanos(300_000_000), &mut go_on);
        let ran = live.finish().expect("room in memory");
        assert_eq!(ran.is_complete, is_complete);
        assert_eq!(ran.outcome.manifest["end_reason"], reason);
        let ended = ran.outcome.manifest["ended_at_s"].as_f64().expect("a number");
        assert!(0.29 < ended && ended <= 0.3, "{ended}");
    }
}

#[test]
fn what_cannot_be_attached_or_sent_is_said() {
    let scenario = chain("[run]\nduration = \"1 s\"");
    let refused = |names: &[&str]| live(&scenario, names).expect_err("a mistake").to_string();
    let message = "\"d\" is not a terminal or node of the scenario: it has a, b, c";
    assert_eq!(refused(&["a", "d"]), message);
    assert_eq!(refused(&["a", "a"]), "\"a\" is attached twice");
    assert!(refused(&["a"]).starts_with("one node is attached: expected none, or two"));
    assert!(refused(&[]).contains("no flows and no node is attached"));
    let sky = "constellation.preset = \"iridium\"\nterminals = [\
               { name = \"a\", latitude = \"0 deg\", longitude = \"0 deg\" }, \
               { name = \"b\", latitude = \"9 deg\", longitude = \"0 deg\" }]\n\
               [run]\nduration = \"1 s\"";
    let sky = parse_alone(sky, "sky.toml").unwrap_or_else(|errors| panic!("{errors}"));
    let message = self::live(&sky, &["a", "b"]).expect_err("no links").to_string();
    assert!(message.starts_with("packets need links.uplink, which the scenario does"), "{message}");
    let mut live = live(&scenario, &["a", "c"]).expect("a world");
    assert_eq!(live.send(0, 0, packet(40, 9)), Err(NotSent::NoPath(0, 0)));
    assert_eq!(live.send(0, 2, packet(40, 9)), Err(NotSent::NoPath(0, 2)));
    assert!(matches!(live.send(0, 1, vec![1, 2]), Err(NotSent::NotIp(_))));
    live.advance(live.end(), &mut go_on);
    assert_eq!(live.send(0, 1, packet(40, 9)), Err(NotSent::Ended(1.0)));
}
