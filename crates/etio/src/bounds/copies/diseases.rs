//! Diseases and findings as the kernels see them.

use super::super::fixed::power_of_two;
use super::MOST_ORDER;
use crate::kernels::outer::COLUMNS;
use crate::numeric::ROUNDOFF;
use crate::problem::Problem;

/// Sets of findings are cut in two; the low part has at most this many findings and at least as
/// many as the kernel wants.
const MOST_LOW: usize = 9;
pub(super) const FEWEST_LOW: usize = 4;
/// A disease with this many links less than there are findings is added set by set, and not as a column.
const SPARSE: usize = 5;
/// Minimum number of bits that the evidence has beyond the error of the fixed point.
const SPARE_BITS: f64 = 24.0;

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
    /// Bits that the findings would be improbable by together if they were independent; at least as
    /// many as they are improbable by.
    pub(super) rarity: f64,
}

impl Diseases {
    /// Some findings of a problem, with all its diseases.
    pub(super) fn new(problem: &Problem, findings: &[usize]) -> Self {
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

    pub(super) fn count(&self) -> usize {
        self.priors.len()
    }

    pub(super) fn low_bits(&self) -> usize {
        self.bits.div_ceil(2).clamp(FEWEST_LOW, MOST_LOW)
    }

    pub(super) fn sets(&self) -> usize {
        1 << self.bits
    }

    pub(super) fn is_sparse(&self, disease: usize) -> bool {
        self.masks[disease].count_ones() as usize + SPARSE <= self.bits
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

    /// Limbs that the numbers must have, for all digits of the evidence that matter.
    pub(super) fn limbs(&self) -> usize {
        ((self.rarity + self.bits as f64 + 9.0 + SPARE_BITS) / 64.0).ceil().max(1.0) as usize
    }

    /// How often a term of `nu`, or of a sum over all sets, is rounded.
    pub(super) fn roundings(&self) -> f64 {
        let (columns, low) = (self.count() as f64 * MOST_ORDER as f64, self.low_bits());
        let sums = COLUMNS as f64 + columns / COLUMNS as f64 + self.count() as f64;
        let weights = power_of_two(low as i32) + power_of_two((self.bits - low) as i32);
        (sums + weights + 4.0 * (MOST_ORDER * self.bits) as f64 + 64.0) * ROUNDOFF
    }
}
