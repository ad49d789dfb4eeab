//! Slips of the fingers: a word that nobody knows becomes the known word it is nearest to.

use std::collections::HashSet;

use strsim::osa_distance;

/// Ordinary words that must not be "corrected" into a symptom.
const ORDINARY: &str = include_str!("ordinary_words.txt");

/// The words that spelling is checked against.
#[derive(Debug)]
pub(crate) struct Spelling {
    known: Vec<String>,
    ordinary: HashSet<&'static str>,
}

impl Spelling {
    pub(crate) fn new(vocabulary: &HashSet<String>) -> Self {
        let mut known: Vec<String> = vocabulary.iter().filter(|word| word.len() >= 4).cloned().collect();
        known.sort_unstable();
        Self { known, ordinary: ORDINARY.split_whitespace().collect() }
    }

    /// The known word that a misspelt one stands for, where exactly one is nearest.
    pub(crate) fn correct(&self, word: &str) -> Option<&str> {
        let length = word.chars().count();
        if !(4..=30).contains(&length)
            || self.ordinary.contains(word)
            || word.chars().any(char::is_numeric)
            || self.known.binary_search_by(|known| known.as_str().cmp(word)).is_ok()
        {
            return None;
        }
        let allowed = if length >= 7 { 2 } else { 1 };
        let first = word.chars().next();
        let near = self.known.iter().filter(|known| {
            known.len().abs_diff(word.len()) <= allowed && (length > 5 || known.chars().next() == first)
        });
        let near = near.filter(|known| length > 4 || is_small_slip(word, known));
        let mut scored: Vec<(usize, &str)> = near
            .map(|known| (osa_distance(word, known), known.as_str()))
            .filter(|(d, _)| *d <= allowed)
            .collect();
        scored.sort_unstable();
        match scored.as_slice() {
            [] => None,
            [(_, only)] => Some(only),
            [(best, word), (next, _), ..] if best < next => Some(word),
            // Equally near: forms of one word ("cough", "coughs") are no doubt, different words are.
            [(_, a), (_, b), ..] => (a.get(..3) == b.get(..3)).then_some(a),
        }
    }
}

/// In a short word only a missing letter or two swapped ones are a slip: "fevr", "caugh"; "nite" is no slip for "nits".
fn is_small_slip(word: &str, known: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    known.len() > word.len() || sorted(word) == sorted(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_mended_and_ordinary_words_left_alone() {
        let words = ["diarrhea", "headache", "cough", "fever", "throat"].map(str::to_owned);
        let spelling = Spelling::new(&words.into_iter().collect());
        assert_eq!(spelling.correct("diarhea"), Some("diarrhea"));
        assert_eq!(spelling.correct("headach"), Some("headache"));
        assert_eq!(spelling.correct("caugh"), Some("cough"));
        assert_eq!(spelling.correct("fevr"), Some("fever"));
        assert_eq!(spelling.correct("never"), None);
        assert_eq!(spelling.correct("throat"), None);
        assert_eq!(spelling.correct("zebra"), None);
        assert_eq!(Spelling::new(&["nits".to_owned()].into()).correct("nite"), None);
    }
}
