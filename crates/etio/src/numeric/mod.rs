//! Numbers that a plain double cannot hold: [`Extended`] has an exponent without bounds, [`LogProduct`] the
//! logarithm of a long product of probabilities.

mod extended;
mod log_product;

pub(crate) use extended::Extended;
pub(crate) use log_product::LogProduct;

/// The relative error of one rounding to a double.
pub(crate) const ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// `a + b` exactly, as a rounded sum and what the rounding left.
#[inline]
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let from_b = sum - a;
    (sum, (a - (sum - from_b)) + (b - from_b))
}
