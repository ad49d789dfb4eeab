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
mod number;
mod order;
mod pass;
mod plan;
mod schedule;
mod search;
mod shape;
mod solver;
#[cfg(test)]
mod tests;

use super::Solution;
use crate::limits::Deadline;
use crate::query::Query;
use crate::{InferenceError, Limits};
use cost::Cost;
use leaf::Readings;
use model::Model;
use pass::Memory;
use solver::{Forms, Solver};

/// The working memory of elimination.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    memory: Memory,
}

/// Solves a query by the cheapest form whose certificate holds.
pub(crate) fn solve(
    query: &Query,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    solve_by(query, Forms::Cheapest, limits, deadline, workspace)
}

fn solve_by(
    query: &Query,
    forms: Forms,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    let model = Model::new(query);
    let mut readings = Readings {
        // A disease whose findings are certain anyway has no link left and keeps its prior.
        marginals: query.priors.clone(),
        fired: vec![1.0; query.finding_count()],
        ..Readings::default()
    };
    let memory = &mut workspace.memory;
    let mut solver = Solver {
        model: &model,
        forms,
        limits,
        deadline,
        memory,
        readings: &mut readings,
        cost: Cost::default(),
    };
    let mut log_evidence = 0.0;
    for component in &model.components {
        log_evidence += match component.findings.len() {
            1 => model.findings[component.findings[0] as usize].fired.ln(),
            2..=40 => solver.solve::<1>(component)?,
            41..=100 => solver.solve::<2>(component)?,
            _ => solver.solve::<64>(component)?,
        };
    }
    let operations = solver.cost.products + solver.cost.leaf_steps;
    for (finding, &fired) in readings.fired.iter().enumerate() {
        model.unfold(finding, fired, query, &mut readings.marginals);
    }
    let error_bound = certificate::bound(readings.rounding, query, model.folded.len(), &readings.marginals);
    Ok(Solution { marginals: readings.marginals, log_evidence, error_bound, operations })
}
