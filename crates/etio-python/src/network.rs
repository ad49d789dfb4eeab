//! A network, and single cases on it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use etio::format::cases::{Age, Case};
use etio::{Budget, Engine, Limits, XiCache};
use etio_arrow::FindingIndex;
use etio_case::{Reader, Reading};
use etio_formats::WriteOptions;
use numpy::{PyArray1, PyReadonlyArray1};
use once_cell::race::OnceBox;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::answer::Answer;
use crate::interrupt::{EVERY, Interrupt};
use crate::terms::{Stated, Terms};
use crate::{errors, pool};

/// A network with everything that is made once for it.
#[pyclass(frozen, module = "etio._lib")]
pub(crate) struct Network {
    pub(crate) reader: Reader,
    pub(crate) xi: XiCache,
    index: OnceBox<FindingIndex>,
    /// Idle engines.
    idle: Mutex<Vec<Engine>>,
    /// How many of them are kept, and the limits of a single query. Both depend on the machine, and asking
    /// the system for them takes longer than an ordinary query.
    most_idle: usize,
    alone: Limits,
    /// Notes on how it was read.
    notes: Vec<String>,
}

/// An age as Python states it.
#[derive(FromPyObject)]
pub(crate) enum AgeArgument {
    Years(f64),
    Text(String),
}

impl Network {
    pub(crate) fn new(py: Python<'_>, network: &etio::Network) -> PyResult<Self> {
        let reader = Reader::of(network).map_err(|error| errors::reader(py, &error))?;
        Ok(Self::with_reader(reader))
    }

    pub(crate) fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    fn with_reader(reader: Reader) -> Self {
        let xi = XiCache::new(reader.network());
        Self {
            reader,
            xi,
            index: OnceBox::new(),
            idle: Mutex::new(Vec::new()),
            most_idle: pool::cores(),
            alone: Limits::for_workers(1),
            notes: Vec::new(),
        }
    }

    pub(crate) fn network(&self) -> &etio::Network {
        self.reader.network()
    }

    /// The findings by id, made when a batch first needs them.
    pub(crate) fn index(&self) -> FindingIndex {
        self.index.get_or_init(|| Box::new(FindingIndex::of(self.network()))).clone()
    }

    /// An engine for a reading. Locks are never waited for: one that another thread held during a
    /// fork would stay locked in the child.
    fn engine(&self, reading: &Reading) -> Engine {
        let limits = Limits::default();
        if reading.is_adapted {
            return Engine::with_limits(&reading.network, limits);
        }
        let idle = self.idle.try_lock().ok().and_then(|mut idle| idle.pop());
        idle.unwrap_or_else(|| Engine::with_xi(&self.xi, limits))
    }

    fn put_back(&self, engine: Engine, reading: &Reading) {
        if !reading.is_adapted
            && let Ok(mut idle) = self.idle.try_lock()
            && idle.len() < self.most_idle
        {
            idle.push(engine);
        }
    }

    /// Does work with an engine, away from the interpreter's lock and open to Ctrl-C.
    pub(crate) fn with_engine<R: Send>(
        &self,
        py: Python<'_>,
        reading: &Reading,
        terms: &Terms,
        work: impl FnOnce(&mut Engine, &Budget) -> Result<R, etio::InferenceError> + Send,
    ) -> PyResult<R> {
        let interrupt = Interrupt::default();
        let stop = interrupt.clone();
        let budget = Budget::start(&terms.limits).watched(EVERY, move || stop.is_raised());
        let mut engine = self.engine(reading);
        engine.set_limits(terms.limits);
        engine.set_target(terms.target);
        engine.set_sampling(terms.sampling);
        let result = if terms.limits.threads > 1 {
            let pool = pool::get()?;
            py.detach(|| await_signals(pool, &interrupt, &budget, || work(&mut engine, &budget)))
        } else {
            py.detach(|| work(&mut engine, &budget))
        };
        self.put_back(engine, reading);
        // An interrupted search may still give what it has; nobody is there to take it.
        match interrupt.take() {
            Some(raised) => Err(raised),
            None => result.map_err(|error| errors::inference(py, &error)),
        }
    }
}

/// Does work among the threads of the pool while this thread, which alone may handle signals, waits.
fn await_signals<R: Send>(
    pool: &rayon::ThreadPool,
    interrupt: &Interrupt,
    budget: &Budget,
    work: impl FnOnce() -> R + Send,
) -> R {
    let (done, waiting) = std::sync::mpsc::channel::<()>();
    let result = Mutex::new(None);
    pool.in_place_scope(|scope| {
        let result = &result;
        scope.spawn(move |_| {
            let found = work();
            *result.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(found);
            drop(done);
        });
        while waiting.recv_timeout(EVERY) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            if interrupt.is_raised() {
                budget.cancel();
            }
        }
    });
    let result = result.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    result.expect("the scope ends after the work")
}

/// Each member of a layer as (id, name).
type Members = Vec<(String, String)>;

#[pymethods]
impl Network {
    #[getter]
    fn disease_count(&self) -> usize {
        self.network().disease_count()
    }

    #[getter]
    fn finding_count(&self) -> usize {
        self.network().finding_count()
    }

    #[getter]
    fn link_count(&self) -> usize {
        self.network().link_count()
    }

    /// Ids and names of the diseases.
    fn diseases(&self) -> Members {
        let network = self.network();
        network
            .diseases()
            .map(|d| (network.disease_id(d).to_owned(), network.disease_name(d).to_owned()))
            .collect()
    }

    /// Ids and names of the findings.
    fn findings(&self) -> Members {
        let network = self.network();
        network
            .findings()
            .map(|f| (network.finding_id(f).to_owned(), network.finding_name(f).to_owned()))
            .collect()
    }

    fn priors<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let network = self.network();
        PyArray1::from_iter(py, network.diseases().map(|d| network.prior(d)))
    }

    fn leaks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let network = self.network();
        PyArray1::from_iter(py, network.findings().map(|f| network.leak(f)))
    }

    /// How many diseases can cause each finding.
    fn parent_counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let network = self.network();
        PyArray1::from_iter(py, network.findings().map(|f| network.parent_count(f) as u32))
    }

    /// The links by coordinates: diseases, findings, probabilities.
    #[expect(clippy::type_complexity, reason = "three arrays")]
    fn links<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f64>>) {
        let network = self.network();
        let (mut diseases, mut findings, mut probabilities) = (Vec::new(), Vec::new(), Vec::new());
        for finding in network.findings() {
            for (disease, p) in network.parents(finding).iter() {
                diseases.push(disease.index() as u32);
                findings.push(finding.index() as u32);
                probabilities.push(p);
            }
        }
        (
            PyArray1::from_vec(py, diseases),
            PyArray1::from_vec(py, findings),
            PyArray1::from_vec(py, probabilities),
        )
    }

    /// The same network with other priors, one per disease.
    fn with_priors(&self, py: Python<'_>, priors: PyReadonlyArray1<'_, f64>) -> PyResult<Self> {
        let priors = priors.as_array().to_vec();
        let network = self.network().with_priors(priors).map_err(|error| errors::build(py, &error))?;
        Ok(Self::with_reader(self.reader.on(network)).with_notes(self.notes.clone()))
    }

    /// The position of a disease; an exception that suggests another.
    fn disease_index(&self, py: Python<'_>, id: &str) -> PyResult<usize> {
        match self.network().disease(id) {
            Some(disease) => Ok(disease.index()),
            None => Err(errors::unknown_disease(py, self.network(), id)),
        }
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let pool = pool::get()?;
        let bytes = py.detach(|| pool.install(|| self.network().to_bytes()));
        Ok(PyBytes::new(py, &bytes.map_err(|error| errors::format(py, &error))?))
    }

    /// Writes the network in the format that the path's ending names, and returns what to know about
    /// the file.
    fn save(&self, py: Python<'_>, path: PathBuf, tables: bool) -> PyResult<Vec<String>> {
        let pool = pool::get()?;
        let options = WriteOptions::with_tables(tables);
        let written = py.detach(|| pool.install(|| etio_formats::write(self.network(), &path, &options)));
        written.map_err(|error| errors::other_format(py, &error))
    }

    /// Notes on how it was read.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// Answers one case.
    #[pyo3(signature = (
        present, absent, unknown, asked, age, sex, prior_factors, ignore_unknown, stated, threads
    ))]
    #[expect(clippy::too_many_arguments, reason = "the Python face gives all of them by position")]
    fn diagnose(
        slf: &Bound<'_, Self>,
        present: Vec<String>,
        absent: Vec<String>,
        unknown: Vec<String>,
        asked: Vec<String>,
        age: Option<AgeArgument>,
        sex: Option<String>,
        prior_factors: BTreeMap<String, f64>,
        ignore_unknown: bool,
        stated: Stated,
        threads: usize,
    ) -> PyResult<Answer> {
        let py = slf.py();
        let this = slf.get();
        let mut ignored = Vec::new();
        let mut known = |mut ids: Vec<String>| {
            if ignore_unknown {
                ignored.extend(ids.extract_if(.., |id| this.network().finding(id).is_none()));
            }
            ids
        };
        let line = Case {
            present: known(present),
            absent: known(absent),
            unknown: known(unknown),
            asked: known(asked),
            age: age.map(|age| match age {
                AgeArgument::Years(years) => Age::Years(years),
                AgeArgument::Text(text) => Age::Text(text),
            }),
            sex,
            prior_factors,
            ..Case::default()
        };
        let refused = |error| errors::reading_on(py, this.network(), &error);
        let reading = this.reader.case(&line).and_then(|case| this.reader.read(&case)).map_err(refused)?;
        let terms = stated.terms(py, &Limits { threads, ..this.alone })?;
        let started = Instant::now();
        let posterior = this.with_engine(py, &reading, &terms, |engine, budget| {
            engine.diagnose_within(&reading.evidence, terms.method, budget)
        })?;
        let elapsed = started.elapsed();
        if !posterior.exactness.is_informed() {
            let text = "no useful bound within the time given; give more time";
            let limit = terms.limits.time.unwrap_or_default().as_secs_f64();
            return Err(errors::out_of_time(py, text, limit, posterior.work.exact_seconds));
        }
        ignored.sort_unstable();
        ignored.dedup();
        Ok(Answer { network: slf.clone().unbind(), reading, posterior, terms, ignored, elapsed })
    }
}
