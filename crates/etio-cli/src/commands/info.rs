//! `etio info`: what is in a network.

use std::io::Write;

use anyhow::Result;

use crate::exit::Exit;
use crate::formatters::Format;
use crate::formatters::summary::{self, Summary};
use crate::input::NetworkPath;
use crate::terminal;

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
    #[command(flatten)]
    network: NetworkPath,

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
    let network = args.network.open()?;
    let json = args.format == Format::Json;
    let text = if args.findings {
        summary::members(network.finding_catalog(), network.finding_count(), json)
    } else if args.diseases {
        summary::members(network.disease_catalog(), network.disease_count(), json)
    } else {
        let summary = Summary::of(&network, args.network.name());
        if json { summary::json(&summary) } else { summary::text(&summary, terminal::width()) }
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(Exit::Success)
}
