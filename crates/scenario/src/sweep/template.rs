//! A scenario as a tree of values, which is read with some of them replaced.
//!
//! Parsing a text fifty thousand times costs more than its runs; the text is parsed once. Owns no
//! meaning: a changed tree goes through the same reader as any scenario.

use skyseam_trace::SeriesSet;

use super::key::{Astray, Key};
use crate::Parsed;
use crate::document::{self, Spanned, Value};
use crate::error::{Problem, Problems, ScenarioErrors};
use crate::files::Files;
use crate::models::{Models, scenario_of};
use crate::names::series_of;

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
