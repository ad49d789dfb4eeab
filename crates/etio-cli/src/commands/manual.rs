//! `etio manual`: manual pages, made from the help texts.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;

use super::Cli;
use crate::exit::Exit;

/// Write a manual page for etio and one for each of its commands
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder for the pages, made if it does not exist
    folder: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let named = || args.folder.display().to_string();
    std::fs::create_dir_all(&args.folder).with_context(named)?;
    clap_mangen::generate_to(Cli::command(), &args.folder).with_context(named)?;
    Ok(Exit::Success)
}
