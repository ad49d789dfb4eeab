//! The logarithm of a long product of probabilities.
//!
//! Summing thousands of logarithms rounds thousands of times, each relative to the sum. The product
//! itself is kept instead, in twice the digits of a double and with an exponent of its own: only
//! the one logarithm at the end is rounded.

use super::extended::Extended;
use super::two_sum;

/// A product of factors, each at most 2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogProduct {
    high: f64,
    low: f64,
    exponent: i64,
    /// Factors that are known only by their logarithm.
    logarithms: (f64, f64),
    is_zero: bool,
}

const LN_2_HIGH: f64 = std::f64::consts::LN_2;
/// Remainder of ln 2 beyond the nearest double.
const LN_2_LOW: f64 = 2.319_046_813_846_299_6e-17;
/// A product below this is brought back into range.
const SMALL: f64 = 1e-150;

impl Default for LogProduct {
    /// An empty product.
    fn default() -> Self {
        Self { high: 1.0, low: 0.0, exponent: 0, logarithms: (0.0, 0.0), is_zero: false }
    }
}

impl LogProduct {
    /// Multiplies by `high + low`.
    fn multiply_pair(&mut self, high: f64, low: f64) {
        let product = self.high * high;
        let rest = self.high.mul_add(high, -product) + (self.high * low + self.low * high);
        (self.high, self.low) = (product + rest, (product - (product + rest)) + rest);
        self.is_zero |= high == 0.0;
        if self.high < SMALL && !self.is_zero {
            let (mantissa, exponent) = Extended::new(self.high).parts();
            self.low = if self.low == 0.0 { 0.0 } else { self.low / self.high * mantissa };
            self.high = mantissa;
            self.exponent += exponent;
        }
    }

    /// Multiplies by `1 - p`.
    pub(crate) fn multiply_complement(&mut self, p: f64) {
        let (high, low) = two_sum(1.0, -p);
        self.multiply_pair(high, low);
    }

    /// Multiplies by a double from 0 to 2.
    pub(crate) fn multiply(&mut self, factor: f64) {
        self.multiply_extended(Extended::new(factor));
    }

    /// Multiplies by a number that may be below the range of doubles.
    pub(crate) fn multiply_extended(&mut self, factor: Extended) {
        let (mantissa, exponent) = factor.parts();
        self.exponent += exponent;
        // Halved, so that no product leaves the range at the upper end.
        self.exponent += 1;
        self.multiply_pair(0.5 * mantissa, 0.0);
    }

    /// Multiplies by a power of two.
    pub(crate) fn multiply_power_of_two(&mut self, exponent: i64) {
        self.exponent += exponent;
    }

    /// Multiplies by `e^logarithm`.
    pub(crate) fn multiply_exp(&mut self, logarithm: f64) {
        let (sum, rest) = two_sum(self.logarithms.0, logarithm);
        self.logarithms = (sum, self.logarithms.1 + rest);
    }

    /// Multiplies by another product.
    pub(crate) fn multiply_product(&mut self, other: &Self) {
        self.is_zero |= other.is_zero;
        self.multiply_pair(other.high, other.low);
        self.exponent += other.exponent;
        self.multiply_exp(other.logarithms.0);
        self.multiply_exp(other.logarithms.1);
    }

    /// The natural logarithm, to about a unit in the last place; minus infinity for zero.
    pub(crate) fn ln(&self) -> f64 {
        if self.is_zero {
            return f64::NEG_INFINITY;
        }
        let exponent = self.exponent as f64;
        let twos = exponent * LN_2_HIGH;
        let twos_rest = exponent.mul_add(LN_2_HIGH, -twos) + exponent * LN_2_LOW;
        let (sum, rest) = two_sum(twos, self.high.ln());
        let (sum, more) = two_sum(sum, self.logarithms.0);
        sum + (rest + more + twos_rest + self.low / self.high + self.logarithms.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_product_is_rounded_once() {
        let mut product = LogProduct::default();
        (0..100_000).for_each(|_| product.multiply_complement(0.25));
        let expected = 100_000.0 * 0.75f64.ln();
        assert!((product.ln() / expected - 1.0).abs() < 4e-16, "a sum of logarithms would be off by 1e-12");
        let mut tiny = LogProduct::default();
        (0..40_000).for_each(|_| tiny.multiply_complement(1e-17));
        assert!((tiny.ln() / -4e-13 - 1.0).abs() < 1e-12, "{:e}", tiny.ln());
    }

    #[test]
    fn factors_of_every_kind_multiply() {
        let mut product = LogProduct::default();
        product.multiply(5e-324);
        product.multiply_extended(Extended::new(1e-300) * Extended::new(1e-300));
        product.multiply_power_of_two(-2000);
        product.multiply_exp(-1.5);
        let expected = 5e-324f64.ln() - 600.0 * 10f64.ln() - 2000.0 * 2f64.ln() - 1.5;
        assert!((product.ln() - expected).abs() <= 8.0 * f64::EPSILON * expected.abs());
        let mut both = product;
        both.multiply_product(&product);
        assert!((both.ln() - 2.0 * expected).abs() <= 16.0 * f64::EPSILON * expected.abs());
        both.multiply(0.0);
        assert_eq!(both.ln(), f64::NEG_INFINITY);
    }
}
