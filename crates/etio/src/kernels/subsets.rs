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
pub(crate) fn double_with_simd<S: Simd>(_simd: S, table: &mut [f64], times: f64) {
    let (low, high) = table.split_at_mut(table.len() / 2);
    for (&l, h) in low.iter().zip(high) {
        *h = l * times;
    }
}

/// Sums a finding out: adds the half of a block with the finding to the half without, for each block of `2 * half` entries,
/// and moves the sums to the front. Returns how many are left.
#[pulp::with_simd(sum_out = Arch::new())]
#[inline(always)]
pub(crate) fn sum_out_with_simd<S: Simd>(_simd: S, table: &mut [f64], half: usize) -> usize {
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

/// The sum of all entries' sizes, in short runs so that rounding does not pile up.
#[pulp::with_simd(size = Arch::new())]
#[inline(always)]
pub(crate) fn size_with_simd<S: Simd>(_simd: S, table: &[f64]) -> f64 {
    let mut total = 0.0;
    for run in table.chunks(512) {
        let mut lanes = [0.0; 8];
        let (wide, rest) = run.as_chunks::<8>();
        for entries in wide {
            for lane in 0..8 {
                lanes[lane] += entries[lane].abs();
            }
        }
        for lane in lanes {
            total += lane;
        }
        for entry in rest {
            total += entry.abs();
        }
    }
    total
}
