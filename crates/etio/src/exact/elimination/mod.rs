//! Certified variable elimination: all posteriors and the log evidence from one forward and one
//! backward pass.
//!
//! Every present finding is a variable with two states, and every disease a factor over its
//! findings (or a variable itself). A *signed* finding counts "any" and "does not fire": tables
//! multiply entry by entry, and the finding is eliminated by a difference. A *positive* one counts
//! "does not fire" and "fires": nothing is ever subtracted, but a join costs half as much again for
//! every shared finding. The backward pass adds up a bound on the rounding error, so that the cheap
//! signed form is used if it is proven to be good enough, and only there.
//!
//! `docs/exact.md` explains the method and proves the bound.

// Kernels are inlined into the function that is compiled for the machine's vectors; anything else
// would call out of it.
#![allow(clippy::inline_always)]

mod bits;
mod certificate;
mod chunks;
mod cost;
mod expand;
mod join;
mod kernel;
mod leaf;
mod low;
mod mixed;
mod model;
pub(crate) mod narrow;
mod number;
mod order;
mod pass;
mod plan;
mod plans;
mod readings;
mod schedule;
mod search;
mod shape;
mod slices;
mod solver;
#[cfg(test)]
mod tests;
mod wide;

use crate::algorithm::{Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::numeric::LogProduct;
use crate::parallel::among;
use crate::problem::Problem;
use crate::{InferenceError, Method};
use cost::Cost;
use model::{Component, Model};
use pass::Memory;
use plans::Plans;
use readings::Readings;
use search::{QUICK_SEARCH_SHARE, SEARCH_SHARE};
use slices::Slices;
use solver::{Forms, Solver};

/// Variable elimination with its working memory, the plans of recent problems, and the problem that
/// was planned last.
#[derive(Debug, Default)]
pub(crate) struct Elimination {
    prepared: Option<Prepared>,
    memory: Memory,
    plans: Plans,
    /// Whether plans are needed at once.
    is_hurried: bool,
}

/// A problem that is ready to run.
#[derive(Debug)]
struct Prepared {
    model: Model,
    forms: Forms,
    slices: Option<Slices>,
    /// Cost by the forms that are tried first; more if those lose their digits.
    forecast: Forecast,
}

impl Algorithm for Elimination {
    fn plan(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError> {
        let model = Model::new(problem, budget)?;
        if !model.is_in_range(problem) {
            return self.plan_in_range(problem, budget);
        }
        let forms = Forms::Cheapest;
        let whole = forecast(&model, forms, problem, budget, self)?;
        let slices = slices::plan(problem, &whole, budget, self)?;
        let forecast = slices.as_ref().map_or(whole, |slices| slices.forecast);
        self.prepared = Some(Prepared { model, forms, slices, forecast });
        Ok(forecast)
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        let Some(prepared) = self.prepared.take() else {
            unreachable!("a problem is planned before it is run")
        };
        let threads = if prepared.forecast.seconds > WORTH_THREADS { budget.threads() } else { 1 };
        let solution = among(threads, || match &prepared.slices {
            Some(slices) => slices::run(problem, slices, budget, self),
            None => solve_by(problem, &prepared.model, prepared.forms, budget, self),
        });
        match solution {
            // The last resort loses nothing, but takes long.
            Err(InferenceError::DigitsLost { .. }) if prepared.forms == Forms::Cheapest => {
                self.plan_in_range(problem, budget)?.admit(Method::Elimination, budget)?;
                self.run(problem, budget)
            }
            solution => Ok(Solution { forecast: prepared.forecast, ..solution? }),
        }
    }
}

impl Elimination {
    /// Plans a problem without much of a search, for a run that takes less time than one.
    pub(crate) fn plan_quickly(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Forecast, InferenceError> {
        self.is_hurried = true;
        let forecast = self.plan(problem, budget);
        self.is_hurried = false;
        forecast
    }

    /// Plans a run in numbers that never leave the range.
    fn plan_in_range(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError> {
        let (model, forms) = (Model::unfolded(problem, budget)?, Forms::InRange);
        let forecast = forecast(&model, forms, problem, budget, self)?;
        self.prepared = Some(Prepared { model, forms, slices: None, forecast });
        Ok(forecast)
    }
}

/// Plans a problem as a whole.
fn forecast(
    model: &Model,
    forms: Forms,
    problem: &Problem,
    budget: &Budget,
    workspace: &mut Elimination,
) -> Result<Forecast, InferenceError> {
    let mut forecast = Forecast::default();
    let mut readings = Readings::default();
    let mut solver = solver(problem, model, forms, budget, workspace, &mut readings);
    for (at, component) in model.components.iter().enumerate() {
        forecast += match Sets::of(component) {
            Sets::None => Forecast::default(),
            Sets::Of64 => solver.forecast::<1>(at)?,
            Sets::Of128 => solver.forecast::<2>(at)?,
            Sets::Of4096 => solver.forecast::<64>(at)?,
        };
    }
    forecast.seconds =
        START_SECONDS + LINK_SECONDS * problem.link_count() as f64 + PLANNING * forecast.seconds;
    Ok(forecast)
}

/// Seconds that the smallest problem takes.
const START_SECONDS: f64 = 3e-5;
/// Seconds a link for folding, grouping and unfolding.
const LINK_SECONDS: f64 = 1e-7;
/// Runs take so much longer with the search for their order.
const PLANNING: f64 = 1.3;

/// Runs that are predicted to take longer, in seconds, have joins that are worth several threads.
const WORTH_THREADS: f64 = 1e-3;

/// The sets that a component is ordered with: large enough for its findings and some diseases as
/// variables, and no larger.
enum Sets {
    /// A finding that only its leak explains needs no order.
    None,
    Of64,
    Of128,
    Of4096,
}

impl Sets {
    fn of(component: &Component) -> Self {
        match component.findings.len() {
            _ if component.members.is_empty() => Self::None,
            ..=40 => Self::Of64,
            41..=100 => Self::Of128,
            _ => Self::Of4096,
        }
    }
}

fn solver<'s>(
    problem: &Problem,
    model: &'s Model,
    forms: Forms,
    budget: &'s Budget,
    workspace: &'s mut Elimination,
    readings: &'s mut Readings,
) -> Solver<'s> {
    let Elimination { memory, plans, is_hurried, .. } = workspace;
    let search_share = if *is_hurried { QUICK_SEARCH_SHARE } else { SEARCH_SHARE };
    let known = plans.of(problem);
    Solver { model, forms, search_share, budget, memory, known, readings, cost: Cost::default() }
}

fn solve_by(
    problem: &Problem,
    model: &Model,
    forms: Forms,
    budget: &Budget,
    workspace: &mut Elimination,
) -> Result<Solution, InferenceError> {
    read(problem, model, forms, budget, workspace, Vec::new()).map(|(solution, _)| solution)
}

/// d ln P(evidence) / d (1 - link), by link of the problem.
pub(crate) fn slopes(
    problem: &Problem,
    budget: &Budget,
    workspace: &mut Elimination,
) -> Result<Vec<f64>, InferenceError> {
    let model = Model::new(problem, budget)?;
    if !model.is_in_range(problem) {
        let method = Method::Elimination;
        return Err(InferenceError::DigitsLost { method, error_estimate: 1.0 });
    }
    let forecast = forecast(&model, Forms::Cheapest, problem, budget, workspace)?;
    forecast.admit(Method::Elimination, budget)?;
    let unknown = vec![0.0; model.links.len()];
    let (_, readings) = read(problem, &model, Forms::Cheapest, budget, workspace, unknown)?;
    let mut slopes = vec![0.0; problem.link_count()];
    model.unfold_slopes(&readings, problem, &mut slopes);
    Ok(slopes)
}

/// Solves a problem. The slopes of the model's links are read if there is room for them.
fn read(
    problem: &Problem,
    model: &Model,
    forms: Forms,
    budget: &Budget,
    workspace: &mut Elimination,
    slopes: Vec<f64>,
) -> Result<(Solution, Readings), InferenceError> {
    let mut readings = Readings {
        // A disease whose findings are certain anyway has no link left and keeps its prior.
        marginals: problem.priors().to_vec(),
        fired: vec![1.0; problem.finding_count()],
        slopes,
        ..Readings::default()
    };
    let mut solver = solver(problem, model, forms, budget, workspace, &mut readings);
    let mut evidence = LogProduct::default();
    for (at, component) in model.components.iter().enumerate() {
        let part = match Sets::of(component) {
            Sets::None => {
                evidence.multiply(model.findings[component.findings[0] as usize].fired);
                continue;
            }
            Sets::Of64 => solver.solve::<1>(at)?,
            Sets::Of128 => solver.solve::<2>(at)?,
            Sets::Of4096 => solver.solve::<64>(at)?,
        };
        evidence.multiply_product(&part);
    }
    let operations = solver.cost.products + solver.cost.leaf_steps;
    for (finding, &fired) in readings.fired.iter().enumerate() {
        model.unfold(finding, fired, problem, &mut readings.marginals);
    }
    let marginals = std::mem::take(&mut readings.marginals);
    let rounding = certificate::bound(readings.rounding, problem, model.folded.len());
    let solution = Solution::exact(Method::Elimination, marginals, evidence.ln(), rounding);
    Ok((Solution { operations, ..solution }, readings))
}
