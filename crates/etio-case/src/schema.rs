//! JSON Schemas of what the engine writes by hand, for the answers that carry it.

use schemars::JsonSchema;

/// The members that an [`Exactness`](etio::Exactness) adds to the answer it is flattened into.
#[derive(JsonSchema)]
#[schemars(rename = "Accuracy")]
pub struct ExactnessMembers {
    /// Whether the probabilities can be taken at their word.
    pub exactness: ExactnessWord,
    /// With `exact`: no probability is off by more than this. Proven, unless `certified` is false.
    #[schemars(range(min = 0))]
    pub error_bound: Option<f64>,
    /// Given, and false, only if `error_bound` is an estimate of the error and not a proven bound.
    #[schemars(extend("enum" = [false]))]
    pub certified: Option<bool>,
    /// With `bounds`, and with `estimate` by `mean-field`: natural logarithm of a lower bound on
    /// the probability of the evidence. Omitted if that bound is zero.
    pub log_evidence_lower: Option<f64>,
    /// With `bounds` and `estimate`: natural logarithm of an upper bound on the probability of the
    /// evidence.
    pub log_evidence_upper: Option<f64>,
    /// Given, and false, only if no useful bound was reached within the time given. The
    /// probabilities are then those without the present findings: do not show them as an answer.
    /// There is no `advice` with it.
    #[schemars(extend("enum" = [false]))]
    pub informed: Option<bool>,
    /// With `estimate` by `loopy-bp` and `mean-field`: number of sweeps over all parameters.
    pub iterations: Option<u64>,
    /// With `estimate` by `loopy-bp` and `mean-field`: whether the parameters settled.
    pub converged: Option<bool>,
    /// With `estimate` by `loopy-bp`, if it goes to and fro between two answers: the largest difference of a
    /// probability between them.
    #[schemars(range(min = 0, max = 1))]
    pub swing: Option<f64>,
    /// With `estimate` by `likelihood-weighting` and `importance`: number of samples drawn.
    pub samples: Option<u64>,
    /// With samples: number of samples from the posterior itself that would be as informative.
    pub effective_samples: Option<f64>,
    /// With samples: largest standard error of a probability. Omitted if there are too few
    /// effective samples to tell.
    pub standard_error: Option<f64>,
    /// With samples: random seed.
    pub seed: Option<u64>,
}

/// Whether probabilities are exact.
#[derive(JsonSchema)]
#[schemars(rename = "Exactness", rename_all = "lowercase")]
pub enum ExactnessWord {
    /// Right up to rounding.
    Exact,
    /// Every probability is proven to lie between its `lower` and its `upper`.
    Bounds,
    /// An approximation.
    Estimate,
}
