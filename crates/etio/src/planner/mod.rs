//! Which method: what each would take, and the cheapest that is exact and certified within the limits.

mod forecast;

pub use forecast::Forecast;

use crate::exact::{
    Solution, Workspace, certified_quickscore, elimination, enumeration, explained_sets, quickscore,
};
use crate::limits::Deadline;
use crate::query::Query;
use crate::{InferenceError, Limits, Method};

/// A query that explained-sets solves in so many seconds is solved at once: looking for a better way would take longer.
const AT_ONCE: f64 = 1e-4;
/// So it is where planning elimination would typically take longer: so many times what it takes at the least.
const TYPICAL_PLANNING: f64 = 4.0;

/// Seconds a link that planning takes at the least: without them it is not begun.
const PLANNING_SECONDS_A_LINK: f64 = 7e-8;
/// Below this many seconds, choosing takes longer than the work.
const TRIFLE: f64 = 50e-6;
/// What the signed sum must save to be worth a try, which it may lose.
const WORTH_A_TRY: f64 = 0.5;
/// With more findings elimination is cheaper, and even planning explained-sets takes long.
const MOST_FOR_SETS: usize = 24;

/// An exact answer: who gave it, and what that was predicted to take.
#[derive(Debug)]
pub(crate) struct Exact {
    pub(crate) method: Method,
    pub(crate) solution: Solution,
    pub(crate) forecast: Forecast,
}

/// A query, and what answering it may take.
pub(crate) struct Task<'a> {
    pub(crate) query: &'a Query,
    pub(crate) limits: &'a Limits,
    pub(crate) deadline: &'a Deadline,
    pub(crate) workspace: &'a mut Workspace,
}

impl Task<'_> {
    /// What an exact method would take. Planning is part of the answer's time, so this takes some itself.
    pub(crate) fn forecast(&mut self, method: Method) -> Result<Forecast, InferenceError> {
        let Self { query, limits, deadline, workspace } = self;
        Ok(match method {
            Method::Enumeration => enumeration::forecast(query)?,
            Method::Quickscore => {
                let cost = quickscore::prepare(query, limits, &mut workspace.quickscore)?;
                Forecast {
                    operations: cost.operations,
                    seconds: cost.seconds,
                    bytes: cost.bytes,
                    width: query.finding_count(),
                }
            }
            Method::ExplainedSets => {
                explained_sets::prepare(query, &mut workspace.explained_sets)?.forecast()
            }
            _ => elimination::prepare(query, limits, deadline, &mut workspace.elimination)?.forecast,
        })
    }

    /// What the cheapest exact and certified method would take.
    pub(crate) fn least(&mut self) -> Result<Forecast, InferenceError> {
        let sets = self.sets().map(|cost| cost.forecast());
        match sets {
            Some(sets) if sets.seconds <= self.at_once_seconds() => Ok(sets),
            _ => {
                let elimination = self.forecast(Method::Elimination)?;
                let is_better = |sets: &Forecast| {
                    sets.seconds < elimination.seconds && sets.bytes <= self.limits.memory as f64
                };
                Ok(sets.filter(is_better).unwrap_or(elimination))
            }
        }
    }

    /// Plans explained-sets, where it has a chance.
    fn sets(&mut self) -> Option<explained_sets::Cost> {
        if self.query.finding_count() > MOST_FOR_SETS {
            return None;
        }
        explained_sets::prepare(self.query, &mut self.workspace.explained_sets).ok()
    }

    /// Solves by one exact method, or refuses with the prediction.
    pub(crate) fn forced(&mut self, method: Method) -> Result<Exact, InferenceError> {
        match method {
            Method::Enumeration | Method::Quickscore => {
                let forecast = self.forecast(method)?;
                let Self { query, limits, deadline, workspace } = self;
                forecast.admit(method, limits, deadline)?;
                let solution = if method == Method::Enumeration {
                    enumeration::solve(query, deadline)?
                } else {
                    quickscore::solve(query, limits, deadline, &mut workspace.quickscore)?
                };
                Ok(Exact { method, solution, forecast })
            }
            Method::ExplainedSets => {
                let cost = explained_sets::prepare(self.query, &mut self.workspace.explained_sets)?;
                self.by_sets(cost)
            }
            _ => {
                let workspace = &mut self.workspace.elimination;
                let prepared = elimination::prepare(self.query, self.limits, self.deadline, workspace)?;
                self.by_elimination(&prepared)
            }
        }
    }

    /// Solves by the cheapest method that is exact and certified, or says what that would take.
    pub(crate) fn cheapest(&mut self) -> Result<Exact, InferenceError> {
        self.deadline.check_for(self.planning_seconds())?;
        if let Some(answer) = self.at_once()? {
            return Ok(answer);
        }
        let sets = self.sets();
        self.by_sets_or_elimination(sets)
    }

    /// What planning takes at the least.
    pub(crate) fn planning_seconds(&self) -> f64 {
        PLANNING_SECONDS_A_LINK * self.query.link_disease.len() as f64
    }

    /// What explained-sets may take without a look for a better way.
    fn at_once_seconds(&self) -> f64 {
        AT_ONCE.max(TYPICAL_PLANNING * self.planning_seconds())
    }

    /// The same for what a hybrid leaves exact: few findings, tilted so that they are likely. There the signed sum often
    /// keeps its digits, and is tried where it saves half the time.
    pub(crate) fn cheapest_for_rest(&mut self) -> Result<Exact, InferenceError> {
        if let Some(answer) = self.at_once()? {
            return Ok(answer);
        }
        let sets = self.sets();
        // On a full network it was tried before.
        if let Some(cost) = sets.filter(|cost| cost.seconds > TRIFLE && !quickscore::is_full(self.query))
            && let Some(answer) = self.by_quickscore(WORTH_A_TRY * cost.seconds)?
        {
            return Ok(answer);
        }
        self.by_sets_or_elimination(sets)
    }

    /// What needs no choice. Nothing to explain: diseases stay at their priors, however little time is left. Most diseases linked
    /// to most findings: nothing else is nearly as fast as Quickscore, and evidence is likely there.
    fn at_once(&mut self) -> Result<Option<Exact>, InferenceError> {
        if self.query.finding_count() == 0 {
            let error_bound = (2.0 * self.query.absent_count as f64 + 6.0) * f64::EPSILON;
            let marginals = self.query.priors.clone();
            let solution = Solution { marginals, error_bound, ..Solution::default() };
            let forecast = Forecast::default();
            return Ok(Some(Exact { method: Method::ExplainedSets, solution, forecast }));
        }
        if quickscore::is_full(self.query) { self.by_quickscore(f64::INFINITY) } else { Ok(None) }
    }

    /// Quickscore, where it is predicted to take less than this and keeps its digits.
    fn by_quickscore(&mut self, seconds: f64) -> Result<Option<Exact>, InferenceError> {
        let Self { query, limits, deadline, workspace } = self;
        let Some(solution) = certified_quickscore(query, seconds, limits, deadline, workspace)? else {
            return Ok(None);
        };
        let forecast = self.forecast(Method::Quickscore)?;
        Ok(Some(Exact { method: Method::Quickscore, solution, forecast }))
    }

    /// Solves by the cheaper of the two methods that subtract nothing they could not afford to.
    fn by_sets_or_elimination(
        &mut self,
        sets: Option<explained_sets::Cost>,
    ) -> Result<Exact, InferenceError> {
        let (limits, deadline) = (self.limits, self.deadline);
        let mut sets = sets.filter(|cost| cost.forecast().fits(limits, deadline));
        let at_once = self.at_once_seconds();
        if let Some(cost) = sets.take_if(|cost| cost.seconds <= at_once)
            && let Some(answer) = unless_digits_are_lost(self.by_sets(cost))
        {
            return answer;
        }
        let workspace = &mut self.workspace.elimination;
        let prepared = elimination::prepare(self.query, limits, deadline, workspace)?;
        let is_better = |cost: &explained_sets::Cost| {
            cost.seconds < prepared.forecast.seconds || !prepared.forecast.fits(limits, deadline)
        };
        if let Some(cost) = sets.filter(is_better)
            && let Some(answer) = unless_digits_are_lost(self.by_sets(cost))
        {
            return answer;
        }
        self.by_elimination(&prepared)
    }

    fn by_sets(&mut self, cost: explained_sets::Cost) -> Result<Exact, InferenceError> {
        let (method, forecast) = (Method::ExplainedSets, cost.forecast());
        forecast.admit(method, self.limits, self.deadline)?;
        let workspace = &mut self.workspace.explained_sets;
        let solution = explained_sets::run(self.query, cost, self.deadline, workspace)?;
        Ok(Exact { method, solution, forecast })
    }

    fn by_elimination(&mut self, prepared: &elimination::Prepared) -> Result<Exact, InferenceError> {
        let (method, forecast) = (Method::Elimination, prepared.forecast);
        let Self { query, limits, deadline, workspace } = self;
        forecast.admit(method, limits, deadline)?;
        let solution = elimination::run(query, prepared, limits, deadline, &mut workspace.elimination)?;
        Ok(Exact { method, solution, forecast })
    }
}

/// An answer, unless another method may have more digits.
fn unless_digits_are_lost(answer: Result<Exact, InferenceError>) -> Option<Result<Exact, InferenceError>> {
    match answer {
        Err(InferenceError::DigitsLost { .. }) => None,
        answer => Some(answer),
    }
}
