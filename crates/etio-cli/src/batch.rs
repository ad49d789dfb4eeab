//! Many cases, answered in parallel and handed on in the order they came, in bounded memory.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use etio::format::cases::{Case, CaseError};
use etio::{
    DiseaseId, Engine, Evidence, Explanation, InferenceError, Limits, Method, Network, Posterior, PriorRange,
    Target,
};
use rayon::prelude::*;

/// Cases in memory at once, a thread: enough to even out cheap and dear ones.
const CASES_A_THREAD: usize = 64;

/// How cases are answered.
pub(crate) struct Batch<'a> {
    pub(crate) network: &'a Network,
    pub(crate) method: Method,
    pub(crate) limits: Limits,
    /// A disease to explain in every case.
    pub(crate) explain: Option<DiseaseId>,
    /// Cases answered at the same time.
    pub(crate) threads: usize,
    /// When intervals are narrow enough.
    pub(crate) target: Target,
    /// How wrong priors may be, and how many diseases to say that of.
    pub(crate) priors_within: Option<(f64, usize)>,
}

/// A line of a file of cases.
pub(crate) struct Input {
    /// Counted from one; stands in where the case has no id of its own.
    pub(crate) line: u64,
    pub(crate) case: Result<Case, CaseError>,
}

/// What became of a case.
pub(crate) struct Answer {
    pub(crate) id: String,
    /// The disease behind it, where the case says so.
    pub(crate) label: Option<String>,
    pub(crate) outcome: Result<Diagnosis, String>,
}

/// A case that was answered.
pub(crate) struct Diagnosis {
    pub(crate) evidence: Evidence,
    pub(crate) posterior: Posterior,
    pub(crate) elapsed: Duration,
    /// Why a disease is as likely as it is, where that was asked for.
    pub(crate) explanation: Option<Explanation>,
    /// How far posteriors move when priors are wrong, in the order of the ranking, where that was asked for.
    pub(crate) priors: Vec<PriorRange>,
}

/// How a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) cases: usize,
    pub(crate) failed: usize,
}

impl Batch<'_> {
    /// Answers a single case.
    pub(crate) fn one(&self, input: Input) -> Answer {
        self.answer(&mut self.engine(), input)
    }

    fn engine(&self) -> Engine {
        let mut engine = Engine::with_limits(self.network, self.limits);
        engine.set_target(self.target);
        engine
    }

    /// Answers cases and hands each answer, rendered, to `write` in input order. A case that fails is an answer too; only
    /// input that cannot be read on, or output that cannot be written, ends the run.
    ///
    /// With one thread every answer is written before the next case is read, so that another program can hold a
    /// conversation over pipes.
    pub(crate) fn run(
        &self,
        mut inputs: impl Iterator<Item = Input>,
        render: impl Fn(&Answer) -> String + Sync,
        mut write: impl FnMut(&[String]) -> Result<()>,
    ) -> Result<Tally> {
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().context("starting threads")?;
        let engines: Vec<_> = (0..self.threads).map(|_| Mutex::new(self.engine())).collect();
        let chunk = if self.threads == 1 { 1 } else { self.threads * CASES_A_THREAD };
        let mut tally = Tally::default();
        loop {
            let (ready, unreadable) = read_chunk(&mut inputs, chunk);
            let done = ready.is_empty() || unreadable.is_some();
            let answers: Vec<(bool, String)> = pool.install(|| {
                ready
                    .into_par_iter()
                    .with_max_len(1)
                    .map(|input| {
                        let at = rayon::current_thread_index().unwrap_or(0);
                        // Each thread has its own engine: the lock is never waited for. An engine starts every
                        // query afresh, so that one left by a panic is as good as new.
                        let mut engine = engines[at].lock().unwrap_or_else(PoisonError::into_inner);
                        let answer = self.answer(&mut engine, input);
                        (answer.outcome.is_err(), render(&answer))
                    })
                    .collect()
            });
            tally.cases += answers.len();
            tally.failed += answers.iter().filter(|(failed, _)| *failed).count();
            let rendered: Vec<String> = answers.into_iter().map(|(_, text)| text).collect();
            write(&rendered)?;
            match unreadable {
                Some(error) => return Err(error.into()),
                None if done => return Ok(tally),
                None => {}
            }
        }
    }

    fn answer(&self, engine: &mut Engine, input: Input) -> Answer {
        let number = input.line.to_string();
        match input.case {
            Err(error) => Answer { id: number, label: None, outcome: Err(error.to_string()) },
            Ok(case) => {
                let outcome = self.diagnose(engine, &case).map_err(|error| error.to_string());
                Answer { id: case.id.unwrap_or(number), label: case.label, outcome }
            }
        }
    }

    fn diagnose(&self, engine: &mut Engine, case: &Case) -> Result<Diagnosis, InferenceError> {
        let evidence = case.evidence(self.network)?;
        let started = Instant::now();
        let posterior = engine.diagnose(&evidence, self.method)?;
        let elapsed = started.elapsed();
        let explain = |disease| engine.explain(&evidence, disease, self.method);
        let explanation = self.explain.map(explain).transpose()?;
        let priors = match self.priors_within {
            Some((factor, top)) => engine.prior_ranges(&evidence, &posterior, factor, top, self.method)?,
            None => Vec::new(),
        };
        Ok(Diagnosis { evidence, posterior, elapsed, explanation, priors })
    }
}

/// Up to `most` inputs, and why there can be no more, where that is not just the end.
fn read_chunk(inputs: &mut impl Iterator<Item = Input>, most: usize) -> (Vec<Input>, Option<CaseError>) {
    let mut chunk = Vec::new();
    for input in inputs.take(most) {
        match input.case {
            Err(error @ CaseError::Io { .. }) => return (chunk, Some(error)),
            _ => chunk.push(input),
        }
    }
    (chunk, None)
}
