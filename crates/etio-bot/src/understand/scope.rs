//! What is said of each word: whether it is denied, in doubt, past, or about somebody else.
//!
//! A cue reaches forward to the end of its clause. Clauses end at a full stop, at "but" and its kin, and where a comma
//! or "and" starts a new statement ("no cough, my throat hurts"), but not inside a list ("no cough, fever or chills").

use super::words::{Gap, Word};

/// What is said of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scope {
    /// Said to be absent.
    pub(crate) denied: bool,
    /// Neither present nor absent can be read from it: doubt, history, another person.
    pub(crate) unclear: bool,
    /// The number of the clause; nothing is understood across two.
    pub(crate) clause: usize,
}

const DENIALS: &[&str] = &[
    "no", "not", "without", "denies", "deny", "denied", "denying", "never", "neither", "nor", "none", "zero",
];
const BREAKS: &[&str] = &[
    "but",
    "however",
    "although",
    "though",
    "except",
    "yet",
    "whereas",
    "instead",
    "just",
    "only",
    "apart",
    "despite",
    "besides",
    "otherwise",
];
const DOUBTS: &[&str] = &[
    "maybe",
    "perhaps",
    "possibly",
    "might",
    "may",
    "unsure",
    "wonder",
    "wondering",
    "worried",
    "afraid",
    "fear",
    "scared",
    "if",
    "unless",
    "whether",
    "avoid",
    "prevent",
    "read",
    "heard",
    "googled",
    "exposed",
    "vaccinated",
    "prone",
];
const PAST: &[&str] = &["history", "previously", "formerly"];
const OTHERS: &[&str] = &[
    "mother",
    "mom",
    "mum",
    "father",
    "dad",
    "brother",
    "sister",
    "husband",
    "wife",
    "partner",
    "friend",
    "hubby",
    "missus",
    "mate",
    "mates",
    "fiance",
    "fiancee",
    "flatmate",
    "nan",
    "granny",
    "gran",
    "coworker",
    "colleague",
    "neighbor",
    "neighbour",
    "aunt",
    "uncle",
    "grandmother",
    "grandfather",
    "grandma",
    "grandpa",
    "cousin",
    "boyfriend",
    "girlfriend",
    "roommate",
    "boss",
    "parents",
    "relatives",
    "classmate",
    "teacher",
    "everyone",
    "family",
];
/// Words that open a new statement after a comma or "and".
const OPENERS: &[&str] = &[
    "i", "my", "he", "she", "it", "we", "they", "his", "her", "their", "the", "there", "have", "has", "had",
    "feel", "feels", "feeling", "got", "also", "now", "then", "am", "is", "are", "was", "been", "having",
];
/// What follows "without" when it says how, and denies no finding: "lost weight without trying".
const MANNERS: &[&str] = &["trying", "reason", "warning", "effort", "meaning", "wanting", "exercise", "any"];
/// What follows "not" without denying a finding.
const NOT_A_DENIAL: &[&str] = &[
    "sure",
    "only",
    "just",
    "certain",
    "getting",
    "improving",
    "improved",
    "responding",
    "helping",
    "able",
    "going",
];

/// Whether a word is part of this grammar, and so is never a slip for something else.
pub(crate) fn is_cue(word: &str) -> bool {
    [DENIALS, BREAKS, DOUBTS, PAST, OTHERS, OPENERS, NOT_A_DENIAL, MANNERS]
        .iter()
        .any(|list| list.contains(&word))
}

/// Whether a word names somebody the conversation is not about.
pub(crate) fn is_other_person(word: &str) -> bool {
    OTHERS.contains(&word)
}

/// The scope of every word. `consumed` marks words that belong to a recognised phrase ("can *not* breathe").
pub(crate) fn scopes(words: &[Word], consumed: &[bool]) -> Vec<Scope> {
    let mut scopes = Vec::with_capacity(words.len());
    let (mut current, mut clause) = (Scope::default(), 0);
    let mut other = false;
    for (at, word) in words.iter().enumerate() {
        let text = word.text.as_str();
        if word.gap == Gap::Sentence || BREAKS.contains(&text) {
            clause += 1;
            current = Scope { clause, ..Scope::default() };
            other &= word.gap != Gap::Sentence;
        } else if opens_statement(words, at) || current.denied && brings_article(words, at) {
            clause += 1;
            current = Scope { clause, ..Scope::default() };
        }
        if ["i", "me", "my"].contains(&text) && !names_somebody(words, at + 1) {
            other = false;
        }
        scopes.push(Scope { unclear: current.unclear || other, ..current });
        if consumed[at] {
            continue;
        }
        let next = words.get(at + 1).map_or("", |w| w.text.as_str());
        if text == "without" && MANNERS.contains(&next) && (next != "any" || says_manner(words, at + 2)) {
            continue;
        }
        if DENIALS.contains(&text) && !(text == "not" && NOT_A_DENIAL.contains(&next)) {
            current.denied = !(text == "no" && ["doubt", "change", "idea", "wonder"].contains(&next));
        } else if phrase(words, at, &["free", "of"])
            || phrase(words, at, &["absence", "of"])
            || phrase(words, at, &["negative", "for"])
            || phrase(words, at, &["ruled", "out"])
            || phrase(words, at, &["lack", "of"])
        {
            current.denied = true;
        } else if DOUBTS.contains(&text)
            || PAST.contains(&text)
            || phrase(words, at, &["not", "sure"])
            || phrase(words, at, &["not", "certain"])
            || phrase(words, at, &["used", "to"])
            || phrase(words, at, &["could", "be"])
            || phrase(words, at, &["as", "a", "child"])
            || phrase(words, at, &["when", "i", "was"])
        {
            current.unclear = true;
        }
        if OTHERS.contains(&text) {
            other = true;
            if let Some(scope) = scopes.last_mut() {
                scope.unclear = true;
            }
        }
    }
    look_back(words, consumed, &mut scopes);
    scopes
}

/// Cues that stand behind what they are about: "the fever is gone", "had mumps as a child", "cough: no".
fn look_back(words: &[Word], consumed: &[bool], scopes: &mut [Scope]) {
    for at in 0..words.len() {
        let text = words[at].text.as_str();
        let gone = ["resolved", "disappeared", "absent", "vanished"].contains(&text)
            // "Gone" says so at the end: periods that have gone all over the place are not gone.
            || (text == "gone" && (ends_clause(words, at) || phrase(words, at + 1, &["away"])))
            || phrase(words, at, &["went", "away"])
            || phrase(words, at, &["cleared", "up"])
            || (["no", "none"].contains(&text) && words[at].gap == Gap::Comma && ends_clause(words, at));
        let compared = at > 0 && ["than", "as", "not"].contains(&words[at - 1].text.as_str());
        let stopped = ["stopped", "fine", "normal", "ok", "okay"].contains(&text)
            && ends_clause(words, at)
            && !compared;
        let past = phrase(words, at, &["years", "ago"])
            || phrase(words, at, &["months", "ago"])
            || phrase(words, at, &["last", "year"]) && !(at > 0 && words[at - 1].text == "since")
            || phrase(words, at, &["as", "a", "child"])
            || phrase(words, at, &["in", "the", "past"]) && ends_clause(words, at + 2);
        if phrase(words, at, &["not", "started"]) {
            deny_item(words, &mut scopes[..=at]);
        }
        if !(gone || stopped || past) || consumed[at] {
            continue;
        }
        let clause = scopes[at].clause;
        for scope in scopes[..at].iter_mut().rev().take_while(|s| s.clause == clause) {
            scope.denied |= gone || stopped;
            scope.unclear |= past;
        }
    }
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

fn ends_clause(words: &[Word], at: usize) -> bool {
    words
        .get(at + 1)
        .is_none_or(|next| next.gap >= Gap::Comma || ["and", "but", "now"].contains(&next.text.as_str()))
}

/// Whether a word begins a new statement: an opener behind a comma or "and".
fn opens_statement(words: &[Word], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|b| &words[b]) else { return false };
    let text = words[at].text.as_str();
    let joined = ["and", "plus", "so"].contains(&before.text.as_str());
    (joined || words[at].gap == Gap::Comma) && OPENERS.contains(&text) && !names_somebody(words, at + 1)
}

/// "No fever and a bad headache": with an article of its own it is no part of what is denied.
fn brings_article(words: &[Word], at: usize) -> bool {
    at > 0 && words[at - 1].text == "and" && ["a", "an"].contains(&words[at].text.as_str())
}

fn says_manner(words: &[Word], at: usize) -> bool {
    words.get(at).is_some_and(|w| MANNERS.contains(&w.text.as_str()))
}

fn names_somebody(words: &[Word], at: usize) -> bool {
    words.get(at).is_some_and(|w| is_other_person(&w.text))
}

fn phrase(words: &[Word], at: usize, expected: &[&str]) -> bool {
    expected.iter().enumerate().all(|(i, text)| words.get(at + i).is_some_and(|w| w.text == *text))
}
