//! Genes: which of a network's diseases each causes, how likely each is, and lists of them as evidence.

mod list;

use std::collections::HashMap;

use etio::{DiseaseId, Network};

pub use list::{GeneEvidence, GeneList, GeneListError};

pub use crate::annotation::genes::Gene;
use crate::facts::Facts;

/// The genes of a network's diseases.
#[derive(Debug, Default)]
pub struct Genes {
    list: Vec<Gene>,
    /// By gene: its diseases, in ascending order.
    diseases: Vec<Vec<u32>>,
    /// By disease: its genes.
    of_disease: Vec<Vec<u32>>,
}

/// A gene with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedGene {
    /// Its position among the network's genes.
    pub gene: usize,
    /// The posterior that one of its diseases is present.
    pub posterior: f64,
}

impl Genes {
    /// The genes of a network; none if it was made without them.
    pub(crate) fn of(network: &Network) -> Self {
        let mut genes = Self::default();
        let mut numbers: HashMap<Gene, u32> = HashMap::new();
        for disease in network.diseases() {
            let facts = Facts::read(network.disease_catalog(), disease);
            let of_disease = facts.genes.into_iter().map(|gene| {
                *numbers.entry(gene).or_insert_with_key(|gene| {
                    genes.list.push(gene.clone());
                    genes.diseases.push(Vec::new());
                    genes.list.len() as u32 - 1
                })
            });
            let of_disease: Vec<u32> = of_disease.collect();
            for &gene in &of_disease {
                genes.diseases[gene as usize].push(disease.index() as u32);
            }
            genes.of_disease.push(of_disease);
        }
        genes
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether the network knows no gene.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A gene by its position.
    pub fn gene(&self, at: usize) -> &Gene {
        &self.list[at]
    }

    /// The positions of a disease's genes.
    pub fn of_disease(&self, disease: DiseaseId) -> &[u32] {
        self.of_disease.get(disease.index()).map_or(&[], Vec::as_slice)
    }

    /// The diseases of a gene.
    pub fn diseases(&self, gene: usize) -> impl Iterator<Item = DiseaseId> {
        self.diseases[gene].iter().map(|&disease| DiseaseId::new(disease))
    }

    /// By gene: the sum over its diseases, which is the probability that any of them is present where
    /// at most one is.
    pub fn sums(&self, by_disease: &[f64]) -> Vec<f64> {
        let sum = |diseases: &Vec<u32>| diseases.iter().map(|&d| by_disease[d as usize]).sum();
        self.diseases.iter().map(sum).collect()
    }

    /// The `count` likeliest genes, likeliest first, by the posteriors of the diseases.
    pub fn best(&self, by_disease: &[f64], count: usize) -> Vec<RankedGene> {
        let sums = self.sums(by_disease);
        let mut order: Vec<usize> = (0..sums.len()).collect();
        order.sort_unstable_by(|&a, &b| sums[b].total_cmp(&sums[a]).then(a.cmp(&b)));
        order.truncate(count);
        order.into_iter().map(|gene| RankedGene { gene, posterior: sums[gene].min(1.0) }).collect()
    }
}
