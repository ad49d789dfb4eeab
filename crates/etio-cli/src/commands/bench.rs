//! `etio bench`: Etio's times beside the machine's limits.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use etio_benches::Bench;

use crate::exit::Exit;
use crate::formatters::{Format, bench};
use crate::progress;

const EXAMPLES: &str = "\
Examples:
  etio bench --quick                  a minute, on a small S1
  etio bench                          on an S1 of 384 million links (2 GB of disk, freed at the end)
  etio bench --s1 s1.etio --format json > bench.json

Close other programs first: times are those of this machine while it does this alone.";

/// Benchmark Etio on F120, QMR and S1 against this machine's limits
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A small S1 and few repetitions
    #[arg(long)]
    quick: bool,

    /// A compiled S1 to measure on, from `etio generate s1` [default: made for the run]
    #[arg(long, value_name = "FILE")]
    s1: Option<PathBuf>,

    /// Where to make networks for the run [default: the system's folder for temporary files]
    #[arg(long, value_name = "FOLDER")]
    scratch: Option<PathBuf>,

    /// Text for people or JSON for programs
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let parent = args.scratch.clone().unwrap_or_else(std::env::temp_dir);
    let scratch = tempfile::tempdir_in(&parent).with_context(|| parent.display().to_string())?;
    let bench = Bench { quick: args.quick, s1: args.s1.clone(), scratch: scratch.path().to_owned() };
    let spinner = progress::spinner("");
    let report = bench.run(&|what| spinner.set_message(what.to_owned()))?;
    spinner.finish_and_clear();
    let text = match args.format {
        Format::Text => bench::text(&report),
        Format::Json => format!("{}\n", serde_json::to_string(&report)?),
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(Exit::Success)
}
