//! Handover: which policy a scenario has, and what its keys say beside terminals and the run.

use skyseam_constellation::config::{Antennas, Direction, HandoverConfig, Shell, SkyConfig};
use skyseam_constellation::handover::{Clock, HandoverKeys, Policy, Sticky, model};
use skyseam_params::{Keys, Model};

use crate::document::At;
use crate::error::Problems;
use crate::presets::Preset;
use crate::scenario::Run;
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
    check_direction(file, own, &table.keys, &*policy, problems);
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

/// Notes a direction where no terminal chooses among satellites.
fn check_direction(
    file: &ScenarioTable,
    own: &HandoverKeys,
    keys: &Keys,
    policy: &dyn Policy,
    problems: &mut Problems<'_>,
) {
    let has_all = |terminal: &At<TerminalTable>| {
        terminal.antennas.as_ref().is_some_and(|count| count.0 == Antennas::Unlimited)
    };
    let terminals = file.terminals.as_ref().map(|list| &list.0).filter(|list| !list.is_empty());
    let found = if policy.rule().is_every() {
        Some(format!("the policy \"{}\"", policy.name()))
    } else if terminals.is_some_and(|terminals| terminals.iter().all(has_all)) {
        Some("antennas = \"all\" at every terminal".to_owned())
    } else {
        None
    };
    if let Some(found) = found
        && own.direction != Direction::Any
    {
        problems
            .add(&keys.at("direction"), "`direction` says nothing where every satellite is taken")
            .found(found)
            .expected("terminals that choose among satellites, or no `direction`");
    }
}

/// Notes when so many checks of handover are asked for that no run could end.
pub(super) fn check_effort(
    file: &ScenarioTable,
    sky: &SkyConfig,
    run: &Run,
    problems: &mut Problems<'_>,
) {
    const MOST_CHECKS: u128 = 1_000_000_000;
    let Some(handover) = &file.handover else { return };
    let given = handover.keys.value("check_interval");
    let place = given.map_or(&handover.place, |given| &given.place);
    let interval = sky.handover.check_interval;
    let satellites = sky.shells.iter().map(Shell::satellites).sum::<u64>();
    let nodes = u128::from(satellites) + sky.terminals.len() as u128;
    let end = super::end_of(run.start, run.duration).as_nanos();
    let checks = nodes * u128::from(end / interval.as_nanos().max(1));
    if checks > MOST_CHECKS {
        problems
            .add(place, "`check_interval` is too short for the time simulated")
            .found(format!("{checks} checks of {nodes} nodes"))
            .expected(format!("at most {MOST_CHECKS} checks from time zero to the end"));
    }
}
