//! `1 / (1 + x)` for small x as a short polynomial, with a bound on its error.
//!
//! The posterior of a rare disease needs `x / (1 + x)` at every subset of the findings, where x is at most its odds. With
//! `R(x) = T(x) / T(-1)`, T the Chebyshev polynomial of degree N on `[0, odds]`, the polynomial `q = (1 - R) / (1 + x)` has degree N - 1
//! and a relative error of at most `1 / |T(-1)|`, about `2 (odds / 4)^N`: the best there is. As many terms are taken as make
//! the error of `x / (1 + x)` less than one rounding, and one polynomial serves all diseases with as many.

/// The most terms; diseases that would need more are cheaper by other means.
pub(super) const MOST_TERMS: usize = 4;

/// Coefficients of the Chebyshev polynomials of degree 2 to [`MOST_TERMS`] on [0, 1], in ascending order.
const CHEBYSHEV: [[f64; MOST_TERMS + 1]; MOST_TERMS - 1] =
    [[1.0, -8.0, 8.0, 0.0, 0.0], [-1.0, 18.0, -48.0, 32.0, 0.0], [1.0, -32.0, 160.0, -256.0, 128.0]];

/// The largest odds for which 2 to [`MOST_TERMS`] terms are enough: where `odds / |T(-1)|` is one rounding.
const LARGEST_ODDS: [f64; MOST_TERMS - 1] = [1.2e-5, 2.9e-4, 1.94e-3];

/// How many terms a disease with these odds needs; 0 for more than there are.
#[inline]
pub(super) fn terms(odds: f64) -> usize {
    // Counted, not searched: no branch could be foretold.
    let too_few = LARGEST_ODDS.iter().map(|&largest| usize::from(odds > largest)).sum::<usize>();
    if too_few == LARGEST_ODDS.len() { 0 } else { too_few + 2 }
}

/// How many diseases need how many terms.
pub(super) fn counts<I: Iterator<Item = f64>>(odds: impl Fn() -> I) -> [usize; MOST_TERMS + 1] {
    // One pass for each limit is faster than one that tells diseases apart.
    let [few, some, many] = LARGEST_ODDS.map(|largest| odds().filter(|&odds| odds > largest).count());
    [many, 0, odds().count() - few, few - some, some - many]
}

/// The polynomial of N terms.
pub(super) struct Polynomial<const N: usize>;

impl<const N: usize> Polynomial<N> {
    /// The coefficients of q in ascending powers of x, for all odds for which N terms are enough.
    pub(super) const COEFFICIENTS: [f64; N] = {
        let (chebyshev, odds) = (&CHEBYSHEV[N - 2], LARGEST_ODDS[N - 2]);
        let mut powers = [1.0; MOST_TERMS + 1];
        let mut n = 1;
        while n <= N {
            powers[n] = powers[n - 1] * odds;
            n += 1;
        }
        // T(-1), with numerator and denominator of R multiplied by odds^N so that no power is negative.
        let mut end = 0.0;
        n = 0;
        while n <= N {
            end += if n % 2 == 0 { chebyshev[n] } else { -chebyshev[n] } * powers[N - n];
            n += 1;
        }
        // Division of 1 - R by 1 + x.
        let mut q = [0.0; N];
        let mut previous = -1.0;
        n = 0;
        while n < N {
            previous = -previous - chebyshev[n] * powers[N - n] / end;
            q[n] = previous;
            n += 1;
        }
        q
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest error of `x q(x)` for x up to these odds.
    fn worst<const N: usize>(odds: f64) -> f64 {
        let q = Polynomial::<N>::COEFFICIENTS;
        (0..=1000)
            .map(|step| {
                let x = odds * f64::from(step) / 1000.0;
                let value = q.iter().rev().fold(0.0, |value, c| value * x + c);
                (x * (value * (1.0 + x) - 1.0)).abs()
            })
            .fold(0.0, f64::max)
    }

    #[test]
    fn the_error_is_what_is_promised() {
        for exponent in -1200..=-200 {
            let odds = 10f64.powf(f64::from(exponent) / 100.0);
            let error = match terms(odds) {
                2 => worst::<2>(odds),
                3 => worst::<3>(odds),
                4 => worst::<4>(odds),
                _ => continue,
            };
            assert!(error <= f64::EPSILON, "{odds:e}: {error:e}");
        }
    }

    #[test]
    fn rarer_diseases_need_fewer_terms() {
        let odds = [0.0, 1e-5, 1e-4, 1e-3, 5e-3, 0.1, 1.2e-5];
        assert_eq!(odds.map(terms), [2, 2, 3, 4, 0, 0, 2]);
        assert_eq!(counts(|| odds.into_iter()), [2, 0, 3, 1, 1]);
    }
}
