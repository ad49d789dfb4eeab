//! Answering queries: evidence in, posterior out, by any method.

use crate::exact::{Solution, Workspace, elimination};
use crate::full;
use crate::limits::Deadline;
use crate::query::Query;
use crate::variational::hybrid::{self, Outcome, Task};
use crate::variational::rest::Exact;
use crate::{
    Evidence, Exactness, Forecast, Hybrid, InferenceError, Limits, Method, Network, Posterior, Work, planner,
};

/// The share of the time that `auto` keeps for an estimate, should the exact answer not come.
const ESTIMATE_SHARE: f64 = 0.3;

/// Answers queries on one network. It keeps its working memory from query to query, so use one a thread.
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
    query: Query,
    exact: Workspace,
    hybrid: hybrid::Workspace,
    full: full::Workspace,
}

impl Engine {
    /// An engine with the default [`Limits`].
    pub fn new(network: &Network) -> Self {
        Self::with_limits(network, Limits::default())
    }

    /// An engine whose queries stay within limits.
    pub fn with_limits(network: &Network, limits: Limits) -> Self {
        Self {
            network: network.clone(),
            limits,
            query: Query::default(),
            exact: Workspace::default(),
            hybrid: hybrid::Workspace::default(),
            full: full::Workspace::default(),
        }
    }

    /// The network it answers on.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What a query may take.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Changes what later queries may take.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// How likely each disease is, given the evidence.
    pub fn diagnose(&mut self, evidence: &Evidence, method: Method) -> Result<Posterior, InferenceError> {
        let deadline = Deadline::start(&self.limits);
        self.network.check_evidence(evidence)?;
        let early = if method == Method::Auto { deadline.leaving(ESTIMATE_SHARE) } else { deadline };
        let Self { network, limits, full, .. } = self;
        if let Some(posterior) = full.answer(network, evidence, method, limits, &early)? {
            return Ok(posterior);
        }
        self.query.assemble(&self.network, evidence)?;
        match method {
            Method::Auto => self.auto(evidence, &deadline),
            Method::Hybrid(hybrid) => self.hybrid(evidence, Some(hybrid), &deadline),
            _ => {
                let answer = self.task(&deadline).forced(method)?;
                Ok(self.exact_posterior(&answer))
            }
        }
    }

    /// What a method is predicted to take for this evidence. For `auto`, and for hybrids, the forecast is that of
    /// `elimination`: what an exact answer takes.
    pub fn forecast(&mut self, evidence: &Evidence, method: Method) -> Result<Forecast, InferenceError> {
        let deadline = Deadline::start(&self.limits);
        self.query.assemble(&self.network, evidence)?;
        self.task(&deadline).forecast(method)
    }

    /// d ln P(evidence) / d (1 - link), by link of the query.
    pub(crate) fn link_slopes(&mut self, evidence: &Evidence) -> Result<Vec<f64>, InferenceError> {
        let deadline = Deadline::start(&self.limits);
        self.query.assemble(&self.network, evidence)?;
        elimination::slopes(&self.query, &self.limits, &deadline, &mut self.exact.elimination)
    }

    /// What is left of the last evidence.
    pub(crate) fn query(&self) -> &Query {
        &self.query
    }

    fn task<'a>(&'a mut self, deadline: &'a Deadline) -> planner::Task<'a> {
        let Self { limits, query, exact, .. } = self;
        planner::Task { query, limits, deadline, workspace: exact }
    }

    /// The answer of a hybrid: the one that was asked for, or with `None` the best that the time allows.
    fn hybrid(
        &mut self,
        evidence: &Evidence,
        hybrid: Option<Hybrid>,
        deadline: &Deadline,
    ) -> Result<Posterior, InferenceError> {
        let mut task = Task {
            network: &self.network,
            query: &self.query,
            present: evidence.present(),
            exact: Exact { limits: &self.limits, deadline, workspace: &mut self.exact },
        };
        let (hybrid, outcome) = match hybrid {
            Some(hybrid) => (hybrid, self.hybrid.solve(hybrid, &mut task)?),
            None => self.hybrid.estimate(&mut task)?,
        };
        Ok(self.hybrid_posterior(Method::Hybrid(hybrid), outcome))
    }

    /// The cheapest exact answer within the limits; where there is none, an estimate that says what the exact answer
    /// would have taken.
    fn auto(&mut self, evidence: &Evidence, deadline: &Deadline) -> Result<Posterior, InferenceError> {
        let early = deadline.leaving(ESTIMATE_SHARE);
        let refusal = match self.task(&early).cheapest() {
            Ok(answer) => return Ok(self.exact_posterior(&answer)),
            Err(error) if error.is_refusal() => error,
            Err(error) => return Err(error),
        };
        let exact_seconds = match refusal {
            InferenceError::TooExpensive { predicted_seconds, .. } => Some(predicted_seconds),
            // It was tried and took longer than predicted.
            InferenceError::OutOfTime { limit } => {
                let mut task = self.task(&early);
                let planned = early
                    .check_for(task.planning_seconds())
                    .and_then(|()| task.forecast(Method::Elimination));
                planned.ok().map(|forecast| forecast.seconds.max(limit.as_secs_f64()))
            }
            _ => None,
        };
        let mut posterior = self.hybrid(evidence, None, deadline)?;
        posterior.work.exact_seconds = exact_seconds;
        Ok(posterior)
    }

    fn exact_posterior(&self, answer: &planner::Exact) -> Posterior {
        let mut posterior = self.posterior(answer.method, &answer.solution);
        posterior.work.predicted_seconds = answer.forecast.seconds;
        posterior.work.width = answer.forecast.width;
        posterior
    }

    fn posterior(&self, method: Method, solution: &Solution) -> Posterior {
        Posterior {
            marginals: self.query.spread(&self.network, &solution.marginals),
            log_evidence: self.query.settled + solution.log_evidence,
            exactness: Exactness::Exact { error_bound: solution.error_bound },
            method,
            work: Work {
                operations: solution.operations,
                relevant_diseases: self.query.disease_count(),
                explained_findings: self.query.finding_count(),
                ..Work::default()
            },
        }
    }

    fn hybrid_posterior(&self, method: Method, outcome: Outcome) -> Posterior {
        let mut posterior = self.posterior(method, &outcome.solution);
        if !outcome.transformed.is_empty() {
            let log_evidence_upper = self.query.settled + outcome.log_evidence_upper;
            posterior.exactness = Exactness::Estimate { log_evidence_upper };
            posterior.work.transformed = outcome.transformed;
        }
        posterior
    }
}
