//! Gathering the facts about each disease from the tables that have them.

use std::collections::HashMap;

use super::Inputs;
use crate::annotation::genes::Gene;
use crate::annotation::hpoa::OnsetRow;
use crate::annotation::orphanet::Relation;
use crate::annotation::prevalence::Prevalence;
use crate::facts::{Elsewhere, Facts, Onset};

/// Terms for the age of onset stand below this one.
const ONSET: &str = "HP:0003674";

/// The tables, by disease.
pub(super) struct Gathered<'a> {
    inputs: &'a Inputs<'a>,
    orphanet: HashMap<&'a str, Vec<(&'a str, Relation)>>,
    mondo: HashMap<&'a str, Vec<&'a str>>,
    onsets: HashMap<&'a str, Vec<&'a OnsetRow>>,
}

impl<'a> Gathered<'a> {
    pub(super) fn new(inputs: &'a Inputs<'a>) -> Self {
        let mut gathered =
            Self { inputs, orphanet: HashMap::new(), mondo: HashMap::new(), onsets: HashMap::new() };
        for mapping in inputs.mappings {
            let list = gathered.orphanet.entry(&mapping.omim).or_default();
            list.push((&mapping.orpha, mapping.relation));
        }
        for list in gathered.orphanet.values_mut() {
            list.sort_by_key(|&(id, relation)| (relation, id));
            list.dedup();
        }
        for same in inputs.mondo {
            let list = gathered.mondo.entry(&same.other).or_default();
            if !list.contains(&same.mondo.as_str()) {
                list.push(&same.mondo);
            }
        }
        for row in inputs.annotations.onsets.iter().filter(|row| is_onset(inputs, row)) {
            gathered.onsets.entry(&row.disease).or_default().push(row);
        }
        gathered
    }

    /// Entries of Orphanet about a disease, the same one first, then wider ones, then narrower ones.
    fn orphanet(&self, disease: &str) -> &[(&'a str, Relation)] {
        self.orphanet.get(disease).map_or(&[], Vec::as_slice)
    }

    /// Prevalence of a disease, with its entry of Orphanet. If the exact entry has no figure, a
    /// wider or narrower one is used: the figure for Marfan syndrome is at the wider entry.
    pub(super) fn prevalence(&self, disease: &str) -> Option<(&'a Prevalence, &'a str, Relation)> {
        let (id, own) = self.inputs.prevalence.get_key_value(disease).unzip();
        if let (Some(id), Some(own)) = (id, own) {
            return Some((own, id.as_str(), Relation::Exact));
        }
        let figures = self.orphanet(disease).iter().filter_map(|&(id, relation)| {
            self.inputs.prevalence.get(id).map(|figure| (figure, id, relation))
        });
        figures.min_by_key(|&(_, _, relation)| relation)
    }

    /// The genes of a disease, or else those of the same disease in Orphanet.
    pub(super) fn genes(&self, disease: &str) -> Vec<Gene> {
        let table = self.inputs.genes;
        if let Some(genes) = table.get(disease) {
            return genes.clone();
        }
        let same = self.orphanet(disease).iter().filter(|(_, relation)| *relation == Relation::Exact);
        let mut genes: Vec<Gene> = Vec::new();
        for gene in same.filter_map(|(id, _)| table.get(*id)).flatten() {
            if !genes.contains(gene) {
                genes.push(gene.clone());
            }
        }
        genes
    }

    /// All that is known about a disease beside its findings.
    pub(super) fn of(&self, disease: &str) -> Facts {
        let mondo = self.mondo.get(disease).into_iter().flatten();
        let mondo = mondo.map(|&id| Elsewhere { id: id.to_owned(), relation: Relation::Exact });
        let orphanet = self.orphanet(disease).iter();
        let orphanet = orphanet.map(|&(id, relation)| Elsewhere { id: id.to_owned(), relation });
        let prevalence = self.prevalence(disease).map_or_else(String::new, |(figure, id, relation)| {
            let wider = match relation {
                Relation::Exact => "",
                Relation::Broader => ", which is wider",
                Relation::Narrower => ", which is narrower",
            };
            format!("{}; {id}{wider}", figure.in_words())
        });
        let onsets = self.onsets.get(disease).into_iter().flatten().map(|row| Onset {
            term: row.term.clone(),
            frequency: row.written.clone(),
            references: row.references.clone(),
        });
        let genes = self.genes(disease);
        Facts { genes, elsewhere: orphanet.chain(mondo).collect(), prevalence, onsets: onsets.collect() }
    }
}

/// Whether a row about the course is about the onset. Without the term in the ontology none is.
pub(super) fn is_onset(inputs: &Inputs<'_>, row: &OnsetRow) -> bool {
    let ontology = inputs.ontology;
    let (Some(onset), Some(term)) = (ontology.resolve(ONSET).term(), ontology.resolve(&row.term).term())
    else {
        return false;
    };
    ontology.ancestors(term).contains(&onset)
}
