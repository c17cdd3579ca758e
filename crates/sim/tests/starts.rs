//! Goal: starts of connections other than a stack's own do what their RFCs are for. Method: whole
//! runs from scenario text, with such a start and without.

use skyseam_scenario::{Models, Scenario};
use skyseam_sim::parse_alone;

use crate::common::{counts, floats, refused, run};

fn parsed(text: &str) -> Scenario {
    parse_alone(text, "starts.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

/// A file over a wire with a round trip of 100 ms and 20 Mbit/s, whose queue holds twelve
/// bandwidth-delay products: the window is four of them as CSS begins, and three times that at its end.
fn long_queue(transport: &str) -> String {
    format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        wires = [{{ between = ["a", "b"], delay = "50 ms", rate = "20 Mbit/s", queue = "12 BDP" }}]
        [[flows]]
        name = "flow"
        from = "a"
        to = "b"
        application = {{ kind = "file", size = "12 MB" }}
        transport = {{ {transport} }}
        [run]
        duration = "60 s"
        record = ["cwnd"]
        "#
    )
}

/// Goal: HyStart++ ends slow start before a queue overflows that slow start overruns. Method: each
/// controller and transport that has it; a threshold is set without a loss.
#[test]
fn hystart_plus_plus_leaves_slow_start_without_a_loss() {
    for (transport, name) in [
        ("kind = \"tcp\", stack = \"rfc\"", "cubic"),
        ("kind = \"tcp\", stack = \"rfc\"", "newreno"),
        ("kind = \"tcp\", stack = \"linux\", send_buffer = \"unlimited\"", "cubic"),
        ("kind = \"tcp\", stack = \"linux\", send_buffer = \"unlimited\"", "newreno"),
        ("kind = \"quic\", receive_window = \"6 MB\"", "cubic"),
        ("kind = \"quic\", receive_window = \"6 MB\"", "newreno"),
    ] {
        let lost = |slow_start: &str, more: &str| {
            let controller = format!("{{ kind = \"{name}\", slow_start = \"{slow_start}\" }}");
            let keys = format!("{transport}, congestion = {controller}{more}");
            let outcome = run(&parsed(&long_queue(&keys)));
            let thresholds = floats(&outcome, "cwnd", "ssthresh_bytes");
            let is_set = thresholds.iter().any(|bytes| bytes.is_finite());
            (counts(&outcome, "flows", "retransmissions")[0], is_set)
        };
        let plain =
            if transport.contains("linux") && name == "cubic" { ", hystart = false" } else { "" };
        let what = format!("{name}, {transport}");
        assert!(lost("standard", plain).0 > 0, "{what}");
        assert_eq!(lost("hystart++", ""), (0, true), "{what}");
    }
}

/// Goal: a stack without such slow starts says so, and a minimum above the maximum is refused.
#[test]
fn slow_starts_have_their_stacks_and_limits() {
    let models = Models::built_in();
    for (keys, expected) in [
        (
            "kind = \"tcp\", stack = \"ns2\", congestion = { kind = \"cubic\", slow_start = \"hystart++\" }",
            "the TCP stack \"ns2\" has no `slow_start`",
        ),
        (
            "kind = \"quic\", congestion = { kind = \"cubic\", slow_start = { kind = \"hystart++\", \
             min_rtt_thresh = \"20 ms\" } }",
            "the minimum growth exceeds the maximum",
        ),
    ] {
        let message = refused(&models, &long_queue(keys));
        assert!(message.contains(expected), "{message}");
    }
}
