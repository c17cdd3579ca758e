//! A carrier that receivers with modes of their own share: its time is what they share.

use crate::common::{counts, floats};
use skyseam_sim::{Control, Outcome, parse_alone, run_alone};

fn outcome(text: &str) -> Outcome {
    let scenario = parse_alone(text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// Number of terminals, the second half of them in rain.
const TERMINALS: usize = 40;

/// Datagrams of 1500 B, at 5 Mbit/s to each terminal, over a geostationary satellite: more than its
/// carrier of 30 million symbols a second can take.
///
/// Es/N0 = 50 dBW + 16.84 dB/K - 205.67 dB (38,199 km at 12 GHz) + 228.60 dB - 74.77 dBHz, which is
/// 15.0 dB in the dry and, with 9 dB of rain, 6.0 dB: 32APSK 5/6 (14.28 dB, 4.119540 bits a symbol)
/// and 8PSK 3/5 (5.50 dB, 1.779991).
fn beam(scheduler: &str, rain: &str) -> String {
    let budget = |losses: &str| {
        format!(
            r#"{{ frequency = "12 GHz", bandwidth = "36 MHz", roll_off = 0.2,
            losses = {{ {losses} }}, transmitter = {{ eirp = "50 dBW" }},
            receiver = {{ g_over_t = "16.84 dB/K" }}, modcods = ["dvb-s2"] }}"#
        )
    };
    let place = "latitude = \"48 deg\"\nlongitude = \"2 deg\"\n";
    let wet = format!("downlink = {{ link_budget = {} }}\n", budget(rain));
    let terminals: String = (0..TERMINALS)
        .map(|n| {
            let own = if n < TERMINALS / 2 { "" } else { &*wet };
            format!(
                "[[terminals]]\nname = \"t{n}\"\n{place}{own}[[flows]]\nname = \"f{n}\"\n\
                 from = \"hub\"\nto = \"t{n}\"\n[flows.application]\nkind = \"udp\"\n\
                 source = {{ kind = \"constant\", rate = \"5 Mbit/s\", size = \"1500 B\" }}\n\
                 duration = \"10 s\"\n"
            )
        })
        .collect();
    format!(
        r#"
        constellation.preset = "geo"
        [[terminals]]
        name = "hub"
        kind = "gateway"
        {place}
        {terminals}
        [links]
        uplink = {{ rate = "1 Mbit/s", queue = "100 packets" }}
        downlink = {{ scheduler = {{ {scheduler} }}, link_budget = {budget} }}
        gateway.uplink = {{ rate = "1 Gbit/s", queue = "100 packets" }}
        gateway.downlink = {{ rate = "1 Gbit/s", queue = "100 packets" }}
        [run]
        duration = "10 s"
        "#,
        budget = budget("")
    )
}

/// Rates at which each terminal receives, bit/s, from the arrival of its first datagram on; 0 for
/// one that receives nothing.
fn rates(out: &Outcome) -> Vec<f64> {
    let received = counts(out, "udp", "received");
    let delays = floats(out, "udp", "delay_min_ms");
    received
        .iter()
        .zip(delays)
        .map(|(received, ms)| match received {
            0 => 0.0,
            _ => *received as f64 * 12_000.0 / (10.0 - ms / 1000.0),
        })
        .collect()
}

/// Asserts the rates of dry and wet terminals, Mbit/s, each within 1 %: a packet or two of some
/// thousand, and the first arrivals.
fn assert_rates(what: &str, rates: &[f64], dry: f64, wet: f64) {
    for (n, rate) in rates.iter().enumerate() {
        let expected = 1e6 * if n < TERMINALS / 2 { dry } else { wet };
        assert!((rate / expected - 1.0).abs() < 0.01, "{what}: {rate} at {n}, not {expected}");
    }
}

const RAIN: &str = r#"rain = "9 dB""#;
const DRY_MBPS: f64 = 30.0 * 4.119540;
const WET_MBPS: f64 = 30.0 * 1.779991;

/// Goal: terminals share the carrier's time as a calculation by hand says. Method: with equal bytes
/// each terminal has 1 / (20 / 123.59 + 20 / 53.40) = 1.864 Mbit/s, 74.6 Mbit/s in all; with equal
/// time 1/40 of the rate of its mode: 3.090 and 1.335 Mbit/s, 88.5 Mbit/s in all. Proportional fair
/// at constant modes has equal time too (Viswanath, Tse, Laroia 2002), so that it lies between the
/// two, at the upper end. Packets are of one size, so that round robin by packets is one by bytes.
#[test]
fn receivers_share_the_time_of_a_carrier() {
    let half = TERMINALS as f64 / 2.0;
    let by_bytes = 1.0 / (half / DRY_MBPS + half / WET_MBPS);
    let by_time = [DRY_MBPS, WET_MBPS].map(|rate| rate / (2.0 * half));
    for (policy, [dry, wet]) in [
        ("deficit-round-robin", [by_bytes; 2]),
        ("round-robin", [by_bytes; 2]),
        ("deficit-round-robin\", share = \"time", by_time),
    ] {
        let keys = format!("kind = \"{policy}\", limit = \"50 packets\"");
        assert_rates(policy, &rates(&outcome(&beam(&keys, RAIN))), dry, wet);
    }
    let total = |rates: &[f64]| rates.iter().sum::<f64>() / 1e6;
    let [least, most] = [by_bytes * 2.0 * half, half * (by_time[0] + by_time[1])];
    for policy in ["proportional-fair", "codes"] {
        let keys = format!("kind = \"{policy}\", limit = \"50 packets\"");
        let rates = rates(&outcome(&beam(&keys, RAIN)));
        assert!((least..most * 1.01).contains(&total(&rates)), "{policy}: {}", total(&rates));
        if policy == "proportional-fair" {
            let [dry, wet] = by_time;
            assert!((rates[0] / 1e6 / dry - 1.0).abs() < 0.05, "{}", rates[0]);
            assert!((rates[TERMINALS - 1] / 1e6 / wet - 1.0).abs() < 0.05, "{rates:?}");
        }
    }
}

/// Goal: a receiver below all modes takes no time of the others where each has a queue: its packets
/// wait. Where all share one queue they are sent in the most robust mode, and lost. Method: 30 dB
/// of rain; the dry terminals then receive all 5 Mbit/s of theirs, 100 of 123.6 Mbit/s. With the
/// one queue the packets that are received, at 123.6 Mbit/s, and those that are lost, at 30 *
/// 0.490243 Mbit/s (QPSK 1/4), fill the time of the carrier.
#[test]
fn receivers_below_all_modes_receive_nothing() {
    let out = outcome(&beam(r#"kind = "round-robin", limit = "50 packets""#, r#"rain = "30 dB""#));
    let (dry, wet) = (&rates(&out)[..TERMINALS / 2], &rates(&out)[TERMINALS / 2..]);
    assert!(dry.iter().all(|rate| (rate / 5e6 - 1.0).abs() < 0.01), "{dry:?}");
    assert!(wet.iter().all(|rate| *rate == 0.0), "{wet:?}");
    let out = outcome(&beam(r#"kind = "drop-tail", limit = "2000 packets""#, r#"rain = "30 dB""#));
    assert_eq!(counts(&out, "udp", "received")[TERMINALS / 2..], [0; TERMINALS / 2]);
    let lost = out.manifest["packets"]["dropped"]["link_loss"].as_u64().expect("a count");
    let received: u64 = counts(&out, "udp", "received").iter().sum();
    let busy_s = 0.012 * (received as f64 / DRY_MBPS + lost as f64 / (30.0 * 0.490243));
    let sent_s = 10.0 - floats(&out, "udp", "delay_min_ms")[0] / 1000.0;
    assert!(lost > 1000 && (busy_s / sent_s - 1.0).abs() < 0.03, "{busy_s} s busy of {sent_s} s");
}

/// Goal: behind a loop with a delay, packets sent in a mode whose threshold no longer holds are
/// lost, and a margin prevents it. Method: a ship's uplink to Iridium, whose range and so whose
/// Es/N0 changes by less than 0.1 dB/s. With a margin of 2 dB nothing is lost under a delay of 5 s.
/// Without a margin each descent through a threshold costs packets for the time of the delay: twice
/// as many with twice the delay.
#[test]
fn a_late_mode_loses_packets_unless_there_is_a_margin() {
    let lost = |delay: &str, margin: &str| {
        let out = outcome(&format!(
            r#"
            constellation.preset = "iridium"
            [[terminals]]
            name = "ship"
            latitude = "21.5 deg"
            longitude = "-158 deg"
            [[terminals]]
            name = "shore"
            latitude = "34.05 deg"
            longitude = "-118.24 deg"
            [links]
            downlink = {{ rate = "20 Mbit/s", queue = "100 packets" }}
            isl = {{ rate = "100 Mbit/s", queue = "100 packets" }}
            [links.uplink]
            queue = "100 packets"
            [links.uplink.link_budget]
            frequency = "29.5 GHz"
            bandwidth = "5 MHz"
            roll_off = 0.2
            transmitter.power = "-11 dBW"
            transmitter.antenna = {{ pattern = "parabola", diameter = "0.45 m" }}
            receiver = {{ g_over_t = "0 dB/K" }}
            modcods = ["dvb-s2"]
            adaptation = "100 ms"
            loop_delay = "{delay}"
            margin = "{margin}"
            [[flows]]
            name = "telemetry"
            from = "ship"
            to = "shore"
            [flows.application]
            kind = "udp"
            source = {{ kind = "constant", rate = "100 kbit/s", size = "250 B" }}
            duration = "900 s"
            [run]
            duration = "901 s"
            "#
        ));
        out.manifest["packets"]["dropped"]["link_loss"].as_u64().expect("a count")
    };
    assert_eq!(lost("0 s", "0 dB"), 0);
    assert_eq!(lost("5 s", "2 dB"), 0);
    let [short, long] = [lost("1 s", "0 dB"), lost("2 s", "0 dB")];
    println!("{short} {long}");
    // 50 packets a second, and steps of 100 ms at each descent.
    assert!(short > 100, "{short}");
    assert!((long as f64 / short as f64 - 2.0).abs() < 0.2, "{short} lost, then {long}");
}

/// Goal: the users of a beam share its carrier as the terminals below a satellite do, by the same
/// calculation by hand. Method: the same terminals as nodes behind a beam, the wet half with a
/// budget of their own, with equal bytes and with equal time.
#[test]
fn users_of_a_beam_share_the_time_of_its_carrier() {
    let half = TERMINALS / 2;
    let budget = |losses: &str| {
        format!(
            r#"{{ frequency = "12 GHz", bandwidth = "36 MHz", roll_off = 0.2,
            losses = {{ {losses} }}, transmitter = {{ eirp = "50 dBW" }},
            receiver = {{ g_over_t = "16.84 dB/K" }}, modcods = ["dvb-s2"] }}"#
        )
    };
    let flow = |to: &str| {
        format!(
            "[[flows]]\nname = \"{to}\"\nfrom = \"hub\"\nto = \"{to}\"\n[flows.application]\n\
             kind = \"udp\"\nsource = {{ kind = \"constant\", rate = \"5 Mbit/s\", size = \
             \"1500 B\" }}\nduration = \"10 s\"\n"
        )
    };
    let flows = flow("dry") + &flow("wet");
    let rates = |share: &str, rain: &str| {
        rates(&outcome(&format!(
            r#"
            nodes = [{{ name = "hub" }}, {{ name = "dry", count = {half} }},
                     {{ name = "wet", count = {half} }}]
            {flows}
            [[beams]]
            name = "beam"
            from = "hub"
            to = ["dry", "wet"]
            delay = "255 ms"
            range = "38199 km"
            scheduler = {{ kind = "deficit-round-robin", limit = "50 packets", share = "{share}" }}
            link_budget = {dry}
            budgets = [{{ user = "wet", link_budget = {wet} }}]
            back = {{ rate = "1 Mbit/s", queue = "100 packets" }}
            [run]
            duration = "10 s"
            "#,
            dry = budget(""),
            wet = budget(rain),
        )))
    };
    let users = half as f64;
    let by_bytes = 1.0 / (users / DRY_MBPS + users / WET_MBPS);
    assert_rates("bytes", &rates("bytes", RAIN), by_bytes, by_bytes);
    let [dry, wet] = [DRY_MBPS, WET_MBPS].map(|rate| rate / (2.0 * users));
    assert_rates("time", &rates("time", RAIN), dry, wet);
    let rates = rates("time", r#"rain = "30 dB""#);
    assert!(rates[..half].iter().all(|rate| (rate / 5e6 - 1.0).abs() < 0.01), "{rates:?}");
    assert!(rates[half..].iter().all(|rate| *rate == 0.0), "{rates:?}");
}
