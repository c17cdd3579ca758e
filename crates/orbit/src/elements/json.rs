//! OMM as JSON: an object, or an array of objects, whose values are numbers or text.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::error::ElementsError;
use super::omm::{Field, Message, line_of};

/// The messages of a file.
pub(super) fn messages(text: &str) -> Result<Vec<Message>, ElementsError> {
    let objects: Vec<&RawValue> = match text.trim_start().starts_with('[') {
        true => serde_json::from_str(text).map_err(|error| refused(&error, 1))?,
        false => vec![serde_json::from_str(text).map_err(|error| refused(&error, 1))?],
    };
    // Objects follow one another, so lines are counted on from the last one.
    let (mut line, mut counted) = (1, 0);
    let mut messages = Vec::with_capacity(objects.len());
    for object in objects {
        let start = offset(text, object);
        line += line_of(&text[counted..], start - counted) - 1;
        counted = start;
        messages.push(Message { line, fields: fields(object, line)? });
    }
    Ok(messages)
}

/// The fields of an object that begins on `line`.
fn fields(object: &RawValue, line: usize) -> Result<Vec<Field>, ElementsError> {
    let text = object.get();
    let values: BTreeMap<Cow<'_, str>, &RawValue> =
        serde_json::from_str(text).map_err(|error| refused(&error, line))?;
    let field = |(keyword, raw): (Cow<'_, str>, &RawValue)| {
        let line = line + line_of(text, offset(text, raw)) - 1;
        let value = match raw.get() {
            "null" => String::new(),
            quoted if quoted.starts_with('"') => {
                serde_json::from_str(quoted).map_err(|error| refused(&error, line))?
            }
            number => number.to_string(),
        };
        let keyword = keyword.into_owned();
        Ok(Field { keyword, value: value.trim().to_string(), unit: None, line })
    };
    values.into_iter().map(field).collect()
}

/// Where a value of `text` begins in it, bytes.
fn offset(text: &str, value: &RawValue) -> usize {
    let distance = value.get().as_ptr().addr().wrapping_sub(text.as_ptr().addr());
    distance.min(text.len())
}

/// An error of serde_json, for a text that begins on `line`.
fn refused(error: &serde_json::Error, line: usize) -> ElementsError {
    let message = error.to_string();
    // Its own line numbers count from the start of the text that it was given.
    let message = message.split(" at line ").next().unwrap_or_default().to_string();
    ElementsError::new(line + error.line().saturating_sub(1), format!("not JSON of OMM: {message}"))
        .expected("an object with the keywords of OMM, or an array of them")
        .help("fetch the file again, it is cut short or was edited")
}
