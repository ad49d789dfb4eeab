//! What the service is told: addresses, networks, limits, keys.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::sessions::{Location, default_location};

/// Everything that can be configured. Flags come before environment, environment before file; the command line puts them
/// together.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Networks as `NAME=PATH`; the first is the default. Without any, the embedded one is served.
    pub networks: Vec<String>,
    /// A folder with more languages: for each of them a folder of `.ftl` files, as in `locales/`.
    pub locales: Option<PathBuf>,
    /// Where sessions are kept: `redb:PATH`, `postgres://...`, or `memory` to forget them at the end. Without it, a redb
    /// file in the folder that the system has for a program's state.
    pub sessions: Option<String>,
    /// How long a session lives after it was last added to, in seconds.
    pub session_seconds: u64,
    /// The certificate chain in PEM; with it and the key, TLS is spoken.
    pub tls_certificate: Option<PathBuf>,
    /// The certificate's private key in PEM.
    pub tls_key: Option<PathBuf>,
    /// A file of `NAME SHA256-HEX` lines; without it no key is needed.
    pub api_keys: Option<PathBuf>,
    /// Requests a second that one key may make.
    pub requests_per_key: u32,
    /// Whether to listen beyond loopback without keys.
    pub allow_open: bool,
    /// Compute threads; 0 for one a core.
    pub threads: usize,
    /// The most requests that may wait for a compute thread.
    pub queue: usize,
    /// The longest a request may wait for a compute thread, in milliseconds.
    pub queue_ms: u64,
    /// The longest a query may run, in milliseconds; requests may ask for less.
    pub budget_ms: u64,
    /// The most memory one query may use, in megabytes.
    pub memory_mb: usize,
    /// The most connections at a time.
    pub connections: usize,
    /// The longest a client may take to send its headers, or to begin its next request, in seconds.
    pub header_seconds: u64,
    /// The longest a client may take to send a body, or the next piece of a batch, in seconds.
    pub body_seconds: u64,
    /// The largest body, in bytes.
    pub body_bytes: usize,
    /// The most findings in one request.
    pub evidence: usize,
    /// How often network files are looked at for changes, in seconds; 0 for never (SIGHUP still works).
    pub watch_seconds: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            networks: Vec::new(),
            locales: None,
            sessions: None,
            session_seconds: 24 * 3600,
            tls_certificate: None,
            tls_key: None,
            api_keys: None,
            requests_per_key: 100,
            allow_open: false,
            threads: 0,
            queue: 256,
            queue_ms: 30,
            budget_ms: 1000,
            memory_mb: 512,
            connections: 4096,
            header_seconds: 10,
            body_seconds: 10,
            body_bytes: 256 << 10,
            evidence: 500,
            watch_seconds: 2,
        }
    }
}

/// What one request may send.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// The largest body.
    pub body_bytes: usize,
    /// The longest a body may take to arrive.
    pub body_time: Duration,
    /// The most findings.
    pub evidence: usize,
}

/// A configuration that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// Open to strangers by mistake.
    #[error(
        "{listen} is reachable from other machines and no API keys are set; give --api-keys FILE, or --allow-open if \
         everybody may use it"
    )]
    Open {
        /// The address.
        listen: SocketAddr,
    },
    /// Not `NAME=PATH`.
    #[error("--network `{given}` is not NAME=PATH, such as qmr=networks/qmr.etio")]
    Network {
        /// What was given.
        given: String,
    },
    /// A session store nobody knows.
    #[error("--sessions `{given}` is not `memory`, `redb:PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`")]
    Sessions {
        /// What was given.
        given: String,
    },
    /// No folder to keep sessions in.
    #[error(
        "there is no folder to keep sessions in (HOME is not set); give --sessions redb:PATH, or --sessions memory"
    )]
    NoStateFolder,
    /// A certificate without a key, or a key without a certificate.
    #[error("TLS needs both --tls-certificate and --tls-key")]
    HalfTls,
    /// A limit that lets nothing through.
    #[error("{setting} is 0, and would let nothing through")]
    Zero {
        /// Which.
        setting: &'static str,
    },
}

impl Config {
    /// Refuses what would be unsafe or cannot work.
    pub fn check(&self) -> Result<(), ConfigError> {
        if !self.listen.ip().is_loopback() && self.api_keys.is_none() && !self.allow_open {
            return Err(ConfigError::Open { listen: self.listen });
        }
        if self.tls_certificate.is_some() != self.tls_key.is_some() {
            return Err(ConfigError::HalfTls);
        }
        let limits = [
            ("queue", self.queue),
            ("connections", self.connections),
            ("body_bytes", self.body_bytes),
            ("evidence", self.evidence),
            ("memory_mb", self.memory_mb),
            ("budget_ms", self.budget_ms as usize),
            ("queue_ms", self.queue_ms as usize),
            ("session_seconds", self.session_seconds as usize),
            ("header_seconds", self.header_seconds as usize),
            ("body_seconds", self.body_seconds as usize),
            ("requests_per_key", self.requests_per_key as usize),
        ];
        if let Some((setting, _)) = limits.into_iter().find(|(_, value)| *value == 0) {
            return Err(ConfigError::Zero { setting });
        }
        self.location()?;
        self.named_networks().map(drop)
    }

    /// Where sessions are kept.
    pub fn location(&self) -> Result<Location, ConfigError> {
        match &self.sessions {
            Some(given) => given.parse(),
            None => {
                default_location(self.listen.port()).map(Location::Redb).ok_or(ConfigError::NoStateFolder)
            }
        }
    }

    /// The same with every default filled in and no password, to be shown.
    #[must_use]
    pub fn shown(&self) -> Self {
        let sessions = match self.location() {
            Ok(Location::Memory) => Some("memory".to_owned()),
            Ok(Location::Redb(path)) => Some(format!("redb:{}", path.display())),
            Ok(Location::Postgres(url)) => Some(without_password(&url)),
            Err(_) => self.sessions.clone(),
        };
        Self { sessions, ..self.clone() }
    }

    /// The networks as (name, path).
    pub fn named_networks(&self) -> Result<Vec<(String, PathBuf)>, ConfigError> {
        let split = |given: &String| {
            let (name, path) = given.split_once('=')?;
            let plain =
                !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
            (plain && !path.is_empty()).then(|| (name.to_owned(), PathBuf::from(path)))
        };
        let one = |given: &String| split(given).ok_or_else(|| ConfigError::Network { given: given.clone() });
        self.networks.iter().map(one).collect()
    }

    /// What one request may send.
    pub fn request_limits(&self) -> RequestLimits {
        RequestLimits {
            body_bytes: self.body_bytes,
            body_time: Duration::from_secs(self.body_seconds),
            evidence: self.evidence,
        }
    }
}

/// An address with the password between `:` and the last `@` of its authority hidden.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let authority = rest.find(['/', '?']).map_or(rest, |end| &rest[..end]);
    let hidden = authority.rfind('@').and_then(|at| {
        let user = authority[..at].split_once(':')?.0;
        Some(format!("{scheme}://{user}:***{}", &rest[at..]))
    });
    hidden.unwrap_or_else(|| url.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for (url, shown) in [
            ("postgres://me:secret@host/db", "postgres://me:***@host/db"),
            (
                "postgres://me:se@cret@host:1/db?sslmode=require",
                "postgres://me:***@host:1/db?sslmode=require",
            ),
            ("postgres://me@host/db", "postgres://me@host/db"),
            ("postgres:///db", "postgres:///db"),
        ] {
            let config = Config { sessions: Some(url.to_owned()), ..Config::default() };
            assert_eq!(config.shown().sessions.as_deref(), Some(shown));
        }
    }

    #[test]
    fn half_of_tls_and_limits_of_nothing_are_refused() {
        let half = Config { tls_key: Some("key".into()), ..Config::default() };
        assert_eq!(half.check(), Err(ConfigError::HalfTls));
        let none = Config { queue: 0, ..Config::default() };
        assert_eq!(none.check(), Err(ConfigError::Zero { setting: "queue" }));
    }

    #[test]
    fn beyond_loopback_needs_keys_or_a_clear_word() {
        let open = Config { listen: SocketAddr::from(([0, 0, 0, 0], 80)), ..Config::default() };
        assert!(matches!(open.check(), Err(ConfigError::Open { .. })));
        assert!(Config { allow_open: true, ..open.clone() }.check().is_ok());
        assert!(Config { api_keys: Some("keys".into()), ..open }.check().is_ok());
        assert!(Config::default().check().is_ok());
    }

    #[test]
    fn networks_are_named() {
        let config = |given: &str| Config { networks: vec![given.into()], ..Config::default() };
        assert_eq!(config("qmr=a/b=c").named_networks().unwrap()[0].1, PathBuf::from("a/b=c"));
        for bad in ["qmr", "=x", "q r=x", "x="] {
            assert!(config(bad).check().is_err(), "{bad}");
        }
    }
}
