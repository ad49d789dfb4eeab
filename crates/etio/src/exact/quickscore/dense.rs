//! The sum where most diseases touch most of the present findings.
//!
//! All diseases at all subsets, in blocks of diseases by stretches of subsets that fit the innermost cache; see
//! [`kernels::dense`](crate::kernels::dense) for an element. The posteriors take a second pass once the weights
//! are known: by a short polynomial for diseases with small odds, by products of the others in the block for the rest. Both passes run in
//! parallel over the blocks.

use std::borrow::Cow;
use std::ops::Range;

use pulp::Arch;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::series::{self, MOST_LEADING};
use super::{Cost, Sums};
use crate::InferenceError;
use crate::kernels::dense::{
    self, BLOCK, FEWEST_COLUMNS, High, Low, MOST_COLUMNS, Quiet, Single, Terms, Weights,
};
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
const MOST_HIGH_BITS: usize = 5;
/// Diseases among which those that need as many terms are brought together. Their links are near each other, too.
const NEIGHBOURS: usize = 2048;
/// Blocks whose links are laid out at a time: they stay in a near cache while all subsets are walked.
const BATCH: usize = 32;
/// Of smaller ones the odds could overflow in the product of a block.
const SMALLEST_COMPLEMENT: f64 = 1e-30;

#[derive(Debug, Default)]
pub(crate) struct Workspace {
    /// Of each place, the disease. Those of a block need as many terms; where it is filled up, this is the first disease.
    order: Vec<u32>,
    /// Of each block, how many leading terms its posteriors need; 0 where they come from products.
    leading: Vec<usize>,
    /// Of each place, the odds; 0 where no disease is.
    odds: Lines,
    /// Of each block, one over the product of `1 + odds`.
    scales: Vec<f64>,
    /// Rows of findings that are not stored as such.
    spread: Vec<Vec<f64>>,
    parts: Vec<Part>,
}

/// Diseases and present findings, as the sum sees them.
pub(crate) trait Source {
    fn disease_count(&self) -> usize;

    /// The odds of the diseases before any of the findings is looked at.
    fn odds(&self) -> Cow<'_, [f64]>;

    /// Of each finding, the probability that no leak shows it.
    fn quiets(&self) -> &[f64];

    /// The links of a finding to all diseases, zero where there is none; spread out where they are stored otherwise.
    fn row<'a>(&'a self, finding: usize, spread: &'a mut Vec<f64>) -> Probabilities<'a>;
}

impl Source for Query {
    fn disease_count(&self) -> usize {
        self.diseases.len()
    }

    fn odds(&self) -> Cow<'_, [f64]> {
        self.priors.iter().zip(&self.complements).map(|(prior, complement)| prior / complement).collect()
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
    /// The final weights in single precision.
    singles: Lines,
    /// Of each block of the last batch, finding and place within the block, 1 - link.
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
    /// Leading terms of the posteriors' polynomial in the high parts, all of a part side by side, and its last ones.
    leading: [High; MOST_LEADING << MOST_HIGH_BITS],
    lasts: [Single; 1 << MOST_HIGH_BITS],
}

impl Default for Tables {
    fn default() -> Self {
        let none = High([0.0; BLOCK]);
        Self {
            low: Low([0.0; BLOCK * MOST_COLUMNS]),
            high: [none; 1 << MOST_HIGH_BITS],
            leading: [none; MOST_LEADING << MOST_HIGH_BITS],
            lasts: [Single([0.0; BLOCK]); 1 << MOST_HIGH_BITS],
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
        // Weights, links as they are laid out, places and odds, and rows that had to be spread out.
        bytes: 8.0 * (1.5 * subsets * threads + diseases * (2 * bits + 4) as f64),
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
        let Self { order, leading, odds, scales, spread, parts } = self;
        spread.resize_with(source.quiets().len().max(spread.len()), Vec::new);
        let rows = spread.iter_mut().take(source.quiets().len()).enumerate();
        let problem = Problem {
            bits: bits(source.quiets().len()),
            rows: rows.map(|(finding, spread)| source.row(finding, spread)).collect(),
            order: order.as_chunks().0,
            odds: odds.as_chunks().0,
            scales,
            leading,
            parts: parts.len(),
        };
        each_part(parts, |at, part| part.multiply(&problem, at, deadline))?;
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
        self.leading.clear();
        self.order.clear();
        self.odds.reset(0);
        for (at, odds) in source.odds().chunks(NEIGHBOURS).enumerate() {
            self.arrange_neighbours(at * NEIGHBOURS, odds);
        }
        let totals =
            self.odds.as_chunks::<BLOCK>().0.iter().map(|odds| odds.iter().map(|o| 1.0 + o).product());
        self.scales.clear();
        self.scales.extend(totals.map(f64::recip));
    }

    /// Gives places to some diseases side by side, the first of which is given.
    fn arrange_neighbours(&mut self, first: usize, odds: &[f64]) {
        let mut next = [0; MOST_LEADING + 1];
        for (leading, count) in series::counts(odds).into_iter().enumerate() {
            next[leading] = self.leading.len() * BLOCK;
            self.leading.extend(std::iter::repeat_n(leading, count.div_ceil(BLOCK)));
        }
        let places = self.leading.len() * BLOCK;
        self.order.resize(places, 0);
        self.odds.reset(places);
        for (disease, &odds) in (first as u32..).zip(odds) {
            let next = &mut next[series::leading(odds)];
            self.order[*next] = disease;
            self.odds[*next] = odds;
            *next += 1;
        }
    }

    /// Weights as they are without any disease: `(-1)^|S| q(S)` in the first part, 1 in the others.
    fn start(&mut self, quiets: &[f64], threads: usize) {
        let bits = bits(quiets.len());
        let parts = threads.clamp(1, self.leading.len().max(1));
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
    leading: &'a [usize],
    parts: usize,
}

impl Problem<'_> {
    /// The blocks of a part in batches: every so many-th batch, so that all parts get the same mix.
    fn batches(&self, part: usize) -> impl Iterator<Item = Range<usize>> {
        let (blocks, parts) = (self.leading.len(), self.parts);
        let share = blocks.div_ceil(parts).max(1);
        let batch = if self.is_one_stretch() { share } else { share.min(BATCH) };
        (part * batch..blocks).step_by(parts * batch).map(move |first| first..blocks.min(first + batch))
    }

    /// Findings of the low and of the high part of a subset; what is left is the top part.
    fn cut(&self) -> (usize, usize) {
        // About half of them, so that neither table takes long to fill.
        let fewest = FEWEST_COLUMNS.ilog2() as usize;
        let low = self.bits.div_ceil(2).clamp(fewest, MOST_COLUMNS.ilog2() as usize);
        (low, (self.bits - low).min(MOST_HIGH_BITS))
    }

    /// A block at the subsets with a given top part: what it begins with, and the findings of the low and high parts.
    fn at<'a>(&self, block: usize, top: usize, quiet: &'a [[f64; BLOCK]]) -> ([f64; BLOCK], Quiet<'a>) {
        let (low, high) = self.cut();
        let (low, rest) = quiet.split_at(low);
        let (high, beyond) = rest.split_at(high);
        let mut lead = self.odds[block];
        for (_, quiet) in beyond.iter().enumerate().filter(|(bit, _)| top >> bit & 1 == 1) {
            for b in 0..BLOCK {
                lead[b] *= quiet[b];
            }
        }
        (lead, Quiet { low, high })
    }

    /// Whether one call of a kernel walks all subsets. Then no links are needed again soon, and all are laid out at once.
    fn is_one_stretch(&self) -> bool {
        self.stretch() == 1 << self.bits
    }

    /// Subsets that one call of a kernel walks.
    fn stretch(&self) -> usize {
        let (low, high) = self.cut();
        1 << (low + high)
    }
}

impl Part {
    /// Lays out the links of a batch.
    fn lay_out(&mut self, problem: &Problem, batch: Range<usize>) {
        let order = &problem.order[batch];
        self.quiet.reset(order.len() * problem.bits * BLOCK);
        let tables = self.quiet.as_chunks_mut().0.chunks_exact_mut(problem.bits);
        Arch::new().dispatch(
            #[inline(always)]
            || {
                for (order, table) in order.iter().zip(tables) {
                    let (findings, others) = table.split_at_mut(problem.rows.len());
                    for (quiet, &row) in findings.iter_mut().zip(&problem.rows) {
                        *quiet = row.gather(order).map(|link| 1.0 - link);
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
        for batch in problem.batches(part) {
            self.lay_out(problem, batch.clone());
            let Self { weights, quiet, tables, .. } = self;
            let quiet = quiet.as_chunks().0;
            for (top, weights) in weights.chunks_exact_mut(problem.stretch()).enumerate() {
                deadline.check()?;
                for (block, quiet) in batch.clone().zip(quiet.chunks_exact(problem.bits)) {
                    let (lead, quiet) = problem.at(block, top, quiet);
                    let high = &mut tables.high[..1 << high];
                    dense::fill(&lead, quiet, &mut tables.low, high);
                    // (1 + x) / (1 + odds) is at most 1: no product overflows, and one that underflows does not matter
                    // beside the empty set's, which is 1.
                    let scale = problem.scales[block];
                    dense::multiply(weights, 1 << low, &tables.low, high, scale);
                }
            }
        }
        Ok(())
    }

    /// Sums what the posteriors of this part's diseases need over all subsets.
    fn sum(&mut self, problem: &Problem, part: usize, deadline: &Deadline) -> Result<(), InferenceError> {
        self.round_weights();
        self.sums.clear();
        for batch in problem.batches(part) {
            if !problem.is_one_stretch() {
                self.lay_out(problem, batch.clone());
            }
            let Self { weights, singles, quiet, tables, sums } = self;
            let quiet = quiet.as_chunks().0;
            let first = sums.len();
            sums.resize(first + batch.len(), [0.0; BLOCK]);
            let stretch = problem.stretch();
            let singles: &[f32] = bytemuck::cast_slice(singles);
            let weights = weights.chunks_exact(stretch).zip(singles.chunks_exact(stretch));
            for (top, (doubles, singles)) in weights.enumerate() {
                deadline.check()?;
                let blocks = batch.clone().zip(quiet.chunks_exact(problem.bits));
                for ((block, quiet), sums) in blocks.zip(&mut sums[first..]) {
                    let (lead, quiet) = problem.at(block, top, quiet);
                    let weights = Weights { doubles, singles };
                    match problem.leading[block] {
                        1 => tables.series::<1>(&lead, quiet, weights, sums),
                        2 => tables.series::<2>(&lead, quiet, weights, sums),
                        MOST_LEADING => tables.series::<MOST_LEADING>(&lead, quiet, weights, sums),
                        _ => tables.leave_one_out(&lead, quiet, doubles, sums),
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes the weights in single precision.
    fn round_weights(&mut self) {
        self.singles.reset(self.weights.len() / 2);
        let singles: &mut [f32] = bytemuck::cast_slice_mut(&mut self.singles);
        for (single, &weight) in singles.iter_mut().zip(&*self.weights) {
            *single = weight as f32;
        }
    }

    /// The marginals of this part's diseases, from their sums. Those of diseases without odds stay as they are.
    fn read(&self, problem: &Problem, part: usize, evidence: f64, marginals: &mut [f64]) {
        for (block, sums) in problem.batches(part).flatten().zip(&self.sums) {
            let is_series = problem.leading[block] > 0;
            let places = problem.order[block].iter().zip(&problem.odds[block]);
            for ((&disease, &odds), share) in places.zip(sums.map(|sum| sum / evidence)) {
                if odds > 0.0 {
                    marginals[disease as usize] = if is_series { share } else { 1.0 - share };
                }
            }
        }
    }
}

impl Tables {
    /// Adds a block's sums over some subsets, by a polynomial of so many leading terms.
    fn series<const LEADING: usize>(
        &mut self,
        lead: &[f64; BLOCK],
        quiet: Quiet,
        weights: Weights,
        sums: &mut [f64; BLOCK],
    ) {
        let rows = 1 << quiet.high.len();
        let (high, lasts) = (&mut self.high[..rows], &mut self.lasts[..rows]);
        let leading = &mut self.leading.as_chunks_mut().0[..rows];
        dense::fill(lead, quiet, &mut self.low, high);
        dense::terms(const { &series::polynomial::<LEADING>() }, high, leading, lasts);
        dense::series(weights, 1 << quiet.low.len(), &self.low, Terms { leading, lasts }, sums);
    }

    /// The same for diseases with large odds, by products of the others in the block.
    fn leave_one_out(&mut self, lead: &[f64; BLOCK], quiet: Quiet, weights: &[f64], sums: &mut [f64; BLOCK]) {
        let high = &mut self.high[..1 << quiet.high.len()];
        dense::fill(lead, quiet, &mut self.low, high);
        dense::leave_one_out(weights, 1 << quiet.low.len(), &self.low, high, sums);
    }
}
