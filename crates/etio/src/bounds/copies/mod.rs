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

mod answer;
mod diseases;
mod explain;
mod tables;
mod treatment;

use self::answer::{Errors, Sums};
use self::diseases::Diseases;
use self::explain::{Exponents, Sign, explain_by_limbs};
use self::tables::{Column, Tables, weigh_columns};
use self::treatment::{MOST_EXPLICIT, Treatment, choose, columns, explicit, exponents, probe, total_rate};
use super::bracket::Bracket;
use super::fixed::{MOST_EXPONENT, power_of_two};
use crate::InferenceError;
use crate::budget::Budget;
use crate::problem::Problem;

/// Terms of a series at most.
const MOST_ORDER: usize = 6;
/// Larger odds are explicit: their series converges too slowly.
const MOST_ODDS: f64 = 0.3;
/// Findings at most: more take more memory than there is.
pub(super) const MOST_FINDINGS: usize = 26;
/// Share by which the majorant's exponents are raised, so that it covers their rounding too.
const RAISED: f64 = 1e-4;
/// Numbers that one call of a kernel works through, so that the clock is checked in time.
const AT_A_TIME: usize = 1 << 15;
/// Maximum number of limbs.
const MOST_LIMBS: usize = 4;
/// Seconds per entry of the table and limb, squared: the exponential. Measured once.
const SECONDS_PER_ENTRY: f64 = 2.0e-8;
/// Seconds per entry and explicit disease, by limb.
const SECONDS_PER_EXPLICIT: f64 = 1.2e-8;
/// Seconds per entry and column of a matrix product.
const SECONDS_PER_PRODUCT: f64 = 6e-11;
/// Seconds per entry of a sparse disease's own table.
const SECONDS_PER_SPARSE: f64 = 2e-9;
/// Seconds per disease that it takes to choose the number of terms.
const SECONDS_PER_PROBE: f64 = 4e-7;

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
        if problem.finding_count() > MOST_FINDINGS || !problem.is_in_range() {
            return Ok(None);
        }
        let all: Vec<usize> = (0..problem.finding_count()).collect();
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
