//! Answering queries: evidence in, posterior out, by any method.

use crate::exact::{Solution, Workspace, elimination, enumeration, explained_sets, quickscore};
use crate::limits::Deadline;
use crate::query::Query;
use crate::variational::hybrid::{self, Outcome, Task};
use crate::variational::rest::Exact;
use crate::{
    Evidence, Exactness, Hybrid, InferenceError, Limits, Method, Network, Order, Posterior, Scheme, Solver,
    Work,
};

/// How many findings `auto` keeps exact when it must estimate: a fraction of a millisecond on any network.
const ALWAYS_EXACT: usize = 8;

/// Whether a method refused because of the limits, and not because of the evidence.
fn is_refusal(error: &InferenceError) -> bool {
    matches!(error, InferenceError::TooExpensive { .. } | InferenceError::TooLarge { .. })
}

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
        self.query.assemble(&self.network, evidence)?;
        match method {
            Method::Enumeration => {
                let solution = enumeration::solve(&self.query, &deadline)?;
                Ok(self.exact_posterior(method, &solution))
            }
            Method::Quickscore => {
                let workspace = &mut self.exact.quickscore;
                let solution = quickscore::solve(&self.query, &self.limits, &deadline, workspace)?;
                Ok(self.exact_posterior(method, &solution))
            }
            Method::ExplainedSets => {
                let workspace = &mut self.exact.explained_sets;
                let solution = explained_sets::solve(&self.query, &self.limits, &deadline, workspace)?;
                Ok(self.exact_posterior(method, &solution))
            }
            Method::Hybrid(hybrid) => {
                let outcome = self.hybrid.solve(Task {
                    network: &self.network,
                    query: &self.query,
                    present: evidence.present(),
                    hybrid,
                    exact: Exact { limits: &self.limits, deadline: &deadline, workspace: &mut self.exact },
                })?;
                Ok(self.hybrid_posterior(method, outcome))
            }
            Method::Elimination => {
                let workspace = &mut self.exact.elimination;
                let solution = elimination::solve(&self.query, &self.limits, &deadline, workspace)?;
                Ok(self.exact_posterior(method, &solution))
            }
            Method::Auto => match self.diagnose(evidence, Method::Elimination) {
                Err(refusal) if is_refusal(&refusal) => self.estimate(evidence, &refusal),
                answer => answer,
            },
        }
    }

    /// What `auto` answers where an exact answer is over the limits: the paper's hybrid with as many findings exact as
    /// are always affordable, those that the bound depends on most. It says what the exact answer would have taken.
    fn estimate(
        &mut self,
        evidence: &Evidence,
        refusal: &InferenceError,
    ) -> Result<Posterior, InferenceError> {
        let hybrid = Hybrid {
            scheme: Scheme::Vfh,
            solver: Solver::Cvx,
            order: Order::Gdo,
            transformed: evidence.present().len().saturating_sub(ALWAYS_EXACT),
        };
        let mut posterior = self.diagnose(evidence, Method::Hybrid(hybrid))?;
        if let InferenceError::TooExpensive { predicted_seconds, .. } = refusal {
            posterior.work.exact_seconds = Some(*predicted_seconds);
        }
        Ok(posterior)
    }

    fn exact_posterior(&self, method: Method, solution: &Solution) -> Posterior {
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
        let mut posterior = self.exact_posterior(method, &outcome.solution);
        if !outcome.transformed.is_empty() {
            let log_evidence_upper = self.query.settled + outcome.log_evidence_upper;
            posterior.exactness = Exactness::Estimate { log_evidence_upper };
            posterior.work.transformed = outcome.transformed;
        }
        posterior
    }
}
