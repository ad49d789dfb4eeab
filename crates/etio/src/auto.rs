//! `auto`: the cheapest exact answer within the budget, or certified intervals, or at least an
//! estimate; the latter two say what the exact one would have taken.

use std::time::Duration;

use crate::InferenceError;
use crate::algorithm::{Accuracy, Algorithm, Forecast, Solution};
use crate::bounds::{Bounds, Bracket, Target, UNHURRIED};
use crate::budget::Budget;
use crate::planner;
use crate::problem::Problem;
use crate::variational::hybrid::Variational;

/// Share of the time for exact answers and intervals within which an exact answer must fit to be tried
/// before anything else. Intervals begin an exact answer after half its predicted time, so with a shorter
/// limit it has as much time there as here, and the search before it as much as it is left here.
const EXACT_SHARE: f64 = 2.0 / 3.0;
/// If this many times the least cost of planning is more than the time, planning may use it up.
const RISKY_PLANNING: f64 = 8.0;
/// Share of an exact answer's predicted time within which intervals must be, to be taken in its place;
/// and that time in seconds below which there is nothing to save.
const WORTH_INTERVALS: f64 = 0.3;
const LEAST_WORTH_SAVING: f64 = 5e-3;

/// Share of the time for an estimate, which is the point inside wide intervals; and how much it may be:
/// more time improves an estimate little.
const ESTIMATE_SHARE: f64 = 0.3;
const ESTIMATE_TIME: Duration = Duration::from_millis(20);
const LATE_ESTIMATE_SHARE: f64 = 0.02;
/// If all of the time is left for intervals, the estimate gets at least this.
const LEAST_FOR_POINT: Duration = Duration::from_millis(4);
/// With less time than this for intervals, all of it is for the estimate: they would say nothing.
const LEAST_FOR_INTERVALS: Duration = Duration::from_micros(500);
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
        let first = self.first_estimate(problem, budget)?;
        let time = budget.remaining();
        // If there is an estimate, none has to be kept time for.
        let kept = if first.is_some() { Duration::ZERO } else { time.map_or(Duration::ZERO, kept_time) };
        let early = match time {
            Some(time) => budget.within(time.saturating_sub(kept).mul_f64(EXACT_SHARE)),
            None => budget.clone(),
        };
        let mut bracket = Bracket::anything(problem.priors());
        if self.target.is_enough
            && let Some(answer) = self.intervals_at_once(&mut bracket, problem, &early)?
        {
            return Ok(answer);
        }
        let refusal = match self.tools.planner.solve(problem, &early) {
            Err(error) if error.is_refusal() => error,
            answer => return answer,
        };
        let exact_seconds = self.exact_seconds(problem, &early, &refusal);
        let whole = match time {
            Some(_) => budget,
            None => &budget.within(UNHURRIED),
        };
        let estimate_time = match (&first, time) {
            (Some(_), _) => Duration::ZERO,
            (None, Some(time)) => estimate_time(time, &refusal, budget),
            (None, None) => UNHURRIED,
        };
        // What has used up its time is not tried again.
        let is_tried = early.check().is_err();
        let answer =
            self.intervals_or_estimate(bracket, problem, whole, first, (time, estimate_time), is_tried)?;
        if matches!(answer.accuracy, Accuracy::Exact { .. }) {
            return Ok(answer);
        }
        Ok(Solution { exact_seconds, ..answer })
    }
}

/// The part of a limit that is for an estimate, at most. It never falls as the limit grows, and neither
/// does the rest.
fn kept_time(time: Duration) -> Duration {
    time.mul_f64(ESTIMATE_SHARE).min(ESTIMATE_TIME.max(time.mul_f64(LATE_ESTIMATE_SHARE)))
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
            let kept_back = predicted_seconds * ESTIMATE_SHARE / (EXACT_SHARE * (1.0 - ESTIMATE_SHARE));
            share.max(Duration::try_from_secs_f64(kept_back).unwrap_or(time)).min(time)
        }
        _ => share,
    }
}

impl Auto<'_> {
    /// An estimate before anything else, if merely planning an exact answer may use up the time.
    fn first_estimate(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Option<Solution>, InferenceError> {
        let Some(time) = budget.remaining() else { return Ok(None) };
        if RISKY_PLANNING * planner::planning_seconds(problem) < time.as_secs_f64() {
            return Ok(None);
        }
        self.tools.estimate(problem, &budget.within(kept_time(time))).map(Some)
    }

    /// Intervals as narrow as they were asked for, if they are predicted to take far less time than
    /// an exact answer; or the exact answer if it is the quickest of all.
    fn intervals_at_once(
        &mut self,
        bracket: &mut Bracket,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Option<Solution>, InferenceError> {
        if let Some(answer) = informed(self.tools.planner.solve_full(problem, budget))?.flatten() {
            return Ok(Some(answer));
        }
        let exact = informed(self.tools.planner.forecast(problem, budget))?;
        let Some(seconds) = exact.map(|forecast| forecast.seconds) else { return Ok(None) };
        if seconds < LEAST_WORTH_SAVING {
            return Ok(None);
        }
        // If they outrun their prediction, the exact answer is still to come.
        let limit =
            Duration::try_from_secs_f64(seconds).map_or_else(|_| budget.clone(), |t| budget.within(t));
        let limit = limit.leaving(0.5);
        let bounds = Bounds { planner: &mut *self.tools.planner, target: self.target };
        let end = bounds.improve_by_copies(bracket, problem, WORTH_INTERVALS * seconds, &limit);
        let is_reached = informed(end)?.unwrap_or(false);
        Ok(is_reached.then(|| Solution { exact_seconds: Some(seconds), ..bracket.clone().solution() }))
    }

    /// Certified intervals, if they say anything, with points from an estimate if they are wide; an exact
    /// answer if one comes out of that and was not tried before. The estimate is the first one, if there is
    /// one, or takes its share of the time of the whole query.
    fn intervals_or_estimate(
        &mut self,
        mut bracket: Bracket,
        problem: &Problem,
        whole: &Budget,
        first: Option<Solution>,
        (time, estimate_time): (Option<Duration>, Duration),
        is_tried: bool,
    ) -> Result<Solution, InferenceError> {
        let left = whole.remaining().unwrap_or_default();
        let most = kept_time(time.unwrap_or(left)).max(LEAST_FOR_POINT);
        let for_point = most.min(estimate_time).min(left);
        let for_intervals = left.saturating_sub(for_point);
        if for_intervals >= LEAST_FOR_INTERVALS {
            let mut bounds = Bounds { planner: &mut *self.tools.planner, target: self.target };
            let for_intervals = whole.within(for_intervals);
            if is_tried {
                informed(bounds.improve_inexactly(&mut bracket, problem, &for_intervals))?;
            } else {
                let mut exact = None;
                informed(bounds.improve(&mut bracket, &mut exact, problem, &for_intervals))?;
                if let Some(answer) = exact {
                    return Ok(answer);
                }
            }
        }
        if self.target.is_reached(&bracket) || bracket.width() <= NARROW {
            return Ok(first.into_iter().fold(bracket.solution(), better));
        }
        let estimate = match first {
            Some(first) => first,
            // There always is one, however little time is left.
            None if for_intervals < LEAST_FOR_INTERVALS => {
                self.tools.estimate(problem, &whole.within(estimate_time))?
            }
            None => self.tools.estimate(problem, &whole.within(for_point))?,
        };
        if bracket.narrowest_leader() > NOTHING {
            return Ok(estimate);
        }
        if matches!(estimate.accuracy, Accuracy::Estimate { is_informed: true, .. }) {
            bracket.move_points(&estimate.marginals);
        }
        let transformed = estimate.transformed.clone();
        Ok(better(Solution { transformed, ..bracket.solution() }, estimate))
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

/// The better of an answer and an estimate: that one gives way to intervals, but for its bound on the
/// evidence if that is lower, and to an estimate with a lower bound.
fn better(mut answer: Solution, estimate: Solution) -> Solution {
    let Accuracy::Estimate { log_evidence_upper: other, .. } = estimate.accuracy else { return answer };
    match &mut answer.accuracy {
        Accuracy::Bounds { log_evidence_upper: upper, is_informed, .. } => {
            *upper = upper.min(other);
            *is_informed |= *upper < 0.0;
            answer.log_evidence = answer.log_evidence.min(*upper);
            answer
        }
        Accuracy::Estimate { .. } if estimate.log_evidence < answer.log_evidence => estimate,
        Accuracy::Estimate { .. } | Accuracy::Exact { .. } => answer,
    }
}

/// Result of work within a budget; nothing if the time ran out, or memory, with those so far still valid.
fn informed<T>(end: Result<T, InferenceError>) -> Result<Option<T>, InferenceError> {
    match end {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_refusal() => Ok(None),
        Err(error) => Err(error),
    }
}
