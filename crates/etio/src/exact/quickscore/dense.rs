//! The sum where most diseases touch most of the present findings.
//!
//! All diseases at all subsets, in blocks of diseases by stretches of subsets that fit the innermost cache; see
//! [`kernels::dense`](crate::kernels::dense) for an element. The posteriors take a second pass once the weights
//! are known: by a short polynomial for diseases with small odds, by products of the others in the block for the rest. Both passes run in
//! parallel over the blocks.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::series::{self, MOST_TERMS};
use super::{Cost, Sums};
use crate::InferenceError;
use crate::kernels::dense::{self, BLOCK, FEWEST_COLUMNS, High, Low, MOST_COLUMNS};
use crate::kernels::{Lines, subsets};
use crate::limits::Deadline;
use crate::query::Query;

/// Measured on one core: seconds for one disease at one subset, both passes.
const SECONDS_PER_ELEMENT: f64 = 0.16e-9;
/// Measured: seconds to set up one link, and one disease's tables.
const SECONDS_PER_LINK: f64 = 3e-9;
const SECONDS_PER_DISEASE: f64 = 60e-9;
/// The most findings of the high part of a subset: what one call of a kernel walks stays in the innermost cache.
const MOST_HIGH_BITS: usize = 6;
/// Blocks between two looks at the clock.
const BLOCKS_PER_CHECK: usize = 32;
/// Of smaller ones the odds could overflow in the product of a block.
const SMALLEST_COMPLEMENT: f64 = 1e-30;

#[derive(Debug, Default)]
pub(crate) struct Workspace {
    /// Of each disease, its place: diseases that need as many terms are side by side.
    slots: Vec<u32>,
    /// Of each disease, where its numbers for the first finding are in `quiet`; those for the next are a block further.
    bases: Vec<u32>,
    /// Of each block, how many terms its posteriors need; 0 where they come from products.
    block_terms: Vec<usize>,
    /// Of each place, the odds; 0 where no disease is.
    odds: Lines,
    /// Of each block, finding and place within the block, 1 - link.
    quiet: Lines,
    parts: Vec<Part>,
}

/// Diseases and present findings, as the sum sees them.
pub(crate) trait Source {
    fn disease_count(&self) -> usize;

    /// The odds of a disease before any of the findings is looked at.
    fn odds(&self, disease: usize) -> f64;

    /// Of each finding, the probability that no leak shows it.
    fn quiets(&self) -> &[f64];

    /// Calls `visit(disease, link)` for every link of a finding; zeros may be among them.
    fn for_each_link(&self, finding: usize, visit: impl FnMut(usize, f64));
}

impl Source for Query {
    fn disease_count(&self) -> usize {
        self.diseases.len()
    }

    fn odds(&self, disease: usize) -> f64 {
        self.priors[disease] / self.complements[disease]
    }

    fn quiets(&self) -> &[f64] {
        &self.quiets
    }

    fn for_each_link(&self, finding: usize, mut visit: impl FnMut(usize, f64)) {
        let (diseases, probabilities) = self.links_of(finding);
        diseases.iter().zip(probabilities).for_each(|(&disease, &p)| visit(disease as usize, p));
    }
}

/// What one thread works on.
#[derive(Debug, Default)]
struct Part {
    weights: Lines,
    tables: Box<Tables>,
    /// Of each of its blocks, the sums of its diseases.
    sums: Vec<[f64; BLOCK]>,
}

/// A block's `x`, in parts; see the kernels.
#[derive(Debug)]
struct Tables {
    low: [Low; BLOCK],
    /// The high parts, and their powers.
    high: [[High; 1 << MOST_HIGH_BITS]; MOST_TERMS],
}

impl Default for Tables {
    fn default() -> Self {
        let high = [High([0.0; BLOCK]); 1 << MOST_HIGH_BITS];
        Self { low: [Low([0.0; MOST_COLUMNS]); BLOCK], high: [high; MOST_TERMS] }
    }
}

/// Whether the numbers stay in range.
pub(super) fn suits(query: &Query) -> bool {
    query.finding_count() > 0 && query.complements.iter().all(|&complement| complement > SMALLEST_COMPLEMENT)
}

/// What so many diseases and findings take.
pub(crate) fn cost(diseases: usize, findings: usize, threads: usize) -> Cost {
    let bits = bits(findings);
    let subsets = (bits as f64).exp2();
    let diseases = diseases as f64;
    let threads = threads.max(1) as f64;
    let set_up = SECONDS_PER_LINK * diseases * bits as f64;
    let work = diseases * (SECONDS_PER_ELEMENT * subsets + SECONDS_PER_DISEASE);
    Cost {
        seconds: set_up + work / threads,
        bytes: 8.0 * (subsets * threads + diseases * (bits + 4) as f64),
        operations: (findings as f64).exp2() * diseases,
        is_dense: true,
    }
}

/// Findings of the table: at least as many as the kernels work on, those beyond the query's never being part of a subset.
fn bits(findings: usize) -> usize {
    findings.max(FEWEST_COLUMNS.ilog2() as usize)
}

impl Workspace {
    pub(crate) fn run(
        &mut self,
        source: &impl Source,
        threads: usize,
        deadline: &Deadline,
        marginals: &mut [f64],
    ) -> Result<Sums, InferenceError> {
        self.arrange(source);
        self.start(source.quiets(), threads);
        let problem = Problem {
            bits: bits(source.quiets().len()),
            odds: &self.odds,
            quiet: &self.quiet,
            block_terms: &self.block_terms,
        };
        let stride = self.parts.len();
        each_part(&mut self.parts, |at, part| part.multiply(&problem, at, stride, deadline))?;
        let (first, others) = self.parts.split_at_mut(1);
        let weights = &mut first[0].weights;
        for other in &*others {
            subsets::multiply_rows(weights, other.weights.len(), &[0], &other.weights);
        }
        for other in others {
            other.weights.copy_from_slice(weights);
        }
        let sizes = subsets::sizes(weights);
        let evidence = weights.chunks(MOST_COLUMNS).map(|run| run.iter().sum::<f64>()).sum();
        each_part(&mut self.parts, |at, part| part.sum(&problem, at, stride, deadline))?;
        self.gather(evidence);
        for (marginal, &slot) in marginals.iter_mut().zip(&self.slots) {
            *marginal = self.odds[slot as usize];
        }
        Ok(Sums { evidence, sizes, roundings: 2.0 * source.disease_count() as f64 })
    }

    /// Gives every disease a place and lays out its numbers.
    fn arrange(&mut self, source: &impl Source) {
        let count = source.disease_count();
        let mut counts = [0; MOST_TERMS + 1];
        self.slots.clear();
        self.slots.extend((0..count).map(|d| {
            let terms = series::terms(source.odds(d));
            counts[terms] += 1;
            terms as u32
        }));
        let mut next = [0; MOST_TERMS + 1];
        self.block_terms.clear();
        for (terms, &count) in counts.iter().enumerate() {
            next[terms] = (self.block_terms.len() * BLOCK) as u32;
            let blocks = usize::div_ceil(count, BLOCK);
            self.block_terms.extend(std::iter::repeat_n(terms, blocks));
        }
        let places = self.block_terms.len() * BLOCK;
        self.odds.reset(places);
        self.odds.fill(0.0);
        let findings = source.quiets().len();
        let bits = bits(findings);
        self.bases.clear();
        for (d, slot) in self.slots.iter_mut().enumerate() {
            let next = &mut next[*slot as usize];
            *slot = *next;
            *next += 1;
            self.odds[*slot as usize] = source.odds(d);
            let (block, within) = (*slot as usize / BLOCK, *slot as usize % BLOCK);
            self.bases.push((block * bits * BLOCK + within) as u32);
        }
        self.quiet.reset(places * bits);
        self.quiet.fill(1.0);
        for finding in 0..findings {
            let (quiet, bases) = (&mut self.quiet[..], &self.bases[..]);
            source.for_each_link(finding, |d, p| quiet[bases[d] as usize + finding * BLOCK] = 1.0 - p);
        }
    }

    /// The marginals of all places from the sums of the parts, in the place of the odds.
    fn gather(&mut self, evidence: f64) {
        let stride = self.parts.len();
        let blocks = self.odds.as_chunks_mut::<BLOCK>().0;
        for (at, part) in self.parts.iter().enumerate() {
            let own = blocks.iter_mut().zip(&self.block_terms).skip(at).step_by(stride);
            for ((marginals, &terms), sums) in own.zip(&part.sums) {
                for (marginal, sum) in marginals.iter_mut().zip(sums) {
                    *marginal = if terms > 0 { sum / evidence } else { 1.0 - sum / evidence };
                }
            }
        }
    }

    /// Weights as they are without any disease: `(-1)^|S| q(S)` in the first part, 1 in the others.
    fn start(&mut self, quiets: &[f64], threads: usize) {
        let bits = bits(quiets.len());
        let parts = threads.clamp(1, self.block_terms.len().max(1));
        self.parts.resize_with(parts, Part::default);
        for part in &mut self.parts {
            part.weights.reset(1 << bits);
            part.weights.fill(1.0);
        }
        let weights = &mut self.parts[0].weights;
        for bit in 0..bits {
            let quiet = quiets.get(bit).copied().unwrap_or(0.0);
            subsets::double(&mut weights[..2 << bit], -quiet);
        }
    }
}

/// Runs the parts, in parallel where there are several.
fn each_part(
    parts: &mut [Part],
    work: impl Fn(usize, &mut Part) -> Result<(), InferenceError> + Sync,
) -> Result<(), InferenceError> {
    match parts {
        [only] => work(0, only),
        several => several.par_iter_mut().enumerate().try_for_each(|(at, part)| work(at, part)),
    }
}

/// What all parts read.
struct Problem<'a> {
    bits: usize,
    odds: &'a [f64],
    quiet: &'a [f64],
    block_terms: &'a [usize],
}

impl Problem<'_> {
    /// The blocks of a part: every so many-th, so that all parts get the same mix.
    fn blocks(&self, part: usize, stride: usize) -> impl Iterator<Item = usize> {
        (part..self.block_terms.len()).step_by(stride)
    }

    /// Findings of the low and of the high part of a subset; what is left is the top part.
    fn cut(&self) -> (usize, usize) {
        // About half of them, so that neither table takes long to fill.
        let fewest = FEWEST_COLUMNS.ilog2() as usize;
        let low = self.bits.div_ceil(2).clamp(fewest, MOST_COLUMNS.ilog2() as usize);
        (low, (self.bits - low).min(MOST_HIGH_BITS))
    }

    /// Subsets that one call of a kernel walks.
    fn stretch(&self) -> usize {
        let (low, high) = self.cut();
        1 << (low + high)
    }

    /// The odds of a block's diseases.
    fn odds(&self, block: usize) -> &[f64; BLOCK] {
        &self.odds.as_chunks::<BLOCK>().0[block]
    }

    /// 1 - link of a block's diseases to each finding.
    fn quiet(&self, block: usize) -> &[[f64; BLOCK]] {
        &self.quiet.as_chunks::<BLOCK>().0[block * self.bits..][..self.bits]
    }
}

impl Part {
    /// Multiplies the factors of this part's diseases into its weights.
    fn multiply(
        &mut self,
        problem: &Problem,
        part: usize,
        stride: usize,
        deadline: &Deadline,
    ) -> Result<(), InferenceError> {
        let (low, high) = problem.cut();
        let tables = &mut *self.tables;
        for (top, weights) in self.weights.chunks_exact_mut(problem.stretch()).enumerate() {
            for block in problem.blocks(part, stride) {
                if (block / stride).is_multiple_of(BLOCKS_PER_CHECK) {
                    deadline.check()?;
                }
                tables.fill(problem, block, top);
                // (1 + x) / (1 + odds) is at most 1: no product overflows, and one that underflows does not matter
                // beside the empty set's, which is 1.
                let scale = problem.odds(block).iter().map(|o| 1.0 + o).product::<f64>().recip();
                dense::multiply(weights, 1 << low, &tables.low, &tables.high[0][..1 << high], scale);
            }
        }
        Ok(())
    }

    /// Sums what the posteriors of this part's diseases need over all subsets.
    fn sum(
        &mut self,
        problem: &Problem,
        part: usize,
        stride: usize,
        deadline: &Deadline,
    ) -> Result<(), InferenceError> {
        let (low, high) = problem.cut();
        let tables = &mut *self.tables;
        self.sums.clear();
        self.sums.resize(problem.blocks(part, stride).count(), [0.0; BLOCK]);
        for (top, weights) in self.weights.chunks_exact(problem.stretch()).enumerate() {
            for (block, sums) in problem.blocks(part, stride).zip(&mut self.sums) {
                if (block / stride).is_multiple_of(BLOCKS_PER_CHECK) {
                    deadline.check()?;
                }
                tables.fill(problem, block, top);
                let walk = Walk { weights, columns: 1 << low, rows: 1 << high, odds: problem.odds(block) };
                match problem.block_terms[block] {
                    2 => tables.series::<4, 2>(&walk, sums),
                    3 => tables.series::<4, 3>(&walk, sums),
                    MOST_TERMS => tables.series::<2, MOST_TERMS>(&walk, sums),
                    _ => {
                        let high = &tables.high[0][..walk.rows];
                        dense::leave_one_out(weights, walk.columns, &tables.low, high, sums);
                    }
                }
            }
        }
        Ok(())
    }
}

/// What one call of a kernel walks.
struct Walk<'a> {
    weights: &'a [f64],
    columns: usize,
    rows: usize,
    odds: &'a [f64; BLOCK],
}

impl Tables {
    /// Sets up a block for the subsets with a given top part.
    fn fill(&mut self, problem: &Problem, block: usize, top: usize) {
        let (low, high) = problem.cut();
        let (low_quiet, rest) = problem.quiet(block).split_at(low);
        let (high_quiet, top_quiet) = rest.split_at(high);
        let mut lead = *problem.odds(block);
        for (_, quiet) in top_quiet.iter().enumerate().filter(|(bit, _)| top >> bit & 1 == 1) {
            for b in 0..BLOCK {
                lead[b] *= quiet[b];
            }
        }
        dense::fill(&lead, low_quiet, high_quiet, &mut self.low, &mut self.high[0]);
    }

    /// Sums of a block whose diseases need N terms, R diseases at a time.
    fn series<const R: usize, const N: usize>(&mut self, walk: &Walk, sums: &mut [f64; BLOCK]) {
        for n in 1..N {
            let (known, next) = self.high.split_at_mut(n);
            let rows = ..walk.rows;
            dense::next_power(&known[0][rows], &known[n - 1][rows], &mut next[0][rows]);
        }
        let powers: [&[High]; N] = std::array::from_fn(|n| &self.high[n][..walk.rows]);
        for (at, (low, sums)) in
            self.low.as_chunks::<R>().0.iter().zip(sums.as_chunks_mut::<R>().0).enumerate()
        {
            let first = R * at;
            let coefficients = std::array::from_fn(|r| series::coefficients(walk.odds[first + r]));
            dense::series(walk.weights, walk.columns, low, first, powers, &coefficients, sums);
        }
    }
}
