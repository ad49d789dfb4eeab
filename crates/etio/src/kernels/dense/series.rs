//! Sums of a short polynomial in `x`: the posteriors of diseases with small odds.

use pulp::{Arch, Simd};

use super::{BLOCK, High, Low, columns_of};

/// Maximum number of polynomial terms between the first and the last.
pub(crate) const MOST_FURTHER: usize = 2;

/// The same in single precision.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Single(pub(crate) [f32; BLOCK]);

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
    // Loops rather than `map`, which is not always inlined, and would then do without vectors.
    let mut coefficients = [simd.splat_f64s(0.0); FURTHER];
    for (vector, &coefficient) in coefficients.iter_mut().zip(&polynomial.further) {
        *vector = simd.splat_f64s(coefficient);
    }
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
        for (single, &term) in single.0.iter_mut().zip(&wide.0) {
            *single = term as f32;
        }
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

/// `on[b] += factor * sum over n of coefficients[n] * sum of weights * x_b^(n+1)`: the posteriors
/// of rare diseases, for which `x / (1 + x)` is a short polynomial, with its `terms` in the high
/// parts.
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
    // As many sums at a time as there are registers. Columns share the loads of terms, diseases
    // those of weights.
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

/// The same without the factor, R diseases and C columns at a time, which are `SINGLES` columns in
/// single precision.
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
    let mut wide = [0.0f64; MOST];
    for (wide, &narrow) in wide.iter_mut().zip(&narrow) {
        *wide = f64::from(narrow);
    }
    let vectors = S::as_simd_f64s(&wide).0;
    let mut first = [vectors[0]; C];
    first.copy_from_slice(&vectors[..C]);
    first
}
