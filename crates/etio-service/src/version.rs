//! Which contents a network has: a version that changes exactly when they do, and a cheap sign that
//! they may have.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etio::Network;
use ring::digest::{Context, SHA256};

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// Metadata of a network's files. If it has not changed, nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp(Vec<FileStamp>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct FileStamp {
    file: PathBuf,
    length: u64,
    modified: Option<SystemTime>,
    /// Inode and time of its last change, which cannot be set back as that of the contents can.
    #[cfg(unix)]
    inode: (u64, i64, i64),
}

impl Stamp {
    pub(crate) fn of(path: &Path) -> std::io::Result<Self> {
        let stamp = |file: PathBuf| {
            let meta = file.metadata()?;
            #[cfg(unix)]
            use std::os::unix::fs::MetadataExt;
            Ok(FileStamp {
                length: meta.len(),
                modified: meta.modified().ok(),
                #[cfg(unix)]
                inode: (meta.ino(), meta.ctime(), meta.ctime_nsec()),
                file,
            })
        };
        files(path)?.into_iter().map(stamp).collect::<std::io::Result<_>>().map(Self)
    }
}

/// The version of what is in a file or folder: of all its bytes.
pub(crate) fn of_path(path: &Path) -> std::io::Result<String> {
    let mut hasher = Context::new(&SHA256);
    for file in files(path)? {
        let file = std::fs::File::open(&file)?;
        let length = file.metadata()?.len();
        hasher.update(&length.to_le_bytes());
        let mut read = std::io::BufReader::with_capacity(1 << 20, std::io::Read::take(file, length));
        std::io::copy(&mut read, &mut DigestWriter(&mut hasher))?;
    }
    Ok(short(hasher))
}

/// The version of a file with these contents.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
    let mut hasher = Context::new(&SHA256);
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
    short(hasher)
}

/// The version of a network that is in no file.
pub(crate) fn of_network(network: &Network) -> String {
    let mut hasher = Context::new(&SHA256);
    let mut text = |part: &str| {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    };
    let mut member = |catalog: &etio::Catalog, at: usize, probability: f64| {
        text(catalog.id(at));
        text(catalog.name(at));
        for column in catalog.attribute_names() {
            text(catalog.attribute(at, column).unwrap_or_default());
        }
        text(&probability.to_string());
    };
    for disease in network.diseases() {
        member(network.disease_catalog(), disease.index(), network.prior(disease));
    }
    for finding in network.findings() {
        member(network.finding_catalog(), finding.index(), network.leak(finding));
    }
    for finding in network.findings() {
        for (disease, probability) in network.parents(finding).iter() {
            hasher.update(&(disease.index() as u64).to_le_bytes());
            hasher.update(&probability.to_le_bytes());
        }
    }
    for name in network.document_names() {
        hasher.update(network.document(name).unwrap_or_default());
    }
    short(hasher)
}

fn short(hasher: Context) -> String {
    hex(&hasher.finish().as_ref()[..8])
}

/// The file itself, or the files of a folder by name.
fn files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path)?.map(|entry| entry.map(|e| e.path()));
    let mut files = entries.collect::<std::io::Result<Vec<_>>>()?;
    files.retain(|file| file.is_file());
    files.sort();
    Ok(files)
}

struct DigestWriter<'a>(&'a mut Context);

impl std::io::Write for DigestWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::NetworkBuilder;

    #[test]
    fn the_version_follows_the_contents() {
        let version = |prior: f64, name: &str| {
            let mut builder = NetworkBuilder::new();
            builder.disease("d", name, prior).unwrap();
            of_network(&builder.build().unwrap())
        };
        assert_eq!(version(0.1, "D"), version(0.1, "D"));
        assert_ne!(version(0.1, "D"), version(0.2, "D"));
        assert_ne!(version(0.1, "D"), version(0.1, "E"));
    }

    #[test]
    fn an_edit_of_equal_length_anywhere_in_a_large_file_is_another_version() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("large");
        let file = std::fs::File::create(&path).unwrap();
        // Longer than anything that is read into memory, and mostly a hole.
        file.set_len((64 << 20) + 4096).unwrap();
        let before = of_path(&path).unwrap();
        std::os::unix::fs::FileExt::write_all_at(&file, b"x", 64 << 20).unwrap();
        assert_ne!(of_path(&path).unwrap(), before);
        assert_eq!(of_bytes(b"text"), {
            std::fs::write(&path, "text").unwrap();
            of_path(&path).unwrap()
        });
    }

    #[cfg(unix)]
    #[test]
    fn an_edit_that_sets_the_time_back_has_another_stamp() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        std::fs::write(&path, "one").unwrap();
        let (before, time) = (Stamp::of(&path).unwrap(), path.metadata().unwrap().modified().unwrap());
        // The clock of file systems goes by ticks.
        std::thread::sleep(std::time::Duration::from_millis(20));
        let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
        std::os::unix::fs::FileExt::write_all_at(&file, b"two", 0).unwrap();
        file.set_modified(time).unwrap();
        assert_eq!(path.metadata().unwrap().modified().unwrap(), time);
        assert_ne!(Stamp::of(&path).unwrap(), before);
    }

    #[test]
    fn a_rewritten_file_has_another_stamp_and_the_same_version() {
        let dir = tempfile::tempdir().unwrap();
        let write = |text: &str| {
            let fresh = dir.path().join("fresh");
            std::fs::write(&fresh, text).unwrap();
            std::fs::rename(fresh, dir.path().join("a")).unwrap();
            (Stamp::of(dir.path()).unwrap(), of_path(dir.path()).unwrap())
        };
        let (first, again, other) = (write("1"), write("1"), write("2"));
        assert_ne!(first.0, again.0);
        assert_eq!(first.1, again.1);
        assert_ne!(again.1, other.1);
    }
}
