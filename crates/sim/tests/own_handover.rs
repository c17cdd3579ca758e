//! Goal: a handover policy with a key that no crate here knows runs in a scenario. Method: a policy
//! defined in this file, beside those that its key makes it equal to.

mod common;

use common::{counts, floats};
use skyseam_base::NodeId;
use skyseam_constellation::Chosen;
use skyseam_constellation::handover::{Attachment, HandoverPolicy, Policy, Rule};
use skyseam_constellation::sky::View;
use skyseam_scenario::Scenario;
use skyseam_sim::{Control, parse_alone, run_alone, run_batch};

/// Keeps a satellite until another is so much higher, or until it is at or below the mask.
#[derive(Clone, Copy, Debug)]
struct Margin {
    margin_deg: f64,
}

impl Policy for Margin {
    fn name(&self) -> &str {
        "margin"
    }

    fn rule(&self) -> Rule {
        let margin = self.margin_deg.to_radians();
        Rule::Each(Box::new(move |view: &View<'_>, held: Attachment| -> Option<NodeId> {
            let highest = view.highest()?;
            let kept = held.current.filter(|&kept| {
                let top = view.usable_elevation(highest);
                let own = view.usable_elevation(kept);
                own.zip(top).is_some_and(|(own, top)| top - own <= margin)
            });
            kept.or(Some(highest))
        }))
    }
}

/// Pings from Moscow to Honolulu for two hours.
fn scenario(policy: impl Into<Chosen<dyn Policy>>) -> Scenario {
    let text = r#"
        constellation.preset = "iridium"
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
    let text = text.replace(",\n                ", ",");
    let mut scenario = parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
    scenario.sky.handover.policy = policy.into();
    scenario
}

/// When the two changed satellites, and how many pings came back.
fn handovers(scenario: &Scenario) -> (Vec<f64>, u64) {
    let out = run_alone(scenario, &mut |_| Control::Continue).expect("nobody cancels");
    assert_eq!(out.manifest["scenario"]["handover"]["policy"], scenario.sky.handover.policy.name());
    (floats(&out, "handovers", "t_s"), counts(&out, "flows", "rtt_samples")[0])
}

#[test]
fn a_policy_of_another_crate_decides() {
    let highest = handovers(&scenario(HandoverPolicy::HighestElevation));
    let at = |margin_deg| handovers(&scenario(Margin { margin_deg }));
    // Without a margin it is the policy of that name; the wider, the fewer handovers.
    assert_eq!(at(0.0), highest);
    let [some, wide, whole] = [1.0, 3.0, 90.0].map(|margin_deg| at(margin_deg).0.len());
    let all = (highest.0.len(), some, wide, whole);
    assert!(all.0 > some && some > wide && wide > whole, "{all:?}");
    assert!(highest.1 > 650 && at(20.0).1 > 650);
}

/// Runs of a batch share skies that are equal: by the key too.
#[test]
fn a_key_tells_two_skies_apart() {
    let scenarios = [0.0, 90.0, 0.0, 90.0].map(|margin_deg| scenario(Margin { margin_deg }));
    assert_ne!(scenarios[0], scenarios[1]);
    assert_eq!(scenarios[0], scenarios[2]);
    let outcomes = run_batch(&scenarios, 2, &mut |_| Control::Continue).expect("nobody cancels");
    let times = outcomes.iter().map(|out| floats(out, "handovers", "t_s")).collect::<Vec<_>>();
    assert_ne!(times[0], times[1]);
    assert_eq!(times[0], times[2]);
    assert_eq!(times[0], handovers(&scenarios[0]).0);
    assert_eq!(times[3], handovers(&scenarios[3]).0);
}
