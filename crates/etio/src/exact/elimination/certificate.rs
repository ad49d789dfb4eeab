//! The bound on the error of a run; `docs/exact.md` has the proof.
//!
//! Every table entry is the probability of an event, and so is, up to its sign, every adjoint times
//! P(evidence). Hence the terms that pass through one elementary operation sum to something at
//! least as large as those of them with a given disease, and rounding each operation moves a
//! posterior by at most `roundoff * |adjoint * value|`. The backward pass adds those up, weighted
//! with the number of roundings on a term's way through a step.

use super::plan::{Plan, Step};
use crate::problem::Problem;

/// Covers the terms of second order, and the rounding of the bound itself.
const SAFETY: f64 = 1.5;

/// The roundings that a term meets in a step: on its way forward, and on its way back to either operand.
pub(super) fn roundings(step: &Step, plan: &Plan) -> f64 {
    let products = step.shape.products as f64;
    let one = plan.slots.len() - 1;
    let gathered = [step.a, step.b]
        .into_iter()
        .filter(|&operand| operand != one)
        .map(|operand| products / plan.slots[operand].len as f64)
        .fold(1.0, f64::max);
    // Forward: the product, the sums, and the sums of spreading out. Backward: the product, the
    // sums, the seed.
    2.0 * step.shape.terms as f64 + gathered + 4.0
}

/// The bound on what the roundings of a run do to a posterior or to the log evidence: those of the
/// passes, and those of folding diseases into leaks, of which each takes some.
pub(super) fn bound(rounding: f64, problem: &Problem, folded: usize) -> f64 {
    let leak_error = (4.0 * folded as f64 + 6.0 * problem.finding_count() as f64) * f64::EPSILON;
    SAFETY * (rounding + leak_error + 4.0 * f64::EPSILON)
}
