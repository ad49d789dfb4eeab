//! Arrow's C interface in Python capsules: how tables come from and go to any Python library without
//! copying. <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>

use std::ffi::CStr;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::errors;

const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

fn unreadable(py: Python<'_>, error: &ArrowError) -> PyErr {
    errors::invalid(py, &format!("the table cannot be read: {error}"), "bad-table")
}

/// A table of another library, batch by batch.
pub(crate) fn import(table: &Bound<'_, PyAny>) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    let py = table.py();
    if table.hasattr("__arrow_c_stream__")? {
        let capsule = table.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
        let stream = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
        // SAFETY: a capsule of this name holds such a stream; it is moved out, which leaves an empty one.
        let reader = unsafe { ArrowArrayStreamReader::from_raw(stream.as_ptr()) };
        return Ok(Box::new(reader.map_err(|error| unreadable(py, &error))?));
    }
    if table.hasattr("__arrow_c_array__")? {
        let capsules = table.call_method0("__arrow_c_array__")?;
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = capsules.extract()?;
        let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
        let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
        // SAFETY: capsules of these names hold such structures, which describe each other. The array is
        // moved out, which leaves an empty one; the schema is borrowed while its capsule is alive.
        let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
        let batch = RecordBatch::from(StructArray::from(data.map_err(|error| unreadable(py, &error))?));
        let schema = batch.schema();
        return Ok(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
    }
    Err(PyTypeError::new_err("expected a table with __arrow_c_stream__ or __arrow_c_array__"))
}

/// A table for another library.
pub(crate) fn export<'py>(
    py: Python<'py>,
    schema: &SchemaRef,
    batches: &[RecordBatch],
) -> PyResult<Bound<'py, PyCapsule>> {
    let batches: Vec<_> = batches.iter().cloned().map(Ok).collect();
    let reader = RecordBatchIterator::new(batches, schema.clone());
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
}

/// The columns of a table for another library.
pub(crate) fn export_schema<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema.as_ref()).map_err(|error| unreadable(py, &error))?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}
