//! The authoring form: a folder with `diseases.csv`, `findings.csv` and `links.csv`.
//!
//! Columns are found by their header, in any order. Columns that the engine does not know are kept
//! as attributes. A byte order mark and Windows line ends are accepted. See
//! `docs/formats/network.md`.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Read};
use std::path::{Path, PathBuf};

use csv::{ByteRecord, Position, ReaderBuilder};

use super::files::open_regular;
use super::{FormatError, LineProblem, TABLES};
use crate::network::inherit::parse_share;
use crate::suggest::nearest;
use crate::{BuildError, Catalog, Network, NetworkBuilder};

/// Endings of companion files: any other file of the folder that has one of them is kept with the
/// network, unread.
pub const COMPANION_ENDINGS: &[&str] = &["csv", "json", "tsv"];

/// Maximum length of a row in bytes, including its line end.
pub const MAX_ROW_BYTES: usize = 1 << 20;

/// Maximum number of columns in a file.
pub const MAX_COLUMNS: usize = 1000;

/// Maximum length of a document in bytes.
pub const MAX_DOCUMENT_BYTES: u64 = 1 << 30;

const DISEASES: Table = Table { file: TABLES[0], columns: ["id", "name", "prior"], needed: "id,name,prior" };
const FINDINGS: Table = Table { file: TABLES[1], columns: ["id", "name", "leak"], needed: "id,name,leak" };
const LINKS: Table = Table {
    file: TABLES[2],
    columns: ["disease", "finding", "probability"],
    needed: "disease,finding,probability",
};

/// One of the three files: its name and the columns it must have, the number last.
struct Table {
    file: &'static str,
    columns: [&'static str; 3],
    needed: &'static str,
}

/// Reads a network from a folder.
pub fn read(folder: &Path) -> Result<Network, FormatError> {
    let source = |table: &Table| open_regular(&folder.join(table.file));
    let names = companions(folder)?;
    let mut documents = Vec::with_capacity(names.len());
    for name in &names {
        documents.push((name.as_str(), read_document(&folder.join(name))?));
    }
    read_parts(folder, || source(&DISEASES), || source(&FINDINGS), || source(&LINKS), documents)
}

/// The names of the companion files of a folder, in alphabetical order.
fn companions(folder: &Path) -> Result<Vec<String>, FormatError> {
    let io = |source| FormatError::Io { path: folder.to_owned(), source };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_hidden = name.starts_with('.');
        if COMPANION_ENDINGS.contains(&ending) && !is_hidden && !TABLES.contains(&name) {
            names.push(name.to_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

fn read_document(path: &Path) -> Result<Vec<u8>, FormatError> {
    let file = open_regular(path)?;
    let io = |source| FormatError::Io { path: path.to_owned(), source };
    if file.metadata().map_err(io)?.len() > MAX_DOCUMENT_BYTES {
        return Err(FormatError::TooLong { path: path.to_owned(), limit: MAX_DOCUMENT_BYTES });
    }
    let mut bytes = Vec::new();
    file.take(MAX_DOCUMENT_BYTES).read_to_end(&mut bytes).map_err(io)?;
    Ok(bytes)
}

/// Reads a network from the contents of the three files, such as ones embedded in a program. `name`
/// stands for the folder in error messages.
pub fn read_embedded(
    name: &str,
    diseases: &[u8],
    findings: &[u8],
    links: &[u8],
    documents: Vec<(&str, Vec<u8>)>,
) -> Result<Network, FormatError> {
    read_parts(Path::new(name), || Ok(diseases), || Ok(findings), || Ok(links), documents)
}

fn read_parts<R: Read>(
    folder: &Path,
    diseases: impl Fn() -> Result<R, FormatError>,
    findings: impl Fn() -> Result<R, FormatError>,
    links: impl Fn() -> Result<R, FormatError>,
    documents: Vec<(&str, Vec<u8>)>,
) -> Result<Network, FormatError> {
    let mut builder = NetworkBuilder::new();
    for (name, bytes) in documents {
        builder.document(name, bytes);
    }
    let mut table = CsvTable::open(folder, &DISEASES, diseases()?)?;
    table.for_each_member("prior", |[id, name], prior, attributes| {
        let disease = builder.disease(id, name, prior)?;
        attributes.iter().try_for_each(|(column, value)| builder.disease_attribute(disease, column, value))
    })?;
    let mut table = CsvTable::open(folder, &FINDINGS, findings()?)?;
    table.for_each_member("leak", |[id, name], leak, attributes| {
        let finding = builder.finding(id, name, leak)?;
        if let Some((_, share)) = attributes.iter().find(|(column, _)| *column == "share") {
            parse_share(id, share)?;
        }
        attributes.iter().try_for_each(|(column, value)| builder.finding_attribute(finding, column, value))
    })?;
    read_links(&mut builder, &mut CsvTable::open(folder, &LINKS, links()?)?)?;
    builder.inherit().and_then(|()| builder.build()).map_err(|error| locate(folder, links, error))
}

fn read_links(builder: &mut NetworkBuilder, table: &mut CsvTable<impl Read>) -> Result<(), FormatError> {
    while table.advance()? {
        let disease_id = table.text(0)?;
        let disease = builder.disease_by_id(disease_id).ok_or_else(|| {
            table.at_line(dangling("disease", disease_id, DISEASES.file, builder.disease_ids()))
        })?;
        let finding_id = table.text(1)?;
        let finding = builder.finding_by_id(finding_id).ok_or_else(|| {
            table.at_line(dangling("finding", finding_id, FINDINGS.file, builder.finding_ids()))
        })?;
        let probability = table.number(2, "probability")?;
        let link = builder.link(disease, finding, probability).map_err(|e| table.at_line(e.into()))?;
        for (column, value) in table.attributes()? {
            builder.link_attribute(link, column, value).map_err(|e| table.at_line(e.into()))?;
        }
    }
    Ok(())
}

fn dangling<'a>(
    column: &'static str,
    id: &str,
    file: &'static str,
    known: impl Iterator<Item = &'a str>,
) -> LineProblem {
    let nearest = nearest(id, known).map(str::to_owned);
    LineProblem::Dangling { column, id: excerpt(id), file, nearest }
}

/// The text as error messages quote it: cut off after 100 characters.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reads a decimal number as the nearest double. A number above 0 that is nearest to 0 is refused,
/// since a probability of 0 means impossible, not rare.
fn parse_number(text: &str, column: &'static str) -> Result<f64, LineProblem> {
    let number = text.parse().map_err(|_| LineProblem::NotANumber { column, value: excerpt(text) })?;
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    if number == 0.0 && mantissa.contains(|digit| ('1'..='9').contains(&digit)) {
        return Err(LineProblem::Underflow { column, value: excerpt(text) });
    }
    Ok(number)
}

/// Finds the line of a duplicate link. Only builds that fail pay for this second reading.
fn locate<R: Read>(
    folder: &Path,
    links: impl Fn() -> Result<R, FormatError>,
    error: BuildError,
) -> FormatError {
    let mut line = 0;
    if let BuildError::DuplicateLink { disease, finding } = &error
        && let Ok(source) = links()
        && let Ok(mut table) = CsvTable::open(folder, &LINKS, source)
    {
        let mut seen = false;
        while let Ok(true) = table.advance() {
            if table.text(0).ok() == Some(disease) && table.text(1).ok() == Some(finding) {
                if seen {
                    line = table.line();
                    break;
                }
                seen = true;
            }
        }
    }
    FormatError::Line { path: folder.join(LINKS.file), line, problem: error.into() }
}

/// A source with Windows line ends made plain ones. The CSV reader takes the `\n` of `\r\n` for the
/// first byte of the next row, and would give every row the number of the line before.
struct PlainLines<R> {
    source: R,
    /// Bytes that were read, and how many of them were handed on.
    ready: Vec<u8>,
    handed_on: usize,
    /// Whether a `\r` follows them, with the byte after it still to come.
    held: bool,
}

impl<R: Read> PlainLines<R> {
    const CHUNK: u64 = 1 << 16;

    fn refill(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.handed_on = 0;
        if std::mem::take(&mut self.held) {
            self.ready.push(b'\r');
        }
        let read = self.source.by_ref().take(Self::CHUNK).read_to_end(&mut self.ready)?;
        self.held = read > 0 && self.ready.ends_with(b"\r") && self.ready.pop().is_some();
        if self.ready.contains(&b'\r') {
            let mut kept = 0;
            for at in 0..self.ready.len() {
                if !self.ready[at..].starts_with(b"\r\n") {
                    self.ready[kept] = self.ready[at];
                    kept += 1;
                }
            }
            self.ready.truncate(kept);
        }
        Ok(())
    }
}

impl<R: Read> Read for PlainLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.handed_on == self.ready.len() {
            self.refill()?;
            if self.ready.is_empty() && !self.held {
                return Ok(0);
            }
        }
        let ready = &self.ready[self.handed_on..];
        let count = ready.len().min(buffer.len());
        buffer[..count].copy_from_slice(&ready[..count]);
        self.handed_on += count;
        Ok(count)
    }
}

/// A source that fails instead of letting one row grow beyond [`MAX_ROW_BYTES`].
struct Bounded<R> {
    source: R,
    /// Number of bytes handed on so far.
    read: u64,
    /// Position at which the current row is too long.
    end: u64,
    exceeded: bool,
}

impl<R> Bounded<R> {
    /// Starts a row at a position. It may end at `MAX_ROW_BYTES` after it, but not go on.
    fn start_row(&mut self, position: u64) {
        self.end = position + MAX_ROW_BYTES as u64 + 1;
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // All bytes handed on so far are parsed, so those since the start of the row belong to it.
        if self.read >= self.end {
            self.exceeded = true;
            return Err(io::Error::other("the row is too long"));
        }
        let read = self.source.read(buffer)?;
        self.read += read as u64;
        Ok(read)
    }
}

/// A CSV file being read: knows its path, its columns and the current line.
struct CsvTable<R> {
    path: PathBuf,
    reader: csv::Reader<Bounded<PlainLines<R>>>,
    record: ByteRecord,
    /// Where the needed columns are.
    needed: [usize; 3],
    /// Where the others are, with their names.
    others: Vec<(usize, String)>,
    rows: u64,
}

impl<R: Read> CsvTable<R> {
    fn open(folder: &Path, table: &Table, source: R) -> Result<Self, FormatError> {
        let path = folder.join(table.file);
        let source = PlainLines { source, ready: Vec::new(), handed_on: 0, held: false };
        let mut source = Bounded { source, read: 0, end: 0, exceeded: false };
        source.start_row(0);
        let mut reader = ReaderBuilder::new().buffer_capacity(1 << 18).from_reader(source);
        let headers = match reader.byte_headers() {
            Ok(headers) => headers.clone(),
            Err(error) => return Err(row_error(&path, &reader, 1, error)),
        };
        check_length(&path, &reader, &Position::new())?;
        if headers.is_empty() {
            return Err(FormatError::Empty {
                path,
                problem: "the file is empty; it needs a header line and rows",
            });
        }
        let names = headers
            .iter()
            .map(|name| std::str::from_utf8(name).map(|name| name.trim().to_owned()))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|_| FormatError::Line { path: path.clone(), line: 1, problem: LineProblem::NotUtf8 })?;
        if names.len() > MAX_COLUMNS {
            let problem =
                format!("the header has {} columns; at most {MAX_COLUMNS} are possible", names.len());
            return Err(FormatError::Line { path, line: 1, problem: LineProblem::Syntax(problem) });
        }
        let mut seen = HashSet::new();
        if let Some(name) = names.iter().find(|&name| !seen.insert(name)) {
            let problem = LineProblem::Syntax(format!("the header names the column `{name}` twice"));
            return Err(FormatError::Line { path, line: 1, problem });
        }
        let mut needed = [0; 3];
        for (slot, column) in needed.iter_mut().zip(table.columns) {
            *slot = names.iter().position(|n| n == column).ok_or_else(|| FormatError::MissingColumn {
                path: path.clone(),
                column,
                needed: table.needed,
                nearest: nearest(column, names.iter().map(String::as_str)).map(str::to_owned),
            })?;
        }
        let others = names.into_iter().enumerate().filter(|(at, _)| !needed.contains(at)).collect();
        Ok(Self { path, reader, record: ByteRecord::new(), needed, others, rows: 0 })
    }

    /// Reads the next row; false at the end.
    fn advance(&mut self) -> Result<bool, FormatError> {
        let start = self.reader.position().clone();
        self.reader.get_mut().start_row(start.byte());
        match self.reader.read_byte_record(&mut self.record) {
            Ok(more) => {
                check_length(&self.path, &self.reader, &start)?;
                self.rows += u64::from(more);
                Ok(more)
            }
            Err(error) => Err(row_error(&self.path, &self.reader, start.line(), error)),
        }
    }

    fn line(&self) -> u64 {
        self.record.position().map_or(0, Position::line)
    }

    fn at_line(&self, problem: LineProblem) -> FormatError {
        FormatError::Line { path: self.path.clone(), line: self.line(), problem }
    }

    fn utf8(&self, at: usize) -> Result<&str, FormatError> {
        std::str::from_utf8(&self.record[at]).map_err(|_| self.at_line(LineProblem::NotUtf8))
    }

    /// A needed column of the current row, without surrounding blanks.
    fn text(&self, needed: usize) -> Result<&str, FormatError> {
        self.utf8(self.needed[needed]).map(str::trim)
    }

    fn number(&self, needed: usize, column: &'static str) -> Result<f64, FormatError> {
        parse_number(self.text(needed)?, column).map_err(|problem| self.at_line(problem))
    }

    fn attributes(&self) -> Result<Vec<(&str, &str)>, FormatError> {
        self.others.iter().map(|(at, name)| Ok((name.as_str(), self.utf8(*at)?))).collect()
    }

    /// Hands every row of a layer's file to `add`.
    fn for_each_member(
        &mut self,
        number: &'static str,
        mut add: impl FnMut([&str; 2], f64, &[(&str, &str)]) -> Result<(), BuildError>,
    ) -> Result<(), FormatError> {
        while self.advance()? {
            let attributes = self.attributes()?;
            let probability = self.number(2, number)?;
            add([self.text(0)?, self.text(1)?], probability, &attributes)
                .map_err(|e| self.at_line(e.into()))?;
        }
        if self.rows == 0 {
            let problem =
                "there is a header but no row; a network needs at least one disease and one finding";
            return Err(FormatError::Empty { path: self.path.clone(), problem });
        }
        Ok(())
    }
}

/// Refuses a row that began at `start` and has just been read if it is too long.
fn check_length<R: Read>(
    path: &Path,
    reader: &csv::Reader<Bounded<PlainLines<R>>>,
    start: &Position,
) -> Result<(), FormatError> {
    if reader.position().byte() - start.byte() <= MAX_ROW_BYTES as u64 {
        return Ok(());
    }
    Err(too_long(path, start.line()))
}

/// The error of a row that begins at a line and could not be read.
fn row_error<R: Read>(
    path: &Path,
    reader: &csv::Reader<Bounded<PlainLines<R>>>,
    line: u64,
    error: csv::Error,
) -> FormatError {
    if reader.get_ref().exceeded { too_long(path, line) } else { csv_error(path, error) }
}

fn too_long(path: &Path, line: u64) -> FormatError {
    let problem = LineProblem::TooLong { limit: MAX_ROW_BYTES };
    FormatError::Line { path: path.to_owned(), line, problem }
}

fn csv_error(path: &Path, error: csv::Error) -> FormatError {
    let path = path.to_owned();
    let line = error.position().map_or(1, Position::line);
    match error.into_kind() {
        csv::ErrorKind::Io(source) => FormatError::Io { path, source },
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            let problem =
                LineProblem::Syntax(format!("the line has {len} fields, the header has {expected_len}"));
            FormatError::Line { path, line, problem }
        }
        csv::ErrorKind::Utf8 { .. } => FormatError::Line { path, line, problem: LineProblem::NotUtf8 },
        other => {
            FormatError::Line { path, line, problem: LineProblem::Syntax(format!("bad CSV: {other:?}")) }
        }
    }
}

/// Writes a network as a folder of CSV files, made where it does not exist. Reading it back gives
/// an equal network.
pub fn write(network: &Network, folder: &Path) -> Result<(), FormatError> {
    std::fs::create_dir_all(folder).map_err(|source| FormatError::Io { path: folder.to_owned(), source })?;
    let layer = |table: &Table, catalog: &Catalog, numbers: &[f64]| {
        write_table(folder, table, catalog, |out, attributes| {
            for (at, p) in numbers.iter().enumerate() {
                let head = [catalog.id(at).to_owned(), catalog.name(at).to_owned(), p.to_string()];
                out.write_record(head.into_iter().chain(attributes(at)))?;
            }
            Ok(())
        })
    };
    layer(&DISEASES, network.disease_catalog(), &network.priors)?;
    layer(&FINDINGS, network.finding_catalog(), &network.leaks)?;
    write_table(folder, &LINKS, network.link_catalog(), |out, attributes| {
        for finding in network.findings() {
            for (disease, p, link) in network.parents(finding).entries() {
                let head = [network.disease_id(disease), network.finding_id(finding)].map(str::to_owned);
                out.write_record(head.into_iter().chain([p.to_string()]).chain(attributes(link)))?;
            }
        }
        Ok(())
    })?;
    for name in network.document_names() {
        let path = folder.join(name);
        let bytes = network.document(name).unwrap_or_default();
        std::fs::write(&path, bytes).map_err(|source| FormatError::Io { path, source })?;
    }
    Ok(())
}

type Writer = csv::Writer<BufWriter<File>>;

fn write_table(
    folder: &Path,
    table: &Table,
    catalog: &Catalog,
    rows: impl FnOnce(&mut Writer, &dyn Fn(usize) -> Vec<String>) -> Result<(), csv::Error>,
) -> Result<(), FormatError> {
    let path = folder.join(table.file);
    let names: Vec<String> = catalog.attribute_names().map(str::to_owned).collect();
    let attributes = |at: usize| {
        names.iter().map(|name| catalog.attribute(at, name).unwrap_or_default().to_owned()).collect()
    };
    let run = || -> Result<(), csv::Error> {
        let mut out = csv::Writer::from_writer(BufWriter::new(File::create(&path)?));
        out.write_record(table.columns.iter().copied().chain(names.iter().map(String::as_str)))?;
        rows(&mut out, &attributes)?;
        Ok(out.flush()?)
    };
    run().map_err(|e| csv_error(&path, e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_plain_wherever_a_chunk_ends() {
        let plain = |text: &[u8]| {
            let mut lines = PlainLines { source: text, ready: Vec::new(), handed_on: 0, held: false };
            let mut read = Vec::new();
            lines.read_to_end(&mut read).unwrap();
            read
        };
        assert_eq!(plain(b"a\r\nb\rc\r\r\nd\n\r"), b"a\nb\rc\r\nd\n\r");
        for pad in PlainLines::<&[u8]>::CHUNK as usize - 2..=PlainLines::<&[u8]>::CHUNK as usize {
            let text = [vec![b'x'; pad], b"\r\ny\r".to_vec()].concat();
            assert_eq!(plain(&text), [vec![b'x'; pad], b"\ny\r".to_vec()].concat());
        }
    }
}
