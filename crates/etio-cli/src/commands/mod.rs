//! The command line: one file per command.

#[cfg(feature = "repro")]
mod bench;
mod cases;
mod chat;
mod compile;
mod completions;
mod convert;
mod diagnose;
mod evaluate;
mod generate;
mod import;
mod info;
mod interview;
mod lint;
#[cfg(feature = "manual")]
mod manual;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(not(feature = "repro"))]
mod missing;
mod parquet;
mod patients;
#[cfg(feature = "repro")]
mod repro;
mod sampling;
mod serve;
mod translate;
mod verify;
mod vignettes;

pub(crate) use cases::counted_cases;
pub(crate) use diagnose::Diagnosis;

use std::io::Write;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::exit::Exit;

/// Output of `etio` without arguments.
const OVERVIEW: &str = "\
Etio finds the causes behind what you observe. Four things to begin with:

  Talk about symptoms    etio serve
                         then open http://127.0.0.1:8080, or `etio chat` in a terminal
  Diagnose by findings   etio diagnose --present fever,cough --absent runny_nose
                         with your own network: --network FOLDER
  Rank rare diseases     etio import hpo --hpoa phenotype.hpoa --obo hp.obo -o hpo.etio
                         etio patients --network hpo.etio --present HP:0001166,HP:0001083
  Study and scale        etio generate f120 -o f120 --cases 1000
                         etio diagnose --network f120 --cases f120/cases.jsonl --format json

`etio --help` lists all commands, `etio COMMAND --help` their options and examples.
";

const EXAMPLES: &str = "\
Examples:
  etio diagnose --present fever,cough --absent runny_nose    ask the built-in network
  etio serve                                                 the HTTP API and the chat page
  etio chat                                                  the same conversation in a terminal
  etio info --findings                                       what it knows about
  etio generate f120 -o f120 --cases 1000                    a network of 665 diseases, and cases
  etio diagnose --network f120 --cases f120/cases.jsonl --format json > answers.jsonl

Exit codes: 0 success, 1 some cases failed, 2 usage error or unreadable input.";

/// Etio finds the causes behind what you observe.
///
/// Given present and absent findings, it computes how likely each disease of a noisy-or network is:
/// exactly, with a bound on the error, if time and memory allow, and otherwise with a statement of
/// how far to trust the answer.
#[derive(Debug, Parser)]
#[command(name = "etio", version, after_help = EXAMPLES, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[allow(clippy::large_enum_variant, reason = "one is made per run")]
#[derive(Debug, Subcommand)]
enum Command {
    Diagnose(diagnose::Args),
    Patients(patients::Args),
    Info(info::Args),
    Generate(generate::Args),
    Compile(compile::Args),
    Convert(convert::Args),
    Verify(verify::Args),
    Serve(serve::Args),
    Chat(chat::Args),
    #[cfg(feature = "mcp")]
    Mcp(mcp::Args),
    Lint(lint::Args),
    Translate(translate::Args),
    Import(import::Args),
    Evaluate(evaluate::Args),
    #[cfg(feature = "repro")]
    Repro(repro::Args),
    #[cfg(feature = "repro")]
    Bench(bench::Args),
    #[cfg(not(feature = "repro"))]
    #[command(hide = true)]
    Repro(missing::Args),
    #[cfg(not(feature = "repro"))]
    #[command(hide = true)]
    Bench(missing::Args),
    Completions(completions::Args),
    #[cfg(feature = "manual")]
    #[command(hide = true)]
    Manual(manual::Args),
}

impl Cli {
    /// Runs the command that was asked for.
    pub(crate) fn run(self) -> Result<Exit> {
        let Some(command) = self.command else {
            anstream::stdout().write_all(OVERVIEW.as_bytes())?;
            return Ok(Exit::Success);
        };
        match command {
            Command::Diagnose(args) => diagnose::run(&args),
            Command::Patients(args) => patients::run(&args),
            Command::Info(args) => info::run(&args),
            Command::Generate(args) => generate::run(&args),
            Command::Compile(args) => compile::run(&args),
            Command::Convert(args) => convert::run(&args),
            Command::Verify(args) => verify::run(&args),
            Command::Serve(args) => serve::run(&args),
            Command::Chat(args) => chat::run(&args),
            #[cfg(feature = "mcp")]
            Command::Mcp(args) => mcp::run(&args),
            Command::Lint(args) => lint::run(&args),
            Command::Translate(args) => translate::run(&args),
            Command::Import(args) => import::run(&args),
            Command::Evaluate(args) => evaluate::run(&args),
            #[cfg(feature = "repro")]
            Command::Repro(args) => repro::run(&args),
            #[cfg(feature = "repro")]
            Command::Bench(args) => bench::run(&args),
            #[cfg(not(feature = "repro"))]
            Command::Repro(_) => missing::run("repro"),
            #[cfg(not(feature = "repro"))]
            Command::Bench(_) => missing::run("bench"),
            Command::Completions(args) => completions::run(&args),
            #[cfg(feature = "manual")]
            Command::Manual(args) => manual::run(&args),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
