//! The trace of a channel: levels at equal distances in time, as CSV.
//!
//! The first line is `t_s,level_db`; each other line is a level and its instant, as far after the
//! one before as all others. Empty lines and what follows a `#` are left out. Where a trace begins
//! in time has no meaning: its first level is where its course begins.

use skyseam_base::Duration;

use super::{MOST_FAULTS, lines, uncommented};
use crate::document::{At, Place};
use crate::error::{Problem, Problems, Spot, short};
use crate::sky_values::FileName;

const HEADER: &str = "t_s,level_db";

/// Instants a trace can name, s.
const LATEST_S: f64 = 366.0 * 86_400.0;

/// Levels a trace can have, dB.
const MOST_DB: f64 = 1000.0;

/// Instants may be this far, as a share of the step, from where equal distances put them: what
/// rounding them to few decimals does.
const ROUNDING: f64 = 0.1;

/// The levels of the trace in `text` and the time between them; `None` when something is wrong with
/// it, which is noted.
pub(crate) fn read(
    text: &str,
    name: &At<FileName>,
    problems: &mut Problems<'_>,
) -> Option<(Duration, Vec<f64>)> {
    let mut reader = Reader { path: &name.value.0, key: &name.place, faults: 0, problems };
    let mut lines = lines(text);
    let (first_number, first) = lines.next().unwrap_or((1, ""));
    let names: Vec<&str> = uncommented(first).split(',').map(str::trim).collect();
    if names != ["t_s", "level_db"] {
        let found = format!("\"{}\"", short(uncommented(first)));
        reader
            .fault(first_number, first, "the first line does not name the columns")
            .found(found)
            .expected(HEADER);
        return None;
    }
    let mut levels = Vec::new();
    let mut begin_s = 0.0;
    let mut step_s = None;
    let mut before: Option<(usize, f64)> = None;
    let mut last = (first_number, first);
    for (number, line) in lines {
        if reader.faults >= MOST_FAULTS {
            break;
        }
        let Some((at_s, level_db)) = reader.row(number, line) else { continue };
        match before {
            None => begin_s = at_s,
            Some((before, before_s)) => {
                let step = *step_s.get_or_insert(at_s - before_s);
                reader.check_step(number, line, (before, before_s), at_s, step);
            }
        }
        before = Some((number, at_s));
        last = (number, line);
        levels.push(level_db);
    }
    if reader.faults == 0 && levels.len() < 2 {
        reader
            .fault(last.0, last.1, "the trace does not say how far apart its levels are")
            .found(format!("{} levels", levels.len()))
            .expected("at least two");
    }
    if reader.faults > 0 {
        return None;
    }
    // Over all steps, so that rounded instants do not add up to another rate.
    let (_, end_s) = before?;
    let sample_ns = (1e9 * (end_s - begin_s) / (levels.len() - 1) as f64).round();
    if sample_ns < 1.0 {
        reader
            .fault(last.0, last.1, "the trace is finer than a nanosecond")
            .expected("levels at least 1 ns apart");
        return None;
    }
    Some((Duration::from_nanos(sample_ns as u64), levels))
}

/// What is needed to note a fault.
struct Reader<'r, 'p, 't> {
    path: &'r str,
    key: &'r Place,
    faults: usize,
    problems: &'p mut Problems<'t>,
}

impl Reader<'_, '_, '_> {
    fn fault(&mut self, number: usize, line: &str, what: &str) -> &mut Problem {
        self.faults += 1;
        self.problems.add_in(self.key, Spot::line(self.path, number, line), what)
    }

    fn row(&mut self, number: usize, line: &str) -> Option<(f64, f64)> {
        let fields: Vec<&str> = uncommented(line).split(',').map(str::trim).collect();
        let [at_s, level_db] = fields[..] else {
            self.fault(number, line, "a row has an instant and a level")
                .found(format!("{} fields", fields.len()))
                .expected(HEADER);
            return None;
        };
        let at_s = self.number(number, line, "t_s", at_s, 0.0..=LATEST_S)?;
        Some((at_s, self.number(number, line, "level_db", level_db, -MOST_DB..=MOST_DB)?))
    }

    fn number(
        &mut self,
        number: usize,
        line: &str,
        column: &str,
        field: &str,
        range: std::ops::RangeInclusive<f64>,
    ) -> Option<f64> {
        let what = match field.parse::<f64>() {
            Ok(value) if range.contains(&value) => return Some(value),
            Ok(_) => format!("`{column}` is out of range"),
            Err(_) => format!("`{column}` is not a number"),
        };
        self.fault(number, line, &what).found(format!("\"{}\"", short(field))).expected(format!(
            "a number from {} to {}",
            range.start(),
            range.end()
        ));
        None
    }

    /// Notes where time does not go on by the step.
    fn check_step(
        &mut self,
        number: usize,
        line: &str,
        (before, before_s): (usize, f64),
        at_s: f64,
        step_s: f64,
    ) {
        let what = if at_s <= before_s {
            "a trace cannot stand still or go back in time"
        } else if (at_s - before_s - step_s).abs() > ROUNDING * step_s.abs() {
            if at_s - before_s > step_s {
                "the trace has a gap"
            } else {
                "the trace changes its step"
            }
        } else {
            return;
        };
        let expected = match at_s <= before_s {
            true => format!("a time after that of line {before}"),
            false => format!("{step_s} s after line {before}, as the first two levels are apart"),
        };
        self.fault(number, line, what).found(format!("t_s = {at_s}")).expected(expected);
    }
}
