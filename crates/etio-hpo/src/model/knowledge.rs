//! All that is known about the diseases of a network, row by row, with who said it.

use std::collections::HashMap;

use super::{Graph, Settings};
use crate::annotation::frequency::{Counts, Frequency};
use crate::annotation::genes::Gene;
use crate::annotation::hpoa::Sex;
use crate::annotation::orphanet::Relation;

/// One annotation of a source disease.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SourceRow {
    pub(crate) term: u32,
    pub(crate) frequency: Frequency,
    /// The frequency as the file writes it, and whether it says `NOT`.
    pub(crate) written: Box<str>,
    pub(crate) negated: bool,
    /// The sex that the row is about.
    pub(crate) sex: Option<Sex>,
    /// The term for the age at which the finding begins; empty if not stated.
    pub(crate) onset: Box<str>,
    /// Positions in [`Knowledge::references`].
    pub(crate) references: Vec<u32>,
}

/// A disease as one catalogue describes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub(crate) id: String,
    /// In ascending order of term.
    pub(crate) rows: Vec<SourceRow>,
}

impl Source {
    fn is_orphanet(&self) -> bool {
        self.id.starts_with("ORPHA:")
    }
}

/// A disease of the network by what it rests on.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownDisease {
    /// Its own source.
    pub(crate) own: u32,
    /// Sources of the same disease or a near one.
    pub(crate) mapped: Vec<(u32, Relation)>,
    /// Terms in its name.
    pub(crate) named: Vec<u32>,
    /// Terms that are all of its name.
    pub(crate) titled: Vec<u32>,
    /// Its kin, by position in [`Knowledge::kin`].
    pub(crate) kin: Vec<u32>,
}

/// Why diseases are kin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bond {
    /// One phenotypic series.
    Series,
    /// One gene.
    Gene,
}

/// Diseases that resemble each other, two at least.
#[derive(Clone, Debug)]
pub(crate) struct Kin {
    pub(crate) bond: Bond,
    pub(crate) members: Vec<u32>,
}

/// Sources of the network.
#[derive(Clone, Debug, Default)]
pub(crate) struct Knowledge {
    pub(crate) settings: Settings,
    pub(crate) graph: Graph,
    pub(crate) sources: Vec<Source>,
    pub(crate) diseases: Vec<KnownDisease>,
    /// Series, and the diseases of each gene.
    pub(crate) kin: Vec<Kin>,
    /// Publications and databases, each once.
    pub(crate) references: Vec<String>,
    reference_numbers: HashMap<String, u32>,
    /// By reference: the diseases with a row that cites it.
    citing: HashMap<u32, Vec<u32>>,
}

/// A term and how often a disease shows it.
pub(crate) type Frequent = (u32, f64);

/// Findings of a disease by its annotations, before anything is borrowed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Shape {
    /// The annotated terms in ascending order.
    pub(crate) direct: Vec<Frequent>,
    /// Those and their ancestors, each with the largest frequency at or below it, in ascending order.
    pub(crate) spread: Vec<Frequent>,
    /// The number of terms that a patient is expected to show.
    pub(crate) expected: f64,
}

/// Collects references and sources.
#[derive(Debug, Default)]
pub(crate) struct KnowledgeBuilder {
    knowledge: Knowledge,
}

impl KnowledgeBuilder {
    pub(crate) fn new(settings: Settings, graph: Graph) -> Self {
        Self { knowledge: Knowledge { settings, graph, ..Knowledge::default() } }
    }

    /// The number of a reference.
    pub(crate) fn reference(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.knowledge.reference_numbers.get(name) {
            return number;
        }
        let number = self.knowledge.references.len() as u32;
        self.knowledge.references.push(name.to_owned());
        self.knowledge.reference_numbers.insert(name.to_owned(), number);
        number
    }

    /// Adds a source and returns its number.
    pub(crate) fn source(&mut self, mut source: Source) -> u32 {
        source.rows.sort_by_key(|row| row.term);
        self.knowledge.sources.push(source);
        self.knowledge.sources.len() as u32 - 1
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.knowledge.graph
    }

    pub(crate) fn disease(&mut self, disease: KnownDisease) {
        self.knowledge.diseases.push(disease);
    }

    /// Puts diseases of the same stem into series and those of the same gene together, both in the order
    /// of the diseases, and indexes citations.
    pub(crate) fn build<'a>(
        mut self,
        stems: impl IntoIterator<Item = Option<&'a str>>,
        genes: impl IntoIterator<Item = Vec<Gene>>,
    ) -> Knowledge {
        let knowledge = &mut self.knowledge;
        knowledge.add_kin(Bond::Series, stems.into_iter().map(|stem| stem.into_iter().collect()));
        knowledge.add_kin(Bond::Gene, genes.into_iter());
        for (disease, known) in knowledge.diseases.iter().enumerate() {
            let sources = std::iter::once(known.own).chain(known.mapped.iter().map(|&(source, _)| source));
            for source in sources {
                let rows = &knowledge.sources[source as usize].rows;
                for &reference in rows.iter().flat_map(|row| &row.references) {
                    let citing = knowledge.citing.entry(reference).or_default();
                    if citing.last() != Some(&(disease as u32)) {
                        citing.push(disease as u32);
                    }
                }
            }
        }
        self.knowledge
    }
}

impl Knowledge {
    /// Adds the groups of diseases, two at least, that share something. `shared` is what each disease has.
    fn add_kin<K: std::hash::Hash + Eq + Clone>(&mut self, bond: Bond, shared: impl Iterator<Item = Vec<K>>) {
        let mut members: HashMap<K, Vec<u32>> = HashMap::new();
        let mut order = Vec::new();
        for (disease, list) in shared.enumerate() {
            for key in list {
                let group = members.entry(key.clone()).or_default();
                if group.is_empty() {
                    order.push(key);
                }
                group.push(disease as u32);
            }
        }
        for group in order.iter().filter_map(|key| members.remove(key)).filter(|group| group.len() > 1) {
            for &member in &group {
                self.diseases[member as usize].kin.push(self.kin.len() as u32);
            }
            self.kin.push(Kin { bond, members: group });
        }
    }

    /// Whether a disease is one of a phenotypic series.
    pub(crate) fn is_in_series(&self, disease: u32) -> bool {
        let kin = self.diseases[disease as usize].kin.iter();
        kin.into_iter().any(|&kin| self.kin[kin as usize].bond == Bond::Series)
    }

    /// How many phenotypic series there are.
    pub(crate) fn series_count(&self) -> usize {
        self.kin.iter().filter(|kin| kin.bond == Bond::Series).count()
    }

    /// The number of a reference that some annotation cites.
    pub(crate) fn reference(&self, name: &str) -> Option<u32> {
        self.reference_numbers.get(name).copied()
    }

    /// The diseases with an annotation that cites one of these, in ascending order.
    pub(crate) fn citing(&self, references: &[u32]) -> Vec<u32> {
        let mut diseases: Vec<u32> =
            references.iter().filter_map(|r| self.citing.get(r)).flatten().copied().collect();
        diseases.sort_unstable();
        diseases.dedup();
        diseases
    }

    /// Whether a disease is described by Orphanet's own rows.
    pub(crate) fn is_orphanet(&self, disease: u32) -> bool {
        self.sources[self.diseases[disease as usize].own as usize].is_orphanet()
    }

    /// For each annotated term of a disease, who says so: references of its own rows, or the
    /// catalogue they come from.
    pub(crate) fn sources_of(&self, disease: u32) -> HashMap<u32, String> {
        let known = &self.diseases[disease as usize];
        let sources = std::iter::once(known.own).chain(known.mapped.iter().map(|&(source, _)| source));
        let mut texts: HashMap<u32, Vec<&str>> = HashMap::new();
        for row in sources.flat_map(|source| &self.sources[source as usize].rows) {
            let list = texts.entry(row.term).or_default();
            for &reference in &row.references {
                let name = self.references[reference as usize].as_str();
                if !list.contains(&name) {
                    list.push(name);
                }
            }
        }
        texts.into_iter().map(|(term, list)| (term, list.join(";"))).collect()
    }

    /// The rows of a disease about one term, those of its own source first, each with its source and how
    /// that relates to the disease; `None` for the disease's own.
    pub(crate) fn rows_about(
        &self,
        disease: u32,
        term: u32,
    ) -> impl Iterator<Item = (&SourceRow, &Source, Option<Relation>)> {
        let known = &self.diseases[disease as usize];
        let own = std::iter::once((known.own, None));
        let mapped = known.mapped.iter().map(|&(source, relation)| (source, Some(relation)));
        own.chain(mapped).flat_map(move |(source, relation)| {
            let source = &self.sources[source as usize];
            let start = source.rows.partition_point(|row| row.term < term);
            let rows = source.rows[start..].iter().take_while(move |row| row.term == term);
            rows.map(move |row| (row, source, relation))
        })
    }

    /// The terms that some row of a disease says it shows, each once, in ascending order.
    pub(crate) fn annotated(&self, disease: u32) -> Vec<u32> {
        let known = &self.diseases[disease as usize];
        let sources = std::iter::once(known.own).chain(known.mapped.iter().map(|&(source, _)| source));
        let rows = sources.flat_map(|source| &self.sources[source as usize].rows);
        let shown = rows.filter(|row| row.frequency.counts(&self.settings).observed > 0.0);
        let mut terms: Vec<u32> = shown.map(|row| row.term).collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// Findings of a disease without the rows that cite one of `without`.
    pub(crate) fn shape(&self, disease: u32, without: &[u32]) -> Shape {
        let direct = self.direct(disease, without);
        let expected = direct.iter().map(|&(_, v)| v).sum();
        Shape { spread: self.spread(&direct), direct, expected }
    }

    /// Findings of a disease by the rows of its own catalogue alone, with all ancestors.
    pub(crate) fn own_spread(&self, disease: u32) -> Vec<Frequent> {
        let mut found = Vec::new();
        self.pool(self.diseases[disease as usize].own, 1.0, &[], &mut found);
        self.spread(&found)
    }

    /// Terms and their ancestors, each with the largest frequency at or below it, in ascending order.
    fn spread(&self, direct: &[Frequent]) -> Vec<Frequent> {
        let mut spread = direct.to_vec();
        for &(term, v) in direct {
            spread.extend(self.graph.ancestors(term as usize).iter().map(|&ancestor| (ancestor, v)));
        }
        largest(spread)
    }

    fn direct(&self, disease: u32, without: &[u32]) -> Vec<Frequent> {
        let known = &self.diseases[disease as usize];
        let mut found: Vec<Frequent> = Vec::new();
        self.pool(known.own, 1.0, without, &mut found);
        for &(source, relation) in &known.mapped {
            let weight = match relation {
                Relation::Exact => self.settings.exact_weight,
                Relation::Broader => self.settings.broader_weight,
                Relation::Narrower => self.settings.narrower_weight,
            };
            self.pool(source, weight, without, &mut found);
        }
        if self.settings.named > 0.0 {
            found.extend(known.named.iter().map(|&term| (term, self.settings.named)));
            found.extend(known.titled.iter().map(|&term| (term, self.settings.titled)));
        }
        largest(found)
    }

    /// Pools the rows of each term of a source and smooths the sum.
    fn pool(&self, source: u32, weight: f64, without: &[u32], found: &mut Vec<Frequent>) {
        if weight <= 0.0 {
            return;
        }
        let source = &self.sources[source as usize];
        let smoothing =
            if source.is_orphanet() { self.settings.orphanet_smoothing } else { self.settings.smoothing };
        for rows in source.rows.chunk_by(|a, b| a.term == b.term) {
            let mut counts = Counts::default();
            for row in rows.iter().filter(|row| !row.references.iter().any(|r| without.contains(r))) {
                counts.add(row.frequency.counts(&self.settings));
            }
            let v = weight * counts.smoothed(smoothing);
            if v > 0.0 {
                found.push((rows[0].term, v.min(1.0)));
            }
        }
    }
}

/// Each term once with its largest frequency, in ascending order.
pub(super) fn largest(mut list: Vec<Frequent>) -> Vec<Frequent> {
    list.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    list.dedup_by_key(|entry| entry.0);
    list
}
