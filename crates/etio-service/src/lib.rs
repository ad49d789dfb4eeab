//! Etio over HTTP: diagnosis, free text, search, sessions and the page, as one axum [`app`].
//!
//! The library builds the service; the binary and the tests start the same one. Inference runs on
//! its own threads behind a bounded queue ([`Compute`]), networks are swapped under load
//! ([`Registry`]), sessions survive a crash ([`sessions`]), and every error is a problem document
//! from one table ([`problem::Code`]).

mod app;
pub mod ask;
mod body;
mod callers;
mod compute;
pub mod config;
mod cors;
pub mod diagnosis;
mod engines;
pub mod explanation;
mod guests;
mod keys;
mod lines;
mod metrics;
mod networks;
pub mod openapi;
mod pace;
mod paging;
pub mod problem;
mod routes;
mod search;
mod server;
pub mod sessions;
mod signals;
mod socket;
mod state;
mod suggestion;
#[cfg(feature = "tls")]
mod tls;
#[cfg(not(feature = "tls"))]
#[path = "no_tls.rs"]
mod tls;
mod version;

pub use app::app;
pub use callers::{Caller, Gate, Peer};
pub use compute::{Compute, Size};
pub use config::{Config, ConfigError};
pub use networks::{NetworkError, Registry, Reload, Served, Source};
pub use server::serve;
pub use state::{StartError, State};
pub use tls::{Tls, TlsError};
