//! Schedulers of downlinks in whole runs: conservation of packets under any handovers, channels and
//! policies, equality of a single queue and a queue discipline, the packets that move with their
//! user, and the guarantees of the policies.

use std::collections::BTreeMap;

use crate::common::{counts, names};
use proptest::prelude::*;
use skyseam_net::scheduler;
use skyseam_sim::{Control, Outcome, parse_alone, run_alone};

fn outcome(text: &str) -> Outcome {
    let scenario = parse_alone(text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

fn dropped(out: &Outcome, reason: &str) -> u64 {
    out.manifest["packets"]["dropped"][reason].as_u64().expect("a count")
}

/// Everything that a run has recorded.
fn tables(out: &Outcome) -> String {
    let mut tables: Vec<_> = out.tables.iter().collect();
    tables.sort_by_key(|(name, _)| *name);
    format!("{tables:?} {}", out.manifest["packets"])
}

/// No fading: every transmission is decoded, and takes the link time of its codewords.
const CLEAR: &str = r#"
    channel = { kind = "constant", level = "0 dB" }
    harq = { kind = "incremental-redundancy", reference_snr = "10 dB" }"#;

/// Users under trees, at walking speed; their levels differ, and redundancy is requested.
const TREES: &str = r#"
    channel = { kind = "fontan", environment = "intermediate-tree-shadow", speed = "60 km/h" }
    harq = { kind = "incremental-redundancy", reference_snr = "7 dB" }"#;

/// Each user is stationary.
const STILL: &str = r#"
    channel = { kind = "fontan", environment = "heavy-tree-shadow", speed = "0 km/h" }
    harq = { kind = "incremental-redundancy", reference_snr = "7 dB" }"#;

/// A gateway that sends to `users` terminals below the same satellites, over a downlink with these
/// keys.
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
        "deficit-round-robin" => vec!["weights = [3, 0.5]"],
        "proportional-fair" | "exp-pf" => vec!["rates = \"textbook\"", "rates = \"tauran\""],
        _ => vec![""],
    };
    let with = |name: &str, keys: &str| match keys {
        "" => format!("kind = \"{name}\""),
        _ => format!("kind = \"{name}\", {keys}"),
    };
    scheduler::built_in()
        .iter()
        .flat_map(|row| keys(row.name).into_iter().map(|keys| with(row.name, keys)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..<_>::default() })]

    /// The run itself asserts that every packet is accounted for; a repeated run gives the same.
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
            "handover = {{ queued = \"{queued}\", interruption_time = \"{outage}\" }}\n\
             run = {{ start = \"{start} s\", duration = \"9 s\", \
             record = [\"queue\", \"harq_packets\"] }}"
        );
        let text = below(users, &downlink, if bulk { BULK } else { PINGS }, "");
        // Keys outside of tables go first.
        let text = format!("{rest}\n{text}");
        let out = outcome(&text);
        prop_assert_eq!(tables(&out), tables(&outcome(&text)));
    }
}

/// Goal: a scheduler with a single queue gives the results of a queue discipline. Method: drop-tail
/// in both forms, over links with and without HARQ, in a period without a handover; all tables are
/// the same.
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
        let scheduler = run("scheduler = { kind = \"drop-tail\", limit = \"30 packets\" }");
        assert!(queue == scheduler, "{channel}");
    }
}

/// Numbers of first transmissions to each receiver of a downlink, ascending.
fn sent_to_each(out: &Outcome) -> Vec<u64> {
    let receivers = names(out, "harq", "receiver");
    let mut sent = BTreeMap::new();
    for (receiver, packets) in receivers.into_iter().zip(counts(out, "harq", "packets")) {
        *sent.entry(receiver).or_insert(0) += packets;
    }
    let mut sent: Vec<u64> = sent.into_values().collect();
    sent.sort_unstable();
    sent
}

/// More data than the downlink can carry during the run.
const FLOOD: &str = r#"{ kind = "ping", count = 1000000, interval = "10 ms", size = "900 B" }"#;

/// Ten stationary users, some of them so deep below trees that their rate in the thesis' form is
/// zero: proportional fair never serves them while others have packets; round robin gives them as
/// many packets as any other user.
#[test]
fn who_never_receives_waits_for_good_where_nothing_else_is_promised() {
    let run = |policy: &str| {
        let downlink = format!(
            "rate = \"1 Mbit/s\"\n{STILL}\nscheduler = {{ {policy}, limit = \"9 packets\" }}"
        );
        let rest = "[run]\nstart = \"100 s\"\nduration = \"20 s\"";
        sent_to_each(&outcome(&below(10, &downlink, FLOOD, rest)))
    };
    let turns = run("kind = \"round-robin\"");
    // The eleventh is the gateway, which receives answers to what was decoded.
    assert_eq!(turns.len(), 11, "{turns:?}");
    assert!(turns[9] - turns[1] <= 1, "{turns:?}");
    let fair = run("kind = \"proportional-fair\", rates = \"tauran\"");
    let dead = fair.iter().filter(|packets| **packets <= 2).count();
    let alive = fair.iter().filter(|packets| **packets > 50).count();
    assert!(alive >= 2 && alive + dead == fair.len() && fair.len() - dead < 11, "{fair:?}");
}

/// Packets waiting for a user that gets another satellite move with it, or are dropped immediately
/// if nothing is forwarded; this includes users that are never served.
#[test]
fn what_waits_departs_with_its_user() {
    let run = |queued: &str| {
        let downlink = format!(
            "rate = \"1 Mbit/s\"\n{STILL}\nscheduler = {{ kind = \"proportional-fair\", \
             rates = \"tauran\", limit = \"9 packets\" }}"
        );
        let rest = "[run]\nduration = \"900 s\"";
        let text = below(10, &downlink, FLOOD, rest);
        outcome(&format!("handover.queued = \"{queued}\"\n{text}"))
    };
    let lost = run("lost");
    let forwarded = run("forwarded");
    assert_eq!(dropped(&forwarded, "handover"), 0);
    // Of the gateway and ten users nine packets wait, at most, at the instant of the handover.
    let left = dropped(&lost, "handover");
    assert!((90..=100).contains(&left), "{left}");
    // No link time was spent on them: what satellites sent is what HARQ began, and what they still
    // have at the end, which counts as sent.
    let satellites = names(&lost, "harq", "link");
    let links = names(&lost, "links", "link");
    let sent = links.iter().zip(counts(&lost, "links", "packets"));
    let sent: u64 = sent.filter(|(link, _)| satellites.contains(link)).map(|(_, n)| n).sum();
    let begun: u64 = counts(&lost, "harq", "packets").iter().sum();
    assert!((90..100).contains(&(sent - begun)), "{sent} {begun}");
    let inside = |out: &Outcome| out.manifest["packets"]["inside_at_end"].as_u64().unwrap();
    assert!(inside(&lost) >= 90 && inside(&forwarded) >= 90);
}

/// A timeout of zero drops every packet that finds the link busy; a packet that finds it free is
/// sent. Longer timeouts drop fewer packets, until the queues cause the drops.
#[test]
fn a_timeout_drops_what_has_waited() {
    let run = |timeout: &str| {
        let downlink = format!(
            "rate = \"2 Mbit/s\"\n{CLEAR}\nscheduler = {{ kind = \"codes\", \
             limit = \"9 packets\", timeout = \"{timeout}\" }}"
        );
        let rest = "[run]\nstart = \"100 s\"\nduration = \"20 s\"\nrecord = [\"queue\"]";
        outcome(&below(4, &downlink, FLOOD, rest))
    };
    let outs = ["0 s", "20 ms", "60 ms", "10 s"].map(run);
    let late = outs.each_ref().map(|out| dropped(out, "waited_too_long"));
    let early = outs.each_ref().map(|out| counts(out, "links", "early_drops").iter().sum::<u64>());
    assert_eq!(late, early);
    assert!(late[0] > late[1] && late[1] > late[2] && late[2] > late[3], "{late:?}");
    assert_eq!(late[3], 0);
    assert_eq!(dropped(&outs[0], "queue_overflow"), 0);
    assert!(dropped(&outs[3], "queue_overflow") > 0);
    let delivered = |out: &Outcome| out.manifest["packets"]["delivered"].as_u64().unwrap();
    assert!(delivered(&outs[0]) > 1000, "{}", delivered(&outs[0]));
}

/// Bytes are shared by weight among backlogged users. The gateway is one of them and the first
/// terminal, since replies come back to it.
#[test]
fn weights_share_the_link() {
    let downlink = format!(
        "rate = \"4 Mbit/s\"\n{CLEAR}\nscheduler = {{ kind = \"deficit-round-robin\", \
         limit = \"60 packets\", quantum = \"900 B\", weights = [1, 3, 1, 2] }}"
    );
    let rest = "[run]\nstart = \"100 s\"\nduration = \"20 s\"";
    let out = outcome(&below(3, &downlink, &FLOOD.replace("10 ms", "4 ms"), rest));
    let sent = counts(&out, "harq", "packets");
    let receivers = names(&out, "harq", "receiver");
    let of = |name: &str| {
        let row = receivers.iter().position(|receiver| receiver.as_deref() == Some(name));
        sent[row.expect("a receiver")] as f64
    };
    let shares = ["user-1", "user-3", "gateway"].map(|name| of(name) / of("user-2"));
    let expected = [3.0, 2.0, 1.0];
    let is_near = |(share, expected): (&f64, &f64)| (share - expected).abs() < 0.03 * expected;
    assert!(shares.iter().zip(&expected).all(is_near), "{shares:?}");
}

/// Without a backlog there is no choice to make, and all policies give the same results.
#[test]
fn without_a_backlog_all_policies_are_alike() {
    let run = |before: &str| {
        let downlink = format!("rate = \"50 Mbit/s\"\n{TREES}\n{before}");
        let sparse = r#"{ kind = "ping", count = 30, interval = "500 ms", size = "900 B" }"#;
        let text = below(1, &downlink, sparse, "[run]\nduration = \"20 s\"\nrecord = [\"rtt\"]");
        tables(&outcome(&text))
    };
    let queue = run("queue = \"9 packets\"");
    for policy in policies() {
        let own = run(&format!("scheduler = {{ {policy}, limit = \"9 packets\" }}"));
        assert!(own == queue, "{policy}");
    }
}
