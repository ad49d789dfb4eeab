//! Writing a file section by section, in one pass and without holding a section in memory.

use std::fs::File;
use std::io::{self, BufWriter, Cursor, Seek, Write};
use std::path::Path;

use bytemuck::{NoUninit, Zeroable};
use tempfile::NamedTempFile;

use super::layout::{ALIGNMENT, BYTE_ORDER, Checksum, Entry, Header, Key, MAGIC, VERSION, align};
use crate::BuildError;

/// Why a file is not finished.
pub(super) enum Fault {
    Io(io::Error),
    Refused(BuildError),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<BuildError> for Fault {
    fn from(error: BuildError) -> Self {
        Self::Refused(error)
    }
}

/// Destination of the bytes.
enum Place {
    /// A file under a temporary name beside its place.
    File(BufWriter<NamedTempFile>),
    /// Memory.
    Memory(Cursor<Vec<u8>>),
}

impl Place {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::File(file) => file.write_all(bytes),
            Self::Memory(memory) => memory.write_all(bytes),
        }
    }

    fn rewind(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.rewind(),
            Self::Memory(memory) => memory.rewind(),
        }
    }
}

/// A compiled network being written. Unless it is finished, nothing stays.
pub(super) struct SectionWriter {
    place: Place,
    position: u64,
    entries: Vec<Entry>,
}

impl SectionWriter {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        // A device or a pipe would be replaced by the file, as `/dev/null` for everybody on the machine.
        if path.metadata().is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            let problem =
                "a file can only be written in place of a regular file, not of a pipe, socket or device";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        builder.prefix(&name).suffix(".tmp");
        share(&mut builder);
        let file = BufWriter::with_capacity(1 << 20, builder.tempfile_in(folder)?);
        Self::begin(Place::File(file))
    }

    /// A network in memory.
    pub(super) fn in_memory() -> io::Result<Self> {
        Self::begin(Place::Memory(Cursor::default()))
    }

    fn begin(mut place: Place) -> io::Result<Self> {
        // The real header is written last: until then this is not a compiled file.
        place.write_all(bytemuck::bytes_of(&Header::zeroed()))?;
        Ok(Self { place, position: size_of::<Header>() as u64, entries: Vec::new() })
    }

    /// Writes a section that is at hand as a whole.
    pub(super) fn write<T: NoUninit>(&mut self, key: impl Into<Key>, values: &[T]) -> io::Result<()> {
        self.stream(key, |section| section.add(values))
    }

    /// Writes a section piece by piece.
    pub(super) fn stream<E: From<io::Error>>(
        &mut self,
        key: impl Into<Key>,
        fill: impl FnOnce(&mut Section<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.pad()?;
        let start = self.position;
        let mut section = Section { writer: self, checksum: Checksum::default() };
        fill(&mut section)?;
        let checksum = section.checksum.value();
        self.entries.push(Entry::new(key.into(), start, self.position - start, checksum));
        Ok(())
    }

    fn pad(&mut self) -> io::Result<()> {
        let zeros = [0; ALIGNMENT as usize];
        let boundary = align(self.position).ok_or(io::ErrorKind::FileTooLarge)?;
        self.put(&zeros[..(boundary - self.position) as usize])
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.place.write_all(bytes)?;
        self.position += bytes.len() as u64;
        Ok(())
    }

    /// Writes the table and the header. A file is seen safely on disk and gets its name.
    pub(super) fn finish(mut self, path: &Path, counts: &Counts) -> io::Result<Finished> {
        self.pad()?;
        let entries = std::mem::take(&mut self.entries);
        let table: &[u8] = bytemuck::cast_slice(&entries);
        let table_start = self.position;
        self.put(table)?;
        let mut header = Header {
            magic: MAGIC,
            version: VERSION,
            byte_order: BYTE_ORDER,
            file_bytes: self.position,
            table_start,
            section_count: entries.len() as u64,
            disease_count: counts.diseases,
            finding_count: counts.findings,
            link_count: counts.links,
            checksum: 0,
        };
        header.checksum = Checksum::of_header(&header, table);
        self.place.rewind()?;
        self.place.write_all(bytemuck::bytes_of(&header))?;
        let contents = match self.place {
            Place::Memory(memory) => memory.into_inner(),
            Place::File(file) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.as_file().sync_all()?;
                file.persist(path).map_err(|e| e.error)?;
                sync_folder(path);
                Vec::new()
            }
        };
        Ok(Finished { length: self.position, contents })
    }
}

/// A network that was written.
pub(super) struct Finished {
    /// How many bytes it has.
    pub(super) length: u64,
    /// The bytes, if they were written to memory.
    pub(super) contents: Vec<u8>,
}

/// The counts of the header.
pub(super) struct Counts {
    pub(super) diseases: u32,
    pub(super) findings: u32,
    pub(super) links: u64,
}

/// A section being written.
pub(super) struct Section<'a> {
    writer: &'a mut SectionWriter,
    checksum: Checksum,
}

impl Section<'_> {
    pub(super) fn add<T: NoUninit>(&mut self, values: &[T]) -> io::Result<()> {
        let bytes = bytemuck::cast_slice(values);
        self.checksum.add(bytes);
        self.writer.put(bytes)
    }
}

/// Makes the file readable by everybody the user's mask allows, like any other; temporary files are
/// private otherwise.
fn share(builder: &mut tempfile::Builder<'_, '_>) {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
}

/// Makes the new name last through a power cut where the system can; if it cannot, the file itself
/// is still whole.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
