//! A proven interval for every posterior, where an exact answer does not fit.
//!
//! [`Bounds`] has two ways. [`copies`] solves dense problems of up to some 25 findings almost exactly, at
//! once. [`search`] is branch and bound over diseases for all others, and shrinks intervals as long as there is time.
//! Every interval that is found holds, so the answer is what they have in common: with more time intervals only shrink.
//! `docs/intervals.md` explains both and has the proofs.

mod bracket;
mod copies;
mod fixed;
mod target;

use std::time::Duration;

pub(crate) use self::bracket::Bracket;
use self::copies::Copies;
pub use self::target::Target;
use crate::algorithm::{Accuracy, Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::planner::Planner;
use crate::problem::Problem;
use crate::{InferenceError, Method};

/// The time if there is no limit.
const UNHURRIED: Duration = Duration::from_secs(1);
/// Share of the wanted width that cut-off terms may take.
const CUT_OFF_SHARE: f64 = 0.05;
/// How often copies are given further terms.
const MOST_REFINEMENTS: usize = 4;

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
        match self.improve(&mut best, problem, budget) {
            Err(error) if !error.is_refusal() => Err(error),
            _ => Ok(best.solution()),
        }
    }
}

impl Bounds<'_> {
    /// Narrows the intervals until they are narrow enough or the time is over.
    fn improve(&mut self, best: &mut Bracket, problem: &Problem, budget: &Budget) -> Result<(), InferenceError> {
        budget.check()?;
        let goal = CUT_OFF_SHARE * self.target.within;
        let Some(mut copies) = Copies::plan(problem, goal, budget)? else { return Ok(()) };
        for _ in 0..MOST_REFINEMENTS {
            if !fits(&copies, budget) {
                break;
            }
            let copied = copies.run(budget)?;
            best.meet(&copied.bracket);
            if self.target.is_reached(best) || !copies.refine(&copied, goal) {
                break;
            }
        }
        Ok(())
    }
}

fn fits(copies: &Copies, budget: &Budget) -> bool {
    let in_time = budget.remaining().is_none_or(|left| copies.seconds <= left.as_secs_f64());
    in_time && copies.bytes <= budget.memory() as f64
}

impl Target {
    fn is_reached(&self, bracket: &Bracket) -> bool {
        bracket.width() <= self.within || self.until_ranked && bracket.is_ranked()
    }
}

impl Bracket {
    fn solution(self) -> Solution {
        let Self { lower, upper, point, log_lower, log_upper } = self;
        let is_informed = log_lower > f64::NEG_INFINITY || log_upper < 0.0;
        let log_evidence = if log_lower.is_finite() { 0.5 * (log_lower + log_upper) } else { log_upper };
        let solution = Solution::exact(Method::Bounds, point, log_evidence, 0.0);
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
