//! Opening files that are sure to end.

use std::fs::{File, Metadata};
use std::path::Path;

use super::FormatError;

/// Opens a regular file. A directory, pipe or device is refused: it might block or never end.
pub(super) fn open_regular(path: &Path) -> Result<File, FormatError> {
    let io = |source| FormatError::Io { path: path.to_owned(), source };
    // Opening a pipe waits for a writer, so the kind is checked first. It is checked again on the
    // open file in case the path has been replaced meanwhile.
    check(path, &std::fs::metadata(path).map_err(io)?)?;
    let file = File::open(path).map_err(io)?;
    check(path, &file.metadata().map_err(io)?)?;
    Ok(file)
}

fn check(path: &Path, metadata: &Metadata) -> Result<(), FormatError> {
    let found = match metadata.file_type() {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_dir() => "a directory",
        _ => "a pipe, socket or device",
    };
    Err(FormatError::NotAFile { path: path.to_owned(), found })
}
