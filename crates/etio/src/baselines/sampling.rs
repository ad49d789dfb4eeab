//! `likelihood-weighting` and `importance`: weighted random samples.
//!
//! A sample is a set of diseases d, drawn from a proposal q of independent diseases. Its weight is
//!
//! ```text
//! w = prod_i P(d_i) / q(d_i) * prod_{j in F+} (1 - e^-x_j),     x_j = theta_j0 + sum_i theta_ji d_i
//! ```
//!
//! The mean weight estimates the evidence without bias, and may therefore be above its upper bound,
//! which it does not touch; posteriors are weighted shares. Likelihood weighting draws from the
//! priors, which have the absent findings in them. Importance sampling draws from the posterior of
//! the hybrid `jj99-joint+cvx-joint+gdo` with every finding transformed that can be: its diseases
//! are independent.
//!
//! The standard error of a weighted share is that of the delta method,
//! `sqrt(sum w^2 (x - mean)^2) / sum w`, and the effective number of samples `(sum w)^2 / sum w^2`.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::graph::Graph;
use super::proposal::Proposal;
use super::{Estimate, is_time_over, log_on, one_iteration};
use crate::algorithm::{Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::pace::Pace;
use crate::problem::Problem;
use crate::variational::hybrid::{HybridMethod, Variational};
use crate::{Basis, Hybrid, InferenceError, Method, Order, Scheme, Solver};

/// When the methods that draw samples stop, and the seed of their generator.
///
/// They stop after [`samples`](Self::samples), or before if the time is over. If a
/// [`standard_error`](Self::standard_error) is asked for, they stop as soon as every posterior has
/// one at most that large, and draw up to a hundred times as many samples for it.
///
/// The generator is `xoshiro256++`, seeded by `SplitMix64`. A query starts it anew: the same query with
/// the same seed gets the same answer, whatever was asked before, unless a time limit ends it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sampling {
    /// Seed of the generator.
    pub seed: u64,
    /// Number of samples if nothing else ends it.
    pub samples: u64,
    /// Standard error that is good enough for every posterior.
    pub standard_error: Option<f64>,
}

impl Default for Sampling {
    /// Ten thousand samples of seed 0.
    fn default() -> Self {
        Self { seed: 0, samples: 10_000, standard_error: None }
    }
}

impl Sampling {
    /// The default with another seed.
    pub fn seeded(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Samples at most.
    fn most(&self) -> u64 {
        if self.standard_error.is_some() { self.samples.saturating_mul(FURTHER) } else { self.samples }
    }
}

/// How many times as many samples are drawn for a standard error.
const FURTHER: u64 = 100;
/// Samples between two checks of the standard error.
const BATCH: u64 = 512;
/// With fewer effective samples the standard error itself is a guess, and is not told.
const LEAST_EFFECTIVE: f64 = 10.0;
/// Fewer are not enough to stop early: heavy weights may be yet to come.
const LEAST_TO_STOP: f64 = 100.0;
/// Share of the time for the proposal of importance sampling.
const PROPOSAL_SHARE: f64 = 0.5;

/// The method `likelihood-weighting`.
pub(crate) struct LikelihoodWeighting {
    pub(crate) sampling: Sampling,
}

impl Algorithm for LikelihoodWeighting {
    fn plan(&mut self, problem: &Problem, _: &Budget) -> Result<Forecast, InferenceError> {
        Ok(one_iteration(problem))
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        if problem.finding_count() == 0 {
            return Ok(Solution::of_nothing(problem));
        }
        let _memory = one_iteration(problem).reserve(Method::LikelihoodWeighting, budget)?;
        let graph = Graph::of(problem, budget)?;
        let estimate = Sampler::new(&graph, Proposal::priors(&graph)).run(self.sampling, budget)?;
        Ok(estimate.solution(Method::LikelihoodWeighting, problem, &graph))
    }
}

/// The method `importance`.
pub(crate) struct Importance<'a> {
    pub(crate) tools: Variational<'a>,
    pub(crate) sampling: Sampling,
}

impl Importance<'_> {
    /// The hybrid behind the proposal.
    fn hybrid(&mut self) -> HybridMethod<'_> {
        let Variational { xi, present, planner, parts } = &mut self.tools;
        let hybrid = Hybrid {
            scheme: Scheme::Jj99Joint,
            solver: Solver::CvxJoint,
            order: Order::Gdo,
            transformed: present.len(),
        };
        HybridMethod { hybrid, tools: Variational { xi, present, planner, parts } }
    }
}

impl Algorithm for Importance<'_> {
    fn plan(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError> {
        let mut forecast = one_iteration(problem);
        if problem.finding_count() > 0 {
            forecast += self.hybrid().plan(problem, budget)?;
        }
        Ok(forecast)
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        if problem.finding_count() == 0 {
            return Ok(Solution::of_nothing(problem));
        }
        let _memory = one_iteration(problem).reserve(Method::Importance, budget)?;
        let graph = Graph::of(problem, budget)?;
        let hybrid = self.hybrid().run(problem, &budget.leaving(PROPOSAL_SHARE)).map_err(own)?;
        let proposal = Proposal::tilted(&graph, &hybrid.marginals);
        let mut estimate = Sampler::new(&graph, proposal).run(self.sampling, budget)?;
        estimate.operations += hybrid.operations;
        Ok(estimate.solution(Method::Importance, problem, &graph))
    }
}

/// A refusal of the hybrid is one of the method, to those who asked for it.
fn own(error: InferenceError) -> InferenceError {
    match error {
        InferenceError::TooExpensive { predicted_seconds, predicted_bytes, .. } => {
            InferenceError::TooExpensive { method: Method::Importance, predicted_seconds, predicted_bytes }
        }
        error => error,
    }
}

/// Draws samples and adds them up, relative to the heaviest so far.
struct Sampler<'a> {
    graph: &'a Graph,
    proposal: Proposal,
    /// The diseases of a sample, and the rates of all findings under it.
    present: Vec<u32>,
    rates: Vec<f64>,
    drawn: u64,
    log_heaviest: f64,
    /// Sums of weights and of their squares: of all samples, and of those with a disease.
    total: [f64; 2],
    with: Vec<[f64; 2]>,
    steps: f64,
}

impl<'a> Sampler<'a> {
    fn new(graph: &'a Graph, proposal: Proposal) -> Self {
        Self {
            graph,
            proposal,
            present: Vec::new(),
            rates: Vec::new(),
            drawn: 0,
            log_heaviest: f64::NEG_INFINITY,
            total: [0.0; 2],
            with: vec![[0.0; 2]; graph.disease_count()],
            steps: 0.0,
        }
    }

    fn run(mut self, sampling: Sampling, budget: &Budget) -> Result<Estimate, InferenceError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(sampling.seed);
        let mut pace = Pace::new(budget);
        budget.check()?;
        while self.drawn < sampling.most() {
            let steps = self.draw(&mut rng);
            match pace.count(steps) {
                Err(error) if !is_time_over(&error) => return Err(error),
                Err(_) => break,
                Ok(()) => {}
            }
            if self.drawn.is_multiple_of(BATCH) && self.is_good_enough(sampling) {
                break;
            }
        }
        Ok(self.estimate(sampling.seed))
    }

    /// Draws a sample and adds it. Tells about how many elementary steps that took.
    fn draw(&mut self, rng: &mut Xoshiro256PlusPlus) -> usize {
        let graph = self.graph;
        let mut log_weight = self.proposal.draw(rng, &mut self.present);
        self.rates.clone_from(&graph.base);
        let mut steps = 8 * self.rates.len() + 16;
        for &disease in &self.present {
            let links = graph.of_disease(disease as usize);
            steps += 16 + 2 * links.len();
            for &link in links {
                self.rates[graph.finding[link as usize] as usize] += graph.theta[link as usize];
            }
        }
        for &rate in &self.rates {
            log_weight += log_on(rate);
        }
        self.drawn += 1;
        self.steps += steps as f64;
        // A sample that does not explain a finding weighs nothing.
        if log_weight > f64::NEG_INFINITY {
            self.add(log_weight);
        }
        steps
    }

    fn add(&mut self, log_weight: f64) {
        if log_weight > self.log_heaviest {
            let lighter = (self.log_heaviest - log_weight).exp();
            let squares = [lighter, lighter * lighter];
            for sums in self.with.iter_mut().chain([&mut self.total]) {
                *sums = [sums[0] * squares[0], sums[1] * squares[1]];
            }
            self.log_heaviest = log_weight;
        }
        let weight = (log_weight - self.log_heaviest).exp();
        let add = |sums: &mut [f64; 2]| *sums = [sums[0] + weight, sums[1] + weight * weight];
        add(&mut self.total);
        for &disease in &self.present {
            add(&mut self.with[disease as usize]);
        }
    }

    fn is_good_enough(&self, sampling: Sampling) -> bool {
        sampling.standard_error.is_some_and(|asked| {
            self.effective() >= LEAST_TO_STOP && self.standard_error().is_some_and(|error| error <= asked)
        })
    }

    fn effective(&self) -> f64 {
        if self.total[1] > 0.0 { self.total[0] * self.total[0] / self.total[1] } else { 0.0 }
    }

    fn standard_error(&self) -> Option<f64> {
        if self.effective() < LEAST_EFFECTIVE {
            return None;
        }
        let [total, squares] = self.total;
        let variance = |&[with, with_squares]: &[f64; 2]| {
            let mean = with / total;
            with_squares * (1.0 - 2.0 * mean) + mean * mean * squares
        };
        Some(self.with.iter().map(variance).fold(0.0, f64::max).sqrt() / total)
    }

    fn estimate(self, seed: u64) -> Estimate {
        let basis = Basis::Sampled {
            samples: self.drawn,
            effective_samples: self.effective(),
            standard_error: self.standard_error(),
            seed,
        };
        let [total, _] = self.total;
        let is_informed = total > 0.0;
        let marginals = if is_informed {
            self.with.iter().map(|[with, _]| (with / total).min(1.0)).collect()
        } else {
            self.graph.prior.clone()
        };
        Estimate {
            marginals,
            log_evidence: if is_informed {
                self.log_heaviest + (total / self.drawn as f64).ln()
            } else {
                // Nothing is known: the cap of the answer.
                0.0
            },
            log_evidence_lower: f64::NEG_INFINITY,
            is_informed,
            basis,
            operations: self.steps,
        }
    }
}
