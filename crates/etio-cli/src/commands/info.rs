//! `etio info`: what is in a network.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;

use crate::exit::Exit;
use crate::formatters::Format;
use crate::formatters::summary::{self, Summary};
use crate::{input, terminal};

const EXAMPLES: &str = "\
Examples:
  etio info                         the built-in network
  etio info my-network              sizes, degrees and probabilities
  etio info my-network --findings   ids and names, for `etio diagnose --present`
  etio info my-network --format json
  etio info network.xdsl            a network of another tool: see `etio convert`";

/// Show what is in a network: sizes, degrees, probabilities, ids and names
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The network, in any form that `etio convert` reads; by default the built-in one
    #[arg(value_name = "PATH")]
    network: Option<PathBuf>,

    #[command(flatten)]
    edges: input::EdgeListArgs,

    /// List the findings, by id and name
    #[arg(long)]
    findings: bool,

    /// List the diseases, by id and name
    #[arg(long, conflicts_with = "findings")]
    diseases: bool,

    /// Text for people or JSON for programs
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let network = input::open_network(args.network.as_deref(), args.edges)?;
    let json = args.format == Format::Json;
    let text = if args.findings {
        summary::members(network.finding_catalog(), network.finding_count(), json)
    } else if args.diseases {
        summary::members(network.disease_catalog(), network.disease_count(), json)
    } else {
        let name = args.network.as_ref().map_or(etio_starter::NAME.to_owned(), |p| p.display().to_string());
        let summary = Summary::of(&network, name);
        if json { summary::json(&summary) } else { summary::text(&summary, terminal::width()) }
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(Exit::Success)
}
