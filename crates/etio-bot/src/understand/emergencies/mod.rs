//! Emergencies in the words themselves, whether or not a finding was read: an overdose, somebody who
//! chokes, a rash that does not fade, somebody who wants to die.
//!
//! `rules.csv` combines concepts. What is denied, long past, settled, made up or asked in general
//! raises nothing.

mod quiet;
mod rules;

use etio::{Budget, InferenceError};
use etio_case::Person;
use serde::Serialize;

use super::Places;
use super::concepts::Sense;
use super::quantity::Reading;
use super::scope::Scope;
use super::words::Word;
use crate::words::Language;
pub(super) use quiet::Quiet;
use rules::{Atom, RULES, Rule};

/// Something in a text that needs help at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Emergency {
    /// The rule's id, such as `overdose`.
    pub id: String,
    /// What it may mean, in plain words.
    pub message: String,
    /// What to do.
    pub action: String,
    /// Where it was read: the first character, counted in Unicode code points.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}

/// The messages of a language.
pub(crate) struct Emergencies {
    /// Message and action of each rule.
    texts: Vec<(String, String)>,
}

/// What a text offers the rules.
pub(super) struct Said<'t> {
    pub(super) words: &'t [Word],
    pub(super) senses: &'t [Sense],
    pub(super) scopes: &'t [Scope],
    pub(super) measured: &'t [Reading],
    pub(super) quiet: &'t Quiet,
    pub(super) person: Person,
}

impl Emergencies {
    /// Finds the messages of every rule.
    pub(crate) fn of(language: &Language) -> Self {
        let text =
            |rule: &Rule, end: &str| language.text(&format!("emergency-{}{end}", rule.id.replace('_', "-")));
        Self { texts: RULES.iter().map(|rule| (text(rule, ""), text(rule, "-action"))).collect() }
    }

    /// The emergencies of a text, each once, in the order of the text.
    pub(super) fn find(
        &self,
        said: &Said<'_>,
        place: &Places,
        budget: &Budget,
    ) -> Result<Vec<Emergency>, InferenceError> {
        let quiet = said.quiet;
        let mut found: Vec<Emergency> = Vec::new();
        for (rule, (message, action)) in RULES.iter().zip(&self.texts) {
            budget.check()?;
            if found.iter().any(|known| known.id == rule.id) {
                continue;
            }
            if let Some((first, last)) = raised(rule, said, quiet) {
                found.push(Emergency {
                    id: rule.id.to_owned(),
                    message: message.clone(),
                    action: action.clone(),
                    start: place.of_byte(said.words[first].start),
                    end: place.of_byte(said.words[last].end),
                });
            }
        }
        found.sort_by_key(|e| (e.start, e.end));
        Ok(found)
    }
}

/// Maximum number of words over which a rule is put together.
const REACH: usize = 45;

/// The first and last word of what raises a rule.
fn raised(rule: &Rule, said: &Said<'_>, quiet: &Quiet) -> Option<(usize, usize)> {
    if rule.unless.iter().any(|any| !places(any, said, quiet, rule, false).is_empty()) {
        return None;
    }
    let all: Vec<Vec<(usize, usize)>> =
        rule.when.iter().map(|any| places(any, said, quiet, rule, true)).collect();
    let anchors =
        all.iter().filter(|places| places.first() != Some(&WHOLE)).min_by_key(|places| places.len())?;
    anchors.iter().find_map(|&anchor| {
        let mut span = anchor;
        for places in &all {
            let distance = |place: &(usize, usize)| place.0.abs_diff(anchor.0);
            let nearest =
                places.iter().min_by_key(|place| if **place == WHOLE { 0 } else { distance(place) })?;
            if *nearest == WHOLE {
                continue;
            }
            if distance(nearest) > REACH {
                return None;
            }
            span = (span.0.min(nearest.0), span.1.max(nearest.1));
        }
        Some(span)
    })
}

/// Stands for something that is true of the whole text, such as an age.
const WHOLE: (usize, usize) = (usize::MAX, usize::MAX);

/// Where one of some atoms stands in a text.
fn places(any: &[Atom], said: &Said<'_>, quiet: &Quiet, rule: &Rule, must_live: bool) -> Vec<(usize, usize)> {
    let lives = |first: usize| !must_live || quiet.lets_through(first, rule) && !said.scopes[first].denied;
    let mut places = Vec::new();
    for atom in any {
        match atom {
            Atom::Concept(concept) => {
                let here = said.senses.iter().filter(|s| s.is(*concept) && lives(s.first));
                places.extend(here.map(|s| (s.first, s.last)));
            }
            Atom::Measure(range) => {
                let here = said.measured.iter().filter(|r| range.holds(r.measure) && lives(r.first));
                places.extend(here.map(|r| (r.first, r.last)));
            }
            Atom::Age(low, high) => {
                if said.person.age.is_some_and(|age| (*low..*high).contains(&age)) {
                    return vec![WHOLE];
                }
            }
        }
    }
    places
}
