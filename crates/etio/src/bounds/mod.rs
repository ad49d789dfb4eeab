//! A proven interval for every posterior, if an exact answer does not fit.
//!
//! [`Bounds`] has three ways. [`copies`] solves dense problems of up to some 25 findings almost
//! exactly, at once. Exact elimination solves problems that happen to be cheap. [`search`] is branch
//! and bound over diseases for all others, and shrinks intervals as long as there is time.
//! [`schedule`] shares the time among them. Every interval that is found holds, so the answer is what
//! they have in common: with more time intervals only shrink. `docs/intervals.md` explains all this
//! and has the proofs.

mod bracket;
mod copies;
mod fixed;
mod node;
mod schedule;
mod search;
mod secant;
mod target;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub(crate) use self::bracket::Bracket;
use self::schedule::{ByCopies, Exact, Way, narrow};
use self::search::Search;
pub use self::target::Target;
use crate::algorithm::{Accuracy, Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::planner::Planner;
use crate::problem::Problem;
use crate::{InferenceError, Method};

/// The time for intervals if there is no limit.
pub(crate) const UNHURRIED: Duration = Duration::from_secs(1);

/// The method `bounds`.
pub(crate) struct Bounds<'a> {
    pub(crate) planner: &'a mut Planner,
    pub(crate) target: Target,
}

impl Algorithm for Bounds<'_> {
    /// Nothing: it takes the time that there is.
    fn plan(&mut self, _: &Problem, _: &Budget) -> Result<Forecast, InferenceError> {
        Ok(Forecast::default())
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        if problem.finding_count() == 0 {
            return Ok(Solution::of_nothing(problem));
        }
        let budget = match budget.remaining() {
            Some(_) => budget,
            None => &budget.within(UNHURRIED),
        };
        let mut best = Bracket::anything(problem.priors());
        match self.improve(&mut best, &mut None, problem, budget) {
            Err(error) if !error.is_refusal() => Err(error),
            _ => Ok(best.solution()),
        }
    }
}

impl Bounds<'_> {
    /// Narrows the intervals in all ways until they are narrow enough or the time is over. One of these
    /// is the exact answer, which is handed out as well.
    pub(crate) fn improve(
        &mut self,
        best: &mut Bracket,
        answer: &mut Option<Solution>,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        // The exact answer has the working memory for large tables, the search one of its own: that
        // one is small, and neither forgets its plans for the other's.
        let mut elimination = std::mem::take(&mut self.planner.methods.elimination);
        let exact: Box<dyn Way + '_> = Box::new(Exact::new(problem, &mut elimination, answer));
        let ways = self.copies(problem, budget).into_iter().chain([exact]).collect();
        let end = self.narrow(best, problem, ways, budget);
        self.planner.methods.elimination = elimination;
        end
    }

    /// The same if an exact answer was tried before.
    pub(crate) fn improve_inexactly(
        &mut self,
        best: &mut Bracket,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        let ways = self.copies(problem, budget).into_iter().collect();
        self.narrow(best, problem, ways, budget)
    }

    /// Narrows the intervals by copies alone, if those that meet the target are predicted to take
    /// no more than `seconds`. True if they are narrow enough then.
    pub(crate) fn improve_by_copies(
        &self,
        best: &mut Bracket,
        problem: &Problem,
        seconds: f64,
        budget: &Budget,
    ) -> Result<bool, InferenceError> {
        let Some(mut copies) = ByCopies::new(problem, self.target, budget) else { return Ok(false) };
        if copies.finest_seconds(problem, budget)? > seconds {
            return Ok(false);
        }
        narrow(best, problem, self.target, vec![Box::new(copies)], None, budget)?;
        Ok(self.target.is_reached(best))
    }

    fn copies<'w>(&self, problem: &Problem, budget: &Budget) -> Option<Box<dyn Way + 'w>> {
        ByCopies::new(problem, self.target, budget).map(|copies| Box::new(copies) as Box<dyn Way>)
    }

    fn narrow(
        &mut self,
        best: &mut Bracket,
        problem: &Problem,
        ways: Vec<Box<dyn Way + '_>>,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        let search = problem.is_in_range().then(|| Search::new(problem, self.planner, self.target));
        narrow(best, problem, self.target, ways, search, budget)
    }
}

impl Bracket {
    /// The bracket that an exact solution's error bound allows.
    fn exact(solution: &Solution) -> Self {
        let error = 1.1 * solution.rounding();
        let log_error = error + 4.0 * f64::EPSILON * (1.0 + solution.log_evidence.abs());
        Self {
            lower: solution.marginals.iter().map(|p| (p - error).clamp(0.0, 1.0)).collect(),
            upper: solution.marginals.iter().map(|p| (p + error).clamp(0.0, 1.0)).collect(),
            point: solution.marginals.clone(),
            log_lower: solution.log_evidence - log_error,
            log_upper: (solution.log_evidence + log_error).min(0.0),
        }
    }

    pub(crate) fn solution(self) -> Solution {
        let Self { lower, upper, point, log_lower, log_upper } = self;
        let is_informed = log_lower > f64::NEG_INFINITY || log_upper < 0.0;
        let log_evidence = if log_lower.is_finite() { 0.5 * (log_lower + log_upper) } else { log_upper };
        let solution = Solution::exact(Method::Bounds, point, log_evidence.min(0.0), 0.0);
        Solution {
            accuracy: Accuracy::Bounds {
                log_evidence_lower: log_lower,
                log_evidence_upper: log_upper,
                is_informed,
            },
            intervals: lower.into_iter().zip(upper).collect(),
            ..solution
        }
    }
}
