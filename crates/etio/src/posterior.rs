//! The answer: a probability for every disease, and how far it can be trusted.

use crate::{DiseaseId, FindingId, Method};

/// The diseases' probabilities given the evidence.
///
/// Every marginal is in [0, 1] and no number is NaN.
#[derive(Clone, Debug, PartialEq)]
pub struct Posterior {
    /// P(disease | evidence), indexed by disease.
    pub marginals: Vec<f64>,
    /// Natural logarithm of P(evidence), or of the method's own value for it where it is not exact.
    pub log_evidence: f64,
    /// How far the numbers can be trusted.
    pub exactness: Exactness,
    /// The method that gave the answer. Where `auto` was asked for, this is what it chose.
    pub method: Method,
    /// What it took.
    pub work: Work,
}

/// Whether a [`Posterior`] is exact or an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Exactness {
    /// Right up to rounding.
    #[non_exhaustive]
    Exact {
        /// No marginal is off by more than this, and the log evidence is not off by more than this and four units in
        /// its last place.
        error_bound: f64,
        /// Whether that is proven (`docs/exact.md`). Quickscore's bound is an estimate from the sizes of what cancels.
        certified: bool,
    },
    /// An approximation; the log evidence is bounded from above.
    #[non_exhaustive]
    Estimate {
        /// No value of the log evidence above this is possible.
        log_evidence_upper: f64,
        /// False if no bound was reached in time that says more than that probabilities are at most 1: the marginals are
        /// then those without the present findings.
        is_informed: bool,
    },
}

impl Exactness {
    /// The one-word form of the command line and the service.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Exact { .. } => "exact",
            Self::Estimate { .. } => "estimate",
        }
    }

    /// The bound on the absolute error of every marginal, if the answer is exact.
    pub fn error_bound(&self) -> Option<f64> {
        match self {
            Self::Exact { error_bound, .. } => Some(*error_bound),
            Self::Estimate { .. } => None,
        }
    }

    /// Whether the answer is exact with a proven error bound.
    pub fn is_certified(&self) -> bool {
        matches!(self, Self::Exact { certified: true, .. })
    }

    /// The upper bound on the log evidence, if the answer is an estimate.
    pub fn log_evidence_upper(&self) -> Option<f64> {
        match self {
            Self::Exact { .. } => None,
            Self::Estimate { log_evidence_upper, .. } => Some(*log_evidence_upper),
        }
    }
}

/// What an answer took, counted and not timed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Work {
    /// Elementary steps, in the method's own unit: subset times disease for Quickscore, table entries for elimination.
    pub operations: f64,
    /// Diseases that could explain a present finding, and so took part.
    pub relevant_diseases: usize,
    /// Present findings that had to be explained.
    pub explained_findings: usize,
    /// The findings a hybrid transformed, in its order.
    pub transformed: Vec<FindingId>,
    /// What the method was predicted to take in seconds before it started; zero for hybrids.
    pub predicted_seconds: f64,
    /// Axes of the largest table; zero for hybrids.
    pub width: usize,
    /// What an exact answer was predicted to take in seconds, where `auto` gave an estimate instead.
    pub exact_seconds: Option<f64>,
}

impl Posterior {
    /// P(disease | evidence).
    pub fn marginal(&self, disease: DiseaseId) -> f64 {
        self.marginals[disease.index()]
    }

    /// The `count` most probable diseases, most probable first, equal ones by index.
    pub fn ranking(&self, count: usize) -> Vec<(DiseaseId, f64)> {
        let by_rank = |a: &(DiseaseId, f64), b: &(DiseaseId, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        let mut best = Vec::new();
        let mut floor = f64::NEG_INFINITY;
        for (d, &marginal) in self.marginals.iter().enumerate() {
            // Few of many pass: an equal one comes after those that are in already.
            if marginal > floor {
                best.push((DiseaseId::new(d as u32), marginal));
                if best.len() == count.saturating_mul(4) {
                    floor = best.select_nth_unstable_by(count - 1, by_rank).1.1;
                    best.truncate(count);
                }
            }
        }
        best.sort_unstable_by(by_rank);
        best.truncate(count);
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_ranking_is_the_head_of_the_sorted_list(
            eighths in proptest::collection::vec(0u8..=8, 0..80),
            count in 0usize..90,
        ) {
            let marginals: Vec<f64> = eighths.iter().map(|&e| f64::from(e) / 8.0).collect();
            let mut sorted: Vec<_> =
                (0..).map(DiseaseId::new).zip(marginals.iter().copied()).collect();
            sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
            sorted.truncate(count);
            let posterior = Posterior {
                marginals,
                log_evidence: 0.0,
                exactness: Exactness::Exact { error_bound: 0.0, certified: true },
                method: Method::Auto,
                work: Work::default(),
            };
            prop_assert_eq!(posterior.ranking(count), sorted);
        }
    }
}
