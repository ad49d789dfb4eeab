//! Reads one of the three tables row by row.

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use csv::{ByteRecord, Position, ReaderBuilder};

use super::source::{Bounded, PlainLines};
use super::{MAX_COLUMNS, MAX_ROW_BYTES, Table};
use crate::format::spreadsheet::Separator;
use crate::format::{FormatError, LineProblem};
use crate::suggest::nearest;

/// A CSV file being read: knows its path, its columns and the current line.
pub(super) struct CsvTable<R> {
    path: PathBuf,
    reader: csv::Reader<Bounded<PlainLines<R>>>,
    record: ByteRecord,
    /// Positions of the required columns.
    needed: [usize; 3],
    /// Name of the last of them, which holds a number.
    number: &'static str,
    /// Positions and names of the others.
    others: Vec<(usize, String)>,
    /// Number of columns in the header.
    columns: usize,
}

impl<R: Read> CsvTable<R> {
    /// Opens a table and reads its header.
    pub(super) fn open(table: &Table, path: PathBuf, source: R) -> Result<Self, FormatError> {
        let mut source = PlainLines::new(source);
        let separator = match source.beginning().map(Separator::of) {
            Ok(Ok(separator)) => separator,
            Ok(Err(problem)) => {
                let problem = LineProblem::Syntax(problem.to_owned());
                return Err(FormatError::Line { path, line: 1, problem });
            }
            Err(source) => return Err(FormatError::Io { path, source }),
        };
        let mut reader = ReaderBuilder::new()
            .buffer_capacity(1 << 18)
            .delimiter(separator.byte())
            // Rows of another length are refused one by one: see `check_fields`.
            .flexible(true)
            .from_reader(Bounded::new(source));
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
        let columns = names.len();
        let others = names.into_iter().enumerate().filter(|(at, _)| !needed.contains(at)).collect();
        let number = table.columns[2];
        Ok(Self { path, reader, record: ByteRecord::new(), needed, number, others, columns })
    }

    /// Reads the next row; false at the end. After an error there is no next row.
    pub(super) fn advance(&mut self) -> Result<bool, FormatError> {
        let start = self.reader.position().clone();
        self.reader.get_mut().start_row(start.byte());
        match self.reader.read_byte_record(&mut self.record) {
            Ok(more) => {
                check_length(&self.path, &self.reader, &start)?;
                Ok(more)
            }
            Err(error) => Err(row_error(&self.path, &self.reader, start.line(), error)),
        }
    }

    /// Refuses a row with more or fewer fields than the header.
    pub(super) fn check_fields(&self) -> Result<(), FormatError> {
        let (len, expected) = (self.record.len(), self.columns);
        if len == expected {
            return Ok(());
        }
        let problem =
            LineProblem::Syntax(format!("expected {expected} fields, as in the header; found {len}"));
        Err(self.at_line(problem))
    }

    pub(super) fn into_path(self) -> PathBuf {
        self.path
    }

    /// The file's name without its folder.
    pub(super) fn file(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The id of a row that cannot be used, as far as it can be read.
    pub(super) fn lossy_id(&self) -> String {
        let id = self.record.get(self.needed[0]).unwrap_or_default();
        String::from_utf8_lossy(id).trim().to_owned()
    }

    fn line(&self) -> u64 {
        self.record.position().map_or(0, Position::line)
    }

    pub(super) fn at_line(&self, problem: LineProblem) -> FormatError {
        FormatError::Line { path: self.path.clone(), line: self.line(), problem }
    }

    fn utf8(&self, at: usize) -> Result<&str, FormatError> {
        std::str::from_utf8(&self.record[at]).map_err(|_| self.at_line(LineProblem::NotUtf8))
    }

    /// A needed column of the current row, without surrounding blanks.
    pub(super) fn text(&self, needed: usize) -> Result<&str, FormatError> {
        self.utf8(self.needed[needed]).map(str::trim)
    }

    /// The number of the current row: the last of the needed columns.
    pub(super) fn number(&self) -> Result<f64, FormatError> {
        parse_number(self.text(2)?, self.number).map_err(|problem| self.at_line(problem))
    }

    pub(super) fn attributes(&self) -> Result<Vec<(&str, &str)>, FormatError> {
        self.others.iter().map(|(at, name)| Ok((name.as_str(), self.utf8(*at)?))).collect()
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

pub(super) fn csv_error(path: &Path, error: csv::Error) -> FormatError {
    let path = path.to_owned();
    let line = error.position().map_or(1, Position::line);
    match error.into_kind() {
        csv::ErrorKind::Io(source) => FormatError::Io { path, source },
        csv::ErrorKind::Utf8 { .. } => FormatError::Line { path, line, problem: LineProblem::NotUtf8 },
        other => {
            FormatError::Line { path, line, problem: LineProblem::Syntax(format!("bad CSV: {other:?}")) }
        }
    }
}

/// The text as error messages quote it: cut off after 100 characters.
pub(super) fn excerpt(text: &str) -> String {
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
