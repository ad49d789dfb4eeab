//! `mean-field`: a posterior in which diseases are independent.
//!
//! With `f(x) = ln(1 - e^-x)`, which is concave, and any shares `r_ji` of a finding's diseases that
//! add up to at most 1, Jensen's inequality gives (Jaakkola and Jordan 1999)
//!
//! ```text
//! ln P(f_j | d) >= f(theta_j0) + sum_i r_ji d_i (f(theta_j0 + theta_ji / r_ji) - f(theta_j0)),
//! ```
//!
//! a product over diseases. Summed over all states it is a lower bound on the evidence,
//!
//! ```text
//! ln P(F+) >= sum_j f(theta_j0) + sum_i ln(1 - pi_i + pi_i e^t_i),
//! t_i = sum_j r_ji (f(theta_j0 + theta_ji / r_ji) - f(theta_j0)),
//! ```
//!
//! for every r; r and the posterior of the diseases are improved in turn. A finding without leak
//! has `f(theta_j0) = -inf`: one of its diseases is then taken as present, which is a point of the
//! same family, and its theta joins the leak.
//!
//! The other forms, `mean-field:taylor` and `mean-field:taylor2`, are in [`taylor`](super::taylor).

use super::graph::Graph;
use super::taylor::{Taylor, pairs};
use super::{Estimate, LARGEST_THETA, STEPS_PER_LINK, iterate, log_on, one_iteration};
use crate::algorithm::{Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::method::Field;
use crate::pace::Pace;
use crate::problem::Problem;
use crate::variational::conjugate::{log_normaliser, tilt};
use crate::{Basis, InferenceError, Method};

/// Iterations at most.
const MOST_ITERATIONS: u32 = 500;
/// A bound that grows by no more than this share is at rest.
const AT_REST: f64 = 1e-9;

/// The method `mean-field`.
pub(crate) struct MeanField {
    pub(crate) field: Field,
}

impl Algorithm for MeanField {
    fn plan(&mut self, problem: &Problem, _: &Budget) -> Result<Forecast, InferenceError> {
        let mut forecast = one_iteration(problem);
        if self.field == Field::Taylor2 {
            forecast += pairs(problem);
        }
        Ok(forecast)
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        if problem.finding_count() == 0 {
            return Ok(Solution::of_nothing(problem));
        }
        let _memory = self.plan(problem, budget)?.reserve(Method::MeanField(self.field), budget)?;
        let graph = Graph::of(problem, budget)?;
        let estimate = match self.field {
            Field::Bound => Jensen::new(&graph).solve(budget)?,
            Field::Taylor => Taylor::solved(&graph, budget)?.estimate(),
            Field::Taylor2 => Taylor::solved(&graph, budget)?.second_order(budget)?,
        };
        Ok(estimate.solution(Method::MeanField(self.field), problem, &graph))
    }
}

/// The lower bound.
struct Jensen<'a> {
    graph: &'a Graph,
    /// Diseases that are taken as present.
    is_fixed: Vec<bool>,
    /// Theta of the leak and of the fixed diseases, by finding.
    base: Vec<f64>,
    /// `r`, by link; zero for those of fixed diseases.
    share: Vec<f64>,
    /// `t`, and the posterior, by disease.
    tilt: Vec<f64>,
    marginal: Vec<f64>,
    /// Largest bound so far.
    log_lower: f64,
}

impl<'a> Jensen<'a> {
    fn new(graph: &'a Graph) -> Self {
        let mut jensen = Self {
            graph,
            is_fixed: vec![false; graph.disease_count()],
            base: graph.base.clone(),
            share: vec![0.0; graph.link_count()],
            tilt: vec![0.0; graph.disease_count()],
            marginal: graph.prior.clone(),
            log_lower: f64::NEG_INFINITY,
        };
        jensen.fix();
        for finding in 0..graph.finding_count() {
            let free = |&link: &usize| !jensen.is_fixed[graph.disease[link] as usize];
            let links: Vec<usize> = graph.of_finding(finding).filter(free).collect();
            let even = shrunk(1.0, links.len()) / links.len().max(1) as f64;
            for link in links {
                jensen.share[link] = even;
            }
        }
        jensen
    }

    /// Takes diseases as present until every finding has a leak or one of them: each time the one
    /// that is cheapest for what it newly explains.
    fn fix(&mut self) {
        let graph = self.graph;
        loop {
            let mut gains = vec![(0.0, 0_u32); graph.disease_count()];
            let mut is_done = true;
            for finding in (0..graph.finding_count()).filter(|&finding| self.base[finding] == 0.0) {
                is_done = false;
                for link in graph.of_finding(finding) {
                    let gain = &mut gains[graph.disease[link] as usize];
                    *gain = (gain.0 + graph.probability[link].ln(), gain.1 + 1);
                }
            }
            if is_done {
                return;
            }
            let cost = |d: usize| -(graph.log_prior[d] + gains[d].0) / f64::from(gains[d].1);
            let explaining = (0..gains.len()).filter(|&d| gains[d].1 > 0 && !self.is_fixed[d]);
            // Every finding without leak has a disease that is not fixed: it would have a rate
            // otherwise, since a link's theta is above 0.
            let Some(best) = explaining.min_by(|&a, &b| cost(a).total_cmp(&cost(b))) else { return };
            self.is_fixed[best] = true;
            for &link in graph.of_disease(best) {
                let finding = graph.finding[link as usize] as usize;
                self.base[finding] += graph.theta[link as usize];
            }
        }
    }

    fn solve(mut self, budget: &Budget) -> Result<Estimate, InferenceError> {
        let (iterations, converged) = iterate(MOST_ITERATIONS, || {
            budget.check()?;
            let before = self.log_lower;
            self.improve(budget)?;
            Ok(self.log_lower - before <= AT_REST * (1.0 + self.log_lower.abs()))
        })?;
        Ok(Estimate {
            log_evidence: self.log_lower,
            log_evidence_lower: self.log_lower,
            marginals: self.marginal,
            is_informed: true,
            operations: f64::from(iterations) * self.graph.link_count() as f64,
            basis: Basis::Iterated { iterations, converged, swing: None },
        })
    }

    /// The best posterior for the shares as they are, its bound, and better shares for it.
    fn improve(&mut self, budget: &Budget) -> Result<(), InferenceError> {
        let graph = self.graph;
        let mut pace = Pace::new(budget);
        let (mut sum, mut size, mut terms) = (0.0, 0.0, 0.0);
        self.tilt.fill(0.0);
        for finding in 0..graph.finding_count() {
            pace.count(STEPS_PER_LINK * graph.of_finding(finding).len())?;
            let quiet = log_on(self.base[finding]);
            (sum, size) = (sum + quiet, size + quiet.abs());
            for link in graph.of_finding(finding) {
                self.tilt[graph.disease[link] as usize] += self.gain(finding, link, quiet).0;
            }
        }
        for disease in 0..graph.disease_count() {
            let term = if self.is_fixed[disease] {
                self.marginal[disease] = 1.0;
                graph.log_prior[disease]
            } else {
                let (prior, complement) = (graph.prior[disease], graph.complement[disease]);
                self.marginal[disease] = tilt(prior, complement, self.tilt[disease]).prior;
                terms += graph.of_disease(disease).len() as f64;
                log_normaliser(prior, complement, self.tilt[disease])
            };
            (sum, size) = (sum + term, size + term.abs() + self.tilt[disease]);
        }
        // Each term is off by a few roundings of its size, each sum by one per term.
        terms += (graph.disease_count() + graph.finding_count() + 16) as f64;
        let lower = sum - 4.0 * f64::EPSILON * terms * (1.0 + size);
        self.log_lower = self.log_lower.max(lower);
        self.share_out(&mut pace)
    }

    /// `r (f(theta_0 + theta / r) - f(theta_0))` of a link and its derivative by r.
    fn gain(&self, finding: usize, link: usize, quiet: f64) -> (f64, f64) {
        let (share, base) = (self.share[link], self.base[finding]);
        if share == 0.0 || quiet == 0.0 {
            return (0.0, 0.0);
        }
        let rate = self.graph.theta[link] / share;
        let x = base + rate;
        let value = (log_on(x) - quiet).max(0.0);
        // f'(x) = 1 / (e^x - 1); times x it tends to 0.
        let slope = if x < LARGEST_THETA { rate / x.exp_m1() } else { 0.0 };
        let slope = if slope.is_finite() { slope } else { 1.0 };
        (share * value, (value - slope).max(0.0))
    }

    /// Gives each disease of a finding the share of what it explains: an EM step.
    fn share_out(&mut self, pace: &mut Pace<'_>) -> Result<(), InferenceError> {
        let graph = self.graph;
        let mut gains = Vec::new();
        for finding in 0..graph.finding_count() {
            let links = graph.of_finding(finding);
            pace.count(STEPS_PER_LINK * links.len())?;
            let quiet = log_on(self.base[finding]);
            gains.clear();
            gains.extend(links.clone().map(|link| {
                let part = self.share[link] * self.marginal[graph.disease[link] as usize];
                part * self.gain(finding, link, quiet).1
            }));
            let total: f64 = gains.iter().sum();
            if total > 0.0 && total.is_finite() {
                for (link, gain) in links.zip(&gains) {
                    self.share[link] = shrunk(gain / total, gains.len());
                }
            }
        }
        Ok(())
    }
}

/// A share made smaller by what roundings may add to the sum of all.
fn shrunk(share: f64, count: usize) -> f64 {
    share * (1.0 - 4.0 * f64::EPSILON * (count + 1) as f64)
}
