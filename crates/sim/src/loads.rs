//! Distribution of the downlink bytes over satellites, and the advice if one satellite carries most
//! of a crowd's.
//!
//! Owns the entry in the manifest; the counters are those of the table `links`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use skyseam_base::NodeId;
use skyseam_constellation::Timeline;
use skyseam_scenario::Scenario;

/// Minimum number of terminals that make a crowd.
const CROWD: usize = 10;

/// Share of a crowd's bytes above which one satellite is reported.
const MOST: f64 = 0.5;

/// Bytes that each satellite sent down, for satellites that sent any.
pub(crate) struct Loads(BTreeMap<NodeId, u64>);

impl Loads {
    /// Sums the bytes of links by satellite, given names and bytes.
    pub(crate) fn new<'n>(
        timeline: &Timeline,
        links: impl Iterator<Item = (&'n str, u64)>,
    ) -> Self {
        let mut loads = BTreeMap::new();
        for (name, bytes) in links.filter(|(_, bytes)| *bytes > 0) {
            // `sim::build` names these links.
            let sender = name.rfind(" downlink").and_then(|end| timeline.node(&name[..end]));
            if let Some(node) = sender.filter(|node| timeline.is_satellite(*node)) {
                *loads.entry(node).or_insert(0) += bytes;
            }
        }
        Self(loads)
    }

    fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The satellite that sent most, the first of several.
    fn most(&self) -> Option<(NodeId, u64)> {
        let most = self.0.iter().max_by_key(|(node, bytes)| (**bytes, std::cmp::Reverse(node.0)));
        most.map(|(node, bytes)| (*node, *bytes))
    }

    /// The entry in the manifest; null if no satellite sent anything down.
    pub(crate) fn told(&self, timeline: &Timeline) -> Value {
        let Some((node, bytes)) = self.most() else { return Value::Null };
        json!({
            "satellites": self.0.len(),
            "bytes": self.total(),
            "most": { "satellite": timeline.nodes()[node.index()].name, "bytes": bytes },
        })
    }

    /// Advice if every terminal uses the satellite of its own shortest path, and one satellite
    /// sends most of the bytes of a crowd.
    pub(crate) fn advice(&self, scenario: &Scenario, timeline: &Timeline) -> Option<String> {
        let policy = &scenario.sky.handover.policy;
        let (node, bytes) = self.most().filter(|_| policy.rule().is_every())?;
        let ends = scenario.flows.iter().flat_map(|flow| [&flow.from, &flow.to]);
        let ends: BTreeSet<&str> = ends.map(String::as_str).collect();
        let terminals = scenario.sky.terminals.iter().filter(|one| ends.contains(&*one.name));
        let crowd = terminals.count();
        let share = bytes as f64 / self.total() as f64;
        let is_doubtful = crowd >= CROWD && share > MOST && timeline.sky().satellites() > 20;
        is_doubtful.then(|| {
            format!(
                "{} carried {:.0} % of the bytes that satellites sent down to {crowd} terminals: \
                 under the policy \"{}\" each takes the satellite of its own shortest path, \
                 however many take the same; [handover] with kind = \"global-reallocation\" and \
                 load_penalty = \"5 deg\" spreads them over the satellites in sight",
                timeline.nodes()[node.index()].name,
                100.0 * share,
                policy.name(),
            )
        })
    }
}
