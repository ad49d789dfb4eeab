//! Which cases can be evaluated, and among which diseases.

use serde::Serialize;

use crate::hpo::Hpo;
use crate::{Observation, Patient};

/// Cases that cannot be ranked, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The disease is not stated.
    pub without_label: usize,
    /// The disease has no annotation, so that the network does not have it.
    pub not_annotated: usize,
    /// No present term that the ontology knows.
    pub without_findings: usize,
    /// The disease is not among the candidates.
    pub not_a_candidate: usize,
}

/// Why a case cannot be ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The disease is not stated.
    WithoutLabel,
    /// The disease has no annotation, so that the network does not have it.
    NotAnnotated,
    /// No present term that the ontology knows.
    WithoutFindings,
    /// The disease is not among the candidates.
    NotACandidate,
}

/// A case that cannot be ranked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftAside {
    /// The case's id.
    pub id: String,
    /// The right disease, if stated.
    pub label: Option<String>,
    /// Why.
    pub reason: Reason,
}

impl Skipped {
    /// Counts cases by reason.
    pub(super) fn of(left_aside: &[LeftAside]) -> Self {
        let count = |reason| left_aside.iter().filter(|case| case.reason == reason).count();
        Self {
            without_label: count(Reason::WithoutLabel),
            not_annotated: count(Reason::NotAnnotated),
            without_findings: count(Reason::WithoutFindings),
            not_a_candidate: count(Reason::NotACandidate),
        }
    }
}

/// The diseases that compete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Candidates {
    /// All of the network.
    #[default]
    All,
    /// Diseases that are the label of some case.
    Labels,
    /// Diseases given by id.
    List(Vec<String>),
}

/// A candidate that the network does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "candidate `{0}` is not a disease of the network; MONDO and ORPHA ids are known only if it was imported with \
     `--mondo` and `--xref`"
)]
pub struct CandidatesError(String);

impl Candidates {
    /// By disease: whether it competes.
    pub(super) fn mask(&self, hpo: &Hpo, patients: &[Patient]) -> Result<Vec<bool>, CandidatesError> {
        let mut mask = vec![*self == Self::All; hpo.network().disease_count()];
        match self {
            Self::All => {}
            Self::Labels => {
                let labels = patients.iter().filter_map(|p| p.label.as_deref());
                let labels = labels.flat_map(|label| hpo.diseases_for(label));
                labels.for_each(|disease| mask[disease.index()] = true);
            }
            Self::List(ids) => {
                for id in ids {
                    let diseases = hpo.diseases_for(id);
                    if diseases.is_empty() {
                        return Err(CandidatesError(id.clone()));
                    }
                    for disease in diseases {
                        mask[disease.index()] = true;
                    }
                }
            }
        }
        Ok(mask)
    }
}

/// One half of the cases. Cases of a publication are always in the same half: they resemble each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// The half that choices are made on.
    Tune,
    /// The half that they are reported on.
    Report,
}

impl Half {
    pub(super) fn has(self, patient: &Patient) -> bool {
        first_half(cluster(&patient.publications, &patient.id)) == (self == Self::Tune)
    }
}

/// Key by which cases are resampled and halved: the first publication, or else the case itself.
pub(super) fn cluster<'a>(publications: &'a [String], id: &'a str) -> &'a str {
    publications.first().map_or(id, String::as_str)
}

/// Whether a publication is in the half that choices are made on.
fn first_half(publication: &str) -> bool {
    (hash(publication) >> 32).is_multiple_of(2)
}

/// Always the same, whatever the order of the cases (FNV-1a).
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
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
    patients: &[&'a Patient],
    mask: &[bool],
    cited: impl Fn(&Patient) -> Vec<u32>,
    citing: impl Fn(&[u32]) -> Vec<u32>,
) -> (Vec<Usable<'a>>, Vec<LeftAside>) {
    let mut left_aside = Vec::new();
    let mut usable = Vec::with_capacity(patients.len());
    for &patient in patients {
        let mut leave_aside = |reason| {
            left_aside.push(LeftAside { id: patient.id.clone(), label: patient.label.clone(), reason });
        };
        let Some(label) = &patient.label else {
            leave_aside(Reason::WithoutLabel);
            continue;
        };
        let &[label] = &hpo.diseases_for(label)[..] else {
            leave_aside(Reason::NotAnnotated);
            continue;
        };
        let observation = hpo.observe(patient);
        if observation.evidence.present().is_empty() {
            leave_aside(Reason::WithoutFindings);
        } else if !mask[label.index()] {
            leave_aside(Reason::NotACandidate);
        } else {
            let label = label.index() as u32;
            let cited = cited(patient);
            let clean = citing(&cited).binary_search(&label).is_err();
            usable.push(Usable { patient, observation, label, cited, clean });
        }
    }
    (usable, left_aside)
}
