//! Estimates from all words of a text whether it describes an emergency, even if no rule knows
//! them.
//!
//! Each word, each two words in a row and each two with one between have a weight, learned from
//! messages whose truth is known (`learn.rs`). A text's score is their sum, divided by the root of their
//! number so that long texts are not louder than short ones.

use std::collections::{BTreeMap, HashMap};

use super::Part;
use crate::understand::vocabulary::Vocabulary;
use crate::understand::words::{Gap, Word};

/// Learned weights of a language. Without weights, every text is [`Tone::Open`].
#[derive(Debug, Default)]
pub(crate) struct Signal {
    weights: HashMap<String, f64>,
    /// Added to the score of every text.
    offset: f64,
}

/// Verdict on a text as a whole.
#[derive(Debug, PartialEq)]
pub(super) enum Tone {
    /// The words suggest an emergency, these most of all.
    Loud(Vec<Part>),
    /// It could be either; rules decide.
    Open,
    /// It is short and nobody is in danger by its words: a joke, a story, a question in general.
    Calm,
}

/// Score above which a text is taken for an emergency.
const LOUD: f64 = 0.5;

/// Score below which a short text is calm.
const CALM: f64 = -2.0;

/// Maximum number of words of a text that can be calm: of long ones, most words say little.
const SHORT: usize = 30;

/// Minimum number of words, without those for people, of a text that raises an alarm without a rule.
const FEWEST: usize = 4;

/// Number of words that are shown as the reason of an alarm.
const SHOWN: usize = 3;

/// Sums are multiplied by this before they are divided by the root of their number.
const SCALE: f64 = 2.0;

impl Signal {
    /// Reads lines of `weight<tab>words`; the line without words is the offset. The error names the line.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut read = Self::default();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let problem = || format!("`{line}` is not a weight, a tab and words");
            let (weight, words) = line.split_once('\t').ok_or_else(problem)?;
            let weight: f64 = weight.parse().ok().filter(|w: &f64| w.is_finite()).ok_or_else(problem)?;
            if words.is_empty() {
                read.offset = weight;
            } else {
                read.weights.insert(words.to_owned(), weight);
            }
        }
        Ok(read)
    }

    /// Verdict on a text as a whole. Words that are denied, of which `counts` says no, may only speak
    /// against an emergency: "no chest pain" does not speak for one.
    pub(super) fn listen(&self, v: &Vocabulary, words: &[Word], counts: impl Fn(usize) -> bool) -> Tone {
        let features = features(words);
        let weights = features.iter().map(|(name, part)| (self.weight(name), *part));
        let said = weights.clone().filter(|(weight, part)| *weight < 0.0 || counts(part.0));
        let scale = scale(features.len());
        let score = |weights: &mut dyn Iterator<Item = (f64, Part)>| {
            self.offset + scale * weights.map(|(weight, _)| weight).sum::<f64>()
        };
        let tells = |(at, word): &(usize, &Word)| counts(*at) && !v.names_somebody(&word.text);
        let present = words.iter().enumerate().filter(tells).count();
        if score(&mut said.clone()) > LOUD && present >= FEWEST {
            Tone::Loud(loudest(said))
        } else if score(&mut weights.clone()) < CALM && words.len() <= SHORT {
            Tone::Calm
        } else {
            Tone::Open
        }
    }

    fn weight(&self, name: &str) -> f64 {
        self.weights.get(name).copied().unwrap_or_default()
    }
}

/// The words that speak most for an emergency.
fn loudest(said: impl Iterator<Item = (f64, Part)>) -> Vec<Part> {
    let mut loud: Vec<(f64, Part)> = said.collect();
    loud.sort_by(|a, b| b.0.total_cmp(&a.0));
    loud.into_iter().take(SHOWN).map(|(_, part)| part).collect()
}

/// Factor for the sum of the weights of a text with this number of features.
pub(crate) fn scale(features: usize) -> f64 {
    SCALE / (features.max(1) as f64).sqrt()
}

/// The features of a text, each where it first stands.
pub(crate) fn features(words: &[Word]) -> BTreeMap<String, Part> {
    let mut features = BTreeMap::new();
    let mut add = |name: String, part: Part| {
        features.entry(name).or_insert(part);
    };
    for (at, word) in words.iter().enumerate() {
        add(word.stem.clone(), (at, at));
        if let Some(next) = words.get(at + 1) {
            let between = if next.gap == Gap::Sentence { ". " } else { "" };
            add(format!("{} {between}{}", word.stem, next.stem), (at, at + 1));
        }
        if let Some(third) = words.get(at + 2) {
            add(format!("{} _ {}", word.stem, third.stem), (at, at + 2));
        }
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::understand::words::Splitter;

    #[test]
    fn the_loudest_words_are_the_reason() {
        let signal = Signal::read("# a comment\n-0.5\t\n3\tblue\n-0.4\tsky\n-1.9\ttea\n").unwrap();
        let splitter = Splitter::default();
        let v = splitter.vocabulary();
        let listen = |text| signal.listen(v, &splitter.split(text), |_| true);
        assert!(matches!(listen("he is blue all over now"), Tone::Loud(words) if words[0] == (2, 2)));
        assert_eq!(listen("blue"), Tone::Open, "too few words");
        assert_eq!(listen("the sky over the sea"), Tone::Open);
        assert_eq!(listen("tea"), Tone::Calm);
        assert!(Signal::read("blue 1").is_err());
        let denied = splitter.split("she is in no way blue all over today");
        let said = |at: usize| denied[at].text != "blue";
        assert_eq!(signal.listen(v, &denied, said), Tone::Open, "a word that is denied speaks for nothing");
    }

    #[test]
    fn features_are_words_and_pairs() {
        let found = features(&Splitter::default().split("Not breathing. Help"));
        let names: Vec<&str> = found.keys().map(String::as_str).collect();
        assert_eq!(names, ["breath", "breath . help", "help", "not", "not _ help", "not breath"]);
    }
}
