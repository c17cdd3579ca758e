//! Many runs of one scenario, each with some of its values replaced: the sweep file, and the design
//! that it or a caller describes.
//!
//! [`read`] turns the text of a sweep file into a [`Sweep`], [`listed`] a list of runs that somebody
//! else made up. Owns which values each run has; a run's scenario goes through the reader that every
//! scenario goes through, so that its checks and messages are the same. Runs nothing.
//!
//! Read `tables` first: it is the format.

mod json;
mod key;
mod template;

use serde_json::{Value as Json, json};

use crate::error::{Problem, Problems, ScenarioErrors};
use crate::files::Files;
use crate::{Parsed, Scenario};
pub use key::Key;
use template::{Change, Template};

/// A scenario, and what each of many runs has in its place.
#[derive(Clone, Debug)]
pub struct Sweep {
    name: String,
    template: Template,
    design: Design,
    keep: Vec<String>,
}

/// Which values each run has.
#[derive(Clone, Debug)]
enum Design {
    /// Told one by one.
    Listed(Vec<Vec<Change>>),
}

impl Sweep {
    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of runs.
    pub fn runs(&self) -> u64 {
        match &self.design {
            Design::Listed(runs) => runs.len() as u64,
        }
    }

    /// Names of the tables that are kept of every run, `flows` first.
    pub fn kept(&self) -> &[String] {
        &self.keep
    }

    fn changes(&self, run: u64) -> Vec<Change> {
        match &self.design {
            Design::Listed(runs) => runs[run as usize].clone(),
        }
    }

    /// What a run has in place of the scenario's values, by key, as JSON.
    ///
    /// # Panics
    /// When there is no such run.
    pub fn values(&self, run: u64) -> Vec<(String, Json)> {
        let changes = self.changes(run).into_iter();
        changes.map(|(key, value)| (key.to_string(), json::json(&value))).collect()
    }

    /// What all runs have in place of the scenario's values, as a JSON list of tables by key.
    pub fn design(&self) -> Json {
        let table = |run| Json::Object(self.values(run).into_iter().collect());
        (0..self.runs()).map(table).collect()
    }

    /// The scenario of a run, and what is probably a mistake in it.
    ///
    /// # Errors
    /// When it cannot be run; messages name the run and what it has in place of the scenario's
    /// values.
    ///
    /// # Panics
    /// When there is no such run.
    pub fn scenario(&self, run: u64) -> Result<Parsed, ScenarioErrors> {
        let changes = self.changes(run);
        let parsed = self.template.with(&changes, &format!("run {run} of {}", self.name));
        let parsed = parsed.and_then(|parsed| self.runnable(parsed, run));
        parsed.map_err(|mut errors| {
            for problem in &mut errors.problems {
                tell_values(problem, &changes);
            }
            errors
        })
    }

    fn runnable(&self, parsed: Parsed, run: u64) -> Result<Parsed, ScenarioErrors> {
        let Scenario { flows, .. } = &parsed.scenario;
        if !flows.is_empty() {
            return Ok(parsed);
        }
        let mut problems = Problems::new("");
        problems
            .add(&Default::default(), "the scenario has no flows, so there is nothing to run")
            .expected("[[flows]]");
        Err(problems.into_errors(&format!("run {run} of {}", self.name)))
    }

    /// The scenario without any change and what else two sweeps must share to be the same, as JSON:
    /// comments, blanks and the order of keys do not matter.
    pub fn identity(&self) -> Json {
        json!({
            "scenario": sorted(json::json(&self.template.document().value)),
            "design": match &self.design {
                Design::Listed(runs) => runs
                    .iter()
                    .map(|run| {
                        let pairs = run.iter();
                        pairs.map(|(key, value)| json!([key.to_string(), json::json(value)]))
                            .collect::<Json>()
                    })
                    .collect::<Json>(),
            },
            "keep": self.keep,
        })
    }
}

/// The same with keys in alphabetical order.
fn sorted(json: Json) -> Json {
    match json {
        Json::Object(entries) => {
            let mut entries: Vec<_> = entries.into_iter().collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Json::Object(entries.into_iter().map(|(key, value)| (key, sorted(value))).collect())
        }
        Json::Array(items) => items.into_iter().map(sorted).collect(),
        plain => plain,
    }
}

/// Says what the run has in place of the scenario's values, where nothing better is said.
fn tell_values(problem: &mut Problem, changes: &[Change]) {
    let told = changes.iter().map(|(key, value)| format!("{key} = {}", json::json(value)));
    let told = crate::error::short_to(&told.collect::<Vec<_>>().join(", "), 200);
    let here = if told.is_empty() { String::new() } else { format!("this run has {told}") };
    problem.help = match problem.help.take() {
        Some(help) if here.is_empty() => Some(help),
        Some(help) => Some(format!("{help}; {here}")),
        None => Some(here).filter(|here| !here.is_empty()),
    };
}

/// A sweep of runs told one by one: `runs` is a JSON list of tables that say by key what a run has
/// in place of the values of the scenario `text`.
///
/// # Errors
/// When the scenario is no TOML, or `runs` is no such list. Each run's scenario is checked by
/// [`Sweep::scenario`].
pub fn listed(
    text: &str,
    name: &str,
    files: Files,
    runs: &str,
    keep: &[String],
) -> Result<Sweep, ScenarioErrors> {
    let template = Template::read(text, name, files)?;
    let mut problems = Problems::new("");
    let mut refuse = |message: String, expected: &str| {
        problems.add(&Default::default(), message).expected(expected);
    };
    let told: Json = serde_json::from_str(runs).unwrap_or(Json::Null);
    let mut listed = Vec::new();
    let Json::Array(told) = told else {
        refuse("the runs are no list".into(), "a list of tables");
        return Err(problems.into_errors("runs"));
    };
    for (number, run) in told.iter().enumerate() {
        let Json::Object(values) = run else {
            refuse(format!("run {number} is no table"), "a table of values by key");
            continue;
        };
        let mut changes: Vec<Change> = Vec::new();
        for (written, told) in values {
            match (Key::parse(written), json::value(told)) {
                (None, _) => {
                    let what = crate::error::short(written);
                    refuse(format!("run {number} has \"{what}\", no key"), key::EXPECTED);
                }
                (Some(key), None) => {
                    refuse(format!("run {number} has no value of \"{key}\""), "a value, not null");
                }
                (Some(key), Some(value)) => {
                    let twin = changes.iter().find(|(set, _)| set.meets(&key, template.document()));
                    if let Some((twin, _)) = twin {
                        let message = format!("run {number} has both \"{twin}\" and \"{key}\"");
                        refuse(message, "one of the two: they address the same value");
                    }
                    changes.push((key, value));
                }
            }
        }
        listed.push(changes);
    }
    if !problems.is_empty() {
        return Err(problems.into_errors("runs"));
    }
    let keep = keep.to_vec();
    Ok(Sweep { name: "the list".into(), template, design: Design::Listed(listed), keep })
}
