//! The networks that are served, under their names, and how they are swapped without dropping a request.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arc_swap::ArcSwap;
use etio::Network;
use etio_bot::Guide;
use sha2::{Digest, Sha256};

use crate::search::SearchIndex;

/// A network ready to serve: what inference, the conversation and the search need, and the version it is.
pub struct Served {
    /// The name in requests.
    pub name: String,
    /// Changes exactly when the contents change.
    pub version: String,
    /// The conversation's side of it; holds the network.
    pub guide: Guide,
    /// Finding names, for people who type them.
    pub search: SearchIndex,
    /// Whether its findings have words to ask about them.
    pub has_questions: bool,
}

impl Served {
    /// Prepares a network; `fingerprint` is what identifies its contents.
    pub fn new(name: &str, network: &Network, fingerprint: &[u8]) -> Result<Self, NetworkError> {
        let problem =
            |e: etio_bot::GuideError| NetworkError { name: name.to_owned(), problem: e.to_string() };
        let catalog = network.finding_catalog();
        Ok(Self {
            name: name.to_owned(),
            version: hex(&Sha256::digest(fingerprint)[..8]),
            guide: Guide::of(network).map_err(problem)?,
            search: SearchIndex::of(network),
            has_questions: network.findings().any(|f| catalog.attribute(f.index(), "question").is_some()),
        })
    }

    /// Reads a network from a file or folder.
    pub fn open(name: &str, path: &Path) -> Result<Self, NetworkError> {
        let problem = |problem: String| NetworkError { name: name.to_owned(), problem };
        let network = Network::open(path).map_err(|e| problem(e.to_string()))?;
        let print = fingerprint(path).map_err(|e| problem(format!("{}: {e}", path.display())))?;
        Self::new(name, &network, &print)
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
}

impl Registry {
    /// Reads all networks; the first is the default.
    pub fn open(sources: Vec<(String, Source)>) -> Result<Self, NetworkError> {
        let default = sources.first().map(|(name, _)| name.clone()).unwrap_or_default();
        let mut served = BTreeMap::new();
        for (name, source) in &sources {
            served.insert(name.clone(), Arc::new(load(name, source)?));
        }
        Ok(Self { sources: sources.into_iter().collect(), current: ArcSwap::from_pointee(served), default })
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

    /// Reads again every network whose contents changed. A new one that is bad is reported and the old one kept.
    pub fn reload(&self) -> Vec<Result<String, NetworkError>> {
        let mut report = Vec::new();
        for (name, source) in &self.sources {
            let Source::Path(path) = source else { continue };
            let known = self.get(Some(name)).map(|served| served.version.clone());
            let changed = fingerprint(path).ok().map(|print| hex(&Sha256::digest(print)[..8]));
            if changed.is_some() && changed == known {
                continue;
            }
            report.push(load(name, source).map(|served| {
                let mut next = BTreeMap::clone(&self.current.load());
                let version = served.version.clone();
                next.insert(name.clone(), Arc::new(served));
                self.current.store(Arc::new(next));
                format!("{name} is now version {version}")
            }));
        }
        report
    }
}

fn load(name: &str, source: &Source) -> Result<Served, NetworkError> {
    match source {
        Source::Path(path) => Served::open(name, path),
        Source::Embedded(read) => {
            let network =
                read().map_err(|e| NetworkError { name: name.to_owned(), problem: e.to_string() })?;
            Served::new(name, &network, env!("CARGO_PKG_VERSION").as_bytes())
        }
    }
}

/// What identifies a network's contents: the bytes of a small file or a folder's files; of a large file its head, whose
/// section table holds a checksum of everything behind it, and its length.
fn fingerprint(path: &Path) -> std::io::Result<Vec<u8>> {
    const WHOLE: u64 = 64 << 20;
    const HEAD: u64 = 64 << 10;
    let mut files = vec![path.to_owned()];
    if path.is_dir() {
        files = std::fs::read_dir(path)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
        files.sort();
    }
    let mut print = Vec::new();
    for file in files.iter().filter(|file| file.is_file()) {
        let length = file.metadata()?.len();
        let mut hasher = Sha256::new();
        let source =
            std::io::Read::take(std::fs::File::open(file)?, if length > WHOLE { HEAD } else { length });
        let mut source = std::io::BufReader::new(source);
        std::io::copy(&mut source, &mut DigestWriter(&mut hasher))?;
        print.extend_from_slice(&hasher.finalize());
        print.extend_from_slice(&length.to_le_bytes());
    }
    Ok(print)
}

struct DigestWriter<'a>(&'a mut Sha256);

impl std::io::Write for DigestWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}
