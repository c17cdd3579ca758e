//! Output of a check of a valid scenario: the satellites of an element file, and the studies for
//! which the scenario lacks something.
//!
//! Owns the wording. Rejects satellites that cannot be propagated to the end, as a study would at
//! its start.

use std::collections::BTreeSet;

use skyseam_base::SimTime;
use skyseam_constellation::description::config::{Orbits, Shell, SkyConfig};
use skyseam_constellation::description::listed::UNASSIGNED;
use skyseam_constellation::isl;
use skyseam_orbit::{Ephemerides, EphemerisError};
use skyseam_scenario::Scenario;

use crate::run::NoOutcome;

/// Maximum number of shells that are described individually.
const MAX_SHELLS: usize = 12;

/// Number of positions computed to find satellites that decay: some tenths of a second.
const MAX_POSITIONS: usize = 1_000_000;

/// Describes the satellites of an element file, and names studies for which something is missing.
///
/// # Errors
/// If a satellite cannot be propagated by its elements to the end of the study.
pub fn of(scenario: &Scenario) -> Result<Vec<String>, NoOutcome> {
    let sky = &scenario.sky;
    if sky.shells.iter().any(is_listed) {
        check_elements(sky, end(scenario))?;
    }
    let mut lines = data(scenario);
    if !sky.shells.is_empty() && scenario.delay_study().is_none() {
        lines.push("no pair of terminals: `skyseam delay` needs two".to_string());
    }
    Ok(lines)
}

/// Describes what was taken of the data that a scenario names, and what was left out: satellites of
/// an element file, and a ground segment. Empty without such data.
pub(crate) fn data(scenario: &Scenario) -> Vec<String> {
    let sky = &scenario.sky;
    let mut lines = Vec::new();
    if sky.shells.iter().any(is_listed) {
        lines.extend(shells(sky));
    }
    lines.extend(scenario.manifest.notes().iter().cloned());
    lines
}

/// The last instant of the scenario's studies.
fn end(scenario: &Scenario) -> SimTime {
    let run = scenario.run.start.saturating_add(scenario.run.duration);
    let delay = scenario.delay.as_ref().map(|study| study.sampling.end);
    match scenario.flows.is_empty() {
        true => delay.unwrap_or(run),
        false => delay.map_or(run, |delay| delay.max(run)),
    }
}

fn is_listed(shell: &Shell) -> bool {
    matches!(shell.orbits, Orbits::Listed(_))
}

/// Rejects satellites that decay before the end.
fn check_elements(sky: &SkyConfig, end: SimTime) -> Result<(), NoOutcome> {
    let Some(zero) = sky.zero else { return Ok(()) };
    let orbiters = sky.shells.iter().flat_map(|shell| match &shell.orbits {
        Orbits::Walker(_) => Vec::new(),
        Orbits::Listed(listed) => listed.orbiters().map(|(.., orbiter)| orbiter).collect(),
    });
    let elements: Vec<_> = orbiters.map(|orbiter| orbiter.elements.clone()).collect();
    Ephemerides::check(&elements, zero, end, MAX_POSITIONS).map_err(EphemerisError::from)?;
    Ok(())
}

/// A line on all satellites and one on each shell.
fn shells(sky: &SkyConfig) -> Vec<String> {
    let (assigned, others): (Vec<&Shell>, Vec<&Shell>) =
        sky.shells.iter().partition(|shell| shell.name != UNASSIGNED);
    let planes = |shell: &Shell| shell.plane_sizes().len();
    let all = counted(sky.satellites(), "satellite");
    let in_shells = counted(assigned.len() as u64, "shell");
    let in_planes = counted(assigned.iter().map(|shell| planes(shell) as u64).sum(), "plane");
    let unassigned: u64 = others.iter().map(|shell| shell.satellites()).sum();
    let pairs = isl::pairs(&sky.shells);
    let ends: BTreeSet<u32> = pairs.iter().chain(&sky.listed_isls).flatten().copied().collect();
    let links = counted((pairs.len() + sky.listed_isls.len()) as u64, "link");
    let without = match sky.satellites() - ends.len() as u64 {
        0 => String::new(),
        number => format!(", none at {}", counted(number, "satellite")),
    };
    let mut lines = vec![format!(
        "{all} in {in_shells} and {in_planes}, {unassigned} of them unassigned; {links} between \
         satellites{without}"
    )];
    for shell in assigned.iter().take(MAX_SHELLS) {
        let Orbits::Listed(listed) = &shell.orbits else { continue };
        let sizes = shell.plane_sizes();
        let (least, most) = (sizes.iter().min(), sizes.iter().max());
        let each = match (least.copied().unwrap_or(0), most.copied().unwrap_or(0)) {
            (least, most) if least == most => format!("{least} in each"),
            (least, most) => format!("{least} to {most} in each"),
        };
        lines.push(format!(
            "{}: {:.1} deg, {}, {}, {each}",
            shell.name,
            listed.inclination_deg,
            counted(shell.satellites(), "satellite"),
            counted(sizes.len() as u64, "plane"),
        ));
    }
    if assigned.len() > MAX_SHELLS {
        lines.push(format!("and {} shells more", assigned.len() - MAX_SHELLS));
    }
    lines
}

/// A number with its noun.
fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
