//! Goal: `request-response` runs from a scenario, with both endpoints sending; an application of
//! another program is in `own_application.rs`. Method: whole runs over links with losses in both
//! directions, tables compared with the requests.

use crate::common::{counts, floats, names};
use skyseam_packet::{Body, wire};
use skyseam_scenario::Scenario;
use skyseam_sim::{Control, Outcome, parse_alone, run_alone};

const TRANSPORTS: [&str; 9] = [
    r#"kind = "tcp", stack = "linux""#,
    r#"kind = "tcp", stack = "linux", congestion = "bbr""#,
    r#"kind = "tcp", stack = "rfc""#,
    r#"kind = "tcp", stack = "rfc", sack_blocks = 0, timestamps = true"#,
    r#"kind = "tcp", stack = "linux", fast_open = "learned", initial_window = "rfc3390""#,
    r#"kind = "tcp", stack = "rfc", fast_open = "known""#,
    r#"kind = "tcp", stack = "rfc", ttcp = "known", initial_window = "rfc2414""#,
    r#"kind = "quic", handshake = "0-rtt", server_flight = "600 B""#,
    r#"kind = "quic""#,
];

fn scenario(application: &str, transport: &str, run: &str) -> Scenario {
    let text = format!(
        r#"
        nodes = [{{ name = "client" }}, {{ name = "middle" }}, {{ name = "server" }}]
        [[wires]]
        between = ["client", "middle"]
        delay = "40 ms"
        rate = "8 Mbit/s"
        queue = "20 packets"
        loss = {{ kind = "bernoulli", probability = 0.03 }}
        [[wires]]
        between = ["middle", "server"]
        delay = "10 ms"
        rate = "20 Mbit/s"
        queue = "20 packets"
        [[flows]]
        name = "talk"
        from = "client"
        to = "server"
        start = "1 s"
        application = {{ {application} }}
        transport = {{ {transport} }}
        [run]
        duration = "1 h"
        {run}
        "#
    );
    parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

fn outcome(scenario: &Scenario) -> Outcome {
    run_alone(scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// Requests and responses from a scenario, with all series recorded.
#[test]
fn requests_are_answered() {
    let application = r#"kind = "request-response", request = "2 kB", response = "30 kB",
        think = "250 ms", count = 25"#;
    let record = r#"record = ["cwnd", "rtt", "retransmissions", "delayed_acks", "queue",
        "sequence", "rate"]
        throughput_bin = "1 s""#;
    for transport in TRANSPORTS {
        let application = application.replace('\n', " ");
        let out = outcome(&scenario(&application, transport, record));
        assert_eq!(counts(&out, "flows", "bytes"), [25 * 32_000], "{transport}");
        let (asked, answered) =
            (floats(&out, "responses", "requested_s"), floats(&out, "responses", "t_s"));
        assert_eq!(counts(&out, "responses", "bytes"), [30_000; 25]);
        for i in 0..25 {
            // A round trip of 100 ms, and 30 kB over 8 Mbit/s.
            assert!(answered[i] - asked[i] > 0.13, "{transport}: {i}");
        }
        for i in 1..25 {
            let think = asked[i] - answered[i - 1];
            assert!((think - 0.25).abs() < 1e-9, "{transport}: {think}");
        }
        let finished = floats(&out, "flows", "finished_s")[0];
        assert!(finished >= answered[24], "{transport}: {finished}");
        // The series are of the requests' direction alone: 25 times 2 kB.
        if !transport.contains("quic") {
            let sent = sent_once(&out);
            assert_eq!(sent, 25 * 2_000, "{transport}");
        }
    }
}

/// Bytes sent for the first time according to the table `sequence`.
fn sent_once(out: &Outcome) -> u64 {
    let kinds = names(out, "sequence", "kind");
    let spans = counts(out, "sequence", "start_bytes").into_iter();
    let spans = spans.zip(counts(out, "sequence", "end_bytes"));
    let sent = kinds.iter().zip(spans).filter(|(kind, _)| kind.as_deref() == Some("sent"));
    sent.map(|(_, (start, end))| end - start).sum()
}

/// Goal: every packet of an accelerated connection setup is well-formed in a capture. Method: each
/// IPv4 packet in the files of both endpoints is parsed, which checks lengths and checksums, and
/// the options are those of the setup; with TLS, the bytes of its flights are added to the
/// application's.
#[test]
fn captures_of_connection_setups_parse() {
    let application = r#"kind = "download", size = "30 kB", request = "700 B""#;
    let setups: [(&str, &[u8], u64); 4] = [
        (r#"stack = "linux", fast_open = "learned""#, &[34], 30_700),
        (r#"stack = "rfc", fast_open = "known", timestamps = true"#, &[34], 30_700),
        (r#"stack = "rfc", ttcp = "known""#, &[11, 13], 30_700),
        (
            r#"stack = "linux", fast_open = "known", tls = "0-rtt""#,
            &[34],
            // Hello, its answer, the client's Finished; 22 B for each record.
            30_700 + 574 + 199 + 90 + 3 * 22,
        ),
    ];
    for (keys, kinds, bytes) in setups {
        let transport = format!("kind = \"tcp\", {keys}");
        let run = "captures = [\"client\", \"server\"]";
        let out = outcome(&scenario(application, &transport, run));
        assert_eq!(counts(&out, "flows", "bytes"), [bytes], "{keys}");
        assert_eq!(counts(&out, "responses", "bytes"), [30_000], "{keys}");
        let mut seen = Vec::new();
        for (_, file) in &out.captures {
            let packets = packets_in(file);
            assert!(packets.len() > 20, "{keys}: {} packets", packets.len());
            for packet in packets {
                let parsed = wire::parse(packet);
                let parsed = parsed.unwrap_or_else(|error| panic!("{keys}: {error}"));
                let Body::Tcp(segment) = parsed.body else { panic!("{keys}: not TCP") };
                let header = usize::from(packet[32] >> 4) * 4;
                assert!(parsed.size <= 1_500, "{keys}: {} B", parsed.size);
                if segment.option.is_some() {
                    seen.extend_from_slice(&packet[40..20 + header]);
                }
            }
        }
        for kind in kinds {
            assert!(seen.contains(kind), "{keys}: no option {kind}");
        }
    }
}

/// The packets of a pcapng file: the data of its enhanced packet blocks.
fn packets_in(file: &[u8]) -> Vec<&[u8]> {
    let word = |at: usize| {
        let bytes = file[at..at + 4].try_into().expect("four bytes");
        u32::from_le_bytes(bytes) as usize
    };
    let mut packets = Vec::new();
    let mut at = 0;
    while at < file.len() {
        if word(at) == 6 {
            packets.push(&file[at + 28..at + 28 + word(at + 20)]);
        }
        at += word(at + 4);
    }
    packets
}

/// A flow that ends while others continue frees its memory, and a run ends when all flows have.
#[test]
fn a_run_ends_with_its_last_answer() {
    let application = r#"kind = "request-response", response = "5 kB", think = "2 s", count = 4"#;
    for transport in TRANSPORTS {
        let out = outcome(&scenario(application, transport, ""));
        let ended = out.manifest["ended_at_s"].as_f64().expect("a number");
        assert_eq!(out.manifest["end_reason"], "all flows had ended", "{transport}");
        assert!((7.0..120.0).contains(&ended), "{transport}: {ended} s");
    }
}
