//! Supervision of long computations: progress is reported, and Ctrl-C works.
//!
//! The work runs on a thread of its own; the calling thread sleeps with the interpreter lock
//! released, wakes ten times a second to let Python handle signals and to report progress, and
//! stops the work if Python raises. Work with plug-ins runs on the calling thread, which remains
//! attached to the interpreter: to attach for each call takes longer than a plug-in does.

use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use skyseam_sim::{Control, NoOutcome, Progress, SoFar, Watcher};
use skyseam_trace::Table;

use crate::columns;
use crate::fault::guarded;
use crate::plugins::{Faults, Plugins, Words};

/// Shared state of work and supervisor: progress in one direction, the request to stop in the
/// other.
#[derive(Default)]
pub(crate) struct Watch {
    /// Fraction done, as the bits of an `f64`.
    fraction: AtomicU64,
    /// For a run: simulated time in ns, packet hops, and whether the caller wants to know.
    simulated: AtomicU64,
    hops: AtomicU64,
    is_asked: AtomicBool,
    cancelled: AtomicBool,
    /// Whether the worker has seen the request to stop.
    heard: AtomicBool,
    /// Whether the caller wants to see the current tables.
    is_wanted: AtomicBool,
    shown: Mutex<Option<Vec<(&'static str, Table)>>>,
    /// Supervisor of work on the calling thread.
    own: Option<Mutex<OwnThread>>,
    /// Failures of plug-ins, which stop the work.
    faults: Vec<Arc<Faults>>,
}

/// Supervisor of work on the calling thread, which looks after itself whenever it reports.
struct OwnThread {
    callers: Callers,
    naps: u32,
    /// Time of the last look.
    looked: Instant,
    raised: Option<PyErr>,
}

/// Callables of a computation's caller, and the form of the progress that they are given.
struct Callers {
    progress: Option<Py<PyAny>>,
    look: Option<Py<PyAny>>,
    telling: Telling,
}

/// Time between two looks at signals and progress.
const NAP: Duration = Duration::from_millis(100);

impl Watch {
    /// Records the fraction done, from 0 to 1; returns whether to continue.
    pub(crate) fn note(&self, fraction: f64) -> Control {
        self.fraction.store(fraction.to_bits(), Ordering::Relaxed);
        self.asked()
    }

    /// Whether a plug-in has failed; `None` if there is none.
    fn has_failed(&self) -> Option<bool> {
        (!self.faults.is_empty()).then(|| self.faults.iter().any(|one| one.is_any()))
    }

    /// Returns whether to continue.
    fn asked(&self) -> Control {
        if let Some(own) = &self.own {
            self.look_after(&mut own.lock().unwrap_or_else(PoisonError::into_inner));
        }
        if self.cancelled.load(Ordering::Relaxed) || self.has_failed() == Some(true) {
            self.heard.store(true, Ordering::Relaxed);
            return Control::Cancel;
        }
        Control::Continue
    }

    /// Lets Python handle signals and reports progress if it is time to, on the thread of the work.
    fn look_after(&self, own: &mut OwnThread) {
        if own.looked.elapsed() < NAP || own.raised.is_some() {
            return;
        }
        own.naps += 1;
        if let Err(error) = Python::attach(|py| self.nap(py, &own.callers, own.naps)) {
            self.cancelled.store(true, Ordering::Relaxed);
            own.raised = Some(error);
        }
        own.looked = now();
    }

    /// Handles signals, and calls the callers' functions that are due at this nap.
    fn nap(&self, py: Python<'_>, callers: &Callers, naps: u32) -> PyResult<()> {
        // What is reported at the next nap.
        if callers.progress.is_some() && !naps.is_multiple_of(2) {
            self.is_asked.store(true, Ordering::Relaxed);
        }
        py.check_signals()?;
        if let Some(callable) = callers.progress.as_ref().filter(|_| naps.is_multiple_of(2)) {
            let fraction = f64::from_bits(self.fraction.load(Ordering::Relaxed));
            match callers.telling {
                Telling::Words => callable.call1(py, (fraction, ""))?,
                Telling::Run => {
                    let simulated_s = self.simulated.load(Ordering::Relaxed) as f64 / 1e9;
                    let hops = self.hops.load(Ordering::Relaxed);
                    callable.call1(py, (fraction, simulated_s, hops))?
                }
            };
        }
        if let Some(callable) = callers.look.as_ref().filter(|_| naps.is_multiple_of(5)) {
            self.is_wanted.store(true, Ordering::Relaxed);
            if let Some(tables) = self.take_shown() {
                callable.call1(py, (columns::of_tables(py, &tables)?,))?;
            }
        }
        Ok(())
    }

    /// Records the fraction done of many runs like [`Watch::note`]; the failure of a plug-in in one
    /// of them does not stop the others.
    pub(crate) fn note_many(&self, fraction: f64) -> Control {
        self.fraction.store(fraction.to_bits(), Ordering::Relaxed);
        if let Some(own) = &self.own {
            self.look_after(&mut own.lock().unwrap_or_else(PoisonError::into_inner));
        }
        let is_interrupted = self.faults.iter().any(|one| one.is_interrupted());
        if self.cancelled.load(Ordering::Relaxed) || is_interrupted {
            self.heard.store(true, Ordering::Relaxed);
            return Control::Cancel;
        }
        Control::Continue
    }

    /// Records the progress of a run if the caller wants it; returns whether to continue.
    fn note_run(&self, progress: &Progress<'_>) -> Control {
        if self.is_asked.swap(false, Ordering::Relaxed) {
            self.simulated.store(progress.now.as_nanos(), Ordering::Relaxed);
            self.hops.store(progress.hops, Ordering::Relaxed);
            return self.note(progress.fraction());
        }
        self.asked()
    }

    /// Passes the current tables to the caller, if it wants them.
    pub(crate) fn show(&self, so_far: &SoFar<'_>) {
        if self.is_wanted.swap(false, Ordering::Relaxed) {
            *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = Some(so_far());
        }
    }

    fn take_shown(&self) -> Option<Vec<(&'static str, Table)>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Watcher of a run for its supervisor; passes the rows that become final to a callable.
pub(crate) struct RunWatcher<'a> {
    watch: &'a Watch,
    /// Callable for the name of a table and its next rows, or of a capture and its next bytes;
    /// called with `None` twice if the run begins again.
    take: Option<&'a Py<PyAny>>,
    /// Exception raised by the callable, which stops the run.
    raised: Option<PyErr>,
}

/// A part of the results during a run.
enum Next<'a> {
    /// Rows of a table.
    Rows(&'static str, Table),
    /// Bytes of a capture.
    Capture(&'a str, Vec<u8>),
}

impl<'a> RunWatcher<'a> {
    pub(crate) fn new(watch: &'a Watch, take: Option<&'a Py<PyAny>>) -> Self {
        Self { watch, take, raised: None }
    }

    /// The exception raised by the callable, if any.
    pub(crate) fn into_raised(self) -> Option<PyErr> {
        self.raised
    }

    fn call(&mut self, next: Option<Next<'_>>) {
        let Some(take) = self.take.filter(|_| self.raised.is_none()) else { return };
        let taken = Python::attach(|py| match &next {
            Some(Next::Rows(name, table)) => take.call1(py, (*name, columns::of_table(py, table)?)),
            Some(Next::Capture(name, bytes)) => take.call1(py, (*name, PyBytes::new(py, bytes))),
            None => take.call1(py, (py.None(), py.None())),
        });
        self.raised = taken.err();
    }
}

impl Watcher for RunWatcher<'_> {
    fn note(&mut self, progress: Progress<'_>) -> Control {
        let asked = self.watch.note_run(&progress);
        if self.raised.is_some() { Control::Cancel } else { asked }
    }

    fn has_failed(&self) -> Option<bool> {
        self.watch.has_failed()
    }

    fn look(&mut self, so_far: &SoFar<'_>) {
        self.watch.show(so_far);
    }

    fn takes_rows(&self) -> bool {
        self.take.is_some()
    }

    fn take(&mut self, name: &'static str, rows: Table) {
        self.call(Some(Next::Rows(name, rows)));
    }

    fn take_capture(&mut self, name: &str, bytes: Vec<u8>) {
        self.call(Some(Next::Capture(name, bytes)));
    }

    fn begin_again(&mut self) {
        self.call(None);
    }
}

/// Returns the Python exception for the reason of a missing result.
pub(crate) fn no_outcome(reason: NoOutcome) -> PyErr {
    match reason {
        NoOutcome::Stopped => PyKeyboardInterrupt::new_err("the work was stopped"),
        reason => PyValueError::new_err(reason.to_string()),
    }
}

/// Form of the progress reported in addition to the fraction done.
#[derive(Clone, Copy)]
enum Telling {
    /// Text.
    Words,
    /// Simulated time in s, and packet hops.
    Run,
}

/// Runs `work`, calling `progress(fraction, text)` about five times a second; on the calling thread
/// if one of `plugins` is chosen.
///
/// # Errors
/// An exception raised by a signal handler, by `progress` or about a plug-in, after which the work
/// was stopped, or the reason why there is no result.
pub(crate) fn supervised<T: Send>(
    py: Python<'_>,
    plugins: &[&Plugins],
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Watch) -> Result<T, NoOutcome> + Send,
) -> PyResult<T> {
    let (result, raised) = supervised_runs(py, plugins, progress, work);
    let fault = plugins.iter().find_map(|one| one.faults().take(py, &Words::OF_STUDY));
    raised.or(fault).map_or(Ok(()), Err)?;
    result.map_err(no_outcome)
}

/// Like [`supervised`], for many runs: the failure of a plug-in is not taken, and does not end the
/// work by itself. Returns the result, and the exception that was raised.
pub(crate) fn supervised_runs<T: Send>(
    py: Python<'_>,
    plugins: &[&Plugins],
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Watch) -> Result<T, NoOutcome> + Send,
) -> (Result<T, NoOutcome>, Option<PyErr>) {
    let callers = Callers { progress, look: None, telling: Telling::Words };
    watched(py, plugins, callers, &mut |_| Ok(()), work)
}

/// Like [`supervised`], for a run, which returns partial results if it is stopped: a keyboard
/// interrupt is then no error, nor is the failure of a plug-in. Calls `progress(fraction,
/// simulated_s, hops)`, and about twice a second `look(tables)` with the tables so far, if they
/// have changed.
///
/// # Errors
/// As for [`supervised`], except those two.
pub(crate) fn supervised_or_cut<T: Send>(
    py: Python<'_>,
    plugins: &[&Plugins],
    (progress, look): (Option<Py<PyAny>>, Option<Py<PyAny>>),
    work: impl FnOnce(&Watch) -> Result<T, NoOutcome> + Send,
) -> PyResult<T> {
    // What the run has finished is written now, which may take longer than to stop.
    let mut keep =
        |py: Python<'_>| py.import("skyseam._files")?.call_method0("keep_unfinished").map(drop);
    let callers = Callers { progress, look, telling: Telling::Run };
    match watched(py, plugins, callers, &mut keep, work) {
        (Ok(cut), Some(err)) if err.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(cut),
        (_, Some(err)) => Err(err),
        (result, None) => result.map_err(no_outcome),
    }
}

/// Runs `work`. Returns its result and the exception, if any, that was raised in the meantime and
/// stopped it. `stopping` is called once the work has noticed the request to stop, or has ended
/// after it.
fn watched<T: Send>(
    py: Python<'_>,
    plugins: &[&Plugins],
    callers: Callers,
    stopping: &mut dyn FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce(&Watch) -> Result<T, NoOutcome> + Send,
) -> (Result<T, NoOutcome>, Option<PyErr>) {
    let chosen: Vec<_> = plugins.iter().filter(|one| one.are_chosen()).collect();
    let (result, mut raised) = match chosen.is_empty() {
        true => on_another_thread(py, &callers, work),
        false => on_this_thread(py, chosen.iter().map(|one| one.faults().clone()), callers, work),
    };
    if raised.is_some()
        && let Err(err) = stopping(py)
    {
        raised = Some(err);
    }
    (result, raised)
}

/// Runs `work` on the calling thread, attached to the interpreter, until one of `faults` is noted.
fn on_this_thread<T>(
    py: Python<'_>,
    faults: impl Iterator<Item = Arc<Faults>>,
    callers: Callers,
    work: impl FnOnce(&Watch) -> Result<T, NoOutcome>,
) -> (Result<T, NoOutcome>, Option<PyErr>) {
    let own = OwnThread { callers, naps: 0, looked: now(), raised: None };
    let (own, faults) = (Some(Mutex::new(own)), faults.collect());
    let watch = Watch { own, faults, ..Watch::default() };
    let result = work(&watch);
    let own = watch.own.and_then(|own| own.into_inner().ok());
    let interrupted = watch.faults.iter().find_map(|one| one.take_interrupt(py));
    (result, interrupted.or(own.and_then(|own| own.raised)))
}

/// Runs `work` on a thread of its own, while the calling thread supervises it.
fn on_another_thread<T: Send>(
    py: Python<'_>,
    callers: &Callers,
    work: impl FnOnce(&Watch) -> Result<T, NoOutcome> + Send,
) -> (Result<T, NoOutcome>, Option<PyErr>) {
    let watch = Watch::default();
    let (done, mut finished) = mpsc::channel::<()>();
    let (result, raised) = thread::scope(|scope| {
        let worker = scope.spawn(|| {
            // Dropped at the end of the work, however it ends: that wakes the supervisor.
            let _done = done;
            work(&watch)
        });
        let mut raised = None;
        let mut naps = 0u32;
        loop {
            let waiting = &mut finished;
            let nap = py.detach(move || waiting.recv_timeout(NAP));
            if nap != Err(mpsc::RecvTimeoutError::Timeout) {
                break;
            }
            naps += 1;
            if raised.is_none() {
                raised = watch.nap(py, callers, naps).err();
            } else if watch.heard.load(Ordering::Relaxed) {
                break;
            } else if let Err(err) = py.check_signals() {
                raised = Some(err);
            }
            if raised.is_some() {
                watch.cancelled.store(true, Ordering::Relaxed);
            }
        }
        (py.detach(|| worker.join()), raised)
    });
    (result.unwrap_or_else(|fault| panic::resume_unwind(fault)), raised)
}

/// The time, for intervals between looks.
#[expect(clippy::disallowed_methods, reason = "when signals are handled; no result")]
fn now() -> Instant {
    Instant::now()
}

/// Panics like a bug in the core, on a thread of its own, to test what users see. With `run`,
/// panics after that run of a sweep has finished.
#[pyfunction]
#[pyo3(signature = (text, run=None))]
pub(crate) fn fault(py: Python<'_>, text: &str, run: Option<u64>) -> PyResult<()> {
    match run {
        Some(run) => {
            FAULT_AT.store(run, Ordering::Relaxed);
            Ok(())
        }
        None => guarded(py, || supervised(py, &[], None, |_| panic!("{text}"))),
    }
}

/// The run of a sweep after which [`fault`] is to panic.
static FAULT_AT: AtomicU64 = AtomicU64::new(u64::MAX);

/// Panics if [`fault`] requested it for this run.
pub(crate) fn note_run(run: u64) {
    assert!(run != FAULT_AT.load(Ordering::Relaxed), "run {run}: a fault that was asked for");
}
