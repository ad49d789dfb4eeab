//! Whom a text speaks of: the person who writes, their child, a relative, somebody on the street.

use etio_case::{Person, Sex};
use serde::Serialize;

use super::about::named_by_age;
use super::concepts::{Class, Sense};
use super::scope::Cast;
use super::vocabulary::Vocabulary;
use super::words::Word;

/// Whom a text speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// The person who writes.
    #[default]
    Oneself,
    /// A baby.
    Infant,
    /// A child, or a son or daughter of any age.
    Child,
    /// Another adult.
    Adult,
}

/// How to speak of a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Pronoun {
    /// The person is the one who writes.
    #[default]
    You,
    /// A man or boy.
    He,
    /// A woman or girl.
    She,
    /// Not known.
    They,
}

/// The person whom a text speaks of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subject {
    /// Who it is.
    pub who: Who,
    /// How to speak of them.
    pub pronoun: Pronoun,
    /// The word that the text has for them, in lower case: "son" for "your son".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noun: Option<String>,
}

/// Maximum number of words from "my" to whom it names.
const WHOSE: usize = 4;
/// Maximum number of words between "I" and what the person has.
const ACT: usize = 5;
/// From this age in years on somebody is no child.
pub(super) const ADULT: f64 = 16.0;
/// Below this age in years somebody is a baby.
const BABY: f64 = 2.0;
/// Below this age in years nobody writes for themselves.
const WRITES: f64 = 6.0;

/// Reads whom a text speaks of. What people say of their own body outweighs what they say of others.
pub(super) fn subject(v: &Vocabulary, words: &[Word], senses: &[Sense]) -> Subject {
    let text = |at: usize| words.get(at).map_or("", |w| w.text.as_str());
    let expecting = words.iter().any(|w| v.gauge_pregnancy.has(&w.text) || v.gauge_pregnancy.has(&w.stem));
    let (mut own, mut others) = (0, 0);
    let (mut he, mut she) = (0, 0);
    // "Kid at school has chickenpox, now my son ...": whose they are says who is meant.
    let mut noun: Option<(usize, Who)> = None;
    let mut is_mine = false;
    let mut aged = None;
    for at in 0..words.len() {
        let word = text(at);
        if v.who_he.has(word) {
            he += 1;
        } else if v.who_she.has(word) {
            she += 1;
        }
        if let Some(who) = person(v, word, expecting)
            && !is_carried(v, text(at.saturating_sub(2)), text(at.saturating_sub(1)))
            && !v.scope_says.has(text(at + 1))
            && !v.scope_strangers.begin_at(words, at)
        {
            others += 1;
            // "My 18 month old boy".
            let mine = (at.saturating_sub(WHOSE)..at).any(|before| v.who_my.has(text(before)));
            if noun.is_none() || mine && !is_mine {
                (noun, is_mine) = (Some((at, who)), mine);
            }
        } else if let Some(years) = named_by_age(v, words, at).filter(|years| *years < ADULT) {
            others += 2;
            aged = aged.or(Some(if years < BABY { Who::Infant } else { Who::Child }));
        }
        let is_body = || senses.iter().any(|s| (at + 1..=at + 3).contains(&s.first) && s.has(Class::Place));
        let mine = v.who_my.has(word) && is_body() && person(v, text(at + 1), expecting).is_none();
        // "I have a headache", but "I have called the doctor" and "I woke and he was floppy" are about
        // others.
        let complains =
            || senses.iter().any(|s| (at + 1..=at + ACT).contains(&s.first) && s.has(Class::Kind));
        let acts = v.who_i.has(word) && v.who_i_verbs.has(text(at + 1)) && complains();
        own += usize::from(mine) + usize::from(acts);
    }
    others += he + she;
    if others == 0 || own > 0 && others < 2 * own + usize::from(noun.is_none() && aged.is_none()) {
        return Subject::default();
    }
    let word = noun.map(|(at, _)| text(at).to_owned());
    let named = |list: &super::vocabulary::Set| word.as_deref().is_some_and(|w| list.has(w));
    let pronoun = match () {
        () if named(&v.who_men) => Pronoun::He,
        () if named(&v.who_women) => Pronoun::She,
        () if he > she => Pronoun::He,
        () if she > he => Pronoun::She,
        () => Pronoun::They,
    };
    let who = noun.map(|(_, who)| who).or(aged).unwrap_or(Who::Adult);
    Subject { who, pronoun, noun: word }
}

/// Whether a text is about somebody who is no baby or child by its words, and names none.
pub(super) fn is_grown(v: &Vocabulary, words: &[Word], subject: &Subject) -> bool {
    let names_child =
        |word: &str| v.who_infants.has(word) || v.who_children.has(word) || v.who_newborn.has(word);
    let is_adult = match subject.who {
        Who::Oneself => words.iter().any(|word| v.who_i.has(&word.text)),
        Who::Adult => subject.noun.is_some(),
        Who::Infant | Who::Child => false,
    };
    is_adult && !words.iter().any(|word| names_child(&word.text))
}

/// Who a noun names.
fn person(v: &Vocabulary, word: &str, expecting: bool) -> Option<Who> {
    if v.who_infants.has(word) {
        return (!expecting).then_some(Who::Infant);
    }
    if v.who_children.has(word) {
        return Some(Who::Child);
    }
    v.scope_others.has(word).then_some(Who::Adult)
}

/// Whether somebody is only mentioned as born: "had our baby".
fn is_carried(v: &Vocabulary, second: &str, first: &str) -> bool {
    v.who_bore.has(first) || v.who_bore.has(second)
}

impl Subject {
    /// The same person at a known age: "he's 9 months" makes a baby of him. Nouns that are for adults
    /// keep their word, since an age may be somebody else's.
    pub(crate) fn of_age(self, years: Option<f64>) -> Self {
        let is_open = self.who == Who::Child || self.who == Who::Adult && self.noun.is_none();
        let who = match years {
            Some(years) if is_open && years < BABY => Who::Infant,
            Some(years) if is_open && years < ADULT => Who::Child,
            _ => self.who,
        };
        Self { who, ..self }
    }

    /// The same person once their age is known for certain: whoever is too young to write is written of.
    pub(crate) fn of_person(self, person: &Person) -> Self {
        let is_writing = self.who == Who::Oneself;
        let Some(years) = person.age.filter(|years| is_writing && *years < WRITES) else {
            return self.of_age(person.age);
        };
        let who = if years < BABY { Who::Infant } else { Who::Child };
        let pronoun = match person.sex {
            Some(Sex::Male) => Pronoun::He,
            Some(Sex::Female) => Pronoun::She,
            None => Pronoun::They,
        };
        Self { who, pronoun, noun: None }
    }

    /// Whom the grammar of scopes takes for the patient.
    pub(super) fn cast(&self) -> Cast<'_> {
        match (self.who, &self.noun) {
            (Who::Oneself, _) => Cast::Oneself,
            (_, noun) => Cast::Somebody(noun.as_deref()),
        }
    }
}
