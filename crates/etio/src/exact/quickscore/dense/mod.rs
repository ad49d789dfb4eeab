//! The sum if most diseases touch most of the present findings.
//!
//! All diseases at all subsets, in blocks of diseases by stretches of subsets that fit the
//! L1 cache; see [`kernels::dense`](crate::kernels::dense) for an element. The posteriors
//! take a second pass once the weights are known: by a short polynomial for diseases with small
//! odds, by products of the others in the block for the rest.
//!
//! A disease is walked without findings that it is not linked to; see [`groups`].
//!
//! Both passes are cut into tasks that threads share. How they are cut is a matter of the problem
//! alone, so that any number of threads gives the same bits.

mod chunk;
mod groups;

use self::chunk::{Batch, Block, Chunk, chunk_len};
use self::groups::Groups;
use super::series;
use super::{Cost, Sums};
use crate::InferenceError;
use crate::budget::Budget;
use crate::kernels::dense::{
    self, BLOCK, Cut, FEWEST_COLUMNS, High, Low, MOST_COLUMNS, MOST_FURTHER, MOST_ROWS, Single, Stretch,
    Terms, Weights,
};
use crate::kernels::{AlignedBuf, subsets};
use crate::network::{Link, Probabilities};
use crate::parallel::{self, share, try_share};
use crate::problem::Problem;

/// Measured on one core: seconds for one disease at one subset, both passes.
const SECONDS_PER_ELEMENT: f64 = 0.14e-9;
/// Measured: seconds to set up one link, and one disease's tables.
const SECONDS_PER_LINK: f64 = 1e-9;
const SECONDS_PER_DISEASE: f64 = 25e-9;
/// Minimum number of tasks of the first pass, as long as there are that many chunks.
const TASKS: usize = 64;
/// Blocks of a task of the second pass: their links stay in a near cache while all subsets are walked.
const BATCH: usize = 32;
/// Maximum number of weights kept for the next problem. It takes long to fill more, and little to
/// get memory for them anew.
const MOST_KEPT: usize = 1 << 23;
/// Below this, odds could overflow in the product of a block.
const SMALLEST_COMPLEMENT: f64 = 1e-30;

/// The working memory, reused from problem to problem.
#[derive(Debug, Default)]
pub(super) struct DenseSum {
    chunks: Vec<Chunk>,
    /// A weight for every subset, by part of the chunks and by group. In the end those of all in
    /// the first part.
    weights: Vec<AlignedBuf>,
    /// The same in single precision, by group.
    singles: Vec<AlignedBuf>,
    /// Rows of findings that are not stored as such.
    spread: Vec<Vec<f64>>,
}

/// How many there are of each.
#[derive(Clone, Copy, Debug)]
struct Size {
    diseases: usize,
    findings: usize,
    links: usize,
}

impl Size {
    fn of(problem: &Problem) -> Self {
        Self {
            diseases: problem.disease_count(),
            findings: problem.finding_count(),
            links: problem.link_count(),
        }
    }
}

/// Rows of links to all diseases; an entry without a link is zero.
enum Rows<'a> {
    F64(Vec<&'a [f64]>),
    F32(Vec<&'a [f32]>),
    U16(Vec<&'a [u16]>),
}

impl<'a> Rows<'a> {
    /// The rows of a problem: as they are stored if they are all stored alike, spread out otherwise.
    fn of(problem: &'a Problem, room: &'a mut Vec<Vec<f64>>) -> Self {
        let stored = problem.stored_rows().and_then(|rows| Self::stored(&rows));
        stored.unwrap_or_else(|| {
            let findings = problem.finding_count();
            room.resize_with(findings.max(room.len()), Vec::new);
            let rows = room[..findings].iter_mut().enumerate().map(|(finding, row)| {
                row.clear();
                row.resize(problem.disease_count(), 0.0);
                let (diseases, probabilities) = problem.links_of(finding);
                diseases.iter().zip(probabilities).for_each(|(&disease, &p)| row[disease as usize] = p);
                &**row
            });
            Self::F64(rows.collect())
        })
    }

    fn stored(rows: &[Probabilities<'a>]) -> Option<Self> {
        fn all<'a, T: Link>(rows: &[Probabilities<'a>]) -> Option<Vec<&'a [T]>> {
            rows.iter().map(|&row| T::slice(row)).collect()
        }
        all(rows).map(Self::F64).or_else(|| all(rows).map(Self::F32)).or_else(|| all(rows).map(Self::U16))
    }
}

/// Input of all tasks, besides links.
struct Frame<'a> {
    /// Findings of the largest tables.
    bits: usize,
    groups: Groups,
    odds: &'a [f64],
    quiets: &'a [f64],
    threads: usize,
    budget: &'a Budget,
}

/// Whether the numbers stay in range.
pub(super) fn suits(problem: &Problem) -> bool {
    problem.finding_count() > 0
        && problem.complements().iter().all(|&complement| complement > SMALLEST_COMPLEMENT)
}

/// Predicted cost of a problem.
pub(super) fn cost(problem: &Problem, threads: usize) -> Cost {
    let size = Size::of(problem);
    let bits = bits(size.findings);
    let groups = groups::Forecast::new(size);
    let set_up = SECONDS_PER_LINK * bits as f64 + SECONDS_PER_DISEASE;
    let diseases = size.diseases as f64;
    let subsets = (bits as f64).exp2();
    let parts = groups.numbers.max(subsets) + (TASKS * MOST_COLUMNS * MOST_ROWS) as f64;
    Cost {
        seconds: diseases * (set_up + SECONDS_PER_ELEMENT * subsets * groups.walked) / threads.max(1) as f64,
        // Weights in both precisions, blocks, links as they are laid out and rows that had to be spread out.
        bytes: 8.0 * (1.5 * parts + diseases * (2 * bits + 5) as f64),
        operations: (size.findings as f64).exp2() * diseases,
        is_dense: true,
    }
}

/// Findings of the table: at least as many as the kernels work on, those beyond the problem's never
/// being part of a subset.
fn bits(findings: usize) -> usize {
    findings.max(FEWEST_COLUMNS.ilog2() as usize)
}

/// Splits `bits` findings about in half, so that neither table takes long to fill.
fn cut(bits: usize) -> Cut {
    let low = bits.div_ceil(2).clamp(FEWEST_COLUMNS.ilog2() as usize, MOST_COLUMNS.ilog2() as usize);
    Cut { low, high: (bits - low).min(MOST_ROWS.ilog2() as usize) }
}

impl DenseSum {
    pub(super) fn run(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        marginals: &mut [f64],
    ) -> Result<Sums, InferenceError> {
        let mut spread = std::mem::take(&mut self.spread);
        let (odds, quiets) = (&problem.odds()[..], &problem.quiets[..]);
        let (bits, groups) = (bits(quiets.len()), Groups::new(Size::of(problem)));
        let frame = Frame { bits, groups, odds, quiets, threads: budget.threads(), budget };
        let sums = match Rows::of(problem, &mut spread) {
            Rows::F64(rows) => self.enter(&frame, &rows, marginals),
            Rows::F32(rows) => self.enter(&frame, &rows, marginals),
            Rows::U16(rows) => self.enter(&frame, &rows, marginals),
        };
        self.spread = spread;
        if self.weights.iter().map(|weights| weights.len()).sum::<usize>() > MOST_KEPT {
            (self.weights, self.singles) = Default::default();
        }
        sums
    }

    /// Solves the sum: among the threads that share tasks, if they are several, so that they
    /// wait for each other awake.
    fn enter<T: Link>(
        &mut self,
        frame: &Frame,
        rows: &[&[T]],
        marginals: &mut [f64],
    ) -> Result<Sums, InferenceError> {
        parallel::among(frame.threads, || self.solve(frame, rows, marginals))
    }

    fn solve<T: Link>(
        &mut self,
        frame: &Frame,
        rows: &[&[T]],
        marginals: &mut [f64],
    ) -> Result<Sums, InferenceError> {
        self.arrange(frame, rows);
        self.multiply::<T>(frame)?;
        self.merge(frame);
        let weights = &*self.weights[0];
        let sizes = subsets::sizes(weights);
        let evidence = weights.chunks(MOST_COLUMNS).map(|run| run.iter().sum::<f64>()).sum();
        self.sum::<T>(frame)?;
        self.read(frame, evidence, marginals);
        Ok(Sums { evidence, sizes, roundings: 2.0 * frame.odds.len() as f64 })
    }

    /// Puts diseases into blocks.
    fn arrange<T: Link>(&mut self, frame: &Frame, rows: &[&[T]]) {
        let (diseases, len) = (frame.odds.len(), frame.chunk_len());
        self.chunks.resize_with(diseases.div_ceil(len), Chunk::default);
        let tasks = (0..diseases).step_by(len).zip(&mut self.chunks);
        share(frame.threads, tasks, |(start, chunk)| {
            chunk.arrange(frame, rows, start..diseases.min(start + len));
        });
    }

    /// The first pass: the weights of all subsets, by part of the chunks and by group.
    fn multiply<T: Link>(&mut self, frame: &Frame) -> Result<(), InferenceError> {
        let Self { chunks, weights, .. } = self;
        let groups = frame.groups.count();
        let most_parts = chunks.len().max(1);
        let stretches: usize =
            (0..groups).map(|group| frame.subsets(group) / frame.cut(group).stretch()).sum();
        let part = most_parts.div_ceil(TASKS.div_ceil(stretches).min(most_parts));
        weights.resize_with(groups * most_parts.div_ceil(part), AlignedBuf::default);
        for (at, weights) in weights.iter_mut().enumerate() {
            weights.reset(frame.subsets(at % groups));
        }
        start(&mut weights[0], frame.quiets);
        let tasks = weights.iter_mut().enumerate().flat_map(|(table, weights)| {
            let stretches = weights.chunks_exact_mut(frame.cut(table % groups).stretch()).enumerate();
            stretches.map(move |(top, weights)| (table, top, weights))
        });
        try_share(frame.threads, tasks, Tables::default, |tables, (table, top, weights)| {
            if table > 0 {
                weights.fill(1.0);
            }
            let group = table % groups;
            let cut = frame.cut(group);
            for chunk in chunks.iter().skip(table / groups * part).take(part) {
                frame.budget.check()?;
                for (block, links) in chunk.group::<T>(frame, group) {
                    let links = &links[..frame.kept(group)];
                    tables.multiply(block, Stretch { odds: &block.odds, links, top }, cut, weights);
                }
            }
            Ok(())
        })
    }

    /// Multiplies all weights into those of the first part and group.
    fn merge(&mut self, frame: &Frame) {
        let groups = frame.groups.count();
        let (all, others) = self.weights.split_at_mut(groups);
        for part in others.chunks(groups) {
            for (all, part) in all.iter_mut().zip(part) {
                subsets::multiply_rows(all, part.len(), &[0], part);
            }
        }
        frame.groups.multiply(frame.threads, all);
    }

    /// The second pass: what the posteriors are read from.
    fn sum<T: Link>(&mut self, frame: &Frame) -> Result<(), InferenceError> {
        let Self { chunks, weights, singles, .. } = self;
        let weights = &mut weights[..frame.groups.count()];
        frame.groups.sum_out(frame.threads, weights);
        singles.resize_with(weights.len().max(singles.len()), AlignedBuf::default);
        share(frame.threads, weights.iter().zip(&mut *singles), |(weights, singles)| {
            round(weights, singles);
        });
        let (weights, singles) = (&*weights, &*singles);
        let tasks = chunks.iter_mut().flat_map(|chunk| chunk.batches::<T>(frame, BATCH));
        try_share(frame.threads, tasks, Tables::default, |tables, Batch { group, blocks, links }| {
            let cut = frame.cut(group);
            let doubles = weights[group].chunks_exact(cut.stretch());
            let singles = bytemuck::cast_slice(&singles[group]).chunks_exact(cut.stretch());
            for (top, (doubles, singles)) in doubles.zip(singles).enumerate() {
                frame.budget.check()?;
                for (block, links) in blocks.iter_mut().zip(links.chunks_exact(frame.bits)) {
                    let stretch = Stretch { odds: &block.odds, links: &links[..frame.kept(group)], top };
                    let weights = Weights { doubles, singles };
                    tables.sum(block.further, stretch, cut, weights, &mut block.sums);
                }
            }
            Ok(())
        })
    }

    /// Writes the marginals of all diseases.
    fn read(&self, frame: &Frame, evidence: f64, marginals: &mut [f64]) {
        let tasks = self.chunks.iter().zip(marginals.chunks_mut(frame.chunk_len()));
        share(frame.threads, tasks, |(chunk, marginals)| {
            chunk.read(evidence.recip(), marginals);
        });
    }
}

impl Frame<'_> {
    /// Diseases of a chunk.
    fn chunk_len(&self) -> usize {
        chunk_len(self.odds.len(), self.groups.count())
    }

    /// Findings that a group keeps.
    fn kept(&self, group: usize) -> usize {
        self.groups.kept(group, self.bits)
    }

    /// Subsets of them.
    fn subsets(&self, group: usize) -> usize {
        1 << self.kept(group)
    }

    /// How they are cut.
    fn cut(&self, group: usize) -> Cut {
        cut(self.kept(group))
    }
}

/// Weights as they are without any disease: `(-1)^|S| q(S)`.
fn start(weights: &mut [f64], quiets: &[f64]) {
    weights[0] = 1.0;
    for bit in 0..weights.len().ilog2() as usize {
        let quiet = quiets.get(bit).copied().unwrap_or(0.0);
        subsets::double(&mut weights[..2 << bit], -quiet);
    }
}

/// Writes weights in single precision.
fn round(weights: &[f64], singles: &mut AlignedBuf) {
    singles.reset(weights.len() / 2);
    let singles: &mut [f32] = bytemuck::cast_slice_mut(singles);
    for (single, &weight) in singles.iter_mut().zip(weights) {
        *single = weight as f32;
    }
}

/// A block's tables, and those that only its posteriors need; see the kernels.
#[derive(Debug)]
struct Tables {
    low: Low,
    high: [High; MOST_ROWS],
    /// Terms of the posteriors' polynomial in the high parts: further ones and the last.
    further: [[High; MOST_FURTHER]; MOST_ROWS],
    lasts: [Single; MOST_ROWS],
}

impl Default for Tables {
    fn default() -> Self {
        let none = High([0.0; BLOCK]);
        Self {
            low: Low([0.0; BLOCK * MOST_COLUMNS]),
            high: [none; MOST_ROWS],
            further: [[none; MOST_FURTHER]; MOST_ROWS],
            lasts: [Single([0.0; BLOCK]); MOST_ROWS],
        }
    }
}

impl Tables {
    /// Multiplies the factors of a block into the weights of a stretch.
    fn multiply<T: Link>(&mut self, block: &Block, stretch: Stretch<T>, cut: Cut, weights: &mut [f64]) {
        let high = &mut self.high[..1 << cut.high];
        dense::fill(stretch, cut, &mut self.low, high);
        // (1 + x) / (1 + odds) is at most 1: no product overflows, and one that underflows does not
        // matter beside the empty set's, which is 1.
        dense::multiply(weights, 1 << cut.low, &self.low, high, block.scale);
    }

    /// Adds up what the posteriors of a block need over a stretch.
    fn sum<T: Link>(
        &mut self,
        further: usize,
        stretch: Stretch<T>,
        cut: Cut,
        weights: Weights,
        sums: &mut [f64; BLOCK],
    ) {
        let high = &mut self.high[..1 << cut.high];
        dense::fill(stretch, cut, &mut self.low, high);
        match further {
            0 => self.series::<0>(cut, weights, sums),
            1 => self.series::<1>(cut, weights, sums),
            MOST_FURTHER => self.series::<MOST_FURTHER>(cut, weights, sums),
            _ => dense::leave_one_out(weights.doubles, 1 << cut.low, &self.low, high, sums),
        }
    }

    /// The same once the tables are filled, by a polynomial.
    fn series<const FURTHER: usize>(&mut self, cut: Cut, weights: Weights, sums: &mut [f64; BLOCK]) {
        let polynomial = const { &series::polynomial::<FURTHER>() };
        let rows = 1 << cut.high;
        let (first, lasts) = (&self.high[..rows], &mut self.lasts[..rows]);
        let further = &mut self.further[..rows];
        dense::terms(polynomial, first, further, lasts);
        let terms = Terms::<FURTHER> { factor: polynomial.factor, first, further, lasts };
        dense::series(weights, 1 << cut.low, &self.low, terms, sums);
    }
}
