//! Answering rows of a table.

use std::ops::Range;
use std::time::Duration;

use arrow_array::RecordBatch;
use etio::{
    Budget, Engine, EvidenceError, FindingId, InferenceError, Limits, Method, Posterior, Sampling, Target,
    XiCache,
};
use etio_case::{AgeError, Case, Lists, Reader, Reading, ReadingError, SexError};
use hashbrown::HashMap;

use crate::answers::{Answer, AnswerColumns};
use crate::cases::Cases;
use crate::findings::{Entry, FindingIndex};

/// Policy for ids that the network does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unknown {
    /// Stop with an error.
    #[default]
    Stop,
    /// Leave them out and list them in the answer.
    Ignore,
    /// The case is an error, in its row.
    Row,
}

/// How cases are answered.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The method.
    pub method: Method,
    /// How many diseases to list.
    pub top: usize,
    /// Policy for unknown ids.
    pub unknown: Unknown,
    /// Maximum time per case.
    pub time: Option<Duration>,
    /// Maximum memory per worker, in bytes.
    pub memory: usize,
    /// When intervals are narrow enough.
    pub target: Target,
    /// When methods that draw samples stop, and their seed.
    pub sampling: Sampling,
}

impl Default for Settings {
    /// `auto`, ten diseases, no time limit.
    fn default() -> Self {
        Self {
            method: Method::default(),
            top: 10,
            unknown: Unknown::default(),
            time: None,
            memory: Limits::default().memory,
            target: Target::default(),
            sampling: Sampling::default(),
        }
    }
}

/// A problem with a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// The kind of error, for programs.
    pub code: &'static str,
    /// The problem in words.
    pub text: String,
}

impl From<ReadingError> for RowError {
    fn from(error: ReadingError) -> Self {
        Self { code: error.code(), text: error.to_string() }
    }
}

impl From<InferenceError> for RowError {
    fn from(error: InferenceError) -> Self {
        Self { code: error.code(), text: error.to_string() }
    }
}

impl From<AgeError> for RowError {
    fn from(error: AgeError) -> Self {
        ReadingError::from(error).into()
    }
}

impl From<SexError> for RowError {
    fn from(error: SexError) -> Self {
        ReadingError::from(error).into()
    }
}

/// Why a run ended before its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// It was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// An unknown id, with [`Unknown::Stop`].
    #[error("{error} (row {row})")]
    UnknownFinding {
        /// The row of its batch, counted from 0.
        row: usize,
        /// The id.
        error: EvidenceError,
    },
    /// A case without an answer, where every case must have one.
    #[error("row {row}: {text}")]
    Row {
        /// The row of its batch, counted from 0.
        row: usize,
        /// The kind of error.
        code: &'static str,
        /// Problem with the case.
        text: String,
    },
}

impl Stopped {
    /// The end of a run at a case without an answer.
    pub fn of_row(row: usize, RowError { code, text }: RowError) -> Self {
        Self::Row { row, code, text }
    }
}

/// Answers cases on one network.
#[derive(Clone, Debug)]
pub struct Desk {
    reader: Reader,
    index: FindingIndex,
    xi: XiCache,
    settings: Settings,
}

/// Adapted engines that a worker keeps: people of one age and sex share theirs.
const KEPT_ENGINES: usize = 16;

/// Suggestions that a worker keeps: the same ids are wrong again and again.
const KEPT_SUGGESTIONS: usize = 10_000;

/// Working memory for one thread.
#[derive(Debug)]
pub struct Worker {
    engine: Engine,
    budget: Budget,
    lists: [Vec<FindingId>; 4],
    ignored: Vec<String>,
    suggestions: HashMap<String, EvidenceError>,
    /// Engines on the network with other priors.
    adapted: Vec<Engine>,
}

impl Worker {
    /// A budget that cancels all work of this worker.
    pub fn budget(&self) -> Budget {
        self.budget.clone()
    }

    /// This worker with a function that decides now and then whether to stop: see
    /// [`Budget::watched`].
    #[must_use]
    pub fn watched(self, every: Duration, stop: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { budget: self.budget.watched(every, stop), ..self }
    }
}

/// A row as it was read and its answer, or the problem with it.
type Found = Result<(Reading, Posterior), RowError>;

impl Desk {
    /// A desk for cases that a reader reads.
    pub fn new(reader: &Reader, index: &FindingIndex, xi: &XiCache, settings: Settings) -> Self {
        Self { reader: reader.clone(), index: index.clone(), xi: xi.clone(), settings }
    }

    /// The findings by id.
    pub fn index(&self) -> &FindingIndex {
        &self.index
    }

    /// Working memory for a thread.
    pub fn worker(&self) -> Worker {
        let limits = self.limits();
        Worker {
            engine: self.set(Engine::with_xi(&self.xi, limits)),
            budget: Budget::start(&limits),
            lists: Default::default(),
            ignored: Vec::new(),
            suggestions: HashMap::new(),
            adapted: Vec::new(),
        }
    }

    /// An engine that works by the settings.
    fn set(&self, mut engine: Engine) -> Engine {
        engine.set_target(self.settings.target);
        engine.set_sampling(self.settings.sampling);
        engine
    }

    fn limits(&self) -> Limits {
        Limits { time: None, memory: self.settings.memory, threads: 1 }
    }

    /// Answers some rows, in order.
    pub fn answer(
        &self,
        worker: &mut Worker,
        cases: &Cases,
        rows: Range<usize>,
    ) -> Result<RecordBatch, Stopped> {
        let ids = cases.ids_of(rows.clone());
        let top = self.settings.top.min(self.reader.network().disease_count());
        let mut columns = AnswerColumns::new(rows.len(), top);
        for row in rows {
            match self.find(worker, cases, row)? {
                Ok((reading, posterior)) => {
                    let answer =
                        Answer { network: &reading.network, posterior: &posterior, notes: &reading.notes };
                    columns.push(Ok(&answer), &worker.ignored);
                }
                Err(error) => columns.push(Err(&error), &worker.ignored),
            }
        }
        Ok(columns.finish(ids))
    }

    /// Writes the posteriors of some rows, one number per disease. A row that has none is NaN, and
    /// `failed` decides whether the run goes on ([`Stopped::of_row`] ends it).
    pub fn posteriors(
        &self,
        worker: &mut Worker,
        cases: &Cases,
        rows: Range<usize>,
        marginals: &mut [f64],
        mut failed: impl FnMut(usize, RowError) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let diseases = self.reader.network().disease_count();
        for (at, row) in rows.enumerate() {
            let place = &mut marginals[at * diseases..(at + 1) * diseases];
            let read = self.read(worker, cases, row)?;
            let solved = read.and_then(|reading| {
                let budget = self.budget(worker);
                let engine = self.engine_for(worker, &reading);
                let outcome =
                    engine.diagnose_into(&reading.evidence, self.settings.method, &budget, place)?;
                if outcome.exactness.is_informed() { Ok(()) } else { Err(uninformed()) }
            });
            if let Err(error) = solved {
                is_cancelled(&error)?;
                place.fill(f64::NAN);
                failed(row, error)?;
            }
        }
        Ok(())
    }

    fn find(&self, worker: &mut Worker, cases: &Cases, row: usize) -> Result<Found, Stopped> {
        let reading = match self.read(worker, cases, row)? {
            Ok(reading) => reading,
            Err(error) => return Ok(Err(error)),
        };
        let budget = self.budget(worker);
        let engine = self.engine_for(worker, &reading);
        match engine.diagnose_within(&reading.evidence, self.settings.method, &budget) {
            Ok(posterior) if posterior.exactness.is_informed() => Ok(Ok((reading, posterior))),
            // There is nothing to show; shown all the same, somebody would take it for an answer.
            Ok(_) => Ok(Err(uninformed())),
            Err(error) => {
                let error = RowError::from(error);
                is_cancelled(&error)?;
                Ok(Err(error))
            }
        }
    }

    fn budget(&self, worker: &Worker) -> Budget {
        match self.settings.time {
            None => worker.budget.clone(),
            Some(time) => worker.budget.within(time),
        }
    }

    /// The engine for a reading: the worker's own unless the person changes the network.
    fn engine_for<'w>(&self, worker: &'w mut Worker, reading: &Reading) -> &'w mut Engine {
        if !reading.is_adapted {
            return &mut worker.engine;
        }
        // Answers to questions change more than priors.
        let only_priors = !reading.holds.iter().any(|statement| statement.asked);
        let network = &reading.network;
        let is_same = |engine: &Engine| {
            network.diseases().all(|disease| network.prior(disease) == engine.network().prior(disease))
        };
        let kept = only_priors.then(|| worker.adapted.iter().position(is_same)).flatten();
        if let Some(at) = kept {
            // The one used last comes first.
            worker.adapted[..=at].rotate_right(1);
        } else {
            let engine = self.set(Engine::with_limits(network, self.limits()));
            worker.adapted.truncate(KEPT_ENGINES - 1);
            worker.adapted.insert(0, engine);
        }
        &mut worker.adapted[0]
    }

    /// Reads a row, unless the work was cancelled: many short queries never ask by themselves.
    fn read(
        &self,
        worker: &mut Worker,
        cases: &Cases,
        row: usize,
    ) -> Result<Result<Reading, RowError>, Stopped> {
        if let Err(error) = worker.budget.check() {
            is_cancelled(&RowError::from(error))?;
        }
        worker.lists.iter_mut().for_each(Vec::clear);
        worker.ignored.clear();
        let Worker { lists, ignored, suggestions, .. } = worker;
        let collected = cases.each_entry(row, |list, entry| match entry {
            Entry::Finding(finding) => {
                lists[list].push(finding);
                Ok(())
            }
            Entry::Unknown(id) if self.settings.unknown == Unknown::Ignore => {
                ignored.push(id.chars().take(100).collect());
                Ok(())
            }
            Entry::Unknown(id) => Err(Ok(id.to_owned())),
            Entry::Null => Err(Err(RowError {
                code: "null-finding",
                text: "a list of findings has a null among its entries".to_owned(),
            })),
        });
        match collected {
            Ok(()) => {}
            Err(Err(error)) => return Ok(Err(error)),
            Err(Ok(id)) => {
                let error = self.unknown(suggestions, &id);
                if self.settings.unknown == Unknown::Stop {
                    return Err(Stopped::UnknownFinding { row, error });
                }
                return Ok(Err(ReadingError::Evidence(error).into()));
            }
        }
        Ok(self.read_lists(cases, row, lists))
    }

    fn read_lists(
        &self,
        cases: &Cases,
        row: usize,
        [present, absent, unknown, asked]: &[Vec<FindingId>; 4],
    ) -> Result<Reading, RowError> {
        let statements = self.reader.statements(&Lists { present, absent, unknown, asked })?;
        let case = Case { person: cases.person(row)?, statements, ..Case::default() };
        Ok(self.reader.read(&case)?)
    }

    /// The error for an unknown id. It depends on the id alone, so that the text of a row is the same
    /// whichever thread or process answers it.
    fn unknown(&self, known: &mut HashMap<String, EvidenceError>, id: &str) -> EvidenceError {
        if let Some(error) = known.get(id) {
            return error.clone();
        }
        if known.len() >= KEPT_SUGGESTIONS {
            known.clear();
        }
        let error = EvidenceError::unknown(id).suggesting(self.reader.network());
        known.insert(id.to_owned(), error.clone());
        error
    }
}

fn is_cancelled(error: &RowError) -> Result<(), Stopped> {
    if error.code == InferenceError::Cancelled.code() { Err(Stopped::Cancelled) } else { Ok(()) }
}

/// The error for a case of which nothing could be said in the time given.
fn uninformed() -> RowError {
    RowError { code: "out-of-time", text: "no useful bound within the time given; give more time".to_owned() }
}
