//! The trace of a link: what its delay, rate and losses are when, as CSV.
//!
//! The first line names the columns: `t_s`, and any of `delay_ms`, `rate_bps` and `loss`; each
//! other line is a step, later than the one before. Empty lines and what follows a `#` are left
//! out.

use skyseam_base::{Duration, Rate};

use super::{MOST_FAULTS, lines, uncommented};
use crate::document::{At, Place};
use crate::error::{Problem, Problems, Spot, short};
use crate::sky_values::FileName;

/// The columns, their units in their names, and what each can hold.
const COLUMNS: [(&str, f64, f64); 4] = [
    ("t_s", 0.0, 366.0 * 86_400.0),
    ("delay_ms", 0.0, 366.0 * 86_400_000.0),
    // Above this a rate would not be a whole number of bit/s.
    ("rate_bps", 0.0, 1e15),
    ("loss", 0.0, 1.0),
];

const HEADER: &str = "t_s,delay_ms,rate_bps,loss, of which only t_s must be there";

/// What a trace says from an instant on; `None` where it has no such column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    /// From when, counted from the start of the run.
    pub(crate) from: Duration,
    /// Delay.
    pub(crate) delay: Option<Duration>,
    /// Rate; inside, `None` while the link stands still.
    pub(crate) rate: Option<Option<Rate>>,
    /// Share of packets lost.
    pub(crate) loss: Option<f64>,
}

/// The rows of the trace in `text`, at least one and the last with a rate, if any; `None` when
/// something is wrong with it, which is noted.
pub(crate) fn read(
    text: &str,
    name: &At<FileName>,
    problems: &mut Problems<'_>,
) -> Option<Vec<Row>> {
    let mut reader = Reader { path: &name.value.0, key: &name.place, faults: 0, problems };
    let mut lines = lines(text);
    let (first_number, first) = lines.next().unwrap_or((1, ""));
    let columns = reader.columns(first_number, first)?;
    let mut rows: Vec<Row> = Vec::new();
    let mut last = (first_number, first);
    for (number, line) in lines {
        if reader.faults >= MOST_FAULTS {
            break;
        }
        let Some(row) = reader.row(number, line, &columns) else { continue };
        if rows.last().is_some_and(|before| row.from <= before.from) {
            let fault = reader.fault(number, line, "a trace cannot stand still or go back in time");
            fault.found(format!("t_s = {}", row.from.as_secs_f64()));
            fault.expected(format!("a time after that of line {}", last.0));
        }
        last = (number, line);
        rows.push(row);
    }
    if reader.faults == 0 && rows.is_empty() {
        reader.fault(first_number, first, "the trace has no rows").expected("at least one more");
    }
    if reader.faults == 0 && rows.last().is_some_and(|row| row.rate == Some(None)) {
        reader
            .fault(last.0, last.1, "the trace ends while the link stands still")
            .found("rate_bps = 0")
            .expected("a last row with a rate above 0: what waits would wait for ever");
    }
    (reader.faults == 0).then_some(rows)
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

    /// The columns in their order, each as its index in [`COLUMNS`].
    fn columns(&mut self, number: usize, line: &str) -> Option<Vec<usize>> {
        let mut columns = Vec::new();
        for word in uncommented(line).split(',').map(str::trim) {
            let known = COLUMNS.iter().position(|(column, ..)| *column == word);
            match known.filter(|column| !columns.contains(column)) {
                Some(column) => columns.push(column),
                None => {
                    let what = match known {
                        Some(_) => "the first line names a column twice",
                        None => "the first line does not name the columns",
                    };
                    let found = format!("\"{}\"", short(word));
                    self.fault(number, line, what).found(found).expected(HEADER);
                    return None;
                }
            }
        }
        if columns.first() != Some(&0) || columns.len() < 2 {
            let what = "the first line does not name the columns";
            let found = format!("\"{}\"", short(uncommented(line)));
            self.fault(number, line, what)
                .found(found)
                .expected("t_s first and at least one of delay_ms, rate_bps, loss");
            return None;
        }
        Some(columns)
    }

    fn row(&mut self, number: usize, line: &str, columns: &[usize]) -> Option<Row> {
        let fields: Vec<&str> = uncommented(line).split(',').map(str::trim).collect();
        if fields.len() != columns.len() {
            self.fault(number, line, "a row has a number for every column")
                .found(format!("{} fields", fields.len()))
                .expected(format!("{} fields, as the first line has", columns.len()));
            return None;
        }
        let mut numbers = [None; COLUMNS.len()];
        for (field, &index) in fields.iter().zip(columns) {
            let (column, least, most) = COLUMNS[index];
            match field.parse::<f64>() {
                Ok(value) if (least..=most).contains(&value) => numbers[index] = Some(value),
                parsed => {
                    let what = match parsed {
                        Ok(_) => format!("`{column}` is out of range"),
                        Err(_) => format!("`{column}` is not a number"),
                    };
                    self.fault(number, line, &what)
                        .found(format!("\"{}\"", short(field)))
                        .expected(format!("a number from {least} to {most}"));
                    return None;
                }
            }
        }
        let [t_s, delay_ms, rate_bps, loss] = numbers;
        // To the nearest nanosecond and bit/s: what is finer the model does not count.
        let nanos = |value: f64, each: f64| Duration::from_nanos((value * each).round() as u64);
        Some(Row {
            from: nanos(t_s?, 1e9),
            delay: delay_ms.map(|ms| nanos(ms, 1e6)),
            rate: rate_bps.map(|bps| Rate::from_bps(bps.round() as u64)),
            loss,
        })
    }
}
