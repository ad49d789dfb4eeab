//! `auto`: the cheapest exact answer within the budget, or certified intervals, or at least an
//! estimate; the latter two say what the exact one would have taken.

use std::time::Duration;

use crate::InferenceError;
use crate::algorithm::{Accuracy, Algorithm, Forecast, Solution};
use crate::bounds::{Bounds, Bracket, Target};
use crate::budget::Budget;
use crate::planner;
use crate::problem::Problem;
use crate::variational::hybrid::Variational;

/// Share of the time that is kept for an estimate, should the exact answer not come.
const ESTIMATE_SHARE: f64 = 0.3;

/// Shares of the rest of the time that are for an estimate, which is the point inside wide
/// intervals: at most, and beyond what it always gets.
const POINT_SHARES: [f64; 2] = [0.7, 0.3];
/// Time for it within these shares: more time improves an estimate little.
const POINT_TIME: Duration = Duration::from_millis(20);
/// With less time than this left, all of it is for the estimate: intervals would say nothing.
const LEAST_FOR_INTERVALS: Duration = Duration::from_millis(4);
/// If the leading intervals are narrower than this, points come with them and not from the estimate.
const NARROW: f64 = 0.05;
/// Intervals of the leading diseases that are all wider than this say nothing.
const NOTHING: f64 = 0.999;

/// Chooses the method by the problem and the budget.
pub(crate) struct Auto<'a> {
    pub(crate) tools: Variational<'a>,
    pub(crate) target: Target,
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
        let whole = match budget.remaining() {
            Some(_) => budget,
            None => &budget.within(UNHURRIED),
        };
        let estimate = match time {
            Some(time) => whole.within(estimate_time(time, &refusal, budget)),
            None => whole.clone(),
        };
        let answer = self.intervals_or_estimate(problem, whole, &estimate)?;
        Ok(Solution { exact_seconds, ..answer })
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

/// The time for intervals if there is no limit.
const UNHURRIED: Duration = Duration::from_secs(1);

impl Auto<'_> {
    /// Certified intervals, if they say anything, with points from an estimate as long as they are wide.
    fn intervals_or_estimate(
        &mut self,
        problem: &Problem,
        whole: &Budget,
        for_estimate: &Budget,
    ) -> Result<Solution, InferenceError> {
        let left = whole.remaining().unwrap_or_default();
        if left < LEAST_FOR_INTERVALS {
            // There always is an estimate, however little time is left.
            return self.tools.estimate(problem, for_estimate);
        }
        let mut bracket = Bracket::anything(problem.priors());
        let mut bounds = Bounds { planner: &mut *self.tools.planner, target: self.target };
        if informed(bounds.by_copies(&mut bracket, problem, whole))?.unwrap_or(false) {
            return Ok(bracket.solution());
        }
        let left = whole.remaining().unwrap_or_default();
        let [most, beyond] = POINT_SHARES.map(|share| left.mul_f64(share));
        // Never less than with a shorter limit.
        let time = most.min(POINT_TIME.max(beyond)).max(LEAST_FOR_INTERVALS);
        let estimate = self.tools.estimate(problem, &for_estimate.within(time))?;
        let mut bounds = Bounds { planner: &mut *self.tools.planner, target: self.target };
        informed(bounds.search(&mut bracket, problem, whole))?;
        let width = bracket.narrowest_leader();
        if width > NOTHING {
            return Ok(estimate);
        }
        if bracket.width() > NARROW
            && matches!(estimate.accuracy, Accuracy::Estimate { is_informed: true, .. })
        {
            bracket.move_points(&estimate.marginals);
        }
        Ok(Solution { transformed: estimate.transformed, ..bracket.solution() })
    }

    /// Predicted cost of an exact answer, as far as known.
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

/// Result of narrowing intervals; nothing if the time ran out, or memory, with those so far still valid.
fn informed<T>(end: Result<T, InferenceError>) -> Result<Option<T>, InferenceError> {
    match end {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_refusal() => Ok(None),
        Err(error) => Err(error),
    }
}
