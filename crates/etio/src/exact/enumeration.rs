//! Brute force: the definition, summed over every set of diseases.
//!
//! Cost `O(2^n * links)` for `n` diseases that take part. It has no subtraction beyond `1 - product` in a finding's
//! likelihood, which is as accurate as its inputs, and so it serves as the plainest reference inside the engine.

use super::Solution;
use crate::limits::Deadline;
use crate::planner::Forecast;
use crate::query::Query;
use crate::{InferenceError, Method};

/// The most diseases it sums over: about a million sets.
const MOST_DISEASES: usize = 20;

/// Seconds for one disease or link of one set: most of it is logarithms.
const SECONDS_PER_OPERATION: f64 = 1.2e-8;

/// What the sum will take.
pub(crate) fn forecast(query: &Query) -> Result<Forecast, InferenceError> {
    let n = query.disease_count();
    if n > MOST_DISEASES {
        return Err(InferenceError::TooLarge {
            method: Method::Enumeration,
            what: "diseases that could explain a present finding",
            count: n,
            limit: MOST_DISEASES,
        });
    }
    let sets = (n as f64).exp2();
    let operations = sets * (query.link_disease.len() + n).max(1) as f64;
    Ok(Forecast { operations, seconds: operations * SECONDS_PER_OPERATION, bytes: 8.0 * sets, width: n })
}

/// Sums over all sets of the diseases that take part.
pub(crate) fn solve(query: &Query, deadline: &Deadline) -> Result<Solution, InferenceError> {
    let operations = forecast(query)?.operations;
    let n = query.disease_count();
    let mut log_weights = vec![0.0; 1 << n];
    for (set, log_weight) in log_weights.iter_mut().enumerate() {
        if set % 4096 == 0 {
            deadline.check()?;
        }
        *log_weight = log_joint(query, set);
    }
    // Logs and a common scale keep evidence far below the smallest double in range.
    let scale = log_weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if scale == f64::NEG_INFINITY {
        return Err(InferenceError::ImpossibleEvidence { finding: None });
    }
    let mut total = 0.0;
    let mut marginals = vec![0.0; n];
    for (set, log_weight) in log_weights.iter().enumerate() {
        let weight = (log_weight - scale).exp();
        total += weight;
        for (d, marginal) in marginals.iter_mut().enumerate() {
            if set >> d & 1 == 1 {
                *marginal += weight;
            }
        }
    }
    for marginal in &mut marginals {
        *marginal /= total;
    }
    Ok(Solution { marginals, log_evidence: scale + total.ln(), error_bound: 1e-12, operations })
}

/// log P(these diseases and no others, all present findings).
fn log_joint(query: &Query, set: usize) -> f64 {
    let mut log = 0.0;
    for (d, (&prior, &complement)) in query.priors.iter().zip(&query.complements).enumerate() {
        log += if set >> d & 1 == 1 { prior.ln() } else { complement.ln() };
    }
    for finding in 0..query.finding_count() {
        let (diseases, probabilities) = query.links_of(finding);
        let mut log_quiet = (-query.leaks[finding]).ln_1p();
        for (&d, &p) in diseases.iter().zip(probabilities) {
            if set >> d & 1 == 1 {
                log_quiet += (-p).ln_1p();
            }
        }
        log += (-log_quiet.exp_m1()).ln();
    }
    log
}
