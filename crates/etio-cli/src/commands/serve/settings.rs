//! The service's settings on the command line and in the environment, laid over a file and the defaults.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use etio_service::Config;
use serde::Serialize;
use serde_json::Value;

/// Settings. Their names are those of [`Config`], so that flags, environment and file cannot
/// drift apart.
#[derive(Debug, clap::Args, Serialize)]
pub(super) struct Settings {
    /// Address to listen on [default: 127.0.0.1:8080]
    #[arg(long, env = "ETIO_LISTEN", value_name = "ADDRESS")]
    listen: Option<SocketAddr>,

    /// A network to serve and its name; the first is the default. Without this option, the built-in
    /// one is served
    #[arg(long = "network", env = "ETIO_NETWORK", value_name = "NAME=PATH", value_delimiter = ',')]
    networks: Option<Vec<String>>,

    /// A folder with more languages: for each of them a folder of .ftl files
    #[arg(long, env = "ETIO_LOCALES", value_name = "FOLDER")]
    locales: Option<PathBuf>,

    /// Where sessions are kept: `redb:PATH`, `postgres://USER:PASSWORD@HOST/DATABASE`, or `memory`
    /// to keep none after a stop [default: a redb file in the system's state folder]
    #[arg(long, env = "ETIO_SESSIONS", value_name = "URL", hide_env_values = true)]
    sessions: Option<String>,

    /// Lifetime of a session after its last change, in seconds [default: 86400]
    #[arg(long, env = "ETIO_SESSION_SECONDS", value_name = "S")]
    session_seconds: Option<u64>,

    /// Maximum size of the sessions of one key, in megabytes [default: 256]
    #[arg(long, env = "ETIO_SESSION_MB_PER_KEY", value_name = "MB")]
    session_mb_per_key: Option<u64>,

    /// Maximum size of all sessions together, in megabytes [default: 1024]
    #[arg(long, env = "ETIO_SESSION_MB", value_name = "MB")]
    session_mb: Option<u64>,

    /// The certificate chain in PEM; with it and the key, the service uses TLS
    #[arg(long, env = "ETIO_TLS_CERTIFICATE", value_name = "FILE")]
    tls_certificate: Option<PathBuf>,

    /// The certificate's private key in PEM
    #[arg(long, env = "ETIO_TLS_KEY", value_name = "FILE")]
    tls_key: Option<PathBuf>,

    /// A file of `NAME SHA256-HEX` lines; without it no key is needed
    #[arg(long, env = "ETIO_API_KEYS", value_name = "FILE")]
    api_keys: Option<PathBuf>,

    /// Maximum diagnoses per second for one key; each line of a batch counts as one, and so does any
    /// other request [default: 100]
    #[arg(long, env = "ETIO_DIAGNOSES_PER_KEY", value_name = "N", alias = "requests-per-key")]
    diagnoses_per_key: Option<u32>,

    /// Maximum diagnoses per second for all visitors of the page without a key, if keys are set; 0
    /// closes the page to them [default: 0]
    #[arg(long, env = "ETIO_PAGE_DIAGNOSES", value_name = "N")]
    page_diagnoses: Option<u32>,

    /// An origin whose pages may call the API from a browser, such as `https://example.org`; `*` for
    /// all [default: none]
    #[arg(long = "cors-origin", env = "ETIO_CORS_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    cors_origins: Option<Vec<String>>,

    /// Allow non-loopback addresses without API keys
    #[arg(long, env = "ETIO_ALLOW_OPEN", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    allow_open: Option<bool>,

    /// Compute threads [default: one per core]
    #[arg(long, env = "ETIO_THREADS", value_name = "N")]
    threads: Option<usize>,

    /// Maximum queued requests per key; more are refused at once [default: 256]
    #[arg(long, env = "ETIO_QUEUE", value_name = "N")]
    queue: Option<usize>,

    /// Maximum time in the queue, in milliseconds [default: 30]
    #[arg(long, env = "ETIO_QUEUE_MS", value_name = "MS")]
    queue_ms: Option<u64>,

    /// Maximum time to compute the answer to one request, in milliseconds [default: 1000]
    #[arg(long, env = "ETIO_BUDGET_MS", value_name = "MS")]
    budget_ms: Option<u64>,

    /// Maximum memory to compute the answer to one request, in megabytes [default: 512]
    #[arg(long, env = "ETIO_MEMORY_MB", value_name = "MB")]
    memory_mb: Option<usize>,

    /// Maximum number of connections [default: 4096]
    #[arg(long, env = "ETIO_CONNECTIONS", value_name = "N")]
    connections: Option<usize>,

    /// Maximum time for a client to send its headers, in seconds [default: 10]
    #[arg(long, env = "ETIO_HEADER_SECONDS", value_name = "S")]
    header_seconds: Option<u64>,

    /// Maximum time for a client to send a body, in seconds; a batch may pause this long in total, and
    /// regains time at the minimum rate [default: 10]
    #[arg(long, env = "ETIO_BODY_SECONDS", value_name = "S")]
    body_seconds: Option<u64>,

    /// Maximum time that a client may leave its answer unread, in seconds; reading regains time at the
    /// minimum rate [default: 10]
    #[arg(long, env = "ETIO_WRITE_SECONDS", value_name = "S")]
    write_seconds: Option<u64>,

    /// Minimum rate: number of bytes that restore one second to a batch or a slow reader [default: 1000]
    #[arg(long, env = "ETIO_LEAST_RATE", value_name = "N")]
    least_rate: Option<u64>,

    /// Maximum time of a whole batch, in seconds [default: 3600]
    #[arg(long, env = "ETIO_BATCH_SECONDS", value_name = "S")]
    batch_seconds: Option<u64>,

    /// Maximum size of a body, in bytes [default: 262144]
    #[arg(long, env = "ETIO_BODY_BYTES", value_name = "N")]
    body_bytes: Option<usize>,

    /// Maximum number of findings per request [default: 500]
    #[arg(long, env = "ETIO_EVIDENCE", value_name = "N")]
    evidence: Option<usize>,

    /// Interval between checks of network files for changes, in seconds; 0 for never [default: 2]
    #[arg(long, env = "ETIO_WATCH_SECONDS", value_name = "S")]
    watch_seconds: Option<u64>,

    /// How long requests are still accepted after SIGTERM, each answered with `Connection: close`, in
    /// seconds [default: 5]
    #[arg(long, env = "ETIO_DRAIN_SECONDS", value_name = "S")]
    drain_seconds: Option<u64>,
}

impl Settings {
    /// Merges these settings over those of a file, and those over the defaults.
    pub(super) fn over(&self, file: Option<&Path>) -> Result<Config> {
        let below = match file {
            None => Config::default(),
            Some(path) => {
                let text = std::fs::read(path).with_context(|| path.display().to_string())?;
                serde_json::from_slice(&text).with_context(|| path.display().to_string())?
            }
        };
        let mut merged = serde_json::to_value(below)?;
        if let (Value::Object(merged), Value::Object(given)) = (&mut merged, serde_json::to_value(self)?) {
            merged.extend(given.into_iter().filter(|(_, value)| !value.is_null()));
        }
        Ok(serde_json::from_value(merged)?)
    }
}
