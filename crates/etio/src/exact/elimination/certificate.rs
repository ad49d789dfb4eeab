//! The bound on the error of a run; `docs/exact.md` has the proof.
//!
//! Every table entry is the probability of an event, and so is, up to its sign, every adjoint times P(evidence). Hence
//! the terms that pass through one elementary operation sum to something at least as large as those of them with a given
//! disease, and rounding each operation moves a posterior by at most `roundoff * |adjoint * value|`. The backward pass adds
//! those up, weighted with the number of roundings on a term's way through a step.

use super::plan::{Plan, Step};
use crate::query::Query;

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
    // Forward: the product, the sums, and the sums of spreading out. Backward: the product, the sums, the seed.
    2.0 * step.shape.terms as f64 + gathered + 4.0
}

/// The certified bound on the absolute error of every posterior: the roundings of the run, and those of the numbers that
/// went into it.
pub(super) fn bound(rounding: f64, query: &Query, folded: usize, marginals: &[f64]) -> f64 {
    // Each prior was folded with the absent findings, two roundings each; such an error moves a posterior by at most its
    // size times min(P, 1 - P) of the disease itself.
    let prior_error = (2.0 * query.absent_count as f64 + 6.0) * f64::EPSILON;
    let spread: f64 = marginals.iter().map(|p| p.min(1.0 - p).max(0.0)).sum();
    // Leaks, likewise, take some roundings for every disease folded into them.
    let leak_error = (4.0 * folded as f64 + 6.0 * query.finding_count() as f64) * f64::EPSILON;
    SAFETY * (rounding + prior_error * spread + leak_error + 4.0 * f64::EPSILON)
}
