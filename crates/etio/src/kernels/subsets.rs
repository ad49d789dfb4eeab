//! Steps on tables indexed by all subsets of the present findings (bit masks): what sparse Quickscore does.
//!
//! A factor that depends on a few findings only is stored as rows: one row for each combination of its
//! findings above the lowest [`RUN_BITS`], spread out over the lowest ones, so that the long table is walked
//! in contiguous runs.

use pulp::{Arch, Simd};

/// Findings within a run.
pub(crate) const RUN_BITS: usize = 6;

/// `table[run] *= factor[rows[run]]`, run by run.
#[pulp::with_simd(multiply_rows = Arch::new())]
#[inline(always)]
pub(crate) fn multiply_rows_with_simd<'a, S: Simd>(
    _simd: S,
    table: &'a mut [f64],
    run: usize,
    rows: &'a [u32],
    factor: &'a [f64],
) {
    for (entries, &row) in table.chunks_exact_mut(run).zip(rows) {
        for (t, &f) in entries.iter_mut().zip(&factor[row as usize * run..]) {
            *t *= f;
        }
    }
}

/// The transpose of a spread: `sums[rows[run]] += table[run]`, run by run.
#[pulp::with_simd(add_rows = Arch::new())]
#[inline(always)]
pub(crate) fn add_rows_with_simd<'a, S: Simd>(
    _simd: S,
    table: &'a [f64],
    run: usize,
    rows: &'a [u32],
    sums: &'a mut [f64],
) {
    for (entries, &row) in table.chunks_exact(run).zip(rows) {
        for (&t, s) in entries.iter().zip(&mut sums[row as usize * run..]) {
            *s += t;
        }
    }
}

/// `factor *= base + power`, entry by entry.
#[pulp::with_simd(multiply_sum = Arch::new())]
#[inline(always)]
pub(crate) fn multiply_sum_with_simd<'a, S: Simd>(
    _simd: S,
    factor: &'a mut [f64],
    base: f64,
    power: &'a [f64],
) {
    for (f, &p) in factor.iter_mut().zip(power) {
        *f *= base + p;
    }
}

/// Doubles a table by one more finding: the upper half is the lower half times a number.
#[pulp::with_simd(double = Arch::new())]
#[inline(always)]
pub(crate) fn double_with_simd<'a, S: Simd>(_simd: S, table: &'a mut [f64], times: f64) {
    let (low, high) = table.split_at_mut(table.len() / 2);
    for (&l, h) in low.iter().zip(high) {
        *h = l * times;
    }
}

/// Sums a finding out: adds the half of a block with the finding to the half without, for each block of `2 *
/// half` entries, and moves the sums to the front. Returns how many are left.
#[pulp::with_simd(sum_out = Arch::new())]
#[inline(always)]
pub(crate) fn sum_out_with_simd<'a, S: Simd>(_simd: S, table: &'a mut [f64], half: usize) -> usize {
    let len = table.len();
    let (low, high) = table[..2 * half].split_at_mut(half);
    for (l, &h) in low.iter_mut().zip(&*high) {
        *l += h;
    }
    for block in 1..len / (2 * half) {
        let (front, rest) = table.split_at_mut(2 * block * half);
        let (low, high) = rest[..2 * half].split_at(half);
        for ((sum, &l), &h) in front[block * half..].iter_mut().zip(low).zip(high) {
            *sum = l + h;
        }
    }
    len / 2
}

/// The smallest table that a finding can be taken out of below.
const FEWEST_ENTRIES: usize = 8;

/// Multiplies a table by a factor that has one finding less: both halves of each block of `2 * half` entries
/// by the same entries.
#[pulp::with_simd(multiply_both = Arch::new())]
#[inline(always)]
pub(crate) fn multiply_both_with_simd<'a, S: Simd>(
    simd: S,
    table: &'a mut [f64],
    half: usize,
    factor: &'a [f64],
) {
    debug_assert!(table.len() >= FEWEST_ENTRIES);
    match half {
        1 => multiply_short::<1>(table, factor),
        2 => multiply_short::<2>(table, factor),
        4 => multiply_short::<4>(table, factor),
        _ => {
            for (block, factor) in table.chunks_exact_mut(2 * half).zip(factor.chunks_exact(half)) {
                let (low, high) = block.split_at_mut(half);
                let (low, high) = (S::as_mut_simd_f64s(low).0, S::as_mut_simd_f64s(high).0);
                for ((l, h), &f) in low.iter_mut().zip(high).zip(S::as_simd_f64s(factor).0) {
                    *l = simd.mul_f64s(*l, f);
                    *h = simd.mul_f64s(*h, f);
                }
            }
        }
    }
}

/// The same for halves that are shorter than a vector: a vector at a time, in an order that is known when it
/// is compiled.
#[inline(always)]
fn multiply_short<const HALF: usize>(table: &mut [f64], factor: &[f64]) {
    let blocks = table.as_chunks_mut::<FEWEST_ENTRIES>().0;
    for (block, factor) in blocks.iter_mut().zip(factor.as_chunks::<{ FEWEST_ENTRIES / 2 }>().0) {
        for i in 0..FEWEST_ENTRIES {
            block[i] *= factor[i / (2 * HALF) * HALF + i % HALF];
        }
    }
}

/// The same as [`sum_out`], but into another table.
#[pulp::with_simd(sum_out_into = Arch::new())]
#[inline(always)]
pub(crate) fn sum_out_into_with_simd<'a, S: Simd>(
    simd: S,
    sums: &'a mut [f64],
    half: usize,
    table: &'a [f64],
) {
    debug_assert!(table.len() >= FEWEST_ENTRIES);
    match half {
        1 => add_short::<1>(sums, table),
        2 => add_short::<2>(sums, table),
        4 => add_short::<4>(sums, table),
        _ => {
            for (sums, block) in sums.chunks_exact_mut(half).zip(table.chunks_exact(2 * half)) {
                let (low, high) = block.split_at(half);
                let (low, high) = (S::as_simd_f64s(low).0, S::as_simd_f64s(high).0);
                for ((sum, &l), &h) in S::as_mut_simd_f64s(sums).0.iter_mut().zip(low).zip(high) {
                    *sum = simd.add_f64s(l, h);
                }
            }
        }
    }
}

/// The same for halves that are shorter than a vector.
#[inline(always)]
fn add_short<const HALF: usize>(sums: &mut [f64], table: &[f64]) {
    let sums = sums.as_chunks_mut::<{ FEWEST_ENTRIES / 2 }>().0;
    for (sums, block) in sums.iter_mut().zip(table.as_chunks::<FEWEST_ENTRIES>().0) {
        for i in 0..FEWEST_ENTRIES / 2 {
            let low = i / HALF * 2 * HALF + i % HALF;
            sums[i] = block[low] + block[low + HALF];
        }
    }
}

/// The sum of all entries' sizes, and of their squares; in short runs, so that rounding does not pile up.
#[pulp::with_simd(sizes = Arch::new())]
#[inline(always)]
pub(crate) fn sizes_with_simd<'a, S: Simd>(_simd: S, table: &'a [f64]) -> (f64, f64) {
    let (mut size, mut square) = (0.0, 0.0);
    for run in table.chunks(512) {
        let (mut sizes, mut squares) = ([0.0; 8], [0.0; 8]);
        let (wide, rest) = run.as_chunks::<8>();
        for entries in wide {
            for lane in 0..8 {
                sizes[lane] += entries[lane].abs();
                squares[lane] += entries[lane] * entries[lane];
            }
        }
        for entry in rest {
            sizes[0] += entry.abs();
            squares[0] += entry * entry;
        }
        size += sizes.iter().sum::<f64>();
        square += squares.iter().sum::<f64>();
    }
    (size, square)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulp::Scalar;

    use super::*;

    fn table(seed: u64, len: usize) -> Vec<f64> {
        let mut rng = etio_oracle::random::Rng::new(seed);
        (0..len).map(|_| rng.uniform(-1.0, 1.0)).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn vectors_give_the_same_bits_as_one_number_at_a_time(seed: u64, bits in 0..=11usize) {
            let len = 1 << bits;
            let run = len.min(1 << RUN_BITS);
            let rows: Vec<u32> = (0..len / run).map(|row| ((row as u64).wrapping_mul(seed) % 4) as u32).collect();
            let factor = table(!seed, 4 * run);
            let start = table(seed, len);

            let (mut own, mut plain) = (start.clone(), start.clone());
            multiply_rows(&mut own, run, &rows, &factor);
            multiply_rows_with_simd(Scalar, &mut plain, run, &rows, &factor);
            multiply_sum(&mut own, 0.3, &start);
            multiply_sum_with_simd(Scalar, &mut plain, 0.3, &start);
            if bits > 0 {
                double(&mut own, -0.7);
                double_with_simd(Scalar, &mut plain, -0.7);
                for bit in 0..bits {
                    let (mut own, mut plain) = (start.clone(), start.clone());
                    sum_out(&mut own, 1 << bit);
                    sum_out_with_simd(Scalar, &mut plain, 1 << bit);
                    prop_assert_eq!(&own, &plain);
                    if len < FEWEST_ENTRIES {
                        continue;
                    }
                    let (mut own_sums, mut plain_sums) = (vec![0.0; len / 2], vec![0.0; len / 2]);
                    sum_out_into(&mut own_sums, 1 << bit, &start);
                    sum_out_into_with_simd(Scalar, &mut plain_sums, 1 << bit, &start);
                    prop_assert_eq!(&own_sums, &own[..len / 2]);
                    prop_assert_eq!(&plain_sums, &own_sums);
                    let (mut own, mut plain) = (start.clone(), start.clone());
                    multiply_both(&mut own, 1 << bit, &own_sums);
                    multiply_both_with_simd(Scalar, &mut plain, 1 << bit, &own_sums);
                    prop_assert_eq!(&own, &plain);
                    for set in 0..len {
                        let without = (set >> (bit + 1) << bit) | (set & ((1 << bit) - 1));
                        prop_assert_eq!(own[set], start[set] * own_sums[without]);
                    }
                }
            }
            prop_assert_eq!(&own, &plain);
            prop_assert_eq!(sizes(&own), sizes_with_simd(Scalar, &plain));

            let (mut own, mut plain) = (factor.clone(), factor);
            add_rows(&start, run, &rows, &mut own);
            add_rows_with_simd(Scalar, &start, run, &rows, &mut plain);
            prop_assert_eq!(own, plain);
        }

        #[test]
        fn summing_out_keeps_what_is_left(seed: u64, bits in 1..=8usize, bit in 0..8usize) {
            let bit = bit % bits;
            let full = table(seed, 1 << bits);
            let mut own = full.clone();
            let len = sum_out(&mut own, 1 << bit);
            prop_assert_eq!(len, full.len() / 2);
            for set in 0..len {
                let low = set & ((1 << bit) - 1);
                let spread = (set >> bit << (bit + 1)) | low;
                prop_assert_eq!(own[set], full[spread] + full[spread | 1 << bit]);
            }
        }
    }
}
