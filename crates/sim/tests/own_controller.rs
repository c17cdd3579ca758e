//! Goal: a congestion controller with a key of its own is added by a program, outside of the crates
//! that define controllers, and is everything that a built-in one is: it runs in a scenario, it is
//! printed and read back, it stands in the schema and among the models, and messages know its key.
//!
//! Method: a window that never changes, declared here, for the stack `rfc` alone.

use skyseam_base::SimTime;
use skyseam_params::parameters;
use skyseam_params::values::Count;
use skyseam_scenario::{Files, Models, Scenario};
use skyseam_sim::{Control, run_alone};
use skyseam_tcp::congestion::algorithm::{Ack, Algorithm, Controller, Setup};

use crate::common::floats;

parameters! {
    /// A window that never changes. Stacks: rfc.
    pub struct Fixed "fixed-window" from "this test" {
        /// How many segments it has.
        window: Count<1, 10_000> = 4,
    }
}

impl Algorithm for Fixed {
    fn in_bytes(&self, setup: &Setup) -> Option<Box<dyn Controller>> {
        Some(Box::new(FixedState { bytes: u64::from(self.window) * u64::from(setup.mss) }))
    }
}

#[derive(Debug)]
struct FixedState {
    bytes: u64,
}

impl Controller for FixedState {
    fn on_ack(&mut self, _: &Ack) {}
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

fn models() -> Models {
    Models::built_in().with_controller::<Fixed>()
}

fn text(transport: &str) -> String {
    format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        [[wires]]
        between = ["a", "b"]
        delay = "50 ms"
        rate = "1000 Mbit/s"
        queue = "100 packets"
        [[flows]]
        name = "flow"
        from = "a"
        to = "b"
        application = {{ kind = "file", size = "160 kB" }}
        transport = {{ kind = "tcp", mss = "1000 B", delayed_ack = "off", {transport} }}
        [run]
        duration = "60 s"
        "#
    )
}

fn read(text: &str) -> Scenario {
    let parsed = models().parse(text, "own.toml", &Files::new());
    parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario
}

fn refused(transport: &str) -> String {
    let parsed = models().parse(&text(transport), "own.toml", &Files::new());
    parsed.expect_err("a mistake").to_string()
}

#[test]
fn it_runs_in_a_scenario() {
    let seconds = |controller: &str| {
        let scenario = read(&text(&format!("congestion = {controller}")));
        let outcome = run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels");
        floats(&outcome, "flows", "transfer_time_s")[0]
    };
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

#[test]
fn it_is_read_with_defaults_and_printed_with_them() {
    for (given, expected) in [
        ("\"fixed-window\"", serde_json::json!({ "kind": "fixed-window", "window": 4 })),
        (
            "{ kind = \"fixed-window\", window = 7 }",
            serde_json::json!({ "kind": "fixed-window", "window": 7 }),
        ),
    ] {
        let printed = read(&text(&format!("congestion = {given}"))).resolved();
        assert_eq!(printed["flows"][0]["transport"]["congestion"], expected);
    }
    let printed = read(&text("congestion = \"cubic\"")).resolved();
    assert_eq!(printed["flows"][0]["transport"]["congestion"], "cubic", "it has no keys");
}

#[test]
fn the_schema_and_the_models_have_it() {
    let schema = models().schema().to_string();
    assert!(schema.contains("\"fixed-window\"") && schema.contains("How many segments it has."));
    let listed = models().list();
    let own = listed.as_array().unwrap().iter().find(|row| row["name"] == "fixed-window").unwrap();
    assert_eq!(own["key"], "flows.transport.congestion");
    assert_eq!(own["summary"], "A window that never changes. Stacks: rfc");
    assert!(!Models::built_in().schema().to_string().contains("How many segments it has."));
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
    let message = refused("stack = \"linux\", congestion = \"fixed-window\"");
    assert!(message.contains("the TCP stack \"linux\" has no \"fixed-window\""), "{message}");
    assert!(message.contains("\"fixed-window\" is there with stack = \"rfc\""), "{message}");
    let message = refused("stack = \"rfc\", congestion = \"vegas\"");
    for name in ["newreno", "cubic", "fixed-window"] {
        assert!(message.contains(&format!("\"{name}\"")), "{message}");
    }
}
