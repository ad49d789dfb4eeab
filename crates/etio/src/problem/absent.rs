//! Absent findings, folded into the priors of the diseases that could have caused them.
//!
//! A dense row reaches every disease: it is multiplied in without looking at the links one by one.

use crate::budget::Budget;
use crate::kernels::logistic;
use crate::numeric::{Extended, LogProduct, ROUNDOFF};
use crate::pace::Pace;
use crate::vectorised::vectorised;
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

/// Effect of the absent findings on each disease. Reused from problem to problem.
#[derive(Debug, Default)]
pub(super) struct Absent {
    findings: Vec<FindingId>,
    /// For every disease of the network: its product of (1 - link) over the absent findings.
    factor: Vec<f64>,
    /// Whether a dense row was folded in, and the factor of any disease may not be one.
    is_dense: bool,
    /// If not, the diseases whose factor may not be one, each once.
    touched: Vec<u32>,
    /// How many links are so small that `1 - link` rounds to one.
    ignored: usize,
    /// Working memory: how much of its weight each disease loses.
    lost: Vec<f64>,
}

impl Absent {
    /// Forgets the last problem.
    pub(super) fn clear(&mut self, disease_count: usize) {
        if self.factor.len() == disease_count && !self.is_dense {
            for &d in &self.touched {
                self.factor[d as usize] = 1.0;
            }
        } else {
            self.factor.clear();
            self.factor.resize(disease_count, 1.0);
        }
        self.is_dense = false;
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
        self.is_dense = absent.iter().any(|&finding| network.parents(finding).is_dense());
        let mut quiet = LogProduct::default();
        let mut pace = Pace::new(budget);
        for &finding in absent {
            pace.count_reads(network.parents(finding).len())?;
            let leak = network.leak(finding);
            quiet.multiply_complement(leak);
            if leak == 1.0 {
                return Err(impossible_finding(network, finding));
            }
            self.fold_row(network, finding);
        }
        match self.shown_for_certain(network) {
            Some(finding) => Err(impossible_finding(network, finding)),
            None => Ok(quiet),
        }
    }

    /// Folds one finding in.
    fn fold_row(&mut self, network: &Network, finding: FindingId) {
        let row = network.parents(finding);
        let is_sparse = !self.is_dense;
        if row.is_dense() {
            row.zip_dense(&mut self.factor, |factor, p| *factor *= 1.0 - p);
        } else {
            row.for_each(|d, p| {
                let (factor, kept) = (&mut self.factor[d], 1.0 - p);
                self.ignored += usize::from(kept == 1.0);
                // A link so small that `kept` rounds to one leaves the factor at one: the disease
                // counts as not touched.
                if is_sparse && *factor == 1.0 && kept < 1.0 {
                    self.touched.push(d as u32);
                }
                *factor *= kept;
            });
        }
    }

    /// The first absent finding that a disease which is present in any case always shows.
    fn shown_for_certain(&self, network: &Network) -> Option<FindingId> {
        let is_suspect = |prior: f64, factor: f64| prior == 1.0 && factor == 0.0;
        let any = if self.is_dense {
            any_pair(&network.priors, &self.factor, is_suspect)
        } else {
            self.touched().any(|d| is_suspect(network.priors[d], self.factor[d]))
        };
        if !any {
            return None;
        }
        // The product may also have underflowed.
        let shows = |&finding: &FindingId| {
            network.parents(finding).iter().any(|(d, p)| p == 1.0 && network.prior(d) == 1.0)
        };
        self.findings.iter().copied().find(shows)
    }

    /// Number of absent findings.
    pub(super) fn count(&self) -> usize {
        self.findings.len()
    }

    /// The diseases whose weight may have changed, each once.
    pub(super) fn touched(&self) -> impl Iterator<Item = usize> {
        let all = if self.is_dense { 0..self.factor.len() } else { 0..0 };
        all.chain(self.touched.iter().map(|&d| d as usize))
    }

    /// The products of (1 - link) of all diseases; `None` if one of them is too small for a double.
    pub(super) fn factors(&self) -> Option<&[f64]> {
        let is_out = any_pair(&self.factor, &self.factor, |factor, _| factor < SMALLEST_FACTOR);
        (!is_out).then_some(&self.factor)
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

    /// Normaliser of the weights, the product of `prior * factor + 1 - prior`, and a bound on the
    /// error of its logarithm, given that of the odds.
    pub(super) fn normaliser(&mut self, network: &Network, odds_error: f64) -> (LogProduct, f64) {
        let mut lost = std::mem::take(&mut self.lost);
        let mut weight = 0.0;
        let mut product = LogProduct::default();
        let mut rounded = 0;
        lost.clear();
        if self.is_dense {
            lost.resize(self.factor.len(), 0.0);
            weight = logistic::losses(&network.priors, &self.factor, &mut lost);
        } else {
            for &d in &self.touched {
                let (prior, factor) = (network.priors[d as usize], self.factor[d as usize]);
                let loss = prior * (1.0 - factor);
                weight += logistic::most_left(prior * factor, loss);
                lost.push(loss);
            }
        }
        // The few that lose most of their weight are multiplied one by one.
        if any_pair(&lost, &lost, |lost, _| lost >= 0.5) {
            for (lost, d) in lost.iter_mut().zip(self.touched()).filter(|(lost, _)| **lost >= 0.5) {
                product.multiply_extended(self.extended_total(network, d));
                *lost = 0.0;
                weight += self.posterior(d, network.priors[d]).0;
                rounded += 1;
            }
        }
        let mut thetas = 0.0;
        for run in lost.chunks(RUN) {
            let sum = logistic::sum_of_thetas(run);
            thetas += sum;
            product.multiply_exp(-sum);
        }
        self.lost = lost;
        let error = odds_error * weight
            + ROUNDOFF * (RUN_ROUNDINGS * thetas + 4.0 * f64::from(rounded) + self.ignored as f64);
        (product, error)
    }

    /// `prior * factor + 1 - prior`.
    fn extended_total(&self, network: &Network, d: usize) -> Extended {
        let (prior, factor) = (network.priors[d], self.factor[d]);
        if factor >= SMALLEST_FACTOR {
            return Extended::new(prior * factor + (1.0 - prior));
        }
        self.extended_weight(network, d) + Extended::new(1.0 - prior)
    }
}

/// Whether a condition holds for any pair of numbers: all pairs are tested, a vector of them at once.
fn any_pair(a: &[f64], b: &[f64], holds: impl Fn(f64, f64) -> bool) -> bool {
    vectorised(
        #[inline(always)]
        || a.iter().zip(b).map(|(&a, &b)| u64::from(holds(a, b))).fold(0, |any, one| any | one) != 0,
    )
}

pub(super) fn impossible_finding(network: &Network, finding: FindingId) -> InferenceError {
    InferenceError::ImpossibleEvidence { finding: Some(network.finding_id(finding).to_owned()) }
}
