//! The rows of a text file of numbers, one after the other, and what is wrong with them.
//!
//! Which columns there are and what they mean is in the modules beside.

use super::{MOST_FAULTS, lines, uncommented};
use crate::document::{At, Place};
use crate::error::{Problem, Problems, Spot, short};
use crate::text_values::FileName;

/// A column: its name with its unit, and the least and the greatest number that it can hold.
pub(super) type Column = (&'static str, f64, f64);

/// A line and its number, counted from 1.
pub(super) type Row<'t> = (usize, &'t str);

/// Where faults of a file are noted.
pub(super) struct Faults<'r, 'p, 't> {
    path: &'r str,
    key: &'r Place,
    count: usize,
    problems: &'p mut Problems<'t>,
}

impl<'r, 'p, 't> Faults<'r, 'p, 't> {
    /// No faults yet, of the file that a key names.
    pub(super) fn of(name: &'r At<FileName>, problems: &'p mut Problems<'t>) -> Self {
        Self { path: &name.value.0, key: &name.place, count: 0, problems }
    }

    /// Notes what is wrong with a line.
    pub(super) fn add(&mut self, (number, line): Row<'_>, what: impl Into<String>) -> &mut Problem {
        self.count += 1;
        self.problems.add_in(self.key, Spot::line(self.path, number, line), what)
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether further ones are not told apart.
    pub(super) fn is_full(&self) -> bool {
        self.count >= MOST_FAULTS
    }

    /// The number in a field of this column.
    pub(super) fn number(
        &mut self,
        row: Row<'_>,
        (column, least, most): Column,
        field: &str,
    ) -> Option<f64> {
        let what = match field.parse::<f64>() {
            Ok(value) if (least..=most).contains(&value) => return Some(value),
            Ok(_) => "is out of range",
            Err(_) => "is not a number",
        };
        self.add(row, format!("`{column}` {what}"))
            .found(format!("\"{}\"", short(field)))
            .expected(format!("a number from {least} to {most}"));
        None
    }
}

/// The first line with something in it, and those behind it.
pub(super) fn head_and_rows(text: &str) -> (Row<'_>, impl Iterator<Item = Row<'_>>) {
    let mut lines = lines(text);
    (lines.next().unwrap_or((1, "")), lines)
}

/// The fields of a line of comma-separated values.
pub(super) fn fields(line: &str) -> Vec<&str> {
    uncommented(line).split(',').map(str::trim).collect()
}
