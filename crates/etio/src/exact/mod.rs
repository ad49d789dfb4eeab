//! Exact methods: each solves a [`Query`](crate::query::Query) completely, or says why it cannot.

mod by_disease;
pub(crate) mod elimination;
pub(crate) mod enumeration;
pub(crate) mod explained_sets;
mod leak;
pub(crate) mod quickscore;

use crate::limits::Deadline;
use crate::planner::Task;
use crate::query::Query;
use crate::{InferenceError, Limits};

/// The working memory of the exact methods, reused from query to query.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(crate) elimination: elimination::Workspace,
    pub(crate) explained_sets: explained_sets::Workspace,
    pub(crate) quickscore: quickscore::Workspace,
}

/// What an exact method finds out about a query.
#[derive(Debug, Default)]
pub(crate) struct Solution {
    /// The marginals of the diseases that take part.
    pub(crate) marginals: Vec<f64>,
    /// Log probability of the present findings, given what the query has settled.
    pub(crate) log_evidence: f64,
    /// A bound on the absolute error of every marginal.
    pub(crate) error_bound: f64,
    /// Elementary steps.
    pub(crate) operations: f64,
}

/// The largest error of a marginal that passes for exact where another method has none.
const EXACT: f64 = 1e-12;

/// Solves a query by the cheapest exact method that keeps its digits: what a hybrid runs on the findings it leaves exact.
pub(crate) fn stable(
    query: &Query,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    Ok(Task { query, limits, deadline, workspace }.cheapest_for_rest()?.solution)
}

/// Quickscore's answer, if it is predicted to take no longer than this and keeps its digits.
pub(crate) fn certified_quickscore(
    query: &Query,
    seconds: f64,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Option<Solution>, InferenceError> {
    let workspace = &mut workspace.quickscore;
    let Ok(cost) = quickscore::prepare(query, limits, workspace) else { return Ok(None) };
    if cost.seconds > seconds || quickscore::affordable(&cost, limits, deadline).is_err() {
        return Ok(None);
    }
    let solution = quickscore::run(query, &cost, limits, deadline, workspace)?;
    let largest_error =
        if quickscore::is_full(query) { quickscore::largest_error(query.disease_count()) } else { EXACT };
    Ok((solution.error_bound <= largest_error).then_some(solution))
}
