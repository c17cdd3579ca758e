//! Goal: a handover policy with a key of its own is added by a program, outside the crates that
//! define policies, and is equivalent to a built-in one: a scenario chooses it, it is printed and
//! read back, it is in the schema and among the models, and messages know its key.
//!
//! Method: a policy declared here, compared with those to which its key makes it equal.

use crate::common::{counts, floats};
use skyseam_base::{Duration, NodeId};
use skyseam_constellation::handover::{
    AssignmentRequest, Attachment, HandoverPolicy, HandoverRule, model,
};
use skyseam_constellation::sky::TerminalView;
use skyseam_params::parameters;
use skyseam_params::units;
use skyseam_params::values::{Span, quantity};
use skyseam_scenario::{Files, Models, Scenario};
use skyseam_sim::series::built_in;
use skyseam_sim::{Control, run_alone, run_batch};

quantity! {
    /// Difference in elevation that another satellite needs.
    Margin(f64) in units::ANGLE,
    accepts |deg| (0.0..=90.0).contains(&deg),
    expected "an angle from 0 deg to 90 deg", such as "5 deg"
}

parameters! {
    /// Keep a satellite until another is higher by the margin, or until it is at or below the mask.
    pub struct WithMargin "with-margin" from "this test" {
        /// Margin by which the highest has to be higher.
        margin: Margin = 5.0,
    }
}

impl HandoverPolicy for WithMargin {
    fn rule(&self) -> HandoverRule {
        let margin = self.margin.to_radians();
        HandoverRule::Each(Box::new(
            move |view: &TerminalView<'_>, held: Attachment| -> Option<NodeId> {
                let highest = view.highest()?;
                let kept = held.usable(view).filter(|kept| {
                    let top = view.usable_elevation(highest);
                    let own = view.usable_elevation(kept.satellite);
                    own.zip(top).is_some_and(|(own, top)| top - own <= margin)
                });
                Some(kept.map_or(highest, |kept| kept.satellite))
            },
        ))
    }
}

parameters! {
    /// The highest satellite, kept for a minimum time; decided for all terminals together.
    pub struct HighestForAWhile "highest-for-a-while" from "this test" {
        /// Minimum time for which a satellite is kept while it is above the mask.
        dwell: Span = Duration::ZERO,
    }
}

impl HandoverPolicy for HighestForAWhile {
    fn rule(&self) -> HandoverRule {
        let dwell = self.dwell;
        let wanted = move |request: &AssignmentRequest<'_>| {
            let view = &request.view;
            let kept = request.held.iter().find(|held| {
                view.usable_elevation(held.satellite).is_some() && view.now() < held.since + dwell
            });
            kept.map(|held| held.satellite)
                .or_else(|| view.best(|satellite| view.usable_elevation(satellite)))
        };
        HandoverRule::Together(Box::new(move |requests| {
            requests.iter().map(|request| wanted(request).into_iter().collect()).collect()
        }))
    }
}

fn models() -> Models {
    Models::built_in()
        .with_series(&built_in())
        .with_policy::<WithMargin>()
        .with_policy::<HighestForAWhile>()
}

/// Pings from Moscow to Honolulu for two hours.
fn text(policy: &str) -> String {
    let text = r#"
        constellation.preset = "iridium"
        handover = POLICY
        links = { uplink = { rate = "1 Mbit/s", queue = "9 packets" },
                  downlink = { rate = "1 Mbit/s", queue = "9 packets" },
                  isl = { rate = "1 Mbit/s", queue = "9 packets" } }
        [[terminals]]
        name = "MOW"
        latitude = "55.8 deg"
        longitude = "37.6 deg"
        [[terminals]]
        name = "HNL"
        latitude = "21.3 deg"
        longitude = "-157.9 deg"
        [[flows]]
        name = "ping"
        from = "MOW"
        to = "HNL"
        application = { kind = "ping", count = 700, interval = "10 s", size = "125 B" }
        [run]
        duration = "7200 s"
        record = ["handovers", "rtt"]
    "#;
    text.replace(",\n                ", ",").replace("POLICY", policy)
}

fn scenario(policy: &str) -> Scenario {
    let parsed = models().parse(&text(policy), "own.toml", &Files::new());
    parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario
}

fn with_margin(margin_deg: f64) -> Scenario {
    scenario(&format!("{{ kind = \"with-margin\", margin = \"{margin_deg} deg\" }}"))
}

/// Times at which the terminals changed satellites, and number of pings that came back.
fn handovers(scenario: &Scenario) -> (Vec<f64>, u64) {
    let out = run_alone(scenario, &mut |_| Control::Continue).expect("nobody cancels");
    (floats(&out, "handovers", "t_s"), counts(&out, "flows", "rtt_samples")[0])
}

#[test]
fn a_policy_of_another_crate_decides() {
    let highest = handovers(&scenario("{ kind = \"highest-elevation\" }"));
    let at = |margin_deg| handovers(&with_margin(margin_deg));
    // Without a margin it is the policy of that name; the wider, the fewer handovers.
    assert_eq!(at(0.0), highest);
    let [some, wide, whole] = [1.0, 3.0, 90.0].map(|margin_deg| at(margin_deg).0.len());
    let all = (highest.0.len(), some, wide, whole);
    assert!(all.0 > some && some > wide && wide > whole, "{all:?}");
    assert!(highest.1 > 650 && at(20.0).1 > 650);
}

/// A policy for all terminals together knows since when each satellite is held: it decides like the
/// built-in one, which sees only its own terminal.
#[test]
fn a_policy_of_another_crate_knows_since_when() {
    let of = |kind: &str, key: &str, dwell_s: u64| {
        handovers(&scenario(&format!("{{ kind = \"{kind}\", {key} = \"{dwell_s} s\" }}"))).0
    };
    let counts = [0, 200, 400, 600].map(|dwell_s| {
        let own = of("highest-for-a-while", "dwell", dwell_s);
        assert_eq!(own, of("highest-elevation", "minimum_dwell", dwell_s), "{dwell_s} s");
        own.len()
    });
    assert!(counts.is_sorted_by(|a, b| a >= b) && counts[0] > counts[3], "{counts:?}");
}

/// Runs of a batch share equal constellations; the key must be equal too.
#[test]
fn a_key_tells_two_skies_apart() {
    let scenarios = [0.0, 90.0, 0.0, 90.0].map(with_margin);
    assert_ne!(scenarios[0], scenarios[1]);
    assert_eq!(scenarios[0], scenarios[2]);
    let outcomes = run_batch(&scenarios, 2, &mut |_| Control::Continue).expect("nobody cancels");
    let times = outcomes.iter().map(|out| floats(out, "handovers", "t_s")).collect::<Vec<_>>();
    assert_ne!(times[0], times[1]);
    assert_eq!(times[0], times[2]);
    assert_eq!(times[0], handovers(&scenarios[0]).0);
    assert_eq!(times[3], handovers(&scenarios[3]).0);
}

#[test]
fn it_is_read_with_defaults_and_printed_with_them() {
    let scenario = scenario("{ kind = \"with-margin\" }");
    assert_eq!(scenario.sky.handover.policy, model(WithMargin { margin: 5.0 }));
    let resolved = scenario.resolved();
    assert_eq!(resolved["handover"]["kind"], "with-margin");
    assert_eq!(resolved["handover"]["margin"], "5 deg");
    let again = self::scenario("{ kind = \"with-margin\", margin = \"5 deg\" }");
    assert_eq!(again, scenario);
}

#[test]
fn the_schema_and_the_models_have_it() {
    let schema = models().schema().to_string();
    assert!(schema.contains("\"with-margin\""));
    let listed = models().list();
    let own = listed.as_array().unwrap().iter().find(|row| row["name"] == "with-margin").unwrap();
    assert_eq!(own["key"], "handover.kind");
    assert!(!Models::built_in().schema().to_string().contains("with-margin"));
}

#[test]
fn messages_know_its_key_and_its_name() {
    let refused = |policy: &str| {
        let parsed = models().parse(&text(policy), "own.toml", &Files::new());
        parsed.expect_err("a mistake").to_string()
    };
    let message = refused("{ kind = \"with-margin\", magrin = \"3 deg\" }");
    assert!(message.contains("unknown key `magrin`"), "{message}");
    assert!(message.contains("did you mean `margin`?"), "{message}");
    let message = refused("{ kind = \"with-margins\" }");
    assert!(message.contains("did you mean \"with-margin\"?"), "{message}");
    let message = refused("{ kind = \"with-margin\", margin = \"91 deg\" }");
    assert!(message.contains("an angle from 0 deg to 90 deg"), "{message}");
}
