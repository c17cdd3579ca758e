//! Collector of what is found while a file is read and resolved: problems, probable mistakes, the
//! manifest, and the files that are named.
//!
//! A problem and its presentation are in `problem.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Bound;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::catalogue::Catalogue;
use crate::files::{FileName, Files, Reference};
use crate::format::{Format, TablesByKey};
use crate::lines::{self, Excerpt, FileRow, Lines, SHOWN};
pub use crate::lines::{short, short_to};
use crate::manifest::Manifest;
pub use crate::problem::{Problem, ScenarioErrors, ScenarioWarning};
use crate::spelling::nearest;
use crate::value::{SourceSpan, Spanned, Value, last_key};

/// Maximum number of problems shown; further ones are only counted, since a file can have millions.
const MAX_SHOWN: usize = 100;

/// Number of problems at which reading stops: each takes a kilobyte, and a file of some megabytes
/// can have millions.
const MAX_PROBLEMS: usize = 1000;

/// Maximum total number of comparisons of unknown names with known ones: about a second's work. The
/// endpoints of many flows could be misspelt, and each may mean any of many nodes.
const MAX_COMPARISONS: usize = 1_000_000;

static NO_FILES: Files = Files::new();

/// Collector of the problems, and of the manifest, while a file is read and resolved.
#[derive(Debug, Default)]
pub struct Problems<'t> {
    text: &'t str,
    format: Format,
    /// Files beside the text, if there are any.
    files: Option<&'t Files>,
    /// Line index, built when the first problem is reported.
    lines: Option<Lines<'t>>,
    found: Vec<(usize, Problem)>,
    /// Location of the last problem shown, once there are enough.
    last: Option<usize>,
    /// Number of further problems, and the last of them, which the caller may still complete.
    more: usize,
    beyond: Option<Problem>,
    /// Whether a reader stopped because there were enough problems.
    stopped: bool,
    /// Paths of keys that misspelt ones probably mean.
    suspected: BTreeSet<String>,
    /// Paths of all problems.
    noted: BTreeSet<String>,
    /// Probable mistakes, kept apart from the certain ones.
    warned: Vec<Problem>,
    tables_by_key: Option<TablesByKey>,
    /// Number of comparisons of names so far.
    comparisons: usize,
    manifest: Manifest,
    /// Files that were named.
    named: Vec<Reference>,
}

impl<'t> Problems<'t> {
    /// Creates an empty collector for a text in no particular format.
    pub fn new(text: &'t str) -> Self {
        Self::of(text, Format::default())
    }

    /// Creates an empty collector for a text in this format.
    pub fn of(text: &'t str, format: Format) -> Self {
        Self { text, format, ..Self::default() }
    }

    /// Adds the files beside the text.
    #[must_use]
    pub fn beside(self, files: &'t Files) -> Self {
        Self { files: Some(files), ..self }
    }

    /// Creates an empty collector for the same text, to read values whose problems are reported
    /// elsewhere.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { files: self.files, ..Self::of(self.text, self.format.clone()) }
    }

    /// Number of probable mistakes reported so far.
    pub(crate) fn warnings(&self) -> usize {
        self.warned.len()
    }

    /// The files beside the text.
    pub fn files(&self) -> &'t Files {
        self.files.unwrap_or(&NO_FILES)
    }

    /// The text of a file; reports a problem if there is none.
    pub fn text_of(&mut self, name: &Spanned<FileName>) -> Option<&'t str> {
        self.files().text(name, self)
    }

    /// Adds the problems of a file named by the value at `name`, which was parsed separately.
    pub fn adopt(&mut self, name: &Spanned<FileName>, errors: ScenarioErrors) {
        for found in errors.problems {
            let problem = self.add(&name.place, "");
            let path = name.place.path.clone();
            *problem = Problem { file: Some(name.value.0.clone()), path, ..found };
        }
    }

    /// Reports a problem. The message shows only the line of the file at its location.
    pub fn add(&mut self, place: &SourceSpan, message: impl Into<String>) -> &mut Problem {
        let problem = self.at(place, message.into());
        self.push(place, problem)
    }

    /// Reports what is wrong with a value, in a sentence whose subject is its key: "must be a
    /// list".
    pub fn refuse(&mut self, value: &Spanned<Value>, why: impl fmt::Display) -> &mut Problem {
        let message = format!("`{}` {why}", last_key(&value.place.path));
        self.add(&value.place, message).found(value.value.described())
    }

    /// Reports a problem in a line of the file called `name`; the line is empty if it cannot be
    /// shown.
    pub fn add_in(
        &mut self,
        name: &Spanned<FileName>,
        (number, line): FileRow<'_>,
        message: impl Into<String>,
    ) -> &mut Problem {
        let (column, part) = lines::beginning(line);
        let problem = Problem {
            file: Some(name.value.0.clone()),
            line: number,
            column,
            source_line: part.text,
            source_column: part.column,
            width: width(line.split('#').next().unwrap_or("").trim()),
            ..self.at(&name.place, message.into())
        };
        self.push(&name.place, problem)
    }

    /// Reports a probable mistake.
    pub fn warn(&mut self, place: &SourceSpan, message: impl Into<String>) -> &mut Problem {
        let problem = self.at(place, message.into());
        self.warned.push(problem);
        self.warned.last_mut().expect("one was just pushed")
    }

    /// Reports that the key at `place` probably changes nothing, for the reason in `why`.
    pub fn warn_of_no_effect(
        &mut self,
        place: &SourceSpan,
        why: impl fmt::Display,
    ) -> &mut Problem {
        self.warn(place, format!("`{}` changes nothing: {why}", last_key(&place.path)))
    }

    fn push(&mut self, place: &SourceSpan, problem: Problem) -> &mut Problem {
        if self.count() < MAX_PROBLEMS {
            self.noted.insert(place.path.clone());
        }
        if self.is_beyond(place) {
            self.more += 1;
            return self.beyond.insert(problem);
        }
        if self.found.len() >= 2 * MAX_SHOWN {
            self.keep_the_first();
        }
        self.found.push((floor(self.text, place.start), problem));
        let (_, problem) = self.found.last_mut().expect("one was just pushed");
        problem
    }

    /// Whether a problem at this location would only be counted, so that its details are not
    /// needed.
    pub(crate) fn is_beyond(&self, place: &SourceSpan) -> bool {
        self.count() >= MAX_PROBLEMS
            || self.last.is_some_and(|last| floor(self.text, place.start) >= last)
    }

    /// Whether there are enough problems, so that readers of lists and of unknown keys stop. A
    /// reader adds a few problems at most between two calls.
    pub fn are_enough(&mut self) -> bool {
        self.stopped |= self.count() >= MAX_PROBLEMS;
        self.stopped
    }

    /// Keeps the first problems of the file, without repetition, and counts the others.
    fn keep_the_first(&mut self) {
        self.found.sort_by_key(|(start, _)| *start);
        self.found.dedup_by(|(_, a), (_, b)| a == b);
        self.more += self.found.len().saturating_sub(MAX_SHOWN);
        self.found.truncate(MAX_SHOWN);
        self.last = self.found.get(MAX_SHOWN - 1).map(|(start, _)| *start);
    }

    fn at(&mut self, place: &SourceSpan, message: String) -> Problem {
        if self.is_beyond(place) {
            return Problem { message, ..Problem::default() };
        }
        let start = floor(self.text, place.start);
        let end = floor(self.text, place.end.max(place.start));
        let lines = self.lines.get_or_insert_with(|| Lines::new(self.text));
        let (line, column, Excerpt { text, column: source_column }) = lines.locate(start);
        Problem {
            line,
            column,
            path: place.path.clone(),
            message,
            source_line: if place.start == place.end { String::new() } else { text },
            source_column,
            width: width(&self.text[start..end]),
            ..Problem::default()
        }
    }

    /// Records that a misspelt key probably means the one at `path`.
    pub(crate) fn suspect(&mut self, path: String) {
        self.suspected.insert(path);
    }

    /// Whether a problem was already reported at `path`, so that an absent value there has no
    /// significance.
    pub fn doubts(&self, path: &str) -> bool {
        self.suspected.contains(path) || self.noted.contains(path)
    }

    /// Whether a problem was reported at a path that `matches`. Scans all of them; to query many
    /// paths, use [`Problems::any_under`].
    pub fn any(&self, matches: impl Fn(&str) -> bool) -> bool {
        self.noted.iter().any(|path| matches(path))
    }

    /// Whether a problem was reported at a path with this prefix.
    pub fn any_under(&self, beginning: &str) -> bool {
        let from = (Bound::Included(beginning), Bound::Unbounded);
        let first = self.noted.range::<str, _>(from).next();
        first.is_some_and(|path| path.starts_with(beginning))
    }

    /// The name that `word` probably means, by [`nearest`]; also `None` once the limit of
    /// comparisons is reached.
    pub fn nearest_name<'n>(
        &mut self,
        word: &str,
        candidates: impl Iterator<Item = &'n str>,
    ) -> Option<&'n str> {
        let left = MAX_COMPARISONS - self.comparisons;
        nearest(word, candidates.take(left).inspect(|_| self.comparisons += 1))
    }

    /// The tables that have a key of this name, spelled as in headings of the file.
    pub(crate) fn tables_with_key(&mut self, key: &str) -> &[String] {
        let tables = self.tables_by_key.get_or_insert_with(|| self.format.tables_by_key());
        tables.get(key).map_or(&[], Vec::as_slice)
    }

    /// The models to choose from.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.format.catalogue
    }

    /// Advice about a key in a table where it does not belong.
    pub fn meant(&self, table: &str, key: &str) -> Option<&'static str> {
        self.format.meant.and_then(|meant| meant(table, key))
    }

    /// Records that the value at a location names a file.
    pub(crate) fn name_file(&mut self, place: &SourceSpan, file: &str) {
        self.named.push(Reference { key: place.path.clone(), path: file.to_owned() });
    }

    /// The files named by the values read so far.
    pub fn named_files(&self) -> &[Reference] {
        &self.named
    }

    /// Begins the manifest with the content of a file.
    pub fn describe(&mut self, document: &Spanned<Value>) {
        self.manifest = Manifest::of_document(document, self.text);
    }

    /// The manifest of the values read so far.
    pub fn manifest(&mut self) -> &mut Manifest {
        &mut self.manifest
    }

    /// Puts the value at a location into the manifest; see [`Manifest::put`].
    pub fn print(&mut self, place: &SourceSpan, value: Json) {
        self.manifest.put(&place.path, value);
    }

    /// Fills in the absent keys of the table at a location; see [`Manifest::fill`].
    pub fn fill(&mut self, place: &SourceSpan, keys: Json) {
        self.manifest.fill(&place.path, keys);
    }

    /// Reports that a key is missing from the table at `table`, unless it is present but misspelt
    /// or malformed. `why` says what is expected there.
    pub fn require(&mut self, key: &str, table: &SourceSpan, why: &str) -> Option<&mut Problem> {
        let here = table.key(key, table.start..table.end);
        let is_known = self.doubts(&here.path);
        let message = format!("the key `{key}` is missing");
        (!is_known).then(|| self.add(&here, message).expected(why))
    }

    /// Number of problems so far.
    pub fn count(&self) -> usize {
        self.found.len() + self.more
    }

    /// Whether there are no problems so far.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Converts to the probable mistakes, in a file without problems.
    pub fn into_warnings(self, name: &str) -> Vec<ScenarioWarning> {
        let warning = |problem| ScenarioWarning { name: name.to_string(), problem };
        self.warned.into_iter().map(warning).collect()
    }

    /// Returns the parsed value unless problems were reported.
    ///
    /// # Errors
    /// The problems.
    pub fn verdict<T>(self, read: Option<T>, name: &str) -> Result<T, ScenarioErrors> {
        match read {
            Some(read) if self.is_empty() => Ok(read),
            _ => Err(self.into_errors(name)),
        }
    }

    /// Converts to the problems in the order of the file.
    pub fn into_errors(mut self, name: &str) -> ScenarioErrors {
        self.keep_the_first();
        let mut problems: Vec<Problem> = Vec::new();
        let mut alike: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (_, problem) in self.found {
            let further = problem.list_without_units().map(|list| {
                let (_, further) = alike
                    .entry(list.to_owned())
                    .and_modify(|(_, further)| *further += 1)
                    .or_insert((problems.len(), 0));
                *further
            });
            if further.is_none_or(|further| further == 0) {
                problems.push(problem);
            }
        }
        for (first, further) in alike.into_values().filter(|(_, further)| *further > 0) {
            let help = &mut problems[first].help;
            let values = if further == 1 { "value" } else { "values" };
            let alike = format!("the same goes for {further} more {values} of the list");
            *help = Some(help.take().map_or_else(String::new, |help| help + "; ") + &alike);
        }
        ScenarioErrors { name: name.to_string(), problems, more: self.more, stopped: self.stopped }
    }
}

/// Number of characters of the first line of `meant` that a caret underlines.
fn width(meant: &str) -> usize {
    let line = meant.split('\n').next().unwrap_or("");
    let shown = line.char_indices().nth(SHOWN).map_or(line, |(end, _)| &line[..end]);
    shown.trim_end().chars().count().max(1)
}

/// The last character boundary at or before `index`.
fn floor(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}
