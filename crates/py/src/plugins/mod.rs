//! Plug-ins: models that Python classes implement.
//!
//! `skyseam.plugins` reads a class and hands a declaration over: name, keys, and a function that
//! makes an instance. Here declarations become members of the core's families, and a file for each
//! family calls the instances as the core calls its own models. Those files know
//! [`plugin`] alone, not each other.

mod application;
mod arrays;
mod congestion;
mod handover;
mod plugin;
mod queue;
mod routing;
mod scheduler;
mod series;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};
use serde_json::Value as Json;
use skyseam_app::ApplicationKind;
use skyseam_constellation::handover::HandoverPolicy;
use skyseam_constellation::routing::RoutingRule;
use skyseam_host::controllers::OverQuic;
use skyseam_net::queue::Discipline;
use skyseam_net::scheduler::SchedulingPolicy;
use skyseam_params::dynamic::{DescribedKey, Description, KeyShape, Make, Referred};
use skyseam_params::{Family, Member};
use skyseam_quic::QuicAlgorithm;
use skyseam_scenario::{Models, SeriesKind};
use skyseam_tcp::congestion::algorithm::TcpAlgorithm;
use skyseam_trace::{ColumnKind, ColumnSpec, TableSpec};

use self::plugin::{ChosenClass, Plugin};

pub(crate) use application::{Datagram, Io, Socket, Stream};
pub(crate) use congestion::{Ack, Loss, Setup, Timeout};
pub(crate) use handover::Slot;
pub(crate) use plugin::{Faults, Words};
pub(crate) use queue::{Arrival, QueueLink};
pub(crate) use routing::{Hop, Network};
pub(crate) use scheduler::Backlog;

/// Whether a scenario's text may name a class of Python.
pub(crate) fn may_name_some(text: &str) -> bool {
    text.contains(BY_REFERENCE)
}

/// Value of `kind` by which a scenario chooses a class that it names itself.
const BY_REFERENCE: &str = "python";

/// Families that take plug-ins.
const FAMILIES: [&str; 7] =
    ["congestion", "handover", "routing", "queue", "scheduler", "application", "series"];

/// The plug-ins that a call of the core was given.
#[derive(Debug, Default)]
pub(crate) struct Plugins {
    declared: Vec<(Arc<Plugin>, Arc<Description>)>,
    faults: Arc<Faults>,
}

impl Plugins {
    /// Converts a sequence of declarations.
    ///
    /// # Errors
    /// If one cannot be converted.
    pub(crate) fn of(declarations: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (mut declared, faults) = (Vec::new(), Arc::new(Faults::default()));
        for declaration in declarations.try_iter()? {
            declared.push(read(&declaration?, &faults)?);
        }
        Ok(Self { declared, faults })
    }

    /// Converts a sequence of declarations like [`Plugins::of`]; none without it.
    ///
    /// # Errors
    /// As [`Plugins::of`].
    pub(crate) fn of_some(declarations: Option<Bound<'_, PyAny>>) -> PyResult<Self> {
        declarations.map_or_else(|| Ok(Self::default()), |all| Self::of(&all))
    }

    /// Whether the scenario that was read has chosen one.
    pub(crate) fn are_chosen(&self) -> bool {
        self.declared.iter().any(|(plugin, _)| plugin.is_chosen.load(Ordering::Relaxed))
    }

    /// Failures of these plug-ins.
    pub(crate) fn faults(&self) -> &Arc<Faults> {
        &self.faults
    }

    /// Notes the chosen plug-ins in the manifest of a run, and the reason of its end if one of them
    /// was interrupted or has failed.
    pub(crate) fn note_in(
        &self,
        py: Python<'_>,
        manifest: &mut Json,
        ended: Option<&str>,
    ) -> PyResult<()> {
        let mut all = Vec::new();
        for (plugin, _) in &self.declared {
            if plugin.is_chosen.load(Ordering::Relaxed) {
                let of = |key: &str| plugin.declaration.getattr(py, key)?.extract::<String>(py);
                all.push(serde_json::json!({
                    "name": plugin.name,
                    "family": plugin.family,
                    "reference": of("reference")?,
                    "digest": of("digest")?,
                    "where": of("where")?,
                }));
            }
        }
        if !all.is_empty() {
            manifest["plugins"] = all.into();
        }
        if let Some(reason) = ended {
            manifest["complete"] = false.into();
            manifest["end_reason"] = reason.into();
        }
        Ok(())
    }

    /// The models of scenarios, with the plug-ins. With `names_some` a scenario can also name
    /// classes of its own, which are among the plug-ins if they could be loaded.
    ///
    /// # Errors
    /// If one has the name of another model, or is of a family that takes none.
    pub(crate) fn models(&self, names_some: bool) -> PyResult<Models> {
        let models = skyseam_sim::models();
        for (plugin, _) in &self.declared {
            if !FAMILIES.contains(&plugin.family.as_str()) {
                return Err(PyValueError::new_err(format!(
                    "\"{}\" is a plug-in of the family \"{}\", which cannot be written in Python \
                     yet; those that can: {}",
                    plugin.name,
                    plugin.family,
                    FAMILIES.join(", ")
                )));
            }
        }
        if !names_some && self.declared.is_empty() {
            return Ok(models);
        }
        self.check_tables()?;
        let (some, words) = (names_some, "a class derived from skyseam.plugins.Controller");
        let models =
            self.add::<dyn TcpAlgorithm>(models, some, ("congestion", words), |own| Arc::new(own))?;
        let models = self.add::<dyn QuicAlgorithm>(models, some, ("congestion", words), |own| {
            Arc::new(OverQuic(Arc::new(own)))
        })?;
        let words = ("handover", "a class derived from skyseam.plugins.HandoverPolicy");
        let models = self.add::<dyn HandoverPolicy>(models, some, words, |own| Arc::new(own))?;
        let words = ("routing", "a class derived from skyseam.plugins.RoutingRule");
        let models = self.add::<dyn RoutingRule>(models, some, words, |own| Arc::new(own))?;
        let words = ("queue", "a class derived from skyseam.plugins.Queue");
        let models = self.add::<dyn Discipline>(models, some, words, |own| Arc::new(own))?;
        let words = ("scheduler", "a class derived from skyseam.plugins.Scheduler");
        let models = self.add::<dyn SchedulingPolicy>(models, some, words, |own| Arc::new(own))?;
        let words = ("application", "a class derived from skyseam.plugins.Application");
        let models = self.add::<dyn ApplicationKind>(models, some, words, |own| Arc::new(own))?;
        let words = ("series", "a class derived from skyseam.plugins.Series");
        self.add::<dyn SeriesKind>(models, some, words, |own| Arc::new(own))
    }

    /// Refuses two tables of one name: of series, or of a series and a run.
    fn check_tables(&self) -> PyResult<()> {
        let built_in = skyseam_sim::series::built_in();
        let mut known: Vec<&str> = built_in.tables().map(|table| table.name).collect();
        for (plugin, _) in self.of_family("series") {
            if known.contains(&plugin.table.name) {
                return Err(PyValueError::new_err(format!(
                    "there is a table \"{}\" already; give the class in {} another name",
                    plugin.table.name,
                    plugin.place()?,
                )));
            }
            known.push(plugin.table.name);
        }
        Ok(())
    }

    /// Plug-ins of a family, by name and by reference.
    fn of_family(&self, family: &str) -> impl Iterator<Item = &(Arc<Plugin>, Arc<Description>)> {
        self.declared.iter().filter(move |(plugin, _)| plugin.family == family)
    }

    /// Adds the plug-ins of a family to models, and with `names_some` the member whose keys refer
    /// to one; `make` converts one with the values of its keys to a model.
    fn add<F: Family + ?Sized>(
        &self,
        mut models: Models,
        names_some: bool,
        (family, expected): (&str, &'static str),
        make: fn(ChosenClass) -> Arc<F>,
    ) -> PyResult<Models> {
        let of = |plugin: &Arc<Plugin>| -> Make<F> {
            let plugin = plugin.clone();
            Arc::new(move |own| {
                plugin.is_chosen.store(true, Ordering::Relaxed);
                make(ChosenClass { plugin: plugin.clone(), own })
            })
        };
        let mut referred = Vec::new();
        for (plugin, description) in self.of_family(family) {
            if !plugin.reference.is_empty() {
                referred.push((description.clone(), of(plugin)));
                continue;
            }
            if models.has::<F>(description.name) {
                return Err(PyValueError::new_err(format!(
                    "there is {} \"{}\" already; give the class in {} another name",
                    F::WHAT,
                    description.name,
                    plugin.place()?,
                )));
            }
            models = models.with(Member::described(description.clone(), of(plugin)));
        }
        if !names_some {
            return Ok(models);
        }
        Ok(models.with(Member::referred(Referred {
            name: BY_REFERENCE,
            doc: &["A class of Python, which declares further keys."],
            source: "skyseam.plugins",
            by: [
                ("class", &["Module and class, `my_module:Mine`; with `file` the class alone."]),
                ("file", &["File with the class, relative to the scenario."]),
            ],
            expected,
            models: referred,
        })))
    }
}

/// Converts a declaration.
fn read(
    declaration: &Bound<'_, PyAny>,
    faults: &Arc<Faults>,
) -> PyResult<(Arc<Plugin>, Arc<Description>)> {
    let text = |key: &str| declaration.getattr(key)?.extract::<String>();
    let chosen = |key: &str| declaration.getattr(key)?.extract::<Option<String>>();
    let mut reference = Vec::new();
    for (key, value) in [("file", chosen("chosen_file")?), ("class", chosen("chosen_class")?)] {
        reference.extend(value.filter(|value| !value.is_empty()).map(|one| (key, interned(&one))));
    }
    let name = interned(&text("name")?);
    let mut keys = Vec::new();
    for key in declaration.getattr("keys")?.try_iter()? {
        keys.push(read_key(&key?)?);
    }
    let doc: Vec<String> = declaration.getattr("doc")?.extract()?;
    let description = Description {
        name: if reference.is_empty() { name } else { BY_REFERENCE },
        source: interned(&text("source")?),
        doc: interned_doc(&doc.join(" ")),
        reference: reference.clone(),
        keys,
    };
    let plugin = Plugin {
        declaration: declaration.clone().unbind(),
        make: declaration.getattr("make")?.unbind(),
        family: text("family")?,
        name,
        reference,
        table: table_of(declaration, name, &doc.join(" "))?,
        faults: faults.clone(),
        is_chosen: AtomicBool::new(false),
    };
    Ok((Arc::new(plugin), Arc::new(description)))
}

/// The table that a declaration of a series has.
fn table_of(declaration: &Bound<'_, PyAny>, name: &'static str, doc: &str) -> PyResult<TableSpec> {
    let mut columns = Vec::new();
    for column in declaration.getattr("columns")?.try_iter()? {
        let (column, unit, doc, is_whole): (String, String, String, bool) = column?.extract()?;
        columns.push(ColumnSpec {
            name: interned(&column),
            kind: if is_whole { ColumnKind::Count } else { ColumnKind::Number },
            unit: interned(&unit),
            doc: interned(&doc),
        });
    }
    let (name, doc) = (interned(&name.replace('-', "_")), interned(doc));
    Ok(TableSpec { name, doc, columns: interned_columns(columns) })
}

/// Columns that last as long as the process, like [`interned_doc`].
fn interned_columns(columns: Vec<ColumnSpec>) -> &'static [ColumnSpec] {
    let mut known = COLUMNS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(same) = known.iter().find(|own| **own == columns) {
        return same;
    }
    let columns: &'static [ColumnSpec] = Box::leak(columns.into_boxed_slice());
    known.push(columns);
    columns
}

/// Columns of the tables of all series so far.
static COLUMNS: Mutex<Vec<&'static [ColumnSpec]>> = Mutex::new(Vec::new());

fn read_key(key: &Bound<'_, PyAny>) -> PyResult<DescribedKey> {
    let name: String = key.getattr("name")?.extract()?;
    let shape: String = key.getattr("shape")?.extract()?;
    let shape = match shape.as_str() {
        "duration" => KeyShape::Duration,
        "rate" => KeyShape::Rate,
        "size" => KeyShape::Size,
        "number" => KeyShape::Number,
        "integer" => KeyShape::Integer,
        "boolean" => KeyShape::Flag,
        "text" => KeyShape::Text,
        "choice" => {
            let words: Vec<String> = key.getattr("choices")?.extract()?;
            KeyShape::Choice(words.iter().map(|word| interned(word)).collect())
        }
        other => return Err(PyValueError::new_err(format!("`{name}` has the shape {other}"))),
    };
    let limits = [key.getattr("minimum")?.extract()?, key.getattr("maximum")?.extract()?];
    let doc: String = key.getattr("doc")?.extract()?;
    let mut read = DescribedKey {
        name: interned(&name),
        doc: interned_doc(&doc),
        shape,
        limits,
        default: None,
    };
    let default = key.getattr("default")?;
    if !default.is_none() {
        let value = read.value(&json_of(&default)?);
        read.default = Some(value.map_err(PyValueError::new_err)?);
    }
    Ok(read)
}

/// A value of Python as JSON: text, a number or a boolean.
fn json_of(value: &Bound<'_, PyAny>) -> PyResult<Json> {
    if value.is_instance_of::<PyBool>() {
        return Ok(Json::from(value.extract::<bool>()?));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(Json::from(value.extract::<i64>()?));
    }
    if value.is_instance_of::<PyFloat>() {
        return Ok(Json::from(value.extract::<f64>()?));
    }
    if value.is_instance_of::<PyString>() {
        return Ok(Json::from(value.extract::<String>()?));
    }
    Err(PyValueError::new_err(format!("{value} is neither text nor a number")))
}

/// Texts that last as long as the process: names and documentation of keys are the same in each of
/// thousands of runs, and the core's tables of models refer to them without copies.
static TEXTS: Mutex<BTreeMap<String, &'static [&'static str]>> = Mutex::new(BTreeMap::new());

/// The text as the only line of a documentation.
fn interned_doc(text: &str) -> &'static [&'static str] {
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text) {
        return known;
    }
    let line: &'static str = Box::leak(text.to_owned().into_boxed_str());
    let lines: &'static [&'static str] = Box::leak(Box::new([line]));
    texts.insert(text.to_owned(), lines);
    lines
}

fn interned(text: &str) -> &'static str {
    interned_doc(text)[0]
}
