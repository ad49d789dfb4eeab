//! The phrases people use for findings: names and synonyms of the network, as sets of stems.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use etio::{FindingId, Network};

use super::words::{Splitter, Word};

/// One way to say a finding.
#[derive(Clone, Debug)]
pub(crate) struct Phrase {
    pub(crate) finding: FindingId,
    /// The stems that carry its meaning, in their order.
    pub(crate) stems: Vec<String>,
}

/// Words that a second finding claims, in vain.
#[derive(Clone, Debug)]
pub(crate) struct Contested {
    /// The words as written.
    pub(crate) phrase: String,
    /// Who claims them in vain.
    pub(crate) finding: FindingId,
    /// Whom they mean.
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

/// Words that a phrase can be said with or without.
const FILLERS: &[&str] = &[
    "a",
    "an",
    "the",
    "my",
    "his",
    "her",
    "our",
    "your",
    "their",
    "its",
    "this",
    "that",
    "these",
    "those",
    "i",
    "he",
    "she",
    "it",
    "we",
    "they",
    "you",
    "me",
    "him",
    "them",
    "am",
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "being",
    "have",
    "has",
    "had",
    "having",
    "do",
    "does",
    "did",
    "get",
    "gets",
    "getting",
    "got",
    "feel",
    "feels",
    "feeling",
    "felt",
    "in",
    "on",
    "at",
    "to",
    "of",
    "with",
    "when",
    "whenever",
    "while",
    "from",
    "by",
    "as",
    "into",
    "and",
    "or",
    "some",
    "any",
    "very",
    "really",
    "quite",
    "pretty",
    "so",
    "too",
    "bit",
    "also",
    "just",
    "there",
    "will",
    "can",
    "could",
    "would",
    "keep",
    "keeps",
    "kept",
    "keeping",
    "seem",
    "seems",
    "become",
    "becomes",
    "which",
    "who",
    "what",
    "if",
    "then",
    "than",
    "since",
    "for",
    "during",
    "because",
    "something",
    "kind",
    "sort",
    "like",
    "suffer",
    "suffering",
    "suffers",
    "experience",
    "experiencing",
    "having",
    "baby",
    "child",
    "son",
    "daughter",
    "kid",
    "toddler",
    "infant",
    "today",
    "now",
    "currently",
    "lately",
    "recently",
    "s",
];

/// Whether a word carries no meaning of its own in a phrase.
pub(crate) fn is_filler(word: &str) -> bool {
    FILLERS.contains(&word)
}

impl Lexicon {
    pub(crate) fn of(network: &Network, splitter: &Splitter) -> Self {
        let mut lexicon = Self::default();
        let mut owners: HashMap<Vec<String>, FindingId> = HashMap::new();
        for finding in network.findings() {
            let synonyms =
                network.finding_catalog().attribute(finding.index(), "synonyms").unwrap_or_default();
            for phrase in std::iter::once(network.finding_name(finding)).chain(synonyms.split('|')) {
                let words = splitter.split(phrase);
                let stems = meaning(&words);
                // The first finding to claim a phrase keeps it; `etio lint` names the second.
                let mut key = stems.clone();
                key.sort_unstable();
                // Pain without a place says nothing: "aches and pains".
                if stems.is_empty() || stems == ["pain"] {
                    continue;
                }
                match owners.entry(key) {
                    Entry::Vacant(free) => {
                        free.insert(finding);
                        lexicon.words.extend(words.into_iter().map(|w| w.text));
                        lexicon.add(Phrase { finding, stems });
                    }
                    Entry::Occupied(taken) if *taken.get() != finding => {
                        let (phrase, owner) = (phrase.trim().to_owned(), *taken.get());
                        lexicon.contested.push(Contested { phrase, finding, owner });
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
        lexicon
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
        phrases.filter(|phrase| phrase.stems.iter().all(|stem| stems.contains(stem.as_str()))).collect()
    }
}

/// The stems that carry a phrase's meaning; all of them where every word is a filler.
fn meaning(words: &[Word]) -> Vec<String> {
    let stems = |keep: &dyn Fn(&Word) -> bool| {
        let mut stems: Vec<String> = Vec::new();
        for word in words.iter().filter(|w| keep(w)) {
            if !stems.contains(&word.stem) {
                stems.push(word.stem.clone());
            }
        }
        stems
    };
    let content = stems(&|w| !is_filler(&w.text));
    if content.is_empty() { stems(&|_| true) } else { content }
}
