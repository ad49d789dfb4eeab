//! Many cases, answered in parallel and handed on in the order they came, in bounded memory.

use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use rayon::prelude::*;

/// Cases in memory at once, per thread: enough to even out cheap and expensive ones.
const CASES_PER_THREAD: usize = 64;

/// A way to answer cases, such as diagnoses on one network.
pub(crate) trait Desk: Sync {
    /// A case to answer.
    type Case: Send;
    /// The answer to it.
    type Answer;
    /// Working memory, one per thread.
    type Worker: Send;

    /// Working memory for a thread.
    fn worker(&self) -> Self::Worker;

    /// Answers a case.
    fn answer(&self, worker: &mut Self::Worker, case: Self::Case) -> Result<Self::Answer, String>;
}

/// Writes answers in one form.
pub(crate) trait Formatter<A>: Sync {
    /// Text before the first case.
    fn header(&self) -> String {
        String::new()
    }

    /// A case that was answered, line ends included; an error if the form cannot express the answer.
    fn answered(&self, id: &str, answer: &A) -> Result<String, String>;

    /// A case that failed; `None` if the form has no place for it.
    fn failed(&self, _id: &str, _error: &str) -> Option<String> {
        None
    }

    /// Text after the last case.
    fn footer(&self, _tally: Tally) -> String {
        String::new()
    }
}

/// A case with its id, or the reason why it cannot be read.
pub(crate) struct Input<C> {
    pub(crate) id: String,
    pub(crate) case: Result<C, String>,
}

/// A case with its answer or error.
pub(crate) struct Output {
    pub(crate) id: String,
    /// As it is written; `None` if there is only an error.
    pub(crate) text: Option<String>,
    pub(crate) error: Option<String>,
}

/// When answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// With one thread, every answer before the next case is read, so that another program can hold a
    /// conversation over pipes.
    AsTheyCome,
    /// Many at a time.
    InChunks,
}

/// How a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) cases: usize,
    pub(crate) failed: usize,
}

/// Answers cases and hands each answer, formatted, to `write` in input order. A case that fails is
/// an answer too; only input that cannot be read on, or output that cannot be written, ends the
/// run.
pub(crate) fn run<D: Desk>(
    desk: &D,
    formatter: &dyn Formatter<D::Answer>,
    threads: usize,
    pace: Pace,
    mut inputs: impl Iterator<Item = Result<Input<D::Case>>>,
    mut write: impl FnMut(&[Output]) -> Result<()>,
) -> Result<Tally> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("starting threads")?;
    let workers: Vec<_> = (0..threads).map(|_| Mutex::new(desk.worker())).collect();
    let chunk = if threads == 1 && pace == Pace::AsTheyCome { 1 } else { threads * CASES_PER_THREAD };
    let mut tally = Tally::default();
    loop {
        let (ready, unreadable) = read_chunk(&mut inputs, chunk);
        let done = ready.is_empty() || unreadable.is_some();
        let outputs: Vec<Output> = pool.install(|| {
            ready
                .into_par_iter()
                .with_max_len(1)
                .map(|input| {
                    let at = rayon::current_thread_index().unwrap_or(0);
                    // Each thread has its own worker: the lock is never waited for. A worker starts every
                    // case afresh, so that one left by a panic is as good as new.
                    let mut worker = workers[at].lock().unwrap_or_else(PoisonError::into_inner);
                    answer(desk, formatter, &mut worker, input)
                })
                .collect()
        });
        tally.cases += outputs.len();
        tally.failed += outputs.iter().filter(|output| output.error.is_some()).count();
        write(&outputs)?;
        match unreadable {
            Some(error) => return Err(error),
            None if done => return Ok(tally),
            None => {}
        }
    }
}

fn answer<D: Desk>(
    desk: &D,
    formatter: &dyn Formatter<D::Answer>,
    worker: &mut D::Worker,
    Input { id, case }: Input<D::Case>,
) -> Output {
    let answered = case.and_then(|case| desk.answer(worker, case));
    match answered.and_then(|answer| formatter.answered(&id, &answer)) {
        Ok(text) => Output { id, text: Some(text), error: None },
        Err(error) => Output { text: formatter.failed(&id, &error), id, error: Some(error) },
    }
}

/// Up to `most` inputs, and the error that ended the input, if any.
fn read_chunk<C>(
    inputs: &mut impl Iterator<Item = Result<Input<C>>>,
    most: usize,
) -> (Vec<Input<C>>, Option<anyhow::Error>) {
    let mut chunk = Vec::new();
    for input in inputs.take(most) {
        match input {
            Ok(input) => chunk.push(input),
            Err(error) => return (chunk, Some(error)),
        }
    }
    (chunk, None)
}
