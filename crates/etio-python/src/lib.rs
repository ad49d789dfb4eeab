//! The compiled part of the Python package `etio`. Its face, with the documentation, is in
//! `python/etio`; nothing here is meant to be called by users directly.

mod answer;
mod batch;
mod build;
mod capsule;
mod errors;
mod interrupt;
mod network;
mod open;
mod plain;
mod pool;
mod synthetic;

/// The module `etio._lib`.
#[pyo3::pymodule]
mod _lib {
    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::batch::{Table, diagnose_batch, matrix_batch, posteriors, record_batch};
    #[pymodule_export]
    use super::build::build;
    #[pymodule_export]
    use super::network::Network;
    #[pymodule_export]
    use super::open::{from_bytes, open};
    #[pymodule_export]
    use super::synthetic::{clinic, generate, sample_cases};

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
