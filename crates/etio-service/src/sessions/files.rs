//! The two files of a redb store: the sessions, each sealed under a key of its own, and the keys.
//! Tests put both into memory, where they can fail.

use std::io;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use redb::backends::FileBackend;
use redb::{BackendError, StorageBackend};

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

/// Which of the files may not be on disk as they are read, because a sync failed. The system then takes
/// what was written for stored: it shows it to whoever reads, and later syncs succeed without it.
#[derive(Clone, Debug, Default)]
pub(super) struct Doubts([Arc<AtomicBool>; 2]);

impl Doubts {
    /// Opens a file. If there are doubts about it, all of it is written again first.
    pub(super) fn open<F: Files>(&self, files: &F, part: Part) -> io::Result<Watched<F::File>> {
        let (file, is_doubted) = (files.open(part)?, Arc::clone(&self.0[part as usize]));
        if is_doubted.load(Relaxed) {
            write_again(&file)?;
            is_doubted.store(false, Relaxed);
        }
        Ok(Watched { file, is_doubted })
    }
}

fn write_again(file: &impl StorageBackend) -> io::Result<()> {
    const AT_ONCE: u64 = 1 << 20;
    let length = file.len()?;
    let mut bytes = vec![0; AT_ONCE.min(length) as usize];
    for start in (0..length).step_by(AT_ONCE as usize) {
        let part = &mut bytes[..AT_ONCE.min(length - start) as usize];
        file.read(start, part)?;
        file.write(start, part)?;
    }
    file.sync_data()
}

/// A file that raises doubts when a sync fails.
#[derive(Debug)]
pub(super) struct Watched<F> {
    file: F,
    is_doubted: Arc<AtomicBool>,
}

impl<F: StorageBackend> StorageBackend for Watched<F> {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.file.sync_data().inspect_err(|_| self.is_doubted.store(true, Relaxed))
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.file.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_range(start, end)
    }

    fn try_lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.query_lock_range(start, end)
    }
}
