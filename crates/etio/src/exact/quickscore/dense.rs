//! The sum where most diseases touch most of the present findings.
//!
//! All diseases at all subsets, in blocks of diseases by stretches of subsets that fit the innermost cache; see
//! [`kernels::dense`](crate::kernels::dense) for an element. The posteriors take a second pass once the weights
//! are known: by a short polynomial for diseases with small odds, by products of the others in the block for the rest. Both passes run in
//! parallel over the blocks.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::{Cost, Sums, series};
use crate::InferenceError;
use crate::kernels::dense::{self, BLOCK, LOW_BITS, LOW_SETS, Low, MOST_TERMS};
use crate::kernels::{Lines, subsets};
use crate::limits::Deadline;
use crate::query::Query;

/// Measured on one core: seconds for one disease at one subset, both passes.
const SECONDS_PER_ELEMENT: f64 = 0.16e-9;
/// Measured: seconds to set up one link, and one disease's tables.
const SECONDS_PER_LINK: f64 = 3e-9;
const SECONDS_PER_DISEASE: f64 = 60e-9;
/// Findings in the part of a subset that one call of a kernel walks, above the low ones.
const HIGH_BITS: usize = 6;
/// Larger odds could overflow in the product of a block.
const LARGEST_ODDS: f64 = 1e30;

#[derive(Debug, Default)]
pub(super) struct Workspace {
    /// Of each disease, its place: diseases that need as many terms are side by side.
    slots: Vec<u32>,
    /// Of each block, how many terms its posteriors need; 0 where they come from products.
    block_terms: Vec<usize>,
    /// Of each place, the odds; 0 where no disease is.
    odds: Lines,
    /// Of each finding and place, 1 - link.
    quiet: Lines,
    parts: Vec<Part>,
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
    high: [[f64; BLOCK]; 1 << HIGH_BITS],
    powers: [f64; (4 * MOST_TERMS) << HIGH_BITS],
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            low: [Low([0.0; LOW_SETS]); BLOCK],
            high: [[0.0; BLOCK]; 1 << HIGH_BITS],
            powers: [0.0; (4 * MOST_TERMS) << HIGH_BITS],
        }
    }
}

/// Whether the numbers stay in range.
pub(super) fn suits(query: &Query) -> bool {
    let odds = query.priors.iter().zip(&query.complements).map(|(prior, complement)| prior / complement);
    query.finding_count() > 0 && odds.fold(0.0, f64::max) <= LARGEST_ODDS
}

pub(super) fn cost(query: &Query, threads: usize) -> Cost {
    let subsets = (bits(query) as f64).exp2();
    let diseases = query.disease_count() as f64;
    let threads = threads.max(1) as f64;
    let set_up = SECONDS_PER_LINK * diseases * bits(query) as f64;
    let work = diseases * (SECONDS_PER_ELEMENT * subsets + SECONDS_PER_DISEASE);
    Cost {
        seconds: set_up + work / threads,
        bytes: 8.0 * (subsets * threads + diseases * (bits(query) + 4) as f64),
        operations: 0.0,
        is_dense: true,
    }
}

/// Findings of the table: at least the low ones, those beyond the query's never being part of a subset.
fn bits(query: &Query) -> usize {
    query.finding_count().max(LOW_BITS)
}

impl Workspace {
    pub(super) fn run(
        &mut self,
        query: &Query,
        threads: usize,
        deadline: &Deadline,
        marginals: &mut [f64],
    ) -> Result<Sums, InferenceError> {
        self.arrange(query);
        self.start(query, threads);
        let problem = Problem {
            bits: bits(query),
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
        let size = subsets::size(weights);
        let evidence = weights.chunks(LOW_SETS).map(|run| run.iter().sum::<f64>()).sum();
        each_part(&mut self.parts, |at, part| part.sum(&problem, at, stride, deadline))?;
        for (d, marginal) in marginals.iter_mut().enumerate() {
            let slot = self.slots[d] as usize;
            let block = slot / BLOCK;
            let sum = self.parts[block % stride].sums[block / stride][slot % BLOCK];
            *marginal = if self.block_terms[block] > 0 { sum / evidence } else { 1.0 - sum / evidence };
        }
        Ok(Sums { evidence, size, roundings: 2.0 * query.disease_count() as f64 })
    }

    /// Gives every disease a place and lays out its numbers.
    fn arrange(&mut self, query: &Query) {
        let odds = |d: usize| query.priors[d] / query.complements[d];
        let mut counts = [0; MOST_TERMS + 1];
        self.slots.clear();
        self.slots.extend((0..query.disease_count()).map(|d| {
            let terms = series::terms(odds(d)).unwrap_or(0);
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
        for (d, slot) in self.slots.iter_mut().enumerate() {
            let next = &mut next[*slot as usize];
            *slot = *next;
            *next += 1;
            self.odds[*slot as usize] = odds(d);
        }
        self.quiet.reset(places * bits(query));
        self.quiet.fill(1.0);
        for (finding, row) in
            self.quiet.chunks_exact_mut(places.max(1)).take(query.finding_count()).enumerate()
        {
            let (diseases, probabilities) = query.links_of(finding);
            for (&d, &p) in diseases.iter().zip(probabilities) {
                row[self.slots[d as usize] as usize] = 1.0 - p;
            }
        }
    }

    /// Weights as they are without any disease: `(-1)^|S| q(S)` in the first part, 1 in the others.
    fn start(&mut self, query: &Query, threads: usize) {
        let parts = threads.clamp(1, self.block_terms.len().max(1));
        self.parts.resize_with(parts, Part::default);
        for part in &mut self.parts {
            part.weights.reset(1 << bits(query));
            part.weights.fill(1.0);
        }
        let weights = &mut self.parts[0].weights;
        for bit in 0..bits(query) {
            let quiet = query.quiets.get(bit).copied().unwrap_or(0.0);
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

    /// Findings above the low ones that one call walks.
    fn high_bits(&self) -> usize {
        (self.bits - LOW_BITS).min(HIGH_BITS)
    }

    /// Subsets that one call walks.
    fn stretch(&self) -> usize {
        LOW_SETS << self.high_bits()
    }

    /// 1 - link of a block's diseases to a finding.
    fn quiet(&self, finding: usize, block: usize) -> &[f64; BLOCK] {
        let row = &self.quiet[finding * self.odds.len()..][..self.odds.len()];
        &row.as_chunks::<BLOCK>().0[block]
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
        let high = 1 << problem.high_bits();
        for (top, weights) in self.weights.chunks_exact_mut(problem.stretch()).enumerate() {
            for block in problem.blocks(part, stride) {
                deadline.check()?;
                self.tables.fill(problem, block, top);
                // (1 + x) / (1 + odds) is at most 1: no product overflows, and one that underflows does not matter
                // beside the empty set's, which is 1.
                let odds = &problem.odds.as_chunks::<BLOCK>().0[block];
                let scale = odds.iter().map(|o| 1.0 + o).product::<f64>().recip();
                dense::multiply(weights, &self.tables.low, &self.tables.high[..high], scale);
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
        self.sums.clear();
        self.sums.resize(problem.blocks(part, stride).count(), [0.0; BLOCK]);
        let high = 1 << problem.high_bits();
        for (top, weights) in self.weights.chunks_exact(problem.stretch()).enumerate() {
            for (block, sums) in problem.blocks(part, stride).zip(&mut self.sums) {
                deadline.check()?;
                let tables = &mut *self.tables;
                tables.fill(problem, block, top);
                let odds = &problem.odds.as_chunks::<BLOCK>().0[block];
                match problem.block_terms[block] {
                    0 => dense::leave_one_out(weights, &tables.low, &tables.high[..high], sums),
                    2 => tables.series::<4, 2>(weights, high, odds, sums),
                    3 => tables.series::<4, 3>(weights, high, odds, sums),
                    4 => tables.series::<2, 4>(weights, high, odds, sums),
                    _ => tables.series::<2, MOST_TERMS>(weights, high, odds, sums),
                }
            }
        }
        Ok(())
    }
}

impl Tables {
    /// Sets up a block for the subsets with a given top part.
    fn fill(&mut self, problem: &Problem, block: usize, top: usize) {
        let high_bits = problem.high_bits();
        let mut lead = problem.odds.as_chunks::<BLOCK>().0[block];
        for bit in 0..problem.bits - LOW_BITS - high_bits {
            if top >> bit & 1 == 1 {
                let quiet = problem.quiet(LOW_BITS + high_bits + bit, block);
                lead.iter_mut().zip(quiet).for_each(|(l, q)| *l *= q);
            }
        }
        for (b, low) in self.low.iter_mut().enumerate() {
            low.0[0] = lead[b];
            for bit in 0..LOW_BITS {
                let quiet = problem.quiet(bit, block)[b];
                let (from, to) = low.0[..2 << bit].split_at_mut(1 << bit);
                to.iter_mut().zip(from).for_each(|(t, f)| *t = *f * quiet);
            }
        }
        self.high[0] = [1.0; BLOCK];
        for bit in 0..high_bits {
            let quiet = problem.quiet(LOW_BITS + bit, block);
            let (from, to) = self.high[..2 << bit].split_at_mut(1 << bit);
            for (to, from) in to.iter_mut().zip(from) {
                for b in 0..BLOCK {
                    to[b] = from[b] * quiet[b];
                }
            }
        }
    }

    /// Sums of a block whose diseases need N terms, R diseases at a time.
    fn series<const R: usize, const N: usize>(
        &mut self,
        weights: &[f64],
        high: usize,
        odds: &[f64; BLOCK],
        sums: &mut [f64; BLOCK],
    ) {
        let low = self.low.as_chunks::<R>().0;
        for (at, (low, sums)) in low.iter().zip(sums.as_chunks_mut::<R>().0).enumerate() {
            let (powers, _) = self.powers.as_chunks_mut::<N>().0.as_chunks_mut::<R>();
            let mut coefficients = [[0.0; N]; R];
            for r in 0..R {
                coefficients[r] = series::coefficients(odds[R * at + r]);
            }
            for (powers, high) in powers.iter_mut().zip(&self.high[..high]) {
                for r in 0..R {
                    let mut power = 1.0;
                    for slot in &mut powers[r] {
                        power *= high[R * at + r];
                        *slot = power;
                    }
                }
            }
            dense::series(weights, low, &powers[..high], &coefficients, sums);
        }
    }
}
