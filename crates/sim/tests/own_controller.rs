//! Goal: a congestion controller with a key of its own is added by a program, outside the crates
//! that define controllers, and is equivalent to a built-in one: it runs in a scenario over the
//! stacks `rfc` and `linux` and over QUIC, is printed and read back, is in the schema and among the
//! models, and messages know its key.
//!
//! Method: a window that never changes, and Reno in bytes under another name, declared here.

use skyseam_base::SimTime;
use skyseam_params::parameters;
use skyseam_params::values::Count;
use skyseam_scenario::Models;
use skyseam_tcp::congestion::algorithm::{AckInfo, CongestionController, Setup, TcpAlgorithm};
use skyseam_tcp::congestion::new_reno::NewReno;

use crate::common::{self, counts, floats, transfer};

parameters! {
    /// A window that never changes. Stacks: rfc, linux.
    pub struct Fixed "fixed-window" from "this test" {
        /// Number of segments of the window.
        window: Count<1, 10_000> = 4,
    }
}

impl TcpAlgorithm for Fixed {
    fn in_bytes(&self, setup: &Setup) -> Option<Box<dyn CongestionController>> {
        Some(Box::new(FixedState { bytes: u64::from(self.window) * u64::from(setup.mss) }))
    }
}

#[derive(Clone, Debug)]
struct FixedState {
    bytes: u64,
}

impl CongestionController for FixedState {
    fn on_ack(&mut self, _: &AckInfo) {}
    fn on_loss(&mut self, _: SimTime, _flight_size: u64) {}
    fn on_timeout(&mut self, _: SimTime, _flight_size: u64, _first: bool) {}
    fn on_syn_lost(&mut self) {}

    fn cwnd(&self) -> u64 {
        self.bytes
    }

    fn ssthresh(&self) -> u64 {
        self.bytes
    }
}

parameters! {
    /// Reno in bytes. Stacks: rfc, linux.
    pub struct Halving "halving" from "RFC 5681" {}
}

impl TcpAlgorithm for Halving {
    fn in_bytes(&self, setup: &Setup) -> Option<Box<dyn CongestionController>> {
        NewReno::default().in_bytes(setup)
    }
}

fn models() -> Models {
    Models::built_in().with_controller::<Fixed>().with_controller::<Halving>()
}

fn text(keys: &str) -> String {
    let tcp = "kind = \"tcp\", mss = \"1000 B\", delayed_ack = \"off\"";
    transfer(&format!("{tcp}, {keys}"), "1000 Mbit/s", "160 kB")
}

fn refused(keys: &str) -> String {
    common::refused(&models(), &text(keys))
}

/// Transfer time, and number of retransmitted packets.
fn run(text: &str) -> (f64, u64) {
    let outcome = common::run(&common::read(&models(), text));
    let took = floats(&outcome, "flows", "transfer_time_s")[0];
    (took, counts(&outcome, "flows", "retransmissions")[0])
}

#[test]
fn it_runs_in_a_scenario() {
    let seconds = |controller: &str| run(&text(&format!("congestion = {controller}"))).0;
    // From the SYN to the last byte: the handshake's round trip of 100 ms, then one for each window
    // but the last, which takes 50 ms.
    for (controller, windows) in [
        ("\"fixed-window\"", 40),
        ("{ kind = \"fixed-window\", window = 16 }", 10),
        ("{ kind = \"fixed-window\" }", 40),
    ] {
        let (took, expected) = (seconds(controller), 0.1 * f64::from(windows) + 0.05);
        assert!((took - expected).abs() < 0.01, "{controller}: {took} s, expected {expected} s");
    }
}

/// Goal: a controller has the same window over each transport. Method: the round trips of a
/// transfer whose window is the key's number of segments. A segment of `linux` has 988 bytes
/// besides its timestamps, a datagram of QUIC some 40 bytes of headers in 1,200; quinn-proto sends
/// while less than the window is in flight, so that a window of whole datagrams has room for one
/// less.
#[test]
fn it_runs_on_each_transport() {
    let tcp = "kind = \"tcp\", mss = \"1000 B\", delayed_ack = \"off\", stack =";
    for (transport, payload, blocked) in [
        (format!("{tcp} \"rfc\""), [1000.0, 1000.0], 0.0),
        (format!("{tcp} \"linux\""), [988.0, 988.0], 0.0),
        ("kind = \"quic\"".to_owned(), [1130.0, 1200.0], 1.0),
    ] {
        for window in [4.0, 16.0] {
            let controller = format!("{{ kind = \"fixed-window\", window = {window} }}");
            let flow = format!("{transport}, congestion = {controller}");
            let (took, again) = run(&transfer(&flow, "1000 Mbit/s", "160 kB"));
            let rounds = |payload: f64, segments: f64| (160e3 / (payload * segments)).ceil();
            let least = rounds(payload[1], window);
            let most = rounds(payload[0], window - blocked);
            // A handshake, and half a round trip less for the last window.
            let within = 0.1 * least - 0.06..0.1 * most + 0.16;
            assert_eq!(again, 0, "{transport}");
            assert!(within.contains(&took), "{flow}: {took} s, expected {within:?}");
        }
    }
}

/// Goal: a controller in bytes responds to losses on the stack `linux` and on QUIC like a built-in
/// one. Method: Reno in bytes compared with their own Reno, transfers with losses by a short queue.
#[test]
fn its_losses_are_those_of_the_stack() {
    let tcp = "kind = \"tcp\", stack = \"linux\", delayed_ack = \"off\"";
    for transport in [tcp, "kind = \"quic\""] {
        let [own, theirs] = ["halving", "newreno"].map(|controller| {
            let flow = format!("{transport}, congestion = \"{controller}\"");
            run(&transfer(&flow, "20 Mbit/s", "20 MB"))
        });
        assert!(own.1 > 0 && theirs.1 > 0, "losses: {own:?}, {theirs:?}");
        assert!((own.0 / theirs.0 - 1.0).abs() < 0.05, "{transport}: {own:?}, {theirs:?}");
    }
}

#[test]
fn it_is_read_with_defaults_and_printed_with_them() {
    for (given, expected) in [
        ("\"fixed-window\"", serde_json::json!({ "kind": "fixed-window", "window": 4 })),
        (
            "{ kind = \"fixed-window\", window = 7 }",
            serde_json::json!({ "kind": "fixed-window", "window": 7 }),
        ),
    ] {
        let printed = common::read(&models(), &text(&format!("congestion = {given}"))).resolved();
        assert_eq!(printed["flows"][0]["transport"]["congestion"], expected);
    }
    let printed = common::read(&models(), &text("congestion = \"cubic\"")).resolved();
    assert_eq!(printed["flows"][0]["transport"]["congestion"], "cubic", "it has no keys");
}

#[test]
fn the_schema_and_the_models_have_it() {
    let schema = models().schema().to_string();
    assert!(
        schema.contains("\"fixed-window\"") && schema.contains("Number of segments of the window.")
    );
    let listed = models().list();
    let own = listed.as_array().unwrap().iter().find(|row| row["name"] == "fixed-window").unwrap();
    assert_eq!(own["key"], "flows.transport.congestion");
    assert_eq!(own["summary"], "A window that never changes. Stacks: rfc, linux");
    assert!(!Models::built_in().schema().to_string().contains("Number of segments of the window."));
}

#[test]
fn messages_know_its_key_its_name_and_its_stack() {
    let message = refused("congestion = { kind = \"fixed-window\", windwo = 3 }");
    assert!(message.contains("unknown key `windwo`"), "{message}");
    assert!(message.contains("did you mean `window`?"), "{message}");
    let message = refused("congestion = \"fixed-windwo\"");
    assert!(message.contains("did you mean \"fixed-window\"?"), "{message}");
    let message = refused("congestion = { kind = \"fixed-window\", window = 0 }");
    assert!(message.contains("a whole number from 1 to 10000"), "{message}");
    let message = refused("stack = \"ns2\", congestion = \"fixed-window\"");
    assert!(message.contains("the TCP stack \"ns2\" has no \"fixed-window\""), "{message}");
    let having = "\"fixed-window\" exists for stack = \"rfc\", \"linux\"";
    assert!(message.contains(having), "{message}");
    let message = refused("stack = \"rfc\", congestion = \"vegas\"");
    for name in ["newreno", "cubic", "fixed-window"] {
        assert!(message.contains(&format!("\"{name}\"")), "{message}");
    }
}
