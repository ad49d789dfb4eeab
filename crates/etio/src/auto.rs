//! `auto`: the cheapest exact answer within the budget, or an estimate that says what the exact one
//! would have taken.

use std::time::Duration;

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
    /// Nothing: the choice is made step by step while it runs, so that the time for planning is
    /// spent once.
    fn plan(&mut self, _: &Problem, _: &Budget) -> Result<Forecast, InferenceError> {
        Ok(Forecast::default())
    }

    /// The cost of an exact answer.
    fn forecast(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError> {
        self.tools.planner.forecast(problem, budget)
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        let time = budget.remaining();
        let early = budget.leaving(ESTIMATE_SHARE);
        let refusal = match self.tools.planner.solve(problem, &early) {
            Err(error) if error.is_refusal() => error,
            answer => return answer,
        };
        let exact_seconds = self.exact_seconds(problem, &early, &refusal);
        let budget = match time {
            Some(time) => &budget.within(estimate_time(time, &refusal, budget)),
            None => budget,
        };
        // There always is an estimate, however little time is left.
        let estimate = self.tools.estimate(problem, budget)?;
        Ok(Solution { exact_seconds, ..estimate })
    }
}

/// Maximum time of an estimate, given the time of the whole query. It never falls as that grows, so
/// that a longer limit never means a worse estimate: whenever a longer limit would let an exact
/// method begin, which may fail and leave its share of the time alone, the estimate gets no more
/// than that share in the first place.
fn estimate_time(time: Duration, refusal: &InferenceError, budget: &Budget) -> Duration {
    let share = time.mul_f64(ESTIMATE_SHARE);
    match *refusal {
        // No time would be enough.
        InferenceError::TooLarge { .. } => time,
        InferenceError::TooExpensive { predicted_bytes, .. } if predicted_bytes > budget.memory() as f64 => {
            time
        }
        // The shortest limit that lets it begin keeps this much back.
        InferenceError::TooExpensive { predicted_seconds, .. } => {
            let kept_back = predicted_seconds * ESTIMATE_SHARE / (1.0 - ESTIMATE_SHARE);
            share.max(Duration::try_from_secs_f64(kept_back).unwrap_or(time)).min(time)
        }
        _ => share,
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
