//! A proven interval for every posterior, if an exact answer does not fit.
//!
//! [`Bounds`] has two ways. [`copies`] solves dense problems of up to some 25 findings almost
//! exactly, at once. [`search`] is branch and bound over diseases for all others, and shrinks
//! intervals as long as there is time. Every interval that is found holds, so the answer is what
//! they have in common: with more time intervals only shrink. `docs/intervals.md` explains both and
//! has the proofs.

mod bracket;
mod copies;
mod fixed;
mod node;
mod search;
mod secant;
mod target;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub(crate) use self::bracket::Bracket;
use self::copies::Copies;
use self::search::Search;
pub use self::target::Target;
use crate::algorithm::{Accuracy, Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::planner::{Planner, planning_seconds};
use crate::problem::Problem;
use crate::{InferenceError, Method};

/// The time if there is no limit.
const UNHURRIED: Duration = Duration::from_secs(1);
/// Share of the wanted width that cut-off terms may take; more if that takes too long.
const CUT_OFF_SHARES: [f64; 4] = [0.2, 2.0, 20.0, 1e3];
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
    fn improve(
        &mut self,
        best: &mut Bracket,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        budget.check()?;
        if self.by_copies(best, problem, budget)? || self.exactly(best, problem, budget)? {
            return Ok(());
        }
        self.search(best, problem, budget)
    }

    /// By branch and bound.
    pub(crate) fn search(
        &mut self,
        best: &mut Bracket,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        if problem.is_in_range() {
            Search::new(problem, self.planner, self.target).run(best, budget)?;
        }
        Ok(())
    }

    /// By copies, if they fit. True if the intervals are narrow enough.
    pub(crate) fn by_copies(
        &mut self,
        best: &mut Bracket,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<bool, InferenceError> {
        if !copies::may_fit(problem, budget) {
            return Ok(false);
        }
        let goals = CUT_OFF_SHARES.map(|share| share * self.target.within);
        let Some(mut copies) = Copies::plan(problem, goals[0], budget)? else { return Ok(false) };
        for &goal in &goals[1..] {
            if fits(&copies, budget) {
                break;
            }
            copies.aim(goal);
        }
        for _ in 0..MOST_REFINEMENTS {
            if !fits(&copies, budget) {
                break;
            }
            let copied = copies.run(budget)?;
            best.meet(&copied.bracket);
            if self.target.is_reached(best) {
                return Ok(true);
            }
            if !copies.refine(&copied, goals[0]) {
                break;
            }
        }
        Ok(false)
    }

    /// Exactly, if that takes a small share of the time: then every interval is as narrow as a rounding.
    fn exactly(
        &mut self,
        best: &mut Bracket,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<bool, InferenceError> {
        let Some(left) = budget.remaining() else { return Ok(false) };
        if budget.check_for(4.0 * planning_seconds(problem)).is_err() {
            return Ok(false);
        }
        let planning = budget.within(left.mul_f64(PLANNING_SHARE));
        let elimination = &mut self.planner.methods.elimination;
        match elimination.plan(problem, &planning) {
            Ok(forecast) if forecast.fits(budget) && forecast.seconds <= EXACT_SHARE * left.as_secs_f64() => {
            }
            Err(error) if !error.is_refusal() => return Err(error),
            _ => return Ok(false),
        }
        match elimination.run(problem, &budget.within(left.mul_f64(2.0 * EXACT_SHARE))) {
            Ok(solution) => {
                let exact = Bracket::exact(&solution);
                best.meet(&exact);
                Ok(true)
            }
            Err(error) if error.is_refusal() => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Share of the time that an exact answer may be predicted to take.
const EXACT_SHARE: f64 = 0.3;
/// Share of the time within which planning it must be done; it takes an eighth of that at most.
const PLANNING_SHARE: f64 = 0.25;

fn fits(copies: &Copies, budget: &Budget) -> bool {
    let in_time = budget.remaining().is_none_or(|left| copies.seconds <= left.as_secs_f64());
    in_time && copies.bytes <= budget.memory() as f64
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
