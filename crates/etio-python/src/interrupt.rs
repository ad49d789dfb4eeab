//! Ctrl-C during work that Python does not see.
//!
//! Python notes a signal at once and acts on it when its main thread next asks. Work in Rust asks
//! for it a few times a second.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::{PyErr, Python};

/// How often work asks. A thread that asks takes the interpreter's lock, which costs some microseconds.
pub(crate) const EVERY: Duration = Duration::from_millis(50);

/// Exception raised by a signal handler.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<Mutex<Option<PyErr>>>);

impl Interrupt {
    /// Lets Python handle signals; true if the work is to stop.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method fits only one lifetime")]
    pub(crate) fn is_raised(&self) -> bool {
        self.ask(|py| py.check_signals())
    }

    /// Calls something of Python's that may raise; true if the work is to stop.
    pub(crate) fn ask(&self, question: impl FnOnce(Python<'_>) -> Result<(), PyErr>) -> bool {
        match Python::attach(question) {
            Ok(()) => false,
            Err(error) => {
                *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                true
            }
        }
    }

    /// The exception that was raised, if any.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
