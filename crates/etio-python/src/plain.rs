//! Rows of answers as plain Python objects.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// A row as a dictionary of its columns.
pub(crate) fn row<'py>(py: Python<'py>, batch: &RecordBatch, row: usize) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    for (field, array) in batch.schema().fields().iter().zip(batch.columns()) {
        fields.set_item(field.name(), value(py, array, row)?)?;
    }
    Ok(fields)
}

fn value<'py>(py: Python<'py>, array: &dyn Array, at: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(at) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(at).into_pyobject(py)?.into_any(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(at).into_pyobject(py)?.into_any(),
        DataType::Utf8View => array.as_string_view().value(at).into_pyobject(py)?.into_any(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(at).into_pyobject(py)?.into_any(),
        DataType::Int8 => array.as_primitive::<Int8Type>().value(at).into_pyobject(py)?.into_any(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(at).into_pyobject(py)?.into_any(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(at).into_pyobject(py)?.into_any(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(at).into_pyobject(py)?.into_any(),
        DataType::Boolean => array.as_boolean().value(at).into_pyobject(py)?.to_owned().into_any(),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            value(py, dictionary.values(), dictionary.normalized_keys()[at])?
        }
        DataType::List(_) => {
            let entries = array.as_list::<i32>().value(at);
            let values = (0..entries.len()).map(|at| value(py, &entries, at));
            PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        DataType::Struct(fields) => {
            let members = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                members.set_item(field.name(), value(py, column, at)?)?;
            }
            members.into_any()
        }
        // Ids may be of any type; what has no plain form is shown as text.
        other => format!("<{other}>").into_pyobject(py)?.into_any(),
    })
}
