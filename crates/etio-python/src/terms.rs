//! How queries are answered: method, limits, and when estimates and intervals are good enough.

use std::time::Duration;

use etio::{Limits, Method, Sampling, Target};
use pyo3::prelude::*;

use crate::errors;

/// The tuple of `etio._limits.terms`, which has checked the numbers: method, seconds, memory, seed, samples,
/// standard error, width of intervals, and whether a proven order is enough.
///
/// Not a dictionary: PyO3 would keep the names of its keys behind locks.
#[derive(FromPyObject)]
pub(crate) struct Stated(
    String,
    Option<f64>,
    Option<usize>,
    u64,
    Option<u64>,
    Option<f64>,
    Option<f64>,
    bool,
);

/// How to answer a query.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) method: Method,
    pub(crate) limits: Limits,
    pub(crate) target: Target,
    pub(crate) sampling: Sampling,
}

impl Stated {
    /// The terms of the engine, with limits for what is not stated.
    pub(crate) fn terms(&self, py: Python<'_>, limits: &Limits) -> PyResult<Terms> {
        let Self(method, seconds, memory, seed, samples, standard_error, within, until_ranked) = self;
        let unknown = |error: etio::ParseMethodError| errors::invalid(py, &error.to_string(), "bad-method");
        let method = method.parse::<Method>().map_err(unknown)?;
        // More seconds than a duration has are as good as no limit.
        let time = seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        let memory = memory.unwrap_or(limits.memory);
        let mut sampling = Sampling::seeded(*seed);
        sampling.samples = samples.unwrap_or(sampling.samples);
        sampling.standard_error = *standard_error;
        Ok(Terms {
            method,
            limits: Limits { time, memory, ..*limits },
            target: Target {
                within: within.unwrap_or(Target::default().within),
                until_ranked: *until_ranked,
                is_enough: within.is_some(),
            },
            sampling,
        })
    }
}
