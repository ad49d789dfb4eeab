//! Dense Quickscore: every disease's factor at every subset of the findings.
//!
//! With `x = odds * prod_{j in S} (1 - link_j)`, a disease contributes the factor `1 + x` to the weight of S, and its
//! posterior is the weighted mean of `x / (1 + x)`. A subset is cut into its low findings and the rest:
//! `x = low[low part] * high[high part]`, so that no table over all subsets is needed. A block of diseases keeps a few
//! columns of its low tables in registers and walks the high parts: an element of the evidence costs two multiply-adds.
//!
//! The weights of one call are laid out as rows of `columns` numbers, one row for each high part; `columns` is a multiple of
//! [`FEWEST_COLUMNS`].

use std::hint::black_box;

use pulp::{Arch, Simd};

use crate::network::Link;

/// The fewest subsets of the low findings that the kernels work on.
pub(crate) const FEWEST_COLUMNS: usize = 16;
/// The most.
pub(crate) const MOST_COLUMNS: usize = 64;
/// The most subsets of the high findings: what one call of a kernel walks stays in the innermost cache.
pub(crate) const MOST_ROWS: usize = 32;
/// Diseases in a block.
pub(crate) const BLOCK: usize = 8;

/// The most terms of a polynomial between the first and the last.
pub(crate) const MOST_FURTHER: usize = 2;

/// The most low findings.
const MOST_LOW_BITS: usize = MOST_COLUMNS.ilog2() as usize;

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

/// The same in single precision.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Single(pub(crate) [f32; BLOCK]);

/// How many findings are low, and how many of the others are high. Those that are left make the top part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(crate) low: usize,
    pub(crate) high: usize,
}

impl Cut {
    /// Subsets that one call of a kernel walks: all with the same top part.
    pub(crate) fn stretch(self) -> usize {
        1 << (self.low + self.high)
    }
}

/// Diseases with their links to the findings, at the subsets with one top part.
#[derive(Clone, Copy)]
pub(crate) struct Stretch<'a, T> {
    pub(crate) odds: &'a [f64; BLOCK],
    pub(crate) links: &'a [[T; BLOCK]],
    pub(crate) top: usize,
}

/// Fills tables: `low[S][b] = odds[b] * prod of 1 - link` over S and the top part, and the same over S for `high` without the
/// odds and the top part.
#[pulp::with_simd(fill = Arch::new())]
#[inline(always)]
pub(crate) fn fill_with_simd<'a, S: Simd, T: Link>(
    simd: S,
    stretch: Stretch<'a, T>,
    cut: Cut,
    low: &'a mut Low,
    high: &'a mut [High],
) {
    let (low_links, rest) = stretch.links.split_at(cut.low);
    let (high_links, top_links) = rest.split_at(cut.high);
    let mut lead = High(*stretch.odds);
    for (_, links) in top_links.iter().enumerate().filter(|(bit, _)| stretch.top >> bit & 1 == 1) {
        for at in 0..BLOCK / S::F64_LANES {
            let lead = &mut S::as_mut_simd_f64s(&mut lead.0).0[at];
            *lead = simd.mul_f64s(*lead, quiet(simd, links, at));
        }
    }
    let mut low_quiet = [High([0.0; BLOCK]); MOST_LOW_BITS];
    for (to, links) in low_quiet.iter_mut().zip(low_links) {
        for at in 0..BLOCK / S::F64_LANES {
            S::as_mut_simd_f64s(&mut to.0).0[at] = quiet(simd, links, at);
        }
    }
    // Read again from memory: taking a register apart, which is what would be compiled otherwise, is slower.
    let (lead, low_quiet) = black_box((&lead, &low_quiet));
    fill_low(simd, lead, &low_quiet[..cut.low], low);
    fill_high(simd, high_links, high);
}

/// 1 - link.
#[inline(always)]
fn quiet<S: Simd, T: Link>(simd: S, links: &[T; BLOCK], at: usize) -> S::f64s {
    let mut wide = [0.0; BLOCK];
    for b in 0..BLOCK {
        wide[b] = links[b].probability();
    }
    simd.sub_f64s(simd.splat_f64s(1.0), S::as_simd_f64s(&wide).0[at])
}

/// A polynomial `factor * (x + further[0] x^2 + ... + last x^n)`.
#[derive(Clone, Copy)]
pub(crate) struct Polynomial<const FURTHER: usize> {
    pub(crate) factor: f64,
    /// Coefficients of the terms after the first, as far as they are computed in double precision.
    pub(crate) further: [f64; FURTHER],
    /// That of the one after those.
    pub(crate) last: f64,
}

/// The terms of a polynomial in the high parts, apart from the first: coefficients times powers.
#[pulp::with_simd(terms = Arch::new())]
#[inline(always)]
pub(crate) fn terms_with_simd<'a, S: Simd, const FURTHER: usize>(
    simd: S,
    polynomial: &'a Polynomial<FURTHER>,
    high: &'a [High],
    further: &'a mut [[High; MOST_FURTHER]],
    lasts: &'a mut [Single],
) {
    let coefficients = polynomial.further.map(|coefficient| simd.splat_f64s(coefficient));
    let last = simd.splat_f64s(polynomial.last);
    for ((further, single), high) in further.iter_mut().zip(lasts).zip(high) {
        let mut wide = High([0.0; BLOCK]);
        for at in 0..BLOCK / S::F64_LANES {
            let high = S::as_simd_f64s(&high.0).0[at];
            let mut power = high;
            for (term, &coefficient) in further.iter_mut().zip(&coefficients) {
                power = simd.mul_f64s(power, high);
                S::as_mut_simd_f64s(&mut term.0).0[at] = simd.mul_f64s(coefficient, power);
            }
            power = simd.mul_f64s(power, high);
            S::as_mut_simd_f64s(&mut wide.0).0[at] = simd.mul_f64s(last, power);
        }
        single.0 = wide.0.map(|term| term as f32);
    }
}

/// Fills columns: the first vector finding by finding, in the lanes of the subsets that have it; the others by doubling.
#[inline(always)]
fn fill_low<S: Simd>(simd: S, lead: &High, quiet: &[High], low: &mut Low) {
    let (within, beyond) = quiet.split_at(S::F64_LANES.ilog2() as usize);
    let zero = simd.splat_f64s(0.0);
    let columns = S::as_mut_simd_f64s(&mut low.0).0.as_chunks_mut::<BLOCK>().0;
    let mut first = [zero; BLOCK];
    for b in 0..BLOCK {
        first[b] = simd.splat_f64s(lead.0[b]);
    }
    for (quiet, bits) in within.iter().zip(&LANE_HAS_BIT) {
        let has = simd.greater_than_f64s(S::as_simd_f64s(bits).0[0], zero);
        for b in 0..BLOCK {
            let times = simd.mul_f64s(first[b], simd.splat_f64s(quiet.0[b]));
            first[b] = simd.select_f64s(has, times, first[b]);
        }
    }
    // As many findings as vectors usually leave over, each number of them compiled by itself so that all stays in registers.
    match beyond {
        [q0] => double_columns(simd, first, [q0], columns),
        [q0, q1] => double_columns(simd, first, [q0, q1], columns),
        [q0, q1, q2] => double_columns(simd, first, [q0, q1, q2], columns),
        [q0, q1, q2, q3] => double_columns(simd, first, [q0, q1, q2, q3], columns),
        _ => {
            columns[0] = first;
            for (bit, quiet) in beyond.iter().enumerate() {
                let (from, to) = columns[..2 << bit].split_at_mut(1 << bit);
                for (to, from) in to.iter_mut().zip(from) {
                    for b in 0..BLOCK {
                        to[b] = simd.mul_f64s(from[b], simd.splat_f64s(quiet.0[b]));
                    }
                }
            }
        }
    }
}

/// Fills columns by doubling, disease by disease in registers: what was just written is slow to read.
#[inline(always)]
fn double_columns<S: Simd, const BITS: usize>(
    simd: S,
    first: [S::f64s; BLOCK],
    quiet: [&High; BITS],
    columns: &mut [[S::f64s; BLOCK]],
) {
    let columns = &mut columns[..1 << BITS];
    for b in 0..BLOCK {
        let mut values = [first[b]; 1 << 4];
        for bit in 0..BITS {
            let quiet = simd.splat_f64s(quiet[bit].0[b]);
            for i in 0..1 << bit {
                values[i + (1 << bit)] = simd.mul_f64s(values[i], quiet);
            }
        }
        for (column, value) in columns.iter_mut().zip(values) {
            column[b] = value;
        }
    }
}

/// Fills rows: the first ones by doubling in registers, the others as multiples of those.
#[inline(always)]
fn fill_high<S: Simd, T: Link>(simd: S, links: &[[T; BLOCK]], rows: &mut [High]) {
    /// Findings whose subsets are kept in registers, and the most there are besides.
    const NEAR: usize = 3;
    const FAR: usize = MOST_ROWS.ilog2() as usize - NEAR;
    let (near, far) = links.split_at(links.len().min(NEAR));
    let one = simd.splat_f64s(1.0);
    for at in 0..BLOCK / S::F64_LANES {
        let (mut first, mut multiples) = ([one; 1 << NEAR], [one; 1 << FAR]);
        double(simd, &mut first, near, at);
        double(simd, &mut multiples, far, at);
        let (groups, few) = rows.as_chunks_mut::<{ 1 << NEAR }>();
        for (group, multiple) in groups.iter_mut().zip(multiples) {
            for (row, value) in group.iter_mut().zip(first) {
                S::as_mut_simd_f64s(&mut row.0).0[at] = simd.mul_f64s(value, multiple);
            }
        }
        for (row, value) in few.iter_mut().zip(first) {
            S::as_mut_simd_f64s(&mut row.0).0[at] = value;
        }
    }
}

/// Fills values by doubling, one finding after the other.
#[inline(always)]
fn double<S: Simd, T: Link, const N: usize>(
    simd: S,
    values: &mut [S::f64s; N],
    links: &[[T; BLOCK]],
    at: usize,
) {
    for bit in 0..N.ilog2() as usize {
        if let Some(links) = links.get(bit) {
            let quiet = quiet(simd, links, at);
            for i in 0..1 << bit {
                values[i + (1 << bit)] = simd.mul_f64s(values[i], quiet);
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

/// Weights in both precisions.
#[derive(Clone, Copy)]
pub(crate) struct Weights<'a> {
    pub(crate) doubles: &'a [f64],
    pub(crate) singles: &'a [f32],
}

/// A polynomial in the high parts: the first powers, further terms and the last ones.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a, const FURTHER: usize> {
    pub(crate) factor: f64,
    pub(crate) first: &'a [High],
    pub(crate) further: &'a [[High; MOST_FURTHER]],
    pub(crate) lasts: &'a [Single],
}

/// `on[b] += factor * sum over n of coefficients[n] * sum of weights * x_b^(n+1)`: the posteriors of rare diseases, for which
/// `x / (1 + x)` is a short polynomial, with its `terms` in the high parts.
#[pulp::with_simd(series = Arch::new())]
#[inline(always)]
pub(crate) fn series_with_simd<'a, S: Simd, const FURTHER: usize>(
    simd: S,
    weights: Weights<'a>,
    columns: usize,
    low: &'a Low,
    terms: Terms<'a, FURTHER>,
    on: &'a mut [f64; BLOCK],
) {
    // As many sums at a time as there are registers. Columns share the loads of terms, diseases those of weights.
    let is_wide = columns.is_multiple_of(4 * S::F64_LANES);
    let sums = match (S::REGISTER_COUNT >= 32, is_wide, FURTHER) {
        _ if S::F32_LANES == S::F64_LANES => {
            series_of::<S, 1, FURTHER, 1, 1>(simd, weights, columns, low, terms)
        }
        (true, true, 0) => series_of::<S, 4, FURTHER, 4, 2>(simd, weights, columns, low, terms),
        (true, true, 1) => series_of::<S, 2, FURTHER, 4, 2>(simd, weights, columns, low, terms),
        (true, true, _) => series_of::<S, 1, FURTHER, 4, 2>(simd, weights, columns, low, terms),
        (true, false, 0) => series_of::<S, 4, FURTHER, 2, 1>(simd, weights, columns, low, terms),
        (_, _, 0 | 1) => series_of::<S, 2, FURTHER, 2, 1>(simd, weights, columns, low, terms),
        _ => series_of::<S, 1, FURTHER, 2, 1>(simd, weights, columns, low, terms),
    };
    for (on, sum) in on.iter_mut().zip(sums) {
        *on += terms.factor * sum;
    }
}

/// The same without the factor, R diseases and C columns at a time, which are `SINGLES` columns in single precision.
#[inline(always)]
fn series_of<S: Simd, const R: usize, const FURTHER: usize, const C: usize, const SINGLES: usize>(
    simd: S,
    weights: Weights,
    columns: usize,
    low: &Low,
    terms: Terms<FURTHER>,
) -> [f64; BLOCK] {
    let (zero, single_zero) = (simd.splat_f64s(0.0), simd.splat_f32s(0.0));
    let low = columns_of::<S>(low);
    let (width, single_width) = (columns / S::F64_LANES, columns / S::F32_LANES);
    let (doubles, singles) = (S::as_simd_f64s(weights.doubles).0, S::as_simd_f32s(weights.singles).0);
    let mut totals = [zero; BLOCK];
    for (column, single_column) in (0..width).step_by(C).zip((0..single_width).step_by(SINGLES)) {
        for (group, totals) in totals.as_chunks_mut::<R>().0.iter_mut().enumerate() {
            let mut first_sums = [[zero; C]; R];
            let mut sums = [[[zero; C]; FURTHER]; R];
            let mut last_sums = [[single_zero; SINGLES]; R];
            let rows = doubles.chunks_exact(width).zip(singles.chunks_exact(single_width));
            let terms = terms.first.iter().zip(terms.further).zip(terms.lasts);
            for ((w, v), ((first, further), last)) in rows.zip(terms) {
                let (w, v) = (&w[column..column + C], &v[single_column..single_column + SINGLES]);
                let first = &first.0.as_chunks::<R>().0[group];
                for r in 0..R {
                    let first = simd.splat_f64s(first[r]);
                    for c in 0..C {
                        first_sums[r][c] = simd.mul_add_e_f64s(w[c], first, first_sums[r][c]);
                    }
                }
                for n in 0..FURTHER {
                    let term = &further[n].0.as_chunks::<R>().0[group];
                    for r in 0..R {
                        let term = simd.splat_f64s(term[r]);
                        for c in 0..C {
                            sums[r][n][c] = simd.mul_add_e_f64s(w[c], term, sums[r][n][c]);
                        }
                    }
                }
                let last = &last.0.as_chunks::<R>().0[group];
                for r in 0..R {
                    let last = simd.splat_f32s(last[r]);
                    for c in 0..SINGLES {
                        last_sums[r][c] = simd.mul_add_e_f32s(v[c], last, last_sums[r][c]);
                    }
                }
            }
            for r in 0..R {
                let lasts = widen::<S, C, SINGLES>(last_sums[r]);
                for c in 0..C {
                    // Horner's rule in the low part.
                    let t = low[column + c].as_chunks::<R>().0[group][r];
                    let mut value = lasts[c];
                    for n in (0..FURTHER).rev() {
                        value = simd.mul_add_e_f64s(value, t, sums[r][n][c]);
                    }
                    value = simd.mul_add_e_f64s(value, t, first_sums[r][c]);
                    totals[r] = simd.mul_add_e_f64s(value, t, totals[r]);
                }
            }
        }
    }
    let mut sums = [0.0; BLOCK];
    for (sum, total) in sums.iter_mut().zip(totals) {
        *sum = simd.reduce_sum_f64s(total);
    }
    sums
}

/// The same numbers in double precision: as many vectors as they take.
#[inline(always)]
fn widen<S: Simd, const C: usize, const SINGLES: usize>(singles: [S::f32s; SINGLES]) -> [S::f64s; C] {
    /// Four of the longest vectors.
    const MOST: usize = 32;
    let mut narrow = [0.0f32; MOST];
    S::as_mut_simd_f32s(&mut narrow).0[..SINGLES].copy_from_slice(&singles);
    let wide = narrow.map(f64::from);
    std::array::from_fn(|c| S::as_simd_f64s(&wide).0[c])
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

    /// Holds a polynomial's sums in vectors against those of one number at a time and against their definition.
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
