//! Sessions in one file beside the program. Every write is on disk before it is acknowledged.
//!
//! A disk takes as long to make one write safe as a hundred. So one thread writes, and all writes that arrived while the
//! disk was busy go into the next commit together.

use std::path::Path;
use std::sync::Arc;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction};
use tokio::sync::{mpsc, oneshot};

use super::{Change, PURGED_AT_ONCE, Session, SessionId, StoreError, location, now};

const SESSIONS: TableDefinition<'_, &str, &str> = TableDefinition::new("sessions-1");
/// (When it ends, id): finds what has ended without reading every session.
const ENDS: TableDefinition<'_, (u64, &str), ()> = TableDefinition::new("ends-1");

/// The most writes that share a commit.
const GROUP: usize = 256;

/// Sessions in a redb file.
pub struct RedbStore {
    database: Arc<Database>,
    writes: mpsc::Sender<Write>,
}

/// A write that waits for its commit. It gives back what to do once it is known whether the commit succeeded.
type Write = Box<dyn FnOnce(&mut Tables<'_>) -> Acknowledge + Send>;
type Acknowledge = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

struct Tables<'t> {
    sessions: redb::Table<'t, &'static str, &'static str>,
    ends: redb::Table<'t, (u64, &'static str), ()>,
}

impl<'t> Tables<'t> {
    fn open(transaction: &'t WriteTransaction) -> Result<Self, StoreError> {
        Ok(Self {
            sessions: transaction.open_table(SESSIONS).map_err(StoreError::of)?,
            ends: transaction.open_table(ENDS).map_err(StoreError::of)?,
        })
    }

    fn get(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        let found = self.sessions.get(id.as_str()).map_err(StoreError::of)?;
        found.map(|text| Session::decode(text.value())).transpose()
    }

    fn put(&mut self, id: &SessionId, session: &Session) -> Result<(), StoreError> {
        self.remove(id)?;
        let text = session.encode()?;
        self.sessions.insert(id.as_str(), text.as_str()).map_err(StoreError::of)?;
        self.ends.insert((session.expires, id.as_str()), ()).map_err(StoreError::of)?;
        Ok(())
    }

    fn remove(&mut self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        let old = self.get(id)?;
        if let Some(session) = &old {
            self.sessions.remove(id.as_str()).map_err(StoreError::of)?;
            self.ends.remove((session.expires, id.as_str())).map_err(StoreError::of)?;
        }
        Ok(old)
    }

    fn purge(&mut self, most: usize) -> Result<usize, StoreError> {
        let mut ended = Vec::new();
        let until = (now() + 1, "");
        for entry in self.ends.range(..until).map_err(StoreError::of)?.take(most) {
            ended.push(SessionId(entry.map_err(StoreError::of)?.0.value().1.to_owned()));
        }
        for id in &ended {
            self.remove(id)?;
        }
        Ok(ended.len())
    }
}

impl RedbStore {
    /// Opens the file, or makes it, readable by its owner alone.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let cannot = |e: &dyn std::fmt::Display| StoreError(format!("{}: {e}", path.display()));
        location::make_private_folder(path).map_err(|e| cannot(&e))?;
        let mut options = std::fs::OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).map_err(|e| cannot(&e))?;
        let database = Database::builder().create_file(file).map_err(|e| cannot(&e))?;
        let transaction = database.begin_write().map_err(|e| cannot(&e))?;
        Tables::open(&transaction)?;
        transaction.commit().map_err(|e| cannot(&e))?;
        let database = Arc::new(database);
        let (writes, waiting) = mpsc::channel(4 * GROUP);
        let written = Arc::clone(&database);
        std::thread::Builder::new()
            .name("sessions".to_owned())
            .spawn(move || write_in_groups(&written, waiting))
            .map_err(|e| cannot(&e))?;
        Ok(Self { database, writes })
    }

    /// One durable step: what `step` did is on disk when this returns.
    async fn write<T: Send + 'static>(
        &self,
        step: impl FnOnce(&mut Tables<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let write: Write = Box::new(move |tables| {
            let result = step(tables);
            // Nobody listens any more when the client went away; its write is kept all the same.
            Box::new(move |committed| drop(answer.send(committed.and(result))))
        });
        let gone = || StoreError("the writer has ended".to_owned());
        self.writes.send(write).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    pub(super) async fn put(&self, id: &SessionId, session: &Session) -> Result<(), StoreError> {
        let (id, session) = (id.clone(), session.clone());
        self.write(move |tables| tables.put(&id, &session)).await
    }

    pub(super) async fn get(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        let (id, database) = (id.clone(), Arc::clone(&self.database));
        let read = move || {
            let transaction = database.begin_read().map_err(StoreError::of)?;
            let table = transaction.open_table(SESSIONS).map_err(StoreError::of)?;
            let found = table.get(id.as_str()).map_err(StoreError::of)?;
            found.map(|text| Session::decode(text.value())).transpose()
        };
        let session = tokio::task::spawn_blocking(read).await.map_err(StoreError::of)??;
        Ok(session.filter(Session::lives))
    }

    pub(super) async fn update(&self, id: &SessionId, change: Change) -> Result<Option<Session>, StoreError> {
        let id = id.clone();
        self.write(move |tables| {
            let Some(mut session) = tables.get(&id)?.filter(Session::lives) else { return Ok(None) };
            change(&mut session);
            tables.put(&id, &session)?;
            Ok(Some(session))
        })
        .await
    }

    pub(super) async fn delete(&self, id: &SessionId) -> Result<bool, StoreError> {
        let id = id.clone();
        self.write(move |tables| Ok(tables.remove(&id)?.is_some_and(|session| session.lives()))).await
    }

    pub(super) async fn purge(&self) -> Result<usize, StoreError> {
        self.write(|tables| tables.purge(PURGED_AT_ONCE)).await
    }
}

/// Takes writes until nobody can send any more.
fn write_in_groups(database: &Database, mut waiting: mpsc::Receiver<Write>) {
    while let Some(first) = waiting.blocking_recv() {
        let mut group = vec![first];
        while group.len() < GROUP {
            let Ok(next) = waiting.try_recv() else { break };
            group.push(next);
        }
        if let Err(error) = commit(database, group) {
            tracing::error!(%error, "sessions could not be written");
        }
    }
}

/// Commits a group and tells its senders. Where it cannot even begin, they learn by never being told.
fn commit(database: &Database, group: Vec<Write>) -> Result<(), StoreError> {
    let mut transaction = database.begin_write().map_err(StoreError::of)?;
    // After a crash the file is ready at once, however large it is.
    transaction.set_quick_repair(true);
    let mut tables = Tables::open(&transaction)?;
    let acknowledge: Vec<Acknowledge> = group.into_iter().map(|write| write(&mut tables)).collect();
    drop(tables);
    let committed = transaction.commit().map_err(StoreError::of);
    for tell in acknowledge {
        tell(committed.clone());
    }
    committed
}

#[cfg(test)]
mod tests {
    use super::super::{Store, tests};
    use super::*;

    #[tokio::test]
    async fn it_behaves() {
        let dir = tempfile::tempdir().unwrap();
        let open = |name: &str| Store::Redb(RedbStore::open(&dir.path().join(name)).unwrap());
        tests::behaves(&open("a")).await;
        tests::loses_no_concurrent_change(open("b")).await;
    }

    #[tokio::test]
    async fn sessions_are_there_after_reopening() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("made/on/the/way/sessions");
        let id = SessionId::random().unwrap();
        let store = RedbStore::open(&path).unwrap();
        store.put(&id, &tests::session()).await.unwrap();
        let second = RedbStore::open(&path).err().unwrap().to_string();
        assert!(second.contains("sessions"), "two programs cannot share it: {second}");
        drop(store);
        // The writer notices on its own time that nobody can send any more, and lets the file go.
        let reopened = loop {
            match RedbStore::open(&path) {
                Ok(store) => break store,
                Err(_) => tokio::task::yield_now().await,
            }
        };
        assert_eq!(reopened.get(&id).await.unwrap(), Some(tests::session()));
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state/sessions");
        let _store = RedbStore::open(&path).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    }
}
