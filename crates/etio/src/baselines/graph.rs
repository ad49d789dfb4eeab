//! The links of a problem, by finding and by disease.

use std::f64::consts::LN_2;
use std::ops::Range;

use super::log_on;
use crate::InferenceError;
use crate::budget::Budget;
use crate::numeric::ROUNDOFF;
use crate::pace::Pace;
use crate::problem::Problem;
use crate::variational::conjugate::{theta, theta_of};

/// Roundings of a finding's log probability besides those of the sum over its links: of a rate, the
/// sum's logarithm, and what joins them.
const TERM: f64 = 16.0;

/// Links with their thetas. A link's number is its place in the order of findings.
#[derive(Debug)]
pub(super) struct Graph {
    starts: Vec<usize>,
    /// Disease, probability and theta (`-ln(1 - p)`) of each link.
    pub(super) disease: Vec<u32>,
    pub(super) probability: Vec<f64>,
    pub(super) theta: Vec<f64>,
    /// Finding of each link.
    pub(super) finding: Vec<u32>,
    disease_starts: Vec<usize>,
    by_disease: Vec<u32>,
    /// Theta of each finding's leak.
    pub(super) base: Vec<f64>,
    /// Prior, its complement, and the logarithm of the odds and of the prior of each disease.
    pub(super) prior: Vec<f64>,
    pub(super) complement: Vec<f64>,
    pub(super) log_odds: Vec<f64>,
    pub(super) log_prior: Vec<f64>,
}

impl Graph {
    /// Lists the links of a problem both ways round.
    pub(super) fn of(problem: &Problem, budget: &Budget) -> Result<Self, InferenceError> {
        problem.list(budget)?;
        let mut pace = Pace::new(budget);
        let (findings, diseases) = (problem.finding_count(), problem.disease_count());
        let starts = problem.finding_starts().to_vec();
        let disease = problem.link_disease().to_vec();
        let mut probability = Vec::with_capacity(disease.len());
        let mut finding = Vec::with_capacity(disease.len());
        for at in 0..findings {
            let (_, row) = problem.links_of(at);
            pace.count(8 * row.len())?;
            probability.extend_from_slice(row);
            finding.resize(probability.len(), at as u32);
        }
        let theta = probability.iter().map(|&p| theta(p)).collect();
        let mut disease_starts = vec![0; diseases + 1];
        for &d in &disease {
            disease_starts[d as usize + 1] += 1;
        }
        for d in 0..diseases {
            disease_starts[d + 1] += disease_starts[d];
        }
        pace.count(8 * disease.len())?;
        let mut next = disease_starts.clone();
        let mut by_disease = vec![0; disease.len()];
        for (link, &d) in disease.iter().enumerate() {
            by_disease[next[d as usize]] = link as u32;
            next[d as usize] += 1;
        }
        let leaks = problem.leaks.iter().zip(&problem.quiets);
        let log_prior: Vec<f64> = (0..diseases).map(|d| log_prior(problem, d)).collect();
        let complement = problem.complements().to_vec();
        Ok(Self {
            starts,
            disease,
            probability,
            theta,
            finding,
            disease_starts,
            by_disease,
            base: leaks.map(|(&leak, &quiet)| theta_of(leak, quiet)).collect(),
            prior: problem.priors().to_vec(),
            log_odds: log_prior.iter().zip(&complement).map(|(log, c)| log - c.ln()).collect(),
            complement,
            log_prior,
        })
    }

    pub(super) fn finding_count(&self) -> usize {
        self.base.len()
    }

    pub(super) fn disease_count(&self) -> usize {
        self.prior.len()
    }

    pub(super) fn link_count(&self) -> usize {
        self.disease.len()
    }

    /// The numbers of a finding's links.
    pub(super) fn of_finding(&self, finding: usize) -> Range<usize> {
        self.starts[finding]..self.starts[finding + 1]
    }

    /// The numbers of a disease's links.
    pub(super) fn of_disease(&self, disease: usize) -> &[u32] {
        &self.by_disease[self.disease_starts[disease]..self.disease_starts[disease + 1]]
    }

    /// An upper bound on the log evidence: all present findings together are at most as probable as
    /// the least probable of them. Roundings are counted outwards.
    pub(super) fn log_evidence_upper(&self) -> f64 {
        let log_probability = |finding: usize| {
            let links = self.of_finding(finding);
            let rate = |link: usize| {
                // A prior below the range of doubles is rounded up.
                let prior = self.prior[self.disease[link] as usize].max(f64::MIN_POSITIVE);
                -(-self.probability[link] * prior).ln_1p()
            };
            // A product that underflows is rounded up too.
            let roundings = links.len() as f64 + TERM;
            let rates = links.map(|link| rate(link).max(f64::MIN_POSITIVE)).sum::<f64>();
            // A relative error of the rates moves the logarithm by at most as much.
            let log = log_on(self.base[finding] + rates);
            log + roundings * ROUNDOFF * (1.0 + log.abs())
        };
        (0..self.finding_count()).map(log_probability).fold(0.0, f64::min)
    }
}

/// The logarithm of a prior, also of one below the range of doubles.
fn log_prior(problem: &Problem, disease: usize) -> f64 {
    let (mantissa, exponent) = problem.extended_prior(disease).parts();
    mantissa.ln() + exponent as f64 * LN_2
}
