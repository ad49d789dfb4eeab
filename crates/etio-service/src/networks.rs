//! The networks that are served, under their names, and how they are swapped without dropping a request.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use etio::Network;
use etio::format::compiled;
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

    /// Reads a network from a file or folder. Later writes to the files do not touch what was read.
    pub fn open(name: &str, path: &Path) -> Result<Self, NetworkError> {
        let (network, version) = read(path, IN_MEMORY).map_err(|problem| NetworkError::of(name, problem))?;
        Self::new(name, &network, version)
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

/// Compiled files up to this length are read into memory. Of longer ones a private copy is mapped:
/// a map of the file itself would end the process if someone shortened the file.
const IN_MEMORY: u64 = 64 << 20;

/// Reads a network together with the version of exactly what was read.
fn read(path: &Path, in_memory: u64) -> Result<(Network, String), String> {
    let at_path = |e: std::io::Error| format!("{}: {e}", path.display());
    let before = Stamp::of(path).map_err(at_path)?;
    let metadata = path.metadata().map_err(at_path)?;
    let is_compiled = metadata.is_file() && is_compiled(path).map_err(at_path)?;
    let read = if !is_compiled {
        let version = version::of_path(path).map_err(at_path)?;
        let reading =
            etio_formats::read(path, &etio_formats::Options::default()).map_err(|e| e.to_string())?;
        for note in &reading.notes {
            tracing::warn!(path = %path.display(), note, "network");
        }
        (reading.network, version)
    } else if metadata.len() <= in_memory {
        let bytes = std::fs::read(path).map_err(at_path)?;
        let network = compiled::read_embedded(&path.display().to_string(), &bytes);
        (network.map_err(|e| e.to_string())?, version::of_bytes(&bytes))
    } else {
        read_copy(path).map_err(at_path)?
    };
    if Stamp::of(path).map_err(at_path)? != before {
        return Err("it changed while it was being read".to_owned());
    }
    Ok(read)
}

/// Whether a file is not one of the CSV files of a folder, nor of another tool.
fn is_compiled(path: &Path) -> std::io::Result<bool> {
    match etio_formats::Format::by_ending(path) {
        Some(format) => Ok(format == etio_formats::Format::Compiled),
        None => {
            let mut start = [0; 5];
            let length = std::io::Read::read(&mut std::fs::File::open(path)?, &mut start)?;
            Ok(&start[..length] == b"\x89ETIO")
        }
    }
}

/// Reads a compiled file by way of a private copy, which has no name any more when this returns.
fn read_copy(path: &Path) -> std::io::Result<(Network, String)> {
    let mut original = std::fs::File::open(path)?;
    let new = |folder: &Path| tempfile::Builder::new().prefix(".etio-").tempfile_in(folder);
    // Beside the original a file system may copy without writing; elsewhere if that folder is closed to us.
    let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut copy = new(beside).or_else(|_| new(&std::env::temp_dir()))?;
    std::io::copy(&mut original, copy.as_file_mut())?;
    let version = version::of_path(copy.path())?;
    let named = |e: etio::format::FormatError| {
        let text = e.to_string().replace(&copy.path().display().to_string(), &path.display().to_string());
        std::io::Error::other(text)
    };
    let network = compiled::open(copy.path()).map_err(named)?;
    Ok((network, version))
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

/// Origin of a network.
#[derive(Clone, Debug)]
pub enum Source {
    /// Inside the program.
    Embedded(fn() -> Result<Network, etio::format::FormatError>),
    /// A file or folder, read again when it changes.
    Path(PathBuf),
}

/// Which networks are read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reload {
    /// Those whose files were written, by their metadata.
    Changed,
    /// All of them, whatever their metadata say.
    All,
}

/// All networks by name. Requests keep the one they started with; a swap is one pointer.
pub struct Registry {
    sources: BTreeMap<String, Source>,
    current: ArcSwap<BTreeMap<String, Arc<Served>>>,
    default: String,
    /// The files as they were when they were last read, well or not, so that each change is read
    /// and reported once.
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

    /// Reads networks again. A new one that is bad is reported and the old one kept; one that has not
    /// changed stays as it is.
    pub fn reload(&self, which: Reload) -> Vec<Result<String, NetworkError>> {
        // Held throughout, so that two reloads at a time cannot swap in an older network last.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut report = Vec::new();
        for (name, source) in &self.sources {
            let Source::Path(_) = source else { continue };
            let stamp = source.stamp();
            if which == Reload::Changed && stamp.as_ref() == seen.get(name) {
                continue;
            }
            match stamp {
                Some(stamp) => seen.insert(name.clone(), stamp),
                None => seen.remove(name),
            };
            match load(name, source) {
                Ok(served) if self.get(Some(name)).is_some_and(|old| old.version == served.version) => {}
                loaded => report.push(loaded.map(|served| self.swap(served))),
            }
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
    /// `None` for what is in the program, and for files without metadata.
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

#[cfg(test)]
mod tests {
    use super::*;
    use etio::{DiseaseId, Engine, Evidence, Method, NetworkBuilder};

    #[test]
    fn everything_is_read_again_when_asked_for_whatever_its_metadata_say() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("live.etio");
        compile(&path, 0.25);
        let registry = Registry::open(vec![("n".to_owned(), Source::Path(path.clone()))]).unwrap();
        let version = || registry.get(None).unwrap().version.clone();
        let first = version();
        assert!(registry.reload(Reload::All).is_empty(), "nothing changed");
        compile(&path, 0.5);
        // As if the metadata were the same.
        let stamp = Stamp::of(&path).unwrap();
        registry.seen.lock().unwrap().insert("n".to_owned(), stamp);
        assert!(registry.reload(Reload::Changed).is_empty());
        assert_eq!(version(), first);
        assert_eq!(registry.reload(Reload::All).len(), 1);
        assert_ne!(version(), first);
    }

    fn compile(path: &Path, prior: f64) {
        let mut builder = NetworkBuilder::new();
        builder.disease("d", "", prior).unwrap();
        compiled::write(&builder.build().unwrap(), path, &compiled::Options::default()).unwrap();
    }

    #[test]
    fn a_file_that_is_written_over_keeps_serving_what_was_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("live.etio");
        // Read into memory, and by way of a copy.
        for in_memory in [IN_MEMORY, 0] {
            compile(&path, 0.25);
            let (network, version) = read(&path, in_memory).unwrap();
            std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(0).unwrap();
            let posterior =
                Engine::new(&network).diagnose(&Evidence::default(), Method::Enumeration).unwrap();
            assert_eq!(posterior.marginal(DiseaseId::new(0)), 0.25);
            assert_eq!(network.disease_id(DiseaseId::new(0)), "d");
            let error = read(&path, in_memory).unwrap_err();
            assert!(error.contains("live.etio"), "{error}");
            compile(&path, 0.5);
            let (_, other) = read(&path, in_memory).unwrap();
            assert_ne!(version, other);
            compile(&path, 0.25);
            assert_eq!(read(&path, in_memory).unwrap().1, version);
        }
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "no copy is left behind");
    }
}
