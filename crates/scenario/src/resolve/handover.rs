//! Handover: the policy of a scenario, and its keys outside of terminals.

use skyseam_constellation::description::config::{Antennas, HandoverConfig};
use skyseam_constellation::handover::{CheckTimes, HandoverKeys, HandoverPolicy, Sticky, model};
use skyseam_params::Model;

use super::terminals::antennas_of;
use crate::error::Problems;
use crate::presets::Preset;
use crate::tables::ScenarioTable;

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
    let antennas = all_antennas(file);
    let all_have_all =
        !antennas.is_empty() && antennas.iter().all(|own| *own == Antennas::Unlimited);
    own.check_direction(&*policy, all_have_all, &table.keys, problems);
    own.check_antennas(&*policy, &antennas, &table.keys, problems);
    Some(own.config(policy, usual, &table.keys, problems))
}

/// Antennas of each terminal, and of each group of users at locations.
fn all_antennas(file: &ScenarioTable) -> Vec<Antennas> {
    let terminals = file.terminals.iter().flat_map(|list| &list.0);
    let users = file.users.iter().flat_map(|list| &list.0).filter(|users| users.places.is_some());
    let of_terminals = terminals.map(|own| antennas_of(own.antennas.as_ref(), own.kind.as_ref()));
    let of_users = users.map(|own| antennas_of(own.antennas.as_ref(), own.kind.as_ref()));
    of_terminals.chain(of_users).collect()
}

/// The policy, and the interval of its checks.
///
/// A preset's policy and clock belong together: a scenario that names a policy gets that policy's
/// default clock.
fn policy(
    own: &HandoverKeys,
    file: &ScenarioTable,
    preset: Option<&Preset>,
) -> (Model<dyn HandoverPolicy>, CheckTimes) {
    let brought = preset.and_then(|preset| preset.handover.policy());
    if let (None, Some((policy, clock))) = (&own.kind, brought) {
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
    let policy = own.kind.clone().unwrap_or_else(|| model(Sticky {}));
    let clock = policy.clock();
    (policy, clock)
}
