//! Which exact method: the cheapest within the budget that keeps its digits. All of them certify their
//! error bound but Quickscore, which estimates it.

use crate::algorithm::{Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::exact::Methods;
use crate::problem::Problem;
use crate::{InferenceError, Method};

/// A problem that explained-sets solves in this many seconds is solved at once: looking for a
/// better way would take longer.
const AT_ONCE: f64 = 1e-4;
/// So is one for which planning elimination would typically take longer: this many times what it
/// takes at least.
const TYPICAL_PLANNING: f64 = 4.0;
/// Seconds per link that planning takes at least: without them it is not begun.
const PLANNING_SECONDS_PER_LINK: f64 = 7e-8;
/// Below this many seconds, choosing takes longer than the work.
const TRIFLE: f64 = 50e-6;
/// Share of the other methods' time that the signed sum must save to be worth a try, which it may lose.
const WORTH_A_TRY: f64 = 0.5;
/// With more findings elimination is cheaper, and even planning explained-sets takes long.
const MOST_FOR_SETS: usize = 24;

/// Chooses among the exact methods, and holds them.
#[derive(Debug, Default)]
pub(crate) struct Planner {
    pub(crate) methods: Methods,
}

/// Request to the planner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The whole answer.
    Whole,
    /// The findings that a hybrid leaves exact: few of them, tilted so that they are likely. There
    /// the signed sum often keeps its digits, and is tried if it saves half the time.
    Rest,
}

impl Planner {
    /// Solves by the cheapest method that is exact, or says what that would take.
    pub(crate) fn solve(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        budget.check_for(planning_seconds(problem))?;
        self.choose(problem, budget, Purpose::Whole)
    }

    /// Solves what a hybrid leaves exact.
    pub(crate) fn solve_rest(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Solution, InferenceError> {
        self.choose(problem, budget, Purpose::Rest)
    }

    /// Solves a problem in which most diseases are linked to most findings, if Quickscore keeps its
    /// digits: nothing else is nearly as fast there, and evidence is likely.
    pub(crate) fn solve_full(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Option<Solution>, InferenceError> {
        if problem.is_full() { self.try_quickscore(problem, budget, f64::INFINITY) } else { Ok(None) }
    }

    /// Predicted cost of the cheapest exact method that does not lose its digits easily.
    pub(crate) fn forecast(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Forecast, InferenceError> {
        let sets = self.plan_sets(problem, budget);
        match sets {
            Some(sets) if sets.seconds <= at_once_seconds(problem) => Ok(sets),
            _ => {
                let elimination = self.methods.elimination.plan(problem, budget)?;
                let is_better = |sets: &Forecast| {
                    sets.seconds < elimination.seconds && sets.bytes <= budget.memory() as f64
                };
                Ok(sets.filter(is_better).unwrap_or(elimination))
            }
        }
    }

    fn choose(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        purpose: Purpose,
    ) -> Result<Solution, InferenceError> {
        if problem.finding_count() == 0 {
            return Ok(Solution::of_nothing(problem));
        }
        if let Some(answer) = self.solve_full(problem, budget)? {
            return Ok(answer);
        }
        let sets = self.plan_sets(problem, budget);
        if let (Purpose::Rest, Some(sets)) = (purpose, &sets)
            && sets.seconds > TRIFLE
            && !problem.is_full()
            && let Some(answer) = self.try_quickscore(problem, budget, WORTH_A_TRY * sets.seconds)?
        {
            return Ok(answer);
        }
        match self.sets_or_elimination(problem, budget, sets) {
            // What no table of doubles holds, brute force may still sum up.
            Err(error @ InferenceError::DigitsLost { .. }) => {
                self.by_enumeration(problem, budget).map_err(|_| error)
            }
            answer => answer,
        }
    }

    /// Plans explained-sets, if it has a chance.
    fn plan_sets(&mut self, problem: &Problem, budget: &Budget) -> Option<Forecast> {
        if problem.finding_count() > MOST_FOR_SETS {
            return None;
        }
        self.methods.explained_sets.plan(problem, budget).ok()
    }

    /// Quickscore, if it is predicted to take less than `seconds` and keeps its digits.
    fn try_quickscore(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        seconds: f64,
    ) -> Result<Option<Solution>, InferenceError> {
        let Ok(forecast) = self.methods.quickscore.plan(problem, budget) else { return Ok(None) };
        if forecast.seconds > seconds || !forecast.fits(budget) {
            return Ok(None);
        }
        unless_digits_are_lost(self.methods.quickscore.run(problem, budget)).transpose()
    }

    /// Solves by the cheaper of the two methods that subtract nothing they could not afford to.
    fn sets_or_elimination(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        sets: Option<Forecast>,
    ) -> Result<Solution, InferenceError> {
        let mut sets = sets.filter(|forecast| forecast.fits(budget));
        let at_once = at_once_seconds(problem);
        if sets.take_if(|forecast| forecast.seconds <= at_once).is_some()
            && let Some(answer) = unless_digits_are_lost(self.methods.explained_sets.run(problem, budget))
        {
            return answer;
        }
        let forecast = self.methods.elimination.plan(problem, budget)?;
        let is_better = |sets: &Forecast| sets.seconds < forecast.seconds || !forecast.fits(budget);
        if sets.as_ref().is_some_and(is_better)
            && let Some(answer) = unless_digits_are_lost(self.methods.explained_sets.run(problem, budget))
        {
            return answer;
        }
        forecast.admit(Method::Elimination, budget)?;
        self.methods.elimination.run(problem, budget)
    }

    fn by_enumeration(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        let forecast = self.methods.enumeration.plan(problem, budget)?;
        forecast.admit(Method::Enumeration, budget)?;
        self.methods.enumeration.run(problem, budget)
    }
}

/// Minimum cost of planning.
pub(crate) fn planning_seconds(problem: &Problem) -> f64 {
    PLANNING_SECONDS_PER_LINK * problem.link_count() as f64
}

/// Cost below which explained-sets is used without searching for a better method.
fn at_once_seconds(problem: &Problem) -> f64 {
    AT_ONCE.max(TYPICAL_PLANNING * planning_seconds(problem))
}

/// An answer, unless another method may have more digits.
fn unless_digits_are_lost(
    answer: Result<Solution, InferenceError>,
) -> Option<Result<Solution, InferenceError>> {
    match answer {
        Err(InferenceError::DigitsLost { .. }) => None,
        answer => Some(answer),
    }
}
