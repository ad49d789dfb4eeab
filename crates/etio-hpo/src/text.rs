//! Reading text line by line, with errors that say where.

use std::io::{BufRead, ErrorKind};

/// Why an input could not be used. The caller knows which file it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// A line that is not as expected.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, counted from one.
        line: u64,
        /// The problem with it.
        problem: String,
    },
    /// The input ended in the middle, as a compressed file does that was cut short.
    #[error("line {line}: unexpected end of file; download it again")]
    CutShort {
        /// The line after which it ended.
        line: u64,
    },
    /// The input could not be read on.
    #[error("line {line}: {source}")]
    Io {
        /// The line, counted from one.
        line: u64,
        /// The system's error.
        source: std::io::Error,
    },
    /// The lines are fine one by one, but not together.
    #[error("{0}")]
    Content(String),
}

/// Calls `each(number, line)` for every line, without its end. What `each` refuses becomes an error
/// with the number.
pub(crate) fn lines(
    mut source: impl BufRead,
    mut each: impl FnMut(u64, &str) -> Result<(), String>,
) -> Result<(), ReadError> {
    let mut buffer = Vec::new();
    let mut line = 0;
    loop {
        buffer.clear();
        line += 1;
        let read = source.read_until(b'\n', &mut buffer).map_err(|source| match source.kind() {
            ErrorKind::UnexpectedEof => ReadError::CutShort { line },
            _ => ReadError::Io { line, source },
        })?;
        if read == 0 {
            return Ok(());
        }
        let bytes = buffer.strip_suffix(b"\n").unwrap_or(&buffer);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes)
            .map_err(|_| ReadError::Line { line, problem: "the text is not UTF-8".to_owned() })?;
        let text = if line == 1 { text.trim_start_matches('\u{feff}') } else { text };
        each(line, text).map_err(|problem| ReadError::Line { line, problem })?;
    }
}
