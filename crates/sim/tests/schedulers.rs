//! Schedulers of downlinks in whole runs: that they lose sight of no packet whatever handovers,
//! channels and policies do, that one queue is a queue, what departs with its user, and what the
//! policies promise.

mod common;

use common::{counts, floats, optional_counts};
use proptest::prelude::*;
use skyseam_net::scheduler::SCHEDULERS;
use skyseam_scenario::parse_alone;
use skyseam_sim::{Control, Outcome, run_alone};

fn outcome(text: &str) -> Outcome {
    let scenario = parse_alone(text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

fn dropped(out: &Outcome, reason: &str) -> u64 {
    out.manifest["packets"]["dropped"][reason].as_u64().expect("a count")
}

/// Everything a run has written down.
fn tables(out: &Outcome) -> String {
    let mut tables: Vec<_> = out.tables.iter().collect();
    tables.sort_by_key(|(name, _)| *name);
    format!("{tables:?} {}", out.manifest["packets"])
}

/// No fading: every transmission is decoded, whose link time is that of codewords.
const CLEAR: &str = r#"
    channel = { model = "constant", level = "0 dB" }
    harq = { kind = "incremental-redundancy", reference_snr = "10 dB" }"#;

/// Each user under trees, at a walk; levels differ, packets are asked for again.
const TREES: &str = r#"
    channel = { model = "fontan", environment = "intermediate-tree-shadow", speed = "60 km/h" }
    harq = { kind = "incremental-redundancy", reference_snr = "7 dB" }"#;

/// Each user stands still where it is.
const STILL: &str = r#"
    channel = { model = "fontan", environment = "heavy-tree-shadow", speed = "0 km/h" }
    harq = { kind = "incremental-redundancy", reference_snr = "7 dB" }"#;

/// A gateway that sends to `users` below the same satellites, over a downlink with these keys.
fn below(users: u32, downlink: &str, application: &str, rest: &str) -> String {
    let terminal = |name: &str, number: u32| {
        let latitude = 48.0 + f64::from(number) * 0.01;
        format!(
            "[[terminals]]\nname = \"{name}\"\nlatitude = \"{latitude} deg\"\n\
             longitude = \"2.0 deg\"\n"
        )
    };
    let flow = |user: u32| {
        format!(
            "[[flows]]\nname = \"to-{user}\"\nfrom = \"gateway\"\nto = \"user-{user}\"\n\
             application = {application}\n"
        )
    };
    let terminals: String =
        (1..=users).map(|user| terminal(&format!("user-{user}"), user)).collect();
    let flows: String = (1..=users).map(flow).collect();
    let gateway = terminal("gateway", 0);
    format!(
        r#"
        constellation.preset = "iridium"
        {gateway}
        {terminals}
        [links]
        uplink = {{ rate = "100 Mbit/s", queue = "5000 packets" }}
        isl = {{ rate = "100 Mbit/s", queue = "5000 packets" }}
        [links.downlink]
        {downlink}
        {flows}
        {rest}
        "#
    )
}

const PINGS: &str = r#"{ kind = "ping", count = 2000, interval = "4 ms", size = "900 B" }"#;
const BULK: &str = r#"{ kind = "bulk", duration = "20 s" }
    transport = { kind = "tcp", stack = "linux", mss = "1000 B" }"#;

fn policies() -> Vec<String> {
    let keys = |name: &str| match name {
        "utility" => vec!["alpha = 2", "deadline = \"80 ms\", rates = \"tauran\""],
        "m-lwdf" => vec!["rule = \"textbook\"", "rule = \"tauran\", rates = \"tauran\""],
        "codes" => vec!["timeout = \"0 s\"", "timeout = \"60 ms\", rates = \"tauran\""],
        "deficit-round-robin" => vec!["weights = [1, 3, 0.5]"],
        "proportional-fair" | "exp-pf" => vec!["rates = \"textbook\"", "rates = \"tauran\""],
        _ => vec![""],
    };
    let with = |name: &str, keys: &str| match keys {
        "" => format!("policy = \"{name}\""),
        _ => format!("policy = \"{name}\", {keys}"),
    };
    SCHEDULERS
        .iter()
        .flat_map(|row| keys(row.name).into_iter().map(|keys| with(row.name, keys)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..<_>::default() })]

    /// The run itself asserts that every packet is accounted for; it also comes out the same again.
    #[test]
    fn whatever_the_policy_no_packet_is_lost_sight_of(
        policy in prop::sample::select(policies()),
        limit in prop::sample::select(vec!["1 packet", "17 packets", "9 kB", "tauran-share"]),
        channel in prop::sample::select(vec![CLEAR, TREES, STILL]),
        (users, kbit) in (1u32..6, 200u32..20_000),
        queued in prop::sample::select(vec!["lost", "forwarded"]),
        outage in prop::sample::select(vec!["0 s", "2 s"]),
        (start, bulk) in (0u32..6_000, any::<bool>()),
    ) {
        let downlink = format!(
            "rate = \"{kbit} kbit/s\"\n{channel}\n\
             scheduler = {{ {policy}, limit = \"{limit}\" }}"
        );
        let rest = format!(
            "handover = {{ queued = \"{queued}\", outage = \"{outage}\" }}\nrun = {{ start = \"{start} s\", duration = \"9 s\", \
             record = [\"queue\", \"harq_packets\"] }}"
        );
        let text = below(users, &downlink, if bulk { BULK } else { PINGS }, "");
        // Dotted keys of tables go first.
        let text = format!("{rest}\n{text}");
        let out = outcome(&text);
        prop_assert_eq!(tables(&out), tables(&outcome(&text)));
    }
}

/// Goal: what a scheduler passes through is what a queue does. Method: drop-tail either way, over
/// links with and without HARQ, in a time without a handover; all tables are the same.
#[test]
fn a_scheduler_with_one_queue_is_a_queue() {
    for channel in ["", CLEAR, TREES] {
        let run = |before: &str| {
            let downlink = format!("rate = \"3 Mbit/s\"\n{channel}\n{before}");
            let rest =
                "[run]\nstart = \"100 s\"\nduration = \"20 s\"\nrecord = [\"queue\", \"rtt\"]";
            let out = outcome(&below(3, &downlink, BULK, rest));
            assert_eq!(dropped(&out, "handover"), 0);
            assert!(dropped(&out, "queue_overflow") > 20);
            tables(&out)
        };
        let queue = run("queue = \"30 packets\"");
        let scheduler = run("scheduler = { policy = \"drop-tail\", limit = \"30 packets\" }");
        assert!(queue == scheduler, "{channel}");
    }
}
