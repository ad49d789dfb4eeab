//! `x / (1 + x)` for small x as a short polynomial, with a bound on its error.
//!
//! The posterior of a rare disease needs `x / (1 + x)` at every subset of the findings, where x is
//! at most its odds. Let `G = -T(x) / T(-1)`, T the Chebyshev polynomial of degree N + 1 on an
//! interval that ends at the odds and begins a little below 0, so that its first zero is at 0. Then
//! `G(0) = 0` and `G(-1) = -1`, so that `p = (x - G) / (1 + x)` is a polynomial of degree N without
//! a constant term, and its error `G / (1 + x)` is at most `1 / |T(-1)|`: the least there is. As
//! many terms are taken as make that less than one rounding, and one polynomial serves all diseases
//! with as many.
//!
//! The last term is at most `odds^N`: single precision is enough for it, and takes half the time.
//! Between the first and the last are the further ones.

use crate::kernels::dense::{MOST_FURTHER, Polynomial};

/// Numbers of further terms.
const KINDS: usize = MOST_FURTHER + 1;

/// The first zeros of the Chebyshev polynomials of degree 3 to `MOST_FURTHER + 3`, with the sign
/// turned: `cos(pi / 2 degree)`.
const FIRST_ZEROS: [f64; KINDS] = [0.866_025_403_784_438_6, 0.923_879_532_511_286_7, 0.951_056_516_295_153_5];

/// The largest odds for which none to [`MOST_FURTHER`] further terms are enough: where
/// `1 / |T(-1)|` is one rounding.
const LARGEST_ODDS: [f64; KINDS] = [1.79e-5, 3.94e-4, 2.51e-3];

/// How many further terms a disease with these odds needs. One that needs more than
/// [`MOST_FURTHER`] is cheaper by other means.
#[inline(always)]
pub(super) fn further(odds: f64) -> usize {
    // Counted, not searched: a branch would be unpredictable.
    LARGEST_ODDS.iter().map(|&largest| usize::from(odds > largest)).sum()
}

/// The polynomial for all odds for which `further` terms are enough.
pub(super) const fn polynomial<const FURTHER: usize>() -> Polynomial<FURTHER> {
    let (t, odds) = (chebyshev(FURTHER + 3, FIRST_ZEROS[FURTHER]), LARGEST_ODDS[FURTHER]);
    let terms = FURTHER + 2;
    // T(x) / x in powers of x, times odds^terms so that no power is negative; then its value at -1.
    let mut rest = [0.0; MOST_FURTHER + 3];
    let (mut n, mut end) = (0, 0.0);
    while n <= terms {
        rest[n] = t[n + 1] * power(odds, terms - n);
        end += if n % 2 == 0 { rest[n] } else { -rest[n] };
        n += 1;
    }
    // (1 - rest / end) / (1 + x).
    let factor = 1.0 - rest[0] / end;
    let mut coefficient = -factor - rest[1] / end;
    let mut further = [0.0; FURTHER];
    n = 0;
    while n < FURTHER {
        further[n] = coefficient / factor;
        coefficient = -coefficient - rest[n + 2] / end;
        n += 1;
    }
    Polynomial { factor, further, last: coefficient / factor }
}

/// The coefficients of a Chebyshev polynomial of `(1 + zero) u - zero`, in ascending powers of u.
const fn chebyshev(degree: usize, zero: f64) -> [f64; MOST_FURTHER + 4] {
    let (mut last, mut this) = ([0.0; MOST_FURTHER + 4], [0.0; MOST_FURTHER + 4]);
    last[0] = 1.0;
    (this[0], this[1]) = (-zero, 1.0 + zero);
    let mut at = 1;
    while at < degree {
        let mut next = [0.0; MOST_FURTHER + 4];
        let mut n = 0;
        while n <= at + 1 {
            let shifted = if n > 0 { this[n - 1] } else { 0.0 };
            next[n] = 2.0 * ((1.0 + zero) * shifted - zero * this[n]) - last[n];
            n += 1;
        }
        (last, this) = (this, next);
        at += 1;
    }
    this
}

const fn power(base: f64, exponent: usize) -> f64 {
    if exponent == 0 { 1.0 } else { base * power(base, exponent - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest error for x up to these odds, apart from roundings.
    fn worst<const FURTHER: usize>(odds: f64) -> f64 {
        let Polynomial { factor, further, last } = polynomial::<FURTHER>();
        (0..=1000)
            .map(|step| {
                let x = odds * f64::from(step) / 1000.0;
                let value = further.iter().rev().fold(last, |value, c| value * x + c);
                let value = factor * (1.0 + value * x);
                (x * (value * (1.0 + x) - 1.0)).abs()
            })
            .fold(0.0, f64::max)
    }

    #[test]
    fn the_error_is_what_is_promised() {
        for exponent in -1200..=-200 {
            let odds = 10f64.powf(f64::from(exponent) / 100.0);
            let error = match further(odds) {
                0 => worst::<0>(odds),
                1 => worst::<1>(odds),
                2 => worst::<2>(odds),
                _ => continue,
            };
            assert!(error <= f64::EPSILON, "{odds:e}: {error:e}");
        }
        for limit in [worst::<0>(LARGEST_ODDS[0]), worst::<1>(LARGEST_ODDS[1]), worst::<2>(LARGEST_ODDS[2])] {
            assert!(limit > 0.9 * f64::EPSILON, "the limits could be larger: {limit:e}");
        }
    }

    /// The roundings of a sum of products, which go in all directions.
    #[test]
    fn single_precision_is_enough_for_the_last_term() {
        for (further, odds) in (0..).zip(LARGEST_ODDS) {
            let roundings = 70f64.sqrt() * f64::from(f32::EPSILON) / 2.0;
            assert!(odds.powi(further + 2) * roundings <= f64::EPSILON);
        }
    }

    #[test]
    fn rarer_diseases_need_fewer_terms() {
        let odds = [0.0, 1e-5, 1e-4, 1e-3, 5e-3, 0.1, 1.79e-5];
        assert_eq!(odds.map(further), [0, 0, 1, 2, 3, 3, 0]);
    }
}
