//! The two kinds of number: [`Exact`], never rounded, and [`Real`], rounded at 512 bits.

mod functions;
mod real;

pub use real::{BITS, Real};

use dashu_float::{FBig, round::mode::HalfEven};

/// A dyadic number of unbounded size: sums, differences and products are never rounded. (One that
/// went through `with_precision` rounds at that many bits from then on; only
/// [`crate::inclusion_exclusion`] does so, for large queries.)
pub type Exact = FBig<HalfEven, 2>;

/// Bits that leave products of probabilities an absolute error far below the least f64, 2^-1074.
pub(crate) const LONG_BITS: usize = 2_400;

/// ln of a number in (0, 1], without loss if it lies near 1, however near.
pub(crate) fn ln(number: &Exact) -> Real {
    let offset = Real::from(&(number - Exact::ONE));
    if offset.exponent() < -10 { offset.ln_1p() } else { Real::from(number).ln() }
}

/// The number that this f64 is.
///
/// # Panics
/// On NaN and infinities, which [`crate::Model::check`] refuses.
pub fn exact(value: f64) -> Exact {
    Exact::try_from(value).expect("a finite number").with_precision(0).value()
}

impl From<&Real> for Exact {
    fn from(real: &Real) -> Exact {
        let (significand, exponent) = real.to_parts();
        Exact::from_parts(significand, exponent).with_precision(0).value()
    }
}

impl From<&Exact> for Real {
    fn from(number: &Exact) -> Real {
        let rounded = number.clone().with_precision(BITS).value();
        Real::from_parts(rounded.repr().significand(), rounded.repr().exponent())
    }
}
