//! Goal: every flow states how it ended, whatever its transport, and the run counts the endings.
//! Method: a wire that dies, by its trace, under each stack and application; runs that are
//! interrupted; links so slow that their queues never empty.

use crate::common::{counts, floats, names};
use serde_json::json;
use skyseam_scenario::{Files, Scenario};
use skyseam_sim::{Control, NoOutcome, Outcome, parse, parse_alone, run_alone, run_batch};

/// Nothing is delivered from 2 s on.
const DIES: &str = "t_s,delay_ms,rate_bps,loss\n0,20,8000000,0\n2,20,8000000,1\n";
/// Nothing is ever delivered.
const DEAD: &str = "t_s,delay_ms,rate_bps,loss\n0,20,8000000,1\n";

fn over(trace: &str, flows: &[String], duration: &str) -> Scenario {
    let named = |(i, flow): (usize, &String)| format!("[[flows]]\nname = \"f{i}\"\n{flow}");
    let flows: String = flows.iter().enumerate().map(named).collect();
    let text = format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}, {{ name = "c" }}]
        wires = [
            {{ between = ["a", "b"], delay = "5 ms", rate = "8 Mbit/s", queue = "50 packets" }},
            {{ between = ["b", "c"], trace = "wire.csv", queue = "50 packets" }},
        ]
        {flows}
        [run]
        duration = "{duration}"
        "#
    );
    let mut files = Files::new();
    files.insert("wire.csv", trace.as_bytes());
    parse(&text, "test.toml", &files).unwrap_or_else(|errors| panic!("{errors}")).scenario
}

/// A flow without a name, which is named after its position.
fn flow(application: &str, more: &str) -> String {
    format!("from = \"a\"\nto = \"c\"\napplication = {{ kind = {application} }}\n{more}\n")
}

fn run(scenario: &Scenario) -> Outcome {
    run_alone(scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

fn endings(out: &Outcome) -> Vec<String> {
    names(out, "flows", "end_reason").into_iter().flatten().collect()
}

const FILE: &str = r#""file", size = "20 MB""#;

fn tcp(stack: &str) -> String {
    format!(r#"transport = {{ kind = "tcp", stack = "{stack}" }}"#)
}

/// Goal: each stack gives up as its reference does. Method: a transfer whose path dies at 2 s:
/// Linux after `tcp_retries2`, 924.6 s from the first retransmission to the next timeout after;
/// `rfc` after 12 retransmissions, timeouts of 60 s at most between them; ns-2 never; QUIC after 30
/// s of silence.
#[test]
fn a_dead_path_ends_a_transfer_as_its_stack_does() {
    for (transport, ended, soonest, latest) in [
        (tcp("linux"), "too_many_retransmissions", 926.0, 1_050.0),
        (tcp("rfc"), "too_many_retransmissions", 480.0, 520.0),
        (tcp("ns2"), "end_of_run", 4_000.0, 4_000.0),
        ("transport = { kind = \"quic\" }".into(), "idle_timeout", 32.0, 33.0),
    ] {
        let out = run(&over(DIES, &[flow(FILE, &transport)], "4000 s"));
        assert_eq!(endings(&out), [ended], "{transport}");
        let at = out.manifest["ended_at_s"].as_f64().unwrap();
        assert!((soonest..=latest).contains(&at), "{transport}: {at} s");
        let because =
            if ended == "end_of_run" { "its duration was over" } else { "all flows had ended" };
        assert_eq!(out.manifest["end_reason"], because);
        assert_eq!(out.manifest["flows_ended"][ended], 1);
        assert_eq!(out.manifest["flows_ended"]["finished"], 0);
        assert_eq!(out.manifest["complete"], true);
        let bytes = counts(&out, "flows", "bytes")[0];
        assert!(bytes > 300_000, "{transport}: {bytes} B");
        assert!(floats(&out, "flows", "finished_s")[0].is_nan());
    }
}

/// Goal: no connection attempt lasts forever. Method: SYNs that are all lost: Linux sends one and
/// ten more (`tcp_syn_retries` = 6 after `tcp_syn_linear_timeouts` = 4), `rfc` twelve more, with
/// timeouts that double from 1 s up to 60 s: 63 s and seven times 60 s.
#[test]
fn a_peer_that_never_answers_is_given_up() {
    let flows = ["linux", "rfc"].map(|stack| flow(FILE, &tcp(stack)));
    let out = run(&over(DEAD, &flows, "4000 s"));
    assert_eq!(endings(&out), ["too_many_retransmissions"; 2]);
    assert_eq!(counts(&out, "flows", "packets_sent"), [11, 13]);
    let out = run(&over(DEAD, &flows[1..], "4000 s"));
    assert_eq!(out.manifest["ended_at_s"], 483.0);
    assert_eq!(counts(&out, "flows", "bytes"), [0]);
}

/// Goal: a closed window is not a dead peer. Method: a proxy whose far side never opens, so that
/// its receive window closes: probes are answered for an hour, and the near part continues; the far
/// part gives up, which is how the flow ends.
#[test]
fn a_closed_window_that_answers_is_waited_for() {
    for stack in ["linux", "rfc"] {
        let split = r#"split_at = [{ node = "b", buffer = "20 kB" }]"#;
        let window = format!(
            r#"transport = {{ kind = "tcp", stack = "{stack}", receive_window = "64 kB" }}"#
        );
        let out = run(&over(DEAD, &[flow(FILE, &format!("{window}\n{split}"))], "3600 s"));
        assert_eq!(endings(&out), ["too_many_retransmissions"; 2], "{stack}");
        assert_eq!(out.manifest["flows_ended"]["too_many_retransmissions"], 1, "one flow");
        assert_eq!(out.manifest["end_reason"], "its duration was over", "{stack}");
        let sent = counts(&out, "flows", "packets_sent")[0];
        assert!((65..200).contains(&sent), "{stack}: {sent} packets, some of them probes");
    }
}

/// Goal: a flow without a connection is finished when its last packet is delivered or lost; a file
/// when it is acknowledged; a continuing bulk flow is cut off by the end of the run.
#[test]
fn every_application_says_how_it_ended() {
    let quic = "transport = { kind = \"quic\" }";
    let flows = [
        flow(r#""ping", count = 10, interval = "1 s""#, ""),
        flow(r#""voice", codec = "g711", duration = "9 s""#, ""),
        flow(r#""file", size = "9 kB""#, &tcp("linux")),
        flow(r#""file", size = "9 kB""#, quic),
        flow(r#""bulk", duration = "1 s""#, quic),
        flow(r#""bulk", duration = "60 s""#, &tcp("ns2")),
        flow(r#""ping", count = 60, interval = "1 s", size = "100 B""#, ""),
    ];
    let out = run(&over(DIES, &flows, "20 s"));
    let finished = ["finished"; 5];
    assert_eq!(endings(&out), [&finished[..], &["end_of_run"; 2]].concat());
    assert_eq!(
        out.manifest["flows_ended"],
        json!({
            "finished": 5, "idle_timeout": 0, "refused": 0, "too_many_retransmissions": 0,
            "end_of_run": 2, "interrupted": 0, "not_started": 0,
        })
    );
}

/// Goal: interrupted results cannot be mistaken for complete ones, and equal those of the whole run
/// up to then. Method: a run stopped at its second progress query, compared with the whole one.
#[test]
fn an_interrupted_run_says_so() {
    let flows = [
        flow(r#""bulk", duration = "600 s""#, &tcp("linux")),
        flow(r#""ping", count = 2, interval = "1 s""#, "start = \"550 s\""),
        flow(r#""file", size = "9 kB""#, &tcp("linux")),
    ];
    let scenario = over("t_s,delay_ms,rate_bps,loss\n0,20,80000000,0\n", &flows, "600 s");
    let whole = run(&scenario);
    let mut asked = 0;
    let out = run_alone(&scenario, &mut |progress| {
        asked += u32::from(progress.fraction() > 0.0);
        if asked == 2 { Control::Cancel } else { Control::Continue }
    });
    let out = out.expect("what there is");
    assert_eq!(out.manifest["complete"], false);
    assert_eq!(out.manifest["end_reason"], "interrupted");
    assert_eq!(endings(&out), ["interrupted", "not_started", "finished"]);
    let at = out.manifest["ended_at_s"].as_f64().unwrap();
    assert!(at > 1.0 && at < 599.0, "{at} s");
    let until = |out: &Outcome| -> Vec<f64> {
        floats(out, "drops", "t_s").into_iter().filter(|&t| t < at).collect()
    };
    assert_eq!(until(&out), until(&whole));
    assert_eq!(floats(&out, "flows", "finished_s")[2], floats(&whole, "flows", "finished_s")[2]);
    let stopped = run_batch(&[scenario], 1, &mut |_| Control::Cancel);
    assert_eq!(stopped.err(), Some(NoOutcome::Stopped), "a batch keeps no such run");
}

/// Goal: a queue that never empties is a queue, not a panic. Method: the input that revealed it:
/// 40,000 pings of 65,535 B, six days each, and the same with a queue that holds packets, with a
/// rate from a trace, and over satellites.
#[test]
fn a_queue_may_outlast_all_time() {
    let ping = r#"
        [[flows]]
        name = "ping"
        from = "a"
        to = "b"
        application = { kind = "ping", count = 40000, interval = "1 ms", size = "65535 B" }
        [run]
        duration = "60 s"
        record = ["queue"]
    "#;
    let nodes = r#"nodes = [{ name = "a" }, { name = "b" }]"#;
    let queue = "queue = \"100000000 packets\"";
    let held = r#"queue = { kind = "codel", limit = "100000000 packets" }"#;
    for wire in [
        format!("delay = \"10 ms\", rate = \"1 bit/s\", {queue}"),
        format!("delay = \"10 ms\", rate = \"1 bit/s\", {queue}, order = \"fifo\""),
        format!("delay = \"10 ms\", rate = \"1 bit/s\", {held}"),
        format!("trace = \"slow.csv\", {queue}"),
    ] {
        let text = format!("{nodes}\nwires = [{{ between = [\"a\", \"b\"], {wire} }}]\n{ping}");
        let mut files = Files::new();
        files.insert("slow.csv", b"t_s,delay_ms,rate_bps,loss\n0,10,1000,0\n1,10,1,0\n");
        let parsed = parse(&text, "test.toml", &files).unwrap_or_else(|e| panic!("{e}"));
        let out = run(&parsed.scenario);
        assert_eq!(out.manifest["packets"]["sent"], 40_000, "{wire}");
        assert_eq!(out.manifest["packets"]["inside_at_end"], 40_000, "{wire}");
        assert_eq!(endings(&out), ["end_of_run"]);
    }
    let link = format!("{{ rate = \"1 bit/s\", {queue} }}");
    for queued in ["forwarded", "lost"] {
        let text = format!(
            r#"
            constellation.preset = "iridium"
            handover.queued = "{queued}"
            links = {{ uplink = {link}, downlink = {link}, isl = {link} }}
            terminals = [
                {{ name = "a", latitude = "21 deg", longitude = "-158 deg" }},
                {{ name = "b", latitude = "34 deg", longitude = "-118 deg" }},
            ]
            {ping}
            "#
        );
        let scenario = parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(run(&scenario).manifest["packets"]["inside_at_end"], 40_000, "{queued}");
    }
}
