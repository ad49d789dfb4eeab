//! Checks of the clock while sums over links run.

use crate::InferenceError;
use crate::budget::Budget;

/// Elementary steps between two checks of the clock: some fifty microseconds of work.
const STEPS_PER_LOOK: usize = 1 << 14;

/// Links that are only read in the time of one such step.
const READS_PER_STEP: usize = 8;

/// Counts elementary steps of a few nanoseconds, and checks the clock every [`STEPS_PER_LOOK`] of
/// them.
#[derive(Debug)]
pub(crate) struct Pace<'a> {
    budget: &'a Budget,
    steps: usize,
}

impl<'a> Pace<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Self {
        Self { budget, steps: 0 }
    }

    /// Counts steps that were taken or are about to be. An error once the time is over.
    #[inline]
    pub(crate) fn count(&mut self, steps: usize) -> Result<(), InferenceError> {
        self.steps += steps;
        if self.steps < STEPS_PER_LOOK {
            return Ok(());
        }
        self.steps = 0;
        self.budget.check()
    }

    /// Counts links that are read in order and little else.
    #[inline]
    pub(crate) fn count_reads(&mut self, links: usize) -> Result<(), InferenceError> {
        self.count(links / READS_PER_STEP)
    }
}
