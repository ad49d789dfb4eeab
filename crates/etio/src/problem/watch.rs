//! The clock while rows of a network are read.

use crate::InferenceError;
use crate::budget::Budget;

/// Links between two checks of the clock.
const LINKS_PER_LOOK: usize = 1 << 17;

/// Looks at the clock now and then while rows are read.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    budget: &'a Budget,
    links: usize,
}

impl<'a> Watch<'a> {
    pub(super) fn new(budget: &'a Budget) -> Self {
        Self { budget, links: 0 }
    }

    /// Counts a row of this many links.
    pub(super) fn row(&mut self, links: usize) -> Result<(), InferenceError> {
        self.links += links;
        if self.links < LINKS_PER_LOOK {
            return Ok(());
        }
        self.links = 0;
        self.budget.check()
    }
}
