//! Diseases that leave the same findings out.
//!
//! A disease that is not linked to a finding has the same factor at a subset with and without it.
//! So it is walked at the subsets of the other findings only: its factors go into a smaller table
//! that is spread out in the end, and its posterior is summed against weights from which the
//! finding was summed out. Where a fifth of the links is missing, as on S1, leaving up to two
//! findings out saves more than half of the work.

use std::ops::Range;

use super::Size;
use crate::kernels::{AlignedBuf, subsets};
use crate::parallel::share;

/// Maximum number of unlinked findings that a group skips.
const MOST: usize = 2;
/// The fewest that it keeps: smaller tables take as long to set up as larger ones take to walk.
const FEWEST_KEPT: usize = 7;
/// Diseases to a group, on average, that make up for its tables.
pub(super) const WORTH_A_GROUP: usize = 128;
/// Maximum number of entries in the tables of all groups.
const MOST_NUMBERS: f64 = (1 << 24) as f64;

/// Sets of findings that diseases leave out: none, each one, each two.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// Skipped findings of each group, as bits. The group without the first of them comes before.
    left_out: Vec<u32>,
    /// Findings that may be left out as the second one.
    seconds: u32,
    /// The number of a group, by its first finding and by its second, is the sum of these. The last
    /// ones are for groups without.
    by_first: [usize; 33],
    by_second: [usize; 33],
}

impl Groups {
    /// As many groups as pay.
    pub(super) fn new(size: Size) -> Self {
        let (most, findings) = (Forecast::new(size).most, size.findings);
        let mut left_out = vec![0];
        if most >= 1 {
            left_out.extend((0..findings).map(|finding| 1 << finding));
        }
        if most >= 2 {
            let pairs = (0..findings).flat_map(|high| (0..high).map(move |low| 1 << high | 1 << low));
            left_out.extend(pairs);
        }
        // Groups of one begin at 1; those of two, the second given, where as many firsts have been counted.
        let mut by_first: [usize; 33] = std::array::from_fn(|first| first + 1);
        let mut by_second: [usize; 33] =
            std::array::from_fn(|second| findings + second * second.saturating_sub(1) / 2);
        (by_first[32], by_second[32]) = (0, 0);
        Self { left_out, seconds: if most >= 2 { u32::MAX } else { 0 }, by_first, by_second }
    }

    pub(super) fn count(&self) -> usize {
        self.left_out.len()
    }

    /// Whether any disease leaves findings out.
    pub(super) fn are_several(&self) -> bool {
        self.count() > 1
    }

    /// The group of a disease that is not linked to these findings. If they are too many, it leaves
    /// out the first ones.
    #[inline]
    pub(super) fn of(&self, unlinked: u32) -> usize {
        let second = unlinked & unlinked.wrapping_sub(1) & self.seconds;
        // A table lookup: a branch would be unpredictable.
        self.by_second[second.trailing_zeros() as usize] + self.by_first[unlinked.trailing_zeros() as usize]
    }

    /// The findings that a group leaves out, as bits.
    #[inline]
    pub(super) fn left_out(&self, group: usize) -> u32 {
        self.left_out[group]
    }

    /// Number of findings that a group keeps.
    pub(super) fn kept(&self, group: usize, bits: usize) -> usize {
        bits - self.left_out[group].count_ones() as usize
    }

    /// The group that leaves out all findings of another but the first, and the place of that one there.
    fn larger(&self, group: usize) -> (usize, u32) {
        let left_out = self.left_out[group];
        (self.of(left_out & left_out.wrapping_sub(1)), left_out.trailing_zeros())
    }

    /// Groups that leave out as many findings, fewest first: first and end of each.
    fn levels(&self) -> impl DoubleEndedIterator<Item = Range<usize>> {
        let level = |findings: u32| {
            let end = |findings| self.left_out.partition_point(|left_out| left_out.count_ones() < findings);
            end(findings)..end(findings + 1)
        };
        (1..=MOST as u32).map(level)
    }

    /// Multiplies the tables of all groups into the first.
    pub(super) fn multiply(&self, threads: usize, tables: &mut [AlignedBuf]) {
        for level in self.levels().rev() {
            let (larger, smaller) = tables[..level.end].split_at_mut(level.start);
            // Those that go into the same table follow each other.
            let mut next = level.clone().zip(&*smaller).peekable();
            let tasks = larger.iter_mut().enumerate().map(|(at, table)| {
                let own = |&(group, _): &(usize, _)| self.larger(group).0 == at;
                (table, std::iter::from_fn(|| next.next_if(own)).collect::<Vec<_>>())
            });
            share(threads, tasks, |(table, factors)| {
                for (group, factor) in factors {
                    subsets::multiply_both(table, 1 << self.larger(group).1, factor);
                }
            });
        }
    }

    /// Sums the findings that each group leaves out out of the first table.
    pub(super) fn sum_out(&self, threads: usize, tables: &mut [AlignedBuf]) {
        for level in self.levels() {
            let (larger, smaller) = tables[..level.end].split_at_mut(level.start);
            share(threads, level.zip(smaller), |(group, table)| {
                let (from, finding) = self.larger(group);
                subsets::sum_out_into(table, 1 << finding, &larger[from]);
            });
        }
    }
}

/// Expected savings and costs of groups, if links are missing at random.
pub(super) struct Forecast {
    /// How many findings a disease may leave out so that it pays.
    most: usize,
    /// The share of all subsets that a disease is walked at, on average.
    pub(super) walked: f64,
    /// The numbers in the tables of all groups.
    pub(super) numbers: f64,
}

impl Forecast {
    pub(super) fn new(size: Size) -> Self {
        let (diseases, k) = (size.diseases as f64, size.findings as f64);
        let linked = (size.links as f64 / (diseases * k)).clamp(0.0, 1.0);
        // Shares of the diseases that miss no link, and one.
        let (none, one) = (linked.powf(k), k * (1.0 - linked) * linked.powf(k - 1.0));
        let pays = |&most: &usize| {
            let (groups, numbers) = tables(k, most);
            size.findings >= FEWEST_KEPT + most
                && diseases * (1.0 - none) >= WORTH_A_GROUP as f64 * groups
                && numbers <= MOST_NUMBERS
        };
        let most = (1..=MOST).rev().find(pays).unwrap_or(0);
        let walked = match most {
            0 => 1.0,
            1 => none + 0.5 * (1.0 - none),
            _ => none + 0.5 * one + 0.25 * (1.0 - none - one),
        };
        Self { most, walked, numbers: tables(k, most).1 }
    }
}

/// How many groups there are if up to `most` of k findings may be left out, and how many numbers
/// their tables have.
fn tables(k: f64, most: usize) -> (f64, f64) {
    let (subsets, pairs) = (k.exp2(), k * (k - 1.0) / 2.0);
    match most {
        0 => (1.0, subsets),
        1 => (1.0 + k, subsets * (1.0 + k / 2.0)),
        _ => (1.0 + k + pairs, subsets * (1.0 + k / 2.0 + pairs / 4.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four of five links are there.
    fn size(diseases: usize, findings: usize) -> Size {
        Size { diseases, findings, links: diseases * findings * 4 / 5 }
    }

    #[test]
    fn groups_are_found_again() {
        for (diseases, findings, most) in
            [(100, 12, 0), (40_000, 8, 1), (2_000, 12, 1), (40_000, 9, 2), (40_000, 17, 2)]
        {
            let groups = Groups::new(size(diseases, findings));
            assert_eq!(groups.count() as f64, tables(findings as f64, most).0);
            for group in 0..groups.count() {
                assert_eq!(groups.of(groups.left_out(group)), group);
            }
        }
    }

    #[test]
    fn the_first_findings_are_left_out() {
        let groups = Groups::new(size(40_000, 10));
        assert_eq!(groups.left_out(groups.of(0b11_0110_1000)), 0b10_1000);
        assert_eq!(groups.left_out(groups.of(0b10_0000_0000)), 0b10_0000_0000);
        let groups = Groups::new(size(2_000, 10));
        assert_eq!(groups.left_out(groups.of(0b11_0110_1000)), 0b1000);
    }

    #[test]
    fn where_no_link_is_missing_nothing_is_left_out() {
        let all = Size { links: 400_000, ..size(40_000, 10) };
        assert_eq!(Groups::new(all).count(), 1);
        assert_eq!(Forecast::new(all).walked, 1.0);
    }

    #[test]
    fn many_findings_take_no_more_memory_than_they_may() {
        for findings in 1..=30 {
            let forecast = Forecast::new(size(1_000_000, findings));
            assert!(forecast.most == 0 || forecast.numbers <= MOST_NUMBERS);
        }
    }
}
