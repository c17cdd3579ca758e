//! Runs of a sweep: all are checked before any is run, then they run on all cores, and each is
//! delivered as soon as it is finished.
//!
//! Owns no design ([`skyseam_scenario::sweep`]) and stores no result: the caller does. Runs are
//! delivered in the order in which they finish; the content of a run depends only on its number.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde_json::Value;
use skyseam_app::{Application, Voice};
use skyseam_engine::Control;
use skyseam_scenario::sweep::Sweep;
use skyseam_scenario::{Scenario, ScenarioErrors, ScenarioWarning};
use skyseam_trace::{Column, ColumnKind, ColumnSpec, Table, TableSpec, Values};

use crate::run::{NoOutcome, check_effort, run_one_of_many};
use crate::series::built_in;
use crate::skies::{Needs, Skies};
use crate::workers::{for_each, naming};
use crate::{voice, without_effect};

/// Reason for which a sweep has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoSweep {
    /// The progress callback asked to stop.
    #[error("stopped")]
    Stopped,
    /// A run's scenario cannot be run.
    #[error("{0}")]
    Scenario(ScenarioErrors),
    /// A run has no outcome.
    #[error("run {run}: {reason}")]
    Run {
        /// Number of the run.
        run: u64,
        /// Reason for which it has none.
        reason: NoOutcome,
    },
    /// A table to keep does not exist in the runs.
    #[error("{0}")]
    Table(String),
}

/// The kept tables of a run, in the order of [`Sweep::kept`].
pub type Kept = Vec<(&'static str, Table)>;

/// Column in front of each table's own columns.
const RUN: ColumnSpec = ColumnSpec {
    name: "run",
    kind: ColumnKind::Count,
    unit: "",
    doc: "Number of the run, from 0.",
};

/// Declaration of that column, for the list of tables.
pub(crate) const FRONT: TableSpec = TableSpec {
    name: "all tables",
    doc: "The rows of the tables of all runs, each as in the table of one run.",
    columns: &[RUN],
};

/// Tables of many runs, concatenated by name, with a first column `run`.
#[derive(Clone, Debug, Default)]
pub struct Pile {
    runs: Vec<u64>,
    tables: Vec<(&'static str, Table)>,
    rows: usize,
}

impl Pile {
    /// Adds the tables of a run.
    ///
    /// # Panics
    /// If they differ in name or columns from those of earlier runs.
    pub fn add(&mut self, run: u64, kept: Kept) {
        if self.runs.is_empty() {
            self.tables = kept.iter().map(|&(name, _)| (name, Table::default())).collect();
        }
        self.runs.push(run);
        for ((name, all), (its, table)) in self.tables.iter_mut().zip(kept) {
            assert_eq!(*name, its, "runs of different tables");
            let rows = table.rows();
            self.rows += rows;
            let mut columns = vec![Column { spec: RUN, values: Values::U64(vec![run; rows]) }];
            columns.extend(table.columns);
            all.append(Table::new(columns));
        }
    }

    /// Numbers of the runs, in the order in which they were added.
    pub fn runs(&self) -> &[u64] {
        &self.runs
    }

    /// The tables by name.
    pub fn tables(&self) -> &[(&'static str, Table)] {
        &self.tables
    }

    /// Number of rows of all tables.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// Number of runs that are checked as one task.
const CHECKED_TOGETHER: usize = 32;

/// Runs whose scenarios have been checked.
pub struct Checked<'s> {
    sweep: &'s Sweep,
    runs: Vec<u64>,
    needs: Needs,
    /// Probable mistakes in the sweep file, and in the first run's scenario.
    pub warnings: Vec<ScenarioWarning>,
}

/// Checks the scenarios of `runs`. `on_checked` is called at least ten times a second with the
/// number of checked runs.
///
/// # Errors
/// For the first run that cannot be run, or if `on_checked` asked to stop.
pub fn check_sweep<'s>(
    sweep: &'s Sweep,
    runs: &[u64],
    threads: usize,
    on_checked: &mut dyn FnMut(usize) -> Control,
) -> Result<Checked<'s>, NoSweep> {
    let pieces: Vec<&[u64]> = runs.chunks(CHECKED_TOGETHER).collect();
    let check = |piece: usize, goes_on: &dyn Fn() -> bool| {
        let (mut needs, mut warnings) = (Needs::default(), Vec::new());
        for &run in pieces[piece] {
            if !goes_on() {
                return Err(NoSweep::Stopped);
            }
            let parsed = naming(&|| format!("run {run}"), || sweep.scenario(run));
            let parsed = parsed.map_err(NoSweep::Scenario)?;
            let Scenario { sky, run: times, .. } = &parsed.scenario;
            let end = times.start + times.duration;
            check_effort(sky, end).map_err(|reason| of_run(reason, run))?;
            needs.note(sky, end);
            if Some(&run) == runs.first() {
                warnings = parsed.warnings;
            }
        }
        Ok((needs, warnings))
    };
    let warnings = sweep.warnings().to_vec();
    let mut checked = Checked { sweep, runs: runs.to_vec(), needs: Needs::default(), warnings };
    let mut count = 0;
    for_each(pieces.len(), threads, NoSweep::Stopped, check, &mut |done| {
        if let Some((piece, (needs, warnings))) = done {
            count += pieces[piece].len();
            checked.needs.join(needs);
            checked.warnings.extend(warnings);
        }
        on_checked(count)
    })?;
    Ok(checked)
}

/// Runs the checked runs. `take` is called with each run's number and tables as it finishes, and
/// with `None` if none did for a tenth of a second; it stops the sweep by returning
/// [`Control::Cancel`], and is still called with the runs that were finished by then. Returns the
/// warnings of the runs, each kind once.
///
/// # Errors
/// If `take` stopped it, a run's constellation cannot be computed to its end, or a table to keep
/// does not exist in a run.
///
/// # Panics
/// If a run shows a bug of the simulator, naming the run, after `take` was called with the finished
/// ones.
pub fn run_sweep(
    checked: Checked<'_>,
    threads: usize,
    take: &mut dyn FnMut(Option<(u64, Kept)>) -> Control,
) -> Result<Vec<RunWarning>, NoSweep> {
    let Checked { sweep, runs, needs, .. } = checked;
    let warnings = Mutex::new(RunWarnings::default());
    let skies = Skies::new(needs);
    // Runs with plug-ins, on no threads, are made one after the other in their order.
    let tasks =
        if threads == 0 { runs.iter().map(|&r| vec![r]).collect() } else { alike(sweep, &runs) };
    let one = |number: usize, goes_on: &dyn Fn() -> bool| {
        let (task, run) = (&tasks[number], tasks[number][0]);
        naming(&|| format!("run {run}"), || {
            let scenario = with_ages_of(sweep, task)?;
            let end = scenario.run.start + scenario.run.duration;
            let outcome = skies
                .timeline(&scenario.sky, end, goes_on)
                .and_then(|timeline| run_one_of_many(&scenario, &timeline, goes_on, None));
            let outcome = outcome.map_err(|reason| of_run(reason, run))?;
            for &run in task {
                warnings.lock().expect("no run panics here").note(run, &outcome.manifest);
            }
            if let [run] = task[..] {
                return Ok(vec![(run, kept(sweep, &scenario, outcome.tables)?)]);
            }
            let tables = |(reading, &run)| {
                Ok((run, kept(sweep, &scenario, of_reading(&outcome.tables, reading))?))
            };
            task.iter().enumerate().map(tables).collect()
        })
    };
    for_each(tasks.len(), threads, NoSweep::Stopped, one, &mut |done| match done {
        None => take(None),
        Some((_, made)) => made.into_iter().fold(Control::Continue, |control, run| {
            if take(Some(run)) == Control::Cancel { Control::Cancel } else { control }
        }),
    })?;
    Ok(warnings.into_inner().expect("no run panics here").0.into_values().collect())
}

/// Runs in groups that are the same simulation: their values differ at most in the age at which
/// packets of voice expire, which only the receiver reads. Sweeps that vary no such age have one
/// run in each group, as those that keep a table of the packets.
fn alike(sweep: &Sweep, runs: &[u64]) -> Vec<Vec<u64>> {
    let is_age =
        |key: &str| key.starts_with("flows") && key.ends_with(".application.playout.expires_after");
    let varies = |&run: &u64| sweep.values(run).iter().any(|(key, _)| is_age(key));
    if sweep.kept().iter().any(|name| name == "voice_packets") || !runs.iter().any(varies) {
        return runs.iter().map(|&run| vec![run]).collect();
    }
    let (mut groups, mut known) = (Vec::<Vec<u64>>::new(), BTreeMap::new());
    for &run in runs {
        let mut others = sweep.values(run);
        others.retain(|(key, _)| !is_age(key));
        let group = *known.entry(format!("{others:?}")).or_insert(groups.len());
        groups.resize(groups.len().max(group + 1), Vec::new());
        groups[group].push(run);
    }
    groups
}

/// The scenario of the first of these runs, whose receivers of voice measure for the others too.
fn with_ages_of(sweep: &Sweep, runs: &[u64]) -> Result<Scenario, NoSweep> {
    let scenario = |&run| Ok(sweep.scenario(run).map_err(NoSweep::Scenario)?.scenario);
    let mut first: Scenario = scenario(&runs[0])?;
    for run in &runs[1..] {
        for (flow, other) in first.flows.iter_mut().zip(scenario(run)?.flows) {
            let (Some(own), Some(other)) =
                (flow.application.kind::<Voice>(), other.application.kind::<Voice>())
            else {
                continue;
            };
            let mut own = own.clone();
            own.playout.further_ages.push(other.playout.keys.expires_after);
            flow.application = Application::of(own);
        }
    }
    Ok(first)
}

/// The tables of one of the runs that were made together: those of voice are there for each.
fn of_reading(tables: &[(&'static str, Table)], reading: usize) -> Vec<(&'static str, Table)> {
    let of_voice = |name: &str| voice::TABLES.contains(&name);
    let shared = tables.iter().filter(|(name, _)| !of_voice(name));
    let own = tables.iter().filter(|(name, _)| of_voice(name)).skip(reading * voice::TABLES.len());
    shared.chain(own.take(voice::TABLES.len())).cloned().collect()
}

/// A kind of warning of a sweep's runs: warnings that differ only in numbers, or a key that did not
/// come into play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunWarning {
    /// Text of the warning without digits; [`IDLE_KEY`] and a path if the warning is of a key.
    pub kind: String,
    /// First run that has it.
    pub run: u64,
    /// Text of that run's warning.
    pub words: String,
    /// Number of runs that have it.
    pub runs: u64,
}

/// Prefix of the kind of a warning about a key that did not come into play. A sweep names such a
/// key only if it is idle in every run.
pub(crate) const IDLE_KEY: &str = "idle key ";

/// Warnings of runs by their kind.
#[derive(Default)]
struct RunWarnings(BTreeMap<String, RunWarning>);

impl RunWarnings {
    fn note(&mut self, run: u64, manifest: &Value) {
        let of_paths = manifest["implausible_paths"].as_array().into_iter().flatten();
        let of_paths = of_paths.filter_map(|path| path["message"].as_str());
        let others = manifest["warnings"].as_array().into_iter().flatten();
        let mut found: BTreeMap<String, &str> = BTreeMap::new();
        let others = others.filter_map(Value::as_str);
        let others = others.filter(|words| !words.starts_with(without_effect::FIRST_WORDS));
        for words in others.chain(of_paths) {
            let kind: String = words.chars().filter(|letter| !letter.is_ascii_digit()).collect();
            found.entry(kind).or_insert(words);
        }
        for (kind, words) in found {
            self.add(run, kind, words.to_owned());
        }
        for idle in manifest["idle_keys"].as_array().into_iter().flatten() {
            let key = idle["key"].as_str().unwrap_or_default();
            self.add(run, format!("{IDLE_KEY}{key}"), without_effect::piece(idle));
        }
    }

    fn add(&mut self, run: u64, kind: String, words: String) {
        let first = RunWarning { kind: kind.clone(), run, words: words.clone(), runs: 0 };
        let known = self.0.entry(kind).or_insert(first);
        known.runs += 1;
        if run < known.run {
            (known.run, known.words) = (run, words);
        }
    }
}

/// The tables of a run that are kept.
fn kept(
    sweep: &Sweep,
    scenario: &Scenario,
    tables: Vec<(&'static str, Table)>,
) -> Result<Kept, NoSweep> {
    let names: Vec<&str> = tables.iter().map(|&(name, _)| name).collect();
    let mut tables: BTreeMap<&'static str, Table> = tables.into_iter().collect();
    let kept = sweep.kept().iter().map(|name| {
        let table = tables.remove_entry(name.as_str());
        table.or_else(|| without_rows(scenario, name)).ok_or_else(|| {
            NoSweep::Table(format!(
                "the runs have no table {name:?} to keep; they have {}, and what run.record and \
                 run.throughput_bin and its like ask for",
                names.join(", ")
            ))
        })
    });
    kept.collect()
}

/// An empty table called `name`, if a run could have had one: its flows or users have that kind of
/// data, but none began, or nothing resulted from it.
fn without_rows(scenario: &Scenario, name: &str) -> Option<(&'static str, Table)> {
    let kind = match name {
        "voice" | "voice_losses" => "voice",
        "udp" => "udp",
        "videos" => "video",
        "responses" => "request-response",
        "pages" => "web",
        _ => return None,
    };
    let flows = scenario.flows.iter().map(|flow| &flow.application);
    let parts = scenario.users.iter().flat_map(|group| &group.mix);
    let mut carried = flows.chain(parts.map(|part| &part.application));
    if !carried.any(|application| application.name() == kind) {
        return None;
    }
    let spec = built_in().tables().find(|spec| spec.name == name)?;
    Some((spec.name, Table::without_rows(&spec)))
}

fn of_run(reason: NoOutcome, run: u64) -> NoSweep {
    match reason {
        NoOutcome::Stopped => NoSweep::Stopped,
        reason => NoSweep::Run { run, reason },
    }
}
