//! Sessions in a file beside the program. Every write is on disk before it is acknowledged.
//!
//! A disk takes as long to make one write safe as a hundred. So one thread writes, and all writes
//! that arrived while the disk was busy go into the next commit together. A file that failed,
//! because the disk was full or did not answer, is closed and opened again: redb does not use one
//! any further after an error.

use std::cell::Cell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Once};
use std::time::Duration;

use arc_swap::ArcSwapOption;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, TableError, WriteTransaction};
use tokio::sync::{mpsc, oneshot};

use super::files::{Doubts, Files, OnDisk, Part};
use super::sealed::{Key, KeyFile, Slots};
use super::usage::{Quotas, Usage, size};
use super::{Change, PURGED_AT_ONCE, Session, SessionId, StoreError, now};

/// Sealed sessions.
const SESSIONS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("sessions-2");
/// When it ends, slot of its key, size, owner.
const INDEX: TableDefinition<'_, &str, (u64, u64, u64, &str)> = TableDefinition::new("index-2");
/// (When it ends, id): finds sessions that have ended without reading every one.
const ENDS: TableDefinition<'_, (u64, &str), ()> = TableDefinition::new("ends-2");
/// Sessions of version 0.1, which are not sealed.
const PLAIN: TableDefinition<'_, &str, &str> = TableDefinition::new("sessions-1");

/// Maximum number of writes that share a commit.
const GROUP: usize = 256;
/// Memory that redb may use to cache pages.
const CACHE: usize = 64 << 20;
/// How often a failed file is tried to be closed, until those who read it have ended.
const CLOSING_TRIES: u32 = 1000;
/// How often a session is tried to be read while the files are closed and opened again.
const READING_TRIES: u32 = 3;
/// Length of the session that is written to find out whether the files can be written again: more than
/// the room that a full disk leaves inside them.
const PROBE: usize = 64 << 10;

/// Sessions in a redb file.
pub struct RedbStore {
    shared: Arc<Shared>,
    writes: mpsc::Sender<Write>,
}

/// State shared by readers and the writer.
struct Shared {
    /// `None` while the files cannot be used.
    opened: ArcSwapOption<Opened>,
    /// Whether the files must be opened again.
    has_failed: AtomicBool,
    /// Number of failures, and how many there were when a write last proved that the files can be written.
    failures: AtomicU64,
    overcome: AtomicU64,
}

impl Shared {
    fn fail(&self) {
        self.failures.fetch_add(1, Relaxed);
        self.has_failed.store(true, Relaxed);
    }
}

struct Opened {
    database: Database,
    keys: KeyFile,
}

/// A write that waits for its commit. It gives back what to do once it is known what became of its group.
type Write = Box<dyn FnOnce(&mut Tables<'_>) -> Acknowledge + Send>;
type Acknowledge = Box<dyn FnOnce(&Outcome) + Send>;

/// What became of a group of writes.
struct Outcome {
    /// Whether all its changes are on disk.
    committed: Result<(), StoreError>,
    /// Whether the keys that it erased are gone from the disk, whatever became of the rest.
    erased: Result<(), StoreError>,
}

/// How far a group of writes has come.
#[derive(Default)]
struct Progress {
    acknowledge: Vec<Acknowledge>,
    /// Whether erased keys are gone from the disk.
    is_erased: bool,
}

/// The writer's accounts: the space in use, and the free slots.
struct Books {
    usage: Usage,
    free: Vec<u64>,
    next: u64,
    /// Sessions whose key is erased, but whose rows there was no room or time to remove.
    ghosts: Vec<SessionId>,
}

/// The row of a session in the index.
struct Entry {
    expires: u64,
    slot: u64,
    size: u64,
    owner: String,
}

struct Tables<'t> {
    sessions: redb::Table<'t, &'static str, &'static [u8]>,
    index: redb::Table<'t, &'static str, (u64, u64, u64, &'static str)>,
    ends: redb::Table<'t, (u64, &'static str), ()>,
    keys: &'t KeyFile,
    books: &'t mut Books,
    quotas: Quotas,
    /// Whether a row was changed.
    has_changed: bool,
    /// Whether a key was written or erased.
    has_new_keys: bool,
    /// Slots of sessions that were removed.
    freed: Vec<u64>,
    /// The first failure: then nothing of the group may be kept.
    failure: Option<StoreError>,
}

impl<'t> Tables<'t> {
    fn open(
        transaction: &'t WriteTransaction,
        keys: &'t KeyFile,
        books: &'t mut Books,
        quotas: Quotas,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            sessions: transaction.open_table(SESSIONS).map_err(StoreError::of)?,
            index: transaction.open_table(INDEX).map_err(StoreError::of)?,
            ends: transaction.open_table(ENDS).map_err(StoreError::of)?,
            keys,
            books,
            quotas,
            has_changed: false,
            has_new_keys: false,
            freed: Vec::new(),
            failure: None,
        })
    }

    fn entry(&self, id: &SessionId) -> Result<Option<Entry>, StoreError> {
        let found = self.index.get(id.as_str()).map_err(StoreError::of)?;
        Ok(found.map(|row| Entry::of(row.value())))
    }

    fn get(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        let Some(entry) = self.entry(id)? else { return Ok(None) };
        let sealed = self.sessions.get(id.as_str()).map_err(StoreError::of)?;
        let key = self.keys.read(entry.slot).map_err(StoreError::of)?;
        Ok(sealed.and_then(|sealed| unseal(&key, id, sealed.value())))
    }

    fn put(&mut self, id: &SessionId, session: &Session) -> Result<(), StoreError> {
        let (old, text) = (self.entry(id)?, session.encode()?);
        let before = old.as_ref().map_or(0, |entry| entry.size);
        self.books.usage.check(session, before, size(&text), self.quotas)?;
        self.keep(id, session, text, old)
    }

    /// Puts a session in the place of `old`, whatever the quotas.
    fn keep(
        &mut self,
        id: &SessionId,
        session: &Session,
        text: String,
        old: Option<Entry>,
    ) -> Result<(), StoreError> {
        let bytes = size(&text);
        let (slot, key) = match &old {
            Some(entry) => (entry.slot, self.keys.read(entry.slot).map_err(StoreError::of)?),
            None => self.new_key()?,
        };
        self.has_changed = true;
        if let Some(entry) = &old {
            self.ends.remove((entry.expires, id.as_str())).map_err(StoreError::of)?;
            self.books.usage.remove(&entry.owner, entry.size);
        }
        let sealed = key.seal(id, text)?;
        let row = (session.expires, slot, bytes, session.owner.as_str());
        self.sessions.insert(id.as_str(), sealed.as_slice()).map_err(StoreError::of)?;
        self.index.insert(id.as_str(), row).map_err(StoreError::of)?;
        self.ends.insert((session.expires, id.as_str()), ()).map_err(StoreError::of)?;
        self.books.usage.add(&session.owner, bytes);
        Ok(())
    }

    /// A new key in a free slot.
    fn new_key(&mut self) -> Result<(u64, Key), StoreError> {
        let slot = self.books.free.pop().unwrap_or_else(|| {
            self.books.next += 1;
            self.books.next - 1
        });
        let key = Key::random()?;
        self.keys.write(slot, &key).map_err(StoreError::of)?;
        self.has_new_keys = true;
        Ok((slot, key))
    }

    /// Erases a session's key, and with it the session, then removes its rows. Says when it would have
    /// ended; `None` if there was none.
    fn remove(&mut self, id: &SessionId) -> Result<Option<u64>, StoreError> {
        let Some(entry) = self.entry(id)? else { return Ok(None) };
        let was_there = !self.keys.read(entry.slot).map_err(StoreError::of)?.is_erased();
        // In place, which needs no room on the disk.
        self.keys.erase(entry.slot).map_err(StoreError::of)?;
        (self.has_changed, self.has_new_keys) = (true, true);
        if let Err(failure) = self.remove_rows(id, &entry) {
            self.failure.get_or_insert(failure);
        }
        Ok(was_there.then_some(entry.expires))
    }

    fn remove_rows(&mut self, id: &SessionId, entry: &Entry) -> Result<(), StoreError> {
        self.sessions.remove(id.as_str()).map_err(StoreError::of)?;
        self.index.remove(id.as_str()).map_err(StoreError::of)?;
        self.ends.remove((entry.expires, id.as_str())).map_err(StoreError::of)?;
        self.books.usage.remove(&entry.owner, entry.size);
        self.freed.push(entry.slot);
        Ok(())
    }

    /// Removes sessions that have ended, and what is left of others; says how many had ended.
    fn purge(&mut self, most: usize) -> Result<usize, StoreError> {
        let ghosts = std::mem::take(&mut self.books.ghosts);
        let mut ended = Vec::new();
        let until = (now() + 1, "");
        for entry in self.ends.range(..until).map_err(StoreError::of)?.take(most) {
            ended.push(SessionId(entry.map_err(StoreError::of)?.0.value().1.to_owned()));
        }
        let mut count = 0;
        for id in ended.iter().chain(&ghosts) {
            count += usize::from(self.remove(id)?.is_some());
        }
        Ok(count)
    }
}

impl Entry {
    fn of((expires, slot, size, owner): (u64, u64, u64, &str)) -> Self {
        Self { expires, slot, size, owner: owner.to_owned() }
    }
}

/// A session that cannot be opened is not there: it was deleted, or nothing can be done with it any more,
/// which is reported.
fn unseal(key: &Key, id: &SessionId, sealed: &[u8]) -> Option<Session> {
    if key.is_erased() {
        return None;
    }
    let session = key.open(id, sealed).and_then(|text| Session::decode(&text).ok());
    if session.is_none() {
        tracing::error!("a session is damaged");
    }
    session
}

impl RedbStore {
    /// Opens the files, or makes them, readable by their owner alone.
    pub fn open(path: &Path, quotas: Quotas) -> Result<Self, StoreError> {
        upgrade(path, quotas)?;
        Self::open_in(OnDisk::at(path), quotas)
    }

    pub(super) fn open_in(files: impl Files, quotas: Quotas) -> Result<Self, StoreError> {
        let doubts = Doubts::default();
        let (opened, books) = open(&files, &doubts)?;
        let shared = Arc::new(Shared {
            opened: ArcSwapOption::from_pointee(opened),
            has_failed: AtomicBool::new(false),
            failures: AtomicU64::new(0),
            overcome: AtomicU64::new(0),
        });
        let (writes, waiting) = mpsc::channel(4 * GROUP);
        let writer = Writer { files, doubts, shared: Arc::clone(&shared), books: Some(books), quotas };
        std::thread::Builder::new()
            .name("sessions".to_owned())
            .spawn(move || writer.run(waiting))
            .map_err(StoreError::of)?;
        Ok(Self { shared, writes })
    }

    /// Runs `step` durably: its changes are on disk when this returns.
    async fn write<T: Send + 'static>(
        &self,
        step: impl FnOnce(&mut Tables<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.write_until(|outcome| outcome.committed.clone(), step).await
    }

    /// Runs `step`, and gives back its result if `is_done` finds nothing wrong with what became of its group.
    async fn write_until<T: Send + 'static>(
        &self,
        is_done: fn(&Outcome) -> Result<(), StoreError>,
        step: impl FnOnce(&mut Tables<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let write: Write = Box::new(move |tables| {
            let result = step(tables);
            if let Err(failure @ StoreError::Failed(_)) = &result {
                tables.failure.get_or_insert_with(|| failure.clone());
            }
            // Without a listener, because the client has gone, the write is kept all the same.
            Box::new(move |outcome| drop(answer.send(is_done(outcome).and(result))))
        });
        let gone = || StoreError::failed("the sessions' files cannot be written");
        self.writes.send(write).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    pub(super) async fn put(&self, id: &SessionId, session: &Session) -> Result<(), StoreError> {
        let (id, session) = (id.clone(), session.clone());
        self.write(move |tables| tables.put(&id, &session)).await
    }

    pub(super) async fn get(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        let mut tries = 0;
        loop {
            tries += 1;
            match self.read(id).await {
                Err(_) if tries < READING_TRIES => {
                    // Files that failed cannot be read either. The writer opens them again, and then says so.
                    let _ = self.write(|_| Ok(())).await;
                }
                session => return Ok(session?.filter(Session::lives)),
            }
        }
    }

    async fn read(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        let (id, shared) = (id.clone(), Arc::clone(&self.shared));
        let read = tokio::task::spawn_blocking(move || {
            let opened = shared.opened.load_full();
            let opened = opened.ok_or_else(|| StoreError::failed("the sessions' files cannot be read"))?;
            let session = caught(|| opened.get(&id));
            let session = session.unwrap_or_else(|| Err(StoreError::failed("the file is damaged")));
            session.inspect_err(|_| shared.fail())
        });
        read.await.map_err(StoreError::of).flatten()
    }

    pub(super) async fn update(&self, id: &SessionId, change: Change) -> Result<Option<Session>, StoreError> {
        let id = id.clone();
        self.write(move |tables| {
            let Some(mut session) = tables.get(&id)?.filter(Session::lives) else { return Ok(None) };
            change(&mut session)?;
            tables.put(&id, &session)?;
            Ok(Some(session))
        })
        .await
    }

    pub(super) async fn delete(&self, id: &SessionId) -> Result<bool, StoreError> {
        let id = id.clone();
        let erase = move |tables: &mut Tables<'_>| Ok(tables.remove(&id)?.is_some_and(|ends| ends > now()));
        self.write_until(|outcome| outcome.erased.clone(), erase).await
    }

    pub(super) async fn purge(&self) -> Result<usize, StoreError> {
        self.write(|tables| tables.purge(PURGED_AT_ONCE)).await
    }

    /// Whether the files can be written. If they have failed, a session is written and deleted again: on
    /// a full disk they can still be opened.
    pub(super) async fn ready(&self) -> Result<(), StoreError> {
        let failures = self.shared.failures.load(Relaxed);
        if failures == self.shared.overcome.load(Relaxed) {
            return Ok(());
        }
        let id = SessionId::random()?;
        let probe = Session {
            owner: String::new(),
            network: "-".repeat(PROBE),
            language: String::new(),
            turns: Vec::new(),
            // It has ended, so that nobody can find it, and it does not stay if it cannot be deleted.
            expires: 1,
        };
        let (name, text) = (id.clone(), probe.encode()?);
        self.write(move |tables| tables.keep(&name, &probe, text, None)).await?;
        self.write(move |tables| tables.remove(&id)).await?;
        self.shared.overcome.store(failures, Relaxed);
        Ok(())
    }
}

impl Opened {
    fn get(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        let transaction = self.database.begin_read().map_err(StoreError::of)?;
        let index = transaction.open_table(INDEX).map_err(StoreError::of)?;
        let sessions = transaction.open_table(SESSIONS).map_err(StoreError::of)?;
        let Some(row) = index.get(id.as_str()).map_err(StoreError::of)? else { return Ok(None) };
        let Some(sealed) = sessions.get(id.as_str()).map_err(StoreError::of)? else { return Ok(None) };
        let key = self.keys.read(row.value().1).map_err(StoreError::of)?;
        Ok(unseal(&key, id, sealed.value()))
    }
}

thread_local! {
    /// Whether a panic on this thread is expected.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Calls redb, which panics over some damaged files; `None` if it did. What it says is logged instead
/// of printed: the caller has an error that names the file.
fn caught<T>(call: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if IS_CAUGHT.get() { tracing::debug!(%panic, "session files") } else { print(panic) }
        }));
    });
    IS_CAUGHT.set(true);
    let called = catch_unwind(AssertUnwindSafe(call)).ok();
    IS_CAUGHT.set(false);
    called
}

/// Opens both files and takes stock of them. A file that is damaged is named, even if redb panics over it.
fn open(files: &impl Files, doubts: &Doubts) -> Result<(Opened, Books), StoreError> {
    let in_file = |part: Part| {
        let name = files.name(part);
        move |problem: String| StoreError::Failed(format!("{name}: {problem}"))
    };
    let in_sessions = in_file(Part::Sessions);
    let database = caught(|| -> Result<_, String> {
        let file = doubts.open(files, Part::Sessions).map_err(|e| e.to_string())?;
        let database = Database::builder().set_cache_size(CACHE).create_with_backend(file);
        let database = database.map_err(|e| e.to_string())?;
        let stock = take_stock(&database).map_err(|e| e.to_string())?;
        Ok((database, stock))
    });
    let damaged = "it is damaged; restore it from a backup, or move it and its key file away to start empty";
    let (database, (usage, used)) =
        database.unwrap_or_else(|| Err(damaged.to_owned())).map_err(in_sessions)?;
    let keys = || -> std::io::Result<(KeyFile, Slots, u64)> {
        let keys = KeyFile::open(doubts.open(files, Part::Keys)?, !used.is_empty())?;
        let slots = keys.slots()?;
        if used.iter().any(|slot| *slot >= slots) {
            return Err(std::io::Error::other(
                "keys of sessions are missing; restore it, or move both files away",
            ));
        }
        let found = keys.erase_unused(|slot| used.contains(&slot))?;
        Ok((keys, found, slots))
    };
    let in_keys = in_file(Part::Keys);
    let (keys, Slots { free, erased }, slots) = keys().map_err(|e| in_keys(e.to_string()))?;
    let ghosts = ghosts(&database, &erased).map_err(StoreError::of)?;
    Ok((Opened { database, keys }, Books { usage, free, next: slots, ghosts }))
}

/// Reads how much room is taken up and which slots are in use.
fn take_stock(database: &Database) -> Result<(Usage, HashSet<u64>), redb::Error> {
    make_tables(database)?;
    let (mut usage, mut used) = (Usage::default(), HashSet::new());
    for row in database.begin_read()?.open_table(INDEX)?.iter()? {
        let entry = Entry::of(row?.1.value());
        usage.add(&entry.owner, entry.size);
        used.insert(entry.slot);
    }
    Ok((usage, used))
}

/// Makes the tables of a new file. One that has them is not written to: the disk may be full.
fn make_tables(database: &Database) -> Result<(), redb::Error> {
    match database.begin_read()?.open_table(INDEX) {
        Err(TableError::TableDoesNotExist(_)) => {}
        known => return Ok(known.map(drop)?),
    }
    let mut transaction = database.begin_write()?;
    transaction.set_quick_repair(true);
    transaction.open_table(SESSIONS)?;
    transaction.open_table(INDEX)?;
    transaction.open_table(ENDS)?;
    Ok(transaction.commit()?)
}

/// The sessions whose keys are in slots that are erased.
fn ghosts(database: &Database, erased: &HashSet<u64>) -> Result<Vec<SessionId>, redb::Error> {
    let mut found = Vec::new();
    if erased.is_empty() {
        return Ok(found);
    }
    for row in database.begin_read()?.open_table(INDEX)?.iter()? {
        let (id, entry) = row?;
        if erased.contains(&entry.value().1) {
            found.push(SessionId(id.value().to_owned()));
        }
    }
    Ok(found)
}

/// The thread that writes.
struct Writer<F> {
    files: F,
    doubts: Doubts,
    shared: Arc<Shared>,
    books: Option<Books>,
    quotas: Quotas,
}

impl<F: Files> Writer<F> {
    /// Handles writes until all senders are gone.
    fn run(mut self, mut waiting: mpsc::Receiver<Write>) {
        while let Some(first) = waiting.blocking_recv() {
            let mut group = vec![first];
            while group.len() < GROUP {
                let Ok(next) = waiting.try_recv() else { break };
                group.push(next);
            }
            if self.shared.has_failed.load(Relaxed) && !self.reopen() {
                // Those who wait learn it by never being told otherwise.
                continue;
            }
            if let Err(error) = self.commit(group) {
                tracing::error!(%error, "sessions could not be written; opening their files again");
                self.shared.fail();
                self.reopen();
            }
        }
    }

    /// Commits a group and notifies its senders.
    fn commit(&mut self, group: Vec<Write>) -> Result<(), StoreError> {
        let (Some(opened), Some(books)) = (self.shared.opened.load_full(), self.books.as_mut()) else {
            return Err(StoreError::failed("the files are closed"));
        };
        let (mut progress, quotas) = (Progress::default(), self.quotas);
        let written = caught(|| write(&opened, books, quotas, group, &mut progress));
        let committed = written.unwrap_or_else(|| Err(StoreError::failed("the file is damaged")));
        drop(opened);
        let erased = if progress.is_erased { Ok(()) } else { committed.clone() };
        let outcome = Outcome { committed, erased };
        for tell in progress.acknowledge {
            tell(&outcome);
        }
        outcome.committed
    }

    /// Closes the files and opens them again; true if that went well.
    fn reopen(&mut self) -> bool {
        self.books = None;
        if let Some(old) = self.shared.opened.swap(None) {
            for _ in 0..CLOSING_TRIES {
                if Arc::strong_count(&old) == 1 {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            // A damaged file may panic once more.
            let _ = caught(|| drop(old));
        }
        match open(&self.files, &self.doubts) {
            Ok((opened, books)) => {
                self.books = Some(books);
                self.shared.opened.store(Some(Arc::new(opened)));
                self.shared.has_failed.store(false, Relaxed);
                true
            }
            Err(error) => {
                tracing::error!(%error, "the sessions' files cannot be opened again yet");
                false
            }
        }
    }
}

/// Runs a group of writes in one transaction. New keys are on disk before the sessions that need them,
/// and keys of removed sessions are gone from it even if the rest fails.
fn write(
    opened: &Opened,
    books: &mut Books,
    quotas: Quotas,
    group: Vec<Write>,
    progress: &mut Progress,
) -> Result<(), StoreError> {
    let keys = &opened.keys;
    let mut transaction = opened.database.begin_write().map_err(StoreError::of)?;
    // After a crash the file is ready at once, however large it is.
    transaction.set_quick_repair(true);
    let (has_changed, has_new_keys, freed, failure) = {
        let mut tables = Tables::open(&transaction, keys, books, quotas)?;
        for step in group {
            progress.acknowledge.push(step(&mut tables));
        }
        (tables.has_changed, tables.has_new_keys, tables.freed, tables.failure)
    };
    if has_new_keys {
        keys.sync().map_err(StoreError::of)?;
        progress.is_erased = true;
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    if has_changed {
        transaction.commit().map_err(StoreError::of)?;
        books.free.extend(freed);
    }
    Ok(())
}

/// Seals the sessions of a file of version 0.1, which holds them in plain text, and overwrites that file.
fn upgrade(path: &Path, quotas: Quotas) -> Result<(), StoreError> {
    let cannot = |e: &dyn std::fmt::Display| StoreError::Failed(format!("{}: {e}", path.display()));
    let Some(plain) = caught(|| read_plain(path)).flatten() else { return Ok(()) };
    let (old, mut beside) = (OnDisk::at(path), path.to_owned().into_os_string());
    beside.push(".upgrade");
    let new = OnDisk::at(Path::new(&beside));
    for part in [Part::Sessions, Part::Keys] {
        let _ = std::fs::remove_file(new.path(part));
    }
    let (opened, mut books) = open(&new, &Doubts::default())?;
    let put: Write = Box::new(move |tables| {
        for (id, session) in plain {
            if let Err(error) = tables.put(&id, &session) {
                tables.failure.get_or_insert(error);
            }
        }
        Box::new(|_| ())
    });
    write(&opened, &mut books, quotas, vec![put], &mut Progress::default())?;
    drop(opened);
    let mut erased = std::fs::OpenOptions::new().write(true).open(path).map_err(|e| cannot(&e))?;
    for part in [Part::Keys, Part::Sessions] {
        std::fs::rename(new.path(part), old.path(part)).map_err(|e| cannot(&e))?;
    }
    let length = erased.metadata().map_err(|e| cannot(&e))?.len();
    let zeros = std::io::Read::take(std::io::repeat(0), length);
    std::io::copy(&mut { zeros }, &mut erased).map_err(|e| cannot(&e))?;
    erased.sync_all().map_err(|e| cannot(&e))
}

/// The sessions of a file of version 0.1; `None` if it is not one, or cannot be read.
fn read_plain(path: &Path) -> Option<Vec<(SessionId, Session)>> {
    if !path.exists() {
        return None;
    }
    let database = Database::open(path).ok()?;
    let table = database.begin_read().ok()?.open_table(PLAIN).ok()?;
    let rows = table.iter().ok()?.filter_map(Result::ok);
    let session = |id: &str, text: &str| Some((SessionId::parse(id)?, Session::decode(text).ok()?));
    Some(rows.filter_map(|(id, text)| session(id.value(), text.value())).collect())
}

#[cfg(test)]
mod tests {
    use super::super::{Place, Store, tests};
    use super::*;

    fn open_at(path: &Path) -> RedbStore {
        RedbStore::open(path, tests::LARGE).unwrap()
    }

    /// Waits for the writer of a store that was dropped to let the files go.
    async fn reopened(path: &Path) -> RedbStore {
        loop {
            match RedbStore::open(path, tests::LARGE) {
                Ok(store) => return store,
                Err(_) => tokio::task::yield_now().await,
            }
        }
    }

    /// All bytes of both files.
    fn bytes(path: &Path) -> Vec<u8> {
        let files = OnDisk::at(path);
        [Part::Sessions, Part::Keys]
            .iter()
            .flat_map(|part| std::fs::read(files.path(*part)).unwrap())
            .collect()
    }

    fn holds(bytes: &[u8], part: &[u8]) -> bool {
        bytes.windows(part.len()).any(|window| window == part)
    }

    #[tokio::test]
    async fn it_behaves() {
        let dir = tempfile::tempdir().unwrap();
        let open = |name: &str, quotas| {
            Store::at(Place::Redb(RedbStore::open(&dir.path().join(name), quotas).unwrap()))
        };
        tests::behaves(&open("a", tests::LARGE)).await;
        tests::loses_no_concurrent_change(open("b", tests::LARGE)).await;
    }

    #[tokio::test]
    async fn each_key_and_all_of_them_together_have_a_quota_in_redb() {
        let dir = tempfile::tempdir().unwrap();
        let store = RedbStore::open(&dir.path().join("sessions"), tests::SMALL).unwrap();
        tests::keeps_quotas(&Store::at(Place::Redb(store))).await;
    }

    #[tokio::test]
    async fn sessions_are_there_after_reopening() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("made/on/the/way/sessions");
        let id = SessionId::random().unwrap();
        let store = open_at(&path);
        store.put(&id, &tests::session()).await.unwrap();
        let second = RedbStore::open(&path, tests::LARGE).err().unwrap().to_string();
        assert!(second.contains("sessions"), "two programs cannot share it: {second}");
        drop(store);
        assert_eq!(reopened(&path).await.get(&id).await.unwrap(), Some(tests::session()));
    }

    #[tokio::test]
    async fn a_deleted_or_ended_session_is_not_in_the_files_and_neither_is_its_key() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("sessions");
        let store = open_at(&path);
        let (kept, deleted, ended) =
            (SessionId::random().unwrap(), SessionId::random().unwrap(), SessionId::random().unwrap());
        for (id, network) in [(&kept, "kept-words"), (&deleted, "deleted-words"), (&ended, "ended-words")] {
            store.put(id, &Session { network: network.into(), ..tests::session() }).await.unwrap();
        }
        let change = async |id: &SessionId, change: fn(&mut Session)| {
            let change: Change = Box::new(move |session| {
                change(session);
                Ok(())
            });
            store.update(id, change).await.unwrap();
        };
        change(&deleted, |s| s.network = "later-words".into()).await;
        change(&ended, |s| s.expires = 1).await;
        let key = |slot: u64| {
            let bytes = std::fs::read(OnDisk::at(&path).path(Part::Keys)).unwrap();
            bytes[slot as usize * 32..][..32].to_vec()
        };
        let slot = |id: &SessionId| {
            let opened = store.shared.opened.load_full().unwrap();
            let transaction = opened.database.begin_read().unwrap();
            transaction.open_table(INDEX).unwrap().get(id.as_str()).unwrap().unwrap().value().1
        };
        let [kept_key, deleted_key, ended_key] = [&kept, &deleted, &ended].map(|id| key(slot(id)));
        assert!([&kept_key, &deleted_key, &ended_key].iter().all(|key| holds(&bytes(&path), key)));
        assert!(store.delete(&deleted).await.unwrap());
        assert_eq!(store.purge().await.unwrap(), 1);
        let left = bytes(&path);
        assert!(holds(&left, &kept_key) && !holds(&left, &deleted_key) && !holds(&left, &ended_key));
        for words in ["kept-words", "deleted-words", "later-words", "ended-words"] {
            assert!(!holds(&left, words.as_bytes()), "{words}");
        }
        assert_eq!(store.get(&kept).await.unwrap().unwrap().network, "kept-words");
    }

    #[tokio::test]
    async fn sessions_of_version_0_1_are_sealed_and_their_plain_text_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("sessions");
        let id = SessionId::random().unwrap();
        let old = Session { network: "plain-words".into(), ..tests::session() };
        {
            let database = Database::create(&path).unwrap();
            let transaction = database.begin_write().unwrap();
            let text = old.encode().unwrap();
            transaction.open_table(PLAIN).unwrap().insert(id.as_str(), text.as_str()).unwrap();
            transaction.commit().unwrap();
        }
        // Another name for the same file on disk, to see what becomes of it.
        let again = dir.path().join("again");
        std::fs::hard_link(&path, &again).unwrap();
        assert!(holds(&std::fs::read(&again).unwrap(), b"plain-words"));
        let store = open_at(&path);
        assert_eq!(store.get(&id).await.unwrap(), Some(old));
        assert!(std::fs::read(&again).unwrap().iter().all(|byte| *byte == 0));
        assert!(!holds(&bytes(&path), b"plain-words"));
    }

    #[tokio::test]
    async fn a_damaged_file_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("whole");
        let store = open_at(&path);
        store.put(&SessionId::random().unwrap(), &tests::session()).await.unwrap();
        drop(store);
        drop(reopened(&path).await);
        let whole = std::fs::read(&path).unwrap();
        // All of it, and all but the header: what is found out only while the tables are read.
        for (name, sound) in [("all", 0), ("tables", 4096)] {
            let path = dir.path().join(name);
            let mut damaged = whole.clone();
            damaged[sound..].fill(0xa5);
            std::fs::write(&path, damaged).unwrap();
            let error = RedbStore::open(&path, tests::LARGE).err().unwrap().to_string();
            assert!(error.contains(&path.display().to_string()), "{error}");
        }
        let path = dir.path().join("unlocked");
        std::fs::write(&path, whole).unwrap();
        let error = RedbStore::open(&path, tests::LARGE).err().unwrap().to_string();
        assert!(error.contains("unlocked.keys"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_the_files() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state/sessions");
        let _store = open_at(&path);
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let keys = OnDisk::at(&path).path(Part::Keys);
        assert_eq!([mode(&path), mode(&keys), mode(path.parent().unwrap())], [0o600, 0o600, 0o700]);
    }
}
