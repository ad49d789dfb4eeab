//! The command line, and errors in it: what to do about them, and without the words of our libraries.

use std::error::Error as _;
use std::net::AddrParseError;
use std::num::{IntErrorKind, ParseIntError};

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::commands::Cli;

/// The parsed command line. An error is printed, and ends the process.
pub(crate) fn parse() -> Cli {
    Cli::try_parse().unwrap_or_else(|error| in_our_words(error).exit())
}

fn in_our_words(mut error: clap::Error) -> clap::Error {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (argument, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    if let (ErrorKind::ValueValidation, Some(expected)) = (error.kind(), expected(&error)) {
        let help = "For more information, try '--help'.";
        let problem = format!("invalid value '{value}' for '{argument}': {expected}\n\n{help}\n");
        return clap::Error::raw(ErrorKind::ValueValidation, problem);
    }
    let command = std::env::args().nth(1).unwrap_or_default();
    if let Some(tip) = tip(error.kind(), &command, &argument) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// What a parser of the standard library wants, which says so in words of its own.
fn expected(error: &clap::Error) -> Option<&'static str> {
    let source = error.source()?;
    if source.is::<AddrParseError>() {
        return Some("expected an address with a port, such as 127.0.0.1:8080");
    }
    Some(match source.downcast_ref::<ParseIntError>()?.kind() {
        IntErrorKind::PosOverflow => "the number is too large",
        _ => "expected a whole number, not negative",
    })
}

/// What to do about a command that was misunderstood.
fn tip(kind: ErrorKind, command: &str, argument: &str) -> Option<&'static str> {
    match (kind, command) {
        (ErrorKind::UnknownArgument, "diagnose" | "patients") if !argument.starts_with('-') => Some(
            "findings are given by --present and --absent, with ids joined by commas: --present fever,cough",
        ),
        (ErrorKind::MissingRequiredArgument, "patients") => {
            Some("make the network with `etio import hpo`; see `etio import hpo --help`")
        }
        (ErrorKind::MissingRequiredArgument, "evaluate") => {
            Some("`etio evaluate --interview` needs neither, and --vignettes and --messages only their file")
        }
        _ => None,
    }
}
