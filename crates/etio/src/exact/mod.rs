//! Exact methods: each solves a [`Query`](crate::query::Query) completely, or says why it cannot.

pub(crate) mod enumeration;

use crate::limits::Deadline;
use crate::query::Query;
use crate::{InferenceError, Limits};

/// The working memory of the exact methods, reused from query to query.
#[derive(Debug, Default)]
pub(crate) struct Workspace {}

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
#[allow(dead_code, clippy::needless_pass_by_ref_mut)]
pub(crate) fn stable(
    query: &Query,
    _limits: &Limits,
    deadline: &Deadline,
    _workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    enumeration::solve(query, deadline)
}
