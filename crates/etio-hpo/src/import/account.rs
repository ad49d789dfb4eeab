//! An account of every row of the annotations.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

/// Fate of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It gave a link its probability.
    Used,
    /// It joined an earlier row for the same disease and term.
    Pooled,
    /// It says that the disease does not show the term: the link is weakened or omitted.
    Denial,
    /// The age of onset: shown in reports.
    Onset,
    /// Dropped: about inheritance, course or the onset of a disease that is not in the network, not
    /// about a phenotype.
    OtherAspect,
    /// Dropped: of a catalogue that was not asked for.
    OtherCatalogue,
    /// Dropped: of an Orphanet disease that is mapped to no OMIM disease in the file.
    NotMapped,
    /// Dropped: the ontology does not know the term.
    UnknownTerm,
    /// Dropped: the term is out of use and nothing took its place.
    ObsoleteTerm,
    /// Dropped: the term is not below "Phenotypic abnormality".
    NotAPhenotype,
    /// Dropped: the frequency cannot be read.
    BadFrequency,
}

impl Fate {
    /// Whether the row left no trace in the network.
    pub fn is_dropped(self) -> bool {
        !matches!(self, Self::Used | Self::Pooled | Self::Denial | Self::Onset)
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Used => "used",
            Self::Pooled => "pooled with another row of the same disease and term",
            Self::Denial => "used as denial: the disease does not show the term",
            Self::Onset => "used in reports: age of onset",
            Self::OtherAspect => {
                "dropped: not about a phenotype (inheritance, course, other catalogues' onset)"
            }
            Self::OtherCatalogue => "dropped: a catalogue that was not asked for",
            Self::NotMapped => {
                "dropped: an Orphanet disease mapped to no annotated OMIM disease (kept by --source all)"
            }
            Self::UnknownTerm => "dropped: the ontology does not know the term",
            Self::ObsoleteTerm => "dropped: the term is obsolete without a replacement",
            Self::NotAPhenotype => "dropped: the term is not below Phenotypic abnormality",
            Self::BadFrequency => "dropped: the frequency cannot be read",
        })
    }
}

/// Maximum number of example rows per fate.
const EXAMPLES: usize = 3;

/// How many rows met a fate, and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Rows.
    pub rows: usize,
    /// Line and what it is about, of the first few; empty if nothing is wrong with them.
    pub examples: Vec<String>,
}

/// Fate of every row, and sizes of the network.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// Rows in the file; the sum over all fates.
    pub rows: usize,
    /// By fate.
    pub fates: BTreeMap<Fate, Tally>,
    /// Rows that named a term by an old id; they are used all the same.
    pub renamed: usize,
    /// Diseases of the catalogue without a usable annotation; they are not in the network.
    pub without_annotation: Vec<String>,
    /// Diseases of the network.
    pub diseases: usize,
    /// Findings of the network.
    pub findings: usize,
    /// Links of the network.
    pub links: usize,
    /// Phenotypic series with two members or more.
    pub series: usize,
}

impl Account {
    pub(crate) fn count(&mut self, fate: Fate, rows: usize) {
        self.rows += rows;
        self.fates.entry(fate).or_default().rows += rows;
    }

    pub(crate) fn count_row(&mut self, fate: Fate, example: impl FnOnce() -> String) {
        self.count(fate, 1);
        let tally = self.fates.entry(fate).or_default();
        let telling =
            matches!(fate, Fate::UnknownTerm | Fate::ObsoleteTerm | Fate::NotAPhenotype | Fate::BadFrequency);
        if telling && tally.examples.len() < EXAMPLES {
            tally.examples.push(example());
        }
    }

    /// Rows that left no trace.
    pub fn dropped(&self) -> usize {
        self.fates.iter().filter(|(fate, _)| fate.is_dropped()).map(|(_, tally)| tally.rows).sum()
    }
}
