//! Goal: a geometry and a routing metric are added by a program, outside the crate that defines
//! them: a scenario chooses them by name, they are printed, they are in the schema and among the
//! models, and messages know their names.
//!
//! Method: a geometry with light of half the speed, whose round trips take twice as long; a metric
//! that is the number of links up to an instant, and the delay from then on.

use std::sync::Arc;

use crate::common::floats;
use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::geometry::{Geometry, GeometryModel};
use skyseam_constellation::routing::{Forwarding, ForwardingChoice, Measure, Metric};
use skyseam_constellation::{NamedModel, Registered, Timeline};
use skyseam_scenario::{Files, Models, Scenario};
use skyseam_sim::series::built_in;
use skyseam_sim::{Control, run_alone};

static SLOW_LIGHT: NamedModel<GeometryModel> = NamedModel {
    name: "slow-light",
    summary: "as \"exact\", with light of half the speed",
    source: "this test",
    model: GeometryModel {
        delay: |km| (Geometry::EXACT.delay)(km) * 2,
        light_km_per_s: Geometry::EXACT.0.model.light_km_per_s / 2.0,
        ..Geometry::EXACT.0.model
    },
};

static FEW_THEN_SHORT: NamedModel<Measure> = NamedModel {
    name: "few-then-short",
    summary: "fewest links for half an hour, then least delay",
    source: "this test",
    model: Measure { rule: |timeline| Box::new(FewThenShort::new(timeline)), link_s: 0.0 },
};

const CHANGE: SimTime = SimTime::from_secs(1_800);

#[derive(Debug)]
struct FewThenShort {
    few: Box<dyn Forwarding>,
    short: Box<dyn Forwarding>,
}

impl FewThenShort {
    fn new(timeline: Arc<Timeline>) -> Self {
        let [few, short] = [Metric::HOPS, Metric::DELAY].map(|by| (by.rule)(timeline.clone()));
        Self { few, short }
    }
}

impl Forwarding for FewThenShort {
    fn choose(&mut self, at: NodeId, to: NodeId, t: SimTime) -> ForwardingChoice {
        if t >= CHANGE {
            return self.short.choose(at, to, t);
        }
        let choice = self.few.choose(at, to, t);
        ForwardingChoice { until: choice.until.min(CHANGE), ..choice }
    }
}

fn models() -> Models {
    Models::built_in()
        .with_series(&built_in())
        .with_geometry(Registered(&SLOW_LIGHT))
        .with_metric(Registered(&FEW_THEN_SHORT))
}

/// Pings between two places for an hour.
fn text([from, to]: [&str; 2], geometry: &str, metric: &str) -> String {
    format!(
        r#"
        constellation = {{ preset = "iridium", geometry = "{geometry}" }}
        routing.metric = "{metric}"
        links = {{ uplink = {{ rate = "1000 Gbit/s", queue = "9 packets" }},
                  downlink = {{ rate = "1000 Gbit/s", queue = "9 packets" }},
                  isl = {{ rate = "1000 Gbit/s", queue = "9 packets" }} }}
        terminals = [{{ name = "MOW", latitude = "55.8 deg", longitude = "37.6 deg" }},
                     {{ name = "HNL", latitude = "21.3 deg", longitude = "-157.9 deg" }},
                     {{ name = "JNB", latitude = "-26.2 deg", longitude = "28 deg" }},
                     {{ name = "LIM", latitude = "-12 deg", longitude = "-77 deg" }}]
        [[flows]]
        name = "ping"
        from = "{from}"
        to = "{to}"
        application = {{ kind = "ping", count = 360, interval = "10 s", size = "125 B" }}
        [run]
        duration = "3600 s"
        record = ["rtt"]
        "#
    )
}

/// Places between which both metrics choose the same routes for an hour, and others of which they
/// do not.
const SAME: [&str; 2] = ["MOW", "HNL"];
const OTHERS: [&str; 2] = ["JNB", "LIM"];

fn scenario(ends: [&str; 2], geometry: &str, metric: &str) -> Scenario {
    let parsed = models().parse(&text(ends, geometry, metric), "own.toml", &Files::new());
    parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario
}

/// Time at which each ping came back, s, and its round trip, ms.
fn round_trips(ends: [&str; 2], geometry: &str, metric: &str) -> Vec<(f64, f64)> {
    let scenario = scenario(ends, geometry, metric);
    let out = run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels");
    floats(&out, "rtt", "t_s").into_iter().zip(floats(&out, "rtt", "rtt_ms")).collect()
}

#[test]
fn a_geometry_of_another_crate_decides() {
    let (usual, slow) =
        (round_trips(SAME, "exact", "hops"), round_trips(SAME, "slow-light", "hops"));
    assert_eq!(usual.len(), slow.len());
    let ratios = usual.iter().zip(&slow).map(|(usual, slow)| slow.1 / usual.1);
    // A satellite goes on for some 0.1 s more, 0.8 km.
    let twice = ratios.filter(|ratio| (ratio - 2.0).abs() < 1e-3).count();
    assert!(twice > usual.len() * 9 / 10, "{twice} of {}", usual.len());
}

#[test]
fn a_metric_of_another_crate_decides() {
    let [few, short, own] =
        ["hops", "delay", "few-then-short"].map(|metric| round_trips(OTHERS, "exact", metric));
    let change_s = CHANGE.as_secs_f64();
    let before = |all: &[(f64, f64)]| -> Vec<(f64, f64)> {
        all.iter().copied().filter(|&(t_s, _)| t_s < change_s).collect()
    };
    let after = |all: &[(f64, f64)]| -> Vec<(f64, f64)> {
        all.iter().copied().filter(|&(t_s, _)| t_s > change_s + 1.0).collect()
    };
    assert_eq!(before(&own), before(&few));
    assert_eq!(after(&own), after(&short));
    assert!(before(&few) != before(&short) && after(&few) != after(&short));
}

#[test]
fn they_are_printed() {
    let scenario = scenario(SAME, "slow-light", "few-then-short");
    let printed = scenario.resolved();
    assert_eq!(printed["constellation"]["geometry"], "slow-light");
    assert_eq!(printed["routing"]["metric"], "few-then-short");
}

#[test]
fn the_schema_the_models_and_messages_have_them() {
    let (schema, listed) = (models().schema().to_string(), models().list());
    for (key, name) in
        [("constellation.geometry", "slow-light"), ("routing.metric", "few-then-short")]
    {
        assert!(schema.contains(&format!("\"{name}\"")));
        let own = listed.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
        assert_eq!(own["key"], key);
        assert!(!Models::built_in().schema().to_string().contains(name));
    }
    let refused = models().parse(&text(SAME, "slow-lihgt", "hops"), "own.toml", &Files::new());
    let message = refused.expect_err("a mistake").to_string();
    assert!(message.contains("did you mean \"slow-light\"?"), "{message}");
}
