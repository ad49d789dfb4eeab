//! Many cases at once, from Arrow tables to Arrow tables or to a matrix.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_schema::{DataType, Schema, SchemaRef};
use etio::Limits;
use etio_arrow::{
    Cases, ColumnError, Desk, FindingIndex, Names, Settings, Stopped, Unknown, Worker, answer_schema,
};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::interrupt::{EVERY, Interrupt};
use crate::network::Network;
use crate::table::Table;
use crate::terms::Stated;
use crate::{capsule, errors, pool};

/// Rows that one thread takes at a time, at most.
const MOST_ROWS: usize = 4096;

/// Entries of rankings that one thread makes at a time, at most: the text of more may not fit into
/// one array.
const MOST_ENTRIES: usize = 1 << 22;

/// The columns to read, by their use: the usual ones that the table has, unless the caller says otherwise.
fn names<'c>(given: &Bound<'_, PyDict>, columns: impl IntoIterator<Item = &'c str>) -> PyResult<Names> {
    let py = given.py();
    let given = given.iter().map(|(key, value)| Ok((key.extract()?, value.extract()?)));
    let given: Vec<(String, Option<String>)> = given.collect::<PyResult<_>>()?;
    Names::find(columns, &given).map_err(|error| errors::column(py, &error))
}

fn columns_of(schema: &Schema) -> impl Iterator<Item = &str> + Clone {
    schema.fields().iter().map(|field| field.name().as_str())
}

/// The columns of a table that would be read, by their use, for tables that are not here.
#[pyfunction]
pub(crate) fn find_columns<'py>(
    py: Python<'py>,
    columns: Vec<String>,
    given: &Bound<'_, PyDict>,
) -> PyResult<Bound<'py, PyDict>> {
    let columns = || columns.iter().map(String::as_str);
    let names = names(given, columns())?;
    names.check_lists(columns()).map_err(|error| errors::column(py, &error))?;
    let found = PyDict::new(py);
    for (used, column) in names.by_use() {
        found.set_item(used, column)?;
    }
    Ok(found)
}

/// Whether a table has a column for each finding: it has no lists, and all its columns are findings.
fn is_wide(names: &Names, schema: &Schema, network: &etio::Network, index: &FindingIndex) -> bool {
    let mut others = columns_of(schema).filter(|name| names.is_wide(name, index)).peekable();
    !names.has_lists() && others.peek().is_some() && others.all(|name| network.finding(name).is_some())
}

/// The error for a table without lists. It may be meant as a wide one in which a finding is misspelt.
fn without_lists(
    py: Python<'_>,
    error: &ColumnError,
    names: &Names,
    schema: &Schema,
    network: &etio::Network,
    index: &FindingIndex,
) -> PyErr {
    let mut others = columns_of(schema).filter(|name| names.is_wide(name, index));
    let Some(wrong) = others.clone().find(|name| network.finding(name).is_none()) else {
        return errors::column(py, error);
    };
    let nearest = network.finding_catalog().nearest_id(wrong);
    if nearest.is_none() && others.all(|name| network.finding(name).is_none()) {
        return errors::column(py, error);
    }
    let hint = nearest.map(|id| format!("; did you mean `{id}`?")).unwrap_or_default();
    let text = format!(
        "{error} (as a table with a column for each finding, which `wide=True` says it is: `{wrong}` is not a \
         finding of the network{hint})"
    );
    errors::invalid(py, &text, "bad-column")
}

/// All cases of a table, and the number of the first row of each of its batches.
struct CaseTable {
    schema: SchemaRef,
    batches: Vec<Cases>,
    firsts: Vec<usize>,
    rows: usize,
    is_given_ids: Option<String>,
}

impl CaseTable {
    fn read(
        py: Python<'_>,
        network: &Network,
        data: &Bound<'_, PyAny>,
        columns: &Bound<'_, PyDict>,
        wide: Option<bool>,
    ) -> PyResult<Self> {
        let index = network.index();
        let reader = capsule::import(data)?;
        let schema = reader.schema();
        let names = names(columns, columns_of(&schema))?;
        let is_wide = wide.unwrap_or_else(|| is_wide(&names, &schema, network.network(), &index));
        if !is_wide && let Err(error) = names.check_lists(columns_of(&schema)) {
            return Err(match wide {
                None => without_lists(py, &error, &names, &schema, network.network(), &index),
                Some(_) => errors::column(py, &error),
            });
        }
        let names = &names;
        let mut table =
            Self { schema, batches: Vec::new(), firsts: Vec::new(), rows: 0, is_given_ids: names.id.clone() };
        for batch in reader {
            // A large table is read for seconds, and its producer may be a query that runs meanwhile.
            py.check_signals()?;
            let batch = batch.map_err(|error| errors::invalid(py, &error.to_string(), "bad-table"))?;
            let cases = if is_wide {
                let catalog = network.network().finding_catalog();
                let nearest = |id: &str| catalog.nearest_id(id).map(str::to_owned);
                Cases::from_wide(&batch, names, &index, table.rows, nearest)
            } else {
                Cases::from_lists(&batch, names, &index, table.rows)
            };
            table.batches.push(cases.map_err(|error| errors::column(py, &error))?);
            table.firsts.push(table.rows);
            table.rows += batch.num_rows();
        }
        Ok(table)
    }

    fn id_type(&self) -> DataType {
        let column = self.is_given_ids.as_ref().and_then(|name| self.schema.field_with_name(name).ok());
        column.map_or(DataType::Int64, |field| field.data_type().clone())
    }

    /// Pieces of work: a batch and some of its rows, in order. `entries` are those of a row's ranking.
    fn pieces(&self, threads: usize, entries: usize) -> Vec<Piece> {
        let most = (MOST_ENTRIES / entries.max(1)).clamp(1, MOST_ROWS);
        let most = self.rows.div_ceil(threads * 16).clamp(1, most);
        let mut pieces = Vec::new();
        for (batch, cases) in self.batches.iter().enumerate() {
            for start in (0..cases.len()).step_by(most) {
                pieces.push(Piece { batch, start, end: (start + most).min(cases.len()) });
            }
        }
        pieces
    }
}

#[derive(Clone, Copy)]
struct Piece {
    batch: usize,
    start: usize,
    end: usize,
}

/// Told how many rows are done, from time to time.
struct Progress {
    callback: Option<Py<PyAny>>,
    done: AtomicUsize,
    total: usize,
}

impl Progress {
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        match &self.callback {
            Some(callback) => callback.call1(py, (self.done.load(Ordering::Relaxed), self.total)).map(drop),
            None => Ok(()),
        }
    }
}

/// Does every piece of work and returns the results in order. The calling thread handles signals.
fn run<T: Send>(
    py: Python<'_>,
    desk: &Desk,
    table: &CaseTable,
    pieces: &[Piece],
    threads: usize,
    progress: Option<Py<PyAny>>,
    work: impl Fn(&mut Worker, usize, &Cases, Piece) -> Result<T, Stopped> + Sync,
) -> PyResult<Vec<T>> {
    let interrupt = Interrupt::default();
    let progress = Arc::new(Progress { callback: progress, done: AtomicUsize::new(0), total: table.rows });
    let do_piece = |worker: &mut Worker, at: usize| {
        let piece = pieces[at];
        let result = work(worker, at, &table.batches[piece.batch], piece);
        progress.done.fetch_add(piece.end - piece.start, Ordering::Relaxed);
        result.map_err(|error| (table.firsts[piece.batch], error))
    };
    let look = {
        let (interrupt, progress) = (interrupt.clone(), Arc::clone(&progress));
        move || {
            interrupt.ask(|py| {
                py.check_signals()?;
                progress.tell(py)
            })
        }
    };
    let results = if threads == 1 {
        // On the calling thread: no pool is needed, and a worker of a cluster has one thread anyway.
        py.detach(|| {
            let mut worker = desk.worker().watched(EVERY, look);
            (0..pieces.len()).map(|at| do_piece(&mut worker, at)).collect::<Result<Vec<T>, _>>()
        })
    } else {
        let pool = pool::get()?;
        py.detach(|| in_parallel(pool, desk, threads, pieces.len(), &do_piece, &look))
    };
    match interrupt.take() {
        Some(raised) => Err(raised),
        None => results.map_err(|(first, error)| errors::stopped(py, &error, first)),
    }
}

/// An error, and the number of the first row of its batch.
type Failure = (usize, Stopped);

fn in_parallel<T: Send>(
    pool: &rayon::ThreadPool,
    desk: &Desk,
    threads: usize,
    pieces: usize,
    do_piece: &(impl Fn(&mut Worker, usize) -> Result<T, Failure> + Sync),
    look: &impl Fn() -> bool,
) -> Result<Vec<T>, Failure> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<T>>> = (0..pieces).map(|_| Mutex::new(None)).collect();
    // The failure of the earliest piece counts, whoever comes first.
    let failure: Mutex<Option<(usize, Failure)>> = Mutex::new(None);
    let workers: Vec<Worker> = (0..threads).map(|_| desk.worker()).collect();
    let budgets: Vec<_> = workers.iter().map(Worker::budget).collect();
    let (alive, waiting) = channel::<()>();
    pool.in_place_scope(|scope| {
        for mut worker in workers {
            let alive = alive.clone();
            let (next, results, failure) = (&next, &results, &failure);
            scope.spawn(move |_| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= pieces {
                        break;
                    }
                    match do_piece(&mut worker, at) {
                        Ok(result) => {
                            *results[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                        }
                        Err(error) => {
                            next.store(pieces, Ordering::Relaxed);
                            let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                            if failure.as_ref().is_none_or(|(earlier, _)| at < *earlier) {
                                *failure = Some((at, error));
                            }
                        }
                    }
                }
                drop(alive);
            });
        }
        drop(alive);
        while waiting.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
            if look() {
                next.store(pieces, Ordering::Relaxed);
                budgets.iter().for_each(etio::Budget::cancel);
            }
        }
    });
    if let Some((_, failure)) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure);
    }
    let results =
        results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
    // A piece without a result was not begun because of an interruption.
    results.map(|result| result.ok_or((0, Stopped::Cancelled))).collect()
}

/// Threads for a batch, capped at those there are.
fn threads(wanted: Option<usize>, rows: usize) -> usize {
    wanted.unwrap_or_else(pool::cores).clamp(1, pool::cores()).min(rows.max(1))
}

fn unknown(py: Python<'_>, word: &str) -> PyResult<Unknown> {
    match word {
        "error" => Ok(Unknown::Stop),
        "ignore" => Ok(Unknown::Ignore),
        "row" => Ok(Unknown::Row),
        _ => {
            let text = format!("unknown is `{word}`; give `error`, `ignore` or `row`");
            Err(errors::invalid(py, &text, "bad-argument"))
        }
    }
}

/// Answers a table of cases.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the Python face gives all of them by position")]
pub(crate) fn diagnose_batch(
    py: Python<'_>,
    network: &Bound<'_, Network>,
    data: &Bound<'_, PyAny>,
    columns: &Bound<'_, PyDict>,
    wide: Option<bool>,
    top: usize,
    unknown_ids: &str,
    stated: Stated,
    wanted_threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let network = network.get();
    let table = CaseTable::read(py, network, data, columns, wide)?;
    let threads = threads(wanted_threads, table.rows);
    let desk = network.desk(py, top, unknown_ids, &stated, threads)?;
    let pieces = table.pieces(threads, top.min(network.network().disease_count()));
    let batches = run(py, &desk, &table, &pieces, threads, progress, |worker, _, cases, piece| {
        desk.answer(worker, cases, piece.start..piece.end)
    })?;
    Ok(Table::new(answer_schema(&table.id_type()), batches))
}

/// The posteriors of a table of cases, and rows without any with code and text. With `stop` the first such
/// row is an exception.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the Python face gives all of them by position")]
#[expect(clippy::type_complexity, reason = "a matrix and a list")]
pub(crate) fn posteriors<'py>(
    py: Python<'py>,
    network: &Bound<'_, Network>,
    data: &Bound<'_, PyAny>,
    columns: &Bound<'_, PyDict>,
    wide: Option<bool>,
    unknown_ids: &str,
    stop: bool,
    stated: Stated,
    wanted_threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyArray2<f64>>, Vec<(usize, &'static str, String)>)> {
    let network = network.get();
    let table = CaseTable::read(py, network, data, columns, wide)?;
    let threads = threads(wanted_threads, table.rows);
    let desk = network.desk(py, 0, unknown_ids, &stated, threads)?;
    let diseases = network.network().disease_count();
    let matrix = matrix(py, table.rows, diseases)?;
    let errors = {
        let mut writable = matrix.readwrite();
        let mut rest = writable.as_slice_mut()?;
        let pieces = table.pieces(threads, 0);
        let places: Vec<Mutex<&mut [f64]>> = pieces
            .iter()
            .map(|piece| {
                let (place, after) =
                    std::mem::take(&mut rest).split_at_mut((piece.end - piece.start) * diseases);
                rest = after;
                Mutex::new(place)
            })
            .collect();
        run(py, &desk, &table, &pieces, threads, progress, |worker, at, cases, piece| {
            let mut place = places[at].lock().unwrap_or_else(PoisonError::into_inner);
            let first = table.firsts[piece.batch];
            let mut errors = Vec::new();
            desk.posteriors(worker, cases, piece.start..piece.end, &mut place, |row, error| {
                if stop {
                    return Err(Stopped::of_row(row, error));
                }
                errors.push((first + row, error.code, error.text));
                Ok(())
            })?;
            Ok(errors)
        })?
    };
    Ok((matrix, errors.into_iter().flatten().collect()))
}

/// A matrix for posteriors. One that does not fit into memory is a `MemoryError` of numpy's; Rust
/// would end the process.
fn matrix(py: Python<'_>, rows: usize, diseases: usize) -> PyResult<Bound<'_, PyArray2<f64>>> {
    let bytes = rows.checked_mul(diseases).and_then(|numbers| numbers.checked_mul(size_of::<f64>()));
    if bytes.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
        let text = format!("a matrix of {rows} cases by {diseases} diseases does not fit into memory");
        return Err(PyMemoryError::new_err(text));
    }
    Ok(py.import("numpy")?.call_method1("zeros", ((rows, diseases),))?.cast_into()?)
}

impl Network {
    fn desk(
        &self,
        py: Python<'_>,
        top: usize,
        unknown_ids: &str,
        stated: &Stated,
        threads: usize,
    ) -> PyResult<Desk> {
        // A worker of a cluster has one thread, and neighbours on its machine.
        let workers = if threads == 1 { pool::cores() } else { threads };
        let terms = stated.terms(py, &Limits::for_workers(workers))?;
        let settings = Settings {
            method: terms.method,
            top,
            unknown: unknown(py, unknown_ids)?,
            time: terms.limits.time,
            memory: terms.limits.memory,
            target: terms.target,
            sampling: terms.sampling,
        };
        Ok(Desk::new(&self.reader, &self.index(), &self.xi, settings))
    }
}
