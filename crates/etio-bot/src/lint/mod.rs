//! Is a network fit for a conversation? Checks that a file reader cannot make: every number may be
//! legal and the whole still useless.

mod felt;
mod must_not_miss;
mod numbers;
mod refinements;
mod round_trip;
mod rules;
mod structure;
mod words;

use std::borrow::Cow;

use etio::{Hierarchy, Network};
use serde::Serialize;

use crate::interview::Guide;

/// A check, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// The network's documents and columns can be read, and name what exists.
    Rules,
    /// Every finding has a cause and every disease at least three findings.
    Links,
    /// A refined finding is caused by the diseases that cause the finding, and by no other.
    Refinements,
    /// No two diseases and no two findings share a name.
    Names,
    /// Words or a frame say every finding, and no two findings claim the same.
    Phrases,
    /// Findings have a question and an explanation, diseases a description and a level of urgency.
    Texts,
    /// Codes look like codes of their system.
    Codes,
    /// Priors, leaks and links are plausible.
    Probabilities,
    /// The findings of cases sampled from a disease support it more than most others.
    RoundTrip,
}

impl Check {
    /// Every check, in the order they are made.
    pub const ALL: [Self; 9] = [
        Self::Rules,
        Self::Links,
        Self::Refinements,
        Self::Names,
        Self::Phrases,
        Self::Texts,
        Self::Codes,
        Self::Probabilities,
        Self::RoundTrip,
    ];

    /// The property that it checks, in a few words.
    pub fn promise(self) -> &'static str {
        match self {
            Self::Rules => "rules can be read and name what exists",
            Self::Links => "no orphans; at least three findings per disease",
            Self::Refinements => "refined findings fit their parents",
            Self::Names => "names are unique",
            Self::Phrases => "words mean one finding",
            Self::Texts => "questions, explanations, descriptions",
            Self::Codes => "codes are well formed",
            Self::Probabilities => "probabilities are plausible",
            Self::RoundTrip => "sampled cases are ranked",
        }
    }
}

/// Something that should be mended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The check that found it.
    pub check: Check,
    /// The file it is in.
    pub file: Cow<'static, str>,
    /// The disease, finding or rule it is about.
    pub subject: String,
    /// The problem and its remedy.
    pub message: String,
}

/// How thorough to be.
#[derive(Clone, Copy, Debug)]
pub struct LintSettings {
    /// Cases sampled from each disease; none leaves the round trip out.
    pub cases: usize,
    /// Random seed.
    pub seed: u64,
}

impl Default for LintSettings {
    fn default() -> Self {
        Self { cases: 11, seed: 1 }
    }
}

/// Makes every check. `progress` is told after each disease of the round trip.
pub fn lint(network: &Network, settings: &LintSettings, progress: &(dyn Fn() + Sync)) -> Vec<Problem> {
    let mut problems = structure::check(network);
    problems.extend(words::check(network));
    problems.extend(numbers::check(network));
    problems.extend(rules::check(network));
    problems.extend(must_not_miss::check(network));
    if let Ok(hierarchy) = Hierarchy::of(network) {
        problems.extend(refinements::check(network, &hierarchy));
    }
    if let Ok(guide) = Guide::of(network) {
        problems.extend(words::phrases(network, guide.understanding()));
        problems.extend(words::frames(network, guide.understanding()));
        problems.extend(felt::check(network, guide.understanding(), guide.sense()));
        problems.extend(round_trip::check(&guide, settings, progress));
    }
    problems.sort_by_key(|problem| problem.check);
    problems
}

#[cfg(test)]
mod tests;
