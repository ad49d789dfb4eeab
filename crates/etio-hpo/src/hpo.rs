//! An HPO network, ready for patients.

use std::sync::OnceLock;

use etio::{BuildError, FindingId, Network};
use etio_case::Reader;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::documents::{self, DocumentError, Meta};
use crate::model::{Graph, Knowledge, Model};
use crate::ontology::{Ontology, TermId};

/// A network of `etio import hpo` with its ontology.
#[derive(Debug)]
pub struct Hpo {
    reader: Reader,
    meta: Meta,
    ontology: Ontology,
    /// The findings and what they refine, numbered as in the network.
    graph: Graph,
    /// By term: its finding, where some disease shows the term or something below it.
    findings: Vec<Option<FindingId>>,
    /// Read when first needed: most answers do without.
    knowledge: OnceLock<Result<(Knowledge, Model), DocumentError>>,
}

impl Hpo {
    /// Reads what rides along with the network.
    pub fn new(network: &Network) -> Result<Self, DocumentError> {
        let meta = documents::read_meta(network)?;
        let ontology = documents::read_ontology(network)?;
        let findings: Vec<Option<FindingId>> =
            ontology.terms().iter().map(|term| network.finding(&term.id)).collect();
        let graph = documents::read_graph(network, &ontology)?;
        let reader = Reader::of(network).map_err(|error| DocumentError::Network(error.to_string()))?;
        Ok(Self { reader, meta, ontology, graph, findings, knowledge: OnceLock::new() })
    }

    /// The same with every prior wrong by a random factor of up to `factor` either way, always the
    /// same ones: what rests on priors that nobody knows?
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

    /// Where it comes from.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The terms.
    pub fn ontology(&self) -> &Ontology {
        &self.ontology
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

    /// What the network was made from, and how.
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
