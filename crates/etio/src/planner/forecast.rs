//! What a method is predicted to take, before any of it is done.

use crate::limits::Deadline;
use crate::{InferenceError, Limits, Method};

/// What a method is predicted to take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    /// Elementary steps, in the method's own unit.
    pub operations: f64,
    /// Time, by rates that were measured once and are stored; see `docs/exact.md` for how far they can be trusted.
    pub seconds: f64,
    /// Memory for tables.
    pub bytes: f64,
    /// Axes of the largest table: its entries are two to the power of this.
    pub width: usize,
}

impl Forecast {
    /// Whether it fits into what is left.
    pub(crate) fn fits(&self, limits: &Limits, deadline: &Deadline) -> bool {
        let in_time = deadline.remaining().is_none_or(|left| self.seconds <= left.as_secs_f64());
        in_time && self.bytes <= limits.memory as f64
    }

    /// An error with the prediction where it does not fit.
    pub(crate) fn admit(
        &self,
        method: Method,
        limits: &Limits,
        deadline: &Deadline,
    ) -> Result<(), InferenceError> {
        if self.fits(limits, deadline) { Ok(()) } else { Err(self.refusal(method)) }
    }

    /// The error that says what a method would take.
    pub(crate) fn refusal(&self, method: Method) -> InferenceError {
        InferenceError::TooExpensive { method, predicted_seconds: self.seconds, predicted_bytes: self.bytes }
    }
}

/// One after the other: times add up, memory is used again.
impl std::ops::AddAssign for Forecast {
    fn add_assign(&mut self, other: Self) {
        self.operations += other.operations;
        self.seconds += other.seconds;
        self.bytes = self.bytes.max(other.bytes);
        self.width = self.width.max(other.width);
    }
}
