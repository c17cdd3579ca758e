//! Handover: the defaults of each policy, and what happens between one satellite and the next.

use skyseam_base::Duration;
use skyseam_constellation::config::{HandoverConfig, HandoverPolicy, Shell, SkyConfig, Transition};

use crate::error::Problems;
use crate::names::name_of;
use crate::scenario::Run;
use crate::tables::{HandoverTable, ScenarioTable};
use crate::units::print_duration;

/// How often terminals look, and when first after time zero, where the scenario does not say.
fn clock(policy: HandoverPolicy) -> (Duration, Duration) {
    match policy {
        // 12, 27, 42 and 57 s past the minute (Tanveer et al., IMC 2023; from memory).
        HandoverPolicy::GlobalReallocation => (Duration::from_secs(15), Duration::from_secs(12)),
        HandoverPolicy::Sticky
        | HandoverPolicy::HighestElevation
        | HandoverPolicy::LongestVisibility
        | HandoverPolicy::ShortestPath => (Duration::from_secs(10), Duration::ZERO),
    }
}

pub(super) fn handover(
    file: &ScenarioTable,
    problems: &mut Problems<'_>,
) -> Option<HandoverConfig> {
    let table = file.handover.as_ref()?;
    let policy = table.policy.as_ref()?.value;
    let (interval, offset) = clock(policy);
    let check_interval = table.check_interval.as_ref().map_or(interval, |given| given.0);
    // The policy's offset is one of the policy's interval.
    let offset = match &table.check_interval {
        Some(_) => Duration::ZERO,
        None => offset,
    };
    let offset = table.offset.as_ref().map_or(offset, |given| given.0);
    if let Some(given) = &table.offset
        && offset >= check_interval
        && !problems.doubts("handover.check_interval")
    {
        problems
            .add(&given.place, "`offset` does not lie within the interval of checks")
            .found(format!("\"{}\"", print_duration(offset)))
            .expected(format!("less than check_interval, {}", print_duration(check_interval)));
    }
    if let Some(capacity) = &table.satellite_capacity
        && policy != HandoverPolicy::GlobalReallocation
    {
        problems
            .add(&capacity.place, "`satellite_capacity` is for the policy that allocates")
            .found(format!("the policy \"{}\"", name_of(policy)))
            .expected("policy = \"global-reallocation\", or no `satellite_capacity`");
    }
    Some(HandoverConfig {
        policy,
        check_interval,
        offset,
        randomized: table.randomized.as_ref()?.0,
        transition: transition(table, problems),
        satellite_capacity: match &table.satellite_capacity {
            Some(capacity) => Some(u32::try_from(capacity.0).ok()?),
            None => None,
        },
    })
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
