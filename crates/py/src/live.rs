//! A run in steps, with packets of programs: [`skyseam_sim::Live`] for Python.
//!
//! Times are nanoseconds of simulated time; attached nodes go by their index.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use skyseam_base::SimTime;
use skyseam_sim::{Control, NotAttached, Progress, RunOptions, Watcher};

use crate::fault::guarded;
use crate::plugins::{Faults, Plugins, Words};
use crate::supervise::{no_outcome, supervised};
use crate::{Beside, handed_over, parse_seeded};

/// Instant and index of the node, bytes, instant of sending and index of the source of a packet
/// that arrived.
type Arrived<'py> = (u64, usize, Bound<'py, PyBytes>, u64, usize);

/// Instant, name and number of the node, reason, instant of sending and bytes of a packet that was
/// dropped.
type Dropped<'py> = (u64, String, u32, &'static str, u64, Bound<'py, PyBytes>);

/// A run that is advanced in steps.
#[pyclass(frozen, module = "skyseam._core")]
pub(crate) struct Live {
    held: Mutex<Option<skyseam_sim::Live>>,
    plugins: Plugins,
}

impl Live {
    /// The world. A plug-in that is called by it cannot have it.
    fn held(&self) -> PyResult<MutexGuard<'_, Option<skyseam_sim::Live>>> {
        if !self.plugins.are_chosen() {
            return Ok(self.held.lock().unwrap_or_else(PoisonError::into_inner));
        }
        match self.held.try_lock() {
            Ok(held) => Ok(held),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyValueError::new_err(
                "the world is being advanced: what its plug-ins do cannot use it",
            )),
        }
    }

    /// Calls `work` with the world, unless its results were taken; raises what plug-ins raised.
    fn with<T>(&self, work: impl FnOnce(&mut skyseam_sim::Live) -> PyResult<T>) -> PyResult<T> {
        let mut held = self.held()?;
        let live = held.as_mut().ok_or_else(finished)?;
        let answer = work(live)?;
        let flow = |flow| live.scenario().flow_in_words(flow);
        self.plugins.faults().raise_once(&Words { flow: &flow, run: "" })?;
        Ok(answer)
    }
}

/// Watcher of a world that is advanced: Python's signals, and failures of plug-ins.
struct Signals<'a> {
    /// Failures, if there are plug-ins.
    faults: Option<&'a Faults>,
    raised: Option<PyErr>,
}

impl Watcher for Signals<'_> {
    fn note(&mut self, _: Progress<'_>) -> Control {
        self.raised = Python::attach(|py| py.check_signals()).err();
        if self.raised.is_some() { Control::Cancel } else { Control::Continue }
    }

    fn has_failed(&self) -> Option<bool> {
        self.faults.map(Faults::is_any)
    }
}

fn finished() -> PyErr {
    PyValueError::new_err("the run is finished: its results were taken")
}

#[pymethods]
impl Live {
    /// Builds the world of a scenario, to whose nodes `attached` programs are attached.
    #[new]
    #[pyo3(signature = (text, name, files, seed, attached))]
    fn new(
        py: Python<'_>,
        text: &str,
        name: &str,
        files: Beside<'_>,
        seed: Option<i64>,
        attached: Vec<String>,
    ) -> PyResult<Self> {
        guarded(py, || {
            let scenario = parse_seeded(py, text, name, &files, seed)?;
            let plugins = files.plugins;
            let options = RunOptions::default();
            let live = supervised(py, &[&plugins], None, |watch| {
                let goes_on = &mut || watch.note(0.0);
                match skyseam_sim::Live::new(scenario, &attached, &options, goes_on) {
                    Err(NotAttached::NoOutcome(reason)) => Err(reason),
                    other => Ok(other),
                }
            })?;
            let live = live.map_err(|reason| PyValueError::new_err(reason.to_string()))?;
            Ok(Self { held: Mutex::new(Some(live)), plugins })
        })
    }

    /// Current time, ns.
    fn now(&self) -> PyResult<u64> {
        self.with(|live| Ok(live.now().as_nanos()))
    }

    /// End of the run, ns.
    fn end(&self) -> PyResult<u64> {
        self.with(|live| Ok(live.end().as_nanos()))
    }

    /// Time of the next event, ns; `None` if there is none before the end.
    fn next_time(&self) -> PyResult<Option<u64>> {
        self.with(|live| Ok(live.next_time().map(SimTime::as_nanos)))
    }

    /// Time of the next arrival that is known, ns.
    fn next_arrival(&self) -> PyResult<Option<u64>> {
        self.with(|live| Ok(live.next_arrival().map(SimTime::as_nanos)))
    }

    /// Least time after the current one of an arrival that is not known, ns.
    fn lookahead(&self) -> PyResult<u64> {
        self.with(|live| Ok(live.lookahead().as_nanos()))
    }

    /// Links before which packets wait, and how many.
    fn queues(&self) -> PyResult<Vec<(String, usize)>> {
        self.with(|live| {
            let told = |(link, packets): (&str, usize)| (link.to_owned(), packets);
            Ok(live.queues().into_iter().map(told).collect())
        })
    }

    /// Keeps the packets that are handed in from now on.
    fn record(&self) -> PyResult<()> {
        self.with(|live| {
            live.record();
            Ok(())
        })
    }

    /// Handles the events before `until`, ns. Ctrl-C ends the run.
    fn advance(&self, py: Python<'_>, until: u64) -> PyResult<()> {
        guarded(py, || {
            let faults = self.plugins.are_chosen().then(|| &**self.plugins.faults());
            let mut watcher = Signals { faults, raised: None };
            let mut advance =
                || self.with(|live| Ok(live.advance(SimTime::from_nanos(until), &mut watcher)));
            // Plug-ins are called on a thread that is attached.
            match self.plugins.are_chosen() {
                true => advance()?,
                false => py.detach(advance)?,
            };
            watcher.raised.map_or(Ok(()), Err)
        })
    }

    /// Hands in an IP packet now.
    fn send(&self, from: usize, to: usize, bytes: &[u8]) -> PyResult<()> {
        self.with(|live| {
            let sent = live.send(from, to, bytes.to_vec());
            sent.map_err(|reason| PyValueError::new_err(reason.to_string()))
        })
    }

    /// The packets that have arrived since the last call.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Vec<Arrived<'py>>> {
        self.with(|live| {
            let arrived = live.take().into_iter();
            let bytes = |own: &[u8]| PyBytes::new(py, own);
            let told = |one: skyseam_sim::Arrival| {
                let (at, sent) = (one.at.as_nanos(), one.sent.as_nanos());
                (at, one.node, bytes(&one.bytes), sent, one.source)
            };
            Ok(arrived.map(told).collect())
        })
    }

    /// The packets that were dropped since the last call.
    fn take_dropped<'py>(&self, py: Python<'py>) -> PyResult<Vec<Dropped<'py>>> {
        self.with(|live| {
            let told = |one: skyseam_sim::DroppedPacket| {
                let (at, bytes) = (one.at.as_nanos(), PyBytes::new(py, &one.bytes));
                (at, one.node, one.number, one.reason.name(), one.sent.as_nanos(), bytes)
            };
            Ok(live.take_dropped().into_iter().map(told).collect())
        })
    }

    /// The results; the run is over then.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        guarded(py, || {
            let live = self.held()?.take();
            let live = live.ok_or_else(finished)?;
            let mut ran = py.detach(|| live.finish()).map_err(no_outcome)?;
            let ended = self.plugins.faults().is_any().then_some("a plug-in failed");
            self.plugins.note_in(py, &mut ran.outcome.manifest, ended)?;
            let handed = handed_over(py, ran.outcome)?;
            handed.set_item("undivided", py.None())?;
            handed.set_item("raised", py.None())?;
            Ok(handed)
        })
    }
}
