//! State shared by all request handlers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use etio::{Budget, Limits, Network};
use etio_bot::{Language, LanguageError, Languages};

use crate::callers::Gate;
use crate::compute::{Compute, Size};
use crate::config::{Config, RequestLimits};
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
    /// Who may call, and how often.
    pub gate: Gate,
    /// The certificate, if TLS is used.
    pub tls: Option<Tls>,
    /// The configuration.
    pub config: Config,
    /// Limits on one request.
    pub limits: RequestLimits,
    /// How the budget of a request is made; tests replace its clock.
    pub budgets: fn(&Limits) -> Budget,
    /// Whether the service is about to stop: answers tell clients to close their connections.
    pub is_draining: AtomicBool,
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
    Sessions(StoreError),
    /// The certificate.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The key file.
    #[error("{0}")]
    Keys(String),
    /// Threads or the listening address.
    #[error("{what}: {source}")]
    Io {
        /// Resource that could not be obtained.
        what: String,
        /// The system's error.
        source: std::io::Error,
    },
}

/// Not by `#[from]`, which makes it the cause: it would be told twice.
impl From<StoreError> for StartError {
    fn from(error: StoreError) -> Self {
        Self::Sessions(error)
    }
}

impl State {
    /// Opens networks, sessions and keys. `embedded` is served under a name if no network is configured.
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
        let gate = Gate::open(&config).map_err(StartError::Keys)?;
        let mut languages = Languages::built_in()?;
        if let Some(folder) = &config.locales {
            languages.add_folder(folder)?;
        }
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = if config.threads == 0 { cores } else { config.threads };
        let size = Size {
            threads,
            spare: threads,
            capacity: config.queue,
            longest_wait: Duration::from_millis(config.queue_ms),
        };
        let compute = Compute::start(size)
            .map_err(|source| StartError::Io { what: "compute threads".to_owned(), source })?;
        Ok(Arc::new(Self {
            registry: Registry::open(sources)?,
            languages,
            compute,
            sessions: Store::open(&config.location()?, config.quotas())?,
            gate,
            tls: Tls::configured(&config)?,
            limits: config.request_limits(),
            budgets: Budget::start,
            is_draining: AtomicBool::new(false),
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

    /// The budget of a request, which starts now: made once, when the body has arrived, and handed
    /// down to everything that is computed for it.
    pub fn budget(&self) -> Budget {
        let time = Some(Duration::from_millis(self.config.budget_ms));
        (self.budgets)(&Limits { time, memory: self.config.memory_mb << 20, ..Limits::default() })
    }

    /// The same budget for a request that asks for less time, counted from when its body had arrived.
    pub fn narrowed(&self, budget: &Budget, asked_ms: Option<u64>) -> Budget {
        asked_ms.map_or_else(|| budget.clone(), |asked| budget.limited_to(Duration::from_millis(asked)))
    }
}
