//! Channel traces: levels at equal time intervals, as CSV.
//!
//! The first line is `t_s,level_db`; each other line is an instant and its level, at equal
//! intervals. The absolute time of a trace has no meaning: its course begins with its first level.

use skyseam_base::Duration;
use skyseam_params::file_values::{Faults, FileColumn, FileForm, FileRow};
use skyseam_params::rows::Rows;
use skyseam_params::text_values::FileName;
use skyseam_params::{Problems, Spanned};

use super::trace::Levels;

/// Columns, with their units in their names and their ranges.
const COLUMNS: [FileColumn; 2] = [("t_s", 0.0, 366.0 * 86_400.0), ("level_db", -300.0, 100.0)];

const HEADER: &str = "t_s,level_db";

/// Tolerance of instants, as a fraction of the step: the effect of rounding to few decimals.
const ROUNDING: f64 = 0.1;

impl FileForm for Levels {
    fn read_file(name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<Self> {
        let (sample, levels_db) = read(problems.text_of(name)?, name, problems)?;
        // What would be no trace was noted.
        Self::new(sample, levels_db)
    }
}

/// The time between levels, and the levels of the trace in `text`; reports problems and returns
/// `None` if there are any.
fn read(
    text: &str,
    name: &Spanned<FileName>,
    problems: &mut Problems<'_>,
) -> Option<(Duration, Vec<f64>)> {
    let mut faults = Faults::of(name, problems);
    let mut rows = Rows::of(text);
    if !rows.names(&COLUMNS.map(|(column, ..)| column), &mut faults) {
        return None;
    }
    let mut levels = Vec::new();
    let mut begin_s = 0.0;
    let mut step_s = None;
    let mut before: Option<(usize, f64)> = None;
    while let Some((row, [at_s, level_db])) = rows.numbers(&COLUMNS, HEADER, &mut faults) {
        match before {
            None => begin_s = at_s,
            Some((before, before_s)) => {
                let step = *step_s.get_or_insert(at_s - before_s);
                check_step(row, (before, before_s), at_s, step, &mut faults);
            }
        }
        before = Some((row.0, at_s));
        levels.push(level_db);
    }
    let last = rows.last();
    if faults.is_empty() && levels.len() < 2 {
        faults
            .add(last, "the trace does not give the interval between its levels")
            .found(format!("{} levels", levels.len()))
            .expected("at least two");
    }
    if !faults.is_empty() {
        return None;
    }
    // Over all steps, so that rounded instants do not add up to another rate.
    let (_, end_s) = before?;
    let sample_ns = (1e9 * (end_s - begin_s) / (levels.len() - 1) as f64).round();
    if sample_ns < 1.0 {
        faults
            .add(last, "the trace is finer than a nanosecond")
            .expected("levels at least 1 ns apart");
        return None;
    }
    Some((Duration::from_nanos(sample_ns as u64), levels))
}

/// Reports instants that do not advance by the step.
fn check_step(
    row: FileRow<'_>,
    (before, before_s): (usize, f64),
    at_s: f64,
    step_s: f64,
    faults: &mut Faults<'_, '_, '_>,
) {
    let what = if at_s <= before_s {
        "the times of a trace must ascend"
    } else if (at_s - before_s - step_s).abs() > ROUNDING * step_s.abs() {
        if at_s - before_s > step_s { "the trace has a gap" } else { "the trace changes its step" }
    } else {
        return;
    };
    let expected = match at_s <= before_s {
        true => format!("a time after that of line {before}"),
        false => format!("{step_s} s after line {before}, the interval of the first two levels"),
    };
    faults.add(row, what).found(format!("t_s = {at_s}")).expected(expected);
}
