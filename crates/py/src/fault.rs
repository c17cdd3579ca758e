//! Bugs of the core: a panic reaches Python as one exception, without output on stderr.
//!
//! Only the process's panic hook learns the location of a panic, and only the code that catches it
//! learns its message: [`install`] stores the location, [`guarded`] combines both into
//! `skyseam.CoreFault`. Without it PyO3 would raise a `PanicException`, which callers do not
//! expect, after the standard library has written to stderr.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

/// Panics not yet reported: message and location. Process-wide, as the hook is.
static NOTES: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// Maximum number of stored panics: each task reports only one.
const MAX_NOTES: usize = 64;

/// The message of a panic; panics of this code always have text.
fn text_of(fault: &(dyn Any + Send)) -> &str {
    match fault.downcast_ref::<String>() {
        Some(text) => text,
        None => fault.downcast_ref::<&str>().copied().unwrap_or("a panic without words"),
    }
}

/// A source file's path relative to its crate, without the directory of the build.
fn place_of(file: &str, line: u32) -> String {
    let from = ["/registry/src/", "/rustc/"].iter().find_map(|before| {
        let rest = file.split_once(before)?.1;
        Some(rest.split_once('/')?.1)
    });
    format!("{}:{line}", from.unwrap_or(file))
}

/// Installs a hook that stores panics instead of writing them to stderr.
pub(crate) fn install() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, |at| place_of(at.file(), at.line()));
        let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.len() == MAX_NOTES {
            notes.remove(0);
        }
        notes.push((text_of(info.payload()).to_owned(), place));
    }));
}

/// The Python exception that reports a panic.
fn core_fault(py: Python<'_>, fault: &(dyn Any + Send)) -> PyErr {
    let text = text_of(fault);
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    // Code that passed the panic on may have put the run's number before its message.
    let known = notes.iter().rposition(|(message, _)| text.ends_with(message.as_str()));
    let place = known.map(|index| notes.remove(index).1);
    drop(notes);
    let class = py.import("skyseam._errors").and_then(|module| module.getattr("CoreFault"));
    match class.and_then(|class| class.call1((text, place))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// Runs `work` for Python.
///
/// # Errors
/// `skyseam.CoreFault` if it panics, otherwise the errors of `work`.
pub(crate) fn guarded<T>(py: Python<'_>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|fault| Err(core_fault(py, &*fault)))
}
