//! How results look: for people and for programs.

#[cfg(feature = "repro")]
pub(crate) mod bench;
pub(crate) mod diagnosis;
pub(crate) mod evaluation;
pub(crate) mod interviews;
pub(crate) mod lint;
pub(crate) mod methods;
pub(crate) mod numbers;
pub(crate) mod patient;
pub(crate) mod summary;
pub(crate) mod vignettes;

use clap::ValueEnum;

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: names, bars and words
    Text,
    /// For programs: one JSON object per line, numbers in full precision
    Json,
}
