//! Reading and writing networks and cases.
//!
//! - `folder` (feature `csv`): the authoring form, a folder of three CSV files.
//! - `compiled` (feature `compiled`): the compiled form, one memory-mapped file.
//! - `cases` (feature `cases`): cases as JSON Lines.
//! - `spreadsheet`: separators and numbers as spreadsheets write them, for every table that is read.

#[cfg(feature = "cases")]
pub mod cases;
#[cfg(feature = "compiled")]
pub mod compiled;
#[cfg(any(feature = "csv", feature = "compiled"))]
mod files;
#[cfg(feature = "csv")]
pub mod folder;
pub mod spreadsheet;

#[cfg(any(feature = "csv", feature = "compiled"))]
use std::io::{self, ErrorKind};
#[cfg(any(feature = "csv", feature = "compiled"))]
use std::path::Path;
use std::path::PathBuf;

use crate::BuildError;
#[cfg(any(feature = "csv", feature = "compiled"))]
use crate::Network;
use crate::suggest::hint;
use spreadsheet::{number_hint, percent_hint};

/// What the error says if there is nothing at the path of a network.
#[cfg(any(feature = "csv", feature = "compiled"))]
const NOTHING_THERE: &str = "No such file or folder; a network is a folder with diseases.csv, findings.csv and \
                             links.csv, a compiled file (.etio), or a file of another tool";

/// Why a file could not be read or written. Always says which file, and if a line is at fault, which line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The file or folder could not be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A directory, pipe or device in the place of a file.
    #[error("{}: expected a regular file, found {found}", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// Kind of what is there.
        found: &'static str,
    },
    /// A file longer than anything it could hold.
    #[error("{}: the file is longer than {limit} bytes", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// Maximum length in bytes.
        limit: u64,
    },
    /// Neither a folder of CSV files nor a compiled file.
    #[error("{}: not a network: {problem}", path.display())]
    NotANetwork {
        /// The path.
        path: PathBuf,
        /// The problem with it.
        problem: String,
    },
    /// A form that this build cannot read.
    #[error("{}: this build does not read {form}; enable the feature `{feature}` of etio", path.display())]
    Unsupported {
        /// The path.
        path: PathBuf,
        /// Form of the network.
        form: &'static str,
        /// Cargo feature that is needed.
        feature: &'static str,
    },
    /// A compiled file that is not as it was written: cut short, changed, or mangled on its way.
    #[error("{}: the file is damaged: {problem}; compile the network again or fetch the file again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// A compiled file of another version of the format.
    #[error(
        "{}: format version {found} is not supported; this build reads version {known}; {}",
        path.display(),
        if found > known { "update etio" } else { "compile the network again" }
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that can be read.
        known: u32,
    },
    /// Links that no network can have, found while a file was written.
    #[error("{}: not written: {error}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The problem.
        error: BuildError,
    },
    /// A header line without a column that is needed.
    #[error(
        "{}, line 1: the header has no column `{column}`; it needs {needed}{}",
        path.display(),
        nearest.as_deref().map(|column| format!("; if `{column}` is meant, rename it")).unwrap_or_default()
    )]
    MissingColumn {
        /// The file.
        path: PathBuf,
        /// The missing column.
        column: &'static str,
        /// All columns that are needed.
        needed: &'static str,
        /// A column of the file with a similar name.
        nearest: Option<String>,
    },
    /// A file with no content where some is needed.
    #[error("{}: {problem}", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
        /// The missing content.
        problem: &'static str,
    },
    /// A line that cannot be used.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from one.
        line: u64,
        /// The problem with it.
        problem: LineProblem,
    },
    /// More than one problem in the files of a network.
    #[error("{} problems{}", problems.len() + more, list(problems, *more))]
    Several {
        /// The first problems, in the order in which the files were read.
        problems: Vec<FormatError>,
        /// Number of further problems.
        more: usize,
    },
}

/// Problems, one on each line, and how many more there are.
fn list(problems: &[FormatError], more: usize) -> String {
    let mut lines: Vec<String> = problems.iter().map(|problem| format!("\n  {problem}")).collect();
    if more > 0 {
        lines.push(format!("\n  and {more} more"));
    }
    lines.concat()
}

/// Message about a cell that should hold a number and is empty or holds something else.
fn not_a_number(column: &str, value: &str) -> String {
    if value.is_empty() {
        return format!("the {column} is missing; give a number between 0 and 1");
    }
    format!("the {column} `{value}` is not a number between 0 and 1{}", number_hint(value))
}

/// A problem with a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// Not a number.
    #[error("{}", not_a_number(column, value))]
    NotANumber {
        /// The column.
        column: &'static str,
        /// The text found.
        value: String,
    },
    /// A number above 0 that a double cannot tell from 0.
    #[error(
        "the {column} `{value}` is too small for a double and would become 0; write 0 if it is meant to be \
         impossible, or else at least 5e-324"
    )]
    Underflow {
        /// The column.
        column: &'static str,
        /// The text found.
        value: String,
    },
    /// A row without an end in sight.
    #[error(
        "the row is longer than {limit} bytes; check for a missing line end or an unclosed quotation mark"
    )]
    TooLong {
        /// Maximum length in bytes.
        limit: usize,
    },
    /// A value the network refuses: a duplicate, a number out of range.
    #[error("{0}{hint}", hint = match .0 {
        BuildError::NotAProbability { value, .. } => percent_hint(*value),
        _ => String::new(),
    })]
    Refused(#[from] BuildError),
    /// A link to something that the other files do not define.
    #[error("{column} `{id}` is not in {file}{}", hint(nearest.as_deref()))]
    Dangling {
        /// `disease` or `finding`.
        column: &'static str,
        /// The id.
        id: String,
        /// The file that should define it.
        file: String,
        /// The most similar id that is defined.
        nearest: Option<String>,
    },
    /// Bytes that are not UTF-8.
    #[error("the text is not UTF-8; save the file with UTF-8 encoding")]
    NotUtf8,
    /// Not the expected syntax.
    #[error("{0}")]
    Syntax(String),
}

/// The files of a folder, without their endings.
#[cfg(any(feature = "csv", feature = "compiled"))]
const TABLES: [&str; 3] = ["diseases", "findings", "links"];

/// Endings of the files of a folder.
#[cfg(any(feature = "csv", feature = "compiled"))]
const TABLE_ENDINGS: [&str; 2] = ["csv", "tsv"];

/// Whether a path's name is that of one of the files of a folder.
#[cfg(any(feature = "csv", feature = "compiled"))]
pub fn is_table(path: &Path) -> bool {
    let is_one_of = |part: Option<&std::ffi::OsStr>, known: &[&str]| {
        part.and_then(|part| part.to_str()).is_some_and(|part| known.contains(&part))
    };
    is_one_of(path.file_stem(), &TABLES) && is_one_of(path.extension(), &TABLE_ENDINGS)
}

#[cfg(any(feature = "csv", feature = "compiled"))]
impl Network {
    /// Reads a network in either form: a folder of CSV files or a compiled `.etio` file. One of the
    /// three CSV files stands for its folder.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FormatError> {
        let path = path.as_ref();
        let metadata = std::fs::metadata(path).map_err(|source| {
            let is_missing = source.kind() == ErrorKind::NotFound;
            let source = if is_missing { io::Error::new(ErrorKind::NotFound, NOTHING_THERE) } else { source };
            FormatError::Io { path: path.to_owned(), source }
        })?;
        if metadata.is_dir() {
            return read_folder(path);
        }
        if is_table(path) {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            return read_folder(folder.unwrap_or(Path::new(".")));
        }
        if metadata.is_file() {
            return open_compiled(path);
        }
        Err(FormatError::NotANetwork {
            path: path.to_owned(),
            problem: "expected a compiled file, or a folder with diseases.csv, findings.csv and links.csv"
                .to_owned(),
        })
    }
}

#[cfg(feature = "compiled")]
impl Network {
    /// The network in the compiled form, in full precision: to be sent to another process, or kept
    /// in a database. [`from_bytes`](Self::from_bytes) reads it.
    pub fn to_bytes(&self) -> Result<Vec<u8>, FormatError> {
        compiled::to_bytes(self, &compiled::Options::default())
    }

    /// Reads a network in the compiled form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        compiled::read_embedded("memory", bytes)
    }
}

#[cfg(feature = "compiled")]
use compiled::open as open_compiled;
#[cfg(feature = "csv")]
use folder::read as read_folder;

#[cfg(all(feature = "compiled", not(feature = "csv")))]
fn read_folder(path: &Path) -> Result<Network, FormatError> {
    Err(FormatError::Unsupported { path: path.to_owned(), form: "folders of CSV files", feature: "csv" })
}

#[cfg(all(feature = "csv", not(feature = "compiled")))]
fn open_compiled(path: &Path) -> Result<Network, FormatError> {
    Err(FormatError::Unsupported { path: path.to_owned(), form: "compiled files", feature: "compiled" })
}
