//! Goal: a TCP stack with a key of its own is added by a program, outside the crates that define
//! stacks, and is equivalent to a built-in one: it runs in a scenario with its defaults, is printed
//! and read back, is in the schema and among the models, and messages know its key and the keys of
//! others.
//!
//! Method: the endpoints of the stack `rfc`, with the initial window given by a key.

use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};
use skyseam_endpoint::values::InitialWindow;
use skyseam_params::values::{Count, Flag};
use skyseam_params::{Model, parameters};
use skyseam_scenario::{Models, Scenario};
use skyseam_tcp::congestion::algorithm::TcpAlgorithm;
use skyseam_tcp::{Rfc, Stack, TcpConfig};

use crate::common::{self, floats};

parameters! {
    /// The RFCs, with an initial window of its own.
    pub struct Patient "patient" from "this test" {
        /// Segments of the initial window.
        opening: Count<1, 100> = 1,
        /// A key that the stack `linux` has too.
        pacing: Flag = false,
    }
}

impl Stack for Patient {
    fn profile(&self, congestion: Model<dyn TcpAlgorithm>) -> TcpConfig {
        let initial_window = InitialWindow::Segments(self.opening);
        TcpConfig { initial_window, ..TcpConfig::plain(self.clone(), congestion) }
    }

    fn has(&self, controller: &dyn TcpAlgorithm) -> bool {
        controller.name() == "newreno"
    }

    fn open(
        &self,
        config: &TcpConfig,
        opening: FlowSetup<'_>,
        content: ConnectionPayload,
    ) -> [BoxedEndpoint; 2] {
        Rfc::default().open(config, opening, content)
    }
}

fn models() -> Models {
    Models::built_in().with_stack::<Patient>()
}

fn text(keys: &str) -> String {
    let tcp = "kind = \"tcp\", mss = \"1000 B\", delayed_ack = \"off\"";
    common::transfer(&format!("{tcp}, {keys}"), "1000 Mbit/s", "15 kB")
}

fn read(keys: &str) -> Scenario {
    common::read(&models(), &text(keys))
}

fn refused(keys: &str) -> String {
    common::refused(&models(), &text(keys))
}

#[test]
fn it_runs_in_a_scenario() {
    // The handshake takes 100 ms, then each doubling of the window a round trip, the last segment
    // half of one.
    for (stack, round_trips) in [
        ("stack = \"patient\"", 4),
        ("stack = \"patient\", opening = 3", 3),
        ("stack = \"patient\", opening = 8", 2),
        ("stack = \"patient\", opening = 15", 1),
    ] {
        let outcome = common::run(&read(stack));
        let took = floats(&outcome, "flows", "transfer_time_s")[0];
        let expected = 0.1 * f64::from(round_trips) + 0.05;
        assert!((took - expected).abs() < 0.01, "{stack}: {took} s, expected {expected} s");
    }
}

#[test]
fn it_is_read_with_its_defaults_and_printed_with_them() {
    let printed = |keys: &str| read(keys).resolved()["flows"][0]["transport"].clone();
    let usual = printed("stack = \"patient\"");
    assert_eq!(usual["stack"], "patient");
    assert_eq!(usual["congestion"], "newreno", "the first that it has");
    assert_eq!((&usual["opening"], &usual["pacing"]), (&1.into(), &false.into()));
    assert_eq!(usual["initial_window"], "1 segments");
    assert_eq!(usual.get("ttcp"), None);
    assert_eq!(usual.get("send_buffer"), None);
    assert_eq!(printed("stack = \"patient\", opening = 7")["opening"], 7);
    assert_eq!(printed("stack = \"linux\"").get("opening"), None);
}

#[test]
fn the_schema_and_the_models_have_it() {
    let schema = models().schema();
    let tcp = schema["$defs"]["Transport"]["oneOf"][0]["properties"].clone();
    assert_eq!(tcp["opening"]["description"], "Segments of the initial window.");
    let names = ["rfc", "ns2", "linux", "bsd", "patient"];
    assert_eq!(tcp["stack"]["enum"], serde_json::json!(names));
    let said = tcp["pacing"]["description"].as_str().unwrap();
    assert!(said.starts_with("Whether a sender of the stack \"linux\" is paced"), "{said}");
    let built_in = Models::built_in().schema();
    let built_in = &built_in["$defs"]["Transport"]["oneOf"][0]["properties"];
    assert!(built_in.get("opening").is_none());
    let listed = models().list();
    let own = listed.as_array().unwrap().iter().find(|row| row["name"] == "patient").unwrap();
    assert_eq!(own["key"], "flows.transport.stack");
}

#[test]
fn messages_know_its_keys_and_its_name() {
    let has = |message: &str, parts: &[&str]| {
        for part in parts {
            assert!(message.contains(part), "{part}: {message}");
        }
    };
    has(
        &refused("stack = \"linux\", opening = 3"),
        &["only the TCP stack \"patient\" has `opening`", "or set stack = \"patient\""],
    );
    has(
        &refused("stack = \"patient\", send_buffer = \"1 MB\""),
        &["only the TCP stack \"linux\" has `send_buffer`"],
    );
    // A key of two stacks, and one of none.
    has(
        &refused("stack = \"rfc\", pacing = true"),
        &["has no `pacing`", "expected: stack = \"linux\" or stack = \"patient\""],
    );
    has(&refused("stack = \"patient\", openin = 3"), &["unknown key", "did you mean `opening`?"]);
    has(&refused("stack = \"patient\", opening = 0"), &["a whole number from 1 to 100"]);
    has(&refused("stack = \"patien\""), &["is not a TCP stack", "did you mean \"patient\"?"]);
    has(
        &refused("stack = \"patient\", congestion = \"cubic\""),
        &["the TCP stack \"patient\" has no \"cubic\"", "for this stack, one of \"newreno\""],
    );
}
