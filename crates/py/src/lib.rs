//! The Python module `skyseam._core`: scenarios in, columns of bytes out.
//!
//! Owns no logic: every function parses its arguments, calls one function of the crates below with
//! the interpreter lock released, and returns the result. The user's API is `python/skyseam`.
//! Columns travel as bytes, not through the Arrow C interface: docs/decisions/001.

mod columns;
mod fault;
mod live;
mod plugins;
mod supervise;
mod sweep;

use std::collections::BTreeMap;
use std::ffi::CString;

use pyo3::exceptions::PyValueError;
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use skyseam_scenario::{Files, Scenario, ScenarioErrors, ScenarioWarning};
use skyseam_sim::series::built_in;
use skyseam_sim::{
    CellTablesRequest, ChannelRequest, ContactsRequest, Control, DelayRequest, MotionRequest,
    NoOutcome, Outcome, ProbeRequest, Ran, RoutesRequest, RunOptions, Sampling,
};
use skyseam_trace::Table;

use crate::fault::guarded;
use crate::plugins::{Plugins, Words};
use crate::supervise::{RunWatcher, no_outcome, supervised, supervised_or_cut, supervised_runs};

// Exception classes defined in Python, so that `except SkyseamError` there catches what is raised
// here.
import_exception!(skyseam._errors, ScenarioError);
import_exception!(skyseam._errors, SkyseamWarning);

/// Content of a file beside a scenario, or a sentence that says why it could not be read.
#[derive(FromPyObject)]
enum Content<'py> {
    Bytes(Bound<'py, PyBytes>),
    Unreadable(String),
}

/// What belongs to a scenario besides its text: files, by the names that the scenario uses, and
/// plug-ins, from the attribute `plugins` of the files' mapping, if it has one.
pub(crate) struct Beside<'py> {
    files: BTreeMap<String, Content<'py>>,
    plugins: Plugins,
}

impl<'py> FromPyObject<'_, 'py> for Beside<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let declarations = given.getattr_opt("plugins")?;
        let plugins = declarations.map(|all| Plugins::of(&all)).transpose()?.unwrap_or_default();
        Ok(Self { files: given.extract()?, plugins })
    }
}

/// The Python exception for a scenario with problems.
fn scenario_error(py: Python<'_>, errors: &ScenarioErrors) -> PyErr {
    let err = ScenarioError::new_err(errors.to_string());
    let problems = PyList::empty(py);
    let listed = errors.problems.iter().try_for_each(|problem| {
        let entry = PyDict::new(py);
        entry.set_item("file", &problem.file)?;
        entry.set_item("line", problem.line)?;
        entry.set_item("column", problem.column)?;
        entry.set_item("key", &problem.path)?;
        entry.set_item("found", &problem.found)?;
        entry.set_item("expected", &problem.expected)?;
        entry.set_item("help", &problem.help)?;
        entry.set_item("message", &problem.message)?;
        problems.append(entry)
    });
    let more = || err.value(py).setattr("more_problems", errors.more);
    let set =
        listed.and_then(|()| err.value(py).setattr("problems", problems)).and_then(|()| more());
    match set {
        Ok(()) => err,
        Err(failure) => failure,
    }
}

/// Converts the files beside a scenario to the reader's type.
fn files_of(beside: &Beside<'_>) -> Files {
    let mut files = Files::new();
    for (path, content) in &beside.files {
        match content {
            Content::Bytes(bytes) => files.insert(path, bytes.as_bytes()),
            Content::Unreadable(why) => files.insert_unreadable(path, why),
        }
    }
    files
}

/// Parses a scenario. Its warnings are raised by `warnings.warn`, at the line that called the
/// package.
fn parse(py: Python<'_>, text: &str, name: &str, beside: &Beside<'_>) -> PyResult<Scenario> {
    parse_seeded(py, text, name, beside, None)
}

/// Parses a scenario like [`parse`], with `seed`, if given, in place of its own.
fn parse_seeded(
    py: Python<'_>,
    text: &str,
    name: &str,
    beside: &Beside<'_>,
    seed: Option<i64>,
) -> PyResult<Scenario> {
    let files = files_of(beside);
    let models = beside.plugins.models(plugins::may_name_some(text))?;
    let parsed = py.detach(|| models.parse_seeded(text, name, &files, seed));
    let parsed = parsed.map_err(|errors| scenario_error(py, &errors))?;
    warn(py, &parsed.warnings)?;
    Ok(parsed.scenario)
}

fn warn(py: Python<'_>, warnings: &[ScenarioWarning]) -> PyResult<()> {
    for warning in warnings {
        // A file with a NUL in a quoted line is not TOML, so there is none here.
        let message = CString::new(warning.to_string())?;
        PyErr::warn(py, &py.get_type::<SkyseamWarning>(), &message, 2)?;
    }
    Ok(())
}

/// The Python exception for a request that a valid scenario cannot fulfil.
fn asked_for(message: &str) -> PyErr {
    PyValueError::new_err(message.to_owned())
}

/// Parses a scenario that can be run: it has flows or users.
fn parse_runnable(
    py: Python<'_>,
    text: &str,
    name: &str,
    beside: &Beside<'_>,
    seed: Option<i64>,
) -> PyResult<Scenario> {
    let scenario = parse_seeded(py, text, name, beside, seed)?;
    if !scenario.sends() {
        return Err(PyValueError::new_err(format!(
            "{name} has no flows, so there is nothing to run: add a [[flows]] table, or study the \
             delay, which needs none"
        )));
    }
    Ok(scenario)
}

/// The files that a scenario text refers to, by the names that it uses.
#[pyfunction]
fn references(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    guarded(py, || {
        let found = py.detach(|| skyseam_scenario::references(text));
        Ok(found.into_iter().map(|found| found.path).collect())
    })
}

/// Table that names a class of Python: path, line, class and file.
type PluginTable = (String, usize, Option<String>, Option<String>);

/// The tables of a scenario or sweep that choose a model written in Python: path, line, `class` and
/// `file` of each.
#[pyfunction]
fn plugin_tables(py: Python<'_>, text: &str) -> PyResult<Vec<PluginTable>> {
    guarded(py, || {
        let found = py.detach(|| skyseam_scenario::plugin_tables(text));
        let row = |one: skyseam_scenario::PluginTable| (one.path, one.line, one.class, one.file);
        Ok(found.into_iter().map(row).collect())
    })
}

/// Raises `ScenarioError` if the scenario `text`, called `name` in messages, cannot be used with
/// the `files` beside it. Returns whether there is anything to run, a sentence for each pair of
/// endpoints with an implausible path, and lines that describe the scenario.
#[pyfunction]
fn check(
    py: Python<'_>,
    text: &str,
    name: &str,
    files: Beside<'_>,
) -> PyResult<(bool, Vec<String>, Vec<String>)> {
    guarded(py, || {
        let scenario = parse(py, text, name, &files)?;
        let check = || {
            let overview = skyseam_sim::overview::of(&scenario)?;
            Ok((!scenario.flows.is_empty(), skyseam_sim::plausibility::check(&scenario)?, overview))
        };
        let checked = py.detach(check);
        files.plugins.faults().take(py, &Words::OF_STUDY).map_or(Ok(()), Err)?;
        checked.map_err(no_outcome)
    })
}

/// The JSON Schema of scenario files, as text; with `plugins`, that of scenarios which can choose
/// them.
#[pyfunction]
#[pyo3(signature = (plugins=None))]
fn schema(py: Python<'_>, plugins: Option<Bound<'_, PyAny>>) -> PyResult<String> {
    guarded(py, || {
        let models = Plugins::of_some(plugins)?.models(false)?;
        Ok(format!("{:#}", models.schema()))
    })
}

/// The scenario with every default that applies, as JSON text.
#[pyfunction]
fn resolved(py: Python<'_>, text: &str, name: &str, files: Beside<'_>) -> PyResult<String> {
    guarded(py, || Ok(parse(py, text, name, &files)?.resolved().to_string()))
}

/// Everything a scenario can name (controllers, queues, policies, presets, ...), as JSON text; with
/// `plugins`, those too.
#[pyfunction]
#[pyo3(signature = (plugins=None))]
fn registry(py: Python<'_>, plugins: Option<Bound<'_, PyAny>>) -> PyResult<String> {
    guarded(py, || Ok(Plugins::of_some(plugins)?.models(false)?.list().to_string()))
}

/// Every table that results can hold, with its columns, as JSON text.
#[pyfunction]
fn tables(py: Python<'_>) -> PyResult<String> {
    guarded(py, || Ok(skyseam_sim::tables(&built_in()).to_string()))
}

/// Every named constellation with its parameters, as JSON text.
#[pyfunction]
fn constellations(py: Python<'_>) -> PyResult<String> {
    guarded(py, || Ok(skyseam_scenario::constellations().to_string()))
}

/// The cities that places can be named after, with their positions, as JSON text.
#[pyfunction]
fn cities(py: Python<'_>) -> PyResult<String> {
    guarded(py, || Ok(skyseam_scenario::cities().to_string()))
}

/// Rating and score of a call, by the full and by the simplified model (R, MOS, R, MOS); `None` if
/// no codec has this name.
#[pyfunction]
fn voice_quality(
    codec: &str,
    delay_ms: f64,
    loss_percent: f64,
    burst_ratio: f64,
    round_trip_ms: Option<f64>,
) -> Option<(f64, f64, f64, f64)> {
    let quality =
        skyseam_sim::voice::quality(codec, delay_ms, loss_percent, burst_ratio, round_trip_ms)?;
    Some((quality.r, quality.mos, quality.r_simplified, quality.mos_simplified))
}

/// Names of all voice codecs.
#[pyfunction]
fn voice_codecs() -> Vec<&'static str> {
    skyseam_sim::voice::codec_names()
}

/// The text of a page file, drawn from a model of web pages under a seed; `None` if no model has
/// this name.
#[pyfunction]
fn page(py: Python<'_>, model: &str, seed: u64) -> PyResult<Option<String>> {
    guarded(py, || Ok(skyseam_sim::models().page(model, seed)))
}

/// Paths and one-way delays over time, or only `changes` of paths; arguments that are not given
/// come from the scenario.
#[pyfunction]
#[pyo3(signature = (
    text, name, files, pairs=None, start_s=None, duration_s=None, step_s=None, progress=None,
    changes=false
))]
#[expect(clippy::too_many_arguments, reason = "the keyword arguments of the Python function")]
fn delay<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    files: Beside<'py>,
    pairs: Option<Vec<(String, String)>>,
    start_s: Option<f64>,
    duration_s: Option<f64>,
    step_s: Option<f64>,
    progress: Option<Py<PyAny>>,
    changes: bool,
) -> PyResult<Bound<'py, PyDict>> {
    guarded(py, || {
        let scenario = parse(py, text, name, &files)?;
        let request = DelayRequest { pairs, start_s, duration_s, step_s };
        let study = request.resolve(&scenario).map_err(PyValueError::new_err)?;
        let made = if changes { skyseam_sim::paths } else { skyseam_sim::delay };
        let outcome = supervised(py, &[&files.plugins], progress, |watch| {
            made(&scenario, &study, &mut |fraction| watch.note(fraction))
        })?;
        handed_over(py, outcome)
    })
}

/// Passes, look angles and links of terminals over time; arguments that are not given come from the
/// scenario.
#[pyfunction]
#[pyo3(signature = (
    text, name, files, terminals=None, start_s=None, duration_s=None, step_s=None,
    frequency_hz=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "the keyword arguments of the Python function")]
fn contacts<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    files: Beside<'py>,
    terminals: Option<Vec<String>>,
    start_s: Option<f64>,
    duration_s: Option<f64>,
    step_s: Option<f64>,
    frequency_hz: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    guarded(py, || {
        let scenario = parse(py, text, name, &files)?;
        let request = ContactsRequest { terminals, start_s, duration_s, step_s, frequency_hz };
        let study = request.resolve(&scenario).map_err(PyValueError::new_err)?;
        let outcome = supervised(py, &[&files.plugins], progress, |watch| {
            skyseam_sim::contacts(&scenario, &study, &mut |fraction| watch.note(fraction))
        })?;
        handed_over(py, outcome)
    })
}

/// Next hops of all satellites towards terminals over time. The table is delivered in pieces:
/// `take` is called with each, as a list of columns. Returns the manifest as JSON text.
#[pyfunction]
#[pyo3(signature = (
    text, name, files, take, threads, to=None, sources=vec![], ground="visible", full=false,
    start_s=None, duration_s=None, step_s=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "the keyword arguments of the Python function")]
fn routes(
    py: Python<'_>,
    text: &str,
    name: &str,
    files: Beside<'_>,
    take: Py<PyAny>,
    threads: usize,
    to: Option<Vec<String>>,
    sources: Vec<String>,
    ground: &str,
    full: bool,
    start_s: Option<f64>,
    duration_s: Option<f64>,
    step_s: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    guarded(py, || {
        let scenario = parse(py, text, name, &files)?;
        let ground = ground.to_owned();
        let request =
            RoutesRequest { to, from: sources, ground, full, start_s, duration_s, step_s };
        let study = request.resolve(&scenario).map_err(PyValueError::new_err)?;
        supervised(py, &[&files.plugins], progress, |watch| {
            let mut raised = None;
            let mut sink = |table: Table| {
                let taken = Python::attach(|py| {
                    take.call1(py, (columns::of_table(py, &table)?,)).map(drop)
                });
                raised = taken.err();
                raised.is_none()
            };
            let mut note = |fraction| watch.note(fraction);
            let manifest = skyseam_sim::routes(&scenario, &study, threads, &mut sink, &mut note);
            match raised {
                Some(err) => Ok(Err(err)),
                None => manifest.map(|manifest| Ok(manifest.to_string())),
            }
        })?
    })
}

/// A study of the constellation over time.
type OverTime =
    fn(&Scenario, &Sampling, &mut dyn FnMut(f64) -> Control) -> Result<Outcome, NoOutcome>;

fn over_time<'py>(
    py: Python<'py>,
    scenario: &Scenario,
    request: &MotionRequest,
    plugins: &Plugins,
    progress: Option<Py<PyAny>>,
    study: OverTime,
) -> PyResult<Bound<'py, PyDict>> {
    let sampling = request.resolve(scenario).map_err(PyValueError::new_err)?;
    let outcome = supervised(py, &[plugins], progress, |watch| {
        study(scenario, &sampling, &mut |fraction| watch.note(fraction))
    })?;
    handed_over(py, outcome)
}

/// Positions and links over time; arguments that are not given come from the scenario.
#[pyfunction]
#[pyo3(signature = (text, name, files, start_s=None, duration_s=None, step_s=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "the keyword arguments of the Python function")]
fn motion<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    files: Beside<'py>,
    start_s: Option<f64>,
    duration_s: Option<f64>,
    step_s: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    guarded(py, || {
        let scenario = parse(py, text, name, &files)?;
        let request = MotionRequest { start_s, duration_s, step_s };
        over_time(py, &scenario, &request, &files.plugins, progress, skyseam_sim::motion)
    })
}

/// The next hop of every node towards every terminal over time, changes only.
#[pyfunction]
#[pyo3(signature = (text, name, files, start_s=None, duration_s=None, step_s=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "the keyword arguments of the Python function")]
fn decisions<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    files: Beside<'py>,
    start_s: Option<f64>,
    duration_s: Option<f64>,
    step_s: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    guarded(py, || {
        let scenario = parse(py, text, name, &files)?;
        let request = MotionRequest { start_s, duration_s, step_s };
        over_time(py, &scenario, &request, &files.plugins, progress, skyseam_sim::decisions)
    })
}

/// Single pings between any locations at any instants; arguments that are not given come from the
/// scenario.
#[pyfunction]
#[pyo3(signature = (
    text, name, files, from_latitude_deg, from_longitude_deg, to_latitude_deg, to_longitude_deg,
    t_s, metric=None, elevation_mask_deg=None, threads=1, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "the keyword arguments of the Python function")]
fn probe<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    files: Beside<'py>,
    from_latitude_deg: Vec<f64>,
    from_longitude_deg: Vec<f64>,
    to_latitude_deg: Vec<f64>,
    to_longitude_deg: Vec<f64>,
    t_s: Vec<f64>,
    metric: Option<String>,
    elevation_mask_deg: Option<f64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    guarded(py, || {
        let scenario = parse(py, text, name, &files)?;
        let request = ProbeRequest {
            from_latitude_deg,
            from_longitude_deg,
            to_latitude_deg,
            to_longitude_deg,
            t_s,
            metric,
            elevation_mask_deg,
        };
        let study = request.resolve(&scenario).map_err(PyValueError::new_err)?;
        let outcome = supervised(py, &[&files.plugins], progress, |watch| {
            skyseam_sim::probe(&scenario, &study, threads, &mut |fraction| watch.note(fraction))
        })?;
        handed_over(py, outcome)
    })
}

/// Tables of satellites for cells: sizes, consistency, and flooding messages.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the keyword arguments of the Python function")]
fn cell_tables<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    files: Beside<'py>,
    lengths_km: Vec<f64>,
    t_s: Vec<f64>,
    after_s: Vec<f64>,
    scopes: Vec<u32>,
    flooding_s: f64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    guarded(py, || {
        let scenario = parse(py, text, name, &files)?;
        let request = CellTablesRequest { lengths_km, t_s, after_s, scopes, flooding_s };
        let study = request.resolve(&scenario).map_err(PyValueError::new_err)?;
        let outcome = supervised(py, &[&files.plugins], progress, |watch| {
            skyseam_sim::cell_tables(&scenario, &study, &mut |fraction| watch.note(fraction))
        })?;
        handed_over(py, outcome)
    })
}

/// Levels of a channel over time: of the link called `link` of a scenario, as `terminal` receives
/// it, or, if `is_alone`, of a text that describes only a channel.
#[pyfunction]
#[pyo3(signature = (
    text, name, files, is_alone, link, terminal, receiver, seed, duration_s=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "the keyword arguments of the Python function")]
fn channel<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    files: Beside<'py>,
    is_alone: bool,
    link: Option<String>,
    terminal: Option<String>,
    receiver: String,
    seed: u64,
    duration_s: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    guarded(py, || {
        let config = if is_alone {
            let read = skyseam_scenario::parse_channel(text, name, &files_of(&files));
            read.map_err(|errors| scenario_error(py, &errors))?.into()
        } else {
            let scenario = parse(py, text, name, &files)?;
            let (link, terminal) = (link.as_deref(), terminal.as_deref());
            skyseam_sim::channel_of(&scenario, link, terminal).map_err(PyValueError::new_err)?
        };
        let request = ChannelRequest { receiver, seed, duration_s };
        let study = request.resolve(config).map_err(PyValueError::new_err)?;
        let outcome = supervised(py, &[&files.plugins], progress, |watch| {
            skyseam_sim::channel(&study, &mut |fraction| watch.note(fraction))
        })?;
        handed_over(py, outcome)
    })
}

/// The files that a file of link budgets refers to, by the names that it uses.
#[pyfunction]
fn link_budget_references(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    guarded(py, || Ok(py.detach(|| skyseam_sim::link_budgets::references(text))))
}

/// Parts, mode and rate of each link budget of a file, and their course in weather.
#[pyfunction]
fn link_budgets<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    files: Beside<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    guarded(py, || {
        let outcome = skyseam_sim::link_budgets(text, name, &files_of(&files));
        handed_over(py, outcome.map_err(|errors| scenario_error(py, &errors))?)
    })
}

/// Positions of all nodes at `t_s` seconds, and the links that are up.
#[pyfunction]
fn snapshot<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    files: Beside<'py>,
    t_s: f64,
) -> PyResult<Bound<'py, PyDict>> {
    guarded(py, || {
        let scenario = parse(py, text, name, &files)?;
        let t = skyseam_sim::sampling::instant("t_s", t_s).map_err(PyValueError::new_err)?;
        let outcome = py.detach(|| skyseam_sim::snapshot(&scenario, t));
        files.plugins.faults().take(py, &Words::OF_STUDY).map_or(Ok(()), Err)?;
        handed_over(py, outcome.map_err(no_outcome)?)
    })
}

/// Callables for progress, for tables during the run, and for finished rows.
type Watchers = (Option<Py<PyAny>>, Option<Py<PyAny>>, Option<Py<PyAny>>);

/// Runs a scenario, with `seed`, if given, in place of its own. If `KeyboardInterrupt` stops it,
/// returns the results up to then, with a manifest that says so. The run is divided among `threads`
/// threads if possible; otherwise `undivided` says why not.
///
/// The first of `watchers` is called with the progress (fraction done, simulated time in s, packet
/// hops), the second about twice a second with the tables so far. The third receives rows during
/// the run: it is called with the name of a table and its next columns, and with two `None` if the
/// run begins again and earlier rows are void. The last rows are in the result.
#[pyfunction]
#[pyo3(signature = (text, name, files, seed=None, threads=1, watchers=(None, None, None)))]
fn run<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    files: Beside<'py>,
    seed: Option<i64>,
    threads: usize,
    watchers: Watchers,
) -> PyResult<Bound<'py, PyDict>> {
    guarded(py, || {
        let scenario = parse_runnable(py, text, name, &files, seed)?;
        let (progress, look, take) = watchers;
        let plugins = &files.plugins;
        let (threads, undivided) = match plugins.are_chosen() && threads > 1 {
            true => (1, Some("it has plug-ins in Python, which run on one thread")),
            false => (threads, None),
        };
        let ran = supervised_or_cut(py, &[plugins], (progress, look), |watch| {
            let mut watcher = RunWatcher::new(watch, take.as_ref());
            let options = RunOptions { threads, ..RunOptions::default() };
            let ran = skyseam_sim::run(&scenario, &options, &mut watcher)?;
            Ok((ran, watcher.into_raised()))
        });
        // A failure before the first event leaves no results.
        let is_cut = plugins.faults().is_any();
        let flow = |flow| scenario.flow_in_words(flow);
        let fault = plugins.faults().take(py, &Words { flow: &flow, run: "" });
        let (ran, raised) = match (ran, fault.as_ref()) {
            (Err(_), Some(fault)) => return Err(fault.clone_ref(py)),
            (ran, _) => ran?,
        };
        raised.map_or(Ok(()), Err)?;
        let Ran { mut outcome, undivided: reason, .. } = ran;
        let reason_of = |_: &PyErr| "a plug-in failed";
        let ended = is_cut.then(|| fault.as_ref().map_or("interrupted", reason_of));
        plugins.note_in(py, &mut outcome.manifest, ended)?;
        let handed = handed_over(py, outcome)?;
        handed.set_item("undivided", undivided.or(reason))?;
        handed.set_item("raised", fault)?;
        Ok(handed)
    })
}

/// Runs many scenarios, each given as (text, name, files), on `threads` threads. Returns the
/// results in the order of the scenarios. A plug-in that fails ends its run alone, whose result has
/// the error as `raised`.
#[pyfunction]
#[pyo3(signature = (jobs, threads, progress=None))]
fn run_batch<'py>(
    py: Python<'py>,
    jobs: Vec<(String, String, Beside<'py>)>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    guarded(py, || {
        let scenarios = jobs
            .iter()
            .map(|(text, name, files)| parse_runnable(py, text, name, files, None))
            .collect::<PyResult<Vec<_>>>()?;
        let plugins: Vec<&Plugins> = jobs.iter().map(|(_, _, files)| &files.plugins).collect();
        let threads = if plugins.iter().any(|one| one.are_chosen()) { 0 } else { threads };
        let has_failed = |number: usize| plugins[number].faults().is_any();
        let has_failed: Option<&(dyn Fn(usize) -> bool + Sync)> =
            if threads == 0 { Some(&has_failed) } else { None };
        let (outcomes, raised) = supervised_runs(py, &plugins, progress, |watch| {
            skyseam_sim::run_batch_watched(&scenarios, threads, has_failed, &mut |finished| {
                watch.note_many(finished as f64 / scenarios.len().max(1) as f64)
            })
        });
        raised.map_or(Ok(()), Err)?;
        let list = PyList::empty(py);
        let outcomes = outcomes.map_err(no_outcome)?;
        for (number, mut outcome) in outcomes.into_iter().enumerate() {
            let (plugins, flow) = (plugins[number], |flow| scenarios[number].flow_in_words(flow));
            let run = &format!("scenario {number} of the batch");
            let fault = plugins.faults().take(py, &Words { flow: &flow, run });
            let ended = fault.as_ref().map(|_| "a plug-in failed");
            plugins.note_in(py, &mut outcome.manifest, ended)?;
            let handed = handed_over(py, outcome)?;
            handed.set_item("raised", fault)?;
            list.append(handed)?;
        }
        Ok(list)
    })
}

/// Converts the result of a run to a dict of JSON text, tables and captures.
fn handed_over(py: Python<'_>, outcome: Outcome) -> PyResult<Bound<'_, PyDict>> {
    let tables = columns::of_tables(py, &outcome.tables)?;
    let captures = PyDict::new(py);
    for (name, bytes) in &outcome.captures {
        captures.set_item(name, PyBytes::new(py, bytes))?;
    }
    let dict = PyDict::new(py);
    dict.set_item("manifest", outcome.manifest.to_string())?;
    dict.set_item("tables", tables)?;
    dict.set_item("captures", captures)?;
    Ok(dict)
}

/// The compiled core of skyseam.
#[pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::{
        cell_tables, channel, check, cities, constellations, contacts, decisions, delay,
        link_budget_references, link_budgets,
        live::Live,
        motion, page, plugin_tables,
        plugins::{
            Ack, Arrival, Backlog, Datagram, Hop, Io, Loss, Network, QueueLink, Setup, Slot,
            Socket, Stream, Timeout,
        },
        probe, references, registry, resolved, routes, run, run_batch, schema, snapshot,
        supervise::fault,
        sweep::{Sweep, sweep_base, sweep_references, sweep_schema},
        tables, voice_codecs, voice_quality,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::fault::install();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("__repository__", env!("CARGO_PKG_REPOSITORY"))
    }
}
