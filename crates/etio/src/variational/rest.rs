//! What a hybrid leaves to the exact method: the query without the transformed findings, its diseases tilted by them.

use super::conjugate::{Bounds, tilt_all};
use crate::exact::{self, Solution};
use crate::limits::Deadline;
use crate::part::Part;
use crate::planner::{self, Forecast};
use crate::query::Query;
use crate::{InferenceError, Limits};

/// The findings that stay exact, with tilted diseases. Reused from query to query.
#[derive(Debug, Default)]
pub(super) struct Rest {
    part: Part,
    /// Of each disease of the whole query, the sum of `xi theta` over the transformed findings.
    tilts: Vec<f64>,
    /// Of each disease of the whole query, its probability as tilted, and one minus that.
    priors: Vec<f64>,
    complements: Vec<f64>,
}

/// The exact method, with what it may take.
pub(crate) struct Exact<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) deadline: &'a Deadline,
    pub(crate) workspace: &'a mut exact::Workspace,
}

impl Exact<'_> {
    /// Solves a query exactly.
    pub(super) fn solve(&mut self, query: &Query) -> Result<Solution, InferenceError> {
        exact::stable(query, self.limits, self.deadline, self.workspace)
    }

    /// What planning that takes at the least.
    pub(super) fn planning_seconds(&mut self, query: &Query) -> f64 {
        let Self { limits, deadline, workspace } = self;
        planner::Task { query, limits, deadline, workspace }.planning_seconds()
    }

    /// What that would take.
    fn forecast(&mut self, query: &Query) -> Result<Forecast, InferenceError> {
        let Self { limits, deadline, workspace } = self;
        planner::Task { query, limits, deadline, workspace }.least()
    }
}

impl Rest {
    /// Takes over the findings that `keep` wants, by their position in the whole query.
    pub(super) fn take(&mut self, whole: &Query, keep: impl Fn(usize) -> bool) {
        self.part.take(whole, keep);
    }

    /// What solving the rest would take.
    pub(super) fn forecast(
        &mut self,
        whole: &Query,
        exact: &mut Exact<'_>,
    ) -> Result<Forecast, InferenceError> {
        self.part.weigh(|disease| (whole.priors[disease], whole.complements[disease]));
        exact.forecast(&self.part.query)
    }

    /// Solves the rest with the weight of each disease multiplied by what the transformed findings make of it. The log evidence is
    /// that of the tilted network: the constants of the bounds are not in it.
    pub(super) fn solve(
        &mut self,
        whole: &Query,
        bounds: &Bounds,
        xi: &[f64],
        exact: &mut Exact<'_>,
    ) -> Result<Solution, InferenceError> {
        let Self { part, tilts, priors, complements } = self;
        tilts.clear();
        tilts.resize(whole.disease_count(), 0.0);
        bounds.tilts(xi, tilts);
        priors.clone_from(&whole.priors);
        complements.clone_from(&whole.complements);
        let log_normaliser = tilt_all(priors, complements, tilts);
        part.weigh(|disease| (priors[disease], complements[disease]));
        let solution = exact.solve(&part.query)?;
        let mut marginals = priors.clone();
        for (&disease, &marginal) in part.origin.iter().zip(&solution.marginals) {
            marginals[disease as usize] = marginal;
        }
        Ok(Solution { marginals, log_evidence: solution.log_evidence + log_normaliser, ..solution })
    }
}
