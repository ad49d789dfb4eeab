//! `loopy-bp`: belief propagation on the two layers, as if they had no loops.
//!
//! A disease i tells each of its present findings j the probability `mu_ij` that it has by all
//! other findings; the finding answers with the ratio of its own probability with and without the
//! disease:
//!
//! ```text
//! s_j\i = theta_j0 + sum over k != i of -ln(1 - p_jk mu_kj)
//! rho_ji = (1 - (1 - p_ji) e^-s_j\i) / (1 - e^-s_j\i)
//! odds(mu_ij) = odds(pi_i) prod over j' != j of rho_j'i
//! ```
//!
//! The sum over all states of the other diseases is this product in closed form, so an iteration
//! takes time in proportion to the links. What is left out of a sum or product is never divided
//! out: sums from both sides meet at the gap, so that zeros and infinities survive. All messages
//! of an iteration are computed from those of the one before, as in Murphy, Weiss and Jordan 1999.

use super::graph::Graph;
use super::{Estimate, STEPS_PER_LINK, iterate, log_add, log_on, logistic, one_iteration};
use crate::algorithm::{Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::method::Damping;
use crate::pace::Pace;
use crate::problem::Problem;
use crate::{Basis, InferenceError, Method};

/// Iterations at most.
const MOST_ITERATIONS: u32 = 1_000;
/// Messages that move by no more than this have converged.
const AT_REST: f64 = 1e-10;

/// Messages that are as near as this to where they were two iterations before, relative to how far they
/// move in one, go to and fro.
const RETURNED: f64 = 1e-3;

/// The method `loopy-bp`.
pub(crate) struct LoopyBp {
    pub(crate) damping: Damping,
}

impl Algorithm for LoopyBp {
    fn plan(&mut self, problem: &Problem, _: &Budget) -> Result<Forecast, InferenceError> {
        Ok(one_iteration(problem))
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        if problem.finding_count() == 0 {
            return Ok(Solution::of_nothing(problem));
        }
        let _memory = one_iteration(problem).reserve(Method::LoopyBp(self.damping), budget)?;
        let graph = Graph::of(problem, budget)?;
        let keep = self.damping.share();
        let mut messages = Messages::new(&graph);
        let mut last = Last::default();
        let mut begun = 0;
        let (iterations, converged) = iterate(MOST_ITERATIONS, || {
            last.look(&messages, &graph, begun);
            begun += 1;
            last.moved = messages.update(&graph, keep, budget)?;
            Ok(last.moved <= AT_REST * (1.0 - keep))
        })?;
        let marginals = messages.beliefs(&graph);
        let is_spent = !converged && iterations == MOST_ITERATIONS;
        let swing = if is_spent { last.swing(&messages, &marginals) } else { None };
        let estimate = Estimate {
            marginals,
            log_evidence: messages.bethe(&graph),
            log_evidence_lower: f64::NEG_INFINITY,
            is_informed: true,
            basis: Basis::Iterated { iterations, converged, swing },
            operations: f64::from(iterations) * graph.link_count() as f64,
        };
        Ok(estimate.solution(Method::LoopyBp(self.damping), problem, &graph))
    }
}

/// What the last two iterations began with.
#[derive(Default)]
struct Last {
    /// The messages two iterations before the end.
    mu: Vec<f64>,
    /// The beliefs one iteration before the end.
    beliefs: Vec<f64>,
    /// How far a message moved in the last iteration.
    moved: f64,
}

impl Last {
    /// Keeps what is needed before an iteration, given how many there were.
    fn look(&mut self, messages: &Messages, graph: &Graph, done: u32) {
        if done + 2 == MOST_ITERATIONS {
            self.mu.clone_from(&messages.mu);
        } else if done + 1 == MOST_ITERATIONS {
            self.beliefs = messages.beliefs(graph);
        }
    }

    /// How far beliefs go to and fro, if messages are back where they were two iterations before.
    fn swing(&self, messages: &Messages, beliefs: &[f64]) -> Option<f64> {
        let is_back = farthest(&messages.mu, &self.mu) <= RETURNED * self.moved;
        is_back.then(|| farthest(beliefs, &self.beliefs))
    }
}

/// The largest difference between numbers at the same place.
fn farthest(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// The messages along each link.
struct Messages {
    /// To findings: the probability of the disease by all other findings.
    mu: Vec<f64>,
    /// To diseases: `ln rho`, from 0 to infinity.
    log_rho: Vec<f64>,
    /// Sums from one side.
    sums: Vec<f64>,
}

impl Messages {
    fn new(graph: &Graph) -> Self {
        Self {
            mu: graph.disease.iter().map(|&d| graph.prior[d as usize]).collect(),
            log_rho: vec![0.0; graph.link_count()],
            sums: Vec::new(),
        }
    }

    /// Runs one iteration; returns how far a message moved. A share of each old message is kept.
    fn update(&mut self, graph: &Graph, keep: f64, budget: &Budget) -> Result<f64, InferenceError> {
        budget.check()?;
        let mut pace = Pace::new(budget);
        for finding in 0..graph.finding_count() {
            pace.count(STEPS_PER_LINK * graph.of_finding(finding).len())?;
            self.answer(graph, finding);
        }
        let mut moved = 0.0_f64;
        for disease in 0..graph.disease_count() {
            pace.count(STEPS_PER_LINK * graph.of_disease(disease).len())?;
            moved = moved.max(self.tell(graph, disease, keep));
        }
        Ok(moved)
    }

    /// Messages from a finding to each of its diseases.
    fn answer(&mut self, graph: &Graph, finding: usize) {
        let links = graph.of_finding(finding);
        let rate = |mu: &[f64], link: usize| -(-graph.probability[link] * mu[link]).ln_1p();
        self.sums.clear();
        let mut before = graph.base[finding];
        for link in links.clone() {
            self.sums.push(before);
            before += rate(&self.mu, link);
        }
        let mut after = 0.0;
        for link in links.rev() {
            let others = self.sums.pop().unwrap_or(0.0) + after;
            self.log_rho[link] = log_ratio(graph.probability[link], others);
            after += rate(&self.mu, link);
        }
    }

    /// Messages from a disease to each of its findings; returns how far they moved.
    fn tell(&mut self, graph: &Graph, disease: usize, keep: f64) -> f64 {
        let links = graph.of_disease(disease);
        self.sums.clear();
        let mut before = graph.log_odds[disease];
        for &link in links {
            self.sums.push(before);
            before += self.log_rho[link as usize];
        }
        let (mut after, mut moved) = (0.0, 0.0_f64);
        for &link in links.iter().rev() {
            let link = link as usize;
            let log_odds = self.sums.pop().unwrap_or(0.0) + after;
            let mu = (1.0 - keep) * logistic(log_odds) + keep * self.mu[link];
            moved = moved.max((mu - self.mu[link]).abs());
            self.mu[link] = mu;
            after += self.log_rho[link];
        }
        moved
    }

    fn beliefs(&self, graph: &Graph) -> Vec<f64> {
        let belief = |disease| logistic(graph.log_odds[disease] + self.log_rho_of(graph, disease));
        (0..graph.disease_count()).map(belief).collect()
    }

    fn log_rho_of(&self, graph: &Graph, disease: usize) -> f64 {
        graph.of_disease(disease).iter().map(|&link| self.log_rho[link as usize]).sum()
    }

    /// The Bethe approximation of the log evidence, which is exact without loops: findings and
    /// diseases each by their own neighbours, and what both counted, once per link, taken off.
    fn bethe(&self, graph: &Graph) -> f64 {
        let finding = |finding: usize| {
            let rates = graph.of_finding(finding).map(|k| -(-graph.probability[k] * self.mu[k]).ln_1p());
            log_on(graph.base[finding] + rates.sum::<f64>())
        };
        let disease = |disease: usize| {
            let absent = graph.complement[disease].ln() - self.log_rho_of(graph, disease);
            log_add(absent, graph.log_prior[disease])
        };
        // Messages to diseases are scaled to 1 for a disease that is present.
        let link = |link: usize| {
            let mu = self.mu[link];
            log_add(mu.ln(), (-mu).ln_1p() - self.log_rho[link])
        };
        let findings: f64 = (0..graph.finding_count()).map(finding).sum();
        let diseases: f64 =
            (0..graph.disease_count()).filter(|&d| !graph.of_disease(d).is_empty()).map(disease).sum();
        findings + diseases - (0..graph.link_count()).map(link).sum::<f64>()
    }
}

/// `ln rho`: how much more probable a finding is with the disease of a link, if the rates of all
/// else add up to `others`.
fn log_ratio(probability: f64, others: f64) -> f64 {
    let off = (-others).exp();
    let without = -(-others).exp_m1();
    let gained = probability * off;
    if without == 0.0 {
        return f64::INFINITY;
    }
    let ratio = gained / without;
    if ratio.is_finite() { ratio.ln_1p() } else { gained.ln() - without.ln() }
}
