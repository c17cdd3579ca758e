//! Sweeps across the binding: a sweep is read once and can be queried; runs are returned in
//! batches.
//!
//! Owns the decision when a batch is delivered: often enough that a crash costs less than a second
//! of work, seldom enough that delivery costs little compared with the runs. A clock may be read
//! here.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use skyseam_base::FlowId;
use skyseam_scenario::sweep::{self, BaseFile};
use skyseam_sim::models;
use skyseam_sim::sweep::Pile;
use skyseam_sim::{Control, NoOutcome, NoSweep, check_sweep, run_sweep};

use crate::fault::guarded;
use crate::plugins::{Plugins, Words, may_name_some};
use crate::supervise::{no_outcome, note_run, supervised, supervised_runs};
use crate::{Beside, asked_for, columns, files_of, scenario_error, warn};

/// Approximate maximum time that a finished run waits for delivery while others go on.
const MAX_WAIT: Duration = Duration::from_millis(250);

/// Number of rows above which a batch is delivered at once.
const MAX_ROWS: usize = 500_000;

/// A scenario file that a sweep file names, or a sentence that says why it could not be read.
#[derive(FromPyObject)]
pub(crate) enum Base<'py> {
    Read((String, String, Beside<'py>)),
    Unreadable(String),
}

/// The scenario file that the text of a sweep file names, if it names one.
#[pyfunction]
pub(crate) fn sweep_base(py: Python<'_>, text: &str) -> PyResult<Option<String>> {
    guarded(py, || Ok(py.detach(|| sweep::base_of(text))))
}

/// The files that the scenario within the text of a sweep file refers to.
#[pyfunction]
pub(crate) fn sweep_references(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    guarded(py, || {
        let found = py.detach(|| sweep::references_of(text));
        Ok(found.into_iter().map(|found| found.path).collect())
    })
}

/// The JSON Schema of sweep files, as text.
#[pyfunction]
pub(crate) fn sweep_schema(py: Python<'_>) -> PyResult<String> {
    guarded(py, || Ok(format!("{:#}", sweep::schema(&models()))))
}

/// A scenario, and the values that replace the scenario's in each of many runs.
#[pyclass(frozen, module = "skyseam._core")]
pub(crate) struct Sweep {
    sweep: sweep::Sweep,
    plugins: Plugins,
}

#[pymethods]
impl Sweep {
    /// Reads the sweep of the sweep file `text`. `base` is the scenario file that it names, as
    /// (text, name, files), or a sentence that says why it could not be read; `files` are those
    /// that a scenario within it refers to.
    #[staticmethod]
    #[pyo3(signature = (text, name, files, base=None))]
    fn read(
        py: Python<'_>,
        text: &str,
        name: &str,
        files: Beside<'_>,
        base: Option<Base<'_>>,
    ) -> PyResult<Self> {
        guarded(py, || {
            let (own, mut names_some) = (files_of(&files), may_name_some(text));
            let mut plugins = files.plugins;
            let base = base.map(|base| match base {
                Base::Read((text, name, files)) => {
                    names_some |= may_name_some(&text);
                    let own = files_of(&files);
                    // Those of the file that has the scenario.
                    plugins = files.plugins;
                    BaseFile::Read { text, name, files: own }
                }
                Base::Unreadable(why) => BaseFile::Unreadable(why),
            });
            let models = plugins.models(names_some)?;
            let read = py.detach(|| sweep::read(text, name, base, own, &models));
            read.map(|sweep| Self { sweep, plugins }).map_err(|errors| scenario_error(py, &errors))
        })
    }

    /// The sweep of runs listed one by one, as a JSON list of tables.
    #[staticmethod]
    fn listed(
        py: Python<'_>,
        text: &str,
        name: &str,
        files: Beside<'_>,
        runs: &str,
        keep: Vec<String>,
    ) -> PyResult<Self> {
        guarded(py, || {
            let own = files_of(&files);
            let models = files.plugins.models(may_name_some(text) || may_name_some(runs))?;
            let read = py.detach(|| sweep::listed(text, name, own, runs, &keep, &models));
            let read = read.map_err(|errors| scenario_error(py, &errors))?;
            Ok(Self { sweep: read, plugins: files.plugins })
        })
    }

    /// One-line title, if the sweep file has one.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.sweep.title()
    }

    /// Number of runs.
    #[getter]
    fn runs(&self) -> u64 {
        self.sweep.runs()
    }

    /// Names of the tables that are kept of every run.
    #[getter]
    fn kept(&self) -> Vec<String> {
        self.sweep.kept().to_vec()
    }

    /// Identity of the sweep, as JSON text: equal for equal sweeps.
    fn identity(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || Ok(py.detach(|| self.sweep.identity().to_string())))
    }

    /// Values that replace the scenario's in each run, as a JSON list of tables.
    fn values(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || Ok(py.detach(|| self.sweep.design().to_string())))
    }

    /// The resolved scenario of a run, as JSON text.
    fn resolved(&self, py: Python<'_>, run: u64) -> PyResult<String> {
        guarded(py, || {
            let parsed = py.detach(|| self.sweep.scenario(run));
            let parsed = parsed.map_err(|errors| scenario_error(py, &errors))?;
            Ok(parsed.scenario.resolved().to_string())
        })
    }

    /// Checks `runs`, raising if one cannot be run, then runs them on `threads` threads. `begin()`
    /// is called between the two; then `take(runs, tables)` is called with the numbers of the runs
    /// that have finished since its last call, and their tables. Without `take`, runs are only
    /// checked. Returns the kinds of warnings: for each its words without numbers, the first run
    /// that has it, the words of that run, and the number of runs that have it.
    #[pyo3(signature = (runs, threads, begin=None, take=None, progress=None))]
    fn run(
        &self,
        py: Python<'_>,
        runs: Vec<u64>,
        threads: usize,
        begin: Option<Py<PyAny>>,
        take: Option<Py<PyAny>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<(String, u64, String, u64)>> {
        guarded(py, || {
            // Checks are quick: only the progress of the runs is shown.
            let checked = supervised(py, &[], None, |watch| {
                apart(check_sweep(&self.sweep, &runs, threads, &mut |_| watch.note(0.0)))
            })?;
            let checked = checked.map_err(|reason| no_sweep(py, reason))?;
            warn(py, &checked.warnings)?;
            begin.map_or(Ok(()), |begin| begin.call0(py).map(drop))?;
            let Some(take) = take else { return Ok(Vec::new()) };
            // Known now: plug-ins are chosen as scenarios are read.
            let threads = if self.plugins.are_chosen() { 0 } else { threads };
            let finished = AtomicUsize::new(0);
            let (done, raised) = supervised_runs(py, &[&self.plugins], progress, |watch| {
                let mut sink = Sink { take, pile: Pile::default(), begun: None, raised: None };
                // Finished runs are handed over even if the core panics.
                let ran = panic::catch_unwind(AssertUnwindSafe(|| {
                    run_sweep(checked, threads, &mut |run| {
                        // The last run may have ended before its failure was looked at.
                        let run = run.filter(|_| !self.plugins.faults().is_any());
                        let number = run.as_ref().map(|(number, _)| *number);
                        let before = finished.fetch_add(number.iter().count(), Ordering::Relaxed);
                        let done = before + number.iter().count();
                        let taken = sink.note(run);
                        if let Some(number) = number {
                            note_run(number);
                        }
                        let asked = watch.note(done as f64 / runs.len().max(1) as f64);
                        if taken == Control::Cancel { taken } else { asked }
                    })
                }));
                sink.hand_over();
                let ran = ran.unwrap_or_else(|fault| panic::resume_unwind(fault));
                match sink.raised {
                    Some(err) => Ok(Err(err)),
                    None => apart(ran).map(Ok),
                }
            });
            // Runs with plug-ins follow each other: the one that failed is the first unfinished.
            let failed = runs.get(finished.load(Ordering::Relaxed)).copied();
            let scenario = failed.and_then(|run| self.sweep.scenario(run).ok());
            let flow = |flow: FlowId| match &scenario {
                Some(parsed) => parsed.scenario.flow_in_words(flow),
                None => flow.to_string(),
            };
            let run = &failed.map(|run| format!("run {run}")).unwrap_or_default();
            let fault = self.plugins.faults().take(py, &Words { flow: &flow, run });
            raised.or(fault).map_or(Ok(()), Err)?;
            let done = done.map_err(no_outcome)??;
            let warned = done.map_err(|reason| no_sweep(py, reason))?;
            Ok(warned.into_iter().map(|one| (one.kind, one.run, one.words, one.runs)).collect())
        })
    }
}

/// Collector of finished runs, which it delivers in batches.
struct Sink {
    take: Py<PyAny>,
    pile: Pile,
    /// Time when the first run of the batch was added.
    begun: Option<Instant>,
    /// Exception raised by `take`; nothing is delivered after it.
    raised: Option<PyErr>,
}

impl Sink {
    fn note(&mut self, run: Option<(u64, skyseam_sim::sweep::Kept)>) -> Control {
        if let Some((run, kept)) = run {
            #[expect(clippy::disallowed_methods, reason = "when rows are handed over; no result")]
            self.begun.get_or_insert_with(Instant::now);
            self.pile.add(run, kept);
        }
        let is_due = self.begun.is_some_and(|begun| begun.elapsed() >= MAX_WAIT);
        if is_due || self.pile.rows() >= MAX_ROWS {
            self.hand_over();
        }
        if self.raised.is_some() { Control::Cancel } else { Control::Continue }
    }

    fn hand_over(&mut self) {
        let pile = std::mem::take(&mut self.pile);
        self.begun = None;
        if pile.runs().is_empty() || self.raised.is_some() {
            return;
        }
        let taken = Python::attach(|py| {
            let tables = PyDict::new(py);
            for (name, table) in pile.tables() {
                tables.set_item(name, columns::of_table(py, table)?)?;
            }
            let runs = PyList::new(py, pile.runs())?;
            self.take.call1(py, (runs, tables)).map(drop)
        });
        self.raised = taken.err();
    }
}

/// Separates cancellation from other errors.
fn apart<T>(result: Result<T, NoSweep>) -> Result<Result<T, NoSweep>, NoOutcome> {
    match result {
        Err(NoSweep::Stopped) => Err(NoOutcome::Stopped),
        other => Ok(other),
    }
}

fn no_sweep(py: Python<'_>, reason: NoSweep) -> PyErr {
    match reason {
        NoSweep::Scenario(errors) => scenario_error(py, &errors),
        other => asked_for(&other.to_string()),
    }
}
