//! Diseases that belong together: of one gene, or of one phenotypic series.

use etio::DiseaseId;
use serde::Serialize;

use super::{Clinic, Diagnosis};
use crate::import::SERIES;
use crate::rank::stated;

/// Other diseases that share a gene or a series with one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Together {
    /// The gene or series that they share.
    pub shared: Shared,
    /// The gene's symbol, or the name of the series.
    pub name: String,
    /// How likely it is that it is any of them, the disease itself included.
    pub probability: f64,
    /// The others that rank best.
    pub others: Vec<Sibling>,
    /// How many more there are.
    pub more: usize,
}

/// A gene or series that diseases share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shared {
    /// A gene.
    Gene,
    /// A phenotypic series.
    Series,
}

/// One of several diseases, where it ranks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sibling {
    /// Its id.
    pub disease: String,
    /// Its name.
    pub name: String,
    /// Its place, from one.
    pub rank: usize,
    /// How likely it is.
    pub probability: f64,
}

/// Siblings listed of each gene and series.
const LISTED: usize = 4;

impl Clinic<'_> {
    /// Diseases with their places, best first. `order` is the place of every disease.
    pub(super) fn siblings(
        &self,
        diagnosis: &Diagnosis,
        order: &[u32],
        diseases: impl Iterator<Item = DiseaseId>,
    ) -> Vec<Sibling> {
        let network = self.hpo.network();
        let mut siblings: Vec<Sibling> = diseases
            .map(|disease| Sibling {
                disease: network.disease_id(disease).to_owned(),
                name: network.disease_name(disease).to_owned(),
                rank: order[disease.index()] as usize,
                probability: diagnosis.probabilities[disease.index()],
            })
            .collect();
        siblings.sort_by_key(|sibling| sibling.rank);
        siblings
    }

    /// The groups that a disease belongs to, by gene and by series.
    pub(super) fn together(&self, diagnosis: &Diagnosis, order: &[u32], disease: DiseaseId) -> Vec<Together> {
        let genes = self.hpo.genes();
        let mut found: Vec<Together> = Vec::new();
        let mut add = |shared, name: &str, members: Vec<DiseaseId>| {
            if members.len() < 2 {
                return;
            }
            let probability = stated(diagnosis.ranking.any_of(&members));
            let others = members.into_iter().filter(|&other| other != disease);
            let mut others = self.siblings(diagnosis, order, others);
            let more = others.len().saturating_sub(LISTED);
            others.truncate(LISTED);
            found.push(Together { shared, name: name.to_owned(), probability, others, more });
        };
        for &gene in genes.of_disease(disease) {
            let members = genes.diseases(gene as usize).collect();
            add(Shared::Gene, &genes.gene(gene as usize).symbol, members);
        }
        let network = self.hpo.network();
        let catalog = network.disease_catalog();
        if let Some(series) = catalog.attribute(disease.index(), SERIES) {
            let is_member = |d: &DiseaseId| catalog.attribute(d.index(), SERIES) == Some(series);
            add(Shared::Series, series, network.diseases().filter(is_member).collect());
        }
        found
    }
}
