//! Companion files of an HPO network: the ontology, the annotations row by row, and where they come
//! from. With them an evaluation can redo the links of a disease without some publications.

use std::collections::HashMap;
use std::fmt::Write as _;

use etio::Network;
use serde::{Deserialize, Serialize};

use crate::annotation::frequency::Frequency;
use crate::annotation::hpoa::Sex;
use crate::annotation::orphanet::Relation;
use crate::facts::Facts;
use crate::import::{Catalogue, Inputs, SERIES};
use crate::model::{Graph, Knowledge, KnowledgeBuilder, KnownDisease, Settings, Source, SourceRow};
use crate::ontology::Ontology;

const META: &str = "meta.json";
const ONTOLOGY: &str = "ontology.tsv";
const ANNOTATIONS: &str = "annotations.tsv";
const RELATIONS: &str = "relations.tsv";

/// Provenance of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meta {
    /// Always `hpo`.
    pub kind: String,
    /// The release of the ontology.
    pub hpo_version: String,
    /// The release of the annotations.
    pub hpoa_version: String,
    /// Diseases that are ranked.
    pub catalogue: Catalogue,
    /// The parameters of the model.
    pub settings: Settings,
    /// Attributions that the sources require.
    pub acknowledgement: String,
}

impl Meta {
    pub(crate) fn new(inputs: &Inputs<'_>) -> Self {
        Self {
            kind: "hpo".to_owned(),
            hpo_version: inputs.ontology.version.clone(),
            hpoa_version: inputs.annotations.version.clone(),
            catalogue: inputs.catalogue,
            settings: inputs.settings,
            acknowledgement:
                "Human Phenotype Ontology (hpo.jax.org) and its annotations; Orphadata (CC BY 4.0)".to_owned(),
        }
    }

    /// The versions in a few words, for every answer.
    pub fn versions(&self) -> String {
        format!("HPO {}, annotations {}", self.hpo_version, self.hpoa_version)
    }
}

/// A problem with the documents of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// Not a network of `etio import hpo`.
    #[error("the network was not made by `etio import hpo`: it has no {document}")]
    Missing {
        /// The missing companion file.
        document: &'static str,
    },
    /// A document that cannot be used.
    #[error("{document} of the network, line {line}: {problem}")]
    Damaged {
        /// The file.
        document: &'static str,
        /// The line, counted from one.
        line: usize,
        /// The problem.
        problem: String,
    },
    /// A network whose cases cannot be read.
    #[error("the network cannot be used: {0}")]
    Network(String),
}

/// Writes the documents.
pub(crate) fn write(
    ontology: &Ontology,
    knowledge: &Knowledge,
    term_ids: &[&str],
    disease_ids: &[&str],
    meta: &Meta,
) -> Vec<(&'static str, Vec<u8>)> {
    let mut annotations = String::from("source\tterm\tqualifier\tfrequency\tsex\tonset\treferences\n");
    for source in &knowledge.sources {
        for row in &source.rows {
            let references: Vec<&str> =
                row.references.iter().map(|&r| knowledge.references[r as usize].as_str()).collect();
            let (term, references) = (term_ids[row.term as usize], references.join(";"));
            let qualifier = if row.negated { "NOT" } else { "" };
            let sex = row.sex.map_or("", Sex::word);
            let _ = writeln!(
                annotations,
                "{}\t{term}\t{qualifier}\t{}\t{sex}\t{}\t{references}",
                source.id, row.written, row.onset
            );
        }
    }
    let mut relations = String::from("disease\trelation\tother\n");
    for (&id, disease) in disease_ids.iter().zip(&knowledge.diseases) {
        for &(source, relation) in &disease.mapped {
            let other = &knowledge.sources[source as usize].id;
            let _ = writeln!(relations, "{id}\t{}\t{other}", relation.word());
        }
        for &term in &disease.named {
            let _ = writeln!(relations, "{id}\tnamed\t{}", term_ids[term as usize]);
        }
        for &term in &disease.titled {
            let _ = writeln!(relations, "{id}\ttitled\t{}", term_ids[term as usize]);
        }
    }
    let meta = serde_json::to_vec_pretty(meta).unwrap_or_default();
    vec![
        (META, meta),
        (ONTOLOGY, ontology.to_tsv().into_bytes()),
        (ANNOTATIONS, annotations.into_bytes()),
        (RELATIONS, relations.into_bytes()),
    ]
}

/// Provenance of a network that was made from HPO.
pub fn read_meta(network: &Network) -> Result<Meta, DocumentError> {
    let missing = DocumentError::Missing { document: ONTOLOGY };
    let Some(bytes) = network.document(META) else { return Err(missing) };
    if network.document(ONTOLOGY).is_none() {
        return Err(missing);
    }
    serde_json::from_slice(bytes).map_err(|e| DocumentError::Damaged {
        document: META,
        line: e.line(),
        problem: e.to_string(),
    })
}

pub(crate) fn read_ontology(network: &Network) -> Result<Ontology, DocumentError> {
    Ontology::from_tsv(text(network, ONTOLOGY)?).map_err(|e| DocumentError::Damaged {
        document: ONTOLOGY,
        line: 1,
        problem: e.to_string(),
    })
}

/// The findings and what they refine, numbered as in the network.
pub(crate) fn read_graph(network: &Network, ontology: &Ontology) -> Result<Graph, DocumentError> {
    let damaged = |problem| DocumentError::Damaged { document: ONTOLOGY, line: 1, problem };
    let mut parents: Vec<Vec<u32>> = Vec::with_capacity(network.finding_count());
    for finding in network.findings() {
        let id = network.finding_id(finding);
        let term = ontology.resolve(id).term().ok_or_else(|| damaged(format!("no term `{id}`")))?;
        let above: Vec<u32> = ontology
            .term(term)
            .parents
            .iter()
            .filter_map(|&parent| network.finding(&ontology.term(parent).id))
            .map(|parent| parent.index() as u32)
            .collect();
        if above.iter().any(|&parent| parent as usize >= finding.index()) {
            return Err(damaged(format!("finding `{id}` comes before what it refines")));
        }
        parents.push(above);
    }
    Ok(Graph::new(parents.iter().map(Vec::as_slice)))
}

fn text<'a>(network: &'a Network, document: &'static str) -> Result<&'a str, DocumentError> {
    let bytes = network.document(document).ok_or(DocumentError::Missing { document })?;
    std::str::from_utf8(bytes).map_err(|_| DocumentError::Damaged {
        document,
        line: 1,
        problem: "not UTF-8".to_owned(),
    })
}

/// Reads the annotations back, for other settings than the network's own where one likes.
pub(crate) fn read_knowledge(
    network: &Network,
    graph: Graph,
    settings: Settings,
) -> Result<Knowledge, DocumentError> {
    let mut builder = KnowledgeBuilder::new(settings, graph);
    let mut sources: HashMap<&str, u32> = HashMap::new();
    let mut open: Option<(&str, Vec<SourceRow>)> = None;
    for_each_row(
        network,
        ANNOTATIONS,
        |[id, term, qualifier, written, sex, onset, references]: [&str; 7]| {
            let negated = qualifier == "NOT";
            let row = SourceRow {
                term: network.finding(term).ok_or_else(|| format!("no finding `{term}`"))?.index() as u32,
                frequency: Frequency::of(negated, written)
                    .ok_or_else(|| format!("`{written}` is not a frequency"))?,
                written: written.into(),
                negated,
                sex: Sex::parse(sex),
                onset: onset.into(),
                references: references
                    .split(';')
                    .filter(|r| !r.is_empty())
                    .map(|r| builder.reference(r))
                    .collect(),
            };
            match &mut open {
                Some((current, rows)) if *current == id => rows.push(row),
                _ => {
                    if let Some((id, rows)) = open.replace((id, vec![row])) {
                        sources.insert(id, builder.source(Source { id: id.to_owned(), rows }));
                    }
                }
            }
            Ok(())
        },
    )?;
    if let Some((id, rows)) = open {
        sources.insert(id, builder.source(Source { id: id.to_owned(), rows }));
    }
    let mut known = vec![KnownDisease::default(); network.disease_count()];
    for (disease, known) in network.diseases().zip(&mut known) {
        let id = network.disease_id(disease);
        known.own = *sources.get(id).ok_or_else(|| DocumentError::Damaged {
            document: ANNOTATIONS,
            line: 1,
            problem: format!("no row about {id}"),
        })?;
    }
    for_each_row(network, RELATIONS, |[disease, relation, other]: [&str; 3]| {
        let disease = network.disease(disease).ok_or_else(|| format!("no disease `{disease}`"))?;
        let known = &mut known[disease.index()];
        if relation == "named" || relation == "titled" {
            let term = network.finding(other).ok_or_else(|| format!("no finding `{other}`"))?;
            let list = if relation == "named" { &mut known.named } else { &mut known.titled };
            list.push(term.index() as u32);
            return Ok(());
        }
        let relation = Relation::parse(relation).ok_or_else(|| format!("no relation `{relation}`"))?;
        let source = sources.get(other).ok_or_else(|| format!("no row about {other}"))?;
        known.mapped.push((*source, relation));
        Ok(())
    })?;
    for disease in known {
        builder.disease(disease);
    }
    let catalog = network.disease_catalog();
    let stems = network.diseases().map(|d| catalog.attribute(d.index(), SERIES));
    Ok(builder.build(stems, network.diseases().map(|d| Facts::read(catalog, d).genes)))
}

/// The rows below the header, cut into their columns.
fn for_each_row<'a, const N: usize>(
    network: &'a Network,
    document: &'static str,
    mut each: impl FnMut([&'a str; N]) -> Result<(), String>,
) -> Result<(), DocumentError> {
    for (at, line) in text(network, document)?.lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        <[&str; N]>::try_from(fields)
            .map_err(|fields| format!("{} columns, not {N}", fields.len()))
            .and_then(&mut each)
            .map_err(|problem| DocumentError::Damaged { document, line: at + 1, problem })?;
    }
    Ok(())
}
