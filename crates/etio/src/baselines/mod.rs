//! Baselines: the approximate methods that the literature names beside the hybrids, for comparison.
//!
//! [`loopy`] is loopy belief propagation, [`mean_field`] a factorised posterior by a bound and
//! [`taylor`] one by expansions; [`sampling`] has likelihood weighting and importance sampling,
//! whose proposals are in [`proposal`]. All of them work on a [`Graph`], the links of a problem both
//! ways round. Their answers are estimates and are called that; `docs/baselines.md` compares them
//! with everything else.

mod graph;
mod loopy;
mod mean_field;
mod proposal;
mod sampling;
mod taylor;

use self::graph::Graph;
pub(crate) use self::loopy::LoopyBp;
pub(crate) use self::mean_field::MeanField;
pub use self::sampling::Sampling;
pub(crate) use self::sampling::{Importance, LikelihoodWeighting};
use crate::algorithm::{Accuracy, Forecast, Solution};
use crate::problem::Problem;
use crate::{Basis, InferenceError, Method};

/// Time for one link in one iteration, in seconds.
const SECONDS_PER_LINK: f64 = 60e-9;
/// Elementary steps that a link takes in an iteration, each of a few nanoseconds.
const STEPS_PER_LINK: usize = 24;
/// A larger theta is taken as this: `1 - e^-700` is 1, and 700 times 0 is 0.
const LARGEST_THETA: f64 = 700.0;
/// Working memory for one link.
const BYTES_PER_LINK: f64 = 80.0;

/// The cost of one iteration. These methods end early if the time is over, so that one iteration is
/// all that must fit.
fn one_iteration(problem: &Problem) -> Forecast {
    let links = problem.link_count() as f64;
    Forecast {
        operations: links,
        seconds: links * SECONDS_PER_LINK,
        bytes: links * BYTES_PER_LINK,
        ..Forecast::default()
    }
}

/// Result of a baseline.
struct Estimate {
    marginals: Vec<f64>,
    log_evidence: f64,
    log_evidence_lower: f64,
    is_informed: bool,
    basis: Basis,
    operations: f64,
}

impl Estimate {
    /// The solution of a problem. The value is capped by what single findings allow, but for the mean
    /// of samples: a cap would move its own mean below the truth.
    fn solution(self, method: Method, problem: &Problem, graph: &Graph) -> Solution {
        let upper = graph.log_evidence_upper();
        let is_mean = self.is_informed && matches!(self.basis, Basis::Sampled { .. });
        let cap = if is_mean { f64::MAX } else { upper };
        let value = if self.log_evidence.is_nan() { upper } else { self.log_evidence };
        Solution {
            accuracy: Accuracy::Estimate {
                log_evidence_lower: self.log_evidence_lower.min(upper),
                log_evidence_upper: upper,
                is_informed: self.is_informed,
                basis: self.basis,
            },
            operations: self.operations,
            forecast: one_iteration(problem),
            ..Solution::exact(method, self.marginals, value.clamp(f64::MIN, cap), 0.0)
        }
    }
}

/// Repeats a step until it says that it is at rest, at most so often, or until the time is over.
/// Tells how often, and whether it is at rest.
fn iterate(
    most: u32,
    mut step: impl FnMut() -> Result<bool, InferenceError>,
) -> Result<(u32, bool), InferenceError> {
    let (mut iterations, mut is_at_rest) = (0, false);
    while iterations < most && !is_at_rest {
        match step() {
            Ok(rests) => is_at_rest = rests,
            Err(error) if is_time_over(&error) && iterations > 0 => break,
            Err(error) => return Err(error),
        }
        iterations += 1;
    }
    Ok((iterations, is_at_rest))
}

/// Whether work that has something to show already may end here: the time is over.
fn is_time_over(error: &InferenceError) -> bool {
    matches!(error, InferenceError::OutOfTime { .. })
}

/// `1 / (1 + e^-x)`, for any x.
fn logistic(x: f64) -> f64 {
    if x >= 0.0 { 1.0 / (1.0 + (-x).exp()) } else { x.exp() / (1.0 + x.exp()) }
}

/// `ln(1 - e^-x)` for x from 0 on: the log probability of a finding whose rates add up to x.
fn log_on(x: f64) -> f64 {
    if x > std::f64::consts::LN_2 { (-(-x).exp()).ln_1p() } else { (-(-x).exp_m1()).ln() }
}

/// `ln(e^a + e^b)`.
fn log_add(a: f64, b: f64) -> f64 {
    let (large, small) = if a >= b { (a, b) } else { (b, a) };
    if large == f64::NEG_INFINITY || small == f64::NEG_INFINITY || large == f64::INFINITY {
        return large;
    }
    large + (small - large).exp().ln_1p()
}
