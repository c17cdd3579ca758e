//! Batches of runs on all cores of one process.
//!
//! Runs are independent: each has its world, its streams and its tables, and its result does not
//! depend on the thread that runs it. Common parts of their constellations are built once
//! (`skies`).

use skyseam_engine::Control;
use skyseam_scenario::Scenario;

use crate::run::{NoOutcome, Outcome, check_effort, run_one_of_many};
use crate::skies::{Needs, Skies};
use crate::workers::{in_parallel, naming};

/// Runs `scenarios` on `threads` threads; outcomes are in the order of the scenarios. `on_finished`
/// is called on the calling thread with the number of finished runs, at least ten times a second,
/// and stops the batch by returning [`Control::Cancel`].
///
/// # Errors
/// If `on_finished` stopped the batch, or a satellite of any scenario cannot be propagated to the
/// end.
pub fn run_batch(
    scenarios: &[Scenario],
    threads: usize,
    on_finished: &mut dyn FnMut(usize) -> Control,
) -> Result<Vec<Outcome>, NoOutcome> {
    run_batch_watched(scenarios, threads, None, on_finished)
}

/// Runs like [`run_batch`], but ends a run before its next event once `has_failed` returns true for
/// its number; its outcome is then the results so far, as those of an interrupted run.
///
/// # Errors
/// As [`run_batch`].
pub fn run_batch_watched(
    scenarios: &[Scenario],
    threads: usize,
    has_failed: Option<&(dyn Fn(usize) -> bool + Sync)>,
    on_finished: &mut dyn FnMut(usize) -> Control,
) -> Result<Vec<Outcome>, NoOutcome> {
    let end = |scenario: &Scenario| scenario.run.start + scenario.run.duration;
    let mut needs = Needs::default();
    for scenario in scenarios {
        check_effort(&scenario.sky, end(scenario))?;
        needs.note(&scenario.sky, end(scenario));
    }
    if on_finished(0) == Control::Cancel {
        return Err(NoOutcome::Stopped);
    }
    let skies = Skies::new(needs);
    let one = |number: usize, goes_on: &dyn Fn() -> bool| {
        let scenario = &scenarios[number];
        naming(&|| format!("scenario {number} of the batch"), || {
            let timeline = skies.timeline(&scenario.sky, end(scenario), goes_on)?;
            match has_failed {
                Some(all) => run_one_of_many(scenario, &timeline, goes_on, Some(&|| all(number))),
                None => run_one_of_many(scenario, &timeline, goes_on, None),
            }
        })
    };
    in_parallel(scenarios.len(), threads, one, on_finished)
}
