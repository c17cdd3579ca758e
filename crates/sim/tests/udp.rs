//! UDP flows over links: arrivals, losses, and that nothing is counted twice.

use crate::common::{counts, floats};
use proptest::prelude::*;
use skyseam_scenario::Files;
use skyseam_sim::{Control, Outcome, parse, run_alone};
use skyseam_trace::Values;

fn run_with(wire: &str, application: &str, files: &Files) -> Outcome {
    let text = format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        wires = [{{ between = ["a", "b"], {wire} }}]
        [[flows]]
        name = "stream"
        from = "a"
        to = "b"
        start = "2 s"
        application = {{ kind = "udp", {application} }}
        [run]
        duration = "30 s"
        record = ["udp_packets"]
        captures = ["b"]
        "#
    );
    let parsed = parse(&text, "test.toml", files).unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&parsed.scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

fn run(wire: &str, application: &str) -> Outcome {
    run_with(wire, application, &Files::new())
}

fn flags(out: &Outcome, table: &str, name: &str) -> Vec<bool> {
    let (_, table) = out.tables.iter().find(|(known, _)| *known == table).expect("that table");
    let Some(Values::Bool(flags)) = table.column(name) else { panic!("no flags in {name}") };
    flags.clone()
}

fn close(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= 1e-9
}

const FAST: &str = r#"delay = "50 ms", rate = "10 Mbit/s", queue = "100 packets""#;

/// Goal: an undisturbed stream, by hand. Method: 1000 bytes every 8 ms for 10 s, each 0.8 ms on the
/// wire of 50 ms.
#[test]
fn an_undisturbed_stream_arrives_as_it_was_sent() {
    let source = r#"source = { kind = "constant", rate = "1 Mbit/s" }, duration = "10 s""#;
    let out = run(FAST, source);
    assert_eq!(counts(&out, "udp", "sent"), [1250]);
    assert_eq!(counts(&out, "udp", "received"), [1250]);
    assert_eq!(counts(&out, "flows", "bytes"), [1250 * 972]);
    for name in ["delay_mean_ms", "delay_min_ms", "delay_p50_ms", "delay_p99_ms", "delay_max_ms"] {
        assert!(close(floats(&out, "udp", name)[0], 50.8), "{name}");
    }
    assert!(close(floats(&out, "udp", "jitter_rfc3550_ms")[0], 0.0));
    assert_eq!(floats(&out, "udp", "loss_percent"), [0.0]);
    assert!(floats(&out, "udp", "loss_run_mean")[0].is_nan());
    assert_eq!(counts(&out, "udp_packets", "number"), (0..1250).collect::<Vec<u64>>());
    assert!(close(floats(&out, "udp_packets", "t_s")[1249], 2.0 + 9.992 + 0.0508));
    assert_eq!(out.manifest["end_reason"], "all flows had ended");
    assert!(close(out.manifest["ended_at_s"].as_f64().unwrap(), 12.0428));
    assert!(out.captures[0].1.len() > 1250 * 28, "its packets are in the capture");
}

/// Goal: both endpoints send, each with separate random draws, and a flow of the far endpoint alone
/// goes on although the near one is silent. Method: Poisson processes.
#[test]
fn either_end_sends_or_both_do() {
    let source = r#"source = { kind = "poisson", rate = "1 Mbit/s" }, duration = "10 s""#;
    let both = run(FAST, &format!("{source}, direction = \"both\""));
    assert_eq!(flags(&both, "udp", "forward"), [true, false]);
    let sent = counts(&both, "udp", "sent");
    assert!(sent[0] > 1000 && sent[1] > 1000 && sent[0] != sent[1], "{sent:?}");
    assert_eq!(counts(&both, "udp", "received"), sent);
    assert_eq!(counts(&both, "flows", "packets_sent"), [sent[0] + sent[1]]);
    for (direction, index) in [("forward", 0), ("back", 1)] {
        let one = run(FAST, &format!("{source}, direction = \"{direction}\""));
        assert_eq!(counts(&one, "udp", "sent"), [sent[index]], "{direction}");
        assert_eq!(counts(&one, "udp", "received"), [sent[index]], "{direction}");
        assert_eq!(flags(&one, "udp", "forward"), [index == 0]);
        assert_eq!(one.manifest["end_reason"], "all flows had ended");
        let seen = flags(&one, "udp_packets", "forward");
        assert!(seen.len() as u64 == sent[index] && seen.iter().all(|&way| way == (index == 0)));
    }
}

/// Goal: a file is sent as it is, simultaneous datagrams one after another. Method: a list of four,
/// and a replay of the capture of its arrivals: the same lengths, later only by the delay of the
/// path.
#[test]
fn a_replay_sends_what_the_file_has() {
    let mut files = Files::new();
    files.insert("list.csv", "t_s,size_bytes\n0,28\n0.5,1500 # two\n0.5,100\n\n1.25,65535\n");
    let out = run_with(FAST, r#"source = { kind = "replay", file = "list.csv" }"#, &files);
    assert_eq!(counts(&out, "udp_packets", "size_bytes"), [28, 1500, 100, 65_535]);
    let arrived = floats(&out, "udp_packets", "t_s");
    let expected = [
        2.05 + 28.0 * 0.8e-6,
        2.55 + 1500.0 * 0.8e-6,
        2.55 + 1600.0 * 0.8e-6,
        3.3 + 65_535.0 * 0.8e-6,
    ];
    assert!(arrived.iter().zip(expected).all(|(&is, should)| close(is, should)), "{arrived:?}");
    files.insert("capture.pcapng", out.captures[0].1.clone());
    let again = run_with(FAST, r#"source = { kind = "replay", file = "capture.pcapng" }"#, &files);
    assert_eq!(counts(&again, "udp_packets", "size_bytes"), [28, 1500, 100, 65_535]);
    let later = floats(&again, "udp_packets", "t_s");
    let expected: Vec<f64> = [28.0, 1500.0, 100.0, 65_535.0]
        .iter()
        .zip(&arrived)
        .map(|(size, was)| 2.05 + (was - arrived[0]) + size * 0.8e-6)
        .collect();
    // The third is still sent 80 us after the second, for whose transmission it waits.
    let waits = expected[1] + 80e-6;
    for (is, should) in later.iter().zip([expected[0], expected[1], waits, expected[3]]) {
        assert!(close(*is, should), "{later:?}");
    }
    // Stopped before its end.
    let short = run_with(
        FAST,
        r#"source = { kind = "replay", file = "list.csv" }, duration = "1 s""#,
        &files,
    );
    assert_eq!(counts(&short, "udp", "sent"), [3]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Goal: datagrams are conserved on any wire: every sent datagram arrived, was dropped or was
    /// in flight at the end. Method: losses, a queue that overflows, and all sources in both
    /// directions.
    #[test]
    fn datagrams_are_conserved(
        source in prop::sample::select(vec![
            r#"{ kind = "constant", rate = "700 kbit/s" }"#,
            r#"{ kind = "poisson", rate = "500 kbit/s", size = "300 B" }"#,
            r#"{ kind = "exponential-on-off", rate = "2 Mbit/s" }"#,
            r#"{ kind = "pareto-on-off", rate = "2 Mbit/s", on = "100 ms", shape = 1.2 }"#,
        ]),
        loss in 0.0..0.4f64,
        rate_kbps in 100u32..2_000,
        queue in 1u32..40,
        // The longest are still sending when the run ends.
        duration in 1u32..40,
    ) {
        let wire = format!(
            "delay = \"80 ms\", rate = \"{rate_kbps} kbit/s\", queue = \"{queue} packets\", \
             loss = {{ kind = \"bernoulli\", probability = {loss} }}"
        );
        let application =
            format!("source = {source}, duration = \"{duration} s\", direction = \"both\"");
        let out = run(&wire, &application);
        let column = |name: &str| counts(&out, "udp", name);
        let (sent, received, lost) = (column("sent"), column("received"), column("lost"));
        let inside = out.manifest["packets"]["inside_at_end"].as_u64().unwrap();
        prop_assert_eq!(
            sent.iter().sum::<u64>(),
            received.iter().sum::<u64>() + lost.iter().sum::<u64>() + inside
        );
        for way in 0..2 {
            prop_assert!(sent[way] >= received[way] + lost[way]);
            prop_assert_eq!(column("reordered")[way], 0);
            // On a wire that keeps the order, everything missing in between was dropped.
            let mean = floats(&out, "udp", "loss_run_mean")[way];
            let missing = mean * column("loss_runs")[way] as f64;
            prop_assert!(missing.is_nan() || missing <= lost[way] as f64 + 1e-6);
            let longest = column("loss_run_max")[way] as f64;
            prop_assert!(mean.is_nan() || longest >= mean);
        }
        prop_assert_eq!(lost.iter().sum::<u64>(), counts(&out, "flows", "drops")[0]);
    }
}
