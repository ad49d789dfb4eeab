//! Conversations that are remembered: created, added to, read, deleted, and forgotten after a while.

mod first_form;
mod location;
mod memory;
mod postgres;
mod redb_store;

use std::time::{SystemTime, UNIX_EPOCH};

use etio_bot::Turn;
use serde::{Deserialize, Serialize};

pub use location::{Location, default_location};
pub use memory::MemoryStore;
pub use postgres::PostgresStore;
pub use redb_store::RedbStore;

use crate::version::hex;
use first_form::FirstForm;

/// What is remembered of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// The network it is about.
    pub network: String,
    /// The language it is held in.
    pub language: String,
    /// The log.
    pub turns: Vec<Turn>,
    /// When it ends unless it is added to again, in seconds since 1970.
    pub expires: u64,
}

/// A session as any version wrote it. Every form has members that no other has.
#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    Now(Session),
    First(FirstForm),
}

impl Session {
    /// Whether it has not ended.
    fn lives(&self) -> bool {
        self.expires > now()
    }

    fn encode(&self) -> Result<String, StoreError> {
        serde_json::to_string(self).map_err(StoreError::of)
    }

    fn decode(text: &str) -> Result<Self, StoreError> {
        match serde_json::from_str(text).map_err(StoreError::of)? {
            Stored::Now(session) => Ok(session),
            Stored::First(session) => Ok(session.into()),
        }
    }
}

/// An opaque name that nobody can guess: 128 random bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// A new one, from the system's own source of randomness.
    pub fn random() -> Result<Self, StoreError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(StoreError::of)?;
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

impl StoreError {
    fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// A change to a session.
pub type Change = Box<dyn FnOnce(&mut Session) + Send>;

/// Where sessions are kept. A write that returns has happened: it survives a crash, except in memory.
pub enum Store {
    /// In memory: gone when the program ends.
    Memory(MemoryStore),
    /// In one file beside the program.
    Redb(RedbStore),
    /// In a database that several replicas share.
    Postgres(Box<PostgresStore>),
}

impl Store {
    /// Opens the store at a place.
    pub fn open(location: &Location) -> Result<Self, StoreError> {
        Ok(match location {
            Location::Memory => Self::Memory(MemoryStore::default()),
            Location::Redb(path) => Self::Redb(RedbStore::open(path)?),
            Location::Postgres(url) => Self::Postgres(Box::new(PostgresStore::new(url)?)),
        })
    }

    /// Keeps a new session under its id.
    pub async fn put(&self, id: &SessionId, session: &Session) -> Result<(), StoreError> {
        match self {
            Self::Memory(store) => {
                store.put(id, session);
                Ok(())
            }
            Self::Redb(store) => store.put(id, session).await,
            Self::Postgres(store) => store.put(id, session).await,
        }
    }

    /// The session, unless there is none or it has ended.
    pub async fn get(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        match self {
            Self::Memory(store) => Ok(store.get(id)),
            Self::Redb(store) => store.get(id).await,
            Self::Postgres(store) => store.get(id).await,
        }
    }

    /// Changes a session in one step that no other change can come between; `None` where there is none.
    pub async fn update(&self, id: &SessionId, change: Change) -> Result<Option<Session>, StoreError> {
        match self {
            Self::Memory(store) => Ok(store.update(id, change)),
            Self::Redb(store) => store.update(id, change).await,
            Self::Postgres(store) => store.update(id, change).await,
        }
    }

    /// Forgets a session; false where there was none.
    pub async fn delete(&self, id: &SessionId) -> Result<bool, StoreError> {
        match self {
            Self::Memory(store) => Ok(store.delete(id)),
            Self::Redb(store) => store.delete(id).await,
            Self::Postgres(store) => store.delete(id).await,
        }
    }

    /// Forgets sessions that have ended, as many as one step should; says how many.
    pub async fn purge(&self) -> Result<usize, StoreError> {
        match self {
            Self::Memory(store) => Ok(store.purge()),
            Self::Redb(store) => store.purge().await,
            Self::Postgres(store) => store.purge().await,
        }
    }

    /// Whether the store can be reached now.
    pub async fn ready(&self) -> Result<(), StoreError> {
        match self {
            Self::Memory(_) | Self::Redb(_) => Ok(()),
            Self::Postgres(store) => store.ready().await,
        }
    }
}

/// The most sessions that one step of tidying up forgets, so that nobody waits long behind it.
const PURGED_AT_ONCE: usize = 1000;

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn item(id: &str) -> Turn {
        Turn::Told { finding: id.to_owned(), answer: etio_bot::Answer::Present }
    }

    pub(crate) fn session() -> Session {
        Session { network: "n".into(), language: "en".into(), turns: Vec::new(), expires: now() + 60 }
    }

    /// What every store must do.
    pub(crate) async fn behaves(store: &Store) {
        let id = SessionId::random().unwrap();
        store.ready().await.unwrap();
        assert_eq!(store.get(&id).await.unwrap(), None);
        assert_eq!(store.update(&id, Box::new(|_| ())).await.unwrap(), None);
        store.put(&id, &session()).await.unwrap();
        assert_eq!(store.get(&id).await.unwrap(), Some(session()));
        let answer: Change = Box::new(|s| {
            s.turns.push(item("fever"));
            s.expires += 60;
        });
        let changed = store.update(&id, answer).await.unwrap();
        assert_eq!(changed, store.get(&id).await.unwrap());
        assert_eq!(changed.unwrap().turns.len(), 1);
        let ended = SessionId::random().unwrap();
        store.put(&ended, &Session { expires: 1, ..session() }).await.unwrap();
        assert_eq!(store.get(&ended).await.unwrap(), None, "a session that has ended is not given out");
        assert_eq!(store.update(&ended, Box::new(|_| ())).await.unwrap(), None);
        assert_eq!(store.purge().await.unwrap(), 1);
        assert_eq!(store.purge().await.unwrap(), 0);
        assert!(store.delete(&id).await.unwrap());
        assert!(!store.delete(&id).await.unwrap());
    }

    /// Answers given at the same time are all kept.
    pub(crate) async fn loses_no_concurrent_change(store: Store) {
        let store = std::sync::Arc::new(store);
        let id = SessionId::random().unwrap();
        store.put(&id, &session()).await.unwrap();
        let writers = (0..40).map(|i| {
            let (store, id) = (std::sync::Arc::clone(&store), id.clone());
            tokio::spawn(async move {
                let change: Change = Box::new(move |s| s.turns.push(item(&format!("finding-{i}"))));
                store.update(&id, change).await.unwrap();
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.unwrap();
        }
        assert_eq!(store.get(&id).await.unwrap().unwrap().turns.len(), 40);
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
