//! Exit codes of the process.

use std::io;
use std::process::ExitCode;

/// How a command ended, short of an error that stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Success.
    Success,
    /// The run went through, but some cases failed.
    SomeFailed,
    /// Usage error or unreadable input. The argument parser ends with the same code.
    WrongUse,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::SomeFailed => 1,
            Exit::WrongUse => 2,
        })
    }
}

/// Whether the error is a closed output pipe.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}

/// An error with its causes, each said once: some errors include their cause themselves.
pub(crate) fn with_causes(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |told, cause| match told.as_str() {
        "" => cause,
        told if told.ends_with(&cause) => told.to_owned(),
        told => format!("{told}: {cause}"),
    })
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn a_cause_is_told_once() {
        let error = anyhow!("no such file").context("net: no such file").context("reading");
        assert_eq!(with_causes(&error), "reading: net: no such file");
        assert_eq!(with_causes(&anyhow!("alone")), "alone");
    }
}
