//! A little world: a dozen terms, four diseases, and one of them in Orphanet too.

#![allow(dead_code)]

use std::collections::HashMap;

use etio_hpo::annotation::hpoa::{self, Annotations};
use etio_hpo::annotation::orphanet::{self, Mapping};
use etio_hpo::annotation::{genes, mondo, prevalence};
use etio_hpo::import::{Catalogue, ImportError, Imported, Inputs, PriorSource, import};
use etio_hpo::ontology::Ontology;
use etio_hpo::{Hpo, Patient, Settings, obo};

/// The ontology.
pub const OBO: &str = include_str!("../world/hp.obo");

pub const HEADER: &str = "database_id\tdisease_name\tqualifier\thpo_id\treference\tevidence\tonset\tfrequency\tsex\tmodifier\taspect\tbiocuration\n";

/// A row about a phenotype.
pub fn row(
    disease: &str,
    name: &str,
    qualifier: &str,
    term: &str,
    reference: &str,
    frequency: &str,
) -> String {
    format!("{disease}\t{name}\t{qualifier}\t{term}\t{reference}\tPCS\t\t{frequency}\t\t\tP\tHPO:x\n")
}

/// Twelve rows, of every fate but a few.
pub fn hpoa() -> String {
    include_str!("../world/phenotype.hpoa").to_owned()
}

pub const XREF: &str = include_str!("../world/orpha_xref.tsv");
pub const GENES: &str = include_str!("../world/genes_to_phenotype.txt");
pub const MONDO: &str = include_str!("../world/mondo.sssom.tsv");
pub const PREVALENCE: &str = include_str!("../world/orpha_prevalence.tsv");

pub fn ontology() -> Ontology {
    obo::read(OBO.as_bytes()).unwrap()
}

pub fn annotations(text: &str) -> Annotations {
    hpoa::read(text.as_bytes()).unwrap()
}

pub fn mappings() -> Vec<Mapping> {
    orphanet::read_mapping(XREF.as_bytes()).unwrap().0
}

/// Imports some annotations, merged with Orphanet.
pub fn try_import(hpoa: &str, catalogue: Catalogue) -> Result<Imported, ImportError> {
    try_import_with(hpoa, catalogue, PriorSource::Uniform)
}

/// The same with other priors.
pub fn try_import_with(
    hpoa: &str,
    catalogue: Catalogue,
    priors: PriorSource,
) -> Result<Imported, ImportError> {
    try_import_set(hpoa, catalogue, priors, Settings::default())
}

/// The same with other parameters of the model.
pub fn try_import_set(
    hpoa: &str,
    catalogue: Catalogue,
    priors: PriorSource,
    settings: Settings,
) -> Result<Imported, ImportError> {
    let prevalence: HashMap<_, _> = prevalence::read(PREVALENCE.as_bytes()).unwrap();
    import(&Inputs {
        ontology: &ontology(),
        annotations: &annotations(hpoa),
        mappings: &mappings(),
        mondo: &mondo::read(MONDO.as_bytes()).unwrap(),
        genes: &genes::read(GENES.as_bytes()).unwrap(),
        prevalence: &prevalence,
        catalogue,
        priors,
        settings,
    })
}

/// The little world as a network.
pub fn hpo() -> Hpo {
    Hpo::new(&try_import(&hpoa(), Catalogue::Merged).unwrap().network).unwrap()
}

/// A patient.
pub fn patient(present: &[&str], absent: &[&str]) -> Patient {
    let own = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect();
    Patient { id: "p".to_owned(), present: own(present), absent: own(absent), ..Patient::default() }
}
