//! Sessions in PostgreSQL, for replicas that serve one population together.
//!
//! The service starts and stays up whether or not the database answers: the first use that reaches it brings the tables
//! up to date, broken connections are replaced by the pool, and calls meanwhile fail within a bounded time.

use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, SqlSafeStr};
use tokio::sync::OnceCell;

use super::{Change, PURGED_AT_ONCE, Session, SessionId, StoreError, now};

/// The longest one call may take before the database counts as not answering.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest a call waits for a connection.
const CONNECT: Duration = Duration::from_secs(2);

/// Every version of the tables, in order. Add to the end; never change one that was released.
const MIGRATIONS: &[(i64, &str, &str)] = &[(1, "sessions", include_str!("migrations/0001_sessions.sql"))];

/// Sessions in a PostgreSQL database.
pub struct PostgresStore {
    options: PgConnectOptions,
    pool: OnceCell<PgPool>,
}

impl PostgresStore {
    /// A store at a `postgres://` address. Connects when it is first used.
    pub fn new(url: &str) -> Result<Self, StoreError> {
        // The error may repeat the address, and with it the password.
        let options: PgConnectOptions = url.parse().map_err(|_| {
            StoreError("the address is not postgres://USER:PASSWORD@HOST:PORT/DATABASE".to_owned())
        })?;
        // An acknowledged write is on the server's disk, whatever its configuration says.
        let options = options.application_name("etio").options([("synchronous_commit", "on")]);
        Ok(Self { options: options.disable_statement_logging(), pool: OnceCell::new() })
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
        Ok(pool)
    }

    pub(super) async fn put(&self, id: &SessionId, session: &Session) -> Result<(), StoreError> {
        let text = session.encode()?;
        in_time(async {
            sqlx::query("insert into etio_sessions (id, session, expires) values ($1, $2::jsonb, $3)")
                .bind(id.as_str())
                .bind(text)
                .bind(session.expires as i64)
                .execute(self.pool().await?)
                .await
                .map(drop)
                .map_err(StoreError::of)
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
            let found: Option<String> =
                sqlx::query_scalar("select session::text from etio_sessions where id = $1 for update")
                    .bind(id.as_str())
                    .fetch_optional(&mut *transaction)
                    .await
                    .map_err(StoreError::of)?;
            let session = found.map(|text| Session::decode(&text)).transpose()?;
            let Some(mut session) = session.filter(Session::lives) else { return Ok(None) };
            change(&mut session);
            sqlx::query("update etio_sessions set session = $2::jsonb, expires = $3 where id = $1")
                .bind(id.as_str())
                .bind(session.encode()?)
                .bind(session.expires as i64)
                .execute(&mut *transaction)
                .await
                .map_err(StoreError::of)?;
            transaction.commit().await.map_err(StoreError::of)?;
            Ok(Some(session))
        })
        .await
    }

    pub(super) async fn delete(&self, id: &SessionId) -> Result<bool, StoreError> {
        in_time(async {
            let expires: Option<i64> =
                sqlx::query_scalar("delete from etio_sessions where id = $1 returning expires")
                    .bind(id.as_str())
                    .fetch_optional(self.pool().await?)
                    .await
                    .map_err(StoreError::of)?;
            Ok(expires.is_some_and(|expires| expires > now() as i64))
        })
        .await
    }

    pub(super) async fn purge(&self) -> Result<usize, StoreError> {
        // Replicas tidy up at the same time: each takes rows that no other is at.
        let ended = "delete from etio_sessions where id in \
             (select id from etio_sessions where expires <= $1 limit $2 for update skip locked)";
        in_time(async {
            sqlx::query(ended)
                .bind(now() as i64)
                .bind(PURGED_AT_ONCE as i64)
                .execute(self.pool().await?)
                .await
                .map(|done| done.rows_affected() as usize)
                .map_err(StoreError::of)
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
        .unwrap_or_else(|_| Err(StoreError("the database does not answer".to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_address_is_refused_without_repeating_the_password() {
        let error = PostgresStore::new("postgres://me:secret@host:port/db").err().unwrap().to_string();
        assert!(error.contains("postgres://") && !error.contains("secret"), "{error}");
    }

    #[tokio::test]
    async fn a_database_that_is_not_there_is_an_error_and_not_a_wait() {
        let store = PostgresStore::new("postgres://nobody@127.0.0.1:1/none").unwrap();
        assert!(store.ready().await.is_err());
    }
}
