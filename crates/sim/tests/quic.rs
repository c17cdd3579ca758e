//! Goal: QUIC satisfies the invariants of every run, on links with losses. Method: whole runs from
//! scenario text over Iridium's handovers and a short queue, alone and in a batch, tables and
//! captures compared.

use crate::common::{counts, floats};
use skyseam_scenario::Scenario;
use skyseam_sim::{Control, Outcome, parse_alone, run_alone, run_batch};

/// Two concurrent files over QUIC and one over TCP, through a queue that overflows, over changing
/// satellites.
fn scenario(congestion: &str, seed: u64) -> Scenario {
    let text = format!(
        r#"
    [constellation]
    preset = "iridium-ns2"
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
    [[flows]]
    name = "quic"
    from = "HNL"
    to = "LAX"
    count = 2
    every = "10 s"
    application = {{ kind = "file", size = "8 MB" }}
    transport = {{ kind = "quic", congestion = "{congestion}" }}
    [[flows]]
    name = "bulk"
    from = "LAX"
    to = "HNL"
    application = {{ kind = "bulk", duration = "30 s" }}
    transport = {{ kind = "quic", congestion = "{congestion}" }}
    [[flows]]
    name = "tcp"
    from = "HNL"
    to = "LAX"
    application = {{ kind = "file", size = "1 MB" }}
    transport = {{ kind = "tcp", stack = "linux", congestion = "cubic" }}
    [run]
    duration = "600 s"
    seed = {seed}
    record = ["cwnd", "rtt", "retransmissions", "queue"]
    throughput_bin = "1 s"
    captures = ["LAX"]
    "#
    );
    parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

fn assert_same(a: &Outcome, b: &Outcome, what: &str) {
    assert_eq!(a.manifest, b.manifest, "{what}");
    for ((name, table), (_, other)) in a.tables.iter().zip(&b.tables) {
        // As text: what is not a number equals itself there.
        assert!(format!("{table:?}") == format!("{other:?}"), "{what}: {name} differs");
    }
    assert!(a.captures == b.captures, "{what}: captures differ");
}

#[test]
fn whole_runs_are_conserved_complete_and_alike() {
    for congestion in ["cubic", "newreno", "bbr"] {
        let scenarios = [1, 1, 2, 1].map(|seed| scenario(congestion, seed));
        let alone = run_alone(&scenarios[0], &mut |_| Control::Continue).expect("nobody cancels");
        let batch = run_batch(&scenarios, 2, &mut |_| Control::Continue).expect("nobody cancels");
        for other in [&batch[0], &batch[1], &batch[3]] {
            assert_same(&alone, other, congestion);
        }
        assert!(alone.captures != batch[2].captures, "{congestion}: the seed has no influence");

        // `run` itself asserts that packets are conserved.
        let bytes = counts(&alone, "flows", "bytes");
        assert_eq!((bytes[0], bytes[1], bytes[3]), (8_000_000, 8_000_000, 1_000_000));
        assert!(
            floats(&alone, "flows", "finished_s").iter().all(|t| t.is_finite()),
            "{congestion}"
        );
        let drops = counts(&alone, "flows", "drops");
        let again = counts(&alone, "flows", "retransmissions");
        assert!(drops[0] > 0 && again[0] > 0, "{congestion}: the queue never overflows");
        // What was sent again is what was lost, and a little for probes and spurious losses.
        assert!(again[0] <= drops[0] + drops[0] / 5 + 20, "{congestion}: {again:?} of {drops:?}");
        assert_eq!(
            counts(&alone, "rtt", "flow").iter().filter(|&&flow| flow == 1).count() as u64,
            counts(&alone, "flows", "rtt_samples")[1]
        );
    }
}

/// Goal: flows make progress over round trips of nanoseconds. Method: 2 MB over wires of 1 to 3 ns;
/// a run that makes no progress is stopped by the query whether to continue.
#[test]
fn a_round_trip_of_nanoseconds_gets_on() {
    for delay in ["0 ns", "1 ns", "2 ns", "3 ns"] {
        for congestion in ["cubic", "newreno", "bbr"] {
            let text = format!(
                r#"
                nodes = [{{ name = "a" }}, {{ name = "b" }}]
                [[wires]]
                between = ["a", "b"]
                delay = "{delay}"
                rate = "1000000 Gbit/s"
                queue = "1000 packets"
                [[flows]]
                name = "file"
                from = "a"
                to = "b"
                application = {{ kind = "file", size = "2 MB" }}
                transport = {{ kind = "quic", congestion = "{congestion}" }}
                [run]
                duration = "1 s"
                "#
            );
            let scenario = parse_alone(&text, "test.toml").unwrap_or_else(|e| panic!("{e}"));
            let mut questions = 0;
            let out = run_alone(&scenario, &mut |_| {
                questions += 1;
                if questions < 1_000 { Control::Continue } else { Control::Cancel }
            });
            let out = out.expect("a world to run");
            assert_eq!(out.manifest["flows_ended"]["finished"], 1, "{delay}, {congestion}");
            assert_eq!(counts(&out, "flows", "bytes"), [2_000_000], "{delay}, {congestion}");
        }
    }
}
