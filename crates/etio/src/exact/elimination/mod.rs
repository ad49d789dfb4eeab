//! Certified variable elimination: all posteriors and the log evidence from one forward and one backward pass.
//!
//! Every present finding is a variable with two states, and every disease a factor over its findings (or a variable
//! itself). A *signed* finding counts "any" and "does not fire": tables multiply entry by entry, and the finding is
//! eliminated by a difference. A *positive* one counts "does not fire" and "fires": nothing is ever subtracted, but a join
//! costs half as much again for every shared finding. The backward pass adds up a bound on the rounding error, so that the
//! cheap signed form is used where it is proven to be good enough, and only there.
//!
//! `docs/exact.md` explains the method and proves the bound.

// Kernels are inlined into the function that is compiled for the machine's vectors; anything else would call out of it.
#![allow(clippy::inline_always)]

mod bits;
mod certificate;
mod cost;
mod expand;
mod kernel;
mod leaf;
mod mixed;
mod model;
pub(crate) mod narrow;
mod number;
mod order;
mod pass;
mod plan;
mod plans;
mod schedule;
mod search;
mod shape;
mod slices;
mod solver;
#[cfg(test)]
mod tests;

use super::Solution;
use crate::limits::Deadline;
use crate::planner::Forecast;
use crate::query::Query;
use crate::{InferenceError, Limits, Method};
use cost::Cost;
use leaf::Readings;
use model::Model;
use pass::Memory;
use plans::Plans;
use slices::Slices;
use solver::{Forms, Solver};

/// The working memory of elimination, and the plans of recent queries.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    memory: Memory,
    plans: Plans,
    /// Those of the threads that help with slices.
    others: Vec<Workspace>,
}

/// A query that is ready to run.
#[derive(Debug)]
pub(crate) struct Prepared {
    model: Model,
    slices: Option<Slices>,
    /// What it will take by the forms that are tried first; more where those lose their digits.
    pub(crate) forecast: Forecast,
}

/// Plans a query and predicts what it takes.
pub(crate) fn prepare(
    query: &Query,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Prepared, InferenceError> {
    let model = Model::new(query);
    let whole = forecast(&model, query, limits, deadline, workspace)?;
    let slices = slices::plan(query, &whole, limits, deadline, workspace)?;
    let forecast = slices.as_ref().map_or(whole, |slices| slices.forecast);
    Ok(Prepared { model, slices, forecast })
}

/// Plans a query as a whole.
fn forecast(
    model: &Model,
    query: &Query,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Forecast, InferenceError> {
    let mut forecast = Forecast::default();
    let mut readings = Readings::default();
    let mut solver = solver(query, model, Forms::Cheapest, (limits, deadline), workspace, &mut readings);
    for (at, component) in model.components.iter().enumerate() {
        forecast += match Sets::for_findings(component.findings.len()) {
            Sets::None => Forecast::default(),
            Sets::Of64 => solver.forecast::<1>(at)?,
            Sets::Of128 => solver.forecast::<2>(at)?,
            Sets::Of4096 => solver.forecast::<64>(at)?,
        };
    }
    forecast.seconds =
        START_SECONDS + LINK_SECONDS * query.link_disease.len() as f64 + PLANNING * forecast.seconds;
    Ok(forecast)
}

/// Seconds that the smallest query takes.
const START_SECONDS: f64 = 3e-5;
/// Seconds a link for folding, grouping and unfolding.
const LINK_SECONDS: f64 = 1e-7;
/// Runs take so much longer with the search for their order.
const PLANNING: f64 = 1.3;

/// The sets that a component is ordered with: large enough for its findings and some diseases as variables, and no larger.
enum Sets {
    /// A finding by itself needs no order.
    None,
    Of64,
    Of128,
    Of4096,
}

impl Sets {
    fn for_findings(count: usize) -> Self {
        match count {
            0 | 1 => Self::None,
            2..=40 => Self::Of64,
            41..=100 => Self::Of128,
            _ => Self::Of4096,
        }
    }
}

/// Solves a query that was prepared, by the cheapest form whose certificate holds.
pub(crate) fn run(
    query: &Query,
    prepared: &Prepared,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    match &prepared.slices {
        Some(slices) => slices::run(query, slices, limits, deadline, workspace),
        None => solve_by(query, &prepared.model, Forms::Cheapest, (limits, deadline), workspace),
    }
}

fn solver<'s>(
    query: &Query,
    model: &'s Model,
    forms: Forms,
    (limits, deadline): (&'s Limits, &'s Deadline),
    workspace: &'s mut Workspace,
    readings: &'s mut Readings,
) -> Solver<'s> {
    let Workspace { memory, plans, .. } = workspace;
    Solver { model, forms, limits, deadline, memory, known: plans.of(query), readings, cost: Cost::default() }
}

fn solve_by(
    query: &Query,
    model: &Model,
    forms: Forms,
    bounds: (&Limits, &Deadline),
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    read(query, model, forms, bounds, workspace, Vec::new()).map(|(solution, _)| solution)
}

/// d ln P(evidence) / d (1 - link), by link of the query.
pub(crate) fn slopes(
    query: &Query,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Vec<f64>, InferenceError> {
    let model = Model::new(query);
    let forecast = forecast(&model, query, limits, deadline, workspace)?;
    forecast.admit(Method::Elimination, limits, deadline)?;
    let bounds = (limits, deadline);
    let unknown = vec![0.0; model.links.len()];
    let (_, readings) = read(query, &model, Forms::Cheapest, bounds, workspace, unknown)?;
    let mut slopes = vec![0.0; query.link_disease.len()];
    model.unfold_slopes(&readings, query, &mut slopes);
    Ok(slopes)
}

/// Solves a query. The slopes of the model's links are read where there is room for them.
fn read(
    query: &Query,
    model: &Model,
    forms: Forms,
    bounds: (&Limits, &Deadline),
    workspace: &mut Workspace,
    slopes: Vec<f64>,
) -> Result<(Solution, Readings), InferenceError> {
    let mut readings = Readings {
        // A disease whose findings are certain anyway has no link left and keeps its prior.
        marginals: query.priors.clone(),
        fired: vec![1.0; query.finding_count()],
        slopes,
        ..Readings::default()
    };
    let mut solver = solver(query, model, forms, bounds, workspace, &mut readings);
    let mut log_evidence = 0.0;
    for (at, component) in model.components.iter().enumerate() {
        log_evidence += match Sets::for_findings(component.findings.len()) {
            Sets::None => model.findings[component.findings[0] as usize].fired.ln(),
            Sets::Of64 => solver.solve::<1>(at)?,
            Sets::Of128 => solver.solve::<2>(at)?,
            Sets::Of4096 => solver.solve::<64>(at)?,
        };
    }
    let operations = solver.cost.products + solver.cost.leaf_steps;
    for (finding, &fired) in readings.fired.iter().enumerate() {
        model.unfold(finding, fired, query, &mut readings.marginals);
    }
    let marginals = std::mem::take(&mut readings.marginals);
    let error_bound = certificate::bound(readings.rounding, query, model.folded.len(), &marginals);
    Ok((Solution { marginals, log_evidence, error_bound, operations }, readings))
}
