//! Answers to cases.

mod explanation;
mod json;
mod text;

pub(crate) use json::JsonFormatter;
pub(crate) use text::{TextFormatter, UNINFORMED};

use crate::batch::{Answer, Tally};

/// Writes answers in one form.
pub(crate) trait Formatter: Sync {
    /// One case, whether it was answered or not, line ends included.
    fn case(&self, answer: &Answer) -> String;

    /// What follows the last case.
    fn footer(&self, tally: Tally) -> String;
}
