//! Problems found in a scenario file, and their presentation: the line, a caret, what was found,
//! what was expected and advice.
//!
//! Plain text, coloured only on request. Rendered here, not by a library: every problem looks the
//! same and nothing depends on the terminal, so messages can be golden files.

use std::fmt;

use crate::lines::short;
use crate::value::last_key;

/// All problems of a scenario file, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioErrors {
    /// Name of the file, as it was given to the reader.
    pub name: String,
    /// Problems, at least one and at most a hundred: the first ones of the file.
    pub problems: Vec<Problem>,
    /// Number of further problems.
    pub more: usize,
    /// Whether reading stopped before the end of the file, so that there may be further problems.
    pub stopped: bool,
}

/// A probable mistake in a scenario file that can be run as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioWarning {
    /// Name of the scenario, as it was given to the reader.
    pub name: String,
    /// The probable mistake.
    pub problem: Problem,
}

/// One problem of a scenario file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The file beside the scenario that the problem is in, as the scenario names it; `None` for
    /// the scenario itself.
    pub file: Option<String>,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// Key path, for example `links.isl.rate`; empty for the file as a whole.
    pub path: String,
    /// Description of the problem, in one sentence.
    pub message: String,
    /// Text at the location; empty if there is none.
    pub found: String,
    /// Text that is expected there; empty if the message says it.
    pub expected: String,
    /// Advice, if any.
    pub help: Option<String>,
    /// Line of the file, or the part of a long line around the location; empty if the problem is an
    /// omission.
    pub source_line: String,
    /// Column within that part, counted from 1.
    pub source_column: usize,
    /// Number of characters that the caret underlines.
    pub width: usize,
}

impl ScenarioErrors {
    /// Renders all problems as text, with terminal colours on request.
    pub fn render(&self, colour: bool) -> String {
        let block = |problem: &Problem| problem.render(&self.name, ("error", "1;31"), colour);
        let mut text = self.problems.iter().map(block).collect::<Vec<_>>().join("\n");
        if self.more > 0 {
            let problems = if self.more == 1 { "problem" } else { "problems" };
            let least = if self.stopped { "at least " } else { "" };
            text += &format!("\nand {least}{} more {problems}\n", grouped(self.more));
        }
        text
    }
}

impl ScenarioWarning {
    /// Renders the warning as text, with terminal colours on request.
    pub fn render(&self, colour: bool) -> String {
        self.problem.render(&self.name, ("warning", "1;33"), colour)
    }
}

impl fmt::Display for ScenarioWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl Problem {
    /// Path of the list whose element has no unit, if that is the problem, so that it is reported
    /// once and not for each element.
    pub(crate) fn list_without_units(&self) -> Option<&str> {
        let mut list = self.path.as_str();
        while let Some((before, _)) = list.strip_suffix(']').and_then(|path| path.rsplit_once('['))
        {
            list = before;
        }
        let is_of_list = list.len() < self.path.len() && self.file.is_none();
        let lacks_unit = || self.message == format!("`{}` has no unit", last_key(list));
        (is_of_list && lacks_unit()).then_some(list)
    }

    /// Renders the problem; `name` is the scenario's, `word` is the severity with its colour.
    fn render(&self, name: &str, (word, word_colour): (&str, &str), colour: bool) -> String {
        let paint = |code: &str, text: &str| match colour {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_string(),
        };
        let mut block = format!("{}: {}\n", paint(word_colour, word), self.message);
        let number = self.line.to_string();
        let gutter = " ".repeat(number.len());
        let bar = paint("1;34", "|");
        let place = match (&self.file, self.source_line.as_str()) {
            (Some(file), "") => format!("{file}:{}", self.line),
            (None, "") => name.to_string(),
            (file, _) => {
                let name = file.as_deref().unwrap_or(name);
                format!("{name}:{}:{}", self.line, self.column)
            }
        };
        let path = match (&self.file, self.path.as_str()) {
            (_, "") => String::new(),
            (None, path) => format!(" ({path})"),
            (Some(_), path) => format!(" ({path} of {name})"),
        };
        block += &format!("{gutter}{} {place}{path}\n", paint("1;34", "-->"));
        // Control characters become spaces, so that the caret stands in the right column and
        // nothing in a file can control a terminal.
        let line = self.source_line.replace(char::is_control, " ");
        let column = self.source_column;
        if !line.is_empty() {
            let room = (line.chars().count() + 1).saturating_sub(column).max(1);
            let caret = "^".repeat(self.width.clamp(1, room));
            let indent = " ".repeat(column);
            block += &format!("{gutter} {bar}\n");
            block += &format!("{} {bar} {line}\n", paint("1;34", &number));
            block += &format!("{gutter} {bar}{indent}{}\n", paint(word_colour, &caret));
        }
        for (what, text) in [
            ("found", self.found.as_str()),
            ("expected", self.expected.as_str()),
            ("help", self.help.as_deref().unwrap_or("")),
        ] {
            if !text.is_empty() {
                block += &format!("{gutter} = {}: {text}\n", paint("1", what));
            }
        }
        block
    }
}

impl fmt::Display for ScenarioErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for ScenarioErrors {}

impl Problem {
    /// Sets the text found, as written in the file.
    pub fn found(&mut self, found: impl fmt::Display) -> &mut Self {
        self.found = short(&found.to_string());
        self
    }

    /// Sets the text expected.
    pub fn expected(&mut self, expected: impl Into<String>) -> &mut Self {
        self.expected = expected.into();
        self
    }

    /// Sets the name that is probably meant, if there is one.
    pub fn did_you_mean(&mut self, nearest: Option<&str>) -> &mut Self {
        if let Some(nearest) = nearest {
            self.help(format!("did you mean \"{nearest}\"?"));
        }
        self
    }

    /// Sets the advice.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }
}

/// A number with thousands separated by commas.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let comma = |i: usize| i > 0 && (digits.len() - i).is_multiple_of(3);
    let each = digits.chars().enumerate();
    each.flat_map(|(i, digit)| comma(i).then_some(',').into_iter().chain([digit])).collect()
}
