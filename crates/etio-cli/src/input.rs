//! Opening what the user points at: networks, and files that may be `-` or compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use etio::Network;
use flate2::bufread::MultiGzDecoder;

use crate::{embedded, progress};

/// Large files are read in pieces of this size.
const BUFFER: usize = 1 << 18;

/// The network a command works on.
#[derive(Debug, Args)]
pub(crate) struct NetworkArg {
    /// The network: a folder with diseases.csv, findings.csv and links.csv, a compiled .etio file, or a file of
    /// another tool (.jgum, .xdsl, .bif, .bifxml, .net, .uai, .pgmx). One of primary care is built in and used where
    /// none is given
    #[arg(short, long, value_name = "PATH")]
    network: Option<PathBuf>,
}

impl NetworkArg {
    /// Reads the network.
    pub(crate) fn open(&self) -> Result<Network> {
        open_network(self.network.as_deref())
    }

    /// Where the network is; `None` for the embedded one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.network.as_deref()
    }
}

/// Reads a network, or the embedded one where no path is given.
pub(crate) fn open_network(path: Option<&Path>) -> Result<Network> {
    let Some(path) = path else {
        return Ok(embedded::network()?);
    };
    let spinner = progress::spinner(format!("reading {}", path.display()));
    let reading = etio_formats::read(path, &etio_formats::Options::default());
    spinner.finish_and_clear();
    let reading = reading?;
    print_notes(&reading.notes);
    Ok(reading.network)
}

/// Tells what to know about how a network was read.
pub(crate) fn print_notes(notes: &[String]) {
    for note in notes {
        eprintln!("note: {note}");
    }
}

/// Opens a file for reading, standard input for `-`. Gzip is recognised by its content, not by its name.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>> {
    let raw: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(BufReader::with_capacity(BUFFER, io::stdin()))
    } else {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        Box::new(BufReader::with_capacity(BUFFER, file))
    };
    decompressed(raw).with_context(|| path.display().to_string())
}

fn decompressed(mut raw: Box<dyn BufRead>) -> io::Result<Box<dyn BufRead>> {
    const GZIP: [u8; 2] = [0x1f, 0x8b];
    if raw.fill_buf()?.starts_with(&GZIP) {
        Ok(Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(raw))))
    } else {
        Ok(raw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::{Cursor, Read, Write};

    #[test]
    fn gzip_is_recognised_and_parts_are_joined() {
        let mut bytes = Vec::new();
        for part in ["one\n", "two\n"] {
            let mut encoder = GzEncoder::new(&mut bytes, Compression::default());
            encoder.write_all(part.as_bytes()).unwrap();
            encoder.finish().unwrap();
        }
        let read = |bytes: &[u8]| {
            let mut text = String::new();
            decompressed(Box::new(Cursor::new(bytes.to_vec()))).unwrap().read_to_string(&mut text).unwrap();
            text
        };
        assert_eq!(read(&bytes), "one\ntwo\n");
        assert_eq!(read(b"plain"), "plain");
        assert_eq!(read(b""), "");
    }
}
