//! The reduced problem that every method solves: a network once the evidence is applied.
//!
//! [`Assembly`] settles all that needs no inference. Absent findings fold into the priors of their
//! diseases; certain diseases (prior 1) fold into the leaks of their findings; impossible ones
//! (prior 0, or an absent finding that they always cause) drop out; present findings that are
//! certain anyway drop out. Diseases without a present finding get their posterior at once. What
//! remains is a [`Problem`]: diseases, present findings with a leak below 1, and the links between
//! them. A [`Restriction`] is a problem with some of the findings of another.

mod absent;
mod assembly;
mod error;
mod links;
mod restriction;

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::OnceLock;

pub(crate) use absent::{fold, log_total};
pub(crate) use assembly::Assembly;
pub(crate) use error::InputError;
use links::{Links, StoredRows};
pub(crate) use restriction::Restriction;

use crate::budget::Budget;
use crate::network::{Parents, Probabilities};
use crate::numeric::Extended;
use crate::pace::Pace;
use crate::{FindingId, InferenceError};

/// Present findings to explain, the diseases that may explain them, and their links.
///
/// Links come from one of two sources. Sparse ones are listed when the problem is made. Rows that
/// the network stores for every disease are used as they are stored, because listing them would
/// take longer than some methods take to solve the problem; they are listed when a method asks for
/// the list. Either way every method solves the same problem.
#[derive(Debug, Default)]
pub(crate) struct Problem {
    /// The present findings that are left to explain, in ascending order.
    pub(crate) findings: Vec<FindingId>,
    /// P(on without any disease below) of each finding, below 1.
    pub(crate) leaks: Vec<f64>,
    /// `1 - leak` of each finding, kept beside it so that neither loses digits to the other.
    pub(crate) quiets: Vec<f64>,
    /// Position in the network of each disease that takes part.
    pub(crate) diseases: Vec<u32>,
    /// Probability of each disease given the absent findings, below 1, and its complement.
    priors: Vec<f64>,
    complements: Vec<f64>,
    /// The true priors of diseases whose prior is too small to compute with as a double: below
    /// [`SMALLEST_PRIOR`].
    tiny: Vec<(u32, Extended)>,
    links: OnceLock<Links>,
    stored: Option<StoredRows>,
    /// How far these numbers may be off.
    pub(crate) error: InputError,
}

/// Steps of listing one link of a stored row.
const STEPS_PER_LISTED: usize = 2;

/// Smaller priors are kept as [`Extended`] numbers beside the doubles. There is room below for
/// their products with links, and for the digits of these.
pub(crate) const SMALLEST_PRIOR: f64 = 1e-290;

impl Problem {
    /// Number of findings to explain.
    pub(crate) fn finding_count(&self) -> usize {
        self.findings.len()
    }

    /// Number of diseases that take part.
    pub(crate) fn disease_count(&self) -> usize {
        self.diseases.len()
    }

    /// Number of links above zero: those that are listed, or that stored rows have before they are.
    pub(crate) fn link_count(&self) -> usize {
        match (&self.stored, self.links.get()) {
            (Some(rows), None) => rows.link_count,
            _ => self.links().diseases.len(),
        }
    }

    /// Probability of each disease given the absent findings: strictly between 0 and 1, or 0 for a
    /// disease without links.
    pub(crate) fn priors(&self) -> &[f64] {
        &self.priors
    }

    /// `1 - prior` of each disease, kept beside it so that neither loses digits to the other.
    pub(crate) fn complements(&self) -> &[f64] {
        &self.complements
    }

    /// Whether all priors are doubles with all their digits.
    pub(crate) fn is_in_range(&self) -> bool {
        self.tiny.is_empty()
    }

    /// The prior of a disease, whether it is in the range of doubles or not.
    pub(crate) fn extended_prior(&self, disease: usize) -> Extended {
        match self.tiny.binary_search_by_key(&(disease as u32), |&(disease, _)| disease) {
            Ok(at) => self.tiny[at].1,
            Err(_) => Extended::new(self.priors[disease]),
        }
    }

    /// The odds of each disease.
    pub(crate) fn odds(&self) -> Vec<f64> {
        self.priors.iter().zip(&self.complements).map(|(prior, complement)| prior / complement).collect()
    }

    /// Whether most diseases are linked to most findings: then nothing is gained by looking at the
    /// links one by one. Few diseases are solved at once by any method.
    pub(crate) fn is_full(&self) -> bool {
        is_full(self.disease_count(), self.finding_count(), self.link_count())
    }

    /// A finding's links: positions in `diseases`, and probabilities.
    pub(crate) fn links_of(&self, finding: usize) -> (&[u32], &[f64]) {
        let links = self.links();
        let range = links.starts[finding]..links.starts[finding + 1];
        (&links.diseases[range.clone()], &links.probabilities[range])
    }

    /// Start of each finding's links in [`link_disease`](Self::link_disease).
    pub(crate) fn finding_starts(&self) -> &[usize] {
        &self.links().starts
    }

    /// The disease of each link, by finding.
    pub(crate) fn link_disease(&self) -> &[u32] {
        &self.links().diseases
    }

    /// The rows of all findings as the network stores them, one probability for each disease;
    /// `None` if links are listed.
    pub(crate) fn stored_rows(&self) -> Option<Vec<Probabilities<'_>>> {
        (0..self.finding_count()).map(|finding| Some(self.stored_row(finding)?.probabilities)).collect()
    }

    /// Number of links of a finding.
    pub(crate) fn degree(&self, finding: usize) -> usize {
        match (&self.stored, self.links.get()) {
            (Some(stored), None) => stored.network.rows[self.findings[finding].index()].parent_count as usize,
            _ => self.links_of(finding).0.len(),
        }
    }

    /// A finding's row as the network stores it, one probability for each disease; `None` if links
    /// are listed.
    pub(crate) fn stored_row(&self, finding: usize) -> Option<Parents<'_>> {
        let stored = self.stored.as_ref()?;
        Some(stored.network.parents(self.findings[finding].index()))
    }

    /// Links of one finding, without listing those of the others.
    pub(crate) fn row(&self, finding: usize) -> (Cow<'_, [u32]>, Cow<'_, [f64]>) {
        match &self.stored {
            Some(stored) if self.links.get().is_none() => {
                let mut links = Links::default();
                self.list_row(stored, self.findings[finding], &mut links);
                (Cow::Owned(links.diseases), Cow::Owned(links.probabilities))
            }
            _ => {
                let (diseases, probabilities) = self.links_of(finding);
                (Cow::Borrowed(diseases), Cow::Borrowed(probabilities))
            }
        }
    }

    /// Lists the links, looking at the clock on the way. Every method that walks over the list calls
    /// this first: listing stored rows can take longer than it may work without a look.
    pub(crate) fn list(&self, budget: &Budget) -> Result<(), InferenceError> {
        if self.links.get().is_none() {
            let mut pace = Pace::new(budget);
            let links = self.listed(|row| pace.count(STEPS_PER_LISTED * row))?;
            self.links.get_or_init(|| links);
        }
        Ok(())
    }

    fn links(&self) -> &Links {
        self.links.get_or_init(|| {
            let Ok(links) = self.listed(|_| Ok::<_, Infallible>(()));
            links
        })
    }

    /// All links, row by row; `before_row` gets the length of each.
    fn listed<E>(&self, mut before_row: impl FnMut(usize) -> Result<(), E>) -> Result<Links, E> {
        let mut links = Links::default();
        links.clear();
        if let Some(stored) = &self.stored {
            for &finding in &self.findings {
                before_row(self.priors.len())?;
                self.list_row(stored, finding, &mut links);
                links.close();
            }
        }
        Ok(links)
    }

    fn list_row(&self, stored: &StoredRows, finding: FindingId, links: &mut Links) {
        stored.network.parents(finding.index()).for_each(|disease, p| {
            if self.priors[disease] > 0.0 {
                links.diseases.push(disease as u32);
                links.probabilities.push(p);
            }
        });
    }

    /// Forgets findings, diseases and links, and keeps the memory.
    fn clear(&mut self) {
        self.findings.clear();
        self.leaks.clear();
        self.quiets.clear();
        self.diseases.clear();
        self.priors.clear();
        self.complements.clear();
        self.tiny.clear();
        self.stored = None;
        self.error = InputError::default();
        let mut links = self.links.take().unwrap_or_default();
        links.clear();
        self.links = OnceLock::from(links);
    }

    /// The list of links, to add to.
    fn links_mut(&mut self) -> &mut Links {
        match self.links.get_mut() {
            Some(links) => links,
            None => unreachable!("links are there from `clear` on, until stored rows take their place"),
        }
    }
}

/// Whether most of some diseases are linked to most of some findings.
fn is_full(diseases: usize, findings: usize, links: usize) -> bool {
    diseases > 100 && links as f64 > 0.6 * (diseases * findings) as f64
}
