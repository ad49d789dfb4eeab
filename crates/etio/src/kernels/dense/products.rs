//! Products over the diseases of a block: what they make of the weights, and the posteriors of
//! those with large odds.

use pulp::{Arch, Simd};

use super::{BLOCK, High, Low, columns_of};

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
    // Two columns share the loads of a row, if there are registers for them.
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

/// `off[b] += sum of weights / (1 + x_b)`: from the product of the block without each of its members, with
/// one division a block and not one per disease.
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
