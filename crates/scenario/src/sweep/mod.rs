//! Sweeps: many runs of one scenario, each with some of its values replaced; the sweep file, and
//! the design that it or a caller describes.
//!
//! [`read`] converts the text of a sweep file into a [`Sweep`], [`listed`] a list of runs from the
//! caller. Owns the values of each run; the common reader of scenarios reads a run's scenario, so
//! that its checks and messages are the same. Runs nothing.
//!
//! Read `tables` first: it is the format.

mod design;
pub(crate) mod key;
mod number;
mod read;
mod tables;
mod template;

use serde_json::{Value as Json, json};

use crate::Parsed;
use crate::document::{SourceSpan, Value};
use crate::error::{Problem, Problems, ScenarioErrors, ScenarioWarning, short, short_to};
use crate::models::Models;
use crate::schema::whole;
use design::Design;
use key::Key;
pub use read::{BaseFile, base_of, read, references_of};
use skyseam_params::files::Files;
use tables::{KeptTable, SweepTable};
use template::{Replacement, Template};

/// Maximum number of runs: a year's work for a thousand cores.
const MAX_RUNS: u64 = 1_000_000_000;

/// A scenario, and the values that replace its own in each of many runs.
#[derive(Clone, Debug)]
pub struct Sweep {
    name: String,
    title: Option<String>,
    template: Template,
    design: Design,
    /// Names of the tables that are kept of every run.
    keep: Vec<String>,
    /// Changes that are the same in every run.
    always: Vec<Replacement>,
    warnings: Vec<ScenarioWarning>,
}

impl Sweep {
    /// A sweep without a title, of which `tables` are kept and these keys vary.
    fn of(
        name: &str,
        template: Template,
        design: Design,
        tables: &[KeptTable],
        varied: &[Key],
    ) -> Self {
        let (keep, always) = template.kept(tables, varied);
        let (name, title, warnings) = (name.into(), None, Vec::new());
        Self { name, title, template, design, keep, always, warnings }
    }

    /// One-line title, if the file has one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Probable mistakes in the sweep file itself.
    pub fn warnings(&self) -> &[ScenarioWarning] {
        &self.warnings
    }

    /// Number of runs.
    pub fn runs(&self) -> u64 {
        self.design.runs()
    }

    /// Names of the tables that are kept of every run, `flows` first.
    pub fn kept(&self) -> &[String] {
        &self.keep
    }

    /// The values that replace the scenario's in a run, by key, as JSON.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn values(&self, run: u64) -> Vec<(String, Json)> {
        let changes = self.design.changes(run).into_iter();
        changes.map(|(key, value)| (key.to_string(), value.json())).collect()
    }

    /// The values that replace the scenario's in each run, as a JSON list of tables by key.
    pub fn design(&self) -> Json {
        let table = |run| Json::Object(self.values(run).into_iter().collect());
        (0..self.runs()).map(table).collect()
    }

    /// The scenario of a run, and its probable mistakes.
    ///
    /// # Errors
    /// If it cannot be run; messages name the run and the values that replace the scenario's.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn scenario(&self, run: u64) -> Result<Parsed, ScenarioErrors> {
        let changes = self.design.changes(run);
        let all = [&changes[..], &self.always].concat();
        let parsed = self.template.with(&all).and_then(|parsed| self.runnable(parsed));
        parsed.map_err(|mut errors| {
            for problem in &mut errors.problems {
                self.tell_run(problem, run, &changes);
            }
            errors
        })
    }

    fn runnable(&self, parsed: Parsed) -> Result<Parsed, ScenarioErrors> {
        if parsed.scenario.sends() {
            return Ok(parsed);
        }
        let mut problems = Problems::new("");
        problems
            .add(&SourceSpan::default(), "the scenario has no flows, so there is nothing to run")
            .expected("[[flows]]");
        Err(problems.into_errors(self.template.name()))
    }

    /// Adds the run, and the values that replace the scenario's, to a problem.
    fn tell_run(&self, problem: &mut Problem, run: u64, changes: &[Replacement]) {
        let told = changes.iter().map(|(key, value)| format!("{key} = {}", value.json()));
        let told = short_to(&told.collect::<Vec<_>>().join(", "), 200);
        let has = if told.is_empty() { told } else { format!(" has {told}") };
        let run = format!("run {run} of {}{has}", self.name);
        problem.help = Some(match problem.help.take() {
            Some(help) => format!("{help}; {run}"),
            None => run,
        });
    }

    /// Properties that equal sweeps have in common, by name, as JSON: comments, blanks and the
    /// order of keys do not matter.
    pub fn identity(&self) -> Json {
        let mut scenario = self.template.document().json();
        scenario.sort_all_objects();
        json!({
            "scenario": scenario,
            "design": self.design.identity(),
            "keep": self.keep,
        })
    }
}

/// The JSON Schema (draft 2020-12) of a sweep file whose scenarios have these choices.
pub fn schema(models: &Models) -> Json {
    whole::<SweepTable>("sweep", "Skyseam sweep", models.catalogue())
}

/// A sweep of runs listed one by one, whose scenario has these choices: `runs` is a JSON list of
/// tables with the values that replace those of the scenario `text`, by key.
///
/// # Errors
/// If the scenario is not TOML, or `runs` is not such a list. [`Sweep::scenario`] checks each run's
/// scenario.
pub fn listed(
    text: &str,
    name: &str,
    files: Files,
    runs: &str,
    keep: &[String],
    models: &Models,
) -> Result<Sweep, ScenarioErrors> {
    let template = Template::read(text, name, files, models)?;
    let series = &template.series();
    let mut problems = Problems::new("");
    let mut refuse = |message: String, expected: &str| {
        problems.add(&SourceSpan::default(), message).expected(expected);
    };
    let told: Json = serde_json::from_str(runs).unwrap_or(Json::Null);
    let mut listed = Vec::new();
    let Json::Array(told) = told else {
        refuse("the runs are not a list".into(), "a list of tables");
        return Err(problems.into_errors("runs"));
    };
    for (number, run) in told.iter().enumerate() {
        let Json::Object(values) = run else {
            refuse(format!("run {number} is not a table"), "a table of values by key");
            continue;
        };
        let mut changes: Vec<Replacement> = Vec::new();
        for (written, told) in values {
            match (Key::parse(written), Value::of_json(told)) {
                (None, _) => {
                    let message = format!("run {number} has \"{}\", no key", short(written));
                    refuse(message, key::EXPECTED);
                }
                (Some(key), None) => {
                    refuse(format!("run {number} has no value of \"{key}\""), "a value, not null");
                }
                (Some(key), Some(value)) => {
                    let set = changes.iter().map(|(set, _)| set);
                    if let Some(twin) = template.overlapping(&key, set) {
                        let message = format!("run {number} has both \"{twin}\" and \"{key}\"");
                        refuse(message, "one of the two: they address the same value");
                    }
                    changes.push((key, value));
                }
            }
        }
        listed.push(changes);
    }
    let known = keep.iter().filter_map(|name| KeptTable::of(name, series));
    let tables: Vec<KeptTable> = known.collect();
    if let Some(unknown) = keep.iter().find(|name| KeptTable::of(name, series).is_none()) {
        let message =
            format!("\"{}\" is not a table of a run, so it cannot be kept", short(unknown));
        refuse(message, &KeptTable::expected(series));
    }
    let mut varied: Vec<Key> = Vec::new();
    for (key, _) in listed.iter().flatten() {
        if !varied.contains(key) {
            varied.push(key.clone());
        }
    }
    if let Some((_, name, width)) = template.lacks_bins(&tables, &varied) {
        let message = format!("the width of the bins of `{name}` is missing");
        refuse(message, &format!("{width} in the scenario or in the runs"));
    }
    if !problems.is_empty() {
        return Err(problems.into_errors("runs"));
    }
    Ok(Sweep::of("the list", template, Design::Listed(listed), &tables, &varied))
}
