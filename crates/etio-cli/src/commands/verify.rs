//! `etio verify`: every byte of a compiled file, checked.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use etio::format::compiled::{self, Report};

use crate::exit::Exit;
use crate::formatters::Format;
use crate::formatters::numbers::{bytes, counted};
use crate::progress;

const EXAMPLES: &str = "\
Examples:
  etio verify my-network.etio
  etio verify my-network.etio --format json

A damaged file is an error that names the damaged parts, with exit code 2.";

/// Check every byte of a compiled network: checksums, probabilities, indices
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The compiled file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Text for people or JSON for programs
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    // Files of other tools are checked as they are read: there is nothing else in them to verify.
    match etio_formats::Format::by_ending(&args.file) {
        Some(format) if format != etio_formats::Format::Compiled && args.file.is_file() => bail!(
            "{}: a file in the format {} is not a compiled one; `etio info` reads and checks it, and `etio compile` \
             makes a compiled file of it",
            args.file.display(),
            format.name()
        ),
        _ => {}
    }
    let spinner = progress::spinner(format!("reading {}", args.file.display()));
    let report = compiled::verify(&args.file)?;
    spinner.finish_and_clear();
    let text = match args.format {
        Format::Text => text(args, &report),
        Format::Json => json(args, &report),
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(Exit::Success)
}

fn text(args: &Args, report: &Report) -> String {
    format!(
        "{} is valid: {} in {} (version {} of the format), all checksums match\n",
        args.file.display(),
        bytes(report.bytes),
        counted(report.sections.len(), "section"),
        report.version
    )
}

fn json(args: &Args, report: &Report) -> String {
    let sections: Vec<_> = report
        .sections
        .iter()
        .map(|(name, bytes)| serde_json::json!({ "section": name, "bytes": bytes }))
        .collect();
    let report = serde_json::json!({
        "file": args.file.display().to_string(),
        "sound": true,
        "version": report.version,
        "bytes": report.bytes,
        "sections": sections,
    });
    format!("{report}\n")
}
