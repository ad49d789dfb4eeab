//! The two files of a redb store: the sessions, each sealed under a key of its own, and the keys.
//! Tests put both into memory, where they can fail.

use std::io;
use std::path::{Path, PathBuf};

use redb::StorageBackend;
use redb::backends::FileBackend;

use super::location::make_private_folder;

/// One of the two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Sealed sessions and their index.
    Sessions,
    /// The keys that they are sealed under.
    Keys,
}

/// Storage of the two files.
pub(super) trait Files: Send + 'static {
    type File: StorageBackend;

    /// Opens a file, or makes it.
    fn open(&self, part: Part) -> io::Result<Self::File>;

    /// Name of a file, for messages.
    fn name(&self, part: Part) -> String;
}

/// Files on disk, readable by their owner alone.
#[derive(Clone, Debug)]
pub(super) struct OnDisk {
    sessions: PathBuf,
}

impl OnDisk {
    pub(super) fn at(sessions: &Path) -> Self {
        Self { sessions: sessions.to_owned() }
    }

    pub(super) fn path(&self, part: Part) -> PathBuf {
        match part {
            Part::Sessions => self.sessions.clone(),
            Part::Keys => {
                let mut path = self.sessions.clone().into_os_string();
                path.push(".keys");
                path.into()
            }
        }
    }
}

impl Files for OnDisk {
    type File = FileBackend;

    fn open(&self, part: Part) -> io::Result<FileBackend> {
        let path = self.path(part);
        make_private_folder(&path)?;
        let mut options = std::fs::OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        FileBackend::new(options.open(path)?).map_err(io::Error::other)
    }

    fn name(&self, part: Part) -> String {
        self.path(part).display().to_string()
    }
}
