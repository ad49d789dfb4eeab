//! Timing queries: one engine, warm, each query on its own.

use std::time::{Duration, Instant};

use etio::{Engine, Evidence, InferenceError, Limits, Method, Network};
use serde::Serialize;

/// The times of many queries by one method.
#[derive(Clone, Debug, Serialize)]
pub struct Times {
    /// The method.
    pub method: String,
    /// Present findings of a query.
    pub present: usize,
    /// Threads of a query.
    pub threads: usize,
    /// Queries that were timed.
    pub queries: usize,
    /// Queries that got no answer, such as for digits lost.
    pub refused: usize,
    /// Why the first of them was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// Half of the queries took less, in seconds.
    pub median: f64,
    /// The fastest query, in seconds.
    pub best: f64,
    /// Steps of a query as the method counts them, on average.
    pub operations: f64,
}

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// Stop after this long, with at least one query.
    pub(super) time: Duration,
    pub(super) most_queries: usize,
}

/// Times queries in turn, over and over, after one that warms caches up.
pub(super) fn time(
    network: &Network,
    method: Method,
    evidence: &[Evidence],
    threads: usize,
    patience: Patience,
) -> Times {
    let mut engine = Engine::with_limits(network, Limits { threads, ..Limits::default() });
    let mut times = Vec::new();
    let (mut refusal, mut refused, mut operations) = (None, 0, 0.0);
    let _ = evidence.first().map(|first| engine.diagnose(first, method));
    let started = Instant::now();
    for evidence in evidence.iter().cycle() {
        let query = Instant::now();
        let answer = engine.diagnose(evidence, method);
        times.push(query.elapsed().as_secs_f64());
        match answer {
            Ok(posterior) => operations += posterior.work.operations,
            Err(error) => {
                refused += 1;
                refusal.get_or_insert_with(|| error.to_string());
            }
        }
        if started.elapsed() > patience.time || times.len() >= patience.most_queries {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    let answered = times.len() - refused;
    Times {
        method: method.to_string(),
        present: evidence.first().map_or(0, |evidence| evidence.present().len()),
        threads,
        queries: times.len(),
        refused,
        refusal,
        median: times.get(times.len() / 2).copied().unwrap_or_default(),
        best: times.first().copied().unwrap_or_default(),
        operations: operations / answered.max(1) as f64,
    }
}

/// The time for each query once, from a cold start, all together, in seconds.
pub(super) fn total(network: &Network, method: Method, evidence: &[Evidence]) -> Result<f64, InferenceError> {
    let mut engine = Engine::new(network);
    let started = Instant::now();
    for evidence in evidence {
        engine.diagnose(evidence, method)?;
    }
    Ok(started.elapsed().as_secs_f64())
}
