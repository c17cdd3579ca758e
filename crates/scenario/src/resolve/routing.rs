//! Routing: times of route computation, and explicit paths.

use std::collections::BTreeSet;

use skyseam_constellation::description::config::{SkyConfig, Terminal};
use skyseam_constellation::names::{Linkable, Names};
use skyseam_constellation::routing::{RoutingRule, Traffic, check_paths};
use skyseam_params::Model;

use crate::error::Problems;
use crate::scenario::{Flow, RunConfig};
use crate::tables::ScenarioTable;

/// The routing of this network, including its explicit paths.
pub(super) fn routing(
    file: &ScenarioTable,
    names: &Names,
    terminals: &[Terminal],
    linkable: &Linkable<'_>,
    problems: &mut Problems<'_>,
) -> Option<Model<dyn RoutingRule>> {
    let rule = file.routing.as_ref()?;
    rule.adapted(
        &mut |key, value, keys, problems| {
            if value.is::<Vec<Vec<String>>>() {
                check_paths(key, keys, names, terminals, linkable, problems);
            }
        },
        problems,
    )
}

/// Warns of keys of the routing that are probably a mistake.
pub(super) fn warn(
    file: &ScenarioTable,
    sky: &SkyConfig,
    run: &RunConfig,
    flows: &[Flow],
    problems: &mut Problems<'_>,
) {
    let Some(rule) = &file.routing else { return };
    // Data goes to one end, and what acknowledges it to the other.
    let ends: BTreeSet<&String> = flows.iter().flat_map(|flow| [&flow.from, &flow.to]).collect();
    let end = run.start.saturating_add(run.duration);
    sky.routing.warn(&Traffic { sky, end, destinations: ends.len() }, &rule.keys, problems);
}
