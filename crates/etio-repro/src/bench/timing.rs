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

/// Times queries one after the other, over and over, after one that warms caches up.
pub(super) fn time(
    network: &Network,
    method: Method,
    evidence: &[Evidence],
    threads: usize,
    patience: Patience,
) -> Times {
    let [times] = time_in_turn(network, method, evidence, [threads], patience);
    times
}

/// The same on several numbers of threads in turn, a few queries at a time: a machine that is not as fast at all times is the same for
/// all, and threads are as awake as they are in a row of queries.
pub(super) fn time_in_turn<const N: usize>(
    network: &Network,
    method: Method,
    evidence: &[Evidence],
    threads: [usize; N],
    patience: Patience,
) -> [Times; N] {
    const FEW: usize = 8;
    let mut runs = threads.map(|threads| Run::new(network, threads));
    for run in &mut runs {
        let _ = evidence.first().map(|first| run.engine.diagnose(first, method));
    }
    let started = Instant::now();
    let is_over = || started.elapsed() > patience.time * N as u32;
    let rounds = (patience.most_queries / FEW).max(1);
    for few in evidence.chunks(FEW).cycle().take(rounds) {
        for run in &mut runs {
            for evidence in few {
                run.time(evidence, method);
                if is_over() {
                    break;
                }
            }
        }
        if is_over() {
            break;
        }
    }
    let present = evidence.first().map_or(0, |evidence| evidence.present().len());
    runs.map(|run| run.end(method, present))
}

/// Queries on one number of threads.
struct Run {
    engine: Engine,
    threads: usize,
    times: Vec<f64>,
    refused: usize,
    refusal: Option<String>,
    operations: f64,
}

impl Run {
    fn new(network: &Network, threads: usize) -> Self {
        let engine = Engine::with_limits(network, Limits { threads, ..Limits::default() });
        Self { engine, threads, times: Vec::new(), refused: 0, refusal: None, operations: 0.0 }
    }

    fn time(&mut self, evidence: &Evidence, method: Method) {
        let started = Instant::now();
        let answer = self.engine.diagnose(evidence, method);
        self.times.push(started.elapsed().as_secs_f64());
        match answer {
            Ok(posterior) => self.operations += posterior.work.operations,
            Err(error) => {
                self.refused += 1;
                self.refusal.get_or_insert_with(|| error.to_string());
            }
        }
    }

    fn end(mut self, method: Method, present: usize) -> Times {
        self.times.sort_by(f64::total_cmp);
        let answered = self.times.len() - self.refused;
        Times {
            method: method.to_string(),
            present,
            threads: self.threads,
            queries: self.times.len(),
            refused: self.refused,
            refusal: self.refusal,
            median: self.times.get(self.times.len() / 2).copied().unwrap_or_default(),
            best: self.times.first().copied().unwrap_or_default(),
            operations: self.operations / answered.max(1) as f64,
        }
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
