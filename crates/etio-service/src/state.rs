//! What every request handler shares.

use std::sync::Arc;
use std::time::Duration;

use etio::{Limits, Network};
use etio_bot::{InterviewSettings, Language, LanguageError, Languages};

use crate::compute::Compute;
use crate::config::{Config, RequestLimits};
use crate::keys::Keys;
use crate::networks::{NetworkError, Registry, Served, Source};
use crate::problem::{Code, Problem};
use crate::sessions::{Store, StoreError};
use crate::tls::{Tls, TlsError};

/// Everything a handler needs, shared by all.
pub struct State {
    /// The networks.
    pub registry: Registry,
    /// The languages to converse in.
    pub languages: Languages,
    /// The threads that compute.
    pub compute: Compute,
    /// The sessions.
    pub sessions: Store,
    /// The keys, where some are needed.
    pub keys: Option<Keys>,
    /// The certificate, where TLS is spoken.
    pub tls: Option<Tls>,
    /// What was configured.
    pub config: Config,
    /// What one request may send.
    pub limits: RequestLimits,
}

/// A service that cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The configuration.
    #[error(transparent)]
    Config(#[from] crate::config::ConfigError),
    /// A network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A language.
    #[error(transparent)]
    Language(#[from] LanguageError),
    /// The session store.
    #[error("{0}; give --sessions redb:PATH for another file, or --sessions memory")]
    Sessions(#[from] StoreError),
    /// The certificate.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The key file.
    #[error("{0}")]
    Keys(String),
    /// Threads or the listening address.
    #[error("{what}: {source}")]
    Io {
        /// What could not be had.
        what: String,
        /// What the system said.
        source: std::io::Error,
    },
}

impl State {
    /// Opens networks, sessions and keys. `embedded` is served under a name where no network is configured.
    pub fn open(
        config: Config,
        embedded: (&str, fn() -> Result<Network, etio::format::FormatError>),
    ) -> Result<Arc<Self>, StartError> {
        config.check()?;
        let mut sources: Vec<(String, Source)> =
            config.named_networks()?.into_iter().map(|(name, path)| (name, Source::Path(path))).collect();
        if sources.is_empty() {
            sources.push((embedded.0.to_owned(), Source::Embedded(embedded.1)));
        }
        let keys = match &config.api_keys {
            Some(path) => {
                Some(Keys::read(path, config.requests_per_key).map_err(|e| StartError::Keys(e.to_string()))?)
            }
            None => None,
        };
        let mut languages = Languages::built_in()?;
        if let Some(folder) = &config.locales {
            languages.add_folder(folder)?;
        }
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = if config.threads == 0 { cores } else { config.threads };
        let compute = Compute::start(threads, config.queue, Duration::from_millis(config.queue_ms))
            .map_err(|source| StartError::Io { what: "compute threads".to_owned(), source })?;
        Ok(Arc::new(Self {
            registry: Registry::open(sources)?,
            languages,
            compute,
            sessions: Store::open(&config.location()?)?,
            keys,
            tls: Tls::configured(&config)?,
            limits: config.request_limits(),
            config,
        }))
    }

    /// The network a request names, or the default.
    pub fn network(&self, name: Option<&str>) -> Result<Arc<Served>, Problem> {
        self.registry.get(name).ok_or_else(|| {
            Problem::new(Code::INVALID_VALUE, "there is no network of this name")
                .at("network")
                .given(name.unwrap_or_default())
                .allowed(self.registry.names().join(", "))
        })
    }

    /// The language a request names, or the one that its client prefers.
    pub fn language(&self, name: Option<&str>, accepted: &str) -> Result<Arc<Language>, Problem> {
        let Some(name) = name else { return Ok(Arc::clone(self.languages.accepted(accepted))) };
        self.languages.get(name).cloned().ok_or_else(|| {
            Problem::new(Code::INVALID_VALUE, "there are no texts in this language")
                .at("language")
                .given(name)
                .allowed(self.languages.tags().join(", "))
        })
    }

    /// What one query may take: what was configured, or less where a request asks for less.
    pub fn query_limits(&self, budget_ms: Option<u64>) -> Limits {
        let budget = budget_ms.unwrap_or(self.config.budget_ms).clamp(1, self.config.budget_ms.max(1));
        Limits {
            time: Some(Duration::from_millis(budget)),
            memory: self.config.memory_mb << 20,
            ..Limits::default()
        }
    }

    /// How interviews are led here.
    pub fn interview_settings(&self, budget_ms: Option<u64>) -> InterviewSettings {
        InterviewSettings { limits: self.query_limits(budget_ms), ..InterviewSettings::default() }
    }
}
