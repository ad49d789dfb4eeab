//! Absent findings, folded into the priors of the diseases that could have caused them.
//!
//! A dense row reaches every disease: it is multiplied in without looking at the links one by one.

use crate::kernels::logistic;
use crate::{FindingId, InferenceError, Network};

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

/// What the absent findings leave of each disease. Reused from query to query.
#[derive(Debug, Default)]
pub(super) struct Absent {
    /// For every disease of the network: its product of (1 - link) over the absent findings.
    factor: Vec<f64>,
    /// The diseases whose factor may not be one, each once.
    touched: Vec<u32>,
    /// Of each of them, how much of its weight is lost.
    lost: Vec<f64>,
}

impl Absent {
    /// Forgets the last query.
    pub(super) fn clear(&mut self, disease_count: usize) {
        if self.factor.len() == disease_count {
            for &d in &self.touched {
                self.factor[d as usize] = 1.0;
            }
        } else {
            self.factor = vec![1.0; disease_count];
        }
        self.touched.clear();
    }

    /// Folds findings in. Returns the log probability that no leak shows one of them.
    pub(super) fn fold(&mut self, network: &Network, absent: &[FindingId]) -> Result<f64, InferenceError> {
        let is_dense = |&finding: &FindingId| network.parents(finding).is_dense();
        if absent.iter().any(is_dense) {
            self.touched.extend(0..network.disease_count() as u32);
        }
        let mut log_quiet = 0.0;
        for &finding in absent {
            let leak = network.leak(finding);
            log_quiet += (-leak).ln_1p();
            if leak == 1.0 || self.fold_row(network, finding) {
                return Err(super::impossible_finding(network, finding));
            }
        }
        Ok(log_quiet)
    }

    /// Folds one finding in. True where a disease that is present in any case always shows it.
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
                // A link so small that `kept` rounds to one leaves the factor at one: the disease counts as not touched.
                if !all_touched && *factor == 1.0 && kept < 1.0 {
                    self.touched.push(d as u32);
                }
                *factor *= kept;
            });
        }
        always_shown && row.iter().any(|(d, p)| p == 1.0 && network.prior(d) == 1.0)
    }

    /// The diseases whose weight may have changed, each once.
    pub(super) fn touched(&self) -> impl Iterator<Item = usize> {
        self.touched.iter().map(|&d| d as usize)
    }

    /// P(disease | absent findings) of the disease at a position of the network, and its complement.
    #[inline]
    pub(super) fn posterior(&self, d: usize, prior: f64) -> (f64, f64) {
        fold(prior, self.factor[d])
    }

    /// Log of what normalises the weights: the sum of `ln(prior * factor + 1 - prior)`.
    pub(super) fn log_normaliser(&mut self, network: &Network) -> f64 {
        self.lost.clear();
        let mut likely = 0.0;
        for &d in &self.touched {
            let (prior, factor) = (network.priors[d as usize], self.factor[d as usize]);
            let lost = prior * (1.0 - factor);
            if lost < 0.5 {
                self.lost.push(lost);
            } else {
                likely += (prior * factor + (1.0 - prior)).ln();
            }
        }
        likely - logistic::sum_of_thetas(&self.lost)
    }
}
