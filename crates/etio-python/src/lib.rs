//! The compiled part of the Python package `etio`. Its face, with the documentation, is in
//! `python/etio`; nothing here is meant to be called by users directly.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 hands over arguments by value")]

mod answer;
mod batch;
mod bench;
mod build;
mod capsule;
mod errors;
mod interrupt;
mod network;
mod open;
mod plain;
mod pool;
mod synthetic;
mod table;
mod terms;

/// The module `etio._lib`.
#[pyo3::pymodule]
mod _lib {
    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::batch::{diagnose_batch, find_columns, posteriors};
    #[pymodule_export]
    use super::bench::engine_rounds;
    #[pymodule_export]
    use super::build::build;
    #[pymodule_export]
    use super::network::Network;
    #[pymodule_export]
    use super::open::{from_bytes, open};
    #[pymodule_export]
    use super::synthetic::{clinic, generate, sample_cases};
    #[pymodule_export]
    use super::table::{Table, matrix_batch, record_batch, table_from_ipc, unknown_key};

    /// Fills what the crate `numpy` keeps behind locks, while no other thread can be in the middle of that
    /// and fork: see `pool`.
    #[pymodule_init]
    fn fill(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use numpy::PyArrayMethods;

        numpy::PyArray1::<f64>::zeros(module.py(), 1, false).try_readwrite()?;
        Ok(())
    }

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
