//! The variational part of many queries, each step timed on its own: Table 1 of the paper.
//!
//! A hybrid needs the parameter xi of each finding that it transforms, and then tilts the odds of
//! every disease by `e^(sum of xi theta)`. For `vfh` and `jh`, xi depends on the network alone, so
//! it is solved for once per finding, or read from a compiled file. For `jj99` it depends on the
//! rest of the query.

use std::hint::black_box;
use std::time::Instant;

use etio::{Engine, Evidence, FindingId, Method, Network, Solver};
use etio_repro::SpecError;
use serde::Serialize;

use crate::s1::{HEADLINE, queries, touch};
use crate::suite::BenchError;

/// Present and absent findings of a query; [`HEADLINE`] transforms two of the present ones.
const FINDINGS: (usize, usize) = (6, 4);

/// One step of the variational part of many queries.
#[derive(Clone, Debug, Serialize)]
pub struct VariationalStep {
    /// Name of the step.
    pub step: &'static str,
    /// Number of queries.
    pub queries: usize,
    /// Time for all of them, in seconds.
    pub seconds: f64,
}

/// A query and the findings that a hybrid transforms.
struct Split {
    evidence: Evidence,
    transformed: Vec<FindingId>,
}

pub(crate) fn measure(
    network: &Network,
    counts: &[usize],
    say: &dyn Fn(&str),
) -> Result<Vec<VariationalStep>, BenchError> {
    let most = counts.iter().max().copied().unwrap_or(0);
    say("S1: choosing the findings to transform");
    let splits = split(network, most)?;
    let mut all = Vec::new();
    for &count in counts {
        say(&format!("S1: the variational part of {count} queries"));
        let splits = &splits[..count];
        let steps = [
            ("xi, from the file", parameters(network, splits)),
            ("xi, once per finding", parameters(&without_parameters(network)?, splits)),
            ("xi, once per query", parameters_of_each(network, splits)?),
            ("tilting", tilting(network, splits)),
        ];
        all.extend(steps.map(|(step, seconds)| VariationalStep { step, queries: count, seconds }));
    }
    Ok(all)
}

/// Time to solve for the parameter of one finding by `cvx`, in seconds.
pub(crate) fn parameter(network: &Network) -> Result<f64, BenchError> {
    let engine = Engine::new(&without_parameters(network)?);
    let findings: Vec<FindingId> = network.findings().take(50).collect();
    let started = Instant::now();
    for &finding in &findings {
        black_box(xi(&engine, finding));
    }
    Ok(started.elapsed().as_secs_f64() / findings.len().max(1) as f64)
}

fn xi(engine: &Engine, finding: FindingId) -> f64 {
    engine.xi().get(finding, Solver::Cvx).unwrap_or_default()
}

/// The same network without stored parameters, which are those of its own priors only.
fn without_parameters(network: &Network) -> Result<Network, BenchError> {
    let priors = network.diseases().map(|disease| network.prior(disease)).collect();
    Ok(network.with_priors(priors).map_err(SpecError::from)?)
}

fn split(network: &Network, count: usize) -> Result<Vec<Split>, BenchError> {
    let evidence = queries(network, FINDINGS.0, FINDINGS.1, count as u64);
    touch(network, &evidence);
    let mut engine = Engine::new(network);
    let split = |evidence: Evidence| {
        let transformed = engine.diagnose(&evidence, HEADLINE)?.work.transformed;
        Ok(Split { evidence, transformed })
    };
    evidence.into_iter().map(split).collect()
}

/// Time for the parameters of all transformed findings, in seconds. The network keeps each one.
fn parameters(network: &Network, splits: &[Split]) -> f64 {
    let engine = Engine::new(network);
    let started = Instant::now();
    for &finding in splits.iter().flat_map(|split| &split.transformed) {
        black_box(xi(&engine, finding));
    }
    started.elapsed().as_secs_f64()
}

/// The same by the posteriors given the rest of each query. Computing those is exact inference, and
/// not part of the time.
fn parameters_of_each(network: &Network, splits: &[Split]) -> Result<f64, BenchError> {
    let mut engine = Engine::new(network);
    let mut seconds = 0.0;
    for split in splits {
        let rest = split.transformed.iter().fold(split.evidence.clone(), |rest, &f| rest.without(f));
        let posteriors = engine.diagnose(&rest, Method::Auto)?.marginals;
        let primed = network.with_priors(posteriors).map_err(SpecError::from)?;
        seconds += parameters(&primed, std::slice::from_ref(split));
    }
    Ok(seconds)
}

/// Time to tilt the odds of all diseases in every query, in seconds.
fn tilting(network: &Network, splits: &[Split]) -> f64 {
    let engine = Engine::new(network);
    let odds = |disease| network.prior(disease) / (1.0 - network.prior(disease));
    let odds: Vec<f64> = network.diseases().map(odds).collect();
    let (mut tilts, mut tilted) = (vec![0.0; odds.len()], vec![0.0; odds.len()]);
    let mut seconds = 0.0;
    for split in splits {
        let parameters: Vec<f64> = split.transformed.iter().map(|&finding| xi(&engine, finding)).collect();
        let started = Instant::now();
        tilts.fill(0.0);
        for (&finding, xi) in split.transformed.iter().zip(parameters) {
            for (disease, link) in network.parents(finding).iter() {
                tilts[disease.index()] -= xi * (-link).ln_1p();
            }
        }
        for ((tilted, odds), tilt) in tilted.iter_mut().zip(&odds).zip(&tilts) {
            *tilted = odds * tilt.exp();
        }
        black_box(&mut tilted);
        seconds += started.elapsed().as_secs_f64();
    }
    seconds
}
