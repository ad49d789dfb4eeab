//! An HPO network, ready for patients.

use std::collections::HashMap;
use std::sync::OnceLock;

use etio::{BuildError, DiseaseId, FindingId, Network};
use etio_case::Reader;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::annotation::orphanet::Relation;
use crate::documents::{self, DocumentError, Meta};
use crate::facts::Facts;
use crate::genes::{GeneEvidence, GeneList, GeneListError, Genes};
use crate::model::{Graph, Knowledge, Model};
use crate::naming::TermNames;
use crate::ontology::{Ontology, TermId};
use crate::rank::Ground;

/// Diseases by their ids in other catalogues.
type Elsewhere = HashMap<String, Vec<(Relation, DiseaseId)>>;

/// A network of `etio import hpo` with its ontology.
#[derive(Debug)]
pub struct Hpo {
    reader: Reader,
    meta: Meta,
    ontology: Ontology,
    /// The findings and what they refine, numbered as in the network.
    graph: Graph,
    /// By term: its finding, if some disease shows the term or something below it.
    findings: Vec<Option<FindingId>>,
    genes: OnceLock<Genes>,
    /// The list that is part of the evidence.
    gene_list: Option<GeneList>,
    /// By disease: log of the list's factor on its prior odds; empty without a list.
    listed: Vec<f64>,
    elsewhere: OnceLock<Elsewhere>,
    names: OnceLock<TermNames>,
    /// Read when first needed: most answers do without.
    knowledge: OnceLock<Result<(Knowledge, Model), DocumentError>>,
}

impl Hpo {
    /// Reads the companion files of the network.
    pub fn new(network: &Network) -> Result<Self, DocumentError> {
        let meta = documents::read_meta(network)?;
        let ontology = documents::read_ontology(network)?;
        let findings: Vec<Option<FindingId>> =
            ontology.terms().iter().map(|term| network.finding(&term.id)).collect();
        let graph = documents::read_graph(network, &ontology)?;
        let reader = Reader::of(network).map_err(|error| DocumentError::Network(error.to_string()))?;
        Ok(Self {
            reader,
            meta,
            ontology,
            graph,
            findings,
            genes: OnceLock::new(),
            gene_list: None,
            listed: Vec::new(),
            elsewhere: OnceLock::new(),
            names: OnceLock::new(),
            knowledge: OnceLock::new(),
        })
    }

    /// This network with a list of genes as evidence: the prior odds of each disease times the likelihood
    /// ratio of its genes.
    pub fn with_genes(self, list: &GeneList) -> Result<Self, GeneListError> {
        let genes = self.genes();
        if genes.is_empty() {
            return Err(GeneListError::NoGenes);
        }
        if !(0..genes.len()).any(|at| list.has(genes.gene(at))) {
            return Err(GeneListError::NoneKnown { listed: list.len() });
        }
        let network = self.network();
        let ratio = |disease: DiseaseId| {
            let of_disease = genes.of_disease(disease).iter().map(|&at| genes.gene(at as usize));
            list.likelihood_ratio(of_disease)
        };
        let ratios: Vec<f64> = network.diseases().map(ratio).collect();
        let priors = network.diseases().zip(&ratios).map(|(disease, ratio)| {
            let prior = network.prior(disease);
            let odds = prior / (1.0 - prior) * ratio;
            if odds.is_finite() { odds / (1.0 + odds) } else { 1.0 }
        });
        let priors = priors.collect();
        // Odds above zero make a probability below one: there is nothing to refuse.
        let network = network.with_priors(priors).unwrap_or_else(|_| network.clone());
        let listed = ratios.into_iter().map(f64::ln).collect();
        Ok(Self { reader: self.reader.on(network), gene_list: Some(list.clone()), listed, ..self })
    }

    /// How the list of genes that is part of the evidence counts, if there is one.
    pub fn gene_evidence(&self) -> Option<GeneEvidence> {
        let known = (0..self.genes().len()).map(|at| self.genes().gene(at));
        self.gene_list.as_ref().map(|list| list.evidence(known))
    }

    /// Log of the factor of the list of genes on the prior odds of a disease, if there is a list.
    pub(crate) fn listed(&self, disease: DiseaseId) -> Option<f64> {
        self.listed.get(disease.index()).copied()
    }

    /// What patients are ranked on.
    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground { network: self.network(), listed: &self.listed }
    }

    /// This network with each prior perturbed by a random factor of up to `factor` either way, always
    /// the same ones, to measure what depends on unknown priors.
    pub fn with_scrambled_priors(self, factor: f64) -> Result<Self, BuildError> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let spread = factor.max(1.0).ln();
        let network = self.network();
        let scrambled = network.diseases().map(|disease| {
            let off = spread * (2.0 * random.random::<f64>() - 1.0);
            (network.prior(disease) * off.exp()).min(0.5)
        });
        let reader = self.reader.on(network.with_priors(scrambled.collect())?);
        Ok(Self { reader, ..self })
    }

    /// The network itself.
    pub fn network(&self) -> &Network {
        self.reader.network()
    }

    /// Reads cases on the network.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Provenance of the network.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The terms.
    pub fn ontology(&self) -> &Ontology {
        &self.ontology
    }

    /// The genes of its diseases.
    pub fn genes(&self) -> &Genes {
        self.genes.get_or_init(|| Genes::of(self.network()))
    }

    /// Facts about a disease other than its findings.
    pub fn facts(&self, disease: DiseaseId) -> Facts {
        Facts::read(self.network().disease_catalog(), disease)
    }

    /// The diseases that an id stands for: the disease with that id, or those that are the same by
    /// MONDO's or Orphanet's mapping, or else those that Orphanet's entry is wider or narrower than.
    pub fn diseases_for(&self, id: &str) -> Vec<DiseaseId> {
        let id = id.trim();
        if let Some(disease) = self.network().disease(id) {
            return vec![disease];
        }
        let by_id = self.elsewhere.get_or_init(|| {
            let mut by_id = Elsewhere::new();
            for disease in self.network().diseases() {
                for other in self.facts(disease).elsewhere {
                    by_id.entry(other.id).or_default().push((other.relation, disease));
                }
            }
            by_id
        });
        // "Orphanet:558" is as usual as "ORPHA:558".
        let spelled = id.strip_prefix("Orphanet:").map(|number| format!("ORPHA:{number}"));
        let found = by_id.get(spelled.as_deref().unwrap_or(id)).map_or(&[][..], Vec::as_slice);
        let best = found.iter().map(|&(relation, _)| relation).min();
        let same =
            found.iter().filter(|(relation, _)| best == Some(*relation) || best != Some(Relation::Exact));
        same.map(|&(_, disease)| disease).collect()
    }

    /// The term with this name or exact synonym, in any case.
    pub fn term_by_name(&self, name: &str) -> Option<TermId> {
        self.term_names().find(name)
    }

    pub(crate) fn term_names(&self) -> &TermNames {
        self.names.get_or_init(|| TermNames::of(&self.ontology, self.network()))
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The findings that stand for a term: its own, or the nearest above it that some disease shows.
    pub(crate) fn findings_for(&self, term: TermId) -> Vec<FindingId> {
        let mut found = Vec::new();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match self.findings[term.index()] {
                Some(finding) if !found.contains(&finding) => found.push(finding),
                Some(_) => {}
                None => open.extend_from_slice(&self.ontology.term(term).parents),
            }
        }
        found
    }

    /// The finding of a term itself.
    pub(crate) fn finding(&self, term: TermId) -> Option<FindingId> {
        self.findings[term.index()]
    }

    /// Sources of the network, and the model that was made from them.
    pub(crate) fn knowledge(&self) -> Result<&(Knowledge, Model), DocumentError> {
        let read = || {
            let settings = self.meta.settings;
            let network = self.network();
            let knowledge = documents::read_knowledge(network, self.graph.clone(), settings)?;
            let background = network.findings().map(|f| network.leak(f) / settings.leak).collect();
            Ok((knowledge, Model::new(settings, background)))
        };
        self.knowledge.get_or_init(read).as_ref().map_err(Clone::clone)
    }
}
