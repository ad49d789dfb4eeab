//! Sessions in PostgreSQL, for replicas that serve one population together.
//!
//! The service starts and stays up whether or not the database answers: the first use that reaches
//! it brings the tables up to date, broken connections are replaced by the pool, and calls
//! meanwhile fail within a bounded time.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, SqlSafeStr};
use tokio::sync::OnceCell;

use super::usage::{Quotas, Usage, size};
use super::{Change, PURGED_AT_ONCE, Session, SessionId, StoreError, now};

/// Maximum time of one call, after which the database counts as not answering.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum time to wait for a connection.
const CONNECT: Duration = Duration::from_secs(2);

/// Every version of the tables, in order. Add to the end; never change one that was released.
const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "sessions", include_str!("migrations/0001_sessions.sql")),
    (2, "owners", include_str!("migrations/0002_owners.sql")),
];

/// Sessions in a PostgreSQL database.
pub struct PostgresStore {
    options: PgConnectOptions,
    pool: OnceCell<PgPool>,
    quotas: Quotas,
    /// Room taken up, as counted when the whole table was last read, plus what this replica has written
    /// since.
    usage: Mutex<Usage>,
}

impl PostgresStore {
    /// A store at a `postgres://` address. Connects when it is first used.
    pub fn new(url: &str, quotas: Quotas) -> Result<Self, StoreError> {
        // The error may repeat the address, and with it the password.
        let options: PgConnectOptions = url.parse().map_err(|_| {
            StoreError::failed("the address is not postgres://USER:PASSWORD@HOST:PORT/DATABASE")
        })?;
        // An acknowledged write is on the server's disk, whatever its configuration says.
        let options = options.application_name("etio").options([("synchronous_commit", "on")]);
        let options = options.disable_statement_logging();
        Ok(Self { options, pool: OnceCell::new(), quotas, usage: Mutex::default() })
    }

    fn usage(&self) -> MutexGuard<'_, Usage> {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the room that is taken up by all replicas.
    async fn count(&self, pool: &PgPool) -> Result<(), StoreError> {
        let owners: Vec<(String, i64)> =
            sqlx::query_as("select owner, sum(size)::bigint from etio_sessions group by owner")
                .fetch_all(pool)
                .await
                .map_err(StoreError::of)?;
        let mut usage = Usage::default();
        for (owner, bytes) in owners {
            usage.add(&owner, bytes as u64);
        }
        *self.usage() = usage;
        Ok(())
    }

    async fn pool(&self) -> Result<&PgPool, StoreError> {
        self.pool.get_or_try_init(|| self.connect()).await
    }

    async fn connect(&self) -> Result<PgPool, StoreError> {
        let pool = PgPoolOptions::new()
            .max_connections(16)
            .acquire_timeout(CONNECT)
            .connect_with(self.options.clone())
            .await
            .map_err(StoreError::of)?;
        let migrations = MIGRATIONS.iter().map(|&(version, name, sql)| {
            Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
        });
        let mut migrator = Migrator::with_migrations(migrations.collect());
        migrator.dangerous_set_table_name("etio_migrations");
        // During an upgrade older replicas meet tables of the newer ones.
        migrator.set_ignore_missing(true);
        migrator.run(&pool).await.map_err(StoreError::of)?;
        self.count(&pool).await?;
        Ok(pool)
    }

    pub(super) async fn put(&self, id: &SessionId, session: &Session) -> Result<(), StoreError> {
        let text = session.encode()?;
        let bytes = size(&text);
        let insert = "insert into etio_sessions (id, session, expires, owner, size) values ($1, $2::jsonb, $3, $4, $5)";
        in_time(async {
            let pool = self.pool().await?;
            self.usage().check(session, 0, bytes, self.quotas)?;
            sqlx::query(insert)
                .bind(id.as_str())
                .bind(text)
                .bind(session.expires as i64)
                .bind(&session.owner)
                .bind(bytes as i64)
                .execute(pool)
                .await
                .map_err(StoreError::of)?;
            self.usage().add(&session.owner, bytes);
            Ok(())
        })
        .await
    }

    pub(super) async fn get(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        in_time(async {
            let found: Option<String> =
                sqlx::query_scalar("select session::text from etio_sessions where id = $1")
                    .bind(id.as_str())
                    .fetch_optional(self.pool().await?)
                    .await
                    .map_err(StoreError::of)?;
            let session = found.map(|text| Session::decode(&text)).transpose()?;
            Ok(session.filter(Session::lives))
        })
        .await
    }

    pub(super) async fn update(&self, id: &SessionId, change: Change) -> Result<Option<Session>, StoreError> {
        in_time(async {
            let mut transaction = self.pool().await?.begin().await.map_err(StoreError::of)?;
            let found: Option<(String, i64)> =
                sqlx::query_as("select session::text, size from etio_sessions where id = $1 for update")
                    .bind(id.as_str())
                    .fetch_optional(&mut *transaction)
                    .await
                    .map_err(StoreError::of)?;
            let Some((text, old)) = found else { return Ok(None) };
            let mut session = Session::decode(&text)?;
            if !session.lives() {
                return Ok(None);
            }
            change(&mut session)?;
            let text = session.encode()?;
            let (old, bytes) = (old as u64, size(&text));
            self.usage().check(&session, old, bytes, self.quotas)?;
            sqlx::query(
                "update etio_sessions set session = $2::jsonb, expires = $3, size = $4 where id = $1",
            )
            .bind(id.as_str())
            .bind(text)
            .bind(session.expires as i64)
            .bind(bytes as i64)
            .execute(&mut *transaction)
            .await
            .map_err(StoreError::of)?;
            transaction.commit().await.map_err(StoreError::of)?;
            let mut usage = self.usage();
            usage.remove(&session.owner, old);
            usage.add(&session.owner, bytes);
            Ok(Some(session))
        })
        .await
    }

    pub(super) async fn delete(&self, id: &SessionId) -> Result<bool, StoreError> {
        in_time(async {
            let gone: Option<(i64, String, i64)> =
                sqlx::query_as("delete from etio_sessions where id = $1 returning expires, owner, size")
                    .bind(id.as_str())
                    .fetch_optional(self.pool().await?)
                    .await
                    .map_err(StoreError::of)?;
            let Some((expires, owner, bytes)) = gone else { return Ok(false) };
            self.usage().remove(&owner, bytes as u64);
            Ok(expires > now() as i64)
        })
        .await
    }

    pub(super) async fn purge(&self) -> Result<usize, StoreError> {
        // Replicas tidy up at the same time: each takes rows that no other is at. The clock is the
        // database's, so that a replica whose clock is wrong ends nobody's session.
        let ended = "delete from etio_sessions where id in (select id from etio_sessions \
             where expires <= extract(epoch from now())::bigint limit $1 for update skip locked)";
        in_time(async {
            let pool = self.pool().await?;
            let done = sqlx::query(ended).bind(PURGED_AT_ONCE as i64).execute(pool).await;
            let count = done.map_err(StoreError::of)?.rows_affected() as usize;
            if count < PURGED_AT_ONCE {
                self.count(pool).await?;
            }
            Ok(count)
        })
        .await
    }

    pub(super) async fn ready(&self) -> Result<(), StoreError> {
        in_time(async {
            sqlx::query("select 1").execute(self.pool().await?).await.map(drop).map_err(StoreError::of)
        })
        .await
    }
}

/// A call that ends, whatever the database does.
async fn in_time<T>(call: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    tokio::time::timeout(PATIENCE, call)
        .await
        .unwrap_or_else(|_| Err(StoreError::failed("the database does not answer")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::LARGE;
    use super::*;

    #[test]
    fn a_bad_address_is_refused_without_repeating_the_password() {
        let error = PostgresStore::new("postgres://me:secret@host:port/db", LARGE).err().unwrap().to_string();
        assert!(error.contains("postgres://") && !error.contains("secret"), "{error}");
    }

    #[tokio::test]
    async fn a_database_that_is_not_there_is_an_error_and_not_a_wait() {
        let store = PostgresStore::new("postgres://nobody@127.0.0.1:1/none", LARGE).unwrap();
        assert!(store.ready().await.is_err());
    }
}
