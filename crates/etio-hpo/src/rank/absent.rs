//! Evidence from absent terms.
//!
//! Who lists an absent term without being asked has a reason: it is typical of what was considered.
//! Among published patients 47% of the absent terms are annotated to the very disease the patient
//! has. Taken plainly such a term speaks against the disease and pushes the right one down; so
//! beside "absent" it is read as "considered". Like a present term, that says the more about a
//! disease, the more of the term's appearances are due to it:
//!
//! `P(volunteered as absent | d) / P(... | no disease) = (1 - v) (1 + min(8, v / (10 leak)))`
//!
//! This is a noisy-or finding of its own, "t was considered", with the odds of its present state
//! folded into the priors. Answers to questions that we asked carry no such message: they are taken
//! plainly.

use std::fmt;
use std::str::FromStr;

use super::single::LEAST_LEAK;

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

/// A volunteered absent term says this share of what it would say if it were present: it may be listed
/// for many reasons.
const SHARE: f64 = 0.1;

/// Upper limit of what [`Absent::relevance`] adds to 1. Without it, the factor of a rare term,
/// whose leak is close to zero, would be huge.
const RELEVANCE: f64 = 8.0;

/// No annotation is certain enough to rule a disease out by one absent term.
const MOST: f64 = 0.95;

impl Absent {
    /// How a report says it.
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Self::Relevant => "taken as volunteered",
            Self::Plain => "taken as answers to questions",
            Self::Ignored => "ignored",
        }
    }

    /// How much likelier a term of this leak is thought of if a disease shows it with probability `v`.
    pub(crate) fn relevance(self, leak: f64, v: f64) -> f64 {
        match self {
            Self::Relevant => 1.0 + (SHARE * v / leak.max(LEAST_LEAK)).min(RELEVANCE),
            Self::Plain | Self::Ignored => 1.0,
        }
    }

    /// The log likelihood ratio of an absent term of this leak that a disease shows with probability `v`.
    pub(crate) fn weight(self, leak: f64, v: f64) -> f64 {
        match self {
            Self::Ignored => 0.0,
            Self::Relevant | Self::Plain => (-v.min(MOST)).ln_1p() + self.relevance(leak, v).ln(),
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
    fn a_volunteered_absent_term_never_speaks_more_against_than_a_plain_one() {
        for percent in 0..=100 {
            let v = f64::from(percent) / 100.0;
            for leak in [0.0, 1e-5, 0.01, 0.5, 1.0] {
                let (relevant, plain) = (Absent::Relevant.weight(leak, v), Absent::Plain.weight(leak, v));
                assert!(relevant.is_finite() && plain.is_finite());
                assert!(relevant >= plain && plain <= 0.0);
                assert!(relevant <= plain + (1.0 + RELEVANCE).ln() + 1e-12);
                assert_eq!(Absent::Ignored.weight(leak, v), 0.0);
            }
        }
    }

    #[test]
    fn the_rarer_a_term_the_more_it_says_that_it_was_considered() {
        let weights = [0.3, 0.1, 0.03, 0.01].map(|leak| Absent::Relevant.weight(leak, 0.3));
        assert!(weights.is_sorted());
        assert!(weights[0] < 0.0 && weights[3] > 0.0);
    }
}
