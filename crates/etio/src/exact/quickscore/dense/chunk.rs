//! Diseases side by side in the network, in blocks.
//!
//! The diseases of a block leave the same findings out, and need about as many terms for their posteriors.

use std::ops::Range;

use super::super::series;
use super::Frame;
use super::groups::WORTH_A_GROUP;
use crate::kernels::AlignedBuf;
use crate::kernels::dense::{BLOCK, MOST_FURTHER};
use crate::network::Link;
use crate::vectorised::vectorised;

/// Maximum number of diseases in a chunk, unless groups need more.
const LONGEST: usize = 1024;
/// If there are few diseases, there are as many chunks.
const CHUNKS: usize = 16;

/// Diseases are of one kind if they need as many terms, or too many.
const KINDS: usize = MOST_FURTHER + 2;
const TOO_MANY: usize = KINDS - 1;

/// Some diseases that are walked together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// 0 if no disease is.
    pub(super) odds: [f64; BLOCK],
    /// Sums over the subsets, from which the posteriors are computed.
    pub(super) sums: [f64; BLOCK],
    /// The reciprocal of the product of `1 + odds`.
    pub(super) scale: f64,
    /// Further terms that the posteriors of all of them need; see [`series::further`].
    pub(super) further: usize,
}

/// The blocks of diseases side by side, reused from frame to frame.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    blocks: Vec<Block>,
    /// Positions of the diseases of each block; unused lanes repeat the first disease.
    order: Vec<[u32; BLOCK]>,
    /// First block of each group; then the number of blocks.
    starts: Vec<usize>,
    /// Blocks with fewer diseases than there are places, and how many they have.
    partial: Vec<(usize, usize)>,
    /// For each block, room for all findings: its links to those that it keeps, at
    /// stored precision.
    links: AlignedBuf,
    /// Findings that each disease is not linked to, as bits.
    unlinked: Vec<u32>,
    /// Group and kind of each disease.
    keys: Vec<u16>,
    /// Number of diseases of each group and kind; then the position of the next one.
    next: Vec<usize>,
}

/// Some blocks of one group, with their links.
pub(super) struct Batch<'a, T> {
    pub(super) group: usize,
    pub(super) blocks: &'a mut [Block],
    pub(super) links: &'a [[T; BLOCK]],
}

/// Number of diseases in a chunk.
pub(super) fn chunk_len(diseases: usize, groups: usize) -> usize {
    let fewest = groups * WORTH_A_GROUP;
    diseases.div_ceil(CHUNKS).clamp(fewest, fewest.max(LONGEST))
}

impl Chunk {
    /// Sets up the blocks of some diseases.
    pub(super) fn arrange<T: Link>(&mut self, frame: &Frame, rows: &[&[T]], diseases: Range<usize>) {
        let odds = &frame.odds[diseases.clone()];
        let rows: Vec<&[T]> = rows.iter().map(|row| &row[diseases.clone()]).collect();
        if frame.groups.are_several() {
            self.find_unlinked(&rows, odds.len());
        }
        self.tell_apart(frame, odds);
        self.make_room();
        self.give_places();
        self.fill_blocks(odds);
        self.lay_out_links(frame, &rows);
    }

    fn find_unlinked<T: Link>(&mut self, rows: &[&[T]], diseases: usize) {
        /// As many as stay in registers.
        const FEW: usize = 64;
        self.unlinked.resize(diseases, 0);
        vectorised(
            #[inline(always)]
            || {
                for (at, unlinked) in self.unlinked.chunks_mut(FEW).enumerate() {
                    let mut bits = [0; FEW];
                    for (finding, row) in rows.iter().enumerate() {
                        let row = &row[at * FEW..][..unlinked.len()];
                        for (bits, link) in bits.iter_mut().zip(row) {
                            *bits |= u32::from(*link == T::default()) << finding;
                        }
                    }
                    unlinked.copy_from_slice(&bits[..unlinked.len()]);
                }
            },
        );
    }

    /// Finds the group and kind of each disease, and counts them.
    fn tell_apart(&mut self, frame: &Frame, odds: &[f64]) {
        let Self { unlinked, keys, next, .. } = self;
        keys.resize(odds.len(), 0);
        vectorised(
            #[inline(always)]
            || {
                for (key, &odds) in keys.iter_mut().zip(odds) {
                    *key = series::further(odds) as u16;
                }
            },
        );
        if frame.groups.are_several() {
            for (key, &unlinked) in keys.iter_mut().zip(&*unlinked) {
                // Those that need too many terms are few: they stay together.
                let unlinked = if usize::from(*key) == TOO_MANY { 0 } else { unlinked };
                *key += (frame.groups.of(unlinked) * KINDS) as u16;
            }
        }
        next.clear();
        next.resize(frame.groups.count() * KINDS, 0);
        for &key in &*keys {
            next[usize::from(key)] += 1;
        }
    }

    /// Makes blocks, and turns numbers of diseases into places.
    fn make_room(&mut self) {
        let Self { order, starts, partial, next, .. } = self;
        let mut place = 0;
        starts.clear();
        partial.clear();
        for kinds in next.chunks_exact_mut(KINDS) {
            starts.push(place / BLOCK);
            for (kind, next) in kinds.iter_mut().enumerate() {
                place += std::mem::replace(next, place);
                // Where those that need few terms do not fill a block, those that need more take
                // them in; but not those that need too many.
                if kind + 1 >= TOO_MANY && !place.is_multiple_of(BLOCK) {
                    partial.push((place / BLOCK, place % BLOCK));
                    place = place.next_multiple_of(BLOCK);
                }
            }
        }
        starts.push(place / BLOCK);
        order.resize(place / BLOCK, [0; BLOCK]);
        for &(block, _) in &*partial {
            order[block] = [0; BLOCK];
        }
    }

    fn give_places(&mut self) {
        let Self { order, keys, next, .. } = self;
        let places = order.as_flattened_mut();
        for (disease, &key) in keys.iter().enumerate() {
            let next = &mut next[usize::from(key)];
            places[*next] = disease as u32;
            *next += 1;
        }
    }

    fn fill_blocks(&mut self, odds: &[f64]) {
        let Self { blocks, order, partial, .. } = self;
        let mut partial = partial.iter().peekable();
        blocks.clear();
        blocks.extend(order.iter().enumerate().map(|(at, diseases)| {
            let mut own = [0.0; BLOCK];
            for b in 0..BLOCK {
                own[b] = odds[diseases[b] as usize];
            }
            if let Some((_, count)) = partial.next_if(|&&(block, _)| block == at) {
                own[*count..].fill(0.0);
            }
            Block::new(own)
        }));
    }

    /// Lays out links finding by finding: a row stays in a near cache, and so do the places.
    fn lay_out_links<T: Link>(&mut self, frame: &Frame, rows: &[&[T]]) {
        let Self { order, starts, links, .. } = self;
        links.reset(order.len() * frame.bits * size_of::<[T; BLOCK]>() / size_of::<f64>());
        let links: &mut [[T; BLOCK]] = bytemuck::cast_slice_mut(links);
        for (finding, row) in rows.iter().enumerate() {
            for (group, starts) in starts.windows(2).enumerate() {
                let left_out = frame.groups.left_out(group);
                if left_out >> finding & 1 == 1 {
                    continue;
                }
                let slot = finding - (left_out & ((1 << finding) - 1)).count_ones() as usize;
                let blocks =
                    links[starts[0] * frame.bits..starts[1] * frame.bits].chunks_exact_mut(frame.bits);
                for (block, diseases) in blocks.zip(&order[starts[0]..starts[1]]) {
                    let links = &mut block[slot];
                    for b in 0..BLOCK {
                        links[b] = row[diseases[b] as usize];
                    }
                }
            }
        }
        for block in links.chunks_exact_mut(frame.bits) {
            // Findings that are none.
            block[rows.len()..].fill([T::default(); BLOCK]);
        }
    }

    /// The blocks of a group, with their links.
    pub(super) fn group<T: Link>(
        &self,
        frame: &Frame,
        group: usize,
    ) -> impl Iterator<Item = (&Block, &[[T; BLOCK]])> {
        let blocks = self.starts[group]..self.starts[group + 1];
        let links: &[[T; BLOCK]] = bytemuck::cast_slice(&self.links);
        let links = links[blocks.start * frame.bits..blocks.end * frame.bits].chunks_exact(frame.bits);
        self.blocks[blocks].iter().zip(links)
    }

    /// All blocks, a few of the same group at a time.
    pub(super) fn batches<T: Link>(
        &mut self,
        frame: &Frame,
        most: usize,
    ) -> impl Iterator<Item = Batch<'_, T>> {
        let bits = frame.bits;
        let mut blocks = &mut *self.blocks;
        let mut links: &[[T; BLOCK]] = bytemuck::cast_slice(&self.links);
        let groups = self.starts.windows(2).enumerate().flat_map(move |(group, starts)| {
            (starts[0]..starts[1]).step_by(most).map(move |start| (group, most.min(starts[1] - start)))
        });
        groups.map(move |(group, count)| Batch {
            group,
            blocks: blocks.split_off_mut(..count).unwrap_or_default(),
            links: links.split_off(..count * bits).unwrap_or_default(),
        })
    }

    /// Writes the marginals of its diseases. Those of diseases without odds stay as they are.
    pub(super) fn read(&self, per_evidence: f64, marginals: &mut [f64]) {
        for (block, diseases) in self.blocks.iter().zip(&self.order) {
            // A polynomial's sums are of x / (1 + x), the others of 1 / (1 + x).
            let is_series = block.further <= MOST_FURTHER;
            let (base, times) = if is_series { (0.0, per_evidence) } else { (1.0, -per_evidence) };
            for ((&disease, &odds), &sum) in diseases.iter().zip(&block.odds).zip(&block.sums) {
                if odds > 0.0 {
                    // Rounding may pass the ends by an ulp.
                    marginals[disease as usize] = (base + times * sum).clamp(0.0, 1.0);
                }
            }
        }
    }
}

impl Block {
    fn new(odds: [f64; BLOCK]) -> Self {
        let (mut total, mut largest) = (1.0, 0.0f64);
        for odds in odds {
            total *= 1.0 + odds;
            largest = largest.max(odds);
        }
        Self { odds, sums: [0.0; BLOCK], scale: total.recip(), further: series::further(largest) }
    }
}
