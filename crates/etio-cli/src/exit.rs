//! What the process tells its caller when it ends.

use std::io;
use std::process::ExitCode;

/// How a command ended, short of an error that stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All well.
    Success,
    /// The run went through, but some cases failed.
    SomeFailed,
    /// Wrong use or unreadable input. The argument parser ends with the same code.
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

/// Whether the error is that nobody reads our output any more.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
