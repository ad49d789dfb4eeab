//! Sessions in memory: gone when the program ends.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Session, SessionId, Store, StoreError, now};

/// Sessions in memory, for trying things out.
#[derive(Default)]
pub struct MemoryStore {
    sessions: Mutex<HashMap<SessionId, Session>>,
}

impl MemoryStore {
    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn put(&self, id: &SessionId, session: &Session) -> Result<(), StoreError> {
        self.lock().insert(id.clone(), session.clone());
        Ok(())
    }

    fn get(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        Ok(self.lock().get(id).filter(|session| session.expires > now()).cloned())
    }

    fn update(
        &self,
        id: &SessionId,
        change: &mut dyn FnMut(&mut Session),
    ) -> Result<Option<Session>, StoreError> {
        let mut sessions = self.lock();
        Ok(sessions.get_mut(id).filter(|session| session.expires > now()).map(|session| {
            change(session);
            session.clone()
        }))
    }

    fn delete(&self, id: &SessionId) -> Result<bool, StoreError> {
        Ok(self.lock().remove(id).is_some())
    }

    fn purge(&self) -> Result<usize, StoreError> {
        let mut sessions = self.lock();
        let before = sessions.len();
        sessions.retain(|_, session| session.expires > now());
        Ok(before - sessions.len())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_behaves() {
        super::super::tests::behaves(&super::MemoryStore::default());
    }
}
