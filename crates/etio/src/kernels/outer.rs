//! Sums over columns of products of two tables: what many diseases do to every set of findings.
//!
//! A set is cut into a high and a low part, and a disease's entry for it is `high[h] * low[l]`. Tables
//! hold one row per part and one column per disease. [`add`] sums entries over the columns, for every
//! set at once; [`weigh`] sums them over the sets, for every column at once. Both are matrix products,
//! computed in tiles that stay in registers.

use pulp::{Arch, Simd};

/// Columns of a table. A sum over them is rounded this often.
pub(crate) const COLUMNS: usize = 64;
/// The number of low parts is a multiple of this.
pub(crate) const LOW_MULTIPLE: usize = 16;
/// Rows of the high table that share the loads of the low one.
const ROWS: usize = 4;
/// Numbers in the widest pair of vectors.
const WIDEST_PAIR: usize = 16;

/// `sums[h, l] += sum over c of high[h, c] low[l, c]`. `packed` is scratch of [`COLUMNS`] times 16.
#[pulp::with_simd(add = Arch::new())]
#[inline(always)]
pub(crate) fn add_with_simd<'a, S: Simd>(
    simd: S,
    high: &'a [f64],
    low: &'a [f64],
    packed: &'a mut [f64],
    sums: &'a mut [f64],
) {
    let lows = low.len() / COLUMNS;
    let pair = 2 * S::F64_LANES;
    debug_assert!(lows.is_multiple_of(LOW_MULTIPLE) && WIDEST_PAIR.is_multiple_of(pair));
    let packed = &mut packed[..COLUMNS * pair];
    for start in (0..lows).step_by(pair) {
        for (c, lanes) in packed.chunks_exact_mut(pair).enumerate() {
            for (lane, l) in lanes.iter_mut().zip(start..) {
                *lane = low[l * COLUMNS + c];
            }
        }
        let columns = S::as_simd_f64s(packed).0.as_chunks::<2>().0;
        for (rows, sums) in high.chunks(ROWS * COLUMNS).zip(sums.chunks_mut(ROWS * lows)) {
            if rows.len() == ROWS * COLUMNS {
                add_tile::<S, ROWS>(simd, rows, columns, sums, lows, start);
            } else {
                for (row, sums) in rows.chunks_exact(COLUMNS).zip(sums.chunks_exact_mut(lows)) {
                    add_tile::<S, 1>(simd, row, columns, sums, lows, start);
                }
            }
        }
    }
}

#[inline(always)]
fn add_tile<S: Simd, const R: usize>(
    simd: S,
    rows: &[f64],
    columns: &[[S::f64s; 2]],
    sums: &mut [f64],
    lows: usize,
    start: usize,
) {
    let mut tile = [[simd.splat_f64s(0.0); 2]; R];
    for (c, column) in columns.iter().enumerate() {
        for r in 0..R {
            let weight = simd.splat_f64s(rows[r * COLUMNS + c]);
            for v in 0..2 {
                tile[r][v] = simd.mul_add_e_f64s(weight, column[v], tile[r][v]);
            }
        }
    }
    for r in 0..R {
        let own = &mut sums[r * lows + start..][..2 * S::F64_LANES];
        for (sum, part) in S::as_mut_simd_f64s(own).0.iter_mut().zip(tile[r]) {
            *sum = simd.add_f64s(*sum, part);
        }
    }
}

/// `sums[c] += sum over h and l of high[h, c] weights[h, l] low[l, c]`.
#[pulp::with_simd(weigh = Arch::new())]
#[inline(always)]
pub(crate) fn weigh_with_simd<'a, S: Simd>(
    simd: S,
    high: &'a [f64],
    low: &'a [f64],
    weights: &'a [f64],
    sums: &'a mut [f64],
) {
    let lows = low.len() / COLUMNS;
    for (rows, weights) in high.chunks(ROWS * COLUMNS).zip(weights.chunks(ROWS * lows)) {
        if rows.len() == ROWS * COLUMNS {
            weigh_tile::<S, ROWS>(simd, rows, low, weights, sums, lows);
        } else {
            for (row, weights) in rows.chunks_exact(COLUMNS).zip(weights.chunks_exact(lows)) {
                weigh_tile::<S, 1>(simd, row, low, weights, sums, lows);
            }
        }
    }
}

#[inline(always)]
fn weigh_tile<S: Simd, const R: usize>(
    simd: S,
    rows: &[f64],
    low: &[f64],
    weights: &[f64],
    sums: &mut [f64],
    lows: usize,
) {
    let pair = 2 * S::F64_LANES;
    for start in (0..COLUMNS).step_by(pair) {
        let mut tile = [[simd.splat_f64s(0.0); 2]; R];
        for l in 0..lows {
            let column = S::as_simd_f64s(&low[l * COLUMNS + start..][..pair]).0;
            for r in 0..R {
                let weight = simd.splat_f64s(weights[r * lows + l]);
                for v in 0..2 {
                    tile[r][v] = simd.mul_add_e_f64s(weight, column[v], tile[r][v]);
                }
            }
        }
        let sums = S::as_mut_simd_f64s(&mut sums[start..start + pair]).0;
        for r in 0..R {
            let own = S::as_simd_f64s(&rows[r * COLUMNS + start..][..pair]).0;
            for v in 0..2 {
                sums[v] = simd.mul_add_e_f64s(own[v], tile[r][v], sums[v]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulp::Scalar;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn tiles_sum_what_the_definition_says(seed: u64, highs in 1..11usize, sixteens in 1..4usize) {
            let mut rng = etio_oracle::random::Rng::new(seed);
            let lows = LOW_MULTIPLE * sixteens;
            let mut draw = |len: usize| (0..len).map(|_| rng.unit()).collect::<Vec<f64>>();
            let (high, low) = (draw(highs * COLUMNS), draw(lows * COLUMNS));
            let (weights, start) = (draw(highs * lows), draw(highs * lows));
            let mut packed = vec![0.0; COLUMNS * WIDEST_PAIR];
            let (mut own, mut plain) = (start.clone(), start.clone());
            add(&high, &low, &mut packed, &mut own);
            add_with_simd(Scalar, &high, &low, &mut packed, &mut plain);
            let (mut columns, mut plain_columns) = (vec![0.0; COLUMNS], vec![0.0; COLUMNS]);
            weigh(&high, &low, &weights, &mut columns);
            weigh_with_simd(Scalar, &high, &low, &weights, &mut plain_columns);
            let mut expected = vec![0.0; COLUMNS];
            for h in 0..highs {
                for l in 0..lows {
                    let products = (0..COLUMNS).map(|c| high[h * COLUMNS + c] * low[l * COLUMNS + c]);
                    let products: Vec<f64> = products.collect();
                    let sum = start[h * lows + l] + products.iter().sum::<f64>();
                    for table in [&own, &plain] {
                        prop_assert!((table[h * lows + l] / sum - 1.0).abs() < 1e-14);
                    }
                    for (sum, product) in expected.iter_mut().zip(products) {
                        *sum += product * weights[h * lows + l];
                    }
                }
            }
            for (c, sum) in expected.into_iter().enumerate() {
                prop_assert!((columns[c] / sum - 1.0).abs() < 1e-13);
                prop_assert!((plain_columns[c] / sum - 1.0).abs() < 1e-13);
            }
        }
    }
}
