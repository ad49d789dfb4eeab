//! `1 / (1 + x)` for small x as a short polynomial, with a bound on its error.
//!
//! The posterior of a rare disease needs `x / (1 + x)` at every subset of the findings, where x is at most its odds. With
//! `R(x) = T(x) / T(-1)`, T the Chebyshev polynomial of degree N on `[0, odds]`, the polynomial `q = (1 - R) / (1 + x)` has degree N - 1
//! and a relative error of at most `1 / |T(-1)|`, about `2 (odds / 4)^N`: the best there is.

/// The most terms; diseases that would need more are cheaper by other means.
pub(super) const MOST_TERMS: usize = 4;
/// The largest relative error of a polynomial that is used.
#[cfg(test)]
const LARGEST_ERROR: f64 = 1e-13;

/// Coefficients of the Chebyshev polynomials of degree 2 to [`MOST_TERMS`] on [0, 1], in ascending order.
const CHEBYSHEV: [[f64; MOST_TERMS + 1]; MOST_TERMS - 1] =
    [[1.0, -8.0, 8.0, 0.0, 0.0], [-1.0, 18.0, -48.0, 32.0, 0.0], [1.0, -32.0, 160.0, -256.0, 128.0]];

/// The largest odds for which 2 to [`MOST_TERMS`] terms are enough: where `1 / |T(-1)|` is [`LARGEST_ERROR`].
const LARGEST_ODDS: [f64; MOST_TERMS - 1] = [8.9e-7, 1.46e-4, 1.88e-3];

/// How many terms a disease with these odds needs; 0 for more than there are.
#[inline]
pub(super) fn terms(odds: f64) -> usize {
    // Counted, not searched: no branch could be foretold.
    let too_few = LARGEST_ODDS.iter().map(|&largest| usize::from(odds > largest)).sum::<usize>();
    if too_few == LARGEST_ODDS.len() { 0 } else { too_few + 2 }
}

/// The coefficients of q in ascending powers of x, for x in [0, odds].
pub(super) fn coefficients<const N: usize>(odds: f64) -> [f64; N] {
    let chebyshev = &CHEBYSHEV[N - 2];
    let mut powers = [1.0; MOST_TERMS + 1];
    for n in 1..=N {
        powers[n] = powers[n - 1] * odds;
    }
    // T(-1), with numerator and denominator of R multiplied by odds^N so that no power is negative.
    let end: f64 = (0..=N).map(|n| if n % 2 == 0 { 1.0 } else { -1.0 } * chebyshev[n] * powers[N - n]).sum();
    let scale = end.recip();
    let mut q = [0.0; N];
    let mut previous = -1.0;
    for n in 0..N {
        // Division of 1 - R by 1 + x.
        previous = -previous - chebyshev[n] * powers[N - n] * scale;
        q[n] = previous;
    }
    q
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
                2 => worst::<2>(odds),
                3 => worst::<3>(odds),
                4 => worst::<4>(odds),
                _ => continue,
            };
            assert!(error <= LARGEST_ERROR + 1e-15, "{odds:e}: {error:e}");
        }
    }

    #[test]
    fn rarer_diseases_need_fewer_terms() {
        assert_eq!([0.0, 1e-7, 1e-4, 1e-3, 5e-3, 0.1].map(terms), [2, 2, 3, 4, 0, 0]);
    }
}
