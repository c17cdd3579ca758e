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

/// What is probably a mistake in a scenario file that can be used as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioWarning {
    /// Name of the scenario, as it was given to [`crate::parse`].
    pub name: String,
    /// What is probably a mistake.
    pub problem: Problem,
}

/// One thing wrong with a scenario file.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let block = |problem: &Problem| problem.render(&self.name, ("error", "1;31"), colour);
        self.problems.iter().map(block).collect::<Vec<_>>().join("\n")
    }
}

impl ScenarioWarning {
    /// The warning as text, with terminal colours or without.
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
    /// The problem as text; `name` is the scenario's, `word` says how bad it is, in a colour.
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
        let (line, column) = clip(&self.source_line, self.column);
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

/// A place in a file beside the scenario.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot<'f> {
    file: &'f str,
    line: usize,
    source_line: &'f str,
}

impl<'f> Spot<'f> {
    /// A line of a file as a whole; empty where it cannot be shown.
    pub(crate) fn line(file: &'f str, line: usize, source_line: &'f str) -> Self {
        Self { file, line, source_line }
    }
}

/// Collects problems while a file is read and resolved.
#[derive(Debug)]
pub(crate) struct Problems<'t> {
    text: &'t str,
    found: Vec<(usize, Problem)>,
    suspected: Vec<String>,
    /// What is probably a mistake, apart from what certainly is.
    warned: Vec<Problem>,
}

impl<'t> Problems<'t> {
    /// None yet.
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, found: Vec::new(), suspected: Vec::new(), warned: Vec::new() }
    }

    /// Notes a problem; what stands at the place is shown by the line alone.
    pub(crate) fn add(&mut self, place: &Place, message: impl Into<String>) -> &mut Problem {
        let problem = self.at(place, message.into());
        self.push(place, problem)
    }

    /// Notes a problem in the file that the value at `place` names.
    pub(crate) fn add_in(
        &mut self,
        place: &Place,
        spot: Spot<'_>,
        message: impl Into<String>,
    ) -> &mut Problem {
        let line = spot.source_line;
        let meant = line.split('#').next().unwrap_or("").trim();
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let problem = Problem {
            file: Some(spot.file.to_string()),
            line: spot.line,
            column: indent + 1,
            source_line: line.to_string(),
            width: meant.chars().count().max(1),
            ..self.at(place, message.into())
        };
        self.push(place, problem)
    }

    /// Notes what is probably a mistake.
    pub(crate) fn warn(&mut self, place: &Place, message: impl Into<String>) -> &mut Problem {
        let problem = self.at(place, message.into());
        self.warned.push(problem);
        self.warned.last_mut().expect("one was just pushed")
    }

    fn push(&mut self, place: &Place, problem: Problem) -> &mut Problem {
        self.found.push((floor(self.text, place.start), problem));
        let (_, problem) = self.found.last_mut().expect("one was just pushed");
        problem
    }

    fn at(&self, place: &Place, message: String) -> Problem {
        let start = floor(self.text, place.start);
        let end = floor(self.text, place.end.max(place.start));
        let before = &self.text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[line_start..].split('\n').next().unwrap_or("");
        let meant = self.text[start..end].split('\n').next().unwrap_or("");
        Problem {
            file: None,
            line: before.matches('\n').count() + 1,
            column: self.text[line_start..start].chars().count() + 1,
            path: place.path.clone(),
            message,
            found: String::new(),
            expected: String::new(),
            help: None,
            source_line: match place.start == place.end {
                true => String::new(),
                false => line.strip_suffix('\r').unwrap_or(line).to_string(),
            },
            width: meant.trim_end().chars().count().max(1),
        }
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

    /// What is probably a mistake, where nothing is wrong.
    pub(crate) fn into_warnings(self, name: &str) -> Vec<ScenarioWarning> {
        let warning = |problem| ScenarioWarning { name: name.to_string(), problem };
        self.warned.into_iter().map(warning).collect()
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
    short_to(text, 60)
}

/// At most `most` characters of what a file holds, control characters escaped.
pub(crate) fn short_to(text: &str, most: usize) -> String {
    let mut shown: String = text.chars().take(most).collect();
    if text.chars().nth(most).is_some() {
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
