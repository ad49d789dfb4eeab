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

/// How far the numbers of a [`Posterior`] can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Exactness {
    /// Right up to rounding.
    Exact {
        /// A certified bound on the absolute error of every marginal.
        error_bound: f64,
    },
    /// An approximation; the log evidence is bounded from above.
    Estimate {
        /// No value of the log evidence above this is possible.
        log_evidence_upper: f64,
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

    /// The certified absolute error of every marginal, where the answer is exact.
    pub fn error_bound(&self) -> Option<f64> {
        match self {
            Self::Exact { error_bound } => Some(*error_bound),
            Self::Estimate { .. } => None,
        }
    }

    /// The upper bound on the log evidence, where the answer is an estimate.
    pub fn log_evidence_upper(&self) -> Option<f64> {
        match self {
            Self::Exact { .. } => None,
            Self::Estimate { log_evidence_upper } => Some(*log_evidence_upper),
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
        let mut order: Vec<u32> = (0..self.marginals.len() as u32).collect();
        let by_rank = |&a: &u32, &b: &u32| {
            self.marginals[b as usize].total_cmp(&self.marginals[a as usize]).then(a.cmp(&b))
        };
        if count < order.len() {
            order.select_nth_unstable_by(count, by_rank);
            order.truncate(count);
        }
        order.sort_unstable_by(by_rank);
        order.into_iter().map(|d| (DiseaseId::new(d), self.marginals[d as usize])).collect()
    }
}
