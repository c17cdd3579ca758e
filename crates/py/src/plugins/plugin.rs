//! A class that Python has declared, the calls of its instances, and their failures.
//!
//! A plug-in that fails is called no more: the first failure is kept in [`Faults`], and ends the
//! work.

use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value as Json};
use skyseam_base::{FlowId, SimTime, StreamId};
use skyseam_params::Parameters;
use skyseam_params::dynamic::Described;
use skyseam_trace::TableSpec;

/// The first failure of the plug-ins of one call of the core.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    failed: AtomicBool,
    interrupted: AtomicBool,
    first: Mutex<Option<Failure>>,
}

/// A failure of a plug-in.
#[derive(Debug)]
enum Failure {
    /// A keyboard interrupt during a call, or an exception that needs no place.
    Raised(PyErr),
    Call(Box<FailedCall>),
}

impl Failure {
    fn error(self, py: Python<'_>, words: &Words<'_>) -> PyErr {
        match self {
            Self::Raised(error) => error,
            Self::Call(call) => call.error(py, words),
        }
    }
}

/// A call of a method that raised an exception, or returned something else than it must.
#[derive(Debug)]
struct FailedCall {
    declaration: Py<PyAny>,
    method: String,
    raised: Py<PyAny>,
    answer: Py<PyAny>,
    expected: String,
    at: SimTime,
    owner: Owner,
}

impl FailedCall {
    /// The `PluginError`.
    fn error(self, py: Python<'_>, words: &Words<'_>) -> PyErr {
        let owner = match self.owner {
            Owner::Nobody => String::new(),
            Owner::Flow(flow) => (words.flow)(flow),
            Owner::Link(name) => format!("link \"{name}\""),
        };
        let parts = [owner.as_str(), words.run].into_iter().filter(|part| !part.is_empty());
        let owner = parts.collect::<Vec<_>>().join(", ");
        let Self { declaration, method, raised, answer, expected, at, .. } = self;
        let given = (declaration, method, raised, answer, expected, seconds(at), owner);
        let made = py.import("skyseam.plugins._faults");
        let made = made.and_then(|module| module.getattr("fault")?.call1(given));
        made.map_or_else(|failure| failure, PyErr::from_value)
    }
}

/// Words for what a plug-in was called for, in messages.
pub(crate) struct Words<'a> {
    /// A flow by its number.
    pub(crate) flow: &'a dyn Fn(FlowId) -> String,
    /// The run, if there are several.
    pub(crate) run: &'a str,
}

impl Words<'_> {
    /// Words of a study without flows.
    pub(crate) const OF_STUDY: Self = Self { flow: &|_| String::new(), run: "" };
}

/// Object for which a plug-in is called.
#[derive(Clone, Debug)]
pub(super) enum Owner {
    /// All of a scenario.
    Nobody,
    Flow(FlowId),
    /// The link of this name.
    Link(Arc<str>),
}

impl Faults {
    /// Whether a plug-in has failed.
    pub(crate) fn is_any(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Whether a keyboard interrupt came while a plug-in was called.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn note(&self, failure: Failure) {
        self.failed.store(true, Ordering::Relaxed);
        self.first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    }

    /// Takes the failure if it is a keyboard interrupt that came while a plug-in was called.
    pub(crate) fn take_interrupt(&self, py: Python<'_>) -> Option<PyErr> {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        let is_interrupt = |failure: &mut Failure| match failure {
            Failure::Raised(error) => error.is_instance_of::<PyKeyboardInterrupt>(py),
            Failure::Call(_) => false,
        };
        match first.take_if(is_interrupt) {
            Some(Failure::Raised(error)) => Some(error),
            _ => None,
        }
    }

    /// Raises the failure at the first call after it. It still counts, so that no plug-in is called
    /// again.
    ///
    /// # Errors
    /// The failure.
    pub(crate) fn raise_once(&self, words: &Words<'_>) -> PyResult<()> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.map_or(Ok(()), |failure| Err(Python::attach(|py| failure.error(py, words))))
    }

    /// Takes the failure, if there is one; to be called after the work, when no instance of a
    /// plug-in is left.
    pub(crate) fn take(&self, py: Python<'_>, words: &Words<'_>) -> Option<PyErr> {
        self.failed.store(false, Ordering::Relaxed);
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        Some(first.error(py, words))
    }
}

/// A declared class.
pub(crate) struct Plugin {
    pub(super) declaration: Py<PyAny>,
    pub(super) make: Py<PyAny>,
    pub(super) family: String,
    pub(super) name: &'static str,
    /// Keys of a scenario that refer to the class; none if it is chosen by name.
    pub(super) reference: Vec<(&'static str, &'static str)>,
    /// Table of a series; that of another plug-in has no columns.
    pub(super) table: TableSpec,
    pub(super) faults: Arc<Faults>,
    /// Whether the scenario has chosen it.
    pub(super) is_chosen: AtomicBool,
}

impl fmt::Debug for Plugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Plugin").field(&self.name).finish()
    }
}

/// A class with values of its keys: the member of a family that a scenario has chosen.
#[derive(Clone, Debug)]
pub(super) struct ChosenClass {
    pub(super) plugin: Arc<Plugin>,
    pub(super) own: Described,
}

impl Parameters for ChosenClass {
    fn name(&self) -> &'static str {
        self.own.name()
    }

    fn printed(&self) -> Map<String, Json> {
        self.own.printed()
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| self.own == other.own)
    }
}

impl ChosenClass {
    /// An attribute of the class, converted; `usual` if the class has none of this type.
    pub(super) fn attribute<T>(&self, name: &str, usual: T) -> T
    where
        T: for<'a, 'py> FromPyObject<'a, 'py>,
    {
        Python::attach(|py| {
            let class = self.plugin.declaration.getattr(py, "plugin").ok()?;
            class.getattr(py, name).ok()?.extract(py).ok()
        })
        .unwrap_or(usual)
    }
}

/// Expected answer of a method whose answer is not used.
pub(super) const NOTHING: &str = "nothing";

impl Plugin {
    /// File and line of the class.
    pub(super) fn place(&self) -> PyResult<String> {
        Python::attach(|py| self.declaration.getattr(py, "where")?.extract(py))
    }

    /// Records that a call of `method` at `now`, for `owner`, has raised an exception.
    pub(super) fn raised(
        &self,
        py: Python<'_>,
        method: &str,
        error: PyErr,
        now: SimTime,
        owner: Owner,
    ) {
        if error.is_instance_of::<PyKeyboardInterrupt>(py) {
            self.faults.interrupted.store(true, Ordering::Relaxed);
            self.faults.note(Failure::Raised(error));
            return;
        }
        let raised = error.into_value(py).into_any();
        self.fault(py, (method, raised, py.None(), NOTHING), now, owner);
    }

    /// Records that `method` has returned something else than it must.
    pub(super) fn returned(
        &self,
        answer: Bound<'_, PyAny>,
        (method, expected): (&str, &str),
        now: SimTime,
        owner: Owner,
    ) {
        let py = answer.py();
        self.fault(py, (method, py.None(), answer.unbind(), expected), now, owner);
    }

    fn fault(
        &self,
        py: Python<'_>,
        (method, raised, answer, expected): (&str, Py<PyAny>, Py<PyAny>, &str),
        at: SimTime,
        owner: Owner,
    ) {
        let declaration = self.declaration.clone_ref(py);
        let (method, expected) = (method.to_owned(), expected.to_owned());
        let call = FailedCall { declaration, method, raised, answer, expected, at, owner };
        self.faults.note(Failure::Call(Box::new(call)));
    }

    /// Records a failure that is no call's, by a function of `skyseam.plugins._faults` that makes
    /// the error from the declaration.
    pub(super) fn refused(&self, py: Python<'_>, by: &str) {
        let made = py
            .import("skyseam.plugins._faults")
            .and_then(|module| module.getattr(by)?.call1((self.declaration.bind(py),)));
        self.faults.note(Failure::Raised(made.map_or_else(|failure| failure, PyErr::from_value)));
    }

    /// Makes an instance with random numbers of its own.
    pub(super) fn instance<'py>(
        &self,
        py: Python<'py>,
        values: &Described,
        random: StreamId,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = PyDict::new(py);
        for (key, value) in values.description.keys.iter().zip(&values.values) {
            match &value.plain {
                Json::Bool(own) => given.set_item(key.name, own)?,
                Json::String(own) => given.set_item(key.name, own)?,
                own if own.is_u64() => given.set_item(key.name, own.as_u64())?,
                own if own.is_i64() => given.set_item(key.name, own.as_i64())?,
                own => given.set_item(key.name, own.as_f64())?,
            }
        }
        let made = self.make.bind(py).call1((given,))?;
        let seed = random.stream().next_u64();
        made.setattr("random", py.import("random")?.getattr("Random")?.call1((seed,))?)?;
        Ok(made)
    }
}

/// Time since time zero in s.
pub(super) fn seconds(now: SimTime) -> f64 {
    now.as_nanos() as f64 / 1e9
}
