//! `etio info`: what is in a network.

use std::io::Write;

use anyhow::{Result, bail};
use clap::ValueEnum;

use crate::exit::Exit;
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

    /// Output format
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    format: Form,
}

/// Output format of a network's description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    Text,
    /// For programs: one JSON object per line
    Json,
    /// A table of ids and names, with --findings or --diseases
    Tsv,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    if args.format == Form::Tsv && !args.findings && !args.diseases {
        bail!("tables list members: add --findings or --diseases");
    }
    let network = args.network.open()?;
    let text = if args.findings || args.diseases {
        let (catalog, count) = if args.findings {
            (network.finding_catalog(), network.finding_count())
        } else {
            (network.disease_catalog(), network.disease_count())
        };
        match args.format {
            Form::Text => summary::members(catalog, count),
            Form::Json => summary::json_members(catalog, count),
            Form::Tsv => summary::table_of_members(catalog, count),
        }
    } else {
        let summary = Summary::of(&network, args.network.name());
        if args.format == Form::Json {
            summary::json(&summary)
        } else {
            summary::text(&summary, terminal::width())
        }
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(Exit::Success)
}
