//! `etio compile`: a network as one file that opens at once.

use std::path::PathBuf;

use anyhow::Result;
use etio::format::compiled::{self, Options, Precision};

use crate::exit::Exit;
use crate::formatters::numbers::{bytes, counted};
use crate::{input, progress};

const EXAMPLES: &str = "\
Examples:
  etio compile my-network -o my-network.etio
  etio compile my-network -o small.etio --precision u16
  etio diagnose --network my-network.etio --present fever

The same network and precision give the same bytes. Every command takes any form.";

/// Compile a network into one file that is mapped into memory and opens at once
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The network: a folder of CSV files, a compiled file to compile anew, or a file of another
    /// tool (see `etio convert`)
    #[arg(value_name = "NETWORK")]
    network: PathBuf,

    #[command(flatten)]
    edges: input::EdgeListArgs,

    /// The file to write, usually ending in .etio
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    precision: PrecisionArg,
}

/// How links are stored.
#[derive(Debug, clap::Args)]
pub(super) struct PrecisionArg {
    /// How the probabilities of links are stored: f64 as given, f32 to 7 digits, u16 to steps of 1/65535
    #[arg(long, value_name = "f64|f32|u16")]
    pub(super) precision: Option<Precision>,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let network = input::open_network(Some(&args.network), args.edges)?;
    let bar = progress::bar(network.finding_count() as u64, "findings");
    let summary = compiled::write(
        &network,
        &args.out,
        &Options {
            precision: args.precision.precision.unwrap_or_default(),
            progress: &|done, _| bar.set_position(done as u64),
        },
    )?;
    bar.finish_and_clear();
    eprintln!(
        "{}: {}, {}, {}, {}",
        args.out.display(),
        counted(network.disease_count(), "disease"),
        counted(network.finding_count(), "finding"),
        counted(summary.links as usize, "link"),
        bytes(summary.bytes)
    );
    Ok(Exit::Success)
}
