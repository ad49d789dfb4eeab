//! Finding phrases in words: all of a phrase's stems close together, longest phrases first.

use std::collections::HashSet;

use super::lexicon::{Lexicon, Phrase};
use super::vocabulary::Vocabulary;
use super::words::{Gap, Word};
use etio::{Budget, FindingId, InferenceError};

/// A phrase found in a text.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) finding: FindingId,
    /// The words that make it up, in ascending order.
    pub(crate) words: Vec<usize>,
    /// Other meaningful words in between.
    extras: usize,
    /// Whether a comma, "and" or "or" stands in between.
    coordinated: bool,
    /// Whether it is "and" or "or": "my throat and chest hurt".
    joined: bool,
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

/// All phrases in the text, those with the most words first claiming theirs, in text order.
pub(crate) fn matches(
    v: &Vocabulary,
    lexicon: &Lexicon,
    words: &[Word],
    budget: &Budget,
) -> Result<Vec<Match>, InferenceError> {
    let mut all = Vec::new();
    let mut start = 0;
    for end in 1..=words.len() {
        if end == words.len() || words[end].gap == Gap::Sentence {
            in_sentence(v, lexicon, words, start..end, &mut all, budget)?;
            start = end;
        }
    }
    // Phrases said in one piece come first; what is left may be shared by a list.
    all.sort_by_key(|m| (m.coordinated, std::cmp::Reverse(m.words.len()), m.extras, !m.in_order, m.first()));
    let mut taken = vec![false; words.len()];
    let mut chosen: Vec<Match> = Vec::new();
    for m in all {
        let fresh = m.words.iter().filter(|&&w| !taken[w]).count();
        // In "my throat and chest hurt" and "red itchy eyes" findings share a word; otherwise it
        // speaks for one.
        if fresh == m.words.len() || (m.joined && fresh > 0) || is_stacked(v, words, &m, &taken) {
            m.words.iter().for_each(|&w| taken[w] = true);
            chosen.push(m);
        }
    }
    chosen.sort_by_key(Match::first);
    Ok(chosen)
}

/// Whether a match is an adjective before a noun that others already have: "red" in "red itchy
/// eyes", "pounding" in "a pounding headache on one side".
fn is_stacked(v: &Vocabulary, words: &[Word], m: &Match, taken: &[bool]) -> bool {
    let [adjective, noun] = m.words[..] else { return false };
    m.in_order
        && !m.coordinated
        && taken[noun]
        && !taken[adjective]
        && (adjective + 1..noun).all(|w| taken[w] && !v.is_filler(&words[w].text))
}

fn in_sentence(
    v: &Vocabulary,
    lexicon: &Lexicon,
    words: &[Word],
    range: std::ops::Range<usize>,
    found: &mut Vec<Match>,
    budget: &Budget,
) -> Result<(), InferenceError> {
    let content: Vec<usize> = range.clone().filter(|&at| !v.is_filler(&words[at].text)).collect();
    let stems: HashSet<&str> = range.clone().map(|at| words[at].stem.as_str()).collect();
    for phrase in lexicon.candidates(&stems) {
        budget.check()?;
        if phrase.is_exact {
            found.extend(side_by_side(&words[range.clone()], range.start, phrase));
            continue;
        }
        for begin in 0..content.len() {
            found.extend(window(v, words, &content[begin..], phrase));
        }
    }
    Ok(())
}

/// Every place where the words of a phrase stand side by side.
fn side_by_side(words: &[Word], start: usize, phrase: &Phrase) -> Vec<Match> {
    let fits = |window: &[Word]| window.iter().zip(&phrase.stems).all(|(w, stem)| w.stem == *stem);
    let places = words.windows(phrase.stems.len()).enumerate().filter(|(_, window)| fits(window));
    let found = |at: usize| Match {
        finding: phrase.finding,
        words: (start + at..start + at + phrase.stems.len()).collect(),
        extras: 0,
        coordinated: false,
        joined: false,
        in_order: true,
    };
    places.map(|(at, _)| found(at)).collect()
}

/// The phrase as it begins at the first of some content words, if it is close enough together.
fn window(v: &Vocabulary, words: &[Word], content: &[usize], phrase: &Phrase) -> Option<Match> {
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
    let is_joint = |word: &Word| v.scope_joints.has(&word.text);
    let found = Match {
        finding: phrase.finding,
        extras: last + 1 - places.len(),
        coordinated: has_between(words, &sorted, |w| w.gap == Gap::Comma || is_joint(w)),
        joined: has_between(words, &sorted, is_joint),
        in_order: places == sorted,
        words: sorted,
    };
    is_close(v, words, &found).then_some(found)
}

/// Whether such a word stands between the places, and is none of them unless by what precedes it.
fn has_between(words: &[Word], places: &[usize], is_such: impl Fn(&Word) -> bool) -> bool {
    let (first, last) = (places[0], places[places.len() - 1]);
    (first + 1..=last).any(|at| is_such(&words[at]) && (words[at].gap == Gap::Comma || !places.contains(&at)))
}

fn is_close(v: &Vocabulary, words: &[Word], found: &Match) -> bool {
    let size = found.words.len();
    let walled = (found.first()..found.last())
        .any(|at| v.scope_walls.has(&words[at].text) && !found.words.contains(&at));
    // "Back from Kenya two weeks ago, and a fever" is no fever for weeks.
    let dated = found.words.iter().any(|at| {
        words.get(at + 1).is_some_and(|w| v.duration_ago.has(&w.text)) && !found.words.contains(&(at + 1))
    });
    // "Eight months with no luck" is not "no period for months": what denies stands before what it denies.
    let turned = !found.in_order && found.words.iter().any(|&w| v.scope_walls.has(&words[w].text));
    // Two words that do not stand together say something else: lumps that "strain and go back" are
    // no strained back.
    let allowed = match (found.in_order, found.coordinated) {
        // "My throat and chest hurt", but not whatever stands behind two commas.
        (true, true) => usize::from(found.joined),
        (false, true) if size == 2 => return false,
        (false, true) => 0,
        (_, false) if size == 2 => 0,
        (true, false) => 2,
        (false, false) => 1,
    };
    !walled && !dated && !turned && found.extras <= allowed && found.last() - found.first() < 2 * size + 3
}
