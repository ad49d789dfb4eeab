//! Opening what the user points at: networks, and files that may be `-` or compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use etio::Network;
use flate2::bufread::MultiGzDecoder;

use crate::progress;

/// Large files are read in pieces of this size.
const BUFFER: usize = 1 << 18;

/// The network a command works on.
#[derive(Debug, Args)]
pub(crate) struct NetworkArg {
    /// The network: a folder with diseases.csv, findings.csv and links.csv, a compiled .etio file,
    /// or a file of another tool (.jgum, .xdsl, .bif, .bifxml, .net, .uai, .pgmx, .csv, .tsv). Default:
    /// the built-in primary-care network
    #[arg(short, long, value_name = "PATH")]
    network: Option<PathBuf>,
}

/// The network a command works on: its argument, or `--network` as for other commands.
#[derive(Debug, Args)]
pub(crate) struct NetworkPath {
    /// The network, as for --network
    #[arg(value_name = "PATH", conflicts_with = "network")]
    path: Option<PathBuf>,

    #[command(flatten)]
    option: NetworkArg,

    #[command(flatten)]
    edges: EdgeListArgs,
}

impl NetworkPath {
    /// Reads the network.
    pub(crate) fn open(&self) -> Result<Network> {
        open_network(self.path(), self.edges)
    }

    /// The network's path, or the name of the embedded one.
    pub(crate) fn name(&self) -> String {
        self.path().map_or(etio_starter::NAME.to_owned(), |path| path.display().to_string())
    }

    fn path(&self) -> Option<&Path> {
        self.path.as_deref().or(self.option.path())
    }
}

/// Numbers that edge lists do not contain.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct EdgeListArgs {
    /// Prior of every disease, if the network is an edge list (.csv or .tsv of disease, finding, weight)
    #[arg(long, value_name = "P", value_parser = probability, help_heading = "Edge lists")]
    prior: Option<f64>,

    /// Leak of every finding, if the network is an edge list
    #[arg(long, value_name = "P", value_parser = probability, help_heading = "Edge lists")]
    leak: Option<f64>,
}

impl EdgeListArgs {
    /// These among the options of a reader.
    pub(crate) fn options(self) -> etio_formats::Options {
        let mut options = etio_formats::Options::default();
        (options.prior, options.leak) = (self.prior, self.leak);
        options
    }
}

fn probability(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|p| (0.0..=1.0).contains(p)).ok_or("give a number from 0 to 1")
}

impl NetworkArg {
    /// Reads the network.
    pub(crate) fn open(&self, edges: EdgeListArgs) -> Result<Network> {
        open_network(self.network.as_deref(), edges)
    }

    /// Path of the network; `None` for the embedded one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.network.as_deref()
    }
}

/// Reads a network, or the embedded one if no path is given.
pub(crate) fn open_network(path: Option<&Path>, edges: EdgeListArgs) -> Result<Network> {
    let options = edges.options();
    match path {
        Some(path) => read(path, &options),
        None if options == etio_formats::Options::default() => Ok(etio_starter::network()?),
        None => bail!("{}", etio_formats::Problem::OnlyForEdgeLists),
    }
}

/// Reads a network with options, and returns notes on how it was read.
pub(crate) fn read(path: &Path, options: &etio_formats::Options) -> Result<Network> {
    let spinner = progress::spinner(format!("reading {}", path.display()));
    let reading = etio_formats::read(path, options);
    spinner.finish_and_clear();
    let reading = reading?;
    print_notes(&reading.notes);
    Ok(reading.network)
}

/// Prints what to know about how a network was read or written.
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
