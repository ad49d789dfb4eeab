//! Sessions in memory: gone when the program ends.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Change, Session, SessionId};

/// Sessions in memory, for trying things out.
#[derive(Default)]
pub struct MemoryStore {
    sessions: Mutex<HashMap<SessionId, Session>>,
}

impl MemoryStore {
    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn put(&self, id: &SessionId, session: &Session) {
        self.lock().insert(id.clone(), session.clone());
    }

    pub(super) fn get(&self, id: &SessionId) -> Option<Session> {
        self.lock().get(id).filter(|session| session.lives()).cloned()
    }

    pub(super) fn update(&self, id: &SessionId, change: Change) -> Option<Session> {
        let mut sessions = self.lock();
        sessions.get_mut(id).filter(|session| session.lives()).map(|session| {
            change(session);
            session.clone()
        })
    }

    pub(super) fn delete(&self, id: &SessionId) -> bool {
        self.lock().remove(id).is_some_and(|session| session.lives())
    }

    pub(super) fn purge(&self) -> usize {
        let mut sessions = self.lock();
        let before = sessions.len();
        sessions.retain(|_, session| session.lives());
        before - sessions.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Store, tests};
    use super::MemoryStore;

    #[tokio::test]
    async fn it_behaves() {
        tests::behaves(&Store::Memory(MemoryStore::default())).await;
        tests::loses_no_concurrent_change(Store::Memory(MemoryStore::default())).await;
    }
}
