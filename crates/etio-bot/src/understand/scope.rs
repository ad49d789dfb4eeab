//! Status of each word: whether it is denied, in doubt, past, or about another person.
//!
//! Whom a text speaks of is decided before (`subject.rs`); everybody else is somebody else.
//!
//! A cue reaches forward to the end of its clause. Clauses end at a full stop, at "but" and its
//! kin, and where a comma or "and" starts a new statement ("no cough, my throat hurts"), but not
//! inside a list ("no cough, fever or chills").

use super::vocabulary::{Set, Vocabulary};
use super::words::{Gap, Word};

/// The scope that a word stands in: denied, doubted, past and the like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is said or not, whatever the others are")]
pub(crate) struct Scope {
    /// Said to be absent.
    pub(crate) denied: bool,
    /// Said to be absent because it is over: "went numb, fine now".
    pub(crate) gone: bool,
    /// Said to be absent as something that somebody cannot or will not do, which is a complaint in itself.
    pub(crate) unable: bool,
    /// In doubt.
    pub(crate) doubted: bool,
    /// Over.
    pub(crate) past: bool,
    /// About somebody whom the text does not speak of.
    pub(crate) other: bool,
    /// Only a comparison: "thin like cigarette paper".
    pub(crate) likened: bool,
    /// The number of the clause; nothing is understood across two.
    pub(crate) clause: usize,
}

impl Scope {
    /// Whether something is said not to be part of a complaint. What somebody cannot do, and what is
    /// over, may be a complaint itself.
    pub(crate) fn is_denied_part(self) -> bool {
        self.denied && !self.unable && !self.gone
    }

    /// Whether neither present nor absent can be read from it.
    pub(crate) fn is_unclear(self) -> bool {
        self.doubted || self.past || self.other
    }
}

/// The patient of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cast<'w> {
    /// The person who writes.
    Oneself,
    /// Somebody else, by the noun that the text has for them.
    Somebody(Option<&'w str>),
}

impl Cast<'_> {
    /// Whether a word names somebody else.
    fn is_other(self, v: &Vocabulary, word: &str) -> bool {
        match self {
            Self::Oneself => v.scope_others.has(word),
            Self::Somebody(noun) => noun.is_some() && v.scope_others.has(word) && noun != Some(word),
        }
    }

    /// Whether a child is named there who is not the patient: "my son" of a text about the writer or a wife.
    fn is_child_besides(self, v: &Vocabulary, words: &[Word], at: usize) -> bool {
        const REACH: usize = 4;
        let is_child = |word: &str| v.who_children.has(word);
        let may_be = match self {
            Self::Oneself => true,
            Self::Somebody(noun) => noun.is_some_and(|noun| !is_child(noun) && !v.who_infants.has(noun)),
        };
        let before = (at.saturating_sub(REACH)..at).rev().take_while(|&b| words[b + 1].gap < Gap::Comma);
        may_be && is_child(&words[at].text) && before.into_iter().any(|b| v.who_my.has(&words[b].text))
    }

    /// Whether a word names the patient.
    fn is_patient(self, word: &str) -> bool {
        matches!(self, Self::Somebody(Some(noun)) if noun == word)
    }

    /// Whether a patient who does not write is left for the writer's tablets: "my blood pressure tablets".
    fn is_medicine_of_writer(self, v: &Vocabulary, words: &[Word], at: usize) -> bool {
        const REACH: usize = 4;
        let behind = words[at + 1..].iter().take(REACH).take_while(|w| w.gap < Gap::Comma);
        matches!(self, Self::Somebody(_))
            && v.scope_oneself.has(&words[at].text)
            && behind.into_iter().any(|w| v.gauge_tablets.has(&w.text))
    }
}

/// The scope of every word. `consumed` marks words that belong to a recognised phrase ("can *not* breathe").
pub(crate) fn scopes(v: &Vocabulary, words: &[Word], consumed: &[bool], cast: Cast<'_>) -> Vec<Scope> {
    let mut scopes = Vec::with_capacity(words.len());
    let (mut current, mut clause) = (Scope::default(), 0);
    let (mut other, mut is_unable, mut is_inactive, mut lacks) = (false, false, false, false);
    for (at, word) in words.iter().enumerate() {
        let text = word.text.as_str();
        // "Without the tablets I get chest pain": what follows is a statement of its own.
        let states = lacks && v.scope_subjects.has(text);
        // "Not eating, sunken eyes": what somebody does not do ends with its own item, unless the next
        // one is something to do as well.
        let acts_no_more = is_inactive && word.gap == Gap::Comma && !v.scope_activities.has(text);
        if current.denied && (states || acts_no_more || ends_denial(v, words, at, is_unable)) {
            (current.denied, current.unable) = (false, false);
        }
        if word.gap == Gap::Sentence || v.scope_breaks.has(text) {
            clause += 1;
            current = Scope { clause, ..Scope::default() };
            other &= word.gap != Gap::Sentence;
        } else if opens_statement(v, words, at) || current.denied && brings_article(v, words, at) {
            clause += 1;
            current = Scope { clause, ..Scope::default() };
        }
        if v.scope_oneself.has(text) && !names_somebody(v, words, at + 1) || cast.is_patient(text) {
            other = false;
        }
        scopes.push(Scope { other, ..current });
        if consumed[at] {
            continue;
        }
        if v.scope_without.has(text) && says_manner(v, words, at + 1) {
            continue;
        }
        if is_first_time(v, words, at) {
            continue;
        }
        if v.scope_denials.begin_at(words, at) && !v.scope_no_denials.begin_at(words, at) {
            // "Can't walk without a knife in my side": the knife is there.
            let is_always = v.scope_without.has(text) && current.denied && is_unable;
            current.denied = !is_always && !v.scope_denial_ends.begin_at(words, at);
            lacks = v.scope_without.has(text);
            is_unable = at > 0 && v.scope_modals.has(&words[at - 1].text);
            is_inactive = words.get(at + 1).is_some_and(|next| v.scope_activities.has(&next.text));
            current.unable = current.denied && (is_unable || is_inactive);
        } else if v.scope_doubts.begin_at(words, at) || is_condition(v, words, at) {
            current.doubted = true;
        } else if v.scope_past.begin_at(words, at) && !is_span(v, words, at) {
            current.past = true;
        }
        let is_stranger = v.scope_strangers.begin_at(words, at)
            || cast.is_child_besides(v, words, at)
            || cast.is_medicine_of_writer(v, words, at);
        if is_stranger || cast.is_other(v, text) && !only_says(v, words, at) {
            other = true;
            if let Some(scope) = scopes.last_mut() {
                scope.other = true;
            }
        }
    }
    look_back(v, words, consumed, &mut scopes);
    liken(v, words, &mut scopes);
    scopes
}

/// Marks mere comparisons: "thin like cigarette paper", "panting like she has run". "Feels like"
/// and "looks like" are not comparisons.
fn liken(v: &Vocabulary, words: &[Word], scopes: &mut [Scope]) {
    for at in 1..words.len() {
        let is_simile = v.scope_similes.has(&words[at].text)
            && words[at].gap == Gap::None
            && !(at.saturating_sub(2)..at).any(|b| v.scope_resembles.has(&words[b].text));
        if !is_simile {
            continue;
        }
        let clause = scopes[at].clause;
        for behind in at + 1..words.len() {
            let word = &words[behind];
            let ends =
                word.gap >= Gap::Comma || v.scope_chunks.has(&word.text) || v.scope_breaks.has(&word.text);
            if ends || scopes[behind].clause != clause {
                break;
            }
            scopes[behind].likened = true;
        }
    }
}

/// Cues that stand behind what they are about: "the fever is gone", "had mumps as a child", "cough: no".
fn look_back(v: &Vocabulary, words: &[Word], consumed: &[bool], scopes: &mut [Scope]) {
    for at in 0..words.len() {
        let text = words[at].text.as_str();
        let follows = |list: &Set| at > 0 && list.has(&words[at - 1].text);
        let ends = ends_clause(v, words, at);
        let gone = v.scope_gone.begin_at(words, at)
            // "Gone" says so at the end: periods that have gone all over the place are not gone.
            || (v.scope_gone_at_end.has(text) && ends)
            || (v.scope_none.has(text) && words[at].gap == Gap::Comma && ends);
        let stopped = v.scope_fine_at_end.has(text) && ends && !follows(&v.scope_compared);
        let ended = |length: usize| ends_clause(v, words, at + length - 1);
        let past = v.scope_past_behind.begin_at(words, at) && !has_begun(v, words, at)
            || v.scope_past_periods.begin_at(words, at) && !follows(&v.scope_past_unless)
            || v.scope_past_at_end.length_at(words, at).is_some_and(ended)
            || is_year(text) && follows(&v.scope_in_year);
        if v.scope_not_begun.begin_at(words, at) {
            deny_item(words, &mut scopes[..=at]);
        }
        let clause = scopes[at].clause;
        // "It lasts a few seconds, then it is gone" comes again.
        let recurs =
            || (0..at).rev().take_while(|&b| scopes[b].clause == clause).any(|b| recurs(v, words, b));
        let (gone, stopped) = if (gone || stopped) && recurs() { (false, false) } else { (gone, stopped) };
        if !(gone || stopped || past) || consumed[at] {
            continue;
        }
        // "Went numb, fine now" is all over; "cough, sleep is fine" says so of the sleep alone.
        let item = (0..=at).rev().find(|&b| words[b].gap >= Gap::Comma).unwrap_or(0);
        let names = (item..at).any(|b| !v.is_filler(&words[b].text));
        let floor = if stopped && !gone && !past && names { item } else { 0 };
        // "Apart from a runny nose I feel fine": who is fine is the person.
        let person = || (floor..at).rev().find(|&b| is_person(v, &words[b].text));
        let floor = if stopped && !gone && !past { person().unwrap_or(floor) } else { floor };
        // "My leg went numb, it's fine now": what points back is about the clause before.
        let start = (0..=at).rev().take_while(|&b| scopes[b].clause == clause).last().unwrap_or(at);
        let points_back = start > 0 && !names && v.scope_points_back.has(&words[start].text);
        let before = (points_back && words[start].gap < Gap::Sentence).then(|| scopes[start - 1].clause);
        let is_here = |s: &Scope| s.clause == clause || before == Some(s.clause);
        for scope in scopes[floor..at].iter_mut().rev().take_while(|s| is_here(s)) {
            scope.gone |= (gone || stopped) && !scope.denied;
            scope.denied |= gone || stopped;
            scope.past |= past;
        }
    }
}

/// "It started several months ago" goes on.
fn has_begun(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    const REACH: usize = 6;
    let before = (at.saturating_sub(REACH)..at).rev();
    before.take_while(|&b| words[b].gap < Gap::Sentence).any(|b| v.duration_onsets.has(&words[b].stem))
}

/// Whether a word is the subject of a statement about a person: "it" may be anything.
pub(crate) fn is_person(v: &Vocabulary, word: &str) -> bool {
    v.scope_subjects.has(word) && !v.scope_points_back.has(word)
}

fn recurs(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    v.scope_recurring.has(&words[at].text)
}

/// A year of the past: "in 2009".
pub(crate) fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse::<u32>().is_ok_and(|year| (1930..2100).contains(&year))
}

/// "A 5-day history of fever" is not past.
fn is_span(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    at > 0 && v.duration_units().any(|unit| unit.has(&words[at - 1].text))
}

/// "If" and its kin at the start of a statement; "it hurts if I bite" is no doubt.
fn is_condition(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    v.scope_conditions.has(&words[at].text)
        && (words[at].gap >= Gap::Comma || v.scope_joins.has(&words[at.saturating_sub(1)].text))
}

/// Denies the words before the last one, back to a comma: "sore throat, cough has not started".
fn deny_item(words: &[Word], scopes: &mut [Scope]) {
    for at in (0..scopes.len().saturating_sub(1)).rev() {
        scopes[at].denied = true;
        if words[at].gap >= Gap::Comma {
            return;
        }
    }
}

fn ends_clause(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    words.get(at + 1).is_none_or(|next| next.gap >= Gap::Comma || v.scope_ends.has(&next.text))
}

/// Whether a word begins a new statement: an opener behind a comma or "and".
fn opens_statement(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|b| &words[b]) else { return false };
    (v.scope_joins.has(&before.text) || words[at].gap == Gap::Comma)
        && v.scope_openers.has(&words[at].text)
        && !names_somebody(v, words, at + 1)
}

/// Whether a denial ends before a word. What somebody cannot do is one thing ("cannot sleep, cough");
/// a list goes on as long as its items are short or an "or" is still to come.
fn ends_denial(v: &Vocabulary, words: &[Word], at: usize, is_unable: bool) -> bool {
    const LONGEST_ITEM: usize = 3;
    if words[at].gap != Gap::Comma {
        return is_unable && v.scope_and.has(&words[at].text);
    }
    let sentence = || words[at..].iter().enumerate().take_while(|(i, w)| *i == 0 || w.gap != Gap::Sentence);
    let joins = |w: &Word| v.scope_joints.has(&w.text);
    let item = sentence().take_while(|(i, w)| *i == 0 || w.gap < Gap::Comma && !joins(w)).count();
    is_unable || item > LONGEST_ITEM && !sentence().any(|(_, w)| v.scope_or.has(&w.text))
}

/// "No fever and a bad headache": with an article of its own it is no part of what is denied.
fn brings_article(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    at > 0 && v.scope_and.has(&words[at - 1].text) && v.scope_articles.has(&words[at].text)
}

/// Whether the words behind "without" say how, and deny no finding: "without trying", "without any warning".
fn says_manner(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    let has = |list: &Set, at: usize| words.get(at).is_some_and(|w| list.has(&w.text));
    has(&v.scope_manners, at + usize::from(has(&v.scope_without_any, at)))
}

/// "Never had a headache like this", "never been so breathless": it is there, and worse than ever.
pub(crate) fn is_first_time(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    const REACH: usize = 9;
    let sentence = (at + 1..words.len()).take_while(|&w| words[w].gap != Gap::Sentence).take(REACH);
    v.scope_never.has(&words[at].text) && sentence.into_iter().any(|w| v.scope_never_like.begin_at(words, w))
}

/// Whether somebody is named only for what they say of the patient: "my wife says I snore".
fn only_says(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    const REACH: usize = 4;
    let says = words.get(at + 1).is_some_and(|w| w.gap == Gap::None && v.scope_says.has(&w.text));
    let about_me = |w: &Word| v.scope_oneself.has(&w.text);
    says && words[at + 2..].iter().take(REACH).any(|w| about_me(w) || !v.scope_subjects.has(&w.text))
}

fn names_somebody(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    words.get(at).is_some_and(|w| v.scope_others.has(&w.text))
}
