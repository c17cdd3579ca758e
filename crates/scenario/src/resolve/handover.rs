//! Handover: the defaults of presets and policies, and what happens between one satellite and the
//! next.

use skyseam_base::Duration;
use skyseam_constellation::config::{
    Antennas, Direction, HandoverConfig, Shell, SkyConfig, Transition,
};
use skyseam_constellation::handover::{Clock, Policy, Sticky, model};
use skyseam_params::Model;

use crate::document::At;
use crate::error::Problems;
use crate::presets::Preset;
use crate::scenario::Run;
use crate::tables::{HandoverTable, ScenarioTable, TerminalTable};
use crate::units::print_duration;
use crate::values::{PositiveSpan, Span};

/// The policy, how often terminals look by it, and when first after time zero.
///
/// A preset's policy and clock belong together: a scenario that names a policy gets it as it is by
/// itself.
fn policy(
    file: &ScenarioTable,
    preset: Option<&Preset>,
    problems: &mut Problems<'_>,
) -> Option<(Model<dyn Policy>, (Duration, Duration))> {
    let given = file.handover.as_ref()?.policy.as_ref();
    if problems.doubts("handover.policy") || problems.doubts("constellation.preset") {
        return None;
    }
    let terminals = file.terminals.iter().flat_map(|list| &list.0);
    let users = file.users.iter().flat_map(|list| &list.0);
    let antennas = terminals.filter_map(|terminal| terminal.antennas.as_ref());
    let mut antennas = antennas.chain(users.filter_map(|users| users.antennas.as_ref()));
    let policy = match (given, preset) {
        (Some(given), _) => given.model(problems)?,
        (None, Some(preset)) => {
            let policy = preset.handover.policy.clone();
            // Who counts antennas does not have one for every satellite.
            let is_counted = antennas.any(|count| matches!(count.0, Antennas::Several(_)));
            if !policy.rule().is_every() || !is_counted {
                return Some((policy, preset.handover.clock));
            }
            model(Sticky {})
        }
        (None, None) => model(Sticky {}),
    };
    let Clock { interval, offset } = policy.clock();
    Some((policy, (interval, offset)))
}

/// Which way satellites go that are taken first.
fn direction(file: &ScenarioTable, policy: &dyn Policy, problems: &mut Problems<'_>) -> Direction {
    let Some(given) = file.handover.as_ref().and_then(|table| table.direction.as_ref()) else {
        return Direction::Any;
    };
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
        && given.value != Direction::Any
    {
        problems
            .add(&given.place, "`direction` says nothing where every satellite is taken")
            .found(found)
            .expected("terminals that choose among satellites, or no `direction`");
    }
    given.value
}

/// Notes an outage where no antenna has to turn.
fn check_outage(table: &HandoverTable, policy: &dyn Policy, problems: &mut Problems<'_>) {
    if let Some(outage) = &table.outage
        && policy.rule().is_every()
        && !outage.0.is_zero()
    {
        let by_default = if table.policy.is_none() { ", the preset's default" } else { "" };
        problems
            .add(&outage.place, "`outage` says nothing where every satellite is taken")
            .found(format!("the policy \"{}\"{by_default}", policy.name()))
            .expected("a policy that chooses among satellites, or no `outage`")
            .help("policy = \"global-reallocation\" moves terminals in slots of 15 s");
    }
}

pub(super) fn handover(
    file: &ScenarioTable,
    preset: Option<&Preset>,
    problems: &mut Problems<'_>,
) -> Option<HandoverConfig> {
    let table = file.handover.as_ref()?;
    let (policy, (interval, offset)) = policy(file, preset, problems)?;
    let direction = direction(file, &*policy, problems);
    check_outage(table, &*policy, problems);
    let usual = Clock { interval, offset };
    let (check_interval, offset) =
        clock(table.check_interval.as_ref(), table.offset.as_ref(), usual, problems);
    Some(HandoverConfig {
        policy,
        direction,
        check_interval,
        offset,
        randomized: table.randomized.as_ref()?.0,
        transition: transition(table, problems),
    })
}

/// How often terminals look, and when first after time zero: as given, else as usual.
pub(super) fn clock(
    given_interval: Option<&At<PositiveSpan>>,
    given_offset: Option<&At<Span>>,
    usual: Clock,
    problems: &mut Problems<'_>,
) -> (Duration, Duration) {
    let interval = given_interval.map_or(usual.interval, |given| given.0);
    // The usual offset is one of the usual interval.
    let offset = if given_interval.is_some() { Duration::ZERO } else { usual.offset };
    let offset = given_offset.map_or(offset, |given| given.0);
    if let Some(given) = given_offset
        && offset >= interval
        && !problems.doubts("handover.check_interval")
    {
        problems
            .add(&given.place, "`offset` does not lie within the interval of checks")
            .found(format!("\"{}\"", print_duration(offset)))
            .expected(format!("less than check_interval, {}", print_duration(interval)));
    }
    (interval, offset)
}

fn transition(table: &HandoverTable, problems: &mut Problems<'_>) -> Transition {
    match (&table.outage, &table.overlap) {
        (None, None) => Transition::Break(Duration::ZERO),
        (Some(outage), None) => Transition::Break(outage.0),
        (None, Some(overlap)) => Transition::Make(overlap.0),
        (Some(outage), Some(overlap)) => {
            problems
                .add(&overlap.place, "`outage` and `overlap` exclude each other")
                .expected("break before make (`outage`), or make before break (`overlap`)")
                .help("remove one of the two");
            Transition::Break(outage.0)
        }
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
    let place = handover.check_interval.as_ref().map_or(&handover.place, |given| &given.place);
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
