//! The trace of a link: what its delay, rate and losses are when, as CSV.
//!
//! The first line names the columns: `t_s`, and any of `delay_ms`, `rate_bps` and `loss`; each
//! other line is a step, later than the one before.

use skyseam_base::{Duration, Rate};
use skyseam_params::error::short;
use skyseam_params::files::{Column, Faults};
use skyseam_params::rows::{self, Fields};
use skyseam_params::text_values::FileName;
use skyseam_params::{At, Problems};

use crate::link_trace::{LinkTrace, TraceFile, TraceStep};

/// The columns, their units in their names, and what each can hold.
const COLUMNS: [Column; 4] = [
    ("t_s", 0.0, 366.0 * 86_400.0),
    ("delay_ms", 0.0, 366.0 * 86_400_000.0),
    // Above this a rate would not be a whole number of bit/s.
    ("rate_bps", 0.0, 1e15),
    ("loss", 0.0, 1.0),
];

const HEADER: &str = "t_s,delay_ms,rate_bps,loss, of which only t_s must be there";

/// What a trace says from an instant on; `None` where it has no such column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// From when, counted from the start of the run.
    pub from: Duration,
    /// Delay.
    pub delay: Option<Duration>,
    /// Rate; inside, `None` while the link stands still.
    pub rate: Option<Option<Rate>>,
    /// Share of packets lost.
    pub loss: Option<f64>,
}

/// What a file says of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// Its name, and which columns it has.
    pub file: TraceFile,
    /// At least one.
    pub rows: Vec<Row>,
}

impl Rows {
    /// The first rate that it says.
    pub(crate) fn first_rate(&self) -> Option<Rate> {
        self.rows.iter().find_map(|row| row.rate.flatten())
    }

    /// The trace of a link; `delay` and `rate` hold where the file has no such column.
    pub fn trace(&self, delay: Option<Duration>, rate: Rate) -> Option<LinkTrace> {
        let step = |row: &Row| TraceStep {
            from: row.from,
            delay: row.delay.or(delay),
            rate: row.rate.unwrap_or(Some(rate)),
            loss: row.loss.unwrap_or(0.0),
        };
        let trace = LinkTrace::new(self.rows.iter().map(step).collect());
        trace.ok().map(|trace| trace.from_file(self.file.clone()))
    }
}

/// The rows of the file called `name`, at least one and the last with a rate, if any; `None` when
/// something is wrong with it, which is noted.
pub fn read(name: &At<FileName>, problems: &mut Problems<'_>) -> Option<Rows> {
    let text = problems.text_of(name)?;
    let mut faults = Faults::of(name, problems);
    let mut lines = rows::Rows::of(text);
    let columns = columns(&mut lines, &mut faults)?;
    let mut rows: Vec<Row> = Vec::new();
    let mut last = lines.last();
    while let Some(fields) = lines.next(&faults) {
        let line = fields.row;
        let Some(row) = row(fields, &columns, &mut faults) else { continue };
        if rows.last().is_some_and(|before| row.from <= before.from) {
            faults
                .add(line, "a trace cannot stand still or go back in time")
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
            .add(last, "the trace ends while the link stands still")
            .found("rate_bps = 0")
            .expected("a last row with a rate above 0: what waits would wait for ever");
    }
    let first = faults.is_empty().then(|| rows[0])?;
    let (has_delay, has_rate) = (first.delay.is_some(), first.rate.is_some());
    Some(Rows { file: TraceFile { name: name.0.clone(), has_delay, has_rate }, rows })
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

fn row(fields: Fields<'_, '_>, columns: &[usize], faults: &mut Faults<'_, '_, '_>) -> Option<Row> {
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
    Some(Row {
        from: nanos(t_s?, 1e9),
        delay: delay_ms.map(|ms| nanos(ms, 1e6)),
        rate: rate_bps.map(|bps| Rate::from_bps(bps.round() as u64)),
        loss,
    })
}
