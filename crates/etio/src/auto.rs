//! `auto`: the cheapest exact answer within the budget, or an estimate that says what the exact one would have taken.

use crate::InferenceError;
use crate::algorithm::{Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::planner;
use crate::problem::Problem;
use crate::variational::hybrid::Variational;

/// Share of the time that is kept for an estimate, should the exact answer not come.
const ESTIMATE_SHARE: f64 = 0.3;

/// Chooses the method by the problem and the budget.
pub(crate) struct Auto<'a> {
    pub(crate) tools: Variational<'a>,
}

impl Algorithm for Auto<'_> {
    /// Nothing: the choice is made step by step while it runs, so that the time for planning is spent once.
    fn plan(&mut self, _: &Problem, _: &Budget) -> Result<Forecast, InferenceError> {
        Ok(Forecast::default())
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        let early = budget.leaving(ESTIMATE_SHARE);
        let refusal = match self.tools.planner.solve(problem, &early) {
            Err(error) if error.is_refusal() => error,
            answer => return answer,
        };
        let exact_seconds = self.exact_seconds(problem, &early, &refusal);
        // There always is one, however little time is left.
        let estimate = self.tools.estimate(problem, budget)?;
        Ok(Solution { exact_seconds, ..estimate })
    }
}

impl Auto<'_> {
    /// What an exact answer would have taken, as far as that can be told.
    fn exact_seconds(&mut self, problem: &Problem, early: &Budget, refusal: &InferenceError) -> Option<f64> {
        match refusal {
            InferenceError::TooExpensive { predicted_seconds, .. } => Some(*predicted_seconds),
            // It was tried and took longer than predicted.
            InferenceError::OutOfTime { limit } => {
                early.check_for(planner::planning_seconds(problem)).ok()?;
                let planned = self.tools.planner.methods.elimination.plan(problem, early);
                planned.ok().map(|forecast| forecast.seconds.max(limit.as_secs_f64()))
            }
            _ => None,
        }
    }
}
