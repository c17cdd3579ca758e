//! OMM as a table: a line of keywords, then a line per satellite (CelesTrak's form).

use super::error::ElementsError;
use super::omm::{Field, Message};

/// Advice for a broken table.
const AGAIN: &str = "fetch the file again, it is cut short or was edited";

/// Whether a file with this first line is of this format: several columns, the first of which
/// begins with a letter, one of them a keyword that every such table has.
pub(super) fn begins(first_line: &str) -> bool {
    let keywords = ["OBJECT_NAME", "NORAD_CAT_ID", "EPOCH", "MEAN_MOTION"];
    let mut columns = first_line.split(',').map(|column| column.trim().trim_matches('"').trim());
    let lettered =
        first_line.trim_start_matches('"').starts_with(|c: char| c.is_ascii_alphabetic());
    first_line.contains(',') && lettered && columns.any(|column| keywords.contains(&column))
}

/// The messages of a file.
pub(super) fn messages(text: &str) -> Result<Vec<Message>, ElementsError> {
    let mut reader =
        ::csv::ReaderBuilder::new().trim(::csv::Trim::All).from_reader(text.as_bytes());
    let keywords = reader.headers().map_err(|error| refused(&error))?.clone();
    let twice = keywords.iter().enumerate().find(|&(i, k)| keywords.iter().take(i).any(|e| e == k));
    if let Some((_, keyword)) = twice {
        return Err(ElementsError::new(1, "a column is there twice")
            .found(keyword)
            .expected("each keyword once")
            .help(AGAIN));
    }
    let mut messages = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| refused(&error))?;
        let line = record.position().map_or(0, |position| position.line() as usize);
        let field = |(keyword, value): (&str, &str)| Field {
            keyword: keyword.to_string(),
            value: value.to_string(),
            unit: None,
            line,
        };
        messages.push(Message { line, fields: keywords.iter().zip(&record).map(field).collect() });
    }
    Ok(messages)
}

/// An error of the library.
fn refused(error: &::csv::Error) -> ElementsError {
    let line = error.position().map_or(0, |position| position.line() as usize);
    match error.kind() {
        ::csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            ElementsError::new(line, "the line has another number of values than the first line")
                .found(len)
                .expected(format!("{expected_len} values"))
                .help(AGAIN)
        }
        _ => ElementsError::new(line, format!("not a table: {error}")).help(AGAIN),
    }
}
