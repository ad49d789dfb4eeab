//! Fractions in fixed point, and the exponential of them.
//!
//! A sum with alternating signs loses no digit if its additions are exact. Here they are: a
//! [`Fixed`] is a whole number of units of `2^-64 LIMBS`, and arithmetic wraps around at 1, so that
//! a sum is right whatever its partial sums are, as long as the result is in [0, 1).

use once_cell::race::OnceBox;

/// A number in [0, 1) in units of `2^-(64 LIMBS)`, lowest limb first. One itself is rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fixed<const LIMBS: usize>([u64; LIMBS]);

/// Bits before the point of an exponent.
const EXPONENT_BITS: u32 = 8;
/// Exponents are cut into their whole part and this many pieces, each looked up in a table.
const PIECES: usize = 4;
/// Bits of a piece.
const PIECE_BITS: u32 = 11;
/// Exponents stay below this: above it they count as negative.
pub(super) const MOST_EXPONENT: f64 = 120.0;
/// Units by which [`Exponentials::of`] may be off: a unit for each table and term, and one per limb for
/// each of five products and for the terms of the series together.
pub(super) const EXPONENTIAL_UNITS: f64 = 48.0;

impl<const LIMBS: usize> Fixed<LIMBS> {
    pub(super) const ZERO: Self = Self([0; LIMBS]);
    /// The largest number, a unit below 1.
    pub(super) const ONE: Self = Self([u64::MAX; LIMBS]);

    /// A double times `2^shift`, rounded down; a number from 1 on wraps around.
    pub(super) fn new(value: f64, shift: i32) -> Self {
        debug_assert!(value >= 0.0 && value.is_finite());
        let bits = value.to_bits();
        let exponent = ((bits >> 52) as i32).max(1);
        let mut mantissa = bits & ((1 << 52) - 1);
        if bits >> 52 > 0 {
            mantissa |= 1 << 52;
        }
        // The value is mantissa * 2^at units.
        let at = exponent - 1075 + shift + 64 * LIMBS as i32;
        let mut limbs = [0; LIMBS];
        if at < 0 {
            limbs[0] = if at > -64 { mantissa >> -at } else { 0 };
        } else {
            let (limb, bit) = ((at / 64) as usize, at % 64);
            let wide = u128::from(mantissa) << bit;
            for (place, part) in [(limb, wide as u64), (limb + 1, (wide >> 64) as u64)] {
                if place < LIMBS {
                    limbs[place] = part;
                }
            }
        }
        Self(limbs)
    }

    /// An exponent, in units of `2^-(64 LIMBS - 8)`.
    pub(super) fn exponent(value: f64) -> Self {
        Self::new(value, -(EXPONENT_BITS as i32))
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        let mut limbs = [0; LIMBS];
        let mut carry = false;
        for (limb, (&a, &b)) in limbs.iter_mut().zip(self.0.iter().zip(&other.0)) {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *limb = sum;
            carry = first | second;
        }
        Self(limbs)
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        let mut limbs = [0; LIMBS];
        let mut borrow = false;
        for (limb, (&a, &b)) in limbs.iter_mut().zip(self.0.iter().zip(&other.0)) {
            let (difference, first) = a.overflowing_sub(b);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            *limb = difference;
            borrow = first | second;
        }
        Self(limbs)
    }

    /// 1 minus this; a unit less if this is zero.
    #[inline]
    pub(super) fn complement(self) -> Self {
        if self == Self::ZERO { Self::ONE } else { Self::ZERO.minus(self) }
    }

    /// The product, rounded down; at most `LIMBS` units too small, because products of low limbs that
    /// do not reach the result are left out.
    #[inline(always)]
    pub(super) fn times(self, other: Self) -> Self {
        let mut below = 0;
        let mut product = [0; LIMBS];
        for (i, &a) in self.0.iter().enumerate() {
            let mut carry = 0;
            for j in LIMBS - 1 - i..LIMBS {
                let place = if i + j < LIMBS { &mut below } else { &mut product[i + j - LIMBS] };
                let sum = u128::from(a) * u128::from(other.0[j]) + u128::from(*place) + u128::from(carry);
                *place = sum as u64;
                carry = (sum >> 64) as u64;
            }
            product[i] = carry;
        }
        Self(product)
    }

    /// Divided by a small number, rounded down.
    #[inline(always)]
    fn over<const DIVISOR: u64>(self) -> Self {
        let (whole, left) = (u64::MAX / DIVISOR, u64::MAX % DIVISOR + 1);
        let mut limbs = [0; LIMBS];
        let mut rest = 0;
        for (limb, &own) in limbs.iter_mut().zip(&self.0).rev() {
            // rest 2^64 + own, where 2^64 = whole DIVISOR + left.
            let last = rest * left + own % DIVISOR;
            *limb = own / DIVISOR + rest * whole + last / DIVISOR;
            rest = last % DIVISOR;
        }
        Self(limbs)
    }

    /// The same with a divisor that is not known beforehand, below `2^32`.
    fn over_any(self, divisor: u64) -> Self {
        let mut limbs = [0; LIMBS];
        let mut rest = 0;
        for (limb, &own) in limbs.iter_mut().zip(&self.0).rev() {
            let wide = u128::from(rest) << 64 | u128::from(own);
            *limb = (wide / u128::from(divisor)) as u64;
            rest = (wide % u128::from(divisor)) as u64;
        }
        Self(limbs)
    }

    /// Shifted down by fewer than 64 bits, which rounds down.
    #[inline]
    pub(super) fn shifted_down(self, bits: u32) -> Self {
        if bits == 0 {
            return self;
        }
        let above = |i: usize| if i + 1 < LIMBS { self.0[i + 1] << (64 - bits) } else { 0 };
        Self(std::array::from_fn(|i| self.0[i] >> bits | above(i)))
    }

    /// Shifted up by fewer than 64 bits, not zero.
    #[inline]
    fn shifted_up(self, bits: u32) -> Self {
        let below = |i: usize| if i > 0 { self.0[i - 1] >> (64 - bits) } else { 0 };
        Self(std::array::from_fn(|i| self.0[i] << bits | below(i)))
    }

    /// As a double, to within `2^-50` of itself.
    #[inline]
    pub(super) fn to_f64(self) -> f64 {
        let mut value = 0.0;
        for (i, &limb) in self.0.iter().enumerate().rev() {
            value += limb as f64 * power_of_two(64 * (i as i32 - LIMBS as i32));
        }
        value
    }

    /// As a double; zero if it is above one half, which is what is left of a number below zero.
    #[inline]
    pub(super) fn to_f64_or_zero(self) -> f64 {
        if self.0[LIMBS - 1] >> 63 == 1 { 0.0 } else { self.to_f64() }
    }

    /// As a double, read as a number from -1/2 to 1/2.
    #[inline]
    pub(super) fn to_signed_f64(self) -> f64 {
        if self.0[LIMBS - 1] >> 63 == 1 { -Self::ZERO.minus(self).to_f64() } else { self.to_f64() }
    }

    /// An exponent as a double.
    pub(super) fn exponent_to_f64(self) -> f64 {
        self.to_f64() * power_of_two(EXPONENT_BITS as i32)
    }
}

/// Two to the power of a small whole number.
pub(super) fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// Tables for `exp(-y)`.
#[derive(Debug)]
pub(super) struct Exponentials<const LIMBS: usize> {
    whole: Vec<Fixed<LIMBS>>,
    pieces: [Vec<Fixed<LIMBS>>; PIECES],
}

/// The widest tables, of which all others are the leading limbs.
const WIDEST: usize = 5;

/// Not a `OnceLock`: if another thread were filling it during a fork, the child would wait for that
/// thread for ever. Threads that come by at once each compute the tables, and the first one keeps
/// its own.
static TABLES: OnceBox<[Vec<Fixed<WIDEST>>; PIECES + 1]> = OnceBox::new();

fn tables() -> [Vec<Fixed<WIDEST>>; PIECES + 1] {
    std::array::from_fn(|place| {
        if place == 0 {
            let half = exponential_of_power(1);
            powers(half.times(half), 1 << EXPONENT_BITS)
        } else {
            powers(exponential_of_power(PIECE_BITS * place as u32), 1 << PIECE_BITS)
        }
    })
}

/// `exp(-2^-bits)` by its series, which wraps around at 1.
fn exponential_of_power(bits: u32) -> Fixed<WIDEST> {
    let mut term = Fixed::<WIDEST>::new(1.0, -(bits as i32));
    let mut sum = Fixed::ZERO;
    for n in 2.. {
        sum = if n % 2 == 0 { sum.minus(term) } else { sum.plus(term) };
        term = term.shifted_down(bits).over_any(n);
        if term == Fixed::ZERO {
            break;
        }
    }
    sum
}

/// The first powers of a number.
fn powers(base: Fixed<WIDEST>, count: usize) -> Vec<Fixed<WIDEST>> {
    let mut powers = Vec::with_capacity(count);
    powers.push(Fixed::ONE);
    while powers.len() < count {
        let last: Fixed<WIDEST> = powers[powers.len() - 1];
        powers.push(if powers.len() == 1 { base } else { last.times(base) });
    }
    powers
}

impl<const LIMBS: usize> Exponentials<LIMBS> {
    pub(super) fn new() -> Self {
        let leading = |table: &Vec<Fixed<WIDEST>>| {
            let cut = |wide: &Fixed<WIDEST>| Fixed(std::array::from_fn(|i| wide.0[WIDEST - LIMBS + i]));
            table.iter().map(cut).collect()
        };
        let tables = TABLES.get_or_init(|| Box::new(tables()));
        Self { whole: leading(&tables[0]), pieces: std::array::from_fn(|piece| leading(&tables[piece + 1])) }
    }

    /// `exp(-y)` for an exponent from zero to [`MOST_EXPONENT`], to within [`EXPONENTIAL_UNITS`]. What a
    /// rounding put just below zero counts as zero.
    #[inline(always)]
    pub(super) fn of(&self, y: Fixed<LIMBS>) -> Fixed<LIMBS> {
        let top = y.0[LIMBS - 1];
        if top >> 63 == 1 {
            return Fixed::ONE;
        }
        let mut product = self.whole[(top >> (64 - EXPONENT_BITS)) as usize];
        for (piece, table) in self.pieces.iter().enumerate() {
            let shift = 64 - EXPONENT_BITS - PIECE_BITS * (piece as u32 + 1);
            product = product.times(table[(top >> shift) as usize & ((1 << PIECE_BITS) - 1)]);
        }
        // What is left is below 2^-44.
        let mut rest = y;
        rest.0[LIMBS - 1] &= (1 << (64 - EXPONENT_BITS - PIECE_BITS * PIECES as u32)) - 1;
        product.times(series(rest.shifted_up(EXPONENT_BITS)))
    }
}

/// `exp(-r)` for an `r` below `2^-44`.
#[inline(always)]
fn series<const LIMBS: usize>(r: Fixed<LIMBS>) -> Fixed<LIMBS> {
    // The last term that is not below a unit.
    let last = match LIMBS {
        0 | 1 => 1,
        2 => 2,
        3 => 4,
        _ => 5,
    };
    let mut bracket = Fixed::ONE;
    for n in (2..=last).rev() {
        let part = match n {
            2 => r.shifted_down(1),
            3 => r.over::<3>(),
            4 => r.shifted_down(2),
            _ => r.over::<5>(),
        };
        let term = if n == last { part } else { part.times(bracket) };
        bracket = term.complement();
    }
    r.times(bracket).complement()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check<const LIMBS: usize>(x: f64, y: f64) {
        let tables = Exponentials::<LIMBS>::new();
        let exp = |value: f64| tables.of(Fixed::exponent(value));
        let unit = power_of_two(-(64 * LIMBS as i32).min(1000));
        assert!((exp(x).to_f64() - (-x).exp()).abs() <= 4e-16 * (-x).exp() + 64.0 * unit, "{LIMBS}: {x}");
        // exp(-x) exp(-y) = exp(-(x + y)) to all digits, if the sum is exact.
        let (x, y) = ((x * 1e6).round() / 1_048_576.0, (y * 1e6).round() / 1_048_576.0);
        let (product, sum) = (exp(x).times(exp(y)), exp(x + y));
        let off = product.minus(sum).to_f64().min(sum.minus(product).to_f64());
        assert!(off <= 4.0 * EXPONENTIAL_UNITS * unit, "{LIMBS}: {x} {y} {off:e}");
    }

    proptest! {
        #[test]
        fn an_exponential_has_all_its_digits(x in 0.0..60.0f64, y in 0.0..59.0f64) {
            check::<1>(x, y);
            check::<2>(x, y);
            check::<3>(x, y);
            check::<4>(x, y);
        }

        #[test]
        fn doubles_come_back(x in 1e-30..1.0f64, y in 1e-3..1.0f64) {
            for (own, value) in [(Fixed::<4>::new(x, 0), x), (Fixed::<4>::new(x, 0).times(Fixed::new(y, 0)), x * y)] {
                prop_assert!((own.to_f64() / value - 1.0).abs() <= 4e-16);
            }
            prop_assert!((Fixed::<2>::new(y, 0).complement().to_f64() - (1.0 - y)).abs() <= 1e-16);
            prop_assert!((Fixed::<3>::exponent(100.0 * y).exponent_to_f64() / (100.0 * y) - 1.0).abs() <= 4e-16);
        }
    }

    #[test]
    fn one_over_e_has_all_its_digits() {
        // The leading 128 bits of 1 / e.
        let e = Exponentials::<4>::new().of(Fixed::exponent(1.0));
        assert_eq!(e.0[2..], [0xbade_c782_9054_f90d, 0x5e2d_58d8_b3bc_df1a]);
    }
}
