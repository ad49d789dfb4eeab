//! `etio convert`: networks of other tools, to Etio and back.

use std::path::PathBuf;

use anyhow::Result;
use etio_formats::{Options, WriteOptions};

use crate::exit::Exit;
use crate::formatters::numbers::counted;
use crate::{input, progress};

const DETAILS: &str = "\
Formats, by the ending of the file:
  read and written   folders of CSV files, .etio, .jgum (pyAgrum), .xdsl (GeNIe), .bif, .uai
  read               .bifxml, .xmlbif, .xml (XMLBIF), .net (Hugin), .pgmx (OpenMarkov),
                     .csv (edge lists: disease, finding, weight)

Every command reads all of them but edge lists. What is not a noisy-or network of two layers is refused, with the node
that is not: nothing is summed out in silence.

Examples:
  etio convert network.xdsl network            a folder of CSV files, to edit
  etio convert network network.jgum            for pyAgrum
  etio convert network network.xdsl --tables   for tools that read no noisy-or nodes
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

    /// A risk factor whose state is known: it is conditioned away. May be given several times
    #[arg(long, value_name = "NODE=STATE", value_parser = node_and_state)]
    given: Vec<(String, String)>,

    /// The state that means "absent", of one node or of all that have it, if its name does not make that clear
    #[arg(long, value_name = "[NODE=]STATE")]
    absent: Vec<String>,

    /// Replace a table that is not a noisy-or by the nearest one (least squares), and report the difference
    #[arg(long)]
    nearest: bool,

    /// Prior of every disease of an edge list
    #[arg(long, value_name = "P", value_parser = probability)]
    prior: Option<f64>,

    /// Leak of every finding of an edge list
    #[arg(long, value_name = "P", value_parser = probability)]
    leak: Option<f64>,

    /// Write tables in place of noisy-or nodes
    #[arg(long)]
    tables: bool,
}

fn node_and_state(text: &str) -> Result<(String, String), &'static str> {
    let parts = text.rsplit_once('=').filter(|(node, state)| !node.is_empty() && !state.is_empty());
    parts
        .map(|(node, state)| (node.to_owned(), state.to_owned()))
        .ok_or("give NODE=STATE, such as smoker=yes")
}

fn probability(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|p| (0.0..=1.0).contains(p)).ok_or("give a number from 0 to 1")
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let mut options = Options::default();
    options.given.clone_from(&args.given);
    options.absent = args.absent.iter().map(|text| absent(text)).collect();
    options.nearest = args.nearest;
    options.prior = args.prior;
    options.leak = args.leak;
    let spinner = progress::spinner(format!("reading {}", args.from.display()));
    let reading = etio_formats::read(&args.from, &options);
    spinner.finish_and_clear();
    let reading = reading?;
    input::print_notes(&reading.notes);
    let network = reading.network;
    let notes = etio_formats::write(&network, &args.to, &WriteOptions::with_tables(args.tables))?;
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
