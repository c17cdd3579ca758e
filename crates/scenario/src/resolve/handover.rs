//! Handover: the policy of a scenario, and its keys outside of terminals.

use skyseam_constellation::description::config::{Antennas, HandoverConfig};
use skyseam_constellation::handover::{
    CheckTimes, GlobalReallocation, HandoverKeys, HandoverPolicy, Sticky, model,
};
use skyseam_params::Model;

use super::terminals::all_keys;
use crate::document::Items;
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
    let antennas: Vec<Antennas> = all_keys(file).map(|own| own.antennas(false)).collect();
    let all_have_all =
        !antennas.is_empty() && antennas.iter().all(|own| *own == Antennas::Unlimited);
    own.check_direction(&*policy, all_have_all, &table.keys, problems);
    own.check_antennas(&*policy, &antennas, &table.keys, problems);
    let has_elements = file.constellation.as_ref().is_some_and(|table| table.elements.is_some());
    own.check_dates(&*policy, has_elements, &table.keys, problems);
    Some(own.config(policy, usual, &table.keys, problems))
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
        let mut antennas = all_keys(file).filter_map(|own| own.antennas.as_ref());
        let is_counted = antennas.any(|count| matches!(count.0, Antennas::Several(_)));
        // Who counts antennas does not have one for every satellite.
        if !policy.rule().is_every() {
            return (policy.clone(), clock);
        }
        if have_users_only_terminals(file) {
            return (model(GlobalReallocation::USERS), clock);
        }
        if !is_counted {
            return (policy.clone(), clock);
        }
    }
    let policy = own.kind.clone().unwrap_or_else(|| model(Sticky {}));
    let clock = policy.clock();
    (policy, clock)
}

/// Whether there are users at locations and all of their remote endpoints are terminals or nodes.
///
/// On shortest paths a crowd takes one satellite, so such users share those in sight by default.
/// Two users do not call each other that way: satellites of two terminals with one antenna each may
/// move in opposite directions, and the path between them leads around the Earth.
fn have_users_only_terminals(file: &ScenarioTable) -> bool {
    let users = || file.users.items();
    let mut endpoints = users().filter_map(|users| users.to.as_ref()).flat_map(|to| &to.0);
    let is_user = |name: &str| {
        users().any(|users| {
            users.name.as_ref().is_some_and(|own| {
                let member =
                    name.strip_prefix(own.0.as_str()).and_then(|rest| rest.strip_prefix('-'));
                own.0 == name || member.is_some_and(|number| number.parse::<u32>().is_ok())
            })
        })
    };
    users().any(|users| users.has_terminals())
        && !endpoints.any(|endpoint| is_user(&endpoint.value.0))
}

/// Whether users share satellites although the scenario names no policy. Terminals then have an
/// antenna for every satellite by default, as under the policy that this one replaces.
pub(super) fn is_shared_by_default(
    file: &ScenarioTable,
    policy: Option<&dyn HandoverPolicy>,
) -> bool {
    let table = file.handover.as_ref().and_then(|table| table.read.as_ref());
    table.is_some_and(|own| own.kind.is_none()) && policy.is_some_and(|own| own.shares_load())
}
