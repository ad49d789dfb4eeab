//! Emergencies in the words themselves, whether or not a finding was read: an overdose, somebody who
//! chokes, a rash that does not fade, somebody who wants to die.
//!
//! `rules.csv` combines concepts. What is denied, long past, settled, made up or asked in general
//! raises nothing. Where no rule speaks, the words as a whole may (`signal.rs`).

mod quiet;
mod rules;
mod signal;

use std::sync::Arc;

use etio_case::Person;
use serde::Serialize;

use super::Places;
use super::concepts::Sense;
use super::quantity::Reading;
use super::scope::Scope;
use super::vocabulary::Vocabulary;
use super::words::Word;
use crate::words::Language;
pub(super) use quiet::Quiet;
use rules::{Atom, Condition, RULES, Rule};
use signal::Tone;
pub(super) use signal::features;
pub(crate) use signal::{Signal, scale as scale_of_alarm};

/// Something in a text that needs help at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Emergency {
    /// The rule's id, such as `overdose`.
    pub id: String,
    /// A possible meaning, in plain words.
    pub message: String,
    /// Recommended action.
    pub action: String,
    /// Position of its first character in the text, counted in Unicode code points.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
    /// The parts of the text that each rule which raises it rests on, by character.
    #[serde(skip)]
    pub(crate) grounds: Vec<Vec<Part>>,
}

/// Part of a text: the first and the last word, or the first character and one past the last.
pub(crate) type Part = (usize, usize);

/// The messages of a language.
pub(crate) struct Emergencies {
    /// Message and action of each rule.
    texts: Vec<(String, String)>,
    /// The message and action if only the words as a whole speak for one.
    possible: (String, String),
    signal: Arc<Signal>,
}

/// The id of an emergency that no rule names.
const POSSIBLE: &str = "possible";

/// The id of the emergency of somebody who may want to die.
const SUICIDE: &str = "suicide";

/// The id of the emergency of somebody who cannot be woken.
const UNCONSCIOUS: &str = "unconscious";

/// The parts of a text that rules look at.
pub(super) struct Said<'t> {
    pub(super) v: &'t Vocabulary,
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
        let text = |id: &str, end: &str| language.text(&format!("emergency-{}{end}", id.replace('_', "-")));
        let texts = |id: &str| (text(id, ""), text(id, "-action"));
        Self {
            texts: RULES.iter().map(|rule| texts(rule.id)).collect(),
            possible: texts(POSSIBLE),
            signal: language.signal().clone(),
        }
    }

    /// The emergencies of a text, each once, in the order of the text.
    pub(super) fn find(&self, said: &Said<'_>, place: &Places) -> Vec<Emergency> {
        let mut found: Vec<Emergency> = Vec::new();
        let by_character = |(first, last): Part| {
            (place.of_byte(said.words[first].start), place.of_byte(said.words[last].end))
        };
        let emergency = |id: &str, (message, action): &(String, String), grounds: Vec<Part>| Emergency {
            id: id.to_owned(),
            message: message.clone(),
            action: action.clone(),
            start: grounds.iter().map(|part| part.0).min().unwrap_or_default(),
            end: grounds.iter().map(|part| part.1).max().unwrap_or_default(),
            grounds: vec![grounds],
        };
        // What somebody cannot do, and what is gone, may well be the emergency.
        let is_said = |at: usize| {
            let scope = said.scopes[at];
            (!scope.denied || scope.unable || scope.gone) && said.quiet.speaks(at)
        };
        let tone = self.signal.listen(said.v, said.words, is_said);
        for (rule, texts) in RULES.iter().zip(&self.texts) {
            // A calm text may name things that would be an emergency together. That does not silence words
            // that say it by themselves, such as "I'm having a stroke".
            if tone == Tone::Calm && !rule.firm && rule.when.len() > 1 {
                continue;
            }
            let Some(parts) = raised(rule, said) else { continue };
            let grounds: Vec<Part> = parts.into_iter().map(by_character).collect();
            if let Some(known) = found.iter_mut().find(|known| known.id == rule.id) {
                known.grounds.push(grounds);
                continue;
            }
            found.push(emergency(rule.id, texts, grounds));
        }
        if found.is_empty()
            && let Tone::Loud(parts) = tone
        {
            let grounds = parts.into_iter().map(by_character).collect();
            found.push(emergency(POSSIBLE, &self.possible, grounds));
        }
        in_order(&mut found);
        found
    }
}

/// In the order of the text, with two exceptions. Who wants "never to wake up again" is awake. And what
/// did happen to the body is more pressing than the wish to die: after an overdose, the ambulance comes
/// first.
fn in_order(found: &mut Vec<Emergency>) {
    let is_wish = |e: &Emergency| e.id == SUICIDE;
    let wished: Vec<Part> = found.iter().filter(|e| is_wish(e)).flat_map(|e| e.grounds.concat()).collect();
    let is_wished = |part: &Part| wished.iter().any(|wish| part.0 < wish.1 && wish.0 < part.1);
    for emergency in found.iter_mut().filter(|e| e.id == UNCONSCIOUS) {
        emergency.grounds.retain(|parts| !parts.iter().any(is_wished));
    }
    found.retain(|e| !e.grounds.is_empty());
    found.sort_by_key(|e| (is_wish(e), e.start, e.end));
}

/// A match of a rule's condition.
enum Met {
    /// Something that is known of the person, such as their age.
    Person,
    /// Words, at any of these places.
    Words(Vec<Part>),
}

/// The words that raise a rule.
fn raised(rule: &Rule, said: &Said<'_>) -> Option<Vec<Part>> {
    let is_met = |met: Met| matches!(met, Met::Person) || matches!(met, Met::Words(at) if !at.is_empty());
    if rule.unless.iter().any(|condition| is_met(look(condition, said, None))) {
        return None;
    }
    let (mut background, mut near) = (Vec::new(), Vec::new());
    for condition in &rule.when {
        match look(condition, said, Some(rule)) {
            Met::Person => {}
            Met::Words(at) if condition.is_background => background.push(*at.first()?),
            Met::Words(at) => near.push(at),
        }
    }
    let anchors = near.iter().min_by_key(|at| at.len())?;
    anchors.iter().find_map(|anchor| {
        let mut parts = background.clone();
        for at in &near {
            let distance = |part: &&Part| part.0.abs_diff(anchor.0);
            let nearest = at.iter().min_by_key(distance)?;
            if distance(&nearest) > rule.reach {
                return None;
            }
            parts.push(*nearest);
        }
        Some(parts)
    })
}

/// Looks for a condition in a text. What raises a rule must be said as real and present.
fn look(condition: &Condition, said: &Said<'_>, raises: Option<&Rule>) -> Met {
    let lives = |first: usize| {
        let scope = said.scopes[first];
        // "Does not fade under a glass": what is denied does not quieten a rule either.
        raises.map_or(!scope.denied || scope.gone, |rule| {
            // "On warfarin for years": background need not be new.
            let is_said = if condition.is_background {
                !said.quiet.is_unreal(first)
            } else {
                said.quiet.lets_through(first, rule)
            };
            is_said && (!scope.denied || rule.firm && scope.gone)
        })
    };
    let mut at = Vec::new();
    for atom in &condition.any {
        match atom {
            Atom::Concept(concept) => {
                let here = said.senses.iter().filter(|s| s.is(*concept) && lives(s.first));
                at.extend(here.map(|s| (s.first, s.last)));
            }
            Atom::Measure(range) => {
                let here = said.measured.iter().filter(|r| range.holds(r.measure) && lives(r.first));
                at.extend(here.map(|r| (r.first, r.last)));
            }
            Atom::Age(low, high) => {
                if said.person.age.is_some_and(|age| (*low..*high).contains(&age)) {
                    return Met::Person;
                }
            }
        }
    }
    Met::Words(at)
}
