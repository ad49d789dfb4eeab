//! Stand-in for PostgreSQL in a build without it: its address is refused when the service starts.

use super::{Change, Quotas, Session, SessionId, StoreError};

/// A database, of which a build without PostgreSQL has none.
pub enum PostgresStore {}

#[allow(clippy::unused_async, reason = "as with PostgreSQL")]
impl PostgresStore {
    /// Refuses the address.
    pub fn new(_: &str, _: Quotas) -> Result<Self, StoreError> {
        Err(StoreError::failed(
            "this etio was built without PostgreSQL; use a released binary or build it with `--features postgres`",
        ))
    }

    pub(super) async fn put(&self, _: &SessionId, _: &Session) -> Result<(), StoreError> {
        match *self {}
    }

    pub(super) async fn get(&self, _: &SessionId) -> Result<Option<Session>, StoreError> {
        match *self {}
    }

    pub(super) async fn update(&self, _: &SessionId, _: Change) -> Result<Option<Session>, StoreError> {
        match *self {}
    }

    pub(super) async fn delete(&self, _: &SessionId) -> Result<bool, StoreError> {
        match *self {}
    }

    pub(super) async fn purge(&self) -> Result<usize, StoreError> {
        match *self {}
    }

    pub(super) async fn ready(&self) -> Result<(), StoreError> {
        match *self {}
    }
}
