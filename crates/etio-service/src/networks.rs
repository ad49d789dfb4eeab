//! The networks that are served, under their names, and how they are swapped without dropping a request.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use etio::Network;
use etio_bot::{Guide, GuideError, Language};

use crate::search::SearchIndex;
use crate::version::{self, Stamp};

/// A network ready to serve: what inference, the conversation and the search need, and the version it is.
pub struct Served {
    /// The name in requests.
    pub name: String,
    /// Changes exactly when the contents change.
    pub version: String,
    /// The conversation's side of it; holds the network.
    pub guide: Arc<Guide>,
    /// The same in other languages, by tag, each made when it is first asked for.
    translations: Mutex<BTreeMap<String, Arc<Guide>>>,
    /// Finding names, for people who type them.
    pub search: SearchIndex,
    /// Whether its findings have words to ask about them.
    pub has_questions: bool,
}

impl Served {
    /// Prepares a network.
    pub fn new(name: &str, network: &Network, version: String) -> Result<Self, NetworkError> {
        let catalog = network.finding_catalog();
        etio_bot::check_texts(network).map_err(|e| NetworkError::of(name, e))?;
        Ok(Self {
            name: name.to_owned(),
            version,
            guide: Arc::new(Guide::of(network).map_err(|e| NetworkError::of(name, e))?),
            translations: Mutex::default(),
            search: SearchIndex::of(network),
            has_questions: network.findings().any(|f| catalog.attribute(f.index(), "question").is_some()),
        })
    }

    /// Reads a network from a file or folder.
    pub fn open(name: &str, path: &Path) -> Result<Self, NetworkError> {
        let version =
            || version::of_path(path).map_err(|e| NetworkError::of(name, format!("{}: {e}", path.display())));
        let before = version()?;
        let network = Network::open(path).map_err(|e| NetworkError::of(name, e))?;
        // Otherwise old contents could be served under the version of the new ones.
        if version()? != before {
            return Err(NetworkError::of(name, "it was written while it was read"));
        }
        Self::new(name, &network, before)
    }

    /// The conversation's side in a language, with the network's own texts if it has none in that.
    pub fn guide_in(&self, language: &Language) -> Result<Arc<Guide>, GuideError> {
        if language.tag() == etio_bot::ENGLISH {
            return Ok(Arc::clone(&self.guide));
        }
        let mut made = self.translations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(guide) = made.get(language.tag()) {
            return Ok(Arc::clone(guide));
        }
        let guide = Arc::new(Guide::in_language(self.network(), language)?);
        made.insert(language.tag().to_owned(), Arc::clone(&guide));
        Ok(guide)
    }

    /// The network as written.
    pub fn network(&self) -> &Network {
        self.guide.network()
    }
}

/// A network that cannot be served.
#[derive(Clone, Debug, thiserror::Error)]
#[error("network `{name}`: {problem}")]
pub struct NetworkError {
    /// Its name.
    pub name: String,
    /// Why.
    pub problem: String,
}

impl NetworkError {
    fn of(name: &str, problem: impl std::fmt::Display) -> Self {
        Self { name: name.to_owned(), problem: problem.to_string() }
    }
}

/// Where a network comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Inside the program.
    Embedded(fn() -> Result<Network, etio::format::FormatError>),
    /// A file or folder, read again when it changes.
    Path(PathBuf),
}

/// All networks by name. Requests keep the one they started with; a swap is one pointer.
pub struct Registry {
    sources: BTreeMap<String, Source>,
    current: ArcSwap<BTreeMap<String, Arc<Served>>>,
    default: String,
    /// The files as they were when they were last read, well or not, so that each change is read and reported once.
    seen: Mutex<BTreeMap<String, Stamp>>,
}

impl Registry {
    /// Reads all networks; the first is the default.
    pub fn open(sources: Vec<(String, Source)>) -> Result<Self, NetworkError> {
        let default = sources.first().map(|(name, _)| name.clone()).unwrap_or_default();
        let mut served = BTreeMap::new();
        let mut seen = BTreeMap::new();
        for (name, source) in &sources {
            if let Some(stamp) = source.stamp() {
                seen.insert(name.clone(), stamp);
            }
            served.insert(name.clone(), Arc::new(load(name, source)?));
        }
        Ok(Self {
            sources: sources.into_iter().collect(),
            current: ArcSwap::from_pointee(served),
            default,
            seen: Mutex::new(seen),
        })
    }

    /// The network under a name, or the default.
    pub fn get(&self, name: Option<&str>) -> Option<Arc<Served>> {
        self.current.load().get(name.unwrap_or(&self.default)).cloned()
    }

    /// All names, in order.
    pub fn names(&self) -> Vec<String> {
        self.sources.keys().cloned().collect()
    }

    /// The name that requests without one mean.
    pub fn default_name(&self) -> &str {
        &self.default
    }

    /// Reads again every network whose files were written. A new one that is bad is reported and the old one kept.
    pub fn reload(&self) -> Vec<Result<String, NetworkError>> {
        // Held throughout, so that two reloads at a time cannot swap in an older network last.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut report = Vec::new();
        for (name, source) in &self.sources {
            let stamp = source.stamp();
            if stamp.as_ref() == seen.get(name) {
                continue;
            }
            match stamp {
                Some(stamp) => seen.insert(name.clone(), stamp),
                None => seen.remove(name),
            };
            report.push(load(name, source).map(|served| self.swap(served)));
        }
        report
    }

    fn swap(&self, served: Served) -> String {
        let news = format!("{} is now version {}", served.name, served.version);
        let mut next = BTreeMap::clone(&self.current.load());
        next.insert(served.name.clone(), Arc::new(served));
        self.current.store(Arc::new(next));
        news
    }
}

impl Source {
    /// `None` for what is in the program, and for files that cannot be looked at.
    fn stamp(&self) -> Option<Stamp> {
        match self {
            Self::Embedded(_) => None,
            Self::Path(path) => Stamp::of(path).ok(),
        }
    }
}

fn load(name: &str, source: &Source) -> Result<Served, NetworkError> {
    match source {
        Source::Path(path) => Served::open(name, path),
        Source::Embedded(read) => {
            let network = read().map_err(|e| NetworkError::of(name, e))?;
            Served::new(name, &network, version::of_network(&network))
        }
    }
}
