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
//! The other form, `mean-field:taylor`, takes `f` at the mean of its argument, the zeroth order of
//! the expansions of Ng and Jordan 2000, here around the mean of the factorised posterior itself:
//!
//! ```text
//! logit q_i = logit pi_i + sum_j (f(m_j\i + theta_ji) - f(m_j\i)),
//! m_j\i = theta_j0 + sum over k != i of theta_jk q_k
//! ```
//!
//! It bounds nothing.

use super::graph::Graph;
use super::{Estimate, is_time_over, log_on, logistic, one_iteration};
use crate::algorithm::{Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::method::Field;
use crate::problem::Problem;
use crate::variational::conjugate::{log_normaliser, tilt};
use crate::variational::pace::Pace;
use crate::{Basis, InferenceError, Method};

/// Iterations at most.
const MOST_ITERATIONS: u32 = 500;
/// A bound that grows by no more than this share, or posteriors that move by no more, are at rest.
const AT_REST: f64 = 1e-9;
/// Elementary steps that a link takes in an iteration, each of a few nanoseconds.
const STEPS_PER_LINK: usize = 24;
/// A larger theta is taken as this, in the expansion: `1 - e^-700` is 1, and 700 times 0 is 0.
const LARGEST_THETA: f64 = 700.0;

/// The method `mean-field`.
pub(crate) struct MeanField {
    pub(crate) field: Field,
}

impl Algorithm for MeanField {
    fn plan(&mut self, problem: &Problem, _: &Budget) -> Result<Forecast, InferenceError> {
        Ok(one_iteration(problem))
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        if problem.finding_count() == 0 {
            return Ok(Solution::of_nothing(problem));
        }
        let graph = Graph::of(problem, budget)?;
        let estimate = match self.field {
            Field::Bound => Jensen::new(&graph).solve(budget)?,
            Field::Taylor => Taylor::new(&graph).solve(budget)?,
        };
        Ok(estimate.solution(Method::MeanField(self.field), problem, &graph))
    }
}

/// Repeats a step until it says that it is at rest, or the time is over.
fn iterate(mut step: impl FnMut() -> Result<bool, InferenceError>) -> Result<Basis, InferenceError> {
    let (mut iterations, mut converged) = (0, false);
    while iterations < MOST_ITERATIONS && !converged {
        match step() {
            Ok(at_rest) => converged = at_rest,
            Err(error) if is_time_over(&error) && iterations > 0 => break,
            Err(error) => return Err(error),
        }
        iterations += 1;
    }
    Ok(Basis::Iterated { iterations, converged })
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
                self.base[finding] += graph.theta[link as usize].max(f64::MIN_POSITIVE);
            }
        }
    }

    fn solve(mut self, budget: &Budget) -> Result<Estimate, InferenceError> {
        let basis = iterate(|| {
            budget.check()?;
            let before = self.log_lower;
            self.improve(budget)?;
            Ok(self.log_lower - before <= AT_REST * (1.0 + self.log_lower.abs()))
        })?;
        let Basis::Iterated { iterations, .. } = basis else { unreachable!("it iterates") };
        Ok(Estimate {
            log_evidence: self.log_lower,
            log_evidence_lower: self.log_lower,
            marginals: self.marginal,
            is_informed: true,
            operations: f64::from(iterations) * self.graph.link_count() as f64,
            basis,
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

/// The expansion around the mean.
struct Taylor<'a> {
    graph: &'a Graph,
    theta: Vec<f64>,
    marginal: Vec<f64>,
    /// Mean of each finding's rate.
    mean: Vec<f64>,
}

impl<'a> Taylor<'a> {
    fn new(graph: &'a Graph) -> Self {
        Self {
            graph,
            theta: graph.theta.iter().map(|theta| theta.min(LARGEST_THETA)).collect(),
            marginal: graph.prior.clone(),
            mean: Vec::new(),
        }
    }

    fn solve(mut self, budget: &Budget) -> Result<Estimate, InferenceError> {
        let basis = iterate(|| {
            budget.check()?;
            Ok(self.sweep(budget)? <= AT_REST)
        })?;
        let Basis::Iterated { iterations, .. } = basis else { unreachable!("it iterates") };
        Ok(Estimate {
            log_evidence: self.log_evidence(),
            log_evidence_lower: f64::NEG_INFINITY,
            marginals: self.marginal,
            is_informed: true,
            operations: f64::from(iterations) * self.graph.link_count() as f64,
            basis,
        })
    }

    /// Every disease once; how far a posterior moved.
    fn sweep(&mut self, budget: &Budget) -> Result<f64, InferenceError> {
        let graph = self.graph;
        let mut pace = Pace::new(budget);
        // Sums that are only ever changed would drift.
        self.mean.clone_from(&graph.base);
        for link in 0..graph.link_count() {
            self.mean[graph.finding[link] as usize] +=
                self.theta[link] * self.marginal[graph.disease[link] as usize];
        }
        pace.count(2 * graph.link_count())?;
        let mut moved = 0.0_f64;
        for disease in 0..graph.disease_count() {
            let links = graph.of_disease(disease);
            pace.count(STEPS_PER_LINK * links.len())?;
            let before = self.marginal[disease];
            let mut log_odds = graph.log_odds[disease];
            for &link in links {
                let (finding, theta) = (graph.finding[link as usize] as usize, self.theta[link as usize]);
                let others = (self.mean[finding] - theta * before).max(graph.base[finding]);
                self.mean[finding] = others;
                // Without any other cause the disease is certain.
                log_odds += log_on(others + theta) - log_on(others);
            }
            let after = logistic(log_odds);
            for &link in links {
                self.mean[graph.finding[link as usize] as usize] += self.theta[link as usize] * after;
            }
            self.marginal[disease] = after;
            moved = moved.max((after - before).abs());
        }
        Ok(moved)
    }

    /// The findings at their means, less the divergence of the posterior from the priors.
    fn log_evidence(&self) -> f64 {
        let graph = self.graph;
        let findings: f64 = self.mean.iter().map(|&mean| log_on(mean)).sum();
        let divergence = |disease: usize| {
            let q = self.marginal[disease];
            let on = if q > 0.0 { q * (q.ln() - graph.log_prior[disease]) } else { 0.0 };
            let off = if q < 1.0 { (1.0 - q) * ((-q).ln_1p() - graph.complement[disease].ln()) } else { 0.0 };
            on + off
        };
        findings - (0..graph.disease_count()).map(divergence).sum::<f64>()
    }
}
