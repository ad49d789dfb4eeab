//! The best estimate that the time allows: what `auto` answers if no exact answer fits.
//!
//! It is an anytime algorithm. Its stages are the same whatever the budget is; the deadline only
//! cuts them short, and the lowest bound so far is the answer. So more time never means a higher
//! bound.
//!
//! 0. All present findings are ignored. Their probability is at most 1, which is a bound, and the
//!    diseases stay at what the absent findings made of their priors. This takes no time and works
//!    whatever the links are.
//! 1. All findings that can be transformed are, and their xi move together down the bound of
//!    [independent diseases](super::independent): first one at a time from `xi = 0`, which is stage
//!    0, then, if they are not too many, all at once. The other findings stay ignored, which is
//!    `xi = 0` for them.
//! 2. Some findings are [reinstated](ladder), that is treated exactly, and the xi of the others
//!    move on from where they are, down the overall bound of Jaakkola and Jordan (1999).
//!    Reinstating a finding without moving the others can only lower the bound. Stage by stage the
//!    exact part becomes wider, and its cost grows geometrically, as long as time and memory allow.

mod ladder;

use std::borrow::Cow;

use self::ladder::Rung;
use super::attempt::Attempt;
use super::conjugate::Tangents;
use super::hybrid::Variational;
use super::independent::Independent;
use super::order::{STEPS_PER_DROP, STEPS_PER_SEARCH, drop_of, push_row};
use super::rest::{Rest, Task};
use super::rounding;
use super::solver::joint::{self, Covariance, Search};
use crate::InferenceError;
use crate::algorithm::Solution;
use crate::budget::Budget;
use crate::pace::Pace;
use crate::problem::Problem;

/// Maximum number of findings whose xi move all at once; with more, a step would take longer than
/// many sweeps.
const MOST_COUPLED: usize = 200;
/// Sweeps before xi move all at once. They repair the start at zero, from which Newton's method
/// would take long.
const SWEEPS_BEFORE_STEPS: usize = 2;
/// Maximum number of sweeps if they are all there is.
const MOST_SWEEPS: usize = 100;
/// A sweep or step that lowers the log bound by less is the last of its stage: marginals hardly
/// change any more.
const LEAST_GAIN: f64 = 1e-4;
/// Evaluations of the overall bound in one stage, after which it is better to reinstate more
/// findings.
const EVALUATIONS_PER_STAGE: u32 = 16;
/// Stages in a row that may gain less than [`LEAST_GAIN`].
const MOST_IDLE_STAGES: usize = 2;

impl Variational<'_> {
    /// The estimate with the lowest bound that can be had in what is left of the time, which is
    /// limited. It is an error only if the work was cancelled, or if the evidence turns out to be impossible.
    pub(crate) fn estimate(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Solution, InferenceError> {
        let mut best = Attempt::ignoring_all(problem);
        let task = Task { problem, budget, planner: self.planner };
        match improve(&mut best, &mut self.parts.rest, task) {
            Err(error) if !error.is_refusal() => Err(error),
            _ => Ok(best.solution(problem)),
        }
    }
}

/// Goes through the stages until one is cut off or none is left.
fn improve(best: &mut Attempt, rest: &mut Rest, mut task: Task<'_>) -> Result<(), InferenceError> {
    let Task { problem, budget, .. } = task;
    budget.check()?;
    let mut findings = Transformable::of(problem, budget)?;
    let tilts = findings.factorise(best, problem, budget)?;
    let prices = findings.prices(problem, &tilts, budget)?;
    let mut idle = 0;
    for rung in &ladder::rungs(problem, &prices, budget)? {
        let before = best.log_bound;
        if !findings.reinstate(rung, best, rest, &mut task)? {
            break;
        }
        idle = if before - best.log_bound < LEAST_GAIN { idle + 1 } else { 0 };
        if idle == MOST_IDLE_STAGES {
            break;
        }
    }
    Ok(())
}

/// The findings of a problem that can be transformed, with the xi that were found so far.
#[derive(Debug, Default)]
struct Transformable {
    /// Positions in the problem, ascending.
    positions: Vec<usize>,
    bounds: Tangents,
    xi: Vec<f64>,
}

impl Transformable {
    fn of(problem: &Problem, budget: &Budget) -> Result<Self, InferenceError> {
        let mut pace = Pace::new(budget);
        let mut this = Self::default();
        this.bounds.clear();
        for at in 0..problem.finding_count() {
            let row = problem.row(at);
            pace.count(STEPS_PER_SEARCH * row.0.len())?;
            if row.1.iter().all(|&p| p < 1.0) {
                this.positions.push(at);
                push_row(&mut this.bounds, problem, at, row);
            }
        }
        this.xi.resize(this.positions.len(), 0.0);
        Ok(this)
    }

    /// Stage 1: the xi for independent diseases. Returns the tilts that belong to them.
    fn factorise(
        &mut self,
        best: &mut Attempt,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Vec<f64>, InferenceError> {
        let Self { positions, bounds, xi } = self;
        let diseases = Independent { on: problem.priors(), off: problem.complements() };
        let ignored = || (0..problem.finding_count()).collect();
        let most_sweeps = if positions.len() <= MOST_COUPLED { SWEEPS_BEFORE_STEPS } else { MOST_SWEEPS };
        let mut tilts = vec![0.0; problem.disease_count()];
        for _ in 0..most_sweeps {
            let before = best.log_bound;
            let end = diseases.sweep(bounds, xi, &mut tilts, budget);
            // A sweep that was cut off has lowered the bound too.
            let point = diseases.tilted(bounds, xi);
            tilts = point.tilts;
            best.offer_factorised(xi, point.log_bound, &point.marginals, ignored);
            end?;
            if before - best.log_bound < LEAST_GAIN {
                break;
            }
        }
        if !positions.is_empty() && positions.len() <= MOST_COUPLED {
            let search = Search {
                most_coupled: MOST_COUPLED,
                least_gain: LEAST_GAIN,
                ..Search::to_the_minimum(Covariance::Independent)
            };
            diseases.minimise_together(bounds, xi, search, budget, |at| {
                best.offer_factorised(at.xi, at.log_bound(), at.marginals, ignored);
            })?;
        }
        xi.copy_from_slice(&best.xi);
        bounds.tilts_at_pace(xi, &mut tilts, &mut Pace::new(budget))?;
        Ok(tilts)
    }

    /// How much the log bound falls when a finding of the problem is reinstated alone: the price of
    /// not doing so. Those that cannot be transformed, and are ignored until they are reinstated,
    /// come after all others.
    fn prices(&self, problem: &Problem, tilts: &[f64], budget: &Budget) -> Result<Vec<f64>, InferenceError> {
        let mut pace = Pace::new(budget);
        let mut prices = Vec::with_capacity(problem.finding_count());
        let mut transformable = self.positions.iter().enumerate().peekable();
        for at in 0..problem.finding_count() {
            if let Some((j, _)) = transformable.next_if(|&(_, &position)| position == at) {
                pace.count(STEPS_PER_DROP * self.bounds.degree(j))?;
                prices.push(drop_of(problem, &self.bounds, &self.xi, tilts, j));
            } else {
                let row = problem.row(at);
                pace.count(STEPS_PER_DROP * row.0.len())?;
                prices.push(UNTRANSFORMABLE + drop_of_ignored(problem, at, &row, tilts));
            }
        }
        Ok(prices)
    }

    /// Runs a later stage, with all findings exact but those of the rung. Returns false if it does
    /// not fit into the remaining time and memory.
    fn reinstate(
        &mut self,
        rung: &Rung,
        best: &mut Attempt,
        rest: &mut Rest,
        task: &mut Task<'_>,
    ) -> Result<bool, InferenceError> {
        let Task { problem, budget, .. } = *task;
        budget.check()?;
        if !rung.may_fit(budget) {
            return Ok(false);
        }
        let mut inexact = rung.inexact.clone();
        inexact.sort_unstable();
        rest.take(problem, |at| inexact.binary_search(&at).is_err(), budget)?;
        if !rest.forecast(problem, task.planner, budget)?.fits(budget) {
            return Ok(false);
        }
        let moving: Vec<usize> = (0..self.positions.len())
            .filter(|&j| inexact.binary_search(&self.positions[j]).is_ok())
            .collect();
        let bounds = self.bounds.of(&moving);
        let mut xi: Vec<f64> = moving.iter().map(|&j| self.xi[j]).collect();
        let search = Search {
            covariance: Covariance::Learnt,
            most_coupled: MOST_COUPLED,
            most_evaluations: EVALUATIONS_PER_STAGE,
            least_gain: LEAST_GAIN,
        };
        let end = joint::minimise(&bounds, &mut xi, search, budget, |xi, tilting| {
            let mut solution = rest.solve(&bounds, xi, task)?;
            tilting.value = solution.log_evidence + bounds.linear(xi);
            tilting.marginals.clone_from(&solution.marginals);
            let constant = bounds.log_constant(xi);
            let rounding = solution.evidence_rounding
                + rounding::of_constant(xi, &bounds.base)
                + rounding::of_sum(&[solution.log_evidence, constant]);
            solution.log_evidence += constant + rounding;
            best.offer(solution, &rung.inexact);
            Ok(())
        });
        moving.iter().zip(&xi).for_each(|(&j, &xi)| self.xi[j] = xi);
        match end {
            // Another set of findings may keep its digits.
            Err(InferenceError::DigitsLost { .. }) => Ok(true),
            end => end.map(|()| true),
        }
    }
}

/// Added to the price of findings that cannot be transformed.
const UNTRANSFORMABLE: f64 = 1e6;

/// How much the log bound falls when a finding that was ignored is treated exactly: the logarithm
/// of its probability.
fn drop_of_ignored(
    problem: &Problem,
    finding: usize,
    (diseases, links): &(Cow<'_, [u32]>, Cow<'_, [f64]>),
    tilts: &[f64],
) -> f64 {
    let mut absent = problem.quiets[finding];
    for (&disease, p) in diseases.iter().zip(links.iter()) {
        let disease = disease as usize;
        let faded = problem.complements()[disease] * (-tilts[disease]).exp();
        let prior = problem.priors()[disease];
        absent *= 1.0 - p * prior / (prior + faded);
    }
    -(-absent).ln_1p()
}
