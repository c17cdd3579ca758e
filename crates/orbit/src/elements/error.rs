//! The error for files of elements.

use std::fmt;

/// Problem with a file of elements: its location, what was found and expected, and advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ElementsError {
    /// Name of the file, as it was given to [`super::read`].
    pub file: String,
    /// Line, counted from 1; 0 for the file as a whole.
    pub line: usize,
    /// Description of the problem, one sentence without a full stop.
    pub message: String,
    /// Text found; empty if there is none.
    pub found: String,
    /// Text expected; empty if the message says it.
    pub expected: String,
    /// Advice to the user.
    pub help: &'static str,
}

impl ElementsError {
    /// Creates an error for a line; [`super::read`] adds the name of the file.
    pub(crate) fn new(line: usize, message: impl Into<String>) -> Self {
        Self {
            file: String::new(),
            line,
            message: message.into(),
            found: String::new(),
            expected: String::new(),
            help: "",
        }
    }

    /// Sets the text found, shortened if it is long.
    pub(crate) fn found(self, found: impl fmt::Display) -> Self {
        let whole = found.to_string();
        let mut found: String = whole.chars().take(MAX_FOUND).collect();
        if found.len() < whole.len() {
            found.push_str("...");
        }
        Self { found, ..self }
    }

    /// Sets the text expected.
    pub(crate) fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: expected.into(), ..self }
    }

    /// Sets the advice.
    pub(crate) fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }
}

/// Maximum number of characters of a line that a message repeats.
const MAX_FOUND: usize = 80;

impl fmt::Display for ElementsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        write!(f, ": {}", self.message)?;
        if !self.found.is_empty() {
            write!(f, ": found `{}`", self.found)?;
        }
        if !self.expected.is_empty() {
            let joint = if self.found.is_empty() { ": " } else { ", " };
            write!(f, "{joint}expected {}", self.expected)?;
        }
        if !self.help.is_empty() {
            write!(f, "; {}", self.help)?;
        }
        Ok(())
    }
}
