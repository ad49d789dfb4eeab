//! Dense Quickscore: every disease's factor at every subset of the findings.
//!
//! With `x = odds * prod_{j in S} (1 - link_j)`, a disease contributes the factor `1 + x` to the weight of S, and its
//! posterior is the weighted mean of `x / (1 + x)`. A subset is cut into its low findings and the rest:
//! `x = low[low part] * high[high part]`, so that no table over all subsets is needed. A block of diseases keeps a few
//! columns of its low tables in registers and walks the high parts: an element of the evidence costs two multiply-adds.
//!
//! The weights of one call are laid out as rows of `columns` numbers, one row for each high part; `columns` is a multiple of
//! [`FEWEST_COLUMNS`].

use pulp::{Arch, Simd};

/// The fewest subsets of the low findings that the kernels work on.
pub(crate) const FEWEST_COLUMNS: usize = 16;
/// The most.
pub(crate) const MOST_COLUMNS: usize = 64;
/// Diseases in a block.
pub(crate) const BLOCK: usize = 8;

/// Findings whose subsets are the lanes of the longest vector.
const BITS_OF_A_VECTOR: usize = 3;
/// Of each of them, 1 in the lanes of the subsets that have it.
const LANE_HAS_BIT: [[f64; 1 << BITS_OF_A_VECTOR]; BITS_OF_A_VECTOR] = [
    [0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0],
    [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0],
    [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0],
];

/// A block's `x` at the subsets of the low findings: of as many subsets as fit a vector, a vector for each disease, then of the
/// next ones.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Low(pub(crate) [f64; BLOCK * MOST_COLUMNS]);

/// A block's numbers at one high part.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct High(pub(crate) [f64; BLOCK]);

/// Fills tables by doubling: `low[S][b] = lead[b] * prod of quiet over S`, and the same for `high` without the lead.
#[pulp::with_simd(fill = Arch::new())]
#[inline(always)]
pub(crate) fn fill_with_simd<'a, S: Simd>(
    simd: S,
    lead: &'a [f64; BLOCK],
    low_quiet: &'a [[f64; BLOCK]],
    high_quiet: &'a [[f64; BLOCK]],
    low: &'a mut Low,
    high: &'a mut [High],
) {
    // The first vector finding by finding, in the lanes of the subsets that have it; the others by doubling.
    let (within, beyond) = low_quiet.split_at(S::F64_LANES.ilog2() as usize);
    let zero = simd.splat_f64s(0.0);
    let columns = S::as_mut_simd_f64s(&mut low.0).0.as_chunks_mut::<BLOCK>().0;
    let mut first = lead.map(|lead| simd.splat_f64s(lead));
    for (quiet, bits) in within.iter().zip(&LANE_HAS_BIT) {
        let has = simd.greater_than_f64s(S::as_simd_f64s(bits).0[0], zero);
        for b in 0..BLOCK {
            let times = simd.mul_f64s(first[b], simd.splat_f64s(quiet[b]));
            first[b] = simd.select_f64s(has, times, first[b]);
        }
    }
    columns[0] = first;
    for (bit, quiet) in beyond.iter().enumerate() {
        let quiet = quiet.map(|quiet| simd.splat_f64s(quiet));
        let (from, to) = columns[..2 << bit].split_at_mut(1 << bit);
        for (to, from) in to.iter_mut().zip(from) {
            for b in 0..BLOCK {
                to[b] = simd.mul_f64s(from[b], quiet[b]);
            }
        }
    }
    high[0].0 = [1.0; BLOCK];
    double_rows(simd, high, high_quiet);
}

/// Fills rows by doubling, one finding after the other.
#[inline(always)]
fn double_rows<S: Simd>(simd: S, rows: &mut [High], quiet: &[[f64; BLOCK]]) {
    for (bit, quiet) in quiet.iter().enumerate() {
        let quiet = S::as_simd_f64s(quiet).0;
        let (from, to) = rows[..2 << bit].split_at_mut(1 << bit);
        for (to, from) in to.iter_mut().zip(from) {
            let (from, to) = (S::as_simd_f64s(&from.0).0, S::as_mut_simd_f64s(&mut to.0).0);
            for ((t, &f), &q) in to.iter_mut().zip(from).zip(quiet) {
                *t = simd.mul_f64s(f, q);
            }
        }
    }
}

/// The terms of a polynomial in the high parts: `coefficients[n] * high^(n+1)`.
#[pulp::with_simd(terms = Arch::new())]
#[inline(always)]
pub(crate) fn terms_with_simd<'a, S: Simd, const N: usize>(
    simd: S,
    coefficients: &'a [f64; N],
    high: &'a [High],
    terms: &'a mut [[High; N]],
) {
    let coefficients = coefficients.map(|coefficient| simd.splat_f64s(coefficient));
    for (terms, high) in terms.iter_mut().zip(high) {
        for at in 0..BLOCK / S::F64_LANES {
            let high = S::as_simd_f64s(&high.0).0[at];
            let mut power = high;
            for (term, &coefficient) in terms.iter_mut().zip(&coefficients) {
                S::as_mut_simd_f64s(&mut term.0).0[at] = simd.mul_f64s(coefficient, power);
                power = simd.mul_f64s(power, high);
            }
        }
    }
}

/// `weights *= scale * prod over the block of (1 + x)`.
#[pulp::with_simd(multiply = Arch::new())]
#[inline(always)]
pub(crate) fn multiply_with_simd<'a, S: Simd>(
    simd: S,
    weights: &'a mut [f64],
    columns: usize,
    low: &'a Low,
    high: &'a [High],
    scale: f64,
) {
    // Two columns share the loads of a row, where there are registers for them.
    if S::REGISTER_COUNT >= 32 {
        multiply_columns::<S, 2>(simd, weights, columns, low, high, scale);
    } else {
        multiply_columns::<S, 1>(simd, weights, columns, low, high, scale);
    }
}

#[inline(always)]
fn multiply_columns<S: Simd, const C: usize>(
    simd: S,
    weights: &mut [f64],
    columns: usize,
    low: &Low,
    high: &[High],
    scale: f64,
) {
    let scale = simd.splat_f64s(scale);
    let (rows, low) = (S::as_mut_simd_f64s(weights).0, columns_of::<S>(low));
    let width = columns / S::F64_LANES;
    for column in (0..width).step_by(C) {
        let mut t = [[scale; BLOCK]; C];
        for c in 0..C {
            t[c] = low[column + c];
            // The scale rides on the first disease: scale + scale x.
            t[c][0] = simd.mul_f64s(t[c][0], scale);
        }
        for (w, h) in rows.chunks_exact_mut(width).zip(high) {
            let w = &mut w[column..column + C];
            let mut product = [scale; C];
            for b in 0..BLOCK {
                // Loaded once for all columns.
                let high = simd.splat_f64s(h.0[b]);
                for c in 0..C {
                    product[c] = if b == 0 {
                        simd.mul_f64s(w[c], simd.mul_add_e_f64s(t[c][b], high, scale))
                    } else {
                        // p (1 + x) as p + p x: neither operand of a sum has to be kept.
                        simd.mul_add_e_f64s(product[c], simd.mul_f64s(t[c][b], high), product[c])
                    };
                }
            }
            w.copy_from_slice(&product);
        }
    }
}

/// `off[b] += sum of weights / (1 + x_b)`: from the product of the block without each of its members, with one division a
/// block and not one a disease.
#[pulp::with_simd(leave_one_out = Arch::new())]
#[inline(always)]
pub(crate) fn leave_one_out_with_simd<'a, S: Simd>(
    simd: S,
    weights: &'a [f64],
    columns: usize,
    low: &'a Low,
    high: &'a [High],
    off: &'a mut [f64; BLOCK],
) {
    let one = simd.splat_f64s(1.0);
    let (rows, low) = (S::as_simd_f64s(weights).0, columns_of::<S>(low));
    let width = columns / S::F64_LANES;
    let mut sums = [simd.splat_f64s(0.0); BLOCK];
    for column in 0..width {
        let t = low[column];
        for (w, h) in rows.chunks_exact(width).zip(high) {
            let mut g = [one; BLOCK];
            for b in 0..BLOCK {
                g[b] = simd.mul_add_e_f64s(t[b], simd.splat_f64s(h.0[b]), one);
            }
            let p0 = simd.mul_f64s(g[0], g[1]);
            let p1 = simd.mul_f64s(g[2], g[3]);
            let p2 = simd.mul_f64s(g[4], g[5]);
            let p3 = simd.mul_f64s(g[6], g[7]);
            let (q0, q1) = (simd.mul_f64s(p0, p1), simd.mul_f64s(p2, p3));
            let quotient = simd.div_f64s(w[column], simd.mul_f64s(q0, q1));
            let (s0, s1) = (simd.mul_f64s(quotient, q1), simd.mul_f64s(quotient, q0));
            let without_pair =
                [simd.mul_f64s(s0, p1), simd.mul_f64s(s0, p0), simd.mul_f64s(s1, p3), simd.mul_f64s(s1, p2)];
            for pair in 0..BLOCK / 2 {
                let (a, b) = (2 * pair, 2 * pair + 1);
                sums[a] = simd.mul_add_e_f64s(without_pair[pair], g[b], sums[a]);
                sums[b] = simd.mul_add_e_f64s(without_pair[pair], g[a], sums[b]);
            }
        }
    }
    for (off, sum) in off.iter_mut().zip(sums) {
        *off += simd.reduce_sum_f64s(sum);
    }
}

/// `on[b] += sum over n < N of coefficients[n] * sum of weights * x_b^(n+1)`: the posteriors of rare diseases, for which
/// `x / (1 + x)` is a short polynomial, with its `terms` in the high parts.
#[pulp::with_simd(series = Arch::new())]
#[inline(always)]
pub(crate) fn series_with_simd<'a, S: Simd, const N: usize>(
    simd: S,
    weights: &'a [f64],
    columns: usize,
    low: &'a Low,
    terms: &'a [[High; N]],
    on: &'a mut [f64; BLOCK],
) {
    // As many sums at a time as there are registers. Columns share the loads of terms, diseases those of weights.
    let is_wide = columns.is_multiple_of(4 * S::F64_LANES);
    match (S::REGISTER_COUNT >= 32, is_wide, N) {
        (true, true, ..=3) => series_of::<S, 2, N, 4>(simd, weights, columns, low, terms, on),
        (true, true, _) => series_of::<S, 1, N, 4>(simd, weights, columns, low, terms, on),
        (true, false, _) => series_of::<S, 2, N, 2>(simd, weights, columns, low, terms, on),
        (false, _, _) => series_of::<S, 2, N, 1>(simd, weights, columns, low, terms, on),
    }
}

/// The same, R diseases and C columns at a time.
#[inline(always)]
fn series_of<S: Simd, const R: usize, const N: usize, const C: usize>(
    simd: S,
    weights: &[f64],
    columns: usize,
    low: &Low,
    terms: &[[High; N]],
    on: &mut [f64; BLOCK],
) {
    let zero = simd.splat_f64s(0.0);
    let (rows, low) = (S::as_simd_f64s(weights).0, columns_of::<S>(low));
    let width = columns / S::F64_LANES;
    let mut totals = [zero; BLOCK];
    for column in (0..width).step_by(C) {
        for (group, totals) in totals.as_chunks_mut::<R>().0.iter_mut().enumerate() {
            let mut sums = [[[zero; C]; N]; R];
            for (w, terms) in rows.chunks_exact(width).zip(terms) {
                let w = &w[column..column + C];
                for n in 0..N {
                    let term = &terms[n].0.as_chunks::<R>().0[group];
                    for r in 0..R {
                        let term = simd.splat_f64s(term[r]);
                        for c in 0..C {
                            sums[r][n][c] = simd.mul_add_e_f64s(w[c], term, sums[r][n][c]);
                        }
                    }
                }
            }
            for c in 0..C {
                let t = &low[column + c].as_chunks::<R>().0[group];
                for r in 0..R {
                    // Horner's rule in the low part.
                    let mut value = sums[r][N - 1][c];
                    for n in (0..N - 1).rev() {
                        value = simd.mul_add_e_f64s(value, t[r], sums[r][n][c]);
                    }
                    totals[r] = simd.mul_add_e_f64s(value, t[r], totals[r]);
                }
            }
        }
    }
    for (on, total) in on.iter_mut().zip(totals) {
        *on += simd.reduce_sum_f64s(total);
    }
}

/// The low tables, one array of vectors for each column.
#[inline(always)]
fn columns_of<S: Simd>(low: &Low) -> &[[S::f64s; BLOCK]] {
    S::as_simd_f64s(&low.0).0.as_chunks().0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulp::Scalar;

    use super::*;

    /// Random odds and links of a block, and weights.
    struct Tables {
        lead: [f64; BLOCK],
        quiet: Vec<[f64; BLOCK]>,
        weights: Vec<f64>,
        low_bits: usize,
    }

    fn tables(seed: u64, low_bits: usize, high_bits: usize) -> Tables {
        let mut rng = etio_oracle::random::Rng::new(seed);
        let lead = std::array::from_fn(|_| 10f64.powf(rng.uniform(-9.0, 3.0)));
        let quiet = (0..low_bits + high_bits).map(|_| std::array::from_fn(|_| rng.unit())).collect();
        let weights = (0..1 << (low_bits + high_bits)).map(|_| rng.uniform(-1.0, 1.0)).collect();
        Tables { lead, quiet, weights, low_bits }
    }

    impl Tables {
        fn columns(&self) -> usize {
            1 << self.low_bits
        }

        /// `x` of a disease at a subset, by its definition.
        fn x(&self, b: usize, subset: usize) -> f64 {
            let quiet = self.quiet.iter().enumerate().filter(|(bit, _)| subset >> bit & 1 == 1);
            quiet.fold(self.lead[b], |x, (_, quiet)| x * quiet[b])
        }

        fn empty(&self) -> (Low, Vec<High>) {
            let rows = 1 << (self.quiet.len() - self.low_bits);
            (Low([0.0; BLOCK * MOST_COLUMNS]), vec![High([0.0; BLOCK]); rows])
        }

        /// As the processor's vectors lay them out.
        fn filled(&self) -> (Low, Vec<High>) {
            let ((low_quiet, high_quiet), (mut low, mut high)) =
                (self.quiet.split_at(self.low_bits), self.empty());
            fill(&self.lead, low_quiet, high_quiet, &mut low, &mut high);
            (low, high)
        }

        /// As single numbers are laid out.
        fn filled_plainly(&self) -> (Low, Vec<High>) {
            let ((low_quiet, high_quiet), (mut low, mut high)) =
                (self.quiet.split_at(self.low_bits), self.empty());
            fill_with_simd(Scalar, &self.lead, low_quiet, high_quiet, &mut low, &mut high);
            (low, high)
        }
    }

    /// Holds a polynomial's sums in vectors against those of one number at a time and against their definition.
    fn check_series<const N: usize>(tables: &Tables, coefficients: &[f64; N]) {
        let (weights, columns) = (&tables.weights, tables.columns());
        let (mut own, mut plain) = ([0.0; BLOCK], [0.0; BLOCK]);
        let (low, high) = tables.filled();
        let mut own_terms = vec![[High([0.0; BLOCK]); N]; high.len()];
        terms(coefficients, &high, &mut own_terms);
        let mut plain_terms = own_terms.clone();
        terms_with_simd(Scalar, coefficients, &high, &mut plain_terms);
        for (own, plain) in own_terms.iter().flatten().zip(plain_terms.iter().flatten()) {
            assert_eq!(own.0, plain.0);
        }
        series(weights, columns, &low, &own_terms, &mut own);
        let (low, _) = tables.filled_plainly();
        series_with_simd(Scalar, weights, columns, &low, &plain_terms, &mut plain);
        for b in 0..BLOCK {
            let term = |s: usize| {
                let x = tables.x(b, s);
                weights[s] * x * coefficients.iter().rev().fold(0.0, |value, c| value * x + c)
            };
            // Rounding is measured by the sum without signs.
            let size = |s: usize| {
                let x = tables.x(b, s);
                weights[s].abs() * x * coefficients.iter().rev().fold(0.0, |value, c| value * x + c.abs())
            };
            let definition: f64 = (0..weights.len()).map(term).sum();
            let scale: f64 = (0..weights.len()).map(size).sum();
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
            check_series(&tables, &[0.25, -0.5]);
            check_series(&tables, &[0.25, -0.5, 0.125]);
            check_series(&tables, &[0.25, -0.5, 0.125, -1.0]);
        }
    }
}
