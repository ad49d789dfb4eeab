//! The best estimate that the time allows: what `auto` answers where no exact answer fits.
//!
//! Findings are transformed by the width-driven order until what is left to the exact method takes a small share of the
//! time. Then the xi of all of them move together down the overall bound, as in the original of 1999, for as long as there is
//! time. The bound holds at every point on that way, so the search can end anywhere: the lowest bound is the answer.

use std::time::Duration;

use super::hybrid::{Parts, Task, Variational};
use super::rest::Rest;
use super::solver::joint::{self, Covariance};
use crate::algorithm::{Accuracy, Solution};
use crate::budget::Budget;
use crate::planner::{self, Planner};
use crate::problem::Problem;
use crate::{FindingId, Hybrid, InferenceError, Method, Order, Scheme, Solver};

/// The share of the time that one exact solution of the rest may take: about as many are made as the search for xi needs to
/// come near the lowest bound.
const PASS_SHARE: f64 = 1.0 / 16.0;
/// The time for an estimate where there is no limit.
const UNHURRIED: Duration = Duration::from_secs(1);
/// The share of the time that is left over at the end of the search for xi.
const RESERVE: f64 = 0.15;
/// No table entry takes less, in seconds: a rest that is too wide by this is not worth planning.
const FASTEST: f64 = 5e-10;
/// With less time for the rest, in seconds, one finding more or less is not worth planning again.
const WORTH_REFINING: f64 = 1e-3;

impl Variational<'_> {
    /// An estimate within what is left of the time. Its exact part gets less and less of the
    /// time until it fits; in the end all findings that can be transformed are.
    pub(crate) fn estimate(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Solution, InferenceError> {
        let time = budget.remaining().unwrap_or(UNHURRIED).as_secs_f64();
        let planning = planner::planning_seconds(problem);
        let shares = [PASS_SHARE, PASS_SHARE / 16.0];
        for share in shares.into_iter().filter(|_| time > 2.0 * planning) {
            match self.estimate_within(problem, budget, share * time) {
                Err(error) if error.is_refusal() => {}
                answer => return answer,
            }
        }
        self.estimate_within(problem, budget, 0.0)
    }

    /// An estimate whose exact part takes at most so many seconds at a time.
    fn estimate_within(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        seconds: f64,
    ) -> Result<Solution, InferenceError> {
        self.parts.transformed = choose(self, problem, budget, seconds)?;
        self.parts.split(Solver::Cvx, self.xi, problem);
        let mut task = Task { problem, budget, planner: self.planner };
        let (solution, steps) = self.parts.descend(&mut task)?;
        let (scheme, solver) = match steps {
            0 | 1 => (Scheme::Vfh, Solver::Cvx),
            _ => (Scheme::Jj99Joint, Solver::CvxJoint),
        };
        let transformed = self.parts.transformed.clone();
        let hybrid = Hybrid { scheme, solver, order: Order::Wdo, transformed: transformed.len() };
        let log_evidence_upper = solution.log_evidence.min(0.0);
        Ok(Solution {
            method: Method::Hybrid(hybrid),
            accuracy: Accuracy::Estimate { log_evidence_upper, is_informed: true },
            transformed,
            ..solution
        })
    }
}

impl Parts {
    /// The solution with the lowest bound, and how many were made on the way.
    fn descend(&mut self, task: &mut Task<'_>) -> Result<(Solution, usize), InferenceError> {
        let Self { bounds, xi, rest, .. } = self;
        let patience = match task.budget.remaining() {
            Some(_) => task.budget.leaving(RESERVE),
            None => task.budget.within(UNHURRIED),
        };
        let Task { problem, budget, ref mut planner } = *task;
        let (mut best, mut steps): (Option<Solution>, usize) = (None, 0);
        let end = joint::minimise(bounds, xi, Covariance::Learnt, |xi, tilting| {
            let budget: &Budget = match best {
                Some(_) => patience.check().map(|()| &patience)?,
                None => budget,
            };
            let mut solution = rest.solve(bounds, xi, &mut Task { problem, budget, planner })?;
            steps += 1;
            let linear: f64 = xi.iter().zip(&bounds.base).map(|(xi, base)| xi * base).sum();
            tilting.value = solution.log_evidence + linear;
            tilting.marginals.clone_from(&solution.marginals);
            solution.log_evidence += bounds.log_constant(xi);
            if best.as_ref().is_none_or(|best| solution.log_evidence < best.log_evidence) {
                best = Some(solution);
            }
            Ok(())
        });
        match (best, end) {
            (Some(solution), Ok(())) => Ok((solution, steps)),
            (Some(solution), Err(error)) if error.is_refusal() => Ok((solution, steps)),
            (None, Ok(())) => Err(InferenceError::OutOfTime { limit: Duration::ZERO }),
            (_, Err(error)) => Err(error),
        }
    }
}

/// The fewest findings of the width-driven order whose transformation leaves a rest that takes at most so many seconds.
fn choose(
    tools: &mut Variational<'_>,
    problem: &Problem,
    budget: &Budget,
    seconds: f64,
) -> Result<Vec<FindingId>, InferenceError> {
    let Variational { xi, present, planner, parts } = tools;
    if seconds == 0.0 {
        let transformable = |finding: &FindingId| xi.get(*finding, Solver::Cvx).is_some();
        return Ok(problem.findings.iter().copied().filter(transformable).collect());
    }
    let Parts { ranking, rest, .. } = &mut **parts;
    let mut too_few = 0;
    let mut chosen = ranking.by_width(xi, problem, present, Solver::Cvx, budget, |given_up, width| {
        let is_enough = (width as f64).exp2() * FASTEST <= seconds
            && is_affordable(rest, problem, |at| given_up.contains(&at), planner, (budget, seconds))?;
        if !is_enough {
            too_few = given_up.len();
        }
        Ok(is_enough)
    })?;
    // Findings were given up several at a time; perhaps the last few need not be.
    while seconds > WORTH_REFINING && too_few + 1 < chosen.len() {
        let middle = usize::midpoint(too_few, chosen.len());
        let fewer = &chosen[..middle];
        let without = |at: usize| fewer.contains(&problem.findings[at]);
        if is_affordable(rest, problem, without, planner, (budget, seconds))? {
            chosen.truncate(middle);
        } else {
            too_few = middle;
        }
    }
    Ok(chosen)
}

/// Whether the problem without some findings fits.
fn is_affordable(
    rest: &mut Rest,
    problem: &Problem,
    without: impl Fn(usize) -> bool,
    planner: &mut Planner,
    (budget, seconds): (&Budget, f64),
) -> Result<bool, InferenceError> {
    rest.take(problem, |at| !without(at));
    let forecast = rest.forecast(problem, planner, budget)?;
    Ok(forecast.seconds <= seconds && forecast.bytes <= budget.memory() as f64)
}
