//! Many runs on all cores of one process.
//!
//! Runs are independent: each has its world, its streams and its tables, and which thread makes it
//! has no influence on its result. Runs whose skies are equal share one timeline.

use std::sync::Arc;

use skyseam_base::SimTime;
use skyseam_constellation::{SkyConfig, Timeline};
use skyseam_engine::Control;
use skyseam_scenario::Scenario;

use crate::run::{NoOutcome, Outcome, check_effort, run};
use crate::workers::in_parallel;

/// Runs `scenarios` on `threads` threads; outcomes come in the order of the scenarios.
/// `on_finished` is called from the calling thread with the number of finished runs, ten times a
/// second or more often, and stops the batch by answering [`Control::Cancel`].
///
/// # Errors
/// Where it did, or where a satellite of any scenario cannot be followed to the end.
pub fn run_batch(
    scenarios: &[Scenario],
    threads: usize,
    on_finished: &mut dyn FnMut(usize) -> Control,
) -> Result<Vec<Outcome>, NoOutcome> {
    let timelines = timelines(scenarios, &mut |_| on_finished(0) == Control::Continue)?;
    let one = |number: usize, goes_on: &dyn Fn() -> bool| {
        run(&scenarios[number], &timelines[number], &mut |_| {
            if goes_on() { Control::Continue } else { Control::Cancel }
        })
    };
    in_parallel(scenarios.len(), threads, one, on_finished)
}

/// A timeline for each scenario, one for all that share a sky, as long as the longest of them
/// needs.
fn timelines(
    scenarios: &[Scenario],
    progress: &mut dyn FnMut(f64) -> bool,
) -> Result<Vec<Arc<Timeline>>, NoOutcome> {
    let mut skies: Vec<(&SkyConfig, SimTime)> = Vec::new();
    let mut sky_of = Vec::with_capacity(scenarios.len());
    for scenario in scenarios {
        let end = scenario.run.start + scenario.run.duration;
        let found = skies.iter().position(|(sky, _)| same_sky(sky, &scenario.sky));
        let number = found.unwrap_or_else(|| {
            skies.push((&scenario.sky, end));
            skies.len() - 1
        });
        skies[number].1 = skies[number].1.max(end);
        sky_of.push(number);
    }
    for (sky, end) in &skies {
        check_effort(sky, *end)?;
    }
    let built: Result<Vec<Arc<Timeline>>, _> = skies
        .iter()
        .map(|(sky, end)| Timeline::build_watched(sky, *end, progress).map(Arc::new))
        .collect();
    let built = built?;
    Ok(sky_of.into_iter().map(|number| built[number].clone()).collect())
}

/// Whether two skies move alike: the seed matters only where something is drawn from it.
fn same_sky(a: &SkyConfig, b: &SkyConfig) -> bool {
    let seedless = |sky: &SkyConfig| SkyConfig { seed: 0, ..sky.clone() };
    a == b || (!a.handover.randomized && seedless(a) == seedless(b))
}
