//! Who answers the queries of a study.

use std::fmt;

use etio::{Engine, Evidence, FindingId, Method, Network, Solver, XiCache};

use super::naive::naive_quickscore;
use crate::ReproError;

/// A way to answer a query: any method of the engine, or one that only a study of the paper needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contestant {
    /// A method of the engine.
    Engine(Method),
    /// Quickscore in plain double precision, with whatever comes out.
    NaiveQuickscore,
    /// The paper's Algorithm 1 step by step, on this many findings in finding-degree order.
    AlgorithmOne(usize),
    /// The same on the findings with the *most* parents.
    ReverseFdo(usize),
}

/// The stable exact method that everything is compared with.
pub(crate) const EXACT: Contestant = Contestant::Engine(Method::ExplainedSets);

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(Method::ExplainedSets) => f.write_str("exact"),
            Self::Engine(method) => method.fmt(f),
            Self::NaiveQuickscore => f.write_str("naive-quickscore"),
            Self::AlgorithmOne(n) => write!(f, "algorithm-1:{n}"),
            Self::ReverseFdo(n) => write!(f, "vfh+cvx+reverse-fdo:{n}"),
        }
    }
}

impl Contestant {
    /// The contestant with a method's spelling.
    pub(crate) fn method(spelling: &str) -> Result<Self, ReproError> {
        Ok(Self::Engine(spelling.parse()?))
    }

    /// The posterior of every disease.
    pub(crate) fn answer(self, engine: &mut Engine, evidence: &Evidence) -> Result<Vec<f64>, ReproError> {
        match self {
            Self::Engine(method) => Ok(engine.diagnose(evidence, method)?.marginals),
            Self::NaiveQuickscore => Ok(naive_quickscore(engine.network(), evidence)),
            Self::AlgorithmOne(n) => {
                let order = by_degree(engine.network(), evidence);
                algorithm_one(engine.network(), evidence, &order[..n.min(order.len())])
            }
            Self::ReverseFdo(n) => {
                let mut order = by_degree(engine.network(), evidence);
                order.reverse();
                algorithm_one(engine.network(), evidence, &order[..n.min(order.len())])
            }
        }
    }
}

/// The present findings, fewest parents first, equal ones by index.
fn by_degree(network: &Network, evidence: &Evidence) -> Vec<FindingId> {
    let mut order = evidence.present().to_vec();
    order.sort_by_key(|&finding| (network.parent_count(finding), finding));
    order
}

/// The paper's Algorithm 1 (variational-first hybridisation) with a given F1: the priors are
/// replaced by the posteriors given the transformed findings, and the other findings answered
/// exactly.
pub(crate) fn algorithm_one(
    network: &Network,
    evidence: &Evidence,
    transformed: &[FindingId],
) -> Result<Vec<f64>, ReproError> {
    let mut tilts = vec![0.0; network.disease_count()];
    let mut rest = evidence.clone();
    let cache = XiCache::new(network);
    for &finding in transformed {
        // A finding with a link of 1 has no finite bound and stays exact.
        let Some(xi) = cache.get(finding, Solver::Cvx) else { continue };
        rest = rest.without(finding);
        for (disease, probability) in network.parents(finding).iter() {
            tilts[disease.index()] -= xi * (-probability).ln_1p();
        }
    }
    let primed = network.diseases().zip(&tilts).map(|(disease, &tilt)| {
        let prior = network.prior(disease);
        if prior == 0.0 { 0.0 } else { 1.0 / (1.0 + (1.0 - prior) / prior * (-tilt).exp()) }
    });
    let primed = network.with_priors(primed.collect())?;
    Ok(Engine::new(&primed).diagnose(&rest, Method::ExplainedSets)?.marginals)
}
