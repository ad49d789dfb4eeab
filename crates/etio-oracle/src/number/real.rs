//! Binary floating point of 512 bits (154 decimal digits) with an exponent that never runs out.

use std::cmp::Ordering;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

use dashu_int::{IBig, Sign, UBig};

const LIMBS: usize = 8;

/// Bits of a [`Real`].
pub const BITS: usize = 64 * LIMBS;

/// A real number, `±0.mantissa · 2^exponent` with a mantissa of 512 bits.
///
/// Sums, differences and products are cut off, not rounded: the relative error of each is below
/// 2^-511, except that sums of opposite signs lose what cancels. Quotients and functions are right
/// to 2^-450 or better. There is no NaN, no infinity and no underflow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Real {
    negative: bool,
    exponent: i64,
    /// Least significant first; the top bit is set, except in zero, where all are 0.
    mantissa: [u64; LIMBS],
}

impl Real {
    /// Zero.
    pub const ZERO: Real = Real { negative: false, exponent: 0, mantissa: [0; LIMBS] };
    /// One.
    pub const ONE: Real = Real::power_of_two(0);

    /// `2^power`, exactly.
    pub const fn power_of_two(power: i64) -> Real {
        let mut mantissa = [0; LIMBS];
        mantissa[LIMBS - 1] = 1 << 63;
        Real { negative: false, exponent: power + 1, mantissa }
    }

    /// The number that the f64 is.
    ///
    /// # Panics
    /// On NaN and infinities.
    pub fn new(value: f64) -> Real {
        assert!(value.is_finite(), "{value} is not a number to compute with");
        let bits = value.abs().to_bits();
        let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52) as i64);
        let (significand, exponent) =
            if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
        let mut mantissa = [0; LIMBS];
        mantissa[0] = significand;
        Real { negative: value < 0.0, exponent: exponent + BITS as i64, mantissa }.normalised()
    }

    /// `significand · 2^exponent`, where the significand has no more than [`BITS`] bits.
    pub(super) fn from_parts(significand: &IBig, exponent: isize) -> Real {
        let (sign, magnitude) = significand.clone().into_parts();
        let mut bytes = [0; 8 * LIMBS];
        let le_bytes = magnitude.to_le_bytes();
        bytes[..le_bytes.len()].copy_from_slice(&le_bytes);
        let mut mantissa = [0; LIMBS];
        for (limb, chunk) in mantissa.iter_mut().zip(bytes.chunks_exact(8)) {
            *limb = chunk.iter().rev().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
        }
        Real { negative: sign == Sign::Negative, exponent: exponent as i64 + BITS as i64, mantissa }
            .normalised()
    }

    /// The integer and the power of two whose product this is.
    pub(super) fn to_parts(self) -> (IBig, isize) {
        let bytes: Vec<u8> = self.mantissa.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let sign = if self.negative { Sign::Negative } else { Sign::Positive };
        (IBig::from_parts(sign, UBig::from_le_bytes(&bytes)), (self.exponent - BITS as i64) as isize)
    }

    /// The nearest f64, ties to even; infinite if the number is past the largest.
    pub fn to_f64(self) -> f64 {
        let top = self.mantissa[LIMBS - 1];
        if top == 0 {
            return 0.0;
        }
        if self.exponent > 1024 {
            return if self.negative { f64::NEG_INFINITY } else { f64::INFINITY };
        }
        // The result is an integer multiple of 2^unit, and `top` counts multiples of 2^(exponent - 64).
        let unit = (self.exponent - 53).max(-1074);
        let shift = unit - (self.exponent - 64);
        if shift > 64 {
            return 0.0;
        }
        let scaled = u128::from(top) << (64 - shift);
        let (whole, rest) = ((scaled >> 64) as u64, scaled as u64);
        let below = self.mantissa[..LIMBS - 1].iter().any(|&limb| limb != 0);
        let half = 1 << 63;
        let up = rest > half || rest == half && (below || whole & 1 == 1);
        let power = if unit < -1022 {
            f64::from_bits(1 << (unit + 1074))
        } else {
            f64::from_bits(((unit + 1023) as u64) << 52)
        };
        let value = (whole + u64::from(up)) as f64 * power;
        if self.negative { -value } else { value }
    }

    /// Whether this is exactly zero.
    pub fn is_zero(self) -> bool {
        self.mantissa[LIMBS - 1] == 0
    }

    /// Whether this is above zero.
    pub fn is_positive(self) -> bool {
        !self.negative && !self.is_zero()
    }

    /// The e with 2^(e-1) <= |x| < 2^e; the least of all integers for zero.
    pub fn exponent(self) -> i64 {
        if self.is_zero() { i64::MIN } else { self.exponent }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(self) -> Real {
        Real { negative: false, ..self }
    }

    /// The smaller of the two.
    #[must_use]
    pub fn min(self, other: Real) -> Real {
        if self <= other { self } else { other }
    }

    /// The larger of the two.
    #[must_use]
    pub fn max(self, other: Real) -> Real {
        if self >= other { self } else { other }
    }

    /// `self · 2^power`, exactly.
    #[must_use]
    pub fn scaled(self, power: i64) -> Real {
        if self.is_zero() { self } else { Real { exponent: self.exponent + power, ..self } }
    }

    /// `self / divisor` for a small whole number.
    #[must_use]
    pub(super) fn over_small(self, divisor: u64) -> Real {
        let mut mantissa = [0; LIMBS];
        let mut rest = 0_u128;
        for k in (0..LIMBS).rev() {
            let part = rest << 64 | u128::from(self.mantissa[k]);
            mantissa[k] = (part / u128::from(divisor)) as u64;
            rest = part % u128::from(divisor);
        }
        Real { mantissa, ..self }.normalised()
    }

    fn normalised(mut self) -> Real {
        let Some(top) = self.mantissa.iter().rposition(|&limb| limb != 0) else { return Real::ZERO };
        let limbs = LIMBS - 1 - top;
        if limbs > 0 {
            self.mantissa.copy_within(..=top, limbs);
            self.mantissa[..limbs].fill(0);
        }
        let bits = self.mantissa[LIMBS - 1].leading_zeros();
        if bits > 0 {
            for k in (0..LIMBS).rev() {
                let below = if k == 0 { 0 } else { self.mantissa[k - 1] >> (64 - bits) };
                self.mantissa[k] = self.mantissa[k] << bits | below;
            }
        }
        self.exponent -= 64 * limbs as i64 + i64::from(bits);
        self
    }

    fn compare_magnitudes(&self, other: &Real) -> Ordering {
        let by_size = || {
            self.exponent
                .cmp(&other.exponent)
                .then_with(|| self.mantissa.iter().rev().cmp(other.mantissa.iter().rev()))
        };
        match (self.is_zero(), other.is_zero()) {
            (false, false) => by_size(),
            (self_zero, other_zero) => other_zero.cmp(&self_zero),
        }
    }
}

/// A mantissa with one more limb below it, so that a difference of neighbours keeps all its bits.
type Guarded = [u64; LIMBS + 1];

/// `mantissa · 2^-shift` with a guard limb.
fn shifted(mantissa: &[u64; LIMBS], shift: usize) -> Guarded {
    let (limbs, bits) = (shift / 64, shift % 64);
    let at = |k: usize| if (1..=LIMBS).contains(&k) { mantissa[k - 1] } else { 0 };
    std::array::from_fn(|k| {
        let low = at(k + limbs) >> bits;
        if bits == 0 { low } else { low | at(k + limbs + 1) << (64 - bits) }
    })
}

fn add_magnitudes(larger: &Real, smaller: &Real) -> Real {
    let distance = (larger.exponent - smaller.exponent) as usize;
    let (a, b) = (&larger.mantissa, shifted(&smaller.mantissa, distance));
    let mut mantissa = [0; LIMBS];
    let mut carry = false;
    for k in 0..LIMBS {
        let (sum, c1) = a[k].overflowing_add(b[k + 1]);
        let (sum, c2) = sum.overflowing_add(u64::from(carry));
        mantissa[k] = sum;
        carry = c1 | c2;
    }
    let mut exponent = larger.exponent;
    if carry {
        for k in 0..LIMBS {
            let above = if k + 1 < LIMBS { mantissa[k + 1] } else { 1 };
            mantissa[k] = mantissa[k] >> 1 | above << 63;
        }
        exponent += 1;
    }
    Real { negative: larger.negative, exponent, mantissa }
}

fn subtract_magnitudes(larger: &Real, smaller: &Real) -> Real {
    let distance = (larger.exponent - smaller.exponent) as usize;
    let (a, b) = (shifted(&larger.mantissa, 0), shifted(&smaller.mantissa, distance));
    let mut difference = [0; LIMBS + 1];
    let mut borrow = false;
    for k in 0..=LIMBS {
        let (rest, b1) = a[k].overflowing_sub(b[k]);
        let (rest, b2) = rest.overflowing_sub(u64::from(borrow));
        difference[k] = rest;
        borrow = b1 | b2;
    }
    // Move the guard limb in by as many bits as cancelled (all of it, if the top limb vanished).
    let bits = difference[LIMBS].leading_zeros();
    let mantissa = std::array::from_fn(|k| match bits {
        0 => difference[k + 1],
        64 => difference[k],
        _ => difference[k + 1] << bits | difference[k] >> (64 - bits),
    });
    Real { negative: larger.negative, exponent: larger.exponent - i64::from(bits), mantissa }.normalised()
}

impl Add for Real {
    type Output = Real;
    fn add(self, other: Real) -> Real {
        let (larger, smaller) =
            if self.compare_magnitudes(&other).is_ge() { (self, other) } else { (other, self) };
        if smaller.is_zero() || larger.exponent - smaller.exponent > BITS as i64 + 1 {
            larger
        } else if larger.negative == smaller.negative {
            add_magnitudes(&larger, &smaller)
        } else {
            subtract_magnitudes(&larger, &smaller)
        }
    }
}

impl Neg for Real {
    type Output = Real;
    fn neg(self) -> Real {
        Real { negative: !self.negative && !self.is_zero(), ..self }
    }
}

impl Sub for Real {
    type Output = Real;
    fn sub(self, other: Real) -> Real {
        self + -other
    }
}

impl Mul for Real {
    type Output = Real;
    fn mul(self, other: Real) -> Real {
        if self.is_zero() || other.is_zero() {
            return Real::ZERO;
        }
        let mut product = [0_u64; 2 * LIMBS];
        for i in 0..LIMBS {
            let mut carry = 0_u128;
            for j in 0..LIMBS {
                let sum = u128::from(self.mantissa[i]) * u128::from(other.mantissa[j])
                    + u128::from(product[i + j])
                    + carry;
                product[i + j] = sum as u64;
                carry = sum >> 64;
            }
            product[i + LIMBS] = carry as u64;
        }
        // The product of two numbers in [1/2, 1) is at least 1/4: at most one leading zero.
        let bits = product[2 * LIMBS - 1].leading_zeros();
        let mantissa = std::array::from_fn(|k| {
            let (high, low) = (product[k + LIMBS], product[k + LIMBS - 1]);
            if bits == 0 { high } else { high << 1 | low >> 63 }
        });
        Real {
            negative: self.negative != other.negative,
            exponent: self.exponent + other.exponent - i64::from(bits),
            mantissa,
        }
    }
}

impl Div for Real {
    type Output = Real;
    /// By Newton's iteration for the reciprocal, which doubles the digits of an f64 four times.
    fn div(self, divisor: Real) -> Real {
        assert!(!divisor.is_zero(), "division by zero");
        let scaled = Real { exponent: 0, ..divisor };
        let mut reciprocal = Real::new(1.0 / scaled.to_f64());
        for _ in 0..4 {
            reciprocal += reciprocal * (Real::ONE - scaled * reciprocal);
        }
        self * reciprocal.scaled(-divisor.exponent)
    }
}

impl PartialOrd for Real {
    fn partial_cmp(&self, other: &Real) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Real {
    fn cmp(&self, other: &Real) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.compare_magnitudes(other),
            (true, true) => other.compare_magnitudes(self),
            (negative, other_negative) => other_negative.cmp(&negative),
        }
    }
}

impl AddAssign for Real {
    fn add_assign(&mut self, other: Real) {
        *self = *self + other;
    }
}

impl SubAssign for Real {
    fn sub_assign(&mut self, other: Real) {
        *self = *self - other;
    }
}

impl MulAssign for Real {
    fn mul_assign(&mut self, other: Real) {
        *self = *self * other;
    }
}

impl Sum for Real {
    fn sum<I: Iterator<Item = Real>>(numbers: I) -> Real {
        numbers.fold(Real::ZERO, Add::add)
    }
}

impl Product for Real {
    fn product<I: Iterator<Item = Real>>(numbers: I) -> Real {
        numbers.fold(Real::ONE, Mul::mul)
    }
}

impl std::fmt::Debug for Real {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} (·2^{})", Real { exponent: 0, ..*self }.to_f64(), self.exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Exact, exact};
    use super::*;
    use crate::random::Rng;

    /// A number of either sign with full mantissa and an exponent within ±range.
    fn any(rng: &mut Rng, range: i64) -> Real {
        let mantissa = std::array::from_fn(|_| if rng.chance(0.2) { 0 } else { rng.next_u64() });
        let exponent = rng.below(2 * range as usize + 1) as i64 - range;
        Real { negative: rng.chance(0.5), exponent, mantissa }.normalised()
    }

    /// Whether the two agree up to a relative error of 2^-bits.
    fn close(real: Real, truth: &Exact, bits: isize) -> bool {
        let error = Exact::from(&real) - truth;
        let error = if error < Exact::ZERO { -error } else { error };
        let truth = if *truth < Exact::ZERO { -truth } else { truth.clone() };
        error <= truth * Exact::from_parts(1.into(), -bits)
    }

    #[test]
    fn agrees_with_exact_arithmetic() {
        let mut rng = Rng::new(1);
        for _ in 0..5_000 {
            let (a, b) = (any(&mut rng, 600), any(&mut rng, 600));
            let (x, y) = (Exact::from(&a), Exact::from(&b));
            assert_eq!(Real::from(&x), a);
            assert_eq!(a.cmp(&b), x.partial_cmp(&y).unwrap());
            assert!(close(a * b, &(&x * &y), 511), "{a:?} * {b:?}");
            assert!(close(a + b, &(&x + &y), 511), "{a:?} + {b:?}");
            assert!(close(a - b, &(&x - &y), 511), "{a:?} - {b:?}");
            if !b.is_zero() {
                assert!(close((a / b) * b, &x, 505), "{a:?} / {b:?}");
            }
        }
    }

    #[test]
    fn differences_of_neighbours_are_exact() {
        let mut rng = Rng::new(2);
        for _ in 0..2_000 {
            let a = any(&mut rng, 3);
            let b = a + any(&mut rng, 3).scaled(-(rng.below(500) as i64));
            if (a.exponent - b.exponent).abs() <= 1 && a.negative == b.negative {
                assert_eq!(Exact::from(&(a - b)), Exact::from(&a) - Exact::from(&b));
            }
        }
    }

    #[test]
    fn converts_to_f64_as_the_library_does() {
        let mut rng = Rng::new(3);
        for _ in 0..20_000 {
            let mut x = any(&mut rng, 1100);
            if rng.chance(0.3) {
                // Exact ties and near ties.
                x = Real::new(x.to_f64().clamp(-1e300, 1e300));
                x += x.scaled(-53 - (rng.below(2) as i64));
            }
            // The library rounds everything below the least f64 to zero, even what is nearer to it
            // than to zero.
            if x.exponent() > -1074 {
                assert_eq!(x.to_f64(), Exact::from(&x).to_f64().value(), "{x:?}");
            }
        }
        for value in [0.0, 1.0, -1.0, 0.1, f64::MAX, f64::MIN_POSITIVE, 5e-324, -5e-324, 1e-310] {
            assert_eq!(Real::new(value).to_f64(), value);
            assert_eq!(Exact::from(&Real::new(value)), exact(value));
        }
        assert_eq!(Real::power_of_two(1024).to_f64(), f64::INFINITY);
        assert_eq!(Real::power_of_two(-1075).to_f64(), 0.0);
        assert_eq!((Real::power_of_two(-1075) + Real::power_of_two(-1500)).to_f64(), 5e-324);
    }
}
