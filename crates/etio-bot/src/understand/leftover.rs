//! Parts of a text that were not understood, so that nothing is dropped silently.
//!
//! A content word is understood, known to say nothing of a finding (fillers and the language's
//! ordinary words), or shown as not understood: alone if words around it were understood, otherwise
//! with all that stands between the same commas, or with its whole clause.

use super::Places;
use super::claims::Claim;
use super::concepts::{Class, Sense, TAXONOMY};
use super::emergencies::{Emergency, Part};
use super::scope::Scope;
use super::vocabulary::Vocabulary;
use super::words::{Gap, Word};

/// The words that claims and other parts of a text account for, with those that stand between two of a claim.
pub(super) fn used(
    words: &[Word],
    senses: &[Sense],
    claims: &[Claim],
    parts: impl Iterator<Item = Part>,
) -> Vec<bool> {
    /// Maximum number of words between two of a claim that belong to it.
    const BETWEEN: usize = 2;
    let mut used = vec![false; words.len()];
    for claim in claims {
        claim.words.iter().for_each(|&w| used[w] = true);
        for pair in claim.words.windows(2).filter(|pair| pair[1] - pair[0] <= BETWEEN + 1) {
            used[pair[0]..pair[1]].fill(true);
        }
    }
    // "I feel fine", and idioms that state nothing.
    let says_nothing = ["fine", "neutral"].map(|id| TAXONOMY.concept(id));
    let idle = senses.iter().filter(|s| says_nothing.iter().flatten().any(|&concept| s.is(concept)));
    for (first, last) in idle.map(|s| (s.first, s.last)).chain(parts) {
        used[first..=last].fill(true);
    }
    used
}

/// Marks the clauses in which emergencies were found.
pub(super) fn use_alarms(
    words: &[Word],
    scopes: &[Scope],
    emergencies: &[Emergency],
    place: &Places,
    used: &mut [bool],
) {
    for &(start, end) in emergencies.iter().flat_map(|emergency| emergency.grounds.iter().flatten()) {
        let is_ground = |word: &Word| (start..end).contains(&place.of_byte(word.start));
        let clauses: Vec<usize> =
            words.iter().zip(scopes).filter(|(word, _)| is_ground(word)).map(|(_, s)| s.clause).collect();
        for (used, scope) in used.iter_mut().zip(scopes) {
            *used |= clauses.contains(&scope.clause);
        }
    }
}

/// The stretches that were not understood, as (start, end) in code points. If nothing was read, that is
/// never an empty list.
pub(super) fn not_understood(
    v: &Vocabulary,
    words: &[Word],
    senses: &[Sense],
    is_read: bool,
    used: &[bool],
    scopes: &[Scope],
    place: &Places,
) -> Vec<(usize, usize)> {
    let mut tells = vec![false; words.len()];
    for sense in senses.iter().filter(|s| s.has(Class::Kind) || s.has(Class::Place)) {
        tells[sense.first..=sense.last].fill(true);
    }
    let is_open = |at: usize| {
        let word = &words[at].text;
        !used[at]
            && !v.is_filler(word)
            && !v.is_cue(word)
            && !v.scope_chunks.has(word)
            && (!v.says_nothing(word) || tells[at])
            && word.chars().count() > 2
    };
    let mut open = Vec::new();
    let mut start = 0;
    for end in 1..=words.len() {
        let joins = |at: usize| words[at].gap >= Gap::Comma || v.scope_chunks.has(&words[at].text);
        let is_same = |at: usize| scopes[at].clause == scopes[at - 1].clause;
        if end < words.len() && is_same(end) && !joins(end) {
            continue;
        }
        let range = start..end;
        let left: Vec<usize> = range.clone().filter(|&at| is_open(at)).collect();
        if range.clone().any(|at| used[at]) {
            let telling = left.into_iter().filter(|&at| tells[at] || !v.is_word(&words[at].text));
            open.extend(runs(words, telling));
        } else if let (Some(&first), Some(&last)) = (left.first(), left.last()) {
            // "My dog" rather than "dog".
            let opens = |at: &usize| !v.scope_chunks.has(&words[*at].text);
            open.push((range.clone().find(opens).unwrap_or(first), last));
        }
        start = end;
    }
    // Nothing at all was said that a finding is made of: then all of it was not understood.
    let says = |at: &usize| !v.is_filler(&words[*at].text) && !used[*at];
    if open.is_empty() && !is_read && (0..words.len()).any(|at| says(&at)) {
        let first = (0..words.len()).find(says).unwrap_or(0);
        open.push((first, (first..words.len()).rfind(says).unwrap_or(first)));
    }
    open.into_iter()
        .map(|(first, last)| (place.of_byte(words[first].start), place.of_byte(words[last].end)))
        .collect()
}

/// Neighbours among some words, as (first, last).
fn runs(words: &[Word], of: impl Iterator<Item = usize>) -> Vec<Part> {
    let mut runs: Vec<Part> = Vec::new();
    for at in of {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == at && words[at].gap == Gap::None => run.1 = at,
            _ => runs.push((at, at)),
        }
    }
    runs
}
