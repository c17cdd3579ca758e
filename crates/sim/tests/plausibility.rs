//! Goal: an implausible path is reported with its reason, and a path that is merely long is not.
//! Method: pairs of places for which it is known whether and why paths between them make a detour.

use serde_json::Value;
use skyseam_scenario::Scenario;
use skyseam_sim::{Control, DelayRequest, delay, parse_alone, plausibility, run_alone};

const BERLIN: [f64; 2] = [52.52, 13.41];
const NEW_YORK: [f64; 2] = [40.71, -74.01];

/// Two places with a preset, and further keys of the top level.
fn over(preset: &str, [a, b]: [[f64; 2]; 2], keys: &str) -> Scenario {
    let place = |name: &str, [latitude, longitude]: [f64; 2]| {
        format!(
            "[[terminals]]\nname = \"{name}\"\nlatitude = \"{latitude} deg\"\n\
             longitude = \"{longitude} deg\"\n"
        )
    };
    let text = format!(
        "constellation.preset = \"{preset}\"\nrun.duration = \"10 min\"\n{keys}\n{}{}",
        place("A", a),
        place("B", b)
    );
    parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

/// Message of a delay study of this duration about its pair.
fn studied(scenario: &Scenario, duration_s: f64, step_s: f64) -> Vec<Value> {
    let request = DelayRequest {
        duration_s: Some(duration_s),
        step_s: Some(step_s),
        ..DelayRequest::default()
    };
    let study = request.resolve(scenario).unwrap();
    let outcome = delay(scenario, &study, &mut |_| Control::Continue).unwrap();
    outcome.manifest["implausible_paths"].as_array().unwrap().clone()
}

#[test]
fn ends_on_satellites_that_go_different_ways_are_far_apart() {
    let highest = "handover.kind = \"highest-elevation\"";
    let scenario = over("starlink-shell1", [BERLIN, NEW_YORK], highest);
    let [message] = &plausibility::check(&scenario).unwrap()[..] else { panic!("one pair") };
    for part in ["A to B: a path of ", "goes north", "goes south", "shortest-path"] {
        assert!(message.contains(part), "{message}");
    }
    let [told] = &studied(&scenario, 600.0, 10.0)[..] else { panic!("one pair") };
    assert_eq!(told["because"], "directions");
    assert_eq!((&told["source"], &told["destination"]), (&"A".into(), &"B".into()));
    let number = |key: &str| told["worst"][key].as_f64().unwrap();
    // New York is 6,402 km from Berlin: 21.4 ms, with two ways of 550 to 1,123 km up and down.
    assert!((number("great_circle_km") - 6_402.0).abs() < 20.0);
    assert!((21.4 + 3.6..21.4 + 7.6).contains(&number("least_ms")));
    assert!(number("delay_ms") > 3.0 * number("least_ms"));
    assert!(told["implausible"].as_u64().unwrap() <= told["instants"].as_u64().unwrap());

    let ascending = "handover = { kind = \"highest-elevation\", direction = \"ascending\" }";
    for keys in ["", ascending] {
        let scenario = over("starlink-shell1", [BERLIN, NEW_YORK], keys);
        assert_eq!(plausibility::check(&scenario), Ok(vec![]), "{keys}");
        assert_eq!(studied(&scenario, 600.0, 10.0), [Value::Null; 0], "{keys}");
    }
}

/// Neighbours on the equator, whose paths lead over a pole while the seam lies between them.
#[test]
fn the_seam_is_named() {
    let scenario = over("iridium", [[0.0, 0.0], [0.0, 8.0]], "");
    let [told] = &studied(&scenario, 86_400.0, 300.0)[..] else { panic!("one pair") };
    assert_eq!(told["because"], "seam");
    assert!(told["message"].as_str().unwrap().contains("different sides of the seam"));
}

/// A geostationary satellite is far up, and a path over one between two neighbouring towns is no
/// detour.
#[test]
fn ways_up_and_down_make_no_path_implausible() {
    for (preset, ends) in [
        ("geo", [BERLIN, [48.14, 11.58]]),
        ("o3b", [[10.0, 0.0], [10.0, 0.5]]),
        ("kuiper", [[48.14, 11.58], [48.2, 11.6]]),
        ("oneweb", [[48.14, 11.58], [48.2, 11.6]]),
    ] {
        let scenario = over(preset, ends, "");
        assert_eq!(plausibility::check(&scenario), Ok(vec![]), "{preset}");
        assert_eq!(studied(&scenario, 600.0, 10.0), [Value::Null; 0], "{preset}");
    }
}

#[test]
fn runs_say_it_of_their_flows() {
    let keys = |policy: &str| {
        format!(
            "handover.kind = \"{policy}\"
            links.uplink = {{ rate = \"1 Mbit/s\", queue = \"9 packets\" }}
            links.downlink = {{ rate = \"1 Mbit/s\", queue = \"9 packets\" }}
            links.isl = {{ rate = \"1 Mbit/s\", queue = \"9 packets\" }}
            [[flows]]
            name = \"ping\"
            from = \"B\"
            to = \"A\"
            application = {{ kind = \"ping\", count = 2, interval = \"1 s\", size = \"84 B\" }}"
        )
    };
    let told = |policy| {
        let scenario = over("starlink-shell1", [BERLIN, NEW_YORK], &keys(policy));
        let outcome = run_alone(&scenario, &mut |_| Control::Continue).unwrap();
        outcome.manifest["implausible_paths"].as_array().unwrap().clone()
    };
    assert_eq!(told("shortest-path"), [Value::Null; 0]);
    let [one] = &told("highest-elevation")[..] else { panic!("one flow") };
    assert_eq!((&one["source"], &one["destination"]), (&"B".into(), &"A".into()));
    assert_eq!((&one["because"], &one["instants"]), (&"directions".into(), &5.into()));
}

/// Whatever the file, a check examines no more than its bound.
#[test]
fn a_check_of_a_year_is_over_at_once() {
    let scenario = over("iridium", [BERLIN, NEW_YORK], "run.start = \"300 d\"");
    assert!(plausibility::check(&scenario).is_ok());
}
