//! STP as a part of a split connection: every byte is relayed, in either order of TCP and STP, and
//! times equal sums by hand.

use crate::common::{counts, floats};
use proptest::prelude::*;
use skyseam_sim::{Control, Outcome, parse_alone, run_alone};

/// Source, nodes of proxies and sink in a row, with a wire for each pair and a transport for each
/// part.
fn run(wires: &[String], parts: &[String], buffer: u64, application: &str) -> Outcome {
    let name = |n: usize| format!("n{n}");
    let nodes: Vec<_> =
        (0..=wires.len()).map(|n| format!(r#"{{ name = "{}" }}"#, name(n))).collect();
    let wires: Vec<_> = wires
        .iter()
        .enumerate()
        .map(|(n, wire)| format!(r#"{{ between = ["{}", "{}"], {wire} }}"#, name(n), name(n + 1)))
        .collect();
    let splits: Vec<_> = parts[1..]
        .iter()
        .enumerate()
        .map(|(n, part)| {
            let node = name(n + 1);
            format!(r#"{{ node = "{node}", buffer = "{buffer} B", transport = {part} }}"#)
        })
        .collect();
    let text = format!(
        r#"
        nodes = [{}]
        wires = [{}]
        [[flows]]
        name = "flow"
        from = "n0"
        to = "{}"
        application = {{ {application} }}
        transport = {}
        split_at = [{}]
        [run]
        duration = "3000 s"
        throughput_bin = "1 s"
        "#,
        nodes.join(", "),
        wires.join(", "),
        name(wires.len()),
        parts[0],
        splits.join(", "),
    );
    let scenario = parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
    run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

fn wire(delay_ms: u64, kbps: u64, queue: u32) -> String {
    format!(r#"delay = "{delay_ms} ms", rate = "{kbps} kbit/s", queue = "{queue} packets""#)
}

/// Bytes that arrived over one part in each second's bin.
fn delivered(out: &Outcome, part: u64) -> f64 {
    let flows = counts(out, "throughput", "flow");
    let rates = floats(out, "throughput", "goodput_bps");
    flows.iter().zip(&rates).filter(|&(&flow, _)| flow == part).map(|(_, rate)| rate / 8.0).sum()
}

const STP: &str = r#"{ kind = "stp" }"#;
const RFC: &str = r#"{ kind = "tcp", stack = "rfc" }"#;

/// 10 ms at 10 Mbit/s, and 250 ms at 1.6 Mbit/s.
fn two_wires() -> [String; 2] {
    [wire(10, 10_000, 100), wire(250, 1_600, 100)]
}

/// Goal: one packet of 1000 B over TCP and then STP takes its times to the nanosecond. Method: sums
/// by hand. SYN and SYN-ACK of 40 B and data of 1040 B over the first wire take 0.032, 0.032 and
/// 0.832 ms and 10 ms each; the SD, which is the first and the last packet and polls, has 1036 B
/// and takes 5.18 ms and 250 ms. No round trip opens the STP part.
#[test]
fn a_packet_over_tcp_and_stp_by_hand() {
    let parts = [RFC, STP].map(str::to_owned);
    let out = run(&two_wires(), &parts, 1 << 20, r#"kind = "file", size = "1000 B""#);
    assert_eq!(counts(&out, "flows", "bytes"), [1000, 1000]);
    let began = floats(&out, "flows", "start_s");
    assert!((began[1] - 0.010_032).abs() < 5e-10, "{began:?}");
    let last = floats(&out, "flows", "last_received_s");
    let by_hand = 3.0 * 0.010 + 0.000_032 * 2.0 + 0.000_832 + 0.250 + 0.005_18;
    assert!((last[0] - by_hand).abs() < 5e-10, "{last:?}, by hand {by_hand}");
    // The source has its last ACK from the proxy, the proxy its STAT of 44 B from the sink.
    let ended = floats(&out, "flows", "finished_s");
    let stat = by_hand + 0.250 + 44.0 * 8.0 / 1.6e6;
    assert!((ended[1] - stat).abs() < 5e-10, "{ended:?}, by hand {stat}");
}

/// Goal: the same over STP and then TCP. Method: the SD takes 0.8288 ms and 10 ms; then SYN,
/// SYN-ACK and data take 0.2, 0.2 and 5.2 ms and 250 ms each.
#[test]
fn a_packet_over_stp_and_tcp_by_hand() {
    let parts = [STP, RFC].map(str::to_owned);
    let out = run(&two_wires(), &parts, 1 << 20, r#"kind = "file", size = "1000 B""#);
    assert_eq!(counts(&out, "flows", "bytes"), [1000, 1000]);
    let last = floats(&out, "flows", "last_received_s");
    let by_hand = 0.010 + 0.000_828_8 + 3.0 * 0.250 + 2.0 * 0.000_2 + 0.005_2;
    assert!((last[0] - by_hand).abs() < 5e-10, "{last:?}, by hand {by_hand}");
}

/// Goal: a request and its answer cross TCP and STP. Method: arithmetic: three packets of the
/// client over the first wire (40, 40, 340 B); an SD of 300 B, which polls because it is the first;
/// the server's STAT of 44 B before its SD of 1000 B, which polls because nothing follows; a
/// segment of 1040 B.
#[test]
fn an_exchange_over_tcp_and_stp_by_hand() {
    let parts = [RFC, STP].map(str::to_owned);
    let asks = r#"kind = "download", request = "300 B", size = "1000 B""#;
    let out = run(&two_wires(), &parts, 1 << 20, asks);
    let answered = floats(&out, "responses", "t_s")[0];
    let near = 4.0 * 0.010 + (40.0 + 40.0 + 340.0 + 1040.0) * 8.0 / 10e6;
    let far = 2.0 * 0.250 + (336.0 + 44.0 + 1036.0) * 8.0 / 1.6e6;
    assert!((answered - near - far).abs() < 5e-10, "{answered}, by hand {}", near + far);
}

/// Goal: a slow part behind the proxy slows down an STP sender, whose receiver has room for few
/// packets. Method: bulk data at 20 Mbit/s ahead of 1 Mbit/s; the data that the proxy has accepted
/// and not relayed fit into its buffer and the receive window, and the slow wire stays in use.
#[test]
fn a_slow_part_behind_holds_back_stp() {
    let few = r#"{ kind = "stp", receive_window = 60 }"#;
    for next in [STP, RFC] {
        let wires = [wire(5, 20_000, 1_000), wire(5, 1_000, 50)];
        let parts = [few, next].map(str::to_owned);
        let out = run(&wires, &parts, 50_000, r#"kind = "bulk", duration = "30 s""#);
        let (taken, bins) = (counts(&out, "flows", "bytes"), delivered(&out, 1));
        assert_eq!(taken[0], taken[1], "{next}: the sink has what the proxy took");
        let ended = floats(&out, "flows", "last_received_s")[0];
        // After the source stops at 30 s, what was held takes its time at 1 Mbit/s.
        let held = 50_000.0 + 60.0 * 1_460.0;
        assert!(ended > 30.0 && ended < 30.5 + held * 8.0 / 0.9e6, "{next}: {ended}");
        assert!(bins > 0.9 * ended * 1e6 / 8.0, "{next}: the slow wire is used: {bins} B");
    }
}

/// The transport of a part of the path, with a receive buffer of `window` bytes.
#[test]
fn polls_behind_a_proxy_are_few() {
    let wires = [wire(10, 1_300, 100), wire(290, 1_300, 100)];
    let parts = [RFC, STP].map(str::to_owned);
    let out = run(&wires, &parts, 1 << 20, r#"kind = "file", size = "4 MB""#);
    let sent = counts(&out, "flows", "packets_sent")[1];
    let of = counts(&out, "links", "packets");
    let back = *of.last().expect("the wire back");
    assert!(sent > 2_700 && back * 10 < sent, "{back} packets back for {sent}, of {of:?}");
}

const TRANSPORTS: usize = 6;

/// The transport of a part, with `window` bytes of buffer at its receiver.
fn transport(which: usize, window: u64, loses_order: bool) -> String {
    let packets = (window / 1_000).max(2);
    let reorder = if loses_order { 3 } else { 0 };
    match which {
        0 => format!(r#"{{ kind = "stp", receive_window = {packets}, segment = "900 B" }}"#),
        1 => format!(
            r#"{{ kind = "stp", receive_window = {packets}, fast_open = false,
                reorder_packets = {reorder} }}"#
        ),
        2 => format!(r#"{{ kind = "stp", rate = "3 Mbit/s", receive_window = {packets} }}"#),
        3 => format!(r#"{{ kind = "tcp", stack = "rfc", receive_window = "{window} B" }}"#),
        4 => format!(r#"{{ kind = "tcp", stack = "linux", receive_window = "{window} B" }}"#),
        _ => format!(
            r#"{{ kind = "tcp", stack = "bsd", congestion = "newreno",
                receive_window = "{window} B" }}"#
        ),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Goal: every byte is relayed over each part and the flow ends, for any order of transports,
    /// links and buffers. Method: random chains of three parts, one of them STP at a random
    /// position, with short queues and windows that close, for files and for bulk data.
    #[test]
    fn every_byte_goes_over(
        rates in (1_000u64..20_000, 1_000u64..20_000, 1_000u64..20_000),
        delays in (1u64..50, 1u64..300, 1u64..50),
        queues in (3u32..40, 3u32..40, 3u32..40),
        window in 6_000u64..60_000,
        buffer in 3_100u64..60_000,
        others in (0usize..TRANSPORTS, 0usize..TRANSPORTS),
        stp in 0usize..3,
        place in 0usize..3,
        reorders in any::<bool>(),
        amount in 1u64..200_000,
        is_file in any::<bool>(),
    ) {
        let mut parts = vec![others.0, others.1];
        parts.insert(place, stp);
        let parts: Vec<_> =
            parts.into_iter().map(|which| transport(which, window, reorders)).collect();
        let wires = [
            wire(delays.0, rates.0, queues.0),
            wire(delays.1, rates.1, queues.1),
            wire(delays.2, rates.2, queues.2),
        ];
        let application = if is_file {
            format!(r#"kind = "file", size = "{amount} B""#)
        } else {
            format!(r#"kind = "bulk", duration = "{} ms""#, 1 + amount / 100)
        };
        let out = run(&wires, &parts, buffer, &application);
        let bytes = counts(&out, "flows", "bytes");
        prop_assert!(bytes[1] == bytes[0] && bytes[2] == bytes[0], "{bytes:?}");
        prop_assert!(!is_file || bytes[0] == amount, "{bytes:?} of {amount}");
        for part in 0..3 {
            let binned = delivered(&out, part);
            prop_assert!((bytes[0] as f64 - binned).abs() < 0.5, "part {part}: {binned}");
        }
        prop_assert_eq!(&out.manifest["end_reason"], "all flows had ended");
    }

    /// Goal: exchanges over split connections deliver every byte in both directions, and end.
    /// Method: random chains as above, of transports with two senders.
    #[test]
    fn every_answer_comes_back(
        rates in (1_000u64..20_000, 1_000u64..20_000),
        delays in (1u64..50, 1u64..300),
        queues in (6u32..40, 6u32..40),
        window in 6_000u64..60_000,
        buffer in 3_100u64..60_000,
        other in 0usize..5,
        stp in 0usize..3,
        is_first in any::<bool>(),
        request in 1u64..5_000,
        response in 1u64..100_000,
        count in 1u32..4,
    ) {
        let order = if is_first { [stp, other] } else { [other, stp] };
        let parts = order.map(|which| transport(which, window, true));
        let wires = [wire(delays.0, rates.0, queues.0), wire(delays.1, rates.1, queues.1)];
        let asks = format!(
            r#"kind = "request-response", request = "{request} B", response = "{response} B",
               count = {count}"#
        );
        let out = run(&wires, &parts, buffer, &asks);
        let answers = counts(&out, "responses", "bytes");
        prop_assert_eq!(answers, vec![response; count as usize]);
        let bytes = counts(&out, "flows", "bytes")[0];
        prop_assert_eq!(bytes, u64::from(count) * (request + response));
        prop_assert_eq!(&out.manifest["end_reason"], "all flows had ended");
    }
}
