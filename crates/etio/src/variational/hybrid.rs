//! Putting the parts together: transform some findings, solve the rest exactly.
//!
//! `vfh`, `jh` and `jj99-joint` are one formula (Eq. 10.5 and Eq. 11 of the paper, which are equal; see `docs/notation.md`): the
//! transformed findings F1 multiply the weight of each disease by `e^t_i`, `t_i` being the sum of `xi_j theta_ji`, and the exact
//! method does the rest. They differ in the xi that the solver `cvx-joint` gives them. `jj99` is the paper's Eq. 10: exact
//! marginals of the rest first, each tilted afterwards as if independent.

use super::conjugate::{Bounds, tilt_all};
use super::order::{Ranking, push_bound};
use super::rest::{Exact, Rest};
use super::solver::joint::{self, Covariance};
use super::solver::separate::Terms;
use crate::exact::Solution;
use crate::query::Query;
use crate::{FindingId, Hybrid, InferenceError, Method, Network, Scheme, Solver};

/// The working memory of the hybrids, reused from query to query.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(crate) ranking: Ranking,
    /// F1, in the order of the method.
    pub(super) transformed: Vec<FindingId>,
    /// Their bounds in terms of the query, and their xi.
    pub(super) bounds: Bounds,
    pub(super) xi: Vec<f64>,
    /// F2 and F-: what is left to the exact method.
    pub(super) rest: Rest,
}

/// A query to answer by a hybrid.
pub(crate) struct Task<'a> {
    pub(crate) network: &'a Network,
    pub(crate) query: &'a Query,
    pub(crate) present: &'a [FindingId],
    pub(crate) exact: Exact<'a>,
}

/// What a hybrid finds out about a query.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// Marginals of the query's diseases, the scheme's own value of the log evidence, and what the exact part took.
    pub(crate) solution: Solution,
    /// No log evidence above this is possible, what the query has settled not counted.
    pub(crate) log_evidence_upper: f64,
    /// The findings that were transformed; where there are none, the solution is exact.
    pub(crate) transformed: Vec<FindingId>,
}

impl Workspace {
    /// Answers a query.
    pub(crate) fn solve(&mut self, hybrid: Hybrid, task: &mut Task<'_>) -> Result<Outcome, InferenceError> {
        let (asked, present) = (hybrid.transformed, task.present.len());
        if asked > present {
            let method = Method::Hybrid(hybrid);
            return Err(InferenceError::TooManyTransformed { method, asked, present });
        }
        let Self { ranking, transformed, .. } = self;
        ranking.choose(task.network, task.query, task.present, &hybrid, transformed, task.exact.deadline)?;
        if self.transformed.is_empty() {
            let solution = task.exact.solve(task.query)?;
            let log_evidence_upper = solution.log_evidence;
            return Ok(Outcome { solution, log_evidence_upper, transformed: Vec::new() });
        }
        self.split(hybrid.solver, task);
        task.exact.deadline.check()?;
        let (mut solution, log_evidence_upper) = match hybrid.scheme {
            Scheme::Jj99 => self.exact_first(hybrid.solver, task)?,
            Scheme::Vfh | Scheme::Jh | Scheme::Jj99Joint => self.variational_first(hybrid, task)?,
        };
        solution.operations += self.bounds.link_count() as f64;
        Ok(Outcome { solution, log_evidence_upper, transformed: self.transformed.clone() })
    }

    /// Parts the query in F1, of which the bounds are kept, and the rest.
    pub(super) fn split(&mut self, solver: Solver, task: &Task<'_>) {
        self.bounds.clear();
        self.xi.clear();
        for &finding in &self.transformed {
            push_bound(&mut self.bounds, task.query, finding);
            // It was chosen because it can be transformed, so it has a xi; a solver that finds another one starts there.
            self.xi.push(task.network.xi(finding, solver).unwrap_or_default());
        }
        let Self { transformed, rest, .. } = self;
        rest.take(task.query, |at| !transformed.contains(&task.query.findings[at]));
    }

    /// Eq. 11: tilted weights, then exact inference. The value bounds the evidence from above whatever the xi are.
    fn variational_first(
        &mut self,
        hybrid: Hybrid,
        task: &mut Task<'_>,
    ) -> Result<(Solution, f64), InferenceError> {
        let Self { bounds, xi, rest, transformed, .. } = self;
        match (hybrid.solver, hybrid.scheme) {
            (Solver::CvxJoint, Scheme::Jj99Joint) => minimise_overall_bound(bounds, xi, rest, task)?,
            (Solver::CvxJoint, _) => minimise_network_bound(transformed, xi, task)?,
            (Solver::Cvx | Solver::Ppf, _) => {}
        }
        let mut solution = rest.solve(task.query, bounds, xi, &mut task.exact)?;
        solution.log_evidence += bounds.log_constant(xi);
        let log_bound = solution.log_evidence;
        Ok((solution, log_bound))
    }

    /// Eq. 10: the exact marginals of the rest, then each tilted. They are multiplied as if they were independent, so the value is
    /// no proven bound; P(F2, F-) is one, and caps it.
    fn exact_first(
        &mut self,
        solver: Solver,
        task: &mut Task<'_>,
    ) -> Result<(Solution, f64), InferenceError> {
        let Self { bounds, xi, rest, .. } = self;
        let nothing = Bounds::default();
        let mut solution = rest.solve(task.query, &nothing, &[], &mut task.exact)?;
        let upper = solution.log_evidence;
        let mut complements: Vec<f64> = solution.marginals.iter().map(|q| 1.0 - q).collect();
        let weights = Weights { on: &solution.marginals, off: &complements };
        match solver {
            Solver::Ppf => {}
            Solver::Cvx => weights.minimise_separately(bounds, xi),
            Solver::CvxJoint => {
                weights.minimise_separately(bounds, xi);
                weights.minimise_together(bounds, xi, task)?;
            }
        }
        let mut tilts = vec![0.0; complements.len()];
        bounds.tilts(xi, &mut tilts);
        let log_normaliser = tilt_all(&mut solution.marginals, &mut complements, &tilts);
        let value = upper + bounds.log_constant(xi) + log_normaliser;
        solution.log_evidence = value.min(upper);
        Ok((solution, upper))
    }
}

/// Independent diseases: the probability of each, and one minus that.
#[derive(Clone, Copy)]
struct Weights<'a> {
    on: &'a [f64],
    off: &'a [f64],
}

impl Weights<'_> {
    /// The xi of each finding for its own bound.
    fn minimise_separately(self, bounds: &Bounds, xi: &mut [f64]) {
        let mut terms = Terms::default();
        for (finding, xi) in xi.iter_mut().enumerate() {
            terms.start(bounds.base[finding]);
            for (disease, theta) in bounds.links(finding) {
                terms.push(self.on[disease], self.off[disease], theta);
            }
            *xi = terms.minimise().xi;
        }
    }

    /// The xi of all findings for the bound of them all: Eq. 7.
    fn minimise_together(
        self,
        bounds: &Bounds,
        xi: &mut [f64],
        task: &Task<'_>,
    ) -> Result<(), InferenceError> {
        let mut tilts = vec![0.0; self.on.len()];
        let mut complements = self.off.to_vec();
        joint::minimise(bounds, xi, Covariance::Independent, |xi, tilting| {
            task.exact.deadline.check()?;
            bounds.tilts(xi, &mut tilts);
            tilting.value = xi.iter().zip(&bounds.base).map(|(xi, base)| xi * base).sum();
            tilting.marginals.clear();
            tilting.marginals.extend_from_slice(self.on);
            complements.copy_from_slice(self.off);
            tilting.value += tilt_all(&mut tilting.marginals, &mut complements, &tilts);
            Ok(())
        })
    }
}

/// Algorithm 1, line 2: the xi that minimise Eq. 7, which knows F1 and the network's priors and no other evidence.
fn minimise_network_bound(
    transformed: &[FindingId],
    xi: &mut [f64],
    task: &Task<'_>,
) -> Result<(), InferenceError> {
    let network = task.network;
    let parents = |finding: FindingId| network.parents(finding).iter().map(|(d, p)| (d.index() as u32, p));
    let mut diseases: Vec<u32> = transformed.iter().flat_map(|&f| parents(f)).map(|(d, _)| d).collect();
    diseases.sort_unstable();
    diseases.dedup();
    let mut bounds = Bounds::default();
    bounds.clear();
    for &finding in transformed {
        for (disease, p) in parents(finding) {
            // Every parent is in the list that was made from them.
            let at = diseases.partition_point(|&d| d < disease);
            bounds.link(at as u32, super::conjugate::theta(p));
        }
        bounds.close(super::conjugate::theta(network.leak(finding)));
    }
    let on: Vec<f64> = diseases.iter().map(|&d| network.priors[d as usize]).collect();
    let off: Vec<f64> = on.iter().map(|prior| 1.0 - prior).collect();
    Weights { on: &on, off: &off }.minimise_together(&bounds, xi, task)
}

/// The original of 1999: the xi that minimise the overall bound, exact part and all. Its gradient is made of tilted exact marginals.
fn minimise_overall_bound(
    bounds: &Bounds,
    xi: &mut [f64],
    rest: &mut Rest,
    task: &mut Task<'_>,
) -> Result<(), InferenceError> {
    joint::minimise(bounds, xi, Covariance::Learnt, |xi, tilting| {
        task.exact.deadline.check()?;
        let solution = rest.solve(task.query, bounds, xi, &mut task.exact)?;
        tilting.value =
            solution.log_evidence + xi.iter().zip(&bounds.base).map(|(xi, base)| xi * base).sum::<f64>();
        tilting.marginals = solution.marginals;
        Ok(())
    })
}
