//! Sessions in one file beside the program. Every write is on disk before it is acknowledged.

use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

use super::{Session, SessionId, Store, StoreError, now};

const SESSIONS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("sessions");

/// Sessions in a redb file.
pub struct RedbStore {
    database: Database,
}

fn failed(error: impl std::fmt::Display) -> StoreError {
    StoreError(error.to_string())
}

impl RedbStore {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let database = Database::create(path).map_err(|e| StoreError(format!("{}: {e}", path.display())))?;
        let transaction = database.begin_write().map_err(failed)?;
        transaction.open_table(SESSIONS).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        Ok(Self { database })
    }

    /// One durable step: `step` sees the table, and what it did is on disk when this returns.
    fn write<T>(
        &self,
        step: impl FnOnce(&mut redb::Table<'_, &'static str, &'static [u8]>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let transaction = self.database.begin_write().map_err(failed)?;
        let result = {
            let mut table = transaction.open_table(SESSIONS).map_err(failed)?;
            step(&mut table)?
        };
        transaction.commit().map_err(failed)?;
        Ok(result)
    }
}

fn encode(session: &Session) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(session).map_err(failed)
}

fn decode(bytes: &[u8]) -> Result<Session, StoreError> {
    serde_json::from_slice(bytes).map_err(failed)
}

impl Store for RedbStore {
    fn put(&self, id: &SessionId, session: &Session) -> Result<(), StoreError> {
        let bytes = encode(session)?;
        self.write(|table| table.insert(id.as_str(), bytes.as_slice()).map(drop).map_err(failed))
    }

    fn get(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        let transaction = self.database.begin_read().map_err(failed)?;
        let table = transaction.open_table(SESSIONS).map_err(failed)?;
        let found = table.get(id.as_str()).map_err(failed)?;
        let session = found.map(|bytes| decode(bytes.value())).transpose()?;
        Ok(session.filter(|session| session.expires > now()))
    }

    fn update(
        &self,
        id: &SessionId,
        change: &mut dyn FnMut(&mut Session),
    ) -> Result<Option<Session>, StoreError> {
        self.write(|table| {
            let found =
                table.get(id.as_str()).map_err(failed)?.map(|bytes| decode(bytes.value())).transpose()?;
            let Some(mut session) = found.filter(|session| session.expires > now()) else { return Ok(None) };
            change(&mut session);
            let bytes = encode(&session)?;
            table.insert(id.as_str(), bytes.as_slice()).map_err(failed)?;
            Ok(Some(session))
        })
    }

    fn delete(&self, id: &SessionId) -> Result<bool, StoreError> {
        self.write(|table| Ok(table.remove(id.as_str()).map_err(failed)?.is_some()))
    }

    fn purge(&self) -> Result<usize, StoreError> {
        let now = now();
        self.write(|table| {
            let mut ended = Vec::new();
            for entry in table.iter().map_err(failed)? {
                let (id, bytes) = entry.map_err(failed)?;
                if decode(bytes.value()).is_ok_and(|session| session.expires <= now) {
                    ended.push(id.value().to_owned());
                }
            }
            for id in &ended {
                table.remove(id.as_str()).map_err(failed)?;
            }
            Ok(ended.len())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio_bot::Person;

    #[test]
    fn it_behaves() {
        let dir = tempfile::tempdir().unwrap();
        super::super::tests::behaves(&RedbStore::open(&dir.path().join("sessions")).unwrap());
    }

    #[test]
    fn sessions_are_there_after_reopening() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("sessions");
        let id = SessionId::random().unwrap();
        let session = Session {
            network: "n".into(),
            person: Person::default(),
            answers: Vec::new(),
            expires: now() + 60,
        };
        RedbStore::open(&path).unwrap().put(&id, &session).unwrap();
        assert_eq!(RedbStore::open(&path).unwrap().get(&id).unwrap(), Some(session));
    }
}
