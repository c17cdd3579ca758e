//! Problems found in a scenario file, and how they are shown: the line, a caret, what was found,
//! what was expected and what to do.
//!
//! Plain text without colour unless asked. Drawn here, not by a library: one look for every
//! problem, nothing that depends on the terminal, so messages can be golden files.

use std::fmt;

use crate::document::Place;

/// Everything wrong with a scenario file, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioErrors {
    /// Name of the file, as it was given to [`crate::parse`].
    pub name: String,
    /// The problems, at least one.
    pub problems: Vec<Problem>,
}

/// One thing wrong with a scenario file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// Key path, for example `links.isl.rate`; empty for the file as a whole.
    pub path: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What stands there, as it stands there; empty where nothing does.
    pub found: String,
    /// What could stand there; empty where the message says it.
    pub expected: String,
    /// What to do about it, if that can be said.
    pub help: Option<String>,
    /// The line of the file; empty where the problem is what the file does not say.
    pub source_line: String,
    /// How many characters of it are meant.
    pub width: usize,
}

impl ScenarioErrors {
    /// All problems as text, with terminal colours or without.
    pub fn render(&self, colour: bool) -> String {
        let paint = |code: &str, text: &str| match colour {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_string(),
        };
        let mut blocks = Vec::with_capacity(self.problems.len());
        for problem in &self.problems {
            let mut block = format!("{}: {}\n", paint("1;31", "error"), problem.message);
            let number = problem.line.to_string();
            let gutter = " ".repeat(number.len());
            let bar = paint("1;34", "|");
            let place = match problem.source_line.as_str() {
                "" => self.name.clone(),
                _ => format!("{}:{}:{}", self.name, problem.line, problem.column),
            };
            let path = match problem.path.as_str() {
                "" => String::new(),
                path => format!(" ({path})"),
            };
            block += &format!("{gutter}{} {place}{path}\n", paint("1;34", "-->"));
            let (line, column) = clip(&problem.source_line, problem.column);
            if !line.is_empty() {
                let room = (line.chars().count() + 1).saturating_sub(column).max(1);
                let caret = "^".repeat(problem.width.clamp(1, room));
                let indent = " ".repeat(column);
                block += &format!("{gutter} {bar}\n");
                block += &format!("{} {bar} {line}\n", paint("1;34", &number));
                block += &format!("{gutter} {bar}{indent}{}\n", paint("1;31", &caret));
            }
            for (what, text) in [
                ("found", problem.found.as_str()),
                ("expected", problem.expected.as_str()),
                ("help", problem.help.as_deref().unwrap_or("")),
            ] {
                if !text.is_empty() {
                    block += &format!("{gutter} = {}: {text}\n", paint("1", what));
                }
            }
            blocks.push(block);
        }
        blocks.join("\n")
    }
}

impl fmt::Display for ScenarioErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for ScenarioErrors {}

/// The part of a long line around `column`, and the column within it. Control characters become
/// spaces, so that the caret stands where it should and nothing in a file can steer a terminal.
fn clip(line: &str, column: usize) -> (String, usize) {
    const SHOWN: usize = 120;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let length = line.chars().count();
    if length <= SHOWN {
        return (line.chars().map(clean).collect(), column);
    }
    let first = column.saturating_sub(1 + SHOWN / 2).min(length - SHOWN);
    let part: String = line.chars().skip(first).take(SHOWN).map(clean).collect();
    (part, column - first)
}

/// Collects problems while a file is read and resolved.
#[derive(Debug)]
pub(crate) struct Problems<'t> {
    text: &'t str,
    found: Vec<(usize, Problem)>,
    suspected: Vec<String>,
}

impl<'t> Problems<'t> {
    /// None yet.
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, found: Vec::new(), suspected: Vec::new() }
    }

    /// Notes a problem; what stands at the place is shown by the line alone.
    pub(crate) fn add(&mut self, place: &Place, message: impl Into<String>) -> &mut Problem {
        let start = floor(self.text, place.start);
        let end = floor(self.text, place.end.max(place.start));
        let before = &self.text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[line_start..].split('\n').next().unwrap_or("");
        let meant = self.text[start..end].split('\n').next().unwrap_or("");
        self.found.push((
            start,
            Problem {
                line: before.matches('\n').count() + 1,
                column: self.text[line_start..start].chars().count() + 1,
                path: place.path.clone(),
                message: message.into(),
                found: String::new(),
                expected: String::new(),
                help: None,
                source_line: match place.start == place.end {
                    true => String::new(),
                    false => line.strip_suffix('\r').unwrap_or(line).to_string(),
                },
                width: meant.trim_end().chars().count().max(1),
            },
        ));
        let (_, problem) = self.found.last_mut().expect("one was just pushed");
        problem
    }

    /// Notes that a misspelt key probably means the one at `path`.
    pub(crate) fn suspect(&mut self, path: String) {
        self.suspected.push(path);
    }

    /// Whether what stands at `path` is not known because of a problem already noted, so that no
    /// conclusion may be drawn from its absence.
    pub(crate) fn doubts(&self, path: &str) -> bool {
        self.suspected.iter().any(|suspected| suspected == path) || self.any(|noted| noted == path)
    }

    /// Whether a problem is noted at a path that `matches`.
    pub(crate) fn any(&self, matches: impl Fn(&str) -> bool) -> bool {
        self.found.iter().any(|(_, problem)| matches(&problem.path))
    }

    /// Whether nothing is wrong so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The problems in the order of the file.
    pub(crate) fn into_errors(mut self, name: &str) -> ScenarioErrors {
        self.found.sort_by_key(|(start, _)| *start);
        let mut problems: Vec<Problem> = self.found.into_iter().map(|(_, p)| p).collect();
        problems.dedup();
        ScenarioErrors { name: name.to_string(), problems }
    }
}

impl Problem {
    /// Says what stands there, as it is written.
    pub(crate) fn found(&mut self, found: impl fmt::Display) -> &mut Self {
        self.found = short(&found.to_string());
        self
    }

    /// Says what could stand there.
    pub(crate) fn expected(&mut self, expected: impl Into<String>) -> &mut Self {
        self.expected = expected.into();
        self
    }

    /// Says what to do.
    pub(crate) fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }
}

/// At most 60 characters of what a file holds, control characters escaped.
pub(crate) fn short(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push_str("...");
    }
    match shown.contains(char::is_control) {
        true => shown.chars().flat_map(escape).collect(),
        false => shown,
    }
}

/// A control character as its escape, any other character as it is.
fn escape(c: char) -> Vec<char> {
    if c.is_control() { c.escape_default().collect() } else { vec![c] }
}

/// The last character boundary at or before `index`.
fn floor(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}
