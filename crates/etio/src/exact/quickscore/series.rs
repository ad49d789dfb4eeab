//! `1 / (1 + x)` for small x as a short polynomial, with a bound on its error.
//!
//! The posterior of a rare disease needs `x / (1 + x)` at every subset of the findings, where x is at most its odds. With
//! `R(x) = T(x) / T(-1)`, T the Chebyshev polynomial of degree N on `[0, odds]`, the polynomial `q = (1 - R) / (1 + x)` has degree N - 1
//! and a relative error of at most `1 / |T(-1)|`, about `2 (odds / 4)^N`: the best there is.

use crate::kernels::dense::MOST_TERMS;

/// The largest relative error of a polynomial that is used.
const LARGEST_ERROR: f64 = 4e-14;

/// Coefficients of the Chebyshev polynomials of degree 2 to [`MOST_TERMS`] on [0, 1], in ascending order.
const CHEBYSHEV: [[f64; MOST_TERMS + 1]; MOST_TERMS - 1] = [
    [1.0, -8.0, 8.0, 0.0, 0.0, 0.0],
    [-1.0, 18.0, -48.0, 32.0, 0.0, 0.0],
    [1.0, -32.0, 160.0, -256.0, 128.0, 0.0],
    [-1.0, 50.0, -400.0, 1120.0, -1280.0, 512.0],
];

/// How many terms a disease with these odds needs; `None` for more than there are.
pub(super) fn terms(odds: f64) -> Option<usize> {
    (2..=MOST_TERMS).find(|&terms| at_minus_one(terms, odds).recip() <= LARGEST_ERROR)
}

/// The coefficients of q in ascending powers of x, for x in [0, odds].
pub(super) fn coefficients<const N: usize>(odds: f64) -> [f64; N] {
    let sign = if N.is_multiple_of(2) { 1.0 } else { -1.0 };
    let end = sign * at_minus_one(N, odds);
    let mut q = [0.0; N];
    let (mut power, mut previous) = (1.0, 0.0);
    for (n, q) in q.iter_mut().enumerate() {
        let remainder = CHEBYSHEV[N - 2][n] / (end * power);
        // Division of 1 - R by 1 + x.
        *q = if n == 0 { 1.0 - remainder } else { -remainder - previous };
        previous = *q;
        power *= odds;
    }
    q
}

/// |T(-1)|, where T has this degree on [0, odds].
fn at_minus_one(degree: usize, odds: f64) -> f64 {
    // Below this any polynomial is exact, and its powers would overflow.
    let x = -odds.max(1e-100).recip();
    CHEBYSHEV[degree - 2].iter().rev().fold(0.0, |value, c| value * x + c).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worst<const N: usize>(odds: f64) -> f64 {
        let q = coefficients::<N>(odds);
        (0..=1000)
            .map(|step| {
                let x = odds * f64::from(step) / 1000.0;
                let value = q.iter().rev().fold(0.0, |value, c| value * x + c);
                (value * (1.0 + x) - 1.0).abs()
            })
            .fold(0.0, f64::max)
    }

    #[test]
    fn the_error_is_what_is_promised() {
        for exponent in -120..=-20 {
            let odds = 10f64.powf(f64::from(exponent) / 10.0);
            let error = match terms(odds) {
                Some(2) => worst::<2>(odds),
                Some(3) => worst::<3>(odds),
                Some(4) => worst::<4>(odds),
                Some(5) => worst::<5>(odds),
                _ => continue,
            };
            assert!(error <= LARGEST_ERROR + 1e-15, "{odds:e}: {error:e}");
        }
    }

    #[test]
    fn rarer_diseases_need_fewer_terms() {
        assert_eq!([1e-7, 1e-4, 1e-3, 5e-3, 0.1].map(terms), [Some(2), Some(3), Some(4), Some(5), None]);
    }
}
