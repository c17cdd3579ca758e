//! Wires that lose packets, change their delay or follow a trace: whole runs compared with times
//! and counts computed by hand.

use crate::common::{counts, floats};
use skyseam_scenario::Files;
use skyseam_sim::{Control, Outcome, parse, run_alone};

fn outcome(text: &str, files: &Files) -> Outcome {
    let parsed = parse(text, "test.toml", files).unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&parsed.scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// Pings of 125 B, 1 ms at 1 Mbit/s, at intervals `every` over one wire with these keys.
fn pings(wire: &str, every: &str, count: u32) -> String {
    format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        [[wires]]
        between = ["a", "b"]
        queue = "50 packets"
        {wire}
        [[flows]]
        name = "ping"
        from = "a"
        to = "b"
        application = {{ kind = "ping", count = {count}, interval = "{every}", size = "125 B" }}
        [run]
        start = "1000 s"
        duration = "1000 s"
        record = ["rtt"]
        "#
    )
}

const PLAIN: &str = "rate = \"1 Mbit/s\"\ndelay = \"10 ms\"\n";

fn lossy(loss: &str) -> Outcome {
    outcome(&pings(&format!("{PLAIN}loss = {loss}"), "10 ms", 4000), &Files::new())
}

fn dropped(out: &Outcome, reason: &str) -> u64 {
    out.manifest["packets"]["dropped"][reason].as_u64().unwrap()
}

/// 4000 trials of probability 0.3: 1200 losses, four standard deviations are 116.
#[test]
fn a_direction_loses_its_share_and_the_other_nothing() {
    for (direction, link) in [("forward", 0), ("backward", 1)] {
        let loss =
            format!(r#"{{ kind = "bernoulli", probability = 0.3, direction = "{direction}" }}"#);
        let out = lossy(&loss);
        let losses = counts(&out, "links", "losses");
        assert!(losses[link].abs_diff(1200) < 116, "{losses:?}");
        assert_eq!(losses[1 - link], 0);
        assert_eq!(dropped(&out, "link_loss"), losses[link]);
        assert_eq!(counts(&out, "links", "packets")[0], 4000, "lost packets use link time");
        let answered = counts(&out, "flows", "rtt_samples")[0];
        assert_eq!(answered, 4000 - losses[link]);
        assert_eq!(format!("{out:?}"), format!("{:?}", lossy(&loss)), "chance is the seed's");
    }
}

/// Goal: listed packets are lost, counted separately in each direction. Method: pings; the third
/// reply answers request 4, since request 3 was lost.
#[test]
fn chosen_packets_are_lost() {
    let numbers = |loss: &str| -> Vec<u64> {
        let out = lossy(loss);
        let samples = floats(&out, "rtt", "t_s").into_iter().zip(floats(&out, "rtt", "rtt_ms"));
        let sent = samples.map(|(t, ms)| ((t - 1000.0 - ms / 1e3) * 100.0).round() as u64 + 1);
        let sent: Vec<u64> = sent.collect();
        (1..=4000).filter(|number| !sent.contains(number)).collect()
    };
    let loss = r#"{ kind = "list", lose = [3, 17, "40-42"], direction = "forward" }"#;
    assert_eq!(numbers(loss), [3, 17, 40, 41, 42]);
    let loss = r#"{ kind = "list", lose = [3], direction = "backward" }"#;
    assert_eq!(numbers(loss), [3]);
    assert_eq!(numbers(r#"{ kind = "list", lose = [3] }"#), [3, 4]);
}

/// Goal: packets go round a wire that has failed and a node that has failed takes its wires along.
/// Method: pings every second; the direct wire takes 10 ms, the path by the third node 30 ms.
#[test]
fn wires_and_nodes_fail() {
    let failing = |failures: &str| {
        let wire = |a: &str, b: &str, ms: u32| {
            format!(
                "{{ between = [\"{a}\", \"{b}\"], delay = \"{ms} ms\", \
                 rate = \"1 Mbit/s\", queue = \"50 packets\" }}"
            )
        };
        let wires = [wire("a", "b", 10), wire("a", "c", 15), wire("c", "b", 15)].join(", ");
        let text = format!(
            r#"
            nodes = [{{ name = "a" }}, {{ name = "b" }}, {{ name = "c" }}]
            wires = [{wires}]
            failures = [{failures}]
            [[flows]]
            name = "ping"
            from = "a"
            to = "b"
            application = {{ kind = "ping", count = 9, interval = "1 s", size = "125 B" }}
            [run]
            start = "1000 s"
            duration = "20 s"
            record = ["rtt"]
            "#
        );
        let out = outcome(&text, &Files::new());
        let at = floats(&out, "rtt", "t_s").into_iter().zip(floats(&out, "rtt", "rtt_ms"));
        let rtts = at
            .map(|(t, ms)| (t - 1000.0 - ms / 1e3, ms))
            .map(|(t, ms)| (t.round() as u64, (ms * 1e3).round() / 1e3));
        (rtts.collect::<Vec<(u64, f64)>>(), dropped(&out, "no_route"))
    };
    // A packet takes 1 ms to send on each wire.
    let (direct, round) = (22.0, 64.0);
    let wire = r#"{ wire = ["b", "a"], start = "1002500 ms", end = "1005500 ms" }"#;
    let went = |by: [(u64, f64); 9], lost: &[u64]| -> Vec<(u64, f64)> {
        by.into_iter().filter(|(number, _)| !lost.contains(number)).collect()
    };
    let by = |number: u64| if (3..=5).contains(&number) { round } else { direct };
    let all = std::array::from_fn(|number| (number as u64, by(number as u64)));
    assert_eq!(failing(wire), (went(all, &[]), 0));
    let node = r#"{ node = "c", start = "1004500 ms", end = "1006500 ms" }"#;
    assert_eq!(failing(&format!("{wire}, {node}")), (went(all, &[5]), 1));
    let end = r#"{ nodes = "*b", start = "1006500 ms" }"#;
    assert_eq!(failing(&format!("{wire}, {end}")), (went(all, &[7, 8]), 2));
}

/// Goal: each direction has the rate, delay, queue and losses of its table, or else the wire's.
/// Method: the closed form of a round trip, and the manifest, which describes the same run.
#[test]
fn directions_of_a_wire_may_differ() {
    let wire = r#"
        rate = "1 Mbit/s"
        forward = { delay = "10 ms", queue = "2 BDP" }
        backward = { delay = "30.5 ms", rate = "500 kbit/s",
                     loss = { kind = "list", lose = [2] } }
        "#;
    let out = outcome(&pings(wire, "1 s", 4), &Files::new());
    let rtt = floats(&out, "rtt", "rtt_ms");
    assert_eq!(rtt.len(), 3);
    for found in rtt {
        assert!((found - (1.0 + 10.0 + 2.0 + 30.5)).abs() < 1e-6, "{found}");
    }
    assert_eq!(counts(&out, "links", "losses"), [0, 1]);
    let wire = &out.manifest["scenario"]["wires"][0];
    // Two products of 1 Mbit/s and 40.5 ms.
    assert_eq!(wire["forward"]["queue"]["limit"], "10125 B", "{wire}");
    assert_eq!(wire["backward"]["queue"]["limit"], "50 packets", "{wire}");
    assert_eq!(wire["backward"]["rate"], "500 kbit/s");
    let again = skyseam_sim::parse_alone(&to_toml(&out.manifest["scenario"]), "again.toml");
    let again = again.unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(again.resolved(), out.manifest["scenario"]);
}

/// The scenario of a manifest as TOML, with an inline table for each key.
fn to_toml(scenario: &serde_json::Value) -> String {
    fn value(json: &serde_json::Value) -> String {
        match json {
            serde_json::Value::Object(keys) => {
                let keys: Vec<_> =
                    keys.iter().map(|(k, v)| format!("{k} = {}", value(v))).collect();
                format!("{{ {} }}", keys.join(", "))
            }
            serde_json::Value::Array(items) => {
                format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(", "))
            }
            other => other.to_string(),
        }
    }
    let keys = scenario.as_object().expect("a table").iter();
    keys.map(|(key, own)| format!("{key} = {}\n", value(own))).collect()
}

/// Goal: a direction follows its own trace, which may repeat. Method: round trips of pings over 10
/// and 20 ms forward, 2 s each in a period of 4 s from 1 s on, and 5 ms back.
#[test]
fn a_direction_follows_a_trace_that_repeats() {
    let mut files = Files::new();
    files.insert("t.csv", "t_s,delay_ms\n0,10\n2,20\n");
    let wire = r#"
        rate = "1 Mbit/s"
        delay = "5 ms"
        forward = { trace = "t.csv", trace_offset = "1 s", trace_repeat = "4 s" }
        "#;
    let out = outcome(&pings(wire, "1 s", 9), &files);
    let rtt: Vec<f64> = floats(&out, "rtt", "rtt_ms").iter().map(|ms| ms.round()).collect();
    assert_eq!(rtt, [17.0, 27.0, 27.0, 17.0, 17.0, 27.0, 27.0, 17.0, 17.0]);
    let shared = pings("rate = \"1 Mbit/s\"\ntrace = \"t.csv\"\ntrace_repeat = \"4 s\"", "1 s", 9);
    let out = outcome(&shared, &files);
    let rtt: Vec<f64> = floats(&out, "rtt", "rtt_ms").iter().map(|ms| ms.round()).collect();
    assert_eq!(rtt, [22.0, 22.0, 42.0, 42.0, 22.0, 22.0, 42.0, 42.0, 22.0]);
}

/// Goal: jitter lengthens the delay of each direction by a random time of at most its value;
/// without it round trips are equal.
#[test]
fn jitter_makes_round_trips_differ() {
    let spread = |more: &str| {
        let out = outcome(&pings(&format!("{PLAIN}{more}"), "10 ms", 400), &Files::new());
        let rtt = floats(&out, "rtt", "rtt_ms");
        let least = rtt.iter().copied().fold(f64::INFINITY, f64::min);
        let most = rtt.iter().copied().fold(0.0, f64::max);
        (least - 22.0, most - 22.0)
    };
    assert_eq!(spread(""), spread("jitter = \"0 s\""));
    let (least, most) = spread("");
    assert!(least.abs() < 1e-9 && most.abs() < 1e-9);
    let (least, most) = spread("jitter = \"20 us\"");
    assert!((0.0..0.008).contains(&least) && (0.032..=0.04).contains(&most), "{least} {most}");
}

#[test]
fn both_directions_lose_on_their_own() {
    let losses = counts(&lossy(r#"{ kind = "bernoulli", probability = 0.3 }"#), "links", "losses");
    // Replies: 2800 trials.
    assert!(losses[0].abs_diff(1200) < 116 && losses[1].abs_diff(840) < 97, "{losses:?}");
}

#[test]
fn what_carries_no_data_is_not_lost_where_only_data_is() {
    let out = lossy(r#"{ kind = "bernoulli", probability = 1, data_only = true }"#);
    assert_eq!(dropped(&out, "link_loss"), 0);
    let text =
        pings(PLAIN, "1 s", 1).replace("count = 1, interval = \"1 s\", size = \"125 B\"", "");
    let text = text.replace("kind = \"ping\",", "kind = \"file\", size = \"9 kB\"").replace(
        "queue =",
        "loss = { kind = \"bernoulli\", probability = 1, data_only = true }\nqueue =",
    );
    let out = outcome(&text, &Files::new());
    let sent = counts(&out, "flows", "packets_sent")[0];
    assert_eq!(counts(&out, "flows", "bytes")[0], 0, "every segment with data is lost");
    // The handshake gets through: more than the SYN was sent.
    assert!(sent > 1 && dropped(&out, "link_loss") > 0, "{:?}", out.manifest);
}

/// Goal: a packet has the delay of the instant at which its last bit is sent. Method: the closed
/// form of a round trip across a step from 40 ms down to 15.3 ms at 1 s, with and without
/// reordering.
#[test]
fn a_step_of_the_delay_is_met_to_the_nanosecond() {
    let delay = |t: f64| if t < 1.0 { 0.040 } else { 0.0153 };
    for order in ["overtake", "fifo"] {
        let wire = format!(
            "rate = \"1 Mbit/s\"\ndelay = \"40 ms\"\norder = \"{order}\"\n\
             changes = [{{ at = \"1 s\", delay = \"15.3 ms\" }}]"
        );
        let out = outcome(&pings(&wire, "2 ms", 600), &Files::new());
        let mut answers: Vec<(f64, f64)> = Vec::new();
        let (mut latest, mut back_free, mut back_latest) = (0.0f64, 0.0f64, 0.0f64);
        let mut arrivals: Vec<(f64, f64)> = (0..600)
            .map(|i| {
                let sent = 0.002 * f64::from(i);
                let mut arrival = sent + 0.001 + delay(sent + 0.001 + 1e-12);
                if order == "fifo" {
                    arrival = arrival.max(latest);
                    latest = arrival;
                }
                (arrival, sent)
            })
            .collect();
        // Stable: what arrives at one instant is in the order of sending.
        arrivals.sort_by(|a, b| a.0.total_cmp(&b.0));
        let overtaken = arrivals.windows(2).filter(|pair| pair[1].1 < pair[0].1).count();
        for (arrival, sent) in arrivals {
            // Replies queue where several requests arrive within a millisecond.
            let end = back_free.max(arrival) + 0.001;
            back_free = end;
            let mut answer = end + delay(end + 1e-12);
            if order == "fifo" {
                answer = answer.max(back_latest);
                back_latest = answer;
            }
            answers.push((answer, 1e3 * (answer - sent)));
        }
        answers.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert_eq!(overtaken > 0, order == "overtake", "{overtaken}");
        let found = floats(&out, "rtt", "rtt_ms");
        assert_eq!(found.len(), answers.len());
        for (found, (_, expected)) in found.iter().zip(answers) {
            assert!((found - expected).abs() < 1e-6, "{found} ms, not {expected} ms, {order}");
        }
    }
}

/// A trace of delay, rate and losses: 125 B at 1 Mbit/s; from 2 s to 4 s the link is stopped; then
/// 0.5 Mbit/s and 50 ms; from 8 s on everything is lost.
#[test]
fn a_wire_follows_its_trace() {
    let mut files = Files::new();
    files.insert(
        "t.csv",
        "t_s,delay_ms,rate_bps,loss\n0,10,1000000,0\n2,10,0,0 # rain\n4,50,500000,0\n\
         8,50,500000,1\n",
    );
    let out = outcome(&pings("trace = \"t.csv\"", "1 s", 10), &files);
    let rtt = floats(&out, "rtt", "rtt_ms");
    // Sent at 0, 1: 2 (1 + 10). At 2 and 3 it waits until 4, and is sent in 2 ms each; the replies
    // come back without a queue. At 8 and 9 nothing arrives.
    let slow = 2.0 * 52.0;
    let expected = [22.0, 22.0, 2000.0 + slow, 1000.0 + 2.0 + slow, slow, slow, slow, slow];
    // The reply to the request of 4 s waits for nobody: the two before are 2 ms apart.
    for (found, expected) in rtt.iter().zip(expected) {
        assert!((found - expected).abs() < 4.1, "{rtt:?}");
    }
    assert!((rtt[2] - expected[2]).abs() < 1e-6 && (rtt[5] - slow).abs() < 1e-6, "{rtt:?}");
    assert_eq!((rtt.len(), dropped(&out, "link_loss")), (8, 2));
}

/// Invariant 5 of the design: other senders do not affect which packets of a link are lost.
#[test]
fn the_n_th_packet_of_a_link_has_its_fate_whoever_sends_it() {
    let loss = r#"loss = { kind = "gilbert-elliott", mean_good = "20 packets",
                           mean_bad = "4 packets", direction = "forward" }"#;
    let alone = pings(&format!("{PLAIN}{loss}"), "10 ms", 1000);
    let other = r#"
        [[flows]]
        name = "other"
        from = "a"
        to = "b"
        start = "5 ms"
        application = { kind = "ping", count = 1000, interval = "10 ms", size = "125 B" }
        "#;
    let times = |text: &str| {
        let out = outcome(text, &Files::new());
        floats(&out, "drops", "t_s")
    };
    // Alone the n-th packet is sent at 10 n ms, with the other at 5 n ms.
    let fate = |t_s: f64, every_ms: f64| ((t_s - 1000.0) * 1e3 / every_ms) as u32;
    let numbers = |times: Vec<f64>, every_ms: f64| -> Vec<u32> {
        times.into_iter().map(|t| fate(t - 0.0109, every_ms)).take_while(|n| *n < 1000).collect()
    };
    let alone = numbers(times(&alone), 10.0);
    let both = numbers(times(&(pings(&format!("{PLAIN}{loss}"), "10 ms", 1000) + other)), 5.0);
    assert!(alone.len() > 100, "{}", alone.len());
    assert_eq!(alone, both);
}
