//! Links with HARQ: whole runs against times computed by hand, and runs of drawn configurations
//! that must neither lose a packet nor panic.

use crate::common::{counts, floats, names};
use proptest::prelude::*;
use skyseam_scenario::Files;
use skyseam_sim::{Control, Outcome, parse, run_alone};

fn outcome(text: &str) -> Outcome {
    let parsed =
        parse(text, "test.toml", &Files::new()).unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&parsed.scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// Pings of 125 B at intervals `every` over a wire of 1 Mbit/s with these keys, whose first
/// direction has HARQ.
fn pings(wire: &str, every: &str, count: u32) -> String {
    format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        [[wires]]
        between = ["a", "b"]
        rate = "1 Mbit/s"
        {wire}
        [[flows]]
        name = "ping"
        from = "a"
        to = "b"
        application = {{ kind = "ping", count = {count}, interval = "{every}", size = "125 B" }}
        [run]
        start = "1000 s"
        duration = "1000 s"
        record = ["rtt", "harq_packets", "queue"]
        "#
    )
}

/// Codewords of 1000 bits: 3000 symbols in the mother code, 500, 250, 1000 and 1250 a transmission.
/// Es/N0 is 7 dB less 12: C(-5 dB) = 0.39504, and 0.40657 of the whole codeword are needed.
const FADED: &str = r#"
    queue = "50 packets"
    delay = "10 ms"
    channel = { kind = "constant", level = "-12 dB" }
    harq = { kind = "incremental-redundancy", symbols = [500, 250, 1000, 1250],
             information_bits = 1000, reference_snr = "7 dB""#;

/// Number of drops with `reason`, from the manifest.
fn dropped(out: &Outcome, reason: &str) -> u64 {
    out.manifest["packets"]["dropped"][reason].as_u64().unwrap()
}

/// At -12 dB all four transmissions are not enough: 125 + 125 B of IP and coded bits are 2 ms, then
/// 63, 250 and 313 B (0.504, 2, 2.504 ms), each 10 ms there and 10 ms after a request; the verdict
/// comes 77.008 ms after the first bit left.
#[test]
fn each_transmission_has_its_time() {
    let out = outcome(&pings(&format!("{FADED} }}"), "1 s", 3));
    assert_eq!(dropped(&out, "harq_failure"), 3);
    let took: Vec<f64> = floats(&out, "harq_packets", "t_s")
        .iter()
        .zip(floats(&out, "harq_packets", "sent_s"))
        .map(|(ended, sent)| (ended - sent) * 1e3)
        .collect();
    assert!(took.iter().all(|ms| (ms - 77.008).abs() < 1e-6), "{took:?}");
    assert_eq!(counts(&out, "harq_packets", "transmissions"), [4, 4, 4]);
    assert_eq!(counts(&out, "harq", "symbols"), [9000]);
    assert!((floats(&out, "harq", "data_time_s")[0] - 3.0 * 0.002).abs() < 1e-12);
    assert!((floats(&out, "harq", "redundancy_time_s")[0] - 3.0 * 0.005_008).abs() < 1e-12);
    assert_eq!(floats(&out, "harq", "success"), [0.0]);
    assert_eq!(counts(&out, "links", "packets"), [3], "redundancy is no packet");
    assert_eq!(counts(&out, "links", "bytes"), [3 * (250 + 63 + 250 + 313)]);
}

/// At 0 dB 643 symbols are enough (C = 1.899). 650 of them are 163 B: with the IP packet 2.304 ms
/// of sending, then 10 ms, and the way back 1 ms and 10 ms. A decoding delay adds to it, and coded
/// bits alone take 1 ms less.
#[test]
fn a_packet_decoded_at_once_takes_its_transmission() {
    let clear = FADED.replace("-12 dB", "0 dB").replace("[500, ", "[650, ");
    for (keys, rtt_ms) in [
        ("", 23.304),
        (", decoding_delay = \"4 ms\"", 27.304),
        (", accounting = \"coded-bits\"", 22.304),
    ] {
        let out = outcome(&pings(&format!("{clear}{keys} }}"), "1 s", 3));
        let rtt = floats(&out, "rtt", "rtt_ms");
        assert!(rtt.iter().all(|ms| (ms - rtt_ms).abs() < 1e-9), "{keys}: {rtt:?}");
        assert_eq!(counts(&out, "harq", "decoded_1st"), [3]);
        assert_eq!(floats(&out, "harq", "success"), [1.0]);
    }
}

/// Five simultaneous packets, of 2 ms each, at a level at which the second transmission decodes.
/// The first one's request is back 20 ms after its end, when all five have been sent, and the
/// sixth, which arrives when that redundancy is requested, waits for it.
#[test]
fn redundancy_goes_before_packets_that_wait() {
    // C(0 dB) = 0.97189: 500 symbols are 0.162, 750 are 0.243, 1750 are 0.567 of 3000.
    let wire = FADED.replace("-12 dB", "-7 dB");
    let out = outcome(&pings(&format!("{wire} }}"), "2 ms", 12));
    assert_eq!(counts(&out, "harq", "decoded_3rd"), [12]);
    let sent = floats(&out, "harq_packets", "sent_s");
    // Packets 0 to 10 begin every 2 ms. The first one's second transmission is asked for at
    // 2 + 20 ms, as packet 11 comes: the packet waits 0.504 ms.
    let mut starts: Vec<f64> = sent.iter().map(|t| (t - 1000.0) * 1e3).collect();
    starts.sort_by(f64::total_cmp);
    for (number, start) in starts.iter().enumerate().take(11) {
        assert!((start - 2.0 * number as f64).abs() < 1e-6, "{starts:?}");
    }
    assert!((starts[11] - 22.504).abs() < 1e-6, "{starts:?}");
}

/// A first transmission is not affected by HARQ: the limit of the queue counts packets that wait
/// for theirs, and is that of a plain link.
#[test]
fn a_full_queue_refuses_before_harq_too() {
    let wire = FADED.replace("-12 dB", "0 dB").replace("50 packets", "3 packets");
    let wire = wire.replace("[500, ", "[650, ");
    let out = outcome(&pings(&format!("{wire} }}"), "1 us", 10));
    assert_eq!(counts(&out, "links", "queue_overflows")[0], 6);
    assert_eq!(counts(&out, "links", "max_queue_packets")[0], 3);
    assert_eq!(dropped(&out, "queue_overflow"), 6);
}

/// A request takes the delay of the instant at which it leaves: 10 ms before the change, 30 ms
/// after.
#[test]
fn requests_take_the_delay_of_their_instant() {
    let wire = FADED.replace("-12 dB", "-7 dB");
    let wire = format!("{wire} }}\nchanges = [{{ at = \"11 ms\", delay = \"30 ms\" }}]");
    let out = outcome(&pings(&wire, "1 s", 1));
    // 2 ms and 10 ms there; back 30 ms; 0.504 ms and 30 ms, back 30 ms; 2 ms and 30 ms.
    let took = floats(&out, "harq_packets", "t_s")[0] - 1000.0;
    assert!((took * 1e3 - 134.504).abs() < 1e-6, "{took}");
}

/// Without retransmissions a packet that is not decoded is lost, and nothing is requested.
#[test]
fn without_retransmissions_nothing_is_asked_for() {
    let wire = FADED.replace("[500, 250, 1000, 1250]", "[500]");
    let out = outcome(&pings(&format!("{wire}, retransmissions = 0 }}"), "1 s", 4));
    assert_eq!(counts(&out, "harq", "failed"), [4]);
    assert_eq!(counts(&out, "harq", "symbols"), [4 * 500]);
}

/// Goal: a packet of two codewords arrives when the second is decoded, and is dropped once if one
/// of them is given up. Method: pings of 250 B, whose first transmission is 250 + 2 * 163 B of 1
/// Mbit/s, 4.608 ms, or 250 + 2 * 125 B, 4 ms; on the return the ping takes 2 and 10 ms.
#[test]
fn a_long_packet_is_split() {
    let clear = FADED.replace("-12 dB", "0 dB").replace("[500, ", "[650, ");
    let long = |wire: &str| {
        let text = pings(&format!("{wire}, packets = \"split\" }}"), "1 s", 3);
        outcome(&text.replace("\"125 B\"", "\"250 B\""))
    };
    let out = long(&clear);
    let rtt = floats(&out, "rtt", "rtt_ms");
    assert!(rtt.iter().all(|ms| (ms - 26.608).abs() < 1e-9), "{rtt:?}");
    assert_eq!(counts(&out, "harq", "decoded_1st"), [6]);
    let ended: Vec<f64> = floats(&out, "harq_packets", "t_s")
        .iter()
        .zip(floats(&out, "harq_packets", "sent_s"))
        .map(|(ended, sent)| (ended - sent) * 1e3)
        .collect();
    for both in ended.chunks(2) {
        assert!((both[0] - 12.304).abs() < 1e-6 && (both[1] - 14.608).abs() < 1e-6, "{ended:?}");
    }
    assert_eq!(counts(&out, "links", "packets")[0], 3, "codewords are no packets");

    let out = long(FADED);
    assert_eq!(counts(&out, "harq", "failed"), [6]);
    assert_eq!(dropped(&out, "harq_failure"), 3);
    assert_eq!(counts(&out, "harq", "symbols"), [6 * 3000]);

    let out = long(&FADED.replace("-12 dB", "-7 dB"));
    assert_eq!(counts(&out, "harq", "decoded_3rd"), [6]);
    let rtt = floats(&out, "rtt", "rtt_ms");
    // At -7 dB each needs three transmissions. Codeword 1: sent 0 to 2 ms, its second 22 to 22.504,
    // its third 42.504 to 44.504. Codeword 2: 2 to 4 ms, 24 to 24.504, 44.504 to 46.504. Then 10 ms
    // there, 2 and 10 back.
    assert!(rtt.iter().all(|ms| (ms - 68.504).abs() < 1e-9), "{rtt:?}");
}

/// Pings between two cities over satellites, whose first transmission always fails and whose second
/// never does, with results after a second: at a handover some have only been begun. With
/// "forwarded" they start again at the new satellite and nothing is lost; with "lost" they are.
/// Uplinks have a receiver each, downlinks one for each terminal, whichever satellite sends.
#[test]
fn a_receiver_that_leaves_ends_harq() {
    for (queued, order) in [("forwarded", "overtake"), ("lost", "fifo")] {
        let text = format!(
            r#"
            constellation.preset = "iridium"
            handover.queued = "{queued}"
            [[terminals]]
            name = "Paris"
            latitude = "48.86 deg"
            longitude = "2.35 deg"
            [[terminals]]
            name = "New York"
            latitude = "40.71 deg"
            longitude = "-74.0 deg"
            [links]
            isl = {{ rate = "10 Mbit/s", queue = "50 packets" }}
            [links.uplink]
            rate = "10 Mbit/s"
            queue = "50 packets"
            channel = {{ kind = "constant", level = "0 dB" }}
            harq = {{ kind = "chase-combining", symbols = 5500, reference_snr = "7 dB",
                      decoding_delay = "1 s" }}
            [links.downlink]
            rate = "10 Mbit/s"
            queue = "50 packets"
            order = "{order}"
            channel = {{ kind = "constant", level = "0 dB" }}
            harq = {{ kind = "incremental-redundancy", symbols = [3300, 3300],
                      reference_snr = "7 dB", decoding_delay = "1 s" }}
            reordering = {{ kind = "in-sequence", size = "100 packets", timeout = "5 s" }}
            [[flows]]
            name = "ping"
            from = "Paris"
            to = "New York"
            application = {{ kind = "ping", count = 40000, interval = "50 ms" }}
            [run]
            duration = "2000 s"
            "#
        );
        let out = outcome(&text);
        let sum = |name: &str| counts(&out, "harq", name).iter().sum::<u64>();
        assert!(sum("receiver_changed") > 20, "{queued}: {}", sum("receiver_changed"));
        assert_eq!(sum("failed"), 0, "{queued}");
        let dropped = dropped(&out, "handover");
        match queued {
            "lost" => assert!(dropped >= sum("receiver_changed"), "{dropped}"),
            _ => assert_eq!(dropped, 0),
        }
        assert!(sum("decoded_2nd") > 60_000, "{queued}: {}", sum("decoded_2nd"));
        assert!(counts(&out, "harq", "packets").len() > 6, "several satellites have sent");
    }
}

/// Goal: each terminal receives the downlinks by its own environment, whichever satellite serves
/// it. Method: pings to two terminals of a downlink at 0 dB, where the first transmission decodes;
/// one of them has a channel of -7 dB, where the third does.
#[test]
fn terminals_have_surroundings_of_their_own() {
    let text = r#"
        constellation.preset = "iridium"
        [[terminals]]
        name = "Paris"
        latitude = "48.86 deg"
        longitude = "2.35 deg"
        [[terminals]]
        name = "New York"
        latitude = "40.71 deg"
        longitude = "-74.0 deg"
        channel = { kind = "constant", level = "-7 dB" }
        [links]
        isl = { rate = "10 Mbit/s", queue = "50 packets" }
        uplink = { rate = "10 Mbit/s", queue = "50 packets" }
        [links.downlink]
        rate = "10 Mbit/s"
        queue = "50 packets"
        channel = { kind = "constant", level = "0 dB" }
        harq = { kind = "incremental-redundancy", symbols = [650, 100, 1000, 1250],
                 information_bits = 1000, reference_snr = "7 dB" }
        [[flows]]
        name = "ping"
        from = "Paris"
        to = "New York"
        application = { kind = "ping", count = 500, interval = "1 s", size = "125 B" }
        [run]
        duration = "600 s"
    "#;
    let out = outcome(text);
    let receivers = names(&out, "harq", "receiver");
    for (name, first) in [("Paris", true), ("New York", false)] {
        let of = |column: &str| {
            let all = counts(&out, "harq", column);
            let mine = receivers.iter().zip(all).filter(|(who, _)| who.as_deref() == Some(name));
            mine.map(|(_, count)| count).sum::<u64>()
        };
        assert!(of("packets") > 400, "{name}");
        assert_eq!(of("decoded_1st") == of("packets"), first, "{name}");
        assert_eq!(of("decoded_3rd") == of("packets"), !first, "{name}");
    }
    assert!(receivers.len() > 2, "several satellites have sent");
}

/// Codewords of 1000 bits and a downlink on which the first transmission decodes at 0 dB, and the
/// third at -7 dB.
const CODED: &str = "harq = { kind = \"incremental-redundancy\", symbols = [650, 100, 1000, 1250], \
                     information_bits = 1000, reference_snr = \"7 dB\" }";

/// Goal: the link of one terminal has a separate channel and HARQ, over plain links and over links
/// that have them; absent keys are those of all. Method: pings between two terminals; which of them
/// is received over HARQ, and with which transmission each packet is decoded.
#[test]
fn links_of_one_terminal_have_harq_of_their_own() {
    let level = |db: i32| format!("channel = {{ kind = \"constant\", level = \"{db} dB\" }}");
    let plain = "rate = \"10 Mbit/s\", queue = \"50 packets\"";
    let both = |db| format!("{}, {CODED}", level(db));
    // Of `[links]`; of Paris; of New York; where packets end, by receiver and transmission.
    let paris_sends = vec![("satellites", "decoded_3rd")];
    let new_york_hears = vec![("New York", "decoded_3rd")];
    let all_hear = vec![("Paris", "decoded_1st"), ("New York", "decoded_3rd")];
    for (of_all, paris, new_york, expected) in [
        ("", format!("uplink = {{ {} }}", both(-7)), String::new(), paris_sends),
        ("", String::new(), format!("downlink = {{ {} }}", both(-7)), new_york_hears),
        (&both(0)[..], String::new(), format!("downlink = {{ {} }}", level(-7)), all_hear),
    ] {
        let comma = if of_all.is_empty() { "" } else { ", " };
        let text = format!(
            r#"
            constellation.preset = "iridium"
            [[terminals]]
            name = "Paris"
            latitude = "48.86 deg"
            longitude = "2.35 deg"
            {paris}
            [[terminals]]
            name = "New York"
            latitude = "40.71 deg"
            longitude = "-74.0 deg"
            {new_york}
            [links]
            isl = {{ {plain} }}
            uplink = {{ {plain} }}
            downlink = {{ {plain}{comma}{of_all} }}
            [[flows]]
            name = "ping"
            from = "Paris"
            to = "New York"
            application = {{ kind = "ping", count = 500, interval = "1 s", size = "125 B" }}
            [run]
            duration = "600 s"
            "#
        );
        let out = outcome(&text);
        let receivers = names(&out, "harq", "receiver");
        let of = |who: &str, name: &str| {
            let all = receivers.iter().zip(counts(&out, "harq", name));
            all.filter(|(own, _)| own.as_deref() == Some(who)).map(|(_, n)| n).sum::<u64>()
        };
        let mut met: Vec<&str> = receivers.iter().flatten().map(String::as_str).collect();
        met.sort_unstable();
        met.dedup();
        assert_eq!(met.len(), expected.len(), "{met:?}");
        for (who, decoded) in expected {
            assert!(of(who, "packets") > 400, "{who}");
            assert_eq!(of(who, decoded), of(who, "packets"), "{who}: {decoded}");
        }
    }
}

/// Distance of a user and a satellite at an elevation, there and back, ms: of the largest and the
/// smallest distance for service and feeder link together (3GPP TR 36.763, as 4 d / c).
const LEO600_MS: f64 = 25.77;
const LEO1200_MS: f64 = 41.77;
const GEO_MS: f64 = 541.46;
const LEO600_ZENITH_MS: f64 = 8.0;

/// Share of a link of codewords of `slot_ms` that a flow with more to send gets, over a round trip
/// of `round_trip_ms`, with these further keys of HARQ; and the warnings of the run.
fn share(round_trip_ms: f64, slot_ms: f64, keys: &str, offered: f64) -> (f64, Vec<String>) {
    // 163 B of coded bits for codewords of 1000 bits.
    let rate = 163.0 * 8.0 / slot_ms * 1e3;
    let duration_s = (0.3 * round_trip_ms).max(20.0).round();
    let text = format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        [[wires]]
        between = ["a", "b"]
        rate = "{rate:.0} bit/s"
        delay = "{:.0} us"
        queue = "20 packets"
        channel = {{ kind = "constant", level = "0 dB" }}
        harq = {{ kind = "incremental-redundancy", symbols = [650, 650], information_bits = 1000,
                 reference_snr = "7 dB", accounting = "coded-bits", {keys} }}
        [[flows]]
        name = "datagrams"
        from = "a"
        to = "b"
        application = {{ kind = "udp", duration = "{duration_s:.0} s",
            source = {{ kind = "constant", rate = "{:.0} bit/s", size = "97 B" }} }}
        [run]
        duration = "{duration_s:.0} s"
        "#,
        round_trip_ms * 500.0,
        offered * 97.0 * 8.0 / slot_ms * 1e3,
    );
    let out = outcome(&text);
    let warnings = out.manifest["warnings"].as_array().unwrap().iter();
    let warnings = warnings.map(|told| told.as_str().unwrap().to_string()).collect();
    (floats(&out, "harq", "data_time_s")[0] / duration_s, warnings)
}

/// Goal: N processes, each a stop-and-wait protocol, carry min(1, N T / RTT) of a link. Method: 1,
/// 8, 16 and 32 processes over the round trips of LEO at 600 and 1200 km and of GEO, with slots of
/// 0.25 ms and 1 ms. RTT is from the start of a codeword to its feedback: T longer than the
/// propagation there and back, by which alone the formula is met within 1 % for slots of 0.25 ms.
#[test]
fn processes_bound_the_rate() {
    for round_trip_ms in [LEO600_MS, LEO1200_MS, GEO_MS, LEO600_ZENITH_MS] {
        for (slot_ms, processes) in
            [(0.25, 1), (0.25, 8), (0.25, 16), (0.25, 32), (1.0, 1), (1.0, 32)]
        {
            let of = |round_trip: f64| (f64::from(processes) * slot_ms / round_trip).min(1.0);
            let bound = of(round_trip_ms + slot_ms);
            let keys = format!("processes = {processes}");
            let (found, warnings) = share(round_trip_ms, slot_ms, &keys, 1.1 * bound);
            let case = format!("{round_trip_ms} ms, {slot_ms} ms, {processes}: {found}");
            assert!((found / bound - 1.0).abs() < 0.005, "{case}, formula {bound}");
            if slot_ms < 0.01 * round_trip_ms {
                assert!((found / of(round_trip_ms) - 1.0).abs() < 0.01, "{case}");
            }
            let told = warnings.iter().any(|told| told.contains("cannot fill the link"));
            assert_eq!(told, bound < 1.0, "{case}: {warnings:?}");
            if told {
                let named = format!("min(1, N T / RTT) = {:.1} %", 100.0 * bound);
                assert!(warnings[0].contains(&named), "{warnings:?}");
            }
        }
    }
}

/// Goal: with feedback disabled for one process or all of them a link never stalls, whatever the
/// round trip, and nothing is sent twice. Method: as above.
#[test]
fn a_process_without_feedback_fills_the_link() {
    for round_trip_ms in [LEO600_MS, LEO1200_MS, GEO_MS] {
        for keys in
            ["processes = 16, feedback_disabled = 16", "processes = 32, feedback_disabled = 1"]
        {
            let (found, warnings) = share(round_trip_ms, 1.0, keys, 1.05);
            assert!((found - 1.0).abs() < 0.001, "{round_trip_ms} ms, {keys}: {found}");
            assert!(warnings.iter().all(|told| !told.contains("HARQ")), "{warnings:?}");
        }
    }
    let wire = FADED.replace("-12 dB", "-7 dB");
    let keys = "processes = 2, feedback_disabled = 1";
    // Two packets at a time, of which the second finds the process with feedback in use.
    let out = outcome(&pings(&format!("{wire}, {keys} }}"), "1 ms", 2));
    assert_eq!(counts(&out, "harq", "decoded_3rd"), [1]);
    assert_eq!(counts(&out, "harq", "failed"), [1]);
    assert_eq!(counts(&out, "harq", "symbols"), [1750 + 500]);
}

/// Goal: feedback comes at the offset of the cell where that is longer than the round trip, and
/// later by the round trips of the common timing advance and to the base station. Method: one
/// process, so that the share is T over the round trip; and a ping with one retransmission, whose
/// request comes that late, by hand.
#[test]
fn feedback_comes_at_the_offset() {
    for (keys, round_trip_ms) in [
        ("k_offset = \"40 ms\"", 40.0),
        ("k_offset = \"20 ms\"", 26.77),
        ("k_offset = \"20 ms\", ta_common = \"8 ms\", k_mac = \"5 ms\"", 39.77),
        ("k_offset = \"40 ms\", ta_common = \"8 ms\", k_mac = \"5 ms\"", 45.0),
    ] {
        let keys = format!("processes = 1, {keys}");
        let (found, _) = share(LEO600_MS, 1.0, &keys, 0.06);
        assert!((found * round_trip_ms - 1.0).abs() < 0.005, "{keys}: {}", 1.0 / found);
    }
    let wire = FADED.replace("-12 dB", "-7 dB");
    let out = outcome(&pings(&format!("{wire}, k_offset = \"50 ms\" }}"), "1 s", 1));
    // Sent at 0, 50 and 100 ms; the third takes 2 ms and 10 ms.
    let took = floats(&out, "harq_packets", "t_s")[0] - 1000.0;
    assert!((took * 1e3 - 112.0).abs() < 1e-6, "{took}");
}

/// Goal: a user whose processes are all in use does not hold up others. Method: a beam of two
/// users, one of whom has a round trip of 20 ms and one process, under each scheduler: the packets
/// of each are as many as its process allows, T / (RTT + T) of the link.
#[test]
fn users_wait_for_their_own_processes() {
    for scheduler in ["round-robin", "deficit-round-robin", "proportional-fair"] {
        let flow = |n: u32| {
            format!(
                r#"
                [[flows]]
                name = "to {n}"
                from = "gate"
                to = "user-{n}"
                application = {{ kind = "udp", duration = "20 s",
                    source = {{ kind = "constant", rate = "100 kbit/s", size = "97 B" }} }}
                "#
            )
        };
        let text = format!(
            r#"
            nodes = [{{ name = "gate" }}, {{ name = "user-1" }}, {{ name = "user-2" }}]
            [[beams]]
            name = "beam"
            from = "gate"
            to = ["user-1", "user-2"]
            delay = "10 ms"
            rate = "1304 kbit/s"
            scheduler = {{ kind = "{scheduler}", limit = "20 packets" }}
            channel = {{ kind = "constant", level = "0 dB" }}
            harq = {{ kind = "incremental-redundancy", symbols = [650, 650], processes = 1,
                     information_bits = 1000, reference_snr = "7 dB", accounting = "coded-bits" }}
            back = {{ rate = "1 Mbit/s", queue = "20 packets" }}
            {}{}
            [run]
            duration = "20 s"
            "#,
            flow(1),
            flow(2),
        );
        let out = outcome(&text);
        let sent = counts(&out, "harq", "packets");
        assert!(sent.iter().all(|packets| (950..=953).contains(packets)), "{scheduler}: {sent:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, cases: 60, ..Default::default()
    })]

    /// Goal: packets are conserved (the run itself asserts it) for any channel, delays, queue,
    /// order and losses, every packet of HARQ has one end, and the same seed gives the same run.
    /// Method: random scenarios with TCP, so that the run reacts to itself.
    #[test]
    fn packets_are_conserved(
        seed in 0u32..1000,
        kind in 0usize..6,
        queue in 0usize..4,
        delay_us in prop::sample::select(vec![0u32, 1, 700, 15_000]),
        change_us in 0u32..40_000,
        is_fifo in any::<bool>(),
        is_lossy in any::<bool>(),
        reordering in 0usize..5,
        decoding_us in prop::sample::select(vec![0u32, 900]),
        speed in prop::sample::select(vec![0u32, 60, 100]),
        snr in 7u32..14,
        processes in 0usize..5,
    ) {
        let processes = [
            "",
            ", processes = 3",
            ", processes = 8, k_offset = \"40 ms\"",
            ", processes = 5, feedback_disabled = 2, ta_common = \"3 ms\"",
            ", processes = 4, feedback_disabled = 4, k_mac = \"1 ms\"",
        ][processes];
        let kind = [
            "kind = \"incremental-redundancy\"",
            "kind = \"incremental-redundancy\", retransmissions = 0",
            "kind = \"incremental-redundancy\", symbols = [0, 9000, 0], information_bits = 12000",
            "kind = \"adaptive\", accounting = \"coded-bits\"",
            "kind = \"chase-combining\", symbols = 5000",
            "kind = \"incremental-redundancy\", symbols = [1500, 1500, 3000], \
             information_bits = 3000, packets = \"split\"",
        ][kind];
        // A packet of 1040 B is in three of those codewords.
        let most = if kind.contains("split") { 3 } else { 1 };
        let queue = [
            "\"5 packets\"",
            "\"3 kB\"",
            "{ kind = \"codel\", limit = \"30 packets\" }",
            "{ kind = \"red\", limit = \"30 packets\", min_threshold = \"3 packets\", \
               max_threshold = \"9 packets\" }",
        ][queue];
        let reordering = [
            "",
            "reordering = { kind = \"papers\", size = \"9 packets\", timeout = \"90 ms\" }",
            "reordering = { kind = \"in-sequence\", size = \"9 packets\", timeout = \"90 ms\" }",
            "rlc = {}",
            "rlc = { t_reassembly = \"0 s\", poll_pdu = 3, max_retx_threshold = 2 }",
        ][reordering];
        let order = if is_fifo { "fifo" } else { "overtake" };
        let loss = if is_lossy { "loss = { kind = \"bernoulli\", probability = 0.1 }" } else { "" };
        let text = format!(
            r#"
            nodes = [{{ name = "a" }}, {{ name = "b" }}]
            [[wires]]
            between = ["a", "b"]
            rate = "5 Mbit/s"
            delay = "{delay_us} us"
            changes = [{{ at = "1 s", delay = "{change_us} us" }}]
            queue = {queue}
            order = "{order}"
            {loss}
            {reordering}
            channel = {{ kind = "fontan", environment = "intermediate-tree-shadow",
                         speed = "{speed} km/h", direction = "both" }}
            harq = {{ {kind}, reference_snr = "{snr} dB", decoding_delay = "{decoding_us} us"
                      {processes} }}
            [[flows]]
            name = "up"
            from = "a"
            to = "b"
            application = {{ kind = "file", size = "60 kB" }}
            transport = {{ kind = "tcp", stack = "linux", mss = "1000 B" }}
            [[flows]]
            name = "down"
            from = "b"
            to = "a"
            start = "800 ms"
            application = {{ kind = "file", size = "60 kB" }}
            transport = {{ kind = "tcp", stack = "ns2", congestion = "cubic", mss = "1000 B" }}
            [run]
            duration = "8 s"
            seed = {seed}
            record = ["harq_packets", "queue", "sequence"]
            captures = ["a", "b"]
            "#
        );
        let out = outcome(&text);
        let sum = |name: &str| counts(&out, "harq", name).iter().sum::<u64>();
        let ended = sum("decoded_1st") + sum("decoded_2nd") + sum("decoded_3rd")
            + sum("decoded_4th") + sum("decoded_later") + sum("failed") + sum("receiver_changed");
        let inside = out.manifest["packets"]["inside_at_end"].as_u64().unwrap();
        // RLC sends packets again that HARQ gave up, and some that are still on their way.
        let has_rlc = reordering.starts_with("rlc");
        prop_assert!(ended <= sum("packets"));
        prop_assert!(has_rlc || sum("packets") <= ended + most * inside);
        prop_assert_eq!(counts(&out, "harq_packets", "flow").len() as u64, ended);
        let failed = dropped(&out, "harq_failure");
        let is_known = failed <= sum("failed") && sum("failed") <= most * (failed + inside);
        prop_assert!(has_rlc || is_known);
        prop_assert!(has_rlc || most > 1 || failed == sum("failed"));
        let again = outcome(&text);
        prop_assert_eq!(format!("{:?}", again.tables), format!("{:?}", out.tables));
    }
}
