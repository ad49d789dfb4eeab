//! `etio convert`: networks of other tools, to Etio and back.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use etio_formats::{Dialect, WriteOptions};

use crate::exit::Exit;
use crate::formatters::numbers::counted;
use crate::input;

const DETAILS: &str = "\
Formats, by the ending of the file:
  read and written   folders of CSV files, .etio, .jgum (pyAgrum), .xdsl (GeNIe), .bif, .uai
  read               .bifxml, .xmlbif, .xml (XMLBIF), .net (Hugin), .pgmx (OpenMarkov),
                     .csv, .tsv (edge lists: disease, finding, weight)

Commands that work on a network read all of them; edge lists need --prior and --leak. Anything that is not a noisy-or
network of two layers is refused, with the name of the node: nothing is summed out silently.

Examples:
  etio convert network.xdsl network            a folder of CSV files, to edit
  etio convert network network.jgum            for pyAgrum
  etio convert network network.xdsl --tables   for tools that read no noisy-or nodes
  etio convert network network.uai --for pyagrum
  etio convert clinic.bif clinic.etio --given smoker=yes --given sex=female
  etio convert edges.csv network --prior 0.01 --leak 0.01";

/// Convert a network between Etio and other tools
#[derive(Debug, clap::Args)]
#[command(after_help = DETAILS)]
pub(super) struct Args {
    /// The network to read
    #[arg(value_name = "IN")]
    from: PathBuf,

    /// Where to write it; a path without an ending is a folder of CSV files
    #[arg(value_name = "OUT")]
    to: PathBuf,

    /// The known state of a risk factor: the network is conditioned on it. Repeatable
    #[arg(long, value_name = "NODE=STATE", value_parser = node_and_state)]
    given: Vec<(String, String)>,

    /// The state that means "absent", of one node or of all that have it, if its name does not make
    /// that clear
    #[arg(long, value_name = "[NODE=]STATE")]
    absent: Vec<String>,

    /// Replace a table that is not a noisy-or by the nearest one (least squares), and report the difference
    #[arg(long)]
    nearest: bool,

    #[command(flatten)]
    edges: input::EdgeListArgs,

    /// Write tables in place of noisy-or nodes
    #[arg(long)]
    tables: bool,

    /// Write XDSL and UAI in the order in which this tool reads them, which is not the standard one
    #[arg(long = "for", value_name = "TOOL")]
    tool: Option<Tool>,
}

/// A tool with an order of its own.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tool {
    Pyagrum,
    Pgmpy,
}

fn node_and_state(text: &str) -> Result<(String, String), &'static str> {
    let parts = text.rsplit_once('=').filter(|(node, state)| !node.is_empty() && !state.is_empty());
    parts
        .map(|(node, state)| (node.to_owned(), state.to_owned()))
        .ok_or("give NODE=STATE, such as smoker=yes")
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let mut options = args.edges.options();
    options.given.clone_from(&args.given);
    options.absent = args.absent.iter().map(|text| absent(text)).collect();
    options.nearest = args.nearest;
    let network = input::read(&args.from, &options)?;
    let mut options = WriteOptions::with_tables(args.tables);
    options.dialect = match args.tool {
        None => Dialect::Standard,
        Some(Tool::Pyagrum) => Dialect::PyAgrum,
        Some(Tool::Pgmpy) => Dialect::Pgmpy,
    };
    let notes = etio_formats::write(&network, &args.to, &options)?;
    input::print_notes(&notes);
    eprintln!(
        "{}: {}, {}, {}",
        args.to.display(),
        counted(network.disease_count(), "disease"),
        counted(network.finding_count(), "finding"),
        counted(network.link_count(), "link"),
    );
    Ok(Exit::Success)
}

fn absent(text: &str) -> (Option<String>, String) {
    match text.rsplit_once('=') {
        Some((node, state)) => (Some(node.to_owned()), state.to_owned()),
        None => (None, text.to_owned()),
    }
}
