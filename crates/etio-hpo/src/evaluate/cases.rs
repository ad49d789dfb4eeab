//! Which cases can be evaluated, and among which diseases.

use etio::Network;
use serde::Serialize;

use crate::hpo::Hpo;
use crate::{Observation, Patient};

/// Cases that cannot be ranked, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Nobody says which disease it is.
    pub without_label: usize,
    /// The disease has no annotation, so that the network does not have it.
    pub not_annotated: usize,
    /// No present term that the ontology knows.
    pub without_findings: usize,
    /// The disease is not among the candidates.
    pub not_a_candidate: usize,
}

/// The diseases that compete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Candidates {
    /// All of the network.
    #[default]
    All,
    /// Those that are the label of some case.
    Labels,
    /// Those given.
    List(Vec<String>),
}

/// A candidate that the network does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("candidate `{0}` is not a disease of the network")]
pub struct CandidatesError(String);

impl Candidates {
    /// By disease: whether it competes.
    pub(super) fn mask(&self, network: &Network, patients: &[Patient]) -> Result<Vec<bool>, CandidatesError> {
        let mut mask = vec![*self == Self::All; network.disease_count()];
        match self {
            Self::All => {}
            Self::Labels => {
                let labels = patients.iter().filter_map(|p| network.disease(p.label.as_deref()?));
                labels.for_each(|disease| mask[disease.index()] = true);
            }
            Self::List(ids) => {
                for id in ids {
                    let disease = network.disease(id).ok_or_else(|| CandidatesError(id.clone()))?;
                    mask[disease.index()] = true;
                }
            }
        }
        Ok(mask)
    }
}

/// A case that can be ranked.
#[derive(Clone, Debug)]
pub(super) struct Usable<'a> {
    pub(super) patient: &'a Patient,
    pub(super) observation: Observation,
    pub(super) label: u32,
    /// Its publications, by their number among those that annotations cite.
    pub(super) cited: Vec<u32>,
    /// No annotation of the label cites a publication of the case.
    pub(super) clean: bool,
}

/// Sorts cases out.
pub(super) fn select<'a>(
    hpo: &Hpo,
    patients: &'a [Patient],
    mask: &[bool],
    cited: impl Fn(&Patient) -> Vec<u32>,
    citing: impl Fn(&[u32]) -> Vec<u32>,
) -> (Vec<Usable<'a>>, Skipped) {
    let mut skipped = Skipped::default();
    let mut usable = Vec::with_capacity(patients.len());
    for patient in patients {
        let Some(label) = &patient.label else {
            skipped.without_label += 1;
            continue;
        };
        let Some(label) = hpo.network().disease(label) else {
            skipped.not_annotated += 1;
            continue;
        };
        let observation = hpo.observe(patient);
        if observation.evidence.present().is_empty() {
            skipped.without_findings += 1;
        } else if !mask[label.index()] {
            skipped.not_a_candidate += 1;
        } else {
            let label = label.index() as u32;
            let cited = cited(patient);
            let clean = citing(&cited).binary_search(&label).is_err();
            usable.push(Usable { patient, observation, label, cited, clean });
        }
    }
    (usable, skipped)
}
