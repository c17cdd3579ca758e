//! Independent tasks on several threads of one process.
//!
//! Results do not depend on the thread that runs a task, and are delivered in the order of the
//! tasks. Knows nothing of the work itself.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use skyseam_engine::Control;

use crate::run::NoOutcome;

/// Interval at which the calling thread queries whether to go on. This is a waiting time, not a
/// reading of a clock: no result depends on it.
const POLL: std::time::Duration = std::time::Duration::from_millis(100);

/// Runs the tasks from 0 to `count`, exclusive, on `threads` threads, in ascending order; on the
/// calling thread if `threads` is zero. `work` is
/// called with a task's number and a function that returns whether to continue. `on_finished` is
/// called on the calling thread with the number of finished tasks, at least ten times a second.
///
/// # Errors
/// [`NoOutcome::Stopped`] if `on_finished` returns [`Control::Cancel`] before all tasks are done;
/// the error of a task, which stops all others.
pub(crate) fn in_parallel<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize, &dyn Fn() -> bool) -> Result<T, NoOutcome> + Sync,
    on_finished: &mut dyn FnMut(usize) -> Control,
) -> Result<Vec<T>, NoOutcome> {
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let mut done = 0;
    for_each(count, threads, NoOutcome::Stopped, work, &mut |finished| {
        if let Some((number, result)) = finished {
            results[number] = Some(result);
            done += 1;
        }
        on_finished(done)
    })?;
    let results: Option<Vec<T>> = results.into_iter().collect();
    results.ok_or(NoOutcome::Stopped)
}

/// Runs tasks like [`in_parallel`], delivering each result when it is available: `take` is called
/// on the calling thread with a task's number and its result, and with `None` if no result arrived
/// for a tenth of a second. Workers wait once there are a few untaken results per thread, so that
/// these cannot pile up. After [`Control::Cancel`] finished results are still delivered.
///
/// # Errors
/// [`NoOutcome::Stopped`] if `take` returned [`Control::Cancel`] before all tasks were done; the
/// error of the first task that failed, which stops all others.
///
/// # Panics
/// If a task panicked, with the panic of the first one, after the finished results were delivered.
pub(crate) fn for_each<T: Send, E: Send + PartialEq>(
    count: usize,
    threads: usize,
    stopped_early: E,
    work: impl Fn(usize, &dyn Fn() -> bool) -> Result<T, E> + Sync,
    take: &mut dyn FnMut(Option<(usize, T)>) -> Control,
) -> Result<(), E> {
    // Tasks from `stopped` on are cancelled. Those before a failed one go on; otherwise timing
    // would decide which failure is reported.
    let (next, stopped) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    if threads == 0 {
        return for_each_here(count, stopped_early, work, take);
    }
    let threads = threads.clamp(1, count.max(1));
    let (report, finished) = mpsc::sync_channel(WAITING * threads);
    let mut failure: Option<(usize, Failure<E>)> = None;
    let mut done = 0;
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (report, next, stopped, work) = (report.clone(), &next, &stopped, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let goes_on = || number < stopped.load(Ordering::Relaxed);
                    if number >= count || !goes_on() {
                        return;
                    }
                    // A task's own data are not used after it panicked.
                    let done = panic::catch_unwind(AssertUnwindSafe(|| work(number, &goes_on)));
                    let done = match done {
                        Ok(done) => done.map_err(Failure::Reason),
                        Err(fault) => Err(Failure::Fault(fault)),
                    };
                    if report.send((number, done)).is_err() {
                        return;
                    }
                }
            });
        }
        // The threads have their own senders: when the last of them ends, no more results can come.
        drop(report);
        loop {
            let stops_at = match finished.recv_timeout(POLL) {
                Ok((number, Ok(result))) => {
                    done += 1;
                    cancelled(take(Some((number, result))))
                }
                Ok((number, Err(reason))) => {
                    // All results of tasks that were begun are received, so that the same failure
                    // is always reported: the first that is not caused by being stopped.
                    let is_first = failure.as_ref().is_none_or(|(first, _)| number < *first);
                    let is_own = match &reason {
                        Failure::Reason(reason) => *reason != stopped_early,
                        Failure::Fault(_) => true,
                    };
                    if is_first && is_own {
                        failure = Some((number, reason));
                    }
                    number
                }
                Err(mpsc::RecvTimeoutError::Timeout) => cancelled(take(None)),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            };
            stopped.fetch_min(stops_at, Ordering::Relaxed);
        }
    });
    match failure {
        Some((_, Failure::Reason(reason))) => Err(reason),
        Some((_, Failure::Fault(fault))) => panic::resume_unwind(fault),
        None if done < count => Err(stopped_early),
        None => Ok(()),
    }
}

/// The tasks of [`for_each`] on the calling thread; `take` is called with `None` whenever a task
/// asks whether to continue.
fn for_each_here<T, E>(
    count: usize,
    stopped_early: E,
    work: impl Fn(usize, &dyn Fn() -> bool) -> Result<T, E>,
    take: &mut dyn FnMut(Option<(usize, T)>) -> Control,
) -> Result<(), E> {
    let take = RefCell::new(take);
    for number in 0..count {
        let done = work(number, &|| (take.borrow_mut())(None) == Control::Continue)?;
        let control = (take.borrow_mut())(Some((number, done)));
        if control == Control::Cancel && number + 1 < count {
            return Err(stopped_early);
        }
    }
    Ok(())
}

/// Failure of a task.
enum Failure<E> {
    Reason(E),
    /// The task panicked, with this payload.
    Fault(Box<dyn Any + Send>),
}

/// Runs `work`; a panic in it then names the task: "run 7: ...".
pub(crate) fn naming<T>(what: &dyn Fn() -> String, work: impl FnOnce() -> T) -> T {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|fault| {
        let text = match fault.downcast_ref::<String>() {
            Some(text) => text.as_str(),
            None => fault.downcast_ref::<&str>().copied().unwrap_or_default(),
        };
        panic::resume_unwind(Box::new(format!("{}: {text}", what())))
    })
}

/// Number of the task at which the batch was cancelled.
fn cancelled(control: Control) -> usize {
    match control {
        Control::Continue => usize::MAX,
        Control::Cancel => 0,
    }
}

/// Maximum number of results of a thread that may wait to be taken.
const WAITING: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_pieces() {
        for (count, threads) in [(0, 4), (1, 4), (100, 1), (100, 7), (100, 0)] {
            let mut most = 0;
            let squares =
                in_parallel(count, threads, |number, _| Ok(number * number), &mut |done| {
                    most = most.max(done);
                    Control::Continue
                });
            assert_eq!(squares, Ok((0..count).map(|number| number * number).collect()));
            assert_eq!(most, count);
        }
    }

    #[test]
    fn a_piece_that_fails_stops_the_others() {
        let failing = |number: usize, goes_on: &dyn Fn() -> bool| {
            if number == 3 {
                return Err(NoOutcome::Hysteresis { periods: 1, most: 0 });
            }
            // Ends only when it is asked to stop.
            while number > 3 && goes_on() {
                std::thread::yield_now();
            }
            Ok(())
        };
        let result = in_parallel(50, 4, failing, &mut |_| Control::Continue);
        assert_eq!(result, Err(NoOutcome::Hysteresis { periods: 1, most: 0 }));
    }
    /// Goal: a panic ends the work at once, names its task, and loses no finished task. Method: a
    /// task that panics once all before it are done, others that go on until they are stopped; the
    /// same text for any number of threads.
    #[test]
    fn a_piece_that_panics_stops_the_others_and_keeps_the_finished() {
        for threads in [1, 4] {
            let finished = AtomicUsize::new(0);
            let mut kept = Vec::new();
            let work = |number: usize, goes_on: &dyn Fn() -> bool| {
                naming(&|| format!("piece {number}"), || match number {
                    0..5 => finished.fetch_add(1, Ordering::SeqCst),
                    5 => {
                        while finished.load(Ordering::SeqCst) < 5 {
                            std::thread::yield_now();
                        }
                        panic!("no {number}")
                    }
                    _ => {
                        while goes_on() {
                            std::thread::yield_now();
                        }
                        0
                    }
                });
                if goes_on() { Ok(()) } else { Err(NoOutcome::Stopped) }
            };
            let fault = panic::catch_unwind(AssertUnwindSafe(|| {
                for_each(50, threads, NoOutcome::Stopped, work, &mut |done| {
                    kept.extend(done.map(|(number, ())| number));
                    Control::Continue
                })
            }));
            let fault = fault.expect_err("a panic");
            assert_eq!(fault.downcast_ref::<String>().unwrap(), "piece 5: no 5");
            kept.sort_unstable();
            assert_eq!(kept, [0, 1, 2, 3, 4], "{threads} threads");
        }
    }
}
