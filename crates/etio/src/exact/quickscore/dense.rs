//! The sum where most diseases touch most of the present findings.
//!
//! All diseases at all subsets, in blocks of diseases by stretches of subsets that fit the innermost cache; see
//! [`kernels::dense`](crate::kernels::dense) for an element. The posteriors take a second pass once the weights
//! are known: by a short polynomial for diseases with small odds, by products of the others in the block for the rest. Both passes run in
//! parallel over the blocks.

use pulp::Arch;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::series::{self, MOST_TERMS, Polynomial};
use super::{Cost, Sums};
use crate::InferenceError;
use crate::kernels::dense::{self, BLOCK, FEWEST_COLUMNS, High, Low, MOST_COLUMNS};
use crate::kernels::{Lines, subsets};
use crate::limits::Deadline;
use crate::network::Probabilities;
use crate::query::Query;

/// Measured on one core: seconds for one disease at one subset, both passes.
const SECONDS_PER_ELEMENT: f64 = 0.14e-9;
/// Measured: seconds to set up one link, and one disease's tables.
const SECONDS_PER_LINK: f64 = 1e-9;
const SECONDS_PER_DISEASE: f64 = 25e-9;
/// The most findings of the high part of a subset: what one call of a kernel walks stays in the innermost cache.
const MOST_HIGH_BITS: usize = 6;
/// Blocks between two looks at the clock.
const BLOCKS_PER_CHECK: usize = 32;
/// Of smaller ones the odds could overflow in the product of a block.
const SMALLEST_COMPLEMENT: f64 = 1e-30;

#[derive(Debug, Default)]
pub(crate) struct Workspace {
    /// Of each place, the disease: those that need as many terms are side by side. Where a block is filled up, [`NOBODY`].
    order: Vec<u32>,
    /// Of each block, how many terms its posteriors need; 0 where they come from products.
    block_terms: Vec<usize>,
    /// Of each place, the odds; 0 where no disease is.
    odds: Lines,
    /// Of each block, one over the product of `1 + odds`.
    scales: Vec<f64>,
    /// Rows of findings that are not stored as such.
    spread: Vec<Vec<f64>>,
    parts: Vec<Part>,
}

/// No disease has this number.
const NOBODY: u32 = u32::MAX;

/// Diseases and present findings, as the sum sees them.
pub(crate) trait Source {
    fn disease_count(&self) -> usize;

    /// The odds of the diseases before any of the findings is looked at.
    fn odds(&self) -> impl Iterator<Item = f64>;

    /// Of each finding, the probability that no leak shows it.
    fn quiets(&self) -> &[f64];

    /// The links of a finding to all diseases, zero where there is none; spread out where they are stored otherwise.
    fn row<'a>(&'a self, finding: usize, spread: &'a mut Vec<f64>) -> Probabilities<'a>;
}

impl Source for Query {
    fn disease_count(&self) -> usize {
        self.diseases.len()
    }

    fn odds(&self) -> impl Iterator<Item = f64> {
        self.priors.iter().zip(&self.complements).map(|(prior, complement)| prior / complement)
    }

    fn quiets(&self) -> &[f64] {
        &self.quiets
    }

    fn row<'a>(&'a self, finding: usize, spread: &'a mut Vec<f64>) -> Probabilities<'a> {
        let (diseases, probabilities) = self.links_of(finding);
        spread_out(spread, self.disease_count(), |row| {
            diseases.iter().zip(probabilities).for_each(|(&disease, &p)| row[disease as usize] = p);
        })
    }
}

/// A row of so many zeros on which `write` writes the links.
pub(crate) fn spread_out(
    row: &mut Vec<f64>,
    diseases: usize,
    write: impl FnOnce(&mut [f64]),
) -> Probabilities<'_> {
    row.clear();
    row.resize(diseases, 0.0);
    write(row);
    Probabilities::F64(row)
}

/// What one thread works on.
#[derive(Debug, Default)]
struct Part {
    weights: Lines,
    /// Of each of its blocks, finding and place within the block, 1 - link.
    quiet: Lines,
    tables: Box<Tables>,
    /// Of each of its blocks, the sums of its diseases.
    sums: Vec<[f64; BLOCK]>,
}

/// A block's `x`, in parts; see the kernels.
#[derive(Debug)]
struct Tables {
    low: Low,
    high: [High; 1 << MOST_HIGH_BITS],
    /// Terms of the posteriors' polynomial in the high parts, all of a part side by side.
    terms: [High; MOST_TERMS << MOST_HIGH_BITS],
}

impl Default for Tables {
    fn default() -> Self {
        let none = High([0.0; BLOCK]);
        Self {
            low: Low([0.0; BLOCK * MOST_COLUMNS]),
            high: [none; 1 << MOST_HIGH_BITS],
            terms: [none; MOST_TERMS << MOST_HIGH_BITS],
        }
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
    let set_up = SECONDS_PER_LINK * bits as f64 + SECONDS_PER_DISEASE;
    Cost {
        seconds: diseases * (set_up + SECONDS_PER_ELEMENT * subsets) / threads,
        // Links as they are laid out, and rows that had to be spread out.
        bytes: 8.0 * (subsets * threads + diseases * (2 * bits + 4) as f64),
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
        let Self { order, block_terms, odds, scales, spread, parts } = self;
        spread.resize_with(source.quiets().len().max(spread.len()), Vec::new);
        let rows = spread.iter_mut().take(source.quiets().len()).enumerate();
        let problem = Problem {
            bits: bits(source.quiets().len()),
            rows: rows.map(|(finding, spread)| source.row(finding, spread)).collect(),
            order: order.as_chunks().0,
            odds: odds.as_chunks().0,
            scales,
            block_terms,
            stride: parts.len(),
        };
        each_part(parts, |at, part| {
            part.lay_out(&problem, at);
            part.multiply(&problem, at, deadline)
        })?;
        let (first, others) = parts.split_at_mut(1);
        let weights = &mut first[0].weights;
        for other in &*others {
            subsets::multiply_rows(weights, other.weights.len(), &[0], &other.weights);
        }
        for other in others {
            other.weights.copy_from_slice(weights);
        }
        let sizes = subsets::sizes(weights);
        let evidence = weights.chunks(MOST_COLUMNS).map(|run| run.iter().sum::<f64>()).sum();
        each_part(parts, |at, part| part.sum(&problem, at, deadline))?;
        for (at, part) in parts.iter().enumerate() {
            part.read(&problem, at, evidence, marginals);
        }
        Ok(Sums { evidence, sizes, roundings: 2.0 * source.disease_count() as f64 })
    }

    /// The sum of `ln(1 + odds)` over all diseases of the last run.
    pub(crate) fn log_total(&self) -> f64 {
        // One logarithm for as many blocks as stay in range.
        let (mut sum, mut product) = (0.0, 1.0);
        for scale in &self.scales {
            if product < 1e-60 {
                sum -= f64::ln(product);
                product = 1.0;
            }
            product *= scale;
        }
        sum - product.ln()
    }

    /// Gives every disease a place.
    fn arrange(&mut self, source: &impl Source) {
        let mut next = [0; MOST_TERMS + 1];
        self.block_terms.clear();
        for (terms, count) in series::counts(|| source.odds()).into_iter().enumerate() {
            next[terms] = self.block_terms.len() * BLOCK;
            self.block_terms.extend(std::iter::repeat_n(terms, count.div_ceil(BLOCK)));
        }
        let places = self.block_terms.len() * BLOCK;
        self.order.resize(places, NOBODY);
        self.odds.reset(places);
        for (disease, odds) in source.odds().enumerate() {
            let next = &mut next[series::terms(odds)];
            self.order[*next] = disease as u32;
            self.odds[*next] = odds;
            *next += 1;
        }
        for end in next {
            let rest = end..end.next_multiple_of(BLOCK);
            self.order[rest.clone()].fill(NOBODY);
            self.odds[rest].fill(0.0);
        }
        let totals =
            self.odds.as_chunks::<BLOCK>().0.iter().map(|odds| odds.iter().map(|o| 1.0 + o).product());
        self.scales.clear();
        self.scales.extend(totals.map(f64::recip));
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
    rows: Vec<Probabilities<'a>>,
    order: &'a [[u32; BLOCK]],
    odds: &'a [[f64; BLOCK]],
    scales: &'a [f64],
    block_terms: &'a [usize],
    stride: usize,
}

impl Problem<'_> {
    /// The blocks of a part: every so many-th, so that all parts get the same mix.
    fn blocks(&self, part: usize) -> impl ExactSizeIterator<Item = usize> {
        (part..self.block_terms.len()).step_by(self.stride)
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

    /// Looks at the clock once every so many blocks.
    fn check(&self, block: usize, deadline: &Deadline) -> Result<(), InferenceError> {
        if (block / self.stride).is_multiple_of(BLOCKS_PER_CHECK) { deadline.check() } else { Ok(()) }
    }
}

impl Part {
    /// Lays out the links of this part's blocks.
    fn lay_out(&mut self, problem: &Problem, part: usize) {
        self.quiet.reset(problem.blocks(part).len() * problem.bits * BLOCK);
        let tables = self.quiet.as_chunks_mut().0.chunks_exact_mut(problem.bits);
        Arch::new().dispatch(
            #[inline(always)]
            || {
                for (block, table) in problem.blocks(part).zip(tables) {
                    let (findings, others) = table.split_at_mut(problem.rows.len());
                    for (quiet, &row) in findings.iter_mut().zip(&problem.rows) {
                        *quiet = row.gather(&problem.order[block]).map(|link| 1.0 - link);
                    }
                    others.fill([1.0; BLOCK]);
                }
            },
        );
    }

    /// Multiplies the factors of this part's diseases into its weights.
    fn multiply(
        &mut self,
        problem: &Problem,
        part: usize,
        deadline: &Deadline,
    ) -> Result<(), InferenceError> {
        let (low, high) = problem.cut();
        let Self { weights, quiet, tables, .. } = self;
        let quiet = quiet.as_chunks().0;
        for (top, weights) in weights.chunks_exact_mut(problem.stretch()).enumerate() {
            for (block, quiet) in problem.blocks(part).zip(quiet.chunks_exact(problem.bits)) {
                problem.check(block, deadline)?;
                tables.fill(problem.cut(), &problem.odds[block], quiet, top);
                // (1 + x) / (1 + odds) is at most 1: no product overflows, and one that underflows does not matter
                // beside the empty set's, which is 1.
                let scale = problem.scales[block];
                dense::multiply(weights, 1 << low, &tables.low, &tables.high[..1 << high], scale);
            }
        }
        Ok(())
    }

    /// Sums what the posteriors of this part's diseases need over all subsets.
    fn sum(&mut self, problem: &Problem, part: usize, deadline: &Deadline) -> Result<(), InferenceError> {
        let (low, high) = problem.cut();
        let Self { weights, quiet, tables, sums } = self;
        let quiet = quiet.as_chunks().0;
        sums.clear();
        sums.resize(problem.blocks(part).len(), [0.0; BLOCK]);
        for (top, weights) in weights.chunks_exact(problem.stretch()).enumerate() {
            let blocks = problem.blocks(part).zip(quiet.chunks_exact(problem.bits));
            for ((block, quiet), sums) in blocks.zip(&mut *sums) {
                problem.check(block, deadline)?;
                tables.fill(problem.cut(), &problem.odds[block], quiet, top);
                let walk = Walk { weights, columns: 1 << low, rows: 1 << high };
                match problem.block_terms[block] {
                    2 => tables.series::<2>(&walk, sums),
                    3 => tables.series::<3>(&walk, sums),
                    MOST_TERMS => tables.series::<MOST_TERMS>(&walk, sums),
                    _ => {
                        let high = &tables.high[..walk.rows];
                        dense::leave_one_out(weights, walk.columns, &tables.low, high, sums);
                    }
                }
            }
        }
        Ok(())
    }

    /// The marginals of this part's diseases, from their sums.
    fn read(&self, problem: &Problem, part: usize, evidence: f64, marginals: &mut [f64]) {
        for (block, sums) in problem.blocks(part).zip(&self.sums) {
            let is_series = problem.block_terms[block] > 0;
            for (&disease, share) in problem.order[block].iter().zip(sums.map(|sum| sum / evidence)) {
                if let Some(marginal) = marginals.get_mut(disease as usize) {
                    *marginal = if is_series { share } else { 1.0 - share };
                }
            }
        }
    }
}

/// What one call of a kernel walks.
struct Walk<'a> {
    weights: &'a [f64],
    columns: usize,
    rows: usize,
}

impl Tables {
    /// Sets up a block for the subsets with a given top part.
    fn fill(&mut self, (low, high): (usize, usize), odds: &[f64; BLOCK], quiet: &[[f64; BLOCK]], top: usize) {
        let (low_quiet, rest) = quiet.split_at(low);
        let (high_quiet, top_quiet) = rest.split_at(high);
        let mut lead = *odds;
        for (_, quiet) in top_quiet.iter().enumerate().filter(|(bit, _)| top >> bit & 1 == 1) {
            for b in 0..BLOCK {
                lead[b] *= quiet[b];
            }
        }
        dense::fill(&lead, low_quiet, high_quiet, &mut self.low, &mut self.high);
    }

    /// Sums of a block whose diseases need N terms.
    fn series<const N: usize>(&mut self, walk: &Walk, sums: &mut [f64; BLOCK]) {
        let terms = &mut self.terms.as_chunks_mut::<N>().0[..walk.rows];
        dense::terms(&Polynomial::COEFFICIENTS, &self.high[..walk.rows], terms);
        dense::series(walk.weights, walk.columns, &self.low, terms, sums);
    }
}
