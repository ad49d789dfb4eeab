//! Steps on tables indexed by sets of findings (bit masks): what the explained-sets method does, forward and
//! transposed.
//!
//! A disease that is present fires each of its links independently. On a table of "probability that exactly
//! this set is explained", one link is `t[S + j] += fires * t[S]; t[S] *= quiet` for every set S without
//! finding j. Its transpose, on a table of "probability that the rest gets explained from here", is `u[S] =
//! quiet * u[S] + fires * u[S + j]`. Nothing is subtracted.

use pulp::{Arch, Simd};

/// A link: the bit of its finding, P(fires), P(does not fire).
pub(crate) type Link = (u32, f64, f64);

/// `to = complement * from + prior * (links applied to from)`: the table after one more disease.
#[pulp::with_simd(apply = Arch::new())]
#[inline(always)]
pub(crate) fn apply_with_simd<'a, S: Simd>(
    _simd: S,
    from: &'a [f64],
    to: &'a mut [f64],
    prior: f64,
    complement: f64,
    links: &'a [Link],
) {
    to.copy_from_slice(from);
    for &(bit, fires, quiet) in links {
        for_pairs(to, bit, |low, high| {
            *high += fires * *low;
            *low *= quiet;
        });
    }
    for (t, &f) in to.iter_mut().zip(from) {
        *t = complement * f + prior * *t;
    }
}

/// The transpose of [`apply`] on `after`, in place. Gives P(disease on, evidence) and P(disease off,
/// evidence), `before` being the table that the disease was applied to.
#[pulp::with_simd(apply_transposed = Arch::new())]
#[inline(always)]
pub(crate) fn apply_transposed_with_simd<'a, S: Simd>(
    _simd: S,
    before: &'a [f64],
    after: &'a mut [f64],
    scratch: &'a mut [f64],
    prior: f64,
    complement: f64,
    links: &'a [Link],
) -> (f64, f64) {
    scratch.copy_from_slice(after);
    for &(bit, fires, quiet) in links {
        for_pairs(scratch, bit, |low, high| *low = quiet * *low + fires * *high);
    }
    let on = prior * dot(before, scratch);
    let off = complement * dot(before, after);
    for (a, &s) in after.iter_mut().zip(&*scratch) {
        *a = complement * *a + prior * s;
    }
    (on, off)
}

/// A finding joins as the new top bit: `to` is twice as long as `from`.
#[pulp::with_simd(open = Arch::new())]
#[inline(always)]
pub(crate) fn open_with_simd<'a, S: Simd>(
    _simd: S,
    from: &'a [f64],
    to: &'a mut [f64],
    fired: f64,
    quiet: f64,
) {
    let (low, high) = to.split_at_mut(from.len());
    for ((l, h), &f) in low.iter_mut().zip(high).zip(from) {
        *l = quiet * f;
        *h = fired * f;
    }
}

/// The transpose of [`open`]: leaves its result in the lower half of `after`, and gives what the evidence
/// would be with the finding not fired and fired.
#[pulp::with_simd(open_transposed = Arch::new())]
#[inline(always)]
pub(crate) fn open_transposed_with_simd<'a, S: Simd>(
    _simd: S,
    before: &'a [f64],
    after: &'a mut [f64],
    fired: f64,
    quiet: f64,
) -> (f64, f64) {
    let (low, high) = after.split_at_mut(before.len());
    let (if_quiet, if_fired) = (dot(before, low), dot(before, high));
    for (l, &h) in low.iter_mut().zip(&*high) {
        *l = quiet * *l + fired * h;
    }
    (if_quiet, if_fired)
}

/// Keeps the sets that contain a bit, without it: `to` is half as long as `from`.
pub(crate) fn close(from: &[f64], to: &mut [f64], bit: u32) {
    let half = 1 << bit;
    for (f, t) in from.chunks_exact(2 * half).zip(to.chunks_exact_mut(half)) {
        t.copy_from_slice(&f[half..]);
    }
}

/// The transpose of [`close`]: doubles `after`; from a set without the bit there is no way to explain it any
/// more.
pub(crate) fn close_transposed(after: &mut Vec<f64>, bit: u32) {
    let half = 1 << bit;
    let blocks = after.len() / half;
    after.resize(2 * after.len(), 0.0);
    for block in (0..blocks).rev() {
        after.copy_within(block * half..(block + 1) * half, (2 * block + 1) * half);
        after[2 * block * half..(2 * block + 1) * half].fill(0.0);
    }
}

/// Calls `step` on every (set without the bit, the same set with it).
#[inline(always)]
fn for_pairs(table: &mut [f64], bit: u32, step: impl Fn(&mut f64, &mut f64)) {
    // Constant strides let the compiler shuffle within vectors; longer ones are contiguous runs.
    match bit {
        0 => for_pairs_within::<1>(table, step),
        1 => for_pairs_within::<2>(table, step),
        2 => for_pairs_within::<4>(table, step),
        _ => {
            let half = 1 << bit;
            for block in table.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                low.iter_mut().zip(high).for_each(|(l, h)| step(l, h));
            }
        }
    }
}

#[inline(always)]
fn for_pairs_within<const HALF: usize>(table: &mut [f64], step: impl Fn(&mut f64, &mut f64)) {
    for block in table.chunks_exact_mut(2 * HALF) {
        let (low, high) = block.split_at_mut(HALF);
        low.iter_mut().zip(high).for_each(|(l, h)| step(l, h));
    }
}

/// A sum of products in short runs: its rounding grows with the run and the number of runs, not with their
/// product.
#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    const RUN: usize = 512;
    const LANES: usize = 16;
    let runs = a.chunks(RUN).zip(b.chunks(RUN));
    runs.map(|(a, b)| {
        let mut lanes = [0.0; LANES];
        let (a, a_rest) = a.as_chunks::<LANES>();
        let (b, b_rest) = b.as_chunks::<LANES>();
        for (x, y) in a.iter().zip(b) {
            for lane in 0..LANES {
                lanes[lane] += x[lane] * y[lane];
            }
        }
        let rest: f64 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
        lanes.iter().sum::<f64>() + rest
    })
    .sum()
}

/// How many roundings [`dot`] puts on a term at most, for tables of a length.
pub(crate) fn dot_roundings(len: usize) -> usize {
    50 + len / 512
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulp::Scalar;

    use super::*;

    fn table(seed: u64, bits: usize) -> Vec<f64> {
        let mut rng = etio_oracle::random::Rng::new(seed);
        (0..1 << bits).map(|_| rng.unit()).collect()
    }

    fn links(seed: u64, bits: usize) -> Vec<Link> {
        let mut rng = etio_oracle::random::Rng::new(seed);
        let chosen = (0..bits as u32).filter(|bit| (seed >> bit) & 1 == 1);
        chosen.map(|bit| (bit, rng.unit(), rng.unit())).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn vectors_give_the_same_bits_as_one_number_at_a_time(seed: u64, bits in 1..=12usize) {
            let (from, links) = (table(seed, bits), links(seed, bits));
            let (mut own, mut plain) = (from.clone(), from.clone());
            apply(&from, &mut own, 0.3, 0.7, &links);
            apply_with_simd(Scalar, &from, &mut plain, 0.3, 0.7, &links);
            prop_assert_eq!(&own, &plain);
            let (mut scratch, mut after) = (from.clone(), own.clone());
            let pair = apply_transposed(&from, &mut own, &mut scratch, 0.3, 0.7, &links);
            let plain = apply_transposed_with_simd(Scalar, &from, &mut after, &mut scratch, 0.3, 0.7, &links);
            prop_assert_eq!((pair, own), (plain, after));
            let (mut own, mut plain) = (table(seed, bits + 1), table(seed, bits + 1));
            open(&from, &mut own, 0.2, 0.8);
            open_with_simd(Scalar, &from, &mut plain, 0.2, 0.8);
            prop_assert_eq!(&own, &plain);
            let pair = open_transposed(&from, &mut own, 0.2, 0.8);
            prop_assert_eq!(pair, open_transposed_with_simd(Scalar, &from, &mut plain, 0.2, 0.8));
            prop_assert_eq!(own, plain);
        }

        /// `<after, apply(before)>` is the same number as the transposed step gives.
        #[test]
        fn the_transpose_is_one(seed: u64, bits in 1..=8usize) {
            let (before, links) = (table(seed, bits), links(seed, bits));
            let (after, mut applied) = (table(!seed, bits), vec![0.0; 1 << bits]);
            apply(&before, &mut applied, 0.3, 0.7, &links);
            let value = dot(&after, &applied);
            let mut transposed = after.clone();
            let (on, off) = apply_transposed(&before, &mut transposed, &mut applied, 0.3, 0.7, &links);
            prop_assert!((on + off - value).abs() < 1e-13 * value);
            prop_assert!((dot(&before, &transposed) - value).abs() < 1e-13 * value);
            let bit = seed as u32 % bits as u32;
            let mut closed = vec![0.0; 1 << (bits - 1)];
            close(&before, &mut closed, bit);
            let mut opened = table(!seed, bits - 1);
            let value = dot(&closed, &opened);
            close_transposed(&mut opened, bit);
            prop_assert!((dot(&before, &opened) - value).abs() < 1e-13 * value);
        }
    }
}
