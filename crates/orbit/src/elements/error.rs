//! What can be wrong with a file of elements.

use std::fmt;

/// A file of elements that cannot be used: where, what stands there, what could, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ElementsError {
    /// Name of the file, as it was given to [`super::read`].
    pub file: String,
    /// Line, counted from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What stands there; empty where nothing does.
    pub found: String,
    /// What could stand there; empty where the message says it.
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

    /// The same, with what stands there: the first of it, where it is long.
    pub(crate) fn found(self, found: impl fmt::Display) -> Self {
        let whole = found.to_string();
        let mut found: String = whole.chars().take(LONGEST_FOUND).collect();
        if found.len() < whole.len() {
            found.push_str("...");
        }
        Self { found, ..self }
    }

    /// The same, with what could stand there.
    pub(crate) fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: expected.into(), ..self }
    }

    /// The same, with what to do.
    pub(crate) fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }
}

/// As much of a line as a message repeats, characters.
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
