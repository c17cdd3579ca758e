//! Data by name: files embedded in the core, or a file of the user's own in the same form.

use serde_json::{Value as Json, json};

use crate::document::{self, Spanned, Value};
use crate::error::Problems;
use crate::files::FileName;
use crate::names::{described, read_name, schema_of_names};
use crate::shape::Shape;

/// Name and text of an embedded file; the text states its `summary` and its `source`.
pub type Embedded = (&'static str, &'static str);

/// File extension that marks a name as that of a user's file.
const ENDING: &str = ".toml";

/// The file that a key names, or the index of the embedded one.
#[derive(Clone, Debug, PartialEq)]
pub enum EmbeddedName {
    /// An embedded file, by its index in the list.
    BuiltIn(usize),
    /// A file of the user.
    File(FileName),
}

/// Reads the name of `what`, one of `list` or a file.
pub fn read(
    value: &Spanned<Value>,
    what: &'static str,
    list: &[Embedded],
    problems: &mut Problems<'_>,
) -> Option<EmbeddedName> {
    if FileName::of(&value.value).is_some_and(|path| path.ends_with(ENDING)) {
        return FileName::read(value, problems).map(EmbeddedName::File);
    }
    let names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
    read_name(value, what, &names, problems).map(EmbeddedName::BuiltIn)
}

/// Schema of a key that names one of `list` or a file.
pub fn schema(list: &[Embedded]) -> Json {
    let rows = list.iter().map(|(name, text)| {
        let [summary, source] = ["summary", "source"].map(|key| stated(text, key));
        (*name, described(&summary, &source))
    });
    let mut names = schema_of_names(rows);
    let description = names["description"].take();
    json!({
        "oneOf": [
            { "type": "string", "enum": names["enum"] },
            { "type": "string", "pattern": "\\.toml$" },
        ],
        "description": description,
    })
}

/// Returns the value of a top-level key of a file's text.
fn stated(text: &str, key: &str) -> String {
    let document = document::read(text, &mut Problems::new(text));
    let stated = document.as_ref().and_then(|document| document.get(key)?.text());
    stated.expect("an embedded file states its summary and its source").trim().to_owned()
}
