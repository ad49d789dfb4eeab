//! Answering queries: evidence in, posterior out, by any method.

use crate::algorithm::{Accuracy, Algorithm, Forecast, Solution};
use crate::auto::Auto;
use crate::baselines::{Importance, LikelihoodWeighting, LoopyBp, MeanField, Sampling};
use crate::bounds::{Bounds, Target};
use crate::budget::Budget;
use crate::exact::elimination;
use crate::planner::Planner;
use crate::problem::{Assembly, Problem};
use crate::variational::hybrid::{HybridMethod, Parts, Variational};
use crate::{
    Basis, Evidence, Exactness, InferenceError, Limits, Method, Network, Outcome, Posterior, Work, XiCache,
};

/// Answers queries on one network. It keeps its working memory from query to query, so create one per thread.
///
/// An engine owns all that it needs (clones of a [`Network`] share its tables) and can be sent to
/// another thread.
///
/// ```
/// use etio::{Engine, Evidence, Method, NetworkBuilder};
///
/// let mut builder = NetworkBuilder::new();
/// let flu = builder.disease("flu", "Influenza", 0.01)?;
/// let fever = builder.finding("fever", "Fever", 0.02)?;
/// builder.link(flu, fever, 0.9)?;
/// let network = builder.build()?;
///
/// let evidence = Evidence::from_ids(&network, &["fever"], &[])?;
/// let posterior = Engine::new(&network).diagnose(&evidence, Method::Enumeration)?;
/// assert!((posterior.marginal(flu) - 0.00902 / (0.00902 + 0.99 * 0.02)).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    network: Network,
    limits: Limits,
    assembly: Assembly,
    planner: Planner,
    xi: XiCache,
    parts: Parts,
    target: Target,
    sampling: Sampling,
}

/// Bindings and services rely on these.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    const fn is_sent<T: Send>() {}
    is_shared::<Network>();
    is_shared::<XiCache>();
    is_shared::<Budget>();
    is_sent::<Engine>();
};

impl Engine {
    /// An engine with the default [`Limits`].
    pub fn new(network: &Network) -> Self {
        Self::with_limits(network, Limits::default())
    }

    /// An engine whose queries stay within limits.
    pub fn with_limits(network: &Network, limits: Limits) -> Self {
        Self::with_xi(&XiCache::new(network), limits)
    }

    /// An engine that shares the variational parameters of its network with others.
    pub fn with_xi(xi: &XiCache, limits: Limits) -> Self {
        Self {
            network: xi.network().clone(),
            limits,
            assembly: Assembly::default(),
            planner: Planner::default(),
            xi: xi.clone(),
            parts: Parts::default(),
            target: Target::default(),
            sampling: Sampling::default(),
        }
    }

    /// The network it answers on.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The variational parameters of the network's findings.
    pub fn xi(&self) -> &XiCache {
        &self.xi
    }

    /// Resource limits of a query.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Changes the limits of later queries.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Exchanges working memory, and the plans that are kept in it, with another engine.
    pub(crate) fn swap_memory(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.planner, &mut other.planner);
    }

    /// When intervals are narrow enough.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Changes when the intervals of later queries are narrow enough.
    pub fn set_target(&mut self, target: Target) {
        self.target = target;
    }

    /// When methods that draw samples stop, and their seed.
    pub fn sampling(&self) -> Sampling {
        self.sampling
    }

    /// Changes when methods that draw samples stop in later queries, and their seed.
    pub fn set_sampling(&mut self, sampling: Sampling) {
        self.sampling = sampling;
    }

    /// How likely each disease is, given the evidence.
    pub fn diagnose(&mut self, evidence: &Evidence, method: Method) -> Result<Posterior, InferenceError> {
        let budget = Budget::start(&self.limits);
        self.diagnose_within(evidence, method, &budget)
    }

    /// Like [`diagnose`](Self::diagnose), within a shared budget instead of the engine's limits.
    pub fn diagnose_within(
        &mut self,
        evidence: &Evidence,
        method: Method,
        budget: &Budget,
    ) -> Result<Posterior, InferenceError> {
        let solution = self.solve(evidence, method, budget)?;
        Ok(self.posterior(&solution))
    }

    /// Like [`diagnose`](Self::diagnose), writing marginals into the caller's slice, such as a row of a
    /// matrix: one number per disease of the network. Intervals are not kept.
    ///
    /// # Panics
    /// If `marginals.len()` differs from the number of diseases.
    pub fn diagnose_into(
        &mut self,
        evidence: &Evidence,
        method: Method,
        budget: &Budget,
        marginals: &mut [f64],
    ) -> Result<Outcome, InferenceError> {
        assert_eq!(marginals.len(), self.network.disease_count(), "one place per disease");
        let solution = self.solve(evidence, method, budget)?;
        self.assembly.spread_into(&self.network, &solution.marginals, marginals);
        Ok(self.outcome(&solution))
    }

    fn solve(
        &mut self,
        evidence: &Evidence,
        method: Method,
        budget: &Budget,
    ) -> Result<Solution, InferenceError> {
        self.assembly.assemble(&self.network, evidence, budget)?;
        let (problem, mut algorithm) = self.algorithm(evidence, method);
        let forecast = algorithm.plan(problem, budget)?;
        forecast.admit(method, budget)?;
        algorithm.run(problem, budget)
    }

    /// Predicted cost of a method for this evidence. For `auto` it is that of an exact answer, for
    /// a hybrid that of solving its exact part once.
    pub fn forecast(&mut self, evidence: &Evidence, method: Method) -> Result<Forecast, InferenceError> {
        let budget = Budget::start(&self.limits);
        self.assembly.assemble(&self.network, evidence, &budget)?;
        let (problem, mut algorithm) = self.algorithm(evidence, method);
        algorithm.forecast(problem, &budget)
    }

    /// The assembled problem and the algorithm of a method. A new method is added here.
    fn algorithm<'a>(
        &'a mut self,
        evidence: &'a Evidence,
        method: Method,
    ) -> (&'a Problem, Box<dyn Algorithm + 'a>) {
        let Self { assembly, planner, xi, parts, target, sampling, .. } = self;
        let algorithm: Box<dyn Algorithm + 'a> = match method {
            Method::Enumeration => Box::new(&mut planner.methods.enumeration),
            Method::Quickscore => Box::new(&mut planner.methods.quickscore),
            Method::ExplainedSets => Box::new(&mut planner.methods.explained_sets),
            Method::Elimination => Box::new(&mut planner.methods.elimination),
            Method::Bounds => Box::new(Bounds { planner, target: *target }),
            Method::Auto => Box::new(Auto {
                tools: Variational { xi, present: evidence.present(), planner, parts },
                target: *target,
            }),
            Method::LoopyBp(damping) => Box::new(LoopyBp { damping }),
            Method::MeanField(field) => Box::new(MeanField { field }),
            Method::LikelihoodWeighting => Box::new(LikelihoodWeighting { sampling: *sampling }),
            Method::Importance => Box::new(Importance {
                tools: Variational { xi, present: evidence.present(), planner, parts },
                sampling: *sampling,
            }),
            Method::Hybrid(hybrid) => Box::new(HybridMethod {
                hybrid,
                tools: Variational { xi, present: evidence.present(), planner, parts },
            }),
        };
        (&assembly.problem, algorithm)
    }

    /// d ln P(evidence) / d (1 - link), by link of the problem.
    pub(crate) fn link_slopes(&mut self, evidence: &Evidence) -> Result<Vec<f64>, InferenceError> {
        let budget = Budget::start(&self.limits);
        self.assembly.assemble(&self.network, evidence, &budget)?;
        elimination::slopes(&self.assembly.problem, &budget, &mut self.planner.methods.elimination)
    }

    /// Remainder of the last evidence.
    pub(crate) fn problem(&self) -> &Problem {
        &self.assembly.problem
    }

    /// The answer to the query that was assembled last.
    fn posterior(&self, solution: &Solution) -> Posterior {
        let Outcome { log_evidence, exactness, method, work } = self.outcome(solution);
        let intervals = match exactness {
            Exactness::Bounds { .. } => {
                let error = self.interval_error(solution);
                self.assembly.spread_intervals(&self.network, &solution.intervals, error)
            }
            Exactness::Exact { .. } | Exactness::Estimate { .. } => Vec::new(),
        };
        let marginals = self.assembly.spread(&self.network, &solution.marginals);
        Posterior { marginals, log_evidence, exactness, method, work, intervals }
    }

    /// How far the ends of intervals can be off by what was rounded before.
    fn interval_error(&self, solution: &Solution) -> f64 {
        let problem = &self.assembly.problem;
        problem.error.bound_within(&solution.intervals, problem.priors())
    }

    /// The answer to the query that was assembled last, but for its marginals.
    fn outcome(&self, solution: &Solution) -> Outcome {
        let problem = &self.assembly.problem;
        let exactness = match solution.accuracy {
            Accuracy::Exact { rounding, certified } => Exactness::Exact {
                error_bound: problem.error.bound(rounding, &solution.marginals, problem.priors()),
                certified,
            },
            Accuracy::Estimate { log_evidence_lower, log_evidence_upper, is_informed, basis } => {
                // Nothing is known about the marginals.
                let anything = vec![(0.0, 1.0); problem.disease_count()];
                let error = problem.error.bound_within(&anything, problem.priors());
                Exactness::Estimate {
                    log_evidence_lower: self.outwards(log_evidence_lower, -error),
                    log_evidence_upper: self.outwards(log_evidence_upper, error),
                    is_informed,
                    basis,
                }
            }
            Accuracy::Bounds { log_evidence_lower, log_evidence_upper, is_informed } => {
                let error = self.interval_error(solution);
                Exactness::Bounds {
                    log_evidence_lower: self.outwards(log_evidence_lower, -error),
                    log_evidence_upper: self.outwards(log_evidence_upper, error),
                    is_informed,
                }
            }
        };
        let log_evidence = match exactness.basis() {
            Some(Basis::Sampled { .. }) => self.assembly.log_mean(solution.log_evidence),
            _ => self.assembly.log_evidence(solution.log_evidence),
        };
        Outcome {
            log_evidence,
            exactness,
            method: solution.method,
            work: Work {
                operations: solution.operations,
                relevant_diseases: problem.disease_count(),
                explained_findings: problem.finding_count(),
                transformed: solution.transformed.clone(),
                predicted_seconds: solution.forecast.seconds,
                width: solution.forecast.width,
                exact_seconds: solution.exact_seconds,
            },
        }
    }

    /// A bound on the log evidence, moved by an error of the problem's numbers and by what rounding
    /// the logarithm may do.
    fn outwards(&self, log: f64, error: f64) -> f64 {
        if log == f64::NEG_INFINITY {
            return log;
        }
        let log = self.assembly.log_evidence(log + error);
        (log + error.signum() * 4.0 * f64::EPSILON * log.abs()).min(0.0)
    }
}
