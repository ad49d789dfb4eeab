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
//! `docs/intervals.md` bounds the error of the cut-off terms: with `M` the exponential of the sums
//! with all signs positive,
//!
//! ```text
//! |product of (1 + x) - exp(nu)| <= sum over diseases of x^(r+1) / (r+1) * M      entry by entry.
//! ```
//!
//! Diseases whose series converges slowly are explicit: they are added afterwards, as they are. If all
//! the others have one term, the majorant is the exponential itself.

mod answer;
mod diseases;
mod explain;
mod explicit;
mod pairs;
mod tables;
mod treatment;

use self::answer::{Errors, Sums};
use self::diseases::Diseases;
use self::explain::{Exponents, Sign, explain_by_limbs};
use self::explicit::{include, present_parts};
use self::tables::{Tables, weigh_columns};
use self::treatment::{
    MOST_COMMON, MOST_EXPLICIT, Treatment, by_odds, choose, choose_flat, explicit, exponents, is_flat,
    next_columns, own_columns, probe, total_rate,
};
use super::bracket::Bracket;
use super::fixed::{MOST_EXPONENT, power_of_two};
use crate::algorithm::Forecast;
use crate::budget::Budget;
use crate::problem::Problem;
use crate::{InferenceError, Method};

/// Terms of a series at most.
const MOST_ORDER: usize = 6;
/// Larger odds are explicit: their series converges too slowly.
const MOST_ODDS: f64 = 0.3;
/// Findings at most: more take more memory than there is.
pub(super) const MOST_FINDINGS: usize = 26;
/// More copies than this never count: all exponents together are below [`MOST_EXPONENT`], so that the
/// terms from here on are below 1e-400.
const MOST_COPIES: f64 = 1e3;
/// Share of the goal that the fixed point may be off by, and the most of the evidence.
const FIXED_SHARE: f64 = 0.1;
const MOST_FIXED: f64 = 1e-3;
/// Roundings are bounded by the majorant times about this.
const ROUNDINGS_SHARE: f64 = 1e-7;
/// Numbers that one call of a kernel works through, so that the clock is checked in time.
const AT_A_TIME: usize = 1 << 15;
/// Maximum number of limbs.
const MOST_LIMBS: usize = 4;
/// Seconds per entry of the table: the exponential, and the part of it that grows with the square of
/// the number of limbs. Measured once.
const SECONDS_PER_ENTRY: f64 = 2.0e-8;
const SECONDS_PER_LIMB: f64 = 6.0e-9;
/// Seconds per entry and explicit disease each time that it is added.
const SECONDS_PER_EXPLICIT: f64 = 4e-9;
/// Seconds per entry and column of a matrix product.
const SECONDS_PER_PRODUCT: f64 = 6e-11;
/// Seconds per entry of a sparse disease's own table.
const SECONDS_PER_SPARSE: f64 = 3e-10;
/// Seconds per disease that it takes to choose the number of terms.
const SECONDS_PER_PROBE: f64 = 4e-7;

/// A problem that is ready to be solved by copies.
#[derive(Debug)]
pub(super) struct Copies {
    diseases: Diseases,
    treatments: Vec<Treatment>,
    /// Estimated error of each number of terms of each disease, from a few findings.
    gains: Vec<[f64; MOST_ORDER]>,
    limbs: usize,
    /// Share of the evidence that the fixed point may be off by.
    share: f64,
    pub(super) seconds: f64,
    pub(super) bytes: f64,
}

/// An answer, and what to do about its error.
#[derive(Debug)]
pub(super) struct Copied {
    pub(super) bracket: Bracket,
    /// Upper bound on the cut-off terms of each disease, as a share of the evidence.
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
        if problem.finding_count() > MOST_FINDINGS || !problem.is_in_range() {
            return Ok(None);
        }
        let all: Vec<usize> = (0..problem.finding_count()).collect();
        let diseases = Diseases::new(problem, &all, budget)?;
        budget.check()?;
        let share = (FIXED_SHARE * goal).min(MOST_FIXED);
        let limbs = diseases.limbs(share);
        let treatments: Vec<Treatment> = (0..diseases.count())
            .map(|d| match diseases.odds[d] {
                _ if diseases.masks[d] == 0 => Treatment::Idle,
                odds if odds > MOST_ODDS => Treatment::Explicit,
                _ => Treatment::Series(1),
            })
            .collect();
        let is_out_of_range = |treatments: &[Treatment]| {
            let total = total_rate(&diseases, treatments);
            limbs > MOST_LIMBS || explicit(treatments).count() > MOST_COMMON || total >= MOST_EXPONENT - 1.0
        };
        if is_out_of_range(&treatments) {
            return Ok(None);
        }
        let gains = probe(problem, &treatments, budget)?;
        budget.check()?;
        let mut this = Self { diseases, treatments, gains, limbs, share, seconds: 0.0, bytes: 0.0 };
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
        let mut flat = self.treatments.clone();
        let is_flat = choose_flat(&mut flat, &self.gains, goal);
        choose(&mut self.treatments, &self.gains, goal);
        self.price();
        if is_flat {
            let (seconds, longer) = (self.seconds, std::mem::replace(&mut self.treatments, flat));
            self.price();
            if self.seconds > seconds {
                self.treatments = longer;
                self.price();
            }
        }
        total_rate(&self.diseases, &self.treatments) < MOST_EXPONENT - 1.0
    }

    /// Treats every disease with small odds as chosen: with the given number of terms, or as it is.
    #[cfg(test)]
    pub(super) fn treat(&mut self, mut choose: impl FnMut() -> Option<usize>) {
        for (treatment, &odds) in self.treatments.iter_mut().zip(&self.diseases.odds) {
            if *treatment != Treatment::Idle && odds <= MOST_ODDS {
                *treatment = choose().map_or(Treatment::Explicit, Treatment::Series);
            }
        }
    }

    /// Gives the diseases that are worth most of the error another term each, or makes them explicit if
    /// no series has a second term; false if none is left to give.
    pub(super) fn refine(&mut self, copied: &Copied, goal: f64) -> bool {
        let mut order: Vec<usize> = (0..self.diseases.count()).collect();
        order.sort_by(|&a, &b| copied.shares[b].total_cmp(&copied.shares[a]));
        let mut rest: f64 = copied.shares.iter().sum();
        let mut room = MOST_EXPLICIT - explicit(&self.treatments).count();
        let mut has_changed = false;
        let is_flat = is_flat(&self.treatments);
        for d in order {
            if rest <= goal || copied.shares[d] == 0.0 {
                break;
            }
            match self.treatments[d] {
                Treatment::Series(terms) if terms + 1 < MOST_ORDER && !(is_flat && room > 0) => {
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
        let passes = if is_flat(&self.treatments) { 1.0 } else { 2.0 };
        let (rare, common) = by_odds(diseases, &self.treatments);
        let depth = (common.len() as f64).max(1.0).log2().ceil();
        let included = passes * (rare.len() + common.len()) as f64 + common.len() as f64 * depth;
        let (mut dense, mut sparse) = (0.0, 0.0);
        for (d, treatment) in self.treatments.iter().enumerate() {
            if let &Treatment::Series(terms) = treatment {
                let columns = 2.0 * terms as f64 + 1.0;
                if diseases.is_sparse(d) {
                    sparse += columns * power_of_two(diseases.own_bits(d) as i32);
                } else {
                    dense += columns;
                }
            }
        }
        dense += 6.0 * rare.len() as f64;
        let majorant = self.majorant_limbs() as f64;
        let squares = limbs * limbs + (passes - 1.0) * majorant * majorant;
        let entry = passes * SECONDS_PER_ENTRY
            + SECONDS_PER_LIMB * squares
            + SECONDS_PER_EXPLICIT * included
            + SECONDS_PER_PRODUCT * dense;
        self.seconds = sets * entry + sparse * SECONDS_PER_SPARSE + 2e-5;
        let tables = if passes > 1.0 { 32.0 } else { 16.0 };
        self.bytes = sets * (8.0 * limbs + tables).max(32.0 + 8.0 * depth);
    }

    /// Limbs of the majorant, which only bounds what is cut off and roundings: its own error may be larger
    /// by as much as these are small.
    fn majorant_limbs(&self) -> usize {
        let series = self.treatments.iter().zip(&self.diseases.odds);
        let cut_off = |(treatment, odds): (&Treatment, &f64)| match treatment {
            Treatment::Series(terms) => odds.powi(*terms as i32 + 1),
            _ => 0.0,
        };
        let cut_off: f64 = series.map(cut_off).sum();
        let share = self.share / cut_off.max(ROUNDINGS_SHARE);
        self.diseases.limbs(share).min(self.limbs)
    }

    /// Solves the problem.
    pub(super) fn run(&self, budget: &Budget) -> Result<Copied, InferenceError> {
        let Self { diseases, treatments, limbs, .. } = self;
        let forecast = Forecast { seconds: self.seconds, bytes: self.bytes, ..Forecast::default() };
        let _memory = forecast.reserve(Method::Bounds, budget)?;
        let mut tables = Tables::default();
        let (rare, common) = by_odds(diseases, treatments);
        let (odd, even) = exponents(diseases, treatments, &mut tables, budget)?;
        let mut weights = vec![0.0; diseases.sets()];
        let exponents = Exponents { odd: &odd, even: even.as_deref(), sign: Sign::Alternating };
        let log_total = explain_by_limbs(*limbs, diseases, exponents, &mut weights, budget)?;
        include(diseases, &rare, &mut weights, budget)?;
        let present = match common[..] {
            [] => Vec::new(),
            _ => present_parts(diseases, &common, weights.clone(), &mut tables, budget)?,
        };
        include(diseases, &common, &mut weights, budget)?;
        let own = own_columns(diseases, treatments);
        let own = weigh_columns(diseases, &own, &mut tables, &weights, budget)?;
        let evidence = weights[0];
        let (mut scale, mut majorant_limbs) = (1.0, *limbs);
        if !is_flat(treatments) {
            // The majorant takes the place of the table that is not needed any more.
            let exponents = Exponents { sign: Sign::Majorant, ..exponents };
            majorant_limbs = self.majorant_limbs();
            let log_majorant = explain_by_limbs(majorant_limbs, diseases, exponents, &mut weights, budget)?;
            include(diseases, &rare, &mut weights, budget)?;
            include(diseases, &common, &mut weights, budget)?;
            scale = (log_majorant - log_total).exp() * (1.0 + 1e-12);
        }
        let next = next_columns(diseases, treatments);
        let next = weigh_columns(diseases, &next, &mut tables, &weights, budget)?;
        let limbs = (*limbs, majorant_limbs);
        let errors = Errors::new(diseases, limbs, rare.len() + common.len(), scale);
        let result = Sums {
            evidence,
            majorant: scale * (weights[0] + errors.fixed_majorant),
            log_total,
            own: &own,
            next: &next,
            present: &present,
            is_flat: is_flat(treatments),
            scale,
        };
        Ok(result.answer(diseases, treatments, &errors))
    }
}

/// Seconds that planning takes at least, together with filling a table of all sets; nothing if such a
/// table is out of the question.
pub(super) fn least_seconds(problem: &Problem, budget: &Budget) -> Option<f64> {
    let findings = problem.finding_count();
    if findings > MOST_FINDINGS || !problem.is_in_range() {
        return None;
    }
    let sets = power_of_two(findings as i32);
    let fits = 40.0 * sets <= budget.memory() as f64;
    let planning = 3e-9 * problem.link_count() as f64 + SECONDS_PER_PROBE * problem.disease_count() as f64;
    fits.then_some(sets * SECONDS_PER_ENTRY + planning)
}
