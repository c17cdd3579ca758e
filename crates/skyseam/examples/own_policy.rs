//! A user-defined handover policy: a satellite is kept while it is high.

use skyseam::constellation::handover::{Attachment, HandoverPolicy, HandoverRule};
use skyseam::constellation::sky::TerminalView;
use skyseam::params::values::quantity;
use skyseam::prelude::*;

quantity! {
    /// Elevation above the horizon.
    Elevation(f64) in units::ANGLE,
    accepts |deg| (0.0..=90.0).contains(&deg),
    expected "an angle from 0 deg to 90 deg", such as "30 deg"
}

parameters! {
    /// A satellite is kept while it is high; then the highest is taken.
    pub struct KeepHigh "keep-high" from "this example" {
        /// Elevation above which a satellite is kept.
        above: Elevation = 45.0,
    }
}

impl HandoverPolicy for KeepHigh {
    fn rule(&self) -> HandoverRule {
        let least = self.above.to_radians();
        HandoverRule::Each(Box::new(
            move |view: &TerminalView<'_>, held: Attachment| -> Option<NodeId> {
                let is_high = |&satellite: &NodeId| {
                    view.usable_elevation(satellite).is_some_and(|elevation| elevation > least)
                };
                let kept = held.current.map(|held| held.satellite).filter(is_high);
                kept.or_else(|| view.highest())
            },
        ))
    }
}

/// Pings from Moscow to Honolulu for an hour.
fn scenario(policy: impl Into<Setting>) -> Result<Scenario, ScenarioErrors> {
    let ping = Table::of("ping").with("count", 350).with("interval", "10 s").with("size", "125 B");
    ScenarioBuilder::new()
        .set("constellation.preset", "teledesic-ns2")
        .set("handover", policy)
        .set("run.record", ["handovers"])
        .links("1 Mbit/s", "9 packets")
        .terminal("MOW", 55.8, 37.6)
        .terminal("HNL", 21.3, -157.9)
        .flow("ping", "MOW", "HNL", ping)
        .duration("1 h")
        .build(&models().with_policy::<KeepHigh>())
}

/// Policy, number of handovers of both terminals, mean round-trip time in milliseconds.
pub fn rows() -> Result<Vec<(&'static str, usize, f64)>, ScenarioErrors> {
    let row = |name: &'static str, policy: Setting| {
        let scenario = scenario(policy)?;
        let outcome = run_alone(&scenario, &mut |_| Control::Continue).expect("it is not stopped");
        let handovers = outcome.table("handovers").expect("it is recorded").rows();
        let rtt_ms = outcome.numbers("flows", "rtt_mean_ms").expect("a column of numbers")[0];
        Ok((name, handovers, rtt_ms))
    };
    [
        row("highest-elevation", Table::of("highest-elevation").into()),
        row("keep-high, 60 deg", (&KeepHigh { above: 60.0 }).into()),
        row("keep-high", (&KeepHigh::default()).into()),
    ]
    .into_iter()
    .collect()
}

/// The table that the program prints.
pub fn table() -> Result<String, ScenarioErrors> {
    let mut table = format!("{:>20} {:>10} {:>10}", "policy", "handovers", "ping, ms");
    for (policy, handovers, rtt_ms) in rows()? {
        table += &format!("\n{policy:>20} {handovers:>10} {rtt_ms:>10.1}");
    }
    Ok(table)
}

/// Prints the table.
pub fn main() -> Result<(), ScenarioErrors> {
    println!("{}", table()?);
    Ok(())
}
