//! Steps on tables indexed by all subsets of the present findings (bit masks): what sparse Quickscore does.
//!
//! A factor that depends on a few findings only is stored as rows: one row for each combination of its findings above the
//! lowest [`RUN_BITS`], spread out over the lowest ones, so that the long table is walked in contiguous runs.

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

/// Sums a finding out: adds the half of a block with the finding to the half without, for each block of `2 * half` entries,
/// and moves the sums to the front. Returns how many are left.
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
                    prop_assert_eq!(own, plain);
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
