//! Absent findings, folded into the priors of the diseases that could have caused them.
//!
//! A dense row reaches every disease: it is multiplied in without looking at the links one by one.

use super::watch::Watch;
use crate::budget::Budget;
use crate::kernels::logistic;
use crate::numeric::{Extended, LogProduct, ROUNDOFF};
use crate::{DiseaseId, FindingId, InferenceError, Network};

/// P(disease | absent findings) and its complement: `prior * factor` against `1 - prior`.
#[inline]
pub(crate) fn fold(prior: f64, factor: f64) -> (f64, f64) {
    if factor == 1.0 || prior == 1.0 {
        return (prior, 1.0 - prior);
    }
    let (present, absent) = (prior * factor, 1.0 - prior);
    let total = present + absent;
    (present / total, absent / total)
}

/// `ln(prior * factor + 1 - prior)`, whichever of the two terms is the small one.
pub(crate) fn log_total(prior: f64, factor: f64) -> f64 {
    let lost = prior * (1.0 - factor);
    if lost < 0.5 { (-lost).ln_1p() } else { (prior * factor + (1.0 - prior)).ln() }
}

/// Smaller products of `1 - link` may have lost digits, or everything, to underflow.
const SMALLEST_FACTOR: f64 = 1e-290;
/// Logarithms that are added up in one go.
const RUN: usize = 1024;
/// Roundings of one such sum: those of a logarithm, and of the additions in each lane and across them.
const RUN_ROUNDINGS: f64 = 96.0;

/// What the absent findings leave of each disease. Reused from problem to problem.
#[derive(Debug, Default)]
pub(super) struct Absent {
    findings: Vec<FindingId>,
    /// For every disease of the network: its product of (1 - link) over the absent findings.
    factor: Vec<f64>,
    /// The diseases whose factor may not be one, each once.
    touched: Vec<u32>,
    /// How many links are so small that `1 - link` rounds to one.
    ignored: usize,
    /// How much of its weight each touched disease loses.
    lost: Vec<f64>,
}

impl Absent {
    /// Forgets the last problem.
    pub(super) fn clear(&mut self, disease_count: usize) {
        if self.factor.len() == disease_count {
            for &d in &self.touched {
                self.factor[d as usize] = 1.0;
            }
        } else {
            self.factor = vec![1.0; disease_count];
        }
        self.touched.clear();
        self.findings.clear();
        self.ignored = 0;
    }

    /// Folds findings in. Returns the probability that no leak shows one of them.
    pub(super) fn fold(
        &mut self,
        network: &Network,
        absent: &[FindingId],
        budget: &Budget,
    ) -> Result<LogProduct, InferenceError> {
        self.findings.extend_from_slice(absent);
        if absent.iter().any(|&finding| network.parents(finding).is_dense()) {
            self.touched.extend(0..network.disease_count() as u32);
        }
        let mut quiet = LogProduct::default();
        let mut watch = Watch::new(budget);
        for &finding in absent {
            watch.row(network.parents(finding).len())?;
            let leak = network.leak(finding);
            quiet.multiply_complement(leak);
            if leak == 1.0 || self.fold_row(network, finding) {
                return Err(impossible_finding(network, finding));
            }
        }
        Ok(quiet)
    }

    /// Folds one finding in. True if a disease that is present in any case always shows it.
    fn fold_row(&mut self, network: &Network, finding: FindingId) -> bool {
        let row = network.parents(finding);
        let all_touched = self.touched.len() == network.disease_count();
        let mut always_shown = false;
        if row.is_dense() {
            row.zip_dense(&mut self.factor, |factor, p| {
                always_shown |= p == 1.0;
                *factor *= 1.0 - p;
            });
        } else {
            row.for_each(|d, p| {
                always_shown |= p == 1.0;
                let (factor, kept) = (&mut self.factor[d], 1.0 - p);
                self.ignored += usize::from(kept == 1.0);
                // A link so small that `kept` rounds to one leaves the factor at one: the disease counts as not touched.
                if !all_touched && *factor == 1.0 && kept < 1.0 {
                    self.touched.push(d as u32);
                }
                *factor *= kept;
            });
        }
        always_shown && row.iter().any(|(d, p)| p == 1.0 && network.prior(d) == 1.0)
    }

    /// Number of absent findings.
    pub(super) fn count(&self) -> usize {
        self.findings.len()
    }

    /// The diseases whose weight may have changed, each once.
    pub(super) fn touched(&self) -> impl Iterator<Item = usize> {
        self.touched.iter().map(|&d| d as usize)
    }

    /// The products of (1 - link) of all diseases; `None` if one of them is too small for a double.
    pub(super) fn factors(&self) -> Option<&[f64]> {
        let smallest = self.factor.iter().copied().fold(1.0, f64::min);
        (smallest >= SMALLEST_FACTOR).then_some(&self.factor)
    }

    /// P(disease | absent findings) of the disease at a position of the network, and its complement.
    #[inline]
    pub(super) fn posterior(&self, d: usize, prior: f64) -> (f64, f64) {
        fold(prior, self.factor[d])
    }

    /// Whether [`posterior`](Self::posterior) has all its digits.
    #[inline]
    pub(super) fn is_in_range(&self, d: usize, folded: f64) -> bool {
        folded >= super::SMALLEST_PRIOR && self.factor[d] >= SMALLEST_FACTOR
    }

    /// P(disease | absent findings) as a number that does not underflow.
    pub(super) fn extended_posterior(&self, network: &Network, d: usize) -> Extended {
        let present = self.extended_weight(network, d);
        let total = present + Extended::new(1.0 - network.priors[d]);
        if total.is_zero() { Extended::ZERO } else { present / total }
    }

    /// `prior * factor` as a number that does not underflow.
    fn extended_weight(&self, network: &Network, d: usize) -> Extended {
        let disease = DiseaseId::new(d as u32);
        let links = self.findings.iter().filter_map(|&finding| network.link(disease, finding));
        links.fold(Extended::new(network.priors[d]), |weight, (p, _)| weight * Extended::new(1.0 - p))
    }

    /// What normalises the weights, the product of `prior * factor + 1 - prior`, and a bound on the error of its
    /// logarithm, given that of the odds.
    pub(super) fn normaliser(&mut self, network: &Network, odds_error: f64) -> (LogProduct, f64) {
        self.lost.clear();
        let (mut product, mut weight) = (LogProduct::default(), 0.0);
        for &d in &self.touched {
            let (prior, factor) = (network.priors[d as usize], self.factor[d as usize]);
            let lost = prior * (1.0 - factor);
            weight += fold(prior, factor).0;
            if lost < 0.5 {
                self.lost.push(lost);
            } else if factor >= SMALLEST_FACTOR {
                product.multiply(prior * factor + (1.0 - prior));
            } else {
                let present = self.extended_weight(network, d as usize);
                product.multiply_extended(present + Extended::new(1.0 - prior));
            }
        }
        let mut thetas = 0.0;
        for run in self.lost.chunks(RUN) {
            let sum = logistic::sum_of_thetas(run);
            thetas += sum;
            product.multiply_exp(-sum);
        }
        let rounded = self.touched.len() - self.lost.len();
        let error = odds_error * weight
            + ROUNDOFF * (RUN_ROUNDINGS * thetas + 4.0 * rounded as f64 + self.ignored as f64);
        (product, error)
    }
}

pub(super) fn impossible_finding(network: &Network, finding: FindingId) -> InferenceError {
    InferenceError::ImpossibleEvidence { finding: Some(network.finding_id(finding).to_owned()) }
}
