//! Free text to findings: "I have had a fever of 39.5 for 8 days and my throat hurts, no cough".
//!
//! Words stand for concepts (`concepts.rs`), which are brought together to complaints (`events.rs`)
//! and compared with what the network's findings mean (`frames.rs`). Idioms and terms are phrases
//! (`lexicon.rs`). A grammar of negation, doubt, history, other people and numbers decides what is
//! said of them. All words are those of the language (`vocabulary.rs`). No download: the same text
//! always gives the same findings, and each one points at the words it was read from.
//! An unsure reading is left out: a wrong finding costs more than a missed one.

mod about;
mod alternatives;
mod circumstances;
mod claims;
mod concepts;
mod emergencies;
mod events;
mod frames;
mod gauges;
mod grades;
mod leftover;
mod lexicon;
mod matching;
mod quantity;
mod reply;
mod scope;
mod spelling;
mod subject;
mod vocabulary;
mod words;

use std::collections::HashSet;
use std::sync::Arc;

use etio::{Budget, FindingId, Hierarchy, InferenceError, Network};
use etio_case::{AgeError, Answer, DocumentError, Group, Person};
use serde::Serialize;

use crate::translation::languages_of;
use crate::words::Language;
use claims::{Claim, mentions, most_precise, most_specific};
pub(crate) use concepts::Concepts;
use concepts::{Class, Sense, TAXONOMY};
pub use emergencies::Emergency;
use emergencies::{Emergencies, Quiet, Said};
pub(crate) use emergencies::{Part, Signal, scale_of_alarm};
use events::{Event, events};
pub(crate) use frames::{DOCUMENT as FRAMES, Frame};
use frames::{Fit, Frames, Named};
use grades::Grades;
use lexicon::{Contested, Lexicon};
use matching::{Match, matches};
use quantity::{Reading, readings};
use reply::Replies;
use scope::{Scope, is_first_time, scopes};
use spelling::Spelling;
use subject::subject;
pub use subject::{Pronoun, Subject, Who};
pub(crate) use vocabulary::Vocabulary;
pub(crate) use words::Splitter;
use words::{Gap, Word};

/// How a person says a finding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Reading"))]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// They have it.
    Present,
    /// They do not have it.
    Absent,
}

/// A finding read from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The finding.
    pub finding: FindingId,
    /// How it stands.
    pub choice: Choice,
    /// Position of its first character in the text, counted in Unicode code points.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}

/// Findings and facts read from a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interpretation {
    /// The findings, each once, in the order of the text.
    pub mentions: Vec<Mention>,
    /// Findings that nobody spoke of, but that a stated duration rules out: after "for two days",
    /// that it has lasted for months.
    pub ruled_out: Vec<FindingId>,
    /// Stretches of text that said nothing the network knows, as (start, end) in code points.
    pub not_understood: Vec<(usize, usize)>,
    /// The answer that the text begins with, for whoever has just asked something: "no, but my head hurts".
    pub reply: Option<Answer>,
    /// Age and sex of the person, as far as stated.
    pub person: Person,
    /// Person that the text is about.
    pub subject: Subject,
    /// Emergencies stated by the words themselves.
    pub emergencies: Vec<Emergency>,
    /// Whether the time was over before the text was read: no finding was, only emergencies.
    pub is_cut: bool,
}

/// Words of a network that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordsError {
    /// The `quantity` column is at fault.
    #[error(transparent)]
    Quantity(#[from] QuantityError),
    /// The file of frames or phrases is at fault.
    #[error(transparent)]
    Document(#[from] DocumentError),
}

/// A `quantity` cell that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "finding `{finding}` has the quantity `{quantity}`; expected `temperature:LOW:HIGH` in degrees Celsius or \
     `duration:LOW:HIGH` in days, and a parent for a duration"
)]
pub struct QuantityError {
    /// The finding.
    pub finding: String,
    /// The cell.
    pub quantity: String,
}

/// Reads findings of one network from free text.
pub struct Understanding {
    splitter: Splitter,
    concepts: Arc<Concepts>,
    lexicon: Lexicon,
    frames: Frames,
    spelling: Spelling,
    hierarchy: Hierarchy,
    grades: Grades,
    replies: Replies,
    emergencies: Emergencies,
    /// For each finding, whether only a child can have it.
    childish: Vec<bool>,
}

impl Understanding {
    /// Learns the words of a network, and how a language answers, denies, counts and dates.
    pub fn of(network: &Network, hierarchy: &Hierarchy, language: &Language) -> Result<Self, WordsError> {
        let splitter = Splitter::of(language.vocabulary().clone());
        let concepts = language.concepts().clone();
        let lexicon = Lexicon::of(network, &splitter, language.tag())?;
        let frames = Frames::of(network)?;
        let known = lexicon.words.iter().map(String::as_str).chain(concepts.words());
        let spelling = Spelling::new(known);
        let grades = Grades::of(network, hierarchy, &frames)?;
        Ok(Self {
            replies: Replies::of(language),
            emergencies: Emergencies::of(language),
            childish: network.findings().map(|finding| is_childish(network, finding)).collect(),
            hierarchy: hierarchy.clone(),
            splitter,
            concepts,
            lexicon,
            frames,
            spelling,
            grades,
        })
    }

    /// Everything wrong with the words of a network: the phrases of every language, frames, quantities.
    pub(crate) fn problems(network: &Network, hierarchy: &Hierarchy, language: &Language) -> Vec<WordsError> {
        let splitter = Splitter::of(language.vocabulary().clone());
        let lexicons = languages_of(network, "phrases")
            .into_iter()
            .filter_map(|tag| Lexicon::of(network, &splitter, &tag).err().map(WordsError::from));
        let frames = Frames::of(network).err().map(WordsError::from);
        let grades = Grades::of(network, hierarchy, &Frames::default()).err().map(WordsError::from);
        lexicons.chain(frames).chain(grades).collect()
    }

    /// Phrases that more than one finding claims; only the first of them is understood.
    pub(crate) fn contested(&self) -> &[Contested] {
        &self.lexicon.contested
    }

    /// The frames of the findings.
    pub(crate) fn frames(&self) -> &Frames {
        &self.frames
    }

    /// Whether any phrase says a finding.
    pub(crate) fn has_phrase(&self, finding: FindingId) -> bool {
        self.lexicon.says(finding)
    }

    /// Reads an age that was asked for: years, or figures with a unit of the language or of English.
    pub fn read_age(&self, text: &str) -> Result<f64, AgeError> {
        about::asked_age(self.splitter.vocabulary(), text)
    }

    /// The features of a text to which [`crate::evaluate::alarm_words`] gives weights.
    pub(crate) fn alarm_features(&self, text: &str) -> Vec<String> {
        let mut words = self.splitter.split(text);
        // Without a limit of time, there is no error.
        let _ = self.mend(text, &mut words, &Budget::unlimited());
        emergencies::features(&words).into_keys().collect()
    }

    /// Reads a text.
    pub fn read(&self, text: &str) -> Interpretation {
        self.read_within(text, &Budget::unlimited()).unwrap_or_default()
    }

    /// Reads a text within a budget. If its time is over, emergencies are still read, which takes no
    /// time to speak of, and the text counts as not understood.
    pub fn read_within(&self, text: &str, budget: &Budget) -> Result<Interpretation, InferenceError> {
        let v = self.splitter.vocabulary();
        let mut words = self.splitter.split(text);
        // Before slips are mended: "nope" is no slip for "nose".
        let reply = self.replies.read(&words).map(|(answer, length)| {
            words.drain(..length);
            answer
        });
        let mut is_cut = in_time(self.mend(text, &mut words, budget))?.is_none();
        let mut senses = self.concepts.spot(&words);
        let measured = readings(v, &words);
        senses.retain(|sense| !is_date(sense, &measured));
        let subject = subject(v, &words, &senses);
        let (person, said_of_person) = about::person(v, &words, &subject);
        let subject = subject.of_age(person.age);
        let matched = in_time(matches(v, &self.lexicon, &words, budget))?;
        is_cut |= matched.is_none();
        let mut found = matched.unwrap_or_default();
        found.retain(|m| !is_concern(v, &words, m) && !is_idiom(v, &words, &senses, m));
        // A denial that belongs to a phrase or a sense denies nothing: "can *not* stop".
        let mut consumed = vec![false; words.len()];
        found.iter().flat_map(|m| &m.words).for_each(|&w| consumed[w] = true);
        for sense in senses.iter().filter(|s| s.first < s.last && !s.has(Class::Lack)) {
            consumed[sense.first..=sense.last].fill(true);
        }
        let first_look = scopes(v, &words, &consumed, subject.cast());
        let mut complaints = events(v, &words, &senses, &first_look);
        circumstances::add(&mut senses, &mut complaints, &first_look, &measured, &subject, person);
        let (fits, is_late) = self.fits(v, &words, &senses, complaints, &first_look, budget)?;
        is_cut |= is_late;
        for &sense in fits.iter().flat_map(|fit| &fit.senses) {
            consumed[senses[sense].first..=senses[sense].last].fill(true);
        }
        let mut scopes = scopes(v, &words, &consumed, subject.cast());
        let quiet = Quiet::of(v, &words, &scopes, &measured);
        for (at, scope) in scopes.iter_mut().enumerate() {
            scope.doubted |= quiet.is_unreal(at);
            scope.past |= quiet.is_over(at);
        }
        let by_phrase = found.iter().map(|m| Claim::of_match(v, &words, m, &scopes));
        let by_frame = fits.iter().map(|fit| Claim::of_fit(v, &words, &senses, fit, &scopes));
        let is_grown = || subject::is_grown(v, &words, &subject);
        let is_grown = person.age.map_or_else(is_grown, |age| age >= subject::ADULT);
        let mut claims = self.fitting(by_phrase.chain(by_frame).collect(), is_grown);
        let by_sense = senses.iter().filter(|s| s.first < s.last).map(|s| (s.first..=s.last).collect());
        let by_fit = fits.iter().map(|fit| fit.words(&senses, |_| true));
        let units: Vec<Vec<usize>> =
            found.iter().map(|m| m.words.clone()).chain(by_sense).chain(by_fit).collect();
        for claim in &mut claims {
            claim.scope.denied |= is_denied_within(v, &words, &scopes, &units, claim);
        }
        let ruled_out = self.grades.add(v, &self.hierarchy, &words, &measured, &scopes, &mut claims);
        self.grades.add_age(&words, person, &mut claims);
        let place = Places::of(text);
        let parts = measured.iter().map(|r| (r.first, r.last)).chain(said_of_person);
        let mut used = leftover::used(&words, &senses, &claims, parts);
        let claims = most_precise(&self.frames, claims);
        let mentions = mentions(&self.hierarchy, &words, &claims, &place);
        let alarms = self.concepts.alarms(&words);
        for reading in &measured {
            consumed[reading.first..=reading.last].fill(true);
        }
        for sense in alarms.iter().filter(|s| s.first < s.last) {
            consumed[sense.first..=sense.last].fill(true);
        }
        let scopes_of_alarms = scope::scopes(v, &words, &consumed, subject.cast());
        let said = Said {
            v,
            senses: &[&alarms[..], &senses].concat(),
            scopes: &scopes_of_alarms,
            measured: &measured,
            words: &words,
            quiet: &quiet,
            person,
        };
        let emergencies = self.emergencies.find(&said, &place);
        leftover::use_alarms(&words, &scopes, &emergencies, &place, &mut used);
        let not_understood =
            leftover::not_understood(v, &words, &senses, !mentions.is_empty(), &used, &scopes, &place);
        // What was read of a part may be said otherwise of the whole.
        let (mentions, ruled_out, not_understood) = if is_cut {
            (Vec::new(), Vec::new(), vec![(0, place.starts.len())])
        } else {
            (mentions, ruled_out, not_understood)
        };
        Ok(Interpretation {
            mentions,
            ruled_out,
            not_understood,
            reply,
            person,
            subject,
            emergencies,
            is_cut,
        })
    }

    /// The frames that complaints fit, and whether time ran out before all of them were looked at.
    fn fits(
        &self,
        v: &Vocabulary,
        words: &[Word],
        senses: &[Sense],
        complaints: Vec<Event>,
        scopes: &[Scope],
        budget: &Budget,
    ) -> Result<(Vec<Fit>, bool), InferenceError> {
        let mut fits = Vec::new();
        let named = Named::of(senses, |sense| !scopes[sense.first].denied);
        for event in complaints {
            if in_time(budget.check())?.is_none() {
                return Ok((fits, true));
            }
            let mut said = self.frames.fits(&event, senses);
            let is_denied = scopes[senses[event.kind].first].denied;
            said.retain(|fit| !(fit.denies && is_of_another(senses, &event)));
            said.retain(|fit| !(fit.is_loose && is_denied) && holds_together(v, words, senses, fit));
            // "Diarrhoea without blood": what is denied of a complaint leaves the rest of it.
            let denied: HashSet<usize> = said
                .iter()
                .filter(|fit| !is_denied && !fit.denies)
                .flat_map(|fit| fit.denied_parts(senses, scopes))
                .collect();
            if !denied.is_empty() {
                let rest = event.senses.iter().copied().filter(|s| !denied.contains(s)).collect();
                said.extend(self.frames.fits(&Event { senses: rest, ..event.clone() }, senses));
            }
            said.retain(|fit| {
                let parts = || fit.senses.iter().map(|&s| scopes[senses[s].first]);
                let is_denied = fit.denies || parts().any(Scope::is_denied_part);
                !is_denied || gap_within(words, senses, fit) < Gap::Comma
            });
            if said.is_empty() && is_denied {
                fits.extend(self.frames.completed(&event, senses, &named));
            }
            fits.extend(said);
        }
        Ok((fits, false))
    }

    /// Claims that suit the person, without those that a more demanding one outdoes. "My BP is fine, the
    /// nurse said" is about no baby that nurses.
    fn fitting(&self, mut claims: Vec<Claim>, is_grown: bool) -> Vec<Claim> {
        if is_grown {
            claims.retain(|claim| !self.childish[claim.finding.index()]);
        }
        for claim in claims.iter_mut().filter(|claim| self.frames.is_lasting(claim.finding)) {
            claim.scope.past = false;
        }
        most_specific(&self.hierarchy, claims)
    }

    /// Mends slips of spelling.
    fn mend(&self, text: &str, words: &mut [Word], budget: &Budget) -> Result<(), InferenceError> {
        let v = self.splitter.vocabulary();
        for word in words {
            budget.check()?;
            if let Some(meant) = v.with_ending(&word.text) {
                word.stem = self.splitter.stem(&meant);
                word.text = meant;
            }
            if !is_name(text, word)
                && !self.lexicon.knows(&word.stem)
                && !self.concepts.knows(&word.stem)
                && !v.is_filler(&word.text)
                && !v.is_cue(&word.text)
                && !v.is_word(&word.text)
                && let Some(meant) = self.spelling.correct(&word.text)
            {
                // A letter too few in a double one is likelier than another word: "stopped", not "stooped".
                let meant = v.with_double_letter(&word.text).unwrap_or_else(|| meant.to_owned());
                word.stem = self.splitter.stem(&meant);
                word.text = meant;
            }
        }
        Ok(())
    }
}

/// The result, if it was ready in time; `None` if not.
fn in_time<T>(done: Result<T, InferenceError>) -> Result<Option<T>, InferenceError> {
    match done {
        Err(InferenceError::OutOfTime { .. }) => Ok(None),
        done => done.map(Some),
    }
}

/// Whether a word inside a sentence is written like a name, which is no slip: "the flight from Manila".
fn is_name(text: &str, word: &Word) -> bool {
    let mut letters = text.get(word.start..word.end).unwrap_or_default().chars();
    let is_capital = letters.next().is_some_and(char::is_uppercase);
    is_capital && word.gap != Gap::Sentence && letters.any(char::is_lowercase)
}

/// The widest gap between the words for what is wrong and where. How, when and since when may be told apart.
fn gap_within(words: &[Word], senses: &[Sense], fit: &Fit) -> Gap {
    let says_what = |s: &&Sense| s.has(Class::Kind) || s.has(Class::Place) || s.has(Class::Lack);
    let parts = || fit.senses.iter().map(|&s| &senses[s]).filter(says_what);
    let (Some(first), Some(last)) = (parts().map(|s| s.last).min(), parts().map(|s| s.first).max()) else {
        return Gap::None;
    };
    words[(first + 1).min(last + 1)..=last].iter().map(|w| w.gap).max().unwrap_or(Gap::None)
}

/// Whether it is another complaint that does not hurt: "a lump in my neck that doesn't hurt" denies no
/// neck pain.
fn is_of_another(senses: &[Sense], event: &Event) -> bool {
    let is = |sense: &Sense, id| TAXONOMY.concept(id).is_some_and(|concept| sense.is(concept));
    let is_other = |sense: &Sense| sense.has(Class::Kind) && !is(sense, "painless") && !is(sense, "pain");
    is(&senses[event.kind], "painless")
        && event.senses.iter().any(|&s| s != event.kind && is_other(&senses[s]))
}

/// Whether a complaint and its place stand in one sentence, or the second one points back: "Left eye is
/// red. It hurts."
fn holds_together(v: &Vocabulary, words: &[Word], senses: &[Sense], fit: &Fit) -> bool {
    let last = fit.senses.iter().map(|&s| senses[s].first).max().unwrap_or_default();
    let start = (0..=last).rev().find(|&at| words[at].gap == Gap::Sentence).unwrap_or_default();
    gap_within(words, senses, fit) < Gap::Sentence || v.scope_points_back.has(&words[start].text)
}

/// Whether somebody only says what they are worried about: "worried that it might be my heart" is no anxiety.
fn is_concern(v: &Vocabulary, words: &[Word], found: &Match) -> bool {
    let next = words.get(found.last() + 1).map_or("", |w| w.text.as_str());
    found.words.len() == 1
        && v.scope_worries.has(&words[found.first()].stem)
        && v.scope_worries_about.has(next)
}

/// Whether a claim shares words with a phrase or complaint whose denial stands before the claim. That
/// denial is part of the phrase ("no pain" says painless), but it also denies what shares only the
/// rest: "no pain when I pee". What somebody cannot do denies nothing.
fn is_denied_within(
    v: &Vocabulary,
    words: &[Word],
    scopes: &[Scope],
    units: &[Vec<usize>],
    claim: &Claim,
) -> bool {
    let denies = |at: usize| {
        at < claim.first()
            && scopes[at].clause == scopes[claim.first()].clause
            && v.scope_denials.begin_at(words, at)
            && !v.scope_no_denials.begin_at(words, at)
            && !v.scope_denial_ends.begin_at(words, at)
            && !is_first_time(v, words, at)
            && (at == 0 || !v.scope_modals.has(&words[at - 1].text))
    };
    units.iter().any(|unit| {
        unit.iter().any(|w| claim.words.binary_search(w).is_ok()) && unit.iter().any(|&w| denies(w))
    })
}

/// Whether a finding is one of children only.
fn is_childish(network: &Network, finding: FindingId) -> bool {
    let cell = |column| network.finding_catalog().attribute(finding.index(), column).unwrap_or_default();
    let group = Group::parse(cell("sex"), cell("age_min"), cell("age_max"));
    group.is_ok_and(|group| group.age_max.is_some_and(|age| age <= subject::ADULT))
}

/// Whether words say since when, and not how: "the runs since Saturday night".
fn is_date(sense: &Sense, measured: &[Reading]) -> bool {
    let says_how = sense.has(Class::Quality) && !sense.has(Class::Kind) && !sense.has(Class::Place);
    let holds = |r: &Reading| r.measure.days().is_some() && r.first <= sense.first && sense.last <= r.last;
    says_how && measured.iter().any(holds)
}

/// Whether a phrase is only part of an idiom that states no finding: "fell" in "fell asleep".
fn is_idiom(v: &Vocabulary, words: &[Word], senses: &[Sense], found: &Match) -> bool {
    let Some(neutral) = TAXONOMY.concept("neutral") else { return false };
    let telling: Vec<usize> = found.words.iter().copied().filter(|&w| !v.is_filler(&words[w].text)).collect();
    let holds = |s: &Sense| telling.iter().all(|w| (s.first..=s.last).contains(w));
    let idioms = senses.iter().filter(|s| s.named.contains(&neutral) && s.first < s.last);
    !telling.is_empty() && idioms.into_iter().any(|s| holds(s) && telling.len() <= s.last - s.first)
}

/// From bytes to code points.
pub(crate) struct Places {
    starts: Vec<usize>,
}

impl Places {
    fn of(text: &str) -> Self {
        Self { starts: text.char_indices().map(|(at, _)| at).collect() }
    }

    fn of_byte(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start < byte)
    }
}

#[cfg(test)]
mod tests;
