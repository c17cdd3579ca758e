//! OMM as lines of `KEYWORD = value [unit]`, one message after another.

use super::entries::Entries;
use super::error::ElementsError;
use super::message::{Message, known};

/// The keyword that begins a message (CCSDS 502.0-B-3, Table 4-1).
const OPENING: &str = "CCSDS_OMM_VERS";

/// Whether a file with this first line is in this format.
pub(super) fn begins(first_line: &str) -> bool {
    is_comment(first_line) || keyword(first_line).is_some()
}

/// Reads the messages of a file.
pub(super) fn read(text: &str, entries: &mut Entries<'_>) -> Result<(), ElementsError> {
    let mut last: Option<Message<'_>> = None;
    for (index, line) in text.lines().enumerate() {
        let (line_number, line) = (index + 1, line.trim());
        if line.is_empty() || is_comment(line) {
            continue;
        }
        let field = keyword(line);
        if field.is_some_and(|(keyword, _)| keyword == OPENING)
            && let Some(before) = last.take()
        {
            entries.add(before)?;
        }
        let message = last.get_or_insert_with(|| Message::at(line_number));
        let Some((keyword, value)) = field else {
            message.refuse(
                ElementsError::new(line_number, "not a line of an OMM")
                    .found(line)
                    .expected("`KEYWORD = value`")
                    .help("fetch the file again, or take the line out"),
            );
            continue;
        };
        let Some(keyword) = known(keyword) else { continue };
        // Only measured values have a unit in brackets; a name may hold brackets of its own.
        let named = matches!(keyword, "OBJECT_NAME" | "OBJECT_ID" | "ORIGINATOR");
        let (value, unit) = match value.split_once('[').filter(|_| !named) {
            Some((value, unit)) => (value.trim(), Some(unit.trim_end_matches(']').trim())),
            None => (value, None),
        };
        message.push(keyword, value.into(), unit.map(Into::into), line_number);
    }
    last.map_or(Ok(()), |message| entries.add(message))
}

/// Whether the line is a comment.
fn is_comment(line: &str) -> bool {
    line == "COMMENT" || line.starts_with("COMMENT ")
}

/// Keyword and value of a line; `None` if it has another form.
fn keyword(line: &str) -> Option<(&str, &str)> {
    let (keyword, value) = line.split_once('=')?;
    let keyword = keyword.trim();
    let spelled = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    (!keyword.is_empty() && keyword.chars().all(spelled)).then_some((keyword, value.trim()))
}
