//! What it says that a term is absent.
//!
//! Who lists an absent term without being asked has a reason: it is typical of what was considered.
//! Among published patients 47% of the absent terms are annotated to the very disease the patient
//! has. Taken plainly such a term speaks against the disease and pushes the right one down; so
//! beside "absent" it is read as "considered", which a disease that shows the term makes up to
//! three times as likely:
//!
//! `P(volunteered as absent | d) / P(... | no disease) = (1 - v) (1 + 2 min(1, v / 0.1))`
//!
//! This is a noisy-or finding of its own, "t was considered", with the odds of its present state
//! folded into the priors. Answers to questions that we asked carry no such message: they are taken
//! plainly.

use std::fmt;
use std::str::FromStr;

/// How absent terms count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Absent {
    /// As volunteered: absent, and thought of.
    #[default]
    Relevant,
    /// As answers to questions: absent.
    Plain,
    /// Not at all.
    Ignored,
}

/// By how much a disease that shows a term makes it more likely to be thought of, at most: one and this.
const RELEVANCE: f64 = 2.0;

/// The frequency from which on a term is typical of a disease.
const TYPICAL: f64 = 0.1;

/// No annotation is certain enough to rule a disease out by one absent term.
const MOST: f64 = 0.95;

impl Absent {
    /// How much likelier a term is thought of if a disease shows it with probability `v`.
    pub(crate) fn relevance(self, v: f64) -> f64 {
        match self {
            Self::Relevant => 1.0 + RELEVANCE * (v / TYPICAL).min(1.0),
            Self::Plain | Self::Ignored => 1.0,
        }
    }

    /// The log likelihood ratio of an absent term that a disease shows with probability `v`.
    pub(crate) fn weight(self, v: f64) -> f64 {
        match self {
            Self::Ignored => 0.0,
            Self::Relevant | Self::Plain => (-v.min(MOST)).ln_1p() + self.relevance(v).ln(),
        }
    }
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Relevant => "relevant",
            Self::Plain => "plain",
            Self::Ignored => "ignored",
        })
    }
}

/// A word that says nothing about absent terms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a way to read absent terms; use relevant, plain or ignored")]
pub struct ParseAbsentError(String);

impl FromStr for Absent {
    type Err = ParseAbsentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Self::Relevant, Self::Plain, Self::Ignored]
            .into_iter()
            .find(|absent| absent.to_string() == text)
            .ok_or_else(|| ParseAbsentError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_volunteered_absent_term_never_speaks_strongly_against() {
        for percent in 0..=95 {
            let v = f64::from(percent) / 100.0;
            assert!(Absent::Relevant.weight(v) > Absent::Plain.weight(v) - 1e-12);
            assert!(Absent::Plain.weight(v) <= 0.0);
            assert_eq!(Absent::Ignored.weight(v), 0.0);
        }
        assert!(Absent::Plain.weight(1.0).is_finite());
    }
}
