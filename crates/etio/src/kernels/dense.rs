//! Dense Quickscore: every disease's factor at every subset of the findings.
//!
//! With `x = odds * prod_{j in S} (1 - link_j)`, a disease contributes the factor `1 + x` to the weight of S, and its
//! posterior is the weighted mean of `x / (1 + x)`. A subset is cut into its lowest six findings and the rest:
//! `x = low[low part] * high[high part]`, one multiplication and no look-up of all subsets. A block of diseases keeps its low
//! tables in registers and walks the high parts, so that an element of the evidence costs two multiply-adds.
//!
//! The weights of one call are laid out as rows of [`LOW_SETS`], one row for each high part.

use pulp::{Arch, Simd};

/// Findings in the low part.
pub(crate) const LOW_BITS: usize = 6;
/// Subsets of the low part.
pub(crate) const LOW_SETS: usize = 1 << LOW_BITS;
/// Diseases in a block.
pub(crate) const BLOCK: usize = 8;
/// The highest degree of [`series`], plus one.
pub(crate) const MOST_TERMS: usize = 5;

/// A disease's `x` at the subsets of the low findings.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Low(pub(crate) [f64; LOW_SETS]);

/// `weights *= scale * prod over the block of (1 + x)`.
#[pulp::with_simd(multiply = Arch::new())]
#[inline(always)]
pub(crate) fn multiply_with_simd<'a, S: Simd>(
    simd: S,
    weights: &'a mut [f64],
    low: &'a [Low; BLOCK],
    high: &'a [[f64; BLOCK]],
    scale: f64,
) {
    let (one, scale) = (simd.splat_f64s(1.0), simd.splat_f64s(scale));
    let rows = S::as_mut_simd_f64s(weights).0;
    let width = LOW_SETS / S::F64_LANES;
    for column in 0..width {
        let t = columns::<S, BLOCK>(low, column);
        // The scale rides on the first disease: scale + scale x.
        let first = simd.mul_f64s(t[0], scale);
        for (w, h) in rows[column..].iter_mut().step_by(width).zip(high) {
            let g0 = simd.mul_add_e_f64s(first, simd.splat_f64s(h[0]), scale);
            let p0 = simd.mul_f64s(g0, factor(simd, t[1], h[1], one));
            let p1 = simd.mul_f64s(factor(simd, t[2], h[2], one), factor(simd, t[3], h[3], one));
            let p2 = simd.mul_f64s(factor(simd, t[4], h[4], one), factor(simd, t[5], h[5], one));
            let p3 = simd.mul_f64s(factor(simd, t[6], h[6], one), factor(simd, t[7], h[7], one));
            let product = simd.mul_f64s(simd.mul_f64s(p0, p1), simd.mul_f64s(p2, p3));
            *w = simd.mul_f64s(*w, product);
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
    low: &'a [Low; BLOCK],
    high: &'a [[f64; BLOCK]],
    off: &'a mut [f64; BLOCK],
) {
    let one = simd.splat_f64s(1.0);
    let rows = S::as_simd_f64s(weights).0;
    let width = LOW_SETS / S::F64_LANES;
    let mut sums = [simd.splat_f64s(0.0); BLOCK];
    for column in 0..width {
        let t = columns::<S, BLOCK>(low, column);
        for (w, h) in rows[column..].iter().step_by(width).zip(high) {
            let mut g = [one; BLOCK];
            for b in 0..BLOCK {
                g[b] = factor(simd, t[b], h[b], one);
            }
            let p0 = simd.mul_f64s(g[0], g[1]);
            let p1 = simd.mul_f64s(g[2], g[3]);
            let p2 = simd.mul_f64s(g[4], g[5]);
            let p3 = simd.mul_f64s(g[6], g[7]);
            let (q0, q1) = (simd.mul_f64s(p0, p1), simd.mul_f64s(p2, p3));
            let quotient = simd.div_f64s(*w, simd.mul_f64s(q0, q1));
            let (s0, s1) = (simd.mul_f64s(quotient, q1), simd.mul_f64s(quotient, q0));
            let without_pair =
                [simd.mul_f64s(s0, p1), simd.mul_f64s(s0, p0), simd.mul_f64s(s1, p3), simd.mul_f64s(s1, p2)];
            for (pair, without) in without_pair.into_iter().enumerate() {
                let (a, b) = (2 * pair, 2 * pair + 1);
                sums[a] = simd.mul_add_e_f64s(without, g[b], sums[a]);
                sums[b] = simd.mul_add_e_f64s(without, g[a], sums[b]);
            }
        }
    }
    for (off, sum) in off.iter_mut().zip(sums) {
        *off += simd.reduce_sum_f64s(sum);
    }
}

/// `on[r] += sum over n < N of coefficients[r][n] * sum of weights * x_r^(n+1)`: the posteriors of rare diseases, for which
/// `x / (1 + x)` is a short polynomial. `powers[row][r][n]` is the high part to the power n + 1.
#[pulp::with_simd(series = Arch::new())]
#[inline(always)]
pub(crate) fn series_with_simd<'a, S: Simd, const R: usize, const N: usize>(
    simd: S,
    weights: &'a [f64],
    low: &'a [Low; R],
    powers: &'a [[[f64; N]; R]],
    coefficients: &'a [[f64; N]; R],
    on: &'a mut [f64; R],
) {
    let zero = simd.splat_f64s(0.0);
    let rows = S::as_simd_f64s(weights).0;
    let width = LOW_SETS / S::F64_LANES;
    let mut total = [zero; R];
    for column in 0..width {
        let t = columns::<S, R>(low, column);
        let mut sums = [[zero; N]; R];
        for (w, powers) in rows[column..].iter().step_by(width).zip(powers) {
            for r in 0..R {
                for n in 0..N {
                    sums[r][n] = simd.mul_add_e_f64s(*w, simd.splat_f64s(powers[r][n]), sums[r][n]);
                }
            }
        }
        for r in 0..R {
            // Horner's rule in the low part.
            let mut value = zero;
            for n in (0..N).rev() {
                let term = simd.mul_f64s(simd.splat_f64s(coefficients[r][n]), sums[r][n]);
                value = simd.mul_f64s(simd.add_f64s(value, term), t[r]);
            }
            total[r] = simd.add_f64s(total[r], value);
        }
    }
    for (on, total) in on.iter_mut().zip(total) {
        *on += simd.reduce_sum_f64s(total);
    }
}

/// `1 + low * high`.
#[inline(always)]
fn factor<S: Simd>(simd: S, low: S::f64s, high: f64, one: S::f64s) -> S::f64s {
    simd.mul_add_e_f64s(low, simd.splat_f64s(high), one)
}

/// The vector at a column of each low table.
#[inline(always)]
fn columns<S: Simd, const R: usize>(low: &[Low; R], column: usize) -> [S::f64s; R] {
    let mut vectors = [S::as_simd_f64s(&low[0].0).0[column]; R];
    for (vector, table) in vectors.iter_mut().zip(low) {
        *vector = S::as_simd_f64s(&table.0).0[column];
    }
    vectors
}
