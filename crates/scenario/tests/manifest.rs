//! Content of a manifest: the values of the file, in one spelling, with the defaults that were
//! used. Tests of the keys and of all examples check that it reads back as the same scenario.

use serde_json::{Value as Json, json};
use skyseam_scenario::{Files, Models, Scenario, parse_alone};

fn scenario(text: &str) -> Scenario {
    parse_alone(text, "manifest.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

const GROUP: &str = r#"
nodes = [{ name = "server" }, { name = "homes", count = 1000 }]
run.duration = "60000 ms"

[[wires]]
between = ["server", "homes"]
delay = "0.010 s"
rate = "1000 kbit/s"
queue = "1 BDP"

[[flows]]
name = "get"
from = "server"
to = "homes"
application = { kind = "file", size = "1 MB" }
"#;

/// Goal: a group is one table of each kind, whatever its size.
#[test]
fn groups_stay_groups() {
    let resolved = scenario(GROUP).resolved();
    assert_eq!(
        resolved["nodes"],
        json!([{ "name": "server" }, { "name": "homes", "count": 1000 }])
    );
    let [wires, flows] = ["wires", "flows"].map(|key| resolved[key].as_array().unwrap().len());
    assert_eq!((wires, flows), (1, 1));
    let smaller = scenario(&GROUP.replace("1000 }", "2 }")).resolved();
    let length = |json: &Json| json.to_string().len();
    assert_eq!(length(&resolved), length(&smaller) + "000".len());
}

/// Goal: values have one spelling, and values that depend on other keys are computed.
#[test]
fn values_are_spelled_alike_and_defaults_are_filled_in() {
    let resolved = scenario(GROUP).resolved();
    let wire = &resolved["wires"][0];
    assert_eq!((&wire["delay"], &wire["rate"]), (&json!("10 ms"), &json!("1 Mbit/s")));
    assert_eq!(
        wire["queue"],
        json!({ "kind": "drop-tail", "limit": "2500 B", "drop_from": "tail" })
    );
    assert_eq!((&wire["framing"], &wire["order"]), (&json!("0 B"), &json!("overtake")));
    let flow = &resolved["flows"][0];
    assert_eq!((&flow["start"], &flow["stagger"]), (&json!("0 s"), &json!("0 s")));
    assert_eq!(flow["transport"]["kind"], "tcp");
    assert_eq!(
        (&resolved["run"]["duration"], &resolved["run"]["seed"]),
        (&json!("60 s"), &json!(1))
    );
    assert_eq!(resolved["routing"]["kind"], "shortest-path");
    let other = Models::built_in().parse_seeded(GROUP, "group", &Files::new(), Some(7)).unwrap();
    assert_eq!(other.scenario.resolved()["run"]["seed"], 7);
}

/// Goal: a preset is expanded, and the scenario's keys of a link override the preset's.
#[test]
fn a_preset_is_spelled_out() {
    let text = r#"
        terminals = [
            { name = "A", latitude = "0 deg", longitude = "0 deg" },
            { name = "B", latitude = "10 deg", longitude = "0 deg" },
        ]
        constellation.preset = "iridium-ns2"
        links.uplink.rate = "3 Mbit/s"
        run.duration = "1 s"

        [[flows]]
        name = "f"
        from = "A"
        to = "B"
        application = { kind = "file", size = "1 kB" }
    "#;
    let (own, plain) =
        (scenario(text), scenario(&text.replace("links.uplink.rate = \"3 Mbit/s\"", "")));
    let (own, plain) = (own.resolved(), plain.resolved());
    assert!(own["constellation"]["preset"].is_null());
    assert_eq!(own["constellation"]["shell"]["planes"], 6);
    assert_eq!(own["terminals"][0]["elevation_mask"], own["constellation"]["elevation_mask"]);
    assert_eq!(own["links"]["uplink"]["rate"], "3 Mbit/s");
    assert_eq!(own["links"]["uplink"]["queue"], plain["links"]["uplink"]["queue"]);
    assert_eq!(own["links"]["isl"], plain["links"]["isl"]);
    assert_eq!(own["handover"]["kind"], "sticky");
}
