//! Link traces: delay, rate and losses over time, as CSV.
//!
//! The first line names the columns: `t_s`, and any of `delay_ms`, `rate_bps` and `loss`; each
//! other line is a step, later than the previous one.

use skyseam_base::{Duration, Rate};
use skyseam_params::error::short;
use skyseam_params::file_values::{Faults, FileColumn};
use skyseam_params::rows::{self, Fields};
use skyseam_params::text_values::FileName;
use skyseam_params::{Problems, Spanned};

use crate::link_trace::{LinkTrace, TraceFile, TraceStep};

/// Columns, with their units in their names and their ranges.
const COLUMNS: [FileColumn; 4] = [
    ("t_s", 0.0, 366.0 * 86_400.0),
    ("delay_ms", 0.0, 366.0 * 86_400_000.0),
    // Above this a rate would not be a whole number of bit/s.
    ("rate_bps", 0.0, 1e15),
    ("loss", 0.0, 1.0),
];

const HEADER: &str = "t_s,delay_ms,rate_bps,loss, of which only t_s is required";

/// A row of a trace; `None` for absent columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinkTraceRow {
    /// Start of the step, counted from the start of the run.
    pub from: Duration,
    /// Propagation delay.
    pub delay: Option<Duration>,
    /// Rate; the inner `None` while nothing is sent.
    pub rate: Option<Option<Rate>>,
    /// Share of packets lost.
    pub loss: Option<f64>,
}

/// Rows of the trace file of a link.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LinkTraceRows {
    /// Name of the file, and its columns.
    pub file: TraceFile,
    /// Rows, at least one.
    pub rows: Vec<LinkTraceRow>,
}

impl LinkTraceRows {
    /// The first rate in the file.
    pub(crate) fn first_rate(&self) -> Option<Rate> {
        self.rows.iter().find_map(|row| row.rate.flatten())
    }

    /// The trace of a link; `delay` and `rate` replace absent columns.
    pub fn trace(&self, delay: Option<Duration>, rate: Rate) -> Option<LinkTrace> {
        let step = |row: &LinkTraceRow| TraceStep {
            from: row.from,
            delay: row.delay.or(delay),
            rate: row.rate.unwrap_or(Some(rate)),
            loss: row.loss.unwrap_or(0.0),
        };
        let trace = LinkTrace::new(self.rows.iter().map(step).collect());
        trace.ok().map(|trace| trace.from_file(self.file.clone()))
    }
}

/// Reads the rows of the file called `name`, at least one and the last with a rate, if any; reports
/// problems and returns `None` if there are any.
pub fn read(name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<LinkTraceRows> {
    let text = problems.text_of(name)?;
    let mut faults = Faults::of(name, problems);
    let mut lines = rows::Rows::of(text);
    let columns = columns(&mut lines, &mut faults)?;
    let mut rows: Vec<LinkTraceRow> = Vec::new();
    let mut last = lines.last();
    while let Some(fields) = lines.next(&faults) {
        let line = fields.row;
        let Some(row) = row(fields, &columns, &mut faults) else { continue };
        if rows.last().is_some_and(|before| row.from <= before.from) {
            faults
                .add(line, "the times of a trace must ascend")
                .found(format!("t_s = {}", row.from.as_secs_f64()))
                .expected(format!("a time after that of line {}", last.0));
        }
        last = line;
        rows.push(row);
    }
    if faults.is_empty() && rows.is_empty() {
        faults.add(last, "the trace has no rows").expected("at least one more");
    }
    if faults.is_empty() && rows.last().is_some_and(|row| row.rate == Some(None)) {
        faults
            .add(last, "the trace ends with a rate of 0")
            .found("rate_bps = 0")
            .expected("a last row with a rate above 0: waiting packets would never be sent");
    }
    let first = faults.is_empty().then(|| rows[0])?;
    let (has_delay, has_rate) = (first.delay.is_some(), first.rate.is_some());
    Some(LinkTraceRows { file: TraceFile { name: name.0.clone(), has_delay, has_rate }, rows })
}

/// The columns in their order, each as its index in [`COLUMNS`].
fn columns(lines: &mut rows::Rows<'_>, faults: &mut Faults<'_, '_, '_>) -> Option<Vec<usize>> {
    const UNNAMED: &str = "the first line does not name the columns";
    let head = lines.next(faults);
    let words: Vec<String> =
        head.map_or(Vec::new(), |head| head.iter().map(str::to_string).collect());
    let found = words.join(",");
    let mut columns = Vec::new();
    for word in &words {
        let known = COLUMNS.iter().position(|(column, ..)| *column == *word);
        match known.filter(|column| !columns.contains(column)) {
            Some(column) => columns.push(column),
            None => {
                let twice = known.map(|_| "the first line names a column twice");
                faults
                    .add(lines.last(), twice.unwrap_or(UNNAMED))
                    .found(format!("\"{}\"", short(word)))
                    .expected(HEADER);
                return None;
            }
        }
    }
    if columns.first() != Some(&0) || columns.len() < 2 {
        faults
            .add(lines.last(), UNNAMED)
            .found(format!("\"{}\"", short(&found)))
            .expected("t_s first and at least one of delay_ms, rate_bps, loss");
        return None;
    }
    Some(columns)
}

fn row(
    fields: Fields<'_, '_>,
    columns: &[usize],
    faults: &mut Faults<'_, '_, '_>,
) -> Option<LinkTraceRow> {
    let line = fields.row;
    let count = fields.count();
    if count != columns.len() {
        faults
            .add(line, "a row has a number for every column")
            .found(format!("{count} fields"))
            .expected(format!("{} fields, as the first line has", columns.len()));
        return None;
    }
    let mut numbers = [None; COLUMNS.len()];
    for (field, &index) in fields.iter().zip(columns) {
        numbers[index] = Some(faults.number(line, COLUMNS[index], field)?);
    }
    let [t_s, delay_ms, rate_bps, loss] = numbers;
    // To the nearest nanosecond and bit/s: what is finer the model does not count.
    let nanos = |value: f64, each: f64| Duration::from_nanos((value * each).round() as u64);
    Some(LinkTraceRow {
        from: nanos(t_s?, 1e9),
        delay: delay_ms.map(|ms| nanos(ms, 1e6)),
        rate: rate_bps.map(|bps| Rate::from_bps(bps.round() as u64)),
        loss,
    })
}
