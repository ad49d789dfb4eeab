//! `etio completions`: scripts that complete commands and options in a shell.

use std::io::{self, Write};

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  etio completions bash > ~/.local/share/bash-completion/completions/etio
  etio completions zsh > ~/.zfunc/_etio
  etio completions fish > ~/.config/fish/completions/etio.fish";

/// Print a script that completes etio's commands and options in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The shell to complete in
    shell: Shell,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    // Into memory first: the generator itself would panic if its output pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "etio", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Success)
}
