//! Beams in whole runs: a beam with one user equals a wire, users share its rate, each at a
//! separate position on the delay trace and in the fading, and packets are conserved.

use crate::common::{counts, floats, names};
use proptest::prelude::*;
use skyseam_scenario::Files;
use skyseam_sim::{Control, Outcome, parse, run_alone};

/// Delays of 10, 30 and 50 ms, 10 s each.
const DELAYS: &str = "t_s,delay_ms\n0,10\n10,30\n20,50\n";

/// 10 s of a clear line of sight, then 10 s of complete fade, repeated.
fn levels() -> String {
    let level = |second| if second < 10 { 0 } else { -60 };
    (0..20).fold("t_s,level_db\n".to_owned(), |text, second| {
        text + &format!("{second},{}\n", level(second))
    })
}

fn outcome(text: &str) -> Outcome {
    let mut files = Files::new();
    files.insert("delays.csv", DELAYS);
    files.insert("levels.csv", levels());
    let parsed = parse(text, "test.toml", &files).unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&parsed.scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// A gateway, a satellite and `users` on a beam with these keys, with the flow `flow` to each.
fn beam(users: u32, keys: &str, flow: &str) -> String {
    format!(
        r#"
        nodes = [
            {{ name = "gateway" }},
            {{ name = "satellite" }},
            {{ name = "user", count = {users} }},
        ]
        [[wires]]
        between = ["gateway", "satellite"]
        delay = "5 ms"
        rate = "1 Gbit/s"
        queue = "10000 packets"
        [[beams]]
        name = "beam"
        from = "satellite"
        to = "user"
        back = {{ rate = "10 Mbit/s", queue = "100 packets" }}
        {keys}
        [[flows]]
        name = "flow"
        from = "gateway"
        to = "user"
        {flow}
        [run]
        duration = "30 s"
        "#
    )
}

const CODED: &str = r#"harq = { kind = "incremental-redundancy", reference_snr = "10 dB" }"#;

const CLEAR: &str = r#"channel = { kind = "constant", level = "0 dB" }"#;
const BULK: &str = r#"application = { kind = "bulk", duration = "30 s" }
    transport = { kind = "tcp", stack = "linux", mss = "1000 B" }"#;

/// Columns of table `flows` that describe the outcome of each flow.
fn went(out: &Outcome) -> String {
    let columns = ["bytes", "packets_sent", "retransmissions", "drops"];
    let times = ["rtt_min_ms", "rtt_mean_ms", "rtt_max_ms", "last_received_s"];
    let counts = columns.map(|name| counts(out, "flows", name));
    format!("{counts:?} {:?}", times.map(|name| floats(out, "flows", name)))
}

/// Goal: a beam with one user equals a wire. Method: the same flow over a wire, with a queue that
/// decides at arrival, one that holds packets, and HARQ, along a trace of delays.
#[test]
fn a_beam_of_one_user_is_a_wire() {
    for keys in [
        r#"queue = "50 packets""#.to_owned(),
        r#"queue = { kind = "codel" }"#.to_owned(),
        format!("queue = \"50 packets\"\n{CLEAR}\n{CODED}"),
    ] {
        let keys = format!("rate = \"10 Mbit/s\"\n{keys}");
        let traced = "trace = \"delays.csv\"\ntrace_offset = \"5 s\"";
        let over_beam = beam(1, &format!("{keys}\n{traced}"), BULK);
        let start = over_beam.find("[[beams]]").expect("a beam");
        let end = over_beam.find("[[flows]]").expect("a flow");
        // A wire's queue and rate hold both ways; nothing ever waits on the way back.
        let wire = format!("[[wires]]\nbetween = [\"satellite\", \"user-1\"]\n{traced}\n{keys}\n");
        let over_wire = format!("{}{wire}{}", &over_beam[..start], &over_beam[end..]);
        let (beam, wire) = (outcome(&over_beam), outcome(&over_wire));
        assert_eq!(went(&beam), went(&wire), "{keys}");
        assert!(counts(&beam, "flows", "bytes")[0] > 10_000_000, "{keys}");
    }
}

/// Goal: users share one rate, and a scheduler distinguishes them: in rotation, all get the same;
/// by weights, in proportion to these.
#[test]
fn users_share_the_rate() {
    let scheduled = |policy: &str| {
        let scheduler = format!("scheduler = {{ {policy}, limit = \"30 packets\" }}");
        let keys = format!("rate = \"12 Mbit/s\"\ndelay = \"10 ms\"\n{scheduler}");
        let bytes = counts(&outcome(&beam(3, &keys, BULK)), "flows", "bytes");
        let total: u64 = bytes.iter().sum();
        let most = 30 * 12_000_000 / 8;
        assert!((0.9..1.0).contains(&(total as f64 / most as f64)), "{bytes:?}");
        bytes.iter().map(|own| *own as f64 / total as f64).collect::<Vec<_>>()
    };
    let near = |shares: Vec<f64>, wanted: [f64; 3]| {
        let is_near = shares.iter().zip(wanted).all(|(own, wanted)| (own - wanted).abs() < 0.02);
        assert!(is_near, "{shares:?} for {wanted:?}");
    };
    near(scheduled("kind = \"round-robin\""), [1.0 / 3.0; 3]);
    let weights = "kind = \"deficit-round-robin\", weights = [1, 2, 3]";
    near(scheduled(weights), [1.0 / 6.0, 2.0 / 6.0, 3.0 / 6.0]);
}

/// Goal: the return direction has a rate of its own, however the delay is given. Method: uploads
/// over return links of 1 Mbit/s from a beam of twenty times that rate, along one delay for all and
/// along a trace of it.
#[test]
fn the_way_back_has_its_own_rate() {
    for delay in ["delay = \"10 ms\"", "trace = \"delays.csv\""] {
        let keys = format!("rate = \"20 Mbit/s\"\nqueue = \"50 packets\"\n{delay}");
        let text = beam(2, &keys, BULK)
            .replace("back = { rate = \"10 Mbit/s\"", "back = { rate = \"1 Mbit/s\"")
            .replace(
                "from = \"gateway\"\n        to = \"user\"",
                "from = \"user\"\nto = \"gateway\"",
            );
        let bytes = counts(&outcome(&text), "flows", "bytes");
        let most = 30.0 * 1e6 / 8.0;
        let is_near = |own: &u64| (0.85..1.0).contains(&(*own as f64 / most));
        assert!(bytes.len() == 2 && bytes.iter().all(is_near), "{bytes:?} by {delay}");
    }
}

/// Pings once a second.
const PINGS: &str = r#"application = { kind = "ping", count = 25, interval = "1 s" }"#;

/// Goal: each user has a separate position on the trace. Method: round-trip times of pings, which
/// take twice the delay of the beam and twice that of the wire before it.
#[test]
fn each_user_has_delays_of_his_own() {
    let keys = "rate = \"1 Gbit/s\"\nqueue = \"50 packets\"\ntrace = \"delays.csv\"\n\
                trace_stagger = \"10 s\"";
    let text = beam(3, keys, PINGS) + "record = [\"rtt\"]\n";
    let out = outcome(&text);
    let (flow, at, rtt) =
        (counts(&out, "rtt", "flow"), floats(&out, "rtt", "t_s"), floats(&out, "rtt", "rtt_ms"));
    let mut seen = 0;
    for ((flow, at), rtt) in flow.iter().zip(at).zip(rtt) {
        let along = at + 10.0 * *flow as f64;
        // Nobody knows here at which instant before or after a change which way was taken.
        if along % 10.0 < 0.2 {
            continue;
        }
        let delay = [10.0, 30.0, 50.0][((along / 10.0) as usize).min(2)];
        assert!((rtt - 2.0 * (delay + 5.0)).abs() < 0.1, "{rtt} ms of {flow} at {at} s");
        seen += 1;
    }
    assert!(seen > 60, "{seen} pings");
}

/// The seconds, of 20, in which pings of each flow were lost.
fn lost_seconds(fading: &str) -> Vec<Vec<u64>> {
    let keys = format!(
        "rate = \"10 Mbit/s\"\ndelay = \"1 ms\"\nqueue = \"50 packets\"\n{fading}\n{CODED}\n\
         channel = {{ kind = \"trace\", file = \"levels.csv\" }}"
    );
    let pings = r#"start = "500 ms"
        application = { kind = "ping", count = 20, interval = "1 s" }"#;
    let out = outcome(&(beam(3, &keys, pings) + "record = [\"rtt\"]\n"));
    let (flow, at) = (counts(&out, "rtt", "flow"), floats(&out, "rtt", "t_s"));
    let answered = |user: u64, second: u64| {
        let mut answers = flow.iter().zip(&at);
        answers.any(|(flow, at)| *flow == user && *at as u64 == second)
    };
    let lost = |user| (0..20).filter(|second| !answered(user, *second)).collect();
    (0..3).map(lost).collect()
}

/// Goal: users at the same position of a realization fade together, users further along it fade
/// earlier.
#[test]
fn users_are_where_the_fading_says() {
    let late: Vec<u64> = (10..20).collect();
    let early: Vec<u64> = (0..10).collect();
    assert_eq!(lost_seconds("fading = \"shared\""), [late.clone(), late.clone(), late.clone()]);
    let staggered = lost_seconds("fading = \"staggered\"\nfading_stagger = \"10 s\"");
    assert_eq!(staggered, [late.clone(), early, late]);
}

/// Goal: in the papers' mode redundancy is received at the first user's level. Method: HARQ results
/// of pings to three users, one at a time, of whom the first, or all others, are out of reach.
/// First transmissions fail there; redundancy arrives where the first user's would.
#[test]
fn redundancy_may_be_received_as_by_the_first_user() {
    let answered = |mode: &str, gains: &str| {
        let keys = format!(
            "rate = \"10 Mbit/s\"\ndelay = \"1 ms\"\nqueue = \"50 packets\"\n{CLEAR}\n{CODED}\n\
             {mode}\ngains = [{gains}]"
        );
        counts(&outcome(&beam(3, &keys, PINGS)), "flows", "rtt_samples")
    };
    let far = |user: u32| format!("{{ user = \"user-{user}\", gain = \"-60 dB\" }}");
    let others = format!("{}, {}", far(2), far(3));
    for own in ["", "redundancy_fading = \"own\""] {
        assert_eq!(answered(own, &far(1)), [0, 25, 25]);
        assert_eq!(answered(own, &others), [25, 0, 0]);
    }
    let mode = "redundancy_fading = \"first-user\"";
    assert_eq!(answered(mode, &far(1)), [0, 25, 25], "first transmissions have their own level");
    assert_eq!(answered(mode, &others), [25, 25, 25]);
}

/// Goal: a user's gain affects only that user.
#[test]
fn a_gain_is_added_to_the_level() {
    let keys = |gain: &str| {
        format!(
            "rate = \"10 Mbit/s\"\ndelay = \"1 ms\"\nqueue = \"50 packets\"\n{CLEAR}\n{CODED}\n\
             gains = [{{ user = \"user-2\", gain = \"{gain}\" }}]"
        )
    };
    let answered =
        |gain: &str| counts(&outcome(&beam(3, &keys(gain), PINGS)), "flows", "rtt_samples");
    assert_eq!(answered("-60 dB"), [25, 0, 25]);
    assert_eq!(answered("3 dB"), [25, 25, 25]);
}

/// Goal: a user receives over a separate channel, whatever the fading of the others. Method: of
/// three users the second has a channel that decodes nothing, by name and as the beam's first; with
/// shared fading, the others are as without it.
#[test]
fn users_have_environments_of_their_own() {
    for fading in ["own", "shared", "staggered\"\nfading_stagger = \"7 s"] {
        let keys =
            format!("rate = \"1 Gbit/s\"\ndelay = \"1 ms\"\nqueue = \"50 packets\"\n{CODED}");
        let trees = "{ kind = \"fontan\", environment = \"intermediate-tree-shadow\", \
                     speed = \"60 km/h\" }";
        let deaf = "channels = [{ user = \"user-2\", \
                    channel = { kind = \"constant\", level = \"-60 dB\" } }]";
        let common = format!("{keys}\nchannel = {trees}\nfading = \"{fading}\"");
        let answered = |keys: &str| counts(&outcome(&beam(3, keys, PINGS)), "flows", "rtt_samples");
        let (plain, other) = (answered(&common), answered(&format!("{common}\n{deaf}")));
        assert_eq!(other[1], 0, "{fading}");
        assert_eq!((plain[0], plain[2]), (other[0], other[2]), "{fading}");
        assert!(plain[1] > 0 && plain[0] > 0, "{fading}");
    }
    // The other way round: one user hears, among others who do not.
    let keys = "rate = \"1 Gbit/s\"\ndelay = \"1 ms\"\nqueue = \"50 packets\"\n\
                channel = { kind = \"constant\", level = \"-60 dB\" }\n\
                channels = [{ user = \"user-3\", \
                channel = { kind = \"constant\", level = \"0 dB\" } }]";
    let out = outcome(&beam(3, &format!("{keys}\n{CODED}"), PINGS));
    assert_eq!(counts(&out, "flows", "rtt_samples"), [0, 0, 25]);
}

/// Goal: a user's own realization does not depend on other users. Method: HARQ results of the first
/// of two and of five users, whose pings never wait for each other.
#[test]
fn a_course_hangs_on_its_user_alone() {
    let trees = "channel = { kind = \"fontan\", environment = \"intermediate-tree-shadow\", \
                 speed = \"60 km/h\" }";
    let first = |users: u32| {
        let keys = format!(
            "rate = \"10 Gbit/s\"\ndelay = \"1 ms\"\nqueue = \"50 packets\"\n{trees}\n{CODED}"
        );
        let flow = format!("stagger = \"100 ms\"\n{PINGS}");
        let out = outcome(&(beam(users, &keys, &flow) + "record = [\"rtt\"]\n"));
        let mut rows = counts(&out, "rtt", "flow").into_iter().zip(floats(&out, "rtt", "rtt_ms"));
        let mut by_user = |user| {
            let own = rows.by_ref().filter(|(flow, _)| *flow == user);
            own.map(|(_, rtt)| rtt).collect::<Vec<_>>()
        };
        by_user(0)
    };
    let (of_two, of_five) = (first(2), first(5));
    assert_eq!(of_two, of_five);
    assert!(
        of_two.iter().any(|rtt| *rtt > of_two[0] + 1.0),
        "some are asked for again: {of_two:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..<_>::default() })]

    /// The run itself asserts that every packet is accounted for; a repeated run gives the same.
    #[test]
    fn packets_are_conserved(
        users in 1u32..8, kbit in 500u32..30_000, seed in 1u64..1000,
        policy in prop::sample::select(vec![
            "kind = \"drop-tail\"", "kind = \"round-robin\"", "kind = \"fq-codel\"",
            "kind = \"proportional-fair\"", "kind = \"codes\", timeout = \"50 ms\"",
        ]),
        fading in prop::sample::select(vec![
            "fading = \"own\"", "fading = \"shared\"",
            "fading = \"staggered\"\nfading_stagger = \"7 s\"",
        ]),
        redundancy in prop::sample::select(vec!["", "redundancy_fading = \"first-user\""]),
        rule in prop::sample::select(vec![
            "", "reordering = { kind = \"in-sequence\" }", "reordering = { kind = \"papers\" }",
        ]),
    ) {
        let keys = format!(
            "rate = \"{kbit} kbit/s\"\ntrace = \"delays.csv\"\ntrace_stagger = \"3 s\"\n\
             channel = {{ kind = \"fontan\", environment = \"heavy-tree-shadow\", \
             speed = \"30 km/h\" }}\n{CODED}\n{fading}\n{redundancy}\n{rule}\n\
             scheduler = {{ {policy}, limit = \"20 packets\" }}"
        );
        let flow = "application = { kind = \"bulk\", duration = \"3 s\" }\n\
                    transport = { kind = \"tcp\", stack = \"linux\", mss = \"1000 B\" }";
        let text = beam(users, &keys, flow).replace("30 s", "4 s") + &format!("seed = {seed}\n");
        let out = outcome(&text);
        prop_assert_eq!(names(&out, "flows", "name").len(), users as usize);
        prop_assert_eq!(format!("{:?}", out.tables), format!("{:?}", outcome(&text).tables));
    }
}
