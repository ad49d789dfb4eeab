//! Commands that this build does not have: they say how to get them.

use anyhow::{Result, bail};

use crate::exit::Exit;

/// A command of another build
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Ignored: this build does not have the command
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _rest: Vec<std::ffi::OsString>,
}

pub(super) fn run(command: &str) -> Result<Exit> {
    bail!(
        "this etio was built without `etio {command}`; use a released binary, or build one that has it with \
         `cargo install --path crates/etio-cli --features repro`"
    )
}
