//! Goal: satellites are ends of flows like terminals and nodes. Method: satellites over Hawaii with
//! every application and transport, in both directions; delays compared with distances.

use crate::common::{counts, floats, names};
use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::Timeline;
use skyseam_scenario::Scenario;
use skyseam_sim::{Control, DelayRequest, Outcome, delay, parse_alone, run_alone};

fn outcome(scenario: &Scenario) -> Outcome {
    run_alone(scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// Flows over Iridium, with a laboratory behind Hawaii.
fn scenario(flows: &str, more: &str) -> Scenario {
    let has_isls = !more.contains("none");
    let isl = if has_isls { "isl = { rate = \"9 Mbit/s\", queue = \"50 packets\" }" } else { "" };
    let text = format!(
        r#"
        nodes = [{{ name = "lab" }}]
        wires = [
            {{ between = ["HNL", "lab"], delay = "5 ms", rate = "9 Mbit/s", queue = "90 packets" }},
        ]
        [constellation]
        preset = "iridium"
        {more}
        [links]
        uplink = {{ rate = "2 Mbit/s", queue = "50 packets" }}
        downlink = {{ rate = "2 Mbit/s", queue = "50 packets" }}
        {isl}
        [[terminals]]
        name = "HNL"
        latitude = "21.5 deg"
        longitude = "-158 deg"
        {flows}
        [run]
        duration = "100 s"
        "#
    );
    parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

/// The satellite that Hawaii has at the beginning, and its distance as a delay, ms.
fn overhead() -> (String, f64) {
    let sky = scenario("", "").sky;
    let timeline = Timeline::build(&sky, SimTime::from_secs(100));
    let terminal = timeline.node("HNL").unwrap();
    let satellite = timeline.satellite_of(terminal, SimTime::ZERO).unwrap();
    let delay = timeline.propagation(terminal, satellite, SimTime::ZERO);
    (timeline.nodes()[satellite.index()].name.clone(), delay.as_millis_f64())
}

#[test]
fn a_satellite_is_as_far_as_its_link_is_long() {
    let (satellite, delay_ms) = overhead();
    let ping = |from: &str, to: &str| {
        let flow = format!(
            "[[flows]]\nname = \"flow\"\nfrom = \"{from}\"\nto = \"{to}\"\n\
             application = {{ kind = \"ping\", count = 1, size = \"250 B\" }}"
        );
        let out = outcome(&scenario(&flow, ""));
        assert_eq!(names(&out, "flows", "source"), [Some(from.to_owned())]);
        floats(&out, "flows", "rtt_min_ms")[0]
    };
    // 250 B take 1 ms at 2 Mbit/s and 0.222 ms at 9 Mbit/s.
    let expected = 2.0 * (delay_ms + 1.0);
    for (found, expected) in [
        (ping(&satellite, "HNL"), expected),
        (ping("HNL", &satellite), expected),
        (ping(&satellite, "lab"), expected + 2.0 * (5.0 + 2.0 / 9.0)),
    ] {
        assert!((found - expected).abs() < 0.002, "{found} ms instead of {expected} ms");
    }
}

/// Goal: a study of delays takes satellites as ends, as flows do. Method: the distance of the one
/// over Hawaii, and a name that nothing has.
#[test]
fn delays_from_a_satellite_are_studied() {
    let (satellite, delay_ms) = overhead();
    let scenario = scenario("", "");
    let asked = |from: &str| DelayRequest {
        pairs: Some(vec![(from.to_owned(), "HNL".to_owned())]),
        duration_s: Some(60.0),
        step_s: Some(30.0),
        ..DelayRequest::default()
    };
    let study = asked(&satellite).resolve(&scenario).unwrap();
    let out = delay(&scenario, &study, &mut |_| Control::Continue).unwrap();
    assert!((floats(&out, "delay", "delay_ms")[0] - delay_ms).abs() < 1e-6);
    let message = asked("iridium-9-9").resolve(&scenario).unwrap_err();
    assert_eq!(
        message,
        "no terminal, node or satellite is called \"iridium-9-9\"; expected one of HNL, lab, or a \
         satellite such as iridium-0-0; did you mean iridium-0-9?"
    );
}

#[test]
fn every_transport_ends_at_a_satellite() {
    let (satellite, _) = overhead();
    let transports = [
        r#"{ kind = "tcp", stack = "linux" }"#,
        r#"{ kind = "tcp", stack = "rfc" }"#,
        r#"{ kind = "tcp", stack = "ns2" }"#,
        r#"{ kind = "tcp", stack = "bsd" }"#,
        r#"{ kind = "quic" }"#,
        r#"{ kind = "stp" }"#,
    ];
    for transport in transports {
        let flow = |name: &str, from: &str, to: &str| {
            format!(
                "[[flows]]\nname = \"{name}\"\nfrom = \"{from}\"\nto = \"{to}\"\n\
                 application = {{ kind = \"file\", size = \"100 kB\" }}\n\
                 transport = {transport}\n"
            )
        };
        let far = "iridium-3-0";
        let flows = [
            flow("down", &satellite, "lab"),
            flow("up", "lab", &satellite),
            flow("over", far, "lab"),
            flow("between", &satellite, far),
        ];
        let out = outcome(&scenario(&flows.concat(), ""));
        let times = floats(&out, "flows", "transfer_time_s");
        assert!(times.iter().all(|time| *time > 0.0 && *time < 20.0), "{transport}: {times:?}");
    }
}

/// Without links between satellites, packets arrive during passes only.
#[test]
fn without_a_pass_there_is_no_route() {
    let (satellite, _) = overhead();
    let other = if satellite == "iridium-3-0" { "iridium-0-0" } else { "iridium-3-0" };
    for (from, arrives) in [(satellite.as_str(), true), (other, false)] {
        let flow = format!(
            "[[flows]]\nname = \"flow\"\nfrom = \"{from}\"\nto = \"lab\"\n\
             application = {{ kind = \"udp\", duration = \"1 s\", \
             source = {{ kind = \"constant\", rate = \"100 kbit/s\", size = \"125 B\" }} }}"
        );
        let out = outcome(&scenario(&flow, "isl.pattern = \"none\""));
        let dropped = out.manifest["packets"]["dropped"]["no_route"].as_u64().unwrap();
        let sent = counts(&out, "flows", "packets_sent")[0];
        assert!(sent > 50);
        assert_eq!(dropped, if arrives { 0 } else { sent }, "from {from}");
    }
}

/// Goal: a pattern is one flow for each satellite, named with it. Method: the eleven satellites of
/// a plane by a pattern, beside eleven flows written out.
#[test]
fn a_pattern_is_a_flow_for_each_satellite() {
    let flow = |name: &str, from: &str, start_ms: usize, more: &str| {
        format!(
            "[[flows]]\nname = \"{name}\"\nfrom = \"{from}\"\nto = \"lab\"\n{more}\n\
             start = \"{start_ms} ms\"\napplication = {{ kind = \"file\", size = \"9 kB\" }}\n"
        )
    };
    let mut plane: Vec<String> = (0..11).map(|index| format!("iridium-3-{index}")).collect();
    plane.sort();
    let each = plane.iter().enumerate().map(|(place, satellite)| {
        flow(&format!("image-{satellite}"), satellite, 50 + 300 * place, "")
    });
    let each = outcome(&scenario(&each.collect::<String>(), ""));
    let all = flow("image", "iridium-3-*", 50, "stagger = \"300 ms\"");
    let all = outcome(&scenario(&all, ""));
    let named: Vec<_> = plane.iter().map(|satellite| Some(format!("image-{satellite}"))).collect();
    assert_eq!(names(&all, "flows", "name"), named);
    assert!(floats(&all, "flows", "transfer_time_s").iter().all(|time| *time > 0.0));
    assert_eq!(all.tables, each.tables);
}

/// Goal: a warning of satellites that no links join is given where a key would help. Method:
/// Iridium without links between satellites: the one above, the farthest one, which Hawaii does
/// not see, and the nearest other one, which it sees and has not chosen.
#[test]
fn a_satellite_out_of_view_is_no_fault_of_the_scenario() {
    let sky = "isl.pattern = \"none\"\nelevation_mask = \"0 deg\"";
    let told = |antennas: &str, to: &str| {
        let flow = format!(
            "antennas = {antennas}\n[[flows]]\nname = \"flow\"\nfrom = \"lab\"\nto = \"{to}\"\n\
             application = {{ kind = \"ping\", count = 1 }}"
        );
        let outcome = outcome(&scenario(&flow, sky));
        let warnings = outcome.manifest["warnings"].as_array().cloned().unwrap_or_default();
        let mut messages = warnings.iter().map(ToString::to_string);
        messages.find(|message| message.contains("instants looked at"))
    };
    let timeline = Timeline::build(&scenario("", sky).sky, SimTime::from_secs(100));
    let hawaii = timeline.node("HNL").unwrap();
    let phases = timeline.sky().phases(SimTime::ZERO);
    let view = timeline.sky().view(hawaii, &phases);
    let own = timeline.satellite_of(hawaii, SimTime::ZERO).unwrap();
    let mut others: Vec<NodeId> = view.satellites().filter(|&other| other != own).collect();
    others.sort_by(|&one, &other| view.range_km(one).total_cmp(&view.range_km(other)));
    let name = |satellite: NodeId| timeline.nodes()[satellite.index()].name.as_str();
    let (seen, hidden) = (name(others[0]), name(others[others.len() - 1]));
    assert!(view.is_usable(others[0]), "Hawaii sees two satellites");
    assert_eq!(told("1", name(own)), None);
    assert_eq!(told("1", hidden), None);
    let warning = told("1", seen).expect("the satellite is in view");
    assert!(warning.contains("for its terminal, as gateways have it, joins them"), "{warning}");
    assert_eq!(told("\"all\"", seen), None);
}
