//! Choosing the rows that take part, and filing them by disease.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::gather::{Gathered, is_onset};
use super::{Account, Catalogue, Fate, Inputs};
use crate::annotation::frequency::Frequency;
use crate::annotation::hpoa::{OnsetRow, Row};
use crate::annotation::orphanet::Relation;
use crate::model::{Graph, Knowledge, KnowledgeBuilder, KnownDisease, Source, SourceRow};
use crate::naming::Names;
use crate::ontology::{Ontology, Resolution, TermId};

/// The rows, terms and diseases that are used.
pub(crate) struct Selected<'a> {
    /// The diseases of the network, in ascending order of id.
    pub(crate) diseases: Vec<&'a str>,
    /// The terms that are findings, parents first.
    pub(crate) terms: Vec<TermId>,
    /// Usable rows by source disease.
    rows: BTreeMap<&'a str, Vec<(&'a Row, TermId, Frequency)>>,
}

/// Sorts rows out, and accounts for each.
pub(super) fn select<'a>(inputs: &Inputs<'a>) -> (Selected<'a>, Account) {
    let mut account = Account::default();
    let catalogue = inputs.catalogue;
    let prefix = catalogue.prefix();
    let annotated: HashSet<&str> = inputs
        .annotations
        .rows
        .iter()
        .map(|row| row.disease.as_str())
        .filter(|d| d.starts_with(prefix))
        .collect();
    let mapped: HashSet<&str> = if catalogue.is_merged() {
        let described = inputs.mappings.iter().filter(|m| annotated.contains(m.omim.as_str()));
        described.map(|m| m.orpha.as_str()).collect()
    } else {
        HashSet::new()
    };
    let is_ranked =
        |id: &str| id.starts_with(prefix) || (catalogue == Catalogue::All && !mapped.contains(id));
    let phenotypes = inputs.ontology.phenotypes();
    let mut rows: BTreeMap<&str, Vec<(&Row, TermId, Frequency)>> = BTreeMap::new();
    let mut seen: HashSet<(&str, TermId)> = HashSet::new();
    for row in &inputs.annotations.rows {
        let takes_part = if is_ranked(&row.disease) || mapped.contains(row.disease.as_str()) {
            usable(inputs.ontology, &phenotypes, row)
        } else if catalogue == Catalogue::Merged && row.disease.starts_with("ORPHA:") {
            Err(Fate::NotMapped)
        } else {
            Err(Fate::OtherCatalogue)
        };
        let fate = match takes_part {
            Err(fate) => fate,
            Ok((term, frequency)) => {
                rows.entry(&row.disease).or_default().push((row, term, frequency));
                account.renamed += usize::from(inputs.ontology.term(term).id != row.term);
                match frequency {
                    Frequency::Denied | Frequency::Counted { observed: 0.0, .. } => Fate::Denial,
                    _ if seen.insert((&row.disease, term)) => Fate::Used,
                    _ => Fate::Pooled,
                }
            }
        };
        account.count_row(fate, || example(row, fate));
    }
    let diseases: Vec<&str> = rows.keys().copied().filter(|id| is_ranked(id)).collect();
    let onsets = inputs.annotations.onsets.iter();
    let is_shown = |row: &&OnsetRow| diseases.binary_search(&row.disease.as_str()).is_ok();
    let onsets = onsets.filter(is_shown).filter(|row| is_onset(inputs, row)).count();
    let others: usize = inputs.annotations.other_aspects.values().sum();
    for (fate, rows) in [(Fate::Onset, onsets), (Fate::OtherAspect, others - onsets)] {
        if rows > 0 {
            account.count(fate, rows);
        }
    }
    account.without_annotation = inputs
        .annotations
        .names
        .keys()
        .filter(|id| is_ranked(id) && !rows.contains_key(id.as_str()))
        .cloned()
        .collect();
    let terms = findings(inputs.ontology, &phenotypes, &rows);
    (Selected { diseases, terms, rows }, account)
}

fn usable(ontology: &Ontology, phenotypes: &[bool], row: &Row) -> Result<(TermId, Frequency), Fate> {
    let term = match ontology.resolve(&row.term) {
        Resolution::Unknown => return Err(Fate::UnknownTerm),
        Resolution::Obsolete => return Err(Fate::ObsoleteTerm),
        Resolution::Current(term) | Resolution::Alternative(term) | Resolution::Replaced(term) => term,
    };
    if !phenotypes[term.index()] {
        return Err(Fate::NotAPhenotype);
    }
    row.frequency.map(|frequency| (term, frequency)).ok_or(Fate::BadFrequency)
}

fn example(row: &Row, fate: Fate) -> String {
    match fate {
        Fate::BadFrequency => format!("line {}: {} {}", row.line, row.disease, row.term),
        _ => format!("line {}: {}", row.line, row.term),
    }
}

/// Terms that some disease shows, and their ancestors among the phenotypes, parents first.
fn findings(
    ontology: &Ontology,
    phenotypes: &[bool],
    rows: &BTreeMap<&str, Vec<(&Row, TermId, Frequency)>>,
) -> Vec<TermId> {
    let mut shown = vec![false; ontology.terms().len()];
    for &(_, term, _) in rows.values().flatten() {
        shown[term.index()] = true;
    }
    for at in (0..shown.len()).rev().filter(|&at| phenotypes[at]) {
        if shown[at] {
            for parent in &ontology.terms()[at].parents {
                shown[parent.index()] |= phenotypes[parent.index()];
            }
        }
    }
    (0..shown.len()).filter(|&at| shown[at]).map(|at| TermId(at as u32)).collect()
}

/// Files the rows by disease.
pub(super) fn knowledge(
    inputs: &Inputs<'_>,
    facts: &Gathered<'_>,
    selected: &Selected<'_>,
    names: &Names,
    disease_names: &[&str],
    stems: &[Option<String>],
) -> Knowledge {
    let numbers: HashMap<TermId, u32> = (0..).zip(&selected.terms).map(|(n, &term)| (term, n)).collect();
    let parents: Vec<Vec<u32>> = selected
        .terms
        .iter()
        .map(|&term| {
            inputs.ontology.term(term).parents.iter().filter_map(|p| numbers.get(p).copied()).collect()
        })
        .collect();
    let graph = Graph::new(parents.iter().map(Vec::as_slice));
    let mut builder = KnowledgeBuilder::new(inputs.settings, graph);
    let mut sources: HashMap<&str, u32> = HashMap::new();
    for (&id, rows) in &selected.rows {
        let rows = rows
            .iter()
            .map(|&(row, term, frequency)| SourceRow {
                term: numbers[&term],
                frequency,
                written: row.written.as_str().into(),
                negated: row.negated,
                sex: row.sex,
                onset: row.onset.as_str().into(),
                references: row.references.iter().map(|reference| builder.reference(reference)).collect(),
            })
            .collect();
        sources.insert(id, builder.source(Source { id: id.to_owned(), rows }));
    }
    let mut mapped: HashMap<&str, Vec<(u32, Relation)>> = HashMap::new();
    if inputs.catalogue.is_merged() {
        for mapping in inputs.mappings {
            if let Some(&source) = sources.get(mapping.orpha.as_str()) {
                mapped.entry(&mapping.omim).or_default().push((source, mapping.relation));
            }
        }
    }
    for ((id, name), stem) in selected.diseases.iter().zip(disease_names).zip(stems) {
        let named = builder.graph().most_specific(&names.find(name));
        let mut titled = names.find_whole(name, stem.as_deref().unwrap_or_default());
        titled.retain(|term| named.contains(term));
        let mapped = mapped.remove(id).unwrap_or_default();
        builder.disease(KnownDisease { own: sources[id], mapped, named, titled, kin: Vec::new() });
    }
    let genes = selected.diseases.iter().map(|id| facts.genes(id));
    builder.build(stems.iter().map(Option::as_deref), genes)
}
