//! Dense Quickscore: every disease's factor at every subset of the findings.
//!
//! With `x = odds * prod_{j in S} (1 - link_j)`, a disease contributes the factor `1 + x` to the weight of S,
//! and its posterior is the weighted mean of `x / (1 + x)`. A subset is cut into its low findings and the
//! rest: `x = low[low part] * high[high part]`, so that no table over all subsets is needed. A block of
//! diseases keeps a few columns of its low tables in registers and walks the high parts: an element of the
//! evidence costs two multiply-adds.
//!
//! The weights of one call are laid out as rows of `columns` numbers, one row for each high part; `columns`
//! is a multiple of [`FEWEST_COLUMNS`].

mod products;
mod series;
mod tables;

use pulp::Simd;

pub(crate) use self::products::{leave_one_out, multiply};
pub(crate) use self::series::{MOST_FURTHER, Polynomial, Single, Terms, Weights, series, terms};
pub(crate) use self::tables::{Cut, Stretch, fill};

/// The fewest subsets of the low findings that the kernels work on.
pub(crate) const FEWEST_COLUMNS: usize = 16;
/// The most.
pub(crate) const MOST_COLUMNS: usize = 64;
/// Maximum number of subsets of the high findings: the data of one kernel call stays in the L1 cache.
pub(crate) const MOST_ROWS: usize = 32;
/// Diseases in a block.
pub(crate) const BLOCK: usize = 8;

/// A block's `x` at the subsets of the low findings: of as many subsets as fit a vector, a vector for each
/// disease, then of the next ones.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Low(pub(crate) [f64; BLOCK * MOST_COLUMNS]);

/// A block's numbers at one high part.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct High(pub(crate) [f64; BLOCK]);

/// The low tables, one array of vectors for each column.
#[inline(always)]
fn columns_of<S: Simd>(low: &Low) -> &[[S::f64s; BLOCK]] {
    S::as_simd_f64s(&low.0).0.as_chunks().0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulp::Scalar;

    use super::products::{leave_one_out_with_simd, multiply_with_simd};
    use super::series::{series_with_simd, terms_with_simd};
    use super::tables::fill_with_simd;
    use super::*;

    /// Random odds and links of a block, and weights.
    struct Tables {
        odds: [f64; BLOCK],
        links: Vec<[f64; BLOCK]>,
        weights: Vec<f64>,
        cut: Cut,
        top: usize,
    }

    fn tables(seed: u64, low: usize, high: usize) -> Tables {
        let mut rng = etio_oracle::random::Rng::new(seed);
        let odds = std::array::from_fn(|_| 10f64.powf(rng.uniform(-9.0, 3.0)));
        let top_bits = seed as usize % 3;
        let links = (0..low + high + top_bits).map(|_| std::array::from_fn(|_| rng.unit())).collect();
        let weights = (0..1 << (low + high)).map(|_| rng.uniform(-1.0, 1.0)).collect();
        Tables { odds, links, weights, cut: Cut { low, high }, top: seed as usize / 3 % (1 << top_bits) }
    }

    impl Tables {
        fn columns(&self) -> usize {
            1 << self.cut.low
        }

        /// `x` of a disease at a subset, by its definition.
        fn x(&self, b: usize, subset: usize) -> f64 {
            let subset = subset | self.top << (self.cut.low + self.cut.high);
            let links = self.links.iter().enumerate().filter(|(bit, _)| subset >> bit & 1 == 1);
            links.fold(self.odds[b], |x, (_, links)| x * (1.0 - links[b]))
        }

        fn empty(&self) -> (Low, Vec<High>) {
            (Low([0.0; BLOCK * MOST_COLUMNS]), vec![High([0.0; BLOCK]); 1 << self.cut.high])
        }

        fn stretch(&self) -> Stretch<'_, f64> {
            Stretch { odds: &self.odds, links: &self.links, top: self.top }
        }

        /// As the processor's vectors lay them out.
        fn filled(&self) -> (Low, Vec<High>) {
            let (mut low, mut high) = self.empty();
            fill(self.stretch(), self.cut, &mut low, &mut high);
            (low, high)
        }

        /// As single numbers are laid out.
        fn filled_plainly(&self) -> (Low, Vec<High>) {
            let (mut low, mut high) = self.empty();
            fill_with_simd(Scalar, self.stretch(), self.cut, &mut low, &mut high);
            (low, high)
        }
    }

    /// Compares a polynomial's sums in vectors with those of one number at a time and with their
    /// definition.
    fn check_series<const FURTHER: usize>(tables: &Tables, polynomial: &Polynomial<FURTHER>) {
        let columns = tables.columns();
        let &Polynomial { factor, further: coefficients, last } = polynomial;
        let singles: Vec<f32> = tables.weights.iter().map(|&w| w as f32).collect();
        let weights = Weights { doubles: &tables.weights, singles: &singles };
        let (mut own, mut plain) = ([0.0; BLOCK], [0.0; BLOCK]);
        let (low, high) = tables.filled();
        let mut further = vec![[High([0.0; BLOCK]); MOST_FURTHER]; high.len()];
        let mut lasts = vec![Single([0.0; BLOCK]); high.len()];
        terms(polynomial, &high, &mut further, &mut lasts);
        let own_terms = Terms::<FURTHER> { factor, first: &high, further: &further, lasts: &lasts };
        series(weights, columns, &low, own_terms, &mut own);
        let (own_further, own_lasts) = (further.clone(), lasts.clone());
        let (low, high) = tables.filled_plainly();
        terms_with_simd(Scalar, polynomial, &high, &mut further, &mut lasts);
        for (own, plain) in own_further.iter().flatten().zip(further.iter().flatten()) {
            assert_eq!(own.0, plain.0);
        }
        for (own, plain) in own_lasts.iter().zip(&lasts) {
            assert_eq!(own.0, plain.0);
        }
        let plain_terms = Terms::<FURTHER> { factor, first: &high, further: &further, lasts: &lasts };
        series_with_simd(Scalar, weights, columns, &low, plain_terms, &mut plain);
        for b in 0..BLOCK {
            let rest = |x: f64| coefficients.iter().rev().fold(last, |value, c| value * x + c);
            let value = |x: f64| factor * x * (1.0 + x * rest(x));
            let definition: f64 = (0..).zip(&tables.weights).map(|(s, w)| w * value(tables.x(b, s))).sum();
            // Rounding is measured by the sum without signs, that of the last term in single precision.
            let size = |x: f64| {
                let further = coefficients.iter().rev().fold(0.0, |value, c| value * x + c.abs());
                factor.abs() * (x * (1.0 + x * further) + 1e7 * last.abs() * x.powi(FURTHER as i32 + 2))
            };
            let scale: f64 = (0..).zip(&tables.weights).map(|(s, w)| w.abs() * size(tables.x(b, s))).sum();
            assert_close(own[b], plain[b], scale);
            assert_close(own[b], definition, scale);
        }
    }

    fn assert_close(own: f64, other: f64, scale: f64) {
        assert!((own - other).abs() <= 1e-12 * scale, "{own} {other}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn vectors_multiply_as_one_number_at_a_time(seed: u64, low_bits in 4..=6usize, high_bits in 0..=4usize) {
            let tables = tables(seed, low_bits, high_bits);
            let (mut own, mut plain) = (tables.weights.clone(), tables.weights.clone());
            let definition: Vec<f64> = (0..plain.len())
                .map(|s| 0.5 * plain[s] * (0..BLOCK).map(|b| 1.0 + tables.x(b, s)).product::<f64>())
                .collect();
            let (low, high) = tables.filled();
            multiply(&mut own, tables.columns(), &low, &high, 0.5);
            let (low, high) = tables.filled_plainly();
            multiply_with_simd(Scalar, &mut plain, tables.columns(), &low, &high, 0.5);
            for ((own, plain), definition) in own.iter().zip(&plain).zip(&definition) {
                assert_close(*own, *plain, plain.abs());
                assert_close(*own, *definition, definition.abs());
            }
        }

        #[test]
        fn vectors_leave_one_out_as_one_number_at_a_time(seed: u64, low_bits in 4..=6usize, high_bits in 0..=4usize) {
            let tables = tables(seed, low_bits, high_bits);
            let columns = tables.columns();
            let (mut own, mut plain) = ([1.0; BLOCK], [1.0; BLOCK]);
            let (low, high) = tables.filled();
            leave_one_out(&tables.weights, columns, &low, &high, &mut own);
            let (low, high) = tables.filled_plainly();
            leave_one_out_with_simd(Scalar, &tables.weights, columns, &low, &high, &mut plain);
            for b in 0..BLOCK {
                let terms = tables.weights.iter().enumerate();
                let definition: f64 = terms.map(|(s, w)| w / (1.0 + tables.x(b, s))).sum();
                assert_close(own[b], plain[b], tables.weights.len() as f64);
                assert_close(own[b], 1.0 + definition, tables.weights.len() as f64);
            }
        }

        #[test]
        fn vectors_sum_series_as_one_number_at_a_time(seed: u64, low_bits in 4..=6usize, high_bits in 0..=4usize) {
            let tables = tables(seed, low_bits, high_bits);
            check_series(&tables, &Polynomial { factor: 0.25, further: [], last: -0.5 });
            check_series(&tables, &Polynomial { factor: 0.25, further: [-0.5], last: 0.125 });
            check_series(&tables, &Polynomial { factor: 0.25, further: [-0.5, 0.125], last: -1.0 });
        }
    }
}
