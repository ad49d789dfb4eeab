//! The formats: names, endings, and how each is recognised.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::error::{Fault, Problem, Result};
use crate::lines::line_ends;
use crate::{Options, Reading, read};

/// Longest file of another tool, in bytes, after it is unpacked. What is read of one takes up to ten
/// times the memory.
const LONGEST: u64 = 1 << 26;
/// Bytes of a file's beginning that tell its format.
const BEGINNING: u64 = 4096;
/// The first bytes of a file packed by gzip, and the ending of its name.
const GZIP: &[u8] = &[0x1f, 0x8b];
const GZIP_ENDING: &str = "gz";
/// The first bytes of a compiled file.
const COMPILED: &[u8] = b"\x89ETIO";

/// A form of network files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Etio's folder of CSV files.
    Folder,
    /// Etio's compiled file.
    Compiled,
    /// pyAgrum's JSON.
    Jgum,
    /// GeNIe and SMILE.
    Xdsl,
    /// Bayesian Interchange Format.
    Bif,
    /// BIF as XML.
    XmlBif,
    /// Hugin.
    Net,
    /// The competitions of UAI.
    Uai,
    /// OpenMarkov.
    Pgmx,
    /// A table of disease, finding and weight.
    Edges,
}

pub(crate) type Reader = fn(&str, &Options) -> Result<Reading>;

impl Format {
    /// Every format, Etio's own first.
    pub const ALL: [Self; 10] = [
        Self::Folder,
        Self::Compiled,
        Self::Jgum,
        Self::Xdsl,
        Self::Bif,
        Self::XmlBif,
        Self::Net,
        Self::Uai,
        Self::Pgmx,
        Self::Edges,
    ];

    /// Name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Folder => "a folder with diseases.csv, findings.csv and links.csv",
            Self::Compiled => "compiled Etio",
            Self::Jgum => "pyAgrum JSON",
            Self::Xdsl => "GeNIe XDSL",
            Self::Bif => "BIF",
            Self::XmlBif => "XMLBIF",
            Self::Net => "Hugin NET",
            Self::Uai => "UAI",
            Self::Pgmx => "OpenMarkov ProbModelXML",
            Self::Edges => "edge list",
        }
    }

    /// The endings of its files, the usual one first.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Folder => &[],
            Self::Compiled => &["etio"],
            Self::Jgum => &["jgum"],
            Self::Xdsl => &["xdsl"],
            Self::Bif => &["bif"],
            Self::XmlBif => &["bifxml", "xmlbif", "xbif", "xml"],
            Self::Net => &["net"],
            Self::Uai => &["uai"],
            Self::Pgmx => &["pgmx"],
            Self::Edges => &["csv", "tsv"],
        }
    }

    /// Whether [`write`](crate::write()) writes it.
    pub const fn is_written(self) -> bool {
        matches!(self, Self::Folder | Self::Compiled | Self::Jgum | Self::Xdsl | Self::Bif | Self::Uai)
    }

    /// Readable formats, as a list.
    pub fn readable() -> String {
        list(Self::ALL.into_iter())
    }

    /// Writable formats, as a list.
    pub fn writable() -> String {
        list(Self::ALL.into_iter().filter(|format| format.is_written()))
    }

    /// The reader of another tool's format.
    pub(crate) fn reader(self) -> Option<Reader> {
        Some(match self {
            Self::Folder | Self::Compiled => return None,
            Self::Jgum => read::jgum::read,
            Self::Xdsl => read::xdsl::read,
            Self::Bif => read::bif::read,
            Self::XmlBif => read::xmlbif::read,
            Self::Net => read::net::read,
            Self::Uai => read::uai::read,
            Self::Pgmx => read::pgmx::read,
            Self::Edges => read::edges::read,
        })
    }

    /// The format that a path's ending names.
    pub fn by_ending(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        Self::ALL.into_iter().find(|format| format.endings().contains(&ending.as_str()))
    }

    /// The format that a path's ending names, or the one before `.gz`, which files of other tools may
    /// have.
    fn by_endings(path: &Path) -> Option<Self> {
        let is_packed = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(GZIP_ENDING));
        match path.file_stem() {
            Some(stem) if is_packed => {
                Self::by_ending(Path::new(stem)).filter(|format| format.reader().is_some())
            }
            _ => Self::by_ending(path),
        }
    }

    /// The format of what is at a path. XML is told apart by content, whatever its ending, and so is
    /// a file with an ending that names no format.
    pub(crate) fn of(path: &Path) -> Result<Self> {
        if path.is_dir() || etio::format::is_table(path) {
            return Ok(Self::Folder);
        }
        match Self::by_endings(path) {
            // The error that nothing is there, or not a file, is that of Etio's own forms.
            None | Some(Self::Compiled) if !path.is_file() => Ok(Self::Compiled),
            Some(format) if !matches!(format, Self::XmlBif) => Ok(format),
            by_ending => {
                let by_content = Self::by_content(&beginning_of(path)?);
                by_content.or(by_ending).ok_or(Fault::from(Problem::UnknownFormat))
            }
        }
    }

    /// The format that a file's beginning is of.
    fn by_content(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(COMPILED) {
            return Some(Self::Compiled);
        }
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let has = |word: &str| text.contains(word);
        let starts = |word: &str| text.starts_with(word);
        match text.chars().next()? {
            '<' if has("<smile") => Some(Self::Xdsl),
            '<' if has("<ProbModelXML") => Some(Self::Pgmx),
            '<' if has("<BIF") => Some(Self::XmlBif),
            '{' if has("GumJsonVersion") => Some(Self::Jgum),
            _ if starts("network") => Some(Self::Bif),
            _ if starts("net") => Some(Self::Net),
            _ if starts("BAYES") => Some(Self::Uai),
            _ => None,
        }
    }
}

fn list(formats: impl Iterator<Item = Format>) -> String {
    let entry = |format: Format| {
        let endings: Vec<String> = format.endings().iter().map(|ending| format!(".{ending}")).collect();
        if endings.is_empty() {
            format.name().to_owned()
        } else {
            format!("{} ({})", format.name(), endings.join(", "))
        }
    };
    formats.map(entry).collect::<Vec<_>>().join("; ")
}

/// The bytes of a file, unpacked.
fn unpacked(path: &Path) -> std::io::Result<Box<dyn Read>> {
    let mut file = BufReader::new(File::open(path)?);
    Ok(if file.fill_buf()?.starts_with(GZIP) { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) })
}

fn beginning_of(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    unpacked(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut bytes)).map_err(Problem::Io)?;
    Ok(bytes)
}

/// The text of a file: UTF-8, or Windows-1252 if it is XML that says so, or Latin-1: programs that say
/// Latin-1 write the former.
pub(crate) fn text_of(path: &Path) -> Result<String> {
    let metadata = std::fs::metadata(path).map_err(Problem::Io)?;
    if !metadata.is_file() {
        return Err(Problem::Syntax("expected a regular file".to_owned()).into());
    }
    let mut bytes = Vec::new();
    unpacked(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes)).map_err(Problem::Io)?;
    if bytes.len() as u64 > LONGEST {
        let what = "the file".to_owned();
        return Err(Problem::TooLarge { what, limit: format!("{} MB", LONGEST >> 20) }.into());
    }
    decode(bytes)
}

fn decode(bytes: Vec<u8>) -> Result<String> {
    let declaration = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).to_lowercase();
    let is_latin = declaration.starts_with("<?xml")
        && ["iso-8859-1", "windows-1252", "latin1"].iter().any(|name| declaration.contains(name));
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if is_latin => {
            error.as_bytes().iter().map(|&byte| of_windows(byte)).collect::<Option<_>>().ok_or_else(|| {
                let unused = error.as_bytes().iter().position(|&byte| of_windows(byte).is_none());
                let line = 1 + line_ends(&error.as_bytes()[..unused.unwrap_or_default()]);
                Fault::syntax(line, "the text has a byte that Windows-1252 does not use")
            })?
        }
        Err(error) => {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + line_ends(before);
            return Err(Fault::syntax(line, "the text is not UTF-8; save the file with UTF-8 encoding"));
        }
    };
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// A character of Windows-1252, which has its own from 0x80 to 0x9f, five of them unused, and those of
/// Latin-1 elsewhere.
fn of_windows(byte: u8) -> Option<char> {
    const OWN: [char; 32] = [
        '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘', '’',
        '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => Some(OWN[usize::from(byte - 0x80)]).filter(|&c| c != '\0'),
        _ => Some(char::from(byte)),
    }
}
