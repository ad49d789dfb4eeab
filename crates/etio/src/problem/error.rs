//! How far the numbers of a problem are off before any method sees them, and what that does to an answer.
//!
//! The numbers of the network are taken as exact. Assembly rounds: absent findings are multiplied
//! into the odds of their diseases, certain diseases into leaks, normalisers into the evidence.
//! `docs/exact.md` proves what is used here:
//!
//! * a relative error `e` of the odds of disease i moves any posterior by at most `e min(P_i, 1 - P_i)` and
//!   the log evidence by at most `e |P_i - prior_i|`, to first order;
//! * a relative error `e` of a leak, and of its complement, moves either by at most `e`.
//!
//! Every method adds a bound on its own roundings, with the numbers of the problem taken as exact,
//! and the sum is the bound of the answer: one account for all of them.

use crate::numeric::ROUNDOFF;

/// Covers products of two errors (the sum is refused long before they matter) and the roundings of
/// the account itself.
const SAFETY: f64 = 1.1;

/// Bounds on the errors of the numbers that a problem is made of.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InputError {
    /// Relative error of any disease's odds.
    pub(crate) odds: f64,
    /// Relative errors of the leaks, added up.
    pub(crate) leaks: f64,
    /// Absolute error of the log evidence for what was settled.
    pub(crate) settled: f64,
}

impl InputError {
    /// Odds into which this many absent findings were multiplied: two roundings each (`1 - link`,
    /// the product), and those of the complement, the product with the prior and the two quotients.
    pub(crate) fn of_odds(absent: usize) -> f64 {
        if absent == 0 { 2.0 * ROUNDOFF } else { (2.0 * absent as f64 + 5.0) * ROUNDOFF }
    }

    /// A leak that this many certain diseases were joined with: `fired += quiet * link`, `quiet *= 1 - link`.
    pub(crate) fn of_leak(certain: usize) -> f64 {
        (3.0 * certain as f64 + 1.0) * ROUNDOFF
    }

    /// The bound on the error of every marginal and of the log evidence, given a bound on what the
    /// method's own roundings do to them. The rounding of the logarithm itself is not in it.
    pub(crate) fn bound(&self, method: f64, marginals: &[f64], priors: &[f64]) -> f64 {
        let (mut spread, mut moved) = (0.0, 0.0);
        for (p, prior) in marginals.iter().zip(priors) {
            spread += p.min(1.0 - p).max(0.0);
            moved += (p - prior).abs();
        }
        // Diseases that do not take part have their posterior from their odds alone: at most a
        // quarter of its error.
        let posterior = self.odds * (spread + 0.25);
        let evidence = self.odds * moved + self.settled;
        SAFETY * (method + self.leaks + posterior.max(evidence)) + 2.0 * ROUNDOFF
    }

    /// The same for an answer in intervals: every truth lies within its interval widened by this,
    /// and the log evidence within its own.
    pub(crate) fn bound_within(&self, intervals: &[(f64, f64)], priors: &[f64]) -> f64 {
        let (mut spread, mut moved) = (0.0, 0.0);
        for (&(lower, upper), prior) in intervals.iter().zip(priors) {
            spread += upper.min(1.0 - lower).clamp(0.0, 0.5);
            moved += (upper - prior).abs().max((prior - lower).abs());
        }
        let posterior = self.odds * (spread + 0.25);
        let evidence = self.odds * moved + self.settled;
        SAFETY * (self.leaks + posterior.max(evidence)) + 4.0 * ROUNDOFF
    }
}
