//! What a hybrid leaves to the exact method: the problem without the transformed findings, its
//! diseases tilted by them.

use super::conjugate::{Bounds, tilt_all};
use super::pace::Pace;
use crate::InferenceError;
use crate::algorithm::{Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::planner::Planner;
use crate::problem::{Problem, Restriction};

/// A problem to answer, and what answers its exact part.
pub(super) struct Task<'a> {
    pub(super) problem: &'a Problem,
    pub(super) budget: &'a Budget,
    pub(super) planner: &'a mut Planner,
}

/// The findings that stay exact, with tilted diseases. Reused from problem to problem.
#[derive(Debug, Default)]
pub(super) struct Rest {
    part: Restriction,
    /// Sum of `xi theta` over the transformed findings, of each disease of the whole problem.
    tilts: Vec<f64>,
    /// Probability as tilted of each disease of the whole problem, and one minus that.
    priors: Vec<f64>,
    complements: Vec<f64>,
}

impl Rest {
    /// Takes over the findings that `keep` wants, by their position in the whole problem.
    pub(super) fn take(&mut self, whole: &Problem, keep: impl Fn(usize) -> bool) {
        self.part.take(whole, keep);
    }

    /// Predicted cost of solving the rest.
    pub(super) fn forecast(
        &mut self,
        whole: &Problem,
        planner: &mut Planner,
        budget: &Budget,
    ) -> Result<Forecast, InferenceError> {
        self.part.weigh(whole.priors(), whole.complements());
        let problem = &self.part.problem;
        // The planner tries it first for such problems, and it usually keeps its digits there.
        let quickscore =
            if problem.is_full() { planner.methods.quickscore.plan(problem, budget).ok() } else { None };
        match quickscore {
            Some(forecast) if forecast.fits(budget) => Ok(forecast),
            _ => planner.forecast(problem, budget),
        }
    }

    /// Solves the rest with the weight of each disease multiplied by what the transformed findings
    /// make of it. The log evidence is that of the tilted network: the constants of the bounds are
    /// not in it.
    pub(super) fn solve(
        &mut self,
        bounds: &Bounds,
        xi: &[f64],
        task: &mut Task<'_>,
    ) -> Result<Solution, InferenceError> {
        let Self { part, tilts, priors, complements } = self;
        let whole = task.problem;
        tilts.clear();
        tilts.resize(whole.disease_count(), 0.0);
        bounds.tilts_at_pace(xi, tilts, &mut Pace::new(task.budget))?;
        priors.clear();
        priors.extend_from_slice(whole.priors());
        complements.clear();
        complements.extend_from_slice(whole.complements());
        let log_normaliser = tilt_all(priors, complements, tilts);
        part.weigh(priors, complements);
        let solution = task.planner.solve_rest(&part.problem, task.budget)?;
        let marginals = part.spread(&solution.marginals, priors.clone());
        Ok(Solution { marginals, log_evidence: solution.log_evidence + log_normaliser, ..solution })
    }
}
