//! The outside of a compiled file: its header, its section table, its checksums. What the sections say is
//! read elsewhere.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytemuck::Pod;
use memmap2::Mmap;

use super::layout::{BYTE_ORDER, Checksum, Entry, Header, Key, MAGIC, VERSION, align};
use crate::format::FormatError;
use crate::network::Buf;
use crate::parallel;

/// A mapped file whose header and table are right: every section lies inside it and is aligned.
pub(super) struct Container {
    pub(super) header: Header,
    path: PathBuf,
    map: Arc<Mmap>,
    table: Vec<(Key, Entry)>,
    /// Sections that have not been read yet.
    unread: BTreeMap<Key, Entry>,
}

impl Container {
    pub(super) fn new(path: &Path, map: Mmap) -> Result<Self, FormatError> {
        let header = read_header(path, &map)?;
        let (path, map) = (path.to_owned(), Arc::new(map));
        let mut container = Self { header, path, map, table: Vec::new(), unread: BTreeMap::new() };
        container.read_table()?;
        Ok(container)
    }

    /// The error of a file that is not what was written.
    pub(super) fn damaged(&self, problem: impl Into<String>) -> FormatError {
        damaged(&self.path, problem)
    }

    /// Files the sections under what they hold. They must follow each other without a gap.
    fn read_table(&mut self) -> Result<(), FormatError> {
        let map = Arc::clone(&self.map);
        let table = map[self.header.table_start as usize..].chunks_exact(size_of::<Entry>());
        let mut end = size_of::<Header>() as u64;
        for entry in table.map(bytemuck::pod_read_unaligned::<Entry>) {
            let key =
                entry.key().ok_or_else(|| self.damaged("the section table names an unknown section"))?;
            let after = entry.start.checked_add(entry.bytes);
            if align(end) != Some(entry.start) || after.is_none_or(|after| after > self.header.table_start) {
                return Err(self.damaged(format!("the section `{key}` is out of place")));
            }
            self.check_padding(end, entry.start)?;
            if self.unread.insert(key, entry).is_some() {
                return Err(self.damaged(format!("the section `{key}` is there twice")));
            }
            self.table.push((key, entry));
            end = entry.start + entry.bytes;
        }
        if align(end) != Some(self.header.table_start) {
            return Err(self.damaged("the section table is out of place"));
        }
        self.check_padding(end, self.header.table_start)
    }

    fn check_padding(&self, start: u64, end: u64) -> Result<(), FormatError> {
        if self.map[start as usize..end as usize].iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        Err(self.damaged(format!("the bytes from {start} to {end} should be zero")))
    }

    /// Whether there is a section.
    pub(super) fn has(&self, key: impl Into<Key>) -> bool {
        self.unread.contains_key(&key.into())
    }

    /// Reads the values of a section.
    pub(super) fn read<T: Pod>(&mut self, key: impl Into<Key>) -> Result<Buf<T>, FormatError> {
        let key = key.into();
        let entry = self
            .unread
            .remove(&key)
            .ok_or_else(|| self.damaged(format!("the section `{key}` is missing")))?;
        let bytes = entry.bytes as usize;
        let len = bytes.is_multiple_of(size_of::<T>()).then_some(bytes / size_of::<T>());
        let values = len.and_then(|len| Buf::mapped(&self.map, entry.start as usize, len));
        values.ok_or_else(|| self.damaged(format!("the section `{key}` has an odd length")))
    }

    /// Reads a section that must hold exactly `len` values.
    pub(super) fn read_exactly<T: Pod>(
        &mut self,
        key: impl Into<Key>,
        len: usize,
    ) -> Result<Buf<T>, FormatError> {
        let key = key.into();
        let values = self.read(key)?;
        if values.len() == len {
            return Ok(values);
        }
        Err(self.damaged(format!("the section `{key}` has {} entries, not {len}", values.len())))
    }

    /// Refuses what nothing has asked for: a file has no room for what is never read.
    pub(super) fn check_all_read(&self) -> Result<(), FormatError> {
        match self.unread.keys().next() {
            Some(key) => Err(self.damaged(format!("the section `{key}` does not belong there"))),
            None => Ok(()),
        }
    }

    /// All sections, in the order of the file.
    pub(super) fn table(&self) -> &[(Key, Entry)] {
        &self.table
    }

    /// Whether a section matches its checksum.
    pub(super) fn is_intact(&self, entry: &Entry) -> bool {
        let bytes = &self.map[entry.start as usize..(entry.start + entry.bytes) as usize];
        Checksum::of(bytes) == entry.checksum
    }

    /// Checks the chosen sections against their checksums, and names all that do not match.
    pub(super) fn check_sums(
        &self,
        chosen: impl Fn(&Entry) -> bool + Send + Sync,
    ) -> Result<(), FormatError> {
        let names = parallel::map(
            0..self.table.len(),
            || (),
            |(), at| {
                let (key, entry) = &self.table[at];
                (chosen(entry) && !self.is_intact(entry)).then(|| format!("`{key}`"))
            },
        );
        let broken: Vec<String> = names.into_iter().flatten().collect();
        if broken.is_empty() {
            return Ok(());
        }
        Err(self.damaged(format!("checksums do not match in: {}", broken.join(", "))))
    }
}

fn damaged(path: &Path, problem: impl Into<String>) -> FormatError {
    FormatError::Damaged { path: path.to_owned(), problem: problem.into() }
}

/// Reads the header and validates it against the file.
fn read_header(path: &Path, bytes: &[u8]) -> Result<Header, FormatError> {
    let magic = &bytes[..bytes.len().min(MAGIC.len())];
    if magic.is_empty() || !MAGIC.starts_with(magic) {
        let problem = "it is neither a folder of CSV files nor a compiled .etio file".to_owned();
        return Err(FormatError::NotANetwork { path: path.to_owned(), problem });
    }
    let Some(header) = bytes.get(..size_of::<Header>()).map(bytemuck::pod_read_unaligned::<Header>) else {
        return Err(damaged(path, format!("it ends after {} bytes, inside its header", bytes.len())));
    };
    if header.byte_order == BYTE_ORDER.swap_bytes() {
        return Err(damaged(path, "it was compiled on a machine of the other byte order"));
    }
    if header.version != VERSION {
        return Err(FormatError::Version { path: path.to_owned(), found: header.version, known: VERSION });
    }
    if header.file_bytes != bytes.len() as u64 {
        let problem = format!("it should have {} bytes and has {}", header.file_bytes, bytes.len());
        return Err(damaged(path, problem));
    }
    let table_bytes = header.section_count.checked_mul(size_of::<Entry>() as u64);
    let table_end = table_bytes.and_then(|bytes| header.table_start.checked_add(bytes));
    if header.byte_order != BYTE_ORDER
        || header.table_start < size_of::<Header>() as u64
        || table_end != Some(header.file_bytes)
        || Checksum::of_header(&header, &bytes[header.table_start as usize..]) != header.checksum
    {
        return Err(damaged(path, "its header or section table does not match its checksum"));
    }
    Ok(header)
}
