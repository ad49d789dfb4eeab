//! Cases and answers in Parquet files, batch by batch, with the columns of the Python package.

#[cfg(feature = "parquet")]
pub(super) use with_feature::run;

/// Reports that this build has no Parquet support.
#[cfg(not(feature = "parquet"))]
pub(super) fn run(
    _: &super::cases::CaseArgs,
    _: crate::input::EdgeListArgs,
    _: etio::Method,
    _: etio::Sampling,
    cases: &std::path::Path,
    _: &std::path::Path,
) -> anyhow::Result<crate::exit::Exit> {
    anyhow::bail!(
        "{}: this etio was built without Parquet; build one that has it with \
         `cargo install --path crates/etio-cli --features parquet`",
        cases.display()
    )
}

#[cfg(feature = "parquet")]
mod with_feature {
    use std::fs::File;
    use std::path::{Path, PathBuf};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::Duration;

    use anyhow::{Context, Result, anyhow, bail};
    use arrow_array::{Array, RecordBatch};
    use arrow_schema::DataType;
    use etio::{Method, Sampling, XiCache};
    use etio_arrow::{Cases, Desk, FindingIndex, Names, Settings, Unknown, Worker, answer_schema};
    use etio_case::Reader;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use parquet::arrow::{ArrowWriter, ProjectionMask};
    use parquet::basic::Compression;
    use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
    use parquet::file::properties::WriterProperties;
    use rayon::prelude::*;

    use crate::commands::cases::CaseArgs;
    use crate::exit::Exit;
    use crate::input::EdgeListArgs;
    use crate::progress;

    /// Rows that are in memory at once, per thread.
    const ROWS_PER_THREAD: usize = 4096;

    /// Rows that one thread takes at a time: few, to even out cheap and expensive ones.
    const ROWS_AT_A_TIME: usize = 256;

    /// How often a long query asks whether it is to stop.
    const EVERY: Duration = Duration::from_millis(50);

    fn name(path: &Path) -> String {
        path.display().to_string()
    }

    /// Answers a file of cases, or a folder of them. The answers are written under another name and
    /// renamed when they are whole; what is unfinished is removed, after a signal too.
    pub(in crate::commands) fn run(
        args: &CaseArgs,
        edges: EdgeListArgs,
        method: Method,
        sampling: Sampling,
        cases: &Path,
        out: &Path,
    ) -> Result<Exit> {
        let parts = Part::all(cases)?;
        if out.exists() {
            let answers = out.canonicalize()?;
            for part in &parts {
                if part.path.canonicalize()? == answers {
                    bail!(
                        "--out is the file of the cases, which the answers would replace: give another name"
                    );
                }
            }
        }
        let network = args.network.open(edges)?;
        let reader = Reader::of(&network).context("this network's cases cannot be read")?;
        let threads = args.all_threads();
        let limits = args.limits(false);
        let settings = Settings {
            method,
            top: args.top(),
            unknown: Unknown::Row,
            time: limits.time,
            memory: limits.memory,
            target: args.target(),
            sampling,
        };
        let desk = Desk::new(&reader, &FindingIndex::of(&network), &XiCache::new(&network), settings);
        let stop = stop_on_signals().context("listening for signals")?;
        let mut written = unfinished(out).with_context(|| name(out))?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let mut writer =
            ArrowWriter::try_new(written.as_file_mut(), answer_schema(&parts[0].id), Some(properties))
                .with_context(|| name(out))?;
        let team = Team::new(&desk, threads, &stop)?;
        let progress = progress::counter("cases");
        let (mut rows, mut failed) = (0, 0);
        for part in &parts {
            for batch in part.open()?.with_batch_size(threads * ROWS_PER_THREAD).build()? {
                let batch = batch.with_context(|| name(&part.path))?;
                let read = Cases::from_lists(&batch, &part.names, desk.index(), rows);
                let answers = team.answer(&read.with_context(|| name(&part.path))?);
                if stop.load(Ordering::Relaxed) {
                    bail!("stopped by a signal; {} was not written", name(out));
                }
                for answers in answers? {
                    failed += answers["ranking"].null_count();
                    writer.write(&answers).with_context(|| name(out))?;
                }
                rows += batch.num_rows();
                progress.inc(batch.num_rows() as u64);
            }
        }
        writer.close().with_context(|| name(out))?;
        written.persist(out).with_context(|| name(out))?;
        progress.finish_and_clear();
        Ok(if failed > 0 { Exit::SomeFailed } else { Exit::Success })
    }

    /// A file of cases. It is opened twice: all files are checked before any work is done, and there may
    /// be more of them than a process may have open at once.
    struct Part {
        path: PathBuf,
        names: Names,
        /// The type of the column of ids.
        id: DataType,
    }

    impl Part {
        /// The file, or those of a folder by their names.
        fn all(cases: &Path) -> Result<Vec<Self>> {
            let mut paths = vec![cases.to_owned()];
            if cases.is_dir() {
                let entries = std::fs::read_dir(cases).with_context(|| name(cases))?;
                let entries = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>();
                paths = entries.with_context(|| name(cases))?;
                paths.retain(|path| is_part(path));
                paths.sort();
            }
            let parts = paths.into_iter().map(Self::check).collect::<Result<Vec<_>>>()?;
            let Some(first) = parts.first() else {
                bail!("{}: the folder has no files that end in .parquet", name(cases));
            };
            match parts.iter().find(|part| part.id != first.id) {
                None => Ok(parts),
                Some(other) => Err(anyhow!(
                    "the ids of the cases have the type {} in {} and {} in {}; expected one type",
                    first.id,
                    name(&first.path),
                    other.id,
                    name(&other.path)
                )),
            }
        }

        fn check(path: PathBuf) -> Result<Self> {
            let source = Self::open_at(&path)?;
            let schema = source.schema();
            let columns = || schema.fields().iter().map(|field| field.name().as_str());
            let names = Names::find(columns(), &[]).with_context(|| name(&path))?;
            names.check_lists(columns()).with_context(|| name(&path))?;
            check_compression(source.metadata(), &names).with_context(|| name(&path))?;
            let id = names.id.as_ref().and_then(|id| schema.field_with_name(id).ok());
            let id = id.map_or(DataType::Int64, |field| field.data_type().clone());
            Ok(Self { path, names, id })
        }

        /// The file with the columns of cases: others are neither read nor decompressed.
        fn open(&self) -> Result<ParquetRecordBatchReaderBuilder<File>> {
            let source = Self::open_at(&self.path)?;
            let root = source.parquet_schema().root_schema().get_fields().iter().enumerate();
            let read = root.filter(|(_, field)| is_read(&self.names, field.name())).map(|(at, _)| at);
            let columns = ProjectionMask::roots(source.parquet_schema(), read);
            Ok(source.with_projection(columns))
        }

        fn open_at(path: &Path) -> Result<ParquetRecordBatchReaderBuilder<File>> {
            let file = File::open(path).with_context(|| name(path))?;
            ParquetRecordBatchReaderBuilder::try_new(file).with_context(|| name(path))
        }
    }

    /// Whether a file in a folder has cases. Writers put others beside them, such as `_SUCCESS`, and
    /// give names that begin with `.` or `_` to what is not whole yet.
    fn is_part(path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with(['.', '_']) && name.to_lowercase().ends_with(".parquet") && path.is_file()
    }

    /// Whether a column of a file is one of cases.
    fn is_read(names: &Names, column: &str) -> bool {
        names.by_use().iter().any(|(_, name)| *name == Some(column))
    }

    /// Refuses codecs that this program does not have, before any work is done.
    fn check_compression(file: &ParquetMetaData, names: &Names) -> Result<()> {
        let columns = file.row_groups().iter().flat_map(RowGroupMetaData::columns);
        for column in columns.filter(|column| is_read(names, &column.column_path().parts()[0])) {
            match column.compression() {
                Compression::UNCOMPRESSED
                | Compression::SNAPPY
                | Compression::LZ4
                | Compression::LZ4_RAW
                | Compression::ZSTD(_) => {}
                other => bail!(
                    "the column `{}` is compressed with {other}; expected none, Snappy, LZ4 or Zstandard",
                    column.column_path().string()
                ),
            }
        }
        Ok(())
    }

    /// A file beside `out` that gets its name in the end.
    fn unfinished(out: &Path) -> std::io::Result<tempfile::NamedTempFile> {
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut file = tempfile::Builder::new();
        // As for any other file that a program creates: the umask takes away from it.
        #[cfg(unix)]
        file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        file.prefix(".etio-").suffix(".parquet").tempfile_in(folder.unwrap_or(Path::new(".")))
    }

    /// A flag that SIGINT and SIGTERM set. Without it they would end the program at once, and the
    /// unfinished file would stay.
    #[cfg(unix)]
    fn stop_on_signals() -> std::io::Result<Arc<AtomicBool>> {
        use std::task::Poll;
        use tokio::signal::unix::{SignalKind, signal};

        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let listen = |kind| {
            let _entered = runtime.enter();
            signal(kind)
        };
        let mut signals = [listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?];
        let stop = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&stop);
        std::thread::spawn(move || {
            let any = std::future::poll_fn(|context| {
                let has_come = signals.iter_mut().any(|signal| signal.poll_recv(context).is_ready());
                if has_come { Poll::Ready(()) } else { Poll::Pending }
            });
            runtime.block_on(any);
            raised.store(true, Ordering::Relaxed);
        });
        Ok(stop)
    }

    #[cfg(not(unix))]
    fn stop_on_signals() -> std::io::Result<Arc<AtomicBool>> {
        Ok(Arc::default())
    }

    /// Threads with their working memory.
    struct Team<'a> {
        desk: &'a Desk,
        pool: rayon::ThreadPool,
        workers: Vec<Mutex<Worker>>,
    }

    impl<'a> Team<'a> {
        fn new(desk: &'a Desk, threads: usize, stop: &Arc<AtomicBool>) -> Result<Self> {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("starting threads")?;
            let worker = |_| {
                let stop = Arc::clone(stop);
                Mutex::new(desk.worker().watched(EVERY, move || stop.load(Ordering::Relaxed)))
            };
            Ok(Self { desk, pool, workers: (0..threads).map(worker).collect() })
        }

        /// Answers in the order of the cases.
        fn answer(&self, cases: &Cases) -> Result<Vec<RecordBatch>> {
            let starts: Vec<usize> = (0..cases.len()).step_by(ROWS_AT_A_TIME).collect();
            let answers = self.pool.install(|| {
                let pieces = starts.into_par_iter().with_max_len(1).map(|start| {
                    let at = rayon::current_thread_index().unwrap_or(0);
                    // Each thread has its own worker: the lock is never waited for.
                    let mut worker = self.workers[at].lock().unwrap_or_else(PoisonError::into_inner);
                    self.desk.answer(&mut worker, cases, start..(start + ROWS_AT_A_TIME).min(cases.len()))
                });
                pieces.collect::<Result<Vec<_>, _>>()
            });
            Ok(answers?)
        }
    }
}
