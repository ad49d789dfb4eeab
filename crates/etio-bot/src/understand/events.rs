//! Senses brought together: which pain is where, what swells, and when.
//!
//! A clause is cut into chunks at commas, "and", "with". Within a chunk, kinds of complaint take its
//! places. A chunk without a place borrows one from the next ("pain and swelling of the knee") or
//! the one before ("my knee is red and hurts"), a chunk with nothing but places borrows a kind
//! ("pain in the chest and left arm", "my throat and chest hurt"). What has no place at all speaks
//! of the last one ("Left eye is red. It hurts."). Qualities belong to the kinds of their chunk, or
//! to the last ones before it.

use std::collections::HashSet;

use super::concepts::{Class, Concept, Sense, TAXONOMY};
use super::scope::{Scope, is_person};
use super::vocabulary::Vocabulary;
use super::words::{Gap, Word};

/// One complaint: a kind with everything that is said of it.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// The sense that says what is wrong.
    pub(crate) kind: usize,
    /// All senses that belong to it, the kind included.
    pub(crate) senses: Vec<usize>,
}

impl Event {
    /// The senses that cover all of some concepts, the kind's own among them; `None` if one is missing.
    pub(crate) fn covers(&self, senses: &[Sense], concepts: &[Concept]) -> Option<Vec<usize>> {
        let mut used = Vec::with_capacity(concepts.len());
        for &concept in concepts {
            let own = senses[self.kind].is(concept).then_some(self.kind);
            // "Dysuria, urinary frequency": the nearest one is meant.
            let distance = |s: &usize| senses[*s].first.abs_diff(senses[self.kind].first);
            let nearest =
                || self.senses.iter().copied().filter(|&s| senses[s].is(concept)).min_by_key(distance);
            let found = own.or_else(nearest)?;
            used.push(found);
        }
        used.contains(&self.kind).then(|| {
            used.sort_unstable();
            used.dedup();
            used
        })
    }
}

/// Senses between two joints of a clause.
#[derive(Debug, Default)]
struct Chunk {
    clause: usize,
    sentence: usize,
    kinds: Vec<usize>,
    places: Vec<usize>,
    lacks: Vec<usize>,
    qualities: Vec<usize>,
    /// Whether it has a denial of its own: "no discharge, no bleeding".
    denies: bool,
    /// Kinds that another chunk lends, with this chunk's places.
    borrowed_kinds: Vec<usize>,
    /// Places for this chunk's kinds.
    of: Vec<usize>,
    /// Whether its first kind is said of a person: "I am itching".
    is_personal: bool,
}

impl Chunk {
    fn is_bare_place(&self) -> bool {
        self.kinds.is_empty() && self.lacks.is_empty() && !self.places.is_empty()
    }
}

/// The complaints of a text.
pub(crate) fn events(v: &Vocabulary, words: &[Word], senses: &[Sense], scopes: &[Scope]) -> Vec<Event> {
    let mut chunks = chunks(v, words, senses, scopes);
    lend_places(&mut chunks, senses);
    lend_kinds(&mut chunks);
    let mut events = Vec::new();
    let mut by_chunk: Vec<Vec<usize>> = vec![Vec::new(); chunks.len()];
    let mut idle = vec![false; chunks.len()];
    for (at, chunk) in chunks.iter().enumerate() {
        let first = events.len();
        let [of, places, qualities] =
            [&chunk.of, &chunk.places, &chunk.qualities].map(|list| telling(senses, list));
        for &kind in &chunk.kinds {
            let near = near(senses, &chunk.kinds, kind);
            events.push(Event { kind, senses: [near, &of, &qualities].concat() });
        }
        for &kind in &chunk.borrowed_kinds {
            events.push(Event { kind, senses: [&[kind][..], &places, &qualities].concat() });
        }
        let mut takes = false;
        for &lack in &chunk.lacks {
            let taken = taken(senses, chunk, lack);
            takes |= taken.is_some();
            let moved = taken.and_then(|taken| moved(senses, chunk, taken));
            // "No blood in the urine" lacks the blood: what only says where is not what is lacking.
            let how: Vec<usize> =
                qualities.iter().copied().filter(|&q| !senses[q].has(Class::Place)).collect();
            let parts = [&[lack][..], taken.as_slice(), moved.as_slice(), &how].concat();
            events.push(Event { kind: lack, senses: parts });
        }
        // "Breathless, worse lying flat": what lacks nothing only says how.
        idle[at] = !takes && chunk.kinds.is_empty() && chunk.borrowed_kinds.is_empty();
        by_chunk[at] = (first..events.len()).collect();
    }
    share_places(&chunks, senses, &by_chunk, &mut events);
    attach_qualities(&chunks, &by_chunk, &idle, &mut events);
    for event in &mut events {
        event.senses = telling(senses, &event.senses);
    }
    events
}

/// Senses without those that stand for nothing new: of several that stand for a concept the first
/// one counts. So the work for a complaint is bounded, however often a text repeats its words.
fn telling(senses: &[Sense], of: &[usize]) -> Vec<usize> {
    let mut known = HashSet::new();
    let mut tells = |sense: &Sense| sense.all.iter().filter(|c| known.insert(**c)).count() > 0;
    of.iter().copied().filter(|&s| tells(&senses[s])).collect()
}

/// The kinds, in the order of the text, that stand close to one of them.
fn near<'k>(senses: &[Sense], kinds: &'k [usize], kind: usize) -> &'k [usize] {
    const NEAR: usize = 6;
    let at = senses[kind].first;
    let start = kinds.partition_point(|&k| senses[k].first + NEAR < at);
    let end = kinds.partition_point(|&k| senses[k].first <= at + NEAR);
    &kinds[start..end]
}

/// The sense that "no", "cannot" or "trouble" refers to: the next one, or else the one before.
fn taken(senses: &[Sense], chunk: &Chunk, lack: usize) -> Option<usize> {
    const REACH: usize = 5;
    let others = || chunk.places.iter().chain(&chunk.kinds).copied();
    let next = others().filter(|&s| s > lack && senses[s].first <= senses[lack].last + REACH).min();
    // "Swallowing is difficult", but "sleeps fine, no cough".
    let looks_back = TAXONOMY.concept("trouble").is_some_and(|trouble| senses[lack].is(trouble));
    next.or_else(|| {
        others()
            .filter(|_| looks_back)
            .filter(|&s| s < lack && senses[s].last + REACH >= senses[lack].first)
            .max()
    })
}

/// The part of the body that cannot be moved: "can't move his left arm".
fn moved(senses: &[Sense], chunk: &Chunk, taken: usize) -> Option<usize> {
    const REACH: usize = 4;
    let moves = TAXONOMY.concept("move").is_some_and(|moves| senses[taken].is(moves));
    let places = chunk.places.iter().copied().filter(|&p| p > taken && moves);
    places.min().filter(|&p| senses[p].first <= senses[taken].last + REACH)
}

fn chunks(v: &Vocabulary, words: &[Word], senses: &[Sense], scopes: &[Scope]) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut starts = vec![0; words.len()];
    let (mut number, mut sentence) = (0, 0);
    let mut sentences = vec![0; words.len()];
    for at in 0..words.len() {
        let opens = words[at].gap >= Gap::Comma
            || v.scope_chunks.has(&words[at].text)
            || at > 0 && scopes[at].clause != scopes[at - 1].clause;
        number += usize::from(opens && at > 0);
        sentence += usize::from(words[at].gap == Gap::Sentence && at > 0);
        (starts[at], sentences[at]) = (number, sentence);
    }
    let denying: HashSet<usize> =
        (0..words.len()).filter(|&at| v.scope_denials.begin_at(words, at)).map(|at| starts[at]).collect();
    let mut current = usize::MAX;
    for (index, sense) in senses.iter().enumerate() {
        if starts[sense.first] != current {
            current = starts[sense.first];
            let (clause, sentence) = (scopes[sense.first].clause, sentences[sense.first]);
            let denies = denying.contains(&current);
            chunks.push(Chunk { clause, sentence, denies, ..Chunk::default() });
        }
        let Some(chunk) = chunks.last_mut() else { continue };
        if sense.has(Class::Kind) {
            // The verb may stand between: "I am itching", "she feels weak".
            let opens = (sense.first.saturating_sub(2)..sense.first).rev();
            let mut near = opens.take_while(|&at| words[at + 1].gap < Gap::Comma);
            chunk.is_personal |=
                chunk.kinds.is_empty() && is_of_all(sense) && near.any(|at| is_person(v, &words[at].text));
            chunk.kinds.push(index);
        } else if sense.has(Class::Lack) {
            chunk.lacks.push(index);
        } else if sense.has(Class::Place) {
            chunk.places.push(index);
        }
        if sense.has(Class::Quality) {
            chunk.qualities.push(index);
        }
    }
    chunks
}

/// Whether a kind is of the whole body if a person is said to have it: "I am itching".
fn is_of_all(sense: &Sense) -> bool {
    const OF_ALL: [&str; 6] = ["itch", "weak", "hot", "pale", "numb", "tingle"];
    OF_ALL.iter().any(|id| TAXONOMY.concept(id).is_some_and(|concept| sense.is(concept)))
}

/// Whether a kind names its own place, as a headache does.
fn has_own_place(senses: &[Sense], kind: usize) -> bool {
    senses[kind].has(Class::Place)
}

/// Whether a kind borrows no place: "otherwise fine" is about nothing in particular.
fn stands_alone(senses: &[Sense], kind: usize) -> bool {
    has_own_place(senses, kind) || TAXONOMY.concept("fine").is_some_and(|fine| senses[kind].is(fine))
}

/// Gives each chunk with kinds the places they are about.
fn lend_places(chunks: &mut [Chunk], senses: &[Sense]) {
    // The last places that were named, and the sentence that they were named in.
    let (mut topic, mut since): (Vec<usize>, usize) = (Vec::new(), 0);
    for at in 0..chunks.len() {
        let chunk = &chunks[at];
        if chunk.sentence > since + 2 {
            topic.clear();
        }
        let of = if !chunk.places.is_empty() {
            chunk.places.clone()
        } else if !chunk.kinds.is_empty() && chunk.kinds.iter().all(|&k| stands_alone(senses, k)) {
            Vec::new()
        } else {
            let next = chunks[at + 1..].iter().take(2).take_while(|c| c.clause == chunk.clause);
            // "Swelling in my knee" lends its place, "my sight is fine" keeps it.
            let lends =
                |c: &&Chunk| !c.places.is_empty() && c.kinds.first().is_none_or(|kind| *kind <= c.places[0]);
            let next = next
                .take_while(|c| !c.denies && (c.places.is_empty() || lends(c)))
                .find(lends)
                .map(|c| c.places.clone());
            let joined = at > 0 && chunks[at - 1].clause == chunk.clause;
            let before = if joined { chunks[at - 1].of.clone() } else { Vec::new() };
            match next {
                Some(next) if before.is_empty() => next,
                _ if !before.is_empty() => before,
                // "My eyes are yellow and I'm itching": all of the person itches.
                _ if chunk.is_personal => Vec::new(),
                _ => topic.clone(),
            }
        };
        let own: Vec<usize> = chunk.kinds.iter().copied().filter(|&k| has_own_place(senses, k)).collect();
        if !chunk.places.is_empty() {
            topic.clone_from(&chunk.places);
            since = chunk.sentence;
        } else if !own.is_empty() {
            topic = own;
            since = chunk.sentence;
        }
        chunks[at].of = of;
    }
}

/// Gives chunks of nothing but places the kind that they share with a neighbour.
fn lend_kinds(chunks: &mut [Chunk]) {
    for at in 0..chunks.len() {
        if !chunks[at].is_bare_place() {
            continue;
        }
        let clause = chunks[at].clause;
        let before = at.checked_sub(1).map(|b| &chunks[b]).filter(|c| c.clause == clause);
        let lent =
            before.map(|c| if c.kinds.is_empty() { c.borrowed_kinds.clone() } else { c.kinds.clone() });
        let lent = lent.filter(|kinds| !kinds.is_empty()).unwrap_or_else(|| {
            let behind = chunks[at + 1..].iter().take_while(|c| c.clause == clause);
            behind.map(|c| &c.kinds).find(|kinds| !kinds.is_empty()).cloned().unwrap_or_default()
        });
        chunks[at].borrowed_kinds = lent;
    }
}

/// Lets complaints about the same place share their kinds: a red, hot and swollen knee is all
/// three.
fn share_places(chunks: &[Chunk], senses: &[Sense], by_chunk: &[Vec<usize>], events: &mut [Event]) {
    for at in 1..chunks.len() {
        let same = !chunks[at].of.is_empty()
            && chunks[at].of == chunks[at - 1].of
            && chunks[at].clause == chunks[at - 1].clause
            && !chunks[at].denies;
        if !same {
            continue;
        }
        for (to, from) in [(at, at - 1), (at - 1, at)] {
            let kinds = telling(senses, &chunks[from].kinds);
            for &event in &by_chunk[to] {
                events[event].senses.extend(&kinds);
            }
        }
    }
}

/// Gives qualities of chunks without a kind to the complaint they are about.
fn attach_qualities(chunks: &[Chunk], by_chunk: &[Vec<usize>], idle: &[bool], events: &mut [Event]) {
    for at in 0..chunks.len() {
        let chunk = &chunks[at];
        if chunk.qualities.is_empty() || !idle[at] {
            continue;
        }
        let before = (0..at).rev().find(|&b| !idle[b] && chunks[b].sentence + 1 >= chunk.sentence);
        let behind = (at + 1..chunks.len()).find(|&b| !idle[b] && chunks[b].clause == chunk.clause);
        let same = before.filter(|&b| chunks[b].sentence == chunk.sentence);
        let Some(of) = same.or(behind).or(before) else { continue };
        for &event in &by_chunk[of] {
            events[event].senses.extend(&chunk.qualities);
            events[event].senses.extend(&chunk.places);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scope::{Cast, scopes};
    use super::super::words::Splitter;
    use super::*;

    #[test]
    fn the_work_for_a_complaint_does_not_grow_with_the_text() {
        let languages = crate::Languages::built_in().unwrap();
        let (splitter, concepts) = (Splitter::default(), languages.english().concepts().clone());
        let most = |text: &str| {
            let words = splitter.split(text);
            let senses = concepts.spot(&words);
            let v = splitter.vocabulary();
            let scopes = scopes(v, &words, &vec![false; words.len()], Cast::Oneself);
            let events = events(v, &words, &senses, &scopes);
            assert!(!events.is_empty(), "{text}");
            events.iter().map(|event| event.senses.len()).max().unwrap_or_default()
        };
        for part in ["pain ", "sore ", "back pain ", "severe pain, ", "pain and knee, severe, "] {
            let (short, long) = (most(&part.repeat(20)), most(&part.repeat(400)));
            assert!(long <= short, "{part}: {short} senses, then {long}");
        }
    }
}
