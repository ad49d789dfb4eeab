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

    /// The same deadline, or one from now on where there is no limit.
    pub(crate) fn or_within(&self, time: Duration) -> Self {
        match self.limit {
            Some(_) => *self,
            None => Self { started: Instant::now(), limit: Some(time) },
        }
    }

    /// A deadline that leaves a share of the time that is left to whoever comes after.
    pub(crate) fn leaving(&self, share: f64) -> Self {
        let limit = self.limit.map(|limit| {
            let spent = self.started.elapsed().min(limit);
            spent + limit.saturating_sub(spent).mul_f64(1.0 - share)
        });
        Self { started: self.started, limit }
    }

    /// An error where less than so many seconds are left.
    pub(crate) fn check_for(&self, seconds: f64) -> Result<(), InferenceError> {
        match (self.limit, self.remaining()) {
            (Some(limit), Some(left)) if left.as_secs_f64() < seconds => {
                Err(InferenceError::OutOfTime { limit })
            }
            _ => Ok(()),
        }
    }

    /// An error once the time is over.
    pub(crate) fn check(&self) -> Result<(), InferenceError> {
        match self.limit {
            Some(limit) if self.started.elapsed() > limit => Err(InferenceError::OutOfTime { limit }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_the_time_can_be_left_over() {
        let limits = Limits { time: Some(Duration::from_secs(1000)), ..Limits::default() };
        let deadline = Deadline::start(&limits);
        let left = deadline.leaving(0.25).remaining().unwrap().as_secs_f64();
        assert!((700.0..=750.0).contains(&left), "{left}");
        assert_eq!(Deadline::start(&Limits::default()).leaving(0.5).remaining(), None);
    }

    #[test]
    fn no_time_is_over_at_once() {
        let deadline = Deadline::start(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert!(matches!(deadline.check(), Err(InferenceError::OutOfTime { .. })));
    }
}
