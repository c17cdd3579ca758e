//! Columns in the form passed to Python: (name, kind, rows, buffers, unit, meaning), buffers in
//! native byte order.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use skyseam_trace::{Table, Values};

/// Converts a table into a list of columns.
pub(crate) fn of_table<'py>(py: Python<'py>, table: &Table) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for column in &table.columns {
        let rows = column.values.len();
        let (kind, buffers) = buffers(py, &column.values)?;
        let spec = &column.spec;
        let entry =
            (spec.name, kind, rows, buffers, spec.unit, spec.meaning()).into_pyobject(py)?;
        list.append(entry)?;
    }
    Ok(list)
}

/// Converts tables into a dict by name.
pub(crate) fn of_tables<'py>(
    py: Python<'py>,
    tables: &[(&'static str, Table)],
) -> PyResult<Bound<'py, PyDict>> {
    let by_name = PyDict::new(py);
    for (name, table) in tables {
        by_name.set_item(name, of_table(py, table)?)?;
    }
    Ok(by_name)
}

fn buffers<'py>(py: Python<'py>, values: &Values) -> PyResult<(&'static str, Bound<'py, PyTuple>)> {
    Ok(match values {
        Values::F64(v) => ("f64", (bytes(py, v, |x| x.to_ne_bytes())?,).into_pyobject(py)?),
        Values::U64(v) => ("u64", (bytes(py, v, |x| x.to_ne_bytes())?,).into_pyobject(py)?),
        Values::OptionalU64(v) => {
            let present = bytes(py, v, |x| [u8::from(x.is_some())])?;
            let numbers = bytes(py, v, |x| x.unwrap_or(0).to_ne_bytes())?;
            ("optional_u64", (present, numbers).into_pyobject(py)?)
        }
        Values::Bool(v) => ("bool", (bytes(py, v, |x| [u8::from(x)])?,).into_pyobject(py)?),
        Values::OptionalBool(v) => {
            let present = bytes(py, v, |x| [u8::from(x.is_some())])?;
            let values = bytes(py, v, |x| [u8::from(x.unwrap_or(false))])?;
            ("optional_bool", (present, values).into_pyobject(py)?)
        }
        Values::Names { indices, names } => {
            ("names", (bytes(py, indices, |x| x.to_ne_bytes())?, names).into_pyobject(py)?)
        }
        Values::NameLists { offsets, indices, names } => {
            let offsets = bytes(py, offsets, |x| x.to_ne_bytes())?;
            let indices = bytes(py, indices, |x| x.to_ne_bytes())?;
            ("name_lists", (offsets, indices, names).into_pyobject(py)?)
        }
    })
}

/// Writes values directly into a Python bytes object.
fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    values: &[T],
    encode: impl Fn(T) -> [u8; N],
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, values.len() * N, |buffer| {
        for (place, &value) in buffer.chunks_exact_mut(N).zip(values) {
            place.copy_from_slice(&encode(value));
        }
        Ok(())
    })
}
