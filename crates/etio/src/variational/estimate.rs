//! The best estimate that the time allows: what `auto` answers where no exact answer fits.
//!
//! Findings are transformed by the width-driven order until what is left to the exact method takes a small share of the
//! time. Then the xi of all of them move together down the overall bound, as in the original of 1999, for as long as there is
//! time. The bound holds at every point on that way, so the search can end anywhere: the lowest bound is the answer.

use std::time::Duration;

use super::hybrid::{Outcome, Task, Workspace};
use super::order::Ranking;
use super::rest::{Exact, Rest};
use super::solver::joint::{self, Covariance};
use crate::exact::Solution;
use crate::limits::Deadline;
use crate::query::Query;
use crate::{FindingId, Hybrid, InferenceError, Order, Scheme, Solver};

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

impl Workspace {
    /// An estimate within what is left of the time, and the hybrid that gave it. Its exact part gets less and less of the
    /// time until it fits; in the end all findings that can be transformed are.
    pub(crate) fn estimate(&mut self, task: &mut Task<'_>) -> Result<(Hybrid, Outcome), InferenceError> {
        let time = task.exact.deadline.remaining().unwrap_or(UNHURRIED).as_secs_f64();
        let planning = task.exact.planning_seconds(task.query);
        let shares = [PASS_SHARE, PASS_SHARE / 16.0];
        for share in shares.into_iter().filter(|_| time > 2.0 * planning) {
            match self.within(task, share * time) {
                Err(error) if error.is_refusal() => {}
                answer => return answer,
            }
        }
        self.within(task, 0.0)
    }

    /// An estimate whose exact part takes at most so many seconds at a time.
    fn within(&mut self, task: &mut Task<'_>, seconds: f64) -> Result<(Hybrid, Outcome), InferenceError> {
        let Self { ranking, transformed, rest, .. } = self;
        *transformed = choose(ranking, rest, task, seconds)?;
        self.split(Solver::Cvx, task);
        let (solution, steps) = self.descend(task)?;
        let (scheme, solver) = match steps {
            0 | 1 => (Scheme::Vfh, Solver::Cvx),
            _ => (Scheme::Jj99Joint, Solver::CvxJoint),
        };
        let hybrid = Hybrid { scheme, solver, order: Order::Wdo, transformed: self.transformed.len() };
        let log_evidence_upper = solution.log_evidence;
        Ok((hybrid, Outcome { solution, log_evidence_upper, transformed: self.transformed.clone() }))
    }

    /// The solution with the lowest bound, and how many were made on the way.
    fn descend(&mut self, task: &mut Task<'_>) -> Result<(Solution, usize), InferenceError> {
        let Self { bounds, xi, rest, .. } = self;
        let patience = task.exact.deadline.or_within(UNHURRIED).leaving(RESERVE);
        let Exact { limits, deadline, ref mut workspace } = task.exact;
        let (mut best, mut steps): (Option<Solution>, usize) = (None, 0);
        let end = joint::minimise(bounds, xi, Covariance::Learnt, |xi, tilting| {
            let clock: &Deadline = match best {
                Some(_) => patience.check().map(|()| &patience)?,
                None => deadline,
            };
            let mut exact = Exact { limits, deadline: clock, workspace };
            let mut solution = rest.solve(task.query, bounds, xi, &mut exact)?;
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
    ranking: &mut Ranking,
    rest: &mut Rest,
    task: &mut Task<'_>,
    seconds: f64,
) -> Result<Vec<FindingId>, InferenceError> {
    let Task { network, query, present, ref mut exact, .. } = *task;
    if seconds == 0.0 {
        let transformable = |finding: &FindingId| network.xi(*finding, Solver::Cvx).is_some();
        return Ok(query.findings.iter().copied().filter(transformable).collect());
    }
    let clock = *exact.deadline;
    let mut too_few = 0;
    let mut chosen = ranking.by_width(network, query, present, Solver::Cvx, &clock, |given_up, width| {
        let is_enough = (width as f64).exp2() * FASTEST <= seconds
            && is_affordable(rest, query, |at| given_up.contains(&at), exact, seconds)?;
        if !is_enough {
            too_few = given_up.len();
        }
        Ok(is_enough)
    })?;
    // Findings were given up several at a time; perhaps the last few need not be.
    while seconds > WORTH_REFINING && too_few + 1 < chosen.len() {
        let middle = usize::midpoint(too_few, chosen.len());
        let fewer = &chosen[..middle];
        if is_affordable(rest, query, |at| fewer.contains(&query.findings[at]), exact, seconds)? {
            chosen.truncate(middle);
        } else {
            too_few = middle;
        }
    }
    Ok(chosen)
}

/// Whether the query without some findings fits.
fn is_affordable(
    rest: &mut Rest,
    query: &Query,
    without: impl Fn(usize) -> bool,
    exact: &mut Exact<'_>,
    seconds: f64,
) -> Result<bool, InferenceError> {
    rest.take(query, |at| !without(at));
    let forecast = rest.forecast(query, exact)?;
    Ok(forecast.seconds <= seconds && forecast.bytes <= exact.limits.memory as f64)
}
