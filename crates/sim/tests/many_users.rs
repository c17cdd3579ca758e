//! Beams under stress, in whole runs: ten thousand users, one user, one unreachable user, and the
//! guarantees of policies for such a user.

use std::collections::BTreeMap;

use crate::common::{counts, names};
use skyseam_net::scheduler;
use skyseam_sim::{Control, Outcome, parse_alone, run_alone};

/// A run; it asserts itself that every packet is accounted for.
fn outcome(text: &str) -> Outcome {
    let scenario = parse_alone(text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

fn packets(out: &Outcome, what: &str) -> u64 {
    let packets = &out.manifest["packets"];
    packets[what].as_u64().or_else(|| packets["dropped"][what].as_u64()).expect("a count")
}

const TREES: &str =
    r#"{ kind = "fontan", environment = "intermediate-tree-shadow", speed = "60 km/h" }"#;
const CLEAR: &str = r#"{ kind = "constant", level = "0 dB" }"#;

/// A gateway that pings `users` of a beam with these keys.
fn beam(users: u32, before: &str, channel: &str, rest: &str, pings: &str) -> String {
    let count = if users == 1 { String::new() } else { format!("count = {users}") };
    // So that nobody always comes first.
    let stagger = if users == 3 { "stagger = \"3.3 ms\"" } else { "" };
    format!(
        r#"
        [[nodes]]
        name = "gateway"
        [[nodes]]
        name = "satellite"
        [[nodes]]
        name = "user"
        {count}
        [[wires]]
        between = ["gateway", "satellite"]
        delay = "13 ms"
        rate = "10 Gbit/s"
        queue = "100000 packets"
        [[beams]]
        name = "beam"
        from = "satellite"
        to = "user"
        delay = "8 ms"
        {before}
        channel = {channel}
        harq = {{ kind = "incremental-redundancy", reference_snr = "10 dB" }}
        back = {{ rate = "55 Mbit/s", queue = "100 packets" }}
        {rest}
        [[flows]]
        name = "ping"
        from = "gateway"
        to = "user"
        {stagger}
        application = {{ kind = "ping", {pings} }}
        [run]
        duration = "4 s"
        "#
    )
}

/// First transmissions to each user.
fn sent_to_each(out: &Outcome) -> BTreeMap<String, u64> {
    let receivers = names(out, "harq", "receiver").into_iter().flatten();
    receivers.zip(counts(out, "harq", "packets")).collect()
}

fn keys_of(policy: &str) -> &'static [&'static str] {
    match policy {
        "utility" => &["alpha = 2", "deadline = \"80 ms\", rates = \"tauran\""],
        "m-lwdf" => &["rule = \"textbook\"", "rule = \"tauran\", rates = \"tauran\""],
        "codes" => &["timeout = \"60 ms\"", "timeout = \"60 ms\", rates = \"tauran\""],
        "proportional-fair" | "exp-pf" => &["rates = \"textbook\"", "rates = \"tauran\""],
        "deficit-round-robin" => &["weights = [1]"],
        _ => &["limit = \"9 packets\""],
    }
}

/// Every policy, with and without Tauran's rates, and whether it guarantees to serve everyone.
fn policies() -> Vec<(String, bool)> {
    let of = |policy: &'static str, serves_everyone: bool| {
        keys_of(policy).iter().map(move |keys| {
            let limit = if keys.starts_with("limit") { "" } else { ", limit = \"9 packets\"" };
            let policy = format!("scheduler = {{ kind = \"{policy}\", {keys}{limit} }}");
            (policy, serves_everyone)
        })
    };
    // What each promises is tested where it is made: see its contract test.
    let serves_everyone =
        ["drop-tail", "round-robin", "deficit-round-robin", "fq-codel"].as_slice();
    scheduler::built_in()
        .iter()
        .flat_map(|entry| of(entry.name, serves_everyone.contains(&entry.name)))
        .collect()
}

/// Goal: ten thousand users take seconds and none is forgotten. Method: two simultaneous pings to
/// each over a link that takes half a second for them, under trees, by a policy that examines all;
/// every packet was delivered or given up, two for each user.
#[test]
fn ten_thousand_users_share_a_beam() {
    let scheduler = "rate = \"500 Mbit/s\"\nscheduler = { kind = \"proportional-fair\", \
                     limit = \"9 packets\" }";
    let pings = "count = 2, interval = \"1 ms\", size = \"300 B\"";
    let out = outcome(&beam(10_000, scheduler, TREES, "", pings));
    let sent = sent_to_each(&out);
    assert_eq!(sent.len(), 10_000);
    assert!(sent.values().all(|packets| *packets == 2));
    let lost = packets(&out, "harq_failure");
    // A ping that arrives is answered.
    assert_eq!(packets(&out, "sent"), 20_000 + 20_000 - lost);
    assert_eq!(packets(&out, "delivered"), 2 * (20_000 - lost));
    assert!(lost < 2_000, "{lost}");
}

/// Three backlogged users, the second of them 200 dB below the others: under policies that serve
/// everyone it is served, in vain, under others hardly ever.
#[test]
fn a_user_whom_nothing_reaches_is_served_where_that_is_promised() {
    for (policy, serves_everyone) in policies() {
        let before = format!("rate = \"2 Mbit/s\"\n{policy}");
        let gains = "gains = [{ user = \"user-2\", gain = \"-200 dB\" }]";
        let pings = "count = 1000000, interval = \"10 ms\", size = \"900 B\"";
        let out = outcome(&beam(3, &before, CLEAR, gains, pings));
        let sent = sent_to_each(&out);
        let [first, dead, third] =
            ["user-1", "user-2", "user-3"].map(|user| sent.get(user).copied().unwrap_or(0));
        // By a sigmoid utility who is late waits until the other is as late.
        assert!(first > 20 && third > 20 && first + third > 150, "{policy}: {sent:?}");
        if serves_everyone {
            assert!(3 * dead > first, "{policy}: {sent:?}");
            assert!(packets(&out, "harq_failure") > 30, "{policy}");
        } else {
            // What finds the link free is sent before anybody else is there.
            assert!(dead <= 2, "{policy}: {sent:?}");
        }
    }
}

/// With a single user there is no choice: every policy sends as a queue does, to a user who
/// receives and to one who does not.
#[test]
fn one_user_alone_has_the_beam() {
    for gain in ["0 dB", "-200 dB"] {
        let run = |policy: &str| {
            let before = format!("rate = \"1 Mbit/s\"\n{policy}");
            let gains = format!("gains = [{{ user = \"user\", gain = \"{gain}\" }}]");
            let pings = "count = 300, interval = \"10 ms\", size = \"900 B\"";
            sent_to_each(&outcome(&beam(1, &before, TREES, &gains, pings)))
        };
        let queue = run("queue = \"9 packets\"");
        assert_eq!(queue.len(), 1);
        // Time-outs and CoDel drop what a queue would send.
        let drops = |policy: &str| policy.contains("codes") || policy.contains("codel");
        for (policy, _) in policies().iter().filter(|(policy, _)| !drops(policy)) {
            assert_eq!(run(policy), queue, "{policy} {gain}");
        }
    }
}

/// A timeout of zero: of many simultaneous packets the first is sent, the others are dropped, for
/// each user alike.
#[test]
fn a_timeout_of_zero_drops_all_that_finds_the_link_busy() {
    let before = "rate = \"1 Mbit/s\"\nscheduler = { kind = \"codes\", timeout = \"0 s\", \
                  limit = \"9 packets\" }";
    let pings = "count = 10, interval = \"300 ms\", size = \"900 B\"";
    let out = outcome(&beam(50, before, CLEAR, "", pings));
    assert_eq!(packets(&out, "waited_too_long"), 10 * 49);
    assert_eq!(packets(&out, "delivered"), 2 * 10);
}
