//! Certified variable elimination: all posteriors and the log evidence from one forward and one backward pass.
//!
//! Every present finding is a variable with two states, and every disease a factor over its findings (or a variable
//! itself). A *signed* finding counts "any" and "does not fire": tables multiply entry by entry, and the finding is
//! eliminated by a difference. A *positive* one counts "does not fire" and "fires": nothing is ever subtracted, but a join
//! costs half as much again for every shared finding. The backward pass adds up a bound on the rounding error, so that the
//! cheap signed form is used where it is proven to be good enough, and only there.
//!
//! `docs/exact.md` explains the method and proves the bound.

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
#[cfg(test)]
mod tests;

use std::time::Duration;

use super::Solution;
use crate::limits::Deadline;
use crate::query::Query;
use crate::{InferenceError, Limits, Method};
use cost::{Arithmetic, Cost, Rates};
use leaf::Readings;
use model::{Component, Model};
use number::{Double, Number, Single};
use pass::{Memory, Pass};
use plan::Plan;
use search::Problem;

/// The working memory of elimination.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    memory: Memory,
}

/// A certified error above this is not accepted while there is another form to try.
const ACCEPTED: f64 = 1e-10;

/// How tables are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    arithmetic: Arithmetic,
    /// How many findings, the rarest, are joined without subtraction.
    positive: usize,
}

impl Form {
    /// Doubles, every finding signed: the fastest.
    const SIGNED: Self = Self { arithmetic: Arithmetic::Single, positive: 0 };
    /// Doubles, every finding positive: never loses digits.
    const POSITIVE: Self = Self { arithmetic: Arithmetic::Single, positive: usize::MAX };
}

/// Solves a query by the cheapest form whose certificate holds.
pub(crate) fn solve(
    query: &Query,
    _limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    solve_by(query, &FORMS, deadline, workspace)
}

/// The forms in the order in which they are tried.
const FORMS: [Form; 4] = [
    Form::SIGNED,
    Form { arithmetic: Arithmetic::Double, positive: 0 },
    Form { arithmetic: Arithmetic::Double, positive: 6 },
    Form::POSITIVE,
];

fn solve_by(
    query: &Query,
    forms: &[Form],
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    let model = Model::new(query);
    let mut run = Run { model: &model, forms, deadline, workspace, cost: Cost::default() };
    let mut readings = Readings {
        // A disease whose findings are certain anyway has no link left and keeps its prior.
        marginals: query.priors.clone(),
        fired: vec![1.0; query.finding_count()],
        ..Readings::default()
    };
    let mut log_evidence = 0.0;
    for component in &model.components {
        log_evidence += match component.findings.len() {
            1 => model.findings[component.findings[0] as usize].fired.ln(),
            ..=40 => run.component::<1>(component, &mut readings)?,
            ..=100 => run.component::<2>(component, &mut readings)?,
            _ => run.component::<64>(component, &mut readings)?,
        };
    }
    for (finding, &fired) in readings.fired.iter().enumerate() {
        model.unfold(finding, fired, query, &mut readings.marginals);
    }
    let error_bound = certificate::bound(readings.rounding, query, model.folded.len(), &readings.marginals);
    Ok(Solution { marginals: readings.marginals, log_evidence, error_bound, operations: run.cost.products })
}

/// What the runs of a query share.
struct Run<'r> {
    model: &'r Model,
    forms: &'r [Form],
    deadline: &'r Deadline,
    workspace: &'r mut Workspace,
    cost: Cost,
}

impl Run<'_> {
    /// The log evidence of a component; posteriors go to the readings.
    fn component<const N: usize>(
        &mut self,
        component: &Component,
        readings: &mut Readings,
    ) -> Result<f64, InferenceError> {
        let Some(mut problem) = Problem::<N>::new(self.model, component) else {
            return Err(InferenceError::TooLarge {
                method: Method::Elimination,
                what: "present findings that hang together",
                count: component.findings.len(),
                limit: 64 * N,
            });
        };
        let rarest = rarest_first(self.model, component);
        let before = readings.rounding;
        let mut lost = f64::INFINITY;
        for (at, form) in self.forms.iter().enumerate() {
            problem.positive = rarest.iter().take(form.positive).copied().collect();
            let rates = Rates::stored(form.arithmetic);
            let candidate = problem.search(&rates, Duration::from_secs(1), None);
            let plan = Plan::new(&problem, &candidate);
            self.cost += plan.cost;
            readings.rounding = before;
            let log = match form.arithmetic {
                Arithmetic::Single => self.pass::<Single>(&plan, readings)?,
                Arithmetic::Double => self.pass::<Double>(&plan, readings)?,
            };
            if let Some(log) = log {
                lost = readings.rounding - before;
                let last = at + 1 == self.forms.len();
                if lost < ACCEPTED || last && lost < 1e-3 {
                    return Ok(log);
                }
            }
        }
        Err(InferenceError::DigitsLost { method: Method::Elimination, error_estimate: lost.min(1.0) })
    }

    fn pass<M: Number>(
        &mut self,
        plan: &Plan,
        readings: &mut Readings,
    ) -> Result<Option<f64>, InferenceError> {
        let mut pass = Pass::<M>::new(plan, self.model, &mut self.workspace.memory, self.deadline);
        let log = pass.forward()?;
        if log.is_some() {
            pass.backward(readings)?;
        }
        Ok(log)
    }
}

/// The findings of a component, the least likely first.
fn rarest_first(model: &Model, component: &Component) -> Vec<usize> {
    let rarity = |&local: &usize| model.findings[component.findings[local] as usize].marginal;
    let mut order: Vec<usize> = (0..component.findings.len()).collect();
    order.sort_by(|a, b| rarity(a).total_cmp(&rarity(b)));
    order
}
