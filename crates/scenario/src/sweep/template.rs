//! A scenario as a tree of values, which is read with some of them replaced.
//!
//! Parsing a text fifty thousand times costs more than its runs; the text is parsed once. Owns no
//! meaning: a changed tree goes through the same reader as any scenario.

use skyseam_trace::SeriesSet;

use super::key::{Astray, Key};
use super::tables::KeptTable;
use crate::Parsed;
use crate::document::{self, SourceSpan, Spanned, Value};
use crate::error::{Problem, Problems, ScenarioErrors};
use crate::models::{Models, scenario_of};
use crate::names::series_of;
use skyseam_params::files::Files;

/// A value that replaces the scenario's in a run.
pub(crate) type Replacement = (Key, Value);

/// A scenario to be changed.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// Text that locations in the tree refer to; empty if they refer to another text.
    text: String,
    name: String,
    document: Spanned<Value>,
    files: Files,
    /// Models that the scenario can choose from.
    models: Models,
}

impl Template {
    /// Parses a scenario's text to a tree; checks only the syntax.
    pub fn read(
        text: &str,
        name: &str,
        files: Files,
        models: &Models,
    ) -> Result<Self, ScenarioErrors> {
        let mut problems = Problems::new(text);
        let read = document::read(text, &mut problems);
        let document = problems.verdict(read, name)?;
        let files = files.of_sweep();
        Ok(Self { text: text.into(), name: name.into(), document, files, models: models.clone() })
    }

    /// A template from a tree within another text.
    pub fn inside(
        text: &str,
        name: &str,
        mut document: Spanned<Value>,
        files: Files,
        models: &Models,
    ) -> Self {
        document.move_to(String::new(), None);
        let files = files.of_sweep();
        Self { text: text.into(), name: name.into(), document, files, models: models.clone() }
    }

    /// Name of the scenario in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Series that the scenario can record.
    pub fn series(&self) -> SeriesSet {
        series_of(self.models.catalogue())
    }

    pub fn document(&self) -> &Spanned<Value> {
        &self.document
    }

    /// Whether the scenario itself has a value at the address.
    pub fn has(&self, key: &Key) -> bool {
        key.find(&self.document).is_some()
    }

    /// The integer that the scenario itself has at the address.
    pub fn whole(&self, key: &Key) -> Option<i64> {
        match key.find(&self.document)? {
            Value::Whole(number, _) => *number,
            _ => None,
        }
    }

    /// The first of `others` that overlaps with `key`, so that they cannot both be set.
    pub fn overlapping<'k>(
        &self,
        key: &Key,
        others: impl IntoIterator<Item = &'k Key>,
    ) -> Option<&'k Key> {
        others.into_iter().find(|other| other.meets(key, &self.document))
    }

    /// Names of the tables to keep of every run, `flows` first, and the resulting changes to every
    /// run's scenario: kept tables are recorded, and no others. The tables of users are kept if the
    /// scenario has users.
    pub fn kept(&self, wanted: &[KeptTable], varied: &[Key]) -> (Vec<String>, Vec<Replacement>) {
        let has_users = self.document.get("users").is_some_and(|users| !users.items().is_empty());
        let of_users = ["users", "sessions"].into_iter().filter(|_| has_users);
        let mut names = vec!["flows".to_string()];
        for name in wanted.iter().map(|table| table.0).chain(of_users) {
            if names.iter().all(|known| known != name) {
                names.push(name.into());
            }
        }
        let series = self.series();
        let recorded = wanted.iter().filter(|table| series.find(table.0).is_some());
        let text = |table: &KeptTable| Spanned::new(Value::from(table.0), SourceSpan::default());
        let recorded: Vec<Spanned<Value>> = recorded.map(text).collect();
        let record = Key::of("run.record");
        let is_needed = !recorded.is_empty() || self.has(&record);
        let mut changes = Vec::new();
        if is_needed && self.overlapping(&record, varied).is_none() {
            changes.push((record, Value::List(recorded)));
        }
        (names, changes)
    }

    /// Finds a requested table that needs a bin width the scenario does not set: its index, its
    /// name and the missing key.
    pub fn lacks_bins(
        &self,
        wanted: &[KeptTable],
        varied: &[Key],
    ) -> Option<(usize, &'static str, &'static str)> {
        KeptTable::BINS.into_iter().find_map(|(name, width)| {
            let number = wanted.iter().position(|table| table.0 == name)?;
            let bins = Key::of(width);
            let is_set = self.has(&bins) || self.overlapping(&bins, varied).is_some();
            (!is_set).then_some((number, name, width))
        })
    }

    /// Checks that an address leads to a value; the error says why it does not.
    pub fn follow(&self, key: &Key) -> Result<(), Astray> {
        key.set(&mut self.document.clone(), &Value::Flag(true))
    }

    /// The scenario with `changes`.
    pub fn with(&self, changes: &[Replacement]) -> Result<Parsed, ScenarioErrors> {
        let mut document = self.document.clone();
        let mut problems = Problems::of(&self.text, self.models.format()).beside(&self.files);
        for (key, value) in changes {
            if let Err(Astray { message, help }) = key.set(&mut document, value) {
                let problem: &mut Problem = problems.add(&document.place.key("", 0..0), message);
                problem.path.clear();
                problem.help = help;
            }
        }
        if !problems.is_empty() {
            return Err(problems.into_errors(&self.name));
        }
        scenario_of(Some(&document), &self.name, problems)
    }
}
