//! Facts about a disease besides its findings: its genes, ids in other catalogues, prevalence and
//! onset. Each is a column of the network's diseases.

use etio::{BuildError, Catalog, DiseaseId, NetworkBuilder};
use serde::Serialize;

use crate::annotation::genes::Gene;
use crate::annotation::orphanet::Relation;

const GENES: &str = "genes";
const ELSEWHERE: &str = "elsewhere";
const PREVALENCE: &str = "prevalence";
const ONSET: &str = "onset";

/// Facts about a disease.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Genes that cause it.
    pub genes: Vec<Gene>,
    /// The disease in other catalogues.
    pub elsewhere: Vec<Elsewhere>,
    /// Prevalence and where it was counted; empty if it is not known.
    pub prevalence: String,
    /// When it begins.
    pub onsets: Vec<Onset>,
}

/// A disease in another catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Elsewhere {
    /// Such as `ORPHA:558` or `MONDO:0007947`.
    pub id: String,
    /// How the other catalogue's disease relates to this one.
    pub relation: Relation,
}

/// When a disease begins, by one annotation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Onset {
    /// Such as `HP:0003593`.
    pub term: String,
    /// The frequency as written; empty if not stated.
    pub frequency: String,
    /// Sources.
    pub references: Vec<String>,
}

impl Facts {
    /// Adds the facts to a disease of a network.
    pub(crate) fn write(&self, builder: &mut NetworkBuilder, disease: DiseaseId) -> Result<(), BuildError> {
        let genes = self.genes.iter().map(|gene| format!("{}={}", gene.symbol, gene.id));
        let elsewhere = self.elsewhere.iter().map(|other| format!("{}={}", other.id, other.relation.word()));
        let onsets = self
            .onsets
            .iter()
            .map(|onset| format!("{}={}={}", onset.term, onset.frequency, onset.references.join(";")));
        for (column, value) in [
            (GENES, list(genes)),
            (ELSEWHERE, list(elsewhere)),
            (PREVALENCE, self.prevalence.clone()),
            (ONSET, list(onsets)),
        ] {
            if !value.is_empty() {
                builder.disease_attribute(disease, column, &value)?;
            }
        }
        Ok(())
    }

    /// The facts about a disease of a network.
    pub(crate) fn read(catalog: &Catalog, disease: DiseaseId) -> Self {
        let items = |column| catalog.attribute(disease.index(), column).unwrap_or_default();
        let genes = items(GENES).split('|').filter_map(|item| item.split_once('='));
        let elsewhere = items(ELSEWHERE).split('|').filter_map(|item| item.split_once('='));
        let onsets = items(ONSET).split('|').filter_map(|item| {
            let mut fields = item.splitn(3, '=');
            Some((fields.next()?, fields.next()?, fields.next()?))
        });
        Self {
            genes: genes.map(|(symbol, id)| Gene { symbol: symbol.to_owned(), id: id.to_owned() }).collect(),
            elsewhere: elsewhere
                .filter_map(|(id, word)| {
                    Some(Elsewhere { id: id.to_owned(), relation: Relation::parse(word)? })
                })
                .collect(),
            prevalence: items(PREVALENCE).to_owned(),
            onsets: onsets
                .map(|(term, frequency, references)| Onset {
                    term: term.to_owned(),
                    frequency: frequency.to_owned(),
                    references: references.split(';').filter(|r| !r.is_empty()).map(str::to_owned).collect(),
                })
                .collect(),
        }
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join("|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_back_as_they_were_written() {
        let facts = Facts {
            genes: vec![Gene { symbol: "FBN1".to_owned(), id: "NCBIGene:2200".to_owned() }],
            elsewhere: vec![
                Elsewhere { id: "ORPHA:284963".to_owned(), relation: Relation::Exact },
                Elsewhere { id: "ORPHA:558".to_owned(), relation: Relation::Broader },
            ],
            prevalence: "1-5 / 10 000 (Worldwide); ORPHA:558".to_owned(),
            onsets: vec![Onset {
                term: "HP:0003593".to_owned(),
                frequency: "5/8".to_owned(),
                references: vec!["PMID:1".to_owned(), "PMID:2".to_owned()],
            }],
        };
        let mut builder = NetworkBuilder::new();
        let known = builder.disease("d", "", 0.1).unwrap();
        let unknown = builder.disease("e", "", 0.1).unwrap();
        facts.write(&mut builder, known).unwrap();
        let network = builder.build().unwrap();
        assert_eq!(Facts::read(network.disease_catalog(), known), facts);
        assert_eq!(Facts::read(network.disease_catalog(), unknown), Facts::default());
    }
}
