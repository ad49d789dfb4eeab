//! Exact methods: each solves a [`Query`](crate::query::Query) completely, or says why it cannot.

mod by_disease;
pub(crate) mod elimination;
pub(crate) mod enumeration;
pub(crate) mod explained_sets;
mod leak;
pub(crate) mod quickscore;

use crate::limits::Deadline;
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

/// Solves a query by the cheapest exact method that keeps its digits: what a hybrid runs on the findings it leaves exact.
pub(crate) fn stable(
    query: &Query,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    explained_sets::solve(query, limits, deadline, &mut workspace.explained_sets)
}
