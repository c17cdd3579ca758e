//! Links with radio link control: whole runs against times computed by hand, and runs with losses
//! and handovers that must deliver every packet once and in order.

use crate::common::{counts, floats};
use skyseam_scenario::Files;
use skyseam_sim::{Control, Outcome, parse, run_alone};

fn outcome(text: &str) -> Outcome {
    let parsed =
        parse(text, "test.toml", &Files::new()).unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&parsed.scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// A flow from "a" to "b" over a wire of 10 ms with codewords of 1000 bits, 163 B, that decode at
/// once unless they are lost: HARQ sends nothing again.
fn wired(rate: &str, loss: &str, keys: &str, application: &str) -> Outcome {
    outcome(&format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        [[wires]]
        between = ["a", "b"]
        rate = "{rate}"
        delay = "10 ms"
        queue = "50 packets"
        loss = {{ {loss}, direction = "forward" }}
        channel = {{ kind = "constant", level = "0 dB" }}
        harq = {{ kind = "incremental-redundancy", symbols = [650], information_bits = 1000,
                 reference_snr = "7 dB", accounting = "coded-bits", packets = "split" }}
        rlc = {{ {keys} }}
        [[flows]]
        name = "flow"
        from = "a"
        to = "b"
        application = {{ {application} }}
        [run]
        start = "1000 s"
        duration = "20 s"
        record = ["rtt", "queue"]
        "#
    ))
}

/// Number of packets sent, delivered and dropped, from the manifest.
fn packets(out: &Outcome) -> [u64; 3] {
    let told = &out.manifest["packets"];
    let dropped = told["dropped"].as_object().unwrap().values();
    let dropped = dropped.map(|count| count.as_u64().unwrap()).sum();
    [told["sent"].as_u64().unwrap(), told["delivered"].as_u64().unwrap(), dropped]
}

const DATAGRAMS: &str = "kind = \"udp\", duration = \"15 s\", \
                         source = { kind = \"constant\", rate = \"300 kbit/s\", size = \"300 B\" }";

/// Goal: a ping that HARQ gives up is sent again when `t-PollRetransmit` expires. Method: pings of
/// 120 B, with headers of 3 B one codeword, 1.304 ms of 1 Mbit/s; the first is lost. Sent again
/// after 45 ms it arrives at 56.304 ms; the return takes 0.96 and 10 ms.
#[test]
fn a_lost_poll_is_sent_again_after_its_timer() {
    let ping = "kind = \"ping\", count = 3, interval = \"1 s\", size = \"120 B\"";
    let out = wired("1 Mbit/s", "kind = \"list\", lose = [1]", "", ping);
    let rtt = floats(&out, "rtt", "rtt_ms");
    let expected = [67.264, 22.264, 22.264];
    assert!(rtt.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{rtt:?}");
    assert_eq!(counts(&out, "harq", "packets"), [4]);
    assert_eq!(counts(&out, "harq", "failed"), [1]);
}

/// Goal: every datagram arrives, once and in order, whatever share of codewords is lost. Method:
/// datagrams of three codewords, shares up to 40 %, and other timers, polls and lengths of sequence
/// numbers.
#[test]
fn everything_arrives_in_order_over_losses() {
    for (loss, keys) in [
        (0.0, ""),
        (0.05, "t_reassembly = \"5 ms\""),
        (0.2, "poll_pdu = 4, t_status_prohibit = \"10 ms\""),
        (0.4, "sn_field_length = 12, poll_byte = 1000"),
    ] {
        let loss = format!("kind = \"bernoulli\", probability = {loss}");
        let out = wired("5 Mbit/s", &loss, keys, DATAGRAMS);
        let [sent, delivered, dropped] = packets(&out);
        assert_eq!((sent, delivered, dropped), (1875, 1875, 0), "{loss}");
        assert_eq!(counts(&out, "udp", "received"), [1875], "{loss}");
        assert_eq!(counts(&out, "udp", "reordered"), [0], "{loss}");
    }
}

/// Goal: a packet is dropped after `maxRetxThreshold` retransmissions, and the others arrive.
/// Method: a threshold of one over a loss of 40 %: a packet of three codewords ends when one of
/// them is lost often enough.
#[test]
fn a_packet_is_dropped_at_the_threshold() {
    let loss = "kind = \"bernoulli\", probability = 0.4";
    let out = wired("5 Mbit/s", loss, "max_retx_threshold = 1", DATAGRAMS);
    let [sent, delivered, dropped] = packets(&out);
    assert_eq!(sent, delivered + dropped);
    assert!(dropped > 100 && delivered > 100, "{delivered} delivered, {dropped} dropped");
    assert_eq!(counts(&out, "udp", "reordered"), [0]);
}

/// Goal: at a handover packets without acknowledgement go to the new satellite, and none is lost or
/// delivered twice. Method: pings between two cities, over uplinks and downlinks that lose a fifth
/// of all codewords.
#[test]
fn a_handover_loses_nothing() {
    let link = r#"rate = "10 Mbit/s", queue = "50 packets",
        loss = { kind = "bernoulli", probability = 0.2 },
        channel = { kind = "constant", level = "0 dB" },
        harq = { kind = "chase-combining", symbols = 7000, retransmissions = 0,
                 reference_snr = "7 dB", processes = 16 },
        rlc = { t_reassembly = "20 ms" }"#;
    let out = outcome(&format!(
        r#"
        constellation.preset = "iridium"
        handover.queued = "forwarded"
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
        uplink = {{ {link} }}
        downlink = {{ {link} }}
        [[flows]]
        name = "ping"
        from = "Paris"
        to = "New York"
        application = {{ kind = "ping", count = 30000, interval = "50 ms" }}
        [run]
        duration = "1600 s"
        "#
    ));
    let [sent, delivered, dropped] = packets(&out);
    assert_eq!((sent, delivered, dropped), (60_000, 60_000, 0));
    assert!(counts(&out, "harq", "failed").iter().sum::<u64>() > 20_000);
    assert!(counts(&out, "harq", "packets").len() > 6, "several satellites have sent");
}
