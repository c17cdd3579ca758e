//! Goal: the fate of the original of each retransmission is reported for every stack, and agrees
//! with the counters of links. Method: wires on which the original can have only one fate.

use std::collections::BTreeMap;

use crate::common::{counts, floats, names, optional_counts};
use skyseam_scenario::Files;
use skyseam_sim::{Control, Outcome, parse, run_alone};

const STACKS: [&str; 7] = [
    r#"stack = "rfc", congestion = "cubic""#,
    r#"stack = "rfc", congestion = "newreno", sack_blocks = 0"#,
    r#"stack = "ns2", congestion = "newreno", recovery = "newreno""#,
    r#"stack = "ns2", congestion = "newreno", recovery = "sack""#,
    r#"stack = "ns2", congestion = "cubic""#,
    r#"stack = "linux", congestion = "cubic""#,
    r#"stack = "linux", congestion = "bbr""#,
];

/// A transfer of `bulk` over one wire of 5 Mbit/s with these keys.
fn transfer(wire: &str, transport: &str, bulk: &str) -> Outcome {
    let text = format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        [[wires]]
        between = ["a", "b"]
        rate = "5 Mbit/s"
        {wire}
        [[flows]]
        name = "transfer"
        from = "a"
        to = "b"
        application = {{ kind = "bulk", duration = "{bulk}" }}
        transport = {{ kind = "tcp", receive_window = "400 kB", {transport} }}
        [run]
        duration = "{bulk}"
        record = ["retransmissions", "delayed_acks"]
        "#
    );
    let parsed = parse(&text, "test.toml", &Files::new()).unwrap_or_else(|e| panic!("{e}"));
    run_alone(&parsed.scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// Number of retransmissions by fate, after checking the flow's counts.
fn fates(out: &Outcome) -> BTreeMap<String, u64> {
    let mut fates = BTreeMap::new();
    for fate in names(out, "retransmissions", "fate") {
        *fates.entry(fate.expect("of TCP it is known")).or_default() += 1;
    }
    let all: u64 = fates.values().sum();
    assert_eq!(vec![all], counts(out, "flows", "retransmissions"));
    let needless = |fate: &str| fates.get(fate).copied().unwrap_or(0);
    let spurious = needless("arrived") + needless("overtaken");
    let told = optional_counts(out, "flows", "spurious_retransmissions");
    assert_eq!(told, [Some(spurious)]);
    fates
}

fn only(fates: &BTreeMap<String, u64>, allowed: &[&str], least: u64, transport: &str) {
    let known: u64 = allowed.iter().filter_map(|fate| fates.get(*fate)).sum();
    assert_eq!(known, fates.values().sum::<u64>(), "{transport}: {fates:?}");
    assert!(fates.get(allowed[0]).is_some_and(|&n| n >= least), "{transport}: {fates:?}");
}

/// One in a hundred data packets is lost, at fixed positions, ACKs never: each loss is repaired
/// once, and segments that arrive twice were retransmitted spuriously. Go-back-N after a timeout
/// resends everything.
#[test]
fn what_the_link_lost() {
    let wire = r#"delay = "20 ms"
        queue = "1000 packets"
        loss = { kind = "bernoulli", probability = 0.01, data_only = true,
                 direction = "forward" }"#;
    for transport in STACKS {
        let out = transfer(wire, transport, "60 s");
        let fates = fates(&out);
        only(&fates, &["lost:link_loss", "arrived", "overtaken"], 20, transport);
        let losses = counts(&out, "links", "losses")[0];
        assert!(fates["lost:link_loss"].abs_diff(losses) <= 2, "{transport}: {fates:?}, {losses}");
        // A copy that arrives after another: all retransmissions not needed that were not lost.
        let twice = optional_counts(&out, "flows", "duplicates_received")[0].unwrap();
        let needless: u64 = fates.values().sum::<u64>() - fates["lost:link_loss"];
        assert!(twice <= needless, "{transport}: {twice} twice, {fates:?}");
    }
}

#[test]
fn what_a_queue_refused() {
    for transport in STACKS {
        let out = transfer("delay = \"20 ms\"\nqueue = \"10 packets\"", transport, "60 s");
        let fates = fates(&out);
        only(&fates, &["lost:queue_overflow", "arrived", "overtaken"], 5, transport);
        let refused = counts(&out, "links", "queue_overflows")[0];
        let lost = fates["lost:queue_overflow"];
        assert!(lost <= refused && lost + 60 >= refused, "{transport}: {lost} of {refused}");
    }
}

/// The delay drops from 300 ms to 20 ms: later packets overtake earlier ones, for longer than the
/// return time of an ACK. No packet is lost, so no retransmission is needed; senders that rely on
/// SACK still retransmit some packets.
#[test]
fn what_was_overtaken() {
    let change = |i: u32| {
        let (long, short) = (1000 + 3000 * i, 2500 + 3000 * i);
        format!(
            "{{ at = \"{long} ms\", delay = \"300 ms\" }}, \
             {{ at = \"{short} ms\", delay = \"20 ms\" }}, "
        )
    };
    let changes: String = (0..9).map(change).collect();
    let wire = format!("delay = \"20 ms\"\nqueue = \"1000 packets\"\nchanges = [{changes}]");
    for transport in STACKS {
        let out = transfer(&wire, transport, "30 s");
        let fates = fates(&out);
        assert_eq!(counts(&out, "flows", "drops"), [0]);
        if fates.is_empty() {
            // Late ones come in between: never three duplicate ACKs in a row.
            assert!(transport.contains("newreno"), "{transport}");
            continue;
        }
        only(&fates, &["overtaken", "arrived"], 3, transport);
        let twice = optional_counts(&out, "flows", "duplicates_received")[0].unwrap();
        let resent: u64 = fates.values().sum();
        // Each copy sent again arrives as one too many, but for those on their way at the end, and
        // in the stack "linux" for those whose overtaken original is discarded for its old
        // timestamp (PAWS; 16 of 104).
        let others = if transport.contains("linux") { resent / 5 } else { 3 };
        assert!(twice <= resent && twice + others >= resent, "{transport}: {twice} of {resent}");
    }
}

/// No ACK comes back: the timer retransmits segments that have already arrived.
#[test]
fn what_had_arrived() {
    let wire = r#"delay = "20 ms"
        queue = "1000 packets"
        loss = { kind = "bernoulli", probability = 1, direction = "backward" }"#;
    for transport in STACKS {
        let transport = format!("{transport}, handshake = false");
        let transport = if transport.contains("linux") {
            // Without its SYN-ACK it would send nothing but SYNs: those have arrived as well.
            transport.replace(", handshake = false", "")
        } else {
            transport
        };
        let fates = fates(&transfer(wire, &transport, "30 s"));
        only(&fates, &["arrived"], 3, &transport);
    }
}

/// The delay is 10 s: the timer fires, and the run ends before anything arrives.
#[test]
fn what_was_on_its_way_at_the_end() {
    for transport in STACKS {
        let out = transfer("delay = \"10 s\"\nqueue = \"1000 packets\"", transport, "8 s");
        only(&fates(&out), &["in_flight_at_end"], 1, transport);
    }
}

/// The number of delayed ACKs is that of the table, their waiting times end with the timer, and
/// nearly all wait for a second segment, which arrives 2.4 ms later at 5 Mbit/s.
#[test]
fn what_waited_for_a_second_segment() {
    for stack in ["rfc", "ns2", "linux"] {
        let transport = format!("stack = \"{stack}\", delayed_ack = \"40 ms\", mss = \"1460 B\"");
        let out = transfer("delay = \"20 ms\"\nqueue = \"1000 packets\"", &transport, "10 s");
        let waits = floats(&out, "delayed_acks", "wait_ms");
        let told = optional_counts(&out, "flows", "delayed_acks");
        assert_eq!(told, [Some(waits.len() as u64)], "{stack}");
        assert!(waits.iter().all(|wait| (0.0..=40.0).contains(wait)), "{stack}");
        let released = names(&out, "delayed_acks", "released_by");
        let pairs = released.iter().zip(&waits);
        let by_second = pairs.clone().filter(|(by, _)| by.as_deref() == Some("second_segment"));
        let back_to_back = by_second.filter(|(_, wait)| (**wait - 2.4).abs() < 0.1).count();
        assert!(back_to_back * 100 > waits.len() * 95, "{stack}: {back_to_back}, {}", waits.len());
        for (by, wait) in pairs {
            assert!(by.as_deref() != Some("timer") || *wait == 40.0, "{stack}: {wait}");
        }
    }
}
