//! Which exact method: the cheapest within the budget that keeps its digits. All of them certify their
//! error bound but Quickscore, which estimates it and is not asked for a trifle.

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
    /// digits: nothing else is nearly as fast there, and evidence is likely. What explained-sets does
    /// as well as at once is left to it, for a certified bound.
    pub(crate) fn solve_full(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Option<Solution>, InferenceError> {
        if !problem.is_full() || self.is_trifle(problem, budget) {
            return Ok(None);
        }
        self.try_quickscore(problem, budget, f64::INFINITY)
    }

    /// Whether planning and running explained-sets are trifles.
    fn is_trifle(&mut self, problem: &Problem, budget: &Budget) -> bool {
        planning_seconds(problem) <= TRIFLE
            && self.plan_sets(problem, budget).is_some_and(|sets| sets.seconds <= TRIFLE)
    }

    /// Predicted cost of the cheapest exact method that does not lose its digits easily.
    pub(crate) fn forecast(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Forecast, InferenceError> {
        let sets = self.plan_sets(problem, budget);
        let sums = self.methods.enumeration.plan(problem, budget).ok();
        let at_once = at_once_seconds(problem);
        if let Some(forecast) = sets.into_iter().chain(sums).find(|forecast| forecast.seconds <= at_once) {
            return Ok(forecast);
        }
        let has_room = |forecast: &Forecast| forecast.bytes <= budget.memory() as f64;
        let others = sets.into_iter().chain(sums).filter(has_room);
        let cheapest = others.min_by(|a, b| a.seconds.total_cmp(&b.seconds));
        match (self.methods.elimination.plan(problem, budget), cheapest) {
            (Ok(elimination), Some(other)) if other.seconds < elimination.seconds => Ok(other),
            (Err(error), Some(other)) if error.is_refusal() => Ok(other),
            (elimination, _) => elimination,
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
        match self.cheapest(problem, budget, sets) {
            // What no table holds, brute force over few diseases may still sum up.
            Err(error) if error.is_refusal() => self.by_enumeration(problem, budget).map_err(|_| error),
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

    /// Solves by the cheapest of the methods that subtract nothing they could not afford to.
    fn cheapest(
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
        // With few diseases, there may be any number of findings.
        let sums = self.methods.enumeration.plan(problem, budget).ok();
        let sums = sums.filter(|forecast| forecast.fits(budget));
        if sums.is_some_and(|forecast| forecast.seconds <= at_once) {
            return self.methods.enumeration.run(problem, budget);
        }
        let forecast = self.methods.elimination.plan(problem, budget)?;
        if let Some(sums) = sums
            && sums.seconds < forecast.seconds
            && sets.is_none_or(|sets| sums.seconds < sets.seconds)
        {
            return self.methods.enumeration.run(problem, budget);
        }
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
