//! Resolution of groups of nodes and beams, and that they read back as the same.

use std::sync::Arc;

use skyseam_base::{Duration, Rate};
use skyseam_net::TraceFile;
use skyseam_net::channel::{ChannelConfig, ConstantLevel};
use skyseam_net::config::{ArrivalOrder, Direction, LossConfig, QueueConfig};
use skyseam_net::loss::Bernoulli;
use skyseam_net::queue::{DropTail, QueueLimit};
use skyseam_net::scheduler::{LimitRule, RoundRobin, SchedulingPolicy};
use skyseam_params::Model;
use skyseam_scenario::{Beam, Fading, Files, Scenario};
use skyseam_sim::parse;

fn files() -> Files {
    let mut files = Files::new();
    files.insert("last.csv", "t_s,delay_ms\n0,8\n10,9\n20,10\n30,11\n");
    files.insert("wire.csv", "t_s,delay_ms,rate_bps\n0,8,1e6\n10,9,2e6\n20,10,1e6\n");
    files
}

/// A scenario; also checks that its printed form reads back as itself.
fn read(text: &str) -> Scenario {
    let read = |text: &str| {
        let parsed = parse(text, "test.toml", &files());
        parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario
    };
    let mut scenario = read(text);
    let toml: toml::Table = serde_json::from_value(scenario.resolved()).unwrap();
    let again = read(&toml::to_string(&toml).unwrap());
    scenario.preset = None;
    assert_eq!(again, scenario);
    assert_eq!(again.resolved(), scenario.resolved());
    scenario
}

/// A satellite with `count` users, and `links` between the satellite and them.
fn users(count: u32, links: &str) -> Scenario {
    read(&format!(
        "nodes = [{{ name = \"sat\" }}, {{ name = \"user\", count = {count} }}]\n{links}"
    ))
}

/// A beam to four users with these keys in addition to the required ones.
fn beam(keys: &str) -> (Beam, Scenario) {
    let mut scenario = users(
        4,
        &format!(
            r#"
            [[beams]]
            name = "beam"
            from = "sat"
            to = "user"
            rate = "8 Mbit/s"
            back = {{ rate = "1 Mbit/s", queue = "2 BDP", framing = "8 B" }}
            {keys}"#
        ),
    );
    (scenario.links.beams.remove(0), scenario)
}

const CHANNEL: &str = r#"
    delay = "8 ms"
    queue = "9 packets"
    channel = { kind = "constant", level = "0 dB", direction = "forward" }
    harq = { kind = "incremental-redundancy", reference_snr = "8.5 dB" }"#;

const MS: fn(u64) -> Duration = Duration::from_millis;
fn mbps(mbps: u64) -> Option<Rate> {
    Rate::from_bps(1_000_000 * mbps)
}

const SECONDS: fn(u64) -> Duration = Duration::from_secs;

#[test]
fn a_group_is_its_members() {
    let wire = "rate = \"1 Mbit/s\", queue = \"9 packets\", delay = \"3 ms\"";
    let scenario = users(3, &format!("wires = [{{ between = [\"user\", \"sat\"], {wire} }}]"));
    assert_eq!(scenario.sky.nodes, ["sat", "user-1", "user-2", "user-3"]);
    let between: Vec<[&str; 2]> =
        scenario.sky.wires.iter().map(|wire| wire.between.each_ref().map(|s| &**s)).collect();
    assert_eq!(between, [["user-1", "sat"], ["user-2", "sat"], ["user-3", "sat"]]);
    assert_eq!(scenario.links.wires.len(), 3);
}

#[test]
fn wires_and_flows_of_two_groups_pair_up() {
    let scenario = read(
        r#"
        nodes = [{ name = "a", count = 2 }, { name = "b", count = 2 }]

        [[wires]]
        between = ["a", "b"]
        queue = "9 packets"
        trace = "wire.csv"
        trace_offset = "5 s"
        trace_stagger = "7 s"

        [[flows]]
        name = "ping"
        from = "b"
        to = "a"
        start = "1 s"
        stagger = "500 ms"
        application = { kind = "ping", count = 2, interval = "1 s" }

        [run]
        duration = "9 s"
        "#,
    );
    let wires: Vec<_> = scenario.sky.wires.iter().zip(&scenario.links.wires).collect();
    let ends = |[a, b]: [&str; 2]| [a.to_owned(), b.to_owned()];
    assert_eq!(wires[0].0.between, ends(["a-1", "b-1"]));
    assert_eq!(wires[1].0.between, ends(["a-2", "b-2"]));
    // Each has the delay of its own place of the trace when the run begins.
    assert_eq!((wires[0].0.delays, wires[0].1.backward.trace_offset), ([MS(8); 2], SECONDS(5)));
    assert_eq!((wires[1].0.delays, wires[1].1.backward.trace_offset), ([MS(9); 2], SECONDS(12)));
    let file = TraceFile { name: "wire.csv".into(), has_delay: true, has_rate: true };
    let files =
        scenario.links.wires.iter().map(|wire| wire.forward.trace.as_ref()?.file().cloned());
    assert_eq!(files.collect::<Vec<_>>(), [Some(file.clone()), Some(file)]);
    let flows: Vec<_> =
        scenario.flows.iter().map(|f| (&*f.name, &*f.from, &*f.to, f.start)).collect();
    let expected = [("ping-1", "b-1", "a-1", MS(1000)), ("ping-2", "b-2", "a-2", MS(1500))];
    assert_eq!(flows, expected);
}

#[test]
fn a_beam_is_a_transmitter_and_a_link_back_for_each_user() {
    let (beam, scenario) = beam(
        r#"delay = "8 ms"
        scheduler = { kind = "round-robin", limit = "1 BDP" }
        framing = "4 B"
        order = "fifo"
        loss = { kind = "bernoulli", probability = 0.25 }"#,
    );
    let names: Vec<&str> = beam.users.iter().map(|user| &*user.name).collect();
    assert_eq!((&*beam.name, &*beam.from), ("beam", "sat"));
    assert_eq!(names, ["user-1", "user-2", "user-3", "user-4"]);
    assert_eq!((beam.forward.rate, beam.forward.framing_bytes), (mbps(8).unwrap(), 4));
    let QueueConfig::Scheduled(scheduler) = &beam.forward.queue else { panic!("{beam:?}") };
    // 8 Mbit/s and 1 Mbit/s times twice 8 ms.
    let limit = LimitRule::Each(QueueLimit::Bytes(16_000));
    let expected: Arc<dyn SchedulingPolicy> = Arc::new(RoundRobin { limit });
    assert_eq!(*scheduler, Model::new(expected));
    assert_eq!(beam.back.queue, QueueConfig::of(DropTail::new(QueueLimit::Bytes(4_000))));
    assert_eq!((beam.back.framing_bytes, beam.back.loss), (8, None));
    assert_eq!((beam.forward.order, beam.back.order), (ArrivalOrder::Fifo, ArrivalOrder::Fifo));
    let loss = beam.forward.loss.unwrap();
    assert_eq!(loss.model, LossConfig::of(Bernoulli { probability: 0.25 }).model);
    assert_eq!((beam.forward.trace, beam.forward.radio, beam.fading), (None, None, Fading::Own));
    assert_eq!(scenario.sky.wires.len(), 4);
    assert!(scenario.links.wires.is_empty());
    assert_eq!(scenario.sky.wires[3].between, ["sat".to_owned(), "user-4".to_owned()]);
    assert_eq!(scenario.sky.wires[3].delays[0], MS(8));
}

#[test]
fn a_beam_follows_a_trace_at_one_rate() {
    let (beam, scenario) = beam(
        r#"trace = "last.csv"
        trace_offset = "9 s"
        trace_stagger = "6 s"
        reference_rtt = "40 ms"
        queue = "1 BDP""#,
    );
    assert_eq!(beam.forward.queue, QueueConfig::of(DropTail::new(QueueLimit::Bytes(40_000))));
    let trace = beam.forward.trace.as_ref().unwrap();
    assert!(trace.keeps_rate(beam.forward.rate) && trace.steps().len() == 4);
    assert_eq!(beam.forward.trace_offset, SECONDS(9));
    let offsets = beam.users.iter().map(|user| user.trace_offset);
    assert_eq!(offsets.collect::<Vec<_>>(), [0, 6, 12, 18].map(SECONDS));
    // 9, 15, 21 and 27 s into the trace.
    let delays = scenario.sky.wires.iter().map(|wire| wire.delays[1]);
    assert_eq!(delays.collect::<Vec<_>>(), [8, 9, 10, 10].map(MS));
    assert_eq!(beam.back.trace, None);
    let file = beam.forward.trace.as_ref().unwrap().file().unwrap();
    assert_eq!(file.name, "last.csv");
}

#[test]
fn users_fade_as_they_are_told() {
    let fading = |keys: &str| {
        let (beam, _) = beam(&format!("{CHANNEL}\n{keys}"));
        assert_eq!(beam.forward.radio.unwrap().direction, Direction::Forward);
        assert_eq!(beam.back.radio, None);
        let gains: Vec<f64> = beam.users.iter().map(|user| user.gain_db).collect();
        (beam.fading, gains)
    };
    assert_eq!(fading(""), (Fading::Own, vec![0.0; 4]));
    assert_eq!(fading("fading = \"shared\"").0, Fading::Shared);
    let staggered = fading("fading = \"staggered\"\nfading_stagger = \"51 s\"");
    assert_eq!(staggered.0, Fading::Staggered(SECONDS(51)));
    let redundancy = |keys: &str| beam(&format!("{CHANNEL}\n{keys}")).0.redundancy_at_first;
    assert!(!redundancy("") && !redundancy("redundancy_fading = \"own\""));
    assert!(redundancy("redundancy_fading = \"first-user\""));
    let one = fading("gains = [{ user = \"user-3\", gain = \"-20 dB\" }]");
    assert_eq!(one.1, [0.0, 0.0, -20.0, 0.0]);
    assert_eq!(fading("gains = [{ user = \"user\", gain = \"1.5 dB\" }]").1, [1.5; 4]);
}

/// Members of a group and single users with separate channels; the others have the beam's.
#[test]
fn users_have_channels_of_their_own() {
    let channels = |keys: &str| {
        let (beam, _) = beam(&format!("{CHANNEL}\n{keys}"));
        let common = beam.forward.radio.unwrap().channel.clone();
        assert!(beam.users.iter().all(|user| user.channel.as_ref() != Some(&common)));
        beam.users.into_iter().map(|user| user.channel).collect::<Vec<_>>()
    };
    let quiet = ChannelConfig::with(ConstantLevel { level: -3.5 });
    let of = "channel = { kind = \"constant\", level = \"-3.5 dB\" }";
    assert_eq!(channels(""), vec![None; 4]);
    let one = channels(&format!("channels = [{{ user = \"user-3\", {of} }}]"));
    assert_eq!(one, [None, None, Some(quiet.clone()), None]);
    let all = channels(&format!("channels = [{{ user = \"user\", {of} }}]"));
    assert_eq!(all, vec![Some(quiet); 4]);
}

/// Users of several kinds, in the order of the list; a terminal among them.
#[test]
fn a_beam_leads_to_a_list() {
    let scenario = read(
        r#"
        constellation.preset = "iridium-ns2"
        nodes = [{ name = "sat" }, { name = "good", count = 2 }, { name = "one" }]
        terminals = [{ name = "ship", latitude = "1 deg", longitude = "2 deg" }]

        [[beams]]
        name = "beam"
        from = "sat"
        to = ["one", "ship", "good"]
        delay = "1 ms"
        rate = "1 Mbit/s"
        queue = "9 packets"
        back = { rate = "1 Mbit/s", queue = "9 packets" }
        "#,
    );
    let names = scenario.links.beams[0].users.iter().map(|user| &*user.name);
    assert_eq!(names.collect::<Vec<_>>(), ["one", "ship", "good-1", "good-2"]);
}

/// Printed output does not grow with the number of members; with quadratic growth anywhere, this
/// test would take minutes.
#[test]
fn ten_thousand_users_are_read_and_printed_as_groups() {
    let text = |count: u32| {
        format!(
            r#"
            nodes = [{{ name = "sat" }}, {{ name = "server", count = {count} }},
                     {{ name = "user", count = {count} }}]
            flows = [{{ name = "call", from = "server", to = "user", stagger = "1 ms",
                        application = {{ kind = "voice", duration = "1 s" }} }}]
            wires = [{{ between = ["server", "sat"], delay = "1 ms", rate = "1 Mbit/s",
                        queue = "9 packets" }}]
            run.duration = "60 s"
            [[beams]]
            name = "beam"
            from = "sat"
            to = "user"
            rate = "8 Mbit/s"
            back = {{ rate = "1 Mbit/s", queue = "9 packets" }}
            {CHANNEL}
            gains = [{{ user = "user-7", gain = "-1 dB" }}]"#
        )
    };
    let scenario = read(&text(10_000));
    assert_eq!((scenario.sky.wires.len(), scenario.flows.len()), (20_000, 10_000));
    let length = |scenario: &Scenario| scenario.resolved().to_string().len();
    assert!(length(&scenario) < length(&read(&text(10))) + 100);
}
