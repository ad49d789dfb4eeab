//! The tables of a block: `x` at the subsets of the low findings, and what the high ones make of it.

use std::hint::black_box;

use pulp::{Arch, Simd};

use super::{BLOCK, High, Low, MOST_COLUMNS, MOST_ROWS};
use crate::network::Link;

/// Maximum number of low findings.
const MOST_LOW_BITS: usize = MOST_COLUMNS.ilog2() as usize;

/// Findings whose subsets are the lanes of the longest vector.
const BITS_OF_A_VECTOR: usize = 3;
/// For each low finding, 1 in the lanes of the subsets that contain it.
const LANE_HAS_BIT: [[f64; 1 << BITS_OF_A_VECTOR]; BITS_OF_A_VECTOR] = [
    [0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0],
    [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0],
    [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0],
];

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

/// Fills tables: `low[S][b] = odds[b] * prod of 1 - link` over S and the top part, and the same over S for
/// `high` without the odds and the top part.
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

/// Fills columns: the first vector finding by finding, in the lanes of the subsets that have it; the others
/// by doubling.
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
    // As many findings as vectors usually leave over, each number of them compiled by itself so that all
    // stays in registers.
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
