//! Times that a user requests in seconds, converted to instants of a study.

use skyseam_base::{Duration, SimTime};
use skyseam_constellation::Sampling;
use skyseam_scenario::Scenario;

/// Maximum time of a request, s: a year, as in scenarios.
const LONGEST_S: f64 = 366.0 * 86_400.0;

/// The instant `seconds` after time zero; `name` is the argument's, for messages.
///
/// # Errors
/// If no timeline can reach it.
pub fn instant(name: &str, seconds: f64) -> Result<SimTime, String> {
    if (0.0..=LONGEST_S).contains(&seconds) {
        Ok(SimTime::from_secs_f64(seconds))
    } else {
        Err(format!("{name} is {seconds} s; expected 0 to {LONGEST_S} s (366 days)"))
    }
}

/// A duration from a number of seconds; `name` is the argument's, for messages.
pub(crate) fn span(name: &str, seconds: f64) -> Result<Duration, String> {
    if (1e-9..=LONGEST_S).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!("{name} is {seconds} s; expected 1e-9 to {LONGEST_S} s (366 days)"))
    }
}

/// Sampling of a scenario's run, with the given step.
pub(crate) fn of_run(scenario: &Scenario, step: Duration) -> Sampling {
    let start = scenario.run.start;
    Sampling { start, step, end: start + scenario.run.duration }
}

/// Returns the instants from `start_s` on for `duration_s`, every `step_s`; a `None` is replaced by
/// the value in `usual`.
///
/// # Errors
/// For an invalid time.
pub(crate) fn sampling(
    start_s: Option<f64>,
    duration_s: Option<f64>,
    step_s: Option<f64>,
    usual: Sampling,
) -> Result<Sampling, String> {
    let start = start_s.map(|s| instant("start", s)).transpose()?;
    let length = duration_s.map(|s| span("duration", s)).transpose()?;
    let step = step_s.map(|s| span("step", s)).transpose()?;
    let start = start.unwrap_or(usual.start);
    let length = length.unwrap_or(usual.end.saturating_since(usual.start));
    Ok(Sampling { start, step: step.unwrap_or(usual.step), end: start + length })
}

/// The part of a message about too many instants that names the times.
pub(crate) fn described(Sampling { start, step, end }: &Sampling) -> String {
    format!("{} every {step}", end.saturating_since(*start))
}
