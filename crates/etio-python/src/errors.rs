//! Errors of the library as exceptions of `etio._errors`, with the same codes and fields.

use std::io::ErrorKind;
use std::path::Path;

use etio::format::FormatError;
use etio::{BuildError, EvidenceError, InferenceError};
use etio_arrow::{ColumnError, Stopped};
use etio_case::{ReaderError, ReadingError};
use etio_formats::Problem;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule};

/// An exception of a class of `etio._errors`.
fn raise<'py>(
    py: Python<'py>,
    class: &str,
    text: &str,
    code: &str,
    fields: impl FnOnce(&Bound<'py, PyDict>) -> PyResult<()>,
) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let module = PyModule::import(py, "etio._errors")?;
        let keywords = PyDict::new(py);
        keywords.set_item("code", code)?;
        fields(&keywords)?;
        let exception = module.getattr(class)?.call((text,), Some(&keywords))?;
        Ok(PyErr::from_value(exception))
    };
    made().unwrap_or_else(|error| error)
}

/// An argument that cannot be used.
pub(crate) fn invalid(py: Python<'_>, text: &str, code: &str) -> PyErr {
    raise(py, "InvalidValue", text, code, |_| Ok(()))
}

/// A case of a batch that fails the batch.
pub(crate) fn row(py: Python<'_>, text: &str, code: &str, row: usize) -> PyErr {
    raise(py, "RowError", text, code, |fields| fields.set_item("row", row))
}

fn unknown(py: Python<'_>, text: &str, code: &str, id: &str, nearest: Option<&str>) -> PyErr {
    raise(py, "UnknownId", text, code, |fields| {
        fields.set_item("id", id)?;
        fields.set_item("nearest", nearest)
    })
}

/// A disease that the network does not have.
pub(crate) fn unknown_disease(py: Python<'_>, network: &etio::Network, id: &str) -> PyErr {
    let nearest = network.disease_catalog().nearest_id(id).map(str::to_owned);
    let disease = id.chars().take(100).collect();
    reading(py, &ReadingError::UnknownDisease { disease, nearest })
}

pub(crate) fn evidence(py: Python<'_>, error: &EvidenceError) -> PyErr {
    let text = error.to_string();
    match error {
        EvidenceError::UnknownFinding { finding, nearest } => {
            unknown(py, &text, error.code(), finding, nearest.as_deref())
        }
        EvidenceError::Contradiction { finding } => {
            raise(py, "Contradiction", &text, error.code(), |fields| {
                fields.set_item("first", finding)?;
                fields.set_item("second", finding)
            })
        }
        _ => invalid(py, &text, error.code()),
    }
}

pub(crate) fn reading(py: Python<'_>, error: &ReadingError) -> PyErr {
    let (text, code) = (error.to_string(), error.code());
    match error {
        ReadingError::Evidence(error) => evidence(py, error),
        ReadingError::UnknownDisease { disease, nearest } => {
            unknown(py, &text, code, disease, nearest.as_deref())
        }
        _ => invalid(py, &text, code),
    }
}

/// The same for a case of which the network is known, so that both findings can be named.
pub(crate) fn reading_on(py: Python<'_>, network: &etio::Network, error: &ReadingError) -> PyErr {
    match error {
        ReadingError::Contradiction { text, statements } => {
            raise(py, "Contradiction", text, error.code(), |fields| {
                fields.set_item("first", network.finding_id(statements.first.finding))?;
                fields.set_item("second", network.finding_id(statements.second.finding))
            })
        }
        _ => reading(py, error),
    }
}

pub(crate) fn inference(py: Python<'_>, error: &InferenceError) -> PyErr {
    let (text, code) = (error.to_string(), error.code());
    match error {
        InferenceError::Evidence(error) => evidence(py, error),
        InferenceError::ImpossibleEvidence { finding } => {
            raise(py, "Impossible", &text, code, |fields| fields.set_item("finding", finding.as_deref()))
        }
        InferenceError::TooExpensive { method, predicted_seconds, predicted_bytes } => {
            raise(py, "TooExpensive", &text, code, |fields| {
                fields.set_item("method", method.to_string())?;
                fields.set_item("seconds", predicted_seconds)?;
                fields.set_item("bytes", predicted_bytes)
            })
        }
        InferenceError::TooLarge { method, .. } | InferenceError::TooManyTransformed { method, .. } => {
            raise(py, "TooLarge", &text, code, |fields| fields.set_item("method", method.to_string()))
        }
        InferenceError::DigitsLost { method, error_estimate } => {
            raise(py, "PrecisionLost", &text, code, |fields| {
                fields.set_item("method", method.to_string())?;
                fields.set_item("error_estimate", error_estimate)
            })
        }
        InferenceError::OutOfTime { limit } => out_of_time(py, &text, limit.as_secs_f64(), None),
        InferenceError::Damaged { .. } => raise(py, "BadFile", &text, code, |_| Ok(())),
        _ => raise(py, "EtioError", &text, code, |_| Ok(())),
    }
}

/// No answer in time; `exact` is what an exact one was predicted to take.
pub(crate) fn out_of_time(py: Python<'_>, text: &str, limit: f64, exact: Option<f64>) -> PyErr {
    raise(py, "OutOfTime", text, "out-of-time", |fields| {
        fields.set_item("seconds", limit)?;
        fields.set_item("exact_seconds", exact)
    })
}

/// A file of Etio's own that cannot be read or written.
pub(crate) fn format(py: Python<'_>, error: &FormatError) -> PyErr {
    let text = error.to_string();
    match error {
        FormatError::Io { source, path } => file(py, &text, source, path),
        _ => raise(py, "BadFile", &text, "bad-file", |_| Ok(())),
    }
}

/// A network in any format that cannot be read or written.
pub(crate) fn other_format(py: Python<'_>, error: &etio_formats::Error) -> PyErr {
    let text = error.to_string();
    let problem: &Problem = &error.problem;
    match problem {
        Problem::Own(error) => format(py, error),
        Problem::Io(source) => file(py, &text, source, &error.path),
        Problem::Option(_) | Problem::NoPriors | Problem::OnlyForEdgeLists | Problem::OnlyForOtherTools => {
            invalid(py, &text, "bad-argument")
        }
        _ => raise(py, "BadFile", &text, "bad-file", |_| Ok(())),
    }
}

/// The system's number for a file that is missing.
const ENOENT: i32 = 2;

/// A file that the system does not give or take.
fn file(py: Python<'_>, text: &str, source: &std::io::Error, path: &Path) -> PyErr {
    let class = match source.kind() {
        ErrorKind::NotFound => "MissingFile",
        _ => "UnreadableFile",
    };
    raise(py, class, text, "file", |fields| {
        fields.set_item("errno", source.raw_os_error().or((class == "MissingFile").then_some(ENOENT)))?;
        fields.set_item("filename", path.display().to_string())
    })
}

pub(crate) fn build(py: Python<'_>, error: &BuildError) -> PyErr {
    invalid(py, &error.to_string(), "bad-network")
}

pub(crate) fn reader(py: Python<'_>, error: &ReaderError) -> PyErr {
    invalid(py, &format!("this network's cases cannot be read: {error}"), "bad-network")
}

pub(crate) fn column(py: Python<'_>, error: &ColumnError) -> PyErr {
    let text = error.to_string();
    match error {
        ColumnError::NotAFinding { column, nearest } => {
            unknown(py, &text, "unknown-finding", column, nearest.as_deref())
        }
        _ => invalid(py, &text, "bad-column"),
    }
}

/// Why a batch ended. `first` is the number of the first row of its record batch.
pub(crate) fn stopped(py: Python<'_>, error: &Stopped, first: usize) -> PyErr {
    match error {
        Stopped::UnknownFinding { row, error: EvidenceError::UnknownFinding { finding, nearest } } => {
            let error = EvidenceError::UnknownFinding { finding: finding.clone(), nearest: nearest.clone() };
            let text = format!("{error} (row {})", first + row);
            unknown(py, &text, error.code(), finding, nearest.as_deref())
        }
        Stopped::Row { row: at, code, text } => {
            let at = first + at;
            row(py, &format!("row {at}: {text}"), code, at)
        }
        other => raise(py, "EtioError", &other.to_string(), "cancelled", |_| Ok(())),
    }
}
