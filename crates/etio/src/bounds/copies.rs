//! Copies of diseases: an almost exact answer for dense problems, all diseases at once by matrix products.
//!
//! A table over sets of findings holds what a disease may explain, and two diseases together are
//! the product of their tables under "or". In that algebra a disease with odds `o` is `1 + x`,
//! where `x = o B` and `B[S]` is the probability that it fires exactly S. `B^s` is the table of s
//! copies of the disease, that of a disease whose links fail with the power s of their
//! probabilities. So
//!
//! ```text
//! 1 + x = exp(x - x^2/2 + x^3/3 - ...)
//! ```
//!
//! and cut off after `r` terms, the sum of the exponents of all diseases is one table `nu` of `2^m`
//! numbers, a matrix product. The exponential is taken entry by entry after a sum over subsets, and
//! undone by a difference over subsets; only there digits cancel, so that is done in fixed point.
//! What the cut-off terms are worth is bounded by `docs/intervals.md`: with `M` the exponential of
//! the sums with all signs positive,
//!
//! ```text
//! |product of (1 + x) - exp(nu)| <= sum over diseases of x^(r+1) / (r+1) * M      entry by entry.
//! ```
//!
//! Diseases whose series converges slowly are explicit: they multiply the table between the two sums.

use super::bracket::{Bracket, quotient};
use super::fixed::{EXPONENTIAL_UNITS, Exponentials, Fixed, MOST_EXPONENT, power_of_two};
use crate::InferenceError;
use crate::budget::Budget;
use crate::kernels::outer::{self, COLUMNS};
use crate::numeric::ROUNDOFF;
use crate::problem::Problem;

/// Terms of a series at most.
const MOST_ORDER: usize = 6;
/// Larger odds are explicit: their series converges too slowly.
const MOST_ODDS: f64 = 0.3;
/// Explicit diseases at most.
const MOST_EXPLICIT: usize = 64;
/// Sets of findings are cut in two; the low part has at most this many findings and at least as
/// many as the kernel wants.
const MOST_LOW: usize = 9;
const FEWEST_LOW: usize = 4;
/// Findings at most: more take more memory than there is.
pub(super) const MOST_FINDINGS: usize = 26;
/// A disease with this many links less than there are findings is added set by set, and not as a column.
const SPARSE: usize = 5;
/// Findings that the orders of the series are chosen by.
const PROBED: usize = 10;
/// Share by which the majorant's exponents are raised, so that it covers their rounding too.
const RAISED: f64 = 1e-4;
/// Numbers that one call of a kernel works through, so that the clock is looked at in time.
const AT_A_TIME: usize = 1 << 15;
/// Entries of a table that stay in the cache while several bits are summed over.
const BLOCK_BITS: usize = 11;
/// Minimum number of bits that the evidence has beyond the error of the fixed point.
const SPARE_BITS: f64 = 24.0;
/// The most limbs of a number.
const MOST_LIMBS: usize = 4;

/// Seconds per entry of the table and limb, squared: the exponential. Measured once.
const SECONDS_PER_ENTRY: f64 = 2.0e-8;
/// Seconds per entry and explicit disease, by limb.
const SECONDS_PER_EXPLICIT: f64 = 1.2e-8;
/// Seconds per entry and column of a matrix product.
const SECONDS_PER_PRODUCT: f64 = 6e-11;
/// Seconds per entry of a sparse disease's own table.
const SECONDS_PER_SPARSE: f64 = 2e-9;

/// How a disease is treated.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Treatment {
    /// No link to any of the findings.
    Idle,
    /// A series of this many terms.
    Series(usize),
    /// By itself.
    Explicit,
}

/// Diseases and findings as the kernel sees them.
#[derive(Debug)]
struct Diseases {
    /// Findings, and findings together with those that are added to have enough of them.
    findings: usize,
    bits: usize,
    priors: Vec<f64>,
    complements: Vec<f64>,
    odds: Vec<f64>,
    /// The findings of each disease.
    masks: Vec<u32>,
    /// Probability of each link, by disease.
    links: Vec<f64>,
    /// The leaks as rates.
    rates: Vec<f64>,
    /// Bits that the findings would be improbable by together if they were independent; at least as
    /// many as they are improbable by.
    rarity: f64,
}

impl Diseases {
    /// Some findings of a problem, with all its diseases.
    fn new(problem: &Problem, findings: &[usize]) -> Self {
        let (count, bits) = (findings.len(), findings.len().max(FEWEST_LOW));
        let (priors, complements) = (problem.priors().to_vec(), problem.complements().to_vec());
        let odds = problem.odds();
        let mut masks = vec![0; priors.len()];
        let mut links = vec![0.0; priors.len() * count];
        let mut rarity = 0.0;
        for (bit, &finding) in findings.iter().enumerate() {
            let (diseases, probabilities) = problem.row(finding);
            let mut quiet = problem.quiets[finding].ln();
            for (&d, &p) in diseases.iter().zip(probabilities.iter()) {
                let d = d as usize;
                if priors[d] > 0.0 {
                    masks[d] |= 1 << bit;
                    links[d * count + bit] = p;
                    quiet += (-priors[d] * p).ln_1p();
                }
            }
            rarity -= (-quiet.exp_m1()).max(problem.leaks[finding]).log2();
        }
        let rate = |&finding: &usize| {
            let leak = problem.leaks[finding];
            if leak < 0.5 { -(-leak).ln_1p() } else { -problem.quiets[finding].ln() }
        };
        let rates = findings.iter().map(rate).collect();
        Self { findings: count, bits, priors, complements, odds, masks, links, rates, rarity }
    }

    fn count(&self) -> usize {
        self.priors.len()
    }

    fn low_bits(&self) -> usize {
        self.bits.div_ceil(2).clamp(FEWEST_LOW, MOST_LOW)
    }

    fn sets(&self) -> usize {
        1 << self.bits
    }

    fn is_sparse(&self, disease: usize) -> bool {
        self.masks[disease].count_ones() as usize + SPARSE <= self.bits
    }

    /// Probability that `copies` copies of a disease fire a finding, and that none does.
    fn link(&self, disease: usize, bit: usize, copies: usize) -> (f64, f64) {
        if bit >= self.findings {
            return (0.0, 1.0);
        }
        let p = self.links[disease * self.findings + bit];
        let quiet = 1.0 - p;
        let (mut fires, mut power) = (p, quiet);
        for _ in 1..copies {
            fires += power * p;
            power *= quiet;
        }
        (fires, power)
    }

    /// Limbs that the numbers must have, for all digits of the evidence that matter.
    fn limbs(&self) -> usize {
        ((self.rarity + self.bits as f64 + 9.0 + SPARE_BITS) / 64.0).ceil().max(1.0) as usize
    }

    /// How often a term of `nu`, or of a sum over all sets, is rounded.
    fn roundings(&self) -> f64 {
        let (columns, low) = (self.count() as f64 * MOST_ORDER as f64, self.low_bits());
        let sums = COLUMNS as f64 + columns / COLUMNS as f64 + self.count() as f64;
        let weights = power_of_two(low as i32) + power_of_two((self.bits - low) as i32);
        (sums + weights + 4.0 * (MOST_ORDER * self.bits) as f64 + 64.0) * ROUNDOFF
    }
}

/// A column of a table: copies of a disease.
#[derive(Clone, Copy, Debug)]
struct Column {
    disease: usize,
    copies: usize,
    weight: f64,
}

/// The tables of some columns.
#[derive(Debug, Default)]
struct Tables {
    high: Vec<f64>,
    low: Vec<f64>,
    packed: Vec<f64>,
    /// A sparse disease's own table.
    own: Vec<f64>,
    places: Vec<u32>,
}

impl Tables {
    /// Fills the tables with up to [`COLUMNS`] columns.
    fn fill(&mut self, diseases: &Diseases, columns: &[Column]) {
        let low = diseases.low_bits();
        fill(&mut self.low, diseases, columns, 0..low, false);
        fill(&mut self.high, diseases, columns, low..diseases.bits, true);
        self.packed.resize(COLUMNS * 16, 0.0);
    }

    /// Fills the table of one sparse column, and the sets that its entries belong to.
    fn fill_sparse(&mut self, diseases: &Diseases, column: Column) {
        self.own.clear();
        self.places.clear();
        self.own.push(column.weight);
        self.places.push(0);
        let mut mask = diseases.masks[column.disease];
        while mask != 0 {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            let (fires, quiet) = diseases.link(column.disease, bit as usize, column.copies);
            for at in 0..self.own.len() {
                self.own.push(self.own[at] * fires);
                self.own[at] *= quiet;
                self.places.push(self.places[at] | 1 << bit);
            }
        }
    }
}

/// One row of [`COLUMNS`] numbers for each set of some findings.
fn fill(
    table: &mut Vec<f64>,
    diseases: &Diseases,
    columns: &[Column],
    bits: std::ops::Range<usize>,
    is_weighed: bool,
) {
    table.clear();
    table.resize(COLUMNS << bits.len(), 0.0);
    for (entry, column) in table.iter_mut().zip(columns) {
        *entry = if is_weighed { column.weight } else { 1.0 };
    }
    let mut filled = COLUMNS;
    for bit in bits {
        let mut link = [(0.0, 0.0); COLUMNS];
        for (link, column) in link.iter_mut().zip(columns) {
            *link = diseases.link(column.disease, bit, column.copies);
        }
        let (without, with) = table[..2 * filled].split_at_mut(filled);
        for (without, with) in without.chunks_exact_mut(COLUMNS).zip(with.chunks_exact_mut(COLUMNS)) {
            for ((without, with), (fires, quiet)) in without.iter_mut().zip(with).zip(&link) {
                *with = *without * fires;
                *without *= quiet;
            }
        }
        filled *= 2;
    }
}

/// Rows of the high table that one call takes.
fn rows_at_a_time(lows: usize) -> usize {
    (AT_A_TIME / lows).next_multiple_of(4)
}

/// `nu[S] += sum over columns of their entry at S`.
fn add_columns(
    diseases: &Diseases,
    columns: &[Column],
    tables: &mut Tables,
    nu: &mut [f64],
    budget: &Budget,
) -> Result<(), InferenceError> {
    let (sparse, dense): (Vec<Column>, Vec<Column>) =
        columns.iter().partition(|column| diseases.is_sparse(column.disease));
    let lows = 1 << diseases.low_bits();
    let rows = rows_at_a_time(lows);
    for columns in dense.chunks(COLUMNS) {
        tables.fill(diseases, columns);
        let Tables { high, low, packed, .. } = tables;
        for (high, nu) in high.chunks(rows * COLUMNS).zip(nu.chunks_mut(rows * lows)) {
            budget.check()?;
            outer::add(high, low, packed, nu);
        }
    }
    let mut done = 0;
    for &column in &sparse {
        tables.fill_sparse(diseases, column);
        for (&own, &place) in tables.own.iter().zip(&tables.places) {
            nu[place as usize] += own;
        }
        done += tables.own.len();
        if done > AT_A_TIME {
            budget.check()?;
            done = 0;
        }
    }
    Ok(())
}

/// For each column, the sum over S of its entry at S times `weights[S]`.
fn weigh_columns(
    diseases: &Diseases,
    columns: &[Column],
    tables: &mut Tables,
    weights: &[f64],
    budget: &Budget,
) -> Result<Vec<f64>, InferenceError> {
    let mut sums = vec![0.0; columns.len()];
    let (sparse, dense): (Vec<usize>, Vec<usize>) =
        (0..columns.len()).partition(|&at| diseases.is_sparse(columns[at].disease));
    let lows = 1 << diseases.low_bits();
    let rows = rows_at_a_time(lows);
    for places in dense.chunks(COLUMNS) {
        let chosen: Vec<Column> = places.iter().map(|&at| columns[at]).collect();
        tables.fill(diseases, &chosen);
        let mut own = [0.0; COLUMNS];
        for (high, weights) in tables.high.chunks(rows * COLUMNS).zip(weights.chunks(rows * lows)) {
            budget.check()?;
            outer::weigh(high, &tables.low, weights, &mut own);
        }
        places.iter().zip(own).for_each(|(&at, own)| sums[at] = own);
    }
    let mut done = 0;
    for at in sparse {
        tables.fill_sparse(diseases, columns[at]);
        let entries = tables.own.iter().zip(&tables.places);
        sums[at] = entries.map(|(&own, &place)| own * weights[place as usize]).sum();
        done += tables.own.len();
        if done > AT_A_TIME {
            budget.check()?;
            done = 0;
        }
    }
    Ok(sums)
}

/// An explicit disease between the two sums: its factor at T is `off + on * prod of (1 - link) outside T`.
#[derive(Debug)]
struct Explicit<const LIMBS: usize> {
    off: Fixed<LIMBS>,
    on: Fixed<LIMBS>,
    low: Vec<Fixed<LIMBS>>,
    high: Vec<Fixed<LIMBS>>,
}

impl<const LIMBS: usize> Explicit<LIMBS> {
    fn new(diseases: &Diseases, disease: usize) -> Self {
        let (prior, complement) = (diseases.priors[disease], diseases.complements[disease]);
        let (off, on) = if prior <= 0.5 {
            (Fixed::new(prior, 0).complement(), Fixed::new(prior, 0))
        } else {
            (Fixed::new(complement, 0), Fixed::new(complement, 0).complement())
        };
        let quiet = |bits: std::ops::Range<usize>| {
            let mut table = vec![Fixed::ONE; 1 << bits.len()];
            for (at, bit) in bits.enumerate() {
                let p = if bit < diseases.findings {
                    diseases.links[disease * diseases.findings + bit]
                } else {
                    0.0
                };
                let quiet = match p {
                    0.0 => continue,
                    1.0 => Fixed::ZERO,
                    p => Fixed::new(p, 0).complement(),
                };
                for set in (0..table.len()).filter(|set| set >> at & 1 == 0) {
                    table[set] = table[set].times(quiet);
                }
            }
            table
        };
        let low = diseases.low_bits();
        Self { off, on, low: quiet(0..low), high: quiet(low..diseases.bits) }
    }

    #[inline]
    fn factor(&self, set: usize) -> Fixed<LIMBS> {
        let lows = self.low.len();
        let quiet = self.low[set % lows].times(self.high[set / lows]);
        self.off.plus(self.on.times(quiet))
    }
}

/// What comes out of the fixed point.
#[derive(Debug)]
struct Explained {
    /// The sum of all exponents, by which the table is divided.
    log_total: f64,
    /// For each explicit disease, the part of the evidence in which it is absent.
    absent: Vec<f64>,
}

/// Exponents of all series: their odd and even terms, and how they are put together.
#[derive(Clone, Copy, Debug)]
struct Exponents<'a> {
    odd: &'a [f64],
    /// Nothing if there are none.
    even: Option<&'a [f64]>,
    sign: Sign,
}

/// How the table of exponents is made of odd and even terms.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sign {
    /// Odd minus even.
    Alternating,
    /// Both positive, and raised.
    Majorant,
}

/// Writes to `explained[S]` what the others explain at least if S is explained already, divided by
/// the exponential of all exponents.
fn explain<const LIMBS: usize>(
    diseases: &Diseases,
    explicit: &[usize],
    exponents: Exponents<'_>,
    explained: &mut [f64],
    budget: &Budget,
) -> Result<Explained, InferenceError> {
    let Exponents { odd, even, sign } = exponents;
    let tables = Exponentials::<LIMBS>::new();
    let explicit: Vec<_> = explicit.iter().map(|&d| Explicit::<LIMBS>::new(diseases, d)).collect();
    let scale = if sign == Sign::Majorant { 1.0 + RAISED } else { 1.0 };
    let mut table: Vec<Fixed<LIMBS>> = Vec::with_capacity(diseases.sets());
    for block in 0..diseases.sets().div_ceil(AT_A_TIME) {
        budget.check()?;
        let range = block * AT_A_TIME..((block + 1) * AT_A_TIME).min(diseases.sets());
        table.extend(range.map(|set| {
            let odd = Fixed::exponent(scale * odd[set]);
            match (even, sign) {
                (None, _) => odd,
                (Some(even), Sign::Alternating) => odd.minus(Fixed::exponent(even[set])),
                (Some(even), Sign::Majorant) => odd.plus(Fixed::exponent(scale * even[set])),
            }
        }));
    }
    for_pairs(&mut table, budget, |without, with| *with = with.plus(*without))?;
    let full = diseases.sets() - 1;
    let added = full & !((1 << diseases.findings) - 1);
    let total = table[full];
    let wants_absent = sign == Sign::Alternating && !explicit.is_empty();
    let mut absent = vec![Fixed::<LIMBS>::ZERO; explicit.len()];
    let mut factors = vec![Fixed::<LIMBS>::ONE; explicit.len()];
    let mut before = vec![Fixed::<LIMBS>::ONE; explicit.len()];
    let at_a_time = AT_A_TIME / 16 / (explicit.len() + 1);
    for (set, entry) in table.iter_mut().enumerate() {
        if set.is_multiple_of(at_a_time.max(1)) {
            budget.check()?;
        }
        if set & added != added {
            *entry = Fixed::ZERO;
            continue;
        }
        // Halved, so that there is room for a sign.
        let mut product = tables.of(total.minus(*entry)).half();
        for (at, disease) in explicit.iter().enumerate() {
            before[at] = product;
            factors[at] = disease.factor(set);
            product = product.times(factors[at]);
        }
        *entry = product;
        if wants_absent {
            let is_negative = (full ^ set).count_ones() % 2 == 1;
            let mut after = Fixed::ONE;
            for at in (0..explicit.len()).rev() {
                let others = before[at].times(after);
                absent[at] = if is_negative { absent[at].minus(others) } else { absent[at].plus(others) };
                after = after.times(factors[at]);
            }
        }
    }
    for_pairs(&mut table, budget, |without, with| *without = with.minus(*without))?;
    for (entries, explained) in table.chunks(AT_A_TIME).zip(explained.chunks_mut(AT_A_TIME)) {
        budget.check()?;
        for (entry, explained) in entries.iter().zip(explained) {
            *explained = 2.0 * entry.to_f64_or_zero();
        }
    }
    let absent = absent.iter().zip(&explicit);
    let absent = absent.map(|(sum, disease)| 2.0 * sum.to_f64_or_zero() * disease.off.to_f64());
    Ok(Explained { log_total: total.exponent_to_f64(), absent: absent.collect() })
}

/// Calls `step` on every pair of entries whose sets differ by one finding, finding by finding.
fn for_pairs<T>(
    table: &mut [T],
    budget: &Budget,
    step: impl Fn(&mut T, &mut T),
) -> Result<(), InferenceError> {
    let pairs = |table: &mut [T], half: usize| {
        for block in table.chunks_exact_mut(2 * half) {
            let (without, with) = block.split_at_mut(half);
            without.iter_mut().zip(with).for_each(|(without, with)| step(without, with));
        }
    };
    let block = table.len().min(1 << BLOCK_BITS);
    for part in table.chunks_exact_mut(block) {
        budget.check()?;
        let mut half = 1;
        while half < part.len() {
            pairs(part, half);
            half *= 2;
        }
    }
    let mut half = block;
    while half < table.len() {
        for pair in table.chunks_exact_mut(2 * half) {
            let (without, with) = pair.split_at_mut(half);
            for (without, with) in without.chunks_mut(AT_A_TIME).zip(with.chunks_mut(AT_A_TIME)) {
                budget.check()?;
                without.iter_mut().zip(with).for_each(|(without, with)| step(without, with));
            }
        }
        half *= 2;
    }
    Ok(())
}

fn explain_by_limbs(
    limbs: usize,
    diseases: &Diseases,
    explicit: &[usize],
    exponents: Exponents<'_>,
    explained: &mut [f64],
    budget: &Budget,
) -> Result<Explained, InferenceError> {
    match limbs {
        1 => explain::<1>(diseases, explicit, exponents, explained, budget),
        2 => explain::<2>(diseases, explicit, exponents, explained, budget),
        3 => explain::<3>(diseases, explicit, exponents, explained, budget),
        _ => explain::<4>(diseases, explicit, exponents, explained, budget),
    }
}

/// A problem that is ready to be solved by copies.
#[derive(Debug)]
pub(super) struct Copies {
    diseases: Diseases,
    treatments: Vec<Treatment>,
    /// What each number of terms of each disease would leave out, judged by few findings.
    gains: Vec<[f64; MOST_ORDER]>,
    limbs: usize,
    pub(super) seconds: f64,
    pub(super) bytes: f64,
}

/// An answer, and what to do about its error.
#[derive(Debug)]
pub(super) struct Copied {
    pub(super) bracket: Bracket,
    /// What the cut-off terms of each disease are worth at most, as a share of the evidence.
    shares: Vec<f64>,
}

impl Copies {
    /// Prepares all findings of a problem so that cut-off terms are worth about `goal` of the
    /// evidence. Nothing if the method does not fit the problem.
    pub(super) fn plan(
        problem: &Problem,
        goal: f64,
        budget: &Budget,
    ) -> Result<Option<Self>, InferenceError> {
        let count = problem.finding_count();
        if count > MOST_FINDINGS || !problem.is_in_range() {
            return Ok(None);
        }
        let all: Vec<usize> = (0..count).collect();
        let diseases = Diseases::new(problem, &all);
        budget.check()?;
        let limbs = diseases.limbs();
        let treatments: Vec<Treatment> = (0..diseases.count())
            .map(|d| match diseases.odds[d] {
                _ if diseases.masks[d] == 0 => Treatment::Idle,
                odds if odds > MOST_ODDS => Treatment::Explicit,
                _ => Treatment::Series(1),
            })
            .collect();
        let is_out_of_range = |treatments: &[Treatment]| {
            let total = total_rate(&diseases, treatments);
            limbs > MOST_LIMBS || explicit(treatments).count() > MOST_EXPLICIT || total >= MOST_EXPONENT - 1.0
        };
        if is_out_of_range(&treatments) {
            return Ok(None);
        }
        let gains = probe(problem, &treatments, budget)?;
        let mut this = Self { diseases, treatments, gains, limbs, seconds: 0.0, bytes: 0.0 };
        Ok(this.aim(goal).then_some(this))
    }

    /// Chooses the number of terms so that those cut off are worth about `goal` of the evidence.
    /// False if there is no such choice.
    pub(super) fn aim(&mut self, goal: f64) -> bool {
        for (d, treatment) in self.treatments.iter_mut().enumerate() {
            if self.diseases.odds[d] <= MOST_ODDS && *treatment != Treatment::Idle {
                *treatment = Treatment::Series(1);
            }
        }
        choose(&mut self.treatments, &self.gains, goal);
        self.price();
        total_rate(&self.diseases, &self.treatments) < MOST_EXPONENT - 1.0
    }

    /// Gives the diseases that are worth most of the error another term each; false if none is left to give.
    pub(super) fn refine(&mut self, copied: &Copied, goal: f64) -> bool {
        let mut order: Vec<usize> = (0..self.diseases.count()).collect();
        order.sort_by(|&a, &b| copied.shares[b].total_cmp(&copied.shares[a]));
        let mut rest: f64 = copied.shares.iter().sum();
        let mut room = MOST_EXPLICIT - explicit(&self.treatments).count();
        let mut has_changed = false;
        for d in order {
            if rest <= goal || copied.shares[d] == 0.0 {
                break;
            }
            match self.treatments[d] {
                Treatment::Series(terms) if terms + 1 < MOST_ORDER => {
                    self.treatments[d] = Treatment::Series(terms + 2);
                }
                Treatment::Series(_) if room > 0 => {
                    self.treatments[d] = Treatment::Explicit;
                    room -= 1;
                }
                _ => continue,
            }
            has_changed = true;
            rest -= copied.shares[d];
        }
        self.price();
        has_changed && total_rate(&self.diseases, &self.treatments) < MOST_EXPONENT - 1.0
    }

    fn price(&mut self) {
        let diseases = &self.diseases;
        let sets = diseases.sets() as f64;
        let limbs = self.limbs as f64;
        let explicit = explicit(&self.treatments).count() as f64;
        let (mut dense, mut sparse) = (0.0, 0.0);
        for (d, treatment) in self.treatments.iter().enumerate() {
            if let &Treatment::Series(terms) = treatment {
                let columns = 2.0 * terms as f64 + 1.0;
                if diseases.is_sparse(d) {
                    sparse += columns * power_of_two(diseases.masks[d].count_ones() as i32);
                } else {
                    dense += columns;
                }
            }
        }
        let entry = 2.0 * SECONDS_PER_ENTRY * limbs * limbs.max(2.0)
            + SECONDS_PER_EXPLICIT * limbs * limbs * explicit
            + SECONDS_PER_PRODUCT * dense;
        self.seconds = sets * entry + sparse * SECONDS_PER_SPARSE + 2e-5;
        self.bytes = sets * (8.0 * limbs + 32.0);
    }

    /// Solves the problem.
    pub(super) fn run(&self, budget: &Budget) -> Result<Copied, InferenceError> {
        let Self { diseases, treatments, limbs, .. } = self;
        let mut tables = Tables::default();
        let explicit: Vec<usize> = explicit(treatments).collect();
        let (odd, even) = exponents(diseases, treatments, &mut tables, budget)?;
        let mut alternating = vec![0.0; diseases.sets()];
        let even = even.as_deref();
        let exponents = Exponents { odd: &odd, even, sign: Sign::Alternating };
        let explained = explain_by_limbs(*limbs, diseases, &explicit, exponents, &mut alternating, budget)?;
        let own: Vec<Column> = columns(diseases, treatments, |_, _| 1.0).collect();
        let own_sums = weigh_columns(diseases, &own, &mut tables, &alternating, budget)?;
        let evidence = alternating[0];
        // The majorant takes the place of the table that is not needed any more.
        let mut majorant = alternating;
        let exponents = Exponents { sign: Sign::Majorant, ..exponents };
        let raised = explain_by_limbs(*limbs, diseases, &explicit, exponents, &mut majorant, budget)?;
        let next: Vec<Column> = treatments
            .iter()
            .enumerate()
            .filter_map(|(disease, treatment)| match treatment {
                Treatment::Series(terms) => Some(Column { disease, copies: terms + 1, weight: 1.0 }),
                _ => None,
            })
            .collect();
        let next_sums = weigh_columns(diseases, &next, &mut tables, &majorant, budget)?;
        let scale = (raised.log_total - explained.log_total).exp() * (1.0 + 1e-12);
        let errors = Errors::new(diseases, *limbs, explicit.len(), scale);
        let result = Sums {
            evidence,
            majorant: scale * (majorant[0] + errors.fixed),
            log_total: explained.log_total,
            own: &own_sums,
            next: &next_sums,
            absent: &explained.absent,
            scale,
        };
        Ok(result.answer(diseases, treatments, &errors))
    }
}

/// Whether planning is worth its time: a table of all sets could be filled in the time and memory
/// that are left.
pub(super) fn may_fit(problem: &Problem, budget: &Budget) -> bool {
    let findings = problem.finding_count();
    if findings > MOST_FINDINGS {
        return false;
    }
    let sets = power_of_two(findings as i32);
    let least = sets * SECONDS_PER_ENTRY + 3e-9 * problem.link_count() as f64;
    budget.check_for(least).is_ok() && 40.0 * sets <= budget.memory() as f64
}

/// The diseases that are explicit.
fn explicit(treatments: &[Treatment]) -> impl Iterator<Item = usize> {
    treatments.iter().enumerate().filter(|(_, t)| **t == Treatment::Explicit).map(|(d, _)| d)
}

/// The sum of all exponents, all positive and raised.
fn total_rate(diseases: &Diseases, treatments: &[Treatment]) -> f64 {
    let series: f64 =
        columns(diseases, treatments, |odds, s| odds.powi(s as i32) / s as f64).map(|c| c.weight).sum();
    (1.0 + RAISED) * (series + diseases.rates.iter().sum::<f64>())
}

/// The columns of all series, disease by disease, one copy first.
fn columns<'a>(
    diseases: &'a Diseases,
    treatments: &'a [Treatment],
    weight: impl Fn(f64, usize) -> f64 + Copy + 'a,
) -> impl Iterator<Item = Column> + 'a {
    treatments.iter().enumerate().flat_map(move |(disease, treatment)| {
        let terms = if let Treatment::Series(terms) = treatment { *terms } else { 0 };
        (1..=terms).map(move |copies| Column {
            disease,
            copies,
            weight: weight(diseases.odds[disease], copies),
        })
    })
}

/// Tables of the odd and the even terms of all exponents; the leaks are odd. Nothing for the even
/// ones if there are none.
fn exponents(
    diseases: &Diseases,
    treatments: &[Treatment],
    tables: &mut Tables,
    budget: &Budget,
) -> Result<(Vec<f64>, Option<Vec<f64>>), InferenceError> {
    let all = columns(diseases, treatments, |odds, s| odds.powi(s as i32) / s as f64);
    let (odd_columns, even_columns): (Vec<Column>, Vec<Column>) = all.partition(|c| c.copies % 2 == 1);
    let mut odd = vec![0.0; diseases.sets()];
    add_columns(diseases, &odd_columns, tables, &mut odd, budget)?;
    for (bit, rate) in diseases.rates.iter().enumerate() {
        odd[1 << bit] += rate;
    }
    if even_columns.is_empty() {
        return Ok((odd, None));
    }
    let mut even = vec![0.0; diseases.sets()];
    add_columns(diseases, &even_columns, tables, &mut even, budget)?;
    Ok((odd, Some(even)))
}

/// Errors of the arithmetic.
#[derive(Debug)]
struct Errors {
    /// Absolute error of any entry that comes out of the fixed point.
    fixed: f64,
    /// Relative error of any sum of products.
    relative: f64,
    /// Error that the roundings of the exponents make, as a share of the majorant.
    exponents: f64,
    /// Relative error of the odds of all explicit diseases together.
    odds: f64,
}

impl Errors {
    fn new(diseases: &Diseases, limbs: usize, explicit: usize, scale: f64) -> Self {
        // An exponent is rounded to units 2^8 times as large, and there are two of them. A rounding
        // of an entry of `nu` is worth at most what the majorant makes of it.
        let units = 2.0 * EXPONENTIAL_UNITS + 16.0 * explicit as f64 + 1024.0 * scale;
        let relative = diseases.roundings();
        Self {
            fixed: 1.1 * units * power_of_two(diseases.bits as i32 - 64 * limbs as i32),
            relative,
            exponents: 1.1 * relative / RAISED,
            odds: 4.0 * ROUNDOFF * explicit as f64,
        }
    }
}

/// The sums that an answer is made of.
struct Sums<'a> {
    evidence: f64,
    majorant: f64,
    log_total: f64,
    /// By column of a series.
    own: &'a [f64],
    /// By series, of one copy more.
    next: &'a [f64],
    /// By explicit disease.
    absent: &'a [f64],
    /// What the majorant's own unit is worth.
    scale: f64,
}

impl Sums<'_> {
    fn answer(&self, diseases: &Diseases, treatments: &[Treatment], errors: &Errors) -> Copied {
        let mut shares = vec![0.0; diseases.count()];
        let mut next = self.next.iter();
        // Cut-off terms by disease: o^(r+1) <B^(r+1), b_M>.
        let mut cut_off = vec![0.0; diseases.count()];
        let mut followers = vec![0.0; diseases.count()];
        let (mut cut, mut log_rest) = (0.0, 0.0);
        for (d, treatment) in treatments.iter().enumerate() {
            if let &Treatment::Series(terms) = treatment {
                let follower = self.scale
                    * (next.next().copied().unwrap_or(0.0) * (1.0 + errors.relative) + errors.fixed);
                let odds = diseases.odds[d];
                followers[d] = follower;
                cut_off[d] = odds.powi(terms as i32 + 1) * follower * (1.0 + 1e-14);
                shares[d] = cut_off[d] / (terms + 1) as f64;
                cut += shares[d];
                log_rest += log_remainder(odds, terms);
            }
        }
        let rounding = errors.exponents * self.majorant + errors.fixed + 8e-15 * self.evidence;
        let error = 1.01 * (cut + rounding);
        let evidence = (self.evidence - error, self.evidence + error);
        let mut bracket = Bracket::anything(&diseases.priors);
        let mut own = self.own.iter();
        let mut absent = self.absent.iter();
        let padding = errors.odds + 8.0 * ROUNDOFF;
        for (d, treatment) in treatments.iter().enumerate() {
            let (present, spread) = match *treatment {
                Treatment::Idle => {
                    bracket.lower[d] = diseases.priors[d] * (1.0 - 4.0 * ROUNDOFF);
                    bracket.upper[d] = diseases.priors[d] * (1.0 + 4.0 * ROUNDOFF);
                    continue;
                }
                Treatment::Explicit => (self.evidence - absent.next().copied().unwrap_or(0.0), error),
                Treatment::Series(terms) => {
                    let odds = diseases.odds[d];
                    let (mut sum, mut size, mut power) = (0.0, 0.0, 1.0);
                    for term in 1..=terms {
                        power *= odds;
                        let value = power * own.next().copied().unwrap_or(0.0);
                        size += value + power * errors.fixed / errors.relative;
                        sum += if term % 2 == 1 { value } else { -value };
                    }
                    let rounding = errors.relative * size + 2.0 * odds * errors.exponents * followers[d];
                    (sum, error + 1.01 * (1.5 * cut_off[d] + rounding))
                }
            };
            let on = (present - spread, (present + spread).min(evidence.1));
            let off_value = self.evidence - present;
            let off = (off_value - spread, (off_value + spread).min(evidence.1));
            let (lower, upper) = quotient(on, off);
            bracket.lower[d] = (lower - padding).max(0.0);
            bracket.upper[d] = (upper + padding).min(1.0);
            bracket.point[d] = (present / self.evidence).clamp(bracket.lower[d], bracket.upper[d]);
        }
        // ln P = ln evidence + sum over series of (their exponents - ln(1 + o)).
        let slack = errors.relative * (self.log_total + 1.0)
            + errors.odds
            + ROUNDOFF
                * (8.0 * evidence.0.max(0.0).ln().abs().min(1e4)
                    + 4.0 * diseases.count() as f64 * log_rest.abs());
        bracket.log_lower =
            if evidence.0 > 0.0 { evidence.0.ln() + log_rest - slack } else { f64::NEG_INFINITY };
        bracket.log_upper = (evidence.1.ln() + log_rest + slack).min(0.0);
        for share in &mut shares {
            *share /= self.evidence.max(f64::MIN_POSITIVE);
        }
        Copied { bracket, shares }
    }
}

/// `x - x^2/2 + ... +- x^r/r - ln(1 + x)`, without cancellation for small `x`.
fn log_remainder(x: f64, terms: usize) -> f64 {
    let mut sum = 0.0;
    let mut power = x.powi(terms as i32);
    for n in terms + 1..terms + 200 {
        power *= x;
        let term = power / n as f64;
        // ln(1 + x) has the odd terms with a plus: what is missing of it is taken off.
        sum += if n % 2 == 1 { -term } else { term };
        if term < 1e-18 * sum.abs() {
            break;
        }
    }
    sum
}

/// For each disease and number of copies, from two: `o^s / s <B^s, b>` as a share of the evidence,
/// judged by the rarest findings.
fn probe(
    problem: &Problem,
    treatments: &[Treatment],
    budget: &Budget,
) -> Result<Vec<[f64; MOST_ORDER]>, InferenceError> {
    let mut rarest: Vec<(f64, usize)> = (0..problem.finding_count())
        .map(|finding| {
            let (diseases, links) = problem.row(finding);
            let priors = diseases.iter().map(|&d| problem.priors()[d as usize]);
            let quiet: f64 = priors.zip(links.iter()).map(|(prior, link)| 1.0 - prior * link).product();
            (1.0 - problem.quiets[finding] * quiet, finding)
        })
        .collect();
    rarest.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut chosen: Vec<usize> = rarest.iter().take(PROBED).map(|&(_, finding)| finding).collect();
    chosen.sort_unstable();
    let part = Diseases::new(problem, &chosen);
    let treatments: Vec<Treatment> = treatments
        .iter()
        .zip(&part.masks)
        .map(|(treatment, &mask)| match treatment {
            _ if mask == 0 => Treatment::Idle,
            Treatment::Series(_) => Treatment::Series(1),
            treatment => *treatment,
        })
        .collect();
    let explicit: Vec<usize> = explicit(&treatments).collect();
    let mut tables = Tables::default();
    let (odd, even) = exponents(&part, &treatments, &mut tables, budget)?;
    let mut explained = vec![0.0; part.sets()];
    let limbs = part.limbs().min(MOST_LIMBS);
    let exponents = Exponents { odd: &odd, even: even.as_deref(), sign: Sign::Majorant };
    explain_by_limbs(limbs, &part, &explicit, exponents, &mut explained, budget)?;
    let mut wanted = Vec::new();
    for (disease, treatment) in treatments.iter().enumerate() {
        if let Treatment::Series(_) = treatment {
            for copies in 2..MOST_ORDER + 2 {
                let weight = part.odds[disease].powi(copies as i32) / copies as f64;
                wanted.push(Column { disease, copies, weight });
            }
        }
    }
    let sums = weigh_columns(&part, &wanted, &mut tables, &explained, budget)?;
    let mut gains = vec![[0.0; MOST_ORDER]; part.count()];
    // More findings leave more to gain by further copies.
    let exponent = (problem.finding_count() as f64 / chosen.len().max(1) as f64).max(1.0);
    for (column, sum) in wanted.iter().zip(sums) {
        let share = sum / explained[0].max(f64::MIN_POSITIVE);
        let plain = column.weight;
        let gain = (share / plain.max(f64::MIN_POSITIVE)).max(1.0);
        gains[column.disease][column.copies - 2] = plain * gain.powf(exponent);
    }
    Ok(gains)
}

/// Chooses the number of terms of each series: cut-off terms are worth `goal` in all, and every
/// disease about as much.
fn choose(treatments: &mut [Treatment], gains: &[[f64; MOST_ORDER]], goal: f64) {
    let terms = |gains: &[f64; MOST_ORDER], most: f64| gains.iter().position(|&gain| gain <= most);
    let mut most = goal;
    for _ in 0..60 {
        let worth = |gains: &[f64; MOST_ORDER]| terms(gains, most).map_or(0.0, |at| gains[at]);
        if gains.iter().map(worth).sum::<f64>() <= goal {
            break;
        }
        most *= 0.5;
    }
    let mut slow: Vec<(f64, usize)> = Vec::new();
    for (d, (treatment, gains)) in treatments.iter_mut().zip(gains).enumerate() {
        if let Treatment::Series(order) = treatment {
            *order = terms(gains, most).map_or(MOST_ORDER, |at| at + 1);
            if terms(gains, most).is_none() {
                slow.push((gains[MOST_ORDER - 1], d));
            }
        }
    }
    let room = MOST_EXPLICIT.saturating_sub(explicit(treatments).count());
    slow.sort_by(|a, b| b.0.total_cmp(&a.0));
    for &(_, d) in slow.iter().take(room) {
        treatments[d] = Treatment::Explicit;
    }
}
