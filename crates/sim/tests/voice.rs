//! Voice over links: packets sent, lost, late and played, and the resulting quality.

use crate::common::{counts, floats};
use skyseam_sim::{Control, Outcome, parse_alone, run_alone};
use skyseam_trace::Values;

/// Voice from "a" to "b" over one wire; `flows` are further flows.
fn call(wire: &str, voice: &str, flows: &str) -> Outcome {
    let text = format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        wires = [{{ between = ["a", "b"], {wire} }}]
        [[flows]]
        name = "call"
        from = "a"
        to = "b"
        application = {{ kind = "voice", duration = "100 s", {voice} }}
        {flows}
        [run]
        duration = "200 s"
        captures = ["a"]
        "#
    );
    let scenario = parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// A column of names.
fn names(out: &Outcome, table: &str, name: &str) -> Vec<String> {
    let (_, table) = out.tables.iter().find(|(known, _)| *known == table).expect("that table");
    let Some(Values::Names { indices, names }) = table.column(name) else {
        panic!("no names in {name}")
    };
    indices.iter().map(|&index| names[index as usize].clone()).collect()
}

/// Packets of each cause in `voice_losses`.
fn losses(out: &Outcome) -> Vec<(String, u64)> {
    names(out, "voice_losses", "cause")
        .into_iter()
        .zip(counts(out, "voice_losses", "packets"))
        .collect()
}

fn close(value: f64, expected: f64, within: f64) -> bool {
    (value - expected).abs() <= within
}

const FAST: &str = r#"delay = "50 ms", rate = "10 Mbit/s", queue = "100 packets""#;

/// Goal: an undisturbed call, by hand. Method: 200-byte packets over 10 Mbit/s and 50 ms; at 130 ms
/// G.107 has only the impairments of echo and of delay above 100 ms.
#[test]
fn an_undisturbed_call_is_as_good_as_its_codec() {
    let out = call(FAST, "", "");
    assert_eq!(counts(&out, "voice", "sent"), [5000]);
    assert_eq!(counts(&out, "voice", "received"), [5000]);
    assert_eq!(counts(&out, "flows", "bytes"), [5000 * 160]);
    assert_eq!(losses(&out), []);
    let value = |name: &str| floats(&out, "voice", name)[0];
    assert!(close(value("delay_mean_ms"), 50.16, 1e-9));
    assert!(close(value("jitter_ms"), 0.0, 1e-9) && close(value("delay_std_ms"), 0.0, 1e-6));
    assert!(close(value("mouth_to_ear_ms"), 20.0 + 50.16 + 60.0, 1e-9));
    assert!(close(value("r_simplified"), 94.2 - 0.024 * 130.16, 1e-9));
    assert!(
        value("r") < 90.664 && value("r") > 89.539,
        "between 100 ms and 150 ms: {}",
        value("r")
    );
    assert!(value("burst_ratio").is_nan());
    assert_eq!(out.manifest["end_reason"], "all flows had ended");
    assert!(out.captures[0].1.len() > 5000 * 40, "its packets are in the capture");
}

/// Goal: every packet that is not played has a cause, and nothing is counted twice. Method: a wire
/// slower than the call, whose queue also delays, and random losses; sent = received + lost.
#[test]
fn losses_are_split_by_cause() {
    let slow = r#"delay = "50 ms", rate = "60 kbit/s", queue = "5 packets""#;
    let lossy = r#"delay = "50 ms", rate = "10 Mbit/s", queue = "5 packets",
        loss = { kind = "bernoulli", probability = 0.05 }"#
        .replace('\n', " ");
    for (wire, causes) in [(slow, vec!["queue_overflow", "late"]), (&lossy, vec!["link_loss"])] {
        let out = call(wire, r#"codec = "g711-plc""#, "");
        let of = |name: &str| counts(&out, "voice", name)[0];
        assert_eq!(of("sent"), of("received") + of("lost"), "{wire}");
        let split = losses(&out);
        assert_eq!(split.iter().map(|(cause, _)| cause.as_str()).collect::<Vec<_>>(), causes);
        assert_eq!(split[0].1, of("lost"));
        assert_eq!(split.get(1).map_or(0, |&(_, packets)| packets), of("late"));
        let percent = 100.0 * (of("lost") + of("late")) as f64 / of("sent") as f64;
        assert!(close(floats(&out, "voice", "loss_percent")[0], percent, 1e-9));
    }
    // Random losses come one by one as often as chance has it, and cost as much as in G.107.
    let out =
        call(&lossy, r#"codec = "g711-plc", playout = { kind = "fixed", delay = "29.84 ms" }"#, "");
    let value = |name: &str| floats(&out, "voice", name)[0];
    assert!(close(value("loss_percent"), 5.0, 1.0), "{}", value("loss_percent"));
    assert!(close(value("burst_ratio"), 1.0, 0.1), "{}", value("burst_ratio"));
    let loss = value("loss_percent");
    let expected = 90.664 - 95.0 * loss / (loss + 25.1);
    assert!(close(value("mouth_to_ear_ms"), 100.0, 1e-9));
    assert!(close(value("r"), expected, 0.01), "{} {expected}", value("r"));
}

/// Goal: expired packets are received, count as lost with a cause of their own, and are excluded
/// from delays. Method: a queue of up to 0.16 s before a slow wire, with and without an age limit
/// of 200 ms.
#[test]
fn expired_packets_count_as_lost() {
    let slow = r#"delay = "50 ms", rate = "60 kbit/s", queue = "5 packets""#;
    let heard = |rest: &str| {
        let out = call(slow, &format!("playout = {{ kind = \"twice-jitter\"{rest} }}"), "");
        (losses(&out), floats(&out, "voice", "delay_max_ms")[0], out)
    };
    let (split, longest, out) = heard("");
    assert_eq!(split.len(), 1, "{split:?}");
    assert!(longest > 200.0, "{longest} ms");
    let received = counts(&out, "voice", "received");
    let (split, longest, out) = heard(r#", expires_after = "200 ms""#);
    assert_eq!(split[1].0, "expired");
    assert_eq!(counts(&out, "voice", "received"), received);
    assert_eq!(counts(&out, "voice", "late"), [split[1].1]);
    assert!(split[1].1 > 1000 && longest <= 200.0, "{split:?} {longest} ms");
    let percent = 100.0 * (split[0].1 + split[1].1) as f64 / 5000.0;
    assert!(close(floats(&out, "voice", "loss_percent")[0], percent, 1e-9));
}

/// Goal: packets that arrive after their playout time are lost to the listener. Method: a path
/// whose delay increases by 100 ms after 50 s. A call without pauses keeps its buffer of 60 ms and
/// plays nothing from then on; with pauses it adapts at each talkspurt; a deeper buffer costs
/// delay; without a buffer all packets count.
#[test]
fn a_longer_path_makes_packets_late_until_the_next_talkspurt() {
    let wire = r#"delay = "50 ms", rate = "10 Mbit/s", queue = "9 packets",
        changes = [{ at = "50 s", delay = "150 ms" }]"#
        .replace('\n', " ");
    let late = |voice: &str| {
        let out = call(&wire, voice, "");
        assert_eq!(counts(&out, "voice", "lost"), [0]);
        (counts(&out, "voice", "late")[0], counts(&out, "voice", "sent")[0], out)
    };
    let (constant, sent, out) = late("");
    assert!((2499..=2501).contains(&constant) && sent == 5000, "{constant} of {sent}");
    assert_eq!(losses(&out), [("late".to_owned(), constant)]);
    assert!(floats(&out, "voice", "burst_ratio")[0].is_nan(), "what never ends is no burst");
    assert!(floats(&out, "voice", "mos")[0] < 1.2);
    let (spurts, sent, _) = late(r#"talk = { kind = "exponential" }"#);
    assert!(spurts < sent / 20, "{spurts} of {sent}: the spurt under way at most");
    assert_eq!(late(r#"playout = { kind = "fixed", delay = "101 ms" }"#).0, 0);
    assert_eq!(late(r#"playout = { kind = "twice-jitter" }"#).0, 0);
    let adaptive = |alpha: &str| {
        late(&format!(
            r#"talk = {{ kind = "exponential" }}, playout = {{ kind = "adaptive"{alpha} }}"#
        ))
    };
    let ((slow, ..), (quick, ..)) = (adaptive(""), adaptive(", alpha = 0.9"));
    assert!(quick < slow, "{quick} late packets with a short memory, {slow} with the authors'");
}

/// Goal: the recorded packets agree with the summary. Method: a fixed buffer of 60 ms on the path
/// above, with pauses; a packet is played a frame after the previous one of its talkspurt.
#[test]
fn recorded_packets_add_up_to_the_summary() {
    let wire = r#"delay = "50 ms", rate = "10 Mbit/s", queue = "9 packets",
        changes = [{ at = "50 s", delay = "150 ms" }]"#
        .replace('\n', " ");
    let text = format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        wires = [{{ between = ["a", "b"], {wire} }}]
        [[flows]]
        name = "call"
        from = "a"
        to = "b"
        application = {{ kind = "voice", duration = "100 s", talk = {{ kind = "exponential" }} }}
        [run]
        duration = "200 s"
        record = ["voice_packets"]
        "#
    );
    let scenario = parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
    let out = run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels");
    let delays = floats(&out, "voice_packets", "delay_ms");
    assert_eq!(delays.len() as u64, counts(&out, "voice", "received")[0]);
    let mean = delays.iter().sum::<f64>() / delays.len() as f64;
    assert!(close(mean, floats(&out, "voice", "delay_mean_ms")[0], 1e-6));
    let plays = floats(&out, "voice_packets", "play_s");
    let late = plays.iter().filter(|play| play.is_nan()).count() as u64;
    assert!(late > 0);
    assert_eq!(late, counts(&out, "voice", "late")[0]);
    let arrivals = floats(&out, "voice_packets", "t_s");
    assert!(arrivals.iter().zip(&plays).all(|(came, play)| play.is_nan() || play >= came));
    let numbers = counts(&out, "voice_packets", "number");
    let is_frame = |step: f64| close(step, 0.02, 1e-9);
    let within = (1..plays.len()).filter(|&at| is_frame(plays[at] - plays[at - 1])).count();
    assert!(numbers.is_sorted() && within * 10 > plays.len() * 9, "{within} of {}", plays.len());
}

/// Goal: random draws of a flow depend on its name alone. Method: the same call alone and with five
/// other calls; its packets are the same to the nanosecond.
#[test]
fn another_call_does_not_change_this_one() {
    let others = r#"
        [[flows]]
        name = "others"
        from = "a"
        to = "b"
        count = 5
        every = "1 s"
        [flows.application]
        kind = "voice"
        codec = "g729"
        duration = "50 s"
        talk = { kind = "pareto" }
        "#;
    let pareto = r#"frame = "26.25 ms", header = "0 B", talk = { kind = "pareto" }"#;
    let (alone, beside) = (call(FAST, pareto, ""), call(FAST, pareto, others));
    assert_eq!(counts(&beside, "voice", "flow"), [0, 1, 2, 3, 4, 5]);
    let sent = counts(&beside, "voice", "sent");
    assert_eq!(counts(&alone, "voice", "sent")[0], sent[0]);
    let first = |out: &Outcome| floats(out, "flows", "first_sent_s")[0].to_bits();
    let last = |out: &Outcome| floats(out, "flows", "last_received_s")[0];
    assert_eq!(first(&alone), first(&beside));
    assert!(close(last(&alone), last(&beside), 1e-3), "but for the queue");
    assert!(
        sent[1..].windows(2).any(|pair| pair[0] != pair[1]),
        "each talks its own way: {sent:?}"
    );
    assert_eq!(names(&beside, "voice", "codec")[..2], ["g711", "g729"]);
}

/// Goal: a run may end before a call. Method: 30 s of a call of 100 s over a long path: packets in
/// flight are neither received nor lost, and a call without any played packet is rated bad.
#[test]
fn what_is_under_way_at_the_end_is_not_lost() {
    let run = |wire: &str| {
        let text = format!(
            r#"
            nodes = [{{ name = "a" }}, {{ name = "b" }}]
            wires = [{{ between = ["a", "b"], {wire} }}]
            flows = [{{ name = "call", from = "a", to = "b",
                application = {{ kind = "voice", duration = "100 s" }} }}]
            [run]
            duration = "30 s"
            "#
        );
        let scenario = parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
        run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
    };
    let out = run(r#"delay = "1 s", rate = "10 Mbit/s", queue = "100 packets""#);
    let of = |name: &str| counts(&out, "voice", name)[0];
    assert_eq!((of("sent"), of("received"), of("lost")), (1499, 1449, 0));
    assert_eq!(floats(&out, "voice", "loss_percent")[0], 0.0);
    let dead = r#"delay = "1 ms", rate = "1 Mbit/s", queue = "9 packets",
        loss = { kind = "bernoulli", probability = 1.0 }"#
        .replace('\n', " ");
    let out = run(&dead);
    assert_eq!(floats(&out, "voice", "loss_percent")[0], 100.0);
    assert_eq!(floats(&out, "voice", "mos"), [1.0]);
    assert!(floats(&out, "voice", "delay_mean_ms")[0].is_nan());
}

/// Goal: packets that HARQ gives up are lost for that cause. Method: 210-byte packets, which
/// exactly fill a codeword of 1680 bits, over a channel on which none is ever decoded, and one on
/// which every packet is decoded at once.
#[test]
fn harq_gives_up_what_it_cannot_decode() {
    let run = |level: &str| {
        let wire = format!(
            r#"delay = "10 ms", rate = "10 Mbit/s", queue = "100 packets",
            channel = {{ kind = "constant", level = "{level}" }},
            harq = {{ kind = "incremental-redundancy", symbols = "k1680",
                reference_snr = "10 dB", retransmissions = 3 }}"#
        );
        call(&wire.replace('\n', " "), r#"frame = "26.25 ms", header = "0 B""#, "")
    };
    let (none, all) = (run("-40 dB"), run("0 dB"));
    let of = |out: &Outcome, name: &str| counts(out, "voice", name)[0];
    assert_eq!(losses(&none), [("harq_failure".to_owned(), of(&none, "sent"))]);
    assert_eq!(floats(&none, "voice", "mos"), [1.0]);
    assert_eq!((of(&all, "received"), losses(&all)), (of(&all, "sent"), vec![]));
}

/// Goal: a call in EF keeps its quality beside a file where its class has strict priority, and not
/// where both share a queue. Method: 2 Mbit/s; a file fills the queue of 200 packets, 1.2 s, and
/// waits behind at most one packet of 6 ms. Alone the call has the same score within 0.05. The
/// table of classes has the packets of both.
#[test]
fn a_call_of_a_strict_class_keeps_its_quality_beside_a_file() {
    let run = |queue: &str, file: &str| {
        let text = format!(
            r#"
            nodes = [{{ name = "a" }}, {{ name = "b" }}]
            [[wires]]
            between = ["a", "b"]
            delay = "50 ms"
            rate = "2 Mbit/s"
            queue = {queue}
            [[flows]]
            name = "call"
            from = "a"
            to = "b"
            dscp = "EF"
            application = {{ kind = "voice", duration = "60 s" }}
            {file}
            [run]
            duration = "61 s"
            "#
        );
        let scenario = parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
        run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
    };
    let mos = |queue: &str, file: &str| floats(&run(queue, file), "voice", "mos")[0];
    let file = r#"
        [[flows]]
        name = "file"
        from = "a"
        to = "b"
        application = { kind = "bulk", duration = "60 s" }"#;
    let classes = r#"{ kind = "ets", limit = "200 packets" }"#;
    let alone = mos(classes, "");
    assert!(alone > 4.0, "{alone}");
    let both = run(classes, file);
    assert!(close(floats(&both, "voice", "mos")[0], alone, 0.05), "{both:?}");
    // Of the link from "a" the call has the first class and the file the second.
    let [packets, full, waiting] = ["packets", "queue_overflows", "max_queue_packets"]
        .map(|column| counts(&both, "classes", column));
    assert_eq!(packets[0] + packets[1], counts(&both, "links", "packets")[0]);
    assert_eq!((full[0], full[1]), (0, counts(&both, "links", "queue_overflows")[0]));
    assert_eq!((waiting[0], waiting[1]), (1, 200));
    assert!(mos(r#""200 packets""#, file) < 2.0);
}
