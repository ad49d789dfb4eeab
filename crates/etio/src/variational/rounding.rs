//! How far roundings may have moved a variational upper bound, so that it can be moved up by as much.
//!
//! With F1 transformed, the log bound is
//!
//! ```text
//! sum over F1 of xi_j theta_j0 - f*(xi_j)  +  sum over diseases of ln Z_i  +  ln P(rest | tilted diseases)
//! ```
//!
//! It is a bound for every xi, so these count as exact; what is counted is how its parts are computed
//! from them. `docs/exact.md` has the proof.

use super::conjugate::{RUN, conjugate};
use crate::numeric::ROUNDOFF;

/// Roundings of one term besides those of sums: a theta, an exponential, a logarithm and what joins
/// them, each of the elementary functions right to two units in its last place.
const TERM: f64 = 32.0;

/// Of the constant factor: one term for each finding, all of their parts with the same sign.
pub(super) fn of_constant(xi: &[f64], base: &[f64]) -> f64 {
    let size: f64 = xi.iter().zip(base).map(|(&xi, base)| xi * base + conjugate(xi)).sum();
    (xi.len() as f64 + TERM) * ROUNDOFF * size
}

/// Of tilting diseases by the sums `tilts` over some findings, and of the sum of their normalisers.
///
/// A tilt has a relative error, and the bound moves by at most as much as a tilt does. The logarithm
/// of a normaliser and the odds of a tilted disease have an error of a few units whatever the tilt
/// is. Normalisers are added up run by run.
pub(super) fn of_tilting(findings: usize, tilts: &[f64], log_normaliser: f64) -> f64 {
    let (mut sum, mut tilted) = (0.0, 0.0);
    for &tilt in tilts {
        sum += tilt;
        tilted += f64::from(u8::from(tilt > 0.0));
    }
    let additions = (RUN + tilts.len() / RUN) as f64;
    ROUNDOFF * ((findings as f64 + TERM) * sum + TERM * tilted + additions * log_normaliser.abs())
}

/// Of adding up parts, each of which was a logarithm.
pub(super) fn of_sum(parts: &[f64]) -> f64 {
    (parts.len() as f64 + 8.0) * ROUNDOFF * parts.iter().map(|part| part.abs()).sum::<f64>()
}
