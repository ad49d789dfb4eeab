//! Rows of answers as plain Python objects.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
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

const MICROSECONDS_IN_A_DAY: i64 = 86_400_000_000;

/// A `datetime`, in UTC if it is aware of time zones.
fn moment(py: Python<'_>, count: i64, microseconds: i64, is_aware: bool) -> PyResult<Bound<'_, PyAny>> {
    let module = py.import("datetime")?;
    let zone = if is_aware { module.getattr("timezone")?.getattr("utc")? } else { py.None().into_bound(py) };
    let epoch = module.getattr("datetime")?.call1((1970, 1, 1, 0, 0, 0, 0, zone))?;
    let since = module.getattr("timedelta")?.call1((0, 0, count.saturating_mul(microseconds)))?;
    epoch.add(since)
}

fn value<'py>(py: Python<'py>, array: &dyn Array, at: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(at) {
        return Ok(py.None().into_bound(py));
    }
    macro_rules! number {
        ($kind:ty) => {
            array.as_primitive::<$kind>().value(at).into_pyobject(py)?.into_any()
        };
    }
    Ok(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(at).into_pyobject(py)?.into_any(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(at).into_pyobject(py)?.into_any(),
        DataType::Utf8View => array.as_string_view().value(at).into_pyobject(py)?.into_any(),
        DataType::Float32 => number!(Float32Type),
        DataType::Float64 => number!(Float64Type),
        DataType::Int8 => number!(Int8Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Date32 => {
            let days = array.as_primitive::<Date32Type>().value(at);
            moment(py, i64::from(days), MICROSECONDS_IN_A_DAY, false)?.call_method0("date")?
        }
        DataType::Date64 => {
            moment(py, array.as_primitive::<Date64Type>().value(at), 1000, false)?.call_method0("date")?
        }
        DataType::Timestamp(unit, zone) => {
            let is_aware = zone.is_some();
            match unit {
                TimeUnit::Second => {
                    moment(py, array.as_primitive::<TimestampSecondType>().value(at), 1_000_000, is_aware)?
                }
                TimeUnit::Millisecond => {
                    moment(py, array.as_primitive::<TimestampMillisecondType>().value(at), 1000, is_aware)?
                }
                TimeUnit::Microsecond => {
                    moment(py, array.as_primitive::<TimestampMicrosecondType>().value(at), 1, is_aware)?
                }
                TimeUnit::Nanosecond => {
                    let nanoseconds = array.as_primitive::<TimestampNanosecondType>().value(at);
                    moment(py, nanoseconds.div_euclid(1000), 1, is_aware)?
                }
            }
        }
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
        // Ids may be of any type; one that has no plain form is shown by its type.
        other => format!("<{other}>").into_pyobject(py)?.into_any(),
    })
}
