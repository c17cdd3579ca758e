//! OMM as a table: a line of keywords, then a line per satellite (CelesTrak's format).

use std::collections::BTreeSet;

use super::entries::Entries;
use super::error::ElementsError;
use super::message::{Lines, Message, known};

/// Advice for a damaged table.
const DOWNLOAD_HINT: &str = "fetch the file again: it is truncated or was edited";

/// Whether a file with this first line is in this format: several columns, the first of which
/// begins with a letter, and one of them is a keyword that every such table has.
pub(super) fn begins(first_line: &str) -> bool {
    let keywords = ["OBJECT_NAME", "NORAD_CAT_ID", "EPOCH", "MEAN_MOTION"];
    let mut columns = first_line.split(',').map(|column| column.trim().trim_matches('"').trim());
    let lettered =
        first_line.trim_start_matches('"').starts_with(|c: char| c.is_ascii_alphabetic());
    first_line.contains(',') && lettered && columns.any(|column| keywords.contains(&column))
}

/// Reads the messages of a file.
pub(super) fn read(text: &str, entries: &mut Entries<'_>) -> Result<(), ElementsError> {
    let lines = Lines::of(text);
    let line = |position: Option<&::csv::Position>| {
        let start = position.map_or(0, |position| position.byte() as usize).min(text.len());
        // The library counts the LF of a CRLF, and empty lines, among the next record.
        let ends = text.as_bytes()[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
        lines.at(start + ends.count())
    };
    let mut reader = ::csv::ReaderBuilder::new()
        .trim(::csv::Trim::All)
        .flexible(true)
        .from_reader(text.as_bytes());
    let refused = |error: &::csv::Error| {
        ElementsError::new(line(error.position()), format!("not a table: {error}"))
            .help(DOWNLOAD_HINT)
    };
    let keywords = reader.headers().map_err(|error| refused(&error))?;
    let mut columns = BTreeSet::new();
    if let Some(keyword) = keywords.iter().find(|keyword| !columns.insert(*keyword)) {
        let line = line(keywords.position());
        return Err(ElementsError::new(line, "a column is there twice")
            .found(keyword)
            .expected("each keyword once")
            .help(DOWNLOAD_HINT));
    }
    let keywords: Vec<Option<&'static str>> = keywords.iter().map(known).collect();
    for record in reader.records() {
        let record = record.map_err(|error| refused(&error))?;
        let line = line(record.position());
        let mut message = Message::at(line);
        for (keyword, value) in keywords.iter().zip(&record) {
            if let Some(keyword) = *keyword {
                message.push(keyword, value.to_string().into(), None, line);
            }
        }
        if record.len() != keywords.len() {
            let what = "the line has another number of values than the first line";
            let fault = ElementsError::new(line, what).found(record.len());
            message
                .refuse(fault.expected(format!("{} values", keywords.len())).help(DOWNLOAD_HINT));
        }
        entries.add(message)?;
    }
    Ok(())
}
