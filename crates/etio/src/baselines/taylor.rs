//! `mean-field:taylor` and `mean-field:taylor2`: expansions around the mean, after Ng and Jordan 2000.
//!
//! A present finding has the log probability `f(z_j)`, `f(x) = ln(1 - e^-x)`, `z_j = theta_j0 + sum_i
//! theta_ji d_i`. With many diseases of small weight each, z is close to its mean m, so that f may be
//! expanded around it. The mean is that of a distribution q of independent diseases. Ng and Jordan
//! take the priors; here q is the solution of the lowest order itself, which has the evidence in it:
//!
//! ```text
//! logit q_i = logit pi_i + sum_j (f(m_j\i + theta_ji) - f(m_j\i)),
//! m_j\i = theta_j0 + sum over k != i of theta_jk q_k
//! ```
//!
//! This is both the zeroth and the first order, since deviations from the mean have the mean 0. The
//! second order has the variances of the diseases, `w_i = q_i (1 - q_i)`:
//!
//! ```text
//! P(F+) = E_q[e^F(d)] ~ e^F(q) (1 + x),   F(d) = sum_j f(z_j) + sum_i l_i d_i + const,
//! x = (sum_j f''(m_j) C_jj + sum_i w_i a_i^2) / 2,
//! l_i = logit pi_i - logit q_i,   C_jk = sum_i w_i theta_ji theta_ki,   a_i = l_i + sum_j theta_ji f'(m_j)
//! ```
//!
//! Posteriors are the ratio of this with disease i present and absent, where its own variance is 0.
//! With N diseases of weights 1/N the error of the log evidence falls as 1/N for the first order and
//! as 1/N^2 for the second, as Ng and Jordan prove; a test measures it. With a few strong
//! explanations, as in medicine, z is far from its mean, and neither is accurate. They bound nothing.

use super::graph::Graph;
use super::{Estimate, LARGEST_THETA, STEPS_PER_LINK, is_time_over, iterate, log_on, logistic};
use crate::algorithm::Forecast;
use crate::budget::Budget;
use crate::pace::Pace;
use crate::problem::Problem;
use crate::{Basis, InferenceError};

/// Sweeps at most.
const MOST_SWEEPS: u32 = 500;
/// Posteriors that move by no more than this are at rest.
const AT_REST: f64 = 1e-9;
/// Time for a pair of findings of one disease, in seconds.
const SECONDS_PER_PAIR: f64 = 5e-9;

/// The cost of the second order: a number for each pair of findings.
pub(super) fn pairs(problem: &Problem) -> Forecast {
    let findings = problem.finding_count() as f64;
    let operations = problem.link_count() as f64 * findings;
    Forecast {
        operations,
        seconds: operations * SECONDS_PER_PAIR,
        bytes: 8.0 * findings * findings,
        ..Forecast::default()
    }
}

/// The factorised posterior of the first order.
pub(super) struct Taylor<'a> {
    graph: &'a Graph,
    theta: Vec<f64>,
    marginal: Vec<f64>,
    /// Mean of each finding's rate.
    mean: Vec<f64>,
    iterations: u32,
    converged: bool,
}

impl<'a> Taylor<'a> {
    /// Sweeps over the diseases until nothing moves, or the time is over.
    pub(super) fn solved(graph: &'a Graph, budget: &Budget) -> Result<Self, InferenceError> {
        let mut taylor = Self {
            graph,
            theta: graph.theta.iter().map(|theta| theta.min(LARGEST_THETA)).collect(),
            marginal: graph.prior.clone(),
            mean: Vec::new(),
            iterations: 0,
            converged: false,
        };
        (taylor.iterations, taylor.converged) = iterate(MOST_SWEEPS, || {
            budget.check()?;
            Ok(taylor.sweep(budget)? <= AT_REST)
        })?;
        Ok(taylor)
    }

    /// The answer of the first order.
    pub(super) fn estimate(self) -> Estimate {
        Estimate {
            log_evidence: self.log_evidence(),
            log_evidence_lower: f64::NEG_INFINITY,
            is_informed: true,
            operations: f64::from(self.iterations) * self.graph.link_count() as f64,
            basis: Basis::Iterated { iterations: self.iterations, converged: self.converged, swing: None },
            marginals: self.marginal,
        }
    }

    /// The answer of the second order; that of the first if there is no time for it.
    pub(super) fn second_order(self, budget: &Budget) -> Result<Estimate, InferenceError> {
        match Second::of(&self, budget).and_then(|second| second.marginals(budget).map(|m| (second.x, m))) {
            Ok((x, marginals)) => {
                // Beyond the range of doubles the first order has to do, here and below.
                let factor = Some(log_factor(x)).filter(|factor| factor.is_finite()).unwrap_or(0.0);
                let log_evidence = self.log_evidence() + factor;
                Ok(Estimate { marginals, log_evidence, ..self.estimate() })
            }
            Err(error) if is_time_over(&error) => Ok(self.estimate()),
            Err(error) => Err(error),
        }
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

/// The second order around a solution of the first.
struct Second<'a> {
    first: &'a Taylor<'a>,
    /// `C`, a row per finding.
    covariance: Vec<f64>,
    /// `w` and `a`, by disease.
    variance: Vec<f64>,
    gradient: Vec<f64>,
    /// `f'(m_j)` and `sum_i w_i a_i theta_ji`, by finding.
    slope: Vec<f64>,
    cross: Vec<f64>,
    /// `sum_j f''(m_j) C_jj` and `sum_i w_i a_i^2`.
    curvature: f64,
    square: f64,
    x: f64,
}

impl<'a> Second<'a> {
    fn of(first: &'a Taylor<'a>, budget: &Budget) -> Result<Self, InferenceError> {
        let graph = first.graph;
        let findings = graph.finding_count();
        let mut pace = Pace::new(budget);
        let slope: Vec<f64> = first.mean.iter().map(|&mean| slope(mean)).collect();
        let (mut covariance, mut cross) = (vec![0.0; findings * findings], vec![0.0; findings]);
        let (mut variance, mut gradient) = (Vec::new(), Vec::new());
        let mut square = 0.0;
        for disease in 0..graph.disease_count() {
            let links = graph.of_disease(disease);
            pace.count(links.len() * (links.len() + 8))?;
            let q = first.marginal[disease];
            let w = q * (1.0 - q);
            // What is certain does not vary, and its tilt is infinite.
            let a = if w > 0.0 {
                let tilt = graph.log_odds[disease] - (q.ln() - (-q).ln_1p());
                tilt + links
                    .iter()
                    .map(|&k| first.theta[k as usize] * slope[graph.finding[k as usize] as usize])
                    .sum::<f64>()
            } else {
                0.0
            };
            for (at, theta) in first.links(disease) {
                cross[at] += w * a * theta;
                for (other, other_theta) in first.links(disease) {
                    covariance[at * findings + other] += w * theta * other_theta;
                }
            }
            square += w * a * a;
            variance.push(w);
            gradient.push(a);
        }
        let bend = |at: usize| curvature(first.mean[at]) * covariance[at * findings + at];
        let curvature: f64 = (0..findings).map(bend).sum();
        let x = 0.5 * (curvature + square);
        Ok(Self { first, covariance, variance, gradient, slope, cross, curvature, square, x })
    }

    fn marginals(&self, budget: &Budget) -> Result<Vec<f64>, InferenceError> {
        let graph = self.first.graph;
        let mut pace = Pace::new(budget);
        let mut marginals = Vec::with_capacity(graph.disease_count());
        let mut changes = Vec::new();
        for disease in 0..graph.disease_count() {
            let count = graph.of_disease(disease).len();
            pace.count(2 * STEPS_PER_LINK * count + 2 * count * count)?;
            let (on, more) = self.given(disease, 1.0, &mut changes);
            let (off, less) = self.given(disease, 0.0, &mut changes);
            let correction = if (more - less).is_finite() { more - less } else { 0.0 };
            let posterior = logistic(graph.log_odds[disease] + (on - off) + correction);
            marginals.push(if posterior.is_nan() { self.first.marginal[disease] } else { posterior });
        }
        Ok(marginals)
    }

    /// `sum_j f(m_j)` over a disease's findings and `ln(1 + x)`, if the disease is present (1) or
    /// absent (0). `changes` is room for what its findings change by.
    fn given(&self, disease: usize, state: f64, changes: &mut Vec<(usize, f64)>) -> (f64, f64) {
        let first = self.first;
        let findings = first.mean.len();
        let (q, w, a) = (first.marginal[disease], self.variance[disease], self.gradient[disease]);
        let (mut value, mut own, mut linear, mut bend) = (0.0, a, 0.0, self.curvature);
        changes.clear();
        for (at, theta) in first.links(disease) {
            let mean = (first.mean[at] + theta * (state - q)).max(first.graph.base[at]);
            let change = slope(mean) - self.slope[at];
            let spread = self.covariance[at * findings + at];
            value += log_on(mean);
            own += theta * change;
            linear += change * self.cross[at];
            bend +=
                curvature(mean) * (spread - w * theta * theta).max(0.0) - curvature(first.mean[at]) * spread;
            changes.push((at, change));
        }
        let row = |&(at, change): &(usize, f64)| {
            let line = &self.covariance[at * findings..(at + 1) * findings];
            change * changes.iter().map(|&(other, change)| line[other] * change).sum::<f64>()
        };
        let square = self.square + 2.0 * linear + changes.iter().map(row).sum::<f64>() - w * own * own;
        (value, log_factor(0.5 * (bend + square.max(0.0))))
    }
}

impl Taylor<'_> {
    /// Findings and thetas of a disease's links.
    fn links(&self, disease: usize) -> impl Iterator<Item = (usize, f64)> {
        let graph = self.graph;
        let links = graph.of_disease(disease).iter();
        links.map(|&link| (graph.finding[link as usize] as usize, self.theta[link as usize]))
    }
}

/// `f'(x) = 1 / (e^x - 1)`.
fn slope(x: f64) -> f64 {
    x.exp_m1().recip()
}

/// `f''(x) = -e^x / (e^x - 1)^2`.
fn curvature(x: f64) -> f64 {
    let slope = slope(x);
    -slope * (1.0 + slope)
}

/// `ln(1 + x)`; of negative x `-ln(1 - x)`, which is the same to this order and finite for every x.
fn log_factor(x: f64) -> f64 {
    if x >= 0.0 { x.ln_1p() } else { -(-x).ln_1p() }
}
