//! Sums and differences over subsets: a step on every pair of entries whose sets differ by one finding.

use std::ops::Range;

use super::AT_A_TIME;
use crate::InferenceError;
use crate::budget::Budget;

/// Findings that are gone through while the entries are in the cache.
const TILE_BITS: usize = 7;
/// Entries that take the same steps, as a power of two: they are next to each other in a tile.
const LANE_BITS: usize = 3;
const LANES: usize = 1 << LANE_BITS;
/// Findings at least.
pub(super) const FEWEST_BITS: usize = 2 * LANE_BITS;

/// Calls `step(finding, without, with)` on rows of entries whose sets differ by that finding, for each
/// of the findings in a mask.
///
/// A table is larger than the caches. So it is cut into tiles, all sets of some findings by eight
/// others, which are copied, gone through for all of these findings, and copied back.
#[inline(always)]
pub(super) fn for_pairs<T: Copy>(
    table: &mut [T],
    findings: u32,
    budget: &Budget,
    step: impl Fn(usize, &mut [T], &mut [T]),
) -> Result<(), InferenceError> {
    let bits = table.len().trailing_zeros() as usize;
    debug_assert!(bits >= FEWEST_BITS && table.len().is_power_of_two());
    let Some(&any) = table.first() else { return Ok(()) };
    let per_tile = TILE_BITS.min(bits - LANE_BITS);
    let mut tile = vec![any; LANES << per_tile];
    for start in (0..bits).step_by(per_tile) {
        let range = start..bits.min(start + per_tile);
        let own = findings >> range.start & ((1 << range.len()) - 1);
        if own == 0 {
            continue;
        }
        let tile = &mut tile[..LANES << range.len()];
        for places in Places::all(bits, &range) {
            if places.is_checkpoint {
                budget.check()?;
            }
            for (row, entries) in tile.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
                *entries = std::array::from_fn(|lane| table[places.of(row, lane)]);
            }
            for bit in (0..range.len()).filter(|bit| own >> bit & 1 == 1) {
                for pair in tile.chunks_exact_mut(LANES << (bit + 1)) {
                    let (without, with) = pair.split_at_mut(LANES << bit);
                    step(start + bit, without, with);
                }
            }
            for (row, entries) in tile.as_chunks::<LANES>().0.iter().enumerate() {
                for (lane, &entry) in entries.iter().enumerate() {
                    table[places.of(row, lane)] = entry;
                }
            }
        }
    }
    Ok(())
}

/// Positions of a tile's entries in the table.
#[derive(Clone, Copy, Debug)]
struct Places {
    first: usize,
    row_step: usize,
    lane_step: usize,
    /// Whether it is time to look at the clock.
    is_checkpoint: bool,
}

impl Places {
    #[inline(always)]
    fn of(&self, row: usize, lane: usize) -> usize {
        self.first + row * self.row_step + lane * self.lane_step
    }

    /// Positions of all tiles that go through the findings of a range. Lanes differ in the lowest
    /// findings outside of it.
    #[inline(always)]
    fn all(bits: usize, range: &Range<usize>) -> impl Iterator<Item = Self> + use<> {
        let (start, end) = (range.start, range.end);
        // Sets of the findings of the range come in blocks; if there are others below, lanes are among
        // those, and otherwise among the blocks.
        let (block, lane_step) = if start == 0 { (LANES << end, 1 << end) } else { (1 << end, 1) };
        let firsts = if start == 0 { 1 } else { 1 << (start - LANE_BITS) };
        (0..1usize << bits).step_by(block).flat_map(move |block| {
            (0..firsts).map(move |first| Self {
                first: block + first * LANES,
                row_step: 1 << start,
                lane_step,
                is_checkpoint: first % (AT_A_TIME >> TILE_BITS >> LANE_BITS) == 0,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;

    #[test]
    fn every_pair_takes_its_step() {
        let budget = Budget::start(&Limits::default());
        for bits in FEWEST_BITS..=18 {
            for findings in [u32::MAX, 0x5_5555, 1 << (bits - 1), 1, 0] {
                let own = findings & ((1 << bits) - 1);
                let mut table: Vec<u64> = (0..1 << bits).map(|set| 1 + set % 7).collect();
                let mut expected = table.clone();
                let add = |finding: usize, without: &mut [u64], with: &mut [u64]| {
                    for (with, without) in with.iter_mut().zip(without) {
                        *with += (finding as u64 + 1) * *without;
                    }
                };
                for_pairs(&mut table, findings & own, &budget, add).expect("no limit");
                for finding in (0..bits).filter(|finding| own >> finding & 1 == 1) {
                    for set in (0..1usize << bits).filter(|set| set >> finding & 1 == 0) {
                        expected[set | 1 << finding] += (finding as u64 + 1) * expected[set];
                    }
                }
                assert!(table == expected, "{bits} findings, {findings:x}");
            }
        }
    }
}
