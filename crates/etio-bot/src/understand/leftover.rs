//! Parts of a text that were not understood, so that nothing is dropped silently.
//!
//! A content word is understood, known to say nothing of a finding (fillers and the language's
//! ordinary words), or shown as not understood. A clause of which nothing was understood is shown
//! whole, otherwise the words that were left.

use super::Places;
use super::claims::Claim;
use super::concepts::{Class, Sense};
use super::scope::Scope;
use super::vocabulary::Vocabulary;
use super::words::{Gap, Word};

/// The stretches that were not understood, as (start, end) in code points.
pub(super) fn not_understood(
    v: &Vocabulary,
    words: &[Word],
    senses: &[Sense],
    claims: &[Claim],
    consumed: &[bool],
    scopes: &[Scope],
    place: &Places,
) -> Vec<(usize, usize)> {
    let mut used = consumed.to_vec();
    claims.iter().flat_map(|c| c.first()..=c.last()).for_each(|w| used[w] = true);
    let mut tells = vec![false; words.len()];
    for sense in senses.iter().filter(|s| s.has(Class::Kind)) {
        tells[sense.first..=sense.last].fill(true);
    }
    let is_open = |at: usize| {
        let word = &words[at].text;
        !used[at]
            && !v.is_filler(word)
            && !v.is_cue(word)
            && !v.says_nothing(word)
            && word.chars().count() > 2
    };
    let mut open = Vec::new();
    let mut start = 0;
    for end in 1..=words.len() {
        if end < words.len() && scopes[end].clause == scopes[start].clause {
            continue;
        }
        let range = start..end;
        if range.clone().any(|at| used[at]) {
            let left: Vec<usize> =
                range.filter(|&at| is_open(at) && (tells[at] || !v.is_word(&words[at].text))).collect();
            open.extend(runs(words, &left));
        } else if range.clone().any(is_open) {
            open.push((start, end - 1));
        }
        start = end;
    }
    // Nothing at all was said that a finding is made of: then all of it was not understood.
    let says = |at: &usize| !v.is_filler(&words[*at].text) && (used[*at] || is_open(*at));
    if open.is_empty() && claims.is_empty() && (0..words.len()).any(|at| says(&at)) {
        let first = (0..words.len()).find(says).unwrap_or(0);
        open.push((first, (first..words.len()).rfind(says).unwrap_or(first)));
    }
    open.into_iter()
        .map(|(first, last)| (place.of_byte(words[first].start), place.of_byte(words[last].end)))
        .collect()
}

/// Neighbours among some words, as (first, last).
fn runs(words: &[Word], of: &[usize]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &at in of {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == at && words[at].gap == Gap::None => run.1 = at,
            _ => runs.push((at, at)),
        }
    }
    runs
}
