//! Terms by their names: in those of diseases ("Cardiomyopathy, dilated, 1A" shows dilated
//! cardiomyopathy, whoever annotated it), and as patients' records state them.

use std::collections::{HashMap, HashSet};

use etio::Network;

use crate::ontology::{Ontology, TermId};

/// Terms by name and exact synonym.
#[derive(Debug, Default)]
pub(crate) struct TermNames {
    terms: HashMap<String, TermId>,
}

impl TermNames {
    /// The names of the ontology, and the synonyms that the network's findings have.
    pub(crate) fn of(ontology: &Ontology, network: &Network) -> Self {
        let mut terms: HashMap<String, TermId> = HashMap::new();
        for finding in network.findings() {
            let Some(term) = ontology.resolve(network.finding_id(finding)).term() else { continue };
            let synonyms = network.finding_catalog().attribute(finding.index(), "synonyms");
            for synonym in synonyms.unwrap_or_default().split('|') {
                terms.entry(synonym.to_lowercase()).or_insert(term);
            }
        }
        // A name counts for more than another term's synonym.
        for term in ontology.terms() {
            if let Some(id) = ontology.resolve(&term.id).term() {
                terms.insert(term.name.to_lowercase(), id);
            }
        }
        terms.remove("");
        Self { terms }
    }

    /// The term with this name, in any case.
    pub(crate) fn find(&self, name: &str) -> Option<TermId> {
        self.terms.get(&name.trim().to_lowercase()).copied()
    }

    /// The most similar name, if one is similar enough to be a slip.
    pub(crate) fn nearest(&self, name: &str) -> Option<TermId> {
        let name = name.trim().to_lowercase();
        let similar =
            self.terms.iter().map(|(known, &term)| (strsim::jaro_winkler(known, &name), known, term));
        let best = similar.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))?;
        (best.0 > 0.9).then_some(best.2)
    }
}

/// Finds terms by their words in any order, so that inverted names match.
#[derive(Debug, Default)]
pub struct Names {
    /// Each phrase under its rarest word: all its words, and its term.
    phrases: HashMap<String, Vec<(Vec<String>, u32)>>,
}

impl Names {
    /// Indexes names and synonyms, each with the number of its term.
    pub fn new<'a>(names: impl IntoIterator<Item = (&'a str, u32)>) -> Self {
        let mut all: Vec<(Vec<String>, u32)> = Vec::new();
        let mut uses: HashMap<String, usize> = HashMap::new();
        for (name, term) in names {
            let words = content_words(name);
            // A single short word ("pain", "mass") is too easily part of something else.
            if words.is_empty() || (words.len() == 1 && words[0].len() < 5) {
                continue;
            }
            for word in &words {
                *uses.entry(word.clone()).or_default() += 1;
            }
            all.push((words, term));
        }
        let mut phrases: HashMap<String, Vec<(Vec<String>, u32)>> = HashMap::new();
        for (words, term) in all {
            if let Some(rarest) = words.iter().min_by_key(|word| (uses[*word], *word)) {
                phrases.entry(rarest.clone()).or_default().push((words, term));
            }
        }
        Self { phrases }
    }

    /// The terms that a disease's name mentions, each once.
    pub fn find(&self, name: &str) -> Vec<u32> {
        self.find_with(name, &[])
    }

    /// The terms mentioned in a disease's name that make up all of its stem: "Optic atrophy 12" is
    /// optic atrophy and nothing else.
    pub fn find_whole(&self, name: &str, stem: &str) -> Vec<u32> {
        let stem = content_words(stem);
        if stem.is_empty() { Vec::new() } else { self.find_with(name, &stem) }
    }

    /// Terms whose words are all in the name and among whose words are all of `needed`.
    fn find_with(&self, name: &str, needed: &[String]) -> Vec<u32> {
        let words: HashSet<String> = content_words(&affirmed(name)).into_iter().collect();
        let mut found: Vec<u32> = words
            .iter()
            .filter_map(|word| self.phrases.get(word))
            .flatten()
            .filter(|(phrase, _)| phrase.iter().all(|word| words.contains(word)))
            .filter(|(phrase, _)| needed.iter().all(|word| phrase.contains(word)))
            .map(|&(_, term)| term)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The name up to a "without"; "with or without" promises nothing but names what may be seen.
fn affirmed(name: &str) -> String {
    let name = name.to_lowercase().replace("with or without ", "with ").replace("without or with ", "with ");
    match name.split_once("without") {
        Some((before, _)) => before.to_owned(),
        None => name,
    }
}

const EMPTY: [&str; 13] =
    ["of", "the", "a", "an", "with", "or", "without", "and", "in", "to", "due", "by", "type"];

/// Distinct words in lower case without plural endings and words that carry no meaning.
fn content_words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace("'s", "");
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .map(singular)
        .filter(|word| !word.is_empty() && !EMPTY.contains(&word.as_str()))
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn singular(word: &str) -> String {
    let plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    let stem = &word[..word.len() - usize::from(plural)];
    if plural && stem.chars().rev().take(3).all(|c| c.is_ascii_lowercase()) { stem } else { word }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_order() {
        let names = Names::new([
            ("Dilated cardiomyopathy", 1),
            ("Cardiomyopathy", 2),
            ("Hearing impairment", 3),
            ("Deafness", 3),
            ("Seizures", 4),
            ("Mass", 5),
        ]);
        assert_eq!(names.find("Cardiomyopathy, dilated, 1A"), [1, 2]);
        assert_eq!(names.find("Deafness, autosomal recessive 12"), [3]);
        assert_eq!(names.find("Developmental delay with or without seizure"), [4]);
        assert_eq!(names.find("Sclerosis without seizures"), [0u32; 0]);
        assert_eq!(names.find("Body mass index"), [0u32; 0]);
        assert_eq!(names.find_whole("Cardiomyopathy, dilated, 1A", "cardiomyopathy dilated"), [1]);
        assert_eq!(names.find_whole("Deafness, autosomal recessive 12", "deafness"), [3]);
        assert_eq!(names.find_whole("Deafness with seizures", "deafness with seizures"), [0u32; 0]);
        assert_eq!(names.find_whole("Deafness", ""), [0u32; 0]);
    }
}
