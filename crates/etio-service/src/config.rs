//! Configuration of the service: addresses, networks, limits, keys.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::sessions::{Location, Quotas, beginning, default_location};

/// Everything that can be configured. Flags come before environment, environment before file; the
/// command line puts them together.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// Networks as `NAME=PATH`; the first is the default. Without any, the embedded one is served.
    pub networks: Vec<String>,
    /// A folder with more languages: for each of them a folder of `.ftl` files, as in `locales/`.
    pub locales: Option<PathBuf>,
    /// Storage of sessions: `redb:PATH`, `postgres://...`, or `memory` to forget them when the
    /// service stops. By default a redb file in the system's state folder.
    pub sessions: Option<String>,
    /// How long a session lives after it was last added to, in seconds.
    pub session_seconds: u64,
    /// Maximum size of the sessions of one key, in megabytes.
    pub session_mb_per_key: u64,
    /// Maximum size of all sessions together, in megabytes.
    pub session_mb: u64,
    /// The certificate chain in PEM; with it and the key, the service uses TLS.
    pub tls_certificate: Option<PathBuf>,
    /// The certificate's private key in PEM.
    pub tls_key: Option<PathBuf>,
    /// A file of `NAME SHA256-HEX` lines; without it no key is needed.
    pub api_keys: Option<PathBuf>,
    /// Diagnoses per second that one key may make; every line of a batch is one, and so is any other request.
    #[serde(alias = "requests_per_key")]
    pub diagnoses_per_key: u32,
    /// Diagnoses per second that visitors of the page may make without a key, all together; 0
    /// closes the page to them. Without keys there is no such limit.
    pub page_diagnoses: u32,
    /// Origins whose pages may call the API from a browser, such as `https://example.org`; `*` for all.
    pub cors_origins: Vec<String>,
    /// Whether to listen beyond loopback without keys.
    pub allow_open: bool,
    /// Compute threads; 0 for one per core.
    pub threads: usize,
    /// Maximum number of requests of one key that wait for a compute thread.
    pub queue: usize,
    /// Maximum time a request waits for a compute thread, in milliseconds.
    pub queue_ms: u64,
    /// Maximum time to compute the answer to one request, in milliseconds; requests may ask for less.
    pub budget_ms: u64,
    /// Maximum memory to compute the answer to one request, in megabytes.
    pub memory_mb: usize,
    /// Maximum number of concurrent connections.
    pub connections: usize,
    /// Maximum time for a client to send its headers or begin its next request, in seconds.
    pub header_seconds: u64,
    /// Maximum time for a client to send a body or to keep a batch waiting, in seconds.
    pub body_seconds: u64,
    /// Maximum time for a client to begin reading its answer, in seconds.
    pub write_seconds: u64,
    /// Minimum rate of batches and of clients that read slowly, in bytes per second: what restores
    /// their time.
    pub least_rate: u64,
    /// Maximum time of a whole batch, in seconds.
    pub batch_seconds: u64,
    /// Maximum body size, in bytes.
    pub body_bytes: usize,
    /// Maximum number of findings in one request.
    pub evidence: usize,
    /// How often network files are checked for changes, in seconds; 0 for never (SIGHUP still works).
    pub watch_seconds: u64,
    /// How long requests are still taken after SIGTERM, each answered with `Connection: close`, in seconds.
    pub drain_seconds: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            networks: Vec::new(),
            locales: None,
            sessions: None,
            session_seconds: DAY,
            session_mb_per_key: 256,
            session_mb: 1024,
            tls_certificate: None,
            tls_key: None,
            api_keys: None,
            diagnoses_per_key: 100,
            page_diagnoses: 0,
            cors_origins: Vec::new(),
            allow_open: false,
            threads: 0,
            queue: 256,
            queue_ms: 30,
            budget_ms: 1000,
            memory_mb: 512,
            connections: 4096,
            header_seconds: 10,
            body_seconds: 10,
            write_seconds: 10,
            least_rate: 1000,
            batch_seconds: 3600,
            body_bytes: 256 << 10,
            evidence: 500,
            watch_seconds: 2,
            drain_seconds: 5,
        }
    }
}

const DAY: u64 = 24 * 3600;

/// Limits on one request.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// Maximum body size, in bytes.
    pub body_bytes: usize,
    /// Maximum time for a body to arrive.
    pub body_time: Duration,
    /// Maximum number of findings.
    pub evidence: usize,
}

/// A configuration that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// Reachable from other machines without keys.
    #[error(
        "{listen} is reachable from other machines and no API keys are set; give --api-keys FILE, or --allow-open if \
         everybody may use it"
    )]
    Open {
        /// The address.
        listen: SocketAddr,
    },
    /// Not `NAME=PATH`.
    #[error(
        "--network `{given}` is not NAME=PATH, such as qmr=networks/qmr.etio; a name has letters, digits, `-`, \
         `_` and `.`"
    )]
    Network {
        /// The given value.
        given: String,
    },
    /// An unknown kind of session store.
    #[error("--sessions `{given}` is not `memory`, `redb:PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`")]
    Sessions {
        /// The beginning of the given value.
        given: String,
    },
    /// No folder to keep sessions in.
    #[error(
        "there is no folder to keep sessions in (HOME is not set); give --sessions redb:PATH, or --sessions memory"
    )]
    NoStateFolder,
    /// Not the origin of a page.
    #[error(
        "--cors-origin `{given}` is not an origin, such as https://example.org or http://localhost:3000, nor *"
    )]
    Origin {
        /// The given value.
        given: String,
    },
    /// A certificate without a key, or a key without a certificate.
    #[error("TLS needs both --tls-certificate and --tls-key")]
    HalfTls,
    /// PostgreSQL in a build without it.
    #[error(
        "--sessions names PostgreSQL, and this etio was built without PostgreSQL; use a released binary, build one \
         with `--features postgres`, or give --sessions redb:PATH"
    )]
    NoPostgres,
    /// A number out of range.
    #[error("{} is {given}; expected a number from {least} to {most}", flag(setting))]
    Range {
        /// Name of the setting.
        setting: &'static str,
        /// The number given.
        given: u64,
        /// Minimum.
        least: u64,
        /// Maximum.
        most: u64,
    },
}

/// A setting as the command line names it; in a file it has underscores, and in the environment
/// capitals.
fn flag(setting: &str) -> String {
    match setting {
        "networks" => "the number of --network options".to_owned(),
        _ => format!("--{}", setting.replace('_', "-")),
    }
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
        if let Some(given) = self.cors_origins.iter().find(|given| !crate::cors::is_origin(given)) {
            return Err(ConfigError::Origin { given: given.clone() });
        }
        for (setting, given, range) in self.ranges() {
            if !range.contains(&given) {
                let (least, most) = range.into_inner();
                return Err(ConfigError::Range { setting, given, least, most });
            }
        }
        if matches!(self.location()?, Location::Postgres(_)) && !cfg!(feature = "postgres") {
            return Err(ConfigError::NoPostgres);
        }
        self.named_networks().map(drop)
    }

    /// Every number, and the range that it must be in. The ends are those of what can be counted,
    /// waited for or allocated without overflow, and far beyond what serves anybody.
    fn ranges(&self) -> [(&'static str, u64, RangeInclusive<u64>); 21] {
        const MILLION: u64 = 1_000_000;
        [
            ("diagnoses_per_key", self.diagnoses_per_key.into(), 1..=MILLION),
            ("page_diagnoses", self.page_diagnoses.into(), 0..=MILLION),
            ("threads", self.threads as u64, 0..=1024),
            ("queue", self.queue as u64, 1..=MILLION),
            ("queue_ms", self.queue_ms, 1..=3_600_000),
            ("budget_ms", self.budget_ms, 1..=3_600_000),
            ("memory_mb", self.memory_mb as u64, 1..=MILLION),
            ("connections", self.connections as u64, 1..=MILLION),
            ("header_seconds", self.header_seconds, 1..=DAY),
            ("body_seconds", self.body_seconds, 1..=DAY),
            ("write_seconds", self.write_seconds, 1..=DAY),
            ("batch_seconds", self.batch_seconds, 1..=365 * DAY),
            ("least_rate", self.least_rate, 1..=1_000 * MILLION),
            ("body_bytes", self.body_bytes as u64, 1..=1 << 30),
            ("evidence", self.evidence as u64, 1..=MILLION),
            ("watch_seconds", self.watch_seconds, 0..=365 * DAY),
            ("drain_seconds", self.drain_seconds, 0..=DAY),
            ("session_seconds", self.session_seconds, 1..=100 * 365 * DAY),
            ("session_mb_per_key", self.session_mb_per_key, 1..=100 * MILLION),
            ("session_mb", self.session_mb, 1..=100 * MILLION),
            ("networks", self.networks.len() as u64, 0..=1000),
        ]
    }

    /// Maximum size of sessions, in bytes.
    pub fn quotas(&self) -> Quotas {
        Quotas { per_owner: self.session_mb_per_key << 20, in_all: self.session_mb << 20 }
    }

    /// Storage of sessions.
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
            Err(_) => self.sessions.as_deref().map(beginning),
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

    /// Limits on one request.
    pub fn request_limits(&self) -> RequestLimits {
        RequestLimits {
            body_bytes: self.body_bytes,
            body_time: Duration::from_secs(self.body_seconds),
            evidence: self.evidence,
        }
    }
}

/// Parts of a PostgreSQL address after `?` that may be shown; passwords can be among the others,
/// however they are spelt.
const HARMLESS: &[&str] = &[
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "application_name",
    "options",
    "connect_timeout",
    "statement-cache-capacity",
];

/// An address without its passwords: neither that before the last `@` of its authority nor one
/// among its parameters. One whose parts cannot be told apart is not shown at all.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return beginning(url) };
    let (address, parameters) = rest.split_once('?').map_or((rest, None), |(a, p)| (a, Some(p)));
    let authority = address.split('/').next().unwrap_or_default();
    let (person, host) = authority.rsplit_once('@').map_or((None, authority), |(p, h)| (Some(p), h));
    let port = host.rsplit(']').next().and_then(|end| end.split_once(':')).map_or("", |(_, port)| port);
    // A password with a slash or a question mark in it, or one in the place of a port.
    if rest[authority.len()..].contains('@') || !port.bytes().all(|b| b.is_ascii_digit()) {
        return format!("{scheme}://***");
    }
    let hidden = person.and_then(|person| {
        let user = person.split_once(':')?.0;
        Some(format!("{user}:***{}", &address[person.len()..]))
    });
    let mut shown = format!("{scheme}://{}", hidden.as_deref().unwrap_or(address));
    for (at, parameter) in parameters.into_iter().flat_map(|all| all.split('&')).enumerate() {
        let name = parameter.split('=').next().unwrap_or_default();
        shown.push(if at == 0 { '?' } else { '&' });
        if HARMLESS.contains(&name) {
            shown.push_str(parameter);
        } else {
            shown.extend([name, "=***"]);
        }
    }
    shown
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
            ("postgres://me@host/db?password=secret", "postgres://me@host/db?password=***"),
            (
                "postgres://h/db?sslmode=require&pass%77ord=s",
                "postgres://h/db?sslmode=require&pass%77ord=***",
            ),
            ("postgres://me:secret@[::1]:5432/db", "postgres://me:***@[::1]:5432/db"),
            ("postgres://[::1]:5432/db", "postgres://[::1]:5432/db"),
            // Nothing that is not understood is shown.
            ("postgres://me:sec/ret@host/db", "postgres://***"),
            ("postgres://me:sec?ret@host/db", "postgres://***"),
            ("postgres://h/db?password=sec@ret", "postgres://***"),
            ("postgres://me:secret", "postgres://***"),
            ("postgres:me:secret@host/db", "postgres***"),
            ("POSTGRES://me:secret@host/db", "POSTGRES***"),
            ("pgsql://me:secret@host/db", "pgsql***"),
            ("host=h password=secret", "host***"),
            ("Memory", "Memory"),
        ] {
            let config = Config { sessions: Some(url.to_owned()), ..Config::default() };
            assert_eq!(config.shown().sessions.as_deref(), Some(shown));
            if let Err(error) = config.check() {
                assert!(error.to_string().contains(shown), "{error}");
                assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
            }
        }
    }

    #[test]
    fn half_of_tls_and_limits_of_nothing_are_refused() {
        let half = Config { tls_key: Some("key".into()), ..Config::default() };
        assert_eq!(half.check(), Err(ConfigError::HalfTls));
        let none = Config { queue: 0, ..Config::default() };
        assert!(matches!(none.check(), Err(ConfigError::Range { setting: "queue", given: 0, .. })));
        let none = Config { queue_ms: 0, ..Config::default() };
        let told = none.check().unwrap_err().to_string();
        assert_eq!(told, "--queue-ms is 0; expected a number from 1 to 3600000");
        let many = Config { networks: vec!["a=b".to_owned(); 1001], ..Config::default() };
        assert!(
            many.check().unwrap_err().to_string().starts_with("the number of --network options is 1001;")
        );
    }

    #[test]
    fn numbers_that_would_overflow_are_refused_by_name() {
        let none = serde_json::to_value(Config::default()).unwrap();
        let numbers = none.as_object().unwrap().iter().filter(|(_, value)| value.is_u64());
        for (name, _) in numbers {
            for most in [u64::MAX, u64::from(u32::MAX)] {
                let mut extreme = none.clone();
                extreme[name] = most.into();
                // Some do not even fit their type.
                if let Ok(config) = serde_json::from_value::<Config>(extreme) {
                    let error = config.check().expect_err(name);
                    assert!(error.to_string().starts_with(&flag(name)), "{error}");
                }
            }
        }
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
