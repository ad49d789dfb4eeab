//! Non-negative numbers with the digits of a double and an exponent without bounds.
//!
//! A prior of 1e-200 times a link of 1e-200 is not a double. If a problem has such products, they
//! are computed in these numbers: every operation rounds once, as a double's does, and none of them
//! underflows or overflows.

use std::ops::{Add, Div, Mul};

/// `mantissa * 2^exponent`, the mantissa in [1, 2) or zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extended {
    mantissa: f64,
    exponent: i64,
}

const EXPONENT_BITS: u64 = 0x7ff << 52;
const BIAS: i64 = 1023;
/// A smaller addend is below half a rounding of the larger one.
const FAR: i64 = 64;

/// A power of two that is a normal double.
pub(super) fn power_of_two(exponent: i64) -> f64 {
    debug_assert!((-1022..=1023).contains(&exponent));
    f64::from_bits(((exponent + BIAS) as u64) << 52)
}

impl Extended {
    pub(crate) const ZERO: Self = Self { mantissa: 0.0, exponent: 0 };
    pub(crate) const ONE: Self = Self { mantissa: 1.0, exponent: 0 };

    /// A finite double that is not negative, exactly.
    pub(crate) fn new(value: f64) -> Self {
        debug_assert!(value >= 0.0 && value.is_finite());
        Self { mantissa: value, exponent: 0 }.normalised()
    }

    /// A number whose parts are known to be those of one: see [`parts`](Self::parts).
    pub(crate) fn from_parts(mantissa: f64, exponent: i64) -> Self {
        debug_assert!(mantissa == 0.0 || (1.0..2.0).contains(&mantissa));
        Self { mantissa, exponent }
    }

    /// The same number with its mantissa in [1, 2).
    fn normalised(self) -> Self {
        if self.mantissa == 0.0 {
            return Self::ZERO;
        }
        // Subnormal numbers get their leading bit first.
        let (value, shift) = if self.mantissa < f64::MIN_POSITIVE {
            (self.mantissa * power_of_two(64), -64)
        } else {
            (self.mantissa, 0)
        };
        let bits = value.to_bits();
        let exponent = ((bits & EXPONENT_BITS) >> 52) as i64 - BIAS;
        let mantissa = f64::from_bits(bits & !EXPONENT_BITS | (BIAS as u64) << 52);
        Self { mantissa, exponent: self.exponent + exponent + shift }
    }

    pub(crate) fn is_zero(self) -> bool {
        self.mantissa == 0.0
    }

    /// As a double: zero or infinite if it is out of range.
    pub(crate) fn to_f64(self) -> f64 {
        match self.exponent {
            -1022..=1023 => self.mantissa * power_of_two(self.exponent),
            -1080..=-1023 => self.mantissa * power_of_two(self.exponent + 100) * power_of_two(-100),
            1024.. if self.mantissa > 0.0 => f64::INFINITY,
            _ => 0.0,
        }
    }

    /// The mantissa in [1, 2) and the exponent of two.
    pub(crate) fn parts(self) -> (f64, i64) {
        (self.mantissa, self.exponent)
    }
}

impl Mul for Extended {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let product = self.mantissa * other.mantissa;
        Self { mantissa: product, exponent: self.exponent + other.exponent }.normalised()
    }
}

impl Div for Extended {
    type Output = Self;

    /// The divisor must not be zero.
    fn div(self, other: Self) -> Self {
        let quotient = self.mantissa / other.mantissa;
        Self { mantissa: quotient, exponent: self.exponent - other.exponent }.normalised()
    }
}

impl Add for Extended {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return if self.is_zero() { other } else { self };
        }
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let distance = large.exponent - small.exponent;
        if distance > FAR {
            return large;
        }
        let sum = large.mantissa + small.mantissa * power_of_two(-distance);
        Self { mantissa: sum, exponent: large.exponent }.normalised()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn doubles_come_back() {
        for value in [0.0, 5e-324, 1e-310, f64::MIN_POSITIVE, 1e-200, 0.3, 1.0, 1.9999, 1e300, f64::MAX] {
            assert_eq!(Extended::new(value).to_f64(), value);
        }
    }

    #[test]
    fn products_beyond_the_range_keep_their_digits() {
        let tiny = Extended::new(1.3e-300);
        let product = tiny * tiny * tiny;
        assert_eq!(product.to_f64(), 0.0);
        assert!(((product / (tiny * tiny)).to_f64() / 1.3e-300 - 1.0).abs() < 1e-15);
        let half = product + product;
        assert_eq!((product / half).to_f64(), 0.5);
        assert!(product + Extended::ZERO == product && Extended::ZERO * product == Extended::ZERO);
    }

    proptest! {
        #[test]
        fn within_the_range_it_is_a_double(a in 1e-150..1e150f64, b in 1e-150..1e150f64) {
            let (x, y) = (Extended::new(a), Extended::new(b));
            prop_assert_eq!((x * y).to_f64(), a * b);
            prop_assert_eq!((x / y).to_f64(), a / b);
            prop_assert!(((x + y).to_f64() / (a + b) - 1.0).abs() <= f64::EPSILON);
        }
    }
}
