//! The phrases people use for findings, as sets of stems: names and synonyms of the network, and its
//! `phrases.<language>.csv` with the columns `finding,phrases`.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use etio::{FindingId, Network};
use etio_case::DocumentError;
use etio_case::table::read_rules;

use super::vocabulary::Vocabulary;
use super::words::{Splitter, Word};

/// One way to say a finding.
#[derive(Clone, Debug)]
pub(crate) struct Phrase {
    pub(crate) finding: FindingId,
    /// The stems that carry its meaning, in their order.
    pub(crate) stems: Vec<String>,
    /// Whether they must stand side by side: "on edge" is more than an edge.
    pub(crate) is_exact: bool,
}

/// Words that belong to one finding and are listed for a second one.
#[derive(Clone, Debug)]
pub(crate) struct Contested {
    /// The words as written.
    pub(crate) phrase: String,
    /// The second finding.
    pub(crate) finding: FindingId,
    /// The finding that they belong to.
    pub(crate) owner: FindingId,
}

/// All phrases of a network.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    phrases: Vec<Phrase>,
    /// Phrases by each of their stems.
    by_stem: HashMap<String, Vec<usize>>,
    /// Every word of every phrase as written, for spelling.
    pub(crate) words: HashSet<String>,
    /// Phrases that two findings claim.
    pub(crate) contested: Vec<Contested>,
}

impl Lexicon {
    pub(crate) fn of(network: &Network, splitter: &Splitter, language: &str) -> Result<Self, DocumentError> {
        let mut lexicon = Self::default();
        let mut owners: HashMap<Vec<String>, FindingId> = HashMap::new();
        for finding in network.findings() {
            let synonyms =
                network.finding_catalog().attribute(finding.index(), "synonyms").unwrap_or_default();
            for phrase in std::iter::once(network.finding_name(finding)).chain(synonyms.split('|')) {
                lexicon.learn(splitter, &mut owners, finding, phrase);
            }
        }
        let document = format!("phrases.{language}.csv");
        let rows = read_rules(network, &document, &["finding", "phrases"], |row| {
            let id = row.get("finding");
            let finding = network.finding(id).ok_or_else(|| format!("no finding `{id}` in the network"))?;
            Ok((finding, row.get("phrases").to_owned()))
        })?;
        for (finding, phrases) in &rows {
            phrases.split('|').for_each(|phrase| lexicon.learn(splitter, &mut owners, *finding, phrase));
        }
        Ok(lexicon)
    }

    /// Learns a phrase. The first finding to claim one keeps it; `etio lint` names the second.
    fn learn(
        &mut self,
        splitter: &Splitter,
        owners: &mut HashMap<Vec<String>, FindingId>,
        finding: FindingId,
        phrase: &str,
    ) {
        let vocabulary = splitter.vocabulary();
        let words = splitter.split(phrase);
        let mut stems = meaning(vocabulary, &words);
        // One ordinary word among small ones means something only with them: "not getting pregnant".
        let denials = words.iter().filter(|w| vocabulary.scope_denials.has(&w.text)).count();
        // "Cold after cold" is more than a cold.
        let repeats = words.len() > words.iter().map(|w| &w.stem).collect::<HashSet<_>>().len();
        let is_exact = repeats
            || stems.len() == 1 + denials
                && words.len() > stems.len()
                && words
                    .iter()
                    .any(|w| stems.contains(&w.stem) && (vocabulary.is_word(&w.text) || w.text.len() < 4))
                && words.iter().any(|w| !vocabulary.scope_articles.has(&w.text) && !stems.contains(&w.stem));
        if is_exact {
            stems = words.iter().map(|w| w.stem.clone()).collect();
        }
        let mut key = stems.clone();
        key.sort_unstable();
        // Pain without a place says nothing: "aches and pains".
        let is_vague = matches!(&stems[..], [only] if vocabulary.word_vague.has(only));
        if stems.is_empty() || is_vague {
            return;
        }
        match owners.entry(key) {
            Entry::Vacant(free) => {
                free.insert(finding);
                self.add(Phrase { finding, stems, is_exact });
                self.words.extend(words.into_iter().map(|w| w.text));
            }
            Entry::Occupied(taken) if *taken.get() != finding => {
                let (phrase, owner) = (phrase.trim().to_owned(), *taken.get());
                self.contested.push(Contested { phrase, finding, owner });
            }
            Entry::Occupied(_) => {}
        }
    }

    fn add(&mut self, phrase: Phrase) {
        let at = self.phrases.len();
        for stem in &phrase.stems {
            let list = self.by_stem.entry(stem.clone()).or_default();
            if list.last() != Some(&at) {
                list.push(at);
            }
        }
        self.phrases.push(phrase);
    }

    /// Whether any phrase says a finding.
    pub(crate) fn says(&self, finding: FindingId) -> bool {
        self.phrases.iter().any(|phrase| phrase.finding == finding)
    }

    /// Whether any phrase uses a stem.
    pub(crate) fn knows(&self, stem: &str) -> bool {
        self.by_stem.contains_key(stem)
    }

    /// The phrases whose stems all occur among some words, each once.
    pub(crate) fn candidates<'a>(&'a self, stems: &HashSet<&str>) -> Vec<&'a Phrase> {
        let mut found: Vec<usize> =
            stems.iter().filter_map(|stem| self.by_stem.get(*stem)).flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        let phrases = found.into_iter().map(|at| &self.phrases[at]);
        let is_possible = |phrase: &&Phrase| phrase.stems.iter().all(|stem| stems.contains(stem.as_str()));
        phrases.filter(is_possible).collect()
    }
}

/// The stems that carry a phrase's meaning; all of them if every word is a filler.
fn meaning(v: &Vocabulary, words: &[Word]) -> Vec<String> {
    let stems = |keep: &dyn Fn(&Word) -> bool| {
        let mut stems: Vec<String> = Vec::new();
        for word in words.iter().filter(|w| keep(w)) {
            if !stems.contains(&word.stem) {
                stems.push(word.stem.clone());
            }
        }
        stems
    };
    let content = stems(&|w| !v.is_filler(&w.text));
    if content.is_empty() { stems(&|_| true) } else { content }
}
