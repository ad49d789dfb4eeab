//! The engine without anything around it, for `python/benchmarks`.

use etio::{Engine, Evidence, InferenceError, Limits, Method};
use pyo3::prelude::*;

use crate::errors;
use crate::network::Network;

/// Answers cases `rounds` times on the calling thread, after everything has been prepared, and returns
/// the sum of their log-evidence. What a round takes is what the engine takes.
#[pyfunction]
pub(crate) fn engine_rounds(
    py: Python<'_>,
    network: &Bound<'_, Network>,
    cases: Vec<(Vec<String>, Vec<String>)>,
    rounds: usize,
) -> PyResult<f64> {
    let network = network.get();
    let evidence = |(present, absent): &(Vec<String>, Vec<String>)| {
        Evidence::from_ids(network.network(), present, absent).map_err(|error| errors::evidence(py, &error))
    };
    let cases: Vec<Evidence> = cases.iter().map(evidence).collect::<PyResult<_>>()?;
    let sum: Result<f64, InferenceError> = py.detach(|| {
        let mut engine = Engine::with_xi(&network.xi, Limits { threads: 1, ..Limits::default() });
        let mut sum = 0.0;
        for _ in 0..rounds {
            for case in &cases {
                sum += engine.diagnose(case, Method::Auto)?.log_evidence;
            }
        }
        Ok(sum)
    });
    sum.map_err(|error| errors::inference(py, &error))
}
