//! The reasons for a disease's place.

use etio::{DiseaseId, FindingId};
use serde::Serialize;

use super::observed::{Basis, Observed, denied, observed, rows};
use super::{Clinic, Diagnosis, Place, Term, Together};
use crate::DocumentError;
use crate::annotation::frequency;
use crate::facts::Onset;
use crate::model::{Knowledge, Shape};
use crate::rank::finding_weight;

/// A disease and the reasons for its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explained {
    /// The disease and its place.
    #[serde(flatten)]
    pub place: Place,
    /// Present findings that are annotated to it, if only by a related term or its name, strongest
    /// first.
    #[serde(rename = "for")]
    pub speaks_for: Vec<Reason>,
    /// Findings, present or absent, without an annotation: their weight comes from related diseases.
    /// Strongest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inferred: Vec<Reason>,
    /// Findings, present or absent, that no patient of the disease's own rows had, though Orphanet or
    /// related diseases suggest them, strongest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disputed: Vec<Reason>,
    /// Absent findings that are annotated to it, strongest first.
    pub against: Vec<Reason>,
    /// Absent findings that are annotated to it and that were volunteered: the model takes them as a
    /// sign that the disease was considered, which counts in favour of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub considered: Vec<Reason>,
    /// Present findings that it does not explain.
    pub unexplained: Vec<Term>,
    /// Findings that it is known for and about which nothing is said, most frequent first.
    pub not_asked: Vec<Typical>,
    /// When it begins.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub onsets: Vec<KnownOnset>,
    /// How common it is; empty if it is not known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub prevalence: String,
    /// Diseases of the same gene or series, where they rank.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<Together>,
}

/// What the annotations of a disease say about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// They have it, or a related term.
    Annotated,
    /// They have nothing like it; related diseases do.
    Inferred,
    /// Its own rows say that no patient had it.
    Disputed,
}

impl Explained {
    /// Files a reason.
    fn add(&mut self, standing: Standing, reason: Reason) {
        let list = match standing {
            Standing::Annotated if reason.present => &mut self.speaks_for,
            Standing::Annotated if reason.model.weight > 0.0 => &mut self.considered,
            Standing::Annotated => &mut self.against,
            Standing::Inferred => &mut self.inferred,
            Standing::Disputed => &mut self.disputed,
        };
        list.push(reason);
    }

    /// Puts the strongest reasons of each list first.
    fn sort(&mut self) {
        let Self { speaks_for, inferred, disputed, against, considered, .. } = self;
        for list in [speaks_for, inferred, disputed, against, considered] {
            list.sort_by(|a, b| b.model.weight.abs().total_cmp(&a.model.weight.abs()));
        }
    }
}

/// A finding and what it says about a disease.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// The finding.
    #[serde(flatten)]
    pub term: Term,
    /// Whether it is present.
    pub present: bool,
    /// Rows of the annotations as they are.
    pub observed: Vec<Observed>,
    /// The diseases that the model's number comes from, if it rests on related diseases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Term>,
    /// The model's view of it.
    pub model: ModelView,
}

/// The model's view of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ModelView {
    /// Basis of its number.
    pub basis: Basis,
    /// How often a patient with the disease is described by the finding, it reckons.
    pub frequency: f64,
    /// The finding's weight of evidence, as a power of ten.
    pub weight: f64,
}

/// When a disease begins, by one row of the annotations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KnownOnset {
    /// The age of onset as a term.
    pub term: Term,
    /// The frequency as the file writes it; empty if it states none.
    pub frequency: String,
    /// Sources of the row.
    pub references: Vec<String>,
}

impl KnownOnset {
    /// The frequency in words; counts and percentages as they are, nothing if none is stated.
    pub fn in_words(&self) -> String {
        if self.frequency.is_empty() { String::new() } else { frequency::in_words(false, &self.frequency) }
    }
}

/// A finding that a disease is known for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Typical {
    /// The finding.
    #[serde(flatten)]
    pub term: Term,
    /// The observations.
    pub observed: Vec<Observed>,
}

/// A finding says something about a disease if it changes its odds by more than this, as a natural log.
const SAYS_SOMETHING: f64 = 0.2;

/// Related diseases named as the source of a number.
const LENDERS: usize = 2;

/// Typical findings listed.
const TYPICAL: usize = 8;

impl Clinic<'_> {
    /// The reasons for the places of the first `count` diseases.
    pub fn explain(&self, diagnosis: &Diagnosis, count: usize) -> Result<Vec<Explained>, DocumentError> {
        let order = diagnosis.ranking.order();
        let best = diagnosis.ranking.best(count).into_iter().enumerate();
        best.map(|(at, disease)| self.reasons(diagnosis, &order, at + 1, DiseaseId::new(disease as u32)))
            .collect()
    }

    /// The reasons for the place of one disease.
    pub fn explain_one(&self, diagnosis: &Diagnosis, disease: DiseaseId) -> Result<Explained, DocumentError> {
        let rank = diagnosis.ranking.rank(disease);
        self.reasons(diagnosis, &diagnosis.ranking.order(), rank, disease)
    }

    fn reasons(
        &self,
        diagnosis: &Diagnosis,
        order: &[u32],
        rank: usize,
        disease: DiseaseId,
    ) -> Result<Explained, DocumentError> {
        let (knowledge, _) = self.hpo.knowledge()?;
        let network = self.hpo.network();
        let evidence = &diagnosis.observation.evidence;
        let facts = self.hpo.facts(disease);
        let mut explained = Explained {
            place: self.place(diagnosis, rank, disease),
            speaks_for: Vec::new(),
            inferred: Vec::new(),
            disputed: Vec::new(),
            against: Vec::new(),
            considered: Vec::new(),
            unexplained: Vec::new(),
            not_asked: self.not_asked(knowledge, diagnosis, disease),
            onsets: facts.onsets.into_iter().map(|onset| self.known_onset(onset)).collect(),
            prevalence: facts.prevalence,
            together: self.together(diagnosis, order, disease),
        };
        for &finding in evidence.present() {
            let v = network.link(disease, finding).map_or(0.0, |link| link.0);
            let weight = finding_weight(network.leak(finding), v);
            if weight > SAYS_SOMETHING {
                let (standing, reason) = self.reason(knowledge, disease, finding, true, v, weight);
                explained.add(standing, reason);
            } else {
                explained.unexplained.push(self.term(finding));
            }
        }
        for &finding in evidence.absent() {
            let Some((v, _)) = network.link(disease, finding) else { continue };
            let weight = self.absent.weight(network.leak(finding), v);
            if weight.abs() > SAYS_SOMETHING {
                let (standing, reason) = self.reason(knowledge, disease, finding, false, v, weight);
                explained.add(standing, reason);
            }
        }
        explained.sort();
        Ok(explained)
    }

    fn reason(
        &self,
        knowledge: &Knowledge,
        disease: DiseaseId,
        finding: FindingId,
        present: bool,
        frequency: f64,
        weight: f64,
    ) -> (Standing, Reason) {
        let (at, term) = (disease.index() as u32, finding.index() as u32);
        let (basis, mut observed) = observed(self.hpo, knowledge, at, term);
        let denied = denied(knowledge, at, term);
        if let Some(wider) = denied.filter(|&denied| denied != term) {
            let own = rows(self.hpo, knowledge, at, wider).into_iter().filter(|row| row.relation.is_none());
            observed.splice(0..0, own);
        }
        let standing = match basis {
            _ if denied.is_some() => Standing::Disputed,
            Basis::RelatedDisease if observed.is_empty() => Standing::Inferred,
            _ => Standing::Annotated,
        };
        let weight = weight / std::f64::consts::LN_10;
        let related = match basis {
            Basis::RelatedDisease => self.lenders(knowledge, disease, finding),
            _ => Vec::new(),
        };
        let model = ModelView { basis, frequency, weight };
        (standing, Reason { term: self.term(finding), present, observed, related, model })
    }

    /// The diseases of the same series or gene that show a finding, or else the nearest wider one that
    /// some of them show, most frequent first.
    fn lenders(&self, knowledge: &Knowledge, disease: DiseaseId, finding: FindingId) -> Vec<Term> {
        let own = disease.index() as u32;
        let kin = knowledge.diseases[disease.index()].kin.iter();
        let mut members: Vec<u32> = kin
            .flat_map(|&kin| &knowledge.kin[kin as usize].members)
            .copied()
            .filter(|&d| d != own)
            .collect();
        members.sort_unstable();
        members.dedup();
        let shapes: Vec<(u32, Shape)> =
            members.into_iter().map(|member| (member, knowledge.shape(member, &[]))).collect();
        let term = finding.index() as u32;
        let above = knowledge.graph.ancestors(term as usize).iter().rev().copied();
        let showing = std::iter::once(term).chain(above).map(|term| {
            let shown = shapes.iter().filter_map(|(member, shape)| {
                let at = shape.spread.binary_search_by_key(&term, |entry| entry.0).ok()?;
                Some((*member, shape.spread[at].1))
            });
            shown.collect::<Vec<(u32, f64)>>()
        });
        let mut showing = showing.into_iter().find(|list| !list.is_empty()).unwrap_or_default();
        showing.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        showing.truncate(LENDERS);
        let network = self.hpo.network();
        let named = showing
            .into_iter()
            .map(|(member, _)| DiseaseId::new(member))
            .map(|d| Term { id: network.disease_id(d).to_owned(), name: network.disease_name(d).to_owned() });
        named.collect()
    }

    fn known_onset(&self, onset: Onset) -> KnownOnset {
        let Onset { term: id, frequency, references } = onset;
        let ontology = self.hpo.ontology();
        let name = ontology.resolve(&id).term().map_or_else(String::new, |t| ontology.term(t).name.clone());
        KnownOnset { term: Term { id, name }, frequency, references }
    }

    /// The most frequent findings of a disease about which the patient's record says nothing.
    fn not_asked(&self, knowledge: &Knowledge, diagnosis: &Diagnosis, disease: DiseaseId) -> Vec<Typical> {
        let graph = &knowledge.graph;
        let disease = disease.index() as u32;
        let evidence = &diagnosis.observation.evidence;
        let is_open = |term: u32| {
            let related = |known: u32| {
                known == term || graph.is_ancestor(term, known) || graph.is_ancestor(known, term)
            };
            !evidence.present().iter().chain(evidence.absent()).any(|f| related(f.index() as u32))
        };
        let annotated = knowledge.annotated(disease);
        let shape = knowledge.shape(disease, &[]);
        let mut open: Vec<(u32, f64)> = shape
            .direct
            .into_iter()
            .filter(|(term, _)| annotated.binary_search(term).is_ok() && is_open(*term))
            .collect();
        open.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        open.truncate(TYPICAL);
        open.into_iter()
            .map(|(term, _)| Typical {
                term: self.term(FindingId::new(term)),
                observed: rows(self.hpo, knowledge, disease, term),
            })
            .collect()
    }
}
