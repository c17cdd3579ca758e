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
use skyseam_base::{SimTime, StreamId};
use skyseam_params::Parameters;
use skyseam_params::dynamic::{Described, KeyValue};

/// The first failure of the plug-ins of one call of the core.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    failed: AtomicBool,
    first: Mutex<Option<PyErr>>,
}

impl Faults {
    /// Whether a plug-in has failed.
    pub(crate) fn is_any(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    fn note(&self, error: PyErr) {
        self.failed.store(true, Ordering::Relaxed);
        self.first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Takes the failure if it is a keyboard interrupt that came while a plug-in was called.
    pub(crate) fn take_interrupt(&self, py: Python<'_>) -> Option<PyErr> {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.take_if(|error| error.is_instance_of::<PyKeyboardInterrupt>(py))
    }

    /// Raises the failure at the first call after it. It still counts, so that no plug-in is called
    /// again.
    ///
    /// # Errors
    /// The failure.
    pub(crate) fn raise_once(&self) -> PyResult<()> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.map_or(Ok(()), Err)
    }

    /// Takes the failure, if there is one; to be called after the work, when no instance of a
    /// plug-in is left.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.failed.store(false, Ordering::Relaxed);
        self.first.lock().unwrap_or_else(PoisonError::into_inner).take()
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
    /// Records that a call of `method` at `now`, for `owner`, has raised an exception.
    pub(super) fn raised(
        &self,
        py: Python<'_>,
        method: &str,
        error: PyErr,
        now: SimTime,
        owner: &str,
    ) {
        if error.is_instance_of::<PyKeyboardInterrupt>(py) {
            self.faults.note(error);
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
        owner: &str,
    ) {
        let py = answer.py();
        self.fault(py, (method, py.None(), answer.unbind(), expected), now, owner);
    }

    fn fault(
        &self,
        py: Python<'_>,
        (method, raised, answer, expected): (&str, Py<PyAny>, Py<PyAny>, &str),
        now: SimTime,
        owner: &str,
    ) {
        let made = py.import("skyseam.plugins._faults").and_then(|module| {
            let (declaration, at_s) = (self.declaration.bind(py), seconds(now));
            let given = (declaration, method, raised, answer, expected, at_s, owner);
            module.getattr("fault")?.call1(given)
        });
        self.faults.note(made.map_or_else(|failure| failure, PyErr::from_value));
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
            match value {
                KeyValue::Duration(own) => given.set_item(key.name, own.as_secs_f64())?,
                KeyValue::Rate(own) => given.set_item(key.name, own.as_bps())?,
                KeyValue::Size(own) => given.set_item(key.name, own)?,
                KeyValue::Number(own) => given.set_item(key.name, own)?,
                KeyValue::Integer(own) => given.set_item(key.name, own)?,
                KeyValue::Flag(own) => given.set_item(key.name, own)?,
                KeyValue::Text(own) => given.set_item(key.name, own)?,
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
