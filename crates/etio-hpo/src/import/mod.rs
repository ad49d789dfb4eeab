//! `etio import hpo`: ontology and annotations in, a noisy-or network out, with an account of every row.

mod account;
mod gather;
mod priors;
mod rows;

use std::collections::{BTreeMap, HashMap};

use etio::{BuildError, FindingId, Network, NetworkBuilder};

pub use account::{Account, Fate};
pub use priors::PriorSource;

use gather::Gathered;

use crate::annotation::genes::Gene;
use crate::annotation::hpoa::Annotations;
use crate::annotation::mondo::SameDisease;
use crate::annotation::orphanet::Mapping;
use crate::annotation::prevalence::Prevalence;
use crate::documents::{self, Meta};
use crate::model::{Model, Settings};
use crate::naming::Names;
use crate::ontology::{Ontology, TermId};
use crate::series;

/// Catalogue of the diseases that are diagnosed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Catalogue {
    /// OMIM diseases by their own rows.
    #[default]
    Omim,
    /// Orphanet diseases by their own rows.
    Orpha,
    /// OMIM diseases by their own rows and those of the same Orphanet disease.
    Merged,
    /// [`Merged`](Self::Merged), and the diseases that only Orphanet or DECIPHER describes.
    All,
}

impl Catalogue {
    /// Prefix of the ids of its diseases; for [`All`](Self::All), that of most.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Omim | Self::Merged | Self::All => "OMIM:",
            Self::Orpha => "ORPHA:",
        }
    }

    /// Whether OMIM's diseases take what Orphanet says about them.
    pub(crate) const fn is_merged(self) -> bool {
        matches!(self, Self::Merged | Self::All)
    }
}

/// Sources of a network.
#[derive(Debug)]
pub struct Inputs<'a> {
    /// The terms.
    pub ontology: &'a Ontology,
    /// Terms of each disease.
    pub annotations: &'a Annotations,
    /// Which Orphanet disease is which OMIM disease; needed for [`Catalogue::Merged`] and
    /// [`Catalogue::All`].
    pub mappings: &'a [Mapping],
    /// MONDO ids of diseases.
    pub mondo: &'a [SameDisease],
    /// The genes of each disease.
    pub genes: &'a BTreeMap<String, Vec<Gene>>,
    /// How common each Orphanet disease is.
    pub prevalence: &'a HashMap<String, Prevalence>,
    /// Diseases to rank.
    pub catalogue: Catalogue,
    /// Source of the priors.
    pub priors: PriorSource,
    /// The parameters of the model.
    pub settings: Settings,
}

/// Why there is no network.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// No disease is left.
    #[error(
        "no {prefix}* disease has a usable annotation; {used_up} of {rows} rows were dropped, see the list of dropped rows"
    )]
    NoDiseases {
        /// Prefix of the ids.
        prefix: &'static str,
        /// Rows that were dropped.
        used_up: usize,
        /// Rows in the file.
        rows: usize,
    },
    /// A merged catalogue without a mapping.
    #[error("bringing OMIM and Orphanet together needs the mapping between them (`--xref`)")]
    NoMapping,
    /// The network refused a member: an id or a number that cannot be.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// A network with the account of what it was made from.
#[derive(Debug)]
pub struct Imported {
    /// The network.
    pub network: Network,
    /// Fate of every row.
    pub account: Account,
}

/// Builds the network.
pub fn import(inputs: &Inputs<'_>) -> Result<Imported, ImportError> {
    if inputs.catalogue.is_merged() && inputs.mappings.is_empty() {
        return Err(ImportError::NoMapping);
    }
    let (selected, mut account) = rows::select(inputs);
    if selected.diseases.is_empty() {
        let (used_up, rows) = (account.dropped(), account.rows);
        return Err(ImportError::NoDiseases { prefix: inputs.catalogue.prefix(), used_up, rows });
    }
    let names = Names::new(selected.terms.iter().enumerate().flat_map(|(number, &term)| {
        let term = inputs.ontology.term(term);
        std::iter::once(&term.name)
            .chain(&term.synonyms)
            .map(move |name| (name.as_str(), number as u32))
            .collect::<Vec<_>>()
    }));
    let disease_names: Vec<&str> =
        selected.diseases.iter().map(|id| inputs.annotations.names[*id].as_str()).collect();
    let stems: Vec<Option<String>> = disease_names.iter().map(|name| series::stem(name)).collect();
    let facts = Gathered::new(inputs);
    let knowledge = rows::knowledge(inputs, &facts, &selected, &names, &disease_names, &stems);
    let (model, links) = Model::with_links(&knowledge);
    let mut builder = NetworkBuilder::new();
    let priors = priors::priors(inputs, &facts, &selected.diseases);
    let mut diseases = Vec::with_capacity(priors.len());
    for (at, &prior) in priors.iter().enumerate() {
        let disease = builder.disease(selected.diseases[at], disease_names[at], prior)?;
        if let Some(stem) = stems[at].as_deref().filter(|_| knowledge.is_in_series(at as u32)) {
            builder.disease_attribute(disease, SERIES, stem)?;
        }
        facts.of(selected.diseases[at]).write(&mut builder, disease)?;
        diseases.push(disease);
    }
    let findings = add_findings(&mut builder, inputs.ontology, &selected.terms, &model)?;
    for (&disease, links) in diseases.iter().zip(links) {
        let sources = knowledge.sources_of(disease.index() as u32);
        for (term, probability) in links {
            let link = builder.link(disease, findings[term as usize], probability)?;
            if let Some(references) = sources.get(&term) {
                builder.link_attribute(link, "source", references)?;
            }
        }
    }
    let term_ids: Vec<&str> =
        selected.terms.iter().map(|&term| inputs.ontology.term(term).id.as_str()).collect();
    for (name, bytes) in
        documents::write(inputs.ontology, &knowledge, &term_ids, &selected.diseases, &Meta::new(inputs))
    {
        builder.document(name, bytes);
    }
    let network = builder.build()?;
    account.diseases = network.disease_count();
    account.findings = network.finding_count();
    account.links = network.link_count();
    account.series = knowledge.series_count();
    Ok(Imported { network, account })
}

/// The column that names a disease's phenotypic series.
pub(crate) const SERIES: &str = "series";

fn add_findings(
    builder: &mut NetworkBuilder,
    ontology: &Ontology,
    terms: &[TermId],
    model: &Model,
) -> Result<Vec<FindingId>, BuildError> {
    let mut findings = Vec::with_capacity(terms.len());
    for (number, &term) in terms.iter().enumerate() {
        let term = ontology.term(term);
        let finding = builder.finding(&term.id, &term.name, model.leak(number))?;
        // Parents come first; one that is not a finding is above the phenotypes.
        let parents: Vec<&str> = term
            .parents
            .iter()
            .map(|&parent| ontology.term(parent).id.as_str())
            .filter(|parent| builder.finding_by_id(parent).is_some())
            .collect();
        if !parents.is_empty() {
            builder.finding_attribute(finding, "parent", &parents.join("|"))?;
        }
        if !term.synonyms.is_empty() {
            builder.finding_attribute(finding, "synonyms", &term.synonyms.join("|"))?;
        }
        findings.push(finding);
    }
    Ok(findings)
}
