//! What the service is told: addresses, networks, limits, keys.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Everything that can be configured. Flags come before environment, environment before file; the command line puts them
/// together.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Networks as `NAME=PATH`; the first is the default. Without any, the embedded one is served.
    pub networks: Vec<String>,
    /// Where sessions are kept: `redb:PATH`, or `memory` to forget them at the end.
    pub sessions: String,
    /// How long a session lives after its last use, in seconds.
    pub session_seconds: u64,
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
            sessions: "memory".to_owned(),
            session_seconds: 24 * 3600,
            api_keys: None,
            requests_per_key: 100,
            allow_open: false,
            threads: 0,
            queue: 256,
            queue_ms: 30,
            budget_ms: 1000,
            memory_mb: 512,
            connections: 4096,
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
    #[error("--sessions `{given}` is not `memory` or `redb:PATH`")]
    Sessions {
        /// What was given.
        given: String,
    },
}

impl Config {
    /// Refuses what would be unsafe or cannot work.
    pub fn check(&self) -> Result<(), ConfigError> {
        if !self.listen.ip().is_loopback() && self.api_keys.is_none() && !self.allow_open {
            return Err(ConfigError::Open { listen: self.listen });
        }
        self.named_networks().map(drop)
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
            body_time: Duration::from_secs(10),
            evidence: self.evidence,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
