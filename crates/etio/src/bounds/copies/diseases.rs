//! Diseases and findings as the kernels see them.

use std::cmp::Reverse;

use super::super::fixed::power_of_two;
use super::MOST_ORDER;
use super::pairs::FEWEST_BITS;
use crate::InferenceError;
use crate::budget::Budget;
use crate::kernels::outer::COLUMNS;
use crate::numeric::ROUNDOFF;
use crate::pace::Pace;
use crate::problem::Problem;

/// Sets of findings are cut in two; the low part has at most this many findings and at least as
/// many as the kernel wants.
const MOST_LOW: usize = 9;
const FEWEST_LOW: usize = 4;
/// A disease whose own table is smaller than that of all sets by this power of two is added row by row,
/// and not as a column of a matrix.
const SPARSE: usize = 2;
/// Number of lowest findings by which the entries of a sparse disease are contiguous, whether or not it
/// has links to all of them.
pub(super) const LANE_BITS: usize = 5;
/// Maximum number of copies of a disease.
pub(super) const MOST_OWN: usize = 18;
/// Steps of one link, which takes a logarithm or a division.
pub(super) const STEPS_PER_LINK: usize = 8;
/// Bits that the fixed point is off by per set, about.
const ERROR_BITS: f64 = 11.0;

/// Diseases and findings as the kernel sees them.
#[derive(Debug)]
pub(super) struct Diseases {
    /// Findings, and findings together with those that are added to have enough of them.
    pub(super) findings: usize,
    pub(super) bits: usize,
    pub(super) priors: Vec<f64>,
    pub(super) complements: Vec<f64>,
    pub(super) odds: Vec<f64>,
    /// The findings of each disease.
    pub(super) masks: Vec<u32>,
    /// Probability of each link, by disease.
    pub(super) links: Vec<f64>,
    /// The leaks as rates.
    pub(super) rates: Vec<f64>,
    /// Bits that the findings are improbable by together, at most.
    pub(super) rarity: f64,
}

impl Diseases {
    /// Some findings of a problem, with all its diseases. The findings with most links come first.
    pub(super) fn new(
        problem: &Problem,
        findings: &[usize],
        budget: &Budget,
    ) -> Result<Self, InferenceError> {
        let mut pace = Pace::new(budget);
        let mut findings = findings.to_vec();
        findings.sort_by_key(|&finding| Reverse(problem.degree(finding)));
        let (count, bits) = (findings.len(), findings.len().max(FEWEST_BITS));
        let (priors, complements) = (problem.priors().to_vec(), problem.complements().to_vec());
        let odds = problem.odds();
        let mut masks = vec![0; priors.len()];
        let mut links = vec![0.0; priors.len() * count];
        // Each finding's probability of being off.
        let mut quiets = Vec::with_capacity(count);
        for (bit, &finding) in findings.iter().enumerate() {
            pace.count(STEPS_PER_LINK * problem.degree(finding))?;
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
            quiets.push(quiet);
        }
        let rate = |&finding: &usize| {
            let leak = problem.leaks[finding];
            if leak < 0.5 { -(-leak).ln_1p() } else { -problem.quiets[finding].ln() }
        };
        let rates = findings.iter().map(rate).collect();
        let leaks = findings.iter().map(|&finding| problem.leaks[finding]);
        let independent: f64 = quiets.iter().zip(leaks).map(|(q, leak)| (-q.exp_m1()).max(leak).log2()).sum();
        let mut this =
            Self { findings: count, bits, priors, complements, odds, masks, links, rates, rarity: 0.0 };
        this.rarity = -independent.max(this.log_best_cause(&quiets, &mut pace)?);
        Ok(this)
    }

    /// The largest of what each disease alone guarantees: given that it is present, findings are on
    /// with at least the product of their probabilities, since these grow with every other disease.
    fn log_best_cause(&self, quiets: &[f64], pace: &mut Pace<'_>) -> Result<f64, InferenceError> {
        let quiets: Vec<f64> = quiets.iter().map(|quiet| quiet.exp()).collect();
        let given = |d: usize| {
            let links = &self.links[d * self.findings..][..self.findings];
            let prior = self.priors[d];
            // One minus a product: it may have lost digits, and is taken for less.
            let on = |(quiet, link): (&f64, &f64)| {
                (1.0 - quiet * (1.0 - link) / (1.0 - prior * link) - 1e-14).max(0.0)
            };
            prior * quiets.iter().zip(links).map(on).product::<f64>()
        };
        let mut best = 0.0f64;
        for d in 0..self.count() {
            pace.count(STEPS_PER_LINK * self.findings)?;
            best = best.max(given(d));
        }
        Ok(best.log2() - 1e-3)
    }

    /// Findings without diseases.
    #[cfg(test)]
    pub(super) fn of_findings(findings: usize) -> Self {
        let (priors, complements, odds) = (Vec::new(), Vec::new(), Vec::new());
        let (masks, links, rates) = (Vec::new(), Vec::new(), Vec::new());
        let bits = findings.max(FEWEST_BITS);
        Self { findings, bits, priors, complements, odds, masks, links, rates, rarity: 0.0 }
    }

    pub(super) fn count(&self) -> usize {
        self.priors.len()
    }

    pub(super) fn low_bits(&self) -> usize {
        self.bits.div_ceil(2).clamp(FEWEST_LOW, MOST_LOW)
    }

    pub(super) fn sets(&self) -> usize {
        1 << self.bits
    }

    /// Number of findings of a disease's own table if it is sparse, as a power of two.
    pub(super) fn own_bits(&self, disease: usize) -> usize {
        LANE_BITS + (self.masks[disease] >> LANE_BITS).count_ones() as usize
    }

    pub(super) fn is_sparse(&self, disease: usize) -> bool {
        self.own_bits(disease) + SPARSE <= self.bits
    }

    /// Probability that `copies` copies of a disease fire a finding, and that none does.
    pub(super) fn link(&self, disease: usize, bit: usize, copies: usize) -> (f64, f64) {
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

    /// Limbs that the numbers must have so that the fixed point is off by about `share` of the evidence.
    pub(super) fn limbs(&self, share: f64) -> usize {
        ((self.rarity + self.bits as f64 + ERROR_BITS - share.log2()) / 64.0).ceil().max(1.0) as usize
    }

    /// How far a term of `nu` is off by its roundings.
    pub(super) fn roundings(&self) -> f64 {
        let columns = self.count() as f64 * MOST_ORDER as f64;
        let sums = COLUMNS as f64 + columns / COLUMNS as f64 + columns;
        (sums + 4.0 * (MOST_ORDER * self.bits) as f64 + 64.0) * ROUNDOFF
    }

    /// How far a sum over all sets is off by its roundings.
    pub(super) fn sum_roundings(&self) -> f64 {
        let low = self.low_bits();
        let dense = power_of_two(low as i32) + power_of_two((self.bits - low) as i32);
        let sparse = power_of_two((self.bits - LANE_BITS) as i32) + power_of_two(LANE_BITS as i32);
        (dense.max(sparse) + 4.0 * (MOST_OWN * self.bits) as f64 + 64.0) * ROUNDOFF
    }
}
