//! Many runs on all cores of one process.
//!
//! Runs are independent: each has its world, its streams and its tables, and which thread makes it
//! has no influence on its result. Runs whose skies are equal share one timeline.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use skyseam_base::SimTime;
use skyseam_constellation::{SkyConfig, Timeline};
use skyseam_engine::Control;
use skyseam_scenario::Scenario;

use crate::run::{NoOutcome, Outcome, check_effort, run};

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
    let next = AtomicUsize::new(0);
    let cancelled = AtomicBool::new(false);
    let (report, finished) = mpsc::channel::<(usize, Outcome)>();
    let mut outcomes: Vec<Option<Outcome>> = scenarios.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, scenarios.len().max(1)) {
            let report = report.clone();
            let (next, cancelled, timelines) = (&next, &cancelled, &timelines);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(scenario) = scenarios.get(number) else { return };
                    let outcome = run(scenario, &timelines[number], &mut |_| {
                        if cancelled.load(Ordering::Relaxed) {
                            Control::Cancel
                        } else {
                            Control::Continue
                        }
                    });
                    let Ok(outcome) = outcome else { return };
                    if report.send((number, outcome)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(report);
        let mut done = 0;
        loop {
            match finished.recv_timeout(POLL) {
                Ok((number, outcome)) => {
                    outcomes[number] = Some(outcome);
                    done += 1;
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            if on_finished(done) == Control::Cancel {
                cancelled.store(true, Ordering::Relaxed);
                next.store(scenarios.len(), Ordering::Relaxed);
            }
        }
    });
    outcomes.into_iter().collect::<Option<_>>().ok_or(NoOutcome::Stopped)
}

/// How long the calling thread waits before it asks again whether to go on. A length of waiting,
/// not a reading of a clock: no result depends on it.
const POLL: std::time::Duration = std::time::Duration::from_millis(100);

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
