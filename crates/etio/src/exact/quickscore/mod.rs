//! Heckerman's Quickscore: inclusion-exclusion over the present findings.
//!
//! `P(F+) = sum over S of F+ of (-1)^|S| q(S) prod_i (1 - prior_i + prior_i prod_{j in S} (1 - link_ij))`, where `q(S)` is the
//! probability that no leak shows a finding of S. The weight of a subset, `w(S)`, is one term of this sum; it also gives every
//! posterior, `P(d_i, F+) = sum over S of w(S) P(d_i | S absent)`. Cost `2^|F+|` times the diseases that take part.
//!
//! Two forms of the sum: [`dense`] for networks where most diseases touch most findings, [`sparse`] for the others,
//! where a disease's factor depends on its few findings only.
//!
//! **Cancellation.** The terms are at most 1 in size and alternate, so an improbable evidence is a small difference of
//! large numbers: the relative error is about one rounding times `sum |w| / |sum w|`. Both sums come with
//! the answer; where they leave too few digits, the answer is an error and not a number (METHODS 3.1).

mod dense;
mod series;
mod sparse;

use super::Solution;
use super::by_disease::ByDisease;
use crate::limits::Deadline;
use crate::query::Query;
use crate::{InferenceError, Limits, Method};

/// The most present findings: a table over their subsets must fit an index and a memory.
const MOST_FINDINGS: usize = 30;
/// An answer may be wrong by this much before it counts as lost.
const LARGEST_ERROR: f64 = 1e-10;

/// Tables of both forms, reused from query to query.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    by_disease: ByDisease,
    sparse: sparse::Workspace,
    dense: dense::Workspace,
}

/// Which form of the sum is the cheaper one, and what it takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    pub(crate) seconds: f64,
    pub(crate) bytes: f64,
    /// Subsets times diseases.
    pub(crate) operations: f64,
    is_dense: bool,
}

/// The sums over subsets, before they are checked.
#[derive(Clone, Copy, Debug)]
struct Sums {
    /// `sum w(S)`: the probability of the evidence.
    evidence: f64,
    /// `sum |w(S)|`.
    size: f64,
    /// About how many roundings a term went through.
    roundings: f64,
}

impl Sums {
    /// The estimated absolute error of a marginal, and the relative one of the evidence. Roundings are as often up as down, so
    /// they add up like steps of a random walk; the factor leaves a wide margin over all errors seen in tests.
    fn error_estimate(&self) -> f64 {
        let per_term = f64::EPSILON * (8.0 + self.roundings.sqrt());
        if self.evidence > 0.0 { per_term * self.size / self.evidence } else { f64::INFINITY }
    }
}

/// Solves a query, or says that it would take too much or that no digits are left.
pub(crate) fn solve(
    query: &Query,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    let cost = prepare(query, limits, workspace)?;
    affordable(&cost, limits, deadline)?;
    let solution = run(query, &cost, limits, deadline, workspace)?;
    if solution.error_bound > LARGEST_ERROR {
        let error_estimate = solution.error_bound.min(1.0);
        return Err(InferenceError::DigitsLost { method: Method::Quickscore, error_estimate });
    }
    Ok(solution)
}

/// Chooses the form of the sum and predicts what it takes.
pub(crate) fn prepare(
    query: &Query,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Result<Cost, InferenceError> {
    if query.finding_count() > MOST_FINDINGS {
        return Err(InferenceError::TooLarge {
            method: Method::Quickscore,
            what: "present findings",
            count: query.finding_count(),
            limit: MOST_FINDINGS,
        });
    }
    let operations = (query.finding_count() as f64).exp2() * query.disease_count() as f64;
    let dense = dense::cost(query, limits.threads);
    // Where most links are there, nothing is gained by looking at them one by one.
    let possible = (query.disease_count() * query.finding_count()) as f64;
    let is_full = query.disease_count() > 100 && query.link_disease.len() as f64 > 0.6 * possible;
    let suits = dense::suits(query);
    if is_full && suits {
        return Ok(Cost { operations, ..dense });
    }
    workspace.by_disease.index(query);
    let sparse = workspace.sparse.plan(query, &workspace.by_disease);
    let cheaper = if suits && dense.seconds < sparse.seconds { dense } else { sparse };
    Ok(Cost { operations, ..cheaper })
}

/// Refuses what is predicted to pass the limits.
fn affordable(cost: &Cost, limits: &Limits, deadline: &Deadline) -> Result<(), InferenceError> {
    let in_time = deadline.remaining().is_none_or(|left| cost.seconds <= left.as_secs_f64());
    if in_time && cost.bytes <= limits.memory as f64 {
        return Ok(());
    }
    Err(InferenceError::TooExpensive {
        method: Method::Quickscore,
        predicted_seconds: cost.seconds,
        predicted_bytes: cost.bytes,
    })
}

/// Runs what [`prepare`] chose. The caller judges the error: it may be anything.
pub(crate) fn run(
    query: &Query,
    cost: &Cost,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    let mut marginals = query.priors.clone();
    let sums = if cost.is_dense {
        workspace.dense.run(query, limits.threads, deadline, &mut marginals)?
    } else {
        workspace.sparse.run(query, &workspace.by_disease, deadline, &mut marginals)?
    };
    Ok(Solution {
        marginals,
        log_evidence: sums.evidence.ln(),
        error_bound: sums.error_estimate(),
        operations: cost.operations,
    })
}

#[cfg(test)]
mod tests {
    use etio_oracle::random::{Size, possible_question};
    use etio_oracle::{Case, Model, eliminate};

    use super::*;
    use crate::{DiseaseId, Evidence, FindingId, NetworkBuilder};

    fn assemble(model: &Model, case: &Case) -> (Query, crate::Network) {
        let mut builder = NetworkBuilder::new();
        for (at, &prior) in model.priors.iter().enumerate() {
            builder.disease(&at.to_string(), "", prior).unwrap();
        }
        for (at, &leak) in model.leaks.iter().enumerate() {
            builder.finding(&at.to_string(), "", leak).unwrap();
        }
        for &(d, f, p) in &model.links {
            builder.link(DiseaseId::new(d as u32), FindingId::new(f as u32), p).unwrap();
        }
        let network = builder.build().unwrap();
        let ids = |list: &[usize]| list.iter().map(|&f| FindingId::new(f as u32)).collect::<Vec<_>>();
        let evidence = Evidence::new(ids(&case.present), ids(&case.absent)).unwrap();
        let mut query = Query::default();
        query.assemble(&network, &evidence).unwrap();
        (query, network)
    }

    /// Largest error of a marginal or of the log evidence, and the estimate of it.
    fn errors(model: &Model, case: &Case, is_dense: bool, threads: usize) -> Option<(f64, f64)> {
        let truth = eliminate(model, case).ok()?;
        let (query, network) = assemble(model, case);
        if is_dense && !dense::suits(&query) {
            return None;
        }
        let limits = Limits { threads, ..Limits::default() };
        let mut workspace = Workspace::default();
        let cost = prepare(&query, &limits, &mut workspace).unwrap();
        workspace.by_disease.index(&query);
        workspace.sparse.plan(&query, &workspace.by_disease);
        let cost = Cost { is_dense, ..cost };
        let solution = run(&query, &cost, &limits, &Deadline::start(&limits), &mut workspace).unwrap();
        let marginals = query.spread(&network, &solution.marginals);
        let rounding = 4e-16 * truth.log_evidence.abs();
        let evidence = (query.settled + solution.log_evidence - truth.log_evidence).abs() - rounding;
        let differences = marginals.iter().zip(&truth.posteriors).map(|(own, truth)| (own - truth).abs());
        Some((differences.fold(evidence, f64::max), solution.error_bound))
    }

    #[test]
    fn calibrate() {
        for is_dense in [false, true] {
            let (mut worst, mut n, mut lost) = (0.0f64, 0, 0);
            for (size, seeds) in
                [(Size::SMALL, 0..3000u64), (Size { diseases: 60, findings: 14, present: 12 }, 0..600)]
            {
                for seed in seeds {
                    let (model, case) = possible_question(seed, size);
                    let Some((error, bound)) = errors(&model, &case, is_dense, 1 + seed as usize % 2) else {
                        continue;
                    };
                    n += 1;
                    if bound > 1e-10 {
                        lost += 1;
                    }
                    if bound > 1e-3 {
                        continue;
                    }
                    if error / bound > worst {
                        println!("{seed} {:?} error {error:e} bound {bound:e}", size.present);
                    }
                    worst = worst.max(error / bound);
                }
                println!("dense {is_dense} worst {worst} {n} lost {lost}");
            }
        }
    }
}
