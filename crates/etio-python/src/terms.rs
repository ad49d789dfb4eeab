//! How queries are answered: method, limits, and when estimates and intervals are good enough.

use std::time::Duration;

use etio::{Limits, Method, Sampling, Target};
use pyo3::prelude::*;

use crate::errors;

/// The dictionary of `etio._limits.terms`, which has checked the numbers.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Stated {
    method: String,
    seconds: Option<f64>,
    memory: Option<usize>,
    seed: u64,
    samples: Option<u64>,
    standard_error: Option<f64>,
    within: Option<f64>,
    until_ranked: bool,
}

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
        let unknown = |error: etio::ParseMethodError| errors::invalid(py, &error.to_string(), "bad-method");
        let method = self.method.parse::<Method>().map_err(unknown)?;
        // More seconds than a duration has are as good as no limit.
        let time = self.seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        let memory = self.memory.unwrap_or(limits.memory);
        let mut sampling = Sampling::seeded(self.seed);
        sampling.samples = self.samples.unwrap_or(sampling.samples);
        sampling.standard_error = self.standard_error;
        Ok(Terms {
            method,
            limits: Limits { time, memory, ..*limits },
            target: Target {
                within: self.within.unwrap_or(Target::default().within),
                until_ranked: self.until_ranked,
                is_enough: self.within.is_some(),
            },
            sampling,
        })
    }
}
