//! Warnings about keys of [`ShortestPaths`] that are valid and probably not intended.

use skyseam_base::Duration;
use skyseam_params::units::print_duration;
use skyseam_params::{Keys, Problems};

use super::hysteresis;
use super::shortest::ShortestPaths;
use super::source::Traffic;

/// Approximate number of nodes that trees with hysteresis visit per second of computation.
const VISITS_PER_S: u64 = 10_000_000;

/// Computing time above which a warning is given, s.
const LONG_S: u64 = 60;

/// Age of routes above which handovers noticeably delay a transfer; with routes a second old they
/// cause most of its timeouts (docs/models/handover.md, What a handover costs a transfer).
const OLDEST_UNNOTICED: Duration = Duration::from_millis(100);

/// Warns of keys of `routing`, at `keys`, that are probably not intended.
pub(super) fn warn(
    routing: &ShortestPaths,
    asked: &Traffic<'_>,
    keys: &Keys,
    problems: &mut Problems<'_>,
) {
    warn_of_effort(routing, asked, keys, problems);
    warn_of_age(routing, asked, keys, problems);
}

/// Warns of routes that take minutes to compute: with hysteresis every destination has its own
/// trees, period by period, while routes at the instant of forwarding are valid as long as they
/// cannot change.
fn warn_of_effort(
    routing: &ShortestPaths,
    asked: &Traffic<'_>,
    keys: &Keys,
    problems: &mut Problems<'_>,
) {
    let &Traffic { sky, end, destinations } = asked;
    let Some(period) = routing.recompute_interval else { return };
    let visits = hysteresis::effort(sky, end).saturating_mul(destinations as u64);
    let seconds = visits / VISITS_PER_S;
    if seconds <= LONG_S {
        return;
    }
    let period = print_duration(period);
    let minutes = seconds.div_ceil(60);
    problems
        .warn(&keys.at("hysteresis"), "routes with `hysteresis` will take minutes to work out")
        .found(format!("routes to {destinations} nodes every {period}, some {minutes} min of work"))
        .help(
            "make `recompute_interval` longer, or remove `hysteresis`: routes at the instant of \
             forwarding take seconds",
        );
}

/// Warns of routes computed so rarely that each handover interrupts traffic. There is no warning
/// with `convergence_delay` or `hysteresis`: these model a controller that is late.
fn warn_of_age(
    routing: &ShortestPaths,
    asked: &Traffic<'_>,
    keys: &Keys,
    problems: &mut Problems<'_>,
) {
    let Some(period) = routing.recompute_interval.filter(|period| *period > OLDEST_UNNOTICED)
    else {
        return;
    };
    let is_late = !routing.convergence_delay.is_zero() || !routing.hysteresis.is_zero();
    if is_late || asked.destinations == 0 || asked.sky.terminals.is_empty() {
        return;
    }
    let age = print_duration(period);
    problems
        .warn(
            &keys.at("recompute_interval"),
            "routes this old lead to satellites that terminals have left",
        )
        .found(format!("recompute_interval = \"{age}\""))
        .expected(format!(
            "at most {}, or no `recompute_interval`",
            print_duration(OLDEST_UNNOTICED)
        ))
        .help(format!(
            "after each handover a terminal cannot be reached for up to {age}, and packets \
             are dropped (no_route); leave `recompute_interval` out: routes at the instant of \
             forwarding are exact and cost little more"
        ));
}
