//! Genes: which of a network's diseases each causes, how likely each is, and lists of them as evidence.

mod list;

use std::collections::HashMap;

use etio::{DiseaseId, Network};

pub use list::{GeneEvidence, GeneList, GeneListError};

use crate::Ranking;
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

    /// By gene: how likely any of its diseases is, in the unit of `by_disease`: the sum over them, less what
    /// that counts twice because two of them are present. `pairs` has how likely two diseases both are.
    pub(crate) fn any(&self, by_disease: &[f64], pairs: impl Iterator<Item = ([u32; 2], f64)>) -> Vec<f64> {
        let sum = |diseases: &Vec<u32>| diseases.iter().map(|&d| by_disease[d as usize]).sum();
        let mut any: Vec<f64> = self.diseases.iter().map(sum).collect();
        for ([a, b], both) in pairs {
            let (of_a, of_b) = (&self.of_disease[a as usize], &self.of_disease[b as usize]);
            of_a.iter().filter(|gene| of_b.contains(gene)).for_each(|&gene| any[gene as usize] -= both);
        }
        any.iter_mut().for_each(|any| *any = any.max(0.0));
        any
    }

    /// The `count` likeliest genes, likeliest first.
    pub fn best(&self, ranking: &Ranking, count: usize) -> Vec<RankedGene> {
        let any = self.any(&ranking.probabilities, ranking.pairs.iter().copied());
        let mut order: Vec<usize> = (0..any.len()).collect();
        order.sort_unstable_by(|&a, &b| any[b].total_cmp(&any[a]).then(a.cmp(&b)));
        order.truncate(count);
        order.into_iter().map(|gene| RankedGene { gene, posterior: any[gene].min(1.0) }).collect()
    }
}
