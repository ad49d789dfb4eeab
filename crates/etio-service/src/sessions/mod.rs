//! Conversations that are remembered: created, added to, read, deleted, and forgotten after a while.

mod memory;
mod redb_store;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use etio_bot::{Answer, Person};
use serde::{Deserialize, Serialize};

pub use memory::MemoryStore;
pub use redb_store::RedbStore;

use crate::networks::hex;

/// What is remembered of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// The network it is about.
    pub network: String,
    /// Who it is about.
    pub person: Person,
    /// The answers so far, by finding id, in the order given.
    pub answers: Vec<(String, Answer)>,
    /// When it ends unless used again, in seconds since 1970.
    pub expires: u64,
}

/// An opaque name that nobody can guess: 128 random bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// A new one, from the system's own source of randomness.
    pub fn random() -> Result<Self, StoreError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|e| StoreError(e.to_string()))?;
        Ok(Self(hex(&bytes)))
    }

    /// One that a client sent; `None` where it cannot be one.
    pub fn parse(text: &str) -> Option<Self> {
        let plain =
            text.len() == 32 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        plain.then(|| Self(text.to_owned()))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The store does not answer.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the session store failed: {0}")]
pub struct StoreError(pub String);

/// Where sessions are kept. A call that returns has happened: a write that was acknowledged survives a crash.
///
/// The calls block; the service makes them on threads that may.
pub trait Store: Send + Sync {
    /// Keeps a session under its id, over any older state.
    fn put(&self, id: &SessionId, session: &Session) -> Result<(), StoreError>;
    /// The session, unless there is none or it has ended.
    fn get(&self, id: &SessionId) -> Result<Option<Session>, StoreError>;
    /// Changes a session in one step that no other change can come between; false where there is none.
    fn update(
        &self,
        id: &SessionId,
        change: &mut dyn FnMut(&mut Session),
    ) -> Result<Option<Session>, StoreError>;
    /// Forgets a session; false where there was none.
    fn delete(&self, id: &SessionId) -> Result<bool, StoreError>;
    /// Forgets all that have ended.
    fn purge(&self) -> Result<usize, StoreError>;
}

/// Opens the store that a `--sessions` value names.
pub fn open(given: &str) -> Result<Arc<dyn Store>, OpenError> {
    match given.split_once(':') {
        None if given == "memory" => Ok(Arc::new(MemoryStore::default())),
        Some(("redb", path)) => Ok(Arc::new(RedbStore::open(path.as_ref())?)),
        _ => Err(crate::config::ConfigError::Sessions { given: given.to_owned() }.into()),
    }
}

/// A store that cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// Not the name of a store.
    #[error(transparent)]
    Config(#[from] crate::config::ConfigError),
    /// The store itself refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// What every store must do.
    pub(crate) fn behaves(store: &dyn Store) {
        let id = SessionId::random().unwrap();
        let session = Session {
            network: "n".into(),
            person: Person::default(),
            answers: Vec::new(),
            expires: now() + 60,
        };
        assert_eq!(store.get(&id).unwrap(), None);
        assert_eq!(store.update(&id, &mut |_| ()).unwrap(), None);
        store.put(&id, &session).unwrap();
        assert_eq!(store.get(&id).unwrap(), Some(session.clone()));
        let changed = store.update(&id, &mut |s| s.answers.push(("fever".into(), Answer::Present))).unwrap();
        assert_eq!(changed, store.get(&id).unwrap());
        assert_eq!(changed.unwrap().answers.len(), 1);
        let ended = SessionId::random().unwrap();
        store.put(&ended, &Session { expires: 1, ..session }).unwrap();
        assert_eq!(store.get(&ended).unwrap(), None, "a session that has ended is not given out");
        assert_eq!(store.purge().unwrap(), 1);
        assert!(store.delete(&id).unwrap());
        assert!(!store.delete(&id).unwrap());
    }

    #[test]
    fn ids_are_opaque_and_only_ours_parse() {
        let id = SessionId::random().unwrap();
        assert_eq!(SessionId::parse(id.as_str()), Some(id.clone()));
        assert_ne!(id, SessionId::random().unwrap());
        for bad in ["", "..", "ABCDEF0123456789ABCDEF0123456789", &"0".repeat(33)] {
            assert_eq!(SessionId::parse(bad), None, "{bad}");
        }
    }
}
