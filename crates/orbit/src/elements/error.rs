//! The error for files of elements.

use std::fmt;

/// A file of elements that cannot be used: where, what was found, what was expected, and what to
/// do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ElementsError {
    /// Name of the file, as it was given to [`super::read`].
    pub file: String,
    /// Line, counted from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What was found; empty if nothing was.
    pub found: String,
    /// What was expected; empty if the message says it.
    pub expected: String,
    /// What to do about it.
    pub help: &'static str,
}

impl ElementsError {
    /// A problem on a line; the file's name is added by [`super::read`].
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

    /// This error with what was found, shortened if it is long.
    pub(crate) fn found(self, found: impl fmt::Display) -> Self {
        let whole = found.to_string();
        let mut found: String = whole.chars().take(LONGEST_FOUND).collect();
        if found.len() < whole.len() {
            found.push_str("...");
        }
        Self { found, ..self }
    }

    /// This error with what was expected.
    pub(crate) fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: expected.into(), ..self }
    }

    /// This error with what to do.
    pub(crate) fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }
}

/// At most this many characters of a line are repeated in a message.
const LONGEST_FOUND: usize = 80;

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
