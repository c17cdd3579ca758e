//! Split connections: every byte is relayed, a slow link behind the proxy slows the source, and a
//! long path becomes two short ones.

use crate::common::{counts, floats};
use proptest::prelude::*;
use skyseam_scenario::Scenario;
use skyseam_sim::{Control, Outcome, parse_alone, run_alone};

fn scenario(text: &str) -> Scenario {
    parse_alone(text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

fn outcome(text: &str) -> Outcome {
    run_alone(&scenario(text), &mut |_| Control::Continue).expect("nobody cancels")
}

/// Source, proxy and sink in a row, a file or bulk data between them.
struct Chain<'a> {
    near: &'a str,
    far: &'a str,
    application: &'a str,
    transport: &'a str,
    split: &'a str,
    duration: &'a str,
}

impl Chain<'_> {
    fn run(&self) -> Outcome {
        let Self { near, far, application, transport, split, duration } = self;
        outcome(&format!(
            r#"
            nodes = [{{ name = "source" }}, {{ name = "proxy" }}, {{ name = "sink" }}]
            wires = [
                {{ between = ["source", "proxy"], {near} }},
                {{ between = ["proxy", "sink"], {far} }},
            ]
            [[flows]]
            name = "page"
            from = "source"
            to = "sink"
            application = {{ {application} }}
            transport = {{ kind = "tcp", {transport} }}
            split_at = [{split}]
            [run]
            duration = "{duration}"
            throughput_bin = "1 s"
            "#
        ))
    }
}

/// Bytes that arrived over one part, from its goodput in bins of a second.
fn delivered(out: &Outcome, part: u64) -> f64 {
    let (flow, goodput) =
        (counts(out, "throughput", "flow"), floats(out, "throughput", "goodput_bps"));
    let of = flow.iter().zip(&goodput).filter(|&(&flow, _)| flow == part);
    of.map(|(_, rate)| rate / 8.0).sum()
}

/// Asserts that every part of a split bulk flow has ended, and that the last delivered everything
/// that the first accepted.
fn assert_ended(out: &Outcome, case: &str) {
    let finished = floats(out, "flows", "finished_s");
    assert!(finished.is_sorted(), "{case}: each part ends after the one before: {finished:?}");
    let bytes = counts(out, "flows", "bytes");
    for (part, &bytes) in (0u64..).zip(&bytes) {
        let taken = delivered(out, 0);
        assert!((bytes as f64 - taken).abs() < 0.5, "{case}: part {part}: {bytes} B of {taken} B");
    }
    assert_eq!(out.manifest["end_reason"], "all flows had ended", "{case}");
}

const PROXY: &str = r#"{ node = "proxy" }"#;

/// Goal: rows and times of a split flow. Method: a file over two wires; the end-to-end row ends
/// when the sink has every byte, the part behind the proxy has a separate row.
#[test]
fn each_part_of_a_split_flow_is_a_row() {
    let chain = Chain {
        near: r#"delay = "10 ms", rate = "10 Mbit/s", queue = "100 packets""#,
        far: r#"delay = "100 ms", rate = "2 Mbit/s", queue = "100 packets""#,
        application: r#"kind = "file", size = "300 kB""#,
        transport: r#"stack = "linux""#,
        split: PROXY,
        duration: "60 s",
    };
    let out = chain.run();
    assert_eq!(counts(&out, "flows", "flow"), [0, 1]);
    assert_eq!(counts(&out, "flows", "part_of"), [0, 0]);
    assert_eq!(counts(&out, "flows", "bytes"), [300_000, 300_000]);
    let (last, started) =
        (floats(&out, "flows", "last_received_s"), floats(&out, "flows", "start_s"));
    assert_eq!(last[0].to_bits(), last[1].to_bits(), "the sink's last byte ends the whole flow");
    // The SYN takes 10 ms and its own 48 us to the proxy, which then opens the next part.
    assert!((started[1] - 0.010_048).abs() < 1e-9, "{started:?}");
    let finished = floats(&out, "flows", "finished_s");
    assert!(finished[0] < last[0], "the source has its ACKs from the proxy, before the sink");
    assert_eq!(out.manifest["end_reason"], "all flows had ended");
}

/// Goal: a slow link behind the proxy slows the source. Method: bulk over a fast and a slow wire;
/// the data that the proxy has accepted and not relayed fit its buffer and its receive window, of
/// which waiting data take .7 of their length in the stack `linux`.
#[test]
fn a_slow_link_behind_the_proxy_holds_back_the_source() {
    for stack in ["rfc", "linux"] {
        let chain = Chain {
            near: r#"delay = "5 ms", rate = "100 Mbit/s", queue = "1000 packets""#,
            far: r#"delay = "5 ms", rate = "1 Mbit/s", queue = "20 packets""#,
            application: r#"kind = "bulk", duration = "30 s""#,
            transport: &format!(r#"stack = "{stack}", receive_window = "100 kB""#),
            split: r#"{ node = "proxy", buffer = "50 kB" }"#,
            duration: "20 s",
        };
        let out = chain.run();
        let (taken, given) = (delivered(&out, 0), delivered(&out, 1));
        assert!(given > 0.9 * 20.0 * 1e6 / 8.0, "{stack}: the slow wire is used: {given} B");
        assert!(taken - given > 50e3, "{stack}: the proxy reads ahead: {taken} B, {given} B");
        let window = if stack == "linux" { 100e3 / 0.7 } else { 100e3 };
        assert!(taken - given <= 50e3 + window, "{stack}: the buffers hold: {taken} B, {given} B");
    }
}

/// Goal: the benefit of proxies. Method: a file over 300 ms, slow start end to end or in two parts
/// of half the round trip: the windows of the parts open twice as fast.
#[test]
fn half_the_round_trip_opens_the_window_twice_as_fast() {
    let time = |split: &str| {
        let wire = r#"delay = "75 ms", rate = "50 Mbit/s", queue = "1000 packets""#;
        let chain = Chain {
            near: wire,
            far: wire,
            application: r#"kind = "file", size = "1 MB""#,
            transport: r#"stack = "linux""#,
            split,
            duration: "60 s",
        };
        floats(&chain.run(), "flows", "transfer_time_s")[0]
    };
    let (whole, split) = (time(""), time(PROXY));
    assert!(split < 0.75 * whole, "{split} s split, {whole} s whole");
}

/// The value of `stack` in quotation marks; the stack of 4.4BSD has no CUBIC.
const BSD: &str = r#"bsd", congestion = "newreno"#;
const STACKS: [&str; 4] = ["rfc", "linux", "ns2", BSD];

/// Goal: data that a bulk source sent before it stopped arrive, and every part of its connection
/// ends. Method: each stack before and behind one proxy and each triple around two, with segments
/// that do not divide the data of the previous part.
#[test]
fn bulk_ends_in_every_part() {
    let stacks = STACKS;
    let split = |node: &str, stack: &str, mss: u32| {
        let transport = format!(
            r#"{{ kind = "tcp", stack = "{stack}", mss = "{mss} B", receive_window = "5 kB" }}"#
        );
        format!(r#"{{ node = "{node}", buffer = "4 kB", transport = {transport} }}"#)
    };
    let wire = |rate: u32, delay: u32| {
        format!(r#"delay = "{delay} ms", rate = "{rate} Mbit/s", queue = "100 packets""#)
    };
    for (first, second) in stacks.iter().flat_map(|&a| stacks.map(|b| (a, b))) {
        for third in [None, Some("rfc"), Some("linux"), Some("ns2"), Some(BSD)] {
            let mut splits = vec![split("proxy", second, 1237)];
            splits.extend(third.map(|stack| split("other", stack, 731)));
            let (near, middle, far, splits) =
                (wire(20, 5), wire(2, 30), wire(5, 10), splits.join(", "));
            let out = outcome(&format!(
                r#"
                nodes = [
                    {{ name = "source" }}, {{ name = "proxy" }},
                    {{ name = "other" }}, {{ name = "sink" }},
                ]
                wires = [
                    {{ between = ["source", "proxy"], {near} }},
                    {{ between = ["proxy", "other"], {middle} }},
                    {{ between = ["other", "sink"], {far} }},
                ]
                [[flows]]
                name = "stream"
                from = "source"
                to = "sink"
                application = {{ kind = "bulk", duration = "3 s" }}
                transport = {{ kind = "tcp", stack = "{first}" }}
                split_at = [{splits}]
                [run]
                duration = "600 s"
                throughput_bin = "1 s"
                "#
            ));
            assert_ended(&out, &format!("{first}, {second}, {third:?}"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Goal: every byte is relayed and the flow ends, whatever the links, the stacks and the
    /// buffers. Method: random chains with short queues and windows that close.
    #[test]
    fn every_byte_goes_over(
        near in 1u64..50,
        far in 1u64..50,
        delay in 0u64..80,
        queues in (2u32..40, 2u32..40),
        window in 6_000u64..60_000,
        buffer in 3_000u64..60_000,
        stacks in (0usize..STACKS.len(), 0usize..STACKS.len()),
        size in 1u64..300_000,
    ) {
        let stack = STACKS;
        let transport =
            format!(r#"stack = "{}", receive_window = "{window} B""#, stack[stacks.0]);
        let next = format!(
            r#"{{ kind = "tcp", stack = "{}", receive_window = "{window} B" }}"#,
            stack[stacks.1]
        );
        let chain = Chain {
            near: &format!(
                r#"delay = "5 ms", rate = "{near} Mbit/s", queue = "{} packets""#, queues.0),
            far: &format!(
                r#"delay = "{delay} ms", rate = "{far} Mbit/s", queue = "{} packets""#, queues.1),
            application: &format!(r#"kind = "file", size = "{size} B""#),
            transport: &transport,
            split: &format!(r#"{{ node = "proxy", transport = {next}, buffer = "{buffer} B" }}"#),
            duration: "3000 s",
        };
        let out = chain.run();
        let bytes = counts(&out, "flows", "bytes");
        prop_assert!(bytes[0] >= size && bytes[1] == bytes[0], "{bytes:?} of {size}");
        prop_assert_eq!(&out.manifest["end_reason"], "all flows had ended");
    }

    /// Goal: as [`every_byte_goes_over`], for bulk data. Method: the same chains; the source stops
    /// at a drawn instant, also while windows are closed.
    #[test]
    fn bulk_ends_whatever_the_links(
        near in 1u64..50,
        far in 1u64..50,
        delay in 0u64..80,
        queues in (2u32..40, 2u32..40),
        window in 6_000u64..60_000,
        buffer in 3_000u64..60_000,
        stacks in (0usize..STACKS.len(), 0usize..STACKS.len()),
        milliseconds in 1u64..3000,
    ) {
        let stack = STACKS;
        let (first, second) = (stack[stacks.0], stack[stacks.1]);
        let next =
            format!(r#"{{ kind = "tcp", stack = "{second}", receive_window = "{window} B" }}"#);
        let chain = Chain {
            near: &format!(
                r#"delay = "5 ms", rate = "{near} Mbit/s", queue = "{} packets""#, queues.0),
            far: &format!(
                r#"delay = "{delay} ms", rate = "{far} Mbit/s", queue = "{} packets""#, queues.1),
            application: &format!(r#"kind = "bulk", duration = "{milliseconds} ms""#),
            transport: &format!(r#"stack = "{first}", receive_window = "{window} B""#),
            split: &format!(r#"{{ node = "proxy", transport = {next}, buffer = "{buffer} B" }}"#),
            duration: "3000 s",
        };
        assert_ended(&chain.run(), &format!("{first}, {second}"));
    }
}
