//! Arrow tables as Python objects, and tables made of Python's lists and matrices.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};

use crate::{capsule, errors, plain};

/// A table that any Arrow library takes over without copying.
#[pyclass(frozen, module = "etio._lib")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    pub(crate) fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self { schema, batches }
    }
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// How many cases have no answer.
    #[getter]
    fn failed(&self) -> usize {
        let missing = |batch: &RecordBatch| batch.column_by_name("ranking").map_or(0, Array::null_count);
        self.batches.iter().map(missing).sum()
    }

    /// Some rows as dictionaries, for callers without an Arrow library.
    fn rows<'py>(&self, py: Python<'py>, start: usize, count: usize) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let (mut skip, mut rows) = (start, Vec::new());
        for batch in &self.batches {
            let (from, left) = (skip.min(batch.num_rows()), count - rows.len());
            skip -= from;
            for row in (from..batch.num_rows()).take(left) {
                rows.push(plain::row(py, batch, row)?);
            }
        }
        Ok(rows)
    }

    /// The table as a stream. A requested schema is a wish that a producer need not fulfil.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        capsule::export(py, &self.schema, &self.batches)
    }

    /// The table in Arrow's stream format, for pickles.
    fn to_ipc<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let write = || -> Result<Vec<u8>, ArrowError> {
            let mut writer = StreamWriter::try_new(Vec::new(), &self.schema)?;
            self.batches.iter().try_for_each(|batch| writer.write(batch))?;
            writer.into_inner()
        };
        Ok(PyBytes::new(py, &write().map_err(|error| invalid(py, &error))?))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::export_schema(py, &self.schema)
    }
}

/// A record batch with a column for each finding, from a matrix of cases by findings.
#[pyfunction]
pub(crate) fn matrix_batch(
    py: Python<'_>,
    matrix: PyReadonlyArray2<'_, f64>,
    findings: Vec<String>,
) -> PyResult<Table> {
    let matrix = matrix.as_array();
    let columns = matrix.columns().into_iter();
    let arrays: Vec<ArrayRef> =
        columns.map(|column| Arc::new(Float64Array::from(column.to_vec())) as ArrayRef).collect();
    let fields: Vec<Field> = findings.into_iter().map(|id| Field::new(id, DataType::Float64, true)).collect();
    table_of(py, fields, arrays)
}

/// A table from Arrow's stream format.
#[pyfunction]
pub(crate) fn table_from_ipc(py: Python<'_>, bytes: &[u8]) -> PyResult<Table> {
    let read = || -> Result<Table, ArrowError> {
        let reader = StreamReader::try_new(bytes, None)?;
        Ok(Table::new(reader.schema(), reader.collect::<Result<_, _>>()?))
    };
    read().map_err(|error| invalid(py, &error))
}

fn invalid(py: Python<'_>, error: &ArrowError) -> PyErr {
    errors::invalid(py, &error.to_string(), "bad-table")
}

fn table_of(py: Python<'_>, fields: Vec<Field>, arrays: Vec<ArrayRef>) -> PyResult<Table> {
    let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays);
    let batch = batch.map_err(|error| invalid(py, &error))?;
    Ok(Table::new(batch.schema(), vec![batch]))
}

/// A column given as Python lists.
#[derive(FromPyObject)]
pub(crate) enum ListColumn {
    Lists(Vec<Option<Vec<Option<String>>>>),
    Texts(Vec<Option<String>>),
    /// Apart from numbers, which would round large ones.
    Integers(Vec<Option<i64>>),
    Numbers(Vec<Option<f64>>),
}

/// A record batch from columns of Python lists, for callers without an Arrow library.
#[pyfunction]
pub(crate) fn record_batch(py: Python<'_>, columns: Vec<(String, ListColumn)>) -> PyResult<Table> {
    let mut fields = Vec::new();
    let mut arrays: Vec<ArrayRef> = Vec::new();
    for (name, column) in columns {
        let array: ArrayRef = match column {
            ListColumn::Texts(texts) => Arc::new(StringArray::from(texts)),
            ListColumn::Integers(integers) => Arc::new(Int64Array::from(integers)),
            ListColumn::Numbers(numbers) => Arc::new(Float64Array::from(numbers)),
            ListColumn::Lists(lists) => {
                let mut builder = ListBuilder::new(StringBuilder::new());
                for list in lists {
                    let is_given = list.is_some();
                    builder.values().extend(list.into_iter().flatten());
                    builder.append(is_given);
                }
                Arc::new(builder.finish())
            }
        };
        fields.push(Field::new(name, array.data_type().clone(), true));
        arrays.push(array);
    }
    table_of(py, fields, arrays)
}

/// The first key that rows given as dictionaries may not have, and the most similar one that they may:
/// the same as for cases in JSON.
#[pyfunction]
pub(crate) fn unknown_key(keys: Vec<String>) -> Option<(String, Option<&'static str>)> {
    let (key, nearest) = etio::format::cases::unknown_key(keys.iter().map(String::as_str))?;
    Some((key.to_owned(), nearest))
}
