//! Columns as read-only arrays of NumPy.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Converts bytes to an array of this type of NumPy.
fn array(py: Python<'_>, bytes: &[u8], kind: &str) -> PyResult<Py<PyAny>> {
    let given = (PyBytes::new(py, bytes), kind);
    Ok(py.import("numpy")?.call_method1("frombuffer", given)?.unbind())
}

/// Converts integers.
pub(super) fn whole(py: Python<'_>, column: &[i64]) -> PyResult<Py<PyAny>> {
    let bytes: Vec<u8> = column.iter().flat_map(|one| one.to_le_bytes()).collect();
    array(py, &bytes, "<i8")
}

/// Converts numbers.
pub(super) fn real(py: Python<'_>, column: &[f64]) -> PyResult<Py<PyAny>> {
    let bytes: Vec<u8> = column.iter().flat_map(|one| one.to_le_bytes()).collect();
    array(py, &bytes, "<f8")
}

/// Converts booleans.
pub(super) fn flags(py: Python<'_>, column: &[bool]) -> PyResult<Py<PyAny>> {
    let bytes: Vec<u8> = column.iter().map(|one| u8::from(*one)).collect();
    array(py, &bytes, "?")
}
