//! What a query may take, and the clock that work checks as it goes.

use std::time::{Duration, Instant};

use crate::InferenceError;

/// What one query may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest a query may run; `None` for as long as it takes.
    pub time: Option<Duration>,
    /// The most memory a query may use for its tables, in bytes.
    pub memory: usize,
    /// How many threads one large query may use.
    pub threads: usize,
}

impl Default for Limits {
    /// No time limit, 2 GiB of tables, one thread.
    fn default() -> Self {
        Self { time: None, memory: 2 << 30, threads: 1 }
    }
}

/// A point in time that work looks at now and then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    started: Instant,
    limit: Option<Duration>,
}

impl Deadline {
    pub(crate) fn start(limits: &Limits) -> Self {
        Self { started: Instant::now(), limit: limits.time }
    }

    /// Time left; `None` where there is no limit.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.started.elapsed()))
    }

    /// An error once the time is over.
    pub(crate) fn check(&self) -> Result<(), InferenceError> {
        match self.limit {
            Some(limit) if self.started.elapsed() > limit => Err(InferenceError::OutOfTime { limit }),
            _ => Ok(()),
        }
    }
}
