//! Handover: which policy a scenario has, and what its keys say beside terminals.

use skyseam_constellation::description::config::{Antennas, HandoverConfig};
use skyseam_constellation::handover::{Clock, HandoverKeys, Policy, Sticky, model};
use skyseam_params::Model;

use super::terminals::antennas_of;
use crate::document::At;
use crate::error::Problems;
use crate::presets::Preset;
use crate::tables::{ScenarioTable, TerminalTable};

pub(super) fn handover(
    file: &ScenarioTable,
    preset: Option<&Preset>,
    problems: &mut Problems<'_>,
) -> Option<HandoverConfig> {
    let table = file.handover.as_ref()?;
    let own = table.read.as_ref()?;
    if problems.doubts("constellation.preset") {
        return None;
    }
    let (policy, usual) = policy(own, file, preset);
    let terminals = file.terminals.as_ref().map(|list| &list.0).filter(|list| !list.is_empty());
    let has_all = |terminal: &At<TerminalTable>| {
        antennas_of(terminal.antennas.as_ref(), terminal.kind.as_ref()) == Antennas::Unlimited
    };
    let all_have_all = terminals.is_some_and(|terminals| terminals.iter().all(has_all));
    own.check_direction(&*policy, all_have_all, &table.keys, problems);
    Some(own.config(policy, usual, &table.keys, problems))
}

/// The policy, and how often terminals look by it.
///
/// A preset's policy and clock belong together: a scenario that names a policy gets it as it is by
/// itself.
fn policy(
    own: &HandoverKeys,
    file: &ScenarioTable,
    preset: Option<&Preset>,
) -> (Model<dyn Policy>, Clock) {
    let brought = preset.and_then(|preset| preset.handover.policy());
    if let (None, Some((policy, clock))) = (&own.policy, brought) {
        let terminals = file.terminals.iter().flat_map(|list| &list.0);
        let users = file.users.iter().flat_map(|list| &list.0);
        let antennas = terminals.filter_map(|terminal| terminal.antennas.as_ref());
        let mut antennas = antennas.chain(users.filter_map(|users| users.antennas.as_ref()));
        let is_counted = antennas.any(|count| matches!(count.0, Antennas::Several(_)));
        // Who counts antennas does not have one for every satellite.
        if !policy.rule().is_every() || !is_counted {
            return (policy.clone(), clock);
        }
    }
    let policy = own.policy.clone().unwrap_or_else(|| model(Sticky {}));
    let clock = policy.clock();
    (policy, clock)
}
