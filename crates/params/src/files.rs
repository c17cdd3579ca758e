//! Files beside a scenario: their names, and their contents as passed in.
//!
//! Opens no file: [`Files`] holds what the caller read, or the reason for which it could not be
//! read. What a file holds is parsed in [`crate::file_values`].

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::document::{Spanned, Value};
use crate::error::Problems;
use crate::value::last_key;

/// The name of a file beside the scenario: a relative or absolute path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName(pub String);

impl FileName {
    pub(crate) const MAX_LEN: usize = 4096;

    /// The path, if `value` can be one.
    pub fn of(value: &Value) -> Option<&str> {
        value.text().filter(|text| {
            (1..=Self::MAX_LEN).contains(&text.len()) && !text.contains(char::is_control)
        })
    }
}

/// A file that a text refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Path of the key, for example `terminals[0].track`.
    pub key: String,
    /// Name of the file in the text.
    pub path: String,
}

/// Contents of the files that a text refers to, by their names in the text.
#[derive(Clone, Debug, Default)]
pub struct Files {
    contents: BTreeMap<String, Result<Vec<u8>, String>>,
    parsed: ParsedFiles,
    /// Whether they are beside the scenario of a sweep, whose runs can name others.
    is_of_sweep: bool,
}

/// Parsed contents of files, by name and type: the runs of a sweep read the same files.
#[derive(Debug, Default)]
struct ParsedFiles(Mutex<BTreeMap<(String, TypeId), Arc<dyn Any + Send + Sync>>>);

impl Clone for ParsedFiles {
    /// Parsed contents are not copied: they are parsed again.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Files {
    /// No files.
    pub const fn new() -> Self {
        let parsed = ParsedFiles(Mutex::new(BTreeMap::new()));
        Self { contents: BTreeMap::new(), parsed, is_of_sweep: false }
    }

    /// The files that the scenario of a sweep names.
    pub fn of_sweep(self) -> Self {
        Self { is_of_sweep: true, ..self }
    }

    /// The content of the file `path` that [`Files::keep`] was given, if it was given one.
    pub(crate) fn kept<T: Send + Sync + 'static>(&self, path: &str) -> Option<Arc<T>> {
        let kept = self.parsed.0.lock().expect("no holder panics");
        kept.get(&(path.to_owned(), TypeId::of::<T>()))?.clone().downcast().ok()
    }

    /// Keeps the parsed content of the file `path`, for further scenarios beside the same files.
    pub(crate) fn keep<T: Send + Sync + 'static>(&self, path: &str, content: Arc<T>) {
        let mut kept = self.parsed.0.lock().expect("no holder panics");
        kept.insert((path.to_owned(), TypeId::of::<T>()), content);
    }

    /// Inserts the file `path`, as scenarios call it, with the content `bytes`.
    pub fn insert(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.parsed = ParsedFiles::default();
        self.contents.insert(path.into(), Ok(bytes.into()));
    }

    /// Inserts the unreadable file `path`, as scenarios call it; `why` is a sentence that says
    /// where it was looked for.
    pub fn insert_unreadable(&mut self, path: impl Into<String>, why: impl Into<String>) {
        self.parsed = ParsedFiles::default();
        self.contents.insert(path.into(), Err(why.into()));
    }

    /// The content of a file; reports a problem if there is none.
    pub fn bytes(&self, name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<&[u8]> {
        let path = &name.value.0;
        let key = last_key(&name.place.path);
        match self.contents.get(path) {
            Some(Ok(bytes)) => Some(bytes),
            unreadable => {
                let why = match unreadable {
                    Some(Err(why)) => why,
                    _ if self.is_of_sweep => "a sweep does not vary files",
                    _ => "its contents were not given beside the scenario's text",
                };
                problems
                    .add(&name.place, format!("`{key}`: {why}"))
                    .found(format!("\"{path}\""))
                    .expected("a file that can be read, relative to the scenario's directory");
                None
            }
        }
    }

    /// The text of a file; reports a problem if there is none.
    pub fn text(&self, name: &Spanned<FileName>, problems: &mut Problems<'_>) -> Option<&str> {
        let bytes = self.bytes(name, problems)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Some(text.strip_prefix('\u{feff}').unwrap_or(text)),
            Err(error) => {
                let before = &bytes[..error.valid_up_to()];
                let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
                problems
                    .add_in(name, (line, ""), "the file is not UTF-8 text")
                    .found(format!("the byte 0x{:02x}", bytes[error.valid_up_to()]))
                    .expected("a text file in UTF-8");
                None
            }
        }
    }
}
