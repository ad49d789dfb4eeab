//! `etio lint`: is a network fit for a conversation?

use std::io::Write;

use anyhow::Result;
use etio_bot::lint::{LintSettings, lint};

use crate::exit::Exit;
use crate::formatters::{Format, lint as formatter};
use crate::input::NetworkPath;
use crate::progress;

const EXAMPLES: &str = "\
Examples:
  etio lint                          check the built-in network
  etio lint my-network               check a folder or a compiled file
  etio lint my-network --cases 0     leave out the round trip of sampled cases
  etio lint my-network --format json | jq '.problems[]'

Exit codes: 0 nothing found, 1 problems found, 2 the network cannot be read.";

/// Check that a network is fit for a conversation
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    network: NetworkPath,

    /// Cases sampled from each disease and diagnosed; 0 for none
    #[arg(long, value_name = "N", default_value_t = LintSettings::default().cases)]
    cases: usize,

    /// Random seed of the sampled cases
    #[arg(long, value_name = "S", default_value_t = LintSettings::default().seed)]
    seed: u64,

    /// List every problem of a check, not only the first ten
    #[arg(long)]
    all: bool,

    /// Text for people or JSON for programs
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let network = args.network.open()?;
    let bar = progress::bar(network.disease_count() as u64, "diseases sampled");
    let settings = LintSettings { cases: args.cases, seed: args.seed };
    let problems = lint(&network, &settings, &|| bar.inc(1));
    bar.finish_and_clear();
    let name = args.network.name();
    let text = match args.format {
        Format::Json => formatter::json(&name, &network, &problems),
        Format::Text => formatter::text(&name, &network, &problems, args.all),
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(if problems.is_empty() { Exit::Success } else { Exit::SomeFailed })
}
