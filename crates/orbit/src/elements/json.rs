//! OMM as JSON: an object, or an array of objects, whose values are numbers or text.

use std::borrow::Cow;
use std::fmt;

use serde_json::value::RawValue;
use serde_json::{Deserializer, Error};

use super::entries::Entries;
use super::error::ElementsError;
use super::message::{Lines, Message, known};

/// Reads the messages of a file.
pub(super) fn read(text: &str, entries: &mut Entries<'_>) -> Result<(), ElementsError> {
    let objects: Vec<&RawValue> = match text.trim_start().starts_with('[') {
        true => serde_json::from_str(text).map_err(|error| refused(&error, 1))?,
        false => vec![serde_json::from_str(text).map_err(|error| refused(&error, 1))?],
    };
    let lines = Lines::of(text);
    let line = |value: &RawValue| {
        let distance = value.get().as_ptr().addr().wrapping_sub(text.as_ptr().addr());
        lines.at(distance.min(text.len()))
    };
    objects.into_iter().try_for_each(|object| entries.add(message(object, line)))
}

/// The message of an object.
fn message<'t>(object: &'t RawValue, line: impl Fn(&RawValue) -> usize) -> Message<'t> {
    let start = line(object);
    let mut message = Message::at(start);
    let members = match members(object.get()) {
        Ok(members) => members,
        Err(error) => {
            message.refuse(refused(&error, start));
            return message;
        }
    };
    for (keyword, raw) in members {
        let line = line(raw);
        let value = match raw.get() {
            "null" => Ok(Cow::Borrowed("")),
            quoted if quoted.starts_with('"') => serde_json::from_str::<String>(quoted)
                .map(|text| Cow::Owned(text.trim().to_string()))
                .map_err(|error| refused(&error, line)),
            number => Ok(Cow::Borrowed(number)),
        };
        match value {
            Ok(value) => message.push(keyword, value, None, line),
            Err(fault) => message.refuse(fault),
        }
    }
    message
}

/// The members of an object with known keywords, in their order.
fn members(text: &str) -> Result<Vec<(&'static str, &RawValue)>, Error> {
    struct Members;
    impl<'t> serde::de::Visitor<'t> for Members {
        type Value = Vec<(&'static str, &'t RawValue)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<A: serde::de::MapAccess<'t>>(
            self,
            mut map: A,
        ) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some((keyword, value)) = map.next_entry::<Cow<'t, str>, &RawValue>()? {
                members.extend(known(&keyword).map(|keyword| (keyword, value)));
            }
            Ok(members)
        }
    }
    serde::Deserializer::deserialize_map(&mut Deserializer::from_str(text), Members)
}

/// Converts an error of serde_json, for a text that begins on `line`.
fn refused(error: &Error, line: usize) -> ElementsError {
    let message = error.to_string();
    // Its own line numbers count from the start of the text that it was given.
    let message = message.split(" at line ").next().unwrap_or_default().to_string();
    ElementsError::new(line + error.line().saturating_sub(1), format!("not JSON of OMM: {message}"))
        .expected("an object with the keywords of OMM, or an array of them")
        .help("fetch the file again: it is truncated or was edited")
}
