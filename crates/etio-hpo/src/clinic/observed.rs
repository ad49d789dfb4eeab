//! Annotations of a disease and a finding, row by row as they are in their files.

use serde::Serialize;

use super::Term;
use crate::annotation::frequency;
use crate::annotation::hpoa::Sex;
use crate::annotation::orphanet::Relation;
use crate::hpo::Hpo;
use crate::model::{Knowledge, SourceRow};

/// One row of the annotations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Observed {
    /// The disease that the row is about, such as `OMIM:154700`.
    pub source: String,
    /// How that relates to the disease at hand; `None` if it is the disease itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<Relation>,
    /// The term of the row.
    pub term: Term,
    /// The frequency as the file writes it, such as `45/58` or `HP:0040281`; empty if the row states
    /// none.
    pub frequency: String,
    /// Whether the row says that the disease does not show the term.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub negated: bool,
    /// The sex that the row is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sex: Option<Sex>,
    /// When the finding begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onset: Option<Term>,
    /// Sources of the row.
    pub references: Vec<String>,
}

impl Observed {
    /// The frequency in words; counts and percentages as they are.
    pub fn in_words(&self) -> String {
        frequency::in_words(self.negated, &self.frequency)
    }
}

/// Basis of the model's number for a disease and a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Rows about this very term.
    Stated,
    /// Rows about a narrower term: who has that has this.
    NarrowerTerm,
    /// Rows about a wider or neighbouring term, of which this may be a form.
    RelatedTerm,
    /// The name of the disease.
    Name,
    /// Diseases of the same phenotypic series or gene.
    RelatedDisease,
}

impl Basis {
    /// The basis in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::NarrowerTerm => "inferred from a narrower term",
            Self::RelatedTerm => "inferred from a related term",
            Self::Name => "inferred from the name of the disease",
            Self::RelatedDisease => "inferred from related diseases",
        }
    }
}

/// Rows of a disease about a finding: those with the very term, or else those with the term that
/// the model takes its number from.
pub(super) fn observed(hpo: &Hpo, knowledge: &Knowledge, disease: u32, term: u32) -> (Basis, Vec<Observed>) {
    let stated = rows(hpo, knowledge, disease, term);
    if stated.iter().any(|row| !row.denies()) {
        return (Basis::Stated, stated);
    }
    let known = &knowledge.diseases[disease as usize];
    if known.named.contains(&term) || known.titled.contains(&term) {
        return (Basis::Name, stated);
    }
    let shape = knowledge.shape(disease, &[]);
    let graph = &knowledge.graph;
    let annotated = knowledge.annotated(disease);
    let frequency = |term: u32| {
        shape.direct.binary_search_by_key(&term, |entry| entry.0).map_or(0.0, |at| shape.direct[at].1)
    };
    let strongest = |terms: &mut dyn Iterator<Item = u32>| {
        terms.max_by(|&a, &b| frequency(a).total_cmp(&frequency(b)).then(b.cmp(&a)))
    };
    let with = |basis, other: u32| {
        let mut all = stated.clone();
        all.extend(rows(hpo, knowledge, disease, other));
        (basis, all)
    };
    if let Some(below) = strongest(&mut annotated.iter().copied().filter(|&a| graph.is_ancestor(term, a))) {
        return with(Basis::NarrowerTerm, below);
    }
    if let Some(above) = strongest(&mut annotated.iter().copied().filter(|&a| graph.is_ancestor(a, term))) {
        return with(Basis::RelatedTerm, above);
    }
    // A neighbour: the annotated term that shares the most specific ancestor. Ancestors are numbered
    // before what is below them, so the latest shared one is as specific as any.
    let shared = |other: u32| {
        let above = graph.ancestors(other as usize);
        graph.ancestors(term as usize).iter().rev().copied().find(|a| above.binary_search(a).is_ok())
    };
    let is_specific = |ancestor: u32| graph.ancestors(ancestor as usize).len() > 2;
    let neighbours = annotated.iter().filter_map(|&a| Some((shared(a).filter(|&s| is_specific(s))?, a)));
    let nearest = neighbours.max_by(|a, b| a.0.cmp(&b.0).then(frequency(a.1).total_cmp(&frequency(b.1))));
    match nearest {
        Some((_, other)) if known.kin.is_empty() => with(Basis::RelatedTerm, other),
        _ => (Basis::RelatedDisease, stated),
    }
}

/// The term that a disease's own rows deny: the finding, or the nearest wider one, which denies it too.
/// `None` if some row of its own about the finding, a narrower term, or one between the two says
/// otherwise.
pub(super) fn denied(knowledge: &Knowledge, disease: u32, term: u32) -> Option<u32> {
    let graph = &knowledge.graph;
    let is_at_or_below = |lower: u32, upper: u32| lower == upper || graph.is_ancestor(upper, lower);
    let own = &knowledge.sources[knowledge.diseases[disease as usize].own as usize].rows;
    let (shown, denied): (Vec<&SourceRow>, Vec<&SourceRow>) =
        own.iter().partition(|row| row.frequency.counts(&knowledge.settings).observed > 0.0);
    if shown.iter().any(|row| is_at_or_below(row.term, term)) {
        return None;
    }
    let is_said_otherwise = |denied: u32| {
        shown.iter().any(|row| is_at_or_below(term, row.term) && is_at_or_below(row.term, denied))
    };
    // Wider terms are numbered before narrower ones.
    let denied = denied.iter().rev().map(|row| row.term).filter(|&denied| is_at_or_below(term, denied));
    denied.into_iter().find(|&denied| !is_said_otherwise(denied))
}

impl Observed {
    /// Whether the row says that no patient had the finding.
    fn denies(&self) -> bool {
        self.negated || self.frequency.starts_with("0/") || self.frequency == "HP:0040285"
    }
}

/// The rows of a disease about one term.
pub(super) fn rows(hpo: &Hpo, knowledge: &Knowledge, disease: u32, term: u32) -> Vec<Observed> {
    let finding = etio::FindingId::new(term);
    let name = |id: &str| {
        let known = hpo.ontology().resolve(id).term().map(|term| hpo.ontology().term(term));
        Term { id: id.to_owned(), name: known.map_or_else(String::new, |term| term.name.clone()) }
    };
    knowledge
        .rows_about(disease, term)
        .map(|(row, source, relation)| Observed {
            source: source.id.clone(),
            relation,
            term: name(hpo.network().finding_id(finding)),
            frequency: row.written.to_string(),
            negated: row.negated,
            sex: row.sex,
            onset: (!row.onset.is_empty()).then(|| name(&row.onset)),
            references: row.references.iter().map(|&r| knowledge.references[r as usize].clone()).collect(),
        })
        .collect()
}
