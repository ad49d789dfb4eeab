//! Timing queries: one engine, warm, each query on its own.

use std::time::{Duration, Instant};

use etio::{Engine, Evidence, Limits, Method, Network};
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
    /// Queries without an answer, such as for catastrophic cancellation.
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
pub(crate) struct Patience {
    /// Stop after this long, with at least one query.
    pub(crate) time: Duration,
    pub(crate) most_queries: usize,
}

/// Times queries one after the other, over and over, after one that warms caches up.
pub(crate) fn time(
    network: &Network,
    method: Method,
    evidence: &[Evidence],
    threads: usize,
    patience: Patience,
) -> Times {
    let [times] = time_in_turn(network, method, evidence, [threads], patience);
    times
}

/// The same on several numbers of threads in turn, a few queries at a time: a machine whose speed
/// changes is the same for all, and threads are as awake as they are in a row of queries.
pub(crate) fn time_in_turn<const N: usize>(
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

/// The value below which a share of a list lies; NaN for an empty list.
pub fn quantile(list: &[f64], share: f64) -> f64 {
    let mut sorted = list.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(((sorted.len().max(1) - 1) as f64 * share).round() as usize).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_of_the_list() {
        let list = [3.0, 1.0, 2.0];
        assert_eq!([0.0, 0.5, 1.0].map(|share| quantile(&list, share)), [1.0, 2.0, 3.0]);
        assert!(quantile(&[], 0.5).is_nan());
    }
}
