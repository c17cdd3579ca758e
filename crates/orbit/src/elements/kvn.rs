//! OMM as lines of `KEYWORD = value [unit]`, one message after another.

use super::error::ElementsError;
use super::omm::{Field, Message};

/// The keyword that opens a message (CCSDS 502.0-B-3, Table 4-1).
const OPENING: &str = "CCSDS_OMM_VERS";

/// Whether a file with this first line is of this format.
pub(super) fn begins(first_line: &str) -> bool {
    is_comment(first_line) || keyword(first_line).is_some()
}

/// The messages of a file.
pub(super) fn messages(text: &str) -> Result<Vec<Message>, ElementsError> {
    let mut messages: Vec<Message> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (line_number, line) = (index + 1, line.trim());
        if line.is_empty() || is_comment(line) {
            continue;
        }
        let Some((keyword, value)) = keyword(line) else {
            return Err(ElementsError::new(line_number, "not a line of an OMM")
                .found(line)
                .expected("`KEYWORD = value`")
                .help("fetch the file again, or take the line out"));
        };
        if keyword == OPENING || messages.is_empty() {
            messages.push(Message { line: line_number, fields: Vec::new() });
        }
        let (value, unit) = match value.split_once('[') {
            Some((value, unit)) => (value.trim(), Some(unit.trim_end_matches(']').trim())),
            None => (value, None),
        };
        // Only measured values have a unit in brackets; a name may hold brackets of its own.
        let named = matches!(keyword, "OBJECT_NAME" | "OBJECT_ID" | "ORIGINATOR");
        let field = match named {
            true => (line.split_once('=').map_or("", |(_, value)| value.trim()), None),
            false => (value, unit.map(str::to_string)),
        };
        let Some(message) = messages.last_mut() else { continue };
        if message.fields.iter().any(|earlier| earlier.keyword == keyword) {
            return Err(ElementsError::new(line_number, format!("{keyword} is there twice"))
                .found(line)
                .expected(format!("each keyword once in a message; {OPENING} opens the next"))
                .help("fetch the file again, it was joined or edited"));
        }
        message.fields.push(Field {
            keyword: keyword.to_string(),
            value: field.0.to_string(),
            unit: field.1,
            line: line_number,
        });
    }
    Ok(messages)
}

/// Whether the line is a comment.
fn is_comment(line: &str) -> bool {
    line == "COMMENT" || line.starts_with("COMMENT ")
}

/// Keyword and value of a line; `None` when it is not of this form.
fn keyword(line: &str) -> Option<(&str, &str)> {
    let (keyword, value) = line.split_once('=')?;
    let keyword = keyword.trim();
    let spelled = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    (!keyword.is_empty() && keyword.chars().all(spelled)).then_some((keyword, value.trim()))
}
