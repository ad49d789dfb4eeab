//! `etio serve` as a process: killed, reloaded, attacked, behind nginx, on PostgreSQL.
//!
//! Tests that need a program which is not installed say so and pass; where `ETIO_TEST_ALL` is set,
//! as `scripts/test` does, they fail instead.

#![cfg(unix)]

mod attacks;
mod client;
mod clients;
mod configuration;
mod contract;
mod conversation;
mod crashes;
#[cfg(feature = "postgres")]
mod database;
mod keys;
mod nginx;
mod picture;
#[cfg(feature = "postgres")]
mod postgres;
mod reloads;
#[cfg(feature = "postgres")]
mod replicas;
mod server;
mod slow_clients;
mod stopping;

/// A program that a test needs, by the first of its paths that exists; `None` where it may be passed over.
fn program(paths: &[&str], package: &str) -> Option<std::path::PathBuf> {
    let found = paths.iter().map(std::path::PathBuf::from).find(|path| path.exists());
    if found.is_none() {
        assert!(std::env::var_os("ETIO_TEST_ALL").is_none(), "{package} is not installed");
        eprintln!("skipped: {package} is not installed");
    }
    found
}
