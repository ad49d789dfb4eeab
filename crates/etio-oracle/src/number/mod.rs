//! The two kinds of number: [`Exact`], never rounded, and [`Real`], rounded at 512 bits.

mod functions;
mod real;

pub use real::{BITS, Real};

use dashu_float::{FBig, round::mode::HalfEven};

/// A dyadic number of unbounded size: sums, differences and products are never rounded. (One that went through
/// `with_precision` rounds at that many bits from then on; only [`crate::inclusion_exclusion`] does so, for large queries.)
pub type Exact = FBig<HalfEven, 2>;

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
