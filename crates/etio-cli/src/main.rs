//! The `etio` command.

mod batch;
mod commands;
mod exit;
mod formatters;
mod input;
mod progress;
mod stdout;
mod terminal;
mod usage;

use std::process::ExitCode;

use exit::Exit;

fn main() -> ExitCode {
    let outcome = usage::parse().run().unwrap_or_else(|error| {
        if exit::is_broken_pipe(&error) {
            // Whoever read our output has seen enough, as `head` does.
            return Exit::Success;
        }
        terminal::print_error(&exit::with_causes(&error));
        Exit::WrongUse
    });
    outcome.into()
}
