//! Sessions in memory: gone when the program ends.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::usage::{Quotas, Usage, size};
use super::{Change, Session, SessionId, StoreError};

/// Sessions in memory, for trying things out.
pub struct MemoryStore {
    kept: Mutex<Kept>,
    quotas: Quotas,
}

#[derive(Default)]
struct Kept {
    sessions: HashMap<SessionId, (Session, u64)>,
    usage: Usage,
}

impl Kept {
    fn put(&mut self, id: &SessionId, session: &Session, quotas: Quotas) -> Result<(), StoreError> {
        let (old, new) = (self.sessions.get(id).map_or(0, |(_, size)| *size), size(&session.encode()?));
        self.usage.check(session, old, new, quotas)?;
        self.remove(id);
        self.usage.add(&session.owner, new);
        self.sessions.insert(id.clone(), (session.clone(), new));
        Ok(())
    }

    fn get(&self, id: &SessionId) -> Option<Session> {
        self.sessions.get(id).map(|(session, _)| session).filter(|session| session.lives()).cloned()
    }

    fn remove(&mut self, id: &SessionId) -> Option<Session> {
        let (session, size) = self.sessions.remove(id)?;
        self.usage.remove(&session.owner, size);
        Some(session)
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new(quotas: Quotas) -> Self {
        Self { kept: Mutex::default(), quotas }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn put(&self, id: &SessionId, session: &Session) -> Result<(), StoreError> {
        self.lock().put(id, session, self.quotas)
    }

    pub(super) fn get(&self, id: &SessionId) -> Option<Session> {
        self.lock().get(id)
    }

    pub(super) fn update(&self, id: &SessionId, change: Change) -> Result<Option<Session>, StoreError> {
        let mut kept = self.lock();
        let Some(mut session) = kept.get(id) else { return Ok(None) };
        change(&mut session)?;
        kept.put(id, &session, self.quotas)?;
        Ok(Some(session))
    }

    pub(super) fn delete(&self, id: &SessionId) -> bool {
        self.lock().remove(id).is_some_and(|session| session.lives())
    }

    pub(super) fn purge(&self) -> usize {
        let mut kept = self.lock();
        let ended = kept.sessions.iter().filter(|(_, (session, _))| !session.lives());
        let ended: Vec<SessionId> = ended.map(|(id, _)| id.clone()).collect();
        for id in &ended {
            kept.remove(id);
        }
        ended.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Place, Store, tests};
    use super::*;

    #[tokio::test]
    async fn it_behaves() {
        let store = |quotas| Store::at(Place::Memory(MemoryStore::new(quotas)));
        tests::behaves(&store(tests::LARGE)).await;
        tests::loses_no_concurrent_change(store(tests::LARGE)).await;
    }

    #[tokio::test]
    async fn each_key_and_all_of_them_together_have_a_quota_in_memory() {
        tests::keeps_quotas(&Store::at(Place::Memory(MemoryStore::new(tests::SMALL)))).await;
    }
}
