//! Putting the parts together: transform some findings, solve the rest exactly.
//!
//! `vfh`, `jh` and `jj99-joint` are one formula (Eq. 10.5 and Eq. 11 of the paper, which are equal;
//! see `docs/notation.md`): the transformed findings F1 multiply the weight of each disease by
//! `e^t_i`, `t_i` being the sum of `xi_j theta_ji`, and the exact method does the rest. They differ
//! in the xi that the solver `cvx-joint` gives them. `jj99` is the paper's Eq. 10: exact marginals
//! of the rest first, each tilted afterwards as if independent.

use super::attempt::Attempt;
use super::conjugate::{Tangents, log_constant, tilt_all};
use super::independent::Independent;
use super::order::{Ranking, STEPS_PER_SEARCH, base_of, push_bound};
use super::rest::{Rest, Task};
use super::rounding;
use super::solver::joint::{self, Covariance, Search};
use super::xi::XiCache;
use crate::algorithm::{Accuracy, Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::pace::Pace;
use crate::planner::Planner;
use crate::problem::Problem;
use crate::{FindingId, Hybrid, InferenceError, Method, Scheme, Solver};

/// The parts that a hybrid divides a problem into, reused from problem to problem.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(super) ranking: Ranking,
    /// F1, in the order of the method.
    pub(super) transformed: Vec<FindingId>,
    /// Their xi, and what the tangent of each adds for `theta_0`.
    pub(super) xi: Vec<f64>,
    base: Vec<f64>,
    /// Their thetas, if a solver searches for xi.
    bounds: Tangents,
    /// F2 and F-: what is left to the exact method.
    pub(super) rest: Rest,
}

/// Inputs of a variational method, besides the problem and the budget.
pub(crate) struct Variational<'a> {
    pub(crate) xi: &'a XiCache,
    /// All present findings, also those that the problem does not have because they are certain.
    pub(crate) present: &'a [FindingId],
    pub(crate) planner: &'a mut Planner,
    pub(crate) parts: &'a mut Parts,
}

/// A hybrid of the paper.
pub(crate) struct HybridMethod<'a> {
    pub(crate) hybrid: Hybrid,
    pub(crate) tools: Variational<'a>,
}

impl Algorithm for HybridMethod<'_> {
    /// Chooses the findings to transform. The rest is planned when it is solved.
    fn plan(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError> {
        let Self { hybrid, tools: Variational { xi, present, parts, .. } } = self;
        if hybrid.transformed > present.len() {
            return Err(InferenceError::TooManyTransformed {
                method: Method::Hybrid(*hybrid),
                asked: hybrid.transformed,
                present: present.len(),
            });
        }
        parts.ranking.choose(xi, problem, present, hybrid, &mut parts.transformed, budget)?;
        parts.split(hybrid, xi, problem, budget)?;
        budget.check()?;
        Ok(Forecast { operations: parts.link_count(problem) as f64, ..Forecast::default() })
    }

    /// The cost of solving the rest once.
    fn forecast(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError> {
        let mut forecast = self.plan(problem, budget)?;
        let Variational { planner, parts, .. } = &mut self.tools;
        forecast += parts.rest.forecast(problem, planner, budget)?;
        Ok(forecast)
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        let hybrid = self.hybrid;
        let Variational { xi, planner, parts, .. } = &mut self.tools;
        if parts.transformed.is_empty() {
            let exact = planner.solve_rest(problem, budget).map_err(|error| in_name_of(hybrid, error))?;
            return Ok(Solution { method: Method::Hybrid(hybrid), ..exact });
        }
        let mut task = Task { problem, budget, planner };
        let answer = match hybrid.scheme {
            Scheme::Jj99 => parts.exact_first(hybrid.solver, &mut task),
            Scheme::Vfh | Scheme::Jh | Scheme::Jj99Joint => parts.variational_first(hybrid, xi, &mut task),
        };
        let (solution, log_evidence_upper) = answer.map_err(|error| in_name_of(hybrid, error))?;
        let operations = solution.operations + parts.link_count(problem) as f64;
        // A bound that is not below 1 says nothing, nor does one that is not a number, and the
        // marginals that come with it may be worse than none.
        let is_informed = log_evidence_upper < 0.0 || problem.finding_count() == 0;
        let solution = if is_informed { solution } else { Attempt::ignoring_all(problem).solution(problem) };
        Ok(Solution {
            method: Method::Hybrid(hybrid),
            operations,
            log_evidence: solution.log_evidence.min(0.0),
            accuracy: Accuracy::upper_bound(log_evidence_upper.min(0.0), is_informed),
            transformed: parts.transformed.clone(),
            ..solution
        })
    }
}

/// A refusal of the rest is one of the hybrid, to those who asked for it.
fn in_name_of(hybrid: Hybrid, error: InferenceError) -> InferenceError {
    match error {
        InferenceError::TooExpensive { predicted_seconds, predicted_bytes, .. } => {
            let method = Method::Hybrid(hybrid);
            InferenceError::TooExpensive { method, predicted_seconds, predicted_bytes }
        }
        error => error,
    }
}

/// Whether xi are searched for that suit the findings together, or the rest: that takes the theta of
/// each link.
fn searches(hybrid: &Hybrid) -> bool {
    hybrid.scheme == Scheme::Jj99 || hybrid.solver == Solver::CvxJoint
}

impl Parts {
    /// Divides the problem into F1, whose bounds are kept, and the rest.
    fn split(
        &mut self,
        hybrid: &Hybrid,
        xi: &XiCache,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        let mut pace = Pace::new(budget);
        self.bounds.clear();
        self.base.clear();
        self.xi.clear();
        for &finding in &self.transformed {
            pace.count(STEPS_PER_SEARCH * xi.network().parent_count(finding))?;
            if searches(hybrid) {
                push_bound(&mut self.bounds, problem, finding);
            }
            self.base.push(base_of(problem, finding));
            // It was chosen because it can be transformed, so it has a xi; a solver that finds
            // another one starts there.
            self.xi.push(xi.get(finding, hybrid.solver).unwrap_or_default());
        }
        let mut left_out = self.transformed.clone();
        left_out.sort_unstable();
        self.rest.take(problem, |at| left_out.binary_search(&problem.findings[at]).is_err(), budget)
    }

    /// Number of links of F1.
    fn link_count(&self, problem: &Problem) -> usize {
        let at = |finding: &FindingId| problem.findings.binary_search(finding).ok();
        self.transformed.iter().filter_map(at).map(|at| problem.degree(at)).sum()
    }

    /// Eq. 11: tilted weights, then exact inference. The value bounds the evidence from above
    /// whatever the xi are.
    fn variational_first(
        &mut self,
        hybrid: Hybrid,
        cache: &XiCache,
        task: &mut Task<'_>,
    ) -> Result<(Solution, f64), InferenceError> {
        let Self { bounds, base, xi, rest, transformed, .. } = self;
        match (hybrid.solver, hybrid.scheme) {
            (Solver::CvxJoint, Scheme::Jj99Joint) => minimise_overall_bound(bounds, xi, rest, task)?,
            (Solver::CvxJoint, _) => minimise_network_bound(transformed, xi, cache, task)?,
            (Solver::Cvx | Solver::Ppf, _) => {}
        }
        let mut solution = rest.solve_without(transformed, xi, task)?;
        let constant = log_constant(xi, base);
        let rounding = solution.evidence_rounding
            + rounding::of_constant(xi, base)
            + rounding::of_sum(&[solution.log_evidence, constant]);
        solution.log_evidence += constant;
        let log_bound = solution.log_evidence + rounding;
        Ok((solution, log_bound))
    }

    /// Eq. 10: the exact marginals of the rest, then each tilted. They are multiplied as if they
    /// were independent, so the value is not a proven bound; P(F2, F-) is one, and caps it. If F2 is
    /// empty they are independent, and the value is a bound too.
    fn exact_first(
        &mut self,
        solver: Solver,
        task: &mut Task<'_>,
    ) -> Result<(Solution, f64), InferenceError> {
        let Self { bounds, xi, rest, .. } = self;
        let mut solution = rest.solve_untilted(task)?;
        let (exact, exact_rounding) = (solution.log_evidence, solution.evidence_rounding);
        let mut complements: Vec<f64> = solution.marginals.iter().map(|q| 1.0 - q).collect();
        let diseases = Independent { on: &solution.marginals, off: &complements };
        match solver {
            Solver::Ppf => {}
            Solver::Cvx => diseases.minimise_separately(bounds, xi, task.budget)?,
            Solver::CvxJoint => {
                diseases.minimise_separately(bounds, xi, task.budget)?;
                let search = Search::to_the_minimum(Covariance::Independent);
                diseases.minimise_together(bounds, xi, search, task.budget, |_| ())?;
            }
        }
        let mut tilts = vec![0.0; complements.len()];
        bounds.tilts_at_pace(xi, &mut tilts, &mut Pace::new(task.budget))?;
        let log_normaliser = tilt_all(&mut solution.marginals, &mut complements, &tilts);
        let constant = bounds.log_constant(xi);
        let value = exact + constant + log_normaliser;
        let rounding = if rest.is_empty() {
            rounding::of_constant(xi, &bounds.base)
                + rounding::of_tilting(bounds.len(), &tilts, log_normaliser)
                + rounding::of_sum(&[constant, log_normaliser])
        } else {
            exact_rounding + rounding::of_sum(&[exact])
        };
        let bound = if rest.is_empty() { value } else { exact };
        solution.log_evidence = value.min(bound);
        let upper = bound + rounding;
        Ok((solution, upper))
    }
}

/// Algorithm 1, line 2: the xi that minimise Eq. 7, which knows F1 and the network's priors and no
/// other evidence.
fn minimise_network_bound(
    transformed: &[FindingId],
    xi: &mut [f64],
    cache: &XiCache,
    task: &Task<'_>,
) -> Result<(), InferenceError> {
    let network = cache.network();
    let mut pace = Pace::new(task.budget);
    let parents = |finding: FindingId| network.parents(finding).iter().map(|(d, p)| (d.index() as u32, p));
    let mut diseases: Vec<u32> = Vec::new();
    for &finding in transformed {
        pace.count(network.parent_count(finding))?;
        diseases.extend(parents(finding).map(|(d, _)| d));
    }
    diseases.sort_unstable();
    diseases.dedup();
    let mut bounds = Tangents::default();
    bounds.clear();
    for &finding in transformed {
        pace.count(STEPS_PER_SEARCH * network.parent_count(finding))?;
        for (disease, p) in parents(finding) {
            // Every parent is in the list that was made from them.
            let at = diseases.partition_point(|&d| d < disease);
            bounds.link(at as u32, super::conjugate::theta(p));
        }
        bounds.close(super::conjugate::theta(network.leak(finding)));
    }
    let on: Vec<f64> = diseases.iter().map(|&d| network.priors[d as usize]).collect();
    let off: Vec<f64> = on.iter().map(|prior| 1.0 - prior).collect();
    let search = Search::to_the_minimum(Covariance::Independent);
    Independent { on: &on, off: &off }.minimise_together(&bounds, xi, search, task.budget, |_| ())
}

/// The original of 1999: the xi that minimise the overall bound, exact part and all. Its gradient
/// is made of tilted exact marginals.
fn minimise_overall_bound(
    bounds: &Tangents,
    xi: &mut [f64],
    rest: &mut Rest,
    task: &mut Task<'_>,
) -> Result<(), InferenceError> {
    let search = Search::to_the_minimum(Covariance::Learnt);
    joint::minimise(bounds, xi, search, task.budget, |xi, tilting| {
        task.budget.check()?;
        let solution = rest.solve(bounds, xi, task)?;
        tilting.value = solution.log_evidence + bounds.linear(xi);
        tilting.marginals = solution.marginals;
        Ok(())
    })
}
