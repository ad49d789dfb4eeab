//! Finding phrases in words: all of a phrase's stems close together, longest phrases first.

use std::collections::HashSet;

use super::lexicon::{Lexicon, Phrase, is_filler};
use super::words::{Gap, Word};
use etio::FindingId;

/// A phrase found in a text.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) finding: FindingId,
    /// The words that make it up, in ascending order.
    pub(crate) words: Vec<usize>,
    /// Other meaningful words in between.
    extras: usize,
    /// Whether a comma, "and" or "or" stands in between: "my throat and chest hurt".
    coordinated: bool,
    in_order: bool,
}

impl Match {
    pub(crate) fn first(&self) -> usize {
        self.words[0]
    }

    pub(crate) fn last(&self) -> usize {
        self.words[self.words.len() - 1]
    }
}

/// Words that nothing is understood across.
const WALLS: &[&str] =
    &["but", "however", "although", "though", "except", "no", "not", "without", "nor", "never", "denies"];

/// All phrases in the text, those with the most words first claiming theirs, in text order.
pub(crate) fn matches(lexicon: &Lexicon, words: &[Word]) -> Vec<Match> {
    let mut all = Vec::new();
    let mut start = 0;
    for end in 1..=words.len() {
        if end == words.len() || words[end].gap == Gap::Sentence {
            in_sentence(lexicon, words, start..end, &mut all);
            start = end;
        }
    }
    // Phrases said in one piece come first; what is left may be shared by a list.
    all.sort_by_key(|m| (m.coordinated, std::cmp::Reverse(m.words.len()), m.extras, !m.in_order, m.first()));
    let mut taken = vec![false; words.len()];
    let mut chosen: Vec<Match> = Vec::new();
    for m in all {
        let fresh = m.words.iter().filter(|&&w| !taken[w]).count();
        // In "my throat and chest hurt" two findings share a word; otherwise a word speaks for one finding.
        if fresh == m.words.len() || (m.coordinated && fresh > 0) {
            m.words.iter().for_each(|&w| taken[w] = true);
            chosen.push(m);
        }
    }
    chosen.sort_by_key(Match::first);
    chosen
}

fn in_sentence(lexicon: &Lexicon, words: &[Word], range: std::ops::Range<usize>, found: &mut Vec<Match>) {
    let content: Vec<usize> = range.filter(|&at| !is_filler(&words[at].text)).collect();
    let stems: HashSet<&str> = content.iter().map(|&at| words[at].stem.as_str()).collect();
    for phrase in lexicon.candidates(&stems) {
        for begin in 0..content.len() {
            found.extend(window(words, &content[begin..], phrase));
        }
    }
}

/// The phrase as it begins at the first of some content words, where it is close enough together.
fn window(words: &[Word], content: &[usize], phrase: &Phrase) -> Option<Match> {
    const SLACK: usize = 2;
    let size = phrase.stems.len();
    let mut places: Vec<Option<usize>> = vec![None; size];
    let mut last = 0;
    for (at, &word) in content.iter().take(if size == 1 { 1 } else { size + SLACK }).enumerate() {
        let slot = phrase.stems.iter().position(|stem| *stem == words[word].stem);
        match slot {
            Some(slot) if places[slot].is_none() => {
                places[slot] = Some(word);
                last = at;
            }
            _ if at == 0 => return None,
            _ => {}
        }
        if places.iter().all(Option::is_some) {
            break;
        }
    }
    let places: Vec<usize> = places.into_iter().collect::<Option<_>>()?;
    let mut sorted = places.clone();
    sorted.sort_unstable();
    let found = Match {
        finding: phrase.finding,
        extras: last + 1 - size,
        coordinated: is_coordinated(words, &sorted),
        in_order: places == sorted,
        words: sorted,
    };
    is_close(words, &found).then_some(found)
}

fn is_coordinated(words: &[Word], places: &[usize]) -> bool {
    let (first, last) = (places[0], places[places.len() - 1]);
    (first + 1..=last).any(|at| {
        words[at].gap == Gap::Comma
            || (["and", "or"].contains(&words[at].text.as_str()) && !places.contains(&at))
    })
}

fn is_close(words: &[Word], found: &Match) -> bool {
    let size = found.words.len();
    let walled = (found.first()..found.last())
        .any(|at| WALLS.contains(&words[at].text.as_str()) && !found.words.contains(&at));
    let allowed = if found.in_order && !found.coordinated { 2 } else { 1 };
    !walled && found.extras <= allowed && found.last() - found.first() < 3 * size + 3
}
