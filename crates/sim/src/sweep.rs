//! The runs of a sweep: checked all before any is run, then run on all cores, each handed over as
//! soon as it is finished.
//!
//! Owns no design ([`skyseam_scenario::sweep`]) and keeps no result: who calls stores them. The
//! order in which runs are handed over is that of their finishing; what is in them hangs on their
//! number alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use skyseam_constellation::Timeline;
use skyseam_engine::Control;
use skyseam_scenario::sweep::Sweep;
use skyseam_scenario::{Scenario, ScenarioErrors, ScenarioWarning};
use skyseam_trace::{Column, Table, Values};

use crate::run::{NoOutcome, check_effort, run_for_tables};
use crate::workers::for_each;

/// Why a sweep has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoSweep {
    /// Whoever was told the progress asked to stop.
    #[error("stopped")]
    Stopped,
    /// A run's scenario cannot be run.
    #[error("{0}")]
    Scenario(ScenarioErrors),
    /// A run's sky cannot be followed to its end.
    #[error("run {run}: {reason}")]
    Sky {
        /// Which run.
        run: u64,
        /// Why.
        reason: String,
    },
    /// A table is to be kept that the runs do not have.
    #[error("{0}")]
    Table(String),
}

impl From<NoOutcome> for NoSweep {
    fn from(reason: NoOutcome) -> Self {
        match reason {
            NoOutcome::Stopped => Self::Stopped,
            NoOutcome::Sky(reason) => Self::Sky { run: 0, reason },
        }
    }
}

/// The kept tables of a run, in the order of [`Sweep::kept`].
pub type Kept = Vec<(&'static str, Table)>;

/// Tables of many runs, as one of each name with a first column `run`.
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
    /// When they are others than those of the runs before.
    pub fn add(&mut self, run: u64, kept: Kept) {
        if self.runs.is_empty() {
            self.tables = kept.iter().map(|&(name, _)| (name, Table::default())).collect();
        }
        self.runs.push(run);
        for ((name, all), (its, table)) in self.tables.iter_mut().zip(kept) {
            assert_eq!(*name, its, "runs of different tables");
            let rows = table.rows();
            self.rows += rows;
            let mut columns = vec![Column { name: "run", values: Values::U64(vec![run; rows]) }];
            columns.extend(table.columns);
            all.append(Table::new(columns));
        }
    }

    /// The runs, as they were added.
    pub fn runs(&self) -> &[u64] {
        &self.runs
    }

    /// The tables by name.
    pub fn tables(&self) -> &[(&'static str, Table)] {
        &self.tables
    }

    /// Rows of all tables together.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// Runs that are checked as one piece of work.
const CHECKED_TOGETHER: usize = 32;

/// Checks the scenarios of `runs`, and gives what is probably a mistake in the first.
/// `on_checked` is called ten times a second or more often with the number of checked runs.
///
/// # Errors
/// The first run that cannot be run, or that `on_checked` asked to stop.
pub fn check_sweep(
    sweep: &Sweep,
    runs: &[u64],
    threads: usize,
    on_checked: &mut dyn FnMut(usize) -> Control,
) -> Result<Vec<ScenarioWarning>, NoSweep> {
    let pieces: Vec<&[u64]> = runs.chunks(CHECKED_TOGETHER).collect();
    let check = |piece: usize, goes_on: &dyn Fn() -> bool| {
        let mut warnings = Vec::new();
        for &run in pieces[piece] {
            if !goes_on() {
                return Err(NoSweep::Stopped);
            }
            let parsed = sweep.scenario(run).map_err(NoSweep::Scenario)?;
            let Scenario { sky, run: times, .. } = &parsed.scenario;
            let effort = check_effort(sky, times.start + times.duration);
            effort.map_err(|reason| of_run(reason, run))?;
            if Some(&run) == runs.first() {
                warnings = parsed.warnings;
            }
        }
        Ok(warnings)
    };
    let (mut checked, mut warnings) = (0, Vec::new());
    for_each(pieces.len(), threads, check, &mut |done| {
        if let Some((piece, found)) = done {
            checked += pieces[piece].len();
            warnings.extend(found);
        }
        on_checked(checked)
    })?;
    Ok(warnings)
}

/// Runs `runs` of a sweep that was checked. `take` is given each run's number and tables as it
/// finishes, and nothing where none did for a tenth of a second; it stops the sweep by answering
/// [`Control::Cancel`], and is still given the runs that were finished by then.
///
/// # Errors
/// Where it did; where a run's sky cannot be followed to its end; where a table is to be kept that
/// a run does not have.
pub fn run_sweep(
    sweep: &Sweep,
    runs: &[u64],
    threads: usize,
    take: &mut dyn FnMut(Option<(u64, Kept)>) -> Control,
) -> Result<(), NoSweep> {
    let one = |number: usize, goes_on: &dyn Fn() -> bool| {
        let run = runs[number];
        let scenario = sweep.scenario(run).map_err(NoSweep::Scenario)?.scenario;
        run_one(sweep, &scenario, goes_on).map_err(|reason| match reason {
            NoSweep::Sky { reason, .. } => NoSweep::Sky { run, reason },
            other => other,
        })
    };
    for_each(runs.len(), threads, one, &mut |done| {
        take(done.map(|(number, tables)| (runs[number], tables)))
    })
}

fn run_one(
    sweep: &Sweep,
    scenario: &Scenario,
    goes_on: &dyn Fn() -> bool,
) -> Result<Kept, NoSweep> {
    let end = scenario.run.start + scenario.run.duration;
    let built = Timeline::build_watched(&scenario.sky, end, &mut |_| goes_on());
    let timeline = Arc::new(built.map_err(NoOutcome::from)?);
    let tables = run_for_tables(scenario, &timeline, &mut |_| {
        if goes_on() { Control::Continue } else { Control::Cancel }
    })?;
    let mut tables: BTreeMap<&'static str, Table> = tables.into_iter().collect();
    let mut kept = Vec::new();
    for name in sweep.kept() {
        let Some(entry) = tables.remove_entry(name.as_str()) else {
            let there: Vec<&str> = tables.keys().copied().collect();
            return Err(NoSweep::Table(format!(
                "the runs have no table {name:?} to keep; they have {}; time series are there when \
                 run.record or run.throughput_bin asks for them",
                there.join(", ")
            )));
        };
        kept.push(entry);
    }
    Ok(kept)
}

fn of_run(reason: NoOutcome, run: u64) -> NoSweep {
    match NoSweep::from(reason) {
        NoSweep::Sky { reason, .. } => NoSweep::Sky { run, reason },
        other => other,
    }
}
