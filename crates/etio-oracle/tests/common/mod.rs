//! Helpers of the tests.

use etio_oracle::number::Real;

/// Whether two numbers agree to 2^-bits absolute.
pub fn near(a: Real, b: Real, bits: i64) -> bool {
    (a - b).exponent() < -bits
}
