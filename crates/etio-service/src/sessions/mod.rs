//! Conversations that are remembered: created, added to, read, deleted, and forgotten after a while.

mod clock;
#[cfg(test)]
mod faults;
mod files;
mod first_form;
mod location;
mod memory;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(not(feature = "postgres"))]
#[path = "no_postgres.rs"]
mod postgres;
mod redb_store;
mod sealed;
mod usage;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use etio_bot::Turn;
use ring::rand::{SecureRandom, SystemRandom};
use serde::{Deserialize, Serialize};

pub use clock::now;
pub(crate) use location::beginning;
pub use location::{Location, default_location};
pub use memory::MemoryStore;
pub use postgres::PostgresStore;
pub use redb_store::RedbStore;
pub use usage::Quotas;

use crate::metrics;
use crate::version::hex;
use first_form::FirstForm;

/// Stored state of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// Whose it is: see [`Caller::owner`](crate::Caller::owner).
    #[serde(default)]
    pub owner: String,
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

/// An opaque, unguessable name: 128 random bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// A new one, from the system's own source of randomness.
    pub fn random() -> Result<Self, StoreError> {
        random::<16>().map(|bytes| Self(hex(&bytes)))
    }

    /// Parses the id that a client sent; `None` if no session can have it.
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

/// Why a store did not do what it was asked to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It does not answer, or its files cannot be used.
    #[error("the session store failed: {0}")]
    Failed(String),
    /// There is no room for more.
    #[error("{0}; delete sessions, or wait until some have ended")]
    Quota(&'static str),
    /// Another change came first, and this one does not fit what it made of the session.
    #[error("the session was changed meanwhile")]
    Overtaken,
}

impl StoreError {
    fn of(error: impl std::fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }

    fn failed(problem: &str) -> Self {
        Self::Failed(problem.to_owned())
    }
}

/// A change to a session. After an error nothing is written.
pub type Change = Box<dyn FnOnce(&mut Session) -> Result<(), StoreError> + Send>;

/// Session store. Writes are durable on return, except in memory.
pub struct Store {
    place: Place,
    /// Whether nothing has failed since it was last found to work.
    is_ready: AtomicBool,
}

enum Place {
    /// Gone when the program ends.
    Memory(MemoryStore),
    /// Two files beside the program.
    Redb(RedbStore),
    /// A database that several replicas share.
    Postgres(Box<PostgresStore>),
}

impl Store {
    /// Opens the store at a location.
    pub fn open(location: &Location, quotas: Quotas) -> Result<Self, StoreError> {
        Ok(Self::at(match location {
            Location::Memory => Place::Memory(MemoryStore::new(quotas)),
            Location::Redb(path) => Place::Redb(RedbStore::open(path, quotas)?),
            Location::Postgres(url) => Place::Postgres(Box::new(PostgresStore::new(url, quotas)?)),
        }))
    }

    fn at(place: Place) -> Self {
        metrics::sessions_ready(true);
        Self { place, is_ready: AtomicBool::new(true) }
    }

    /// Whether the store can be used: false from a failure until [`Self::ready`] finds that it can.
    pub fn is_ready(&self) -> bool {
        self.is_ready.load(Relaxed)
    }

    /// Remembers a failure. A call that succeeds proves little: on a full disk sessions can be read.
    fn note<T>(&self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        if matches!(outcome, Err(StoreError::Failed(_))) {
            self.set_ready(false);
        }
        outcome
    }

    fn set_ready(&self, is_ready: bool) {
        if self.is_ready.swap(is_ready, Relaxed) != is_ready {
            metrics::sessions_ready(is_ready);
        }
    }

    /// Keeps a new session under its id.
    pub async fn put(&self, id: &SessionId, session: &Session) -> Result<(), StoreError> {
        self.note(match &self.place {
            Place::Memory(store) => store.put(id, session),
            Place::Redb(store) => store.put(id, session).await,
            Place::Postgres(store) => store.put(id, session).await,
        })
    }

    /// The session; `None` if it does not exist or has ended.
    pub async fn get(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        self.note(match &self.place {
            Place::Memory(store) => Ok(store.get(id)),
            Place::Redb(store) => store.get(id).await,
            Place::Postgres(store) => store.get(id).await,
        })
    }

    /// Changes a session atomically; `None` if it does not exist.
    pub async fn update(&self, id: &SessionId, change: Change) -> Result<Option<Session>, StoreError> {
        self.note(match &self.place {
            Place::Memory(store) => store.update(id, change),
            Place::Redb(store) => store.update(id, change).await,
            Place::Postgres(store) => store.update(id, change).await,
        })
    }

    /// Erases a session; false if there was none.
    pub async fn delete(&self, id: &SessionId) -> Result<bool, StoreError> {
        self.note(match &self.place {
            Place::Memory(store) => Ok(store.delete(id)),
            Place::Redb(store) => store.delete(id).await,
            Place::Postgres(store) => store.delete(id).await,
        })
    }

    /// Erases sessions that have ended, as many as one step should; says how many.
    pub async fn purge(&self) -> Result<usize, StoreError> {
        self.note(match &self.place {
            Place::Memory(store) => Ok(store.purge()),
            Place::Redb(store) => store.purge().await,
            Place::Postgres(store) => store.purge().await,
        })
    }

    /// Whether the store can be used now: files that have failed are opened again and written to. Called
    /// every other second.
    pub async fn ready(&self) -> Result<(), StoreError> {
        let outcome = match &self.place {
            Place::Memory(_) => Ok(()),
            Place::Redb(store) => store.ready().await,
            Place::Postgres(store) => store.ready().await,
        };
        self.set_ready(outcome.is_ok());
        outcome
    }
}

/// Bytes from the system's own source of randomness.
fn random<const N: usize>() -> Result<[u8; N], StoreError> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).map_err(StoreError::of)?;
    Ok(bytes)
}

/// Maximum number of sessions removed per cleanup step, so that no request waits long behind it.
const PURGED_AT_ONCE: usize = 1000;

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn item(id: &str) -> Turn {
        Turn::Told { finding: id.to_owned(), answer: etio_bot::Answer::Present }
    }

    pub(crate) fn session() -> Session {
        Session {
            owner: "me".into(),
            network: "n".into(),
            language: "en".into(),
            turns: Vec::new(),
            expires: now() + 60,
        }
    }

    /// Behaviour required of every store.
    pub(crate) async fn behaves(store: &Store) {
        let id = SessionId::random().unwrap();
        store.ready().await.unwrap();
        assert_eq!(store.get(&id).await.unwrap(), None);
        assert_eq!(store.update(&id, Box::new(|_| Ok(()))).await.unwrap(), None);
        store.put(&id, &session()).await.unwrap();
        assert_eq!(store.get(&id).await.unwrap(), Some(session()));
        let answer: Change = Box::new(|s| {
            s.turns.push(item("fever"));
            s.expires += 60;
            Ok(())
        });
        let changed = store.update(&id, answer).await.unwrap();
        let refused: Change = Box::new(|s| {
            s.turns.clear();
            Err(StoreError::Overtaken)
        });
        assert_eq!(store.update(&id, refused).await, Err(StoreError::Overtaken));
        assert_eq!(changed, store.get(&id).await.unwrap());
        assert_eq!(changed.unwrap().turns.len(), 1);
        let ended = SessionId::random().unwrap();
        store.put(&ended, &Session { expires: 1, ..session() }).await.unwrap();
        assert_eq!(store.get(&ended).await.unwrap(), None, "a session that has ended is not given out");
        assert_eq!(store.update(&ended, Box::new(|_| Ok(()))).await.unwrap(), None);
        assert_eq!(store.purge().await.unwrap(), 1);
        assert_eq!(store.purge().await.unwrap(), 0);
        assert!(store.delete(&id).await.unwrap());
        assert!(!store.delete(&id).await.unwrap());
    }

    /// Checks a store with quotas of 4,000 bytes for one owner and 6,000 in all.
    pub(crate) async fn keeps_quotas(store: &Store) {
        let of = |owner: &str, findings: usize| Session {
            owner: owner.to_owned(),
            turns: (0..findings).map(|i| item(&format!("{i:040}"))).collect(),
            ..session()
        };
        let id = || SessionId::random().unwrap();
        let (first, second) = (id(), id());
        store.put(&first, &of("a", 25)).await.unwrap();
        let refused = store.put(&second, &of("a", 25)).await.unwrap_err();
        assert!(matches!(refused, StoreError::Quota(text) if text.contains("this key")), "{refused}");
        store.put(&second, &of("b", 25)).await.unwrap();
        let refused = store.put(&id(), &of("c", 25)).await.unwrap_err();
        assert!(matches!(refused, StoreError::Quota(text) if text.contains("all sessions")), "{refused}");
        let grow = || -> Change {
            Box::new(|s| {
                s.turns = vec![item(&"x".repeat(40)); 60];
                Ok(())
            })
        };
        assert!(matches!(store.update(&first, grow()).await, Err(StoreError::Quota(_))));
        assert_eq!(store.get(&first).await.unwrap().unwrap().turns.len(), 25, "nothing was changed");
        assert!(store.delete(&first).await.unwrap());
        store.put(&id(), &of("a", 25)).await.unwrap();
    }

    pub(crate) const SMALL: Quotas = Quotas { per_owner: 4_000, in_all: 6_000 };
    pub(crate) const LARGE: Quotas = Quotas { per_owner: 1 << 30, in_all: 1 << 30 };

    /// Answers given at the same time are all kept.
    pub(crate) async fn loses_no_concurrent_change(store: Store) {
        let store = std::sync::Arc::new(store);
        let id = SessionId::random().unwrap();
        store.put(&id, &session()).await.unwrap();
        let writers = (0..40).map(|i| {
            let (store, id) = (std::sync::Arc::clone(&store), id.clone());
            tokio::spawn(async move {
                let change: Change = Box::new(move |s| {
                    s.turns.push(item(&format!("finding-{i}")));
                    Ok(())
                });
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
