//! Networks of other tools: read any of them as Etio's two layers, and write some.
//!
//! [`open`] reads a network at any path: Etio's own forms and those of pyAgrum, GeNIe, Hugin,
//! OpenMarkov and others, told apart by ending and content. [`read`] takes options and gives notes
//! on what was read. [`write`](write()) writes a network in the form that the path's ending names.
//!
//! ```no_run
//! let network = etio_formats::open("network.xdsl")?;
//! etio_formats::write(&network, "network.jgum", &etio_formats::WriteOptions::default())?;
//! # Ok::<(), etio_formats::Error>(())
//! ```
//!
//! `docs/formats/other-tools.md` describes each format and how far it is read.

mod collapse;
mod error;
mod format;
mod given;
mod lines;
mod model;
mod noisy_or;
mod number;
mod read;
mod tokens;
mod write;
mod xml;

use std::path::Path;

use etio::Network;

use self::error::Fault;
pub use self::error::{Error, Problem};
pub use self::format::Format;
pub use self::write::{Dialect, WriteOptions, write};

/// How to read what a file leaves open.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// Nodes whose state is known, with that state: they are conditioned away.
    pub given: Vec<(String, String)>,
    /// The state that means "absent": of one node, or of every node that has it.
    pub absent: Vec<(Option<String>, String)>,
    /// Whether a table that is not a noisy-or is replaced by the nearest one.
    pub nearest: bool,
    /// Prior of every disease of an edge list.
    pub prior: Option<f64>,
    /// Leak of every finding of an edge list.
    pub leak: Option<f64>,
}

impl Options {
    /// Refuses options that a format has no use for, which would otherwise be ignored in silence.
    fn check(&self, format: Format) -> Result<(), Problem> {
        if format != Format::Edges && (self.prior.is_some() || self.leak.is_some()) {
            return Err(Problem::OnlyForEdgeLists);
        }
        let has_nodes = format.reader().is_some() && format != Format::Edges;
        if !has_nodes && (self.nearest || !self.given.is_empty() || !self.absent.is_empty()) {
            return Err(Problem::OnlyForOtherTools);
        }
        Ok(())
    }
}

/// A network, and what to know about how it was read.
#[derive(Debug)]
#[non_exhaustive]
pub struct Reading {
    /// The network.
    pub network: Network,
    /// Notes on what was lost, assumed or replaced, one sentence each, without a full stop.
    pub notes: Vec<String>,
}

/// Reads a network at any path: a folder of CSV files, a compiled file, or a file of another tool.
pub fn open(path: impl AsRef<Path>) -> Result<Network, Error> {
    read(path, &Options::default()).map(|reading| reading.network)
}

/// Reads a network at any path, with options.
pub fn read(path: impl AsRef<Path>, options: &Options) -> Result<Reading, Error> {
    let path = path.as_ref();
    let format = Format::of(path).map_err(|fault| fault.in_file(path))?;
    options.check(format).map_err(|problem| Fault::from(problem).in_file(path))?;
    match format.reader() {
        None => match Network::open(path) {
            Ok(network) => Ok(Reading { network, notes: Vec::new() }),
            Err(error) => Err(Fault::from(Problem::Own(error)).in_file(path)),
        },
        Some(reader) => {
            let text = format::text_of(path).map_err(|fault| fault.in_file(path))?;
            not_empty(reader(&text, options)).map_err(|fault| fault.in_file(path))
        }
    }
}

/// Reads a network from the text of a file of another tool.
pub fn read_text(text: &str, format: Format, options: &Options) -> Result<Reading, Error> {
    let path = Path::new(format.name());
    options.check(format).map_err(|problem| Fault::from(problem).in_file(path))?;
    let Some(reader) = format.reader() else {
        return Err(Fault::from(Problem::UnknownFormat).in_file(path));
    };
    not_empty(reader(text, options)).map_err(|fault| fault.in_file(path))
}

/// A file without a single node is rather a damaged one than a network.
fn not_empty(reading: error::Result<Reading>) -> error::Result<Reading> {
    let reading = reading?;
    if reading.network.disease_count() + reading.network.finding_count() == 0 {
        return Err(Problem::Empty.into());
    }
    Ok(reading)
}
