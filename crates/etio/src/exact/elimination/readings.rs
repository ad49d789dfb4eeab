//! The results of a run.

/// Results of the backward pass at the leaves.
#[derive(Debug, Default)]
pub(super) struct Readings {
    /// P(disease | evidence) by disease of the problem.
    pub(super) marginals: Vec<f64>,
    /// P(something folded into the finding fires | evidence) by finding.
    pub(super) fired: Vec<f64>,
    /// d log P(evidence) / d (1 - link), by link of the model; empty if not requested.
    pub(super) slopes: Vec<f64>,
    /// First-order bound on the rounding error, see [`certificate`](super::certificate).
    pub(super) rounding: f64,
}
